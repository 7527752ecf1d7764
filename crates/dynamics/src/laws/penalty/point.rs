//! A point where parts press on each other under the penalty method.

use crate::laws::penalty::overlap::OverlapPlace;
use mainspring_geometry::touch::{Meeting, Pressing};
use mainspring_numerics::vec3::Vec3;

/// Where parts overlap at a state, and how; axes of the world.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    /// index into the pairs that may touch
    pub pair: usize,
    /// which
    pub site: OverlapPlace,
    /// of the first and the second
    pub features: [u32; 2],
    /// m, negative
    pub gap: f64,
    /// m/s
    pub rate: f64,
    /// unit, from the first part to the second
    pub normal: Vec3,
    /// middle of the overlap
    pub point: Vec3,
    /// share of the spring that acts, see [`Pressing`]
    pub weight: f64,
    /// how it changes as the second moves against the first, 1/m
    pub slope: Vec3,
    /// and as it turns about the normal of the plane, 1/rad
    pub turning: f64,
}

impl Spot {
    /// Two features in space.
    pub const fn of_features(pair: usize, [a, b]: [u32; 2], m: &Meeting) -> Self {
        Self {
            pair,
            site: OverlapPlace::Features(a, b),
            features: [a, b],
            gap: m.gap,
            rate: m.rate,
            normal: m.normal,
            point: m.point,
            weight: 1.0,
            slope: [0.0; 3],
            turning: 0.0,
        }
    }

    /// A place in the plane.
    pub fn of_pressing(pair: usize, p: &Pressing, rate: f64) -> Self {
        Self {
            pair,
            site: p.place.into(),
            features: p.features,
            gap: -p.depth,
            rate,
            normal: p.normal,
            point: p.point,
            weight: p.weight,
            slope: p.slope,
            turning: p.turning,
        }
    }
}

/// One contact at the state last evaluated.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// where, how far, which way
    pub spot: Spot,
    /// N, N; negative at a notch
    pub normal: f64,
    /// on the second part, N
    pub friction: Vec3,
    /// on the second part, N: what passing a load from one corner to another takes
    pub passing: Vec3,
    /// on the second part, N·m
    pub torque: Vec3,
    /// v_b − v_a across the normal, m/s
    pub slip: Vec3,
    /// W
    pub heat: f64,
}

impl Point {
    /// Force on the second part, N.
    pub fn force(&self) -> Vec3 {
        let n = self.spot.normal;
        [0, 1, 2].map(|i| self.normal * n[i] + self.friction[i] + self.passing[i])
    }
}
