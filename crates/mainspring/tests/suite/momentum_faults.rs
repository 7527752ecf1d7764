//! Angular momentum about the centre of mass and about other points; `am` is the scene in `tests/faults/`.

use crate::fault_scenes::{finishes, last, near, text};

#[test]
fn am() {
    // I ω in the part's axes; about the origin also m c × v
    let about = "a.angular_momentum_about(ground (0, 0, 0))";
    let moving = "a.angular_momentum_about(a.center)";
    let run = finishes(&text("am"), &[0.0], &["a.angular_momentum", about, moving, "a.angular_velocity"]);
    let at = |probe: &str| -> [f64; 3] { run.value(probe).expect("read").try_into().expect("three") };
    let turn = |v: [f64; 3], angle: f64| {
        // Rodrigues, about (1, 1, 0)
        let (u, c, s) = (0.5_f64.sqrt(), libm::cos(angle), libm::sin(angle));
        let along = u * (v[0] + v[1]) * (1.0 - c);
        let cross = [u * v[2], -u * v[2], u * (v[1] - v[0])];
        std::array::from_fn::<f64, 3, _>(|i| v[i] * c + cross[i] * s + if i < 2 { u * along } else { 0.0 })
    };
    let angle = 40.0_f64.to_radians();
    let own = turn([0.3, -0.7, 1.1], -angle);
    let spin = turn([own[0], 2.0 * own[1], 2.5 * own[2]], angle);
    let (c, v) = ([1.0, 2.0, 3.0], [0.5, -0.25, 1.0]);
    for i in 0..3 {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        near(at("a.angular_momentum")[i], spin[i], 1e-12, "about the centre");
        near(at(moving)[i], spin[i], 1e-12, "about the centre, as a point");
        near(at(about)[i], spin[i] + 2.0 * (c[j] * v[k] - c[k] * v[j]), 1e-12, "about the origin");
    }
}

#[test]
fn angular_momentum_in_the_plane_is_about_the_centre() {
    let scene = "space planar
primitive bar { mass = 2 kg; inertia = 0.5 kg*m^2; point tip = (1, 0) m }
part b = bar() at (3, 1) m moving (0, 4) m/s spinning 2 rad/s
mass m = 3 kg at (2, 0) m moving (1, 5) m/s
run 1 s
";
    let probes = ["b.angular_momentum", "b.angular_momentum_about(b.tip)", "m.angular_momentum_about(ground)"];
    let run = finishes(scene, &[0.0], &probes);
    for (probe, should) in probes.iter().zip([1.0, 1.0 - 2.0 * 4.0, 3.0 * 2.0 * 5.0]) {
        near(last(&run, probe), should, 1e-12, probe);
    }
}
