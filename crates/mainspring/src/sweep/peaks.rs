//! The largest force that pushes the root and the largest that pulls it.
//!
//! Between two moments of a run no contact changes, so the force is smooth: its ends are known as limits, a few places
//! inside show whether it has a peak there, and a golden section closes in on it. Near a smooth maximum the value is
//! then good to the square of the place's error.

use super::told::Peak;

/// Places looked at inside.
const INSIDE: usize = 4;
/// Steps of the golden section: 0.618⁴⁰ ≈ 4·10⁻⁹ of the interval, squared in the value.
const STEPS: usize = 40;

/// Largest push and pull so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Peaks {
    pub push: Option<Peak>,
    pub pull: Option<Peak>,
    speed: f64,
}

impl Peaks {
    pub fn new(speed: f64) -> Self {
        Self { speed, ..Self::default() }
    }

    fn seen(&mut self, force: f64, time: f64) {
        let (slot, force) = if force > 0.0 { (&mut self.push, force) } else { (&mut self.pull, -force) };
        // round-off at a smooth top does not move the peak
        if force > 0.0 && slot.is_none_or(|peak| force > peak.force * (1.0 + 1e-14)) {
            *slot = Some(Peak { force, time, travel: time * self.speed });
        }
    }

    /// Looks at the force between two moments; NaN at an end where it grows without bound.
    pub fn between(&mut self, force: impl Fn(f64) -> f64, [a, b]: [f64; 2], ends: [f64; 2]) {
        let mut places = [(0.0, 0.0); INSIDE + 2];
        for (k, place) in places.iter_mut().enumerate() {
            let time = a + (b - a) * k as f64 / (INSIDE + 1) as f64;
            *place = (time, force(time));
        }
        places[0] = (a, ends[0]);
        places[INSIDE + 1] = (b, ends[1]);
        for (end, beside) in [(0, 1), (INSIDE + 1, INSIDE)] {
            let (time, value) = places[end];
            // which way it grows shows beside the end
            let value = if value.is_nan() { f64::INFINITY.copysign(places[beside].1) } else { value };
            places[end].1 = value;
            if places[beside].1 != 0.0 || value.is_finite() {
                self.seen(value, time);
            }
        }
        for k in 1..=INSIDE {
            let [low, here, high] = [places[k - 1], places[k], places[k + 1]];
            for sign in [1.0, -1.0] {
                if sign * here.1 > sign * low.1 && sign * here.1 >= sign * high.1 && sign * here.1 > 0.0 {
                    let time = golden(|t| sign * force(t), low.0, high.0);
                    self.seen(force(time), time);
                }
            }
        }
    }
}

/// Where f is largest between a and b, if it has one top there.
fn golden(f: impl Fn(f64) -> f64, mut a: f64, mut b: f64) -> f64 {
    const PART: f64 = 0.618_033_988_749_894_9;
    let (mut x, mut y) = (b - PART * (b - a), a + PART * (b - a));
    let (mut fx, mut fy) = (f(x), f(y));
    for _ in 0..STEPS {
        if fx < fy {
            (a, x, fx) = (x, y, fy);
            y = a + PART * (b - a);
            fy = f(y);
        } else {
            (b, y, fy) = (y, x, fx);
            x = b - PART * (b - a);
            fx = f(x);
        }
    }
    0.5 * (a + b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tops_inside_and_at_ends_are_found() {
        let mut peaks = Peaks::new(2.0);
        // top of sin at π/2, bottom at 3π/2
        peaks.between(libm::sin, [0.0, 6.0], [0.0, libm::sin(6.0)]);
        let (push, pull) = (peaks.push.unwrap(), peaks.pull.unwrap());
        assert!((push.force - 1.0).abs() < 1e-15 && (push.time - std::f64::consts::FRAC_PI_2).abs() < 1e-7);
        assert!((pull.force - 1.0).abs() < 1e-15 && (pull.travel - 3.0 * std::f64::consts::PI).abs() < 1e-7);
        peaks.between(|t| t, [0.0, 3.0], [0.0, 3.0]);
        assert_eq!(peaks.push.unwrap().force, 3.0);
        peaks.between(|t| -1.0 / (1.0 - t), [0.0, 1.0], [-1.0, f64::NAN]);
        assert_eq!(peaks.pull.unwrap(), Peak { force: f64::INFINITY, time: 1.0, travel: 2.0 });
        assert_eq!(peaks.push.unwrap().force, 3.0);
    }
}
