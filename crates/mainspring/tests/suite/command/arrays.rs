//! What the command says of scenes with windows, arrays, scripts and bins.

use crate::command::support::Folder;

/// A plate is pushed into a bin, another one arrives; 2 W/m² over 400 cm² for 2 s are 0.16 J.
const SCENE: &str = "space planar
surface { friction = 0.1 }
primitive plate { shape = rect(4 cm, 3 cm); area_density = 2 kg/m^2 }
window field = rect((-10, -10) cm, (10, 10) cm) { force = (10, 0) N/m^2; power = 2 W/m^2 }
array pads = grid(2, 2, pitch = 1 cm) at (1, 1) m { force = (1, 0) N/m^2 }
frame push { pads }
script work { push for 1 s }
bin tray = rect((5, -10) cm, (10, 10) cm)
part p = plate() at (0, 0) m
part q = plate() at (-6, 6) cm arriving 1.9 s
run 2 s
record p.field_work, p.surface_heat, p.field_torque
";

#[test]
fn a_run_counts_what_acts_who_came_and_what_was_drawn() {
    let folder = Folder::with("a.mech", SCENE);
    let ended = folder.run(&["run", "a.mech"]).exits(0);
    for text in [
        "1 window, 1 array, 1 script, 1 bin, 1 part that arrives",
        "parts     1 arrived, 1 left: 1 into `tray`",
        "drawn     0.16 J by windows and arrays, beside the balance",
    ] {
        assert!(ended.out.contains(text), "no {text:?} in {}", ended.out);
    }
    assert!(!ended.out.contains("a work"), "{}", ended.out);
    let counts = serde_json::json!({ "windows": 1, "arrays": 1, "scripts": 1, "bins": 1, "arrivals": 1 });
    let traffic = serde_json::json!({ "arrived": 1, "left": 1, "bins": { "tray": 1 } });
    let json = folder.run(&["run", "a.mech", "--no-record", "--json"]).exits(0).json();
    assert_eq!((&json["actuators"], &json["traffic"]), (&counts, &traffic));
    // energy and torque share a dimension, and are told apart by what they are called
    let units = ["p.field_work", "p.surface_heat", "p.field_torque"].map(|name| json["units"][name].clone());
    assert_eq!(units, ["J", "J", "N*m"]);
    let loads = json["energy"]["loads"].as_array().unwrap();
    let drawn: Vec<_> = loads.iter().filter(|l| l["kind"] == "drawn").collect();
    assert_eq!((drawn.len(), &drawn[0]["path"]), (1, &"surface".into()));
    assert!((drawn[0]["value"].as_f64().unwrap() - 0.16).abs() < 1e-12, "{drawn:?}");

    let file = "out/a/recording.mcap";
    let info = folder.run(&["info", file]).exits(0);
    assert!(info.out.contains("1 window, 1 array, 1 script, 1 bin, 1 part that arrives"), "{}", info.out);
    assert!(info.out.contains("1 arrived, 1 left: 1 into `tray`"), "{}", info.out);
    let json = folder.run(&["info", file, "--json"]).exits(0).json();
    assert_eq!((&json["actuators"], &json["traffic"]), (&counts, &traffic));
    folder.run(&["check", "a.mech"]).exits(0).says("1 window, 1 array");
}

#[test]
fn symplectic_names_what_it_has_no_place_for() {
    let folder = Folder::with("a.mech", SCENE);
    let options = ["run", "a.mech", "--no-record", "--integrator", "symplectic"];
    let ended = folder.run(&options).exits(3);
    assert!(ended.err.contains("`surface` rubs parts") && !ended.err.contains("roll"), "{}", ended.err);
    let bare = SCENE.replace("surface { friction = 0.1 }\n", "").replace("p.surface_heat, ", "");
    std::fs::write(folder.0.join("a.mech"), &bare).unwrap();
    let ended = folder.run(&options).exits(3);
    assert!(ended.err.contains("may arrive or leave") && !ended.err.contains("roll"), "{}", ended.err);
    let rate = bare.replace("(10, 0) N/m^2", "(0, 0) N/m^2 - (1 N*s/m^3)*p.velocity");
    let lines = rate.lines().filter(|l| !["bin", "part q"].iter().any(|w| l.starts_with(w)));
    std::fs::write(folder.0.join("a.mech"), lines.collect::<Vec<_>>().join("\n")).unwrap();
    folder.run(&options).exits(3).says("`field` depends on velocity");
}

#[test]
fn penalty_refuses_bins_and_edges_by_name() {
    for (from, to) in [("arriving 1.9 s", ""), ("bin tray", "// ")] {
        let region = if from == "bin tray" { "; region = rect(1 m, 1 m) }" } else { " }" };
        let scene = SCENE.replace(from, to).replace("arriving 1.9 s", "").replace("0.1 }", &format!("0.1{region}"));
        let method = "method penalty { stiffness = 1e5 N/m; damping = 10 N*s/m; slip_speed = 1 mm/s }\n";
        let folder = Folder::with("a.mech", scene.replace("surface {", &format!("{method}surface {{")));
        let ended = folder.run(&["check", "a.mech"]).exits(1);
        assert!(ended.err.contains("E0527") && ended.err.contains("`method event`"), "{}", ended.err);
    }
}
