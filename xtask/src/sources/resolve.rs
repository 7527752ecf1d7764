//! What a path names: the module or the file of the item it leads to, through imports and re-exports.

use super::module_tree::ModuleTree;

/// What a path leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// a module, by its index
    Module(usize),
    /// an item, by the file and the name of its definition
    Item { file: usize, name: String },
}

/// The names of a crate.
pub struct Resolver<'a> {
    pub tree: &'a ModuleTree,
}

/// Imports on the way, so that a circle of re-exports ends.
type Seen = Vec<(usize, usize)>;

impl Resolver<'_> {
    /// What `path` names in `module`; None for what other crates define, for generics and for local variables.
    pub fn resolve(&self, module: usize, path: &[String]) -> Option<Target> {
        self.walk(module, path, false, &mut Vec::new())
    }

    fn walk(&self, module: usize, path: &[String], container: bool, seen: &mut Seen) -> Option<Target> {
        let (first, rest) = path.split_first()?;
        let modules = &self.tree.modules;
        let start = match first.as_str() {
            "crate" => Target::Module(modules[module].root),
            "self" => Target::Module(module),
            "super" => Target::Module(modules[module].parent?),
            _ => match self.lookup(module, first, container || !rest.is_empty(), seen) {
                Some(target) => target,
                None if self.tree.library_names.contains(first) => Target::Module(self.tree.library?),
                None => return None,
            },
        };
        let mut here = start;
        for (i, word) in rest.iter().enumerate() {
            let Target::Module(id) = here else { return Some(here) };
            if word == "super" {
                here = Target::Module(modules[id].parent?);
                continue;
            }
            let inside = container || i + 1 < rest.len();
            here = match self.lookup(id, word, inside, seen) {
                Some(target) => target,
                None if modules[id].opaque => Target::Item { file: modules[id].file, name: word.clone() },
                None => return None,
            };
        }
        Some(here)
    }

    /// What a name means in a module. `container`: more of the path follows, so that a module goes before a function.
    fn lookup(&self, id: usize, name: &str, container: bool, seen: &mut Seen) -> Option<Target> {
        let module = &self.tree.modules[id];
        let child = module.children.get(name).map(|child| Target::Module(*child));
        let own = module.items.contains(name).then(|| Target::Item { file: module.file, name: name.to_owned() });
        let defined = if container { child.or(own) } else { own.or(child) };
        if defined.is_some() {
            return defined;
        }
        for (i, import) in module.imports.iter().enumerate() {
            let named = import.name.as_deref().is_none_or(|n| n == name);
            if !named || seen.contains(&(id, i)) {
                continue;
            }
            seen.push((id, i));
            let found = match import.name {
                Some(_) => self.walk(id, &import.path, container, seen),
                None => match self.walk(id, &import.path, true, seen) {
                    Some(Target::Module(from)) => self.lookup(from, name, container, seen),
                    _ => None,
                },
            };
            seen.pop();
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// The file of a macro that is called by its bare name: found in scope, or the only one of that name.
    pub fn macro_file(&self, module: usize, name: &str) -> Option<usize> {
        if let Some(Target::Item { file, .. }) = self.resolve(module, &[name.to_owned()]) {
            return Some(file);
        }
        let defines = |item: &syn::Item| match item {
            syn::Item::Macro(m) => m.ident.as_ref().is_some_and(|ident| ident == name),
            _ => false,
        };
        let mut files = self.tree.modules.iter().filter(|m| m.body.iter().any(defines)).map(|m| m.file);
        let first = files.next()?;
        files.next().is_none().then_some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::super::package::toy;
    use super::*;

    fn file_of(files: &[(&str, &str)], path: &str) -> Option<String> {
        let tree = ModuleTree::of(&toy(files));
        let words: Vec<String> = path.split("::").map(str::to_owned).collect();
        match (Resolver { tree: &tree }).resolve(0, &words)? {
            Target::Item { file, .. } => Some(tree.path(file).trim_start_matches("crates/toy/src/").to_owned()),
            Target::Module(_) => Some("a module".to_owned()),
        }
    }

    #[test]
    fn re_exports_are_followed_to_the_definition() {
        let files = [
            ("lib.rs", "mod a; mod b; pub use a::*; use b::Y as Z; mod inline { pub struct I; }"),
            ("a.rs", "mod deep; pub use deep::X; pub use crate::nothing::*;"),
            ("a/deep.rs", "pub struct X; pub enum E { V }"),
            ("b.rs", "pub struct Y; pub use super::a::*;"),
        ];
        let file = |path| file_of(&files, path);
        assert_eq!(file("X").as_deref(), Some("a/deep.rs"));
        assert_eq!(file("crate::b::X").as_deref(), Some("a/deep.rs"));
        assert_eq!(file("a::deep::E::V").as_deref(), Some("a/deep.rs"));
        assert_eq!((file("Z").as_deref(), file("inline::I").as_deref()), (Some("b.rs"), Some("lib.rs")));
        assert_eq!((file("a::deep").as_deref(), file("std::vec::Vec"), file("Q")), (Some("a module"), None, None));
    }
}
