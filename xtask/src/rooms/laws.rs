//! Laws do not name each other: what two of them share belongs below both, what composes them above.
//!
//! Whatever stands directly in `crates/laws/src` or in a folder `crates/*/src/laws` is a law, heads and tables of tolerances
//! left out; a crate of a law's name is one too.

use super::analysis::Analysis;

/// Names of laws that may be crates of their own.
const CRATES: [&str; 7] = ["joint_friction", "stops", "backlash", "drive_limits", "touch", "table", "penalty"];
/// Files that stand beside the laws.
const BESIDE: [&str; 3] = ["lib.rs", "mod.rs", "tolerances.rs"];

/// Whether a crate of this name is a law.
pub fn is_law(name: &str) -> bool {
    CRATES.contains(&name.replace('-', "_").as_str())
}

/// The law that a file belongs to: `crates/laws/src/touch` of `crates/laws/src/touch/forces.rs`.
fn law(path: &str) -> Option<&str> {
    let home = ["crates/laws/src/", "/src/laws/"].iter().find_map(|home| path.find(home).map(|at| at + home.len()))?;
    let inner = &path[home..];
    let name = inner.split('/').next().filter(|name| !BESIDE.contains(name))?;
    Some(path[..home + name.len()].trim_end_matches(".rs"))
}

/// A finding where there are no laws at all: then they have moved, and nothing is checked.
pub fn missing(crates: &[Analysis]) -> Vec<String> {
    let found = |a: &Analysis| is_law(&a.package.name) || a.tree.files.iter().any(|f| law(&f.path).is_some());
    let none = !crates.iter().any(found);
    none.then(|| "there are no laws: say in xtask/src/rooms/laws.rs where they are".to_owned()).into_iter().collect()
}

/// References from one law to another.
pub fn findings(crates: &[Analysis]) -> Vec<String> {
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

    fn read(stops: &str) -> [Analysis; 1] {
        let laws = "pub mod stops; pub mod touch; pub use touch::Touch; pub struct Shared;";
        let files = [("lib.rs", "mod laws;"), ("laws/mod.rs", laws), ("laws/stops.rs", stops)];
        let touch =
            [("laws/touch/mod.rs", "mod forces; pub struct Touch;"), ("laws/touch/forces.rs", "use super::Touch;")];
        [Analysis::of(toy(&[&files[..], &touch[..]].concat()))]
    }

    #[test]
    fn a_law_that_names_another_fails() {
        let found = findings(&read("struct S(crate::laws::Touch);"));
        assert_eq!(found.len(), 1);
        assert!(
            found[0].starts_with("crates/toy/src/laws/stops.rs:1: a law names `Touch` of another law"),
            "{found:?}"
        );
    }

    #[test]
    fn what_is_shared_and_what_is_its_own_may_be_named() {
        assert_eq!(findings(&read("struct S(super::Shared);")), [""; 0]);
    }

    #[test]
    fn laws_are_known_by_their_place_or_their_crate() {
        assert_eq!(law("crates/laws/src/touch/forces.rs"), Some("crates/laws/src/touch"));
        assert_eq!(law("crates/toy/src/laws/stops.rs"), Some("crates/toy/src/laws/stops"));
        assert_eq!((law("crates/laws/src/lib.rs"), law("crates/toy/src/touch/a.rs")), (None, None));
        assert!(is_law("joint-friction") && is_law("touch") && !is_law("contact"));
    }

    #[test]
    fn a_tree_without_laws_fails() {
        assert_eq!(missing(&read("")), [""; 0]);
        assert_eq!(missing(&[Analysis::of(toy(&[("lib.rs", "")]))]).len(), 1);
    }
}
