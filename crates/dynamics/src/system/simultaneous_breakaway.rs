//! Parts on a table that set off together with contacts between them: the turns between both, which only the mechanism can take.

use crate::laws::table::simultaneous_breakaway::{BreakawayPart, HALVES, HeldPart, RETURNS, STEPS, TURNS, dot};
use crate::laws::touch::due::FiredGuards;
use crate::laws::touch::state::Site;
use crate::multibody::support::Support;
use crate::system::mechanism::Mechanism;
use crate::tolerances::{
    BREAKAWAY_HOLDS, BREAKAWAY_MAYBE_STILL, BREAKAWAY_SAME_DIRECTION, BREAKAWAY_SETTLED, BREAKAWAY_WEAKER,
    BREAKAWAY_WELL_HELD,
};
use mainspring_numerics::elimination::solve_partial_pivoting;

/// Where and when contacts are asked.
struct Moment<'a> {
    time: f64,
    q: &'a [f64],
    v: &'a [f64],
    parts: &'a [usize],
    lasting: &'a [Site],
    /// parts that came to their limits at this very moment: theirs is where a motion begins, with next to no acceleration
    at_limit: &'a [usize],
}

impl Mechanism {
    /// Brings the ways of parts that have only set off into agreement with what contacts make of them. What stays where it is, held
    /// by its contacts and less than all its friction, is left weakened for the event that follows, and to `Mechanism::stay` after it.
    pub fn set_off_together(
        &mut self,
        time: f64,
        q: &[f64],
        v: &[f64],
        bodies: &[usize],
        strained: &[usize],
        at_limit: &[usize],
        may_stay: bool,
    ) -> Vec<HeldPart> {
        if !self.laws.touch.any() || !bodies.iter().any(|&b| self.table.sets_off_now(&self.bodies, b).is_some()) {
            return Vec::new();
        }
        self.bodies.kinematics(q, v);
        let lasting = self.laws.touch.lasting_here(&self.bodies, time);
        if lasting.is_empty() {
            return Vec::new();
        }
        let before = self.laws.touch.state.touching.clone();
        let at = Moment { time, q, v, parts: bodies, lasting: &lasting, at_limit };
        self.agree(&at, strained, &[], 0.0);
        let still = if may_stay { self.held_within(&at, strained) } else { Vec::new() };
        // told by the event that follows
        let found = std::mem::replace(&mut self.laws.touch.state.touching, before);
        for t in &mut self.laws.touch.state.touching {
            if let Some(other) = found.iter().find(|f| f.site == t.site) {
                t.force = other.force;
            }
        }
        self.laws.touch.fixed = None;
        still
    }

    /// Those about to set off that do not move: with as little friction as their contacts leave them, so that they are well
    /// within their limits.
    fn held_within(&mut self, at: &Moment, strained: &[usize]) -> Vec<HeldPart> {
        let touches = |b: usize| {
            let of =
                |s: &Site| self.laws.touch.contact_at(&self.bodies, *s).is_some_and(|c| c.bodies.contains(&Some(b)));
            at.lasting.iter().any(of)
        };
        let maybe =
            |&b: &usize| {
                let (_, on) = self.table.sets_off_now(&self.bodies, b).filter(|_| touches(b))?;
                let sliding = self.table.sliding_parts[b].as_ref()?.ground?.sliding;
                (self.table.acceleration_ratio(&self.bodies, b, sliding)? <= BREAKAWAY_MAYBE_STILL)
                    .then_some(HeldPart { body: b, on, sliding })
            };
        let found: Vec<HeldPart> = at.parts.iter().filter_map(maybe).collect();
        if found.is_empty() {
            return found;
        }
        let (lying, touching) = (self.bodies.state.support.clone(), self.laws.touch.state.touching.clone());
        for share in BREAKAWAY_WEAKER {
            self.table.weaken(&found, share);
            if self.agree(at, strained, &found, BREAKAWAY_HOLDS * (1.0 - share)) {
                return found;
            }
            (self.bodies.state.support, self.laws.touch.state.touching) = (lying.clone(), touching.clone());
            self.rows_changed();
        }
        self.table.weaken(&found, 1.0);
        Vec::new()
    }

    /// After the event: what does not move rests, with contact forces as they were decided; false where that does not hold it.
    pub fn stay(&mut self, time: f64, q: &[f64], v: &[f64], still: &[HeldPart]) -> bool {
        if still.is_empty() {
            return true;
        }
        self.table.weaken(still, 1.0);
        let lying = self.bodies.state.support.clone();
        for s in still {
            self.bodies.state.support[s.body] = Support::Rest { on: s.on };
        }
        self.rows_changed();
        self.solve(time, q, v);
        let holds = |s: &HeldPart| {
            let Some(part) = &self.table.sliding_parts[s.body] else { return false };
            self.table.gauge(part, s.on, self.bodies.holding(s.body).map(|x| -x)).0 <= BREAKAWAY_WELL_HELD
        };
        if still.iter().all(holds) {
            return true;
        }
        self.bodies.state.support = lying;
        self.rows_changed();
        false
    }

    /// Turns, see above; true as soon as those asked to stay `still` do, but for an acceleration `hold` of their friction.
    fn agree(&mut self, at: &Moment, strained: &[usize], still: &[HeldPart], hold: f64) -> bool {
        let mut returns = vec![0_usize; self.bodies.state.support.len()];
        for b in strained.iter().copied().chain(still.iter().map(|s| s.body)) {
            returns[b] = RETURNS;
        }
        let (mut modes, mut wait, mut pause) = (None, 0_usize, 1_usize);
        // what to go back to where Newton's answer changes what contacts do
        let mut ahead: Option<Vec<Support>> = None;
        for _ in 0..TURNS {
            let warm = self.laws.touch.state.touching.clone();
            let due = self.laws.touch.with_earlier_strain(at.time, &FiredGuards::default());
            if self.decide_modes(at.time, at.q, at.v, at.lasting, &warm, &due).is_err() {
                return false;
            }
            self.solve(at.time, at.q, at.v);
            let stays = |s: &HeldPart| {
                self.table
                    .acceleration_ratio(&self.bodies, s.body, s.sliding)
                    .is_some_and(|acceleration_ratio| acceleration_ratio <= hold)
            };
            if !still.is_empty() && still.iter().all(stays) {
                return true;
            }
            let found = self.laws.touch.contact_modes();
            let same = modes.as_ref() == Some(&found);
            modes = Some(found);
            if let Some(back) = ahead.take()
                && !same
            {
                self.bodies.state.support = back;
                self.rows_changed();
                (pause, wait, modes) = (2 * pause, 2 * pause, None);
                continue;
            }
            let (regrouped, moved, goes) = self.table.take_turn(&mut self.bodies, at.parts, at.at_limit, &mut returns);
            if regrouped {
                self.rows_changed();
                modes = None;
                continue;
            }
            if same && moved <= BREAKAWAY_SAME_DIRECTION {
                return false;
            }
            wait = wait.saturating_sub(1);
            if same && wait == 0 {
                let back = self.bodies.state.support.clone();
                if self.newton(&goes) {
                    ahead = Some(back);
                } else {
                    (pause, wait) = (2 * pause, 2 * pause);
                    self.table.keep_ways(&mut self.bodies, &goes);
                }
            } else {
                self.table.keep_ways(&mut self.bodies, &goes);
            }
        }
        false
    }

    /// Accelerations of parts that set off while contacts do what they do; false, and nothing is changed, where there are none.
    fn newton(&mut self, goes: &[BreakawayPart]) -> bool {
        let n = 3 * goes.len();
        let mut matrix = vec![0.0; n * n];
        let mut column = vec![0.0; self.bodies.pattern.unknowns];
        for (j, g) in goes.iter().enumerate() {
            for c in 0..3 {
                column.fill(0.0);
                column[self.bodies.spans[g.body].v + c] = 1.0;
                self.bodies.factor.solve(&self.bodies.pattern, &mut column);
                self.laws.touch.held_by_contacts(&self.bodies, &mut column);
                for (i, h) in goes.iter().enumerate() {
                    for r in 0..3 {
                        matrix[(3 * i + r) * n + 3 * j + c] = column[self.bodies.spans[h.body].v + r];
                    }
                }
            }
        }
        // c = a − A f at what was solved for
        let now: Vec<[f64; 3]> = goes
            .iter()
            .map(|g| self.table.sets_off_now(&self.bodies, g.body).map_or([0.0; 3], |(way, _)| way))
            .collect();
        let known = self.table.friction_wrenches(goes, &now.concat()).0;
        let by: Vec<f64> = goes.iter().flat_map(|g| self.table.sets_off_by(&self.bodies, g.body, g.from)).collect();
        let constant: Vec<f64> = (0..n).map(|i| by[i] - dot(&matrix[i * n..(i + 1) * n], &known)).collect();
        let scale: Vec<f64> = goes
            .iter()
            .flat_map(|g| [1.0, 1.0, self.table.sliding_parts[g.body].as_ref().map_or(1.0, |s| s.gyration)])
            .collect();
        let left = |at: &[f64], friction: &[f64]| -> Vec<f64> {
            (0..n).map(|i| constant[i] + dot(&matrix[i * n..(i + 1) * n], friction) - at[i]).collect()
        };
        let size = |x: &[f64]| x.iter().zip(&scale).map(|(x, s)| x * s * x * s).sum::<f64>().sqrt();
        let mut at: Vec<f64> = goes.iter().flat_map(|g| g.start).collect();
        let (friction, mut slopes) = self.table.friction_wrenches(goes, &at);
        let mut rest = left(&at, &friction);
        let enough = BREAKAWAY_SETTLED * (size(&constant) + size(&by));
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
            if !solve_partial_pivoting(&mut equations, &mut step) {
                return false;
            }
            let (before, mut share, mut better) = (size(&rest), 1.0, false);
            for _ in 0..HALVES {
                let next: Vec<f64> = at.iter().zip(&step).map(|(a, d)| a + share * d).collect();
                let (next_friction, next_slopes) = self.table.friction_wrenches(goes, &next);
                let next_rest = left(&next, &next_friction);
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
        let found: Vec<BreakawayPart> = goes
            .iter()
            .zip(at.chunks_exact(3))
            .map(|(g, a)| BreakawayPart { body: g.body, from: g.from, start: [a[0], a[1], a[2]] })
            .collect();
        self.table.keep_ways(&mut self.bodies, &found);
        true
    }
}
