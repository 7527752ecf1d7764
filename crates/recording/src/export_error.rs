//! Why a recording could not be written anew.

use crate::damage::ReadError;
use mainspring_record::SinkError;
use std::io;

/// How errors name a recording that has no path.
pub(crate) const UNNAMED: &str = "the recording";

/// Why an export failed.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// the recording
    #[error(transparent)]
    Read(#[from] ReadError),
    /// the new file
    #[error("cannot write it: {0}")]
    Write(#[from] io::Error),
    /// Parquet or Arrow from a build without the feature `tables`
    #[error("this build does not write Parquet or Arrow: it lacks the feature `tables`")]
    NoTables,
    /// the new recording, or the library that makes tables
    #[error("cannot write it: {0}")]
    Table(String),
}

impl From<SinkError> for ExportError {
    fn from(error: SinkError) -> Self {
        let unnamed = format!("`{UNNAMED}`: ");
        Self::Table(error.cause.strip_prefix(&unnamed).unwrap_or(&error.cause).to_owned())
    }
}
