//! The three passes of the planar recursion: kinematics out, elimination in, accelerations out. The mathematics stands in
//! the module above.

use crate::tree::plan::Motion;
use crate::tree::planar::tree::Tree;
use mainspring_model::BodyKind;
use mainspring_numerics::symmetric2::{solve, times};
use mainspring_numerics::vec2::{Vec2, direction, dot, perp, rotate};

impl Tree {
    /// Angles, arms and own inertias, parents first.
    pub fn outwards(&mut self, q: &[f64], v: &[f64], force: Option<&[f64]>) {
        for i in 1..self.links.len() {
            let link = &self.links[i];
            let (before, rest) = self.states.split_at_mut(i);
            let (parent, s) = (&before[link.parent], &mut rest[0]);
            let w = parent.omega;
            let mut arm = rotate(parent.x, link.arm);
            let mut coriolis = 0.0;
            s.omega = w;
            match link.motion {
                Motion::Turn => {
                    s.phi = parent.phi + link.angle + link.sign * q[link.at];
                    s.omega = w + link.sign * v[link.at];
                    s.x = direction(s.phi);
                }
                Motion::Slide => {
                    s.phi = parent.phi + link.angle;
                    s.x = rotate(parent.x, link.turned);
                    let at = link.sign * q[link.at];
                    s.travel = at;
                    arm = [arm[0] + at * s.x[0], arm[1] + at * s.x[1]];
                    coriolis = 2.0 * w * link.sign * v[link.at];
                }
                Motion::Held | Motion::Ball => {
                    s.phi = parent.phi + link.angle;
                    s.x = rotate(parent.x, link.turned);
                }
                Motion::Free => {
                    s.phi = q[link.at + 2];
                    s.omega = v[link.at + 2];
                    s.x = direction(s.phi);
                }
                Motion::FreePoint => s.omega = 0.0,
            }
            s.arm = arm;
            let w2 = w * w;
            s.c = [-w2 * arm[0] - coriolis * s.x[1], -w2 * arm[1] + coriolis * s.x[0]];
            let r = rotate(s.x, link.center);
            let m = link.mass;
            let mr = [m * r[0], m * r[1]];
            let own = s.omega * s.omega;
            s.a = [m, 0.0, m];
            s.b = [-mr[1], mr[0]];
            s.d = link.inertia;
            s.f = [-own * mr[0], -own * mr[1]];
            s.n = 0.0;
            if let (Some(force), Some((span, kind))) = (force, link.body) {
                let f = [force[span.v], force[span.v + 1]];
                s.f = [s.f[0] - f[0], s.f[1] - f[1]];
                s.n = r[1] * f[0] - r[0] * f[1];
                if kind == BodyKind::Rigid {
                    s.n -= force[span.v + 2];
                }
            }
        }
    }

    /// Eliminates each link's motion and adds what is left to its parent, children first.
    pub fn inwards(&mut self, given: &[f64]) {
        for i in (1..self.links.len()).rev() {
            let link = &self.links[i];
            let (before, rest) = self.states.split_at_mut(i);
            let (parent, s) = (&mut before[link.parent], &mut rest[0]);
            match link.motion {
                Motion::Turn if !link.prescribed => {
                    s.inverse = 1.0 / s.d;
                    let k = [s.b[0] * s.inverse, s.b[1] * s.inverse];
                    let a = [s.a[0] - k[0] * s.b[0], s.a[1] - k[0] * s.b[1], s.a[2] - k[1] * s.b[1]];
                    let c = times(&a, s.c);
                    let g = [s.f[0] - k[0] * s.n + c[0], s.f[1] - k[1] * s.n + c[1]];
                    let l = perp(s.arm);
                    let h = times(&a, l);
                    parent.a[0] += a[0];
                    parent.a[1] += a[1];
                    parent.a[2] += a[2];
                    parent.b[0] += h[0];
                    parent.b[1] += h[1];
                    parent.d += dot(l, h);
                    parent.f[0] += g[0];
                    parent.f[1] += g[1];
                    parent.n += dot(l, g);
                }
                Motion::Free | Motion::FreePoint => {}
                _ => {
                    let (mut a, mut b, mut d, mut f, mut n, mut c) = (s.a, s.b, s.d, s.f, s.n, s.c);
                    if link.motion == Motion::Slide {
                        if link.prescribed {
                            let more = link.sign * given[link.at];
                            c = [c[0] + more * s.x[0], c[1] + more * s.x[1]];
                            s.c = c;
                        } else {
                            let u = times(&a, s.x);
                            let un = dot(b, s.x);
                            s.inverse = 1.0 / dot(u, s.x);
                            s.u = [u[0], u[1], un];
                            let (k, kn) = ([u[0] * s.inverse, u[1] * s.inverse], un * s.inverse);
                            let along = dot(s.x, f);
                            a = [a[0] - k[0] * u[0], a[1] - k[0] * u[1], a[2] - k[1] * u[1]];
                            b = [b[0] - k[0] * un, b[1] - k[1] * un];
                            d -= kn * un;
                            f = [f[0] - k[0] * along, f[1] - k[1] * along];
                            n -= kn * along;
                        }
                    }
                    // a prescribed turn: α = α_p + q̈
                    let more = if link.motion == Motion::Turn { link.sign * given[link.at] } else { 0.0 };
                    let ac = times(&a, c);
                    let g = [f[0] + ac[0] + b[0] * more, f[1] + ac[1] + b[1] * more];
                    let l = perp(s.arm);
                    let h = times(&a, l);
                    for k in 0..3 {
                        parent.a[k] += a[k];
                    }
                    parent.b[0] += b[0] + h[0];
                    parent.b[1] += b[1] + h[1];
                    parent.d += d + 2.0 * dot(b, l) + dot(l, h);
                    parent.f[0] += g[0];
                    parent.f[1] += g[1];
                    parent.n += n + dot(b, c) + d * more + dot(l, g);
                }
            }
        }
    }

    /// Accelerations, parents first.
    pub fn finish(&mut self, lift: Vec2, given: &[f64], out: &mut [f64]) {
        self.states[0].acceleration = lift;
        for i in 1..self.links.len() {
            let link = &self.links[i];
            let (before, rest) = self.states.split_at_mut(i);
            let (parent, s) = (&before[link.parent], &mut rest[0]);
            let l = perp(s.arm);
            let mut a = [
                parent.acceleration[0] + parent.alpha * l[0] + s.c[0],
                parent.acceleration[1] + parent.alpha * l[1] + s.c[1],
            ];
            match link.motion {
                Motion::Turn if !link.prescribed => {
                    s.alpha = -(s.n + dot(s.b, a)) * s.inverse;
                    out[link.at] = link.sign * (s.alpha - parent.alpha);
                }
                Motion::Turn => {
                    s.alpha = parent.alpha + link.sign * given[link.at];
                    out[link.at] = given[link.at];
                }
                Motion::Slide => {
                    s.alpha = parent.alpha;
                    if link.prescribed {
                        out[link.at] = given[link.at];
                    } else {
                        let along = dot(s.x, s.f) + s.u[0] * a[0] + s.u[1] * a[1] + s.u[2] * s.alpha;
                        let more = -along * s.inverse;
                        a = [a[0] + more * s.x[0], a[1] + more * s.x[1]];
                        out[link.at] = link.sign * more;
                    }
                }
                Motion::Held | Motion::Ball => s.alpha = parent.alpha,
                Motion::Free => {
                    let k = [s.b[0] / s.d, s.b[1] / s.d];
                    let m = [s.a[0] - k[0] * s.b[0], s.a[1] - k[0] * s.b[1], s.a[2] - k[1] * s.b[1]];
                    a = solve(&m, [k[0] * s.n - s.f[0], k[1] * s.n - s.f[1]]);
                    s.alpha = -(s.n + dot(s.b, a)) / s.d;
                    out[link.at..link.at + 3].copy_from_slice(&[a[0] - lift[0], a[1] - lift[1], s.alpha]);
                }
                Motion::FreePoint => {
                    a = solve(&s.a, [-s.f[0], -s.f[1]]);
                    s.alpha = 0.0;
                    out[link.at..link.at + 2].copy_from_slice(&[a[0] - lift[0], a[1] - lift[1]]);
                }
            }
            s.acceleration = a;
        }
    }
}
