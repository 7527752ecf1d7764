//! What a pair of features in space can do within a stretch of a path.
//!
//! The distance between two bounded pieces changes no faster than the bodies close, so a pair whose pieces are further
//! apart at the middle of a stretch than half of it can bring them has no contact in it: a true bound, whatever lines and
//! rims do. The same holds for the gap itself while its place stays inside the extents. Only which way a gap goes once
//! the two are near is decided by an estimate: its second derivative at the middle, four times over, with the bodies'
//! accelerations. It is asked only in stretches too short for the gap to show another side: a |d| − r turns where d
//! passes through nothing, so the bodies may come no more than a quarter of r closer, and turn no more than a quarter.
//! And it must agree with the gap at both ends of the stretch, which shows where a rim's place has passed to another.

use super::pairs::{clearance, distance_of, lies_flat, margin};
use super::solid_surface::SolidSurface;
use crate::tolerances::{ESTIMATE_ROUNDING, TRAVEL_SLACK};
use crate::touch::gap_enclosure::enclose_gap;
use crate::touch::scan_state::{HOVER, PathInterval, REST, Scan, State, Verdict};
use mainspring_numerics::vec3::{add_scaled, cross, norm, sub};

use crate::touch::meet::meet;
use crate::touch::motion::Motion;
use crate::touch::primitive::Primitive;

/// As `judge`, for solids and half-spaces.
pub(in crate::touch) fn judge_solids(
    scan: &mut Scan<'_>,
    i: usize,
    s: &PathInterval,
    at: &[Motion; 2],
    (a, b): (&SolidSurface, &SolidSurface),
) -> Verdict {
    let (pair, state) = (scan.follows[i].pair, scan.follows[i].state);
    let tol = scan.tolerance;
    let h = 0.5 * (s.to - s.from);
    let travel = scan.closing * h * (1.0 + TRAVEL_SLACK) + 16.0 * scan.fine;
    let (x, y) = (&a.features()[pair.a as usize].primitive, &b.features()[pair.b as usize].primitive);
    let is = |p: fn(&Primitive) -> bool| p(x) || p(y);
    let round = is(|p| matches!(p, Primitive::Circle { .. }));
    let ellipsoid = is(|p| matches!(p, Primitive::Ellipsoid { .. }));
    // over a plane a rim and an ellipsoid have one lowest place, and true bounds; near a curve there may be several
    let flat = matches!(x, Primitive::Plane { .. }) || matches!(y, Primitive::Plane { .. });
    if (round || ellipsoid) && flat {
        return judge_rim_over_plane(scan, i, s, at, (a, b), travel);
    }
    // beside the axis of a cone the place passes to the other side
    let jumps = round || is(|p| matches!(p, Primitive::Cone { .. }));
    let apart = clearance(a, &at[0], b, &at[1], pair) > travel;
    // a ball around a rim says little: its true distance does
    if apart || (round && distance_of(a, &at[0], b, &at[1], pair) > travel) {
        scan.follows[i].state = scan.state_at(pair, &s.end, state);
        return Verdict::Decided;
    }
    let turning = scan.speeds[0].angular + scan.speeds[1].angular;
    let bend = roundness(x, y).min(a.scale(b));
    let short = travel <= 0.25 * bend && turning * h <= 0.25;
    let Some(m) = meet(x, &at[0], y, &at[1]) else {
        // edges that run parallel all the time leave the contact to their corners; a rim's second place may be there
        // only for a moment
        let never = scan.gap_at(pair, &s.start).is_none() && scan.gap_at(pair, &s.end).is_none();
        let brief = travel <= 0.02 * bend && turning * h <= 0.02;
        // lying on each other without a place of their own: others carry it
        let lies = s.depth >= REST && round && distance_of(a, &at[0], b, &at[1], pair) <= tol;
        let decided = lies || (brief && never) || travel <= tol || scan.ends(s);
        return if decided { Verdict::Decided } else { Verdict::Halve };
    };
    let sliding = |of: &Motion| {
        let arm = sub(m.point, of.position);
        norm(sub(m.point_rate, add_scaled(of.velocity, 1.0, cross(of.spin, arm))))
    };
    let drift = 4.0 * (sliding(&at[0]) + sliding(&at[1])) + scan.closing;
    let inside = margin(a, &at[0], b, &at[1], pair);
    let beyond = inside + drift * h < -tol;
    // of a rim near a curve the place may jump
    if !jumps && (beyond || (inside - drift * h > 0.0 && m.gap.abs() > travel)) {
        scan.follows[i].state = scan.state_at(pair, &s.end, state);
        return Verdict::Decided;
    }
    let Some(o) = enclose_gap(x, &at[0], y, &at[1], &scan.speeds, h) else { return Verdict::Decided };
    if state == State::LetGo && o.low > -tol && o.high < tol {
        return Verdict::Decided;
    }
    let rests = state == State::LetGo && s.depth >= REST && m.gap.abs() <= tol && m.rate.abs() * h <= tol;
    // what the estimate leaves open about the gap at an end, beside value and rate at the middle
    let open = (o.high - o.gap - o.rate.abs() * h).max(0.0) + ESTIMATE_ROUNDING * a.scale(b);
    let agrees =
        |end: &[Motion; 2], to: f64| scan.gap_at(pair, end).is_some_and(|g| (g - o.gap - o.rate * to).abs() <= open);
    let sure = !jumps || (agrees(&s.start, -h) && agrees(&s.end, h));
    let trusted = short && sure && (o.falling || o.rising);
    let last = rests || travel <= tol || scan.ends(s);
    if !(trusted || last) {
        return Verdict::Halve;
    }
    let found = scan.found.len();
    scan.one_way(i, s);
    // a rim's place may have been another's for a moment, just when it closed: look closer
    let lost = jumps && state == State::Open && scan.found.len() == found;
    if lost && !last && scan.gap_at(pair, &s.end).is_some_and(|g| g <= 0.0) {
        scan.follows[i].state = state;
        return Verdict::Halve;
    }
    Verdict::Decided
}

/// A rim or an ellipsoid over a flat face: its gap has true bounds, through moments at which it is flat too.
fn judge_rim_over_plane(
    scan: &mut Scan<'_>,
    i: usize,
    s: &PathInterval,
    at: &[Motion; 2],
    (a, b): (&SolidSurface, &SolidSurface),
    travel: f64,
) -> Verdict {
    let (pair, state) = (scan.follows[i].pair, scan.follows[i].state);
    let tol = scan.tolerance;
    let h = 0.5 * (s.to - s.from);
    let (x, y) = (&a.features()[pair.a as usize].primitive, &b.features()[pair.b as usize].primitive);
    let Some(o) = enclose_gap(x, &at[0], y, &at[1], &scan.speeds, h) else { return Verdict::Decided };
    let nothing = match state {
        State::Open => o.low > 0.0 || o.rising,
        State::LetGo => o.low > -tol && o.high < tol,
        State::Behind => o.high < -tol || o.falling,
    };
    if nothing {
        return Verdict::Decided;
    }
    let passes = || {
        let turning = scan.speeds[0].angular + scan.speeds[1].angular;
        let drift = o.drift.max(turning * a.scale(b));
        // flat, it has no place that could be beyond
        let placed = !lies_flat(a, &at[0], b, &at[1], pair);
        (placed && margin(a, &at[0], b, &at[1], pair) + drift * h < -tol)
            || distance_of(a, &at[0], b, &at[1], pair) > travel
    };
    if (state == State::LetGo && o.low > -tol) || passes() {
        scan.follows[i].state = scan.state_at(pair, &s.end, state);
        return Verdict::Decided;
    }
    let rests = state == State::LetGo && s.depth >= REST && o.gap.abs() <= tol && o.rate.abs() * h <= tol;
    let last = rests || travel <= tol || scan.ends(s) || (s.depth >= HOVER && scan.hovers(pair, state, s, &o));
    if !(o.falling || o.rising || last) {
        return Verdict::Halve;
    }
    scan.one_way(i, s);
    Verdict::Decided
}

/// The smallest length on which a pair's gap bends: thickness about points and lines, radius of rims.
fn roundness(x: &Primitive, y: &Primitive) -> f64 {
    let tube = |p: &Primitive| match p {
        Primitive::Point { radius, .. } | Primitive::Line { radius, .. } => radius.abs(),
        _ => 0.0,
    };
    let rim = |p: &Primitive| match p {
        Primitive::Circle { radius, .. } => radius.abs(),
        // where it is most curved
        Primitive::Ellipsoid { half, .. } => {
            let (least, most) = half.iter().fold((f64::INFINITY, 0.0_f64), |(l, m), a| (l.min(*a), m.max(*a)));
            least * least / most
        }
        _ => f64::INFINITY,
    };
    let thick = tube(x) + tube(y);
    rim(x).min(rim(y)).min(if thick > 0.0 { thick } else { f64::INFINITY })
}
