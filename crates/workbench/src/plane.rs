//! A picture of the plane of angle over travel of a pawl, made on request.

use crate::prepare::{Mover, Prepared};
use mainspring_model::SweepModel;
use mainspring_report::PlanePicture;
use mainspring_sweep::{TooManyArcs, Window, plane};
use mainspring_sweep_run::{ContactNames, TracedMotion, drawn_plane, root_speed, shown_angles, shown_until};

/// Arcs that a picture shows at most.
const SHOWN_ARCS: usize = 20_000;

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

impl Prepared {
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
    traced: &TracedMotion,
    pawl: usize,
    [from, to]: [Option<f64>; 2],
) -> Result<PlanePicture, PlaneError> {
    let trajectory = &traced.motion.pawls[pawl];
    let end = traced.motion.end;
    let from = from.unwrap_or(0.0);
    let time = [from, shown_until(sweep, end, from, to)];
    if from >= time[1] || from > 0.0 && from >= end {
        return Err(PlaneError::NoTime { end });
    }
    let angle = shown_angles(trajectory, time);
    let speed = root_speed(sweep);
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
    let names = ContactNames { sweep, posed: &traced.posed };
    let within = trajectory.events.iter().filter(|e| e.time >= time[0] && e.time <= time[1]);
    let name = &sweep.pawls[pawl].name;
    Ok(PlanePicture {
        title: format!("{name} over travel"),
        x_name: "travel".to_owned(),
        y_name: format!("{name}.angle"),
        x: time.map(|t| t * speed),
        end: (time[1] > end).then_some(end * speed),
        plane: drawn_plane(&found, sweep, pawl, speed, angle),
        path,
        events: within.map(|e| ([e.time * speed, e.theta + rest], names.sentence(pawl, e))).collect(),
    })
}
