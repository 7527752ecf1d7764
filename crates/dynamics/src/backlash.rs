//! Play between the flanks of gears and racks: a row that acts only while a flank pushes, and the blow when one is met.
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
//! their share as long as they are pressed. A rebound so weak that it would not rise a millionth of the play is none.
//! Friction has no part in a blow: a constant level has no impulse, and the share of the reactions is left out.

use crate::core::{COLLAPSE, Core, Use};
use crate::groups::{Group, Source};
use crate::measure::PositionProbe;
use crate::system::RubMode;
use mainspring_model::{Backlash, BodyId, Coordinate, JointKind, Model};

/// Height of a rebound, over the play, below which the flank stays in touch.
const REBOUND: f64 = 1e-6;
/// Rounding of e, over the coordinates it is the difference of.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// Gears with backlash, in the order of `Mode::flanks`.
pub(crate) fn playing(model: &Model) -> impl Iterator<Item = usize> + '_ {
    model.joints.iter().enumerate().filter(|(_, j)| j.backlash.is_some()).map(|(j, _)| j)
}

/// A gear with play.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mesh {
    pub joint: usize,
    pub backlash: Backlash,
    pub row: usize,
    pub group: usize,
    pub first: Coordinate,
    pub second: Coordinate,
    pub ratio: f64,
    pub start: f64,
}

pub(crate) fn meshes(model: &Model, groups: &[Group]) -> Vec<Mesh> {
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

/// Bodies that the play of a gear depends on.
pub(crate) fn bodies_of(model: &Model, joint: usize) -> Vec<BodyId> {
    let JointKind::Gear { first, second, .. } = model.joints[joint].kind else { return Vec::new() };
    let ends = |c: Coordinate| [model.joints[c.joint].a.body, model.joints[c.joint].b.body];
    [first, second].into_iter().flat_map(ends).flatten().collect()
}

/// A flank met.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blow {
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

impl Core {
    /// Which flank a gear with backlash is on; None for joints without.
    pub fn flank(&self, joint: usize) -> Option<i8> {
        // most mechanisms have none
        let mesh = self.meshes.iter().position(|m| m.joint == joint)?;
        self.mode.flanks.get(mesh).copied()
    }

    /// Where the flank in touch stands, from the middle of the play.
    pub fn flank_place(&self, joint: usize) -> f64 {
        let Some(mesh) = self.meshes.iter().position(|m| m.joint == joint) else { return 0.0 };
        0.5 * self.meshes[mesh].backlash.width * f64::from(self.mode.flanks[mesh])
    }

    /// e and ė at the state of `kinematics`.
    pub(crate) fn play(&self, mesh: usize) -> (f64, f64) {
        let m = &self.meshes[mesh];
        let (one, two) = (self.measure(m.first), self.measure(m.second));
        (two.value - m.ratio * one.value - m.start - self.mode.offsets[m.row], two.rate - m.ratio * one.rate)
    }

    /// How far e may be beyond a flank by rounding.
    pub(crate) fn play_rounding(&self, mesh: usize) -> f64 {
        let m = &self.meshes[mesh];
        let (one, two) = (self.measure(m.first).value, self.measure(m.second).value);
        ROUNDING * (two.abs() + (m.ratio * one).abs() + m.backlash.width)
    }

    /// ë at the state last solved for.
    pub(crate) fn play_acceleration(&self, mesh: usize) -> f64 {
        let m = &self.meshes[mesh];
        self.row_times(&self.groups[m.group], 0, &self.solution[..self.nv]) + self.bias[m.row]
    }

    /// The play of a gear as a quantity; its gradient is not asked for.
    pub(crate) fn play_probe(&self, joint: usize) -> PositionProbe {
        let JointKind::Gear { first, second, ratio } = self.model.joints[joint].kind else {
            return PositionProbe::default();
        };
        match self.meshes.iter().position(|m| m.joint == joint) {
            Some(mesh) => {
                let (value, rate) = self.play(mesh);
                let bias = self.measure(second).bias - ratio * self.measure(first).bias;
                PositionProbe { value, rate, bias, ..PositionProbe::default() }
            }
            None => PositionProbe::default(),
        }
    }

    /// Whether a gear and both its joints are attached.
    pub(crate) fn mesh_acts(&self, mesh: usize) -> bool {
        let m = &self.meshes[mesh];
        [m.joint, m.first.joint, m.second.joint].into_iter().all(|j| self.mode.joints[j])
    }

    /// A joint was attached or released: nothing that touched through it touches any more, and friction is decided anew.
    pub(crate) fn forget_touch(&mut self, joint: usize) {
        for (k, mesh) in self.meshes.iter().enumerate() {
            if [mesh.joint, mesh.first.joint, mesh.second.joint].contains(&joint) {
                self.mode.flanks[k] = 0;
            }
        }
        for (k, rub) in self.rubs.list.iter().enumerate() {
            if rub.joint == joint {
                self.mode.rubs[k] = RubMode::Held(0);
            }
        }
    }

    /// Rebounds that what presses the flanks together brings back at once become contacts; true if there were any.
    pub(crate) fn settle_rebounds(&mut self, blows: &mut [Blow]) -> bool {
        let mut any = false;
        for blow in blows.iter_mut().filter(|b| b.rebound > 0.0) {
            let press = f64::from(blow.flank) * self.play_acceleration(blow.mesh);
            let height = REBOUND * self.meshes[blow.mesh].backlash.width;
            if press > 0.0 && blow.rebound * blow.rebound < 2.0 * press * height {
                blow.impulse *= blow.speed / (blow.speed + blow.rebound);
                blow.rebound = 0.0;
                self.mode.flanks[blow.mesh] = blow.flank;
                any = true;
            }
        }
        any
    }

    /// Velocities after the flanks of `met` (mesh, side) have been struck; those that touched already share the blow.
    /// Flanks that are left in touch stay in the mode, those that rebound or were knocked off do not.
    pub(crate) fn strike(&mut self, time: f64, q: &[f64], v: &mut [f64], met: &[(usize, i8)]) -> Vec<Blow> {
        let rubs = self.mode.rubs.clone();
        self.kinematics(q, v);
        let mut blows: Vec<Blow> = Vec::new();
        for &(mesh, flank) in met {
            let side = f64::from(flank);
            let speed = side * self.play(mesh).1;
            let rebound = self.meshes[mesh].backlash.restitution * speed;
            blows.push(Blow { mesh, flank, speed, rebound, impulse: 0.0 });
            self.mode.flanks[mesh] = flank;
        }
        self.mode.rubs.fill(RubMode::Held(0));
        loop {
            self.remask();
            self.kinematics(q, v);
            self.drive_motion(time);
            self.jacobians(time);
            self.targets(v, time);
            for blow in &blows {
                self.target[self.meshes[blow.mesh].row] = -f64::from(blow.flank) * blow.rebound;
            }
            self.solution.fill(0.0);
            for g in 0..self.groups.len() {
                let group = &self.groups[g];
                for r in 0..group.rows {
                    let row = group.first + r;
                    if self.masks.velocity[self.nv + row] {
                        self.solution[self.nv + row] = self.target[row] - self.row_times(group, r, v);
                    }
                }
            }
            self.factorise(Use::Velocity, COLLAPSE, |_| {});
            self.factor.solve(&self.pattern, &mut self.solution);
            // a flank cannot pull: the one that would, most of all, lets go, and all is done again
            let pull = |k: usize| -f64::from(self.mode.flanks[k]) * self.solution[self.nv + self.meshes[k].row];
            let worst = (0..self.meshes.len())
                .filter(|&k| self.mode.flanks[k] != 0 && pull(k) > 0.0)
                .max_by(|&a, &b| pull(a).total_cmp(&pull(b)).then(b.cmp(&a)));
            match worst {
                Some(k) => {
                    self.mode.flanks[k] = 0;
                    blows.retain(|b| b.mesh != k);
                }
                None => break,
            }
        }
        for i in 0..self.nv {
            v[i] += self.solution[i];
        }
        for blow in &mut blows {
            blow.impulse = -self.solution[self.nv + self.meshes[blow.mesh].row];
            if blow.rebound > 0.0 {
                self.mode.flanks[blow.mesh] = 0;
            }
        }
        self.mode.rubs = rubs;
        self.remask();
        blows
    }
}
