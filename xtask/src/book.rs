//! The book: `cargo xtask book [--check | --html]`.
//!
//! Every block in it is executed, in the order of `SUMMARY.md`, in one scratch folder, as by a reader who follows it; what
//! a block shows must be what comes out. The chapter "How far to trust it" is made of what the tests compared. Plain
//! `cargo xtask book` writes outputs, pictures and that chapter anew, and the HTML if mdBook is there; `--html` installs
//! mdBook first; `--check` writes nothing and finds what is out of date.

mod chapter;
mod html;
mod mode;
mod shown;
mod summary;
mod trust;

use crate::python;
use crate::step::{Count, Steps, command_is_built, program, target_folder};
use chapter::Scratch;
use std::fs;
use std::path::Path;

pub use mode::Mode;
pub use trust::collecting;

/// Executes, compares and writes.
pub fn run(steps: &mut Steps, mode: Mode) {
    let Some(target) = target_folder(&steps.root) else {
        steps.check("book", |_| Err(vec!["cargo metadata does not say where builds go".to_owned()]));
        return;
    };
    let source = steps.root.join("book").join("src");
    steps.check("book: chapters", |_| summary::check(&source));
    let mut built = false;
    steps.step("book: the command", |root| {
        built = command_is_built(root);
        Count::one(built)
    });
    if built {
        let requirements = steps.root.join("crates/recording/tests/python/requirements.txt");
        let python = python::environment(&target, &requirements);
        snippets(steps, mode, &source, Scratch::new(&target.join("book").join("scratch"), &program(&target), python));
    }
    trust::run(steps, mode, &target, &source);
}

/// Builds the HTML; installs mdBook when asked.
pub fn html(steps: &mut Steps, install: bool) {
    html::run(steps, install);
}

fn snippets(steps: &mut Steps, mode: Mode, source: &Path, scratch: std::io::Result<Scratch>) {
    let mut scratch = match scratch {
        Ok(scratch) => scratch,
        Err(e) => {
            steps.check("book: a folder to work in", |_| Err(vec![e.to_string()]));
            return;
        }
    };
    let mut shown = Vec::new();
    for file in summary::chapters(source) {
        steps.check(&format!("book: {file}"), |_| {
            let path = source.join(&file);
            let text = fs::read_to_string(&path).map_err(|e| vec![format!("{}: {e}", path.display())])?;
            let mut done = scratch.execute(&file, &text, mode);
            done.findings.extend(scratch.pictures(&file, &text, source, mode, &mut shown));
            if done.text != text {
                println!("   {file}: outputs written anew");
                fs::write(&path, &done.text).map_err(|e| vec![e.to_string()])?;
            }
            if done.findings.is_empty() { Ok(()) } else { Err(done.findings) }
        });
    }
    steps.check("book: pictures", |_| chapter::unused_pictures(source, &shown));
}
