//! The maximal-coordinate system: every body keeps its own columns, joints are rows.

use crate::groups::{Group, Groups, Places, RowInfo, Source, lay_out};
use crate::kinematics::{Kinematics, PointMotion, SpaceKinematics, Span};
use crate::kkt::{Factor, Pattern};
use crate::math::norm;
use crate::math::sub;
use crate::space::{Measure, Row};
use crate::system::{Counters, Energy, LedgerEntry, LedgerKind, LedgerValues, Mode, RubMode};
use mainspring_definition::SpaceKind;
use mainspring_model::{
    BodyKind, Coordinate, DriveKind, Jet, JointKind, Load, Marker, Model, NodeId, SpringKind, Tape, Trigger,
};
use std::sync::Arc;

/// Rows that act, for each of the three uses of the matrix; per unknown, columns always true.
#[derive(Clone, Debug, Default)]
pub(crate) struct Masks {
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
pub(crate) enum Use {
    Position,
    Velocity,
    Acceleration,
}

pub(crate) struct Core {
    pub model: Arc<Model>,
    pub spans: Vec<Span>,
    pub nq: usize,
    pub nv: usize,
    pub length: f64,
    /// bodies and joints at the state last evaluated; written by `kinematics`
    pub frames: Box<dyn Kinematics>,
    pub groups: Vec<Group>,
    pub rows: Vec<RowInfo>,
    pub pattern: Pattern,
    pub factor: Factor,
    pub mode: Mode,
    pub masks: Masks,
    pub scales: Vec<f64>,
    pub switches: crate::switches::TimeSwitches,
    pub limited: Vec<usize>,
    /// first slot of each joint's coordinates in `Mode::angles`
    pub slot: Vec<usize>,
    /// where things have their rows
    pub places: Places,
    pub ledger: Vec<LedgerEntry>,
    /// expressions that loads read
    pub load_tape: Tape,
    /// expressions of prescribed motion
    pub drive_tape: Tape,
    pub constraint_tapes: Vec<Tape>,
    /// `when` conditions
    pub guard_nodes: Vec<NodeId>,
    pub guard_tape: Tape,
    pub guard_needs_solve: bool,
    pub guard_period: f64,
    pub counters: Counters,
    pub collapsed: bool,
    /// joints with friction
    pub rubs: crate::friction::Rubs,
    /// gears with backlash
    pub meshes: Vec<crate::backlash::Mesh>,
    /// contact between parts, stops of joints
    pub touch: crate::touch::Touch,
    /// contacts as springs
    pub soft: crate::penalty::Soft,
    /// what parts lie on
    pub table: crate::surface::Table,
    /// stiffness that adapts
    pub softness: crate::penalty::Softness,

    // scratch, valid for the state last evaluated
    /// written by `jacobians`; see `Group::jacobian`
    pub jacobian: Vec<Row>,
    /// J̇v and what drives add, written by `biases`; [rows]
    pub bias: Vec<f64>,
    /// C, written by `residuals`; [rows]
    pub residual: Vec<f64>,
    /// what Jv shall be, written by `targets`; [rows]
    pub target: Vec<f64>,
    /// loads, written by `loads`; [nv]
    pub force: Vec<f64>,
    /// v̇ and −λ, written by `solve`; [unknowns]
    pub solution: Vec<f64>,
    /// reactions, minimum norm; written by `reactions`; [rows]
    pub lambda: Vec<f64>,
    /// written by `powers`; [ledger]
    pub power: Vec<f64>,
    /// f or τ of each spring, and what of it is damping and actuator; written by `loads`; [springs]
    pub spring: Vec<SpringState>,
    /// effort of effort drives; written by `loads`; [drives]
    pub effort: Vec<f64>,
    /// force of compliant joints' rows; written by `loads`; [joints]
    pub compliant: Vec<[f64; 6]>,
    /// dissipation in compliant joints; written by `loads`; [joints]
    pub compliant_power: Vec<f64>,
    /// node values; [nodes]
    pub values: Vec<f64>,
    /// node jets; [nodes]
    pub jets: Vec<Jet>,
    /// values of drives' motion; [drives]
    pub motion: Vec<Jet>,
    pub ledger_values: LedgerValues,
    pub energy_now: Energy,
    /// nodes last read and their tape
    pub read_tape: (Vec<NodeId>, Tape),
    /// forces to draw
    pub arrows: Vec<crate::arrows::Arrow>,
    /// w at the state last read; [ledger]
    pub work_now: Vec<f64>,
    /// values of `before(…)`: of the state last read, or held since before an event; [before]
    pub before: Vec<f64>,
    /// values of `before` are held
    pub held: bool,
    pub before_tape: Tape,
    /// scratch of `jacobian`
    pub columns: crate::jacobian::Columns,
    /// structure-preserving steps
    pub leap: crate::leap::Leap,
    /// through singular positions
    pub passage: crate::passage::Passage,
}

/// What a spring does at the state last evaluated.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SpringState {
    pub rate: f64,
    pub effort: f64,
    pub actuator: f64,
}

impl Core {
    pub fn new(model: &Arc<Model>, starts: bool) -> Self {
        let frames: Box<dyn Kinematics> = match model.space {
            SpaceKind::Planar => Box::new(SpaceKinematics::<crate::Planar>::new(model)),
            SpaceKind::Spatial => Box::new(SpaceKinematics::<crate::Spatial>::new(model)),
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
                angles.push(if measured.wraps { crate::math::unwrap_near(placed, meant) } else { placed });
            }
        }
        let gear_start: Vec<f64> = model
            .joints
            .iter()
            .map(|j| match j.kind {
                JointKind::Gear { first, second, ratio } => {
                    angles[slot[second.joint] + second.index] - ratio * angles[slot[first.joint] + first.index]
                }
                _ => 0.0,
            })
            .collect();

        let length = extent(model, &*frames);
        let Groups { groups, rows, jacobian } = lay_out(model, &*frames, &gear_start, length, starts);
        let laid = Groups { groups, rows, jacobian };
        let places = Places::of(model, &laid.groups);
        let widths: Vec<usize> = spans.iter().map(|s| s.v_len).collect();
        let pattern = Pattern::new(&widths, &laid.elements(model));
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
        let guard_nodes: Vec<NodeId> = model
            .switches
            .iter()
            .filter_map(|s| if let Trigger::When(n) = s.trigger { Some(n) } else { None })
            .collect();
        let guard_needs_solve = guard_nodes.iter().any(|&n| programs.level(n) == mainspring_model::Level::Force);
        let mut core = Self {
            spans,
            nq,
            nv,
            length,
            factor,
            mode: Mode {
                joints: model.joints.iter().map(|j| j.attached).collect(),
                springs: model.springs.iter().map(|s| s.attached).collect(),
                dropped: vec![false; laid.rows.len()],
                offsets: vec![0.0; laid.rows.len()],
                angles,
                switch_time: 0.0,
                rubs: vec![RubMode::Held(0); crate::friction::rubbing(model).count()],
                flanks: vec![0; crate::backlash::playing(model).count()],
                touching: Vec::new(),
                strained: (None, Vec::new()),
                open_told: Vec::new(),
                impulses: vec![0.0; model.contacts.pairs.len()],
                squeezed: Vec::new(),
                rate_cap: f64::INFINITY,
                lying: crate::surface::at_start(model),
                scripts: model.fields.scripts.iter().map(crate::surface::ScriptState::of).collect(),
                caught: vec![0; model.fields.bins.len()],
            },
            masks: Masks::default(),
            scales,
            switches: crate::switches::TimeSwitches::of(model),
            limited: (0..model.joints.len())
                .filter(|&j| {
                    model.joints[j].limits.is_some()
                        && model.joints[j].stop.is_none()
                        && frames.joint_limit(j).is_some()
                })
                .collect(),
            slot,
            places,
            load_tape: programs.tape(&load_roots),
            drive_tape: programs.tape(&drive_roots),
            constraint_tapes: model.constraints.iter().map(|c| programs.tape(&[c.value])).collect(),
            guard_period: crate::switches::shortest_period(model, &programs.tape(&guard_nodes)),
            guard_tape: programs.tape(&guard_nodes),
            guard_nodes,
            guard_needs_solve,
            counters: Counters { symbolic: 1, ..Counters::default() },
            collapsed: false,
            rubs: crate::friction::Rubs::of(model, &*frames, &laid.groups, pattern.unknowns),
            meshes: crate::backlash::meshes(model, &laid.groups),
            touch: crate::touch::Touch::of(model, length),
            soft: crate::penalty::Soft::of(model),
            table: crate::surface::Table::of(model, &laid.groups, length),
            softness: crate::penalty::Softness::of(model),
            jacobian: vec![[0.0; 6]; laid.jacobian],
            bias: vec![0.0; laid.rows.len()],
            residual: vec![0.0; laid.rows.len()],
            target: vec![0.0; laid.rows.len()],
            force: vec![0.0; nv],
            solution: vec![0.0; pattern.unknowns],
            lambda: vec![0.0; laid.rows.len()],
            power: vec![0.0; ledger.len()],
            spring: vec![SpringState::default(); model.springs.len()],
            effort: vec![0.0; model.drives.len()],
            compliant: vec![[0.0; 6]; model.joints.len()],
            compliant_power: vec![0.0; model.joints.len()],
            values: vec![0.0; programs.nodes.len()],
            jets: vec![Jet::default(); programs.nodes.len()],
            motion: vec![Jet::default(); model.drives.len()],
            ledger_values: LedgerValues::default(),
            energy_now: Energy::default(),
            read_tape: (Vec::new(), Tape::default()),
            arrows: crate::arrows::arrows(model),
            work_now: vec![0.0; ledger.len()],
            before: vec![0.0; programs.before.len()],
            held: false,
            columns: crate::jacobian::Columns::default(),
            before_tape: programs.tape(&programs.before),
            leap: crate::leap::Leap::default(),
            passage: crate::passage::Passage::default(),
            ledger,
            groups: laid.groups,
            rows: laid.rows,
            pattern,
            frames,
            model: Arc::clone(model),
        };
        core.remask();
        // what does not act from the start is no change
        (core.pattern.changes, core.pattern.redone) = (0, 0);
        (core.counters.pattern_changes, core.counters.redone) = (0, 0);
        core
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
            m.value = crate::math::unwrap_near(m.value, self.mode.angles[self.slot[c.joint] + c.index]);
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
            let acts = self.acts(info.group) && !self.mode.dropped[r];
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

    /// Whether a group's joint is attached; a gear needs both its joints.
    pub fn acts(&self, group: usize) -> bool {
        match self.groups[group].source {
            Source::Joint { joint, .. } => self.mode.joints[joint],
            Source::Gear { joint, first, second, .. } => {
                self.mode.joints[joint]
                    && self.mode.joints[first.joint]
                    && self.mode.joints[second.joint]
                    && self.flank(joint) != Some(0)
            }
            Source::Stick { rub, coordinate } => {
                self.mode.joints[coordinate.joint] && self.mode.rubs.get(rub) == Some(&RubMode::Stick)
            }
            Source::Hold { body } => self.is_held(body),
            Source::User { .. } | Source::Given { .. } => true,
        }
    }

    /// Masses and Jacobians into the matrix, factorised for one use; `dependent` hears of rows that follow from others.
    pub fn factorise(&mut self, usage: Use, tolerance: f64, dependent: impl FnMut(crate::kkt::factor::Dependent)) {
        self.counters.factorisations += 1;
        self.factor.clear(&self.pattern);
        self.frames.masses(&self.spans, &self.pattern.block_at, &mut self.factor.values);
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
        self.factor.factorise(&self.pattern, tolerance, dependent);
    }

    /// v̇ and λ at (t, q, v): everything a derivative needs. Leaves them in `solution`; true if a pivot collapsed.
    pub fn solve_here(&mut self, time: f64, q: &[f64], v: &[f64]) -> bool {
        self.counters.evaluations += 1;
        self.kinematics(q, v);
        self.drive_motion(time);
        self.jacobians(time);
        self.biases(time);
        self.loads(time);
        self.friction_loads();
        let mut collapsed = false;
        self.factorise(Use::Acceleration, COLLAPSE, |_| collapsed = true);
        self.note_weakness();
        self.solution[..self.nv].copy_from_slice(&self.force);
        for r in 0..self.rows.len() {
            self.solution[self.nv + r] = if self.masks.acceleration[self.nv + r] { -self.bias[r] } else { 0.0 };
        }
        self.factor.solve(&self.pattern, &mut self.solution);
        self.friction_on_reactions();
        self.contact_forces();
        collapsed
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

    /// y split into q, v, w.
    pub fn split<'a>(&self, y: &'a [f64]) -> (&'a [f64], &'a [f64], &'a [f64]) {
        let (q, rest) = y.split_at(self.nq);
        let (v, w) = rest.split_at(self.nv);
        (q, v, w)
    }
}

/// A pivot this much smaller than before cancellation is no pivot: the row is left out of this evaluation.
pub(crate) const COLLAPSE: f64 = 1e-13;

/// Extent of everything that joints, springs and bodies occupy, m; 1 if all is at one place.
fn extent(model: &Model, frames: &dyn Kinematics) -> f64 {
    let mut points = Vec::new();
    for (j, joint) in model.joints.iter().enumerate() {
        if !matches!(joint.kind, JointKind::Gear { .. }) {
            points.extend(frames.joint_points(j).map(|p| p.position));
        }
    }
    let mut own: f64 = 0.0;
    for body in &model.bodies {
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
        if let SpringKind::Linear { a, b } = spring.kind {
            for m in [a, b] {
                if m.body.is_none() {
                    points.push(m.frame.point);
                }
            }
        }
    }
    let mut low = [f64::INFINITY; 3];
    let mut high = [f64::NEG_INFINITY; 3];
    for p in &points {
        for i in 0..3 {
            low[i] = low[i].min(p[i]);
            high[i] = high[i].max(p[i]);
        }
    }
    let size = if points.is_empty() { 0.0 } else { norm(sub(high, low)) };
    let size = size.max(own);
    if size > 0.0 && size.is_finite() { size } else { 1.0 }
}

/// What w integrates, by name.
fn ledger(model: &Model, loads: &[Load]) -> Vec<LedgerEntry> {
    loads
        .iter()
        .map(|load| {
            let (path, kind) = match *load {
                Load::Contact(i) => {
                    let path = model.contact_path(i);
                    return LedgerEntry { path, kind: LedgerKind::Dissipation };
                }
                // as in `surface.energy`
                Load::Drawn => return LedgerEntry { path: "surface".to_owned(), kind: LedgerKind::Meter },
                Load::Field(b) => (&model.bodies[b].path, LedgerKind::Work),
                Load::Surface(b) => (&model.bodies[b].path, LedgerKind::Dissipation),
                Load::Force(i) => (&model.forces[i].path, LedgerKind::Work),
                Load::Drive(i) => (&model.drives[i].path, LedgerKind::Work),
                Load::Actuator(i) => (&model.springs[i].path, LedgerKind::Work),
                Load::Constraint(i) => (&model.constraints[i].path, LedgerKind::Work),
                Load::Damper(i) => (&model.springs[i].path, LedgerKind::Dissipation),
                Load::Friction(i) => (&model.joints[i].path, LedgerKind::Dissipation),
                Load::Compliant(i) => (&model.joints[i].path, LedgerKind::Dissipation),
            };
            LedgerEntry { path: path.clone(), kind }
        })
        .collect()
}
