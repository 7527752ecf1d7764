//! Every tree of the gallery in joint and in maximal coordinates: the same end state and the same measured quantities.

use libtest_mimic::{Arguments, Failed, Trial};
use mainspring::model::Coordinates;
use mainspring::{Run, Scene, Settings, prepare, simulate};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Scene, and seconds after which chaos has not yet made much of rounding; none: to its end.
const TREES: [(&str, Option<f64>); 9] = [
    ("arm/scene.mech", None),
    ("cart/scene.mech", None),
    ("chain/scene.mech", Some(0.25)),
    ("double_pendulum/scene.mech", Some(1.5)),
    ("five_body_pendulum/scene.mech", Some(1.0)),
    ("free_body/scene.mech", Some(2.0)),
    ("hand/scene.mech", None),
    ("hand/four.mech", None),
    ("spinning_top/scene.mech", None),
];

/// Scenes that must stay in maximal coordinates.
const LOOPS: [&str; 4] = ["four_bar", "andrews", "gears", "rolling_disc"];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut trials: Vec<Trial> = TREES
        .into_iter()
        .map(|(scene, until)| Trial::test(scene, move || agree(&gallery().join(scene), until)))
        .collect();
    trials.extend(LOOPS.map(|name| Trial::test(format!("{name} is refused"), move || refused(name))));
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn gallery() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes")
}

fn settings(coordinates: &str, until: Option<f64>) -> Settings {
    let settings = Settings::default().rtol(1e-13).set("run.coordinates", coordinates);
    until.map_or(settings.clone(), |t| settings.until(t))
}

fn agree(scene: &Path, until: Option<f64>) -> Result<(), Failed> {
    let run = |coordinates: &str| -> Result<Run, Failed> {
        simulate(Scene::file(scene), &settings(coordinates, until)).map_err(|e| Failed::from(e.to_string()))
    };
    let (joint, maximal) = (run("\"joint\"")?, run("\"maximal\"")?);
    let chosen = (joint.outcome.coordinates, maximal.outcome.coordinates);
    if chosen != (Coordinates::Joint, Coordinates::Maximal) {
        return Err(format!("solved in {chosen:?}").into());
    }
    near("state", &joint.outcome.state, &maximal.outcome.state)?;
    for (a, b) in joint.outcome.samples.iter().zip(&maximal.outcome.samples) {
        near("quantity", &a.values, &b.values)?;
    }
    Ok(())
}

/// Within 1e-9 of the largest entry; a quaternion's sign is free.
fn near(what: &str, a: &[f64], b: &[f64]) -> Result<(), Failed> {
    let size = b.iter().fold(1.0_f64, |m, x| if x.is_finite() { m.max(x.abs()) } else { m });
    if a.len() != b.len() {
        return Err(format!("{what}: {} and {} entries", a.len(), b.len()).into());
    }
    for (k, (a, b)) in a.iter().zip(b).enumerate() {
        if (a - b).abs() > 1e-9 * size && a.to_bits() != b.to_bits() {
            return Err(format!("{what} {k}: {a} and {b}, largest {size}").into());
        }
    }
    Ok(())
}

fn refused(name: &str) -> Result<(), Failed> {
    let scene = gallery().join(name).join("scene.mech");
    match prepare(&Scene::file(&scene), &settings("\"joint\"", None)) {
        Ok(_) => Err("joint coordinates were not refused".into()),
        Err(failure) => {
            let text = failure.to_string();
            if text.contains("joint coordinates do not fit") { Ok(()) } else { Err(text.into()) }
        }
    }
}
