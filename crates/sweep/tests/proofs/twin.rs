//! The method that follows what is met against its twin that looks at every pair: the same events.
//!
//! The twin knows none of the shortcuts: no trees of boxes, no pairs sorted out by the way they face, no balls before intervals, no
//! usual cases at corners. Kinds, contacts, order and cause must be the same. So are the numbers themselves, roots of
//! polynomials; but the float told is the middle of the interval a root has been isolated in, which balls leave wider than
//! intervals do. So times and angles agree to what is promised of them.

use mainspring_sweep::{Method, Motion, solve};

use crate::random::problem;

/// What is promised of times and angles, as a part of 1 and the number.
const PROMISED: f64 = 1e-12;

/// Events of a motion: kinds and contacts in words, times and angles.
fn list(motion: &Motion) -> Vec<(String, [f64; 3])> {
    let label = |c: Option<mainspring_sweep::Contact>| c.map_or_else(String::new, |c| c.to_string());
    motion
        .pawls
        .iter()
        .flat_map(|pawl| &pawl.events)
        .map(|e| {
            let words = format!("{} {} {} {}", e.kind.name(), label(e.from), label(e.to), e.theta_after.is_some());
            (words, [e.time, e.theta, e.theta_after.unwrap_or(0.0)])
        })
        .collect()
}

/// Compares the problems of some seeds; how many could start.
fn compare(seeds: std::ops::Range<u64>) -> usize {
    let mut done = 0;
    for seed in seeds {
        let problem = problem(seed);
        match (solve(&problem, Method::Lazy), solve(&problem, Method::Naive)) {
            (Ok(lazy), Ok(naive)) => {
                let (a, b) = (list(&lazy), list(&naive));
                assert_eq!(a.len(), b.len(), "seed {seed}: {a:#?} against {b:#?}");
                for (x, y) in a.iter().zip(&b) {
                    assert_eq!(x.0, y.0, "seed {seed}: {a:#?} against {b:#?}");
                    let near = |(p, q): (&f64, &f64)| (p - q).abs() <= PROMISED * (1.0 + p.abs());
                    assert!(x.1.iter().zip(&y.1).all(near), "seed {seed}: {x:?} against {y:?}");
                }
                assert_eq!((lazy.cause, lazy.stopped_by), (naive.cause, naive.stopped_by), "seed {seed}");
                done += 1;
            }
            (Err(a), Err(b)) => assert_eq!(a, b, "seed {seed}"),
            (a, b) => panic!("seed {seed}: {a:?} against {b:?}"),
        }
    }
    done
}

/// Ten thousand problems that can start, in four groups.
#[test]
fn first_group() {
    let done = compare(0..5900);
    assert!(done >= 2500, "{done}");
}

#[test]
fn second_group() {
    let done = compare(5900..11_800);
    assert!(done >= 2500, "{done}");
}

#[test]
fn third_group() {
    let done = compare(11_800..17_700);
    assert!(done >= 2500, "{done}");
}

#[test]
fn fourth_group() {
    let done = compare(17_700..23_600);
    assert!(done >= 2500, "{done}");
}
