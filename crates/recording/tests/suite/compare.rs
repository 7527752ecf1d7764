//! Two runs side by side: which moments are compared, which numbers agree, which parts of the command are told.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use crate::support;

use mainspring_record::{Ending, Frame, Memory, Schema, Sink};
use mainspring_recording::{Differences, MemoryStream, compare};
use support::*;

/// A run of one column.
fn run(rows: &[(f64, f64)]) -> Memory {
    let mut memory = Memory::default();
    let columns = vec![column("x", mainspring_definition::Dimension::LENGTH, false)];
    memory.begin(&Schema { columns, ..Schema::default() }).unwrap();
    rows.iter().for_each(|(time, value)| memory.frame(&Frame::bare(*time, &[*value])).unwrap());
    memory.finish(&ending(1.0)).unwrap();
    memory
}

fn compared(a: &Memory, b: &Memory, tolerance: f64) -> Differences {
    let [mut a, mut b] = [a, b].map(|m| MemoryStream::new(m, f64::NEG_INFINITY, f64::INFINITY));
    compare(&mut a, &mut b, tolerance).unwrap()
}

#[test]
fn the_tolerance_is_for_values_not_for_times() {
    let a = run(&[(0.0, 0.0), (0.1, 1.0), (0.2, 2.0)]);
    let b = run(&[(0.0, 0.0), (0.15, 1.0), (0.2, 2.0)]);
    let found = compared(&a, &b, 0.5);
    assert_eq!((found.frames, found.frames_only, found.agree), (2, [1, 1], false));
    // round-off is none: 0.1 + 0.2 against 0.3
    let (a, b) = (run(&[(0.1 + 0.2, 1.0)]), run(&[(0.3, 1.0)]));
    let found = compared(&a, &b, 0.0);
    assert_eq!((found.frames, found.frames_only, found.agree, found.identical), (1, [0, 0], true, false));
}

#[test]
fn an_infinity_agrees_with_itself_only() {
    for (x, y, agree) in [
        (f64::INFINITY, 1.0, false),
        (1.0, f64::NEG_INFINITY, false),
        (f64::INFINITY, f64::NEG_INFINITY, false),
        (f64::INFINITY, f64::INFINITY, true),
        (f64::NAN, f64::NAN, true),
        (f64::NAN, 1.0, false),
        (f64::INFINITY, f64::NAN, false),
        (1.0, 1.0005, true),
        (1.0, 1.1, false),
        (0.0, -0.0, true),
    ] {
        let found = compared(&run(&[(0.0, x)]), &run(&[(0.0, y)]), 1e-3);
        assert_eq!(found.agree, agree, "{x} and {y}");
    }
    let late = |time: f64| Memory { ending: Some(Ending { time, ..ending(1.0) }), ..run(&[]) };
    assert!(!compared(&late(1.0), &late(f64::INFINITY), 1e-3).agree);
    assert!(compared(&late(1.0), &late(1.0001), 1e-3).agree);
}

#[test]
fn other_words_of_the_command_are_told() {
    let made = |words: &[&str]| {
        let mut memory = run(&[(0.0, 0.0)]);
        memory.schema.settings = vec![("rtol".to_owned(), "1e-9".to_owned())];
        memory.schema.origin.command = words.iter().map(|w| (*w).to_owned()).collect();
        memory
    };
    let a = made(&["mainspring", "run", "a.mech", "--rtol", "1e-9", "--set", "l=1 m", "--probe", "x", "--probe", "y"]);
    let b = made(&["mainspring", "run", "a.mech", "--set", "l=2 m", "--set", "k=3", "--probe", "x"]);
    let found = compared(&a, &b, 0.0);
    let told: Vec<[&str; 3]> = found.settings.iter().map(|(n, x, y)| [n.as_str(), x, y]).collect();
    let want = [["--probe", "x, y", "x"], ["--set k", "not given", "3"], ["--set l", "1 m", "2 m"]];
    assert_eq!(told, want);
    assert!(found.identical, "settings do not count");
    assert!(compared(&a, &a, 0.0).settings.is_empty());
    // what is no command of ours is told as it is
    assert_eq!(compared(&a, &made(&["x", "--set", "--odd"]), 0.0).settings.len(), 4);
}
