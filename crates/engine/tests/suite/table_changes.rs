//! Surfaces that change under parts at rest, steps of scripts that come together, small parts among large ones, power by
//! duty: against what follows by hand.

use crate::support;

use mainspring_trust::{
    Against::{ClosedForm, OtherWay},
    case,
};
use support::{last, of, run_text};

const G: f64 = 9.81;

/// A plate on belts, with what happens to them.
fn carried(belts: &str, duration: f64) -> (mainspring_engine::Outcome, mainspring_record::Memory) {
    run_text(&format!(
        "space planar
surface {{ gravity = {G} m/s^2; static_friction = 0.4; dynamic_friction = 0.3; law = coulomb }}
primitive plate {{ shape = rect(4 cm, 3 cm); area_density = 2 kg/m^2 }}
{belts}
part p = plate() at (-20, 0) cm
record p.position, p.velocity
run {duration} s every 10 ms
"
    ))
}

#[test]
fn a_belt_that_slows_down_to_rest_keeps_its_part() {
    let (out, memory) = carried(
        "window belt = rect((-50, -25) cm, (50, 25) cm) {
  velocity = (if t < 1 s then (0.2 m/s)*(1 - t/(1 s)) else 0 m/s, 0 m/s)
}",
        2.0,
    );
    assert_eq!(of(&out.events, "slip").len(), 0, "{:?}", out.events);
    // grips once μ g t = 0.2 (1 − t); then goes with the belt
    let grips = 0.2 / (0.3 * G + 0.2);
    let way = 0.5 * 0.3 * G * grips * grips + 0.1 * (1.0 - grips) * (1.0 - grips);
    case!("belt that slows down", "where the plate ends, m", ClosedForm, "μg t²/2 + u (1 − t)²/2")
        .off(last(&memory, "p.position.x") + 0.2 - way, 1e-9);
    assert_eq!(last(&memory, "p.velocity.x"), 0.0);
}

#[test]
fn a_frame_with_another_belt_of_the_same_velocity_keeps_its_part() {
    let (out, memory) = carried(
        "window one = rect((-50, -25) cm, (50, 25) cm) { velocity = (0.2, 0) m/s }
window two = rect((-50, -25) cm, (50, 25) cm) { velocity = (0.2, 0) m/s; priority = 1 }
frame a { one }
frame b { two }
script s { a for 0.5 s; b for 0.5 s; repeat }",
        2.0,
    );
    assert_eq!(of(&out.events, "slip").len(), 0, "{:?}", out.events);
    let grips = 0.2 / (0.3 * G);
    case!("belts in turn", "where the plate ends, m", ClosedForm, "u (t − t₁/2)")
        .off(last(&memory, "p.position.x") + 0.2 - 0.2 * (2.0 - 0.5 * grips), 1e-9);
}

#[test]
fn steps_too_short_to_tell_apart_come_at_once() {
    let (out, memory) = run_text(
        "space planar
primitive plate { shape = rect(4 cm, 3 cm); area_density = 2 kg/m^2 }
window a = rect(2 m, 2 m) { force = (1, 0) N/m^2 }
window b = rect(2 m, 2 m) { force = (0, 1) N/m^2 }
frame fa { a }
frame fb { b }
part p = plate() at (0, 0) m
record p.velocity
script s { fa for 1e-15 s; repeat 20; fb for 1 s }
run 0.5 s
",
    );
    let shows = of(&out.events, "frame");
    assert_eq!(shows.len(), 21);
    assert!(shows.iter().all(|e| e.time < 1e-13), "{shows:?}");
    case!("twenty steps of 1e-15 s", "speed, m/s", ClosedForm, "f t/ρ")
        .off(last(&memory, "p.velocity.y") - 0.25, 1e-12);
    assert!(last(&memory, "p.velocity.x") < 1e-12);
}

#[test]
fn a_speck_beside_a_large_part_keeps_its_spin() {
    let (out, _) = run_text(
        "space planar
surface { gravity = 9.81 m/s^2; friction = 0.1; law = coulomb }
primitive speck { shape = disc(1 um); area_density = 2 kg/m^2 }
primitive field { shape = rect(1 km, 1 km); area_density = 2 kg/m^2 }
part p = speck() at (0, 0) m spinning 3 rad/s
part b = field() at (0, 5) km spinning 0.001 rad/s
record p.rate
run 1 s
",
    );
    let stops: Vec<f64> = of(&out.events, "stick").iter().filter(|e| e.who[0] == "p").map(|e| e.time).collect();
    assert_eq!(stops.len(), 1, "{:?}", out.events);
    let expected = 3.0 * 1e-6 * 3.0 / (4.0 * 0.1 * G);
    case!("spinning speck", "time at which it stops, s", ClosedForm, "3 ω r/(4 μ g)")
        .off(stops[0] - expected, 1e-3 * expected);
}

#[test]
fn power_goes_by_duty() {
    let power = |array: &str| {
        let (_, memory) = run_text(&format!(
            "space planar
surface {{ gravity = 0 m/s^2 }}
primitive plate {{ shape = rect(1 cm, 1 cm); area_density = 2 kg/m^2 }}
array c = grid(4, 2, pitch = 1 cm) {{ {array} }}
part p = plate() at (50, 50) cm
record c.power
run 0.1 s
"
        ));
        last(&memory, "c.power")
    };
    let cells = 8.0 * 2e-3;
    case!("array at a duty", "power, W", ClosedForm, "Σ power × duty × level")
        .off(power("force = (1, 0) N/m^2; power = 2 mW; duty = 0.25; level = 0.5") - cells * 0.125, 1e-15);
    let by_column = 2.0 * 2e-3 * (0.0 + 0.2 + 0.4 + 0.6);
    assert!((power("force = (1, 0) N/m^2; power = 2 mW; duty = i/5") - by_column).abs() < 1e-15);
    // of each block one cell at 4·2/40, one at 4·1/40
    let four = 2.0 * 2e-3 * (0.2 + 0.1);
    let array = "force = (2, -1) N/m^2; directions = four; strength = 40 N/m^2; power = 2 mW";
    case!("four directions", "power, W", ClosedForm, "Σ power × duty").off(power(array) - four, 1e-15);
    assert!((power(&format!("{array}; duty = 0.5")) - 0.5 * four).abs() < 1e-15);
}

#[test]
fn an_array_that_cannot_be_laid_out_is_an_error() {
    let scene = "space planar
surface { friction = 0.1 }
primitive plate { shape = rect(1 cm, 1 cm); area_density = 2 kg/m^2 }
array c = grid(4, 2, pitch = 1 nm) at (1e9, 0) m { force = (1, 0) N/m^2 }
part p = plate() at (0, 0) cm
run 0.1 s
";
    let (definition, _) = mainspring_language::load("scene", scene, &mut mainspring_language::NoImports);
    let Ok(model) = mainspring_builder::build(&definition, &mainspring_builder::BuildOptions::default()) else {
        panic!("it builds");
    };
    let Err(errors) = mainspring_dynamics::assemble(&std::sync::Arc::new(model)) else { panic!("it cannot be") };
    let found = errors[0].diagnostic();
    assert!(found.code == "E0716" && found.message.contains("`c`"), "{found:?}");
}

/// A plate in free space with a script `s`.
fn scripted(rest: &str) -> (mainspring_engine::Outcome, mainspring_record::Memory) {
    run_text(&format!(
        "space planar
primitive plate {{ shape = rect(4 cm, 3 cm); area_density = 2 kg/m^2; restitution = 1; friction = 0 }}
window up = rect(20 m, 20 m) {{ force = (0, 1) N/m^2 }}
window on = rect(20 m, 20 m) {{ force = (1, 0) N/m^2 }}
frame rise {{ up }}
frame go {{ on }}
{rest}
record s.step, p.velocity, p.position
"
    ))
}

#[test]
fn a_step_ends_when_a_part_has_fallen_into_a_bin() {
    let (_, memory) = scripted(
        "bin b = rect((0, -1) m, (1, 1) m)
part p = plate() at (-5, 3) m
part q = plate() at (-1, 0) m moving (1, 0) m/s
script s { rise until b.count > 0; off for 1 s }
run 3 s",
    );
    // q is in the bin when its centre is; it takes 1 s, and until then p is pushed with 1/2 m/s²
    let speed = last(&memory, "p.velocity.y");
    case!("step until a count", "velocity gained until then", ClosedForm, "f t/ρ")
        .answer(0.5, "m/s")
        .off(speed - 0.5, 1e-9);
    assert_eq!(last(&memory, "s.step"), 0.0);
}

#[test]
fn a_step_ends_when_a_part_has_arrived() {
    let (_, memory) = scripted(
        "part p = plate() at (-5, 3) m
part q = plate() at (-1, 0) m arriving 0.5 s
script s { off until q.present > 0; rise for 1 s }
run 3 s",
    );
    case!("step until a part is there", "velocity gained after that", ClosedForm, "f t/ρ")
        .answer(0.5, "m/s")
        .off(last(&memory, "p.velocity.y") - 0.5, 1e-9);
}

#[test]
fn a_step_ends_by_the_velocity_after_a_blow() {
    let (_, memory) = scripted(
        "contacts all
obstacle wall = rect((0, -1) m, (1, 1) m) { restitution = 1; friction = 0 }
part p = plate() at (-1, 0) m moving (1, 0) m/s
script s { off until p.velocity.x < 0 m/s; rise for 1 s }
run 3 s",
    );
    case!("step until a rebound", "velocity gained after that", ClosedForm, "f t/ρ")
        .answer(0.5, "m/s")
        .off(last(&memory, "p.velocity.y") - 0.5, 1e-9);
}

#[test]
fn a_duration_and_a_condition_at_one_moment_end_one_step() {
    // the velocity reaches 0.1 m/s at 0.2 s, the very end of the step
    let (_, memory) = scripted(
        "part p = plate() at (0, 0) m
script s { go for 0.2 s until p.velocity.x > 0.1 m/s; rise for 0.3 s until p.velocity.y > 10 m/s; off for 1 s }
run 1 s",
    );
    let answers = [("p.velocity.x", 0.1), ("p.velocity.y", 0.15)];
    for (name, answer) in answers {
        case!("duration and condition together", name, ClosedForm, "f t/ρ")
            .answer(answer, "m/s")
            .off(last(&memory, name) - answer, 1e-9);
    }
}

/// Energy that an array draws while a window passes over it.
fn drawn(window: &str, duration: f64) -> f64 {
    let (_, memory) = run_text(&format!(
        "space planar
primitive plate {{ shape = rect(4 cm, 3 cm); area_density = 2 kg/m^2 }}
array c = grid(20, 20, pitch = 1 cm) at (-10, -10) cm {{ force = (0, 0) N/m^2; power = 1 mW }}
{window}
part p = plate() at (0, 9) m
record surface.energy
run {duration} s
"
    ));
    last(&memory, "surface.energy")
}

#[test]
fn what_is_covered_for_a_moment_draws_nothing_meanwhile() {
    // a window of half the array's width covers ½ while it is over it, less while it comes and goes: 20 cm/v × ½ in all
    let fast = "window w = rect(10 cm, 20 cm) at (-5.15 m + 10 m/s*t, 0 cm) { force = (0, 0) N/m^2; priority = 1 }";
    case!("window over an array at 10 m/s", "energy drawn, J", ClosedForm, "P (T − w/v)")
        .off(drawn(fast, 1.0) - 0.4 * (1.0 - 0.1 / 10.0), 1e-12);
    // slantwise
    let slant = "window w = rect(10 cm, 10 cm) at (-15 cm + 10 cm/s*t, -15 cm + 10 cm/s*t) { force = (0, 0) N/m^2; priority = 1 }";
    // covered: (t/2)² for 1 s, ¼ for 1 s, as it came for 1 s
    let covered = 2.0 / 12.0 + 0.25;
    case!("window over an array aslant", "energy drawn, J", ClosedForm, "P (T − ∫ share dt)")
        .off(drawn(slant, 4.0) - 0.4 * (4.0 - covered), 1e-9);
}

#[test]
fn a_window_placed_by_a_velocity_is_felt() {
    let speed = |most: &str| {
        let (_, memory) = run_text(&format!(
            "space planar
primitive plate {{ shape = rect(4 cm, 3 cm); area_density = 2 kg/m^2 }}
part q = plate() at (0, 3) m moving (5, 0) m/s
window pull = rect((-50, 1) m, (50, 5) m) {{ force = (-1600 N/m^3*x, 0 N/m^2) }}
window a = rect(1 cm, 1 m) at (q.velocity.x*(1 s), 0 m) {{ force = (0, 1000) N/m^2 }}
part p = plate() at (4.9, 0) m
record p.velocity
run 0.1 s {most}
"
        ));
        last(&memory, "p.velocity.y")
    };
    let fine = speed("{ max_step = 20 us }");
    assert!(fine > 0.1, "the window is felt: {fine}");
    case!("window placed by a velocity", "speed of a part it passes, m/s", OtherWay, "steps of 20 µs")
        .off(speed("") - fine, 1e-6 * fine);
}
