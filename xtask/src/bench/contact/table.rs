//! Rungs of a scene as an aligned table, with each method's reason below.

use crate::bench::contact::rung::Rung;
use crate::bench::contact::scene::Scene;

pub fn print(scene: &Scene, rungs: &[Rung]) {
    let mut heads = vec!["engine", "method", "setting", "CPU ms/s"];
    heads.extend(scene.measures.iter().map(|(name, _)| *name));
    let numbers = 3..heads.len();
    heads.push("");
    let mut rows: Vec<Vec<String>> = vec![heads.iter().map(|&head| head.to_owned()).collect()];
    for rung in rungs {
        let cpu = rung.cpu.map_or_else(|| "-".to_owned(), |cpu| format!("{:.3}", 1e3 * cpu));
        let mut row = vec![rung.engine.clone(), rung.method.clone(), rung.setting.clone(), cpu];
        row.extend((0..scene.measures.len()).map(|i| {
            let value = rung.measured.values.get(i).copied().flatten();
            value.map_or_else(|| "-".to_owned(), |v| format!("{v:.1e}"))
        }));
        row.push(rung.failed.clone().unwrap_or_else(|| rung.measured.verdict.clone()));
        rows.push(row);
    }
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..heads.len()).map(width).collect();
    for row in &rows {
        let pad = |(i, cell): (usize, &String)| {
            let space = " ".repeat(widths[i] - cell.chars().count());
            if numbers.contains(&i) { format!("{space}{cell}") } else { format!("{cell}{space}") }
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
