//! Booleans of regions whose outlines, lines and arcs, cross or run along each other.
//!
//! The outlines are cut at all places they share, so that pieces meet at their ends only ([`vertices`], [`pieces`]); each
//! piece learns which region lies on either side of it ([`sides`]); the pieces between what belongs to the result and
//! what does not make up its outlines ([`outlines`]). Arcs stay arcs of their own circle.
//!
//! Places nearer than a tolerance are one, and pieces nearer than that over their whole length are one piece. That
//! decides tangents, shared edges and shared circles without exact arithmetic, and can fail where features are as small
//! as the tolerance: then as many pieces do not come to a place as leave it, or points beside the outline are not what
//! they should be. Both are looked for ([`soundness`]), coarser tolerances tried, and what stays in doubt is refused.

mod crossings;
mod outlines;
mod pieces;
mod sides;
mod soundness;
mod spokes;
mod vertices;

use crate::region::Region;
use crate::region_error::RegionError;
use crate::segment::Segment;
use crate::tolerances::{COARSER, NEARLY, ROUNDINGS};
use mainspring_numerics::vec2::{hypot, sub};

pub use sides::Belongs;

/// The points for which `belongs` holds, which must not hold outside both.
pub fn combined(a: &Region, b: &Region, belongs: Belongs) -> Result<Region, RegionError> {
    let finest = tolerance(a, b);
    let mut doubtful = a.loops()[0][0].from();
    for coarser in COARSER {
        let tolerance = finest * coarser;
        let arrangement = pieces::arranged([a, b], tolerance);
        let sides = sides::of_pieces([a, b], &arrangement, tolerance);
        let loops = match outlines::between(&arrangement, &sides, belongs, tolerance) {
            Ok(loops) => loops,
            Err(at) => {
                doubtful = at;
                continue;
            }
        };
        let region = Region::from_loops(loops);
        let found = region.as_ref().ok();
        match soundness::contradiction([a, b], &arrangement, found, belongs, tolerance) {
            None => return region,
            Some(at) => doubtful = at,
        }
    }
    Err(RegionError::Doubtful { at: doubtful })
}

/// Distance below which places are one: small against either region, large against the rounding of their numbers.
fn tolerance(a: &Region, b: &Region) -> f64 {
    let size = |r: &Region| {
        let (low, high) = r.bounds();
        hypot(sub(high, low))
    };
    let reach = |s: &Segment| match *s {
        Segment::Line { from, .. } => hypot(from),
        Segment::Arc { from, center, .. } => hypot(center) + hypot(sub(from, center)),
    };
    let farthest = a.segments().chain(b.segments()).map(reach).fold(0.0, f64::max);
    NEARLY * size(a).min(size(b)) + ROUNDINGS * f64::EPSILON * farthest
}
