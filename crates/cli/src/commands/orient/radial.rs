//! `--radial`: where a part rests in a radial field with a constant one on it.

use super::part::Part;
use super::refusal::Refusal;
use super::report::{degrees, part_line, place, table};
use crate::json::text;
use crate::lines::Lines;
use crate::numbers::{counted, number, short};
use crate::terminal::{BAD, GOOD, styled};
use mainspring_workbench::fields::strategy::{RadialField, RadialRest};
use serde_json::json;

/// What is found; the constant field points along x.
pub fn report(part: &Part<'_>, ratio: f64, density: f64, as_json: bool) -> Result<String, Refusal> {
    let field = RadialField { ratio, direction: 0.0 };
    let mut rests = field.rests(part.region).map_err(|e| Refusal::strategy(part.body, e))?;
    rests.iter_mut().for_each(|r| r.stiffness *= density);
    let stable = rests.iter().filter(|r| r.stable).count();
    Ok(if as_json {
        object(part, [density, ratio], &rests, stable)
    } else {
        plain(part, [density, ratio], &rests, stable)
    })
}

fn plain(part: &Part<'_>, [density, ratio]: [f64; 2], rests: &[RadialRest], stable: usize) -> String {
    let mut lines = Lines::default();
    let (center, moments) = part.region.central_moments();
    part_line(&mut lines, &part.body.path, moments.area, center);
    let (radial, constant) = (number(density), number(ratio * density));
    lines.add("field", &format!("{radial} N/m^2 towards a point, and {constant} N/m^2 along the x axis"));
    let rows: Vec<Vec<String>> = rests
        .iter()
        .map(|r| {
            vec![
                degrees(r.angle),
                place(r.position, moments.area.sqrt()),
                if r.stable { "stable" } else { "unstable" }.to_owned(),
                format!("{} N*m/rad", short(r.stiffness)),
            ]
        })
        .collect();
    table(&mut lines, "balance", &["angle", "centre from the point", "", "stiffness"], &rows);
    let said = match stable {
        1 => styled(GOOD, "one stable pose: the field alone orients the part, whole turns and all"),
        0 => styled(BAD, "no stable pose"),
        n => styled(
            BAD,
            &format!("{}: the field alone does not orient the part", counted(n, "stable pose", "stable poses")),
        ),
    };
    lines.add("end", &said);
    lines.add("assumes", "only the field acts: no static friction, no contact with other parts");
    lines.text
}

fn object(part: &Part<'_>, [density, ratio]: [f64; 2], rests: &[RadialRest], stable: usize) -> String {
    let poses = rests
        .iter()
        .map(|r| json!({ "angle": r.angle, "position": r.position, "stable": r.stable, "stiffness": r.stiffness }));
    text(&json!({
        "scene": part.model.name,
        "part": part.body.path,
        "density": density,
        "ratio": ratio,
        "rests": poses.collect::<Vec<_>>(),
        "stable": stable,
        "unique": stable == 1,
        "units": { "angle": "rad", "position": "m", "density": "N/m^2", "stiffness": "N*m/rad" },
    }))
}
