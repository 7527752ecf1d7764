//! What is remembered of overlaps, and when that changes.
//!
//! In the plane forces follow from where the parts are (`places`); in space from a list of overlapping features (`features`).
//! Either way steps end where an overlap begins or ends, or its spring lets go, so that within a step forces are smooth and
//! integrators keep their order:
//!
//! ```text
//! enters     depth of what was apart when the step began                                > 0
//! leaves     gap of what overlapped                                                     > 0
//! lets go    −N/k where the spring would pull; N/k where one that was let go pushes again
//! ```

use crate::laws::penalty::overlap::{Overlap, OverlapState};
use crate::laws::penalty::penalty::Penalty;
use crate::laws::penalty::point::Spot;
use crate::multibody::assemble_error::AssembleError;
use crate::multibody::mode_change::{Transition, TransitionKind};
use crate::multibody::multibody::Multibody;
use crate::tolerances::{PENALTY_NEAR, PENALTY_ROUNDING, PENALTY_SEARCH_AHEAD, PENALTY_START_OVERLAP};
use mainspring_geometry::touch::{Motion, apart_at_least, distance};
use mainspring_model::{ContactMethod, Model, Touched};
use mainspring_numerics::vec3::{norm, sub};

/// A guard of a pair under the penalty method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PenaltyGuard {
    /// index into `Contacts::pairs`
    pub pair: usize,
    /// what may change
    pub change: OverlapChange,
}

/// What may change of a pair's overlaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OverlapChange {
    /// what stood apart overlaps
    Enters,
    /// an overlap ends, or its spring lets go or presses again
    Leaves,
}

/// Guards of a pair.
pub const PER_PAIR: usize = 2;

/// The method's numbers must make sense.
pub fn check(model: &Model) -> Result<(), Vec<AssembleError>> {
    let ContactMethod::Penalty(method) = model.contacts.method else { return Ok(()) };
    let mut errors = Vec::new();
    for pair in &model.contacts.pairs {
        for (word, value) in [("stiffness", method.stiffness), ("slip_speed", method.slip_speed)] {
            if !(value > 0.0 && value.is_finite()) {
                errors.push(AssembleError::NonFinite { path: format!("penalty.{word}"), value, span: pair.span });
            }
        }
    }
    errors.dedup();
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

impl Penalty {
    /// Where both of a pair are at the state of `kinematics`.
    pub fn pair_motion(&self, bodies: &Multibody, pair: usize) -> [Motion; 2] {
        let contact = &bodies.model.contacts.pairs[pair];
        let second = match (self.still[pair], contact.b) {
            (Some(still), _) => still,
            (None, Touched::Body(b)) => bodies.frames.motion(b),
            (None, Touched::Obstacle(_)) => Motion::REST,
        };
        [bodies.frames.motion(contact.a), second]
    }

    /// Distance of a pair at the state of `kinematics`, m.
    pub fn pair_distance(&self, bodies: &Multibody, pair: usize) -> f64 {
        let ([sa, sb], of) = (self.surfaces_of(pair), self.pair_motion(bodies, pair));
        distance(sa, &of[0], sb, &of[1])
    }

    /// Longest step, s, in which no pair moves further than its features are known, or than what is fine about it; at the state
    /// of `kinematics`, with the accelerations last solved for.
    pub fn step_bound(&self, bodies: &Multibody) -> f64 {
        let mut bound = f64::INFINITY;
        for pair in 0..self.surfaces.len() {
            let (of, surfaces) = (self.pair_motion(bodies, pair), self.surfaces_of(pair));
            let (mut speed, mut more) = (norm(sub(of[1].velocity, of[0].velocity)), 0.0);
            for (motion, surface) in of.iter().zip(surfaces) {
                let spin = norm(motion.spin);
                if spin > 0.0 {
                    speed += spin * surface.radius();
                    more += spin * spin * surface.radius();
                }
            }
            let other = self.bodies[pair][1];
            more += bodies.pressing(bodies.model.contacts.pairs[pair].a, other);
            let room = if self.in_space {
                self.apart[pair] + 0.5 * PENALTY_SEARCH_AHEAD * self.size[pair]
            } else {
                let [a, b] = surfaces;
                apart_at_least(a, &of[0], b, &of[1]).max(0.0) + PENALTY_SEARCH_AHEAD * self.fine[pair]
            };
            // speed h + more h² ≤ room: twice what accelerations do now
            let h = 2.0 * room / (speed + (speed * speed + 4.0 * more * room).sqrt());
            bound = bound.min(h);
        }
        bound
    }

    /// How many guards there are.
    pub fn guard_count(&self) -> usize {
        PER_PAIR * self.surfaces.len()
    }

    /// Every guard, in the order of their values.
    pub fn guards(&self) -> impl Iterator<Item = PenaltyGuard> + use<> {
        let of = |pair| [OverlapChange::Enters, OverlapChange::Leaves].map(|change| PenaltyGuard { pair, change });
        (0..self.surfaces.len()).flat_map(of)
    }

    /// Their values at the state of `kinematics`.
    pub fn guard_values(&mut self, bodies: &Multibody, out: &mut [f64]) {
        if self.method.is_none() {
            return;
        }
        if self.in_space {
            self.feature_guards(bodies, out);
        } else {
            self.place_guards(bodies, out);
        }
        // the rounding of a spring at rest is no turning point worth looking into
        for g in out {
            *g = f64::from_bits(g.to_bits() & !((1 << 30) - 1));
        }
    }

    /// N/k, m, or for damping that grows with the depth 1 + αδ̇ times the part's size: what of it changes sign.
    pub fn pull(&self, speed: f64, spot: &Spot) -> f64 {
        let push = self.push_of(spot.pair, speed);
        let factor = 1.0 - push.per_speed * spot.rate;
        // the depth changes sign where the contact ends: what lets go is the damping
        if push.damping == 0.0 {
            factor * self.size[spot.pair]
        } else {
            push.force(-spot.gap, -spot.rate) / push.stiffness
        }
    }

    /// What a spring that pulls or pushes this much does.
    pub fn state_after(state: OverlapState, pull: f64) -> OverlapState {
        match state {
            OverlapState::Pressing if pull < 0.0 => OverlapState::Separating,
            OverlapState::Separating if pull > 0.0 => OverlapState::Pressing,
            same => same,
        }
    }

    /// Brings what is remembered up to date at the state last solved for; true if it changed. `quiet`: nothing is reported.
    pub fn change_overlaps(&mut self, bodies: &Multibody, quiet: bool, out: &mut Vec<Transition>) -> bool {
        let before = self.squeezed.clone();
        if self.in_space {
            self.change_features(bodies);
        } else {
            self.change_places(bodies);
        }
        self.squeezed.sort_unstable_by_key(|s| (s.pair, s.site));
        self.report_overlaps(bodies, &before, quiet, out);
        self.squeezed != before
    }

    /// The approach that restitution refers to: never slower than what the spring would swing at under the forces that press
    /// the parts together, so that a contact from rest is damped like one.
    pub fn referred_speed(&self, bodies: &Multibody, pair: usize, approach: f64) -> f64 {
        let stiffness = self.method.map_or(1.0, |p| p.stiffness);
        let swing = (self.masses[pair] / stiffness).sqrt();
        let pressed = bodies.pressing(bodies.model.contacts.pairs[pair].a, self.bodies[pair][1]);
        approach.max(pressed * swing).max(PENALTY_ROUNDING * self.size[pair] / swing)
    }

    fn report_overlaps(&self, bodies: &Multibody, before: &[Overlap], quiet: bool, out: &mut Vec<Transition>) {
        let acts = |list: &[Overlap], pair: usize| list.iter().any(|s| s.pair as usize == pair && s.state.acts());
        for pair in 0..self.surfaces.len() {
            let (was, is) = (acts(before, pair), acts(&self.squeezed, pair));
            if was == is || quiet {
                continue;
            }
            let path = bodies.model.contact_path(pair);
            let [a, b] = bodies.model.contact_names(pair);
            if is {
                let mut spots = Vec::new();
                self.spots(bodies, PENALTY_NEAR, &mut spots);
                let met = |s: &&Spot| s.pair == pair && self.remembered(pair, s.site).is_some();
                let speed = spots.iter().filter(met).map(|s| -s.rate).fold(0.0, f64::max);
                let text = format!("`{a}` meets `{b}` at {speed:.3e} m/s");
                out.push(Transition {
                    kind: TransitionKind::Contact,
                    who: vec![path],
                    numbers: vec![("speed", speed)],
                    text,
                });
            } else {
                let text = format!("`{a}` leaves `{b}`");
                out.push(Transition { kind: TransitionKind::Part, who: vec![path], numbers: Vec::new(), text });
            }
        }
    }

    /// Overlaps at the start: a little is a spring under load, more is an error.
    pub fn start_overlaps(&mut self, bodies: &mut Multibody, q: &[f64], v: &[f64]) -> Result<(), Vec<AssembleError>> {
        if self.method.is_none() {
            return Ok(());
        }
        let mut errors = Vec::new();
        for pair in 0..self.surfaces.len() {
            let apart = self.pair_distance(bodies, pair);
            if apart < -PENALTY_START_OVERLAP * self.size[pair] {
                let [first, second] = bodies.model.contact_names(pair).map(str::to_owned);
                let span = bodies.model.contacts.pairs[pair].span;
                errors.push(AssembleError::Overlap { first, second, depth: -apart, span });
            } else if self.in_space && apart < -PENALTY_ROUNDING * self.size[pair] {
                self.start_features(bodies, pair);
            }
        }
        if !self.in_space {
            self.change_places(bodies);
        }
        bodies.kinematics(q, v);
        self.arm(bodies);
        // the ledger begins with what springs hold
        self.given = 0.0;
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }
}
