use super::{BAR, errors, model};
use mainspring_builder::{BuildOptions, CODES};
use std::collections::BTreeSet;

const SPATIAL: &str = "space spatial
primitive b { shape = box(1 cm, 2 cm, 3 cm); density = 1000 kg/m^3 }
part x = b() at (0, 0, 0)
";

/// A scene for each code: what follows the planar bar (or stands alone, if it says `space`).
const TABLE: &[(&str, &str)] = &[
    ("E0201", "record crnk.angle"),
    ("E0201", "part x = bra(2 cm) at (0, 0)"),
    ("E0202", "let a = 1\nlet a = 2"),
    ("E0202", "for i in 0..3 { part x = bar(1 cm) at (0, 0) }"),
    ("E0202", "joint p = weld(ground, crank.b) { friction = 0; friction = 0 }"),
    ("E0203", "let t = 2"),
    ("E0203", "primitive q { shape = disc(1 cm); mass = 1 kg; point position = (0, 0) }\npart x = q() at (0, 0)"),
    (
        "E0204",
        "primitive q { shape = disc(1 cm); mass = 1 kg; joint j = weld(ground, ground) }\npart x = q() at (0, 0)",
    ),
    ("E0204", "composite c { part a = bar(1 cm); run 1 s }\npart x = c() at (0, 0)"),
    ("E0205", "mass m = 1 kg at (0, 0) m"),
    ("E0206", "part l[0..3] = bar(1 cm) at (0, 0)\nrecord l[7].angle"),
    ("E0206", "part l[0..3] = bar(1 cm) at (0, 0)\nrecord l.angle"),
    ("E0206", "let xs = [1, 2]\nrecord xs[2]"),
    ("E0207", "fix o"),
    ("E0207", "joint p = weld(ground, (1, 2) m)"),
    ("E0207", "record bar.angle"),
    ("E0208", "composite a { part b = a() }\npart x = a() at (0, 0)"),
    ("E0209", "for i in 0..1000000000 { }"),
    ("E0210", "part x = bar() at (0, 0)"),
    ("E0210", "part x = bar(1 cm, 2 cm) at (0, 0)"),
    ("E0210", "part x = bar(k = 1 cm) at (0, 0)"),
    ("E0210", "record sin(1, 2)"),
    ("E0211", "primitive q(n: lenght) { shape = disc(n); mass = 1 kg }\npart x = q(1 cm) at (0, 0)"),
    ("E0212", "let a = b + 1\nlet b = a"),
    ("E0212", "quantity q = q + 1"),
    ("E0213", "method leap"),
    ("E0213", "knob stiffness"),
    ("E0215", "space planar"),
    ("E0216", "gravity (0, 1) m/s^2"),
    ("E0216", "run 1 s\nrun 2 s"),
    ("E0216", "start o = 1 rad\nstart o = 2 rad"),
    ("E0217", "spring s = linear(crank.b, ground) { stifness = 3 N/m; damping = 1 N*s/m }"),
    ("E0217", "primitive q { shpe = disc(1 cm); mass = 1 kg; inertia = 1 kg*m^2 }\npart x = q() at (0, 0)"),
    ("E0301", "let a = 1 m + 2 s"),
    ("E0301", "let a = 1 m + 2"),
    ("E0301", "let a = 2^(1 m)"),
    ("E0302", "let a = 2 m^20*m^20*m^20*m^20*m^20*m^20"),
    ("E0303", "let a = \"x\" + 1"),
    ("E0303", "record crank"),
    ("E0303", "let a = (1, 2) < (3, 4)"),
    ("E0304", "let a = 1/0"),
    ("E0304", "let a = sqrt(-1)"),
    ("E0304", "let a = 1e200*1e200"),
    ("E0305", "spring s = linear(crank.b, ground) { stiffness = 3 N/m*t/(1 s) }"),
    ("E0305", "if crank.angle > 1 { }"),
    ("E0306", "let a = sqrt(2 m)"),
    ("E0306", "let a = (2 m)^0.5"),
    ("E0307", "let a = sine(1)"),
    ("E0308", "record o.travel"),
    ("E0308", "record energy.heat"),
    ("E0309", "torque w on crank = o.torque"),
    ("E0310", "part l[0.5] = bar(1 cm) at (0, 0)"),
    ("E0310", "composite c(n: count) { part a = bar(1 cm) }\npart x = c(-1) at (0, 0)"),
    ("E0311", "release o when t == 1 s"),
    ("E0312", "record table(t, (1 s, 2), (0 s, 3))"),
    ("E0313", "force f on crank.b = (1, 2, 3) N"),
    ("E0313", "let a = (1, 2) + (1, 2, 3)"),
    ("E0401", "primitive q { shape = disc(1 cm) }\npart x = q() at (0, 0)"),
    ("E0402", "primitive q { shape = disc(0); mass = 1 kg }\npart x = q() at (0, 0)"),
    ("E0403", "mass m = -1 kg at (0, 0)"),
    ("E0404", "space spatial\nprimitive q { mass = 1 kg; inertia = (1, 1, 3) kg*m^2 }\npart x = q() at (0, 0, 0)"),
    ("E0405", "primitive q { shape = sphere(1 cm); mass = 1 kg }\npart x = q() at (0, 0)"),
    ("E0406", "obstacle x = polygon((0,0), (1,1), (1,0), (0,1)) cm"),
    ("E0407", "primitive q { shape = disc(1 cm); mass = 1 kg; area_density = 1 kg/m^2 }\npart x = q() at (0, 0)"),
    ("E0408", "material m { restitution = 2 }"),
    ("E0501", "joint p = hinge(ground, crank.b)"),
    ("E0502", "joint p = spherical(ground, crank.b)"),
    ("E0503", "joint p = revolute(crank.a, crank.b)"),
    ("E0504", "mass m = 1 kg at (0, 0)\njoint p = weld(ground, m)"),
    ("E0504", "mass m = 1 kg at (0, 0)\ntorque w on m = 1 N*m"),
    ("E0505", "part x = bar(1 cm)"),
    ("E0506", "joint p = distance(ground, crank.b) { length = 0 }"),
    ("E0506", "joint p = distance(ground, crank.a)"),
    ("E0506", "part x = bar(1 cm)\njoint p = revolute(ground, x.a) { limits = (30, -30) deg }"),
    ("E0506", "part x = bar(1 cm)\njoint p = rolling(ground, x.a)"),
    ("E0507", "joint p = weld(ground, crank.b)\ndrive p speed = 1 rad/s"),
    ("E0508", "joint p = slot(ground, crank.b, axis = (0, 0))"),
    ("E0509", "run 0 s"),
    ("E0509", "run 1e9 s every 1 us"),
    ("E0509", "run 1 s { rtol = 1 }"),
    ("E0510", "run 1 s { integrator = euler }"),
    ("E0511", "joint g = gear(o, crank) { ratio = 2 }"),
    ("E0512", "drive o speed = 1 rad/s\ndrive o angle = 1 rad"),
    ("E0513", "spring s = coil(crank.b, ground) { stiffness = 1 N/m }"),
    ("E0513", "spring s = linear(crank.b, ground) { }"),
    ("E0514", "part x = bar(1 cm) turned 30 deg"),
    ("E0515", "constraint c: t*1 m/s = 2 m"),
    ("E0516", "joint again = revolute(ground, crank.a)"),
    ("E0516", "joint again = revolute(crank.a, ground (0, 0))"),
    ("E0516", "part x = bar(1 cm)\njoint s = slot(ground, x.a)\njoint r = slot(ground ((0, 0), angle = 180 deg), x.a)"),
    ("E0517", "part x = bar(1 cm)\njoint p = revolute(ground, x.a) { friction = 0.1 }"),
    ("E0517", "part x = bar(1 cm)\njoint p = revolute(ground, x.a) { static_friction = 0.1 }"),
    ("E0517", "part x = bar(1 cm)\njoint p = prismatic(ground, x.a) { friction = 0.1; static_friction = 0.05 }"),
    ("E0517", "part x = bar(1 cm)\njoint p = prismatic(ground, x.a) { friction = 0.1; static_friction = 1 N }"),
    ("E0517", "part x = bar(1 cm)\njoint p = prismatic(ground, x.a) { friction = 0.1; pin_radius = 1 mm }"),
    ("E0517", "part x = bar(1 cm)\njoint p = revolute(ground, x.a) { friction = 1 N*m; pin_radius = 1 mm }"),
    ("E0517", "part x = bar(1 cm)\njoint p = slot(ground, x.a) { friction = 0.1 }"),
    ("E0517", "part x = bar(1 cm)\njoint p = prismatic(ground, x.a) { friction = 0.1 }\ndrive p speed = 1 m/s"),
    (
        "E0517",
        "part x = bar(1 cm)\njoint p = revolute(ground, x.a)\njoint g = gear(o, p) { ratio = 2; restitution = 1 }",
    ),
    ("E0518", "mass m, n = 1 kg at (0, 0)\ncontact m, n"),
    ("E0519", "record contact(crank, crank).gap"),
    (
        "E0520",
        "space spatial\nprimitive b { shape = sphere(1 cm); mass = 1 kg }\npart x = b() at (0, 0, 0)\nsurface {}",
    ),
    ("E0521", "window w = disc(1 cm)"),
    ("E0522", "array a = grid(0, 3, pitch = 1 cm) { force = (1, 0) N/m^2 }"),
    ("E0523", "frame f {}"),
    ("E0524", "script s { off for -3 s }"),
    ("E0525", "window w = disc(1 cm) { velocity = (1, 0) m/s }\nwindow v = disc(2 mm) { velocity = (0, 1) m/s }"),
    ("E0526", "surface { friction = -1 }"),
    (
        "E0526",
        "surface { friction = 1 }\nprimitive q { shape = disc(1 cm); mass = 1 kg; drag = -1 N*s/m }\npart x = q() at (1, 0) m",
    ),
    ("E0527", "part x = bar(1 cm) at (0, 0) arriving -2 s"),
    ("E0528", "drive o torque = 1 N*m { limit = 2 N*m }"),
    ("E0528", "drive o acceleration = 1 rad/s^2 { limit = 2 N*m }"),
    (
        "E0529",
        "part x, y, z = bar(1 cm)\njoint p = revolute(ground, x.a)\njoint q = revolute(x.b, y.a)\njoint r = revolute(y.b, z.a)\njoint g = gear(o, r) { ratio = 2 }",
    ),
    (
        "E0531",
        "space planar\nmethod sweep\nroot r moves (1, 0) m/s until 1 s\npawl p on r = rect(1 m, 1 m) { stiffness = 1 N*m }\nrun 1 s",
    ),
    ("E0532", "report events"),
    (
        "E0533",
        "space planar\nmethod sweep\nroot r moves (0, 0) m/s until 1 s\npawl p on r = rect(1 m, 1 m) { stiffness = 1 N*m }",
    ),
    ("E0534", "space planar\nmethod sweep\nroot r moves (1, 0) m/s until 1 s\npawl p on r = rect(1 m, 1 m)"),
    (
        "E0535",
        "space planar\nmethod sweep\nroot r moves (1, 0) m/s until 1 s\npawl p on r = disc(1 m) { stiffness = 1 N*m }",
    ),
    (
        "E0536",
        "space planar\nmethod sweep\nroot r moves (1, 0) m/s until 1 s\npawl p on r = rect(1 m, 1 m) { stiffness = 1 N*m }\nreport heat",
    ),
    ("E0301", "part x = bar(1 cm)\njoint p = prismatic(ground, x.a) { friction = 1 N*m }"),
    ("E0408", "part x = bar(1 cm)\njoint p = prismatic(ground, x.a) { friction = -1 N }"),
    (
        "E0408",
        "part x = bar(1 cm)\njoint p = revolute(ground, x.a)\njoint g = gear(o, p) { ratio = 2; backlash = 1 deg; restitution = 2 }",
    ),
    (
        "E0301",
        "part x = bar(1 cm)\njoint p = revolute(ground, x.a)\njoint g = gear(o, p) { ratio = 2; backlash = 1 mm }",
    ),
    (
        "E0506",
        "part x = bar(1 cm)\njoint p = revolute(ground, x.a)\njoint g = gear(o, p) { ratio = 2; backlash = -1 deg }",
    ),
];

#[test]
fn every_error_is_provoked_and_explained() {
    let mut provoked = BTreeSet::new();
    let mut wrong = Vec::new();
    for (code, text) in TABLE {
        let alone = text.starts_with("space") || *code == "E0205";
        let scene = if alone { (*text).to_owned() } else { format!("{BAR}{text}") };
        let found = errors(&scene);
        if found.len() != 1 || found[0].0 != *code {
            wrong.push(format!("{code} {text}: {found:?}"));
        }
        provoked.insert(*code);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // set from outside, see overrides.rs
    provoked.insert("E0214");
    let errors: BTreeSet<&str> = CODES.iter().map(|c| c.code).filter(|c| c.starts_with('E')).collect();
    assert_eq!(provoked, errors);
    assert!(CODES.iter().all(|c| !c.title.is_empty() && c.explanation.len() > 40));
    assert!(CODES.windows(2).all(|w| w[0].code < w[1].code));
}

#[test]
fn warnings_do_not_stop_a_scene() {
    for (code, text) in [
        ("W0605", "joint again = weld(ground, crank.a)"),
        ("W0606", "contacts none\nobstacle x = polygon((0, 0), (0, 1), (1, 0)) cm"),
        ("N0617", "start o = 20"),
        ("W0621", "primitive q { shape = disc(1 cm); mass = 1 kg; drag = 1 N*s/m }\npart x = q() at (1, 0) m"),
        ("N0617", "part x = bar(1 cm)\njoint p = revolute(ground, x.a) { limits = (-30, 30) }"),
        ("N0618", "obstacle x = disc(1 cm) at (1, 0) m"),
        ("N0619", "spring s = rotary(o) { torque = 1 N*m }"),
        ("N0611", "contacts all\nobstacle x = disc(1 cm) at (1, 0) m"),
        ("W0609", "part x = bar(1 cm)\njoint p = revolute(ground, x.a) { limits = (-1, 1) rad }\ndrive p angle = 0"),
    ] {
        let m = model(&format!("{BAR}{text}"));
        assert_eq!(m.notes.iter().map(|n| n.code.as_str()).collect::<Vec<_>>(), [code], "{text}");
    }
    assert!(model(SPATIAL).notes.is_empty());
}

#[test]
fn joints_that_share_a_point_and_nothing_else_are_fine() {
    for text in [
        "part x = bar(1 cm)\njoint s1 = slot(ground (0, 0), x.center)\njoint s2 = slot(ground ((0, 0), angle = 90 deg), x.center)",
        "part x = bar(1 cm)\njoint p = distance(ground (0, 1 m), x.a) { length = 1 m }\njoint q = distance(ground (1 m, 0), x.a) { length = 1 m }",
        "joint pin = revolute(ground (10 cm, 0), crank.a)",
        "joint brake = weld(ground, crank.a)\nattach brake at 1 s",
    ] {
        assert!(model(&format!("{BAR}{text}")).notes.is_empty(), "{text}");
    }
}

#[test]
fn what_has_no_value_says_why() {
    for (text, why) in [
        ("sqrt(-1)", "square root of a negative number"),
        ("sqrt(-4 m^2)", "square root of a negative number"),
        ("log(0)", "logarithm of zero"),
        ("log10(-2)", "logarithm of a negative number"),
        ("asin(2)", "from -1 to 1, found 2"),
        ("0^-1", "division by zero"),
        ("(-2)^0.5", "negative number to a power that is not whole"),
        ("1/0", "division by zero"),
        ("mod(3, 0)", "`mod` by zero"),
        ("1e200*1e200", "too large"),
        ("exp(1000)", "too large"),
    ] {
        let definition = super::definition(&format!("{BAR}let a = {text}"));
        let found = mainspring_builder::build(&definition, &BuildOptions::default()).expect_err("no value");
        assert_eq!(found.len(), 1, "{text}");
        assert!(found[0].message.contains(why), "{text}: {}", found[0].message);
        let help = found[0].help.as_deref().unwrap_or("");
        assert_eq!(help.contains("1e308"), why == "too large", "{text}: {help}");
    }
}

#[test]
fn a_name_declared_twice_is_one_error_at_the_second_place() {
    for (text, second) in [
        ("part crank = bar(3 cm)", "crank"),
        ("part twin = bar(3 cm) at (0, 0)\npart twin = bar(3 cm)", "twin"),
        ("mass m = 1 kg at (0, 0)\nmass m = 2 kg", "m"),
        ("part l[0..2] = bar(1 cm) at (0, 0)\npart l[1] = bar(1 cm)", "l"),
    ] {
        assert_eq!(errors(&format!("{BAR}{text}")), [("E0202".to_owned(), second.to_owned())], "{text}");
    }
    // a `let` is known ahead of its line, and still comes second
    let text = format!("{BAR}joint j = distance(ground (1 m, 0), crank.b)\nlet j = 2");
    let found = mainspring_builder::build(&super::definition(&text), &BuildOptions::default()).expect_err("a clash");
    let starts: Vec<usize> = found[0].labels.iter().map(|l| l.span.start as usize).collect();
    assert_eq!(starts, [text.rfind("j = 2").unwrap(), text.find("j = distance").unwrap()]);
}

#[test]
fn a_code_begins_with_its_severity() {
    // what the scenes of all tests give is checked as they are built
    assert!(CODES.iter().all(|c| matches!(c.code.as_bytes(), [b'E' | b'W' | b'N', digits @ ..]
        if digits.len() == 4 && digits.iter().all(u8::is_ascii_digit))));
}

#[test]
fn all_mistakes_come_in_one_go() {
    let found =
        errors(&format!("{BAR}let a = 1 m + 1 s\nrecord crnk.angle\npart x = bar(1 cm)\ndrive o speed = 1 m\nrun 0 s"));
    let codes: Vec<&str> = found.iter().map(|f| f.0.as_str()).collect();
    assert_eq!(codes, ["E0301", "E0201", "E0505", "E0301", "E0509"]);
}

/// What each scene of the table is told, word for word: `codes_said.txt` beside this file. Written anew with `MAINSPRING_WRITE=1`.
#[test]
fn every_message_reads_as_it_is_kept() {
    let mut said = String::new();
    for (code, text) in TABLE {
        let alone = text.starts_with("space") || *code == "E0205";
        let scene = if alone { (*text).to_owned() } else { format!("{BAR}{text}") };
        let found =
            mainspring_builder::build(&super::definition(&scene), &BuildOptions::default()).expect_err("an error");
        said.push_str(&format!("{text}\n"));
        for finding in found.iter().filter(|f| f.is_error()) {
            let (span, help) = (finding.span(), finding.help.as_deref().unwrap_or_default());
            let marked = scene.get(span.start as usize..span.end as usize).unwrap_or_default();
            said.push_str(&format!("    {} {}\n    at `{marked}`\n    {help}\n", finding.code, finding.message));
            assert!(!help.is_empty() && !marked.is_empty(), "what to write instead, and where: {code} {text}");
        }
        said.push('\n');
    }
    let kept = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/build/codes_said.txt");
    if std::env::var_os("MAINSPRING_WRITE").is_some() {
        std::fs::write(&kept, &said).expect("written");
    }
    let kept = std::fs::read_to_string(kept).expect("it is there");
    for (now, before) in said.lines().zip(kept.lines()) {
        assert_eq!(now, before);
    }
    assert_eq!(said.lines().count(), kept.lines().count());
}
