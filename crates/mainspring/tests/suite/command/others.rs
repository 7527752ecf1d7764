//! `check`, `explain`, `new`, `gallery`, `completions`.

use crate::command::support::{Folder, PENDULUM, gallery};

#[test]
fn check_says_what_it_found() {
    let folder = Folder::with("a.mech", PENDULUM).and("b.mech", "space planar\npart x = y()\nmass m = 2 at (0, 0)\n");
    let ended = folder.run(&["check", "a.mech", "b.mech"]).exits(1);
    assert!(ended.out.contains("a.mech: fine, planar, 1 body, 1 joint, 1 degree of freedom"), "{ended:#?}");
    // all mistakes of a file in one go
    assert!(
        ended.out.contains("b.mech: 2 errors") && ended.err.contains("b.mech:2") && ended.err.contains("b.mech:3"),
        "{ended:#?}"
    );
    assert!(!folder.has("out"));
}

#[test]
fn every_code_is_explained() {
    let folder = Folder::new();
    let list = folder.run(&["explain"]).exits(0).out;
    assert!(list.lines().count() > 40);
    folder.run(&["explain", "e0102"]).exits(0).says("E0102: ");
    folder.run(&["explain", "E0701"]).exits(0).says("loop");
    folder.run(&["explain", "E07011"]).exits(2).says("did you mean `E0701`?");
    folder.run(&["explain", "xyzzy"]).exits(2).says("lists all");
}

#[test]
fn a_new_scene_is_canonical_and_runs() {
    let folder = Folder::new();
    folder.run(&["new", "swing"]).exits(0).says("mainspring run swing.mech");
    folder.run(&["fmt", "--check", "swing.mech"]).exits(0);
    folder.run(&["check", "swing.mech"]).exits(0);
    let json = folder.run(&["run", "swing.mech", "--json", "--set", "reach=60 cm"]).exits(0).json();
    assert!(json["energy"]["residual"].as_f64().unwrap() < 1e-7);
    // never overwrites
    folder.run(&["new", "swing"]).exits(2).says("left as it is");
    folder.run(&["new", "deep/er.mech"]).exits(0);
    assert!(folder.has("deep/er.mech"));
}

#[test]
fn the_gallery_is_listed_printed_and_copied() {
    let folder = Folder::new();
    let list = folder.run(&["gallery"]).exits(0).says("pendulum").out;
    // a description is a whole sentence, however its lines and shortened words end
    let lines: Vec<&str> = list.lines().collect();
    for (i, line) in lines.iter().enumerate().filter(|(i, _)| lines.get(i + 1).is_none_or(|l| !l.starts_with(' '))) {
        assert!(line.ends_with(['.', '?', '!']) && !line.ends_with("Fig."), "line {i}: {line}");
    }
    let printed = folder.run(&["gallery", "pendulum"]).exits(0).out;
    assert_eq!(printed, std::fs::read_to_string(gallery().join("pendulum/scene.mech")).unwrap());
    folder.run(&["gallery", "pendulum", "--copy", "."]).exits(0);
    assert!(folder.has("pendulum/scene.mech") && folder.has("pendulum/README.md"));
    folder.run(&["check", "pendulum/scene.mech"]).exits(0);
    folder.run(&["gallery", "pendulum", "--copy", "."]).exits(2).says("left as it is");
    folder.run(&["gallery", "pendulun"]).exits(2).says("did you mean `pendulum`?");
}

#[test]
fn shells_are_completed() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        folder.run(&["completions", shell]).exits(0).says("integrator");
    }
    folder.run(&["completions", "tcsh"]).exits(2);
}
