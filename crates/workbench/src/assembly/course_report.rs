//! One way of the root in numbers and words.

use super::report::{CourseReport, PawlReport, PeakReport, WorkReport};
use crate::tolerances::NO_FRICTION;
use mainspring_sweep::assembly::{Course, Margin};
use mainspring_sweep_run::{ContactNames, rounded};

/// A way as it is reported.
pub fn course_report(course: &Course, names: ContactNames<'_>) -> CourseReport {
    let pawls = &names.sweep.pawls;
    let touching = |pawl: usize, contact: Option<mainspring_sweep::Contact>| {
        contact.map_or_else(
            || format!("`{}`", pawls[pawl].name),
            |c| format!("`{}`, {}", pawls[pawl].name, names.contact(pawl, c)),
        )
    };
    let peak = |peak: &mainspring_sweep::Peak| PeakReport {
        force: peak.force,
        time: peak.time,
        travel: peak.time * course.speed,
        contact: touching(peak.pawl, peak.contact),
    };
    let work = &course.work;
    let margin_words = match course.margin {
        Margin::Any => ("no friction makes it stick".to_owned(), None),
        Margin::Below { friction, time, pawl, contact } => {
            let from = if friction > NO_FRICTION {
                format!("sticks from a friction of {} on", rounded(friction))
            } else {
                "any friction makes it stick".to_owned()
            };
            (from, Some((time * course.speed, touching(pawl, contact))))
        }
        Margin::Fails(kind) => (format!("does not go through even without friction: {}", kind.name()), None),
    };
    let held =
        course.problem.pawls.iter().zip(&course.pawls).map(|(p, c)| 0.5 * p.stiffness * c.deflection * c.deflection);
    CourseReport {
        held: held.sum(),
        cause: course.cause.name(),
        completes: course.completes,
        travel: course.travel,
        peak: course.peak.as_ref().map(peak),
        pull: course.pull.as_ref().map(peak),
        work: WorkReport { total: work.total, stored: work.stored, lost: work.lost, rubbed: work.rubbed },
        clicks: course.clicks,
        friction_limit: match course.margin {
            Margin::Below { friction, .. } => Some(friction),
            Margin::Any | Margin::Fails(_) => None,
        },
        margin: match &margin_words {
            (words, Some((travel, contact))) => format!("{words}, at travel {} m: {contact}", rounded(*travel)),
            (words, None) => words.clone(),
        },
        margin_words,
        hits: Vec::new(),
        pawls: (course.pawls.iter())
            .map(|p| PawlReport { name: p.name.clone(), clicks: p.clicks, deflection: p.deflection })
            .collect(),
    }
}
