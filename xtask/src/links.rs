//! Links in Markdown to files of the repository.

use std::path::Path;

/// Finds links whose file is not there.
pub fn check(root: &Path) -> Result<(), Vec<String>> {
    let mut findings = Vec::new();
    let markdown = crate::tree::files(root).into_iter().filter(|f| f.extension().is_some_and(|e| e == "md"));
    for file in markdown {
        let Ok(text) = std::fs::read_to_string(root.join(&file)) else { continue };
        let folder = file.parent().unwrap_or(Path::new(""));
        for (line, target) in links(&text) {
            let path = match target.strip_prefix('/') {
                Some(from_root) => root.join(from_root),
                None => root.join(folder).join(&target),
            };
            if !path.exists() {
                findings.push(format!("{}:{line}: `{target}` does not exist", file.display()));
            }
        }
    }
    if findings.is_empty() { Ok(()) } else { Err(findings) }
}

/// Targets that are files, with their lines: `[text](target "title")`, `![picture](target)`, `[name]: target`.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut fenced = false;
    for (i, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        }
        if fenced {
            continue;
        }
        let line_text = without_code(line);
        let inline = line_text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let named = (line_text.strip_prefix('[').and_then(|l| l.split_once("]: "))).map(|(_, target)| target);
        for target in inline.chain(named) {
            let target = target.split_whitespace().next().unwrap_or("").trim_matches(['<', '>']);
            let file = target.split('#').next().unwrap_or("");
            let elsewhere = file.contains("://") || file.starts_with("mailto:");
            if !file.is_empty() && !elsewhere {
                found.push((i + 1, file.to_owned()));
            }
        }
    }
    found
}

/// The line with `code` blanked.
fn without_code(line: &str) -> String {
    line.split('`').enumerate().map(|(i, piece)| if i % 2 == 0 { piece } else { "" }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_files_are_found_and_others_left_alone() {
        let text = "See [a](docs/a.md#part \"title\") and ![p](p.svg), [web](https://x.org/y), [here](#top).\n\
                    `[code](not.md)`\n```sh\n[fenced](no.md)\n```\n[ref]: <b.md>\n";
        let want = [(1, "docs/a.md"), (1, "p.svg"), (6, "b.md")].map(|(l, t)| (l, t.to_owned()));
        assert_eq!(links(text), want);
    }
}
