//! Components: what is crowded of several is stepped, the others go on by event; and what rests asleep.

use crate::support;

use mainspring_dynamics::assemble;
use mainspring_engine::{Checkpoint, Engine, Options, Outcome};
use mainspring_model::Model;
use mainspring_record::Memory;
use std::fmt::Write;
use std::sync::Arc;
use support::{column, last, model_of, run_solids, written_out};

const HEAD: &str = "space planar\ngravity (0, -9.81) m/s^2\nobstacle floor = halfplane((0, 0) m, (0, 1))\n";
/// Its motion is no one else's.
const PENDULUM: &str =
    "mass bob = 1 kg at (5, 3) m\njoint rod = distance(ground (4, 3) m, bob.center) { length = 1 m }\n";

/// A pyramid of boxes, which may touch each other and the floor, and fall by 1 mm.
fn pyramid(name: &str, rows: usize, left: f64) -> String {
    let mut text = format!("primitive brick_{name} {{ shape = rect(10 cm, 10 cm); mass = 1 kg; friction = 0.5 }}\n");
    let mut all = Vec::new();
    for row in 0..rows {
        for k in 0..rows - row {
            let (x, y) = (left + 5.5 * row as f64 + 11.0 * k as f64, 5.1 + 10.05 * row as f64);
            let part = format!("{name}{row}_{k}");
            writeln!(text, "part {part} = brick_{name}() at ({x}, {y}) cm").expect("text");
            all.push(part);
        }
    }
    text + &format!("contacts {}, floor\n", all.join(", "))
}

fn model(text: &str) -> Arc<Model> {
    Arc::new(model_of(&written_out(text)))
}

fn whole(model: &Arc<Model>) -> Outcome {
    let engine = Engine::new(assemble(model).expect("it assembles"), Options::default()).expect("it starts");
    engine.run(&mut Memory::default(), |_| {}).map_err(|e| e.0).expect("it runs")
}

fn told(outcome: &Outcome) -> Vec<&str> {
    outcome.events.iter().filter(|e| e.kind == "stepping").map(|e| e.text.as_str()).collect()
}

#[test]
fn a_pendulum_beside_a_heap_swings_as_if_there_were_none() {
    let run = "run 1 s every 0.05 s { rtol = 1e-12 }\n";
    let swing = "record bob.position.x, bob.position.y, bob.velocity.y\n";
    let (alone, without) = run_solids(&format!("{HEAD}{PENDULUM}{swing}{run}"));
    let (outcome, memory) = run_solids(&format!("{HEAD}{PENDULUM}{}{swing}{run}", pyramid("b", 8, 0.0)));
    assert!(outcome.doubts.is_empty(), "{:?}", outcome.doubts);
    assert!(alone.stepped == 0.0 && outcome.stepped > 0.9, "{}", outcome.stepped);
    assert!(told(&outcome)[0].starts_with("stepped from here on: 36 parts with `b0_0`: "), "{:?}", told(&outcome));
    for name in ["bob.position.x", "bob.position.y", "bob.velocity.y"] {
        for (a, b) in column(&without, name).iter().zip(&column(&memory, name)) {
            assert!((a - b).abs() < 1e-10, "{name}: {a} {b}");
        }
    }
    // nothing of the heap's energy is the pendulum's, and all of it is booked
    assert!(outcome.ledger.lost > 0.0, "{:?}", outcome.ledger);
    assert!(outcome.ledger.residual.abs() < 1e-6 * outcome.ledger.scale, "{:?}", outcome.ledger);
}

/// Both begin stepped; the pendulum hangs where it changes neither the extent of the scene nor the size of its smallest part.
#[test]
fn a_heap_beside_a_pendulum_is_to_the_bit_what_it_is_alone() {
    let quantities = ["b7_0.position.y", "b0_3.position.x", "b0_0.angle", "contact(b0_3, floor).normal_force"];
    let ends = format!("run 0.5 s every 0.5 s\nrecord {}\n", quantities.join(", "));
    let heap = pyramid("b", 8, 0.0);
    let standing = heap.lines().map(|line| match line.split_once(" at (") {
        // each on what is below
        Some((part, place)) => {
            let (x, _) = place.split_once(", ").expect("two");
            let row: f64 = part[6..7].parse().expect("a row");
            let y = 5.0 + 10.0 * row;
            format!("{part} at ({x}, {y}) cm\n")
        }
        None => format!("{line}\n"),
    });
    let standing: String = standing.collect();
    let small =
        "mass bob = 10 g at (35, 50) cm\njoint rod = distance(ground (30, 50) cm, bob.center) { length = 5 cm }\n";
    let push = "force push on b7_0 = (2, 0) N\n";
    let (alone, without) = run_solids(&format!("{HEAD}{standing}{push}{ends}"));
    let (outcome, memory) = run_solids(&format!("{HEAD}{standing}{small}{push}{ends}"));
    assert!(alone.doubts.is_empty() && outcome.doubts.is_empty(), "{:?}", outcome.doubts);
    assert_eq!((told(&alone).len(), told(&outcome).len()), (1, 1));
    for name in quantities {
        let (a, b) = (last(&without, name), last(&memory, name));
        assert!(a.to_bits() == b.to_bits(), "{name}: {a} {b}");
    }
    assert!(outcome.events.iter().all(|e| e.kind != "stepping" || e.time == 0.0));
}

#[test]
fn conditions_read_what_is_stepped_and_what_is_not() {
    // a box that falls beside a pyramid, in its component, lets go of a weight that hangs; the pendulum lets go of another
    let text = format!(
        "{HEAD}{PENDULUM}{}part high = brick_b() at (-1, 2) m\ncontacts high, b0_0
mass one = 1 kg at (8, 3) m
joint hold_one = distance(ground (8, 4) m, one.center) {{ length = 1 m }}
mass two = 1 kg at (10, 3) m
joint hold_two = distance(ground (10, 4) m, two.center) {{ length = 1 m }}
release hold_one when high.position.y < 1.5 m
release hold_two when bob.position.y + high.position.y - high.position.y < 2.5 m
run 0.5 s every 0.01 s\nrecord one.position.y, two.position.y, high.position.y",
        pyramid("b", 8, 0.0)
    );
    let (outcome, memory) = run_solids(&text);
    assert!(outcome.doubts.is_empty(), "{:?}", outcome.doubts);
    assert_eq!(told(&outcome).len(), 1, "{:?}", told(&outcome));
    let at = |name: &str| {
        let release = outcome.events.iter().find(|e| e.kind == "release" && e.who == [name]);
        release.map(|e| e.time).expect("it is released")
    };
    // 0.5 m of free fall, exact at the ends of steps; between them the way is a straight line
    let fall = (2.0_f64 * 0.5 / 9.81).sqrt();
    assert!((at("hold_one") - fall).abs() < 1e-5, "{} is not {fall}", at("hold_one"));
    let fallen = |since: f64| 3.0 - 0.5 * 9.81 * (0.5 - since) * (0.5 - since);
    assert!((last(&memory, "one.position.y") - fallen(at("hold_one"))).abs() < 1e-9);
    assert!((last(&memory, "two.position.y") - fallen(at("hold_two"))).abs() < 1e-9);
    // the pendulum falls from the horizontal: sin of half a right angle … by its own run
    let alone = format!(
        "{HEAD}{PENDULUM}mass two = 1 kg at (10, 3) m
joint hold_two = distance(ground (10, 4) m, two.center) {{ length = 1 m }}
release hold_two when bob.position.y < 2.5 m\nrun 0.5 s\n"
    );
    let (alone, _) = run_solids(&alone);
    let same = alone.events.iter().find(|e| e.kind == "release").expect("it is released").time;
    assert!((at("hold_two") - same).abs() < 1e-8, "{} {same}", at("hold_two"));
}

/// A heap, a pendulum, an escapement of sorts (a ball that bounces), and a weight let go within it.
fn mixed() -> String {
    format!(
        "{HEAD}{PENDULUM}{}solid ball = disc(5 cm); 1 kg at (12, 0.5) m
contact ball, floor {{ restitution = 0.9 }}
mass one = 1 kg at (8, 3) m
joint hold = distance(ground (8, 4) m, one.center) {{ length = 1 m }}
release hold when bob.position.y < 2.9 m
run 0.5 s every 0.02 s\nrecord ball.position.y, b6_0.position.y, contact(b0_3, floor).normal_force",
        pyramid("b", 7, 0.0)
    )
}

#[test]
fn a_run_taken_up_again_while_some_is_stepped_is_the_run_that_never_stopped() {
    let model = model(&mixed());
    let end = whole(&model);
    assert!(end.doubts.is_empty(), "{:?}", end.doubts);
    assert!(end.stepped > 0.45, "{}", end.stepped);
    let mut first = Engine::new(assemble(&model).expect("it assembles"), Options::default()).expect("it starts");
    let mut sink = Memory::default();
    for steps in 0..end.work.steps {
        first.advance(&mut sink).expect("it goes on");
        if steps % (end.work.steps / 6).max(1) != 1 {
            continue;
        }
        let bytes = first.checkpoint().to_bytes();
        let checkpoint = Checkpoint::from_bytes(&bytes).expect("a checkpoint");
        let fresh = assemble(&model).expect("it assembles");
        let second = Engine::resume(fresh, Options::default(), &checkpoint).expect("the same scene");
        let parts = second.run(&mut Memory::default(), |_| {}).map_err(|e| e.0).expect("it runs");
        assert_eq!((end.hash, end.ledger, end.stepped), (parts.hash, parts.ledger, parts.stepped), "{steps}");
    }
}

#[test]
fn a_bouncing_ball_beside_a_heap_bounces_by_event() {
    let (outcome, memory) = run_solids(&mixed());
    let bounce = outcome.events.iter().find(|e| e.kind == "impact" && e.who.contains(&"ball".to_owned()));
    let fall = (2.0_f64 * 0.45 / 9.81).sqrt();
    assert!((bounce.expect("it bounces").time - fall).abs() < 1e-9, "{bounce:?} is not at {fall}");
    let up = 0.9 * (2.0_f64 * 9.81 * 0.45).sqrt();
    let t = 0.5 - fall;
    // the floor is not what moves: the ball's height is that of its bounce
    if t > 0.0 {
        let height = 0.05 + up * t - 0.5 * 9.81 * t * t;
        assert!((last(&memory, "ball.position.y") - height).abs() < 1e-8);
    }
    assert!((last(&memory, "contact(b0_3, floor).normal_force")).abs() > 1.0);
}

#[test]
fn two_heaps_are_stepped_each_by_itself() {
    let (a, b) = (pyramid("a", 7, 0.0), pyramid("b", 7, 300.0));
    let ends = "run 0.2 s every 0.02 s\nrecord a6_0.position.y, b6_0.position.y\n";
    let (outcome, memory) = run_solids(&format!("{HEAD}{a}{b}{ends}"));
    assert!(outcome.doubts.is_empty(), "{:?}", outcome.doubts);
    let told = told(&outcome);
    let of = |name: &str| told.iter().filter(|text| text.contains(name)).count();
    assert!(told.len() == 2 && of("28 parts with `a0_0`") == 1 && of("28 parts with `b0_0`") == 1, "{told:?}");
    assert!((last(&memory, "a6_0.position.y") - last(&memory, "b6_0.position.y")).abs() < 1e-7);
}

#[test]
fn what_is_calm_again_goes_on_by_event_beside_what_is_not() {
    let text = format!(
        "{HEAD}{PENDULUM}obstacle left = halfplane((0, 0) m, (0.9998, 0.02))
obstacle right = halfplane((10.1, 0) cm, (-0.9998, 0.02))
solid peg = rect(10 cm, 20 cm); 1 kg at (5.05, 20) cm turned 0.2 deg spinning 3 rad/s
contact peg, left {{ restitution = 0.98 }}
contact peg, right {{ restitution = 0.98 }}
impact {{ rest_speed = 0.14 mm/s }}
run 1 s every 0.1 s
record peg.position.y, peg.velocity.y, bob.position.y"
    );
    let (outcome, memory) = run_solids(&text);
    assert!(outcome.doubts.is_empty(), "{:?}", outcome.doubts);
    let told = told(&outcome);
    assert!(told.len() >= 2 && told.len().is_multiple_of(2) && told[1].starts_with("event by event"), "{told:?}");
    assert!(told[0].starts_with("stepped from here on: `peg`: "), "{told:?}");
    assert!(outcome.stepped > 0.0 && outcome.stepped < 0.9, "{}", outcome.stepped);
    assert!(last(&memory, "peg.velocity.y").abs() < 1e-9);
    let (_, alone) = run_solids(&format!("{HEAD}{PENDULUM}run 1 s every 0.1 s\nrecord bob.position.y"));
    assert!((last(&memory, "bob.position.y") - last(&alone, "bob.position.y")).abs() < 1e-7);
    assert!(outcome.ledger.relative < 1e-6, "{:?}", outcome.ledger);
}

/// Numbers from 0 to 1, the same on every run.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// A tray of discs that fall on each other, a pyramid, pendulums, and a ball that bounces, here and there.
fn random_scene(seed: u64) -> (String, Vec<String>) {
    let mut numbers = Numbers(seed);
    let mut heaps = String::new();
    let rows = 6 + (2.0 * numbers.next()) as usize;
    if numbers.next() < 0.7 {
        heaps += &pyramid("b", rows, 200.0);
    }
    let mut all = Vec::new();
    heaps += "primitive ball { shape = disc(3 cm); mass = 0.2 kg; friction = 0.3; restitution = 0.3 }\n";
    for k in 0..18 {
        let (x, y) = (7.0 * f64::from(k % 3) + 0.8 * numbers.next(), 4.0 + 7.5 * f64::from(k / 3) + numbers.next());
        writeln!(heaps, "part d{k} = ball() at ({x}, {y}) cm").expect("text");
        all.push(format!("d{k}"));
    }
    heaps += "obstacle left = halfplane((-5, 0) cm, (1, 0))\nobstacle right = halfplane((22, 0) cm, (-1, 0))\n";
    heaps += &format!("contacts {}, floor, left, right\n", all.join(", "));
    let mut swings = String::new();
    for k in 0..1 + (2.0 * numbers.next()) as usize {
        let (x, y, l) = (4.0 + 2.0 * k as f64, 3.0 + numbers.next(), 0.5 + numbers.next());
        swings += &format!("mass bob{k} = 1 kg at ({}, {y}) m\n", x + l);
        swings += &format!("joint rod{k} = distance(ground ({x}, {y}) m, bob{k}.center) {{ length = {l} m }}\n");
    }
    let height = 0.2 + numbers.next();
    swings += &format!(
        "primitive rubber {{ shape = disc(5 cm); mass = 1 kg; restitution = 0.8; friction = 0 }}\n\
         part jumper = rubber() at (-3, {height}) m\ncontacts jumper, floor\n"
    );
    let read = vec!["bob0.position.y".to_owned(), "jumper.position.y".to_owned()];
    (format!("{HEAD}{heaps}{swings}"), read)
}

#[test]
fn random_scenes_of_several_components_run_and_part_nothing() {
    let mut stepped = 0.0;
    for seed in 0..5 {
        let (scene, read) = random_scene(seed);
        let ends = format!("run 0.4 s every 0.1 s {{ rtol = 1e-11 }}\nrecord {}\n", read.join(", "));
        let (outcome, memory) = run_solids(&format!("{scene}{ends}"));
        assert!(outcome.doubts.is_empty(), "{seed}: {:?}", outcome.doubts);
        assert!(outcome.ledger.relative < 1e-6, "{seed}: {:?}", outcome.ledger);
        stepped += outcome.stepped;
        // without the heaps
        let rest: Vec<&str> = scene
            .lines()
            .filter(|l| {
                [
                    "space",
                    "gravity",
                    "obstacle floor",
                    "mass",
                    "joint",
                    "primitive rubber",
                    "part jumper",
                    "contacts jumper",
                ]
                .iter()
                .any(|w| l.starts_with(w))
            })
            .collect();
        let (_, alone) = run_solids(&format!("{}\n{ends}", rest.join("\n")));
        for name in &read {
            for (a, b) in column(&memory, name).iter().zip(&column(&alone, name)) {
                assert!((a - b).abs() < 1e-8, "{seed} {name}: {a} {b}");
            }
        }
    }
    assert!(stepped > 0.4, "{stepped}");
}
