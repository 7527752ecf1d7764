//! Made-up runs on actuator arrays: parts that come and go, windows that push, move and change, a script; and a
//! thousand parts on a large array.
#![allow(dead_code, reason = "each user takes a part of it")]

use mainspring_record::*;

const EVERY: f64 = 0.05;

fn rectangle([x0, y0]: [f64; 2], [x1, y1]: [f64; 2]) -> DrawnShape {
    DrawnShape::Outline { loops: vec![vec![[x0, y0], [x1, y0], [x1, y1], [x0, y1]]] }
}

/// Places in the middles of `n` × `m` cells of a rectangle.
fn places([x0, y0]: [f64; 2], [x1, y1]: [f64; 2], [n, m]: [usize; 2]) -> Vec<[f64; 2]> {
    let part = |i: usize, n: usize| (i as f64 + 0.5) / n as f64;
    (0..n * m).map(|i| [x0 + (x1 - x0) * part(i % n, n), y0 + (y1 - y0) * part(i / n, m)]).collect()
}

fn window(path: &str, kind: WindowKind, from: [f64; 2], to: [f64; 2], cells: [usize; 2]) -> DrawnWindow {
    DrawnWindow {
        path: path.to_owned(),
        kind,
        shape: rectangle(from, to),
        moves: false,
        lines: [Vec::new(), Vec::new()],
        pad: Vec::new(),
        arrows: places(from, to, cells).into_iter().map(|p| (p, [0.0; 2])).collect(),
        changing: None,
        always: false,
    }
}

fn body(path: &str, shape: DrawnShape, arrives: bool) -> DrawnBody {
    DrawnBody { path: path.to_owned(), shape, points: Vec::new(), mass: 0.01, fixed: false, arrives }
}

fn event(time: f64, kind: &str, who: &[&str], text: &str) -> Event {
    let who = who.iter().map(|w| (*w).to_owned()).collect();
    Event { time, order: 0, kind: kind.to_owned(), who, numbers: Vec::new(), text: text.to_owned() }
}

fn disc(radius: f64) -> DrawnShape {
    let at = |i: u32| core::f64::consts::TAU * f64::from(i) / 48.0;
    DrawnShape::Outline {
        loops: vec![(0..48).map(|i| [radius * libm::cos(at(i)), radius * libm::sin(at(i))]).collect()],
    }
}

/// Four seconds on an array of 24 × 16 cells of a centimetre, a window that pushes, a belt that moves across, one whose
/// push changes; `plate` arrives at 0.8 s, `disc` leaves into `rejects` at 2.5 s; the script is over at 3.5 s.
pub fn sorting() -> Memory {
    let (low, high) = ([0.0, 0.0], [0.24, 0.16]);
    let mut pads = window("pads", WindowKind::Array, low, high, [24, 16]);
    for (p, v) in &mut pads.arrows {
        *v = [0.0, if p[1] < 0.08 { 40.0 } else { -40.0 }];
    }
    pads.lines = [(1..24).map(|i| 0.01 * f64::from(i)).collect(), (1..16).map(|i| 0.01 * f64::from(i)).collect()];
    let mut gather = window("gather", WindowKind::Force, [0.02, 0.02], [0.12, 0.14], [5, 6]);
    for (p, v) in &mut gather.arrows {
        *v = [50.0 * (0.13 - p[0]) / 0.13, 0.0];
    }
    let mut belt = window("belt", WindowKind::Velocity, [-0.04, -0.02], [0.04, 0.02], [5, 3]);
    belt.arrows.iter_mut().for_each(|(_, v)| *v = [0.05, 0.0]);
    (belt.moves, belt.always) = (true, true);
    let mut wave = window("wave", WindowKind::Force, [0.17, 0.03], [0.23, 0.13], [3, 5]);
    wave.changing = Some(0);
    let field = |p: &([f64; 2], [f64; 2])| DrawnArrow {
        path: "wave".to_owned(),
        kind: ArrowKind::Field,
        place: Place { body: None, point: [p.0[0], p.0[1], 0.0] },
    };
    let arrows: Vec<DrawnArrow> = wave.arrows.iter().map(field).collect();
    let script = DrawnScript {
        path: "sort".to_owned(),
        frames: vec![("push".to_owned(), vec![1, 2]), ("squeeze".to_owned(), vec![0])],
    };
    let drawing = Drawing {
        length: 0.3,
        bodies: vec![
            body("disc", disc(0.018), false),
            body("plate", rectangle([-0.025, -0.014], [0.025, 0.014]), true),
        ],
        arrows,
        windows: vec![pads, gather, wave, belt],
        scripts: vec![script],
        bins: vec![Obstacle { path: "rejects".to_owned(), shape: rectangle([0.25, 0.02], [0.3, 0.1]) }],
        ..Drawing::default()
    };
    let mut run = Memory::default();
    let column =
        Column { name: "array.power".to_owned(), dimension: mainspring_definition::Dimension::POWER, angle: false };
    let plots = vec![PlotSpec { title: "power".to_owned(), curves: vec![0], against: None }];
    let schema = Schema {
        scene: "sorting on an array".to_owned(),
        version: "0.1.0".to_owned(),
        columns: vec![column],
        plots,
        drawing,
        ..Schema::default()
    };
    run.begin(&schema).expect("memory takes anything");
    for i in 0..=80 {
        let t = f64::from(i) * EVERY;
        let disc = [0.04 + 0.09 * t, 0.05 + 0.02 * libm::sin(2.0 * t), -3.0 * t];
        let s = (t - 0.8).max(0.0);
        let plate = [0.06 + 0.03 * s, 0.11 - 0.012 * s, 0.6 * libm::exp(-s)];
        let belt = [0.06 + 0.03 * t, 0.19, 0.15 * libm::sin(t)];
        let poses = [disc, plate, belt].concat();
        let push = |k: usize| 30.0 * libm::sin(2.0 * t + 0.7 * k as f64);
        let arrows: Vec<f64> = (0..15).flat_map(|k| [push(k), 12.0]).collect();
        run.frame(&Frame { poses: &poses, arrows: &arrows, ..Frame::bare(t, &[0.1 * libm::sin(t) + 0.2]) })
            .expect("memory takes anything");
    }
    run.events = vec![
        event(0.0, "frame", &["sort", "push"], "sort shows push"),
        event(0.8, "arrive", &["plate"], "plate arrives"),
        event(1.5, "frame", &["sort", "squeeze"], "sort shows squeeze"),
        event(2.5, "leave", &["disc", "rejects"], "disc falls into rejects"),
        event(3.5, "frame", &["sort"], "sort is over"),
    ];
    run.ending = Some(Ending { time: 4.0, reason: "finished".to_owned(), ..Ending::default() });
    run
}

/// A thousand dodecagons that swirl on an array of 500 × 500 cells.
pub fn thousand() -> Memory {
    let (low, high) = ([0.0, 0.0], [0.5, 0.5]);
    let mut pads = window("pads", WindowKind::Array, low, high, [100, 100]);
    for (p, v) in &mut pads.arrows {
        *v = [-80.0 * (p[1] - 0.25), 80.0 * (p[0] - 0.25)];
    }
    pads.always = true;
    pads.lines = [1, 1].map(|_| (1..500).map(|i| 0.001 * f64::from(i)).collect());
    let dozen = || {
        let at = |i: u32| core::f64::consts::TAU * f64::from(i) / 12.0;
        DrawnShape::Outline {
            loops: vec![(0..12).map(|i| [0.0025 * libm::cos(at(i)), 0.0025 * libm::sin(at(i))]).collect()],
        }
    };
    let bodies = (0..1000).map(|i| body(&format!("part[{i}]"), dozen(), false)).collect();
    let drawing = Drawing { length: 0.5, bodies, windows: vec![pads], ..Drawing::default() };
    let mut run = Memory::default();
    run.begin(&Schema {
        scene: "a thousand parts".to_owned(),
        version: "0.1.0".to_owned(),
        drawing,
        ..Schema::default()
    })
    .expect("memory takes anything");
    for frame in 0..=100 {
        let t = 0.02 * f64::from(frame);
        let pose = |i: u32| {
            let (r, turn) = (0.24 * (f64::from(i + 1) / 1000.0).sqrt(), 2.399_963 * f64::from(i) + 0.3 * t);
            [0.25 + r * libm::cos(turn), 0.25 + r * libm::sin(turn), t]
        };
        let poses: Vec<f64> = (0..1000).flat_map(pose).collect();
        run.frame(&Frame { poses: &poses, ..Frame::bare(t, &[]) }).expect("memory takes anything");
    }
    run.ending = Some(Ending { time: 2.0, reason: "finished".to_owned(), ..Ending::default() });
    run
}
