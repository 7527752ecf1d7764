//! Orders of stepping: positions in the largest error of any frame, velocities in the integral of theirs over time, all together.
//!
//! Blows take place at ends of steps: order one, in both. What slides or rolls on and on is as smooth as without contact: order
//! two, and exact where its acceleration is constant. Where a body bounces, when it does within a step is chance, so that the
//! error of one body jumps from step to step; of many bodies that bounce at different times the worst goes with the step.

use crate::support;

use mainspring_record::Memory;
use mainspring_trust::{
    Against::{self, ClosedForm, OtherWay},
    case, largest,
};
use std::fmt::Write;
use support::{column, run_solids};

const FLAT: &str = "space planar\ngravity (0, -9.81) m/s^2\nobstacle floor = halfplane((0, 0) m, (0, 1))\n";
const SPACE: &str = "space spatial\ngravity (0, 0, -9.81) m/s^2\nobstacle floor = halfspace((0, 0, 0) m, (0, 0, 1))\n";
const G: f64 = 9.81;

/// What is compared: columns of positions and of velocities.
struct Compared {
    positions: Vec<String>,
    velocities: Vec<String>,
}

impl Compared {
    fn new(positions: &[&str], velocities: &[&str]) -> Self {
        let owned = |names: &[&str]| names.iter().map(|n| (*n).to_owned()).collect();
        Self { positions: owned(positions), velocities: owned(velocities) }
    }

    fn record(&self) -> String {
        let all: Vec<&str> = self.positions.iter().chain(&self.velocities).map(String::as_str).collect();
        format!("record {}\n", all.join(", "))
    }
}

/// Errors of positions and of velocities, one pair a step.
fn errors<const N: usize>(
    scene: &str,
    compared: &Compared,
    steps: [f64; N],
    right: impl Fn(&str, f64, usize) -> f64,
) -> [[f64; 2]; N] {
    steps.map(|h| {
        let (outcome, memory) =
            run_solids(&format!("{scene}\nmethod stepping {{ step = {h} s }}\n{}", compared.record()));
        assert!(outcome.doubts.is_empty(), "{:?}", outcome.doubts);
        let off = |name: &String| {
            let pairs = column(&memory, name).into_iter().zip(memory.times.clone()).enumerate();
            pairs.map(|(i, (x, t))| (x - right(name, t, i)).abs()).collect::<Vec<f64>>()
        };
        let every = memory.times[1] - memory.times[0];
        let worst = compared.positions.iter().map(|n| largest(off(n)));
        let areas = compared.velocities.iter().map(|n| off(n).iter().sum::<f64>() * every);
        [largest(worst), areas.sum()]
    })
}

/// As the same scene goes by event.
fn by_event(scene: &str, compared: &Compared) -> Memory {
    let (outcome, memory) = run_solids(&format!("{scene}\nmethod event {{ crowds = error }}\n{}", compared.record()));
    assert!(outcome.doubts.is_empty(), "{:?}", outcome.doubts);
    memory
}

/// Slope of the straight line through the logarithms of step and error, by least squares.
fn order<const N: usize>(steps: [f64; N], errors: [f64; N]) -> f64 {
    let logs: Vec<[f64; 2]> = steps.iter().zip(errors).map(|(h, e)| [libm::log2(*h), libm::log2(e)]).collect();
    let mean = [0, 1].map(|k| logs.iter().map(|l| l[k]).sum::<f64>() / N as f64);
    let sum = |k: usize| logs.iter().map(|l| (l[0] - mean[0]) * (l[k] - mean[k])).sum::<f64>();
    sum(1) / sum(0)
}

/// Orders of positions and of velocities: what is expected, and within what.
fn expect<const N: usize>(
    what: &str,
    (against, source): (Against, &str),
    steps: [f64; N],
    errors: [[f64; 2]; N],
    is: f64,
    within: f64,
) {
    for (k, of) in ["positions, largest of any frame", "velocities, over time"].into_iter().enumerate() {
        let found = order(steps, errors.map(|e| e[k]));
        case!("contact in steps", format!("{what}: order of convergence of {of}"), against, source)
            .answer(is, "1")
            .off(found - is, within);
    }
}

/// Balls that fall from different heights, and bounce once each.
#[test]
fn single_bounces_are_of_order_one() {
    let fall = |i: usize| 0.3 + 0.023 * i as f64;
    let mut scene = format!("{FLAT}primitive ball {{ shape = disc(5 cm); mass = 1 kg }}\n");
    let (mut positions, mut velocities) = (Vec::new(), Vec::new());
    for i in 0..16 {
        let (x, y) = (0.2 * i as f64, 0.05 + fall(i));
        writeln!(scene, "part b{i} = ball() at ({x}, {y}) m\ncontact b{i}, floor {{ restitution = 0.8 }}")
            .expect("text");
        positions.push(format!("b{i}.position.y"));
        velocities.push(format!("b{i}.velocity.y"));
    }
    scene += "run 0.6 s every 0.25 ms";
    let right = |name: &str, t: f64, _: usize| {
        let i = name[1..name.find('.').expect("a dot")].parse().expect("a number");
        let (down, speed) = ((2.0 * fall(i) / G).sqrt(), (2.0 * G * fall(i)).sqrt());
        let after = t - down;
        match (after < 0.0, name.contains("position")) {
            (true, true) => 0.05 + fall(i) - 0.5 * G * t * t,
            (true, false) => -G * t,
            (false, true) => 0.05 + 0.8 * speed * after - 0.5 * G * after * after,
            (false, false) => 0.8 * speed - G * after,
        }
    };
    let steps = [4e-3, 2e-3, 1e-3, 0.5e-3];
    let errors = errors(&scene, &Compared { positions, velocities }, steps, right);
    expect("sixteen balls that bounce", (ClosedForm, "parabolas before and after"), steps, errors, 1.0, 0.15);
}

/// Blocks that friction stops, each after another time: while they slide they are where they should be.
#[test]
fn sliding_is_exact_and_stopping_of_order_two() {
    let speed = |i: usize| 1.0 + 0.037 * i as f64;
    let mut scene = format!("{FLAT}primitive block {{ shape = rect(10 cm, 10 cm); mass = 1 kg }}\n");
    let (mut positions, mut velocities) = (Vec::new(), Vec::new());
    for i in 0..16 {
        let (x, v) = (i as f64, speed(i));
        writeln!(
            scene,
            "part b{i} = block() at ({x} m, 5 cm) moving ({v}, 0) m/s\ncontact b{i}, floor {{ friction = 0.4 }}"
        )
        .expect("text");
        positions.push(format!("b{i}.position.x"));
        velocities.push(format!("b{i}.velocity.x"));
    }
    scene += "run 0.6 s every 0.25 ms";
    let right = |name: &str, t: f64, _: usize| {
        let i = name[1..name.find('.').expect("a dot")].parse().expect("a number");
        let t = t.min(speed(i) / (0.4 * G));
        if name.contains("position") { i as f64 + speed(i) * t - 0.2 * G * t * t } else { speed(i) - 0.4 * G * t }
    };
    let compared = Compared { positions, velocities };
    let steps = [4e-3, 2e-3, 1e-3, 0.5e-3];
    let all = errors(&scene, &compared, steps, right);
    expect("sixteen blocks that friction stops", (ClosedForm, "v t − μ g t²/2"), steps, all, 2.0, 0.2);
    // none has stopped by then; a frame every 8 ms is one at the end of a step
    let before = scene.replace("run 0.6 s every 0.25 ms", "run 0.24 s every 8 ms");
    let off = largest(errors(&before, &compared, steps, right).into_iter().flatten());
    case!("contact in steps", "sixteen blocks that slide: place and velocity", ClosedForm, "v t − μ g t²/2")
        .off(off, 1e-9);
}

/// A disc on a slope, and a ball in space: with a constant acceleration steps are exact.
#[test]
fn what_rolls_down_a_slope_is_exact() {
    let (sin, cos) = libm::sincos(20.0_f64.to_radians());
    let scenes = [
        (FLAT.replace("(0, -9.81)", &format!("({}, {})", G * sin, -G * cos)), "disc(5 cm)", "(0, 5) cm", 2.0 / 3.0),
        (
            SPACE.replace("(0, 0, -9.81)", &format!("({}, 0, {})", G * sin, -G * cos)),
            "sphere(5 cm)",
            "(0, 0, 5) cm",
            5.0 / 7.0,
        ),
    ];
    for (world, shape, place, share) in scenes {
        let a = share * G * sin;
        let scene = format!(
            "{world}solid wheel = {shape}; 1 kg at {place}\ncontact wheel, floor {{ friction = 0.4 }}\nrun 0.6 s every 8 ms"
        );
        let compared = Compared::new(&["wheel.position.x"], &["wheel.velocity.x"]);
        let right = |name: &str, t: f64, _: usize| if name.contains("position") { 0.5 * a * t * t } else { a * t };
        let off = largest(errors(&scene, &compared, [4e-3, 2e-3, 1e-3], right).into_iter().flatten());
        case!("contact in steps", format!("{shape} that rolls down a slope: place and velocity"), ClosedForm, "a t²/2")
            .off(off, 1e-10);
    }
}

/// The same held by a spring: it swings while it rolls without slip, with half and two fifths more inertia than its mass.
#[test]
fn rolling_is_of_order_two() {
    let scenes = [
        (FLAT, "disc(5 cm)", "(0, 5) cm", "(-(60 N/m)*(wheel.position.x - 10 cm), 0 N)", 1.5_f64),
        (SPACE, "sphere(5 cm)", "(0, 0, 5) cm", "(-(60 N/m)*(wheel.position.x - 10 cm), 0 N, 0 N)", 1.4),
    ];
    for (world, shape, place, pull, inertia) in scenes {
        let w = (60.0 / inertia).sqrt();
        let scene = format!(
            "{world}solid wheel = {shape}; 1 kg at {place}\ncontact wheel, floor {{ friction = 0.8 }}\n\
             force pull on wheel = {pull}\nrun 1 s every 8 ms"
        );
        let compared = Compared::new(&["wheel.position.x"], &["wheel.velocity.x"]);
        let right = |name: &str, t: f64, _: usize| {
            let (sin, cos) = libm::sincos(w * t);
            if name.contains("position") { 0.1 * (1.0 - cos) } else { 0.1 * w * sin }
        };
        let steps = [4e-3, 2e-3, 1e-3, 0.5e-3];
        let errors = errors(&scene, &compared, steps, right);
        let source = (ClosedForm, "a (1 − cos ωt), ω² = k/(m + I/r²)");
        expect(&format!("{shape} that rolls on a spring"), source, steps, errors, 2.0, 0.1);
    }
}

/// Blocks that stand on a corner, fall onto their base and rock on to the other corner, without restitution.
#[test]
fn rocking_is_of_order_one() {
    let mut scene = format!("{FLAT}primitive block {{ shape = rect(10 cm, 20 cm); mass = 1 kg }}\n");
    let (mut positions, mut velocities) = (Vec::new(), Vec::new());
    for i in 0..12 {
        let turn = (9.0 + 0.53 * i as f64).to_radians();
        let (sin, cos) = libm::sincos(turn);
        let (x, y) = (0.05 * cos - 0.1 * sin + 0.5 * i as f64, 0.05 * sin + 0.1 * cos);
        writeln!(scene, "part b{i} = block() at ({x}, {y}) m turned {turn} rad").expect("text");
        writeln!(scene, "contact b{i}, floor {{ friction = 2; restitution = 0 }}").expect("text");
        positions.extend(["angle", "position.x", "position.y"].map(|of| format!("b{i}.{of}")));
        velocities.extend(["rate", "velocity.x", "velocity.y"].map(|of| format!("b{i}.{of}")));
    }
    scene += "run 0.27 s every 0.25 ms";
    let compared = Compared { positions, velocities };
    let event = by_event(&scene, &compared);
    // each has come down, and gone over to its other corner
    for i in 0..12 {
        let angle = column(&event, &format!("b{i}.angle"));
        let least = angle.iter().copied().fold(0.0, f64::min);
        assert!(angle[0] > 0.15 && least < -0.02, "{i}: {least}");
    }
    let steps = [1e-3, 0.5e-3, 0.25e-3, 0.125e-3];
    let errors = errors(&scene, &compared, steps, |name, _, i| column_at(&event, name, i));
    expect("twelve blocks that rock", (OtherWay, "the same scene by event"), steps, errors, 1.0, 0.2);
}

fn column_at(memory: &Memory, name: &str, frame: usize) -> f64 {
    memory.column(memory.find(name).expect("recorded")).nth(frame).expect("the same frames")
}

/// Rows of five discs, a centimetre apart more or less: the blow goes on from one to the next, and only the last flies off.
fn cradles() -> (String, Compared) {
    let mut scene =
        "space planar\nprimitive ball { shape = disc(2 cm); mass = 1 kg; friction = 0; restitution = 1 }\n".to_owned();
    let (mut positions, mut velocities) = (Vec::new(), Vec::new());
    for j in 0..6 {
        let mut x = 0.0;
        for i in 0..5 {
            let moving = if i == 0 { " moving (1, 0) m/s" } else { "" };
            writeln!(scene, "part b{j}_{i} = ball() at ({x}, {}) m{moving}", 0.2 * f64::from(j)).expect("text");
            if i > 0 {
                writeln!(scene, "contact b{j}_{}, b{j}_{i}", i - 1).expect("text");
            }
            x += 0.05 + 0.0007 * f64::from((i * 7 + j * 3) % 5) + 0.00013 * f64::from(j);
            positions.push(format!("b{j}_{i}.position.x"));
            velocities.push(format!("b{j}_{i}.velocity.x"));
        }
    }
    scene += "run 0.1 s every 0.1 ms";
    (scene, Compared { positions, velocities })
}

#[test]
fn blows_one_after_the_other_are_of_order_one() {
    let (scene, compared) = cradles();
    let event = by_event(&scene, &compared);
    let steps = [1e-3, 0.5e-3, 0.25e-3, 0.125e-3];
    let errors = errors(&scene, &compared, steps, |name, _, i| column_at(&event, name, i));
    let source = (OtherWay, "the same scene by event");
    expect("Newton's cradle, the balls apart", source, steps, errors, 1.0, 0.2);
    for j in 0..6 {
        for i in 0..5 {
            let v = *column(&event, &format!("b{j}_{i}.velocity.x")).last().expect("frames");
            assert!((v - if i == 4 { 1.0 } else { 0.0 }).abs() < 1e-9, "{j} {i} {v}");
        }
    }
}

/// Where the balls touch there is no first blow: all of them are taken together, and Newton's law for each pair throws the
/// first one back with 3/5 of its speed and the others on with 2/5. Momentum and energy are kept.
#[test]
fn blows_at_once_are_one_problem() {
    let mut scene =
        "space planar\nprimitive ball { shape = disc(2 cm); mass = 1 kg; friction = 0; restitution = 1 }\n".to_owned();
    for i in 0..5 {
        let (x, moving) = if i == 0 { (-0.02, " moving (1, 0) m/s") } else { (0.04 * f64::from(i), "") };
        writeln!(scene, "part b{i} = ball() at ({x}, 0) m{moving}").expect("text");
    }
    let names: Vec<String> = (0..5).map(|i| format!("b{i}.velocity.x")).collect();
    scene += &format!("contacts all\nrun 0.1 s every 0.05 s\nrecord {}\n", names.join(", "));
    for step in [2e-3, 1e-3, 0.37e-3] {
        let memory = run_solids(&format!("{scene}method stepping {{ step = {step} s }}\n")).1;
        for (i, name) in names.iter().enumerate() {
            let is = if i == 0 { -0.6 } else { 0.4 };
            case!(
                "contact in steps",
                "Newton's cradle, the balls touch: velocities",
                ClosedForm,
                "u⁺ = −e u⁻ at every contact that bears"
            )
            .unit("m/s")
            .off(support::last(&memory, name) - is, 1e-6);
        }
    }
}
