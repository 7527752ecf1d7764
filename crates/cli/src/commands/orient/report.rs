//! What is found out about a part in a squeeze field, for people and for programs.

use super::findings::Findings;
use crate::json::text;
use crate::lines::Lines;
use crate::numbers::{counted, number, short};
use crate::prose::wrapped;
use crate::shell::quoted;
use crate::tolerances::{AT_CENTRE, SAME_ANGLE};
use mainspring_workbench::fields::strategy::{ASSUMPTIONS, Stability};
use mainspring_workbench::record::shown;
use serde_json::{Value, json};
use std::f64::consts::PI;

/// Cells are aligned up to this width.
const WIDEST: usize = 200;
/// Rows of a table that are shown before the rest are only counted.
const SHOWN: usize = 40;

/// Two decimals, so that columns of angles line up; one more would say more than a shop can turn.
pub fn degrees(angle: f64) -> String {
    let text = format!("{:.2}", angle.to_degrees());
    format!("{} deg", if text == "-0.00" { "0.00" } else { &text })
}

/// Modulo a period.
fn within(angle: f64, period: f64) -> f64 {
    angle - period * libm::floor(angle / period)
}

pub fn word(stability: Stability) -> &'static str {
    match stability {
        Stability::Stable => "stable",
        Stability::Unstable => "unstable",
        Stability::Passing => "passing",
        Stability::Neutral => "neutral",
    }
}

/// Rows below a heading, columns aligned: right for those that begin with a digit or a sign, else left.
pub fn table(lines: &mut Lines, label: &str, heads: &[&str], rows: &[Vec<String>]) {
    let numeric = |text: &str| text.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    let right: Vec<bool> = (0..heads.len()).map(|i| rows.iter().any(|r| numeric(&r[i]))).collect();
    let wide =
        |i: usize| rows.iter().map(|r| r[i].chars().count()).fold(heads[i].chars().count(), usize::max).min(WIDEST);
    let widths: Vec<usize> = (0..heads.len()).map(wide).collect();
    let line = |cells: &[String]| {
        let padded = cells.iter().enumerate().map(|(i, cell)| match right[i] {
            true => format!("{cell:>w$}", w = widths[i]),
            false => format!("{cell:<w$}", w = widths[i]),
        });
        padded.collect::<Vec<_>>().join("  ")
    };
    lines.add(label, &line(&heads.iter().map(|h| (*h).to_owned()).collect::<Vec<_>>()));
    for row in rows.iter().take(SHOWN) {
        lines.add("", &line(row));
    }
    if rows.len() > SHOWN {
        lines.add("", &format!("… {} more", rows.len() - SHOWN));
    }
}

/// A place in mm; what is nothing beside the part's size but for rounding is zero.
pub fn place(at: [f64; 2], size: f64) -> String {
    let [x, y] = at.map(|p| number(if p.abs() < AT_CENTRE * size { 0.0 } else { p * 1e3 }));
    format!("({x}, {y}) mm")
}

/// The part, where its centre is, and how large it is.
pub fn part_line(lines: &mut Lines, path: &str, area: f64, center: [f64; 2]) {
    let center = place(center, area.sqrt());
    lines.add("part", &format!("{path}: {} mm^2, centre of area at {center} of its drawing", number(area * 1e6)));
}

pub fn plain(found: &Findings<'_>) -> String {
    let mut lines = Lines::default();
    let (plan, density) = (&found.plan, found.density);
    part_line(&mut lines, &found.part.body.path, found.squeeze.area(), found.squeeze.center());
    lines.add("field", &format!("{} N/m^2 towards a line from both sides", number(density)));
    let rows: Vec<Vec<String>> = found
        .equilibria
        .iter()
        .map(|e| {
            let stiffness = format!("{} N*m/rad", short(-density * e.slope));
            vec![degrees(e.angle), word(e.stability).to_owned(), stiffness]
        })
        .collect();
    table(&mut lines, "balance", &["angle", "", "stiffness"], &rows);
    let rows: Vec<Vec<String>> = found
        .function
        .basins
        .iter()
        .map(|b| vec![degrees(b.from), degrees(b.to), degrees(within(b.rest, PI))])
        .collect();
    table(&mut lines, "turns", &["from", "to", "rests at"], &rows);
    let margin = plan.margin.map_or_else(String::new, |m| format!(", margin {}", degrees(m)));
    lines.add("plan", &format!("{}{margin}", counted(plan.stages.len(), "squeeze", "squeezes")));
    let rows: Vec<Vec<String>> = plan
        .stages
        .iter()
        .enumerate()
        .map(|(i, stage)| {
            let range = |[a, b]: [f64; 2]| {
                let (first, long) = (within(a, plan.period), b - a);
                if long < SAME_ANGLE {
                    degrees(first)
                } else {
                    format!("{} to {}", degrees(first), degrees(first + long))
                }
            };
            let taken = if i == 0 { "any".to_owned() } else { range(stage.before) };
            let margin = stage.margin.map_or_else(|| "-".to_owned(), degrees);
            vec![(i + 1).to_string(), degrees(stage.angle), taken, range(stage.after), margin]
        })
        .collect();
    table(&mut lines, "", &["", "line at", "takes parts turned", "leaves them at", "margin"], &rows);
    lines.add("end", &wrapped(&ending(found), 10));
    friction(&mut lines, found);
    for (i, assumption) in ASSUMPTIONS.iter().enumerate() {
        lines.add(if i == 0 { "assumes" } else { "" }, assumption);
    }
    if let Some((path, rehearsed)) = &found.written {
        let total: f64 = rehearsed.durations.iter().sum();
        let times: Vec<String> = rehearsed.durations.iter().map(|t| format!("{} s", number(*t))).collect();
        lines.add("scene", &shown(path));
        let chosen = format!(
            "viscous {} N*s/m^3 damps its stiffest motion critically; squeezes last {}, {} s in all: the slowest way from {} \
             beside an unstable balance to {} beside a stable one, a fifth more, and the way to the line",
            short(rehearsed.viscous),
            times.join(", "),
            number(total),
            degrees(0.1 * rehearsed.nearest),
            degrees(mainspring_workbench::orient::SETTLED),
        );
        lines.add("", &wrapped(&chosen, 10));
        lines.add("", &format!("next: mainspring run {}", quoted(&path.display().to_string())));
    }
    if let Some(path) = found.drawn {
        lines.add("picture", &shown(path));
    }
    lines.text
}

fn ending(found: &Findings<'_>) -> String {
    let plan = &found.plan;
    let end = format!("every part is turned {}, modulo {}", degrees(plan.orientation), degrees(plan.period));
    match plan.symmetry {
        1 => format!("{end}: squeezes do not tell a line from the same line run backwards"),
        n => format!("{end}: {n} turns of it in 180 deg are the same to squeezes"),
    }
}

fn friction(lines: &mut Lines, found: &Findings<'_>) {
    let Some(friction) = &found.friction else { return };
    let (mu, pressure) = (number(friction.coefficient), number(friction.pressure));
    let direction = if friction.grain { "; the line along the x axis, the surface has a grain" } else { "" };
    let mut text = format!("coefficient {mu} under {pressure} N/m^2{direction}");
    if let Some(holds) = friction.holds {
        text.push_str(&format!(": holds {} N*m, the field has up to {} N*m", short(holds), short(friction.largest)));
    }
    lines.add("friction", &wrapped(&text, 10));
    match friction.rests.as_slice() {
        [] => lines.add("", "it holds no orientation"),
        [rest] if rest.to - rest.from >= PI - SAME_ANGLE => {
            lines.add("", "it holds every orientation: the field turns nothing, and the plan does not work");
            if let Some(holds) = friction.holds {
                let least = found.density * holds / friction.largest;
                lines.add("", &format!("only a density above {} N/m^2 turns the part at all", short(least)));
            }
        }
        rests => {
            let rows: Vec<Vec<String>> = rests
                .iter()
                .map(|r| vec![degrees(r.from), degrees(r.to), degrees(r.to - r.from), word(r.stability).to_owned()])
                .collect();
            table(lines, "", &["stays from", "to", "width", ""], &rows);
        }
    }
}

pub fn json(found: &Findings<'_>) -> String {
    let (plan, density) = (&found.plan, found.density);
    let equilibria = found.equilibria.iter().map(|e| {
        json!({ "angle": e.angle, "stability": word(e.stability), "stiffness": -density * e.slope,
                "potential": density * e.potential })
    });
    let turns = found.function.basins.iter().map(|b| json!({ "from": b.from, "to": b.to, "rest": b.rest }));
    let squeezes = plan.stages.iter().enumerate().map(|(i, s)| {
        let before = if i == 0 { Value::Null } else { json!(s.before) };
        json!({ "line": s.angle, "before": before, "after": s.after, "margin": s.margin })
    });
    let friction = found.friction.as_ref().map(|f| {
        let rests = f.rests.iter().map(|r| json!({ "from": r.from, "to": r.to, "stability": word(r.stability) }));
        json!({ "coefficient": f.coefficient, "pressure": f.pressure, "holds": f.holds, "largest_moment": f.largest,
                "rests": rests.collect::<Vec<_>>() })
    });
    let written = found.written.as_ref().map(|(path, r)| {
        json!({ "file": path.display().to_string(), "durations": r.durations, "viscous": r.viscous, "first": r.first })
    });
    text(&json!({
        "scene": found.part.model.name,
        "part": found.part.body.path,
        "area": found.squeeze.area(),
        "center": found.squeeze.center(),
        "density": density,
        "equilibria": equilibria.collect::<Vec<_>>(),
        "turns": turns.collect::<Vec<_>>(),
        "plan": {
            "squeezes": squeezes.collect::<Vec<_>>(),
            "margin": plan.margin,
            "orientation": plan.orientation,
            "period": plan.period,
            "symmetry": plan.symmetry,
        },
        "friction": friction,
        "assumptions": ASSUMPTIONS,
        "units": {
            "angle": "rad", "area": "m^2", "center": "m", "density": "N/m^2", "stiffness": "N*m/rad", "potential": "J",
            "pressure": "N/m^2", "holds": "N*m", "largest_moment": "N*m", "durations": "s", "viscous": "N*s/m^3",
        },
        "written": written,
        "plot": found.drawn.map(|p| p.display().to_string()),
    }))
}
