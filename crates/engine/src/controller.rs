//! Step sizes from errors.

use crate::stepper::Control;
use crate::tolerances::{LEAST_ERROR, LEAST_ERROR_BEFORE};
use serde::{Deserialize, Serialize};

/// What is remembered between steps.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Controller {
    /// step to try next, s
    pub next: f64,
    /// error of the last accepted step
    before: f64,
    /// the last attempt was rejected
    rejected: bool,
}

impl Controller {
    pub(crate) fn new(first: f64) -> Self {
        Self { next: first, before: LEAST_ERROR_BEFORE, rejected: false }
    }

    /// Takes an attempt's error (NaN: it failed) of step h; true if the step is accepted.
    pub(crate) fn judge(&mut self, control: Control, h: f64, error: f64) -> bool {
        match control {
            Control::Fixed => !error.is_nan(),
            Control::HalveDouble { fraction } => {
                if error <= 1.0 {
                    self.next = if error < fraction { 2.0 * h } else { h };
                    true
                } else {
                    self.next = 0.5 * h;
                    false
                }
            }
            Control::Adaptive { order } => {
                if error.is_nan() {
                    self.next = 0.1 * h;
                    self.rejected = true;
                    return false;
                }
                // proportional–integral: a little memory keeps the step from swinging
                let beta = 0.04;
                let alpha = 1.0 / order - 0.75 * beta;
                if error <= 1.0 {
                    let e = error.max(LEAST_ERROR);
                    let grow = 0.9 * libm::pow(e, -alpha) * libm::pow(self.before, beta);
                    let most = if self.rejected { 1.0 } else { 6.0 };
                    self.next = h * grow.clamp(0.33, most);
                    self.before = e.max(LEAST_ERROR_BEFORE);
                    self.rejected = false;
                    true
                } else {
                    self.next = h * (0.9 * libm::pow(error, -1.0 / order)).clamp(0.1, 0.9);
                    self.rejected = true;
                    false
                }
            }
        }
    }
}
