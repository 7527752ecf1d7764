//! Sweeps among obstacles that cross in crowds: work grows little faster than their number, counted, not timed.

use crate::given::ratio;
use mainspring_sweep::{Angle, Method, Motion, Obstacle, Pawl, Place, Problem, solve};

/// Tenths of a micrometre to millimetres.
fn at(x: i64, y: i64) -> Place {
    [ratio(x, 10_000), ratio(y, 10_000)]
}

/// A hook that trails over what lies below 0, from before it to beyond `until` mm.
fn dragged(triangles: Vec<[Place; 3]>, until: i64) -> Problem {
    let obstacle = |(n, ring): (usize, [Place; 3])| Obstacle { name: format!("o{n}"), rings: vec![ring.to_vec()] };
    let pawl = Pawl {
        name: "hook".to_owned(),
        hinge: at(-200_000, 145_000),
        outline: vec![at(-100_000, -150_000), at(15_000, -5_000), at(-5_000, 15_000)],
        stiffness: 0.012,
        friction: ratio(3, 20),
        start: Angle::zero(),
    };
    Problem {
        velocity: at(100_000, 0),
        obstacles: triangles.into_iter().enumerate().map(obstacle).collect(),
        pawls: vec![pawl],
        root: None,
        end: ratio(until, 10),
    }
}

/// Needles down to the right and up to the right by turns, 40 mm long, `pitch` apart: each crosses those within 40 mm.
fn needles(n: i64, pitch: i64) -> Problem {
    let pair = |k: i64| {
        let x = k * pitch;
        let down = [at(x, 0), at(x + 400_000, -400_000), at(x + 400_200, -399_000)];
        let up = [at(x + 110, -400_000), at(x + 300, -400_000), at(x + 400_130, -1_000)];
        [down, up]
    };
    dragged((0..n / 2).flat_map(pair).collect(), n * pitch / 20_000 + 80)
}

/// Needles in any direction, of ends that some generator throws, within 400 mm.
fn thrown(n: i64) -> Problem {
    let mut seed = 5_u64;
    let mut below = |most: i64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as i64 % most
    };
    let needle = |_| {
        let (x, y) = (below(4_000_000), below(50_000));
        let (dx, dy) = (below(400_000) - 200_000, 1 + below(400_000));
        [at(x, -y), at(x - dx, -y - dy), at(x - dx + 500, -y - dy - 300)]
    };
    dragged((0..n).map(needle).collect(), 500)
}

fn moved(problem: &Problem) -> Motion {
    solve(problem, Method::Lazy).expect("a motion")
}

/// By which power work grows from one problem to the other, that has `times` as many obstacles.
fn exponent(small: &Problem, large: &Problem) -> f64 {
    let times = large.obstacles.len() as f64 / small.obstacles.len() as f64;
    let [a, b] = [small, large].map(|p| moved(p).counts.calls() as f64);
    libm::log(b / a) / libm::log(times)
}

#[test]
fn a_longer_crowd_is_so_much_more_work() {
    let grows = exponent(&needles(1_000, 5_000), &needles(10_000, 5_000));
    assert!(grows < 1.1, "{grows}");
}

#[test]
fn a_denser_crowd_is_little_more_work_than_it_has_members() {
    let grows = exponent(&needles(1_000, 8_000), &needles(10_000, 800));
    assert!(grows < 1.2, "{grows}");
}

#[test]
fn needles_in_any_direction_are_less_work_than_their_crossings() {
    // what is near a place has every direction: of so many bundles a root's share is looked at
    let grows = exponent(&thrown(1_000), &thrown(10_000));
    assert!(grows < 1.5, "{grows}");
}

#[test]
fn crowds_are_traced_as_every_pair_of_features_is() {
    for problem in [needles(40, 5_000), needles(60, 500), thrown(50), thrown(80)] {
        let (lazy, naive) = (moved(&problem), solve(&problem, Method::Naive).expect("a motion"));
        let (of_lazy, of_naive) = (&lazy.pawls[0].events, &naive.pawls[0].events);
        assert!(of_lazy.len() > 10 && of_lazy.len() == of_naive.len(), "{} {}", of_lazy.len(), of_naive.len());
        for (a, b) in of_lazy.iter().zip(of_naive) {
            assert!(a.kind == b.kind && (a.time - b.time).abs() < 1e-12 * b.time.max(1.0), "{a:?} {b:?}");
        }
    }
}
