//! 10,000 scenes broken in every way a slip, a merge or a fault can: no panic, no hang, an error for what is broken.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use crate::shared;

use mainspring_definition::{Diagnostic, StatementKind};
use mainspring_language::syntax::{Element, Node, SyntaxKind as K};
use mainspring_language::{NoImports, decode, format, load, parse, print, render};
use shared::{comments, said, scenes, shape};
use std::time::{Duration, Instant};

const COUNT: usize = 10_000;

/// xorshift64*: the same scenes on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % n.max(1)
    }
}

/// Every token and piece of white space of a text.
fn pieces(text: &str) -> Vec<String> {
    let tokens = parse(text).tree.descendants_with_tokens().filter_map(Element::into_token);
    tokens.map(|t| t.text().to_owned()).collect()
}

fn mutate(text: &str, other: &str, random: &mut Random) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..1 + random.below(4) {
        let at = random.below(bytes.len());
        let length = 1 + random.below(12);
        let end = (at + length).min(bytes.len());
        match random.below(9) {
            0 if !bytes.is_empty() => bytes[at] ^= 1 << random.below(8),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let copy = bytes[at..end].to_vec();
                bytes.splice(at..at, copy);
            }
            3 => {
                let symbols = b"(){}[],;:=.\"'/*^-+<>\0\n \\#0e_";
                bytes.insert(at, symbols[random.below(symbols.len())]);
            }
            4 => bytes.truncate(at),
            5 => {
                let start = random.below(other.len());
                let stop = (start + 40).min(other.len());
                bytes.splice(at..at, other.as_bytes()[start..stop].iter().copied());
            }
            kind => {
                let Ok(now) = std::str::from_utf8(&bytes) else { continue };
                let mut tokens = pieces(now);
                if tokens.is_empty() {
                    continue;
                }
                let (a, b) = (random.below(tokens.len()), random.below(tokens.len()));
                match kind {
                    6 => tokens.swap(a, b),
                    7 => drop(tokens.remove(a)),
                    _ => tokens.insert(a, tokens[b].clone()),
                }
                bytes = tokens.concat().into_bytes();
            }
        }
    }
    bytes
}

/// Whether brackets match, by a count that knows nothing of the parser.
fn balanced(tree: &Node) -> bool {
    let mut open = Vec::new();
    for token in tree.descendants_with_tokens().filter_map(Element::into_token) {
        let closes = match token.kind() {
            K::OpenParen | K::OpenBracket | K::OpenBrace => {
                open.push(token.kind());
                continue;
            }
            K::CloseParen => K::OpenParen,
            K::CloseBracket => K::OpenBracket,
            K::CloseBrace => K::OpenBrace,
            _ => continue,
        };
        if open.pop() != Some(closes) {
            return false;
        }
    }
    open.is_empty()
}

/// Checks what must hold for any text at all; true if it was refused.
fn check(text: &str) -> bool {
    let parsed = parse(text);
    assert_eq!(parsed.tree.text(), text, "the tree lost something");
    let refused = parsed.diagnostics.iter().any(Diagnostic::is_error);
    let marked = parsed
        .tree
        .descendants_with_tokens()
        .any(|e| matches!(e.kind(), K::Error | K::Unknown | K::UnclosedText | K::UnclosedComment));
    assert!(refused || !marked, "broken without an error:\n{text}");
    assert!(refused || balanced(&parsed.tree), "unbalanced without an error:\n{text}");

    let (definition, diagnostics) = load("scene.mech", text, &mut NoImports);
    for label in diagnostics.iter().flat_map(|d| &d.labels) {
        let range = label.span.start as usize..label.span.end as usize;
        assert!(label.span.source == u32::MAX || text.get(range).is_some(), "{diagnostics:?}\n{text}");
    }
    assert!(!render(&diagnostics, &definition.sources, true).contains('\0'));
    match format(text) {
        Err(_) => assert!(refused),
        Ok(once) => {
            assert!(!refused);
            assert_eq!(format(&once).as_ref(), Ok(&once), "not idempotent:\n{text}");
            let again = parse(&once);
            assert_eq!(shape(&parsed.tree), shape(&again.tree), "{text}\n{once}");
            assert_eq!(comments(&parsed.tree), comments(&again.tree), "{text}\n{once}");
        }
    }
    let later = definition.statements.iter().any(|s| format!("{:?}", s.kind).contains("Later {"));
    if diagnostics.is_empty() && !later {
        let printed = print(&definition);
        assert_eq!(said(&definition), said(&load("a", &printed, &mut NoImports).0), "{text}\n{printed}");
    }
    refused || diagnostics.iter().any(Diagnostic::is_error)
}

#[test]
fn ten_thousand_mutated_scenes_are_survived() {
    let good: Vec<String> = scenes().into_iter().filter(|s| parse(s).diagnostics.is_empty()).collect();
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let (mut refused, mut slowest) = (0, Duration::ZERO);
    for _ in 0..COUNT {
        let a = random.below(good.len());
        let b = random.below(good.len());
        let bytes = mutate(&good[a], &good[b], &mut random);
        let begun = Instant::now();
        refused += usize::from(match decode(bytes) {
            Ok(text) => check(&text),
            Err(diagnostic) => diagnostic.is_error(),
        });
        slowest = slowest.max(begun.elapsed());
    }
    // nearly all of them are broken; a number renamed or a comment cut is not
    assert!(refused > COUNT / 2, "only {refused} refused");
    assert!(slowest < Duration::from_secs(20), "{slowest:?}");
}

#[test]
fn hostile_texts_take_bounded_time_and_stack() {
    let many = 400_000;
    let mut texts = vec![
        "(".repeat(many),
        "let a = ".to_owned() + &"(".repeat(many),
        "let a = ".to_owned() + &"-".repeat(many),
        "let a = ".to_owned() + &"not ".repeat(many / 4),
        "let a = ".to_owned() + &"2^".repeat(many / 2),
        "let a = 1".to_owned() + &" + 1".repeat(many / 4),
        "let a = ".to_owned() + &"f(".repeat(many / 2) + &")".repeat(many / 2),
        "let a = ".to_owned() + &"[".repeat(many / 2) + &"]".repeat(many / 2),
        "let a = x".to_owned() + &"[x".repeat(many / 2),
        "let a = x".to_owned() + &".x".repeat(many / 2),
        "let a = ".to_owned() + &"if a then ".repeat(many / 10),
        "if a {".repeat(many / 6),
        "if a {} else ".repeat(many / 13),
        "joint a = b { ".to_owned() + &"c { ".repeat(many / 4),
        "study a { ".to_owned() + &"b { ".repeat(many / 4),
        "composite a { ".repeat(many / 14),
        "}".repeat(many),
        "=\n".repeat(many / 2),
        "let \n".repeat(many / 5),
        "x ".repeat(many / 2),
        "part a = f(\n".repeat(many / 12),
        "a.".repeat(many / 2),
        "/*".repeat(many),
        "\"".repeat(many),
        "\0".repeat(many),
        "é≤".repeat(many / 4),
        "1".repeat(many),
        "let a = 1 ".to_owned() + &"m*".repeat(many / 2),
        "a = 1 ; ".repeat(many / 8),
        "fix a".to_owned() + &", a".repeat(many / 3),
    ];
    texts.push("x".repeat(10_000_000));
    texts.push("let a = 2 ".to_owned() + &"y".repeat(10_000_000));
    texts.push("let a = ".to_owned() + &"1+".repeat(5_000_000));
    texts.push(" ".repeat(17 << 20));
    for text in texts {
        let begun = Instant::now();
        let parsed = parse(&text);
        let (definition, diagnostics) = load("scene.mech", &text, &mut NoImports);
        let shown = render(&diagnostics, &definition.sources, false);
        let formatted = format(&text);
        let fine = text.starts_with("a = 1") || text.starts_with("fix a") || text.starts_with("let a = x.");
        assert_eq!(diagnostics.iter().any(Diagnostic::is_error), !fine, "{:.40}", text);
        assert_eq!(formatted.is_ok(), fine, "{:.40}", text);
        assert!(diagnostics.len() <= 101 && shown.len() < 200_000, "{:.40} {}", text, shown.len());
        drop((parsed, definition));
        // seconds, not minutes: anything worse than linear would take hours on these
        assert!(begun.elapsed() < Duration::from_secs(60), "{:.40} {:?}", text, begun.elapsed());
    }
}

#[test]
fn statements_after_a_mistake_are_still_read() {
    let (definition, diagnostics) = load("a", "let a = )\njont o = f(a)\nlet b = 3 cmm\nlet c = 2", &mut NoImports);
    let names: Vec<&str> = definition
        .statements
        .iter()
        .filter_map(|s| match &s.kind {
            StatementKind::Let { name, .. } => Some(name.text.as_str()),
            StatementKind::Joint { name, .. } => Some(name.name.text.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(names, ["o", "b", "c"]);
    let codes: Vec<&str> = diagnostics.iter().map(|d| d.code.as_str()).collect();
    assert_eq!(codes, ["E0106", "E0102", "E0110"]);
}
