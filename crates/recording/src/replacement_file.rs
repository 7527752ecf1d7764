//! A file that takes its place when it is whole: until then it has another name, and the old one stays.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A new file beside the one it will be; dropped before [`ReplacementFile::place`], it is gone and nothing has changed.
///
/// What is no regular file (a device, a pipe) is written directly.
#[derive(Debug)]
pub struct ReplacementFile {
    file: File,
    target: PathBuf,
    /// the name until then; none once placed and where there is none
    beside: Option<PathBuf>,
}

impl ReplacementFile {
    /// Begins the file that will be at `path`.
    ///
    /// # Errors
    /// The operating system reports an error.
    pub fn create(path: &Path) -> io::Result<Self> {
        // a link stays one: what it leads to is replaced
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if fs::metadata(&target).is_ok_and(|m| !m.is_file()) {
            return Ok(Self { file: File::options().write(true).open(&target)?, target, beside: None });
        }
        if target.exists() {
            // one that must not be written must not be replaced either
            File::options().write(true).open(&target)?;
        }
        let mut name = target.file_name().ok_or(io::ErrorKind::InvalidFilename)?.to_owned();
        name.push(format!(".{}.part", std::process::id()));
        let beside = target.with_file_name(name);
        Ok(Self { file: File::create_new(&beside)?, target, beside: Some(beside) })
    }

    /// Where to write.
    ///
    /// # Errors
    /// The operating system reports an error.
    pub fn writer(&self) -> io::Result<File> {
        self.file.try_clone()
    }

    /// Puts the file in its place; everything has been written.
    ///
    /// # Errors
    /// The operating system reports an error; the old file is as it was.
    pub fn place(mut self) -> io::Result<()> {
        if let Some(beside) = &self.beside {
            self.file.sync_all()?;
            // who may read the old one may read the new
            if let Ok(old) = fs::metadata(&self.target) {
                fs::set_permissions(beside, old.permissions())?;
            }
            fs::rename(beside, &self.target)?;
            self.beside = None;
        }
        Ok(())
    }
}

/// Writes a file as a whole, in place of an old one if there is one.
///
/// # Errors
/// The operating system reports an error; the old file is as it was.
pub fn replace_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let file = ReplacementFile::create(path)?;
    file.writer()?.write_all(bytes)?;
    file.place()
}

/// Writes a file where there is none yet.
///
/// # Errors
/// There is one, or the operating system reports an error; then there is no half a file.
pub fn create_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    if written.is_err() {
        let _left_behind = fs::remove_file(path);
    }
    written
}

impl Drop for ReplacementFile {
    fn drop(&mut self) {
        if let Some(beside) = &self.beside {
            let _left_behind = fs::remove_file(beside);
        }
    }
}
