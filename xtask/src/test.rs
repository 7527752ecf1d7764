//! Everything, in the order that fails soonest.

use crate::step::{
    BUILT, Count, FEATURES, Steps, WITHIN, cargo, linting_cargo, output, succeeds, target_folder, watched,
};
use crate::{book, browser, campaign, check, gallery, python, readme, recipes, release, setup};
use std::process::Command;
use std::sync::atomic::Ordering;

pub fn run(steps: &mut Steps) {
    if std::env::var_os(WITHIN).is_some() {
        println!("`cargo xtask test` was called from within itself and does nothing");
        return;
    }
    setup::run(steps);
    check::without_lints(steps);
    if linting_cargo(&[]).is_none() {
        check::lints(steps);
    }
    // lints and tests in one build
    let cargo = |arguments: &[&str]| linting_cargo(arguments).unwrap_or_else(|| cargo(arguments));
    let target = target_folder(&steps.root);
    // comparisons with known answers are left for the book
    let told = |mut command: Command| {
        if let Some(target) = &target {
            book::collecting(target, &mut command);
        }
        command
    };
    let nextest = output(&mut cargo(&["nextest", "--version"])).is_some();
    if nextest {
        steps.step("lints, and tests built", |root| {
            let arguments = ["nextest", "run", "--no-run", "--workspace", "--all-targets", "--color=never"];
            Count::one(succeeds(cargo(&arguments).args(FEATURES).current_dir(root)))
        });
        steps.step("tests", |root| {
            let arguments = [
                "nextest",
                "run",
                "--workspace",
                "--all-targets",
                "--no-fail-fast",
                "--no-tests=pass",
                "--color=never",
            ];
            let (ok, text) = watched(told(cargo(&arguments)).args(FEATURES).current_dir(root));
            counted(ok, nextest_count(&text))
        });
    } else {
        println!("cargo-nextest is missing: tests run with `cargo test`");
        steps.step("tests", |root| {
            let arguments = ["test", "--workspace", "--all-targets", "--no-fail-fast", "--color=never"];
            let (ok, text) = watched(told(cargo(&arguments)).args(FEATURES).current_dir(root));
            counted(ok, libtest_count(&text))
        });
    }
    BUILT.store(true, Ordering::Relaxed);
    steps.step("documentation examples", |root| {
        let (ok, text) = watched(
            cargo(&["test", "--workspace", "--doc", "--no-fail-fast", "--color=never"])
                .args(FEATURES)
                .current_dir(root),
        );
        counted(ok, libtest_count(&text))
    });
    recipes::run(steps);
    python::run(steps);
    gallery::check(steps);
    book::run(steps, book::Mode::Check);
    let copy = readme::copy(steps);
    if let Some(copy) = &copy {
        readme::run(steps, copy);
        release::run(steps, copy);
        readme::delete(copy);
    }
    // the README's program is the faster one
    let built = copy.and_then(|_| release::program(&steps.root));
    if let Some(program) = &built {
        campaign::check(steps, program);
    }
    browser::run(steps, built.as_deref());
}

/// A run that failed without a failed test, say because something did not compile, is one failure.
fn counted(ok: bool, count: Count) -> Count {
    if ok || count.failed > 0 { count } else { Count { failed: 1, ..count } }
}

/// From `Summary [  12.3s] 234 tests run: 230 passed (2 slow), 3 failed, 1 timed out, 4 skipped`.
fn nextest_count(text: &str) -> Count {
    let summary = text.lines().rev().find(|l| l.trim_start().starts_with("Summary [")).unwrap_or_default();
    let results = summary.split_once("run:").map_or("", |(_, results)| results);
    let mut count = Count::default();
    for result in results.split(',') {
        let mut words = result.split_whitespace();
        let (number, what) = (words.next().and_then(|n| n.parse::<usize>().ok()), words.next());
        match (number, what) {
            (Some(n), Some("passed")) => count.passed += n,
            (Some(n), Some("failed" | "exec" | "timed")) => count.failed += n,
            _ => {}
        }
    }
    count
}

/// From every `test result: ok. 5 passed; 0 failed; …`.
fn libtest_count(text: &str) -> Count {
    let mut count = Count::default();
    for line in text.lines().filter(|l| l.starts_with("test result:")) {
        let number = |what: &str| -> usize {
            let before = line.split_once(what).map_or("", |(before, _)| before);
            before.split_whitespace().last().and_then(|n| n.parse().ok()).unwrap_or(0)
        };
        count.passed += number(" passed");
        count.failed += number(" failed");
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_from_the_summaries() {
        let text =
            "noise\n     Summary [  12.345s] 238 tests run: 230 passed (2 slow), 7 failed, 1 timed out, 4 skipped\n";
        assert_eq!(nextest_count(text), Count { passed: 230, failed: 8 });
        assert_eq!(
            nextest_count("     Summary [   0.010s] 1 test run: 1 passed, 0 skipped"),
            Count { passed: 1, failed: 0 }
        );
        assert_eq!(nextest_count("error: could not compile"), Count::default());
        let text =
            "test result: ok. 5 passed; 0 failed; 0 ignored\ntest result: FAILED. 1 passed; 2 failed; 0 ignored\n";
        assert_eq!(libtest_count(text), Count { passed: 6, failed: 2 });
        assert_eq!(counted(false, Count::default()), Count { passed: 0, failed: 1 });
    }
}
