//! The chapter "How far to trust it", made of what the tests compared with known answers (`crates/trust`).
//!
//! `cargo xtask test` lets all tests leave their comparisons; `cargo xtask book` alone runs those that make any.

use super::mode::Mode;
use crate::step::{Count, Steps, cargo, succeeds};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

/// Fewer comparisons than this, and something has not run.
const FEWEST: usize = 25;
const FOLDER: &str = "MAINSPRING_TRUST";
const CHAPTER: &str = "trust/how_far.md";

/// The tests of this very run have left their comparisons.
static COLLECTED: AtomicBool = AtomicBool::new(false);

/// Kinds of answers: as the tests call them, the heading, what it means.
const KINDS: [(&str, &str, &str); 5] = [
    ("closed form", "Against formulas", "The answer is a formula, evaluated in the test."),
    ("published", "Against published numbers", "The answer is printed elsewhere; the source is named."),
    (
        "independent program",
        "Against independent programs",
        "The answer was computed by a program that shares nothing with this one: other coordinates, another integrator.",
    ),
    ("conserved", "What must not change", "No answer is needed: the quantity stays what it was."),
    (
        "another way",
        "By two ways of our own",
        "The same motion by different means; mistakes that both share would not show.",
    ),
];

/// Lets the tests run by `command` leave their comparisons, for the check that follows in this run.
pub fn collecting<'a>(target: &Path, command: &'a mut Command) -> &'a mut Command {
    let folder = target.join("trust");
    // what is left of an earlier run would be taken for new
    if !folder.exists() || fs::remove_dir_all(&folder).is_ok() {
        COLLECTED.store(true, Ordering::Relaxed);
        command.env(FOLDER, folder);
    }
    command
}

pub fn run(steps: &mut Steps, mode: Mode, target: &Path, source: &Path) {
    if !COLLECTED.load(Ordering::Relaxed) {
        let mut passed = false;
        steps.step("book: tests with known answers", |root| {
            let mut command = tests(root);
            passed = succeeds(collecting(target, &mut command).current_dir(root));
            Count::one(passed)
        });
        // a chapter made of the tests that happened to pass would leave out the others
        if !passed {
            return;
        }
    }
    steps.check("book: how far to trust it", |_| {
        let rows = rows(&target.join("trust")).map_err(|e| vec![e])?;
        let text = chapter(&rows)?;
        let path = source.join(CHAPTER);
        let old = fs::read_to_string(&path).unwrap_or_default();
        if old == text {
            return Ok(());
        }
        match mode {
            Mode::Update => {
                println!("   {CHAPTER}: {} comparisons written anew", rows.len());
                fs::write(&path, text).map_err(|e| vec![e.to_string()])
            }
            Mode::Check => Err(differences(&old, &text)),
        }
    });
}

/// The tests that compare: every test file that names the crate.
fn tests(root: &Path) -> Command {
    // with the features that the other tests are built with: one program serves both
    let mut command = cargo(&["test", "--quiet", "--no-fail-fast", "--features", "mainspring/tables"]);
    let mut units = false;
    let crates = fs::read_dir(root.join("crates")).into_iter().flatten().flatten().map(|e| e.path());
    for folder in crates.filter(|f| !f.ends_with("trust")) {
        let files = fs::read_dir(folder.join("tests")).into_iter().flatten().flatten().map(|e| e.path());
        // a folder with a `main.rs` is one test too
        let mut names: Vec<String> = files
            .filter(|f| is_test(f) && compares(f))
            .filter_map(|f| Some(f.file_stem()?.to_string_lossy().into_owned()))
            .collect();
        names.sort();
        if !names.is_empty() {
            let name = folder.file_name().unwrap_or_default().to_string_lossy();
            let package = if name == "mainspring" { name.into_owned() } else { format!("mainspring-{name}") };
            command.args(["--package", &package]);
            names.iter().for_each(|n| {
                command.args(["--test", n]);
            });
            units |= compares(&folder.join("src"));
        }
    }
    if units {
        command.arg("--lib");
    }
    command
}

/// Whether cargo takes a file or folder under `tests` for a test: what tests share has no `main.rs`.
fn is_test(path: &Path) -> bool {
    path.is_file() || path.join("main.rs").is_file()
}

/// Whether a file, or any file of a folder, names the crate.
fn compares(path: &Path) -> bool {
    if path.is_dir() {
        return fs::read_dir(path).into_iter().flatten().flatten().any(|e| compares(&e.path()));
    }
    fs::read_to_string(path).is_ok_and(|text| text.contains("mainspring_trust::"))
}

/// Every comparison, sorted by case and quantity.
fn rows(folder: &Path) -> Result<Vec<Value>, String> {
    let mut rows = BTreeMap::new();
    for file in fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()) {
        let text = fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        let row: Value = serde_json::from_str(&text).map_err(|e| format!("{}: {e}", file.display()))?;
        rows.insert((word(&row, "case"), word(&row, "quantity")), row);
    }
    Ok(rows.into_values().collect())
}

fn word(row: &Value, key: &str) -> String {
    row[key].as_str().unwrap_or_default().to_owned()
}

fn chapter(rows: &[Value]) -> Result<String, Vec<String>> {
    if rows.len() < FEWEST {
        return Err(vec![format!("only {} comparisons were left by the tests, fewer than {FEWEST}", rows.len())]);
    }
    let unknown: Vec<String> = (rows.iter().map(|r| word(r, "against")))
        .filter(|kind| KINDS.iter().all(|(k, ..)| k != kind))
        .map(|kind| format!("comparison with `{kind}`: add it to xtask/src/book/trust.rs"))
        .collect();
    if !unknown.is_empty() {
        return Err(unknown);
    }
    let mut commands: Vec<String> = rows.iter().map(|r| word(r, "rerun")).collect();
    commands.sort();
    commands.dedup();
    let mut text = format!(
        "<!-- written by `cargo xtask book` from what the tests compared; do not edit -->

# How far to trust it

Each line is a comparison made by a test, {} in all: what moves, the right answer and where it comes from, how far off
we are, how far off the test lets us be, and how many steps and evaluations of the equations of motion it took. Results
are the same bits on every machine, so the numbers here are the ones you get. The last column points to the command
that makes the comparison again; \"all frames\" means the largest error of any recorded moment.
",
        rows.len()
    );
    for (kind, heading, meaning) in KINDS {
        let of_kind: Vec<&Value> = rows.iter().filter(|r| r["against"] == kind).collect();
        if of_kind.is_empty() {
            continue;
        }
        let _text_never_fails = write!(
            text,
            "\n## {heading}\n\n{meaning}\n\n| case and quantity | right answer | off by | allowed | steps, evaluations | again |\n|---|---|---|---|---|---|\n"
        );
        let mut before = String::new();
        for row in of_kind {
            let case = word(row, "case");
            let number = commands.iter().position(|c| *c == word(row, "rerun")).map_or(0, |i| i + 1);
            let _text_never_fails = writeln!(
                text,
                "| {}{} | {} | {} | {} | {} | [{number}](#again) |",
                if case == before { String::new() } else { format!("**{}**<br>", cell(&case)) },
                cell(&word(row, "quantity")),
                answer(row),
                measured(row, "error"),
                measured(row, "allowed"),
                work(row),
            );
            before = case;
        }
    }
    text.push_str(
        "\n## Again\n\nRun from the top of the source tree; a comparison that fails prints what it found.\n\n",
    );
    for (i, command) in commands.iter().enumerate() {
        let _text_never_fails = writeln!(text, "{}. `{command}`", i + 1);
    }
    Ok(text)
}

/// Text that cannot end a cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

fn unit(row: &Value) -> String {
    let unit = word(row, "unit").replace('*', "·");
    if unit.is_empty() { unit } else { format!("\u{a0}{unit}") }
}

/// Where it comes from, and what it is if it is one number.
fn answer(row: &Value) -> String {
    let number = match row["answer"].as_f64() {
        Some(value) if value == 0.0 || (1e-3..1e6).contains(&value.abs()) => format!(":<br>{value}{}", unit(row)),
        Some(value) => format!(":<br>{value:e}{}", unit(row)),
        None => String::new(),
    };
    format!("{}{number}", cell(&word(row, "source")))
}

/// Two digits: what matters is how large it is.
fn measured(row: &Value, key: &str) -> String {
    let Some(value) = row[key].as_f64() else { return String::new() };
    let number = if value == 0.0 { "0".to_owned() } else { format!("{value:.1e}").replace(".0e", "e") };
    format!("{number}{}", unit(row))
}

fn work(row: &Value) -> String {
    match (row["steps"].as_u64(), row["evaluations"].as_u64()) {
        (Some(steps), Some(evaluations)) => format!("{steps}, {evaluations}"),
        _ => String::new(),
    }
}

/// The first lines that are in one and not in the other.
fn differences(old: &str, new: &str) -> Vec<String> {
    const SHOWN: usize = 6;
    let gone = old.lines().filter(|l| new.lines().all(|n| n != *l)).map(|l| format!("- {l}"));
    let come = new.lines().filter(|l| old.lines().all(|o| o != *l)).map(|l| format!("+ {l}"));
    let mut told = vec![format!("book/src/{CHAPTER} is not what the tests say now: run `cargo xtask book`")];
    told.extend(gone.take(SHOWN).chain(come.take(SHOWN)));
    told
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn row(case: &str, against: &str) -> Value {
        json!({ "case": case, "quantity": "|x|", "against": against, "source": "x²", "answer": 0.5, "unit": "N*m",
            "error": 1.25e-13, "allowed": 1e-12, "steps": 3, "evaluations": 40, "rerun": format!("cargo test {case}") })
    }

    #[test]
    fn every_comparison_has_its_line_and_its_command() {
        let rows: Vec<Value> = (0..30).map(|i| row(&format!("case {i:02}"), KINDS[i % 5].0)).collect();
        let text = chapter(&rows).unwrap();
        let line = "| **case 07**<br>\\|x\\| | x²:<br>0.5\u{a0}N·m | 1.2e-13\u{a0}N·m | 1e-12\u{a0}N·m | 3, 40 | [8](#again) |";
        assert!(text.contains(line), "{text}");
        assert!(text.contains("\n8. `cargo test case 07`\n"));
        assert_eq!(text.matches("[8](#again)").count(), 1);
    }

    #[test]
    fn too_few_or_unknown_comparisons_are_refused() {
        assert!(chapter(&[row("one", "closed form")]).is_err());
        let rows: Vec<Value> = (0..30).map(|i| row(&format!("case {i}"), "rumour")).collect();
        assert!(chapter(&rows).unwrap_err()[0].contains("rumour"));
        assert_eq!(differences("a\nb\n", "a\nc\n")[1..], ["- b", "+ c"].map(str::to_owned));
    }
}
