//! Where two planar shapes that overlap press on each other, derived from where they are.

use super::motion::Motion;
use super::place::Place;
use super::planar::{Outline, Pose, Pressed, Shaped, pressed};
use super::surface::{Kind, Surface};
use mainspring_numerics::vec2::dot;
use mainspring_numerics::vec3::{add, norm, scale, sub};

/// A place where two planar shapes press on each other; axes of the world.
#[derive(Clone, Copy, Debug)]
pub struct Pressing {
    /// which
    pub place: Place,
    /// of the first and the second among their surfaces' features
    pub features: [u32; 2],
    /// m; negative: still open by this much
    pub depth: f64,
    /// middle of the overlap
    pub point: [f64; 3],
    /// unit, from the first to the second
    pub normal: [f64; 3],
    /// share of its spring that acts, 0 to 1; −1 at a notch
    pub weight: f64,
    /// how the weight changes as the second moves against the first there, 1/m
    pub slope: [f64; 3],
    /// and as it turns against the first about that point, 1/rad
    pub turning: f64,
}

/// Everything that presses between two planar shapes, and what is open by less than `reach`, m; appended to `out`. Nothing in
/// space.
pub fn pressing(a: &Surface, of_a: &Motion, b: &Surface, of_b: &Motion, reach: f64, out: &mut Vec<Pressing>) {
    if far_apart(a, of_a, b, of_b, reach) {
        return;
    }
    let (inside_a, inside_b) = (|p| inside(a, p), |p| inside(b, p));
    let (Some(outline_a), Some(outline_b)) = (outline(a), outline(b)) else { return };
    let first = Shaped { outline: outline_a, pose: Pose::of(of_a), inside: &inside_a };
    let second = Shaped { outline: outline_b, pose: Pose::of(of_b), inside: &inside_b };
    let mut found: Vec<Pressed> = Vec::new();
    pressed(first, second, a.size().min(b.size()), reach, &mut found);
    out.extend(found.iter().map(|p| {
        let lift = |v: [f64; 2], by: f64| [by * v[0], by * v[1], 0.0];
        let sign = if p.of_first { -1.0 } else { 1.0 };
        let outward = lift(p.normal, 1.0);
        Pressing {
            place: p.place,
            features: p.features,
            depth: p.depth,
            point: add([p.point[0], p.point[1], 0.0], scale(outward, 0.5 * p.depth)),
            normal: lift(p.normal, sign),
            weight: p.weight,
            slope: lift(p.slope, sign),
            // moments are about the middle of the overlap, slopes about the point that presses
            turning: sign * (p.turning + 0.5 * p.depth * (p.normal[1] * p.slope[0] - p.normal[0] * p.slope[1])),
        }
    }));
}

/// Least size of what one of the two has that the other could pass unseen: how thin it is, m.
#[must_use]
pub fn finest(a: &Surface, b: &Surface) -> f64 {
    let thin = |s: &Surface| outline(s).map_or(f64::INFINITY, |o| o.thin);
    thin(a).min(thin(b)).min(a.size()).min(b.size())
}

/// A distance that two shapes are apart at least, from circles around them, m.
#[must_use]
pub fn apart_at_least(a: &Surface, of_a: &Motion, b: &Surface, of_b: &Motion) -> f64 {
    let above = |flat: &Motion, radius: f64, half: &super::surface::HalfSpace, at: &Motion| {
        let (o, n) = (at.point(half.at), at.direction(half.normal));
        dot([n[0], n[1]], [flat.position[0] - o[0], flat.position[1] - o[1]]) - radius
    };
    match (&a.kind, &b.kind) {
        (Kind::HalfSpace(half), _) => above(of_b, b.radius(), half, of_a),
        (_, Kind::HalfSpace(half)) => above(of_a, a.radius(), half, of_b),
        _ => norm(sub(of_b.position, of_a.position)) - a.radius() - b.radius(),
    }
}

/// A distance that a shape is apart at least from one that never moves, whichever way the first is turned, m: from a circle around
/// the one and the box around the other.
#[must_use]
pub fn clear_of_standing(a: &Surface, center: [f64; 3], b: &Surface, of_b: &Motion) -> f64 {
    let Kind::Planar(flat) = &b.kind else {
        return apart_at_least(a, &Motion { position: center, ..Motion::REST }, b, of_b);
    };
    let p = of_b.local(center);
    let [low, high] = flat.outline().bounds;
    let out = [0, 1].map(|k| (low[k] - p[k]).max(p[k] - high[k]).max(0.0));
    libm::hypot(out[0], out[1]) - a.radius()
}

fn far_apart(a: &Surface, of_a: &Motion, b: &Surface, of_b: &Motion, reach: f64) -> bool {
    apart_at_least(a, of_a, b, of_b) > reach
}

fn outline(s: &Surface) -> Option<&Outline> {
    match &s.kind {
        Kind::Planar(flat) => Some(flat.outline()),
        Kind::HalfSpace(_) => s.line.as_deref(),
        Kind::Solid => None,
    }
}

fn inside(s: &Surface, p: [f64; 2]) -> bool {
    match &s.kind {
        Kind::Planar(flat) => flat.contains(p),
        Kind::HalfSpace(half) => dot([half.normal[0], half.normal[1]], [p[0] - half.at[0], p[1] - half.at[1]]) < 0.0,
        Kind::Solid => false,
    }
}
