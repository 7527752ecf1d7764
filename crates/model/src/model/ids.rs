//! Ids: indices into the lists of a model.

/// Index into [`crate::Model::bodies`].
pub type BodyId = usize;

/// Index into [`crate::Model::joints`].
pub type JointId = usize;

/// Index into [`crate::Model::springs`].
pub type SpringId = usize;

/// Index into [`crate::Model::switches`].
pub type SwitchId = usize;
