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
        let (peak, wanted) = (motion.pawls[0].peak_insertion(), &case["expected"]["peak_insertion"]);
        match (peak.force, wanted["force"].as_f64()) {
            (Some(a), Some(b)) => {
                assert!((a - b).abs() < 1e-9 * (1.0 + b.abs()), "{name}: {a} against {b}");
                worst = worst.max((a - b).abs() / (1.0 + b.abs()));
                // every tooth of a ratchet has the same peak
                if b > 0.0 && !name.starts_with("10_") {
                    let label = peak.contact.map(|c| c.to_string());
                    assert_eq!(label.as_deref(), wanted["contact"].as_str(), "{name}");
                }
            }
            (None, None) => {}
            (a, b) => panic!("{name}: {a:?} against {b:?}"),
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
    for seed in 0..600 {
        let Ok(motion) = solve(&problem(seed), Method::Lazy) else { continue };
        for found in &motion.pawls {
            for (peak, sign) in [(found.peak_insertion(), 1.0), (found.peak_removal(), -1.0)] {
                let Some(force) = peak.force else { continue };
                for piece in &found.pieces {
                    for k in 1..100 {
                        let t = piece.start + (piece.end - piece.start) * f64::from(k) / 100.0;
                        let here = sign * piece.at(t).insertion;
                        assert!(here <= force * (1.0 + 1e-9) + 1e-12, "seed {seed}: {here} above {force} at {t}");
                    }
                }
                done += 1;
            }
        }
    }
    assert!(done > 200, "{done}");
}
