//! `info`, `export`, `diff`, `recover`: what they say and how they exit.

use crate::command::support::{Folder, PENDULUM};

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
    folder.run(&["info", "nowhere.mcap"]).exits(3);
    let folder = folder.and("notes.txt", "two lines\nof text\n");
    folder.run(&["info", "notes.txt"]).exits(3).says("no recording");
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
    // the name of the file says the format
    folder.run(&["export", FILE, "-o", "c.csv"]).exits(0);
    assert_eq!(folder.read("c.csv"), csv);
    folder.run(&["export", FILE, "-o", "c.txt"]).exits(2).says("does not say its format");
    folder.run(&["export", FILE]).exits(2).says("--to");
    folder.run(&["run", FILE]).exits(1).says("this is a recording, not a scene");
}

#[test]
fn other_formats_hold_the_same() {
    let folder = made();
    let run = folder.recording(FILE).run;
    let tables: &[&str] = if cfg!(feature = "tables") { &["parquet", "arrow"] } else { &[] };
    for to in ["json", "mcap"].iter().chain(tables) {
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

/// A run of several blocks, one of which is spoilt.
fn spoilt() -> Folder {
    let folder = Folder::with("a.mech", PENDULUM.replace("run 1 s every 10 ms", "run 10 s every 1 ms"));
    folder.run(&["run", "a.mech"]).exits(0);
    let mut bytes = std::fs::read(folder.0.join(FILE)).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 4000].fill(0x5a);
    folder.and("spoilt.mcap", &bytes)
}

#[test]
fn what_is_exported_from_a_damaged_recording_says_so() {
    let folder = spoilt();
    folder.run(&["info", "spoilt.mcap", "--verify"]).exits(3);
    folder.run(&["export", "spoilt.mcap", "--to", "mcap", "-o", "copy.mcap"]).exits(0).says("is damaged");
    folder.run(&["info", "copy.mcap", "--verify"]).exits(3).says("blocks that were here are missing");
    folder.run(&["export", "spoilt.mcap", "--to", "json", "-o", "copy.json"]).exits(0);
    let json: serde_json::Value = serde_json::from_str(&folder.read("copy.json")).unwrap();
    let time = &json["damage"][0]["time"];
    assert!(time[0].as_f64() < time[1].as_f64() && time[1].as_f64() < Some(10.0), "{time}");
    folder.run(&["export", FILE, "--to", "json", "-o", "sound.json", "--every", "1"]).exits(0);
    let json: serde_json::Value = serde_json::from_str(&folder.read("sound.json")).unwrap();
    assert_eq!(json["damage"], serde_json::json!([]));
}

#[test]
fn a_recorded_time_is_not_lost() {
    let folder = Folder::with("a.mech", format!("{PENDULUM}quantity time = bob.position.x\nrecord time\n"));
    folder.run(&["run", "a.mech"]).exits(0);
    let ended = folder.run(&["export", FILE, "--to", "csv", "-o", "-"]).exits(0).says("as `time (recorded)`");
    let header = ended.out.lines().next().unwrap();
    assert!(header.starts_with("time,") && header.contains(",time (recorded)"), "{header}");
    if cfg!(feature = "tables") {
        folder.run(&["export", FILE, "--to", "parquet", "-o", "x.parquet"]).exits(0);
    }
}

#[cfg(not(feature = "tables"))]
#[test]
fn a_plain_build_names_the_command_that_builds_one_with_tables() {
    let folder = made();
    for (to, name) in [("parquet", "Parquet"), ("arrow", "Arrow")] {
        let ended = folder.run(&["export", FILE, "--to", to, "-o", "x"]).exits(2);
        let said = format!(
            "error: this program was built without {name}; `cargo build --profile dist -p mainspring --features tables` \
             builds one that writes it\n"
        );
        assert_eq!(ended.err, said);
        assert!(!folder.0.join("x").exists());
    }
    folder.run(&["export", "--help"]).exits(0).says("parquet: not in this build");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_costs_neither_the_old_file_nor_a_cut_one() {
    use std::process::Command;
    let folder = spoilt().and("new/a.csv", "old").and("new/a.mcap", "old").and("new/a.parquet", "old");
    let program = env!("CARGO_BIN_EXE_mainspring");
    // a file may have some kilobytes and no more
    let limited = |line: &str| {
        let script = format!("trap '' XFSZ; ulimit -f 16; exec '{program}' {line}");
        let output = Command::new("sh").args(["-c", &script]).current_dir(&folder.0).output().unwrap();
        crate::command::support::Ended::from(output).exits(3)
    };
    let tables: &[&str] = if cfg!(feature = "tables") { &["parquet"] } else { &[] };
    for to in ["csv", "mcap"].iter().chain(tables) {
        let ended = limited(&format!("export {FILE} --to {to} -o new/a.{to}"));
        assert!(ended.err.contains(&format!("cannot write `new/a.{to}`: ")), "{ended:#?}");
        assert!(ended.err.contains("File too large"), "{ended:#?}");
        assert_eq!(folder.read(&format!("new/a.{to}")), "old");
    }
    let ended = limited("recover spoilt.mcap -o new/b.mcap");
    assert!(ended.err.contains("cannot write `new/b.mcap`: "), "{ended:#?}");
    assert_eq!(std::fs::read_dir(folder.0.join("new")).unwrap().count(), 3, "nothing is left behind");
    folder.run(&["export", FILE, "--to", "csv", "-o", "/dev/full"]).exits(3).says("cannot write `/dev/full`: No space");
    folder.run(&["recover", "spoilt.mcap", "-o", "nowhere/b.mcap"]).exits(3).says("cannot write `nowhere/b.mcap`");
    for device in ["/dev/full", "/dev/null", "/dev/stdout"] {
        folder.run(&["run", "a.mech", "--out", device]).exits(3).says("no regular file");
    }
    assert!(Command::new("mkfifo").arg(folder.0.join("pipe")).status().unwrap().success());
    folder.run(&["info", "pipe"]).exits(3).says("no regular file");
}

#[test]
fn the_command_can_be_pasted_and_is_compared() {
    let folder = made();
    folder.run(&["run", "a.mech", "--set", "length=1.5 m", "--probe", "bob.mass", "--out", "b.mcap"]).exits(0);
    folder.run(&["info", "b.mcap"]).exits(0).says("mainspring run a.mech --set 'length=1.5 m' --probe bob.mass\n");
    folder.run(&["info", FILE]).exits(0).says(" 1 event,");
    let ended = folder.run(&["diff", FILE, "b.mcap"]).exits(1);
    for text in ["--set length: not given and 1.5 m", "--probe: not given and bob.mass"] {
        assert!(ended.out.contains(text), "no {text:?} in {}", ended.out);
    }
}
