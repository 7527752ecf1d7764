//! What overlapping parts do to each other at a state.
//!
//! At the middle of the overlap p the second body feels N n and the friction −φ(s) N s/|s|, the first the opposite, with the
//! relative velocity u = v_b − v_a there and the slip s = u − n(n·u). Since ġ = n·u, power and energies add up exactly:
//!
//! ```text
//! −(N n + F)·(…) : N ġ + F·s = −d/dt ½kδ² − heat
//! ```
//!
//! In the plane a spring acts with a weight w(place), which is 1 but where one corner takes over from another
//! ([`Pressing`](mainspring_geometry::touch::Pressing)). The springs are the gradient of ½kwδ²: beside w N n there is −½kδ²∇w.
//!
//! Resistance to rolling and to turning about the normal are torques −ρ N φ(|ω| r/s₀) against the relative spin across and
//! along n, with the smaller part's radius r; they rise to their value like friction does.
//!
//! A force that would pull is none, so that forces are continuous wherever damping is by restitution. In space that excepts
//! gap > 0, where the spring of a trial step pulls until the guard ends the step at gap = 0.

use crate::laws::penalty::law;
use crate::laws::penalty::law::Push;
use crate::laws::penalty::overlap::{OverlapPlace, OverlapState};
use crate::laws::penalty::penalty::Penalty;
use crate::laws::penalty::point::{Point, Spot};
use crate::multibody::multibody::Multibody;
use crate::multibody::space::Row;
use crate::tolerances::FASTER_THAN_MET;
use mainspring_geometry::touch::{Meeting, Motion, meet, pressing};
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

    /// Where parts overlap at the state of `kinematics`, and in the plane where they are open by less than `reach` of the smaller.
    pub fn spots(&self, bodies: &Multibody, reach: f64, out: &mut Vec<Spot>) {
        out.clear();
        if self.in_space {
            out.extend(self.squeezed.iter().filter(|s| s.state.acts()).filter_map(|s| {
                let (pair, f) = (s.pair as usize, s.features()?);
                let m = self.meeting_of(pair, f.a, f.b, &self.pair_motion(bodies, pair))?;
                Some(Spot::of_features(pair, [f.a, f.b], &m))
            }));
            return;
        }
        let mut found = Vec::new();
        self.each_near(bodies, |pair| {
            let ([sa, sb], of) = (self.surfaces_of(pair), self.pair_motion(bodies, pair));
            found.clear();
            pressing(sa, &of[0], sb, &of[1], reach * self.size[pair], &mut found);
            out.extend(found.iter().map(|p| {
                let u = sub(velocity_at(&of[1], p.point), velocity_at(&of[0], p.point));
                Spot::of_pressing(pair, p, dot(p.normal, u))
            }));
        });
    }

    /// What is remembered of a place.
    pub fn remembered(&self, pair: usize, site: OverlapPlace) -> Option<usize> {
        self.squeezed.binary_search_by(|s| (s.pair as usize, s.site).cmp(&(pair, site))).ok()
    }

    /// How a contact pushes now.
    pub fn push_of(&self, pair: usize, speed: f64) -> Push {
        let Some(p) = self.method else { return Push { stiffness: 0.0, per_speed: 0.0, fastest: 0.0, damping: 0.0 } };
        let per_speed = match p.damping {
            None => self.damping_number[pair] / speed,
            Some(_) => 0.0,
        };
        Push { stiffness: p.stiffness, per_speed, fastest: FASTER_THAN_MET * speed, damping: p.damping.unwrap_or(0.0) }
    }

    /// How a contact at a place pushes now. One that a trial step comes upon is a spring alone: how it is damped is known once it
    /// has been met.
    pub fn push_at(&self, spot: &Spot) -> Push {
        match self.remembered(spot.pair, spot.site) {
            Some(at) => self.push_of(spot.pair, self.squeezed[at].speed),
            None => Push { per_speed: 0.0, damping: 0.0, ..self.push_of(spot.pair, 1.0) },
        }
    }

    fn point_of(&self, bodies: &Multibody, spot: Spot) -> Point {
        let pair = spot.pair;
        let of = self.pair_motion(bodies, pair);
        let push = self.push_at(&spot);
        let lets_go = self.in_space
            && self.remembered(pair, spot.site).is_some_and(|at| self.squeezed[at].state == OverlapState::Separating);
        let mut alone = if lets_go { 0.0 } else { push.force(-spot.gap, -spot.rate) };
        if !self.in_space {
            alone = alone.max(0.0);
        }
        let normal = spot.weight * alone;
        let laws = &bodies.model.contacts.pairs[pair];
        let slip = across(sub(velocity_at(&of[1], spot.point), velocity_at(&of[0], spot.point)), spot.normal);
        let speed = norm(slip);
        let developed = self.developed();
        let mu = law::friction(speed, developed, laws.static_friction, laws.friction);
        let friction = if speed > 0.0 { scale(slip, -mu * normal / speed) } else { [0.0; 3] };
        let turning = sub(of[1].spin, of[0].spin);
        let about = scale(spot.normal, dot(turning, spot.normal));
        let mut resisting = [0.0; 3];
        for (spin, arm) in [(sub(turning, about), laws.rolling), (about, laws.spinning)] {
            let fast = norm(spin);
            if arm > 0.0 && fast > 0.0 {
                let developed = law::friction(fast * self.radius[pair], developed, 1.0, 1.0);
                resisting = add(resisting, scale(spin, -arm * normal * developed / fast));
            }
        }
        let damped = spot.weight * push.heat(-spot.gap, -spot.rate, alone);
        let heat = damped - dot(friction, slip) - dot(resisting, turning);
        let stored = push.energy(-spot.gap);
        let passing = scale(spot.slope, -stored);
        let torque = add(resisting, [0.0, 0.0, -stored * spot.turning]);
        Point { spot, normal, friction, passing, torque, slip, heat }
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
        let (mut points, mut spots) = (std::mem::take(&mut self.points), std::mem::take(&mut self.spots));
        points.clear();
        self.find_near(bodies);
        self.spots(bodies, 0.0, &mut spots);
        points.extend(spots.iter().map(|s| self.point_of(bodies, *s)));
        for p in &points {
            self.pressed[p.spot.pair] = true;
            let of = self.pair_motion(bodies, p.spot.pair);
            for (side, sign) in [(0, -1.0), (1, 1.0)] {
                if let Some(body) = self.bodies[p.spot.pair][side] {
                    let row = self.wrench_row(bodies, body, &of[side], p.spot.point, p.force(), p.torque);
                    bodies.push(Some(body), &row, sign);
                }
            }
        }
        (self.points, self.spots) = (points, spots);
    }

    /// Energy in all springs between overlapping features at the state of `kinematics`, J.
    pub fn penalty_energy(&self, bodies: &Multibody) -> f64 {
        let mut spots = Vec::new();
        if self.method.is_some() {
            self.spots(bodies, 0.0, &mut spots);
        }
        spots.iter().map(|s| s.weight * self.push_at(s).energy(-s.gap)).sum()
    }

    /// What contacts add to the derivatives of force, entry by entry (row, column, by position, by velocity): the stiff part,
    /// along and across the normal. How normal and place turn with the bodies is left out, as N/size against k.
    pub fn penalty_slopes(&self, bodies: &Multibody, mut add_slope: impl FnMut(usize, usize, f64, f64)) {
        for p in &self.points {
            if p.normal == 0.0 {
                continue;
            }
            let (pair, spot) = (p.spot.pair, &p.spot);
            let laws = &bodies.model.contacts.pairs[pair];
            let [by_depth, by_rate] = self.push_at(spot).slopes(-spot.gap, -spot.rate).map(|slope| spot.weight * slope);
            let (n, speed) = (spot.normal, norm(p.slip));
            let developed = self.developed();
            let mu = law::friction(speed, developed, laws.static_friction, laws.friction);
            let along = law::friction_slope(speed, developed, laws.static_friction, laws.friction);
            // φ(s)/s, whose limit at rest is the slope
            let beside = if speed > 0.0 { mu / speed } else { along };
            let drag = if speed > 0.0 { scale(p.slip, mu / speed) } else { [0.0; 3] };
            let slip = if speed > 0.0 { scale(p.slip, 1.0 / speed) } else { [0.0; 3] };
            let of = self.pair_motion(bodies, pair);
            for (bs, fs) in [(0, -1.0), (1, 1.0)] {
                let Some(to) = self.bodies[pair][bs] else { continue };
                let columns = [n, [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
                    .map(|u| self.wrench_row(bodies, to, &of[bs], spot.point, scale(u, fs), [0.0; 3]));
                // the change of force as the relative velocity (or place) changes along world axes
                for (rs, sign) in [(0, -1.0), (1, 1.0)] {
                    let Some(from) = self.bodies[pair][rs] else { continue };
                    let (at, wide, read) = (bodies.spans[to], bodies.spans[to].v_len, bodies.spans[from]);
                    for k in 0..3 {
                        let mut axis = [0.0; 3];
                        axis[k] = 1.0;
                        let row = self.wrench_row(bodies, from, &of[rs], spot.point, scale(axis, sign), [0.0; 3]);
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
