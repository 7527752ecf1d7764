//! The limit surface is convex, its gauge is one on it, and what cannot be held starts as the least constraint says.

use mainspring_fields::{
    BoundaryCurve, Footprint, FrictionFootprint, Grain, Ground, Law, Under, Wrench, breakaway_acceleration,
    limit_surface_load,
};
use mainspring_fields::{Branch, friction};
use mainspring_geometry::Region;
use mainspring_trust::Against::{ClosedForm, Conserved};
use mainspring_trust::{Worst, case};
use proptest::prelude::*;

use crate::shapes;
use shapes::shapes;

const GROUND: Ground =
    Ground { pressure: 40.0, at_rest: 0.5, sliding: 0.3, viscous: 25.0, law: Law::Coulomb, grain: None };
const HEADING: [f64; 2] = [0.6, 0.8];

/// The wrench on the boundary for which this twist is the tightest.
fn on_boundary(ground: &Ground, under: Under, twist: [f64; 3]) -> Wrench {
    let sliding = Ground { sliding: ground.at_rest, law: Law::Coulomb, ..*ground };
    friction(&sliding, under, twist, Branch::default()).times(-1.0)
}

fn mix(a: Wrench, b: Wrench, share: f64) -> Wrench {
    a.times(share).with(&b, 1.0 - share)
}

/// Twists from pure sliding over turning about near points to pure spin.
fn twist() -> impl Strategy<Value = [f64; 3]> {
    (0.0..6.3_f64, -7.0..7.0_f64, prop::bool::ANY).prop_map(|(way, spin, left)| {
        let (s, c) = libm::sincos(way);
        let spin = libm::pow(10.0, spin);
        [c, s, if left { spin } else { -spin }]
    })
}

fn case_of(which: usize) -> (&'static str, Footprint) {
    shapes().swap_remove(which)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn the_gauge_is_one_on_the_surface(which in 0_usize..10, twist in twist(), grained in prop::bool::ANY) {
        static WORST: Worst = Worst::new();
        let (name, footprint) = case_of(which);
        let sole = FrictionFootprint::new(&footprint);
        let under = Under::Whole { footprint: &sole, heading: HEADING };
        let grain = grained.then_some(Grain { angle: 0.7, across: 1.8 });
        let ground = Ground { grain, ..GROUND };
        let w = on_boundary(&ground, under, twist);
        let (share, way) = limit_surface_load(&ground, under, w);
        case!("limit surface of ten parts", "gauge of wrenches of sliding, less 1", ClosedForm, "Euler's theorem")
            .off_at_worst(&WORST, share - 1.0, 1e-10);
        prop_assert!((share - 1.0).abs() < 1e-10, "{} {:e}", name, share - 1.0);
        prop_assert!(limit_surface_load(&ground, under, w.times(1.0 - 1e-9)).0 < 1.0);
        prop_assert!(limit_surface_load(&ground, under, w.times(1.0 + 1e-9)).0 > 1.0);
        // of degree one, also in units far from one
        prop_assert!((limit_surface_load(&ground, under, w.times(1e-9)).0 / 1e-9 - share).abs() < 1e-12);
        // and the twist found has that wrench on the boundary
        let again = on_boundary(&ground, under, way);
        let most = GROUND.at_rest * GROUND.pressure * footprint.area() * 1.8;
        prop_assert!((again.force[0] - w.force[0]).abs() < 1e-9 * most, "{} {:?} {:?}", name, again, w);
        prop_assert!((again.torque - w.torque).abs() < 1e-9 * most * footprint.radius());
    }

    #[test]
    fn between_two_wrenches_that_are_held_all_are(which in 0_usize..10, a in twist(), b in twist(), share in 0.0..1.0_f64) {
        static WORST: Worst = Worst::new();
        let (name, footprint) = case_of(which);
        let sole = FrictionFootprint::new(&footprint);
        let under = Under::Whole { footprint: &sole, heading: HEADING };
        let (a, b) = (on_boundary(&GROUND, under, a), on_boundary(&GROUND, under, b));
        let used = limit_surface_load(&GROUND, under, mix(a, b, share)).0;
        prop_assert!(used <= 1.0 + 1e-12, "{} {:e}", name, used - 1.0);
        case!("limit surface of ten parts", "gauge between two points of it, beyond 1", Conserved, "convexity")
            .off_at_worst(&WORST, (used - 1.0).max(0.0), 1e-12);
    }

    #[test]
    fn what_is_not_held_starts_as_the_least_constraint_says(
        which in 0_usize..10, twist in twist(), over in -8.0..2.0_f64, heavy in -3.0..3.0_f64, grained in prop::bool::ANY
    ) {
        static WORST: Worst = Worst::new();
        let (name, footprint) = case_of(which);
        let sole = FrictionFootprint::new(&footprint);
        let under = Under::Whole { footprint: &sole, heading: HEADING };
        let grain = grained.then_some(Grain { angle: -0.3, across: 0.6 });
        let ground = Ground { grain, ..GROUND };
        let edge = on_boundary(&Ground { at_rest: ground.sliding, ..ground }, under, twist);
        prop_assert_eq!(breakaway_acceleration(&ground, under, edge.times(1.0 - 1e-9), [0.1, 0.1, 1e-4]), [0.0; 3]);
        let w = edge.times(1.0 + libm::pow(10.0, over));
        let m = libm::pow(10.0, heavy) * footprint.area();
        let mass = [m, m, 0.4 * m * footprint.radius() * footprint.radius()];
        let a = breakaway_acceleration(&ground, under, w, mass);
        prop_assert!(a != [0.0; 3]);
        let held = friction(&ground, under, a, Branch::default());
        let most = libm::hypot(w.force[0], w.force[1]) + w.torque.abs() / footprint.radius();
        let error = mainspring_trust::largest([
            (mass[0] * a[0] - w.force[0] - held.force[0]) / most,
            (mass[1] * a[1] - w.force[1] - held.force[1]) / most,
            (mass[2] * a[2] - w.torque - held.torque) / (most * footprint.radius()),
        ]);
        prop_assert!(error < 1e-10, "{} {:e}", name, error);
        case!("ten parts leaving rest", "m a − w − friction at a, relative", ClosedForm, "optimality of the least constraint")
            .off_at_worst(&WORST, error, 1e-10);
    }
}

#[test]
fn closed_forms_of_pure_force_and_pure_torque() {
    let disc = Footprint::new(&Region::disc([0.0; 2], 0.03).unwrap(), [0.0; 2]);
    let square = Footprint::new(&Region::rect(0.05, 0.05).unwrap(), [0.0; 2]);
    let spins =
        [2.0 * std::f64::consts::PI * 2.7e-5 / 3.0, 1.25e-4 * (std::f64::consts::SQRT_2 + libm::asinh(1.0)) / 6.0];
    for (footprint, spin) in [(disc, spins[0]), (square, spins[1])] {
        let sole = FrictionFootprint::new(&footprint);
        let under = Under::Whole { footprint: &sole, heading: HEADING };
        let force = 20.0 * footprint.area();
        let pushed = Wrench { force: [0.28 * force, -0.96 * force], torque: 0.0 };
        assert!((limit_surface_load(&GROUND, under, pushed).0 - 1.0).abs() < 1e-13);
        let turned = Wrench { force: [0.0; 2], torque: -20.0 * spin };
        assert!((limit_surface_load(&GROUND, under, turned).0 - 1.0).abs() < 1e-13);
        assert_eq!(limit_surface_load(&GROUND, under, Wrench::default()), (0.0, [0.0; 3]));
        // a part that starts to slide has what friction leaves over, along the push
        let a = breakaway_acceleration(&GROUND, under, pushed, [0.02, 0.02, 1e-5]);
        assert!((a[0] - 0.28 * 0.4 * force / 0.02).abs() < 1e-11 && a[2].abs() < 1e-9, "{a:?}");
        let a = breakaway_acceleration(&GROUND, under, turned, [0.02, 0.02, 1e-5]);
        assert!((a[2] / (-8.0 * spin / 1e-5) - 1.0).abs() < 1e-12 && a[0].abs() < 1e-13, "{a:?}");
    }
}

#[test]
fn without_dry_friction_nothing_is_held() {
    let footprint = Footprint::new(&Region::rect(0.05, 0.02).unwrap(), [0.0; 2]);
    let sole = FrictionFootprint::new(&footprint);
    let under = Under::Whole { footprint: &sole, heading: HEADING };
    let push = Wrench { force: [1e-9, 0.0], torque: 2e-12 };
    for ground in [
        Ground { law: Law::Viscous, ..GROUND },
        Ground { at_rest: 0.0, sliding: 0.0, ..GROUND },
        Ground { pressure: 0.0, ..GROUND },
    ] {
        assert_eq!(limit_surface_load(&ground, under, push).0, f64::INFINITY);
        assert_eq!(breakaway_acceleration(&ground, under, push, [2.0, 2.0, 4.0]), [5e-10, 0.0, 5e-13]);
    }
}

#[test]
fn a_piece_is_held_like_a_part_of_its_shape() {
    for (name, footprint) in shapes() {
        let sole = FrictionFootprint::new(&footprint);
        let rim = BoundaryCurve::new(footprint.edges());
        let w = Wrench { force: [0.3, 0.2], torque: -0.1 * footprint.radius() };
        let whole = limit_surface_load(&GROUND, Under::Whole { footprint: &sole, heading: [1.0, 0.0] }, w).0;
        let piece = limit_surface_load(&GROUND, Under::Piece(&rim), w).0;
        assert!((whole / piece - 1.0).abs() < 1e-12, "{name}: {whole} {piece}");
    }
}

#[test]
fn a_needle_is_held_like_a_line() {
    // of a line of length l under load n = μpA: torque alone n l/4, force alone n (either way)
    let (long, thin) = (1.0, 1e-5);
    let footprint = Footprint::new(&Region::rect(long, thin).unwrap(), [0.0; 2]);
    let sole = FrictionFootprint::new(&footprint);
    let under = Under::Whole { footprint: &sole, heading: [1.0, 0.0] };
    let held = GROUND.at_rest * GROUND.pressure * footprint.area();
    let share = |x: f64, y: f64, torque: f64| {
        limit_surface_load(&GROUND, under, Wrench { force: [x * held, y * held], torque: torque * held * long }).0
    };
    assert!((share(0.0, 0.0, 0.25) - 1.0).abs() < 1e-8);
    assert!((share(0.6, -0.8, 0.0) - 1.0).abs() < 1e-11);
    // turning about a point of it at c: force 2c/l across, torque n (l/4 − c²/l)
    for c in [0.0, 0.1, 0.3, 0.45] {
        assert!((share(0.0, 2.0 * c, 0.25 - c * c) - 1.0).abs() < 1e-7, "{c} {}", share(0.0, 2.0 * c, 0.25 - c * c));
    }
    let a = breakaway_acceleration(
        &GROUND,
        under,
        Wrench { force: [0.0, 2.0 * held], torque: 0.1 * held },
        [1e-3, 1e-3, 1e-4],
    );
    let left = friction(&GROUND, under, a, Branch::default());
    assert!((1e-3 * a[1] - 2.0 * held - left.force[1]).abs() < 1e-9 * held);
    assert!((1e-4 * a[2] - 0.1 * held - left.torque).abs() < 1e-9 * held);
}
