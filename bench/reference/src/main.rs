//! `reference MECHANISM UNTIL ERROR_AT RTOL,RTOL…`: a mechanism written out by hand, integrated at order 8.
//!
//! Prints a line of JSON a tolerance: CPU seconds a simulated second, energy drift (at the ends of steps), and where the
//! centres of its parts are at `ERROR_AT`, by which the caller sees that it is the same mechanism.
#![allow(clippy::disallowed_methods, reason = "a bound may use the platform's functions, whose bits differ")]

mod chain;
#[path = "../../../crates/mainspring/examples/work_precision/clock.rs"]
mod clock;
mod double_pendulum;
mod four_bar;
mod order8;

use clock::Clock;
use order8::{Equations, Order8};
use std::process::ExitCode;

/// m/s²
const G: f64 = 9.81;
/// Least CPU time of one timing, s.
const LEAST: f64 = 0.1;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let numbers = |i: usize| -> Option<Vec<f64>> { arguments.get(i)?.split(',').map(|x| x.parse().ok()).collect() };
    let (Some(until), Some(error_at), Some(rtols)) = (numbers(1), numbers(2), numbers(3)) else {
        eprintln!("usage: reference double_pendulum|chain|four_bar UNTIL ERROR_AT RTOL,RTOL…");
        return ExitCode::from(2);
    };
    match arguments[0].as_str() {
        "double_pendulum" => climb(double_pendulum::DoublePendulum::new, until[0], error_at[0], &rtols),
        "chain" => climb(chain::Chain::new, until[0], error_at[0], &rtols),
        "four_bar" => climb(four_bar::FourBar::new, until[0], error_at[0], &rtols),
        other => {
            eprintln!("{other} is not written out by hand");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

/// A mechanism: its start, and what is measured of a state.
trait Measured: Equations {
    fn start(&self) -> Vec<f64>;
    /// Kinetic and total energy, J.
    fn energy(&self, y: &[f64]) -> [f64; 2];
    /// Centres of its parts, m.
    fn centres(&self, y: &[f64]) -> Vec<[f64; 2]>;
}

fn climb<M: Measured>(make: impl Fn() -> M, until: f64, error_at: f64, rtols: &[f64]) {
    for &rtol in rtols {
        let mut mechanism = make();
        let mut y = mechanism.start();
        let [_, first] = mechanism.energy(&y);
        let (mut worst, mut most) = (0.0_f64, 0.0_f64);
        Order8::new(y.len(), rtol).run(&mut mechanism, &mut y, until, |m, y| {
            let [kinetic, total] = m.energy(y);
            (worst, most) = (worst.max((total - first).abs()), most.max(kinetic));
        });
        let mut y = mechanism.start();
        Order8::new(y.len(), rtol).run(&mut mechanism, &mut y, error_at, |_, _| {});
        let centres: Vec<String> = mechanism.centres(&y).iter().map(|c| format!("[{:?},{:?}]", c[0], c[1])).collect();
        println!(
            "{{\"engine\":\"reference\",\"method\":\"order 8\",\"setting\":\"rtol {rtol:.0e}\",\"cpu\":{:?},\
             \"drift\":{:?},\"centres\":[{}]}}",
            timing(&make, until, rtol) / until,
            worst / most,
            centres.join(",")
        );
    }
}

/// Least CPU time of a run, s.
fn timing<M: Measured>(make: &impl Fn() -> M, until: f64, rtol: f64) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..3 {
        let (mut runs, clock) = (0, Clock::start());
        while clock.elapsed() < LEAST {
            for _ in 0..if best < 0.01 { 16 } else { 1 } {
                let mut mechanism = make();
                let mut y = mechanism.start();
                Order8::new(y.len(), rtol).run(&mut mechanism, &mut y, until, |_, _| {});
                assert!(y.iter().all(|x| x.is_finite()));
                runs += 1;
            }
        }
        best = best.min(clock.elapsed() / f64::from(runs));
    }
    best
}
