//! Pieces that statements share: declared names, options, clauses, parameters.

use super::context::Lowering;
use crate::syntax::{Node, SyntaxKind};
use crate::tree::{child, token, words};
use mainspring_definition::{
    Declarator, Diagnostic, Expr, ExprKind, Field, Name, Parameter, ParameterKind, Path, Placement, Statement,
    StatementForm,
};

impl Lowering<'_> {
    /// The value after `=`.
    pub(super) fn value(&mut self, node: &Node) -> Option<Expr> {
        let value = child(node, SyntaxKind::Value)?;
        self.first_expression(&value)
    }

    pub(super) fn declarator(&mut self, node: &Node) -> Option<Declarator> {
        let inner = child(node, SyntaxKind::Declarator)?;
        self.one_declarator(&inner)
    }

    pub(super) fn declarators(&mut self, node: &Node) -> Vec<Declarator> {
        let all = node.children().filter(|n| n.kind() == SyntaxKind::Declarator);
        all.filter_map(|n| self.one_declarator(&n)).collect()
    }

    fn one_declarator(&mut self, node: &Node) -> Option<Declarator> {
        let name = self.name(&words(node).next()?);
        let index = match child(node, SyntaxKind::Index) {
            Some(index) => Some(self.index(&index)?),
            None => None,
        };
        Some(Declarator { name, index })
    }

    /// A declared name that cannot have an index.
    pub(super) fn plain_name(&mut self, node: &Node) -> Option<Name> {
        let inner = child(node, SyntaxKind::Declarator)?;
        if let Some(index) = child(&inner, SyntaxKind::Index) {
            self.error("E0115", index.text_range(), "a `let` names one value and has no index");
        }
        words(&inner).next().map(|t| self.name(&t))
    }

    /// The paths directly in the node.
    pub(super) fn paths(&mut self, node: &Node) -> Vec<Path> {
        node.children().filter(|n| n.kind() == SyntaxKind::PathExpr).filter_map(|n| self.path(&n)).collect()
    }

    /// `word value`, once.
    pub(super) fn clause(&mut self, node: &Node, word: &str) -> Option<Expr> {
        let mut found = node.children().filter(|n| n.kind() == SyntaxKind::Clause && clause_word(n) == word);
        let first = found.next()?;
        if let Some(second) = found.next() {
            let span = self.span(second.text_range());
            let diagnostic = Diagnostic::error("E0114", span, format!("`{word}` is given twice"));
            self.diagnostics
                .push(diagnostic.also(self.span(first.text_range()), "first here").help("remove one of them"));
        }
        self.first_expression(&first)
    }

    pub(super) fn path_clause(&mut self, node: &Node, word: &str) -> Option<Path> {
        match self.clause(node, word)?.kind {
            ExprKind::Path(path) => Some(path),
            _ => None,
        }
    }

    pub(super) fn placement(&mut self, node: &Node) -> Placement {
        for clause in node.children().filter(|n| n.kind() == SyntaxKind::Clause) {
            if let word @ "on" = clause_word(&clause).as_str() {
                self.not_yet(&clause, word);
            }
        }
        Placement {
            at: self.clause(node, "at"),
            turned: self.clause(node, "turned"),
            about: self.clause(node, "about"),
            moving: self.clause(node, "moving"),
            spinning: self.clause(node, "spinning"),
            arriving: self.clause(node, "arriving"),
            leaving: self.clause(node, "leaving"),
        }
    }

    /// Options that a part or point mass takes only in a later version.
    pub(super) fn refuse_options(&mut self, node: &Node) {
        if let Some(options) = child(node, SyntaxKind::Options) {
            self.not_yet(&options, "{ … }");
        }
    }

    fn not_yet(&mut self, node: &Node, what: &str) {
        self.error("E0117", node.text_range(), format!("`{what}` here is not available in this version"));
    }

    /// Fields of an option block, nested ones with dotted names; none without a block.
    pub(super) fn options(&mut self, node: &Node) -> Vec<Field> {
        let mut fields = Vec::new();
        if let Some(block) = child(node, SyntaxKind::Options) {
            self.option_block(&block, None, &mut fields);
        }
        fields
    }

    fn option_block(&mut self, block: &Node, within: Option<&str>, fields: &mut Vec<Field>) {
        for item in block.children() {
            let Some(mut name) = self.dotted_name(&item) else { continue };
            if let Some(outer) = within {
                name.text = format!("{outer}.{}", name.text);
            }
            match item.kind() {
                SyntaxKind::Field => {
                    if let Some(value) = self.value(&item) {
                        fields.push(Field { name, value });
                    }
                }
                SyntaxKind::Flag => {
                    let value = Expr { kind: ExprKind::Bool(true), span: name.span };
                    fields.push(Field { name, value });
                }
                SyntaxKind::Nested => {
                    if let Some(inner) = child(&item, SyntaxKind::Options) {
                        // the block itself is a flag: `compliant { }` already says that the joint is compliant
                        if inner.children().next().is_none() {
                            let value = Expr { kind: ExprKind::Bool(true), span: name.span };
                            fields.push(Field { name, value });
                        } else {
                            self.option_block(&inner, Some(&name.text), fields);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// `stiffness`, `compliant.stiffness`
    pub(super) fn dotted_name(&mut self, node: &Node) -> Option<Name> {
        let mut all = words(node);
        let mut name = self.name(&all.next()?);
        for word in all {
            name.text.push('.');
            name.text.push_str(word.text());
            name.span = name.span.to(self.span(word.text_range()));
        }
        Some(name)
    }

    pub(super) fn parameters(&mut self, node: &Node) -> Vec<Parameter> {
        let Some(list) = child(node, SyntaxKind::Parameters) else { return Vec::new() };
        list.children().filter(|n| n.kind() == SyntaxKind::Parameter).filter_map(|n| self.parameter(&n)).collect()
    }

    fn parameter(&mut self, node: &Node) -> Option<Parameter> {
        let mut all = words(node);
        let (name, kind) = (all.next()?, all.next()?);
        Some(Parameter {
            name: self.name(&name),
            kind: ParameterKind(kind.text().to_owned()),
            kind_span: self.span(kind.text_range()),
            default: self.value(node),
        })
    }

    /// The statements of a node's `{ … }`.
    pub(super) fn body(&mut self, node: &Node) -> Vec<Statement> {
        child(node, SyntaxKind::Block).map(|block| self.block(&block)).unwrap_or_default()
    }

    pub(super) fn block(&mut self, block: &Node) -> Vec<Statement> {
        let mut statements = Vec::new();
        for node in block.children() {
            if node.kind() == SyntaxKind::Statement(StatementForm::Use) {
                self.error("E0010", node.text_range(), "`use` stands at the top of a file, not in a block");
            } else {
                statements.extend(self.statement(&node));
            }
        }
        statements
    }

    /// The title of a plot.
    pub(super) fn title(&mut self, node: &Node) -> Option<String> {
        token(node, SyntaxKind::Text).map(|t| self.text(&t))
    }
}

fn clause_word(clause: &Node) -> String {
    words(clause).next().map(|t| t.text().to_owned()).unwrap_or_default()
}
