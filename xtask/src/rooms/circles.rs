//! No circle of files: what names a file is not named by it, directly or by way of others.

use super::analysis::Analysis;
use super::recursions::{MOST_FILES, Recursion};
use std::collections::BTreeSet;

/// What is wrong: every circle that no exception covers, and every exception that covers none.
pub fn findings(crates: &[Analysis], exceptions: &[Recursion]) -> Vec<String> {
    let mut findings = Vec::new();
    let mut needed = vec![false; exceptions.len()];
    for analysis in crates {
        findings.extend(analysis.tree.unreadable.iter().cloned());
        for circle in analysis.graph.circles() {
            let files: BTreeSet<&str> = circle.iter().map(|&f| analysis.tree.path(f)).collect();
            let covered = exceptions.iter().position(|e| e.files.iter().copied().collect::<BTreeSet<_>>() == files);
            match covered {
                Some(i) if rooms(analysis, &circle).len() == 1 && files.len() <= MOST_FILES => needed[i] = true,
                _ => findings.push(describe(analysis, &circle)),
            }
        }
    }
    for (exception, _) in exceptions.iter().zip(needed).filter(|(_, needed)| !needed) {
        findings.push(format!(
            "the exception for {} covers no circle of exactly these files in one room (at most {MOST_FILES}): remove it from xtask/src/rooms/recursions.rs",
            exception.files.join(", ")
        ));
    }
    findings
}

/// The rooms of a circle's files.
fn rooms<'a>(analysis: &'a Analysis, circle: &[usize]) -> BTreeSet<&'a str> {
    circle.iter().map(|&file| analysis.tree.files[file].room.as_str()).collect()
}

/// Where a circle is, its files and the shortest way round, an item each.
pub fn describe(analysis: &Analysis, circle: &[usize]) -> String {
    let rooms = rooms(analysis, circle);
    let place = match rooms.iter().collect::<Vec<_>>().as_slice() {
        [room] => format!("circle inside room {room}"),
        several => format!("circle between rooms {}", several.iter().map(|r| **r).collect::<Vec<_>>().join(", ")),
    };
    let files: Vec<&str> = circle.iter().map(|&file| analysis.short(file)).collect();
    let mut text = format!("{place}: {} files: {}", files.len(), files.join(", "));
    let round = analysis.graph.shortest_round(circle);
    for (i, &from) in round.iter().enumerate() {
        let to = round[(i + 1) % round.len()];
        if let Some(reference) = analysis.between(from, to).next() {
            let (path, target) = (analysis.tree.path(from), analysis.tree.path(to));
            text.push_str(&format!("\n      {path}:{} names `{}` of {target}", reference.line, reference.item));
        }
    }
    text
}

/// References whose removal opens the circle, a line for each pair of files.
pub fn describe_cut(analysis: &Analysis, circle: &[usize]) -> Vec<String> {
    let edges = analysis.graph.cut(circle, |from, to| analysis.between(from, to).count());
    edges.into_iter().map(|(from, to)| describe_edge(analysis, from, to)).collect()
}

/// What one file names of another, with lines.
pub fn describe_edge(analysis: &Analysis, from: usize, to: usize) -> String {
    let items: Vec<String> = analysis.between(from, to).map(|r| format!("{} (line {})", r.item, r.line)).collect();
    format!("{} -> {}: {}", analysis.short(from), analysis.short(to), items.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::package::toy;

    const LIB: (&str, &str) = ("lib.rs", "mod a; mod b; mod room;");
    const A: (&str, &str) = ("a.rs", "pub struct A;\nuse crate::b::B;");
    const B: (&str, &str) = ("b.rs", "pub struct B; fn f() { crate::a::A; }");
    const GRAMMAR: Recursion =
        Recursion { files: &["crates/toy/src/a.rs", "crates/toy/src/b.rs"], reason: "a grammar" };

    fn of(files: &[(&str, &str)], exceptions: &[Recursion]) -> Vec<String> {
        findings(&[Analysis::of(toy(files))], exceptions)
    }

    #[test]
    fn one_direction_passes() {
        assert_eq!(of(&[LIB, A, ("b.rs", "pub struct B;"), ("room/mod.rs", "fn f(a: crate::a::A) {}")], &[]), [""; 0]);
    }

    #[test]
    fn a_circle_inside_a_room_fails_with_its_references() {
        let found = of(&[LIB, A, B], &[]);
        assert_eq!(found.len(), 1);
        assert!(found[0].starts_with("circle inside room toy: 2 files: a.rs, b.rs"), "{found:?}");
        assert!(found[0].contains("crates/toy/src/a.rs:2 names `B` of crates/toy/src/b.rs"), "{found:?}");
    }

    #[test]
    fn a_circle_between_rooms_fails_even_through_a_re_export() {
        let room = ("room/mod.rs", "mod inner; pub use inner::Inner;");
        let inner = ("room/inner.rs", "pub struct Inner(crate::a::A);");
        let a = ("a.rs", "pub struct A; fn f() -> crate::room::Inner { g() }");
        let found = of(&[LIB, a, ("b.rs", ""), room, inner], &[]);
        assert_eq!(found.len(), 1);
        assert!(found[0].starts_with("circle between rooms toy, toy/room: 2 files: a.rs, room/inner.rs"), "{found:?}");
    }

    #[test]
    fn files_that_no_module_declares_are_named_and_those_of_tests_are_not() {
        let tested = "#[cfg(test)] mod tests; #[cfg(test)] mod more { mod inner; }";
        let files = [("lib.rs", tested), ("tests.rs", "mod deep;"), ("tests/deep.rs", ""), ("more/inner.rs", "")];
        assert_eq!(of(&files, &[]), [""; 0]);
        let found = of(&[("lib.rs", ""), ("lost.rs", "")], &[]);
        assert_eq!(found, ["crates/toy/src/lost.rs belongs to no module of the crate"]);
        assert!(of(&[("lib.rs", "fn f( {")], &[])[0].starts_with("crates/toy/src/lib.rs:1: "));
    }

    #[test]
    fn a_parent_that_calls_the_children_that_use_its_types_is_a_circle() {
        let found =
            of(&[("lib.rs", "mod a; pub struct T; fn f() { a::g(T) }"), ("a.rs", "pub fn g(t: super::T) {}")], &[]);
        assert_eq!(found.len(), 1);
    }

    #[test]
    fn an_exception_covers_its_circle_and_fails_when_it_is_no_longer_needed() {
        assert_eq!(of(&[LIB, A, B], &[GRAMMAR]), [""; 0]);
        let stale = of(&[LIB, A, ("b.rs", "pub struct B;")], &[GRAMMAR]);
        assert!(stale.len() == 1 && stale[0].contains("remove it"), "{stale:?}");
        let more = ("b.rs", "pub struct B; use crate::a::A; use crate::room::R;");
        let larger = of(&[LIB, A, more, ("room.rs", "pub struct R(crate::a::A);")], &[GRAMMAR]);
        assert_eq!(larger.len(), 2, "{larger:?}");
    }

    #[test]
    fn an_exception_of_more_than_six_files_or_across_rooms_covers_nothing() {
        let ring = |i: usize| format!("pub struct S; use crate::f{}::S as T;", (i + 1) % 7);
        let texts: Vec<(String, String)> = (0..7).map(|i| (format!("f{i}.rs"), ring(i))).collect();
        let mut files = vec![("lib.rs", "mod f0; mod f1; mod f2; mod f3; mod f4; mod f5; mod f6;")];
        files.extend(texts.iter().map(|(path, text)| (path.as_str(), text.as_str())));
        let seven = Recursion {
            files: &[
                "crates/toy/src/f0.rs",
                "crates/toy/src/f1.rs",
                "crates/toy/src/f2.rs",
                "crates/toy/src/f3.rs",
                "crates/toy/src/f4.rs",
                "crates/toy/src/f5.rs",
                "crates/toy/src/f6.rs",
            ],
            reason: "too many",
        };
        assert_eq!(of(&files, &[seven]).len(), 2);
        let across = Recursion { files: &["crates/toy/src/a.rs", "crates/toy/src/room/mod.rs"], reason: "two rooms" };
        let a = ("a.rs", "pub struct A; use crate::room::R;");
        assert_eq!(of(&[LIB, a, ("b.rs", ""), ("room/mod.rs", "pub struct R(crate::a::A);")], &[across]).len(), 2);
    }
}
