//! A patch: the files it touches and the tests it adds.

use std::collections::BTreeSet;

/// What a patch does to the tree.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Patch {
    pub files: BTreeSet<String>,
    /// each `#[test]` that it adds: its file and its name
    pub tests: Vec<(String, String)>,
}

impl Patch {
    /// Reads a unified diff as git writes it.
    pub fn read(text: &str) -> Self {
        let mut patch = Self::default();
        let (mut file, mut test) = (String::new(), false);
        for line in text.lines() {
            let renamed = line.strip_prefix("rename from ").or(line.strip_prefix("rename to "));
            let side = line.strip_prefix("--- a/").or(line.strip_prefix("+++ b/")).or(renamed);
            if let Some(path) = side {
                path.trim_end().clone_into(&mut file);
                patch.files.insert(file.clone());
                test = false;
                continue;
            }
            let Some(added) = line.strip_prefix('+').map(str::trim) else { continue };
            if added == "#[test]" {
                test = true;
            } else if let Some(name) = added.strip_prefix("fn ").and_then(|rest| rest.split('(').next())
                && test
            {
                patch.tests.push((file.clone(), name.to_owned()));
                test = false;
            }
        }
        patch
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_added_tests_are_read() {
        let text = "diff --git a/crates/a/src/b.rs b/crates/a/src/b.rs\n--- a/crates/a/src/b.rs\n+++ b/crates/a/src/b.rs\n@@ -1,2 +1,6 @@\n-fn old() {}\n+fn new() {}\n \
            #[test]\n fn stays() {}\n+    #[test]\n+    #[cfg(unix)]\n+    fn holds() {\n+    }\n--- /dev/null\n+++ b/crates/a/tests/c.rs\n@@ -0,0 +1,2 @@\n+#[test]\n+fn runs() {}\n";
        let patch = Patch::read(text);
        assert_eq!(
            patch.files.iter().map(String::as_str).collect::<Vec<_>>(),
            ["crates/a/src/b.rs", "crates/a/tests/c.rs"]
        );
        let tests = [("crates/a/src/b.rs", "holds"), ("crates/a/tests/c.rs", "runs")];
        assert_eq!(patch.tests, tests.map(|(file, name)| (file.to_owned(), name.to_owned())));
    }
}
