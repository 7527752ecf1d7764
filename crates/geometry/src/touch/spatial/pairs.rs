//! Pairs of features of two solids: which are near, how far inside their extents they are, which stand as contacts.

use super::can_touch::can_touch;
use super::curves::meet_curves;
use super::distance;
use super::extent::Extent;
use super::solid_surface::SolidSurface;
use crate::tolerances::{CONE, FAR_FROM_CONE, NEARLY_FLAT, PARALLEL, SAME_PLACE, SAME_TILT, SPOTS_SPEAK};
use crate::touch::feature::FeaturePair;
use crate::touch::meet::meet;
use crate::touch::meeting::Meeting;
use crate::touch::motion::Motion;
use crate::touch::primitive::Primitive;
use mainspring_numerics::matrix3::rotate_back;
use mainspring_numerics::vec3::{add_scaled, cross, norm, sub};

/// Adds every pair of features that can touch and whose pieces are within `reach` (m) of each other; sorted.
pub fn near(a: &SolidSurface, ma: &Motion, b: &SolidSurface, mb: &Motion, reach: f64, out: &mut Vec<FeaturePair>) {
    // of many pieces most are far from the other solid's box
    let of_b = beside_box(b, mb, a, ma, reach);
    for i in beside_box(a, ma, b, mb, reach) {
        for &j in &of_b {
            if can_touch(a, i, b, j) && distance::bound(a, ma, i, b, mb, j) <= reach {
                out.push(FeaturePair { a: i as u32, b: j as u32 });
            }
        }
    }
}

/// Pieces of a solid whose balls come within `reach` (m) of the box around another.
fn beside_box(own: &SolidSurface, of_own: &Motion, other: &SolidSurface, of_other: &Motion, reach: f64) -> Vec<usize> {
    let (low, high) = other.local_bounds();
    let beside = |&i: &usize| {
        let piece = &own.pieces[i];
        let at = of_other.local(of_own.point(piece.center));
        let beyond = [0, 1, 2].map(|k| (low[k] - at[k]).max(at[k] - high[k]).max(0.0));
        // not sure to be further
        !matches!(norm(beyond).partial_cmp(&(piece.reach + reach)), Some(std::cmp::Ordering::Greater))
    };
    (0..own.features.len()).filter(beside).collect()
}

/// A pair's meeting, with the length along a rim until another of its places would count.
fn meeting_of(
    a: &SolidSurface,
    ma: &Motion,
    b: &SolidSurface,
    mb: &Motion,
    pair: FeaturePair,
) -> Option<(Meeting, f64)> {
    let (p, q) = (&a.features.get(pair.a as usize)?.primitive, &b.features.get(pair.b as usize)?.primitive);
    let round = matches!(p, Primitive::Circle { .. }) || matches!(q, Primitive::Circle { .. });
    if let Some(found) = round.then(|| meet_curves(p, ma, q, mb)).flatten() {
        return Some((found.meeting, found.rival));
    }
    Some((meet(p, ma, q, mb)?, f64::INFINITY))
}

/// By how much the normal leaves either feature's cone (sine); ≤ 0 inside.
fn beyond_cones(a: &SolidSurface, ma: &Motion, b: &SolidSurface, mb: &Motion, pair: FeaturePair, m: &Meeting) -> f64 {
    let turned = |motion: &Motion, n: [f64; 3]| rotate_back(&motion.rotation, n);
    let (i, j) = (pair.a as usize, pair.b as usize);
    let one = a.pieces[i].beyond_cone(&a.features[i], ma.local(m.point), turned(ma, m.normal));
    let two = b.pieces[j].beyond_cone(&b.features[j], mb.local(m.point), turned(mb, m.normal.map(|x| -x)));
    one.max(two)
}

/// How far (m) the place of contact is inside both features' extents; negative beyond, or where the normal is far out of
/// what an edge or corner can be touched along.
#[must_use]
pub fn margin(a: &SolidSurface, ma: &Motion, b: &SolidSurface, mb: &Motion, pair: FeaturePair) -> f64 {
    let Some((m, rival)) = meeting_of(a, ma, b, mb, pair) else { return -a.scale(b) };
    margin_at(a, ma, b, mb, pair, &m).min(rival)
}

/// How far (m) the place of contact is inside both features' extents, whatever the normal.
#[must_use]
pub fn inside_extents(a: &SolidSurface, ma: &Motion, b: &SolidSurface, mb: &Motion, pair: FeaturePair) -> f64 {
    let Some((m, rival)) = meeting_of(a, ma, b, mb, pair) else { return -a.scale(b) };
    let [one, two] = insides(a, ma, b, mb, pair, m.point);
    one.min(two).min(rival)
}

/// How far (m) a place is inside the extents of the first and of the second feature.
fn insides(
    a: &SolidSurface,
    ma: &Motion,
    b: &SolidSurface,
    mb: &Motion,
    pair: FeaturePair,
    place: [f64; 3],
) -> [f64; 2] {
    let (i, j) = (pair.a as usize, pair.b as usize);
    let (one, two) = ((&a.features[i], &a.pieces[i]), (&b.features[j], &b.pieces[j]));
    [one.1.inside_with(one.0, two, ma.local(place)), two.1.inside_with(two.0, one, mb.local(place))]
}

fn margin_at(a: &SolidSurface, ma: &Motion, b: &SolidSurface, mb: &Motion, pair: FeaturePair, m: &Meeting) -> f64 {
    let [one, two] = insides(a, ma, b, mb, pair, m.point);
    let cone = FAR_FROM_CONE - beyond_cones(a, ma, b, mb, pair, m);
    one.min(two).min(cone * a.scale(b))
}

/// A lower bound (m) of the distance between the bounded pieces of a pair: what neither can close in less motion than that.
#[inline]
pub(crate) fn clearance(a: &SolidSurface, ma: &Motion, b: &SolidSurface, mb: &Motion, pair: FeaturePair) -> f64 {
    distance::bound(a, ma, pair.a as usize, b, mb, pair.b as usize)
}

/// Distance (m) between the bounded pieces of a pair.
#[inline]
pub(crate) fn distance_of(a: &SolidSurface, ma: &Motion, b: &SolidSurface, mb: &Motion, pair: FeaturePair) -> f64 {
    distance::separation(a, ma, pair.a as usize, b, mb, pair.b as usize)
}

/// Whether a pair is a contact here: closed and in its extents within `slack` (m), the normal one both can be touched along.
#[inline]
#[must_use]
pub fn stands(a: &SolidSurface, ma: &Motion, b: &SolidSurface, mb: &Motion, pair: FeaturePair, slack: f64) -> bool {
    standing(a, ma, b, mb, pair, slack).is_some()
}

/// The meeting of a pair that stands.
pub(crate) fn standing(
    a: &SolidSurface,
    ma: &Motion,
    b: &SolidSurface,
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

/// By how much (m) a pair that is a contact here, or nearly, lies beside its extents: closed within `slack` (m). Corners of a solid
/// that is nearly flat on a face are all of them, and so are the fixed places of its rims: each holds it up once the others
/// have given way.
#[must_use]
pub fn beside(
    a: &SolidSurface,
    ma: &Motion,
    b: &SolidSurface,
    mb: &Motion,
    pair: FeaturePair,
    slack: f64,
) -> Option<f64> {
    let (i, j) = (pair.a as usize, pair.b as usize);
    let flat = |x: &Extent| matches!(x, Extent::Face(_) | Extent::Whole);
    let spot = |s: &SolidSurface, k: usize| {
        matches!(s.pieces[k].extent, Extent::Corner { .. })
            || matches!(s.pieces[k].extent, Extent::RimSpot { radius, .. } if radius > 0.0)
    };
    let rests = (flat(&a.pieces[i].extent) && spot(b, j)) || (flat(&b.pieces[j].extent) && spot(a, i));
    if !rests {
        standing(a, ma, b, mb, pair, slack)?;
        return Some(-margin(a, ma, b, mb, pair));
    }
    let (m, _) = meeting_of(a, ma, b, mb, pair)?;
    if m.gap.abs() > slack || beyond_cones(a, ma, b, mb, pair, &m) > NEARLY_FLAT {
        return None;
    }
    let [one, two] = insides(a, ma, b, mb, pair, m.point);
    Some(-one.min(two)).filter(|beside| *beside <= slack)
}

/// Whether a rim, or a fixed place of it, is the one to speak for a contact: places where the rim has none of its own.
fn fits(own: (&SolidSurface, &Motion, usize), other: (&SolidSurface, &Motion, usize), m: &Meeting, slack: f64) -> bool {
    let (shell, motion, i) = own;
    let partner = other.0.features[other.2].primitive;
    match (&shell.pieces[i].extent, shell.features[i].primitive) {
        (Extent::RimSpot { axis, radius, leaving }, Primitive::Point { at, .. }) if *radius < 0.0 => {
            let Primitive::Point { at: center, .. } = partner else { return false };
            let middle = motion.point(add_scaled(at, *radius, leaving[0]));
            tilt(motion.direction(*axis), sub(other.1.point(center), middle)) <= slack
        }
        // just where the rim itself has no lowest place, with room for rounding: one of the two always speaks
        (Extent::RimSpot { axis, .. }, _) => tilt(motion.direction(*axis), m.normal) <= SPOTS_SPEAK * PARALLEL,
        _ => true,
    }
}

/// Whether the pair is a rim and a flat face parallel to it: places fixed on the rim speak for it then.
pub(crate) fn lies_flat(a: &SolidSurface, ma: &Motion, b: &SolidSurface, mb: &Motion, pair: FeaturePair) -> bool {
    let (p, q) = (&a.features[pair.a as usize].primitive, &b.features[pair.b as usize].primitive);
    match (p, q) {
        (Primitive::Circle { axis, .. }, Primitive::Plane { normal, .. })
        | (Primitive::Plane { normal: axis, .. }, Primitive::Circle { axis: normal, .. }) => {
            tilt(ma.direction(*axis), mb.direction(*normal)) <= SPOTS_SPEAK * PARALLEL
        }
        _ => false,
    }
}

/// Sine between two directions.
fn tilt(a: [f64; 3], b: [f64; 3]) -> f64 {
    norm(cross(a, b))
}

/// Which of two contacts at one place is kept: those with a face say most.
fn rank(a: &SolidSurface, b: &SolidSurface, pair: FeaturePair) -> u32 {
    let of = |s: &SolidSurface, i: u32| match s.pieces[i as usize].extent {
        Extent::Face(_) | Extent::Whole => 0,
        Extent::Ball { .. } | Extent::Round => 1,
        Extent::Side { .. } | Extent::Slant { .. } => 2,
        Extent::Corner { .. } | Extent::Apex { .. } => 3,
        Extent::Rim { .. } => 4,
        Extent::Edge { .. } => 5,
        Extent::RimSpot { .. } => 6,
    };
    of(a, pair.a) + of(b, pair.b)
}

/// Adds all pairs that stand, one for a place and normal, without those just left; sorted.
pub fn touching(
    a: &SolidSurface,
    ma: &Motion,
    b: &SolidSurface,
    mb: &Motion,
    slack: f64,
    left: &[FeaturePair],
    out: &mut Vec<FeaturePair>,
) {
    let mut candidates = Vec::new();
    near(a, ma, b, mb, 2.0 * slack, &mut candidates);
    let mut found: Vec<(u32, FeaturePair, Meeting)> = candidates
        .into_iter()
        .filter(|pair| !left.contains(pair))
        .filter_map(|pair| standing(a, ma, b, mb, pair, slack).map(|m| (rank(a, b, pair), pair, m)))
        .collect();
    found.sort_by_key(|(rank, pair, _)| (*rank, *pair));
    let same = (8.0 * slack).max(SAME_PLACE * a.scale(b));
    let mut kept: Vec<(FeaturePair, Meeting)> = Vec::new();
    for (_, pair, m) in found {
        let doubled = |k: &Meeting| norm(sub(k.point, m.point)) <= same && tilt(k.normal, m.normal) <= SAME_TILT;
        if !kept.iter().any(|(_, k)| doubled(k)) {
            kept.push((pair, m));
        }
    }
    let first = out.len();
    out.extend(kept.iter().map(|(pair, _)| *pair));
    out[first..].sort_unstable();
}
