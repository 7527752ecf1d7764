//! The motion of one pawl as it is found: where it is, what it follows, what has happened.

use std::cmp::Ordering;

use crate::arc::Arc;
use crate::boxed::Span;
use crate::curve::Curve;
use crate::finder::Finder;
use crate::numbers::Interval;
use crate::point::{ExactPredicates, Point};
use crate::trajectory::{self, Event, Kind, Piece};

/// What ends the motion if nothing else does.
pub(crate) struct Limit<'p> {
    pub point: &'p Point,
    pub kind: Kind,
    /// When, s.
    pub time: f64,
}

impl Limit<'_> {
    /// Whether the end comes before a point: a hinge that runs into something leaves no room at that very time.
    pub fn before(&self, predicates: &ExactPredicates<'_>, point: &Point) -> bool {
        match predicates.order(point, self.point) {
            Ordering::Less => false,
            Ordering::Equal => self.kind == Kind::JamHinge,
            Ordering::Greater => true,
        }
    }
}

/// An arc being followed.
#[derive(Clone, Debug)]
pub(crate) struct Following {
    pub arc: Arc,
    /// Where it is now, in the arc's chart.
    pub u: Interval,
    /// The curves through the point it is at now.
    pub met: Vec<Curve>,
}

/// Why a start cannot be.
pub(crate) enum BadStart {
    /// Edges (of the pawl, of the obstacles) that cross.
    Overlap(u32, u32),
}

/// One motion as it is found.
pub(crate) struct Trace<'a> {
    pub finder: &'a Finder<'a>,
    pub stiffness: f64,
    pub events: Vec<Event>,
    pub pieces: Vec<Piece>,
    /// The point at which it ended, for others to stop at.
    pub ended: Option<Point>,
    pub now: Point,
    pub theta: f64,
    /// Where the piece under way began.
    pub since: (f64, f64),
    /// What is certain of the lever there.
    pub begun: trajectory::Limit,
    /// The present time, what is left of it beyond its last place, and was of the time the piece began at, s.
    pub time: f64,
    pub late: f64,
    pub begun_late: f64,
    /// When it ends at the latest, s, and whether that is now.
    pub last: f64,
    pub ends: bool,
    /// The arc it is on, unless it is free.
    pub on: Option<Following>,
    /// Over a box: what was followed between which ranges of time.
    pub spans: Vec<Span>,
}

impl<'a> Trace<'a> {
    pub fn predicates(&self) -> &'a ExactPredicates<'a> {
        self.finder.predicates
    }
}
