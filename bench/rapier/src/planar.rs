//! A planar mechanism in Rapier's two dimensions.

use crate::Moving;
use crate::mechanism::Mechanism;
use rapier2d_f64::prelude::*;

/// Joint springs of Rapier: as stiff as the steps carry, so that what is lost is the method's and not the spring's.
const STEPS_A_PERIOD: f64 = 10.0;

pub struct Plane {
    world: PhysicsWorld,
    bodies: Vec<RigidBodyHandle>,
}

impl Plane {
    pub fn new(mechanism: &Mechanism, step: f64, multibody: bool) -> Self {
        let mut world = PhysicsWorld::new();
        world.gravity = vector(mechanism.gravity);
        world.integration_parameters.dt = step;
        let ground = world.insert_body(RigidBodyBuilder::fixed());
        let bodies: Vec<RigidBodyHandle> = mechanism.bodies.iter().map(|b| world.insert_body(body(b))).collect();
        let handle = |b: Option<usize>| b.map_or(ground, |b| bodies[b]);
        let softness = SpringCoefficients::new(1.0 / (STEPS_A_PERIOD * step), 1.0);
        for j in &mechanism.joints {
            let anchors = [j.a, j.b].map(|b| vector(mechanism.from_centre(b, j.point)));
            let joint = joint(j, anchors, softness);
            if multibody {
                let inserted = world.insert_multibody_joint(handle(j.a), handle(j.b), joint);
                // joints are damped unless told otherwise
                if let Some((tree, _)) = inserted.and_then(|h| world.multibody_joints.get_mut(h)) {
                    tree.damping_mut().fill(0.0);
                }
            } else {
                world.insert_impulse_joint(handle(j.a), handle(j.b), joint);
            }
        }
        for s in &mechanism.springs {
            let spring = SpringJointBuilder::new(s.rest, s.stiffness, s.damping)
                .local_anchor1(vector(mechanism.from_centre(s.a, s.a_point)))
                .local_anchor2(vector(mechanism.from_centre(s.b, s.b_point)));
            world.insert_impulse_joint(handle(s.a), handle(s.b), spring);
        }
        for t in &mechanism.torques {
            let joint = &mechanism.joints[t.joint];
            for (side, sign) in [(joint.b, 1.0), (joint.a, -1.0)] {
                if let Some(b) = side {
                    world.bodies[bodies[b]].add_torque(torque(joint.axis, sign * t.torque), true);
                }
            }
        }
        Self { world, bodies }
    }
}

fn vector(v: [f64; 3]) -> Vector {
    Vector::new(v[0], v[1])
}

fn torque(axis: [f64; 3], value: f64) -> f64 {
    axis[2] * value
}

fn body(b: &crate::mechanism::Body) -> RigidBodyBuilder {
    RigidBodyBuilder::dynamic()
        .translation(vector(b.position))
        .linvel(vector(b.velocity))
        .angvel(b.spin[2])
        .can_sleep(false)
        .additional_mass_properties(MassProperties::new(Vector::ZERO, b.mass, b.inertia[2][2]))
}

fn joint(_: &crate::mechanism::Joint, anchors: [Vector; 2], softness: SpringCoefficients<f64>) -> GenericJoint {
    let joint = RevoluteJointBuilder::new().local_anchor1(anchors[0]).local_anchor2(anchors[1]).softness(softness);
    joint.build().into()
}

impl Moving for Plane {
    fn step(&mut self) {
        self.world.step();
    }

    fn read(&self, out: &mut Vec<f64>) {
        for handle in &self.bodies {
            let b = &self.world.bodies[*handle];
            let (x, v, half) = (b.translation(), b.linvel(), 0.5 * b.rotation().angle());
            out.extend([x.x, x.y, 0.0, half.cos(), 0.0, 0.0, half.sin(), v.x, v.y, 0.0, 0.0, 0.0, b.angvel()]);
        }
    }
}
