//! Parts that arrive on the table or leave it: an event of the whole mechanism, since contacts and rows change with them.

use crate::laws::touch::state::{Site, Touching};
use crate::multibody::support::{Support, arriving};
use crate::system::mechanism::Mechanism;
use crate::tolerances::ARRIVAL_OVERLAP;
use mainspring_geometry::touch::distance;
use mainspring_model::{BodyId, BodyKind, Leaving};

impl Mechanism {
    /// Brings a body in with the velocity it was given, or takes it away.
    pub fn come_or_go(&mut self, body: BodyId, arrives: bool, into: Leaving, y: &mut [f64]) {
        let span = self.bodies.spans[body];
        let v = &mut y[self.bodies.nq + span.v..self.bodies.nq + span.v + span.v_len];
        v.fill(0.0);
        if arrives {
            let of = &self.bodies.model.bodies[body];
            let axes = self.bodies.frames.v_len(BodyKind::Point);
            v[..axes].copy_from_slice(&of.velocity[..axes]);
            let turns = v.len() - axes;
            v[axes..].copy_from_slice(&of.spin[3 - turns..]);
            self.bodies.state.support[body] = arriving(&self.bodies.model, body);
            return;
        }
        self.bodies.state.support[body] = Support::Absent;
        if let Leaving::Bin(bin) = into {
            self.table.state.caught[bin] += 1;
        }
        let pairs: Vec<bool> =
            self.laws.touch.pairs.iter().map(|p| self.laws.touch.both_there(&self.bodies, p)).collect();
        let stays = |t: &Touching| !matches!(t.site, Site::Pair { pair, .. } if !pairs[pair as usize]);
        self.laws.touch.keep_touching(stays);
        self.steps.touching.retain(stays);
    }

    /// What a body is inside of at the state of `kinematics`, and how deep, m.
    pub fn inside_of(&self, body: BodyId) -> Option<(String, f64)> {
        for (k, pair) in self.laws.touch.pairs.iter().enumerate() {
            if !self.laws.touch.both_there(&self.bodies, pair)
                || (pair.a.body != Some(body) && pair.b.body != Some(body))
            {
                continue;
            }
            let (ma, mb) = (
                self.laws.touch.party_motion(&self.bodies, &pair.a),
                self.laws.touch.party_motion(&self.bodies, &pair.b),
            );
            let (a, b) = (&self.laws.touch.surfaces[pair.a.surface], &self.laws.touch.surfaces[pair.b.surface]);
            let depth = -distance(a, &ma, b, &mb);
            if depth > ARRIVAL_OVERLAP * pair.size {
                let names = self.bodies.model.contact_names(k);
                let other = if pair.a.body == Some(body) { names[1] } else { names[0] };
                return Some((other.to_owned(), depth));
            }
        }
        None
    }
}
