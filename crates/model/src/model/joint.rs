//! Joints: a kind between two markers, and what else a joint has.

use crate::model::frame::Marker;
use mainspring_definition::Span;
use mainspring_joints::JointKind;

/// A joint between `a` (first-named) and `b` (second-named).
#[derive(Clone, Debug)]
pub struct Joint {
    /// its path
    pub path: String,
    /// where it is declared
    pub span: Span,
    /// which
    pub kind: JointKind,
    /// first-named side
    pub a: Marker,
    /// second-named side
    pub b: Marker,
    /// holds at t = 0; false when an `attach` brings it later
    pub attached: bool,
    /// realised as a stiff spring–damper instead of rows
    pub compliant: Option<Compliance>,
    /// lowest and highest value of its first coordinate
    pub limits: Option<[f64; 2]>,
    /// the limits are rigid stops, with this restitution; None: passing them is only reported
    pub stop: Option<f64>,
    /// resists its first coordinate
    pub friction: Option<Friction>,
    /// play of a gear or rack
    pub backlash: Option<Backlash>,
}

/// Dry friction in a joint's coordinate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Friction {
    /// while it moves: N or N·m, or a coefficient, see `law`
    pub kinetic: f64,
    /// while it rests, ≥ `kinetic`
    pub resting: f64,
    /// what the two are
    pub law: FrictionLaw,
}

/// How large friction is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FrictionLaw {
    /// always the same effort, N or N·m
    Constant,
    /// coefficient × |reaction| × `arm`
    Coulomb {
        /// 1 for a joint that slides, the radius of the pin (m) for a hinge
        arm: f64,
    },
}

/// Play between the flanks of a gear or rack, in its second coordinate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Backlash {
    /// from one flank to the other, rad or m, > 0; the pair starts half way
    pub width: f64,
    /// rebound over approach, 0 to 1
    pub restitution: f64,
}

/// Stiffness of a compliant joint; rows measured in metres use the first pair, rows measured as angles the second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compliance {
    /// N/m
    pub stiffness: f64,
    /// N·s/m
    pub damping: f64,
    /// N·m/rad
    pub turning_stiffness: f64,
    /// N·m·s/rad
    pub turning_damping: f64,
    /// fixed steps are taken in pieces that follow its swings
    pub adapt: bool,
    /// both parts stand where the scene puts them: it begins as far open as that leaves it, else closed
    pub placed: bool,
}
