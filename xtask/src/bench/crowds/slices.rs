//! A tray of the gallery watched live: CPU time for each sixtieth of a second of it, in one process, by event and in steps.

use crate::bench::rungs::lines;
use crate::step::{cargo, succeeds};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Command;

/// As it is asked for among the scenes.
pub const NAME: &str = "tray_slices";
const SCENE: &str = "scenes/tray/scene.mech";
/// Where the method is written into it.
const HEAD: &str = "space planar\n";
/// Length of the scene, s.
const UNTIL: &str = "0.8";
/// CPU time of a slice at most, s.
const BAR: f64 = 16e-3;

/// What the program says of the slices, of each method one line.
pub fn run(root: &Path, target: &Path, folder: &Path, quick: bool) -> Result<Value, String> {
    let build =
        ["build", "--release", "--quiet", "-p", "mainspring", "--no-default-features", "--example", "work_precision"];
    if !succeeds(cargo(&build).current_dir(root)) {
        return Err("our own side cannot be built".to_owned());
    }
    let program = target.join("release/examples").join(format!("work_precision{}", std::env::consts::EXE_SUFFIX));
    let text = fs::read_to_string(root.join(SCENE)).map_err(|e| format!("{SCENE}: {e}"))?;
    println!("-- {NAME}: {SCENE}, CPU time for each 1/60 s of it");
    let (every, repeat) = ((1.0 / 60.0).to_string(), if quick { "1" } else { "5" });
    let mut all = Vec::new();
    for method in ["event", "stepping"] {
        let scene = folder.join(format!("{NAME}_{method}.mech"));
        fs::write(&scene, with_method(&text, method)?).map_err(|e| format!("{}: {e}", scene.display()))?;
        let asked = ["--until", UNTIL, "--every", &every, "--repeat", repeat];
        let said = lines(Command::new(&program).arg("slices").arg(&scene).args(asked))?;
        let mut line = said.into_iter().next().ok_or("no line of slices")?;
        println!("   {method:<9} {}", words(&line).ok_or("a line of slices that says too little")?);
        line["method"] = method.into();
        all.push(line);
    }
    Ok(json!(all))
}

/// The scene with the line that says how contact is treated.
fn with_method(text: &str, method: &str) -> Result<String, String> {
    if !text.contains(HEAD) {
        return Err(format!("{SCENE} does not begin with `{}`", HEAD.trim_end()));
    }
    Ok(text.replacen(HEAD, &format!("{HEAD}method {method}\n"), 1))
}

fn words(line: &Value) -> Option<String> {
    let number = |name: &str| line[name].as_f64();
    let (largest, mean, at, slices) = (number("largest")?, number("mean")?, number("at")?, number("slices")?);
    let met = if largest <= BAR { "met" } else { "unmet" };
    Some(format!(
        "largest {:.2} ms (from {at:.3} s), mean {:.2} ms of {slices} slices; at most {} ms: {met}",
        1e3 * largest,
        1e3 * mean,
        1e3 * BAR
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_slice_decides() {
        let line = |largest: f64| json!({ "largest": largest, "mean": 2e-3, "at": 0.25, "slices": 48 });
        let said = words(&line(12e-3)).unwrap();
        assert_eq!(said, "largest 12.00 ms (from 0.250 s), mean 2.00 ms of 48 slices; at most 16 ms: met");
        assert!(words(&line(17e-3)).unwrap().ends_with("unmet"));
        assert_eq!(words(&json!({ "failed": "no such scene" })), None);
    }

    #[test]
    fn a_method_is_written_once_below_the_head() {
        let text = with_method("// a tray\nspace planar\nrun 1 s\n", "stepping").unwrap();
        assert_eq!(text, "// a tray\nspace planar\nmethod stepping\nrun 1 s\n");
        assert!(with_method("space spatial\n", "event").is_err());
    }
}
