//! The README's commands, run as a reader would: in order, from the top of a fresh copy.

use crate::markdown::{Block, blocks};
use crate::step::{Count, Steps, WITHIN, succeeds, target_folder};
use crate::tree;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The fresh copy; none where it cannot be made, which has been reported.
pub fn copy(steps: &mut Steps) -> Option<PathBuf> {
    let target = target_folder(&steps.root);
    let mut made = None;
    steps.check("copy for the README commands", |root| {
        let target = target.ok_or_else(|| vec!["cargo metadata does not say where builds go".to_owned()])?;
        let copy = target.join("readme");
        if tree::copy(root, &copy).map_err(|e| vec![e.to_string()])? > 0 {
            made = Some(copy);
        }
        Ok(())
    });
    made
}

/// Runs them in that copy.
pub fn run(steps: &mut Steps, copy: &Path) {
    let Ok(text) = fs::read_to_string(steps.root.join("README.md")) else {
        println!("there is no README.md: no commands to run");
        return;
    };
    let Some(target) = target_folder(&steps.root) else {
        steps.check("README commands", |_| Err(vec!["cargo metadata does not say where builds go".to_owned()]));
        return;
    };
    for block in blocks(&text).into_iter().filter(runs) {
        let commands = without_tests(&block);
        if commands.trim().is_empty() {
            continue;
        }
        steps.step(&format!("README line {}", block.line), |_| {
            commands.lines().for_each(|l| println!("   $ {l}"));
            // builds are shared with the tests; files the commands write stay in the copy
            let mut shell = Command::new("bash");
            shell.args(["-euo", "pipefail", "-c", &commands]).current_dir(copy);
            Count::one(succeeds(shell.env(WITHIN, "1").env("CARGO_TARGET_DIR", &target)))
        });
    }
}

/// Deletes the copy when nothing builds in it any more: cargo takes its builds for builds of this tree, and finds them fresh
/// for as long as the copy is there.
pub fn delete(copy: &Path) {
    if let Err(why) = fs::remove_dir_all(copy) {
        println!("the copy for the README commands stays, and so may old builds: {why}");
    }
}

/// Blocks marked `sh`; those marked `sh no-run` are for reading only.
fn runs(block: &Block) -> bool {
    block.mark == "sh"
}

/// The block less the command that is running already.
fn without_tests(block: &Block) -> String {
    let is_test = |line: &str| line.contains("cargo xtask test") || line.trim().ends_with(".ci/run");
    let (skipped, kept): (Vec<&str>, Vec<&str>) = block.text.lines().partition(|l| is_test(l));
    for line in skipped {
        println!("README line {}: `{}` is skipped: it is what runs now", block.line, line.trim());
    }
    kept.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_blocks_marked_sh_run_and_never_the_tests_themselves() {
        let text = "# x\n```sh\ncargo run -- --help\ncargo xtask test\n```\n```sh no-run\nrm -rf /\n```\n```\nplain\n```\n```rust\nfn f() {}\n```\n";
        let found: Vec<Block> = blocks(text).into_iter().filter(runs).collect();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].line, 3);
        assert_eq!(without_tests(&found[0]), "cargo run -- --help");
    }
}
