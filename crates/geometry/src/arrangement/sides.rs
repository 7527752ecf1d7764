//! Which of two regions lies on either side of each piece.
//!
//! A region lies left of its own outline. Of the other region a piece sees the same on both sides, and so does the next
//! piece of the walk, up to a vertex that the other outline passes through: each such run is decided by one point of it,
//! well away from the other outline.

use super::pieces::Arrangement;
use crate::depth::distance;
use crate::region::Region;
use crate::tolerances::CERTAIN;

/// Whether a point belongs to a combination, of whether it is in the first and in the second region.
pub type Belongs = fn(bool, bool) -> bool;

/// Whether the first and the second region lie left of a piece, and right of it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sides {
    pub left: [bool; 2],
    pub right: [bool; 2],
}

/// The sides of each piece of the arrangement.
pub fn of_pieces(regions: [&Region; 2], arrangement: &Arrangement, tolerance: f64) -> Vec<Sides> {
    let mut sides = vec![Sides::default(); arrangement.pieces.len()];
    for region in [0, 1] {
        let mut passed = vec![false; arrangement.points.len()];
        for (piece, sides) in arrangement.pieces.iter().zip(&mut sides) {
            let [along, against] = piece.uses[region];
            if along + against > 0 {
                // outlines of one region that run both ways along a piece have it on both sides, or between them a cusp
                let both = along == against && piece.beside().into_iter().all(|p| regions[region].contains(p));
                (sides.left[region], sides.right[region]) = (along > against || both, against > along || both);
                (passed[piece.from], passed[piece.to]) = (true, true);
            }
        }
        let bounds = regions[region].bounds();
        for walk in &arrangement.walks[1 - region] {
            for run in runs(arrangement, walk, region, &passed) {
                let inside = is_inside(regions[region], bounds, arrangement, &run, tolerance);
                for piece in run {
                    (sides[piece].left[region], sides[piece].right[region]) = (inside, inside);
                }
            }
        }
    }
    sides
}

/// The pieces of a walk that are not on the outline of `region`, divided where that outline passes.
fn runs(arrangement: &Arrangement, walk: &[usize], region: usize, passed: &[bool]) -> Vec<Vec<usize>> {
    let count = walk.len();
    let ends = |i: usize| [arrangement.pieces[walk[i]].from, arrangement.pieces[walk[i]].to];
    // a walk may follow its pieces in either direction: the vertex between two is the one they share
    let divided = |i: usize| {
        let (before, here) = (ends((i + count - 1) % count), ends(i));
        here.into_iter().any(|v| before.contains(&v) && passed[v])
    };
    let first = (0..count).find(|&i| divided(i)).unwrap_or(0);
    let mut runs: Vec<Vec<usize>> = Vec::new();
    for k in 0..count {
        let i = (first + k) % count;
        if k == 0 || divided(i) {
            runs.push(Vec::new());
        }
        if let Some(run) = runs.last_mut()
            && arrangement.pieces[walk[i]].uses[region] == [0, 0]
        {
            run.push(walk[i]);
        }
    }
    runs.retain(|run| !run.is_empty());
    runs
}

/// Whether a run lies inside a region, whose box is known.
fn is_inside(
    region: &Region,
    (low, high): ([f64; 2], [f64; 2]),
    arrangement: &Arrangement,
    run: &[usize],
    tolerance: f64,
) -> bool {
    let far = CERTAIN * tolerance;
    let (mut farthest, mut best) = (f64::NEG_INFINITY, [0.0; 2]);
    for &piece in run {
        for share in [0.5, 0.25, 0.75] {
            let point = arrangement.pieces[piece].curve.point_at(share);
            if (0..2).any(|k| point[k] < low[k] - far || point[k] > high[k] + far) {
                return false;
            }
            let away = region.segments().map(|s| distance(s, point)).fold(f64::INFINITY, f64::min);
            if away > farthest {
                (farthest, best) = (away, point);
            }
            if farthest > far {
                return region.contains(best);
            }
        }
    }
    region.contains(best)
}
