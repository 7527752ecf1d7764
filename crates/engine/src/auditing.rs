//! The auditor, with room for what it is shown.

use crate::ledger::Ledger;
use crate::stepper::Control;
use mainspring_audit::{Auditor, Balance, Look, SoftContact};
use mainspring_definition::SpaceKind;
use mainspring_dynamics::{PenaltyMark, System};
use mainspring_model::{BodyKind, Coordinates, Load, Model, Pose};
use mainspring_record::Doubt;

/// The auditor, with room for what it is shown.
pub(crate) struct Auditing {
    pub(crate) auditor: Auditor,
    /// joints alone could be off in the poses, and the coordinates leave them no way to open
    pub(crate) closed_by_coordinates: bool,
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
        let auditor = Auditor::new(system.model(), system.length(), controlled);
        let closed_by_coordinates =
            system.coordinates() == Coordinates::Joint && auditor.reads_joints_alone(system.model());
        Self {
            auditor,
            closed_by_coordinates,
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

impl Auditing {
    /// Shows the auditor a state; what came into doubt by it.
    pub(crate) fn look(&mut self, system: &mut dyn System, at: Moment<'_>, ledger: &Ledger, soft: bool) -> Vec<Doubt> {
        let Moment { time, switch_time, y, poses, under_way } = at;
        system.show_everything();
        if poses {
            system.poses(y, &mut self.poses);
        }
        if self.auditor.reads_velocities() {
            system.body_state(y, &mut self.state);
            read_velocities(system, &self.state, &mut self.velocities);
        }
        let [nq, nv, _] = system.sizes();
        self.loads.clear();
        self.loads.extend(system.ledger().iter().zip(&y[nq + nv..]).map(|(entry, done)| (entry.load, *done)));
        let system: &dyn System = system;
        let of_part = |component: Option<usize>| component.is_some_and(|c| system.component_stepped(c));
        let any = (0..system.component_count()).any(|c| system.component_stepped(c));
        let balance = Balance {
            kinetic: ledger.kinetic,
            stored: ledger.potential + ledger.spring,
            lost: ledger.lost,
            residual: ledger.residual,
            floor: ledger.floor,
            load: &|| system.load(),
            correction: self.correction,
            loads: &self.loads,
        };
        let look = Look {
            time,
            switch_time,
            poses: poses.then_some(self.poses.as_slice()),
            velocities: &self.velocities,
            attached: &|target| system.attached(target),
            follows: &|drive| system.drive_follows(drive) && !under_way(system.component_of_drive(drive)),
            balance,
            stepped: system.stepped() || any,
            stepped_pair: &|pair| system.stepped() || of_part(system.component_of_pair(pair)),
            stepped_joint: &|joint| system.stepped() || of_part(system.component_of_joint(joint)),
            soft: soft.then_some(self.soft.as_slice()),
        };
        let known = self.auditor.doubts().len();
        if !self.auditor.look(system.model(), &look) {
            return Vec::new();
        }
        self.auditor.doubts()[known..].to_vec()
    }

    /// Whether parts that go on by event would be inside each other at a state: in words, and in which component.
    pub(crate) fn overlap_at(&mut self, system: &mut dyn System, y: &[f64]) -> Option<(String, usize)> {
        system.poses(y, &mut self.poses);
        let system: &dyn System = system;
        let model = system.model();
        let stepped = |pair: usize| system.component_of_pair(pair).is_some_and(|c| system.component_stepped(c));
        let found = self.auditor.overlap_at(model, &self.poses, &|target| system.attached(target), &stepped);
        found.into_iter().find_map(|doubt| {
            let named = |pair: &usize| model.contact_names(*pair).iter().eq(doubt.who.iter());
            let pair = (0..model.contacts.pairs.len()).find(named).filter(|&pair| !stepped(pair))?;
            Some((doubt.text, system.component_of_pair(pair)?))
        })
    }

    /// Everything in doubt so far.
    pub(crate) fn conclusion(&self, model: &Model) -> Vec<Doubt> {
        self.auditor.conclusion(model, &self.loads)
    }

    /// Reads contacts under the penalty method, at the state of the last evaluation.
    pub(crate) fn read_soft(&mut self, system: &dyn System) {
        self.marks.clear();
        system.penalty_contacts(&mut self.marks);
        self.soft.clear();
        self.soft.extend(self.marks.iter().map(|m| SoftContact { pair: m.pair, depth: -m.gap }));
    }
}

/// A state and its time.
#[derive(Clone, Copy)]
pub(crate) struct Moment<'a> {
    /// s
    pub(crate) time: f64,
    /// the side of every expression that switches with time, s
    pub(crate) switch_time: f64,
    pub(crate) y: &'a [f64],
    /// the poses of the bodies are looked at too
    pub(crate) poses: bool,
    /// components that stand where their last steps ended, which was before that time
    pub(crate) under_way: &'a dyn Fn(Option<usize>) -> bool,
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
