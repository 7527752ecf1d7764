//! The page of conventions, line by line, for what exists.

use crate::support;

use mainspring_definition::SpaceKind;
use mainspring_dynamics::{RunValues, assemble};
use mainspring_joints::{Gear, Prismatic, Revolute, Universal, Weld};
use mainspring_model::{Coordinate, Coordinates, DriveKind, Frame, JointKind, Marker, Model, Probe, SpringKind};
use std::f64::consts::{FRAC_PI_2, PI};
use std::sync::Arc;
use support::*;

/// Values of probes at the start, everything solved.
fn read(model: &Model, probes: &[Probe]) -> Vec<f64> {
    let mut model = model.clone();
    let nodes: Vec<usize> = probes.iter().map(|p| model.programs.probe(*p)).collect();
    let a = assemble(&Arc::new(model)).expect("it assembles");
    let (mut system, y) = (a.system, a.start);
    let mut out = vec![0.0; nodes.len()];
    system.read(0.0, &y, &RunValues::default(), &nodes, &mut out);
    out
}

fn coordinate(joint: usize, order: u8) -> Probe {
    Probe::Coordinate { coordinate: Coordinate { joint, index: 0 }, order }
}

fn effort(joint: usize) -> Probe {
    Probe::Effort { coordinate: Coordinate { joint, index: 0 } }
}

/// A rod of length 2 hinged at the origin, its centre 1 away, turned by `angle`.
fn arm(space: SpaceKind, angle: f64) -> Model {
    let mut m = empty(space);
    let (s, c) = libm::sincos(angle);
    m.bodies.push(match space {
        SpaceKind::Planar => plate("arm", 2.0, 0.5, [c, s], angle),
        SpaceKind::Spatial => {
            let q = [libm::cos(0.5 * angle), 0.0, 0.0, libm::sin(0.5 * angle)];
            solid("arm", 2.0, [0.1, 0.5, 0.5], [c, s, 0.0], q)
        }
    });
    m.joints.push(joint("hinge", JointKind::Revolute(Revolute), ground([0.0; 3]), on(0, [-1.0, 0.0, 0.0])));
    m
}

const BOTH: [SpaceKind; 2] = [SpaceKind::Planar, SpaceKind::Spatial];

#[test]
fn a_joint_angle_is_second_relative_to_first_counter_clockwise() {
    for space in BOTH {
        let mut m = arm(space, 0.7);
        m.bodies[0].spin = [0.0, 0.0, 2.0];
        m.bodies[0].velocity = [-2.0 * libm::sin(0.7), 2.0 * libm::cos(0.7), 0.0];
        let x = read(&m, &[coordinate(0, 0), coordinate(0, 1)]);
        assert!((x[0] - 0.7).abs() < 1e-12 && (x[1] - 2.0).abs() < 1e-12, "{space:?} {x:?}");
        // named the other way round, the sign turns
        let j = &mut m.joints[0];
        std::mem::swap(&mut j.a, &mut j.b);
        let x = read(&m, &[coordinate(0, 0), coordinate(0, 1)]);
        assert!((x[0] + 0.7).abs() < 1e-12 && (x[1] + 2.0).abs() < 1e-12, "{space:?} {x:?}");
    }
}

#[test]
fn the_zero_of_a_joint_angle_is_that_of_the_markers() {
    let mut m = arm(SpaceKind::Planar, 0.7);
    m.joints[0].a.frame.angle = 0.2;
    m.joints[0].b.frame.angle = 0.5;
    assert!((read(&m, &[coordinate(0, 0)])[0] - (0.7 + 0.5 - 0.2)).abs() < 1e-12);
    let mut m = arm(SpaceKind::Spatial, 0.7);
    m.joints[0].a.frame.axes = transpose(&about([0.0, 0.0, 1.0], 0.2));
    m.joints[0].b.frame.axes = transpose(&about([0.0, 0.0, 1.0], 0.5));
    assert!((read(&m, &[coordinate(0, 0)])[0] - (0.7 + 0.5 - 0.2)).abs() < 1e-12);
}

#[test]
fn angles_count_turns_from_where_they_start() {
    // planar: the winding is in the angle itself; in space a start says how many turns are meant
    let m = arm(SpaceKind::Planar, 0.7 + 6.0 * PI);
    assert!((read(&m, &[coordinate(0, 0)])[0] - 0.7 - 6.0 * PI).abs() < 1e-11);
    let mut m = arm(SpaceKind::Spatial, 0.7);
    m.starts.push(start(0, Some(0.7 + 6.0 * PI), None));
    assert!((read(&m, &[coordinate(0, 0)])[0] - 0.7 - 6.0 * PI).abs() < 1e-11);
}

#[test]
fn angles_stay_unwrapped_when_settled_turn_by_turn() {
    for space in BOTH {
        let mut model = arm(space, 0.0);
        model.run.coordinates = Coordinates::Maximal;
        let node = model.programs.probe(coordinate(0, 0));
        let a = assemble(&Arc::new(model)).expect("it assembles");
        let (mut system, mut y) = (a.system, a.start);
        for k in 1..=100 {
            let angle = -0.3 * f64::from(k);
            let (s, c) = libm::sincos(angle);
            match space {
                SpaceKind::Planar => y[..3].copy_from_slice(&[c, s, angle]),
                SpaceKind::Spatial => {
                    let q = [c, s, 0.0, libm::cos(0.5 * angle), 0.0, 0.0, libm::sin(0.5 * angle)];
                    y[..7].copy_from_slice(&q);
                }
            }
            system.remember_angles(&y);
        }
        let mut out = [0.0];
        system.read(0.0, &y, &RunValues::default(), &[node], &mut out);
        assert!((out[0] + 30.0).abs() < 1e-12, "{space:?} {}", out[0]);
    }
}

#[test]
fn joint_force_acts_on_the_second_part() {
    for space in BOTH {
        let mut m = arm(space, 0.0);
        m.gravity = [0.0, -9.81, 0.0];
        // held still by a weld, the ground carries the weight: up on the arm, and turns it against gravity
        m.joints[0].kind = JointKind::Weld(Weld);
        let probes = [
            Probe::JointForce { joint: 0, axis: 1 },
            Probe::JointTorque { joint: 0, axis: 2 },
            Probe::JointForce { joint: 0, axis: 0 },
        ];
        let x = read(&m, &probes);
        let weight = 2.0 * 9.81;
        assert!(
            (x[0] - weight).abs() < 1e-10 && (x[1] - weight).abs() < 1e-10 && x[2].abs() < 1e-10,
            "{space:?} {x:?}"
        );
        // with the ground second-named, the arm presses down on it
        let j = &mut m.joints[0];
        std::mem::swap(&mut j.a, &mut j.b);
        let x = read(&m, &probes);
        assert!((x[0] + weight).abs() < 1e-10 && (x[1] + weight).abs() < 1e-10, "{space:?} {x:?}");
    }
}

#[test]
fn spring_tension_is_positive_and_pulls_the_ends_together() {
    for space in BOTH {
        for stretched in [true, false] {
            let mut m = empty(space);
            m.bodies.push(bead("p", 2.0, [3.0, 0.0, 0.0]));
            m.bodies[0].velocity = [0.5, 0.0, 0.0];
            let rest = if stretched { 1.0 } else { 5.0 };
            let kind = SpringKind::Linear { a: ground([0.0; 3]), b: on(0, [0.0; 3]) };
            let mut s = spring("s", kind, 10.0, 4.0, rest);
            s.effort = Some(m.programs.constant(1.5));
            m.springs.push(s);
            let f = 10.0 * (3.0 - rest) + 4.0 * 0.5 + 1.5;
            let x = read(
                &m,
                &[
                    Probe::SpringEffort { spring: 0 },
                    Probe::Point { body: Some(0), point: [0.0; 3], order: 2, axis: 0 },
                    Probe::SpringStretch { spring: 0, order: 0 },
                    Probe::SpringStretch { spring: 0, order: 1 },
                ],
            );
            assert!((x[0] - f).abs() < 1e-12 && (x[1] + f / 2.0).abs() < 1e-12, "{x:?}");
            assert!((x[2] - 3.0).abs() < 1e-12 && (x[3] - 0.5).abs() < 1e-12, "{x:?}");
        }
    }
}

#[test]
fn a_rotary_element_resists_on_the_second_part() {
    for space in BOTH {
        // two free wheels hinged together at their centres: τ turns them against each other
        let mut m = empty(space);
        for (i, (name, inertia)) in [("first", 0.5), ("second", 0.25)].into_iter().enumerate() {
            m.bodies.push(match space {
                SpaceKind::Planar => plate(name, 1.0, inertia, [0.0, 0.0], 0.6 * i as f64),
                SpaceKind::Spatial => {
                    let q = quaternion_of(&about([0.0, 0.0, 1.0], 0.6 * i as f64));
                    solid(name, 1.0, [inertia; 3], [0.0; 3], q)
                }
            });
        }
        m.bodies[1].spin = [0.0, 0.0, 0.5];
        m.joints.push(joint("axle", JointKind::Revolute(Revolute), on(0, [0.0; 3]), on(1, [0.0; 3])));
        let kind = SpringKind::Coordinate(Coordinate { joint: 0, index: 0 });
        m.springs.push(spring("torsion", kind, 10.0, 2.0, 0.2));
        let torque = 10.0 * (0.6 - 0.2) + 2.0 * 0.5;
        let spin = |b: usize| match space {
            SpaceKind::Planar => Probe::Angle { body: b, order: 2 },
            SpaceKind::Spatial => Probe::Spin { body: b, order: 2, axis: 2 },
        };
        let x = read(&m, &[Probe::SpringEffort { spring: 0 }, spin(0), spin(1)]);
        assert!((x[0] - torque).abs() < 1e-12, "{x:?}");
        assert!((x[1] - torque / 0.5).abs() < 1e-12 && (x[2] + torque / 0.25).abs() < 1e-12, "{x:?}");
    }
}

#[test]
fn a_free_rotary_element_resists_without_a_joint() {
    let mut m = empty(SpaceKind::Planar);
    m.bodies.push(plate("first", 1.0, 0.5, [0.0, 0.0], 0.1));
    m.bodies.push(plate("second", 1.0, 0.25, [3.0, 0.0], 0.7));
    m.springs.push(spring("torsion", SpringKind::Angle { a: on(0, [0.0; 3]), b: on(1, [0.0; 3]) }, 10.0, 0.0, 0.0));
    let x = read(&m, &[Probe::Angle { body: 0, order: 2 }, Probe::Angle { body: 1, order: 2 }]);
    assert!((x[0] - 6.0 / 0.5).abs() < 1e-12 && (x[1] + 6.0 / 0.25).abs() < 1e-12, "{x:?}");
}

#[test]
fn a_drives_effort_is_what_moves_the_coordinate_up_and_is_not_in_the_reaction() {
    for space in BOTH {
        let mut m = arm(space, 0.0);
        m.gravity = [0.0, -9.81, 0.0];
        let three = m.programs.constant(3.0);
        m.drives.push(drive("hinge", 0, 0, DriveKind::Acceleration, three));
        // I about the hinge 2.5: effort = 2.5·3 + weight·1
        let x = read(&m, &[effort(0), Probe::JointTorque { joint: 0, axis: 2 }, coordinate(0, 2)]);
        assert!((x[0] - 2.5 * 3.0 - 2.0 * 9.81).abs() < 1e-10, "{space:?} {x:?}");
        assert!(x[1].abs() < 1e-10 && (x[2] - 3.0).abs() < 1e-11, "{space:?} {x:?}");
        // the same as an actuator
        m.drives[0].kind = DriveKind::Effort;
        let x = read(&m, &[effort(0), coordinate(0, 2)]);
        assert!((x[0] - 3.0).abs() < 1e-12 && (x[1] - (3.0 - 2.0 * 9.81) / 2.5).abs() < 1e-11, "{space:?} {x:?}");
    }
}

#[test]
fn a_gear_turns_its_second_coordinate_ratio_times_the_first() {
    for space in BOTH {
        for ratio in [-0.5, 3.0] {
            let mut m = empty(space);
            for (i, inertia) in [0.4, 0.9].into_iter().enumerate() {
                let at = [2.0 * i as f64, 0.0];
                m.bodies.push(match space {
                    SpaceKind::Planar => plate(&format!("wheel[{i}]"), 1.0, inertia, at, 0.0),
                    SpaceKind::Spatial => {
                        solid(&format!("wheel[{i}]"), 1.0, [inertia; 3], [at[0], at[1], 0.0], [1.0, 0.0, 0.0, 0.0])
                    }
                });
                let foot = ground([at[0], at[1], 0.0]);
                m.joints.push(joint(&format!("axle[{i}]"), JointKind::Revolute(Revolute), foot, on(i, [0.0; 3])));
            }
            let [first, second] = [0, 1].map(|joint| Coordinate { joint, index: 0 });
            let mesh = JointKind::Gear(Gear::between(first, second, ratio));
            m.joints.push(joint("mesh", mesh, ground([0.0; 3]), ground([0.0; 3])));
            let torque = m.programs.constant(2.0);
            m.drives.push(drive("axle[0]", 0, 0, DriveKind::Effort, torque));
            let x = read(&m, &[coordinate(0, 2), coordinate(1, 2), Probe::JointTorque { joint: 2, axis: 2 }]);
            let expected = 2.0 / (0.4 + ratio * ratio * 0.9);
            assert!((x[0] - expected).abs() < 1e-12 && (x[1] - ratio * expected).abs() < 1e-12, "{space:?} {x:?}");
            // the gear's own torque is what it exerts on the driven wheel
            assert!((x[2] - 0.9 * ratio * expected).abs() < 1e-12, "{space:?} {x:?}");
        }
    }
}

#[test]
fn points_bodies_and_joints_tell_positions_velocities_and_accelerations() {
    for space in BOTH {
        let mut m = arm(space, 0.0);
        m.bodies[0].spin = [0.0, 0.0, 2.0];
        m.bodies[0].velocity = [0.0, 2.0, 0.0];
        let tip = |order, axis| Probe::Point { body: Some(0), point: [1.0, 0.0, 0.0], order, axis };
        let x = read(&m, &[tip(0, 0), tip(0, 1), tip(1, 0), tip(1, 1), tip(2, 0), tip(2, 1)]);
        for (got, expected) in x.iter().zip([2.0, 0.0, 0.0, 4.0, -8.0, 0.0]) {
            assert!((got - expected).abs() < 1e-11, "{space:?} {x:?}");
        }
        let fixed = Probe::Point { body: None, point: [1.0, 2.0, 0.0], order: 0, axis: 1 };
        let momentum = [
            Probe::Momentum { body: 0, axis: 1 },
            Probe::AngularMomentum { body: 0, axis: 2 },
            Probe::KineticEnergy { body: 0 },
            fixed,
            Probe::Direction { body: 0, which: 1, axis: 1 },
        ];
        let x = read(&m, &momentum);
        for (got, expected) in x.iter().zip([4.0, 0.5 * 2.0, 0.5 * (2.0 * 4.0 + 0.5 * 4.0), 2.0, 1.0]) {
            assert!((got - expected).abs() < 1e-12, "{space:?} {x:?}");
        }
    }
}

#[test]
fn a_spring_of_no_length_does_not_divide_by_zero() {
    for space in BOTH {
        let mut m = empty(space);
        m.bodies.push(bead("p", 2.0, [1.0, 1.0, 0.0]));
        m.springs.push(spring(
            "s",
            SpringKind::Linear { a: ground([1.0, 1.0, 0.0]), b: on(0, [0.0; 3]) },
            5.0,
            1.0,
            0.0,
        ));
        let x = read(&m, &[0, 1].map(|axis| Probe::Point { body: Some(0), point: [0.0; 3], order: 2, axis }));
        assert_eq!(x, [0.0, 0.0], "{space:?}");
    }
}

#[test]
fn sliders_run_along_x_in_the_plane_and_along_z_in_space() {
    for space in BOTH {
        let mut m = empty(space);
        let axis = if space == SpaceKind::Planar { 0 } else { 2 };
        let mut at = [0.0; 3];
        at[axis] = 0.8;
        m.bodies.push(match space {
            SpaceKind::Planar => plate("slide", 2.0, 0.5, [0.8, 0.0], 0.0),
            SpaceKind::Spatial => solid("slide", 2.0, [0.5; 3], at, [1.0, 0.0, 0.0, 0.0]),
        });
        m.joints.push(joint("way", JointKind::Prismatic(Prismatic), ground([0.0; 3]), on(0, [0.0; 3])));
        m.gravity[axis] = -3.0;
        let x = read(&m, &[coordinate(0, 0), coordinate(0, 2)]);
        assert!((x[0] - 0.8).abs() < 1e-14 && (x[1] + 3.0).abs() < 1e-12, "{space:?} {x:?}");
    }
}

/// A double pendulum with a spring, a force and an actuator; `mirror` reflects it in the y axis.
fn lopsided(mirror: bool) -> Model {
    let s = if mirror { -1.0 } else { 1.0 };
    let mut m = empty(SpaceKind::Planar);
    m.gravity = [s * 1.0, -9.81, 0.0];
    let (a0, a1) = (0.4, -0.3);
    let at = |x: f64, y: f64| [s * x, y, 0.0];
    let elbow = [libm::cos(a0), libm::sin(a0)];
    let middle = [elbow[0] + 0.5 * libm::cos(a1), elbow[1] + 0.5 * libm::sin(a1)];
    m.bodies.push(plate("upper", 1.0, 0.1, [s * 0.5 * elbow[0], 0.5 * elbow[1]], s * a0));
    m.bodies.push(plate("lower", 2.0, 0.2, [s * middle[0], middle[1]], s * a1));
    m.bodies[0].spin = [0.0, 0.0, s * 0.7];
    m.bodies[0].velocity = at(-0.35 * elbow[1], 0.35 * elbow[0]);
    let tip = [-0.7 * elbow[1], 0.7 * elbow[0]];
    m.bodies[1].velocity = at(tip[0] + 0.2 * libm::sin(a1), tip[1] - 0.2 * libm::cos(a1));
    m.bodies[1].spin = [0.0, 0.0, -s * 0.4];
    m.joints.push(joint("top", JointKind::Revolute(Revolute), ground([0.0; 3]), on(0, at(-0.5, 0.0))));
    m.joints.push(joint("mid", JointKind::Revolute(Revolute), on(0, at(0.5, 0.0)), on(1, at(-0.5, 0.0))));
    m.springs.push(spring(
        "s",
        SpringKind::Linear { a: ground(at(1.0, -1.0)), b: on(1, at(0.5, 0.1)) },
        20.0,
        1.0,
        0.3,
    ));
    let f = [s * 2.0, 1.0, 0.0].map(|x| m.programs.constant(x));
    m.forces.push(force("f", 1, at(0.2, -0.1), f));
    let torque = m.programs.constant(s * 1.5);
    m.drives.push(drive("mid", 1, 0, DriveKind::Effort, torque));
    m
}

#[test]
fn a_mirrored_scene_moves_as_the_mirror_image() {
    let accelerations = |mut m: Model| {
        m.run.coordinates = Coordinates::Maximal;
        let a = assemble(&Arc::new(m)).expect("it assembles");
        let (mut system, y) = (a.system, a.start);
        let mut dy = vec![0.0; y.len()];
        system.derivative(0.0, &y, &mut dy);
        dy[6..12].to_vec()
    };
    let (left, right) = (accelerations(lopsided(false)), accelerations(lopsided(true)));
    for (k, sign) in [-1.0, 1.0, -1.0, -1.0, 1.0, -1.0].into_iter().enumerate() {
        assert!((left[k] - sign * right[k]).abs() < 1e-11, "{k}: {left:?} {right:?}");
    }
    // not by doing nothing
    assert!(left.iter().all(|x| x.abs() > 1e-3));
}

#[test]
fn a_joint_frame_has_z_as_axis_and_x_as_zero_in_space() {
    // hinge along world x: z of both markers points there; the arm's own y is the zero of the angle
    let axes = [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]];
    let marker = |body| Marker { body, frame: Frame { point: [0.0; 3], angle: 0.0, axes } };
    let mut m = empty(SpaceKind::Spatial);
    m.bodies.push(solid("b", 1.0, [1.0, 2.0, 2.5], [0.0; 3], quaternion_of(&about([1.0, 0.0, 0.0], 0.9))));
    m.bodies[0].spin = [1.5, 0.0, 0.0];
    m.joints.push(joint("hinge", JointKind::Revolute(Revolute), marker(None), marker(Some(0))));
    let x = read(&m, &[coordinate(0, 0), coordinate(0, 1)]);
    assert!((x[0] - 0.9).abs() < 1e-12 && (x[1] - 1.5).abs() < 1e-12, "{x:?}");
}

#[test]
fn a_universal_joint_turns_first_about_a_z_then_about_b_x() {
    let r = product(&about([0.0, 0.0, 1.0], 0.5), &about([1.0, 0.0, 0.0], FRAC_PI_2 - 0.2));
    let mut m = empty(SpaceKind::Spatial);
    m.bodies.push(solid("b", 1.0, [1.0, 2.0, 2.5], [0.0; 3], quaternion_of(&r)));
    m.joints.push(joint("cross", JointKind::Universal(Universal), ground([0.0; 3]), on(0, [0.0; 3])));
    let second = Probe::Coordinate { coordinate: Coordinate { joint: 0, index: 1 }, order: 0 };
    let x = read(&m, &[coordinate(0, 0), second]);
    assert!((x[0] - 0.5).abs() < 1e-12 && (x[1] - FRAC_PI_2 + 0.2).abs() < 1e-12, "{x:?}");
}
