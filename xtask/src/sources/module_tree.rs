//! The modules of a crate, each with its file, what it defines and what it imports; tests are left out.

use super::attributes::{item_attributes, only_in_tests};
use super::package::Package;
use std::collections::{BTreeMap, BTreeSet};
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, Item, ItemUse, Lit, Meta, UseTree, Visibility};

/// One file of the tree.
#[derive(Debug)]
pub struct File {
    pub path: String,
    pub room: String,
}

/// One `use`, a name each.
#[derive(Debug)]
pub struct Import {
    /// the name it brings in; None: all names (`*`)
    pub name: Option<String>,
    pub path: Vec<String>,
    /// it has a visibility of its own, so it passes names on
    pub reexport: bool,
    pub line: usize,
}

/// One module.
pub struct Module {
    pub parent: Option<usize>,
    /// the crate's root above it: the library or a binary
    pub root: usize,
    pub file: usize,
    pub children: BTreeMap<String, usize>,
    /// names that it defines itself
    pub items: BTreeSet<String>,
    pub imports: Vec<Import>,
    /// a macro defines items whose names cannot be read
    pub opaque: bool,
    /// a macro declares the files beside it as modules
    declares: bool,
    /// what is in it, child modules and tests left out
    pub body: Vec<Item>,
}

/// All modules of a crate.
#[derive(Default)]
pub struct ModuleTree {
    pub files: Vec<File>,
    pub modules: Vec<Module>,
    /// the root of the library, if there is one
    pub library: Option<usize>,
    pub library_names: Vec<String>,
    /// files whose modules a macro declares: formatters do not find them
    pub by_macro: Vec<String>,
    /// files that cannot be read or that no module declares, with the reason
    pub unreadable: Vec<String>,
    /// modules of tests, as paths without `.rs`
    tests: Vec<String>,
}

impl ModuleTree {
    /// Reads the modules from each root of the crate.
    pub fn of(package: &Package) -> Self {
        let mut tree = Self { library_names: package.library_names().into(), ..Self::default() };
        for path in &package.roots {
            let root = tree.add_file(package, path, None);
            if path.ends_with("/src/lib.rs") {
                tree.library = root;
            }
        }
        for source in &package.sources {
            let path = &source.path;
            let below = |tests: &String| path.starts_with(&format!("{tests}/")) || *path == format!("{tests}.rs");
            if !tree.files.iter().any(|f| f.path == *path) && !tree.tests.iter().any(below) {
                tree.unreadable.push(format!("{path} belongs to no module of the crate"));
            }
        }
        tree
    }

    /// The file that holds a path, by its index.
    pub fn path(&self, file: usize) -> &str {
        &self.files[file].path
    }

    fn add_file(&mut self, package: &Package, path: &str, parent: Option<usize>) -> Option<usize> {
        let source = package.sources.iter().find(|s| s.path == path)?;
        let parsed = match syn::parse_file(&source.text) {
            Ok(parsed) => parsed,
            Err(e) => {
                self.unreadable.push(format!("{path}:{}: {e}", e.span().start().line));
                return None;
            }
        };
        let (folder, name) = path.rsplit_once('/')?;
        let stem = name.strip_suffix(".rs").unwrap_or(name);
        let below = if parent.is_none() || stem == "mod" { folder.to_owned() } else { format!("{folder}/{stem}") };
        self.files.push(File { path: path.to_owned(), room: package.room(path) });
        Some(self.add_module(package, parsed.items, self.files.len() - 1, parent, &below))
    }

    /// `below`: the folder of the files of child modules.
    fn add_module(
        &mut self,
        package: &Package,
        items: Vec<Item>,
        file: usize,
        parent: Option<usize>,
        below: &str,
    ) -> usize {
        let id = self.modules.len();
        let root = parent.map_or(id, |p| self.modules[p].root);
        self.modules.push(Module {
            parent,
            root,
            file,
            children: BTreeMap::new(),
            items: BTreeSet::new(),
            imports: Vec::new(),
            opaque: false,
            declares: false,
            body: Vec::new(),
        });
        for item in items {
            if only_in_tests(item_attributes(&item)) {
                if let Item::Mod(module) = &item {
                    let folder = self.files[file].path.rsplit_once('/').map_or("", |(folder, _)| folder);
                    let given =
                        path_attribute(&module.attrs).map(|p| format!("{folder}/{}", p.trim_end_matches(".rs")));
                    self.tests.push(given.unwrap_or_else(|| format!("{below}/{}", word(&module.ident))));
                }
                continue;
            }
            let Item::Mod(module) = item else {
                self.add_item(id, item);
                continue;
            };
            let name = word(&module.ident);
            let child = match module.content {
                Some((_, items)) => Some(self.add_module(package, items, file, Some(id), &format!("{below}/{name}"))),
                None => {
                    let folder = self.files[file].path.rsplit_once('/').map_or("", |(folder, _)| folder);
                    let given = path_attribute(&module.attrs).map(|path| format!("{folder}/{path}"));
                    let usual = [format!("{below}/{name}.rs"), format!("{below}/{name}/mod.rs")];
                    let found = given.into_iter().chain(usual).find(|p| package.sources.iter().any(|s| s.path == *p));
                    found.and_then(|path| self.add_file(package, &path, Some(id)))
                }
            };
            if let Some(child) = child {
                self.modules[id].children.insert(name, child);
            }
        }
        if self.modules[id].declares {
            self.add_files_beside(package, file, id, below);
        }
        id
    }

    /// The files of the folder `below` that no line declares belong to the macro that declares modules.
    fn add_files_beside(&mut self, package: &Package, file: usize, id: usize, below: &str) {
        for source in &package.sources {
            let Some((folder, name)) = source.path.rsplit_once('/') else { continue };
            let Some(stem) = name.strip_suffix(".rs") else { continue };
            let known = self.modules[id].children.contains_key(stem)
                || source.path == self.files[file].path
                || self.tests.contains(&format!("{below}/{stem}"));
            if folder != below || known {
                continue;
            }
            if let Some(child) = self.add_file(package, &source.path, Some(id)) {
                self.modules[id].children.insert(stem.to_owned(), child);
                self.by_macro.push(source.path.clone());
            }
        }
    }

    fn add_item(&mut self, id: usize, item: Item) {
        let module = &mut self.modules[id];
        if let Some(name) = defined_name(&item) {
            module.items.insert(name);
        }
        // a macro that takes items defines these; of others the names are unknown
        if let Item::Macro(call) = &item
            && call.ident.is_none()
        {
            match syn::parse2::<syn::File>(call.mac.tokens.clone()) {
                Ok(inside) => {
                    module.items.extend(inside.items.iter().filter_map(defined_name));
                    module.body.extend(inside.items);
                }
                Err(_) => {
                    module.opaque = true;
                    module.declares |= names_modules(call.mac.tokens.clone());
                }
            }
        }
        let mut imports = Imports(Vec::new());
        imports.visit_item(&item);
        module.imports.extend(imports.0);
        module.body.push(item);
    }
}

/// Collects each `use`, those inside of functions too.
struct Imports(Vec<Import>);

impl<'ast> Visit<'ast> for Imports {
    fn visit_item(&mut self, item: &'ast Item) {
        if !only_in_tests(item_attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        // `::name` names another crate
        if item.leading_colon.is_none() {
            let reexport = !matches!(item.vis, Visibility::Inherited);
            self.add(&item.tree, &mut Vec::new(), reexport);
        }
    }
}

impl Imports {
    fn add(&mut self, tree: &UseTree, path: &mut Vec<String>, reexport: bool) {
        let mut import = |name: Option<String>, last: Option<String>, line| {
            let mut path = path.clone();
            path.extend(last);
            self.0.push(Import { name, path, reexport, line });
        };
        match tree {
            UseTree::Path(inner) => {
                path.push(word(&inner.ident));
                self.add(&inner.tree, path, reexport);
                path.pop();
            }
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.add(tree, path, reexport)),
            UseTree::Name(name) if name.ident == "self" => {
                import(path.last().cloned(), None, name.ident.span().start().line);
            }
            UseTree::Name(name) => {
                let word = word(&name.ident);
                import(Some(word.clone()), Some(word), name.ident.span().start().line);
            }
            UseTree::Rename(name) => {
                let last = (name.ident != "self").then(|| word(&name.ident));
                import(Some(word(&name.rename)), last, name.ident.span().start().line);
            }
            UseTree::Glob(glob) => import(None, None, glob.star_token.spans[0].start().line),
        }
    }
}

/// An identifier without the mark of a raw one.
pub fn word(ident: &proc_macro2::Ident) -> String {
    let text = ident.to_string();
    text.strip_prefix("r#").map_or_else(|| text.clone(), str::to_owned)
}

/// The name that an item defines in its module.
fn defined_name(item: &Item) -> Option<String> {
    let ident = match item {
        Item::Const(i) => &i.ident,
        Item::Enum(i) => &i.ident,
        Item::Fn(i) => &i.sig.ident,
        Item::Macro(i) => i.ident.as_ref()?,
        Item::Static(i) => &i.ident,
        Item::Struct(i) => &i.ident,
        Item::Trait(i) => &i.ident,
        Item::TraitAlias(i) => &i.ident,
        Item::Type(i) => &i.ident,
        Item::Union(i) => &i.ident,
        _ => return None,
    };
    Some(word(ident))
}

/// Whether the arguments of a macro name a macro `…modules`, which by our convention declares modules.
fn names_modules(tokens: proc_macro2::TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        proc_macro2::TokenTree::Ident(ident) => ident.to_string().ends_with("modules"),
        _ => false,
    })
}

/// The file of `#[path = "file"]`.
fn path_attribute(attributes: &[Attribute]) -> Option<String> {
    let value = attributes.iter().find(|a| a.path().is_ident("path")).map(|a| &a.meta)?;
    match value {
        Meta::NameValue(pair) => match &pair.value {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Str(text) => Some(text.value()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::package::toy;
    use super::*;

    #[test]
    fn files_beside_a_macro_that_declares_modules_are_its() {
        let listed = ("kinds/mod.rs", "mod own;\nregistry!(all joint_modules);");
        let files = [("lib.rs", "mod kinds;"), listed, ("kinds/own.rs", ""), ("kinds/made.rs", "pub struct Made;")];
        let tree = ModuleTree::of(&toy(&files));
        assert_eq!(tree.by_macro, ["crates/toy/src/kinds/made.rs"]);
        assert_eq!(tree.unreadable, [""; 0]);
        let other = ("kinds/mod.rs", "mod own;\nregistry!(all things);");
        let tree = ModuleTree::of(&toy(&[files[0], other, files[2], files[3]]));
        assert_eq!((tree.by_macro.len(), tree.unreadable.len()), (0, 1));
    }
}
