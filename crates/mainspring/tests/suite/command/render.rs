//! `render`: pictures and movies of recordings and of scenes.

use crate::command::support::{Ended, Folder, PENDULUM};
use std::fs;
use std::io::BufReader;
use std::process::Command;

const SMALL: [&str; 4] = ["--size", "120x90", "--fps", "10"];

/// A scene and the recording of its run.
fn recorded() -> (Folder, &'static str) {
    let folder = Folder::with("a.mech", PENDULUM);
    folder.run(&["run", "a.mech"]).exits(0);
    (folder, "out/a/recording.mcap")
}

fn render(folder: &Folder, from: &str, to: &str, more: &[&str]) -> Ended {
    folder.run(&[&["render", from, "-o", to], &SMALL[..], more].concat())
}

fn bytes(folder: &Folder, name: &str) -> Vec<u8> {
    fs::read(folder.0.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// Names in a folder, sorted.
fn names(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(&folder.0).unwrap();
    let mut names: Vec<String> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Size in pixels and all frames, each with every pixel decoded.
fn png(folder: &Folder, name: &str) -> ([u32; 2], Vec<Vec<u8>>) {
    let file = BufReader::new(fs::File::open(folder.0.join(name)).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let size = [reader.info().width, reader.info().height];
    let frames = reader.info().animation_control().map_or(1, |a| a.num_frames);
    let decoded = (0..frames).map(|_| {
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        pixels
    });
    (size, decoded.collect())
}

/// Size in pixels, and of each frame how long it is shown, ms.
fn gif(folder: &Folder, name: &str) -> ([u16; 2], Vec<u32>) {
    let file = BufReader::new(fs::File::open(folder.0.join(name)).unwrap());
    let mut reader = gif::DecodeOptions::new().read_info(file).unwrap();
    let size = [reader.width(), reader.height()];
    let mut shown = Vec::new();
    while let Some(frame) = reader.read_next_frame().unwrap() {
        shown.push(10 * u32::from(frame.delay));
    }
    (size, shown)
}

#[test]
fn a_still_is_the_same_from_the_recording_and_from_the_scene() {
    let (folder, recording) = recorded();
    for name in ["a.png", "a.svg"] {
        let of_scene = format!("scene-{name}");
        render(&folder, recording, name, &["--at", "300 ms"]).exits(0).says("120×90, t = 0.3 s");
        render(&folder, "a.mech", &of_scene, &["--at", "0.3"]).exits(0);
        assert_eq!(bytes(&folder, name), bytes(&folder, &of_scene));
        render(&folder, recording, "later", &["--at", "0.4"]).exits(2).says(".png, .svg, .gif");
    }
    let (size, frames) = png(&folder, "a.png");
    assert_eq!((size, frames.len()), ([120, 90], 1));
    assert!(frames[0].iter().any(|b| *b != frames[0][0]), "one colour");
    let text = folder.read("a.svg");
    let svg = roxmltree::Document::parse(&text).unwrap();
    let root = svg.root_element();
    assert_eq!((root.attribute("width"), root.attribute("height")), (Some("120"), Some("90")));
    assert!(svg.descendants().filter(roxmltree::Node::is_element).count() > 5);
}

#[test]
fn a_movie_has_its_frames() {
    let (folder, recording) = recorded();
    // one second, ten frames in each, and the last
    render(&folder, recording, "a.gif", &[]).exits(0).says("11 frames");
    let (size, shown) = gif(&folder, "a.gif");
    assert_eq!((size, shown.len()), ([120, 90], 11));
    assert!(shown[..10].iter().all(|ms| *ms == 100), "{shown:?}");
    render(&folder, recording, "slow.gif", &["--from", "0.5", "--speed", "0.25"]).exits(0).says("21 frames");
    assert_eq!(gif(&folder, "slow.gif").1.len(), 21);
    for (name, more) in [("a.apng", &[][..]), ("moving.png", &["--animate"])] {
        render(&folder, recording, name, more).exits(0).says("11 frames");
        let (size, frames) = png(&folder, name);
        assert_eq!((size, frames.len()), ([120, 90], 11));
        assert!(frames.windows(2).all(|w| w[0] != w[1]), "it does not move");
    }
    assert_eq!(bytes(&folder, "a.apng"), bytes(&folder, "moving.png"));
    for name in ["a.gif", "a.apng"] {
        let of_scene = format!("scene-{name}");
        render(&folder, "a.mech", &of_scene, &[]).exits(0);
        assert_eq!(bytes(&folder, name), bytes(&folder, &of_scene));
    }
}

#[test]
fn wrong_arguments_are_explained() {
    let (folder, recording) = recorded();
    let before = names(&folder);
    let wrong: [(&[&str], &str); 13] = [
        (&["--size", "0x1"], "between 16 and 8192"),
        (&["--size", "big"], "as in 960x720"),
        (&["--fps", "0"], "between 0.1 and 240"),
        (&["--speed", "-1"], "positive"),
        (&["--camera", "up"], "`iso`, `front`, `side` or `top`"),
        (&["--camera", "iso"], "the scene is planar: give `x,y,width`"),
        (&["--camera", "0,0,-1"], "width"),
        (&["--from", "0.8", "--to", "0.2"], "--from 0.8 s is after --to 0.2 s"),
        (&["--from", "5"], "the recording goes from 0 s to 1 s"),
        (&["--at", "5"], "--at lies outside"),
        (&["--at", "soon"], "soon"),
        (&["--trace", "nobody"], "there are, for instance, `bob`"),
        (&["--trace", "bob.elbow"], "no point `bob.elbow`"),
    ];
    for (more, says) in wrong {
        let words: Vec<&str> = ["render", recording, "-o", "a.png"].iter().chain(more).copied().collect();
        folder.run(&words).exits(2).says(says);
    }
    render(&folder, recording, "a.gif", &["--speed", "1e-9"]).exits(2).says("make it shorter (--from, --to)");
    for name in ["a.avi", "a", ".gif"] {
        render(&folder, recording, name, &[]).exits(2).says("let it end in .png");
    }
    folder.run(&["render", recording]).exits(2).says("--out");
    assert_eq!(names(&folder), before);
}

#[test]
fn what_cannot_be_read_or_written_is_said() {
    let (folder, recording) = recorded();
    let folder = folder.and("file", "").and("wrong.mech", "space planar\npart x = y()\n").and("no.mcap", "not one");
    render(&folder, "none.mcap", "a.png", &[]).exits(3).says("none.mcap");
    render(&folder, "no.mcap", "a.png", &[]).exits(3).says("no.mcap");
    render(&folder, "wrong.mech", "a.png", &[]).exits(1).says("wrong.mech:2");
    render(&folder, recording, "file/a.png", &[]).exits(3).says("file/a.png");
    fs::create_dir(folder.0.join("folder.gif")).unwrap();
    render(&folder, recording, "folder.gif", &[]).exits(3).says("`folder.gif` is a folder");
    // a folder that is missing is made
    render(&folder, recording, "deep/er/a.png", &[]).exits(0);
    assert_eq!(png(&folder, "deep/er/a.png").0, [120, 90]);
    assert!(!folder.has("a.png"));
}

#[test]
fn an_older_picture_stays_when_the_new_one_fails() {
    let (folder, recording) = recorded();
    let folder = folder.and("a.mp4", "the old one");
    let ended = folder.command(&["render", recording, "-o", "a.mp4"]).env("PATH", "").output().unwrap();
    Ended::from(ended).exits(3).says("ffmpeg").says("let the file end in .gif or .apng");
    assert_eq!(folder.read("a.mp4"), "the old one");
    assert_eq!(names(&folder), ["a.mech", "a.mp4", "out"]);
}

#[test]
fn video_is_made_where_ffmpeg_is() {
    if Command::new("ffmpeg").arg("-version").output().is_err() {
        eprintln!("skipped: ffmpeg is not installed, so no video can be made");
        return;
    }
    let (folder, recording) = recorded();
    render(&folder, recording, "a.mp4", &[]).exits(0).says("11 frames");
    assert_eq!(&bytes(&folder, "a.mp4")[4..8], b"ftyp");
    let webm = ["render", recording, "--out=-a.webm", "--size=121x91"];
    folder.run(&webm).exits(0);
    let first = bytes(&folder, "-a.webm");
    assert_eq!(first[..4], [0x1a, 0x45, 0xdf, 0xa3]);
    folder.run(&webm).exits(0);
    assert_eq!(bytes(&folder, "-a.webm"), first);
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    /// With a program `ffmpeg` of its own.
    fn with_ffmpeg(folder: Folder, script: &str) -> Folder {
        let folder = folder.and("bin/ffmpeg", format!("#!/bin/sh\n{script}\n"));
        fs::set_permissions(folder.0.join("bin/ffmpeg"), fs::Permissions::from_mode(0o755)).unwrap();
        folder
    }

    fn path(folder: &Folder) -> String {
        format!("{}:{}", folder.0.join("bin").display(), std::env::var("PATH").unwrap())
    }

    #[test]
    fn what_ffmpeg_says_is_passed_on() {
        let (folder, recording) = recorded();
        // far more than a pipe holds, before a frame is taken
        let long = "i=0; while [ $i -lt 3000 ]; do echo 'a warning that nobody asked for' >&2; i=$((i+1)); done";
        let script = format!("{long}; cat >/dev/null; : >\"$out\"; echo 'Unknown encoder libx264' >&2; exit 7");
        let folder = with_ffmpeg(folder, &format!("for out in \"$@\"; do :; done; {script}"));
        for name in ["a.mp4", "a.webm"] {
            let words = [&["render", recording, "-o", name], &SMALL[..]].concat();
            let ended = folder.command(&words).env("PATH", path(&folder)).output().unwrap();
            Ended::from(ended).exits(3).says("ffmpeg failed").says("Unknown encoder libx264");
        }
        assert_eq!(names(&folder), ["a.mech", "bin", "out"]);
    }

    #[test]
    fn an_ffmpeg_that_takes_nothing_is_said() {
        let (folder, recording) = recorded();
        let folder = with_ffmpeg(folder, "exit 1");
        let ended = folder.command(&["render", recording, "-o", "a.mp4"]).env("PATH", path(&folder)).output().unwrap();
        Ended::from(ended).exits(3).says("ffmpeg failed").says("did not say why");
        assert_eq!(names(&folder), ["a.mech", "bin", "out"]);
    }

    /// Ctrl-C once the movie has begun, as a terminal sends it: to the program and to those it started.
    fn interrupted(folder: &Folder, recording: &str, name: &str) {
        let words = ["render", recording, "-o", name, "--speed", "0.01", "--size", "320x240"];
        let mut command = folder.command(&words);
        command.env("PATH", path(folder)).process_group(0).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let began = Instant::now();
        while !names(folder).iter().any(|n| n.starts_with(".part-")) {
            assert!(began.elapsed() < Duration::from_secs(60), "nothing is written");
            assert!(child.try_wait().unwrap().is_none(), "ended too soon");
            std::thread::sleep(Duration::from_millis(10));
        }
        let group = format!("-{}", child.id());
        assert!(Command::new("kill").args(["-INT", "--", &group]).status().unwrap().success());
        let ended = Ended::from(child.wait_with_output().unwrap()).exits(130).says("nothing was written");
        assert_eq!(ended.out, "");
    }

    #[test]
    fn ctrl_c_leaves_no_half_file() {
        let (folder, recording) = recorded();
        // it writes before it reads, as the real one does
        let folder = with_ffmpeg(folder, "for out in \"$@\"; do :; done; echo begun >\"$out\"; exec cat >/dev/null");
        for name in ["a.gif", "a.apng", "a.mp4"] {
            interrupted(&folder, recording, name);
            assert_eq!(names(&folder), ["a.mech", "bin", "out"], "{name}");
        }
    }
}
