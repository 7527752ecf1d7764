//! The tables of tolerances: every constant of each `crates/*/src/tolerances.rs` with what it is, its parent and its reason.

use crate::sources::package::Package;
use std::ops::Range;
use syn::{Attribute, Expr, Item, ItemConst, Lit, Meta, Type};

/// One constant of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Tolerance {
    /// the crate's folder: `contact`
    pub package: String,
    pub name: String,
    pub line: usize,
    /// what it is, its parent, and why
    pub says: String,
    pub from: String,
    pub reason: String,
    pub kind: Kind,
    /// as written, and its place in the file
    pub value: String,
    pub value_at: Range<usize>,
    /// as written before `const`, and the place of the whole item behind its documentation
    pub visibility: String,
    pub item_at: Range<usize>,
}

/// What can be scaled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    Number,
    /// of this many numbers
    Array(usize),
    /// a count or anything else: listed, not scaled
    Other,
}

impl Tolerance {
    /// `contact::DEPENDENT`
    pub fn path(&self) -> String {
        format!("{}::{}", self.package, self.name)
    }
}

/// The path of a crate's table.
pub fn file(package: &Package) -> String {
    format!("{}/src/tolerances.rs", package.folder)
}

/// Every table of all crates.
pub fn read(packages: &[Package]) -> Result<Vec<Tolerance>, Vec<String>> {
    let mut table = Vec::new();
    let mut findings = Vec::new();
    for package in packages {
        let path = file(package);
        let Some(source) = package.sources.iter().find(|s| s.path == path) else { continue };
        match syn::parse_file(&source.text) {
            Ok(parsed) => {
                let constants = parsed.items.iter().filter_map(|item| match item {
                    Item::Const(item) => Some(tolerance(&package.name, item, &source.text)),
                    _ => None,
                });
                table.extend(constants);
            }
            Err(e) => findings.push(format!("{path}:{}: {e}", e.span().start().line)),
        }
    }
    if findings.is_empty() { Ok(table) } else { Err(findings) }
}

/// Constants without a meaning, a parent or a reason, and parents that are no longer there.
pub fn incomplete(table: &[Tolerance]) -> Vec<String> {
    let mut findings = Vec::new();
    for tolerance in table {
        let place = format!("crates/{}/src/tolerances.rs:{}: `{}`", tolerance.package, tolerance.line, tolerance.name);
        for (part, text) in [
            ("what it is", &tolerance.says),
            ("a line `/// from: …`", &tolerance.from),
            ("a reason", &tolerance.reason),
        ] {
            if text.is_empty() {
                findings.push(format!("{place} lacks {part}"));
            }
        }
        let is_name = |word: &&str| {
            let upper = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
            word.len() > 2 && word.starts_with(|c: char| c.is_ascii_uppercase()) && word.chars().all(upper)
        };
        let words = tolerance.from.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        for word in words.filter(is_name).filter(|word| !table.iter().any(|t| t.name == *word)) {
            findings.push(format!("{place} comes from `{word}`, which is in no table"));
        }
    }
    findings
}

fn tolerance(package: &str, item: &ItemConst, text: &str) -> Tolerance {
    let documentation: Vec<String> = item.attrs.iter().filter_map(line).collect();
    let at = documentation.iter().position(|l| l.starts_with("from:")).unwrap_or(documentation.len());
    let joined = |lines: &[String]| lines.join(" ").trim().to_owned();
    let from = documentation.get(at).and_then(|l| l.strip_prefix("from:")).unwrap_or_default().trim().to_owned();
    let value_at = range(&item.expr);
    let start = match &item.vis {
        syn::Visibility::Inherited => item.const_token.span.byte_range().start,
        other => range(other).start,
    };
    let item_at = start..item.semi_token.span.byte_range().end;
    Tolerance {
        package: package.to_owned(),
        name: item.ident.to_string(),
        line: item.ident.span().start().line,
        says: joined(&documentation[..at]),
        from,
        reason: joined(documentation.get(at + 1..).unwrap_or_default()),
        kind: kind(&item.ty),
        value: text.get(value_at.clone()).unwrap_or_default().to_owned(),
        visibility: text.get(start..item.const_token.span.byte_range().start).unwrap_or_default().to_owned(),
        value_at,
        item_at,
    }
}

/// Where a piece of source stands, in bytes.
fn range(piece: &impl quote::ToTokens) -> Range<usize> {
    let spans: Vec<Range<usize>> = piece.to_token_stream().into_iter().map(|t| t.span().byte_range()).collect();
    spans.first().map_or(0, |s| s.start)..spans.last().map_or(0, |s| s.end)
}

/// A line of documentation.
fn line(attribute: &Attribute) -> Option<String> {
    match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Str(text) => Some(text.value().trim().to_owned()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

fn kind(of: &Type) -> Kind {
    let is_number = |of: &Type| matches!(of, Type::Path(path) if path.path.is_ident("f64"));
    match of {
        Type::Array(array) if is_number(&array.elem) => match &array.len {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Int(count) => count.base10_parse().map_or(Kind::Other, Kind::Array),
                _ => Kind::Other,
            },
            _ => Kind::Other,
        },
        of if is_number(of) => Kind::Number,
        _ => Kind::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::package::toy;

    pub const TABLE: &str = "//! Numbers.\n\n/// A pivot that is none.\n/// from: ε, 45 of them\n/// Rounding\n/// of rows.\npub(crate) const SMALL: f64 = 1e-14;\n\n/// Ways.\n/// from: SMALL\n/// Two.\nconst WAYS: [f64; 2] = [1.0, 2.0 * SMALL];\n\n/// Tries.\n/// from: nothing\n/// Few.\npub const TRIES: usize = 3;\n";

    #[test]
    fn constants_have_their_meaning_parent_and_reason() {
        let table = read(&[toy(&[("lib.rs", "mod tolerances;"), ("tolerances.rs", TABLE)])]).unwrap();
        let [small, ways, tries] = table.as_slice() else { panic!("{table:?}") };
        assert_eq!((small.path().as_str(), small.line), ("toy::SMALL", 7));
        assert_eq!(small.says, "A pivot that is none.");
        assert_eq!((small.from.as_str(), small.reason.as_str()), ("ε, 45 of them", "Rounding of rows."));
        assert_eq!((small.value.as_str(), small.visibility.as_str()), ("1e-14", "pub(crate) "));
        assert_eq!(&TABLE[small.item_at.clone()], "pub(crate) const SMALL: f64 = 1e-14;");
        assert_eq!((ways.value.as_str(), &ways.kind), ("[1.0, 2.0 * SMALL]", &Kind::Array(2)));
        assert_eq!((&small.kind, &tries.kind), (&Kind::Number, &Kind::Other));
        assert_eq!(incomplete(&table), [""; 0]);
    }

    #[test]
    fn a_constant_without_parent_or_reason_or_with_a_lost_parent_fails() {
        let of = |text: &str| incomplete(&read(&[toy(&[("tolerances.rs", text)])]).unwrap());
        assert_eq!(of("/// A pivot.\nconst A: f64 = 1.0;").len(), 2);
        assert_eq!(of("/// from: ε\n/// Why.\nconst A: f64 = 1.0;").len(), 1);
        let lost = of("/// A pivot.\n/// from: GONE, a tenth\n/// Why.\nconst A: f64 = 1.0;");
        assert_eq!(lost, ["crates/toy/src/tolerances.rs:4: `A` comes from `GONE`, which is in no table"]);
    }
}
