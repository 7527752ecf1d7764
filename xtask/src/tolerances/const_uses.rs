//! Tolerances that are used where the compiler needs a constant: these cannot be scaled when a program starts.

use super::table::Tolerance;
use crate::sources::attributes::{item_attributes, only_in_tests};
use crate::sources::module_tree::{ModuleTree, word};
use crate::sources::package::Package;
use crate::sources::resolve::{Resolver, Target};
use syn::visit::{self, Visit};

/// A tolerance named in the value of another constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConstUse {
    /// `contact::DEPENDENT`
    pub tolerance: String,
    /// `file:line` of its use, and the constant there
    pub place: String,
    pub constant: String,
}

/// Every use of a tolerance in a constant outside of the tables.
pub fn find(packages: &[Package], table: &[Tolerance]) -> Vec<ConstUse> {
    let mut found = Vec::new();
    for package in packages {
        let tree = ModuleTree::of(package);
        for (id, module) in tree.modules.iter().enumerate() {
            let path = tree.path(module.file);
            if path == super::table::file(package) {
                continue;
            }
            let mut uses = Uses { tree: &tree, module: id, package, table, constant: None, found: Vec::new() };
            module.body.iter().for_each(|item| uses.visit_item(item));
            found.extend(uses.found.into_iter().map(|(tolerance, line, constant)| ConstUse {
                tolerance,
                place: format!("{path}:{line}"),
                constant,
            }));
        }
    }
    found
}

struct Uses<'a> {
    tree: &'a ModuleTree,
    module: usize,
    package: &'a Package,
    table: &'a [Tolerance],
    /// the constant whose value is being read
    constant: Option<String>,
    found: Vec<(String, usize, String)>,
}

impl Uses<'_> {
    fn value(&mut self, name: &syn::Ident, expr: &syn::Expr) {
        let outer = self.constant.replace(word(name));
        self.visit_expr(expr);
        self.constant = outer;
    }

    /// The tolerance that a path names, of this crate or of another one.
    fn tolerance(&self, path: &[String]) -> Option<String> {
        let own = super::table::file(self.package);
        let known = |package: &str, name: &str| self.table.iter().find(|t| t.package == package && t.name == name);
        match (Resolver { tree: self.tree }).resolve(self.module, path) {
            Some(Target::Item { file, name }) if self.tree.path(file) == own => {
                known(&self.package.name, &name).map(Tolerance::path)
            }
            Some(_) => None,
            None => {
                let package = path.first()?.strip_prefix("mainspring_")?;
                known(package, path.last()?).map(Tolerance::path)
            }
        }
    }

    /// The whole path behind a name that a `use` brings in from another crate.
    fn imported(&self, path: &[String]) -> Option<Vec<String>> {
        let imports = &self.tree.modules[self.module].imports;
        let import = imports.iter().find(|i| i.name.as_ref() == path.first())?;
        Some(import.path.iter().chain(&path[1..]).cloned().collect())
    }
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        if !only_in_tests(item_attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.value(&item.ident, &item.expr);
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        self.value(&item.ident, &item.expr);
    }

    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        self.value(&item.ident, &item.expr);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let words: Vec<String> = path.segments.iter().map(|s| word(&s.ident)).collect();
        if let Some(constant) = &self.constant {
            let tolerance = self.tolerance(&words).or_else(|| self.tolerance(&self.imported(&words)?));
            let line = path.segments.first().map_or(0, |s| s.ident.span().start().line);
            self.found.extend(tolerance.map(|tolerance| (tolerance, line, constant.clone())));
        }
        visit::visit_path(self, path);
    }
}

#[cfg(test)]
mod tests {
    use super::super::table;
    use super::*;
    use crate::sources::package::toy;

    const TABLE: &str = "pub const SMALL: f64 = 1e-9; pub const TINY: f64 = 0.1 * SMALL;";

    fn of(text: &str) -> Vec<String> {
        let packages = [toy(&[("lib.rs", "mod a; mod tolerances;"), ("a.rs", text), ("tolerances.rs", TABLE)])];
        let table = table::read(&packages).unwrap();
        find(&packages, &table).iter().map(|u| format!("{} {} {}", u.place, u.constant, u.tolerance)).collect()
    }

    #[test]
    fn a_tolerance_in_a_constant_is_found() {
        let expected = |constant: &str| vec![format!("crates/toy/src/a.rs:1 {constant} toy::SMALL")];
        assert_eq!(of("use crate::tolerances::SMALL; const LOW: f64 = 2.0 * SMALL;"), expected("LOW"));
        assert_eq!(of("struct S; impl S { const K: f64 = crate::tolerances::SMALL; }"), expected("K"));
        assert_eq!(of("fn f() { static V: f64 = crate::tolerances::SMALL; }"), expected("V"));
        assert_eq!(of("use mainspring_toy::SMALL; const LOW: f64 = SMALL;"), expected("LOW"));
    }

    #[test]
    fn elsewhere_it_may_stand() {
        assert_eq!(of("use crate::tolerances::SMALL; fn f() -> f64 { const N: f64 = 2.0; N * SMALL }"), [""; 0]);
    }
}
