//! How a statement is written, as data: the parser reads these pieces one after the other.

/// One piece of a statement, after the word that begins it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// a text in quotes; what it is, for messages
    Text(&'static str),
    /// a plain name; what it is, for messages
    Word(&'static str),
    /// the name that the statement declares, without an index
    Name,
    /// a declared name, with or without an index
    Declarator,
    /// declared names, separated by commas
    Declarators,
    /// one path
    Target,
    /// paths, separated by commas
    Paths,
    /// a value without `=`
    Operand,
    /// values without `=`, separated by commas
    Operands,
    /// `= value`
    Value,
    /// `= value`, which may be left out
    OptionalValue,
    /// `word value` for any of these words, in any order
    Clauses(&'static [&'static str]),
    /// the same in front of `=`, so that a unit may stand before it
    ClausesBeforeValue(&'static [&'static str]),
    /// `word path`, which must be there
    PathClause(&'static str),
    /// `word path` for one of these words, which may be left out
    OptionalPathClause(&'static [&'static str]),
    /// `{ options }`, which may be left out
    Options,
    /// `{ options }`, which must be there; what they are, for messages
    RequiredOptions(&'static str),
    /// `(parameters)`, which may be left out
    Parameters,
    /// `{ statements }`
    Block,
    /// `{ a, b }`: the members of a frame
    Members,
    /// `{ steps }` of a script
    Steps,
    /// `in` between the variable of a loop and its values
    In,
    /// `: left = right`
    Equation,
    /// `condition { … } else { … }`
    Branches,
    /// `= outline moves … from … until …` of the root of a sweep
    RootMotion,
    /// words, values and blocks in any order, of statements that a later version carries out
    Loose,
}

/// What may follow the word that begins a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beginning {
    /// a name or a path
    Name,
    /// a text in quotes
    Text,
    /// `{`
    Brace,
    /// a value
    Value,
    /// a name, a number or `{`
    Loose,
}

impl Piece {
    /// What this piece begins with.
    #[must_use]
    pub const fn beginning(self) -> Beginning {
        match self {
            Self::Text(_) => Beginning::Text,
            Self::RequiredOptions(_) | Self::Options | Self::Block | Self::Members | Self::Steps => Beginning::Brace,
            Self::Operand | Self::Operands | Self::Branches => Beginning::Value,
            Self::Loose => Beginning::Loose,
            Self::Word(_)
            | Self::Name
            | Self::Declarator
            | Self::Declarators
            | Self::Target
            | Self::Paths
            | Self::Value
            | Self::OptionalValue
            | Self::Clauses(_)
            | Self::ClausesBeforeValue(_)
            | Self::PathClause(_)
            | Self::OptionalPathClause(_)
            | Self::Parameters
            | Self::In
            | Self::Equation
            | Self::RootMotion => Beginning::Name,
        }
    }

    /// The words of clauses that this piece reads.
    #[must_use]
    pub const fn clause_words(self) -> &'static [&'static str] {
        match self {
            Self::Clauses(words) | Self::ClausesBeforeValue(words) | Self::OptionalPathClause(words) => words,
            Self::RootMotion => ROOT_MOTION,
            Self::Text(_)
            | Self::Word(_)
            | Self::Name
            | Self::Declarator
            | Self::Declarators
            | Self::Target
            | Self::Paths
            | Self::Operand
            | Self::Operands
            | Self::Value
            | Self::OptionalValue
            | Self::PathClause(_)
            | Self::Options
            | Self::RequiredOptions(_)
            | Self::Parameters
            | Self::Block
            | Self::Members
            | Self::Steps
            | Self::In
            | Self::Equation
            | Self::Branches
            | Self::Loose => &[],
        }
    }
}

/// Where a statement may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// at the top of a scene
    Scene,
    /// in a file that another one imports
    Import,
    /// in a composite
    Composite,
    /// in a primitive
    Primitive,
    /// in a group of windows and arrays
    Group,
}

/// How the path of an edit (`set crank.l`) names a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Address {
    /// by the word that begins it: `gravity`, `run.every`
    Keyword,
    /// by the plain name after that word: `steel.density`
    Name,
    /// by the names it declares: `crank.l`
    Declared,
    /// by the joint it speaks of: `o.start`, `o.speed`
    Joint,
    /// not at all
    None,
}

/// Words of a placement.
pub const PLACEMENT: &[&str] = &["at", "turned", "about", "moving", "spinning", "arriving", "leaving"];
/// Words of a point mass's placement, which may also follow a prescribed motion in a later version.
pub const MASS_PLACEMENT: &[&str] = &["at", "turned", "about", "moving", "spinning", "arriving", "leaving", "on"];
/// Words of the root of a sweep, those of [`ROOT_TURNING`] included.
pub const ROOT_MOTION: &[&str] = &["moves", "from", "until", "spinning", "turns", "turned", "rotates"];
/// Words that would turn the root of a sweep: read so that they can be refused by name.
pub const ROOT_TURNING: &[&str] = &["spinning", "turns", "turned", "rotates"];
/// Words that continue a step of a script.
pub const STEP_CLAUSES: &[&str] = &["for", "until", "when"];
