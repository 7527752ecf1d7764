//! The Jacobian of accelerations against central differences of the accelerations themselves, on random mechanisms with
//! loops, springs, dampers, compliant joints, drives, gears, rows of the user's own and loads by expressions.

use crate::support;

use mainspring_definition::{Dimension, SpaceKind, Span};
use mainspring_dynamics::{System, assemble};
use mainspring_joints::{Cylindrical, Distance, Gear, Prismatic, Revolute, Slot, Spherical, Universal, Weld};
use mainspring_model::*;
use proptest::prelude::*;
use std::sync::Arc;
use support::*;

/// A marker of a body at a world point with world axes, wherever the body is.
fn marker(model: &Model, body: Option<usize>, point: V3, axes: &M3, angle: f64) -> Marker {
    let Some(b) = body else { return Marker { body, frame: Frame { point, angle, axes: transpose(axes) } } };
    let pose = &model.bodies[b].pose;
    let back = match model.space {
        SpaceKind::Planar => about([0.0, 0.0, 1.0], -pose.angle),
        SpaceKind::Spatial => transpose(&rotation(pose.orientation)),
    };
    let local = product(&back, axes);
    Marker {
        body,
        frame: Frame {
            point: apply(&back, minus(point, pose.position)),
            angle: angle - pose.angle,
            axes: transpose(&local),
        },
    }
}

/// What a random mechanism may have.
#[derive(Clone, Copy, PartialEq)]
enum Rows {
    /// only joints that are springs: every derivative is exact at any speed
    None,
    /// exact joints, loops, gears, rows of the user's own
    Many,
}

fn random(rng: &mut Dice, space: SpaceKind, rows: Rows) -> Model {
    let planar = space == SpaceKind::Planar;
    let mut m = empty(space);
    m.run.coordinates = Coordinates::Maximal;
    m.gravity = if planar { rng.flat(9.0) } else { rng.vector(9.0) };
    let n = 2 + rng.below(3);
    for b in 0..n {
        let path = format!("body[{b}]");
        let at = if planar { rng.flat(1.0) } else { rng.vector(1.0) };
        let mut body = if b > 0 && rng.chance(0.2) {
            bead(&path, rng.between(0.3, 2.0), at)
        } else if planar {
            plate(&path, rng.between(0.3, 2.0), rng.between(0.05, 0.5), [at[0], at[1]], rng.between(-2.0, 2.0))
        } else {
            solid(&path, rng.between(0.3, 2.0), [1.0; 3], at, rng.quaternion())
        };
        if body.kind == BodyKind::Rigid && !planar {
            body.inertia = rng.inertia();
        }
        body.velocity = if planar { rng.flat(1.0) } else { rng.vector(1.0) };
        body.spin = if planar { [0.0, 0.0, rng.between(-1.0, 1.0)] } else { rng.vector(1.0) };
        m.bodies.push(body);
    }
    for b in 0..n {
        let parent = if b == 0 || rng.chance(0.3) { None } else { Some(rng.below(b)) };
        add_joint(rng, &mut m, parent, b, rows);
    }
    if rng.chance(0.5) {
        // a loop through one more bar
        let (a, b) = (rng.below(n), rng.below(n));
        if a != b {
            let points = [0, 1].map(|_| if planar { rng.flat(1.0) } else { rng.vector(1.0) });
            let far = size(minus(points[0], points[1]));
            let flat = about([0.0; 3], 0.0);
            let sides = [(a, points[0]), (b, points[1])].map(|(k, p)| marker(&m, Some(k), p, &flat, 0.0));
            let mut bar = joint("bar", JointKind::Distance(Distance { length: far }), sides[0], sides[1]);
            if rows == Rows::None {
                bar.compliant = Some(compliance(rng));
            }
            m.joints.push(bar);
        }
    }
    let anchor = if planar { rng.flat(2.0) } else { rng.vector(2.0) };
    let end = if planar { rng.flat(0.4) } else { rng.vector(0.4) };
    let line = SpringKind::Linear {
        a: ground(anchor),
        b: on(n - 1, if m.bodies[n - 1].kind == BodyKind::Point { [0.0; 3] } else { end }),
    };
    m.springs.push(spring("line", line, rng.between(5.0, 50.0), rng.between(0.1, 3.0), 0.3));
    if let Some(j) =
        (0..m.joints.len()).find(|&j| !m.joints[j].kind.coordinates().is_empty() && m.joints[j].compliant.is_none())
    {
        let c = Coordinate { joint: j, index: 0 };
        m.springs.push(spring("coil", SpringKind::Coordinate(c), 4.0, 0.6, 0.2));
        // a motor that reads its own coordinate and rate
        let (x, rate) = (
            m.programs.probe(Probe::Coordinate { coordinate: c, order: 0 }),
            m.programs.probe(Probe::Coordinate { coordinate: c, order: 1 }),
        );
        let product = m.programs.push(Node::Binary(BinaryFn::Mul, x, rate));
        let torque = m.programs.push(Node::Unary(UnaryFn::Sin, product));
        m.drives.push(drive("motor", j, 0, DriveKind::Effort, torque));
    }
    expressions(rng, &mut m, n - 1);
    if rows == Rows::Many && rng.chance(0.5) {
        own_row(&mut m, 0);
    }
    if rows == Rows::Many {
        coupled(rng, &mut m);
    }
    m
}

/// A gear between two hinges, a prescribed speed on a third coordinate, as far as there are any.
fn coupled(rng: &mut Dice, m: &mut Model) {
    let free: Vec<usize> = (0..m.joints.len())
        .filter(|&j| !m.joints[j].kind.coordinates().is_empty() && m.joints[j].compliant.is_none())
        .collect();
    if free.len() > 1 && rng.chance(0.5) {
        let [first, second] = [free[0], free[1]].map(|joint| Coordinate { joint, index: 0 });
        let kind = JointKind::Gear(Gear::between(first, second, rng.between(-2.0, 2.0)));
        m.joints.push(joint("mesh", kind, ground([0.0; 3]), ground([0.0; 3])));
    } else if let (Some(&j), true) = (free.last(), rng.chance(0.5)) {
        let speed = m.programs.constant(0.0);
        m.drives.push(drive("turned", j, 0, DriveKind::Speed, speed));
    }
}

fn compliance(rng: &mut Dice) -> Compliance {
    Compliance {
        stiffness: rng.between(50.0, 500.0),
        damping: rng.between(0.5, 5.0),
        turning_stiffness: rng.between(5.0, 50.0),
        turning_damping: rng.between(0.1, 1.0),
        adapt: false,
        placed: true,
    }
}

fn add_joint(rng: &mut Dice, m: &mut Model, parent: Option<usize>, b: usize, rows: Rows) {
    let planar = m.space == SpaceKind::Planar;
    let point = m.bodies[b].kind == BodyKind::Point;
    let kinds: &[JointKind] = match (planar, point) {
        (true, false) => &[
            JointKind::Revolute(Revolute),
            JointKind::Prismatic(Prismatic),
            JointKind::Slot(Slot),
            JointKind::Weld(Weld),
        ],
        (false, false) => &[
            JointKind::Revolute(Revolute),
            JointKind::Prismatic(Prismatic),
            JointKind::Cylindrical(Cylindrical),
            JointKind::Universal(Universal),
            JointKind::Spherical(Spherical),
            JointKind::Planar(mainspring_joints::Planar),
            JointKind::Weld(Weld),
        ],
        (_, true) => &[JointKind::Distance(Distance { length: 0.7 })],
    };
    let kind = kinds[rng.below(kinds.len())];
    let at = if planar {
        plus(m.bodies[b].pose.position, rng.flat(0.3))
    } else {
        plus(m.bodies[b].pose.position, rng.vector(0.3))
    };
    let axes = if planar { about([0.0; 3], 0.0) } else { rotation(rng.quaternion()) };
    let angle = if planar { rng.between(-1.0, 1.0) } else { 0.0 };
    let first = marker(m, parent, at, &axes, angle);
    let second = if point { on(b, [0.0; 3]) } else { marker(m, Some(b), at, &axes, angle) };
    let kind =
        if point { JointKind::Distance(Distance { length: size(minus(at, m.bodies[b].pose.position)) }) } else { kind };
    let mut j = joint(&format!("joint[{b}]"), kind, first, second);
    if rows == Rows::None || rng.chance(0.2) {
        j.compliant = Some(compliance(rng));
    }
    m.joints.push(j);
}

/// A force in a body's own axes that grows with position and speed, and one that reads momenta.
fn expressions(rng: &mut Dice, m: &mut Model, b: usize) {
    let planar = m.space == SpaceKind::Planar;
    let read = [
        Probe::Point { body: Some(b), point: [0.2, 0.1, 0.0], order: 0, axis: 0 },
        Probe::Point { body: Some(b), point: [0.2, 0.1, 0.0], order: 1, axis: 1 },
        Probe::KineticEnergy { body: b },
        Probe::AngularMomentum { body: 0, axis: 2 },
        Probe::SpringStretch { spring: 0, order: 1 },
    ];
    let nodes = read.map(|p| m.programs.probe(p));
    let mut sum = nodes[0];
    for &n in &nodes[1..] {
        let wave = m.programs.push(Node::Unary(UnaryFn::Sin, n));
        let both = m.programs.push(Node::Binary(BinaryFn::Mul, sum, wave));
        sum = m.programs.push(Node::Binary(BinaryFn::Add, both, n));
    }
    let zero = m.programs.constant(0.0);
    let point = if m.bodies[b].kind == BodyKind::Point { [0.0; 3] } else { [0.1, -0.2, 0.0] };
    let mut push = force("push", b, point, [sum, nodes[1], if planar { zero } else { nodes[2] }]);
    if m.bodies[0].kind == BodyKind::Rigid {
        push.along = Some(0);
        let mut twist = force("twist", 0, [0.0; 3], [zero, zero, nodes[3]]);
        twist.torque = true;
        m.forces.push(twist);
    }
    m.forces.push(push);
    let _ = rng;
}

/// x² + x y + t (x − x₀) kept as it is at the start, of a point of a body.
fn own_row(m: &mut Model, b: usize) {
    let at = |axis| Probe::Point { body: Some(b), point: [0.3, 0.0, 0.0], order: 0, axis };
    let (x, y, t) = (m.programs.probe(at(0)), m.programs.probe(at(1)), m.programs.push(Node::Time));
    let (xx, xy) =
        (m.programs.push(Node::Binary(BinaryFn::Mul, x, x)), m.programs.push(Node::Binary(BinaryFn::Mul, x, y)));
    let p = &m.bodies[b].pose;
    let r = match m.space {
        SpaceKind::Planar => about([0.0, 0.0, 1.0], p.angle),
        SpaceKind::Spatial => rotation(p.orientation),
    };
    let w = plus(p.position, apply(&r, [0.3, 0.0, 0.0]));
    let begun = m.programs.constant(w[0]);
    let gone = m.programs.push(Node::Binary(BinaryFn::Sub, x, begun));
    let xt = m.programs.push(Node::Binary(BinaryFn::Mul, gone, t));
    let sum = m.programs.push(Node::Binary(BinaryFn::Add, xx, xy));
    let sum = m.programs.push(Node::Binary(BinaryFn::Add, sum, xt));
    let start = m.programs.constant(w[0] * w[0] + w[0] * w[1]);
    let value = m.programs.push(Node::Binary(BinaryFn::Sub, sum, start));
    m.constraints.push(Constraint { path: "own".to_owned(), span: Span::NOWHERE, value, dimension: Dimension::LENGTH });
}

/// Accelerations at y.
fn accelerations(system: &mut dyn System, time: f64, y: &[f64]) -> Vec<f64> {
    let [nq, nv, _] = system.sizes();
    let mut dy = vec![0.0; y.len()];
    system.derivative(time, y, &mut dy);
    dy[nq..nq + nv].to_vec()
}

/// The motion that joints allow and that is nearest to moving along velocity `j` alone.
fn allowed(system: &mut dyn System, time: f64, y: &[f64], j: usize) -> Vec<f64> {
    let [nq, nv, _] = system.sizes();
    let mut moving = y.to_vec();
    moving[nq..nq + nv].fill(0.0);
    moving[nq + j] = 1.0;
    system.project(time, &mut moving).expect("it is closed");
    moving[nq..nq + nv].to_vec()
}

/// y with its position moved by ε along a motion.
fn displaced(system: &dyn System, y: &[f64], motion: &[f64], by: f64) -> Vec<f64> {
    let [nq, nv, _] = system.sizes();
    let mut moving = y.to_vec();
    moving[nq..nq + nv].copy_from_slice(motion);
    let mut rate = vec![0.0; y.len()];
    system.position_rate(&moving, &mut rate);
    let mut out = y.to_vec();
    for k in 0..nq {
        out[k] += by * rate[k];
    }
    out
}

/// Largest error of both Jacobians, and their sizes: by position, by velocity.
fn compared(system: &mut dyn System, time: f64, y: &[f64]) -> [(f64, f64); 2] {
    let [nq, nv, _] = system.sizes();
    let (mut by_q, mut by_v) = (vec![0.0; nv * nv], vec![0.0; nv * nv]);
    system.jacobian(time, y, &mut by_q, &mut by_v);
    let step = 1e-5;
    let largest = |m: &[f64]| m.iter().fold(1.0_f64, |a, x| a.max(x.abs()));
    let (size_q, size_v) = (largest(&by_q), largest(&by_v));
    let (mut worst_q, mut worst_v) = (0.0_f64, 0.0_f64);
    for j in 0..nv {
        let motion = allowed(system, time, y, j);
        let here = [step, -step].map(|e| {
            let moved = displaced(system, y, &motion, e);
            accelerations(system, time, &moved)
        });
        let faster = [step, -step].map(|e| {
            let mut moved = y.to_vec();
            moved[nq + j] += e;
            accelerations(system, time, &moved)
        });
        for i in 0..nv {
            let along: f64 = (0..nv).map(|k| by_q[i * nv + k] * motion[k]).sum();
            worst_q = worst_q.max((along - (here[0][i] - here[1][i]) / (2.0 * step)).abs());
            worst_v = worst_v.max((by_v[i * nv + j] - (faster[0][i] - faster[1][i]) / (2.0 * step)).abs());
        }
    }
    [(worst_q, size_q), (worst_v, size_v)]
}

/// The errors relative to the sizes.
fn errors(system: &mut dyn System, time: f64, y: &[f64]) -> (f64, f64) {
    let [q, v] = compared(system, time, y);
    (q.0 / q.1, v.0 / v.1)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn loads_are_differentiated_exactly_at_any_speed(seed in any::<u64>(), planar in any::<bool>()) {
        let mut rng = Dice(seed);
        let space = if planar { SpaceKind::Planar } else { SpaceKind::Spatial };
        let model = Arc::new(random(&mut rng, space, Rows::None));
        let Ok(mut made) = assemble(&model) else { return Ok(()) };
        let (q, v) = errors(made.system.as_mut(), 0.0, &made.start);
        prop_assert!(q < 1e-7, "by position: {q:e}");
        prop_assert!(v < 1e-7, "by velocity: {v:e}");
    }

    #[test]
    fn rows_are_differentiated_exactly_at_rest_and_by_velocity_always(seed in any::<u64>(), planar in any::<bool>()) {
        let mut rng = Dice(seed);
        let space = if planar { SpaceKind::Planar } else { SpaceKind::Spatial };
        let model = Arc::new(random(&mut rng, space, Rows::Many));
        let Ok(mut made) = assemble(&model) else { return Ok(()) };
        prop_assume!(made.redundant.is_empty());
        // nearly dead points bend so sharply that differences say nothing
        let fastest = accelerations(made.system.as_mut(), 0.0, &made.start).iter().fold(0.0_f64, |a, x| a.max(x.abs()));
        prop_assume!(fastest < 300.0);
        let [nq, nv, _] = made.system.sizes();
        let (_, v) = errors(made.system.as_mut(), 0.0, &made.start);
        // near a singular position accelerations are those of the nearest state on the joints, not of the state itself
        prop_assume!(!made.system.take_step_retry());
        prop_assert!(v < 1e-6, "by velocity: {v:e}");
        let mut rest = made.start.clone();
        rest[nq..nq + nv].fill(0.0);
        let (q, _) = errors(made.system.as_mut(), 0.0, &rest);
        prop_assume!(!made.system.take_step_retry());
        prop_assert!(q < 1e-6, "by position, at rest: {q:e}");
        // what is left out grows with the square of the speed, or with the speed where a row moves
        let most = if model.constraints.is_empty() { 0.03 } else { 0.3 };
        let off = |f: f64, system: &mut dyn System| {
            let mut slow = rest.clone();
            for i in 0..nv {
                slow[nq + i] = f * made.start[nq + i];
            }
            compared(system, 0.0, &slow)[0]
        };
        let (one, tenth) = (off(1.0, made.system.as_mut()), off(0.1, made.system.as_mut()));
        prop_assume!(!made.system.take_step_retry());
        // differences are good to a millionth of the largest entry
        prop_assert!(tenth.0 < most * one.0 + 1e-6 * tenth.1, "{one:?} {tenth:?}");
    }

    #[test]
    fn tangents_undo_position_rates(seed in any::<u64>(), planar in any::<bool>()) {
        let mut rng = Dice(seed);
        let space = if planar { SpaceKind::Planar } else { SpaceKind::Spatial };
        let model = Arc::new(random(&mut rng, space, Rows::None));
        let Ok(made) = assemble(&model) else { return Ok(()) };
        let [nq, nv, _] = made.system.sizes();
        let mut rate = vec![0.0; made.start.len()];
        made.system.position_rate(&made.start, &mut rate);
        let mut back = vec![0.0; nv];
        made.system.tangent(&made.start, &rate[..nq], &mut back);
        for i in 0..nv {
            prop_assert!((back[i] - made.start[nq + i]).abs() < 1e-14, "{i}: {} {}", back[i], made.start[nq + i]);
        }
    }
}
