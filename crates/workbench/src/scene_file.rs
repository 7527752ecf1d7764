//! The text of a scene's file, or why there is none and which file was probably meant.

use mainspring_definition::{Diagnostic, Span, did_you_mean};
use mainspring_language::{decode, limits};
use mainspring_record::shown;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How long a pipe may stay silent; one that nobody writes into would be waited for without end.
const SILENCE: Duration = Duration::from_secs(3);

/// The text of the file at `path`.
///
/// # Errors
/// It cannot be read, or is no text; said as the finding it is.
pub fn read(path: &Path) -> Result<String, Box<Diagnostic>> {
    let named = shown(path);
    if path.is_dir() {
        let error = unreadable(&named, "it is a folder");
        let inside = path.join("scene.mech");
        return Err(Box::new(match inside.is_file() {
            true => error.help(format!("did you mean `{}`?", shown(&inside))),
            false => error.help("name a file, such as `scene.mech`"),
        }));
    }
    let taken = match fs::metadata(path) {
        Ok(kind) if !kind.is_file() => piped(path),
        _ => File::open(path).and_then(all),
    };
    match taken {
        Ok(bytes) => text(bytes, &named),
        Err(error) => Err(Box::new(match error.kind() {
            io::ErrorKind::NotFound => unreadable(&named, "there is no such file").help(guess(path)),
            io::ErrorKind::PermissionDenied => unreadable(&named, "permission denied"),
            io::ErrorKind::TimedOut => {
                unreadable(&named, &format!("it is a pipe, and nobody wrote into it for {} s", SILENCE.as_secs()))
                    .help("begin to write before it is read, or give `-` and the scene on standard input")
            }
            io::ErrorKind::InvalidFilename => {
                unreadable(&named, "no file can be called so").help("names of files are shorter")
            }
            _ => unreadable(&named, &error.to_string()),
        })),
    }
}

/// The text of a scene that comes from somewhere else than a file.
///
/// # Errors
/// As [`read`].
pub fn read_from(source: impl Read, named: &str) -> Result<String, Box<Diagnostic>> {
    match all(source) {
        Ok(bytes) => text(bytes, named),
        Err(error) => Err(Box::new(unreadable(named, &error.to_string()))),
    }
}

fn text(bytes: Vec<u8>, named: &str) -> Result<String, Box<Diagnostic>> {
    decode(bytes).map_err(|mut finding| {
        finding.message = format!("`{named}`: {}", finding.message);
        finding
    })
}

fn unreadable(named: &str, why: &str) -> Diagnostic {
    Diagnostic::error("E0001", Span::NOWHERE, format!("cannot read `{named}`: {why}"))
}

fn all(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // one byte more than allowed, so that a longer file is noticed without being read
    source.take(limits::FILE_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// What a pipe or a device says, unless it is silent for too long. To open a pipe waits for somebody to write, so that another
/// thread does it; one that still waits in the end is left to it.
fn piped(path: &Path) -> io::Result<Vec<u8>> {
    let (parts, read) = channel();
    let path = path.to_owned();
    std::thread::Builder::new().name("pipe".to_owned()).spawn(move || {
        let mut source = match File::open(path) {
            Ok(source) => source.take(limits::FILE_BYTES as u64 + 1),
            Err(error) => return drop(parts.send(Err(error))),
        };
        let mut buffer = vec![0; 1 << 16];
        loop {
            let part = source.read(&mut buffer).map(|count| buffer[..count].to_vec());
            let last = part.as_ref().map_or(true, Vec::is_empty);
            // nobody listens any more after a silence
            if parts.send(part).is_err() || last {
                return;
            }
        }
    })?;
    let mut bytes = Vec::new();
    loop {
        match read.recv_timeout(SILENCE) {
            Ok(part) => {
                let part = part?;
                if part.is_empty() {
                    return Ok(bytes);
                }
                bytes.extend(part);
            }
            Err(RecvTimeoutError::Timeout) => return Err(io::ErrorKind::TimedOut.into()),
            Err(RecvTimeoutError::Disconnected) => return Ok(bytes),
        }
    }
}

/// Which file was probably meant.
fn guess(path: &Path) -> String {
    let plain = || "check the name and the folder".to_owned();
    let mean = |file: PathBuf| format!("did you mean `{}`?", shown(&file));
    let Some(name) = path.file_name().and_then(|n| n.to_str()) else { return plain() };
    let with_ending = path.with_file_name(format!("{name}.mech"));
    if with_ending.is_file() {
        return mean(with_ending);
    }
    let folder = path.parent().filter(|f| !f.as_os_str().is_empty());
    let Ok(entries) = fs::read_dir(folder.unwrap_or(Path::new("."))) else {
        return format!("there is no folder `{}`", shown(folder.unwrap_or(Path::new("."))));
    };
    let names = entries.filter_map(|e| e.ok()?.file_name().into_string().ok());
    let mut scenes: Vec<String> = names.filter(|n| n.ends_with(".mech")).collect();
    scenes.sort();
    let stem = |n: &str| n.strip_suffix(".mech").unwrap_or(n).to_owned();
    let stems: Vec<String> = scenes.iter().map(|n| stem(n)).collect();
    let asked = stem(name);
    match did_you_mean(&asked, stems.iter().map(String::as_str)) {
        Some(near) => mean(path.with_file_name(format!("{near}.mech"))),
        None => plain(),
    }
}
