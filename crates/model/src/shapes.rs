//! Shape words: regions of the plane and solids in space.

use crate::build::Builder;
use crate::elaborate::units::SiUnit;
use crate::elaborate::value::{Placed, ScopeId, Value};
use crate::limits;
use crate::regions::takes_nothing;
use crate::rigid::{axes_from, quat_about, rows_of};
use mainspring_definition::{Argument, BinaryOp, Diagnostic, Dimension, Name, SpaceKind, Span};
use mainspring_geometry::{PlacedSolid as Piece, Region, RegionError, Solid, SolidError, SolidKind};
use std::rc::Rc;

/// Every shape word.
pub const SHAPES: &[&str] = &[
    "rect",
    "polygon",
    "disc",
    "circle",
    "capsule",
    "ring",
    "sector",
    "box",
    "sphere",
    "cylinder",
    "cone",
    "polyhedron",
    "extrude",
    "move",
    "turn",
    "scale",
    "mirror",
    "halfplane",
    "halfspace",
    "cut",
    "group",
    "pierced",
];

const LENGTH: Dimension = Dimension::LENGTH;
const IDENTITY: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// What is wrong with a region, its places with their unit, which geometry does not know.
fn told(error: &RegionError) -> String {
    let short = |x: f64| format!("{x:.5e}").parse::<f64>().unwrap_or(x);
    let place = |[x, y]: [f64; 2]| format!("({}, {}) m", short(x), short(y));
    match error {
        RegionError::SelfIntersecting { first, second, at } => {
            format!("edges {} and {} of the outline meet at {}", first + 1, second + 1, place(*at))
        }
        RegionError::CurvesMeet { at } => format!(
            "outlines with curved edges cross or touch at {}; regions with curves combine only where outlines stay apart",
            place(*at)
        ),
        other => other.to_string(),
    }
}

/// Whether all corners are on one line, as far as floats can tell.
fn on_one_line(corners: &[[f64; 2]]) -> bool {
    let Some(first) = corners.first() else { return true };
    let from_first = |p: &[f64; 2]| [p[0] - first[0], p[1] - first[1]];
    let length = |v: [f64; 2]| libm::hypot(v[0], v[1]);
    let far = corners.iter().map(from_first).max_by(|a, b| length(*a).total_cmp(&length(*b))).unwrap_or_default();
    let cross = |v: [f64; 2]| (v[0] * far[1] - v[1] * far[0]).abs();
    corners.iter().map(from_first).all(|v| cross(v) <= 1e-14 * length(far) * length(far))
}

impl<'a> Builder<'a> {
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
                    ("box", _) => &["x", "y", "z"],
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
                let Some(slots) = self.slots(&word.text, arguments, names) else { return Value::Poison };
                let values = self.slot_values(&slots, scope, unit);
                let mut present = Vec::new();
                for (value, name) in values.into_iter().zip(names) {
                    match value {
                        Some(v) if v.value.is_poison() => return Value::Poison,
                        Some(v) => present.push(v),
                        None if word.text == "turn" && *name == "axis" => {}
                        None if word.text == "mirror" && *name == "angle" => {}
                        None => {
                            self.report(
                                Diagnostic::error("E0210", span, format!("`{}` needs `{name}`", word.text))
                                    .help(format!("it takes {}", crate::elaborate::paths::listed(names))),
                            );
                            return Value::Poison;
                        }
                    }
                }
                self.shape_from(&word.text, &present, span)
            }
        };
        made.unwrap_or(Value::Poison)
    }

    fn size(&mut self, value: &Placed, what: &str) -> Option<f64> {
        self.positive(&value.value, LENGTH, value.span, what, "E0402")
    }

    fn shape_from(&mut self, word: &str, args: &[Placed], span: Span) -> Option<Value> {
        match word {
            "rect" if matches!(args[0].value, Value::Tuple(_)) => {
                let (a, b) = (self.plane_point(&args[0])?, self.plane_point(&args[1])?);
                let region = Region::rect_corners(a, b);
                self.region(region, span)
            }
            "rect" => {
                let (w, h) = (self.size(&args[0], "the width")?, self.size(&args[1], "the height")?);
                let region = Region::rect(w, h);
                self.region(region, span)
            }
            "disc" | "circle" => {
                let center = if args.len() == 2 { self.plane_point(&args[0])? } else { [0.0; 2] };
                let radius = self.size(&args[args.len() - 1], "the radius")?;
                let region = Region::disc(center, radius);
                self.region(region, span)
            }
            "capsule" if args.len() == 3 => {
                let (a, b) = (self.plane_point(&args[0])?, self.plane_point(&args[1])?);
                let radius = self.size(&args[2], "the radius")?;
                if a == b {
                    self.report(
                        Diagnostic::error("E0402", span, "the ends of this capsule are the same point")
                            .help("a link needs length; for a round part use `disc(radius)`"),
                    );
                    return None;
                }
                let region = Region::capsule(a, b, radius);
                self.region(region, span)
            }
            "ring" => {
                let (outer, inner) =
                    (self.size(&args[0], "the outer radius")?, self.size(&args[1], "the inner radius")?);
                if inner >= outer {
                    self.report(
                        Diagnostic::error("E0402", span, "the inner radius of a ring must be below the outer one")
                            .help("write `ring(outer, inner)`"),
                    );
                    return None;
                }
                let hole = Region::disc([0.0; 2], inner);
                let region = Region::disc([0.0; 2], outer).and_then(|o| o.difference(&hole?));
                self.region(region, span)
            }
            "sector" => {
                let radius = self.size(&args[0], "the radius")?;
                let start = self.constant(&args[1].value, Dimension::NONE, args[1].span, "the start")?;
                let sweep = self.constant(&args[2].value, Dimension::NONE, args[2].span, "the sweep")?;
                let region = Region::sector([0.0; 2], radius, start, sweep);
                self.region(region, span)
            }
            "box" => {
                let x = self.size(&args[0], "the size along x")?;
                let y = self.size(&args[1], "the size along y")?;
                let z = self.size(&args[2], "the size along z")?;
                let solid = Solid::block(x, y, z);
                self.solid(solid, span)
            }
            "sphere" => {
                let radius = self.size(&args[0], "the radius")?;
                let solid = Solid::sphere(radius);
                self.solid(solid, span)
            }
            "cylinder" | "cone" | "capsule" => {
                let (r, h) = (self.size(&args[0], "the radius")?, self.size(&args[1], "the height")?);
                let solid = match word {
                    "cylinder" => Solid::cylinder(r, h),
                    "cone" => Solid::cone(r, h),
                    _ => Solid::capsule(r, h),
                };
                self.solid(solid, span)
            }
            "extrude" => {
                let Value::Region(region) = &args[0].value else { return self.wants_shape(&args[0], "a region") };
                let height = self.size(&args[1], "the height")?;
                let solid = Solid::extruded((**region).clone(), height);
                self.solid(solid, span)
            }
            "cut" => self.cut_region(args, span),
            "halfplane" | "halfspace" => self.half_space(word, args, span),
            "move" => self.moved(&args[0], &args[1], span),
            "turn" => self.turned(args, span),
            "scale" => {
                let Value::Region(region) = &args[0].value else { return self.wants_shape(&args[0], "a region") };
                let factor = self.positive(&args[1].value, Dimension::NONE, args[1].span, "the factor", "E0402")?;
                let scaled = region.scaled(factor);
                self.region(scaled, span)
            }
            _ => {
                let Value::Region(region) = &args[0].value else { return self.wants_shape(&args[0], "a region") };
                // without an angle, the mirror stands upright: left and right change places
                let angle = match args.get(1) {
                    Some(a) => self.constant(&a.value, Dimension::NONE, a.span, "the angle of the mirror")?,
                    None => std::f64::consts::FRAC_PI_2,
                };
                let mirrored = region.mirrored(angle);
                self.region(mirrored, span)
            }
        }
    }

    /// `halfplane((0, 0) m, (0, 1))`: all behind the line through the point, the normal pointing out of it.
    pub fn half_space(&mut self, word: &str, args: &[Placed], span: Span) -> Option<Value> {
        let planar = self.space == SpaceKind::Planar;
        if planar != (word == "halfplane") {
            let (space, other) = if planar { ("planar", "halfplane") } else { ("spatial", "halfspace") };
            self.report(
                Diagnostic::error("E0405", span, format!("`{word}` cannot stand in a {space} scene"))
                    .help(format!("write `{other}(point, normal)`")),
            );
            return None;
        }
        let point = self.known_vector(&args[0].value, Some(LENGTH), args[0].span, "the point of the face")?;
        let normal = self.known_vector(&args[1].value, None, args[1].span, "the normal")?;
        let size = normal.iter().fold(0.0f64, |m, c| m.max(c.abs()));
        // scaled first, so that neither tiny nor huge components are lost
        let scaled = normal.map(|c| c / size);
        let length = scaled.iter().map(|c| c * c).sum::<f64>().sqrt();
        if !(size > 0.0 && length.is_finite()) {
            self.report(
                Diagnostic::error("E0508", args[1].span, "a normal without length has no direction")
                    .help("write a direction such as `(0, 1)`"),
            );
            return None;
        }
        Some(Value::HalfSpace(point, scaled.map(|c| c / length)))
    }

    pub fn wants_shape(&mut self, arg: &Placed, what: &str) -> Option<Value> {
        self.report(
            Diagnostic::error("E0303", arg.span, format!("{what} is wanted, found {}", arg.value.describe()))
                .help("write a shape such as `rect(2 cm, 1 cm)`"),
        );
        None
    }

    fn moved(&mut self, shape: &Placed, by: &Placed, span: Span) -> Option<Value> {
        match &shape.value {
            Value::Region(region) => {
                let by = self.plane_point(by)?;
                let moved = region.moved(by);
                self.region(moved, span)
            }
            Value::Solid(solid) => {
                let position = self.space_point(by)?;
                let pieces = pieces_of(solid)
                    .into_iter()
                    .map(|p| Piece { position: crate::rigid::add(p.position, position), ..p })
                    .collect();
                let moved = Solid::compound(pieces);
                self.solid(moved, span)
            }
            _ => self.wants_shape(shape, "a shape"),
        }
    }

    fn turned(&mut self, args: &[Placed], span: Span) -> Option<Value> {
        let angle = self.constant(&args[1].value, Dimension::NONE, args[1].span, "the angle")?;
        match &args[0].value {
            Value::Region(region) => {
                let turned = region.turned(angle);
                self.region(turned, span)
            }
            Value::Solid(solid) => {
                let axis = match args.get(2) {
                    Some(a) => self.space_point_of(a, None)?,
                    None => [0.0, 0.0, 1.0],
                };
                let Some([_, _, z]) = axes_from(axis, None) else {
                    self.report(
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
                        position: crate::rigid::quat_rotate(q, p.position),
                        rotation: product(&turn, &p.rotation),
                        solid: p.solid,
                    })
                    .collect();
                let turned = Solid::compound(pieces);
                self.solid(turned, span)
            }
            _ => self.wants_shape(&args[0], "a shape"),
        }
    }

    fn plane_point(&mut self, arg: &Placed) -> Option<[f64; 2]> {
        let Value::Tuple(items) = &arg.value else {
            self.report(
                Diagnostic::error(
                    "E0303",
                    arg.span,
                    format!("a point `(x, y)` is wanted, found {}", arg.value.describe()),
                )
                .help("write `(x, y)` with a unit"),
            );
            return None;
        };
        let [x, y] = items.as_slice() else {
            self.report(
                Diagnostic::error(
                    "E0313",
                    arg.span,
                    format!("a point of the plane has 2 components, found {}", items.len()),
                )
                .help("write `(x, y)`"),
            );
            return None;
        };
        let x = self.constant(x, LENGTH, arg.span, "each coordinate")?;
        let y = self.constant(y, LENGTH, arg.span, "each coordinate")?;
        Some([x, y])
    }

    fn space_point(&mut self, arg: &Placed) -> Option<[f64; 3]> {
        self.space_point_of(arg, Some(LENGTH))
    }

    fn space_point_of(&mut self, arg: &Placed, dimension: Option<Dimension>) -> Option<[f64; 3]> {
        let Value::Tuple(items) = &arg.value else {
            self.report(
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
            self.report(
                Diagnostic::error(
                    "E0313",
                    arg.span,
                    format!("a point in space has 3 components, found {}", items.len()),
                )
                .help("write `(x, y, z)`"),
            );
            return None;
        };
        let mut point = [0.0; 3];
        for (slot, v) in point.iter_mut().zip([x, y, z]) {
            *slot = self.constant(v, dimension.unwrap_or(Dimension::NONE), arg.span, "each coordinate")?;
        }
        Some(point)
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
                self.report(
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
            self.report_limit(span, &format!("a shape of more than {} points", limits::LIST));
            return None;
        }
        if points.iter().any(|p| p.value.is_poison()) {
            return None;
        }
        if word == "polyhedron" {
            let mut corners = Vec::with_capacity(points.len());
            for p in &points {
                corners.push(self.space_point(p)?);
            }
            let solid = Solid::polyhedron(&corners);
            return self.solid(solid, span);
        }
        let mut corners = Vec::with_capacity(points.len());
        for p in &points {
            corners.push(self.plane_point(p)?);
        }
        match Region::polygon(&corners) {
            Ok((region, turned)) => {
                // corners of a sweep count as written, either way round
                if turned && !self.sweep.on {
                    self.report(
                        Diagnostic::warning("W0606", span, "the outline runs clockwise and has been turned")
                            .help("list the corners counter-clockwise"),
                    );
                }
                Some(Value::Region(Rc::new(region)))
            }
            // edges of corners on one line meet too, but that is not what is wrong
            Err(RegionError::SelfIntersecting { .. }) if on_one_line(&corners) => {
                self.region(Err(RegionError::NoArea), span)
            }
            Err(e) => self.region(Err(e), span),
        }
    }

    pub fn region(&mut self, made: Result<Region, RegionError>, span: Span) -> Option<Value> {
        match made {
            Ok(r) => Some(Value::Region(Rc::new(r))),
            Err(e) => {
                let (code, fix) = match e {
                    RegionError::Size { .. } => ("E0402", "sizes are positive lengths of sensible size"),
                    RegionError::SelfIntersecting { .. } => ("E0406", "list the corners in order round the outline"),
                    RegionError::CurvesMeet { .. } => ("E0406", "move them apart, or use a polygon for the curve"),
                    RegionError::NoArea => ("E0406", "give corners that are not all on one line"),
                    RegionError::Empty => ("E0406", "the shapes do not overlap as this needs; check their places"),
                    _ => ("E0406", "check the corners of the outline"),
                };
                self.report(Diagnostic::error(code, span, told(&e)).help(fix));
                None
            }
        }
    }

    fn solid(&mut self, made: Result<Solid, SolidError>, span: Span) -> Option<Value> {
        match made {
            Ok(s) => Some(Value::Solid(Rc::new(s))),
            Err(e) => {
                let code = if matches!(e, SolidError::Size { .. }) { "E0402" } else { "E0406" };
                self.report(Diagnostic::error(code, span, e.to_string()).help("check the sizes and corners"));
                None
            }
        }
    }

    /// `+ - & ^` on shapes.
    pub fn combine_shapes(&mut self, op: BinaryOp, a: &Value, b: &Value, span: Span) -> Value {
        let made = match (a, b) {
            (Value::Region(a), Value::Region(b)) => {
                let result = match op {
                    BinaryOp::Add => a.union(b),
                    BinaryOp::Subtract => {
                        let left = a.difference(b);
                        if left.as_ref().is_ok_and(|left| takes_nothing(a, left)) {
                            let message = "this takes nothing away: the second region lies outside the first";
                            let finding = Diagnostic::warning("W0615", span, message);
                            self.report(finding.help("check the places of both, or leave the second out"));
                        }
                        left
                    }
                    BinaryOp::Intersect => a.intersection(b),
                    _ => a.xor(b),
                };
                self.region(result, span)
            }
            (Value::Solid(a), Value::Solid(b)) if op == BinaryOp::Add => {
                let mut pieces = pieces_of(a);
                pieces.extend(pieces_of(b));
                let result = Solid::compound(pieces);
                self.solid(result, span)
            }
            (a, b) => {
                self.report(
                    Diagnostic::error("E0303", span, format!("cannot combine {} and {}", a.describe(), b.describe()))
                        .help("regions combine with `+ - & ^`, solids with `+`"),
                );
                None
            }
        };
        made.unwrap_or(Value::Poison)
    }
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
