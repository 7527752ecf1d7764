//! The options of windows and arrays: their own, those set from outside, and those of the groups round them.

use super::GroupDraft;
use crate::build::Builder;
use crate::elaborate::paths::listed;
use crate::elaborate::value::{Number, Scalar, ScopeId, Value};
use crate::joint_options::Options;
use crate::probe::{Level, Probe};
use crate::program::NodeId;
use mainspring_definition::{Diagnostic, Dimension, Expr, Field, Span, did_you_mean};

/// Options of a window.
pub const WINDOW: &[&str] = &["force", "velocity", "priority", "on", "power"];
/// Options of an array.
pub const ARRAY: &[&str] =
    &["force", "priority", "on", "power", "pad", "groups", "group", "level", "duty", "directions", "strength"];

impl<'a> Builder<'a> {
    /// `priority = 3` in a group.
    pub fn group_option(&mut self, field: &'a Field, scope: ScopeId) {
        let name = &field.name;
        let known: Vec<&str> = WINDOW.iter().chain(ARRAY.iter().filter(|w| !WINDOW.contains(w))).copied().collect();
        if !known.contains(&name.text.as_str()) {
            let finding = Diagnostic::error("E0217", name.span, format!("a group has no option `{}`", name.text));
            self.report(match did_you_mean(&name.text, known.iter().copied()) {
                Some(s) => finding.help(format!("did you mean `{s}`?")),
                None => finding.help(format!("its members take {} from it", listed(&known))),
            });
            return;
        }
        let members = self.scopes[scope].members;
        let Some(group) = self.actuators.groups.get_mut(&members) else { return };
        let twice = group.options.iter().any(|f| f.name.text == name.text);
        group.options.push(field);
        if twice {
            self.report(
                Diagnostic::error("E0202", name.span, format!("`{}` is given twice", name.text))
                    .help("leave one of them out"),
            );
        }
    }

    /// The options of a window or array: its own, then those of the groups round it.
    pub fn actuator_options(
        &mut self,
        path: &str,
        own: &'a [Field],
        scope: ScopeId,
        known: &'static [&'static str],
    ) -> Option<Options<'a>> {
        let mut options = self.options(path, &[], &[], own)?;
        for word in known {
            if let Some(expr) = self.override_of(&format!("{path}.{word}")) {
                options.put(word, expr);
            }
        }
        let own_action = options.has("force") || options.has("velocity");
        let mut group = Some(self.scopes[scope].members);
        while let Some(at) = group {
            let Some(GroupDraft { parent, options: shared }) = self.actuators.groups.get(&at) else { break };
            let (parent, shared) = (*parent, shared.clone());
            let prefix = self.scopes[at].prefix.clone();
            for word in known {
                let acts = matches!(*word, "force" | "velocity");
                let said = shared.iter().find(|f| f.name.text == *word).map(|f| &f.value);
                if let Some(expr) = self.override_of(&format!("{prefix}{word}")).or(said)
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
            more.push((name, self.probe_number(probe, Dimension::LENGTH, false)));
        }
        self.scope_with(scope, more)
    }

    /// A density of force, N/m², as a function of place and time; None after a report.
    pub fn density(&mut self, expr: &'a Expr, scope: ScopeId, what: &str) -> Option<[Scalar; 2]> {
        let value = self.eval(expr, scope);
        let value = self.as_vector(value);
        if let Value::Tuple(items) = &value
            && items.iter().any(|v| matches!(v, Value::Number(n) if n.dimension == Dimension::FORCE))
        {
            let message = format!("the force of {what} is a density, a force per area in N/m^2; this is a force");
            self.report(
                Diagnostic::error("E0301", expr.span, message)
                    .help("a part feels the density times the area that lies over it: write `(40, 0) N/m^2`"),
            );
            return None;
        }
        let [x, y, _] = self.vector(&value, Some(Dimension::PRESSURE), expr.span, &format!("the force of {what}"))?;
        let fine = [x, y].into_iter().all(|s| self.check_level(s, Level::Rate, expr.span, "a density of force"));
        fine.then_some([x, y])
    }

    /// Reports what reads the place although it cannot; true if all is well.
    pub fn reads_no_place(&mut self, scalar: Scalar, span: Span, what: &str) -> bool {
        let Scalar::Node(node) = scalar else { return true };
        if self.dependence(node).degree == 0 {
            return true;
        }
        self.report(
            Diagnostic::error("E0521", span, format!("{what} is one for the whole, so it cannot read `x` or `y`"))
                .help("give each piece a window of its own"),
        );
        false
    }

    /// A whole number option.
    pub fn option_whole(&mut self, options: &mut Options<'a>, name: &'static str, scope: ScopeId) -> Option<i64> {
        let given = options.take(name)?;
        let value = self.eval(given.expr, scope);
        self.whole(&value, given.expr.span, &format!("`{name}`"))
    }

    /// `on = t > 2 s`: a truth value over time.
    pub fn option_on(&mut self, options: &mut Options<'a>, scope: ScopeId) -> Option<NodeId> {
        let given = options.take("on")?;
        let value = self.eval(given.expr, scope);
        let flag = self.flag(&value, given.expr.span)?;
        if !self.check_level(flag, Level::Time, given.expr.span, "`on`") {
            return None;
        }
        Some(self.node(flag))
    }

    /// The node of a number of some dimension that may change in time; None after a report.
    pub fn changing(&mut self, expr: &'a Expr, scope: ScopeId, dimension: Dimension, what: &str) -> Option<Number> {
        let value = self.eval(expr, scope);
        let number = self.number(&value, dimension, expr.span, what)?;
        self.check_level(number.scalar, Level::Rate, expr.span, what).then_some(number)
    }
}
