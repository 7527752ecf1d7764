//! Contacts and parts on a table that came to their limit and hold all the same: a part wedged between others, whose load
//! rigid bodies leave open.

use crate::laws::touch::due::FiredGuards;
use crate::laws::touch::islands::{Links, islands, rest_by_islands};
use crate::laws::touch::state::Site;
use crate::laws::touch::touch::Touch;
use crate::tolerances::{LIMIT_RELIEF, RELIEF_BACKWARD, SAME_SLIP};
use mainspring_contact::{Bound, Bounded, Contact as Law, ContactProblem, ContactSolution, Mode, Slip, weakened};

/// Whether two modes are the same, but for rounding of a direction that came out of the answer.
fn alike(a: Mode, b: Mode) -> bool {
    match (a, b) {
        (Mode::Slip(p), Mode::Slip(q)) => (p[0] - q[0]).abs().max((p[1] - q[1]).abs()) < SAME_SLIP,
        _ => a == b,
    }
}

/// Parts on a table that were decided with the contacts.
pub struct StrainedParts<'a> {
    /// place of the first of them among bounded forces
    pub first: usize,
    /// whether each came to its limit
    pub strained: &'a [bool],
}

impl Touch {
    /// What was at its limit and holds all the same (a part wedged between two others) shall share the load so that it is well
    /// within its cone, and so are those it hangs together with, or they would be at their limits next: with less friction, as
    /// long as the answer stays the same. Where that leaves none, it alone.
    pub fn relieve_limits(
        &self,
        problem: &ContactProblem,
        links: &Links,
        lasting: &[Site],
        due: &FiredGuards,
        parts: &StrainedParts,
        held: &mut ContactSolution,
    ) {
        let (contacts, turns) = (lasting.len(), problem.resistances.len());
        // contacts, then bounded forces, as islands count them
        let part = |i: usize| (i - contacts).checked_sub(parts.first).map(|at| parts.strained[at]);
        let strained = |i: usize| {
            let at_limit = |s: &Site| Self::same_pair(*s, lasting[i]);
            if i < contacts { due.at_friction_limit.iter().any(at_limit) } else { part(i) == Some(true) }
        };
        let holds = |i: usize| held.modes[if i < contacts { i } else { i + turns }] == Mode::Stick;
        if !(0..contacts + problem.bounded.len()).any(|i| strained(i) && holds(i)) {
            return;
        }
        let near: Vec<usize> =
            islands(links).into_iter().filter(|island| island.iter().any(|&i| strained(i))).flatten().collect();
        // areas go on holding by what they bear, and next to none of it would only make them slip
        let shares = &LIMIT_RELIEF[usize::from(self.beside_area_friction)..];
        for together in [true, false] {
            for &share in shares {
                let relieve_limits = |(i, law): (usize, &Law)| {
                    let weaker = if together { holds(i) && near.contains(&i) } else { strained(i) };
                    let holding = law.holding * if weaker { share } else { 1.0 };
                    Law { friction: law.friction.min(holding), holding, slip: law.slip }
                };
                let laws: Vec<Law> = problem.contacts.iter().enumerate().map(relieve_limits).collect();
                let relieve_part = |(at, b): (usize, &Bounded)| {
                    let i = contacts + at;
                    let weaker = if together { holds(i) && near.contains(&i) } else { strained(i) };
                    match &b.bound {
                        Bound::Area(surface) if weaker => {
                            Bounded { bound: Bound::Area(weakened(surface, share)), ..b.clone() }
                        }
                        _ => b.clone(),
                    }
                };
                let bounded: Vec<Bounded> = problem.bounded.iter().enumerate().map(relieve_part).collect();
                let easier = ContactProblem { contacts: &laws, bounded: &bounded, ..*problem };
                if let Ok(easier) = rest_by_islands(&easier, links, &held.modes)
                    && easier.modes.iter().zip(&held.modes).all(|(a, b)| alike(*a, *b))
                {
                    *held = easier;
                    return;
                }
            }
        }
        if self.beside_area_friction {
            self.leave_at_limit(problem, links, strained, held);
        }
    }

    /// What nothing eases carries as much as it can and no more: with its friction given, the rest falls to those that hold it in
    /// place. It does not slip because they do not; held as a row it would be at its limit again at once, as loads go on changing.
    fn leave_at_limit(
        &self,
        problem: &ContactProblem,
        links: &Links,
        strained: impl Fn(usize) -> bool,
        held: &mut ContactSolution,
    ) {
        let k = 1 + problem.tangents;
        if problem.tangents != 1 {
            return;
        }
        let full = |i: usize| strained(i) && held.modes[i] == Mode::Stick && held.force[i * k + 1] != 0.0;
        let way = |i: usize| -held.force[i * k + 1].signum();
        let give = |(i, law): (usize, &Law)| {
            if full(i) { Law { slip: Slip::Along([way(i), 0.0]), ..*law } } else { *law }
        };
        let laws: Vec<Law> = problem.contacts.iter().enumerate().map(give).collect();
        let Ok(given) = rest_by_islands(&ContactProblem { contacts: &laws, ..*problem }, links, &held.modes) else {
            return;
        };
        let largest = problem.free.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        // what others do then is an answer as good as any, as long as this one is not dragged back
        let fits = |i: usize| !full(i) || given.rate[i * k + 1] * way(i) >= -RELIEF_BACKWARD * largest;
        if (0..problem.contacts.len()).all(fits) {
            *held = given;
        }
    }
}
