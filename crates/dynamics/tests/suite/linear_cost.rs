//! One evaluation of a chain costs in proportion to its length: counted in instructions, not seconds.
#![expect(clippy::print_stderr, reason = "a skipped test must say so")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds the example into the folder this test was built in, and returns its path.
fn evaluate() -> PathBuf {
    let me = std::env::current_exe().expect("a test has a path");
    // …/target/debug/deps/suite-…
    let profile = me.parent().and_then(Path::parent).expect("tests are built two folders down");
    let mut build = Command::new(env!("CARGO"));
    // as `cargo xtask test` builds: with other features of the dependencies everything would be built anew
    build.args(["build", "--quiet", "--offline", "--workspace", "--features", "mainspring/tables"]);
    build.args(["--example", "evaluate"]);
    build.arg("--target-dir").arg(profile.parent().expect("profiles lie in a folder"));
    if !cfg!(debug_assertions) {
        build.arg("--release");
    }
    let built = build.current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("cargo runs: it built this test");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    profile.join("examples").join(format!("evaluate{}", std::env::consts::EXE_SUFFIX))
}

/// Instructions executed for `bodies` bodies and `repetitions` evaluations.
fn instructions(program: &Path, bodies: usize, repetitions: usize, space: &str) -> u64 {
    let out = std::env::temp_dir().join(format!("evaluate-{}-{bodies}-{repetitions}-{space}", std::process::id()));
    let run = Command::new("valgrind")
        .arg("--tool=callgrind")
        .arg(format!("--callgrind-out-file={}", out.display()))
        .arg(program)
        .args([bodies.to_string(), repetitions.to_string(), space.to_owned()])
        .output()
        .expect("valgrind was there a moment ago");
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(run.status.success(), "{said}");
    let text = std::fs::read_to_string(&out).expect("callgrind writes what it was told to");
    std::fs::remove_file(&out).expect("ours to remove");
    let totals = text.lines().find_map(|l| l.strip_prefix("summary: ").or_else(|| l.strip_prefix("totals: ")));
    totals.and_then(|t| t.trim().parse().ok()).expect("a total count")
}

#[test]
fn a_thousand_bodies_cost_at_most_thirteen_times_a_hundred() {
    if Command::new("valgrind").arg("--version").output().is_err() {
        eprintln!("skipped: valgrind is not installed, so instructions cannot be counted");
        return;
    }
    // setting up cancels in the difference
    let program = evaluate();
    let each = |n: usize, space: &str| instructions(&program, n, 30, space) - instructions(&program, n, 10, space);
    for space in ["planar", "spatial"] {
        let (short, long) = (each(100, space), each(1000, space));
        let ratio = long as f64 / short as f64;
        assert!(ratio <= 13.0, "{space}: {short} instructions for 100 bodies, {long} for 1000: ×{ratio}");
        eprintln!("{space}: {short} instructions for 100 bodies, ×{ratio:.2} for 1000");
        // and the work is really there
        assert!(ratio >= 8.0, "{space}: {short} instructions for 100 bodies, {long} for 1000: ×{ratio}");
    }
}
