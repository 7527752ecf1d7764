//! Through singular positions: where a loop's rows depend on each other for a moment and two motions cross.
//!
//! Let row i of a loop nearly follow from the others, n = eᵢ − Σ cₖ eₖ the self-stress of it and w = M⁻¹Jᵀn the motion
//! that only this row forbids. Then σ = nᵀJw = wᵀMw goes to zero at the singular position, and along the motion
//! d(nᵀJ)/dt w = nᵀC″(v, w), which the biases give exactly: C″(v, w) = (b(v + w) − b(v − w))/4. So the position lies
//! −σ / nᵀC″(v, w) ahead of the present moment (behind it, if negative).
//!
//! Of the branches that cross there the motion follows the one it is on, and along that branch everything it does is a
//! smooth function: positions, velocities, accelerations and Jᵀλ pass the point as if nothing were there. Only their
//! computation fails, because round-off in C is divided by the distance s to it, once for positions, twice for
//! velocities and three times for accelerations. Hence within `PASSAGE_INNER` of it nothing is computed there. The state is moved
//! along its velocity to twelve places, six on either side, projected and solved there, where that is well posed, and the
//! results are interpolated back. Any smooth function F of the place τ obeys
//!
//! ```text
//! F(0) = Σₖ cₖ (F(kδ) + F(−kδ)) + O(δ¹²)      c = 6/7, −15/28, 5/21, −1/14, 1/77, −1/924 for k = 1 … 6
//! ```
//!
//! so nothing is lost: at δ = 2 `PASSAGE_INNER` the remainder is at round-off, and no place is nearer to the singular position
//! than `PASSAGE_INNER`. A predictor along the tangent followed by Newton stays on its branch when it steps over a simple
//! crossing (H. B. Keller, "Numerical solution of bifurcation and nonlinear eigenvalue problems", 1977).

use crate::multibody::multibody::Use;
use crate::multibody::results::ProjectError;
use crate::multibody::row_groups::Source;
use crate::system::mechanism::Mechanism;
use crate::system::passage_scratch::Passage;
use crate::system::system::SingularityApproach;
use crate::tolerances::{
    AT_REST, COLLAPSE, DRIVEN_ROW_MOVES, DRIVEN_ROW_SHARE, PASSAGE_EXACT, PASSAGE_INNER, PASSAGE_OUTER, REDUNDANT,
    STRESS_ROUNDING,
};
use mainspring_numerics::vec3::Vec3;

/// Places on either side, and their weights.
const WEIGHTS: [f64; 6] = [6.0 / 7.0, -15.0 / 28.0, 5.0 / 21.0, -1.0 / 14.0, 1.0 / 77.0, -1.0 / 924.0];

/// Weights of the nearest five on either side: what they give differently is the error.
const FEWER: [f64; 6] = [5.0 / 6.0, -10.0 / 21.0, 5.0 / 28.0, -5.0 / 126.0, 1.0 / 252.0, 0.0];

/// How many times as large as its smallest link a mechanism is where its rounding begins to matter.
const SMALL_LINK: f64 = 40.0;

/// Times [`PASSAGE_EXACT`]: what is off by no more is still better than what is computed just beyond nearer places.
const STILL_BETTER: f64 = 100.0;

/// Three times as far as usual; places are six times as far.
const WIDEST_INNER: f64 = 0.06;

/// Shares of [`PASSAGE_INNER`] that are tried where the motion changes much within it: heavy parts at rest for a moment, light ones that
/// are not.
const NEARER: [f64; 4] = [1.0, 0.5, 0.25, 0.125];

/// What is taken at the places.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Taken {
    State,
    Solution,
}

fn add(sum: &mut [f64], x: &[f64], weight: f64) {
    for (s, x) in sum.iter_mut().zip(x) {
        *s += weight * x;
    }
}

impl Mechanism {
    /// v̇ and λ at (t, q, v), interpolated where they cannot be computed. Leaves them in `solution`.
    pub fn solve(&mut self, time: f64, q: &[f64], v: &[f64]) {
        self.bodies.weakest = None;
        let jammed = (self.laws.friction.jammed, self.laws.touch.jammed);
        let mut collapsed = self.solve_here(time, q, v);
        if self.exchange_rows(time, q, v) {
            self.passage.retry_step = true;
            self.bodies.weakest = None;
            collapsed = self.solve_here(time, q, v);
        }
        let suspect = self.bodies.weakest.map(|(_, row)| row);
        let near = suspect
            .and_then(|row| self.approach_of_row(row, time, q, v))
            .filter(|n| !n.forced && n.distance() <= PASSAGE_OUTER);
        if suspect.is_some() {
            self.passage.inner = self.inner();
        }
        if near.is_some() && !self.passage.careful {
            (self.passage.careful, self.passage.retry_step) = (true, true);
        }
        if self.passage.careful {
            let mut found = (self.laws.friction.jammed, self.laws.touch.jammed);
            (self.laws.friction.jammed, self.laws.touch.jammed) = jammed;
            let passed = match near {
                Some(near) if near.distance() <= self.passage.inner => {
                    self.interpolate(near, time, q, v, Taken::Solution)
                }
                _ => self.solve_projected(time, q, v),
            };
            if passed {
                found = (self.laws.friction.jammed, self.laws.touch.jammed);
            }
            self.solve_here(time, q, v);
            // what was found just there may be rounding divided by nothing
            (self.laws.friction.jammed, self.laws.touch.jammed) = found;
            if passed {
                collapsed = false;
                self.bodies.solution.copy_from_slice(&self.passage.solution_sum);
                self.laws.friction.take_efforts_and_limits(&mut self.bodies, &self.passage.effort_sum);
            }
        } else if suspect.is_some() {
            self.solve_here(time, q, v);
        }
        self.bodies.collapsed |= collapsed;
    }

    /// q onto C(q, t) = 0 and v onto Jv = −C_t, interpolated where they cannot be projected.
    pub fn project_state(&mut self, time: f64, q: &mut [f64], v: &mut [f64]) -> Result<(), ProjectError> {
        let mut passage = std::mem::take(&mut self.passage);
        passage.q.clear();
        passage.q.extend_from_slice(q);
        passage.v.clear();
        passage.v.extend_from_slice(v);
        self.passage = passage;
        self.bodies.weakest = None;
        let before = self.bodies.collapsed;
        let mut result = self.project_here(time, q, v);
        if self.bodies.weakest.is_none() {
            return result;
        }
        // from where it was before Newton went astray
        let (start_q, start_v) = (std::mem::take(&mut self.passage.q), std::mem::take(&mut self.passage.v));
        if self.exchange_rows(time, &start_q, &start_v) {
            self.bodies.weakest = None;
            self.bodies.collapsed = before;
            q.copy_from_slice(&start_q);
            v.copy_from_slice(&start_v);
            result = self.project_here(time, q, v);
        }
        let Some((_, row)) = self.bodies.weakest else {
            (self.passage.q, self.passage.v) = (start_q, start_v);
            return result;
        };
        self.passage.inner = self.inner();
        let near = self.approach_of_row(row, time, &start_q, &start_v);
        let passed = near.is_some_and(|n| {
            !n.forced
                && n.distance() <= self.passage.inner
                && self.interpolate(n, time, &start_q, &start_v, Taken::State)
        });
        (self.passage.q, self.passage.v) = (start_q, start_v);
        if !passed {
            return result;
        }
        self.bodies.collapsed = before;
        q.copy_from_slice(&self.passage.q_sum);
        v.copy_from_slice(&self.passage.v_sum);
        for (b, span) in self.bodies.spans.iter().enumerate() {
            self.bodies.frames.normalise(self.bodies.model.bodies[b].kind, &mut q[span.q..span.q + span.q_len]);
        }
        Ok(())
    }

    pub fn project_here(&mut self, time: f64, q: &mut [f64], v: &mut [f64]) -> Result<(), ProjectError> {
        self.bodies.project_position(&mut self.laws.touch, time, q, v)?;
        if !self.bodies.rows.is_empty() || !self.laws.touch.state.touching.is_empty() {
            self.bodies.project_velocity(&mut self.laws.touch, time, q, v);
        }
        Ok(())
    }

    /// v̇ and λ where (q, v) is projected to, into the scratch.
    fn solve_projected(&mut self, time: f64, q: &[f64], v: &[f64]) -> bool {
        let mut place = std::mem::take(&mut self.passage.place);
        place.0.clear();
        place.0.extend_from_slice(q);
        place.1.clear();
        place.1.extend_from_slice(v);
        let sound = self.project_here(time, &mut place.0, &mut place.1).is_ok();
        if sound {
            self.solve_here(time, &place.0, &place.1);
            self.passage.solution_sum.clone_from(&self.bodies.solution);
            self.passage.effort_sum.clear();
            self.passage.effort_sum.extend(self.laws.friction.efforts_and_limits());
        }
        self.passage.place = place;
        sound
    }

    /// Rows that close loops, with what is left of their pivots, the weakest first.
    pub fn loops_by_weakness(&mut self, time: f64, y: &[f64]) -> Vec<(f64, usize)> {
        let (q, v, _) = self.bodies.split(y);
        self.bodies.kinematics(q, v);
        self.bodies.drive_motion(time);
        self.bodies.jacobians(time);
        self.bodies.factorise(Use::Acceleration, COLLAPSE, |_| {});
        let acting = &self.bodies.masks.acceleration;
        let closing = self.bodies.factor.closing(&self.bodies.pattern).filter(|(_, unknown)| acting[*unknown]);
        let mut rows: Vec<(f64, usize)> = closing.map(|(left, unknown)| (left, unknown - self.bodies.nv)).collect();
        rows.sort_by(|a, b| a.0.total_cmp(&b.0));
        rows
    }

    /// How far ahead along v the position lies in which `row` follows from the others; None if it is not approached.
    /// Leaves the self-stress in the scratch.
    pub fn approach_of_row(&mut self, row: usize, time: f64, q: &[f64], v: &[f64]) -> Option<SingularityApproach> {
        self.bodies.kinematics(q, v);
        self.bodies.drive_motion(time);
        self.bodies.jacobians(time);
        let unknown = self.bodies.nv + row;
        let acting = std::mem::replace(&mut self.bodies.masks.acceleration[unknown], false);
        let partial = std::mem::replace(&mut self.bodies.masks.partial[2], true);
        self.bodies.factorise(Use::Acceleration, COLLAPSE, |_| {});
        self.bodies.masks.acceleration[unknown] = acting;
        self.bodies.masks.partial[2] = partial;
        self.find_stress(row);
        let stress = std::mem::take(&mut self.passage.stress);
        let group = &self.bodies.groups[self.bodies.rows[row].group];
        let sigma = -self.bodies.row_times(group, row - group.first, &self.bodies.solution[..self.bodies.nv]);

        // rates of the bodies in the loop, and of all that hang together with it; how fast the whole flies is none
        let plain = self.bodies.model.space.components();
        let component = group.blocks.iter().find_map(|&b| self.components.of_body[b]);
        let middle = component.map_or([0.0; 3], |c| self.middle_velocity(c, v));
        let rate_of = |core: &Self, b: usize, of: &[f64], middle: Vec3| {
            let span = core.bodies.spans[b];
            let place: f64 = (0..span.v_len.min(plain)).map(|i| of[span.v + i] - middle[i]).map(|x| x * x).sum();
            let turn: f64 = (plain..span.v_len).map(|i| of[span.v + i]).map(|x| x * x).sum();
            (place.sqrt() / core.bodies.length).max(turn.sqrt())
        };
        let own = |core: &Self, b: usize| core.bodies.spans[b].v_len > 0 && core.components.of_body[b] == component;
        let count = self.bodies.spans.len();
        let all = (0..count).filter(|&b| own(self, b)).map(|b| rate_of(self, b, v, middle)).fold(0.0, f64::max);

        // the part of v across, by masses: none on a branch, some where a drive leads along it, all where it asks for what the
        // loop cannot do. In that last case the drive's own row is what the others depend on; where the loop is singular by
        // itself, the drive's share of the self-stress goes to zero with the distance
        let (mut pushed, mut most, mut led): (f64, f64, f64) = (0.0, 0.0, 0.0);
        for group in &self.bodies.groups {
            for r in (0..group.rows).filter(|r| stress[group.first + r] != 0.0) {
                let (n, scale) = (stress[group.first + r], self.bodies.rows[group.first + r].scale);
                let speed = self.bodies.row_times(group, r, v);
                pushed += n * speed;
                most = most.max((n * scale).abs());
                if (speed / scale).abs() > DRIVEN_ROW_MOVES * all {
                    led = led.max((n * scale).abs());
                }
            }
        }
        let moving: f64 =
            (0..count).filter(|&b| own(self, b)).map(|b| self.bodies.kinetic_energy_beside(b, middle)).sum();
        let forced = pushed * pushed > 0.25 * sigma * 2.0 * moving && led > DRIVEN_ROW_SHARE * most;

        let (mut rate, mut across): (f64, f64) = (0.0, 0.0);
        for group in self.bodies.groups.iter().filter(|g| (g.first..g.first + g.rows).any(|r| stress[r] != 0.0)) {
            for &b in &group.blocks {
                rate = rate.max(rate_of(self, b, v, middle));
                across = across.max(rate_of(self, b, &self.bodies.solution, [0.0; 3]));
            }
        }
        let rate = rate.max(0.25 * all);

        // nᵀC″(v, w) from two biases; w comes as −w from the solve
        let size = rate / across;
        let bend = if size.is_finite() && size > 0.0 {
            let mut sum = 0.0;
            for sign in [-1.0, 1.0] {
                let mut shifted = std::mem::take(&mut self.passage.shifted);
                shifted.clear();
                shifted.extend((0..self.bodies.nv).map(|i| v[i] + sign * size * self.bodies.solution[i]));
                self.bodies.kinematics(q, &shifted);
                self.bodies.biases(time);
                self.passage.shifted = shifted;
                sum -= sign * stress.iter().zip(&self.bodies.bias).map(|(n, b)| n * b).sum::<f64>();
            }
            sum / (4.0 * size)
        } else {
            0.0
        };
        self.passage.stress = stress;
        // just there the motion across is lost in round-off
        let ahead = if across == 0.0 && rate > 0.0 { 0.0 } else { -sigma / bend };
        // what stands still approaches nothing: its rates are rounding
        (ahead.is_finite() && all > AT_REST * self.bodies.clock).then_some(SingularityApproach { ahead, rate, forced })
    }

    /// The self-stress of `row`, left out of the last factorisation, into the scratch, without what is round-off.
    pub fn find_stress(&mut self, row: usize) {
        let mut stress = std::mem::take(&mut self.passage.stress);
        self.bodies.self_stress(row, &mut stress);
        let most = (0..stress.len()).map(|r| (stress[r] * self.bodies.rows[r].scale).abs()).fold(0.0, f64::max);
        for (r, n) in stress.iter_mut().enumerate() {
            if (*n * self.bodies.rows[r].scale).abs() < STRESS_ROUNDING * most {
                *n = 0.0;
            }
        }
        self.passage.stress = stress;
    }

    /// The self-stress last found; [rows]
    pub fn stress(&self) -> &[f64] {
        &self.passage.stress
    }

    /// Projects (and solves) at twelve places along v and interpolates to none; false if none were sound, or so near together that
    /// (q, v) is not between them any more.
    fn interpolate(&mut self, near: SingularityApproach, time: f64, q: &[f64], v: &[f64], taken: Taken) -> bool {
        // a spring whose ends meet just there pushes the other way afterwards: what is interpolated goes on as it is here
        self.bodies.kinematics(q, v);
        self.bodies.spring_sides = self.bodies.spring_directions();
        let passed = self.interpolate_nearby(near, time, q, v, taken);
        self.bodies.spring_sides.clear();
        passed
    }

    fn interpolate_nearby(&mut self, near: SingularityApproach, time: f64, q: &[f64], v: &[f64], taken: Taken) -> bool {
        let mut best: Option<(f64, [Vec<f64>; 4])> = None;
        // friction that goes with reactions has no limit just there: it is taken from where it has
        let last = if self.laws.friction.any_on_reaction(&self.bodies) { 1 } else { NEARER.len() };
        for k in self.passage.nearer.min(last - 1)..last {
            let inner = NEARER[k] * self.passage.inner;
            if near.distance() > inner {
                // so near, what is computed there is rounding divided three times by the distance
                if best.as_ref().is_some_and(|(off, _)| *off <= STILL_BETTER * PASSAGE_EXACT) {
                    break;
                }
                if taken == Taken::Solution {
                    return self.solve_projected(time, q, v);
                }
                return false;
            }
            // another crossing may be just where a place falls: then a little further apart
            let sound = |m: &mut Self, apart: f64| m.interpolate_at(apart * inner / near.rate, time, q, v, taken);
            if !sound(self, 2.0) && !sound(self, 2.6) {
                continue;
            }
            let off = self.passage.off;
            if best.as_ref().is_none_or(|(least, _)| off < *least) {
                let Passage { q_sum, v_sum, solution_sum, effort_sum, .. } = &self.passage;
                let sums = [q_sum, v_sum, solution_sum, effort_sum].map(Vec::clone);
                (best, self.passage.nearer) = (Some((off, sums)), k);
            }
            if off <= PASSAGE_EXACT {
                break;
            }
        }
        let Some((_, [q_sum, v_sum, solution_sum, effort_sum])) = best else { return false };
        self.passage = Passage { q_sum, v_sum, solution_sum, effort_sum, ..std::mem::take(&mut self.passage) };
        true
    }

    /// Within which distance nothing is computed: [`PASSAGE_INNER`], or more where the links are small beside the whole, whose rounding
    /// their loops divide.
    fn inner(&self) -> f64 {
        let small = self.bodies.length / (SMALL_LINK * self.bodies.smallest_link());
        if small > 1.0 { (PASSAGE_INNER * small.sqrt()).min(WIDEST_INNER) } else { PASSAGE_INNER }
    }

    /// How v changes along the motion, by the difference of the nearest places; nothing if one of them cannot be closed.
    fn bend(&mut self, apart: f64, time: f64, q: &[f64], v: &[f64]) -> Vec<f64> {
        let mut ends = [-apart, apart].into_iter().map(|tau| {
            let (mut place, mut velocity) = (q.to_vec(), v.to_vec());
            let step: Vec<f64> = self.beside_middles(v).iter().map(|x| tau * x).collect();
            self.displace_by(&mut place, &step);
            let moment = if self.moves_in_time() { time + tau } else { time };
            self.project_here(moment, &mut place, &mut velocity).ok().map(|()| velocity)
        });
        match (ends.next().flatten(), ends.next().flatten()) {
            (Some(before), Some(after)) => {
                before.iter().zip(after).map(|(before, after)| (after - before) / (2.0 * apart)).collect()
            }
            _ => vec![0.0; v.len()],
        }
    }

    /// Largest difference that the outermost places make, of the largest value: velocities, or accelerations.
    fn off_by_fewer(&self, sum: &[f64], fewer: &[f64]) -> f64 {
        let plain = self.bodies.model.space.components();
        let (mut most, mut off): (f64, f64) = (0.0, 0.0);
        for span in &self.bodies.spans {
            for i in 0..span.v_len {
                let scale = if i < plain { self.bodies.length } else { 1.0 };
                most = most.max((sum[span.v + i] / scale).abs());
                off = off.max(((sum[span.v + i] - fewer[span.v + i]) / scale).abs());
            }
        }
        if most > 0.0 { off / most } else { 0.0 }
    }

    fn interpolate_at(&mut self, apart: f64, time: f64, q: &[f64], v: &[f64], taken: Taken) -> bool {
        let bend = self.bend(apart, time, q, v);
        let Passage {
            careful,
            retry_step,
            may_exchange,
            tried_at,
            nearer,
            inner,
            off: _,
            stress,
            q: keep_q,
            v: keep_v,
            mut q_sum,
            mut v_sum,
            mut solution_sum,
            mut effort_sum,
            shifted: mut step,
            mut place,
        } = std::mem::take(&mut self.passage);
        place.0.resize(q.len(), 0.0);
        place.1.resize(v.len(), 0.0);
        let (solutions, efforts) = (self.bodies.solution.len(), 2 * self.laws.friction.effort.len());
        let sums = [&mut q_sum, &mut v_sum, &mut solution_sum, &mut effort_sum];
        for (sum, len) in sums.into_iter().zip([q.len(), v.len(), solutions, efforts]) {
            sum.clear();
            sum.resize(len, 0.0);
        }
        // what flies stays where it is as a whole: the middle of the places is that of none
        let own = self.beside_middles(v);
        let mut sound = true;
        let mut fewer = vec![0.0; v.len()];
        'places: for (k, (weight, less)) in WEIGHTS.iter().zip(FEWER).enumerate() {
            for side in [-1.0, 1.0] {
                let tau = side * (k + 1) as f64 * apart;
                // moving supports move on with it; loads are those of the moment asked for
                let moment = if self.moves_in_time() { time + tau } else { time };
                place.0.copy_from_slice(q);
                step.clear();
                step.extend(own.iter().zip(&bend).map(|(v, a)| tau * (v + 0.5 * tau * a)));
                for (to, (v, a)) in place.1.iter_mut().zip(v.iter().zip(&bend)) {
                    *to = v + tau * a;
                }
                self.displace_by(&mut place.0, &step);
                self.bodies.weakest = None;
                sound = self.project_here(moment, &mut place.0, &mut place.1).is_ok();
                if sound && taken == Taken::Solution {
                    self.solve_here(moment, &place.0, &place.1);
                    add(&mut solution_sum, &self.bodies.solution, *weight);
                    add(&mut fewer, &self.bodies.solution, less);
                    for (sum, x) in effort_sum.iter_mut().zip(self.laws.friction.efforts_and_limits()) {
                        *sum += weight * x;
                    }
                }
                sound &= self.bodies.weakest.is_none_or(|(left, _)| left > REDUNDANT);
                if !sound {
                    break 'places;
                }
                add(&mut q_sum, &place.0, *weight);
                add(&mut v_sum, &place.1, *weight);
                if taken == Taken::State {
                    add(&mut fewer, &place.1, less);
                }
            }
        }
        let off = self.off_by_fewer(if taken == Taken::State { &v_sum } else { &solution_sum }, &fewer);
        (self.bodies.weakest, self.bodies.weakness_seen) = (None, true);
        self.passage = Passage {
            careful,
            retry_step,
            may_exchange,
            tried_at,
            nearer,
            inner,
            off,
            stress,
            q: keep_q,
            v: keep_v,
            q_sum,
            v_sum,
            solution_sum,
            effort_sum,
            shifted: step,
            place,
        };
        sound
    }

    /// Moves q by a displacement in velocity coordinates.
    pub fn displace_by(&self, q: &mut [f64], step: &[f64]) {
        for (b, span) in self.bodies.spans.iter().enumerate() {
            self.bodies.frames.displace(
                self.bodies.model.bodies[b].kind,
                &mut q[span.q..span.q + span.q_len],
                &step[span.v..span.v + span.v_len],
            );
        }
    }

    /// Whether joints' conditions themselves change with time.
    pub fn moves_in_time(&self) -> bool {
        !self.bodies.drive_tape.order.is_empty() || !self.bodies.model.constraints.is_empty()
    }

    /// Joints and constraints of the last self-stress found.
    pub fn stressed(&self) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        for (r, n) in self.passage.stress.iter().enumerate() {
            let user = matches!(self.bodies.groups[self.bodies.rows[r].group].source, Source::Given { .. });
            let path = self.bodies.row_path(r);
            if *n != 0.0 && !user && out.last().is_none_or(|last| last != path) {
                out.push(path.to_owned());
            }
        }
        out
    }
}
