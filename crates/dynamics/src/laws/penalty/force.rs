//! What overlapping features do to their bodies at a state.
//!
//! At the middle of the overlap p the second body feels N n and the friction −φ(s) N s/|s|, the first the opposite, with the
//! relative velocity u = v_b − v_a there and the slip s = u − n(n·u). Since ġ = n·u, power and energies add up exactly:
//!
//! ```text
//! −(N n + F)·(…) : N ġ + F·s = −d/dt ½kδ² − heat
//! ```
//!
//! Resistance to rolling and to turning about the normal are torques −ρ N φ(|ω| r/s₀) against the relative spin across and
//! along n, with the smaller part's radius r; they rise to their value like friction does.
//!
//! While the set of overlapping features is kept, every term is smooth in the state. That includes gap > 0, where the spring
//! of a trial step pulls until the guard ends the step at gap = 0.

use crate::laws::penalty::law;
use crate::laws::penalty::law::Push;
use crate::laws::penalty::overlap::{Overlap, OverlapState};
use crate::laws::penalty::penalty::Penalty;
use crate::laws::penalty::point::Point;
use crate::multibody::multibody::Multibody;
use crate::multibody::space::Row;
use mainspring_geometry::touch::{Meeting, Motion, meet};
use mainspring_model::BodyId;
use mainspring_numerics::vec3::{Vec3, add, cross, dot, norm, scale, sub};

/// Velocity of the point of a body that is at p.
fn velocity_at(m: &Motion, p: Vec3) -> Vec3 {
    add(m.velocity, cross(m.spin, sub(p, m.position)))
}

/// x less its part along the unit n.
fn across(x: Vec3, n: Vec3) -> Vec3 {
    sub(x, scale(n, dot(x, n)))
}

impl Penalty {
    /// Where two overlapping features stand to each other at the state of `kinematics`.
    pub fn meeting_of(&self, pair: usize, a: u32, b: u32, of: &[Motion; 2]) -> Option<Meeting> {
        let [sa, sb] = self.surfaces_of(pair);
        let (fa, fb) = (sa.features().get(a as usize)?, sb.features().get(b as usize)?);
        meet(&fa.primitive, &of[0], &fb.primitive, &of[1])
    }

    /// How a contact pushes now.
    pub fn push_of(&self, bodies: &Multibody, squeezed: &Overlap) -> Push {
        let pair = squeezed.pair as usize;
        let share = self.pair_share(bodies, pair);
        let Some(p) = self.method else { return Push { stiffness: 0.0, per_speed: 0.0, damping: 0.0 } };
        let per_speed = match p.damping {
            None => self.damping_number[pair] / squeezed.speed,
            Some(_) => 0.0,
        };
        Push { stiffness: share * p.stiffness, per_speed, damping: share.sqrt() * p.damping.unwrap_or(0.0) }
    }

    fn point_of(&self, bodies: &Multibody, squeezed: &Overlap) -> Option<Point> {
        let pair = squeezed.pair as usize;
        let of = self.pair_motion(bodies, pair);
        let m = self.meeting_of(pair, squeezed.a, squeezed.b, &of)?;
        let push = self.push_of(bodies, squeezed);
        let normal = match squeezed.state {
            OverlapState::Pressing => push.force(-m.gap, -m.rate),
            OverlapState::Separating | OverlapState::Redundant => 0.0,
        };
        let laws = &bodies.model.contacts.pairs[pair];
        let slip = across(sub(velocity_at(&of[1], m.point), velocity_at(&of[0], m.point)), m.normal);
        let speed = norm(slip);
        let developed = self.developed();
        let mu = law::friction(speed, developed, laws.static_friction, laws.friction);
        let friction = if speed > 0.0 { scale(slip, -mu * normal / speed) } else { [0.0; 3] };
        let turning = sub(of[1].spin, of[0].spin);
        let about = scale(m.normal, dot(turning, m.normal));
        let mut torque = [0.0; 3];
        for (spin, arm) in [(sub(turning, about), laws.rolling), (about, laws.spinning)] {
            let fast = norm(spin);
            if arm > 0.0 && fast > 0.0 {
                let developed = law::friction(fast * self.radius[pair], developed, 1.0, 1.0);
                torque = add(torque, scale(spin, -arm * normal * developed / fast));
            }
        }
        let heat = push.heat(-m.gap, -m.rate, normal) - dot(friction, slip) - dot(torque, turning);
        Some(Point { pair, meeting: m, normal, friction, torque, slip, heat })
    }

    /// Generalised force of a force at a world point and a torque on a body.
    fn wrench_row(
        &self,
        bodies: &Multibody,
        body: BodyId,
        motion: &Motion,
        at: Vec3,
        force: Vec3,
        torque: Vec3,
    ) -> Row {
        let (push, turn) = (bodies.point_row(body, motion.local(at), force), bodies.frames.spin_row(torque));
        std::array::from_fn(|i| push[i] + turn[i])
    }

    /// All contacts at the state of `kinematics`: into `soft.points` and `force`.
    pub fn penalty_loads(&mut self, bodies: &mut Multibody) {
        if self.method.is_none() {
            return;
        }
        let mut points = std::mem::take(&mut self.points);
        points.clear();
        points.extend(self.squeezed.iter().filter(|s| s.state.acts()).filter_map(|s| self.point_of(bodies, s)));
        for p in &points {
            let of = self.pair_motion(bodies, p.pair);
            let force = add(scale(p.meeting.normal, p.normal), p.friction);
            for (side, sign) in [(0, -1.0), (1, 1.0)] {
                if let Some(body) = self.bodies[p.pair][side] {
                    let row = self.wrench_row(bodies, body, &of[side], p.meeting.point, force, p.torque);
                    bodies.push(Some(body), &row, sign);
                }
            }
        }
        self.points = points;
    }

    /// Energy in all springs between overlapping features at the state of `kinematics`, J.
    pub fn penalty_energy(&self, bodies: &Multibody) -> f64 {
        let acting = self.squeezed.iter().filter(|s| s.state.acts());
        let energy = |s: &Overlap| {
            let pair = s.pair as usize;
            let m = self.meeting_of(pair, s.a, s.b, &self.pair_motion(bodies, pair))?;
            Some(self.push_of(bodies, s).energy(-m.gap))
        };
        acting.filter_map(energy).sum()
    }

    /// What contacts add to the derivatives of force, entry by entry (row, column, by position, by velocity): the stiff part,
    /// along and across the normal. How normal and place turn with the bodies is left out, as N/size against k.
    pub fn penalty_slopes(&self, bodies: &Multibody, mut add_slope: impl FnMut(usize, usize, f64, f64)) {
        for (p, s) in self.points.iter().zip(self.squeezed.iter().filter(|s| s.state.acts())) {
            if s.state != OverlapState::Pressing {
                continue;
            }
            let laws = &bodies.model.contacts.pairs[p.pair];
            let [by_depth, by_rate] = self.push_of(bodies, s).slopes(-p.meeting.gap, -p.meeting.rate);
            let (n, speed) = (p.meeting.normal, norm(p.slip));
            let developed = self.developed();
            let mu = law::friction(speed, developed, laws.static_friction, laws.friction);
            let along = law::friction_slope(speed, developed, laws.static_friction, laws.friction);
            // φ(s)/s, whose limit at rest is the slope
            let beside = if speed > 0.0 { mu / speed } else { along };
            let drag = if speed > 0.0 { scale(p.slip, mu / speed) } else { [0.0; 3] };
            let slip = if speed > 0.0 { scale(p.slip, 1.0 / speed) } else { [0.0; 3] };
            let of = self.pair_motion(bodies, p.pair);
            for (bs, fs) in [(0, -1.0), (1, 1.0)] {
                let Some(to) = self.bodies[p.pair][bs] else { continue };
                let columns = [n, [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
                    .map(|u| self.wrench_row(bodies, to, &of[bs], p.meeting.point, scale(u, fs), [0.0; 3]));
                // the change of force as the relative velocity (or place) changes along world axes
                for (rs, sign) in [(0, -1.0), (1, 1.0)] {
                    let Some(from) = self.bodies[p.pair][rs] else { continue };
                    let (at, wide, read) = (bodies.spans[to], bodies.spans[to].v_len, bodies.spans[from]);
                    for k in 0..3 {
                        let mut axis = [0.0; 3];
                        axis[k] = 1.0;
                        let row = self.wrench_row(bodies, from, &of[rs], p.meeting.point, scale(axis, sign), [0.0; 3]);
                        // moving apart along k lowers N by n_k of its slopes
                        let side = across(axis, n);
                        let turned = sub(
                            scale(side, -p.normal * beside),
                            scale(slip, p.normal * (along - beside) * dot(slip, side)),
                        );
                        for j in 0..read.v_len {
                            if row[j] == 0.0 {
                                continue;
                            }
                            for i in 0..wide {
                                let pushed: f64 =
                                    columns[0][i] - (0..3).map(|c| drag[c] * columns[1 + c][i]).sum::<f64>();
                                let slid: f64 = (0..3).map(|c| turned[c] * columns[1 + c][i]).sum();
                                add_slope(
                                    at.v + i,
                                    read.v + j,
                                    -by_depth * n[k] * pushed * row[j],
                                    (-by_rate * n[k] * pushed + slid) * row[j],
                                );
                            }
                        }
                    }
                }
            }
        }
    }
}
