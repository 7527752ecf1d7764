//! `fmt`: canonical text, comments kept, errors left alone.

use crate::command::support::{Ended, Folder};
use std::io::Write;
use std::process::Stdio;

const LOOSE: &str = "space   planar\nlet a=1 cm // why\n";
const TIDY: &str = "space planar\nlet a = 1 cm  // why\n";

#[test]
fn files_are_rewritten_once() {
    let folder = Folder::with("a.mech", LOOSE).and("b.mech", TIDY);
    let ended = folder.run(&["fmt", "--check", "a.mech", "b.mech"]).exits(1);
    assert_eq!(ended.out, "a.mech\n");
    assert_eq!(folder.read("a.mech"), LOOSE);
    folder.run(&["fmt", "a.mech", "b.mech"]).exits(0);
    assert_eq!(folder.read("a.mech"), TIDY);
    folder.run(&["fmt", "--check", "a.mech", "b.mech"]).exits(0);
}

#[test]
fn a_file_with_errors_is_left_alone() {
    let folder = Folder::with("a.mech", "let a = (1\n").and("b.mech", LOOSE);
    folder
        .run(&["fmt", "a.mech", "b.mech", "nowhere.mech"])
        .exits(1)
        .says("E0104")
        .says("a.mech:1")
        .says("no such file");
    assert_eq!(folder.read("a.mech"), "let a = (1\n");
    assert_eq!(folder.read("b.mech"), TIDY);
}

#[test]
fn standard_input_goes_to_standard_output() {
    let folder = Folder::new();
    let through = |text: &[u8], more: &[&str]| {
        let all: Vec<&str> = ["fmt", "--stdin"].iter().chain(more).copied().collect();
        let mut command = folder.command(&all);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(text).unwrap();
        Ended::from(child.wait_with_output().unwrap())
    };
    assert_eq!(through(LOOSE.as_bytes(), &[]).exits(0).out, TIDY);
    through(LOOSE.as_bytes(), &["--check"]).exits(1);
    through(b"let a = (1", &[]).exits(1).says("standard input:1");
    through(b"\xff", &[]).exits(1).says("UTF-8");
    folder.run(&["fmt"]).exits(2);
}
