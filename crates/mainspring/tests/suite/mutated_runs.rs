//! Gallery scenes with wrong numbers and missing lines, through everything: no panic, no endless run.

use mainspring::prelude::*;
use std::path::Path;

struct Draw(u64);

impl Draw {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}

/// The text with one mistake in it: another number, a line less, two lines exchanged.
fn mutated(text: &str, draw: &mut Draw) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    match draw.below(4) {
        0 => {
            lines.remove(draw.below(lines.len()));
        }
        1 => {
            let (a, b) = (draw.below(lines.len()), draw.below(lines.len()));
            lines.swap(a, b);
        }
        _ => {
            let at = draw.below(lines.len());
            let numbers: Vec<usize> = lines[at].match_indices(|c: char| c.is_ascii_digit()).map(|(i, _)| i).collect();
            if let Some(&start) = numbers.get(draw.below(numbers.len())) {
                let rest = &lines[at][start..];
                let length = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
                let other = ["0", "1", "-1", "1e9", "1e-9", "1e300", "3"][draw.below(7)];
                lines[at].replace_range(start..start + length, other);
            }
        }
    }
    lines.join("\n")
}

#[test]
fn wrong_scenes_end_in_a_result_or_an_error() {
    let gallery = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    let mut scenes: Vec<String> = std::fs::read_dir(gallery)
        .unwrap()
        .filter_map(|e| std::fs::read_to_string(e.unwrap().path().join("scene.mech")).ok())
        // imports are not for texts without a folder
        .filter(|text| !text.contains("\nuse "))
        .collect();
    scenes.sort();
    let mut draw = Draw(7);
    let (mut ran, mut refused, mut broke) = (0, 0, 0);
    for round in 0..600 {
        let mut text = scenes[round % scenes.len()].clone();
        for _ in 0..=draw.below(2) {
            text = mutated(&text, &mut draw);
        }
        match simulate(text.as_str(), &Settings { max_steps: Some(20), ..Settings::default() }) {
            Ok(_) => ran += 1,
            Err(Failure::Scene(wrong)) => {
                assert!(wrong.findings.iter().any(|d| d.is_error()), "refused without a reason:\n{text}");
                refused += 1;
            }
            Err(Failure::Run(_)) => broke += 1,
        }
    }
    assert!(ran + broke > 100 && refused > 100, "{ran} ran, {refused} refused, {broke} broke");
}
