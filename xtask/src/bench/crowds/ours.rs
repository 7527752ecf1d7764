//! Our own runs: the command, as anybody would call it, with a recording; within a bound of CPU time.

use super::mech;
use super::scene::Scene;
use crate::step::{cpu_of, output};
use serde_json::{Value, json};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A way of treating contact, with its line in the scene.
pub struct Way {
    pub name: &'static str,
    line: &'static str,
    reason: &'static str,
}

pub const WAYS: [Way; 2] = [
    Way {
        name: "event",
        line: "method event { sleep = off }",
        reason: "every impact and change of contact at its time, rtol 1e-9; crowds are stepped, and sleep is off as it is for all",
    },
    Way { name: "stepping", line: "method stepping { sleep = off }", reason: "as it comes, with sleep off" },
];

/// How long a program that was asked to stop may take, s: it only looks between steps.
const GRACE: f64 = 10.0;
/// Between looks at the CPU time, ms.
const LOOK: u64 = 5;
/// CPU time is told in hundredths of a second: of a run shorter than this, s, what the program says itself is taken, the
/// least of several runs.
const SHORT: f64 = 0.3;

/// A line as peers print it.
pub fn run(program: &Path, folder: &Path, scene: &Scene, way: &Way, limit: f64, repeat: usize) -> Value {
    let mut line = json!({ "engine": "ours", "method": way.name, "reason": way.reason, "setting": "as it comes" });
    match ask(program, folder, scene, way, limit) {
        Ok(asked) => {
            let (ended, time) = asked.ending(scene, limit);
            if time > 0.0 {
                line["samples"] = asked.samples(program).into();
            }
            match ended {
                Ending::Whole => {
                    let again = if asked.cpu < SHORT { repeat } else { 0 };
                    let more = (1..again).filter_map(|_| ask(program, folder, scene, way, limit).ok()?.wall());
                    let short = asked.wall().filter(|_| again > 0).map(|wall| more.fold(wall, f64::min));
                    line["cpu"] = (short.unwrap_or(asked.cpu) / scene.until).into();
                    line["note"] = asked.doubt().into();
                }
                Ending::Cut(why) => line["stopped"] = why.into(),
                Ending::Refused(why) => line["failed"] = why.into(),
            }
        }
        Err(why) => line["failed"] = why.to_string().into(),
    }
    line
}

struct Asked {
    answer: String,
    recording: PathBuf,
    /// s
    cpu: f64,
}

#[derive(Debug, PartialEq)]
enum Ending {
    Whole,
    /// why it did not come to its end
    Cut(String),
    /// why it did not begin
    Refused(String),
}

fn ask(program: &Path, folder: &Path, scene: &Scene, way: &Way, limit: f64) -> io::Result<Asked> {
    let file = folder.join(format!("crowds_{}_{}.mech", scene.name, way.name));
    let (recording, told) = (file.with_extension("mcap"), file.with_extension("answer.json"));
    fs::write(&file, mech::text(scene, way.line))?;
    let _what_an_earlier_run_left = fs::remove_file(&recording);
    let mut child = Command::new(program)
        .args(["run", "--json", "--out"])
        .args([&recording, &file])
        .stdin(Stdio::null())
        // a file, as nobody reads a pipe while the program is waited for
        .stdout(File::create(&told)?)
        .stderr(Stdio::null())
        .spawn()?;
    let cpu = wait(&mut child, limit)?;
    Ok(Asked { answer: fs::read_to_string(&told)?, recording, cpu })
}

/// CPU time of a program that ends by itself, or is asked to when that is more than the limit, or made to.
fn wait(child: &mut Child, limit: f64) -> io::Result<f64> {
    let (start, mut spent, mut asked) = (Instant::now(), 0.0, None);
    while child.try_wait()?.is_none() {
        // where the system does not tell, time on the clock
        spent = cpu_of(child.id()).unwrap_or_else(|| start.elapsed().as_secs_f64());
        match asked {
            None if spent > limit => {
                // as Ctrl-C does: it ends its recording and says how far it came
                let _it_may_have_ended = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
                asked = Some(Instant::now());
            }
            Some(since) if Instant::elapsed(&since).as_secs_f64() > GRACE => child.kill()?,
            _ => {}
        }
        std::thread::sleep(Duration::from_millis(LOOK));
    }
    Ok(spent)
}

impl Asked {
    fn json(&self) -> Value {
        serde_json::from_str(&self.answer).unwrap_or_default()
    }

    /// Time on the clock that the run took, s, without reading the scene.
    fn wall(&self) -> Option<f64> {
        self.json()["wall"].as_f64()
    }

    /// Whether its own audit is content.
    fn doubt(&self) -> &'static str {
        if self.json()["verdict"] == "doubtful" { "doubtful, it says" } else { "" }
    }

    /// How it ended, and the time it came to in the scene, s.
    fn ending(&self, scene: &Scene, limit: f64) -> (Ending, f64) {
        let json = self.json();
        let time = json["end"]["time"].as_f64().unwrap_or(0.0);
        let error = json["errors"].get(0).or_else(|| json.get("error"));
        let code = error.map(|e| e["code"].as_str().unwrap_or("an error").to_owned());
        let of = format!("of {} s", scene.until);
        let ending = match (code, json["verdict"].as_str()) {
            (Some(code), None) => {
                let words = error.and_then(|e| e["message"].as_str()).unwrap_or_default();
                Ending::Refused(format!("{code}: {}", words.lines().next().unwrap_or_default()))
            }
            (Some(code), Some(_)) => Ending::Cut(format!("{code} at {time:.3} s {of}")),
            (None, Some("finished" | "doubtful")) => Ending::Whole,
            (None, Some(_)) => Ending::Cut(format!("over {limit:.0} s of CPU at {time:.3} s {of}")),
            (None, None) if self.cpu > limit => Ending::Refused(format!("over {limit:.0} s of CPU, no answer")),
            (None, None) => Ending::Refused("no answer that can be read".to_owned()),
        };
        (ending, time)
    }

    /// A row of numbers a frame, as far as the recording goes.
    fn samples(&self, program: &Path) -> Vec<Value> {
        let text = output(Command::new(program).arg("export").arg(&self.recording).args(["--to", "csv", "--out", "-"]));
        rows(&text.unwrap_or_default())
    }
}

/// Where parts are, a row a frame. Which of them were stepped, in the last column, peers do not tell.
fn rows(csv: &str) -> Vec<Value> {
    let number = |cell: &str| cell.trim().parse::<f64>().ok();
    let places = csv.lines().next().map_or(0, |header| header.split(',').filter(|c| *c != "stepped bodies").count());
    csv.lines().skip(1).map(|line| json!(line.split(',').take(places).map(number).collect::<Vec<_>>())).collect()
}

#[cfg(test)]
mod tests {
    use super::super::scenes;
    use super::*;

    #[test]
    fn answers_of_every_kind_are_read() {
        let scene = scenes::all().remove(0);
        let ending = |answer: &str, cpu: f64| {
            Asked { answer: answer.to_owned(), recording: PathBuf::new(), cpu }.ending(&scene, 60.0)
        };
        let cut = |words: &str| Ending::Cut(words.to_owned());
        let whole = r#"{"verdict": "doubtful", "end": {"time": 1.0}}"#;
        assert_eq!(ending(whole, 1.0), (Ending::Whole, 1.0));
        let failed = r#"{"verdict": "failed", "end": {"time": 0.35}, "error": {"code": "E0805", "message": "x"}}"#;
        assert_eq!(ending(failed, 1.0), (cut("E0805 at 0.350 s of 1 s"), 0.35));
        let slow = r#"{"verdict": "interrupted", "end": {"time": 0.1}}"#;
        assert_eq!(ending(slow, 61.0), (cut("over 60 s of CPU at 0.100 s of 1 s"), 0.1));
        let unknown = r#"{"scene": "s", "errors": [{"code": "E0213", "message": "not this\nat all"}]}"#;
        assert_eq!(ending(unknown, 0.0).0, Ending::Refused("E0213: not this".to_owned()));
        assert_eq!(ending("", 75.0).0, Ending::Refused("over 60 s of CPU, no answer".to_owned()));
    }

    #[test]
    fn tables_are_read_without_their_head() {
        assert_eq!(rows("time,x\n0.0,1.5\n0.1,nothing\n"), [json!([0.0, 1.5]), json!([0.1, null])]);
        assert_eq!(rows("time,x,stepped bodies\n0.0,1.5,2.0\n"), [json!([0.0, 1.5])]);
    }
}
