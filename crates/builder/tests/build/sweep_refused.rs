//! What is refused of sweeps, and in which words: roots that turn, members of families, outlines, sizes, settings.

use super::sweep::fastener;
use super::{definition, expression};
use mainspring_builder::{BuildOptions, build};
use mainspring_definition::Diagnostic;

fn found(text: &str, options: &BuildOptions) -> Vec<Diagnostic> {
    let found = build(&definition(text), options).err().unwrap_or_default();
    found.into_iter().filter(Diagnostic::is_error).collect()
}

/// The only error of the fastener with one piece of text put in another's place: code, message, help.
#[track_caller]
fn said(old: &str, new: &str) -> (String, String, String) {
    let text = fastener("");
    assert!(text.contains(old), "{old}");
    let found = found(&text.replace(old, new), &BuildOptions::default());
    let [only] = found.as_slice() else { panic!("{new}: {found:#?}") };
    (only.code.clone(), only.message.clone(), only.help.clone().unwrap_or_default())
}

#[test]
fn a_root_that_turns_is_refused_by_name() {
    for clause in ["turns 3 rad/s", "rotates 5 deg/s", "turned 5 deg", "spinning 1 rad/s"] {
        for new in [format!("until 40 mm {clause}"), format!("{clause} until 40 mm")] {
            let (code, message, help) = said("until 40 mm", &new);
            assert_eq!((code.as_str(), message.as_str()), ("E0531", "the root of a sweep translates, it cannot turn"));
            assert!(help.contains("`method event` moves parts that turn"), "{help}");
        }
    }
}

#[test]
fn members_of_a_family_are_named() {
    let teeth = |outline: &str| {
        let lines = format!("for i in 0..5 {{ obstacle tooth[i] = {outline} at (i*10 mm, 60 mm) }}");
        let found = found(&fastener(&lines), &BuildOptions::default());
        let [only] = found.as_slice() else { panic!("{found:#?}") };
        (only.code.clone(), only.message.clone())
    };
    let (code, message) = teeth("polygon((0, 0), (4, 0), (4 - 2*i, 2), (4, 4), (0, 4)) mm");
    assert_eq!(code, "E0406");
    assert!(message.starts_with("`tooth[2]`: edges "), "{message}");
    let (code, message) = teeth("pierced(rect(9 mm, 9 mm), move(rect(1 mm, 1 mm), (2*i, 0) mm))");
    assert_eq!((code.as_str(), message.as_str()), ("E0406", "`tooth[3]`: this hole lies outside its outline"));
    let pawls = "for i in 0..3 { pawl p[i] on body at (i*9, 30) mm = rect(1 mm, 1 mm) { stiffness = 1 N*mm; friction = 0.1 - i*0.2 } }";
    let found = found(&fastener(pawls), &BuildOptions::default());
    let message = &found[0].message;
    assert_eq!(message, "`p[1]`: a coefficient of friction must not be negative, found -0.1");
}

#[test]
fn exact_values_are_shown_shortly() {
    let (_, message, _) = said("friction = 0.2", "friction = 0.1 - 0.4");
    assert!(message.ends_with("found -0.3"), "{message}");
}

#[test]
fn what_is_wrong_with_holes_and_flat_outlines() {
    let plate = "polygon((0, 0), (10, 0), (10, 5), (0, 5)) mm";
    let hole = |a: &str, b: &str| said(plate, &format!("pierced(rect((0, 0) mm, (10, 5) mm), {a}, {b})")).1;
    let first = "rect((1, 1) mm, (4, 4) mm)";
    assert_eq!(hole(first, "rect((3, 2) mm, (6, 3) mm)"), "this hole crosses another hole");
    assert_eq!(hole(first, "rect((2, 2) mm, (3, 3) mm)"), "this hole lies in another hole");
    assert_eq!(hole(first, "rect((6, 2) mm, (12, 3) mm)"), "this hole crosses its outline");
    assert_eq!(hole(first, "rect((16, 2) mm, (18, 3) mm)"), "this hole lies outside its outline");
    for flat in ["(0, 0), (1, 1), (3, 3)", "(0, 0), (0.3, 0.1), (0.6, 0.2), (0.9, 0.3)"] {
        let (code, message, help) = said(plate, &format!("polygon({flat}) mm"));
        assert_eq!((code.as_str(), message.as_str()), ("E0406", "the outline encloses no area"));
        assert_eq!(help, "give corners that are not all on one line");
    }
    // a hole that shares an edge is a notch: one outline, no hole
    let notch = fastener("").replace(plate, "pierced(rect((0, 0) mm, (10, 5) mm), rect((0, 1) mm, (4, 2) mm))");
    let model = build(&definition(&notch), &BuildOptions::default()).expect("a notch");
    assert_eq!(model.sweep().unwrap().obstacles[0].rings.len(), 1);
}

#[test]
fn numbers_of_absurd_size_are_refused_in_few_digits() {
    let plate = "polygon((0, 0), (10, 0), (10, 5), (0, 5)) mm";
    for (old, new, wanted) in [
        (
            "moves (1, 0) mm/s",
            "moves (1e-300, 0) m/s",
            "the speed of the root is between 1e-30 and 1e30 m/s in a sweep, found 1e-300 m/s",
        ),
        ("moves (1, 0) mm/s", "moves (0, -2.5e40) m/s", "found 2.5e40 m/s"),
        ("until 40 mm", "until 1e-200 m", "this distance is between 1e-30 and 1e30 m in a sweep, found 1e-200 m"),
        ("until 40 mm", "until 1e200 s", "this time is between 1e-30 and 1e30 s in a sweep, found 1e200 s"),
        ("until 40 mm", "until 1e29 m", "the time this takes is between 1e-30 and 1e30 s in a sweep, found 1e32 s"),
        (
            plate,
            "polygon((0, 0), (1, 0), (1, 1)) m at (1e40, 0) m",
            "a corner is up to 1e30 m away in a sweep, found 1e40 m",
        ),
        ("at (0, 3) mm", "at (0, 1e40) m", "a hinge is up to 1e30 m away in a sweep, found 1e40 m"),
    ] {
        let (_, message, help) = said(old, new);
        assert!(message.contains(wanted), "{new}: {message}");
        assert!(message.len() < 120 && help.contains("unit"), "{message} {help}");
    }
    // the ends themselves are fine
    let text = fastener("").replace("moves (1, 0) mm/s", "moves (1e30, 0) m/s").replace("until 40 mm", "until 40 m");
    assert!(build(&definition(&text), &BuildOptions::default()).is_ok());
}

#[test]
fn too_many_frames_are_told_with_how_often_would_do() {
    for (every, frames) in [("1e-7 s", "4e8"), ("1e-300 s", "4e301")] {
        let overrides = vec![("run.every".to_owned(), expression(every))];
        let found = found(&fastener(""), &BuildOptions { overrides, ..BuildOptions::default() });
        assert_eq!(found[0].code, "E0509");
        assert!(found[0].message.starts_with(&format!("this run would record {frames} frames")), "{found:?}");
        assert_eq!(found[0].help.as_deref(), Some("record less often: `every` of 4.004e-6 s or more"));
    }
}

#[test]
fn what_can_be_set_is_told_by_the_names_of_the_sweep() {
    let help = |path: &str| {
        let overrides = vec![(path.to_owned(), expression("3"))];
        let found = found(&fastener(""), &BuildOptions { overrides, ..BuildOptions::default() });
        assert_eq!(found[0].code, "E0214");
        found[0].help.clone().unwrap_or_default()
    };
    let said = help("quite_another");
    for word in ["`body.moves`", "`body.from`", "`body.until`", "`hook.at`", "`hook.friction`", "`run.every`"] {
        assert!(said.contains(word), "{said}");
    }
    assert!(!said.contains("gravity") && !help("gravity").contains("`gravity`"), "{said}");
    assert!(help("gravity").contains("a sweep has no gravity"), "{}", help("gravity"));
    assert_eq!(help("hook.stiff"), "did you mean `hook.stiffness`?");
    assert!(help("run.rtol").contains("no steps"));
}

#[test]
fn quantities_without_their_owner_are_found() {
    for (asked, meant) in
        [("travel", "body.travel"), ("insertion_force", "body.insertion_force"), ("angle", "hook.angle")]
    {
        let probes = vec![(asked.to_owned(), expression(asked))];
        let found = found(&fastener(""), &BuildOptions { probes, ..BuildOptions::default() });
        assert_eq!(found[0].help, Some(format!("did you mean `{meant}`?")));
    }
}

#[test]
fn parts_of_an_obstacle_that_touch_are_named_with_their_place() {
    let plate = "polygon((0, 0), (10, 0), (10, 5), (0, 5)) mm";
    let (low, high) = ("rect((0, 0) mm, (4, 2) mm)", "rect((4, 2) mm, (9, 5) mm)");
    for (outline, wanted) in [
        (format!("{low} + {high}"), "piece 1 and piece 2 of obstacle `plate` touch at (4, 2) mm"),
        (format!("group({low}, {high})"), "piece 1 and piece 2 of obstacle `plate` touch at (4, 2) mm"),
        (
            "pierced(rect((0, 0) mm, (9, 9) mm), rect((1, 1) mm, (3, 3) mm), rect((3, 3) mm, (5, 5) mm))".to_owned(),
            "hole 1 and hole 2 of obstacle `plate` touch at (3, 3) mm",
        ),
        (
            "rect((0, 0) mm, (9, 9) mm) - polygon((5, 3), (9, 4), (5, 5)) mm".to_owned(),
            "the outline of obstacle `plate` touches itself at (9, 4) mm: two parts meet there in a point",
        ),
    ] {
        let (code, message, help) = said(plate, &outline);
        assert_eq!((code.as_str(), message.as_str()), ("E0406", wanted), "{outline}");
        assert!(help.contains("two obstacles"), "{help}");
    }
    // of corners that the text lists the numbers are told; in floats this notch ends above the base
    let notch = "polygon((0, 0) m, (4, 0) m, (4, 4) m, (2 m, 0.1 m + 0.2 m - 0.3 m), (0, 4) m)";
    let (_, message, _) = said("rect(2 mm, 1 mm)", notch);
    assert!(message.starts_with("the edges of root `body` from corner 1 and corner "), "{message}");
    assert!(message.ends_with(" meet at (2, 0) m"), "{message}");
}

#[test]
fn outlines_of_a_sweep_may_run_either_way() {
    let plate = "polygon((0, 0), (10, 0), (10, 5), (0, 5)) mm";
    let clockwise = "polygon((0, 0), (0, 5), (10, 5), (10, 0)) mm";
    let model = build(&definition(&fastener("").replace(plate, clockwise)), &BuildOptions::default()).expect("fine");
    assert!(model.notes.iter().all(|d| d.code != "W0606"), "{:?}", model.notes);
}

#[test]
fn what_says_friction_elsewhere_is_refused_with_where_to_say_it() {
    for (line, word) in [
        ("material steel { density = 7800 kg/m^3; friction = 0.1 }", "`material` has no place"),
        (
            "material x { friction = 0.1 }\nmaterial y { friction = 0.1 }\nmaterials x, y { friction = 0.1 }",
            "`materials` has",
        ),
    ] {
        let found = found(&fastener(line), &BuildOptions::default());
        let told = found.iter().find(|d| d.message.contains(word)).unwrap_or_else(|| panic!("{found:#?}"));
        assert_eq!(told.code, "E0531");
        assert!(told.help.as_ref().is_some_and(|h| h.contains("`pawl … { friction = 0.2 }`")), "{told:?}");
    }
    for line in ["primitive bar(l: length) { shape = rect(l, 1 mm) }", "composite pair() { let a = 1 mm }"] {
        let found = found(&fastener(line), &BuildOptions::default());
        assert!(found.iter().any(|d| d.code == "E0531" && d.message.contains("has no place")), "{found:#?}");
    }
}
