use super::{BAR, errors, model};
use mainspring_model::{BinaryFn, Level, Model, Node, NodeId, Trigger};

/// Evaluates a node with every probe at `probe`.
fn at(m: &Model, node: NodeId, time: f64, switch: f64, probe: f64) -> f64 {
    let tape = m.programs.tape(&[node]);
    let mut values = vec![0.0; m.programs.nodes.len()];
    m.programs.evaluate(&tape, time, switch, |_| probe, &mut values);
    values[node]
}

#[test]
fn conditions_become_margins() {
    let m = model(&format!(
        "{BAR}release o when t > 2 s and not crank.angle < 1 rad or crank.rate > 5 rad/s\nattach o at 4 s"
    ));
    let Trigger::When(node) = m.switches[0].trigger else { panic!() };
    // max(min(t − 2, −(1 − angle)), rate − 5)
    assert_eq!(at(&m, node, 3.0, 0.0, 1.5), 0.5);
    assert_eq!(at(&m, node, 2.25, 0.0, 1.5), 0.25);
    assert_eq!(at(&m, node, 3.0, 0.0, 0.5), -0.5);
    assert_eq!(m.switches[1].trigger, Trigger::At(4.0));
    assert!(m.joints[0].attached);
    assert_eq!(errors(&format!("{BAR}release o when t == 2 s"))[0].0, "E0311");
}

#[test]
fn what_is_attached_first_does_not_hold_at_the_start() {
    let m = model(&format!("{BAR}joint w = weld(ground, crank.b)\nattach w at 1 s\nrelease w at 2 s"));
    assert!(m.joints[0].attached && !m.joints[1].attached);
}

#[test]
fn comparisons_of_time_read_the_switch_time() {
    let m = model(&format!(
        "{BAR}force f on crank.b = (if 2*t > 1 s then t*1 N/s else 0, step(t, 3 s)*1 N + table(t, (0 s, 0 N), (1 s, 2 N), (2 s, 0 N)))"
    ));
    let [x, y, _] = m.forces[0].value;
    // the side is chosen by the switch time, the value by the time
    assert_eq!(at(&m, x, 0.6, 0.4, 0.0), 0.0);
    assert_eq!(at(&m, x, 0.4, 0.6, 0.0), 0.4);
    // before the switch at 1 s the first piece goes on: 2·1.5
    assert_eq!(at(&m, y, 1.5, 0.9, 0.0), 3.0);
    assert_eq!(at(&m, y, 1.5, 3.5, 0.0), 1.0);
    for node in &m.programs.nodes {
        if let Node::Binary(BinaryFn::Less | BinaryFn::LessEqual, a, b) = node {
            for side in [a, b] {
                let tape = m.programs.tape(&[*side]);
                assert!(tape.order.iter().all(|n| m.programs.nodes[*n] != Node::Time));
            }
        }
    }
}

#[test]
fn comparisons_of_the_motion_read_the_motion() {
    let m = model(&format!("{BAR}torque f on crank = if crank.angle > 1 rad then -1 N*m else 0"));
    let node = m.forces[0].value[2];
    assert_eq!(at(&m, node, 0.0, 0.0, 2.0), -1.0);
    assert_eq!(at(&m, node, 0.0, 0.0, 0.5), 0.0);
    assert_eq!(m.programs.level(node), Level::Position);
}

#[test]
fn loads_do_not_read_what_they_cause() {
    for (text, code) in [
        ("torque f on crank = o.torque", "E0309"),
        ("torque f on crank = crank.angular_acceleration*1 kg*m^2", "E0309"),
        ("quantity q = o.force.x\nforce f on crank.b = (q, 0)", "E0309"),
        ("drive o angle = crank.angle", "E0309"),
        ("constraint c: crank.rate = 2 rad/s", "E0309"),
        ("drive o torque = -1 N*m*s*o.acceleration*1 s", "E0309"),
    ] {
        assert_eq!(errors(&format!("{BAR}{text}"))[0].0, code, "{text}");
    }
    model(&format!(
        "{BAR}drive o torque = -1 N*m*s*o.rate - 2 N*m*o.angle\nconstraint c: crank.b.y = 2 cm*sin(t*1 rad/s)"
    ));
}

#[test]
fn actuators_name_their_own_joint() {
    let m = model(
        "space planar
primitive bar { shape = rect(1 m, 1 cm); mass = 1 kg }
part x = bar()
joint o = revolute(ground, x.center) { torque = -2 N*m*angle - 1 N*m*s*rate + 1 N*m*sin(t*1 rad/s); stiffness = 3 N*m/rad; damping = 1 N*m*s; friction = 0.1; pin_radius = 5 mm; limits = (-90, 90) deg }",
    );
    assert_eq!(at(&m, m.drives[0].value, 0.0, 0.0, 1.0), -3.0);
    assert_eq!(m.springs[0].stiffness, 3.0);
    let codes: Vec<&str> = m.notes.iter().map(|n| n.code.as_str()).collect();
    assert!(codes.is_empty(), "{codes:?}");
}

#[test]
fn joints_can_be_compliant() {
    let m = model(&format!(
        "{BAR}part rod = bar(10 cm)
joint p = weld(crank.b, rod.a) {{ compliant {{ stiffness = 1000 N/m; damping = 1 N*s/m; turning_stiffness = 10 N*m/rad; adapt }} }}"
    ));
    let c = m.joints[1].compliant.unwrap();
    assert_eq!((c.stiffness, c.damping, c.turning_stiffness, c.turning_damping), (1000.0, 1.0, 10.0, 0.0));
    assert!(c.adapt && m.notes.is_empty());
}
