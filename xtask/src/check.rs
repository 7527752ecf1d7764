//! What every change must pass before its tests are worth running.

use crate::sources::module_tree::ModuleTree;
use crate::sources::package;
use crate::step::{FEATURES, Steps, cargo, succeeds};
use crate::{arrows, links, rooms, tolerances, tree};
use std::path::Path;
use std::process::Command;

pub fn run(steps: &mut Steps) {
    lints(steps);
    without_lints(steps);
}

pub fn lints(steps: &mut Steps) {
    let mut lints = cargo(&["clippy", "--quiet", "--workspace", "--all-targets"]);
    steps.command("lints", lints.args(FEATURES).args(["--", "-D", "warnings"]));
}

pub fn without_lints(steps: &mut Steps) {
    steps.command("format", &mut cargo(&["fmt", "--all", "--check"]));
    steps.check("format of files that macros declare", format_by_macro);
    steps.check("arrows between crates", arrows::check);
    rooms::check(steps);
    steps.check("tolerances in their tables", tolerances::check);
    steps.check("no home-directory paths", tree::home_paths);
    steps.check("links in Markdown", links::check);
}

/// `cargo fmt` follows lines `mod name;` and so does not find modules that a macro declares: their files by name.
fn format_by_macro(root: &Path) -> Result<(), Vec<String>> {
    let files: Vec<String> = package::packages(root).iter().flat_map(|p| ModuleTree::of(p).by_macro).collect();
    let mut rustfmt = Command::new("rustfmt");
    rustfmt.args(["--check", "--edition", "2024"]).args(&files).current_dir(root);
    if succeeds(&mut rustfmt) {
        return Ok(());
    }
    Err(vec![format!("run `rustfmt --edition 2024 {}`", files.join(" "))])
}
