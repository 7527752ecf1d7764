//! What happened: events in order, exact pieces between them, and the state at any time.

use crate::contact::Contact;
use crate::force::Law;

/// What an event is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Kind {
    /// The motion begins.
    Start,
    /// It begins in contact.
    ContactStart,
    /// It begins held up by nothing and falls at once.
    Release,
    /// A relaxed pawl is met.
    Collision,
    /// The contact ends where the spring is relaxed.
    Break,
    /// Another face or corner takes over and pushes harder.
    SlideCollision,
    /// The contact passes to the next feature.
    ContactChange,
    /// Two contacts leave no room.
    JamPair,
    /// One contact pushes straight at the hinge.
    JamSingle,
    /// The hinge itself is driven into an obstacle.
    JamHinge,
    /// The contact lets go where its lever vanishes.
    SnapTangent,
    /// The contact lets go at the end of a feature.
    SnapVertex,
    /// A pawl that fell comes to rest or onto something.
    Land,
    /// Friction holds.
    Stick,
    /// The outline of the root hits an obstacle.
    RootHit,
    /// Another pawl has ended the motion.
    Stopped,
    /// The motion is over.
    End,
}

impl Kind {
    /// Its name in tables and pages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::ContactStart => "contact_start",
            Self::Release => "release",
            Self::Collision => "collision",
            Self::Break => "break",
            Self::SlideCollision => "slide_collision",
            Self::ContactChange => "contact_change",
            Self::JamPair => "jam_pair",
            Self::JamSingle => "jam_single",
            Self::JamHinge => "jam_hinge",
            Self::SnapTangent => "snap_tangent",
            Self::SnapVertex => "snap_vertex",
            Self::Land => "land",
            Self::Stick => "stick",
            Self::RootHit => "root_hit",
            Self::Stopped => "stopped",
            Self::End => "end",
        }
    }

    /// Whether the motion cannot go on after it.
    #[must_use]
    pub fn ends(self) -> bool {
        matches!(
            self,
            Self::JamPair | Self::JamSingle | Self::JamHinge | Self::Stick | Self::RootHit | Self::Stopped | Self::End
        )
    }
}

/// Something that happened to a pawl.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Event {
    /// When, s.
    pub time: f64,
    /// Deflection of the spring, rad.
    pub theta: f64,
    /// Deflection after a fall, rad.
    pub theta_after: Option<f64>,
    /// What.
    pub kind: Kind,
    /// The contact before.
    pub from: Option<Contact>,
    /// The contact after.
    pub to: Option<Contact>,
}

/// A stretch of time under one contact, or none.
#[derive(Clone, Debug)]
pub struct Piece {
    /// From when, s.
    pub start: f64,
    /// Until when, s.
    pub end: f64,
    /// Deflection at its start, rad.
    pub theta_start: f64,
    /// Deflection at its end, rad.
    pub theta_end: f64,
    /// What touches.
    pub contact: Option<Contact>,
    pub(crate) law: Option<Law>,
    /// What is certain of its ends.
    pub(crate) limits: [Limit; 2],
    /// What is left of the times of its ends beyond their last places, s.
    pub(crate) late: [f64; 2],
}

/// What is certain of an end of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Limit {
    /// Nothing beyond what its numbers say.
    #[default]
    Plain,
    /// The lever vanishes.
    Tangent,
    /// Sliding runs into sticking.
    Locked,
}

/// What the pawl does and feels at one time.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct State {
    /// Deflection of the spring, rad.
    pub theta: f64,
    /// Its rate, rad/s.
    pub rate: f64,
    /// Force of the obstacle along its normal, N.
    pub normal: f64,
    /// That normal, into the pawl, of length 1; zero where nothing touches.
    pub direction: [f64; 2],
    /// Force of the obstacle on the pawl, N.
    pub force: [f64; 2],
    /// Force that must push the root along its motion, N.
    pub insertion: f64,
    /// Speed of sliding, m/s; its sign along the normal turned by 90°.
    pub slip: f64,
    /// The point of contact, m.
    pub point: Option<[f64; 2]>,
}

/// The whole motion of one pawl.
#[derive(Clone, Debug)]
pub struct Trajectory {
    /// What happened, in order.
    pub events: Vec<Event>,
    /// Pieces without gaps from the start to the end.
    pub pieces: Vec<Piece>,
    /// How often decisions were made.
    pub counts: crate::point::Counts,
    /// Of the spring, N m/rad.
    pub(crate) stiffness: f64,
}

impl Trajectory {
    /// The event that ended it.
    ///
    /// # Panics
    /// Never: a trajectory has a start and an end.
    #[must_use]
    pub fn last(&self) -> &Event {
        self.events.last().expect("a trajectory has a start and an end")
    }

    /// The piece at a time; of two that meet there, the later.
    #[must_use]
    pub fn piece(&self, time: f64) -> Option<&Piece> {
        let after = self.pieces.partition_point(|piece| piece.start <= time);
        self.pieces.get(after.saturating_sub(1))
    }

    /// The state at a time within the motion; the ends of it beyond.
    #[must_use]
    pub fn at(&self, time: f64) -> State {
        self.piece(time).map_or_else(State::default, |piece| piece.at(time))
    }
}

impl Piece {
    /// The state at a time within the piece.
    #[must_use]
    pub fn at(&self, time: f64) -> State {
        let time = time.min(self.end).max(self.start);
        let mut here = State { theta: self.theta_start, ..State::default() };
        // where sliding turns back just now, it is what it will be
        for stretch in self.sliding_intervals().filter(|s| s.start.time <= time) {
            here = stretch.state(stretch.when(time));
        }
        here
    }
}
