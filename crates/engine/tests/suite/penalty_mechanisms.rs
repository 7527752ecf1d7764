//! Mechanisms under springs against rigid contact, along their way and not only at its end.
//!
//! What is held by a contact stands off by the force over the stiffness: errors against `method event` fall like 1/k. Right after
//! a blow they fall like k^−1/2: it lasts about π √(m/k) instead of no time at all, in which the part is where it would not be. How
//! deep parts are in each other, which a measure of its own says, is the force over the stiffness.

use crate::support;

use mainspring_model::{Shape as ModelShape, Touched};
use mainspring_overlap::{Memory as Nearby, Place, Shape, depth};
use mainspring_trust::{Against::OtherWay, case, largest};
use support::{column, model_of, run_text};

/// Stiffness, N/m: each four times the one before.
const STIFF: [f64; 4] = [1e5, 4e5, 1.6e6, 6.4e6];

/// How deep the first two that may touch are in each other at every frame.
fn overlaps(scene: &str, pair: [&str; 2], memory: &mainspring_record::Memory) -> Vec<f64> {
    let model = model_of(scene);
    let contact = &model.contacts.pairs[0];
    let body = |b: usize| model.bodies[b].shape.as_ref();
    let shapes = [
        body(contact.a),
        match contact.b {
            Touched::Body(b) => body(b),
            Touched::Obstacle(o) => Some(&model.obstacles[o].shape),
        },
    ]
    .map(|shape| match shape {
        Some(ModelShape::Region(region)) => Shape::of_region(region, [0.0; 2]),
        _ => panic!("outlines"),
    });
    let place = |name: &str, i: usize| {
        if name == "tray" {
            return Place { position: [0.0; 3], rotation: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] };
        }
        let [x, y, angle] = ["origin.x", "origin.y", "angle"].map(|q| column(memory, &format!("{name}.{q}"))[i]);
        let (s, c) = libm::sincos(angle);
        Place { position: [x, y, 0.0], rotation: [[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]] }
    };
    // bodies in the order of the model's pair, which may not be that of the statement
    let first = model.contact_names(0)[0] == pair[0];
    let [a, b] = if first { pair } else { [pair[1], pair[0]] };
    let frames = column(memory, &format!("contact({}, {}).points", pair[0], pair[1])).len();
    (0..frames).map(|i| depth(&shapes[0], &place(a, i), &shapes[1], &place(b, i), &mut Nearby::default())).collect()
}

/// The orders in which a column comes near the rigid motion: as the stiffness grows, over all frames from one on, by which
/// contact lasts, and over those before it from `blow` on, if there are any. `swings`: the force then still does.
fn comes_near(what: &str, scene: &str, q: &str, pair: [&str; 2], lasts: usize, blow: Option<usize>, swings: bool) {
    let [a, b] = pair;
    let places = [a, b].into_iter().filter(|name| *name != "tray");
    let places: Vec<String> = places.map(|name| format!("{name}.origin.x, {name}.origin.y, {name}.angle")).collect();
    let names = format!(
        "{q}, {}, contact({a}, {b}).normal_force, contact({a}, {b}).points, contact({a}, {b}).gap",
        places.join(", ")
    );
    let run = |method: &str| run_text(&format!("{scene}\n{method}\nrecord {names}\n")).1;
    let rigid = column(&run("method event"), q);
    let mut errors: Vec<[f64; 2]> = Vec::new();
    for k in STIFF {
        let soft = run(&format!("method penalty {{ stiffness = {k:e} N/m }}"));
        let off: Vec<f64> = column(&soft, q).iter().zip(&rigid).map(|(x, y)| x - y).collect();
        let before = blow.map_or(0.0, |from| largest(off[from..lasts].iter().copied()));
        errors.push([largest(off[lasts..].iter().copied()), before]);
        let deep = overlaps(scene, pair, &soft);
        let [force, points, gap] =
            ["normal_force", "points", "gap"].map(|x| column(&soft, &format!("contact({a}, {b}).{x}")));
        // where the contact still swings part of the force is that of its damping
        let by_spring = |i: usize| if swings { -gap[i] } else { force[i] / (k * points[i]) };
        let explained = (lasts..deep.len()).map(|i| deep[i] / by_spring(i) - 1.0);
        case!(
            format!("overlap of soft contact: {what}"),
            format!("depth over that of the spring at every frame, k = {k:e} N/m"),
            OtherWay,
            "overlap measured apart from the springs"
        )
        .answer(1.0, "1")
        .off(largest(explained), 0.05);
    }
    for (part, order, off) in [(0, 1.0, 0.1), (1, 0.5, 0.06)] {
        if part == 1 && blow.is_none() {
            continue;
        }
        let orders = errors.windows(2).map(|e| libm::log2(e[0][part] / e[1][part]) / 2.0);
        let which = if part == 0 { "while contact lasts" } else { "after a blow" };
        case!(
            format!("soft contact against rigid: {what}"),
            format!("order of convergence of {q} {which}, k = 1e5 … 6.4e6 N/m"),
            OtherWay,
            "the same scene by event"
        )
        .answer(order, "1")
        .off(largest(orders.map(|p| p - order)), off);
    }
}

#[test]
fn a_cam_with_a_flat_follower() {
    let scene = "space planar
gravity (-9.81, 0) m/s^2
primitive cam { shape = disc((0, 1) cm, 3 cm); mass = 200 g; point axis = (0, 0) }
primitive flat { shape = rect(1 cm, 8 cm); mass = 100 g }
part c = cam()
part f = flat() at (3.5, 0) cm
joint shaft = revolute(ground (0, 0), c.axis)
joint guide = prismatic(ground (3.5, 0) cm, f)
start shaft = 0
drive shaft speed = 5 rad/s
contact c, f { friction = 0; restitution = 0.2 }
run 0.6 s every 10 ms";
    comes_near("cam with a flat follower", scene, "f.position.x", ["c", "f"], 10, None, false);
}

#[test]
fn a_block_in_a_tray() {
    let scene = "space planar
gravity (0, -9.81) m/s^2
obstacle tray = polygon((-10, 6), (-12, -2), (12, -2), (10, 6), (8, 6), (2, 0), (-2, 0), (-8, 6)) cm
primitive blk { shape = rect(3 cm, 2 cm); mass = 100 g }
part b = blk() at (0, 2) cm
contact b, tray { friction = 0; restitution = 0.2 }
run 0.6 s every 10 ms";
    comes_near("block in a tray", scene, "b.position.y", ["b", "tray"], 30, Some(5), false);
}

#[test]
fn a_ratchet_held_by_its_pawl() {
    let scene = "space planar
primitive saw {
  shape = polygon(
    (46, 0), (35.3553, 35.3553), (32.5269, 32.5269), (0, 50), (0, 46), (-35.3553, 35.3553), (-32.5269, 32.5269), (-50, 0),
    (-46, 0), (-35.3553, -35.3553), (-32.5269, -32.5269), (0, -50), (0, -46), (35.3553, -35.3553), (32.5269, -32.5269),
    (50, 0)
  ) mm
  density = 7800 kg/m^3
  thickness = 5 mm
}
primitive finger {
  shape = polygon((0, -3), (53, -3), (59, 0), (53, 3), (0, 3)) mm
  density = 7800 kg/m^3
  thickness = 5 mm
  point pivot = (0, 0)
}
part w = saw()
part c = finger()
joint ax = revolute(ground (0, 0), w.origin) { damping = 50 N*mm*s/rad }
joint pin = revolute(ground (-35, 90) mm, c.pivot) { stiffness = 50 N*mm/rad; damping = 5 N*mm*s/rad; rest = -110 deg }
start pin = -40 deg
torque push on w = 100 N*mm
contact w, c { friction = 0; restitution = 0.2 }
run 0.5 s every 10 ms";
    comes_near("ratchet held by its pawl", scene, "w.angle", ["w", "c"], 40, None, false);
}

#[test]
fn a_latch_that_holds_a_drawer() {
    let scene = "space planar
gravity (0, -9.81) m/s^2
primitive tray_with_post {
  shape = polygon((-8, -1.4), (0, -1.4), (0, 0.8), (-1, 0.8), (-1, 0), (-8, 0)) cm
  mass = 500 g
}
primitive catch {
  shape = polygon(
    (-9, 1.2), (-7, 0.2), (-7, 1.2), (-0.8, 1.2), (-0.8, -0.4), (0.8, -0.4), (0.8, 2), (-8.6, 2)
  ) cm
  mass = 60 g
  point pivot = (0, 0)
}
part drawer = tray_with_post() at (-12, 0.4) cm
part hook = catch() at (0, 0.4) cm
joint rail = prismatic(ground (-12, 0.4) cm, drawer) { stiffness = 200 N/m; damping = 2 N*s/m }
joint pin = revolute(ground (0, 0.4) cm, hook.pivot) { limits = (-30, 0) deg; stiffness = 0.8 N*m/rad; rest = 40 deg }
start rail = 0 rate 1.866 m/s
contact hook, drawer { friction = 0; restitution = 0.272 }
run 0.9 s every 10 ms";
    comes_near("latch that holds a drawer", scene, "drawer.origin.x", ["hook", "drawer"], 80, None, false);
}

#[test]
fn a_geneva_wheel_turned_by_its_pin() {
    let scene = "space planar
primitive wheel {
  shape = polygon(
    (20, -2.1), (5.5, -2.1), (5.5, 2.1), (20, 2.1), (2.1, 20), (2.1, 5.5), (-2.1, 5.5), (-2.1, 20),
    (-20, 2.1), (-5.5, 2.1), (-5.5, -2.1), (-20, -2.1), (-2.1, -20), (-2.1, -5.5), (2.1, -5.5), (2.1, -20)
  ) mm
  mass = 50 g
}
primitive pin { shape = disc((20, 0) mm, 2 mm); mass = 20 g; point axis = (0, 0) }
part w = wheel()
part c = pin()
joint axle = revolute(ground (28.284271 mm, 0), w.origin) { damping = 2 N*mm*s/rad }
joint o = revolute(ground (0, 0), c.axis)
start axle = 45 deg
start o = -60 deg
drive o speed = 6 rad/s
contact c, w { friction = 0; restitution = 0.2 }
run 0.17 s every 2 ms";
    comes_near("Geneva wheel turned by its pin", scene, "w.angle", ["c", "w"], 75, None, true);
}
