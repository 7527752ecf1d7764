//! `mainspring info SCENE`: what a scene consists of, without running it.

use crate::exit::Exit;
use crate::findings::tell;
use crate::json::text;
use crate::lines::Lines;
use crate::model_text::{model_text, sweep_text};
use crate::numbers::{counted, number, vector};
use crate::source;
use crate::terminal::say;
use mainspring_workbench::model::{Exact, Model, Ring, SweepModel, SweepPawl};
use mainspring_workbench::record::shortened;
use mainspring_workbench::{SceneErrors, Settings, check, prepare};
use serde_json::{Value, json};
use std::io;
use std::path::Path;

/// Pawls and obstacles shown before the rest are only counted.
const SHOWN: usize = 40;

pub fn run(path: &Path, as_json: bool) -> io::Result<Exit> {
    let scene = source::scene(path);
    let checked = match check(&scene, &Settings::default()) {
        Ok(checked) => checked,
        Err(wrong) => return Ok(refused(&wrong)),
    };
    if let Some(sweep) = checked.model.sweep() {
        tell(&checked.notes, &checked.sources);
        say(&if as_json { text(&sweep_json(&checked.model, sweep)) } else { sweep_plain(&checked.model, sweep) })?;
        return Ok(Exit::Fine);
    }
    let prepared = match prepare(&scene, &Settings::default()) {
        Ok(prepared) => prepared,
        Err(wrong) => return Ok(refused(&wrong)),
    };
    tell(&prepared.notes, &prepared.sources);
    let model = &prepared.model;
    if as_json {
        say(&text(&json!({
            "scene": model.name.as_str(),
            "bodies": model.bodies.iter().map(|b| b.path.as_str()).collect::<Vec<_>>(),
            "joints": model.joints.iter().map(|j| j.path.as_str()).collect::<Vec<_>>(),
            "freedom": prepared.freedom,
        })))?;
    } else {
        let mut lines = Lines::default();
        lines.add("scene", &format!("{}: {}", shortened(&model.name), model_text(model, prepared.freedom)));
        say(&lines.text)?;
    }
    Ok(Exit::Fine)
}

fn refused(wrong: &SceneErrors) -> Exit {
    tell(&wrong.findings, &wrong.sources);
    Exit::Scene
}

fn float(exact: &Exact) -> f64 {
    exact.to_f64().value()
}

fn pair(exact: &[Exact; 2]) -> [f64; 2] {
    [float(&exact[0]), float(&exact[1])]
}

/// Metres as millimetres, the unit of what snaps.
fn millimetres(exact: &[Exact; 2]) -> String {
    vector(&pair(exact).map(|x| 1e3 * x))
}

fn corners(rings: &[&Ring]) -> String {
    let vertices = counted(rings.iter().map(|r| r.points.len()).sum(), "vertex", "vertices");
    match rings {
        [_] => vertices,
        many => format!("{vertices} in {}", counted(many.len(), "outline", "outlines")),
    }
}

fn sweep_plain(model: &Model, sweep: &SweepModel) -> String {
    let mut lines = Lines::default();
    lines.add("scene", &format!("{}: {}", shortened(&model.name), sweep_text(sweep)));
    let outline = match &sweep.root_outline {
        Some(ring) => corners(&[ring]),
        None => "no outline".to_owned(),
    };
    lines.add("root", &format!("{}: {outline}", sweep.root));
    let (velocity, start) = (millimetres(&sweep.velocity), millimetres(&sweep.start));
    lines.add("", &format!("from {start} mm with {velocity} mm/s until {} s", number(float(&sweep.until))));
    for (i, pawl) in sweep.pawls.iter().take(SHOWN).enumerate() {
        lines.add(if i == 0 { "pawls" } else { "" }, &pawl_line(pawl));
    }
    rest(&mut lines, sweep.pawls.len());
    for (i, obstacle) in sweep.obstacles.iter().take(SHOWN).enumerate() {
        let rings: Vec<&Ring> = obstacle.rings.iter().collect();
        lines.add(if i == 0 { "obstacles" } else { "" }, &format!("{}: {}", obstacle.name, corners(&rings)));
    }
    rest(&mut lines, sweep.obstacles.len());
    lines.text
}

fn rest(lines: &mut Lines, count: usize) {
    if count > SHOWN {
        lines.add("", &format!("… and {} more", count - SHOWN));
    }
}

fn pawl_line(pawl: &SweepPawl) -> String {
    let degrees = |radians: f64| number(radians.to_degrees());
    format!(
        "{}: {} at {} mm, stiffness {} N*m/rad, friction {}, rest {} deg, start {} deg",
        pawl.name,
        corners(&[&pawl.outline]),
        millimetres(&pawl.hinge),
        number(float(&pawl.stiffness)),
        number(float(&pawl.friction)),
        degrees(pawl.rest.radians),
        degrees(pawl.start.radians),
    )
}

fn sweep_json(model: &Model, sweep: &SweepModel) -> Value {
    // in the order in which corners are counted
    let points = |ring: &Ring| ring.as_written().into_iter().map(pair).collect::<Vec<_>>();
    json!({
        "scene": model.name.as_str(),
        "method": "sweep",
        "vertices": sweep.vertices(),
        "root": {
            "name": sweep.root.as_str(),
            "velocity": pair(&sweep.velocity),
            "start": pair(&sweep.start),
            "until": float(&sweep.until),
            "outline": sweep.root_outline.as_ref().map(points),
        },
        "pawls": sweep.pawls.iter().map(|p| json!({
            "name": p.name.as_str(),
            "hinge": pair(&p.hinge),
            "outline": points(&p.outline),
            "stiffness": float(&p.stiffness),
            "friction": float(&p.friction),
            "rest": p.rest.radians,
            "start": p.start.radians,
        })).collect::<Vec<_>>(),
        "obstacles": sweep.obstacles.iter().map(|o| json!({
            "name": o.name.as_str(),
            "outlines": o.rings.iter().map(points).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
    })
}
