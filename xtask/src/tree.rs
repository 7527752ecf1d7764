//! The files of the repository.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The repository root: above this crate's folder, wherever cargo was called.
pub fn root() -> PathBuf {
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let above = manifest.and_then(|m| m.parent().map(Path::to_owned));
    above.or_else(|| std::env::current_dir().ok()).unwrap_or_default()
}

/// Files git knows or would add, relative to `root`; without git all but hidden folders and `target`.
pub fn files(root: &Path) -> Vec<PathBuf> {
    let list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let mut files: Vec<PathBuf> = match crate::step::output(Command::new("git").args(list).current_dir(root)) {
        Some(text) => text.split('\0').filter(|f| !f.is_empty()).map(PathBuf::from).collect(),
        None => {
            let mut found = Vec::new();
            walk(root, root, &mut found);
            found
        }
    };
    // deleted but not yet committed
    files.retain(|f| root.join(f).is_file());
    files.sort();
    files.dedup();
    files
}

fn walk(root: &Path, folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in folder.read_dir().into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_string_lossy();
        if path.is_dir() {
            if name != "target" && name != ".git" {
                walk(root, &path, found);
            }
        } else if let Ok(relative) = path.strip_prefix(root) {
            found.push(relative.to_owned());
        }
    }
}

/// Copies the repository's files with their times, so that cargo rebuilds only what changed; returns how many.
pub fn copy(root: &Path, copy: &Path) -> std::io::Result<usize> {
    if copy.exists() {
        fs::remove_dir_all(copy)?;
    }
    let files = files(root);
    for file in &files {
        let (from, to) = (root.join(file), copy.join(file));
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::copy(&from, &to)?;
        fs::File::options().append(true).open(&to)?.set_modified(fs::metadata(&from)?.modified()?)?;
    }
    Ok(files.len())
}

/// Places that name somebody's home directory, as `file:line`.
pub fn home_paths(root: &Path) -> Result<(), Vec<String>> {
    // put together here so that this file does not name one
    let needles = [["/ho", "me/"], ["/Us", "ers/"], ["/ro", "ot/"], ["\\Us", "ers\\"]].map(|halves| halves.concat());
    let mut findings = Vec::new();
    for file in files(root) {
        let Ok(text) = fs::read_to_string(root.join(&file)) else { continue };
        for (i, line) in text.lines().enumerate() {
            if let Some(needle) = needles.iter().find(|n| line.contains(n.as_str())) {
                findings.push(format!(
                    "{}:{}: a path with `{needle}` exists on one machine only",
                    file.display(),
                    i + 1
                ));
            }
        }
    }
    if findings.is_empty() { Ok(()) } else { Err(findings) }
}
