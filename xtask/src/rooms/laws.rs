//! Laws do not name each other: what two of them share belongs below both, what composes them above.

use super::analysis::Analysis;
use std::path::Path;

/// The folders of laws; a law that is a crate of its own has a row in `arrows.rs` instead.
pub const LAWS: &[&str] = &[
    "crates/laws/src/joint_friction",
    "crates/laws/src/stops",
    "crates/laws/src/backlash",
    "crates/laws/src/drive_limits",
    "crates/laws/src/touch",
    "crates/laws/src/table",
    "crates/laws/src/penalty",
];

/// Rows of the table without a law, once there are laws.
pub fn stale_rows(root: &Path, laws: &[&str]) -> Vec<String> {
    let there = |law: &str| root.join(law).is_dir() || root.join(format!("{law}.rs")).is_file();
    let started = laws.iter().any(|law| Path::new(law).parent().is_some_and(|src| root.join(src).is_dir()));
    let gone = laws.iter().filter(|law| started && !there(law));
    gone.map(|law| format!("there is no law {law}: remove it from xtask/src/rooms/laws.rs")).collect()
}

/// References from one law to another.
pub fn findings(crates: &[Analysis], laws: &[&str]) -> Vec<String> {
    let law = |path: &str| {
        let inside = |law: &&&str| path.strip_prefix(**law).is_some_and(|rest| rest == ".rs" || rest.starts_with('/'));
        laws.iter().find(inside).copied()
    };
    let mut findings = Vec::new();
    for analysis in crates {
        for reference in &analysis.references {
            let (from, to) = (analysis.tree.path(reference.from), analysis.tree.path(reference.to));
            if let (Some(a), Some(b)) = (law(from), law(to))
                && a != b
            {
                findings
                    .push(format!("{from}:{}: a law names `{}` of another law, {to}", reference.line, reference.item));
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::package::toy;

    const TOYS: &[&str] = &["crates/toy/src/stops", "crates/toy/src/touch"];

    fn of(stops: &str) -> Vec<String> {
        let lib = "mod stops; mod touch; pub use touch::Touch; pub struct Shared;";
        findings(
            &[Analysis::of(toy(&[("lib.rs", lib), ("stops.rs", stops), ("touch/mod.rs", "pub struct Touch;")]))],
            TOYS,
        )
    }

    #[test]
    fn a_law_that_names_another_fails() {
        let found = of("struct S(crate::Touch);");
        assert_eq!(found.len(), 1);
        assert!(found[0].starts_with("crates/toy/src/stops.rs:1: a law names `Touch` of another law"), "{found:?}");
    }

    #[test]
    fn what_is_shared_may_be_named() {
        assert_eq!(of("struct S(crate::Shared);"), [""; 0]);
    }

    #[test]
    fn a_row_without_a_law_fails_once_there_are_laws() {
        let root = std::env::temp_dir().join(format!("xtask-laws-{}", std::process::id()));
        assert_eq!(stale_rows(&root, TOYS), [""; 0]);
        std::fs::create_dir_all(root.join(TOYS[0])).unwrap();
        let found = stale_rows(&root, TOYS);
        std::fs::remove_dir_all(&root).unwrap();
        assert!(found.len() == 1 && found[0].contains("src/touch"), "{found:?}");
    }
}
