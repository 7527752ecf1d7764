//! Solids against closed forms, slices, tetrahedra, and the laws moments obey.

use mainspring_geometry::{PlacedSolid, Region, Solid, SolidError, SolidKind, SpaceMoments};
use mainspring_trust::{Against, case};
use proptest::prelude::*;
use std::f64::consts::PI;

const IDENTITY: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

fn assert_close(a: &SpaceMoments, b: &SpaceMoments, tolerance: f64) {
    let spread = (b.second[0][0] + b.second[1][1] + b.second[2][2]).abs() / b.volume.abs();
    let near = |x: f64, y: f64, scale: f64| assert!((x - y).abs() <= tolerance * scale, "{x} ≠ {y}\n{a:?}\n{b:?}");
    near(a.volume, b.volume, b.volume);
    for i in 0..3 {
        near(a.first[i], b.first[i], b.volume * spread.sqrt());
        (0..3).for_each(|j| near(a.second[i][j], b.second[i][j], b.volume * spread));
    }
}

/// Stacks discs of radius² `square(z)`, a quadratic at most: five Gauss points are exact.
fn stacked(from: f64, to: f64, square: impl Fn(f64) -> f64) -> SpaceMoments {
    let nodes = [
        (0.0, 0.568_888_888_888_888_9),
        (0.538_469_310_105_683_1, 0.478_628_670_499_366_47),
        (0.906_179_845_938_664, 0.236_926_885_056_189_08),
    ];
    let mut sum = SpaceMoments::default();
    for (node, weight) in
        nodes.into_iter().flat_map(|(x, w)| if x == 0.0 { vec![(x, w)] } else { vec![(x, w), (-x, w)] })
    {
        let z = 0.5 * (from + to) + 0.5 * (to - from) * node;
        let (w, r2) = (0.5 * (to - from) * weight, square(z));
        let (area, across) = (PI * r2, PI * r2 * r2 / 4.0);
        sum.volume += w * area;
        sum.first[2] += w * area * z;
        sum.second[0][0] += w * across;
        sum.second[1][1] += w * across;
        sum.second[2][2] += w * area * z * z;
    }
    sum
}

/// Exact for quadratics: the four-point rule on a tetrahedron.
fn tetrahedron(p: [[f64; 3]; 4]) -> SpaceMoments {
    let d = |i: usize| [0, 1, 2].map(|k| p[i][k] - p[0][k]);
    let (a, b, c) = (d(1), d(2), d(3));
    let volume =
        (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]))
            / 6.0;
    let (near, far) = ((5.0 + 3.0 * 5f64.sqrt()) / 20.0, (5.0 - 5f64.sqrt()) / 20.0);
    let mut sum = SpaceMoments { volume, ..Default::default() };
    for corner in 0..4 {
        let x = [0, 1, 2].map(|k| (0..4).map(|i| p[i][k] * if i == corner { near } else { far }).sum::<f64>());
        for i in 0..3 {
            sum.first[i] += volume / 4.0 * x[i];
            (0..3).for_each(|j| sum.second[i][j] += volume / 4.0 * x[i] * x[j]);
        }
    }
    sum
}

/// Rotation by `angle` about the axis (1, 2, 3)/√14.
fn rotation(angle: f64) -> [[f64; 3]; 3] {
    let (s, c) = libm::sincos(angle);
    let k = [1.0, 2.0, 3.0].map(|x| x / 14f64.sqrt());
    let skew = [[0.0, -k[2], k[1]], [k[2], 0.0, -k[0]], [-k[1], k[0], 0.0]];
    [0, 1, 2].map(|i| [0, 1, 2].map(|j| IDENTITY[i][j] * c + s * skew[i][j] + (1.0 - c) * k[i] * k[j]))
}

#[test]
fn round_solids_agree_with_stacked_discs() {
    let (r, h) = (0.7, 2.3);
    assert_close(&Solid::cylinder(r, h).unwrap().moments(), &stacked(-h / 2.0, h / 2.0, |_| r * r), 1e-14);
    assert_close(&Solid::sphere(r).unwrap().moments(), &stacked(-r, r, |z| r * r - z * z), 1e-14);
    let cone = |z: f64| (r * (0.5 - z / h)) * (r * (0.5 - z / h));
    assert_close(&Solid::cone(r, h).unwrap().moments(), &stacked(-h / 2.0, h / 2.0, cone), 1e-14);
    // a ball drawn out in x and y: xx and yy with the squares of the semi-axes, volume and zz with their product
    let [a, b, c] = [0.3, 0.7, 1.1];
    let ball = stacked(-c, c, |z| (1.0 - z * z / (c * c)) * a * b);
    let egg = Solid::ellipsoid(a, b, c).unwrap().moments();
    assert!(
        (egg.volume / ball.volume - 1.0).abs() < 1e-14 && (egg.second[2][2] / ball.second[2][2] - 1.0).abs() < 1e-14
    );
    assert!((egg.second[0][0] / (ball.second[0][0] * a / b) - 1.0).abs() < 1e-14);
    assert!((egg.second[1][1] / (ball.second[1][1] * b / a) - 1.0).abs() < 1e-14);
    case!("ellipsoid", "inertia about its first axis, relative", Against::ClosedForm, "4/3 π a b c ρ (b² + c²)/5")
        .off(egg.inertia()[0][0] / (4.0 / 3.0 * PI * a * b * c * (b * b + c * c) / 5.0) - 1.0, 1e-15);
    let end = |z: f64| r * r - (z.abs() - h / 2.0) * (z.abs() - h / 2.0);
    let capsule = stacked(-h / 2.0, h / 2.0, |_| r * r).plus(&stacked(h / 2.0, h / 2.0 + r, end)).plus(&stacked(
        -h / 2.0 - r,
        -h / 2.0,
        end,
    ));
    assert_close(&Solid::capsule(r, h).unwrap().moments(), &capsule, 1e-14);
    // textbook: m (3 r² + h²)/12 across, m r²/2 along
    let inertia = Solid::cylinder(r, h).unwrap().moments().inertia();
    let m = PI * r * r * h;
    case!("cylinder", "inertia across its axis, relative", Against::ClosedForm, "m (3 r² + h²)/12")
        .off(inertia[0][0] / (m * (3.0 * r * r + h * h) / 12.0) - 1.0, 1e-15);
    assert!((inertia[2][2] / (m * r * r / 2.0) - 1.0).abs() < 1e-15);
    let cone = Solid::cone(r, h).unwrap().moments();
    assert!((cone.center()[2] + h / 4.0).abs() < 1e-15);
    let m = cone.volume;
    let across = cone.about_center().inertia()[0][0];
    case!("cone", "inertia across its axis, relative", Against::ClosedForm, "m (3/20 r² + 3/80 h²) about its centre")
        .off(across / (m * (3.0 / 20.0 * r * r + 3.0 / 80.0 * h * h)) - 1.0, 1e-14);
}

#[test]
fn a_box_is_the_hull_of_its_corners_and_an_extruded_rectangle() {
    let block = Solid::block(1.0, 2.0, 3.0).unwrap();
    let corners: Vec<[f64; 3]> = (0..8)
        .map(|i| [0, 1, 2].map(|k| (k as f64 + 1.0) * (f64::from((i >> k) & 1) - 0.5)))
        .chain([[0.1, 0.2, 0.3], [0.5, 0.0, 0.0], [0.5, 1.0, 0.25]]) // inside, on a face, on an edge
        .collect();
    let hull = Solid::polyhedron(&corners).unwrap();
    let SolidKind::Polyhedron { vertices, triangles } = hull.kind() else { panic!() };
    assert_eq!((vertices.len(), triangles.len()), (8, 12));
    assert_close(&hull.moments(), &block.moments(), 1e-15);
    let extruded = Solid::extruded(Region::rect(1.0, 2.0).unwrap(), 3.0).unwrap();
    assert_close(&extruded.moments(), &block.moments(), 1e-15);
    assert_eq!(hull.bounds(), block.bounds());
    assert_eq!(extruded.bounds(), ([-0.5, -1.0, -1.5], [0.5, 1.0, 1.5]));
    // corners that come late in the order of an edge or a face
    let late: Vec<[f64; 3]> = corners[8..].iter().chain(&corners[..8]).copied().collect();
    assert_close(&Solid::polyhedron(&late).unwrap().moments(), &block.moments(), 1e-15);
}

#[test]
fn a_grid_of_points_has_the_hull_of_its_box() {
    // every face and edge full of points in one plane or line
    let points: Vec<[f64; 3]> =
        (0..125).map(|i| [f64::from(i % 5), f64::from(i / 5 % 5), f64::from(i / 25)].map(|x| 0.1 * x)).collect();
    let hull = Solid::polyhedron(&points).unwrap();
    assert!((hull.moments().volume - 0.064).abs() < 1e-15);
    assert_eq!(hull.bounds(), ([0.0; 3], [0.4; 3]));
}

#[test]
fn wrong_solids_say_what_is_wrong() {
    for bad in [f64::NAN, f64::INFINITY, 0.0, -1.0, 1e300, 1e-300] {
        assert!(Solid::block(1.0, bad, 1.0).is_err() && Solid::sphere(bad).is_err());
        assert!(Solid::cylinder(bad, 1.0).is_err() && Solid::cylinder(1.0, bad).is_err());
        assert!(Solid::capsule(bad, 1.0).is_err() && Solid::capsule(1.0, bad).is_err());
        assert!(Solid::ellipsoid(bad, 1.0, 1.0).is_err() && Solid::ellipsoid(1.0, 1.0, bad).is_err());
        assert!(Solid::cone(bad, 1.0).is_err() && Solid::cone(1.0, bad).is_err());
        assert!(Solid::extruded(Region::rect(1.0, 1.0).unwrap(), bad).is_err());
    }
    assert_eq!(Solid::sphere(-1.0).unwrap_err().to_string(), "the radius must be a positive number, found -1");
    let flat = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0], [3.0, 2.0, 0.0]];
    assert_eq!(Solid::polyhedron(&flat), Err(SolidError::Flat { corners: 5 }));
    assert_eq!(Solid::polyhedron(&[]), Err(SolidError::Flat { corners: 0 }));
    assert_eq!(Solid::polyhedron(&[[1.0; 3]; 6]), Err(SolidError::Flat { corners: 6 }));
    assert_eq!(Solid::polyhedron(&flat[..3]), Err(SolidError::Flat { corners: 3 }));
    let line: Vec<[f64; 3]> = (0..9).map(|i| [f64::from(i), f64::from(2 * i), 0.1 * f64::from(i)]).collect();
    assert_eq!(Solid::polyhedron(&line), Err(SolidError::Flat { corners: 9 }));
    assert_eq!(Solid::polyhedron(&[[0.0; 3], [f64::NAN, 0.0, 0.0]]), Err(SolidError::Coordinate { point: 1 }));
    assert_eq!(Solid::polyhedron(&vec![[0.0; 3]; 10_001]), Err(SolidError::TooManyCorners { corners: 10_001 }));
    assert_eq!(Solid::compound(vec![]), Err(SolidError::Empty));
    let piece = |position, rotation| PlacedSolid { position, rotation, solid: Solid::sphere(1.0).unwrap() };
    let mut mirror = IDENTITY;
    mirror[2][2] = -1.0;
    assert_eq!(
        Solid::compound(vec![piece([0.0; 3], IDENTITY), piece([0.0; 3], mirror)]),
        Err(SolidError::Rotation { piece: 1 })
    );
    assert_eq!(Solid::compound(vec![piece([f64::NAN; 3], IDENTITY)]), Err(SolidError::Coordinate { point: 0 }));
    assert_eq!(Solid::compound(vec![piece([0.0; 3], [[f64::NAN; 3]; 3])]), Err(SolidError::Rotation { piece: 0 }));
}

proptest! {
    #[test]
    fn hulls_agree_with_tetrahedra(points in prop::collection::vec([-1.0..1.0f64, -2.0..2.0, -0.5..0.5], 4..60), inside in [-0.2..0.2f64, -0.2..0.2, -0.2..0.2]) {
        let solid = match Solid::polyhedron(&points) { Ok(s) => s, Err(_) => return Ok(()) };
        let SolidKind::Polyhedron { vertices, triangles } = solid.kind() else { panic!() };
        // a closed triangulated sphere: each edge once each way, F = 2 V − 4
        prop_assert_eq!(triangles.len(), 2 * vertices.len() - 4);
        let mut edges: Vec<[usize; 2]> = triangles.iter().flat_map(|t| [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]]).collect();
        edges.sort_unstable();
        edges.windows(2).for_each(|w| assert_ne!(w[0], w[1]));
        edges.iter().for_each(|e| assert!(edges.binary_search(&[e[1], e[0]]).is_ok()));
        // nothing outside
        for point in &points {
            for t in triangles {
                let v = tetrahedron([*point, vertices[t[0]], vertices[t[1]], vertices[t[2]]]).volume;
                prop_assert!(v > -1e-14, "{v}");
            }
        }
        // fans from any point add up, even from outside
        let mut want = SpaceMoments::default();
        for t in triangles {
            want = want.plus(&tetrahedron([inside, vertices[t[0]], vertices[t[1]], vertices[t[2]]]));
        }
        prop_assume!(want.volume > 1e-3);
        assert_close(&solid.moments(), &want, 1e-12);
    }

    #[test]
    fn compounds_obey_the_parallel_axis_and_rotation_laws(angle in -4.0..4.0f64, p in [-2.0..2.0f64, -2.0..2.0, -2.0..2.0], q in [-2.0..2.0f64, -2.0..2.0, -2.0..2.0]) {
        let (a, b) = (Solid::cone(0.4, 1.1).unwrap(), Solid::block(0.3, 0.5, 0.9).unwrap());
        let r = rotation(angle);
        let both = Solid::compound(vec![
            PlacedSolid { position: p, rotation: r, solid: a.clone() },
            PlacedSolid { position: q, rotation: IDENTITY, solid: b.clone() },
        ]).unwrap();
        let want = a.moments().turned(&r).moved(p).plus(&b.moments().moved(q));
        assert_close(&both.moments(), &want, 1e-14);
        let (center, central) = both.central_moments();
        assert_close(&central.moved(center), &want, 1e-14);
        assert_close(&central, &want.about_center(), 1e-13);
        // a compound in a compound, turned as a whole; the trace of the inertia about the centre stays
        let whole = Solid::compound(vec![PlacedSolid { position: q, rotation: r, solid: both.clone() }]).unwrap();
        assert_close(&whole.moments(), &want.turned(&r).moved(q), 1e-14);
        let trace = |m: &SpaceMoments| (0..3).map(|i| m.inertia()[i][i]).sum::<f64>();
        prop_assert!((trace(&whole.central_moments().1) / trace(&central) - 1.0).abs() < 1e-13);
        // the box touches what it holds
        let (low, high) = whole.bounds();
        for i in 0..3 {
            prop_assert!(low[i] < whole.moments().center()[i] && whole.moments().center()[i] < high[i]);
        }
        prop_assert!((whole.extent([1.0, 0.0, 0.0]) - high[0]).abs() < 1e-15);
    }
}
