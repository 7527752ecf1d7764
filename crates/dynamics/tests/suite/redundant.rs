//! Mechanisms with more rows than they need: named, moving as without them, with the smallest reactions.

use crate::support;

use mainspring_definition::SpaceKind;
use mainspring_dynamics::{Assembled, RunValues, System, assemble};
use mainspring_joints::Revolute;
use mainspring_model::{Frame, JointKind, Marker, Model, Probe};
use mainspring_trust::{Against::*, case, largest};
use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;
use support::*;

/// Cranks of length 1 at x = 0, 2 (and 1 if spare) carry a coupler of length 2, all cranks at the same angle.
fn parallelogram(spare: bool, angle: f64, rate: f64) -> Model {
    let mut m = empty(SpaceKind::Planar);
    m.gravity = [0.0, -9.81, 0.0];
    let (s, c) = libm::sincos(angle);
    let feet: &[f64] = if spare { &[0.0, 2.0, 1.0] } else { &[0.0, 2.0] };
    m.bodies.push(plate("coupler", 2.0, 0.7, [c + 1.0, s], 0.0));
    m.bodies[0].velocity = [-s * rate, c * rate, 0.0];
    for (i, x) in feet.iter().enumerate() {
        m.bodies.push(plate(&format!("crank[{i}]"), 1.0, 1.0 / 12.0, [x + 0.5 * c, 0.5 * s], angle));
        m.bodies[i + 1].velocity = [-0.5 * s * rate, 0.5 * c * rate, 0.0];
        m.bodies[i + 1].spin = [0.0, 0.0, rate];
        let foot = joint(
            &format!("foot[{i}]"),
            JointKind::Revolute(Revolute),
            ground([*x, 0.0, 0.0]),
            on(i + 1, [-0.5, 0.0, 0.0]),
        );
        let head = joint(
            &format!("head[{i}]"),
            JointKind::Revolute(Revolute),
            on(i + 1, [0.5, 0.0, 0.0]),
            on(0, [x - 1.0, 0.0, 0.0]),
        );
        m.joints.extend([foot, head]);
    }
    let push = [3.0, 0.0, 0.0].map(|x| m.programs.constant(x));
    m.forces.push(force("push", 0, [0.3, 0.1, 0.0], push));
    m
}

/// The same four bars in space, hinges about z; without the spare crank.
fn four_hinges(angle: f64, rate: f64) -> Model {
    let flat = parallelogram(false, angle, rate);
    let mut m = Model { space: SpaceKind::Spatial, ..flat };
    for body in &mut m.bodies {
        let turn = body.pose.angle;
        body.pose.orientation = [libm::cos(0.5 * turn), 0.0, 0.0, libm::sin(0.5 * turn)];
        body.pose.angle = 0.0;
        let i = body.inertia[2][2];
        body.inertia = [[0.3 * i, 0.0, 0.0], [0.0, 1.1 * i, 0.0], [0.0, 0.0, i]];
    }
    m
}

fn accelerations(a: &mut Assembled) -> Vec<f64> {
    let mut dy = vec![0.0; a.start.len()];
    let y = a.start.clone();
    a.system.derivative(0.0, &y, &mut dy);
    let [nq, nv, _] = a.system.sizes();
    dy[nq..nq + nv].to_vec()
}

/// Force and torque of every joint on its second part, at its point.
fn reactions(model: &mut Model) -> Vec<(V3, V3)> {
    let nodes: Vec<usize> = (0..model.joints.len())
        .flat_map(|j| (0..3).map(move |k| (j, k)))
        .flat_map(|(j, k)| [Probe::JointForce { joint: j, axis: k }, Probe::JointTorque { joint: j, axis: k }])
        .map(|p| model.programs.probe(p))
        .collect();
    let Assembled { mut system, start, .. } = assemble(&Arc::new(model.clone())).expect("it closes");
    let mut out = vec![0.0; nodes.len()];
    system.read(0.0, &start, &RunValues::default(), &nodes, &mut out);
    out.chunks(6).map(|c| ([c[0], c[2], c[4]], [c[1], c[3], c[5]])).collect()
}

fn spin_part(system: &dyn System, v: &[f64]) -> Vec<f64> {
    let width = if system.model().space == SpaceKind::Planar { 3 } else { 6 };
    v.chunks(width).map(|c| c[width - 1]).collect()
}

fn close(a: &[f64], b: &[f64], tolerance: f64) {
    assert_eq!(a.len(), b.len());
    for (x, y) in a.iter().zip(b) {
        assert!((x - y).abs() < tolerance, "{x} {y}");
    }
}

#[test]
fn a_spare_link_is_named_and_changes_the_motion_only_by_its_mass() {
    let mut spare = parallelogram(true, 1.0, 0.8);
    // no mass to speak of: the third crank then only repeats what the other two say
    spare.bodies[3].mass = 1e-9;
    spare.bodies[3].inertia[2][2] = 1e-10;
    let mut with = assemble(&Arc::new(spare)).expect("it closes");
    let mut without = assemble(&Arc::new(parallelogram(false, 1.0, 0.8))).expect("it closes");
    assert_eq!(with.redundant.iter().map(|r| r.rows).sum::<usize>(), 1, "{:?}", with.redundant);
    assert!(without.redundant.is_empty());
    assert_eq!((with.freedom, without.freedom), (1, 1));
    assert!(with.notes.iter().any(|n| n.code == "N0710"), "the person is told");
    let (a, b) = (accelerations(&mut with), accelerations(&mut without));
    close(&a[..9], &b, 1e-7);
}

#[test]
fn a_spare_link_moves_as_the_one_freedom_formula_says() {
    // all three cranks swing together: one coordinate φ, I φ̈ = Q
    let (angle, rate) = (1.0, 0.8);
    let mut a = assemble(&Arc::new(parallelogram(true, angle, rate))).expect("it closes");
    let (s, c) = libm::sincos(angle);
    // coupler translates with velocity φ̇ (−s, c); each crank turns about its foot
    let inertia = 2.0 + 3.0 * (1.0 / 12.0 + 0.25);
    let torque = -9.81 * 2.0 * c - 3.0 * 9.81 * 0.5 * c - 3.0 * s;
    let expected = torque / inertia;
    let v = accelerations(&mut a);
    let spins = spin_part(a.system.as_ref(), &v);
    let errors = spins.iter().zip([0.0, expected, expected, expected]).map(|(a, b)| a - b);
    case!("parallelogram with a spare link", "acceleration of the cranks", ClosedForm, "one freedom: I φ̈ = Q")
        .answer(expected, "rad/s^2")
        .off(largest(errors), 1e-11);
}

#[test]
fn four_hinges_in_space_have_twenty_rows_of_rank_seventeen() {
    let mut space = assemble(&Arc::new(four_hinges(1.0, 0.8))).expect("it closes");
    let mut plane = assemble(&Arc::new(parallelogram(false, 1.0, 0.8))).expect("it closes");
    assert_eq!(space.redundant.iter().map(|r| r.rows).sum::<usize>(), 3, "{:?}", space.redundant);
    assert_eq!(space.freedom, 1);
    let (a, b) = (accelerations(&mut space), accelerations(&mut plane));
    let mut errors = Vec::new();
    for (body, flat) in a.chunks(6).zip(b.chunks(3)) {
        errors.extend([body[0] - flat[0], body[1] - flat[1], body[5] - flat[2], body[2], body[3], body[4]]);
    }
    case!("four-bar loop of spatial hinges", "accelerations", OtherWay, "the same loop in the plane")
        .unit("SI")
        .off(largest(errors), 1e-10);
}

/// Newton and Euler for every body from the reactions that were reported.
fn check_equilibrium(model: &mut Model) -> Vec<(V3, V3)> {
    let reported = reactions(model);
    let mut a = assemble(&Arc::new(model.clone())).expect("it closes");
    let v = accelerations(&mut a);
    let spatial = model.space == SpaceKind::Spatial;
    let width = if spatial { 6 } else { 3 };
    for (b, body) in model.bodies.iter().enumerate() {
        let r = if spatial { rotation(body.pose.orientation) } else { about([0.0, 0.0, 1.0], body.pose.angle) };
        let mut force = times(model.gravity, body.mass);
        let mut torque = [0.0; 3];
        for f in model.forces.iter().filter(|f| f.body == b) {
            let value = [3.0, 0.0, 0.0];
            force = plus(force, value);
            torque = plus(torque, outer(apply(&r, f.point), value));
        }
        for (joint, (f, t)) in model.joints.iter().zip(&reported) {
            let side = |m: &Marker| {
                let k = m.body?;
                let rk = if spatial {
                    rotation(model.bodies[k].pose.orientation)
                } else {
                    about([0.0, 0.0, 1.0], model.bodies[k].pose.angle)
                };
                (k == b).then(|| apply(&rk, m.frame.point))
            };
            for (arm, sign) in [(side(&joint.a), -1.0), (side(&joint.b), 1.0)] {
                if let Some(arm) = arm {
                    force = plus(force, times(*f, sign));
                    torque = plus(torque, times(plus(*t, outer(arm, *f)), sign));
                }
            }
        }
        let at = &v[b * width..(b + 1) * width];
        let (acceleration, spin) = if spatial {
            ([at[0], at[1], at[2]], [at[3], at[4], at[5]])
        } else {
            ([at[0], at[1], 0.0], [0.0, 0.0, at[2]])
        };
        assert!(size(minus(force, times(acceleration, body.mass))) < 1e-10, "{}: {force:?}", body.path);
        // spins are about z, a principal axis: no gyroscopic torque
        assert!((torque[2] - body.inertia[2][2] * spin[2]).abs() < 1e-10, "{}: {torque:?}", body.path);
        assert!(torque[0].abs() + torque[1].abs() < 1e-10, "{}: {torque:?}", body.path);
    }
    reported
}

#[test]
fn reactions_with_a_spare_link_balance_every_body_and_are_the_smallest() {
    let mut model = parallelogram(true, 1.0, 0.8);
    let reported = check_equilibrium(&mut model);
    // self-stress of the three parallel cranks: along-crank forces in proportion 1 : 1 : −2 (feet at 0, 2, 1) leave
    // the coupler balanced, and each crank in pure tension
    let (s, c) = libm::sincos(1.0);
    let along = [c, s, 0.0];
    let share = [1.0, 1.0, -2.0];
    let stress: Vec<V3> = share.iter().flat_map(|k| [times(along, *k), times(along, *k)]).collect();
    let work: f64 = reported.iter().zip(&stress).map(|((f, _), n)| inner(*f, *n)).sum();
    // smallest norm: square to the self-stress, so that any part of it only adds
    assert!(work.abs() < 1e-9, "{work}");
    let norm = |k: f64| {
        reported.iter().zip(&stress).map(|((f, _), n)| size(plus(*f, times(*n, k)))).map(|x| x * x).sum::<f64>()
    };
    assert!(norm(0.1) > norm(0.0) && norm(-0.1) > norm(0.0));
    // the stress is one: crank 0 pulled at its foot by what its head pulls back
    assert!(reported.iter().any(|(f, _)| size(*f) > 1.0), "the mechanism is loaded at all");
}

#[test]
fn reactions_of_four_hinges_balance_every_body_and_stay_in_the_plane() {
    // loads lie in the plane and hinges are symmetric about it: the smallest reactions have nothing out of it
    let mut model = four_hinges(1.0, 0.8);
    for (f, t) in check_equilibrium(&mut model) {
        assert!(f[2].abs() < 1e-10 && t[0].abs() < 1e-10 && t[1].abs() < 1e-10, "{f:?} {t:?}");
        assert!(t[2].abs() < 1e-10, "a hinge carries no torque about its axis");
    }
}

#[test]
fn drives_that_follow_from_each_other_are_refused_by_name() {
    let mut m = parallelogram(false, 1.0, 0.0);
    let one = m.programs.constant(1.0);
    m.drives.push(drive("foot[0]", 0, 0, mainspring_model::DriveKind::Speed, one));
    m.drives.push(drive("foot[1]", 2, 0, mainspring_model::DriveKind::Speed, one));
    let errors = assemble(&Arc::new(m)).err().expect("one freedom, two drives");
    let text = errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
    assert!(text.contains("foot[1]") && text.contains("foot[0]"), "{text}");
}

#[test]
fn a_loop_that_cannot_close_names_its_joints() {
    let mut m = parallelogram(false, FRAC_PI_2, 0.0);
    m.joints[3].a.frame = Frame::at([0.5, 0.0, 0.0]);
    m.joints[2].a.frame = Frame::at([9.0, 0.0, 0.0]);
    let errors = assemble(&Arc::new(m)).err().expect("nine metres are too far");
    let text = errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
    assert!(text.contains("foot[1]") || text.contains("head[1]"), "{text}");
}
