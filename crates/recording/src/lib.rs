//! The recording as a file: write, read, recover.

mod csv_read;
mod csv_write;
mod line;

pub use csv_read::{ReadError, Recording, read, read_from};
pub use csv_write::{CsvSink, beside};
