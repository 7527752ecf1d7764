//! Moments of what a part and a window have in common, without building the intersection.
//!
//! With T_e the area below edge e down to a base line under the part, the indicator of a region is Σ s_e 1(T_e), s = +1
//! for edges that run leftwards (the region below them) and −1 for those that run rightwards. Hence
//!
//!   ∫_{P∩W} g dA = Σ_{e,f} s_e s_f ∫_{T_e ∩ T_f} g dA,
//!
//! and T_e ∩ T_f is what lies below the lower of both over their common stretch of x. Every term is continuous in
//! the data, so shared edges, shared vertices and near misses cost a rounding and no decision. Upright edges drop out.
//! Window edges below the base add nothing, those above the part's top leave e alone: nothing is ever larger than
//! the part's own box, whatever the window's size.
//!
//! Slopes: the stretches of e that lie below some f, with their signs, add up to ∂P ∩ W; a displacement δr of the part
//! changes ∫ g by ∮_{∂P∩W} g δr·n ds, with n ds = (dy, −dx). Over an arc each such integral is that over its chord and, by
//! Green, one over its cap.

use crate::footprint::{Bounds, Piece, PlacedFootprint, inside, pieces_of};
use crate::wrench::Wrench;
use mainspring_geometry::{PlaneMoments, Region, Segment};

/// A window's region in the world, prepared: monotone pieces and the box around them (m).
#[derive(Clone, Debug, Default)]
pub struct Patch {
    pieces: Vec<Piece>,
    bounds: Bounds,
}

impl Patch {
    /// Of a region where it is.
    #[must_use]
    pub fn new(region: &Region) -> Self {
        let mut patch = Self { pieces: Vec::new(), bounds: Bounds::NONE };
        patch.place(region, [0.0; 2], 0.0);
        patch
    }

    /// Of a region turned by `angle` (rad) about its own origin, which is put at `position` (m); for windows that move.
    pub fn place(&mut self, region: &Region, position: [f64; 2], angle: f64) {
        self.pieces.clear();
        self.bounds = Bounds::NONE;
        let (s, c) = libm::sincos(angle);
        let place = |p: [f64; 2]| [position[0] + c * p[0] - s * p[1], position[1] + s * p[0] + c * p[1]];
        for edge in region.loops().iter().flatten() {
            let edge = match *edge {
                Segment::Line { from, to } => Segment::Line { from: place(from), to: place(to) },
                Segment::Arc { from, to, center, sweep } => {
                    Segment::Arc { from: place(from), to: place(to), center: place(center), sweep }
                }
            };
            pieces_of(&edge, |piece| {
                self.bounds.include(piece.from);
                self.bounds.include(piece.to);
                self.pieces.push(piece);
            });
        }
    }

    /// The outline in pieces monotone in x and y (m).
    #[inline]
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The box around it (m).
    #[inline]
    #[must_use]
    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// Whether a point of the world is inside; one of the outline itself may count either way.
    #[inline]
    #[must_use]
    pub fn contains(&self, point: [f64; 2]) -> bool {
        inside(&self.pieces, point)
    }
}

/// How a part lies to a window, by boxes alone.
pub(crate) enum Cover {
    Outside,
    Inside,
    Partly,
}

/// With the part's origin at `position`. No edge of the window enters the part's box: then the box is inside or outside, and its middle far from any edge.
pub(crate) fn cover(placed: &PlacedFootprint, patch: &Patch, position: [f64; 2]) -> Cover {
    let bounds = placed.bounds();
    if !bounds.meets(&patch.bounds, position) {
        return Cover::Outside;
    }
    let enters = |piece: &Piece| {
        (0..2).all(|i| {
            let (p, q) = (piece.from[i] - position[i], piece.to[i] - position[i]);
            p.min(q) <= bounds.high[i] && p.max(q) >= bounds.low[i]
        }) && piece.bend.is_none_or(|bend| {
            // not if the whole box is nearer to the arc's centre than the arc
            let far = [0, 1].map(|i| {
                let c = bend.center[i] - position[i];
                (c - bounds.low[i]).abs().max((c - bounds.high[i]).abs())
            });
            far[0] * far[0] + far[1] * far[1] >= bend.radius * bend.radius
        })
    };
    if patch.pieces.iter().any(enters) {
        return Cover::Partly;
    }
    let middle = [0, 1].map(|i| position[i] + 0.5 * (bounds.low[i] + bounds.high[i]));
    if patch.contains(middle) { Cover::Inside } else { Cover::Outside }
}

/// Area, first and second moments of P ∩ W about the part's origin, in world axes (m², m³, m⁴).
#[inline]
#[must_use]
pub fn overlap(placed: &PlacedFootprint, patch: &Patch) -> PlaneMoments {
    overlap_at(placed, patch, [0.0; 2])
}

/// The same with the window moved by `by` (m), so that one patch serves many equal windows.
#[must_use]
pub fn overlap_at(placed: &PlacedFootprint, patch: &Patch, by: [f64; 2]) -> PlaneMoments {
    let position = [0, 1].map(|i| placed.position()[i] - by[i]);
    match cover(placed, patch, position) {
        Cover::Outside => PlaneMoments::default(),
        Cover::Inside => placed.moments(),
        Cover::Partly => {
            let base = placed.bounds().low[1];
            let mut sum = PlaneMoments::default();
            sweep(placed, patch, position, |low, p, q, sign, _| add_under(&mut sum, low, p, q, base, sign));
            sum.moved([0.0, base])
        }
    }
}

/// The moments of [`overlap`], and their slopes by x, y (m) and angle (rad) of the part's pose; a part's origin moves
/// with it, and moments stay about the point where it is.
#[inline]
#[must_use]
pub fn overlap_slopes(placed: &PlacedFootprint, patch: &Patch) -> (PlaneMoments, [PlaneMoments; 3]) {
    overlap_slopes_at(placed, patch, [0.0; 2])
}

/// The same with the window moved by `by` (m).
#[must_use]
pub fn overlap_slopes_at(placed: &PlacedFootprint, patch: &Patch, by: [f64; 2]) -> (PlaneMoments, [PlaneMoments; 3]) {
    let none = PlaneMoments::default();
    let position = [0, 1].map(|i| placed.position()[i] - by[i]);
    match cover(placed, patch, position) {
        Cover::Outside => (none, [none; 3]),
        Cover::Inside => {
            let whole = placed.moments();
            let ([x, y], [xx, xy, yy]) = (whole.first, whole.second);
            let turning = PlaneMoments { area: 0.0, first: [-y, x], second: [-2.0 * xy, xx - yy, 2.0 * xy] };
            (whole, [none, none, turning])
        }
        Cover::Partly => {
            let base = placed.bounds().low[1];
            let (mut sum, mut slopes) = (none, [none; 3]);
            sweep(placed, patch, position, |low, p, q, sign, own| {
                add_under(&mut sum, low, p, q, base, sign);
                if own {
                    // an edge above the region runs leftwards
                    add_flux(&mut slopes, low, p, q, -sign);
                }
            });
            add_upright(placed, patch, position, &mut slopes);
            let sum = sum.moved([0.0, base]);
            // moments are about the part's origin, which moves as well
            let ([x, y], area) = (sum.first, sum.area);
            let back = [
                PlaneMoments { area: 0.0, first: [area, 0.0], second: [2.0 * x, y, 0.0] },
                PlaneMoments { area: 0.0, first: [0.0, area], second: [0.0, x, 2.0 * y] },
            ];
            (sum, [slopes[0].minus(&back[0]), slopes[1].minus(&back[1]), slopes[2]])
        }
    }
}

/// Calls `visit(lower, p, q, sign, own)` for every stretch, from left to right p to q, of the lower of two edges; `own` if
/// it is the part's. All relative to the part's origin.
fn sweep(
    placed: &PlacedFootprint,
    patch: &Patch,
    position: [f64; 2],
    mut visit: impl FnMut(&Piece, [f64; 2], [f64; 2], f64, bool),
) {
    let bounds = *placed.bounds();
    let (base, top) = (bounds.low[1], bounds.high[1]);
    for piece in &patch.pieces {
        let f = piece.seen_from(position);
        let (a, b, sign) = f.rightwards();
        let (left, right) = (a[0].max(bounds.low[0]), b[0].min(bounds.high[0]));
        let (lowest, highest) = (a[1].min(b[1]), a[1].max(b[1]));
        if left >= right || highest <= base {
            continue;
        }
        if lowest >= top {
            under_lid(placed, left, right, sign, &mut visit);
            continue;
        }
        // f rises or falls: one stretch below the base, one within the part's heights, one above its top
        let (mut from, mut to) = (left, right);
        let rises = a[1] <= b[1];
        if lowest < base {
            let at = f.reaches(base).clamp(left, right);
            if rises { from = at } else { to = at }
        }
        if highest > top {
            let at = f.reaches(top).clamp(left, right);
            if rises {
                to = at.max(from);
                under_lid(placed, to, right, sign, &mut visit);
            } else {
                from = at.min(to);
                under_lid(placed, left, from, sign, &mut visit);
            }
        }
        if from < to {
            under_both(placed, &f, from, to, sign, &mut visit);
        }
    }
}

/// The part's edges alone, over [left, right].
fn under_lid(
    placed: &PlacedFootprint,
    left: f64,
    right: f64,
    sign: f64,
    visit: &mut impl FnMut(&Piece, [f64; 2], [f64; 2], f64, bool),
) {
    for e in placed.pieces() {
        let (a, b, own) = e.rightwards();
        let (l, r) = (a[0].max(left), b[0].min(right));
        if l < r {
            visit(e, [l, e.height(l)], [r, e.height(r)], own * sign, true);
        }
    }
}

/// The lower of f and each edge of the part, over [left, right].
fn under_both(
    placed: &PlacedFootprint,
    f: &Piece,
    left: f64,
    right: f64,
    sign: f64,
    visit: &mut impl FnMut(&Piece, [f64; 2], [f64; 2], f64, bool),
) {
    for e in placed.pieces() {
        let (a, b, own) = e.rightwards();
        let (l, r) = (a[0].max(left), b[0].min(right));
        if l >= r {
            continue;
        }
        let sign = own * sign;
        let (el, er, fl, fr) = (e.height(l), e.height(r), f.height(l), f.height(r));
        if e.bend.is_none() && f.bend.is_none() {
            let (dl, dr) = (el - fl, er - fr);
            if dl <= 0.0 && dr <= 0.0 {
                visit(e, [l, el], [r, er], sign, true);
            } else if dl >= 0.0 && dr >= 0.0 {
                visit(f, [l, fl], [r, fr], sign, false);
            } else {
                let t = dl / (dl - dr);
                let at = [l + t * (r - l), el + t * (er - el)];
                let (first, second) = if dl < 0.0 { (e, f) } else { (f, e) };
                let (start, end) = if dl < 0.0 { (el, fr) } else { (fl, er) };
                visit(first, [l, start], at, sign, dl < 0.0);
                visit(second, at, [r, end], sign, dl >= 0.0);
            }
            continue;
        }
        let cuts = crossings(e, f, l, r);
        let mut from = l;
        for to in [cuts[0], cuts[1], r] {
            if to <= from {
                continue;
            }
            let middle = 0.5 * (from + to);
            let own = e.height(middle) <= f.height(middle);
            let low = if own { e } else { f };
            visit(low, [from, low.height(from)], [to, low.height(to)], sign, own);
            from = to;
        }
    }
}

/// Where two pieces, at least one of them an arc, may cross between `l` and `r`, in order. A crossing too many only
/// splits a stretch.
pub(crate) fn crossings(e: &Piece, f: &Piece, l: f64, r: f64) -> [f64; 2] {
    let (first, second) = match (&e.bend, &f.bend) {
        (None, None) => return [l, l],
        (Some(p), Some(q)) => {
            let between = [q.center[0] - p.center[0], q.center[1] - p.center[1]];
            let distance = libm::hypot(between[0], between[1]);
            if distance == 0.0 {
                return [l, l];
            }
            let foot = 0.5 * (distance + (p.radius - q.radius) * ((p.radius + q.radius) / distance));
            let half = ((p.radius - foot) * (p.radius + foot)).max(0.0).sqrt();
            let along = [between[0] / distance, between[1] / distance];
            (p.center[0] + foot * along[0] - half * along[1], p.center[0] + foot * along[0] + half * along[1])
        }
        (Some(bend), None) | (None, Some(bend)) => {
            let line = if e.bend.is_none() { e } else { f };
            let d = [line.to[0] - line.from[0], line.to[1] - line.from[1]];
            let long = libm::hypot(d[0], d[1]);
            let along = [d[0] / long, d[1] / long];
            let p = [line.from[0] - bend.center[0], line.from[1] - bend.center[1]];
            let off = along[0] * p[1] - along[1] * p[0];
            let half = ((bend.radius - off) * (bend.radius + off)).max(0.0).sqrt();
            // counted from the foot of the centre on the line
            let foot = bend.center[0] - off * along[1];
            (foot - half * along[0], foot + half * along[0])
        }
    };
    let sound = |x: f64| if x > l && x < r { x } else { l };
    let (first, second) = (sound(first), sound(second));
    [first.min(second), first.max(second)]
}

/// Adds what lies below a stretch of an edge, down to `base`, heights counted from the base.
pub(crate) fn add_under(sum: &mut PlaneMoments, edge: &Piece, p: [f64; 2], q: [f64; 2], base: f64, sign: f64) {
    // a line about its middle (m, h): x = m + u, y = h + d u / w
    let (w, m) = (q[0] - p[0], 0.5 * (p[0] + q[0]));
    let (d, h) = (q[1] - p[1], 0.5 * ((p[1] - base) + (q[1] - base)));
    let twelfth = 1.0 / 12.0;
    let area = sign * w * h;
    let across = sign * d * w * w * twelfth;
    let up = 0.5 * sign * w * (h * h + d * d * twelfth);
    sum.area += area;
    sum.first[0] += m * area + across;
    sum.first[1] += up;
    sum.second[0] += m * (m * area + 2.0 * across) + area * w * w * twelfth;
    sum.second[1] += m * up + h * across;
    sum.second[2] += area * (h * h + 0.25 * d * d) / 3.0;
    if let Some(bend) = &edge.bend {
        let cap = bend.cap(p, q).moved([0.0, -base]);
        *sum = if sign * bend.side[1] > 0.0 { sum.plus(&cap) } else { sum.minus(&cap) };
    }
}

/// Adds ∮ g δr·n ds over a stretch from p to q, times `sign`, for δr = (1, 0), (0, 1) and (−y, x).
fn add_flux(slopes: &mut [PlaneMoments; 3], edge: &Piece, p: [f64; 2], q: [f64; 2], sign: f64) {
    let d = [q[0] - p[0], q[1] - p[1]];
    // the integrands are cubic along a line: two Gauss points
    for side in [-1.0, 1.0] {
        let t = side * 0.5 / 3f64.sqrt();
        let [x, y] = [0, 1].map(|i| 0.5 * (p[i] + q[i]) + t * d[i]);
        let flux = [d[1], -d[0], -(x * d[0] + y * d[1])].map(|v| 0.5 * sign * v);
        for k in 0..3 {
            let v = flux[k];
            slopes[k].area += v;
            slopes[k].first[0] += v * x;
            slopes[k].first[1] += v * y;
            slopes[k].second[0] += v * x * x;
            slopes[k].second[1] += v * x * y;
            slopes[k].second[2] += v * y * y;
        }
    }
    let Some(bend) = &edge.bend else { return };
    // Green over the cap: ∮g dy → ∫g_x, −∮g dx → ∫g_y, −∮g (x dx + y dy) → ∫(x g_y − y g_x); left to right above the
    // centre is clockwise
    let cap = bend.cap(p, q);
    let sign = -sign * bend.side[1];
    let (a, [x, y], [xx, xy, yy]) = (cap.area, cap.first, cap.second);
    let add = [
        PlaneMoments { area: 0.0, first: [a, 0.0], second: [2.0 * x, y, 0.0] },
        PlaneMoments { area: 0.0, first: [0.0, a], second: [0.0, x, 2.0 * y] },
        PlaneMoments { area: 0.0, first: [-y, x], second: [-2.0 * xy, xx - yy, 2.0 * xy] },
    ];
    for k in 0..3 {
        slopes[k] = if sign > 0.0 { slopes[k].plus(&add[k]) } else { slopes[k].minus(&add[k]) };
    }
}

/// Upright edges of the part within the window: they bound no area below them, but slopes see them.
fn add_upright(placed: &PlacedFootprint, patch: &Patch, position: [f64; 2], slopes: &mut [PlaneMoments; 3]) {
    for e in placed.pieces().iter().filter(|e| e.from[0] == e.to[0]) {
        let x = e.from[0];
        let (low, high) = (e.from[1].min(e.to[1]), e.from[1].max(e.to[1]));
        let way = if e.to[1] > e.from[1] { 1.0 } else { -1.0 };
        for f in &patch.pieces {
            let f = f.seen_from(position);
            let (a, b, sign) = f.rightwards();
            if a[0] <= x && x < b[0] {
                let y = f.height(x).clamp(low, high);
                add_flux(slopes, e, [x, low], [x, y], way * sign);
            }
        }
    }
}

/// A density that is affine in the place: f(r) = value + slope (r − at), in N/m².
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Affine {
    /// where `value` holds (m)
    pub at: [f64; 2],
    /// there (N/m²)
    pub value: [f64; 2],
    /// ∂f/∂r by rows (N/m³)
    pub slope: [[f64; 2]; 2],
}

/// Force and torque of an affine density over an area whose moments about `position` are given.
#[inline]
#[must_use]
pub fn push(moments: &PlaneMoments, density: &Affine, position: [f64; 2]) -> Wrench {
    let off = [position[0] - density.at[0], position[1] - density.at[1]];
    let b = density.slope;
    let c = [0, 1].map(|i| density.value[i] + b[i][0] * off[0] + b[i][1] * off[1]);
    let (area, [x, y], [xx, xy, yy]) = (moments.area, moments.first, moments.second);
    Wrench {
        force: [0, 1].map(|i| c[i] * area + b[i][0] * x + b[i][1] * y),
        torque: c[1] * x - c[0] * y + b[1][0] * xx + (b[1][1] - b[0][0]) * xy - b[0][1] * yy,
    }
}

/// Slopes of [`push`] by x, y and angle of the part's pose, from the moments and slopes of [`overlap_slopes`].
#[inline]
#[must_use]
pub fn push_slopes(
    moments: &PlaneMoments,
    slopes: &[PlaneMoments; 3],
    density: &Affine,
    position: [f64; 2],
) -> [Wrench; 3] {
    let b = density.slope;
    let (area, [x, y]) = (moments.area, moments.first);
    // the density under the part's origin changes as the part moves
    let carried = [0, 1].map(|k| Wrench { force: [b[0][k] * area, b[1][k] * area], torque: b[1][k] * x - b[0][k] * y });
    let by = [0, 1, 2].map(|k| push(&slopes[k], density, position));
    [by[0].plus(&carried[0]), by[1].plus(&carried[1]), by[2]]
}
