//! When parts on the table come to rest, stay there, and set off.
//!
//! Three guards a part, positive once a change is due:
//!
//! ```text
//! slides       ε − |ξ − u|         as slow as nothing against the ground, or against a moving surface under it
//! sets off     −ξ·way              turns round before it had a direction of its own
//! rests        gauge(w) − 1        what drives it leaves the static limit surface
//! hybrid law   the other friction becomes the larger one, of force and of torque
//! ```
//!
//! |ξ| is a speed: √(v² + (ω·gyration)²). A part that slides slows down towards a twist of fixed direction and ends there; steps
//! stop short of that moment (`Mechanism::rest_limit`) and come near it geometrically. At an event everything slow is held first,
//! and what its limit surface does not hold is let go, along the acceleration that the driving wrench gives it against sliding
//! friction.

use crate::laws::table::sliding_part::SlidingPart;
use crate::laws::table::table::Table;
use crate::multibody::mode_change::{Transition, TransitionKind};
use crate::multibody::multibody::Multibody;
use crate::multibody::support::Support;
use crate::tolerances::{MOST_STRAINED, TABLE_REVERSAL, TABLE_SLOW_AT_EVENT, TABLE_SLOW_TOGETHER};
use mainspring_fields::Law;
use mainspring_model::{Action, BodyId};

/// A guard of a part on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartGuard {
    /// which part
    pub body: BodyId,
    /// what may change
    pub change: PartChange,
}

/// What may change of how a part lies on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartChange {
    /// it comes to rest, turns round, or sets off
    Support,
    /// under the hybrid law: which friction brakes its force
    ForceBranch,
    /// under the hybrid law: which friction brakes its torque
    TorqueBranch,
}

impl PartChange {
    /// All, in the order in which guards of a part are listed.
    const ALL: [Self; PER_PART] = [Self::Support, Self::ForceBranch, Self::TorqueBranch];
}

/// Guards of a part.
const PER_PART: usize = 3;
/// Rounds of holding and letting go before giving up.
pub const ROUNDS: usize = 20;

impl Table {
    /// Every guard of parts on the table, in the order of their values.
    pub fn part_guards(&self) -> impl Iterator<Item = PartGuard> + '_ {
        self.parts_with_friction().flat_map(|body| PartChange::ALL.map(|change| PartGuard { body, change }))
    }

    /// Whether parts slide on which the larger of two frictions acts.
    pub fn hybrid(&self, bodies: &Multibody) -> bool {
        let two = |part: &SlidingPart| part.ground.is_some_and(|g| g.law == Law::Hybrid && g.viscous > 0.0);
        self.sliding_parts.iter().flatten().any(|part| two(part))
            && bodies.state.support.iter().any(|l| matches!(l, Support::Slide { .. }))
    }

    /// Bodies with friction on the table, in the order of their guards.
    pub fn parts_with_friction(&self) -> impl Iterator<Item = usize> + '_ {
        let sliding_parts = self.sliding_parts.iter().enumerate();
        sliding_parts.filter(|(_, s)| s.as_ref().is_some_and(|s| s.ground.is_some())).map(|(b, _)| b)
    }

    /// Their values at the state last evaluated.
    pub fn part_values(&mut self, bodies: &Multibody, out: &mut [f64]) {
        out.fill(f64::NEG_INFINITY);
        let mut places = out.chunks_exact_mut(PER_PART);
        for b in 0..self.sliding_parts.len() {
            if self.sliding_parts[b].as_ref().is_some_and(|s| s.ground.is_some()) {
                let place = places.next().expect("three places a part with friction");
                place.copy_from_slice(&self.values_of_part(bodies, b));
            }
        }
    }

    /// A guard of one part, at the state it was last evaluated for.
    pub fn part_value(&mut self, bodies: &Multibody, guard: PartGuard) -> f64 {
        let values = self.values_of_part(bodies, guard.body);
        match guard.change {
            PartChange::Support => values[0],
            PartChange::ForceBranch => values[1],
            PartChange::TorqueBranch => values[2],
        }
    }

    /// The guards of one part, at the state it was last evaluated for.
    fn values_of_part(&mut self, bodies: &Multibody, b: usize) -> [f64; PER_PART] {
        let mut out = [f64::NEG_INFINITY; PER_PART];
        let Some(mut part) = self.sliding_parts[b].take() else { return out };
        match bodies.state.support[b] {
            Support::Free | Support::Absent | Support::Undecided { .. } => {}
            Support::Rest { .. } => out[0] = self.strain(bodies, b, &mut part).min(MOST_STRAINED) - 1.0,
            Support::Slide { way, from, viscous } => {
                out[0] = self.slide_guard(bodies, b, &part, way, from);
                if part.ground.as_ref().is_some_and(|g| g.law == Law::Hybrid) {
                    for i in 0..2 {
                        out[1 + i] = if viscous[i] { -part.margins[i] } else { part.margins[i] } - part.equal[i];
                    }
                }
            }
        }
        self.sliding_parts[b] = Some(part);
        out
    }

    fn slide_guard(&self, bodies: &Multibody, b: usize, part: &SlidingPart, way: [f64; 3], from: Option<u32>) -> f64 {
        if part.ground.as_ref().is_none_or(|g| g.law == Law::Viscous) {
            return f64::NEG_INFINITY;
        }
        let twist = bodies.speeds_of(b);
        if way != [0.0; 3] && self.surfaces_under(bodies, part).any(|on| on == from) {
            return -part.speed_along(self.against(bodies, twist, from), way) - TABLE_REVERSAL * part.slow;
        }
        let slowest = self.surfaces_under(bodies, part).map(|on| Self::pace(part, self.against(bodies, twist, on)));
        part.slow - slowest.fold(f64::INFINITY, f64::min)
    }

    /// The ground, then windows with moving surfaces that a part may lie over, less those it is known to lie too little on.
    pub fn surfaces_under<'a>(
        &'a self,
        bodies: &'a Multibody,
        part: &'a SlidingPart,
    ) -> impl Iterator<Item = Option<u32>> + 'a {
        let windows = bodies.model.fields.windows.iter().enumerate();
        let belts = windows.filter(|(w, window)| {
            matches!(window.action, Action::Velocity(_))
                && self.window_acts(*w)
                && part.placed.bounds().meets(self.active_windows[*w].patch.bounds(), part.placed.position())
        });
        let all = std::iter::once(None).chain(belts.filter_map(|(w, _)| self.same_surface(bodies, w)).map(Some));
        all.filter(|on| !part.hardly_on(*on))
    }

    /// A twist relative to a surface.
    pub fn against(&self, bodies: &Multibody, twist: [f64; 3], on: Option<u32>) -> [f64; 3] {
        let u = on.map_or([0.0; 2], |w| bodies.belts[w as usize].map(|j| j.value));
        [twist[0] - u[0], twist[1] - u[1], twist[2]]
    }

    /// Gauge of what a resting part's friction carries: up to 1 it holds.
    fn strain(&self, bodies: &Multibody, b: usize, part: &mut SlidingPart) -> f64 {
        let Support::Rest { on } = bodies.state.support[b] else { return 0.0 };
        let drive = bodies.holding(b).map(|x| -x);
        if !part.pieces.is_empty() {
            return self.gauge(part, on, drive).0;
        }
        // what rests in a field that stays is asked the same at every look
        match part.gauged {
            Some((heading, before, gauge)) if heading == part.heading && before == drive => gauge,
            _ => {
                let gauge = self.gauge(part, on, drive).0;
                part.gauged = Some((part.heading, drive, gauge));
                gauge
            }
        }
    }

    /// Parts that have set off and become fast enough, or have left what they set off from, go their own way from here.
    pub fn settle_ways(&self, bodies: &mut Multibody, y: &[f64]) {
        if !bodies.state.support.iter().any(|l| matches!(l, Support::Slide { way, .. } if *way != [0.0; 3])) {
            return;
        }
        let (q, v, _) = bodies.split(y);
        bodies.kinematics(q, v);
        for b in 0..bodies.state.support.len() {
            let (Support::Slide { way, from, viscous }, Some(part)) = (bodies.state.support[b], &self.sliding_parts[b])
            else {
                continue;
            };
            let gone = !self.surfaces_under(bodies, part).any(|on| on == from);
            let twist = self.against(bodies, bodies.speeds_of(b), from);
            if gone || way == [0.0; 3] || !part.has_only_set_off(twist, way) {
                bodies.state.support[b] = Support::Slide { way: [0.0; 3], from: None, viscous };
            }
        }
    }

    /// Before an impact: friction of finite size has no impulse, so what rests lets go. Returns what it did.
    pub fn loosen_parts(&self, bodies: &mut Multibody) -> Vec<Support> {
        let before = bodies.state.support.clone();
        for lying in bodies.state.support.iter_mut().filter(|l| matches!(l, Support::Rest { .. })) {
            *lying = Support::SLIDES;
        }
        before
    }

    /// After an impact, at the state of `kinematics`: what was not moved by it rests as before.
    pub fn rest_again(&self, bodies: &mut Multibody, before: &[Support]) {
        for b in 0..before.len() {
            let (Support::Rest { on }, Some(part)) = (before[b], &self.sliding_parts[b]) else { continue };
            if Self::pace(part, self.against(bodies, bodies.speeds_of(b), on)) <= part.slow {
                bodies.state.support[b] = before[b];
            }
        }
    }

    /// Everything as slow as nothing rests, exactly, and so does what `touches` it and is hardly faster: they come to rest
    /// together, or would push each other about with speeds that count as zero.
    pub fn hold_the_slow(
        &self,
        bodies: &mut Multibody,
        parts: &[usize],
        touches: impl Fn(usize, usize) -> bool,
        v: &mut [f64],
    ) -> bool {
        let mut any = self.hold_slower(bodies, parts.iter().copied(), TABLE_SLOW_AT_EVENT, v);
        loop {
            let rests = |b: usize| matches!(bodies.state.support[b], Support::Rest { .. });
            let beside = |b: usize| parts.iter().any(|&other| rests(other) && touches(b, other));
            let near: Vec<usize> = parts.iter().copied().filter(|&b| !rests(b) && beside(b)).collect();
            if !self.hold_slower(bodies, near.into_iter(), TABLE_SLOW_TOGETHER, v) {
                return any;
            }
            any = true;
        }
    }

    /// Holds those of some parts that are no faster than so many times what counts as zero.
    fn hold_slower(
        &self,
        bodies: &mut Multibody,
        parts: impl Iterator<Item = usize>,
        times: f64,
        v: &mut [f64],
    ) -> bool {
        let mut any = false;
        for b in parts {
            let (Support::Slide { .. }, Some(part)) = (bodies.state.support[b], &self.sliding_parts[b]) else {
                continue;
            };
            if part.ground.as_ref().is_none_or(|g| g.law == Law::Viscous) {
                continue;
            }
            let (twist, none) = (bodies.speeds_of(b), part.slow * times);
            let slow = |on: &Option<u32>| Self::pace(part, self.against(bodies, twist, *on)) <= none;
            let Some(on) = self.surfaces_under(bodies, part).find(slow) else { continue };
            let at = bodies.spans[b].v;
            let u = on.map_or([0.0; 2], |w| bodies.belts[w as usize].map(|j| j.value));
            v[at..at + 3].copy_from_slice(&[u[0], u[1], 0.0]);
            bodies.state.support[b] = Support::Rest { on };
            any = true;
        }
        any
    }

    /// What rests on a surface that is not under it any more rests on, without a word, where another one moves as it does: a belt
    /// that has stopped is the ground, a frame may show another belt in its place. At the state of `evaluate_for_guards`; true if any did.
    pub fn follow_surfaces(&self, bodies: &mut Multibody, parts: &[usize]) -> bool {
        let mut any = false;
        for &b in parts {
            let (Support::Rest { on }, Some(part)) = (bodies.state.support[b], &self.sliding_parts[b]) else {
                continue;
            };
            if part.lies_on(on) {
                continue;
            }
            let twist = bodies.speeds_of(b);
            let alike = |other: &Option<u32>| {
                part.lies_on(*other) && Self::pace(part, self.against(bodies, twist, *other)) <= part.slow
            };
            if let Some(on) = part.surfaces.iter().copied().chain([None]).find(alike) {
                bodies.state.support[b] = Support::Rest { on };
                any = true;
            }
        }
        any
    }

    /// Parts that came to rest or set off, or are braked otherwise, since they lay as `before`.
    pub fn report_rests(&self, bodies: &Multibody, before: &[Support], out: &mut Vec<Transition>) {
        let after = &bodies.state.support;
        for b in self.parts_with_friction() {
            let path = bodies.model.bodies[b].path.clone();
            let on = |on: Option<u32>| match on {
                Some(w) => format!("`{}`", bodies.model.fields.windows[w as usize].path),
                None => "the surface".to_owned(),
            };
            let change = match (before[b], after[b]) {
                (Support::Slide { .. }, Support::Rest { on: where_ }) => {
                    Some((TransitionKind::Stick, format!("`{path}` comes to rest on {}", on(where_))))
                }
                (Support::Rest { on: where_ }, Support::Slide { .. }) => {
                    Some((TransitionKind::Slip, format!("`{path}` slips on {}", on(where_))))
                }
                (Support::Slide { viscous: was, .. }, Support::Slide { viscous: is, .. }) if was != is => {
                    let word = |v: bool| if v { "viscous" } else { "dry" };
                    let of = match (was[0] != is[0], was[1] != is[1]) {
                        (true, true) => format!("force by {} and torque by {} friction", word(is[0]), word(is[1])),
                        (true, false) => format!("force by {} friction", word(is[0])),
                        _ => format!("torque by {} friction", word(is[1])),
                    };
                    Some((TransitionKind::Friction, format!("`{path}` is now braked in {of}")))
                }
                _ => None,
            };
            if let Some((kind, text)) = change {
                out.push(Transition { kind, who: vec![path], numbers: Vec::new(), text });
            }
        }
    }
}
