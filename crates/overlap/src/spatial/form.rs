//! Convex forms about their own origin: how far they reach along a direction, and how deep places are inside them.

use crate::planar::{Curve, Outline};
use crate::tolerances::HALVINGS;
use mainspring_numerics::vec2;
use mainspring_numerics::vec3::{Vec3, dot, norm};

/// What a piece of a solid is.
#[derive(Clone, Debug)]
pub(crate) enum Form {
    /// half of its sizes
    Block([f64; 3]),
    Ball(f64),
    /// its semi-axes
    Ellipsoid([f64; 3]),
    /// all points within `radius` of a piece of the z axis
    Capsule {
        radius: f64,
        half: f64,
    },
    Cylinder {
        radius: f64,
        half: f64,
    },
    /// base at −half, apex at +half
    Cone {
        radius: f64,
        half: f64,
    },
    Polyhedron {
        corners: Vec<Vec3>,
        /// unit normal out and level of each face
        faces: Vec<(Vec3, f64)>,
    },
    /// an outline drawn out along z; the only form that need not be convex
    Prism {
        outline: Box<Outline>,
        half: f64,
    },
}

/// +half or −half.
#[inline]
fn toward(half: f64, along: f64) -> f64 {
    if along < 0.0 { -half } else { half }
}

impl Form {
    /// The thickness of what is a point or a line otherwise.
    #[inline]
    pub fn thickness(&self) -> f64 {
        match self {
            Self::Ball(radius) | Self::Capsule { radius, .. } => *radius,
            _ => 0.0,
        }
    }

    /// A place of it without its thickness that reaches furthest along `n`.
    #[inline]
    pub fn furthest(&self, n: Vec3) -> Vec3 {
        let [x, y, z] = n;
        match self {
            Self::Ball(_) => [0.0; 3],
            Self::Capsule { half, .. } => [0.0, 0.0, toward(*half, z)],
            Self::Ellipsoid(axes) => {
                let stretched = [0, 1, 2].map(|i| axes[i] * n[i]);
                let long = norm(stretched);
                if long > 0.0 { [0, 1, 2].map(|i| axes[i] * (stretched[i] / long)) } else { [0.0; 3] }
            }
            Self::Block(half) => [toward(half[0], x), toward(half[1], y), toward(half[2], z)],
            Self::Cylinder { radius, half } => {
                let [x, y] = rim(*radius, x, y);
                [x, y, toward(*half, z)]
            }
            Self::Cone { radius, half } => {
                let across = (x * x + y * y).sqrt();
                if z * half >= radius * across - z * half {
                    return [0.0, 0.0, *half];
                }
                let [x, y] = rim(*radius, x, y);
                [x, y, -half]
            }
            Self::Polyhedron { corners, .. } => {
                let mut best = (f64::NEG_INFINITY, [0.0; 3]);
                for corner in corners {
                    let far = dot(*corner, n);
                    if far > best.0 {
                        best = (far, *corner);
                    }
                }
                best.1
            }
            Self::Prism { outline, half } => {
                let [x, y] = furthest_of_outline(outline, [x, y]);
                [x, y, toward(*half, z)]
            }
        }
    }

    /// How far it reaches along the unit vector `n`.
    #[inline]
    pub fn reach(&self, n: Vec3) -> f64 {
        match self {
            Self::Block(half) => n[0].abs() * half[0] + n[1].abs() * half[1] + n[2].abs() * half[2],
            _ => dot(self.furthest(n), n) + self.thickness(),
        }
    }

    /// How deep a place is inside; where it is outside, some negative number.
    pub fn depth_of(&self, place: Vec3) -> f64 {
        let [x, y, z] = place;
        let off_axis = || (x * x + y * y).sqrt();
        match self {
            Self::Block(half) => (0..3).map(|i| half[i] - place[i].abs()).fold(f64::INFINITY, f64::min),
            Self::Ball(radius) => radius - norm(place),
            Self::Capsule { radius, half } => radius - norm([x, y, z - z.clamp(-half, *half)]),
            Self::Ellipsoid(axes) => depth_in_ellipsoid(*axes, place),
            Self::Cylinder { radius, half } => (radius - off_axis()).min(half - z.abs()),
            Self::Cone { radius, half } => {
                let slant = libm::hypot(*radius, 2.0 * half);
                let side = (radius * (half - z) - 2.0 * half * off_axis()) / slant;
                side.min(half + z)
            }
            Self::Polyhedron { faces, .. } => {
                faces.iter().map(|(n, level)| level - dot(*n, place)).fold(f64::INFINITY, f64::min)
            }
            Self::Prism { outline, half } => {
                let ends = half - z.abs();
                if ends > 0.0 { outline.depth_of([x, y], 0.0).min(ends) } else { ends }
            }
        }
    }

    /// No place of it is further from its origin.
    pub fn radius(&self) -> f64 {
        match self {
            Self::Block(half) => norm(*half),
            Self::Ball(radius) => *radius,
            Self::Ellipsoid(axes) => axes.iter().copied().fold(0.0, f64::max),
            Self::Capsule { radius, half } => radius + half,
            Self::Cylinder { radius, half } | Self::Cone { radius, half } => libm::hypot(*radius, *half),
            Self::Polyhedron { corners, .. } => corners.iter().map(|c| norm(*c)).fold(0.0, f64::max),
            Self::Prism { outline, half } => libm::hypot(outline.radius, *half),
        }
    }
}

/// Depth of a place in an ellipsoid: the nearest point x of its surface has place − x along the gradient of Σ xᵢ²/aᵢ²,
/// xᵢ = aᵢ² pᵢ/(aᵢ² − m), with m between 0 and the least aᵢ² found by halving; where the place is on the flat middle, m is that
/// least square. Outside, a negative number.
fn depth_in_ellipsoid(axes: [f64; 3], place: Vec3) -> f64 {
    let level = |p: Vec3| (0..3).map(|i| (p[i] / axes[i]) * (p[i] / axes[i])).sum::<f64>();
    if level(place) >= 1.0 {
        return 1.0 - level(place);
    }
    let flat = (1..3).fold(0, |k, i| if axes[i] < axes[k] { i } else { k });
    let most = axes[flat] * axes[flat];
    let foot = |m: f64| [0, 1, 2].map(|i| axes[i] * axes[i] * place[i] / (axes[i] * axes[i] - m));
    let (mut low, mut high) = (0.0, most);
    for _ in 0..HALVINGS + HALVINGS {
        let middle = 0.5 * (low + high);
        if level(foot(middle)) < 1.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let mut near = foot(low);
    // the rest of the way is along the shortest axis
    near[flat] = 0.0;
    near[flat] = axes[flat] * (1.0 - level(near)).max(0.0).sqrt();
    let mut apart = [place[0] - near[0], place[1] - near[1], place[2] - near[2]];
    apart[flat] = near[flat] - place[flat].abs();
    norm(apart)
}

/// The place of a circle about the z axis furthest along (x, y); its centre where that has no length.
#[inline]
fn rim(radius: f64, x: f64, y: f64) -> [f64; 2] {
    let across = (x * x + y * y).sqrt();
    if across > 0.0 { [radius * (x / across), radius * (y / across)] } else { [0.0; 2] }
}

fn furthest_of_outline(outline: &Outline, direction: [f64; 2]) -> [f64; 2] {
    let mut best = (f64::NEG_INFINITY, [0.0; 2]);
    let mut look = |place: [f64; 2]| {
        let far = vec2::dot(place, direction);
        if far > best.0 {
            best = (far, place);
        }
    };
    for edge in &outline.edges {
        look(edge.from);
        if let Curve::Arc(arc) = &edge.curve
            && let Some(place) = arc.toward(direction)
        {
            look(place);
        }
    }
    best.1
}
