//! `--json`: its shape.

use crate::command::support::{Folder, PENDULUM};

#[test]
fn one_object_with_everything() {
    let folder = Folder::with("swing/scene.mech", PENDULUM);
    let json = folder.run(&["run", "swing/scene.mech", "--json", "--probe", "norm(rod.force)"]).exits(0).json();
    // called after its folder
    assert_eq!(json["scene"], "swing");
    assert_eq!(json["end"], serde_json::json!({ "time": 1.0, "reason": "finished" }));
    assert!(
        json["values"]["norm(rod.force)"].is_number() && json["values"]["bob.position"].as_array().unwrap().len() == 2
    );
    assert_eq!(json["units"]["norm(rod.force)"], "N");
    for key in
        ["kinetic", "potential", "spring", "total", "work", "dissipated", "lost", "switched", "projected", "residual"]
    {
        assert!(json["energy"][key].is_number(), "{key}");
    }
    assert!(json["energy"]["residual"].as_f64().unwrap() < 1e-7);
    for place in [&json["drift"], &json["drift"]["at_steps"], &json["drift"]["at_frames"]] {
        assert!(place["position"].as_f64().unwrap() < 1e-10 && place["velocity"].as_f64().unwrap() < 1e-10);
    }
    for key in ["steps", "rejected", "evaluations", "factorisations", "frames", "events"] {
        assert!(json["work"][key].is_u64(), "{key}");
    }
    assert!(json["events"].is_array() && json["notes"].is_array() && json.get("error").is_none());
    assert_eq!(json["recording"], "out/swing/recording.mcap");
    assert_eq!(json["plots"].as_array().unwrap().len(), 2);
    let hash = json["hash"].as_str().unwrap();
    assert!(hash.len() == 18 && hash.starts_with("0x"));
}

#[test]
fn values_at_times_are_lists_in_the_order_of_times() {
    let folder = Folder::with("a.mech", PENDULUM);
    let run = |at: &[&str]| {
        let all: Vec<&str> = ["run", "a.mech", "--no-record", "--json"].iter().chain(at).copied().collect();
        folder.run(&all).exits(0).json()
    };
    let json = run(&["--at", "0.5,100 ms", "--at", "0"]);
    assert_eq!(json["times"], serde_json::json!([0.0, 0.1, 0.5]));
    let heights = json["values"]["bob.position.y"].as_array().unwrap();
    assert!(heights.len() == 3 && heights[0] == 0.0 && heights[1].as_f64() > heights[2].as_f64());
    assert_eq!(json["values"]["bob.position"][0], serde_json::json!([1.0, 0.0]));
    assert_eq!(run(&["--at", "1"])["values"]["bob.position.y"].as_array().unwrap().len(), 1);
    assert!(run(&[])["recording"].is_null());
}

#[test]
fn events_are_told() {
    let text = PENDULUM.replace("run 1 s", "release rod at 0.25 s\nrun 1 s");
    let folder = Folder::with("a.mech", text);
    let json = folder.run(&["run", "a.mech", "--no-record", "--json"]).exits(0).json();
    assert_eq!((&json["events"][0]["kind"], &json["events"][0]["time"]), (&"release".into(), &0.25.into()));
    folder.run(&["run", "a.mech", "--no-record"]).exits(0).says("0.25 s  released `rod`");
}

#[test]
fn errors_of_the_scene_are_listed() {
    let folder = Folder::with("a.mech", "space planar\nmass a = 1 kg at (0, 0) mm\n\nmass b = -1 kg at (0, zz) m\n");
    let json = folder.run(&["run", "a.mech", "--json"]).exits(1).json();
    let errors = json["errors"].as_array().unwrap();
    assert!(errors.len() >= 2, "{json}");
    for error in errors {
        assert!(error["code"].as_str().unwrap().starts_with('E') && error["severity"] == "error");
        assert!(error["file"] == "a.mech" && error["line"] == 4 && error["column"].as_u64().unwrap() > 1, "{error}");
    }
    assert!(!folder.has("out"));
    // what is no error stands apart
    let turned = "space planar
primitive plate { shape = polygon((0, 0) cm, (0, 1) cm, (1, 0) cm); area_density = 1 kg/m^2 }
part p = plate() at (0, 0)
let z = 1 m + 2 s
run 1 s";
    let json = Folder::with("a.mech", turned).run(&["run", "a.mech", "--json"]).exits(1).json();
    assert!(json["errors"].as_array().unwrap().iter().all(|e| e["severity"] == "error"), "{json}");
    assert_eq!((&json["errors"][0]["code"], &json["notes"][0]["code"]), (&"E0301".into(), &"W0606".into()));
    let json = folder.run(&["run", "nowhere.mech", "--json"]).exits(1).json();
    assert_eq!(json["errors"][0]["code"], "E0001");
}
