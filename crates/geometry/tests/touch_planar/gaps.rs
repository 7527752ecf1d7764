//! Gap, rate and second derivative of `meet` against differences along a motion.

use crate::scenery::{Dice, Throw};
use mainspring_geometry::touch::{Meeting, Motion, Primitive, meet};

/// Uniform motion: no body accelerates, so the second derivative of the gap is the bias.
fn along(a: &Primitive, b: &Primitive, throws: &[Throw; 2], t: f64) -> Meeting {
    meet(a, &throws[0].at(t), b, &throws[1].at(t)).expect("they can touch")
}

fn primitive(dice: &mut Dice, kind: usize) -> Primitive {
    let at = [dice.between(-1.0, 1.0), dice.between(-1.0, 1.0), 0.0];
    match kind {
        0 => Primitive::Point { at, radius: 0.0 },
        1 => Primitive::Point { at, radius: dice.between(0.1, 0.5) },
        2 => Primitive::Point { at, radius: -dice.between(2.0, 3.0) },
        _ => {
            let (s, c) = libm::sincos(dice.between(0.0, 6.0));
            Primitive::Plane { at, normal: [c, s, 0.0] }
        }
    }
}

#[test]
fn derivatives_of_every_pair() {
    let mut dice = Dice(11);
    let h = 1e-3;
    for kinds in [[0, 3], [3, 0], [1, 3], [3, 1], [0, 1], [1, 1], [1, 2], [2, 1], [0, 2]] {
        for _ in 0..200 {
            let (a, b) = (primitive(&mut dice, kinds[0]), primitive(&mut dice, kinds[1]));
            let throws = [0, 1].map(|i| Throw {
                at: [3.0 * f64::from(i) + dice.unit(), dice.unit()],
                velocity: [dice.between(-1.0, 1.0), dice.between(-1.0, 1.0)],
                angle: dice.between(0.0, 6.0),
                spin: dice.between(-2.0, 2.0),
                ..Throw::default()
            });
            let distance = |t: f64| {
                let (p, q) = (center(&a, &throws[0].at(t)), center(&b, &throws[1].at(t)));
                libm::hypot(q[0] - p[0], q[1] - p[1])
            };
            // formulas with |d| in the denominator are compared away from d = 0
            if !kinds.contains(&3) && distance(0.0) < 0.7 {
                continue;
            }
            let at = |k: f64| along(&a, &b, &throws, k * h);
            let m = at(0.0);
            let fourth = |f: &dyn Fn(&Meeting) -> f64| {
                (8.0 * (f(&at(1.0)) - f(&at(-1.0))) - (f(&at(2.0)) - f(&at(-2.0)))) / (12.0 * h)
            };
            let near = |x: f64, y: f64| assert!((x - y).abs() < 2e-8, "{kinds:?}: {x} {y}");
            near(fourth(&|m| m.gap), m.rate);
            near(fourth(&|m| m.rate), m.bias);
            for i in 0..3 {
                near(fourth(&|m| m.normal[i]), m.normal_rate[i]);
                near(fourth(&|m| m.point[i]), m.point_rate[i]);
            }
        }
    }
}

fn center(p: &Primitive, m: &Motion) -> [f64; 3] {
    match p {
        Primitive::Point { at, .. } | Primitive::Plane { at, .. } => m.point(*at),
        _ => unreachable!("only planar primitives are drawn"),
    }
}

#[test]
fn normal_points_from_a_to_b() {
    let floor = Primitive::Plane { at: [0.0; 3], normal: [0.0, 1.0, 0.0] };
    let ball = Primitive::Point { at: [0.0; 3], radius: 0.5 };
    let up = crate::scenery::place(0.0, 2.0, 0.3);
    let m = meet(&floor, &Motion::REST, &ball, &up).unwrap();
    assert_eq!((m.gap, m.normal), (1.5, [0.0, 1.0, 0.0]));
    let turned = meet(&ball, &up, &floor, &Motion::REST).unwrap();
    assert_eq!((turned.gap, turned.normal[1]), (1.5, -1.0));
    let bore = Primitive::Point { at: [0.0; 3], radius: -0.75 };
    let low = crate::scenery::place(0.0, -0.2, 0.0);
    let m = meet(&bore, &Motion::REST, &ball, &low).unwrap();
    assert!((m.gap - 0.05).abs() < 1e-15 && m.normal[1] == 1.0);
}
