//! What every law delivers or takes up at a state, for the energy ledger.

use crate::system::mechanism::Mechanism;
use mainspring_model::{DriveKind, Load};

impl Mechanism {
    /// Power of every ledger entry after `solve`, at velocities v.
    pub fn powers(&mut self, v: &[f64], time: f64) {
        if self.bodies.ledger.is_empty() {
            return;
        }
        let model = std::sync::Arc::clone(&self.bodies.model);
        self.bodies.targets(v, time);
        let mut at = 0;
        for force in &model.forces {
            let row = self.bodies.force_row(force);
            let span = self.bodies.spans[force.body];
            self.bodies.power[at] = (0..span.v_len).map(|i| row[i] * v[span.v + i]).sum();
            at += 1;
        }
        for (d, drive) in model.drives.iter().enumerate() {
            self.bodies.power[at] = if drive.kind == DriveKind::Effort || drive.limit.is_some() {
                self.bodies.effort[d] * self.bodies.measure(drive.coordinate).rate
            } else {
                self.bodies.prescribed_power(d, v)
            };
            at += 1;
        }
        for (s, _) in model.springs.iter().enumerate().filter(|(_, s)| s.effort.is_some()) {
            self.bodies.power[at] = -self.bodies.spring[s].actuator * self.bodies.spring[s].rate;
            at += 1;
        }
        for c in 0..model.constraints.len() {
            let row = self.bodies.places.constraint[c];
            self.bodies.power[at] = -self.bodies.solution[self.bodies.nv + row] * self.bodies.target[row];
            at += 1;
        }
        for (s, spring) in model.springs.iter().enumerate().filter(|(_, s)| s.damping != 0.0) {
            self.bodies.power[at] = spring.damping * self.bodies.spring[s].rate * self.bodies.spring[s].rate;
            at += 1;
        }
        for (j, _) in model.joints.iter().enumerate().filter(|(_, j)| j.compliant.is_some()) {
            self.bodies.power[at] = self.bodies.compliant_power[j];
            at += 1;
        }
        for k in (0..self.laws.friction.list.len()).filter(|&k| self.laws.friction.list[k].drive.is_none()) {
            self.bodies.power[at] = self.laws.friction.friction_power(&self.bodies, k);
            at += 1;
        }
        let contacts = at;
        while self.bodies.places.ledger.get(at).is_some_and(|l| matches!(l, Load::Contact(_) | Load::OtherContacts)) {
            self.bodies.power[at] = 0.0;
            at += 1;
        }
        let Self { bodies, laws, .. } = self;
        for point in laws.penalty.points.iter().filter(|_| at > contacts) {
            bodies.power[bodies.places.heat(point.spot.pair)] += point.heat;
        }
        if at > contacts && laws.penalty.method.is_none() && !laws.touch.contacts.is_empty() {
            laws.touch.touching_pairs(|pair| {
                bodies.power[bodies.places.heat(pair)] += laws.touch.contact_power(pair);
            });
        }
        self.table.table_powers(&mut self.bodies, at);
    }
}
