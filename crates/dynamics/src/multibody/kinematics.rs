//! Where bodies and joints' markers are and how they move, in the plane or in space.
//!
//! [`Kinematics`] is the one door through which everything else sees a dimension: the equations, the laws and the system know
//! bodies by number, places and directions as three-vectors, and rows of up to six entries. Both spaces stand behind it
//! ([`SpaceKinematics`]); what is called once per evaluation goes over all bodies or joints in one call.

use crate::multibody::space::{JointMath, Measure, Principal, Row, RowKind, Space};
use mainspring_geometry::touch::Motion;
use mainspring_model::{Body, BodyId, BodyKind, Marker, Model, Pose};
use mainspring_numerics::vec3::Vec3;
use std::sync::Arc;

/// Where a body's entries stand in q and in v.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// first entry in q
    pub q: usize,
    /// entries in q
    pub q_len: usize,
    /// first entry in v
    pub v: usize,
    /// entries in v
    pub v_len: usize,
}

/// A point fixed in a body, in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointMotion {
    /// m
    pub position: Vec3,
    /// m/s
    pub velocity: Vec3,
    /// acceleration at v̇ = 0, m/s²
    pub centripetal: Vec3,
    /// from the centre of mass, m
    pub arm: Vec3,
}

/// Bodies and joints at the state last given to [`update`](Kinematics::update), and how a space computes with them.
pub trait Kinematics: Send {
    /// Entries of q that a body of this kind has.
    fn q_len(&self, kind: BodyKind) -> usize;
    /// Entries of v that a body of this kind has.
    fn v_len(&self, kind: BodyKind) -> usize;
    /// Initial q and v of a body as the model placed it.
    fn initial(&self, body: &Body, q: &mut [f64], v: &mut [f64]);
    /// Moves every body and every joint's markers to a state.
    fn update(&mut self, spans: &[Span], q: &[f64], v: &[f64]);
    /// Moves one body alone, without the joints' markers.
    fn update_body(&mut self, body: BodyId, q: &[f64], v: &[f64]);
    /// Gives one body other velocities, its pose as it is, without the joints' markers.
    fn set_velocity(&mut self, body: BodyId, v: &[f64]);
    /// Moves a joint's markers to where its bodies are.
    fn update_joint(&mut self, joint: usize);
    /// q̇ of one body from v.
    fn q_rate(&self, kind: BodyKind, q: &[f64], v: &[f64], out: &mut [f64]);
    /// Moves q by a small displacement in velocity coordinates.
    fn displace(&self, kind: BodyKind, q: &mut [f64], by: &[f64]);
    /// The displacement in velocity coordinates that a small change `dq` of q's entries stands for.
    fn tangent(&self, kind: BodyKind, q: &[f64], dq: &[f64], out: &mut [f64]);
    /// Removes what integration left in q beside the pose (quaternion length).
    fn normalise(&self, kind: BodyKind, q: &mut [f64]);
    /// Moves q freely by the time h from velocity v, symplectic and symmetric; the momentum comes back in world axes.
    fn drift(&self, body: &Body, principal: &Principal, q: &mut [f64], v: &[f64], h: f64, momentum: &mut [f64]);
    /// Pose from q.
    fn pose(&self, kind: BodyKind, q: &[f64], out: &mut Pose);
    /// Mass blocks of all moving bodies, row-major, each from its place in `at`.
    fn masses(&self, spans: &[Span], at: &[usize], values: &mut [f64]);
    /// Gyroscopic forces of a body, added to `out`.
    fn gyroscopic(&self, body: BodyId, out: &mut [f64]);
    /// Derivatives of gyroscopic forces less mass × acceleration, by displacement and by velocity, added to both matrices.
    fn gyroscopic_slopes(&self, body: BodyId, acceleration: &[f64], by_position: &mut [f64], by_velocity: &mut [f64]);

    /// Position of a centre of mass, m.
    fn center(&self, body: BodyId) -> Vec3;
    /// Velocity of a centre of mass, m/s.
    fn center_velocity(&self, body: BodyId) -> Vec3;
    /// Angular velocity, world axes, rad/s.
    fn spin(&self, body: BodyId) -> Vec3;
    /// Orientation angle in the plane, rad; 0 in space.
    fn angle(&self, body: BodyId) -> f64;
    /// World direction of a vector given in body axes.
    fn direction(&self, body: BodyId, local: Vec3) -> Vec3;
    /// I·x about the centre of mass, world axes.
    fn inertia_times(&self, body: BodyId, x: Vec3) -> Vec3;
    /// I·ω about the centre of mass, world axes.
    fn spin_momentum(&self, body: BodyId) -> Vec3;
    /// Velocities in the order of v.
    fn velocities(&self, body: BodyId, out: &mut [f64]);
    /// Where a body is and how it moves, for contact.
    fn motion(&self, body: BodyId) -> Motion;
    /// A point of a body (None: the ground), given in its axes from its centre of mass.
    fn point(&self, body: Option<BodyId>, local: Vec3) -> PointMotion;
    /// ∂(velocity · direction)/∂v of the point at `arm` from the centre of mass.
    fn row_at(&self, arm: Vec3, direction: Vec3) -> Row;
    /// The same along three directions.
    fn rows_at(&self, arm: Vec3, directions: [Vec3; 3]) -> [Row; 3];
    /// ∂(angular velocity · direction)/∂v.
    fn spin_row(&self, direction: Vec3) -> Row;
    /// Force and torque (about the centre of mass) that generalised forces `row` stand for.
    fn wrench(&self, row: &Row) -> (Vec3, Vec3);

    /// What a joint's rows measure; None for a gear, which has no markers of its own.
    fn joint_rows(&self, joint: usize) -> Option<&'static [RowKind]>;
    /// Both markers of a joint.
    fn joint_points(&self, joint: usize) -> [PointMotion; 2];
    /// C of a joint, one per row.
    fn joint_residual(&self, joint: usize, c: &mut [f64]);
    /// Rows of J of a joint for both bodies.
    fn joint_jacobian(&self, joint: usize, ja: &mut [Row], jb: &mut [Row]);
    /// J̇·v of a joint, one per row.
    fn joint_bias(&self, joint: usize, c: &mut [f64]);
    /// J̇·v of a joint if its two bodies had other velocities (None: those they have).
    fn joint_bias_at(&self, joint: usize, velocities: [Option<&[f64]>; 2], c: &mut [f64]);
    /// The quantity that `limits` of a joint bounds, if it has one.
    fn joint_limit(&self, joint: usize) -> Option<f64>;
    /// The row, if any, whose zero is wherever the joint is when it is attached.
    fn joint_remembers(&self, joint: usize) -> Option<usize>;
    /// Whether a joint's sides face each other the right way round.
    fn joint_faces(&self, joint: usize) -> bool;
    /// Of a disc that rolls: how far from lying flat it is.
    fn joint_upright(&self, joint: usize) -> Option<f64>;
    /// Coordinate `index` of a joint; angles that wrap are given mod 2π.
    fn joint_probe(&self, joint: usize, index: usize) -> Measure;
    /// Axes of both markers of a joint.
    fn joint_axes(&self, joint: usize) -> [[Vec3; 3]; 2];
}

/// [`Kinematics`] of one space.
pub struct SpaceKinematics<S: Space> {
    model: Arc<Model>,
    /// written by `update`; [bodies]
    bodies: Vec<S::Body>,
    /// never changes
    ground: S::Body,
    /// both markers; written by `update`; [joints]
    sides: Vec<(S::Side, S::Side)>,
    /// equations of the joints; [joints]
    joints: Vec<Option<Box<dyn JointMath<S>>>>,
}

impl<S: Space> SpaceKinematics<S> {
    /// Bodies and joints as the model placed them.
    #[must_use]
    pub fn new(model: &Arc<Model>) -> Self {
        let ground = S::ground();
        let bodies: Vec<S::Body> = model.bodies.iter().map(S::fixed).collect();
        let side = |m: &Marker| S::side(m.body.map_or(&ground, |b| &bodies[b]), &m.frame);
        let sides: Vec<_> = model.joints.iter().map(|j| (side(&j.a), side(&j.b))).collect();
        let joints = model.joints.iter().zip(&sides).map(|(j, (a, b))| S::joint(&j.kind, a, b)).collect();
        Self { model: Arc::clone(model), bodies, ground, sides, joints }
    }

    fn body(&self, body: Option<BodyId>) -> &S::Body {
        body.map_or(&self.ground, |b| &self.bodies[b])
    }

    fn side(&self, marker: &Marker) -> S::Side {
        S::side(self.body(marker.body), &marker.frame)
    }
}

fn point_motion<S: Space>(side: &S::Side) -> PointMotion {
    PointMotion {
        position: S::position(side),
        velocity: S::velocity(side),
        centripetal: S::centripetal(side),
        arm: S::arm(side),
    }
}

impl<S: Space> Kinematics for SpaceKinematics<S> {
    fn q_len(&self, kind: BodyKind) -> usize {
        S::q_len(kind)
    }

    fn v_len(&self, kind: BodyKind) -> usize {
        S::v_len(kind)
    }

    fn initial(&self, body: &Body, q: &mut [f64], v: &mut [f64]) {
        S::initial(body, q, v);
    }

    fn update(&mut self, spans: &[Span], q: &[f64], v: &[f64]) {
        for (b, span) in spans.iter().enumerate() {
            if span.v_len > 0 {
                let kind = self.model.bodies[b].kind;
                self.bodies[b] = S::body(kind, &q[span.q..span.q + span.q_len], &v[span.v..span.v + span.v_len]);
            }
        }
        for (j, joint) in self.model.joints.iter().enumerate() {
            if self.joints[j].is_some() {
                let a = S::side(joint.a.body.map_or(&self.ground, |b| &self.bodies[b]), &joint.a.frame);
                let b = S::side(joint.b.body.map_or(&self.ground, |b| &self.bodies[b]), &joint.b.frame);
                self.sides[j] = (a, b);
            }
        }
    }

    fn update_body(&mut self, body: BodyId, q: &[f64], v: &[f64]) {
        self.bodies[body] = S::body(self.model.bodies[body].kind, q, v);
    }

    fn set_velocity(&mut self, body: BodyId, v: &[f64]) {
        self.bodies[body] = S::moving(&self.bodies[body], v);
    }

    fn update_joint(&mut self, joint: usize) {
        let of = &self.model.joints[joint];
        self.sides[joint] = (self.side(&of.a), self.side(&of.b));
    }

    fn q_rate(&self, kind: BodyKind, q: &[f64], v: &[f64], out: &mut [f64]) {
        S::q_rate(kind, q, v, out);
    }

    fn displace(&self, kind: BodyKind, q: &mut [f64], by: &[f64]) {
        S::displace(kind, q, by);
    }

    fn tangent(&self, kind: BodyKind, q: &[f64], dq: &[f64], out: &mut [f64]) {
        S::tangent(kind, q, dq, out);
    }

    fn normalise(&self, kind: BodyKind, q: &mut [f64]) {
        S::normalise(kind, q);
    }

    fn drift(&self, body: &Body, principal: &Principal, q: &mut [f64], v: &[f64], h: f64, momentum: &mut [f64]) {
        S::drift(body, principal, q, v, h, momentum);
    }

    fn pose(&self, kind: BodyKind, q: &[f64], out: &mut Pose) {
        S::pose(kind, q, out);
    }

    fn masses(&self, spans: &[Span], at: &[usize], values: &mut [f64]) {
        for (b, span) in spans.iter().enumerate() {
            if span.v_len > 0 {
                let block = &mut values[at[b]..at[b] + span.v_len * span.v_len];
                S::mass(&self.model.bodies[b], &self.bodies[b], block);
            }
        }
    }

    fn gyroscopic(&self, body: BodyId, out: &mut [f64]) {
        S::gyroscopic(&self.model.bodies[body], &self.bodies[body], out);
    }

    fn gyroscopic_slopes(&self, body: BodyId, acceleration: &[f64], by_position: &mut [f64], by_velocity: &mut [f64]) {
        S::gyroscopic_slopes(&self.model.bodies[body], &self.bodies[body], acceleration, by_position, by_velocity);
    }

    fn center(&self, body: BodyId) -> Vec3 {
        S::center(&self.bodies[body])
    }

    fn center_velocity(&self, body: BodyId) -> Vec3 {
        S::center_velocity(&self.bodies[body])
    }

    fn spin(&self, body: BodyId) -> Vec3 {
        S::spin(&self.bodies[body])
    }

    fn angle(&self, body: BodyId) -> f64 {
        S::angle(&self.bodies[body])
    }

    fn direction(&self, body: BodyId, local: Vec3) -> Vec3 {
        S::direction(&self.bodies[body], local)
    }

    fn inertia_times(&self, body: BodyId, x: Vec3) -> Vec3 {
        S::inertia_times(&self.model.bodies[body], &self.bodies[body], x)
    }

    fn spin_momentum(&self, body: BodyId) -> Vec3 {
        S::spin_momentum(&self.model.bodies[body], &self.bodies[body])
    }

    fn velocities(&self, body: BodyId, out: &mut [f64]) {
        S::velocities(&self.bodies[body], out);
    }

    fn motion(&self, body: BodyId) -> Motion {
        S::motion(&self.bodies[body])
    }

    fn point(&self, body: Option<BodyId>, local: Vec3) -> PointMotion {
        point_motion::<S>(&S::side(self.body(body), &mainspring_model::Frame::at(local)))
    }

    fn row_at(&self, arm: Vec3, direction: Vec3) -> Row {
        S::row_at(arm, direction)
    }

    fn rows_at(&self, arm: Vec3, directions: [Vec3; 3]) -> [Row; 3] {
        directions.map(|direction| S::row_at(arm, direction))
    }

    fn spin_row(&self, direction: Vec3) -> Row {
        S::spin_row(direction)
    }

    fn wrench(&self, row: &Row) -> (Vec3, Vec3) {
        S::wrench(row)
    }

    fn joint_rows(&self, joint: usize) -> Option<&'static [RowKind]> {
        self.joints[joint].as_ref().map(|math| math.rows())
    }

    fn joint_points(&self, joint: usize) -> [PointMotion; 2] {
        let (a, b) = &self.sides[joint];
        [point_motion::<S>(a), point_motion::<S>(b)]
    }

    fn joint_residual(&self, joint: usize, c: &mut [f64]) {
        if let (Some(math), (a, b)) = (&self.joints[joint], &self.sides[joint]) {
            math.residual(a, b, c);
        }
    }

    fn joint_jacobian(&self, joint: usize, ja: &mut [Row], jb: &mut [Row]) {
        if let (Some(math), (a, b)) = (&self.joints[joint], &self.sides[joint]) {
            math.jacobian(a, b, ja, jb);
        }
    }

    fn joint_bias(&self, joint: usize, c: &mut [f64]) {
        if let (Some(math), (a, b)) = (&self.joints[joint], &self.sides[joint]) {
            math.bias(a, b, c);
        }
    }

    fn joint_bias_at(&self, joint: usize, velocities: [Option<&[f64]>; 2], c: &mut [f64]) {
        let Some(math) = &self.joints[joint] else { return };
        let of = &self.model.joints[joint];
        let side = |marker: &Marker, v: Option<&[f64]>| match v {
            Some(v) => S::side(&S::moving(self.body(marker.body), v), &marker.frame),
            None => self.side(marker),
        };
        math.bias(&side(&of.a, velocities[0]), &side(&of.b, velocities[1]), c);
    }

    fn joint_limit(&self, joint: usize) -> Option<f64> {
        let (a, b) = &self.sides[joint];
        self.joints[joint].as_ref().and_then(|math| math.limits(a, b))
    }

    fn joint_remembers(&self, joint: usize) -> Option<usize> {
        self.joints[joint].as_ref().and_then(|math| math.remembers())
    }

    fn joint_faces(&self, joint: usize) -> bool {
        let (a, b) = &self.sides[joint];
        self.joints[joint].as_ref().is_none_or(|math| math.faces(a, b))
    }

    fn joint_upright(&self, joint: usize) -> Option<f64> {
        let (a, b) = &self.sides[joint];
        self.joints[joint].as_ref().and_then(|math| math.upright(a, b))
    }

    fn joint_probe(&self, joint: usize, index: usize) -> Measure {
        let (a, b) = &self.sides[joint];
        self.joints[joint].as_ref().map(|math| math.probe(index, a, b)).unwrap_or_default()
    }

    fn joint_axes(&self, joint: usize) -> [[Vec3; 3]; 2] {
        let (a, b) = &self.sides[joint];
        [S::axes(a), S::axes(b)]
    }
}
