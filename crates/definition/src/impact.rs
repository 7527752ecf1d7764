//! Laws of impact and treatments of several impacts at once: what a scene may choose, and the words it does so with.
//!
//! Their mathematics is in the crate of contact problems.

/// An enum whose variants a scene names, with the list of their words.
macro_rules! choices {
    ($(#[$of:meta])* $name:ident, $(#[$of_list:meta])* $list:ident, $($(#[$of_variant:meta])* $variant:ident = $word:literal,)+) => {
        $(#[$of])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub enum $name {
            $($(#[$of_variant])* $variant,)+
        }

        $(#[$of_list])*
        pub const $list: &[(&str, $name)] = &[$(($word, $name::$variant)),+];

        impl $name {
            /// As a scene says it.
            #[must_use]
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }
    };
}

choices! {
    /// What happens in an impact.
    ImpactLaw,
    /// Laws of impact, the default first.
    IMPACT_LAWS,
    /// energetic restitution, Coulomb friction through the whole impact; never gains energy
    #[default]
    Coulomb = "coulomb",
    /// rebound = −e × approach; sliding impulse μ Pₙ
    Newton = "newton",
    /// rebound = −e × approach; no slip if |Pₜ| < μ|Pₙ|, else no tangential impulse (cilia-1997)
    Cilia = "cilia",
}

choices! {
    /// What happens when several contacts are struck at once.
    Treatment,
    /// Treatments of several impacts at once, the default first.
    IMPACT_TREATMENTS,
    /// one pair of parts after the other until none approaches
    #[default]
    Sequential = "sequential",
    /// one complementarity problem
    Simultaneous = "simultaneous",
}
