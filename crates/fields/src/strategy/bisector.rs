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

use super::contour::{Axes, Contour, Span, join, spread};

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
    heights: Vec<f64>,
    chord: Vec<Span>,
    unsure: Vec<Span>,
    spans: Vec<Span>,
    xs: Vec<f64>,
}

impl Scratch {
    /// The pieces of the chord of the last cut.
    pub fn chord(&self) -> &[Span] {
        &self.chord
    }
}

/// The line in direction `angle` that halves the area.
///
/// Between two neighbouring corners the area above the line is quadratic in its offset (no arcs: exactly), which gives
/// the start; Newton's method, kept within the bracket, does the rest.
pub(super) fn bisect(contour: &Contour, angle: f64, scratch: &mut Scratch) -> Cut {
    let axes = Axes::along(angle);
    let half = 0.5 * contour.area;
    let excess = |offset: f64| contour.above(&axes, offset).area - half;
    contour.heights(&axes, &mut scratch.heights);
    let heights = &scratch.heights;
    let (mut lower, mut upper) = (0, heights.len() - 1);
    while upper - lower > 1 {
        let between = lower.midpoint(upper);
        if excess(heights[between]) > 0.0 {
            lower = between;
        } else {
            upper = between;
        }
    }
    let (mut low, mut high) = (heights[lower], heights[upper]);
    let mut offset = quadratic_start(low, high, excess(low), excess(0.5 * (low + high)), excess(high));
    let mut above = contour.above(&axes, offset);
    let mut best = (f64::INFINITY, offset);
    for _ in 0..80 {
        let over = above.area - half;
        if over.abs() < best.0 {
            best = (over.abs(), offset);
        }
        if over > 0.0 {
            low = offset;
        } else {
            high = offset;
        }
        contour.chord(&axes, offset, &mut scratch.chord, &mut scratch.xs);
        let length: f64 = scratch.chord.iter().map(|s| s[1] - s[0]).sum();
        let newton = offset + over / length;
        let next = if newton >= low && newton <= high { newton } else { 0.5 * (low + high) };
        if over.abs() <= 0.1 * contour.noise || (next - offset).abs() <= 1e-17 {
            break;
        }
        offset = next;
        above = contour.above(&axes, offset);
    }
    if best.1 != offset {
        offset = best.1;
        above = contour.above(&axes, offset);
    }
    contour.chord(&axes, offset, &mut scratch.chord, &mut scratch.xs);
    let (second, _, middle) = spread(&scratch.chord);
    // what is left of the area's error is taken off at the line
    let over = above.area - half;
    let (g, h) = (above.first[0] - over * middle, above.first[1] - over * offset);
    Cut { axes, offset, g, h, slope: h - second }
}

/// Root of the parabola through three equidistant values that fall from `first` ≥ 0 to `last` ≤ 0.
fn quadratic_start(low: f64, high: f64, first: f64, middle: f64, last: f64) -> f64 {
    // first + b x + c x², x in 0..1
    let c = 2.0 * (first + last - 2.0 * middle);
    let b = last - first - c;
    let root = (b * b - 4.0 * c * first).max(0.0).sqrt();
    // b is negative, or both are rounding errors
    let x = 2.0 * first / (root - b);
    if (0.0..=1.0).contains(&x) { low + (high - low) * x } else { 0.5 * (low + high) }
}

/// Lower and upper bound of dg/dψ over `reach` to both sides of a cut.
pub(super) fn slope_bounds(contour: &Contour, cut: &Cut, reach: f64, scratch: &mut Scratch) -> [f64; 2] {
    // |offset'| ≤ 1; the lines' own slant over |x| ≤ 1; the offset seen at a slant
    let (sin, cos) = libm::sincos(reach);
    let strip = (reach + sin + (1.0 - cos)) / cos + 1e-14;
    // the chord of the cut again: other cuts may have been made since
    contour.chord(&cut.axes, cut.offset, &mut scratch.chord, &mut scratch.xs);
    contour.unsure(&cut.axes, cut.offset, strip, &mut scratch.unsure);
    scratch.spans.clear();
    for piece in &scratch.chord {
        let mut from = piece[0];
        for gap in &scratch.unsure {
            if gap[0] > from && gap[0] < piece[1] {
                scratch.spans.push([from, gap[0]]);
            }
            from = from.max(gap[1].min(piece[1]));
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
