//! The recording as a file: write, read, recover, continue, export, compare.
//!
//! One MCAP file a run, which public viewers open. [`Recorder`] is the sink that writes it, [`read`] takes it back into
//! memory, [`Recording`] looks into one of any size.

mod block;
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
pub use read::{ReadRun, read, read_from};
pub use recorder::Recorder;
pub use recording::Recording;
pub use recover::Recovered;
pub use replacement_file::ReplacementFile;
pub use resume::{ResumeError, ResumeFit, ResumePoint, fits};
pub use selection::{MOST_VALUES, Selection, Spacing, gather};
pub use stream::{FileStream, Item, MemoryStream, Stream};
pub use writer::Output;
