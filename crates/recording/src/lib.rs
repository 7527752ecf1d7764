//! The recording as a file: write, read, recover, continue, export, compare.
//!
//! One MCAP file a run, which public viewers open. [`Recorder`] is the sink that writes it, [`read`] takes it back
//! into memory, [`Recording`] looks into one of any size.
//!
//! There is a channel of frames (one flat message of `float64` a frame, so that public viewers plot every column),
//! one of contact points (`/contacts`, a message after each frame), one of events, one of checkpoints. The schema is
//! metadata at the front, with a checksum of its own. A chunk is closed after a checkpoint, so that what survives a
//! crash can be continued bit for bit. Front and chunks are followed by bytes that put right what is damaged in one place
//! of them (`check_bytes`). The engine's thread only copies numbers; another one compresses and writes.
//! Readers go by the table at the end, or without it from chunk to chunk (`scan`). Exports to Parquet and Arrow are behind the feature `tables`.
//!
//! The container is written by our own code because it must append to a file that was cut off and compress on another
//! thread, which the `mcap` crate's writer does not; that crate is the oracle in the tests.

mod block;
mod check_bytes;
mod compare;
mod contacts;
mod container;
mod damage;
mod export;
mod export_error;
mod front;
mod json_float;
mod layout;
mod messages;
mod previous;
mod read;
mod recorder;
mod recording;
mod recover;
mod replacement_file;
mod resume;
mod scan;
mod selection;
mod stream;
mod tolerances;
mod writer;

pub use compare::{ColumnDifference, Differences, Divergence, compare};
pub use damage::{Damage, ReadError};
pub use export::{Format, TABLES, beside_clock, export, export_contacts, export_recording};
pub use export_error::ExportError;
pub use previous::previous_recording;
pub use read::{ReadRun, read, read_from};
pub use recorder::Recorder;
pub use recording::Recording;
pub use recover::Recovered;
pub use replacement_file::{ReplacementFile, create_file, replace_file};
pub use resume::{ResumeError, ResumeFit, ResumePoint, fits};
pub use selection::{ContactSummary, MOST_VALUES, Selection, Spacing, gather};
pub use stream::{FileStream, Item, MemoryStream, Stream};
pub use writer::Output;
