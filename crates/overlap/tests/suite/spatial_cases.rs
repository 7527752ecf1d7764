//! Solids that lie, stand and fit together in known ways.

use crate::random::{Random, frame, then};
use mainspring_geometry::{PlacedSolid, Region, Solid};
use mainspring_overlap::{Memory, Place, Shape, depth, measurable};

/// `b` at `at` just touches `a`; moved along `push` it enters it.
fn touches(a: &Solid, b: &Solid, at: Place, push: [f64; 3]) {
    let mut random = Random::new(17);
    let (one, two) = (Shape::of_solid(a, [0.0; 3]), Shape::of_solid(b, [0.0; 3]));
    let size = one.size().min(two.size());
    for round in 0..12 {
        let common = if round == 0 { Place::REST } else { random.place() };
        let mut memory = Memory::default();
        let mut pushed = |by: f64| {
            let moved = Place { position: [0, 1, 2].map(|i| at.position[i] + by * push[i]), ..at };
            let there = then(&common, &moved);
            let kept = depth(&one, &common, &two, &there, &mut memory);
            let swapped = depth(&two, &there, &one, &common, &mut Memory::default());
            assert!(
                (kept - swapped).abs() <= 2e-12
                    || (kept <= 0.0 && swapped <= 0.0)
                    || (0.8..1.25).contains(&(kept / swapped)),
                "{kept} {swapped}"
            );
            kept.max(swapped)
        };
        for clear in [0.0, 1e-11, 1e-6] {
            let found = pushed(-clear * size);
            assert!(found <= 1e-12 * size, "{found} at a gap of {clear}, round {round}");
        }
        for deep in [1e-8, 1e-6, 1e-3] {
            let found = pushed(deep * size) / (deep * size);
            assert!((0.5..2.0).contains(&found), "{found} times {deep}, round {round}");
        }
    }
}

fn at(position: [f64; 3]) -> Place {
    Place { position, ..Place::REST }
}

/// At a place, the z axis along `z`.
fn along(position: [f64; 3], z: [f64; 3]) -> Place {
    let help = if z[0].abs() < 0.7 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
    let f = frame(z, help);
    Place { position, rotation: [0, 1, 2].map(|i| [f[i][1], f[i][2], f[i][0]]) }
}

const DOWN: [f64; 3] = [0.0, 0.0, -1.0];

fn table() -> Solid {
    Solid::block(4.0, 3.0, 1.0).unwrap()
}

#[test]
fn lying_and_standing_on_a_table() {
    touches(&table(), &Solid::block(0.5, 0.4, 0.3).unwrap(), at([0.2, 0.1, 0.65]), DOWN);
    touches(&table(), &table(), at([0.0, 0.0, 1.0]), DOWN);
    touches(&table(), &Solid::sphere(0.2).unwrap(), at([0.2, 0.1, 0.7]), DOWN);
    let cylinder = Solid::cylinder(0.2, 0.6).unwrap();
    touches(&table(), &cylinder, at([0.2, 0.1, 0.8]), DOWN);
    touches(&table(), &cylinder, along([0.2, 0.1, 0.7], [0.6, 0.8, 0.0]), DOWN);
    let tilted = 0.3 * 0.8 + 0.2 * 0.6;
    touches(&table(), &cylinder, along([0.2, 0.1, 0.5 + tilted], [0.6, 0.0, 0.8]), DOWN);
    let capsule = Solid::capsule(0.2, 0.6).unwrap();
    touches(&table(), &capsule, along([0.2, 0.1, 0.7], [0.6, 0.8, 0.0]), DOWN);
    // a cone on its side: 0.6 wide, 0.8 high, the slant has a height of 0.48 over the base's middle
    let cone = Solid::cone(0.6, 0.8).unwrap();
    touches(&table(), &cone, along([0.2, 0.1, 0.74], [0.8, 0.0, -0.6]), DOWN);
    touches(&table(), &cone, at([0.2, 0.1, 0.9]), DOWN);
    let prism = Solid::extruded(Region::capsule([-0.3, 0.0], [0.3, 0.0], 0.2).unwrap(), 0.5).unwrap();
    touches(&table(), &prism, at([0.2, 0.1, 0.75]), DOWN);
}

#[test]
fn round_on_round() {
    let cylinder = Solid::cylinder(0.4, 2.0).unwrap();
    let capsule = Solid::capsule(0.3, 1.0).unwrap();
    touches(&cylinder, &cylinder, at([0.8, 0.0, 0.3]), [-1.0, 0.0, 0.0]);
    touches(&cylinder, &cylinder, along([0.8, 0.0, 0.3], [0.0, 0.6, 0.8]), [-1.0, 0.0, 0.0]);
    touches(&cylinder, &cylinder, at([0.1, 0.0, 2.0]), DOWN);
    touches(&cylinder, &cylinder, at([0.0, 0.0, 2.0]), DOWN);
    touches(&cylinder, &capsule, along([0.7, 0.0, 0.3], [0.0, 0.6, 0.8]), [-1.0, 0.0, 0.0]);
    touches(&capsule, &capsule, along([0.6, 0.0, 0.1], [0.0, 0.6, 0.8]), [-1.0, 0.0, 0.0]);
    touches(&Solid::sphere(0.5).unwrap(), &capsule, at([0.0, 0.0, 1.3]), DOWN);
    touches(&Solid::sphere(0.5).unwrap(), &Solid::sphere(0.2).unwrap(), at([0.0, 0.0, 0.7]), DOWN);
}

#[test]
fn corners_of_three_walls() {
    let wall = |x: f64, y: f64, z: f64| PlacedSolid {
        position: [x, y, z],
        rotation: Place::REST.rotation,
        solid: Solid::block(2.0, 2.0, 2.0).unwrap(),
    };
    let corner = Solid::compound(vec![wall(-1.0, 1.0, 1.0), wall(1.0, -1.0, 1.0), wall(1.0, 1.0, -1.0)]).unwrap();
    touches(&corner, &Solid::sphere(0.3).unwrap(), at([0.3, 0.3, 0.3]), DOWN);
    touches(&corner, &Solid::block(0.3, 0.4, 0.5).unwrap(), at([0.15, 0.2, 0.25]), DOWN);
    touches(&corner, &Solid::cylinder(0.3, 0.5).unwrap(), at([0.3, 0.3, 0.25]), DOWN);
}

/// A ring of inner radius 0.5, outer radius 1, height 0.6.
fn ring() -> Solid {
    let outer = Region::disc([0.0; 2], 1.0).unwrap();
    let ring = outer.with_holes(&[Region::disc([0.0; 2], 0.5).unwrap()]).unwrap();
    Solid::extruded(ring, 0.6).unwrap()
}

#[test]
fn in_bores() {
    let side = [1.0, 0.0, 0.0];
    touches(&ring(), &Solid::cylinder(0.3, 2.0).unwrap(), at([0.2, 0.0, 0.1]), side);
    touches(&ring(), &Solid::sphere(0.3).unwrap(), at([0.2, 0.0, 0.1]), side);
    touches(&ring(), &Solid::capsule(0.2, 0.3).unwrap(), along([0.3, 0.0, 0.0], [0.0, 0.0, 1.0]), side);
    // tilted: the rim of the peg on the wall, lowest point (0.2 · 0.8 + 0.15 · 0.6) out
    let out = 0.2 * 0.8 + 0.15 * 0.6;
    touches(&ring(), &Solid::cylinder(0.2, 0.3).unwrap(), along([0.5 - out, 0.0, 0.0], [0.6, 0.0, 0.8]), side);
    // a long tilted peg leaning on a mouth of the bore, (0.5, 0, 0.3): its axis (0.6, 0, 0.8) is 0.2 away from it
    let lean = along([0.5 - 0.2 * 0.8, 0.0, 0.3 + 0.2 * 0.6], [0.6, 0.0, 0.8]);
    touches(&ring(), &Solid::cylinder(0.2, 3.0).unwrap(), lean, [0.8, 0.0, -0.6]);
    // on top, and flat block across the mouth
    touches(&ring(), &Solid::block(0.2, 3.0, 0.2).unwrap(), at([0.0, 0.0, 0.4]), DOWN);
    touches(&ring(), &Solid::sphere(0.8).unwrap(), at([0.0, 0.0, 0.3 + (0.64_f64 - 0.25).sqrt()]), DOWN);
    touches(&ring(), &Solid::sphere(0.3).unwrap(), at([1.3, 0.0, 0.1]), [-1.0, 0.0, 0.0]);
    touches(&ring(), &ring(), at([0.2, 0.3, 0.6]), DOWN);
    touches(&ring(), &ring(), along([2.0, 0.0, 0.0], [0.0, 0.0, -1.0]), [-1.0, 0.0, 0.0]);
}

#[test]
fn profiles() {
    let steps = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]];
    let profile = Solid::extruded(Region::polygon(&steps).unwrap().0, 1.0).unwrap();
    let block = Solid::block(0.5, 0.5, 0.5).unwrap();
    touches(&profile, &block, at([1.25, 1.25, 0.3]), [0.0, -1.0, 0.0]);
    // askew, an edge on the step
    let turned = along([1.5, 1.0 + 0.5 * 0.5_f64.sqrt(), 0.1], [0.0, 0.5_f64.sqrt(), 0.5_f64.sqrt()]);
    touches(&profile, &block, turned, [0.0, -1.0, 0.0]);
    touches(&profile, &Solid::sphere(0.3).unwrap(), at([1.3, 1.3, 0.1]), [0.0, -1.0, 0.0]);
    touches(&profile, &Solid::cylinder(0.3, 0.5).unwrap(), along([1.6, 1.3, 0.1], [0.6, 0.0, 0.8]), [0.0, -1.0, 0.0]);
    touches(
        &profile,
        &profile,
        Place { position: [3.0, 1.0, 0.0], rotation: [[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, -1.0]] },
        [-1.0, 0.0, 0.0],
    );
}

#[test]
fn deep_inside() {
    let deep = |a: &Solid, b: &Solid, place: Place| {
        let (one, two) = (Shape::of_solid(a, [0.0; 3]), Shape::of_solid(b, [0.0; 3]));
        depth(&one, &Place::REST, &two, &place, &mut Memory::default())
    };
    assert!((deep(&table(), &table(), Place::REST) - 1.0).abs() < 1e-12);
    let pin = Solid::cylinder(0.1, 5.0).unwrap();
    assert!(deep(&table(), &pin, along([0.0; 3], [1.0, 0.0, 0.0])) > 0.5);
    assert!(deep(&pin, &pin, along([0.0; 3], [1.0, 0.0, 0.0])) > 0.15);
    assert!(deep(&ring(), &pin, along([0.0; 3], [1.0, 0.0, 0.0])) > 0.05);
    assert!(deep(&ring(), &pin, along([0.0; 3], [0.0, 0.0, 1.0])) <= 0.0);
    assert!(deep(&ring(), &ring(), Place::REST) > 0.05);
    // a peg of the bore's own radius, straight and a little aside
    let peg = Solid::cylinder(0.5, 2.0).unwrap();
    assert!(deep(&ring(), &peg, at([0.0, 0.0, 0.1])) <= 1e-12);
    assert!((0.9e-6..1.1e-6).contains(&deep(&ring(), &peg, at([0.0, 1e-6, 0.1]))));
    let sphere = Solid::sphere(0.5).unwrap();
    assert!((deep(&sphere, &sphere, Place::REST) - 1.0).abs() < 0.12);
}

#[test]
fn half_spaces() {
    let ground = Shape::half_space([0.0, 0.0, 1.0], [0.0, 0.0, 3.0], false);
    let found = |solid: &Solid, place: &Place| {
        depth(&Shape::of_solid(solid, [0.0; 3]), place, &ground, &Place::REST, &mut Memory::default())
    };
    assert!((found(&Solid::sphere(0.5).unwrap(), &at([7.0, 8.0, 1.4])) - 0.1).abs() < 1e-15);
    assert!(found(&Solid::cylinder(0.5, 2.0).unwrap(), &along([7.0, 8.0, 1.5], [0.6, 0.8, 0.0])).abs() < 1e-15);
    assert!(found(&ring(), &at([0.0, 0.0, 1.3])).abs() < 1e-15);
    assert!(found(&ring(), &along([0.0, 0.0, 1.9], [1.0, 0.0, 0.0])) - 0.1 < 1e-15);
    let region = Shape::of_region(&Region::rect(1.0, 1.0).unwrap(), [0.0; 2]);
    assert!(measurable(&region, &ground) && !measurable(&ground, &ground));
    assert!(!measurable(&region, &Shape::of_solid(&ring(), [0.0; 3])));
}
