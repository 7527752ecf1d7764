//! A scene as read: from text, from a file, or made in Rust.

use crate::scene_file;
use mainspring_definition::{Definition, Diagnostic, Source};
use mainspring_language::{FolderLoader, NoImports, load};
use std::fs;
use std::io::Read;
use std::path::Path;

/// What a scene says, what was found wrong with its text, and what it is called.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// shown in summaries and recordings
    pub name: String,
    /// as far as the text could be read
    pub definition: Definition,
    /// errors and warnings of the text
    pub findings: Vec<Diagnostic>,
}

impl Scene {
    /// From text that imports nothing.
    #[must_use]
    pub fn text(name: &str, text: &str) -> Self {
        let (definition, findings) = load(name, text, &mut NoImports);
        Self { name: name.to_owned(), definition, findings }
    }

    /// From a file and those it imports; one that cannot be read gives a scene whose findings say why.
    #[must_use]
    pub fn file(path: &Path) -> Self {
        let shown = path.to_string_lossy().into_owned();
        let name = name_of(path);
        match Self::read(path) {
            Ok(text) => {
                let (definition, findings) = load(&shown, &text, &mut FolderLoader::beside(path));
                Self { name, definition, findings }
            }
            Err(finding) => Self::unread(name, shown, *finding),
        }
    }

    /// From a stream such as standard input, under a name; what it imports is looked for below the present folder.
    #[must_use]
    pub fn stream(name: &str, source: impl Read) -> Self {
        match scene_file::read_from(source, name) {
            Ok(text) => {
                let (definition, findings) = load(name, &text, &mut FolderLoader::beside(Path::new(name)));
                Self { name: name.to_owned(), definition, findings }
            }
            Err(finding) => Self::unread(name.to_owned(), name.to_owned(), *finding),
        }
    }

    fn unread(name: String, shown: String, finding: Diagnostic) -> Self {
        let sources = vec![Source { name: shown, text: String::new() }];
        Self { name, definition: Definition { sources, statements: Vec::new() }, findings: vec![finding] }
    }

    /// The text of the file at `path`.
    ///
    /// # Errors
    /// It cannot be read, or is no text; said as the finding it is.
    pub fn read(path: &Path) -> Result<String, Box<Diagnostic>> {
        scene_file::read(path)
    }
}

impl From<&str> for Scene {
    fn from(text: &str) -> Self {
        Self::text("scene", text)
    }
}

impl From<Definition> for Scene {
    fn from(definition: Definition) -> Self {
        Self { name: "scene".to_owned(), definition, findings: Vec::new() }
    }
}

/// The file's name without its ending, or its folder's if it is called `scene.mech`.
fn name_of(path: &Path) -> String {
    let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    if stem != "scene" {
        return stem;
    }
    // the folder of `scene.mech` alone is only known to the system
    let whole = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    whole.parent().and_then(Path::file_name).map_or(stem, |f| f.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scene_is_called_after_its_file_or_folder() {
        assert_eq!(name_of(Path::new("a/crank.mech")), "crank");
        assert_eq!(name_of(Path::new("nowhere/pendulum/scene.mech")), "pendulum");
        assert_eq!(name_of(Path::new("")), "");
    }
}
