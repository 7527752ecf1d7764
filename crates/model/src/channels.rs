//! What is recorded, plotted and probed.

use crate::build::Builder;
use crate::elaborate::value::{ScopeId, Value};
use crate::model::{Channel, Plot};
use mainspring_definition::{Diagnostic, Dimension, Expr, Span, Statement, StatementKind};
use std::collections::BTreeMap;

/// Channels, each name once.
#[derive(Default)]
pub struct Channels {
    list: Vec<Channel>,
    by_name: BTreeMap<String, usize>,
    plots: Vec<Plot>,
    probes: Vec<Channel>,
}

impl Channels {
    /// Channels, plots, probes.
    pub fn into_parts(self) -> (Vec<Channel>, Vec<Plot>, Vec<Channel>) {
        (self.list, self.plots, self.probes)
    }
}

impl<'a> Builder<'a> {
    /// `record` and `plot` lines, quantities, and what is asked for from outside.
    pub fn collect_channels(&mut self, deferred: &[(ScopeId, &'a Statement)], scene: ScopeId) {
        for (path, id) in std::mem::take(&mut self.quantities) {
            let value = self.force(id);
            let span = self.lazies[id].span;
            self.add_channel(path, value, span);
        }
        for &(scope, statement) in deferred {
            match &statement.kind {
                StatementKind::Record(exprs) => {
                    for expr in exprs {
                        self.record(expr, scope);
                    }
                }
                StatementKind::Plot { title, curves, against } => {
                    let curves: Vec<Option<usize>> = curves.iter().map(|c| self.record(c, scope)).collect();
                    let against = against.as_ref().map(|e| (self.record(e, scope), e.span));
                    if let Some((Some(x), span)) = against
                        && self.channels.list[x].nodes.len() != 1
                    {
                        self.report(
                            Diagnostic::error(
                                "E0303",
                                span,
                                "the horizontal axis of a plot is one number, found a vector",
                            )
                            .help("use a component (`.x`) or `norm(…)`"),
                        );
                    }
                    let curves: Vec<usize> = curves.into_iter().flatten().collect();
                    self.channels.plots.push(Plot {
                        title: title.clone(),
                        curves,
                        against: against.and_then(|(x, _)| x),
                    });
                }
                _ => {}
            }
        }
        let options = self.options;
        for (text, expr) in &options.probes {
            let value = self.eval(expr, scene);
            if let Some(channel) = self.channel(text.clone(), value, expr.span) {
                self.channels.probes.push(channel);
            }
        }
    }

    fn record(&mut self, expr: &'a Expr, scope: ScopeId) -> Option<usize> {
        let name = self.channel_name(expr, scope);
        if let Some(&known) = self.channels.by_name.get(&name) {
            return Some(known);
        }
        let value = self.eval(expr, scope);
        self.add_channel(name, value, expr.span)
    }

    fn add_channel(&mut self, name: String, value: Value, span: Span) -> Option<usize> {
        if let Some(&known) = self.channels.by_name.get(&name) {
            return Some(known);
        }
        let channel = self.channel(name.clone(), value, span)?;
        self.channels.list.push(channel);
        self.channels.by_name.insert(name, self.channels.list.len() - 1);
        Some(self.channels.list.len() - 1)
    }

    fn channel(&mut self, name: String, value: Value, span: Span) -> Option<Channel> {
        let value = self.as_vector(value);
        match value {
            Value::Poison => None,
            Value::Number(n) => {
                let node = self.node(n.scalar);
                Some(Channel { name, dimension: n.dimension, angle: n.is_angle(), nodes: vec![node] })
            }
            Value::Flag(s) => {
                let node = self.node(s);
                Some(Channel { name, dimension: Dimension::NONE, angle: false, nodes: vec![node] })
            }
            Value::Tuple(items) => {
                let mut first: Option<crate::elaborate::value::Number> = None;
                let mut nodes = Vec::with_capacity(items.len());
                for item in items {
                    let Value::Number(mut n) = item else {
                        self.no_channel(span, "a tuple of other things");
                        return None;
                    };
                    if let Some(f) = &mut first {
                        if !self.same_dimension(f, &mut n, span, "record together") {
                            return None;
                        }
                    } else {
                        first = Some(n);
                    }
                    nodes.push(self.node(n.scalar));
                }
                let first = first?;
                Some(Channel { name, dimension: first.dimension, angle: first.is_angle(), nodes })
            }
            other => {
                let what = other.describe();
                self.no_channel(span, &what);
                None
            }
        }
    }

    fn no_channel(&mut self, span: Span, what: &str) {
        self.report(
            Diagnostic::error("E0303", span, format!("a number or a vector can be recorded, found {what}"))
                .help("say which quantity of it, such as `.position`, `.angle` or `.force`"),
        );
    }
}
