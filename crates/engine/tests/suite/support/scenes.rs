//! Scenes as text: how tests write them short, run them, and read what came of them.

use mainspring_engine::Outcome;
use mainspring_record::{ContactMark, ContactMode, Event, Memory};
use std::sync::Arc;

/// Writes out `solid NAME = SHAPE; MASS at PLACE …`, which stands for a primitive and one part of it.
pub fn written_out(scene: &str) -> String {
    let mut text = String::new();
    for line in scene.lines() {
        match line.strip_prefix("solid ").and_then(|rest| rest.split_once(" = ")) {
            Some((name, rest)) => {
                let (shape, rest) = rest.split_once("; ").expect("a shape");
                let (mass, place) = rest.split_once(" at ").expect("a place");
                text += &format!("primitive {name}_ {{ shape = {shape}; mass = {mass} }}\n");
                text += &format!("part {name} = {name}_() at {place}\n");
            }
            None => text += &format!("{line}\n"),
        }
    }
    text
}

/// Runs a scene with `solid` lines.
pub fn run_solids(scene: &str) -> (Outcome, Memory) {
    super::run_text(&written_out(scene))
}

/// Code and words of why a scene with `solid` lines cannot start; none where it can.
pub fn refused(scene: &str) -> Option<(String, String)> {
    let text = written_out(scene);
    let (definition, findings) = mainspring_language::load("scene", &text, &mut mainspring_language::NoImports);
    assert!(findings.is_empty(), "{findings:?}");
    let model =
        mainspring_builder::build(&definition, &mainspring_builder::BuildOptions::default()).expect("it builds");
    let errors = mainspring_dynamics::assemble(&Arc::new(model)).err()?;
    let told = errors.first().expect("an error").diagnostic();
    Some((told.code.to_string(), format!("{told:?}")))
}

/// Events of one kind.
pub fn of<'a>(events: &'a [Event], kind: &str) -> Vec<&'a Event> {
    events.iter().filter(|e| e.kind == kind).collect()
}

/// A number that an event tells.
pub fn number(event: &Event, name: &str) -> f64 {
    event.numbers.iter().find(|(n, _)| n == name).map(|(_, x)| *x).expect("the event has this number")
}

/// A recorded column.
pub fn column(memory: &Memory, name: &str) -> Vec<f64> {
    let index = memory.find(name).unwrap_or_else(|| panic!("{name} is recorded"));
    memory.column(index).collect()
}

/// The last value of a column.
pub fn last(memory: &Memory, name: &str) -> f64 {
    *column(memory, name).last().expect("there are frames")
}

/// The first value of a column.
pub fn first(memory: &Memory, name: &str) -> f64 {
    *column(memory, name).first().expect("there are frames")
}

/// How far contact points of a frame are from Coulomb's law of lasting contact, over the largest force there: pull, force
/// beyond the cone, and for points that slip the lack of it.
pub fn lawless(marks: &[ContactMark], friction: impl Fn(u32) -> [f64; 2]) -> f64 {
    let largest = marks.iter().map(|m| m.force.iter().map(|x| x * x).sum::<f64>().sqrt()).fold(0.0, f64::max);
    let mut worst = 0.0_f64;
    for mark in marks.iter().filter(|_| largest > 0.0) {
        let (normal, along) = (mark.normal_force(), mark.friction_force());
        let [sliding, holding] = friction(mark.pair);
        worst = worst.max(-normal).max(along - holding * normal.max(0.0));
        if mark.mode == ContactMode::Slip {
            worst = worst.max((along - sliding * normal).abs());
        }
    }
    if largest > 0.0 { worst / largest } else { 0.0 }
}

/// Largest change of any pose over the run.
pub fn moved(memory: &Memory) -> f64 {
    let width = memory.schema.drawing.poses() * memory.schema.pose_len();
    let start = &memory.poses[..width];
    mainspring_trust::largest(memory.poses.chunks(width).flat_map(|p| p.iter().zip(start).map(|(a, b)| a - b)))
}

/// Where, between two numbers, what holds at the lower one ends.
pub fn threshold(mut low: f64, mut high: f64, holds: impl Fn(f64) -> bool) -> f64 {
    assert!(holds(low) && !holds(high));
    for _ in 0..34 {
        let middle = 0.5 * (low + high);
        *if holds(middle) { &mut low } else { &mut high } = middle;
    }
    0.5 * (low + high)
}
