//! `cargo xtask recipes`: what the book tells a newcomer to do, done.
//!
//! Each recipe is a patch, `book/src/extend/recipes/NAME.patch`, that adds something to the tree with a test of its own. All
//! are applied to one copy under `target/recipes` and their tests run in one build; dependencies are those of the other tests.

mod patch;

use crate::step::{Count, Steps, cargo, succeeds, target_folder, watched};
use crate::tree;
use patch::Patch;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

/// What a newcomer may want to add.
const RECIPES: [&str; 5] = ["joint", "integrator", "impact_law", "force_law", "statement"];
/// The most files that a recipe may touch, its test included.
const MOST_FILES: usize = 4;
const FOLDER: &str = "book/src/extend/recipes";

pub fn run(steps: &mut Steps) {
    let Some(target) = target_folder(&steps.root) else {
        steps.check("recipes", |_| Err(vec!["cargo metadata does not say where builds go".to_owned()]));
        return;
    };
    let copy = target.join("recipes");
    let mut patches = Vec::new();
    steps.check("recipes: patches", |root| {
        patches = read(root)?;
        Ok(())
    });
    let mut ready = false;
    if !patches.is_empty() {
        steps.check("recipes: each applies to the tree, and all together", |root| {
            apply(root, &copy, &patches)?;
            ready = true;
            Ok(())
        });
    }
    if ready {
        steps.step("recipes: tests", |_| test(&copy, &target, &patches));
    }
}

/// Every recipe; a finding for each that is missing, too large, without a test, or in no chapter.
fn read(root: &Path) -> Result<Vec<(String, Patch)>, Vec<String>> {
    let pages: String = fs::read_dir(root.join("book/src/extend"))
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| fs::read_to_string(entry.path()).ok())
        .collect();
    let (mut patches, mut findings) = (Vec::new(), Vec::new());
    for name in RECIPES {
        let path = format!("{FOLDER}/{name}.patch");
        match fs::read_to_string(root.join(&path)) {
            Ok(text) => {
                let patch = Patch::read(&text);
                findings.extend(faults(&path, &patch));
                if !pages.contains(&format!("recipes/{name}.patch")) {
                    findings.push(format!("{path} is in no chapter of book/src/extend"));
                }
                patches.push((name.to_owned(), patch));
            }
            Err(e) => findings.push(format!("{path}: {e}")),
        }
    }
    if findings.is_empty() { Ok(patches) } else { Err(findings) }
}

fn faults(path: &str, patch: &Patch) -> Vec<String> {
    let mut findings = Vec::new();
    if patch.files.len() > MOST_FILES {
        let files: Vec<&str> = patch.files.iter().map(String::as_str).collect();
        findings.push(format!("{path} touches {} files, more than {MOST_FILES}: {}", files.len(), files.join(", ")));
    }
    if patch.tests.is_empty() {
        findings.push(format!("{path} adds no test"));
    }
    findings
}

/// Checks each patch alone against the tree as it is, then applies all of them to one copy.
fn apply(root: &Path, copy: &Path, patches: &[(String, Patch)]) -> Result<(), Vec<String>> {
    tree::copy(root, copy).map_err(|e| vec![format!("{}: {e}", copy.display())])?;
    let mut findings = Vec::new();
    for (name, _) in patches.iter().filter(|(name, _)| !applies(root, copy, name, true)) {
        findings.push(format!("{FOLDER}/{name}.patch does not apply to the tree"));
    }
    if !findings.is_empty() {
        return Err(findings);
    }
    for (name, patch) in patches {
        let same = |file: &&String| fs::read(root.join(file)).ok() == fs::read(copy.join(file)).ok();
        if !applies(root, copy, name, false) {
            return Err(vec![format!("{FOLDER}/{name}.patch does not apply after those before it")]);
        }
        findings.extend(patch.files.iter().filter(same).map(|file| format!("{name}.patch left {file} as it was")));
    }
    if findings.is_empty() { Ok(()) } else { Err(findings) }
}

/// `git apply`, as outside of any repository: below one it would leave files out that are not in its index's folder.
fn applies(root: &Path, copy: &Path, name: &str, check: bool) -> bool {
    let mut git = Command::new("git");
    git.arg("apply").args(check.then_some("--check")).arg(root.join(FOLDER).join(format!("{name}.patch")));
    git.current_dir(copy).env_remove("GIT_DIR").env_remove("GIT_WORK_TREE");
    succeeds(git.env("GIT_CEILING_DIRECTORIES", copy.parent().unwrap_or(copy)))
}

/// Runs the tests of all recipes in one build; each must be seen to pass.
fn test(copy: &Path, target: &Path, patches: &[(String, Patch)]) -> Count {
    let tests: Vec<&(String, String)> = patches.iter().flat_map(|(_, patch)| &patch.tests).collect();
    let mut arguments = vec!["test".to_owned(), "--no-fail-fast".to_owned(), "--color=never".to_owned()];
    match selection(copy, &tests) {
        Ok(words) => arguments.extend(words),
        Err(why) => {
            println!("   {why}");
            return Count::one(false);
        }
    }
    arguments.push("--".to_owned());
    arguments.extend(tests.iter().map(|(_, name)| name.clone()));
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut command = cargo(&arguments);
    // our crates are compiled for these few tests alone: unoptimised is soonest
    command.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0").env("CARGO_PROFILE_DEV_DEBUG", "0");
    let (ok, text) = watched(command.current_dir(copy).env("CARGO_TARGET_DIR", target));
    let mut count = Count::default();
    for (name, patch) in patches {
        for (_, test) in &patch.tests {
            let passed = passes(&text, test);
            println!("   {name}: {test} {}", if passed { "passed" } else { "FAILED or did not run" });
            count.passed += usize::from(passed);
            count.failed += usize::from(!passed);
        }
    }
    if ok || count.failed > 0 { count } else { Count { failed: 1, ..count } }
}

/// The packages and targets that hold the tests, as words for cargo.
fn selection(copy: &Path, tests: &[&(String, String)]) -> Result<Vec<String>, String> {
    let mut words = BTreeSet::new();
    for (file, _) in tests {
        let unknown = || format!("{file} belongs to no crate's src or tests");
        let (folder, target) = match file.split_once("/tests/") {
            Some((folder, inner)) => {
                let name = inner.split(['/', '.']).next().unwrap_or(inner);
                (folder, vec!["--test".to_owned(), name.to_owned()])
            }
            None => (file.split_once("/src/").ok_or_else(unknown)?.0, vec!["--lib".to_owned()]),
        };
        let manifest = fs::read_to_string(copy.join(folder).join("Cargo.toml")).map_err(|_| unknown())?;
        let package = manifest.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
        words.insert(vec!["--package".to_owned(), package.ok_or_else(unknown)?.to_owned()]);
        words.insert(target);
    }
    Ok(words.into_iter().flatten().collect())
}

/// Whether the test was run and passed: `test path::name ... ok`.
fn passes(text: &str, test: &str) -> bool {
    let found = text.lines().filter_map(|line| line.strip_prefix("test ")?.strip_suffix(" ... ok"));
    found.into_iter().any(|path| path.rsplit("::").next() == Some(test))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of its own, removed by the caller.
    fn scratch(name: &str) -> std::path::PathBuf {
        let root = std::env::temp_dir().join(format!("xtask-recipes-{name}-{}", std::process::id()));
        fs::create_dir_all(root.join("crates/a/src")).unwrap();
        fs::create_dir_all(root.join(FOLDER)).unwrap();
        fs::write(root.join("crates/a/Cargo.toml"), "[package]\nname = \"our-a\"\n").unwrap();
        fs::write(root.join("crates/a/src/lib.rs"), "one\ntwo\nthree\n").unwrap();
        root
    }

    fn patch(from: &str, to: &str) -> String {
        format!("--- a/crates/a/src/lib.rs\n+++ b/crates/a/src/lib.rs\n@@ -1,3 +1,3 @@\n one\n-{from}\n+{to}\n three\n")
    }

    #[test]
    fn patches_apply_to_a_copy_and_those_that_do_not_are_named() {
        let root = scratch("apply");
        let copy = root.join("target/recipes");
        fs::write(root.join(FOLDER).join("good.patch"), patch("two", "2")).unwrap();
        fs::write(root.join(FOLDER).join("again.patch"), patch("two", "zwei")).unwrap();
        fs::write(root.join(FOLDER).join("bad.patch"), patch("four", "4")).unwrap();
        let named = |names: &[&str]| -> Vec<(String, Patch)> {
            let read = |name: &&str| {
                Patch::read(&fs::read_to_string(root.join(FOLDER).join(format!("{name}.patch"))).unwrap())
            };
            names.iter().map(|name| ((*name).to_owned(), read(name))).collect()
        };
        assert_eq!(apply(&root, &copy, &named(&["good"])), Ok(()));
        assert_eq!(fs::read_to_string(copy.join("crates/a/src/lib.rs")).unwrap(), "one\n2\nthree\n");
        let bad = apply(&root, &copy, &named(&["good", "bad"])).unwrap_err();
        assert!(bad.len() == 1 && bad[0].contains("bad.patch does not apply to the tree"), "{bad:?}");
        let again = apply(&root, &copy, &named(&["good", "again"])).unwrap_err();
        assert!(again[0].contains("again.patch does not apply after those before it"), "{again:?}");
        fs::remove_dir_all(&root).unwrap();
    }

    #[test]
    fn a_missing_recipe_is_named() {
        let root = scratch("missing");
        let findings = read(&root).unwrap_err();
        fs::remove_dir_all(&root).unwrap();
        assert!(findings.len() == 5 && findings[0].contains("recipes/joint.patch"), "{findings:?}");
    }

    #[test]
    fn a_recipe_of_five_files_or_without_a_test_fails() {
        let files = |n: usize| (0..n).map(|i| format!("f{i}")).collect();
        let tests = vec![("f0".to_owned(), "t".to_owned())];
        assert_eq!(faults("p", &Patch { files: files(4), tests: tests.clone() }), [""; 0]);
        assert_eq!(faults("p", &Patch { files: files(5), tests }).len(), 1);
        assert_eq!(faults("p", &Patch { files: files(1), tests: Vec::new() }), ["p adds no test"]);
    }

    #[test]
    fn tests_are_selected_by_package_and_target_and_must_be_seen_to_pass() {
        let root = scratch("select");
        let tests =
            [("crates/a/src/lib.rs", "x"), ("crates/a/tests/b.rs", "y")].map(|(f, t)| (f.to_owned(), t.to_owned()));
        let words = selection(&root, &tests.iter().collect::<Vec<_>>());
        let lost = selection(&root, &[&("book/x.md".to_owned(), "z".to_owned())]);
        fs::remove_dir_all(&root).unwrap();
        assert_eq!(words.unwrap(), ["--lib", "--package", "our-a", "--test", "b"]);
        assert!(lost.is_err());
        let text = "running 2 tests\ntest a::x ... ok\ntest y ... FAILED\ntest xx ... ok\n";
        assert!(passes(text, "x") && !passes(text, "y") && !passes(text, "z"));
    }
}
