//! What a machine needs beyond a Rust toolchain, installed only where it is missing.

use crate::step::{Count, Steps, cargo, output, succeeds};
use std::process::Command;

pub fn run(steps: &mut Steps) {
    steps.step("setup", |_| {
        let needed = [component("rustfmt", "fmt"), component("clippy", "clippy")];
        nextest();
        valgrind();
        Count::one(needed.iter().all(|ok| *ok))
    });
}

/// A part of the toolchain that checks cannot do without.
fn component(name: &str, subcommand: &str) -> bool {
    if let Some(version) = output(&mut cargo(&[subcommand, "--version"])) {
        println!("   {name}: {version}");
        return true;
    }
    println!("   {name}: missing; running `rustup component add {name}`");
    let added = succeeds(Command::new("rustup").args(["component", "add", name]));
    if !added {
        println!("   {name}: not installed; add it to the toolchain by hand, the checks need it");
    }
    added
}

/// Runs tests side by side and shows the slow ones; `cargo test` does without.
fn nextest() {
    if let Some(version) = output(&mut cargo(&["nextest", "--version"])) {
        println!("   cargo-nextest: {}", version.lines().next().unwrap_or_default());
        return;
    }
    println!("   cargo-nextest: missing; running `cargo install --locked cargo-nextest`");
    if !succeeds(&mut cargo(&["install", "--locked", "cargo-nextest"])) {
        println!("   cargo-nextest: not installed; tests run with `cargo test` instead");
    }
}

/// Counts instructions, for the tests that pin the cost of an evaluation.
fn valgrind() {
    const WITHOUT: &str = "tests that count instructions are skipped";
    if let Some(version) = output(Command::new("valgrind").arg("--version")) {
        println!("   valgrind: {version}");
        return;
    }
    if let Err(why) = apt_installs("valgrind") {
        println!("   valgrind: missing, {why}; {WITHOUT}");
    }
}

/// Installs a package of the system where that is allowed; says why not otherwise.
pub fn apt_installs(package: &str) -> Result<(), String> {
    if output(Command::new("apt-get").arg("--version")).is_none() {
        return Err("and there is no apt-get to install it with".to_owned());
    }
    if output(Command::new("id").arg("-u")).as_deref() != Some("0") {
        return Err(format!("and only the administrator may install it (apt-get install {package})"));
    }
    println!("   {package}: missing; running `apt-get update` and `apt-get install {package}`");
    let apt =
        |arguments: &[&str]| succeeds(Command::new("apt-get").args(arguments).env("DEBIAN_FRONTEND", "noninteractive"));
    let installed = apt(&["update", "-q"]) && apt(&["install", "-q", "-y", "--no-install-recommends", package]);
    if installed { Ok(()) } else { Err("and apt-get could not install it".to_owned()) }
}
