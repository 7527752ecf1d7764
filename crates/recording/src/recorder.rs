//! The sink of a run: copies numbers into the open chunk; everything slow happens on another thread.

use crate::block::Block;
use crate::contacts;
use crate::export_error::UNNAMED;
use crate::front::{Indexed, front};
use crate::json_float::{ending_text, event_text};
use crate::layout::{CHECKPOINTS, CONTACTS, END, EVENTS, FRAMES, LARGEST, Widths, put_frame};
use crate::previous::{FINISHED, cannot, emptied, is_finished, locked, longer, previous_recording};
use crate::resume::{ResumeFit, ResumePoint};
use crate::writer::{Output, Writer, WriterStart};
use mainspring_record::{Ending, Event, Frame, Schema, Sink, SinkError, shown};
use std::fs::File;
use std::io::{Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A checkpoint is wanted when the open chunk has grown to this many bytes,
const WANTED: usize = 1 << 18;
/// or this long after the last chunk was closed.
const WAIT: Duration = Duration::from_secs(1);
/// A chunk is closed at this size even if no checkpoint came: a long step may hold millions of frames.
const MOST: usize = 1 << 20;
/// A checkpoint takes at most about this part of a chunk.
const SHARE: usize = 4;
/// Chunks on their way between the threads.
const BLOCKS: usize = 3;

/// Writes a run to a file.
///
/// Frames and events gather in a chunk, which a checkpoint closes. A bounded number of chunks is under way to the
/// thread that compresses and writes them, so memory stays flat and a slow disk slows the run. What that thread could
/// not write is reported at the next call.
#[derive(Debug)]
pub struct Recorder {
    target: Option<Target>,
    path: PathBuf,
    widths: Option<Widths>,
    block: Box<Block>,
    /// when the last chunk was closed
    closed: Instant,
    /// frames and chunks before the open one
    frames: u64,
    chunks: u64,
    /// bytes of the last checkpoint
    state: usize,
    thread: Option<Thread>,
}

enum Target {
    New(Box<dyn Output>),
    Replace(File),
    Continue(File, Box<ResumePoint>),
}

impl std::fmt::Debug for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::New(_) => "New",
            Self::Replace(_) => "Replace",
            Self::Continue(..) => "Continue",
        })
    }
}

/// The other thread.
#[derive(Debug)]
struct Thread {
    jobs: SyncSender<Job>,
    empty: Receiver<Box<Block>>,
    handle: JoinHandle<std::io::Result<()>>,
}

#[derive(Debug)]
enum Job {
    Block(Box<Block>),
    Close,
}

impl Recorder {
    /// Writes to a new file. A recording that is there is replaced: once the run begins it becomes [`previous_recording`], and
    /// it goes when the new run has finished, so that one that fails, is stopped or killed leaves the last that did.
    ///
    /// # Errors
    /// The file cannot be made, or another run is writing it.
    pub fn create(path: impl AsRef<Path>) -> Result<Self, SinkError> {
        let path = path.as_ref();
        let file = locked(path, true)?;
        Ok(Self::new(Target::Replace(file), path))
    }

    /// Goes on with the recording that `kept` was taken from; what came after it is cut off once the run begins.
    ///
    /// # Errors
    /// The file cannot be opened, or another run is writing it.
    pub fn resume(kept: ResumePoint) -> Result<Self, SinkError> {
        let path = kept.path.clone();
        let file = locked(&path, false)?;
        Ok(Self::new(Target::Continue(file, Box::new(kept)), &path))
    }

    /// Writes to anything that takes bytes.
    pub fn to(out: impl Output + 'static) -> Self {
        Self::new(Target::New(Box::new(out)), Path::new(UNNAMED))
    }

    fn new(target: Target, path: &Path) -> Self {
        Self {
            target: Some(target),
            path: path.to_owned(),
            widths: None,
            block: Box::default(),
            closed: Instant::now(),
            frames: 0,
            chunks: 0,
            state: 0,
            thread: None,
        }
    }

    fn spawn(&mut self, writer: Writer, schema: &Schema, metadata: Vec<Indexed>) -> Result<(), SinkError> {
        let (jobs, work) = sync_channel(BLOCKS);
        let (back, empty) = channel();
        // the open one is the third
        (1..BLOCKS).for_each(|_| back.send(Box::default()).unwrap_or_default());
        let schema = schema.clone();
        let write = move || write_all(writer, &work, &back, &schema, &metadata);
        let named = std::thread::Builder::new().name("recording".to_owned());
        let handle = named.spawn(write).map_err(|e| cannot(&self.path, &e))?;
        self.thread = Some(Thread { jobs, empty, handle });
        Ok(())
    }

    /// Hands the open chunk over and takes an empty one.
    fn close_block(&mut self) -> Result<(), SinkError> {
        self.closed = Instant::now();
        if self.block.is_empty() {
            return Ok(());
        }
        let Some(thread) = &self.thread else { return Err(self.not_begun()) };
        let Ok(empty) = thread.empty.recv() else { return Err(self.broken()) };
        let mut full = std::mem::replace(&mut self.block, empty);
        full.number = self.chunks;
        full.first_frame = self.frames;
        self.chunks += 1;
        self.frames += full.frames() as u64;
        match thread.jobs.send(Job::Block(full)) {
            Ok(()) => Ok(()),
            Err(_) => Err(self.broken()),
        }
    }

    /// Leaves room in the counting of blocks and frames for some that are lost, so that readers find them missing.
    pub(crate) fn gap(&mut self, frames: u64) -> Result<(), SinkError> {
        self.close_block()?;
        self.chunks += 1;
        // beyond this no reader believes it
        self.frames = self.frames.saturating_add(frames).min(1 << 61);
        Ok(())
    }

    /// Why the other thread has gone.
    fn broken(&mut self) -> SinkError {
        match self.thread.take().map(|t| t.handle.join()) {
            Some(Ok(Err(error))) => self.not_written(&error),
            Some(_) => cannot(&self.path, &"its writer has ended"),
            None => cannot(&self.path, &"writing it failed before"),
        }
    }

    /// Why, and where the earlier recording is.
    fn not_written(&self, error: &std::io::Error) -> SinkError {
        let previous = previous_recording(&self.path);
        let kept = if previous.exists() {
            format!("; the recording that was there before is `{}`", shown(&previous))
        } else {
            String::new()
        };
        cannot(&self.path, &format!("{error}{kept}"))
    }

    fn not_begun(&self) -> SinkError {
        cannot(&self.path, &"it is not open for writing: `begin` comes first, and nothing after a failure")
    }

    fn message(&mut self, channel: u16, time: f64, data: &[u8]) -> Result<(), SinkError> {
        if self.thread.is_none() {
            return Err(self.not_begun());
        }
        if data.len() > LARGEST / 2 {
            return Err(cannot(&self.path, &format!("a message of {} bytes is too long", data.len())));
        }
        // a chunk never outgrows what a reader allows
        if self.block.bytes.len() + data.len() > LARGEST / 2 {
            self.close_block()?;
        }
        self.block.message(channel, time, data.len(), |out| out.extend(data));
        Ok(())
    }
}

/// The other thread's work.
fn write_all(
    mut writer: Writer,
    work: &Receiver<Job>,
    back: &std::sync::mpsc::Sender<Box<Block>>,
    schema: &Schema,
    metadata: &[Indexed],
) -> std::io::Result<()> {
    while let Ok(job) = work.recv() {
        match job {
            Job::Block(mut block) => {
                writer.block(&block)?;
                block.clear();
                // nobody takes it back after the last
                let _ended = back.send(block);
            }
            Job::Close => return writer.close(schema, metadata),
        }
    }
    Ok(())
}

impl Sink for Recorder {
    fn begin(&mut self, schema: &Schema) -> Result<(), SinkError> {
        let Some(target) = self.target.take() else {
            return Err(cannot(&self.path, &"a second run was begun in the same file"));
        };
        let path = self.path.clone();
        let said = |e: &dyn std::fmt::Display| cannot(&path, e);
        let (bytes, metadata) = front(schema).map_err(|e| said(&e))?;
        let begun = |out: Box<dyn Output>| {
            let mut writer = Writer::new(out, WriterStart::default())?;
            writer.front(bytes).map(|()| writer)
        };
        let writer = match target {
            Target::New(out) => begun(out).map_err(|e| said(&e))?,
            Target::Replace(file) => begun(Box::new(emptied(file, &path)?)).map_err(|e| self.not_written(&e))?,
            Target::Continue(mut file, kept) => {
                self.chunks = kept.begun.entries.last().map_or(0, |e| e.number + 1);
                self.frames = kept.begun.entries.last().map_or(0, |e| e.first_frame + e.frames());
                match kept.fits(schema).map_err(|e| said(&e))? {
                    // one that has finished stays as it is until this has too
                    ResumeFit::Same if !is_finished(&path) => {
                        file.set_len(kept.begun.at).map_err(|e| said(&e))?;
                        file.seek(SeekFrom::End(0)).map_err(|e| said(&e))?;
                        Writer::new(Box::new(file), kept.begun).map_err(|e| said(&e))?
                    }
                    ResumeFit::Same | ResumeFit::Longer => longer(&kept, schema, &path)?,
                }
            }
        };
        self.widths = Some(Widths::of(schema));
        self.closed = Instant::now();
        self.spawn(writer, schema, metadata)
    }

    fn frame(&mut self, frame: &Frame<'_>) -> Result<(), SinkError> {
        let Some(widths) = self.widths.filter(|_| self.thread.is_some()) else { return Err(self.not_begun()) };
        if !widths.fit(frame) {
            let found = [frame.values.len(), frame.poses.len(), frame.arrows.len()];
            let pairs = frame.contacts.iter().map(|c| c.pair).max();
            let touching = pairs.map_or(String::new(), |pair| format!(" and a contact of pair {pair}"));
            return Err(cannot(&self.path, &format!("a frame of {found:?} numbers{touching}, expected {widths:?}")));
        }
        let length = widths.bytes();
        let touch = if widths.touching() { contacts::bytes(frame.contacts.len()) } else { 0 };
        if length + touch > LARGEST / 2 {
            let count = frame.contacts.len();
            return Err(cannot(&self.path, &format!("a frame with {count} contacts is too long")));
        }
        // a frame and its contacts stay together
        if self.block.bytes.len() + length + touch > MOST {
            self.close_block()?;
        }
        self.block.message(FRAMES, frame.time, length, |out| put_frame(out, frame));
        if widths.touching() {
            self.block.message(CONTACTS, frame.time, touch, |out| contacts::put(out, frame.time, frame.contacts));
        }
        Ok(())
    }

    fn event(&mut self, event: &Event) -> Result<(), SinkError> {
        let text = event_text(event).map_err(|e| cannot(&self.path, &e))?;
        if self.block.bytes.len() + text.len() > MOST {
            self.close_block()?;
        }
        self.message(EVENTS, event.time, &text)
    }

    fn wants_checkpoint(&self) -> bool {
        let size = self.block.bytes.len();
        size >= WANTED.max(SHARE * self.state) || (size > 0 && self.closed.elapsed() >= WAIT)
    }

    fn checkpoint(&mut self, time: f64, state: &[u8]) -> Result<(), SinkError> {
        self.state = state.len();
        // one that no reader would take is left out; the run can still be resumed from an earlier one
        if state.len() <= LARGEST / 2 {
            self.message(CHECKPOINTS, time, state)?;
        }
        self.close_block()
    }

    fn finish(&mut self, ending: &Ending) -> Result<(), SinkError> {
        // a run that never began has nothing to finish
        if self.thread.is_none() && self.widths.is_none() {
            return Ok(());
        }
        let text = ending_text(ending).map_err(|e| cannot(&self.path, &e))?;
        self.message(END, ending.time, &text)?;
        self.close_block()?;
        let Some(thread) = self.thread.take() else { return Err(self.not_begun()) };
        // a thread that is gone says why when it is joined
        let _gone = thread.jobs.send(Job::Close);
        match thread.handle.join() {
            Ok(Ok(())) => {
                if ending.reason == FINISHED && self.path != Path::new(UNNAMED) {
                    let _none_there = std::fs::remove_file(previous_recording(&self.path));
                }
                Ok(())
            }
            Ok(Err(error)) => Err(self.not_written(&error)),
            Err(_) => Err(cannot(&self.path, &"its writer has ended")),
        }
    }
}

impl Drop for Recorder {
    /// What has gathered is still written when a run breaks off without `finish`; there is nobody left to report a
    /// failure. Of a run that never began there is no empty file.
    fn drop(&mut self) {
        if let Some(Target::Replace(file)) = &self.target
            && file.metadata().is_ok_and(|m| m.len() == 0)
        {
            let _nobody_to_tell = std::fs::remove_file(&self.path);
        }
        if self.thread.is_some() {
            let _nobody_to_tell = self.close_block();
        }
        if let Some(thread) = self.thread.take() {
            drop(thread.jobs);
            let _nobody_to_tell = thread.handle.join();
        }
    }
}
