//! Contact against closed forms: bounces, slides, rolls, blows through rows of bodies.

use crate::support;

use mainspring_engine::Outcome;
use mainspring_record::Memory;
use mainspring_trust::{Against::ClosedForm, case};
use support::{last, number, of, run_solids};

const G: f64 = 9.81;

fn ball(e: f64, duration: f64, more: &str) -> (Outcome, Memory) {
    run_solids(&format!(
        "space planar
gravity (0, -9.81) m/s^2
solid ball = disc(10 cm); 1 kg at (0, 110 cm)
obstacle floor = halfplane((0, 0) m, (0, 1))
contact ball, floor {{ restitution = {e} }}
record ball.position.y, energy.total
run {duration} s every 10 ms {{ {more} }}
"
    ))
}

#[test]
fn a_ball_bounces_at_the_times_of_the_closed_form() {
    let (out, _) = ball(0.9, 8.5, "");
    let hits = of(&out.events, "impact");
    assert_eq!(hits.len(), 44);
    let fall = (2.0 / G).sqrt();
    let (mut time, mut worst, mut bounce) = (fall, 0.0_f64, 2.0 * fall);
    for hit in &hits {
        worst = worst.max((hit.time - time).abs());
        bounce *= 0.9;
        time += bounce;
    }
    case!("ball that bounces, e = 0.9", "times of 44 impacts", ClosedForm, "√(2h/g) (1 + 2e + 2e² + …)")
        .off(worst, 1e-11);
}

#[test]
fn bounces_end_where_they_add_up() {
    let (out, memory) = ball(0.9, 9.0, "");
    let rest = of(&out.events, "rest");
    assert_eq!(rest.len(), 1, "{rest:?}");
    let exact = 8.578_949_178_728_887;
    case!("ball that bounces, e = 0.9", "time at which the bounces add up", ClosedForm, "√(2h/g) (1 + e)/(1 − e)")
        .answer(exact, "s")
        .off(number(rest[0], "accumulates") - exact, 1e-6);
    assert!((last(&memory, "ball.position.y") - 0.1).abs() < 1e-9);
}

#[test]
fn an_elastic_ball_keeps_its_energy() {
    let (out, memory) = ball(1.0, 10.0, "");
    let index = memory.find("energy.total").expect("recorded");
    let first = memory.column(index).next().expect("a frame");
    let worst = memory.column(index).map(|e| (e - first).abs()).fold(0.0, f64::max);
    case!("elastic ball, 10 s", "energy, relative", mainspring_trust::Against::Conserved, "e = 1")
        .off(worst / first, 1e-12);
    assert!(of(&out.events, "impact").len() >= 10);
}

/// A block on a slope; the slope's tangent over the friction is `ratio`.
fn incline(ratio: f64, duration: f64) -> (Outcome, Memory) {
    let mu = 0.4;
    let slope = libm::atan(mu * ratio);
    let (s, c) = libm::sincos(slope);
    // gravity is turned, not the floor: numbers of the floor stay exact
    run_solids(&format!(
        "space planar
gravity ({}, {}) m/s^2
solid block = rect(20 cm, 10 cm); 2 kg at (0, 5 cm)
obstacle floor = halfplane((0, 0) m, (0, 1))
contact block, floor {{ friction = {mu} }}
record block.position.x, block.velocity.x, block.angle, contact(block, floor).normal_force, contact(block, floor).friction_force
run {duration} s every 10 ms
",
        G * s,
        -G * c
    ))
}

#[test]
fn a_block_slides_exactly_where_the_slope_beats_friction() {
    let (out, below) = incline(1.0 - 1e-9, 1.0);
    assert!(last(&below, "block.velocity.x").abs() < 1e-12, "{}", last(&below, "block.velocity.x"));
    assert!(of(&out.events, "slip").is_empty());
    let (_, above) = incline(1.0 + 1e-9, 1.0);
    let slope = libm::atan(0.4 * (1.0 + 1e-9));
    let (s, c) = libm::sincos(slope);
    let exact = G * (s - 0.4 * c);
    assert!((last(&above, "block.velocity.x") - exact).abs() < 1e-12 * G, "{}", last(&above, "block.velocity.x"));
    let (_, fast) = incline(2.0, 1.0);
    let (s, c) = libm::sincos(libm::atan(0.8));
    let exact = G * (s - 0.4 * c);
    case!("block sliding on a slope", "speed after 1 s", ClosedForm, "g (sin α − μ cos α) t")
        .answer(exact, "m/s")
        .off(last(&fast, "block.velocity.x") - exact, 1e-11);
    case!("block sliding on a slope", "normal force", ClosedForm, "m g cos α")
        .answer(2.0 * G * c, "N")
        .off(last(&fast, "contact(block, floor).normal_force") - 2.0 * G * c, 1e-10);
}

#[test]
fn a_thrown_disc_rolls_out_at_two_thirds() {
    let (out, memory) = run_solids(
        "space planar
gravity (0, -9.81) m/s^2
solid wheel = disc(10 cm); 1 kg at (0, 10 cm) moving (3, 0) m/s
obstacle floor = halfplane((0, 0) m, (0, 1))
contact wheel, floor { friction = 0.2 }
record wheel.velocity.x, wheel.rate, contact(wheel, floor).mode
run 2 s every 10 ms
",
    );
    case!("thrown disc that comes to roll", "speed", ClosedForm, "2/3 v₀")
        .answer(2.0, "m/s")
        .off(last(&memory, "wheel.velocity.x") - 2.0, 1e-10);
    let stick = of(&out.events, "stick");
    assert_eq!(stick.len(), 1);
    let rolls = 3.0 / (3.0 * 0.2 * G);
    case!("thrown disc that comes to roll", "time of the first roll", ClosedForm, "v₀/(3 μ g)")
        .answer(rolls, "s")
        .off(stick[0].time - rolls, 1e-10);
}

#[test]
fn a_disc_thrown_along_a_round_hole_comes_to_roll_after_more_than_half_a_turn() {
    // its centre goes round on ρ = R − r and presses with m v²/ρ: v̇ = −μ v²/ρ, and the slip is 3v − 2v₀
    let (mu, speed, rho) = (0.1, 2.0, 0.2);
    let (out, memory) = run_solids(&format!(
        "space planar
solid plate = rect(80 cm, 80 cm) - disc(30 cm); 1 kg at (0, 0)
solid puck = disc(10 cm); 1 kg at (0, -{rho} m) moving ({speed}, 0) m/s
fix plate
contact puck, plate {{ friction = {mu} }}
record puck.position.x, puck.position.y, puck.velocity.x, puck.velocity.y
run 2 s every 10 ms
"
    ));
    let stick = of(&out.events, "stick");
    assert_eq!(stick.len(), 1, "{:?}", out.events);
    let rolls = rho / (2.0 * mu * speed);
    case!("disc thrown along a round hole", "time of the first roll", ClosedForm, "ρ/(2 μ v₀)")
        .answer(rolls, "s")
        .off(stick[0].time - rolls, 1e-9);
    let v = libm::hypot(last(&memory, "puck.velocity.x"), last(&memory, "puck.velocity.y"));
    case!("disc thrown along a round hole", "speed when it rolls", ClosedForm, "2/3 v₀")
        .answer(2.0 / 3.0 * speed, "m/s")
        .off(v - 2.0 / 3.0 * speed, 1e-9);
    // it has come round by ln(3/2)/μ when it rolls, and goes on at 2 v₀/3
    let turn = libm::log(1.5) / mu + (2.0 - rolls) * 2.0 / 3.0 * speed / rho;
    let (s, c) = libm::sincos(turn);
    let off = libm::hypot(last(&memory, "puck.position.x") - rho * s, last(&memory, "puck.position.y") + rho * c);
    case!("disc thrown along a round hole", "place after 2 s", ClosedForm, "φ = ln(1 + μ v₀ t/ρ)/μ, then even")
        .unit("m")
        .off(off, 1e-8);
}

#[test]
fn a_box_dropped_flat_does_not_spin() {
    let (_, memory) = run_solids(
        "space planar
gravity (0, -9.81) m/s^2
solid box = rect(30 cm, 20 cm); 1 kg at (0, 60 cm)
obstacle floor = halfplane((0, 0) m, (0, 1))
contact box, floor { friction = 0.5  restitution = 0.5 }
record box.angle, box.position.x, box.position.y
run 3 s every 10 ms
",
    );
    assert!(last(&memory, "box.angle").abs() < 1e-12 && last(&memory, "box.position.x").abs() < 1e-12);
    assert!((last(&memory, "box.position.y") - 0.1).abs() < 1e-9);
}

#[test]
fn a_cradle_passes_on_as_many_balls_as_come() {
    for came in 1..=3_usize {
        let mut scene = "space planar\n".to_owned();
        for i in 0..5 {
            let (x, v) = if i < came { (i as f64 * 0.1 - 0.5, 1.0) } else { (i as f64 * 0.1, 0.0) };
            scene += &format!("solid b{i} = disc(5 cm); 1 kg at ({x}, 0) m moving ({v}, 0) m/s\n");
        }
        for i in 0..4 {
            scene += &format!("contact b{i}, b{} {{ restitution = 1 }}\n", i + 1);
        }
        scene += "record b0.velocity.x, b1.velocity.x, b2.velocity.x, b3.velocity.x, b4.velocity.x\nrun 1 s\n";
        let (_, memory) = run_solids(&scene);
        for i in 0..5 {
            let v = last(&memory, &format!("b{i}.velocity.x"));
            let exact = if i >= 5 - came { 1.0 } else { 0.0 };
            assert!((v - exact).abs() < 1e-12, "{came} in: ball {i} leaves with {v}");
        }
    }
}

#[test]
fn three_spheres_part_as_the_treatment_says() {
    let scene = |treatment: &str| {
        run_solids(&format!(
            "space spatial
solid a = sphere(5 cm); 1 kg at (-0.3, 0, 0) m moving (3, 0, 0) m/s
solid b = sphere(5 cm); 1 kg at (0, 0, 0) m
solid c = sphere(5 cm); 1 kg at (0.1, 0, 0) m
contact a, b {{ restitution = 1 }}
contact b, c {{ restitution = 1 }}
impact {{ treatment = {treatment} }}
record a.velocity.x, b.velocity.x, c.velocity.x
run 0.5 s
"
        ))
        .1
    };
    for (treatment, exact) in [("sequential", [0.0, 0.0, 3.0]), ("simultaneous", [-1.0, 2.0, 2.0])] {
        let memory = scene(treatment);
        for (name, v) in ["a", "b", "c"].iter().zip(exact) {
            let found = last(&memory, &format!("{name}.velocity.x"));
            assert!((found - v).abs() < 1e-12, "{treatment}: {name} leaves with {found}");
        }
    }
}

#[test]
fn a_rocking_block_keeps_the_share_of_energy_that_its_shape_allows() {
    // inelastic impact at a corner without slip: ω⁺/ω⁻ = 1 − 3/2 sin² α of the half diagonal
    let (b, h) = (0.1, 0.4);
    let (out, _) = run_solids(&format!(
        "space planar
gravity (0, -9.81) m/s^2
solid block = rect({b} m, {h} m); 1 kg at ({}, {}) m turned 5 deg
obstacle floor = halfplane((0, 0) m, (0, 1))
contact block, floor {{ friction = 2 }}
record energy.kinetic
run 1 s every 1 ms
",
        // lower left corner at the origin
        0.5 * b * libm::cos(5.0_f64.to_radians()) - 0.5 * h * libm::sin(5.0_f64.to_radians()),
        0.5 * b * libm::sin(5.0_f64.to_radians()) + 0.5 * h * libm::cos(5.0_f64.to_radians()),
    ));
    let hits = of(&out.events, "impact");
    assert!(!hits.is_empty(), "{:?}", out.events);
    let half = 0.5 * (b * b + h * h).sqrt();
    let drop = 1.0 * G * (half * libm::cos(libm::atan(b / h) - 5.0_f64.to_radians()) - 0.5 * h);
    let sine = b / (2.0 * half);
    let ratio = 1.0 - 1.5 * sine * sine;
    let lost = drop * (1.0 - ratio * ratio);
    case!("rocking block", "energy lost in the first impact", ClosedForm, "ω⁺/ω⁻ = 1 − 3/2 sin² α")
        .answer(lost, "J")
        .off(number(hits[0], "lost") - lost, 1e-10);
}

#[test]
fn a_rocking_block_comes_to_rest() {
    let (out, memory) = run_solids(
        "space planar
gravity (0, -9.81) m/s^2
solid block = rect(10 cm, 20 cm); 1 kg at (0, 12 cm) turned 4 deg
obstacle floor = halfplane((0, 0) m, (0, 1))
contact block, floor { friction = 0.4 }
record block.angle, block.rate, contact(block, floor).points
run 3 s every 10 ms
",
    );
    assert!(last(&memory, "block.angle").abs() < 1e-7 && last(&memory, "block.rate").abs() < 1e-9);
    assert!((last(&memory, "contact(block, floor).points") - 2.0).abs() < 1e-12);
    assert!(out.ledger.relative < 1e-8, "{:?}", out.ledger);
}

#[test]
fn crates_stand_on_each_other_in_space() {
    let (_, memory) = run_solids(
        "space spatial
gravity (0, 0, -9.81) m/s^2
solid a = box(20 cm, 20 cm, 20 cm); 1 kg at (0, 0, 10 cm)
solid b = box(20 cm, 20 cm, 20 cm); 1 kg at (0, 0, 30 cm)
obstacle table = halfspace((0, 0, 0), (0, 0, 1))
contact a, table { friction = 0.3 }
contact a, b { friction = 0.3 }
record contact(a, table).normal_force, contact(a, b).normal_force, b.position.z
run 0.5 s every 10 ms
",
    );
    assert!((last(&memory, "contact(a, table).normal_force") - 2.0 * G).abs() < 1e-9);
    assert!((last(&memory, "contact(a, b).normal_force") - G).abs() < 1e-9);
    assert!((last(&memory, "b.position.z") - 0.3).abs() < 1e-12);
}

#[test]
fn a_puck_stays_on_the_table() {
    for tilt in ["0", "0.001", "1", "5"] {
        let (_, memory) = run_solids(&format!(
            "space spatial
gravity (0, 0, -9.81) m/s^2
solid disc = cylinder(22 mm, 14 mm); 40 g at (0, 0, 30 mm) turned {tilt} deg about (1, 0, 0)
obstacle table = halfspace((0, 0, 0), (0, 0, 1))
contact disc, table {{ friction = 0.5 }}
record disc.position.z
run 0.5 s every 5 ms
"
        ));
        let lowest = memory.column(0).fold(f64::INFINITY, f64::min);
        assert!(lowest > 7e-3 - 1e-9, "tilt {tilt}: {lowest}");
    }
}

#[test]
fn a_stop_ends_a_swing() {
    let (out, memory) = run_solids(
        "space planar
gravity (0, -9.81) m/s^2
primitive rod { shape = rect(1 m, 2 cm); mass = 1 kg; point pin = (-50 cm, 0) }
part bar = rod() at (50 cm, 0)
joint hinge = revolute(ground (0, 0), bar.pin) { limits = (-60, 90) deg; restitution = 0.5 }
record hinge.angle, hinge.rate
run 6 s every 10 ms
",
    );
    let hits = of(&out.events, "impact");
    let inertia = (1.0 + 0.02 * 0.02) / 12.0 + 0.25;
    let speed = (G * libm::sin(60.0_f64.to_radians()) / inertia).sqrt();
    assert!((number(hits[0], "speed") - speed).abs() < 1e-9, "{hits:?}");
    assert!((number(hits[0], "rebound") - 0.5 * speed).abs() < 1e-9);
    assert!((last(&memory, "hinge.angle") + 60.0_f64.to_radians()).abs() < 1e-9);
    assert!(out.ledger.relative < 1e-9);
}

#[test]
fn a_condition_can_wait_for_a_touch() {
    let (out, _) = run_solids(
        "space planar
gravity (0, -9.81) m/s^2
solid ball = disc(10 cm); 1 kg at (0, 60 cm)
primitive bead { shape = disc(2 cm); mass = 0.1 kg }
part weight = bead() at (1 m, 1 m)
joint hold = weld(ground (1 m, 1 m), weight.center)
obstacle floor = halfplane((0, 0) m, (0, 1))
contact ball, floor { restitution = 0.5 }
release hold when ball.touches(floor)
record weight.position.y
run 1 s every 10 ms
",
    );
    let released = of(&out.events, "release");
    assert_eq!(released.len(), 1);
    assert!((released[0].time - (2.0 * 0.5 / G).sqrt()).abs() < 1e-11, "{}", released[0].time);
}

#[test]
fn a_disc_rolls_off_an_edge_over_its_corner() {
    for (r, v) in [(3e-4, 1e-3), (1e-3, 1e-3), (1e-2, 1e-4), (0.1, 0.1)] {
        let (out, _) = run_solids(&format!(
            "space planar
gravity (0, -9.81) m/s^2
obstacle table = rect({} m, {} m) at (0, {}) m
solid ball = disc({r} m); 1 kg at ({}, {r}) m moving ({v}, 0) m/s spinning {} rad/s
contact ball, table {{ friction = 0.4 }}
run {} s
",
            20.0 * r,
            2.0 * r,
            -r,
            9.9 * r,
            -v / r,
            0.1 * r / v + 2.0 * (r / G).sqrt() * (10.0 + (G * r).sqrt() / v).sqrt(),
        ));
        let kinds: Vec<&str> = out.events.iter().map(|e| e.kind.as_str()).take(4).collect();
        assert_eq!(kinds, ["contact", "support", "slip", "part"], "r {r}, v {v}: {:?}", out.events);
        case!("disc that rolls off an edge", "time at which the corner takes over, s", ClosedForm, "way over speed")
            .off(out.events[1].time - 0.1 * r / v, 2e-8 * r / v);
    }
}
