//! Features in space that overlap, and when that changes.
//!
//! [`Mode::squeezed`](crate::Mode) lists every pair of features that overlap. Within a step the list is kept.
//!
//! A feature pair that closes at gap 0 inside both extents is a contact from there on, and keeps its normal however deep it
//! sinks: a corner is pushed out through the face it came in by. Two kinds of crossing are none:
//!
//! * what crosses, another way, within an existing overlap's depth of the end of a feature is that overlap from the side (the
//!   edge of a table against the flank of a block that slides off it, sunk in by δ), and
//! * a second pair at the same place with the same normal (flush corners) is the same contact.
//!
//! They are listed as shadows, without a force. Where a contact leaves over the end of a feature while it is still sunk in,
//! its support passes to the features that overlap there with the same normal and nearly the same depth (block corner on
//! table face → table edge under block edge); what the spring's energy jumps by is booked as lost.
//!
//! Features that close within a step stood at most as far apart as the bodies can move in it. `arm` keeps those within
//! `reach` at hand, and `step_bound` holds the step to motions of less than that.

use crate::laws::penalty::overlap::{Overlap, OverlapPlace, OverlapState};
use crate::laws::penalty::overlaps::PER_PAIR;
use crate::laws::penalty::penalty::{Armed, Penalty};
use crate::laws::penalty::point::Spot;
use crate::multibody::multibody::Multibody;
use crate::tolerances::{
    PENALTY_ALONGSIDE, PENALTY_LOCATED, PENALTY_ROUNDING, PENALTY_SAME_NORMAL, PENALTY_SEARCH_AHEAD,
    PENALTY_START_OVERLAP,
};
use mainspring_geometry::touch::{
    FeaturePair, Meeting, Motion, Primitive, Surface, apart_at_least, distance, inside, near, stands, touching,
};
use mainspring_numerics::vec3::{dot, norm, sub};

impl Penalty {
    fn listed(&self, pair: usize, f: FeaturePair) -> bool {
        self.squeezed.iter().any(|s| s.pair as usize == pair && s.features() == Some(f))
    }

    /// How far a pair of features is inside the extents of both, m.
    pub fn margin_of(&self, pair: usize, f: FeaturePair, of: &[Motion; 2]) -> f64 {
        let [sa, sb] = self.surfaces_of(pair);
        inside(sa, &of[0], sb, &of[1], f)
    }

    /// Keeps the features at hand that may close before the next accepted state; at the state of `kinematics`.
    pub fn arm(&mut self, bodies: &Multibody) {
        if !self.in_space {
            return self.follow_places(bodies);
        }
        let (mut armed, mut found) = (std::mem::take(&mut self.armed), std::mem::take(&mut self.found));
        armed.clear();
        for pair in 0..self.surfaces.len() {
            let ([sa, sb], of, size) = (self.surfaces_of(pair), self.pair_motion(bodies, pair), self.size[pair]);
            let clear = apart_at_least(sa, &of[0], sb, &of[1]);
            if clear > PENALTY_SEARCH_AHEAD * size {
                // so that the step is no longer than what is sure to lie between
                self.apart[pair] = clear - 0.5 * PENALTY_SEARCH_AHEAD * size;
                continue;
            }
            let signed = distance(sa, &of[0], sb, &of[1]);
            let apart = signed.max(0.0);
            found.clear();
            near(sa, &of[0], sb, &of[1], apart + PENALTY_SEARCH_AHEAD * size, &mut found);
            self.adopt(bodies, pair, &of, -signed, &found);
            for &f in found.iter().filter(|f| !self.listed(pair, **f)) {
                let gap = self.meeting_of(pair, f.a, f.b, &of).map_or(f64::NEG_INFINITY, |m| m.gap);
                // as far as closings are located: one that a step has just ended at is there too
                if gap >= -PENALTY_LOCATED * size {
                    armed.push(Armed { pair, features: f, from: 2.0 * (-gap).max(PENALTY_ROUNDING * size) });
                }
            }
            self.apart[pair] = apart;
        }
        (self.armed, self.found) = (armed, found);
    }

    /// Guards at the state of `kinematics`.
    pub fn feature_guards(&self, bodies: &Multibody, out: &mut [f64]) {
        out.fill(f64::NEG_INFINITY);
        for &Armed { pair, features: f, from } in &self.armed {
            let of = self.pair_motion(bodies, pair);
            let Some(m) = self.meeting_of(pair, f.a, f.b, &of) else { continue };
            let g = &mut out[PER_PAIR * pair];
            // below zero for all that is armed: one that has just left, at gap 0 but for rounding, would hide another that closes
            let deep = -m.gap - from;
            // margins cost more than gaps
            if deep > *g {
                let inside = self.margin_of(pair, f, &of) + PENALTY_ROUNDING * self.size[pair];
                *g = g.max(inside.min(deep));
            }
        }
        for s in &self.squeezed {
            let (pair, Some(f)) = (s.pair as usize, s.features()) else { continue };
            let of = self.pair_motion(bodies, pair);
            let Some(m) = self.meeting_of(pair, f.a, f.b, &of) else { continue };
            let spot = Spot::of_features(pair, [f.a, f.b], &m);
            let beyond = -self.margin_of(pair, f, &of) - PENALTY_LOCATED * self.size[pair];
            let change = match s.state {
                OverlapState::Pressing => -self.pull(s.speed, &spot),
                OverlapState::Separating => self.pull(s.speed, &spot),
                OverlapState::Redundant => f64::NEG_INFINITY,
            };
            let g = &mut out[PER_PAIR * pair + 1];
            *g = g.max(m.gap).max(beyond).max(change);
        }
    }

    /// Brings the list of overlaps up to date at the state last solved for.
    pub fn change_features(&mut self, bodies: &Multibody) {
        let mut left = Vec::new();
        let mut list = std::mem::take(&mut self.squeezed);
        list.retain_mut(|s| self.stays(bodies, s, &mut left));
        self.squeezed = list;
        for Armed { pair, features: f, .. } in std::mem::take(&mut self.armed) {
            if let Some(new) = self.entering(bodies, pair, f) {
                self.squeezed.push(new);
            }
        }
        for (s, m) in &left {
            if let Some(new) = self.successor(bodies, s, m) {
                self.squeezed.retain(|k| (k.pair, k.site) != (new.pair, new.site));
                self.squeezed.push(new);
            }
        }
    }

    /// Whether an overlap goes on, its state brought up to date; contacts that leave while sunk in go to `left`.
    fn stays(&self, bodies: &Multibody, s: &mut Overlap, left: &mut Vec<(Overlap, Meeting)>) -> bool {
        let (pair, Some(f)) = (s.pair as usize, s.features()) else { return false };
        let (of, size) = (self.pair_motion(bodies, pair), self.size[pair]);
        let Some(m) = self.meeting_of(pair, f.a, f.b, &of) else { return false };
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
        let pull = self.pull(s.speed, &Spot::of_features(pair, [f.a, f.b], &m));
        s.state = Self::state_after(s.state, pull);
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
        let meetings = || acting().filter_map(|s| self.meeting_of(pair, s.features()?.a, s.features()?.b, &of));
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
        let (speed, site) = (self.referred_speed(bodies, pair, -m.rate), OverlapPlace::Features(f.a, f.b));
        Some(Overlap { pair: pair as u32, site, state, speed })
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
            let taken = self.squeezed.iter().any(|k| k.pair == s.pair && k.features() == Some(f) && k.state.acts());
            if taken || Some(f) == s.features() {
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
        best.map(|(_, f)| Overlap { site: OverlapPlace::Features(f.a, f.b), ..*s })
    }

    /// Features that overlap at the start.
    pub fn start_features(&mut self, bodies: &Multibody, pair: usize) {
        let ([sa, sb], of) = (self.surfaces_of(pair), self.pair_motion(bodies, pair));
        let mut found = Vec::new();
        touching(sa, &of[0], sb, &of[1], PENALTY_START_OVERLAP * self.size[pair], &[], &mut found);
        for f in found {
            if let Some(m) = self.meeting_of(pair, f.a, f.b, &of).filter(|m| m.gap < 0.0) {
                let speed = self.referred_speed(bodies, pair, -m.rate);
                let (pair, site) = (pair as u32, OverlapPlace::Features(f.a, f.b));
                self.squeezed.push(Overlap { pair, site, state: OverlapState::Pressing, speed });
            }
        }
        self.squeezed.sort_unstable_by_key(|s| (s.pair, s.site));
    }
}
