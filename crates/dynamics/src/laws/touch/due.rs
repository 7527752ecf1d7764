//! Contacts whose guards fired.

use crate::laws::touch::state::Site;

/// Contacts whose guards fired.
#[derive(Clone, Debug, Default)]
pub struct Due {
    /// slip has come to an end
    pub slowed: Vec<Site>,
    /// friction has come to its limit
    pub strained: Vec<Site>,
    /// the place of contact has left a feature
    pub left: Vec<Site>,
    /// rolling or spinning has come to an end
    pub turned: Vec<(Site, usize)>,
    /// resistance to it has come to its limit
    pub twisted: Vec<(Site, usize)>,
    /// slip that counts as none, m/s
    pub slow: f64,
}
