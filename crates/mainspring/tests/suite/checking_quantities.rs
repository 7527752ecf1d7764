//! Quantities by which a run is checked: how far forces are off their laws, what stops exert, whether anything is in doubt.

use mainspring::prelude::*;
use mainspring::simulate;

/// What was read at some moments, one row a moment.
fn read(scene: &str, at: &[f64], probes: &[&str]) -> Vec<Vec<f64>> {
    let mut settings = Settings { at: at.to_vec(), ..Settings::default() };
    for probe in probes {
        settings = settings.probe(probe);
    }
    let run = simulate(Scene::text("checked", scene), &settings).unwrap_or_else(|e| panic!("{e}\n{scene}"));
    let column = |probe: &&str| run.values.iter().find(|m| m.name == **probe).expect("it is measured");
    (0..at.len()).map(|moment| probes.iter().map(|p| column(p).values[moment][0]).collect()).collect()
}

/// A bar of 2 kg and 40 cm that falls on its stop at −30°, and is lifted off it by a torque from 2 s on.
const ON_ITS_STOP: &str = "space planar
gravity (0, -10) m/s^2
primitive bar { shape = rect(40 cm, 2 cm); mass = 2 kg; point a = (-20, 0) cm }
part rod = bar()
joint hinge = revolute(ground (0, 0) m, rod.a) { limits = (-30, 80) deg; restitution = 0 }
start hinge = 10 deg
force lift on rod.center = (0 N, if t < 2 s then 0 N else 50 N)
run 6 s every 0.1 s";

#[test]
fn a_stop_exerts_what_carries_the_load_and_only_while_it_is_touched() {
    let values = read(ON_ITS_STOP, &[0.05, 1.5, 2.05, 5.0], &["hinge.limit_force", "hinge.angle"]);
    // the arm of the weight, and of the lift, is 20 cm · cos
    let held = |degrees: f64, load: f64| load * 0.2 * libm::cos(degrees.to_radians());
    assert_eq!(values[0][0], 0.0);
    assert!((values[1][0] - held(30.0, 20.0)).abs() < 1e-9, "{values:?}");
    assert_eq!(values[2][0], 0.0);
    // the upper stop pushes back
    assert!((values[3][0] - held(80.0, -30.0)).abs() < 1e-9, "{values:?}");
    let refused = ON_ITS_STOP.replace("limits = (-30, 80) deg; ", "") + "\nrecord hinge.limit_force";
    let refused = simulate(Scene::text("open", &refused), &Settings::default()).unwrap_err().to_string();
    assert!(refused.contains("limit_force"), "{refused}");
}

#[test]
fn contact_forces_obey_their_laws_to_rounding() {
    let scene = "space planar
gravity (0, -10) m/s^2
obstacle floor = halfplane((0, 0) m, (0, 1))
primitive slab { shape = rect(10 cm, 4 cm); mass = 1 kg }
part low = slab() at (0, 2) cm moving (1, 0) m/s
part top = slab() at (1, 6) cm moving (2, 0) m/s
contact low, floor { friction = 0.2; static_friction = 0.3; restitution = 0 }
contact low, top { friction = 0.4; restitution = 0 }
run 2 s every 0.1 s";
    let probes =
        ["contact(low, floor).residual", "contact(low, top).residual", "contact(low, floor).mode", "run.verdict"];
    let rows = read(scene, &[0.0, 0.05, 0.3, 0.6, 1.0, 2.0], &probes);
    for row in &rows {
        assert!(row[0].abs() < 1e-10 && row[1].abs() < 1e-10, "{rows:?}");
        assert_eq!(row[3], 0.0, "{rows:?}");
    }
    assert_eq!((rows[1][2], rows[5][2]), (2.0, 1.0), "it slips and then rests: {rows:?}");
}
