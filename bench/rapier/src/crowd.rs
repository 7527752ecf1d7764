//! The benchmark's crowded scenes in Rapier: one text for two and three dimensions, included by `crowd_2d` and `crowd_3d`,
//! which hold what differs.

use super::*;
use crate::course::{self, Crowd, Fixed, Scene, Way};

struct World {
    world: PhysicsWorld,
    bodies: Vec<RigidBodyHandle>,
}

/// Of the hard springs, as a part of the rate of a step's iterations.
const STIFF: f64 = 0.1;

impl World {
    fn new(scene: &Scene, step: f64, hard: bool) -> Result<Self, String> {
        let mut world = PhysicsWorld::new();
        world.gravity = vector(scene.gravity);
        let parameters = &mut world.integration_parameters;
        parameters.dt = step;
        if hard {
            parameters.num_solver_iterations = 20;
            let spring = SpringCoefficients::new(STIFF * 20.0 / step, 1.0);
            (parameters.contact_softness, parameters.static_contact_softness) = (spring, spring);
            parameters.contact_recycling = false;
            friction(parameters);
        }
        for fixed in &scene.fixed {
            let (place, shape) = match fixed {
                Fixed::Half { point, normal } => {
                    (*point, ColliderBuilder::new(SharedShape::halfspace(vector(*normal))))
                }
                Fixed::Polygon(corners) => ([0.0; 3], polygon(corners)?),
            };
            let ground = world.insert_body(RigidBodyBuilder::fixed().translation(vector(place)));
            world.insert_collider(surface(scene, shape), Some(ground));
        }
        let mut bodies = Vec::new();
        for b in &scene.bodies {
            let body = turned(RigidBodyBuilder::dynamic().translation(vector(b.position)), b)
                .can_sleep(false)
                .additional_mass_properties(mass(b.mass, b.inertia));
            let handle = world.insert_body(body);
            world.insert_collider(surface(scene, collider(&b.shape)?).density(0.0), Some(handle));
            bodies.push(handle);
        }
        Ok(Self { world, bodies })
    }
}

/// One friction and one restitution for all.
fn surface(scene: &Scene, shape: ColliderBuilder) -> ColliderBuilder {
    let rule = CoefficientCombineRule::Max;
    let shape = shape.friction(scene.friction).friction_combine_rule(rule);
    shape.restitution(scene.restitution).restitution_combine_rule(rule)
}

impl Crowd for World {
    fn step(&mut self) -> Result<(), String> {
        self.world.step();
        Ok(())
    }

    fn read(&mut self, out: &mut Vec<f64>) -> Result<(), String> {
        out.extend(self.bodies.iter().flat_map(|handle| state(&self.world.bodies[*handle])));
        Ok(())
    }
}

pub fn run(scene: &Scene, limit: f64, repeat: usize) {
    let usual = Way {
        engine: "rapier",
        method: "usual",
        setting: "h 1/60 s, 4 iterations",
        reason: "as it comes: contact springs of 30 and 60 Hz; but sleep is off",
        steps: 1,
        single: false,
    };
    let fine = Way {
        method: "fine",
        setting: "h 1/960 s, 20 iterations",
        reason: "a step of about a millisecond, contact springs as stiff as a step carries, contacts found anew at every step; \
                 in space Coulomb's friction at every point",
        steps: 16,
        ..usual
    };
    for (way, hard) in [(usual, false), (fine, true)] {
        let make = || -> Result<Box<dyn Crowd>, String> { Ok(Box::new(World::new(scene, way.step(scene), hard)?)) };
        course::run(scene, &way, limit, repeat, make);
    }
}
