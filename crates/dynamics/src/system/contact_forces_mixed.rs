//! Contact forces where some components are stepped and others go on by event: those of events follow from the solve, those of
//! steps are known, and quantities read both.

use crate::system::mechanism::Mechanism;

impl Mechanism {
    /// After a solve without contact forces, everything taking part: forces of contacts of both kinds, brought into `solution`.
    /// Contacts of events come first; `take_stepped_contacts` takes the others away again.
    pub fn contact_forces_of_both(&mut self) {
        let stepped = self.steps.touching.clone();
        self.event_contact_forces();
        let touch = &mut self.laws.touch;
        let rows = touch.rows();
        let (events, of_events) = (touch.state.touching.clone(), std::mem::take(&mut touch.force));
        let first = rows * events.len();
        touch.state.touching = stepped;
        touch.read_contacts(&self.bodies);
        touch.force = touch.decided(rows, |t| (t.force, t.torque));
        touch.push_known_forces(&mut self.bodies);
        let known = std::mem::take(&mut touch.force);
        let of_steps = rows * touch.state.touching.len();
        touch.state.touching.splice(0..0, events.iter().copied());
        touch.read_contacts(&self.bodies);
        touch.force.extend_from_slice(&of_events[..first.min(of_events.len())]);
        touch.force.extend_from_slice(&known[..of_steps]);
        touch.force.extend_from_slice(&of_events[first.min(of_events.len())..]);
        touch.force.extend_from_slice(&known[of_steps..]);
        self.read_both = Some(events.len());
    }

    /// Leaves contacts of events alone in the list, as everything but reading asks for.
    pub fn take_stepped_contacts(&mut self) {
        if let Some(events) = self.read_both.take() {
            let touch = &mut self.laws.touch;
            touch.state.touching.truncate(events);
            touch.read_contacts(&self.bodies);
            touch.force.clear();
        }
    }
}
