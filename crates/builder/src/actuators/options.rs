//! The options of windows and arrays: their own, those set from outside, and those of the groups round them.

use crate::actuators::phase::TablePhase;
use crate::context::value::{Number, Scalar, ScopeId, Value};
use crate::evaluate::options::Options;
use crate::results::drafts::GroupDraft;
use mainspring_definition::{Diagnostic, Dimension, Expr, Field, Span};
use mainspring_model::NodeId;
use mainspring_model::{Level, Probe};

impl<'a> TablePhase<'_, 'a> {
    /// The options of a window or array: its own, then those of the groups round it.
    pub fn actuator_options(
        &mut self,
        path: &str,
        own: &'a [Field],
        scope: ScopeId,
        known: &'static [&'static str],
    ) -> Option<Options<'a>> {
        let mut options = self.ev.options(path, &[], &[], own)?;
        for word in known {
            if let Some(expr) = self.ev.cx.overrides.override_of(&format!("{path}.{word}")) {
                options.put(word, expr);
            }
        }
        let own_action = options.has("force") || options.has("velocity");
        let mut group = Some(self.ev.cx.names.scopes[scope].members);
        while let Some(at) = group {
            let Some(GroupDraft { parent, options: shared }) = self.ev.known.table.groups.get(&at) else { break };
            let (parent, shared) = (*parent, shared.clone());
            let prefix = self.ev.cx.names.scopes[at].prefix.clone();
            for word in known {
                let acts = matches!(*word, "force" | "velocity");
                let said = shared.iter().find(|f| f.name.text == *word).map(|f| &f.value);
                if let Some(expr) = self.ev.cx.overrides.override_of(&format!("{prefix}{word}")).or(said)
                    && !options.has(word)
                    && !(acts && own_action)
                {
                    options.put(word, expr);
                }
            }
            group = parent;
        }
        Some(options)
    }

    /// A scope in which `x` and `y` are the place a density is asked for.
    pub fn scope_at_place(&mut self, scope: ScopeId, mut more: Vec<(&'a str, Value)>) -> ScopeId {
        for (name, probe) in [("x", Probe::FieldX), ("y", Probe::FieldY)] {
            more.push((name, self.ev.cx.probe_number(probe, Dimension::LENGTH, false)));
        }
        self.ev.cx.names.scope_with(scope, more)
    }

    /// A density of force, N/m², as a function of place and time; None after a report.
    pub fn density(&mut self, expr: &'a Expr, scope: ScopeId, what: &str) -> Option<[Scalar; 2]> {
        let value = self.ev.eval(expr, scope);
        let value = self.ev.cx.as_vector(value);
        if let Value::Tuple(items) = &value
            && items.iter().any(|v| matches!(v, Value::Number(n) if n.dimension == Dimension::FORCE))
        {
            let message = format!("the force of {what} is a density, a force per area in N/m^2; this is a force");
            self.ev.cx.findings.report(
                Diagnostic::error("E0301", expr.span, message)
                    .help("a part feels the density times the area that lies over it: write `(40, 0) N/m^2`"),
            );
            return None;
        }
        let [x, y, _] =
            self.ev.cx.vector(&value, Some(Dimension::PRESSURE), expr.span, &format!("the force of {what}"))?;
        let fine = [x, y].into_iter().all(|s| self.ev.cx.check_level(s, Level::Rate, expr.span, "a density of force"));
        fine.then_some([x, y])
    }

    /// Reports what reads the place although it cannot; true if all is well.
    pub fn reads_no_place(&mut self, scalar: Scalar, span: Span, what: &str) -> bool {
        let Scalar::Node(node) = scalar else { return true };
        if self.dependence(node).degree == 0 {
            return true;
        }
        self.ev.cx.findings.report(
            Diagnostic::error("E0521", span, format!("{what} is one for the whole, so it cannot read `x` or `y`"))
                .help("give each piece a window of its own"),
        );
        false
    }

    /// A whole number option.
    pub fn option_whole(&mut self, options: &mut Options<'a>, name: &'static str, scope: ScopeId) -> Option<i64> {
        let given = options.take(name)?;
        let value = self.ev.eval(given.expr, scope);
        self.ev.cx.whole(&value, given.expr.span, &format!("`{name}`"))
    }

    /// `on = t > 2 s`: a truth value over time.
    pub fn option_on(&mut self, options: &mut Options<'a>, scope: ScopeId) -> Option<NodeId> {
        let given = options.take("on")?;
        let value = self.ev.eval(given.expr, scope);
        let flag = self.ev.cx.flag(&value, given.expr.span)?;
        if !self.ev.cx.check_level(flag, Level::Time, given.expr.span, "`on`") {
            return None;
        }
        Some(self.ev.cx.node(flag))
    }

    /// The node of a number of some dimension that may change in time; None after a report.
    pub fn changing(&mut self, expr: &'a Expr, scope: ScopeId, dimension: Dimension, what: &str) -> Option<Number> {
        let value = self.ev.eval(expr, scope);
        let number = self.ev.cx.number(&value, dimension, expr.span, what)?;
        self.ev.cx.check_level(number.scalar, Level::Rate, expr.span, what).then_some(number)
    }
}
