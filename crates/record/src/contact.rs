//! Contacts of a frame: where parts touch, with what force, and what the touching point does.

/// One point where two parts touch. SI units, world axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactMark {
    /// index into [`Schema::contact_pairs`](crate::Schema::contact_pairs)
    pub pair: u32,
    /// where, m
    pub point: [f64; 3],
    /// unit, from the first part to the second
    pub normal: [f64; 3],
    /// on the second part, friction included, N
    pub force: [f64; 3],
    /// distance of the surfaces, m; negative where they overlap
    pub gap: f64,
    /// speed of one surface along the other, m/s
    pub slip: f64,
    /// what the point does
    pub mode: ContactMode,
    /// the piece of the first and of the second part's surface
    pub features: [FeatureName; 2],
}

impl ContactMark {
    /// Size of the force along the normal, N; positive when the parts press on each other.
    #[must_use]
    pub fn normal_force(&self) -> f64 {
        (0..3).map(|i| self.force[i] * self.normal[i]).sum()
    }

    /// The force across the normal on the second part, N.
    #[must_use]
    pub fn friction(&self) -> [f64; 3] {
        let along = self.normal_force();
        [0, 1, 2].map(|i| self.force[i] - along * self.normal[i])
    }

    /// Size of the force across the normal, N.
    #[must_use]
    pub fn friction_force(&self) -> f64 {
        self.friction().iter().map(|x| x * x).sum::<f64>().sqrt()
    }
}

/// What a touching point does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum ContactMode {
    /// one surface rests on the other
    #[default]
    Stick,
    /// one surface slides along the other
    Slip,
    /// no slip, and the point moves along both surfaces
    Roll,
}

impl ContactMode {
    /// All, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::Stick, Self::Slip, Self::Roll];

    /// The word for it in reports and tables.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Stick => "stick",
            Self::Slip => "slip",
            Self::Roll => "roll",
        }
    }
}

/// A piece of a surface: `corner 3`, `edge 1`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct FeatureName {
    /// what it is
    pub word: FeatureWord,
    /// counted among those of its kind, from 1; 0 if there is only one
    pub number: u32,
}

impl std::fmt::Display for FeatureName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.number {
            0 => f.write_str(self.word.word()),
            number => write!(f, "{} {number}", self.word.word()),
        }
    }
}

/// What kind of piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum FeatureWord {
    /// the surface as a whole
    #[default]
    Surface,
    /// a corner
    Corner,
    /// a straight edge
    Edge,
    /// a round piece of a planar outline
    Arc,
    /// a flat face
    Face,
    /// a ball or a round end
    Ball,
    /// the side of something round
    Side,
    /// a sharp round rim
    Rim,
}

impl FeatureWord {
    /// All, in the order of their numbers.
    pub const ALL: [Self; 8] =
        [Self::Surface, Self::Corner, Self::Edge, Self::Arc, Self::Face, Self::Ball, Self::Side, Self::Rim];

    /// The word for it in reports and tables.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Surface => "surface",
            Self::Corner => "corner",
            Self::Edge => "edge",
            Self::Arc => "arc",
            Self::Face => "face",
            Self::Ball => "ball",
            Self::Side => "side",
            Self::Rim => "rim",
        }
    }
}
