//! Pads of any one shape at the crossings of columns and rows: round pads, or any others that do not fill their cells.
//!
//! Only pads whose box meets the part's box are looked at. One that no edge of the part comes near is under it as a
//! whole or not at all; the others are windows.

use crate::footprint::{Bounds, PlacedFootprint};
use crate::grid_error::{GridError, MOST_CELLS};
use crate::overlap::{Affine, Patch, overlap_at, overlap_slopes_at, push, push_slopes};
use crate::wrench::Wrench;
use mainspring_geometry::{PlaneMoments, Region};

/// Equal pads, each with a density (N/m²) in every group.
#[derive(Clone, Debug)]
pub struct Pads {
    shape: Patch,
    whole: PlaneMoments,
    columns: Vec<f64>,
    rows: Vec<f64>,
    groups: Vec<Vec<[f64; 2]>>,
}

/// How a pad lies to a part.
enum Under {
    Nothing,
    Whole(PlaneMoments),
    Partly,
}

impl Pads {
    /// Pads shaped like `shape`, its origin at every crossing of the middles `columns` and `rows` (m, rising), and for each group
    /// a density for every pad, row by row from below, each row from the left.
    ///
    /// # Errors
    /// Middles that do not rise, more pads than memory allows, densities that do not fit or are no numbers.
    pub fn new(shape: &Region, columns: &[f64], rows: &[f64], groups: &[Vec<[f64; 2]>]) -> Result<Self, GridError> {
        for (axis, points) in [("columns", columns), ("rows", rows)] {
            if points.is_empty() {
                return Err(GridError::TooFew { axis, found: 0 });
            }
            let rises = |i: usize| points[i].is_finite() && (i == 0 || points[i] > points[i - 1]);
            if let Some(index) = (0..points.len()).find(|&i| !rises(i)) {
                return Err(GridError::Breakpoint { axis, index, value: points[index] });
            }
        }
        let (across, up, count) = (columns.len(), rows.len(), groups.len());
        let total = across.checked_mul(up).and_then(|n| n.checked_mul(count));
        if total.is_none_or(|n| n > MOST_CELLS) {
            return Err(GridError::TooLarge { columns: across, rows: up, groups: count });
        }
        if groups.is_empty() {
            return Err(GridError::NoGroup);
        }
        for (group, densities) in groups.iter().enumerate() {
            if densities.len() != across * up {
                return Err(GridError::Count { group, found: densities.len(), cells: across * up });
            }
            if let Some(i) = densities.iter().position(|f| !f.iter().all(|v| v.is_finite())) {
                return Err(GridError::Density { column: i % across, row: i / across, group });
            }
        }
        Ok(Self {
            shape: Patch::new(shape),
            whole: shape.moments(),
            columns: columns.to_vec(),
            rows: rows.to_vec(),
            groups: groups.to_vec(),
        })
    }

    /// The density of a pad with the groups at their levels; those missing count as off.
    fn density(&self, pad: usize, levels: &[f64]) -> Affine {
        let mut value = [0.0; 2];
        for (densities, level) in self.groups.iter().zip(levels) {
            (0..2).for_each(|i| value[i] += level * densities[pad][i]);
        }
        Affine { value, ..Affine::default() }
    }

    /// Calls `visit(pad, middle)` for every pad whose box meets the part's.
    fn near(&self, placed: &PlacedFootprint, mut visit: impl FnMut(usize, [f64; 2])) {
        let (bounds, position, pad) = (placed.bounds(), placed.position(), self.shape.bounds());
        let range = |points: &[f64], i: usize| {
            let first = points.partition_point(|m| (m - position[i]) + pad.high[i] < bounds.low[i]);
            let last = points.partition_point(|m| (m - position[i]) + pad.low[i] <= bounds.high[i]);
            first..last.max(first)
        };
        for row in range(&self.rows, 1) {
            for column in range(&self.columns, 0) {
                visit(row * self.columns.len() + column, [self.columns[column], self.rows[row]]);
            }
        }
    }

    /// No edge of the part near the pad's box: it is inside or outside as a whole.
    fn under(&self, placed: &PlacedFootprint, middle: [f64; 2]) -> Under {
        let at = [0, 1].map(|i| middle[i] - placed.position()[i]);
        let pad = self.shape.bounds();
        let near = placed.pieces().iter().any(|piece| {
            let mut edge = Bounds::NONE;
            edge.include(piece.from);
            edge.include(piece.to);
            edge.meets(pad, [-at[0], -at[1]])
        });
        if near {
            return Under::Partly;
        }
        let place = [0, 1].map(|i| at[i] + 0.5 * (pad.low[i] + pad.high[i]));
        if placed.contains(place) { Under::Whole(self.whole.moved(at)) } else { Under::Nothing }
    }

    /// Calls `visit(pad, moments)` for every pad under the part, in whole or in part; moments about the part's origin.
    pub fn coverage(&self, placed: &PlacedFootprint, mut visit: impl FnMut(usize, &PlaneMoments)) {
        self.near(placed, |pad, middle| match self.under(placed, middle) {
            Under::Nothing => {}
            Under::Whole(moments) => visit(pad, &moments),
            Under::Partly => {
                let moments = overlap_at(placed, &self.shape, middle);
                if moments.area != 0.0 {
                    visit(pad, &moments);
                }
            }
        });
    }

    /// Force and torque of the pads under a part (N, N·m), each group at its level (1 is fully on).
    #[must_use]
    pub fn wrench(&self, placed: &PlacedFootprint, levels: &[f64]) -> Wrench {
        let mut sum = Wrench::default();
        self.coverage(placed, |pad, moments| {
            sum = sum.plus(&push(moments, &self.density(pad, levels), placed.position()));
        });
        sum
    }

    /// The wrench, and its slopes by x, y (m) and angle (rad) of the part's pose.
    #[must_use]
    pub fn wrench_slopes(&self, placed: &PlacedFootprint, levels: &[f64]) -> (Wrench, [Wrench; 3]) {
        let (mut sum, mut slopes) = (Wrench::default(), [Wrench::default(); 3]);
        let none = PlaneMoments::default();
        self.near(placed, |pad, middle| {
            let (moments, by) = match self.under(placed, middle) {
                Under::Nothing => return,
                // the pad stays, the point its moments are about moves
                Under::Whole(whole) => {
                    let back = [[-whole.area, 0.0], [0.0, -whole.area]].map(|first| PlaneMoments { first, ..none });
                    (whole, [back[0], back[1], none])
                }
                Under::Partly => overlap_slopes_at(placed, &self.shape, middle),
            };
            let density = self.density(pad, levels);
            sum = sum.plus(&push(&moments, &density, placed.position()));
            let by = push_slopes(&moments, &by, &density, placed.position());
            (0..3).for_each(|k| slopes[k] = slopes[k].plus(&by[k]));
        });
        (sum, slopes)
    }
}
