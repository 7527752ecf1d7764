//! How deep solids press on each other, against an overlap measured apart from the springs: every pair of shapes, thrown at each
//! other, sliding over edges and tumbling.
//!
//! A part is drawn to the middle of one that stands by a spring with a damper, so that it comes to rest on it somewhere after it
//! has bounced, slid and rolled. Contacts themselves are without friction and damping: their forces are the stiffness times the
//! depths of their places. At every step the deepest place is as deep as the overlap, and a single one bears the force of that.

use crate::soft;
use crate::support;

use mainspring_definition::SpaceKind;
use mainspring_definition::Span;
use mainspring_dynamics::{PenaltyMark, assemble};
use mainspring_engine::{Engine, Options};
use mainspring_geometry::{Region, Solid};
use mainspring_model::*;
use mainspring_numerics::quaternion::to_matrix;
use mainspring_numerics::vec3::{norm, scale};
use mainspring_overlap::{Memory as Nearby, Place, Shape as Measured, depth};
use mainspring_record::Memory;
use mainspring_trust::{Against::OtherWay, case};
use soft::pair;
use std::sync::Arc;
use support::*;

/// N/m
const STIFFNESS: f64 = 2e5;

/// N/m
const PULL: f64 = 300.0;

/// Share that depths and forces may be off by.
const ALLOWED: f64 = 0.05;

/// Share that the measure may be too large by where round solids lie askew.
const ROUND_ASKEW: f64 = 1.0 / 9.0;

/// Share of steps in which a part may be about to slide over an end: the shortest way out is beside the contact then.
const OVER_AN_END: f64 = 0.05;

/// The same where a cone's rim has sunk in over an edge: the features that are found for it are about as deep as the overlap, not just so.
const RIM_OVER_AN_EDGE: f64 = 0.2;

/// Numbers that look random and are always the same.
struct Dice(u64);

impl Dice {
    fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + (high - low) * (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn direction(&mut self) -> V3 {
        loop {
            let v = [0; 3].map(|_| self.between(-1.0, 1.0));
            let long = norm(v);
            if (0.1..1.0).contains(&long) {
                return scale(v, 1.0 / long);
            }
        }
    }
}

/// Solids of some centimetres.
fn solids() -> Vec<(&'static str, Solid)> {
    let house = [[-0.03, -0.02], [0.03, -0.02], [0.03, 0.01], [0.0, 0.03], [-0.03, 0.01]];
    let gem = [
        [0.03, 0.0, -0.02],
        [0.0, 0.035, -0.02],
        [-0.03, 0.0, -0.02],
        [0.0, -0.04, -0.02],
        [0.02, 0.02, 0.02],
        [-0.02, 0.02, 0.02],
        [-0.02, -0.02, 0.02],
        [0.02, -0.02, 0.02],
        [0.0, 0.0, 0.05],
    ];
    vec![
        ("sphere", Solid::sphere(0.03).expect("a sphere")),
        ("block", Solid::block(0.06, 0.04, 0.05).expect("a block")),
        ("capsule", Solid::capsule(0.02, 0.05).expect("a capsule")),
        ("cylinder", Solid::cylinder(0.025, 0.05).expect("a cylinder")),
        ("cone", Solid::cone(0.03, 0.06).expect("a cone")),
        ("ellipsoid", Solid::ellipsoid(0.02, 0.03, 0.04).expect("an ellipsoid")),
        ("gem", Solid::polyhedron(&gem).expect("a gem")),
        ("house", Solid::extruded(Region::polygon(&house).expect("a house").0, 0.04).expect("a prism")),
    ]
}

/// A part of one shape thrown at one of another that stands.
fn thrown(moving: &Solid, standing: &Solid, dice: &mut Dice) -> Model {
    let mut m = empty(SpaceKind::Spatial);
    let (from, turned) = (dice.direction(), dice.direction());
    let mut part = solid("part", 0.5, [2e-4, 3e-4, 2.5e-4], scale(from, 0.11), quaternion_of(&about(turned, 1.7)));
    part.shape = Some(Shape::Solid(moving.clone()));
    part.velocity = scale(dice.direction(), 0.1);
    part.spin = scale(dice.direction(), 8.0);
    m.bodies.push(part);
    m.obstacles.push(Obstacle {
        path: "stone".to_owned(),
        span: Span::NOWHERE,
        shape: Shape::Solid(standing.clone()),
        pose: Pose::IDENTITY,
    });
    let pulls = SpringKind::Linear { a: ground([0.0; 3]), b: on(0, [0.0; 3]) };
    m.springs.push(spring("pull", pulls, PULL, 12.0, 0.0));
    m.contacts.pairs.push(pair(0, Touched::Obstacle(0), 0.0, 1.0));
    m.contacts.method = soft::soft(STIFFNESS);
    m.run = RunSettings { duration: 0.4, every: 0.4, rtol: 1e-7, atol: 1e-9, ..RunSettings::default() };
    m
}

/// What is seen of runs.
#[derive(Default)]
struct Seen {
    /// steps with contact
    steps: usize,
    /// of those: the overlap is deeper than its deepest spring, and a spring is deeper than the overlap, by more than is allowed
    deeper: usize,
    shallower: usize,
    /// the same for force over stiffness, where one place presses alone
    force: usize,
    worst: String,
}

/// `rough`: what the measure may be too large by.
fn look(model: Model, rough: f64, seen: &mut Seen, name: &str) {
    let shape = |s: &Shape| match s {
        Shape::Solid(s) => Measured::of_solid(s, [0.0; 3]),
        _ => panic!("solids"),
    };
    let (one, other) = (shape(model.bodies[0].shape.as_ref().expect("its shape")), shape(&model.obstacles[0].shape));
    let size = one.size().min(other.size());
    let mut engine =
        Engine::new(assemble(&Arc::new(model)).expect("it assembles"), Options::default()).expect("it starts");
    let (mut memory, mut nearby) = (Memory::default(), Nearby::default());
    let (mut marks, mut poses, mut rates): (Vec<PenaltyMark>, _, _) = (Vec::new(), Vec::new(), Vec::new());
    while engine.time() < 0.4 {
        engine.advance(&mut memory).unwrap_or_else(|e| panic!("{name}: {e}"));
        let (time, y) = (engine.time(), engine.state().to_vec());
        rates.resize(y.len(), 0.0);
        engine.system().derivative(time, &y, &mut rates);
        engine.system().penalty_contacts(&mut marks);
        engine.system().poses(&y, &mut poses);
        let here = Place { position: poses[0].position, rotation: to_matrix(poses[0].orientation) };
        let deep = depth(&one, &here, &other, &Place::REST, &mut nearby);
        let springs = marks.iter().map(|m| -m.gap).fold(0.0, f64::max);
        // what rounding and the location of events leave does not count
        if deep.max(springs) < 1e-6 * size {
            continue;
        }
        seen.steps += 1;
        let off = [deep / springs - 1.0, 1.0 - deep / springs];
        let force = if let [mark] = &marks[..] { norm(mark.force) / (STIFFNESS * deep) - 1.0 } else { 0.0 };
        let wrong = [off[0] > ALLOWED + rough, off[1] > ALLOWED, !(-ALLOWED - rough..=ALLOWED).contains(&force)];
        for (count, wrong) in [&mut seen.deeper, &mut seen.shallower, &mut seen.force].into_iter().zip(wrong) {
            *count += usize::from(wrong);
        }
        if wrong.contains(&true) {
            let list: Vec<_> = marks.iter().map(|m| (m.features, m.gap)).collect();
            seen.worst = format!("{name} at {time} s: {deep:e} deep, springs {list:?}");
        }
    }
}

#[test]
fn every_pair_of_solids_presses_as_deep_as_it_overlaps() {
    let solids = solids();
    let mut dice = Dice(20);
    let mut wrong = Vec::new();
    for (moving, a) in &solids {
        for (standing, b) in &solids {
            let mut seen = Seen::default();
            let round = |name: &str| ["cylinder", "cone", "ellipsoid"].contains(&name);
            let rough = if round(moving) || round(standing) { ROUND_ASKEW } else { 0.0 };
            for round in 0..2 {
                look(thrown(a, b, &mut dice), rough, &mut seen, &format!("{moving} on {standing}, {round}"));
            }
            let Seen { steps, deeper, shallower, force, worst } = &seen;
            let share = (deeper + shallower) as f64 / *steps as f64;
            let rim = *moving == "cone" && ["block", "gem"].contains(standing);
            let allowed = if rim { RIM_OVER_AN_EDGE } else { OVER_AN_END };
            if share > allowed || *steps < 10 {
                wrong.push(format!(
                    "{moving} on {standing}: {steps} steps, {deeper} deeper, {shallower} shallower, {force} of force: {worst}"
                ));
                continue;
            }
            let what = format!("{moving} on {standing}: share of steps with depth or force over stiffness off by 5 %");
            case!("soft contact of solids", what, OtherWay, "overlap measured apart from the springs")
                .answer(0.0, "1")
                .off(share, allowed);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
