//! What a command looks at: a recording, or a scene that is run on the spot.

use crate::exit::Exit;
use crate::summary;
use crate::terminal::{BAD, complain, remark, styled};
use mainspring::language::render;
use mainspring::record::Memory;
use mainspring::recording::{Damage, MOST_VALUES, ReadError, Recording, Selection};
use mainspring::{Failure, Scene, Settings, simulate};
use std::path::Path;

/// The whole run in memory. What is wrong has been told when this fails.
pub fn load(path: &Path) -> Result<Memory, Exit> {
    if path.extension().is_some_and(|e| e == "mech") {
        return run(path);
    }
    let mut recording = open(path)?;
    // one too large for memory is still worth a look
    let numbers = recording.numbers().max(1) as u64;
    let most = (MOST_VALUES / numbers / 2).max(1024);
    let thinned = recording.frames() > most;
    let most_frames = if thinned { most as usize } else { usize::MAX };
    if thinned {
        let shown = path.display();
        remark(&format!("`{shown}` has {} frames; at most {most}, evenly spread, are looked at\n", recording.frames()));
    }
    match recording.sample(&Selection { most_frames, ..Selection::default() }) {
        Ok(run) => {
            tell_damage(path, recording.damage());
            Ok(run)
        }
        Err(error) => Err(unreadable(path, &error)),
    }
}

/// A recording of any size. What is wrong has been told when this fails.
pub fn open(path: &Path) -> Result<Recording, Exit> {
    Recording::open(path).map_err(|error| unreadable(path, &error))
}

/// Says why a file cannot be read.
pub fn unreadable(path: &Path, error: &ReadError) -> Exit {
    complain(&format!("`{}`: {error}", path.display()));
    Exit::Failed
}

/// Says what of a file could not be read.
pub fn tell_damage(path: &Path, damage: &[Damage]) {
    for damage in damage {
        remark(&format!("{}: `{}` is damaged: {damage}\n", styled(BAD, "warning"), path.display()));
    }
}

fn run(path: &Path) -> Result<Memory, Exit> {
    match simulate(Scene::file(path), &Settings::default()) {
        Ok(run) => {
            remark(&render(&run.notes, &run.sources, true));
            Ok(run.recording)
        }
        Err(Failure::Scene(wrong)) => {
            remark(&render(&wrong.findings, &wrong.sources, true));
            Err(Exit::Scene)
        }
        Err(Failure::Run(broken)) => {
            remark(&summary::failure(&broken.error));
            // what was reached can still be looked at
            broken.reached.map(|run| run.recording).filter(|m| !m.times.is_empty()).ok_or(Exit::Failed)
        }
    }
}
