//! How the work of the sweep grows: predicate calls and time on each family of problems, a line of JSON each.
//!
//! `cargo xtask bench sweep` makes tables of it. By hand: `cargo run --release -p mainspring-sweep --example scaling [family [largest
//! size]]`. Families: a rack under a short pawl; a rack with a pawl whose reach grows with it; a comb pawl over a comb; scattered
//! triangles at constant density; a wheel over pegs; spikes that all cross the pawl's reach; and several pawls on one rack.

#![expect(clippy::print_stdout, reason = "lines for whoever runs it")]

use std::time::Instant;

use mainspring_sweep::{Angle, Counts, Method, Obstacle, Pawl, Place, Problem, Rational, solve};

fn at(x: i64, y: i64, over: i64) -> Place {
    [Rational::from(x) / Rational::from(over), Rational::from(y) / Rational::from(over)]
}

fn pawl(hinge: Place, outline: Vec<Place>) -> Pawl {
    let name = "pawl".to_owned();
    Pawl { name, hinge, outline, stiffness: 1.0, friction: Rational::ZERO, start: Angle::zero() }
}

fn problem(rings: Vec<Vec<Place>>, pawls: Vec<Pawl>, end: i64) -> Problem {
    let obstacles = rings.into_iter().map(|ring| Obstacle { name: "o".to_owned(), rings: vec![ring] }).collect();
    Problem { velocity: at(1, 0, 1), obstacles, pawls, root: None, end: Rational::from(end) }
}

/// Saw teeth of unit pitch: slow rise, steep fall; two edges a tooth.
fn saw(m: i64) -> Vec<Place> {
    let mut ring = vec![at(0, -10, 10), at(10 * m, -10, 10)];
    for k in (0..m).rev() {
        ring.push(at(10 * (k + 1), 0, 10));
        ring.push(at(10 * k + 9, 3, 10));
    }
    ring.push(at(0, 0, 10));
    ring
}

/// A trailing pawl of six vertices whose tip reaches below the tops of the teeth.
fn short_pawl(x: i64) -> Pawl {
    let outline = [(0, 1), (-13, -7), (-13, -9), (-12, -9), (-8, -5), (0, -1)];
    pawl(at(x, 10, 10), outline.iter().map(|&(x, y)| at(x, y, 10)).collect())
}

fn rack(m: i64) -> Problem {
    problem(vec![saw(m)], vec![short_pawl(-5)], m + 3)
}

fn rack_of_pawls(k: i64) -> Problem {
    problem(vec![saw(1000)], (0..k).map(|n| short_pawl(-5 - 7 * n)).collect(), 900)
}

/// The same teeth under a pawl that is as long as the rack.
fn long_reach(m: i64) -> Problem {
    let outline = vec![at(0, 1, 10), at(-10 * m, -8, 10), at(-10 * m, -9, 10), at(0, 0, 10)];
    problem(vec![saw(m)], vec![pawl(at(-5, 10, 10), outline)], 2 * m)
}

/// A comb with as many teeth as the comb below it.
fn comb(m: i64) -> Problem {
    let mut outline = vec![at(0, 10, 10), at(-10 * m, 10, 10)];
    for k in (0..m).rev() {
        outline.push(at(-10 * k - 8, 0, 10));
        outline.push(at(-10 * k - 4, 4, 10));
    }
    problem(vec![saw(m)], vec![pawl(at(-5, 1, 10), outline)], m)
}

/// Triangles scattered along a band, four to a unit.
fn scattered(m: i64) -> Problem {
    let mut state = 12345u64;
    let mut next = |n: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % n) as i64
    };
    let rings = (0..m).map(|k| {
        let (x, y) = (25 * k + next(10), next(60) - 40);
        vec![at(x, y, 100), at(x + 8 + next(8), y + next(4), 100), at(x + next(8), y + 8 + next(8), 100)]
    });
    problem(rings.collect(), vec![short_pawl(-5)], m / 4 + 4)
}

/// A wheel with blades that turns over pegs; it never comes back.
fn wheel(m: i64) -> Problem {
    let blades = [(0, -12), (1, -2), (12, 0), (2, 1), (0, 12), (-1, 2), (-12, 0), (-2, -1)];
    let rings = (0..m).map(|k| vec![at(20 * k, -12, 10), at(20 * k + 1, -12, 10), at(20 * k, -9, 10)]).collect();
    let outline = blades.iter().map(|&(x, y)| at(x, y, 10)).collect();
    problem(rings, vec![pawl(at(-25, 0, 10), outline)], 2 * m)
}

/// Long thin spikes that all cross the pawl's reach at once: no window helps.
fn spikes(m: i64) -> Problem {
    let rings = (0..m).map(|k| {
        let (x, y) = (3 * m + 20 * k, -9 * m + k);
        vec![at(x, y, 10), at(x + 40 * m, y - 20 * m, 10), at(x + 40 * m + 1, y - 20 * m + 1, 10)]
    });
    let outline = vec![at(0, 0, 10), at(-2 * m, -10 * m, 10), at(-2 * m + 5, -10 * m, 10), at(5, 0, 10)];
    problem(rings.collect(), vec![pawl(at(0, 0, 10), outline)], 3 * m)
}

/// A family: name, problem of a size, its sizes, the method.
type Family = (&'static str, fn(i64) -> Problem, &'static [i64], Method);

const FAMILIES: [Family; 8] = [
    ("rack", rack, &[100, 1000, 10_000, 100_000], Method::Lazy),
    ("rack, every pair", rack, &[20, 40, 80, 160], Method::Naive),
    ("reach as long as the rack", long_reach, &[100, 200, 400, 800, 1600, 3200], Method::Lazy),
    ("comb over comb", comb, &[10, 20, 40, 80, 160], Method::Lazy),
    ("scattered triangles", scattered, &[100, 1000, 10_000, 100_000], Method::Lazy),
    ("wheel over pegs", wheel, &[100, 1000, 10_000], Method::Lazy),
    ("spikes", spikes, &[10, 20, 40, 80, 160], Method::Lazy),
    ("pawls on a rack", rack_of_pawls, &[1, 2, 4, 8, 16], Method::Lazy),
];

/// How often a run that is timed is repeated; the fastest counts.
const TIMES: usize = 3;

fn main() -> Result<(), mainspring_sweep::Fault> {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    let largest = std::env::args().nth(2).and_then(|word| word.parse().ok()).unwrap_or(i64::MAX);
    for (name, make, sizes, method) in FAMILIES.into_iter().filter(|(name, ..)| wanted.is_empty() || *name == wanted) {
        for &size in sizes.iter().filter(|size| **size <= largest) {
            let problem = make(size);
            let mut seconds = f64::INFINITY;
            let mut counts = Counts::default();
            let mut events = 0;
            for _ in 0..if method == Method::Lazy { TIMES } else { 1 } {
                let start = Instant::now();
                let motion = solve(&problem, method)?;
                seconds = seconds.min(start.elapsed().as_secs_f64());
                counts = motion.counts;
                events = motion.pawls.iter().map(|p| p.events.len()).sum();
            }
            let land: usize = problem.obstacles.iter().flat_map(|o| &o.rings).map(Vec::len).sum();
            // a vertex on each edge and an edge on each vertex
            let curves: usize = problem.pawls.iter().map(|p| 2 * p.outline.len() * land).sum();
            println!(
                "{{\"family\": \"{name}\", \"size\": {size}, \"curves\": {curves}, \"events\": {events}, \
                 \"boxes\": {}, \"pairs\": {}, \"filtered\": {}, \"exact\": {}, \"seconds\": {seconds}}}",
                counts.boxes, counts.pairs, counts.filtered, counts.exact
            );
        }
    }
    Ok(())
}
