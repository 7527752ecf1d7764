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

impl FiredGuards {
    /// Whether any of them is of this contact.
    pub fn names(&self, site: Site) -> bool {
        let lists = [&self.pulls, &self.slip_ended, &self.at_friction_limit, &self.left_feature];
        let turns = [&self.rolling_ended, &self.at_resistance_limit];
        lists.iter().any(|list| list.contains(&site)) || turns.iter().any(|list| list.iter().any(|(s, _)| *s == site))
    }
}
