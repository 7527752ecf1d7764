//! Sleep: a component that has come to rest under loads that do not change is not stepped until something may change them.
//!
//! Its loads must be constant for certain: they read no time, no motion is prescribed that goes with time, nothing lies on a table
//! and no script acts (`Components::steady`). And it must rest: for many steps in a row no point of it has moved faster than a
//! bound far below what a heap may creep, and its forces have stayed what they were. Asleep its state does not change, and its
//! contacts keep their forces. A switch of anything in it wakes it, and so does going on by event.

use crate::laws::touch::state::Touching;
use crate::system::mechanism::Mechanism;
use crate::system::step_state::StepMemory;
use crate::system::stepping::in_order;
use crate::tolerances::SLEEPS;

/// Steps in a row at rest after which a component falls asleep.
const STILL_STEPS: u32 = 64;

impl Mechanism {
    /// Whether a component rests after a step at whose end it has velocities v and remembers `after`; and for how many steps.
    pub fn rest_after(&self, component: usize, v: &[f64], before: &StepMemory, after: &StepMemory) -> (bool, u32) {
        let same = |(a, b): (f64, f64)| (a - b).abs() <= SLEEPS[1] * a.abs().max(b.abs());
        let effort = |m: &StepMemory, k: usize| match m.friction[k].0 {
            crate::laws::joint_friction::mode::FrictionMode::Share(effort) => effort,
            _ => 0.0,
        };
        let efforts =
            (0..after.friction.len().min(before.friction.len())).map(|k| (effort(before, k), effort(after, k)));
        let rests = self.may_sleep(component)
            && self.stands(component, v)
            && steady(&before.touching, &after.touching)
            && efforts.into_iter().all(same);
        if !rests {
            return (false, 0);
        }
        let still = before.rest.1.saturating_add(1);
        (still >= STILL_STEPS, still)
    }

    /// After a step of everything that is awake, accepted: which components rest. `before` touched when it began, `after` when it
    /// ended.
    pub fn note_rest(&mut self, v: &[f64], before: &[Touching], after: &[Touching]) {
        for c in 0..self.components.count {
            if self.steps.asleep[c] || !self.may_sleep(c) {
                continue;
            }
            let of = |all: &[Touching]| -> Vec<Touching> {
                all.iter().filter(|t| self.component_of_site(t.site) == Some(c)).copied().collect()
            };
            let before =
                StepMemory { touching: of(before), rest: (false, self.steps.still[c]), ..StepMemory::default() };
            let after = StepMemory { touching: of(after), ..StepMemory::default() };
            (self.steps.asleep[c], self.steps.still[c]) = self.rest_after(c, v, &before, &after);
        }
    }

    fn may_sleep(&self, component: usize) -> bool {
        !self.bodies.model.contacts.awake && self.components.steady[component]
    }

    /// Whether no point of a component moves faster than the bound.
    fn stands(&self, component: usize, v: &[f64]) -> bool {
        let own = (0..self.bodies.spans.len()).filter(|&b| self.components.of_body[b] == Some(component));
        own.into_iter().all(|b| self.speed_of(b, v, self.bodies.length) <= SLEEPS[0])
    }
}

/// Whether the same places touch with the same forces.
fn steady(before: &[Touching], after: &[Touching]) -> bool {
    let largest = after.iter().flat_map(|t| t.force).fold(0.0, |most: f64, f| most.max(f.abs()));
    let same = |t: &Touching| {
        in_order(before, t.site)
            .is_some_and(|b| t.force.iter().zip(&b.force).all(|(x, y)| (x - y).abs() <= SLEEPS[1] * largest))
    };
    before.len() == after.len() && after.iter().all(same)
}
