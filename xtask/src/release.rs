//! The gallery's final states in the release profile: the same bits as the tests pin in the development profile.

use crate::step::{Count, Steps, cargo, output, succeeds, target_folder};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a build without the feature `tables` says when Parquet is asked of it.
const WITHOUT_TABLES: &str = "error: this program was built without Parquet; `cargo build --profile dist -p mainspring \
                              --features tables` builds one that writes it";

/// Looks at the build of the tree in `copy`, which the README's commands have made: the same sources in another place
/// would be built once more.
pub fn run(steps: &mut Steps, copy: &Path) {
    let target = target_folder(&steps.root).unwrap_or_else(|| steps.root.join("target"));
    let program = program_in(&target);
    steps.step("gallery in release: same bits", |root| {
        let mut build = cargo(&["build", "--release", "--quiet", "--package", "mainspring"]);
        if !succeeds(build.env("CARGO_TARGET_DIR", &target).current_dir(copy)) {
            return Count::one(false);
        }
        let scenes = scenes(root);
        let next = AtomicUsize::new(0);
        let work = || {
            let mut count = Count::default();
            while let Some((scene, expect)) = scenes.get(next.fetch_add(1, Ordering::Relaxed)) {
                let problem = compare(root, &program, scene, expect).err();
                if let Some(problem) = &problem {
                    println!("   {}: {problem}", scene.display());
                }
                count.passed += usize::from(problem.is_none());
                count.failed += usize::from(problem.is_some());
            }
            count
        };
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let count = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            workers.into_iter().fold(Count::default(), |sum, worker| {
                let count = worker.join().unwrap_or(Count::one(false));
                Count { passed: sum.passed + count.passed, failed: sum.failed + count.failed }
            })
        });
        // an empty gallery would compare nothing
        if count == Count::default() { Count::one(false) } else { count }
    });
    steps.check("a plain build names the command that builds one with tables", |root| {
        let asked = Command::new(&program).args(["export", "none.mcap", "--to", "parquet"]).current_dir(root).output();
        let said = asked.map(|o| String::from_utf8_lossy(&o.stderr).trim().to_owned()).unwrap_or_default();
        if said == WITHOUT_TABLES { Ok(()) } else { Err(vec![format!("it says: {said}")]) }
    });
}

/// The program that the README's commands have built; none where they have not.
pub fn program(root: &Path) -> Option<PathBuf> {
    target_folder(root).map(|target| program_in(&target)).filter(|program| program.exists())
}

fn program_in(target: &Path) -> PathBuf {
    target.join("release").join(format!("mainspring{}", std::env::consts::EXE_SUFFIX))
}

/// Every scene of the gallery that says what must come out: `scene.mech` with `expect.json`, `x.mech` with `x.expect.json`.
fn scenes(root: &Path) -> Vec<(PathBuf, PathBuf)> {
    let mut found = Vec::new();
    for folder in fs::read_dir(root.join("scenes")).into_iter().flatten().flatten().map(|e| e.path()) {
        for file in fs::read_dir(&folder).into_iter().flatten().flatten().map(|e| e.path()) {
            let Some(stem) = file.file_stem().and_then(|s| s.to_str()) else { continue };
            if file.extension().is_none_or(|e| e != "mech") {
                continue;
            }
            let expect =
                folder.join(if stem == "scene" { "expect.json".to_owned() } else { format!("{stem}.expect.json") });
            if expect.exists() {
                found.push((file.strip_prefix(root).unwrap_or(&file).to_owned(), expect));
            }
        }
    }
    found.sort();
    found
}

fn compare(root: &Path, program: &Path, scene: &Path, expect: &Path) -> Result<(), String> {
    let json = |text: &str| serde_json::from_str::<serde_json::Value>(text).map_err(|e| e.to_string());
    let pinned = json(&fs::read_to_string(expect).map_err(|e| e.to_string())?)?;
    let scene = scene.to_str().ok_or("its name is not text")?;
    let mut run = Command::new(program);
    let text = output(run.args(["run", scene, "--json", "--no-record"]).current_dir(root)).ok_or("the run failed")?;
    let found = json(&text)?;
    if found["hash"].is_string() && found["hash"] == pinned["hash"] {
        Ok(())
    } else {
        Err(format!("final state {} in release, {} pinned", found["hash"], pinned["hash"]))
    }
}
