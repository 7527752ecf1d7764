//! Loads that rigid parts leave open: a beam on three supports, a wedged part. What a contact carries is one of many answers with
//! the same motion; here is the range of all of them.

use crate::laws::touch::contact::Contact;
use crate::laws::touch::islands::ranges_by_islands;
use crate::laws::touch::state::{Site, TouchMode, Touching};
use crate::laws::touch::touch::Touch;
use crate::multibody::event_text::{figures, quoted};
use crate::multibody::mode_change::{Transition, TransitionKind};
use crate::multibody::multibody::Multibody;
use crate::tolerances::{AT_REST, LOAD_DETERMINATE};
use mainspring_contact::{Contact as Law, ContactProblem, Mode, Resistance, Slip};

/// Contacts that hang together at most for which ranges are reported without being requested.
pub const TOLD_UP_TO: usize = 32;
impl Touch {
    /// Least and largest sum of the normal forces of pairs in touch (stops after all pairs), at the state last solved for.
    pub fn pair_ranges(&self, bodies: &Multibody, most: usize) -> Vec<(usize, [f64; 2])> {
        let law = |(t, c): (&Touching, &Contact)| Law {
            friction: c.friction[0],
            holding: c.friction[1],
            slip: match t.mode {
                TouchMode::Slip(d) if d != [0.0; 3] => Slip::Along(self.slip_direction(bodies, c, d).0),
                _ => Slip::Still,
            },
        };
        let contacts: Vec<Law> = self.state.touching.iter().zip(&self.contacts).map(law).collect();
        let resistances = self.resistances_decided();
        let problem = ContactProblem {
            matrix: &self.matrix,
            tangents: self.tangents,
            free: &self.free,
            contacts: &contacts,
            resistances: &resistances,
            bounded: &[],
        };
        ranges_by_islands(&problem, &self.links(bodies, std::iter::empty()), &self.force, most, |c| {
            self.pair_number(self.state.touching[c].site)
        })
    }

    /// Resistances to turning with what they do.
    pub fn resistances_decided(&self) -> Vec<Resistance> {
        let turns = self.resistances_held().into_iter().zip(&self.rolling_resistances);
        let decided = turns.map(|(r, t)| match self.turn_as_decided(t) {
            Mode::Slip(d) => Resistance { slip: Slip::Along(d), ..r },
            _ => r,
        });
        decided.collect()
    }

    /// Range of a pair's normal force, N; zeros while the two are apart.
    pub fn pair_range(&self, bodies: &Multibody, pair: usize) -> [f64; 2] {
        let find = |ranges: &[(usize, [f64; 2])]| ranges.iter().find(|(p, _)| *p == pair).map(|(_, range)| *range);
        let found = match &self.ranges {
            Some(ranges) => find(ranges),
            None => find(&self.pair_ranges(bodies, usize::MAX)),
        };
        found.unwrap_or([0.0; 2])
    }

    /// Whether loads that are open would be reported: something at rest touches that was not reported yet.
    pub fn may_report_open_loads(&self, bodies: &Multibody, v: &[f64]) -> bool {
        let still = v.iter().all(|x| x.abs() <= AT_REST * bodies.length.max(1.0) * self.clock);
        let reported = |t: &Touching| match t.site {
            Site::Pair { pair, .. } => self.state.open_reported.contains(&pair),
            Site::Stop { .. } | Site::Tooth { .. } => true,
        };
        still && self.jammed.is_none() && !self.state.touching.iter().all(reported)
    }

    /// Pairs at rest whose load is open, each reported once.
    pub fn report_open_loads(&mut self, bodies: &Multibody, ranges: Vec<(usize, [f64; 2])>, out: &mut Vec<Transition>) {
        for (pair, [least, most]) in ranges {
            let open = most.is_infinite() || most - least > LOAD_DETERMINATE * most.abs();
            let number = pair as u32;
            if pair >= self.pairs.len() || !open || self.state.open_reported.contains(&number) {
                continue;
            }
            self.state.open_reported.push(number);
            let taken = self.contact_quantity(bodies, pair, mainspring_model::ContactQuantity::NormalForce);
            let who = bodies.model.contact_names(pair).map(str::to_owned).to_vec();
            // rounding of a load that is none is none
            let size = if most.is_finite() { most.abs() } else { least.abs() };
            let taken = if taken.abs() <= LOAD_DETERMINATE * size { 0.0 } else { taken };
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
