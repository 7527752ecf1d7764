//! The root and the pawls of an exact sweep: `root body = … moves … from … until …`, `pawl hook on body at … = …`.

use super::Parser;
use crate::syntax::SyntaxKind::*;

/// Words of a root. Those of [`TURNING`] are read so that a sweep can refuse them by name.
const ROOT: &[&str] = &["moves", "from", "until", "spinning", "turns", "turned", "rotates"];
/// Words that a root which turns might be given.
pub(crate) const TURNING: &[&str] = &["spinning", "turns", "turned", "rotates"];

impl Parser<'_> {
    /// After `root`: the outline may be left out.
    pub(super) fn sweep_root(&mut self, keyword: &str) {
        self.declarator(keyword);
        // none of them is a unit of the outline
        self.clause_words = ROOT;
        if self.at(Equal) {
            self.value();
        }
        if !self.word().is_some_and(|word| ROOT.contains(&word)) {
            self.expected("E0115", "`moves` and a velocity (`root body moves (1, 0) mm/s until 40 mm`)");
        }
        self.clauses(ROOT);
        // those refused are not offered
        self.clause_words = &["moves", "from", "until"];
    }

    /// After `pawl`.
    pub(super) fn pawl(&mut self, keyword: &str) {
        self.declarator(keyword);
        self.path_clause("on", true);
        // `at (0, 3) mm = …` ends in a unit
        self.equation = true;
        self.clauses(&["at"]);
        self.equation = false;
        self.value();
        self.offered_options();
    }
}
