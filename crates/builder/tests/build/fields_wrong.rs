//! What is wrong or odd about surfaces, windows, arrays, frames, scripts, and parts that come and go.

use super::fields::{PLATE, with};
use super::{errors, model};

fn wrong(text: &str) -> Vec<(String, String)> {
    errors(&format!("{PLATE}part p = plate(rect(2 cm, 1 cm)) at (1, 2) cm\n{text}"))
}

#[test]
fn what_cannot_be_is_said_where_it_stands() {
    let w = "window w = rect(1 cm, 1 cm) { force = (1, 0) N/m^2 }\nframe a { w }\n";
    let mut failures = Vec::new();
    for (text, code, at) in [
        ("window v = rect(1 cm, 1 cm)", "E0521", "v"),
        ("window v = rect(1 cm, 1 cm) { force = (1, 0) N/m^2; velocity = (1, 0) m/s }", "E0521", "velocity"),
        ("window v = rect(1 cm, 1 cm) { force = (1, 0) N }", "E0301", "(1, 0) N"),
        ("window v = rect(1 cm, 1 cm) { force = 3 N/m^2 }", "E0303", "3 N/m^2"),
        ("window v = rect(1 cm, 1 cm) { velocity = (x, y)/(1 s) }", "E0521", "(x, y)/(1 s)"),
        ("window v = rect(1 cm, 1 cm) { force = (1, 0) N/m^2; prioriti = 3 }", "E0217", "prioriti"),
        ("window v = rect(1 cm, 1 cm) { force = (1, 0) N/m^2; priority = 1.5 }", "E0310", "1.5"),
        (
            "window v = rect(1 cm, 1 cm) { force = (1, 0) N/m^2; on = p.position.x > 3 cm }",
            "E0309",
            "p.position.x > 3 cm",
        ),
        ("window v = rect(1 cm, 1 cm) { force = p.acceleration*(1 kg/m^2) }", "E0309", "p.acceleration*(1 kg/m^2)"),
        ("window v = rect(1 cm, 1 cm) moving (1, 0) m/s { force = (1, 0) N/m^2 }", "E0521", "(1, 0) m/s"),
        ("window v = rect((1, 1) cm, (1, 2) cm) { force = (1, 0) N/m^2 }", "E0402", "rect((1, 1) cm, (1, 2) cm)"),
        (
            "window v = polygon((0, 0), (1, 1), (1, 0), (0, 1)) cm { force = (1, 0) N/m^2 }",
            "E0406",
            "polygon((0, 0), (1, 1), (1, 0), (0, 1))",
        ),
        (
            "window v = polygon((0, 0), (1, 1), (2, 2)) cm { force = (1, 0) N/m^2 }",
            "E0406",
            "polygon((0, 0), (1, 1), (2, 2))",
        ),
        ("window v = polygon((0, 0), (sqrt(-1), 1), (2, 2)) cm { force = (1, 0) N/m^2 }", "E0304", "sqrt(-1)"),
        (
            "window v = pierced(rect(1 cm, 1 cm), move(disc(1 mm), (3, 0) cm)) { force = (1, 0) N/m^2 }",
            "E0406",
            "move(disc(1 mm), (3, 0) cm)",
        ),
        ("window v = halfplane((0, 0) m, (0, 1)) { force = (1, 0) N/m^2 }", "E0405", "halfplane((0, 0) m, (0, 1))"),
        ("window v = p { force = (1, 0) N/m^2 }", "E0303", "p"),
        (
            "window v = rect(1 cm, 1 cm) at (t*(1 m/s), 0) { force = (1, 0) N/m^2 }\nwindow u = v.region { force = (1, 0) N/m^2 }",
            "E0305",
            "region",
        ),
        ("frame f {}", "E0523", "f"),
        ("frame f { p }", "E0523", "p"),
        ("frame f { lft }", "E0201", "lft"),
        ("script s {}", "E0524", "s"),
        ("script s { a for -1 s }", "E0524", "-1 s"),
        ("script s { a for 0 s }", "E0524", "0 s"),
        ("script s { a for p.position.x/(1 m/s) }", "E0305", "p.position.x/(1 m/s)"),
        ("script s { a for 3 m }", "E0301", "3 m"),
        ("script s { a for 1 s; jump again }", "E0524", "again"),
        ("script s { x: a for 1 s; x: a for 1 s }", "E0524", "x"),
        ("script s { end: a for 1 s }", "E0524", "end"),
        ("script s { repeat 3; a for 1 s }", "E0524", "repeat 3"),
        ("script s { loop { } }", "E0524", "loop { }"),
        ("script s { loop 0 { a for 1 s } }", "E0524", "0"),
        ("script s { x: jump y; y: jump x }", "E0524", "y: jump x"),
        ("script s { w for 1 s }", "E0207", "w"),
        ("script s { b for 1 s }", "E0201", "b"),
        ("script s { a until p.position }", "E0311", "p.position"),
        ("script s { a until p.overlap(w) }", "E0311", "p.overlap(w)"),
        ("surface { static_friction = 0.2; dynamic_friction = 0.3 }", "E0526", "0.2"),
        ("surface { friction = -0.2 }", "E0526", "-0.2"),
        ("surface { law = hybird }", "E0526", "hybird"),
        ("surface { grain = 30 deg }", "E0526", "grain"),
        ("surface { viscous = 5 N*s/m }", "E0301", "5 N*s/m"),
        ("surface { frction = 0.2 }", "E0217", "frction"),
        ("surface { friction = 0.2 }\nsurface { friction = 0.2 }", "E0216", "surface { friction = 0.2 }"),
        ("array v = disc(1 cm) { force = (1, 0) N/m^2 }", "E0522", "disc"),
        ("array v = grid(2, 2) { force = (1, 0) N/m^2 }", "E0210", "grid(2, 2)"),
        ("array v = grid(2, 1001, pitch = 1 cm) { force = (1, 0) N/m^2 }", "E0522", "1001"),
        ("array v = grid(2, 2, pitch = 0 cm) { force = (1, 0) N/m^2 }", "E0522", "0 cm"),
        ("array v = grid(2, 2, pitch = 1 cm)", "E0522", "v"),
        ("array v = grid(2, 2, pitch = 1 cm) turned 3 deg { force = (1, 0) N/m^2 }", "E0522", "v"),
        ("array v = grid(2, 2, pitch = 1 cm) { force = (1, 0) N }", "E0301", "(1, 0) N"),
        ("array v = grid(2, 2, pitch = 1 cm) { force = (1/i, 0) N/m^2 }", "E0304", "(1/i, 0) N/m^2"),
        ("array v = grid(2, 2, pitch = 1 cm) { force = (1, 0) N/m^2; pad = disc(6 mm) }", "E0522", "disc(6 mm)"),
        (
            "array v = grid(2, 2, pitch = 1 cm) { force = (1, 0) N/m^2; pad = rect((0, 0) cm, (1, 1) cm) }",
            "E0522",
            "rect((0, 0) cm, (1, 1) cm)",
        ),
        ("array v = grid(2, 2, pitch = 1 cm) { force = (1, 0) N/m^2; groups = 65; group = 0 }", "E0522", "65"),
        ("array v = grid(2, 2, pitch = 1 cm) { force = (1, 0) N/m^2; groups = 2 }", "E0522", "groups"),
        ("array v = grid(2, 2, pitch = 1 cm) { force = (1, 0) N/m^2; groups = 2; group = i + j }", "E0522", "i + j"),
        (
            "array v = grid(2, 2, pitch = 1 cm) { force = (1, 0) N/m^2; groups = 2; group = floor(t/(1 s)) }",
            "E0522",
            "floor(t/(1 s))",
        ),
        ("array v = grid(1000, 1000, pitch = 1 cm) { force = (1, 0) N/m^2; groups = 64; group = 0 }", "E0522", "0"),
        ("array v = grid(2, 2, pitch = 1 cm) { force = (1, 0) N/m^2; duty = 2*i }", "E0522", "2*i"),
        (
            "array v = grid(3, 2, pitch = 1 cm) { force = (1, 0) N/m^2; directions = four; strength = 9 N/m^2 }",
            "E0522",
            "v",
        ),
        (
            "array v = grid(2, 2, pitch = 1 cm) { force = (3, 0) N/m^2; directions = four; strength = 9 N/m^2 }",
            "E0522",
            "(3, 0) N/m^2",
        ),
        ("array v = grid(2, 2, pitch = 1 cm) { force = (1, 0) N/m^2; directions = four }", "E0522", "directions"),
        (
            "array v = grid(2, 2, pitch = 1 cm) { force = (1, 0) N/m^2; directions = six; strength = 9 N/m^2 }",
            "E0522",
            "six",
        ),
        (
            "array v = grid(2, 2, pitch = 1 cm) { force = (1 N/m^2, t*(1 N/m^2/s)); directions = four; strength = 9 N/m^2 }",
            "E0522",
            "(1 N/m^2, t*(1 N/m^2/s))",
        ),
        ("array v = grid(2, 2, pitch = 1 cm) { force = (1, 0) N/m^2; lvel = 2 }", "E0217", "lvel"),
        ("group g { part q = plate(disc(1 cm)) at (0, 0) }", "E0204", "part q = plate(disc(1 cm)) at (0, 0)"),
        ("group g { priorty = 3 }", "E0217", "priorty"),
        ("bin b = disc(1 cm) at (t*(1 m/s), 0)", "E0305", "b"),
        ("part q = plate(disc(1 cm)) at (0, 0) arriving -1 s", "E0527", "-1 s"),
        ("part q = plate(disc(1 cm)) at (0, 0) arriving 1 s\nfix q", "E0527", "1 s"),
        ("part q = plate(disc(1 cm)) at (0, 0) arriving 1 s\njoint o = revolute(ground, q.center)", "E0527", "1 s"),
        ("method penalty\npart q = plate(disc(1 cm)) at (0, 0) arriving 1 s", "E0527", "1 s"),
        ("method penalty\nbin b = disc(1 cm) at (1, 0) m", "E0527", "b"),
        ("part q = plate(disc(1 cm)) at (0, 0) leaving when q.position", "E0311", "q.position"),
        ("obstacle o = disc(1 cm) at (0, 1) m arriving 2 s", "E0527", "2 s"),
        ("record p.surface_force", "E0308", "surface_force"),
        ("record w.powr", "E0308", "powr"),
        ("record p.overlap(p)", "E0207", "p"),
        ("record p.overlap()", "E0210", "overlap"),
        ("primitive bare { shape = disc(1 cm) }\npart q = bare() at (0, 0)", "E0401", "bare"),
        (
            "window b1 = rect(2 cm, 2 cm) { velocity = (1, 0) m/s }\nwindow b2 = rect(2 cm, 2 cm) at (1, 1) cm { velocity = (0, 1) m/s }",
            "E0525",
            "b2",
        ),
    ] {
        let found = wrong(&format!("{w}{text}"));
        if found != [(code.to_owned(), at.to_owned())] {
            failures.push(format!("{text}\n  {found:?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let spatial = errors(
        "space spatial\nprimitive ball { shape = sphere(1 cm); density = 1 kg/m^3 }\npart b = ball() at (0, 0, 0)\nwindow w = rect(1 cm, 1 cm) { force = (1, 0) N/m^2 }\nframe f { w }\nscript s { f for 1 s }",
    );
    assert!(spatial.iter().all(|e| e.0 == "E0520") && spatial.len() == 3, "{spatial:?}");
    assert_eq!(
        errors(&PLATE.replace("planar", "planar\ncomposite c { surface { friction = 0.2 } }\npart c1 = c() at (0, 0)"))
            [0]
        .0,
        "E0204"
    );
}

#[test]
fn what_is_odd_is_noted() {
    for (text, code) in [
        ("frame never { w }", "N0612"),
        ("frame a { w }\nscript s { a for 1 s; repeat; a for 2 s }", "W0613"),
        ("mass bob = 1 g at (0, 0)", "W0614"),
        ("surface { gravity = 1 m/s^2 }", "N0616"),
        ("window v = rect(1 cm, 1 cm) - move(disc(1 mm), (3, 0) cm) { force = (1, 0) N/m^2 }", "W0615"),
    ] {
        let m = with(&format!("window w = rect(1 cm, 1 cm) {{ force = (1, 0) N/m^2 }}\n{text}"));
        assert_eq!(m.notes.iter().map(|n| n.code.as_str()).collect::<Vec<_>>(), [code], "{text}");
    }
}

#[test]
fn velocity_windows_that_exclude_each_other_may_overlap() {
    let belts = |more: &str, first: &str| {
        format!(
            "window b1 = rect(2 cm, 2 cm) {{ velocity = (1, 0) m/s; {first} }}
window b2 = rect(2 cm, 2 cm) at (1, 1) cm {{ velocity = (0, 1) m/s }}
{more}"
        )
    };
    for (more, first, fine) in [
        ("", "priority = 1", true),
        ("", "on = t > 1 s", true),
        ("frame x { b1 }\nframe y { b2 }\nscript s { x for 1 s; y for 1 s }", "", true),
        ("frame x { b1, b2 }\nscript s { x for 1 s }", "", false),
        ("frame x { b1 }\nframe y { b2 }\nscript s { x for 1 s }\nscript r { y for 1 s }", "", false),
        ("frame x { b1 }\nscript s { x for 1 s }", "", false),
        ("frame x { b1, b2 }", "", true),
    ] {
        let text = format!("{PLATE}part p = plate(rect(2 cm, 1 cm)) at (1, 2) cm\n{}", belts(more, first));
        if fine {
            model(&text);
        } else {
            assert_eq!(errors(&text)[0].0, "E0525", "{more}");
        }
    }
    // side by side they share an edge only
    with(
        "window b1 = rect((0, 0) cm, (1, 1) cm) { velocity = (1, 0) m/s }\nwindow b2 = rect((1, 0) cm, (2, 1) cm) { velocity = (0, 1) m/s }",
    );
}

/// All that is said of a scene in error, with the codes.
fn said(text: &str) -> Vec<(String, String)> {
    let scene = format!("{PLATE}part p = plate(rect(2 cm, 1 cm)) at (1, 2) cm\n{text}");
    let found = mainspring_builder::build(&super::definition(&scene), &mainspring_builder::BuildOptions::default());
    found.expect_err("a scene in error").into_iter().map(|d| (d.code, d.message)).collect()
}

#[test]
fn words_fit_what_is_wrong() {
    let w = "window w = rect(1 cm, 1 cm) { force = (1, 0) N/m^2 }\nframe a { w }\n";
    // nothing is said of frames that a step in error would have shown
    let found = said(&format!("{w}script s {{ a for 0 s }}"));
    assert_eq!(found.iter().map(|f| f.0.as_str()).collect::<Vec<_>>(), ["E0524"], "{found:?}");
    let found = said(&format!("{w}script s {{ loop 100000000000 {{ a for 1 s }} }}"));
    assert!(found[0].1.contains("no more often"), "{found:?}");
    let found = said(&format!("{w}script s {{ loop 0 {{ a for 1 s }} }}"));
    assert!(found[0].1.contains("at least once"), "{found:?}");
    let found = said(
        "bin b = rect((0, 0) m, (1, 2) m)\nwindow v = rect(1 cm, 1 cm) { force = (1, 0) N/m^2; on = b.count > 0 }",
    );
    assert!(found[0].0 == "E0309" && found[0].1.contains("the count of a bin"), "{found:?}");
}

#[test]
fn energy_drawn_is_read_without_a_surface() {
    let m = with("window w = rect(1 cm, 1 cm) { force = (1, 0) N/m^2; power = 1 W/m^2 }\nrecord surface.energy");
    assert!(m.notes.is_empty(), "{:?}", m.notes);
    // with nothing that could draw there is no such thing
    assert_eq!(wrong("record surface.power"), [("E0201".to_owned(), "surface".to_owned())]);
}
