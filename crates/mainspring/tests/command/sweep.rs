//! Scenes of the exact sweep: `check`, `info` and `fmt` read them; what needs a mechanism in time steps refuses them.

use crate::support::Folder;

const LATCH: &str = "space planar
method sweep
obstacle plate = pierced(rect((0, 0) mm, (9, 9) mm), rect((1, 1) mm, (2, 2) mm))
root body moves (1, 0) mm/s from (-20, 12) mm until 40 mm
pawl hook on body at (0, 3) mm = polygon((0, 0), (6, -7), (6, 1)) mm { stiffness = 12 N*mm/rad; rest = 90 deg }
report events
";

#[test]
fn a_sweep_is_checked_and_told() {
    let folder = Folder::with("latch.mech", LATCH);
    folder.run(&["check", "latch.mech"]).exits(0).says("exact sweep, 1 pawl on `body`, 1 obstacle, 11 vertices");
    folder
        .run(&["info", "latch.mech"])
        .exits(0)
        .says("body: no outline")
        .says("from (-20, 12) mm with (1, 0) mm/s until 40 s")
        .says("hook: 3 vertices at (0, 3) mm, stiffness 0.012 N*m/rad, friction 0, rest 90 deg, start 90 deg")
        .says("plate: 8 vertices in 2 outlines");
    let told = folder.run(&["info", "latch.mech", "--json"]).exits(0).json();
    assert_eq!(told["pawls"][0]["hinge"][1], 0.003);
    assert_eq!(told["obstacles"][0]["outlines"][1].as_array().unwrap().len(), 4);
    assert_eq!((&told["vertices"], &told["root"]["until"]), (&11.into(), &40.0.into()));
    folder.run(&["fmt", "--check", "latch.mech"]).exits(0);
}

#[test]
fn what_is_wrong_with_a_sweep_is_told() {
    let folder = Folder::with("latch.mech", LATCH.replace("(1, 0) mm/s", "(0, 0) mm/s"));
    folder.run(&["check", "latch.mech"]).exits(1).says("E0533").says("latch.mech:4");
    folder.run(&["info", "latch.mech"]).exits(1).says("E0533");
    folder.run(&["explain", "E0531"]).exits(0).says("method event");
}

#[test]
fn a_scene_in_time_is_told_too() {
    let folder = Folder::with("a.mech", crate::support::PENDULUM);
    folder.run(&["info", "a.mech"]).exits(0).says("1 body, 1 joint").says("1 degree of freedom");
    assert_eq!(folder.run(&["info", "a.mech", "--json"]).exits(0).json()["bodies"][0], "bob");
}

#[test]
fn a_sweep_has_no_mechanism_to_assemble() {
    let folder = Folder::with("latch.mech", LATCH);
    folder.run(&["orient", "latch.mech"]).exits(1).says("E0920");
}
