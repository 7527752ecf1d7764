//! The line of given direction that halves a part's area, and what the squeeze field does there.
//!
//! Let the line have the direction t (angle ψ from the part's x axis), n its left normal, S = ∫ r dA over the half on the
//! side of n, r from the centre of area, and g = t·S, h = n·S. The field of density f towards the line has the moment
//! and potential
//!   M = −2 f g,   U = 2 f h.
//! When the line turns and goes on halving the area it turns about the middle s̄ of its chord, so that dS/dψ = −I t with I
//! the second moment of the chord about s̄ (all its pieces together), and with it
//!   dg/dψ = h − I,   dh/dψ = −g,   d(offset)/dψ = −s̄.
//! Hence h'' + h = I ≥ 0: h is the support function of a convex curve, the one S runs along (cf. Böhringer, Donald,
//! MacDonald, "Programmable force fields for distributed manipulation", IEEE Trans. Robotics Autom. 15 (1999)).
//!
//! Bounds over a range of directions ψ ± w: the offsets differ by at most w (unit radius), so all lines lie within a strip
//! about the middle one; where the outline stays out of the strip inside remains inside. A chord's second moment grows with
//! the chord, so the sure part of the strip gives a lower bound of I and sure and unsure part together an upper one.

use super::contour::{Axes, Contour, Span, View, join, spread};
use crate::tolerances::{BISECTOR_CLOSED, BISECTOR_NOISE, STRIP_SLACK};

/// The halving line of one direction, in units of the part's radius.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    pub axes: Axes,
    /// n·r of the line
    pub offset: f64,
    /// S along the line
    pub g: f64,
    /// S across the line
    pub h: f64,
    /// dg/dψ
    pub slope: f64,
}

/// Buffers of the search for halving lines, reused from one to the next.
#[derive(Default)]
pub(super) struct Scratch {
    view: View,
    chord: Vec<Span>,
    unsure: Vec<Span>,
    spans: Vec<Span>,
}

impl Scratch {
    /// The pieces of the chord of the last cut.
    pub fn chord(&self) -> &[Span] {
        &self.chord
    }
}

/// The line in direction `angle` that halves the area.
///
/// The area above the line falls with its offset by the chord's length; between two neighbouring corners it is quadratic.
/// Newton's method from the centre, kept within a bracket that is halved whenever a step does not halve the error,
/// ends where rounding does; what error is left is taken off at the line.
pub(super) fn bisect(contour: &Contour, angle: f64, scratch: &mut Scratch) -> Cut {
    let axes = Axes::along(angle);
    scratch.view.turn(contour, &axes);
    let view = &mut scratch.view;
    let half = 0.5 * contour.area;
    let (mut low, mut high, mut offset) = (-1.0, 1.0, 0.0);
    let mut above = view.above(offset);
    let mut best = (offset, above);
    let mut before = f64::INFINITY;
    let mut polished = 0;
    for _ in 0..120 {
        let over = above.area - half;
        if over.abs() <= (best.1.area - half).abs() {
            best = (offset, above);
        }
        if over > 0.0 {
            low = offset;
        } else {
            high = offset;
        }
        // within rounding two more steps are all that can help
        polished += usize::from(over.abs() <= contour.noise);
        if over.abs() <= BISECTOR_NOISE * contour.noise || polished > 2 || high - low <= BISECTOR_CLOSED {
            break;
        }
        let newton = offset + over / above.length;
        let inside = newton > low && newton < high && over.abs() < 0.5 * before;
        let next = if inside { newton } else { 0.5 * (low + high) };
        // a bracket cut in half says nothing of the error yet
        before = if inside { over.abs() } else { f64::INFINITY };
        if next == offset {
            break;
        }
        offset = next;
        above = view.above(offset);
    }
    let (offset, above) = best;
    view.chord(offset, &mut scratch.chord);
    let (second, _, middle) = spread(&scratch.chord);
    let over = above.area - half;
    let (g, h) = (above.first[0] - over * middle, above.first[1] - over * offset);
    Cut { axes, offset, g, h, slope: h - second }
}

/// Lower and upper bound of dg/dψ over `reach` to both sides of a cut, the last one made with this scratch.
pub(super) fn slope_bounds(contour: &Contour, cut: &Cut, reach: f64, scratch: &mut Scratch) -> [f64; 2] {
    // |offset'| ≤ 1; the lines' own slant over |x| ≤ 1; the offset seen at a slant
    let (sin, cos) = libm::sincos(reach);
    let strip = (reach + sin + (1.0 - cos)) / cos + STRIP_SLACK;
    scratch.view.unsure(cut.offset, strip, &mut scratch.unsure);
    scratch.spans.clear();
    for piece in &scratch.chord {
        let mut from = piece[0];
        for gap in &scratch.unsure {
            if gap[0] >= piece[1] {
                break;
            }
            if gap[0] > from {
                scratch.spans.push([from, gap[0]]);
            }
            from = from.max(gap[1]);
        }
        if from < piece[1] {
            scratch.spans.push([from, piece[1]]);
        }
    }
    let (least, _, _) = spread(&scratch.spans);
    scratch.spans.extend_from_slice(&scratch.unsure);
    join(&mut scratch.spans);
    let (most, _, _) = spread(&scratch.spans);
    // a slanted line's chord is longer than its shadow on the middle one
    let most = most / (cos * cos * cos);
    let swing = (0.5 * contour.area).min(cut.g.abs() + reach * (0.5 * contour.area + most));
    [cut.h - reach * swing - most, cut.h + reach * swing - least]
}

#[cfg(test)]
mod tests {
    use super::*;
    use mainspring_geometry::Region;

    #[test]
    fn no_slope_leaves_its_bounds() {
        let zed = [[0.0, 0.0], [2.0, 0.0], [2.2, 1.0], [3.0, 1.1], [3.0, 2.0], [1.0, 2.0], [1.0, 1.0], [0.0, 1.0]];
        let plate = Region::rect(3.0, 2.0).unwrap();
        let parts = [
            Region::polygon(&zed).unwrap().0,
            plate.difference(&Region::disc([0.3, 0.2], 0.6).unwrap()).unwrap(),
            Region::sector([0.0, 0.0], 1.0, 0.0, 4.0).unwrap(),
        ];
        let mut scratch = Scratch::default();
        for part in &parts {
            let contour = Contour::of(part).unwrap();
            for i in 0..60 {
                let angle = 0.05 * f64::from(i);
                for reach in [0.1, 0.01, 1e-3, 1e-5] {
                    let cut = bisect(&contour, angle, &mut scratch);
                    let [low, high] = slope_bounds(&contour, &cut, reach, &mut scratch);
                    for k in -10..=10 {
                        let by = 0.1 * reach * f64::from(k);
                        let there = bisect(&contour, angle + by, &mut scratch);
                        assert!(there.slope >= low - 1e-13 && there.slope <= high + 1e-13, "{angle} {reach} {k}");
                        let line = cut.g + by * 0.5 * (low + high);
                        let off = 0.5 * (high - low) * reach + 1e-13;
                        assert!((there.g - line).abs() <= off, "{angle} {reach} {k}");
                    }
                }
            }
        }
    }
}
