//! Where a run is written: a recording and one picture for each plot.

use mainspring_workbench::PlotSink;
use mainspring_workbench::record::shown;
use mainspring_workbench::record::{Ending, Event, Frame, Schema, Sink, SinkError};
use mainspring_workbench::recording::{Recorder, ResumePoint, replace_file};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The file of a recording.
///
/// `out/<scene>/recording.mcap` unless the caller says otherwise.
pub fn recording_path(out: Option<&Path>, scene: &str) -> PathBuf {
    match out {
        Some(path) => path.to_owned(),
        None => Path::new("out").join(if scene.is_empty() { "scene" } else { scene }).join("recording.mcap"),
    }
}

/// The first file of the scene's own, the scene or one it uses, that a recording at `path` would overwrite.
pub fn overwritten<'s>(path: &Path, own: impl IntoIterator<Item = &'s Path>) -> Option<&'s Path> {
    let written = fs::canonicalize(path).ok()?;
    own.into_iter().find(|file| fs::canonicalize(file).is_ok_and(|file| file == written))
}

/// Endings that say what a file is, to people and programs.
const KNOWN: [&str; 32] = [
    "mcap", "mech", "csv", "tsv", "txt", "md", "json", "jsonl", "xml", "yaml", "yml", "toml", "log", "parquet",
    "arrow", "xlsx", "ods", "h5", "npz", "mat", "svg", "png", "apng", "gif", "jpg", "jpeg", "pdf", "mp4", "webm",
    "html", "htm", "zip",
];

/// The ending of a name that says the file is something else than one of `own`.
pub fn other_kind(path: &Path, own: &[&str]) -> Option<String> {
    let ending = path.extension()?.to_str()?.to_lowercase();
    (KNOWN.contains(&ending.as_str()) && !own.contains(&ending.as_str())).then_some(ending)
}

/// Whether two names are of one file that is there.
pub fn same_file(a: &Path, b: &Path) -> bool {
    matches!((fs::canonicalize(a), fs::canonicalize(b)), (Ok(a), Ok(b)) if a == b)
}

/// Makes the file, and the folders it needs.
pub fn create(path: &Path) -> Result<Recorder, SinkError> {
    let said = |e: &dyn std::fmt::Display| SinkError::new(format!("`{}`: {e}", shown(path)));
    if path.is_dir() {
        return Err(said(&"it is a folder"));
    }
    if let Some(folder) = path.parent().filter(|f| !f.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(|e| said(&e))?;
    }
    Recorder::create(path)
}

/// Writes the plots beside the recording; returns their files.
pub fn draw(pictures: &PlotSink, recording: &Path, prefixed: bool) -> Result<Vec<PathBuf>, (PathBuf, io::Error)> {
    let folder = recording.parent().unwrap_or(Path::new(""));
    let stem = recording.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let mut names: Vec<String> = Vec::new();
    let mut files = Vec::new();
    for plot in pictures.plots() {
        let slug = slug(&plot.title);
        let name = if prefixed { format!("{stem}-{slug}") } else { slug };
        let name = unique(name, &mut names);
        let file = folder.join(format!("{name}.svg"));
        replace_file(&file, plot.svg().as_bytes()).map_err(|e| (file.clone(), e))?;
        files.push(file);
    }
    Ok(files)
}

fn unique(name: String, taken: &mut Vec<String>) -> String {
    let mut tried = name.clone();
    let mut number = 2;
    while taken.contains(&tried) {
        tried = format!("{name}-{number}");
        number += 1;
    }
    taken.push(tried.clone());
    tried
}

/// A title as a file name: letters and digits, the rest hyphens.
fn slug(title: &str) -> String {
    let lower = title.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    let slug: String = words.join("-").chars().take(60).collect();
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() { "plot".to_owned() } else { slug.to_owned() }
}

/// The recording, if one is written, and the pictures.
pub struct Writing {
    pub recorder: Option<Recorder>,
    pub pictures: PlotSink,
    /// the part of an earlier run that is resumed
    pub kept: Option<ResumePoint>,
}

impl Sink for Writing {
    fn begin(&mut self, schema: &Schema) -> Result<(), SinkError> {
        self.pictures.begin(schema)?;
        // pictures show the whole run, also the part of it that is in the file already
        if let Some(kept) = self.kept.take() {
            kept.replay(&mut self.pictures)?;
        }
        self.recorder.as_mut().map_or(Ok(()), |r| r.begin(schema))
    }

    fn frame(&mut self, frame: &Frame<'_>) -> Result<(), SinkError> {
        match &mut self.recorder {
            Some(recorder) => {
                self.pictures.frame(frame)?;
                recorder.frame(frame)
            }
            None => Ok(()),
        }
    }

    fn event(&mut self, event: &Event) -> Result<(), SinkError> {
        self.pictures.event(event)?;
        self.recorder.as_mut().map_or(Ok(()), |r| r.event(event))
    }

    fn wants_checkpoint(&self) -> bool {
        self.recorder.as_ref().is_some_and(Sink::wants_checkpoint)
    }

    fn checkpoint(&mut self, time: f64, state: &[u8]) -> Result<(), SinkError> {
        self.recorder.as_mut().map_or(Ok(()), |r| r.checkpoint(time, state))
    }

    fn finish(&mut self, ending: &Ending) -> Result<(), SinkError> {
        self.recorder.as_mut().map_or(Ok(()), |r| r.finish(ending))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_make_file_names() {
        assert_eq!(slug("Height of the bob (m)"), "height-of-the-bob-m");
        assert_eq!(slug("../../etc/passwd"), "etc-passwd");
        assert_eq!(slug("Größe"), "größe");
        assert_eq!(slug("!?"), "plot");
        let mut taken = Vec::new();
        let names: Vec<String> = (0..3).map(|_| unique("a".to_owned(), &mut taken)).collect();
        assert_eq!(names, ["a", "a-2", "a-3"]);
    }
}
