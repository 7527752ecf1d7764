//! Of a mechanism in maximal coordinates: what is read from a state.

use crate::laws::touch::point::ContactPoint;
use crate::multibody::kinematics::Span;
use crate::multibody::results::{Energy, LedgerEntry};
use crate::system::mechanism::Mechanism;
use crate::system::run_values::RunValues;
use crate::system::traits::readings::Readings;
use mainspring_model::{NodeId, Pose};

impl Readings for Mechanism {
    fn ledger(&self) -> &[LedgerEntry] {
        &self.bodies.ledger
    }

    fn energy(&mut self, y: &[f64]) -> Energy {
        let (q, v, _) = self.bodies.split(y);
        self.bodies.kinematics(q, v);
        self.energies()
    }

    fn load(&self) -> f64 {
        let linear = self.bodies.model.space.components();
        let of = |span: &Span| {
            let force = &self.bodies.force[span.v..span.v + span.v_len];
            let size = |(i, f): (usize, &f64)| if i < linear { f.abs() } else { f.abs() / self.bodies.length };
            force.iter().enumerate().map(size).sum::<f64>()
        };
        self.bodies.spans.iter().map(of).sum()
    }

    fn read(&mut self, time: f64, y: &[f64], ledger: &RunValues, nodes: &[NodeId], out: &mut [f64]) {
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

    fn hold_before(&mut self, time: f64, y: &[f64], ledger: &RunValues) {
        if !self.laws.readings.before.is_empty() {
            self.held = false;
            self.solve_for_reading(time, y, ledger);
            self.held = true;
        }
    }

    fn release_before(&mut self) {
        self.held = false;
    }

    fn poses(&mut self, y: &[f64], out: &mut Vec<Pose>) {
        out.clear();
        for (b, (body, span)) in self.bodies.model.bodies.iter().zip(&self.bodies.spans).enumerate() {
            let mut pose = body.pose;
            self.bodies.frames.pose(body.kind, &y[span.q..span.q + span.q_len], &mut pose);
            pose.position = self.bodies.in_world(Some(b), pose.position);
            out.push(pose);
        }
    }

    fn window_poses(&self, out: &mut Vec<Pose>) {
        self.table.moved_windows(&self.bodies, out);
    }

    fn body_state(&mut self, y: &[f64], out: &mut Vec<f64>) {
        out.clear();
        out.extend_from_slice(y);
        self.bodies.state_in_world(out);
    }

    fn joint_forces(&mut self, out: &mut Vec<[f64; 6]>) {
        self.bodies.reactions();
        out.clear();
        for j in 0..self.bodies.model.joints.len() {
            let (f, t) = self.bodies.joint_wrench(j);
            out.push([f[0], f[1], f[2], t[0], t[1], t[2]]);
        }
    }

    fn arrows(&self, out: &mut Vec<[f64; 3]>) {
        out.clear();
        out.extend(self.arrows.iter().map(|arrow| self.arrow_force(*arrow)));
    }

    fn contact_marks(&mut self, out: &mut Vec<ContactPoint>) {
        self.laws.touch.contact_points(&self.bodies, out);
    }
}
