//! Parts on a table of actuators, against closed forms.

use crate::support;

use mainspring_record::{Event, Memory};
use mainspring_trust::{Against::ClosedForm, case};
use support::{column, last, of, run_text};

const G: f64 = 9.81;

fn when(events: &[Event], what: &str) -> f64 {
    let found: Vec<&Event> = events.iter().filter(|e| e.text.contains(what)).collect();
    assert_eq!(found.len(), 1, "{what} in {events:?}");
    found[0].time
}

#[test]
fn a_disc_on_a_linear_radial_field_is_a_harmonic_oscillator() {
    // density −c r, area density ρ: ω² = c/ρ; after ten periods it is back
    let (c, rho, periods) = (200.0_f64, 0.5, 10.0);
    let period = 2.0 * std::f64::consts::PI / (c / rho).sqrt();
    let (_, memory) = run_text(&format!(
        "space planar
primitive puck {{ shape = disc(3 cm); area_density = {rho} kg/m^2 }}
window well = rect((-50, -50) cm, (50, 50) cm) {{ force = (-{c} N/m^3 * x, -{c} N/m^3 * y) }}
part p = puck() at (10, 2) cm
record p.position, p.velocity, energy.residual
run {} s every {} s {{ rtol = 1e-12 }}
",
        (periods + 0.25) * period,
        0.25 * period
    ));
    // a quarter of a period later both coordinates pass through zero: the rate there turns what is left into time
    let late = |axis: &str, start: f64| last(&memory, &format!("p.position.{axis}")) / (start * (c / rho).sqrt());
    case!("disc on a linear radial field", "period, part of it", ClosedForm, "2π √(ρ/c)")
        .off(late("x", 0.1).abs().max(late("y", 0.02).abs()) / (periods * period), 1e-9);
    assert!(last(&memory, "energy.residual").abs() < 1e-12);
}

#[test]
fn a_constant_field_and_hybrid_friction_reach_a_steady_speed() {
    let (_, memory) = run_text(
        "space planar
surface { dynamic_friction = 0.1; viscous = 500 N*s/m^3; law = hybrid }
primitive plate { shape = rect(4 cm, 3 cm); area_density = 0.5 kg/m^2 }
window w = rect((-50, -50) m, (50, 50) m) { force = (40, 0) N/m^2 }
part p = plate() at (0, 0) m
record p.velocity, p.surface_force, p.field_force, p.surface_heat, p.field_work
run 1 s every 10 ms
",
    );
    case!("plate in a constant field, hybrid friction", "steady speed, m/s", ClosedForm, "F = K v: f/k")
        .off(last(&memory, "p.velocity.x") - 40.0 / 500.0, 1e-10);
    let balance = last(&memory, "p.surface_force.x") + last(&memory, "p.field_force.x");
    assert!(balance.abs() < 1e-10, "{balance}");
    assert!((last(&memory, "p.field_work") - last(&memory, "p.surface_heat")).abs() < 3e-6);
}

/// Scenes of one part with `coulomb` friction.
fn rubbed(shape: &str, motion: &str) -> (mainspring_engine::Outcome, Memory) {
    run_text(&format!(
        "space planar
surface {{ gravity = {G} m/s^2; dynamic_friction = 0.3; law = coulomb }}
primitive plate {{ shape = {shape}; area_density = 2 kg/m^2 }}
part p = plate() at (0, 0) m {motion}
record p.position, p.angle, p.rate, energy.residual
run 1 s every 10 ms
"
    ))
}

#[test]
fn spinning_parts_stop_at_the_closed_form_time() {
    let rate = 20.0;
    // angular deceleration μ g ∫r dA / ∫r² dA
    let square = {
        let a: f64 = 0.1;
        a * a * a * (std::f64::consts::SQRT_2 + libm::asinh(1.0)) / 6.0 / (a * a * a * a / 6.0)
    };
    let ring = {
        let (outer, inner) = (0.05_f64, 0.03_f64);
        let (cubes, fourths) = (
            outer * outer * outer - inner * inner * inner,
            outer * outer * outer * outer - inner * inner * inner * inner,
        );
        4.0 / 3.0 * cubes / fourths
    };
    for (shape, ratio, name) in [
        ("rect(10 cm, 10 cm)", square, "spinning square"),
        ("disc(5 cm) - disc(3 cm)", ring, "spinning ring"),
        ("disc(5 cm)", 4.0 / 3.0 / 0.05, "spinning disc"),
    ] {
        let (out, memory) = rubbed(shape, &format!("spinning {rate} rad/s"));
        let stops = when(&out.events, "comes to rest");
        case!(name, "time at which it stops, s", ClosedForm, "ω J/(μ g ∫r dA)")
            .off(stops - rate / (0.3 * G * ratio), 1e-9);
        assert!(last(&memory, "p.rate") == 0.0 && last(&memory, "energy.residual").abs() < 1e-12);
    }
}

#[test]
fn a_part_that_slides_without_turning_brakes_evenly() {
    let (out, memory) = rubbed("polygon((0, 0), (6, 0), (3, 6)) cm", "moving (0.4, -0.3) m/s");
    let stops = when(&out.events, "comes to rest");
    case!("sliding triangle", "time at which it stops, s", ClosedForm, "v/(μ g)").off(stops - 0.5 / (0.3 * G), 1e-9);
    let way = 0.25 / (2.0 * 0.3 * G);
    case!("sliding triangle", "way, m", ClosedForm, "v²/(2 μ g)").off(
        libm::hypot(
            last(&memory, "p.position.x") - column(&memory, "p.position.x")[0],
            last(&memory, "p.position.y") - column(&memory, "p.position.y")[0],
        ) - way,
        1e-9,
    );
}

#[test]
fn a_frame_takes_effect_at_its_moment_and_not_at_a_frame_of_the_recording() {
    let (out, memory) = run_text(
        "space planar
primitive plate { shape = rect(10 cm, 6 cm); area_density = 2 kg/m^2 }
window a = rect(2 m, 2 m) { force = (1, 0) N/m^2 }
window b = rect(2 m, 2 m) { force = (0, 1) N/m^2 }
frame first { a }
frame second { b }
script s { first for 1.0000001 s; second for 0.5 s }
part p = plate() at (0, 0) m
record p.velocity, s.step
run 2 s every 100 ms
",
    );
    let frames = of(&out.events, "frame");
    assert_eq!(frames.iter().map(|e| e.time).collect::<Vec<_>>(), [0.0, 1.0000001, 1.5000001]);
    // impulses per mass: f/ρ times the time each was on
    case!("two frames", "speed after 1.0000001 s of the first, m/s", ClosedForm, "f t/ρ")
        .off(last(&memory, "p.velocity.x") - 0.5 * 1.0000001, 1e-13);
    case!("two frames", "speed after 0.5 s of the second, m/s", ClosedForm, "f t/ρ")
        .off(last(&memory, "p.velocity.y") - 0.25, 1e-13);
    assert_eq!(last(&memory, "s.step"), 0.0);
}

#[test]
fn a_part_sets_off_just_where_its_limit_surface_ends() {
    // a force that grows with time: f A = μ_s m g at t*
    let (out, _) = run_text(
        "space planar
surface { gravity = 9.81 m/s^2; static_friction = 0.4; dynamic_friction = 0.3; law = coulomb }
primitive plate { shape = rect(4 cm, 3 cm); area_density = 2 kg/m^2 }
window w = rect(2 m, 2 m) { force = (4 N/m^2/s * t, 3 N/m^2/s * t) }
part p = plate() at (0, 0) m turned 30 deg
record p.velocity
run 3 s every 10 ms
",
    );
    case!("growing field", "time at which the plate slips, s", ClosedForm, "μ_s ρ g/ḟ")
        .off(when(&out.events, "slips") - 0.4 * 2.0 * G / 5.0, 1e-9);
}

#[test]
fn a_belt_takes_a_part_along_and_leaves_it_at_rest_on_it() {
    let (out, memory) = run_text(
        "space planar
surface { gravity = 9.81 m/s^2; dynamic_friction = 0.3; law = coulomb }
primitive plate { shape = rect(4 cm, 3 cm); area_density = 2 kg/m^2 }
window belt = rect((-10, -10) cm, (90, 10) cm) { velocity = (0.2, 0) m/s }
part p = plate() at (0, 0) m
record p.position, p.velocity, p.surface_heat
run 2 s every 10 ms
",
    );
    let grips = 0.2 / (0.3 * G);
    case!("plate on a belt", "time until it moves with the belt, s", ClosedForm, "u/(μ g)")
        .off(when(&out.events, "comes to rest on `belt`") - grips, 1e-9);
    case!("plate on a belt", "where it is after 2 s, m", ClosedForm, "u (t − t₁/2)")
        .off(last(&memory, "p.position.x") - 0.2 * (2.0 - 0.5 * grips), 1e-10);
    assert!((last(&memory, "p.velocity.x") - 0.2).abs() < 1e-12);
}

#[test]
fn higher_priority_wins_and_equal_ones_add() {
    // the same field once by windows over each other, once by one window that moves over another, once by an expression
    let over = |windows: &str| {
        let (_, memory) = run_text(&format!(
            "space planar
primitive plate {{ shape = polygon((0, 0), (6, 0), (3, 6)) cm; area_density = 2 kg/m^2 }}
{windows}
part p = plate() at (1, 1) cm turned 20 deg
record p.field_force, p.field_torque, p.position, p.angle
run 0.3 s every 10 ms {{ rtol = 1e-12 }}
"
        ));
        ["p.field_force.x", "p.field_force.y", "p.field_torque", "p.position.x", "p.position.y", "p.angle"]
            .map(|name| last(&memory, name))
    };
    let low = "rect((-50, -50) cm, (50, 50) cm)";
    let high = "rect((2, -20) cm, (20, 3) cm)";
    let still = over(&format!(
        "window low = {low} {{ force = (10, 0) N/m^2; priority = 1 }}
window also = {low} {{ force = (0, 5) N/m^2; priority = 1 }}
window high = {high} {{ force = (-20, 8) N/m^2; priority = 2 }}"
    ));
    let moving = over(&format!(
        "window low = {low} {{ force = (10, 0) N/m^2; priority = 1 }}
window also = {low} {{ force = (0, 5) N/m^2; priority = 1 }}
window high = {high} at (0 cm * sin(1 rad/s * t), 0 cm) {{ force = (-20, 8) N/m^2; priority = 2 }}"
    ));
    let by_hand = over(&format!(
        "window low = {low} - {high} {{ force = (10, 5) N/m^2 }}
window high = {high} {{ force = (-20, 8) N/m^2 }}"
    ));
    for i in 0..6 {
        assert!((still[i] - by_hand[i]).abs() < 1e-8, "{i}: {still:?} {by_hand:?}");
        assert!((still[i] - moving[i]).abs() < 1e-8, "{i}: {still:?} {moving:?}");
    }
}

#[test]
fn an_array_of_equal_cells_is_a_window() {
    let run = |field: &str| {
        let (_, memory) = run_text(&format!(
            "space planar
primitive plate {{ shape = disc(2 cm) - rect(1 cm, 1 cm); area_density = 2 kg/m^2 }}
{field}
part p = plate() at (9, 7) cm turned 20 deg moving (-0.1, 0) m/s spinning 1 rad/s
record p.position, p.angle, p.field_force
run 0.5 s every 10 ms {{ rtol = 1e-12 }}
"
        ));
        ["p.position.x", "p.position.y", "p.angle", "p.field_force.x"].map(|name| last(&memory, name))
    };
    let window = run("window w = rect((0, 0) cm, (10, 8) cm) { force = (10, -20) N/m^2 }");
    let cells = run("array w = grid(10, 8, pitch = 1 cm) { force = (10, -20) N/m^2 }");
    let varying = run("array w = grid(10, 8, pitch = 1 cm) { force = (10 N/m^2 * cos(0 rad/s * t), -20 N/m^2) }");
    for i in 0..4 {
        assert!((window[i] - cells[i]).abs() < 1e-8, "{i}: {window:?} {cells:?}");
        assert!((window[i] - varying[i]).abs() < 1e-8, "{i}: {window:?} {varying:?}");
    }
}

#[test]
fn parts_arrive_leave_and_are_counted() {
    let (out, memory) = run_text(
        "space planar
surface { gravity = 9.81 m/s^2; dynamic_friction = 0.2; law = coulomb }
primitive plate { shape = rect(4 cm, 4 cm); area_density = 2 kg/m^2 }
window push = rect((-50, -50) cm, (50, 50) cm) { force = (20, 0) N/m^2 }
bin box = rect((20, -10) cm, (40, 10) cm)
contacts all
part a = plate() at (0, 0) m
part b = plate() at (0, 0) m arriving 0.5 s
part c = plate() at (0, 20) cm moving (0, 1) m/s arriving 0.2 s leaving when c.position.y > 25 cm
record a.present, b.present, c.present, box.count, energy.residual, energy.kinetic
run 2 s every 10 ms
",
    );
    let a: f64 = (20.0 - 0.2 * 2.0 * G) / 2.0;
    let crosses = (2.0 * 0.2 / a).sqrt();
    let leaves = of(&out.events, "leave");
    assert_eq!(leaves.iter().map(|e| e.who.join(" into ")).collect::<Vec<_>>(), ["a into box", "c", "b into box"]);
    case!("plate pushed into a bin", "time at which its middle enters, s", ClosedForm, "√(2 s/a)")
        .off(leaves[0].time - crosses, 1e-9);
    case!("plate that arrives at 0.5 s", "time at which its middle enters, s", ClosedForm, "t₀ + √(2 s/a)")
        .off(leaves[2].time - 0.5 - crosses, 1e-9);
    assert_eq!(["a", "b", "c"].map(|p| last(&memory, &format!("{p}.present"))), [0.0; 3]);
    assert_eq!((last(&memory, "box.count"), last(&memory, "energy.kinetic")), (2.0, 0.0));
    assert!(last(&memory, "energy.residual").abs() < 1e-9);
}

#[test]
fn energy_drawn_is_power_times_time_of_what_is_on() {
    let (_, memory) = run_text(
        "space planar
primitive plate { shape = rect(1 cm, 1 cm); area_density = 2 kg/m^2 }
surface { gravity = 0 m/s^2 }
window a = rect((0, 0) cm, (20, 10) cm) { force = (0, 0) N/m^2; power = 100 W/m^2 }
window b = rect((10, 0) cm, (30, 10) cm) { force = (0, 0) N/m^2; power = 50 W/m^2; priority = 1 }
array c = grid(10, 10, pitch = 1 cm) at (50, 0) cm { force = (1, 0) N/m^2; power = 0.02 W; level = if t < 1 s then 1 else 0.5 }
frame both { a, b, c }
frame one { a }
script s { both for 2 s; one for 3 s }
part p = plate() at (0, 0) m
record surface.power, surface.energy
run 6 s every 100 ms
",
    );
    let (a, b, c) = (100.0 * 0.02, 50.0 * 0.02, 2.0);
    let energy = 2.0 * (a / 2.0 + b) + c + 0.5 * c + 3.0 * a;
    case!("windows and an array with power", "energy drawn, J", ClosedForm, "Σ power × area × time")
        .off(last(&memory, "surface.energy") - energy, 1e-9);
    let power = column(&memory, "surface.power");
    assert!((power[5] - (a / 2.0 + b + c)).abs() < 1e-12 && (power[30] - a).abs() < 1e-12 && power[60] == 0.0);
}

#[test]
fn nothing_passes_a_window_without_noticing() {
    // impulse: density × width of the strip × area of the part over the speed; then over the mass
    for (name, window, part) in [
        ("disc over a strip", "rect((0, -10) cm, (0.5, 10) cm)", "at (-5, 0) m moving (1, 0) m/s"),
        ("strip over a disc", "rect(0.5 cm, 20 cm) at (-5 m + t*(1 m/s), 0 m)", "at (0, 0) m"),
    ] {
        let (_, memory) = run_text(&format!(
            "space planar
primitive plate {{ shape = disc(2 cm); area_density = 2 kg/m^2 }}
window strip = {window} {{ force = (0, 100) N/m^2 }}
part p = plate() {part}
record p.velocity
run 10 s every 0.1 s
"
        ));
        case!(name, "speed it is given, m/s", ClosedForm, "f w/(ρ v)").off(last(&memory, "p.velocity.y") - 0.25, 1e-8);
    }
}

#[test]
fn a_plate_leaves_its_belt_as_half_an_oscillator() {
    // past the middle the ground brakes more than the belt pushes, by 2s/L of μ m g: s = u/ω sin ωt with ω² = 2 μ g/L, until v = 0
    let (out, memory) = run_text(
        "space planar
surface { gravity = 9.81 m/s^2; friction = 0.3; law = coulomb }
primitive plate { shape = rect(4 cm, 3 cm); area_density = 2 kg/m^2 }
window belt = rect((-10, -10) cm, (10, 10) cm) { velocity = (0.2, 0) m/s }
part p = plate() at (0, 0) m
record p.position, p.angle
run 2 s every 10 ms
",
    );
    let omega = (2.0 * 0.3 * G / 0.04_f64).sqrt();
    case!("plate from a belt onto the ground", "where it stops, m", ClosedForm, "x + u/ω")
        .off(last(&memory, "p.position.x") - 0.1 - 0.2 / omega, 1e-8);
    let slips = when(&out.events, "slips on `belt`");
    case!("plate from a belt onto the ground", "time from slipping to rest, s", ClosedForm, "π/(2ω)")
        .off(when(&out.events, "comes to rest on the surface") - slips - 0.5 * std::f64::consts::PI / omega, 1e-6);
    assert!(last(&memory, "p.angle").abs() < 1e-9);
}

#[test]
fn surfaces_that_move_alike_hold_as_one() {
    // half on a belt that stands still, half on the ground, pushed with less than both hold
    let (out, memory) = run_text(
        "space planar
surface { friction = 0.3; law = coulomb }
primitive plate { shape = rect(4 cm, 3 cm); area_density = 2 kg/m^2 }
window still = rect((-10, -10) cm, (10, 10) cm) { velocity = (0, 0) m/s }
window push = rect((-20, -10) cm, (30, 10) cm) { force = (5, 0) N/m^2 }
part p = plate() at (9, 0) cm
record p.position, p.surface_force
run 1 s every 10 ms
",
    );
    assert_eq!(last(&memory, "p.position.x"), 0.09);
    case!("plate half on a belt at rest", "friction, N", ClosedForm, "f A")
        .off(last(&memory, "p.surface_force.x") + 6e-3, 1e-12);
    assert_eq!(of(&out.events, "slip").len(), 0);
}

#[test]
fn a_row_that_friction_holds_stays() {
    // three plates in touch, the first pushed with more than its own friction and less than that of all
    let (_, memory) = run_text(
        "space planar
surface { gravity = 9.81 m/s^2; friction = 0.2; law = coulomb }
primitive plate { shape = rect(4 cm, 3 cm); area_density = 2 kg/m^2; friction = 0.3; restitution = 0 }
window push = rect((-2.1, -5) cm, (1.9, 5) cm) { force = (10, 0) N/m^2 }
contacts all
part p = plate() at (0, 0) cm
part q = plate() at (4, 0) cm
part r = plate() at (8, 0) cm
record p.position, r.surface_force, contact(q, r).normal_force
run 1 s every 10 ms
",
    );
    // each of the first two gives way up to its own friction; what is left the last one carries
    let (drive, own) = (10.0 * 0.0399 * 0.03, 0.2 * 2.0 * G * 0.04 * 0.03);
    assert!(drive > own && drive < 3.0 * own);
    assert!(last(&memory, "p.position.x").abs() < 1e-12);
    assert!(-last(&memory, "r.surface_force.x") <= own * (1.0 + 1e-9));
}

#[test]
fn scripts_meet_their_moments_conditions_and_loops() {
    let shows = |script: &str, more: &str| -> Vec<(f64, String)> {
        let (out, _) = run_text(&format!(
            "space planar
primitive plate {{ shape = rect(10 cm, 6 cm); area_density = 2 kg/m^2 }}
window a = rect(2 m, 2 m) {{ force = (1, 0) N/m^2 }}
window b = rect(2 m, 2 m) {{ force = (0, 1) N/m^2 }}
frame fa {{ a }}
frame fb {{ b }}
script s {{ {script} }}
{more}
part p = plate() at (0, 0) m
record p.velocity
run 2 s every 100 ms
"
        ));
        let of_s = of(&out.events, "frame").into_iter().filter(|e| e.who[0] == "s");
        of_s.map(|e| (e.time, e.who.get(1).cloned().unwrap_or_default())).collect()
    };
    let names = |list: &[(f64, String)]| list.iter().map(|e| e.1.clone()).collect::<Vec<_>>();
    // three tenths are not 0.3 in binary: another script and an arrival at 0.3 s must not make it late
    let rounded =
        shows("fa for 0.1 s; fa for 0.1 s; fa for 0.1 s; fb for 0.1 s", "script u { fb for 0.3 s; fa for 1 s }");
    assert_eq!(names(&rounded), ["fa", "fa", "fa", "fb", ""]);
    assert!((rounded[3].0 - 0.3).abs() < 1e-12 && (rounded[4].0 - 0.4).abs() < 1e-12, "{rounded:?}");
    // a condition that holds when its step begins
    let met = shows("fa for 0.1 s; fb until p.velocity.x > 0.01 m/s; fa for 0.2 s", "");
    assert_eq!(names(&met), ["fa", "fb", "fa", ""]);
    assert!((met[1].0 - 0.1).abs() < 1e-15 && (met[2].0 - 0.1).abs() < 1e-15 && (met[3].0 - 0.3).abs() < 1e-12);
    // loops that begin at one step
    let nested = shows("loop 2 { loop 2 { fa for 0.1 s }; fb for 0.1 s }", "");
    assert_eq!(names(&nested), ["fa", "fa", "fb", "fa", "fa", "fb", ""]);
    // left by a condition in time
    let script =
        "again: fa for 0.1 s; fb for 0.2 s when p.velocity.y > 0.04 m/s -> last; jump again; last: fa for 0.1 s";
    let jumps = shows(script, "");
    assert_eq!(names(&jumps), ["fa", "fb", "fa", ""]);
    assert!((jumps[2].0 - 0.18).abs() < 1e-9, "{jumps:?}");
}

#[test]
fn a_belt_that_stops_under_a_part_lets_it_slide() {
    let (out, memory) = run_text(
        "space planar
surface { gravity = 9.81 m/s^2; friction = 0.3; law = coulomb }
primitive plate { shape = rect(4 cm, 3 cm); area_density = 2 kg/m^2 }
window belt = rect((-50, -10) cm, (50, 10) cm) { velocity = (0.2, 0) m/s }
frame runs { belt }
script s { runs for 0.5 s }
part p = plate() at (0, 0) m
record p.position
run 1 s every 10 ms
",
    );
    let brakes = 0.2 / (0.3 * G);
    case!("belt switched off", "time until the plate is at rest, s", ClosedForm, "u/(μ g)")
        .off(when(&out.events, "comes to rest on the surface") - 0.5 - brakes, 1e-9);
    assert!((last(&memory, "p.position.x") - 0.1).abs() < 1e-9);
}

#[test]
fn fields_without_an_answer_stop_the_run() {
    let fails = |windows: &str| {
        let scene = format!(
            "space planar
surface {{ friction = 0.1; law = coulomb }}
primitive plate {{ shape = rect(4 cm, 3 cm); area_density = 2 kg/m^2 }}
{windows}
part p = plate() at (0, 0) m
run 0.3 s
"
        );
        let (definition, findings) = mainspring_language::load("scene", &scene, &mut mainspring_language::NoImports);
        assert!(findings.is_empty(), "{findings:?}");
        let model =
            mainspring_builder::build(&definition, &mainspring_builder::BuildOptions::default()).expect("it builds");
        let assembled = mainspring_dynamics::assemble(&std::sync::Arc::new(model)).expect("it assembles");
        let mut sink = Memory::default();
        let run = mainspring_engine::run(assembled, mainspring_engine::Options::default(), &mut sink, |_| {});
        let Err((error, _)) = run else { panic!("it cannot go on") };
        (error.code(), error.to_string())
    };
    let (code, text) = fails("window w = rect(1 m, 1 m) { force = (1 N/m^2 * sqrt(x/(1 m)), 0 N/m^2) }");
    assert!(code == "E0815" && text.contains("`w`") && text.contains("finite"), "{code} {text}");
    let (code, text) = fails(
        "window one = rect(20 cm, 20 cm) at (-20 cm + t*(1 m/s), 0 m) { velocity = (0.1, 0) m/s }
window two = rect(20 cm, 20 cm) { velocity = (0, 0.1) m/s }",
    );
    assert!(code == "E0815" && text.contains("`one`") && text.contains("`two`"), "{code} {text}");
}
