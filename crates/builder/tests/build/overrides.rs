use super::placement::FOUR_BAR;
use super::{close, errors_with, expression, model_with};
use mainspring_builder::{BuildOptions, Domain};
use mainspring_model::Node;

fn set(pairs: &[(&str, &str)]) -> BuildOptions {
    BuildOptions {
        overrides: pairs.iter().map(|(p, v)| ((*p).to_owned(), expression(v))).collect(),
        ..BuildOptions::default()
    }
}

fn scene() -> String {
    format!("{FOUR_BAR}let lift = 3 cm\nrecord lift\nrun 1 s every 1 ms {{ rtol = 1e-8 }}")
}

#[test]
fn values_are_set_from_outside() {
    let m = model_with(
        &scene(),
        &set(&[
            ("lift", "7 cm"),
            ("crank.l", "20 cm"),
            ("steel.thickness", "1 cm"),
            ("return.stiffness", "100 N/m"),
            ("o.speed", "3 rad/s"),
            ("o.guess", "10 deg"),
            ("gravity", "(0, -1.6) m/s^2"),
            ("run.duration", "2 s"),
            ("run.integrator", "rk4"),
        ]),
    );
    close(m.bodies[0].mass, 0.2 * 0.01 * 0.01 * 7800.0);
    close(m.springs[0].stiffness, 100.0);
    assert_eq!(m.programs.nodes[m.drives[0].value], Node::Constant(3.0));
    close(m.bodies[0].pose.angle, 10f64.to_radians());
    assert_eq!(m.gravity, [0.0, -1.6, 0.0]);
    assert_eq!((m.run.duration, m.run.integrator.as_str(), m.run.rtol), (2.0, "rk4", 1e-8));
    assert_eq!(m.programs.nodes[m.channels[0].nodes[0]], Node::Constant(0.07));
}

#[test]
fn what_cannot_be_set_is_an_error() {
    for (path, value, code) in [
        ("lfit", "3 cm", "E0214"),
        ("lift", "3 s", "E0301"),
        ("crank.l", "3 s", "E0301"),
        ("return.stiffness", "3 m", "E0301"),
        ("run.duration", "0 s", "E0509"),
        ("run.integrator", "euler", "E0510"),
        ("gravity", "(0, 1, 2) m/s^2", "E0313"),
    ] {
        let found = errors_with(&scene(), &set(&[(path, value)]));
        assert_eq!(found.len(), 1, "{path}: {found:?}");
        assert_eq!(found[0].0, code, "{path}");
    }
}

#[test]
fn domains_can_be_left_out() {
    let without = |d: Domain| BuildOptions { without: vec![d], ..BuildOptions::default() };
    let text = format!("{FOUR_BAR}gravity (0, -9.81) m/s^2");
    assert_eq!(model_with(&text, &without(Domain::Gravity)).gravity, [0.0; 3]);
    assert!(model_with(&text, &without(Domain::Control)).drives.is_empty());
    assert!(model_with(&text, &without(Domain::Contacts)).notes.is_empty());
}

#[test]
fn the_last_of_two_values_counts() {
    let text = format!("{}\nmass bob = 1 kg at (0, 2) m", scene());
    let bob = |pairs: &[(&str, &str)]| model_with(&text, &set(pairs)).bodies.last().expect("the bob").mass;
    assert_eq!(bob(&[("bob", "2 kg")]), 2.0);
    assert_eq!(bob(&[("bob.mass", "3 kg")]), 3.0);
    assert_eq!(bob(&[("bob", "2 kg"), ("bob", "5 kg")]), 5.0);
    let m = model_with(
        &text,
        &set(&[("run.duration", "2 s"), ("lift", "1 cm"), ("lift", "2 cm"), ("run.duration", "3 s")]),
    );
    assert_eq!(m.run.duration, 3.0);
    assert_eq!(m.programs.nodes[m.channels[0].nodes[0]], Node::Constant(0.02));
    assert_eq!(errors_with(&text, &set(&[("bob", "2 m")]))[0].0, "E0301");
}
