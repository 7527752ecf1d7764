//! When a closed contact changes: guards that become positive once it must.
//!
//! Three a contact (and two for its resistances to turning, `rolling_resistance.rs`), then two a joint with stops and two a gear
//! with play:
//!
//! ```text
//! −λₙ                     it would have to pull: parts
//! |λₜ| − μₛ λₙ            sticks: comes loose. In the plane all that stick between two parts on one line share one cone
//! −s·d, or ε − |s|        slides: comes to rest (plane; space, where s does not pass through nothing but ends there)
//! −margin                 the place of contact leaves a feature
//! −gap                    a joint that is not at that stop, or a gear that is not on that tooth side, reaches it
//! ```

use crate::laws::touch::contact::Contact;
use crate::laws::touch::due::FiredGuards;
use crate::laws::touch::resistance::{ROLLING, SPINNING};
use crate::laws::touch::state::{Site, TouchMode};
use crate::laws::touch::touch::Touch;
use crate::multibody::multibody::Multibody;
use crate::multibody::side::Side;
use crate::tolerances::{CLOSED_ACCELERATION, NORMALS_PARALLEL, SLIP_ENDS, SLIP_REVERSAL, TOUCH_CLOSE};
use mainspring_geometry::touch::margin;
use mainspring_model::JointId;
use mainspring_numerics::vec3::dot;

/// A guard of contacts and stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContactGuard {
    /// of a closed contact
    Closed {
        /// which
        site: Site,
        /// what may change
        change: ContactChange,
    },
    /// a joint that is not at a stop reaches it
    Stop {
        /// which
        joint: JointId,
        /// which stop
        side: Side,
    },
    /// a gear with play reaches a tooth side
    Tooth {
        /// place in `Touch::meshes`
        mesh: usize,
        /// which side
        side: Side,
    },
}

/// What may change of a closed contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContactChange {
    /// it would have to pull, or comes apart from others that it follows from
    Parts,
    /// slip begins or ends
    Slip,
    /// the place of contact leaves a feature
    Leaves,
    /// rolling begins or ends
    Rolling,
    /// spinning begins or ends
    Spinning,
}

impl ContactChange {
    /// All, in the order in which guards of a contact are listed.
    const ALL: [Self; PER_CONTACT] = [Self::Parts, Self::Slip, Self::Leaves, Self::Rolling, Self::Spinning];
}

/// Guards of one contact.
const PER_CONTACT: usize = 5;
/// Guards of a joint with stops, and of a gear with play.
const PER_STOPPED_JOINT: usize = Side::BOTH.len();

impl Touch {
    /// How many guards contacts and stops have at present.
    pub fn guard_count(&self) -> usize {
        PER_CONTACT * self.state.touching.len() + PER_STOPPED_JOINT * (self.stops.len() + self.meshes.len())
    }

    /// Every guard at present, in the order of their values.
    pub fn guards(&self) -> impl Iterator<Item = ContactGuard> + '_ {
        let closed = self
            .state
            .touching
            .iter()
            .flat_map(|t| ContactChange::ALL.map(|change| ContactGuard::Closed { site: t.site, change }));
        let stops = self.stops.iter().flat_map(|&joint| Side::BOTH.map(|side| ContactGuard::Stop { joint, side }));
        let teeth = (0..self.meshes.len()).flat_map(|mesh| Side::BOTH.map(|side| ContactGuard::Tooth { mesh, side }));
        closed.chain(stops).chain(teeth)
    }

    /// Their values at the state last solved for.
    pub fn guard_values(&self, bodies: &Multibody, out: &mut [f64]) {
        let k = self.rows();
        let (closed, stops) = out.split_at_mut(PER_CONTACT * self.state.touching.len());
        for ((i, t), place) in self.state.touching.iter().enumerate().zip(closed.chunks_exact_mut(PER_CONTACT)) {
            let force = &self.force[i * k..(i + 1) * k];
            place[0] = (-force[0]).max(self.accelerates(bodies, i, 0));
            place[1] = match t.mode {
                TouchMode::Stick => (1..k).map(|r| self.accelerates(bodies, i, r)).fold(self.cone(i), f64::max),
                TouchMode::Slip(d) => self.slip_end(bodies, i, d),
            };
            place[2] = self.extent_guard(bodies, t.site);
            self.turn_guards(i, &mut place[3..]);
        }
        let reached = |site: Site, acts: bool, slack: &dyn Fn(&Contact) -> f64| {
            if !acts || self.state.touching.iter().any(|t| t.site == site) {
                f64::NEG_INFINITY
            } else {
                self.contact_at(bodies, site).map_or(f64::NEG_INFINITY, |c| -c.gap - slack(&c))
            }
        };
        // what goes along, or rests, beside a stop or a tooth side comes no closer: rounding of its place is no meeting
        let beside = |c: &Contact, rounding: f64| {
            if c.rate[0] < -self.slow(bodies, c.scale) { rounding } else { rounding.max(TOUCH_CLOSE * c.scale) }
        };
        let (stops, teeth) = stops.split_at_mut(PER_STOPPED_JOINT * self.stops.len());
        for (&joint, place) in self.stops.iter().zip(stops.chunks_exact_mut(PER_STOPPED_JOINT)) {
            for (upper, value) in [false, true].into_iter().zip(place) {
                let site = Site::Stop { joint: joint as u32, upper };
                *value = reached(site, bodies.joint_acts(joint), &|c| beside(c, 0.0));
            }
        }
        for (mesh, place) in teeth.chunks_exact_mut(PER_STOPPED_JOINT).enumerate() {
            let (acts, rounding) = (self.mesh_acts(bodies, mesh), self.play(bodies, mesh).1);
            for (upper, value) in [false, true].into_iter().zip(place) {
                *value = reached(Site::Tooth { mesh: mesh as u32, upper }, acts, &|c| beside(c, rounding));
            }
        }
    }

    /// How fast contact i accelerates along one of its rows although it is closed, or sticks, beyond rounding, m/s². Where rows
    /// depend on each other only some of them are solved for, and the others need not follow for long: two bars that hang side
    /// by side and swing out together go on touching at one end only, and of two feet that driven legs spread one must slip.
    fn accelerates(&self, bodies: &Multibody, i: usize, row: usize) -> f64 {
        let (k, n) = (self.rows(), self.free.len());
        let own = i * k + row;
        let depends = self.fixed.as_ref().is_some_and(|f| if row == 0 { f.normals_depend() } else { f.rows_depend() });
        if !depends || self.matrix[own * n + own] == 0.0 {
            return f64::NEG_INFINITY;
        }
        let c = &self.contacts[i];
        let acceleration = self.contact_times(bodies, c, row, &bodies.solution[..bodies.nv]) + c.bias[row];
        // along a surface nothing may pull at all: what normals bear is what leaves rounding there
        let free = self.free.iter().step_by(if row == 0 { k } else { 1 });
        let largest = free.fold(c.bias[row].abs(), |m, x| m.max(x.abs()));
        acceleration.abs() - CLOSED_ACCELERATION * largest - self.slow(bodies, c.scale)
    }

    /// |λₜ| − μₛ λₙ of contact i and those that stick along with it.
    fn cone(&self, i: usize) -> f64 {
        let k = self.rows();
        let c = &self.contacts[i];
        let resting = c.friction[1];
        if k == 3 {
            let f = &self.force[3 * i..3 * i + 3];
            return (f[1] * f[1] + f[2] * f[2]).sqrt() - resting * f[0];
        }
        let (mut normal, mut along) = (0.0, 0.0);
        for (j, t) in self.state.touching.iter().enumerate() {
            let other = &self.contacts[j];
            let shares = t.mode == TouchMode::Stick
                && Self::same_pair(t.site, self.state.touching[i].site)
                && dot(other.normal, c.normal) >= NORMALS_PARALLEL;
            if shares {
                normal += self.force[2 * j];
                along += self.force[2 * j + 1];
            }
        }
        along.abs() - resting * normal
    }

    pub fn same_pair(a: Site, b: Site) -> bool {
        match (a, b) {
            (Site::Pair { pair: p, .. }, Site::Pair { pair: q, .. }) => p == q,
            _ => a == b,
        }
    }

    fn slip_end(&self, bodies: &Multibody, i: usize, d: [f64; 3]) -> f64 {
        if d == [0.0; 3] {
            return f64::NEG_INFINITY;
        }
        let c = &self.contacts[i];
        // what has no friction does the same whichever way it slides: trembling by rounding is no event
        if c.friction == [0.0; 2] {
            return f64::NEG_INFINITY;
        }
        if self.tangents == 1 {
            let trembles = if self.beside_area_friction { SLIP_REVERSAL * self.slow(bodies, 0.0) } else { 0.0 };
            -c.rate[1] * dot(d, c.tangents[0]) - trembles
        } else {
            let slip = [0, 1, 2].map(|x| c.rate[1] * c.tangents[0][x] + c.rate[2] * c.tangents[1][x]);
            let size = dot(slip, slip).sqrt();
            // just set off from rest it is slow too, but along its direction and growing: the guard waits until it has been fast
            SLIP_ENDS * bodies.length * self.clock - size
        }
    }

    /// Positive once the place of contact is beyond a feature by more than counts as touching.
    fn extent_guard(&self, bodies: &Multibody, site: Site) -> f64 {
        let Some((k, features)) = Self::features(site) else { return f64::NEG_INFINITY };
        let pair = &self.pairs[k];
        let (ma, mb) = (self.party_motion(bodies, &pair.a), self.party_motion(bodies, &pair.b));
        let (a, b) = (&self.surfaces[pair.a.surface], &self.surfaces[pair.b.surface]);
        -margin(a, &ma, b, &mb, features) - TOUCH_CLOSE * pair.size
    }

    /// What guards that fired say is due, of contacts that are still closed.
    pub fn due(&self, fired: impl Iterator<Item = ContactGuard>) -> FiredGuards {
        let mut due = FiredGuards::default();
        for guard in fired {
            let ContactGuard::Closed { site, change } = guard else { continue };
            let Some(i) = self.state.touching.iter().position(|t| t.site == site) else { continue };
            let mut turning = |kind: usize| {
                if self.is_rolling(i, kind) {
                    due.rolling_ended.push((site, kind))
                } else {
                    due.at_resistance_limit.push((site, kind))
                }
            };
            match change {
                ContactChange::Parts => due.pulls.push(site),
                ContactChange::Slip if self.slides(i) => due.slip_ended.push(site),
                ContactChange::Slip => due.at_friction_limit.push(site),
                ContactChange::Leaves => due.left_feature.push(site),
                ContactChange::Rolling => turning(ROLLING),
                ContactChange::Spinning => turning(SPINNING),
            }
        }
        due
    }
}
