//! Structure-preserving steps of fourth order: five leaps of RATTLE, the middle one backwards.
//!
//! A symmetric method of second order taken over γh, γh, (1 − 4γ)h, γh, γh with γ = 1/(4 − ∛4) is of fourth order and
//! stays symplectic and symmetric (M. Suzuki, "Fractal decomposition of exponential operators", Phys. Lett. A 146, 1990).
//! Energy errors then stay bounded over any number of steps instead of adding up, as long as the step does not change.

use super::hermite::hermite;
use super::stepper::{Control, Start, Stepper};
use super::tolerance::Tolerance;
use mainspring_dynamics::System;

/// 1/(4 − ∛4)
const OUTER: f64 = 0.414_490_771_794_375_7;
const PARTS: [f64; 5] = [OUTER, OUTER, 1.0 - 4.0 * OUTER, OUTER, OUTER];

pub(super) struct Symplectic {
    end: Vec<f64>,
    end_rate: Vec<f64>,
}

impl Symplectic {
    pub(super) fn new(n: usize) -> Self {
        Self { end: vec![0.0; n], end_rate: vec![0.0; n] }
    }
}

impl Stepper for Symplectic {
    fn name(&self) -> &'static str {
        "symplectic"
    }

    fn control(&self) -> Control {
        Control::Fixed
    }

    fn attempt(&mut self, system: &mut dyn System, from: Start<'_>, _: &Tolerance) -> f64 {
        self.end.copy_from_slice(from.y);
        let mut time = from.time;
        for part in PARTS {
            let h = part * from.h;
            if system.rattle_step(time, &mut self.end, h).is_err() {
                self.end.copy_from_slice(from.y);
                return f64::NAN;
            }
            time += h;
        }
        if self.end.iter().all(|x| x.is_finite()) { 0.0 } else { f64::NAN }
    }

    fn proposal(&self) -> &[f64] {
        &self.end
    }

    fn on_joints(&self) -> bool {
        true
    }

    fn prepare_dense(&mut self, system: &mut dyn System, from: Start<'_>) {
        system.derivative(from.time + from.h, &self.end, &mut self.end_rate);
    }

    fn dense(&self, from: Start<'_>, theta: f64, out: &mut [f64]) {
        hermite(from, &self.end, &self.end_rate, theta, out);
    }
}
