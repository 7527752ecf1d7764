//! Who answers for a quantity that an expression reads: the bodies, a law, or the run.

use crate::multibody::multibody::Multibody;
use crate::multibody::quantities::Probes;
use crate::system::mechanism::{Laws, Quantities};
use mainspring_model::{BodyId, ContactQuantity, EnergyTerm, Load, Probe};

impl Laws {
    /// A quantity of a pair that may touch.
    pub fn contact_quantity(&self, bodies: &Multibody, pair: usize, quantity: ContactQuantity) -> f64 {
        match self.penalty.method {
            Some(_) => self.penalty.penalty_quantity(bodies, pair, quantity),
            None => self.touch.contact_quantity(bodies, pair, quantity),
        }
    }

    /// Force, or torque about the centre of mass, of all contacts on a body.
    pub fn contact_load(&self, bodies: &Multibody, body: BodyId, torque: bool) -> [f64; 3] {
        match self.penalty.method {
            Some(_) => self.penalty.penalty_load(bodies, body, torque),
            None => self.touch.contact_load(bodies, body, torque),
        }
    }
}

impl Probes for Laws {
    fn value(&self, bodies: &Multibody, probe: &Probe) -> f64 {
        let work = |load: Load| bodies.places.load(load).map_or(0.0, |at| self.readings.work_now[at]);
        match *probe {
            Probe::Friction { joint } => self.friction.joint_friction(bodies, joint),
            Probe::StopForce { joint } => self.touch.stop_force(joint),
            Probe::Contact { pair, quantity } => self.contact_quantity(bodies, pair, quantity),
            Probe::ContactLoad { body, torque, axis } => self.contact_load(bodies, body, torque)[usize::from(axis)],
            Probe::FieldX | Probe::FieldY => 0.0,
            Probe::Drawn => work(Load::Drawn),
            Probe::Work(load) => work(load),
            Probe::Before { slot } => self.readings.before[slot],
            Probe::Verdict => f64::from(u8::from(self.readings.run_values.doubtful)),
            Probe::Energy(term) => match term {
                EnergyTerm::Kinetic => self.readings.energy_now.kinetic,
                EnergyTerm::Potential => self.readings.energy_now.potential,
                EnergyTerm::Spring => self.readings.energy_now.spring,
                EnergyTerm::Total => self.readings.energy_now.total(),
                EnergyTerm::Work => self.readings.run_values.work,
                EnergyTerm::Dissipated => self.readings.run_values.dissipated,
                EnergyTerm::Lost => self.readings.run_values.lost,
                EnergyTerm::Residual => self.readings.run_values.residual,
            },
            Probe::Point { .. }
            | Probe::Angle { .. }
            | Probe::Spin { .. }
            | Probe::Direction { .. }
            | Probe::Coordinate { .. }
            | Probe::JointForce { .. }
            | Probe::JointTorque { .. }
            | Probe::Effort { .. }
            | Probe::Present { .. }
            | Probe::Input { .. }
            | Probe::Play { .. }
            | Probe::SpringStretch { .. }
            | Probe::SpringEffort { .. }
            | Probe::Momentum { .. }
            | Probe::AngularMomentum { .. }
            | Probe::KineticEnergy { .. } => bodies.probe_value(probe),
            // the table answers for these, and only a sweep has the last
            Probe::FieldLoad { .. }
            | Probe::Overlap { .. }
            | Probe::Inside { .. }
            | Probe::Power(_)
            | Probe::Caught { .. }
            | Probe::ScriptStep { .. }
            | Probe::Swept { .. } => f64::NAN,
        }
    }
}

impl Probes for Quantities<'_> {
    fn value(&self, bodies: &Multibody, probe: &Probe) -> f64 {
        self.table.value_of(bodies, self.laws, probe)
    }
}
