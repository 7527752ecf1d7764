//! When a closed contact changes: guards that become positive once it must.
//!
//! Three a contact (and two for its resistances to turning, `turning.rs`), then two a joint with stops:
//!
//! ```text
//! −λₙ                     it would have to pull: parts
//! |λₜ| − μₛ λₙ            sticks: comes loose. In the plane all that stick between two parts on one line share one cone
//! −s·d, or ε − |s|        slides: comes to rest (plane; space, where s does not pass through nothing but ends there)
//! −margin                 the place of contact leaves a feature
//! −gap                    a joint that is not at that stop reaches it
//! ```

use super::{CLOSE, Site, TouchMode};
use crate::core::Core;
use crate::math::dot;
use mainspring_geometry::touch::margin;

/// Slip that is none in space, mechanism's lengths a second. Friction turns with the slip, the faster the slower that is.
pub(crate) const SLIP_ENDS: f64 = 1e-7;
/// Slip against its own way, over what counts as none, that is no end of it where parts rub on a table. What came to its limit slips
/// with next to no acceleration, and which sign that has is rounding of what areas carry: taken at its word it would stop at once,
/// at a moment at which it is still at its limit, and slip again.
const TREMBLES: f64 = 1e-3;
/// Cosine of the angle between normals that are one.
const PARALLEL: f64 = 1.0 - 1e-12;
/// Guards of one contact: force, slip, place, rolling, spinning.
pub(crate) const PER_CONTACT: usize = 5;

impl Core {
    /// How many guards contacts have at present.
    pub(crate) fn touch_count(&self) -> usize {
        PER_CONTACT * self.mode.touching.len() + 2 * self.touch.stops.len()
    }

    /// Guards of contacts at the state last solved for.
    pub(crate) fn contact_guards(&self, out: &mut [f64]) {
        let k = self.touch.rows();
        let closed = self.mode.touching.len();
        for (i, t) in self.mode.touching.iter().enumerate() {
            let force = &self.touch.force[i * k..(i + 1) * k];
            let place = &mut out[PER_CONTACT * i..PER_CONTACT * (i + 1)];
            place[0] = -force[0];
            place[1] = match t.mode {
                TouchMode::Stick => self.cone(i),
                TouchMode::Slip(d) => self.slip_end(i, d),
            };
            place[2] = self.extent_guard(t.site);
            self.turn_guards(i, &mut place[3..]);
        }
        for (s, &joint) in self.touch.stops.iter().enumerate() {
            for upper in [false, true] {
                let site = Site::Stop { joint: joint as u32, upper };
                let here = self.mode.touching.iter().any(|t| t.site == site);
                out[PER_CONTACT * closed + 2 * s + usize::from(upper)] = if here || !self.mode.joints[joint] {
                    f64::NEG_INFINITY
                } else {
                    self.contact_at(site).map_or(f64::NEG_INFINITY, |c| -c.gap)
                };
            }
        }
    }

    /// |λₜ| − μₛ λₙ of contact i and those that stick along with it.
    fn cone(&self, i: usize) -> f64 {
        let k = self.touch.rows();
        let c = &self.touch.contacts[i];
        let resting = c.friction[1];
        if k == 3 {
            let f = &self.touch.force[3 * i..3 * i + 3];
            return (f[1] * f[1] + f[2] * f[2]).sqrt() - resting * f[0];
        }
        let (mut normal, mut along) = (0.0, 0.0);
        for (j, t) in self.mode.touching.iter().enumerate() {
            let other = &self.touch.contacts[j];
            let shares = t.mode == TouchMode::Stick
                && Self::same_pair(t.site, self.mode.touching[i].site)
                && dot(other.normal, c.normal) >= PARALLEL;
            if shares {
                normal += self.touch.force[2 * j];
                along += self.touch.force[2 * j + 1];
            }
        }
        along.abs() - resting * normal
    }

    pub(super) fn same_pair(a: Site, b: Site) -> bool {
        match (a, b) {
            (Site::Pair { pair: p, .. }, Site::Pair { pair: q, .. }) => p == q,
            _ => a == b,
        }
    }

    fn slip_end(&self, i: usize, d: [f64; 3]) -> f64 {
        if d == [0.0; 3] {
            return f64::NEG_INFINITY;
        }
        let c = &self.touch.contacts[i];
        // what does not rub does the same whichever way it slides: trembling by rounding is no event
        if c.friction == [0.0; 2] {
            return f64::NEG_INFINITY;
        }
        if self.touch.tangents == 1 {
            let trembles = if self.rubbing_parts().next().is_some() { TREMBLES * self.slow(0.0) } else { 0.0 };
            -c.rate[1] * dot(d, c.tangents[0]) - trembles
        } else {
            let slip = [0, 1, 2].map(|x| c.rate[1] * c.tangents[0][x] + c.rate[2] * c.tangents[1][x]);
            let size = dot(slip, slip).sqrt();
            // just set off from rest it is slow too, but along its direction and growing: the guard waits until it has been fast
            SLIP_ENDS * self.length - size
        }
    }

    /// Positive once the place of contact is beyond a feature by more than counts as touching.
    fn extent_guard(&self, site: Site) -> f64 {
        let Some((k, features)) = Self::features(site) else { return f64::NEG_INFINITY };
        let pair = &self.touch.pairs[k];
        let (ma, mb) = (self.party_motion(&pair.a), self.party_motion(&pair.b));
        let (a, b) = (&self.touch.surfaces[pair.a.surface], &self.touch.surfaces[pair.b.surface]);
        -margin(a, &ma, b, &mb, features) - CLOSE * pair.size
    }
}
