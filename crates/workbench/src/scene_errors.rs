//! Everything found wrong with a scene or its settings.

use mainspring_definition::{Diagnostic, Source, Span};
use mainspring_language::render;
use std::fmt;

/// A scene, or settings for it, that cannot be run.
#[derive(Clone, Debug)]
pub struct SceneErrors {
    /// its name
    pub scene: String,
    /// errors, with warnings and notes among them
    pub findings: Vec<Diagnostic>,
    /// the texts they point into
    pub sources: Vec<Source>,
    /// how many of the sources belong to the scene; the rest are settings
    pub own_sources: usize,
}

impl SceneErrors {
    /// Whether only settings are at fault, not the scene.
    #[must_use]
    pub fn only_settings(&self) -> bool {
        let in_settings = |d: &Diagnostic| {
            let source = d.span().source as usize;
            // what is set from outside and has no text of its own: `--rtol`, `--every`
            let typed = d.code == "E0214" || d.code == "E0509" && d.span() == Span::NOWHERE;
            typed || d.code.starts_with("E09") || (self.own_sources..self.sources.len()).contains(&source)
        };
        self.findings.iter().filter(|d| d.is_error()).all(in_settings)
    }
}

impl fmt::Display for SceneErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(render(&self.findings, &self.sources, false).trim_end())
    }
}

impl std::error::Error for SceneErrors {}
