//! Coulomb's law and Newton's at every step, event and frame of the gallery's runs with contact.
//!
//! What is checked knows nothing of how modes were found: places, normals and forces of the touching points, and
//! positions, velocities and accelerations of the bodies. Of every point
//!
//! * it presses and does not overlap: N ≥ 0, gap ≥ 0, and one of gap and force is none;
//! * the surfaces neither part nor close there: the relative velocity along the normal is none;
//! * |T| ≤ μN; where it slips |T| = μN against the slip; where it holds there is no slip;
//!
//! and of every body that nothing else acts on m a = m g + Σ F and the same for moments. Errors are relative: of forces to the
//! largest force or weight of the moment, of gaps to the smaller part, of speeds to the fastest (at least a length of the
//! mechanism a second).

use crate::support;

use mainspring_definition::SpaceKind;
use mainspring_dynamics::{ContactPoint, ContactState, RunValues, assemble};
use mainspring_engine::{Engine, Options, Stop};
use mainspring_geometry::touch::Surface;
use mainspring_model::{Body, BodyKind, Model, NodeId, Probe, Shape, Touched};
use mainspring_record::{ContactMark, ContactMode, Memory};
use mainspring_trust::{Against::ClosedForm, case, largest};
use std::path::Path;
use std::sync::Arc;
use support::{center, record};

type Vec3 = [f64; 3];

fn dot(a: Vec3, b: Vec3) -> f64 {
    (0..3).map(|i| a[i] * b[i]).sum()
}

fn size(a: Vec3) -> f64 {
    dot(a, a).sqrt()
}

fn sum(a: Vec3, f: f64, b: Vec3) -> Vec3 {
    [0, 1, 2].map(|i| a[i] + f * b[i])
}

fn cross(a: Vec3, b: Vec3) -> Vec3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// One touching point.
#[derive(Clone, Copy)]
struct Point {
    pair: usize,
    at: Vec3,
    normal: Vec3,
    /// on the second
    force: Vec3,
    gap: f64,
    slips: bool,
}

impl From<&ContactMark> for Point {
    fn from(m: &ContactMark) -> Self {
        let slips = m.mode == ContactMode::Slip;
        Self { pair: m.pair as usize, at: m.point, normal: m.normal, force: m.force, gap: m.gap, slips }
    }
}

impl From<&ContactPoint> for Point {
    fn from(m: &ContactPoint) -> Self {
        let slips = m.state == ContactState::Slip;
        Self { pair: m.pair, at: m.point, normal: m.normal, force: m.force, gap: m.gap, slips }
    }
}

/// Motion of a body's centre.
#[derive(Clone, Copy, Default)]
struct Moves {
    position: Vec3,
    velocity: Vec3,
    acceleration: Vec3,
    spin: Vec3,
    turning: Vec3,
    /// rows: the body's axes in the world
    axes: [Vec3; 3],
}

/// Asks for everything that [`Moves`] holds, for every body.
fn ask(model: &mut Model, planar: bool) {
    for b in 0..model.bodies.len() {
        for order in 0..3 {
            for axis in 0..3 {
                record(model, "p", center(b, order, axis));
            }
        }
        for order in 1..3 {
            for axis in 0..3 {
                match (planar, axis) {
                    (false, _) => record(model, "s", Probe::Spin { body: b, order, axis }),
                    (true, 2) => record(model, "s", Probe::Angle { body: b, order }),
                    (true, _) => {}
                }
            }
        }
        for which in (0..3).filter(|_| !planar) {
            for axis in 0..3 {
                record(model, "d", Probe::Direction { body: b, which, axis });
            }
        }
    }
}

fn told(values: &[f64], planar: bool) -> Vec<Moves> {
    let one = |v: &[f64]| {
        let three = |i: usize| [v[i], v[i + 1], v[i + 2]];
        let mut m = Moves { position: three(0), velocity: three(3), acceleration: three(6), ..Moves::default() };
        if planar {
            (m.spin, m.turning) = ([0.0, 0.0, v[9]], [0.0, 0.0, v[10]]);
            m.axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        } else {
            (m.spin, m.turning, m.axes) = (three(9), three(12), [three(15), three(18), three(21)]);
        }
        m
    };
    values.chunks(if planar { 11 } else { 24 }).map(one).collect()
}

/// The largest relative error of each kind.
#[derive(Default)]
struct Worst {
    force: f64,
    overlap: f64,
    speed: f64,
    balance: f64,
    points: usize,
}

struct Watch<'a> {
    model: &'a Model,
    /// of each pair the smaller part, m
    sizes: Vec<f64>,
    length: f64,
    alone: bool,
    worst: Worst,
}

fn extent(shape: Option<&Shape>, center: Vec3) -> f64 {
    match shape {
        Some(Shape::Region(region)) => Surface::of_region(region, center).size(),
        Some(Shape::Solid(solid)) => Surface::of_solid(solid, center).expect("a surface").size(),
        _ => f64::INFINITY,
    }
}

/// Normal force and friction that the law holds for, of a point that holds: its own, or in the plane of all that hold on the same
/// line, whose shares move nothing.
fn patch(points: &[Point], p: &Point, planar: bool) -> (f64, Vec3) {
    let with = |o: &&Point| !o.slips && o.pair == p.pair && dot(o.normal, p.normal) > 1.0 - 1e-12;
    let own = |o: &Point| (dot(o.force, o.normal), sum(o.force, -dot(o.force, o.normal), o.normal));
    if !planar {
        return own(p);
    }
    points.iter().filter(with).map(own).fold((0.0, [0.0; 3]), |(n, t), (m, u)| (n + m, sum(t, 1.0, u)))
}

impl<'a> Watch<'a> {
    fn new(model: &'a Model, length: f64) -> Self {
        let of = |b: &Body| extent(b.shape.as_ref(), b.center);
        let pair = |p: &mainspring_model::ContactPair| {
            of(&model.bodies[p.a]).min(match p.b {
                Touched::Body(b) => of(&model.bodies[b]),
                Touched::Obstacle(o) => extent(Some(&model.obstacles[o].shape), [0.0; 3]),
            })
        };
        let sizes = model.contacts.pairs.iter().map(pair).collect();
        let alone = model.joints.is_empty() && model.springs.is_empty() && model.forces.is_empty();
        Self { model, sizes, length, alone, worst: Worst::default() }
    }

    /// Looks at one moment.
    fn look(&mut self, points: &[Point], moves: &[Moves]) {
        let weights = self.model.bodies.iter().map(|b| b.mass * size(self.model.gravity));
        let force = points.iter().map(|p| size(p.force)).chain(weights).fold(1e-300, f64::max);
        let fast = moves.iter().map(|m| size(m.velocity) + self.length * size(m.spin)).fold(self.length, f64::max);
        let w = &mut self.worst;
        for p in points {
            assert!(p.force.iter().chain(&p.at).all(|x| x.is_finite()), "a force that is none");
            let pair = &self.model.contacts.pairs[p.pair];
            let normal = dot(p.force, p.normal);
            let along = sum(p.force, -normal, p.normal);
            let velocity = |b: usize| {
                let (m, fixed) = (&moves[b], self.model.bodies[b].kind == BodyKind::Fixed);
                if fixed { [0.0; 3] } else { sum(m.velocity, 1.0, cross(m.spin, sum(p.at, -1.0, m.position))) }
            };
            let second = if let Touched::Body(b) = pair.b { velocity(b) } else { [0.0; 3] };
            let relative = sum(second, -1.0, velocity(pair.a));
            let slip = sum(relative, -dot(relative, p.normal), p.normal);
            let law = if p.slips && size(slip) > 1e-6 * fast {
                // against the slip, and all of it
                size(sum(along, pair.friction * normal / size(slip), slip))
            } else if p.slips {
                (size(along) - pair.static_friction * normal.abs()).max(0.0)
            } else {
                w.speed = w.speed.max(size(slip) / fast);
                let (load, pull) = patch(points, p, self.model.space == SpaceKind::Planar);
                (size(pull) - pair.static_friction * load.max(0.0)).max(0.0)
            };
            w.speed = w.speed.max(dot(relative, p.normal).abs() / fast);
            w.overlap = w.overlap.max((-p.gap).max(p.gap.abs() * normal.abs() / force) / self.sizes[p.pair]);
            w.force = w.force.max((-normal).max(law) / force);
            w.points += 1;
        }
        for (b, m) in
            moves.iter().enumerate().filter(|(b, _)| self.alone && self.model.bodies[*b].kind != BodyKind::Fixed)
        {
            let body = &self.model.bodies[b];
            let mut off = sum([0.0; 3], body.mass, sum(self.model.gravity, -1.0, m.acceleration));
            // I α + ω × I ω in the body's axes, where I is what the model says
            let own = |v: Vec3| m.axes.map(|a| dot(a, v));
            let times = |v: Vec3| body.inertia.map(|row| dot(row, v));
            let (spin, turning) = (own(m.spin), own(m.turning));
            let rate = sum(times(turning), 1.0, cross(spin, times(spin)));
            let mut moment = [0.0; 3];
            for p in points {
                let pair = &self.model.contacts.pairs[p.pair];
                for (who, sign) in [(Touched::Body(pair.a), -1.0), (pair.b, 1.0)] {
                    if who == Touched::Body(b) {
                        off = sum(off, sign, p.force);
                        moment = sum(moment, sign, cross(sum(p.at, -1.0, m.position), p.force));
                    }
                }
            }
            let reach = extent(body.shape.as_ref(), body.center).min(self.length);
            let twist = size(sum(own(moment), -1.0, rate)) / reach;
            w.balance = w.balance.max(size(off).max(twist) / force);
        }
    }
}

/// Runs a scene of the gallery step by step, to its end or until a time, and looks at all of it; its errors.
fn keeps(name: &str, until: f64) -> [f64; 4] {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../scenes/{name}.mech"));
    let text = std::fs::read_to_string(&file).expect("the scene is there");
    let mut loader = mainspring_language::FolderLoader::beside(&file);
    let (definition, findings) = mainspring_language::load("scene.mech", &text, &mut loader);
    assert!(findings.is_empty(), "{name}: {findings:?}");
    let mut model =
        mainspring_builder::build(&definition, &mainspring_builder::BuildOptions::default()).expect("it builds");
    let planar = model.space == mainspring_definition::SpaceKind::Planar;
    let first = model.channels.iter().map(|c| c.nodes.len()).sum::<usize>();
    ask(&mut model, planar);
    let nodes: Vec<NodeId> = model.channels.iter().flat_map(|c| c.nodes.clone()).skip(first).collect();
    let assembled = assemble(&Arc::new(model.clone())).expect("it assembles");
    let mut engine = Engine::new(assembled, Options::default()).expect("it starts");
    let mut watch = Watch::new(&model, engine.system().length());
    let (mut memory, mut values, mut list) = (Memory::default(), vec![0.0; nodes.len()], Vec::new());
    loop {
        let stop = engine.advance(&mut memory).expect("a step");
        let (time, y) = (engine.time(), engine.state().to_vec());
        engine.system().read(time, &y, &RunValues::default(), &nodes, &mut values);
        list.clear();
        engine.system().contact_marks(&mut list);
        watch.look(&list.iter().map(Point::from).collect::<Vec<_>>(), &told(&values, planar));
        if stop == Stop::End || time >= until {
            break;
        }
    }
    for frame in 0..memory.times.len() {
        let points: Vec<Point> = memory.contacts_at(frame).iter().map(Point::from).collect();
        let row = memory.frame_at(frame).expect("a frame").values;
        watch.look(&points, &told(&row[first..], planar));
    }
    for event in &memory.events {
        let pulls =
            event.numbers.iter().any(|(name, x)| ["normal_force", "impulse"].contains(&name.as_str()) && *x < 0.0);
        assert!(!pulls, "{name}: {event:?}");
    }
    let w = watch.worst;
    assert!(w.points >= 10 && !memory.events.is_empty(), "{name}: {} points", w.points);
    let errors = [w.force, w.overlap, w.speed, w.balance];
    assert!(errors.iter().all(|e| *e <= 1e-9), "{name}: force, overlap, speed, balance off by {errors:?}");
    errors
}

/// Runs scenes until given times and tells the largest errors of all.
fn all_keep(what: &str, scenes: &[(&str, f64)]) {
    let errors: Vec<[f64; 4]> = scenes.iter().map(|(name, until)| keeps(name, *until)).collect();
    for (i, (quantity, source)) in [
        ("contact forces", "N ≥ 0, |T| ≤ μN, |T| = μN against the slip"),
        ("overlap", "gap ≥ 0, no force at a distance"),
        ("parting and slip where there is none", "closed contacts stay closed, held ones hold"),
        ("balance of forces and moments", "m a = Σ F"),
    ]
    .iter()
    .enumerate()
    {
        case!(format!("gallery, {what}"), format!("{quantity}, relative"), ClosedForm, source)
            .off(largest(errors.iter().map(|e| e[i])), 1e-9);
    }
}

/// To the end of the run.
const WHOLE: f64 = f64::INFINITY;

#[test]
fn where_parts_fly_and_bounce() {
    let scenes = ["bouncing_ball/scene", "heavy_on_light/scene", "heavy_on_light/simultaneous", "rocking_block/scene"];
    all_keep("where parts fly and bounce", &scenes.map(|s| (s, WHOLE)));
}

#[test]
fn where_parts_slide_roll_and_tip() {
    let scenes = ["block_off_block/scene", "incline/scene", "rolling_after_slip/scene"].map(|s| (s, WHOLE));
    all_keep("where parts slide, roll and tip", &[&scenes[..], &[("dominoes/scene", WHOLE)]].concat());
}

#[test]
fn where_joints_guide_them() {
    let scenes = ["clearance/scene", "cradle/scene", "escapement/scene", "latch/scene", "ratchet/scene", "verge/scene"];
    all_keep("where joints guide parts", &scenes.map(|s| (s, WHOLE)));
}

#[test]
fn in_space() {
    let scenes = ["rolling_sphere/scene", "tippe_top/scene", "peg/scene", "peg/slides", "peg/jams"];
    all_keep("in space", &scenes.map(|s| (s, WHOLE)));
}

#[test]
fn of_boxes_in_space() {
    all_keep("boxes in space", &[("dice/scene", WHOLE), ("stack/scene", WHOLE), ("stack/pushed", WHOLE)]);
}
