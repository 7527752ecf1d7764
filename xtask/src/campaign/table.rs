//! One row a family.

use super::outcome::{Outcome, Verdict};

const HEADS: [&str; 12] = [
    "family",
    "scenes",
    "finished",
    "doubtful",
    "failed",
    "stopped",
    "most events at a moment",
    "median s",
    "worst s",
    "simulated s per s",
    "stepped s",
    "overlap mm",
];

/// The table as Markdown, aligned so that it can be read as it is; families in the order they first appear.
pub fn markdown(outcomes: &[(&str, Outcome)]) -> String {
    let mut families: Vec<&str> = Vec::new();
    for (family, _) in outcomes {
        if !families.contains(family) {
            families.push(family);
        }
    }
    let mut rows = vec![HEADS.map(str::to_owned)];
    for family in families {
        rows.push(row(family, outcomes.iter().filter(|(of, _)| *of == family).map(|(_, outcome)| outcome).collect()));
    }
    let widths: Vec<usize> = (0..HEADS.len()).map(|i| rows.iter().map(|row| row[i].len()).max().unwrap_or(0)).collect();
    let mut text = String::new();
    for (i, row) in rows.iter().enumerate() {
        let cells = row.iter().zip(&widths).enumerate();
        let padded: Vec<String> = cells
            .map(
                |(column, (cell, width))| {
                    if column == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
                },
            )
            .collect();
        text.push_str(&format!("| {} |\n", padded.join(" | ")));
        if i == 0 {
            let rule = |(column, width): (usize, &usize)| {
                if column == 0 { "-".repeat(width + 2) } else { format!("{}:", "-".repeat(width + 1)) }
            };
            let rules: Vec<String> = widths.iter().enumerate().map(rule).collect();
            text.push_str(&format!("|{}|\n", rules.join("|")));
        }
    }
    text
}

fn row(family: &str, outcomes: Vec<&Outcome>) -> [String; 12] {
    let count = |verdict: Verdict| outcomes.iter().filter(|o| o.verdict == verdict).count().to_string();
    let mut seconds: Vec<f64> = outcomes.iter().map(|o| o.seconds).collect();
    seconds.sort_by(f64::total_cmp);
    let spent: f64 = seconds.iter().sum();
    let simulated: f64 = outcomes.iter().map(|o| o.simulated).sum();
    let deepest = outcomes.iter().filter_map(|o| o.overlap).reduce(f64::max);
    let most = outcomes.iter().map(|o| o.crowd).max().unwrap_or(0);
    [
        family.to_owned(),
        outcomes.len().to_string(),
        count(Verdict::Finished),
        count(Verdict::Doubtful),
        count(Verdict::Failed),
        count(Verdict::Stopped),
        most.to_string(),
        format!("{:.3}", median(&seconds)),
        format!("{:.3}", seconds.last().copied().unwrap_or(0.0)),
        if spent > 0.0 { format!("{:.1}", simulated / spent) } else { "-".to_owned() },
        format!("{:.1}", outcomes.iter().map(|o| o.stepped).sum::<f64>()),
        deepest.map_or_else(|| "-".to_owned(), |depth| format!("{:.4}", 1000.0 * depth.max(0.0))),
    ]
}

/// Of sorted numbers.
fn median(sorted: &[f64]) -> f64 {
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => 0.0,
        n if n % 2 == 1 => sorted[middle],
        _ => 0.5 * (sorted[middle - 1] + sorted[middle]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_counts_what_came_of_a_family() {
        let outcome = |verdict: Verdict, seconds: f64, crowd: usize| Outcome {
            crowd,
            simulated: 1.0,
            stepped: 0.5,
            overlap: (crowd > 5).then_some(1e-5 * crowd as f64),
            ..Outcome::silent(verdict, "", seconds)
        };
        let outcomes = [
            ("row", outcome(Verdict::Finished, 0.5, 3)),
            ("gears", outcome(Verdict::Finished, 0.25, 0)),
            ("row", outcome(Verdict::Failed, 1.5, 12)),
            ("row", outcome(Verdict::Stopped, 20.0, 7)),
            ("row", outcome(Verdict::Doubtful, 0.0, 1)),
        ];
        let text = markdown(&outcomes);
        let lines: Vec<&str> = text.lines().collect();
        let cells = |line: &str| line.split('|').map(|c| c.trim().to_owned()).filter(|c| !c.is_empty()).collect();
        let row: Vec<String> = cells(lines[2]);
        assert_eq!(row, ["row", "4", "1", "1", "1", "1", "12", "1.000", "20.000", "0.2", "2.0", "0.1200"]);
        let row: Vec<String> = cells(lines[3]);
        assert_eq!(row, ["gears", "1", "1", "0", "0", "0", "0", "0.250", "0.250", "4.0", "0.5", "-"]);
        assert!(lines.iter().all(|line| line.len() == lines[0].len()), "{text}");
    }
}
