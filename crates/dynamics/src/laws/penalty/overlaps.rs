//! Which features overlap, and when that changes.
//!
//! [`Mode::squeezed`](crate::Mode) lists every pair of features that overlap. Within a step the list is kept; three things end
//! a step, each a guard of its pair:
//!
//! ```text
//! enters     min(depth, margin) of features that stood apart when the step began       > 0
//! leaves     gap, or −margin (the place of contact passes the end of an edge)          > 0
//! lets go    −N/k where the spring would pull; N/k where one that was let go pushes again
//! ```
//!
//! A feature pair that closes at gap 0 inside both extents is a contact from there on, and keeps its normal however deep it
//! sinks: a corner is pushed out through the edge it came in by. Two kinds of crossing are none:
//!
//! * what crosses, another way, within an existing overlap's depth of the end of a feature is that overlap from the side (the
//!   corner of a table against the flank of a block that slides off it, sunk in by δ), and
//! * a second pair at the same place with the same normal (flush corners) is the same contact.
//!
//! They are listed as shadows, without a force. Where a contact leaves over the end of a feature while it is still sunk in,
//! its support passes to the features that overlap there with the same normal and nearly the same depth (block corner on
//! table edge → table corner on block edge); what the spring's energy jumps by is booked as lost.
//!
//! Features that close within a step stood at most as far apart as the bodies can move in it. `arm` keeps those within
//! `reach` at hand, and `step_bound` holds the step to motions of less than that.

use crate::laws::penalty::overlap::{Overlap, OverlapState};
use crate::laws::penalty::penalty::Penalty;
use crate::multibody::assemble_error::AssembleError;
use crate::multibody::mode_change::{Transition, TransitionKind};
use crate::multibody::multibody::Multibody;
use crate::tolerances::{
    PENALTY_ALONGSIDE, PENALTY_LOCATED, PENALTY_ROUNDING, PENALTY_SAME_NORMAL, PENALTY_SEARCH_AHEAD,
    PENALTY_START_OVERLAP,
};
use mainspring_geometry::touch::{
    FeaturePair, Meeting, Motion, Primitive, Surface, distance, inside, near, stands, touching,
};
use mainspring_model::{ContactMethod, Model, Touched};
use mainspring_numerics::vec3::{dot, norm, sub};

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
    /// features that stood apart overlap
    Enters,
    /// an overlap ends, or its spring lets go or presses again
    Leaves,
}

/// Guards of a pair.
const PER_PAIR: usize = 2;

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

    fn listed(&self, pair: usize, f: FeaturePair) -> bool {
        self.squeezed.iter().any(|s| s.pair as usize == pair && s.a == f.a && s.b == f.b)
    }

    fn margin_of(&self, pair: usize, f: FeaturePair, of: &[Motion; 2]) -> f64 {
        let [sa, sb] = self.surfaces_of(pair);
        inside(sa, &of[0], sb, &of[1], f)
    }

    /// Distance of a pair at the state of `kinematics`, m.
    pub fn pair_distance(&self, bodies: &Multibody, pair: usize) -> f64 {
        let ([sa, sb], of) = (self.surfaces_of(pair), self.pair_motion(bodies, pair));
        distance(sa, &of[0], sb, &of[1])
    }

    /// Keeps the features at hand that may close before the next accepted state; at the state of `kinematics`.
    pub fn arm(&mut self, bodies: &Multibody) {
        let (mut armed, mut found) = (std::mem::take(&mut self.armed), std::mem::take(&mut self.found));
        armed.clear();
        for pair in 0..self.surfaces.len() {
            let ([sa, sb], of, size) = (self.surfaces_of(pair), self.pair_motion(bodies, pair), self.size[pair]);
            let apart = distance(sa, &of[0], sb, &of[1]).max(0.0);
            found.clear();
            near(sa, &of[0], sb, &of[1], apart + PENALTY_SEARCH_AHEAD * size, &mut found);
            for &f in found.iter().filter(|f| !self.listed(pair, **f)) {
                if self.meeting_of(pair, f.a, f.b, &of).is_some_and(|m| m.gap >= -PENALTY_ROUNDING * size) {
                    armed.push((pair, f));
                }
            }
            self.apart[pair] = apart;
        }
        (self.armed, self.found) = (armed, found);
    }

    /// Longest step, s, in which no pair moves further than its features are known; at the state of `kinematics`, with the
    /// accelerations last solved for.
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
            let room = self.apart[pair] + 0.5 * PENALTY_SEARCH_AHEAD * self.size[pair];
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
    pub fn guard_values(&self, bodies: &Multibody, out: &mut [f64]) {
        out.fill(f64::NEG_INFINITY);
        for &(pair, f) in &self.armed {
            let of = self.pair_motion(bodies, pair);
            let Some(m) = self.meeting_of(pair, f.a, f.b, &of) else { continue };
            let g = &mut out[PER_PAIR * pair];
            // margins cost more than gaps
            if -m.gap > *g {
                let inside = self.margin_of(pair, f, &of) + PENALTY_ROUNDING * self.size[pair];
                *g = g.max(inside.min(-m.gap));
            }
        }
        for s in &self.squeezed {
            let pair = s.pair as usize;
            let (of, f) = (self.pair_motion(bodies, pair), FeaturePair { a: s.a, b: s.b });
            let Some(m) = self.meeting_of(pair, s.a, s.b, &of) else { continue };
            let beyond = -self.margin_of(pair, f, &of) - PENALTY_LOCATED * self.size[pair];
            let change = match s.state {
                OverlapState::Pressing => -self.pull(bodies, s, &m),
                OverlapState::Separating => self.pull(bodies, s, &m),
                OverlapState::Redundant => f64::NEG_INFINITY,
            };
            let g = &mut out[PER_PAIR * pair + 1];
            *g = g.max(m.gap).max(beyond).max(change);
        }
        // the rounding of a spring at rest is no turning point worth looking into
        for g in out {
            *g = f64::from_bits(g.to_bits() & !((1 << 30) - 1));
        }
    }

    /// N/k, m, or for damping that grows with the depth 1 + αδ̇ times the part's size: what of it changes sign.
    fn pull(&self, bodies: &Multibody, s: &Overlap, m: &Meeting) -> f64 {
        let push = self.push_of(bodies, s);
        let factor = 1.0 - push.per_speed * m.rate;
        // the depth changes sign where the contact ends: what lets go is the damping
        if push.damping == 0.0 {
            factor * self.size[s.pair as usize]
        } else {
            push.force(-m.gap, -m.rate) / push.stiffness
        }
    }

    /// Brings the list of overlaps up to date at the state last solved for; true if it changed. `quiet`: nothing is reported.
    pub fn change_overlaps(&mut self, bodies: &Multibody, quiet: bool, out: &mut Vec<Transition>) -> bool {
        let before = self.squeezed.clone();
        let mut left = Vec::new();
        let mut list = std::mem::take(&mut self.squeezed);
        list.retain_mut(|s| self.stays(bodies, s, &mut left));
        self.squeezed = list;
        for (pair, f) in std::mem::take(&mut self.armed) {
            if let Some(new) = self.entering(bodies, pair, f) {
                self.squeezed.push(new);
            }
        }
        for (s, m) in &left {
            if let Some(new) = self.successor(bodies, s, m) {
                self.squeezed.retain(|k| (k.pair, k.a, k.b) != (new.pair, new.a, new.b));
                self.squeezed.push(new);
            }
        }
        self.squeezed.sort_unstable_by_key(|s| (s.pair, s.a, s.b));
        self.report_overlaps(bodies, &before, quiet, out);
        self.squeezed != before
    }

    /// Whether an overlap goes on, its state brought up to date; contacts that leave while sunk in go to `left`.
    fn stays(&self, bodies: &Multibody, s: &mut Overlap, left: &mut Vec<(Overlap, Meeting)>) -> bool {
        let pair = s.pair as usize;
        let (of, f, size) = (self.pair_motion(bodies, pair), FeaturePair { a: s.a, b: s.b }, self.size[pair]);
        let Some(m) = self.meeting_of(pair, s.a, s.b, &of) else { return false };
        if m.gap > -PENALTY_ROUNDING * size && (m.rate > 0.0 || m.gap > PENALTY_ROUNDING * size) {
            return false;
        }
        if self.margin_of(pair, f, &of) < -0.5 * PENALTY_LOCATED * size {
            if s.state.acts() {
                left.push((*s, m));
            }
            return false;
        }
        if s.state == OverlapState::Redundant {
            // so deep that it has nothing to do with this side any more
            return m.gap > -PENALTY_SEARCH_AHEAD * size;
        }
        let force = self.pull(bodies, s, &m);
        s.state = match s.state {
            OverlapState::Pressing if force < 0.0 => OverlapState::Separating,
            OverlapState::Separating if force > 0.0 => OverlapState::Pressing,
            same => same,
        };
        true
    }

    /// A feature pair that stood apart and closes now.
    fn entering(&self, bodies: &Multibody, pair: usize, f: FeaturePair) -> Option<Overlap> {
        let (of, size) = (self.pair_motion(bodies, pair), self.size[pair]);
        let m = self.meeting_of(pair, f.a, f.b, &of)?;
        let inside = self.margin_of(pair, f, &of);
        let closes = m.gap.abs() <= PENALTY_LOCATED * size
            && (m.rate < 0.0 || m.gap <= PENALTY_ROUNDING * size && m.rate <= PENALTY_ROUNDING * size);
        if !closes || m.gap > PENALTY_ROUNDING * size || inside < -PENALTY_LOCATED * size {
            return None;
        }
        let acting = || self.squeezed.iter().filter(|s| s.pair as usize == pair && s.state.acts());
        let meetings = || acting().filter_map(|s| self.meeting_of(pair, s.a, s.b, &of));
        let depth = meetings().map(|o| -o.gap).fold(0.0, f64::max);
        let [sa, sb] = self.surfaces_of(pair);
        let same = meetings().any(|o| {
            dot(o.normal, m.normal) > PENALTY_SAME_NORMAL && norm(sub(o.point, m.point)) <= PENALTY_LOCATED * size
        });
        let seen_from_side = meetings().any(|o| {
            -o.gap > PENALTY_ROUNDING * size && inside <= -2.0 * o.gap && dot(o.normal, m.normal) < PENALTY_SAME_NORMAL
        });
        // what passes a face or straight edge inside its extent is in the material; of the others only those count whose
        // normal both sides allow, or that go the way of a contact there is: sunk in, it tilts what the sides allow
        let flat = |surface: &Surface, k: u32| {
            surface.features().get(k as usize).is_some_and(|f| matches!(f.primitive, Primitive::Plane { .. }))
        };
        let enters = flat(sa, f.a)
            || flat(sb, f.b)
            || stands(sa, &of[0], sb, &of[1], f, PENALTY_LOCATED * size + 2.0 * depth)
            || meetings().any(|o| dot(o.normal, m.normal) > PENALTY_ALONGSIDE);
        let state = if same || seen_from_side || !enters { OverlapState::Redundant } else { OverlapState::Pressing };
        Some(Overlap { pair: pair as u32, a: f.a, b: f.b, state, speed: self.referred_speed(bodies, pair, -m.rate) })
    }

    /// The approach that restitution refers to: never slower than what the spring would swing at under the forces that press
    /// the parts together, so that a contact from rest is damped like one.
    fn referred_speed(&self, bodies: &Multibody, pair: usize, approach: f64) -> f64 {
        let stiffness = self.method.map_or(1.0, |p| p.stiffness);
        let swing = (self.masses[pair] / stiffness).sqrt();
        let pressed = bodies.pressing(bodies.model.contacts.pairs[pair].a, self.bodies[pair][1]);
        approach.max(pressed * swing).max(PENALTY_ROUNDING * self.size[pair] / swing)
    }

    /// Who takes over from a contact that leaves over the end of a feature.
    fn successor(&mut self, bodies: &Multibody, s: &Overlap, from: &Meeting) -> Option<Overlap> {
        let pair = s.pair as usize;
        let (of, size, depth) = (self.pair_motion(bodies, pair), self.size[pair], -from.gap);
        let mut found = std::mem::take(&mut self.found);
        found.clear();
        let [sa, sb] = self.surfaces_of(pair);
        near(sa, &of[0], sb, &of[1], 2.0 * depth.max(PENALTY_LOCATED * size), &mut found);
        let mut best: Option<(f64, FeaturePair)> = None;
        for &f in &found {
            let taken = self.squeezed.iter().any(|k| k.pair == s.pair && k.a == f.a && k.b == f.b && k.state.acts());
            if taken || (f.a, f.b) == (s.a, s.b) {
                continue;
            }
            let Some(m) = self.meeting_of(pair, f.a, f.b, &of) else { continue };
            let near_by = norm(sub(m.point, from.point)) <= 4.0 * (depth + PENALTY_LOCATED * size);
            if dot(m.normal, from.normal) > PENALTY_SAME_NORMAL
                && near_by
                && (-PENALTY_ROUNDING * size..=2.0 * depth).contains(&-m.gap)
                && self.margin_of(pair, f, &of) >= -PENALTY_LOCATED * size
            {
                let off = (-m.gap - depth).abs();
                if best.is_none_or(|(least, _)| off < least) {
                    best = Some((off, f));
                }
            }
        }
        self.found = found;
        best.map(|(_, f)| Overlap { a: f.a, b: f.b, ..*s })
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
                let of = self.pair_motion(bodies, pair);
                let new = self.squeezed.iter().filter(|s| s.pair as usize == pair && s.state.acts());
                let rates = new.filter_map(|s| self.meeting_of(pair, s.a, s.b, &of)).map(|m| -m.rate);
                let speed = rates.fold(0.0, f64::max);
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
            let (of, size) = (self.pair_motion(bodies, pair), self.size[pair]);
            let [sa, sb] = self.surfaces_of(pair);
            let apart = distance(sa, &of[0], sb, &of[1]);
            if apart < -PENALTY_START_OVERLAP * size {
                let [first, second] = bodies.model.contact_names(pair).map(str::to_owned);
                let span = bodies.model.contacts.pairs[pair].span;
                errors.push(AssembleError::Overlap { first, second, depth: -apart, span });
                continue;
            }
            let mut found = Vec::new();
            if apart < -PENALTY_ROUNDING * size {
                touching(sa, &of[0], sb, &of[1], PENALTY_START_OVERLAP * size, &mut found);
            }
            for f in found {
                if let Some(m) = self.meeting_of(pair, f.a, f.b, &of).filter(|m| m.gap < 0.0) {
                    let speed = self.referred_speed(bodies, pair, -m.rate);
                    let new = Overlap { pair: pair as u32, a: f.a, b: f.b, state: OverlapState::Pressing, speed };
                    self.squeezed.push(new);
                }
            }
        }
        bodies.kinematics(q, v);
        self.arm(bodies);
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }
}
