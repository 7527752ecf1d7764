//! Fields given by functions that jump or bend inside a window: against the same field as windows of its smooth pieces, and
//! refused where the sum over a part is not known.

use crate::support;

use mainspring_trust::{Against::OtherWay, case};
use support::{last, run_text};

/// Where a plate ends that starts turned and spinning among windows.
fn ends(windows: &str) -> [f64; 4] {
    let (_, memory) = run_text(&format!(
        "space planar
primitive plate {{ shape = polygon((0, 0), (6, 1), (3, 6), (2, 2)) cm; area_density = 2 kg/m^2 }}
part p = plate() at (-1, -2) cm turned 20 deg spinning 1 rad/s
record p.position, p.angle, p.velocity
run 0.15 s {{ rtol = 1e-11 }}
{windows}
"
    ));
    ["p.position.x", "p.position.y", "p.angle", "p.velocity.x"].map(|name| last(&memory, name))
}

fn alike(name: &str, given: &str, windows: &str) {
    let (one, other) = (ends(given), ends(windows));
    let off = (0..4).map(|i| (one[i] - other[i]).abs()).fold(0.0, f64::max);
    case!(name, "where it ends, m, rad, m/s", OtherWay, "windows of the smooth pieces").off(off, 1e-8);
}

#[test]
fn a_jump_along_a_line_is_two_windows() {
    alike(
        "jump across x",
        "window c = rect(1 m, 1 m) { force = (if x > 0 m then 100 N/m^2 else 0 N/m^2, 0 N/m^2) }",
        "window c = rect((0, -50) cm, (50, 50) cm) { force = (100, 0) N/m^2 }",
    );
    alike(
        "jump across a diagonal",
        "window c = rect(1 m, 1 m) { force = (0 N/m^2, if x + y > 1 cm and x - 2*y < 3 cm then 50 N/m^2 else -10 N/m^2) }",
        "window c = rect(1 m, 1 m) { force = (0, -10) N/m^2 }
window d = polygon((5/3, -2/3), (203, 100), (-199, 200)) cm { force = (0, 60) N/m^2 }",
    );
}

#[test]
fn kinks_and_stripes_are_cut_where_they_are() {
    alike(
        "absolute value",
        "window c = rect(1 m, 1 m) { force = (-3000 N/m^3 * abs(x), 30 N/m^2 * sign(y)) }",
        "window a = rect((0, -50) cm, (50, 50) cm) { force = (-3000 N/m^3 * x, 0 N/m^2) }
window b = rect((-50, -50) cm, (0, 50) cm) { force = (3000 N/m^3 * x, 0 N/m^2) }
window e = rect((-50, 0) cm, (50, 50) cm) { force = (0, 30) N/m^2 }
window f = rect((-50, -50) cm, (50, 0) cm) { force = (0, -30) N/m^2 }",
    );
    alike(
        "kink inside a condition",
        "window c = rect(1 m, 1 m) { force = (if abs(x) < 1 cm then 80 N/m^2 else max(-20 N/m^2, 2000 N/m^3 * y), 0 N/m^2) }",
        "window a = rect((-1, -50) cm, (1, 50) cm) { force = (80, 0) N/m^2; priority = 1 }
window b = rect((-50, -1) cm, (50, 50) cm) { force = (2000 N/m^3 * y, 0 N/m^2) }
window e = rect((-50, -50) cm, (50, -1) cm) { force = (-20, 0) N/m^2 }",
    );
    let stripes: String = (-25..25)
        .map(|k| {
            let x = 2.0 * f64::from(k);
            format!("window s{} = rect(({x}, -50) cm, ({}, 50) cm) {{ force = (0, 40) N/m^2 }}\n", k + 25, x + 1.0)
        })
        .collect();
    alike(
        "stripes",
        "window c = rect(1 m, 1 m) { force = (0 N/m^2, if mod(x, 2 cm) < 1 cm then 40 N/m^2 else 0 N/m^2) }",
        &stripes,
    );
    alike(
        "stripes by whole numbers",
        "window c = rect(1 m, 1 m) { force = (0 N/m^2, if mod(floor(x/(1 cm)), 2) == 0 then 40 N/m^2 else 0 N/m^2) }",
        &stripes,
    );
}

#[test]
fn a_moving_jump_under_another_window_is_cut_too() {
    alike(
        "jump that moves, layered",
        "window c = rect(1 m, 1 m) { force = (if x > 0.1 m/s * t then 30 N/m^2 else 10 N/m^2, 0 N/m^2) }
window top = rect(1 cm, 1 cm) at (t*(0.2 m/s), 0 m) { force = (0, 0) N/m^2; priority = 3 }",
        "window c = rect(1 m, 1 m) { force = (10, 0) N/m^2 }
window d = rect((0, -50) cm, (50, 50) cm) at (0.1 m/s * t, 0 m) { force = (20, 0) N/m^2 }
window top = rect(1 cm, 1 cm) at (t*(0.2 m/s), 0 m) { force = (0, 0) N/m^2; priority = 3 }",
    );
}

/// The code a run ends with.
fn refused(window: &str, motion: &str) -> String {
    let scene = format!(
        "space planar
primitive plate {{ shape = rect(4 cm, 3 cm); area_density = 2 kg/m^2 }}
{window}
part p = plate() at (0, 0) m {motion}
run 0.3 s
"
    );
    let (definition, findings) = mainspring_language::load("scene", &scene, &mut mainspring_language::NoImports);
    assert!(findings.is_empty(), "{findings:?}");
    let model =
        mainspring_builder::build(&definition, &mainspring_builder::BuildOptions::default()).expect("it builds");
    let assembled = mainspring_dynamics::assemble(&std::sync::Arc::new(model)).expect("it assembles");
    let mut sink = mainspring_record::Memory::default();
    let run = mainspring_engine::run(assembled, mainspring_engine::Options::default(), &mut sink, |_| {});
    run.err().map_or_else(|| "finished".to_owned(), |(error, _)| error.code().to_owned())
}

#[test]
fn a_jump_along_a_curve_is_refused_before_it_is_felt() {
    // the sliver beyond the circle is found out though no node lies in it: the plate comes to it slowly from inside
    let circle = "window c = rect(1 m, 1 m) { force = (0 N/m^2, if x*x + y*y > 9 cm^2 then 100 N/m^2 else 0 N/m^2) }";
    assert_eq!(refused(circle, "moving (0.05, 0) m/s"), "E0815");
    // nothing jumps where the plate goes
    assert_eq!(refused(&circle.replace("9 cm^2", "900 cm^2"), "moving (0.05, 0) m/s"), "finished");
}

#[test]
fn a_pole_is_refused() {
    // halving meets this pole exactly, where both sides cancel
    assert_eq!(refused("window pole = rect(1 m, 1 m) { force = (1 N/m/(x - 0.5 cm), 0 N/m^2) }", ""), "E0815");
    assert_eq!(refused("window pole = rect(1 m, 1 m) { force = (1 N/m/(x - 0.3 cm), 0 N/m^2) }", ""), "E0815");
}

/// What a plate at a place comes to, a strip 1 cm wide passing over it as a field, and as a window.
fn passed(scene: &str, field: &str, window: &str) -> [[f64; 3]; 2] {
    [field, window].map(|over| {
        let (_, memory) = run_text(&format!(
            "space planar
primitive plate {{ shape = rect(4 cm, 3 cm); area_density = 2 kg/m^2 }}
{scene}
{over}
record p.position, p.velocity
"
        ));
        ["p.velocity.x", "p.velocity.y", "p.position.y"].map(|name| last(&memory, name))
    })
}

fn passed_alike(name: &str, scene: &str, field: &str, window: &str) {
    let [one, other] = passed(scene, field, window);
    assert!(other[1] > 1e-3, "the strip is felt: {other:?}");
    let off = (0..3).map(|i| (one[i] - other[i]).abs()).fold(0.0, f64::max);
    case!(name, "velocity and place, m/s, m", OtherWay, "the strip as a window")
        .off(off, 1e-6 * (1.0 + other[1].abs()));
}

#[test]
fn a_strip_in_a_field_that_moves_is_felt() {
    passed_alike(
        "strip over a plate at rest",
        "surface { friction = 0.2; law = coulomb }
part p = plate() at (1, 0) m
run 3.2 s",
        "window a = rect(20 m, 1 m) { force = (0 N/m^2, if abs(x + 5 m - t*(2 m/s)) < 5 mm then 1000 N/m^2 else 0 N/m^2) }",
        "window a = rect(1 cm, 1 m) at (-5 m + t*(2 m/s), 0 m) { force = (0, 1000) N/m^2 }",
    );
    passed_alike(
        "strip to and fro",
        "part p = plate() at (1, 0) m
run 0.5 s",
        "window w = rect(20 m, 1 m) { force = (0 N/m^2, if abs(x - 5 m*sin(t*(20 rad/s))) < 5 mm then 1000 N/m^2 else 0 N/m^2) }",
        "window w = rect(1 cm, 1 m) at (5 m*sin(t*(20 rad/s)), 0 m) { force = (0, 1000) N/m^2 }",
    );
    passed_alike(
        "strip that follows a part",
        "part a = plate() at (-5, 0.8) m moving (10, 0) m/s
part p = plate() at (0, 0) m
run 0.6 s",
        "window w = rect(40 m, 1 m) { force = (0 N/m^2, if abs(x - a.position.x) < 5 mm then 1000 N/m^2 else 0 N/m^2) }",
        "window w = rect(1 cm, 1 m) at (a.position.x, 0 m) { force = (0, 1000) N/m^2 }",
    );
    let five: String = (-15..6)
        .map(|k| {
            let n = k + 15;
            format!("window s{n} = rect((0, -5) m, (0.005, 5) m) at ({k} m + t*(10 m/s), 0 m) {{ force = (0, 100) N/m^2 }}\n")
        })
        .collect();
    passed_alike(
        "strips one after another",
        "part p = plate() at (0.5, 0) m
run 0.5 s",
        "window w = rect(40 m, 10 m) { force = (0 N/m^2, if mod(x - t*(10 m/s), 1 m) < 5 mm then 100 N/m^2 else 0 N/m^2) }",
        &five,
    );
}

#[test]
fn a_part_that_moves_feels_a_strip_in_a_field() {
    passed_alike(
        "slanted strip",
        "surface { friction = 0.2 }
part p = plate() at (-1, 0) m moving (3, 0) m/s
run 0.7 s",
        "window w = rect(40 m, 10 m) { force = (0 N/m^2, if x + 0.3*y > 0.5 m and x + 0.3*y < 0.505 m then 1000 N/m^2 else 0 N/m^2) }",
        "window w = polygon((2, -5), (2.005, -5), (-0.995, 5), (-1, 5)) m { force = (0, 1000) N/m^2 }",
    );
    passed_alike(
        "strip passed at 100 m/s",
        "part p = plate() at (-10, 0) m moving (100, 0) m/s
run 0.3 s",
        "window w = rect(400 m, 1 m) { force = (0 N/m^2, if x > 5 m and x < 5.005 m then 1e5 N/m^2 else 0 N/m^2) }",
        "window w = rect((5, -0.5) m, (5.005, 0.5) m) { force = (0, 1e5) N/m^2 }",
    );
}

#[test]
fn a_pole_at_the_middle_of_a_part_is_refused() {
    assert_eq!(refused("window pole = rect(2 m, 2 m) { force = (1 N/m/x, 0 N/m^2) }", ""), "E0815");
    let root = "sqrt(0.5 - t/(0.01 s))";
    let given = |what: &str| refused(what, "");
    assert_eq!(
        given(&format!("array a = grid(10, 10, pitch = 1 cm) {{ force = (1, 0) N/m^2; level = {root} }}")),
        "E0815"
    );
    assert_eq!(
        given(&format!(
            "surface {{ friction = 0.1 }}\nwindow w = rect(2 m, 2 m) {{ velocity = ({root}*(1 m/s), 0 m/s) }}"
        )),
        "E0815"
    );
    let power = format!("window w = rect(2 m, 2 m) {{ force = (1, 0) N/m^2; power = {root}*(1 W/m^2) }}");
    assert_eq!(given(&power), "E0815");
    assert_eq!(given(&format!("surface {{ friction = 0.1 }}\n{power}")), "E0815");
}
