//! `cargo xtask setup | check | test | …`: what a machine needs, what a change must pass, all of it at once, what breaks the
//! rules of the rooms, the gallery's pictures, the book, what a run costs.
#![expect(clippy::print_stdout, reason = "a command for people and logs: what it does, it says")]

mod arrows;
mod bench;
mod book;
mod browser;
mod campaign;
mod check;
mod gallery;
mod gallery_shots;
mod instructions;
mod links;
mod markdown;
mod python;
mod readme;
mod recipes;
mod release;
mod rooms;
mod setup;
mod sources;
mod step;
mod test;
mod tolerances;
mod tree;

use std::process::ExitCode;

const USAGE: &str =
    "usage: cargo xtask setup | check | test | rooms [options] | tolerances [options] | python | browser | gallery [--check] |
       book [--check | --html] | recipes | instructions | bench [options] | campaign [options]
  setup   installs what is missing, saying what and why
  check   formatting, lints, arrows between crates, rules of the rooms, tables of tolerances, home-directory
          paths, links in Markdown
  test    setup, check, every test, documentation examples, recipes, python, browser, gallery --check, book --check,
          the README's commands
  rooms   lists circles of files and references that open them, and inherent impls outside of their type's room;
          crates by name; --edges: every reference inside of a circle; --measure: numbers of each crate;
          --check only says what breaks a rule
  python  recordings and exports opened by pandas, polars and the public MCAP reader
  browser pages of the gallery in a real browser: types, behaviour, looks
  gallery makes the pictures and movies of every scene; --check only looks whether they are there and right
  book    executes the book and writes its outputs, pictures and table of comparisons anew, and HTML if mdbook is there;
          --check only looks whether all that is true; --html installs mdbook if it is missing
  recipes applies the book's recipes for newcomers to a copy of the tree and runs their tests, in one build
  instructions counts what one evaluation costs, per body, against its bars (needs valgrind)
  tolerances  which scenes mind when a constant of a crate's tolerances.rs is three times as large, or a third; by hand,
          takes hours; --only contact,ROUNDING; --scenes tray,hand/four; --list: every constant with its parent and reason;
          --check: small constants outside of the tables, and tolerances without a parent or a reason
  bench   the same mechanisms in every engine: tables, bars and work-precision plots in target/bench; --quick: few rungs,
          ours alone; --only double_pendulum,chain; --engines ours,mujoco,exudyn,drake,rapier,reference
  bench contact   the same with parts that touch; --only bounce,stack_10; --engines ours,rapier,box2d,mujoco,pymunk
  bench crowds    many parts that touch: cost, overlap, creep, energy; --only stack_50,heap_1000; --engines as of contact
  bench fields    actuator arrays beside clipping every cell; --only wrench,thousand,growth,friction
  bench sweep     how the work of the exact sweep grows; --only rack,twin,reach,comb,scattered,wheel,spikes,pawls
  campaign random scenes of friction, stops, drives and contact: how many finish, how crowded a moment is, how long they
          take; --family cams,geneva,trays (all if not said); --seeds 0..100; --write FILE: the table as
          Markdown; --order: whether accelerations at the start are the same in any order of statements;
          --turned: whether loose solids in space take the same work and ways when all is turned;
          --program FILE: not the one that is built; --threads N; --limit SECONDS a run; --overlap: measured from recorded
          poses, in the plane; --method event|stepping|penalty: whatever scenes say, --stiffness 1e6 N/m of penalty, whose
          overlap is what its springs do not explain; scenes that do not finish stay in target/campaign;
          --check: a fixed share of each family";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let root = tree::root();
    let mut steps = step::Steps::new(&root);
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["setup"] => setup::run(&mut steps),
        ["check"] => check::run(&mut steps),
        ["test"] => test::run(&mut steps),
        ["python"] => python::run(&mut steps),
        ["browser"] => browser::run(&mut steps, None),
        ["instructions"] => instructions::run(&mut steps),
        ["rooms", "--check"] => rooms::check(&mut steps),
        ["rooms", words @ ..] if rooms::Wanted::read(words).is_some() => {
            rooms::list(&root, &rooms::Wanted::read(words).unwrap_or_default());
            return ExitCode::SUCCESS;
        }
        ["tolerances", "--check"] => steps.check("tolerances in their tables", tolerances::check),
        ["tolerances", words @ ..] if tolerances::Wanted::read(words).is_some() => {
            tolerances::run(&mut steps, &tolerances::Wanted::read(words).unwrap_or_default());
        }
        ["recipes"] => recipes::run(&mut steps),
        ["gallery"] => gallery::run(&mut steps),
        ["gallery", "--check"] => gallery::check(&mut steps),
        ["book"] => {
            book::run(&mut steps, book::Mode::Update);
            book::html(&mut steps, false);
        }
        ["book", "--check"] => book::run(&mut steps, book::Mode::Check),
        ["book", "--html"] => book::html(&mut steps, true),
        ["bench", words @ ..] if bench::parse(words).is_some() => {
            bench::run(&mut steps, &bench::parse(words).unwrap_or_default());
        }
        ["campaign", "--check"] => campaign::check_built(&mut steps),
        ["campaign", words @ ..] if campaign::parse(words).is_some() => {
            campaign::run(&mut steps, &campaign::parse(words).unwrap_or_default());
        }
        _ => {
            println!("{USAGE}");
            return ExitCode::from(2);
        }
    }
    steps.close()
}
