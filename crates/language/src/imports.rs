//! ImportJoin a scene with the files it uses.

use crate::decode::decode_source;
use crate::diagnostics::Diagnostics;
use crate::limits;
use crate::lower::{Item, lower};
use crate::parser::parse_source;
use mainspring_definition::grammar::Place;
use mainspring_definition::{Definition, Diagnostic, Source, Span, StatementKind};

/// Gives the bytes of imported files.
pub trait Loader {
    /// The bytes of the file at `path`, relative to the scene's folder, with `/` and without `..`;
    /// an error says why it cannot be read, in a few words.
    ///
    /// # Errors
    /// When there is no such file or it may not be read.
    fn load(&mut self, path: &str) -> Result<Vec<u8>, String>;
}

impl<F: FnMut(&str) -> Result<Vec<u8>, String>> Loader for F {
    fn load(&mut self, path: &str) -> Result<Vec<u8>, String> {
        self(path)
    }
}

/// Refuses every import: for text that stands alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoImports;

impl Loader for NoImports {
    fn load(&mut self, _: &str) -> Result<Vec<u8>, String> {
        Err("imports are not allowed here".to_owned())
    }
}

/// Reads a scene and everything it imports. `name` is the file's name as errors shall show it.
///
/// The definition holds whatever could be read; it is fit to be built only if no diagnostic is an error.
pub fn load(name: &str, text: &str, loader: &mut dyn Loader) -> (Definition, Vec<Diagnostic>) {
    let (folder, file) = name.rsplit_once(['/', '\\']).unwrap_or(("", name));
    let mut joining = ImportJoin {
        definition: Definition::default(),
        diagnostics: Diagnostics::default(),
        loader,
        folder: folder.to_owned(),
        open: Vec::new(),
        done: Vec::new(),
        bytes: 0,
    };
    joining.file(file.to_owned(), name.to_owned(), text.to_owned());
    let ImportJoin { definition, mut diagnostics, .. } = joining;
    if definition.statements.is_empty() && !diagnostics.has_errors() {
        let diagnostic = Diagnostic::error("E0003", Span { source: 0, start: 0, end: 0 }, "the scene is empty");
        diagnostics.push(diagnostic.help("`mainspring new` writes a scene to begin with"));
    }
    (definition, diagnostics.finish())
}

struct ImportJoin<'l> {
    definition: Definition,
    diagnostics: Diagnostics,
    loader: &'l mut dyn Loader,
    /// the scene's folder as the name given has it, put before imported names in messages
    folder: String,
    /// files being read, outermost first
    open: Vec<String>,
    /// files joined already: a second `use` of one adds nothing
    done: Vec<String>,
    bytes: usize,
}

impl ImportJoin<'_> {
    fn file(&mut self, path: String, shown: String, text: String) {
        let source = u32::try_from(self.definition.sources.len()).unwrap_or(u32::MAX);
        let (tree, diagnostics) = parse_source(&text, source);
        self.diagnostics.append(diagnostics);
        self.definition.sources.push(Source { name: shown, text });
        let items = lower(&tree, source, &mut self.diagnostics);
        drop(tree);
        self.open.push(path);
        for item in items {
            match item {
                Item::Use { path, span } => self.import(&path, span),
                Item::Statement(statement) => {
                    if self.open.len() > 1 && !may_be_imported(&statement.kind) {
                        let diagnostic =
                            Diagnostic::error("E0007", statement.span, "an imported file may only define things");
                        self.diagnostics.push(diagnostic.help(
                            "keep `primitive`, `composite`, `material`, `let` and `use` here; move the rest to the scene",
                        ));
                        continue;
                    }
                    self.definition.statements.push(*statement);
                }
            }
        }
        self.done.extend(self.open.pop());
    }

    fn import(&mut self, written: &str, span: Span) {
        let from = self.open.last().map_or("", String::as_str);
        let path = match resolve(from, written) {
            Ok(path) => path,
            Err(reason) => {
                let diagnostic = Diagnostic::error("E0006", span, format!("cannot import `{written}`: {reason}"));
                self.diagnostics.push(diagnostic.help("imports are files below the scene's own folder"));
                return;
            }
        };
        if let Some(begin) = self.open.iter().position(|p| *p == path) {
            let cycle: Vec<&str> = self.open[begin..].iter().map(String::as_str).chain([path.as_str()]).collect();
            let message = format!("these files import one another: {}", cycle.join(" → "));
            self.diagnostics
                .push(Diagnostic::error("E0005", span, message).help("move what they share to a third file"));
            return;
        }
        if self.done.contains(&path) {
            return;
        }
        if self.definition.sources.len() > limits::IMPORTS {
            let message = format!("more than {} files are imported", limits::IMPORTS);
            let finding = Diagnostic::error("E0008", span, message);
            return self.diagnostics.push(finding.help("put what belongs together into one file"));
        }
        let ending = path.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
        if let Some(ending) = ending.filter(|ending| DRAWINGS.contains(&ending.as_str())) {
            let message = format!("cannot import `{written}`: `.{ending}` files, meshes and drawings, are not read");
            let finding = Diagnostic::error("E0001", span, message);
            // not tried again from elsewhere
            self.done.push(path);
            return self.diagnostics.push(finding.help(
                "`use` takes other `.mech` files; draw the shape with `polygon`, `disc`, `box` …, or give `mass` and `inertia`",
            ));
        }
        let bytes = match self.loader.load(&path) {
            Ok(bytes) => bytes,
            Err(reason) => {
                // not tried again from elsewhere
                self.done.push(path);
                let message = format!("cannot read `{written}`: {reason}");
                let finding = Diagnostic::error("E0001", span, message);
                return self
                    .diagnostics
                    .push(finding.help("check the name; imports are looked for below the folder of the scene"));
            }
        };
        self.bytes = self.bytes.saturating_add(bytes.len());
        if self.bytes > limits::IMPORT_BYTES {
            let message = format!("the imported files have more than {} bytes", limits::IMPORT_BYTES);
            let finding = Diagnostic::error("E0008", span, message);
            return self.diagnostics.push(finding.help("write what repeats with `for`, or import less"));
        }
        let source = u32::try_from(self.definition.sources.len()).unwrap_or(u32::MAX);
        match decode_source(bytes, source) {
            Ok(text) => {
                let shown = if self.folder.is_empty() { path.clone() } else { format!("{}/{path}", self.folder) };
                self.file(path, shown, text);
            }
            Err(diagnostic) => {
                let mut diagnostic = *diagnostic;
                diagnostic.message = format!("`{written}`: {}", diagnostic.message);
                diagnostic.labels[0].span = span;
                self.diagnostics.push(diagnostic);
            }
        }
    }
}

/// Endings of files that people have of their parts.
const DRAWINGS: &[&str] =
    &["stl", "obj", "step", "stp", "iges", "igs", "dxf", "dwg", "ply", "3mf", "gltf", "glb", "svg", "urdf"];

fn may_be_imported(kind: &StatementKind) -> bool {
    kind.form().is_some_and(|form| form.entry().stands_in(Place::Import))
}

/// The path, relative to the scene's folder, that `written` means in the file at `from`.
fn resolve(from: &str, written: &str) -> Result<String, &'static str> {
    if written.is_empty() {
        return Err("the path is empty");
    }
    if written.starts_with('/') || written.contains(['\\', ':', '\0']) {
        return Err("the path must be relative, with `/` between folders");
    }
    let mut pieces: Vec<&str> = from.split('/').collect();
    pieces.pop();
    for piece in written.split('/') {
        match piece {
            "" | "." => {}
            ".." => {
                if pieces.pop().is_none() {
                    return Err("the path leaves the scene's folder");
                }
            }
            name => pieces.push(name),
        }
    }
    if pieces.is_empty() { Err("the path names a folder") } else { Ok(pieces.join("/")) }
}

#[cfg(test)]
mod tests {
    use super::resolve;

    #[test]
    fn paths_stay_below_the_scene() {
        assert_eq!(resolve("scene.mech", "gears.mech"), Ok("gears.mech".to_owned()));
        assert_eq!(resolve("lib/a.mech", "b.mech"), Ok("lib/b.mech".to_owned()));
        assert_eq!(resolve("lib/a.mech", "../b.mech"), Ok("b.mech".to_owned()));
        assert_eq!(resolve("a.mech", "./x//y.mech"), Ok("x/y.mech".to_owned()));
        for bad in ["", "/etc/passwd", "../b.mech", "x/../../b.mech", "c:\\x", "..", "a\0b", "."] {
            assert!(resolve("a.mech", bad).is_err(), "{bad}");
        }
    }
}
