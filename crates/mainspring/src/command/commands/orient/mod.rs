//! `mainspring orient`: what a squeeze field does to a part, and the shortest script of squeezes that orients it.

mod friction;
mod picture;
mod radial;
mod refusal;
mod told;

use crate::exit::Exit;
use crate::files::same_file;
use crate::json;
use crate::terminal::{complain, remark, say};
use clap::Args;
use friction::Friction;
use mainspring::definition::Dimension;
use mainspring::fields::strategy::{Equilibrium, Plan, Squeeze, TurnFunction};
use mainspring::geometry::Region;
use mainspring::language::render;
use mainspring::model::{Body, Model, Shape};
use mainspring::orient::{Rehearsal, Rehearsed};
use mainspring::{Scene, Settings, Wrong, prepare, quantity};
use refusal::Refusal;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Parts of the scene that `--write` makes.
const STARTS: usize = 36;

const EXAMPLES: &str = "\
Examples:
  mainspring orient tray.mech                       the only part of the scene
  mainspring orient tray.mech --part tee            one of several, by its name
  mainspring orient tray.mech --margin 3deg         squeezes that leave 3 deg to both sides
  mainspring orient tray.mech --plot turns.svg      moment and turn function over the angle
  mainspring orient tray.mech --write try.mech      a scene with 36 starts, to run and watch:
  mainspring run try.mech && mainspring render try.mech -o try.gif
  mainspring orient tray.mech --radial 0.3          a radial field with a constant one instead

A squeeze field pushes towards a line from both sides. The part turns until it rests; where, depends
on how it came. Squeezes along well-chosen lines, one after the other, leave one orientation of all,
without any sensor. Angles are turns of the part, counter-clockwise from how it is drawn, relative to
the line, modulo 180 deg, since a line has no direction.

If the scene has a `surface` with friction, the orientations it holds are shown too; the plan takes
none for granted.

Exit codes: 0 fine, 1 the scene is wrong or its part cannot be oriented, 2 the command line is wrong,
            3 something could not be written";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct OrientArguments {
    /// A planar scene that holds the part
    pub scene: PathBuf,
    /// Which part, by its name [default: the only one]
    #[arg(long, value_name = "NAME")]
    pub part: Option<String>,
    /// Room that every squeeze after the first leaves to both sides, such as `1deg` [default: any]
    #[arg(long, value_name = "ANGLE", value_parser = angle, conflicts_with = "radial")]
    pub margin: Option<f64>,
    /// Density of the field, of the radial one with `--radial`
    #[arg(long, value_name = "DENSITY", value_parser = density, default_value = "40N/m^2")]
    pub density: f64,
    /// A radial field with a constant one instead, whose density is this ratio of the radial one's, 0 to 1
    #[arg(long, value_name = "RATIO", value_parser = ratio, allow_negative_numbers = true)]
    pub radial: Option<f64>,
    /// Draw moment and turn function, as an `.svg` or `.png`
    #[arg(long, value_name = "FILE", conflicts_with = "radial")]
    pub plot: Option<PathBuf>,
    /// Write a scene that carries the plan out from 36 starts
    #[arg(long, value_name = "FILE.mech", conflicts_with = "radial")]
    pub write: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

fn angle(text: &str) -> Result<f64, String> {
    let value = quantity(text, Dimension::NONE).map_err(|e| format!("{e}; an angle is expected, such as `1deg`"))?;
    let right = (0.0..std::f64::consts::PI).contains(&value);
    if right { Ok(value) } else { Err("a margin lies between 0 and 180 deg".to_owned()) }
}

fn density(text: &str) -> Result<f64, String> {
    let value = quantity(text, Dimension::PRESSURE)
        .map_err(|e| format!("{e}; a force per area is expected, such as `40N/m^2`"))?;
    let right = (1e-12..=1e12).contains(&value);
    if right { Ok(value) } else { Err("a density lies between 1e-12 and 1e12 N/m^2".to_owned()) }
}

fn ratio(text: &str) -> Result<f64, String> {
    let value: Option<f64> = text.trim().parse().ok().filter(|x| *x > 0.0 && *x < 1.0);
    value.ok_or_else(|| "a number between 0 and 1 is expected".to_owned())
}

/// A part of a scene.
struct Chosen<'a> {
    model: &'a Model,
    body: &'a Body,
    region: &'a Region,
}

/// All that is found out about it.
struct Findings<'a> {
    chosen: Chosen<'a>,
    density: f64,
    squeeze: Squeeze,
    equilibria: Vec<Equilibrium>,
    function: TurnFunction,
    plan: Plan,
    friction: Option<Friction>,
    written: Option<(&'a Path, Rehearsed)>,
    drawn: Option<&'a Path>,
}

pub fn run(arguments: &OrientArguments) -> io::Result<Exit> {
    if let Some(exit) = files_are_wrong(arguments) {
        return Ok(exit);
    }
    let scene = Scene::file(&arguments.scene);
    let prepared = match prepare(&scene, &Settings::default()) {
        Ok(prepared) => prepared,
        Err(wrong) => return refuse(arguments, &wrong, Exit::Scene),
    };
    let refused = |refusal: Refusal| {
        let wrong = Wrong {
            scene: scene.name.clone(),
            findings: vec![refusal.finding],
            sources: prepared.sources.clone(),
            own_sources: prepared.sources.len(),
        };
        refuse(arguments, &wrong, refusal.exit)
    };
    if let Some(sweep) = prepared.model.sweep() {
        return refused(Refusal::swept(sweep.root_span));
    }
    let chosen = match choose(&prepared.model, arguments.part.as_deref()) {
        Ok(chosen) => chosen,
        Err(refusal) => return refused(refusal),
    };
    if let Some(ratio) = arguments.radial {
        return match radial::told(&chosen, ratio, arguments.density, arguments.json) {
            Ok(text) => say(&text).map(|()| Exit::Fine),
            Err(refusal) => refused(refusal),
        };
    }
    let findings = match find(arguments, chosen) {
        Ok(findings) => findings,
        Err(refusal) => return refused(refusal),
    };
    if let Err((path, error)) = write(&findings) {
        complain(&format!("cannot write `{}`: {error}", path.display()));
        return Ok(Exit::Failed);
    }
    say(&if arguments.json { told::json(&findings) } else { told::plain(&findings) })?;
    Ok(Exit::Fine)
}

/// What can be said of files before anything is read.
fn files_are_wrong(arguments: &OrientArguments) -> Option<Exit> {
    let wrong = |text: String| {
        complain(&text);
        Some(Exit::Usage)
    };
    if let Some(file) = arguments.plot.as_deref().filter(|f| picture::kind(f).is_none()) {
        return wrong(format!("`{}`: a picture is an `.svg` or a `.png`", file.display()));
    }
    let file = arguments.write.as_deref()?;
    if file.extension().is_none_or(|e| e != "mech") {
        return wrong(format!("`{}`: a scene is a `.mech` file", file.display()));
    }
    if same_file(file, &arguments.scene) || file.exists() {
        return wrong(format!("`{}` is there already and is left as it is", file.display()));
    }
    None
}

fn refuse(arguments: &OrientArguments, wrong: &Wrong, exit: Exit) -> io::Result<Exit> {
    match arguments.json {
        true => say(&json::wrong(wrong))?,
        false => remark(&render(&wrong.findings, &wrong.sources, true)),
    }
    Ok(exit)
}

fn choose<'a>(model: &'a Model, name: Option<&str>) -> Result<Chosen<'a>, Refusal> {
    if model.space == mainspring::definition::SpaceKind::Spatial {
        return Err(Refusal::spatial());
    }
    let outline = |body: &'a Body| match &body.shape {
        Some(Shape::Region(region)) => Some(Chosen { model, body, region }),
        _ => None,
    };
    let parts = || model.bodies.iter().filter(|b| outline(b).is_some());
    match name {
        Some(name) => {
            let body = model.bodies.iter().find(|b| b.path == name).ok_or_else(|| Refusal::unknown(name, parts()))?;
            outline(body).ok_or_else(|| Refusal::without_outline(body))
        }
        None => {
            let mut all = parts();
            match (all.next(), all.next()) {
                (Some(only), None) => outline(only).ok_or_else(Refusal::nothing),
                (Some(first), Some(_)) => Err(Refusal::several(first, parts().count())),
                _ => Err(Refusal::nothing()),
            }
        }
    }
}

fn find<'a>(arguments: &'a OrientArguments, chosen: Chosen<'a>) -> Result<Findings<'a>, Refusal> {
    let density = arguments.density;
    let refuse = |error| Refusal::strategy(chosen.body, error);
    let squeeze = Squeeze::of(chosen.region).map_err(refuse)?;
    let function = squeeze.turn_function().map_err(refuse)?;
    let equilibria = squeeze.equilibria().map_err(refuse)?;
    let plan = function.plan(arguments.margin.unwrap_or(0.0)).map_err(refuse)?;
    let friction = Friction::of(&chosen, &squeeze, density).map_err(refuse)?;
    let written = match &arguments.write {
        None => None,
        Some(path) => {
            let area = squeeze.area();
            let rehearsal = Rehearsal {
                region: chosen.region,
                squeeze: &squeeze,
                function: &function,
                plan: &plan,
                density,
                area_density: chosen.body.mass / area,
                starts: STARTS,
                turned_off: 0.0,
                moved_off: 0.02 * area.sqrt(),
                seed: 0,
            };
            Some((path.as_path(), rehearsal.scene().map_err(|e| Refusal::rehearsal(chosen.body, e))?))
        }
    };
    let drawn = arguments.plot.as_deref();
    Ok(Findings { density, squeeze, equilibria, function, plan, friction, written, drawn, chosen })
}

fn write<'a>(findings: &Findings<'a>) -> Result<(), (&'a Path, String)> {
    if let Some(path) = findings.drawn {
        let bytes = picture::bytes(findings, path).map_err(|e| (path, e))?;
        fs::write(path, bytes).map_err(|e| (path, e.to_string()))?;
    }
    if let Some((path, rehearsed)) = &findings.written {
        let file = OpenOptions::new().write(true).create_new(true).open(path);
        let done = file.and_then(|mut f| f.write_all(rehearsed.text.as_bytes()));
        done.map_err(|e| (*path, e.to_string()))?;
    }
    Ok(())
}
