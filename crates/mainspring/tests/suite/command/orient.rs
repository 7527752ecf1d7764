//! `mainspring orient`.

use crate::command::support::{Ended, Folder};
use serde_json::Value;
use std::f64::consts::PI;

pub const TRAY: &str = "space planar
surface { friction = 0.01; viscous = 200 N*s/m^3 }
primitive plate(outline: region) { shape = outline; area_density = 1 kg/m^2 }
part hex = plate(polygon((20, 1), (12, 17), (-8, 18), (-20, 2), (-9, -17.5), (12, -16)) mm) at (0, 0)
part bar = plate(rect(30 mm, 20 mm)) at (0, 0)
part coin = plate(disc(1 cm)) at (0, 0)
part tri = plate(polygon((0, 0), (40, 0), (20, 34.641016151377545)) mm) at (0, 0)
part wedge = plate(polygon((0, 0), (40, 0), (0, 12)) mm) at (0, 0)
mass dot = 1 g at (0, 0)
run 1 s
";

fn tray() -> Folder {
    Folder::with("tray.mech", TRAY)
}

fn asked(more: &[&str]) -> Ended {
    tray().run(&[&["orient", "tray.mech"], more].concat())
}

fn angles(list: &Value, key: &str) -> Vec<f64> {
    list.as_array().unwrap().iter().map(|e| e[key].as_f64().unwrap().to_degrees()).collect()
}

#[test]
fn a_rectangle_lies_along_the_line() {
    let out = asked(&["--part", "bar"]).exits(0).out;
    // the long side along the line is stable, across it is not
    let lines: Vec<&str> = out.lines().collect();
    let row = |text: &str| lines.iter().any(|l| l.split_whitespace().collect::<Vec<_>>().join(" ").contains(text));
    assert!(row("0.00 deg stable") && row("90.00 deg unstable"), "{out}");
    assert!(row("90.00 deg 270.00 deg 0.00 deg"), "{out}");
    assert!(out.contains("1 squeeze\n") && out.contains("modulo 180.00 deg"), "{out}");
    assert!(out.contains("no static friction"), "assumptions are told: {out}");
    // no colours in pipes, every line fits
    assert!(!out.contains('\u{1b}') && lines.iter().all(|l| l.chars().count() <= 100), "{out}");

    let json = asked(&["--part", "bar", "--json"]).exits(0).json();
    let stiffness = |i: usize| json["equilibria"][i]["stiffness"].as_f64().unwrap();
    // the chord's second moment less the half's first moment, twice: 2f(a³/12 − (ab/2)(b/4)) along, a and b exchanged across
    let (f, a, b) = (40.0, 0.03, 0.02f64);
    let along = 2.0 * f * (a * a * a / 12.0 - a * b * b / 8.0);
    let across = 2.0 * f * (b * b * b / 12.0 - b * a * a / 8.0);
    assert!((stiffness(0) / along - 1.0).abs() < 1e-9 && (stiffness(1) / across - 1.0).abs() < 1e-9, "{json}");
    assert_eq!(json["plan"]["squeezes"].as_array().unwrap().len(), 1);
}

#[test]
fn symmetry_is_told() {
    let json = asked(&["--part", "tri", "--json"]).exits(0).json();
    assert_eq!(json["plan"]["symmetry"], 3);
    let rests = angles(&json["turns"], "rest");
    assert_eq!(rests.len(), 3);
    for (rest, want) in rests.iter().zip([30.0, 90.0, 150.0]) {
        assert!((rest - want).abs() < 1e-9, "{rests:?}");
    }
    asked(&["--part", "tri"]).exits(0).says("modulo 60.00 deg");
}

#[test]
fn a_plan_has_the_margin_asked_for_or_says_what_there_is() {
    let json = asked(&["--part", "hex", "--json"]).exits(0).json();
    let plan = &json["plan"];
    let squeezes = plan["squeezes"].as_array().unwrap();
    assert!(squeezes.len() >= 2, "{plan}");
    assert!(squeezes[0]["before"].is_null() && squeezes[0]["margin"].is_null());
    // what one leaves is inside what the next takes, by the margin to both sides
    let pair = |v: &Value| [v[0].as_f64().unwrap(), v[1].as_f64().unwrap()];
    for two in squeezes.windows(2) {
        let ([a, b], [c, d]) = (pair(&two[0]["after"]), pair(&two[1]["before"]));
        let margin = two[1]["margin"].as_f64().unwrap();
        let turns = ((0.5 * (a + b) - 0.5 * (c + d)) / PI).round() * PI;
        assert!((a - c - turns - margin).abs() < 1e-9 && (d - b + turns - margin).abs() < 1e-9, "{plan}");
    }
    let most = plan["margin"].as_f64().unwrap().to_degrees();
    let refused = asked(&["--part", "hex", "--margin", "80deg"]).exits(2).says("E0912").says("the most there is");
    let said: f64 = refused.err.split("--margin ").nth(1).unwrap().split("deg").next().unwrap().parse().unwrap();
    assert!(said >= most - 1e-3, "{said} {most}");
    asked(&["--part", "hex", "--margin", &format!("{said}deg")]).exits(0);
    asked(&["--part", "hex", "--margin", "3"]).exits(2).says("unit is missing");
    asked(&["--part", "hex", "--margin", "3 mm"]).exits(2).says("unit of length");
    asked(&["--part", "hex", "--margin", "200deg"]).exits(2).says("between 0 and 180");
    asked(&["--part", "hex", "--density", "40 N"]).exits(2).says("force per area");
    asked(&["--part", "hex", "--density", "0 N/m^2"]).exits(2);
}

#[test]
fn friction_widens_what_rests() {
    let json = asked(&["--part", "hex", "--json"]).exits(0).json();
    let friction = &json["friction"];
    let rests = friction["rests"].as_array().unwrap();
    assert_eq!(rests.len(), json["equilibria"].as_array().unwrap().len());
    // every equilibrium is in its range, and at the ends the moment is what friction holds
    let stable = |list: &Value| list.as_array().unwrap().iter().filter(|e| e["stability"] == "stable").count();
    assert_eq!(stable(&friction["rests"]), stable(&json["equilibria"]));
    for e in json["equilibria"].as_array().unwrap() {
        let angle = e["angle"].as_f64().unwrap();
        let holds = |r: &Value| {
            let (from, to) = (r["from"].as_f64().unwrap(), r["to"].as_f64().unwrap());
            (from <= angle && angle <= to) || (from <= angle + PI && angle + PI <= to)
        };
        assert!(rests.iter().any(holds), "{json}");
    }
    // a weak field turns nothing
    asked(&["--part", "hex", "--density", "1e-3 N/m^2"]).exits(0).says("holds every orientation").says("density above");
    // nothing that holds, nothing told
    let smooth = Folder::with("a.mech", TRAY.replace("friction = 0.01; ", ""));
    assert!(smooth.run(&["orient", "a.mech", "--part", "hex", "--json"]).exits(0).json()["friction"].is_null());
}

#[test]
fn a_radial_field_has_one_stable_pose_for_a_lopsided_part() {
    let json = asked(&["--part", "wedge", "--radial", "0.1", "--json"]).exits(0).json();
    assert_eq!((&json["stable"], &json["unique"]), (&Value::from(1), &Value::from(true)));
    asked(&["--part", "wedge", "--radial", "0.1"])
        .exits(0)
        .says("one stable pose")
        .says("N*m/rad")
        .says("4 N/m^2 along the x axis");
    asked(&["--part", "bar", "--radial", "0.1"]).exits(0).says("2 stable poses");
    asked(&["--part", "coin", "--radial", "0.1"]).exits(1).says("E0909");
    asked(&["--part", "bar", "--radial", "1.5"]).exits(2).says("between 0 and 1");
}

#[test]
fn what_cannot_be_oriented_is_told() {
    asked(&["--part", "coin"]).exits(1).says("E0909").says("a disc looks the same");
    asked(&[]).exits(2).says("E0907").says("the scene has 5 parts").says("--part 'hex'");
    asked(&["--part", "hax"]).exits(2).says("did you mean `hex`?");
    asked(&["--part", "zzzzzz"]).exits(2).says("`coin`");
    asked(&["--part", "dot"]).exits(1).says("no outline");
    let json = asked(&["--part", "coin", "--json"]).exits(1).json();
    assert_eq!(json["errors"][0]["code"], "E0909");
    let folder = Folder::with("a.mech", "space spatial\nmass m = 1 kg at (0, 0, 0)\nrun 1 s\n")
        .and("b.mech", "space planar\nmass m = 1 kg at (0, 0)\nrun 1 s\n")
        .and("c.mech", "space planar\npart x = y()\n");
    folder.run(&["orient", "a.mech"]).exits(1).says("E0908");
    folder.run(&["orient", "b.mech"]).exits(1).says("E0907");
    folder.run(&["orient", "c.mech"]).exits(1);
    folder.run(&["orient", "none.mech"]).exits(1).says("no such file");
    for code in ["E0907", "E0908", "E0909", "E0912", "E0913"] {
        folder.run(&["explain", code]).exits(0);
    }
}

#[test]
fn a_picture_shows_moment_and_turns() {
    let folder = tray();
    folder.run(&["orient", "tray.mech", "--part", "tri", "--plot", "t.svg"]).exits(0).says("t.svg");
    let svg = folder.read("t.svg");
    assert!(roxmltree::Document::parse(&svg).is_ok());
    for word in ["moment of the field (µN·m)", "rests at (deg)", "turn of the part from the line (deg)"] {
        assert!(svg.contains(word), "no {word}");
    }
    folder.run(&["orient", "tray.mech", "--part", "tri", "--plot", "t.png"]).exits(0);
    assert!(folder.has("t.png"));
    folder.run(&["orient", "tray.mech", "--part", "tri", "--plot", "t.gif"]).exits(2).says(".svg");
}

#[test]
fn what_is_written_runs_and_orients() {
    let folder = tray();
    let ended = folder.run(&["orient", "tray.mech", "--part", "bar", "--write", "try.mech", "--json"]).exits(0);
    let json = ended.json();
    folder.run(&["fmt", "--check", "try.mech"]).exits(0);
    let end = json["plan"]["orientation"].as_f64().unwrap();
    let probes: Vec<String> = (0..36).map(|i| format!("piece[{i}].angle")).collect();
    let mut words = vec!["run", "try.mech", "--no-record", "--json"];
    probes.iter().for_each(|p| words.extend(["--probe", p.as_str()]));
    let run = folder.run(&words).exits(0).json();
    let total: f64 = json["written"]["durations"].as_array().unwrap().iter().map(|t| t.as_f64().unwrap()).sum();
    assert!((run["end"]["time"].as_f64().unwrap() - total).abs() < 1e-9);
    for probe in &probes {
        let turns = (run["values"][probe].as_f64().unwrap() - end) / PI;
        assert!(PI * (turns - turns.round()).abs() < 1e-3, "{probe}: {turns}");
    }
    // never overwrites
    folder.run(&["orient", "tray.mech", "--part", "bar", "--write", "try.mech"]).exits(2).says("left as it is");
    folder.run(&["orient", "tray.mech", "--part", "bar", "--write", "try.txt"]).exits(2).says(".mech");
    folder.run(&["orient", "tray.mech", "--part", "bar", "--write", "no/such/try.mech"]).exits(3).says("cannot write");
}
