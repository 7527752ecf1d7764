//! `--resume`: what to do with the recording that is there.

use mainspring_workbench::engine::Checkpoint;
use mainspring_workbench::record::{Ending, Event, Frame, Schema, Sink, SinkError};
use mainspring_workbench::recording::{ReadError, Recorder, Recording, ResumeError, ResumeFit, ResumePoint, fits};
use mainspring_workbench::{Hooks, Prepared};
use std::path::Path;

/// Where a run that is to be resumed begins.
pub enum Resumption {
    /// there is nothing to resume: why
    FromStart(String),
    /// there is nothing left to do
    Finished(Ending),
    /// from a checkpoint
    FromCheckpoint(Box<ResumePoint>, Box<Checkpoint>),
}

/// Looks at the recording at `path` for the run that `prepared` would be; touches nothing.
///
/// # Errors
/// Why the recording cannot be resumed.
pub fn resume(path: &Path, prepared: Prepared, command: &[String]) -> Result<Resumption, String> {
    if !path.exists() {
        return Ok(Resumption::FromStart("there is no recording yet".to_owned()));
    }
    let mut recording = match Recording::open(path) {
        Ok(recording) => recording,
        Err(ReadError::Empty) => return Ok(Resumption::FromStart("the recording holds nothing yet".to_owned())),
        Err(error) => return Err(error.to_string()),
    };
    let swept = prepared.model.sweep().is_some();
    let schema = schema(prepared, command)?;
    let fit =
        if swept { fits(&as_long(recording.schema(), &schema), &schema) } else { fits(recording.schema(), &schema) }?;
    if let Some(ending) = recording.ending().filter(|e| e.reason == "finished" && fit == ResumeFit::Same) {
        let ending = ending.clone();
        // an end that nobody can see the way to is none
        if recording.verify().map_err(|e| e.to_string())?.is_empty() {
            return Ok(Resumption::Finished(ending));
        }
    }
    drop(recording);
    if swept {
        let why =
            "the motion of a sweep is traced as a whole before its first frame, so there is nothing to go on from";
        return Ok(Resumption::FromStart(why.to_owned()));
    }
    // one that was taken where the old end had cut a step short would give other bits than an unbroken longer run
    let wanted =
        |state: &[u8]| Checkpoint::from_bytes(state).is_ok_and(|c| fit == ResumeFit::Same || c.is_extensible());
    let kept = ResumePoint::newest(path, wanted).map_err(|error| refused(path, &error))?;
    let Some(kept) = kept else {
        return Ok(Resumption::FromStart("the recording has no checkpoint to go on from yet".to_owned()));
    };
    let checkpoint = Checkpoint::from_bytes(&kept.state).map_err(|e| e.to_string())?;
    // the run is only reported as resumed once it can be; what is there is cut off only when the run begins
    drop(Recorder::resume(kept.clone()).map_err(|e| e.cause)?);
    Ok(Resumption::FromCheckpoint(Box::new(kept), Box::new(checkpoint)))
}

/// The schema of a sweep with what follows from its length taken from another: frames unless said, pairs that touch, planes, what ends it.
/// Frames that are asked for are options, which are compared as such.
fn as_long(then: &Schema, now: &Schema) -> Schema {
    let mut then = then.clone();
    let follows = |(name, _): &(String, String)| ["every", "plane", "overlap", Schema::CAUSE].contains(&name.as_str());
    then.settings.retain(|s| !follows(s));
    then.settings.extend(now.settings.iter().filter(|s| follows(s)).cloned());
    then.drawing.planes.clone_from(&now.drawing.planes);
    then.contact_pairs.clone_from(&now.contact_pairs);
    then
}

/// Why not, and the way out.
fn refused(path: &Path, error: &ResumeError) -> String {
    match error {
        ResumeError::Read(_) => error.to_string(),
        ResumeError::Damaged(_) => {
            let (old, new) = (path.display(), path.with_extension("recovered.mcap"));
            let new = new.display();
            format!(
                "{error}; `mainspring recover {old} -o {new}` saves what is whole, and `--out {new} --resume` goes on \
                 with that"
            )
        }
    }
}

/// The schema that a run would have.
fn schema(prepared: Prepared, command: &[String]) -> Result<Schema, String> {
    let mut only = Only(None);
    let hooks = Hooks { command: command.to_vec(), ..Hooks::default() };
    let result = prepared.run(&mut only, hooks);
    let said = || result.err().map_or_else(|| "the run did not begin".to_owned(), |b| b.error.to_string());
    only.0.ok_or_else(said)
}

/// Takes the schema and no more.
struct Only(Option<Schema>);

impl Sink for Only {
    fn begin(&mut self, schema: &Schema) -> Result<(), SinkError> {
        self.0 = Some(schema.clone());
        Err(SinkError::new("only the schema was asked for".to_owned()))
    }

    fn frame(&mut self, _: &Frame<'_>) -> Result<(), SinkError> {
        Ok(())
    }

    fn event(&mut self, _: &Event) -> Result<(), SinkError> {
        Ok(())
    }

    fn finish(&mut self, _: &Ending) -> Result<(), SinkError> {
        Ok(())
    }
}
