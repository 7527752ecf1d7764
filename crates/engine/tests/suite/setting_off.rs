//! Parts on a table that touch and set off together: friction of their areas acts against the way all of them go.

use crate::support;

use mainspring_trust::Against;
use support::{column, last, of, run_text};

/// Two plates in line in a field that would move the light one and not the heavy one: together they go with the sum of all forces.
#[test]
fn two_plates_in_line_set_off_with_the_sum_of_forces() {
    let (density, friction) = (30.0_f64, 0.25_f64);
    let (out, memory) = run_text(&format!(
        "space planar
surface {{ gravity = 9.81 m/s^2; friction = {friction}; law = coulomb }}
contacts all
primitive plate(d: area_density) {{ shape = rect(4 cm, 3 cm); area_density = d; friction = 0; restitution = 0 }}
window push = rect((-1, -1) m, (1, 1) m) {{ force = ({density}, 0) N/m^2 }}
part a = plate(2 kg/m^2) at (-2, 0) cm
part b = plate(14 kg/m^2) at (2, 0) cm
record a.position, b.position, energy.residual
run 100 ms every 100 ms
"
    ));
    // per area: the field on both, friction of both
    let acceleration = (2.0 * density - friction * 9.81 * 16.0) / 16.0;
    assert!(density < friction * 9.81 * 14.0, "the heavy one alone would stay");
    for (name, start) in [("a.position.x", -0.02), ("b.position.x", 0.02)] {
        mainspring_trust::case!(
            "two plates in line that set off together",
            "path over its closed form",
            Against::ClosedForm,
            "½ ΣF/Σm t²"
        )
        .off((last(&memory, name) - start) / (0.5 * acceleration * 0.01) - 1.0, 1e-6);
    }
    assert!(last(&memory, "energy.residual").abs() < 1e-12);
    assert!(of(&out.events, "part").is_empty(), "{:?}", out.events);
}

/// The same field, too weak for both together: nothing moves, though the light one alone would.
#[test]
fn a_plate_pushes_in_vain_against_one_that_holds() {
    let (_, memory) = run_text(
        "space planar
surface { gravity = 9.81 m/s^2; friction = 0.25; law = coulomb }
contacts all
primitive plate(d: area_density) { shape = rect(4 cm, 3 cm); area_density = d; friction = 0; restitution = 0 }
window push = rect((-1, -1) m, (1, 1) m) { force = (15, 0) N/m^2 }
part a = plate(2 kg/m^2) at (-2, 0) cm
part b = plate(14 kg/m^2) at (2, 0) cm
record a.position, b.position
run 1 s every 100 ms
",
    );
    for (name, start) in [("a.position.x", -0.02), ("b.position.x", 0.02)] {
        assert!(column(&memory, name).iter().all(|x| (x - start).abs() < 1e-12), "{name}");
    }
}

/// Two plates in a row, a push on the first that grows: the first is at its limit long before, the second helps it, and both
/// set off when the push exceeds the static friction of both.
#[test]
fn a_growing_push_moves_a_row_when_it_exceeds_the_friction_of_all() {
    let (masses, holding, sliding, slope) = ([0.4_f64, 1.1_f64], 0.4_f64, 0.3_f64, 4.0_f64);
    let total = masses[0] + masses[1];
    let sets_off = holding * total * 9.81 / slope;
    let end = sets_off + 0.5;
    for swapped in [false, true] {
        let parts = [
            format!("part a = plate({} kg) at (-2, 0) cm\n", masses[0]),
            format!("part b = plate({} kg) at (2, 0) cm\n", masses[1]),
        ];
        let [first, second] = if swapped { [&parts[1], &parts[0]] } else { [&parts[0], &parts[1]] };
        let (out, memory) = run_text(&format!(
            "space planar
surface {{ static_friction = {holding}; dynamic_friction = {sliding}; law = coulomb }}
contacts all
primitive plate(m: mass) {{ shape = rect(4 cm, 3 cm); mass = m; friction = 0.2; restitution = 0 }}
{first}{second}force push on a = ({slope} N/s * t, 0 N)
record a.position, b.position, energy.residual
run {end} s every {end} s
"
        ));
        let slips = of(&out.events, "slip");
        assert!(slips.len() == 2 && slips.iter().all(|e| (e.time - sets_off).abs() < 1e-9), "{:?}", out.events);
        let jump = (holding - sliding) * 9.81;
        let path = 0.5 * jump * 0.25 + slope / total * 0.125 / 6.0;
        for (name, start) in [("a.position.x", -0.02), ("b.position.x", 0.02)] {
            mainspring_trust::case!(
                "a row of plates that a growing push sets off",
                "path over its closed form",
                Against::ClosedForm,
                "½(μ_s − μ_k)g t² + k t³/(6Σm)"
            )
            .off((last(&memory, name) - start) / path - 1.0, 1e-6);
        }
        assert!(out.events.len() < 40, "{:?}", out.events);
    }
}

/// A slider with friction in its joint pushes a plate on the table: one problem of two frictions and a contact.
#[test]
fn friction_in_a_joint_and_of_an_area_are_overcome_together() {
    let (joint, friction, mass, slope) = (3.0_f64, 0.35_f64, 0.8_f64, 5.0_f64);
    let area = friction * mass * 9.81;
    let sets_off = (joint + area) / slope;
    let end = sets_off + 0.4;
    let (out, memory) = run_text(&format!(
        "space planar
surface {{ friction = {friction}; law = coulomb }}
primitive block {{ shape = rect(4 cm, 3 cm); mass = {mass} kg }}
part pusher = block() at (0, 0) cm
part plate = block() at (4, 0) cm
joint j = prismatic(ground (0 m, 0 m), pusher.center) {{ friction = {joint} N }}
start j = 0 m rate 0 m/s
contact pusher, plate {{ restitution = 0 }}
force push on pusher = ({slope} N/s * t, 0 N)
record plate.position, j.position, energy.residual
run {end} s every {end} s
"
    ));
    let slips = of(&out.events, "slip");
    assert!(slips.len() == 2 && slips.iter().all(|e| (e.time - sets_off).abs() < 1e-9), "{:?}", out.events);
    let path = slope / (2.0 * mass) * 0.4 * 0.4 * 0.4 / 6.0;
    mainspring_trust::case!(
        "a slider with friction that pushes a plate",
        "path over its closed form",
        Against::ClosedForm,
        "k t³/(6Σm)"
    )
    .off((last(&memory, "plate.position.x") - 0.04) / path - 1.0, 1e-6);
    assert!(last(&memory, "energy.residual").abs() < 1e-9);
}

/// A plate that is pushed off its centre against another: how they set off is the least of a convex function, found here by
/// searching its three variables for each plate that slides while the contact, without friction, presses at one point.
#[test]
fn a_plate_pushed_off_centre_turns_as_least_constraint_says() {
    let (friction, mass, push) = (0.3_f64, 0.5_f64, 3.2_f64);
    let end = 2e-3;
    let (_, memory) = run_text(&format!(
        "space planar
surface {{ friction = {friction}; law = coulomb }}
primitive slab_kind {{ shape = rect(6 cm, 2 cm); mass = {mass} kg; point tip = (-3, 0.7) cm }}
primitive ball_kind {{ shape = disc(1 cm); mass = {mass} kg }}
part slab = slab_kind() at (0, 0) cm
part ball = ball_kind() at (4, 0.5) cm
contact slab, ball {{ restitution = 0 }}
force push on slab.tip = ({push} N, 0 N)
record slab.position, slab.angle, ball.position
run {end} s every 1 ms
"
    ));
    // accelerations of the slab, with the ball taken along at the height of its centre
    let inertia = mass * (0.06 * 0.06 + 0.02 * 0.02) / 12.0;
    let (nx, ny) = (60, 20);
    let cell =
        |i: usize, j: usize| [((i as f64 + 0.5) / nx as f64 - 0.5) * 0.06, ((j as f64 + 0.5) / ny as f64 - 0.5) * 0.02];
    let cost = |a: [f64; 3]| {
        let ball = (a[0] - 0.005 * a[2]).max(0.0);
        let mut rubs = 0.0;
        for i in 0..nx {
            for j in 0..ny {
                let [x, y] = cell(i, j);
                rubs += libm::hypot(a[0] - a[2] * y, a[1] + a[2] * x);
            }
        }
        let rubs = friction * mass * 9.81 * (rubs / (nx * ny) as f64 + ball);
        let inert = 0.5 * mass * (a[0] * a[0] + a[1] * a[1]) + 0.5 * inertia * a[2] * a[2] + 0.5 * mass * ball * ball;
        inert - push * (a[0] - 0.007 * a[2]) + rubs
    };
    let (mut best, mut step) = ([0.1, 0.0, 0.0], [0.1, 0.1, 5.0]);
    for _ in 0..400 {
        let mut better = false;
        for k in 0..3 {
            for sign in [1.0, -1.0] {
                let mut next = best;
                next[k] += sign * step[k];
                if cost(next) < cost(best) {
                    (best, better) = (next, true);
                }
            }
        }
        if !better {
            step = step.map(|s| 0.7 * s);
        }
    }
    let found = [
        2.0 * last(&memory, "slab.position.x") / (end * end),
        2.0 * last(&memory, "slab.position.y") / (end * end),
        2.0 * last(&memory, "slab.angle") / (end * end),
    ];
    assert!(best[0] > 0.05 && best[2].abs() > 1.0, "nothing to see: {best:?}");
    for k in 0..3 {
        let scale = [best[0], best[0], best[2].abs()][k];
        assert!((found[k] - best[k]).abs() < 0.01 * scale, "{found:?} is not {best:?}");
    }
}
