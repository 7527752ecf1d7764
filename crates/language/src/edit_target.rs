//! Where the value that a path names stands in the tree.

use crate::syntax::{Node, SyntaxKind as K};
use crate::tree::{child, expressions, token, words};
use mainspring_definition::grammar::{Address, Piece};
use mainspring_definition::{StatementEntry, StatementForm as F};
use rowan::{TextRange, TextSize};

/// A place that can be set.
pub(crate) enum Place {
    /// a value that is there
    Value(TextRange),
    /// an argument that a call leaves out
    Missing { at: TextSize, name: String, first: bool },
    /// the end of a bare option
    Flag(TextSize),
}

/// The first name of the path that was not found, and those that are there.
pub(crate) struct Missing {
    pub name: String,
    pub known: Vec<String>,
}

/// Finds the value named by `path` in a list of statements.
pub(crate) fn find(list: &Node, path: &[&str]) -> Result<Place, Missing> {
    let Some((name, rest)) = path.split_first() else { return Err(missing(list, "")) };
    let mut inner = None;
    for item in items(list) {
        if !names(&item).iter().any(|n| n == name) {
            continue;
        }
        match in_item(&item, rest, list) {
            Ok(place) => return Ok(place),
            // the same name may have several statements: a joint, its drive, its start
            Err(error) => inner = inner.or(error),
        }
    }
    Err(inner.unwrap_or_else(|| missing(list, name)))
}

/// Statements of a list, those of its `for` and `if` blocks included.
fn items(list: &Node) -> Vec<Node> {
    let mut all = Vec::new();
    for item in list.children() {
        if matches!(item.kind(), K::Statement(F::For | F::If)) {
            for block in item.descendants().filter(|n| n.kind() == K::Block) {
                all.extend(block.children());
            }
        } else {
            all.push(item);
        }
    }
    all
}

fn missing(list: &Node, name: &str) -> Missing {
    let mut known: Vec<String> = items(list).iter().flat_map(names).collect();
    known.sort();
    known.dedup();
    Missing { name: name.to_owned(), known }
}

/// The names under which a statement is reached.
fn names(item: &Node) -> Vec<String> {
    let word = |n| words(item).skip(n).take(1).map(|t| t.text().to_owned()).collect();
    let Some(entry) = entry(item) else {
        return if item.kind() == K::Field { dotted(item) } else { Vec::new() };
    };
    match entry.address {
        Address::Keyword => word(0),
        Address::Name => word(1),
        Address::Joint => child(item, K::PathExpr).map(|n| n.text().to_string()).into_iter().collect(),
        Address::Declared => {
            item.children().filter(|n| n.kind() == K::Declarator).map(|n| n.text().to_string()).collect()
        }
        Address::None => Vec::new(),
    }
}

/// The row of the table that a statement has; none for fields.
fn entry(item: &Node) -> Option<&'static StatementEntry> {
    match item.kind() {
        K::Statement(form) => Some(form.entry()),
        _ => None,
    }
}

fn dotted(item: &Node) -> Vec<String> {
    vec![words(item).map(|t| t.text().to_owned()).collect::<Vec<_>>().join(".")]
}

fn value(node: &Node) -> Option<Place> {
    let inner = child(node, K::Value).unwrap_or_else(|| node.clone());
    expressions(&inner).next().map(|n| Place::Value(n.text_range()))
}

/// What the rest of the path means inside a statement; `Err(None)` if the statement has nothing by name.
fn in_item(item: &Node, rest: &[&str], list: &Node) -> Result<Place, Option<Missing>> {
    let [name, deeper @ ..] = rest else {
        // a joint's start and drive have values by name; the members of a frame are none
        let named = entry(item).is_some_and(|e| e.address == Address::Joint || e.has(Piece::Members));
        return if named { Err(None) } else { value(item).ok_or(None) };
    };
    if let Some(body) = child(item, K::Block) {
        return parameter(item, name).map_or_else(|| find(&body, rest).map_err(Some), Ok);
    }
    match item.kind() {
        K::Statement(F::Drive) if words(item).nth(1).is_some_and(|t| t.text() == *name) => value(item).ok_or(None),
        K::Statement(F::Start) if words(item).next().is_some_and(|t| t.text() == *name) => {
            child(item, K::Value).and_then(|v| value(&v)).ok_or(None)
        }

        _ => {
            let clause = item.children().find(|n| {
                n.kind() == K::Clause && words(n).next().is_some_and(|t| t.text() == *name) && deeper.is_empty()
            });
            clause
                .and_then(|c| value(&c))
                .or_else(|| options(item, rest))
                .or_else(|| argument(item, name, list))
                .ok_or_else(|| not_an_option(item, name))
        }
    }
}

fn not_an_option(item: &Node, name: &str) -> Option<Missing> {
    let block = child(item, K::Options)?;
    Some(Missing { name: name.to_owned(), known: block.children().flat_map(|n| dotted(&n)).collect() })
}

fn parameter(item: &Node, name: &str) -> Option<Place> {
    let list = child(item, K::Parameters)?;
    let found = list.children().find(|n| words(n).next().is_some_and(|t| t.text() == name))?;
    value(&child(&found, K::Value)?)
}

/// An option, by dotted name, through nested blocks.
fn options(item: &Node, path: &[&str]) -> Option<Place> {
    let block = child(item, K::Options)?;
    let whole = path.join(".");
    for option in block.children() {
        let name = dotted(&option).concat();
        match option.kind() {
            K::Field if name == whole => return value(&option),
            K::Flag if name == whole => return Some(Place::Flag(option.text_range().end())),
            K::Nested if path.first() == Some(&name.as_str()) => {
                if let Some(place) = options(&option, &path[1..]) {
                    return Some(place);
                }
            }
            _ => {}
        }
    }
    None
}

/// An argument of the call that a statement's value is: by name, else by the position its definition gives.
fn argument(item: &Node, name: &str, list: &Node) -> Option<Place> {
    let call = child(&child(item, K::Value)?, K::CallExpr)?;
    let function = words(&call).next()?.text().to_owned();
    let arguments: Vec<Node> = call.children().filter(|n| n.kind() == K::Argument).collect();
    if let Some(named) = arguments.iter().find(|n| words(n).next().is_some_and(|t| t.text() == name)) {
        return value(named);
    }
    let root = list.ancestors().last()?;
    let definition = root.descendants().find(|n| {
        entry(n).is_some_and(|e| e.has(Piece::Parameters)) && words(n).nth(1).is_some_and(|t| t.text() == function)
    })?;
    let parameters = child(&definition, K::Parameters)?;
    let position = parameters.children().position(|n| words(&n).next().is_some_and(|t| t.text() == name))?;
    match arguments.get(position) {
        Some(given) if words(given).next().is_none() => value(given),
        _ => Some(Place::Missing {
            at: token(&call, K::CloseParen)?.text_range().start(),
            name: name.to_owned(),
            first: arguments.is_empty(),
        }),
    }
}
