//! What was let go within what counts as touching is met again when it is pressed again, however gently that begins.

use crate::support;

use mainspring_trust::{Against::ClosedForm, case};

/// A part beside a wall, pressed on and off; or that overlaps it by less than counts.
fn deepest(shape: &str, wall: &str, start: f64, duration: f64) -> f64 {
    let (_, memory) = support::run_text(&format!(
        "space planar
gravity (0, -9.81) m/s^2
primitive block {{ shape = {shape}; mass = 1 kg }}
obstacle floor = halfplane((0, 0) m, (0, 1))
obstacle wall = {wall}
part a = block() at ({start} m, 0.5 m)
force push on a = (1 N * max(0, sin(20 rad/s * t) - 0.2), 0 N)
contacts all
record contact(a, wall).gap
run {duration} s every 10 ms
"
    ));
    memory.column(0).fold(f64::INFINITY, f64::min)
}

#[test]
fn pressed_on_and_off_a_part_stays_outside() {
    for (shape, wall) in [
        ("rect(1 m, 1 m)", "halfplane((0.5, 0) m, (-1, 0))"),
        ("rect(1 m, 1 m)", "rect(1 m, 1 m) at (1, 0.5) m"),
        ("disc(50 cm)", "halfplane((0.5, 0) m, (-1, 0))"),
        ("disc(50 cm)", "rect(1 m, 2 m) at (1, 0.5) m"),
    ] {
        for start in [0.0, 3e-10, 8e-10] {
            let gap = deepest(shape, wall, start, 3.0);
            case!("part pressed on and off against a wall", "deepest overlap, of its size", ClosedForm, "none")
                .off(gap.min(0.0), 1e-9);
        }
    }
}
