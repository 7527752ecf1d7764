//! `evaluate N REPS [planar|spatial] [joint|maximal]`: a chain of N bodies, its accelerations and the forces in its joints
//! taken REPS times in the coordinates asked for (those a run would choose); for counting instructions.

#[path = "../tests/suite/support/mod.rs"]
mod support;

use mainspring_definition::SpaceKind;
use mainspring_model::Coordinates;
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
    let coordinates = match arguments.get(3).map(String::as_str) {
        None => Coordinates::Auto,
        Some("joint") => Coordinates::Joint,
        Some("maximal") => Coordinates::Maximal,
        Some(_) => return ExitCode::from(2),
    };
    let (Some(bodies), Some(repetitions)) = (number(0), number(1)) else {
        return ExitCode::from(2);
    };
    let mut model = support::chain(space, bodies);
    model.run.coordinates = coordinates;
    let Ok(assembled) = mainspring_dynamics::assemble(&Arc::new(model)) else {
        return ExitCode::FAILURE;
    };
    let (mut system, y) = (assembled.system, assembled.start);
    let mut dy = vec![0.0; y.len()];
    let mut forces = Vec::with_capacity(bodies);
    let mut sum = 0.0;
    for k in 0..repetitions {
        system.derivative(1e-3 * k as f64, &y, &mut dy);
        sum += dy.iter().sum::<f64>();
        // maximal coordinates have λ from the same solve; here it is a pass of its own
        if coordinates != Coordinates::Maximal {
            system.joint_forces(&mut forces);
            sum += forces.iter().flatten().sum::<f64>();
        }
    }
    // the sum keeps the work from being optimised away
    if sum.is_finite() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
