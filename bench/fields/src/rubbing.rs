//! Friction of a 12-gon: about a near centre of rotation, far from one, on a limit surface.

use crate::part::Outline;
use crate::timing::nanoseconds;
use mainspring_fields::{Branch, Ground, Law, FrictionFootprint, Under, Wrench, friction, breakaway_acceleration, limit_surface_load};
use serde_json::{Value, json};
use std::hint::black_box;

const CASES: usize = 256;

pub fn run(quick: bool) -> Result<Vec<Value>, String> {
    let mut outline = Outline::holed(0.2);
    outline.0.truncate(1);
    let footprint = outline.footprint()?;
    let sole = FrictionFootprint::new(&footprint);
    let ground = Ground { pressure: 5.0, at_rest: 0.4, sliding: 0.3, viscous: 500.0, law: Law::Hybrid, grain: None };
    let coulomb = Ground { law: Law::Coulomb, ..ground };
    let pointwise = Ground { law: Law::Pointwise, ..ground };
    let spread = |k: usize, ratio: f64| 2.0 * (k as f64 * ratio).fract() - 1.0;
    // centre of rotation within the part, or beyond ten of its radii
    let near = |k: usize| [0.1 * spread(k, 0.754_877_666), 0.1 * spread(k, 0.569_840_29), 1.0];
    let far =
        |k: usize| [0.1 + 0.02 * spread(k, 0.754_877_666), 0.02 * spread(k, 0.569_840_29), 0.04 * spread(k, 0.618_034)];
    let heading = |k: usize| {
        let (s, c) = libm::sincos(3.2 * spread(k, 0.324_717_957));
        [c, s]
    };
    let repeat = if quick { 3 } else { 7 };
    let under = |k: usize| Under::Whole { footprint: &sole, heading: heading(k) };
    let rubs = |ground: &Ground, twist: &dyn Fn(usize) -> [f64; 3]| {
        nanoseconds(repeat, |k| {
            let k = k % CASES;
            black_box(friction(ground, under(k), twist(k), Branch::default()));
        })
    };
    // inside the limit surface, and beyond it
    let weight = ground.pressure * footprint.area();
    let drive = |k: usize, size: f64| {
        let [x, y, t] = [0.754_877_666, 0.569_840_29, 0.618_034].map(|r| size * weight * spread(k, r));
        Wrench { force: [x, y], torque: 0.1 * t }
    };
    let gauge = nanoseconds(repeat, |k| {
        black_box(limit_surface_load(&ground, under(k % CASES), drive(k % CASES, 0.3)));
    });
    let sets_off = nanoseconds(repeat, |k| {
        black_box(breakaway_acceleration(&ground, under(k % CASES), drive(k % CASES, 1.0), [0.1, 0.1, 1e-3]));
    });
    let line = |what: &str, ns: f64| json!({ "part": "friction", "what": what, "ns": ns });
    Ok(vec![
        line("dry, centre of rotation near", rubs(&coulomb, &near)),
        line("dry, centre of rotation far", rubs(&coulomb, &far)),
        line("hybrid, near", rubs(&ground, &near)),
        line("hybrid, far", rubs(&ground, &far)),
        line("pointwise, near", rubs(&pointwise, &near)),
        line("pointwise, far", rubs(&pointwise, &far)),
        line("gauge of the limit surface", gauge),
        line("how a part sets off", sets_off),
    ])
}
