//! What was found in a scene, on standard error: the first of many, and how many more there are.

use crate::numbers::counted;
use crate::terminal::remark;
use mainspring_workbench::definition::{Diagnostic, Source};
use mainspring_workbench::language::render;

/// Errors shown, and warnings and notes; a line that is wrong a thousand times is mended once.
const SHOWN: usize = 100;

/// Shows findings with their places in the texts.
pub fn tell(findings: &[Diagnostic], sources: &[Source]) {
    let (mut errors, mut others) = (0, 0);
    let mut first = |finding: &&Diagnostic| {
        let count = if finding.is_error() { &mut errors } else { &mut others };
        *count += 1;
        *count <= SHOWN
    };
    let shown: Vec<Diagnostic> = findings.iter().filter(|f| first(f)).cloned().collect();
    remark(&render(&shown, sources, true));
    for (count, one, many) in [(errors, "error", "errors"), (others, "warning or note", "warnings and notes")] {
        if count > SHOWN {
            remark(&format!("\n… and {} that are not shown\n", counted(count - SHOWN, one, many)));
        }
    }
}
