//! No source file that is too long to read.

use crate::tree;
use std::path::Path;

/// The most lines of a source file, tests included.
pub const MOST_LINES: usize = 600;

const SOURCES: [&str; 4] = ["rs", "ts", "js", "py"];

/// Source files above [`MOST_LINES`].
pub fn findings(root: &Path) -> Vec<String> {
    let mut findings = Vec::new();
    for file in tree::files(root) {
        let source = file.extension().and_then(|e| e.to_str()).is_some_and(|e| SOURCES.contains(&e));
        let lines = if source { std::fs::read_to_string(root.join(&file)).map_or(0, |t| t.lines().count()) } else { 0 };
        if lines > MOST_LINES {
            findings.push(format!(
                "{} has {lines} lines, more than {MOST_LINES}: split it by what it does",
                file.display()
            ));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_601_lines_fails_and_one_of_600_passes() {
        let root = std::env::temp_dir().join(format!("xtask-length-{}", std::process::id()));
        std::fs::create_dir_all(root.join("tests")).unwrap();
        for (name, lines) in [("tests/long.rs", 601), ("right.js", 600), ("long.py", 700), ("long.md", 900)] {
            std::fs::write(root.join(name), "x\n".repeat(lines)).unwrap();
        }
        let found = findings(&root);
        std::fs::remove_dir_all(&root).unwrap();
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].starts_with("long.py has 700 lines") && found[1].contains("601 lines"), "{found:?}");
    }
}
