//! Edits of the text that keep everything else as it is, comments included.
//!
//! A path names a value as a person would: `h` (a `let`), `steel.density` (a field), `bar.l` (a parameter's default),
//! `crank.l` (an argument of a part), `return.stiffness` (an option), `hand.reach` (inside a composite), `gravity`,
//! `run`, `run.every`, `run.rtol`, `o.speed` (a drive), `o.start`, `o.guess`, `surface.friction`, `left.force` (a window),
//! `gates.priority` (a group).

use crate::edit_target::{Place, find};
use crate::parser::parse;
use crate::suggestion::{quoted, suggest};
use crate::syntax::SyntaxKind;
use mainspring_definition::{Diagnostic, Span, StatementForm};
use rowan::TextRange;

/// The text with the value at `path` replaced by `value`; a parameter that a part leaves to its default is added.
///
/// # Errors
/// E0120 if there is nothing of that name, E0121 if `value` is not one expression, or the text's own syntax errors.
pub fn set_value(text: &str, path: &str, value: &str) -> Result<String, Vec<Diagnostic>> {
    let value = value.trim();
    check_value(value)?;
    match place(text, path)? {
        Place::Value(range) => Ok(replace(text, range, value)),
        Place::Missing { at, name, first } => {
            let separator = if first { "" } else { ", " };
            Ok(replace(text, TextRange::empty(at), &format!("{separator}{name} = {value}")))
        }
        // an option, given the value it did not have: `adapt` becomes `adapt = …`
        Place::Flag(at) => Ok(replace(text, TextRange::empty(at), &format!(" = {value}"))),
    }
}

/// The text of the value at `path`; None for a parameter left to its default and for a bare option.
///
/// # Errors
/// E0120 if there is nothing of that name, or the text's own syntax errors.
pub fn get_value(text: &str, path: &str) -> Result<Option<String>, Vec<Diagnostic>> {
    match place(text, path)? {
        Place::Value(range) => Ok(Some(text[range].to_owned())),
        Place::Missing { .. } | Place::Flag(_) => Ok(None),
    }
}

/// The text with a statement added at its end, on a line of its own.
///
/// # Errors
/// The syntax errors of the statement.
pub fn add_statement(text: &str, statement: &str) -> Result<String, Vec<Diagnostic>> {
    refuse_errors(parse(statement).diagnostics)?;
    let body = text.trim_end();
    let separator = if body.is_empty() { "" } else { "\n" };
    Ok(format!("{body}{separator}{}\n", statement.trim()))
}

/// The text without the statement that `span` lies in, its line taken away if nothing else is on it.
///
/// # Errors
/// E0120 if no statement is there, or the text's own syntax errors.
pub fn remove_statement(text: &str, span: Span) -> Result<String, Vec<Diagnostic>> {
    let parsed = parse(text);
    refuse_errors(parsed.diagnostics)?;
    let missing =
        || vec![Diagnostic::error("E0120", span, "there is no statement here").help("name a place within one")];
    let at = rowan::TextSize::from(span.start);
    if at >= parsed.tree.text_range().end() {
        return Err(missing());
    }
    let token = parsed.tree.token_at_offset(at).right_biased().ok_or_else(missing)?;
    let statement = token
        .parent_ancestors()
        .find(|n| n.kind().is_item() && n.kind() != SyntaxKind::LaterItem)
        .ok_or_else(missing)?;
    let (mut start, mut end) = (usize::from(statement.text_range().start()), usize::from(statement.text_range().end()));
    let line_start = text[..start].rfind('\n').map_or(0, |i| i + 1);
    let line_end = text[end..].find('\n').map_or(text.len(), |i| end + i + 1);
    if text[line_start..start].trim().is_empty() && text[end..line_end].trim().is_empty() {
        (start, end) = (line_start, line_end);
    } else if let Some(rest) = text[end..].trim_start_matches([' ', '\t']).strip_prefix(';') {
        end = text.len() - rest.trim_start_matches([' ', '\t']).len();
    }
    Ok(format!("{}{}", &text[..start], &text[end..]))
}

fn replace(text: &str, range: TextRange, with: &str) -> String {
    let (start, end) = (usize::from(range.start()), usize::from(range.end()));
    format!("{}{with}{}", &text[..start], &text[end..])
}

fn refuse_errors(diagnostics: Vec<Diagnostic>) -> Result<(), Vec<Diagnostic>> {
    if diagnostics.iter().any(Diagnostic::is_error) { Err(diagnostics) } else { Ok(()) }
}

/// One expression on one line, and nothing besides.
fn check_value(value: &str) -> Result<(), Vec<Diagnostic>> {
    let parsed = parse(&format!("let value = {value}"));
    let mut items = parsed.tree.children();
    let alone =
        items.next().is_some_and(|n| n.kind() == SyntaxKind::Statement(StatementForm::Let)) && items.next().is_none();
    let separators = parsed
        .tree
        .children_with_tokens()
        .any(|e| matches!(e.kind(), SyntaxKind::Semicolon | SyntaxKind::LineComment | SyntaxKind::BlockComment));
    if parsed.diagnostics.is_empty() && alone && !separators && !value.contains('\n') {
        return Ok(());
    }
    let mut error = Diagnostic::error("E0121", Span::NOWHERE, format!("{} is not a value", quoted(value)));
    error.help = parsed.diagnostics.first().map(|d| d.message.clone());
    Err(vec![error])
}

fn place(text: &str, path: &str) -> Result<Place, Vec<Diagnostic>> {
    let parsed = parse(text);
    refuse_errors(parsed.diagnostics)?;
    let names: Vec<&str> = path.split('.').map(str::trim).collect();
    find(&parsed.tree, &names).map_err(|missing| {
        let message = format!("there is no {} to set in this text", quoted(path));
        let mut diagnostic = Diagnostic::error("E0120", Span::NOWHERE, message);
        let known: Vec<&str> = missing.known.iter().map(String::as_str).collect();
        diagnostic.help = match suggest(&missing.name, known.iter().copied()) {
            Some(near) => Some(format!("no {}; did you mean `{near}`?", quoted(&missing.name))),
            None if known.is_empty() => None,
            None => Some(format!("there are `{}`", known[..known.len().min(20)].join("`, `"))),
        };
        vec![diagnostic]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENE: &str = "\
gravity (0, -9.81) m/s^2 // down
let h = 2 cm /* height */ + 1 cm // total
material steel { density = 7800 kg/m^3  friction = 0.15 }
primitive bar(l: length = 10 cm, w: length) { shape = rect(l, w); point a = (-l/2, 0) }
part crank = bar(12 cm, w = 1 cm) at (0, 1) m
part rod = bar()
joint o = revolute(crank.a, rod.a) { stiffness = 1 N/m; compliant { damping = 2 N*s/m; adapt } }
drive o speed = 2*pi rad/s
start o = 60 deg rate 2 rad/s
composite hand(reach: length = 8 cm) { let n = 3; part f = bar(reach) }
run 10 s every 10 ms { rtol = 1e-9 }
surface { friction = 0.3 }
window left = rect(1 cm, 2 cm) at (0, 1) m { force = (40, 0) N/m^2; priority = 1 }
group gates { priority = 3; window w = disc(1 cm) { force = (0, 1) N/m^2 } }
array pads = grid(4, 3, pitch = 1 cm) { force = (x, y)*(1 N/m^3) }
";

    fn line_after(path: &str, value: &str) -> String {
        let after = set_value(SCENE, path, value).unwrap();
        assert_eq!(get_value(&after, path).unwrap().as_deref(), Some(value), "{path}");
        let changed: Vec<&str> = SCENE.lines().zip(after.lines()).filter(|(a, b)| a != b).map(|(_, b)| b).collect();
        assert_eq!(changed.len(), 1, "{path}: {after}");
        changed[0].to_owned()
    }

    #[test]
    fn values_are_replaced_and_the_rest_is_kept() {
        assert_eq!(line_after("gravity", "(0, 0) m/s^2"), "gravity (0, 0) m/s^2 // down");
        assert_eq!(line_after("h", "5 mm"), "let h = 5 mm // total");
        assert!(line_after("steel.density", "1 kg/m^3").contains("density = 1 kg/m^3  friction"));
        assert!(line_after("bar.l", "1 m").contains("(l: length = 1 m, w"));
        assert!(line_after("bar.shape", "disc(l)").contains("{ shape = disc(l); point"));
        assert!(line_after("bar.a", "(0, 0)").contains("point a = (0, 0) }"));
        assert_eq!(line_after("crank.l", "13 cm"), "part crank = bar(13 cm, w = 1 cm) at (0, 1) m");
        assert_eq!(line_after("crank.w", "13 cm"), "part crank = bar(12 cm, w = 13 cm) at (0, 1) m");
        assert_eq!(line_after("crank.at", "(0, 2) m"), "part crank = bar(12 cm, w = 1 cm) at (0, 2) m");
        assert_eq!(line_after("rod.w", "3 cm"), "part rod = bar(w = 3 cm)");
        assert!(line_after("o.stiffness", "2 N/m").contains("stiffness = 2 N/m;"));
        assert!(line_after("o.compliant.damping", "3 N*s/m").contains("damping = 3 N*s/m;"));
        assert!(line_after("o.compliant.adapt", "false").contains("adapt = false }"));
        assert_eq!(line_after("o.speed", "1 rad/s"), "drive o speed = 1 rad/s");
        assert_eq!(line_after("o.start", "1 rad"), "start o = 1 rad rate 2 rad/s");
        assert!(line_after("hand.reach", "9 cm").contains("length = 9 cm)"));
        assert!(line_after("hand.n", "4").contains("let n = 4;"));
        assert!(line_after("hand.f.l", "4 m").contains("bar(4 m) }"));
        assert_eq!(line_after("run", "2 s"), "run 2 s every 10 ms { rtol = 1e-9 }");
        assert_eq!(line_after("run.every", "1 ms"), "run 10 s every 1 ms { rtol = 1e-9 }");
        assert_eq!(line_after("surface.friction", "0.5"), "surface { friction = 0.5 }");
        assert!(line_after("left.force", "(0, 1) N/m^2").contains("force = (0, 1) N/m^2; priority"));
        assert!(line_after("left.at", "(0, 2) m").contains("at (0, 2) m {"));
        assert!(line_after("left", "disc(1 cm)").contains("left = disc(1 cm) at"));
        assert!(line_after("gates.priority", "4").contains("{ priority = 4; window"));
        assert!(line_after("gates.w.force", "(0, 2) N/m^2").contains("{ force = (0, 2) N/m^2 } }"));
        assert!(line_after("pads.pitch", "2 cm").contains("pitch = 2 cm)"));
        assert_eq!(line_after("run.rtol", "1e-12"), "run 10 s every 10 ms { rtol = 1e-12 }");
    }

    #[test]
    fn wrong_paths_and_values_are_refused_with_a_hint() {
        let error = |path: &str, value: &str| set_value(SCENE, path, value).unwrap_err().remove(0);
        assert!(error("steel.densty", "1").help.unwrap().contains("`density`"));
        assert!(error("steal.density", "1").help.unwrap().contains("`steel`"));
        assert_eq!(error("h", "1 +").code, "E0121");
        for bad in ["", "1; let b = 2", "1 let b = 2", "1 // c", "1\n", "1 /* c */ ", "a = 2", ")"] {
            let result = set_value(SCENE, "h", bad);
            assert!(result.is_err() || bad.trim() == "1", "{bad:?}");
        }
        assert_eq!(set_value("let a = ", "a", "1").unwrap_err()[0].code, "E0106");
    }

    #[test]
    fn statements_come_and_go() {
        let more = add_statement(SCENE, "let k = 3").unwrap();
        assert!(more.ends_with("}\nlet k = 3\n"));
        let at = u32::try_from(more.rfind("let k").unwrap()).unwrap();
        assert_eq!(remove_statement(&more, Span { source: 0, start: at, end: at }).unwrap(), SCENE);
        let two = "let a = 1; let b = 2 // c\n";
        assert_eq!(remove_statement(two, Span { source: 0, start: 0, end: 1 }).unwrap(), "let b = 2 // c\n");
        assert!(remove_statement(two, Span { source: 0, start: 99, end: 99 }).is_err());
    }
}
