//! `root body = … moves … from … until …`.

use super::follow::{Formula, Loss, Traced};
use super::model::{Exact, Ring};
use super::number::{of_float, to_float};
use super::{Swept, number};
use crate::build::Builder;
use crate::elaborate::value::{Entity, ScopeId, Value};
use mainspring_definition::{Declarator, Diagnostic, Dimension, Expr, Span};

/// The root as gathered.
pub(super) struct Root {
    pub name: String,
    pub span: Span,
    pub velocity: [Traced; 2],
    pub start: [Traced; 2],
    pub until: Traced,
    pub outline: Option<Ring>,
}

impl<'a> Builder<'a> {
    /// The root as declared; `clauses` are `from`, `until` and `spinning`.
    pub(super) fn sweep_root(
        &mut self,
        name: &'a Declarator,
        outline: Option<&'a Expr>,
        moves: &'a Expr,
        clauses: [Option<&'a Expr>; 3],
        scope: ScopeId,
    ) {
        let span = name.name.span;
        if let Some(first) = self.sweep.root_said {
            self.report(
                Diagnostic::error("E0533", span, "a sweep has one root")
                    .also(first, "the first is here")
                    .help("hinge all pawls on one root; bodies that move apart need `method event`"),
            );
            return;
        }
        self.sweep.root_said = Some(span);
        self.bind(scope, name, None, Value::Entity(Entity::Swept(Swept::Root)));
        if let Some(index) = &name.index {
            self.report(
                Diagnostic::error("E0533", index.span, "a sweep has one root, which needs no index")
                    .help("leave the index out"),
            );
            return;
        }
        let path = self.path_of(scope, name, None);
        let [from, until, spinning] = clauses;
        // whatever else is wrong, these can be set
        let from = self.override_of(&format!("{path}.from")).or(from);
        let until = self.override_of(&format!("{path}.until")).or(until);
        let moves = self.overriding(&format!("{path}.moves"), moves);
        if let Some(spinning) = spinning {
            self.report(
                Diagnostic::error("E0531", spinning.span, "the root of a sweep translates, it cannot turn")
                    .help("leave this clause out; `method event` moves parts that turn"),
            );
        }
        let outline = match outline {
            Some(expr) => {
                let Some(ring) = self.sweep_ring(expr, scope, &format!("root `{path}`")) else { return };
                Some(ring)
            }
            None => None,
        };
        let velocity = self.exact_pair(moves, Dimension::SPEED, scope, "`moves`");
        let start = match from {
            Some(from) => self.exact_pair(from, Dimension::LENGTH, scope, "`from`"),
            None => Some([Exact::ZERO.into(), Exact::ZERO.into()]),
        };
        if let Some(start) = &start
            && !self.sweep_places(
                &start.each_ref().map(|c| c.value.clone()),
                from.map_or(span, |f| f.span),
                "`from`",
                "E0533",
            )
        {
            return;
        }
        if velocity.as_ref().is_some_and(|v| v.iter().all(|v| v.value.is_zero())) {
            self.report(
                Diagnostic::error("E0533", moves.span, "the root does not move")
                    .help("give a velocity that is not zero"),
            );
            return;
        }
        if let Some(velocity) = &velocity
            && !self.sweep_speed(&velocity.each_ref().map(|c| c.value.clone()), moves.span)
        {
            return;
        }
        let Some(until) = until else {
            self.report(
                Diagnostic::error("E0533", span, "the root does not say how far it goes")
                    .help("add `until` and a distance or a time: `until 40 mm`"),
            );
            return;
        };
        let end = self.end_of(until, velocity.as_ref(), scope);
        if let (Some(velocity), Some(start), Some(until)) = (velocity, start, end) {
            self.sweep.root = Some(Root { name: path, span, velocity, start, until, outline });
        }
    }

    /// When the run ends, s: a time as it is, a distance over the speed.
    pub(super) fn end_of(&mut self, expr: &'a Expr, velocity: Option<&[Traced; 2]>, scope: ScopeId) -> Option<Traced> {
        let value = self.eval(expr, scope);
        let is_time = matches!(&value, Value::Number(n) if n.dimension == Dimension::TIME);
        let dimension = if is_time { Dimension::TIME } else { Dimension::LENGTH };
        let ordinary = self.constant(&value, dimension, expr.span, "`until`, a distance or a time,")?;
        let end = match self.exactly(expr, scope).single() {
            Some(end) => end,
            None => self.rounded(ordinary, expr, scope)?,
        };
        if end.value <= Exact::ZERO {
            self.report(
                Diagnostic::error("E0533", expr.span, "the run would end before it begins")
                    .help("`until` takes a distance or a time above 0; to go back, turn `moves` round"),
            );
            return None;
        }
        let (what, unit) = if is_time { ("this time", "s") } else { ("this distance", "m") };
        if !self.sweep_amount(&end.value, expr.span, [what, unit], "E0533") {
            return None;
        }
        let end = if is_time { end } else { end.over(&speed(velocity?, expr.span)?)? };
        self.sweep_amount(&end.value, expr.span, ["the time this takes", "s"], "E0533").then_some(end)
    }
}

/// |v|, exactly where it is rational, else its float as the rational it is (m/s).
fn speed(v: &[Traced; 2], span: Span) -> Option<Traced> {
    // along an axis it is the other component or its opposite
    for (along, across) in [(&v[0], &v[1]), (&v[1], &v[0])] {
        if across.value.is_zero() && across.follows.is_none() {
            return Some(if along.value < Exact::ZERO { along.negated() } else { along.clone() });
        }
    }
    let square = &v[0].value * &v[0].value + &v[1].value * &v[1].value;
    let value = match number::root(&square) {
        Some(root) => root,
        None => of_float(libm::hypot(to_float(&v[0].value), to_float(&v[1].value)))?,
    };
    let mut speed = Traced::from(value);
    if let Some(follows) = v.iter().find_map(|v| v.follows.as_deref()) {
        speed.follows = match follows {
            Formula::Lost(loss) => Loss::follows(loss.span, loss.why.clone()),
            _ => Loss::follows(span, "a distance is divided by the speed, the root of a sum of squares"),
        };
    }
    Some(speed)
}
