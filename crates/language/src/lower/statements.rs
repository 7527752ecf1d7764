//! Statements.

use super::context::Lowering;
use crate::suggestion::{quoted, suggest};
use crate::syntax::{Node, SyntaxKind as K, Token};
use crate::tree::{child, words};
use mainspring_definition::words::{DRIVES, SPACES};
use mainspring_definition::{Contacts, Diagnostic, Expr, Field, Statement, StatementForm as F, StatementKind, Trigger};

impl Lowering<'_> {
    /// The statement a node says; None where it is not complete.
    pub(super) fn statement(&mut self, node: &Node) -> Option<Statement> {
        let kind = self.statement_kind(node)?;
        Some(Statement { kind, span: self.span(node.text_range()) })
    }

    fn statement_kind(&mut self, node: &Node) -> Option<StatementKind> {
        match node.kind() {
            K::Statement(form) => self.statement_of(form, node),
            K::Field => Some(StatementKind::Field(Field { name: self.dotted_name(node)?, value: self.value(node)? })),
            // what the parser could not read
            _ => None,
        }
    }

    fn statement_of(&mut self, form: F, node: &Node) -> Option<StatementKind> {
        Some(match form {
            // handled where files are joined
            F::Use => return None,
            F::Space => StatementKind::Space(self.one_of(&words(node).nth(1)?, SPACES, "space")?),
            F::Gravity => StatementKind::Gravity(self.first_expression(node)?),
            F::Method => StatementKind::Method { name: self.name(&words(node).nth(1)?), options: self.options(node) },
            F::Impact => StatementKind::Impact(self.options(node)),
            F::Materials => StatementKind::Materials { names: self.paths(node), fields: self.options(node) },
            F::Material => {
                StatementKind::Material { name: self.name(&words(node).nth(1)?), fields: self.options(node) }
            }
            F::Primitive => StatementKind::Primitive {
                name: self.name(&words(node).nth(1)?),
                parameters: self.parameters(node),
                body: self.body(node),
            },
            F::Composite => StatementKind::Composite {
                name: self.name(&words(node).nth(1)?),
                parameters: self.parameters(node),
                body: self.body(node),
            },
            F::Part => {
                self.refuse_options(node);
                StatementKind::Part {
                    names: self.declarators(node),
                    placement: self.placement(node),
                    value: self.value(node)?,
                }
            }
            F::Mass => StatementKind::Mass {
                names: self.declarators(node),
                placement: self.placement(node),
                options: self.options(node),
                value: self.value(node)?,
            },
            F::Fix => StatementKind::Fix(self.paths(node)),
            F::Base => StatementKind::Base(self.paths(node).pop()?),
            F::Obstacle => StatementKind::Obstacle {
                name: self.declarator(node)?,
                placement: self.placement(node),
                options: self.options(node),
                value: self.value(node)?,
            },
            F::Joint => StatementKind::Joint {
                name: self.declarator(node)?,
                options: self.options(node),
                value: self.value(node)?,
            },
            F::Spring => StatementKind::Spring {
                name: self.declarator(node)?,
                options: self.options(node),
                value: self.value(node)?,
            },
            F::Start => self.start(node)?,
            F::Drive => StatementKind::Drive {
                joint: self.paths(node).pop()?,
                kind: self.one_of(&words(node).nth(1)?, DRIVES, "drive")?,
                options: self.options(node),
                value: self.value(node)?,
            },
            F::Force => StatementKind::Force {
                name: self.declarator(node)?,
                on: self.path_clause(node, "on")?,
                along: self.path_clause(node, "along"),
                value: self.value(node)?,
            },
            F::Torque => StatementKind::Torque {
                name: self.declarator(node)?,
                on: self.path_clause(node, "on")?,
                along: self.path_clause(node, "along"),
                value: self.value(node)?,
            },
            F::Let => StatementKind::Let { name: self.plain_name(node)?, value: self.value(node)? },
            F::Quantity => StatementKind::Quantity { name: self.declarator(node)?, value: self.value(node)? },
            F::Constraint => StatementKind::Constraint {
                name: self.declarator(node)?,
                left: self.first_expression(node)?,
                right: self.value(node)?,
            },
            F::Switch => self.switch(node)?,
            F::Stop => self.stop(node)?,
            F::For => StatementKind::For {
                variable: self.name(&words(node).nth(1)?),
                values: self.first_expression(node)?,
                body: self.body(node),
            },
            F::If => self.if_statement(node)?,
            F::Point => StatementKind::Point {
                name: self.declarator(node)?,
                axis: self.clause(node, "axis"),
                zero: self.clause(node, "zero"),
                turned: self.clause(node, "turned"),
                value: self.value(node)?,
            },
            F::Contact => StatementKind::Contact { parts: self.paths(node), options: self.options(node) },
            F::Contacts => {
                let paths = self.paths(node);
                StatementKind::Contacts(match paths.as_slice() {
                    [] => return None,
                    [one] if one.as_name() == Some("all") => Contacts::All,
                    [one] if one.as_name() == Some("none") => Contacts::None,
                    _ => Contacts::Among(paths),
                })
            }
            F::Run => StatementKind::Run {
                duration: self.first_expression(node)?,
                every: self.clause(node, "every"),
                options: self.options(node),
            },
            F::Record => StatementKind::Record(self.expressions(node)),
            F::Plot => StatementKind::Plot {
                title: self.title(node)?,
                curves: self.expressions(node),
                against: self.clause(node, "against"),
            },
            F::Surface => StatementKind::Surface(self.options(node)),
            F::Window => StatementKind::Window {
                name: self.declarator(node)?,
                placement: self.placement(node),
                options: self.options(node),
                value: self.value(node)?,
            },
            F::Array => StatementKind::Array {
                name: self.declarator(node)?,
                placement: self.placement(node),
                options: self.options(node),
                value: self.value(node)?,
            },
            F::Group => StatementKind::Group { name: self.name(&words(node).nth(1)?), body: self.body(node) },
            F::Frame => StatementKind::Frame { name: self.declarator(node)?, members: self.paths(node) },
            F::Script => StatementKind::Script { name: self.name(&words(node).nth(1)?), steps: self.steps(node) },
            F::Bin => StatementKind::Bin {
                name: self.declarator(node)?,
                placement: self.placement(node),
                value: self.value(node)?,
            },
            F::Root => self.sweep_root(node)?,
            F::Pawl => self.pawl(node)?,
            F::Report => StatementKind::Report(self.paths(node)),
            F::Later => StatementKind::Later { keyword: self.name(&words(node).next()?) },
        })
    }

    fn start(&mut self, node: &Node) -> Option<StatementKind> {
        let keyword = words(node).next()?;
        let joint = self.paths(node).pop()?;
        let (value, rate) = (self.value(node), self.clause(node, "rate"));
        if value.is_none() && rate.is_none() && child(node, K::Value).is_none() && child(node, K::Clause).is_none() {
            let word = keyword.text();
            let message = format!(
                "expected `=` and a value, or `rate` and a value, after `{word} …`, such as `{word} j = 30 deg rate 2 rad/s`"
            );
            self.error("E0115", node.text_range(), message);
        }
        Some(StatementKind::Start { joint, value, rate, exact: keyword.text() != "guess" })
    }

    fn switch(&mut self, node: &Node) -> Option<StatementKind> {
        let keyword = words(node).next()?;
        let targets = self.paths(node);
        let (at, when) = (self.clause(node, "at"), self.clause(node, "when"));
        let trigger = match (at, when) {
            (Some(at), None) => Trigger::At(at),
            (None, Some(when)) => Trigger::When(when),
            (None, None) => {
                if child(node, K::Clause).is_none() && !targets.is_empty() {
                    let message =
                        format!("expected `when` and a condition or `at` and a time after `{} …`", keyword.text());
                    self.error("E0115", node.text_range(), message);
                }
                return None;
            }
            (Some(_), Some(_)) => {
                self.error("E0114", node.text_range(), "`at` and `when` exclude each other");
                return None;
            }
        };
        // the parser also takes a misspelt keyword here: nearest to which of the two decides
        let attach = suggest(keyword.text(), ["attach", "release"]).unwrap_or(keyword.text()) == "attach";
        Some(StatementKind::Switch { attach, targets, trigger })
    }

    fn stop(&mut self, node: &Node) -> Option<StatementKind> {
        let when = self.clause(node, "when");
        if when.is_none() && child(node, K::Clause).is_none() {
            self.error("E0115", node.text_range(), "expected `when` and a condition after `stop`");
        }
        Some(StatementKind::Stop(when?))
    }

    fn if_statement(&mut self, node: &Node) -> Option<StatementKind> {
        let condition: Expr = self.first_expression(node)?;
        let mut branches = node.children().filter(|n| matches!(n.kind(), K::Block | K::Statement(F::If)));
        let then = branches.next().map(|block| self.block(&block)).unwrap_or_default();
        let otherwise = match branches.next() {
            Some(nested) if nested.kind() == K::Statement(F::If) => self.statement(&nested).into_iter().collect(),
            Some(block) => self.block(&block),
            None => Vec::new(),
        };
        Some(StatementKind::If { condition, then, otherwise })
    }

    /// The word's meaning in a table of words, or an error that lists them.
    fn one_of<T: Copy>(&mut self, token: &Token, table: &[(&str, T)], what: &str) -> Option<T> {
        if let Some((_, meaning)) = table.iter().find(|(w, _)| *w == token.text()) {
            return Some(*meaning);
        }
        let all: Vec<&str> = table.iter().map(|(w, _)| *w).collect();
        let message = format!("{} is no {what}: expected `{}`", quoted(token.text()), all.join("`, `"));
        let mut diagnostic = Diagnostic::error("E0113", self.span(token.text_range()), message);
        if let Some(near) = suggest(token.text(), all) {
            diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
        }
        self.diagnostics.push(diagnostic);
        None
    }
}
