//! What is attached, released, brought and taken away during a run, and when.

use crate::model::{BodyId, JointId, SpringId};
use crate::program::NodeId;
use mainspring_definition::Span;

/// Attach or release joints and springs, or let parts come and go, during the run.
#[derive(Clone, Debug)]
pub struct Switch {
    /// where
    pub span: Span,
    /// true: attach
    pub attach: bool,
    /// which; none of them: the run ends
    pub targets: Vec<SwitchTarget>,
    /// when
    pub trigger: Trigger,
}

impl Switch {
    /// Whether it ends the run.
    #[must_use]
    pub fn stops(&self) -> bool {
        self.targets.is_empty()
    }
}

/// What a switch acts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SwitchTarget {
    /// a joint
    Joint(JointId),
    /// a spring
    Spring(SpringId),
    /// a part that arrives or leaves
    Part {
        /// which
        body: BodyId,
        /// where it leaves to
        into: Leaving,
    },
}

/// Where a part that leaves goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// `leaving when …`, or it arrives
    Said,
    /// index into [`crate::Fields::bins`]
    Bin(usize),
    /// over the edge of the surface
    Edge,
}

/// When a switch acts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Trigger {
    /// at this time, s
    At(f64),
    /// at t = 0 if it is so then, and whenever it comes to be so: this node is > 0 (comparisons lowered to differences, with a sign
    /// where both sides are equal, `and` to min, `or` to max)
    When(NodeId),
}
