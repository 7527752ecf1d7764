//! What an expression can be worth while a scene is built.

use mainspring_definition::{Dimension, Span};
use mainspring_geometry::{Region, Solid};
use mainspring_model::NodeId;
use mainspring_model::{BodyId, JointId, Marker, SpringId};
use std::rc::Rc;

/// Index of a frame that can be placed.
pub type PlaceId = usize;

/// Index of a scope.
pub type ScopeId = usize;

/// Index of a value that is worked out when first needed.
pub type LazyId = usize;

/// What a name of a sweep stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Swept {
    Root,
    /// by its number among those declared
    Pawl(usize),
    Obstacle,
}

impl Swept {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Root => "the root",
            Self::Pawl(_) => "a pawl",
            Self::Obstacle => "an obstacle",
        }
    }
}

/// A number known now, or one that a program works out during the run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar {
    Known(f64),
    Node(NodeId),
}

/// A number with its dimension.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    pub scalar: Scalar,
    pub dimension: Dimension,
    /// power of radian; carried only to show people degrees, never checked
    pub angle: i8,
    /// written without a unit, so that a unit after the tuple it stands in reaches it
    pub bare: bool,
}

impl Number {
    pub fn known(value: f64, dimension: Dimension) -> Self {
        Self { scalar: Scalar::Known(value), dimension, angle: 0, bare: false }
    }

    pub fn bare(value: f64) -> Self {
        Self { scalar: Scalar::Known(value), dimension: Dimension::NONE, angle: 0, bare: true }
    }

    pub fn node(node: NodeId, dimension: Dimension, angle: bool) -> Self {
        Self { scalar: Scalar::Node(node), dimension, angle: i8::from(angle), bare: false }
    }

    /// a literal 0 fits any dimension
    pub fn is_open_zero(&self) -> bool {
        self.bare && self.scalar == Scalar::Known(0.0)
    }

    /// whether people may be shown degrees
    pub fn is_angle(&self) -> bool {
        self.angle == 1 && [Dimension::NONE, Dimension::RATE, Dimension::ANGULAR_ACCELERATION].contains(&self.dimension)
    }
}

/// What a material says; each with the place where it says so.
#[derive(Clone, Debug, Default)]
pub struct Material {
    /// tells two materials apart
    pub id: LazyId,
    pub density: Option<f64>,
    pub thickness: Option<f64>,
    pub area_density: Option<f64>,
    pub coefficients: ContactCoefficients,
}

/// What a material, a part or an obstacle says of touching.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactCoefficients {
    pub friction: Option<f64>,
    pub static_friction: Option<f64>,
    pub restitution: Option<f64>,
}

/// A thing with a name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Entity {
    Body(BodyId),
    /// a composite: the scope that holds its members
    Group(ScopeId),
    /// a point of a body or of the ground
    Point(Marker),
    Joint(JointId),
    Spring(SpringId),
    /// a force or torque
    Load(usize),
    Obstacle(usize),
    /// `contact(a, b)`: a pair that may touch, or None where this run leaves contacts out
    Contact {
        pair: Option<usize>,
        /// named in the other order than the pair is kept
        turned: bool,
    },
    /// index into `Loads::constraint_rows`
    Constraint(usize),
    /// the ledger
    Energy,
    /// the run itself
    Run,
    /// index into `Fields::windows`
    Window(usize),
    /// index into `Fields::arrays`
    Array(usize),
    /// a group of windows and arrays: the scope that holds them
    Windows(ScopeId),
    /// index into `Fields::frames`
    Frame(usize),
    /// index into `Fields::scripts`
    Script(usize),
    /// index into `Fields::bins`
    Bin(usize),
    /// what parts lie on
    Surface,
    /// the root, a pawl or an obstacle of an exact sweep
    Swept(Swept),
}

impl Entity {
    pub fn word(&self) -> &'static str {
        match self {
            Self::Body(_) => "a part",
            Self::Group(_) => "a composite",
            Self::Point(_) => "a point",
            Self::Joint(_) => "a joint",
            Self::Spring(_) => "a spring",
            Self::Load(_) => "a load",
            Self::Obstacle(_) => "an obstacle",
            Self::Contact { .. } => "a contact",
            Self::Constraint(_) => "a constraint",
            Self::Energy => "the energy ledger",
            Self::Run => "the run",
            Self::Window(_) => "a window",
            Self::Array(_) => "an array",
            Self::Windows(_) => "a group of windows",
            Self::Frame(_) => "a frame",
            Self::Script(_) => "a script",
            Self::Bin(_) => "a bin",
            Self::Surface => "the surface",
            Self::Swept(swept) => swept.word(),
        }
    }
}

/// The worth of an expression.
#[derive(Clone, Debug)]
pub enum Value {
    Number(Number),
    Flag(Scalar),
    Text(Rc<str>),
    Tuple(Vec<Value>),
    List(List),
    /// whole numbers from the first up to, not including, the second
    Range(i64, i64),
    Region(Rc<Region>),
    Solid(Rc<Solid>),
    /// a point of its face, and the unit normal out of it
    HalfSpace([f64; 3], [f64; 3]),
    Material(Rc<Material>),
    Entity(Entity),
    /// not worked out yet
    Lazy(LazyId),
    /// already reported: anything made of it is silent
    Poison,
}

/// Values in order. Lists that contain one list many times share it, so what asks about all elements is answered once.
#[derive(Clone, Debug)]
pub struct List {
    items: Rc<[Value]>,
    poisoned: bool,
    size: usize,
}

impl List {
    pub fn new(items: Vec<Value>) -> Self {
        let poisoned = items.iter().any(Value::is_poison);
        let size = items.iter().fold(0_usize, |sum, item| sum.saturating_add(item.size()));
        Self { items: items.into(), poisoned, size }
    }
}

impl std::ops::Deref for List {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        &self.items
    }
}

impl Value {
    pub fn known(value: f64, dimension: Dimension) -> Self {
        Self::Number(Number::known(value, dimension))
    }

    /// How many values it is made of, those of lists in lists counted as often as they occur.
    pub fn size(&self) -> usize {
        match self {
            Self::Tuple(items) => items.iter().map(Self::size).sum(),
            Self::List(items) => items.size,
            _ => 1,
        }
    }

    pub fn is_poison(&self) -> bool {
        match self {
            Self::Poison => true,
            Self::Tuple(items) => items.iter().any(Self::is_poison),
            Self::List(items) => items.poisoned,
            _ => false,
        }
    }

    /// What it is, for people.
    pub fn describe(&self) -> String {
        match self {
            Self::Number(n) if n.dimension == Dimension::NONE && n.angle == 1 => "an angle".to_owned(),
            Self::Number(n) => n.dimension.to_string(),
            Self::Flag(_) => "true or false".to_owned(),
            Self::Text(_) => "text".to_owned(),
            Self::Tuple(items) => match items.first() {
                Some(Self::Number(n)) => format!("a tuple of {} of {}", items.len(), n.dimension),
                _ => format!("a tuple of {}", items.len()),
            },
            Self::List(items) => format!("a list of {}", items.len()),
            Self::Range(..) => "a range".to_owned(),
            Self::Region(_) => "a region".to_owned(),
            Self::Solid(_) => "a solid".to_owned(),
            Self::HalfSpace(..) => "a half-space".to_owned(),
            Self::Material(_) => "a material".to_owned(),
            Self::Entity(e) => e.word().to_owned(),
            Self::Lazy(_) | Self::Poison => "something in error".to_owned(),
        }
    }

    /// The same value under a name: its numbers are no longer literals.
    pub fn named(self) -> Self {
        match self {
            Self::Number(n) => Self::Number(Number { bare: false, ..n }),
            Self::Tuple(items) => Self::Tuple(items.into_iter().map(Self::named).collect()),
            other => other,
        }
    }
}

/// A value with the place it was written.
#[derive(Clone, Debug)]
pub struct Placed {
    pub value: Value,
    pub span: Span,
}
