//! The operators of the maximal-coordinate system.

use crate::core::Core;
use crate::math::norm;
use crate::system::{
    Counters, Drift, Energy, LedgerEntry, LedgerValues, Mode, Nearing, ProjectError, Redundant, RubMode, System,
    Transition, TransitionError,
};
use mainspring_definition::SpaceKind;
use mainspring_model::{BodyKind, Coordinate, Coordinates, Model, NodeId, Pose, SwitchTarget, Tape};

impl Core {
    /// Everything expressions may read, at y.
    fn solve_for_reading(&mut self, time: f64, y: &[f64], ledger: &LedgerValues) {
        let (q, v, w) = self.split(y);
        self.solve(time, q, v);
        self.reactions();
        self.energy_now = self.energies();
        self.ledger_values = *ledger;
        self.work_now.copy_from_slice(w);
        if !self.held && !self.before.is_empty() {
            let tape = std::mem::take(&mut self.before_tape);
            self.evaluate(&tape, time, self.mode.switch_time);
            self.before_tape = tape;
            for slot in 0..self.before.len() {
                self.before[slot] = self.values[self.model.programs.before[slot]];
            }
        }
    }

    /// Evaluates a tape into `values` at the state last solved for.
    pub(crate) fn evaluate(&mut self, tape: &Tape, time: f64, switch_time: f64) {
        let mut values = std::mem::take(&mut self.values);
        let probes = &self.model.programs.probes;
        self.model.programs.evaluate(tape, time, switch_time, |p| self.probe_value(&probes[p]), &mut values);
        self.values = values;
    }
}

impl System for Core {
    fn model(&self) -> &Model {
        &self.model
    }

    fn sizes(&self) -> [usize; 3] {
        [self.nq, self.nv, self.ledger.len()]
    }

    fn coordinates(&self) -> Coordinates {
        Coordinates::Maximal
    }

    fn ledger(&self) -> &[LedgerEntry] {
        &self.ledger
    }

    fn mode(&self) -> &Mode {
        &self.mode
    }

    fn set_mode(&mut self, mode: Mode) {
        self.mode = mode;
        self.touch.fixed = None;
        self.remask();
    }

    fn scales(&self) -> &[f64] {
        &self.scales
    }

    fn length(&self) -> f64 {
        self.length
    }

    fn weight(&self) -> f64 {
        let moving = self.model.bodies.iter().filter(|b| b.kind != BodyKind::Fixed);
        let rubs = self.model.fields.surface.as_ref().map_or(0.0, |s| s.gravity * s.dynamic_friction);
        moving.map(|b| b.mass).sum::<f64>() * norm(self.model.gravity).max(rubs)
    }

    fn set_switch_time(&mut self, time: f64) {
        self.mode.switch_time = time;
    }

    fn next_switch(&mut self, from: f64, to: f64) -> Option<f64> {
        let mut values = std::mem::take(&mut self.values);
        let found = self.switches.next(&self.model, from, to, &mut values);
        self.values = values;
        let frame = self.script_ends(from).filter(|t| *t < to);
        found.into_iter().chain(frame).min_by(f64::total_cmp)
    }

    fn guard_period(&self) -> f64 {
        self.guard_period
    }

    fn derivative(&mut self, time: f64, y: &[f64], dy: &mut [f64]) {
        let (q, v, _) = self.split(y);
        self.solve(time, q, v);
        self.position_rate(y, dy);
        dy[self.nq..self.nq + self.nv].copy_from_slice(&self.solution[..self.nv]);
        self.powers(v, time);
        dy[self.nq + self.nv..].copy_from_slice(&self.power);
    }

    fn position_rate(&self, y: &[f64], dy: &mut [f64]) {
        let (q, v, _) = self.split(y);
        for (b, span) in self.spans.iter().enumerate() {
            self.frames.q_rate(
                self.model.bodies[b].kind,
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
        for (body, span) in self.model.bodies.iter().zip(&self.spans) {
            let (q, v) = (span.q..span.q + span.q_len, span.v..span.v + span.v_len);
            self.frames.tangent(body.kind, &y[q.clone()], &dq[q], &mut out[v]);
        }
    }

    fn turn_limit(&mut self, y: &[f64]) -> f64 {
        // in the plane bodies keep their turns themselves
        if self.model.space == SpaceKind::Planar && self.soft.method.is_none() {
            return f64::INFINITY;
        }
        let (q, v, _) = self.split(y);
        self.kinematics(q, v);
        let bound = self.step_bound();
        if self.model.space == SpaceKind::Planar {
            return bound;
        }
        let mut fastest: f64 = 0.0;
        for (j, joint) in self.model.joints.iter().enumerate() {
            for index in 0..joint.kind.coordinates().len() {
                let m = self.measure(Coordinate { joint: j, index });
                if m.wraps {
                    fastest = fastest.max(m.rate.abs());
                }
            }
        }
        // half of half a turn: the rate may grow within the step
        if fastest > 0.0 { bound.min(0.5 * std::f64::consts::PI / fastest) } else { bound }
    }

    fn project(&mut self, time: f64, y: &mut [f64]) -> Result<(), ProjectError> {
        let (q, rest) = y.split_at_mut(self.nq);
        let (v, _) = rest.split_at_mut(self.nv);
        self.project_state(time, q, v)
    }

    fn settle(&mut self, y: &[f64]) {
        self.passage.careful = false;
        if !self.mode.angles.is_empty() || !self.mode.touching.is_empty() || self.soft.method.is_some() {
            let (q, v, _) = self.split(y);
            self.kinematics(q, v);
            self.remember_angles();
            self.settle_tangents();
            self.arm();
        }
        self.settle_ways(y);
        self.rubs.jammed = None;
        self.touch.jammed = None;
        self.touch.fixed = None;
        self.table.trouble = None;
    }

    fn drift(&mut self, time: f64, y: &[f64]) -> Drift {
        self.drifts(time, y)
    }

    fn energy(&mut self, y: &[f64]) -> Energy {
        let (q, v, _) = self.split(y);
        self.kinematics(q, v);
        self.energies()
    }

    fn read(&mut self, time: f64, y: &[f64], ledger: &LedgerValues, nodes: &[NodeId], out: &mut [f64]) {
        self.solve_for_reading(time, y, ledger);
        if self.read_tape.0 != nodes {
            self.read_tape = (nodes.to_vec(), self.model.programs.tape(nodes));
        }
        let tape = std::mem::take(&mut self.read_tape.1);
        self.evaluate(&tape, time, self.mode.switch_time);
        self.read_tape.1 = tape;
        for (o, &n) in out.iter_mut().zip(nodes) {
            *o = self.values[n];
        }
        self.show_fields(time);
    }

    fn hold_before(&mut self, time: f64, y: &[f64], ledger: &LedgerValues) {
        if !self.before.is_empty() {
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
        let (q, v, _) = self.split(y);
        if self.guard_needs_solve {
            let ledger = self.ledger_values;
            self.solve_for_reading(time, y, &ledger);
        } else {
            self.kinematics(q, v);
        }
        // a guard may be asked anywhere: time switches in it are read at the moment itself
        let tape = std::mem::take(&mut self.guard_tape);
        self.evaluate(&tape, time, time);
        self.guard_tape = tape;
        for (o, &n) in out.iter_mut().zip(&self.guard_nodes) {
            *o = self.values[n];
        }
        // what is not there cannot leave
        for &(guard, body) in &self.table.leaving {
            if !self.present(body) {
                out[guard] = f64::NEG_INFINITY;
            }
        }
    }

    fn limit_gaps(&mut self, y: &[f64], out: &mut [f64]) {
        if self.limited.is_empty() {
            return;
        }
        let (q, v, _) = self.split(y);
        self.kinematics(q, v);
        for (k, &j) in self.limited.iter().enumerate() {
            if let (Some([low, high]), true) = (self.model.joints[j].limits, self.mode.joints[j]) {
                let value = self.measure(Coordinate { joint: j, index: 0 }).value;
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
        self.rubs.list.len()
            + 2 * self.meshes.len()
            + self.touch_count()
            + self.soft_transitions()
            + self.script_transitions()
            + self.rest_transitions()
    }

    fn transition_guards(&mut self, time: f64, y: &[f64], out: &mut [f64]) {
        self.touch_guards(time, y, out);
    }

    fn transition_guard(&mut self, time: f64, y: &[f64], guard: usize, all: &mut [f64]) -> f64 {
        self.guard_of_sliding(y, guard, all.len()).unwrap_or_else(|| {
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
        self.fastest()
    }

    fn soft_contacts(&self, out: &mut Vec<crate::SoftMark>) {
        self.soft_marks(out);
    }

    fn cap_rate(&mut self, cap: f64) {
        self.mode.rate_cap = cap;
    }

    fn jammed(&self) -> Option<String> {
        let rub = self.rubs.jammed.map(|k| self.model.joints[self.rubs.list[k].joint].path.clone());
        rub.or_else(|| {
            self.touch.jammed.and_then(|i| self.mode.touching.get(i)).map(|t| self.site_names(t.site).join(", "))
        })
    }

    fn trouble(&self) -> Option<String> {
        self.table.trouble.clone()
    }

    fn stray(&self) -> Option<String> {
        self.table.stray.clone()
    }

    fn touches(&self) -> bool {
        self.touch.any()
    }

    fn first_touch(&mut self, dense: &mut dyn FnMut(f64, &mut [f64]), state: &mut [f64]) -> Option<f64> {
        self.touch.struck.clear();
        Self::first_touch(self, dense, state)
    }

    fn hit_gap(&mut self, y: &[f64]) -> Option<[f64; 3]> {
        Self::hit_gap(self, y)
    }

    fn slip_limit(&mut self, time: f64, y: &[f64], dy: &[f64]) -> f64 {
        Self::slip_limit(self, time, y).min(self.rest_limit(time, y, dy))
    }

    fn schedule(&mut self, time: f64, y: &[f64], out: &mut Vec<Transition>) -> bool {
        if !self.table.any {
            return false;
        }
        let (q, v, _) = self.split(y);
        if self.table.exits_need_solve {
            self.solve(time, q, v);
        } else {
            self.kinematics(q, v);
        }
        let shows = self.advance_scripts(time, &[], out);
        self.kinematics(q, v);
        self.let_jumped_slide(time);
        shows
    }

    fn arrives_inside(&mut self, body: usize, y: &[f64]) -> Option<(String, f64)> {
        let (q, v, _) = self.split(y);
        self.kinematics(q, v);
        self.inside_of(body)
    }

    fn window_poses(&self, out: &mut Vec<Pose>) {
        self.moved_windows(out);
    }

    fn switch(&mut self, target: SwitchTarget, attach: bool, time: f64, y: &mut [f64]) {
        match target {
            SwitchTarget::Joint(j) => {
                self.mode.joints[j] = attach;
                self.forget_touch(j);
                self.keep_touching(
                    |t| !matches!(t.site, crate::touch::Site::Stop { joint, .. } if joint as usize == j),
                );
                let rows = self.places.joint[j].map_or(0..0, |g| {
                    let group = &self.groups[g];
                    group.first..group.first + group.rows
                });
                for r in rows.clone() {
                    self.mode.offsets[r] = 0.0;
                }
                // what a disc has rolled and where gears mesh counts from here
                if attach {
                    let (q, v, _) = self.split(y);
                    self.kinematics(q, v);
                    self.drive_motion(time);
                    self.residuals(time);
                    for r in rows.filter(|&r| self.rows[r].phase) {
                        self.mode.offsets[r] = self.residual[r];
                    }
                }
            }
            SwitchTarget::Spring(s) => self.mode.springs[s] = attach,
            SwitchTarget::Part { body, into } => self.come_or_go(body, attach, into, y),
        }
        self.remask();
    }

    fn misfit(&mut self, joint: usize, time: f64, y: &[f64]) -> (f64, f64) {
        let (q, v, _) = self.split(y);
        self.kinematics(q, v);
        self.drive_motion(time);
        self.residuals(time);
        let mut worst = (0.0_f64, 0.0_f64);
        let group = self.places.joint[joint].map(|g| &self.groups[g]);
        for r in group.map_or(0..0, |g| g.first..g.first + g.rows) {
            let info = &self.rows[r];
            if info.position && !info.phase {
                let size = self.residual[r].abs();
                if info.angle { worst.1 = worst.1.max(size) } else { worst.0 = worst.0.max(size) }
            }
        }
        if !self.frames.joint_faces(joint) {
            worst.1 = std::f64::consts::PI;
        }
        worst
    }

    fn loosen(&mut self) {
        if self.mode.rubs.contains(&RubMode::Stick) {
            for rub in self.mode.rubs.iter_mut().filter(|rub| **rub == RubMode::Stick) {
                *rub = RubMode::Held(0);
            }
            self.remask();
        }
    }

    fn analyse(&mut self, time: f64, y: &[f64]) -> Vec<Redundant> {
        let (q, v, _) = self.split(y);
        let found = self.find_redundant(time, q, crate::close::REDUNDANT);
        self.restore_momentary(time, q, v, found.clone()).unwrap_or(found)
    }

    fn collapsed(&self) -> bool {
        self.collapsed
    }

    fn nearing(&mut self, time: f64, y: &[f64]) -> Option<Nearing> {
        let (q, v, _) = self.split(y);
        self.kinematics(q, v);
        self.drive_motion(time);
        self.jacobians(time);
        // whichever comes nearest, even if it is far
        self.factor.weak = 1.0;
        self.factorise(crate::core::Use::Acceleration, crate::core::COLLAPSE, |_| {});
        self.factor.weak = crate::kkt::factor::WEAK;
        let (_, unknown) = self.factor.weakest()?;
        self.nearing_by(unknown - self.nv, time, q, v)
    }

    fn suspects(&mut self) -> bool {
        std::mem::take(&mut self.passage.seen)
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

    fn unfit_to_leap(&self) -> Option<crate::system::Unfit> {
        self.unfit()
    }

    fn owner(&self, index: usize) -> String {
        let of_body = self.spans.iter().position(|s| {
            (s.q..s.q + s.q_len).contains(&index) || (self.nq + s.v..self.nq + s.v + s.v_len).contains(&index)
        });
        match of_body {
            Some(b) => self.model.bodies[b].path.clone(),
            None => index
                .checked_sub(self.nq + self.nv)
                .and_then(|w| self.ledger.get(w))
                .map_or_else(String::new, |e| e.path.clone()),
        }
    }

    fn non_finite(&self, y: &[f64]) -> Option<String> {
        self.first_non_finite(y)
    }

    fn counters(&self) -> Counters {
        self.counters
    }

    fn set_counters(&mut self, counters: Counters) {
        self.counters = counters;
        (self.pattern.changes, self.pattern.redone) = (counters.pattern_changes, counters.redone);
    }

    fn poses(&mut self, y: &[f64], out: &mut Vec<Pose>) {
        out.clear();
        for (body, span) in self.model.bodies.iter().zip(&self.spans) {
            let mut pose = body.pose;
            self.frames.pose(body.kind, &y[span.q..span.q + span.q_len], &mut pose);
            out.push(pose);
        }
    }

    fn body_state(&mut self, y: &[f64], out: &mut Vec<f64>) {
        out.clear();
        out.extend_from_slice(y);
    }

    fn joint_forces(&mut self, out: &mut Vec<[f64; 6]>) {
        self.reactions();
        out.clear();
        for j in 0..self.model.joints.len() {
            let (f, t) = self.joint_wrench(j);
            out.push([f[0], f[1], f[2], t[0], t[1], t[2]]);
        }
    }

    fn contact_marks(&mut self, out: &mut Vec<crate::system::ContactPoint>) {
        self.contact_points(out);
    }

    fn arrows(&self, out: &mut Vec<[f64; 3]>) {
        out.clear();
        out.extend(self.arrows.iter().map(|arrow| self.arrow_force(*arrow)));
    }
}
