//! A jam: a prescribed motion that nothing gives way to, and what it is jammed between.

use crate::laws::touch::state::Site;
use crate::multibody::mode_change::TransitionError;
use crate::system::mechanism::Mechanism;
use mainspring_contact::ImpactSolution;
use mainspring_model::{BodyId, DriveKind, Model};

impl Mechanism {
    /// Contacts that still close after the impact, and the prescribed motions that drive them.
    pub fn jam_of(&self, sites: &[Site], blow: &ImpactSolution) -> TransitionError {
        let k = self.laws.touch.rows();
        let pressed = |i: &usize| blow.after[i * k] < 0.0 || blow.impulse[i * k] > 0.0;
        let mut contacts: Vec<Vec<String>> = Vec::new();
        let mut held: Vec<BodyId> = Vec::new();
        for i in (0..sites.len()).filter(pressed) {
            let names = self.laws.touch.site_names(&self.bodies, sites[i]);
            if !contacts.contains(&names) {
                contacts.push(names);
            }
            held.extend(self.laws.touch.site_bodies(&self.bodies, sites[i]));
        }
        let drives = driving(&self.bodies.model, &held, |joint| self.bodies.state.joints[joint]);
        if drives.is_empty() {
            TransitionError::Wedged { contacts }
        } else {
            TransitionError::Driven { drives, contacts }
        }
    }
}

/// Paths of prescribed motions of joints that hang together with some bodies.
pub fn driving(model: &Model, bodies: &[BodyId], attached: impl Fn(usize) -> bool) -> Vec<String> {
    let mut reached = vec![false; model.bodies.len()];
    bodies.iter().for_each(|&b| reached[b] = true);
    let sides = |j: usize| [model.joints[j].a.body, model.joints[j].b.body];
    let joints: Vec<usize> = (0..model.joints.len()).filter(|&j| attached(j)).collect();
    loop {
        let mut grown = false;
        for &j in &joints {
            let both = sides(j);
            if both.iter().flatten().any(|&b| reached[b]) {
                for &b in both.iter().flatten() {
                    grown |= !std::mem::replace(&mut reached[b], true);
                }
            }
        }
        if !grown {
            break;
        }
    }
    let prescribed = model.drives.iter().filter(|d| d.kind != DriveKind::Effort && attached(d.coordinate.joint));
    let mut paths: Vec<String> = Vec::new();
    for drive in prescribed {
        if sides(drive.coordinate.joint).iter().flatten().any(|&b| reached[b]) && !paths.contains(&drive.path) {
            paths.push(drive.path.clone());
        }
    }
    paths
}
