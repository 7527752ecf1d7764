//! The operators of the maximal-coordinate system.

use crate::laws::joint_friction::mode::FrictionMode;
use crate::laws::touch::point::ContactPoint;
use crate::laws::touch::state::Site;
use crate::multibody::math::norm;
use crate::multibody::mode_change::{Transition, TransitionError};
use crate::multibody::quantities::Probes;
use crate::multibody::results::{Counters, Drift, Energy, LedgerEntry, ProjectError, Redundant};
use crate::system::ledger_values::LedgerValues;
use crate::system::mechanism::{Mechanism, Quantities};
use crate::system::mode::Mode;
use crate::system::system::{Nearing, System, Unfit};
use mainspring_definition::SpaceKind;
use mainspring_model::{BodyKind, Coordinate, Coordinates, Model, NodeId, Pose, SwitchTarget, Tape};

impl Mechanism {
    /// Everything expressions may read, at y.
    fn solve_for_reading(&mut self, time: f64, y: &[f64], ledger: &LedgerValues) {
        let (q, v, w) = self.bodies.split(y);
        self.solve(time, q, v);
        self.bodies.reactions();
        self.laws.readings.energy_now = self.energies();
        self.laws.readings.ledger_values = *ledger;
        self.laws.readings.work_now.copy_from_slice(w);
        if !self.held && !self.laws.readings.before.is_empty() {
            let tape = std::mem::take(&mut self.before_tape);
            self.evaluate(&tape, time, self.bodies.state.switch_time);
            self.before_tape = tape;
            for slot in 0..self.laws.readings.before.len() {
                self.laws.readings.before[slot] = self.bodies.values[self.bodies.model.programs.before[slot]];
            }
        }
    }

    /// f(q, v, t) into `force` at the state of `kinematics`: the bodies' own loads, then those of laws.
    pub fn loads(&mut self, time: f64) {
        let quantities = Quantities { laws: &self.laws, table: &self.table };
        self.bodies.own_loads(&quantities, time);
        self.laws.penalty.soft_loads(&mut self.bodies);
        self.table.table_loads(&mut self.bodies, &self.laws, time);
    }

    /// Energies at the state of `kinematics`.
    pub fn energies(&self) -> Energy {
        let mut energy = self.bodies.own_energies();
        energy.spring += self.laws.penalty.soft_energy(&self.bodies);
        energy
    }

    /// Energy in springs, compliant joints and soft contacts at the state of `kinematics`.
    pub fn spring_energy(&self) -> f64 {
        self.bodies.own_spring_energy() + self.laws.penalty.soft_energy(&self.bodies)
    }

    /// Evaluates a tape into `values` at the state last solved for.
    pub fn evaluate(&mut self, tape: &Tape, time: f64, switch_time: f64) {
        let mut values = std::mem::take(&mut self.bodies.values);
        let probes = &self.bodies.model.programs.probes;
        let quantities = self.quantities();
        self.bodies.model.programs.evaluate(
            tape,
            time,
            switch_time,
            |p| quantities.value(&self.bodies, &probes[p]),
            &mut values,
        );
        self.bodies.values = values;
    }
}

impl System for Mechanism {
    fn model(&self) -> &Model {
        &self.bodies.model
    }

    fn sizes(&self) -> [usize; 3] {
        [self.bodies.nq, self.bodies.nv, self.bodies.ledger.len()]
    }

    fn coordinates(&self) -> Coordinates {
        Coordinates::Maximal
    }

    fn ledger(&self) -> &[LedgerEntry] {
        &self.bodies.ledger
    }

    fn mode(&self) -> Mode {
        Mode {
            bodies: self.bodies.state.clone(),
            friction: self.laws.friction.modes.clone(),
            tooth_sides: self.laws.backlash.sides.clone(),
            touch: self.laws.touch.state.clone(),
            squeezed: self.laws.penalty.squeezed.clone(),
            table: self.table.state.clone(),
        }
    }

    fn attached(&self, target: SwitchTarget) -> bool {
        match target {
            SwitchTarget::Joint(j) => self.bodies.state.joints[j],
            SwitchTarget::Spring(s) => self.bodies.state.springs[s],
            SwitchTarget::Part { body, .. } => self.bodies.present(body),
        }
    }

    fn rate_cap(&self) -> f64 {
        self.bodies.state.rate_cap
    }

    fn set_mode(&mut self, mode: Mode) {
        self.bodies.state = mode.bodies;
        self.laws.friction.modes = mode.friction;
        self.laws.backlash.sides = mode.tooth_sides;
        self.laws.touch.state = mode.touch;
        self.laws.penalty.squeezed = mode.squeezed;
        self.table.state = mode.table;
        self.laws.touch.fixed = None;
        self.remask();
    }

    fn scales(&self) -> &[f64] {
        &self.bodies.scales
    }

    fn length(&self) -> f64 {
        self.bodies.length
    }

    fn weight(&self) -> f64 {
        let moving = self.bodies.model.bodies.iter().filter(|b| b.kind != BodyKind::Fixed);
        let rubs = self.bodies.model.fields.surface.as_ref().map_or(0.0, |s| s.gravity * s.dynamic_friction);
        moving.map(|b| b.mass).sum::<f64>() * norm(self.bodies.model.gravity).max(rubs)
    }

    fn set_switch_time(&mut self, time: f64) {
        self.bodies.state.switch_time = time;
    }

    fn next_switch(&mut self, from: f64, to: f64) -> Option<f64> {
        let mut values = std::mem::take(&mut self.bodies.values);
        let found = self.bodies.switches.next(&self.bodies.model, from, to, &mut values);
        self.bodies.values = values;
        let frame = self.table.script_ends(&self.bodies, from).filter(|t| *t < to);
        found.into_iter().chain(frame).min_by(f64::total_cmp)
    }

    fn guard_period(&self) -> f64 {
        self.guard_period
    }

    fn derivative(&mut self, time: f64, y: &[f64], dy: &mut [f64]) {
        let (q, v, _) = self.bodies.split(y);
        self.solve(time, q, v);
        self.position_rate(y, dy);
        dy[self.bodies.nq..self.bodies.nq + self.bodies.nv].copy_from_slice(&self.bodies.solution[..self.bodies.nv]);
        self.powers(v, time);
        dy[self.bodies.nq + self.bodies.nv..].copy_from_slice(&self.bodies.power);
    }

    fn position_rate(&self, y: &[f64], dy: &mut [f64]) {
        let (q, v, _) = self.bodies.split(y);
        for (b, span) in self.bodies.spans.iter().enumerate() {
            self.bodies.frames.q_rate(
                self.bodies.model.bodies[b].kind,
                &q[span.q..span.q + span.q_len],
                &v[span.v..span.v + span.v_len],
                &mut dy[span.q..span.q + span.q_len],
            );
        }
    }

    fn jacobian(&mut self, time: f64, y: &[f64], by_position: &mut [f64], by_velocity: &mut [f64]) {
        self.acceleration_slopes(time, y, by_position, by_velocity);
    }

    fn tangent(&self, y: &[f64], dq: &[f64], out: &mut [f64]) {
        for (body, span) in self.bodies.model.bodies.iter().zip(&self.bodies.spans) {
            let (q, v) = (span.q..span.q + span.q_len, span.v..span.v + span.v_len);
            self.bodies.frames.tangent(body.kind, &y[q.clone()], &dq[q], &mut out[v]);
        }
    }

    fn turn_limit(&mut self, y: &[f64]) -> f64 {
        // in the plane bodies keep their turns themselves
        if self.bodies.model.space == SpaceKind::Planar && self.laws.penalty.method.is_none() {
            return f64::INFINITY;
        }
        let (q, v, _) = self.bodies.split(y);
        self.bodies.kinematics(q, v);
        let bound = self.laws.penalty.step_bound(&self.bodies);
        if self.bodies.model.space == SpaceKind::Planar {
            return bound;
        }
        let mut fastest: f64 = 0.0;
        for (j, joint) in self.bodies.model.joints.iter().enumerate() {
            for index in 0..joint.kind.coordinates().len() {
                let m = self.bodies.measure(Coordinate { joint: j, index });
                if m.wraps {
                    fastest = fastest.max(m.rate.abs());
                }
            }
        }
        // half of half a turn: the rate may grow within the step
        if fastest > 0.0 { bound.min(0.5 * std::f64::consts::PI / fastest) } else { bound }
    }

    fn project(&mut self, time: f64, y: &mut [f64]) -> Result<(), ProjectError> {
        let (q, rest) = y.split_at_mut(self.bodies.nq);
        let (v, _) = rest.split_at_mut(self.bodies.nv);
        self.project_state(time, q, v)
    }

    fn settle(&mut self, y: &[f64]) {
        self.passage.careful = false;
        if !self.bodies.state.angles.is_empty()
            || !self.laws.touch.state.touching.is_empty()
            || self.laws.penalty.method.is_some()
        {
            let (q, v, _) = self.bodies.split(y);
            self.bodies.kinematics(q, v);
            self.bodies.remember_angles();
            self.laws.touch.settle_tangents(&self.bodies);
            self.laws.penalty.arm(&self.bodies);
        }
        self.table.settle_ways(&mut self.bodies, y);
        self.laws.friction.jammed = None;
        self.laws.touch.jammed = None;
        self.laws.touch.fixed = None;
        self.table.trouble = None;
    }

    fn drift(&mut self, time: f64, y: &[f64]) -> Drift {
        self.bodies.drifts(time, y)
    }

    fn energy(&mut self, y: &[f64]) -> Energy {
        let (q, v, _) = self.bodies.split(y);
        self.bodies.kinematics(q, v);
        self.energies()
    }

    fn read(&mut self, time: f64, y: &[f64], ledger: &LedgerValues, nodes: &[NodeId], out: &mut [f64]) {
        self.solve_for_reading(time, y, ledger);
        if self.read_tape.0 != nodes {
            self.read_tape = (nodes.to_vec(), self.bodies.model.programs.tape(nodes));
        }
        let tape = std::mem::take(&mut self.read_tape.1);
        self.evaluate(&tape, time, self.bodies.state.switch_time);
        self.read_tape.1 = tape;
        for (o, &n) in out.iter_mut().zip(nodes) {
            *o = self.bodies.values[n];
        }
        self.table.show_fields(&mut self.bodies, &self.laws, time);
    }

    fn hold_before(&mut self, time: f64, y: &[f64], ledger: &LedgerValues) {
        if !self.laws.readings.before.is_empty() {
            self.held = false;
            self.solve_for_reading(time, y, ledger);
            self.held = true;
        }
    }

    fn release_before(&mut self) {
        self.held = false;
    }

    fn guards(&mut self, time: f64, y: &[f64], out: &mut [f64]) {
        if self.guard_nodes.is_empty() {
            return;
        }
        let (q, v, _) = self.bodies.split(y);
        if self.guard_needs_solve {
            let ledger = self.laws.readings.ledger_values;
            self.solve_for_reading(time, y, &ledger);
        } else {
            self.bodies.kinematics(q, v);
        }
        // a guard may be asked anywhere: time switches in it are read at the moment itself
        let tape = std::mem::take(&mut self.guard_tape);
        self.evaluate(&tape, time, time);
        self.guard_tape = tape;
        for (o, &n) in out.iter_mut().zip(&self.guard_nodes) {
            *o = self.bodies.values[n];
        }
        // what is not there cannot leave
        for &(guard, body) in &self.table.leaving {
            if !self.bodies.present(body) {
                out[guard] = f64::NEG_INFINITY;
            }
        }
    }

    fn limit_gaps(&mut self, y: &[f64], out: &mut [f64]) {
        if self.limited.is_empty() {
            return;
        }
        let (q, v, _) = self.bodies.split(y);
        self.bodies.kinematics(q, v);
        for (k, &j) in self.limited.iter().enumerate() {
            if let (Some([low, high]), true) = (self.bodies.model.joints[j].limits, self.bodies.state.joints[j]) {
                let value = self.bodies.measure(Coordinate { joint: j, index: 0 }).value;
                out[2 * k] = value - low;
                out[2 * k + 1] = high - value;
            } else {
                out[2 * k] = f64::INFINITY;
                out[2 * k + 1] = f64::INFINITY;
            }
        }
    }

    fn limited(&self) -> &[usize] {
        &self.limited
    }

    fn transitions(&self) -> usize {
        self.laws.friction.list.len()
            + 2 * self.laws.backlash.meshes.len()
            + self.laws.touch.touch_count()
            + self.laws.penalty.soft_transitions()
            + self.table.script_transitions(&self.bodies)
            + self.table.rest_transitions()
    }

    fn transition_guards(&mut self, time: f64, y: &[f64], out: &mut [f64]) {
        self.touch_guards(time, y, out);
    }

    fn transition_guard(&mut self, time: f64, y: &[f64], guard: usize, all: &mut [f64]) -> f64 {
        self.table.guard_of_sliding(&mut self.bodies, y, guard, all.len()).unwrap_or_else(|| {
            self.touch_guards(time, y, all);
            all[guard]
        })
    }

    fn transit(
        &mut self,
        time: f64,
        y: &mut [f64],
        fired: &[usize],
        out: &mut Vec<Transition>,
    ) -> Result<(), TransitionError> {
        self.change_modes(time, y, fired, out)
    }

    fn fastest_adapting(&self) -> Option<f64> {
        self.laws.penalty.fastest(&self.bodies)
    }

    fn soft_contacts(&self, out: &mut Vec<crate::SoftMark>) {
        self.laws.penalty.soft_marks(out);
    }

    fn cap_rate(&mut self, cap: f64) {
        self.bodies.state.rate_cap = cap;
    }

    fn jammed(&self) -> Option<String> {
        let rub =
            self.laws.friction.jammed.map(|k| self.bodies.model.joints[self.laws.friction.list[k].joint].path.clone());
        rub.or_else(|| {
            self.laws
                .touch
                .jammed
                .and_then(|i| self.laws.touch.state.touching.get(i))
                .map(|t| self.laws.touch.site_names(&self.bodies, t.site).join(", "))
        })
    }

    fn trouble(&self) -> Option<String> {
        self.table.trouble.clone()
    }

    fn stray(&self) -> Option<String> {
        self.table.stray.clone()
    }

    fn touches(&self) -> bool {
        self.laws.touch.any()
    }

    fn first_touch(&mut self, dense: &mut dyn FnMut(f64, &mut [f64]), state: &mut [f64]) -> Option<f64> {
        self.laws.touch.struck.clear();
        self.laws.touch.first_touch(&self.bodies, dense, state)
    }

    fn hit_gap(&mut self, y: &[f64]) -> Option<[f64; 3]> {
        self.laws.touch.hit_gap(&mut self.bodies, y)
    }

    fn slip_limit(&mut self, time: f64, y: &[f64], dy: &[f64]) -> f64 {
        Self::slip_limit(self, time, y).min(self.rest_limit(time, y, dy))
    }

    fn schedule(&mut self, time: f64, y: &[f64], out: &mut Vec<Transition>) -> bool {
        if !self.table.any {
            return false;
        }
        let (q, v, _) = self.bodies.split(y);
        if self.table.exits_need_solve {
            self.solve(time, q, v);
        } else {
            self.bodies.kinematics(q, v);
        }
        let shows = self.table.advance_scripts(&mut self.bodies, &self.laws, time, &[], out);
        self.bodies.kinematics(q, v);
        self.let_jumped_slide(time);
        shows
    }

    fn arrives_inside(&mut self, body: usize, y: &[f64]) -> Option<(String, f64)> {
        let (q, v, _) = self.bodies.split(y);
        self.bodies.kinematics(q, v);
        self.inside_of(body)
    }

    fn window_poses(&self, out: &mut Vec<Pose>) {
        self.table.moved_windows(&self.bodies, out);
    }

    fn switch(&mut self, target: SwitchTarget, attach: bool, time: f64, y: &mut [f64]) {
        match target {
            SwitchTarget::Joint(j) => {
                self.bodies.state.joints[j] = attach;
                self.forget_touch(j);
                self.laws.touch.keep_touching(|t| !matches!(t.site, Site::Stop { joint, .. } if joint as usize == j));
                let rows = self.bodies.places.joint[j].map_or(0..0, |g| {
                    let group = &self.bodies.groups[g];
                    group.first..group.first + group.rows
                });
                for r in rows.clone() {
                    self.bodies.state.offsets[r] = 0.0;
                }
                // what a disc has rolled and where gears mesh counts from here
                if attach {
                    let (q, v, _) = self.bodies.split(y);
                    self.bodies.kinematics(q, v);
                    self.bodies.drive_motion(time);
                    self.bodies.residuals(time);
                    for r in rows.filter(|&r| self.bodies.rows[r].phase) {
                        self.bodies.state.offsets[r] = self.bodies.residual[r];
                    }
                }
            }
            SwitchTarget::Spring(s) => self.bodies.state.springs[s] = attach,
            SwitchTarget::Part { body, into } => self.come_or_go(body, attach, into, y),
        }
        self.remask();
    }

    fn misfit(&mut self, joint: usize, time: f64, y: &[f64]) -> (f64, f64) {
        let (q, v, _) = self.bodies.split(y);
        self.bodies.kinematics(q, v);
        self.bodies.drive_motion(time);
        self.bodies.residuals(time);
        let mut worst = (0.0_f64, 0.0_f64);
        let group = self.bodies.places.joint[joint].map(|g| &self.bodies.groups[g]);
        for r in group.map_or(0..0, |g| g.first..g.first + g.rows) {
            let info = &self.bodies.rows[r];
            if info.position && !info.phase {
                let size = self.bodies.residual[r].abs();
                if info.angle { worst.1 = worst.1.max(size) } else { worst.0 = worst.0.max(size) }
            }
        }
        if !self.bodies.frames.joint_faces(joint) {
            worst.1 = std::f64::consts::PI;
        }
        worst
    }

    fn loosen(&mut self) {
        if self.laws.friction.modes.contains(&FrictionMode::Stick) {
            for rub in self.laws.friction.modes.iter_mut().filter(|rub| **rub == FrictionMode::Stick) {
                *rub = FrictionMode::Held(0);
            }
            self.remask();
        }
    }

    fn analyse(&mut self, time: f64, y: &[f64]) -> Vec<Redundant> {
        let (q, v, _) = self.bodies.split(y);
        let found = self.bodies.find_redundant(time, q, crate::tolerances::REDUNDANT);
        self.restore_momentary(time, q, v, found.clone()).unwrap_or(found)
    }

    fn collapsed(&self) -> bool {
        self.bodies.collapsed
    }

    fn nearing(&mut self, time: f64, y: &[f64]) -> Option<Nearing> {
        let (q, v, _) = self.bodies.split(y);
        self.bodies.kinematics(q, v);
        self.bodies.drive_motion(time);
        self.bodies.jacobians(time);
        // whichever comes nearest, even if it is far
        self.bodies.factor.weak = 1.0;
        self.bodies.factorise(crate::multibody::multibody::Use::Acceleration, crate::tolerances::COLLAPSE, |_| {});
        self.bodies.factor.weak = crate::multibody::kkt::factor::WEAK;
        let (_, unknown) = self.bodies.factor.weakest()?;
        self.nearing_by(unknown - self.bodies.nv, time, q, v)
    }

    fn suspects(&mut self) -> bool {
        std::mem::take(&mut self.bodies.weakness_seen)
    }

    fn retake(&mut self) -> bool {
        std::mem::take(&mut self.passage.retake)
    }

    fn stressed(&self) -> Vec<String> {
        Self::stressed(self)
    }

    fn leap(&mut self, time: f64, y: &mut [f64], h: f64) -> Result<(), ProjectError> {
        self.leap_here(time, y, h)
    }

    fn unfit_to_leap(&self) -> Option<Unfit> {
        self.unfit()
    }

    fn owner(&self, index: usize) -> String {
        let of_body = self.bodies.spans.iter().position(|s| {
            (s.q..s.q + s.q_len).contains(&index)
                || (self.bodies.nq + s.v..self.bodies.nq + s.v + s.v_len).contains(&index)
        });
        match of_body {
            Some(b) => self.bodies.model.bodies[b].path.clone(),
            None => index
                .checked_sub(self.bodies.nq + self.bodies.nv)
                .and_then(|w| self.bodies.ledger.get(w))
                .map_or_else(String::new, |e| e.path.clone()),
        }
    }

    fn non_finite(&self, y: &[f64]) -> Option<String> {
        self.bodies.first_non_finite(y)
    }

    fn counters(&self) -> Counters {
        self.bodies.counters
    }

    fn set_counters(&mut self, counters: Counters) {
        self.bodies.counters = counters;
        (self.bodies.pattern.changes, self.bodies.pattern.redone) = (counters.pattern_changes, counters.redone);
    }

    fn poses(&mut self, y: &[f64], out: &mut Vec<Pose>) {
        out.clear();
        for (body, span) in self.bodies.model.bodies.iter().zip(&self.bodies.spans) {
            let mut pose = body.pose;
            self.bodies.frames.pose(body.kind, &y[span.q..span.q + span.q_len], &mut pose);
            out.push(pose);
        }
    }

    fn body_state(&mut self, y: &[f64], out: &mut Vec<f64>) {
        out.clear();
        out.extend_from_slice(y);
    }

    fn joint_forces(&mut self, out: &mut Vec<[f64; 6]>) {
        self.bodies.reactions();
        out.clear();
        for j in 0..self.bodies.model.joints.len() {
            let (f, t) = self.bodies.joint_wrench(j);
            out.push([f[0], f[1], f[2], t[0], t[1], t[2]]);
        }
    }

    fn contact_marks(&mut self, out: &mut Vec<ContactPoint>) {
        self.laws.touch.contact_points(&self.bodies, out);
    }

    fn arrows(&self, out: &mut Vec<[f64; 3]>) {
        out.clear();
        out.extend(self.arrows.iter().map(|arrow| self.arrow_force(*arrow)));
    }
}
