//! What a run is made of: a schema, frames, events; and the [`Sink`] that every method writes to.
//!
//! A [`Schema`] has the columns with their units, the `plot` lines, the texts of the scene and a [`Drawing`]:
//! outlines or meshes of bodies, joints, springs, forces, windows (still or moving, arrays with the outline of a
//! pad), scripts and bins. Then come [`Frame`]s (values, poses, force arrows, contact points, energy ledger, which bodies were stepped),
//! [`Event`]s, checkpoints and an [`Ending`]. A viewer needs nothing of the model.
//!
//! A frame's poses are those of bodies, then of moving windows. Who is there and which frame of an array is on is
//! told by events, which [`Visibility`] reads once for pictures and pages. Events that crowd together are read as one
//! [`Burst`]. [`Memory`] is a run, or the part of it
//! asked for, in memory.

mod burst;
mod bursts;
mod contact;
mod drawing;
mod event;
mod plane;
mod shown;
mod stepped;
mod tolerances;
mod visibility;

pub use burst::Burst;
pub use bursts::{EventGroup, event_groups};
pub use contact::{ContactMark, ContactMode, FeatureName, FeatureWord};
pub use drawing::{
    ArrowKind, Drawing, DrawnArrow, DrawnBody, DrawnJoint, DrawnScript, DrawnShape, DrawnSpring, DrawnWindow, Obstacle,
    Place, WindowKind,
};
pub use event::Event;
pub use plane::DrawnPlane;
pub use shown::{shortened, shown};
pub use stepped::{SteppedStretch, SteppedStretches};
pub use visibility::Visibility;

use mainspring_definition::Dimension;
use serde::{Deserialize, Serialize};

/// What the frames of a run hold.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Schema {
    /// scene name
    pub scene: String,
    /// program version that made it
    pub version: String,
    /// how it was run: (name, value as text), in a fixed order
    pub settings: Vec<(String, String)>,
    /// without time, which every frame has
    pub columns: Vec<Column>,
    /// the scene's `plot` lines
    pub plots: Vec<PlotSpec>,
    /// what moves and how to draw it; a frame's poses and arrows are those of this drawing
    pub drawing: Drawing,
    /// names of each two that may touch: first, second
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contact_pairs: Vec<[String; 2]>,
    /// whether frames say which bodies were stepped
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stepped: bool,
    /// where the scene came from
    pub origin: Origin,
}

impl Schema {
    /// Name of the setting that says what ended a motion known before it is written: "stick of `hook`".
    pub const CAUSE: &'static str = "cause";

    /// What ended the motion short of its way, where that is known beforehand.
    #[must_use]
    pub fn cause(&self) -> Option<&str> {
        self.settings.iter().find(|(name, _)| name == Self::CAUSE).map(|(_, cause)| cause.as_str())
    }

    /// Numbers per body or window in a frame's poses: x, y, angle in the plane; x, y, z, qw, qx, qy, qz in space.
    #[must_use]
    pub fn pose_len(&self) -> usize {
        if self.drawing.spatial { 7 } else { 3 }
    }

    /// Words of a frame's [`stepped`](Frame::stepped): a bit a body of the drawing, none where frames do not say it.
    #[must_use]
    pub fn stepped_len(&self) -> usize {
        if self.stepped { self.drawing.bodies.len().div_ceil(64) } else { 0 }
    }

    /// Numbers per arrow in a frame's arrows: 2 or 3 components.
    #[must_use]
    pub fn arrow_len(&self) -> usize {
        if self.drawing.spatial { 3 } else { 2 }
    }
}

/// A `plot` line of the scene.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlotSpec {
    /// the title
    pub title: String,
    /// indices into [`Schema::columns`]
    pub curves: Vec<usize>,
    /// index of the horizontal axis' column; none: time
    pub against: Option<usize>,
}

/// Where a scene came from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Origin {
    /// the scene's texts, the scene itself first: (file name as given, text); empty for scenes made in Rust
    pub sources: Vec<(String, String)>,
    /// command line that makes the run again, word by word; empty for runs made in Rust
    pub command: Vec<String>,
}

/// One column of a frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Column {
    /// as in the scene: `p.bob.position.y`
    pub name: String,
    /// its dimension
    pub dimension: Dimension,
    /// an angle in radians
    pub angle: bool,
}

/// What names of energies have in them; a torque has the same dimension.
const JOULES: &[&str] = &["energy", ".work", "_work", ".heat", "_heat", ".dissipated"];

impl Column {
    /// SI unit as text: `m`, `rad`, `N`; empty for a plain number.
    #[must_use]
    pub fn unit(&self) -> String {
        match (self.angle, self.dimension) {
            (true, Dimension::NONE) => "rad".to_owned(),
            (true, Dimension::RATE) => "rad/s".to_owned(),
            (true, Dimension::ANGULAR_ACCELERATION) => "rad/s^2".to_owned(),
            // energy and torque share a dimension; what is called energy, work or heat is shown in joules
            (_, Dimension::ENERGY) if JOULES.iter().any(|w| self.name.contains(w)) => "J".to_owned(),
            (_, d) => d.si_unit(),
        }
    }
}

/// Names of the terms of [`Frame::balance`], all in joules.
pub const BALANCE: [&str; 9] =
    ["kinetic", "potential", "spring", "work", "dissipated", "lost", "switched", "projected", "residual"];

/// One moment of a run. SI units, world axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame<'a> {
    /// s
    pub time: f64,
    /// one per column
    pub values: &'a [f64],
    /// [`Schema::pose_len`] numbers for each body of the drawing, then for each of its windows that move
    pub poses: &'a [f64],
    /// [`Schema::arrow_len`] numbers for each arrow of the drawing, N; those of fields in N/m² or m/s
    pub arrows: &'a [f64],
    /// the energy ledger, see [`BALANCE`], J
    pub balance: [f64; 9],
    /// where parts touch; empty if no two may
    pub contacts: &'a [ContactMark],
    /// which bodies were stepped then: bit b % 64 of word b / 64 for body b; see [`Schema::stepped_len`]
    pub stepped: &'a [u64],
}

impl<'a> Frame<'a> {
    /// Only a time and values, of a run that draws nothing.
    #[must_use]
    pub fn bare(time: f64, values: &'a [f64]) -> Self {
        Self { time, values, poses: &[], arrows: &[], balance: [0.0; 9], contacts: &[], stepped: &[] }
    }

    /// How many bodies were stepped.
    #[must_use]
    pub fn stepped_bodies(&self) -> u32 {
        self.stepped.iter().map(|word| word.count_ones()).sum()
    }
}

/// A reason to doubt a run: something measured that is more than it may be.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Doubt {
    /// what was measured: `overlap`, `joint`, `stop`, `gear`, `drive`, `energy`, `dissipation`, `projection`
    pub measure: String,
    /// paths of what it is about
    pub who: Vec<String>,
    /// first moment, s
    pub since: f64,
    /// largest amount
    pub worst: f64,
    /// when that was, s
    pub worst_at: f64,
    /// most that would not have been doubtful
    pub allowed: f64,
    /// SI unit of both; empty for a share
    pub unit: String,
    /// one sentence for people, of the worst moment
    pub text: String,
}

impl Doubt {
    /// What a run with doubts is called instead of `finished`.
    pub const VERDICT: &'static str = "doubtful";
}

/// How a run ended.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Ending {
    /// time reached, s
    pub time: f64,
    /// `finished`, `interrupted` or `failed`
    pub reason: String,
    /// what went wrong, if it failed
    pub error: Option<String>,
    /// of the final state's bits
    pub hash: u64,
    /// work counters: (name, count)
    pub work: Vec<(String, u64)>,
    /// what of it is in doubt, in the order of its beginning
    pub doubts: Vec<Doubt>,
}

impl Ending {
    /// The reason of a run that reached its end.
    pub const FINISHED: &'static str = "finished";

    /// `finished`, `doubtful`, `interrupted` or `failed`.
    #[must_use]
    pub fn verdict(&self) -> &str {
        if self.reason == Self::FINISHED && !self.doubts.is_empty() { Doubt::VERDICT } else { &self.reason }
    }
}

/// Where a run goes. Methods call `begin` once, then frames and events in time order, then `finish`.
pub trait Sink {
    /// What the frames will hold.
    ///
    /// # Errors
    /// When it cannot be written.
    fn begin(&mut self, schema: &Schema) -> Result<(), SinkError>;
    /// One frame, its lists as long as the schema says.
    ///
    /// # Errors
    /// When it cannot be written.
    fn frame(&mut self, frame: &Frame<'_>) -> Result<(), SinkError>;
    /// One event.
    ///
    /// # Errors
    /// When it cannot be written.
    fn event(&mut self, event: &Event) -> Result<(), SinkError>;
    /// Whether the sink would like a checkpoint after the step just taken.
    fn wants_checkpoint(&self) -> bool {
        false
    }
    /// A state from which the run can be continued, taken after everything written so far.
    ///
    /// # Errors
    /// When it cannot be written.
    fn checkpoint(&mut self, _time: f64, _state: &[u8]) -> Result<(), SinkError> {
        Ok(())
    }
    /// Everything so far is safe on return; also called after a failed run.
    ///
    /// # Errors
    /// When it cannot be written.
    fn finish(&mut self, ending: &Ending) -> Result<(), SinkError>;
}

/// A sink could not take what it was given.
#[derive(Debug, thiserror::Error)]
#[error("cannot write the recording: {cause}")]
pub struct SinkError {
    /// what the system said
    pub cause: String,
    /// what to do, where it is not space and permissions that are to be looked at
    pub help: Option<&'static str>,
}

impl SinkError {
    /// What the system said, with nothing more to advise.
    #[must_use]
    pub fn new(cause: String) -> Self {
        Self { cause, help: None }
    }
}

/// Keeps a run in memory.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Memory {
    /// as given
    pub schema: Schema,
    /// s
    pub times: Vec<f64>,
    /// row by row: `values[frame * columns + column]`
    pub values: Vec<f64>,
    /// row by row: poses of all bodies, then of all windows that move
    pub poses: Vec<f64>,
    /// row by row: all arrows
    pub arrows: Vec<f64>,
    /// the energy ledger of each frame
    pub balance: Vec<[f64; 9]>,
    /// where parts touch, frame after frame; see [`Memory::contacts_at`]
    pub contacts: Vec<ContactMark>,
    /// of each frame, the end of its contacts in that list
    pub contact_ends: Vec<usize>,
    /// row by row: which bodies were stepped, see [`Frame::stepped`]
    pub stepped: Vec<u64>,
    /// as given
    pub events: Vec<Event>,
    /// how it ended; none while it runs, and for a recording broken off
    pub ending: Option<Ending>,
    /// stretches of time whose frames are lost to damage, first and last lost frame, s
    pub gaps: Vec<[f64; 2]>,
}

impl Memory {
    /// All values of one column.
    pub fn column(&self, index: usize) -> impl Iterator<Item = f64> + '_ {
        self.values.iter().skip(index).step_by(self.schema.columns.len().max(1)).copied()
    }

    /// Frame `index` as it was written; none beyond the last, and where its lists are not as long as the schema says.
    #[must_use]
    pub fn frame_at(&self, index: usize) -> Option<Frame<'_>> {
        let drawing = &self.schema.drawing;
        Some(Frame {
            time: *self.times.get(index)?,
            values: row(&self.values, index, self.schema.columns.len())?,
            poses: row(&self.poses, index, drawing.poses() * self.schema.pose_len())?,
            arrows: row(&self.arrows, index, drawing.arrows.len() * self.schema.arrow_len())?,
            balance: *self.balance.get(index)?,
            contacts: self.contacts_at(index),
            stepped: self.stepped_at(index),
        })
    }

    /// Where parts touch in frame `index`; nothing beyond the last.
    #[must_use]
    pub fn contacts_at(&self, index: usize) -> &[ContactMark] {
        let from = index.checked_sub(1).map_or(Some(0), |i| self.contact_ends.get(i).copied());
        let range = from.zip(self.contact_ends.get(index).copied());
        range.and_then(|(from, to)| self.contacts.get(from..to)).unwrap_or_default()
    }

    /// Which bodies were stepped in frame `index`; nothing beyond the last.
    #[must_use]
    pub fn stepped_at(&self, index: usize) -> &[u64] {
        row(&self.stepped, index, self.schema.stepped_len()).unwrap_or_default()
    }

    /// Stretches of time in which bodies were stepped, in order.
    #[must_use]
    pub fn stepped_stretches(&self) -> Vec<SteppedStretch> {
        let mut stretches = SteppedStretches::default();
        let mut events = self.events.iter().peekable();
        for (index, time) in self.times.iter().enumerate() {
            while let Some(event) = events.next_if(|e| e.time <= *time) {
                stretches.event(event);
            }
            stretches.frame(*time, self.stepped_at(index));
        }
        stretches.finish()
    }

    /// First and last moment, s; of a run without frames those of its events.
    #[must_use]
    pub fn span(&self) -> [f64; 2] {
        let ends = |first: Option<f64>, last: Option<f64>| first.zip(last).map(|(a, b)| [a, b]);
        let frames = ends(self.times.first().copied(), self.times.last().copied());
        let events = || ends(self.events.first().map(|e| e.time), self.events.last().map(|e| e.time));
        frames.or_else(events).unwrap_or([0.0; 2])
    }

    /// Its events as they are read: alone, or many as a burst.
    #[must_use]
    pub fn event_groups(&self) -> Vec<EventGroup> {
        event_groups(&self.events, self.span())
    }

    /// Whether frames between the two times are lost.
    #[must_use]
    pub fn lost_between(&self, before: f64, after: f64) -> bool {
        self.gaps.iter().any(|[first, last]| *first < after && *last > before)
    }

    /// Whether this moment is lost: it lies between two frames that once had others between them.
    #[must_use]
    pub fn is_lost(&self, time: f64) -> bool {
        let after = self.times.partition_point(|t| *t < time);
        match (after.checked_sub(1).and_then(|i| self.times.get(i)), self.times.get(after)) {
            (Some(before), Some(after)) => *after > time && self.lost_between(*before, *after),
            _ => false,
        }
    }

    /// Index of the column called `name`.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<usize> {
        self.schema.columns.iter().position(|c| c.name == name)
    }
}

fn row<T>(all: &[T], index: usize, width: usize) -> Option<&[T]> {
    let from = index.checked_mul(width)?;
    all.get(from..from.checked_add(width)?)
}

impl Sink for Memory {
    fn begin(&mut self, schema: &Schema) -> Result<(), SinkError> {
        self.schema = schema.clone();
        Ok(())
    }

    fn frame(&mut self, frame: &Frame<'_>) -> Result<(), SinkError> {
        self.times.push(frame.time);
        self.values.extend_from_slice(frame.values);
        self.poses.extend_from_slice(frame.poses);
        self.arrows.extend_from_slice(frame.arrows);
        self.balance.push(frame.balance);
        self.contacts.extend_from_slice(frame.contacts);
        self.contact_ends.push(self.contacts.len());
        self.stepped.extend_from_slice(frame.stepped);
        Ok(())
    }

    fn event(&mut self, event: &Event) -> Result<(), SinkError> {
        self.events.push(event.clone());
        Ok(())
    }

    fn finish(&mut self, ending: &Ending) -> Result<(), SinkError> {
        self.ending = Some(ending.clone());
        Ok(())
    }
}
