//! Starts that say what others have said: two `start` lines for one freedom.
//!
//! Each follows from the other through the joints between them. Where they agree they are accepted; changing one of them later
//! makes a contradiction of it.

use crate::multibody::multibody::Use;
use crate::multibody::row_groups::{By, Source};
use crate::system::mechanism::Mechanism;
use crate::tolerances::REDUNDANT;
use mainspring_definition::Diagnostic;

/// A note for each start that follows from those before it, at a closed position.
pub fn repeated_starts(core: &mut Mechanism, q: &[f64]) -> Vec<Diagnostic> {
    let mut notes = Vec::new();
    for (usage, what) in [(Use::Position, "where"), (Use::Velocity, "how fast")] {
        let rows = rows_of_starts(core, usage);
        if rows.len() < 2 {
            continue;
        }
        let all: Vec<usize> = rows.iter().map(|(_, r)| *r).collect();
        let alone = dependent(core, usage, q, &all);
        if dependent(core, usage, q, &[]) == alone {
            continue;
        }
        let (mut left_out, mut before, mut said) = (all.clone(), alone, None);
        for (start, row) in rows {
            left_out.retain(|&r| r != row);
            let now = dependent(core, usage, q, &left_out);
            let but_it: Vec<usize> = all.iter().copied().filter(|&r| r != row).collect();
            // what the joints alone hold, as at a dead point, is another matter
            if now > before && dependent(core, usage, q, &but_it) == alone {
                notes.push(note(core, start, said, what));
            } else {
                said = said.or(Some(start));
            }
            before = now;
        }
    }
    core.bodies.state.dropped.fill(false);
    core.bodies.remask();
    notes
}

/// Start lines in the order of the text, each with its row, for one use of the matrix.
fn rows_of_starts(core: &Mechanism, usage: Use) -> Vec<(usize, usize)> {
    let bodies = &core.bodies;
    let mut rows = Vec::new();
    for group in bodies.groups.iter() {
        let Source::Joint { own, coordinates, .. } = &group.source else { continue };
        for (k, p) in coordinates.iter().enumerate() {
            let info = &bodies.rows[group.first + own + k];
            let used = if usage == Use::Position { info.position } else { info.velocity };
            if let (By::Start(s), true) = (p.by, used && bodies.acts(info.group)) {
                rows.push((s, group.first + own + k));
            }
        }
    }
    rows.sort_unstable();
    rows
}

/// How many rows follow from others when some are left out.
fn dependent(core: &mut Mechanism, usage: Use, q: &[f64], left_out: &[usize]) -> usize {
    let bodies = &mut core.bodies;
    bodies.state.dropped.fill(false);
    for &r in left_out {
        bodies.state.dropped[r] = true;
    }
    bodies.remask();
    let rest = vec![0.0; bodies.nv];
    bodies.kinematics(q, &rest);
    bodies.jacobians(0.0);
    bodies.rank(usage, REDUNDANT).dependent.len()
}

fn note(core: &Mechanism, start: usize, said: Option<usize>, what: &str) -> Diagnostic {
    let model = &core.bodies.model;
    let path = |s: usize| &model.joints[model.starts[s].coordinate.joint].path;
    let other = said.map_or_else(|| "other lines say".to_owned(), |s| format!("`start {}` says", path(s)));
    let message = format!("`start {}` says again {what} it begins: that follows from what {other}", path(start));
    let note = Diagnostic::note("N0721", model.starts[start].span, message).help(
        "one `start` a freedom is enough: leave this line out, or make a `guess` of it; the two contradict each other as soon as \
         one is changed",
    );
    match said {
        Some(s) => note.also(model.starts[s].span, "said here"),
        None => note,
    }
}
