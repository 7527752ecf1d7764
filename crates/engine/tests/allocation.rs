//! No allocation per step once a run is under way.
#![expect(unsafe_code, reason = "counting allocations needs an allocator of one's own; it only counts and passes on")]

#[path = "suite/support/mod.rs"]
mod support;

use mainspring_definition::SpaceKind;
use mainspring_joints::{Gear, Revolute};
use mainspring_model::*;
use mainspring_record::Memory;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use support::*;

struct Counting;

thread_local! {
    /// per thread, so that other tests do not disturb
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: every call is passed on unchanged to the system's allocator
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.with(|c| c.set(c.get() + 1));
        // SAFETY: as the caller promised
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: as the caller promised
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.with(|c| c.set(c.get() + 1));
        // SAFETY: as the caller promised
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Allocations in `steps` steps after a warm-up.
fn allocations(model: &Model, warm: usize, steps: usize) -> u64 {
    let mut engine = engine(model);
    let mut sink = Memory::default();
    for _ in 0..warm {
        engine.advance(&mut sink).expect("it goes on");
    }
    let (before, events) = (COUNT.with(Cell::get), sink.events.len());
    for _ in 0..steps {
        engine.advance(&mut sink).expect("it goes on");
    }
    let after = COUNT.with(Cell::get);
    assert_eq!(sink.events.get(events..), Some(&[][..]), "an event has words, which take memory");
    assert!(engine.time() < model.run.duration, "still under way");
    after - before
}

fn long(integrator: &str, mut model: Model) -> Model {
    // no frame falls into the steps counted
    model.run = RunSettings {
        duration: 1e4,
        every: 1e4,
        integrator: integrator.to_owned(),
        step: Some(1e-3),
        max_step: Some(0.01),
        ..RunSettings::default()
    };
    model
}

/// A parallelogram with a spare crank: a loop with a redundant row.
fn looped(space: SpaceKind) -> Model {
    let mut m = empty(space);
    m.gravity = [0.0, -9.81, 0.0];
    // hanging, so that it never comes to its dead point
    let lean = -1.0;
    let (s, c) = libm::sincos(lean);
    let place = |path: &str, x: f64, y: f64, turned: bool| {
        let angle = if turned { lean } else { 0.0 };
        match space {
            SpaceKind::Planar => plate(path, 1.0, 0.1, [x, y], angle),
            SpaceKind::Spatial => {
                solid(path, 1.0, [0.1; 3], [x, y, 0.0], quaternion_of(&about([0.0, 0.0, 1.0], angle)))
            }
        }
    };
    m.bodies.push(place("coupler", c + 1.0, s, false));
    for (i, x) in [0.0, 2.0, 1.0].into_iter().enumerate() {
        m.bodies.push(place(&format!("crank[{i}]"), x + 0.5 * c, 0.5 * s, true));
        m.joints.push(joint(
            &format!("foot[{i}]"),
            JointKind::Revolute(Revolute),
            ground([x, 0.0, 0.0]),
            on(i + 1, [-0.5, 0.0, 0.0]),
        ));
        m.joints.push(joint(
            &format!("head[{i}]"),
            JointKind::Revolute(Revolute),
            on(i + 1, [0.5, 0.0, 0.0]),
            on(0, [x - 1.0, 0.0, 0.0]),
        ));
    }
    m
}

const ALL: [&str; 7] = ["auto", "dop853", "dopri5", "merson", "radau", "rk4", "semi_implicit"];
/// those that take conservative mechanisms only as well
const CONSERVATIVE: [&str; 8] = ["auto", "dop853", "dopri5", "merson", "radau", "rk4", "semi_implicit", "symplectic"];

#[test]
fn the_counter_counts() {
    let before = COUNT.with(Cell::get);
    let boxed = std::hint::black_box(Box::new(1));
    assert_eq!(COUNT.with(Cell::get) - before, 1, "{boxed}");
}

#[test]
fn chains_step_without_allocating() {
    for space in [SpaceKind::Planar, SpaceKind::Spatial] {
        for integrator in CONSERVATIVE {
            assert_eq!(allocations(&long(integrator, chain(space, 8)), 20, 50), 0, "{space:?} {integrator}");
        }
    }
}

#[test]
fn loops_step_without_allocating() {
    for space in [SpaceKind::Planar, SpaceKind::Spatial] {
        for integrator in CONSERVATIVE {
            assert_eq!(allocations(&long(integrator, looped(space)), 20, 50), 0, "{space:?} {integrator}");
        }
    }
}

#[test]
fn loads_drives_and_guards_step_without_allocating() {
    for space in [SpaceKind::Planar, SpaceKind::Spatial] {
        let mut m = chain(space, 4);
        let torque = wave(&mut m, 1.0, 3.0);
        m.drives.push(drive("hinge[1]", 1, 0, DriveKind::Effort, torque));
        let motion = wave(&mut m, 0.0, 1.0);
        m.drives.push(drive("hinge[3]", 3, 0, DriveKind::Speed, motion));
        m.springs.push(spring(
            "s",
            SpringKind::Linear { a: ground([1.0, 0.0, 0.0]), b: on(2, [0.0; 3]) },
            5.0,
            0.1,
            1.0,
        ));
        m.joints[0].limits = Some([-100.0, 100.0]);
        let y = m.programs.probe(center(0, 0, 1));
        let high = m.programs.constant(1e6);
        let never = binary(&mut m, BinaryFn::Sub, y, high);
        flag(&mut m, "never", Trigger::When(never));
        for integrator in ALL {
            assert_eq!(allocations(&long(integrator, m.clone()), 20, 50), 0, "{space:?} {integrator}");
        }
    }
}

#[test]
fn friction_and_backlash_step_without_allocating() {
    for space in [SpaceKind::Planar, SpaceKind::Spatial] {
        let mut m = chain(space, 4);
        let law = FrictionLaw::Coulomb { arm: 0.01 };
        m.joints[0].friction = Some(Friction { kinetic: 0.1, resting: 0.1, law });
        m.joints[1].friction = Some(Friction { kinetic: 1e-4, resting: 1e-4, law: FrictionLaw::Constant });
        // stuck for good
        m.joints[3].friction = Some(Friction { kinetic: 1e6, resting: 1e6, law: FrictionLaw::Constant });
        let (first, second) = (Coordinate { joint: 0, index: 0 }, Coordinate { joint: 2, index: 0 });
        let mut mesh =
            joint("mesh", JointKind::Gear(Gear::between(first, second, 1.0)), on(0, [0.0; 3]), on(2, [0.0; 3]));
        mesh.backlash = Some(Backlash { width: 1e3, restitution: 0.0 });
        m.joints.push(mesh);
        for integrator in ALL {
            let mut m = long(integrator, m.clone());
            m.run.max_step = Some(1e-4);
            m.run.step = Some(1e-5);
            assert_eq!(allocations(&m, 20, 50), 0, "{space:?} {integrator}");
        }
    }
}

/// Parts that slide, rest and turn over cells of two groups, over windows, and over a window under another.
const TABLE: &str = "space planar
surface { static_friction = 0.4; dynamic_friction = 0.3; viscous = 50 N*s/m^3; law = LAW }
array pads = grid(60, 60, pitch = 1 cm) {
  force = (30 cm - y, x - 30 cm)*(60 N/m^3)
  groups = 2
  group = mod(i + j, 2)
  level = 1 + 0.1*sin(t*(3 rad/s)) - 0.2*group
  power = 2 mW
}
window left = rect((60, 0) cm, (90, 60) cm) { force = (8, 0) N/m^2; priority = 1 }
window above = rect((62, 10) cm, (70, 50) cm) { force = (0, 9) N/m^2 + (0, 1)*(x*(20 N/m^3)); priority = 2; power = 3 W/m^2 }
frame on { left, above }
script all { on for 100000 s }
primitive plate(outline: region) { shape = outline; area_density = 1 kg/m^2 }
part a = plate(rect(6 cm, 4 cm)) at (61, 30) cm turned 10 deg moving (20, 30) cm/s spinning 20 rad/s
part b = plate(polygon((0, 0), (5, 0), (2, 5)) cm) at (40, 40) cm moving (20, 0) cm/s spinning -20 rad/s
part c = plate(disc(2 cm)) at (30, 30) cm
run 1 s";

fn of_text(scene: &str) -> Model {
    let (definition, findings) = mainspring_language::load("scene", scene, &mut mainspring_language::NoImports);
    assert!(findings.is_empty(), "{findings:?}");
    mainspring_builder::build(&definition, &mainspring_builder::BuildOptions::default()).expect("it builds")
}

#[test]
fn parts_on_a_table_step_without_allocating() {
    for law in ["hybrid", "coulomb", "viscous"] {
        for integrator in ALL {
            let mut m = long(integrator, of_text(&TABLE.replace("LAW", law)));
            m.run.max_step = Some(1e-4);
            m.run.step = Some(1e-5);
            assert_eq!(allocations(&m, 40, 50), 0, "{law} {integrator}");
        }
    }
}

/// Parts over a belt and the ground, over an array under a window that moves, and over a field that jumps.
const MOVING: &str = "space planar
surface { static_friction = 0.4; dynamic_friction = 0.3; law = coulomb }
window belt = rect((-50, -50) cm, (0, 50) cm) { velocity = (3, 0) m/s }
array pads = grid(60, 60, pitch = 1 cm) at (2, 0) m { force = (3, 0) N/m^2 }
window sweeps = rect(4 cm, 1 m) at (2.3 m + 1 cm*sin(t*(1 rad/s)), 0.3 m) { force = (0, 9) N/m^2; priority = 2 }
window jumps = rect(1 m, 1 m) at (5, 0) m { force = (if x > 5 m then 9 N/m^2 else 5 N/m^2*abs(sin(x*(9 rad/m))), 0 N/m^2) }
primitive plate(outline: region) { shape = outline; area_density = 1 kg/m^2 }
part a = plate(rect(6 cm, 4 cm)) at (0, 0) cm turned 10 deg moving (20, 30) cm/s spinning 20 rad/s
part b = plate(disc(3 cm)) at (2.3, 0.3) m moving (20, 0) cm/s spinning -20 rad/s
part c = plate(rect(6 cm, 4 cm)) at (5, 0) m turned 20 deg moving (20, 0) cm/s
run 1 s";

#[test]
fn parts_over_what_moves_and_jumps_step_without_allocating() {
    for integrator in ["dop853", "merson", "radau", "rk4"] {
        let mut m = long(integrator, of_text(MOVING));
        m.run.max_step = Some(1e-5);
        m.run.step = Some(1e-6);
        assert_eq!(allocations(&m, 40, 50), 0, "{integrator}");
    }
}
