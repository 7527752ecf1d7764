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
