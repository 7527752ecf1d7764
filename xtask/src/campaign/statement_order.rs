//! A scene with its statements in another order is the same scene: at its start, accelerations and the forces that they
//! determine must agree.

use super::dice::Dice;
use super::runs::{self, Scene};
use serde_json::Value;
use std::path::Path;

/// Orders that each scene is tried in, besides its own: backwards, and shuffled.
const ORDERS: usize = 3;

/// Scale of accelerations (m/s², rad/s²) below which they are rounding of none.
const NO_ACCELERATION: f64 = 1.0;

/// Scale of forces (N) below which they are rounding of none.
const NO_FORCE: f64 = 1.0;

/// Width of the range of a force, over its largest value or [`NO_FORCE`], up to which it is determined.
const DETERMINED: f64 = 1e-9;

/// What is recorded of each contact: the force and the range it lies in.
const FORCES: [&str; 3] = ["normal_force", "least_force", "largest_force"];

/// The scene in another order, cut off after its first microsecond, with the accelerations of all parts and the normal
/// forces of all contacts recorded.
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
    let pair = |line: &&str| line.strip_prefix("contact ").and_then(|l| l.split(" {").next()).map(str::to_owned);
    let [mut parts, mut pairs]: [Vec<String>; 2] =
        [lines.iter().filter_map(part).collect(), lines.iter().filter_map(pair).collect()];
    parts.sort();
    pairs.sort();
    let recorded = parts.iter().flat_map(|p| [format!("{p}.acceleration"), format!("{p}.angular_acceleration")]);
    let forces = pairs.iter().flat_map(|p| FORCES.map(|force| format!("contact({p}).{force}")));
    let record = format!("record {}", recorded.chain(forces).collect::<Vec<_>>().join(", "));
    [space, lines, vec![record.as_str(), "run 1 us every 1 us", ""]].concat().join("\n")
}

/// What a scene begins with: accelerations, and of each contact its normal force with the range of it.
struct Start {
    accelerations: Vec<f64>,
    forces: Vec<[f64; 3]>,
}

impl Start {
    /// From the first frame of a table of recorded quantities. What is not a number there (JSON has no infinity) is infinite.
    fn read(table: &str) -> Option<Self> {
        let json: Value = serde_json::from_str(table).ok()?;
        let (columns, frame) = (json["columns"].as_array()?, json["frames"][0].as_array()?);
        let mut start = Self { accelerations: Vec::new(), forces: Vec::new() };
        for (column, value) in columns.iter().zip(frame) {
            let (name, value) = (column["name"].as_str()?, value.as_f64().unwrap_or(f64::INFINITY));
            match FORCES.iter().position(|force| name.ends_with(force)) {
                Some(0) => start.forces.push([value, f64::NAN, f64::NAN]),
                Some(k) => start.forces.last_mut()?[k] = value,
                None if name.contains("acceleration") => start.accelerations.push(value),
                None => {}
            }
        }
        (!start.accelerations.is_empty()).then_some(start)
    }

    /// Whether a force follows from the motion.
    fn determined(&self, force: usize) -> bool {
        let [_, least, largest] = self.forces[force];
        largest.is_finite() && largest - least <= DETERMINED * largest.abs().max(NO_FORCE)
    }
}

/// By how much two starts differ in accelerations and in forces that both determine, over the largest of each kind.
fn distance(one: &Start, other: &Start) -> Result<f64, String> {
    if (one.accelerations.len(), one.forces.len()) != (other.accelerations.len(), other.forces.len()) {
        return Err("orders do not record the same".to_owned());
    }
    let over = |pairs: Vec<(f64, f64)>, least: f64| {
        let largest = pairs.iter().fold(least, |m, (x, _)| m.max(x.abs()));
        // what is no number differs, and a maximum would pass over it
        let off = |m: f64, (x, y): &(f64, f64)| if (x - y).is_nan() { f64::INFINITY } else { m.max((x - y).abs()) };
        pairs.iter().fold(0.0, off) / largest
    };
    let accelerations = one.accelerations.iter().copied().zip(other.accelerations.iter().copied()).collect();
    let determined = (0..one.forces.len()).filter(|&k| one.determined(k) && other.determined(k));
    let forces = determined.map(|k| (one.forces[k][0], other.forces[k][0])).collect();
    Ok(over(accelerations, NO_ACCELERATION).max(over(forces, NO_FORCE)))
}

/// By how much the start of a scene depends on the order of its statements.
fn difference(tables: &[String]) -> Result<f64, String> {
    let read = |(i, table): (usize, &String)| Start::read(table).ok_or_else(|| format!("order {i} does not run"));
    let all: Vec<Start> = tables.iter().enumerate().map(read).collect::<Result<_, _>>()?;
    all.iter().try_fold(0.0_f64, |most, one| Ok(most.max(distance(&all[0], one)?)))
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
        (0..=ORDERS).map(|order| runs::Scene { text: text(order), ..*scene }).collect()
    };
    let all: Vec<Vec<Scene>> = scenes.iter().map(orders).collect();
    let tables = runs::tables(program, folder, &all, threads)?;
    Ok(tables.iter().map(|tables| difference(tables)).collect())
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
    fn forces_of_contacts_are_recorded_with_their_range() {
        let text = reordered("space planar\ncontact a, b { friction = 0.3 }\ncontact a, c\n", 0, 7);
        for wanted in ["contact(a, b).normal_force", "contact(a, b).largest_force", "contact(a, c).least_force"] {
            assert!(text.contains(wanted), "{text}");
        }
    }

    fn table(acceleration: f64, [force, least, largest]: [&str; 3]) -> String {
        let names = ["time", "a.acceleration.x", "a.angular_acceleration"];
        let forces = FORCES.map(|f| format!("contact(a, b).{f}"));
        let names = names.into_iter().map(str::to_owned).chain(forces);
        let columns: Vec<String> = names.map(|name| format!(r#"{{"name": "{name}"}}"#)).collect();
        let later = "[1e-6, 7.0, 7.0, 7.0, 7.0, 7.0]";
        let frame = format!("[0.0, {acceleration}, -20.0, {force}, {least}, {largest}]");
        format!(r#"{{"columns": [{}], "frames": [{frame}, {later}]}}"#, columns.join(", "))
    }

    #[test]
    fn differences_are_over_the_largest_of_their_kind() {
        let of = |a: f64, force: [&str; 3]| difference(&[table(1.0, ["40", "40", "40"]), table(a, force)]);
        let off = |a: f64, force: [&str; 3]| of(a, force).unwrap();
        assert!(off(1.0, ["40", "40", "40"]) == 0.0);
        assert!((off(1.5, ["40", "40", "40"]) - 0.5 / 20.0).abs() < 1e-15);
        assert!((off(1.0, ["41", "41", "41"]) - 1.0 / 40.0).abs() < 1e-15);
        // what is open may be shared in another way
        assert!(off(1.0, ["41", "30", "50"]) == 0.0 && off(1.0, ["41", "30", "null"]) == 0.0);
        assert!(difference(&[table(1.0, ["0"; 3]), "{}".to_owned()]).is_err());
    }
}
