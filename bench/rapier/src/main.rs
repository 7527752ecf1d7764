//! `rapier-peer MECHANISM STEPS SAMPLES (impulse|multibody) UNTIL`: the mechanism in Rapier, `STEPS` steps over the time given.
//! `rapier-peer contact SCENE BUDGET REPEAT`: a contact scene, a line of JSON a rung (see `bench/contact/ladder.rs`).
//! `rapier-peer crowds SCENE LIMIT REPEAT`: a crowded one, a line of JSON a setting (see `bench/crowds/course.rs`).
//!
//! The first writes float64 numbers, little end first, to the standard output: CPU seconds of the stepping loop, then for each sample
//! and body its centre (3), rotation since the start as a quaternion (w, x, y, z), velocity (3) and turning rate (3).

#[path = "../../../crates/mainspring/examples/work_precision/clock.rs"]
mod clock;
#[path = "../../crowds/course.rs"]
mod course;
mod crowd_2d;
mod crowd_3d;
#[path = "../../contact/ladder.rs"]
mod ladder;
mod mechanism;
mod planar;
mod spatial;
mod touch_2d;
mod touch_3d;

use clock::Clock;
use mechanism::Mechanism;
use std::io::Write;
use std::process::ExitCode;

/// A mechanism in motion.
trait Moving {
    fn step(&mut self);
    /// The thirteen numbers of each body.
    fn read(&self, out: &mut Vec<f64>);
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.split_first() {
        Some((first, rest)) if first == "contact" => contact(rest).map(|()| Vec::new()),
        Some((first, rest)) if first == "crowds" => crowds(rest).map(|()| Vec::new()),
        _ => run(&arguments),
    };
    match done {
        Ok(numbers) => {
            let bytes: Vec<u8> = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
            if std::io::stdout().write_all(&bytes).is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn contact(arguments: &[String]) -> Result<(), String> {
    let (scene, budget, repeat) = ladder::read(arguments)?;
    touch_2d::run(&scene, budget, repeat);
    touch_3d::run(&scene, budget, repeat);
    Ok(())
}

fn crowds(arguments: &[String]) -> Result<(), String> {
    let (scene, limit, repeat) = course::read(arguments)?;
    if scene.plane {
        crowd_2d::run(&scene, limit, repeat);
    } else {
        crowd_3d::run(&scene, limit, repeat);
    }
    Ok(())
}

fn run(arguments: &[String]) -> Result<Vec<f64>, String> {
    let [path, steps, samples, joints, until] = arguments else {
        return Err("usage: rapier-peer MECHANISM STEPS SAMPLES impulse|multibody UNTIL".to_owned());
    };
    let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let mechanism: Mechanism = serde_json::from_str(&text).map_err(|e| e.to_string())?;
    let steps: usize = steps.parse().map_err(|e| format!("{steps}: {e}"))?;
    let samples: usize = samples.parse().map_err(|e| format!("{samples}: {e}"))?;
    let until: f64 = until.parse().map_err(|e| format!("{until}: {e}"))?;
    let step = until / steps as f64;
    let multibody = joints == "multibody";
    let mut moving: Box<dyn Moving> = if mechanism.planar {
        Box::new(planar::Plane::new(&mechanism, step, multibody))
    } else {
        Box::new(spatial::Room::new(&mechanism, step, multibody))
    };
    let mut out = vec![0.0];
    moving.read(&mut out);
    let clock = Clock::start();
    for k in 0..steps {
        moving.step();
        // reading thirteen numbers a body a thousand times a run costs nothing beside the steps
        if (k + 1) % (steps / samples) == 0 {
            moving.read(&mut out);
        }
    }
    out[0] = clock.elapsed();
    Ok(out)
}
