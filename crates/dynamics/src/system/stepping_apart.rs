//! What overlaps at the end of a step, or between steps, moved apart; and the velocities with which it would go on.

use crate::laws::touch::contact::Contact;
use crate::laws::touch::state::Site;
use crate::multibody::event_text::quoted;
use crate::system::failure::Failure;
use crate::system::mechanism::Mechanism;
use crate::system::stepping_scratch::{Look, Near, Recall, Seen, SteppingScratch};
use crate::tolerances::{PUSHED_APART, START_OVERLAP, STEPPED_OVERLAP, TOUCH_CLOSE};
use mainspring_contact::CrowdLaw;
use mainspring_geometry::touch::distance;
use mainspring_numerics::vec3::{add, cross, sub};

/// Rounds in which what overlaps is pushed apart.
const ROUNDS: usize = 12;
/// Rounds in which pairs without a row are pushed apart as wholes, and a last look.
const WHOLE_ROUNDS: usize = 5;

impl Mechanism {
    /// Overlap, of the smaller part's size, that a step may end with.
    pub fn stepped_overlap(&self) -> f64 {
        STEPPED_OVERLAP[self.laws.touch.tangents - 1]
    }

    /// Coordinates of a body, none where it stands still.
    fn coordinates_of(&self, body: Option<usize>, q: &[f64]) -> [f64; 7] {
        let mut own = [0.0; 7];
        if let Some(span) = body.map(|b| self.bodies.spans[b]) {
            own[..span.q_len].copy_from_slice(&q[span.q..span.q + span.q_len]);
        }
        own
    }

    /// At most how far a point of a body within `radius` of its centre has moved between two places.
    fn moved_at_most(&self, body: Option<usize>, radius: f64, [from, to]: [&[f64; 7]; 2]) -> f64 {
        let Some(span) = body.map(|b| self.bodies.spans[b]) else { return 0.0 };
        let by = |i: usize| (to[i] - from[i]).abs();
        let axes = self.bodies.model.space.components();
        let away: f64 = (0..axes.min(span.q_len)).map(by).sum();
        let turned: f64 = (axes..span.q_len).map(by).sum();
        // a unit quaternion changes by half the angle turned
        let turned = if axes == 3 { 4.0 * turned } else { turned };
        away + radius.min(self.bodies.length) * turned
    }

    /// Moves apart what overlaps by more than a share `to` of the smaller, mass-weighted, and closes joints again; more than
    /// `allowed` must not be left. What is near at q may have been found already.
    pub fn push_apart(
        &mut self,
        scratch: &mut SteppingScratch,
        time: f64,
        q: &mut [f64],
        v: &mut [f64],
        [to, allowed]: [f64; 2],
        seen: Seen,
    ) -> Result<(), Failure> {
        let still = vec![0.0; v.len()];
        // events ask for more than what has hardly moved can tell
        let recall = if to < PUSHED_APART { Recall::Anew } else { Recall::Use };
        scratch.whole.clear();
        let mut worst = (0.0, String::new());
        for round in 0..=ROUNDS {
            self.bodies.kinematics(q, &still);
            if round == 0 && seen == Seen::Near {
                std::mem::swap(&mut scratch.near, &mut scratch.seen);
            } else {
                self.find_near(scratch, &still, 0.0, recall);
            }
            worst = self.deepest(scratch);
            if round == 0 {
                let deep = |n: &&Near| n.contact.gap < -self.stepped_overlap() * n.contact.scale;
                scratch.pushed = scratch.near.iter().any(|n| deep(&n));
            }
            // what bears a load is closed from both sides
            let bears = |n: &Near| n.contact.gap < PUSHED_APART * n.contact.scale && scratch.bearing.contains(&n.site);
            let open = |n: &&Near| n.contact.gap > to * n.contact.scale && bears(n);
            if (worst.0 <= to && !scratch.near.iter().any(|n| open(&n))) || round == ROUNDS {
                break;
            }
            let law = |n: &Near| {
                let target = -n.contact.gap;
                let pushes = CrowdLaw::Contact { friction: 0.0, target };
                (if bears(n) { CrowdLaw::Bounded { bound: f64::INFINITY, target } } else { pushes }, [0.0; 3])
            };
            let laws: Vec<_> = scratch.near.iter().map(law).collect();
            self.invert_masses(scratch);
            self.gather_rows(scratch, &laws, 1);
            let mut by = still.clone();
            scratch.crowd.solve(&mut by, 0.1 * to * scratch.smallest, 0.0);
            self.move_by(q, &by, 1.0, |_| true);
            self.close_joints(scratch, time, q, v)?;
        }
        self.bodies.kinematics(q, &still);
        for round in 0..WHOLE_ROUNDS {
            let deep = self.look_at_pairs(scratch, q, allowed, &mut worst);
            // in the plane features are told apart so well that a shorter step helps
            if deep.is_empty() || self.laws.touch.tangents == 1 || round + 1 == WHOLE_ROUNDS {
                break;
            }
            // features that are inside each other without a row: the pair as a whole is pushed apart
            scratch.near.retain(|n| {
                !deep.iter().any(|(k, _)| matches!(n.site, Site::Pair { pair, .. } if pair as usize == *k))
            });
            let whole: Vec<Near> = deep.iter().map(|&(k, distance)| self.whole_pair(k, distance)).collect();
            scratch.near.extend(&whole);
            for near in whole {
                if scratch.whole.iter().all(|n| n.site != near.site) {
                    scratch.whole.push(near);
                }
            }
            scratch.pushed = true;
            self.invert_masses(scratch);
            let law = |n: &Near| (CrowdLaw::Contact { friction: 0.0, target: -n.contact.gap }, [0.0; 3]);
            let laws: Vec<_> = scratch.near.iter().map(law).collect();
            self.gather_rows(scratch, &laws, 1);
            let mut by = still.clone();
            scratch.crowd.solve(&mut by, 0.1 * to * scratch.smallest, 0.0);
            self.move_by(q, &by, 1.0, |_| true);
            self.close_joints(scratch, time, q, v)?;
            self.bodies.kinematics(q, &still);
            self.find_near(scratch, &still, 0.0, recall);
            worst = self.deepest(scratch);
        }
        if worst.0 > allowed {
            return Err(Failure::Overlap { names: worst.1, share: worst.0 });
        }
        Ok(())
    }

    /// The deepest of all places that are near: its share of the smaller's size, and whose it is.
    fn deepest(&self, scratch: &SteppingScratch) -> (f64, String) {
        let mut worst = (0.0, None);
        for near in &scratch.near {
            let depth = -near.contact.gap / near.contact.scale;
            if depth > worst.0 {
                worst = (depth, Some(near.site));
            }
        }
        let names = worst.1.map(|site| quoted(&self.laws.touch.site_names(&self.bodies, site)));
        (worst.0, names.unwrap_or_default())
    }

    /// Looks at near pairs as wholes: whatever rows say, nothing may be inside anything else. Those deeper than `allowed` of the
    /// smaller's size, with their signed distance; the worst is noted.
    fn look_at_pairs(
        &mut self,
        scratch: &mut SteppingScratch,
        q: &[f64],
        allowed: f64,
        worst: &mut (f64, String),
    ) -> Vec<(usize, f64)> {
        let mut deep = Vec::new();
        // what has hardly moved since it was looked at is as it was
        let touch = &self.laws.touch;
        let mut looked_at = Vec::with_capacity(scratch.overlapping.len());
        for &k in &scratch.overlapping {
            let pair = &touch.pairs[k];
            if !touch.both_present(&self.bodies, pair) {
                continue;
            }
            let (a, b) = (&touch.surfaces[pair.a.surface], &touch.surfaces[pair.b.surface]);
            let places = [self.coordinates_of(pair.a.body, q), self.coordinates_of(pair.b.body, q)];
            if let Ok(at) = scratch.looked_at.binary_search_by_key(&k, |look| look.pair) {
                let look = scratch.looked_at[at];
                let moved = self.moved_at_most(pair.a.body, a.radius(), [&look.places[0], &places[0]])
                    + self.moved_at_most(pair.b.body, b.radius(), [&look.places[1], &places[1]]);
                if look.distance - moved > -allowed * pair.size {
                    looked_at.push(look);
                    continue;
                }
            }
            let (ma, mb) = (touch.party_motion(&self.bodies, &pair.a), touch.party_motion(&self.bodies, &pair.b));
            let apart = distance(a, &ma, b, &mb);
            looked_at.push(Look { pair: k, distance: apart, places });
            if -apart > allowed * pair.size {
                deep.push((k, apart));
            }
            if -apart > worst.0 * pair.size {
                *worst = (-apart / pair.size, quoted(&self.bodies.model.contact_names(k).map(str::to_owned)));
            }
        }
        scratch.looked_at = looked_at;
        deep
    }

    /// A row of a pair as a whole, from how its signed distance changes as its parties move and turn.
    fn whole_pair(&self, k: usize, apart: f64) -> Near {
        let touch = &self.laws.touch;
        let pair = &touch.pairs[k];
        let surfaces = [&touch.surfaces[pair.a.surface], &touch.surfaces[pair.b.surface]];
        let motions = [touch.party_motion(&self.bodies, &pair.a), touch.party_motion(&self.bodies, &pair.b)];
        let by = self.stepped_overlap() * pair.size;
        let side = usize::from(pair.a.body.is_none());
        let slope = |axis: usize, turns: bool| {
            let value = |sign: f64| {
                let mut moved = motions;
                if turns {
                    let mut about = [0.0; 3];
                    about[axis] = sign * self.stepped_overlap();
                    for column in 0..3 {
                        let direction = [0, 1, 2].map(|i| motions[side].rotation[i][column]);
                        let turned = add(direction, cross(about, direction));
                        (0..3).for_each(|i| moved[side].rotation[i][column] = turned[i]);
                    }
                } else {
                    moved[side].position[axis] += sign * by;
                }
                distance(surfaces[0], &moved[0], surfaces[1], &moved[1])
            };
            (value(1.0) - value(-1.0)) / (2.0 * if turns { self.stepped_overlap() } else { by })
        };
        let mut contact = Contact { gap: apart, scale: pair.size, ..Contact::default() };
        let planar = touch.tangents == 1;
        let along = [0, 1, 2].map(|axis| if planar && axis == 2 { 0.0 } else { slope(axis, false) });
        let about = [0, 1, 2].map(|axis| if planar && axis < 2 { 0.0 } else { slope(axis, true) });
        // what moves and turns both together changes nothing
        let away = sub(motions[side].position, motions[1 - side].position);
        let against = [along.map(|x| -x), add(about, cross(away, along)).map(|x| -x)];
        for (party, body) in [pair.a.body, pair.b.body].into_iter().enumerate() {
            let Some(b) = body else { continue };
            let [along, about] = if party == side { [along, about] } else { against };
            let (push, turn) = (self.bodies.frames.row_at([0.0; 3], along), self.bodies.frames.spin_row(about));
            contact.bodies[party] = Some(b);
            contact.rows[party][0] = std::array::from_fn(|i| push[i] + turn[i]);
        }
        Near { site: Site::Pair { pair: k as u32, a: u32::MAX, b: u32::MAX }, contact }
    }

    /// Moves what overlaps by what steps allow apart, as far as events ask for, and what bears a load together: to steps a gap that
    /// does not count is closed.
    pub fn push_apart_for_events(&mut self, time: f64, y: &mut [f64]) -> Result<(), Failure> {
        let bearing = self.laws.touch.state.touching.iter().filter(|t| t.force[0] > 0.0);
        self.stepping.bearing.extend(bearing.map(|t| t.site));
        let apart = self.push_apart_alone(time, y, [TOUCH_CLOSE, START_OVERLAP]);
        self.stepping.bearing.clear();
        apart
    }

    /// Moves what overlaps at a state between steps apart, as far as that goes.
    pub fn push_apart_between_steps(&mut self, time: f64, y: &mut [f64]) {
        let _what_is_left_the_auditor_sees = self.push_apart_alone(time, y, [PUSHED_APART, self.stepped_overlap()]);
    }

    fn push_apart_alone(&mut self, time: f64, y: &mut [f64], shares: [f64; 2]) -> Result<(), Failure> {
        let mut scratch = std::mem::take(&mut self.stepping);
        if scratch.held.len() != self.bodies.spans.len() {
            self.prepare_stepping(&mut scratch);
        }
        let touching = std::mem::take(&mut self.laws.touch.state.touching);
        let known = scratch.looked_at.clone();
        let (q, behind) = y.split_at_mut(self.bodies.nq);
        let (v, _) = behind.split_at_mut(self.bodies.nv);
        let apart = self.push_apart(&mut scratch, time, q, v, shares, Seen::Nothing);
        self.laws.touch.state.touching = touching;
        scratch.looked_at = known;
        self.stepping = scratch;
        apart
    }
}
