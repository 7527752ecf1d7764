//! For peers that are Rust programs: a crowded scene as plain numbers, and running it at a setting. Each setting is run, read
//! at every frame, timed and printed as a line of JSON. Overlaps, creep and energy are taken by whoever reads the lines.

use crate::clock::Clock;
use serde::Deserialize;
use serde_json::{Value, json};

/// Least CPU time of one timing, s: the clock goes in steps of milliseconds, so shorter runs are repeated within it.
const LEAST: f64 = 0.1;
/// A run longer than this is timed once, s.
const LONG: f64 = 0.3;
/// A clock that does not tell so little would go on for ever.
const MOST: f64 = 500.0;

#[derive(Deserialize)]
pub struct Scene {
    pub plane: bool,
    /// s
    pub until: f64,
    /// a second
    pub frames: f64,
    pub friction: f64,
    pub restitution: f64,
    pub gravity: [f64; 3],
    pub fixed: Vec<Fixed>,
    pub bodies: Vec<Body>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fixed {
    Half { point: [f64; 3], normal: [f64; 3] },
    Polygon(Vec<[f64; 2]>),
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    Disc(f64),
    Polygon(Vec<[f64; 2]>),
    Sphere(f64),
    /// its sides
    Box([f64; 3]),
    /// radius, and length of the straight part along z
    Capsule(f64, f64),
}

#[derive(Deserialize)]
pub struct Body {
    pub shape: Shape,
    pub mass: f64,
    pub inertia: [f64; 3],
    pub position: [f64; 3],
    pub axis: [f64; 3],
    pub angle: f64,
}

/// A scene in motion.
pub trait Crowd {
    fn step(&mut self) -> Result<(), String>;
    /// Of each body in turn x, y, angle and their rates; in space its place, quaternion (w first), velocity and turning rate.
    fn read(&mut self, out: &mut Vec<f64>) -> Result<(), String>;
}

/// An engine used in one way.
pub struct Way {
    pub engine: &'static str,
    pub method: &'static str,
    pub setting: &'static str,
    pub reason: &'static str,
    /// steps a frame
    pub steps: usize,
    /// places or velocities are kept in single precision
    pub single: bool,
}

/// What was asked for on the command line: scene, CPU seconds a run may take, timings of which the best counts.
pub fn read(arguments: &[String]) -> Result<(Scene, f64, usize), String> {
    let [path, limit, repeat] = arguments else {
        return Err("usage: crowds SCENE LIMIT REPEAT".to_owned());
    };
    let text = std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
    let scene: Scene = serde_json::from_str(&text).map_err(|e| format!("{path}: {e}"))?;
    let limit = limit.parse().map_err(|e| format!("{limit}: {e}"))?;
    Ok((scene, limit, repeat.parse().map_err(|e| format!("{repeat}: {e}"))?))
}

impl Way {
    /// s
    pub fn step(&self, scene: &Scene) -> f64 {
        1.0 / (scene.frames * self.steps as f64)
    }
}

/// Runs the scene in one way and prints its line.
pub fn run(scene: &Scene, way: &Way, limit: f64, repeat: usize, make: impl Fn() -> Result<Box<dyn Crowd>, String>) {
    let mut line = json!({
        "engine": way.engine, "method": way.method, "setting": way.setting, "reason": way.reason, "single": way.single,
    });
    match once(scene, way, limit, &make) {
        Ok((_, samples, Some(why))) => (line["samples"], line["stopped"]) = (samples, why.into()),
        Ok((spent, samples, None)) => {
            let best = if spent < LONG { shortest(scene, way, repeat, &make) } else { Ok(spent) };
            match best {
                Ok(best) => (line["samples"], line["cpu"]) = (samples, (best / scene.until).into()),
                Err(why) => line["failed"] = why.into(),
            }
        }
        Err(why) => line["failed"] = why.into(),
    }
    println!("{line}");
}

/// The least of some timings, each the mean of enough runs without reading, s.
fn shortest(
    scene: &Scene,
    way: &Way,
    repeat: usize,
    make: &impl Fn() -> Result<Box<dyn Crowd>, String>,
) -> Result<f64, String> {
    let steps = (scene.until * scene.frames).round() as usize * way.steps;
    let mut best = f64::INFINITY;
    for _ in 0..repeat {
        let (mut spent, mut runs) = (0.0, 0.0);
        while spent < LEAST && runs < MOST {
            let mut crowd = make()?;
            let clock = Clock::start();
            for _ in 0..steps {
                crowd.step()?;
            }
            (spent, runs) = (spent + clock.elapsed(), runs + 1.0);
        }
        best = best.min(spent / runs);
    }
    Ok(best)
}

/// CPU time of the steps and of reading, which is nothing beside them, s; what was read; why it did not come to its end.
fn once(
    scene: &Scene,
    way: &Way,
    limit: f64,
    make: &impl Fn() -> Result<Box<dyn Crowd>, String>,
) -> Result<(f64, Value, Option<String>), String> {
    let mut crowd = make()?;
    let mut samples: Vec<Vec<f64>> = Vec::new();
    let mut stopped = None;
    let clock = Clock::start();
    for frame in 0..=(scene.until * scene.frames).round() as usize {
        let at = frame as f64 / scene.frames;
        if frame > 0 {
            for _ in 0..way.steps {
                crowd.step()?;
            }
        }
        let mut row = vec![at];
        crowd.read(&mut row)?;
        if !row.iter().all(|x| x.is_finite()) {
            stopped = Some(format!("blew up at {at:.3} s"));
            break;
        }
        samples.push(row);
        if clock.elapsed() > limit {
            stopped = Some(format!("over {limit:.0} s of CPU at {at:.3} s of {} s", scene.until));
            break;
        }
    }
    let spent = clock.elapsed();
    Ok((spent, json!(samples), stopped))
}
