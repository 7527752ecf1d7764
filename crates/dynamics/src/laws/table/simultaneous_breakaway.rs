//! Parts that push each other and set off together.
//!
//! A part that sets off has no speed yet, so friction of its area acts against the way it is about to go: with its acceleration a,
//! the wrench f = −∇N(a) of the dissipation N (`fields::limit_surface`). Where it touches others its acceleration depends on theirs and on
//! contact forces λ, and these on friction. For all that is slow at a moment it is one problem (of least constraint, where contacts
//! have no friction):
//!
//! ```text
//! M a = F + Gᵀλ + f,   f_b ∈ −∂N_b(a_b) for every part,   G a + β and λ as contacts decide
//! ```
//!
//! Two blocks take turns: contacts with friction given (`Mechanism::decide_contacts`), and each part with its contact forces given
//! ([`mainspring_fields::breakaway_acceleration`]), both exact; where contacts have no friction, each turn comes nearer to the one answer. It is slow at
//! the end, so once what contacts do has stayed the same, a is linear in f, a = c + A f, with A found by unit wrenches, and Newton's
//! method on r(a) = c + A f(a) − a finds the rest; contacts are asked again, and where they then do otherwise the turns go on from
//! where they were.
//!
//! A part may turn out to stay where it is, with f on the boundary of what it can hold: there a projection ends. Held so, it would
//! be at its limit at once as loads change, so its share is sought with less friction, and it rests with the contact forces found.

use crate::laws::table::area_friction::dry_alone;
use crate::laws::table::sliding_part::SlidingPart;
use crate::laws::table::table::Table;
use crate::multibody::multibody::Multibody;
use crate::multibody::support::Support;
use crate::tolerances::{BREAKAWAY_NO_ACCELERATION, BREAKAWAY_ROUNDING, TABLE_ROUNDING};
use mainspring_fields::{Branch, friction, friction_slopes};

/// Turns before what there is must do.
pub const TURNS: usize = 100;
/// Newton's steps, and how often one of them may be halved.
pub const STEPS: usize = 40;
pub const HALVES: usize = 12;
/// How often a part may be held and let go again at one moment.
pub const RETURNS: usize = 3;
/// A part that is about to set off.
pub struct BreakawayPart {
    pub body: usize,
    pub from: Option<u32>,
    /// against the surface it sets off from: m/s², m/s², rad/s²
    pub start: [f64; 3],
}

/// A part that contacts and some of its friction hold.
pub struct HeldPart {
    pub body: usize,
    pub on: Option<u32>,
    /// coefficient of sliding
    pub sliding: f64,
}

impl HeldPart {
    /// It rests, though the mode does not say so yet.
    pub fn as_resting(&self) -> (usize, Support) {
        (self.body, Support::Rest { on: self.on })
    }
}

pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

impl Table {
    /// Acceleration of a part about to set off, over that of its friction with a coefficient, at the state last solved for.
    pub fn acceleration_ratio(&self, bodies: &Multibody, b: usize, sliding: f64) -> Option<f64> {
        let ((_, from), part) = (self.sets_off_now(bodies, b)?, self.sliding_parts[b].as_ref()?);
        Some(Self::pace(part, self.sets_off_by(bodies, b, from)) / self.friction_deceleration(bodies, b, part, sliding))
    }

    /// Acceleration that friction with a coefficient gives a part, m/s².
    fn friction_deceleration(&self, bodies: &Multibody, b: usize, part: &SlidingPart, sliding: f64) -> f64 {
        part.ground.map_or(0.0, |g| sliding * g.pressure * part.friction_footprint.area() / bodies.model.bodies[b].mass)
    }

    pub fn weaken(&mut self, parts: &[HeldPart], share: f64) {
        for s in parts {
            if let Some(ground) = self.sliding_parts[s.body].as_mut().and_then(|part| part.ground.as_mut()) {
                ground.sliding = share * s.sliding;
            }
        }
    }

    /// The surface a part has only set off from, and its way.
    pub fn sets_off_now(&self, bodies: &Multibody, b: usize) -> Option<([f64; 3], Option<u32>)> {
        let (Support::Slide { way, from, .. }, Some(part)) = (bodies.state.support[b], &self.sliding_parts[b]) else {
            return None;
        };
        let slow = Self::pace(part, self.against(bodies, bodies.speeds_of(b), from)) <= part.slow;
        (way != [0.0; 3] && slow && Self::resting(part, from).is_some()).then_some((way, from))
    }

    /// Friction of the surface a part sets off from, if it goes this way, and its slopes.
    fn friction_along(part: &SlidingPart, from: Option<u32>, twist: [f64; 3]) -> ([f64; 3], [[f64; 3]; 3]) {
        let (Some(ground), Some(under)) = (&part.ground, Self::resting(part, from)) else {
            return ([0.0; 3], [[0.0; 3]; 3]);
        };
        let dry = dry_alone(ground);
        let wrench = friction(&dry, under, twist, Branch::default());
        let slopes = friction_slopes(&dry, under, twist, Branch::default()).unwrap_or_default();
        ([wrench.force[0], wrench.force[1], wrench.torque], slopes)
    }

    /// Acceleration of a body against a surface, at the state last solved for.
    pub fn sets_off_by(&self, bodies: &Multibody, b: usize, from: Option<u32>) -> [f64; 3] {
        let at = bodies.spans[b].v;
        let u = from.map_or([0.0; 2], |w| bodies.belts[w as usize].map(|j| j.first));
        [bodies.solution[at] - u[0], bodies.solution[at + 1] - u[1], bodies.solution[at + 2]]
    }

    /// Every slow part with what contacts do to it: whether any lets go or is held again; how far a way has moved; and those about
    /// to set off.
    pub fn take_turn(
        &self,
        bodies: &mut Multibody,
        parts: &[usize],
        at_limit: &[usize],
        returns: &mut [usize],
    ) -> (bool, f64, Vec<BreakawayPart>) {
        let (mut regrouped, mut moved, mut goes) = (false, 0.0_f64, Vec::new());
        for &b in parts {
            let Some(part) = &self.sliding_parts[b] else { continue };
            let mass = [bodies.model.bodies[b].mass, bodies.model.bodies[b].mass, bodies.model.bodies[b].inertia[2][2]];
            if let Support::Rest { on } = bodies.state.support[b] {
                let drive = bodies.holding(b).map(|x| -x);
                let (gauge, tightest) = self.gauge(part, on, drive);
                if gauge.is_finite() && gauge > 1.0 + TABLE_ROUNDING {
                    let start = self.sets_off(part, on, drive, mass);
                    let way = if Self::pace(part, start) > 0.0 { start } else { tightest };
                    let way = Self::unit_way(part, way);
                    bodies.state.support[b] = Support::Slide { way, from: on, viscous: [false; 2] };
                    regrouped = true;
                }
            } else if let Some((way, from)) = self.sets_off_now(bodies, b) {
                let (friction, by) = (Self::friction_along(part, from, way).0, self.sets_off_by(bodies, b, from));
                let drive = [0, 1, 2].map(|i| mass[i] * by[i] - friction[i]);
                let start = self.sets_off(part, from, drive, mass);
                let friction_deceleration =
                    self.friction_deceleration(bodies, b, part, part.ground.map_or(0.0, |g| g.sliding));
                let pace = Self::pace(part, start);
                if pace > if at_limit.contains(&b) { 0.0 } else { BREAKAWAY_NO_ACCELERATION * friction_deceleration } {
                    let to = Self::unit_way(part, start);
                    let turned = Self::pace(part, [0, 1, 2].map(|i| to[i] - way[i]));
                    if turned * pace > BREAKAWAY_ROUNDING * friction_deceleration {
                        moved = moved.max(turned);
                    }
                    goes.push(BreakawayPart { body: b, from, start });
                } else if returns[b] < RETURNS {
                    returns[b] += 1;
                    bodies.state.support[b] = Support::Rest { on: from };
                    regrouped = true;
                }
            }
        }
        (regrouped, moved, goes)
    }

    fn unit_way(part: &SlidingPart, twist: [f64; 3]) -> [f64; 3] {
        let size = Self::pace(part, twist);
        twist.map(|x| x / size)
    }

    pub fn keep_ways(&self, bodies: &mut Multibody, goes: &[BreakawayPart]) {
        for g in goes {
            let Some(part) = &self.sliding_parts[g.body] else { continue };
            let way = Self::unit_way(part, g.start);
            bodies.state.support[g.body] = Support::Slide { way, from: g.from, viscous: [false; 2] };
        }
    }

    /// Friction of all that set off with these accelerations, and its slopes part by part.
    pub fn friction_wrenches(&self, goes: &[BreakawayPart], at: &[f64]) -> (Vec<f64>, Vec<[[f64; 3]; 3]>) {
        let mut out = (Vec::with_capacity(at.len()), Vec::with_capacity(goes.len()));
        for (g, a) in goes.iter().zip(at.chunks_exact(3)) {
            let Some(part) = &self.sliding_parts[g.body] else { continue };
            let (wrench, slopes) = Self::friction_along(part, g.from, [a[0], a[1], a[2]]);
            out.0.extend(wrench);
            out.1.push(slopes);
        }
        out
    }
}
