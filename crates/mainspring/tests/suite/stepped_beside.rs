//! A crowd in space that is stepped beside a part that slips by event: what is read of slips must not count what is stepped. Such a
//! run once ended in a panic.

use crate::fault_scenes::{finishes, last, near};
use std::fmt::Write;

#[test]
fn a_block_slides_to_rest_beside_a_pyramid_that_is_stepped() {
    let mut scene = "space spatial
gravity (0, 0, -9.81) m/s^2
primitive brick { shape = box(10 cm, 10 cm, 5 cm); mass = 1 kg; friction = 0.4; restitution = 0 }
obstacle floor = halfspace((0, 0, 0) m, (0, 0, 1)) { friction = 0.4; restitution = 0 }
"
    .to_owned();
    let mut bricks = Vec::new();
    for row in 0..3 {
        for k in 0..4 - row {
            let (x, z) = (5.5 * row as f64 + 11.0 * k as f64, 2.51 + 5.01 * row as f64);
            writeln!(scene, "part b{row}_{k} = brick() at ({x}, 0, {z}) cm").expect("text takes all");
            bricks.push(format!("b{row}_{k}"));
        }
    }
    let (vx, vy, way) = (0.048, -0.036, "part slider = brick() at (2, 0, 0.025) m moving");
    writeln!(
        scene,
        "{way} ({vx}, {vy}, 0) m/s\ncontacts slider, floor\ncontacts {}, floor\nrun 18 ms",
        bricks.join(", ")
    )
    .expect("text takes all");
    let run = finishes(&scene, &[], &["slider.position.x", "slider.position.y", "slider.velocity.x"]);
    assert!(run.outcome.stepped > 0.01, "{} s stepped", run.outcome.stepped);
    // from 0.06 m/s to rest within v²/2μg
    let way = 0.06 * 0.06 / (2.0 * 0.4 * 9.81);
    near(last(&run, "slider.position.x"), 2.0 + way * 0.8, 1e-8, "x");
    near(last(&run, "slider.position.y"), -way * 0.6, 1e-8, "y");
    near(last(&run, "slider.velocity.x"), 0.0, 1e-9, "it rests");
}
