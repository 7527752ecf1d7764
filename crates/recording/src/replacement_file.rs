//! A file that takes its place when it is whole: until then it has another name, and the old one stays.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Names tried for it.
const PARTS: u32 = 1000;
/// Characters of the file's own name in it.
const SHOWN: usize = 50;

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
        let (file, beside) = part(&target)?;
        Ok(Self { file, target, beside: Some(beside) })
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

/// Writes a file where there is none yet; at no moment half of it is there.
///
/// # Errors
/// There is one, or the operating system reports an error; then there is no half a file.
pub fn create_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if path.symlink_metadata().is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    let (mut file, beside) = part(path)?;
    // a second name is refused where there is a file, unlike a new one
    let linked = file.write_all(bytes).and_then(|()| file.sync_all()).and_then(|()| fs::hard_link(&beside, path));
    let _its_other_name = fs::remove_file(&beside);
    match linked {
        // some file systems know no second names
        Err(error) if matches!(error.kind(), io::ErrorKind::Unsupported | io::ErrorKind::PermissionDenied) => {
            let mut file = File::create_new(path)?;
            file.write_all(bytes).and_then(|()| file.sync_all()).inspect_err(|_| {
                let _left_behind = fs::remove_file(path);
            })
        }
        done => done,
    }
}

/// A file of its own beside `target`. One of the same name can only be of a program that was killed, with this one's number.
fn part(target: &Path) -> io::Result<(File, PathBuf)> {
    let name = target.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    // one that is as long as names may be has to grow
    let name: String = name.to_string_lossy().chars().take(SHOWN).collect();
    let mut taken = io::Error::from(io::ErrorKind::AlreadyExists);
    for attempt in 0..PARTS {
        let beside = target.with_file_name(format!("{name}.{}-{attempt}.part", std::process::id()));
        match File::create_new(&beside) {
            Ok(file) => return Ok((file, beside)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => taken = error,
            Err(error) => return Err(error),
        }
    }
    Err(taken)
}

impl Drop for ReplacementFile {
    fn drop(&mut self) {
        if let Some(beside) = &self.beside {
            let _left_behind = fs::remove_file(beside);
        }
    }
}
