//! Runs the language tests written as Markdown: each ` ```mech ` block is a scene. `// error: E0102 words` on a line
//! expects an error with that code and those words there; every error must be expected. A block with a file name
//! (` ```mech gears.mech `) can be imported by the blocks after it in the same file.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use mainspring_definition::{Definition, Diagnostic};
use mainspring_language::load;
use std::collections::HashMap;
use std::fs;
use std::path::Path;

struct Block {
    place: String,
    name: String,
    text: String,
}

fn blocks(path: &Path) -> Vec<Block> {
    let markdown = fs::read_to_string(path).unwrap();
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in markdown.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) if info.starts_with("mech") => {
                let place = format!("{}:{}", path.display(), number + 2);
                open = Some(Block { place, name: info[4..].trim().to_owned(), text: String::new() });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(block), None) => block.text.push_str(&format!("{line}\n")),
            _ => {}
        }
    }
    blocks
}

fn line_of(text: &str, byte: u32) -> usize {
    text[..byte as usize].matches('\n').count() + 1
}

/// Expected and found errors that have no partner.
fn mismatches(definition: &Definition, diagnostics: &[Diagnostic]) -> Vec<String> {
    let mut expected: Vec<(usize, usize, String)> = Vec::new();
    for (source, file) in definition.sources.iter().enumerate() {
        for (number, line) in file.text.lines().enumerate() {
            for piece in line.split("// error: ").skip(1) {
                expected.push((source, number + 1, piece.trim().to_owned()));
            }
        }
    }
    let mut problems = Vec::new();
    for d in diagnostics {
        let span = d.span();
        let text = definition.sources.get(span.source as usize).map_or("", |s| &s.text);
        let line = if text.is_empty() { 0 } else { line_of(text, span.start) };
        let shown = format!("{} {} {}", d.code, d.message, d.help.as_deref().unwrap_or_default());
        let partner = expected.iter().position(|(source, at, wanted)| {
            let (code, words) = wanted.split_once(' ').unwrap_or((wanted, ""));
            *source == span.source as usize && *at == line && d.code == code && shown.contains(words)
        });
        match partner {
            Some(i) => drop(expected.remove(i)),
            None => problems.push(format!("  line {line}: not expected: {shown}")),
        }
    }
    problems.extend(expected.iter().map(|(s, line, wanted)| format!("  source {s} line {line}: missing: {wanted}")));
    problems
}

#[test]
fn scenes_in_markdown_give_the_errors_they_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut failures = Vec::new();
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "md") {
            continue;
        }
        let mut files: HashMap<String, String> = HashMap::new();
        for block in blocks(&path) {
            if !block.name.is_empty() {
                files.insert(block.name, block.text);
                continue;
            }
            count += 1;
            let mut loader = |path: &str| -> Result<Vec<u8>, String> {
                files.get(path).map(|t| t.clone().into_bytes()).ok_or_else(|| "there is no such file".to_owned())
            };
            let (definition, diagnostics) = load("scene.mech", &block.text, &mut loader);
            let problems = mismatches(&definition, &diagnostics);
            if !problems.is_empty() {
                failures.push(format!("{}\n{}", block.place, problems.join("\n")));
            }
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
    assert!(count > 5);
}
