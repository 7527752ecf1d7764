//! A tree in the plane: links, coordinates, and what an evaluation leaves.

use crate::multibody::kinematics::Span;
use crate::multibody::multibody::Multibody;
use crate::tree::plan::{Motion, Step};
use crate::tree::recursion::{Recursion, Wrench};
use mainspring_model::{BodyKind, Coordinate};
use mainspring_numerics::symmetric2::times;
use mainspring_numerics::vec2::{Vec2, direction, dot, perp, rotate};
use mainspring_numerics::vec3::Vec3;

/// What never changes of a link. Links are numbered from 1; 0 is the ground.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    pub motion: Motion,
    /// its acceleration is given
    pub prescribed: bool,
    pub parent: usize,
    /// first entry in q and in v (the same in the plane)
    pub at: usize,
    pub sign: f64,
    /// of the joint's point on the parent from the parent's origin, parent's reference axes, m
    pub arm: Vec2,
    /// reference angle from the parent's, coordinates at zero, rad; and its cosine and sine
    pub angle: f64,
    pub turned: Vec2,
    /// centre of mass from the origin, own reference axes, m
    pub center: Vec2,
    pub mass: f64,
    /// about the origin, kg·m²
    pub inertia: f64,
    /// entries of its body in maximal coordinates
    pub body: Option<(Span, BodyKind)>,
    /// body angle less reference angle, rad
    pub body_angle: f64,
    /// own inertia about the centre, kg·m²
    pub central: f64,
}

/// What an evaluation leaves for each link.
#[derive(Clone, Copy, Debug, Default)]
pub struct State {
    pub phi: f64,
    /// cosine and sine of φ
    pub x: Vec2,
    pub omega: f64,
    pub arm: Vec2,
    pub c: Vec2,
    pub a: [f64; 3],
    pub b: Vec2,
    pub d: f64,
    pub f: Vec2,
    pub n: f64,
    /// a turn: 1/D; a slide: 1/(u·Au)
    pub inverse: f64,
    /// of a slide, m
    pub travel: f64,
    /// a slide: Au and b·u
    pub u: [f64; 3],
    pub acceleration: Vec2,
    pub alpha: f64,
}

/// A planar tree.
#[derive(Clone, Debug)]
pub struct Tree {
    pub links: Vec<Link>,
    pub states: Vec<State>,
    pub gravity: Vec2,
    /// scratch of `expand`
    pub places: Vec<Place>,
}

/// Where a link is and how it moves.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub p: Vec2,
    pub v: Vec2,
    pub phi: f64,
    /// cosine and sine of φ
    pub x: Vec2,
    pub omega: f64,
}

pub fn flat(a: Vec3) -> Vec2 {
    [a[0], a[1]]
}

impl Recursion for Tree {
    fn new(bodies: &Multibody, steps: &[Step], start: &[f64]) -> (Self, Vec<f64>, Vec<f64>) {
        let model = &*bodies.model;
        let (mut q, mut v) = (Vec::new(), Vec::new());
        let still = Link {
            motion: Motion::Held,
            prescribed: false,
            parent: 0,
            at: 0,
            sign: 1.0,
            arm: [0.0; 2],
            angle: 0.0,
            turned: [1.0, 0.0],
            center: [0.0; 2],
            mass: 0.0,
            inertia: 0.0,
            body: None,
            body_angle: 0.0,
            central: 0.0,
        };
        let mut links = vec![still];
        // per link: where its origin lies on its body (body axes), and φ at the start
        let mut origin = vec![[0.0; 2]];
        let mut phi = vec![0.0];
        for step in steps {
            let parent = step.parent.map_or(0, |p| p + 1);
            let mut link = Link { motion: step.motion, parent, sign: step.sign, at: v.len(), ..still };
            link.prescribed = step.drive.is_some();
            if let Some(marker) = &step.from {
                let point = flat(marker.frame.point);
                if let (0, Some(b)) = (parent, marker.body) {
                    let pose = model.bodies[b].pose;
                    let there = rotate(direction(pose.angle), point);
                    link.arm = [pose.position[0] + there[0], pose.position[1] + there[1]];
                    link.angle = pose.angle + marker.frame.angle;
                } else {
                    let from = [point[0] - origin[parent][0], point[1] - origin[parent][1]];
                    link.arm = rotate(direction(links[parent].body_angle), from);
                    link.angle = links[parent].body_angle + marker.frame.angle;
                }
            }
            link.turned = direction(link.angle);
            match step.motion {
                Motion::Turn | Motion::Slide => {
                    let joint = step.joint.expect("turns and slides belong to joints");
                    let index = step.index.expect("in the plane each of them is a coordinate");
                    let m = bodies.measure(Coordinate { joint, index });
                    q.push(m.value);
                    v.push(m.rate);
                }
                Motion::Free | Motion::FreePoint => {
                    let span = bodies.spans[step.body.expect("only bodies are free")];
                    q.extend_from_slice(&start[span.q..span.q + span.q_len]);
                    v.extend_from_slice(&start[bodies.nq + span.v..bodies.nq + span.v + span.v_len]);
                }
                Motion::Held | Motion::Ball => {}
            }
            let own = match step.motion {
                Motion::Turn => phi[parent] + link.angle + step.sign * q[link.at],
                Motion::Free => q[link.at + 2],
                Motion::FreePoint => 0.0,
                _ => phi[parent] + link.angle,
            };
            if let Some(b) = step.body {
                let (body, span) = (&model.bodies[b], bodies.spans[b]);
                link.body = Some((span, body.kind));
                link.mass = body.mass;
                link.central = if body.kind == BodyKind::Rigid { body.inertia[2][2] } else { 0.0 };
                let off = -step.to.angle;
                // whole turns that a body has made on a joint that does not turn stay with it
                let whole = if body.kind == BodyKind::Rigid { start[span.q + 2] - (own + off) } else { 0.0 };
                let turns = std::f64::consts::TAU * (whole / std::f64::consts::TAU).round();
                link.body_angle = off + turns;
                let point = flat(step.to.point);
                link.center = rotate(direction(link.body_angle), [-point[0], -point[1]]);
                link.inertia = link.central + link.mass * dot(point, point);
                origin.push(point);
            } else {
                origin.push([0.0; 2]);
            }
            phi.push(own);
            links.push(link);
        }
        let states = vec![State { x: [1.0, 0.0], ..State::default() }; links.len()];
        let place = Place { p: [0.0; 2], v: [0.0; 2], phi: 0.0, x: [1.0, 0.0], omega: 0.0 };
        let places = vec![place; links.len()];
        (Self { links, states, gravity: flat(model.gravity), places }, q, v)
    }

    fn accelerate(&mut self, q: &[f64], v: &[f64], force: Option<&[f64]>, given: &[f64], out: &mut [f64]) {
        self.outwards(q, v, force);
        self.inwards(given);
        let lift = if force.is_some() { [0.0; 2] } else { [-self.gravity[0], -self.gravity[1]] };
        self.finish(lift, given, out);
    }

    fn expand(&mut self, q: &[f64], v: &[f64], bodies_q: &mut [f64], bodies_v: &mut [f64]) {
        for i in 1..self.links.len() {
            let link = &self.links[i];
            let on = self.places[link.parent];
            let arm = rotate(on.x, link.arm);
            let mut here = Place {
                p: [on.p[0] + arm[0], on.p[1] + arm[1]],
                v: [on.v[0] - on.omega * arm[1], on.v[1] + on.omega * arm[0]],
                phi: on.phi + link.angle,
                x: on.x,
                omega: on.omega,
            };
            match link.motion {
                Motion::Turn => {
                    here.phi += link.sign * q[link.at];
                    here.omega += link.sign * v[link.at];
                    here.x = direction(here.phi);
                }
                Motion::Slide => {
                    here.x = rotate(on.x, link.turned);
                    let (s, rate) = (link.sign * q[link.at], link.sign * v[link.at]);
                    let side = perp(here.x);
                    for k in 0..2 {
                        here.p[k] += s * here.x[k];
                        here.v[k] += rate * here.x[k] + on.omega * s * side[k];
                    }
                }
                Motion::Held | Motion::Ball => here.x = rotate(on.x, link.turned),
                Motion::Free => {
                    let phi = q[link.at + 2];
                    let (p, v) = ([q[link.at], q[link.at + 1]], &v[link.at..]);
                    here = Place { p, v: [v[0], v[1]], phi, x: direction(phi), omega: v[2] };
                }
                Motion::FreePoint => {
                    let (p, v) = ([q[link.at], q[link.at + 1]], [v[link.at], v[link.at + 1]]);
                    here = Place { p, v, phi: 0.0, x: [1.0, 0.0], omega: 0.0 };
                }
            }
            self.places[i] = here;
            if let Some((span, kind)) = link.body {
                let r = rotate(here.x, link.center);
                bodies_q[span.q] = here.p[0] + r[0];
                bodies_q[span.q + 1] = here.p[1] + r[1];
                bodies_v[span.v] = here.v[0] - here.omega * r[1];
                bodies_v[span.v + 1] = here.v[1] + here.omega * r[0];
                if kind == BodyKind::Rigid {
                    bodies_q[span.q + 2] = here.phi + link.body_angle;
                    bodies_v[span.v + 2] = here.omega;
                }
            }
        }
    }

    fn energy(&self, bodies_q: &[f64], bodies_v: &[f64]) -> (f64, f64) {
        let (mut kinetic, mut potential) = (0.0, 0.0);
        for link in &self.links {
            if let Some((span, kind)) = link.body {
                let (p, v) = (&bodies_q[span.q..], &bodies_v[span.v..]);
                kinetic += link.mass * (v[0] * v[0] + v[1] * v[1]);
                if kind == BodyKind::Rigid {
                    kinetic += link.central * v[2] * v[2];
                }
                potential -= link.mass * (self.gravity[0] * p[0] + self.gravity[1] * p[1]);
            }
        }
        (0.5 * kinetic, potential)
    }

    fn rates(&self, _: &[f64], v: &[f64], out: &mut [f64]) {
        out.copy_from_slice(v);
    }

    fn tangent(&self, _: &[f64], dq: &[f64], out: &mut [f64]) {
        out.copy_from_slice(dq);
    }

    fn displace(&self, q: &mut [f64], k: usize, by: f64) {
        q[k] += by;
    }

    fn normalise(&self, _: &mut [f64]) {}

    fn prescribe(&mut self, i: usize, given: bool) {
        self.links[i + 1].prescribed = given;
    }

    fn wrench(&self, i: usize) -> Wrench {
        let s = &self.states[i + 1];
        let f = times(&s.a, s.acceleration);
        let force = [f[0] + s.b[0] * s.alpha + s.f[0], f[1] + s.b[1] * s.alpha + s.f[1]];
        let moment = dot(s.b, s.acceleration) + s.d * s.alpha + s.n;
        Wrench { force: [force[0], force[1], 0.0], moment: [0.0, 0.0, moment] }
    }

    fn travel(&self, i: usize) -> f64 {
        self.states[i + 1].travel
    }

    fn axis(&self, i: usize) -> Vec3 {
        match self.links[i + 1].motion {
            Motion::Slide => [self.states[i + 1].x[0], self.states[i + 1].x[1], 0.0],
            _ => [0.0, 0.0, 1.0],
        }
    }
}
