//! Measured scalars: what expressions may read during a run, and at which level.

use crate::model::{BodyId, Coordinate, JointId, SpringId};
use crate::touch::ContactQuantity;

/// A measured scalar that an expression reads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Probe {
    /// component `axis` of position (order 0), velocity (1) or acceleration (2) of a point of a body (body frame)
    Point {
        /// None: the ground
        body: Option<BodyId>,
        /// body frame, m
        point: [f64; 3],
        /// 0, 1, 2
        order: u8,
        /// 0, 1, 2
        axis: u8,
    },
    /// planar orientation (order 0), its rate (1) or second derivative (2)
    Angle {
        /// which body
        body: BodyId,
        /// 0, 1, 2
        order: u8,
    },
    /// component of angular velocity (order 1) or acceleration (2), world axes
    Spin {
        /// which body
        body: BodyId,
        /// 1, 2
        order: u8,
        /// 0, 1, 2
        axis: u8,
    },
    /// world component `axis` of the body's `which` axis (x, y, z): direction cosines
    Direction {
        /// which body
        body: BodyId,
        /// 0, 1, 2: x, y, z axis of the body
        which: u8,
        /// 0, 1, 2
        axis: u8,
    },
    /// joint coordinate (order 0), its rate (1), second derivative (2)
    Coordinate {
        /// which
        coordinate: Coordinate,
        /// 0, 1, 2
        order: u8,
    },
    /// what the joint exerts on its second part at the joint point, world axes, N
    JointForce {
        /// which
        joint: JointId,
        /// 0, 1, 2
        axis: u8,
    },
    /// same, N·m; planar: axis 2
    JointTorque {
        /// which
        joint: JointId,
        /// 0, 1, 2
        axis: u8,
    },
    /// what drives exert on a coordinate: the solved effort of prescribed motion plus actuators, N or N·m
    Effort {
        /// which
        coordinate: Coordinate,
    },
    /// what friction exerts on a joint's first coordinate, N or N·m
    Friction {
        /// which
        joint: JointId,
    },
    /// what the stop of a joint exerts on its first coordinate, N or N·m
    StopForce {
        /// which
        joint: JointId,
    },
    /// how far a gear with backlash is from the middle of its play, in its second coordinate, rad or m
    Play {
        /// which
        joint: JointId,
    },
    /// spring length or angle (order 0) or its rate (1)
    SpringStretch {
        /// which
        spring: SpringId,
        /// 0, 1
        order: u8,
    },
    /// f or τ of a spring
    SpringEffort {
        /// which
        spring: SpringId,
    },
    /// a term of the energy ledger, J
    Energy(EnergyTerm),
    /// 1 from when something in the run is in doubt, 0 before
    Verdict,
    /// m·v of a body, component
    Momentum {
        /// which body
        body: BodyId,
        /// 0, 1, 2
        axis: u8,
    },
    /// angular momentum of a body about its centre of mass, component; planar: axis 2
    AngularMomentum {
        /// which body
        body: BodyId,
        /// 0, 1, 2
        axis: u8,
    },
    /// kinetic energy of one body, J
    KineticEnergy {
        /// which body
        body: BodyId,
    },
    /// of a pair that may touch; index into `Contacts::pairs`
    Contact {
        /// which
        pair: usize,
        /// what of it
        quantity: ContactQuantity,
    },
    /// force (N) or torque about the centre of mass (N·m) of all contacts on a body, world axes
    ContactLoad {
        /// which body
        body: BodyId,
        /// the torque
        torque: bool,
        /// 0, 1, 2; planar torque: 2
        axis: u8,
    },
    /// x of the place a density is asked for, m; only in expressions of windows and arrays
    FieldX,
    /// y of the place a density is asked for, m
    FieldY,
    /// force (N) or torque about the centre of mass (N·m) of all windows and arrays on a body, or of the surface's friction
    FieldLoad {
        /// which body
        body: BodyId,
        /// of friction rather than of windows and arrays
        friction: bool,
        /// 0, 1: force; 2: torque
        axis: u8,
    },
    /// area of a body that lies over a window where the window acts, m²
    Overlap {
        /// which body
        body: BodyId,
        /// index into `Fields::windows`
        window: usize,
    },
    /// how deep the centre of mass of a body is inside a bin, or inside the surface's edge, m; negative outside
    Inside {
        /// which body
        body: BodyId,
        /// index into `Fields::bins`; None: the surface
        bin: Option<usize>,
    },
    /// power drawn, W
    Power(Drawer),
    /// energy drawn by all windows and arrays since t = 0, J
    Drawn,
    /// 1 while a body is there, 0 before it arrives and after it left
    Present {
        /// which body
        body: BodyId,
    },
    /// parts that left into a bin
    Caught {
        /// index into `Fields::bins`
        bin: usize,
    },
    /// which step of a script is on, from 1; 0 once it is over
    ScriptStep {
        /// index into `Fields::scripts`
        script: usize,
    },
    /// work done on the mechanism, or heat taken out of it, by one load since t = 0, J
    Work(Load),
    /// of a sweep, which has no dynamics
    Swept {
        /// index into `SweepModel::pawls`; 0 for what is the root's
        pawl: usize,
        /// what of it
        quantity: SweptQuantity,
    },
    /// what reaches a run from outside while it goes on: index into the inputs that the running state holds
    Input {
        /// which
        slot: usize,
    },
    /// `before(x)`: x just before the event at this moment, or simply x; index into [`crate::Programs::before`]
    Before {
        /// which
        slot: usize,
    },
}

/// A load with an entry of its own in the energy ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Load {
    /// index into `Model::forces`
    Force(usize),
    /// index into `Model::drives`
    Drive(usize),
    /// the actuator of a spring
    Actuator(SpringId),
    /// index into `Model::constraints`
    Constraint(usize),
    /// the damper of a spring: heat
    Damper(SpringId),
    /// the damping of a compliant joint: heat
    Compliant(JointId),
    /// dry friction in a joint: heat
    Friction(JointId),
    /// friction, and the damper of the penalty method, between two that touch: heat; index into `Contacts::pairs`
    Contact(usize),
    /// the same of all pairs that have no entry of their own: heat
    OtherContacts,
    /// what all windows and arrays do on a body
    Field(BodyId),
    /// friction of a body on the surface: heat, less what moving surfaces carry
    Surface(BodyId),
    /// energy drawn by windows and arrays: no part of the balance
    Drawn,
}

/// What a sweep has to tell of its root and each pawl at every moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SweptQuantity {
    /// way of the root, m
    Travel,
    /// that pushes the root along its way, N
    InsertionForce,
    /// from the drawn position, rad
    Angle,
    /// from where the spring is relaxed, rad
    Deflection,
    /// rad/s
    Rate,
    /// normal to the contact, N
    Force,
    /// along the contact, N
    FrictionForce,
    /// of the hinge on the pawl, component 0 or 1, N
    Reaction(u8),
}

/// Who draws power.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawer {
    /// index into `Fields::windows`
    Window(usize),
    /// index into `Fields::arrays`
    Array(usize),
    /// all of them
    All,
}

/// Terms of the energy ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnergyTerm {
    /// of all bodies
    Kinetic,
    /// in gravity
    Potential,
    /// in springs and compliant joints
    Spring,
    /// kinetic + potential + spring
    Total,
    /// done on the mechanism by drives, actuators and forces since t = 0
    Work,
    /// lost in dampers since t = 0
    Dissipated,
    /// lost when joints were attached or prescribed motions jumped
    Lost,
    /// what the balance is off by
    Residual,
}

/// What a quantity depends on, which says where it may be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// constants
    Constant,
    /// time alone
    Time,
    /// positions
    Position,
    /// rates
    Rate,
    /// accelerations, forces, the ledger: known only after the equations are solved
    Force,
}

impl Probe {
    /// What it depends on.
    #[must_use]
    pub const fn level(&self) -> Level {
        match self {
            Self::Point { order, .. }
            | Self::Angle { order, .. }
            | Self::Coordinate { order, .. }
            | Self::Spin { order, .. }
            | Self::SpringStretch { order, .. } => match order {
                0 => Level::Position,
                1 => Level::Rate,
                _ => Level::Force,
            },
            Self::Direction { .. }
            | Self::Play { .. }
            | Self::Overlap { .. }
            | Self::Inside { .. }
            | Self::Input { .. }
            | Self::FieldX
            | Self::FieldY => Level::Position,
            Self::Momentum { .. } | Self::AngularMomentum { .. } | Self::KineticEnergy { .. } => Level::Rate,
            Self::JointForce { .. }
            | Self::JointTorque { .. }
            | Self::Contact { .. }
            | Self::ContactLoad { .. }
            | Self::Effort { .. }
            | Self::Friction { .. }
            | Self::StopForce { .. }
            | Self::SpringEffort { .. }
            | Self::Energy(_)
            | Self::Verdict
            | Self::Work(_)
            | Self::FieldLoad { .. }
            | Self::Power(_)
            | Self::Drawn
            | Self::Present { .. }
            | Self::Caught { .. }
            | Self::ScriptStep { .. }
            | Self::Swept { .. }
            | Self::Before { .. } => Level::Force,
        }
    }
}
