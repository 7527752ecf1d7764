//! `cargo xtask setup | check | test`: what a machine needs, what a change must pass, and all of it at once.
#![expect(clippy::print_stdout, reason = "a command for people and logs: what it does, it says")]

mod arrows;
mod check;
mod gallery;
mod gallery_shots;
mod links;
mod readme;
mod release;
mod setup;
mod step;
mod test;
mod tree;

use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask setup | check | test | gallery [--check]
  setup   installs what is missing, saying what and why
  check   formatting, lints, arrows between crates, home-directory paths, links in Markdown
  test    setup, check, every test, documentation examples, the README's commands
  gallery makes the pictures and movies of every scene; --check only looks whether they are there and right";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let root = tree::root();
    let mut steps = step::Steps::new(&root);
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["setup"] => setup::run(&mut steps),
        ["check"] => check::run(&mut steps),
        ["test"] => test::run(&mut steps),
        ["gallery"] => gallery::run(&mut steps),
        ["gallery", "--check"] => gallery::check(&mut steps),
        _ => {
            println!("{USAGE}");
            return ExitCode::from(2);
        }
    }
    steps.close()
}
