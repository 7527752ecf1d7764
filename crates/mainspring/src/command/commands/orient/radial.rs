//! `--radial`: where a part rests in a radial field with a constant one on it.

use super::Chosen;
use super::refusal::Refusal;
use super::told::{degrees, part_line, place, table};
use crate::json::text;
use crate::lines::Lines;
use crate::numbers::{counted, number, short};
use crate::terminal::{BAD, GOOD, styled};
use mainspring::fields::strategy::{RadialField, RadialRest};
use serde_json::json;

/// What is told of it; the constant field points along x.
pub fn told(chosen: &Chosen<'_>, ratio: f64, as_json: bool) -> Result<String, Refusal> {
    let field = RadialField { ratio, direction: 0.0 };
    let rests = field.rests(chosen.region).map_err(|e| Refusal::strategy(chosen.body, e))?;
    let stable = rests.iter().filter(|r| r.stable).count();
    Ok(if as_json { object(chosen, ratio, &rests, stable) } else { plain(chosen, ratio, &rests, stable) })
}

fn plain(chosen: &Chosen<'_>, ratio: f64, rests: &[RadialRest], stable: usize) -> String {
    let mut lines = Lines::default();
    let (center, moments) = chosen.region.central_moments();
    part_line(&mut lines, &chosen.body.path, moments.area, center);
    lines.add("field", &format!("towards a point, and {} of that along the x axis", number(ratio)));
    let rows: Vec<Vec<String>> = rests
        .iter()
        .map(|r| {
            vec![
                degrees(r.angle),
                place(r.position, moments.area.sqrt()),
                if r.stable { "stable" } else { "unstable" }.to_owned(),
                format!("{} mm^3/rad", short(r.stiffness * 1e9)),
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
    lines.add("assumes", "stiffness is per unit of the radial field's density; no static friction, no contact");
    lines.text
}

fn object(chosen: &Chosen<'_>, ratio: f64, rests: &[RadialRest], stable: usize) -> String {
    let poses = rests
        .iter()
        .map(|r| json!({ "angle": r.angle, "position": r.position, "stable": r.stable, "stiffness": r.stiffness }));
    text(&json!({
        "scene": chosen.model.name,
        "part": chosen.body.path,
        "ratio": ratio,
        "rests": poses.collect::<Vec<_>>(),
        "stable": stable,
        "unique": stable == 1,
        "units": { "angle": "rad", "position": "m", "stiffness": "m^3/rad" },
    }))
}
