//! One rung of an engine's ladder, and the lines of JSON it comes as.

use serde_json::{Value, json};
use std::process::{Command, Stdio};

/// What one setting of one engine came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rung {
    pub engine: String,
    pub method: String,
    /// why this method and these options
    pub reason: String,
    pub setting: String,
    /// s a simulated second
    pub cpu: Option<f64>,
    /// max |E − E0| / max K
    pub drift: Option<f64>,
    /// of positions, over the mechanism's size
    pub error: Option<f64>,
    /// largest opening of a joint, m
    pub gap: Option<f64>,
    /// why there are no numbers
    pub failed: Option<String>,
}

impl Rung {
    pub fn read(line: &Value) -> Self {
        let text = |name: &str| line[name].as_str().unwrap_or_default().to_owned();
        Self {
            engine: text("engine"),
            method: text("method"),
            reason: text("reason"),
            setting: text("setting"),
            cpu: line["cpu"].as_f64(),
            drift: line["drift"].as_f64(),
            error: line["error"].as_f64(),
            gap: line["gap"].as_f64(),
            failed: line["failed"].as_str().map(str::to_owned),
        }
    }

    pub fn json(&self) -> Value {
        json!({
            "engine": self.engine, "method": self.method, "reason": self.reason, "setting": self.setting,
            "cpu": self.cpu, "drift": self.drift, "error": self.error, "gap": self.gap, "failed": self.failed,
        })
    }
}

/// The lines of JSON a program prints, also where it breaks off later; whatever else it prints is left out.
pub fn lines(command: &mut Command) -> Result<Vec<Value>, String> {
    let done = command.stderr(Stdio::piped()).output();
    let done = done.map_err(|e| format!("cannot run {}: {e}", command.get_program().display()))?;
    let text = String::from_utf8_lossy(&done.stdout);
    let found: Vec<Value> =
        text.lines().filter_map(|line| serde_json::from_str(line).ok()).filter(Value::is_object).collect();
    if done.status.success() || !found.is_empty() {
        return Ok(found);
    }
    let why = String::from_utf8_lossy(&done.stderr);
    Err(why.lines().last().unwrap_or("it failed without a word").to_owned())
}
