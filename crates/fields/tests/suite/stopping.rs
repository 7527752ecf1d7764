//! Parts that come to rest by friction alone, parts on windows that move, and grounds that make no sense.

use mainspring_fields::{
    BoundaryCurve, Branch, Footprint, FrictionFootprint, Grain, Ground, GroundError, Law, Layer, Patch,
    PlacedFootprint, SlabScratch, Under, Wrench, breakaway_acceleration, dry, friction, friction_over,
    limit_surface_load, slabs,
};
use mainspring_geometry::{Region, Segment};
use mainspring_trust::Against::{ClosedForm, OtherWay, Published};
use mainspring_trust::{Worst, case};

use crate::quadrature;

const GROUND: Ground =
    Ground { pressure: 40.0, at_rest: 0.5, sliding: 0.3, viscous: 0.0, law: Law::Coulomb, grain: None };

#[test]
fn spinning_parts_stop_at_the_closed_form_time() {
    let (outer, inner, side, spin) = (0.03_f64, 0.02_f64, 0.05, 40.0);
    let disc = Region::disc([0.0; 2], outer).unwrap();
    let ring = disc.difference(&Region::disc([0.0; 2], inner).unwrap()).unwrap();
    let square = Region::rect(side, side).unwrap();
    // mass per area m, pressure m g: the time is over ω/(μ g)
    let (gravity, per_area) = (9.81, 40.0 / 9.81);
    let (o2, i2, o3, i3) = (outer * outer, inner * inner, outer * outer * outer, inner * inner * inner);
    let rights = [
        ("disc", disc, 0.75 * outer, "¾ R ω/(μ g)"),
        ("ring", ring, 0.75 * (o2 * o2 - i2 * i2) / (o3 - i3), "¾ (R⁴ − r⁴)/(R³ − r³) ω/(μ g)"),
        ("square", square, side / (std::f64::consts::SQRT_2 + libm::asinh(1.0)), "a/(√2 + asinh 1) ω/(μ g)"),
    ];
    for (name, region, length, source) in rights {
        let footprint = Footprint::new(&region, [0.0; 2]);
        let sole = FrictionFootprint::new(&footprint);
        let inertia = per_area * footprint.moments().polar();
        // Heun's method: exact for the constant torque there should be, off if it depends on speed or angle
        let (steps, right) = (200, length * spin / (GROUND.sliding * gravity));
        let step = 0.999 * right / f64::from(steps);
        let (mut angle, mut speed) = (0.3, spin);
        let brake = |angle: f64, speed: f64| {
            let (s, c) = libm::sincos(angle);
            let under = Under::Whole { footprint: &sole, heading: [c, s] };
            let wrench = friction(&GROUND, under, [0.0, 0.0, speed], Branch::default());
            assert!(libm::hypot(wrench.force[0], wrench.force[1]) < 1e-12 * GROUND.pressure * footprint.area());
            wrench.torque / inertia
        };
        for _ in 0..steps {
            let a = brake(angle, speed);
            let b = brake(angle + step * speed, speed + step * a);
            angle += step * (speed + 0.5 * step * a);
            speed += 0.5 * step * (a + b);
        }
        let stop = 0.999 * right - speed / brake(angle, speed);
        case!(format!("spinning {name}"), "time to stop", ClosedForm, source)
            .answer(right, "s")
            .off(stop - right, 1e-12);
    }
}

#[test]
fn a_sliding_and_spinning_disc_ends_both_at_once() {
    // the end of the motion is where v/(Rω) no longer changes: v/(Rω) = ½ R F/T for a uniform disc
    let sole = FrictionFootprint::new(&Footprint::new(&Region::disc([0.0; 2], 1.0).unwrap(), [0.0; 2]));
    let change = |ratio: f64| {
        let (wrench, _) = dry(&sole, [1.0, 0.0], [ratio, 0.0, 1.0]);
        ratio - 0.5 * wrench.force[0] / wrench.torque
    };
    let (mut low, mut high) = (0.1, 2.0);
    assert!(change(low) * change(high) < 0.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if change(low) * change(middle) <= 0.0 { high = middle } else { low = middle }
    }
    case!(
        "sliding and spinning disc",
        "v/(Rω) at the end",
        Published,
        "Farkas, Bartels, Unger, Wolf, Phys. Rev. Lett. 90 (2003) 248302"
    )
    .answer(0.653, "")
    .off(low - 0.653, 5e-4);
}

#[test]
fn pieces_on_surfaces_that_move_rub_each_by_itself() {
    static WORST: Worst = Worst::new();
    let ell = Region::polygon(&[[0.0, 0.0], [0.3, 0.0], [0.3, 0.1], [0.1, 0.1], [0.1, 0.25], [0.0, 0.25]]).unwrap().0;
    let ell = ell.moved([-0.1, -0.1]).unwrap();
    let left = ell.cut([0.03, 0.0], [1.0, 0.2]).unwrap();
    let right = ell.difference(&left).unwrap();
    let edges = |region: &Region| region.loops().iter().flatten().copied().collect::<Vec<Segment>>();
    let surfaces = [([0.2, 0.05], edges(&left)), ([-0.1, 0.3], edges(&right))];
    let pieces: Vec<(BoundaryCurve, [f64; 2])> =
        surfaces.iter().map(|(u, edges)| (BoundaryCurve::new(edges), *u)).collect();
    let area = ell.moments().area;
    for law in [Law::Coulomb, Law::Pointwise, Law::Viscous, Law::Hybrid] {
        let ground = Ground { law, viscous: 40.0, ..GROUND };
        for twist in [[0.1, 0.2, 0.0], [0.0, 0.0, 3.0], [0.2, 0.05, -1.0], [0.3, -0.2, 0.4], [0.2, 0.05, 0.0]] {
            let mut sum = [0.0; 4];
            for (u, edges) in &surfaces {
                let against = [twist[0] - u[0], twist[1] - u[1], twist[2]];
                let limit = if law == Law::Pointwise { 12.0 / 40.0 } else { f64::INFINITY };
                let part = quadrature::cut(edges, against, limit, |r, v, speed| {
                    let dense = match law {
                        Law::Viscous => 40.0,
                        _ if speed == 0.0 => 0.0,
                        Law::Pointwise => (12.0 / speed).max(40.0),
                        Law::Coulomb | Law::Hybrid => 12.0 / speed,
                    };
                    let f = [-dense * v[0], -dense * v[1]];
                    [f[0], f[1], r[0] * f[1] - r[1] * f[0], 0.0]
                });
                sum = [0, 1, 2, 3].map(|i| sum[i] + part[i]);
            }
            // on the dry branch hybrid is the dry friction of all pieces
            let found = friction_over(&ground, &pieces, twist, Branch::default());
            let error = mainspring_trust::largest([
                (found.force[0] - sum[0]) / (40.0 * area),
                (found.force[1] - sum[1]) / (40.0 * area),
                (found.torque - sum[2]) / (40.0 * area * 0.3),
            ]);
            assert!(error <= 1e-12, "{law:?} {twist:?}: {error:e}");
            case!("part over two moving surfaces", "force and torque, relative", OtherWay, "adaptive quadrature")
                .off_at_worst(&WORST, error, 1e-12);
        }
    }
}

/// What of a part lies in a window and what does not, as rims.
fn split(placed: &PlacedFootprint, window: &Patch) -> [BoundaryCurve; 2] {
    let mut edges: [Vec<Segment>; 2] = Default::default();
    let layers = [Layer { patch: window, priority: 0 }];
    slabs(placed, &layers, &mut SlabScratch::default(), |trapezoid, acting| {
        trapezoid.edges(|edge| edges[usize::from(acting.is_empty())].push(*edge));
    });
    edges.map(|edges| BoundaryCurve::new(&edges))
}

#[test]
fn trapezoids_of_velocity_windows_rub_like_the_regions_they_make_up() {
    let ell = Region::polygon(&[[0.0, 0.0], [0.3, 0.0], [0.3, 0.1], [0.1, 0.1], [0.1, 0.25], [0.0, 0.25]]).unwrap().0;
    let footprint = Footprint::new(&ell, [0.1, 0.1]);
    let mut placed = PlacedFootprint::new(&footprint);
    let (place, angle) = ([3.0, -2.0], 0.4);
    placed.place(&footprint, place, angle);
    let part = ell.moved([-0.1, -0.1]).unwrap().turned(angle).unwrap();
    let belt = Region::rect_corners([-1.0, -0.05], [0.06, 1.0]).unwrap();
    let window = Patch::new(&belt.moved(place).unwrap());
    let [inside, outside] = split(&placed, &window);
    let edges = |region: &Region| region.loops().iter().flatten().copied().collect::<Vec<Segment>>();
    let exact = [part.intersection(&belt).unwrap(), part.difference(&belt).unwrap()];
    let exact = exact.map(|region| BoundaryCurve::new(&edges(&region)));
    let size = GROUND.sliding * GROUND.pressure * footprint.area();
    for twist in [[0.1, 0.2, 0.0], [0.0, 0.0, 3.0], [0.2, 0.05, -1.0], [0.3, -0.2, 0.4]] {
        let over = |pieces: [&BoundaryCurve; 2]| {
            let moving = [(pieces[0].clone(), [0.3, 0.1]), (pieces[1].clone(), [0.0; 2])];
            friction_over(&GROUND, &moving, twist, Branch::default())
        };
        let (found, right) = (over([&inside, &outside]), over([&exact[0], &exact[1]]));
        assert!((found.force[0] - right.force[0]).abs() < 1e-12 * size, "{twist:?}");
        assert!((found.torque - right.torque).abs() < 1e-12 * size, "{twist:?}");
        // a round window that stands still makes no difference
        let round = Patch::new(&Region::disc([place[0] + 0.02, place[1]], 0.09).unwrap());
        let halves = split(&placed, &round).map(|rim| (rim, [0.0; 2]));
        let cut = friction_over(&GROUND, &halves, twist, Branch::default());
        let (s, c) = libm::sincos(angle);
        let under = Under::Whole { footprint: &FrictionFootprint::new(&footprint), heading: [c, s] };
        let whole = friction(&GROUND, under, twist, Branch::default());
        assert!((cut.force[1] - whole.force[1]).abs() < 1e-12 * size, "{twist:?}");
        assert!((cut.torque - whole.torque).abs() < 1e-12 * size, "{twist:?}");
    }
}

#[test]
fn pointwise_with_one_kind_of_friction_alone_is_that_kind() {
    let sole = FrictionFootprint::new(&Footprint::new(&Region::rect(0.1, 0.2).unwrap(), [0.02, 0.0]));
    let under = Under::Whole { footprint: &sole, heading: [0.8, 0.6] };
    let with = |law, sliding, viscous| {
        let ground = Ground { law, sliding, viscous, ..GROUND };
        friction(&ground, under, [0.3, 0.1, 2.0], Branch::default())
    };
    assert_eq!(with(Law::Pointwise, 0.3, 0.0), with(Law::Coulomb, 0.3, 0.0));
    assert_eq!(with(Law::Pointwise, 0.0, 7.0), with(Law::Viscous, 0.0, 7.0));
    assert_eq!(with(Law::Pointwise, 0.0, 0.0), Wrench::default());
}

#[test]
fn grounds_that_make_no_sense_are_refused() {
    assert_eq!(GROUND.check(), Ok(()));
    let wrong = Ground { viscous: f64::NAN, ..GROUND }.check().unwrap_err();
    assert!(wrong.to_string().contains("viscous friction"), "{wrong}");
    assert!(matches!(Ground { pressure: -1.0, ..GROUND }.check(), Err(GroundError::Negative { .. })));
    assert!(matches!(Ground { at_rest: 0.1, ..GROUND }.check(), Err(GroundError::RestBelowSliding { .. })));
    let grain = Some(Grain { angle: 0.0, across: 0.0 });
    assert!(matches!(Ground { grain, ..GROUND }.check(), Err(GroundError::Grain { .. })));
    let grain = Some(Grain { angle: 0.0, across: 2.0 });
    assert_eq!(Ground { grain, ..GROUND }.check(), Ok(()));
    assert_eq!(Ground { grain, law: Law::Pointwise, ..GROUND }.check(), Err(GroundError::PointwiseGrain));
}

#[test]
fn what_is_not_a_number_comes_back_as_such_and_in_time() {
    for region in [Region::rect(0.1, 0.2).unwrap(), Region::disc([0.0; 2], 0.1).unwrap()] {
        let sole = FrictionFootprint::new(&Footprint::new(&region, [0.0; 2]));
        let under = Under::Whole { footprint: &sole, heading: [1.0, 0.0] };
        for twist in [[f64::NAN, 0.0, 1.0], [1.0, 0.0, f64::NAN], [f64::INFINITY, 0.0, 1.0]] {
            for law in [Law::Coulomb, Law::Pointwise, Law::Hybrid] {
                let ground = Ground { law, viscous: 1.0, ..GROUND };
                let wrench = friction(&ground, under, twist, Branch::default());
                assert!(!wrench.torque.is_finite() || !wrench.force[0].is_finite());
            }
        }
        let wrench = Wrench { force: [f64::NAN, 0.0], torque: 0.0 };
        assert!(limit_surface_load(&GROUND, under, wrench).0.is_nan());
        assert!(breakaway_acceleration(&GROUND, under, wrench, [1.0, 1.0, 1.0])[0].is_nan());
    }
    let nothing = BoundaryCurve::new(&[]);
    let wrench = friction(&GROUND, Under::Piece(&nothing), [1.0, 0.0, 2.0], Branch::default());
    assert_eq!((wrench.force, wrench.torque), ([0.0; 2], 0.0));
    assert_eq!(
        limit_surface_load(&GROUND, Under::Piece(&nothing), Wrench { force: [1.0, 0.0], torque: 0.0 }).0,
        f64::INFINITY
    );
}

#[test]
fn tiny_twists_rub_like_large_ones() {
    let region = Region::rect(0.1, 0.2).unwrap();
    let footprint = Footprint::new(&region, [0.02, 0.0]);
    let rim = BoundaryCurve::new(footprint.edges());
    let sole = FrictionFootprint::new(&footprint);
    for twist in [[0.3, 0.1, 0.2], [0.3, 0.1, 30.0], [0.0, 0.0, 1.0]] {
        for under in [Under::Piece(&rim), Under::Whole { footprint: &sole, heading: [0.8, 0.6] }] {
            let right = friction(&GROUND, under, twist, Branch::default());
            let tiny = friction(&GROUND, under, twist.map(|v: f64| v * 1e-200), Branch::default());
            assert!((right.torque - tiny.torque).abs() < 1e-14 && (right.force[0] - tiny.force[0]).abs() < 1e-13);
        }
    }
}
