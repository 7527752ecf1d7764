//! What contacts are measured by, at the state last solved for.

use crate::laws::touch::contact::{Contact, Party};
use crate::laws::touch::event_text::feature_name;
use crate::laws::touch::point::{ContactPoint, ContactState};
use crate::laws::touch::state::{Site, TouchMode, Touching};
use crate::laws::touch::touch::Touch;
use crate::multibody::multibody::Multibody;
use crate::tolerances::CONTACT_ROLLS;
use mainspring_contact::law_residual;
use mainspring_geometry::touch::{distance, midway};
use mainspring_model::{BodyId, ContactQuantity};
use mainspring_numerics::vec3::{Vec3, add, cross, norm, scale, sub};

impl Touch {
    /// Closed contacts of a pair: place in the list and what they are.
    fn closed(&self, pair: usize) -> impl Iterator<Item = (usize, &Contact)> + '_ {
        let at = move |site: Site| matches!(site, Site::Pair { pair: p, .. } if p as usize == pair);
        let list = self.state.touching.iter().zip(&self.contacts).enumerate();
        list.filter(move |(_, (t, _))| at(t.site)).map(|(i, (_, c))| (i, c))
    }

    /// Normal force, N, and friction, N, world, on the second of contact i.
    fn contact_force(&self, i: usize) -> (f64, Vec3) {
        let k = self.rows();
        let (f, c) = (&self.force[i * k..(i + 1) * k], &self.contacts[i]);
        let mut along = scale(c.tangents[0], f[1]);
        if k == 3 {
            along = add(along, scale(c.tangents[1], f[2]));
        }
        (f[0], along)
    }

    fn slip_speed(c: &Contact) -> f64 {
        (c.rate[1] * c.rate[1] + c.rate[2] * c.rate[2]).sqrt()
    }

    /// A quantity of a pair that may touch.
    pub fn contact_quantity(&self, bodies: &Multibody, pair: usize, quantity: ContactQuantity) -> f64 {
        let total = || {
            self.closed(pair).fold([0.0; 3], |sum, (i, c)| {
                let (normal, along) = self.contact_force(i);
                add(sum, add(scale(c.normal, normal), along))
            })
        };
        match quantity {
            ContactQuantity::Touches => {
                if self.closed(pair).next().is_some() || self.struck.contains(&pair) {
                    1.0
                } else {
                    -1.0
                }
            }
            ContactQuantity::Gap => self.pair_gap(bodies, pair),
            ContactQuantity::NormalForce => self.closed(pair).map(|(i, _)| self.contact_force(i).0).sum(),
            ContactQuantity::LeastForce => self.pair_range(bodies, pair)[0],
            ContactQuantity::LargestForce => self.pair_range(bodies, pair)[1],
            ContactQuantity::FrictionForce => {
                norm(self.closed(pair).fold([0.0; 3], |sum, (i, _)| add(sum, self.contact_force(i).1)))
            }
            ContactQuantity::Force(axis) => total()[usize::from(axis)],
            ContactQuantity::Impulse => self.state.impulses[pair],
            ContactQuantity::Slip => self.closed(pair).map(|(_, c)| Self::slip_speed(c)).fold(0.0, f64::max),
            ContactQuantity::Mode => {
                let slips = |i: usize| matches!(self.state.touching[i].mode, TouchMode::Slip(_));
                self.closed(pair).map(|(i, _)| if slips(i) { 2.0 } else { 1.0 }).fold(0.0, f64::max)
            }
            ContactQuantity::Points => self.closed(pair).count() as f64,
            ContactQuantity::Residual => self.closed(pair).map(|(i, _)| self.point_residual(i)).fold(0.0, f64::max),
            ContactQuantity::Point(axis) => self.pressure_point(bodies, pair)[usize::from(axis)],
        }
    }

    /// By how much the force of contact i is off the laws it obeys, N.
    fn point_residual(&self, i: usize) -> f64 {
        let k = self.rows();
        let (f, c) = (&self.force[i * k..(i + 1) * k], &self.contacts[i]);
        let slips = matches!(self.state.touching[i].mode, TouchMode::Slip(_));
        let slip = slips.then_some([c.rate[1], c.rate[2]]);
        law_residual(f[0], [f[1], f.get(2).copied().unwrap_or(0.0)], slip, c.friction)
    }

    /// What the stop of a joint exerts on its first coordinate, N or N·m.
    pub fn stop_force(&self, joint: usize) -> f64 {
        let k = self.rows();
        let force = |(i, t): (usize, &Touching)| match t.site {
            Site::Stop { joint: of, upper } if of as usize == joint => {
                let size = self.force.get(i * k).copied().unwrap_or(0.0);
                if upper { -size } else { size }
            }
            _ => 0.0,
        };
        self.state.touching.iter().enumerate().map(force).sum()
    }

    /// Distance of a pair, m.
    fn pair_gap(&self, bodies: &Multibody, pair: usize) -> f64 {
        if self.closed(pair).next().is_some() {
            return self.closed(pair).map(|(_, c)| c.gap).fold(f64::INFINITY, f64::min);
        }
        let of = &self.pairs[pair];
        let (ma, mb) = (self.party_motion(bodies, &of.a), self.party_motion(bodies, &of.b));
        distance(&self.surfaces[of.a.surface], &ma, &self.surfaces[of.b.surface], &mb)
    }

    /// Centre of pressure; while they are apart half way between their nearest points.
    fn pressure_point(&self, bodies: &Multibody, pair: usize) -> Vec3 {
        let (mut sum, mut weight, mut count, mut mean) = ([0.0; 3], 0.0, 0.0, [0.0; 3]);
        for (i, c) in self.closed(pair) {
            let normal = self.contact_force(i).0;
            sum = add(sum, scale(c.point, normal));
            mean = add(mean, c.point);
            weight += normal;
            count += 1.0;
        }
        let of = &self.pairs[pair];
        let place = if weight > 0.0 {
            scale(sum, 1.0 / weight)
        } else if count > 0.0 {
            scale(mean, 1.0 / count)
        } else {
            let (ma, mb) = (self.party_motion(bodies, &of.a), self.party_motion(bodies, &of.b));
            let found = midway(&self.surfaces[of.a.surface], &ma, &self.surfaces[of.b.surface], &mb);
            found.unwrap_or_else(|| scale(add(ma.position, mb.position), 0.5))
        };
        bodies.in_world(of.a.body, place)
    }

    /// Force, or torque about the centre of mass, of all contacts on a body.
    pub fn contact_load(&self, bodies: &Multibody, body: BodyId, torque: bool) -> Vec3 {
        let mut sum = [0.0; 3];
        for (i, c) in self.contacts.iter().enumerate() {
            let Some((pair, _)) = self.state.touching.get(i).and_then(|t| Self::features(t.site)) else { continue };
            let of = &self.pairs[pair];
            let sign = if of.a.body == Some(body) {
                -1.0
            } else if of.b.body == Some(body) {
                1.0
            } else {
                continue;
            };
            let (normal, along) = self.contact_force(i);
            let force = scale(add(scale(c.normal, normal), along), sign);
            let arm = sub(c.point, bodies.frames.center(body));
            let turning = scale(self.turning_torque(i), sign);
            sum = add(sum, if torque { add(cross(arm, force), turning) } else { force });
        }
        sum
    }

    /// Every pair that touches, once.
    pub fn touching_pairs(&self, mut each: impl FnMut(usize)) {
        let pair = |t: &Touching| Self::features(t.site).map(|(pair, _)| pair);
        for (i, t) in self.state.touching.iter().enumerate() {
            if let Some(k) = pair(t)
                && self.state.touching[..i].iter().all(|before| pair(before) != Some(k))
            {
                each(k);
            }
        }
    }

    /// Heat of friction of a pair, and of its resistance to turning, W.
    pub fn contact_power(&self, pair: usize) -> f64 {
        let k = self.rows();
        let heat = |(i, c): (usize, &Contact)| (1..k).map(|r| -self.force[i * k + r] * c.rate[r]).sum::<f64>();
        let slides = |i: usize| matches!(self.state.touching[i].mode, TouchMode::Slip(_));
        let turning: f64 = self.closed(pair).map(|(i, _)| self.turning_power(i)).sum();
        turning + self.closed(pair).filter(|(i, _)| slides(*i)).map(heat).sum::<f64>()
    }

    /// All closed contacts between parts, for the recording.
    pub fn contact_points(&self, bodies: &Multibody, out: &mut Vec<ContactPoint>) {
        for (i, (t, c)) in self.state.touching.iter().zip(&self.contacts).enumerate() {
            let Some((pair, features)) = Self::features(t.site) else { continue };
            let (normal, along) = self.contact_force(i);
            let of = &self.pairs[pair];
            let name = |surface: usize, f: u32| feature_name(&self.surfaces[surface].features()[f as usize]);
            let moves = |party: &Party| {
                let m = self.party_motion(bodies, party);
                let own = add(m.velocity, cross(m.spin, sub(c.point, m.position)));
                norm(sub(c.point_rate, own)) > CONTACT_ROLLS * bodies.length * bodies.clock
            };
            out.push(ContactPoint {
                pair,
                point: bodies.in_world(of.a.body, c.point),
                normal: c.normal,
                force: add(scale(c.normal, normal), along),
                gap: c.gap,
                slip: Self::slip_speed(c),
                state: match t.mode {
                    TouchMode::Slip(_) => ContactState::Slip,
                    TouchMode::Stick if moves(&of.a) && moves(&of.b) => ContactState::Roll,
                    TouchMode::Stick => ContactState::Stick,
                },
                features: [name(of.a.surface, features.a), name(of.b.surface, features.b)],
            });
        }
    }
}
