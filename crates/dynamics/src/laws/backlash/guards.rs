//! When the teeth of a gear with play meet or part: two guards a gear, positive once a change is due.
//!
//! ```text
//! free         −b/2 − e, e − b/2     meets its lower, its upper tooth side
//! in contact    λ along the side     is pulled off it
//! ```

use crate::laws::backlash::play::Backlash;
use crate::multibody::multibody::Multibody;
use crate::multibody::side::Side;

/// A tooth side of a gear with play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToothSide {
    /// place of the gear in `Backlash::meshes`
    pub mesh: usize,
    /// which
    pub side: Side,
}

/// Guards of a gear.
const PER_MESH: usize = Side::BOTH.len();

impl Backlash {
    /// How many guards there are.
    #[must_use]
    pub fn guard_count(&self) -> usize {
        PER_MESH * self.meshes.len()
    }

    /// Every guard, in the order of their values.
    pub fn guards(&self) -> impl Iterator<Item = ToothSide> + use<> {
        (0..self.meshes.len()).flat_map(|mesh| Side::BOTH.map(|side| ToothSide { mesh, side }))
    }

    /// Their values at the state last solved for.
    pub fn guard_values(&self, bodies: &Multibody, out: &mut [f64]) {
        for (k, pair) in out.chunks_exact_mut(PER_MESH).enumerate() {
            pair.fill(f64::NEG_INFINITY);
            if !self.mesh_acts(bodies, k) {
                continue;
            }
            let half = 0.5 * self.meshes[k].backlash.width + self.play_rounding(bodies, k);
            match self.sides[k] {
                0 => {
                    let e = self.play(bodies, k).0;
                    (pair[0], pair[1]) = (-half - e, e - half);
                }
                // −λ stands in the solution
                flank => {
                    let pull = -f64::from(flank) * bodies.solution[bodies.nv + self.meshes[k].row];
                    pair[usize::from(flank > 0)] = pull;
                }
            }
        }
    }
}
