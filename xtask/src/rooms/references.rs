//! Which file names an item that another file of the crate defines.

use crate::sources::attributes::{impl_item_attributes, item_attributes, only_in_tests, trait_item_attributes};
use crate::sources::module_tree::{ModuleTree, word};
use crate::sources::resolve::{Resolver, Target};
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use std::collections::BTreeSet;
use syn::visit::{self, Visit};

/// A file names an item of another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    pub from: usize,
    pub to: usize,
    pub item: String,
    pub line: usize,
}

/// Every reference of a crate, an item once for each pair of files.
pub fn references(tree: &ModuleTree) -> Vec<Reference> {
    let resolver = Resolver { tree };
    let mut found: Vec<Reference> = Vec::new();
    for (id, module) in tree.modules.iter().enumerate() {
        let mut visitor = Names { resolver: &resolver, module: id, locals: BTreeSet::new(), found: Vec::new() };
        for import in module.imports.iter().filter(|i| !i.reexport) {
            visitor.name(&import.path, import.line);
        }
        module.body.iter().for_each(|item| visitor.visit_item(item));
        found.extend(visitor.found);
    }
    found.sort_by(|a, b| (a.from, a.to, &a.item, a.line).cmp(&(b.from, b.to, &b.item, b.line)));
    found.dedup_by(|b, a| (a.from, a.to, &a.item) == (b.from, b.to, &b.item));
    found
}

/// Collects what the code of one module names.
struct Names<'a> {
    resolver: &'a Resolver<'a>,
    module: usize,
    /// variables and inner functions of the function being read
    locals: BTreeSet<String>,
    found: Vec<Reference>,
}

impl Names<'_> {
    fn name(&mut self, path: &[String], line: usize) {
        let local = path.len() == 1 && self.locals.contains(&path[0]);
        if local {
            return;
        }
        if let Some(Target::Item { file, name }) = self.resolver.resolve(self.module, path) {
            self.add(file, name, line);
        }
    }

    fn add(&mut self, to: usize, item: String, line: usize) {
        let from = self.resolver.tree.modules[self.module].file;
        if from != to {
            self.found.push(Reference { from, to, item, line });
        }
    }

    fn with_locals(&mut self, locals: BTreeSet<String>, read: impl FnOnce(&mut Self)) {
        let outer = self.locals.clone();
        self.locals.extend(locals);
        read(self);
        self.locals = outer;
    }

    /// Paths in the tokens of a macro: `a::b`, not what follows a dot, a quote or a `$`.
    fn tokens(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mark = |i: usize, c: char| matches!(tokens.get(i), Some(TokenTree::Punct(p)) if p.as_char() == c);
        let mut i = 0;
        while i < tokens.len() {
            let start = i;
            let before = |c: char| start > 0 && mark(start - 1, c);
            match &tokens[i] {
                TokenTree::Group(group) => self.tokens(group.stream()),
                TokenTree::Ident(first) => {
                    let member = before('.') && !(i > 1 && mark(i - 2, '.'));
                    let variable = before('$') && first != "crate";
                    let tail = before(':') && i > 1 && mark(i - 2, ':');
                    let line = first.span().start().line;
                    let mut path = vec![word(first)];
                    while let (true, true, Some(TokenTree::Ident(next))) =
                        (mark(i + 1, ':'), mark(i + 2, ':'), tokens.get(i + 3))
                    {
                        path.push(word(next));
                        i += 3;
                    }
                    // `name: value` in a struct literal
                    let field = path.len() == 1 && mark(i + 1, ':') && !mark(i + 2, ':');
                    if mark(i + 1, '!')
                        && matches!(tokens.get(i + 2), Some(TokenTree::Group(g)) if g.delimiter() != Delimiter::None)
                    {
                        self.macro_name(&path, line);
                    } else if !member && !variable && !tail && !field && !before('\'') {
                        self.name(&path, line);
                    }
                }
                _ => {}
            }
            i += 1;
        }
    }

    fn macro_name(&mut self, path: &[String], line: usize) {
        match path {
            [name] => {
                if let Some(file) = self.resolver.macro_file(self.module, name) {
                    self.add(file, format!("{name}!"), line);
                }
            }
            _ => self.name(path, line),
        }
    }
}

impl<'ast> Visit<'ast> for Names<'_> {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        if !only_in_tests(item_attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item(&mut self, item: &'ast syn::ImplItem) {
        if !only_in_tests(impl_item_attributes(item)) {
            visit::visit_impl_item(self, item);
        }
    }

    fn visit_trait_item(&mut self, item: &'ast syn::TraitItem) {
        if !only_in_tests(trait_item_attributes(item)) {
            visit::visit_trait_item(self, item);
        }
    }

    // derives, lints, documentation and `pub(in path)` are no use of an item; imports are read beforehand
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}
    fn visit_item_use(&mut self, _: &'ast syn::ItemUse) {}

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.with_locals(Locals::of(|l| l.visit_item_fn(item)), |v| visit::visit_item_fn(v, item));
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.with_locals(Locals::of(|l| l.visit_impl_item_fn(item)), |v| visit::visit_impl_item_fn(v, item));
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        self.with_locals(Locals::of(|l| l.visit_trait_item_fn(item)), |v| visit::visit_trait_item_fn(v, item));
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.leading_colon.is_none()
            && let Some(first) = path.segments.first()
        {
            let words: Vec<String> = path.segments.iter().map(|s| word(&s.ident)).collect();
            self.name(&words, first.ident.span().start().line);
        }
        visit::visit_path(self, path);
    }

    fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
        if is_constant(&pattern.ident) {
            self.name(&[word(&pattern.ident)], pattern.ident.span().start().line);
        }
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let words: Vec<String> = call.path.segments.iter().map(|s| word(&s.ident)).collect();
        let line = call.path.segments.first().map_or(0, |s| s.ident.span().start().line);
        self.macro_name(&words, line);
        self.tokens(call.tokens.clone());
    }
}

fn is_constant(ident: &Ident) -> bool {
    ident.to_string().starts_with(|c: char| c.is_ascii_uppercase())
}

/// Variables and inner functions of a function.
#[derive(Default)]
struct Locals(BTreeSet<String>);

impl Locals {
    fn of(read: impl FnOnce(&mut Self)) -> BTreeSet<String> {
        let mut locals = Self::default();
        read(&mut locals);
        locals.0
    }
}

impl<'ast> Visit<'ast> for Locals {
    fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
        if !is_constant(&pattern.ident) {
            self.0.insert(word(&pattern.ident));
        }
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_stmt(&mut self, statement: &'ast syn::Stmt) {
        if let syn::Stmt::Item(syn::Item::Fn(inner)) = statement {
            self.0.insert(word(&inner.sig.ident));
        }
        visit::visit_stmt(self, statement);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::package::toy;

    /// Every reference as `from > to item`.
    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let tree = ModuleTree::of(&toy(files));
        let short = |file: usize| tree.path(file).trim_start_matches("crates/toy/src/").to_owned();
        references(&tree).iter().map(|r| format!("{}:{} > {} {}", short(r.from), r.line, short(r.to), r.item)).collect()
    }

    const TYPES: (&str, &str) =
        ("types.rs", "pub struct X; pub const LIMIT: f64 = 1.0; pub fn dot() {} pub mod deep { pub fn g() {} }");

    #[test]
    fn imports_and_paths_are_references() {
        let lib = ("lib.rs", "mod a; mod types; pub use types::X;");
        for (text, expected) in [
            ("use crate::types::X;", "X"),
            ("use super::{types, X as Y};", "X"),
            ("fn f() { crate::types::dot() }", "dot"),
            ("use super::types; fn f() { types::deep::g() }", "g"),
            ("fn f(x: &super::X) {}", "X"),
            ("fn f(x: f64) { match x { super::types::LIMIT => {} _ => {} } }", "LIMIT"),
            ("fn f() { println!(\"{}\", 2.0 * crate::types::LIMIT) }", "LIMIT"),
            ("impl Clone for super::X { fn clone(&self) -> Self { todo() } }", "X"),
            ("fn f() { use super::types::dot; dot() }", "dot"),
        ] {
            assert_eq!(found(&[lib, ("a.rs", text), TYPES]), [format!("a.rs:1 > types.rs {expected}")], "{text}");
        }
    }

    #[test]
    fn what_is_no_reference() {
        let lib = ("lib.rs", "mod a; mod types; pub use types::{X, dot};");
        for text in [
            "pub use crate::types::X;",
            "use super::types;",
            "#[cfg(test)] mod tests { use crate::types::X; }",
            "struct S; impl S { #[cfg(test)] fn f(x: crate::types::X) {} }",
            "/// [`crate::types::X`]\npub(in crate::types) fn f() {}",
            "use super::*; fn f() { let dot = 1; g(dot); println!(\"{}\", dot) }",
            "fn f(s: S) { assert!(s.types.X) }",
            "use ::types::X;",
        ] {
            assert_eq!(found(&[lib, ("a.rs", text), TYPES]), [""; 0], "{text}");
        }
    }

    #[test]
    fn names_through_globs_and_macros_lead_to_their_files() {
        let files = [
            ("lib.rs", "#[macro_use] mod m; mod a; mod made;"),
            ("m.rs", "macro_rules! make { ($n:ident) => { struct $n; } }"),
            ("made.rs", "make!(Thing);"),
            ("a.rs", "use crate::made::Thing;"),
        ];
        assert_eq!(found(&files), ["a.rs:1 > made.rs Thing", "made.rs:1 > m.rs make!"].map(str::to_owned));
    }
}
