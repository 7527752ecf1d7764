//! Sizes, points and finished shapes, each checked and reported.

use crate::context::state::Context;
use crate::context::value::{Placed, Value};
use crate::limits;
use mainspring_definition::{Diagnostic, Dimension, SpaceKind, Span};
use mainspring_geometry::{Region, RegionError, Solid, SolidError, SolidKind};
use mainspring_model::Shape;
use std::rc::Rc;

const LENGTH: Dimension = Dimension::LENGTH;

pub fn shape_size(cx: &mut Context<'_>, value: &Placed, what: &str) -> Option<f64> {
    cx.positive(&value.value, LENGTH, value.span, what, "E0402")
}

/// `halfplane((0, 0) m, (0, 1))`: all behind the line through the point, the normal pointing out of it.
pub fn half_space(cx: &mut Context<'_>, word: &str, args: &[Placed], span: Span) -> Option<Value> {
    let planar = cx.input.space == SpaceKind::Planar;
    if planar != (word == "halfplane") {
        let (space, other) = if planar { ("planar", "halfplane") } else { ("spatial", "halfspace") };
        cx.findings.report(
            Diagnostic::error("E0405", span, format!("`{word}` cannot stand in a {space} scene"))
                .help(format!("write `{other}(point, normal)`")),
        );
        return None;
    }
    let point = cx.known_vector(&args[0].value, Some(LENGTH), args[0].span, "the point of the face")?;
    let normal = cx.known_vector(&args[1].value, None, args[1].span, "the normal")?;
    let size = normal.iter().fold(0.0f64, |m, c| m.max(c.abs()));
    // scaled first, so that neither tiny nor huge components are lost
    let scaled = normal.map(|c| c / size);
    let length = scaled.iter().map(|c| c * c).sum::<f64>().sqrt();
    if !(size > 0.0 && length.is_finite()) {
        cx.findings.report(
            Diagnostic::error("E0508", args[1].span, "a normal without length has no direction")
                .help("write a direction such as `(0, 1)`"),
        );
        return None;
    }
    Some(Value::HalfSpace(point, scaled.map(|c| c / length)))
}

pub fn wants_shape(cx: &mut Context<'_>, arg: &Placed, what: &str) -> Option<Value> {
    cx.findings.report(
        Diagnostic::error("E0303", arg.span, format!("{what} is wanted, found {}", arg.value.describe()))
            .help("write a shape such as `rect(2 cm, 1 cm)`"),
    );
    None
}

pub fn plane_point(cx: &mut Context<'_>, arg: &Placed) -> Option<[f64; 2]> {
    let Value::Tuple(items) = &arg.value else {
        cx.findings.report(
            Diagnostic::error("E0303", arg.span, format!("a point `(x, y)` is wanted, found {}", arg.value.describe()))
                .help("write `(x, y)` with a unit"),
        );
        return None;
    };
    let [x, y] = items.as_slice() else {
        cx.findings.report(
            Diagnostic::error(
                "E0313",
                arg.span,
                format!("a point of the plane has 2 components, found {}", items.len()),
            )
            .help("write `(x, y)`"),
        );
        return None;
    };
    let x = cx.constant(x, LENGTH, arg.span, "each coordinate")?;
    let y = cx.constant(y, LENGTH, arg.span, "each coordinate")?;
    Some([x, y])
}

pub fn space_point(cx: &mut Context<'_>, arg: &Placed) -> Option<[f64; 3]> {
    space_point_of(cx, arg, Some(LENGTH))
}

pub fn space_point_of(cx: &mut Context<'_>, arg: &Placed, dimension: Option<Dimension>) -> Option<[f64; 3]> {
    let Value::Tuple(items) = &arg.value else {
        cx.findings.report(
            Diagnostic::error(
                "E0303",
                arg.span,
                format!("a point `(x, y, z)` is wanted, found {}", arg.value.describe()),
            )
            .help("write `(x, y, z)`"),
        );
        return None;
    };
    let [x, y, z] = items.as_slice() else {
        cx.findings.report(
            Diagnostic::error("E0313", arg.span, format!("a point in space has 3 components, found {}", items.len()))
                .help("write `(x, y, z)`"),
        );
        return None;
    };
    let mut point = [0.0; 3];
    for (slot, v) in point.iter_mut().zip([x, y, z]) {
        *slot = cx.constant(v, dimension.unwrap_or(Dimension::NONE), arg.span, "each coordinate")?;
    }
    Some(point)
}

pub fn made_region(cx: &mut Context<'_>, made: Result<Region, RegionError>, span: Span) -> Option<Value> {
    match made {
        Ok(r) => {
            let (edges, most) = (r.loops().iter().map(Vec::len).sum::<usize>(), limits::LIST);
            let most = if r.is_straight() { most } else { limits::CURVED };
            if edges > most {
                let arcs = if r.is_straight() { "" } else { ", some of them arcs" };
                cx.findings.report_limit(span, &format!("a shape of more than {most} edges{arcs}"));
                return None;
            }
            Some(Value::Region(Rc::new(r)))
        }
        Err(e) => {
            let (code, fix) = match e {
                RegionError::Size { .. } => (
                    "E0402",
                    "check its sign and its unit: sizes are positive lengths, neither next to nothing nor beyond all measure",
                ),
                RegionError::SelfIntersecting { .. } => ("E0406", "list the corners in order round the outline"),
                RegionError::Doubtful { .. } => {
                    ("E0406", "let them meet in earnest or stay apart, by more than a billionth of their size")
                }
                RegionError::NoArea => ("E0406", "give corners that are not all on one line"),
                RegionError::Empty => ("E0406", "the shapes do not overlap as this needs; check their places"),
                _ => ("E0406", "check the corners of the outline"),
            };
            cx.findings.report(Diagnostic::error(code, span, explain(&e)).help(fix));
            None
        }
    }
}

pub fn made_solid(cx: &mut Context<'_>, made: Result<Solid, SolidError>, span: Span) -> Option<Value> {
    match made {
        Ok(s) => {
            if pieces(&s) > limits::LIST {
                cx.findings.report_limit(span, &format!("a solid of more than {} pieces", limits::LIST));
                return None;
            }
            Some(Value::Solid(Rc::new(s)))
        }
        Err(e) => {
            let code = if matches!(e, SolidError::Size { .. }) { "E0402" } else { "E0406" };
            cx.findings.report(Diagnostic::error(code, span, e.to_string()).help("check the sizes and corners"));
            None
        }
    }
}

fn pieces(solid: &Solid) -> usize {
    match solid.kind() {
        SolidKind::Compound(placed) => placed.iter().map(|piece| pieces(&piece.solid)).sum(),
        _ => 1,
    }
}

/// The shape a value is, fit for the scene's space; None after a report.
pub fn shape_of(cx: &mut Context<'_>, value: &Value, span: Span) -> Option<Shape> {
    use mainspring_definition::SpaceKind::{Planar, Spatial};
    match (value, cx.input.space) {
        (Value::Region(r), Planar) => Some(Shape::Region((**r).clone())),
        (Value::Solid(s), Spatial) => Some(Shape::Solid((**s).clone())),
        (Value::Poison, _) => None,
        (Value::Region(_), Spatial) => {
            cx.findings.report(
                Diagnostic::error("E0405", span, "a region is flat; a spatial scene needs a solid")
                    .help("write `extrude(region, height)`, or a solid such as `box(x, y, z)`"),
            );
            None
        }
        (Value::Solid(_), Planar) => {
            cx.findings.report(
                Diagnostic::error("E0405", span, "a solid cannot stand in a planar scene")
                    .help("use a region such as `rect(width, height)`, or `space spatial`"),
            );
            None
        }
        (Value::HalfSpace(..), _) => {
            cx.findings.report(
                Diagnostic::error("E0405", span, "a half-space has no end, so no part can be one")
                    .help("write `obstacle name = …`, or give the part a shape of finite size"),
            );
            None
        }
        (other, _) => {
            cx.findings.report(
                Diagnostic::error("E0303", span, format!("a shape is wanted, found {}", other.describe()))
                    .help("write a shape such as `rect(2 cm, 1 cm)` or `sphere(1 cm)`"),
            );
            None
        }
    }
}

/// What is wrong with a region, its places with their unit, which geometry does not know.
fn explain(error: &RegionError) -> String {
    let short = |x: f64| format!("{x:.5e}").parse::<f64>().unwrap_or(x);
    let place = |[x, y]: [f64; 2]| format!("({}, {}) m", short(x), short(y));
    match error {
        RegionError::SelfIntersecting { first, second, at } => {
            format!("edges {} and {} of the outline meet at {}", first + 1, second + 1, place(*at))
        }
        RegionError::Doubtful { at } => format!(
            "outlines with curved edges run so close to each other at {} that rounding hides what lies inside",
            place(*at)
        ),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_wrong_outlines_carry_their_unit() {
        let doubtful = explain(&RegionError::Doubtful { at: [0.012_345_678_9, -2.0] });
        let wanted = "outlines with curved edges run so close to each other at (0.0123457, -2) m that rounding hides what lies \
                      inside";
        assert_eq!(doubtful, wanted);
        let crossed = explain(&RegionError::SelfIntersecting { first: 0, second: 2, at: [0.5, 0.25] });
        assert_eq!(crossed, "edges 1 and 3 of the outline meet at (0.5, 0.25) m");
    }
}
