//! What a command looks at: a recording, or a scene that is run on the spot.

use crate::exit::Exit;
use crate::findings::tell;
use crate::numbers::number;
use crate::summary;
use crate::terminal::{BAD, complain, remark, styled};
use mainspring_workbench::language::limits;
use mainspring_workbench::record::Memory;
use mainspring_workbench::record::shown;
use mainspring_workbench::recording::{Damage, MOST_VALUES, ReadError, Recording, Selection, previous_recording};
use mainspring_workbench::{Failure, Scene, Settings, simulate};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The name of standard input.
const STANDARD: &str = "-";
/// What a recording (MCAP) begins with.
const MAGIC: &[u8; 8] = b"\x89MCAP0\r\n";

/// The run in memory; of a recording only the part between two times is read. Errors have been printed when this fails.
pub fn load(path: &Path, from: Option<f64>, to: Option<f64>) -> Result<Memory, Exit> {
    if is_scene(path) {
        return run(path);
    }
    let mut recording = open(path)?;
    // one too large for memory is still worth a look
    let numbers = recording.numbers().max(1) as u64;
    let most = (MOST_VALUES / numbers / 2).max(1024);
    let selection = Selection {
        from: from.unwrap_or(f64::NEG_INFINITY),
        to: to.unwrap_or(f64::INFINITY),
        most_frames: usize::try_from(most).unwrap_or(usize::MAX),
        ..Selection::default()
    };
    if selection.from > selection.to {
        complain(&format!("--from {} s is after --to {} s", number(selection.from), number(selection.to)));
        return Err(Exit::Usage);
    }
    // what was attached or released before the part is so in it
    let read = recording.sample(&selection).and_then(|run| {
        let mut events = recording.events()?;
        events.retain(|e| e.time <= selection.to);
        Ok(Memory { events, ..run })
    });
    match read {
        Ok(run) if run.times.is_empty() && (from.is_some() || to.is_some()) => {
            let reach = recording.span().map_or_else(String::new, |[a, b]| {
                format!("; the recording goes from {} s to {} s", number(a), number(b))
            });
            complain(&format!("`{}` has no frame between these times{reach}", shown(path)));
            Err(Exit::Usage)
        }
        Ok(mut run) => {
            // thinning leaves between half of the most and the most
            if recording.frames() > most && run.times.len() as u64 >= most / 2 {
                let (shown, all) = (shown(path), recording.frames());
                remark(&format!("`{shown}` has {all} frames; {}, evenly spread, are looked at\n", run.times.len()));
            }
            tell_damage(path, recording.damage());
            run.gaps = recording.damage().iter().filter(|d| d.loses()).filter_map(|d| d.time).collect();
            Ok(run)
        }
        Err(error) => Err(unreadable(path, &error)),
    }
}

/// The scene in a file, or on standard input if it is called `-`.
pub fn scene(path: &Path) -> Scene {
    if path != Path::new(STANDARD) {
        return Scene::file(path);
    }
    // what has been read once is gone from the stream, and a run that is resumed looks twice
    static TEXT: OnceLock<Vec<u8>> = OnceLock::new();
    let text = TEXT.get_or_init(|| {
        let mut text = Vec::new();
        // one byte more than allowed is enough to be refused
        let read = std::io::stdin().lock().take(limits::FILE_BYTES as u64 + 1).read_to_end(&mut text);
        // what came before it broke off is looked at all the same
        let _broken_off = read;
        text
    });
    Scene::stream("stdin", text.as_slice())
}

/// The name that files made of it are called after.
pub fn called(path: &Path) -> PathBuf {
    if path == Path::new(STANDARD) { PathBuf::from("stdin.mech") } else { path.to_owned() }
}

/// Whether a name is that of a scene: a `.mech` file or standard input.
pub fn is_scene(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "mech") || path == Path::new(STANDARD)
}

/// Whether a file is a recording, by its name or its first bytes.
pub fn is_recording(path: &Path) -> bool {
    let mut first = [0; MAGIC.len()];
    let mut begins =
        || std::fs::File::open(path).is_ok_and(|mut f| f.read_exact(&mut first).is_ok() && first == *MAGIC);
    path.extension().is_some_and(|e| e == "mcap") || begins()
}

/// Says that a recording was given where a scene is needed.
pub fn wants_scene(path: &Path) -> Exit {
    complain(&format!(
        "`{}` is a recording, and this needs the scene it was made of: give the `.mech` file",
        shown(path)
    ));
    Exit::Usage
}

/// A recording of any size. Errors have been printed when this fails.
pub fn open(path: &Path) -> Result<Recording, Exit> {
    Recording::open(path).map_err(|error| unreadable(path, &error))
}

/// Says why a file cannot be read.
pub fn unreadable(path: &Path, error: &ReadError) -> Exit {
    let previous = previous_recording(path);
    let kept = if previous.exists() {
        format!("; the recording that was there before is `{}`", shown(&previous))
    } else {
        String::new()
    };
    complain(&format!("`{}`: {error}{kept}", shown(path)));
    Exit::Failed
}

/// Says what of a file could not be read.
pub fn tell_damage(path: &Path, damage: &[Damage]) {
    for damage in damage {
        remark(&format!("{}: `{}` is damaged: {damage}\n", styled(BAD, "warning"), shown(path)));
    }
}

fn run(path: &Path) -> Result<Memory, Exit> {
    match simulate(scene(path), &Settings::default()) {
        Ok(run) => {
            tell(&run.notes, &run.sources);
            Ok(run.recording)
        }
        Err(Failure::Scene(wrong)) => {
            tell(&wrong.findings, &wrong.sources);
            Err(Exit::Scene)
        }
        Err(Failure::Run(broken)) => {
            remark(&summary::failure(&broken.error));
            // what was reached can still be looked at
            broken.reached.map(|run| run.recording).filter(|m| !m.times.is_empty()).ok_or(Exit::Failed)
        }
    }
}
