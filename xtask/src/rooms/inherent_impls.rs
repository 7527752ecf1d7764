//! Inherent impls live in the room of their type: methods are called across files without a `use`.

use super::analysis::Analysis;
use crate::sources::attributes::{impl_item_attributes, item_attributes, only_in_tests};
use crate::sources::module_tree::word;
use crate::sources::resolve::{Resolver, Target};
use syn::visit::Visit;
use syn::{ImplItem, ItemImpl, Type, TypeParamBound};

/// `impl T { … }` for a type of the same crate.
pub struct InherentImpl {
    /// the file of the impl and its line
    pub file: usize,
    pub line: usize,
    /// the file of the type and its name
    pub home: usize,
    pub name: String,
    pub methods: usize,
}

/// Every inherent impl of a crate.
pub fn inherent_impls(analysis: &Analysis) -> Vec<InherentImpl> {
    let mut found = Vec::new();
    for (module, content) in analysis.tree.modules.iter().enumerate() {
        let mut impls = Impls(Vec::new());
        content.body.iter().for_each(|item| impls.visit_item(item));
        for item in impls.0 {
            let Some(path) = self_path(&item.self_ty) else { continue };
            let target = Resolver { tree: &analysis.tree }.resolve(module, &path);
            let Some(Target::Item { file: home, name }) = target else { continue };
            let method = |i: &&ImplItem| matches!(i, ImplItem::Fn(_)) && !only_in_tests(impl_item_attributes(i));
            let methods = item.items.iter().filter(method).count();
            found.push(InherentImpl {
                file: content.file,
                line: item.impl_token.span.start().line,
                home,
                name,
                methods,
            });
        }
    }
    found
}

/// Inherent impls outside of their type's room.
pub fn findings(crates: &[Analysis]) -> Vec<String> {
    let mut findings = Vec::new();
    for analysis in crates {
        let files = &analysis.tree.files;
        for found in inherent_impls(analysis) {
            let (here, home) = (&files[found.file], &files[found.home]);
            if here.room != home.room {
                findings.push(format!(
                    "{}:{}: inherent impl of `{}` in room {}, but its type is defined in room {} ({})",
                    here.path, found.line, found.name, here.room, home.room, home.path
                ));
            }
        }
    }
    findings
}

/// The path of the type that an impl is for, references taken off.
fn self_path(of: &Type) -> Option<Vec<String>> {
    let path = match of {
        Type::Path(path) => &path.path,
        Type::Reference(reference) => return self_path(&reference.elem),
        Type::Paren(inner) => return self_path(&inner.elem),
        Type::Group(inner) => return self_path(&inner.elem),
        Type::TraitObject(object) => object.bounds.iter().find_map(|bound| match bound {
            TypeParamBound::Trait(bound) => Some(&bound.path),
            _ => None,
        })?,
        _ => return None,
    };
    path.leading_colon.is_none().then(|| path.segments.iter().map(|s| word(&s.ident)).collect())
}

struct Impls<'ast>(Vec<&'ast ItemImpl>);

impl<'ast> Visit<'ast> for Impls<'ast> {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        if !only_in_tests(item_attributes(item)) {
            syn::visit::visit_item(self, item);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        if item.trait_.is_none() {
            self.0.push(item);
        }
        syn::visit::visit_item_impl(self, item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::package::toy;

    fn of(room: &str) -> Vec<String> {
        let lib = "mod room; mod b; pub use b::T; pub struct G<X>(X); pub trait D {}";
        findings(&[Analysis::of(toy(&[
            ("lib.rs", lib),
            ("b.rs", "pub struct T; impl T { fn f() {} }"),
            ("room/mod.rs", room),
        ]))])
    }

    #[test]
    fn an_inherent_impl_outside_of_its_room_fails() {
        let impls = [
            "use crate::T;\nimpl T {}",
            "impl<X: Clone> crate::G<X> {}",
            "impl dyn crate::D {}",
            "fn f() { impl crate::T {} }",
        ];
        for text in impls {
            let found = of(text);
            assert!(found.len() == 1 && found[0].contains("in room toy/room, but"), "{text}: {found:?}");
        }
        assert!(of(impls[0])[0].starts_with("crates/toy/src/room/mod.rs:2: inherent impl of `T`"));
    }

    #[test]
    fn impls_of_traits_of_own_types_and_in_tests_pass() {
        for text in [
            "impl Clone for crate::T {}",
            "struct Own; impl Own {}",
            "#[cfg(test)] mod tests { impl crate::T {} }",
            "impl Vec<u8> {}",
        ] {
            assert_eq!(of(text), [""; 0], "{text}");
        }
    }
}
