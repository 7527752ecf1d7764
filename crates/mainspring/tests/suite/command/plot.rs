//! `plot`: charts, pictures, lists and what can be wrong with the words.

use crate::command::support::{Folder, PENDULUM, gallery};

fn four_bar() -> Vec<u8> {
    std::fs::read(gallery().join("four_bar/scene.mech")).unwrap()
}

#[test]
fn without_a_path_it_lists_what_there_is() {
    let folder = Folder::with("p.mech", PENDULUM);
    let out = folder.run(&["plot", "p.mech"]).exits(0).out;
    assert!(out.contains("bob.position.y") && out.contains(" m\n") && out.contains("'height of the bob'"), "{out}");
    let next = out.lines().last().unwrap().strip_prefix("next: mainspring ").unwrap();
    let words: Vec<&str> = next.split(' ').collect();
    folder.run(&words).exits(0);
}

#[test]
fn charts_are_plain_text_when_piped() {
    let folder = Folder::with("p.mech", PENDULUM);
    let out = folder.run(&["plot", "p.mech", "bob.position.y"]).exits(0).out;
    assert!(out.contains("bob.position.y (m)") && out.contains("time (s)") && !out.contains('\u{1b}'), "{out}");
    assert!(out.lines().all(|l| l.chars().count() <= 80) && out.lines().count() > 12, "{out}");
    let ascii = folder.run(&["plot", "p.mech", "bob.position.y", "--ascii"]).exits(0).out;
    assert!(ascii.is_ascii(), "{ascii}");
    folder.run(&["plot", "p.mech", "bob.position.y", "--histogram"]).exits(0).says("frames of bob.position.y");
}

#[test]
fn recordings_and_scenes_give_the_same_chart() {
    let folder = Folder::with("p.mech", PENDULUM);
    folder.run(&["run", "p.mech"]).exits(0);
    let recording = std::fs::read_dir(folder.0.join("out/p"))
        .unwrap()
        .map(|e| e.unwrap().path())
        .find(|p| p.file_stem().is_some_and(|s| s == "recording") && p.extension().is_some_and(|e| e != "jsonl"))
        .unwrap();
    let words = ["bob.position.y", "--from", "200 ms", "--to", "0.7"];
    let of = |file: &str| folder.run(&[["plot", file].as_slice(), words.as_slice()].concat()).exits(0).out;
    let (scene, file) = (of("p.mech"), of(recording.to_str().unwrap()));
    // the title has the scene's name, which a table does not hold
    assert_eq!(scene.split_once('\n').unwrap().1, file.split_once('\n').unwrap().1);
}

#[test]
fn pictures_are_written() {
    let folder = Folder::with("f.mech", four_bar());
    let svg = |words: &[&str]| {
        folder.run(&[["plot", "f.mech"].as_slice(), words, &["-o", "x.svg"]].concat()).exits(0).says("x.svg");
        folder.read("x.svg")
    };
    let pins = svg(&["pin forces"]);
    assert!(pins.matches("class=\"curve\"").count() == 4 && pins.contains(">pin forces<"));
    let two = svg(&["r.angle", "--y2", "o.effort", "--dark", "--size", "1000x400"]);
    assert!(
        two.contains("data-axis=\"right\"") && two.contains("#14171c") && two.contains("width=\"1000\" height=\"400\"")
    );
    assert!(svg(&["norm*", "--log", "xy"]).contains("data-y-log=\"1\""));
    let path = svg(&["coupler curve"]);
    assert!(path.contains(">rod.center.position.x (m)<"), "a titled plot keeps what it is against");
    assert!(path.contains("data-name=\"rod.center.position.y\""));
    assert!(
        svg(&["rod.center.position.y", "--against", "rod.center.position.x"]).contains(">rod.center.position.x (m)<")
    );
    assert!(svg(&["r.angle", "--histogram"]).contains("class=\"bar\""));
    folder.run(&["plot", "f.mech", "r.angle", "-o", "x.png"]).exits(0);
    let png = std::fs::read(folder.0.join("x.png")).unwrap();
    assert!(png.starts_with(b"\x89PNG"));
    folder.run(&["plot", "f.mech", "r.angle", "-o", "y.png"]).exits(0);
    assert!(png == std::fs::read(folder.0.join("y.png")).unwrap(), "the same bytes");
}

#[test]
fn wrong_words_are_told_with_what_helps() {
    let folder = Folder::with("f.mech", four_bar()).and("bad.mech", "space planar\npart x = y()\n");
    for (words, exit, says) in [
        (vec!["f.mech", "r.angel"], 2, "did you mean `r.angle`?"),
        (vec!["f.mech", "nothing"], 2, "lists what there is"),
        (vec!["f.mech", "r.angle", "--against", "rod"], 2, "one is needed"),
        (vec!["f.mech", "r.angle", "o.effort", "--y2", "norm*"], 2, "each side has one"),
        (vec!["f.mech", "r.angle", "--from", "3", "--to", "2"], 2, "not before"),
        (vec!["f.mech", "r.angle", "--from", "30"], 2, "from 0 s to 4 s"),
        (vec!["f.mech", "r.angle", "-o", "x.gif"], 2, "`.svg` or a `.png`"),
        (vec!["f.mech", "r.angle", "-o", "x"], 2, "`.svg` or a `.png`"),
        (vec!["f.mech", "r.angle", "-o", "x.svg", "--size", "10x10"], 2, "1200x700"),
        (vec!["f.mech", "*", "-o", "x.png", "--size", "400x160"], 2, "px at least"),
        (vec!["f.mech", "r.angle", "-o", "no/such/folder/x.svg"], 3, "cannot write"),
        (vec!["f.mech", "r.angle", "--log", "z"], 2, "xy"),
        (vec!["f.mech", "r.angle", "--dark"], 2, "--out"),
        (vec!["f.mech", "r.angle", "--from", "3 kg"], 2, "invalid value"),
        (vec!["none.mcap", "r.angle"], 3, "none.mcap"),
        (vec!["bad.mech", "r.angle"], 1, "E0"),
    ] {
        let ended = folder.run(&[["plot"].as_slice(), &words].concat()).exits(exit);
        assert!(ended.err.contains(says), "{words:?}: {ended:#?}");
        assert!(ended.out.is_empty(), "{words:?}");
    }
}

#[test]
fn the_scene_of_the_examples_has_what_they_plot() {
    let help = Folder::new().run(&["plot", "--help"]).exits(0).out;
    let folder = Folder::with("four_bar.mech", four_bar());
    let lines: Vec<&str> = help.lines().filter(|l| l.trim().starts_with("mainspring plot four_bar.mech ")).collect();
    assert!(lines.len() >= 4, "{help}");
    for line in lines {
        // what follows two blanks says what it does
        let example = line.trim().split("  ").next().unwrap();
        let mut words: Vec<&str> = Vec::new();
        for (k, part) in example.split('\'').enumerate() {
            if k % 2 == 1 { words.push(part) } else { words.extend(part.split_whitespace()) }
        }
        folder.run(&words[1..]).exits(0);
    }
}
