//! What is said of sweeps that are wrong: code, place, and which method could run them.

use super::sweep::fastener;
use super::{BAR, definition, errors, errors_with, expression};
use mainspring_builder::{BuildOptions, Domain, build};

/// The errors of the fastener with one piece of text put in another's place.
fn with(old: &str, new: &str) -> Vec<(String, String)> {
    let text = fastener("");
    assert!(text.contains(old), "{old}");
    errors(&text.replace(old, new))
}

fn one(found: &[(String, String)], code: &str, place: &str) {
    let is = |(c, p): &(String, String)| c == code && p == place;
    assert!(found.len() == 1 && is(&found[0]), "wanted {code} at `{place}`, found {found:?}");
}

#[test]
fn values_out_of_range() {
    one(&with("friction = 0.2", "friction = -0.2"), "E0534", "-0.2");
    one(&with("12 N*mm/rad", "-12 N*mm/rad"), "E0534", "-12 N*mm/rad");
    one(&with("12 N*mm/rad", "0 N*mm/rad"), "E0534", "0 N*mm/rad");
    one(&with("friction = 0.2", "rest = 5000 turn"), "E0534", "5000 turn");
    one(&with("moves (1, 0) mm/s", "moves (0, 0) mm/s"), "E0533", "(0, 0) mm/s");
    one(&with("until 40 mm", "until 0 mm"), "E0533", "0 mm");
    one(&with("until 40 mm", "until -3 s"), "E0533", "-3 s");
}

#[test]
fn options_missing_unknown_or_twice() {
    one(&with("stiffness = 12 N*mm/rad; ", ""), "E0534", "hook");
    one(&with("friction = 0.2", "frction = 0.2"), "E0217", "frction");
    one(&with("friction = 0.2", "mass = 2 g"), "E0217", "mass");
    one(&with("friction = 0.2", "stiffness = 2 N*m"), "E0202", "stiffness");
    one(&with(" until 40 mm", ""), "E0533", "body");
    one(&with("report events", "report event"), "E0536", "event");
    one(&with("report events", "report insertion_force"), "E0202", "insertion_force");
    one(&with("method sweep", "method sweep { speed = 2 }"), "E0217", "speed");
}

#[test]
fn dimensions_and_names() {
    one(&with("12 N*mm/rad", "12 N/m"), "E0301", "12 N/m");
    one(&with("moves (1, 0) mm/s", "moves (1, 0) mm"), "E0301", "(1, 0) mm");
    one(&with("until 40 mm", "until 40 N"), "E0301", "40 N");
    one(&with("at (0, 3) mm", "at (0, 3) s"), "E0301", "(0, 3) s");
    one(&with("friction = 0.2", "rest = 10 mm"), "E0301", "10 mm");
    one(&with("on body", "on bdy"), "E0201", "bdy");
    one(&with("on body", "on plate"), "E0207", "plate");
    one(&with("pawl hook", "pawl body"), "E0202", "body");
    one(&with("moves (1, 0) mm/s", "moves (1, 0, 0) mm/s"), "E0313", "(1, 0, 0) mm/s");
    one(&with("moves (1, 0) mm/s", "moves (t*1 mm/s^2, 0 m/s)"), "E0305", "(t*1 mm/s^2, 0 m/s)");
}

#[test]
fn units_are_named() {
    let said = |old: &str, new: &str| {
        let text = fastener("").replace(old, new);
        let found = build(&definition(&text), &BuildOptions::default()).expect_err("wrong");
        let first = found.iter().find(|d| d.is_error()).unwrap();
        format!("{} = {}", first.message, first.help.clone().unwrap_or_default())
    };
    let rest = said("friction = 0.2", "rest = 10 mm");
    assert_eq!(rest, "`rest` is an angle, found length (m) = write it in deg or rad: `rest = 10 deg`");
    let plate = "(0, 5)) mm";
    assert!(said(plate, &format!("{plate} turned 10 mm")).contains("`turned 10 deg`"));
    assert!(said("12 N*mm/rad", "-12 N*mm/rad").contains("found -0.012 N*m"));
    let bow = said("(0, 0), (10, 0), (10, 5), (0, 5)", "(0, 0), (10, 0), (0, 5), (10, 5)");
    assert!(bow.contains("edges 2 and 4 of the outline meet at (0.005, 0.0025) m"), "{bow}");
}

#[test]
fn roots_and_pawls_that_are_not_one_or_more() {
    let text = fastener("");
    let without = |line: &str| text.lines().filter(|l| !l.starts_with(line)).collect::<Vec<_>>().join("\n");
    let found = errors(&without("root"));
    assert!(found.iter().any(|f| f.0 == "E0533"), "{found:?}");
    assert!(errors(&without("pawl")).iter().any(|f| f.0 == "E0534"));
    let twice = format!("{text}root other moves (1, 0) mm/s until 1 s\n");
    one(&errors(&twice), "E0533", "other");
    one(&with("root body =", "root body[2] ="), "E0533", "2");
}

#[test]
fn outlines_that_a_sweep_cannot_use() {
    one(&with("rect(2 mm, 1 mm)", "disc(2 mm)"), "E0535", "disc(2 mm)");
    one(&with("rect(2 mm, 1 mm)", "2 mm"), "E0535", "2 mm");
    let frame = "pierced(rect(2 mm, 2 mm), rect(1 mm, 1 mm))";
    one(&with("rect(2 mm, 1 mm)", frame), "E0535", frame);
    let crossed = "polygon((0, 0), (1, 1), (1, 0), (0, 1)) mm";
    one(&with("rect(2 mm, 1 mm)", crossed), "E0406", "polygon((0, 0), (1, 1), (1, 0), (0, 1))");
    one(&with("rect(2 mm, 1 mm)", "pierced(rect(2 mm, 2 mm), rect(1 mm, 9 mm))"), "E0406", "rect(1 mm, 9 mm)");
    let plate = "polygon((0, 0), (10, 0), (10, 5), (0, 5)) mm";
    let gone = format!("{plate} moving (1, 0) mm/s");
    one(&with(plate, &gone), "E0531", "(1, 0) mm/s");
    one(&with(plate, &format!("{plate} {{ friction = 0.1 }}")), "E0217", "friction");
    one(&with(plate, "halfplane((0, 0) m, (0, 1))"), "E0535", "halfplane((0, 0) m, (0, 1))");
    // the notch goes through the base by less than a float can tell
    let notch = "polygon((0, 0), (4, 0), (4, 4), (2, -1e-30), (0, 4)) m";
    let found = with("rect(2 mm, 1 mm)", notch);
    assert!(found.iter().all(|f| f.0 == "E0406") && found.len() == 1, "{found:?}");
}

#[test]
fn what_other_methods_do_is_refused_by_name() {
    for (line, place) in [
        ("gravity (0, -9.81) m/s^2", "gravity (0, -9.81) m/s^2"),
        ("mass m = 1 kg at (0, 0)", "mass m = 1 kg at (0, 0)"),
        ("run 3 s", "run 3 s"),
        ("contacts all", "contacts all"),
        ("contact hook, plate", "contact hook, plate"),
        ("impact { law = newton }", "impact { law = newton }"),
        ("surface { friction = 0.2 }", "surface { friction = 0.2 }"),
        ("joint j = weld(ground, ground)", "joint j = weld(ground, ground)"),
        ("drive j speed = 2 rad/s", "drive j speed = 2 rad/s"),
        (
            "spring s = linear(ground, ground) { stiffness = 1 N/m }",
            "spring s = linear(ground, ground) { stiffness = 1 N/m }",
        ),
    ] {
        one(&errors(&fastener(line)), "E0531", place);
    }
    one(&with("until 40 mm", "until 40 mm spinning 1 rad/s"), "E0531", "1 rad/s");
    let chain = format!(
        "{}pawl tip on hook at (6, 0) mm = polygon((0, 0), (1, 0), (0, 1)) mm {{ stiffness = 1 N*mm }}\n",
        fastener("")
    );
    one(&errors(&chain), "E0531", "hook");
    // each says which method can
    for line in ["contacts all", "mass m = 1 kg at (0, 0)", "gravity (0, -9.81) m/s^2", "surface { friction = 0.2 }"] {
        let definition = definition(&fastener(line));
        let found = build(&definition, &BuildOptions::default()).unwrap_err();
        assert!(found[0].help.as_ref().is_some_and(|h| h.contains("`method event`")), "{found:?}");
    }
    let spatial = fastener("").replace("space planar", "space spatial");
    one(&errors(&spatial), "E0531", "sweep");
}

#[test]
fn sweeps_need_their_method() {
    for line in ["root body moves (1, 0) mm/s until 1 s", "report events"] {
        one(&errors(&format!("{BAR}{line}\n")), "E0532", line);
    }
    let pawl = "pawl hook on crank = rect(1 mm, 1 mm) { stiffness = 1 N*m }";
    one(&errors(&format!("{BAR}{pawl}\n")), "E0532", pawl);
    one(&errors(&format!("{BAR}if true {{ method sweep }}\n")), "E0532", "sweep");
    let set = |value: &str| BuildOptions {
        overrides: vec![("method".to_owned(), expression(value))],
        ..BuildOptions::default()
    };
    let found = errors_with(&fastener(""), &set("event"));
    assert!(found.iter().all(|f| f.0 == "E0532") && found.len() == 3, "{found:?}");
    assert!(errors_with(BAR, &set("sweep")).iter().any(|f| f.0 == "E0531"));
}

#[test]
fn settings_that_a_sweep_does_not_know() {
    let set = BuildOptions { overrides: vec![("hook.mass".to_owned(), expression("2 g"))], ..BuildOptions::default() };
    assert_eq!(errors_with(&fastener(""), &set)[0].0, "E0214");
    let without = BuildOptions { without: vec![Domain::Contacts], ..BuildOptions::default() };
    assert_eq!(errors_with(&fastener(""), &without)[0].0, "E0531");
}

#[test]
fn what_a_sweep_cannot_be_asked() {
    for (asked, code, place) in [
        ("energy.total", "E0531", "total"),
        ("before(hook.angle)", "E0531", "hook.angle"),
        ("hook.speed", "E0308", "speed"),
        ("body.angle", "E0308", "angle"),
        ("plate.angle", "E0308", "angle"),
        ("hook", "E0303", "hook"),
        ("hook.touches(plate)", "E0207", "hook"),
        ("hook.force + body.travel", "E0301", "hook.force + body.travel"),
    ] {
        one(&errors(&fastener(&format!("record {asked}"))), code, place);
        let probe = BuildOptions { probes: vec![(asked.to_owned(), expression(asked))], ..BuildOptions::default() };
        assert_eq!(errors_with(&fastener(""), &probe)[0].0, code, "{asked}");
    }
    // what moves cannot place anything
    one(&with("at (0, 3) mm", "at (0 m, hook.angle*1 m)"), "E0305", "(0 m, hook.angle*1 m)");
    one(&with("friction = 0.2", "friction = other.angle"), "E0201", "other");
    one(&with("friction = 0.2", "friction = hook.angle"), "E0305", "hook.angle");
}

#[test]
fn long_powers_and_deep_names_end() {
    // squares of squares: exact for a while, then worth their floats
    let mut lets = String::from("let a0 = 1.0000001\n");
    for i in 0..60 {
        lets.push_str(&format!("let a{} = a{i}*a{i}/a{i}\n", i + 1));
    }
    for i in 0..20 {
        lets.push_str(&format!(
            "let b{i} = {}\n",
            if i == 0 { "a60*a60".to_owned() } else { format!("b{0}*b{0}", i - 1) }
        ));
    }
    let text = fastener(&lets).replace("at (0, 3) mm", "at (b19 mm, 0 m)");
    assert!(build(&definition(&text), &BuildOptions::default()).is_ok());
}
