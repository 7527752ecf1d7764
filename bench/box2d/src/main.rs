//! `box2d-peer contact SCENE BUDGET REPEAT`: a contact scene in Box2D, a line of JSON a rung (see `bench/contact/ladder.rs`).
//! `box2d-peer crowds SCENE LIMIT REPEAT`: a crowded one, a line of JSON a setting (see `bench/crowds/course.rs`).
//!
//! Built with places in double precision; velocities and everything else of Box2D are single.

#[path = "../../../crates/mainspring/examples/work_precision/clock.rs"]
mod clock;
#[expect(dead_code, reason = "what only space needs")]
#[path = "../../crowds/course.rs"]
mod course;
mod crowds;
#[path = "../../contact/ladder.rs"]
mod ladder;

use boxdd::{
    BodyBuilder, BodyId, BodyType, Circle, Error, Foundation, MassData, Polygon, Segment, ShapeDef, SurfaceMaterial, Vec2,
    World, WorldBuilder,
};
use ladder::{Method, Moving, Scene, climb, steps};
use std::process::ExitCode;

/// Half the length of what stands for a half-plane, m.
const REACH: f32 = 20.0;

struct Plane {
    world: World,
    bodies: Vec<BodyId>,
    step: f32,
    sub_steps: i32,
}

/// How contacts are solved.
#[derive(Clone, Copy)]
struct Way {
    hard: bool,
    sub_steps: i32,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.split_first() {
        Some((first, rest)) if first == "contact" => run(rest),
        Some((first, rest)) if first == "crowds" => crowds::run(rest),
        _ => Err("usage: box2d-peer contact SCENE BUDGET REPEAT | crowds SCENE LIMIT REPEAT".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<(), String> {
    let (scene, budget, repeat) = ladder::read(arguments)?;
    let foundation = Foundation::initialize_default().map_err(|e| e.to_string())?;
    let limits = [budget, repeat as f64];
    let make = |way: Way, step: f64| -> Result<Box<dyn Moving>, String> {
        let plane = Plane::new(foundation, &scene, step, way).map_err(|e| e.to_string())?;
        Ok(Box::new(plane))
    };
    let (soft, hard) = (Way { hard: false, sub_steps: 4 }, Way { hard: true, sub_steps: 4 });
    let method = |name, reason| Method { engine: "box2d", name, reason, single: true };
    let usual = method("as it comes", "4 sub-steps, contact springs of 30 Hz; restitution at any speed, sleep off");
    climb(&scene, &usual, &steps(&scene, ""), limits, |step, _| make(soft, step));
    let stiff = method("hard", "4 sub-steps, contact springs as stiff as it allows, contacts found anew at every step");
    climb(&scene, &stiff, &steps(&scene, ""), limits, |step, _| make(hard, step));
    let cut = method("hard, h 1/60 s", "a game's frame cut into ever more sub-steps: the way to accuracy its authors advise");
    let cuts = if scene.steps.len() > 2 { &[4, 16, 64, 256][..] } else { &[16] };
    let rungs: Vec<(String, f64)> = cuts.iter().map(|n| (format!("{n} sub-steps"), 1.0 / 60.0)).collect();
    climb(&scene, &cut, &rungs, limits, |step, i| make(Way { sub_steps: cuts[i], ..hard }, step));
    Ok(())
}

impl Plane {
    fn new(foundation: &'static Foundation, scene: &Scene, step: f64, way: Way) -> Result<Self, Error> {
        let definition = WorldBuilder::from(foundation.world_def())
            .gravity(vector(scene.gravity))
            // it would take every slow impact for a plastic one, and put what rests to sleep
            .restitution_threshold(0.0)
            .enable_sleep(false);
        // it takes the softer of this and an eighth of the sub-steps' rate
        let definition = if way.hard { definition.contact_hertz(1e6) } else { definition };
        let mut world = foundation.create_world(definition.build()?)?;
        let surface = SurfaceMaterial::new()
            .with_friction(scene.friction as f32)?
            .with_restitution(scene.restitution as f32)?;
        let surface = ShapeDef::builder().material(surface).density(1.0).build()?;
        if let Some(floor) = &scene.floor {
            let angle = (-floor.normal[0]).atan2(floor.normal[1]);
            let ground = BodyBuilder::from(foundation.body_def()).position(floor.point).angle(angle as f32);
            let ground = world.create_body(ground.build()?)?;
            world.body(ground)?.create_segment(&surface, &Segment::new([-REACH, 0.0], [REACH, 0.0])?)?;
        }
        let mut bodies = Vec::new();
        for b in &scene.bodies {
            let body = BodyBuilder::from(foundation.body_def())
                .body_type(BodyType::Dynamic)
                .position(b.position)
                .angle(b.angle as f32)
                .linear_velocity(vector(b.velocity))
                .enable_contact_recycling(!way.hard)
                .allow_fast_rotation(true);
            let id = world.create_body(body.build()?)?;
            let mut body = world.body(id)?;
            if let Some(radius) = b.disc {
                body.create_circle(&surface, &Circle::new([0.0, 0.0], radius as f32)?)?;
            } else if let Some([width, height]) = b.rect {
                let polygon = Polygon::box_polygon(0.5 * width as f32, 0.5 * height as f32)?;
                body.create_polygon(&surface, &polygon)?;
            }
            body.set_mass_data(MassData::new(b.mass as f32, Vec2::new(0.0, 0.0), b.inertia as f32)?)?;
            bodies.push(id);
        }
        Ok(Self { world, bodies, step: step as f32, sub_steps: way.sub_steps })
    }

    fn state(&mut self, body: BodyId) -> Result<[f64; 6], Error> {
        let body = self.world.body(body)?;
        let (place, velocity) = (body.position()?, body.linear_velocity()?);
        let (angle, rate) = (body.rotation()?.angle(), body.angular_velocity()?);
        Ok([place.x, place.y, angle.into(), velocity.x.into(), velocity.y.into(), rate.into()])
    }
}

fn vector(v: [f64; 2]) -> Vec2 {
    Vec2::new(v[0] as f32, v[1] as f32)
}

impl Moving for Plane {
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
