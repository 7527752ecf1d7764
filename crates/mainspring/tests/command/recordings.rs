//! `info`, `export`, `diff`, `recover`: what they say and how they exit.

use crate::support::{Folder, PENDULUM};

const FILE: &str = "out/a/recording.mcap";

fn made() -> Folder {
    let folder = Folder::with("a.mech", PENDULUM.replace("run 1 s", "release rod at 0.5 s\nrun 1 s"));
    folder.run(&["run", "a.mech"]).exits(0);
    folder
}

#[test]
fn info_tells_what_is_in_it() {
    let folder = made();
    let ended = folder.run(&["info", FILE, "--verify"]).exits(0);
    for text in ["a: planar", "1 s, finished", "101 frames", "bob.position.y", "  m\n", "release", "none, every block"]
    {
        assert!(ended.out.contains(text), "no {text:?} in {}", ended.out);
    }
    let json = folder.run(&["info", FILE, "--json"]).exits(0).json();
    assert_eq!(
        (&json["frames"], &json["complete"], &json["events"]["release"]),
        (&101.into(), &true.into(), &1.into())
    );
    assert_eq!(json["columns"][0]["unit"], "m");
    folder.run(&["info", "a.mech"]).exits(3).says("no recording");
    folder.run(&["info", "nowhere.mcap"]).exits(3);
}

#[test]
fn a_csv_has_the_recorded_numbers() {
    let folder = made();
    folder.run(&["export", FILE, "--to", "csv"]).exits(0).says("wrote out/a/recording.csv: 101 frames");
    let csv = folder.read("out/a/recording.csv");
    assert!(csv.starts_with("time,bob.position.y,"), "{csv:.200}");
    let run = folder.recording(FILE).run;
    let names: Vec<&str> = csv.lines().next().unwrap().split(',').skip(1).collect();
    let places: Vec<usize> = names.iter().map(|n| run.find(n).unwrap()).collect();
    // `bob.position.y` is plotted alone and as part of `bob.position`: once in the table
    assert!(places.len() + 1 == run.schema.columns.len(), "{names:?}");
    for (i, line) in csv.lines().skip(1).enumerate() {
        let row: Vec<f64> = line.split(',').map(|w| w.parse().unwrap()).collect();
        let want: Vec<f64> = places.iter().map(|c| run.frame_at(i).unwrap().values[*c]).collect();
        assert_eq!((row[0], &row[1..]), (run.times[i], &want[..]));
    }
    let out =
        folder.run(&["export", FILE, "--to", "csv", "-o", "-", "--columns", "bob.*.y", "--every", "100 ms"]).exits(0);
    assert_eq!((out.out.lines().count(), out.out.lines().next()), (12, Some("time,bob.position.y")));
    let out =
        folder.run(&["export", FILE, "--to", "csv", "-o", "-", "--units", "--from", "0.2", "--until", "0.3"]).exits(0);
    assert!(out.out.starts_with("time [s],bob.position.y [m],") && out.out.lines().count() == 12, "{}", out.out);
    let wrong = folder.run(&["export", FILE, "--to", "csv", "--columns", "bob.positoin.y"]).exits(2);
    assert!(wrong.err.contains("did you mean `bob.position.y`"), "{}", wrong.err);
    folder.run(&["export", FILE, "--to", "mcap", "-o", FILE]).exits(2).says("overwrite");
    folder.run(&["export", "a.mech", "--to", "csv", "-o", "b.csv"]).exits(0);
    assert_eq!(folder.read("b.csv"), csv);
}

#[test]
fn other_formats_hold_the_same() {
    let folder = made();
    let run = folder.recording(FILE).run;
    for to in ["parquet", "arrow", "json", "mcap"] {
        folder.run(&["export", FILE, "--to", to, "-o", &format!("x.{to}")]).exits(0).says("101 frames");
        folder.run(&["export", FILE, "--to", to, "-o", &format!("y.{to}")]).exits(0);
        let bytes = |name: &str| std::fs::read(folder.0.join(format!("{name}.{to}"))).unwrap();
        assert!(bytes("x") == bytes("y"), "{to} is not the same twice");
    }
    let json: serde_json::Value = serde_json::from_str(&folder.read("x.json")).unwrap();
    assert_eq!(json["columns"][1], serde_json::json!({ "name": "bob.position.y", "unit": "m" }));
    assert_eq!(
        (json["frames"][100][1].as_f64(), &json["events"][0]["kind"]),
        (Some(run.frame_at(100).unwrap().values[0]), &"release".into())
    );
    assert_eq!(folder.recording("x.mcap").run, run);
    folder.run(&["diff", "x.mcap", FILE]).exits(0).says("the same, to the bit");
}

#[test]
fn diff_tells_where_runs_part() {
    let folder = made();
    folder.run(&["run", "a.mech", "--rtol", "1e-7", "--out", "b.mcap"]).exits(0);
    let ended = folder.run(&["diff", FILE, "b.mcap"]).exits(1);
    for text in ["they differ", "part at   t = 0", "columns", "settings  rtol: 1e-9 and 1e-7"] {
        assert!(ended.out.contains(text), "no {text:?} in {}", ended.out);
    }
    folder.run(&["diff", FILE, "b.mcap", "--tolerance", "1e-3"]).exits(0).says("agree within");
    let json = folder.run(&["diff", FILE, "b.mcap", "--json"]).exits(1).json();
    assert!(json["agree"] == false && json["first"]["column"].is_string() && json["frames"] == 101, "{json}");
    folder.run(&["run", "a.mech", "--until", "0.4", "--every", "20 ms", "--out", "c.mcap"]).exits(0);
    let json = folder.run(&["diff", FILE, "c.mcap", "--json"]).exits(1).json();
    assert_eq!((&json["frames"], &json["frames_only"]), (&21.into(), &serde_json::json!([80, 0])));
    assert!(json["first_event"][0].is_object() && json["first_event"][1].is_null(), "{json}");
    folder.run(&["diff", FILE, "a.mech"]).exits(3);
    folder.run(&["diff", FILE, FILE, "--tolerance", "-1"]).exits(2);
}

#[test]
fn recover_saves_what_is_whole_and_spares_the_original() {
    let folder = made();
    let mut bytes = std::fs::read(folder.0.join(FILE)).unwrap();
    bytes.truncate(bytes.len() - 400);
    let folder = folder.and("torn.mcap", &bytes);
    folder.run(&["recover", "torn.mcap"]).exits(0).says("saved     101 frames").says("torn.recovered.mcap");
    assert_eq!(folder.recording("torn.recovered.mcap").run, folder.recording(FILE).run);
    assert_eq!(std::fs::read(folder.0.join("torn.mcap")).unwrap(), bytes);
    folder.run(&["recover", "torn.mcap", "-o", "torn.mcap"]).exits(2).says("left as it is");
    folder.run(&["recover", "a.mech"]).exits(3);
}
