//! The table phase: surface, windows, arrays, bins, frames, scripts and presence, in this order.

use crate::actuators::dependence::{Dependence, Dependences};
use crate::evaluate::evaluator::Evaluator;
use crate::options::Domain;
use mainspring_definition::SpaceKind;
use mainspring_model::ContactMethod;
use mainspring_model::Fields;
use mainspring_model::NodeId;
use mainspring_model::Switch;
use mainspring_model::{BodyId, BodyKind, Pose, Shape, SurfaceLaw};
use std::collections::BTreeSet;

/// Fields in the making.
pub struct TablePhase<'p, 'a> {
    pub ev: Evaluator<'p, 'a>,
    /// where each frame that `at` and joints place stands in the world
    pub frames: &'p [Option<Pose>],
    /// how contact is treated
    pub method: ContactMethod,
    pub fields: Fields,
    pub dependences: Dependences,
    /// parts that come and go
    pub switches: Vec<Switch>,
    /// bodies that are not there from the start
    pub absent: Vec<BodyId>,
    /// cells of all arrays so far
    pub cells: usize,
}

/// What the phase hands on.
pub struct Table {
    pub fields: Fields,
    pub switches: Vec<Switch>,
    pub absent: Vec<BodyId>,
}

/// Evaluates everything declared about the surface and its actuators, now that all names and places are known.
pub fn collect(ev: Evaluator<'_, '_>, frames: &[Option<Pose>], method: ContactMethod) -> Table {
    let (fields, dependences, switches, absent) = (Fields::default(), Dependences::default(), Vec::new(), Vec::new());
    let mut phase = TablePhase { ev, frames, method, fields, dependences, switches, absent, cells: 0 };
    phase.collect_actuators();
    Table { fields: phase.fields, switches: phase.switches, absent: phase.absent }
}

impl TablePhase<'_, '_> {
    /// Works out everything said, now that all names and places are known.
    pub fn collect_actuators(&mut self) {
        self.collect_surface();
        self.collect_windows();
        self.collect_arrays();
        self.collect_bins();
        self.collect_frames();
        self.collect_scripts();
        self.collect_presence();
        self.check_velocity_windows();
        self.check_outlines();
        self.check_drag();
        if self.ev.cx.leaves_out(Domain::Control) {
            let Fields { windows, arrays, frames, scripts, .. } = &mut self.fields;
            windows.clear();
            arrays.clear();
            frames.clear();
            scripts.clear();
        }
    }

    /// What a node depends on: the place, the time, the motion.
    pub fn dependence(&mut self, id: NodeId) -> Dependence {
        self.dependences.of(&self.ev.cx.code.programs, id)
    }

    /// A viscous constant of a part acts on a surface that it lies on, by a law that has viscous friction.
    fn check_drag(&mut self) {
        let known = self.ev.known;
        let parts = &known.parts.bodies;
        let (space, law) = (self.ev.cx.input.space, self.fields.surface.as_ref().map(|s| s.law));
        let dragged = |b: &BodyId| parts[*b].drag.is_some_and(|d| d > 0.0) && parts[*b].kind == BodyKind::Rigid;
        let jointed: BTreeSet<BodyId> = known.joints.list.iter().flat_map(|j| [j.a.body, j.b.body]).flatten().collect();
        let viscous = law.is_some_and(|law| law != SurfaceLaw::Coulomb);
        let Some(b) = (0..parts.len()).filter(dragged).find(|b| !viscous || jointed.contains(b)) else { return };
        let (path, span) = (&parts[b].path, parts[b].span);
        let (why, fix) = match law {
            None if space == SpaceKind::Spatial => (
                "there is none in space".to_owned(),
                format!("a force brakes it: `force f on {path} = -(5 N*s/m)*{path}.velocity`"),
            ),
            None => {
                ("this scene has none".to_owned(), "add `surface { friction = 0.3 }`, or leave `drag` out".to_owned())
            }
            Some(SurfaceLaw::Coulomb) => (
                "`law = coulomb` is dry friction alone".to_owned(),
                "use `law = hybrid` or `law = viscous`, or leave `drag` out".to_owned(),
            ),
            Some(_) => (
                "a joint holds this part above it".to_owned(),
                format!("a force brakes it: `force f on {path} = -(5 N*s/m)*{path}.velocity`"),
            ),
        };
        let message = format!("`drag` of `{path}` does nothing: it is friction on the surface, and {why}");
        self.ev.cx.findings.warn_once("W0621", span, &message, &fix);
    }

    /// Parts that have no outline lie on nothing.
    fn check_outlines(&mut self) {
        let acts = self.ev.known.table.surface.is_some()
            || !self.ev.known.table.windows.is_empty()
            || !self.ev.known.table.arrays.is_empty();
        // a part whose shape is broken is not one without a shape
        if !acts || self.ev.cx.findings.failed() {
            return;
        }
        let bare = self.ev.known.parts.bodies.iter().find(|b| {
            let flat = matches!(b.shape, Some(Shape::Region(_))) && b.kind == BodyKind::Rigid;
            !flat && b.kind != BodyKind::Fixed
        });
        if let Some(body) = bare {
            let (span, path) = (body.span, body.path.clone());
            let message = format!("`{path}` has no outline, so neither the surface nor windows act on it");
            self.ev.cx.findings.warn_once("W0614", span, &message, "give it a shape, such as `shape = disc(1 cm)`");
        }
    }
}
