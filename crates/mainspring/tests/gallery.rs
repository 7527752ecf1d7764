//! Every scene of the gallery over its own duration, against what must come out.
//!
//! Beside `scene.mech` stands `expect.json`, beside `four.mech` stands `four.expect.json`:
//!
//! ```text
//! { "source": "closed form: 4 K(sin 45°) √(L/g)",                          of the values: a kind, what it is
//!   "values": { "o.angle": { "is": 0.25, "within": 1e-9, "at": 1.5 } },     at: s, the end if left out; SI; and
//!                                                                           "source" if it has one of its own
//!   "events": [{ "kind": "impact", "who": ["ball", "floor"], "until": 8.5,   of one kind, perhaps of two parts, or before a time:
//!                "count": 44, "nth": 0, "time": { "is": 0.4, "within": 1e-9 }, how many (or "at_least"); when the nth (−1: the last) was
//!                "numbers": { "lost": { "is": 1.5, "within": 1e-9 } } }],     and its numbers
//!   "order": ["slip", "support", "part"],                                   kinds of the first events
//!   "swept": { "cause": "jam_pair", "push": { "is": 1.5, "within": 1e-9 } }, of an exact sweep: why it ended, peak forces, work
//!   "energy_residual": 1e-9,                                                default: 100 · rtol
//!   "drift": 1e-10,                                                         default; position and velocity
//!   "hash": "0x0123456789abcdef" }                                          of the final state
//! ```
//!
//! In every scene with rigid contact parts stay out of one another in every frame, to 1e-9 of their size, and to 1e-6
//! where the run was stepped (`gallery/overlap.rs`, `gallery/overlap_space.rs`).
//!
//! Hashes are the same in debug and release, on every machine, for any number of threads. When the numbers change on
//! purpose, `MAINSPRING_UPDATE=1 cargo test -p mainspring --test gallery` writes them anew.

#[path = "gallery/happened.rs"]
mod happened;
#[path = "gallery/nearest.rs"]
mod nearest;
#[path = "gallery/overlap.rs"]
mod overlap;
#[path = "gallery/overlap_space.rs"]
mod overlap_space;
#[path = "gallery/swept.rs"]
mod swept;

use happened::Happened;
use libtest_mimic::{Arguments, Failed, Trial};
use mainspring::model::ContactMethod;
use mainspring::{Failure, Run, Scene, Settings, prepare, simulate};
use mainspring_trust::{Against, Case};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use swept::Swept;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expect {
    source: Option<String>,
    #[serde(default)]
    values: BTreeMap<String, Value>,
    #[serde(default)]
    events: Vec<Happened>,
    order: Option<Vec<String>>,
    swept: Option<Swept>,
    energy_residual: Option<f64>,
    drift: Option<f64>,
    hash: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Value {
    is: f64,
    within: f64,
    at: Option<f64>,
    source: Option<String>,
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut trials: Vec<Trial> = scenes()
        .into_iter()
        .map(|scene| Trial::test(name(&scene), move || check(&scene).map_err(|wrong| Failed::from(wrong.join("\n")))))
        .collect();
    trials.push(Trial::test("overlaps_are_measured", || overlap::knows_depths().map_err(Failed::from)));
    trials.push(Trial::test("overlaps_in_space_are_measured", || overlap_space::knows_depths().map_err(Failed::from)));
    trials.push(Trial::test("the_same_on_four_threads", the_same_on_four_threads));
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn gallery() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes")
}

/// Every scene that expects something, and every folder's `scene.mech`, which must.
fn scenes() -> Vec<PathBuf> {
    let folders = fs::read_dir(gallery()).expect("the gallery is there").flatten().map(|e| e.path());
    let mut scenes = Vec::new();
    for folder in folders.filter(|f| f.is_dir()) {
        for file in fs::read_dir(&folder).expect("a folder").flatten().map(|e| e.path()) {
            let is_scene = file.extension().is_some_and(|e| e == "mech");
            if is_scene && (expectation(&file).exists() || file.ends_with("scene.mech")) {
                scenes.push(file);
            }
        }
    }
    scenes.sort();
    scenes
}

fn expectation(scene: &Path) -> PathBuf {
    if scene.ends_with("scene.mech") {
        scene.with_file_name("expect.json")
    } else {
        scene.with_extension("expect.json")
    }
}

/// `hand` for `hand/scene.mech`, `hand/four` for `hand/four.mech`.
fn name(scene: &Path) -> String {
    let relative = scene.strip_prefix(gallery()).unwrap_or(scene).with_extension("");
    let text = relative.to_string_lossy().replace('\\', "/");
    text.strip_suffix("/scene").unwrap_or(&text).to_owned()
}

fn check(scene: &Path) -> Result<(), Vec<String>> {
    let file = expectation(scene);
    let text = fs::read_to_string(&file).map_err(|e| vec![format!("{}: {e}", file.display())])?;
    let expect: Expect = serde_json::from_str(&text).map_err(|e| vec![format!("{}: {e}", file.display())])?;
    let run = run(scene, &expect).map_err(|e| vec![e.to_string()])?;
    let mut wrong = Vec::new();
    values(&name(scene), &run, &expect, &mut wrong);
    for happened in &expect.events {
        happened.check(&name(scene), &run, expect.source.as_ref(), &mut wrong);
    }
    if let Some(order) = &expect.order {
        happened::in_order(order, &run, &mut wrong);
    }
    if let Some(swept) = &expect.swept {
        swept.check(&name(scene), &run, expect.source.as_ref(), &mut wrong);
    }
    measures(&name(scene), &run, &expect, &mut wrong);
    apart(&name(scene), &run, &mut wrong);
    let hash = format!("{:#018x}", run.outcome.hash);
    if expect.hash.as_ref() != Some(&hash) {
        if std::env::var_os("MAINSPRING_UPDATE").is_some_and(|v| v == "1") {
            fs::write(&file, with_hash(&text, &hash)).map_err(|e| vec![e.to_string()])?;
        } else {
            let was = expect.hash.as_deref().unwrap_or("missing");
            wrong.push(format!("the final state's hash is {was} in expect.json, found \"hash\": \"{hash}\""));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong) }
}

/// The run, with values read at every time that is asked for and at the end.
fn run(scene: &Path, expect: &Expect) -> Result<Run, Failure> {
    let scene = Scene::file(scene);
    if expect.swept.is_some() {
        // a sweep measures all it has; where it ends it says itself
        let at = expect.values.values().filter_map(|v| v.at).collect();
        return simulate(scene, &Settings { at, ..Settings::default() });
    }
    let end = prepare(&scene, &Settings::default())?.model.run.duration;
    let mut settings = expect.values.keys().fold(Settings::default(), |s, probe| s.probe(probe));
    settings.at = expect.values.values().filter_map(|v| v.at).chain([end]).collect();
    simulate(scene, &settings)
}

fn values(scene: &str, run: &Run, expect: &Expect, wrong: &mut Vec<String>) {
    for (name, value) in &expect.values {
        let source = value.source.as_ref().or(expect.source.as_ref());
        let Some((against, source)) = source.and_then(|s| Against::read(s)) else {
            let kinds = Against::ALL.map(Against::word).join("`, `");
            wrong.push(format!("{name}: say where the number comes from: \"source\": \"kind: …\", of `{kinds}`"));
            continue;
        };
        let at = value.at.unwrap_or(run.outcome.time);
        let index = run.times.iter().position(|t| *t == at);
        let found = run.values.iter().find(|m| m.name == *name);
        match (index, found.map(|m| &m.values)) {
            (Some(i), Some(values)) if values[i].len() == 1 => {
                let unit = found.map_or("", |m| m.unit.as_str());
                let (steps, evaluations) = (run.outcome.work.steps, run.outcome.work.evaluations);
                let compared =
                    Case::new(&format!("gallery: {scene}"), &format!("`{name}` at {at} s"), against, &source)
                        .answer(value.is, unit)
                        .work(steps, evaluations)
                        .rerun(&format!("cargo test -p mainspring --test gallery {scene}"))
                        .check(values[i][0] - value.is, value.within);
                if let Err(off) = compared {
                    wrong.push(format!("{name} at {at} s: {} is {off}, of {}", values[i][0], value.is));
                }
            }
            (Some(_), Some(_)) => wrong.push(format!("{name} is a vector; ask for a component")),
            _ => wrong.push(format!("{name} at {at} s was not measured")),
        }
    }
}

fn measures(scene: &str, run: &Run, expect: &Expect, wrong: &mut Vec<String>) {
    let outcome = &run.outcome;
    let allowed = expect.energy_residual.unwrap_or(100.0 * run.model.run.rtol);
    let held = |quantity: &str, source: &str| {
        Case::new(&format!("gallery: {scene}"), &quantity, Against::Conserved, &source)
            .work(outcome.work.steps, outcome.work.evaluations)
            .rerun(&format!("cargo test -p mainspring --test gallery {scene}"))
    };
    let ledger = held("energy balance, relative", "energy less work, heat and losses");
    wrong
        .extend(ledger.check(outcome.ledger.relative, allowed).err().map(|off| format!("the energy balance is {off}")));
    let allowed = expect.drift.unwrap_or(1e-10);
    let places = [("steps", outcome.drift_at_steps), ("frames", outcome.drift_at_frames)];
    for (place, drift) in places {
        let gap = held(&format!("gap of any joint at {place}, of the size"), "joints stay closed");
        wrong.extend(gap.check(drift.position, allowed).err().map(|off| format!("the drift at {place} is {off}")));
        if drift.velocity.is_nan() || drift.velocity > allowed {
            wrong.push(format!("the drift at {place} is {drift:?}, allowed {allowed:e}"));
        }
    }
}

/// Parts must not be inside one another.
fn apart(scene: &str, run: &Run, wrong: &mut Vec<String>) {
    let in_space = overlap_space::deepest(&run.model, &run.recording).unwrap_or_else(|unknown| {
        wrong.push(format!("overlaps cannot be measured: {unknown}"));
        None
    });
    let Some(deepest) = overlap::deepest(&run.model, &run.recording).or(in_space) else { return };
    let case = Case::new(
        &format!("gallery: {scene}"),
        &"deepest overlap in any frame, of the part's size",
        Against::OtherWay,
        &"outlines point by point; solids by planes between them",
    );
    let case = case
        .work(run.outcome.work.steps, run.outcome.work.evaluations)
        .rerun(&format!("cargo test -p mainspring --test gallery {scene}"));
    let stepped = run.outcome.stepped > 0.0 || matches!(run.model.contacts.method, ContactMethod::Stepping(_));
    // what LANGUAGE.md promises of a step's end
    let allowed = if stepped { 1e-6 } else { 1e-9 };
    if let Err(off) = case.check(deepest.ratio, allowed) {
        wrong.push(format!("{} overlap at {} s: {} of their size is {off}", deepest.who, deepest.time, deepest.ratio));
    }
}

/// The text with another hash; the rest stays as people wrote it.
fn with_hash(text: &str, hash: &str) -> String {
    if let Some((before, rest)) = text.split_once("\"hash\"")
        && let Some(old) = rest.split('"').nth(1)
    {
        return format!("{before}\"hash\"{}", rest.replacen(old, hash, 1));
    }
    let body = text.trim_end().trim_end_matches('}').trim_end();
    let comma = if body.ends_with('{') { "" } else { "," };
    format!("{body}{comma}\n  \"hash\": \"{hash}\"\n}}\n")
}

fn the_same_on_four_threads() -> Result<(), Failed> {
    let hash = |name: &str| -> Result<u64, String> {
        let scene = Scene::file(&gallery().join(name).join("scene.mech"));
        simulate(scene, &Settings::default()).map(|run| run.outcome.hash).map_err(|e| e.to_string())
    };
    for name in ["double_pendulum", "four_bar"] {
        let alone = hash(name)?;
        let together = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| hash(name))).collect();
            threads.into_iter().map(|t| t.join().map_err(|_| "a thread panicked".to_owned())?).collect::<Vec<_>>()
        });
        for other in together {
            if other? != alone {
                return Err(format!("{name} came out differently").into());
            }
        }
    }
    Ok(())
}
