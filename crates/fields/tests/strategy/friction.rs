//! Static friction: ranges of rest.

use crate::parts::{Dice, awkward, clipped_moment, convex, region, regular};
use mainspring_fields::strategy::{Distances, Rest, Squeeze, Stability, StrategyError};
use mainspring_fields::{Footprint, FrictionFootprint, Grain, Ground, Law, Under, Wrench, limit_surface_load};
use mainspring_geometry::Region;
use mainspring_trust::{Against, Worst, case};
use std::f64::consts::PI;

#[test]
fn a_disc_holds_its_own_friction_torque() {
    let r: f64 = 0.4;
    let disc = Region::disc([1.0, 1.0], r).unwrap();
    let exact = 2.0 / 3.0 * PI * r * r * r;
    case!("disc on a rough surface", "moment held at unit traction", Against::ClosedForm, "2πr³/3")
        .answer(exact, "m^3")
        .off(Squeeze::of(&disc).unwrap().holding_moment(1.0).unwrap() - exact, 1e-13);
}

#[test]
fn the_median_is_where_distances_are_least() {
    let mut dice = Dice::new(2);
    let mut parts: Vec<Region> = (3..9).map(|n| region(&convex(&mut dice, n))).collect();
    parts.extend(awkward().into_iter().map(|p| p.1));
    for part in &parts {
        let distances = Distances::of(part).unwrap();
        let (at, least) = distances.median();
        for i in 0..16 {
            let (s, c) = libm::sincos(PI * f64::from(i) / 8.0);
            assert!(distances.integral([at[0] + 0.01 * c, at[1] + 0.01 * s]) > least);
        }
        // its slope by differences, anywhere
        let p = [at[0] + 0.3, at[1] - 0.2];
        let pull = distances.pull(p);
        for k in 0..2 {
            let shifted = |by: f64| std::array::from_fn(|i| if i == k { p[i] + by } else { p[i] });
            let slope = (distances.integral(shifted(1e-5)) - distances.integral(shifted(-1e-5))) / 2e-5;
            assert!((slope + pull[k]).abs() < 1e-8, "{slope} {}", pull[k]);
        }
        assert!(distances.pull(at).iter().all(|x| x.abs() < 1e-13));
    }
    // of a square of side a about its centre: a³ (√2 + asinh 1)/6
    let exact = (2f64.sqrt() + libm::asinh(1.0)) / 6.0;
    let square = Distances::of(&Region::rect(1.0, 1.0).unwrap()).unwrap();
    case!("square on a rough surface", "moment held at unit traction", Against::ClosedForm, "a³ (√2 + asinh 1)/6")
        .answer(exact, "m^3")
        .off(square.median().1 - exact, 1e-15);
}

#[test]
fn a_part_rests_where_friction_outweighs_the_moment() {
    let part = region(&convex(&mut Dice::new(4), 6));
    let squeeze = Squeeze::of(&part).unwrap();
    let density = 50.0;
    let held = squeeze.holding_moment(0.3).unwrap();
    let rests = squeeze.rest_intervals(density, held).unwrap();
    assert!(!rests.is_empty());
    let inside = |angle: f64| rests.iter().any(|r| within(r, angle, 0.0));
    let near = |angle: f64| rests.iter().any(|r| within(r, angle, 1e-9));
    for i in 0..2000 {
        let angle = PI * f64::from(i) / 2000.0;
        let holds = (density * clipped_moment(&part, angle)).abs() <= held;
        assert!(holds == inside(angle) || near(angle) != inside(angle), "{angle}");
    }
    for e in squeeze.equilibria().unwrap() {
        assert!(inside(e.angle));
    }
    for r in &rests {
        // at the ends the moment is what friction holds
        for end in [r.from, r.to] {
            assert!(((density * squeeze.moment(end)).abs() / held - 1.0).abs() < 1e-10);
        }
    }
    // the search that knows no slopes finds the same
    let again = squeeze.rest_intervals_where(density, |_, moment| moment.abs() / held).unwrap();
    assert_eq!(again.len(), rests.len());
    for (a, b) in again.iter().zip(&rests) {
        assert!((a.from - b.from).abs() < 1e-11 && (a.to - b.to).abs() < 1e-11 && a.stability == b.stability);
    }
}

fn within(r: &Rest, angle: f64, slack: f64) -> bool {
    [angle, angle + PI].iter().any(|x| *x >= r.from - slack && *x <= r.to + slack)
}

#[test]
fn from_no_friction_to_nothing_but_friction() {
    let part = regular(3, 1.0, 0.0);
    let squeeze = Squeeze::of(&part).unwrap();
    let none = squeeze.rest_intervals(1.0, 0.0).unwrap();
    assert_eq!(none.len(), 6);
    assert!(none.iter().all(|r| r.from == r.to));
    let some = squeeze.rest_intervals(1.0, 1e-5).unwrap();
    assert_eq!(some.iter().filter(|r| r.stability == Stability::Stable).count(), 3);
    assert_eq!(some.iter().filter(|r| r.stability == Stability::Unstable).count(), 3);
    // near a zero the range is the moment held over the slope, to both sides
    let slope = squeeze.moment_slope(0.0).abs();
    let around = some.iter().find(|r| within(r, 0.0, 0.0)).unwrap();
    assert!(((around.to - around.from) * slope / 2e-5 - 1.0).abs() < 1e-3);
    let all = squeeze.rest_intervals(1.0, 10.0).unwrap();
    assert_eq!(all, [Rest { from: 0.0, to: PI, stability: Stability::Neutral }]);
    for (density, held) in [(0.0, 1.0), (-1.0, 1.0), (f64::NAN, 1.0), (1.0, -1.0), (1.0, f64::INFINITY)] {
        assert!(matches!(squeeze.rest_intervals(density, held), Err(StrategyError::Argument { .. })));
    }
}

const GROUND: Ground =
    Ground { pressure: 40.0, at_rest: 0.5, sliding: 0.3, viscous: 0.0, law: Law::Coulomb, grain: None };
static HELD: Worst = Worst::new();

#[test]
fn the_limit_surface_holds_the_same_moment() {
    let mut dice = Dice::new(12);
    let mut parts: Vec<Region> = (3..9).map(|n| region(&convex(&mut dice, n))).collect();
    parts.extend(awkward().into_iter().map(|p| p.1));
    parts.push(Region::sector([0.0, 0.0], 1.0, 0.3, 2.0).unwrap());
    for part in &parts {
        let sole = FrictionFootprint::new(&Footprint::new(part, part.central_moments().0));
        let under = Under::Whole { footprint: &sole, heading: [0.6, 0.8] };
        let squeeze = Squeeze::of(part).unwrap();
        let held = squeeze.holding_moment(GROUND.pressure * GROUND.at_rest).unwrap();
        let (used, _) = limit_surface_load(&GROUND, under, Wrench { force: [0.0; 2], torque: held });
        case!(
            "parts at rest under a moment",
            "share of the limit surface used",
            Against::OtherWay,
            "least ∫|r − c| dA over c"
        )
        .answer(1.0, "")
        .off_at_worst(&HELD, used - 1.0, 1e-12);
        let density = 10.0 * held / squeeze.area();
        let (a, b) = (squeeze.rest_on(&GROUND, density, 0.4).unwrap(), squeeze.rest_intervals(density, held).unwrap());
        assert_eq!(a.len(), b.len());
        for (a, b) in a.iter().zip(&b) {
            assert!((a.from - b.from).abs() < 1e-9 && (a.to - b.to).abs() < 1e-9, "{a:?} {b:?}");
        }
    }
}

#[test]
fn a_grain_makes_rest_depend_on_the_line() {
    let squeeze = Squeeze::of(&Region::rect(3.0, 1.0).unwrap()).unwrap();
    let ground = Ground { grain: Some(Grain { angle: 0.0, across: 0.3 }), ..GROUND };
    // turned as a whole, line and grain, nothing changes
    let turned = Ground { grain: Some(Grain { angle: 0.5, across: 0.3 }), ..GROUND };
    let (a, b) = (squeeze.rest_on(&ground, 40.0, 0.2).unwrap(), squeeze.rest_on(&turned, 40.0, 0.7).unwrap());
    let c = squeeze.rest_on(&ground, 40.0, 1.2).unwrap();
    assert_eq!(a.len(), b.len());
    for (a, b) in a.iter().zip(&b) {
        assert!((a.from - b.from).abs() < 1e-9 && (a.to - b.to).abs() < 1e-9);
    }
    assert!(a.len() != c.len() || a.iter().zip(&c).any(|(a, c)| (a.to - a.from - c.to + c.from).abs() > 1e-3));
    let wrong = Ground { pressure: -1.0, ..GROUND };
    assert!(matches!(squeeze.rest_on(&wrong, 40.0, 0.0), Err(StrategyError::Ground(_))));
    assert!(matches!(squeeze.rest_on(&ground, 40.0, f64::NAN), Err(StrategyError::Argument { .. })));
    // no dry friction: equilibria alone
    let smooth = Ground { law: Law::Viscous, ..GROUND };
    assert!(squeeze.rest_on(&smooth, 40.0, 0.0).unwrap().iter().all(|r| r.from == r.to));
}
