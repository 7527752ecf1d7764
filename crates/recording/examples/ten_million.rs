//! Ten million frames of a pendulum: time a frame and a column, and how much memory. Run it in release:
//!
//!     cargo run --release -p mainspring-recording --example ten_million -- [FRAMES] [FILE]
//!
//! The engine's thread is what is timed: it must not wait for compression unless the disk is slower than the run.
#![expect(clippy::print_stdout, reason = "a measurement for people")]

use mainspring_definition::Dimension;
use mainspring_record::{Column, Drawing, DrawnBody, DrawnShape, Ending, Frame, Schema, Sink};
use mainspring_recording::{Recorder, Recording};
use std::time::Instant;

fn schema(columns: usize) -> Schema {
    let column = |i| Column { name: format!("bob.quantity[{i}]"), dimension: Dimension::LENGTH, angle: false };
    let bob = DrawnBody {
        path: "bob".to_owned(),
        shape: DrawnShape::Dot,
        points: Vec::new(),
        mass: 1.0,
        fixed: false,
        arrives: false,
    };
    Schema {
        scene: "pendulum".to_owned(),
        columns: (0..columns).map(column).collect(),
        drawing: Drawing { bodies: vec![bob], ..Drawing::default() },
        ..Schema::default()
    }
}

/// Peak resident memory of this process, MB; 0 where the system does not say.
fn peak() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|l| l.starts_with("VmHWM")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|k| k.parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
}

/// Processor time of this thread, s: what the run itself pays, waiting for the other thread not counted; 0 where the
/// system does not say.
fn own() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split_whitespace().next().and_then(|n| n.parse::<f64>().ok()).unwrap_or(0.0) * 1e-9
}

/// Seconds of this thread's processor, of the clock while frames came, and until the file is closed.
fn record(path: &str, frames: u64, columns: usize) -> Result<[f64; 3], Box<dyn std::error::Error>> {
    let mut sink = Recorder::create(path)?;
    sink.begin(&schema(columns))?;
    let mut values = vec![0.0; columns];
    let state = [7_u8; 500];
    // a swing by rotation: a few operations a frame, all digits moving
    let (mut x, mut y) = (1.0_f64, 0.0_f64);
    let (s, c) = libm::sincos(1e-3);
    let (start, began) = (Instant::now(), own());
    for i in 0..frames {
        (x, y) = (c * x - s * y, s * x + c * y);
        values.iter_mut().enumerate().for_each(|(k, v)| *v = x + y * k as f64);
        let time = i as f64 * 1e-3;
        sink.frame(&Frame {
            time,
            values: &values,
            poses: &[x, y, 0.0],
            arrows: &[],
            balance: [x; 9],
            contacts: &[],
            stepped: &[],
        })?;
        if sink.wants_checkpoint() {
            sink.checkpoint(time, &state)?;
        }
    }
    let (inside, paid) = (start.elapsed().as_secs_f64(), own() - began);
    sink.finish(&Ending { reason: "finished".to_owned(), ..Ending::default() })?;
    Ok([paid, inside, start.elapsed().as_secs_f64()])
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let frames: u64 = words.next().map_or(Ok(10_000_000), |w| w.parse())?;
    let path = words.next().unwrap_or_else(|| "ten_million.mcap".to_owned());
    println!("columns   own ns/frame   clock ns/frame   with closing   MB on disk   peak MB");
    let mut costs = Vec::new();
    for columns in [2, 50] {
        let frames = if columns == 2 { frames } else { frames / 10 };
        let [paid, inside, whole] = record(&path, frames, columns)?;
        let size = std::fs::metadata(&path)?.len() as f64 / 1e6;
        let each = |t: f64| t / frames as f64 * 1e9;
        let [own, clock, closed] = [paid, inside, whole].map(each);
        println!("{columns:>7} {own:>14.0} {clock:>16.0} {closed:>14.0} {size:>12.1} {:>9.1}", peak());
        costs.push(own);
        let opened = Instant::now();
        let mut recording = Recording::open(&path)?;
        let middle = frames as f64 * 0.5e-3;
        let part = recording.frames_between(middle, middle + 1.0)?;
        let took = opened.elapsed().as_secs_f64() * 1e3;
        println!("        opened, one second of {} frames read in {took:.1} ms", part.times.len());
    }
    println!("a column more costs {:.1} ns", (costs[1] - costs[0]) / 48.0);
    std::fs::remove_file(&path)?;
    Ok(())
}
