//! A viscous constant of a part, `drag = 5 N*s/m`, against closed forms (cilia-1997 eq. 1: f = −K v).

use crate::fault_scenes::{finishes, last, near};
use mainspring::prelude::*;
use mainspring::simulate;

const DRAG: f64 = 5.0;
const G: f64 = 9.81;

fn scene(surface: &str, shape: &str, fields: &str, rest: &str) -> String {
    format!(
        "space planar
{surface}
primitive q {{ shape = {shape}; mass = 2 kg; drag = {DRAG} N*s/m{fields} }}
{rest}
"
    )
}

fn residual(run: &mainspring::Run) -> f64 {
    run.outcome.ledger.relative
}

#[test]
fn viscous_friction_takes_speed_and_spin_at_the_rate_of_the_part_alone() {
    // v and ω fall as e^(−K t/m) and e^(−K ρ² t/I), ρ² = r²/2 the mean of r² over a disc, I = m r²/2: both alike, at any size
    for radius in ["1 cm", "20 cm"] {
        for integrator in ["dop853", "dopri5", "merson", "radau"] {
            let text = scene(
                "surface { viscous = 400 N*s/m^3; law = viscous }",
                &format!("disc({radius})"),
                "",
                &format!(
                    "part p = q() at (0, 0) moving (0.3, 0.4) m/s spinning 2 rad/s\nrun 0.8 s {{ integrator = {integrator} }}"
                ),
            );
            let run = finishes(&text, &[], &["norm(p.velocity)", "p.rate", "p.surface_heat", "norm(p.position)"]);
            let left = libm::exp(-DRAG * 0.8 / 2.0);
            near(last(&run, "norm(p.velocity)"), 0.5 * left, 1e-8, integrator);
            near(last(&run, "p.rate"), 2.0 * left, 1e-8, integrator);
            near(last(&run, "norm(p.position)"), 0.5 * (1.0 - left) * 2.0 / DRAG, 1e-8, integrator);
            let r: f64 = if radius == "1 cm" { 0.01 } else { 0.2 };
            let energy = 0.5 * 2.0 * (0.25 + 0.5 * r * r * 4.0);
            near(last(&run, "p.surface_heat"), energy * (1.0 - left * left), 1e-7, "heat");
            assert!(residual(&run) < 1e-7, "{integrator}: {}", residual(&run));
        }
    }
}

#[test]
fn hybrid_friction_is_viscous_above_the_weight_and_dry_below() {
    // viscous while K v > μ m g; then dry, to rest
    let (mu, mass, v0) = (0.2, 2.0, 4.0);
    let turn = mu * mass * G / DRAG;
    let first = mass / DRAG * libm::log(v0 / turn);
    let stops = first + turn / (mu * G);
    let way = mass / DRAG * (v0 - turn) + turn * turn / (2.0 * mu * G);
    // where it does not turn, the larger friction of the part is the larger one at every point
    for law in ["hybrid", "pointwise"] {
        for (viscous, shape) in [("", "rect(3 cm, 2 cm)"), ("; viscous = 1e4 N*s/m^3", "disc(4 cm)")] {
            let text = scene(
                &format!("surface {{ friction = {mu}; law = {law}{viscous} }}"),
                shape,
                "",
                &format!("part p = q() at (0, 0) moving ({v0}, 0) m/s\nrun {} s", 1.5 * stops),
            );
            let run = finishes(&text, &[], &["p.position.x", "p.velocity.x", "p.surface_heat"]);
            near(last(&run, "p.position.x"), way, 1e-7, law);
            near(last(&run, "p.velocity.x"), 0.0, 1e-9, law);
            near(last(&run, "p.surface_heat"), 0.5 * mass * v0 * v0, 1e-6, law);
            assert!(residual(&run) < 1e-7, "{law}: {}", residual(&run));
        }
    }
    // the change from viscous to dry is an event, where it should be
    let text = scene(
        &format!("surface {{ friction = {mu} }}"),
        "disc(4 cm)",
        "",
        &format!("part p = q() at (0, 0) moving ({v0}, 0) m/s\nrun {stops} s"),
    );
    let run = finishes(&text, &[first], &["p.velocity.x"]);
    near(run.value("p.velocity.x").expect("read")[0], turn, 1e-8, "speed at which both are equal");
}

#[test]
fn windows_and_belts_meet_the_constant_of_the_part() {
    // steady speed f A / K; a belt carries along as u (1 − e^(−K t/m))
    let pushed = scene(
        "surface { law = viscous }",
        "rect(10 cm, 20 cm)",
        "",
        "window w = rect(50 m, 2 m) { force = (30, 0) N/m^2 }\npart p = q() at (0, 0)\nrun 12 s",
    );
    let run = finishes(&pushed, &[], &["p.velocity.x"]);
    near(last(&run, "p.velocity.x"), 30.0 * 0.02 / DRAG, 1e-9, "pushed");
    let carried = scene(
        "surface { law = viscous }",
        "rect(10 cm, 20 cm)",
        "",
        "window w = rect(50 m, 2 m) { velocity = (0.5, 0) m/s }\npart p = q() at (0, 0)\nrun 0.6 s",
    );
    let run = finishes(&carried, &[], &["p.velocity.x"]);
    near(last(&run, "p.velocity.x"), 0.5 * (1.0 - libm::exp(-DRAG * 0.6 / 2.0)), 1e-8, "carried");
}

#[test]
fn a_drag_can_be_set_and_left_out() {
    let text =
        scene("surface { law = viscous }", "disc(1 cm)", "", "part p = q() at (0, 0) moving (1, 0) m/s\nrun 1 s");
    let run = |settings: Settings| {
        let run =
            simulate(Scene::text("scene", &text), &settings.probe("p.velocity.x")).unwrap_or_else(|e| panic!("{e}"));
        assert!(run.notes.iter().all(|n| n.code == "N0910"), "{:?}", run.notes);
        last(&run, "p.velocity.x")
    };
    near(run(Settings::default()), libm::exp(-2.5), 1e-8, "as written");
    near(run(Settings::default().set("p.drag", "2 N*s/m")), libm::exp(-1.0), 1e-8, "set");
    near(run(Settings::default().without(Domain::Friction)), 1.0, 1e-12, "without friction");
}

#[test]
fn a_drag_that_does_nothing_is_told() {
    let said = |text: &str| {
        let settings = Settings { until: Some(1e-6), ..Settings::default() };
        let run = simulate(Scene::text("scene", text), &settings).unwrap_or_else(|e| panic!("{e}"));
        let notes = run.notes.iter().filter(|n| n.code == "W0621");
        notes.map(|n| format!("{}; {}", n.message, n.help.clone().unwrap_or_default())).collect::<Vec<_>>()
    };
    let lying = "part p = q() at (0, 0)\nrun 1 s";
    assert!(said(&scene("surface { friction = 0.1 }", "disc(1 cm)", "", lying)).is_empty());
    for (surface, rest, why, fix) in [
        ("", lying, "this scene has none", "add `surface {"),
        ("surface { friction = 0.1; law = coulomb }", lying, "dry friction alone", "`law = hybrid`"),
        (
            "surface { friction = 0.1 }",
            "part p = q()\njoint o = revolute(ground (0, 0), p)\nrun 1 s",
            "a joint holds this part above it",
            "force f on p =",
        ),
    ] {
        let found = said(&scene(surface, "disc(1 cm)", "", rest));
        assert!(found.len() == 1 && found[0].contains(why) && found[0].contains(fix), "{found:?}");
    }
    let space = "space spatial\nprimitive q { shape = sphere(1 cm); mass = 1 kg; drag = 1 N*s/m }
part p = q() at (0, 0, 0)\nrun 1 s";
    let found = said(space);
    assert!(found.len() == 1 && found[0].contains("there is none in space"), "{found:?}");
    // what it advises reads
    let braked = space.replace("; drag = 1 N*s/m", "").replace("run", "force f on p = -(5 N*s/m)*p.velocity\nrun");
    assert!(said(&braked).is_empty());
}

#[test]
fn a_drag_that_cannot_be_is_refused() {
    for (drag, code) in [("-1 N*s/m", "E0526"), ("5 N*s/m^3", "E0301"), ("t*(1 N/m)", "E0305")] {
        let text = scene("surface { law = viscous }", "disc(1 cm)", "", "part p = q() at (0, 0)\nrun 1 s")
            .replace("5 N*s/m", drag);
        let (codes, message) = crate::fault_scenes::refusal(&text);
        assert_eq!(codes, [code], "{drag}: {message}");
    }
}
