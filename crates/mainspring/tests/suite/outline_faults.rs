//! Outlines that were refused or went wrong; each scene is a test named after its file in `tests/faults/`.

use crate::fault_scenes::{finishes, last, near, refusal, text};
use std::f64::consts::PI;

#[test]
fn tee() {
    let run = finishes(&text("tee"), &[], &["a.mass", "b.mass", "c.mass"]);
    // 40 kg/m² of: a bar of 2 by 10 cm with an eye of radius 2 cm about its end, a circle of 5 mm cut 3 mm off its middle,
    // a circle of 10 mm with a slot 4 mm wide whose floor is 8 mm from its middle
    let eye = 20.0 + 4.0 * PI - 3.0_f64.sqrt() - 4.0 * libm::asin(0.5);
    let shaft = 25.0 * PI - (25.0 * libm::acos(0.6) - 12.0);
    let slot = 2.0 * 96.0_f64.sqrt() + 100.0 * libm::asin(0.2) - 32.0;
    near(last(&run, "a.mass"), 40.0 * eye * 1e-4, 1e-15, "bar and eye");
    near(last(&run, "b.mass"), 40.0 * shaft * 1e-6, 1e-15, "shaft");
    near(last(&run, "c.mass"), 40.0 * (100.0 * PI - slot) * 1e-6, 1e-15, "keyway");
}

#[test]
fn what_is_left_of_crossing_arcs_is_still_checked() {
    let with = |shape: &str| {
        format!(
            "space planar\nprimitive p {{ shape = {shape}; area_density = 1 kg/m^2 }}\npart a = p() at (0, 0)\nrun 1 s"
        )
    };
    let (codes, message) = refusal(&with("disc(1 cm) & disc((3 cm, 0), 1 cm)"));
    assert_eq!((codes[0].as_str(), message.as_str()), ("E0406", "nothing is left of the region"));
    // a circle that touches another from outside has nothing in common with it
    let (codes, message) = refusal(&with("disc(1 cm) & disc((2 cm, 0), 1 cm)"));
    assert_eq!((codes[0].as_str(), message.as_str()), ("E0406", "nothing is left of the region"));
    let (codes, message) = refusal(&with("pierced(disc(2 cm), disc((2 cm, 0), 1 cm))"));
    assert_eq!((codes[0].as_str(), message.as_str()), ("E0406", "this hole crosses its outline"));
}
