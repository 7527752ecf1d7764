//! Result of the joint phase.

use mainspring_definition::Span;
use mainspring_model::{BodyId, Joint, JointId};

/// Joints between parts, and gears between joints.
#[derive(Default)]
pub struct Joints {
    pub list: Vec<Joint>,
    /// joints with an `axis = …` of their own, in the axes of their first part, and where that is said
    pub aimed: Vec<(JointId, Span)>,
    /// gears whose carriers are looked for once it is known what is fixed
    pub gears: Vec<GearDraft>,
    /// gears whose ratio is that of the teeth of wheels
    pub toothed: Vec<JointId>,
    /// one of them is in error, so that what it would place may be unplaced
    pub broken: bool,
}

/// A part that carries axles, or none for the ground.
pub type Carrier = Option<BodyId>;

/// A gear or rack as written.
pub struct GearDraft {
    pub joint: JointId,
    /// its ratio is that of the teeth of wheels
    pub toothed: bool,
    /// a pinion with a rack
    pub rack: bool,
    /// what the scene says carries both wheels
    pub carrier: Option<Carrier>,
    pub span: Span,
}
