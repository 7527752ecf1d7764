//! The mechanism is changed while it runs.

use crate::{on, open};
use mainspring_live::{Live, LiveOptions, Swap};
use mainspring_workbench::{Scene, Settings};

const PENDULUM: &str = "space planar
gravity (0, -9.81) m/s^2
let L = 1 m
primitive bar { shape = rect(L, 2 cm); mass = 1 kg; point end = (-L/2, 0); point tip = (L/2, 0) }
part rod = bar()
joint pin = revolute(ground (0, 0), rod.end)
quantity angle = pin.angle";

#[test]
fn a_number_that_is_set_keeps_the_motion() {
    let mut live = open(PENDULUM);
    live.steer(0.3, &mut on()).unwrap();
    let [before, rate] = ["pin.angle", "pin.rate"].map(|q| live.read(q).unwrap().values[0]);
    let swap = live.set("L", "1.2 m").unwrap();
    // the rod is drawn about its middle, which moves outwards by a tenth of a metre
    let Swap::Kept { moved } = swap else { panic!("{swap:?}") };
    assert!((moved - 0.1).abs() < 0.02, "{moved}");
    let [after, now] = ["pin.angle", "pin.rate"].map(|q| live.read(q).unwrap().values[0]);
    assert!((after - before).abs() < 1e-9, "{before} {after}");
    assert!((now - rate).abs() < 0.3 * rate.abs(), "{rate} {now}");
    assert_eq!(live.time(), 0.3);
    live.steer(0.6, &mut on()).unwrap();
    assert!(live.ledger().relative < 1e-6, "{:?}", live.ledger());
}

#[test]
fn gravity_that_is_turned_off_leaves_uniform_motion() {
    let mut live = open("space planar\ngravity (0, -10) m/s^2\nmass m = 1 kg at (0, 0) m moving (1, 0) m/s");
    live.steer(0.5, &mut on()).unwrap();
    assert_eq!(live.set("gravity", "(0, 0) m/s^2").unwrap(), Swap::Kept { moved: 0.0 });
    live.steer(1.5, &mut on()).unwrap();
    let (p, v) = (live.read("m.position").unwrap().values, live.read("m.velocity").unwrap().values);
    assert!((v[1] + 5.0).abs() < 1e-9 && (p[1] + 1.25 + 5.0).abs() < 1e-9 && (p[0] - 1.5).abs() < 1e-9, "{p:?} {v:?}");
    assert!(live.ledger().relative < 1e-9, "{:?}", live.ledger());
}

#[test]
fn a_wrong_value_leaves_the_session_as_it_was() {
    let mut live = open(PENDULUM);
    live.steer(0.3, &mut on()).unwrap();
    let hash = live.hash();
    for (path, value) in [("M", "1 m"), ("L", "2 kg"), ("L", "-1 m"), ("L", "1 +"), ("run.rtol", "7")] {
        assert!(live.set(path, value).is_err(), "{path} = {value}");
    }
    assert!(live.replace(&Scene::from("space planar\nmass m = 1")).is_err());
    assert_eq!(live.hash(), hash);
    assert_eq!(live.log().len(), 1);
}

#[test]
fn another_text_keeps_what_kept_its_name() {
    let mut live = open(PENDULUM);
    live.steer(0.3, &mut on()).unwrap();
    let angle = live.read("pin.angle").unwrap().values[0];
    let longer = format!(
        "{PENDULUM}\nmass bob = 0.5 kg at (1.2, 0) m\nspring chain = linear(rod.tip, bob.center) {{ stiffness = 20 N/m; rest = 20 cm }}\n"
    );
    let swap = live.replace(&Scene::from(longer.as_str())).unwrap();
    assert!(matches!(swap, Swap::Kept { .. }), "{swap:?}");
    assert!((live.read("pin.angle").unwrap().values[0] - angle).abs() < 1e-12);
    live.steer(0.6, &mut on()).unwrap();
    assert!(live.ledger().relative < 1e-5, "{:?}", live.ledger());

    // nothing of it is left: it begins again, and says why
    let other = Scene::from("space planar\nmass q = 1 kg at (0, 0) m");
    let swap = live.replace(&other).unwrap();
    assert_eq!(swap, Swap::Restarted { why: "no part that moves has kept its name".to_owned() });
    assert_eq!(live.time(), 0.0);
    live.steer(0.2, &mut on()).unwrap();
    assert!(live.seek(0.1).is_ok() && live.seek(0.6).is_err());
    let mut again =
        Live::replay(&Scene::from(PENDULUM), &Settings::default(), LiveOptions::default(), live.log()).unwrap();
    live.seek(0.2).unwrap();
    assert_eq!((again.time(), again.hash()), (0.2, live.hash()));
    // what was done again has the past of what began again
    for session in [&mut live, &mut again] {
        session.seek(0.1).unwrap();
        assert_eq!(session.read("q.position.x").unwrap().values, [0.0]);
    }
    assert_eq!(again.hash(), live.hash());
}

#[test]
fn what_does_not_fit_where_it_is_begins_again() {
    // a box that has come to rest is made so wide that it would be in the wall
    let text = "space planar
gravity (0, -10) m/s^2
let w = 10 cm
material wood { density = 500 kg/m^3; thickness = 10 cm; friction = 0.5; restitution = 0 }
obstacle floor = halfplane((0, 0) m, (0, 1)) { material = wood }
obstacle left = halfplane((-6, 0) cm, (1, 0)) { material = wood }
obstacle right = halfplane((6, 0) cm, (-1, 0)) { material = wood }
primitive block { shape = rect(w, 10 cm); material = wood }
part b = block() at (0, 5) cm
contacts all";
    let mut live = open(text);
    live.steer(0.1, &mut on()).unwrap();
    assert!(matches!(live.set("w", "11 cm").unwrap(), Swap::Kept { .. }));
    live.steer(0.2, &mut on()).unwrap();
    // wider than the gap between the walls: the scene cannot even begin
    assert!(live.set("w", "14 cm").is_err());
    live.steer(0.3, &mut on()).unwrap();
    assert!(live.ledger().relative < 1e-6);
}
