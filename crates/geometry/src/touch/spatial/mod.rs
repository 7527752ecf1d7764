//! Surfaces of solids: features with extents, which pairs are near, which stand as contacts, how far two are apart.
//!
//! What can touch what, and why no more is needed:
//!
//! ```text
//! face    corner, ball, rim                  two faces touch at corners, and where edges cross; a round side lying on a
//!                                            face touches along a line whose ends are places of its rims or balls
//! edge    edge, ball, side, rim              an edge lying on a face: its corners, and crossings with the face's edges
//! side    edge, corner, ball, side, rim      round, bulging out
//! bore    corner, ball, rim                  round, hollow; a peg's side touches it at the peg's rims and the bore's mouths
//! rim     face, edge, ball, side, bore, rim  also the mouth of a bore, but not with a face
//! ```
//!
//! A rim can be near a partner at two places (a tilted peg in a bore; an edge across a disc): it is two features then, the
//! same circle with `second` set on one of them. A flat end lying on a face has no lowest place of its rim; six places
//! fixed on it carry it then, and count only while rim and face are parallel within the slack. So it is with a ball
//! straight over the mouth of a bore.

mod apart;
mod build;
mod convex;
pub(crate) mod curves;
mod inside;
mod judge;
mod patch;
mod piece;
mod piercing;
mod prism;

use super::{Feature, FeaturePair, Meeting, Motion, Primitive, meet};
use crate::Solid;
use curves::meet_curves;
use inside::Inside;
use piece::{Extent, Piece, minus, norm, plus};

/// Why a solid has no surface for contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShellError {
    /// the slanted side is no feature
    #[error("a cone cannot take part in contact; use a polyhedron with many sides, or leave it out of `contacts`")]
    Cone,
    /// sizes at the edge of what numbers hold
    #[error("the solid is too large or too small for contact")]
    Size,
}

/// The surface of a solid, or a half-space, in a body's frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Shell {
    features: Vec<Feature>,
    pieces: Vec<Piece>,
    inside: Vec<Inside>,
    radius: f64,
    size: f64,
    solid: Option<(Solid, [f64; 3])>,
}

/// Sine by which a normal may leave a feature's cone and still count.
const CONE: f64 = 1e-6;
/// Sine beyond which a pair is certainly not a contact, whatever its extents say.
const FAR_FROM_CONE: f64 = 1e-3;

impl Shell {
    /// Its features; the place in the list is a feature's name.
    #[must_use]
    pub fn features(&self) -> &[Feature] {
        &self.features
    }

    /// No point of it is further from the body's origin (m); infinite for a half-space.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Largest edge of the box around it (m).
    #[must_use]
    pub fn size(&self) -> f64 {
        self.size
    }

    /// Lowest and highest corner of the box around it, in the world.
    #[must_use]
    pub fn bounds_at(&self, motion: &Motion) -> ([f64; 3], [f64; 3]) {
        let Some((solid, center)) = &self.solid else { return ([f64::NEG_INFINITY; 3], [f64::INFINITY; 3]) };
        let origin = minus(motion.position, motion.direction(*center));
        let rows = motion.rotation;
        let low = [0, 1, 2].map(|i| origin[i] - solid.extent(rows[i].map(|x| -x)));
        (low, [0, 1, 2].map(|i| origin[i] + solid.extent(rows[i])))
    }

    /// Negative inside the material (m), then a depth; positive outside, at most the distance.
    fn outside(&self, local: [f64; 3]) -> f64 {
        self.inside.iter().map(|part| part.outside(local)).fold(f64::INFINITY, f64::min)
    }

    /// The smaller of two sizes; one of them is finite.
    fn scale(&self, other: &Self) -> f64 {
        self.size.min(other.size)
    }
}

/// Whether two features can be a contact at all.
fn can_touch(a: &Shell, i: usize, b: &Shell, j: usize) -> bool {
    let meets = |(p, x): (&Primitive, &Extent), (q, y): (&Primitive, &Extent)| match (p, x, q, y) {
        (_, Extent::Ball, _, Extent::RimSpot { radius, .. }) => *radius < 0.0,
        (Primitive::Plane { .. }, _, _, Extent::RimSpot { radius, .. }) => *radius >= 0.0,
        (_, Extent::RimSpot { .. }, _, _) | (_, _, _, Extent::RimSpot { .. }) => false,
        (Primitive::Plane { .. }, _, Primitive::Point { .. }, _) => true,
        (Primitive::Plane { .. }, _, Primitive::Circle { radius, second, .. }, _) => *radius > 0.0 && !second,
        (_, Extent::Ball, Primitive::Point { .. }, _) => true,
        (_, Extent::Ball, Primitive::Circle { second, .. }, _) => !second,
        (
            Primitive::Point { radius: r, .. },
            Extent::Ball | Extent::Corner { .. },
            Primitive::Line { radius, .. },
            _,
        ) => {
            // a ball wider than the bore does not go in; two sharp ones meet elsewhere
            if *radius < 0.0 { *r < -radius } else { *r > 0.0 || *radius > 0.0 }
        }
        (Primitive::Line { radius: r, .. }, _, Primitive::Line { radius: s, .. }, _) => *r >= 0.0 && *s >= 0.0,
        (Primitive::Line { radius: r, .. }, _, Primitive::Circle { radius: s, .. }, _) => {
            if *r < 0.0 {
                *s > 0.0 && *s < -r
            } else {
                true
            }
        }
        (Primitive::Circle { .. }, _, Primitive::Circle { .. }, _) => true,
        _ => false,
    };
    let one = (&a.features[i].primitive, &a.pieces[i].extent);
    let two = (&b.features[j].primitive, &b.pieces[j].extent);
    if let (Primitive::Circle { .. }, Primitive::Circle { second, .. }) = (one.0, two.0) {
        // the first one's two places cover both
        return !second;
    }
    meets(one, two) || meets(two, one)
}

/// Adds every pair of features that can touch and whose pieces are within `reach` (m) of each other; sorted.
pub fn near(a: &Shell, ma: &Motion, b: &Shell, mb: &Motion, reach: f64, out: &mut Vec<FeaturePair>) {
    for i in 0..a.features.len() {
        for j in 0..b.features.len() {
            if can_touch(a, i, b, j) && apart::bound(a, ma, i, b, mb, j) <= reach {
                out.push(FeaturePair { a: i as u32, b: j as u32 });
            }
        }
    }
}

/// A pair's meeting, with the length along a rim until another of its places would count.
fn meeting_of(a: &Shell, ma: &Motion, b: &Shell, mb: &Motion, pair: FeaturePair) -> Option<(Meeting, f64)> {
    let (p, q) = (&a.features.get(pair.a as usize)?.primitive, &b.features.get(pair.b as usize)?.primitive);
    let round = matches!(p, Primitive::Circle { .. }) || matches!(q, Primitive::Circle { .. });
    if let Some(found) = round.then(|| meet_curves(p, ma, q, mb)).flatten() {
        return Some((found.meeting, found.rival));
    }
    Some((meet(p, ma, q, mb)?, f64::INFINITY))
}

/// By how much the normal leaves either feature's cone (sine); ≤ 0 inside.
fn beyond_cones(a: &Shell, ma: &Motion, b: &Shell, mb: &Motion, pair: FeaturePair, m: &Meeting) -> f64 {
    let turned = |motion: &Motion, n: [f64; 3]| {
        let r = motion.rotation;
        [0, 1, 2].map(|j| r[0][j] * n[0] + r[1][j] * n[1] + r[2][j] * n[2])
    };
    let (i, j) = (pair.a as usize, pair.b as usize);
    let one = a.pieces[i].beyond_cone(&a.features[i], ma.local(m.point), turned(ma, m.normal));
    let two = b.pieces[j].beyond_cone(&b.features[j], mb.local(m.point), turned(mb, m.normal.map(|x| -x)));
    one.max(two)
}

/// How far (m) the place of contact is inside both features' extents; negative beyond, or where the normal is far out of
/// what an edge or corner can be touched along.
#[must_use]
pub fn margin(a: &Shell, ma: &Motion, b: &Shell, mb: &Motion, pair: FeaturePair) -> f64 {
    let Some((m, rival)) = meeting_of(a, ma, b, mb, pair) else { return -a.scale(b) };
    margin_at(a, ma, b, mb, pair, &m).min(rival)
}

/// How far (m) the place of contact is inside both features' extents, whatever the normal.
#[must_use]
pub fn inside_extents(a: &Shell, ma: &Motion, b: &Shell, mb: &Motion, pair: FeaturePair) -> f64 {
    let Some((m, rival)) = meeting_of(a, ma, b, mb, pair) else { return -a.scale(b) };
    let (i, j) = (pair.a as usize, pair.b as usize);
    let one = a.pieces[i].inside(&a.features[i], ma.local(m.point));
    let two = b.pieces[j].inside(&b.features[j], mb.local(m.point));
    one.min(two).min(rival)
}

fn margin_at(a: &Shell, ma: &Motion, b: &Shell, mb: &Motion, pair: FeaturePair, m: &Meeting) -> f64 {
    let (i, j) = (pair.a as usize, pair.b as usize);
    let one = a.pieces[i].inside(&a.features[i], ma.local(m.point));
    let two = b.pieces[j].inside(&b.features[j], mb.local(m.point));
    let cone = FAR_FROM_CONE - beyond_cones(a, ma, b, mb, pair, m);
    one.min(two).min(cone * a.scale(b))
}

/// A lower bound (m) of the distance between the bounded pieces of a pair: what neither can close in less motion than that.
pub(crate) fn clearance(a: &Shell, ma: &Motion, b: &Shell, mb: &Motion, pair: FeaturePair) -> f64 {
    apart::bound(a, ma, pair.a as usize, b, mb, pair.b as usize)
}

/// Distance (m) between the bounded pieces of a pair.
pub(crate) fn distance_of(a: &Shell, ma: &Motion, b: &Shell, mb: &Motion, pair: FeaturePair) -> f64 {
    apart::separation(a, ma, pair.a as usize, b, mb, pair.b as usize)
}

/// Whether a pair is a contact here: closed and in its extents within `slack` (m), the normal one both can be touched along.
#[must_use]
pub fn stands(a: &Shell, ma: &Motion, b: &Shell, mb: &Motion, pair: FeaturePair, slack: f64) -> bool {
    standing(a, ma, b, mb, pair, slack).is_some()
}

/// The meeting of a pair that stands.
pub(crate) fn standing(
    a: &Shell,
    ma: &Motion,
    b: &Shell,
    mb: &Motion,
    pair: FeaturePair,
    slack: f64,
) -> Option<Meeting> {
    let (m, _) = meeting_of(a, ma, b, mb, pair)?;
    if m.gap.abs() > slack || beyond_cones(a, ma, b, mb, pair, &m) > CONE {
        return None;
    }
    if margin_at(a, ma, b, mb, pair, &m) < -slack {
        return None;
    }
    let (i, j) = (pair.a as usize, pair.b as usize);
    let both = fits((a, ma, i), (b, mb, j), &m, slack) && fits((b, mb, j), (a, ma, i), &m, slack);
    both.then_some(m)
}

/// Whether a rim, or a fixed place of it, is the one to speak for a contact: places where the rim has none of its own.
fn fits(own: (&Shell, &Motion, usize), other: (&Shell, &Motion, usize), m: &Meeting, slack: f64) -> bool {
    let (shell, motion, i) = own;
    let partner = other.0.features[other.2].primitive;
    match (&shell.pieces[i].extent, shell.features[i].primitive) {
        (Extent::RimSpot { axis, radius, leaving }, Primitive::Point { at, .. }) if *radius < 0.0 => {
            let Primitive::Point { at: center, .. } = partner else { return false };
            let middle = motion.point(plus(at, *radius, leaving[0]));
            tilt(motion.direction(*axis), minus(other.1.point(center), middle)) <= slack
        }
        (Extent::RimSpot { axis, radius, .. }, _) => tilt(motion.direction(*axis), m.normal) * radius <= slack,
        (Extent::Rim { .. }, Primitive::Circle { axis, radius, .. }) => match partner {
            Primitive::Plane { .. } => tilt(motion.direction(axis), m.normal) * radius.abs() > slack,
            _ => true,
        },
        _ => true,
    }
}

/// Sine between two directions.
fn tilt(a: [f64; 3], b: [f64; 3]) -> f64 {
    norm(super::jet::cross(a, b))
}

/// Which of two contacts at one place is kept: those with a face say most.
fn rank(a: &Shell, b: &Shell, pair: FeaturePair) -> u32 {
    let of = |s: &Shell, i: u32| match s.pieces[i as usize].extent {
        Extent::Face(_) | Extent::Whole => 0,
        Extent::Ball => 1,
        Extent::Side { .. } => 2,
        Extent::Corner { .. } => 3,
        Extent::Rim { .. } => 4,
        Extent::Edge { .. } => 5,
        Extent::RimSpot { .. } => 6,
    };
    of(a, pair.a) + of(b, pair.b)
}

/// Adds all pairs that stand, one for a place and normal; sorted.
pub fn touching(a: &Shell, ma: &Motion, b: &Shell, mb: &Motion, slack: f64, out: &mut Vec<FeaturePair>) {
    let mut candidates = Vec::new();
    near(a, ma, b, mb, 2.0 * slack, &mut candidates);
    let mut found: Vec<(u32, FeaturePair, Meeting)> = candidates
        .into_iter()
        .filter_map(|pair| standing(a, ma, b, mb, pair, slack).map(|m| (rank(a, b, pair), pair, m)))
        .collect();
    found.sort_by_key(|(rank, pair, _)| (*rank, *pair));
    let same = (8.0 * slack).max(1e-9 * a.scale(b));
    let mut kept: Vec<(FeaturePair, Meeting)> = Vec::new();
    for (_, pair, m) in found {
        let doubled = |k: &Meeting| norm(minus(k.point, m.point)) <= same && tilt(k.normal, m.normal) <= 1e-3;
        if !kept.iter().any(|(_, k)| doubled(k)) {
            kept.push((pair, m));
        }
    }
    let first = out.len();
    out.extend(kept.iter().map(|(pair, _)| *pair));
    out[first..].sort_unstable();
}

/// Distance between two surfaces (m); negative where they overlap, then a depth of it.
#[must_use]
pub fn distance(a: &Shell, ma: &Motion, b: &Shell, mb: &Motion) -> f64 {
    apart::distance(a, ma, b, mb)
}
