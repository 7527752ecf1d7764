//! The steps of scripts.

use super::context::Lowering;
use crate::syntax::{Node, SyntaxKind as K};
use crate::tree::{child, token, words};
use mainspring_definition::{ScriptExit, ScriptStep, ScriptStepKind};

impl Lowering<'_> {
    /// The steps of a script, or of a loop in it.
    pub(super) fn steps(&mut self, node: &Node) -> Vec<ScriptStep> {
        let Some(list) = child(node, K::Steps) else { return Vec::new() };
        list.children().filter(|n| n.kind() == K::Step).filter_map(|n| self.step(&n)).collect()
    }

    fn step(&mut self, node: &Node) -> Option<ScriptStep> {
        let label = child(node, K::Label).and_then(|n| words(&n).next()).map(|t| self.name(&t));
        let kind = match child(node, K::PathExpr).filter(|_| words(node).next().is_none()) {
            Some(frame) => self.shown(node, &frame)?,
            None => {
                let mut all = words(node);
                match all.next()?.text() {
                    "loop" => ScriptStepKind::Loop { times: self.first_expression(node), steps: self.steps(node) },
                    "repeat" => ScriptStepKind::Repeat(self.first_expression(node)),
                    _ => ScriptStepKind::Jump(self.name(&all.next()?)),
                }
            }
        };
        Some(ScriptStep { label, kind, span: self.span(node.text_range()) })
    }

    fn shown(&mut self, node: &Node, frame: &Node) -> Option<ScriptStepKind> {
        let (duration, until) = (self.clause(node, "for"), self.clause(node, "until"));
        let exits = node.children().filter(|n| n.kind() == K::Exit).filter_map(|n| self.exit(&n)).collect();
        Some(ScriptStepKind::Show { frame: self.path(frame)?, duration, until, exits })
    }

    fn exit(&mut self, node: &Node) -> Option<ScriptExit> {
        token(node, K::Arrow)?;
        Some(ScriptExit { when: self.first_expression(node)?, to: self.name(&words(node).nth(1)?) })
    }
}
