//! What can be asked of a point of the (t, θ) plane: forms whose signs decide.

use crate::curve::{Curve, Kind, land_edge, pawl_edge};
use crate::lin::{Lin, V2, cross, dot, outward};
use crate::numbers::Enclosure;
use crate::outline::World;
use crate::world_number::Number;

/// What can be asked of a point.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form {
    Gap(Curve),
    /// ∂f/∂t = v · N.
    Rate(Curve),
    Lever(Curve),
    Height(Curve),
    Leading(Curve),
    Orientation(Curve, usize),
    Place(Curve, usize),
    /// σ ℓ − ε μ h: not above zero where nothing can slide.
    Slide {
        on: Curve,
        sigma: i8,
        epsilon: i8,
    },
    /// v · J R q: how v · R q changes with the angle.
    Swing(Curve),
    /// sin θ.
    Sin,
}

impl Form {
    pub fn lin<T: Number>(self, world: &World) -> Lin<T> {
        match self {
            Self::Gap(c) => c.gap(world),
            Self::Rate(c) => c.gap::<T>(world).rate(),
            Self::Lever(c) => c.lever(world),
            Self::Height(c) => c.height(world),
            Self::Leading(c) => c.leading(world),
            Self::Orientation(c, n) => {
                let [first, second] = c.orientation(world);
                if n == 0 { first.0 } else { second.0 }
            }
            Self::Place(c, n) => {
                let [first, second] = c.place(world);
                if n == 0 { first.0 } else { second.0 }
            }
            Self::Slide { on, sigma, epsilon } => {
                let part = T::friction(world).mul(&T::int(i64::from(epsilon)));
                on.lever::<T>(world).scaled(&T::int(i64::from(sigma))).less(&on.height::<T>(world).scaled(&part))
            }
            Self::Swing(c) => {
                let f = c.leading::<T>(world);
                Lin { c: f.s.clone(), s: [f.c[0].neg(), f.c[1].neg()], k: [T::zero(), T::zero()] }
            }
            Self::Sin => Lin { c: [T::zero(), T::zero()], s: [T::one(), T::zero()], k: [T::zero(), T::zero()] },
        }
    }
}

impl Form {
    /// The value at a time and an angle, without what the form does not ask for.
    #[inline]
    pub fn value<T: Number + Enclosure>(self, world: &World, t: T, c: T, s: T) -> T {
        let turned = |x: &V2<T>, n: &V2<T>| dot(x, n).mul(&c).add(&cross(x, n).mul(&s));
        match self {
            // v · N of an edge of the obstacles does not change
            Self::Rate(Curve { kind: Kind::B, j, .. }) => dot(T::velocity(world), &outward(&land_edge::<T>(world, j))),
            // r × N = J R q · N
            Self::Lever(Curve { kind: Kind::B, i, j }) => {
                let (q, n) = (T::pawl(world, i), outward(&land_edge::<T>(world, j)));
                cross(q, &n).mul(&c).sub(&dot(q, &n).mul(&s))
            }
            Self::Orientation(Curve { kind: Kind::B, i, j }, n) => {
                let normal = outward(&land_edge::<T>(world, j));
                match n {
                    0 => turned(&pawl_edge::<T>(world, world.pawl.prev(i)), &normal).neg(),
                    _ => turned(&pawl_edge::<T>(world, i), &normal),
                }
            }
            // x · R n = R⁻¹ x · n
            Self::Orientation(Curve { kind: Kind::A, i, j }, n) => {
                let normal = outward(&pawl_edge::<T>(world, i));
                let back = |x: &V2<T>| dot(x, &normal).mul(&c).sub(&cross(x, &normal).mul(&s));
                match n {
                    0 => back(&land_edge::<T>(world, world.land.prev(j))).neg(),
                    _ => back(&land_edge::<T>(world, j)),
                }
            }
            _ => self.lin::<T>(world).value(t, c, s),
        }
    }
}
