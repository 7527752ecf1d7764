//! Mass, centre and inertia of a body from its shape and material, or as given.

use crate::context::state::Context;
use crate::context::value::{ContactCoefficients, Material, Placed, Value};
use crate::evaluate::material::amount;
use crate::options::Domain;
use crate::results::part_coefficients::PartCoefficients;
use crate::shapes::checks::shape_of;
use crate::tolerances::{PRINCIPAL_MOMENTS, SYMMETRIC_INERTIA};
use mainspring_definition::{Diagnostic, Dimension, SpaceKind, Span};
use mainspring_model::Shape;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What the equations of motion need of a body.
#[derive(Debug)]
pub struct MassProperties {
    /// kg
    pub mass: f64,
    /// kg·m² about the centre
    pub inertia: [[f64; 3]; 3],
    /// in the shape's frame, m
    pub center: [f64; 3],
    pub shape: Option<Shape>,
    /// what it says of touching
    pub coefficients: PartCoefficients,
    /// viscous constant of its friction on the surface, N·s/m
    pub drag: Option<f64>,
}

impl Default for MassProperties {
    fn default() -> Self {
        Self {
            mass: 1.0,
            inertia: diagonal([1.0; 3]),
            center: [0.0; 3],
            shape: None,
            coefficients: PartCoefficients::default(),
            drag: None,
        }
    }
}

/// What the fields of a primitive say of touching.
pub fn part_coefficients_of<'a>(
    cx: &mut Context<'a>,
    fields: &BTreeMap<&'a str, Placed>,
    material: Option<Rc<Material>>,
) -> PartCoefficients {
    let mut one = |word: &str| fields.get(word).and_then(|f| cx.coefficient(f, word));
    let own = ContactCoefficients {
        friction: one("friction"),
        static_friction: one("static_friction"),
        restitution: one("restitution"),
    };
    let part_coefficients = PartCoefficients { own, material, broken: false };
    cx.check_coefficients(
        &ContactCoefficients { friction: part_coefficients.friction(), ..own },
        fields.get("static_friction").filter(|f| !f.value.is_poison()).map(|f| f.span),
    );
    part_coefficients
}

/// Mass properties from a primitive's fields; None after a report.
pub fn mass_properties<'a>(
    cx: &mut Context<'a>,
    fields: &BTreeMap<&'a str, Placed>,
    path: &str,
    recipe: Span,
    call: Span,
) -> Option<MassProperties> {
    let mut failed = fields.values().any(|f| f.value.is_poison());
    let mut given_material = None;
    if let Some(m) = fields.get("material") {
        match &m.value {
            Value::Material(found) => given_material = Some(Rc::clone(found)),
            Value::Poison => {}
            other => {
                let what = other.describe();
                cx.wrong_thing(&what, "a material", m.span);
                failed = true;
            }
        }
    }
    let material = given_material.clone().unwrap_or_default();
    let coefficients = part_coefficients_of(cx, fields, given_material);
    for (one, other) in [("mass", "density"), ("mass", "area_density"), ("density", "area_density")] {
        if let (Some(a), Some(b)) = (fields.get(one), fields.get(other)) {
            cx.findings.report(
                Diagnostic::error("E0407", b.span, format!("`{path}` is given both `{one}` and `{other}`"))
                    .also(a.span, format!("`{one}` is given here"))
                    .help("leave one of them out"),
            );
            failed = true;
        }
    }
    let shape = match fields.get("shape") {
        Some(s) => {
            let shape = shape_of(cx, &s.value, s.span);
            failed |= shape.is_none();
            shape
        }
        None => None,
    };
    // one field that is there but wrong fails the body; one that is not there is None
    let mut given = |cx: &mut Context<'_>, name: &str, dimension: Dimension, what: &str| {
        let found = fields.get(name)?;
        let v = amount(cx, found, dimension, what);
        failed |= v.is_none();
        v
    };
    let mass = given(cx, "mass", Dimension::MASS, "the mass");
    let own_density = given(cx, "density", Dimension::DENSITY, "the density");
    let own_area_density = given(cx, "area_density", Dimension::AREA_DENSITY, "the area density");
    let own_thickness = given(cx, "thickness", Dimension::LENGTH, "the thickness");
    let density = own_density.or(if own_area_density.is_some() { None } else { material.density });
    let area_density = own_area_density.or(if own_density.is_some() { None } else { material.area_density });
    let thickness = own_thickness.or(material.thickness);
    let center = match fields.get("center") {
        Some(c) => {
            let v = cx.known_vector(&c.value, Some(Dimension::LENGTH), c.span, "the centre of mass");
            failed |= v.is_none();
            v
        }
        None => None,
    };
    let inertia = match fields.get("inertia") {
        Some(i) => {
            let v = given_inertia(cx, i);
            failed |= v.is_none();
            v
        }
        None => None,
    };
    let drag = match fields.get("drag") {
        Some(d) => {
            let v = cx.not_negative(&d.value, Dimension::DAMPING, d.span, "the drag of a part", "E0526");
            failed |= v.is_none();
            if cx.leaves_out(Domain::Friction) { Some(0.0) } else { v }
        }
        None => None,
    };
    if failed {
        return None;
    }
    let Some(shape) = shape else {
        let (Some(mass), Some(inertia)) = (mass, inertia) else {
            cx.findings.report(
                Diagnostic::error(
                    "E0401",
                    recipe,
                    format!("`{path}` has no shape, so its `mass` and `inertia` must both be given"),
                )
                .also(call, "made here")
                .help("add `shape = …` and a density, or `mass = …` and `inertia = …`; a point mass is `mass name = 50 g`"),
            );
            return None;
        };
        return Some(MassProperties {
            mass,
            inertia,
            center: center.unwrap_or([0.0; 3]),
            shape: None,
            coefficients,
            drag,
        });
    };
    // size (area or volume), centre and inertia for density 1
    let (amount, shape_center, unit_inertia) = match &shape {
        Shape::Region(region) => {
            let (c, m) = region.central_moments();
            (m.area, [c[0], c[1], 0.0], diagonal([0.0, 0.0, m.polar()]))
        }
        Shape::Solid(solid) => {
            let (c, m) = solid.central_moments();
            (m.volume, c, m.inertia())
        }
        // refused for parts by `shape_of`; no primitive is a point
        Shape::HalfSpace { .. } | Shape::Point { .. } => return None,
    };
    let per_amount = match (mass, cx.input.space) {
        (Some(m), _) => Some(m / amount),
        (None, SpaceKind::Spatial) => density,
        (None, SpaceKind::Planar) => match (area_density, density, thickness) {
            (Some(a), ..) => Some(a),
            (None, Some(d), Some(t)) => Some(d * t),
            _ => None,
        },
    };
    let Some(per_amount) = per_amount else {
        let help = match cx.input.space {
            SpaceKind::Planar if density.is_some() => {
                "in the plane a density needs a thickness too: add `thickness = 5 mm`, or give `area_density` or `mass`"
            }
            SpaceKind::Planar => {
                "give `density` and `thickness`, or `area_density`, or `mass` (or a `material` that has them)"
            }
            SpaceKind::Spatial => "give `density` or `mass` (or a `material` with a density)",
        };
        cx.findings.report(
            Diagnostic::error("E0401", recipe, format!("nothing says how heavy `{path}` is"))
                .also(call, "made here")
                .help(help),
        );
        return None;
    };
    let mass = mass.unwrap_or(per_amount * amount);
    let inertia = inertia.unwrap_or_else(|| unit_inertia.map(|row| row.map(|v| v * per_amount)));
    let fine = mass > 0.0 && mass.is_finite() && inertia.iter().flatten().all(|v| v.is_finite());
    if !fine || inertia[2][2] <= 0.0 {
        cx.findings.report(
            Diagnostic::error(
                "E0403",
                recipe,
                format!("`{path}` has mass {mass} kg, inertia {} kg*m^2", inertia[2][2]),
            )
            .help("mass and inertia must be positive and finite; check sizes and density"),
        );
        return None;
    }
    Some(MassProperties {
        mass,
        inertia,
        center: center.unwrap_or(shape_center),
        shape: Some(shape),
        coefficients,
        drag,
    })
}

fn given_inertia(cx: &mut Context<'_>, field: &Placed) -> Option<[[f64; 3]; 3]> {
    let what = "the inertia";
    if cx.input.space == SpaceKind::Planar {
        let i = amount(cx, field, Dimension::INERTIA, what)?;
        return Some(diagonal([0.0, 0.0, i]));
    }
    // rows as a list, or as a tuple of tuples
    let rows: Option<&[Value]> = match &field.value {
        Value::List(rows) if rows.len() == 3 => Some(rows),
        Value::Tuple(rows) if rows.len() == 3 && rows.iter().all(|row| matches!(row, Value::Tuple(_))) => Some(rows),
        _ => None,
    };
    let inertia = match (rows, &field.value) {
        (Some(rows), _) => {
            let mut matrix = [[0.0; 3]; 3];
            for (slot, row) in matrix.iter_mut().zip(rows) {
                *slot = cx.known_vector(row, Some(Dimension::INERTIA), field.span, "a row of the inertia")?;
            }
            matrix
        }
        (None, Value::Number(_)) => {
            let i = amount(cx, field, Dimension::INERTIA, what)?;
            diagonal([i; 3])
        }
        (None, other) => diagonal(cx.known_vector(other, Some(Dimension::INERTIA), field.span, what)?),
    };
    let scale = inertia.iter().flatten().fold(0.0f64, |m, v| m.max(v.abs()));
    let symmetric = (0..3).all(|i| (0..3).all(|j| (inertia[i][j] - inertia[j][i]).abs() <= SYMMETRIC_INERTIA * scale));
    let mut principal = eigenvalues(inertia);
    principal.sort_by(f64::total_cmp);
    let [a, b, c] = principal;
    let problem = if !symmetric {
        Some("an inertia matrix is symmetric".to_owned())
    } else if a <= 0.0 {
        Some(format!("every principal moment of inertia must be positive, found {a} kg*m^2"))
    } else if a + b < c * (1.0 - PRINCIPAL_MOMENTS) {
        Some(format!(
            "no body has principal moments {a}, {b} and {c} kg*m^2: the largest exceeds the sum of the others"
        ))
    } else {
        None
    };
    if let Some(problem) = problem {
        let code = if symmetric && a <= 0.0 { "E0403" } else { "E0404" };
        cx.findings.report(
            Diagnostic::error(code, field.span, problem)
                .help("give moments about the centre of mass, in the shape's axes"),
        );
        return None;
    }
    Some(inertia)
}

fn diagonal(d: [f64; 3]) -> [[f64; 3]; 3] {
    [[d[0], 0.0, 0.0], [0.0, d[1], 0.0], [0.0, 0.0, d[2]]]
}

/// Eigenvalues of a symmetric matrix by Jacobi rotations.
fn eigenvalues(mut a: [[f64; 3]; 3]) -> [f64; 3] {
    for _ in 0..32 {
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            if a[p][q] == 0.0 {
                continue;
            }
            let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
            let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
            let c = 1.0 / (t * t + 1.0).sqrt();
            let s = t * c;
            for k in 0..3 {
                let (x, y) = (a[k][p], a[k][q]);
                (a[k][p], a[k][q]) = (c * x - s * y, s * x + c * y);
            }
            for k in 0..3 {
                let (x, y) = (a[p][k], a[q][k]);
                (a[p][k], a[q][k]) = (c * x - s * y, s * x + c * y);
            }
        }
    }
    [a[0][0], a[1][1], a[2][2]]
}
