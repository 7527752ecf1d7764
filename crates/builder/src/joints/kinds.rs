//! What differs from one kind of joint to the next: which orientations it needs, what its rows measure, what makes two of
//! a kind the same, and where its second side stands. Every match names all kinds, so that a new one cannot be forgotten.

use mainspring_definition::SpaceKind;
use mainspring_model::rigid::{quat_about, quat_conjugate, quat_multiply, quat_rotate, scaled, unit};
use mainspring_model::{JointKind, Pose};

/// What the rows of a kind measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// lengths alone
    Lengths,
    /// lengths and angles
    LengthsAndAngles,
    /// speeds: nothing that could give way like a spring
    Speeds,
}

/// What two joints of a kind between the same points must share besides to hold the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// nothing
    Points,
    /// which side is first
    Order,
    /// which side is first, and the direction of its line in the plane
    OrderAndLine,
    /// which side is first, and the z axis
    OrderAndAxis,
    /// which side is first, the z axis and the x axis
    OrderAndAxes,
    /// the z axis
    Axis,
}

/// Which sides must have an orientation, which point masses have not.
pub fn oriented_sides(kind: &JointKind, space: SpaceKind) -> [bool; 2] {
    match kind {
        JointKind::Distance { .. } | JointKind::Spherical => [false, false],
        JointKind::Revolute => [space == SpaceKind::Spatial; 2],
        JointKind::Slot | JointKind::Arc { .. } => [true, false],
        JointKind::Prismatic
        | JointKind::Weld
        | JointKind::RollingOnLine { .. }
        | JointKind::RollingOnDisc { .. }
        | JointKind::Cylindrical
        | JointKind::Universal
        | JointKind::Planar
        | JointKind::RollingSphere { .. }
        | JointKind::RollingDisc { .. }
        | JointKind::Gear { .. } => [true, true],
    }
}

/// What its rows measure.
pub fn rows(kind: &JointKind, space: SpaceKind) -> Rows {
    match (kind, space) {
        (
            JointKind::Weld | JointKind::Prismatic | JointKind::Planar | JointKind::Universal | JointKind::Cylindrical,
            _,
        )
        | (JointKind::Revolute, SpaceKind::Spatial) => Rows::LengthsAndAngles,
        (JointKind::Revolute, SpaceKind::Planar)
        | (
            JointKind::Distance { .. }
            | JointKind::Slot
            | JointKind::Arc { .. }
            | JointKind::Spherical
            | JointKind::Gear { .. },
            _,
        ) => Rows::Lengths,
        (
            JointKind::RollingOnLine { .. }
            | JointKind::RollingOnDisc { .. }
            | JointKind::RollingSphere { .. }
            | JointKind::RollingDisc { .. },
            _,
        ) => Rows::Speeds,
    }
}

/// Whether dry friction in its first coordinate is simulated.
pub fn may_have_friction(kind: &JointKind) -> bool {
    match kind {
        JointKind::Revolute | JointKind::Prismatic => true,
        JointKind::Weld
        | JointKind::Distance { .. }
        | JointKind::Slot
        | JointKind::Arc { .. }
        | JointKind::RollingOnLine { .. }
        | JointKind::RollingOnDisc { .. }
        | JointKind::Spherical
        | JointKind::Cylindrical
        | JointKind::Universal
        | JointKind::Planar
        | JointKind::RollingSphere { .. }
        | JointKind::RollingDisc { .. }
        | JointKind::Gear { .. } => false,
    }
}

/// What two of its kind must share besides their points to hold the same.
pub fn sharing(kind: &JointKind, space: SpaceKind) -> Sharing {
    match (kind, space) {
        (JointKind::Distance { .. } | JointKind::Weld | JointKind::Spherical | JointKind::Arc { .. }, _)
        | (JointKind::Revolute, SpaceKind::Planar) => Sharing::Points,
        (JointKind::RollingOnDisc { .. } | JointKind::RollingSphere { .. } | JointKind::RollingDisc { .. }, _) => {
            Sharing::Order
        }
        (
            JointKind::Prismatic
            | JointKind::Slot
            | JointKind::RollingOnLine { .. }
            | JointKind::Cylindrical
            | JointKind::Universal
            | JointKind::Planar
            | JointKind::Gear { .. },
            SpaceKind::Planar,
        ) => Sharing::OrderAndLine,
        (JointKind::Universal, SpaceKind::Spatial) => Sharing::OrderAndAxes,
        (JointKind::Planar, SpaceKind::Spatial) => Sharing::OrderAndAxis,
        (
            JointKind::Revolute
            | JointKind::Prismatic
            | JointKind::Slot
            | JointKind::RollingOnLine { .. }
            | JointKind::Cylindrical
            | JointKind::Gear { .. },
            SpaceKind::Spatial,
        ) => Sharing::Axis,
    }
}

/// b's marker in a's, for given coordinates; None if the joint places nothing.
pub fn relative(kind: &JointKind, space: SpaceKind, first: f64, second: f64) -> Option<Pose> {
    let moved = |position: [f64; 3]| Pose { position, ..Pose::IDENTITY };
    let planar = space == SpaceKind::Planar;
    let about = |axis: [f64; 3], angle: f64| quat_about(axis, angle);
    const X: [f64; 3] = [1.0, 0.0, 0.0];
    const Z: [f64; 3] = [0.0, 0.0, 1.0];
    Some(match *kind {
        JointKind::Revolute if planar => Pose { angle: first, ..Pose::IDENTITY },
        JointKind::Revolute => Pose { orientation: about(Z, first), ..Pose::IDENTITY },
        JointKind::Prismatic if planar => moved([first, 0.0, 0.0]),
        JointKind::Prismatic => moved([0.0, 0.0, first]),
        JointKind::Weld | JointKind::Spherical | JointKind::Planar => Pose::IDENTITY,
        JointKind::Distance { length } if length.is_nan() => return None,
        JointKind::Distance { length } => moved([length, 0.0, 0.0]),
        JointKind::Slot => Pose { position: [first, 0.0, 0.0], angle: second, ..Pose::IDENTITY },
        JointKind::Arc { radius } => moved([radius, 0.0, 0.0]),
        JointKind::RollingOnLine { radius } => Pose { position: [first, radius, 0.0], angle: second, ..Pose::IDENTITY },
        JointKind::RollingOnDisc { radius, base } => moved([base + radius, 0.0, 0.0]),
        JointKind::Cylindrical => Pose { position: [0.0, 0.0, first], orientation: about(Z, second), ..Pose::IDENTITY },
        JointKind::Universal => {
            Pose { orientation: quat_multiply(about(Z, first), about(X, second)), ..Pose::IDENTITY }
        }
        JointKind::RollingSphere { radius } => moved([0.0, 0.0, radius]),
        // upright, its axis along a's y: turning forwards rolls it towards +x
        JointKind::RollingDisc { radius } => {
            Pose { position: [0.0, 0.0, radius], orientation: about(X, -std::f64::consts::FRAC_PI_2), ..Pose::IDENTITY }
        }
        JointKind::Gear { .. } => return None,
    })
}

/// The pose of b's frame in a's that the joint allows and that keeps what it leaves free; given coordinates come first.
pub fn nearest(
    kind: &JointKind,
    space: SpaceKind,
    now: &Pose,
    first: Option<f64>,
    second: Option<f64>,
) -> Option<Pose> {
    const X: [f64; 3] = [1.0, 0.0, 0.0];
    const Z: [f64; 3] = [0.0, 0.0, 1.0];
    let planar = space == SpaceKind::Planar;
    let [x, y, z] = now.position;
    let q = now.orientation;
    let placed = |position: [f64; 3]| Pose { position, ..*now };
    let away = |r: f64| placed(scaled(unit(now.position).unwrap_or(X), r.abs()));
    let about_z = |given: Option<f64>| quat_about(Z, given.unwrap_or_else(|| 2.0 * libm::atan2(q[3], q[0])));
    Some(match *kind {
        JointKind::Revolute if planar => Pose { angle: first.unwrap_or(now.angle), ..Pose::IDENTITY },
        JointKind::Revolute => Pose { orientation: about_z(first), ..Pose::IDENTITY },
        JointKind::Prismatic if planar => Pose { position: [first.unwrap_or(x), 0.0, 0.0], ..Pose::IDENTITY },
        JointKind::Prismatic => Pose { position: [0.0, 0.0, first.unwrap_or(z)], ..Pose::IDENTITY },
        JointKind::Weld => Pose::IDENTITY,
        JointKind::Spherical => placed([0.0; 3]),
        JointKind::Distance { length } => away(length),
        JointKind::Arc { radius } => away(radius),
        JointKind::RollingOnDisc { radius, base } => away(base + radius),
        JointKind::Slot => {
            Pose { position: [first.unwrap_or(x), 0.0, 0.0], angle: second.unwrap_or(now.angle), ..*now }
        }
        JointKind::RollingOnLine { radius } => {
            Pose { position: [first.unwrap_or(x), radius, 0.0], angle: second.unwrap_or(now.angle), ..*now }
        }
        JointKind::Cylindrical => {
            Pose { position: [0.0, 0.0, first.unwrap_or(z)], orientation: about_z(second), ..Pose::IDENTITY }
        }
        JointKind::Planar => Pose { position: [x, y, 0.0], orientation: about_z(None), ..Pose::IDENTITY },
        JointKind::Universal => {
            // b's x axis into a's x–y plane, then about it
            let cross = quat_rotate(q, X);
            let turn = quat_about(Z, first.unwrap_or_else(|| libm::atan2(cross[1], cross[0])));
            let rest = quat_multiply(quat_conjugate(turn), q);
            let tilt = quat_about(X, second.unwrap_or_else(|| 2.0 * libm::atan2(rest[1], rest[0])));
            Pose { orientation: quat_multiply(turn, tilt), ..Pose::IDENTITY }
        }
        JointKind::RollingSphere { radius } => placed([x, y, radius]),
        JointKind::RollingDisc { radius } => {
            // the lowest point of the rim touches: the centre stands r·sin(lean) above the plane
            let lean = quat_rotate(q, Z)[2];
            placed([x, y, radius * (1.0 - lean * lean).max(0.0).sqrt()])
        }
        JointKind::Gear { .. } => return None,
    })
}
