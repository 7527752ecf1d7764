//! `SUMMARY.md`: the chapters and their order.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Files of the chapters in order, relative to the book's sources.
pub fn chapters(source: &Path) -> Vec<String> {
    let text = fs::read_to_string(source.join("SUMMARY.md")).unwrap_or_default();
    links(&text)
}

fn links(text: &str) -> Vec<String> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.filter(|t| t.ends_with(".md")).map(str::to_owned).collect()
}

/// Finds chapters that are not there, are there twice or are left out.
pub fn check(source: &Path) -> Result<(), Vec<String>> {
    let listed = chapters(source);
    let mut findings = Vec::new();
    if listed.is_empty() {
        findings.push("SUMMARY.md lists no chapters".to_owned());
    }
    let mut seen = BTreeSet::new();
    for file in &listed {
        if !source.join(file).is_file() {
            findings.push(format!("SUMMARY.md: `{file}` does not exist"));
        }
        if !seen.insert(file.clone()) {
            findings.push(format!("SUMMARY.md: `{file}` is listed twice"));
        }
    }
    let mut there = Vec::new();
    walk(source, source, &mut there);
    findings.extend(there.iter().filter(|f| !seen.contains(*f)).map(|f| format!("`{f}` is not in SUMMARY.md")));
    if findings.is_empty() { Ok(()) } else { Err(findings) }
}

fn walk(source: &Path, folder: &Path, found: &mut Vec<String>) {
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()) {
        if path.is_dir() {
            walk(source, &path, found);
        } else if path.extension().is_some_and(|e| e == "md") && !path.ends_with("SUMMARY.md") {
            let relative = path.strip_prefix(source).unwrap_or(&path);
            found.push(relative.to_string_lossy().replace('\\', "/"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chapters_are_found_in_order() {
        let text = "# Summary\n\n[Start](start.md)\n\n# Part\n\n- [A](part/a.md)\n  - [B](part/b.md)\n- [Draft]()\n";
        assert_eq!(links(text), ["start.md", "part/a.md", "part/b.md"]);
    }
}
