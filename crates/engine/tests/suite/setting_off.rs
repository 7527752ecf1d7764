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
