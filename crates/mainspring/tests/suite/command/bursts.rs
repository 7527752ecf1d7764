//! Events on the terminal and for programs: many in a moment are one line that opens.

use crate::command::support::Folder;
use serde_json::Value;

/// Restitution one half: the flights after the first blow last √(2h/g) = 0.19 s, half of it, a quarter …
const BALL: &str = "space planar
gravity (0, -9.81) m/s^2
primitive ball_ { shape = disc(2 cm); mass = 50 g }
part ball = ball_() at (0, 20) cm
obstacle floor = halfplane((0, 0) m, (0, 1))
contact ball, floor { restitution = 0.5 }
record ball.position.y
run 3 s every 10 ms
";

/// Lines of the events in a summary or an info, without their label.
fn lines(out: &str) -> Vec<String> {
    let after = out.lines().skip_while(|l| !l.starts_with("events"));
    let rest = after.enumerate().take_while(|(i, l)| *i == 0 || l.starts_with(' '));
    rest.map(|(_, l)| l.trim_start_matches("events").trim_start().to_owned()).collect()
}

#[test]
fn a_burst_is_one_line_and_opens_when_asked() {
    let folder = Folder::with("b.mech", BALL);
    let plain = folder.run(&["run", "b.mech"]).exits(0);
    let json = folder.run(&["run", "b.mech", "--json", "--no-record"]).exits(0).json();
    let events = json["events"].as_array().expect("all of them");
    let bursts = json["bursts"].as_array().expect("beside them");
    assert_eq!(bursts.len(), 1);
    let number = |name: &str| bursts[0][name].as_u64().expect("a count") as usize;
    let (first, count) = (number("first"), number("count"));
    assert_eq!(first + count, events.len(), "to the end, when the ball rests");
    let of_kind = |kind: &str| events[first..].iter().filter(|e| e["kind"] == kind).count();
    assert_eq!((number("blows"), number("contact_changes")), (of_kind("impact"), count - of_kind("impact")));
    assert_eq!(bursts[0]["who"], serde_json::json!([[["ball", "floor"], count]]));
    assert_eq!((&bursts[0]["from"], &bursts[0]["to"]), (&events[first]["time"], &events[events.len() - 1]["time"]));
    // the same line in the summary, which ends with it
    let text = bursts[0]["text"].as_str().expect("a sentence");
    assert!(text.ends_with(" between `ball` and `floor`, closer and closer"), "{text}");
    assert!(text.starts_with(&format!("{} blows and 2 changes of contact in ", of_kind("impact"))), "{text}");
    let shown = lines(&plain.out);
    assert_eq!(shown.len(), first + 1, "{}", plain.out);
    assert!(shown[first].ends_with(text));
    let listed = folder.run(&["run", "b.mech", "--no-record", "--events"]).exits(0);
    assert_eq!(lines(&listed.out), shown);
    let opened = folder.run(&["run", "b.mech", "--no-record", "--events=each"]).exits(0);
    assert_eq!(lines(&opened.out).len(), shown.len() + count);

    // a recording has every event, and says the same of them
    let file = "out/b/recording.mcap";
    let counts = folder.run(&["info", file]).exits(0);
    let lines_of_it = format!("{} events, in {} lines with `--events`", events.len(), first + 1);
    assert!(counts.out.contains(&lines_of_it), "{}", counts.out);
    assert_eq!(lines(&folder.run(&["info", file, "--events"]).exits(0).out), shown);
    assert_eq!(lines(&folder.run(&["info", file, "--events=each"]).exits(0).out), lines(&opened.out));
    let info = folder.run(&["info", file, "--events", "--json"]).exits(0).json();
    assert_eq!((&info["event_list"], &info["bursts"]), (&json["events"], &json["bursts"]));
    let table = folder.run(&["export", file, "--to", "json", "-o", "-"]).exits(0).json();
    assert_eq!((&table["events"], &table["bursts"]), (&json["events"], &json["bursts"]));
}

#[test]
fn what_was_stepped_is_listed_and_exported() {
    let heap = BALL
        .replace("part ball = ball_() at (0, 20) cm\n", "for i in 0..3 { part ball[i] = ball_() at (10*i, 20) cm }\n");
    let heap = heap.replace("contact ball, floor { restitution = 0.5 }\n", "contacts all\nmethod stepping\n");
    let heap = heap.replace("record ball.position.y\nrun 3 s", "record ball[1].position.y\nrun 0.5 s");
    let folder = Folder::with("h.mech", &heap);
    folder.run(&["run", "h.mech"]).exits(0);
    let file = "out/h/recording.mcap";
    let info = folder.run(&["info", file]).exits(0);
    assert!(
        info.out.contains("stepped   0.5 s of 0.5 s (100 %)\n          0 s to 0.5 s, all that moves"),
        "{}",
        info.out
    );
    let json = folder.run(&["info", file, "--json"]).exits(0).json();
    let all = ["ball[0]", "ball[1]", "ball[2]"];
    assert_eq!(json["stepped"], serde_json::json!([{ "from": 0.0, "to": 0.5, "bodies": all }]));
    let table = folder.run(&["export", file, "--to", "csv", "-o", "-"]).exits(0);
    assert!(table.out.starts_with("time,ball[1].position.y,stepped bodies\n0.0,0.2,3.0\n"), "{}", &table.out[..80]);
    let chosen = folder.run(&["export", file, "--to", "csv", "-o", "-", "--columns", "ball[1].position.y"]).exits(0);
    assert!(chosen.out.starts_with("time,ball[1].position.y\n"));
    // by event nothing is stepped, and it is said of no frame
    let calm = Folder::with("b.mech", BALL);
    calm.run(&["run", "b.mech"]).exits(0);
    assert!(!calm.run(&["info", "out/b/recording.mcap"]).exits(0).out.contains("\nstepped"));
    let json = calm.run(&["info", "out/b/recording.mcap", "--json"]).exits(0).json();
    assert_eq!(json["stepped"], Value::Array(Vec::new()));
}
