//! What came of one scene.

use serde_json::Value;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Finished,
    Doubtful,
    Failed,
    /// a limit of steps or time was reached first
    Stopped,
}

/// Code of a run that took as many steps as it was allowed.
const TOO_MANY_STEPS: &str = "E0806";

/// More events at one moment than this mean that the engine goes in circles,
const MOST_EVENTS: usize = 100;

/// unless there are so many parts that each has no more than this.
const MOST_EACH: usize = 5;

/// An overlap deeper than this is one, m: what is less is rounding.
const DEEP: f64 = 1e-6;

/// What is measured of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    pub verdict: Verdict,
    /// of the error, if there was one
    pub code: Option<String>,
    /// why it did not finish
    pub said: String,
    /// on the clock
    pub seconds: f64,
    /// reached in the scene
    pub simulated: f64,
    /// of that, in steps of equal length instead of from event to event, s
    pub stepped: f64,
    pub steps: u64,
    /// largest number of events at one moment
    pub crowd: usize,
    /// parts of the scene
    pub parts: usize,
    /// the scene is a mechanism, of which nothing may be stepped
    pub by_event: bool,
    /// deepest of any two parts that may touch, where it was measured, m
    pub overlap: Option<f64>,
}

impl Outcome {
    /// A program that gave no answer.
    pub fn silent(verdict: Verdict, said: &str, seconds: f64) -> Self {
        Self {
            verdict,
            code: None,
            said: said.to_owned(),
            seconds,
            simulated: 0.0,
            stepped: 0.0,
            steps: 0,
            crowd: 0,
            parts: 0,
            by_event: false,
            overlap: None,
        }
    }

    /// From what `mainspring run --json` prints.
    pub fn read(text: &str, seconds: f64) -> Self {
        let Ok(json) = serde_json::from_str::<Value>(text) else {
            return Self::silent(Verdict::Failed, "no answer that can be read", seconds);
        };
        let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        // a scene that is wrong has a list of errors, a run that failed has one
        let error = json["errors"].get(0).or_else(|| json.get("error"));
        let code = error.map(|e| word(&e["code"]));
        let verdict = match (code.as_deref(), json["verdict"].as_str()) {
            (Some(TOO_MANY_STEPS), _) | (None, Some("interrupted")) => Verdict::Stopped,
            (None, Some("finished")) => Verdict::Finished,
            (None, Some("doubtful")) => Verdict::Doubtful,
            _ => Verdict::Failed,
        };
        let simulated = json["end"]["time"].as_f64().unwrap_or(0.0);
        let said = match (error, verdict) {
            (Some(error), _) => word(&error["message"]),
            (None, Verdict::Doubtful) => doubts(&json["doubts"]),
            (None, Verdict::Stopped) => format!("stopped at t = {simulated} s"),
            (None, _) => String::new(),
        };
        Self {
            verdict,
            code,
            said,
            seconds: json["wall"].as_f64().unwrap_or(seconds),
            simulated,
            stepped: json["stepped"].as_f64().unwrap_or(0.0),
            steps: json["work"]["steps"].as_u64().unwrap_or(0),
            crowd: crowd(&json["events"]),
            parts: 0,
            by_event: false,
            overlap: None,
        }
    }

    /// Whether there is nothing to say about it.
    pub fn fine(&self) -> bool {
        self.verdict == Verdict::Finished && !self.circles() && !self.overlaps() && !self.was_stepped()
    }

    /// Whether there were too many events at one moment.
    fn circles(&self) -> bool {
        self.crowd > MOST_EVENTS.max(MOST_EACH * self.parts)
    }

    /// Whether parts were in one another.
    fn overlaps(&self) -> bool {
        self.overlap.is_some_and(|depth| depth > DEEP)
    }

    /// Whether steps took the place of events where they should not.
    fn was_stepped(&self) -> bool {
        self.by_event && self.stepped > 0.0
    }

    /// Why there is something to say about it.
    pub fn complaint(&self) -> String {
        let deep = self.overlap.filter(|_| self.overlaps()).map(|depth| format!("parts overlap by {depth:.2e} m"));
        let ended = Some(self.ended()).filter(|words| !words.is_empty());
        let stepped = self.was_stepped().then(|| format!("{:.3} s were stepped", self.stepped));
        [ended, deep, stepped].into_iter().flatten().collect::<Vec<_>>().join("; ")
    }

    /// How it ended, where that is not as it should be.
    fn ended(&self) -> String {
        let code = self.code.as_ref().map(|code| format!("{code} ")).unwrap_or_default();
        let crowd = if self.circles() { format!("{} events at one moment", self.crowd) } else { String::new() };
        let kind = match self.verdict {
            Verdict::Finished => return crowd,
            Verdict::Doubtful => "doubtful: ",
            Verdict::Failed => "failed: ",
            Verdict::Stopped => "stopped: ",
        };
        let line = self.said.lines().next().unwrap_or_default();
        format!("{kind}{code}{line}{}{crowd}", if crowd.is_empty() { "" } else { "; " })
    }
}

/// Every doubt with its size.
fn doubts(list: &Value) -> String {
    let one = |doubt: &Value| {
        let names: Vec<&str> = doubt["who"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let number = |name: &str| doubt[name].as_f64().unwrap_or(f64::NAN);
        format!(
            "{} of {} since {} s, {:.2e} where {:.2e} is allowed",
            doubt["measure"].as_str().unwrap_or("something"),
            if names.is_empty() { "everything".to_owned() } else { names.join(" and ") },
            number("since"),
            number("worst"),
            number("allowed")
        )
    };
    list.as_array().into_iter().flatten().map(one).collect::<Vec<_>>().join("; ")
}

/// The largest number of events that share a moment; events come in their order.
fn crowd(events: &Value) -> usize {
    let times: Vec<u64> =
        events.as_array().into_iter().flatten().filter_map(|e| e["time"].as_f64()).map(f64::to_bits).collect();
    times.chunk_by(|a, b| a == b).map(<[u64]>::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_of_every_kind_are_read() {
        let fine = r#"{"end": {"time": 2.0}, "verdict": "finished", "wall": 0.5, "stepped": 0.25, "work": {"steps": 40},
            "events": [{"time": 0.0}, {"time": 0.5}, {"time": 0.5}, {"time": 1.0}]}"#;
        let read = Outcome::read(fine, 9.0);
        assert!(read.fine());
        assert_eq!((read.seconds, read.simulated, read.steps, read.crowd), (0.5, 2.0, 40, 2));
        assert_eq!(read.stepped, 0.25);
        let failed = Outcome::read(
            r#"{"verdict": "failed", "events": [], "error": {"code": "E0810", "message": "no way\nat all"}}"#,
            9.0,
        );
        // a program that says nothing of it stepped nothing
        assert_eq!(failed.stepped, 0.0);
        assert_eq!((failed.verdict, failed.complaint().as_str()), (Verdict::Failed, "failed: E0810 no way"));
        let refused = Outcome::read(r#"{"scene": "x", "errors": [{"code": "E0301", "message": "a unit"}]}"#, 1.0);
        assert_eq!((refused.verdict, refused.complaint().as_str()), (Verdict::Failed, "failed: E0301 a unit"));
        let doubtful = r#"{"verdict": "doubtful", "doubts":
            [{"measure": "energy", "who": [], "since": 0.25, "worst": 0.01, "allowed": 0.001}]}"#;
        let said = "doubtful: energy of everything since 0.25 s, 1.00e-2 where 1.00e-3 is allowed";
        assert_eq!(Outcome::read(doubtful, 1.0).complaint(), said);
        for stopped in [r#"{"verdict": "interrupted"}"#, r#"{"verdict": "failed", "error": {"code": "E0806"}}"#] {
            assert_eq!(Outcome::read(stopped, 1.0).verdict, Verdict::Stopped);
        }
        assert_eq!(Outcome::read("thread panicked", 1.0).verdict, Verdict::Failed);
    }

    #[test]
    fn too_many_events_at_one_moment_are_told() {
        let outcome = Outcome { crowd: 101, ..Outcome::silent(Verdict::Finished, "", 1.0) };
        assert!(!outcome.fine());
        assert_eq!(outcome.complaint(), "101 events at one moment");
        assert!(Outcome { parts: 40, ..outcome.clone() }.fine());
        let sunk = Outcome { overlap: Some(0.25), ..outcome };
        assert_eq!(sunk.complaint(), "101 events at one moment; parts overlap by 2.50e-1 m");
        assert!(!Outcome { crowd: 0, ..sunk.clone() }.fine());
        let fine = Outcome { crowd: 0, overlap: Some(1e-9), ..sunk };
        assert!(fine.fine());
        let stepped = Outcome { stepped: 0.125, ..fine };
        assert!(stepped.fine());
        let stepped = Outcome { by_event: true, ..stepped };
        assert_eq!((stepped.fine(), stepped.complaint().as_str()), (false, "0.125 s were stepped"));
    }
}
