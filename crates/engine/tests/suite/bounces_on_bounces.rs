//! Blows that die out in several contacts at once, one standing on the other: none is forgotten.

use crate::support;

use mainspring_trust::{Against::OtherWay, case};

/// One piece falls on another that has just come to stand on a corner.
fn falls_on(lower: &str, upper: &str) -> String {
    format!(
        "space planar
gravity (0, -9.81) m/s^2
material wood {{ density = 700 kg/m^3; thickness = 2 cm; friction = 0.4; restitution = 0.1 }}
primitive triangle {{ shape = polygon((-3, -2), (3, -2), (0, 3.2)) cm; material = wood }}
primitive square {{ shape = rect(5 cm, 5 cm); material = wood }}
primitive hexagon {{ shape = polygon((3, 0), (1.5, 2.6), (-1.5, 2.6), (-3, 0), (-1.5, -2.6), (1.5, -2.6)) cm; material = wood }}
primitive kite {{ shape = polygon((0, -3.5), (2.4, 0.5), (0, 2.5), (-2.4, 0.5)) cm; material = wood }}
obstacle tray = polygon((-29, -2), (29, -2), (33, 10), (31, 10), (27, 0), (-27, 0), (-31, 10), (-33, 10)) cm {{ material = wood }}
part under = {lower}
part over = {upper}
contacts all
run 0.6 s every 2 ms
record contact(under, over).gap, contact(under, tray).gap, contact(over, tray).gap
"
    )
}

#[test]
fn what_stands_on_a_bounce_that_ends_comes_back_too() {
    let falls = [
        ("square() at (-4.5, 5.5) cm turned -50 deg", "kite() at (-1.5, 13.5) cm turned -20 deg"),
        ("hexagon() at (22.5, 5.5) cm turned -45 deg", "triangle() at (24.5, 13.5) cm turned -5 deg"),
    ];
    for (lower, upper) in falls {
        let (_, memory) = support::run_text(&falls_on(lower, upper));
        let mut deepest = 0.0_f64;
        for name in ["contact(under, over).gap", "contact(under, tray).gap", "contact(over, tray).gap"] {
            let gaps = memory.column(memory.find(name).expect("it is recorded"));
            deepest = gaps.fold(deepest, |d, gap| d.max(-gap));
        }
        case!("one piece falls on another", "deepest overlap in any frame", OtherWay, "distance of outlines")
            .off(deepest, 1e-10);
    }
}
