//! Rungs of a scene as an aligned table, cheapest first, with each setting's reason below.

use super::rung::Rung;

pub fn print(rungs: &[Rung]) {
    let heads = ["engine", "way", "setting", "CPU ms per s", "overlap mm", "creep mm/s", "energy gained J", ""];
    let mut rows = vec![heads.map(str::to_owned)];
    let mut sorted: Vec<&Rung> = rungs.iter().collect();
    sorted.sort_by(|a, b| a.cpu.unwrap_or(f64::INFINITY).total_cmp(&b.cpu.unwrap_or(f64::INFINITY)));
    for rung in sorted {
        let number = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), short);
        rows.push([
            rung.engine.clone(),
            rung.method.clone(),
            rung.setting.clone(),
            number(rung.cpu.map(|cpu| 1e3 * cpu)),
            number(rung.measured.map(|m| 1e3 * m.overlap)),
            number(rung.measured.and_then(|m| m.creep).map(|creep| 1e3 * creep)),
            number(rung.measured.map(|m| m.gain)),
            rung.note.clone(),
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
}

/// Every setting once, with why.
pub fn reasons<'a>(rungs: impl Iterator<Item = &'a Rung>) {
    let mut said: Vec<String> = Vec::new();
    for rung in rungs.filter(|r| !r.reason.is_empty()) {
        let words = format!("{} {}, {}: {}", rung.engine, rung.method, rung.setting, rung.reason);
        if !said.contains(&words) {
            println!("   {words}");
            said.push(words);
        }
    }
}

/// Two digits, without an exponent where that is readable.
fn short(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        size if !(1e-3..1e6).contains(&size) => format!("{value:.0e}"),
        size if size >= 10.0 => format!("{value:.0}"),
        size if size >= 1.0 => format!("{value:.1}"),
        size if size >= 0.1 => format!("{value:.2}"),
        size if size >= 0.01 => format!("{value:.3}"),
        _ => format!("{value:.4}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_two_digits() {
        let shown = [0.0, 4e-14, 0.0012, 0.012, 0.12, 1.24, 12.4, 1240.0, 2e7].map(short);
        assert_eq!(shown, ["0", "4e-14", "0.0012", "0.012", "0.12", "1.2", "12", "1240", "2e7"]);
    }
}
