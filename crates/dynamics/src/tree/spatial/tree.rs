//! A tree in the space: links, coordinates, and what an evaluation leaves.

use crate::multibody::kinematics::Span;
use crate::multibody::multibody::Multibody;
use crate::tree::plan::{Motion, Step};
use crate::tree::recursion::{Recursion, Wrench};
use mainspring_model::{BodyKind, Coordinate, Frame};
use mainspring_numerics::matrix3::{Mat3, rotate, rotate_back};
use mainspring_numerics::quaternion;
use mainspring_numerics::symmetric3::{self, Symmetric3};
use mainspring_numerics::vec3::{Vec3, add, cross, dot, scale, sub};

/// What never changes of a link. Links are numbered from 1; 0 is the ground.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    pub motion: Motion,
    pub prescribed: bool,
    pub parent: usize,
    pub q: usize,
    pub v: usize,
    pub sign: f64,
    /// of the joint's point on the parent from the parent's origin, parent's reference axes, m
    pub arm: Vec3,
    /// reference axes in the parent's, coordinates at zero; as a matrix and as a quaternion
    pub turned: Mat3,
    pub quaternion: [f64; 4],
    /// centre of mass from the origin, own reference axes, m
    pub center: Vec3,
    pub mass: f64,
    /// about the origin, own reference axes, kg·m²
    pub inertia: Symmetric3,
    pub body: Option<(Span, BodyKind)>,
    /// body axes in the reference axes
    pub body_axes: Mat3,
    pub body_quaternion: [f64; 4],
    /// about the centre, body axes, kg·m²
    pub central: Mat3,
}

/// What an evaluation leaves for each link.
#[derive(Clone, Copy, Debug)]
pub struct State {
    pub r: Mat3,
    pub axis: Vec3,
    pub omega: Vec3,
    pub arm: Vec3,
    /// what velocities add to a and α
    pub c: Vec3,
    pub e: Vec3,
    pub a: Symmetric3,
    pub b: Mat3,
    pub d: Symmetric3,
    pub f: Vec3,
    pub n: Vec3,
    /// U of a turn or slide
    pub uf: Vec3,
    pub un: Vec3,
    pub inverse: f64,
    /// D⁻¹ of a ball joint
    pub ball: Symmetric3,
    pub travel: f64,
    pub acceleration: Vec3,
    pub alpha: Vec3,
}

/// A spatial tree.
#[derive(Clone, Debug)]
pub struct Tree {
    pub links: Vec<Link>,
    pub states: Vec<State>,
    pub gravity: Vec3,
    /// scratch of `expand`: origin, its velocity, spin, orientation
    pub places: Vec<(Vec3, Vec3, Vec3, [f64; 4])>,
}

pub const ONE: Mat3 = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

pub const UPRIGHT: [f64; 4] = [1.0, 0.0, 0.0, 0.0];

/// Rows of the matrix whose columns are a marker's axes.
pub fn axes_of(frame: &Frame) -> Mat3 {
    std::array::from_fn(|i| std::array::from_fn(|k| frame.axes[k][i]))
}

pub fn transpose(m: &Mat3) -> Mat3 {
    std::array::from_fn(|i| std::array::from_fn(|k| m[k][i]))
}

pub fn product(a: &Mat3, b: &Mat3) -> Mat3 {
    std::array::from_fn(|i| std::array::from_fn(|k| a[i][0] * b[0][k] + a[i][1] * b[1][k] + a[i][2] * b[2][k]))
}

/// Axes x, y, z in turn so that the third is the one asked for.
pub fn cyclic(axis: usize) -> Mat3 {
    let mut m = [[0.0; 3]; 3];
    for k in 0..3 {
        m[(axis + 1 + k) % 3][k] = 1.0;
    }
    m
}

/// Turned about the third axis: columns x and y mix.
pub fn turn_z(m: &Mat3, s: f64, c: f64) -> Mat3 {
    m.map(|[x, y, z]| [c * x + s * y, c * y - s * x, z])
}

pub fn quaternion_at(q: &[f64]) -> [f64; 4] {
    [q[0], q[1], q[2], q[3]]
}

pub fn vector_at(v: &[f64]) -> Vec3 {
    [v[0], v[1], v[2]]
}

impl Recursion for Tree {
    fn new(bodies: &Multibody, steps: &[Step], start: &[f64]) -> (Self, Vec<f64>, Vec<f64>) {
        let model = &*bodies.model;
        let (mut q, mut v): (Vec<f64>, Vec<f64>) = (Vec::new(), Vec::new());
        let still = Link {
            motion: Motion::Held,
            prescribed: false,
            parent: 0,
            q: 0,
            v: 0,
            sign: 1.0,
            arm: [0.0; 3],
            turned: ONE,
            quaternion: UPRIGHT,
            center: [0.0; 3],
            mass: 0.0,
            inertia: [0.0; 6],
            body: None,
            body_axes: ONE,
            body_quaternion: UPRIGHT,
            central: [[0.0; 3]; 3],
        };
        let mut links = vec![still];
        // per link: its origin on its body, body axes
        let mut origin = vec![[0.0; 3]];
        // marker axes less those of the motion before, within one joint
        let mut pending = ONE;
        for (k, step) in steps.iter().enumerate() {
            let parent = step.parent.map_or(0, |p| p + 1);
            let mut link = Link { motion: step.motion, parent, sign: step.sign, q: q.len(), v: v.len(), ..still };
            link.prescribed = step.drive.is_some();
            if let Some(marker) = &step.from {
                let (point, axes) = (marker.frame.point, axes_of(&marker.frame));
                if let (0, Some(b)) = (parent, marker.body) {
                    let pose = model.bodies[b].pose;
                    let r = quaternion::to_matrix(pose.orientation);
                    link.arm = add(pose.position, rotate(&r, point));
                    pending = product(&r, &axes);
                } else {
                    let body_axes = &links[parent].body_axes;
                    link.arm = rotate(body_axes, sub(point, origin[parent]));
                    pending = product(body_axes, &axes);
                }
            }
            let order = cyclic(step.axis);
            link.turned = product(&pending, &order);
            pending = transpose(&order);
            link.quaternion = quaternion::from_matrix(&link.turned);
            match step.motion {
                Motion::Turn | Motion::Slide => {
                    let joint = step.joint.expect("turns and slides belong to joints");
                    if let Some(index) = step.index {
                        let m = bodies.measure(Coordinate { joint, index });
                        q.push(m.value);
                        v.push(m.rate);
                    } else {
                        let (value, rate) = in_plane(bodies, steps, k);
                        q.push(value);
                        v.push(rate);
                    }
                }
                Motion::Ball | Motion::Free | Motion::FreePoint => {
                    let span = bodies.spans[step.body.expect("only bodies are free")];
                    let skip = if step.motion == Motion::Ball { 3 } else { 0 };
                    q.extend_from_slice(&start[span.q + skip..span.q + span.q_len]);
                    v.extend_from_slice(&start[bodies.nq + span.v + skip..bodies.nq + span.v + span.v_len]);
                }
                Motion::Held => {}
            }
            let own = matches!(step.motion, Motion::Ball | Motion::Free | Motion::FreePoint);
            if let Some(b) = step.body {
                let (body, span) = (&model.bodies[b], bodies.spans[b]);
                link.body = Some((span, body.kind));
                link.mass = body.mass;
                link.central = body.inertia;
                // body axes themselves where the quaternion is the body's; else the marker's
                link.body_axes = if own { ONE } else { product(&pending, &transpose(&axes_of(&step.to))) };
                link.body_quaternion = quaternion::from_matrix(&link.body_axes);
                link.center = rotate(&link.body_axes, scale(step.to.point, -1.0));
                link.inertia = symmetric3::inertia_about(&link.body_axes, &body.inertia, body.mass, link.center);
                origin.push(step.to.point);
            } else {
                origin.push([0.0; 3]);
            }
            links.push(link);
        }
        let state = State {
            r: ONE,
            axis: [0.0; 3],
            omega: [0.0; 3],
            arm: [0.0; 3],
            c: [0.0; 3],
            e: [0.0; 3],
            a: [0.0; 6],
            b: [[0.0; 3]; 3],
            d: [0.0; 6],
            f: [0.0; 3],
            n: [0.0; 3],
            uf: [0.0; 3],
            un: [0.0; 3],
            inverse: 0.0,
            ball: [0.0; 6],
            travel: 0.0,
            acceleration: [0.0; 3],
            alpha: [0.0; 3],
        };
        let states = vec![state; links.len()];
        let places = vec![([0.0; 3], [0.0; 3], [0.0; 3], UPRIGHT); links.len()];
        let mut tree = Self { links, states, gravity: model.gravity, places };
        tree.match_signs(bodies, start, &q, &v);
        (tree, q, v)
    }

    fn accelerate(&mut self, q: &[f64], v: &[f64], force: Option<&[f64]>, given: &[f64], out: &mut [f64]) {
        self.outwards(q, v, force, given);
        self.inwards();
        let lift = if force.is_some() { [0.0; 3] } else { scale(self.gravity, -1.0) };
        self.finish(lift, given, out);
    }

    fn expand(&mut self, q: &[f64], v: &[f64], bodies_q: &mut [f64], bodies_v: &mut [f64]) {
        for i in 1..self.links.len() {
            let link = &self.links[i];
            let (p, rate, spin, turned) = self.places[link.parent];
            let arm = rotate(&quaternion::to_matrix(turned), link.arm);
            let mut here =
                (add(p, arm), add(rate, cross(spin, arm)), spin, quaternion::multiply(turned, link.quaternion));
            match link.motion {
                Motion::Turn => {
                    let half = 0.5 * link.sign * q[link.q];
                    let (s, c) = libm::sincos(half);
                    here.3 = quaternion::multiply(here.3, [c, 0.0, 0.0, s]);
                    let axis = quaternion::to_matrix(here.3).map(|row| row[2]);
                    here.2 = add(spin, scale(axis, link.sign * v[link.v]));
                }
                Motion::Slide => {
                    let axis = quaternion::to_matrix(here.3).map(|row| row[2]);
                    let along = scale(axis, link.sign * q[link.q]);
                    here.0 = add(here.0, along);
                    here.1 = add(add(here.1, cross(spin, along)), scale(axis, link.sign * v[link.v]));
                }
                Motion::Held => {}
                Motion::Ball => {
                    here.3 = quaternion_at(&q[link.q..]);
                    here.2 = vector_at(&v[link.v..]);
                }
                Motion::Free => {
                    here.0 = vector_at(&q[link.q..]);
                    here.1 = vector_at(&v[link.v..]);
                    here.3 = quaternion_at(&q[link.q + 3..]);
                    here.2 = vector_at(&v[link.v + 3..]);
                }
                Motion::FreePoint => {
                    here = (vector_at(&q[link.q..]), vector_at(&v[link.v..]), [0.0; 3], UPRIGHT);
                }
            }
            self.places[i] = here;
            if let Some((span, kind)) = link.body {
                let r = rotate(&quaternion::to_matrix(here.3), link.center);
                bodies_q[span.q..span.q + 3].copy_from_slice(&add(here.0, r));
                bodies_v[span.v..span.v + 3].copy_from_slice(&add(here.1, cross(here.2, r)));
                if kind == BodyKind::Rigid {
                    bodies_q[span.q + 3..span.q + 7]
                        .copy_from_slice(&quaternion::multiply(here.3, link.body_quaternion));
                    bodies_v[span.v + 3..span.v + 6].copy_from_slice(&here.2);
                }
            }
        }
    }

    fn energy(&self, bodies_q: &[f64], bodies_v: &[f64]) -> (f64, f64) {
        let (mut kinetic, mut potential) = (0.0, 0.0);
        for link in &self.links {
            if let Some((span, kind)) = link.body {
                let (p, v) = (vector_at(&bodies_q[span.q..]), vector_at(&bodies_v[span.v..]));
                kinetic += link.mass * dot(v, v);
                if kind == BodyKind::Rigid {
                    let r = quaternion::to_matrix(quaternion_at(&bodies_q[span.q + 3..]));
                    let spin = rotate_back(&r, vector_at(&bodies_v[span.v + 3..]));
                    kinetic += dot(spin, rotate(&link.central, spin));
                }
                potential -= link.mass * dot(self.gravity, p);
            }
        }
        (0.5 * kinetic, potential)
    }

    fn rates(&self, q: &[f64], v: &[f64], out: &mut [f64]) {
        for link in &self.links[1..] {
            match link.motion {
                Motion::Turn | Motion::Slide => out[link.q] = v[link.v],
                Motion::Held => {}
                Motion::FreePoint => out[link.q..link.q + 3].copy_from_slice(&v[link.v..link.v + 3]),
                Motion::Ball | Motion::Free => {
                    let skip = if link.motion == Motion::Free { 3 } else { 0 };
                    out[link.q..link.q + skip].copy_from_slice(&v[link.v..link.v + skip]);
                    let w = vector_at(&v[link.v + skip..]);
                    let rate = quaternion::multiply([0.0, w[0], w[1], w[2]], quaternion_at(&q[link.q + skip..]));
                    for k in 0..4 {
                        out[link.q + skip + k] = 0.5 * rate[k];
                    }
                }
            }
        }
    }

    fn tangent(&self, q: &[f64], dq: &[f64], out: &mut [f64]) {
        for link in &self.links[1..] {
            match link.motion {
                Motion::Turn | Motion::Slide => out[link.v] = dq[link.q],
                Motion::Held => {}
                Motion::FreePoint => out[link.v..link.v + 3].copy_from_slice(&dq[link.q..link.q + 3]),
                Motion::Ball | Motion::Free => {
                    let skip = if link.motion == Motion::Free { 3 } else { 0 };
                    out[link.v..link.v + skip].copy_from_slice(&dq[link.q..link.q + skip]);
                    // the inverse of q̇ = ½ ω∘q
                    let [w, x, y, z] = quaternion_at(&q[link.q + skip..]);
                    let by = quaternion::multiply(quaternion_at(&dq[link.q + skip..]), [w, -x, -y, -z]);
                    let k = 2.0 / (w * w + x * x + y * y + z * z);
                    for i in 0..3 {
                        out[link.v + skip + i] = k * by[1 + i];
                    }
                }
            }
        }
    }

    fn displace(&self, q: &mut [f64], k: usize, by: f64) {
        let Some(link) = self.links[1..].iter().rev().find(|l| l.v <= k && l.motion != Motion::Held) else { return };
        let i = k - link.v;
        let skip = if link.motion == Motion::Free { 3 } else { 0 };
        if matches!(link.motion, Motion::Ball | Motion::Free) && i >= skip {
            let at = link.q + skip;
            let mut axis = [0.0; 3];
            axis[i - skip] = by;
            let turned = quaternion::multiply(quaternion::from_rotation_vector(axis), quaternion_at(&q[at..]));
            q[at..at + 4].copy_from_slice(&turned);
        } else {
            q[link.q + i] += by;
        }
    }

    fn normalise(&self, q: &mut [f64]) {
        for link in &self.links[1..] {
            let at = match link.motion {
                Motion::Ball => link.q,
                Motion::Free => link.q + 3,
                _ => continue,
            };
            let length = q[at..at + 4].iter().map(|x| x * x).sum::<f64>().sqrt();
            for x in &mut q[at..at + 4] {
                *x /= length;
            }
        }
    }

    fn prescribe(&mut self, i: usize, given: bool) {
        self.links[i + 1].prescribed = given;
    }

    fn wrench(&self, i: usize) -> Wrench {
        let s = &self.states[i + 1];
        Wrench {
            force: add(add(symmetric3::times(&s.a, s.acceleration), rotate(&s.b, s.alpha)), s.f),
            moment: add(add(rotate_back(&s.b, s.acceleration), symmetric3::times(&s.d, s.alpha)), s.n),
        }
    }

    fn travel(&self, i: usize) -> f64 {
        self.states[i + 1].travel
    }

    fn axis(&self, i: usize) -> Vec3 {
        self.states[i + 1].axis
    }
}

/// Value and rate of a motion that its joint does not measure: where b's marker lies in the parent's plane.
pub fn in_plane(bodies: &Multibody, steps: &[Step], k: usize) -> (f64, f64) {
    let step = &steps[k];
    let joint = step.joint.expect("motions in a plane belong to a joint");
    let (first, second) = if step.reversed { (1, 0) } else { (0, 1) };
    let (points, axes) = (bodies.frames.joint_points(joint), bodies.frames.joint_axes(joint));
    let sides = [bodies.model.joints[joint].a, bodies.model.joints[joint].b];
    let omega = |side: usize| sides[side].body.map_or([0.0; 3], |b| bodies.frames.spin(b));
    let (from, to) = (points[first], points[second]);
    if step.motion == Motion::Slide {
        let u = axes[first][step.axis];
        let (d, dv) = (sub(to.position, from.position), sub(to.velocity, from.velocity));
        (dot(u, d), dot(u, dv) + dot(cross(omega(first), u), d))
    } else {
        let (x, y, z) = (axes[first][0], axes[first][1], axes[first][2]);
        let value = libm::atan2(dot(y, axes[second][0]), dot(x, axes[second][0]));
        (value, dot(z, sub(omega(second), omega(first))))
    }
}

impl Tree {
    /// A quaternion and its negative are one orientation: takes the one the start has.
    fn match_signs(&mut self, bodies: &Multibody, start: &[f64], q: &[f64], v: &[f64]) {
        let mut whole = start.to_vec();
        let (bodies_q, bodies_v) = whole.split_at_mut(bodies.nq);
        self.expand(q, v, bodies_q, bodies_v);
        for link in &mut self.links {
            if let Some((span, BodyKind::Rigid)) = link.body {
                let same: f64 = (span.q + 3..span.q + 7).map(|i| bodies_q[i] * start[i]).sum();
                if same < 0.0 {
                    link.body_quaternion = link.body_quaternion.map(|x| -x);
                }
            }
        }
    }
}
