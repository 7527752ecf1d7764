//! Aligned lines for people: a label, then what it is about.

use crate::terminal::{LABEL, cut, styled};
use mainspring_workbench::record::shortened;

/// Columns of a table are aligned up to this width.
const WIDEST: usize = 200;

/// Lines with a label each; further lines of one label are aligned below it.
#[derive(Default)]
pub struct Lines {
    pub text: String,
}

impl Lines {
    pub fn add(&mut self, label: &str, line: &str) {
        let padded = format!("{label:<9}");
        let shown = if label.is_empty() { padded } else { styled(LABEL, &padded) };
        // what was wrapped has several lines
        let lines: String = format!("{shown} {line}").split_inclusive('\n').map(cut).collect();
        self.text.push_str(lines.trim_end());
        self.text.push('\n');
    }

    /// A table: first column left-aligned, second right-aligned, third left-aligned.
    pub fn table(&mut self, label: &str, rows: &[[String; 3]]) {
        let names: Vec<String> = rows.iter().map(|[name, ..]| shortened(name)).collect();
        let wide = |texts: &mut dyn Iterator<Item = &String>| texts.map(|t| t.chars().count()).max().unwrap_or(0);
        let (first, second) = (wide(&mut names.iter()), wide(&mut rows.iter().map(|r| &r[1])).min(WIDEST));
        for (i, ([_, value, unit], name)) in rows.iter().zip(&names).enumerate() {
            let line = format!("{name:<first$}  {value:>second$} {unit}");
            self.add(if i == 0 { label } else { "" }, line.trim_end());
        }
    }
}
