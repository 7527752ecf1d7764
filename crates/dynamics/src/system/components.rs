//! Components: what hangs together by joints, gears, constraints, springs, loads that read each other, and possible contacts.
//!
//! Nothing that one component does reaches another, but through `when` conditions and scripts, which act at events. The ground,
//! fixed parts and obstacles stand still whatever happens and join nothing. Parts on a table hang together by it, and so
//! does everything where a load reads what only the whole mechanism has (energies), or where stiffness adapts. What may be attached later counts as
//! attached.

use crate::multibody::multibody::Multibody;
use crate::multibody::probe_bodies::probe_bodies;
use mainspring_model::{BodyId, BodyKind, Load, Marker, Model, Node, NodeId, Probe, SpringKind, SwitchTarget, Touched};

/// Which component everything belongs to; numbered by their first bodies.
#[derive(Clone, Debug, Default)]
pub struct Components {
    /// how many
    pub count: usize,
    /// none: it stands still; [bodies]
    pub of_body: Vec<Option<usize>>,
    /// whose each coordinate and velocity is; [entries of q and v]
    pub entry_body: Vec<Option<BodyId>>,
    /// that of its parts; none: both stand still; [joints]
    pub of_joint: Vec<Option<usize>>,
    /// [springs]
    pub of_spring: Vec<Option<usize>>,
    /// [pairs that may touch]
    pub of_pair: Vec<Option<usize>>,
    /// [groups of rows]
    pub of_group: Vec<Option<usize>>,
    /// none: of several; [ledger]
    pub of_load: Vec<Option<usize>>,
    /// some motion is prescribed; [components]
    pub driven: Vec<bool>,
    /// its loads read positions and rates at most, no time, and no motion that is prescribed goes with time; [components]
    pub steady: Vec<bool>,
}

/// Sets that grow together.
struct Sets(Vec<usize>);

impl Sets {
    fn find(&mut self, mut x: usize) -> usize {
        while self.0[x] != x {
            self.0[x] = self.0[self.0[x]];
            x = self.0[x];
        }
        x
    }

    fn join(&mut self, bodies: &[BodyId]) {
        for pair in bodies.windows(2) {
            let (one, other) = (self.find(pair[0]), self.find(pair[1]));
            self.0[one.max(other)] = one.min(other);
        }
    }
}

/// What expressions read.
struct Reads {
    bodies: Vec<BodyId>,
    /// something of the mechanism as a whole
    whole: bool,
    time: bool,
}

fn reads(model: &Model, roots: &[NodeId]) -> Reads {
    let mut out = Reads { bodies: Vec::new(), whole: false, time: false };
    let mut todo = roots.to_vec();
    let mut seen = vec![false; model.programs.before.len()];
    while !todo.is_empty() {
        let tape = model.programs.tape(&todo);
        todo.clear();
        out.time |= tape.order.iter().any(|&n| matches!(model.programs.nodes[n], Node::Time | Node::SwitchTime));
        for &p in &tape.probes {
            let probe = &model.programs.probes[p];
            match *probe {
                Probe::Before { slot } => {
                    if !std::mem::replace(&mut seen[slot], true) {
                        todo.push(model.programs.before[slot]);
                    }
                }
                Probe::Energy(_)
                | Probe::Verdict
                | Probe::Work(_)
                | Probe::FieldX
                | Probe::FieldY
                | Probe::Power(_)
                | Probe::Drawn
                | Probe::Caught { .. }
                | Probe::ScriptStep { .. }
                | Probe::Swept { .. } => out.whole = true,
                _ => out.bodies.extend(probe_bodies(model, probe)),
            }
        }
    }
    out
}

/// What acts on some bodies, and the expressions it goes by.
struct Action {
    bodies: Vec<BodyId>,
    values: Vec<NodeId>,
    prescribed: bool,
}

pub fn joint_bodies(model: &Model, joint: usize) -> Vec<BodyId> {
    let j = &model.joints[joint];
    let mut out: Vec<BodyId> = [j.a.body, j.b.body].into_iter().flatten().collect();
    if let Some(gear) = j.kind.coupling() {
        for (c, _) in gear.terms() {
            out.extend([model.joints[c.joint].a.body, model.joints[c.joint].b.body].into_iter().flatten());
        }
    }
    out
}

pub fn spring_bodies(model: &Model, spring: usize) -> Vec<BodyId> {
    match model.springs[spring].kind {
        SpringKind::Linear { a, b } | SpringKind::Angle { a, b } => {
            [a, b].into_iter().filter_map(|m: Marker| m.body).collect()
        }
        SpringKind::Coordinate(c) => joint_bodies(model, c.joint),
    }
}

fn pair_bodies(model: &Model, pair: usize) -> Vec<BodyId> {
    let pair = &model.contacts.pairs[pair];
    let second = if let Touched::Body(b) = pair.b { Some(b) } else { None };
    std::iter::once(pair.a).chain(second).collect()
}

fn actions(model: &Model) -> Vec<Action> {
    let plain = |bodies: Vec<BodyId>| Action { bodies, values: Vec::new(), prescribed: false };
    let mut out: Vec<Action> = (0..model.joints.len()).map(|j| plain(joint_bodies(model, j))).collect();
    out.extend((0..model.contacts.pairs.len()).map(|k| plain(pair_bodies(model, k))));
    out.extend(model.springs.iter().enumerate().map(|(s, spring)| Action {
        bodies: spring_bodies(model, s),
        values: spring.effort.into_iter().collect(),
        prescribed: false,
    }));
    out.extend(model.forces.iter().map(|force| Action {
        bodies: std::iter::once(force.body).chain(force.along).collect(),
        values: force.value.to_vec(),
        prescribed: false,
    }));
    out.extend(model.drives.iter().map(|drive| Action {
        bodies: joint_bodies(model, drive.coordinate.joint),
        values: vec![drive.value],
        prescribed: drive.kind != mainspring_model::DriveKind::Effort,
    }));
    out.extend(model.constraints.iter().map(|constraint| Action {
        bodies: Vec::new(),
        values: vec![constraint.value],
        prescribed: false,
    }));
    out
}

impl Components {
    pub fn of(model: &Model, bodies: &Multibody) -> Self {
        let moves = |b: &BodyId| model.bodies[*b].kind != BodyKind::Fixed;
        let all: Vec<BodyId> = (0..model.bodies.len()).filter(|b| moves(b)).collect();
        let mut sets = Sets((0..model.bodies.len()).collect());
        let fields = &model.fields;
        let on_table = fields.surface.is_some() || !fields.windows.is_empty() || !fields.arrays.is_empty();
        if on_table || !fields.scripts.is_empty() || bodies.adapting.iter().any(Option::is_some) {
            sets.join(&all);
        }
        let acts = actions(model);
        let mut read = Vec::with_capacity(acts.len());
        for action in &acts {
            let reads = reads(model, &action.values);
            let mut together: Vec<BodyId> =
                action.bodies.iter().chain(&reads.bodies).copied().filter(|b| moves(b)).collect();
            if reads.whole {
                together.extend(&all);
            }
            sets.join(&together);
            read.push((reads.time, together.first().copied()));
        }
        for group in &bodies.groups {
            sets.join(&group.blocks);
        }
        let mut out = Self { of_body: vec![None; model.bodies.len()], ..Self::default() };
        let mut numbers: Vec<Option<usize>> = vec![None; model.bodies.len()];
        for &b in &all {
            let root = sets.find(b);
            let number = *numbers[root].get_or_insert_with(|| {
                out.count += 1;
                out.count - 1
            });
            out.of_body[b] = Some(number);
        }
        out.entry_body = vec![None; bodies.nq + bodies.nv];
        for (b, span) in bodies.spans.iter().enumerate() {
            out.entry_body[span.q..span.q + span.q_len].fill(Some(b));
            out.entry_body[bodies.nq + span.v..bodies.nq + span.v + span.v_len].fill(Some(b));
        }
        out.driven = vec![false; out.count];
        out.steady = vec![!on_table && fields.scripts.is_empty(); out.count];
        for (action, (time, body)) in acts.iter().zip(read) {
            let Some(c) = body.and_then(|b| out.of_body[b]) else { continue };
            out.driven[c] |= action.prescribed;
            out.steady[c] &= !time;
        }
        let first = |bodies: Vec<BodyId>| bodies.into_iter().find_map(|b| out.of_body[b]);
        let of_joint = (0..model.joints.len()).map(|j| first(joint_bodies(model, j))).collect();
        let of_spring = (0..model.springs.len()).map(|s| first(spring_bodies(model, s))).collect();
        let of_pair = (0..model.contacts.pairs.len()).map(|k| first(pair_bodies(model, k))).collect();
        let of_group = bodies.groups.iter().map(|g| first(g.blocks.clone())).collect();
        let of_load = bodies.ledger.iter().map(|entry| first(load_bodies(model, entry.load))).collect();
        (out.of_joint, out.of_spring, out.of_pair, out.of_group, out.of_load) =
            (of_joint, of_spring, of_pair, of_group, of_load);
        out
    }

    /// The one that a switch acts on.
    pub fn of_target(&self, target: SwitchTarget) -> Option<usize> {
        match target {
            SwitchTarget::Joint(j) => self.of_joint[j],
            SwitchTarget::Spring(s) => self.of_spring[s],
            SwitchTarget::Part { body, .. } => self.of_body[body],
        }
    }
}

fn load_bodies(model: &Model, load: Load) -> Vec<BodyId> {
    match load {
        Load::Force(i) => vec![model.forces[i].body],
        Load::Drive(i) => joint_bodies(model, model.drives[i].coordinate.joint),
        Load::Actuator(i) | Load::Damper(i) => spring_bodies(model, i),
        Load::Constraint(i) => reads(model, &[model.constraints[i].value]).bodies,
        Load::Friction(j) | Load::Compliant(j) => joint_bodies(model, j),
        Load::Contact(pair) => pair_bodies(model, pair),
        Load::Field(b) | Load::Surface(b) => vec![b],
        Load::OtherContacts | Load::Drawn => Vec::new(),
    }
}
