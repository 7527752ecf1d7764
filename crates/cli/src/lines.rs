//! Aligned lines for people: a label, then what it is about.

use crate::terminal::{LABEL, styled};

/// Lines with a label each; further lines of one label are aligned below it.
#[derive(Default)]
pub struct Lines {
    pub text: String,
}

impl Lines {
    pub fn add(&mut self, label: &str, line: &str) {
        let padded = format!("{label:<9}");
        let shown = if label.is_empty() { padded } else { styled(LABEL, &padded) };
        self.text.push_str(format!("{shown} {line}").trim_end());
        self.text.push('\n');
    }

    /// A table: first column left-aligned, second right-aligned, third left-aligned.
    pub fn table(&mut self, label: &str, rows: &[[String; 3]]) {
        let wide = |i: usize| rows.iter().map(|r| r[i].chars().count()).max().unwrap_or(0);
        let (first, second) = (wide(0), wide(1));
        for (i, [name, value, unit]) in rows.iter().enumerate() {
            let line = format!("{name:<first$}  {value:>second$} {unit}");
            self.add(if i == 0 { label } else { "" }, line.trim_end());
        }
    }
}
