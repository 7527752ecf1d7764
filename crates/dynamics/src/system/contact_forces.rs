//! Contact forces after a solve without them, together with friction in joints that depends on their reactions.
//!
//! Both are linear in each other but for the size of a reaction: with x₀ the solution with contacts and without that friction,
//! and uₖ what a unit effort on joint k does to joints and contacts together, the few efforts are found by Newton's method (`laws::joint_friction`).
//! Efforts and limits are read only after all of this (`Mechanism::solve_here`).

use crate::laws::touch::touch::Touch;
use crate::multibody::multibody::Multibody;
use crate::system::mechanism::Mechanism;

impl Mechanism {
    /// After a solve without them: contact forces and friction on reactions, brought into `solution`.
    pub fn contact_forces(&mut self) {
        if self.steps.any() && !self.bodies.aside.bodies.contains(&true) {
            self.contact_forces_of_both();
        } else {
            self.event_contact_forces();
        }
    }

    /// The same where all contacts are of one kind.
    pub fn event_contact_forces(&mut self) {
        let on_reaction = self.laws.friction.any_on_reaction(&self.bodies);
        let stepped = self.stepped();
        if self.laws.touch.state.touching.is_empty() || (stepped && !self.stepping.reading) {
            self.laws.touch.contacts.clear();
            self.laws.touch.rolling_resistances.clear();
            self.laws.touch.force.clear();
            if on_reaction {
                self.laws.friction.efforts_on_reactions(&mut self.bodies, &mut |_, _| {});
                self.laws.friction.add_efforts_on_reactions(&mut self.bodies);
            }
            return;
        }
        self.laws.touch.read_contacts(&self.bodies);
        if stepped {
            let touch = &mut self.laws.touch;
            touch.force = touch.decided(touch.rows(), |t| (t.force, t.torque));
            touch.push_known_forces(&mut self.bodies);
            return;
        }
        self.laws.touch.delassus(&self.bodies);
        if !on_reaction {
            push_contacts(&mut self.laws.touch, &mut self.bodies);
            return;
        }
        let without = self.bodies.solution.clone();
        push_contacts(&mut self.laws.touch, &mut self.bodies);
        let touch = &mut self.laws.touch;
        let mut respond = |bodies: &Multibody, unit: &mut [f64]| touch.held_by_contacts(bodies, unit);
        self.laws.friction.efforts_on_reactions(&mut self.bodies, &mut respond);
        self.bodies.solution.copy_from_slice(&without);
        self.laws.friction.add_efforts_on_reactions(&mut self.bodies);
        push_contacts(&mut self.laws.touch, &mut self.bodies);
    }
}

/// Forces of closed contacts for the accelerations in `solution`, and what they do.
fn push_contacts(touch: &mut Touch, bodies: &mut Multibody) {
    touch.contact_free(bodies, true);
    touch.solve_contacts(bodies);
    let force = std::mem::take(&mut touch.force);
    touch.add_contact_forces(bodies, &force);
    touch.force = force;
}
