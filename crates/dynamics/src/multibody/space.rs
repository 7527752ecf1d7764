//! What the system needs to know of a space; `planar` and `spatial` are the only two places that know a dimension.

use mainspring_model::{Body, BodyKind, Frame, JointKind, Pose};
use mainspring_numerics::matrix3::Mat3;
use mainspring_numerics::vec3::Vec3;

/// One row of a Jacobian for one body: as many entries used as the body has velocities.
pub type Row = [f64; 6];

/// What a joint's coordinate is worth, how fast it changes, and how it depends on the two bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measure {
    /// rad or m; angles that wrap are given mod 2π
    pub value: f64,
    /// per second
    pub rate: f64,
    /// ∂rate/∂v of the first body
    pub ja: Row,
    /// ∂rate/∂v of the second body
    pub jb: Row,
    /// second derivative at v̇ = 0
    pub bias: f64,
    /// value is known only mod 2π
    pub wraps: bool,
}

/// What a row of a joint is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// residual in metres
    Length,
    /// residual in radians (or a direction cosine)
    Angle,
    /// only the velocity is constrained (rolling), residual always zero, metres per second
    Speed,
}

/// The mathematics of one kind of joint; every joint file implements these five in this order.
///
/// `a` and `b` are the two markers in the world. Rows are C(q) = 0, Ċ = Ja·va + Jb·vb, C̈ = J·v̇ + bias.
pub trait JointMath<S: Space>: Send + Sync {
    /// What each row measures; its length is the number of rows.
    fn rows(&self) -> &'static [RowKind];
    /// C, one per row.
    fn residual(&self, a: &S::Side, b: &S::Side, c: &mut [f64]);
    /// Rows of J for both bodies.
    fn jacobian(&self, a: &S::Side, b: &S::Side, ja: &mut [Row], jb: &mut [Row]);
    /// J̇·v, one per row.
    fn bias(&self, a: &S::Side, b: &S::Side, c: &mut [f64]);
    /// The quantity that `limits` bounds, if the joint has one (angles mod 2π in space).
    fn limits(&self, a: &S::Side, b: &S::Side) -> Option<f64>;
    /// The row, if any, whose zero is wherever the joint is when it is attached (how far a disc has rolled).
    fn remembers(&self) -> Option<usize> {
        None
    }
    /// Whether the sides face each other the right way round; direction cosines vanish half a turn away too.
    fn faces(&self, _a: &S::Side, _b: &S::Side) -> bool {
        true
    }
    /// Of a disc that rolls: the sine of the angle between its axis and the plane's; none left where it lies flat.
    fn upright(&self, _a: &S::Side, _b: &S::Side) -> Option<f64> {
        None
    }
    /// Coordinate `index`.
    fn probe(&self, index: usize, a: &S::Side, b: &S::Side) -> Measure;
}

/// A space: how bodies move in it and what a point on one does.
pub trait Space: Sized + 'static {
    /// Kinematics of one body.
    type Body: Copy + Send + Sync;
    /// A marker in the world: point, axes, and how they move.
    type Side: Copy + Send + Sync;

    /// Entries of q.
    fn q_len(kind: BodyKind) -> usize;
    /// Entries of v.
    fn v_len(kind: BodyKind) -> usize;
    /// Initial q and v of a body as the model placed it.
    fn initial(body: &Body, q: &mut [f64], v: &mut [f64]);
    /// The ground: at the origin, at rest.
    fn ground() -> Self::Body;
    /// A body that does not move, where it was placed.
    fn fixed(body: &Body) -> Self::Body;
    /// Kinematics from q and v.
    fn body(kind: BodyKind, q: &[f64], v: &[f64]) -> Self::Body;
    /// The same pose at other velocities.
    fn moving(body: &Self::Body, v: &[f64]) -> Self::Body;
    /// Its velocities, in the order of v.
    fn velocities(body: &Self::Body, out: &mut [f64]);
    /// A frame of a body, in the world.
    fn side(body: &Self::Body, frame: &Frame) -> Self::Side;
    /// Mass block, row-major, `v_len` square.
    fn mass(model: &Body, body: &Self::Body, out: &mut [f64]);
    /// Gyroscopic forces, added to `out`.
    fn gyroscopic(model: &Body, body: &Self::Body, out: &mut [f64]);
    /// Derivatives of gyroscopic forces less mass × acceleration, by displacement and by velocity, added to the two
    /// `v_len`-square matrices (row-major); accelerations in the order of v.
    fn gyroscopic_slopes(
        model: &Body,
        body: &Self::Body,
        acceleration: &[f64],
        by_position: &mut [f64],
        by_velocity: &mut [f64],
    );
    /// q̇ from v.
    fn q_rate(kind: BodyKind, q: &[f64], v: &[f64], out: &mut [f64]);
    /// Moves q by a small displacement in velocity coordinates.
    fn displace(kind: BodyKind, q: &mut [f64], by: &[f64]);
    /// The displacement in velocity coordinates that a small change `dq` of q's entries stands for; inverse of `q_rate`.
    fn tangent(kind: BodyKind, q: &[f64], dq: &[f64], out: &mut [f64]);
    /// Removes what integration left in q beside the pose (quaternion length).
    fn normalise(kind: BodyKind, q: &mut [f64]);

    /// Moves q freely by the time h, starting with velocity v, by a symplectic and symmetric map; the momentum, which the
    /// motion keeps, comes back in world axes.
    fn drift(model: &Body, principal: &Principal, q: &mut [f64], v: &[f64], h: f64, momentum: &mut [f64]);

    /// Pose from q.
    fn pose(kind: BodyKind, q: &[f64], out: &mut Pose);

    /// Position of the centre of mass.
    fn center(body: &Self::Body) -> Vec3;
    /// Velocity of the centre of mass.
    fn center_velocity(body: &Self::Body) -> Vec3;
    /// Angular velocity, world axes.
    fn spin(body: &Self::Body) -> Vec3;
    /// Orientation angle in the plane; 0 in space.
    fn angle(body: &Self::Body) -> f64;
    /// World direction of a vector given in body axes.
    fn direction(body: &Self::Body, local: Vec3) -> Vec3;
    /// I·x about the centre of mass, world axes.
    fn inertia_times(model: &Body, body: &Self::Body, x: Vec3) -> Vec3;
    /// I·ω about the centre of mass, world axes.
    fn spin_momentum(model: &Body, body: &Self::Body) -> Vec3;

    /// Where a body is and how it moves, for contact.
    fn motion(body: &Self::Body) -> mainspring_geometry::touch::Motion;
    /// ∂(velocity · direction)/∂v of the point at `arm` from the centre of mass.
    fn row_at(arm: Vec3, direction: Vec3) -> Row;

    /// Marker position.
    fn position(side: &Self::Side) -> Vec3;
    /// Marker velocity.
    fn velocity(side: &Self::Side) -> Vec3;
    /// Acceleration of the marker at v̇ = 0.
    fn centripetal(side: &Self::Side) -> Vec3;
    /// Arm from the centre of mass to the marker.
    fn arm(side: &Self::Side) -> Vec3;
    /// Marker axes x, y, z.
    fn axes(side: &Self::Side) -> [Vec3; 3];
    /// ∂(angular velocity · direction)/∂v.
    fn spin_row(direction: Vec3) -> Row;
    /// Force and torque (about the centre of mass) that generalised forces `row` stand for.
    fn wrench(row: &Row) -> (Vec3, Vec3);

    /// The mathematics of a joint; `a` and `b` are its markers as placed, for kinds that remember where they started.
    /// None for gears and for kinds of the other space, which a model of this one cannot hold.
    fn joint(kind: &JointKind, a: &Self::Side, b: &Self::Side) -> Option<Box<dyn JointMath<Self>>>;
}

/// Principal axes of a body, in its own axes, and the moments about them.
#[derive(Clone, Copy, Debug)]
pub struct Principal {
    /// `axes[k]` belongs to `moments[k]`
    pub axes: Mat3,
    /// kg·m²
    pub moments: [f64; 3],
}
