//! Shape words with their arguments evaluated.

use crate::context::complaints::listed;
use crate::context::units::SiUnit;
use crate::context::value::{Placed, ScopeId, Value};
use crate::evaluate::evaluator::Evaluator;
use crate::limits;
use crate::shapes::checks::{made_region, made_solid, plane_point, space_point, wants_shape};
use crate::shapes::regions::hole_is_inside;
use crate::shapes::words::shape_from;
use crate::tolerances::ON_ONE_LINE;
use mainspring_definition::{Argument, Diagnostic, Name, Span};
use mainspring_geometry::{Region, RegionError, Solid};
use std::rc::Rc;

impl<'a> Evaluator<'_, 'a> {
    /// `group(a, b, …)`: pieces kept as one region; `pierced(outline, hole, …)`: holes that lie inside.
    pub fn several_regions(
        &mut self,
        word: &str,
        arguments: &'a [Argument],
        scope: ScopeId,
        span: Span,
        unit: Option<SiUnit>,
    ) -> Option<Value> {
        let mut regions: Vec<(Rc<Region>, Span)> = Vec::new();
        for argument in arguments {
            if let Some(name) = &argument.name {
                self.cx.findings.report(
                    Diagnostic::error("E0210", name.span, format!("`{word}` takes regions, without names"))
                        .help(format!("write `{word}(a, b, …)`")),
                );
                return None;
            }
            let at = argument.value.span;
            let values = match self.eval_under(&argument.value, scope, unit) {
                Value::List(items) => items.to_vec(),
                value => vec![value],
            };
            for value in values {
                match value {
                    Value::Poison => return None,
                    Value::Region(region) => regions.push((region, at)),
                    value => return wants_shape(self.cx, &Placed { value, span: at }, "a region"),
                }
            }
        }
        let Some(((first, _), rest)) = regions.split_first() else {
            self.cx.findings.report(
                Diagnostic::error("E0210", span, format!("`{word}` takes regions, found none"))
                    .help(format!("write `{word}(a, b, …)`")),
            );
            return None;
        };
        let mut whole = (**first).clone();
        for (region, at) in rest {
            let made = if word == "group" {
                whole.union(region)
            } else {
                hole_is_inside(self.cx, first, &whole, region, *at)?;
                whole.difference(region)
            };
            whole = match made_region(self.cx, made, *at)? {
                Value::Region(made) => (*made).clone(),
                _ => return None,
            };
        }
        Some(Value::Region(Rc::new(whole)))
    }

    /// A shape from its word and arguments.
    pub fn shape(
        &mut self,
        word: &'a Name,
        arguments: &'a [Argument],
        scope: ScopeId,
        span: Span,
        unit: Option<SiUnit>,
    ) -> Value {
        let made = match word.text.as_str() {
            "group" | "pierced" => self.several_regions(&word.text, arguments, scope, span, unit),
            "polygon" | "polyhedron" => self.shape_through_points(&word.text, arguments, scope, span, unit),
            _ => {
                let named = |n: &str| arguments.iter().any(|a| a.name.as_ref().is_some_and(|x| x.text == n));
                let names: &[&str] = match (word.text.as_str(), arguments.len()) {
                    ("rect", _) => &["width", "height"],
                    ("disc" | "circle", 1) => &["radius"],
                    ("disc" | "circle", _) => &["center", "radius"],
                    ("capsule", n) if n > 2 || named("from") => &["from", "to", "radius"],
                    ("ring", _) => &["outer", "inner"],
                    ("sector", _) => &["radius", "start", "sweep"],
                    ("box" | "ellipsoid", _) => &["x", "y", "z"],
                    ("sphere", _) => &["radius"],
                    ("extrude", _) => &["region", "height"],
                    ("move", _) => &["shape", "by"],
                    ("turn", _) => &["shape", "angle", "axis"],
                    ("scale", _) => &["shape", "factor"],
                    ("cut", 2) => &["region", "halfplane"],
                    ("cut", _) => &["region", "point", "normal"],
                    ("halfplane" | "halfspace", _) => &["point", "normal"],
                    ("mirror", _) => &["shape", "angle"],
                    _ => &["radius", "height"],
                };
                let Some(slots) = self.cx.slots(&word.text, arguments, names) else { return Value::Poison };
                let values = self.slot_values(&slots, scope, unit);
                let mut present = Vec::new();
                for (value, name) in values.into_iter().zip(names) {
                    match value {
                        Some(v) if v.value.is_poison() => return Value::Poison,
                        Some(v) => present.push(v),
                        None if word.text == "turn" && *name == "axis" => {}
                        None if word.text == "mirror" && *name == "angle" => {}
                        None => {
                            self.cx.findings.report(
                                Diagnostic::error("E0210", span, format!("`{}` needs `{name}`", word.text))
                                    .help(format!("it takes {}", listed(names))),
                            );
                            return Value::Poison;
                        }
                    }
                }
                shape_from(self.cx, &word.text, &present, span)
            }
        };
        made.unwrap_or(Value::Poison)
    }

    fn shape_through_points(
        &mut self,
        word: &str,
        arguments: &'a [Argument],
        scope: ScopeId,
        span: Span,
        unit: Option<SiUnit>,
    ) -> Option<Value> {
        let mut points: Vec<Placed> = Vec::new();
        for a in arguments {
            if let Some(n) = &a.name {
                self.cx.findings.report(
                    Diagnostic::error("E0210", n.span, format!("`{word}` takes points, without names"))
                        .help(format!("write `{word}((…), (…), …)`")),
                );
                return None;
            }
            match self.eval_under(&a.value, scope, unit) {
                Value::List(items) => {
                    points.extend(items.iter().map(|v| Placed { value: v.clone(), span: a.value.span }));
                }
                value => points.push(Placed { value, span: a.value.span }),
            }
        }
        if points.len() > limits::LIST {
            self.cx.findings.report_limit(span, &format!("a shape of more than {} points", limits::LIST));
            return None;
        }
        if points.iter().any(|p| p.value.is_poison()) {
            return None;
        }
        if word == "polyhedron" {
            let mut corners = Vec::with_capacity(points.len());
            for p in &points {
                corners.push(space_point(self.cx, p)?);
            }
            let solid = Solid::polyhedron(&corners);
            return made_solid(self.cx, solid, span);
        }
        let mut corners = Vec::with_capacity(points.len());
        for p in &points {
            corners.push(plane_point(self.cx, p)?);
        }
        match Region::polygon(&corners) {
            Ok((region, turned)) => {
                // corners of a sweep count as written, either way round
                if !turned {
                    self.cx.findings.outline_as_written(span);
                } else if !self.cx.input.sweep {
                    self.cx.findings.report(
                        Diagnostic::warning("W0606", span, "the outline runs clockwise and has been turned")
                            .help("list the corners counter-clockwise"),
                    );
                }
                Some(Value::Region(Rc::new(region)))
            }
            // edges of corners on one line meet too, but that is not what is wrong
            Err(RegionError::SelfIntersecting { .. }) if on_one_line(&corners) => {
                made_region(self.cx, Err(RegionError::NoArea), span)
            }
            Err(e) => made_region(self.cx, Err(e), span),
        }
    }
}

/// Whether all corners are on one line, as far as floats can tell.
fn on_one_line(corners: &[[f64; 2]]) -> bool {
    let Some(first) = corners.first() else { return true };
    let from_first = |p: &[f64; 2]| [p[0] - first[0], p[1] - first[1]];
    let length = |v: [f64; 2]| libm::hypot(v[0], v[1]);
    let far = corners.iter().map(from_first).max_by(|a, b| length(*a).total_cmp(&length(*b))).unwrap_or_default();
    let cross = |v: [f64; 2]| (v[0] * far[1] - v[1] * far[0]).abs();
    corners.iter().map(from_first).all(|v| cross(v) <= ON_ONE_LINE * length(far) * length(far))
}
