//! Regions made of regions: `cut(region, point, normal)`, `group(a, b, …)`, `pierced(outline, hole, …)`.

use crate::build::Builder;
use crate::elaborate::units::SiUnit;
use crate::elaborate::value::{Placed, ScopeId, Value};
use mainspring_definition::{Argument, Diagnostic, SpaceKind, Span};
use mainspring_geometry::Region;
use std::rc::Rc;

impl<'a> Builder<'a> {
    /// `cut(region, point, normal)`, `cut(region, halfplane(point, normal))`: what lies behind the line.
    pub fn cut_region(&mut self, args: &[Placed], span: Span) -> Option<Value> {
        let Value::Region(region) = &args[0].value else { return self.wants_shape(&args[0], "a region") };
        let half = match &args[1].value {
            Value::HalfSpace(..) => args[1].value.clone(),
            _ if args.len() == 3 => self.half_space("halfplane", &args[1..], span)?,
            _ => {
                let message = format!("`cut` takes a half-plane, found {}", args[1].value.describe());
                self.report(
                    Diagnostic::error("E0303", args[1].span, message)
                        .help("write `cut(region, point, normal)`: the side the normal points to goes away"),
                );
                return None;
            }
        };
        let Value::HalfSpace(point, normal) = half else { return None };
        if self.space == SpaceKind::Spatial {
            self.report(
                Diagnostic::error("E0405", span, "a half-space of a spatial scene cuts no region")
                    .help("subtract a region instead"),
            );
            return None;
        }
        let cut = region.cut([point[0], point[1]], [normal[0], normal[1]]);
        self.region(cut, span)
    }

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
                self.report(
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
                    value => return self.wants_shape(&Placed { value, span: at }, "a region"),
                }
            }
        }
        let Some(((first, _), rest)) = regions.split_first() else {
            self.report(
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
                self.inside(first, &whole, region, *at)?;
                whole.difference(region)
            };
            whole = match self.region(made, *at)? {
                Value::Region(made) => (*made).clone(),
                _ => return None,
            };
        }
        Some(Value::Region(Rc::new(whole)))
    }

    /// Whether a hole lies inside what is `left` of its outline; None after a report.
    fn inside(&mut self, outline: &Region, left: &Region, hole: &Region, span: Span) -> Option<()> {
        let whole = hole.moments().area;
        let common = |with: &Region| with.intersection(hole).map_or(0.0, |both| both.moments().area);
        let within = |common: f64| (common - whole).abs() <= 1e-9 * whole;
        let (in_left, in_outline) = (common(left), common(outline));
        if within(in_left) {
            return Some(());
        }
        let how = match (in_outline == 0.0, within(in_outline), in_left == 0.0) {
            (true, ..) => "lies outside its outline",
            (_, false, _) => "crosses its outline",
            (_, true, true) => "lies in another hole",
            (_, true, false) => "crosses another hole",
        };
        self.report(
            Diagnostic::error("E0406", span, format!("this hole {how}"))
                .help("move it inside; `a - b` takes away whatever two regions have in common"),
        );
        None
    }
}

/// Whether a subtraction left the region as it was.
pub fn takes_nothing(before: &Region, after: &Region) -> bool {
    let (area, left) = (before.moments().area, after.moments().area);
    area - left <= 1e-15 * area
}
