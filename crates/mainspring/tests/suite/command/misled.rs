//! What once misled people who typed something else than they meant: each message, word for word.

use crate::command::support::{Ended, Folder, PENDULUM};
use std::io::Write;
use std::process::Stdio;

fn piped(folder: &Folder, arguments: &[&str], text: &str) -> Ended {
    let mut command = folder.command(arguments);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    Ended::from(child.wait_with_output().unwrap())
}

#[test]
fn a_dash_is_standard_input() {
    let folder = Folder::with("lib.mech", "let reach = 2 m");
    let ended = piped(&folder, &["run", "-"], PENDULUM).exits(0);
    assert!(ended.out.starts_with("scene     stdin: planar, 1 body"), "{ended:#?}");
    assert!(folder.recording("out/stdin/recording.mcap").complete);
    piped(&folder, &["run", "-", "--resume"], PENDULUM).exits(0).says("it reaches t = 1 s");
    piped(&folder, &["check", "-"], &format!("use \"lib.mech\"\n{PENDULUM}")).exits(0).says("-: fine");
    piped(&folder, &["check", "-"], "space planar\nmass\n").exits(1).says(" stdin:2:");
    piped(&folder, &["run", "-"], "").exits(1).says("the scene is empty");
    piped(&folder, &["export", "-", "--to", "csv"], PENDULUM).exits(0).says("wrote stdin.csv: 101 frames");
    piped(&folder, &["report", "-"], PENDULUM).exits(0).says("stdin.html: ");
    piped(&folder, &["plot", "-", "bob.position.y"], PENDULUM).exits(0).says("bob.position.y");
    piped(&folder, &["info", "-"], PENDULUM).exits(0);
    assert_eq!(piped(&folder, &["fmt", "-"], "let a=1 cm\n").exits(0).out, "let a = 1 cm\n");
}

#[test]
fn files_are_guessed() {
    let folder = Folder::with("car.mech", PENDULUM).and("sub/scene.mech", PENDULUM).and("sub/tray.mech", PENDULUM);
    for (typed, said) in [
        ("car", "did you mean `car.mech`?"),
        ("cra.mech", "did you mean `car.mech`?"),
        ("sub/try", "did you mean `sub/tray.mech`?"),
        ("sub", "did you mean `sub/scene.mech`?"),
        ("lorry.mech", "check the name and the folder"),
        ("su/car.mech", "there is no folder `su`"),
    ] {
        for command in ["run", "check", "fmt"] {
            folder.run(&[command, typed]).exits(1).says("E0001").says(&format!("= help: {said}\n"));
        }
    }
}

#[test]
fn mechanisms_of_the_gallery_are_guessed() {
    let folder = Folder::new();
    for (typed, said) in [
        ("pendulm", "error: the gallery has no `pendulm`; did you mean `pendulum`"),
        ("double", "error: the gallery has no `double`; did you mean `double_pendulum`?\n"),
        ("genva", "error: the gallery has no `genva`; `mainspring gallery` lists all\n"),
    ] {
        let ended = folder.run(&["gallery", typed]).exits(2);
        assert!(ended.err.starts_with(said), "{ended:#?}");
    }
}

#[test]
fn columns_are_guessed() {
    let folder =
        Folder::with("car.mech", PENDULUM.replace("of the bob\" bob.position.y", "of the body\" bob.position.y"));
    let ended = folder.run(&["plot", "car.mech", "body hight"]).exits(2);
    assert_eq!(ended.err, "error: nothing recorded is called `body hight`; did you mean `height of the body`?\n");
}

#[test]
fn commands_are_guessed() {
    let folder = Folder::new();
    for (typed, said) in
        [("view", "report"), ("simulate", "run"), ("format", "fmt"), ("animate", "render"), ("rnu", "run")]
    {
        let ended = folder.run(&[typed, "car.mech"]).exits(2);
        let said =
            format!("error: unrecognized subcommand '{typed}'\n\n  tip: a similar subcommand exists: '{said}'\n");
        assert!(ended.err.starts_with(&said), "{ended:#?}");
    }
}

#[test]
fn a_recording_is_no_scene_and_says_what_reads_it() {
    let folder = Folder::with("car.mech", PENDULUM);
    folder.run(&["run", "car.mech"]).exits(0);
    for command in ["run", "check", "fmt"] {
        let ended = folder.run(&[command, "out/car/recording.mcap"]).exits(1);
        let said = "error[E0002]: `out/car/recording.mcap`: this is a recording, not a scene\n |\n \
                    = help: `mainspring info`, `plot` and `report` read it; the scene is in it\n";
        assert_eq!(ended.err, said);
    }
}

#[test]
fn the_format_comes_from_the_name() {
    let folder = Folder::with("car.mech", PENDULUM);
    folder.run(&["export", "car.mech", "-o", "car.csv"]).exits(0).says("wrote car.csv: 101 frames");
    assert!(folder.read("car.csv").starts_with("time,"));
    let ended = folder.run(&["export", "car.mech", "-o", "car.tab"]).exits(2);
    let said = "error: the name of the new file does not say its format: give `--to csv`, `json`, `parquet`, `arrow` or `mcap`\n";
    assert_eq!(ended.err, said);
}

#[test]
fn a_name_that_says_something_else_is_refused() {
    let folder = Folder::with("car.mech", PENDULUM);
    let ended = folder.run(&["run", "car.mech", "-o", "afile.txt"]).exits(2);
    let said = "error[E0906]: `--out afile.txt`: a recording is an MCAP file, not `.txt`\n |\n \
                = help: name it `afile.mcap`; `mainspring export` makes tables of it\n";
    assert_eq!(ended.err, said);
    let ended = folder.run(&["report", "car.mech", "-o", "x.png"]).exits(2);
    let said = "error: `x.png`: a report is an HTML page, not `.png`; name it `x.html`; `mainspring render` and `plot` make pictures\n";
    assert_eq!(ended.err, said);
    folder.run(&["report", "car.mech", "-o", "x.csv"]).exits(2).says("`mainspring export` makes tables\n");
    folder.run(&["run", "car.mech", "-o", "r.mcap"]).exits(0);
    let ended = folder.run(&["recover", "r.mcap", "-o", "x.csv"]).exits(2);
    assert_eq!(ended.err, "error: `x.csv`: what is saved is a recording, an MCAP file, not `.csv`\n");
    assert!(["afile.txt", "x.png", "x.csv"].iter().all(|name| !folder.has(name)));
    folder.run(&["report", "car.mech", "-o", "x.htm"]).exits(0);
}

/// A leg whose toe is a point of its composite, on a part with a centre of its own.
const LEG: &str = "space planar
gravity (0, -9.81) m/s^2
let reach = 30 cm
primitive bar { shape = rect(reach, 2 cm); mass = 1 kg; center = (1, 0) cm; point left = (-reach/2, 0); point right = (reach/2, 0) }
composite leg() {
  part shank = bar()
  point toe = shank.right
  point hip = shank.left
}
part l = leg() at (15 cm, 0)
joint hip = revolute(ground, l.hip)
run 1 s
record l.toe.position
";

#[test]
fn a_point_of_a_composite_can_be_traced() {
    let folder = Folder::with("leg.mech", LEG);
    for set in [&[][..], &["--set", "reach=50 cm"]] {
        folder.run(&[&["run", "leg.mech", "-o", "leg.mcap"], set].concat()).exits(0);
        let picture = |name: &str| {
            folder.run(&["render", "leg.mcap", "--at", "1", "--trace", name, "-o", "leg.svg"]).exits(0);
            folder.read("leg.svg")
        };
        assert!(picture("l.toe") == picture("l.shank.right"), "it is the same point");
        assert!(picture("l.toe") != picture("l.hip"));
    }
    folder.run(&["render", "leg.mech", "--trace", "l.toe", "-o", "leg.png"]).exits(0);
    let ended = folder.run(&["render", "leg.mcap", "--trace", "l.heel", "-o", "leg.svg"]).exits(2);
    assert!(ended.err.contains("`l.heel`") && ended.err.contains("`l.shank.right`"), "{ended:#?}");
}

#[cfg(unix)]
#[test]
fn a_pipe_is_read_and_a_silent_one_is_not_waited_for() {
    let folder = Folder::new();
    let made = std::process::Command::new("mkfifo").arg(folder.0.join("pipe")).status().unwrap();
    assert!(made.success());
    let began = std::time::Instant::now();
    for command in ["check", "run", "fmt"] {
        let ended = folder.run(&[command, "pipe"]).exits(1);
        let said = "error[E0001]: cannot read `pipe`: it is a pipe, and nobody wrote into it for 3 s\n |\n \
                    = help: begin to write before it is read, or give `-` and the scene on standard input\n";
        assert_eq!(ended.err, said);
    }
    assert!(began.elapsed() < std::time::Duration::from_secs(30));
    // as in `mainspring check <(generate)`
    let script = format!("'{}' check <(echo '{PENDULUM}')", env!("CARGO_BIN_EXE_mainspring"));
    let output = std::process::Command::new("bash").args(["-c", &script]).current_dir(&folder.0).output().unwrap();
    Ended::from(output).exits(0).says(": fine, planar, 1 body");
}

#[test]
fn a_file_of_many_megabytes_says_what_to_do() {
    let folder = Folder::with("big.mech", " ".repeat(17 << 20));
    folder.run(&["check", "big.mech"]).exits(1).says("E0004").says("write what repeats with `for`");
}

#[test]
fn a_run_that_crawls_names_the_load_that_jumps() {
    let scene = "space planar
mass b = 1 kg at (1, 0) m moving (1, 0) m/s
force pull on b = (-(2 N)*sign(b.velocity.x), 0 N)
run 3 s
";
    let folder = Folder::with("a.mech", scene);
    let ended = folder.run(&["run", "a.mech", "--no-record", "--time-limit", "3"]).exits(3);
    assert!(ended.err.contains("stopped by --time-limit after 3 s\nsteps had shrunk to "), "{ended:#?}");
    assert!(
        ended.err.contains(": `pull` jumps or grows without bound there (`mainspring explain E0802`)"),
        "{ended:#?}"
    );
}

#[test]
fn pictures_tables_and_pages_have_commands_of_their_own() {
    let folder = Folder::with("car.mech", PENDULUM);
    for (command, name, said) in [
        ("render", "x.html", "`mainspring report` makes pages"),
        ("render", "x.csv", "`mainspring export` makes tables"),
        ("plot", "x.html", "`mainspring report` makes pages"),
        ("plot", "x.parquet", "`mainspring export` makes tables"),
    ] {
        folder.run(&[command, "car.mech", "-o", name]).exits(2).says(said);
        assert!(!folder.has(name));
    }
}
