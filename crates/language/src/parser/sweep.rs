//! The root of an exact sweep: `root body = … moves … from … until …`.

use super::cursor::Parser;
use crate::syntax::SyntaxKind::*;
use mainspring_definition::grammar::ROOT_MOTION;

impl Parser<'_> {
    /// After the name of the root; the outline may be left out.
    pub(super) fn root_motion(&mut self) {
        // none of them is a unit of the outline
        self.clause_words = ROOT_MOTION;
        if self.at(Equal) {
            self.value();
        }
        if !self.word().is_some_and(|word| ROOT_MOTION.contains(&word)) {
            self.expected("E0115", "`moves` and a velocity (`root body moves (1, 0) mm/s until 40 mm`)");
        }
        self.clauses(ROOT_MOTION);
        // those refused are not offered
        self.clause_words = &["moves", "from", "until"];
    }
}
