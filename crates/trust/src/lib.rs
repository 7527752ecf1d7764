//! Comparisons with known answers, made by tests and told in the book.
//!
//! A test that knows the right answer says what it is, where it comes from and how far off we may be:
//!
//! ```
//! use mainspring_trust::{Against, case};
//!
//! case!("a stone falls", "depth after 1 s", Against::ClosedForm, "g t²/2")
//!     .answer(4.905, "m")
//!     .work(12, 140)
//!     .off(4.905 - 4.905000000000001, 1e-12);
//! ```
//!
//! `off` fails the test when the error is larger than allowed, or no number. When the environment variable
//! `MAINSPRING_TRUST` names a folder it also leaves the comparison there, one JSON object a file: `cargo xtask book`
//! makes the chapter "How far to trust it" of them. Only tests depend on this crate.

use serde_json::{Value, json};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// Names the folder in which comparisons are left.
pub const FOLDER: &str = "MAINSPRING_TRUST";

/// What an answer is worth: where it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    /// a formula
    ClosedForm,
    /// numbers printed elsewhere
    Published,
    /// a program that shares nothing with this one
    Independent,
    /// what must not change
    Conserved,
    /// the same by other means of this program: another space, integrator, set of coordinates
    OtherWay,
}

impl Against {
    /// All of them, in the order of the book.
    pub const ALL: [Self; 5] = [Self::ClosedForm, Self::Published, Self::Independent, Self::Conserved, Self::OtherWay];

    /// As it is written in files.
    pub const fn word(self) -> &'static str {
        match self {
            Self::ClosedForm => "closed form",
            Self::Published => "published",
            Self::Independent => "independent program",
            Self::Conserved => "conserved",
            Self::OtherWay => "another way",
        }
    }

    /// Reads `closed form: 4 K(sin 45°) √(L/g)`: the kind, and what follows it.
    pub fn read(text: &str) -> Option<(Self, &str)> {
        let (word, rest) = text.split_once(": ")?;
        Self::ALL.into_iter().find(|kind| kind.word() == word).map(|kind| (kind, rest))
    }
}

/// The largest of many errors, kept in a `static` of a property test.
#[derive(Debug, Default)]
pub struct Worst(AtomicU64);

impl Worst {
    /// None yet.
    pub const fn new() -> Self {
        Self(AtomicU64::new(0))
    }

    /// The larger of this error and all before it; errors are not negative, so their bits are ordered as they are.
    fn with(&self, error: f64) -> f64 {
        let before = self.0.fetch_max(error.to_bits(), Ordering::Relaxed);
        f64::from_bits(before.max(error.to_bits()))
    }
}

/// A comparison in the making; see [`case!`].
#[derive(Clone, Debug)]
pub struct Case {
    row: Value,
    title: String,
}

/// Begins a comparison: what moves, which quantity of it, what kind of answer it is compared with, and which.
#[macro_export]
macro_rules! case {
    ($case:expr, $quantity:expr, $against:expr, $source:expr) => {{
        fn here() {}
        let rerun = $crate::rerun(env!("CARGO_PKG_NAME"), std::any::type_name_of_val(&here));
        $crate::Case::new(&$case, &$quantity, $against, &$source).rerun(&rerun)
    }};
}

/// The command that runs one test: `inside` is the path of a function within it; its first name is the test program's,
/// or the crate's where the test stands beside what it tests.
pub fn rerun(package: &str, inside: &str) -> String {
    let names: Vec<&str> = inside.split("::").filter(|n| !n.starts_with('{')).collect();
    match names.as_slice() {
        [own, test @ .., _] if *own == package.replace('-', "_") => {
            format!("cargo test -p {package} --lib {}", test.join("::"))
        }
        [program, test @ .., _] => format!("cargo test -p {package} --test {program} {}", test.join("::")),
        _ => format!("cargo test -p {package}"),
    }
}

impl Case {
    /// Without how to run it again; tests use [`case!`].
    pub fn new(case: &dyn AsRef<str>, quantity: &dyn AsRef<str>, against: Against, source: &dyn AsRef<str>) -> Self {
        let (case, quantity) = (case.as_ref(), quantity.as_ref());
        let row = json!({ "case": case, "quantity": quantity, "against": against.word(), "source": source.as_ref() });
        Self { row, title: format!("{case}: {quantity}") }
    }

    fn with(mut self, key: &str, value: Value) -> Self {
        self.row[key] = value;
        self
    }

    /// The command that makes the comparison again.
    #[must_use]
    pub fn rerun(self, command: &str) -> Self {
        self.with("rerun", json!(command))
    }

    /// The right answer, and the unit of it and of the error (empty for a plain number).
    #[must_use]
    pub fn answer(self, answer: f64, unit: &str) -> Self {
        self.with("answer", json!(answer)).unit(unit)
    }

    /// The unit of the error where the answer is not one number.
    #[must_use]
    pub fn unit(self, unit: &str) -> Self {
        self.with("unit", json!(unit))
    }

    /// Steps taken and evaluations of the equations of motion.
    #[must_use]
    pub fn work(self, steps: u64, evaluations: u64) -> Self {
        self.with("steps", json!(steps)).with("evaluations", json!(evaluations))
    }

    /// Fails the test unless |`error`| ≤ `allowed`, and leaves the comparison for the book.
    ///
    /// # Panics
    /// When the error is too large or no number, and when the comparison cannot be written.
    #[track_caller]
    pub fn off(self, error: f64, allowed: f64) {
        let title = self.title.clone();
        if let Err(wrong) = self.check(error, allowed) {
            panic!("{title} is {wrong}");
        }
    }

    /// As [`Case::off`] for one of many cases: the largest error of all so far is told.
    ///
    /// # Panics
    /// As [`Case::off`].
    #[track_caller]
    pub fn off_at_worst(self, worst: &Worst, error: f64, allowed: f64) {
        self.off(worst.with(error.abs()), allowed);
    }

    /// As [`Case::off`], but says what is wrong instead of failing.
    ///
    /// # Errors
    /// How far off it is, when that is too far.
    pub fn check(self, error: f64, allowed: f64) -> Result<(), String> {
        let error = near_enough(error, allowed)?;
        let row = self.with("error", json!(error)).with("allowed", json!(allowed));
        match std::env::var_os(FOLDER) {
            Some(folder) if !folder.is_empty() => row.leave(Path::new(&folder)),
            _ => Ok(()),
        }
    }

    /// Writes the comparison under a name of its own, so that tests may run at the same time.
    fn leave(&self, folder: &Path) -> Result<(), String> {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let name: String = self.title.chars().map(plain).take(LONGEST).collect();
        // names that differ only in signs and dots must not meet
        let sum = self.title.bytes().fold(0_u32, |sum, b| sum.wrapping_mul(31).wrapping_add(u32::from(b)));
        let file = folder.join(format!("{name}-{sum:08x}.json"));
        let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&file, format!("{}\n", self.row)));
        written.map_err(|e| format!("compared, but {} cannot be written: {e}", file.display()))
    }
}

/// Letters of a title in a file's name; the sum after them tells titles apart.
const LONGEST: usize = 150;

/// The largest |error|; not a number if one of them is none.
pub fn largest(errors: impl IntoIterator<Item = f64>) -> f64 {
    errors
        .into_iter()
        .fold(0.0, |worst: f64, error: f64| if worst.is_nan() || error.abs() <= worst { worst } else { error.abs() })
}

fn near_enough(error: f64, allowed: f64) -> Result<f64, String> {
    let error = error.abs();
    if error.is_nan() || error > allowed { Err(format!("off by {error:e}, allowed {allowed:e}")) } else { Ok(error) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stone() -> Case {
        case!("a stone falls", "depth", Against::ClosedForm, "g t²/2").answer(4.905, "m").work(3, 40)
    }

    #[test]
    fn what_is_too_far_off_or_no_number_fails() {
        assert_eq!(near_enough(-1e-13, 1e-12), Ok(1e-13));
        assert_eq!(near_enough(2e-12, 1e-12), Err("off by 2e-12, allowed 1e-12".to_owned()));
        assert!(near_enough(f64::NAN, 1e-12).is_err());
        assert_eq!(largest([1.0, -3.0, 2.0]), 3.0);
        assert!(largest([1.0, f64::NAN, 2.0]).is_nan());
        let worst = Worst::new();
        assert_eq!([1.0, 3.0, 2.0].map(|e| worst.with(e)), [1.0, 3.0, 3.0]);
    }

    #[test]
    fn a_comparison_is_left_as_it_was_made() {
        let folder = std::env::temp_dir().join(format!("mainspring-trust-{}", std::process::id()));
        let case = stone().with("error", json!(1e-13));
        case.leave(&folder).unwrap();
        let file = std::fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
        let row: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(row, case.row);
        assert_eq!((row["unit"].as_str(), row["steps"].as_u64()), (Some("m"), Some(3)));
    }

    #[test]
    fn sources_and_commands_are_read() {
        assert_eq!(Against::read("published: a table"), Some((Against::Published, "a table")));
        assert_eq!(Against::read("rumour: a table"), None);
        assert_eq!(
            rerun("mainspring-engine", "closed_forms::a_ball_rolls::here"),
            "cargo test -p mainspring-engine --test closed_forms a_ball_rolls"
        );
        assert_eq!(rerun("p", "file::a_test::{{closure}}::here"), "cargo test -p p --test file a_test");
    }
}
