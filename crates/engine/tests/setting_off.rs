//! Parts on a table that touch and set off together: friction of their areas acts against the way all of them go.

mod support;

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

/// Three plates, offset, from a belt onto the ground. Each was set off by itself, against the way its neighbours made it go, and the
/// run went on in steps of 1e-11 s from 0.129 s on.
#[test]
fn offset_plates_leave_a_belt() {
    let (out, memory) = run_text(
        "space planar
surface { friction = 0.2; law = coulomb }
contacts all
primitive plate { shape = rect(4 cm, 3 cm); area_density = 2 kg/m^2; friction = 0.3; restitution = 0 }
window belt = rect((-20, -25) cm, (3, 25) cm) { velocity = (0.1, 0) m/s }
part a = plate() at (-4, 0.3) cm
part b = plate() at (0.2, 0) cm
part c = plate() at (4.4, -0.3) cm
record a.position, b.position, c.position, energy.residual
run 130 ms every 10 ms
",
    );
    assert!(out.work.steps < 4000, "{} steps", out.work.steps);
    assert!(last(&memory, "energy.residual").abs() < 1e-9, "{}", last(&memory, "energy.residual"));
    let x = |name: &str| column(&memory, &format!("{name}.position.x"));
    for ((a, b), c) in x("a").iter().zip(x("b")).zip(x("c")) {
        // they turn a little: centres are never nearer than flush plates have them, but for the cosine
        assert!(b - a > 0.0399 && c - b > 0.0399, "{a} {b} {c}");
    }
}
