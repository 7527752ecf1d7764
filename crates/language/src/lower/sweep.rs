//! The root and the pawls of an exact sweep.

use super::context::Lowering;
use crate::syntax::{Node, SyntaxKind as K};
use crate::tree::child;
use mainspring_definition::StatementKind;
use mainspring_definition::grammar::ROOT_TURNING;

impl Lowering<'_> {
    /// `root body = … moves … from … until …`
    pub(super) fn sweep_root(&mut self, node: &Node) -> Option<StatementKind> {
        let name = self.declarator(node)?;
        let outline = self.value(node);
        let (from, until) = (self.clause(node, "from"), self.clause(node, "until"));
        let spinning = ROOT_TURNING.iter().find_map(|word| self.clause(node, word));
        let Some(moves) = self.clause(node, "moves") else {
            if spinning.is_some() {
                let message = "the root of a sweep translates, it cannot turn, and it does not say how it `moves`; write \
                               `root body moves (1, 0) mm/s until 40 mm`, or move parts that turn with `method event`";
                self.error("E0115", node.text_range(), message);
                return None;
            }
            // without any clause the parser has said so
            if from.is_some() || until.is_some() {
                let message = "the root does not say how it `moves` (`root body moves (1, 0) mm/s until 40 mm`)";
                self.error("E0115", node.text_range(), message);
            }
            return None;
        };
        if child(node, K::Value).is_some() && outline.is_none() {
            return None;
        }
        Some(StatementKind::Root { name, outline, moves, from, until, spinning })
    }

    /// `pawl hook on body at … = … { … }`
    pub(super) fn pawl(&mut self, node: &Node) -> Option<StatementKind> {
        Some(StatementKind::Pawl {
            name: self.declarator(node)?,
            on: self.path_clause(node, "on")?,
            at: self.clause(node, "at"),
            options: self.options(node),
            value: self.value(node)?,
        })
    }
}
