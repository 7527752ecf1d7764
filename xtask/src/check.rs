//! What every change must pass before its tests are worth running.

use crate::step::{FEATURES, Steps, cargo};
use crate::{arrows, links, rooms, tolerances, tree};

pub fn run(steps: &mut Steps) {
    steps.command("format", &mut cargo(&["fmt", "--all", "--check"]));
    let mut lints = cargo(&["clippy", "--quiet", "--workspace", "--all-targets"]);
    steps.command("lints", lints.args(FEATURES).args(["--", "-D", "warnings"]));
    steps.check("arrows between crates", arrows::check);
    rooms::check(steps);
    steps.check("tolerances in their tables", tolerances::check);
    steps.check("no home-directory paths", tree::home_paths);
    steps.check("links in Markdown", links::check);
}
