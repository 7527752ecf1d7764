//! Sleep of what is stepped: it costs nothing, changes nothing that counts, and anything that acts wakes it.

use crate::support;

use mainspring_dynamics::assemble;
use mainspring_engine::{Checkpoint, Engine, Options, Outcome};
use mainspring_model::Model;
use mainspring_record::Memory;
use std::fmt::Write;
use std::sync::Arc;
use support::{column, last, model_of, run_solids, written_out};

/// Six boxes in a pyramid that stand on the floor.
fn boxes(more: &str) -> String {
    let mut text = "space planar\ngravity (0, -9.81) m/s^2\nobstacle floor = halfplane((0, 0) m, (0, 1))\n\
                    primitive brick { shape = rect(10 cm, 10 cm); mass = 1 kg; friction = 0.5 }\n"
        .to_owned();
    for row in 0..3 {
        for k in 0..3 - row {
            let (x, y) = (5.5 * f64::from(row) + 11.0 * f64::from(k), 5.0 + 10.0 * f64::from(row));
            writeln!(text, "part b{row}_{k} = brick() at ({x}, {y}) cm").expect("text");
        }
    }
    text + more
}

/// They fall by a millimetre first.
fn fallen(more: &str) -> String {
    boxes(more)
        .replace("at (0, 5) cm", "at (0, 5.1) cm")
        .replace(", 15) cm", ", 15.1) cm")
        .replace(", 25) cm", ", 25.3) cm")
}

fn model(text: &str) -> Arc<Model> {
    Arc::new(model_of(&written_out(text)))
}

fn engine(model: &Arc<Model>) -> Engine {
    Engine::new(assemble(model).expect("it assembles"), Options::default()).expect("it starts")
}

/// Time from which on everything sleeps, and work until then and until the end.
fn nod_off(text: &str) -> (Option<f64>, [u64; 2], Outcome) {
    let model = model(text);
    let mut engine = engine(&model);
    let mut sink = Memory::default();
    let mut since = None;
    let mut work = [0; 2];
    while engine.time() < model.run.duration {
        engine.advance(&mut sink).expect("it goes on");
        let system = engine.system();
        work[1] = system.counters().factorisations;
        if system.asleep() == 0 {
            (since, work[0]) = (None, work[1]);
        } else if since.is_none() {
            since = Some(engine.time());
        }
    }
    (since, work, engine.outcome(mainspring_engine::EndReason::Finished))
}

#[test]
fn what_sleeps_is_not_solved_for() {
    let text = fallen("contacts all\nmethod stepping\nrun 4 s every 4 s\n");
    let (since, [before, all], outcome) = nod_off(&text);
    let since = since.expect("it sleeps");
    assert!(since < 2.0, "{since}");
    // two frames, and looks of the auditor: nothing goes with the two seconds of sleep or more
    let steps = outcome.work.steps;
    assert!(all - before < steps / 2, "{} factorisations asleep, {before} before, {steps} steps", all - before);
    let (_, [_, longer], _) = nod_off(&text.replace("run 4 s every 4 s", "run 6 s every 6 s"));
    let (_, [_, never], _) = nod_off(&text.replace("method stepping", "method stepping { sleep = off }"));
    assert!(never > 2 * all, "{never} {all}");
    // of each step there is left what the engine looks at itself
    assert!(longer - all <= 4 * (steps / 2 + 2), "{longer} {all}");
}

#[test]
fn asleep_or_awake_a_heap_stands_where_it_stands() {
    let text = fallen(
        "contacts all\nmethod stepping\nrun 3 s every 0.25 s\nrecord b2_0.position, b0_0.position, contact(b0_0, floor).normal_force\n",
    );
    let (asleep, slept) = run_solids(&text);
    let (awake, woke) = run_solids(&text.replace("method stepping", "method stepping { sleep = off }"));
    assert!(asleep.doubts.is_empty() && awake.doubts.is_empty(), "{:?}", asleep.doubts);
    for name in ["b2_0.position.x", "b2_0.position.y", "b0_0.position.x", "b0_0.position.y"] {
        for (a, b) in column(&slept, name).iter().zip(&column(&woke, name)) {
            assert!((a - b).abs() < 3.0 * 1e-9, "{name}: {a} {b}");
        }
    }
    let force = "contact(b0_0, floor).normal_force";
    assert!((last(&slept, force) - last(&woke, force)).abs() < 1e-4, "{} {}", last(&slept, force), last(&woke, force));
    let floor = 9.81 * 6.0;
    assert!(last(&slept, force) > 0.2 * floor, "{}", last(&slept, force));
}

#[test]
fn a_load_that_goes_with_time_keeps_a_heap_awake() {
    let push = "force push on b2_0 = (1e-9, 0) N * sin(2 rad/s * t)\n";
    let (since, ..) = nod_off(&fallen(&format!("contacts all\n{push}method stepping\nrun 2 s every 1 s\n")));
    assert_eq!(since, None);
    let steady = "force push on b2_0 = (1e-3, 0) N\n";
    let (since, ..) = nod_off(&fallen(&format!("contacts all\n{steady}method stepping\nrun 2 s every 1 s\n")));
    assert!(since.is_some());
}

#[test]
fn what_is_let_go_wakes_the_heap_it_falls_on() {
    let weight = "part weight = brick() at (11, 60) cm\njoint hold = weld(ground (11, 60) cm, weight.center)\n\
                  release hold at 1.5 s\ncontacts all\nmethod stepping\n";
    let run = "run 3 s every 0.1 s\nrecord weight.position.y, b2_0.position.y\n";
    let (outcome, memory) = run_solids(&fallen(&format!("{weight}{run}")));
    assert!(outcome.doubts.is_empty(), "{:?}", outcome.doubts);
    let model = model(&fallen(&format!("{weight}{run}")));
    let mut engine = engine(&model);
    let mut slept = false;
    while engine.time() < 1.49 {
        engine.advance(&mut Memory::default()).expect("it goes on");
        slept |= engine.system().asleep() > 0;
    }
    assert!(slept, "it sleeps before");
    let y = column(&memory, "weight.position.y");
    // a tenth of a second of free fall, and then on the uppermost box or beside it
    assert!((y[16] - (0.6 - 0.5 * 9.81 * 0.01)).abs() < 1e-3, "{}", y[16]);
    assert!(*y.last().expect("frames") < 0.45, "{y:?}");
}

#[test]
fn a_run_taken_up_again_asleep_is_the_run_that_never_stopped() {
    let model = model(&fallen("contacts all\nmethod stepping\nrun 2 s every 0.5 s\n"));
    let end = engine(&model).run(&mut Memory::default(), |_| {}).map_err(|e| e.0).expect("it runs");
    let mut first = engine(&model);
    let mut taken = [false; 2];
    for steps in 0..end.work.steps {
        first.advance(&mut Memory::default()).expect("it goes on");
        let asleep = first.system().asleep() > 0;
        // shortly before, and well within
        if steps % 60 != 5 && !(asleep && steps % 4 == 0) {
            continue;
        }
        taken[usize::from(asleep)] = true;
        let checkpoint = Checkpoint::from_bytes(&first.checkpoint().to_bytes()).expect("a checkpoint");
        let fresh = assemble(&model).expect("it assembles");
        let second = Engine::resume(fresh, Options::default(), &checkpoint).expect("the same scene");
        let parts = second.run(&mut Memory::default(), |_| {}).map_err(|e| e.0).expect("it runs");
        assert_eq!((end.hash, end.ledger, end.work), (parts.hash, parts.ledger, parts.work), "{steps}");
    }
    assert_eq!(taken, [true; 2]);
}

#[test]
fn a_heap_sleeps_beside_a_pendulum_that_swings() {
    let mut text = String::new();
    let pendulum = "mass bob = 1 kg at (5, 3) m\njoint rod = distance(ground (4, 3) m, bob.center) { length = 1 m }\n";
    let mut all = Vec::new();
    for row in 0..7 {
        for k in 0..7 - row {
            let (x, y) = (5.5 * f64::from(row) + 11.0 * f64::from(k), 5.1 + 10.05 * f64::from(row));
            writeln!(text, "part p{row}_{k} = brick() at ({x}, {y}) cm").expect("text");
            all.push(format!("p{row}_{k}"));
        }
    }
    let head = "space planar\ngravity (0, -9.81) m/s^2\nobstacle floor = halfplane((0, 0) m, (0, 1))\n\
                primitive brick { shape = rect(10 cm, 10 cm); mass = 1 kg; friction = 0.5 }\n";
    let run = "run 4 s every 0.5 s\nrecord bob.position.y, p6_0.position.y\n";
    let scene = |method: &str| format!("{head}{pendulum}{text}contacts {}, floor\n{method}{run}", all.join(", "));
    let (asleep, slept) = run_solids(&scene(""));
    let (awake, woke) = run_solids(&scene("method event { sleep = off }\n"));
    assert!(asleep.doubts.is_empty() && awake.doubts.is_empty(), "{:?}", asleep.doubts);
    assert!(2 * asleep.work.factorisations < awake.work.factorisations, "{:?} {:?}", asleep.work, awake.work);
    assert!((last(&slept, "p6_0.position.y") - last(&woke, "p6_0.position.y")).abs() < 2e-9);
    assert!((last(&slept, "bob.position.y") - last(&woke, "bob.position.y")).abs() < 1e-9);
}
