//! What must hold of arrays: how long a wrench may take, beside the floor and beside libraries; steps of a thousand parts.

use super::growth::{power, series};
use crate::bench::bars::Bar;
use serde_json::Value;

/// Libraries that clip every cell.
const LIBRARIES: [&str; 3] = ["i_overlay", "clipper2", "geo"];
/// ns
const WRENCH: f64 = 5000.0;
const FLOOR: f64 = 3.0;
const LIBRARY: f64 = 100.0;
const STEPS: f64 = 200.0;
/// Powers that count as none, as one and as a half: what lies in a nearer cache is a little faster.
const NO_GROWTH: f64 = 0.1;
const IN_PROPORTION: f64 = 1.15;
const ROOT: f64 = 0.51;

pub fn all(lines: &[Value], runs: impl Fn(&str) -> bool) -> Vec<Bar> {
    let mut bars = Vec::new();
    if runs("wrench") {
        bars.extend(wrench(lines));
    }
    if runs("thousand") {
        for law in ["hybrid", "coulomb"] {
            let of = |l: &&Value| l["part"] == "thousand" && l["who"] == "engine" && l["law"] == law;
            let steps = lines.iter().find(of).and_then(|l| l["steps_per_s"].as_f64());
            bars.push(Bar {
                words: format!("1,000 parts on 500 × 500 cells, {law} friction: at least {STEPS} steps/s"),
                met: steps.is_some_and(|s| s >= STEPS),
                ratio: steps.map(|s| s / STEPS),
                note: steps.map_or_else(|| "no run".to_owned(), |s| format!("the engine takes {s:.0} steps/s")),
            });
        }
    }
    if runs("growth") {
        bars.extend(growth(lines));
    }
    bars
}

fn wrench(lines: &[Value]) -> Vec<Bar> {
    let time =
        |who: &str| lines.iter().find(|l| l["part"] == "wrench" && l["who"] == who).and_then(|l| l["ns"].as_f64());
    let us = |ns: f64| format!("{:.2} µs", 1e-3 * ns);
    let best = LIBRARIES.iter().filter_map(|l| Some((*l, time(l)?))).min_by(|a, b| a.1.total_cmp(&b.1));
    let (Some(ours), Some(floor), Some((name, library))) = (time("ours"), time("floor"), best) else {
        let words = "wrench of a 12-gon with a hole over 48 × 48 cells".to_owned();
        return vec![Bar { words, met: false, ratio: None, note: "not everything was measured".to_owned() }];
    };
    vec![
        Bar {
            words: format!("wrench of a 12-gon with a hole over 48 × 48 cells: at most {} µs", 1e-3 * WRENCH),
            met: ours <= WRENCH,
            ratio: Some(WRENCH / ours),
            note: format!("ours {}", us(ours)),
        },
        Bar {
            words: format!("the same: at most {FLOOR}× the floor"),
            met: ours <= FLOOR * floor,
            ratio: Some(ours / floor),
            note: format!("ours {}, by hand {}", us(ours), us(floor)),
        },
        Bar {
            words: format!("the same: at least {LIBRARY}× faster than clipping each cell with the best library"),
            met: library >= LIBRARY * ours,
            ratio: Some(library / ours),
            note: format!("{name} {}", us(library)),
        },
    ]
}

fn growth(lines: &[Value]) -> Vec<Bar> {
    let (larger, finer) = (series(lines, "larger"), series(lines, "finer"));
    let same = larger.windows(2).all(|w| w[0].fragments == w[1].fragments) && larger.len() > 1;
    let with_cells = power(&larger.iter().map(|g| (g.cells * g.cells, g.ns)).collect::<Vec<_>>());
    let counted = power(&finer.iter().map(|g| (g.cells * g.cells, g.fragments)).collect::<Vec<_>>());
    let with_fragments = power(&finer.iter().map(|g| (g.fragments, g.ns)).collect::<Vec<_>>());
    let told = |p: Option<f64>| p.map_or_else(|| "not measured".to_owned(), |p| format!("power {p:.2}"));
    vec![
        Bar {
            words: "more cells of one pitch: the same fragments, and no more time".to_owned(),
            met: same && with_cells.is_some_and(|p| p <= NO_GROWTH),
            ratio: None,
            note: format!("time over cells: {}", told(with_cells)),
        },
        Bar {
            words: "finer cells: fragments grow as the root of the number of cells".to_owned(),
            met: counted.is_some_and(|p| p <= ROOT),
            ratio: None,
            note: format!("fragments over cells: {}", told(counted)),
        },
        Bar {
            words: "finer cells: time in proportion to fragments".to_owned(),
            met: with_fragments.is_some_and(|p| p <= IN_PROPORTION),
            ratio: None,
            note: format!("time over fragments: {}", told(with_fragments)),
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn bars_are_met_or_not() {
        let wrench = |who: &str, ns: f64| json!({ "part": "wrench", "who": who, "ns": ns });
        let lines = [wrench("ours", 3e3), wrench("floor", 2e3), wrench("geo", 4e5), wrench("i_overlay", 2e5)];
        let met: Vec<bool> = all(&lines, |part| part == "wrench").iter().map(|b| b.met).collect();
        assert_eq!(met, [true, true, false]);
        assert!(!all(&lines[..1], |part| part == "wrench")[0].met);
        let steps = |s: f64| json!({ "part": "thousand", "who": "engine", "law": "hybrid", "steps_per_s": s });
        let met: Vec<bool> = all(&[steps(250.0)], |part| part == "thousand").iter().map(|b| b.met).collect();
        assert_eq!(met, [true, false]);
    }

    #[test]
    fn growth_with_cells_is_told_from_growth_with_fragments() {
        let grid = |which: &str, cells: f64, fragments: f64, ns: f64| json!({ "part": which, "cells": cells, "fragments": fragments, "ns": ns });
        let of = |slow: f64| {
            let lines = [
                grid("larger", 50.0, 200.0, 2e3),
                grid("larger", 500.0, 200.0, 2e3 * slow),
                grid("finer", 50.0, 200.0, 2e3),
                grid("finer", 500.0, 2000.0, 2e4 * slow),
            ];
            all(&lines, |part| part == "growth").iter().map(|b| b.met).collect::<Vec<_>>()
        };
        assert_eq!(of(1.1), [true, true, true]);
        assert_eq!(of(20.0), [false, true, false]);
    }
}
