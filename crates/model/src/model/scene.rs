//! The model: bodies, joints, loads and what to measure, flat, in SI units, with paths kept for people.
//!
//! Ids are indices. Points and frames of a body are given in its body frame: origin at the centre of mass, axes as
//! the shape was drawn. In planar models the third component of every vector is zero and frames are angles.

use crate::fields::Fields;
use crate::model::body::{Body, Obstacle};
use crate::model::joint::Joint;
use crate::model::load::{Constraint, Drive, Force, Spring, Start};
use crate::model::run::{Channel, Plot, RunSettings};
use crate::program::Programs;
use crate::sweep::SweepModel;
use crate::switch::Switch;
use crate::touch::{Contacts, Touched};
use mainspring_definition::{Diagnostic, SpaceKind};

/// Everything a method needs to run a scene.
#[derive(Clone, Debug)]
pub struct Model {
    /// file or scene name
    pub name: String,
    /// planar or spatial
    pub space: SpaceKind,
    /// m/s²
    pub gravity: [f64; 3],
    /// in the order they were declared
    pub bodies: Vec<Body>,
    /// in the order they were declared
    pub joints: Vec<Joint>,
    /// linear and rotary elements, those written inside joints too
    pub springs: Vec<Spring>,
    /// forces and torques on bodies
    pub forces: Vec<Force>,
    /// prescribed coordinates and efforts
    pub drives: Vec<Drive>,
    /// initial values of joint coordinates
    pub starts: Vec<Start>,
    /// rows of the user's own
    pub constraints: Vec<Constraint>,
    /// attach and release
    pub switches: Vec<Switch>,
    /// shapes that do not move
    pub obstacles: Vec<Obstacle>,
    /// what may touch what, and how that is treated
    pub contacts: Contacts,
    /// what parts lie on, and what pushes them there
    pub fields: Fields,
    /// what `method sweep` runs, instead of all the above
    pub sweep: Option<SweepModel>,
    /// every expression evaluated during a run
    pub programs: Programs,
    /// what is written to the recording: `record` lines, plotted curves, named quantities; no duplicates by name
    pub channels: Vec<Channel>,
    /// one per `plot` line
    pub plots: Vec<Plot>,
    /// asked for from outside the scene (`--probe`)
    pub probes: Vec<Channel>,
    /// how long and how finely
    pub run: RunSettings,
    /// warnings and notes found while building
    pub notes: Vec<Diagnostic>,
}

impl Model {
    /// What `method sweep` runs; None for every other scene.
    #[must_use]
    pub fn sweep(&self) -> Option<&SweepModel> {
        self.sweep.as_ref()
    }
}

impl Model {
    /// Names of a pair that may touch: first, second.
    #[must_use]
    pub fn contact_names(&self, pair: usize) -> [&str; 2] {
        let pair = &self.contacts.pairs[pair];
        let second = match pair.b {
            Touched::Body(b) => &self.bodies[b].path,
            Touched::Obstacle(o) => &self.obstacles[o].path,
        };
        [&self.bodies[pair.a].path, second]
    }

    /// A pair that may touch as expressions name it.
    #[must_use]
    pub fn contact_path(&self, pair: usize) -> String {
        let [a, b] = self.contact_names(pair);
        format!("contact({a}, {b})")
    }
}
