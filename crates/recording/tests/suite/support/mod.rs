//! Runs made up for tests, a place to write them, and ways to compare them.
#![allow(dead_code, clippy::unwrap_used, reason = "each test uses a part of it; helpers fail as tests do")]

use mainspring_definition::Dimension;
use mainspring_record::*;
use mainspring_recording::{Output, Recorder};
use std::io::Write;
use std::sync::{Arc, Mutex};

/// A file in memory that outlives its writer.
#[derive(Clone, Debug, Default)]
pub struct ResumePoint(pub Arc<Mutex<Vec<u8>>>);

impl Write for ResumePoint {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Output for ResumePoint {}

impl ResumePoint {
    pub fn bytes(&self) -> Vec<u8> {
        self.0.lock().unwrap().clone()
    }
}

pub fn column(name: &str, dimension: Dimension, angle: bool) -> Column {
    Column { name: name.to_owned(), dimension, angle }
}

/// Two bodies, an arrow, three columns with names that need care.
pub fn schema(spatial: bool) -> Schema {
    let body = |path: &str| DrawnBody {
        path: path.to_owned(),
        shape: DrawnShape::Outline { loops: vec![vec![[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]] },
        points: vec![("tip".to_owned(), [0.1, -0.0, 1e-300])],
        mass: 1.5,
        fixed: false,
        arrives: false,
    };
    let place = Place { body: Some(1), point: [0.0; 3] };
    Schema {
        scene: "a \"quoted\" # scene\nof two lines".to_owned(),
        version: "0.1.0".to_owned(),
        settings: vec![("duration".to_owned(), "10 s".to_owned()), ("rtol".to_owned(), "1e-9".to_owned())],
        columns: vec![
            column("p.bob.position.y", Dimension::LENGTH, false),
            column("max(a.angle, \"b\")", Dimension::NONE, true),
            column("norm(o.force) # 1", Dimension::FORCE, false),
        ],
        plots: vec![PlotSpec { title: "height".to_owned(), curves: vec![0, 2], against: Some(1) }],
        drawing: Drawing {
            spatial,
            gravity: [0.0, -9.81, 0.0],
            length: 2.0,
            bodies: vec![body("a"), body("b")],
            arrows: vec![DrawnArrow { path: "o".to_owned(), kind: ArrowKind::Reaction, place }],
            ..Drawing::default()
        },
        contact_pairs: Vec::new(),
        stepped: false,
        origin: Origin {
            sources: vec![("x.mech".to_owned(), "space planar\n# ü\n".to_owned())],
            command: vec!["mainspring".to_owned(), "run".to_owned(), "x.mech".to_owned()],
        },
    }
}

/// As [`schema`], with parts that may touch.
pub fn touching(spatial: bool) -> Schema {
    let pairs = [["a", "b"], ["a", "floor, \"hard\""], ["b", "floor\n2"]];
    Schema { contact_pairs: pairs.map(|p| p.map(str::to_owned)).to_vec(), ..schema(spatial) }
}

/// As [`schema`], with a window that moves, one whose arrows change, a script and a part that arrives.
pub fn windowed(spatial: bool) -> Schema {
    let mut schema = schema(spatial);
    let square = DrawnShape::Outline { loops: vec![vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]] };
    let window = |path: &str, moves| DrawnWindow {
        path: path.to_owned(),
        kind: if moves { WindowKind::Velocity } else { WindowKind::Array },
        shape: square.clone(),
        moves,
        lines: [vec![0.25, 0.5], Vec::new()],
        pad: vec![[0.0, 0.1], [-0.1, -0.1], [0.1, -0.1]],
        arrows: vec![([0.5, 0.5], [40.0, -0.0]), ([0.25, 0.75], [1e-300, 3.0])],
        changing: (!moves).then_some(1),
        always: moves,
    };
    let drawing = &mut schema.drawing;
    drawing.windows = vec![window("belt", true), window("pads", false)];
    drawing.scripts =
        vec![DrawnScript { path: "sort".to_owned(), frames: vec![("all \"on\"".to_owned(), vec![0, 1])] }];
    drawing.bins = vec![Obstacle { path: "bin".to_owned(), shape: square }];
    drawing.bodies[1].arrives = true;
    let place = Place { body: None, point: [0.5, 0.5, 0.0] };
    let arrow = DrawnArrow { path: "pads".to_owned(), kind: ArrowKind::Field, place };
    drawing.arrows.extend([arrow.clone(), arrow]);
    schema
}

/// Where parts touch in frame `i`: nowhere, or in up to three points.
pub fn marks(schema: &Schema, i: usize) -> Vec<ContactMark> {
    let count = if schema.contact_pairs.is_empty() { 0 } else { i % 4 };
    let mark = |k: usize| {
        let number = |j: usize| (i * 37 + k * 11 + j) as f64 / 13.0;
        let feature = |n: usize| FeatureName { word: FeatureWord::ALL[(i + n) % 8], number: (k + n) as u32 };
        ContactMark {
            pair: ((i + k) % schema.contact_pairs.len()) as u32,
            point: [number(0), -number(1), number(2)],
            normal: [0.6, 0.8, 0.0],
            force: [number(3), -0.0, number(4)],
            gap: 1e-12 * number(5),
            slip: number(6),
            mode: ContactMode::ALL[(i + k) % 3],
            features: [feature(k), feature(3)],
        }
    };
    (0..count).map(mark).collect()
}

/// Which bodies are stepped in frame `i`: none, all, or the second.
pub fn stepped(schema: &Schema, i: usize) -> Vec<u64> {
    vec![[0, 3, 2][i / 20 % 3]; schema.stepped_len()]
}

/// With parts that touch, and frames that say which of them were stepped.
pub fn crowded(spatial: bool) -> Schema {
    Schema { stepped: true, ..touching(spatial) }
}

pub fn event(time: f64, number: f64) -> Event {
    Event {
        time,
        order: 1,
        kind: "release".to_owned(),
        who: vec!["o".to_owned(), "p.bob".to_owned()],
        numbers: vec![("speed".to_owned(), number)],
        text: "o let go, with a comma\nand a break".to_owned(),
    }
}

pub fn ending(time: f64) -> Ending {
    Ending {
        time,
        reason: "finished".to_owned(),
        error: None,
        hash: u64::MAX - 1,
        work: vec![("steps".to_owned(), 7), ("frames".to_owned(), u64::MAX)],
        doubts: vec![Doubt {
            measure: "overlap".to_owned(),
            who: vec!["p.bob".to_owned(), "floor".to_owned()],
            since: 0.25,
            worst: f64::INFINITY,
            worst_at: 0.5,
            allowed: 1e-9,
            unit: "m".to_owned(),
            text: "`p.bob` is inside `floor`".to_owned(),
        }],
    }
}

/// A run of so many frames into any sink, with an event every 50 and a checkpoint every `block`.
pub fn run_into(sink: &mut dyn Sink, schema: &Schema, frames: usize, block: usize) {
    sink.begin(schema).unwrap();
    frames_into(sink, schema, 0..frames, block);
    sink.finish(&ending(frames as f64 * 0.01)).unwrap();
}

pub fn frames_into(sink: &mut dyn Sink, schema: &Schema, range: std::ops::Range<usize>, block: usize) {
    let widths = [
        schema.columns.len(),
        schema.drawing.poses() * schema.pose_len(),
        schema.drawing.arrows.len() * schema.arrow_len(),
    ];
    for i in range {
        let number = |k: usize| (i * 31 + k) as f64 / 7.0;
        let [values, poses, arrows] = widths.map(|w| (0..w).map(number).collect::<Vec<f64>>());
        let balance = std::array::from_fn(|k| number(k + 100));
        let time = i as f64 * 0.01;
        sink.frame(&Frame {
            time,
            values: &values,
            poses: &poses,
            arrows: &arrows,
            balance,
            contacts: &marks(schema, i),
            stepped: &stepped(schema, i),
        })
        .unwrap();
        if i % 50 == 7 {
            sink.event(&event(time, if i == 7 { f64::NAN } else { i as f64 })).unwrap();
        }
        if i % block == block - 1 {
            sink.checkpoint(time, format!("state {i}").as_bytes()).unwrap();
        }
    }
}

/// A recording's bytes and the same run in memory.
pub fn recorded(schema: &Schema, frames: usize, block: usize) -> (Vec<u8>, Memory) {
    let (file, mut memory) = (ResumePoint::default(), Memory::default());
    run_into(&mut Recorder::to(file.clone()), schema, frames, block);
    run_into(&mut memory, schema, frames, block);
    (file.bytes(), memory)
}

pub fn bits(list: &[f64]) -> Vec<u64> {
    list.iter().map(|x| x.to_bits()).collect()
}

/// Same bits everywhere; NaN is equal to itself here.
#[track_caller]
pub fn same(a: &Memory, b: &Memory) {
    assert_eq!(a.schema, b.schema);
    for (x, y) in [(&a.times, &b.times), (&a.values, &b.values), (&a.poses, &b.poses), (&a.arrows, &b.arrows)] {
        assert_eq!(bits(x), bits(y));
    }
    assert_eq!(bits(a.balance.as_flattened()), bits(b.balance.as_flattened()));
    assert_eq!((&a.contacts, &a.contact_ends, &a.stepped), (&b.contacts, &b.contact_ends, &b.stepped));
    assert_eq!(a.events.len(), b.events.len());
    for (x, y) in a.events.iter().zip(&b.events) {
        assert_eq!((x.time.to_bits(), x.order, &x.kind, &x.who), (y.time.to_bits(), y.order, &y.kind, &y.who));
        assert_eq!(x.text, y.text);
        let plain = |e: &Event| e.numbers.iter().map(|(n, v)| (n.clone(), v.to_bits())).collect::<Vec<_>>();
        assert_eq!(plain(x), plain(y));
    }
    match (&a.ending, &b.ending) {
        (Some(x), Some(y)) => {
            assert_eq!((x.time.to_bits(), x.hash, &x.reason), (y.time.to_bits(), y.hash, &y.reason));
            assert_eq!((&x.error, &x.work), (&y.error, &y.work));
        }
        (x, y) => assert_eq!(x, y),
    }
}
