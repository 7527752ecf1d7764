//! What several tests use: good scenes, and comparison without spans.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]
#![allow(dead_code, reason = "each test binary uses its own part")]

use mainspring_definition::Definition;
use mainspring_language::syntax::{Node, SyntaxKind};
use std::fs;
use std::path::Path;

/// All scenes of the Markdown tests, and whether each is free of errors.
pub fn scenes() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    paths.sort();
    let mut scenes = Vec::new();
    for path in paths.iter().filter(|p| p.extension().is_some_and(|e| e == "md")) {
        for piece in fs::read_to_string(path).unwrap().split("```mech").skip(1) {
            let block = piece.split("\n```").next().unwrap();
            scenes.push(block.split_once('\n').map_or("", |(_, text)| text).to_owned());
        }
    }
    scenes
}

/// The definition's statements as text without spans.
pub fn said(definition: &Definition) -> String {
    let text = format!("{:#?}", definition.statements);
    let mut out = String::new();
    let mut skipping = false;
    for line in text.lines() {
        let inner = line.trim_start();
        if inner.ends_with("span: Span {") {
            skipping = true;
        } else if skipping && inner.starts_with('}') {
            skipping = false;
        } else if !skipping {
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}

/// The tree without white space, comments and separators of items.
pub fn shape(node: &Node) -> String {
    let mut out = format!("{:?}(", node.kind());
    let list = matches!(
        node.kind(),
        SyntaxKind::Root | SyntaxKind::Block | SyntaxKind::Options | SyntaxKind::LaterBlock | SyntaxKind::Steps
    );
    for element in node.children_with_tokens() {
        match element {
            mainspring_language::syntax::Element::Node(n) => out.push_str(&shape(&n)),
            mainspring_language::syntax::Element::Token(t) => {
                let separator = list && matches!(t.kind(), SyntaxKind::Semicolon | SyntaxKind::Comma);
                if !t.kind().is_trivia() && !separator {
                    out.push_str(t.text());
                    out.push(' ');
                }
            }
        }
    }
    out.push(')');
    out
}

/// The comments in order.
pub fn comments(node: &Node) -> Vec<String> {
    let tokens = node.descendants_with_tokens().filter_map(|e| e.into_token());
    tokens
        .filter(|t| t.kind().is_trivia() && t.kind() != SyntaxKind::Whitespace)
        .map(|t| t.text().trim_end().to_owned())
        .collect()
}
