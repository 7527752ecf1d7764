//! The root and the pawls of an exact sweep: `root body = … moves … from … until …`, `pawl hook on body at … = …`.

use super::Parser;
use crate::syntax::SyntaxKind::*;

/// Words of a root; a sweep refuses `spinning` by name.
const ROOT: &[&str] = &["moves", "from", "until", "spinning"];

impl Parser<'_> {
    /// After `root`: the outline may be left out.
    pub(super) fn sweep_root(&mut self, keyword: &str) {
        self.declarator(keyword);
        if self.at(Equal) {
            self.value();
        }
        if !self.word().is_some_and(|word| ROOT.contains(&word)) {
            self.expected("E0115", "`moves` and a velocity (`root body moves (1, 0) mm/s until 40 mm`)");
        }
        self.clauses(ROOT);
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
