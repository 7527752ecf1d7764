//! A scene as read: from text, from a file, or made in Rust.

use mainspring_definition::{Definition, Diagnostic, Source, Span};
use mainspring_language::{FolderLoader, NoImports, decode, limits, load};
use std::fs::{self, File};
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
            Err(finding) => {
                let sources = vec![Source { name: shown, text: String::new() }];
                let definition = Definition { sources, statements: Vec::new() };
                Self { name, definition, findings: vec![*finding] }
            }
        }
    }

    /// The text of the file at `path`.
    ///
    /// # Errors
    /// It cannot be read, or is no text; said as the finding it is.
    pub fn read(path: &Path) -> Result<String, Box<Diagnostic>> {
        let shown = path.display();
        let unreadable = |why: &str| Diagnostic::error("E0001", Span::NOWHERE, format!("cannot read `{shown}`: {why}"));
        if path.is_dir() {
            let error = unreadable("it is a folder");
            let inside = path.join("scene.mech");
            return Err(Box::new(match inside.is_file() {
                true => error.help(format!("did you mean `{}`?", inside.display())),
                false => error.help("name a file, such as `scene.mech`"),
            }));
        }
        let mut bytes = Vec::new();
        // one byte more than allowed, so that a longer file is noticed without being read
        let limit = limits::FILE_BYTES as u64 + 1;
        let taken = File::open(path).and_then(|f| f.take(limit).read_to_end(&mut bytes));
        match taken {
            Ok(_) => decode(bytes).map_err(|mut finding| {
                finding.message = format!("`{shown}`: {}", finding.message);
                finding
            }),
            Err(error) => Err(Box::new(match error.kind() {
                std::io::ErrorKind::NotFound => {
                    unreadable("there is no such file").help("check the name and the folder")
                }
                std::io::ErrorKind::PermissionDenied => unreadable("permission denied"),
                _ => unreadable(&error.to_string()),
            })),
        }
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
