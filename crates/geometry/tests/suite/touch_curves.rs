//! Gaps of points, lines, circles and planes: derivatives against differences along the motion, values against a search.

use crate::motions;

use mainspring_geometry::touch::{Meeting, Motion, Primitive, meet};
use mainspring_trust::{Against, case};
use motions::{cross, dot, plus, rotation, turned, unit, vector};
use proptest::prelude::*;

/// The motion after `t` with nothing accelerating.
fn after(m: &Motion, t: f64) -> Motion {
    let rotation = turned(m.rotation, m.spin.map(|w| w * t));
    Motion { position: plus(m.position, t, m.velocity), rotation, ..*m }
}

prop_compose! {
    fn motion()(at in vector(), turn in vector(), velocity in vector(), spin in vector()) -> Motion {
        Motion { position: at, rotation: rotation(turn.map(|x| 3.0 * x)), velocity, spin: spin.map(|x| 2.0 * x) }
    }
}

fn direction() -> impl Strategy<Value = [f64; 3]> {
    vector().prop_filter("long enough", |v| dot(*v, *v) > 0.01).prop_map(unit)
}

fn point(radius: impl Strategy<Value = f64>) -> impl Strategy<Value = Primitive> {
    (vector(), radius).prop_map(|(at, radius)| Primitive::Point { at, radius })
}

fn plane() -> impl Strategy<Value = Primitive> {
    (vector(), direction()).prop_map(|(at, normal)| Primitive::Plane { at, normal })
}

fn line(radius: impl Strategy<Value = f64>) -> impl Strategy<Value = Primitive> {
    (vector(), direction(), direction(), radius).prop_map(|(at, along, aside, radius)| {
        let outward = unit(plus(cross(along, aside), 1e-3, cross(along, [0.3, 0.4, 0.5])));
        Primitive::Line { at, along, radius, outward }
    })
}

fn circle(radius: impl Strategy<Value = f64>) -> impl Strategy<Value = Primitive> {
    (vector(), direction(), vector(), radius, any::<bool>()).prop_map(|(at, axis, aside, radius, second)| {
        let toward = unit(cross(axis, plus(aside, 1.3, [axis[1], axis[2], -axis[0]])));
        Primitive::Circle { at, axis, radius, toward, second, paired: false, lean: radius.signum() }
    })
}

fn ellipsoid() -> impl Strategy<Value = Primitive> {
    (vector(), direction(), vector(), prop::array::uniform3(0.2..0.8f64)).prop_map(|(at, axis, aside, half)| {
        let toward = unit(cross(axis, plus(aside, 1.3, [axis[1], axis[2], -axis[0]])));
        Primitive::Ellipsoid { at, along: [axis, toward], half }
    })
}

fn cone() -> impl Strategy<Value = Primitive> {
    (vector(), direction(), 0.2..1.2f64).prop_map(|(at, axis, opening)| {
        let (sine, cosine) = libm::sincos(opening);
        Primitive::Cone { at, axis, slope: [sine, cosine] }
    })
}

/// Both ends of a pair of primitives that can touch.
fn pair() -> impl Strategy<Value = (Primitive, Primitive)> {
    prop_oneof![
        (plane(), point(0.0..0.5f64)),
        (plane(), circle(0.3..0.8f64)),
        (point(0.1..0.5f64), point(0.0..0.5f64)),
        (point(-3.0..-2.0f64), point(0.0..0.5f64)),
        (point(0.0..0.5f64), line(0.1..0.5f64)),
        (point(0.0..0.5f64), line(-3.0..-2.0f64)),
        (point(0.1..0.5f64), line(Just(0.0))),
        (line(0.1..0.3f64), line(0.0..0.3f64)),
        (line(Just(0.0)), line(Just(0.0))),
        (point(0.1..0.5f64), circle(0.3..0.8f64)),
        (line(0.1..0.3f64), circle(0.3..0.8f64)),
        (line(0.1..0.3f64), circle(-0.8..-0.3f64)),
        (line(-3.0..-2.0f64), circle(0.3..0.8f64)),
        (line(Just(0.0)), circle(0.3..0.8f64)),
        (circle(0.3..0.8f64), circle(0.3..0.8f64)),
        (circle(0.3..0.8f64), circle(-0.8..-0.3f64)),
        (plane(), ellipsoid()),
        (ellipsoid(), point(0.0..0.5f64)),
        (ellipsoid(), line(0.0..0.3f64)),
        (ellipsoid(), circle(0.3..0.8f64)),
        (ellipsoid(), ellipsoid()),
        (ellipsoid(), cone()),
        (cone(), point(0.0..0.5f64)),
        (cone(), line(0.0..0.3f64)),
        (cone(), circle(0.3..0.8f64)),
        (cone(), cone()),
    ]
}

/// Values at five times, if all belong to the same place.
fn along(a: &Primitive, b: &Primitive, ma: &Motion, mb: &Motion, h: f64) -> Option<[Meeting; 5]> {
    let at = |t: f64| meet(a, &after(ma, t), b, &after(mb, t));
    let five = [at(-2.0 * h)?, at(-h)?, at(0.0)?, at(h)?, at(2.0 * h)?];
    let jump = |p: &Meeting, q: &Meeting| {
        let apart = plus(p.point, -1.0, q.point);
        dot(apart, apart).sqrt() > 0.05 || dot(p.normal, q.normal) < 0.9
    };
    (!five.windows(2).any(|w| jump(&w[0], &w[1]))).then_some(five)
}

/// First and second derivative by differences of fourth order.
fn differences(x: [f64; 5], h: f64) -> (f64, f64) {
    let first = (x[0] - 8.0 * x[1] + 8.0 * x[3] - x[4]) / (12.0 * h);
    (first, (-x[0] + 16.0 * x[1] - 30.0 * x[2] + 16.0 * x[3] - x[4]) / (12.0 * h * h))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6000))]

    /// ġ, g̈, ṅ and the velocity of the place against differences of g, n and the place.
    #[test]
    fn derivatives_are_those_of_the_motion((a, b) in pair(), ma in motion(), mb in motion()) {
        let h = 1e-3;
        if let (Some(coarse), Some(five)) = (along(&a, &b, &ma, &mb, 2.0 * h), along(&a, &b, &ma, &mb, h)) {
            let check = |of: &dyn Fn(&Meeting) -> f64, rate: f64, bias: Option<f64>| {
                let fine = differences([0, 1, 2, 3, 4].map(|i| of(&five[i])), h);
                let wide = differences([0, 1, 2, 3, 4].map(|i| of(&coarse[i])), 2.0 * h);
                // what the two steps disagree by says how good the difference is
                let slack = |p: f64, q: f64, noise: f64| 2.0 * (p - q).abs() + noise;
                prop_assert!((rate - fine.0).abs() <= slack(fine.0, wide.0, 1e-9), "{rate} {fine:?} {wide:?} {a:?} {b:?}");
                if let Some(bias) = bias {
                    prop_assert!((bias - fine.1).abs() <= slack(fine.1, wide.1, 1e-6), "{bias} {fine:?} {wide:?} {a:?} {b:?}");
                }
                Ok(())
            };
            let m = five[2];
            check(&|m| m.gap, m.rate, Some(m.bias))?;
            for i in 0..3 {
                check(&|m| m.normal[i], m.normal_rate[i], None)?;
                check(&|m| m.point[i], m.point_rate[i], None)?;
            }
        }
    }

    /// Exchanging the two turns the normal and leaves the rest.
    #[test]
    fn order_does_not_matter((a, b) in pair(), ma in motion(), mb in motion()) {
        // two rims: which place counts is the first one's to say
        prop_assume!(!matches!((a, b), (Primitive::Circle { .. }, Primitive::Circle { .. })));
        let (m, w) = (meet(&a, &ma, &b, &mb), meet(&b, &mb, &a, &ma));
        prop_assert_eq!(m.is_some(), w.is_some());
        if let (Some(m), Some(w)) = (m, w) {
            prop_assert!((m.gap - w.gap).abs() < 1e-9 * (1.0 + m.gap.abs()), "{:?} {:?}", m, w);
            prop_assert!((dot(m.normal, w.normal) + 1.0).abs() < 1e-9);
            prop_assert!((dot(m.normal, m.normal) - 1.0).abs() < 1e-12);
        }
    }

    /// ġ is the relative velocity along the normal of the two bodies' points at the contact, where the gap is closed.
    #[test]
    fn rate_is_the_normal_velocity((a, b) in pair(), ma in motion(), mb in motion()) {
        if let Some(m) = meet(&a, &ma, &b, &mb) {
            // bring them together along n: the place stays that of the nearest points
            let mb = Motion { position: plus(mb.position, -m.gap, m.normal), ..mb };
            if let Some(c) = meet(&a, &ma, &b, &mb).filter(|c| c.gap.abs() < 1e-12 && dot(c.normal, m.normal) > 0.999) {
                let velocity = |m: &Motion| plus(m.velocity, 1.0, cross(m.spin, plus(c.point, -1.0, m.position)));
                let closing = dot(c.normal, plus(velocity(&mb), -1.0, velocity(&ma)));
                prop_assert!((closing - c.rate).abs() < 1e-8 * (1.0 + closing.abs()), "{} {} {:?} {:?}", closing, c.rate, a, b);
            }
        }
    }
}

/// Points of the curve inside a primitive.
fn sampled(p: &Primitive, m: &Motion, count: usize) -> Vec<[f64; 3]> {
    (0..count)
        .map(|i| {
            let x = i as f64 / count as f64;
            m.point(match p {
                Primitive::Point { at, .. }
                | Primitive::Plane { at, .. }
                | Primitive::Ellipsoid { at, .. }
                | Primitive::Cone { at, .. } => *at,
                Primitive::Line { at, along, .. } => plus(*at, 16.0 * (x - 0.5), *along),
                Primitive::Circle { at, axis, radius, toward, .. } => {
                    let (s, c) = libm::sincos(std::f64::consts::TAU * x);
                    let r = radius.abs();
                    plus(plus(*at, r * c, *toward), r * s, cross(*axis, *toward))
                }
            })
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// The nearest of a rim's two places is the nearest of all pairs of points.
    #[test]
    fn nearest_place_of_a_rim_is_the_nearest_point(
        rim in circle(0.3..0.8f64),
        other in prop_oneof![point(0.1..0.3f64), line(0.1..0.3f64), circle(0.3..0.8f64)],
        ma in motion(),
        mb in motion(),
    ) {
        let at = |second: bool| {
            let Primitive::Circle { at, axis, radius, toward, .. } = rim else { return None };
            let rim = Primitive::Circle { at, axis, radius, toward, second, paired: false, lean: radius.signum() };
            let other = match other {
                Primitive::Circle { at, axis, radius, toward, lean, .. } => {
                    Primitive::Circle { at, axis, radius, toward, second: false, paired: false, lean }
                },
                p => p,
            };
            // where sharp edges cross the sign says which is inside
            let sharp = matches!(other, Primitive::Circle { .. });
            meet(&rim, &ma, &other, &mb).map(|m| if sharp { m.gap.abs() } else { m.gap })
        };
        let found = at(false).unwrap_or(f64::INFINITY).min(at(true).unwrap_or(f64::INFINITY));
        let (p, q) = (sampled(&rim, &ma, 300), sampled(&other, &mb, 1500));
        let mut nearest = f64::INFINITY;
        for x in &p {
            for y in &q {
                let d = plus(*y, -1.0, *x);
                nearest = nearest.min(dot(d, d));
            }
        }
        let tube = match other { Primitive::Point { radius, .. } | Primitive::Line { radius, .. } => radius, _ => 0.0 };
        let nearest = nearest.sqrt() - tube;
        prop_assert!((found - nearest).abs() < 0.02, "{} {} {:?} {:?}", found, nearest, at(false), at(true));
    }
}

#[test]
fn rolling_disc() {
    // a disc of radius R whose axis makes the angle β with the table: lowest point at c − R sin β
    let (radius, beta) = (0.3, 0.7);
    let (s, c) = libm::sincos(beta);
    let rim = Primitive::Circle {
        at: [0.0; 3],
        axis: [0.0, s, c],
        radius,
        toward: [1.0, 0.0, 0.0],
        second: false,
        paired: false,
        lean: 1.0,
    };
    let table = Primitive::Plane { at: [0.0; 3], normal: [0.0, 0.0, 1.0] };
    let motion =
        Motion { position: [0.2, -0.1, 1.0], velocity: [0.4, 0.0, 0.0], spin: [0.1, 0.2, 3.0], ..Motion::REST };
    let m = meet(&table, &Motion::REST, &rim, &motion).unwrap();
    case!("rim over a table", "gap (m)", Against::ClosedForm, "height − R sin β")
        .off(m.gap - (1.0 - radius * s), 1e-15);
}

#[test]
fn two_edges_crossing_turn_negative_inside() {
    let edge = |along: [f64; 3], outward: [f64; 3]| Primitive::Line { at: [0.0; 3], along, radius: 0.0, outward };
    let (lower, upper) = (edge([1.0, 0.0, 0.0], [0.0, 0.0, 1.0]), edge([0.0, 1.0, 0.0], [0.0, 0.0, -1.0]));
    for height in [0.3, -0.02] {
        let above = Motion { position: [0.1, 0.2, height], ..Motion::REST };
        let m = meet(&lower, &Motion::REST, &upper, &above).unwrap();
        assert!((m.gap - height).abs() < 1e-15 && m.normal == [0.0, 0.0, 1.0], "{m:?}");
    }
}

#[test]
fn tilted_rim_in_a_bore_touches_at_two_places() {
    // seen along the bore the rim is an ellipse: farthest from the axis at both ends of its long axis
    let (bore, rim, tilt) = (0.5, 0.49, 0.1);
    let (s, c) = libm::sincos(tilt);
    let hollow = Primitive::Line { at: [0.0; 3], along: [0.0, 0.0, 1.0], radius: -bore, outward: [0.0; 3] };
    let peg = |second| Primitive::Circle {
        at: [0.0; 3],
        axis: [0.0, s, c],
        radius: rim,
        toward: [1.0, 0.0, 0.0],
        second,
        paired: false,
        lean: 1.0,
    };
    let [one, two] = [false, true].map(|second| meet(&hollow, &Motion::REST, &peg(second), &Motion::REST).unwrap());
    assert!((one.gap - (bore - rim)).abs() < 1e-15 && (two.gap - (bore - rim)).abs() < 1e-15);
    assert!(one.normal[0] < -0.999 && two.normal[0] > 0.999, "{one:?} {two:?}");
}

#[test]
fn no_definite_place_gives_none() {
    let edge = |along: [f64; 3]| Primitive::Line { at: [0.0; 3], along, radius: 0.0, outward: [0.0, 0.0, 1.0] };
    let beside = Motion { position: [0.0, 1.0, 0.0], ..Motion::REST };
    assert!(meet(&edge([1.0, 0.0, 0.0]), &Motion::REST, &edge([1.0, 0.0, 0.0]), &beside).is_none());
    let rim = Primitive::Circle {
        at: [0.0; 3],
        axis: [0.0, 0.0, 1.0],
        radius: 0.5,
        toward: [1.0, 0.0, 0.0],
        second: false,
        paired: false,
        lean: 1.0,
    };
    let table = Primitive::Plane { at: [0.0; 3], normal: [0.0, 0.0, 1.0] };
    assert!(meet(&table, &Motion::REST, &rim, &Motion::REST).is_none());
    let on_axis = Primitive::Point { at: [0.0, 0.0, 0.3], radius: 0.1 };
    assert!(meet(&rim, &Motion::REST, &on_axis, &Motion::REST).is_none());
}
