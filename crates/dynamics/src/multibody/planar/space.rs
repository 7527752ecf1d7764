//! How bodies move, and which joint has which equations.

use crate::multibody::planar::marker::{Planar, PlanarBody, Side};
use crate::multibody::space::Principal;
use crate::multibody::space::{JointMath, Row, Space};
use mainspring_model::{Body, BodyKind, Frame, JointKind, Pose};
use mainspring_numerics::vec3::Vec3;

impl Space for Planar {
    type Body = PlanarBody;
    type Side = Side;

    fn q_len(kind: BodyKind) -> usize {
        Self::v_len(kind)
    }

    fn v_len(kind: BodyKind) -> usize {
        match kind {
            BodyKind::Rigid => 3,
            BodyKind::Point => 2,
            BodyKind::Fixed => 0,
        }
    }

    fn initial(body: &Body, q: &mut [f64], v: &mut [f64]) {
        let all_q = [body.pose.position[0], body.pose.position[1], body.pose.angle];
        let all_v = [body.velocity[0], body.velocity[1], body.spin[2]];
        let n = q.len();
        q.copy_from_slice(&all_q[..n]);
        v.copy_from_slice(&all_v[..n]);
    }

    fn ground() -> PlanarBody {
        PlanarBody { p: [0.0; 2], theta: 0.0, cos: 1.0, sin: 0.0, v: [0.0; 2], omega: 0.0 }
    }

    fn fixed(body: &Body) -> PlanarBody {
        let q = [body.pose.position[0], body.pose.position[1], body.pose.angle];
        Self::body(BodyKind::Rigid, &q, &[0.0; 3])
    }

    fn body(kind: BodyKind, q: &[f64], v: &[f64]) -> PlanarBody {
        match kind {
            BodyKind::Rigid => {
                let (sin, cos) = libm::sincos(q[2]);
                PlanarBody { p: [q[0], q[1]], theta: q[2], cos, sin, v: [v[0], v[1]], omega: v[2] }
            }
            BodyKind::Point => PlanarBody { p: [q[0], q[1]], v: [v[0], v[1]], ..Self::ground() },
            BodyKind::Fixed => Self::ground(),
        }
    }

    fn moving(body: &PlanarBody, v: &[f64]) -> PlanarBody {
        PlanarBody { v: [v[0], v[1]], omega: v.get(2).copied().unwrap_or(0.0), ..*body }
    }

    fn velocities(body: &PlanarBody, out: &mut [f64]) {
        let n = out.len();
        out.copy_from_slice(&[body.v[0], body.v[1], body.omega][..n]);
    }

    fn side(body: &PlanarBody, frame: &Frame) -> Side {
        let l = frame.point;
        let r = [body.cos * l[0] - body.sin * l[1], body.sin * l[0] + body.cos * l[1]];
        let x = if frame.angle == 0.0 {
            [body.cos, body.sin]
        } else {
            let (s, c) = libm::sincos(frame.angle);
            [body.cos * c - body.sin * s, body.sin * c + body.cos * s]
        };
        Side {
            p: [body.p[0] + r[0], body.p[1] + r[1]],
            r,
            v: [body.v[0] - body.omega * r[1], body.v[1] + body.omega * r[0]],
            theta: body.theta + frame.angle,
            omega: body.omega,
            x,
        }
    }

    fn mass(model: &Body, _: &PlanarBody, out: &mut [f64]) {
        let m = model.mass;
        if out.len() == 9 {
            out.copy_from_slice(&[m, 0.0, 0.0, 0.0, m, 0.0, 0.0, 0.0, model.inertia[2][2]]);
        } else {
            out.copy_from_slice(&[m, 0.0, 0.0, m]);
        }
    }

    fn gyroscopic(_: &Body, _: &PlanarBody, _: &mut [f64]) {}

    fn gyroscopic_slopes(_: &Body, _: &PlanarBody, _: &[f64], _: &mut [f64], _: &mut [f64]) {}

    fn q_rate(_: BodyKind, _: &[f64], v: &[f64], out: &mut [f64]) {
        out.copy_from_slice(v);
    }

    fn displace(_: BodyKind, q: &mut [f64], by: &[f64]) {
        for (q, d) in q.iter_mut().zip(by) {
            *q += d;
        }
    }

    fn tangent(_: BodyKind, _: &[f64], dq: &[f64], out: &mut [f64]) {
        out.copy_from_slice(dq);
    }

    fn normalise(_: BodyKind, _: &mut [f64]) {}

    fn drift(body: &Body, _: &Principal, q: &mut [f64], v: &[f64], h: f64, momentum: &mut [f64]) {
        for i in 0..q.len() {
            q[i] += h * v[i];
            momentum[i] = if i < 2 { body.mass } else { body.inertia[2][2] } * v[i];
        }
    }

    fn pose(kind: BodyKind, q: &[f64], out: &mut Pose) {
        if kind != BodyKind::Fixed {
            out.position = [q[0], q[1], 0.0];
        }
        if kind == BodyKind::Rigid {
            out.angle = q[2];
        }
    }

    fn center(body: &PlanarBody) -> Vec3 {
        [body.p[0], body.p[1], 0.0]
    }

    fn center_velocity(body: &PlanarBody) -> Vec3 {
        [body.v[0], body.v[1], 0.0]
    }

    fn spin(body: &PlanarBody) -> Vec3 {
        [0.0, 0.0, body.omega]
    }

    fn angle(body: &PlanarBody) -> f64 {
        body.theta
    }

    fn direction(body: &PlanarBody, l: Vec3) -> Vec3 {
        [body.cos * l[0] - body.sin * l[1], body.sin * l[0] + body.cos * l[1], l[2]]
    }

    fn inertia_times(model: &Body, _: &PlanarBody, x: Vec3) -> Vec3 {
        [0.0, 0.0, model.inertia[2][2] * x[2]]
    }

    fn spin_momentum(model: &Body, body: &PlanarBody) -> Vec3 {
        [0.0, 0.0, model.inertia[2][2] * body.omega]
    }

    fn motion(body: &PlanarBody) -> mainspring_geometry::touch::Motion {
        mainspring_geometry::touch::Motion {
            position: [body.p[0], body.p[1], 0.0],
            rotation: [[body.cos, -body.sin, 0.0], [body.sin, body.cos, 0.0], [0.0, 0.0, 1.0]],
            velocity: [body.v[0], body.v[1], 0.0],
            spin: [0.0, 0.0, body.omega],
        }
    }

    fn row_at(arm: Vec3, u: Vec3) -> Row {
        [u[0], u[1], arm[0] * u[1] - arm[1] * u[0], 0.0, 0.0, 0.0]
    }

    fn position(side: &Side) -> Vec3 {
        [side.p[0], side.p[1], 0.0]
    }

    fn velocity(side: &Side) -> Vec3 {
        [side.v[0], side.v[1], 0.0]
    }

    fn centripetal(side: &Side) -> Vec3 {
        let w2 = side.omega * side.omega;
        [-w2 * side.r[0], -w2 * side.r[1], 0.0]
    }

    fn arm(side: &Side) -> Vec3 {
        [side.r[0], side.r[1], 0.0]
    }

    fn axes(side: &Side) -> [Vec3; 3] {
        let y = side.y();
        [[side.x[0], side.x[1], 0.0], [y[0], y[1], 0.0], [0.0, 0.0, 1.0]]
    }

    fn spin_row(u: Vec3) -> Row {
        [0.0, 0.0, u[2], 0.0, 0.0, 0.0]
    }

    fn wrench(row: &Row) -> (Vec3, Vec3) {
        ([row[0], row[1], 0.0], [0.0, 0.0, row[2]])
    }

    fn joint(kind: &JointKind, a: &Side, b: &Side) -> Option<Box<dyn JointMath<Self>>> {
        equations(kind, a, b)
    }
}

macro_rules! equations_of_kinds {
    ($($file:ident $Kind:ident,)*; $($other_file:ident $Other:ident,)*) => {
        /// The equations of each kind of the plane, from the file of its name.
        fn equations(kind: &JointKind, a: &Side, b: &Side) -> Option<Box<dyn JointMath<Planar>>> {
            match kind {
                $(JointKind::$Kind(kind) => Some(crate::multibody::planar::$file::equations(kind, a, b)),)*
                $(JointKind::$Other(_))|* | JointKind::Gear(_) => None,
            }
        }
    };
}

mainspring_joints::joint_registry!(planar equations_of_kinds);
