//! What the auditor is shown, and what becomes of its doubts.

use crate::engine::Engine;
use crate::outcome::RunError;
use crate::stepper::Control;
use mainspring_audit::{Auditor, Balance, Look, SoftContact};
use mainspring_definition::SpaceKind;
use mainspring_dynamics::{PenaltyMark, System, just_after};
use mainspring_model::{BodyKind, ContactMethod, Load, Pose};
use mainspring_record::{Doubt, Sink};

/// The auditor, with room for what it is shown.
pub(crate) struct Auditing {
    pub(crate) auditor: Auditor,
    /// how far projection moved the state after the last step, as a share of each entry's size
    pub(crate) correction: f64,
    poses: Vec<Pose>,
    state: Vec<f64>,
    velocities: Vec<[[f64; 3]; 2]>,
    loads: Vec<(Load, f64)>,
    marks: Vec<PenaltyMark>,
    soft: Vec<SoftContact>,
}

impl Auditing {
    pub(crate) fn new(system: &dyn System, control: Control) -> Self {
        let controlled = control != Control::Fixed;
        Self {
            auditor: Auditor::new(system.model(), system.length(), controlled),
            correction: 0.0,
            poses: Vec::new(),
            state: Vec::new(),
            velocities: Vec::new(),
            loads: Vec::new(),
            marks: Vec::new(),
            soft: Vec::new(),
        }
    }
}

impl Engine {
    /// Shows the auditor the state at the beginning of a step, where the rates are known.
    pub(crate) fn audit(&mut self, sink: &mut dyn Sink) -> Result<(), RunError> {
        let penalty = matches!(self.system.model().contacts.method, ContactMethod::Penalty(_));
        if penalty {
            self.auditing.marks.clear();
            self.system.penalty_contacts(&mut self.auditing.marks);
            let marks = self.auditing.marks.iter();
            self.auditing.soft.clear();
            self.auditing.soft.extend(marks.map(|m| SoftContact { pair: m.pair, depth: -m.gap }));
        }
        self.show(just_after(self.time), penalty, sink)
    }

    /// Shows it the last state, whose time has no other side.
    pub(crate) fn audit_end(&mut self, sink: &mut dyn Sink) -> Result<(), RunError> {
        self.show(self.time.next_down(), false, sink)
    }

    fn show(&mut self, switch_time: f64, soft: bool, sink: &mut dyn Sink) -> Result<(), RunError> {
        let Self { system, auditing, ledger, y, time, .. } = self;
        system.poses(y, &mut auditing.poses);
        if auditing.auditor.reads_velocities() {
            system.body_state(y, &mut auditing.state);
            read_velocities(system.as_ref(), &auditing.state, &mut auditing.velocities);
        }
        let [nq, nv, _] = system.sizes();
        auditing.loads.clear();
        auditing.loads.extend(system.ledger().iter().zip(&y[nq + nv..]).map(|(entry, done)| (entry.load, *done)));
        let system = system.as_ref();
        let balance = Balance {
            kinetic: ledger.kinetic,
            stored: ledger.potential + ledger.spring,
            lost: ledger.lost,
            residual: ledger.residual,
            floor: ledger.floor,
            load: &|| system.load(),
            correction: auditing.correction,
            loads: &auditing.loads,
        };
        let look = Look {
            time: *time,
            switch_time,
            poses: &auditing.poses,
            velocities: &auditing.velocities,
            attached: &|target| system.attached(target),
            balance,
            soft: soft.then_some(auditing.soft.as_slice()),
        };
        let known = auditing.auditor.doubts().len();
        if !auditing.auditor.look(system.model(), &look) {
            return Ok(());
        }
        let new: Vec<Doubt> = auditing.auditor.doubts()[known..].to_vec();
        for doubt in new {
            let text = doubt.text.clone();
            self.tell(&doubt, text, sink)?;
        }
        Ok(())
    }

    /// Tells what only the end of a run decides.
    pub(crate) fn conclude(&mut self, sink: &mut dyn Sink) -> Result<(), RunError> {
        let told = self.auditing.auditor.doubts().to_vec();
        for doubt in self.conclusion() {
            if !told.iter().any(|t| t.measure == doubt.measure && t.who == doubt.who) {
                let text = format!("{}, since t = {} s", doubt.text, doubt.since);
                self.tell(&doubt, text, sink)?;
            }
        }
        Ok(())
    }

    /// Everything in doubt so far.
    pub(crate) fn conclusion(&self) -> Vec<Doubt> {
        self.auditing.auditor.conclusion(self.system.model(), &self.auditing.loads)
    }

    fn tell(&mut self, doubt: &Doubt, text: String, sink: &mut dyn Sink) -> Result<(), RunError> {
        let numbers = vec![("amount".to_owned(), doubt.worst), ("allowed".to_owned(), doubt.allowed)];
        self.emit("doubt", doubt.who.clone(), numbers, format!("doubtful: {text}"), sink)
    }
}

/// Velocities of all bodies from a state in maximal coordinates.
fn read_velocities(system: &dyn System, state: &[f64], out: &mut Vec<[[f64; 3]; 2]>) {
    let model = system.model();
    let planar = model.space == SpaceKind::Planar;
    let sizes = |kind: BodyKind| match (kind, planar) {
        (BodyKind::Rigid, true) => (3, 3),
        (BodyKind::Rigid, false) => (7, 6),
        (BodyKind::Point, true) => (2, 2),
        (BodyKind::Point, false) => (3, 3),
        (BodyKind::Fixed, _) => (0, 0),
    };
    let mut at: usize = model.bodies.iter().map(|body| sizes(body.kind).0).sum();
    out.clear();
    for body in &model.bodies {
        let (_, count) = sizes(body.kind);
        let v = state.get(at..at + count).unwrap_or_default();
        out.push(match *v {
            [x, y, turn] if planar => [[x, y, 0.0], [0.0, 0.0, turn]],
            [x, y] => [[x, y, 0.0], [0.0; 3]],
            [x, y, z] => [[x, y, z], [0.0; 3]],
            [x, y, z, a, b, c] => [[x, y, z], [a, b, c]],
            _ => [[0.0; 3]; 2],
        });
        at += count;
    }
}
