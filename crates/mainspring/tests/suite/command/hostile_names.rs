//! Names that no person would choose: never a panic, never a message that fills the screen or breaks its lines.
#![cfg(unix)]

use crate::command::support::{Ended, Folder, PENDULUM};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

/// Commands with a name in the place of `NAME`.
const COMMANDS: [&str; 39] = [
    "run NAME",
    "run NAME.mech",
    "run NAME.mech --resume",
    "run a.mech -o NAME",
    "run a.mech -o NAME.mcap",
    "run a.mech --probe NAME --no-record",
    "run a.mech --set NAME --no-record",
    "run a.mech --set length=NAME --no-record",
    "check NAME",
    "check NAME.mech",
    "fmt NAME",
    "fmt NAME.mech",
    "report NAME",
    "report a.mcap -o NAME.html",
    "plot NAME bob.position.y",
    "plot a.mcap NAME",
    "plot a.mcap bob.position.y -o NAME.svg",
    "render NAME -o x.png",
    "render a.mcap -o NAME.png",
    "render a.mcap -o x.png --trace NAME",
    "info NAME",
    "diff a.mcap NAME",
    "export NAME --to csv",
    "export a.mcap -o NAME.csv",
    "export a.mcap -o x.csv --columns NAME",
    "recover a.mcap -o NAME.mcap",
    "gallery NAME",
    "explain NAME",
    "new NAME",
    "assemble NAME",
    "assemble a.mech --spread NAME",
    "plane NAME -o x.svg",
    "orient NAME --part bar",
    "orient a.mech --part NAME",
    "completions NAME",
    "run a.mech --at NAME --no-record",
    "run a.mech --integrator NAME --no-record",
    "run a.mech --without NAME --no-record",
    "NAME",
];

fn with(folder: &Folder, line: &str, name: &OsStr) -> std::process::Output {
    let words: Vec<OsString> = line
        .split(' ')
        .map(|word| match word.split_once("NAME") {
            Some((before, after)) => [OsStr::new(before), name, OsStr::new(after)].concat(),
            None => word.into(),
        })
        .collect();
    folder.command(&[]).args(words).output().unwrap()
}

/// Text as `[OsStr]::concat` would join it.
trait Concat {
    fn concat(&self) -> OsString;
}

impl Concat for [&OsStr; 3] {
    fn concat(&self) -> OsString {
        self.iter().fold(OsString::new(), |mut all, part| {
            all.push(part);
            all
        })
    }
}

#[test]
fn no_name_panics_or_fills_the_screen() {
    let names: [&[u8]; 8] = [
        &[b'x'; 70_000],
        &[b'('; 70_000],
        "ü".repeat(35_000).as_bytes(),
        b"a\nb",
        b"\x1b[2Jred\r\n\t",
        b"\xff\xfe",
        "\u{202e}\u{0}".trim_end_matches('\0').as_bytes(),
        b"*?[a]{b};$(c) 'd' \"e\" --",
    ]
    .map(|name: &[u8]| Box::leak(name.to_vec().into_boxed_slice()) as &[u8]);
    for name in names {
        let folder = Folder::with("a.mech", PENDULUM);
        folder.run(&["run", "a.mech", "-o", "a.mcap"]).exits(0);
        for line in COMMANDS {
            let output = with(&folder, line, OsStr::from_bytes(name));
            let code = output.status.code();
            let said = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
            let what = format!("{line} with {:.40}", String::from_utf8_lossy(name).escape_debug().to_string());
            assert!(matches!(code, Some(0..=4)), "{what}: {code:?} {said:.2000}");
            assert!(!said.contains("panicked"), "{what}: {said:.2000}");
            assert!(!said.contains('\u{1b}'), "{what}: {said:.2000}");
            if name.len() > 1000 {
                assert!(said.len() < 20_000, "{what}: {} bytes of message", said.len());
            }
        }
    }
}

#[test]
fn a_scene_with_a_strange_name_runs() {
    for name in [&b"a\nb.mech"[..], b"a\x1b[2Jb.mech", b"a\xffb.mech", b"- -.mech", "größe √2.mech".as_bytes()] {
        let folder = Folder::new();
        std::fs::write(folder.0.join(OsStr::from_bytes(name)), PENDULUM).unwrap();
        for line in ["check", "run -o r.mcap", "info", "fmt", "report -o r.html", "plot"] {
            let path = [OsStr::new("./"), OsStr::from_bytes(name), OsStr::new("")].concat();
            let words: Vec<&str> = line.split(' ').collect();
            let output = folder.command(&words).arg(path).output().unwrap();
            let ended = Ended { code: output.status.code(), out: lossy(output.stdout), err: lossy(output.stderr) };
            let ended = ended.exits(0);
            assert!(!ended.out.contains("a\nb") && !ended.out.contains('\u{1b}'), "{ended:#?}");
        }
        for line in ["info", "plot", "report", "export --to csv"] {
            let words: Vec<&str> = line.split(' ').chain(["r.mcap"]).collect();
            let ended = folder.run(&words).exits(0);
            assert!(!ended.out.contains("a\nb") && !ended.out.contains('\u{1b}'), "{ended:#?}");
        }
    }
}

fn lossy(bytes: Vec<u8>) -> String {
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Names in a scene, too.
#[test]
fn long_names_in_a_scene_are_names() {
    let long = "x".repeat(70_000);
    let text = PENDULUM.replace("bob", &long).replace("height of the", &long);
    let folder = Folder::with("a.mech", text);
    let ended = folder.run(&["run", "a.mech", "--until", "0.1"]);
    assert!(matches!(ended.code, Some(0..=3)) && !ended.err.contains("panicked"), "{:.2000}", ended.err);
    let ended = folder.run(&["check", "a.mech"]);
    assert!(matches!(ended.code, Some(0 | 1)) && !ended.err.contains("panicked"), "{:.2000}", ended.err);
}
