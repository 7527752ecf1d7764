//! Stiffness that follows the step's error (stanley-colgate-1992 §III: "monitoring the integration error at each time step and
//! increasing or decreasing the joint stiffness based on the change in the error").
//!
//! The dynamics take one number, a cap on the rate ω at which any adapting spring may swing (`penalty/softness.rs`). It moves
//! between steps only:
//!
//! * Methods with fixed steps have no error of their own, so one is made: how far the step's Δv is from the trapezium
//!   h (f₀ + f₁)/2, relative to the velocities and to h f, entry by entry with a little of the whole motion. For a swing of rate ω it grows like (hω)²/12. A step with more than
//!   [`STIFFNESS_ERROR`] is taken again with half the rate, so that the first step into a stiff contact cannot throw the parts apart.
//! * Methods that choose their steps keep their error by short ones: where the next step falls below the floor (`step` of the
//!   run, or [`STIFFNESS_SHORTEST_STEP`]) the rate is halved.
//!
//!   They could follow the springs as given, so that giving way may change what steps cost, but not the motion. A softer damped
//!   spring takes more energy out of it (as s^−3/2 of its share s), and its own swings die out, which stiff methods make use of: only springs
//!   without damping give way, and only as far as no damped one does.
//!
//! Either way only if the fastest such spring is to blame: h ω above [`STIFFNESS_BLAME`]. Stiffness comes back by factors of two after
//! [`PATIENCE`] steps in a row, with the spring at work, that leave room for it, up to what the scene gives; a spring that is
//! quiet shows no error however stiff it is, so fixed steps are never tried with more than h ω = [`STIFFNESS_STEADY`]. A change keeps
//! positions and velocities; the energy that the springs held then changes, and is booked as switched.

use crate::engine::Engine;
use crate::options::Stop;
use crate::outcome::RunError;
use crate::stepper::Control;
use crate::tolerances::{
    STIFFNESS_BLAME, STIFFNESS_ERROR, STIFFNESS_LEAST_MOTION, STIFFNESS_LONG_STEPS, STIFFNESS_ROOM,
    STIFFNESS_SHORTEST_STEP, STIFFNESS_STEADY, STIFFNESS_WHOLE,
};
use mainspring_record::Sink;

/// Steps that must leave room in a row.
const PATIENCE: u32 = 16;

impl Engine {
    /// After an attempt at a fixed step: whether it must be taken again, with springs that have just given way.
    pub(crate) fn gives_way(&mut self, h: f64) -> bool {
        if self.stepper.control() != Control::Fixed {
            return false;
        }
        let Some(rate) = self.system.fastest_adapting() else { return false };
        let error = self.fixed_error(h);
        let to_blame = h * rate > STIFFNESS_BLAME;
        if to_blame && error > STIFFNESS_ERROR {
            self.calm_steps = 0;
            self.cap(0.5 * rate);
            self.system.derivative(self.time, &self.y, &mut self.f);
            return true;
        }
        self.calm_steps = if error <= STIFFNESS_ROOM * STIFFNESS_ERROR { self.calm_steps + 1 } else { 0 };
        false
    }

    /// After a step that nothing cut short: gives way to short steps, or takes room that there is.
    pub(crate) fn follow_error(&mut self, h: f64, stop: &Stop) {
        let Some(rate) = self.system.fastest_adapting() else { return };
        if self.stepper.control() != Control::Fixed {
            if *stop != Stop::Step || self.restart {
                return;
            }
            let (next, floor) = (self.controller.next, self.settings.step.unwrap_or(STIFFNESS_SHORTEST_STEP));
            let may = 0.5 * rate >= self.system.fastest_damped();
            if next < floor && h < floor && h * rate > STIFFNESS_BLAME && may {
                self.calm_steps = 0;
                self.cap(0.5 * rate);
                return;
            }
            self.calm_steps = if next > STIFFNESS_LONG_STEPS * floor { self.calm_steps + 1 } else { 0 };
        }
        let cap = self.system.rate_cap();
        if self.calm_steps >= PATIENCE && cap.is_finite() {
            self.calm_steps = 0;
            // once nothing is held back there is no cap any more
            let raised = cap * std::f64::consts::SQRT_2;
            if self.stepper.control() == Control::Fixed && h * raised > STIFFNESS_STEADY {
                return;
            }
            self.cap(raised);
            if self.system.fastest_adapting().is_some_and(|now| now < raised) {
                self.cap(f64::INFINITY);
            }
        }
    }

    /// Moves the cap; the energy that springs gain or lose by it is booked, and everything is evaluated anew.
    fn cap(&mut self, to: f64) {
        let from = self.system.rate_cap();
        let before = self.system.energy(&self.y).total();
        self.system.cap_rate(to);
        let energy = self.system.energy(&self.y);
        self.ledger.switched += before - energy.total();
        let [nq, nv, _] = self.system.sizes();
        self.ledger.update(self.system.as_ref(), energy, &self.y[nq + nv..]);
        self.stepper.forget();
        let first = self.capped.map_or(from, |[first, _]| first);
        self.capped = Some([first, to]);
    }

    /// Error of the fixed step just attempted; see the top of the file. Infinite if it is not a number.
    fn fixed_error(&mut self, h: f64) -> f64 {
        let [nq, nv, _] = self.system.sizes();
        self.scratch.copy_from_slice(self.stepper.proposal());
        let mut rate = vec![0.0; self.y.len()];
        self.system.derivative(self.time + h, &self.scratch, &mut rate);
        let scales = self.system.scales();
        // error and size of each entry over its scale
        let parts = |i: usize| {
            let (was, is) = (self.y[i], self.scratch[i]);
            let (first, last) = (h * self.f[i], h * rate[i]);
            let error = (is - was - 0.5 * (first + last)).abs();
            (error / scales[i], (was.abs() + is.abs() + first.abs() + last.abs()) / scales[i])
        };
        let whole = (nq..nq + nv).map(|i| parts(i).1).fold(STIFFNESS_LEAST_MOTION, f64::max);
        let mut worst: f64 = 0.0;
        for i in nq..nq + nv {
            let (error, size) = parts(i);
            let relative = error / (size + STIFFNESS_WHOLE * whole);
            if !relative.is_finite() {
                return f64::INFINITY;
            }
            worst = worst.max(relative);
        }
        worst
    }

    /// Says that stiffness has changed, if it has.
    pub(crate) fn report_stiffness(&mut self, sink: &mut dyn Sink) -> Result<(), RunError> {
        let Some([from, to]) = self.capped.take() else { return Ok(()) };
        if from == to {
            return Ok(());
        }
        let text = if to < from {
            format!(
                "springs in contacts and joints give way to the step's error: none swings faster than {to:.3e} rad/s"
            )
        } else if to.is_finite() {
            format!("springs in contacts and joints take the room that steps leave: up to {to:.3e} rad/s")
        } else {
            "springs in contacts and joints are as stiff as given again".to_owned()
        };
        self.emit("stiffness", Vec::new(), vec![("rate".to_owned(), to)], text, sink)
    }
}
