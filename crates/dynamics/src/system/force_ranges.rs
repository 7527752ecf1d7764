//! Loads that rigid parts leave open where friction in joints or on a table bears some of them: the range of all answers with the same motion.

use crate::laws::joint_friction::mode::{FiredJoints, FrictionMode};
use crate::laws::touch::due::FiredGuards;
use crate::laws::touch::islands::ranges_by_islands;
use crate::laws::touch::state::{Site, TouchMode};
use crate::multibody::support::Support;
use crate::system::mechanism::Mechanism;
use mainspring_contact::{ContactProblem, Slip};

impl Mechanism {
    /// Least and largest sum of the normal forces of pairs in touch (stops after all pairs), in groups of at most `most` laws. The
    /// state at (t, q, v) must have been solved for, and is afterwards.
    pub fn force_ranges(&mut self, time: f64, q: &[f64], v: &[f64], most: usize) -> Vec<(usize, [f64; 2])> {
        let lay = self.bodies.state.support.clone();
        let sites: Vec<Site> = self.laws.touch.state.touching.iter().map(|t| t.site).collect();
        let mut parts = if self.table.any { self.parts_in_touch(&sites) } else { Vec::new() };
        parts.retain(|p| matches!(lay[p.0], Support::Rest { .. }) && self.table.grip(p.0, p.1) > 0.0);
        if self.laws.friction.list.is_empty() && parts.is_empty() {
            return self.laws.touch.pair_ranges(&self.bodies, most);
        }
        let bears: Vec<[f64; 3]> = parts.iter().map(|p| self.bodies.holding(p.0)).collect();
        let (touching, friction) = (self.laws.touch.state.touching.clone(), self.laws.friction.state.clone());
        let (mut force, effort) = (self.laws.touch.force.clone(), self.laws.friction.effort.clone());
        let resistances = self.laws.touch.resistances_decided();
        // what bears a load has all its strength
        self.laws.friction.state.fired = FiredJoints::default();
        let mut problem = self.mode_problem(time, q, v, &sites, parts, &touching, &FiredGuards::default());
        for (i, t) in touching.iter().enumerate() {
            problem.contacts[i].slip = match t.mode {
                TouchMode::Slip(d) if d != [0.0; 3] => {
                    Slip::Along(self.laws.touch.slip_direction(&self.bodies, &self.laws.touch.contacts[i], d).0)
                }
                _ => Slip::Still,
            };
        }
        for (bounded, &k) in problem.bounded.iter_mut().zip(&problem.joints) {
            bounded.slip = match friction.modes[k] {
                FrictionMode::Slip(side) => Slip::Along([f64::from(side), 0.0]),
                _ => Slip::Still,
            };
            force.push(effort[k]);
        }
        force.extend(bears.into_iter().flatten());
        let question = ContactProblem { resistances: &resistances, ..problem.question() };
        let touch = &self.laws.touch;
        let ranges =
            ranges_by_islands(&question, &problem.links, &force, most, |c| touch.pair_number(touching[c].site));
        (self.laws.touch.state.touching, self.laws.friction.state) = (touching, friction);
        self.bodies.state.support = lay;
        self.laws.touch.fixed = None;
        self.remask();
        self.solve(time, q, v);
        ranges
    }
}
