//! Scenes that ran otherwise than meant without a word; each is a test named after its file in `tests/faults/`.

use crate::fault_scenes::text;
use mainspring::prelude::*;
use mainspring::simulate;

/// What is noted under a code.
fn noted(scene: &str, code: &str) -> Vec<String> {
    let settings = Settings { until: Some(1e-6), ..Settings::default() };
    let run = simulate(Scene::text("scene", scene), &settings).unwrap_or_else(|e| panic!("{e}"));
    run.notes
        .iter()
        .filter(|d| d.code == code)
        .map(|d| format!("{}; {}", d.message, d.help.clone().unwrap_or_default()))
        .collect()
}

#[test]
fn nocontact() {
    let scene = text("nocontact");
    let said = noted(&scene, "N0618");
    assert!(said.len() == 1 && said[0].starts_with("nothing can touch `f`: no `contact` or `contacts`"), "{said:?}");
    assert!(noted(&format!("{scene}contacts all\n"), "N0618").is_empty());
    assert!(noted(&format!("{scene}contacts none\n"), "N0618").is_empty());
    // a part beside two that may touch
    let beside = noted(&format!("{scene}part b = p() at (1, 1) m\ncontact a, f\n"), "N0618");
    assert!(beside.len() == 1 && beside[0].starts_with("nothing can touch `b`:"), "{beside:?}");
}

#[test]
fn degtrap() {
    let said = noted(&text("degtrap"), "N0617");
    assert_eq!(said.len(), 3, "{said:?}");
    for (what, fix) in [
        ("`turned` is 45 rad, which is 2578.3 deg: bare angles are radians", "did you mean `45 deg`?"),
        ("a limit is -30 rad", "did you mean `-30 deg`?"),
        ("the start of `o` is 20 rad", "did you mean `20 deg`?"),
    ] {
        assert!(said.iter().any(|s| s.contains(what) && s.contains(fix)), "{what}: {said:?}");
    }
    let right = text("degtrap").replace("turned 45", "turned 45 deg").replace("(-30, 30)", "(-400, 400) deg");
    assert!(noted(&right.replace("start o = 20", "start o = 6 + 0.2"), "N0617").is_empty());
}

#[test]
fn sign() {
    let said = noted(&text("sign"), "N0619");
    assert!(said.len() == 1 && said[0].starts_with("`r` is nothing but a torque"), "{said:?}");
    let stiff = text("sign").replace("{ torque = 1 N*m }\nrun", "{ torque = 1 N*m; stiffness = 1 N*m/rad }\nrun");
    assert!(noted(&stiff, "N0619").is_empty());
}

#[test]
fn diff() {
    let said = noted(&text("diff"), "N0620");
    assert!(
        said.iter().any(|s| s.starts_with("`axis` of `jl` is in the axes of `case`, which joint `jc` has turned")),
        "{said:?}"
    );
    // on the joint, the axis leaves the case as drawn
    let drawn = text("diff")
        .replace("ground ((0, 0, 0), axis = (1, 0, 0)), case)", "ground (0, 0, 0), case, axis = (1, 0, 0))");
    assert!(noted(&drawn, "N0620").is_empty());
}
