//! The maximal-coordinate system: every body keeps its own columns, joints are rows.

use crate::multibody::compliance::adapting_masses;
use crate::multibody::drive_return::DriveReturn;
use crate::multibody::kinematics::{Kinematics, PointMotion, SpaceKinematics, Span};
use crate::multibody::kkt::factor::Factor;
use crate::multibody::kkt::pattern::Pattern;
use crate::multibody::ledger::ledger;
use crate::multibody::places::{Places, hold_groups};
use crate::multibody::planar::marker::Planar;
use crate::multibody::results::{Counters, LedgerEntry};
use crate::multibody::row_groups::{Group, Groups, RowInfo, Source, bounded_efforts, lay_out};
use crate::multibody::space::{Measure, Row};
use crate::multibody::spatial::marker::Spatial;
use crate::multibody::support::{Support, belt_nodes, support_at_start};
use crate::multibody::time_switches::TimeSwitches;
use mainspring_definition::SpaceKind;
use mainspring_model::{BodyId, BodyKind, Coordinate, DriveKind, Jet, Marker, Model, NodeId, SpringKind, Tape};
use mainspring_numerics::vec3::{Vec3, add, norm, scale, sub};
use std::sync::Arc;

/// Rows that act, for each of the three uses of the matrix; per unknown, columns always true.
#[derive(Clone, Debug, Default)]
pub struct Masks {
    pub position: Vec<bool>,
    pub velocity: Vec<bool>,
    pub acceleration: Vec<bool>,
    /// all three are the same, so one factorisation serves
    pub same: bool,
    /// of groups that act some rows do not: position, velocity, acceleration
    pub partial: [bool; 3],
}

/// Which mask to factorise with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    Position,
    Velocity,
    Acceleration,
}

/// Bodies, joints and smooth loads in maximal coordinates: every body keeps its own columns, joints are rows.
///
/// Contact, friction and everything else whose mode changes lives in laws, which switch groups of rows on and off
/// (`sticks`, `state.support`), push onto `force` and correct `solution`.
pub struct Multibody {
    /// what it was made from
    pub model: Arc<Model>,
    /// where each body's entries stand; [bodies]
    pub spans: Vec<Span>,
    /// entries of q
    pub nq: usize,
    /// entries of v
    pub nv: usize,
    /// largest extent of the mechanism, m
    pub length: f64,
    /// times which speeds that count as none are counted: 1, but for mechanisms far slower or faster than a hand moves
    pub clock: f64,
    /// bodies and joints at the state last evaluated; written by `kinematics`
    pub frames: Box<dyn Kinematics>,
    /// rows that belong together
    pub groups: Vec<Group>,
    /// what is known of each row for good
    pub rows: Vec<RowInfo>,
    /// elimination order
    pub pattern: Pattern,
    /// of the matrix last factorised
    pub factor: Factor,
    /// what is remembered between steps
    pub state: MultibodyState,
    /// rows that act; written by `remask`
    pub masks: Masks,
    /// size of each entry of y
    pub scales: Vec<f64>,
    /// moments at which expressions of time change sides
    pub switches: TimeSwitches,
    /// first slot of each joint's coordinates in `MultibodyState::angles`
    pub slot: Vec<usize>,
    /// where things have their rows
    pub places: Places,
    /// what w integrates, in order
    pub ledger: Vec<LedgerEntry>,
    /// expressions that loads read
    pub load_tape: Tape,
    /// expressions of prescribed motion
    pub drive_tape: Tape,
    /// expressions of user constraints; [constraints]
    pub constraint_tapes: Vec<Tape>,
    /// velocities of moving surfaces
    pub belt_tape: Tape,
    /// work done, counted
    pub counters: Counters,
    /// a pivot collapsed since this was last cleared
    pub collapsed: bool,
    /// weakest loop row since last cleared: what is left of its pivot, row; written by `note_weakness`
    pub weakest: Option<(f64, usize)>,
    /// a state that may be near a singular position has been seen since the last step
    pub weakness_seen: bool,
    /// which bounded efforts hold by a row; written by the law of joint friction; [bounded efforts]
    pub sticks: Vec<bool>,
    /// drives with a limit that are off their motion; written by the law of joint friction; [bounded efforts]
    pub returns: Vec<Option<DriveReturn>>,
    /// what friction exerts on a joint's first coordinate; written by the law of joint friction; [joints]
    pub friction_effort: Vec<f64>,
    /// per joint that adapts: mass (kg) for rows in metres, inertia (kg·m²) for rows that are angles
    pub adapting: Vec<Option<[f64; 2]>>,
    /// per body: the group of rows that can hold it
    pub holds: Vec<Option<usize>>,
    /// what takes no part in what is computed at present; written by `Mechanism::show`
    pub aside: Aside,

    /// per spring: the direction it is to keep where its ends pass through each other, as lengths below zero; empty: none
    pub spring_sides: Vec<Vec3>,

    // scratch, valid for the state last evaluated
    /// written by `jacobians`; see `Group::jacobian`
    pub jacobian: Vec<Row>,
    /// J̇v and what drives add, written by `biases`; [rows]
    pub bias: Vec<f64>,
    /// C, written by `residuals`; [rows]
    pub residual: Vec<f64>,
    /// what Jv shall be, written by `targets`; [rows]
    pub target: Vec<f64>,
    /// loads, written by `own_loads`, laws add to it; [nv]
    pub force: Vec<f64>,
    /// v̇ and −λ of the last solve; [unknowns]
    pub solution: Vec<f64>,
    /// reactions, minimum norm; written by `reactions`; [rows]
    pub lambda: Vec<f64>,
    /// power of each ledger entry; [ledger]
    pub power: Vec<f64>,
    /// f or τ of each spring, and what of it is damping and actuator; written by `own_loads`; [springs]
    pub spring: Vec<SpringState>,
    /// effort of effort drives; written by `own_loads`; [drives]
    pub effort: Vec<f64>,
    /// force of compliant joints' rows; written by `own_loads`; [joints]
    pub compliant: Vec<[f64; 6]>,
    /// dissipation in compliant joints; written by `own_loads`; [joints]
    pub compliant_power: Vec<f64>,
    /// node values; [nodes]
    pub values: Vec<f64>,
    /// node jets; [nodes]
    pub jets: Vec<Jet>,
    /// values of drives' motion; [drives]
    pub motion: Vec<Jet>,
    /// per window whose surface moves: its velocity, with the derivative, at the time last evaluated; [windows]
    pub belts: Vec<[Jet; 2]>,
}

/// What bodies and joints remember between steps.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct MultibodyState {
    /// per joint: attached
    pub joints: Vec<bool>,
    /// per spring: attached
    pub springs: Vec<bool>,
    /// per row: follows from others and is left out
    pub dropped: Vec<bool>,
    /// per row: residual that counts as zero, for joints attached during the run
    pub offsets: Vec<f64>,
    /// per joint coordinate: its value when last remembered, all turns counted
    pub angles: Vec<f64>,
    /// time that decides which side of every time switch holds, s
    pub switch_time: f64,
    /// per body: how the table supports it, and whether it is there
    pub support: Vec<Support>,
    /// per body: where in the world its places are counted from, m
    pub origins: Vec<Vec3>,
    /// per body: what its velocities are counted from, m/s
    pub speeds: Vec<Vec3>,
}

/// What takes no part in what is computed at present.
#[derive(Clone, Debug, Default)]
pub struct Aside {
    pub bodies: Vec<bool>,
    pub joints: Vec<bool>,
    pub groups: Vec<bool>,
    /// entries of the ledger
    pub loads: Vec<bool>,
}

/// What a spring does at the state last evaluated.
#[derive(Clone, Copy, Debug, Default)]
pub struct SpringState {
    pub rate: f64,
    pub effort: f64,
    pub actuator: f64,
}

/// Extent of everything that joints, springs and bodies occupy, m; 0 if all is at one place. `takes` says which bodies count,
/// and whether what stands on the ground does.
pub fn extent(model: &Model, frames: &dyn Kinematics, takes: &dyn Fn(Option<BodyId>) -> bool) -> f64 {
    let mut points = Vec::new();
    for (j, joint) in model.joints.iter().enumerate() {
        if joint.kind.coupling().is_none() && (takes(joint.a.body) || takes(joint.b.body)) {
            points.extend(frames.joint_points(j).map(|p| p.position));
        }
    }
    let mut own: f64 = 0.0;
    for (_, body) in model.bodies.iter().enumerate().filter(|(b, _)| takes(Some(*b))) {
        points.push(body.pose.position);
        for (_, frame) in &body.points {
            own = own.max(norm(frame.point));
        }
        // radius of gyration: for bodies without points or joints
        if body.kind == BodyKind::Rigid && body.mass > 0.0 {
            let trace = body.inertia[0][0].max(body.inertia[1][1]).max(body.inertia[2][2]);
            own = own.max((trace / body.mass).sqrt());
        }
    }
    for spring in &model.springs {
        if let SpringKind::Linear { a, b } = spring.kind
            && (takes(a.body) || takes(b.body))
        {
            for m in [a, b] {
                if m.body.is_none() {
                    points.push(m.frame.point);
                }
            }
        }
    }
    let size = match model.space.components() {
        _ if points.is_empty() => 0.0,
        2 => {
            let corner = |pick: fn(f64, f64) -> f64, from: f64| {
                points.iter().fold([from; 3], |corner, p| [0, 1, 2].map(|i| pick(corner[i], p[i])))
            };
            norm(sub(corner(f64::max, f64::NEG_INFINITY), corner(f64::min, f64::INFINITY)))
        }
        // the same however it is turned
        _ => {
            let middle = points.iter().fold([0.0; 3], |sum, p| add(sum, scale(*p, 1.0 / points.len() as f64)));
            2.0 * points.iter().map(|p| norm(sub(*p, middle))).fold(0.0, f64::max)
        }
    };
    let size = size.max(own);
    if size.is_finite() { size } else { 0.0 }
}

impl Multibody {
    /// Bodies as the model placed them; `starts` brings in rows for exact starts (while assembling).
    #[must_use]
    pub fn new(model: &Arc<Model>, starts: bool) -> Self {
        let frames: Box<dyn Kinematics> = match model.space {
            SpaceKind::Planar => Box::new(SpaceKinematics::<Planar>::new(model)),
            SpaceKind::Spatial => Box::new(SpaceKinematics::<Spatial>::new(model)),
        };
        let mut spans = Vec::new();
        let (mut nq, mut nv) = (0, 0);
        for body in &model.bodies {
            let (q_len, v_len) = (frames.q_len(body.kind), frames.v_len(body.kind));
            spans.push(Span { q: nq, q_len, v: nv, v_len });
            nq += q_len;
            nv += v_len;
        }
        // coordinates as placed: where unwrapping starts, and where gears mesh
        let mut slot = Vec::new();
        let mut angles = Vec::new();
        for (j, joint) in model.joints.iter().enumerate() {
            slot.push(angles.len());
            for index in 0..joint.kind.coordinates().len() {
                let measured = frames.joint_probe(j, index);
                let placed = measured.value;
                // a start beyond half a turn says how many turns are meant
                let meant = model
                    .starts
                    .iter()
                    .filter(|s| s.coordinate == Coordinate { joint: j, index })
                    .find_map(|s| s.value)
                    .unwrap_or(placed);
                angles.push(if measured.wraps {
                    mainspring_numerics::angle::unwrap_near(placed, meant)
                } else {
                    placed
                });
            }
        }
        let gear_start: Vec<f64> = model
            .joints
            .iter()
            .map(|j| match j.kind.coupling() {
                Some(gear) => gear.sum(|c| angles[slot[c.joint] + c.index]),
                None => 0.0,
            })
            .collect();

        let length = Some(extent(model, &*frames, &|_| true)).filter(|size| *size > 0.0).unwrap_or(1.0);
        let Groups { groups, rows, jacobian } = lay_out(model, &*frames, &gear_start, length, starts);
        let row_groups = Groups { groups, rows, jacobian };
        let places = Places::of(model, &row_groups.groups);
        let widths: Vec<usize> = spans.iter().map(|s| s.v_len).collect();
        let pattern = Pattern::new(&widths, &row_groups.elements(model));
        let factor = Factor::new(&pattern);

        let mut scales = Vec::new();
        for body in &model.bodies {
            scales
                .extend((0..frames.q_len(body.kind)).map(|i| if i < model.space.components() { length } else { 1.0 }));
        }
        for body in &model.bodies {
            scales
                .extend((0..frames.v_len(body.kind)).map(|i| if i < model.space.components() { length } else { 1.0 }));
        }

        let ledger = ledger(model, &places.ledger);
        scales.extend(ledger.iter().map(|_| f64::INFINITY));

        let programs = &model.programs;
        let mut load_roots: Vec<NodeId> = model.forces.iter().flat_map(|f| f.value).collect();
        load_roots.extend(model.springs.iter().filter_map(|s| s.effort));
        load_roots.extend(model.drives.iter().filter(|d| d.kind == DriveKind::Effort).map(|d| d.value));
        let drive_roots: Vec<NodeId> =
            model.drives.iter().filter(|d| d.kind != DriveKind::Effort).map(|d| d.value).collect();
        let mut bodies = Self {
            spans,
            nq,
            nv,
            length,
            clock: 1.0,
            factor,
            state: MultibodyState {
                joints: model.joints.iter().map(|j| j.attached).collect(),
                springs: model.springs.iter().map(|s| s.attached).collect(),
                dropped: vec![false; row_groups.rows.len()],
                offsets: vec![0.0; row_groups.rows.len()],
                angles,
                switch_time: 0.0,
                support: support_at_start(model),
                origins: vec![[0.0; 3]; model.bodies.len()],
                speeds: vec![[0.0; 3]; model.bodies.len()],
            },
            masks: Masks::default(),
            scales,
            switches: TimeSwitches::of(model),
            slot,
            places,
            load_tape: programs.tape(&load_roots),
            drive_tape: programs.tape(&drive_roots),
            constraint_tapes: model.constraints.iter().map(|c| programs.tape(&[c.value])).collect(),
            counters: Counters { symbolic: 1, ..Counters::default() },
            collapsed: false,
            weakest: None,
            weakness_seen: false,
            sticks: vec![false; bounded_efforts(model).count()],
            returns: vec![None; bounded_efforts(model).count()],
            friction_effort: vec![0.0; model.joints.len()],
            adapting: adapting_masses(model),
            holds: hold_groups(model, &row_groups.groups),
            aside: Aside {
                bodies: vec![false; model.bodies.len()],
                joints: vec![false; model.joints.len()],
                groups: vec![false; row_groups.groups.len()],
                loads: vec![false; ledger.len()],
            },
            belt_tape: programs.tape(&belt_nodes(model)),
            belts: vec![[Jet::default(); 2]; model.fields.windows.len()],
            jacobian: vec![[0.0; 6]; row_groups.jacobian],
            bias: vec![0.0; row_groups.rows.len()],
            residual: vec![0.0; row_groups.rows.len()],
            target: vec![0.0; row_groups.rows.len()],
            force: vec![0.0; nv],
            solution: vec![0.0; pattern.unknowns],
            lambda: vec![0.0; row_groups.rows.len()],
            power: vec![0.0; ledger.len()],
            spring: vec![SpringState::default(); model.springs.len()],
            effort: vec![0.0; model.drives.len()],
            spring_sides: Vec::new(),
            compliant: vec![[0.0; 6]; model.joints.len()],
            compliant_power: vec![0.0; model.joints.len()],
            values: vec![0.0; programs.nodes.len()],
            jets: vec![Jet::default(); programs.nodes.len()],
            motion: vec![Jet::default(); model.drives.len()],
            ledger,
            groups: row_groups.groups,
            rows: row_groups.rows,
            pattern,
            frames,
            model: Arc::clone(model),
        };
        bodies.remask();
        // what does not act from the start is no change
        (bodies.pattern.changes, bodies.pattern.redone) = (0, 0);
        (bodies.counters.pattern_changes, bodies.counters.redone) = (0, 0);
        bodies
    }

    /// A marker in the world at the state last evaluated.
    pub fn side(&self, marker: &Marker) -> PointMotion {
        self.frames.point(marker.body, marker.frame.point)
    }

    /// Bodies and joint markers from q and v.
    pub fn kinematics(&mut self, q: &[f64], v: &[f64]) {
        self.frames.update(&self.spans, q, v);
    }

    /// A joint coordinate with all turns counted.
    pub fn measure(&self, c: Coordinate) -> Measure {
        let mut m = self.frames.joint_probe(c.joint, c.index);
        if m.wraps {
            m.value = mainspring_numerics::angle::unwrap_near(m.value, self.state.angles[self.slot[c.joint] + c.index]);
        }
        m
    }

    /// Masks from which joints act and which rows are left out.
    pub fn remask(&mut self) {
        let unknowns = self.pattern.unknowns;
        let mut masks = Masks {
            position: vec![true; unknowns],
            velocity: vec![true; unknowns],
            acceleration: vec![true; unknowns],
            same: false,
            partial: [false; 3],
        };
        for (r, info) in self.rows.iter().enumerate() {
            let acts = self.acts(info.group) && !self.state.dropped[r];
            masks.position[self.nv + r] = acts && info.position;
            masks.velocity[self.nv + r] = acts && info.velocity;
            masks.acceleration[self.nv + r] = acts && info.acceleration;
        }
        for g in 0..self.groups.len() {
            self.pattern.set_acting(g, self.acts(g));
        }
        (self.counters.pattern_changes, self.counters.redone) = (self.pattern.changes, self.pattern.redone);
        let left_out = |mask: &[bool]| {
            let rows = self.rows.iter().zip(&mask[self.nv..]);
            rows.filter(|(info, _)| self.pattern.acts(info.group)).any(|(_, acts)| !acts)
        };
        masks.partial = [left_out(&masks.position), left_out(&masks.velocity), left_out(&masks.acceleration)];
        masks.same = masks.position == masks.velocity && masks.velocity == masks.acceleration;
        self.masks = masks;
    }

    /// Whether a joint is attached, and takes part.
    pub fn joint_acts(&self, joint: usize) -> bool {
        self.state.joints[joint] && !self.aside.joints[joint]
    }

    /// Whether a group's joint is attached; a gear needs both its joints.
    pub fn acts(&self, group: usize) -> bool {
        if self.aside.groups[group] {
            return false;
        }
        match self.groups[group].source {
            Source::Joint { joint, .. } => self.state.joints[joint],
            Source::Gear { joint, first, second, .. } => {
                self.state.joints[joint]
                    && self.state.joints[first.joint]
                    && self.state.joints[second.joint]
                    && self.gear_terms(joint).all(|(c, _)| self.state.joints[c.joint])
                    // with play its tooth sides are contacts
                    && self.model.joints[joint].backlash.is_none()
            }
            Source::Stick { place, coordinate, .. } => self.state.joints[coordinate.joint] && self.sticks[place],
            Source::Hold { body } => self.is_held(body),
            Source::User { .. } | Source::Given { .. } => true,
        }
    }

    /// Masses and Jacobians into the matrix, factorised for one use; `dependent` hears of rows that follow from others.
    pub fn factorise(
        &mut self,
        usage: Use,
        tolerance: f64,
        dependent: impl FnMut(crate::multibody::kkt::factor::Dependent),
    ) {
        self.counters.factorisations += 1;
        self.factor.clear(&self.pattern);
        self.frames.masses(&self.spans, &self.pattern.block_at, &mut self.factor.values);
        self.couple(usage);
        self.factor.factorise(&self.pattern, tolerance, dependent);
    }

    /// Jacobians into the matrix, without the rows that one use leaves out.
    pub fn couple(&mut self, usage: Use) {
        for (g, group) in self.groups.iter().enumerate().filter(|(g, _)| self.pattern.acts(*g)) {
            for (k, &b) in group.blocks.iter().enumerate() {
                let width = self.spans[b].v_len;
                let (at, row_side) = self.pattern.coupling[g][k];
                let rows = &self.jacobian[group.jacobian + k * group.rows..group.jacobian + (k + 1) * group.rows];
                for (r, row) in rows.iter().enumerate() {
                    for c in 0..width {
                        let place = if row_side { at + r * width + c } else { at + c * group.rows + r };
                        self.factor.values[place] = row[c];
                    }
                }
            }
        }
        let (mask, partial) = match usage {
            Use::Position => (&self.masks.position, self.masks.partial[0]),
            Use::Velocity => (&self.masks.velocity, self.masks.partial[1]),
            Use::Acceleration => (&self.masks.acceleration, self.masks.partial[2]),
        };
        // most of the time every row acts
        if partial {
            self.factor.mask(&self.pattern, mask);
        }
    }

    /// J of a group's row times v.
    pub fn row_times(&self, group: &Group, r: usize, v: &[f64]) -> f64 {
        let mut sum = 0.0;
        for (k, &b) in group.blocks.iter().enumerate() {
            let span = self.spans[b];
            let row = &self.jacobian[group.jacobian + k * group.rows + r];
            for c in 0..span.v_len {
                sum += row[c] * v[span.v + c];
            }
        }
        sum
    }

    /// J M⁻¹ Jᵀ of one body's part of a row, its turning taken as slow as its largest moment of inertia makes it.
    pub fn mobility_alone(&self, b: usize, row: &[f64]) -> f64 {
        let (body, axes) = (&self.model.bodies[b], self.model.space.components());
        let turning = body.inertia[0][0].max(body.inertia[1][1]).max(body.inertia[2][2]);
        let inertia = |i: usize| if i < axes || body.kind != BodyKind::Rigid { body.mass } else { turning };
        row.iter().take(self.spans[b].v_len).enumerate().map(|(i, x)| x * x / inertia(i)).sum()
    }

    /// y split into q, v, w.
    pub fn split<'a>(&self, y: &'a [f64]) -> (&'a [f64], &'a [f64], &'a [f64]) {
        let (q, rest) = y.split_at(self.nq);
        let (v, w) = rest.split_at(self.nv);
        (q, v, w)
    }
}
