//! Whether a combined region is what it should be, tried at points on both sides of the pieces it was made of, and of its
//! area, by other means than it was made with.

use super::pieces::{Arrangement, Piece};
use super::sides::Belongs;
use crate::depth::distance;
use crate::region::Region;
use crate::tolerances::TRIED;
use mainspring_numerics::vec2::{hypot, sub};

/// A place where `found` is wrong, None where nothing speaks against it.
pub fn contradiction(
    regions: [&Region; 2],
    arrangement: &Arrangement,
    found: Option<&Region>,
    belongs: Belongs,
    tolerance: f64,
) -> Option<[f64; 2]> {
    let outlines = || regions.into_iter().chain(found).flat_map(Region::segments);
    let count = arrangement.pieces.len();
    let stride = (count * outlines().count()).div_ceil(TRIED).max(1);
    let wrong = |&point: &[f64; 2]| {
        let [a, b] = regions.map(|r| r.contains(point));
        let there = found.is_some_and(|r| r.contains(point));
        there != belongs(a, b) && outlines().all(|s| distance(s, point) > 8.0 * tolerance)
    };
    (arrangement.pieces.iter().step_by(stride))
        .flat_map(Piece::beside)
        .find(wrong)
        .or_else(|| impossible_area(regions, found, belongs, tolerance))
}

/// Areas of combinations lie between bounds that only the areas of the parts decide.
fn impossible_area(
    regions: [&Region; 2],
    found: Option<&Region>,
    belongs: Belongs,
    tolerance: f64,
) -> Option<[f64; 2]> {
    let area = |r: &Region| r.central_moments().1.area;
    let ([a, b], is) = (regions.map(area), found.map_or(0.0, area));
    // of the three parts of the plane, in a alone, in b alone, and in both, the last is between these
    let shared = [0.0, a.min(b)];
    let size = |both: f64| {
        let parts = [(a - both, [true, false]), (b - both, [false, true]), (both, [true, true])];
        parts.into_iter().filter(|(_, [x, y])| belongs(*x, *y)).map(|(part, _)| part).sum::<f64>()
    };
    let [p, q] = shared.map(size);
    let (low, high) = regions[0].bounds();
    let (other_low, other_high) = regions[1].bounds();
    let reach = hypot(sub(high, low)) + hypot(sub(other_high, other_low));
    let pieces = regions.into_iter().flat_map(Region::segments).count() as f64;
    let slack = 8.0 * tolerance * reach * pieces;
    (is < p.min(q) - slack || is > p.max(q) + slack).then(|| regions[0].loops()[0][0].from())
}
