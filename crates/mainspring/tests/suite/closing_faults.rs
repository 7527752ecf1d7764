//! Loops that once began open or elsewhere than guessed; each scene that was wrong is a test named after its file in
//! `tests/faults/`.

use crate::fault_scenes::{finishes, last, near, text};
use mainspring::prelude::*;
use mainspring::simulate;
use std::path::Path;

#[test]
fn compliant_loop_open() {
    let scene = text("compliant_loop_open").replace("run 1 s", "run 10 ms");
    let run = finishes(&scene, &[0.0], &["energy.spring", "r.force.x", "o.angle"]);
    // closed to what rounding leaves
    near(last(&run, "energy.spring"), 0.0, 1e-15, "nothing is stored");
    near(last(&run, "r.force.x"), 0.0, 1e-6, "nothing pulls");
    assert!(!run.notes.iter().any(|d| d.code == "W0717"), "{:?}", run.notes);
}

#[test]
fn compliant_loops_that_cannot_close_begin_open_with_a_warning() {
    // bars of 10 cm, 30 cm and 20 cm do not reach 1 m
    let far = text("compliant_loop_open").replace("(25, 0) cm", "(100, 0) cm").replace("run 1 s", "run 1 us");
    let run = finishes(&far, &[0.0], &["energy.spring"]);
    let open: Vec<_> = run.notes.iter().filter(|d| d.code == "W0717").map(|d| d.message.as_str()).collect();
    assert!(open.len() == 1 && open[0].starts_with("`r` begins open by"), "{open:?}");
    assert!(last(&run, "energy.spring") > 1e3);
}

#[test]
fn bookcam() {
    let run = finishes(&text("bookcam"), &[0.0, 0.125], &["shaft.angle", "guide.travel"]);
    let values = |name: &str| run.values.iter().find(|m| m.name == name).expect("read").values.concat();
    for (angle, should) in values("shaft.angle").iter().zip([0.0, 0.5 * std::f64::consts::PI]) {
        near(*angle, should, 1e-9, "the shaft begins where it stands");
    }
    for travel in values("guide.travel") {
        near(travel, 0.04, 1e-9, "4 cm + 5 mm sin 2φ");
    }
    assert!(run.notes.iter().all(|d| d.code != "W0718"), "{:?}", run.notes);
}

#[test]
fn camspline() {
    // its slope jumps where the shaft has made a turn
    let scene = text("camspline").replace("run 1 s", "run 0.4 s");
    let run = finishes(&scene, &[0.0, 0.25], &["shaft.angle", "guide.travel"]);
    let values = |name: &str| run.values.iter().find(|m| m.name == name).expect("read").values.concat();
    near(values("shaft.angle")[0], 0.0, 1e-12, "the shaft begins where it stands");
    for (travel, should) in values("guide.travel").iter().zip([0.04, 0.05]) {
        near(*travel, should, 1e-9, "at points of the spline");
    }
}

#[test]
fn walker() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults");
    let settings = Settings { until: Some(0.001), ..Settings::default() };
    let run = simulate(Scene::file(&folder.join("walker.mech")), &settings).unwrap_or_else(|e| panic!("{e}"));
    let said: Vec<_> = run.notes.iter().filter(|d| d.code == "W0718").map(|d| d.message.as_str()).collect();
    assert_eq!(said.len(), 1, "{:?}", run.notes);
    assert!(said[0].contains("`r[0].d1` begins at 14.9 deg (guess 105.0 deg)"), "{said:?}");
}

#[test]
fn a_drive_that_cannot_begin_where_it_stands_says_so() {
    // a crank of 10 cm that points away from a pin at 59 cm: rod and rocker reach 50 cm
    let scene = "space planar
primitive bar(l: length) { shape = rect(l, 1 cm); mass = 1 kg; point a = (-l/2, 0); point b = (l/2, 0) }
part c = bar(10 cm)
part r = bar(30 cm)
joint o = revolute(ground (0, 0), c.a)
joint p = revolute(c.b, r.a)
part w = bar(20 cm)
joint q = revolute(r.b, w.a)
joint g = revolute(ground (59 cm, 0), w.b)
guess o = 170 deg
guess q = 30 deg
drive o speed = -1 rad/s
run 1 ms
";
    let run = finishes(scene, &[0.0], &["o.angle"]);
    let said: Vec<_> = run.notes.iter().filter(|d| d.code == "W0718").map(|d| d.message.clone()).collect();
    assert!(said.iter().any(|m| m.starts_with("`o` is driven and begins at")), "{:?}", run.notes);
}

#[test]
fn compliant_joints_between_parts_with_a_place_begin_as_placed() {
    // 1 kg, 1 cm off a mount of 400 N/m: 0.5 · 400 · 1e-4 J
    let scene = "space planar
primitive block { shape = rect(4 cm, 4 cm); mass = 1 kg }
part b = block() at (0, 1) cm
joint mount = weld(ground (0, 0), b.center) { compliant { stiffness = 400 N/m; turning_stiffness = 10 N*m/rad } }
run 1 s
";
    let run = finishes(scene, &[0.0], &["energy.spring"]);
    near(last(&run, "energy.spring"), 0.02, 1e-12, "stretched as placed");
}
