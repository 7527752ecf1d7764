//! Imports from the file system, only from below the scene's own folder.

use crate::imports::Loader;
use crate::limits;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Loads imported files from a folder and its subfolders; links that lead out of it are refused.
#[derive(Clone, Debug)]
pub struct FolderLoader {
    folder: PathBuf,
}

impl FolderLoader {
    /// For the scene at `scene`: its own folder.
    #[must_use]
    pub fn beside(scene: &Path) -> Self {
        let folder = match scene.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
            _ => PathBuf::from("."),
        };
        Self { folder }
    }
}

impl Loader for FolderLoader {
    fn load(&mut self, path: &str) -> Result<Vec<u8>, String> {
        let root = fs::canonicalize(&self.folder).map_err(|e| reason(&e))?;
        let file = fs::canonicalize(root.join(path)).map_err(|e| reason(&e))?;
        if !file.starts_with(&root) {
            return Err("it is a link that leaves the scene's folder".to_owned());
        }
        if !file.is_file() {
            return Err("it is not a file".to_owned());
        }
        let mut bytes = Vec::new();
        // one byte more than allowed, so that a longer file is noticed without being read
        let limit = limits::FILE_BYTES as u64 + 1;
        File::open(&file).and_then(|f| f.take(limit).read_to_end(&mut bytes)).map_err(|e| reason(&e))?;
        Ok(bytes)
    }
}

fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}
