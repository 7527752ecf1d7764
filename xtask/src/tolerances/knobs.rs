//! A table of tolerances rewritten so that each can be scaled when the program starts, without compiling anything anew.
//!
//! In a copy of the tree only: a constant becomes an external static of the same name and type, so that code that reads it
//! stays as it is and the compiler cannot fold its value. Before `main` the table is filled with the constants' own
//! expressions; the environment variable [`VARIABLE`] says which one is scaled, and what is derived from it follows.

use super::table::{Kind, Tolerance};
use proc_macro2::{TokenStream, TokenTree};

/// `contact::DEPENDENT*3` or `contact::DEPENDENT/3`.
pub const VARIABLE: &str = "MAINSPRING_SCALED_TOLERANCE";
/// What a program says on standard error, followed by the constant's path, when it has scaled it.
pub const SAYS: &str = "scaled tolerance";

/// The name of a constant in the object file.
pub fn symbol(tolerance: &Tolerance) -> String {
    format!("mainspring_tolerance_{}_{}", tolerance.package, tolerance.name)
}

/// The text of a table with the constants of `scaled` as statics; `all`: the tables of every crate.
pub fn rewrite(text: &str, scaled: &[&Tolerance], all: &[Tolerance]) -> Result<String, String> {
    let mut out = String::new();
    let (mut storage, mut fill) = (String::new(), String::new());
    let mut done = 0;
    for (i, tolerance) in scaled.iter().enumerate() {
        let (name, symbol, visibility) = (&tolerance.name, symbol(tolerance), &tolerance.visibility);
        let (of, zero) = match tolerance.kind {
            Kind::Number => ("f64".to_owned(), "0.0".to_owned()),
            Kind::Array(n) => (format!("[f64; {n}]"), format!("[0.0; {n}]")),
            Kind::Other => return Err(format!("{} is no number", tolerance.path())),
        };
        out.push_str(&text[done..tolerance.item_at.start]);
        out.push_str(&format!(
            "#[allow(unsafe_code, unused_doc_comments)] unsafe extern \"Rust\" {{ #[link_name = \"{symbol}\"] {visibility}safe static {name}: {of}; }}"
        ));
        done = tolerance.item_at.end;
        storage.push_str(&format!("    #[unsafe(export_name = \"{symbol}\")]\n    static mut K{i}: {of} = {zero};\n"));
        fill.push_str(&format!("            K{i} = {};\n", expanded(tolerance, all)?));
    }
    out.push_str(&text[done..]);
    out.push_str(&format!(
        "
#[allow(unsafe_code, unused_imports)]
mod scaled_tolerances {{
    use super::*;
{storage}
    extern \"C\" fn fill() {{
        #[allow(clippy::excessive_precision)]
        unsafe {{
{fill}        }}
    }}

    #[used]
    #[cfg_attr(target_vendor = \"apple\", unsafe(link_section = \"__DATA,__mod_init_func\"))]
    #[cfg_attr(not(target_vendor = \"apple\"), unsafe(link_section = \".init_array\"))]
    static FILL: extern \"C\" fn() = fill;

    fn scaled(name: &str, value: f64) -> f64 {{
        let wanted = std::env::var(\"{VARIABLE}\").unwrap_or_default();
        let value = match wanted.strip_prefix(name) {{
            Some(\"*3\") => 3.0 * value,
            Some(\"/3\") => value / 3.0,
            _ => return value,
        }};
        use std::io::Write;
        let _a_closed_stream_is_seen_by_the_caller = writeln!(std::io::stderr(), \"{SAYS} {{name}}\");
        value
    }}
}}
"
    ));
    Ok(out)
}

/// The value of a constant as an expression that scales it, and what it is derived from.
fn expanded(tolerance: &Tolerance, all: &[Tolerance]) -> Result<String, String> {
    expand(tolerance, all, &mut Vec::new())
}

fn expand(tolerance: &Tolerance, all: &[Tolerance], within: &mut Vec<String>) -> Result<String, String> {
    let path = tolerance.path();
    if within.contains(&path) {
        return Err(format!("{path} is derived from itself"));
    }
    within.push(path.clone());
    let tokens: TokenStream = tolerance.value.parse().map_err(|e| format!("{path}: {e}"))?;
    let value = derived(tokens, tolerance, all, within)?;
    within.pop();
    Ok(match tolerance.kind {
        Kind::Array(_) => format!("({value}).map(|value: f64| scaled(\"{path}\", value))"),
        _ => format!("scaled(\"{path}\", {value})"),
    })
}

/// The tokens of a value, with each tolerance in them replaced by its own expression.
fn derived(tokens: TokenStream, of: &Tolerance, all: &[Tolerance], within: &mut Vec<String>) -> Result<String, String> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let colons = |i: usize| {
        let colon = |i: usize| matches!(tokens.get(i), Some(TokenTree::Punct(p)) if p.as_char() == ':');
        colon(i) && colon(i + 1)
    };
    let mut out = String::new();
    let mut i = 0;
    while i < tokens.len() {
        match &tokens[i] {
            TokenTree::Ident(first) => {
                let mut path = vec![first.to_string()];
                while let (true, Some(TokenTree::Ident(next))) = (colons(i + 1), tokens.get(i + 3)) {
                    path.push(next.to_string());
                    i += 3;
                }
                let package = match path[0].strip_prefix("mainspring_") {
                    Some(other) => other,
                    None => &of.package,
                };
                let own = path.len() == 1 || ["mainspring_", "crate", "self"].iter().any(|s| path[0].starts_with(s));
                let known = all.iter().find(|t| own && t.package == package && Some(&t.name) == path.last());
                match known.filter(|t| t.kind != Kind::Other) {
                    Some(parent) => out.push_str(&format!("({})", expand(parent, all, within)?)),
                    None => out.push_str(&path.join("::")),
                }
            }
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    proc_macro2::Delimiter::Bracket => ("[", "]"),
                    proc_macro2::Delimiter::Brace => ("{", "}"),
                    _ => ("(", ")"),
                };
                out.push_str(&format!("{open}{}{close}", derived(group.stream(), of, all, within)?));
            }
            TokenTree::Punct(punct) => out.push(punct.as_char()),
            TokenTree::Literal(literal) => out.push_str(&literal.to_string()),
        }
        out.push(' ');
        i += 1;
    }
    Ok(out.trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::table;
    use super::*;
    use crate::sources::package::toy;

    const TABLE: &str = "/// Small.\npub(crate) const SMALL: f64 = 1e-9;\nconst ROOTS: [f64; 2] = [-SMALL, f64::EPSILON];\npub const N: usize = 2;\n";

    #[test]
    fn constants_become_statics_and_derived_ones_follow() {
        let all = table::read(&[toy(&[("tolerances.rs", TABLE)])]).unwrap();
        let scaled: Vec<&Tolerance> = all.iter().filter(|t| t.kind != Kind::Other).collect();
        let text = rewrite(TABLE, &scaled, &all).unwrap();
        assert!(syn::parse_file(&text).is_ok(), "{text}");
        assert!(
            text.contains("#[link_name = \"mainspring_tolerance_toy_SMALL\"] pub(crate) safe static SMALL: f64; }")
        );
        assert!(text.contains("K0 = scaled(\"toy::SMALL\", 1e-9);"), "{text}");
        let roots =
            "K1 = ([- (scaled(\"toy::SMALL\", 1e-9)) , f64::EPSILON]).map(|value: f64| scaled(\"toy::ROOTS\", value));";
        assert!(text.contains(roots), "{text}");
        assert!(text.starts_with("/// Small.\n") && text.contains("pub const N: usize = 2;\n"));
    }

    #[test]
    fn a_constant_of_another_table_is_followed_and_a_circle_is_refused() {
        let mut all = table::read(&[toy(&[("tolerances.rs", "const A: f64 = 2.0 * mainspring_far::FAR;")])]).unwrap();
        let far = Tolerance { package: "far".into(), name: "FAR".into(), value: "1e-3".into(), ..all[0].clone() };
        all.push(far);
        assert_eq!(expanded(&all[0], &all).unwrap(), "scaled(\"toy::A\", 2.0 * (scaled(\"far::FAR\", 1e-3)))");
        all[1].value = "mainspring_toy::A".into();
        assert_eq!(expanded(&all[0], &all).unwrap_err(), "toy::A is derived from itself");
    }
}
