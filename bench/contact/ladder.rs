//! For peers that are Rust programs: the scene as plain numbers, and climbing a ladder of settings. Each rung is run, sampled,
//! timed and printed as a line of JSON. Errors are taken by whoever reads the lines.

use crate::clock::Clock;
use serde::Deserialize;
use serde_json::{Value, json};

/// Least CPU time of one timing, s: runs shorter than this are repeated within it.
const LEAST: f64 = 0.1;
/// A run longer than this is timed once, s.
const LONG: f64 = 0.3;

#[derive(Deserialize)]
pub struct Scene {
    /// s
    pub until: f64,
    /// samples wanted, s apart
    pub every: f64,
    /// from coarse to fine, s
    pub steps: Vec<f64>,
    pub friction: f64,
    pub restitution: f64,
    pub gravity: [f64; 2],
    pub floor: Option<Floor>,
    pub bodies: Vec<Body>,
}

#[derive(Deserialize)]
pub struct Floor {
    pub point: [f64; 2],
    pub normal: [f64; 2],
}

#[derive(Deserialize)]
pub struct Body {
    /// radius
    pub disc: Option<f64>,
    /// width and height
    pub rect: Option<[f64; 2]>,
    pub mass: f64,
    pub inertia: f64,
    pub position: [f64; 2],
    pub angle: f64,
    pub velocity: [f64; 2],
}

/// A scene in motion.
pub trait Moving {
    fn step(&mut self) -> Result<(), String>;
    /// x, y, angle, their rates, of each body in turn.
    fn read(&mut self, out: &mut Vec<f64>) -> Result<(), String>;
}

/// An engine used in one way.
pub struct Method {
    pub engine: &'static str,
    pub name: &'static str,
    pub reason: &'static str,
    /// places or velocities are kept in single precision
    pub single: bool,
}

/// What was asked for on the command line: scene, CPU seconds a rung may take, timings of which the best counts.
pub fn read(arguments: &[String]) -> Result<(Scene, f64, usize), String> {
    let [path, budget, repeat] = arguments else {
        return Err("usage: contact SCENE BUDGET REPEAT".to_owned());
    };
    let text = std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
    let scene: Scene = serde_json::from_str(&text).map_err(|e| format!("{path}: {e}"))?;
    let budget = budget.parse().map_err(|e| format!("{budget}: {e}"))?;
    Ok((scene, budget, repeat.parse().map_err(|e| format!("{repeat}: {e}"))?))
}

/// Steps of the scene's list, each with its words; `more` follows the step in the words.
pub fn steps(scene: &Scene, more: &str) -> Vec<(String, f64)> {
    let words = |step: f64| {
        if step > 1e-3 { format!("h 1/{:.0} s{more}", 1.0 / step) } else { format!("h {step:.0e} s{more}") }
    };
    scene.steps.iter().map(|step| (words(*step), *step)).collect()
}

/// Runs every rung that the budget allows and prints its line.
pub fn climb(
    scene: &Scene,
    method: &Method,
    rungs: &[(String, f64)],
    [budget, repeat]: [f64; 2],
    make: impl Fn(f64, usize) -> Result<Box<dyn Moving>, String>,
) {
    let mut last: Option<(f64, f64)> = None;
    for (i, (words, step)) in rungs.iter().enumerate() {
        let mut line = json!({
            "engine": method.engine, "method": method.name, "reason": method.reason, "setting": words, "single": method.single,
        });
        let about = last.map_or(0.0, |(cost, before): (f64, f64)| cost * (before / step).max(1.0));
        if about > budget {
            line["failed"] = format!("not tried, nor anything finer: about {about:.0} s of CPU").into();
            println!("{line}");
            return;
        }
        match measure(scene, *step, repeat, || make(*step, i)) {
            Ok((cost, samples)) => {
                last = Some((cost, *step));
                (line["cpu"], line["samples"]) = ((cost / scene.until).into(), samples);
            }
            Err(why) => line["failed"] = why.into(),
        }
        println!("{line}");
    }
}

/// CPU time of a run, s, and its samples.
fn measure(
    scene: &Scene,
    step: f64,
    repeat: f64,
    make: impl Fn() -> Result<Box<dyn Moving>, String>,
) -> Result<(f64, Value), String> {
    let steps = (scene.until / step).round() as usize;
    let stride = ((scene.every / step).round() as usize).max(1);
    let mut world = make()?;
    let mut samples = Vec::new();
    let mut sample = |k: usize, world: &mut dyn Moving| -> Result<(), String> {
        let mut row = vec![k as f64 * step];
        world.read(&mut row)?;
        samples.push(Value::from(row));
        Ok(())
    };
    sample(0, world.as_mut())?;
    let clock = Clock::start();
    for k in 1..=steps {
        world.step()?;
        if k % stride == 0 || k == steps {
            sample(k, world.as_mut())?;
        }
    }
    let mut best = clock.elapsed();
    if best < LONG {
        best = f64::INFINITY;
        for _ in 0..repeat as usize {
            let (mut spent, mut runs) = (0.0, 0.0);
            while spent < LEAST {
                let mut world = make()?;
                let clock = Clock::start();
                for _ in 0..steps {
                    world.step()?;
                }
                (spent, runs) = (spent + clock.elapsed(), runs + 1.0);
                // a clock that does not tell so little would go on for ever
                if runs >= 500.0 {
                    break;
                }
            }
            best = best.min(spent / runs);
        }
    }
    Ok((best, samples.into()))
}
