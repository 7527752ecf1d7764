//! What left an evaluation without a finite answer.

/// Why equations had no finite solution since the last accepted state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// a window, array or density has no finite value, or two belts move one place: what it is, in words
    Field(String),
    /// friction in a joint, or between two parts in contact, calls up more force than it takes away
    Jam {
        /// path of the joint, or names of both parts
        joint: String,
    },
}
