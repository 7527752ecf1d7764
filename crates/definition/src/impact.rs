//! Laws of impact and treatments of several impacts at once: what a scene may choose, and the words it does so with.
//!
//! Their mathematics is in the crate of contact problems.

/// What happens in an impact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ImpactLaw {
    /// energetic restitution, Coulomb friction through the whole impact; never gains energy
    #[default]
    Coulomb,
    /// rebound = −e × approach; sliding impulse μ Pₙ
    Newton,
    /// rebound = −e × approach; no slip if |Pₜ| < μ|Pₙ|, else no tangential impulse (cilia-1997)
    Cilia,
}

/// Laws of impact, the default first.
pub const IMPACT_LAWS: &[(&str, ImpactLaw)] =
    &[("coulomb", ImpactLaw::Coulomb), ("newton", ImpactLaw::Newton), ("cilia", ImpactLaw::Cilia)];

/// What happens when several contacts are struck at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Treatment {
    /// one pair of parts after the other until none approaches
    #[default]
    Sequential,
    /// one complementarity problem
    Simultaneous,
}

/// Treatments of several impacts at once, the default first.
pub const IMPACT_TREATMENTS: &[(&str, Treatment)] =
    &[("sequential", Treatment::Sequential), ("simultaneous", Treatment::Simultaneous)];

impl ImpactLaw {
    /// As a scene says it.
    #[must_use]
    pub fn word(self) -> &'static str {
        IMPACT_LAWS.iter().find(|(_, law)| *law == self).map_or("", |(word, _)| word)
    }
}
