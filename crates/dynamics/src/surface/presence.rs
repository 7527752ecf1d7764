//! Parts that arrive and leave: held where they are and taken no notice of while they are not there.

use super::Lying;
use crate::core::Core;
use crate::touch::Site;
use mainspring_geometry::touch::distance;
use mainspring_model::{BodyId, BodyKind, Leaving, Model, SwitchTarget, Trigger};

/// What bodies do before anything is decided.
pub(crate) fn at_start(model: &Model) -> Vec<Lying> {
    let of = |b: usize| if model.bodies[b].present { there(model, b) } else { Lying::Absent };
    (0..model.bodies.len()).map(of).collect()
}

/// A body that is there, not at rest.
fn there(model: &Model, body: BodyId) -> Lying {
    if super::lies(model, body) { Lying::SLIDES } else { Lying::Free }
}

/// Guards of conditions by which bodies leave: (guard, body).
pub(crate) fn leaving(model: &Model) -> Vec<(usize, BodyId)> {
    let mut out = Vec::new();
    let conditions = model.switches.iter().filter(|s| matches!(s.trigger, Trigger::When(_)));
    for (guard, switch) in conditions.enumerate().filter(|(_, s)| !s.attach) {
        out.extend(switch.targets.iter().filter_map(|t| match t {
            SwitchTarget::Part { body, .. } => Some((guard, *body)),
            _ => None,
        }));
    }
    out
}

impl Core {
    /// Brings a body in with the velocity it was given, or takes it away.
    pub(crate) fn come_or_go(&mut self, body: BodyId, arrives: bool, into: Leaving, y: &mut [f64]) {
        let span = self.spans[body];
        let v = &mut y[self.nq + span.v..self.nq + span.v + span.v_len];
        v.fill(0.0);
        if arrives {
            let of = &self.model.bodies[body];
            let axes = self.frames.v_len(BodyKind::Point);
            v[..axes].copy_from_slice(&of.velocity[..axes]);
            let turns = v.len() - axes;
            v[axes..].copy_from_slice(&of.spin[3 - turns..]);
            self.mode.lying[body] = there(&self.model, body);
            return;
        }
        self.mode.lying[body] = Lying::Absent;
        if let Leaving::Bin(bin) = into {
            self.mode.caught[bin] += 1;
        }
        let pairs: Vec<bool> = self.touch.pairs.iter().map(|p| self.both_present(p)).collect();
        self.keep_touching(|t| !matches!(t.site, Site::Pair { pair, .. } if !pairs[pair as usize]));
    }

    /// What a body is inside of at the state of `kinematics`, and how deep, m.
    pub(crate) fn inside_of(&self, body: BodyId) -> Option<(String, f64)> {
        for (k, pair) in self.touch.pairs.iter().enumerate() {
            if !self.both_present(pair) || (pair.a.body != Some(body) && pair.b.body != Some(body)) {
                continue;
            }
            let (ma, mb) = (self.party_motion(&pair.a), self.party_motion(&pair.b));
            let (a, b) = (&self.touch.surfaces[pair.a.surface], &self.touch.surfaces[pair.b.surface]);
            let depth = -distance(a, &ma, b, &mb);
            if depth > 1e-9 * pair.size {
                let names = self.model.contact_names(k);
                let other = if pair.a.body == Some(body) { names[1] } else { names[0] };
                return Some((other.to_owned(), depth));
            }
        }
        None
    }

    /// How deep the centre of mass of a body is inside a bin, or inside the edge of the surface, m; negative outside.
    pub(crate) fn inside(&self, body: BodyId, bin: Option<usize>) -> f64 {
        let fields = &self.model.fields;
        let region = match bin {
            Some(b) => Some(&fields.bins[b].region),
            None => fields.surface.as_ref().and_then(|s| s.region.as_ref()),
        };
        let at = self.frames.center(body);
        region.map_or(f64::INFINITY, |r| r.depth([at[0], at[1]]))
    }
}
