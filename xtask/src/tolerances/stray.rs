//! Numbers that decide belong to a crate's table: a small constant elsewhere is found, and one derived from a tolerance.

use super::const_uses::ConstUse;
use crate::sources::attributes::{item_attributes, only_in_tests};
use crate::sources::module_tree::{ModuleTree, word};
use crate::sources::package::Package;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, Lit, UnOp};

/// Constants below this decide; larger ones are lengths on a picture, shares and factors.
const SMALL: f64 = 1e-2;

/// Files whose small constants decide nothing, and what they are.
pub const COEFFICIENTS: &[(&str, &str)] = &[];

/// Small constants outside of the tables, and constants that should stand in one beside the tolerance they come from.
pub fn findings(packages: &[Package], derived: &[ConstUse], coefficients: &[(&str, &str)]) -> Vec<String> {
    let mut findings = Vec::new();
    let mut needed = vec![false; coefficients.len()];
    for package in packages.iter().filter(|p| p.folder.starts_with("crates/")) {
        let tree = ModuleTree::of(package);
        for module in &tree.modules {
            let path = tree.path(module.file);
            let mut constants = Constants(Vec::new());
            module.body.iter().for_each(|item| constants.visit_item(item));
            if path == super::table::file(package) || constants.0.is_empty() {
                continue;
            }
            if let Some(i) = coefficients.iter().position(|(file, _)| *file == path) {
                needed[i] = true;
                continue;
            }
            findings.extend(constants.0.iter().map(|(name, value, line)| {
                format!(
                    "{path}:{line}: `{name}` = {value:e} decides something: it belongs to {}",
                    super::table::file(package)
                )
            }));
        }
    }
    findings.extend(derived.iter().map(|found| {
        format!("{}: `{}` comes from {}: it belongs to a table beside it", found.place, found.constant, found.tolerance)
    }));
    for ((file, _), _) in coefficients.iter().zip(needed).filter(|(_, needed)| !needed) {
        findings.push(format!("{file} has no small constants: remove it from xtask/src/tolerances/stray.rs"));
    }
    findings
}

/// Collects `const NAME: f64` of a small value, with its line: in modules, functions and impls.
struct Constants(Vec<(String, f64, usize)>);

impl Constants {
    fn constant(&mut self, name: &syn::Ident, of: &syn::Type, value: &Expr) {
        let is_number = matches!(of, syn::Type::Path(path) if path.path.is_ident("f64"));
        let value = if is_number { evaluate(value) } else { None };
        if let Some(value) = value.filter(|v| *v != 0.0 && v.abs() < SMALL) {
            self.0.push((word(name), value, name.span().start().line));
        }
    }
}

impl<'ast> Visit<'ast> for Constants {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        if !only_in_tests(item_attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.constant(&item.ident, &item.ty, &item.expr);
    }

    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        self.constant(&item.ident, &item.ty, &item.expr);
    }
}

/// The value of an expression of numbers; None where it names other constants than those of `f64`.
fn evaluate(expr: &Expr) -> Option<f64> {
    match expr {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Float(value) => value.base10_parse().ok(),
            Lit::Int(value) => value.base10_parse().ok(),
            _ => None,
        },
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => evaluate(&unary.expr).map(|v| -v),
        Expr::Paren(inner) => evaluate(&inner.expr),
        Expr::Group(inner) => evaluate(&inner.expr),
        Expr::Binary(binary) => {
            let (a, b) = (evaluate(&binary.left)?, evaluate(&binary.right)?);
            match binary.op {
                BinOp::Add(_) => Some(a + b),
                BinOp::Sub(_) => Some(a - b),
                BinOp::Mul(_) => Some(a * b),
                BinOp::Div(_) => Some(a / b),
                _ => None,
            }
        }
        Expr::Path(path) => {
            let names: Vec<String> = path.path.segments.iter().map(|s| word(&s.ident)).collect();
            match names.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
                [.., "f64", "EPSILON"] => Some(f64::EPSILON),
                [.., "f64", "MIN_POSITIVE"] => Some(f64::MIN_POSITIVE),
                _ => None,
            }
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::package::toy;

    fn of(text: &str, coefficients: &[(&str, &str)]) -> Vec<String> {
        let files = [("lib.rs", "mod a; mod tolerances;"), ("a.rs", text), ("tolerances.rs", "const T: f64 = 1e-9;")];
        findings(&[toy(&files)], &[], coefficients)
    }

    #[test]
    fn a_small_constant_outside_of_the_table_fails() {
        for text in [
            "const LOW: f64 = 1e-9;",
            "fn f() { const LOW: f64 = -1e-9; }",
            "struct S; impl S { const LOW: f64 = 4.0 * f64::EPSILON; }",
            "pub(crate) const LOW: f64 = 1.0 / (2.0 * 1e3);",
        ] {
            let found = of(text, &[]);
            assert!(found.len() == 1 && found[0].contains("`LOW` = "), "{text}: {found:?}");
        }
    }

    #[test]
    fn others_pass() {
        for text in [
            "const HALF: f64 = 0.5;",
            "const ZERO: f64 = 0.0;",
            "const N: usize = 0;",
            "#[cfg(test)] const LOW: f64 = 1e-9;",
        ] {
            assert_eq!(of(text, &[]), [""; 0], "{text}");
        }
    }

    #[test]
    fn coefficients_pass_while_there_are_any() {
        let exempt = &[("crates/toy/src/a.rs", "coefficients of a method")];
        assert_eq!(of("const C: f64 = 1e-3;", exempt), [""; 0]);
        assert_eq!(of("", exempt).len(), 1);
    }

    #[test]
    fn a_constant_that_comes_from_a_tolerance_belongs_beside_it() {
        let found = ConstUse { tolerance: "toy::T".into(), place: "a.rs:1".into(), constant: "WIDE".into() };
        assert_eq!(findings(&[], &[found], &[]), ["a.rs:1: `WIDE` comes from toy::T: it belongs to a table beside it"]);
    }
}
