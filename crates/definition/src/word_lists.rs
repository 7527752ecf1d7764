//! The word lists that stand in other files: the tables of the reference and the words of both highlighters.
//!
//! Each list is the text between two lines of its file, `begin NAME` and `end NAME` in a comment; a test of the language
//! compares them with the tables here and writes them anew when asked to.

use crate::units::{other_units, prefixed_units, prefixes};
use crate::words::{CONSTANTS, FOLLOWERS, GROUND, PARAMETER_KINDS, RESERVED, SPACES, SPRINGS};
use crate::words::{FORCE_LAWS, FUNCTIONS, PLANAR_SHAPES, SPATIAL_SHAPES, WordGroup, function_words, shape_words};
use crate::{Dimension, STATEMENTS, StatementForm};

/// A list that stands in another file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordList {
    /// the file, from the root of the repository
    pub file: &'static str,
    /// the name in the lines around it
    pub name: &'static str,
    /// what stands between them, lines ended
    pub text: String,
}

/// Every list; `joints` are the kinds of joints.
#[must_use]
pub fn all(joints: &[&'static str]) -> Vec<WordList> {
    const REFERENCE: &str = "LANGUAGE.md";
    let reference = |name, text| WordList { file: REFERENCE, name, text };
    vec![
        reference("units", units()),
        reference("functions", groups("functions", FUNCTIONS)),
        reference("force laws", groups("force laws", FORCE_LAWS)),
        reference("statements", statements()),
        reference("parameter kinds", parameter_kinds()),
        reference("planar shapes", groups("planar shapes", PLANAR_SHAPES)),
        reference("spatial shapes", groups("spatial shapes", SPATIAL_SHAPES)),
        reference("later statements", later()),
        WordList { file: "crates/report/viewer/src/highlight.js", name: "words", text: viewer(joints) },
        WordList { file: "book/theme/mech.js", name: "words", text: book(joints) },
    ]
}

fn table(head: [&str; 2], rows: impl IntoIterator<Item = (String, String)>) -> String {
    let mut text = row(head[0], head[1]) + "|---|---|\n";
    for (left, right) in rows {
        text += &row(&left, &right);
    }
    text
}

fn row(left: &str, right: &str) -> String {
    if right.is_empty() { format!("| {left} | |\n") } else { format!("| {left} | {right} |\n") }
}

fn statements() -> String {
    let rows = STATEMENTS.iter().flat_map(|entry| entry.reference);
    table(["statement", "says"], rows.map(|(usage, meaning)| ((*usage).to_owned(), (*meaning).to_owned())))
}

fn groups(head: &str, groups: &[WordGroup]) -> String {
    table([head, ""], groups.iter().map(|group| (group.usage.to_owned(), group.meaning.to_owned())))
}

fn units() -> String {
    let quoted = |words: &[&str]| words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(" ");
    let si: Vec<&str> = prefixed_units().collect();
    let prefixes: Vec<&str> = prefixes().collect();
    let of =
        format!("SI and `bar`; take the prefixes `{}`: `mm` `um` `kg` `ms` `kN` `MPa` `mrad` …", prefixes.join(" "));
    let mut rows = vec![(quoted(&si), of)];
    let mut measures: Vec<&str> = Vec::new();
    for (_, measure) in other_units() {
        if !measures.contains(&measure) {
            measures.push(measure);
        }
    }
    for measure in measures {
        let units: Vec<&str> = other_units().filter(|(_, m)| *m == measure).map(|(unit, _)| unit).collect();
        rows.push((quoted(&units), measure.to_owned()));
    }
    table(["units", "of"], rows)
}

fn parameter_kinds() -> String {
    let dimensions: Vec<&str> = Dimension::names().collect();
    let text = format!("Kinds of parameters: `{}`, and `{}`.", dimensions.join(" "), PARAMETER_KINDS.join(" "));
    wrapped(&text, 124, "", "")
}

fn later() -> String {
    let words = StatementForm::Later.entry().words.join(" ");
    let text = format!(
        "Known words whose physics comes with later versions, refused by name: `{words}`, and `on` in a placement."
    );
    wrapped(&text, 124, "", "")
}

/// Words, each once, in the order given.
fn once<'a>(words: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut kept: Vec<&str> = Vec::new();
    for word in words {
        if !kept.contains(&word) {
            kept.push(word);
        }
    }
    kept
}

/// What begins and continues statements.
fn keywords() -> Vec<&'static str> {
    once(StatementForm::words().chain(RESERVED.iter().copied()).chain(FOLLOWERS.iter().copied()))
}

/// Kinds of spaces, joints, springs, forces and shapes.
fn kinds(joints: &[&'static str]) -> Vec<&'static str> {
    let spaces = SPACES.iter().map(|(word, _)| *word);
    let laws = FORCE_LAWS.iter().flat_map(|group| group.words.iter().copied());
    let words = spaces.chain(joints.iter().copied()).chain(SPRINGS.iter().copied()).chain(laws).chain(shape_words());
    let keywords = keywords();
    once(words.chain([GROUND])).into_iter().filter(|word| !keywords.contains(word)).collect()
}

/// Lines of at most `width` characters, each in between `before` and `after`.
fn wrapped(text: &str, width: usize, before: &str, after: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    let lines: Vec<String> = lines.iter().map(|line| format!("{before}{line}")).collect();
    lines.join(&format!("{after}\n")) + "\n"
}

/// A string literal of JavaScript over several lines, as the value of a constant.
fn literal(indent: &str, name: &str, words: &[&str], tail: &str) -> String {
    let lines = wrapped(&words.join(" "), 104, &format!("{indent}  \""), " \" +");
    format!("{indent}const {name} =\n{}\"{tail}", lines.trim_end_matches('\n'))
}

fn viewer(joints: &[&'static str]) -> String {
    let (si, others): (Vec<&str>, Vec<&str>) =
        (prefixed_units().collect(), other_units().map(|(unit, _)| unit).collect());
    let unit = format!(
        "const UNIT = /^(?:[{}]?(?:{})|{})$/;\n",
        prefixes().collect::<String>(),
        si.join("|"),
        others.join("|")
    );
    format!("{}\n{}\n{unit}", literal("", "KEYWORDS", &keywords(), ";"), literal("", "KINDS", &kinds(joints), ";"))
}

fn book(joints: &[&'static str]) -> String {
    let keywords = keywords();
    let functions = function_words().filter(|word| !keywords.contains(word));
    let things = once(kinds(joints).into_iter().chain(functions));
    format!(
        "{}\n{}\n{}\n",
        literal("  ", "keywords", &keywords, ";"),
        literal("  ", "things", &things, ";"),
        literal("  ", "constants", CONSTANTS, ";")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_clause_word_may_follow_a_value() {
        // those that would turn the root of a sweep are read only to be refused
        let refused = crate::grammar::ROOT_TURNING;
        for entry in STATEMENTS {
            for piece in entry.syntax {
                for word in piece.clause_words() {
                    assert!(FOLLOWERS.contains(word) || refused.contains(word), "{word}");
                }
            }
        }
    }

    #[test]
    fn every_word_begins_one_statement() {
        let words: Vec<&str> = StatementForm::words().collect();
        assert_eq!(once(words.iter().copied()), words);
        for entry in STATEMENTS {
            assert_eq!(entry.form.entry().form, entry.form);
            assert!(entry.words.iter().all(|word| StatementForm::of_word(word) == Some(entry.form)));
        }
    }
}
