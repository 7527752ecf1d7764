//! Surfaces in space: distances against an iteration on furthest points and closed forms, contacts of bodies at rest.

use crate::motions;

use mainspring_geometry::touch::spatial::{SolidSurface, distance, margin, near, stands, touching};
use mainspring_geometry::touch::{FeatureKind, FeaturePair, Motion, meet};
use mainspring_geometry::{PlacedSolid, Region, Segment, Solid, SolidKind};
use mainspring_trust::{Against, case};
use motions::{cross, dot, plus, rotation, unit, vector};
use proptest::prelude::*;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

fn at(position: [f64; 3], turn: [f64; 3]) -> Motion {
    Motion { position, rotation: rotation(turn), ..Motion::REST }
}

fn shell(solid: &Solid) -> SolidSurface {
    SolidSurface::of_solid(solid, [0.0; 3]).expect("sound by construction")
}

fn set(a: &SolidSurface, ma: &Motion, b: &SolidSurface, mb: &Motion, slack: f64) -> Vec<FeaturePair> {
    let mut out = Vec::new();
    touching(a, ma, b, mb, slack, &[], &mut out);
    assert!(out.windows(2).all(|w| w[0] < w[1]), "sorted, each once");
    out
}

fn points(a: &SolidSurface, ma: &Motion, b: &SolidSurface, mb: &Motion, pairs: &[FeaturePair]) -> Vec<[f64; 3]> {
    let of = |p: &FeaturePair| {
        let (f, g) = (&a.features()[p.a as usize], &b.features()[p.b as usize]);
        meet(&f.primitive, ma, &g.primitive, mb).expect("sound by construction").point
    };
    pairs.iter().map(of).collect()
}

fn kinds(a: &SolidSurface, b: &SolidSurface, pairs: &[FeaturePair]) -> Vec<(FeatureKind, FeatureKind)> {
    pairs.iter().map(|p| (a.features()[p.a as usize].kind, b.features()[p.b as usize].kind)).collect()
}

/// A point of a convex solid furthest along a direction.
fn furthest(solid: &Solid, d: [f64; 3]) -> [f64; 3] {
    let side = |x: f64, half: f64| if x < 0.0 { -half } else { half };
    let round = |r: f64| {
        let across = libm::hypot(d[0], d[1]);
        if across > 0.0 { [r * d[0] / across, r * d[1] / across] } else { [r, 0.0] }
    };
    match solid.kind() {
        SolidKind::Block { size } => [0, 1, 2].map(|i| side(d[i], size[i] / 2.0)),
        SolidKind::Sphere { radius } => unit(d).map(|x| x * radius),
        SolidKind::Capsule { radius, height } => plus([0.0, 0.0, side(d[2], height / 2.0)], *radius, unit(d)),
        SolidKind::Cylinder { radius, height } => [round(*radius)[0], round(*radius)[1], side(d[2], height / 2.0)],
        SolidKind::Ellipsoid { half } => {
            let w = [0, 1, 2].map(|i| half[i] * d[i]);
            [0, 1, 2].map(|i| half[i] * w[i] / dot(w, w).sqrt())
        }
        SolidKind::Cone { radius, height } => {
            let (apex, base) = ([0.0, 0.0, height / 2.0], [round(*radius)[0], round(*radius)[1], -height / 2.0]);
            if dot(apex, d) > dot(base, d) { apex } else { base }
        }
        SolidKind::Polyhedron { vertices, .. } => {
            *vertices.iter().max_by(|p, q| dot(**p, d).total_cmp(&dot(**q, d))).expect("sound by construction")
        }
        SolidKind::Extruded { region, height } => {
            let best = region.loops()[0]
                .iter()
                .map(|s| match *s {
                    // the round ends of a bar: the whole circle belongs to it
                    Segment::Arc { from, center, .. } => {
                        let [x, y] = round(libm::hypot(from[0] - center[0], from[1] - center[1]));
                        [center[0] + x, center[1] + y]
                    }
                    Segment::Line { from, .. } => from,
                })
                .max_by(|p, q| (p[0] * d[0] + p[1] * d[1]).total_cmp(&(q[0] * d[0] + q[1] * d[1])))
                .expect("sound by construction");
            [best[0], best[1], side(d[2], height / 2.0)]
        }
        _ => unreachable!("only convex kinds are drawn"),
    }
}

/// The point nearest to the origin of the hull of at most four points, and the points that carry it.
fn nearest_of(points: &[[f64; 3]]) -> ([f64; 3], Vec<[f64; 3]>) {
    let mut best = (points[0], vec![points[0]]);
    let mut least = f64::INFINITY;
    for chosen in 1u32..1 << points.len() {
        let p: Vec<[f64; 3]> = (0..points.len()).filter(|i| chosen >> i & 1 == 1).map(|i| points[i]).collect();
        // min |p0 + Σ x_k (p_k − p0)|²: normal equations, by elimination
        let e: Vec<[f64; 3]> = p[1..].iter().map(|q| plus(*q, -1.0, p[0])).collect();
        let n = e.len();
        let mut rows: Vec<Vec<f64>> =
            (0..n).map(|i| (0..n).map(|j| dot(e[i], e[j])).chain([-dot(e[i], p[0])]).collect()).collect();
        let mut sound = true;
        for k in 0..n {
            let top =
                (k..n).max_by(|&i, &j| rows[i][k].abs().total_cmp(&rows[j][k].abs())).expect("sound by construction");
            rows.swap(k, top);
            sound &= rows[k][k].abs() > 1e-26;
            for i in (0..n).filter(|&i| i != k) {
                let factor = rows[i][k] / rows[k][k];
                (0..=n).for_each(|j| rows[i][j] -= factor * rows[k][j]);
            }
        }
        let x: Vec<f64> = (0..n).map(|k| rows[k][n] / rows[k][k]).collect();
        if sound && x.iter().all(|w| *w >= 0.0) && x.iter().sum::<f64>() <= 1.0 {
            let v = (0..n).fold(p[0], |v, k| plus(v, x[k], e[k]));
            if dot(v, v) < least {
                least = dot(v, v);
                best = (v, p);
            }
        }
    }
    best
}

/// Two bounds of the distance of convex solids by the method of Gilbert, Johnson and Keerthi (1988), which knows only
/// furthest points: the nearest point found of the differences, and the slab it proves. Negative: they overlap.
fn bracket(a: &Solid, ma: &Motion, b: &Solid, mb: &Motion) -> (f64, f64) {
    let far = |s: &Solid, m: &Motion, n: [f64; 3]| {
        let r = m.rotation;
        m.point(furthest(s, [0, 1, 2].map(|j| r[0][j] * n[0] + r[1][j] * n[1] + r[2][j] * n[2])))
    };
    let start = [1.0, 0.0, 0.0];
    let mut carried = vec![plus(far(a, ma, start), -1.0, far(b, mb, start.map(|x| -x)))];
    let mut low = f64::NEG_INFINITY;
    let mut high = f64::INFINITY;
    for _ in 0..600 {
        let (v, kept) = nearest_of(&carried);
        let size = dot(v, v).sqrt();
        high = high.min(size);
        if size < 1e-9 || kept.len() == 4 {
            return (f64::NEG_INFINITY, high.min(0.0));
        }
        let p = plus(far(a, ma, v.map(|x| -x)), -1.0, far(b, mb, v));
        low = low.max(dot(v, p) / size);
        if high - low < 1e-12 {
            break;
        }
        carried = kept;
        carried.push(p);
    }
    (low, high)
}

prop_compose! {
    fn pose()(position in vector(), turn in vector()) -> Motion {
        at(position.map(|x| 1.6 * x), turn.map(|x| 3.0 * x))
    }
}

fn length() -> impl Strategy<Value = f64> {
    0.2..1.2f64
}

fn convex() -> impl Strategy<Value = Solid> {
    prop_oneof![
        (length(), length(), length()).prop_map(|(x, y, z)| Solid::block(x, y, z).expect("sound by construction")),
        length().prop_map(|r| Solid::sphere(0.6 * r).expect("sound by construction")),
        (length(), length()).prop_map(|(r, h)| Solid::capsule(0.5 * r, h).expect("sound by construction")),
        (length(), length()).prop_map(|(r, h)| Solid::cylinder(0.5 * r, h).expect("sound by construction")),
        prop::collection::vec(vector(), 6..14).prop_filter_map("has volume", |points| Solid::polyhedron(&points).ok()),
        (length(), length(), 0.1..0.6f64).prop_map(|(l, h, r)| {
            Solid::extruded(Region::capsule([-l / 2.0, 0.0], [l / 2.0, 0.0], r).expect("sound by construction"), h)
                .expect("sound by construction")
        }),
    ]
}

/// Cones and ellipsoids.
fn smooth() -> impl Strategy<Value = Solid> {
    prop_oneof![
        (length(), length()).prop_map(|(r, h)| Solid::cone(0.6 * r, h).expect("sound by construction")),
        (length(), length(), length())
            .prop_map(|(x, y, z)| Solid::ellipsoid(0.6 * x, 0.6 * y, 0.6 * z).expect("sound by construction")),
    ]
}

/// An angle of two arms, not convex.
fn angle_section() -> Region {
    Region::polygon(&[[0.0, 0.0], [1.0, 0.0], [1.0, 0.3], [0.3, 0.3], [0.3, 1.0], [0.0, 1.0]])
        .expect("sound by construction")
        .0
}

/// A square plate with a round hole.
fn plate_with_hole(half: f64, radius: f64, height: f64) -> Solid {
    let plate = Region::rect(2.0 * half, 2.0 * half).expect("sound by construction");
    let plate = plate
        .difference(&Region::disc([0.0; 2], radius).expect("sound by construction"))
        .expect("sound by construction");
    Solid::extruded(plate, height).expect("sound by construction")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    /// Convex solids of all kinds: between the bounds of a method that knows nothing of features.
    #[test]
    fn convex_distance_agrees_with_gilbert_johnson_keerthi(a in convex(), b in convex(), ma in pose(), mb in pose()) {
        let found = distance(&shell(&a), &ma, &shell(&b), &mb);
        let (low, high) = bracket(&a, &ma, &b, &mb);
        if low > 1e-9 {
            prop_assert!(low - 1e-10 <= found && found <= high + 1e-10, "{} not in {}, {}", found, low, high);
            prop_assert!(high - low < 1e-5, "the oracle does not settle: {} {}", low, high);
        } else if high <= 0.0 {
            prop_assert!(found <= 1e-8, "{} but they overlap", found);
        }
        let back = distance(&shell(&b), &mb, &shell(&a), &ma);
        prop_assert!((found - back).abs() <= 1e-10 || (found < 0.0 && back < 0.0), "{} {}", found, back);
    }

    /// Cones and ellipsoids with all kinds: between the bounds of a method that knows nothing of features.
    #[test]
    fn smooth_distance_agrees_with_gilbert_johnson_keerthi(a in smooth(), b in prop_oneof![smooth(), convex()], ma in pose(), mb in pose()) {
        let found = distance(&shell(&a), &ma, &shell(&b), &mb);
        let (low, high) = bracket(&a, &ma, &b, &mb);
        if low > 1e-9 {
            prop_assert!(low - 1e-10 <= found && found <= high + 1e-10, "{} not in {}, {}", found, low, high);
            prop_assert!(high - low < 1e-5, "the oracle does not settle: {} {}", low, high);
        } else if high <= 0.0 {
            prop_assert!(found <= 1e-8, "{} but they overlap", found);
        }
        let back = distance(&shell(&b), &mb, &shell(&a), &ma);
        prop_assert!((found - back).abs() <= 1e-10 || (found < 0.0 && back < 0.0), "{} {}", found, back);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Moved along the line of centres until the distance is nothing, the two touch somewhere, and the pairs were near.
    #[test]
    fn where_the_distance_ends_something_stands(a in convex(), b in convex(), ma in pose(), mb in pose(), hollow in any::<bool>()) {
        let a = if hollow { Solid::extruded(angle_section(), 0.8).expect("sound by construction") } else { a };
        let (a, b) = (shell(&a), shell(&b));
        let away = plus(mb.position, -1.0, ma.position);
        prop_assume!(dot(away, away) > 0.01);
        let moved = |t: f64| Motion { position: plus(ma.position, t, unit(away)), ..mb };
        let (mut low, mut high) = (0.0, 6.0);
        prop_assume!(distance(&a, &ma, &b, &moved(low)) < 0.0);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            *(if distance(&a, &ma, &b, &moved(middle)) < 0.0 { &mut low } else { &mut high }) = middle;
        }
        let here = moved(high);
        let pairs = set(&a, &ma, &b, &here, 1e-9);
        prop_assert!(!pairs.is_empty(), "nothing stands at distance {}", distance(&a, &ma, &b, &here));
        for pair in &pairs {
            prop_assert!(stands(&a, &ma, &b, &here, *pair, 1e-9) && margin(&a, &ma, &b, &here, *pair) >= -1e-9);
        }
        // from a little further away the same pairs are within reach
        let mut around = Vec::new();
        near(&a, &ma, &b, &moved(high + 0.05), 0.05 + 2e-9, &mut around);
        prop_assert!(pairs.iter().all(|p| around.contains(p)));
    }

    /// With a cone or an ellipsoid, too, moved along the line of centres until the distance is nothing, the two touch somewhere, and the pairs were near.
    #[test]
    fn where_the_distance_of_a_smooth_one_ends_something_stands(a in prop_oneof![smooth(), convex()], b in smooth(), ma in pose(), mb in pose(), hollow in any::<bool>()) {
        let a = if hollow { Solid::extruded(angle_section(), 0.8).expect("sound by construction") } else { a };
        let (a, b) = (shell(&a), shell(&b));
        let away = plus(mb.position, -1.0, ma.position);
        prop_assume!(dot(away, away) > 0.01);
        let moved = |t: f64| Motion { position: plus(ma.position, t, unit(away)), ..mb };
        let (mut low, mut high) = (0.0, 6.0);
        prop_assume!(distance(&a, &ma, &b, &moved(low)) < 0.0);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            *(if distance(&a, &ma, &b, &moved(middle)) < 0.0 { &mut low } else { &mut high }) = middle;
        }
        let here = moved(high);
        let pairs = set(&a, &ma, &b, &here, 1e-9);
        prop_assert!(!pairs.is_empty(), "nothing stands at distance {}", distance(&a, &ma, &b, &here));
        for pair in &pairs {
            prop_assert!(stands(&a, &ma, &b, &here, *pair, 1e-9) && margin(&a, &ma, &b, &here, *pair) >= -1e-9);
        }
        // from a little further away the same pairs are within reach
        let mut around = Vec::new();
        near(&a, &ma, &b, &moved(high + 0.05), 0.05 + 2e-9, &mut around);
        prop_assert!(pairs.iter().all(|p| around.contains(p)));
    }

    /// A bent prism is the union of two boxes: so is its distance.
    #[test]
    fn an_angle_is_two_boxes(b in prop_oneof![convex(), smooth()], ma in pose(), mb in pose()) {
        let bent = SolidSurface::of_solid(&Solid::extruded(angle_section(), 0.8).expect("sound by construction"), [0.0; 3]).expect("sound by construction");
        let box_of = |x: [f64; 2], y: [f64; 2]| {
            let solid = Solid::block(x[1] - x[0], y[1] - y[0], 0.8).expect("sound by construction");
            SolidSurface::of_solid(&solid, [-(x[0] + x[1]) / 2.0, -(y[0] + y[1]) / 2.0, 0.0]).expect("sound by construction")
        };
        let arms = [box_of([0.0, 1.0], [0.0, 0.3]), box_of([0.0, 0.3], [0.0, 1.0])];
        let b = shell(&b);
        let parts = arms.map(|arm| distance(&arm, &ma, &b, &mb)).into_iter().fold(f64::INFINITY, f64::min);
        let found = distance(&bent, &ma, &b, &mb);
        if parts > 0.0 {
            prop_assert!((found - parts).abs() <= 1e-10, "{} {}", found, parts);
        } else {
            prop_assert!(found <= 1e-12, "{} {}", found, parts);
        }
    }

    /// A half-space is as far away as the body's lowest place.
    #[test]
    fn half_space(b in prop_oneof![convex(), smooth()], mb in pose(), normal in vector(), point in vector()) {
        prop_assume!(dot(normal, normal) > 0.01);
        let n = unit(normal);
        let r = mb.rotation;
        let down = [0, 1, 2].map(|j| -(r[0][j] * n[0] + r[1][j] * n[1] + r[2][j] * n[2]));
        let lowest = dot(n, plus(mb.position, -1.0, point)) - b.extent(down);
        let found = distance(&SolidSurface::half_space(point, normal), &Motion::REST, &shell(&b), &mb);
        if lowest > 0.0 {
            prop_assert!((found - lowest).abs() <= 1e-12, "{} {}", found, lowest);
        } else {
            prop_assert!(found <= 0.0);
        }
    }

    /// The box around a turned body holds it tightly.
    #[test]
    fn bounds(a in convex(), m in pose()) {
        let s = shell(&a);
        let (low, high) = s.bounds_at(&m);
        for i in 0..3 {
            for (sign, level) in [(1.0, high[i]), (-1.0, -low[i])] {
                let mut n = [0.0; 3];
                n[i] = sign;
                let wall = SolidSurface::half_space(n.map(|x| x * level), n.map(|x| -x));
                prop_assert!(distance(&wall, &Motion::REST, &s, &m).abs() <= 1e-12);
            }
        }
    }
}

#[test]
fn box_flat_on_a_box() {
    let (lower, upper) = (shell(&Solid::block(2.0, 2.0, 1.0).unwrap()), shell(&Solid::block(1.0, 1.0, 1.0).unwrap()));
    let on = at([0.1, 0.2, 1.0], [0.0; 3]);
    let pairs = set(&lower, &Motion::REST, &upper, &on, 1e-10);
    assert_eq!(kinds(&lower, &upper, &pairs), vec![(FeatureKind::Face, FeatureKind::Corner); 4]);
    case!("box on a box", "contacts, less four", Against::ClosedForm, "the corners of the common square")
        .off(pairs.len() as f64 - 4.0, 0.0);
    // flush: the same four places, from one side only
    let twin = shell(&Solid::block(1.0, 1.0, 1.0).unwrap());
    assert_eq!(set(&twin, &Motion::REST, &upper, &at([0.0, 0.0, 1.0], [0.0; 3]), 1e-10).len(), 4);
}

#[test]
fn box_turned_on_an_equal_box_touches_in_an_octagon() {
    let cube = shell(&Solid::block(1.0, 1.0, 1.0).unwrap());
    let on = at([0.0, 0.0, 1.0], [0.0, 0.0, FRAC_PI_4]);
    let pairs = set(&cube, &Motion::REST, &cube, &on, 1e-10);
    assert_eq!(kinds(&cube, &cube, &pairs), vec![(FeatureKind::Edge, FeatureKind::Edge); 8]);
    for p in points(&cube, &Motion::REST, &cube, &on, &pairs) {
        // sides of the lower square cut by the turned one: (1/2, (√2 − 1)/2)
        let expected = libm::hypot(0.5, (2f64.sqrt() - 1.0) / 2.0);
        assert!((libm::hypot(p[0], p[1]) - expected).abs() < 1e-14, "{p:?}");
    }
}

#[test]
fn box_overhanging() {
    let cube = shell(&Solid::block(1.0, 1.0, 1.0).unwrap());
    let on = at([0.6, 0.0, 1.0], [0.0; 3]);
    // two corners of each; with the edges in line they are told once
    let pairs = set(&cube, &Motion::REST, &cube, &on, 1e-10);
    assert_eq!(pairs.len(), 4, "{:?}", kinds(&cube, &cube, &pairs));
    let aside = at([0.6, 0.3, 1.0], [0.0; 3]);
    let pairs = set(&cube, &Motion::REST, &cube, &aside, 1e-10);
    let mut found = kinds(&cube, &cube, &pairs);
    found.sort_by_key(|(a, b)| (format!("{a:?}"), format!("{b:?}")));
    let (corner, edge, face) = (FeatureKind::Corner, FeatureKind::Edge, FeatureKind::Face);
    assert_eq!(found, [(corner, face), (edge, edge), (edge, edge), (face, corner)]);
}

/// Two corners have come just over the edge of the block below: once they have been left, the edges that cross there hold.
#[test]
fn corners_that_leave_a_face_hand_over_to_edges() {
    let (lower, upper) = (shell(&Solid::block(2.0, 2.0, 1.0).unwrap()), shell(&Solid::block(1.0, 1.0, 1.0).unwrap()));
    let (below, above) = (Motion::REST, at([-0.5 - 5e-11, 0.0, 1.0], [0.0; 3]));
    let all = set(&lower, &below, &upper, &above, 1e-10);
    let corner = (FeatureKind::Face, FeatureKind::Corner);
    assert_eq!(kinds(&lower, &upper, &all), [corner; 4]);
    let places = points(&lower, &below, &upper, &above, &all);
    let left: Vec<FeaturePair> = all.iter().zip(&places).filter(|(_, p)| p[0] < -0.5).map(|(pair, _)| *pair).collect();
    let mut held = Vec::new();
    touching(&lower, &below, &upper, &above, 1e-10, &left, &mut held);
    let mut found = kinds(&lower, &upper, &held);
    found.sort_by_key(|k| *k != corner);
    assert_eq!(found, [corner, corner, (FeatureKind::Edge, FeatureKind::Edge), (FeatureKind::Edge, FeatureKind::Edge)]);
    for place in points(&lower, &below, &upper, &above, &held) {
        assert!((place[0].abs() - if place[0] < -0.5 { 1.0 } else { 5e-11 }).abs() < 1e-10, "{place:?}");
        assert!((place[1].abs() - 0.5).abs() < 1e-12 && (place[2] - 0.5).abs() < 1e-12, "{place:?}");
    }
}

#[test]
fn die_on_an_edge_and_on_a_corner() {
    let table = SolidSurface::half_space([0.0; 3], [0.0, 0.0, 1.0]);
    let die = shell(&Solid::block(1.0, 1.0, 1.0).unwrap());
    let on_edge = at([0.0, 0.0, 0.5f64.sqrt()], [FRAC_PI_4, 0.0, 0.0]);
    assert_eq!(set(&table, &Motion::REST, &die, &on_edge, 1e-10).len(), 2);
    let along = unit([1.0, 1.0, 1.0]);
    let turn = unit(cross(along, [0.0, 0.0, -1.0])).map(|x| x * libm::acos(-along[2]));
    let on_corner = at([0.0, 0.0, 0.75f64.sqrt()], turn);
    assert_eq!(set(&table, &Motion::REST, &die, &on_corner, 1e-10).len(), 1);
    assert!(distance(&table, &Motion::REST, &die, &on_corner).abs() < 1e-14);
}

#[test]
fn cylinder_standing_lying_and_leaning() {
    let table = SolidSurface::half_space([0.0; 3], [0.0, 0.0, 1.0]);
    let can = shell(&Solid::cylinder(0.3, 1.0).unwrap());
    let standing = at([0.0, 0.0, 0.5], [0.0; 3]);
    let pairs = set(&table, &Motion::REST, &can, &standing, 1e-10);
    assert_eq!(pairs.len(), 6);
    let feet = points(&table, &Motion::REST, &can, &standing, &pairs);
    assert!(feet.iter().all(|p| (libm::hypot(p[0], p[1]) - 0.3).abs() < 1e-14 && p[2].abs() < 1e-15));
    let lying = at([0.0, 0.0, 0.3], [FRAC_PI_2, 0.0, 0.0]);
    let pairs = set(&table, &Motion::REST, &can, &lying, 1e-10);
    assert_eq!(kinds(&table, &can, &pairs), vec![(FeatureKind::Face, FeatureKind::Rim); 2]);
    let lean = 0.2;
    let (s, c) = libm::sincos(lean);
    let leaning = at([0.0, 0.0, 0.5 * c + 0.3 * s], [lean, 0.0, 0.0]);
    let pairs = set(&table, &Motion::REST, &can, &leaning, 1e-10);
    assert_eq!(kinds(&table, &can, &pairs), vec![(FeatureKind::Face, FeatureKind::Rim)]);
}

#[test]
fn cylinder_standing_over_the_edge_of_a_table() {
    let table = shell(&Solid::block(2.0, 2.0, 1.0).unwrap());
    let can = shell(&Solid::cylinder(0.3, 1.0).unwrap());
    let on = at([0.9, 0.1, 1.0], [0.0, 0.0, 0.4]);
    let pairs = set(&table, &Motion::REST, &can, &on, 1e-10);
    let crossings = kinds(&table, &can, &pairs).iter().filter(|k| k.0 == FeatureKind::Edge).count();
    assert_eq!(crossings, 2, "{:?}", kinds(&table, &can, &pairs));
    let reach = (0.3f64 * 0.3 - 0.01).sqrt();
    let mut ends: Vec<f64> = points(&table, &Motion::REST, &can, &on, &pairs)
        .iter()
        .filter(|p| (p[0] - 1.0).abs() < 1e-12)
        .map(|p| p[1] - 0.1)
        .collect();
    ends.sort_by(f64::total_cmp);
    assert!((ends[0] + reach).abs() < 1e-12 && (ends[1] - reach).abs() < 1e-12, "{ends:?}");
}

#[test]
fn lying_across_and_along() {
    let capsule = shell(&Solid::capsule(0.2, 1.0).unwrap());
    let table = shell(&Solid::block(3.0, 3.0, 1.0).unwrap());
    let lying = at([0.0, 0.0, 0.7], [FRAC_PI_2, 0.0, 0.0]);
    let pairs = set(&table, &Motion::REST, &capsule, &lying, 1e-10);
    assert_eq!(kinds(&table, &capsule, &pairs), vec![(FeatureKind::Face, FeatureKind::Ball); 2]);
    // over the table's edge: one end on the face, the side on the edge
    let over = at([0.0, 1.4, 0.7], [FRAC_PI_2, 0.0, 0.0]);
    let pairs = set(&table, &Motion::REST, &capsule, &over, 1e-10);
    let mut found = kinds(&table, &capsule, &pairs);
    found.sort_by_key(|(a, _)| format!("{a:?}"));
    assert_eq!(found, [(FeatureKind::Edge, FeatureKind::Side), (FeatureKind::Face, FeatureKind::Ball)]);
    // two of them crossed
    let crossed = at([0.0, 0.0, 0.4], [0.0, FRAC_PI_2, 0.0]);
    let flat = at([0.0; 3], [FRAC_PI_2, 0.0, 0.0]);
    let pairs = set(&capsule, &flat, &capsule, &crossed, 1e-10);
    assert_eq!(kinds(&capsule, &capsule, &pairs), [(FeatureKind::Side, FeatureKind::Side)]);
}

#[test]
fn peg_in_a_hole() {
    let (bore, peg) = (0.5, 0.48);
    let plate = shell(&plate_with_hole(1.0, bore, 0.4));
    let can = shell(&Solid::cylinder(peg, 1.0).unwrap());
    // upright in the middle: apart by the play all round
    let upright = distance(&plate, &Motion::REST, &can, &Motion::REST);
    case!("peg in the middle of a bore", "distance (m)", Against::ClosedForm, "R − r")
        .off(upright - (bore - peg), 1e-12);
    // pushed to the wall it touches along a line, told by its ends: the bore's two mouths on the peg's side
    let aside = at([bore - peg, 0.0, 0.1], [0.0; 3]);
    assert!(distance(&plate, &Motion::REST, &can, &aside).abs() < 1e-12);
    let pairs = set(&plate, &Motion::REST, &can, &aside, 1e-10);
    assert_eq!(kinds(&plate, &can, &pairs), vec![(FeatureKind::Rim, FeatureKind::Side); 2]);
    // a short peg, wholly inside: its own two rims on the wall
    let short = shell(&Solid::cylinder(peg, 0.2).unwrap());
    let pairs = set(&plate, &Motion::REST, &short, &at([bore - peg, 0.0, 0.0], [0.0; 3]), 1e-10);
    assert_eq!(kinds(&plate, &short, &pairs), vec![(FeatureKind::Side, FeatureKind::Rim); 2]);
    // leaning until it jams: both mouths, on opposite sides. Seen from the side 2R = 2r/cos θ + h tan θ
    let jams = |t: f64| 2.0 * peg / libm::cos(t) + 0.4 * libm::tan(t) - 2.0 * bore;
    let (mut low, mut high) = (0.0, 0.3);
    for _ in 0..80 {
        let middle = 0.5 * (low + high);
        *(if jams(middle) < 0.0 { &mut low } else { &mut high }) = middle;
    }
    let leaning = at([0.0; 3], [0.0, low, 0.0]);
    assert!(distance(&plate, &Motion::REST, &can, &leaning).abs() < 1e-11);
    let pairs = set(&plate, &Motion::REST, &can, &leaning, 1e-10);
    assert_eq!(kinds(&plate, &can, &pairs), vec![(FeatureKind::Rim, FeatureKind::Side); 2]);
    let places = points(&plate, &Motion::REST, &can, &leaning, &pairs);
    assert!(places[0][0] * places[1][0] < 0.0 && places[0][2] * places[1][2] < 0.0, "{places:?}");
    // over the solid part of the plate it stands; through it, it overlaps
    assert!(distance(&plate, &Motion::REST, &can, &at([0.3, 0.0, 0.0], [0.0; 3])) < -0.01);
}

#[test]
fn block_in_a_bore_touches_at_its_corners() {
    let (bore, half) = (0.5, 0.3);
    let plate = shell(&plate_with_hole(1.0, bore, 2.0));
    let key = shell(&Solid::block(2.0 * half, 2.0 * (bore * bore - half * half).sqrt(), 1.0).unwrap());
    let pairs = set(&plate, &Motion::REST, &key, &Motion::REST, 1e-10);
    assert_eq!(kinds(&plate, &key, &pairs), vec![(FeatureKind::Side, FeatureKind::Corner); 8]);
    let small = shell(&Solid::block(0.2, 0.2, 1.0).unwrap());
    let play = bore - 0.02f64.sqrt();
    assert!((distance(&plate, &Motion::REST, &small, &Motion::REST) - play).abs() < 1e-12);
}

#[test]
fn ball_everywhere() {
    let ball = shell(&Solid::sphere(0.25).unwrap());
    let bent = shell(&Solid::extruded(angle_section(), 1.0).unwrap());
    // in the inner corner: two faces at once
    let inner = at([0.55, 0.55, 0.0], [0.0; 3]);
    let pairs = set(&bent, &Motion::REST, &ball, &inner, 1e-10);
    assert_eq!(kinds(&bent, &ball, &pairs), vec![(FeatureKind::Face, FeatureKind::Ball); 2]);
    // on an edge, on a corner
    let d = 0.25 / 2f64.sqrt();
    let edge = at([-d, -d, 0.1], [0.0; 3]);
    assert_eq!(
        kinds(&bent, &ball, &set(&bent, &Motion::REST, &ball, &edge, 1e-10)),
        [(FeatureKind::Edge, FeatureKind::Ball)]
    );
    let d = 0.25 / 3f64.sqrt();
    let corner = at([-d, -d, 0.5 + d], [0.0; 3]);
    assert_eq!(
        kinds(&bent, &ball, &set(&bent, &Motion::REST, &ball, &corner, 1e-10)),
        [(FeatureKind::Corner, FeatureKind::Ball)]
    );
    // in a mouth, off the middle
    let plate = shell(&plate_with_hole(1.0, 0.26, 0.4));
    let low = at([0.01 + 1e-13, 0.0, 0.0], [0.0; 3]);
    assert_eq!(
        kinds(&plate, &ball, &set(&plate, &Motion::REST, &ball, &low, 1e-10)),
        [(FeatureKind::Side, FeatureKind::Ball)]
    );
}

#[test]
fn compound_is_all_of_its_pieces() {
    let piece = |x: f64, solid: Solid| PlacedSolid {
        position: [x, 0.0, 0.0],
        rotation: rotation([0.0, FRAC_PI_2, 0.0]),
        solid,
    };
    let bell = Solid::compound(vec![
        piece(-1.0, Solid::sphere(0.4).unwrap()),
        piece(1.0, Solid::sphere(0.4).unwrap()),
        piece(0.0, Solid::cylinder(0.1, 2.0).unwrap()),
    ])
    .unwrap();
    let bell = SolidSurface::of_solid(&bell, [0.0, 0.0, 0.1]).unwrap();
    let table = SolidSurface::half_space([0.0; 3], [0.0, 0.0, 1.0]);
    let pairs = set(&table, &Motion::REST, &bell, &at([0.0, 0.0, 0.5], [0.0; 3]), 1e-10);
    assert_eq!(kinds(&table, &bell, &pairs), vec![(FeatureKind::Face, FeatureKind::Ball); 2]);
    assert!((distance(&table, &Motion::REST, &bell, &at([0.0, 0.0, 1.0], [0.0; 3])) - 0.5).abs() < 1e-14);
    assert!((bell.radius() - 1.4).abs() < 0.01);
}

#[test]
fn hollow_sides_are_refused_with_their_reason() {
    let plate = shell(&plate_with_hole(1.0, 0.4, 0.2));
    let (cone, egg) = (shell(&Solid::cone(0.2, 0.4).unwrap()), shell(&Solid::ellipsoid(0.1, 0.2, 0.3).unwrap()));
    assert!(cone.refuses(&plate).is_some_and(|why| why.contains("cone")));
    assert!(plate.refuses(&egg).is_some_and(|why| why.contains("ellipsoid")));
    assert!(egg.refuses(&cone).is_none() && plate.refuses(&plate).is_none());
}

#[test]
fn polyhedron_of_a_box_is_the_box() {
    let corners: Vec<[f64; 3]> =
        (0..8).map(|i| [f64::from(i & 1), f64::from((i / 2) & 1), f64::from(i / 4)].map(|x| x - 0.5)).collect();
    let count = |s: &SolidSurface, kind: FeatureKind| s.features().iter().filter(|f| f.kind == kind).count();
    // turned, so that rounding takes its corners out of their planes
    let turn = rotation([0.3, -0.7, 1.1]);
    let turned: Vec<[f64; 3]> = corners.iter().map(|c| turn.map(|row| dot(row, *c))).collect();
    for points in [corners, turned] {
        let s = shell(&Solid::polyhedron(&points).unwrap());
        let counts = [FeatureKind::Face, FeatureKind::Edge, FeatureKind::Corner].map(|k| count(&s, k));
        assert_eq!(counts, [6, 12, 8]);
    }
}
