//! What a model says of contact: which pairs may touch, how that is treated, what of it is measured.

use crate::model::BodyId;
use mainspring_definition::Span;
pub use mainspring_definition::{ImpactLaw, Treatment};

/// Contact: which pairs may touch and what happens when they do.
#[derive(Clone, Debug, Default)]
pub struct Contacts {
    /// in the order of (first, second): bodies in the order they were declared, then obstacles
    pub pairs: Vec<ContactPair>,
    /// event by event, or springs
    pub method: ContactMethod,
    /// what becomes of crowds in a run by event
    pub crowds: Crowds,
    /// what is stepped never sleeps, at rest under loads that do not change or not
    pub awake: bool,
    /// what a blow does
    pub impact: ImpactLaw,
    /// several contacts at once
    pub treatment: Treatment,
    /// rebounds slower than this that would come back are none, m/s; None: 1e-4 of the speed of a fall through the
    /// mechanism's length, at most
    pub rest_speed: Option<f64>,
}

/// Two things that may touch. The first is always a body that can move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPair {
    /// first
    pub a: BodyId,
    /// second
    pub b: Touched,
    /// where it was asked for
    pub span: Span,
    /// while it slides, ≥ 0
    pub friction: f64,
    /// while it rests, ≥ `friction`
    pub static_friction: f64,
    /// 0 to 1, see [`ImpactLaw`]
    pub restitution: f64,
    /// resistance to rolling, m: torque over normal force
    pub rolling: f64,
    /// resistance to turning about the normal, m; space only
    pub spinning: f64,
}

/// The second of two that touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touched {
    /// a body, moving or fixed
    Body(BodyId),
    /// index into [`crate::Model::obstacles`]
    Obstacle(usize),
}

/// What becomes of a crowd, where more touches and changes at once than events are for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Crowds {
    /// it is stepped until it is calm again
    #[default]
    Step,
    /// it is taken event by event, however long that takes, and what cannot be decided is an error
    Error,
}

/// How contact is treated.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum ContactMethod {
    /// blows and changes of contact at the moment they happen
    #[default]
    Event,
    /// a spring and damper wherever parts overlap
    Penalty(Penalty),
    /// everything that happens within a step at once
    Stepping(SteppingSettings),
}

/// Contacts of a whole step taken together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SteppingSettings {
    /// s; None: from the size of the parts and gravity
    pub step: Option<f64>,
}

/// Springs in place of rigid contact (stanley-colgate-1992).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Penalty {
    /// N/m
    pub stiffness: f64,
    /// N·s/m; None: from the pair's restitution
    pub damping: Option<f64>,
    /// slip at which friction is fully developed, m/s
    pub slip_speed: f64,
    /// fixed steps are taken in pieces that follow the swings of contacts
    pub adapt: bool,
}

/// What of a contact between two parts is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ContactQuantity {
    /// 1 while they touch, −1 while not
    Touches,
    /// smallest distance, m; negative if they overlap
    Gap,
    /// sum of the normal forces, N
    NormalForce,
    /// least that sum could be with the same motion, N: less than it is where rigid parts leave the share of a load open
    LeastForce,
    /// largest that sum could be with the same motion, N; infinite where parts are wedged
    LargestForce,
    /// size of the friction force, N
    FrictionForce,
    /// force on the second part, N; component
    Force(u8),
    /// sum of the sizes of the normal impulses of all blows so far, N·s
    Impulse,
    /// fastest slip of a touching point, m/s
    Slip,
    /// 0 open, 1 resting or rolling, 2 slipping
    Mode,
    /// where the force acts (centre of pressure), m; component; the middle between the nearest points while open
    Point(u8),
    /// how many points touch
    Points,
    /// by how much the forces are off the laws of contact and friction, N: a pull, friction beyond its limit or not against
    /// the slip; the largest of any point
    Residual,
}
