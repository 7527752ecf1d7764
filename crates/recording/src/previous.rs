//! What becomes of the recording that is in the place where a new one is written.
//!
//! ```text
//! recording.mcap             the run that goes on, or the last one
//! recording.previous.mcap    the last that finished, until another has
//! ```
//! A run that fails, is stopped or is killed at any moment leaves the last finished recording under one of the two names.

use crate::recording::Recording;
use crate::resume::ResumePoint;
use crate::writer::Writer;
use mainspring_record::{Schema, SinkError, shown};
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

/// The reason of a run that went to its end.
pub const FINISHED: &str = "finished";

pub fn cannot(path: &Path, cause: &dyn std::fmt::Display) -> SinkError {
    SinkError::new(format!("`{}`: {cause}", shown(path)))
}

/// What the recording at `path` is called while a new one is written in its place: `run.previous.mcap` of `run.mcap`.
#[must_use]
pub fn previous_recording(path: &Path) -> PathBuf {
    // a link stays one: what it leads to is replaced
    let link = path.is_symlink().then(|| std::fs::canonicalize(path).ok()).flatten();
    let path = link.as_deref().unwrap_or(path);
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(".previous");
    if let Some(ending) = path.extension() {
        name.push(".");
        name.push(ending);
    }
    path.with_file_name(name)
}

/// Whether there is a recording at `path` whose run went to its end.
pub fn is_finished(path: &Path) -> bool {
    Recording::open(path).is_ok_and(|recording| recording.ending().is_some_and(|e| e.reason == FINISHED))
}

/// An empty file at `path`. What `file`, which is there, holds is kept as the previous recording. Where there is one it is
/// replaced by a run that finished only: anything else is what a run that was stopped or killed has left.
pub fn emptied(file: File, path: &Path) -> Result<File, SinkError> {
    let said = |e: std::io::Error| cannot(path, &e);
    let previous = previous_recording(path);
    let length = file.metadata().map_err(said)?.len();
    if length == 0 || (previous.exists() && !is_finished(path)) {
        file.set_len(0).map_err(said)?;
        return Ok(file);
    }
    let target = std::fs::canonicalize(path).map_err(said)?;
    let permissions = file.metadata().map_err(said)?.permissions();
    std::fs::rename(&target, &previous).map_err(said)?;
    // who may read the old one may read the new
    let made = locked(&target, true).and_then(|new| new.set_permissions(permissions).map(|()| new).map_err(said));
    if made.is_err() {
        // the old file is as it was
        let _nowhere_to_put_it = std::fs::rename(&previous, &target);
    }
    made
}

/// A copy of what is kept, with the schema of the run that goes on, put in the place of the file.
pub fn longer(kept: &ResumePoint, schema: &Schema, path: &Path) -> Result<Writer, SinkError> {
    // a link stays one
    let target = std::fs::canonicalize(path).map_err(|e| cannot(path, &e))?;
    let mut name = target.as_os_str().to_owned();
    name.push(".longer");
    let copy = PathBuf::from(name);
    let file = locked(&copy, true)?;
    let made = file.set_len(0).map_err(|e| e.to_string()).and_then(|()| kept.copied(schema, file));
    let placed = made.and_then(|writer| exchanged(&copy, &target).map(|()| writer).map_err(|e| e.to_string()));
    placed.map_err(|e| {
        let _left_behind = std::fs::remove_file(&copy);
        cannot(path, &e)
    })
}

/// Puts `copy` in the place of the recording at `target`, which is kept if it has finished. On failure it is as it was.
fn exchanged(copy: &Path, target: &Path) -> std::io::Result<()> {
    let previous = previous_recording(target);
    let finished = is_finished(target);
    if finished {
        std::fs::rename(target, &previous)?;
    }
    std::fs::rename(copy, target).inspect_err(|_| {
        if finished {
            let _nowhere_to_put_it = std::fs::rename(&previous, target);
        }
    })
}

/// The file, with nobody else writing it.
pub fn locked(path: &Path, create: bool) -> Result<File, SinkError> {
    // a device or a pipe takes bytes, but cannot be read back or continued
    if std::fs::metadata(path).is_ok_and(|m| !m.is_file()) {
        return Err(cannot(path, &"it is no regular file"));
    }
    let opened = File::options().read(true).write(true).create(create).truncate(false).open(path);
    let file = opened.map_err(|e| cannot(path, &e))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            let help = "wait until it has ended, or give `--out` another name";
            Err(SinkError { help: Some(help), ..cannot(path, &"another run is writing it") })
        }
        // some file systems know no locks; the run goes on without
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_previous_one_keeps_its_ending() {
        for (path, previous) in [
            ("nowhere/recording.mcap", "nowhere/recording.previous.mcap"),
            ("nowhere/a.b.mcap", "nowhere/a.b.previous.mcap"),
            ("nowhere/plain", "nowhere/plain.previous"),
        ] {
            assert_eq!(previous_recording(Path::new(path)), Path::new(previous));
        }
    }
}
