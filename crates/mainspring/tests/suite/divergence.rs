//! Fixed steps that are too long for the motion.

use mainspring::prelude::*;
use mainspring::simulate;

#[test]
fn fixed_steps_that_diverge_say_so() {
    let scene = "space planar
mass a = 1 kg at (1, 0) m
spring s = linear(ground (0, 0), a.center) { stiffness = 1e6 N/m; rest = 0.5 m }
run 0.4 s { integrator = semi_implicit; step = 10 ms }
";
    let doubts = |scene: &str| {
        let run = simulate(Scene::text("scene", scene), &Settings::default()).unwrap_or_else(|e| panic!("{e}"));
        run.outcome.doubts.iter().map(|d| d.text.clone()).collect::<Vec<_>>()
    };
    let said = doubts(scene);
    assert!(said.len() == 1 && said[0].starts_with("the motion diverges, its steps are too long"), "{said:?}");
    // steps that are only rough
    let rough = doubts(&scene.replace("10 ms", "0.5 ms"));
    assert!(rough.iter().all(|text| !text.contains("diverges")), "{rough:?}");
}
