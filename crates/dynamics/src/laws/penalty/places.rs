//! Places in the plane where parts press: what is remembered of them, which is how fast each was met.
//!
//! Which places press, how deep and which way, follows at every state from where the parts are
//! ([`pressing`](mainspring_geometry::touch::pressing)); what is remembered decides no more than how a spring is damped and
//! where steps end.
//!
//! Where many places press at once steps do not end at each change: the error of the step follows them, and what was met within
//! one is remembered at its end.

use crate::laws::penalty::overlap::{Overlap, OverlapState};
use crate::laws::penalty::overlaps::PER_PAIR;
use crate::laws::penalty::penalty::Penalty;
use crate::laws::penalty::point::Spot;
use crate::multibody::multibody::Multibody;
use crate::tolerances::{PENALTY_LOCATED, PENALTY_NEAR, PENALTY_ROUNDING};
use mainspring_numerics::vec3::{norm, sub};

/// Places that press at once from which steps do not end at each change.
const CROWD: usize = 12;

impl Penalty {
    /// Whether so many places press that steps do not end at each change.
    fn crowded(&self) -> bool {
        self.squeezed.len() > CROWD
    }

    /// Takes note of what was met and left within a step, where steps do not end at that.
    pub fn follow_places(&mut self, bodies: &Multibody) {
        self.pressed.fill(false);
        if self.crowded() {
            self.change_places(bodies);
        }
    }

    /// Guards at the state of `kinematics`.
    pub fn place_guards(&mut self, bodies: &Multibody, out: &mut [f64]) {
        if self.crowded() {
            out.fill(f64::NEG_INFINITY);
            return;
        }
        self.find_near(bodies);
        let mut spots = std::mem::take(&mut self.spots);
        self.spots(bodies, PENALTY_NEAR, &mut spots);
        for (pair, guards) in out.chunks_exact_mut(PER_PAIR).enumerate() {
            guards[0] = -PENALTY_NEAR * self.size[pair];
            guards[1] = f64::NEG_INFINITY;
        }
        // what is neither deep nor near has left
        for s in &self.squeezed {
            let pair = s.pair as usize;
            let spot = spots.iter().find(|x| x.pair == pair && x.site == s.site);
            let value = match spot {
                None => PENALTY_NEAR * self.size[pair],
                Some(spot) => {
                    let pull = self.pull(s.speed, spot);
                    let change = if s.state == OverlapState::Pressing { -pull } else { pull };
                    // one that was located a little early still closes
                    let closes = spot.rate < 0.0;
                    let open = if closes { spot.gap.min(-PENALTY_ROUNDING * self.size[pair]) } else { spot.gap };
                    if spot.weight > 0.0 { open.max(change) } else { open }
                }
            };
            let g = &mut out[PER_PAIR * pair + 1];
            *g = g.max(value);
        }
        for spot in spots.iter().filter(|s| self.remembered(s.pair, s.site).is_none()) {
            let g = &mut out[PER_PAIR * spot.pair];
            *g = g.max(-spot.gap);
        }
        self.spots = spots;
    }

    /// Brings what is remembered up to date at the state last solved for.
    pub fn change_places(&mut self, bodies: &Multibody) {
        let mut spots = Vec::new();
        self.spots(bodies, PENALTY_NEAR, &mut spots);
        let list = spots.iter().filter_map(|spot| self.met(bodies, &spots, spot)).collect();
        self.squeezed = list;
    }

    /// What is to be remembered of a place, if it presses or is about to.
    fn met(&self, bodies: &Multibody, all: &[Spot], spot: &Spot) -> Option<Overlap> {
        let (pair, size) = (spot.pair, self.size[spot.pair]);
        let closes = spot.rate < 0.0 || spot.rate == 0.0 && spot.gap <= 0.0;
        let at = self.remembered(pair, spot.site);
        // one that is located where it opens has left, one where it closes has come
        if spot.gap > PENALTY_LOCATED * size || (spot.gap > -PENALTY_ROUNDING * size && !closes) {
            return None;
        }
        let state = |speed: f64, state: OverlapState| Self::state_after(state, self.pull(speed, spot));
        let new = |speed: f64, state: OverlapState| Overlap { pair: pair as u32, site: spot.site, state, speed };
        if let Some(at) = at {
            let Overlap { speed, state: was, .. } = self.squeezed[at];
            return Some(new(speed, state(speed, was)));
        }
        // what is deep already takes over from what was there
        let was = |other: &&Spot| other.pair == pair && self.remembered(pair, other.site).is_some();
        let far = |other: &Spot| norm(sub(other.point, spot.point));
        let beside = all.iter().filter(was).min_by(|a, b| far(a).total_cmp(&far(b)));
        let last = || self.squeezed.iter().filter(|s| s.pair as usize == pair).map(|s| s.speed).reduce(f64::max);
        let heir = beside.and_then(|s| self.remembered(pair, s.site)).map(|at| self.squeezed[at].speed);
        let deep = spot.gap < -PENALTY_LOCATED * size;
        let speed = deep.then(|| heir.or_else(last)).flatten();
        let speed = speed.unwrap_or_else(|| self.referred_speed(bodies, pair, -spot.rate));
        Some(new(speed, state(speed, OverlapState::Pressing)))
    }
}
