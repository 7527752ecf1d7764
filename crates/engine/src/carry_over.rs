//! A run that goes on with another version of its mechanism.
//!
//! Where only loads, inputs or what is read have changed, everything is taken over as it is ([`Engine::take_over`]): not a bit of the
//! motion changes by that. Where parts, joints or numbers have changed ([`Engine::carry_over`]), parts keep the places and velocities
//! that parts of the same names have, joints their turns; then joints are closed, what overlaps is moved apart, and modes
//! are decided as at the start. What that does to the energy is booked as switched.

use crate::engine::Engine;
use crate::ledger::Ledger;
use crate::outcome::RunError;
use mainspring_definition::SpaceKind;
use mainspring_dynamics::LedgerKind;
use mainspring_model::{Body, BodyKind, Model, Pose};
use mainspring_numerics::quaternion::rotate;
use mainspring_numerics::vec3::{Vec3, cross, norm, sub};
use mainspring_record::Sink;
use std::collections::BTreeMap;

/// Why a motion does not go on in another mechanism.
#[derive(Debug, thiserror::Error)]
pub enum CarryError {
    /// plane and space
    #[error("one is planar and the other spatial")]
    Space,
    /// nothing that moves has kept its name
    #[error("no part that moves has kept its name")]
    Nothing,
    /// joints do not close, parts overlap, no modes are consistent
    #[error(transparent)]
    Run(#[from] RunError),
}

/// Where a body is in a state of all bodies: entries of q, then of v.
struct Place {
    q: std::ops::Range<usize>,
    v: std::ops::Range<usize>,
}

fn places(model: &Model) -> Vec<Place> {
    let planar = model.space == SpaceKind::Planar;
    let sizes = |kind: BodyKind| match (kind, planar) {
        (BodyKind::Rigid, true) => (3, 3),
        (BodyKind::Rigid, false) => (7, 6),
        (BodyKind::Point, true) => (2, 2),
        (BodyKind::Point, false) => (3, 3),
        (BodyKind::Fixed, _) => (0, 0),
    };
    let mut v_at: usize = model.bodies.iter().map(|b| sizes(b.kind).0).sum();
    let mut q_at = 0;
    let place = |body: &Body| {
        let (nq, nv) = sizes(body.kind);
        let place = Place { q: q_at..q_at + nq, v: v_at..v_at + nv };
        (q_at, v_at) = (q_at + nq, v_at + nv);
        place
    };
    model.bodies.iter().map(place).collect()
}

/// First slot of each joint among the angles that are remembered, and how many it has.
fn slots(model: &Model) -> Vec<std::ops::Range<usize>> {
    let mut at = 0;
    let slot = |joint: &mainspring_model::Joint| {
        let from = at;
        at += joint.kind.coordinates().len();
        from..at
    };
    model.joints.iter().map(slot).collect()
}

/// A direction of a body's own axes in the world.
fn turned(pose: &Pose, planar: bool, r: Vec3) -> Vec3 {
    if planar {
        let (s, c) = libm::sincos(pose.angle);
        [c * r[0] - s * r[1], s * r[0] + c * r[1], r[2]]
    } else {
        rotate(pose.orientation, r)
    }
}

impl Engine {
    /// The work ledger's integrals of this mechanism from those of another: each by its path, kind and number among equals; what is
    /// left over is done by loads that are gone.
    fn take_integrals(&mut self, from: &Self) {
        let number = |kind: LedgerKind| match kind {
            LedgerKind::Work => 0_usize,
            LedgerKind::Dissipation => 1,
            LedgerKind::Meter => 2,
        };
        let key = |e: &mainspring_dynamics::LedgerEntry| (e.path.clone(), number(e.kind));
        let [nq, nv, _] = from.system.sizes();
        let mut done: BTreeMap<(String, usize), Vec<f64>> = BTreeMap::new();
        for (entry, value) in from.system.ledger().iter().zip(&from.y[nq + nv..]) {
            done.entry(key(entry)).or_default().insert(0, *value);
        }
        let [nq, nv, _] = self.system.sizes();
        let entries: Vec<_> = self.system.ledger().iter().map(key).collect();
        for (i, key) in entries.into_iter().enumerate() {
            self.y[nq + nv + i] = done.get_mut(&key).and_then(Vec::pop).unwrap_or(0.0);
        }
        self.ledger.gone = from.ledger.gone;
        for ((_, kind), values) in &done {
            if let Some(gone) = self.ledger.gone.get_mut(*kind) {
                *gone += values.iter().sum::<f64>();
            }
        }
    }

    /// Everything of another run whose mechanism differs from this one by loads, inputs and what is read alone. Not for loads that
    /// were there at a start of this run: it must be fresh.
    ///
    /// # Errors
    /// When the two differ in more than that.
    pub fn take_over(&mut self, from: &Self, sink: &mut dyn Sink) -> Result<(), RunError> {
        self.begin_quietly(sink)?;
        let mut state = from.checkpoint();
        state.samples.clear();
        let [nq, nv, nw] = self.system.sizes();
        let [from_nq, from_nv, from_nw] = from.system.sizes();
        if [nq, nv] != [from_nq, from_nv] || self.system.coordinates() != from.system.coordinates() {
            return Err(RunError::Checkpoint { what: "its state has another size".to_owned() });
        }
        if from.system.stepped() != self.system.stepped() {
            self.change_way();
        }
        state.mode.bodies.inputs.resize(self.system.mode().bodies.inputs.len(), 0.0);
        let same_loads = nw == from_nw;
        if !same_loads {
            // the integrator's memory has entries of them
            state.stepper_memory = self.stepper.memory();
            state.restart = true;
        }
        self.y[..nq + nv].copy_from_slice(&from.y[..nq + nv]);
        self.ledger = from.ledger;
        self.take_integrals(from);
        state.y.clone_from(&self.y);
        state.ledger = self.ledger;
        self.restore(&state)
    }

    /// The motion of another run, of whatever has kept its name. Returns how far the part that moved most had to be moved so that
    /// everything fits, m. The run must be fresh.
    ///
    /// # Errors
    /// When nothing has kept its name, or the parts do not fit together where they are.
    pub fn carry_over(&mut self, from: &mut Self, sink: &mut dyn Sink) -> Result<f64, CarryError> {
        let (old, new) = (from.system.model().clone(), self.system.model().clone());
        if old.space != new.space {
            return Err(CarryError::Space);
        }
        self.begin_quietly(sink)?;
        let by_path: BTreeMap<&str, usize> =
            old.bodies.iter().enumerate().map(|(b, body)| (body.path.as_str(), b)).collect();
        let known = |body: &Body| {
            by_path
                .get(body.path.as_str())
                .copied()
                .filter(|&b| old.bodies[b].kind == body.kind && body.kind != BodyKind::Fixed)
        };
        if !new.bodies.iter().any(|body| known(body).is_some()) {
            return Err(CarryError::Nothing);
        }
        // joints and springs that act, parts that are there, turns
        let (mut mode, old_mode) = (self.system.mode(), from.system.mode());
        let (old_slots, new_slots) = (slots(&old), slots(&new));
        for (j, joint) in new.joints.iter().enumerate() {
            let Some(k) = old.joints.iter().position(|other| other.path == joint.path) else { continue };
            mode.bodies.joints[j] = old_mode.bodies.joints[k];
            if old_slots[k].len() == new_slots[j].len() {
                mode.bodies.angles[new_slots[j].clone()].copy_from_slice(&old_mode.bodies.angles[old_slots[k].clone()]);
            }
        }
        for (s, spring) in new.springs.iter().enumerate() {
            if let Some(k) = old.springs.iter().position(|other| other.path == spring.path) {
                mode.bodies.springs[s] = old_mode.bodies.springs[k];
            }
        }
        for (b, body) in new.bodies.iter().enumerate() {
            if let Some(k) = by_path.get(body.path.as_str()) {
                mode.bodies.support[b] = old_mode.bodies.support[*k];
            }
        }
        for (input, value) in mode.bodies.inputs.iter_mut().zip(&old_mode.bodies.inputs) {
            *input = *value;
        }
        let same_scripts = mode.table.scripts.len() == old_mode.table.scripts.len()
            && mode.table.caught.len() == old_mode.table.caught.len();
        if same_scripts {
            mode.table = old_mode.table;
        }
        mode.bodies.switch_time = from.time;
        self.system.set_mode(mode);

        let mut whole = Vec::new();
        self.system.body_state(&self.y, &mut whole);
        place_bodies(from, &old, &new, &mut whole, known);
        let wanted = whole.clone();
        self.y = self.system.state_of(&whole);
        self.time = from.time;
        self.system.analyse(self.time, &self.y);
        let time = self.time;
        self.system.project(time, &mut self.y).map_err(|source| RunError::Open { time, source })?;
        self.system.remember_angles(&self.y);
        if self.system.touches() && !self.system.stepped() {
            self.system.separate(time, &mut self.y).map_err(|failure| self.failed(Some(failure), 0.0))?;
        }
        self.system.body_state(&self.y, &mut whole);
        let planar = new.space == SpaceKind::Planar;
        let axes = if planar { 2 } else { 3 };
        let moved = |place: &Place| {
            let of = |state: &[f64]| {
                let mut at = [0.0; 3];
                at[..axes].copy_from_slice(&state[place.q.start..place.q.start + axes]);
                at
            };
            norm(sub(of(&whole), of(&wanted)))
        };
        let moved = places(&new).iter().filter(|p| !p.q.is_empty()).map(moved).fold(0.0, f64::max);
        self.take_books(from);
        self.resolve_inputs(sink)?;
        Ok(moved)
    }

    /// The start of a run that goes on elsewhere: the schema is told, nothing of t = 0 is decided.
    fn begin_quietly(&mut self, sink: &mut dyn Sink) -> Result<(), RunError> {
        self.begun = true;
        let may_step = self.crowds.waiting.is_some() || self.system.stepped();
        self.frames.begin(self.system.as_ref(), &self.settings, &self.options, may_step, sink)
    }

    /// Ledger, counters and what has happened so far.
    fn take_books(&mut self, from: &Self) {
        let scale = Ledger::new(self.system.as_ref(), self.energy).floor;
        self.ledger = Ledger { floor: scale.max(from.ledger.floor), ..from.ledger };
        self.take_integrals(from);
        let before = from.ledger.total();
        let energy = self.system.energy(&self.y);
        self.energy = energy;
        self.ledger.switched += before - energy.total();
        let [nq, nv, _] = self.system.sizes();
        self.ledger.update(self.system.as_ref(), energy, &self.y[nq + nv..]);
        self.work = from.work;
        self.drift_at_steps = from.drift_at_steps;
        self.stall_window = (0, self.time);
        self.frames.go_to(from.frames.next, from.frames.written, self.settings.duration);
        self.frames.skip_samples_before(self.time);
        let switches = &self.system.model().switches;
        if switches.len() == from.switch_fired.len() {
            self.switch_fired.clone_from(&from.switch_fired);
        }
        self.switching.since = self.time;
        for notes in &mut self.crowds.notes.parts {
            notes.calm_since = self.time;
        }
        self.crowds.notes.stepped = from.crowds.notes.stepped;
        self.restart = true;
    }
}

/// Puts bodies of the new mechanism where those of the same name are in the old one: what keeps its place is the frame that the shape
/// is drawn in, whose centre of mass may be elsewhere now.
fn place_bodies(
    from: &mut Engine,
    old: &Model,
    new: &Model,
    whole: &mut [f64],
    known: impl Fn(&Body) -> Option<usize>,
) {
    let planar = old.space == SpaceKind::Planar;
    let axes = if planar { 2 } else { 3 };
    let mut was = Vec::new();
    from.system.body_state(&from.y, &mut was);
    let mut poses = Vec::new();
    from.system.poses(&from.y, &mut poses);
    let (old_places, new_places) = (places(old), places(new));
    for (body, place) in new.bodies.iter().zip(&new_places) {
        let Some(b) = known(body) else { continue };
        let there = &old_places[b];
        whole[place.q.clone()].copy_from_slice(&was[there.q.clone()]);
        whole[place.v.clone()].copy_from_slice(&was[there.v.clone()]);
        let shift = sub(body.center, old.bodies[b].center);
        if body.kind == BodyKind::Rigid && shift != [0.0; 3] {
            let arm = turned(&poses[b], planar, shift);
            let v = &was[there.v.clone()];
            let spin = if planar { [0.0, 0.0, v[2]] } else { [v[3], v[4], v[5]] };
            let (place_q, place_v) = (place.q.start, place.v.start);
            let carried = cross(spin, arm);
            for i in 0..axes {
                whole[place_q + i] += arm[i];
                whole[place_v + i] += carried[i];
            }
        }
    }
}
