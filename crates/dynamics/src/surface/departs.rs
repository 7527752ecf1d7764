//! Parts that push each other and set off together.
//!
//! A part that sets off has no speed yet, so friction of its area acts against the way it is about to go: with its acceleration a,
//! the wrench f = −∇N(a) of the dissipation N (`fields::limit`). Where it touches others its acceleration depends on theirs and on
//! contact forces λ, and these on friction. For all that is slow at a moment it is one problem (of least constraint, where contacts
//! do not rub):
//!
//! ```text
//! M a = F + Gᵀλ + f,   f_b ∈ −∂N_b(a_b) for every part,   G a + β and λ as contacts decide
//! ```
//!
//! Two blocks take turns: contacts with friction given (`touch::decide_contacts`), and each part with its contact forces given
//! ([`mainspring_fields::leaves`]), both exact; where contacts do not rub, each turn comes nearer to the one answer. It is slow at
//! the end, so once what contacts do has stayed the same, a is linear in f, a = c + A f, with A found by unit wrenches, and Newton's
//! method on r(a) = c + A f(a) − a finds the rest; contacts are asked again, and where they then do otherwise the turns go on from
//! where they were.
//!
//! A part may turn out to stay where it is, with f on the boundary of what it can hold: there a projection ends. Held so, it would
//! be at its limit at once as loads change, so its share is sought with less friction, and it rests with the contact forces found.

use super::rests::ROUNDING;
use super::{Lying, Sheet};
use crate::core::Core;
use crate::touch::{Site, TouchMode};
use mainspring_fields::{Branch, friction, friction_slopes};

/// Turns before what there is must do.
const TURNS: usize = 100;
/// Change of a way, of length one, that is none.
const SAME: f64 = 1e-10;
/// Acceleration, over that of its friction, that is rounding: forces of contacts come with a residual of 1e-12 of the largest of them,
/// and a heap adds up those of many. With less than that a part has no way of its own and stays where it is.
const NONE: f64 = 1e-10;
/// Rounding of an acceleration, over that of friction: it turns the way of a part that hardly accelerates.
const TREMOR: f64 = 1e-13;
/// Residual of Newton's method, over the accelerations, that is rounding.
const SETTLED: f64 = 1e-13;
/// Newton's steps, and how often one of them may be halved.
const STEPS: usize = 40;
const HALVES: usize = 12;
/// How often a part may be held and let go again at one moment.
const RETURNS: usize = 3;
/// Acceleration, over that of its friction, up to which a part may be one that stays where it is.
const MAYBE_STILL: f64 = 0.05;
/// Shares of its friction with which such a part is tried.
const WEAKER: [f64; 3] = [0.9, 0.99, 0.999];
/// Acceleration then, over that of the friction it has left, that this will hold.
const HOLDS: f64 = 0.3;
/// Gauge of what holds it in the end.
const WELL_HELD: f64 = 1.0 - 1e-6;

/// A part that is about to set off.
struct Goes {
    body: usize,
    from: Option<u32>,
    /// against the surface it sets off from: m/s², m/s², rad/s²
    start: [f64; 3],
}

/// A part that contacts and some of its friction hold.
pub(crate) struct Still {
    body: usize,
    on: Option<u32>,
    /// coefficient of sliding
    sliding: f64,
}

impl Still {
    /// It rests, though the mode does not say so yet.
    pub(crate) fn as_resting(&self) -> (usize, Lying) {
        (self.body, Lying::Rest { on: self.on })
    }
}

/// Where and when contacts are asked.
struct Moment<'a> {
    time: f64,
    q: &'a [f64],
    v: &'a [f64],
    bodies: &'a [usize],
    lasting: &'a [Site],
    /// parts that came to their limits at this very moment: theirs is where a motion begins, with next to no acceleration
    at_limit: &'a [usize],
}

impl Core {
    /// Brings the ways of parts that have only set off into agreement with what contacts make of them. What stays where it is, held
    /// by its contacts and less than all its friction, is left weakened for the event that follows, and to [`Core::stay`] after it.
    pub(crate) fn set_off_together(
        &mut self,
        time: f64,
        q: &[f64],
        v: &[f64],
        bodies: &[usize],
        strained: &[usize],
        at_limit: &[usize],
        may_stay: bool,
    ) -> Vec<Still> {
        if !self.touch.any() || !bodies.iter().any(|&b| self.sets_off_now(b).is_some()) {
            return Vec::new();
        }
        self.kinematics(q, v);
        let lasting = self.lasting_here(time);
        if lasting.is_empty() {
            return Vec::new();
        }
        let before = self.mode.touching.clone();
        let at = Moment { time, q, v, bodies, lasting: &lasting, at_limit };
        self.agree(&at, strained, &[], 0.0);
        let still = if may_stay { self.held_within(&at, strained) } else { Vec::new() };
        // told by the event that follows
        let found = std::mem::replace(&mut self.mode.touching, before);
        for t in &mut self.mode.touching {
            if let Some(other) = found.iter().find(|f| f.site == t.site) {
                t.force = other.force;
            }
        }
        self.touch.fixed = None;
        still
    }

    /// Those about to set off that do not move: with as little friction as their contacts leave them, so that they are well
    /// within their limits.
    fn held_within(&mut self, at: &Moment, strained: &[usize]) -> Vec<Still> {
        let touches = |b: usize| {
            let of = |s: &Site| self.contact_at(*s).is_some_and(|c| c.bodies.contains(&Some(b)));
            at.lasting.iter().any(of)
        };
        let maybe = |&b: &usize| {
            let (_, on) = self.sets_off_now(b).filter(|_| touches(b))?;
            let sliding = self.table.sheets[b].as_ref()?.ground?.sliding;
            (self.hurry(b, sliding)? <= MAYBE_STILL).then_some(Still { body: b, on, sliding })
        };
        let found: Vec<Still> = at.bodies.iter().filter_map(maybe).collect();
        if found.is_empty() {
            return found;
        }
        let (lying, touching) = (self.mode.lying.clone(), self.mode.touching.clone());
        for share in WEAKER {
            self.weaken(&found, share);
            if self.agree(at, strained, &found, HOLDS * (1.0 - share)) {
                return found;
            }
            (self.mode.lying, self.mode.touching) = (lying.clone(), touching.clone());
            self.rows_changed();
        }
        self.weaken(&found, 1.0);
        Vec::new()
    }

    /// Acceleration of a part about to set off, over that of its friction with a coefficient, at the state last solved for.
    fn hurry(&self, b: usize, sliding: f64) -> Option<f64> {
        let ((_, from), sheet) = (self.sets_off_now(b)?, self.table.sheets[b].as_ref()?);
        Some(Self::pace(sheet, self.sets_off_by(b, from)) / self.brakes(b, sheet, sliding))
    }

    /// Acceleration that friction with a coefficient gives a part, m/s².
    fn brakes(&self, b: usize, sheet: &Sheet, sliding: f64) -> f64 {
        sheet.ground.map_or(0.0, |g| sliding * g.pressure * sheet.sole.area() / self.model.bodies[b].mass)
    }

    fn weaken(&mut self, parts: &[Still], share: f64) {
        for s in parts {
            if let Some(ground) = self.table.sheets[s.body].as_mut().and_then(|sheet| sheet.ground.as_mut()) {
                ground.sliding = share * s.sliding;
            }
        }
    }

    /// After the event: what does not move rests, with contact forces as they were decided; false where that does not hold it.
    pub(crate) fn stay(&mut self, time: f64, q: &[f64], v: &[f64], still: &[Still]) -> bool {
        if still.is_empty() {
            return true;
        }
        self.weaken(still, 1.0);
        let lying = self.mode.lying.clone();
        for s in still {
            self.mode.lying[s.body] = Lying::Rest { on: s.on };
        }
        self.rows_changed();
        self.solve(time, q, v);
        let holds = |s: &Still| {
            let Some(sheet) = &self.table.sheets[s.body] else { return false };
            self.gauge(sheet, s.on, self.holding(s.body).map(|x| -x)).0 <= WELL_HELD
        };
        if still.iter().all(holds) {
            return true;
        }
        self.mode.lying = lying;
        self.rows_changed();
        false
    }

    /// Turns, see above; true as soon as those asked to stay `still` do, but for an acceleration `hold` of their friction.
    fn agree(&mut self, at: &Moment, strained: &[usize], still: &[Still], hold: f64) -> bool {
        let mut returns = vec![0_usize; self.mode.lying.len()];
        for b in strained.iter().copied().chain(still.iter().map(|s| s.body)) {
            returns[b] = RETURNS;
        }
        let (mut modes, mut wait, mut pause) = (None, 0_usize, 1_usize);
        // what to go back to where Newton's answer changes what contacts do
        let mut ahead: Option<Vec<Lying>> = None;
        for _ in 0..TURNS {
            let warm = self.mode.touching.clone();
            if !self.decide_again(at.time, at.q, at.v, at.lasting, &warm) {
                return false;
            }
            self.solve(at.time, at.q, at.v);
            let stays = |s: &Still| self.hurry(s.body, s.sliding).is_some_and(|hurry| hurry <= hold);
            if !still.is_empty() && still.iter().all(stays) {
                return true;
            }
            let found = self.contact_modes();
            let same = modes.as_ref() == Some(&found);
            modes = Some(found);
            if let Some(back) = ahead.take()
                && !same
            {
                self.mode.lying = back;
                self.rows_changed();
                (pause, wait, modes) = (2 * pause, 2 * pause, None);
                continue;
            }
            let (regrouped, moved, goes) = self.take_turn(at, &mut returns);
            if regrouped {
                self.rows_changed();
                modes = None;
                continue;
            }
            if same && moved <= SAME {
                return false;
            }
            wait = wait.saturating_sub(1);
            if same && wait == 0 {
                let back = self.mode.lying.clone();
                if self.newton(&goes) {
                    ahead = Some(back);
                } else {
                    (pause, wait) = (2 * pause, 2 * pause);
                    self.keep_ways(&goes);
                }
            } else {
                self.keep_ways(&goes);
            }
        }
        false
    }

    /// The surface a part has only set off from, and its way.
    fn sets_off_now(&self, b: usize) -> Option<([f64; 3], Option<u32>)> {
        let (Lying::Slide { way, from, .. }, Some(sheet)) = (self.mode.lying[b], &self.table.sheets[b]) else {
            return None;
        };
        let slow = Self::pace(sheet, self.against(self.speeds_of(b), from)) <= sheet.slow;
        (way != [0.0; 3] && slow && Self::resting(sheet, from).is_some()).then_some((way, from))
    }

    /// What closed contacts do: numbers of contacts with the side they slide to.
    fn contact_modes(&self) -> Vec<(Site, [i8; 3])> {
        let side = |x: f64| if x > 0.5 { 1 } else { -i8::from(x < -0.5) };
        let of = |mode: TouchMode| match mode {
            TouchMode::Stick => [2; 3],
            TouchMode::Slip(d) => d.map(side),
        };
        self.mode.touching.iter().map(|t| (t.site, of(t.mode))).collect()
    }

    /// Friction of the surface a part sets off from, if it goes this way, and its slopes.
    fn rubs_along(sheet: &Sheet, from: Option<u32>, twist: [f64; 3]) -> ([f64; 3], [[f64; 3]; 3]) {
        let (Some(ground), Some(under)) = (&sheet.ground, Self::resting(sheet, from)) else {
            return ([0.0; 3], [[0.0; 3]; 3]);
        };
        let dry = super::rubs::dry_alone(ground);
        let wrench = friction(&dry, under, twist, Branch::default());
        let slopes = friction_slopes(&dry, under, twist, Branch::default()).unwrap_or_default();
        ([wrench.force[0], wrench.force[1], wrench.torque], slopes)
    }

    /// Acceleration of a body against a surface, at the state last solved for.
    fn sets_off_by(&self, b: usize, from: Option<u32>) -> [f64; 3] {
        let at = self.spans[b].v;
        let u = from.map_or([0.0; 2], |w| self.table.belts[w as usize].map(|j| j.first));
        [self.solution[at] - u[0], self.solution[at + 1] - u[1], self.solution[at + 2]]
    }

    /// Every slow part with what contacts do to it: whether any lets go or is held again; how far a way has moved; and those about
    /// to set off.
    fn take_turn(&mut self, at: &Moment, returns: &mut [usize]) -> (bool, f64, Vec<Goes>) {
        let (mut regrouped, mut moved, mut goes) = (false, 0.0_f64, Vec::new());
        for &b in at.bodies {
            let Some(sheet) = &self.table.sheets[b] else { continue };
            let mass = [self.model.bodies[b].mass, self.model.bodies[b].mass, self.model.bodies[b].inertia[2][2]];
            if let Lying::Rest { on } = self.mode.lying[b] {
                let drive = self.holding(b).map(|x| -x);
                let (gauge, tightest) = self.gauge(sheet, on, drive);
                if gauge.is_finite() && gauge > 1.0 + ROUNDING {
                    let start = self.sets_off(sheet, on, drive, mass);
                    let way = if Self::pace(sheet, start) > 0.0 { start } else { tightest };
                    let way = Self::unit_way(sheet, way);
                    self.mode.lying[b] = Lying::Slide { way, from: on, viscous: [false; 2] };
                    regrouped = true;
                }
            } else if let Some((way, from)) = self.sets_off_now(b) {
                let (rubs, by) = (Self::rubs_along(sheet, from, way).0, self.sets_off_by(b, from));
                let drive = [0, 1, 2].map(|i| mass[i] * by[i] - rubs[i]);
                let start = self.sets_off(sheet, from, drive, mass);
                let brakes = self.brakes(b, sheet, sheet.ground.map_or(0.0, |g| g.sliding));
                let pace = Self::pace(sheet, start);
                if pace > if at.at_limit.contains(&b) { 0.0 } else { NONE * brakes } {
                    let to = Self::unit_way(sheet, start);
                    let turned = Self::pace(sheet, [0, 1, 2].map(|i| to[i] - way[i]));
                    if turned * pace > TREMOR * brakes {
                        moved = moved.max(turned);
                    }
                    goes.push(Goes { body: b, from, start });
                } else if returns[b] < RETURNS {
                    returns[b] += 1;
                    self.mode.lying[b] = Lying::Rest { on: from };
                    regrouped = true;
                }
            }
        }
        (regrouped, moved, goes)
    }

    fn unit_way(sheet: &Sheet, twist: [f64; 3]) -> [f64; 3] {
        let size = Self::pace(sheet, twist);
        twist.map(|x| x / size)
    }

    fn keep_ways(&mut self, goes: &[Goes]) {
        for g in goes {
            let Some(sheet) = &self.table.sheets[g.body] else { continue };
            let way = Self::unit_way(sheet, g.start);
            self.mode.lying[g.body] = Lying::Slide { way, from: g.from, viscous: [false; 2] };
        }
    }

    /// Accelerations of parts that set off while contacts do what they do; false, and nothing is changed, where there are none.
    fn newton(&mut self, goes: &[Goes]) -> bool {
        let n = 3 * goes.len();
        let mut matrix = vec![0.0; n * n];
        let mut column = vec![0.0; self.pattern.unknowns];
        for (j, g) in goes.iter().enumerate() {
            for c in 0..3 {
                column.fill(0.0);
                column[self.spans[g.body].v + c] = 1.0;
                self.factor.solve(&self.pattern, &mut column);
                self.held_by_contacts(&mut column);
                for (i, h) in goes.iter().enumerate() {
                    for r in 0..3 {
                        matrix[(3 * i + r) * n + 3 * j + c] = column[self.spans[h.body].v + r];
                    }
                }
            }
        }
        // c = a − A f at what was solved for
        let now: Vec<[f64; 3]> =
            goes.iter().map(|g| self.sets_off_now(g.body).map_or([0.0; 3], |(way, _)| way)).collect();
        let known = self.rubs_of(goes, &now.concat()).0;
        let by: Vec<f64> = goes.iter().flat_map(|g| self.sets_off_by(g.body, g.from)).collect();
        let constant: Vec<f64> = (0..n).map(|i| by[i] - dot(&matrix[i * n..(i + 1) * n], &known)).collect();
        let scale: Vec<f64> = goes
            .iter()
            .flat_map(|g| [1.0, 1.0, self.table.sheets[g.body].as_ref().map_or(1.0, |s| s.gyration)])
            .collect();
        let left = |at: &[f64], rubs: &[f64]| -> Vec<f64> {
            (0..n).map(|i| constant[i] + dot(&matrix[i * n..(i + 1) * n], rubs) - at[i]).collect()
        };
        let size = |x: &[f64]| x.iter().zip(&scale).map(|(x, s)| x * s * x * s).sum::<f64>().sqrt();
        let mut at: Vec<f64> = goes.iter().flat_map(|g| g.start).collect();
        let (rubs, mut slopes) = self.rubs_of(goes, &at);
        let mut rest = left(&at, &rubs);
        let enough = SETTLED * (size(&constant) + size(&by));
        for _ in 0..STEPS {
            if size(&rest) <= enough {
                break;
            }
            let mut equations = vec![0.0; n * n];
            for i in 0..n {
                for (j, h) in slopes.iter().enumerate() {
                    for c in 0..3 {
                        let by = (0..3).map(|r| matrix[i * n + 3 * j + r] * h[r][c]).sum::<f64>();
                        equations[i * n + 3 * j + c] = f64::from(u8::from(i == 3 * j + c)) - by;
                    }
                }
            }
            let mut step = rest.clone();
            if !solve_dense(&mut equations, &mut step) {
                return false;
            }
            let (before, mut share, mut better) = (size(&rest), 1.0, false);
            for _ in 0..HALVES {
                let next: Vec<f64> = at.iter().zip(&step).map(|(a, d)| a + share * d).collect();
                let (next_rubs, next_slopes) = self.rubs_of(goes, &next);
                let next_rest = left(&next, &next_rubs);
                if size(&next_rest) < before {
                    (at, slopes, rest, better) = (next, next_slopes, next_rest, true);
                    break;
                }
                share *= 0.5;
            }
            if !better {
                break;
            }
        }
        if size(&rest) > 1e3 * enough {
            return false;
        }
        let found: Vec<Goes> = goes
            .iter()
            .zip(at.chunks_exact(3))
            .map(|(g, a)| Goes { body: g.body, from: g.from, start: [a[0], a[1], a[2]] })
            .collect();
        self.keep_ways(&found);
        true
    }

    /// Friction of all that set off with these accelerations, and its slopes part by part.
    fn rubs_of(&self, goes: &[Goes], at: &[f64]) -> (Vec<f64>, Vec<[[f64; 3]; 3]>) {
        let mut out = (Vec::with_capacity(at.len()), Vec::with_capacity(goes.len()));
        for (g, a) in goes.iter().zip(at.chunks_exact(3)) {
            let Some(sheet) = &self.table.sheets[g.body] else { continue };
            let (wrench, slopes) = Self::rubs_along(sheet, g.from, [a[0], a[1], a[2]]);
            out.0.extend(wrench);
            out.1.push(slopes);
        }
        out
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// Solves n equations in place, with the largest pivot of each column; false where they are singular.
fn solve_dense(a: &mut [f64], b: &mut [f64]) -> bool {
    let n = b.len();
    for j in 0..n {
        let size = |i: &usize| a[i * n + j].abs();
        let Some(best) = (j..n).max_by(|x, y| size(x).total_cmp(&size(y))) else { return false };
        if a[best * n + j] == 0.0 || !a[best * n + j].is_finite() {
            return false;
        }
        if best != j {
            for c in 0..n {
                a.swap(best * n + c, j * n + c);
            }
            b.swap(best, j);
        }
        for i in j + 1..n {
            let l = a[i * n + j] / a[j * n + j];
            if l != 0.0 {
                for c in j + 1..n {
                    a[i * n + c] -= l * a[j * n + c];
                }
                b[i] -= l * b[j];
            }
        }
    }
    for j in (0..n).rev() {
        let known: f64 = (j + 1..n).map(|c| a[j * n + c] * b[c]).sum();
        b[j] = (b[j] - known) / a[j * n + j];
    }
    true
}
