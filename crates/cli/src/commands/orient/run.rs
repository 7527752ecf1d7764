//! Reads the scene, finds the plan, writes what was asked for.

use super::arguments::OrientArguments;
use super::findings::{Findings, find};
use super::part::choose;
use super::refusal::Refusal;
use super::{picture, radial, report};
use crate::exit::Exit;
use crate::files::same_file;
use crate::findings::tell;
use crate::json;
use crate::source;
use crate::terminal::{complain, say};
use mainspring_workbench::record::shown;
use mainspring_workbench::recording::{create_file, replace_file};
use mainspring_workbench::{SceneErrors, Settings, prepare};
use std::io;
use std::path::Path;

pub fn run(arguments: &OrientArguments) -> io::Result<Exit> {
    if let Some(exit) = files_are_wrong(arguments) {
        return Ok(exit);
    }
    let scene = source::scene(&arguments.scene);
    let prepared = match prepare(&scene, &Settings::default()) {
        Ok(prepared) => prepared,
        Err(wrong) => return refuse(arguments, &wrong, Exit::Scene),
    };
    let refused = |refusal: Refusal| {
        let wrong = SceneErrors {
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
    let part = match choose(&prepared.model, arguments.part.as_deref()) {
        Ok(part) => part,
        Err(refusal) => return refused(refusal),
    };
    if let Some(ratio) = arguments.radial {
        return match radial::report(&part, ratio, arguments.density, arguments.json) {
            Ok(text) => say(&text).map(|()| Exit::Fine),
            Err(refusal) => refused(refusal),
        };
    }
    let findings = match find(arguments, part) {
        Ok(findings) => findings,
        Err(refusal) => return refused(refusal),
    };
    if let Err((path, error)) = write(&findings) {
        complain(&format!("cannot write `{}`: {error}", shown(path)));
        return Ok(Exit::Failed);
    }
    say(&if arguments.json { report::json(&findings) } else { report::plain(&findings) })?;
    Ok(Exit::Fine)
}

/// What can be said of files before anything is read.
fn files_are_wrong(arguments: &OrientArguments) -> Option<Exit> {
    let wrong = |text: String| {
        complain(&text);
        Some(Exit::Usage)
    };
    if let Some(file) = arguments.plot.as_deref().filter(|f| picture::kind(f).is_none()) {
        return wrong(format!("`{}`: a picture is an `.svg` or a `.png`", shown(file)));
    }
    let file = arguments.write.as_deref()?;
    if file.extension().is_none_or(|e| e != "mech") {
        return wrong(format!("`{}`: a scene is a `.mech` file", shown(file)));
    }
    if same_file(file, &arguments.scene) || file.exists() {
        return wrong(format!("`{}` is there already and is left as it is", shown(file)));
    }
    None
}

fn refuse(arguments: &OrientArguments, wrong: &SceneErrors, exit: Exit) -> io::Result<Exit> {
    match arguments.json {
        true => say(&json::wrong(wrong))?,
        false => tell(&wrong.findings, &wrong.sources),
    }
    Ok(exit)
}

fn write<'a>(findings: &Findings<'a>) -> Result<(), (&'a Path, String)> {
    if let Some(path) = findings.drawn {
        let bytes = picture::bytes(findings, path).map_err(|e| (path, e))?;
        replace_file(path, &bytes).map_err(|e| (path, e.to_string()))?;
    }
    if let Some((path, rehearsed)) = &findings.written {
        let done = create_file(path, rehearsed.text.as_bytes());
        done.map_err(|e| (*path, e.to_string()))?;
    }
    Ok(())
}
