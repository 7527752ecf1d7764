//! Rooms inside a crate look one way: a table of which room may name which.

use super::analysis::Analysis;

/// A room, by its folder, and the rooms beside it that it may name; files directly in `src` may be named by all.
const ROOMS: &[(&str, &[&str])] = &[
    ("crates/dynamics/src/multibody/", &[]),
    ("crates/dynamics/src/tree/", &["crates/dynamics/src/multibody/"]),
    ("crates/dynamics/src/laws/", &["crates/dynamics/src/multibody/"]),
    (
        "crates/dynamics/src/system/",
        &["crates/dynamics/src/laws/", "crates/dynamics/src/multibody/", "crates/dynamics/src/tree/"],
    ),
];

/// References against the table, and rows of it without a room.
pub fn findings(crates: &[Analysis]) -> Vec<String> {
    against(crates, ROOMS)
}

fn against(crates: &[Analysis], rooms: &[(&str, &[&str])]) -> Vec<String> {
    let room = |path: &str| rooms.iter().find(|(room, _)| path.starts_with(room));
    let there = |room: &str| crates.iter().any(|a| a.tree.files.iter().any(|f| f.path.starts_with(room)));
    let gone = rooms.iter().filter(|(room, _)| !there(room));
    let mut findings: Vec<String> =
        gone.map(|(room, _)| format!("there is no room {room}: correct xtask/src/rooms/directions.rs")).collect();
    for analysis in crates {
        for reference in &analysis.references {
            let (from, to) = (analysis.tree.path(reference.from), analysis.tree.path(reference.to));
            if let (Some((a, may)), Some((b, _))) = (room(from), room(to))
                && a != b
                && !may.contains(b)
            {
                findings.push(format!(
                    "{from}:{}: names `{}` of {b}, which it must not know",
                    reference.line, reference.item
                ));
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::package::toy;

    const TOYS: &[(&str, &[&str])] =
        &[("crates/toy/src/below/", &[]), ("crates/toy/src/above/", &["crates/toy/src/below/"])];

    fn of(below: &str, above: &str) -> Vec<String> {
        let files = [("lib.rs", "mod below; mod above;"), ("below/mod.rs", below), ("above/mod.rs", above)];
        against(&[Analysis::of(toy(&files))], TOYS)
    }

    #[test]
    fn a_room_that_looks_up_fails() {
        let found = of("struct B(crate::above::A);", "pub struct A;");
        assert_eq!(found.len(), 1);
        assert!(found[0].starts_with("crates/toy/src/below/mod.rs:1: names `A` of crates/toy/src/above/"), "{found:?}");
    }

    #[test]
    fn a_room_may_look_down() {
        assert_eq!(of("pub struct B;", "struct A(crate::below::B);"), [""; 0]);
    }

    #[test]
    fn a_row_without_a_room_fails() {
        let found = against(&[Analysis::of(toy(&[("lib.rs", "")]))], TOYS);
        assert_eq!(found.len(), 2);
    }
}
