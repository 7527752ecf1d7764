//! Every error, warning and note stands in a test that shows it; those that no other test shows are shown here.

use mainspring::prelude::*;
use mainspring::{Failure, all_codes, simulate};
use std::path::Path;

/// Code, message and help of what is said of a scene, before it runs or as it ends.
fn said(scene: &str, settings: &Settings) -> Vec<String> {
    let line = |d: &mainspring::definition::Diagnostic| {
        format!("{} {} / {}", d.code, d.message, d.help.clone().unwrap_or_default())
    };
    match simulate(Scene::text("scene", scene), settings) {
        Err(Failure::Scene(wrong)) => wrong.findings.iter().map(line).collect(),
        Err(Failure::Run(failed)) => {
            vec![format!("{} {} / {}", failed.error.code(), failed.error, failed.error.help())]
        }
        Ok(run) => run.notes.iter().map(line).collect(),
    }
}

const BOB: &str = "space planar\nmass b = 1 kg at (1, 0) m\n";
const BARS: &str = "space planar
gravity (0, -9.81) m/s^2
primitive bar(l: length) { shape = rect(l, 1 cm); area_density = 5 kg/m^2; point a = (-l/2, 0); point b = (l/2, 0) }
";
const FOUR: &str = "part crank = bar(10 cm)
part rod = bar(30 cm)
part rocker = bar(25 cm)
joint o = revolute(ground (0, 0), crank.a)
joint p = revolute(crank.b, rod.a)
joint q = revolute(rod.b, rocker.b)
joint r = revolute(ground (30 cm, 0), rocker.a)
";

#[test]
fn codes_that_only_this_shows() {
    let run = "run 3 s\n";
    for (code, scene, message, help) in [
        ("E0009", format!("{BOB}{}{run}", "joint = = 3\n".repeat(2000)), "", ""),
        ("E0103", format!("{BOB}let a = {}1{}\n{run}", "(".repeat(300), ")".repeat(300)), "", ""),
        (
            "E0704",
            format!("{BOB}force f on b = (1 N*(1 s)/t, 0 N)\n{run}"),
            "`f` is not a finite number at the start",
            "division by zero",
        ),
        (
            "E0707",
            format!("{BARS}{FOUR}guess o = 60 deg\nrun 1 s {{ coordinates = joint }}\n"),
            "joint coordinates do not fit",
            "leave `coordinates` out",
        ),
        (
            "E0714",
            format!(
                "{BARS}part a = bar(10 cm)\njoint o = revolute(ground (0, 0), a.a) {{ limits = (-30, 30) deg }}\nstart o = 40 deg\n{run}"
            ),
            "`o` starts 10 deg beyond its limit",
            "start inside the limits",
        ),
        (
            "E0801",
            format!("{BOB}force f on b = (exp(t/(1 ms))*(1 N), 0 N)\nrun 3 s {{ integrator = rk4; step = 0.1 s }}\n"),
            "is no longer a finite number",
            "smaller `step`",
        ),
        (
            "E0802",
            format!("{BOB}force f on b = (-1 N*m^2/b.position.x^2, 0 N)\n{run}"),
            "`f` jumps or grows without bound: the step shrank to",
            "keep clear of where it divides by zero",
        ),
        (
            "E0803",
            "space planar\nmass b = 1 kg at (0, 1) m\njoint d = distance(ground (0, 0), b.center)
constraint c: b.position.x = (if t > 1 s then 3 m else 0 m)\nrun 2 s\n"
                .to_owned(),
            "joint `d` is 4.06",
            "a position it cannot pass",
        ),
        (
            "E0813",
            format!("{BARS}{FOUR}guess o = 60 deg\ndrive r speed = 3 rad/s\n{run}"),
            "come into a singular position",
            "keep clear of the position",
        ),
        (
            "E0814",
            "space planar
surface { friction = 0.2 }
primitive c { shape = disc(1 cm); mass = 1 kg; friction = 0; restitution = 0 }
part a = c() at (0, 0)
part b = c() at (1, 0) cm arriving 0.1 s
contacts all
run 1 s
"
            .to_owned(),
            "`b` arrives inside `a`",
            "let it arrive elsewhere or later",
        ),
        (
            "N0711",
            format!("{BARS}part a = bar(10 cm)\njoint o = weld(ground (0, 0), a.a)\n{run}"),
            "nothing can move",
            "leave out a joint",
        ),
        (
            "W0713",
            format!("{BOB}spring s = linear(ground (1, 0) m, b.center) {{ stiffness = 1 N/m; rest = 10 cm }}\n{run}"),
            "`s` starts with its ends in one place",
            "move one end",
        ),
        ("W0911", format!("{BOB}quantity q = (1 m)/(b.position.x - 1 m)\n{run}"), "`q`", ""),
    ] {
        let found = said(&scene, &Settings::default());
        let shown = found.iter().any(|s| s.starts_with(code) && s.contains(message) && s.contains(help));
        assert!(shown, "{code}: {:.1500}", found.join("\n"));
    }
    for (code, path, value) in [("E0120", "c.mass", "2 kg"), ("E0121", "b.mass", "2 kg)"), ("E0121", "b.mass", "")] {
        let found =
            mainspring::language::edit::set_value(&format!("{BOB}{run}"), path, value).expect_err("it cannot be set");
        assert_eq!(found[0].code, code, "{path} {value}: {found:?}");
    }
}

/// What only scenes lead to that are drawn by the thousand.
#[test]
fn errors_that_are_hard_to_come_by() {
    use mainspring::dynamics::TransitionError;
    use mainspring::engine::RunError;
    let jam = RunError::Friction { time: 0.5, source: TransitionError::Jam { joint: "rail".to_owned() } };
    let apart = RunError::Overlap { time: 0.5, names: "`a` and `b`".to_owned(), share: 1e-3, by_event: false };
    for (error, code, message, help) in [
        (jam, "E0810", "at t = 0.5 s friction in `rail` jams: the force it would need", "lower the coefficient"),
        (
            apart,
            "E0817",
            "`a` and `b` cannot be kept apart: they overlap by 1.0e-3 of their size",
            "use `method event`",
        ),
    ] {
        assert_eq!(error.code(), code);
        let said = format!("{error} / {}", error.help());
        assert!(said.contains(message) && said.contains(help), "{said}");
    }
    // outlines that floats take and exact numbers do not
    let exact = all_codes().into_iter().find(|code| code.code == "E0542").expect("it is explained");
    assert!(exact.explanation.contains("corner"), "{}", exact.explanation);
}

#[test]
fn a_pawl_that_starts_inside_an_obstacle() {
    let scene = "space planar
method sweep
obstacle wall = rect(2 mm, 2 mm) at (3, 0) mm
root r moves (1, 0) mm/s until 40 mm
pawl p on r at (0, 0) mm = polygon((-1, -1), (5, -1), (5, 1), (-1, 1)) mm { stiffness = 1 N*mm }
";
    let found = said(scene, &Settings::default());
    assert!(found.iter().any(|s| s.starts_with("E0541 `p` starts inside `wall`")), "{found:?}");
}

/// Whether some test names a code.
fn named(code: &str, folder: &Path) -> bool {
    let entries = std::fs::read_dir(folder).expect("a folder");
    entries.map(|e| e.expect("an entry").path()).any(|path| {
        if path.is_dir() {
            return named(code, &path);
        }
        let text = matches!(path.extension().and_then(|e| e.to_str()), Some("rs" | "md"));
        text && std::fs::read_to_string(&path).is_ok_and(|text| text.contains(code))
    })
}

#[test]
fn every_code_stands_in_a_test() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders: Vec<_> = std::fs::read_dir(&crates)
        .expect("the crates")
        .map(|e| e.expect("a crate").path().join("tests"))
        .filter(|tests| tests.is_dir())
        .collect();
    // the source of a crate is not always there to be read
    if folders.len() < 5 {
        return;
    }
    let missing: Vec<&str> =
        all_codes().iter().map(|c| c.code).filter(|code| !folders.iter().any(|folder| named(code, folder))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// Whoever is told what is wrong is told what to do about it.
#[test]
fn every_code_is_explained() {
    for code in all_codes() {
        assert!(code.title.len() > 4 && code.explanation.len() > 40, "{}", code.code);
        assert!(
            code.explanation.trim_end().ends_with(['.', '`', '\n', '?', ')']) || code.explanation.contains("\n\n"),
            "{}",
            code.code
        );
    }
}
