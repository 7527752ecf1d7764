//! Several contacts struck at once, and the laws that are one complementarity problem.
//!
//! *Energetic* (`Coulomb`, contacts of one body pair): compression is the plastic solve, P_c with v_c. In restitution the
//! normals get s·e·P_c at least (more where a contact would close again), with friction by the same cone; s is such that the
//! work of the normals, taken along straight paths, is e² of what compression took. Without friction that is s = 1, and
//! v_n⁺ = −e v_n⁻ wherever compression pressed. It is a choice: with friction the order in which contacts of one face
//! stop slipping is not resolved. If friction that reverses within a straight path did positive work, s is lowered until
//! energy does not rise; s = 0 is the plastic solve, which never raises it: P·v⁺ ≤ 0, so ΔT = P·v⁺ − ½ P·W P ≤ 0.
//!
//! *Kinematic* (`Newton`, and every simultaneous treatment): one problem, v_n⁺ + e min(v_n⁻, 0) ≥ 0 ⟂ P_n ≥ 0. Where
//! walls without clearance leave no such answer, or where `Coulomb` forbids the energy to rise, e is lowered as little as needed.

use crate::contact_solver::solve_at_best;
use crate::problem::{Bound, Bounded, Contact, ContactProblem, ContactSolution, Resistance, Slip};
use crate::scaled_problem::Guess;
use crate::tolerances::{
    BRACKET_CLOSED, CILIA_SLIDES, DEPENDENT, ENERGY_RISES, EXACT, JAMMED, NO_GAIN, REBOUND_BELOW, REBOUND_EXACT,
};
use mainspring_numerics::roots::bisect;
use mainspring_numerics::row_reduction::reduce_rows;
use mainspring_numerics::slice::norm;
use mainspring_numerics::vec3::add_scaled;

/// Contacts to be struck together.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub matrix: Vec<f64>,
    pub tangents: usize,
    pub before: Vec<f64>,
    pub friction: Vec<f64>,
    pub restitution: Vec<f64>,
    /// resistances to turning of these contacts; their rows are those after the contacts'
    pub resistances: Vec<Resistance>,
    /// friction in joints that goes with their reactions; rows after those
    pub bounded: Vec<Bounded>,
}

/// An impulse, whether restitution had to be lowered, and how far the impact without rebound is from having an answer.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub impulse: Vec<f64>,
    pub softened: bool,
    pub residual: f64,
}

impl Group {
    fn normal(&self, contact: usize) -> usize {
        contact * (1 + self.tangents)
    }

    /// v⁺ = v⁻ + W P.
    pub fn after(&self, impulse: &[f64]) -> Vec<f64> {
        let n = self.before.len();
        (0..n).map(|i| self.before[i] + (0..n).map(|j| self.matrix[i * n + j] * impulse[j]).sum::<f64>()).collect()
    }

    /// Energy lost, J, and the size of the terms it is made of.
    pub fn lost(&self, impulse: &[f64]) -> (f64, f64) {
        let after = self.after(impulse);
        let terms = impulse.iter().zip(self.before.iter().zip(&after));
        let lost: f64 = terms.clone().map(|(p, (v, w))| -0.5 * p * (v + w)).sum();
        (lost, terms.map(|(p, (v, w))| (p * v).abs() + (p * w).abs()).sum())
    }

    fn gains(&self, impulse: &[f64]) -> bool {
        let (lost, size) = self.lost(impulse);
        lost.is_nan() || lost < -ENERGY_RISES * size
    }

    fn plastic_from(
        &self,
        free: &[f64],
        friction: &[f64],
        given: Option<&[f64]>,
        near: &mut Option<Guess>,
    ) -> ContactSolution {
        let contacts: Vec<Contact> =
            friction.iter().map(|&f| Contact { friction: f, holding: f, slip: Slip::Still }).collect();
        let bounded = self.bounded_with(given);
        let rest = ContactProblem {
            matrix: &self.matrix,
            tangents: self.tangents,
            free,
            contacts: &contacts,
            resistances: &self.resistances,
            bounded: &bounded,
        };
        solve_at_best(&rest, given, near)
    }

    /// Friction in joints, with reactions to normal impulses that are given.
    fn bounded_with(&self, given: Option<&[f64]>) -> Vec<Bounded> {
        let mut bounded = self.bounded.clone();
        for (contact, impulse) in given.unwrap_or_default().iter().enumerate() {
            for b in &mut bounded {
                if let Bound::Reaction { start, slope, .. } = &mut b.bound {
                    *start = add_scaled(*start, *impulse, slope[self.normal(contact)]);
                }
            }
        }
        bounded
    }

    /// Whether anything beside the contacts' own friction resists.
    pub fn is_resisted(&self) -> bool {
        !self.resistances.is_empty() || !self.bounded.is_empty()
    }

    /// e = 0.
    pub fn plastic(&self) -> Answer {
        let solution = self.plastic_from(&self.before, &self.friction, None, &mut None);
        Answer { impulse: solution.force, softened: false, residual: solution.residual }
    }

    /// Energetic restitution of the whole group.
    pub fn energetic(&self) -> Answer {
        let count = self.friction.len();
        let plastic = self.plastic();
        if plastic.residual > JAMMED {
            return plastic;
        }
        let Answer { impulse: compression, residual, .. } = plastic;
        let middle = self.after(&compression);
        let mut target = 0.0;
        for c in 0..count {
            let i = self.normal(c);
            let taken = -0.5 * compression[i] * (self.before[i] + middle[i]);
            target += self.restitution[c] * self.restitution[c] * taken.max(0.0);
        }
        if target == 0.0 {
            return Answer { impulse: compression, softened: false, residual };
        }
        let n = self.before.len();
        let mut near = None;
        let mut rebound = |s: f64| -> (Vec<f64>, f64) {
            let given: Vec<f64> =
                (0..count).map(|c| s * self.restitution[c] * compression[self.normal(c)].max(0.0)).collect();
            let mut free = middle.clone();
            for (c, g) in given.iter().enumerate() {
                for (i, value) in free.iter_mut().enumerate() {
                    *value += self.matrix[i * n + self.normal(c)] * g;
                }
            }
            let held = self.plastic_from(&free, &self.friction, Some(&given), &mut near);
            let mut impulse = held.force;
            let mut returned = 0.0;
            for (c, g) in given.iter().enumerate() {
                let i = self.normal(c);
                impulse[i] += g;
                returned += 0.5 * impulse[i] * (middle[i] + held.rate[i]);
            }
            for (p, q) in impulse.iter_mut().zip(&compression) {
                *p += q;
            }
            (impulse, returned)
        };
        let (impulse, returned) = rebound(1.0);
        if (returned - target).abs() <= REBOUND_EXACT * target && !self.gains(&impulse) {
            return Answer { impulse, softened: false, residual };
        }
        let (mut low, mut low_off) = (0.0, -target);
        let (mut high, mut high_off) = (1.0, returned - target);
        while high_off < 0.0 && high < 1e3 {
            (low, low_off) = (high, high_off);
            high *= 2.0;
            high_off = rebound(high).1 - target;
        }
        // false position; the end that stays is halved, so that both come in (Dowell & Jarratt 1971)
        let mut side = 0;
        for _ in 0..80 {
            if high - low <= BRACKET_CLOSED * high || high_off <= 0.0 {
                break;
            }
            let inside = (low * high_off - high * low_off) / (high_off - low_off);
            let s = if inside > low && inside < high { inside } else { 0.5 * (low + high) };
            let off = rebound(s).1 - target;
            if off <= 0.0 {
                (low, low_off) = (s, off);
                high_off *= if side == -1 { 0.5 } else { 1.0 };
                side = -1;
                if off >= -REBOUND_BELOW * target {
                    break;
                }
            } else {
                (high, high_off) = (s, off);
                low_off *= if side == 1 { 0.5 } else { 1.0 };
                side = 1;
            }
        }
        let impulse = rebound(low).0;
        if !self.gains(&impulse) {
            return Answer { impulse, softened: false, residual };
        }
        let [quiet, _] = bisect(0.0, low, 60, |s| !self.gains(&rebound(s).0));
        Answer { impulse: if quiet > 0.0 { rebound(quiet).0 } else { compression }, softened: true, residual }
    }

    /// v_n⁺ ≥ −e v_n⁻ as one problem; `guarded` forbids the energy to rise.
    pub fn kinematic(&self, friction: &[f64], guarded: bool) -> Answer {
        let attempt = |part: f64| -> (Vec<f64>, bool, f64) {
            let mut free = self.before.clone();
            for c in 0..friction.len() {
                let i = self.normal(c);
                free[i] += part * self.restitution[c] * self.before[i].min(0.0);
            }
            let held = self.plastic_from(&free, friction, None, &mut None);
            let good = held.residual <= EXACT && !(guarded && self.gains(&held.force));
            (held.force, good, held.residual)
        };
        let (impulse, good, residual) = attempt(1.0);
        if good {
            return Answer { impulse, softened: false, residual };
        }
        let (mut best, _, residual) = attempt(0.0);
        if residual > JAMMED {
            return Answer { impulse: best, softened: true, residual };
        }
        let _ = bisect(0.0, 1.0, 50, |part| {
            let (impulse, good, _) = attempt(part);
            if good {
                best = impulse;
            }
            good
        });
        Answer { impulse: best, softened: true, residual }
    }

    /// The rule of the cilia paper: contacts that hold keep their friction, those that would slip have none.
    pub fn cilia(&self) -> Answer {
        let mut friction = self.friction.clone();
        loop {
            let answer = self.kinematic(&friction, false);
            let after = self.after(&answer.impulse);
            let size = self.before.iter().fold(0.0_f64, |s, v| s.max(v.abs()));
            let mut changed = false;
            for (c, f) in friction.iter_mut().enumerate().filter(|(_, f)| **f > 0.0) {
                let i = self.normal(c);
                let slides = (i + 1..=i + self.tangents).any(|t| after[t].abs() > CILIA_SLIDES * size);
                if slides && answer.impulse[i] > 0.0 {
                    *f = 0.0;
                    changed = true;
                }
            }
            if !changed {
                return answer;
            }
        }
    }

    /// Impulse of a single contact with v_n⁺ = −e v_n⁻ and no slip afterwards; `None` where it would pull.
    fn no_slip(&self) -> Option<Vec<f64>> {
        let n = self.before.len();
        let mut right: Vec<f64> = self.before.iter().map(|v| -v).collect();
        right[0] *= 1.0 + self.restitution[0];
        let size = (0..n).map(|i| self.matrix[i * n + i]).fold(0.0, f64::max);
        let impulse = reduce_rows(&mut self.matrix.clone(), &mut right, n, n, DEPENDENT * size).basic();
        (impulse[0] > 0.0).then_some(impulse)
    }

    /// One contact by the law of Newton: no slip if the cone allows, else the sliding impulse against the slip before
    /// (against the slip that would begin, where there was none).
    pub fn newton_single(&self) -> Option<Vec<f64>> {
        let held = self.no_slip();
        if let Some(p) = held.as_ref().filter(|p| norm(&p[1..]) <= self.friction[0] * p[0]) {
            return Some(p.clone());
        }
        let slip = norm(&self.before[1..]);
        let against: Vec<f64> = if slip > 0.0 {
            self.before[1..].iter().map(|v| -v / slip).collect()
        } else {
            let p = held?;
            let size = norm(&p[1..]);
            p[1..].iter().map(|x| x / size).collect()
        };
        self.sliding(&against, self.friction[0])
    }

    /// One contact by the rule of the cilia paper.
    pub fn cilia_single(&self) -> Option<Vec<f64>> {
        let held = self.no_slip().filter(|p| norm(&p[1..]) < self.friction[0] * p[0]);
        held.or_else(|| self.sliding(&vec![0.0; self.tangents], 0.0))
    }

    /// v_n⁺ = −e v_n⁻ with friction in a known direction.
    fn sliding(&self, direction: &[f64], friction: f64) -> Option<Vec<f64>> {
        let gain = self.matrix[0] + direction.iter().zip(&self.matrix[1..]).map(|(d, w)| friction * d * w).sum::<f64>();
        if gain <= NO_GAIN * self.matrix[0] {
            return None;
        }
        let p = -(1.0 + self.restitution[0]) * self.before[0] / gain;
        Some(std::iter::once(p).chain(direction.iter().map(|d| friction * d * p)).collect())
    }
}
