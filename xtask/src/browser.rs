//! The page's viewer in a real browser: types checked, pages of the gallery made, opened, used and looked over.

use crate::setup::apt_installs;
use crate::step::{Count, Steps, command_is_built, output, program, succeeds, target_folder, watched};
use std::path::Path;
use std::process::Command;

const WITHOUT: &str = "pages are not tried in a browser";

/// Pages are made by `built`, or else by the command in the development profile.
pub fn run(steps: &mut Steps, built: Option<&Path>) {
    steps.step("pages in a browser", |root| {
        let viewer = root.join("crates/report/viewer");
        if let Err(missing) = needed(&viewer) {
            println!("   {missing}; {WITHOUT}");
            return Count::default();
        }
        if built.is_none() && !command_is_built(root) {
            return Count::one(false);
        }
        let types = succeeds(Command::new("npx").args(["--no-install", "tsc"]).current_dir(&viewer));
        let mut tests = Command::new("npm");
        tests.args(["test", "--silent"]).current_dir(&viewer);
        // asking cargo for it again would build what it stands on with other features
        let built = built.map(Path::to_owned).or_else(|| target_folder(root).map(|target| program(&target)));
        if let Some(built) = built {
            tests.env("MAINSPRING", built);
        }
        let (ok, text) = watched(&mut tests);
        let mut count = counted(&text);
        count.passed += usize::from(types);
        count.failed += usize::from(!types);
        if ok || count.failed > 0 { count } else { Count { failed: 1, ..count } }
    });
}

/// Installs what is missing where that is possible; says what is not.
fn needed(viewer: &Path) -> Result<(), String> {
    for program in ["node", "npm"] {
        if output(Command::new(program).arg("--version")).is_none() {
            return Err(format!("{program} is missing (Node 20 or later)"));
        }
    }
    let given = std::env::var_os("CHROMIUM").map(std::path::PathBuf::from);
    let chromium = given.unwrap_or_else(|| "/usr/bin/chromium".into());
    if !chromium.exists() {
        println!("   chromium: missing; `CHROMIUM` may name one that is elsewhere");
        apt_installs("chromium").map_err(|why| format!("chromium is missing, {why}"))?;
    }
    let installed = output(Command::new("npm").args(["ci", "--silent"]).current_dir(viewer)).is_some();
    if installed { Ok(()) } else { Err("`npm ci` failed in crates/report/viewer (is there a network?)".to_owned()) }
}

/// From the closing `# pass 12` and `# fail 0`, in whichever way the runner marks them.
fn counted(text: &str) -> Count {
    let number = |what: &str| -> usize {
        let line = text.lines().rev().map(|l| l.trim_start_matches(['#', 'ℹ', ' '])).find(|l| l.starts_with(what));
        line.and_then(|l| l.split_whitespace().nth(1)?.parse().ok()).unwrap_or(0)
    };
    Count { passed: number("pass "), failed: number("fail ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_from_the_summary() {
        assert_eq!(counted("ok 1 - a\n# tests 3\n# pass 2\n# fail 1\n"), Count { passed: 2, failed: 1 });
        assert_eq!(counted("✔ a\nℹ tests 2\nℹ pass 2\nℹ fail 0\n"), Count { passed: 2, failed: 0 });
        assert_eq!(counted("Error: no such module"), Count::default());
    }
}
