//! Loads that rigid parts leave open: a beam on three supports, a wedged part. What a contact carries is one of many answers with
//! the same motion; here is the range of all of them.

use super::islands::ranges_by_islands;
use super::words::{figures, quoted};
use super::{Contact, Site, TouchMode, Touching};
use crate::core::Core;
use crate::system::{Transition, TransitionKind};
use crate::transitions::AT_REST;
use mainspring_contact::{Contact as Law, Mode, Resistance, Rest, Slip};

/// Contacts that hang together at most for which ranges are told unasked.
const TOLD_UP_TO: usize = 32;
/// Width of a range over its upper end that is none.
const NARROW: f64 = 1e-7;

impl Core {
    /// Least and largest sum of the normal forces of pairs in touch (stops after all pairs), at the state last solved for.
    fn pair_ranges(&self, most: usize) -> Vec<(usize, [f64; 2])> {
        let law = |(t, c): (&Touching, &Contact)| Law {
            friction: c.friction[0],
            holding: c.friction[1],
            slip: match t.mode {
                TouchMode::Slip(d) if d != [0.0; 3] => Slip::Along(self.slip_direction(c, d)),
                _ => Slip::Still,
            },
        };
        let contacts: Vec<Law> = self.mode.touching.iter().zip(&self.touch.contacts).map(law).collect();
        let turns = self.resistances_held().into_iter().zip(&self.touch.turns);
        let resistances: Vec<Resistance> = turns
            .map(|(r, t)| match self.turn_as_decided(t) {
                Mode::Slip(d) => Resistance { slip: Slip::Along(d), ..r },
                _ => r,
            })
            .collect();
        let problem = Rest {
            matrix: &self.touch.matrix,
            tangents: self.touch.tangents,
            free: &self.touch.free,
            contacts: &contacts,
            resistances: &resistances,
        };
        ranges_by_islands(&problem, &self.links(), &self.touch.force, most, |c| {
            self.pair_number(self.mode.touching[c].site)
        })
    }

    /// Range of a pair's normal force, N; zeros while the two are apart.
    pub(super) fn pair_range(&self, pair: usize) -> [f64; 2] {
        let found = self.pair_ranges(usize::MAX).into_iter().find(|(p, _)| *p == pair);
        found.map_or([0.0; 2], |(_, range)| range)
    }

    /// Pairs at rest whose load is open, each told once.
    pub(super) fn report_open_loads(&mut self, v: &[f64], out: &mut Vec<Transition>) {
        let still = v.iter().all(|x| x.abs() <= AT_REST * self.length.max(1.0));
        let told = |t: &Touching| match t.site {
            Site::Pair { pair, .. } => self.mode.open_told.contains(&pair),
            Site::Stop { .. } => true,
        };
        if !still || self.touch.jammed.is_some() || self.mode.touching.iter().all(told) {
            return;
        }
        for (pair, [least, most]) in self.pair_ranges(TOLD_UP_TO) {
            let open = most.is_infinite() || most - least > NARROW * most.abs();
            let number = pair as u32;
            if pair >= self.touch.pairs.len() || !open || self.mode.open_told.contains(&number) {
                continue;
            }
            self.mode.open_told.push(number);
            let taken = self.contact_quantity(pair, mainspring_model::ContactQuantity::NormalForce);
            let who = self.model.contact_names(pair).map(str::to_owned).to_vec();
            let least = least.max(0.0);
            let upper =
                if most.is_finite() { format!("to {} N", figures(most)) } else { "without upper limit".to_owned() };
            let text = format!(
                "what {} bear on each other is open for rigid parts: from {} N {upper}; {} N is taken",
                quoted(&who),
                figures(least),
                figures(taken)
            );
            let mut numbers = vec![("normal_force", taken), ("least", least)];
            if most.is_finite() {
                numbers.push(("largest", most));
            }
            out.push(Transition { kind: TransitionKind::Open, who, numbers, text });
        }
    }
}
