//! What a command looks at: a recording, or a scene that is run on the spot.

use crate::exit::Exit;
use crate::summary;
use crate::terminal::{complain, remark};
use mainspring::language::render;
use mainspring::record::Memory;
use mainspring::{Failure, Scene, Settings, simulate};
use std::path::Path;

/// The whole run in memory. What is wrong has been told when this fails.
pub fn load(path: &Path) -> Result<Memory, Exit> {
    if path.extension().is_some_and(|e| e == "mech") {
        return run(path);
    }
    match mainspring::recording::read(path) {
        Ok(recording) => Ok(recording.run),
        Err(error) => {
            complain(&format!("`{}`: {error}", path.display()));
            Err(Exit::Failed)
        }
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
