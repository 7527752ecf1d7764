//! Planar scenes of convex parts, lifted into space, give the same.
//!
//! Every part becomes the extrusion of its outline (a rectangle a box, a disc a cylinder), every half-plane a half-space,
//! and the motion stays in the plane z = 0. Nothing of the two computations is shared but the laws: the plane knows
//! corners and edges, space knows corners, edges, rims and faces, with more points than the motion needs (a box rests on
//! four corners, not two), so that loads are shared otherwise, while places, speeds and accelerations must be the same:
//! accelerations at the start and the map of the first blow to 1e-10, the motion to 1e-7 until the first event that
//! hangs on tolerances (the end of a row of bounces, a corner that comes down on an edge again and again).

use crate::support;

use mainspring_engine::Outcome;
use mainspring_record::{Event, Memory};
use mainspring_trust::{Against::OtherWay, case};
use support::{column, number, of};

/// Depth of every lifted part, m.
const DEPTH: f64 = 0.08;

#[derive(Clone, Copy)]
enum Shape {
    Rect(f64, f64),
    Disc(f64),
}

/// One part: place, angle in degrees, velocity, rate.
#[derive(Clone, Copy)]
struct Part {
    name: &'static str,
    shape: Shape,
    mass: f64,
    at: [f64; 2],
    turned: f64,
    moving: [f64; 2],
    rate: f64,
}

const PART: Part =
    Part { name: "", shape: Shape::Disc(1.0), mass: 1.0, at: [0.0; 2], turned: 0.0, moving: [0.0; 2], rate: 0.0 };

/// A planar scene; its pairs as text without a space's own words.
struct Scene<'a> {
    gravity: [f64; 2],
    parts: Vec<Part>,
    /// whether there is a floor at y = 0
    floor: bool,
    pairs: &'a str,
    duration: f64,
}

impl Scene<'_> {
    fn text(&self, lifted: bool) -> String {
        let vector =
            |v: [f64; 2]| if lifted { format!("({}, {}, 0)", v[0], v[1]) } else { format!("({}, {})", v[0], v[1]) };
        let mut text =
            format!("space {}\ngravity {} m/s^2\n", if lifted { "spatial" } else { "planar" }, vector(self.gravity));
        for p in &self.parts {
            let (shape, reach) = match p.shape {
                Shape::Rect(w, h) if lifted => (format!("box({w} m, {h} m, {DEPTH} m)"), 0.5 * w),
                Shape::Rect(w, h) => (format!("rect({w} m, {h} m)"), 0.5 * w),
                Shape::Disc(r) if lifted => (format!("cylinder({r} m, {DEPTH} m)"), r),
                Shape::Disc(r) => (format!("disc({r} m)"), r),
            };
            let (about, spin) =
                if lifted { (" about (0, 0, 1)", format!("(0, 0, {})", p.rate)) } else { ("", format!("{}", p.rate)) };
            text += &format!(
                "primitive {n}_ {{ shape = {shape}; mass = {} kg; point mark = {} m }}\n\
                 part {n} = {n}_() at {} m turned {} deg{about} moving {} m/s spinning {spin} rad/s\n",
                p.mass,
                vector([reach, 0.0]),
                vector(p.at),
                p.turned,
                vector(p.moving),
                n = p.name,
            );
        }
        if self.floor {
            let half = if lifted { "halfspace" } else { "halfplane" };
            text += &format!("obstacle floor = {half}({} m, {})\n", vector([0.0; 2]), vector([0.0, 1.0]));
        }
        text += self.pairs;
        let columns: Vec<String> = self.columns(false);
        text + &format!("\nrecord {}\nrun {} s every 5 ms\n", columns.join(", "), self.duration)
    }

    /// What is compared; of the accelerations, or of places and velocities too.
    fn columns(&self, accelerations: bool) -> Vec<String> {
        let mut list = Vec::new();
        for p in &self.parts {
            for what in ["acceleration", "position", "velocity"] {
                if accelerations && what != "acceleration" {
                    continue;
                }
                for point in ["", ".mark"] {
                    for axis in ["x", "y"] {
                        list.push(format!("{}{point}.{what}.{axis}", p.name));
                    }
                }
            }
        }
        list
    }

    fn both(&self) -> [(Outcome, Memory); 2] {
        [false, true].map(|lifted| support::run_text(&self.text(lifted)))
    }
}

/// Largest difference of one column at one frame, of the largest value there is.
fn apart(a: &Memory, b: &Memory, name: &str, frames: std::ops::Range<usize>) -> f64 {
    let (x, y) = (column(a, name), column(b, name));
    frames.map(|i| (x[i] - y[i]).abs()).fold(0.0, f64::max)
}

/// Runs both; compares accelerations at the start, the first blow where there is one, and the motion until `until`.
fn same(what: &str, scene: &Scene<'_>, first_blow: bool, until: f64) {
    let [(plane, flat), (space, solid)] = scene.both();
    assert_eq!(flat.times.len(), solid.times.len(), "{what}: frames");
    let start = scene.columns(true).iter().map(|c| apart(&flat, &solid, c, 0..1)).fold(0.0, f64::max);
    case!(&format!("lifted into space: {what}"), "accelerations at the start, m/s²", OtherWay, "the same in the plane")
        .off(start, 1e-10);
    if first_blow {
        let (p, s) = (of(&plane.events, "impact"), of(&space.events, "impact"));
        assert!(!p.is_empty() && !s.is_empty(), "{what}: {:?} {:?}", plane.events, space.events);
        assert!((p[0].time - s[0].time).abs() < 1e-10, "{what}: {} {}", p[0].time, s[0].time);
        let lost = |list: &[&Event]| {
            list.iter().filter(|e| e.time == list[0].time).map(|e| number(e, "lost")).fold(0.0, f64::max)
        };
        assert!((lost(&p) - lost(&s)).abs() < 1e-10, "{what}: {} {}", lost(&p), lost(&s));
        let after = flat.times.iter().position(|t| *t > p[0].time).expect("frames after the blow");
        let map = scene.columns(false).into_iter().filter(|c| c.contains("velocity"));
        let map = map.map(|c| apart(&flat, &solid, &c, after..after + 1)).fold(0.0, f64::max);
        case!(
            &format!("lifted into space: {what}"),
            "velocities after the first blow, m/s",
            OtherWay,
            "the same in the plane"
        )
        .off(map, 1e-10);
    }
    let frames = flat.times.iter().take_while(|t| **t <= until).count();
    let motion = scene.columns(false).into_iter().filter(|c| !c.contains("acceleration"));
    let motion = motion.map(|c| apart(&flat, &solid, &c, 0..frames)).fold(0.0, f64::max);
    case!(&format!("lifted into space: {what}"), "motion, m and m/s", OtherWay, "the same in the plane")
        .off(motion, 1e-7);
}

fn slope(angle: f64) -> [f64; 2] {
    let (s, c) = libm::sincos(angle.to_radians());
    [9.81 * s, -9.81 * c]
}

const DOWN: [f64; 2] = [0.0, -9.81];

#[test]
fn a_block_on_a_slope() {
    for (what, angle) in [("block that slides", 30.0), ("block that stays", 15.0)] {
        let block = Part { name: "block", shape: Shape::Rect(0.2, 0.1), mass: 2.0, at: [0.0, 0.05], ..PART };
        let pairs = "contact block, floor { friction = 0.4 }";
        same(what, &Scene { gravity: slope(angle), parts: vec![block], floor: true, pairs, duration: 1.0 }, false, 1.0);
    }
}

#[test]
fn a_block_that_tips() {
    // tan 30° beats half the width over half the height
    let block = Part { name: "block", shape: Shape::Rect(0.1, 0.3), mass: 1.0, at: [0.0, 0.15], ..PART };
    let pairs = "contact block, floor { friction = 0.9 }";
    same(
        "block that tips",
        &Scene { gravity: slope(30.0), parts: vec![block], floor: true, pairs, duration: 0.2 },
        false,
        0.2,
    );
}

#[test]
fn a_disc_that_comes_to_roll() {
    let wheel = Part { name: "wheel", shape: Shape::Disc(0.1), at: [0.0, 0.1], moving: [3.0, 0.0], ..PART };
    let pairs = "contact wheel, floor { friction = 0.2 }";
    same(
        "disc that comes to roll",
        &Scene { gravity: DOWN, parts: vec![wheel], floor: true, pairs, duration: 1.0 },
        false,
        1.0,
    );
}

#[test]
fn a_ball_that_bounces() {
    let ball = Part { name: "ball", shape: Shape::Disc(0.1), at: [0.0, 0.6], moving: [1.0, 0.0], rate: 20.0, ..PART };
    let pairs = "contact ball, floor { friction = 0.3  restitution = 0.8 }";
    same(
        "spinning ball that bounces",
        &Scene { gravity: DOWN, parts: vec![ball], floor: true, pairs, duration: 1.5 },
        true,
        1.5,
    );
}

#[test]
fn a_corner_that_strikes() {
    for (what, friction, e) in [("corner that slips", 0.1, 0.5), ("corner that sticks", 1.5, 0.3)] {
        let (at, moving) = ([0.0, 0.5], [0.7, 0.0]);
        let block = Part { name: "block", shape: Shape::Rect(0.3, 0.2), at, turned: 35.0, moving, rate: -1.0, ..PART };
        let pairs = &format!("contact block, floor {{ friction = {friction}  restitution = {e} }}");
        same(what, &Scene { gravity: DOWN, parts: vec![block], floor: true, pairs, duration: 0.29 }, true, 0.29);
    }
}

#[test]
fn a_box_dropped_flat() {
    let block = Part { name: "block", shape: Shape::Rect(0.3, 0.2), at: [0.0, 0.4], moving: [0.5, 0.0], ..PART };
    let pairs = "contact block, floor { friction = 0.2  restitution = 0.5 }";
    same(
        "box dropped flat",
        &Scene { gravity: DOWN, parts: vec![block], floor: true, pairs, duration: 0.3 },
        true,
        0.3,
    );
}

#[test]
fn a_block_that_rocks() {
    let (s, c) = libm::sincos(5.0_f64.to_radians());
    let (b, h) = (0.1, 0.4);
    let at = [0.5 * (b * c - h * s), 0.5 * (b * s + h * c)];
    let block = Part { name: "block", shape: Shape::Rect(b, h), at, turned: 5.0, ..PART };
    let pairs = "contact block, floor { friction = 2 }";
    same(
        "block that rocks",
        &Scene { gravity: DOWN, parts: vec![block], floor: true, pairs, duration: 0.3 },
        true,
        0.3,
    );
}

#[test]
fn two_boxes_that_collide() {
    let a = Part { name: "a", shape: Shape::Rect(0.2, 0.2), at: [-0.3, 0.0], turned: 20.0, moving: [2.0, 0.3], ..PART };
    let b =
        Part { name: "b", shape: Shape::Rect(0.3, 0.2), mass: 2.0, at: [0.1, 0.05], turned: -10.0, rate: 1.0, ..PART };
    let pairs = "contact a, b { friction = 0.3  restitution = 0.6 }";
    same(
        "two boxes that collide",
        &Scene { gravity: [0.0; 2], parts: vec![a, b], floor: false, pairs, duration: 0.4 },
        true,
        0.4,
    );
}

#[test]
fn discs_that_collide_off_the_middle() {
    let a = Part { name: "a", shape: Shape::Disc(0.1), at: [-0.401, 0.0], moving: [2.0, 0.0], rate: 8.0, ..PART };
    let b = Part { name: "b", shape: Shape::Disc(0.15), mass: 2.0, at: [0.0, 0.07], ..PART };
    let pairs = "contact a, b { friction = 0.3  restitution = 0.9 }";
    same(
        "discs that collide off the middle",
        &Scene { gravity: [0.0; 2], parts: vec![a, b], floor: false, pairs, duration: 0.4 },
        true,
        0.4,
    );
}

#[test]
fn a_block_that_hits_a_disc() {
    // a side on faces in space, an arc on edges in the plane
    let disc = Part { name: "disc", shape: Shape::Disc(0.05), at: [0.0, 0.05], ..PART };
    let block = Part { name: "block", shape: Shape::Rect(0.1, 0.1), at: [-0.12, 0.05], moving: [1.0, 0.0], ..PART };
    let pairs = "contact disc, block { friction = 0.1  restitution = 0.5 }\ncontact disc, floor { friction = 0.4 }\ncontact block, floor { friction = 0.1 }";
    same(
        "block that hits a disc",
        &Scene { gravity: DOWN, parts: vec![disc, block], floor: true, pairs, duration: 0.2 },
        true,
        0.2,
    );
}

#[test]
fn a_block_that_slides_off_another() {
    // scenes/block_off_block until the small one has left the large one
    let large = Part { name: "large", shape: Shape::Rect(0.6, 0.3), mass: 10.8, at: [0.0, 0.15], ..PART };
    let (at, moving) = ([-0.2, 0.35], [1.8, 0.0]);
    let small = Part { name: "small", shape: Shape::Rect(0.2, 0.1), mass: 1.2, at, moving, ..PART };
    let pairs = "contact small, large { friction = 0.2 }\ncontact large, floor { friction = 0.6 }\ncontact small, floor { friction = 0.4 }";
    same(
        "block that slides off another",
        &Scene { gravity: DOWN, parts: vec![large, small], floor: true, pairs, duration: 0.6 },
        false,
        0.6,
    );
}

#[test]
fn a_disc_on_a_slope() {
    for (what, friction) in [("disc that rolls down a slope", 0.5), ("disc that slides down a slope", 0.1)] {
        let wheel = Part { name: "wheel", shape: Shape::Disc(0.1), at: [0.0, 0.1], ..PART };
        let pairs = &format!("contact wheel, floor {{ friction = {friction} }}");
        same(what, &Scene { gravity: slope(30.0), parts: vec![wheel], floor: true, pairs, duration: 1.0 }, false, 1.0);
    }
}

#[test]
fn a_domino_that_topples_the_next() {
    // scenes/dominoes: the first stands on its lower right corner, 11° over, and falls against the second
    let (w, h) = (0.008, 0.048);
    let (s, c) = libm::sincos(11.0_f64.to_radians());
    let at = [0.5 * w + 0.5 * (h * s - w * c), 0.5 * (h * c + w * s)];
    let first = Part { name: "first", shape: Shape::Rect(w, h), mass: 0.01, at, turned: -11.0, ..PART };
    let second = Part { name: "second", shape: Shape::Rect(w, h), mass: 0.01, at: [0.024, 0.5 * h], ..PART };
    let pairs = "contact first, floor { friction = 0.5 }\ncontact second, floor { friction = 0.5 }\ncontact first, second { friction = 0.2 }";
    same(
        "domino that topples the next",
        &Scene { gravity: DOWN, parts: vec![first, second], floor: true, pairs, duration: 0.2 },
        true,
        0.2,
    );
}

#[test]
fn a_ladder_that_slides_down() {
    // against a heavy block for a wall
    let (s, c) = libm::sincos(50.0_f64.to_radians());
    let (l, d) = (1.0, 0.04);
    let at = [0.5 * (l * c - d * s), 0.5 * (l * s + d * c)];
    let ladder = Part { name: "ladder", shape: Shape::Rect(l, d), mass: 2.0, at, turned: 50.0, ..PART };
    let wall = Part { name: "wall", shape: Shape::Rect(1.0, 2.0), mass: 2000.0, at: [l * c + 0.5, 1.0], ..PART };
    let pairs = "contact ladder, floor { friction = 0.2 }\ncontact wall, floor { friction = 0.9 }\ncontact ladder, wall { friction = 0.1 }";
    same(
        "ladder that slides down",
        &Scene { gravity: DOWN, parts: vec![ladder, wall], floor: true, pairs, duration: 0.4 },
        false,
        0.4,
    );
}
