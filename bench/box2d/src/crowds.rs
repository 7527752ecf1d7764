//! The benchmark's crowded scenes in Box2D.

use crate::course::{self, Crowd, Fixed, Scene, Shape, Way};
use boxdd::{
    BodyBuilder, BodyId, BodyType, Circle, Error, Foundation, MassData, Polygon, ShapeDef, SurfaceMaterial, Vec2,
    World, WorldBuilder,
};

/// Half the length of what stands for a half-plane, and its depth, m.
const REACH: f32 = 20.0;
const DEEP: f32 = 2.0;

struct Plane {
    world: World,
    bodies: Vec<BodyId>,
    step: f32,
    sub_steps: i32,
}

/// How contacts are solved.
#[derive(Clone, Copy)]
struct Solver {
    hard: bool,
    sub_steps: i32,
}

pub fn run(arguments: &[String]) -> Result<(), String> {
    let (scene, limit, repeat) = course::read(arguments)?;
    if !scene.plane {
        return Ok(());
    }
    let foundation = Foundation::initialize_default().map_err(|e| e.to_string())?;
    let ways = [
        (
            Way {
                engine: "box2d",
                method: "usual",
                setting: "h 1/60 s, 4 sub-steps",
                reason: "as it comes: contact springs of 30 Hz, impacts below 1 m/s plastic; but sleep is off",
                steps: 1,
                single: true,
            },
            Solver { hard: false, sub_steps: 4 },
        ),
        (
            Way {
                engine: "box2d",
                method: "fine",
                setting: "h 1/960 s, 8 sub-steps",
                reason: "a step of about a millisecond, contact springs as stiff as it allows, contacts found anew at every step, \
                         restitution at any speed",
                steps: 16,
                single: true,
            },
            Solver { hard: true, sub_steps: 8 },
        ),
    ];
    for (way, solver) in &ways {
        let make = || -> Result<Box<dyn Crowd>, String> {
            let plane = Plane::new(foundation, &scene, way.step(&scene), *solver).map_err(|e| e.to_string())?;
            Ok(Box::new(plane))
        };
        course::run(&scene, way, limit, repeat, make);
    }
    Ok(())
}

impl Plane {
    fn new(foundation: &'static Foundation, scene: &Scene, step: f64, solver: Solver) -> Result<Self, Error> {
        let gravity = Vec2::new(scene.gravity[0] as f32, scene.gravity[1] as f32);
        let definition = WorldBuilder::from(foundation.world_def()).gravity(gravity).enable_sleep(false);
        // it takes the softer of this and an eighth of the sub-steps' rate
        let definition =
            if solver.hard { definition.contact_hertz(1e6).restitution_threshold(0.0) } else { definition };
        let mut world = foundation.create_world(definition.build()?)?;
        let surface =
            SurfaceMaterial::new().with_friction(scene.friction as f32)?.with_restitution(scene.restitution as f32)?;
        let surface = ShapeDef::builder().material(surface).density(1.0).build()?;
        for fixed in &scene.fixed {
            let (place, angle, polygon) = match fixed {
                Fixed::Half { point, normal } => {
                    let angle = (-normal[0]).atan2(normal[1]);
                    let bar = boxdd::shapes::polygon_from_points(
                        [[-REACH, -DEEP], [REACH, -DEEP], [REACH, 0.0], [-REACH, 0.0]],
                        0.0,
                    )?;
                    ([point[0], point[1]], angle, bar)
                }
                Fixed::Polygon(corners) => ([0.0; 2], 0.0, polygon(corners)?),
            };
            let ground = BodyBuilder::from(foundation.body_def()).position(place).angle(angle as f32);
            let ground = world.create_body(ground.build()?)?;
            world.body(ground)?.create_polygon(&surface, &polygon)?;
        }
        let mut bodies = Vec::new();
        for b in &scene.bodies {
            let body = BodyBuilder::from(foundation.body_def())
                .body_type(BodyType::Dynamic)
                .position([b.position[0], b.position[1]])
                .angle(b.angle as f32)
                .enable_contact_recycling(!solver.hard);
            let id = world.create_body(body.build()?)?;
            let mut body = world.body(id)?;
            match &b.shape {
                Shape::Disc(radius) => drop(body.create_circle(&surface, &Circle::new([0.0, 0.0], *radius as f32)?)?),
                Shape::Polygon(corners) => drop(body.create_polygon(&surface, &polygon(corners)?)?),
                // not in the plane
                Shape::Sphere(_) | Shape::Box(_) | Shape::Capsule(..) => {}
            }
            body.set_mass_data(MassData::new(b.mass as f32, Vec2::new(0.0, 0.0), b.inertia[2] as f32)?)?;
            bodies.push(id);
        }
        Ok(Self { world, bodies, step: step as f32, sub_steps: solver.sub_steps })
    }

    fn state(&mut self, body: BodyId) -> Result<[f64; 6], Error> {
        let body = self.world.body(body)?;
        let (place, velocity) = (body.position()?, body.linear_velocity()?);
        let (angle, rate) = (body.rotation()?.angle(), body.angular_velocity()?);
        Ok([place.x, place.y, angle.into(), velocity.x.into(), velocity.y.into(), rate.into()])
    }
}

fn polygon(corners: &[[f64; 2]]) -> Result<Polygon, Error> {
    boxdd::shapes::polygon_from_points(corners.iter().map(|[x, y]| [*x as f32, *y as f32]), 0.0)
}

impl Crowd for Plane {
    fn step(&mut self) -> Result<(), String> {
        self.world.step(self.step, self.sub_steps).map(|_| ()).map_err(|e| e.to_string())
    }

    fn read(&mut self, out: &mut Vec<f64>) -> Result<(), String> {
        for i in 0..self.bodies.len() {
            out.extend(self.state(self.bodies[i]).map_err(|e| e.to_string())?);
        }
        Ok(())
    }
}
