//! Loads, energies and expressions of a mechanism as a whole: the bodies' own and those of laws.

use crate::multibody::quantities::Probes;
use crate::multibody::results::Energy;
use crate::system::mechanism::{Mechanism, Quantities};
use crate::system::run_values::RunValues;
use mainspring_model::{ContactQuantity, Probe, Tape};

impl Mechanism {
    /// Everything expressions may read, at y.
    pub fn solve_for_reading(&mut self, time: f64, y: &[f64], ledger: &RunValues) {
        self.take_stepped_contacts();
        let (q, v, w) = self.bodies.split(y);
        let mixed = self.steps.any();
        let mut ranges = None;
        if mixed {
            if !self.laws.friction.list.is_empty() && self.reads_ranges() {
                self.show_events();
                ranges = Some(self.force_ranges(time, q, v, usize::MAX));
            }
            self.show_all();
        }
        self.stepping.reading = true;
        self.solve(time, q, v);
        self.stepping.reading = false;
        self.bodies.reactions();
        self.laws.touch.tooth_forces(&mut self.bodies);
        self.laws.touch.ranges = ranges;
        if !mixed && !self.laws.friction.list.is_empty() && self.reads_ranges() {
            let ranges = self.force_ranges(time, q, v, usize::MAX);
            self.laws.touch.ranges = Some(ranges);
            self.bodies.reactions();
            self.laws.touch.tooth_forces(&mut self.bodies);
        }
        self.laws.readings.energy_now = self.energies();
        self.laws.readings.run_values = *ledger;
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

    /// Whether any expression reads the range of a contact's force.
    fn reads_ranges(&self) -> bool {
        let range = |p: &Probe| match *p {
            Probe::Contact { quantity, .. } => {
                matches!(quantity, ContactQuantity::LeastForce | ContactQuantity::LargestForce)
            }
            _ => false,
        };
        self.bodies.model.programs.probes.iter().any(range)
    }

    /// f(q, v, t) into `force` at the state of `kinematics`: the bodies' own loads, then those of laws.
    pub fn loads(&mut self, time: f64) {
        let quantities = Quantities { laws: &self.laws, table: &self.table };
        self.bodies.own_loads(&quantities, time);
        self.laws.penalty.penalty_loads(&mut self.bodies);
        self.table.table_loads(&mut self.bodies, &self.laws, time);
    }

    /// Energies at the state of `kinematics`.
    pub fn energies(&self) -> Energy {
        let mut energy = self.bodies.own_energies();
        energy.spring += self.laws.penalty.penalty_energy(&self.bodies);
        energy
    }

    /// Energy in springs, compliant joints and soft contacts at the state of `kinematics`.
    pub fn spring_energy(&self) -> f64 {
        self.bodies.own_spring_energy() + self.laws.penalty.penalty_energy(&self.bodies)
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
