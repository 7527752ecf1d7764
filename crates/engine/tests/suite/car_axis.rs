//! The car axis of the IVP/DAE test set (Mazzia and Magherini): a bar on two springs whose foot on one side follows a bumpy
//! road, so that its constraints move with time.

use crate::support;

use mainspring_definition::{Dimension, SpaceKind, Span};
use mainspring_joints::Distance;
use mainspring_model::*;
use mainspring_trust::{Against::Published, case, largest};
use support::*;

/// At t = 3: positions and velocities of the left and of the right end, as published.
const PUBLISHED: [f64; 8] = [
    0.049_345_578_427_540_28,
    0.496_989_460_230_171_15,
    1.041_742_524_885_421_5,
    0.373_911_027_265_361_24,
    -0.077_058_368_404_097_23,
    0.007_446_866_587_237_785,
    0.017_556_815_753_723_223,
    0.770_341_043_779_251_9,
];

fn car_axis(integrator: &str, rtol: f64) -> Model {
    // ε = 1e-2, M = 10: the mass of either end is ε² M / 2
    let (mass, length, rest, bump, omega) = (5e-4, 1.0, 0.5, 0.1, 10.0);
    let mut m = empty(SpaceKind::Planar);
    m.gravity = [0.0, -1.0, 0.0];
    for (path, x) in [("left", 0.0), ("right", 1.0)] {
        m.bodies.push(bead(path, mass, [x, 0.5, 0.0]));
        let last = m.bodies.len() - 1;
        m.bodies[last].velocity = [-0.5, 0.0, 0.0];
    }
    m.joints.push(joint("bar", JointKind::Distance(Distance { length }), on(0, [0.0; 3]), on(1, [0.0; 3])));
    m.springs.push(spring("foot", SpringKind::Linear { a: ground([0.0; 3]), b: on(0, [0.0; 3]) }, 1.0, 0.0, rest));

    // the road under the right foot: yb = r sin ωt, xb = √(L² − yb²)
    let yb = wave(&mut m, bump, omega);
    let (square, whole) = (binary(&mut m, BinaryFn::Mul, yb, yb), m.programs.constant(length * length));
    let left = binary(&mut m, BinaryFn::Sub, whole, square);
    let xb = unary(&mut m, UnaryFn::Sqrt, left);

    // the right spring ends on the road: F = (l₀ − l) d/l
    let [xr, yr] = [0, 1].map(|axis| m.programs.probe(center(1, 0, axis)));
    let (dx, dy) = (binary(&mut m, BinaryFn::Sub, xr, xb), binary(&mut m, BinaryFn::Sub, yr, yb));
    let (xx, yy) = (binary(&mut m, BinaryFn::Mul, dx, dx), binary(&mut m, BinaryFn::Mul, dy, dy));
    let sum = binary(&mut m, BinaryFn::Add, xx, yy);
    let l = unary(&mut m, UnaryFn::Sqrt, sum);
    let free = m.programs.constant(rest);
    let pull = binary(&mut m, BinaryFn::Sub, free, l);
    let pull = binary(&mut m, BinaryFn::Div, pull, l);
    let (fx, fy) = (binary(&mut m, BinaryFn::Mul, pull, dx), binary(&mut m, BinaryFn::Mul, pull, dy));
    let zero = m.programs.constant(0.0);
    m.forces.push(force("right foot", 1, [0.0; 3], [fx, fy, zero]));

    // xl·xb + yl·yb = 0
    let [xl, yl] = [0, 1].map(|axis| m.programs.probe(center(0, 0, axis)));
    let (one, two) = (binary(&mut m, BinaryFn::Mul, xl, xb), binary(&mut m, BinaryFn::Mul, yl, yb));
    let value = binary(&mut m, BinaryFn::Add, one, two);
    let (path, span, dimension) = ("road".to_owned(), Span::NOWHERE, Dimension::LENGTH);
    m.constraints.push(Constraint { path, span, value, dimension });
    m.run = RunSettings { duration: 3.0, every: 3.0, integrator: integrator.to_owned(), rtol, atol: rtol, ..m.run };
    m
}

/// How far the state is off, with steps and evaluations.
fn off(integrator: &str, rtol: f64) -> (f64, [u64; 2]) {
    let out = finish(&car_axis(integrator, rtol)).0;
    (largest(out.state.iter().zip(PUBLISHED).map(|(a, b)| a - b)), [out.work.steps, out.work.evaluations])
}

const CASE: &str = "car axis on a bumpy road, moving constraints";
const SOURCE: &str = "IVP/DAE test set (Mazzia and Magherini), problem \"caraxis\"";

#[test]
fn the_explicit_method_comes_to_the_published_solution() {
    let (error, [steps, evaluations]) = off("dop853", 1e-13);
    case!(CASE, "state at 3 s, dop853 at rtol 1e-13", Published, SOURCE).work(steps, evaluations).off(error, 1e-9);
}

#[test]
fn the_implicit_method_comes_to_the_published_solution() {
    let (error, [steps, evaluations]) = off("radau", 1e-12);
    case!(CASE, "state at 3 s, radau at rtol 1e-12", Published, SOURCE).work(steps, evaluations).off(error, 1e-9);
}

#[test]
fn the_default_comes_to_the_published_solution() {
    let (error, [steps, evaluations]) = off("auto", 1e-12);
    case!(CASE, "state at 3 s, auto at rtol 1e-12", Published, SOURCE).work(steps, evaluations).off(error, 1e-9);
}
