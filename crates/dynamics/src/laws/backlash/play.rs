//! Play between the flanks of gears and racks: a row that acts only while a flank pushes, and the impact when one is met.
//!
//! With e = second − ratio·first − start, measured in the second coordinate, and play b:
//!
//! ```text
//! free      −b/2 < e < b/2          no row
//! upper     e = b/2,  λ ≤ 0         the row of the gear, moved by b/2; it can only push back
//! lower     e = −b/2, λ ≥ 0
//! ```
//!
//! When a flank is met at speed ė⁻ the impulse P goes through all joints by the same matrix as forces do:
//! M Δv − JᵀP = 0 with J v⁺ = −C_t for joints and drives and ė⁺ = −ε ė⁻ for the flank; flanks that touch already take
//! their share as long as they are pressed. A rebound so weak that it would not rise a millionth of the play does not count.
//! Friction has no part in an impact: a constant level has no impulse, and the share of the reactions is left out.

use crate::multibody::event_text::energy;
use crate::multibody::mode_change::{Transition, TransitionKind};
use crate::multibody::multibody::Multibody;
use crate::multibody::row_groups::{Group, Source};
use crate::tolerances::{BACKLASH_REBOUND, BACKLASH_ROUNDING};
use mainspring_model::{Backlash as Play, Coordinate, Model};

/// Gears with backlash, in the order of `Mode::tooth_sides`.
pub fn playing(model: &Model) -> impl Iterator<Item = usize> + '_ {
    model.joints.iter().enumerate().filter(|(_, j)| j.backlash.is_some()).map(|(j, _)| j)
}

/// A gear with play.
#[derive(Clone, Copy, Debug)]
pub struct Mesh {
    pub joint: usize,
    pub backlash: Play,
    pub row: usize,
    pub group: usize,
    pub first: Coordinate,
    pub second: Coordinate,
    pub ratio: f64,
    pub start: f64,
}

/// Gears with backlash and which tooth side each has in contact.
#[derive(Clone, Debug, Default)]
pub struct Backlash {
    /// in the order of the model's joints
    pub meshes: Vec<Mesh>,
    /// −1 on the lower tooth side, 0 free, 1 on the upper one; remembered between steps; [meshes]
    pub sides: Vec<i8>,
}

pub fn meshes(model: &Model, groups: &[Group]) -> Vec<Mesh> {
    let of = |j: usize| {
        let backlash = model.joints[j].backlash?;
        groups.iter().enumerate().find_map(|(group, g)| match g.source {
            Source::Gear { joint, first, second, ratio, start } if joint == j => {
                Some(Mesh { joint: j, backlash, row: g.first, group, first, second, ratio, start })
            }
            _ => None,
        })
    };
    playing(model).filter_map(of).collect()
}

/// A flank met.
#[derive(Clone, Copy, Debug)]
pub struct ToothImpact {
    pub mesh: usize,
    /// −1 or 1
    pub flank: i8,
    /// ė before, towards the flank
    pub speed: f64,
    /// ė after, away from it
    pub rebound: f64,
    /// on the second coordinate, N·s or N·m·s
    pub impulse: f64,
}

impl Backlash {
    /// Gears with backlash of a model, all free.
    #[must_use]
    pub fn of(model: &Model, groups: &[Group]) -> Self {
        let meshes = meshes(model, groups);
        Self { sides: vec![0; meshes.len()], meshes }
    }

    /// Tells the bodies which gears' rows act, and where their tooth sides stand.
    pub fn switch_rows(&self, bodies: &mut Multibody) {
        for (mesh, side) in self.meshes.iter().zip(&self.sides) {
            bodies.meshes_now[mesh.joint] = *side != 0;
            bodies.tooth_place[mesh.joint] = 0.5 * mesh.backlash.width * f64::from(*side);
        }
    }

    /// e and ė at the state of `kinematics`.
    pub fn play(&self, bodies: &Multibody, mesh: usize) -> (f64, f64) {
        let m = &self.meshes[mesh];
        let (one, two) = (bodies.measure(m.first), bodies.measure(m.second));
        (two.value - m.ratio * one.value - m.start - bodies.state.offsets[m.row], two.rate - m.ratio * one.rate)
    }

    /// How far e may be beyond a flank by rounding.
    pub fn play_rounding(&self, bodies: &Multibody, mesh: usize) -> f64 {
        let m = &self.meshes[mesh];
        let (one, two) = (bodies.measure(m.first).value, bodies.measure(m.second).value);
        BACKLASH_ROUNDING * (two.abs() + (m.ratio * one).abs() + m.backlash.width)
    }

    /// ë at the state last solved for.
    pub fn play_acceleration(&self, bodies: &Multibody, mesh: usize) -> f64 {
        let m = &self.meshes[mesh];
        bodies.row_times(&bodies.groups[m.group], 0, &bodies.solution[..bodies.nv]) + bodies.bias[m.row]
    }

    /// Whether a gear and both its joints are attached.
    pub fn mesh_acts(&self, bodies: &Multibody, mesh: usize) -> bool {
        let m = &self.meshes[mesh];
        [m.joint, m.first.joint, m.second.joint].into_iter().all(|j| bodies.state.joints[j])
    }

    /// Rebounds that what presses the flanks together brings back at once become contacts; true if there were any.
    pub fn settle_rebounds(&mut self, bodies: &Multibody, blows: &mut [ToothImpact]) -> bool {
        let mut any = false;
        for blow in blows.iter_mut().filter(|b| b.rebound > 0.0) {
            let press = f64::from(blow.flank) * self.play_acceleration(bodies, blow.mesh);
            let height = BACKLASH_REBOUND * self.meshes[blow.mesh].backlash.width;
            if press > 0.0 && blow.rebound * blow.rebound < 2.0 * press * height {
                blow.impulse *= blow.speed / (blow.speed + blow.rebound);
                blow.rebound = 0.0;
                self.sides[blow.mesh] = blow.flank;
                any = true;
            }
        }
        any
    }

    pub fn contact_event(&self, bodies: &Multibody, blow: &ToothImpact) -> Transition {
        let path = bodies.model.joints[self.meshes[blow.mesh].joint].path.clone();
        // the impulse acts while ė goes from the approach to the rebound
        let lost = 0.5 * blow.impulse.abs() * (blow.speed - blow.rebound);
        let flank = if blow.flank > 0 { "upper" } else { "lower" };
        let text = format!("`{path}` meets its {flank} flank, {}", energy(lost));
        let numbers = vec![("speed", blow.speed), ("rebound", blow.rebound), ("impulse", blow.impulse), ("lost", lost)];
        Transition { kind: TransitionKind::Contact, who: vec![path], numbers, text }
    }

    pub fn report_flanks(&self, bodies: &Multibody, before: &[i8], blows: &[ToothImpact], out: &mut Vec<Transition>) {
        for (m, mesh) in self.meshes.iter().enumerate() {
            let (was, is) = (before[m], self.sides[m]);
            let path = bodies.model.joints[mesh.joint].path.clone();
            if was != 0 && is != was {
                let text = format!("`{path}` leaves its flank");
                out.push(Transition { kind: TransitionKind::Part, who: vec![path], numbers: Vec::new(), text });
            } else if is != 0 && was == 0 && !blows.iter().any(|b| b.mesh == m) {
                let text = format!("`{path}` comes to touch its flank");
                out.push(Transition {
                    kind: TransitionKind::Contact,
                    who: vec![path],
                    numbers: vec![("speed", 0.0)],
                    text,
                });
            }
        }
    }
}
