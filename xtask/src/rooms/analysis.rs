//! A crate read once for all rules.

use super::graph::Graph;
use super::references::{Reference, references};
use crate::sources::module_tree::ModuleTree;
use crate::sources::package::Package;

/// A crate with its modules and the graph of its files.
pub struct Analysis {
    pub package: Package,
    pub tree: ModuleTree,
    pub references: Vec<Reference>,
    /// from a file to those whose items it names
    pub graph: Graph,
}

impl Analysis {
    pub fn of(package: Package) -> Self {
        let tree = ModuleTree::of(&package);
        let references = references(&tree);
        let graph = Graph::new(tree.files.len(), references.iter().map(|r| (r.from, r.to)));
        Self { package, tree, references, graph }
    }

    /// What one file names of another.
    pub fn between(&self, from: usize, to: usize) -> impl Iterator<Item = &Reference> {
        self.references.iter().filter(move |r| (r.from, r.to) == (from, to))
    }

    /// The path of a file below the crate's `src`.
    pub fn short(&self, file: usize) -> &str {
        let path = self.tree.path(file);
        path.strip_prefix(&format!("{}/src/", self.package.folder)).unwrap_or(path)
    }
}
