//! A mesh for drawing encloses what its solid does: volume by the divergence theorem, closed, turned outwards.

use mainspring_geometry::{Mesh, PlacedSolid, Region, Solid};
use std::collections::BTreeMap;

fn volume(mesh: &Mesh) -> f64 {
    let one = |t: &[u32; 3]| {
        let [a, b, c] = t.map(|i| mesh.vertices[i as usize]);
        a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])
    };
    mesh.triangles.iter().map(one).sum::<f64>() / 6.0
}

/// Every edge is run through once each way.
fn is_closed(mesh: &Mesh) -> bool {
    let mut count: BTreeMap<[u32; 2], i32> = BTreeMap::new();
    for t in &mesh.triangles {
        for (i, j) in [(0, 1), (1, 2), (2, 0)] {
            let (a, b) = (t[i], t[j]);
            *count.entry([a.min(b), a.max(b)]).or_default() += if a < b { 1 } else { -1 };
        }
    }
    count.values().all(|c| *c == 0)
}

fn solids() -> Vec<(&'static str, Solid)> {
    let plate = Region::rect(3.0, 2.0)
        .expect("sound sizes")
        .difference(&Region::rect(1.0, 1.0).expect("sound sizes"))
        .expect("sound sizes");
    let two = Region::rect_corners([0.0, 0.0], [1.0, 1.0]).expect("sound sizes");
    let two = two.union(&Region::rect_corners([2.0, 0.0], [3.0, 1.0]).expect("sound sizes")).expect("sound sizes");
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 3.0]];
    let turned = [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
    let piece = |x: f64, solid| PlacedSolid { position: [x, 0.0, 0.0], rotation: turned, solid };
    vec![
        ("box", Solid::block(1.0, 2.0, 3.0).expect("sound sizes")),
        ("sphere", Solid::sphere(1.0).expect("sound sizes")),
        ("ellipsoid", Solid::ellipsoid(0.5, 1.0, 2.0).expect("sound sizes")),
        ("cylinder", Solid::cylinder(1.0, 2.0).expect("sound sizes")),
        ("cone", Solid::cone(1.0, 2.0).expect("sound sizes")),
        ("capsule", Solid::capsule(0.5, 2.0).expect("sound sizes")),
        ("polyhedron", Solid::polyhedron(&corners).expect("sound sizes")),
        ("plate with a hole", Solid::extruded(plate, 0.5).expect("sound sizes")),
        ("two islands", Solid::extruded(two, 0.5).expect("sound sizes")),
        ("disc", Solid::extruded(Region::disc([0.3, 0.1], 1.0).expect("sound sizes"), 0.5).expect("sound sizes")),
        (
            "compound",
            Solid::compound(vec![
                piece(0.0, Solid::block(1.0, 2.0, 3.0).expect("sound sizes")),
                piece(9.0, Solid::cylinder(1.0, 1.0).expect("sound sizes")),
            ])
            .expect("sound sizes"),
        ),
    ]
}

#[test]
fn meshes_are_closed_and_hold_their_volume() {
    for (name, solid) in solids() {
        let mesh = solid.mesh(1e-3);
        let exact = solid.moments().volume;
        assert!(is_closed(&mesh), "{name}");
        assert!((volume(&mesh) / exact - 1.0).abs() < 5e-3, "{name}: {} of {exact}", volume(&mesh));
        let (low, high) = solid.bounds();
        for v in &mesh.vertices {
            assert!((0..3).all(|i| v[i] >= low[i] - 1e-9 && v[i] <= high[i] + 1e-9), "{name}: {v:?}");
        }
    }
}

#[test]
fn only_sharp_edges_are_edges() {
    let count = |name: &str| solids().iter().find(|s| s.0 == name).map_or(0, |s| s.1.mesh(1e-3).edges.len());
    assert_eq!((count("box"), count("sphere"), count("capsule"), count("polyhedron")), (12, 0, 0, 6));
    // the plate's two faces have 8 corners each, joined by 8 upright edges
    assert_eq!(count("plate with a hole"), 24);
    // two rims
    let rim = Solid::cylinder(1.0, 2.0).unwrap().mesh(1e-3);
    assert_eq!(rim.edges.len(), rim.vertices.iter().filter(|v| v[0] != 0.0 || v[1] != 0.0).count());
}
