//! Puts the gallery into the program: every folder of `scenes/` with its scene, imports and description.

use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    let here = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it"));
    let scenes = here.join("../../scenes");
    println!("cargo::rerun-if-changed={}", scenes.display());
    let mut text = String::from("const GALLERY: &[Mechanism] = &[\n");
    for folder in entries(&scenes).iter().filter(|f| f.join("scene.mech").is_file()) {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        text.push_str(&format!("    Mechanism {{ name: {name:?}, files: &[\n"));
        for file in files(folder) {
            let path = file.strip_prefix(folder).unwrap_or(&file).to_string_lossy().replace('\\', "/");
            text.push_str(&format!("        ({path:?}, include_str!({:?})),\n", file.to_string_lossy()));
        }
        text.push_str("    ] },\n");
    }
    text.push_str("];\n");
    fs::write(out.join("gallery.rs"), text).expect("cargo's own folder can be written");
}

/// Sorted, so that the program does not depend on the file system's order; none where there is no such folder.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut list: Vec<PathBuf> = fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
    list.sort();
    list
}

/// Scenes and descriptions in a folder and those below it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut list = Vec::new();
    for path in entries(folder) {
        let wanted = path.extension().is_some_and(|e| e == "mech" || e == "md");
        match path.is_dir() {
            true => list.extend(files(&path)),
            false if wanted => list.push(path),
            false => {}
        }
    }
    list
}
