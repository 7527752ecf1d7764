//! Parts on a table that push each other: rows, queues and heaps that a run has to get through in reasonable work.

mod support;

use support::{last, of, run_text};

/// Three plates pushed together and on. Two of them slide flush past each other until their corners pass: there the two points
/// they touch at are one, and the run used to end.
#[test]
fn plates_slide_flush_past_each_others_corners() {
    let (out, memory) = run_text(
        "space planar
surface { static_friction = 0.4; dynamic_friction = 0.3; law = coulomb }
primitive plate(w: length) { shape = rect(w, 4 cm); area_density = 5 kg/m^2; friction = 0; restitution = 0 }
window w = rect((-50, -50) cm, (0, 50) cm) { force = (60, 0) N/m^2 }
contacts all
part a = plate(5 cm) at (-20, 0.5) cm turned 3 deg
part b = plate(4 cm) at (-5, 0) cm
part c = plate(4 cm) at (2, -1) cm turned 20 deg
record a.position, b.position, c.position, energy.residual
run 3 s every 10 ms
",
    );
    let parted = of(&out.events, "part").iter().any(|e| e.time > 0.24 && e.text == "`b` and `c` part");
    assert!(parted, "{:?}", of(&out.events, "part"));
    assert!(last(&memory, "energy.residual").abs() < 1e-12);
    // what was pushed lies still in the end, and apart
    let apart = last(&memory, "b.position.y") - last(&memory, "c.position.y");
    assert!(apart > 0.06, "{apart}");
}
