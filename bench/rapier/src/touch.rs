//! The benchmark's contact scenes in Rapier: one text for two and three dimensions, included by `touch_2d` and `touch_3d`,
//! which hold what differs.
//!
//! Rapier's contacts are springs that close over some steps, with restitution put onto the velocity afterwards.

use super::*;
use crate::ladder::{Method, Moving, Scene, climb, steps};

struct World {
    world: PhysicsWorld,
    bodies: Vec<RigidBodyHandle>,
}

/// How contacts are solved.
#[derive(Clone, Copy)]
struct Hard {
    /// of the contact springs, as a part of the step's own rate; none: as Rapier comes
    stiff: Option<f64>,
    iterations: usize,
}

impl World {
    fn new(scene: &Scene, step: f64, hard: Hard) -> Self {
        let mut world = PhysicsWorld::new();
        world.gravity = vector(scene.gravity);
        let parameters = &mut world.integration_parameters;
        parameters.dt = step;
        parameters.num_solver_iterations = hard.iterations;
        if let Some(part) = hard.stiff {
            let spring = SpringCoefficients::new(part * hard.iterations as f64 / step, 1.0);
            (parameters.contact_softness, parameters.static_contact_softness) = (spring, spring);
            // contacts are looked for anew at every step, and none is solved before the next step can close it
            parameters.contact_recycling = false;
        }
        friction(parameters);
        if let Some(floor) = &scene.floor {
            let ground = world.insert_body(RigidBodyBuilder::fixed().translation(vector(floor.point)));
            world.insert_collider(surface(scene, half(floor.normal)), Some(ground));
        }
        let bodies = scene.bodies.iter().map(|b| {
            let shape = match (b.disc, b.rect) {
                (Some(radius), _) => ColliderBuilder::ball(radius),
                (None, Some([width, height])) => rect(width, height),
                (None, None) => ColliderBuilder::ball(0.0),
            };
            let body = pose(RigidBodyBuilder::dynamic(), b.position, b.angle)
                .linvel(vector(b.velocity))
                .can_sleep(false)
                .additional_mass_properties(mass(b.mass, b.inertia));
            let handle = world.insert_body(body);
            world.insert_collider(surface(scene, shape).density(0.0), Some(handle));
            handle
        });
        let bodies = bodies.collect();
        Self { world, bodies }
    }
}

/// One friction and one restitution for all.
fn surface(scene: &Scene, shape: ColliderBuilder) -> ColliderBuilder {
    let rule = CoefficientCombineRule::Max;
    let shape = shape.friction(scene.friction).friction_combine_rule(rule);
    shape.restitution(scene.restitution).restitution_combine_rule(rule)
}

impl Moving for World {
    fn step(&mut self) -> Result<(), String> {
        self.world.step();
        Ok(())
    }

    fn read(&mut self, out: &mut Vec<f64>) -> Result<(), String> {
        out.extend(self.bodies.iter().flat_map(|handle| state(&self.world.bodies[*handle])));
        Ok(())
    }
}

pub fn run(scene: &Scene, budget: f64, repeat: usize) {
    let (default, hard) = NAMES;
    let ways = [
        (default, "as it comes: contact springs of 30 and 60 Hz, 4 iterations", Hard { stiff: None, iterations: 4 }),
        (
            hard,
            "contact springs as stiff as a step carries, 20 iterations, contacts found anew at every step",
            Hard { stiff: Some(0.1), iterations: 20 },
        ),
    ];
    for (name, reason, way) in ways {
        let method = Method { engine: "rapier", name, reason, single: false };
        climb(scene, &method, &steps(scene, ""), [budget, repeat as f64], |step, _| {
            Ok(Box::new(World::new(scene, step, way)))
        });
    }
}
