//! CPU time of a run slice by slice, as one needs it who watches it live: a line of JSON.
//!
//! A slice lasts until the run is where the slice ends, or further: a step that goes over it counts for the slice in which it
//! is taken, and the next have less to do, or nothing. The least of several runs counts for each, so that what else the machine does hardly does.

use crate::arguments::Arguments;
use crate::clock::Clock;
use mainspring::dynamics::assemble;
use mainspring::engine::{Engine, Options, Stop};
use mainspring::model::Model;
use mainspring::record::Memory;
use mainspring::{Settings, prepare};
use serde_json::json;
use std::sync::Arc;

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let settings = Settings { until: Some(arguments.until), set: arguments.set.clone(), ..Settings::default() };
    let model = prepare(&arguments.scene(), &settings).map(|p| p.model).map_err(|e| e.to_string())?;
    let mut least = slices(&model, arguments.every)?;
    for _ in 1..arguments.repeat {
        for (least, now) in least.iter_mut().zip(slices(&model, arguments.every)?) {
            *least = least.min(now);
        }
    }
    let at = (0..least.len()).max_by(|i, j| least[*i].total_cmp(&least[*j])).ok_or("nothing runs")?;
    let mean = least.iter().sum::<f64>() / least.len() as f64;
    let line = json!({
        "slice": arguments.every, "slices": least.len(), "largest": least[at], "at": at as f64 * arguments.every, "mean": mean,
    });
    println!("{line}");
    Ok(())
}

/// CPU time of each slice of one run, s.
fn slices(model: &Arc<Model>, every: f64) -> Result<Vec<f64>, String> {
    let assembled = assemble(model).map_err(|_| "the mechanism does not assemble")?;
    let mut engine = Engine::new(assembled, Options::default()).map_err(|e| e.to_string())?;
    let (mut sink, mut slices) = (Memory::default(), Vec::new());
    let many = (model.run.duration / every).ceil();
    let mut ended = false;
    while (slices.len() as f64) < many {
        let clock = Clock::start();
        let end = every * (slices.len() + 1) as f64;
        while engine.time() < end && !ended {
            ended = matches!(engine.advance(&mut sink).map_err(|e| e.to_string())?, Stop::End);
        }
        slices.push(clock.elapsed());
    }
    Ok(slices)
}
