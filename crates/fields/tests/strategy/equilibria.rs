//! Equilibria and turn functions against closed forms.

use crate::parts::{Dice, awkward, clipped_moment, convex, region, regular};
use mainspring_fields::strategy::{Equilibrium, Squeeze, Stability, StrategyError};
use mainspring_geometry::{Region, Segment};
use mainspring_trust::{Against, Worst, case};
use std::f64::consts::{FRAC_PI_2, PI};

fn of(part: &Region) -> Vec<Equilibrium> {
    Squeeze::of(part).unwrap().equilibria().unwrap()
}

fn angles(part: &Region, stability: Stability) -> Vec<f64> {
    of(part).iter().filter(|e| e.stability == stability).map(|e| e.angle).collect()
}

fn apart(a: f64, b: f64, period: f64) -> f64 {
    let d = (a - b).abs() % period;
    d.min(period - d)
}

#[test]
fn a_long_rectangle_lies_along_the_line() {
    let part = Region::rect(3.0, 1.0).unwrap().turned(0.3).unwrap();
    let stable = angles(&part, Stability::Stable);
    let unstable = angles(&part, Stability::Unstable);
    assert_eq!((stable.len(), unstable.len()), (1, 1));
    case!(
        "rectangle of 3 by 1 in a squeeze field",
        "stable orientation",
        Against::ClosedForm,
        "long side along the line"
    )
    .answer(0.0, "rad")
    .off(apart(stable[0], -0.3, PI), 1e-12);
    assert!(apart(unstable[0], FRAC_PI_2 - 0.3, PI) < 1e-12);
}

#[test]
fn a_stout_rectangle_lies_askew() {
    // 2 h = a b²/4 outweighs 2 I = a³/6 when a² < 1.5 b²: then tan²θ = 3 b²/a² − 2
    let (a, b): (f64, f64) = (1.1, 1.0);
    let part = Region::rect(a, b).unwrap();
    let exact = libm::atan((3.0 * b * b / (a * a) - 2.0).sqrt());
    let stable = angles(&part, Stability::Stable);
    assert_eq!(stable.len(), 2);
    case!("rectangle of 1.1 by 1 in a squeeze field", "stable orientation", Against::ClosedForm, "tan²θ = 3 b²/a² − 2")
        .answer(exact, "rad")
        .off(stable[0] - exact, 1e-12);
    assert!((stable[1] - (PI - exact)).abs() < 1e-12);
    let unstable = angles(&part, Stability::Unstable);
    assert!(apart(unstable[0], 0.0, PI) < 1e-12 && apart(unstable[1], FRAC_PI_2, PI) < 1e-12);
}

#[test]
fn an_equilateral_triangle_has_six() {
    let side: f64 = 2.0;
    let part = region(&[[0.0, 0.0], [side, 0.0], [side / 2.0, side * 0.75f64.sqrt()]]);
    let all = of(&part);
    assert_eq!(all.len(), 6);
    for (i, e) in all.iter().enumerate() {
        case!(
            "equilateral triangle in a squeeze field",
            "equilibria",
            Against::ClosedForm,
            "every 30°, an axis along the line stable"
        )
        .unit("rad")
        .off(e.angle - PI * i as f64 / 6.0, 1e-12);
        assert_eq!(e.stability, if i % 2 == 1 { Stability::Stable } else { Stability::Unstable });
    }
    // along an axis: chord of the height, halves' centres a sixth of the side from it
    let height = side * 0.75f64.sqrt();
    let exact = 2.0 * (side * height / 4.0 * (side / 6.0) - height * height * height / 12.0);
    case!("equilateral triangle in a squeeze field", "slope of the moment", Against::ClosedForm, "2 (h − I)")
        .answer(exact, "m^3")
        .off(all[1].slope - exact, 1e-13);
    // parallel to a side: the bisector is side/√2 long
    let h = side * height / 4.0 * (2.0 / 3.0) * height * (1.0 - 0.5f64.sqrt());
    let chord = side * 0.5f64.sqrt();
    assert!((all[0].slope - 2.0 * (h - chord * chord * chord / 12.0)).abs() < 1e-13);
    let turn = Squeeze::of(&part).unwrap().turn_function().unwrap();
    assert_eq!((turn.basins.len(), turn.symmetry), (3, 3));
}

#[test]
fn regular_polygons_rest_on_their_axes() {
    for corners in 3..=16usize {
        let part = regular(corners, 1.0, 0.0);
        let all = of(&part);
        // an odd polygon also rests across its axes
        let count = if corners % 2 == 0 { corners } else { 2 * corners };
        assert_eq!(all.len(), count, "{corners} corners");
        for (i, e) in all.iter().enumerate() {
            assert!(apart(e.angle, PI * i as f64 / count as f64, PI) < 1e-11, "{corners} corners: {e:?}");
            // a corner lies on the x axis: along it the chord is longest
            let expected = if i % 2 == 0 { Stability::Stable } else { Stability::Unstable };
            assert_eq!(e.stability, expected, "{corners} corners: {e:?}");
        }
        let turn = Squeeze::of(&part).unwrap().turn_function().unwrap();
        assert_eq!(turn.symmetry, count / 2, "{corners} corners");
    }
}

static ZERO: Worst = Worst::new();

#[test]
fn none_is_missed() {
    // signs of the moment by clipping, every twentieth of a degree
    let mut dice = Dice::new(11);
    let mut parts: Vec<Region> = (0..12).map(|i| region(&convex(&mut dice, 3 + i % 10))).collect();
    parts.extend(awkward().into_iter().map(|(_, part)| part));
    for part in &parts {
        let squeeze = Squeeze::of(part).unwrap();
        let found = squeeze.equilibria().unwrap();
        let looks = 3600;
        let at = |i: i32| PI * (f64::from(i) + 0.3) / f64::from(looks);
        let sign: Vec<bool> = (0..=looks).map(|i| clipped_moment(part, at(i)) > 0.0).collect();
        let mut changes = 0;
        for i in 0..looks {
            let (low, high) = (at(i), at(i + 1));
            let within = |e: &&Equilibrium| (low..high).contains(&e.angle) || (low..high).contains(&(e.angle + PI));
            let passed = found.iter().filter(within).filter(|e| e.stability != Stability::Passing).count();
            let (a, b) = (sign[i as usize], sign[i as usize + 1]);
            assert_eq!(passed % 2 == 1, a != b, "between {low} and {high}");
            changes += usize::from(a != b);
        }
        assert!(changes >= 2 && changes <= found.len());
        for e in &found {
            // the clipped moment changes sign within 1e-12 of it
            let error = clipped_moment(part, e.angle) / squeeze.moment_slope(e.angle);
            case!(
                "random, notched and drilled parts",
                "equilibria in a squeeze field",
                Against::OtherWay,
                "bisection and clipped triangles"
            )
            .unit("rad")
            .off_at_worst(&ZERO, error, 1e-12);
            assert_eq!(e.slope < 0.0, e.stability == Stability::Stable);
        }
    }
}

#[test]
fn round_parts_are_neutral_and_say_so() {
    let disc = Region::disc([2.0, 1.0], 0.3).unwrap();
    let ring = disc.difference(&Region::disc([2.0, 1.0], 0.1).unwrap()).unwrap();
    for part in [disc, ring] {
        let all = of(&part);
        assert_eq!(all.len(), 1);
        assert_eq!(all[0].stability, Stability::Neutral);
        assert!((all[0].width - PI).abs() < 1e-12);
        let squeeze = Squeeze::of(&part).unwrap();
        assert!(matches!(squeeze.turn_function(), Err(StrategyError::Neutral { .. })));
        assert!(matches!(squeeze.plan(0.0), Err(StrategyError::Neutral { .. })));
    }
    // ten thousand corners in a circle: bounded work, a clear answer
    let squeeze = Squeeze::of(&regular(2000, 1.0, 0.0)).unwrap();
    assert_eq!(squeeze.equilibria(), Err(StrategyError::TooRound));
}

#[test]
fn parts_with_arcs_have_theirs() {
    // a half disc: axis along the line, or across it
    let half = Region::sector([0.0, 0.0], 1.0, 0.0, PI).unwrap();
    let all = of(&half);
    assert!(all.iter().any(|e| apart(e.angle, FRAC_PI_2, PI) < 1e-12));
    assert!(all.iter().any(|e| apart(e.angle, 0.0, PI) < 1e-12));
    // a bar with round ends lies along the line
    let bar = Region::capsule([-1.0, 0.0], [1.0, 0.0], 0.5).unwrap();
    assert_eq!(angles(&bar, Stability::Stable).len(), 1);
    assert!(apart(angles(&bar, Stability::Stable)[0], 0.0, PI) < 1e-12);
    // a D: an arc and a chord, and the same with many corners
    let dee = Region::closed(vec![
        Segment::arc([0.0, 0.0], 1.0, 0.5, 4.0),
        Segment::Line {
            from: Segment::arc([0.0, 0.0], 1.0, 0.5, 4.0).to(),
            to: Segment::arc([0.0, 0.0], 1.0, 0.5, 4.0).from(),
        },
    ])
    .unwrap()
    .0;
    let fine = region(&dee.outline(1e-7)[0]);
    let (exact, near) = (angles(&dee, Stability::Stable), angles(&fine, Stability::Stable));
    assert_eq!(exact.len(), near.len());
    for (a, b) in exact.iter().zip(&near) {
        assert!((a - b).abs() < 1e-4, "{a} {b}");
    }
}

#[test]
fn starts_go_where_the_moment_drives_them() {
    let mut dice = Dice::new(5);
    for corners in 3..13 {
        let part = region(&convex(&mut dice, corners));
        let turn = Squeeze::of(&part).unwrap().turn_function().unwrap();
        let total: f64 = turn.basins.iter().map(|b| b.to - b.from).sum();
        assert!((total - PI).abs() < 1e-12);
        for i in 0..40 {
            let start = PI * (f64::from(i) + dice.roll()) / 40.0;
            let end = turn.at(start);
            // on the whole way the clipped moment drives it towards the end
            let way = ((end - start + 1.5 * PI) % PI) - FRAC_PI_2;
            let way = if clipped_moment(&part, start) * way > 0.0 { way } else { way - PI * way.signum() };
            for k in 0..20 {
                let at = start + way * f64::from(k) / 20.0;
                assert!(clipped_moment(&part, at) * way > 0.0, "{corners} corners, from {start}, at {at}");
            }
        }
    }
}
