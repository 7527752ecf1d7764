//! Made-up runs with contacts, each motion a closed form: a disc that bounces to rest, a block that slides and stops, a
//! disc that rolls.
#![allow(dead_code, reason = "each user takes a part of it")]

use mainspring_record::*;

const G: f64 = 9.81;
const EVERY: f64 = 0.01;
/// Friction of the block.
pub const FRICTION: f64 = 0.3;
/// Of the bouncing disc.
pub const RESTITUTION: f64 = 0.6;
/// Its height above the ground at the start, m.
const HEIGHT: f64 = 0.8;
/// Of the discs, m.
const RADIUS: f64 = 0.12;

/// When the disc strikes the ground and how fast it leaves it, until it is too slow to be seen.
fn blows() -> Vec<(f64, f64)> {
    let first = (2.0 * HEIGHT / G).sqrt();
    let mut struck = vec![(first, RESTITUTION * G * first)];
    while let Some((time, speed)) = struck.last().copied().filter(|(_, speed)| *speed > 0.02) {
        struck.push((time + 2.0 * speed / G, RESTITUTION * speed));
    }
    struck
}

/// Height of the bouncing disc's lowest point, m; none once it rests.
fn bounce(time: f64) -> Option<f64> {
    let struck = blows();
    match struck.iter().rposition(|(at, _)| *at <= time) {
        None => Some(HEIGHT - 0.5 * G * time * time),
        Some(last) if last + 1 == struck.len() => None,
        Some(last) => {
            let (at, speed) = struck[last];
            Some(speed * (time - at) - 0.5 * G * (time - at) * (time - at))
        }
    }
}

fn outline(corners: &[[f64; 2]]) -> DrawnShape {
    DrawnShape::Outline { loops: vec![corners.to_vec()] }
}

fn disc() -> DrawnShape {
    let at = |i: u32| core::f64::consts::TAU * f64::from(i) / 48.0;
    outline(&(0..48).map(|i| [RADIUS * libm::cos(at(i)), RADIUS * libm::sin(at(i))]).collect::<Vec<_>>())
}

fn cube(half: [f64; 3]) -> DrawnShape {
    let corner = |i: usize| [0, 1, 2].map(|k| if i >> k & 1 == 1 { half[k] } else { -half[k] });
    let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = quads.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]).collect();
    let edges = vec![[0, 1], [2, 3], [4, 5], [6, 7], [0, 2], [1, 3], [4, 6], [5, 7], [0, 4], [1, 5], [2, 6], [3, 7]];
    DrawnShape::Mesh { vertices: (0..8).map(corner).collect(), triangles, edges }
}

fn event(time: f64, kind: &str, who: [&str; 2], numbers: &[(&str, f64)], text: &str) -> Event {
    let (kind, who) = (kind.to_owned(), who.map(str::to_owned).to_vec());
    let numbers = numbers.iter().map(|(n, x)| ((*n).to_owned(), *x)).collect();
    Event { time, order: 0, kind, who, numbers, text: text.to_owned() }
}

/// A run of three seconds in the plane, or the block and a slope in space.
pub fn touching(spatial: bool) -> Memory {
    let body = |path: &str, shape: DrawnShape| DrawnBody {
        path: path.to_owned(),
        shape,
        points: Vec::new(),
        mass: 1.0,
        fixed: false,
        arrives: false,
    };
    let slope: f64 = 0.4;
    let ground = |path: &str, normal: [f64; 3]| Obstacle {
        path: path.to_owned(),
        shape: DrawnShape::HalfSpace { point: [0.0; 3], normal },
    };
    let up = if spatial { [0.0, 0.0, 1.0] } else { [0.0, 1.0, 0.0] };
    let mut obstacles = vec![ground("floor", up)];
    let mut bodies = if spatial {
        vec![body("ball", cube([RADIUS; 3])), body("block", cube([0.15, 0.1, 0.1])), body("wheel", cube([RADIUS; 3]))]
    } else {
        let block = outline(&[[-0.15, -0.1], [0.15, -0.1], [0.15, 0.1], [-0.15, 0.1]]);
        vec![body("ball", disc()), body("block", block), body("wheel", disc())]
    };
    if spatial {
        bodies.truncate(2);
        obstacles.push(Obstacle {
            path: "slope".to_owned(),
            shape: DrawnShape::HalfSpace { point: [0.9, 0.0, 0.0], normal: [-libm::sin(slope), 0.0, libm::cos(slope)] },
        });
    }
    let pairs = [["ball", "floor"], ["block", "floor"], ["wheel", "floor"], ["ball", "block"]];
    let length = 2.0;
    let schema = Schema {
        scene: "three that touch".to_owned(),
        version: "0.1.0".to_owned(),
        drawing: Drawing { spatial, gravity: up.map(|c| -G * c), length, bodies, obstacles, ..Drawing::default() },
        contact_pairs: pairs[..if spatial { 2 } else { 4 }].iter().map(|p| p.map(str::to_owned)).collect(),
        ..Schema::default()
    };
    let mut run = Memory::default();
    run.begin(&schema).expect("memory takes anything");
    // across, up: in the plane y is up, in space z
    let place = |x: f64, h: f64| if spatial { [x, 0.0, h] } else { [x, h, 0.0] };
    let stop = 2.0 / (FRICTION * G);
    for i in 0..=300 {
        let time = f64::from(i) * EVERY;
        let mut contacts = Vec::new();
        let mut touch = |pair: u32, x: f64, force: [f64; 3], slip: f64, mode: ContactMode, feature: FeatureName| {
            let floor = FeatureName { word: if spatial { FeatureWord::Face } else { FeatureWord::Edge }, number: 1 };
            let normal = up.map(|c| -c);
            contacts.push(ContactMark {
                pair,
                point: place(x, 0.0),
                normal,
                force,
                gap: 0.0,
                slip,
                mode,
                features: [feature, floor],
            });
        };
        let arc = FeatureName { word: FeatureWord::Arc, number: 1 };
        let corner = |number| FeatureName { word: FeatureWord::Corner, number };
        let height = match bounce(time) {
            Some(height) => height,
            None => {
                touch(0, -0.7, place(0.0, -G), 0.0, ContactMode::Stick, arc);
                0.0
            }
        };
        let slides = time < stop;
        let t = time.min(stop);
        let (speed, x) = (2.0 - FRICTION * G * t, -0.3 + 2.0 * t - 0.5 * FRICTION * G * t * t);
        let mode = if slides { ContactMode::Slip } else { ContactMode::Stick };
        let drag = if slides { 0.5 * FRICTION * G } else { 0.0 };
        // friction tips the load forward: moments about the centre of mass
        let tilt = drag * 0.1 / 0.15;
        touch(1, x - 0.15, place(drag, -0.5 * G + tilt), speed.max(0.0), mode, corner(1));
        touch(1, x + 0.15, place(drag, -0.5 * G - tilt), speed.max(0.0), mode, corner(2));
        let roll = -0.2 + 0.5 * time;
        if !spatial {
            touch(2, roll, place(0.0, -G), 0.0, ContactMode::Roll, arc);
        }
        let turned = |p: [f64; 3], angle: f64| {
            if spatial { vec![p[0], p[1], p[2], 1.0, 0.0, 0.0, 0.0] } else { vec![p[0], p[1], angle] }
        };
        let mut poses = turned(place(-0.7, height + RADIUS), 0.0);
        poses.extend(turned(place(x, 0.1), 0.0));
        if !spatial {
            poses.extend(turned(place(roll, RADIUS), -0.5 * time / RADIUS));
        }
        run.frame(&Frame { poses: &poses, contacts: &contacts, ..Frame::bare(time, &[]) })
            .expect("memory takes anything");
    }
    let at = place(-0.7, 0.0);
    for (time, rebound) in blows() {
        let speed = rebound / RESTITUTION;
        let lost = 0.5 * speed * speed * (1.0 - RESTITUTION * RESTITUTION);
        let numbers = [
            ("speed", speed),
            ("rebound", rebound),
            ("impulse", (1.0 + RESTITUTION) * speed),
            ("lost", lost),
            ("x", at[0]),
            ("y", at[1]),
            ("z", at[2]),
        ];
        run.events.push(event(time, "impact", ["ball", "floor"], &numbers, "ball strikes floor"));
    }
    if let Some((time, _)) = blows().last().copied() {
        run.events.push(event(
            time,
            "rest",
            ["ball", "floor"],
            &[("accumulates", time)],
            "ball comes to rest on floor",
        ));
    }
    run.events.push(event(stop, "stick", ["block", "floor"], &[], "block comes to rest on floor"));
    run.events.sort_by(|a, b| a.time.total_cmp(&b.time));
    run.ending = Some(Ending { time: 3.0, reason: "finished".to_owned(), ..Ending::default() });
    run
}
