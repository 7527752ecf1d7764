//! A scene with its statements in another order is the same scene: accelerations right after the start must agree.

use super::dice::Dice;
use super::runs::{self, Scene};
use serde_json::Value;
use std::path::Path;

/// Orders that each scene is tried in, besides its own: backwards, and shuffled.
const ORDERS: usize = 3;

/// Scale of accelerations (m/s², rad/s²) below which they are rounding of none.
const NO_ACCELERATION: f64 = 1.0;

/// The scene in another order, cut off after its first microsecond, with the accelerations of all parts recorded.
fn reordered(text: &str, order: usize, seed: u64) -> String {
    let said = |line: &&str| !line.is_empty() && !line.starts_with("//") && !line.starts_with("run ");
    let (space, mut lines): (Vec<&str>, Vec<&str>) = text.lines().filter(said).partition(|l| l.starts_with("space "));
    match order {
        0 => {}
        1 => lines.reverse(),
        _ => {
            let mut dice = Dice::new("order", seed * ORDERS as u64 + order as u64);
            for i in (1..lines.len()).rev() {
                lines.swap(i, dice.index(i + 1));
            }
        }
    }
    let part = |line: &&str| line.strip_prefix("part ").and_then(|l| l.split(' ').next()).map(str::to_owned);
    let mut parts: Vec<String> = lines.iter().filter_map(part).collect();
    parts.sort();
    let recorded: Vec<String> =
        parts.iter().flat_map(|p| [format!("{p}.acceleration"), format!("{p}.angular_acceleration")]).collect();
    let record = format!("record {}", recorded.join(", "));
    [space, lines, vec![record.as_str(), "run 1 us every 1 us", ""]].concat().join("\n")
}

/// Recorded numbers of a run at its end, in the order of their names.
fn numbers(answer: &str) -> Option<Vec<f64>> {
    let json: Value = serde_json::from_str(answer).ok()?;
    let values = json["values"].as_object()?;
    let mut names: Vec<&String> = values.keys().collect();
    names.sort();
    let of = |name: &String| match &values[name] {
        Value::Array(list) => list.iter().map(Value::as_f64).collect::<Option<Vec<f64>>>(),
        value => value.as_f64().map(|x| vec![x]),
    };
    Some(names.into_iter().map(of).collect::<Option<Vec<_>>>()?.concat())
}

/// By how much the accelerations of a scene depend on the order of its statements, over the largest of them.
fn difference(answers: &[String]) -> Result<f64, String> {
    let read = |(i, answer): (usize, &String)| numbers(answer).ok_or_else(|| format!("order {i} does not run"));
    let all: Vec<Vec<f64>> = answers.iter().enumerate().map(read).collect::<Result<_, _>>()?;
    let largest = all[0].iter().fold(NO_ACCELERATION, |m, x| m.max(x.abs()));
    let off = |one: &Vec<f64>| one.iter().zip(&all[0]).fold(0.0_f64, |m, (x, y)| m.max((x - y).abs()));
    if all.iter().any(|one| one.len() != all[0].len() || one.is_empty()) {
        return Err("orders do not record the same".to_owned());
    }
    Ok(all.iter().map(off).fold(0.0, f64::max) / largest)
}

/// Tries them all; the difference found of each, in their order, or why there is none.
pub fn differences(
    program: &Path,
    folder: &Path,
    scenes: &[Scene],
    threads: usize,
) -> Result<Vec<Result<f64, String>>, String> {
    let orders = |scene: &Scene| {
        let text = |order| reordered(&scene.text, order, scene.seed);
        (0..=ORDERS).map(|order| runs::Scene { family: scene.family, seed: scene.seed, text: text(order) }).collect()
    };
    let all: Vec<Vec<Scene>> = scenes.iter().map(orders).collect();
    let answers = runs::answers(program, folder, &all, threads)?;
    Ok(answers.iter().map(|answers| difference(answers)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "// row 1\n\nspace planar\npart b = k()\npart a = k()\njoint j = x\nrun 2 s every 1 ms\n";

    #[test]
    fn every_order_says_the_same_and_keeps_the_space_first() {
        let sorted = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        let first = reordered(TEXT, 0, 7);
        assert!(first.starts_with("space planar\npart b = k()\n") && first.contains("record a.acceleration, "));
        assert!(first.ends_with("run 1 us every 1 us\n") && !first.contains("2 s"));
        assert!(reordered(TEXT, 1, 7).starts_with("space planar\njoint j = x\npart a"));
        for order in 1..=ORDERS {
            assert_eq!(sorted(&reordered(TEXT, order, 7)), sorted(&first));
        }
    }

    #[test]
    fn differences_are_over_the_largest_acceleration() {
        let answer =
            |x: f64| format!(r#"{{"values": {{"a.acceleration": [{x}, 0.0], "a.angular_acceleration": -20.0}}}}"#);
        let found = difference(&[answer(1.0), answer(1.0), answer(1.5)]).unwrap();
        assert!((found - 0.5 / 20.0).abs() < 1e-15);
        assert!(difference(&[answer(1.0), "{}".to_owned()]).is_err());
        assert!(difference(&[answer(1.0), r#"{"values": {"a.acceleration": [1.0, 0.0]}}"#.to_owned()]).is_err());
    }
}
