//! A disk that is full: what was there before a command stays as it was, and no half a file is left.

use crate::command::support::{Ended, Folder};
use std::process::Command;

const SCENE: &str = "space   planar
gravity (0, -9.81) m/s^2
mass bob = 1 kg at (1, 0) m
joint rod = distance(ground (0, 0), bob.center)
run 1 s
plot \"height\" bob.position.y
";

#[cfg(target_os = "linux")]
#[test]
fn the_old_file_stays_and_no_half_a_file_is_left() {
    let long = SCENE.to_owned() + &"// a line of a long scene that is formatted, and then does not fit\n".repeat(200);
    let old = ["a.html", "a.svg", "a.png", "b.png"];
    let folder = old.iter().fold(Folder::with("a.mech", SCENE).and("long.mech", &long), |f, name| f.and(name, "old"));
    folder.run(&["run", "a.mech", "-o", "a.mcap"]).exits(0);
    let before = std::fs::read_dir(&folder.0).unwrap().count();
    let program = env!("CARGO_BIN_EXE_mainspring");
    for (line, file) in [
        ("fmt long.mech", "long.mech"),
        ("report a.mcap -o a.html", "a.html"),
        ("plot a.mcap bob.position.y -o a.svg", "a.svg"),
        ("plot a.mcap bob.position.y -o a.png", "a.png"),
        ("render a.mcap -o b.png", "b.png"),
    ] {
        let script = format!("trap '' XFSZ; ulimit -f 1; exec '{program}' {line}");
        let output = Command::new("sh").args(["-c", &script]).current_dir(&folder.0).output().unwrap();
        Ended::from(output).exits(3).says("cannot write").says(&format!("`{file}`")).says("File too large");
        let kept = if file == "long.mech" { long.as_str() } else { "old" };
        assert_eq!(folder.read(file), kept, "{line}");
        assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), before, "{line} leaves something behind");
    }
    // a link stays a link, and what it leads to is written
    std::os::unix::fs::symlink("a.mech", folder.0.join("link.mech")).unwrap();
    folder.run(&["fmt", "link.mech"]).exits(0);
    assert!(folder.0.join("link.mech").is_symlink());
    assert!(folder.read("a.mech").starts_with("space planar\n"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_run_that_cannot_be_written_leaves_the_recording_before_it() {
    let folder = Folder::with("a.mech", SCENE).and("wrong.mech", "space planar\njoint\n");
    folder.run(&["run", "a.mech", "-o", "a.mcap"]).exits(0);
    let old = std::fs::read(folder.0.join("a.mcap")).unwrap();
    let program = env!("CARGO_BIN_EXE_mainspring");
    let full = || {
        let script = format!("trap '' XFSZ; ulimit -f 8; exec '{program}' run a.mech --every 0.0001 -o a.mcap");
        Ended::from(Command::new("sh").args(["-c", &script]).current_dir(&folder.0).output().unwrap()).exits(3)
    };
    let previous = folder.0.join("a.previous.mcap");
    // the second time there is half a recording in its place, which is not kept
    for _ in 0..2 {
        full().says("File too large").says("the recording that was there before is").says("`a.previous.mcap`");
        assert_eq!(std::fs::read(&previous).unwrap(), old);
    }
    folder.run(&["run", "a.mech", "-o", "a.mcap"]).exits(0);
    assert!(!previous.exists(), "the new one is whole");
    // what does not begin takes nothing away
    folder.run(&["run", "wrong.mech", "-o", "a.mcap"]).exits(1);
    assert!(folder.recording("a.mcap").complete && !previous.exists());
    // a link stays a link
    std::os::unix::fs::symlink("a.mcap", folder.0.join("link.mcap")).unwrap();
    folder.run(&["run", "a.mech", "-o", "link.mcap"]).exits(0);
    assert!(folder.0.join("link.mcap").is_symlink() && !previous.exists());
    assert!(!folder.0.join("link.previous.mcap").exists());
}
