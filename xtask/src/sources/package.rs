//! The sources of one crate, as text.

use crate::tree;
use std::path::Path;

/// One source file.
#[derive(Clone, Debug)]
pub struct Source {
    /// from the repository root, with forward slashes: `crates/model/src/mass.rs`
    pub path: String,
    pub text: String,
}

/// One crate of ours: everything under its `src`.
#[derive(Clone, Debug)]
pub struct Package {
    /// the name of its folder: `model`
    pub name: String,
    /// from the repository root: `crates/model`
    pub folder: String,
    pub sources: Vec<Source>,
    /// the files that cargo compiles: the library first if there is one, then binaries
    pub roots: Vec<String>,
}

impl Package {
    /// The room of a file: a top-level folder of `src`, or the crate itself. `src/touch.rs` beside `src/touch/` is the head
    /// of that folder and belongs to it.
    pub fn room(&self, path: &str) -> String {
        let src = format!("{}/src/", self.folder);
        let inner = path.strip_prefix(&src).unwrap_or(path);
        let head =
            inner.split_once('/').map_or_else(|| inner.strip_suffix(".rs").unwrap_or(inner), |(folder, _)| folder);
        let folder = format!("{src}{head}/");
        if self.sources.iter().any(|s| s.path.starts_with(&folder)) {
            format!("{}/{head}", self.name)
        } else {
            self.name.clone()
        }
    }

    /// The crate as other crates call it, as far as its own binaries may: `mainspring_model`, `mainspring`.
    pub fn library_names(&self) -> [String; 2] {
        [format!("mainspring_{}", self.name), self.name.clone()]
    }
}

/// Every crate under `crates/`, and this one.
pub fn packages(root: &Path) -> Vec<Package> {
    let mut packages: Vec<Package> = Vec::new();
    for file in tree::files(root) {
        let path = file.to_string_lossy().replace('\\', "/");
        let Some((folder, _)) = path.split_once("/src/") else { continue };
        let ours = folder.strip_prefix("crates/").filter(|name| !name.contains('/'));
        let Some(name) = ours.or((folder == "xtask").then_some(folder)) else { continue };
        if !path.ends_with(".rs") {
            continue;
        }
        let Ok(text) = std::fs::read_to_string(root.join(&file)) else { continue };
        let at = packages.iter().position(|p| p.folder == folder).unwrap_or_else(|| {
            let (name, folder) = (name.to_owned(), folder.to_owned());
            packages.push(Package { name, folder, sources: Vec::new(), roots: Vec::new() });
            packages.len() - 1
        });
        packages[at].sources.push(Source { path: path.clone(), text });
    }
    for package in &mut packages {
        let manifest = std::fs::read_to_string(root.join(&package.folder).join("Cargo.toml")).unwrap_or_default();
        package.roots = roots(package, &manifest);
    }
    packages
}

/// What cargo compiles by its conventions, and what the manifest names with `path = "src/…"`.
fn roots(package: &Package, manifest: &str) -> Vec<String> {
    let named: Vec<&str> =
        manifest.lines().filter_map(|line| line.strip_prefix("path = \"")?.split('"').next()).collect();
    let paths = package.sources.iter().map(|s| s.path.clone());
    let mut roots: Vec<String> = paths
        .filter(|path| {
            let inner = path.strip_prefix(&format!("{}/", package.folder)).unwrap_or(path);
            let binary = inner.strip_prefix("src/bin/").is_some_and(|name| !name.contains('/'));
            ["src/lib.rs", "src/main.rs"].contains(&inner) || binary || named.contains(&inner)
        })
        .collect();
    roots.sort_by_key(|path| !path.ends_with("/src/lib.rs"));
    roots
}

/// A made-up crate `crates/toy` for tests: paths below `src` with their texts.
#[cfg(test)]
pub fn toy(files: &[(&str, &str)]) -> Package {
    let source =
        |(path, text): &(&str, &str)| Source { path: format!("crates/toy/src/{path}"), text: (*text).to_owned() };
    let sources = files.iter().map(source).collect();
    let mut toy = Package { name: "toy".into(), folder: "crates/toy".into(), sources, roots: Vec::new() };
    toy.roots = roots(&toy, "[[bin]]\npath = \"src/command/main.rs\"\n");
    toy
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_comes_first_and_binaries_are_named_by_the_manifest() {
        let toy = toy(&[("command/main.rs", ""), ("lib.rs", ""), ("command/other.rs", ""), ("bin/b.rs", "")]);
        assert_eq!(toy.roots, ["lib.rs", "command/main.rs", "bin/b.rs"].map(|path| format!("crates/toy/src/{path}")));
    }

    #[test]
    fn a_room_is_the_crate_or_a_top_level_folder_with_its_head() {
        let toy = toy(&[("lib.rs", ""), ("a.rs", ""), ("b.rs", ""), ("b/c/d.rs", "")]);
        let room = |path: &str| toy.room(&format!("crates/toy/src/{path}"));
        assert_eq!([room("lib.rs"), room("a.rs"), room("b.rs"), room("b/c/d.rs")], ["toy", "toy", "toy/b", "toy/b"]);
    }
}
