//! A blade a micrometre thick at a kilometre per second never passes through a part of a millimetre.

use crate::scenery::{Dice, Throw, Throws};
use mainspring_geometry::Region;
use mainspring_geometry::touch::{Path, Surface, distance, first_meeting};
use mainspring_trust::{Against, case};

const THICK: f64 = 1e-6;

fn part(dice: &mut Dice) -> Region {
    let mm = 1e-3;
    match dice.pick(4) {
        0 => Region::rect(mm, mm).expect("a sound shape"),
        1 => Region::disc([0.0; 2], 0.5 * mm).expect("a sound shape"),
        2 => {
            let p = [[0.5, 0.0], [0.1, 0.1], [0.0, 0.5], [-0.1, 0.1], [-0.5, -0.1], [0.0, -0.5]];
            Region::polygon(&p.map(|[x, y]| [mm * x, mm * y])).expect("a sound shape").0
        }
        _ => Region::capsule([-0.3 * mm, 0.0], [0.3 * mm, 0.0], 0.1 * mm).expect("a sound shape"),
    }
}

/// Blade and part move, spin, and are so aimed that their middles coincide at θ = `meet`; both are solid there.
fn aimed(dice: &mut Dice, seconds: f64, meet: f64) -> Throws {
    let mut one = |speed: f64| {
        let (s, c) = libm::sincos(dice.between(0.0, 6.3));
        let velocity = [speed * seconds * c, speed * seconds * s];
        Throw {
            at: [-meet * velocity[0], -meet * velocity[1]],
            velocity,
            angle: dice.between(0.0, 6.3),
            spin: dice.between(-1e3, 1e3) * seconds,
            ..Throw::default()
        }
    };
    Throws { a: one(1e3), b: one(100.0), ..Throws::default() }
}

#[test]
fn never_passes_through() {
    let mut dice = Dice(1989);
    let (mut most, mut deepest) = (0, 0.0f64);
    for trial in 0..10_000 {
        let blade = Region::rect(dice.between(0.5e-3, 2e-2), THICK).unwrap();
        let (blade, part) = (Surface::of_region(&blade, [0.0; 3]), Surface::of_region(&part(&mut dice), [0.0; 3]));
        // steps of a microsecond to ten milliseconds: a millimetre to ten metres
        let seconds = libm::exp2(dice.between(-17.0, -6.6));
        let meet = dice.between(0.05, 1.0);
        let path = aimed(&mut dice, seconds, meet);
        let apart = |t: f64| {
            let [a, b] = path.at(t);
            distance(&blade, &a, &part, &b)
        };
        assert!(apart(meet) < 0.0);
        if apart(0.0) <= 1e-9 {
            continue;
        }
        path.looks.set(0);
        let found = first_meeting(&blade, &part, &path, &[], 1e-13);
        most = most.max(path.looks.get());
        let Some(first) = found else { panic!("trial {trial}: passed through") };
        assert!(first.theta <= meet, "trial {trial}: {first:?} after {meet}");
        // positions of metres carry rounding errors of 1e-15
        let d = apart(first.theta);
        assert!(d.abs() < 1e-13, "trial {trial}: {d} apart");
        deepest = deepest.max(-d);
        for k in 1..=20 {
            let back = first.theta * libm::exp2(-f64::from(k) * dice.between(0.2, 2.5));
            let d = apart(first.theta - back);
            assert!(d > -1e-13, "trial {trial}: {d} before");
            deepest = deepest.max(-d);
        }
    }
    case!(
        "blade of 1 µm at 1 km/s, 10 000 times",
        "deepest overlap up to the touch",
        Against::OtherWay,
        "distance along the path"
    )
    .answer(0.0, "m")
    .off(deepest, 1e-13);
    assert!(most < 2000, "{most} looks in one search");
}
