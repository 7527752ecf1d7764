//! One contact in space: the equation of impact in the normal impulse.
//!
//! While the contact slips along u = v_t/|v_t|, dv/dp = W (1, −μ u): the direction of slip turns (Keller 1986). Taking τ with
//! dp = |v_t| dτ as clock makes the equation smooth up to the moment slip ends, which is approached exponentially; it counts
//! as ended at 1e−13 of the speed of the blow. From there everything is linear (Bhatt & Koechling 1995): the contact holds if
//! |W_tt⁻¹ W_tn| ≤ μ; else it slips along the one direction u that keeps itself, (μ W_tt + η) u = W_tn with |u| = 1, η > 0.
//! |u| falls as η grows, so that η is the root of a monotone function. The smooth part is integrated by the pair 5(4) of
//! Dormand & Prince (1980) with local errors of 1e−13; the ends of compression and restitution are roots over the last step.

use crate::account::{Account, Phase};

type Impulse = [f64; 3];
/// normal impulse, two tangential ones, work of the normal one
type State = [f64; 4];

/// Local error of a step, of quantities scaled to one.
const STEP_ERROR: f64 = 1e-13;
/// Slip slower than this has ended.
const SLIP_ENDS: f64 = 1e-13;

/// A contact with matrix and speeds scaled to one.
struct Contact {
    matrix: [[f64; 3]; 3],
    before: [f64; 3],
    friction: f64,
}

/// The impulse (normal, tangents); none where nothing can stop the approach.
pub(crate) fn blow(matrix: [[f64; 3]; 3], before: [f64; 3], friction: f64, restitution: f64) -> Option<Impulse> {
    let speed = before.iter().fold(0.0_f64, |s, v| s.max(v.abs()));
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
        let mut account = Account::new(self.before[0], restitution);
        let mut state: State = [0.0; 4];
        if self.friction > 0.0 && self.slip(&state) > SLIP_ENDS && self.slide(&mut state, &mut account)? {
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
        (v[1] * v[1] + v[2] * v[2]).sqrt()
    }

    /// d state/dτ.
    fn flow(&self, state: &State) -> State {
        let v = self.speeds(state);
        let slip = (v[1] * v[1] + v[2] * v[2]).sqrt();
        [slip, -self.friction * v[1], -self.friction * v[2], v[0] * slip]
    }

    /// Slides until the blow is over (true) or slip has ended (false); none where it does not end.
    fn slide(&self, state: &mut State, account: &mut Account) -> Option<bool> {
        let mut h = 0.05 / (1.0 + self.friction);
        for _ in 0..100_000 {
            let (next, error) = self.step(state, h);
            if error > 1.0 {
                h *= (0.9 * libm::pow(error, -0.2)).clamp(0.1, 0.9);
                continue;
            }
            let owes = |s: &State, a: &Account| match a.deepest {
                None => self.speeds(s)[0],
                Some(_) => s[3] - a.work - a.owed(),
            };
            account.work = state[3];
            account.speed = self.speeds(state)[0];
            if owes(&next, account) >= 0.0 {
                // where it becomes zero within the step: bisection with the same step formula
                let (mut low, mut high) = (0.0, h);
                for _ in 0..60 {
                    let middle = 0.5 * (low + high);
                    if owes(&self.step(state, middle).0, account) >= 0.0 { high = middle } else { low = middle }
                }
                *state = self.step(state, high).0;
                account.work = state[3];
                account.speed = self.speeds(state)[0];
                if account.deepest.is_some() {
                    return Some(true);
                }
                account.deepest = Some(state[3]);
                if account.restitution == 0.0 {
                    return Some(true);
                }
            } else {
                *state = next;
                h *= if error > 0.0 { (0.9 * libm::pow(error, -0.2)).clamp(0.3, 4.0) } else { 4.0 };
            }
            account.work = state[3];
            account.speed = self.speeds(state)[0];
            if self.slip(state) <= SLIP_ENDS {
                return Some(false);
            }
        }
        None
    }

    /// A step of the pair 5(4) and its error over the error allowed.
    fn step(&self, y: &State, h: f64) -> (State, f64) {
        const A: [&[f64]; 6] = [
            &[1.0 / 5.0],
            &[3.0 / 40.0, 9.0 / 40.0],
            &[44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0],
            &[19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0],
            &[9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0],
            &[35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0],
        ];
        const E: [f64; 7] =
            [71.0 / 57600.0, 0.0, -71.0 / 16695.0, 71.0 / 1920.0, -17253.0 / 339_200.0, 22.0 / 525.0, -1.0 / 40.0];
        let mut k = [[0.0; 4]; 7];
        k[0] = self.flow(y);
        let mut next = *y;
        for (stage, row) in A.iter().enumerate() {
            for i in 0..4 {
                next[i] = y[i] + h * row.iter().zip(&k).map(|(a, k)| a * k[i]).sum::<f64>();
            }
            k[stage + 1] = self.flow(&next);
        }
        let off = |i: usize| (h * E.iter().zip(&k).map(|(e, k)| e * k[i]).sum::<f64>()).abs() / (1.0 + next[i].abs());
        (next, (0..4).map(off).fold(0.0, f64::max) / STEP_ERROR)
    }

    /// Tangential over normal force once slip has ended: what holds, or slip along the direction that keeps itself.
    fn after_slip(&self) -> [f64; 2] {
        let w = &self.matrix;
        let pull = [w[1][0], w[2][0]];
        let solved = |shift: f64, by: f64| -> Option<[f64; 2]> {
            let (a, b, d) = (by * w[1][1] + shift, by * w[1][2], by * w[2][2] + shift);
            let determinant = a * d - b * b;
            let size = a.max(d);
            if determinant > 1e-14 * size * size {
                return Some([(d * pull[0] - b * pull[1]) / determinant, (a * pull[1] - b * pull[0]) / determinant]);
            }
            // one direction cannot move: along the other
            if size <= 0.0 {
                return None;
            }
            let trace = a + d;
            Some([(a * pull[0] + b * pull[1]) / (trace * trace), (b * pull[0] + d * pull[1]) / (trace * trace)])
        };
        let length = |u: [f64; 2]| (u[0] * u[0] + u[1] * u[1]).sqrt();
        let Some(hold) = solved(0.0, 1.0) else { return [0.0; 2] };
        if length(hold) <= self.friction {
            return hold.map(|x| -x);
        }
        // |u(η)| falls from above 1 to below 1 at η = |W_tn|
        let (mut low, mut high) = (0.0, length(pull));
        for _ in 0..200 {
            let middle = 0.5 * (low + high);
            if solved(middle, self.friction).is_some_and(|u| length(u) > 1.0) { low = middle } else { high = middle }
        }
        let u = solved(high, self.friction).unwrap_or([0.0; 2]);
        let size = length(u).max(f64::MIN_POSITIVE);
        u.map(|x| -self.friction * x / size)
    }
}
