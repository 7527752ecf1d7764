//! `root body = … moves … from … until …`.

use crate::context::value::{Entity, ScopeId, Swept, Value};
use crate::evaluate::evaluator::Evaluator;
use crate::sweep::draft::Root;
use crate::sweep::draft::Sweep;
use crate::sweep::number;
use crate::sweep::number::{of_float, to_float};
use crate::sweep::range::{sweep_amount, sweep_places, sweep_speed};
use mainspring_definition::{Declarator, Diagnostic, Dimension, Expr, Span};
use mainspring_model::Exact;
use mainspring_model::{Formula, Loss, Traced};

impl<'a> Sweep<'a> {
    /// The root as declared; `clauses` are `from`, `until` and `spinning`.
    pub fn sweep_root(
        &mut self,
        ev: &mut Evaluator<'_, 'a>,
        name: &'a Declarator,
        outline: Option<&'a Expr>,
        moves: &'a Expr,
        clauses: [Option<&'a Expr>; 3],
        scope: ScopeId,
    ) {
        let span = name.name.span;
        if let Some(first) = self.root_said {
            ev.cx.findings.report(
                Diagnostic::error("E0533", span, "a sweep has one root")
                    .also(first, "the first is here")
                    .help("hinge all pawls on one root; bodies that move apart need `method event`"),
            );
            return;
        }
        self.root_said = Some(span);
        ev.cx.bind(scope, name, None, Value::Entity(Entity::Swept(Swept::Root)));
        if let Some(index) = &name.index {
            ev.cx.findings.report(
                Diagnostic::error("E0533", index.span, "a sweep has one root, which needs no index")
                    .help("leave the index out"),
            );
            return;
        }
        let path = ev.cx.names.path_of(scope, name, None);
        let [from, until, spinning] = clauses;
        // whatever else is wrong, these can be set
        let from = ev.cx.overrides.override_of(&format!("{path}.from")).or(from);
        let until = ev.cx.overrides.override_of(&format!("{path}.until")).or(until);
        let moves = ev.cx.overrides.overriding(&format!("{path}.moves"), moves);
        if let Some(spinning) = spinning {
            ev.cx.findings.report(
                Diagnostic::error("E0531", spinning.span, "the root of a sweep translates, it cannot turn")
                    .help("leave this clause out; `method event` moves parts that turn"),
            );
        }
        let outline = match outline {
            Some(expr) => {
                let Some(ring) = self.sweep_ring(ev, expr, scope, &format!("root `{path}`")) else { return };
                Some(ring)
            }
            None => None,
        };
        let velocity = self.exact_pair(ev, moves, Dimension::SPEED, scope, "`moves`");
        let start = match from {
            Some(from) => self.exact_pair(ev, from, Dimension::LENGTH, scope, "`from`"),
            None => Some([Exact::ZERO.into(), Exact::ZERO.into()]),
        };
        if let Some(start) = &start
            && !sweep_places(
                ev.cx,
                &start.each_ref().map(|c| c.value.clone()),
                from.map_or(span, |f| f.span),
                "`from`",
                "E0533",
            )
        {
            return;
        }
        if velocity.as_ref().is_some_and(|v| v.iter().all(|v| v.value.is_zero())) {
            ev.cx.findings.report(
                Diagnostic::error("E0533", moves.span, "the root does not move")
                    .help("give a velocity that is not zero"),
            );
            return;
        }
        if let Some(velocity) = &velocity
            && !sweep_speed(ev.cx, &velocity.each_ref().map(|c| c.value.clone()), moves.span)
        {
            return;
        }
        let Some(until) = until else {
            ev.cx.findings.report(
                Diagnostic::error("E0533", span, "the root does not say how far it goes")
                    .help("add `until` and a distance or a time: `until 40 mm`"),
            );
            return;
        };
        let end = self.end_of(ev, until, velocity.as_ref(), scope);
        if let (Some(velocity), Some(start), Some(until)) = (velocity, start, end) {
            self.root = Some(Root { name: path, span, velocity, start, until, outline });
        }
    }

    /// When the run ends, s: a time as it is, a distance over the speed.
    pub fn end_of(
        &mut self,
        ev: &mut Evaluator<'_, 'a>,
        expr: &'a Expr,
        velocity: Option<&[Traced; 2]>,
        scope: ScopeId,
    ) -> Option<Traced> {
        let value = ev.eval(expr, scope);
        let is_time = matches!(&value, Value::Number(n) if n.dimension == Dimension::TIME);
        let dimension = if is_time { Dimension::TIME } else { Dimension::LENGTH };
        let ordinary = ev.cx.constant(&value, dimension, expr.span, "`until`, a distance or a time,")?;
        let end = match self.exactly(ev, expr, scope).single() {
            Some(end) => end,
            None => self.rounded(ev, ordinary, expr, scope)?,
        };
        if end.value <= Exact::ZERO {
            ev.cx.findings.report(
                Diagnostic::error("E0533", expr.span, "the run would end before it begins")
                    .help("`until` takes a distance or a time above 0; to go back, turn `moves` round"),
            );
            return None;
        }
        let (what, unit) = if is_time { ("this time", "s") } else { ("this distance", "m") };
        if !sweep_amount(ev.cx, &end.value, expr.span, [what, unit], "E0533") {
            return None;
        }
        let end = if is_time { end } else { end.over(&speed(velocity?, expr.span)?)? };
        sweep_amount(ev.cx, &end.value, expr.span, ["the time this takes", "s"], "E0533").then_some(end)
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
