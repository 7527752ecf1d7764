//! Outlines and pairs of exact numbers, checked.

use crate::context::value::{ScopeId, Value};
use crate::evaluate::evaluator::Evaluator;
use crate::sweep::draft::Sweep;
use crate::sweep::outline::Outline;
use crate::sweep::range::sweep_sizes;
use crate::sweep::worth::Worth;
use crate::sweep::{angle, number, simple, touching};
use mainspring_definition::{Diagnostic, Dimension, Expr};
use mainspring_model::Ring;
use mainspring_model::{Loss, Traced};

impl<'a> Sweep<'a> {
    /// Where an obstacle stands.
    pub fn sweep_placed(
        &mut self,
        ev: &mut Evaluator<'_, 'a>,
        mut outline: Outline,
        at: Option<&'a Expr>,
        turned: Option<&'a Expr>,
        scope: ScopeId,
    ) -> Option<Outline> {
        if let Some(expr) = turned {
            let angle = ev.eval(expr, scope);
            let radians = self.known_angle(ev, &angle, expr.span, "turned", "turned 10 deg")?;
            let exact = self.exactly(ev, expr, scope);
            outline = match right_angles_of(&exact) {
                Some(right) => outline.turned(right),
                None => outline.turned_by_float(radians, expr.span)?,
            };
            if self.rests_on_dimension(ev, expr, scope) {
                outline = outline.lost(expr.span, "it is an angle, and corners turned by one are no fractions of it");
            }
        }
        if let Some(expr) = at {
            let by = self.exact_pair(ev, expr, Dimension::LENGTH, scope, "`at`")?;
            outline = outline.moved(&by);
            if !sweep_sizes(ev.cx, &outline.rings, expr.span) {
                return None;
            }
        }
        Some(outline)
    }

    /// A region with straight edges that do not meet; None after a report.
    pub fn sweep_region(
        &mut self,
        ev: &mut Evaluator<'_, 'a>,
        expr: &'a Expr,
        scope: ScopeId,
        whose: &str,
    ) -> Option<Outline> {
        let value = ev.eval(expr, scope);
        let outline = match &value {
            Value::Poison => return None,
            Value::Region(region) if region.is_straight() => match self.exactly(ev, expr, scope) {
                Worth::Region(outline) => (*outline).clone(),
                _ if self.rests_on_dimension(ev, expr, scope) => {
                    Outline::of(region, expr.span)?.lost(expr.span, "the corners of this shape are rounded")
                }
                _ => Outline::of(region, expr.span)?,
            },
            Value::Region(_) => {
                ev.cx.findings.report(
                    Diagnostic::error("E0535", expr.span, format!("the outline of {whose} has arcs"))
                        .help("a sweep knows straight edges only: write a polygon; `method event` knows arcs"),
                );
                return None;
            }
            other => {
                let message =
                    format!("the outline of {whose} is a region with straight edges, found {}", other.describe());
                ev.cx.findings.report(
                    Diagnostic::error("E0535", expr.span, message).help("write `polygon((0, 0), (1, 0), (0, 1)) mm`"),
                );
                return None;
            }
        };
        if let Some((a, b)) = simple::meeting(&outline.rings) {
            ev.cx.findings.report(touching::finding(&outline.rings, [a, b], expr.span, whose));
            return None;
        }
        sweep_sizes(ev.cx, &outline.rings, expr.span).then_some(outline)
    }

    /// One ring, for what turns or translates as one.
    pub fn sweep_ring(
        &mut self,
        ev: &mut Evaluator<'_, 'a>,
        expr: &'a Expr,
        scope: ScopeId,
        whose: &str,
    ) -> Option<Ring> {
        let outline = self.sweep_region(ev, expr, scope, whose)?;
        match <[Ring; 1]>::try_from(outline.rings) {
            Ok([ring]) => Some(ring),
            Err(rings) => {
                let message = format!("{whose} is one polygon without holes, found {} outlines", rings.len());
                ev.cx.findings.report(
                    Diagnostic::error("E0535", expr.span, message)
                        .help("holes and pieces are for obstacles; `method event` moves parts with holes"),
                );
                None
            }
        }
    }

    /// Two components of a dimension, exactly; None after a report.
    pub fn exact_pair(
        &mut self,
        ev: &mut Evaluator<'_, 'a>,
        expr: &'a Expr,
        want: Dimension,
        scope: ScopeId,
        what: &str,
    ) -> Option<[Traced; 2]> {
        let value = ev.eval(expr, scope);
        let ordinary = ev.cx.known_vector(&value, Some(want), expr.span, what)?;
        match self.exactly(ev, expr, scope).pair() {
            Some(pair) => Some(pair),
            None => Some([self.rounded(ev, ordinary[0], expr, scope)?, self.rounded(ev, ordinary[1], expr, scope)?]),
        }
    }

    /// The ordinary worth of an expression, as the rational its float is.
    pub fn rounded(
        &mut self,
        ev: &mut Evaluator<'_, 'a>,
        ordinary: f64,
        expr: &'a Expr,
        scope: ScopeId,
    ) -> Option<Traced> {
        let mut rounded = Traced::from(number::of_float(ordinary)?);
        if self.rests_on_dimension(ev, expr, scope) {
            rounded.follows = Loss::follows(expr.span, "it is rounded here");
        }
        Some(rounded)
    }
}

/// Right angles, if the worth is that many exactly.
fn right_angles_of(worth: &Worth) -> Option<i64> {
    if let Worth::Number(number) = worth { angle::right_angles(number) } else { None }
}
