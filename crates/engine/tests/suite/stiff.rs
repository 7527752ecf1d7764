//! Stiff motions: bushings of 1e9 N/m on a slow linkage, an overdamped spring, van der Pol's oscillator; and the choice of
//! the method by stiffness. Work is counted, never timed.

use crate::support;

use mainspring_definition::SpaceKind;
use mainspring_dynamics::assemble;
use mainspring_engine::{Checkpoint, EndReason, Engine, Options, Outcome};
use mainspring_model::*;
use mainspring_record::Memory;
use mainspring_trust::{Against::*, case, largest};
use std::sync::Arc;
use support::*;

/// The four-bar linkage let go from rest, every pin a rubber bush of 1e9 N/m, critically damped for a kilogram.
fn bushings(integrator: &str, rtol: f64, duration: f64) -> Model {
    let mut m = four_bar();
    m.starts.clear();
    let stiffness: f64 = 1e9;
    for j in &mut m.joints {
        let damping = 2.0 * stiffness.sqrt();
        j.compliant = Some(Compliance {
            stiffness,
            damping,
            turning_stiffness: 0.0,
            turning_damping: 0.0,
            adapt: false,
            placed: true,
        });
    }
    m.run =
        RunSettings { duration, every: duration, integrator: integrator.to_owned(), rtol, ..RunSettings::default() };
    m
}

/// Largest difference in positions and velocities of the linkage.
fn apart(a: &Outcome, b: &Outcome) -> f64 {
    (0..18).map(|i| (a.state[i] - b.state[i]).abs()).fold(0.0, f64::max)
}

/// Methods that took over, in order.
fn changes(out: &Outcome) -> Vec<&str> {
    out.events.iter().filter(|e| e.kind == "integrator").map(|e| e.who[0].as_str()).collect()
}

#[test]
fn stiff_bushings_cost_the_implicit_method_little_and_the_explicit_one_more_than_can_be_waited_for() {
    let radau = finish(&bushings("radau", 1e-8, 1.0)).0;
    let auto = finish(&bushings("auto", 1e-8, 1.0)).0;
    assert_eq!(changes(&auto), ["radau"], "{:?}", auto.events);
    assert!(auto.work.evaluations < 2 * radau.work.evaluations, "{:?} {:?}", auto.work, radau.work);
    assert!(radau.work.jacobians > 0 && radau.work.implicit_factorisations > 0, "{:?}", radau.work);

    // with twenty times the evaluations the explicit method is not half way
    let budget = 20 * radau.work.evaluations;
    let mut explicit = engine(&bushings("dop853", 1e-8, 1.0));
    let mut sink = Memory::default();
    while explicit.system().counters().evaluations < budget && explicit.time() < 1.0 {
        explicit.advance(&mut sink).expect("it crawls, but it goes");
    }
    assert!(explicit.time() < 0.5, "got to {} s with {budget} evaluations", explicit.time());
}

#[test]
fn implicit_and_explicit_agree_on_the_bushings() {
    // over a span that the explicit method can be waited for, the first ringing included
    let explicit = finish(&bushings("dop853", 1e-9, 0.02)).0;
    for integrator in ["radau", "auto"] {
        let implicit = finish(&bushings(integrator, 1e-9, 0.02)).0;
        let quantity = format!("state at 20 ms, {integrator} at rtol 1e-9");
        case!("linkage on bushings of 1e9 N/m", quantity, OtherWay, "the explicit method, waited for")
            .unit("SI")
            .work(implicit.work.steps, implicit.work.evaluations)
            .off(apart(&implicit, &explicit), 1e-7);
    }
    // over the whole span with itself at a tighter tolerance, and with the default
    let best = finish(&bushings("radau", 1e-11, 1.0)).0;
    for integrator in ["radau", "auto"] {
        let out = finish(&bushings(integrator, 1e-9, 1.0)).0;
        let quantity = format!("state at 1 s, {integrator} at rtol 1e-9");
        case!("linkage on bushings of 1e9 N/m", quantity, OtherWay, "radau at rtol 1e-11")
            .unit("SI")
            .work(out.work.steps, out.work.evaluations)
            .off(apart(&out, &best), 1e-7);
    }
}

#[test]
fn the_stiffer_the_bushings_the_nearer_to_exact_joints() {
    let mut rigid = bushings("dop853", 1e-13, 1.0);
    rigid.joints.iter_mut().for_each(|j| j.compliant = None);
    let rigid = finish(&rigid).0;
    let [soft, hard] = [1e8_f64, 1e9].map(|stiffness| {
        let mut m = bushings("radau", 1e-11, 1.0);
        for c in m.joints.iter_mut().filter_map(|j| j.compliant.as_mut()) {
            (c.stiffness, c.damping) = (stiffness, 2.0 * stiffness.sqrt());
        }
        apart(&finish(&m).0, &rigid)
    });
    // what a bush gives way goes with 1/k, and so does what it changes of the motion
    assert!(hard < 1e-4 && (8.0..12.0).contains(&(soft / hard)), "{soft:e} {hard:e}");
}

#[test]
fn an_overdamped_spring_creeps_back_as_its_closed_form() {
    // m x″ + c x′ + k x = 0 from x₀ at rest: rates −1e7 and −100 per second
    let (stiffness, damping): (f64, f64) = (1e9, 1e7);
    let root = (damping * damping - 4.0 * stiffness).sqrt();
    let (fast, slow) = (-0.5 * (damping + root), -2.0 * stiffness / (damping + root));
    for integrator in ["radau", "auto"] {
        let mut m = empty(SpaceKind::Planar);
        m.bodies.push(bead("mass", 1.0, [1.1, 0.0, 0.0]));
        let line = SpringKind::Linear { a: ground([0.0; 3]), b: on(0, [0.0; 3]) };
        m.springs.push(spring("s", line, stiffness, damping, 1.0));
        record(&mut m, "x", center(0, 0, 0));
        m.run = RunSettings { duration: 0.1, every: 0.01, rtol: 1e-10, integrator: integrator.to_owned(), ..m.run };
        let (out, memory) = finish(&m);
        let errors = memory.times.iter().zip(&memory.values).map(|(t, x)| {
            let exact = 0.1 * (fast * libm::exp(slow * t) - slow * libm::exp(fast * t)) / (fast - slow);
            x - 1.0 - exact
        });
        let quantity = format!("position, {integrator} at rtol 1e-10, all frames");
        case!("overdamped spring, rates of 1e7 and 100 per second", quantity, ClosedForm, "two exponentials")
            .unit("m")
            .work(out.work.steps, out.work.evaluations)
            .off(largest(errors), 1e-9);
        assert!(out.work.steps < 2000, "{integrator}: {:?}", out.work);
    }
}

#[test]
fn van_der_pols_oscillator_comes_to_its_published_state() {
    // IVP test set (Mazzia and Magherini), problem "vdpol": ε x″ = (1 − x²) x′ − x, ε = 1e-6, from rest at x = 2 to t = 2
    let mut m = empty(SpaceKind::Planar);
    m.bodies.push(bead("mass", 1.0, [2.0, 0.0, 0.0]));
    let (x, v) = (m.programs.probe(center(0, 0, 0)), m.programs.probe(center(0, 1, 0)));
    let (one, large, zero) = (m.programs.constant(1.0), m.programs.constant(1e6), m.programs.constant(0.0));
    let square = binary(&mut m, BinaryFn::Mul, x, x);
    let bend = binary(&mut m, BinaryFn::Sub, one, square);
    let push = binary(&mut m, BinaryFn::Mul, bend, v);
    let sum = binary(&mut m, BinaryFn::Sub, push, x);
    let value = binary(&mut m, BinaryFn::Mul, large, sum);
    m.forces.push(force("valve", 0, [0.0; 3], [value, zero, zero]));
    for integrator in ["radau", "auto"] {
        m.run = RunSettings { duration: 2.0, every: 2.0, rtol: 1e-11, integrator: integrator.to_owned(), ..m.run };
        let out = finish(&m).0;
        let off = [out.state[0] - 1.706_167_732_170_483, out.state[2] + 0.892_809_701_024_797_5];
        let source = "IVP test set (Mazzia and Magherini), problem \"vdpol\"";
        let quantity = format!("state at 2 s, {integrator} at rtol 1e-11");
        case!("van der Pol's oscillator, ε = 1e-6", quantity, Published, source)
            .work(out.work.steps, out.work.evaluations)
            .off(largest(off), 1e-7);
        assert!(out.work.steps < 20_000, "{integrator}: {:?}", out.work);
    }
}

/// A bead on a soft spring, held back by an overdamped stiff one that is let go at half time.
fn let_go() -> Model {
    let mut m = empty(SpaceKind::Planar);
    m.bodies.push(bead("mass", 1.0, [1.2, 0.3, 0.0]));
    let line = |x: f64| SpringKind::Linear { a: ground([x, 0.0, 0.0]), b: on(0, [0.0; 3]) };
    m.springs.push(spring("soft", line(0.0), 30.0, 0.0, 0.5));
    m.springs.push(spring("stiff", line(3.0), 1e9, 1e6, 1.8));
    m.switches.push(Switch {
        span: mainspring_definition::Span::NOWHERE,
        attach: false,
        targets: vec![SwitchTarget::Spring(1)],
        trigger: Trigger::At(1.0),
    });
    m.run = RunSettings { duration: 4.0, every: 0.05, ..RunSettings::default() };
    m
}

#[test]
fn the_method_follows_the_stiffness_and_says_so() {
    let out = finish(&let_go()).0;
    assert_eq!(changes(&out), ["radau", "dop853"], "{:?}", out.events);
    let event = out.events.iter().find(|e| e.kind == "integrator").expect("just seen");
    assert!(event.text.contains("stiff") && event.numbers[0].1 > 0.0, "{event:?}");
    // named, a method never gives way
    for integrator in ["dop853", "radau"] {
        let mut m = let_go();
        m.run = RunSettings { integrator: integrator.to_owned(), duration: 0.01, every: 0.01, ..m.run };
        assert!(changes(&finish(&m).0).is_empty(), "{integrator}");
    }
    // what is not stiff never leaves the explicit method, and has its bits
    for mut model in [pendulum(1e-9, 10.0), four_bar(), chain(SpaceKind::Spatial, 4)] {
        let out = finish(&model).0;
        assert!(changes(&out).is_empty(), "{:?}", out.events);
        model.run.integrator = "dop853".to_owned();
        assert_eq!(out.hash, finish(&model).0.hash);
    }
}

#[test]
fn a_stiff_run_taken_up_again_has_the_same_bits() {
    let model = Arc::new(let_go());
    let fresh = || assemble(&model).expect("it assembles");
    let whole = finish(&model).0;
    let steps = whole.work.steps;
    // before and after Radau takes over, and near the end
    for at in [10, steps / 4, steps / 2, steps - 3] {
        let mut sink = Memory::default();
        let mut first = Engine::new(fresh(), Options::default()).expect("it starts");
        for _ in 0..at {
            first.advance(&mut sink).expect("it goes on");
        }
        let bytes = first.checkpoint().to_bytes();
        let checkpoint = Checkpoint::from_bytes(&bytes).expect("its own bytes");
        let second = Engine::resume(fresh(), Options::default(), &checkpoint).expect("the same scene");
        let out = second.run(&mut sink, |_| {}).expect("it ends");
        assert_eq!((out.hash, out.reason), (whole.hash, EndReason::Finished), "after {at} of {steps} steps");
        assert_eq!((out.work, &out.events), (whole.work, &whole.events), "after {at} of {steps} steps");
    }
}

/// A mechanism whose motion is all prescribed has nothing to integrate but the ledger, and that must be right too.
#[test]
fn the_ledger_of_an_implicit_run_closes() {
    let (out, _) = run_text(
        "space planar\ngravity (0, -9.81) m/s^2\nmass m = 1 kg at (1, 0) m\n\
         primitive bar { shape = rect(1 m, 2 cm); mass = 1 kg; point a = (-50 cm, 0) }\npart arm = bar()\n\
         joint o = revolute(ground (0, 0), arm.a)\ndrive o angle = 0.7 rad * sin(3 rad/s * t)\n\
         run 3 s every 100 ms { integrator = radau; rtol = 1e-10 }\n",
    );
    assert!(out.ledger.relative < 1e-8, "{:e}", out.ledger.relative);
}

/// A block on the floor that a strong damper aslant holds back: what it presses on the floor is as stiff as the damper.
fn braked_block(integrator: &str) -> (mainspring_engine::Outcome, [f64; 2]) {
    let (out, memory) = support::run_text(&format!(
        "space planar
gravity (0, -9.81) m/s^2
primitive block {{ shape = rect(20 cm, 10 cm); mass = 1 kg }}
part a = block() at (0, 5 cm)
obstacle floor = halfplane((0, 0) m, (0, 1))
contact a, floor {{ friction = 0.2 }}
spring damper = linear(ground (-1, 0.6) m, a.center) {{ stiffness = 1e5 N/m; damping = 3e4 N*s/m; rest = 1.3 m }}
record a.position.x, contact(a, floor).normal_force
run 0.4 s every 20 ms {{ integrator = {integrator}; rtol = 1e-9 }}
"
    ));
    let last = |i: usize| memory.column(i).last().expect("there are frames");
    (out, [last(0), last(1)])
}

#[test]
fn contact_is_no_obstacle_to_an_implicit_method() {
    let (implicit, a) = braked_block("radau");
    let (explicit, b) = braked_block("dop853");
    assert!(b[0] > 0.05, "it moves: {b:?}");
    case!("block braked by a stiff damper aslant", "place and load, relative", Independent, "dop853 with small steps")
        .off((a[0] / b[0] - 1.0).abs().max((a[1] / b[1] - 1.0).abs()), 1e-7);
    let (few, many) = (implicit.work.evaluations, explicit.work.evaluations);
    assert!(8 * few < many, "{few} evaluations against {many}");
}
