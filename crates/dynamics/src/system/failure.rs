//! What left an evaluation without a finite answer.

use crate::multibody::results::ProjectError;

/// Why equations had no finite solution since the last accepted state.
#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    /// a window, array or density has no finite value, or two belts move one place: what it is, in words
    Field(String),
    /// friction in a joint, or between two parts in contact, calls up more force than it takes away
    Jam {
        /// path of the joint, or names of both parts
        joint: String,
    },
    /// parts are inside each other at the end of a step however short it is
    Overlap {
        /// of both, in quotes
        names: String,
        /// depth over the size of the smaller
        share: f64,
    },
    /// prescribed motions that drive parts into each other, none of which gives way
    Driven {
        /// paths of their joints
        drives: Vec<String>,
        /// names of both, of each contact
        contacts: Vec<Vec<String>>,
    },
    /// the motion without contacts turns or fades too fast for a step of this length
    TooLong {
        /// in which it would do
        parts: u32,
    },
    /// joints that a step cannot close
    Open(ProjectError),
}
