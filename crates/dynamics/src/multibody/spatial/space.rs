//! How bodies move, and which joint has which equations.

use crate::multibody::space::{JointMath, Principal, Row, Space};
use crate::multibody::spatial::marker::{Side, Spatial, SpatialBody};
use crate::multibody::spatial::rows;
use mainspring_model::{Body, BodyKind, Frame, JointKind, Pose};
use mainspring_numerics::matrix3::{rotate, rotate_back};
use mainspring_numerics::vec3::{Vec3, add, cross, dot, scale, sub};
use mainspring_numerics::{matrix3, quaternion};

impl Space for Spatial {
    type Body = SpatialBody;
    type Side = Side;

    fn q_len(kind: BodyKind) -> usize {
        match kind {
            BodyKind::Rigid => 7,
            BodyKind::Point => 3,
            BodyKind::Fixed => 0,
        }
    }

    fn v_len(kind: BodyKind) -> usize {
        match kind {
            BodyKind::Rigid => 6,
            BodyKind::Point => 3,
            BodyKind::Fixed => 0,
        }
    }

    fn initial(body: &Body, q: &mut [f64], v: &mut [f64]) {
        if q.is_empty() {
            return;
        }
        q[..3].copy_from_slice(&body.pose.position);
        v[..3].copy_from_slice(&body.velocity);
        if q.len() == 7 {
            q[3..].copy_from_slice(&body.pose.orientation);
            v[3..].copy_from_slice(&body.spin);
        }
    }

    fn ground() -> SpatialBody {
        SpatialBody { p: [0.0; 3], r: quaternion::to_matrix([1.0, 0.0, 0.0, 0.0]), v: [0.0; 3], omega: [0.0; 3] }
    }

    fn fixed(body: &Body) -> SpatialBody {
        SpatialBody { p: body.pose.position, r: quaternion::to_matrix(body.pose.orientation), ..Self::ground() }
    }

    fn body(kind: BodyKind, q: &[f64], v: &[f64]) -> SpatialBody {
        match kind {
            BodyKind::Rigid => SpatialBody {
                p: [q[0], q[1], q[2]],
                r: quaternion::to_matrix([q[3], q[4], q[5], q[6]]),
                v: [v[0], v[1], v[2]],
                omega: [v[3], v[4], v[5]],
            },
            BodyKind::Point => SpatialBody { p: [q[0], q[1], q[2]], v: [v[0], v[1], v[2]], ..Self::ground() },
            BodyKind::Fixed => Self::ground(),
        }
    }

    fn moving(body: &SpatialBody, v: &[f64]) -> SpatialBody {
        let omega = if v.len() == 6 { [v[3], v[4], v[5]] } else { [0.0; 3] };
        SpatialBody { v: [v[0], v[1], v[2]], omega, ..*body }
    }

    fn velocities(body: &SpatialBody, out: &mut [f64]) {
        let n = out.len();
        let (v, w) = (body.v, body.omega);
        out.copy_from_slice(&[v[0], v[1], v[2], w[0], w[1], w[2]][..n]);
    }

    fn side(body: &SpatialBody, frame: &Frame) -> Side {
        let r = rotate(&body.r, frame.point);
        let spin = cross(body.omega, r);
        Side {
            p: add(body.p, r),
            r,
            v: add(body.v, spin),
            omega: body.omega,
            c: cross(body.omega, spin),
            axes: frame.axes.map(|a| rotate(&body.r, a)),
        }
    }

    fn mass(model: &Body, body: &SpatialBody, out: &mut [f64]) {
        let n = if out.len() == 36 { 6 } else { 3 };
        out.fill(0.0);
        for i in 0..3 {
            out[i * n + i] = model.mass;
        }
        if n == 6 {
            let world = matrix3::rotate_tensor(&body.r, &model.inertia);
            for i in 0..3 {
                for j in 0..3 {
                    out[(3 + i) * 6 + 3 + j] = world[i][j];
                }
            }
        }
    }

    fn gyroscopic(model: &Body, body: &SpatialBody, out: &mut [f64]) {
        if out.len() == 6 {
            // −ω×Iω
            let torque = cross(Self::spin_momentum(model, body), body.omega);
            for i in 0..3 {
                out[3 + i] += torque[i];
            }
        }
    }

    /// τ = −ω×Iω − Iα with I = R I₀ Rᵀ, so dI·x = δ×(Ix) − I(δ×x):
    /// ∂τ[δ] = −ω×dI·ω − dI·α,  ∂τ[δω] = −δω×Iω − ω×Iδω.
    fn gyroscopic_slopes(
        model: &Body,
        body: &SpatialBody,
        acceleration: &[f64],
        by_position: &mut [f64],
        by_velocity: &mut [f64],
    ) {
        if model.kind != BodyKind::Rigid {
            return;
        }
        let alpha = [acceleration[3], acceleration[4], acceleration[5]];
        let inertia = |x: Vec3| Self::inertia_times(model, body, x);
        let turned = |d: Vec3, x: Vec3| sub(cross(d, inertia(x)), inertia(cross(d, x)));
        let momentum = inertia(body.omega);
        for j in 0..3 {
            let mut d = [0.0; 3];
            d[j] = 1.0;
            let moved = add(cross(body.omega, turned(d, body.omega)), turned(d, alpha));
            let spun = add(cross(d, momentum), cross(body.omega, inertia(d)));
            for i in 0..3 {
                by_position[(3 + i) * 6 + 3 + j] -= moved[i];
                by_velocity[(3 + i) * 6 + 3 + j] -= spun[i];
            }
        }
    }

    fn q_rate(kind: BodyKind, q: &[f64], v: &[f64], out: &mut [f64]) {
        if kind == BodyKind::Fixed {
            return;
        }
        out[..3].copy_from_slice(&v[..3]);
        if kind == BodyKind::Rigid {
            // q̇ = ½ ω∘q
            let rate = quaternion::multiply([0.0, v[3], v[4], v[5]], [q[3], q[4], q[5], q[6]]);
            for i in 0..4 {
                out[3 + i] = 0.5 * rate[i];
            }
        }
    }

    fn displace(kind: BodyKind, q: &mut [f64], by: &[f64]) {
        if kind == BodyKind::Fixed {
            return;
        }
        for i in 0..3 {
            q[i] += by[i];
        }
        if kind == BodyKind::Rigid {
            let turned =
                quaternion::multiply(quaternion::from_rotation_vector([by[3], by[4], by[5]]), [q[3], q[4], q[5], q[6]]);
            q[3..].copy_from_slice(&turned);
        }
    }

    fn tangent(kind: BodyKind, q: &[f64], dq: &[f64], out: &mut [f64]) {
        if kind == BodyKind::Fixed {
            return;
        }
        out[..3].copy_from_slice(&dq[..3]);
        if kind == BodyKind::Rigid {
            // δq = ½ θ∘q, so θ = 2 Im(δq∘q*) / |q|²
            let turned = quaternion::multiply([dq[3], dq[4], dq[5], dq[6]], [q[3], -q[4], -q[5], -q[6]]);
            let length = q[3] * q[3] + q[4] * q[4] + q[5] * q[5] + q[6] * q[6];
            for i in 0..3 {
                out[3 + i] = 2.0 * turned[1 + i] / length;
            }
        }
    }

    fn normalise(kind: BodyKind, q: &mut [f64]) {
        if kind == BodyKind::Rigid {
            let length = (q[3] * q[3] + q[4] * q[4] + q[5] * q[5] + q[6] * q[6]).sqrt();
            for x in &mut q[3..] {
                *x /= length;
            }
        }
    }

    fn drift(body: &Body, principal: &Principal, q: &mut [f64], v: &[f64], h: f64, momentum: &mut [f64]) {
        if q.is_empty() {
            return;
        }
        for i in 0..3 {
            q[i] += h * v[i];
            momentum[i] = body.mass * v[i];
        }
        if body.kind == BodyKind::Rigid {
            let kinematics = Self::body(body.kind, q, v);
            let l = Self::spin_momentum(body, &kinematics);
            momentum[3..].copy_from_slice(&l);
            for (k, part) in [(0, 0.5), (1, 0.5), (2, 1.0), (1, 0.5), (0, 0.5)] {
                let now = [q[3], q[4], q[5], q[6]];
                let local = rotate_back(&quaternion::to_matrix(now), l);
                let axis = principal.axes[k];
                let angle = part * h * dot(axis, local) / principal.moments[k];
                q[3..]
                    .copy_from_slice(&quaternion::multiply(now, quaternion::from_rotation_vector(scale(axis, angle))));
            }
            Self::normalise(body.kind, q);
        }
    }

    fn pose(kind: BodyKind, q: &[f64], out: &mut Pose) {
        if kind != BodyKind::Fixed {
            out.position = [q[0], q[1], q[2]];
        }
        if kind == BodyKind::Rigid {
            out.orientation = [q[3], q[4], q[5], q[6]];
        }
    }

    fn center(body: &SpatialBody) -> Vec3 {
        body.p
    }

    fn center_velocity(body: &SpatialBody) -> Vec3 {
        body.v
    }

    fn spin(body: &SpatialBody) -> Vec3 {
        body.omega
    }

    fn angle(_: &SpatialBody) -> f64 {
        0.0
    }

    fn direction(body: &SpatialBody, local: Vec3) -> Vec3 {
        rotate(&body.r, local)
    }

    fn inertia_times(model: &Body, body: &SpatialBody, x: Vec3) -> Vec3 {
        rotate(&body.r, rotate(&model.inertia, rotate_back(&body.r, x)))
    }

    fn spin_momentum(model: &Body, body: &SpatialBody) -> Vec3 {
        Self::inertia_times(model, body, body.omega)
    }

    fn motion(body: &SpatialBody) -> mainspring_geometry::touch::Motion {
        mainspring_geometry::touch::Motion { position: body.p, rotation: body.r, velocity: body.v, spin: body.omega }
    }

    fn row_at(arm: Vec3, u: Vec3) -> Row {
        let moment = cross(arm, u);
        [u[0], u[1], u[2], moment[0], moment[1], moment[2]]
    }

    fn position(side: &Side) -> Vec3 {
        side.p
    }

    fn velocity(side: &Side) -> Vec3 {
        side.v
    }

    fn centripetal(side: &Side) -> Vec3 {
        side.c
    }

    fn arm(side: &Side) -> Vec3 {
        side.r
    }

    fn axes(side: &Side) -> [Vec3; 3] {
        side.axes
    }

    fn spin_row(u: Vec3) -> Row {
        rows::pair([0.0; 3], u)
    }

    fn wrench(row: &Row) -> (Vec3, Vec3) {
        ([row[0], row[1], row[2]], [row[3], row[4], row[5]])
    }

    fn joint(kind: &JointKind, a: &Side, b: &Side) -> Option<Box<dyn JointMath<Self>>> {
        equations(kind, a, b)
    }
}

macro_rules! equations_of_kinds {
    ($($file:ident $Kind:ident,)*; $($other_file:ident $Other:ident,)*) => {
        /// The equations of each kind of space, from the file of its name.
        fn equations(kind: &JointKind, a: &Side, b: &Side) -> Option<Box<dyn JointMath<Spatial>>> {
            match kind {
                $(JointKind::$Kind(kind) => Some(crate::multibody::spatial::$file::equations(kind, a, b)),)*
                $(JointKind::$Other(_))|* | JointKind::Gear(_) => None,
            }
        }
    };
}

mainspring_joints::joint_registry!(spatial equations_of_kinds);
