//! Components of values that have no name.

use crate::fault_scenes::{finishes, last, near};

#[test]
fn components_of_what_is_in_parentheses_and_of_answers() {
    let scene = "space spatial
primitive p { mass = 2 kg; inertia = (1, 2, 2.5) kg*m^2 }
part a = p() at (1, 2, 3) m spinning (0, 0, 2) rad/s
part b = p() at (0, 5, 1) m
quantity apart = (a.position - b.position).y
run 1 s
";
    let about = "a.angular_momentum_about(b.center).z";
    let run = finishes(scene, &[0.0], &["apart", "(a.position + b.position).z", about]);
    for (probe, should) in [("apart", -3.0), ("(a.position + b.position).z", 4.0), (about, 5.0)] {
        near(last(&run, probe), should, 1e-12, probe);
    }
}
