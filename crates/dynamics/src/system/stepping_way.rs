//! Along which way bodies go within a step that impulses act on.
//!
//! What comes together within a step has to end where the rates after the impulses lead, q + h v, so that its gap is closed
//! there and nowhere passed: an error of order one, as blows make it anyway. Forces that last act all through the step, and
//! bodies that nothing else acts on end at q + h (v₀ + v)/2, which is of order two; energy that friction takes is then
//! just the impulse times the mean of the slips before and after. Contacts last where both ways close the same gaps.

use crate::system::mechanism::Mechanism;
use crate::system::stepping_rows::{root_of, sides};
use crate::system::stepping_scratch::SteppingScratch;
use crate::tolerances::PUSHED_APART;

impl Mechanism {
    /// Bodies that impulses act on, through joints too.
    pub fn moved(&self, scratch: &SteppingScratch) -> Vec<bool> {
        let mut moved = vec![false; self.bodies.spans.len()];
        for (i, near) in scratch.near.iter().enumerate() {
            if scratch.crowd.rows_of(i).any(|row| scratch.crowd.impulse[row] != 0.0) {
                for (_, b) in sides(&near.contact) {
                    match scratch.held[b] {
                        None => moved[b] = true,
                        Some(number) => scratch.together[number].iter().for_each(|&b| moved[b] = true),
                    }
                }
            }
        }
        moved
    }

    /// Of the bodies that impulses act on, those whose contacts last, theirs and of all that hangs together with them by joints
    /// and closed contacts: along the mean of the rates before and after they end in the same gaps as along those after, but for what counts as closed.
    pub fn find_lasting(&self, scratch: &mut SteppingScratch, moved: &[bool], v: &[f64], h: f64) {
        let mut root: Vec<usize> = (0..moved.len()).collect();
        let mut join = |a: usize, b: usize| {
            let (a, b) = (root_of(&mut root, a), root_of(&mut root, b));
            root[a.max(b)] = a.min(b);
        };
        for bodies in &scratch.together {
            bodies.windows(2).for_each(|pair| join(pair[0], pair[1]));
        }
        let crowd = &scratch.crowd;
        let pushes = |i: usize| crowd.impulse[crowd.rows_of(i).start] > 0.0;
        for (i, near) in scratch.near.iter().enumerate() {
            if pushes(i) || near.contact.gap <= PUSHED_APART * near.contact.scale {
                let mut bodies = sides(&near.contact).map(|(_, b)| b);
                if let Some(first) = bodies.next() {
                    bodies.for_each(|b| join(first, b));
                }
            }
        }
        let mut breaks = vec![false; moved.len()];
        for (i, near) in scratch.near.iter().enumerate() {
            let after = crowd.rate(crowd.rows_of(i).start, v);
            // by how much less a gap is left along the mean
            let less = 0.5 * h * (after - near.contact.rate[0]);
            let counts = PUSHED_APART * near.contact.scale;
            let left = near.contact.gap + h * after - less;
            let differs = if pushes(i) { less.abs() > counts } else { less > 0.0 && left < -counts };
            if differs {
                for (_, b) in sides(&near.contact) {
                    breaks[root_of(&mut root, b)] = true;
                }
            }
        }
        scratch.lasting.clear();
        let lasts = moved.iter().enumerate().map(|(b, moved)| *moved && !breaks[root_of(&mut root, b)]);
        scratch.lasting.extend(lasts);
    }
}
