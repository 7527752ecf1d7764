//! The three passes of the spatial recursion: kinematics out, elimination in, accelerations out. The mathematics stands in
//! the module above.

use crate::tree::plan::Motion;
use crate::tree::spatial::tree::{State, Tree, product, quaternion_at, turn_z, vector_at};
use mainspring_model::BodyKind;
use mainspring_numerics::matrix3::{Mat3, rotate, rotate_back};
use mainspring_numerics::quaternion;
use mainspring_numerics::symmetric3::{self, Symmetric3};
use mainspring_numerics::vec3::{Vec3, add, cross, dot, scale, sub};

impl Tree {
    /// Axes, arms and own inertias, parents first.
    pub fn outwards(&mut self, q: &[f64], v: &[f64], force: Option<&[f64]>, given: &[f64]) {
        for i in 1..self.links.len() {
            let link = &self.links[i];
            let (before, rest) = self.states.split_at_mut(i);
            let (parent, s) = (&before[link.parent], &mut rest[0]);
            let w = parent.omega;
            let mut arm = rotate(&parent.r, link.arm);
            s.omega = w;
            s.e = [0.0; 3];
            let mut slid = [0.0; 3];
            match link.motion {
                Motion::Turn => {
                    let (sin, cos) = libm::sincos(q[link.q]);
                    s.r = turn_z(&product(&parent.r, &link.turned), link.sign * sin, cos);
                    s.axis = [s.r[0][2], s.r[1][2], s.r[2][2]];
                    let rate = scale(s.axis, link.sign * v[link.v]);
                    s.omega = add(w, rate);
                    s.e = cross(w, rate);
                    if link.prescribed {
                        s.e = add(s.e, scale(s.axis, link.sign * given[link.v]));
                    }
                }
                Motion::Slide => {
                    s.r = product(&parent.r, &link.turned);
                    s.axis = [s.r[0][2], s.r[1][2], s.r[2][2]];
                    s.travel = link.sign * q[link.q];
                    arm = add(arm, scale(s.axis, s.travel));
                    slid = cross(w, scale(s.axis, 2.0 * link.sign * v[link.v]));
                    if link.prescribed {
                        slid = add(slid, scale(s.axis, link.sign * given[link.v]));
                    }
                }
                Motion::Held => s.r = product(&parent.r, &link.turned),
                Motion::Ball => {
                    s.r = quaternion::to_matrix(quaternion_at(&q[link.q..]));
                    s.omega = vector_at(&v[link.v..]);
                }
                Motion::Free => {
                    s.r = quaternion::to_matrix(quaternion_at(&q[link.q + 3..]));
                    s.omega = vector_at(&v[link.v + 3..]);
                }
                Motion::FreePoint => s.omega = [0.0; 3],
            }
            s.arm = arm;
            s.c = add(cross(w, cross(w, arm)), slid);

            let m = link.mass;
            let r = rotate(&s.r, link.center);
            let mr = scale(r, m);
            s.a = [m, 0.0, 0.0, m, 0.0, m];
            s.b = [[0.0, mr[2], -mr[1]], [-mr[2], 0.0, mr[0]], [mr[1], -mr[0], 0.0]];
            s.d = symmetric3::rotate(&s.r, &link.inertia);
            s.f = cross(s.omega, cross(s.omega, mr));
            match (force, link.body) {
                // gyroscopic terms come with the loads
                (Some(force), Some((span, kind))) => {
                    s.f = sub(s.f, vector_at(&force[span.v..]));
                    s.n = cross(r, s.f);
                    if kind == BodyKind::Rigid {
                        s.n = sub(s.n, vector_at(&force[span.v + 3..]));
                    }
                }
                _ => s.n = cross(s.omega, symmetric3::times(&s.d, s.omega)),
            }
        }
    }

    /// Eliminates each link's motion and adds what is left to its parent, children first.
    pub fn inwards(&mut self) {
        for i in (1..self.links.len()).rev() {
            let link = &self.links[i];
            let (before, rest) = self.states.split_at_mut(i);
            let (parent, s) = (&mut before[link.parent], &mut rest[0]);
            match link.motion {
                Motion::Turn if !link.prescribed => {
                    s.uf = rotate(&s.b, s.axis);
                    s.un = symmetric3::times(&s.d, s.axis);
                    s.inverse = 1.0 / dot(s.axis, s.un);
                    let push = dot(s.axis, s.n);
                    eliminate(s, push, parent);
                }
                Motion::Slide if !link.prescribed => {
                    s.uf = symmetric3::times(&s.a, s.axis);
                    s.un = rotate_back(&s.b, s.axis);
                    s.inverse = 1.0 / dot(s.axis, s.uf);
                    let push = dot(s.axis, s.f);
                    eliminate(s, push, parent);
                }
                Motion::Turn | Motion::Slide | Motion::Held => {
                    let (a, b, d, f, n) = (s.a, s.b, s.d, s.f, s.n);
                    carry(s, (&a, &b, &d, f, n), parent);
                }
                Motion::Ball => {
                    let (a, f) = settle_ball(s);
                    let g = add(f, symmetric3::times(&a, s.c));
                    let b = symmetric3::times_skew(&a, s.arm).map(|row| row.map(|x| -x));
                    symmetric3::add_to(&mut parent.a, &a);
                    add_matrix(&mut parent.b, &b);
                    symmetric3::add_to(&mut parent.d, &symmetric3::skew_times(s.arm, &b));
                    parent.f = add(parent.f, g);
                    parent.n = add(parent.n, cross(s.arm, g));
                }
                Motion::Free => {
                    let (a, f) = settle_ball(s);
                    // what is left to do: A' a = −f'; kept where a ball joint has nothing
                    s.uf = symmetric3::times(&symmetric3::inverse(&a), scale(f, -1.0));
                }
                Motion::FreePoint => s.uf = symmetric3::times(&symmetric3::inverse(&s.a), scale(s.f, -1.0)),
            }
        }
    }

    /// Accelerations, parents first.
    pub fn finish(&mut self, lift: Vec3, given: &[f64], out: &mut [f64]) {
        self.states[0].acceleration = lift;
        for i in 1..self.links.len() {
            let link = &self.links[i];
            let (before, rest) = self.states.split_at_mut(i);
            let (parent, s) = (&before[link.parent], &mut rest[0]);
            let mut a = add(add(parent.acceleration, cross(parent.alpha, s.arm)), s.c);
            let mut alpha = add(parent.alpha, s.e);
            match link.motion {
                Motion::Turn | Motion::Slide if link.prescribed => out[link.v] = given[link.v],
                Motion::Turn => {
                    let more = -(dot(s.axis, s.n) + dot(s.uf, a) + dot(s.un, alpha)) * s.inverse;
                    alpha = add(alpha, scale(s.axis, more));
                    out[link.v] = link.sign * more;
                }
                Motion::Slide => {
                    let more = -(dot(s.axis, s.f) + dot(s.uf, a) + dot(s.un, alpha)) * s.inverse;
                    a = add(a, scale(s.axis, more));
                    out[link.v] = link.sign * more;
                }
                Motion::Held => {}
                Motion::Ball => {
                    alpha = turned_by(s, a);
                    out[link.v..link.v + 3].copy_from_slice(&alpha);
                }
                Motion::Free => {
                    a = s.uf;
                    alpha = turned_by(s, a);
                    out[link.v..link.v + 3].copy_from_slice(&sub(a, lift));
                    out[link.v + 3..link.v + 6].copy_from_slice(&alpha);
                }
                Motion::FreePoint => {
                    (a, alpha) = (s.uf, [0.0; 3]);
                    out[link.v..link.v + 3].copy_from_slice(&sub(a, lift));
                }
            }
            (s.acceleration, s.alpha) = (a, alpha);
        }
    }
}

fn add_matrix(to: &mut Mat3, m: &Mat3) {
    for (to, m) in to.iter_mut().zip(m) {
        *to = add(*to, *m);
    }
}

/// α of a link free to turn whose origin accelerates by a.
fn turned_by(s: &State, a: Vec3) -> Vec3 {
    scale(symmetric3::times(&s.ball, add(s.n, rotate_back(&s.b, a))), -1.0)
}

/// N = 0: A' and f' of a link free to turn about its origin.
fn settle_ball(s: &mut State) -> (Symmetric3, Vec3) {
    s.ball = symmetric3::inverse(&s.d);
    let k = symmetric3::matrix_times(&s.b, &s.ball);
    let a = symmetric3::sub(&s.a, &symmetric3::product_transposed(&k, &s.b));
    (a, sub(s.f, rotate(&k, s.n)))
}

/// One freedom with U = (uf, un), 1/d in `inverse` and `push` = axis·(f or n) goes; the rest is carried to the parent.
fn eliminate(s: &State, push: f64, parent: &mut State) {
    let (kf, kn) = (scale(s.uf, s.inverse), scale(s.un, s.inverse));
    let a = symmetric3::sub_outer(&s.a, kf, s.uf);
    let d = symmetric3::sub_outer(&s.d, kn, s.un);
    let b: Mat3 = std::array::from_fn(|i| sub(s.b[i], scale(s.un, kf[i])));
    let f = sub(s.f, scale(kf, push));
    let n = sub(s.n, scale(kn, push));
    carry(s, (&a, &b, &d, f, n), parent);
}

type Rest<'a> = (&'a Symmetric3, &'a Mat3, &'a Symmetric3, Vec3, Vec3);

/// What is left of a link, over its arm onto the parent.
fn carry(s: &State, (a, b, d, f, n): Rest<'_>, parent: &mut State) {
    let l = s.arm;
    let g = add(add(f, symmetric3::times(a, s.c)), rotate(b, s.e));
    let moment = add(add(n, rotate_back(b, s.c)), symmetric3::times(d, s.e));
    let al = symmetric3::times_skew(a, l);
    let shifted: Mat3 = std::array::from_fn(|i| sub(b[i], al[i]));
    symmetric3::add_to(&mut parent.a, a);
    add_matrix(&mut parent.b, &shifted);
    symmetric3::add_to(&mut parent.d, d);
    symmetric3::add_to(&mut parent.d, &symmetric3::skew_times(l, &shifted));
    symmetric3::add_to(&mut parent.d, &symmetric3::skew_times_transposed(l, b));
    parent.f = add(parent.f, g);
    parent.n = add(parent.n, add(moment, cross(l, g)));
}
