//! Lines that say how joints begin, `start` and `drive`, and the rows that hold what they say.

use crate::multibody::row_groups::{By, RowInfo, Source};
use crate::system::mechanism::Mechanism;
use mainspring_definition::Span;

/// Who asks for a row, if a line does.
fn asked_by(core: &Mechanism, row: usize) -> Option<By> {
    let group = &core.bodies.groups[core.bodies.rows[row].group];
    let Source::Joint { own, coordinates, .. } = &group.source else { return None };
    coordinates.get((row - group.first).checked_sub(*own)?).map(|p| p.by)
}

/// Rows of `drive` and `start` lines of one use, drives first, each in the order of the text.
pub fn lines_said(core: &Mechanism, used: impl Fn(&RowInfo) -> bool) -> Vec<usize> {
    let bodies = &core.bodies;
    let mut found: Vec<([usize; 2], usize)> = Vec::new();
    for (r, info) in bodies.rows.iter().enumerate().filter(|(_, info)| used(info) && bodies.acts(info.group)) {
        match asked_by(core, r) {
            Some(By::Drive(d)) => found.push(([0, d], r)),
            Some(By::Start(s)) => found.push(([1, s], r)),
            None => debug_assert!(!info.drive),
        }
    }
    found.sort_unstable();
    found.into_iter().map(|(_, r)| r).collect()
}

/// Rows of exact starts that ask for a position, in the order of the text.
pub fn start_rows(core: &Mechanism) -> Vec<usize> {
    lines_said(core, |info| info.position && !info.drive)
}

/// What a row's line is called, and where it stands.
pub fn line_of(core: &Mechanism, row: usize) -> (String, Span) {
    let (model, path) = (&core.bodies.model, core.bodies.row_path(row));
    match asked_by(core, row) {
        Some(By::Drive(d)) => (format!("the drive of `{path}`"), model.drives[d].span),
        Some(By::Start(s)) => (format!("`start {path}`"), model.starts[s].span),
        None => (format!("`{path}`"), Span::NOWHERE),
    }
}
