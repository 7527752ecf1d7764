//! `cargo xtask tolerances`: which scenes of the gallery mind when a tolerance is three times as large, or a third.
//!
//! Every constant of each `crates/*/src/tolerances.rs` is scaled in turn, and every scene is run with it. Nothing is compiled
//! anew for a constant: in a copy of the tree under `target/tolerances` the tables are rewritten so that a program scales one
//! when it starts (`knobs`). With all constants as they are, the copy must give the gallery's own hashes. By hand, not part
//! of any check: hundreds of constants take hours.

mod const_uses;
mod knobs;
mod scenes;
mod stray;
mod table;

use crate::sources::package::packages;
use crate::step::{Count, Steps, target_folder};
use crate::tree;
use scenes::{Gallery, Reaction};
use std::fs;
use std::io::{IsTerminal, Write};
use std::path::Path;
use table::{Kind, Tolerance};

/// What was asked for.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// only says what there is
    list: bool,
    /// parts of `crate::NAME`; none: all
    only: Vec<String>,
    /// names of scenes; none: all
    scenes: Vec<String>,
}

impl Wanted {
    /// Reads `[--list] [--only PATTERN,…] [--scenes a,b]`.
    pub fn read(words: &[&str]) -> Option<Self> {
        let mut wanted = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let list = |text: &&str| text.split(',').map(str::to_owned).collect::<Vec<_>>();
            match *word {
                "--list" => wanted.list = true,
                "--only" => wanted.only = list(words.next()?),
                "--scenes" => wanted.scenes = list(words.next()?),
                _ => return None,
            }
        }
        Some(wanted)
    }

    fn wants(&self, tolerance: &Tolerance) -> bool {
        self.only.is_empty() || self.only.iter().any(|pattern| tolerance.path().contains(pattern.as_str()))
    }
}

pub fn run(steps: &mut Steps, wanted: &Wanted) {
    steps.step("tolerances", |root| {
        let done = if wanted.list { list(root, wanted) } else { scale(root, wanted) };
        Count::one(done.map_err(|why| println!("   {why}")).is_ok())
    });
}

/// Every number that decides stands in its crate's table, with what it is, its parent and its reason.
pub fn check(root: &Path) -> Result<(), Vec<String>> {
    let packages = packages(root);
    let table = table::read(&packages)?;
    for (file, what) in stray::COEFFICIENTS {
        println!("   decide nothing: constants of {file} ({what})");
    }
    let mut findings = table::incomplete(&table);
    findings.extend(stray::findings(&packages, &const_uses::find(&packages, &table), stray::COEFFICIENTS));
    if findings.is_empty() { Ok(()) } else { Err(findings) }
}

fn list(root: &Path, wanted: &Wanted) -> Result<(), String> {
    let table = table::read(&packages(root)).map_err(|findings| findings.join("\n   "))?;
    for tolerance in table.iter().filter(|t| wanted.wants(t)) {
        println!("{} = {}", tolerance.path(), tolerance.value);
        println!("   {}", tolerance.says);
        println!("   from: {}", tolerance.from);
        println!("   {}", tolerance.reason);
    }
    Ok(())
}

fn scale(root: &Path, wanted: &Wanted) -> Result<(), String> {
    let folder = target_folder(root).ok_or("cargo metadata does not say where builds go")?.join("tolerances");
    let (copy, target) = (folder.join("tree"), folder.join("target"));
    let table = rewritten_copy(root, &copy)?;
    let progress = |text: &str| {
        let mut stream = std::io::stderr();
        if stream.is_terminal() {
            let _no_progress_is_no_failure = write!(stream, "\r\u{1b}[K{text}");
        }
    };
    let mut gallery = Gallery::build(&copy, &target)?;
    gallery.measure(&copy, &wanted.scenes, &progress)?;
    let chosen: Vec<&Tolerance> = table.iter().filter(|t| wanted.wants(t)).collect();
    let held = gallery.holds(&chosen.iter().map(|t| knobs::symbol(t)).collect::<Vec<_>>())?;
    println!("{} constants, {} scenes; !: no longer as expected, ∞: does not end", chosen.len(), gallery.scenes.len());
    println!("| constant | value | scenes that mind 3 × | and a third |\n|---|---|---|---|");
    for (i, (tolerance, held)) in chosen.iter().zip(held).enumerate() {
        let row = |more: &str, less: &str| println!("| {} | {} | {more} | {less} |", tolerance.path(), tolerance.value);
        if !held {
            row("nothing the gallery runs reads it", "");
            continue;
        }
        let counted = |text: &str| progress(&format!("{}/{} {text}", i + 1, chosen.len()));
        let [more, less] = ["*3", "/3"].map(|factor| {
            let reactions = gallery.reactions(&tolerance.path(), factor, &counted);
            gallery
                .scenes
                .iter()
                .zip(reactions)
                .filter_map(|((name, _), r)| words(name, &r))
                .collect::<Vec<_>>()
                .join(", ")
        });
        progress("");
        row(if more.is_empty() { "-" } else { &more }, if less.is_empty() { "-" } else { &less });
    }
    Ok(())
}

fn words(scene: &str, reaction: &Reaction) -> Option<String> {
    match reaction {
        Reaction::Same => None,
        Reaction::Hash => Some(scene.to_owned()),
        Reaction::Verdict => Some(format!("{scene}!")),
        Reaction::Endless => Some(format!("{scene}∞")),
        Reaction::NotScaled => Some(format!("{scene} (NOT SCALED)")),
    }
}

/// Copies the tree and rewrites its tables; returns the constants that can be scaled, and says which cannot.
fn rewritten_copy(root: &Path, copy: &Path) -> Result<Vec<Tolerance>, String> {
    let packages = packages(root);
    let table = table::read(&packages).map_err(|findings| findings.join("\n   "))?;
    let fixed = const_uses::find(&packages, &table);
    for found in &fixed {
        println!("   {} is not scaled: the constant `{}` at {} needs it", found.tolerance, found.constant, found.place);
    }
    let scalable = |t: &&Tolerance| t.kind != Kind::Other && fixed.iter().all(|f| f.tolerance != t.path());
    tree::copy(root, copy).map_err(|e| format!("{}: {e}", copy.display()))?;
    let program =
        std::env::current_exe().and_then(fs::metadata).and_then(|m| m.modified()).map_err(|e| e.to_string())?;
    for package in &packages {
        let path = table::file(package);
        let Some(source) = package.sources.iter().find(|s| s.path == path) else { continue };
        let scaled: Vec<&Tolerance> = table.iter().filter(|t| t.package == package.name).filter(scalable).collect();
        if scaled.is_empty() {
            continue;
        }
        let text = knobs::rewrite(&source.text, &scaled, &table)?;
        // as old as what it is made from, so that cargo compiles again only what changed
        let write = || -> std::io::Result<()> {
            fs::write(copy.join(&path), text)?;
            let modified = fs::metadata(root.join(&path))?.modified()?.max(program);
            fs::File::options().append(true).open(copy.join(&path))?.set_modified(modified)
        };
        write().map_err(|e| format!("{path}: {e}"))?;
    }
    Ok(table.iter().filter(scalable).cloned().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_and_unknown_ones_refused() {
        let wanted = Wanted::read(&["--only", "contact::,ZERO", "--scenes", "tray,hand/four"]).unwrap();
        assert_eq!(
            (wanted.only.len(), wanted.scenes.as_slice()),
            (2, &["tray".to_owned(), "hand/four".to_owned()][..])
        );
        assert_eq!(Wanted::read(&["--list"]), Some(Wanted { list: true, ..Wanted::default() }));
        assert_eq!((Wanted::read(&["--only"]), Wanted::read(&["--all"])), (None, None));
    }
}
