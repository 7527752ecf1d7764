//! Largest forces against the reference cases, against many samples, and a closed form.

use std::path::Path;

use mainspring_sweep::{Method, solve};
use mainspring_trust::{Against, case};
use serde_json::Value;

use crate::cases::problem_of;
use crate::random::problem;

#[test]
fn peaks_of_the_reference_cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut worst = 0.0f64;
    let mut done = 0;
    for file in std::fs::read_dir(folder).expect("cases") {
        let text = std::fs::read_to_string(file.expect("a case").path()).expect("a case");
        let case: Value = serde_json::from_str(&text).expect("JSON");
        let name = case["name"].as_str().expect("a name");
        let motion = solve(&problem_of(&case), Method::Lazy).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let (peak, wanted) = (motion.largest_push(motion.end), &case["expected"]["peak_insertion"]);
        match wanted["force"].as_f64() {
            // what cannot go on takes any force
            None => assert!(motion.stopped_by == Some(0), "{name}"),
            Some(force) => {
                let found = peak.map_or(0.0, |p| p.force);
                assert!((found - force).abs() < 1e-9 * (1.0 + force), "{name}: {found} against {force}");
                worst = worst.max((found - force).abs() / (1.0 + force));
                let label = peak.and_then(|p| p.contact).map(|c| c.to_string());
                assert_eq!(label.as_deref(), wanted["contact"].as_str(), "{name}");
            }
        }
        done += 1;
    }
    assert_eq!(done, 16);
    case!(
        "snap fasteners, exactly",
        "peak insertion forces of sixteen cases",
        Against::Independent,
        "reference tracer"
    )
    .answer(0.0, "N")
    .off(worst, 1e-9);
}

/// No sample is above the peak, and the peak is taken somewhere.
#[test]
fn no_force_is_above_the_peak() {
    let mut done = 0;
    for seed in 0..1500 {
        let Ok(motion) = solve(&problem(seed), Method::Lazy) else { continue };
        for (peak, sign) in [(motion.largest_push(motion.end), 1.0), (motion.largest_pull(motion.end), -1.0)] {
            let most = peak.map_or(0.0, |p| p.force);
            let mut times: Vec<f64> = motion.pawls.iter().flat_map(|p| p.pieces.iter().map(|x| x.start)).collect();
            times.push(motion.end);
            times.sort_by(f64::total_cmp);
            for pair in times.windows(2) {
                for k in 1..100 {
                    let t = pair[0] + (pair[1] - pair[0]) * f64::from(k) / 100.0;
                    let here = sign * motion.pawls.iter().map(|p| p.at(t).insertion).sum::<f64>();
                    assert!(here <= most * (1.0 + 1e-9) + 1e-12, "seed {seed}: {here} above {most} at {t}");
                }
            }
            done += usize::from(peak.is_some());
        }
    }
    assert!(done > 200, "{done}");
}
