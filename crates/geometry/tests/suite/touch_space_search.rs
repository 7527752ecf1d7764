//! When solids first touch on a path: closed forms, a twin that looks at the distance in small steps, thin and fast ones.

use crate::motions;

use mainspring_geometry::touch::{Motion, Path, Speeds, Surface, distance, first_meeting, touching};
use mainspring_geometry::{Region, Solid};
use mainspring_trust::{Against, case};
use motions::{dot, plus, rotation, turned, vector};
use proptest::prelude::*;

/// Both fly with a constant acceleration and spin; per unit of the path.
#[derive(Debug)]
struct Flight {
    start: [Motion; 2],
    pull: [[f64; 3]; 2],
}

impl Path for Flight {
    fn at(&self, t: f64) -> [Motion; 2] {
        [0, 1].map(|i| {
            let m = &self.start[i];
            Motion {
                position: plus(plus(m.position, t, m.velocity), 0.5 * t * t, self.pull[i]),
                rotation: turned(m.rotation, m.spin.map(|w| w * t)),
                velocity: plus(m.velocity, t, self.pull[i]),
                spin: m.spin,
            }
        })
    }

    fn speeds(&self, from: f64, to: f64) -> [Speeds; 2] {
        let size = |v: [f64; 3]| dot(v, v).sqrt();
        [0, 1].map(|i| {
            let at = |t: f64| size(plus(self.start[i].velocity, t, self.pull[i]));
            Speeds {
                linear: at(from).max(at(to)),
                angular: size(self.start[i].spin),
                linear_rate: size(self.pull[i]),
                angular_rate: 0.0,
            }
        })
    }
}

fn surface(solid: &Solid) -> Surface {
    Surface::of_solid(solid, [0.0; 3]).expect("sound by construction")
}

fn solid() -> impl Strategy<Value = Solid> {
    let length = || 0.2..1.0f64;
    prop_oneof![
        (length(), length(), length()).prop_map(|(x, y, z)| Solid::block(x, y, z).expect("sound by construction")),
        length().prop_map(|r| Solid::sphere(0.5 * r).expect("sound by construction")),
        (length(), length()).prop_map(|(r, h)| Solid::capsule(0.4 * r, h).expect("sound by construction")),
        (length(), length()).prop_map(|(r, h)| Solid::cylinder(0.5 * r, h).expect("sound by construction")),
        (length(), length()).prop_map(|(r, h)| Solid::cone(0.5 * r, h).expect("sound by construction")),
        (length(), length(), length())
            .prop_map(|(x, y, z)| Solid::ellipsoid(0.5 * x, 0.5 * y, 0.5 * z).expect("sound by construction")),
        Just(()).prop_map(|()| {
            let bent = [[0.0, 0.0], [1.0, 0.0], [1.0, 0.3], [0.3, 0.3], [0.3, 1.0], [0.0, 1.0]];
            Solid::extruded(Region::polygon(&bent).expect("sound by construction").0, 0.5)
                .expect("sound by construction")
        }),
    ]
}

/// Towards each other from about 2.5 apart, turning, pulled aside.
fn flight() -> impl Strategy<Value = Flight> {
    (prop::array::uniform2((vector(), vector(), vector(), vector())), 2.0..6.0f64).prop_map(|(bodies, speed)| {
        let of = |i: usize, side: f64| {
            let (off, turn, spin, push) = bodies[i];
            let position = plus([side * 1.5, 0.0, 0.0], 0.4, off);
            let velocity = plus([-side * speed / 2.0, 0.0, 0.0], 0.3, push);
            Motion { position, rotation: rotation(turn.map(|x| 3.0 * x)), velocity, spin: spin.map(|x| 4.0 * x) }
        };
        Flight { start: [of(0, -1.0), of(1, 1.0)], pull: [bodies[0].3, bodies[1].3.map(|x| -x)] }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// The twin looks at the distance 300 times; the search must be there before the twin sees an overlap, and right.
    #[test]
    fn first_touch_is_where_the_distance_ends(a in solid(), b in solid(), path in flight()) {
        let (a, b) = (surface(&a), surface(&b));
        let apart = |t: f64| {
            let [ma, mb] = path.at(t);
            distance(&a, &ma, &b, &mb)
        };
        prop_assume!(apart(0.0) > 1e-6);
        let looks = 300;
        let seen = (1..=looks).map(|i| f64::from(i) / f64::from(looks)).find(|t| apart(*t) < -1e-9);
        let first = first_meeting(&a, &b, &path, &[], 1e-10);
        if let Some(seen) = seen {
            prop_assert!(first.is_some(), "overlap at {} was missed", seen);
        }
        if let Some(first) = first {
            prop_assert!(seen.is_none_or(|seen| first.theta <= seen), "{} after {:?}", first.theta, seen);
            prop_assert!(apart(first.theta).abs() < 1e-9, "distance {} at {}", apart(first.theta), first.theta);
            // and no earlier
            for i in 0..100 {
                let t = first.theta * f64::from(i) / 100.0;
                prop_assert!(apart(t) > -1e-9, "already {} at {} of {}", apart(t), t, first.theta);
            }
            let [ma, mb] = path.at(first.theta);
            let mut there = Vec::new();
            touching(&a, &ma, &b, &mb, 1e-9, &[], &mut there);
            prop_assert!(first.pairs.iter().all(|p| there.contains(p)), "{:?} {:?}", first.pairs, there);
        }
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// A blade of 1 µm at up to 1 km/s against a part of 1 mm, both moving and turning, a step that carries it metres.
    #[test]
    fn thin_and_fast_does_not_pass(
        way in vector().prop_filter("a way", |v| dot(*v, *v) > 0.1),
        turns in prop::array::uniform2(vector()),
        spins in prop::array::uniform2(vector()),
        when in 0.05..0.95f64,
        off in vector(),
        round in any::<bool>(),
    ) {
        let blade = surface(&Solid::block(4e-3, 4e-3, 1e-6).expect("sound by construction"));
        let part = surface(&if round { Solid::cylinder(5e-4, 1e-3) } else { Solid::block(1e-3, 1e-3, 1e-3) }.expect("sound by construction"));
        let size = dot(way, way).sqrt();
        let travel = way.map(|x| x / size * 2.0);
        let motion = |i: usize, share: f64| Motion {
            position: plus(off.map(|x| 1e-4 * x * share), -share * when, travel),
            rotation: rotation(turns[i].map(|x| 3.0 * x)),
            velocity: travel.map(|x| share * x),
            spin: spins[i].map(|x| 3.0 * x),
        };
        let path = Flight { start: [motion(0, 0.7), motion(1, -0.3)], pull: [[0.0; 3]; 2] };
        // the centres meet at `when` within a tenth of the part, so they cannot miss
        let first = first_meeting(&blade, &part, &path, &[], 1e-13);
        let Some(first) = first else { return Err(TestCaseError::fail("passed through")) };
        prop_assert!(first.theta <= when, "{} after {}", first.theta, when);
        // it is the touch itself, and nothing was inside before: paths of metres carry rounding errors of 1e-15
        let apart = |t: f64| {
            let [a, b] = path.at(t);
            distance(&blade, &a, &part, &b)
        };
        prop_assert!(apart(first.theta).abs() < 1e-12, "{} apart", apart(first.theta));
        for k in 1..=20 {
            let before = first.theta * (1.0 - libm::exp2(-2.0 * f64::from(k)));
            prop_assert!(apart(before) > -1e-12, "{} inside at {} of {}", apart(before), before, first.theta);
        }
    }
}

#[test]
fn falling_ball_die_and_coin() {
    let floor = Surface::half_space([0.0; 3], [0.0, 0.0, 1.0]);
    let rest = Motion::REST;
    let fall = |start: Motion| Flight { start: [rest, start], pull: [[0.0; 3], [0.0, 0.0, -9.81]] };
    let from = Motion { position: [0.3, -0.2, 1.1], ..rest };
    let first = first_meeting(&floor, &surface(&Solid::sphere(0.1).unwrap()), &fall(from), &[], 1e-12).unwrap();
    case!("ball falling on a floor, in space", "time of impact (s)", Against::ClosedForm, "√(2h/g)")
        .off(first.theta - (2.0 / 9.81f64).sqrt(), 1e-14);
    assert_eq!(first.pairs.len(), 1);
    // a die falls flat: four corners at once
    let die = surface(&Solid::block(0.2, 0.2, 0.2).unwrap());
    let first = first_meeting(&floor, &die, &fall(from), &[], 1e-12).unwrap();
    assert!((first.theta - (2.0 / 9.81f64).sqrt()).abs() < 1e-14 && first.pairs.len() == 4, "{first:?}");
    // a coin falls on its flat side, and leaning
    let coin = surface(&Solid::cylinder(0.3, 0.2).unwrap());
    let first = first_meeting(&floor, &coin, &fall(from), &[], 1e-12).unwrap();
    assert!((first.theta - (2.0 / 9.81f64).sqrt()).abs() < 1e-14 && first.pairs.len() == 6, "{first:?}");
    let lean = 0.4;
    let (s, c) = libm::sincos(lean);
    let leaning =
        Motion { position: [0.0, 0.0, 1.0 + 0.1 * c + 0.3 * s], rotation: rotation([lean, 0.0, 0.0]), ..rest };
    let first = first_meeting(&floor, &coin, &fall(leaning), &[], 1e-12).unwrap();
    assert!((first.theta - (2.0 / 9.81f64).sqrt()).abs() < 1e-14 && first.pairs.len() == 1, "{first:?}");
}

#[test]
fn rests_and_slides_without_new_touches() {
    // a box sliding on a larger one keeps its four corners until one passes the edge
    let table = surface(&Solid::block(2.0, 2.0, 1.0).unwrap());
    let block = surface(&Solid::block(0.4, 0.4, 0.4).unwrap());
    let on = Motion { position: [0.1, 0.2, 0.7], velocity: [0.5, 0.1, 0.0], ..Motion::REST };
    let path = Flight { start: [Motion::REST, on], pull: [[0.0; 3]; 2] };
    let mut known = Vec::new();
    touching(&table, &Motion::REST, &block, &on, 1e-10, &[], &mut known);
    assert_eq!(known.len(), 4);
    assert_eq!(first_meeting(&table, &block, &path, &known, 1e-10), None);
}

#[test]
fn flush_stack_and_standing_can_stay_as_they_are() {
    let cube = || surface(&Solid::block(1.0, 1.0, 1.0).unwrap());
    let can = || surface(&Solid::cylinder(0.5, 1.0).unwrap());
    for (lower, upper) in [(cube(), cube()), (cube(), can()), (can(), can())] {
        // both carried along, as on a belt: what touches stays so, and nothing new does
        let along = |z: f64| Motion { position: [0.0, 0.0, z], velocity: [0.3, 0.2, 0.1], ..Motion::REST };
        let path = Flight { start: [along(0.0), along(1.0)], pull: [[0.0; 3]; 2] };
        let mut known = Vec::new();
        touching(&lower, &along(0.0), &upper, &along(1.0), 1e-10, &[], &mut known);
        assert!(known.len() >= 4, "{known:?}");
        assert_eq!(first_meeting(&lower, &upper, &path, &known, 1e-10), None);
    }
}

#[test]
fn ball_falls_straight_on_a_hole() {
    // a ball of radius r over a hole of radius R < r: it stops when its centre is √(r² − R²) above the rim
    let plate = Region::rect(1.0, 1.0).unwrap().difference(&Region::disc([0.0; 2], 0.12).unwrap()).unwrap();
    let plate = surface(&Solid::extruded(plate, 0.1).unwrap());
    let ball = surface(&Solid::sphere(0.2).unwrap());
    for aside in [0.0, 1e-3] {
        let from = Motion { position: [aside, 0.0, 1.0], velocity: [0.0, 0.0, -2.0], ..Motion::REST };
        let path = Flight { start: [Motion::REST, from], pull: [[0.0; 3]; 2] };
        let first = first_meeting(&plate, &ball, &path, &[], 1e-12).unwrap();
        let height = 0.05 + (0.04 - (0.12 - aside) * (0.12 - aside)).sqrt();
        assert!((1.0 - 2.0 * first.theta - height).abs() < 1e-12, "{first:?}");
        assert_eq!(first.pairs.len(), if aside == 0.0 { 6 } else { 1 });
    }
}
