//! One contact in space: the equation of impact in the normal impulse.
//!
//! While the contact slips along u = v_t/|v_t|, dv/dp = W (1, −μ u): the direction of slip turns (Keller 1986). Taking τ with
//! dp = |v_t| dτ as clock makes the equation smooth up to the moment slip ends, which is approached exponentially; it counts
//! as ended at 1e−12 of the speed of the blow, and what is left of it is a straight piece. From there everything is linear (Bhatt & Koechling 1995): the contact holds if
//! |W_tt⁻¹ W_tn| ≤ μ; else it slips along the one direction u that keeps itself, (μ W_tt + η) u = W_tn with |u| = 1, η > 0.
//! |u| falls as η grows, so that η is the root of a monotone function.
//!
//! The smooth part is integrated by Taylor series of order 24: with s = v_t·v_t and r = √s, so that 2 r₀ r_k = s_k − Σ r_i r_{k−i},
//!
//!   (k+1) v_{k+1} = r_k W_tn − μ W_tt v_k,   (k+1) p_{k+1} = r_k,   (k+1) P_{k+1} = −μ v_k,   (k+1) w_{k+1} = Σ v_n,i r_{k−i}.
//!
//! A step is as long as the last coefficients leave 1e−16 of the slip (Jorba & Zou 2005); within it everything is a
//! polynomial, of which the ends of compression and restitution are roots.

use crate::energetic_restitution::{EnergyAccount, Phase};
use crate::tolerances::{NO_MOTION, SERIES_LEFT_OUT, SLIP_ENDS};
use mainspring_numerics::roots::bisect;
use mainspring_numerics::slice::largest;
use mainspring_numerics::vec2::norm;

type Impulse = [f64; 3];
/// normal impulse, two tangential ones, work of the normal one
type State = [f64; 4];

/// Order of the series.
const ORDER: usize = 24;
/// A contact with matrix and speeds scaled to one.
struct Contact {
    matrix: [[f64; 3]; 3],
    before: [f64; 3],
    friction: f64,
}

/// The impulse (normal, tangents); `None` where nothing can stop the approach.
pub(crate) fn impulse(matrix: [[f64; 3]; 3], before: [f64; 3], friction: f64, restitution: f64) -> Option<Impulse> {
    let speed = largest(&before);
    let stiff = matrix[0][0];
    if stiff.is_nan() || stiff <= 0.0 || !speed.is_finite() {
        return None;
    }
    let contact = Contact { matrix: matrix.map(|r| r.map(|x| x / stiff)), before: before.map(|v| v / speed), friction };
    let impulse = contact.struck(restitution)?;
    Some(impulse.map(|p| p * speed / stiff))
}

impl Contact {
    fn struck(&self, restitution: f64) -> Option<Impulse> {
        let mut account = EnergyAccount::new(self.before[0], restitution);
        let mut state: State = [0.0; 4];
        if self.friction > 0.0 && self.slip(&state) > SLIP_ENDS && self.slide(&mut state, &mut account)? {
            return Some([state[0], state[1], state[2]]);
        }
        if self.friction > 0.0 && self.last_piece(&mut state, &mut account)? {
            return Some([state[0], state[1], state[2]]);
        }
        let ratio = if self.friction > 0.0 { self.after_slip() } else { [0.0; 2] };
        let gain = self.matrix[0][0] + self.matrix[0][1] * ratio[0] + self.matrix[0][2] * ratio[1];
        match account.advance(gain, f64::INFINITY) {
            Phase::Over(p) => Some([state[0] + p, state[1] + ratio[0] * p, state[2] + ratio[1] * p]),
            Phase::Limit | Phase::Stuck => None,
        }
    }

    fn speeds(&self, state: &State) -> [f64; 3] {
        [0, 1, 2].map(|i| self.before[i] + (0..3).map(|j| self.matrix[i][j] * state[j]).sum::<f64>())
    }

    fn slip(&self, state: &State) -> f64 {
        let v = self.speeds(state);
        norm([v[1], v[2]])
    }

    /// Slides until the blow is over (true) or slip has ended (false); `None` where it does not end.
    fn slide(&self, state: &mut State, account: &mut EnergyAccount) -> Option<bool> {
        for _ in 0..10_000 {
            let series = self.series(state);
            let h = self.reach(&series, self.slip(state))?;
            // what is negative until the phase ends: the normal speed, then the work still owed
            let target = account.deepest.map(|_| account.work + account.owed());
            let short = |y: &State| target.map_or_else(|| self.speeds(y)[0], |t| y[3] - t);
            let mut next = at(&series, h);
            let over = |y: &State| short(y) >= 0.0;
            let ends = over(&next);
            if ends {
                let [_, high] = bisect(0.0, h, 64, |middle| !over(&at(&series, middle)));
                next = at(&series, high);
            }
            *state = next;
            account.work = state[3];
            account.speed = self.speeds(state)[0];
            if ends {
                if account.deepest.is_some() || account.restitution == 0.0 {
                    return Some(true);
                }
                account.deepest = Some(state[3]);
            }
            if self.slip(state) <= SLIP_ENDS {
                return Some(false);
            }
        }
        None
    }

    /// The straight end of slip; true where the blow ends on it.
    fn last_piece(&self, state: &mut State, account: &mut EnergyAccount) -> Option<bool> {
        let (v, slip) = (self.speeds(state), self.slip(state));
        if slip == 0.0 {
            return Some(false);
        }
        let along = [1.0, -self.friction * v[1] / slip, -self.friction * v[2] / slip];
        let rate = |i: usize| (0..3).map(|j| self.matrix[i][j] * along[j]).sum::<f64>();
        let slows = -(rate(1) * v[1] + rate(2) * v[2]) / slip;
        if slows <= 0.0 {
            return Some(false);
        }
        let limit = slip / slows;
        let (p, over) = match account.advance(rate(0), limit) {
            Phase::Over(p) => (p, true),
            Phase::Limit => (limit, false),
            Phase::Stuck => return None,
        };
        for j in 0..3 {
            state[j] += along[j] * p;
        }
        Some(over)
    }

    /// Coefficients of the state in τ, from `state` on.
    fn series(&self, state: &State) -> [State; ORDER + 1] {
        let (w, mu) = (&self.matrix, self.friction);
        let start = self.speeds(state);
        let mut out = [[0.0; 4]; ORDER + 1];
        let (mut v, mut normal, mut r) = ([[0.0; 2]; ORDER + 1], [0.0; ORDER + 1], [0.0; ORDER + 1]);
        out[0] = *state;
        v[0] = [start[1], start[2]];
        normal[0] = start[0];
        r[0] = self.slip(state);
        for k in 0..ORDER {
            if k > 0 {
                let square: f64 = (0..=k).map(|i| v[i][0] * v[k - i][0] + v[i][1] * v[k - i][1]).sum();
                let inner: f64 = (1..k).map(|i| r[i] * r[k - i]).sum();
                r[k] = (square - inner) / (2.0 * r[0]);
            }
            let next = 1.0 / (k + 1) as f64;
            let step = [r[k] * next, -mu * v[k][0] * next, -mu * v[k][1] * next];
            let work: f64 = (0..=k).map(|i| normal[i] * r[k - i]).sum();
            out[k + 1] = [step[0], step[1], step[2], work * next];
            let moved = [0, 1, 2].map(|i| w[i][0] * step[0] + w[i][1] * step[1] + w[i][2] * step[2]);
            normal[k + 1] = moved[0];
            v[k + 1] = [moved[1], moved[2]];
        }
        out
    }

    /// How far a series reaches.
    fn reach(&self, series: &[State; ORDER + 1], slip: f64) -> Option<f64> {
        // no blow needs more normal impulse than 4 in scaled units at once
        let mut h = 4.0 / slip;
        for k in [ORDER - 1, ORDER] {
            let size = largest(&series[k]) / slip;
            if size > 0.0 {
                h = h.min(libm::pow(SERIES_LEFT_OUT / size, 1.0 / k as f64));
            }
        }
        (h > 0.0 && h.is_finite()).then_some(h)
    }

    /// Tangential over normal force once slip has ended: what holds, or slip along the direction that keeps itself.
    fn after_slip(&self) -> [f64; 2] {
        let w = &self.matrix;
        let pull = [w[1][0], w[2][0]];
        let solved = |shift: f64, by: f64| -> Option<[f64; 2]> {
            let (a, b, d) = (by * w[1][1] + shift, by * w[1][2], by * w[2][2] + shift);
            let determinant = a * d - b * b;
            let size = a.max(d);
            if determinant > NO_MOTION * size * size {
                return Some([(d * pull[0] - b * pull[1]) / determinant, (a * pull[1] - b * pull[0]) / determinant]);
            }
            // one direction cannot move: along the other
            if size <= 0.0 {
                return None;
            }
            let trace = a + d;
            Some([(a * pull[0] + b * pull[1]) / (trace * trace), (b * pull[0] + d * pull[1]) / (trace * trace)])
        };
        let Some(hold) = solved(0.0, 1.0) else { return [0.0; 2] };
        if norm(hold) <= self.friction {
            return hold.map(|x| -x);
        }
        // |u(η)| falls from above 1 to below 1 at η = |W_tn|
        let too_long = |middle: f64| solved(middle, self.friction).is_some_and(|u| norm(u) > 1.0);
        let [_, high] = bisect(0.0, norm(pull), 200, too_long);
        let u = solved(high, self.friction).unwrap_or([0.0; 2]);
        let size = norm(u).max(f64::MIN_POSITIVE);
        u.map(|x| -self.friction * x / size)
    }
}

fn at(series: &[State; ORDER + 1], h: f64) -> State {
    let mut sum = series[ORDER];
    for term in series.iter().rev().skip(1) {
        for i in 0..4 {
            sum[i] = sum[i] * h + term[i];
        }
    }
    sum
}
