//! The README's commands, run as a reader would: in order, from the top of a fresh copy.

use crate::step::{Count, Steps, cargo, output, succeeds};
use crate::{test, tree};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A block of commands and the line it starts on.
#[derive(Debug, PartialEq)]
struct Block {
    line: usize,
    commands: String,
}

pub fn run(steps: &mut Steps) {
    let Ok(text) = fs::read_to_string(steps.root.join("README.md")) else {
        println!("there is no README.md: no commands to run");
        return;
    };
    let Some(target) = target_folder(&steps.root) else {
        steps.check("README commands", |_| Err(vec!["cargo metadata does not say where builds go".to_owned()]));
        return;
    };
    let copy = target.join("readme");
    let mut ready = false;
    steps.check("copy for the README commands", |root| {
        ready = copy_tree(root, &copy).map_err(|e| vec![e.to_string()])? > 0;
        Ok(())
    });
    for block in blocks(&text).into_iter().filter(|_| ready) {
        let commands = without_tests(&block);
        if commands.trim().is_empty() {
            continue;
        }
        steps.step(&format!("README line {}", block.line), |_| {
            commands.lines().for_each(|l| println!("   $ {l}"));
            // builds are shared with the tests; files the commands write stay in the copy
            let mut shell = Command::new("bash");
            shell.args(["-euo", "pipefail", "-c", &commands]).current_dir(&copy);
            Count::one(succeeds(shell.env(test::WITHIN, "1").env("CARGO_TARGET_DIR", &target)))
        });
    }
}

/// Blocks marked `sh`; those marked `sh no-run` are for reading only.
fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<(bool, Block)> = None;
    for (i, line) in text.lines().enumerate() {
        match (line.trim().strip_prefix("```"), open.take()) {
            (Some(mark), None) => {
                open = Some((mark.trim() == "sh", Block { line: i + 2, commands: String::new() }));
            }
            (Some(_), Some((runs, block))) => blocks.extend(runs.then_some(block)),
            (None, Some((runs, mut block))) => {
                block.commands.push_str(line);
                block.commands.push('\n');
                open = Some((runs, block));
            }
            (None, None) => {}
        }
    }
    blocks
}

/// The block less the command that is running already.
fn without_tests(block: &Block) -> String {
    let is_test = |line: &str| line.contains("cargo xtask test") || line.trim().ends_with(".ci/run");
    let (skipped, kept): (Vec<&str>, Vec<&str>) = block.commands.lines().partition(|l| is_test(l));
    for line in skipped {
        println!("README line {}: `{}` is skipped: it is what runs now", block.line, line.trim());
    }
    kept.join("\n")
}

fn target_folder(root: &Path) -> Option<PathBuf> {
    let text = output(cargo(&["metadata", "--no-deps", "--format-version", "1"]).current_dir(root))?;
    let metadata: serde_json::Value = serde_json::from_str(&text).ok()?;
    Some(metadata["target_directory"].as_str()?.into())
}

/// Copies the repository's files with their times, so that cargo rebuilds only what changed; returns how many.
fn copy_tree(root: &Path, copy: &Path) -> std::io::Result<usize> {
    if copy.exists() {
        fs::remove_dir_all(copy)?;
    }
    let files = tree::files(root);
    for file in &files {
        let (from, to) = (root.join(file), copy.join(file));
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::copy(&from, &to)?;
        fs::File::options().append(true).open(&to)?.set_modified(fs::metadata(&from)?.modified()?)?;
    }
    Ok(files.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_blocks_marked_sh_run_and_never_the_tests_themselves() {
        let text = "# x\n```sh\ncargo run -- --help\ncargo xtask test\n```\n```sh no-run\nrm -rf /\n```\n```\nplain\n```\n```rust\nfn f() {}\n```\n";
        let found = blocks(text);
        assert_eq!(found, [Block { line: 3, commands: "cargo run -- --help\ncargo xtask test\n".to_owned() }]);
        assert_eq!(without_tests(&found[0]), "cargo run -- --help");
    }
}
