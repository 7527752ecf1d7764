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
    AT_REST, COLLAPSE, DRIVEN_ROW_MOVES, DRIVEN_ROW_SHARE, PASSAGE_INNER, PASSAGE_OUTER, PASSAGE_SOUND, STRESS_ROUNDING,
};
use mainspring_numerics::vec3::Vec3;

/// Places on either side, and their weights.
const WEIGHTS: [f64; 6] = [6.0 / 7.0, -15.0 / 28.0, 5.0 / 21.0, -1.0 / 14.0, 1.0 / 77.0, -1.0 / 924.0];

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
        let mut collapsed = self.solve_here(time, q, v);
        let suspect = self.bodies.weakest.map(|(_, row)| row);
        let near = suspect
            .and_then(|row| self.approach_of_row(row, time, q, v))
            .filter(|n| !n.forced && n.distance() <= PASSAGE_OUTER);
        if near.is_some() && !self.passage.careful {
            (self.passage.careful, self.passage.retry_step) = (true, true);
        }
        if self.passage.careful {
            let passed = match near {
                Some(near) if near.distance() <= PASSAGE_INNER => self.interpolate(near, time, q, v, Taken::Solution),
                _ => self.solve_projected(time, q, v),
            };
            self.solve_here(time, q, v);
            if passed {
                collapsed = false;
                self.bodies.solution.copy_from_slice(&self.passage.solution_sum);
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
        let result = self.project_here(time, q, v);
        let Some((_, row)) = self.bodies.weakest else { return result };
        // from where it was before Newton went astray
        let (start_q, start_v) = (std::mem::take(&mut self.passage.q), std::mem::take(&mut self.passage.v));
        let near = self.approach_of_row(row, time, &start_q, &start_v);
        let passed = near.is_some_and(|n| {
            !n.forced && n.distance() <= PASSAGE_INNER && self.interpolate(n, time, &start_q, &start_v, Taken::State)
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

    fn project_here(&mut self, time: f64, q: &mut [f64], v: &mut [f64]) -> Result<(), ProjectError> {
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
        }
        self.passage.place = place;
        sound
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

    /// Projects (and solves) at twelve places along v and interpolates to none; false if one of them is not sound.
    fn interpolate(&mut self, near: SingularityApproach, time: f64, q: &[f64], v: &[f64], taken: Taken) -> bool {
        // another crossing may be just where a place falls: then a little further apart
        [2.0, 2.6].into_iter().any(|apart| self.interpolate_at(apart * PASSAGE_INNER / near.rate, time, q, v, taken))
    }

    fn interpolate_at(&mut self, apart: f64, time: f64, q: &[f64], v: &[f64], taken: Taken) -> bool {
        let Passage {
            careful,
            retry_step,
            stress,
            q: keep_q,
            v: keep_v,
            mut q_sum,
            mut v_sum,
            mut solution_sum,
            shifted: mut step,
            mut place,
        } = std::mem::take(&mut self.passage);
        place.0.resize(q.len(), 0.0);
        place.1.resize(v.len(), 0.0);
        for (sum, len) in
            [(&mut q_sum, q.len()), (&mut v_sum, v.len()), (&mut solution_sum, self.bodies.solution.len())]
        {
            sum.clear();
            sum.resize(len, 0.0);
        }
        // what flies stays where it is as a whole: the middle of the places is that of none
        let mut own = v.to_vec();
        let plain = self.bodies.model.space.components();
        for (b, span) in self.bodies.spans.iter().enumerate().filter(|(_, span)| span.v_len > 0) {
            let middle = self.components.of_body[b].map_or([0.0; 3], |c| self.middle_velocity(c, v));
            own[span.v..span.v + plain].iter_mut().zip(&middle).for_each(|(x, by)| *x -= by);
        }
        let mut sound = true;
        'places: for (k, weight) in WEIGHTS.iter().enumerate() {
            for side in [-1.0, 1.0] {
                let tau = side * (k + 1) as f64 * apart;
                // moving supports move on with it; loads are those of the moment asked for
                let moment = if self.moves_in_time() { time + tau } else { time };
                place.0.copy_from_slice(q);
                place.1.copy_from_slice(v);
                step.clear();
                step.extend(own.iter().map(|x| tau * x));
                for (b, span) in self.bodies.spans.iter().enumerate() {
                    self.bodies.frames.displace(
                        self.bodies.model.bodies[b].kind,
                        &mut place.0[span.q..span.q + span.q_len],
                        &step[span.v..span.v + span.v_len],
                    );
                }
                self.bodies.weakest = None;
                sound = self.project_here(moment, &mut place.0, &mut place.1).is_ok();
                if sound && taken == Taken::Solution {
                    self.solve_here(moment, &place.0, &place.1);
                    add(&mut solution_sum, &self.bodies.solution, *weight);
                }
                sound &= self.bodies.weakest.is_none_or(|(left, _)| left > PASSAGE_SOUND);
                if !sound {
                    break 'places;
                }
                add(&mut q_sum, &place.0, *weight);
                add(&mut v_sum, &place.1, *weight);
            }
        }
        (self.bodies.weakest, self.bodies.weakness_seen) = (None, true);
        self.passage = Passage {
            careful,
            retry_step,
            stress,
            q: keep_q,
            v: keep_v,
            q_sum,
            v_sum,
            solution_sum,
            shifted: step,
            place,
        };
        sound
    }

    /// Whether joints' conditions themselves change with time.
    fn moves_in_time(&self) -> bool {
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
