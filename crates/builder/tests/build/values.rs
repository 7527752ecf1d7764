use super::{BAR, close, errors, expression, model, model_with};
use mainspring_builder::BuildOptions;
use mainspring_definition::Dimension;
use mainspring_model::Node;

/// The known value of an expression in a planar scene, through a probe.
fn value(text: &str) -> f64 {
    let options = BuildOptions { probes: vec![("x".to_owned(), expression(text))], ..BuildOptions::default() };
    let m = model_with(BAR, &options);
    match m.programs.nodes[m.probes[0].nodes[0]] {
        Node::Constant(v) => v,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn expressions_fold_to_their_si_value() {
    for (text, want) in [
        ("12.3 mm", 0.0123),
        ("2*3 cm + 1 m", 1.06),
        ("norm((3, 4) cm)", 0.05),
        ("90 deg", std::f64::consts::FRAC_PI_2),
        ("2*pi rad/s", std::f64::consts::TAU),
        ("sqrt(4 m^2)", 2.0),
        ("cross((1, 0), (0, 1))", 1.0),
        ("if 1 < 2 then 3 else 1/0", 3.0),
        ("clamp(5, 0, 2)", 2.0),
        ("smoothstep(0.5, 0, 1)", 0.5),
        ("smoothstep(0.25, 0, 1)", 0.15625),
        ("smootherstep(0.5, 0, 1)", 0.5),
        ("smootherstep(3 m, 2 m, 6 m)", 0.103515625),
        ("smootherstep(7, 0, 1)", 1.0),
        ("step(1, 1)", 1.0),
        ("table(0.5, (0, 0), (1, 4))", 2.0),
        ("atan2(1 m, 0 m)", std::f64::consts::FRAC_PI_2),
        ("min(3 cm, 0, 1 m)", 0.0),
        ("mod(7, 4)", 3.0),
        ("2^10", 1024.0),
        ("log10(1000)", 3.0),
        ("abs(-2) cm", 0.02),
        ("1 kg*m/s^2 / (1 N)", 1.0),
        ("7.8 g/cm^3", 7800.0),
        ("norm((3*cos(0), 4*sin(90 deg)) mm)", 0.005),
    ] {
        close(value(text), want);
    }
    assert_eq!(value("12.3 mm"), 0.0123);
    assert_eq!(value("random(1, 0, 1)"), value("random(1, 0, 1)"));
    assert!((0.0..1.0).contains(&value("random(7, 0, 1)")));
}

#[test]
fn units_go_to_bare_numbers_only() {
    let m = model(
        "space planar
let l = 3 m
primitive p { shape = polygon((0, 0), (l, 0), (l, 2), (0, 2*1)) cm; area_density = 1 kg/m^2 }
part a = p() at (l, -50) cm",
    );
    close(m.bodies[0].mass, 3.0 * 0.02);
    close(m.bodies[0].pose.position[0], 3.0 + 1.5);
    close(m.bodies[0].pose.position[1], -0.5 + 0.01);
}

#[test]
fn a_mistake_is_reported_once_and_where_it_stands() {
    assert_eq!(
        errors(&format!("{BAR}let a = 2 m + 3 s\nlet b = a*2\nrecord a, b")),
        [("E0301".to_owned(), "2 m + 3 s".to_owned())]
    );
    assert_eq!(
        errors(&format!("{BAR}drive o speed = 3 m\nrecord crnk.angle\nrecord crank.angel")),
        [
            ("E0301".to_owned(), "3 m".to_owned()),
            ("E0201".to_owned(), "crnk".to_owned()),
            ("E0308".to_owned(), "angel".to_owned())
        ]
    );
}

#[test]
fn names_may_be_used_before_they_are_declared() {
    let m = model(&format!("{BAR}let twice = 2*h\nlet h = 4 cm\nrecord twice\nrecord late\nlet late = o.angle"));
    assert_eq!(m.programs.nodes[m.channels[0].nodes[0]], Node::Constant(0.08));
    assert!(m.channels[1].angle);
}

#[test]
fn channels_are_named_as_written_and_know_their_dimension() {
    let m = model(&format!(
        "{BAR}quantity reach = norm(crank.b)
record   crank.position.y ,  o.force
plot \"turns\" crank.angle, o.rate against t
plot \"again\" reach, norm( crank.b.velocity )"
    ));
    let names: Vec<&str> = m.channels.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(
        names,
        ["reach", "crank.position.y", "o.force", "crank.angle", "o.rate", "t", "norm( crank.b.velocity )"]
    );
    assert_eq!(m.channels[1].dimension, Dimension::LENGTH);
    assert_eq!(m.channels[2].nodes.len(), 2);
    assert!(m.channels[3].angle && m.channels[4].angle && !m.channels[5].angle);
    assert_eq!(m.plots[0].against, Some(5));
    assert_eq!(m.plots[1].curves, [0, 6]);
}

#[test]
fn every_quantity_of_a_planar_scene_can_be_read() {
    model(&format!(
        "{BAR}spring s = linear(crank.b, ground (0, 20 cm)) {{ stiffness = 4 N/m; rest = 1 cm; force = 2 N*sin(3*t/(1 s)) + 1 N/m*length + 1 N*s/m*rate }}
record crank.position, crank.velocity, crank.acceleration, crank.angle, crank.rate, crank.angular_acceleration
record crank.momentum, crank.angular_momentum, crank.kinetic_energy, crank.mass
record crank.a, crank.a.position, crank.b.velocity.x, crank.center.acceleration, crank.origin
record o.angle, o.rate, o.acceleration, o.speed, o.position, o.force, o.torque, o.effort
record s.length, s.rate, s.force, s.energy, t
record energy.kinetic, energy.potential, energy.spring, energy.total, energy.work, energy.dissipated, energy.residual"
    ));
}

#[test]
fn every_quantity_of_a_spatial_scene_can_be_read() {
    model(
        "space spatial
primitive b { shape = box(1 cm, 2 cm, 3 cm); density = 1000 kg/m^3; point p = (0, 1, 0) cm axis (0, 1, 0) zero (1, 0, 0) }
part x, y = b()
joint u = universal(ground (0, 0, 0), x.p)
joint c = cylindrical(x.center, y.p, axis = (0, 0, 1)) { stiffness = 3 N/m }
record x.angular_velocity, x.angular_acceleration, x.axis_x, x.axis_z.y, x.angular_momentum, x.position.z
record u.angle, u.angle2, u.rate2, u.torque, c.travel, c.speed, c.acceleration, c.angle, c.rate, c.angular_acceleration
record c.spring.force, c.effort, y.p.velocity",
    );
}

#[test]
fn scenes_made_by_code_are_named_and_checked_too() {
    let mut made =
        super::definition(&format!("{BAR}record norm(crank.b.velocity - (1, 0) m/s), -o.angle\nlet h = 2 mm"));
    made.sources.clear();
    let m = mainspring_builder::build(&made, &BuildOptions::default()).expect("a sound scene");
    let names: Vec<&str> = m.channels.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names, ["norm(crank.b.velocity - (1, 0) m/s)", "-o.angle"]);
    // units the parser would not have let through
    for (said, meant) in [("mmm", "did you mean"), ("Nm", "`N*m`"), ("tonne", "`1000 kg`"), ("h", "`hour`")] {
        let last = made.statements.last_mut().expect("the let");
        if let mainspring_definition::StatementKind::Let { value, .. } = &mut last.kind
            && let mainspring_definition::ExprKind::WithUnit(_, unit) = &mut value.kind
        {
            said.clone_into(&mut unit.factors[0].name.text);
        }
        let errors = mainspring_builder::build(&made, &BuildOptions::default()).expect_err("no such unit");
        assert_eq!(errors[0].code, "E0302");
        assert!(errors[0].help.as_ref().is_some_and(|h| h.contains(meant)), "{errors:?}");
    }
}

#[test]
fn a_parameter_does_not_hide_what_is_measured() {
    let m = model(
        "space planar
primitive wedge(angle: angle, mass: mass) { shape = polygon((0, 0), (10, 0), (10*cos(angle), 10*sin(angle))) cm; mass = mass }
part w = wedge(30 deg, 2 kg) at (0, 0)
record w.angle, w.mass",
    );
    assert!(!matches!(m.programs.nodes[m.channels[0].nodes[0]], Node::Constant(_)));
    close(m.bodies[0].mass, 2.0);
}
