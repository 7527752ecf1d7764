//! Memory of a sweep: in proportion to what is drawn and what is told, however many pairs of features there are.

use mainspring_sweep::{Angle, Method, Obstacle, Pawl, Place, Problem, Rational, solve};
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

fn at(x: i64, y: i64) -> Place {
    [Rational::from(x) / Rational::from(10), Rational::from(y) / Rational::from(10)]
}

/// Saw teeth of unit pitch.
fn saw(m: i64) -> Vec<Place> {
    let mut ring = vec![at(0, -10), at(10 * m, -10)];
    for k in (0..m).rev() {
        ring.extend([at(10 * (k + 1), 0), at(10 * k + 9, 3)]);
    }
    ring.push(at(0, 0));
    ring
}

fn problem(teeth: i64, hinge: Place, outline: Vec<Place>, end: i64) -> Problem {
    let name = "pawl".to_owned();
    let pawl = Pawl { name, hinge, outline, stiffness: 1.0, friction: Rational::ZERO, start: Angle::zero() };
    let obstacles = vec![Obstacle { name: "saw".to_owned(), rings: vec![saw(teeth)] }];
    Problem { velocity: at(10, 0), obstacles, pawls: vec![pawl], root: None, end: Rational::from(end) }
}

/// A comb with as many teeth as the saw below it: pairs of features grow with the square of that.
fn comb(m: i64) -> Problem {
    let mut outline = vec![at(0, 10), at(-10 * m, 10)];
    for k in (0..m).rev() {
        outline.extend([at(-10 * k - 8, 0), at(-10 * k - 4, 4)]);
    }
    problem(m, at(-5, 1), outline, m)
}

/// A pawl of six vertices that goes some way along a saw.
fn click(teeth: i64, way: i64) -> Problem {
    let outline = [(0, 1), (-13, -7), (-13, -9), (-12, -9), (-8, -5), (0, -1)];
    problem(teeth, at(-5, 10), outline.map(|(x, y)| at(x, y)).to_vec(), way)
}

/// The most that was in use at once beyond what there was before, bytes, and how much is drawn and told.
fn used(problem: &Problem) -> (f64, f64) {
    let before = ALLOCATED.current_usage();
    ALLOCATED.reset_peak_usage();
    let motion = solve(problem, Method::Lazy).expect("a motion");
    let most = ALLOCATED.peak_usage() - before;
    let drawn: usize = problem.obstacles[0].rings[0].len() + problem.pawls[0].outline.len();
    let told: usize = motion.pawls[0].events.len() + motion.pawls[0].pieces.len();
    (most as f64, (drawn + told) as f64)
}

/// One test, so that nothing else is in use meanwhile.
#[test]
fn memory_grows_with_what_is_drawn_and_told() {
    let of = |problem: Problem| {
        let (bytes, size) = used(&problem);
        bytes / size
    };
    // 16 times as many corners and 256 times as many pairs
    let (small, large) = (of(comb(10)), of(comb(160)));
    assert!(large < 1.3 * small, "comb over comb: {small:.0} bytes for each corner and event, then {large:.0}");
    let (small, large) = (of(click(100, 103)), of(click(10_000, 10_003)));
    assert!(large < 1.3 * small, "all along a saw: {small:.0} bytes for each corner and event, then {large:.0}");
    // of a long saw little is passed: what is told of it does not grow
    let (small, large) = (used(&click(2_000, 8)), used(&click(8_000, 8)));
    assert!(large.0 < 4.2 * small.0, "a little of a saw: {} bytes, then {}", small.0, large.0);
}
