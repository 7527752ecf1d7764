//! What is recorded, plotted and probed.

use crate::channels::spelling::Speller;
use crate::context::state::Context;
use crate::context::value::{LazyId, Number, ScopeId, Value};
use crate::elaborate::elaboration::Deferred;
use crate::evaluate::evaluator::Evaluator;
use crate::measure::before::no_place_in_sweep;
use mainspring_definition::{Diagnostic, Dimension, Expr, Span, StatementKind};
use mainspring_model::Probe;
use mainspring_model::{Channel, Plot};
use std::collections::BTreeMap;

/// Channels in the making, each name once.
pub struct ChannelPhase<'p, 'a> {
    ev: Evaluator<'p, 'a>,
    list: Vec<Channel>,
    by_name: BTreeMap<String, usize>,
    plots: Vec<Plot>,
    probes: Vec<Channel>,
}

/// What is recorded.
pub struct Channels {
    /// `record` lines, plotted curves, named quantities
    pub list: Vec<Channel>,
    pub plots: Vec<Plot>,
    /// asked for from outside the scene
    pub probes: Vec<Channel>,
}

/// `record` and `plot` lines, quantities, and what is requested from outside.
pub fn collect<'a>(
    ev: Evaluator<'_, 'a>,
    quantities: Vec<(String, LazyId)>,
    deferred: &[Deferred<'a>],
    scene: ScopeId,
) -> Channels {
    let (list, by_name, plots, probes) = (Vec::new(), BTreeMap::new(), Vec::new(), Vec::new());
    let mut phase = ChannelPhase { ev, list, by_name, plots, probes };
    phase.collect_channels(quantities, deferred, scene);
    Channels { list: phase.list, plots: phase.plots, probes: phase.probes }
}

impl<'a> ChannelPhase<'_, 'a> {
    fn collect_channels(&mut self, quantities: Vec<(String, LazyId)>, deferred: &[Deferred<'a>], scene: ScopeId) {
        for (path, id) in quantities {
            let value = self.ev.force(id);
            let span = self.ev.cx.names.lazies[id].span;
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
                        && self.list[x].nodes.len() != 1
                    {
                        self.ev.cx.findings.report(
                            Diagnostic::error(
                                "E0303",
                                span,
                                "the horizontal axis of a plot is one number, found a vector",
                            )
                            .help("use a component (`.x`) or `norm(…)`"),
                        );
                    }
                    let curves: Vec<usize> = curves.into_iter().flatten().collect();
                    self.plots.push(Plot { title: title.clone(), curves, against: against.and_then(|(x, _)| x) });
                }
                _ => {}
            }
        }
        let options = self.ev.cx.input.options;
        for (text, expr) in &options.probes {
            let value = self.ev.eval(expr, scene);
            if let Some(channel) = self.channel(text.clone(), value, expr.span) {
                self.probes.push(channel);
            }
        }
    }

    fn record(&mut self, expr: &'a Expr, scope: ScopeId) -> Option<usize> {
        let name =
            Speller { definition: self.ev.cx.input.definition, names: &self.ev.cx.names }.channel_name(expr, scope);
        if let Some(&known) = self.by_name.get(&name) {
            return Some(known);
        }
        let value = self.ev.eval(expr, scope);
        self.add_channel(name, value, expr.span)
    }

    fn add_channel(&mut self, name: String, value: Value, span: Span) -> Option<usize> {
        if let Some(&known) = self.by_name.get(&name) {
            return Some(known);
        }
        let channel = self.channel(name.clone(), value, span)?;
        self.list.push(channel);
        self.by_name.insert(name, self.list.len() - 1);
        Some(self.list.len() - 1)
    }

    fn channel(&mut self, name: String, value: Value, span: Span) -> Option<Channel> {
        let value = self.ev.cx.as_vector(value);
        match value {
            Value::Poison => None,
            Value::Number(n) => {
                let node = self.ev.cx.node(n.scalar);
                Some(Channel { name, dimension: n.dimension, angle: n.is_angle(), nodes: vec![node] })
            }
            Value::Flag(s) => {
                let node = self.ev.cx.node(s);
                Some(Channel { name, dimension: Dimension::NONE, angle: false, nodes: vec![node] })
            }
            Value::Tuple(items) => {
                let mut first: Option<Number> = None;
                let mut nodes = Vec::with_capacity(items.len());
                for item in items {
                    let Value::Number(mut n) = item else {
                        self.no_channel(span, "a tuple of other things");
                        return None;
                    };
                    if let Some(f) = &mut first {
                        if !self.ev.cx.same_dimension(f, &mut n, span, "record together") {
                            return None;
                        }
                    } else {
                        first = Some(n);
                    }
                    nodes.push(self.ev.cx.node(n.scalar));
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
        self.ev.cx.findings.report(
            Diagnostic::error("E0303", span, format!("a number or a vector can be recorded, found {what}"))
                .help("say which quantity of it, such as `.position`, `.angle` or `.force`"),
        );
    }
}

/// Everything a sweep records, plots and probes is of its root and pawls; reports if not.
pub fn check_sweep_channels(cx: &mut Context<'_>, deferred: &[Deferred<'_>]) {
    let strange = cx.code.programs.probes.iter().any(|p| !matches!(p, Probe::Swept { .. }));
    if strange && !cx.findings.failed() {
        let asked = deferred.iter().find_map(|(_, s)| match &s.kind {
            StatementKind::Record(_) | StatementKind::Plot { .. } => Some(s.span),
            _ => None,
        });
        let probed = cx.input.options.probes.first().map(|(_, expr)| expr.span);
        no_place_in_sweep(cx, asked.or(probed).unwrap_or(Span::NOWHERE), "something in these expressions");
    }
}
