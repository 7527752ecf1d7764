//! Shape words: regions of the plane and solids in space.

use crate::context::state::Context;
use crate::context::value::{Placed, Value};
use crate::shapes::checks::{
    half_space, made_region, made_solid, plane_point, shape_size, space_point, space_point_of, wants_shape,
};
use crate::shapes::regions::{cut_region, takes_nothing};
use mainspring_definition::{BinaryOp, Diagnostic, Dimension, Span};
use mainspring_geometry::{PlacedSolid as Piece, Region, Solid, SolidKind};
use mainspring_model::rigid::{add, axes_from, quat_about, quat_rotate, rows_of};

const IDENTITY: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

pub fn shape_from(cx: &mut Context<'_>, word: &str, args: &[Placed], span: Span) -> Option<Value> {
    match word {
        "rect" if matches!(args[0].value, Value::Tuple(_)) => {
            let (a, b) = (plane_point(cx, &args[0])?, plane_point(cx, &args[1])?);
            let region = Region::rect_corners(a, b);
            made_region(cx, region, span)
        }
        "rect" => {
            let (w, h) = (shape_size(cx, &args[0], "the width")?, shape_size(cx, &args[1], "the height")?);
            let region = Region::rect(w, h);
            made_region(cx, region, span)
        }
        "disc" | "circle" => {
            let center = if args.len() == 2 { plane_point(cx, &args[0])? } else { [0.0; 2] };
            let radius = shape_size(cx, &args[args.len() - 1], "the radius")?;
            let region = Region::disc(center, radius);
            made_region(cx, region, span)
        }
        "capsule" if args.len() == 3 => {
            let (a, b) = (plane_point(cx, &args[0])?, plane_point(cx, &args[1])?);
            let radius = shape_size(cx, &args[2], "the radius")?;
            if a == b {
                cx.findings.report(
                    Diagnostic::error("E0402", span, "the ends of this capsule are the same point")
                        .help("a link needs length; for a round part use `disc(radius)`"),
                );
                return None;
            }
            let region = Region::capsule(a, b, radius);
            made_region(cx, region, span)
        }
        "ring" => {
            let (outer, inner) =
                (shape_size(cx, &args[0], "the outer radius")?, shape_size(cx, &args[1], "the inner radius")?);
            if inner >= outer {
                cx.findings.report(
                    Diagnostic::error("E0402", span, "the inner radius of a ring must be below the outer one")
                        .help("write `ring(outer, inner)`"),
                );
                return None;
            }
            let hole = Region::disc([0.0; 2], inner);
            let region = Region::disc([0.0; 2], outer).and_then(|o| o.difference(&hole?));
            made_region(cx, region, span)
        }
        "sector" => {
            let radius = shape_size(cx, &args[0], "the radius")?;
            cx.note_bare_angle(&args[1].value, args[1].span, "the start of a sector");
            cx.note_bare_angle(&args[2].value, args[2].span, "the sweep of a sector");
            let start = cx.constant(&args[1].value, Dimension::NONE, args[1].span, "the start")?;
            let sweep = cx.constant(&args[2].value, Dimension::NONE, args[2].span, "the sweep")?;
            let region = Region::sector([0.0; 2], radius, start, sweep);
            made_region(cx, region, span)
        }
        "box" => {
            let x = shape_size(cx, &args[0], "the size along x")?;
            let y = shape_size(cx, &args[1], "the size along y")?;
            let z = shape_size(cx, &args[2], "the size along z")?;
            let solid = Solid::block(x, y, z);
            made_solid(cx, solid, span)
        }
        "sphere" => {
            let radius = shape_size(cx, &args[0], "the radius")?;
            let solid = Solid::sphere(radius);
            made_solid(cx, solid, span)
        }
        "ellipsoid" => {
            let x = shape_size(cx, &args[0], "the semi-axis along x")?;
            let y = shape_size(cx, &args[1], "the semi-axis along y")?;
            let z = shape_size(cx, &args[2], "the semi-axis along z")?;
            let solid = Solid::ellipsoid(x, y, z);
            made_solid(cx, solid, span)
        }
        "cylinder" | "cone" | "capsule" => {
            let (r, h) = (shape_size(cx, &args[0], "the radius")?, shape_size(cx, &args[1], "the height")?);
            let solid = match word {
                "cylinder" => Solid::cylinder(r, h),
                "cone" => Solid::cone(r, h),
                _ => Solid::capsule(r, h),
            };
            made_solid(cx, solid, span)
        }
        "extrude" => {
            let Value::Region(region) = &args[0].value else { return wants_shape(cx, &args[0], "a region") };
            let height = shape_size(cx, &args[1], "the height")?;
            let solid = Solid::extruded((**region).clone(), height);
            made_solid(cx, solid, span)
        }
        "cut" => cut_region(cx, args, span),
        "halfplane" | "halfspace" => half_space(cx, word, args, span),
        "move" => moved_shape(cx, &args[0], &args[1], span),
        "turn" => turned_shape(cx, args, span),
        "scale" => {
            let Value::Region(region) = &args[0].value else { return wants_shape(cx, &args[0], "a region") };
            let factor = cx.positive(&args[1].value, Dimension::NONE, args[1].span, "the factor", "E0402")?;
            let scaled = region.scaled(factor);
            made_region(cx, scaled, span)
        }
        _ => {
            let Value::Region(region) = &args[0].value else { return wants_shape(cx, &args[0], "a region") };
            // without an angle, the mirror stands upright: left and right change places
            let angle = match args.get(1) {
                Some(a) => {
                    cx.note_bare_angle(&a.value, a.span, "the angle of the mirror");
                    cx.constant(&a.value, Dimension::NONE, a.span, "the angle of the mirror")?
                }
                None => std::f64::consts::FRAC_PI_2,
            };
            let mirrored = region.mirrored(angle);
            made_region(cx, mirrored, span)
        }
    }
}

fn moved_shape(cx: &mut Context<'_>, shape: &Placed, by: &Placed, span: Span) -> Option<Value> {
    match &shape.value {
        Value::Region(region) => {
            let by = plane_point(cx, by)?;
            let moved = region.moved(by);
            made_region(cx, moved, span)
        }
        Value::Solid(solid) => {
            let position = space_point(cx, by)?;
            let pieces =
                pieces_of(solid).into_iter().map(|p| Piece { position: add(p.position, position), ..p }).collect();
            let moved = Solid::compound(pieces);
            made_solid(cx, moved, span)
        }
        _ => wants_shape(cx, shape, "a shape"),
    }
}

fn turned_shape(cx: &mut Context<'_>, args: &[Placed], span: Span) -> Option<Value> {
    cx.note_bare_angle(&args[1].value, args[1].span, "the angle of `turn`");
    let angle = cx.constant(&args[1].value, Dimension::NONE, args[1].span, "the angle")?;
    match &args[0].value {
        Value::Region(region) => {
            let turned = region.turned(angle);
            made_region(cx, turned, span)
        }
        Value::Solid(solid) => {
            let axis = match args.get(2) {
                Some(a) => space_point_of(cx, a, None)?,
                None => [0.0, 0.0, 1.0],
            };
            let Some([_, _, z]) = axes_from(axis, None) else {
                cx.findings.report(
                    Diagnostic::error("E0508", span, "an axis without length has no direction")
                        .help("write a direction such as `(0, 0, 1)`"),
                );
                return None;
            };
            let q = quat_about(z, angle);
            let turn = rows_of(q);
            let pieces = pieces_of(solid)
                .into_iter()
                .map(|p| Piece {
                    position: quat_rotate(q, p.position),
                    rotation: product(&turn, &p.rotation),
                    solid: p.solid,
                })
                .collect();
            let turned = Solid::compound(pieces);
            made_solid(cx, turned, span)
        }
        _ => wants_shape(cx, &args[0], "a shape"),
    }
}

/// `+ - & ^` on shapes.
pub fn combine_shapes(cx: &mut Context<'_>, op: BinaryOp, a: &Value, b: &Value, span: Span) -> Value {
    let made = match (a, b) {
        (Value::Region(a), Value::Region(b)) => {
            let result = match op {
                BinaryOp::Add => a.union(b),
                BinaryOp::Subtract => {
                    let left = a.difference(b);
                    if left.as_ref().is_ok_and(|left| takes_nothing(a, left)) {
                        let message = "this takes nothing away: the second region lies outside the first";
                        let finding = Diagnostic::warning("W0615", span, message);
                        cx.findings.report(finding.help("check the places of both, or leave the second out"));
                    }
                    left
                }
                BinaryOp::Intersect => a.intersection(b),
                _ => a.xor(b),
            };
            made_region(cx, result, span)
        }
        (Value::Solid(a), Value::Solid(b)) if op == BinaryOp::Add => {
            let mut pieces = pieces_of(a);
            pieces.extend(pieces_of(b));
            let result = Solid::compound(pieces);
            made_solid(cx, result, span)
        }
        (a, b) => {
            cx.findings.report(
                Diagnostic::error("E0303", span, format!("cannot combine {} and {}", a.describe(), b.describe()))
                    .help("regions combine with `+ - & ^`, solids with `+`"),
            );
            None
        }
    };
    made.unwrap_or(Value::Poison)
}

fn pieces_of(solid: &Solid) -> Vec<Piece> {
    match solid.kind() {
        SolidKind::Compound(pieces) => pieces.clone(),
        _ => vec![Piece { position: [0.0; 3], rotation: IDENTITY, solid: solid.clone() }],
    }
}

fn product(a: &[[f64; 3]; 3], b: &[[f64; 3]; 3]) -> [[f64; 3]; 3] {
    [0, 1, 2].map(|i| [0, 1, 2].map(|j| (0..3).map(|k| a[i][k] * b[k][j]).sum()))
}
