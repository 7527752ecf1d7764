//! The plane of angle over travel of a pawl: its window, its curves, and what of it a run keeps.

use crate::quantities::{EACH, SHARED};
use crate::tolerances::{BEYOND_END, EARLY_END, LEAST_ANGLES, MORE_ANGLES};
use crate::traced_motion::TracedMotion;
use mainspring_model::SweepModel;
use mainspring_record::DrawnPlane;
use mainspring_sweep::{Plane, Trajectory, Window, plane};

/// Arcs that a run keeps for its page.
const KEPT_ARCS: usize = 2000;
/// Points of all planes together that a run keeps.
const KEPT_POINTS: usize = 20_000;
/// Pairs of corners that are looked at for it: a run must not take longer than its motion does to find.
const KEPT_PAIRS: usize = 300_000;

/// Until when curves are shown: a little beyond an early end, at most to the end that was asked for, s.
#[must_use]
pub fn shown_until(sweep: &SweepModel, end: f64, from: f64, to: Option<f64>) -> f64 {
    let asked = sweep.until.to_f64().value();
    // rounding ends no motion early
    let asked = if asked - end > EARLY_END * asked { asked } else { end };
    // a motion that cannot begin has gone no way to measure by
    let gone = if end > from { end - from } else { asked };
    to.unwrap_or(end + BEYOND_END * gone).min(asked)
}

/// Lowest and highest deflection worth showing with a path, rad.
#[must_use]
pub fn shown_angles(trajectory: &Trajectory, [from, to]: [f64; 2]) -> [f64; 2] {
    let pieces = trajectory.pieces.iter().filter(|p| p.end >= from && p.start <= to);
    let ends = pieces.flat_map(|p| [p.theta_start, p.theta_end]).chain(trajectory.events.first().map(|e| e.theta));
    let [low, high] = ends.fold([0.0f64; 2], |[low, high], theta| [low.min(theta), high.max(theta)]);
    let more = MORE_ANGLES * (high - low).max(LEAST_ANGLES);
    [low - more, high + more]
}

/// A plane as drawings have it.
#[must_use]
pub fn drawn_plane(found: &Plane, sweep: &SweepModel, pawl: usize, speed: f64, angle: [f64; 2]) -> DrawnPlane {
    let rest = sweep.pawls[pawl].rest.radians;
    let place = |p: &[f64; 2]| [(p[0] * speed) as f32, (p[1] + rest) as f32];
    let line = |points: &Vec<[f64; 2]>| points.iter().map(place).collect::<Vec<_>>();
    let side = |floor: bool| found.arcs.iter().filter(move |a| a.floor == floor).map(|a| line(&a.points)).collect();
    DrawnPlane {
        path: sweep.pawls[pawl].name.clone(),
        angle: SHARED + EACH * pawl,
        travel: 0,
        range: angle.map(|a| (a + rest) as f32),
        floors: side(true),
        ceilings: side(false),
        sticks: found.arcs.iter().flat_map(|a| &a.sticks).map(line).collect(),
        free: found
            .free
            .iter()
            .map(|stretch| {
                let slice = |s: &mainspring_sweep::Slice| {
                    [(s.time * speed) as f32, (s.angle[0] + rest) as f32, (s.angle[1] + rest) as f32]
                };
                stretch.iter().map(slice).collect()
            })
            .collect(),
    }
}

/// How fast the root moves, m/s.
#[must_use]
pub fn root_speed(sweep: &SweepModel) -> f64 {
    libm::hypot(sweep.velocity[0].to_f64().value(), sweep.velocity[1].to_f64().value())
}

/// Planes of all pawls, or of none where they are too much for a run to keep.
pub fn kept(sweep: &SweepModel, traced: &TracedMotion) -> Vec<DrawnPlane> {
    let mut planes: Vec<DrawnPlane> = Vec::new();
    let end = traced.motion.end;
    let time = [0.0, shown_until(sweep, end, 0.0, None)];
    let problem = &traced.posed.problem;
    let land: usize = problem.obstacles.iter().flat_map(|o| &o.rings).map(Vec::len).sum();
    let pairs = problem.pawls.iter().map(|pawl| pawl.outline.len() * land).sum::<usize>();
    if time[1] <= 0.0 || pairs > KEPT_PAIRS {
        return planes;
    }
    for (n, trajectory) in traced.motion.pawls.iter().enumerate() {
        let angle = shown_angles(trajectory, time);
        let arcs: usize = planes.iter().map(|p| p.floors.len() + p.ceilings.len()).sum();
        let window = Window { time, angle, most: KEPT_ARCS.saturating_sub(arcs) };
        let Ok(found) = plane(problem, n, trajectory, &window) else { return Vec::new() };
        planes.push(drawn_plane(&found, sweep, n, root_speed(sweep), angle));
    }
    if planes.iter().map(DrawnPlane::points).sum::<usize>() > KEPT_POINTS { Vec::new() } else { planes }
}
