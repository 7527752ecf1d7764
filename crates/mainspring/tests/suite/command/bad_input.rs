//! Files that are no scenes, scenes that are no mechanisms: a clear message and exit code 1, never a panic or a hang.

use crate::command::support::{Ended, Folder, PENDULUM};

fn run(text: &str) -> Ended {
    Folder::with("a.mech", text).run(&["run", "a.mech"]).exits(1)
}

#[test]
fn files_that_cannot_be_read() {
    let folder =
        Folder::with("d/scene.mech", PENDULUM).and("bytes.mech", b"space \xff\xfe planar").and("empty.mech", "");
    folder.run(&["run", "nowhere.mech"]).exits(1).says("there is no such file").says("E0001");
    folder.run(&["run", "d"]).exits(1).says("it is a folder").says("scene.mech`?");
    folder.run(&["run", "bytes.mech"]).exits(1).says("not UTF-8").says("bytes.mech");
    folder.run(&["run", "empty.mech"]).exits(1).says("the scene is empty");
    folder.run(&["check", "nowhere.mech", "d/scene.mech", "empty.mech"]).exits(1).says("d/scene.mech: fine");
    folder.run(&["run"]).exits(2);
    folder.run(&["run", ""]).exits(2).says("SCENE");
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::with("a.mech", PENDULUM);
    std::fs::set_permissions(folder.0.join("a.mech"), std::fs::Permissions::from_mode(0o0)).unwrap();
    if std::fs::read(folder.0.join("a.mech")).is_err() {
        folder.run(&["run", "a.mech"]).exits(1).says("permission denied");
    }
}

#[test]
fn a_line_of_ten_megabytes_and_deep_nesting() {
    let ended = run(&format!("let a = 2 {}\n", "x".repeat(10_000_000)));
    assert!(ended.err.len() < 5000, "{} bytes of message", ended.err.len());
    let ended = run(&format!("{PENDULUM}let a = {}1{}\n", "(".repeat(100_000), ")".repeat(100_000)));
    assert!(ended.err.len() < 50_000, "{} bytes of message", ended.err.len());
    run(&"{".repeat(1_000_000));
    run(&"a\u{0}b\u{1b}[2J".repeat(1000));
}

#[test]
fn of_thousands_of_mistakes_the_first_are_shown() {
    let masses: String = (0..60).map(|i| format!("mass m{i} = 1 kg at (0, 0) m {{ radius = 1 cm }}\n")).collect();
    let ended = run(&format!("space planar\n{masses}contacts all\nrun 1 s\n"));
    // of overlaps no more than two hundred are looked for
    assert_eq!(ended.err.matches("error[E0709]").count(), 100);
    assert!(ended.err.ends_with("\n… and 100 errors that are not shown\n"), "{}", &ended.err[ended.err.len() - 300..]);
}

#[test]
fn imports_that_are_not_there_or_go_round() {
    let folder = Folder::with("a.mech", "use \"b.mech\"\nspace planar\nmass m = 1 kg at (0, 0)\nrun 1 s")
        .and("b.mech", "use \"c.mech\"")
        .and("c.mech", "use \"b.mech\"")
        .and("d.mech", "use \"nowhere.mech\"\nuse \"../x.mech\"\nspace planar");
    folder.run(&["run", "a.mech"]).exits(1).says("E0005").says("import one another");
    folder.run(&["run", "d.mech"]).exits(1).says("E0001").says("E0006");
}

#[test]
fn scenes_that_are_no_mechanisms() {
    let with = |line: &str| run(&PENDULUM.replace("run 1 s", &format!("{line}\nrun 1 s")));
    with("mass m = -1 kg at (0, 0)").says("mass");
    with("mass m = 0 kg at (0, 0)").says("mass");
    with("let a = 1/0").says("zero");
    with("let a = nan").says("nan");
    with("mass m = 1 kg at (0, 1) m\njoint j = distance(ground (0, 0), m.center) { length = 0 m }").says("length");
    // a loop that cannot close
    with("joint far = distance(ground (9, 0) m, bob.center) { length = 1 m }").says("E0701").says("far");
    run("space planar\nrun 1 s").says("nothing to run");
    run("mass m = 1 kg at (0, 0)\nrun 1 s").says("space");
}

#[test]
fn unknown_commands_and_options_are_usage_errors() {
    let folder = Folder::new();
    folder.run(&["runn"]).exits(2).says("run");
    folder.run(&[]).exits(2).says("Usage");
    folder.run(&["run", "a.mech", "--untill", "3"]).exits(2).says("--until");
    folder.run(&["--help"]).exits(0).says("Examples:").says("Exit codes");
    folder.run(&["run", "--help"]).exits(0).says("out/<scene>/recording.mcap]").says("rk4");
    folder.run(&["--version"]).exits(0).says("mainspring 0");
}
