//! Contact forces after a solve without them, brought to agree with friction in joints that depends on reactions.

use crate::laws::touch::forces::ROUNDS;
use crate::system::mechanism::Mechanism;
use crate::tolerances::CONTACT_FORCES_SETTLED;
use mainspring_model::FrictionLaw;

impl Mechanism {
    /// After a solve without them: contact forces, brought into `solution`.
    pub fn contact_forces(&mut self) {
        if self.laws.touch.state.touching.is_empty() {
            self.laws.touch.contacts.clear();
            self.laws.touch.rolling_resistances.clear();
            self.laws.touch.force.clear();
            return;
        }
        self.laws.touch.read_contacts(&self.bodies);
        self.laws.touch.delassus(&self.bodies);
        let coulomb = self.laws.friction.list.iter().any(|r| matches!(r.friction.law, FrictionLaw::Coulomb { .. }));
        let without = if coulomb { self.laws.friction.before_friction(&self.bodies) } else { Vec::new() };
        self.laws.touch.contact_free(&self.bodies, true);
        self.laws.touch.solve_contacts(&self.bodies);
        let force = std::mem::take(&mut self.laws.touch.force);
        self.laws.touch.add_contact_forces(&mut self.bodies, &force);
        self.laws.touch.force = force;
        if coulomb {
            self.with_joint_friction(&without);
        }
    }

    /// Friction in joints depends on reactions, these on contact forces, and these on friction: in turns until nothing changes.
    fn with_joint_friction(&mut self, without: &[f64]) {
        for _ in 0..ROUNDS {
            let last = self.laws.touch.force.clone();
            self.bodies.solution.copy_from_slice(without);
            self.laws.touch.add_contact_forces(&mut self.bodies, &last);
            self.laws.friction.friction_on_reactions(&mut self.bodies);
            let with = self.bodies.solution.clone();
            // accelerations without the contacts, but with this friction
            let less: Vec<f64> = last.iter().map(|f| -f).collect();
            self.laws.touch.add_contact_forces(&mut self.bodies, &less);
            self.laws.touch.contact_free(&self.bodies, true);
            self.laws.touch.solve_contacts(&self.bodies);
            let force = std::mem::take(&mut self.laws.touch.force);
            let largest = force.iter().fold(0.0_f64, |m, f| m.max(f.abs()));
            let moved = force.iter().zip(&last).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs()));
            self.laws.touch.force = force;
            if moved <= CONTACT_FORCES_SETTLED * largest || !moved.is_finite() {
                self.bodies.solution.copy_from_slice(&with);
                return;
            }
        }
        self.laws.touch.jammed = Some(0);
        self.bodies.solution.fill(f64::NAN);
    }
}
