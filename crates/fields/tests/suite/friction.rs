//! Dry friction of a part over its area against quadrature, wherever the centre of rotation is.

use mainspring_fields::{
    Acts, BoundaryCurve, Branch, Footprint, FrictionFootprint, Grain, Ground, Law, Pair, Under, Wrench, dry, dry_over,
    dry_slopes, friction,
};
use mainspring_geometry::{Region, Segment};
use mainspring_trust::Against::{ClosedForm, OtherWay};
use mainspring_trust::{Worst, case};
use proptest::prelude::*;

use crate::quadrature;
use crate::shapes;
use shapes::shapes;

/// ∫ f(r, v, |v|) dA of a function without kinks.
fn integrate(edges: &[Segment], twist: [f64; 3], f: impl Fn([f64; 2], [f64; 2], f64) -> [f64; 4]) -> [f64; 4] {
    quadrature::cut(edges, twist, f64::INFINITY, f)
}

const HEADING: [f64; 2] = [0.6, 0.8];

fn turned(p: [f64; 2], [c, s]: [f64; 2]) -> [f64; 2] {
    [c * p[0] - s * p[1], s * p[0] + c * p[1]]
}

fn placed(footprint: &Footprint, heading: [f64; 2]) -> Vec<Segment> {
    let put = |p| turned(p, heading);
    let lay = |edge: &Segment| match *edge {
        Segment::Line { from, to } => Segment::Line { from: put(from), to: put(to) },
        Segment::Arc { from, to, center, sweep } => {
            Segment::Arc { from: put(from), to: put(to), center: put(center), sweep }
        }
    };
    footprint.edges().iter().map(lay).collect()
}

/// ∫v/|v|, ∫r×v/|v|, ∫|v| over laid edges.
fn by_quadrature(edges: &[Segment], twist: [f64; 3]) -> [f64; 4] {
    integrate(edges, twist, |r, v, speed| {
        let e = if speed > 0.0 { [v[0] / speed, v[1] / speed] } else { [0.0; 2] };
        [e[0], e[1], r[0] * e[1] - r[1] * e[0], speed]
    })
}

/// Errors of force, torque and power relative to what they can be at most.
fn off(footprint: &Footprint, twist: [f64; 3], found: (Wrench, f64), right: [f64; 4]) -> f64 {
    let (area, radius) = (footprint.area(), footprint.radius());
    let fastest = libm::hypot(twist[0], twist[1]) + twist[2].abs() * radius;
    mainspring_trust::largest([
        (found.0.force[0] - right[0]) / area,
        (found.0.force[1] - right[1]) / area,
        (found.0.torque - right[2]) / (area * radius),
        (found.1 - right[3]) / (area * fastest),
    ])
}

/// The twist about a centre given in body axes from the part's origin.
fn about(center: [f64; 2], spin: f64) -> [f64; 3] {
    let c = turned(center, HEADING);
    [spin * c[1], -spin * c[0], spin]
}

#[test]
fn friction_is_that_of_quadrature_wherever_the_centre_is() {
    static WORST: Worst = Worst::new();
    for (name, footprint) in shapes() {
        let sole = FrictionFootprint::new(&footprint);
        let edges = placed(&footprint, HEADING);
        let mut centers: Vec<[f64; 2]> = vec![[0.0; 2], [0.013, -0.021]];
        for edge in footprint.edges() {
            let (a, b) = (edge.from(), edge.to());
            // corners, points of edges, and points a hair off both
            centers.extend([
                a,
                [0.7 * a[0] + 0.3 * b[0], 0.7 * a[1] + 0.3 * b[1]],
                [a[0] + 1e-9, a[1]],
                [a[0], a[1] - 1e-5],
            ]);
            if let Segment::Arc { from, center, sweep, .. } = *edge {
                let spoke = [from[0] - center[0], from[1] - center[1]];
                let (s, c) = libm::sincos(0.37 * sweep);
                let on = turned(spoke, [c, s]);
                centers.extend([[center[0] + on[0], center[1] + on[1]], center]);
            }
        }
        let size = 2.0 * footprint.radius();
        for (i, far) in
            [0.3, 0.6, 1.0, 1.7, 2.4, 2.9, 2.99, 3.0, 3.01, 3.2, 4.0, 6.0, 10.0, 1e2, 1e4, 1e6, 1e8].iter().enumerate()
        {
            let (s, c) = libm::sincos(i as f64 * 1.1 + 0.2);
            centers.push([far * size * c, far * size * s]);
        }
        for (i, center) in centers.iter().enumerate() {
            let twist = about(*center, if i % 2 == 0 { 2.5 } else { -0.4 });
            let right = by_quadrature(&edges, twist);
            let error = off(&footprint, twist, dry(&sole, HEADING, twist), right);
            assert!(error < 1e-12, "{name} about {center:?}: {error:e}");
            let piece = off(&footprint, twist, dry_over(&BoundaryCurve::new(&edges), twist), right);
            assert!(piece < 1e-12, "{name} as a piece about {center:?}: {piece:e}");
            case!(
                "dry friction of ten shapes, centre of rotation from inside to 1e8 diameters away",
                "force, torque and power, relative",
                OtherWay,
                "adaptive quadrature over signed fans"
            )
            .off_at_worst(&WORST, error.max(piece), 1e-12);
        }
    }
}

#[test]
fn a_part_that_slides_without_turning_is_held_by_its_whole_weight() {
    for (name, footprint) in shapes() {
        let sole = FrictionFootprint::new(&footprint);
        let (wrench, power) = dry(&sole, HEADING, [0.3, -0.4, 0.0]);
        let error = off(&footprint, [0.3, -0.4, 0.0], (wrench, power), {
            let m = footprint.moments();
            let s = turned(m.first, HEADING);
            [0.6 * m.area, -0.8 * m.area, s[0] * -0.8 - s[1] * 0.6, 0.5 * m.area]
        });
        assert!(error < 1e-14, "{name}: {error:e}");
        // next to no turn is next to no turn
        let (nearly, _) = dry(&sole, HEADING, [0.3, -0.4, 1e-300]);
        assert!((nearly.torque - wrench.torque).abs() < 1e-15 && nearly.force == wrench.force, "{name}");
    }
    let (name, footprint) = shapes().remove(0);
    let rest = dry(&FrictionFootprint::new(&footprint), HEADING, [0.0; 3]);
    assert_eq!(rest, (Wrench::default(), 0.0), "{name}");
}

#[test]
fn torques_of_disc_ring_and_square_spinning_about_their_centres() {
    let (radius, inner, side) = (0.03, 0.02, 0.05);
    let disc = Region::disc([0.0; 2], radius).unwrap();
    let ring = disc.difference(&Region::disc([0.0; 2], inner).unwrap()).unwrap();
    let square = Region::rect(side, side).unwrap();
    let pi = std::f64::consts::PI;
    let cube = |r: f64| r * r * r;
    let rights = [
        ("disc", disc, 2.0 * pi * cube(radius) / 3.0, "2πR³/3"),
        ("ring", ring, 2.0 * pi * (cube(radius) - cube(inner)) / 3.0, "2π(R³ − r³)/3"),
        ("square", square, cube(side) * (std::f64::consts::SQRT_2 + libm::asinh(1.0)) / 6.0, "a³(√2 + asinh 1)/6"),
    ];
    for (name, region, right, source) in rights {
        let sole = FrictionFootprint::new(&Footprint::new(&region, [0.0; 2]));
        let (wrench, power) = dry(&sole, HEADING, [0.0, 0.0, -7.0]);
        assert!((power / (7.0 * right) - 1.0).abs() < 1e-13);
        case!(format!("spinning {name}"), "∫|r| dA, relative", ClosedForm, source)
            .answer(right, "m³")
            .off(wrench.torque / -right - 1.0, 1e-13);
    }
}

/// J and T of a disc that slides at v and spins at ω (k = ωR/v ≤ 1) by one-dimensional integrals known for curling stones:
/// checked at small k, where J/A = 1 − k²/8·… and T/(AR) = k/4·… have simple limits.
#[test]
fn a_disc_that_hardly_spins_loses_torque_in_proportion() {
    let sole = FrictionFootprint::new(&Footprint::new(&Region::disc([0.0; 2], 1.0).unwrap(), [0.0; 2]));
    let area = std::f64::consts::PI;
    for k in [1e-3, 1e-5, 1e-8] {
        let (wrench, _) = dry(&sole, [1.0, 0.0], [1.0, 0.0, k]);
        // ∫ r × v/|v| = ∫ ω x²/v to first order, ∫x² dA = A/4; second order in the force: −½ω²∫x²
        assert!((wrench.torque / area - k / 4.0).abs() < k * k * k + 1e-15);
        assert!((wrench.force[0] / area - (1.0 - k * k / 8.0)).abs() < k * k * k * k + 1e-14);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn friction_is_that_of_quadrature_close_to_the_rim(
        which in 0_usize..10, edge in 0_usize..12, along in 0.0..1.0_f64, off_rim in -12.0..0.5_f64, way in 0.0..6.3_f64
    ) {
        let (name, footprint) = shapes().swap_remove(which);
        let edge = footprint.edges()[edge % footprint.edges().len()];
        let near = match edge {
            Segment::Line { from, to } => [0, 1].map(|i| from[i] + along * (to[i] - from[i])),
            Segment::Arc { from, center, sweep, .. } => {
                let (s, c) = libm::sincos(along * sweep);
                let on = turned([from[0] - center[0], from[1] - center[1]], [c, s]);
                [center[0] + on[0], center[1] + on[1]]
            }
        };
        let (s, c) = libm::sincos(way);
        let gap = libm::pow(10.0, off_rim) * footprint.radius();
        let twist = about([near[0] + gap * c, near[1] + gap * s], 3.0);
        let right = by_quadrature(&placed(&footprint, HEADING), twist);
        let error = off(&footprint, twist, dry(&FrictionFootprint::new(&footprint), HEADING, twist), right);
        prop_assert!(error < 1e-12, "{} {:e}", name, error);
    }

    #[test]
    fn slopes_are_differences_of_the_wrench(
        which in 0_usize..10, x in -4.0..4.0_f64, y in -4.0..4.0_f64, spin in -3.0..3.0_f64, slow in prop::bool::ANY
    ) {
        let (name, footprint) = shapes().swap_remove(which);
        let sole = FrictionFootprint::new(&footprint);
        let r = footprint.radius();
        let spin = if slow { spin * 0.02 } else { spin };
        let twist = [x * r, y * r, spin];
        prop_assume!(libm::hypot(x, y) + spin.abs() > 0.1);
        let rub = dry_slopes(&sole, HEADING, twist);
        let step = [1e-4 * r, 1e-4 * r, 1e-4];
        let size = [footprint.area(), footprint.area(), footprint.area() * r];
        for j in 0..3 {
            let at = |k: f64| {
                let mut moved = twist;
                moved[j] += k * step[j];
                let (w, _) = dry(&sole, HEADING, moved);
                [w.force[0], w.force[1], w.torque]
            };
            let (p, m, pp, mm) = (at(1.0), at(-1.0), at(2.0), at(-2.0));
            for i in 0..3 {
                let slope = (8.0 * (p[i] - m[i]) - (pp[i] - mm[i])) / 12.0;
                let error = (slope - rub.slopes[i][j] * step[j]) / size[i];
                prop_assert!(error.abs() < 3e-8, "{} {:?} [{}][{}] {:e}", name, twist, i, j, error);
            }
            let along: f64 = (0..3).map(|k| rub.slopes[j][k] * twist[k]).sum();
            prop_assert!(along.abs() / size[j] < 1e-11, "{} {:e}", name, along / size[j]);
        }
    }
}

const GROUND: Ground =
    Ground { pressure: 40.0, at_rest: 0.5, sliding: 0.3, viscous: 25.0, law: Law::Pointwise, grain: None };

#[test]
fn pointwise_friction_is_the_larger_one_at_every_point() {
    static WORST: Worst = Worst::new();
    let limit = GROUND.sliding * GROUND.pressure / GROUND.viscous;
    for (name, footprint) in shapes() {
        let sole = FrictionFootprint::new(&footprint);
        let edges = placed(&footprint, HEADING);
        let radius = footprint.radius();
        for (far, ring) in [
            (0.0, 0.5),
            (0.2, 0.9),
            (0.7, 0.4),
            (1.0, 1.2),
            (2.0, 2.1),
            (5.0, 5.2),
            (9.0, 9.1),
            (40.0, 39.8),
            (1e4, 1e4),
            (1e8, 1e8),
            (0.5, 3.0),
            (3.0, 0.5),
        ] {
            // the circle of equal friction has this radius about a centre this far away
            let spin = limit / (ring * radius);
            let twist = about([far * radius * 0.8, far * radius * 0.6], -spin);
            let right = quadrature::cut(&edges, twist, limit, |r, v, speed| {
                let dense = if speed < limit { GROUND.sliding * GROUND.pressure / speed } else { GROUND.viscous };
                let f = if speed > 0.0 { [-dense * v[0], -dense * v[1]] } else { [0.0; 2] };
                [f[0], f[1], r[0] * f[1] - r[1] * f[0], 0.0]
            });
            let under = Under::Whole { footprint: &sole, heading: HEADING };
            let found = friction(&GROUND, under, twist, Branch::default());
            let most = GROUND.viscous * footprint.area() * (libm::hypot(twist[0], twist[1]) + radius * spin);
            let error = mainspring_trust::largest([
                (found.force[0] - right[0]) / most,
                (found.force[1] - right[1]) / most,
                (found.torque - right[2]) / (most * radius),
            ]);
            assert!(error < 1e-11, "{name} {far} {ring}: {error:e}");
            case!("pointwise friction of ten shapes", "force and torque, relative", OtherWay, "adaptive quadrature")
                .off_at_worst(&WORST, error, 1e-11);
        }
    }
}

#[test]
fn hybrid_takes_the_larger_of_both_and_tells_when_it_changes() {
    let footprint = Footprint::new(&Region::rect(0.04, 0.02).unwrap(), [0.005, 0.0]);
    let sole = FrictionFootprint::new(&footprint);
    let under = Under::Whole { footprint: &sole, heading: HEADING };
    let ground = Ground { law: Law::Hybrid, ..GROUND };
    let limit = GROUND.sliding * GROUND.pressure / GROUND.viscous;
    let pair = |speed: f64| Pair::of(&ground, under, [speed, 0.0, 0.0]);
    assert_eq!(pair(0.99 * limit).branch(), Branch { force: Acts::Dry, torque: Acts::Dry });
    assert_eq!(pair(1.01 * limit).branch(), Branch { force: Acts::Viscous, torque: Acts::Viscous });
    assert!(pair(limit).margins().iter().all(|m| m.abs() < 1e-14));
    let area = footprint.area();
    let fast = friction(&ground, under, [2.0 * limit, 0.0, 0.0], pair(2.0 * limit).branch());
    assert!((fast.force[0] + 25.0 * area * 2.0 * limit).abs() < 1e-14);
    let slow = friction(&ground, under, [0.1 * limit, 0.0, 0.0], pair(0.1 * limit).branch());
    assert!((slow.force[0] + 12.0 * area).abs() < 1e-14 && slow.force[1].abs() < 1e-16);
    // on a branch given from outside, whatever the margins say
    let kept = friction(&ground, under, [2.0 * limit, 0.0, 0.0], Branch::default());
    assert!((kept.force[0] + 12.0 * area).abs() < 1e-14);
}

#[test]
fn viscous_friction_about_an_origin_that_is_not_the_centre_of_area() {
    for (name, footprint) in shapes() {
        let sole = FrictionFootprint::new(&footprint);
        let edges = placed(&footprint, HEADING);
        let twist = [0.3, -0.2, 4.0];
        let right =
            integrate(&edges, twist, |r, v, _| [-25.0 * v[0], -25.0 * v[1], -25.0 * (r[0] * v[1] - r[1] * v[0]), 0.0]);
        let ground = Ground { law: Law::Viscous, ..GROUND };
        let rim = BoundaryCurve::new(&edges);
        for under in [Under::Whole { footprint: &sole, heading: HEADING }, Under::Piece(&rim)] {
            let found = friction(&ground, under, twist, Branch::default());
            let most = 25.0 * footprint.area() * (0.4 + 4.0 * footprint.radius());
            assert!((found.force[0] - right[0]).abs() < 1e-13 * most, "{name}");
            assert!((found.force[1] - right[1]).abs() < 1e-13 * most, "{name}");
            assert!((found.torque - right[2]).abs() < 1e-13 * most * footprint.radius(), "{name}");
        }
    }
}

#[test]
fn friction_with_a_grain_is_that_of_quadrature() {
    static WORST: Worst = Worst::new();
    let grain = Grain { angle: 0.4, across: 2.5 };
    let ground = Ground { law: Law::Coulomb, grain: Some(grain), ..GROUND };
    let (s, c) = libm::sincos(grain.angle);
    for (name, footprint) in shapes() {
        let sole = FrictionFootprint::new(&footprint);
        let edges = placed(&footprint, HEADING);
        let radius = footprint.radius();
        for far in [0.0, 0.3, 0.8, 1.5, 4.0, 11.0, 13.0, 1e3, 1e8] {
            let twist = about([0.6 * far * radius, -0.8 * far * radius], 1.3);
            let right = integrate(&edges, twist, |r, v, _| {
                let along = [c * v[0] + s * v[1], 2.5 * (c * v[1] - s * v[0])];
                let size = libm::hypot(along[0], along[1]);
                let f = if size > 0.0 { [-12.0 * along[0] / size, -12.0 * 2.5 * along[1] / size] } else { [0.0; 2] };
                let f = [c * f[0] - s * f[1], s * f[0] + c * f[1]];
                [f[0], f[1], r[0] * f[1] - r[1] * f[0], 0.0]
            });
            let most = 12.0 * 2.5 * footprint.area();
            let rim = BoundaryCurve::new(&edges);
            for under in [Under::Whole { footprint: &sole, heading: HEADING }, Under::Piece(&rim)] {
                let found = friction(&ground, under, twist, Branch::default());
                let error = mainspring_trust::largest([
                    (found.force[0] - right[0]) / most,
                    (found.force[1] - right[1]) / most,
                    (found.torque - right[2]) / (most * radius),
                ]);
                assert!(error < 1e-11, "{name} {far}: {error:e}");
                case!(
                    "friction with a grain, ten shapes",
                    "force and torque, relative",
                    OtherWay,
                    "adaptive quadrature"
                )
                .off_at_worst(&WORST, error, 1e-11);
            }
        }
    }
}
