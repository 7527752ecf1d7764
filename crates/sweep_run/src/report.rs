//! What a sweep reports: events, contact history, insertion force.

use crate::contact_names::ContactNames;
use crate::crossing::Crossing;
use mainspring_model::SweepReport;
use mainspring_sweep::{Kind, Motion};
use serde::Serialize;

/// The answer of a sweep, for summaries and programs. SI units; angles as drawn.
#[derive(Clone, Debug, Serialize)]
pub struct MotionReport {
    /// what the scene asks to be reported, in its order
    #[serde(skip)]
    pub asked: Vec<SweepReport>,
    /// why the motion ended: `end`, `jam_pair`, `stick` …
    pub cause: &'static str,
    /// the pawl that ended it, if one did
    pub stopped_by: Option<String>,
    /// way of the root, m
    pub travel: f64,
    /// what happened to each pawl, in the order of time
    pub events: Vec<EventReport>,
    /// what touched, from when to when
    pub contacts: Vec<ContactReport>,
    /// the insertion force and its work
    pub insertion: Insertion,
    /// pawls that pass through each other, which a sweep does not keep apart
    pub crossings: Vec<Crossing>,
    /// how the decisions were made
    pub decisions: Decisions,
}

impl MotionReport {
    /// What ended the motion: "stick of `hook`".
    #[must_use]
    pub fn end(&self) -> String {
        match &self.stopped_by {
            Some(pawl) => format!("{} of `{pawl}`", self.cause),
            None => self.cause.to_owned(),
        }
    }
}

/// One event of one pawl.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EventReport {
    /// s
    pub time: f64,
    /// way of the root, m
    pub travel: f64,
    /// whose
    pub pawl: String,
    /// before it, rad
    pub angle: f64,
    /// after a fall, rad
    pub angle_after: Option<f64>,
    /// `collision`, `snap_vertex` …
    pub kind: &'static str,
    /// the contact it leads to, or from where there is none after it; what the root or a hinge hits
    pub contact: Option<String>,
}

/// One contact from its first moment to its last.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ContactReport {
    /// whose
    pub pawl: String,
    /// with what
    pub obstacle: String,
    /// "corner 3 on edge 2 of `plate`"
    pub contact: String,
    /// from when, s
    pub from: f64,
    /// until when, s
    pub to: f64,
    /// angle at its start, rad
    pub angle_from: f64,
    /// angle at its end, rad
    pub angle_to: f64,
}

/// The force that pushes the root along its way.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Insertion {
    /// the largest, N; none if it never pushes
    pub peak: Option<Peak>,
    /// the largest that holds the root back, N; none if it is never pulled
    pub pull: Option<Peak>,
    /// done by the root, J
    pub work: f64,
    /// turned to heat by friction, J
    pub dissipated: f64,
    /// lost in snaps, J
    pub lost: f64,
    /// in the springs at the end, less that at the start, J
    pub stored: f64,
    /// what the balance is off by, relative to its largest term
    pub residual: f64,
}

/// A largest force.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Peak {
    /// N; infinite, and null in files, where it grows without bound
    pub force: f64,
    /// s
    pub time: f64,
    /// way of the root, m
    pub travel: f64,
}

/// How often floating point with a bound on its error decided, and how often exact numbers had to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Decisions {
    /// signs and orders decided by intervals
    pub filtered: u64,
    /// signs and orders that needed exact arithmetic
    pub exact: u64,
    /// pairs of curves looked at
    pub pairs: u64,
}

/// Everything but forces and work, which are found on the way.
pub fn report(motion: &Motion, names: ContactNames<'_>, speed: f64) -> MotionReport {
    let sweep = names.sweep;
    let mut events = Vec::new();
    let mut contacts: Vec<ContactReport> = Vec::new();
    for (n, (pawl, trajectory)) in sweep.pawls.iter().zip(&motion.pawls).enumerate() {
        let rest = pawl.rest.radians;
        events.extend(trajectory.events.iter().map(|e| EventReport {
            time: e.time,
            travel: e.time * speed,
            pawl: pawl.name.clone(),
            angle: e.theta + rest,
            angle_after: e.theta_after.map(|theta| theta + rest),
            kind: e.kind.name(),
            contact: match e.kind {
                Kind::RootHit | Kind::JamHinge => Some(names.obstruction_text(n, e)),
                _ => e.to.or(e.from).map(|c| names.contact(n, c)),
            },
        }));
        let mut last: Option<mainspring_sweep::Contact> = None;
        for piece in &trajectory.pieces {
            // what goes on from piece to piece is one contact
            let goes_on = piece.contact.is_some() && piece.contact == last;
            last = piece.contact;
            if let Some(held) = contacts.last_mut().filter(|c| goes_on && c.to == piece.start) {
                (held.to, held.angle_to) = (piece.end, piece.theta_end + rest);
            } else if let Some(contact) = piece.contact {
                contacts.push(ContactReport {
                    pawl: pawl.name.clone(),
                    obstacle: names.obstacle(contact).to_owned(),
                    contact: names.contact(n, contact),
                    from: piece.start,
                    to: piece.end,
                    angle_from: piece.theta_start + rest,
                    angle_to: piece.theta_end + rest,
                });
            }
        }
    }
    events.sort_by(|a, b| a.time.total_cmp(&b.time));
    contacts.sort_by(|a, b| a.from.total_cmp(&b.from));
    MotionReport {
        asked: sweep.report.clone(),
        cause: motion.cause.name(),
        stopped_by: motion.stopped_by.map(|n| sweep.pawls[n].name.clone()),
        travel: motion.end * speed,
        events,
        contacts,
        insertion: Insertion::default(),
        crossings: Vec::new(),
        decisions: Decisions {
            filtered: motion.counts.filtered,
            exact: motion.counts.exact,
            pairs: motion.counts.pairs,
        },
    }
}
