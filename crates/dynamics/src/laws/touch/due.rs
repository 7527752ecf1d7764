//! Contacts whose guards fired.

use crate::laws::touch::state::Site;

/// Contacts whose guards fired.
#[derive(Clone, Debug, Default)]
pub struct FiredGuards {
    /// it would have to pull
    pub pulls: Vec<Site>,
    /// slip has come to an end
    pub slip_ended: Vec<Site>,
    /// friction has come to its limit
    pub at_friction_limit: Vec<Site>,
    /// the place of contact has left a feature
    pub left_feature: Vec<Site>,
    /// rolling or spinning has come to an end
    pub rolling_ended: Vec<(Site, usize)>,
    /// resistance to it has come to its limit
    pub at_resistance_limit: Vec<(Site, usize)>,
    /// slip that counts as none, m/s
    pub slow: f64,
}
