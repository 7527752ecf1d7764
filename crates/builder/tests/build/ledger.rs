use super::{BAR, errors, errors_with, expression, model, model_with};
use mainspring_builder::{BuildOptions, Domain};
use mainspring_definition::Dimension;
use mainspring_model::{EnergyTerm, Level, Load, Model, Node, Probe};

/// What the first node of a channel reads, if it is a probe.
fn probe(m: &Model, channel: &str) -> Option<Probe> {
    let c = m.channels.iter().find(|c| c.name == channel).expect("a channel of this name");
    match m.programs.nodes[c.nodes[0]] {
        Node::Probe(p) => Some(m.programs.probes[p]),
        _ => None,
    }
}

const LOADS: &str = "force f on crank.b = (1, 0) N
torque g on crank = 1 N*m
part rod, arm = bar(10 cm)
joint p = revolute(crank.b, rod.a) { torque = -1 N*m*s*rate; damping = 2 N*m*s }
joint q = weld(rod.b, arm.a) { compliant { stiffness = 1000 N/m; damping = 1 N*s/m; turning_stiffness = 1 N*m/rad } }
drive o torque = 1 N*m
drive p torque = 2 N*m
spring s = linear(rod.b, ground (0, 20 cm)) { stiffness = 4 N/m; damping = 1 N*s/m; force = 2 N }
spring quiet = linear(rod.b, ground (0, 30 cm)) { stiffness = 4 N/m }
constraint c: rod.b.position = (1, 1) cm
record f.work, g.work, o.work, p.work, p.dissipated, q.dissipated, s.work, s.dissipated, quiet.dissipated, c.work, energy.lost
";

#[test]
fn every_load_has_its_work() {
    let m = model(&format!("{BAR}{LOADS}"));
    assert!(m.channels.iter().all(|c| c.dimension == Dimension::ENERGY));
    for (channel, load) in [
        ("f.work", Load::Force(0)),
        ("g.work", Load::Force(1)),
        ("o.work", Load::Drive(0)),
        ("p.dissipated", Load::Damper(0)),
        ("q.dissipated", Load::Compliant(2)),
        ("s.work", Load::Actuator(1)),
        ("s.dissipated", Load::Damper(1)),
    ] {
        assert_eq!(probe(&m, channel), Some(Probe::Work(load)), "{channel}");
    }
    assert_eq!(probe(&m, "energy.lost"), Some(Probe::Energy(EnergyTerm::Lost)));
    // its drive and its actuator; the rows x and y; no damper, no heat
    for (channel, probes) in [("p.work", 2), ("c.work", 2), ("quiet.dissipated", 0)] {
        let c = m.channels.iter().find(|c| c.name == channel).expect("a channel of this name");
        assert_eq!(m.programs.tape(&c.nodes).probes.len(), probes, "{channel}");
    }
    // what a run leaves out does nothing, and may still be asked
    let without = BuildOptions { without: vec![Domain::Control], ..BuildOptions::default() };
    let m = model_with(&format!("{BAR}{LOADS}"), &without);
    assert_eq!((probe(&m, "o.work"), probe(&m, "s.work")), (None, None));
}

#[test]
fn what_does_no_work_says_so() {
    let springs = "spring s = linear(crank.b, ground (0, 20 cm)) { stiffness = 4 N/m }\n";
    for (text, code) in [
        ("record o.work", "E0308"),
        ("record o.dissipated", "E0308"),
        ("record s.work", "E0308"),
        ("record f.power\nforce f on crank.b = (1, 0) N", "E0308"),
        ("force f on crank.b = (1, 0) N\ntorque g on crank = f.work", "E0309"),
        ("drive o torque = o.work", "E0309"),
        ("torque g on crank = s.dissipated", "E0309"),
    ] {
        let found = errors(&format!("{BAR}{springs}{text}"));
        assert_eq!((found.len(), found[0].0.as_str()), (1, code), "{text}: {found:?}");
    }
}

#[test]
fn before_keeps_what_was() {
    let options = BuildOptions {
        probes: vec![("x".to_owned(), expression("before(crank.velocity)"))],
        ..BuildOptions::default()
    };
    let m = model_with(
        &format!(
            "{BAR}quantity jump = crank.rate - before(crank.rate)
record before(before(crank.rate)), before(3 m)
release o when before(crank.rate) > 2 rad/s"
        ),
        &options,
    );
    assert_eq!(m.programs.before.len(), 3);
    assert_eq!(m.programs.level(m.channels[0].nodes[0]), Level::Force);
    assert_eq!(m.channels[0].dimension, Dimension::RATE);
    assert_eq!(m.probes[0].nodes.len(), 2);
    assert_eq!(m.probes[0].dimension, Dimension::SPEED);
    assert_eq!(probe(&m, "before(before(crank.rate))"), Some(Probe::Before { slot: 0 }));
    assert_eq!(m.programs.nodes[m.channels[2].nodes[0]], Node::Constant(3.0));
    for text in [
        "torque f on crank = before(crank.angle)*1 N*m",
        "drive o angle = before(t)*1 rad/s",
        "constraint c: before(crank.angle) = 0",
    ] {
        assert_eq!(errors_with(&format!("{BAR}{text}"), &BuildOptions::default())[0].0, "E0309", "{text}");
    }
    assert_eq!(errors(&format!("{BAR}record before(crank)"))[0].0, "E0303");
}
