//! Regions and places of windows and bins.

use crate::context::value::{Scalar, ScopeId, Value};
use crate::evaluate::evaluator::Evaluator;
use crate::results::drafts::WindowDraft;
use mainspring_definition::{Diagnostic, Dimension, Expr, Name, Placement, Span};
use mainspring_geometry::Region;
use mainspring_model::Level;
use std::rc::Rc;

impl<'a> Evaluator<'_, 'a> {
    /// x, y and angle of something's frame in the composite round it; None after a report.
    pub fn place_as_written(
        &mut self,
        placement: &'a Placement,
        scope: ScopeId,
        path: &str,
        span: Span,
        word: &str,
    ) -> Option<[Scalar; 3]> {
        let strange =
            [&placement.about, &placement.moving, &placement.spinning, &placement.arriving, &placement.leaving];
        if let Some(expr) = strange.into_iter().flatten().next() {
            self.cx.findings.report(
                Diagnostic::error("E0521", expr.span, format!("{word} is placed with `at` and `turned` alone"))
                    .help("what moves reads the time there: `at (t*(2 cm/s), 0)`; `on = …` switches it"),
            );
            return None;
        }
        let mut place = [Scalar::Known(0.0); 3];
        let at = self.cx.overrides.override_of(&format!("{path}.at")).or(placement.at.as_ref());
        if let Some(expr) = at {
            let value = self.eval(expr, scope);
            let [x, y, _] = self.cx.vector(&value, Some(Dimension::LENGTH), expr.span, "the place")?;
            (place[0], place[1]) = (x, y);
        }
        let turned = self.cx.overrides.override_of(&format!("{path}.turned")).or(placement.turned.as_ref());
        if let Some(expr) = turned {
            let value = self.eval(expr, scope);
            place[2] = self.cx.number(&value, Dimension::NONE, expr.span, "the angle")?.scalar;
        }
        let at_span = at.or(turned).map_or(span, |e| e.span);
        if !place.into_iter().all(|s| self.cx.check_level(s, Level::Rate, at_span, &format!("the place of {word}"))) {
            return None;
        }
        Some(place)
    }

    /// The region an expression gives; None after a report.
    pub fn region_of(&mut self, expr: &'a Expr, scope: ScopeId) -> Option<Rc<Region>> {
        match self.eval(expr, scope) {
            Value::Region(region) => Some(region),
            Value::Poison => None,
            Value::HalfSpace(..) => {
                self.cx.findings.report(
                    Diagnostic::error("E0405", expr.span, "a half-plane has no end; a region of finite size is wanted")
                        .help("write a region such as `rect((0, 0) cm, (20, 30) cm)`, or `cut(region, point, normal)`"),
                );
                None
            }
            other => {
                self.cx.findings.report(
                    Diagnostic::error("E0303", expr.span, format!("a region is wanted, found {}", other.describe()))
                        .help("write a region such as `rect((0, 0) cm, (20, 30) cm)`"),
                );
                None
            }
        }
    }

    /// `hole.region`: a window's region in the world, if it stays where it is.
    pub fn window_region(&mut self, id: usize, name: &Name) -> Value {
        let WindowDraft { path, span, region, placement, scope, .. } = &self.known.table.windows[id];
        let (path, span, region, placement, scope) = (path.clone(), *span, Rc::clone(region), *placement, *scope);
        if placement.at.is_none()
            && placement.turned.is_none()
            && self.cx.names.scopes[self.cx.names.scopes[scope].members].place.is_none()
        {
            return Value::Region(region);
        }
        if self.cx.names.scopes[self.cx.names.scopes[scope].members].place.is_some() {
            self.cx.findings.report(
                Diagnostic::error("E0521", name.span, format!("`{path}` stands in a composite, which is placed later"))
                    .help("name the region with `let` and use it in both places"),
            );
            return Value::Poison;
        }
        let Some(place) = self.place_as_written(placement, scope, &path, span, "a window") else {
            return Value::Poison;
        };
        let Some(known) = known_place(place) else {
            self.cx.findings.report(
                Diagnostic::error("E0305", name.span, format!("`{path}` moves, so its region is not one region"))
                    .help("name the region with `let` and use it in both places"),
            );
            return Value::Poison;
        };
        match standing(&region, known) {
            Some(region) => Value::Region(Rc::new(region)),
            None => self.cx.undefined(name.span, "the region lies too far out", "check its place"),
        }
    }
}

/// A region where its frame stands; None where numbers leave all bounds.
pub fn standing(region: &Region, place: [f64; 3]) -> Option<Region> {
    let turned = if place[2] == 0.0 { region.clone() } else { region.turned(place[2]).ok()? };
    if place[0] == 0.0 && place[1] == 0.0 { Some(turned) } else { turned.moved([place[0], place[1]]).ok() }
}

/// The numbers of a place that stays.
pub fn known_place(place: [Scalar; 3]) -> Option<[f64; 3]> {
    match place {
        [Scalar::Known(x), Scalar::Known(y), Scalar::Known(a)] => Some([x, y, a]),
        _ => None,
    }
}
