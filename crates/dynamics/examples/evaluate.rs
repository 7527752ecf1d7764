//! `evaluate N REPS [planar|spatial]`: a chain of N bodies, its derivative taken REPS times; for counting instructions.

#[path = "../tests/support/mod.rs"]
mod support;

use mainspring_definition::SpaceKind;
use std::process::ExitCode;
use std::sync::Arc;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize| arguments.get(i).and_then(|a| a.parse::<usize>().ok());
    let space = match arguments.get(2).map(String::as_str) {
        None | Some("planar") => SpaceKind::Planar,
        Some("spatial") => SpaceKind::Spatial,
        Some(_) => return ExitCode::from(2),
    };
    let (Some(bodies), Some(repetitions)) = (number(0), number(1)) else {
        return ExitCode::from(2);
    };
    let Ok(assembled) = mainspring_dynamics::assemble(&Arc::new(support::chain(space, bodies))) else {
        return ExitCode::FAILURE;
    };
    let (mut system, y) = (assembled.system, assembled.start);
    let mut dy = vec![0.0; y.len()];
    let mut sum = 0.0;
    for k in 0..repetitions {
        system.derivative(1e-3 * k as f64, &y, &mut dy);
        sum += dy.iter().sum::<f64>();
    }
    // the sum keeps the work from being optimised away
    if sum.is_finite() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
