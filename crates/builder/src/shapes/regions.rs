//! Regions made of regions: `cut(region, point, normal)`, `group(a, b, …)`, `pierced(outline, hole, …)`.

use crate::context::state::Context;
use crate::context::value::{Placed, Value};
use crate::shapes::checks::{half_space, made_region, wants_shape};
use crate::tolerances::{HOLE_INSIDE, TAKES_NOTHING};
use mainspring_definition::{Diagnostic, SpaceKind, Span};
use mainspring_geometry::{Region, RegionError};

/// `cut(region, point, normal)`, `cut(region, halfplane(point, normal))`: what lies behind the line.
pub fn cut_region(cx: &mut Context<'_>, args: &[Placed], span: Span) -> Option<Value> {
    let Value::Region(region) = &args[0].value else { return wants_shape(cx, &args[0], "a region") };
    let half = match &args[1].value {
        Value::HalfSpace(..) => args[1].value.clone(),
        _ if args.len() == 3 => half_space(cx, "halfplane", &args[1..], span)?,
        _ => {
            let message = format!("`cut` takes a half-plane, found {}", args[1].value.describe());
            cx.findings.report(
                Diagnostic::error("E0303", args[1].span, message)
                    .help("write `cut(region, point, normal)`: the side the normal points to goes away"),
            );
            return None;
        }
    };
    let Value::HalfSpace(point, normal) = half else { return None };
    if cx.input.space == SpaceKind::Spatial {
        cx.findings.report(
            Diagnostic::error("E0405", span, "a half-space of a spatial scene cuts no region")
                .help("subtract a region instead"),
        );
        return None;
    }
    let cut = region.cut([point[0], point[1]], [normal[0], normal[1]]);
    made_region(cx, cut, span)
}

/// Whether a hole lies inside what is `left` of its outline; None after a report.
pub fn hole_is_inside(cx: &mut Context<'_>, outline: &Region, left: &Region, hole: &Region, span: Span) -> Option<()> {
    if matches!(left.intersection(hole), Err(RegionError::Doubtful { .. })) {
        // taking it away says so
        return Some(());
    }
    let whole = hole.moments().area;
    let common = |with: &Region| with.intersection(hole).map_or(0.0, |both| both.moments().area);
    let within = |common: f64| (common - whole).abs() <= HOLE_INSIDE * whole;
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
    cx.findings.report(
        Diagnostic::error("E0406", span, format!("this hole {how}"))
            .help("move it inside; `a - b` takes away whatever two regions have in common"),
    );
    None
}

/// Whether a subtraction left the region as it was.
pub fn takes_nothing(before: &Region, after: &Region) -> bool {
    let (area, left) = (before.moments().area, after.moments().area);
    area - left <= TAKES_NOTHING * area
}
