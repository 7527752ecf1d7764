//! Rungs as an aligned table, with each method's reason below.

use crate::bench::rungs::Rung;
use serde_json::Value;

/// Says how far a peer's model is from ours; what is too far comes back as a finding.
pub fn checked(line: &Value, tolerance: &Value) -> Option<String> {
    let (engine, method) = (line["engine"].as_str().unwrap_or("?"), line["method"].as_str().unwrap_or("?"));
    let limit = tolerance.as_f64().unwrap_or(0.0);
    match line["check"].as_f64() {
        Some(off) if off <= limit => {
            println!(
                "   same mechanism: {engine} {method} is {off:.0e} of its size from ours at t = {} s (at most {limit:.0e})",
                line["at"]
            );
            None
        }
        Some(off) => {
            Some(format!("{engine} {method} is {off:.1e} of its size from ours, more than {limit:.0e}: not compared"))
        }
        None => Some(format!("{engine} {method} could not be compared with ours: {}", line["failed"])),
    }
}

pub fn print(rungs: &[Rung]) {
    let heads = ["engine", "method", "setting", "CPU ms/s", "drift", "error", "gap/m", ""];
    let mut rows = vec![heads.map(str::to_owned)];
    for rung in rungs {
        let small = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |v| format!("{v:.1e}"));
        let cpu = rung.cpu.map_or_else(|| "-".to_owned(), |cpu| format!("{:.3}", 1e3 * cpu));
        rows.push([
            rung.engine.clone(),
            rung.method.clone(),
            rung.setting.clone(),
            cpu,
            small(rung.drift),
            small(rung.error),
            small(rung.gap),
            rung.failed.clone().unwrap_or_default(),
        ]);
    }
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..heads.len()).map(width).collect();
    for row in &rows {
        let pad = |(i, cell): (usize, &String)| {
            let space = " ".repeat(widths[i] - cell.chars().count());
            if (3..7).contains(&i) { format!("{space}{cell}") } else { format!("{cell}{space}") }
        };
        println!("   {}", row.iter().enumerate().map(pad).collect::<Vec<_>>().join("  ").trim_end());
    }
    let mut said: Vec<String> = Vec::new();
    for rung in rungs.iter().filter(|r| !r.reason.is_empty()) {
        let words = format!("{} {}: {}", rung.engine, rung.method, rung.reason);
        if !said.contains(&words) {
            println!("   {words}");
            said.push(words);
        }
    }
}
