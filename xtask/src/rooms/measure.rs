//! Numbers of a crate: how large its files, types and circles are.

use super::analysis::Analysis;
use super::inherent_impls::inherent_impls;
use crate::sources::attributes::{item_attributes, only_in_tests};
use crate::sources::module_tree::word;
use std::collections::{BTreeMap, BTreeSet};
use syn::visit::{self, Visit};

/// A name with a count; of methods also the number of files they are in.
type Largest = (String, usize, usize);

/// The numbers of one crate.
#[derive(Debug, Default)]
pub struct Measure {
    pub name: String,
    pub files: usize,
    pub lines: usize,
    pub circles: usize,
    pub files_in_circles: usize,
    pub impls_outside: usize,
    /// `const NAME: f64`, in functions and impls too
    pub constants: usize,
    pub most_fields: Largest,
    pub most_methods: Largest,
    pub largest_trait: Largest,
}

impl Measure {
    pub fn of(analysis: &Analysis) -> Self {
        let sources = &analysis.package.sources;
        let circles = analysis.graph.circles();
        let impls = inherent_impls(analysis);
        let room = |file: usize| &analysis.tree.files[file].room;
        let mut methods: BTreeMap<(usize, &str), (usize, BTreeSet<usize>)> = BTreeMap::new();
        for found in &impls {
            let entry = methods.entry((found.home, &found.name)).or_default();
            entry.0 += found.methods;
            entry.1.insert(found.file);
        }
        let most = methods.iter().max_by_key(|(_, (count, _))| *count);
        let mut items = Items::default();
        analysis.tree.modules.iter().flat_map(|m| &m.body).for_each(|item| items.visit_item(item));
        Self {
            name: analysis.package.name.clone(),
            files: sources.len(),
            lines: sources.iter().map(|s| s.text.lines().count()).sum(),
            circles: circles.len(),
            files_in_circles: circles.iter().map(Vec::len).sum(),
            impls_outside: impls.iter().filter(|i| room(i.file) != room(i.home)).count(),
            constants: items.constants,
            most_fields: items.fields,
            most_methods: most.map(|((_, name), (n, files))| ((*name).to_owned(), *n, files.len())).unwrap_or_default(),
            largest_trait: items.methods,
        }
    }
}

/// A table, a row each crate, with a closing row of sums.
pub fn table(measures: &[Measure]) -> String {
    let mut rows = vec![
        [
            "crate",
            "files",
            "lines",
            "circles",
            "files in circles",
            "impls outside",
            "f64 constants",
            "most fields",
            "most inherent methods",
            "largest trait",
        ]
        .map(str::to_owned),
    ];
    let said = |(name, count, _): &Largest| if *count == 0 { "-".to_owned() } else { format!("{name} {count}") };
    for m in measures {
        let (name, count, files) = &m.most_methods;
        let methods = if *count == 0 { "-".to_owned() } else { format!("{name} {count} in {files} files") };
        let counts =
            [m.files, m.lines, m.circles, m.files_in_circles, m.impls_outside, m.constants].map(|n| n.to_string());
        let [files, lines, circles, within, outside, constants] = counts;
        let (fields, largest) = (said(&m.most_fields), said(&m.largest_trait));
        rows.push([m.name.clone(), files, lines, circles, within, outside, constants, fields, methods, largest]);
    }
    let sum = |count: fn(&Measure) -> usize| measures.iter().map(count).sum::<usize>().to_string();
    rows.push([
        "all".to_owned(),
        sum(|m| m.files),
        sum(|m| m.lines),
        sum(|m| m.circles),
        sum(|m| m.files_in_circles),
        sum(|m| m.impls_outside),
        sum(|m| m.constants),
        String::new(),
        String::new(),
        String::new(),
    ]);
    let line = |row: &[String; 10]| format!("| {} |", row.join(" | "));
    let mut lines: Vec<String> = rows.iter().map(line).collect();
    lines.insert(1, "|---".repeat(10) + "|");
    lines.join("\n")
}

#[derive(Default)]
struct Items {
    constants: usize,
    fields: Largest,
    methods: Largest,
}

impl Items {
    fn constant(&mut self, of: &syn::Type) {
        if matches!(of, syn::Type::Path(path) if path.path.is_ident("f64")) {
            self.constants += 1;
        }
    }
}

impl<'ast> Visit<'ast> for Items {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        if !only_in_tests(item_attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.constant(&item.ty);
    }

    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        self.constant(&item.ty);
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        if item.fields.len() > self.fields.1 {
            self.fields = (word(&item.ident), item.fields.len(), 1);
        }
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        let methods = item.items.iter().filter(|i| matches!(i, syn::TraitItem::Fn(_))).count();
        if methods > self.methods.1 {
            self.methods = (word(&item.ident), methods, 1);
        }
        visit::visit_item_trait(self, item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::package::toy;

    #[test]
    fn the_largest_are_counted() {
        let lib = "mod a; pub struct S { x: u8, y: u8 }\nimpl S { fn f() {} }\nconst C: f64 = 1.0; const N: usize = 1;";
        let a = "use super::S; impl S { const K: f64 = 2.0; fn g() { const L: f64 = 3.0; } }\ntrait T { fn f(); fn g(); fn h(); }";
        let m = Measure::of(&Analysis::of(toy(&[("lib.rs", lib), ("a.rs", a)])));
        assert_eq!((m.files, m.lines, m.circles, m.constants), (2, 5, 0, 3));
        assert_eq!(m.most_fields, ("S".to_owned(), 2, 1));
        assert_eq!(m.most_methods, ("S".to_owned(), 2, 2));
        assert_eq!(m.largest_trait, ("T".to_owned(), 3, 1));
        assert!(table(&[m]).ends_with("| all | 2 | 5 | 0 | 0 | 0 | 3 |  |  |  |"));
    }
}
