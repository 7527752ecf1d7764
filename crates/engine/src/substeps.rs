//! Fixed steps in pieces, where springs that act are too stiff for whole ones.
//!
//! stanley-colgate-1992 (§III) monitors the error of each step and lowers the stiffness of connections with it. That keeps
//! fixed steps stable, but a softer spring gives way further: the answer moves by more than the stiffness that was asked for
//! explains. Here the step follows the error instead, so that what adapts is the cost. Springs that are marked `adapt` are always as
//! stiff as given; while one acts, a fixed step is taken in 2ⁿ pieces:
//!
//! * no piece is longer than [`SPRING_STEADY`] over the rate ω₀ of the fastest such spring, or over the rate at which its damper and
//!   friction make motion fade (`penalty/softness.rs`). A spring that is quiet shows no error however stiff it is.
//! * Methods with fixed steps have no error of their own, so one is made: how far the piece's Δv is from the trapezium
//!   h (f₀ + f₁)/2, relative to the velocities and to h f, entry by entry with a little of the whole motion. For a swing of rate ω
//!   it grows like (hω)²/12. A piece with more than [`SPRING_ERROR`] is taken again, half as long, if springs can be to blame: h ω
//!   above [`SPRING_BLAME`].
//!
//! Pieces become twice as long after [`PATIENCE`] in a row that leave room for it, and after each one in which no such spring
//! acted. Methods that choose their steps follow springs by themselves: nothing adapts there.

use crate::engine::Engine;
use crate::outcome::RunError;
use crate::stepper::Control;
use crate::tolerances::{
    SPRING_BLAME, SPRING_ERROR, SPRING_LEAST_MOTION, SPRING_ROOM, SPRING_STEADY, SPRING_WHOLE_MOTION,
};
use mainspring_record::Sink;

/// Pieces that must leave room in a row.
const PATIENCE: u32 = 16;

/// Halvings beyond which no time is left in a piece.
const MOST_HALVINGS: u32 = 60;

impl Engine {
    /// Length of a piece of a fixed step, s.
    pub(crate) fn piece(&self) -> f64 {
        // a power of two: exact
        self.fixed_step() / (1_u64 << self.pieces.halvings.min(MOST_HALVINGS)) as f64
    }

    /// After an attempt at a fixed step or a piece of one: whether it must be taken again, shorter.
    pub(crate) fn too_long_for_springs(&mut self, h: f64) -> bool {
        if self.stepper.control() != Control::Fixed {
            return false;
        }
        let Some(rate) = self.system.fastest_adapting() else { return false };
        if h * rate > SPRING_STEADY {
            return self.shorten(SPRING_STEADY / rate);
        }
        let error = self.fixed_error(h);
        let fading = self.system.fastest_fading();
        if h * fading > SPRING_STEADY || error > SPRING_ERROR && h * rate.max(fading) > SPRING_BLAME {
            return self.shorten(0.5 * h);
        }
        let room = error <= SPRING_ROOM * SPRING_ERROR && 2.0 * h * rate.max(fading) <= SPRING_STEADY;
        self.pieces.calm = if room { self.pieces.calm + 1 } else { 0 };
        false
    }

    /// Takes pieces of at most this length from here on.
    fn shorten(&mut self, most: f64) -> bool {
        self.pieces.calm = 0;
        while self.piece() > most && self.pieces.halvings < MOST_HALVINGS {
            self.pieces.halvings += 1;
        }
        true
    }

    /// After a step: longer pieces, where there is room.
    pub(crate) fn lengthen_pieces(&mut self) {
        if self.pieces.halvings == 0 || self.stepper.control() != Control::Fixed {
            return;
        }
        let acts = self.system.fastest_adapting().is_some();
        if !acts || self.pieces.calm >= PATIENCE {
            self.pieces.calm = 0;
            self.pieces.halvings -= 1;
        }
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
        let whole = (nq..nq + nv).map(|i| parts(i).1).fold(SPRING_LEAST_MOTION, f64::max);
        let mut worst: f64 = 0.0;
        for i in nq..nq + nv {
            let (error, size) = parts(i);
            let relative = error / (size + SPRING_WHOLE_MOTION * whole);
            if !relative.is_finite() {
                return f64::INFINITY;
            }
            worst = worst.max(relative);
        }
        worst
    }

    /// Says so when steps were taken in more pieces than ever before.
    pub(crate) fn report_pieces(&mut self, sink: &mut dyn Sink) -> Result<(), RunError> {
        if self.pieces.halvings <= self.pieces.reported {
            return Ok(());
        }
        self.pieces.reported = self.pieces.halvings;
        let count = (1_u64 << self.pieces.halvings.min(MOST_HALVINGS)) as f64;
        let text = format!(
            "fixed steps of {} s are taken in up to {count} pieces while springs in contacts and joints act that need it",
            self.fixed_step()
        );
        self.emit("stiffness", Vec::new(), vec![("pieces".to_owned(), count)], text, sink)
    }
}
