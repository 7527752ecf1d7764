//! What touches at a moment, and what it does from there on.
//!
//! ```text
//! sites      feature pairs that touch here, what was found to meet, stops that are reached
//! impact       if any of them approaches (impact.rs)
//! lasting    those that neither approach nor part: complementarity of acceleration and force, with friction
//! no answer  (Painlevé) an impulse without collision ends the slip that causes it, then again
//! ```

use crate::laws::touch::contact::Contact;
use crate::laws::touch::due::FiredGuards;
use crate::laws::touch::event_text::{feature_name, stop_word, tooth_word};
use crate::laws::touch::impact::Struck;
use crate::laws::touch::resistance::TurnMode;
use crate::laws::touch::rolling_resistance::{plain, turning_change};
use crate::laws::touch::state::{Site, TouchMode, Touching};
use crate::laws::touch::touch::Touch;
use crate::multibody::event_text::quoted;
use crate::multibody::mode_change::{Transition, TransitionKind};
use crate::multibody::multibody::Multibody;
use crate::multibody::time_switches::just_after;
use crate::tolerances::{
    AT_LIMIT_WEAKENED, AT_REST, CREPT_IN, MOVES, SLIP_ENDS, START_OVERLAP, TOUCH_CLOSE, WIDER_SEARCH,
};
use mainspring_contact::{Contact as Law, ContactSolution, Mode, Slip};
use mainspring_geometry::touch::{FeaturePair, margin, touching};
use mainspring_numerics::vec3::{add, dot, norm, scale, sub};

/// Impulses without collision at one moment before giving up.
pub const JAMS: usize = 8;

impl Touch {
    /// What came to its limit earlier at this very moment is still there: two that take turns are weak together.
    pub fn with_earlier_strain(&mut self, time: f64, due: &FiredGuards) -> FiredGuards {
        let mut due = due.clone();
        // events that follow each other within what counts as one moment are decided together
        if self.state.strained.0.is_none_or(|last| time > just_after(last)) {
            self.state.strained.1.clear();
        }
        self.state.strained.0 = Some(time);
        for site in &due.at_friction_limit {
            if !self.state.strained.1.contains(site) {
                self.state.strained.1.push(*site);
            }
        }
        due.at_friction_limit.clone_from(&self.state.strained.1);
        due
    }

    /// Velocity that counts as zero for a contact whose rate is measured over `scale` (m or rad).
    pub fn slow(&self, bodies: &Multibody, scale: f64) -> f64 {
        AT_REST * scale.max(bodies.length) * self.clock
    }

    /// Everything that touches at the state of `kinematics`, nearer than `close` of the smaller part, in a fixed order.
    pub fn sites_here(&self, bodies: &Multibody, due: &FiredGuards, close: f64) -> Vec<Site> {
        let mut sites = Vec::new();
        let mut found: Vec<FeaturePair> = Vec::new();
        for (k, pair) in self.pairs.iter().enumerate().filter(|(_, p)| self.both_present(bodies, p)) {
            let (ma, mb) = (self.party_motion(bodies, &pair.a), self.party_motion(bodies, &pair.b));
            let (a, b) = (&self.surfaces[pair.a.surface], &self.surfaces[pair.b.surface]);
            let (low_a, high_a) = a.bounds_at(&ma);
            let (low_b, high_b) = b.bounds_at(&mb);
            let slack = close * pair.size;
            if (0..3).any(|i| low_a[i] > high_b[i] + slack || low_b[i] > high_a[i] + slack) {
                continue;
            }
            found.clear();
            let left = due.left_feature.iter().filter_map(|s| Self::features(*s).filter(|(pair, _)| *pair == k));
            let left: Vec<FeaturePair> = left.map(|(_, features)| features).collect();
            touching(a, &ma, b, &mb, slack, &left, &mut found);
            let at = |f: &FeaturePair| Site::Pair { pair: k as u32, a: f.a, b: f.b };
            let first = sites.len();
            sites.extend(found.iter().map(at));
            // a contact that leaves a feature must not be lost because the next one is only nearly there
            let touched =
                self.state.touching.iter().filter(|t| matches!(t.site, Site::Pair { pair, .. } if pair as usize == k));
            if found.is_empty() && touched.count() > 0 {
                for wider in WIDER_SEARCH {
                    touching(a, &ma, b, &mb, wider * slack, &left, &mut found);
                    if !found.is_empty() {
                        sites.extend(found.iter().map(at));
                        break;
                    }
                }
            }
            // what was found to meet, or touches already, and is only just beyond what counts as touching
            let near = self.paths.hits.iter().copied().chain(self.state.touching.iter().map(|t| t.site));
            for site in near.filter(|s| matches!(s, Site::Pair { pair, .. } if *pair as usize == k)) {
                let Some((_, features)) = Self::features(site) else { continue };
                let beside = margin(a, &ma, b, &mb, features);
                // the search that found a meeting takes ends of features wider: what it found must not be met again and again
                let hit = self.paths.hits.contains(&site);
                let ends = if hit { 1e4 } else { 1.0 } * slack;
                if sites.contains(&site) || due.left_feature.contains(&site) || beside < -ends {
                    continue;
                }
                let Some(c) = self.contact_at(bodies, site) else { continue };
                let same = |s: &Site| {
                    self.contact_at(bodies, *s)
                        .is_some_and(|o| norm(sub(o.point, c.point)) <= 100.0 * slack && dot(o.normal, c.normal) > 0.9)
                };
                // a meeting later in the step than this event is none yet
                let near = if hit { 1e4 } else { 10.0 } * slack;
                if c.gap.abs() <= near && !sites[first..].iter().any(same) {
                    sites.push(site);
                }
            }
        }
        for &joint in self.stops.iter().filter(|&&j| bodies.joint_acts(j)) {
            for upper in [false, true] {
                let site = Site::Stop { joint: joint as u32, upper };
                let closed = self.state.touching.iter().any(|t| t.site == site);
                if self
                    .contact_at(bodies, site)
                    .is_some_and(|c| c.gap <= TOUCH_CLOSE * c.scale * if closed { 10.0 } else { 1.0 })
                {
                    sites.push(site);
                }
            }
        }
        for mesh in (0..self.meshes.len()).filter(|&m| self.mesh_acts(bodies, m)) {
            let rounding = self.play(bodies, mesh).1;
            for upper in [false, true] {
                let site = Site::Tooth { mesh: mesh as u32, upper };
                let closed = self.state.touching.iter().any(|t| t.site == site);
                let near = |c: Contact| (TOUCH_CLOSE * c.scale).max(rounding) * if closed { 10.0 } else { 1.0 };
                if self.contact_at(bodies, site).is_some_and(|c| c.gap <= near(c)) {
                    sites.push(site);
                }
            }
        }
        sites.sort_by_key(|&site| self.order.site(site, &self.meshes));
        sites
    }

    /// Those that stay in touch after an impact: neither coming closer nor moving apart.
    pub fn lasting(&self, bodies: &Multibody, sites: &[Site], struck: &Struck, due: &FiredGuards) -> Vec<Site> {
        let stays = |s: &&Site| {
            let takes_over = due.left_feature.iter().any(|l| Self::same_pair(*l, **s));
            let rolls = if takes_over { self.rate_beyond(bodies, **s) } else { 0.0 };
            self.contact_at(bodies, **s)
                .is_some_and(|c| c.rate[0] <= self.slow(bodies, c.scale) + rolls || struck.closed.contains(s))
        };
        sites.iter().filter(stays).copied().collect()
    }

    /// Rate at which a contact seems to open that takes over from a feature left a little late, m/s: a disc that rolls off an edge
    /// is beyond its corner by what counts as touching.
    fn rate_beyond(&self, bodies: &Multibody, site: Site) -> f64 {
        let Some((pair, _)) = Self::features(site) else { return 0.0 };
        let of = &self.pairs[pair];
        let spin = sub(self.party_motion(bodies, &of.b).spin, self.party_motion(bodies, &of.a).spin);
        10.0 * TOUCH_CLOSE * of.size * norm(spin)
    }

    /// How the contacts in `touch.contacts`, those at `lasting`, resist, and what they and their resistances did before.
    pub fn questions(
        &self,
        bodies: &Multibody,
        lasting: &[Site],
        before: &[Touching],
        due: &FiredGuards,
    ) -> (Vec<Law>, Vec<Mode>) {
        let mut laws = Vec::with_capacity(lasting.len());
        let mut warm = Vec::with_capacity(lasting.len());
        for (site, c) in lasting.iter().zip(&self.contacts) {
            let size = (c.rate[1] * c.rate[1] + c.rate[2] * c.rate[2]).sqrt();
            let ended = if self.tangents == 1 { MOVES } else { 2.0 * SLIP_ENDS };
            let still = if due.slip_ended.contains(site) { ended } else { AT_REST } * bodies.length * self.clock;
            let still = still.max(due.slow);
            let slip = if size <= still || c.friction[1] == 0.0 {
                Slip::Still
            } else {
                Slip::Along([c.rate[1] / size, c.rate[2] / size])
            };
            // what is at its limit because that fired lets go
            let strained = due.at_friction_limit.iter().any(|s| Self::same_pair(*s, *site));
            let holding = c.friction[1] * if strained { 1.0 - AT_LIMIT_WEAKENED[self.tangents - 1] } else { 1.0 };
            laws.push(Law { friction: c.friction[0].min(holding), holding, slip });
            warm.push(match before.iter().find(|t| t.site == *site).map(|t| t.mode) {
                None => Mode::Open,
                Some(TouchMode::Stick) => Mode::Stick,
                Some(TouchMode::Slip(d)) => Mode::Slip([dot(d, c.tangents[0]), dot(d, c.tangents[1])]),
            });
        }
        for t in &self.rolling_resistances {
            warm.push(match before.iter().find(|b| b.site == lasting[t.contact]).map(|b| b.turning[t.kind]) {
                None | Some(TurnMode::Free) => Mode::Open,
                Some(TurnMode::Hold) => Mode::Stick,
                Some(TurnMode::Turn(d)) => Mode::Slip(t.axes.map(|axis| dot(d, axis))),
            });
        }
        (laws, warm)
    }

    /// What was decided for the contacts at `lasting`, into the mode.
    pub fn keep_modes(&mut self, time: f64, lasting: &[Site], before: &[Touching], held: &ContactSolution) {
        let k = self.rows();
        let mut places = vec![None; lasting.len()];
        for (i, (site, mode)) in lasting.iter().zip(&held.modes).enumerate() {
            let c = &self.contacts[i];
            let world = |d: [f64; 2]| add(scale(c.tangents[0], d[0]), scale(c.tangents[1], d[1]));
            let mode = match mode {
                Mode::Open => continue,
                Mode::Stick => TouchMode::Stick,
                Mode::Slip(d) => TouchMode::Slip(world(*d)),
            };
            // a gap that counts as none stays what it is: nothing jumps. Places that take turns must not creep into each other, though
            let least = -if time == 0.0 { START_OVERLAP } else { CREPT_IN } * c.scale;
            let offset = before.iter().find(|t| t.site == *site).map_or(c.gap.max(least), |t| t.offset);
            let mut touching = Touching { offset, ..plain(c, *site, mode) };
            touching.force[..k].copy_from_slice(&held.force[i * k..(i + 1) * k]);
            touching.weights[..k].copy_from_slice(&held.weights[i * k..(i + 1) * k]);
            places[i] = Some(self.state.touching.len());
            self.state.touching.push(touching);
        }
        self.keep_turns(held, &places);
        self.fixed = None;
    }

    /// Contacts that appeared, changed or went, told pair by pair.
    pub fn report_touching(&self, bodies: &Multibody, before: &[Touching], struck: &Struck, out: &mut Vec<Transition>) {
        let mut seen: Vec<Vec<String>> = Vec::new();
        for site in before.iter().chain(&self.state.touching).map(|t| t.site) {
            let who = self.site_names(bodies, site);
            if seen.contains(&who) {
                continue;
            }
            let of = |list: &[Touching]| {
                list.iter().filter(|t| self.site_names(bodies, t.site) == who).copied().collect::<Vec<_>>()
            };
            let (was, is) = (of(before), of(&self.state.touching));
            self.report_pair(bodies, &who, &was, &is, struck, out);
            seen.push(who);
        }
    }

    fn report_pair(
        &self,
        bodies: &Multibody,
        who: &[String],
        was: &[Touching],
        is: &[Touching],
        struck: &Struck,
        out: &mut Vec<Transition>,
    ) {
        let slides = |list: &[Touching]| list.iter().any(|t| matches!(t.mode, TouchMode::Slip(d) if d != [0.0; 3]));
        let has_friction = is.iter().chain(was).any(|t| match t.site {
            Site::Pair { pair, .. } => bodies.model.contacts.pairs[pair as usize].static_friction > 0.0,
            Site::Stop { .. } | Site::Tooth { .. } => false,
        });
        let names = quoted(who);
        let stop = is.iter().chain(was).find_map(|t| match t.site {
            Site::Stop { upper, .. } => Some(stop_word(upper)),
            Site::Tooth { upper, .. } => Some(tooth_word(upper)),
            Site::Pair { .. } => None,
        });
        let (kind, text) = if was.is_empty() {
            if struck.met.contains(&who.to_vec()) {
                return;
            }
            let how = match (stop, has_friction, slides(is)) {
                (Some(which), ..) => format!("rests against its {which}"),
                (_, false, _) => format!("touch ({})", self.support(is)),
                (_, true, true) => format!("touch and slide ({})", self.support(is)),
                (_, true, false) => format!("touch without slip ({})", self.support(is)),
            };
            (TransitionKind::Contact, format!("{names} {how}"))
        } else if is.is_empty() {
            if struck.left.contains(&who.to_vec()) {
                return;
            }
            let how = stop.map_or_else(|| "part".to_owned(), |which| format!("leaves its {which}"));
            (TransitionKind::Part, format!("{names} {how}"))
        } else if slides(was) && !slides(is) && has_friction {
            (TransitionKind::Stick, format!("{names} stick"))
        } else if !slides(was) && slides(is) && has_friction {
            (TransitionKind::Slip, format!("{names} slip"))
        } else if self.features_of(was) != self.features_of(is) {
            (TransitionKind::Support, format!("{names} now touch with {}", self.support(is)))
        } else if slides(is) && Self::turned_round(was, is) {
            (TransitionKind::Slip, format!("{names} slide on the other way"))
        } else if let Some((ended, how)) = turning_change(was, is) {
            (if ended { TransitionKind::Stick } else { TransitionKind::Slip }, format!("{names} {how}"))
        } else {
            return;
        };
        let force = is.iter().map(|t| t.force[0]).sum();
        out.push(Transition {
            kind,
            who: who.to_vec(),
            numbers: vec![("normal_force", force), ("points", is.len() as f64)],
            text,
        });
    }

    fn turned_round(was: &[Touching], is: &[Touching]) -> bool {
        let direction = |t: &Touching| if let TouchMode::Slip(d) = t.mode { d } else { [0.0; 3] };
        was.iter().zip(is).any(|(a, b)| dot(direction(a), direction(b)) < 0.0)
    }

    fn features_of(&self, list: &[Touching]) -> Vec<Site> {
        let mut sites: Vec<Site> = list.iter().map(|t| t.site).collect();
        sites.sort_unstable();
        sites
    }

    /// Features in touch, in words.
    fn support(&self, list: &[Touching]) -> String {
        let word = |t: &Touching| {
            let (pair, f) = Self::features(t.site)?;
            let of = &self.pairs[pair];
            let a = self.surfaces[of.a.surface].features()[f.a as usize];
            let b = self.surfaces[of.b.surface].features()[f.b as usize];
            Some(format!("{} on {}", feature_name(&a), feature_name(&b)))
        };
        let words: Vec<String> = list.iter().filter_map(word).collect();
        words.join(", ")
    }

    /// Rates (or accelerations, biases included) of all rows of `touch.contacts` without contact forces, into `touch.free`.
    pub fn contact_free(&mut self, bodies: &Multibody, accelerations: bool) {
        let mut free = std::mem::take(&mut self.free);
        free.clear();
        for c in &self.contacts {
            for r in 0..self.rows() {
                free.push(if accelerations {
                    self.contact_times(bodies, c, r, &bodies.solution[..bodies.nv]) + c.bias[r]
                } else {
                    c.rate[r]
                });
            }
        }
        for t in &self.rolling_resistances {
            for r in 0..t.rows {
                free.push(if accelerations {
                    self.turn_times(bodies, t, r, &bodies.solution[..bodies.nv])
                } else {
                    t.rate[r]
                });
            }
        }
        self.free = free;
    }

    /// Contacts at some sites at the state of `kinematics`.
    pub fn contacts_at(&self, bodies: &Multibody, sites: &[Site]) -> Vec<Contact> {
        sites.iter().map(|s| self.contact_at(bodies, *s).unwrap_or_default()).collect()
    }
}
