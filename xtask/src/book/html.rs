//! The book as HTML, by mdBook.

use crate::step::{Steps, cargo, output, succeeds, target_folder};
use std::path::{Path, PathBuf};
use std::process::Command;

pub fn run(steps: &mut Steps, install: bool) {
    let Some(target) = target_folder(&steps.root) else {
        println!("book: cargo metadata does not say where builds go; no HTML");
        return;
    };
    let tools = target.join("book-tools");
    let found = mdbook(&tools).or_else(|| {
        if !install {
            println!("book: mdbook is not there, so there is no HTML; `cargo xtask book --html` installs it");
            return None;
        }
        println!("book: installing mdbook into {}", tools.display());
        let root = tools.to_string_lossy();
        let installed = succeeds(&mut cargo(&["install", "mdbook", "--locked", "--root", &root]));
        mdbook(&tools).filter(|_| installed)
    });
    match found {
        Some(mdbook) => {
            let html = target.join("book").join("html");
            steps.command("book: HTML", Command::new(mdbook).args(["build", "book", "--dest-dir"]).arg(&html));
            println!("book: open {}", html.join("index.html").display());
        }
        None if install => steps.check("book: HTML", |_| Err(vec!["mdbook cannot be installed".to_owned()])),
        None => {}
    }
}

/// The one on the path, or the one installed here.
fn mdbook(tools: &Path) -> Option<PathBuf> {
    let here = tools.join("bin").join(format!("mdbook{}", std::env::consts::EXE_SUFFIX));
    let candidates = [PathBuf::from("mdbook"), here];
    candidates.into_iter().find(|mdbook| output(Command::new(mdbook).arg("--version")).is_some())
}
