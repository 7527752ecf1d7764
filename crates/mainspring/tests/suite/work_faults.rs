//! Scenes that took minutes or all memory before they began; each is a test named after its file in `tests/faults/`.

use crate::fault_scenes::{refusal, text};
use mainspring::prelude::*;

#[test]
fn list_bomb() {
    let (codes, message) = refusal(&text("list_bomb"));
    assert_eq!(codes, ["E0209"]);
    assert_eq!(message, "this scene asks for a list of more than 1000000 values, those of lists in it counted");
}

#[test]
fn what_else_shares_lists_and_shapes_is_bounded() {
    let doubled = |first: &str, next: &str, last: &str| {
        let lines: String = (1..60)
            .map(|i| format!("let a{i} = {}\n", next.replace('$', &format!("a{}", i - 1)).replace('#', &i.to_string())))
            .collect();
        format!("space planar\nmass b = 1 kg at (0, 0)\nlet a0 = {first}\n{lines}{last}\nrun 1 s\n")
    };
    for (scene, code, said) in [
        (
            doubled("[1]", "[$, $]", "quantity q = if a59 == a59 then 1 else 2"),
            "E0209",
            "a list of more than 1000000 values",
        ),
        (doubled("[1]", "[$, $]", "quantity q = max(a59)"), "E0209", "a list of more than 1000000 values"),
        (doubled("[1]", "[$, $]", "contacts a59"), "E0209", "a list of more than 1000000 values"),
        (doubled("[1]", "[$, $]", "obstacle o = group(a59)"), "E0209", "a list of more than 1000000 values"),
        (
            doubled("rect(1 m, 1 m)", "group($, move($, ((2^#)*(1 m), 0 m)))", "obstacle o = a59"),
            "E0209",
            "a shape of more than 100000 edges",
        ),
        (
            doubled("disc(40 cm)", "$ + move($, ((2^#)*(1 m), 0 m))", "obstacle o = a59"),
            "E0209",
            "a shape of more than 5000 edges, some of them arcs",
        ),
        (doubled("(1, 1)", "($, $)", "quantity q = norm(a59)"), "E0303", "tuples of tuples of tuples have no meaning"),
    ] {
        let (codes, message) = refusal(&scene);
        assert!(codes.iter().all(|c| c == code) && message.contains(said), "{codes:?} {message}");
    }
}

#[test]
fn arr_many() {
    let (codes, message) = refusal(&text("arr_many"));
    assert_eq!(codes, ["E0209"]);
    assert_eq!(message, "this scene asks for arrays with more than 5000000 cells together");
}

#[test]
fn sweep_quadratic_1600() {
    // the way among them is counted in the sweep's own tests; here, that all of it is gone
    let run = mainspring::simulate(Scene::text("scene", &text("sweep_quadratic_1600")), &Settings::default());
    let run = run.unwrap_or_else(|e| panic!("{e}"));
    let swept = run.sweep.expect("a sweep");
    let snaps = swept.events.iter().filter(|e| e.kind == "snap_vertex").count();
    assert_eq!(snaps, 880);
    let decisions = swept.decisions;
    // before, some four millions
    assert!(decisions.filtered + decisions.exact + decisions.pairs < 200_000, "{decisions:?}");
}

#[test]
fn win_many() {
    // 100,000 windows, and then some: what is looked up for each among all others would take hours here
    let prepared = mainspring::prepare(&Scene::text("scene", &text("win_many")), &Settings::default());
    let prepared = prepared.unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(prepared.model.fields.windows.len(), 100_000);
}

#[test]
fn many_windows_of_every_kind_are_checked_in_proportion() {
    const HEAD: &str = "space planar\nsurface { viscous = 30 N*s/m^3; law = viscous }
primitive c { shape = disc(2 mm); area_density = 1 kg/m^2 }\npart p = c() at (1, 1) cm\nrun 1 us\n";
    for lines in [
        // one above another: none is beside any along x
        "for k in 0..8000 { window f[k] = rect(1 cm, 1 cm) at (0, k*(1 cm)) { velocity = (1, 0) m/s } }",
        // each over its neighbours
        "for k in 0..8000 { window f[k] = rect(1.5 cm, 1 cm) at (k*(1 cm), 0) { force = (1, 0) N/m^2; priority = mod(k, 7) } }",
        // in motion, each over all that are lower
        "for k in 0..2000 { window f[k] = rect(1 cm, 1 cm) at (k*(1 cm) + t*(1 m/s), 0) { force = (1, 0) N/m^2; priority = k } }",
        "for k in 0..2000 { window f[k] = disc(4 mm) at (k*(1 cm), 0) { force = (1, 0) N/m^2 }\nframe g[k] { f[k] } }
script s { loop { g[1] for 1 s; g[1999] for 1 s } }",
    ] {
        let settings = Settings { max_steps: Some(20), ..Settings::default() };
        let run = mainspring::simulate(Scene::text("scene", &format!("{HEAD}{lines}\n")), &settings);
        assert!(run.is_ok(), "{lines}: {}", run.err().map(|e| e.to_string()).unwrap_or_default());
    }
}

#[test]
fn many_joints_with_drives_and_starts_are_put_together_in_proportion() {
    let scene = "space planar
primitive c { shape = disc(2 mm); area_density = 1 kg/m^2; point a = (1, 0) mm }
for k in 0..5000 {
  part p[k] = c()
  joint j[k] = revolute(ground (k*(1 cm), 0 m), p[k].a)
  drive j[k] speed = 1 rad/s
  start j[k] = 0.1
}
run 1 ms
";
    let prepared = mainspring::prepare(&Scene::text("scene", scene), &Settings::default());
    assert_eq!(prepared.unwrap_or_else(|e| panic!("{e}")).freedom, 0);
}
