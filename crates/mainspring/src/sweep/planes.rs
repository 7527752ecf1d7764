//! The plane of angle over travel of a pawl: what of it a run keeps, and what is drawn on request.

use super::Traced;
use crate::prepare::Mover;
use mainspring_model::SweepModel;
use mainspring_record::DrawnPlane;
use mainspring_report::PlanePicture;
use mainspring_sweep::{Plane, TooManyArcs, Trajectory, Window, plane};

/// Arcs that a run keeps for its page.
const KEPT_ARCS: usize = 2000;
/// Points of all planes together that a run keeps.
const KEPT_POINTS: usize = 20_000;
/// Pairs of corners that are looked at for it: a run must not take longer than its motion does to find.
const KEPT_PAIRS: usize = 300_000;
/// Arcs that a picture made on request shows at most.
const SHOWN_ARCS: usize = 20_000;
/// Least range of angles shown, rad.
const LEAST: f64 = 0.2;
/// How much more than the way gone is shown where a motion ends early, so that what ended it is seen.
const BEYOND: f64 = 0.08;

/// Until when curves are shown: a little beyond an early end, at most to the end that was asked for, s.
fn until(sweep: &SweepModel, end: f64, from: f64, to: Option<f64>) -> f64 {
    let asked = sweep.until.to_f64().value();
    // rounding ends no motion early
    let asked = if asked - end > 1e-9 * asked { asked } else { end };
    // a motion that cannot begin has gone no way to measure by
    let gone = if end > from { end - from } else { asked };
    to.unwrap_or(end + BEYOND * gone).min(asked)
}

/// Lowest and highest deflection worth showing with a path, rad.
fn angles(trajectory: &Trajectory, [from, to]: [f64; 2]) -> [f64; 2] {
    let pieces = trajectory.pieces.iter().filter(|p| p.end >= from && p.start <= to);
    let ends = pieces.flat_map(|p| [p.theta_start, p.theta_end]).chain(trajectory.events.first().map(|e| e.theta));
    let [low, high] = ends.fold([0.0f64; 2], |[low, high], theta| [low.min(theta), high.max(theta)]);
    let more = 0.35 * (high - low).max(LEAST);
    [low - more, high + more]
}

/// A plane as drawings have it.
fn drawn(found: &Plane, sweep: &SweepModel, pawl: usize, speed: f64, angle: [f64; 2]) -> DrawnPlane {
    let rest = sweep.pawls[pawl].rest.radians;
    let place = |p: &[f64; 2]| [(p[0] * speed) as f32, (p[1] + rest) as f32];
    let line = |points: &Vec<[f64; 2]>| points.iter().map(place).collect::<Vec<_>>();
    let side = |floor: bool| found.arcs.iter().filter(move |a| a.floor == floor).map(|a| line(&a.points)).collect();
    DrawnPlane {
        path: sweep.pawls[pawl].name.clone(),
        angle: super::schema::SHARED + super::schema::EACH * pawl,
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

fn speed(sweep: &SweepModel) -> f64 {
    libm::hypot(sweep.velocity[0].to_f64().value(), sweep.velocity[1].to_f64().value())
}

/// Planes of all pawls, or of none where they are too much for a run to keep.
pub fn kept(sweep: &SweepModel, traced: &Traced) -> Vec<DrawnPlane> {
    let mut planes: Vec<DrawnPlane> = Vec::new();
    let end = traced.motion.end;
    let time = [0.0, until(sweep, end, 0.0, None)];
    let problem = &traced.posed.problem;
    let land: usize = problem.obstacles.iter().flat_map(|o| &o.rings).map(Vec::len).sum();
    let pairs = problem.pawls.iter().map(|pawl| pawl.outline.len() * land).sum::<usize>();
    if time[1] <= 0.0 || pairs > KEPT_PAIRS {
        return planes;
    }
    for (n, trajectory) in traced.motion.pawls.iter().enumerate() {
        let angle = angles(trajectory, time);
        let arcs: usize = planes.iter().map(|p| p.floors.len() + p.ceilings.len()).sum();
        let window = Window { time, angle, most: KEPT_ARCS.saturating_sub(arcs) };
        let Ok(found) = plane(problem, n, trajectory, &window) else { return Vec::new() };
        planes.push(drawn(&found, sweep, n, speed(sweep), angle));
    }
    if planes.iter().map(DrawnPlane::points).sum::<usize>() > KEPT_POINTS { Vec::new() } else { planes }
}

/// Why there is no picture of a plane.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PlaneError {
    /// another method
    #[error("only scenes of `method sweep` have such a plane")]
    NoSweep,
    /// no such pawl
    #[error("there is no pawl `{name}`; there is {known}")]
    NoPawl {
        /// as asked for
        name: String,
        /// names of those there are
        known: String,
    },
    /// nothing between the times
    #[error("the motion goes from 0 to {end} s: `--from` and `--to` must leave some of it")]
    NoTime {
        /// when the motion ends, s
        end: f64,
    },
    /// more than a picture can show
    #[error("{0}: choose a shorter part with `--from` and `--to`")]
    TooMany(#[from] TooManyArcs),
}

impl crate::Prepared {
    /// The plane of angle over travel of a pawl of a sweep, the first if none is named, between two times; all of the
    /// motion where none are given, and a little more where it ends early.
    ///
    /// # Errors
    /// The scene is no sweep, has no such pawl, or there is nothing or too much in the window.
    pub fn plane(&self, pawl: Option<&str>, window: [Option<f64>; 2]) -> Result<PlanePicture, PlaneError> {
        let (Some(sweep), Mover::Sweep(traced)) = (self.model.sweep(), &self.mover) else {
            return Err(PlaneError::NoSweep);
        };
        let found = pawl.map_or(Some(0), |name| sweep.pawls.iter().position(|p| p.name == name));
        let Some(pawl) = found else {
            let known: Vec<String> = sweep.pawls.iter().take(8).map(|p| format!("`{}`", p.name)).collect();
            return Err(PlaneError::NoPawl { name: pawl.unwrap_or("").to_owned(), known: known.join(", ") });
        };
        picture(sweep, traced, pawl, window)
    }
}

fn picture(
    sweep: &SweepModel,
    traced: &Traced,
    pawl: usize,
    [from, to]: [Option<f64>; 2],
) -> Result<PlanePicture, PlaneError> {
    let trajectory = &traced.motion.pawls[pawl];
    let end = traced.motion.end;
    let from = from.unwrap_or(0.0);
    let time = [from, until(sweep, end, from, to)];
    if from >= time[1] || from > 0.0 && from >= end {
        return Err(PlaneError::NoTime { end });
    }
    let angle = angles(trajectory, time);
    let speed = speed(sweep);
    let found = plane(&traced.posed.problem, pawl, trajectory, &Window { time, angle, most: SHOWN_ARCS })?;
    let rest = sweep.pawls[pawl].rest.radians;
    let mut path = Vec::new();
    // a pawl that falls at once does so before the first piece
    if let Some(start) = trajectory.events.first().filter(|e| e.time >= time[0]) {
        path.push([start.time * speed, start.theta + rest]);
    }
    for piece in &found.path {
        // a fall is part of the path: at one time from one angle to another
        path.extend(piece.iter().map(|p| [p[0] * speed, p[1] + rest]));
    }
    let words = super::words::Words { sweep, posed: &traced.posed };
    let within = trajectory.events.iter().filter(|e| e.time >= time[0] && e.time <= time[1]);
    let name = &sweep.pawls[pawl].name;
    Ok(PlanePicture {
        title: format!("{name} over travel"),
        x_name: "travel".to_owned(),
        y_name: format!("{name}.angle"),
        x: time.map(|t| t * speed),
        end: (time[1] > end).then_some(end * speed),
        plane: drawn(&found, sweep, pawl, speed, angle),
        path,
        events: within.map(|e| ([e.time * speed, e.theta + rest], words.sentence(pawl, e))).collect(),
    })
}
