//! The method that follows what is met against its twin that looks at every pair: the same events.

use mainspring_sweep::{Method, Motion, solve};

use crate::random::problem;

/// Events of a motion in words and numbers.
fn list(motion: &Motion) -> Vec<(String, f64, f64, Option<f64>)> {
    let label = |c: Option<mainspring_sweep::Contact>| c.map_or_else(String::new, |c| c.to_string());
    motion
        .pawls
        .iter()
        .flat_map(|pawl| &pawl.events)
        .map(|e| (format!("{} {} {}", e.kind.name(), label(e.from), label(e.to)), e.time, e.theta, e.theta_after))
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
                    assert!((x.1 - y.1).abs() <= 1e-12 * (1.0 + x.1.abs()), "seed {seed}: {x:?} against {y:?}");
                    assert!((x.2 - y.2).abs() <= 1e-9, "seed {seed}: {x:?} against {y:?}");
                    let (p, q) = (x.3.unwrap_or(0.0), y.3.unwrap_or(0.0));
                    assert!((p - q).abs() <= 1e-9, "seed {seed}: {x:?} against {y:?}");
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
