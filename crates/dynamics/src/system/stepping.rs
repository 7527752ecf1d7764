//! One step that takes all contacts within it together: Moreau's sweeping process.
//!
//! ```text
//! smooth      q′, v′: where the step would end if nothing touched, by Runge and Kutta's method of order four
//! near        pairs of features that may close within the step
//! impulses    λ ≥ 0, gap/h + u ≥ 0, friction in its cone, for all of them at once (`contact::Crowd`)
//! move        what got an impulse ends at q + h v, or half way between v and the rates before where its contacts push
//!             all through the step (`stepping_way`), everything else at q′
//! push apart  what overlaps all the same, mass-weighted, and joints closed
//! rebound     contacts that closed get the rest of their restitution, less where energy would rise
//! ```
//!
//! (J. J. Moreau, "Unilateral contact and dry friction in finite freedom dynamics", CISM 302, 1988; rows for what may close
//! within the step: D. E. Stewart and J. C. Trinkle, Int. J. Numer. Methods Eng. 39, 1996.) A step that ends with more
//! overlap than is allowed is taken again as two halves.

use crate::laws::touch::resistance::TurnMode;
use crate::laws::touch::state::{Site, TouchMode, Touching};
use crate::laws::touch::touch::Touch;
use crate::multibody::support::any_lies;
use crate::system::failure::Failure;
use crate::system::mechanism::Mechanism;
use crate::system::stepping_scratch::{Near, Recall, Seen, SteppingScratch};
use crate::system::system::Unfit;
use crate::tolerances::{IMPULSES_EXACT, PUSHED_APART, REACH_LEAST, STEP_MOVES, STEPPED_GAIN_SHARE, STEPPED_SLIP};
use mainspring_contact::CrowdLaw;
use mainspring_geometry::touch::{Surface, distance, margin};
use mainspring_numerics::interrupt::give_up;
use mainspring_numerics::vec3::{add, norm, scale};

/// Sweeps where gradients led astray.
const SAFE_SWEEPS: usize = 2000;
/// Times that a step is taken again because rows were missing or should not have been there.
const REPEATS: usize = 4;
/// Shares of restitution that are tried, each half the last.
const REBOUND_SHARES: usize = 8;
/// Halvings of a step.
const HALVINGS: u32 = 10;
/// Angle by which the fastest motion may turn in a step, or share by which it may fade.
const STEPPED_TURN: f64 = 0.125;
/// Parts of a step from which on it is not taken in more for the energy that it gives back.
const MOST_PARTS_FOR_GAIN: u32 = 4;
/// Parts of a step at most, where its smooth motion turns or fades fast.
const MOST_PARTS: u32 = 4096;

impl Mechanism {
    /// Whether contacts of a whole step are taken together.
    pub fn stepped(&self) -> bool {
        self.laws.touch.state.stepped
    }

    /// What in the mechanism such steps have no place for.
    pub fn not_steppable(&self) -> Option<Unfit> {
        let model = &self.bodies.model;
        let found =
            |path: &str, what: &'static str, fix: &'static str| Some(Unfit { path: path.to_owned(), what, fix });
        if any_lies(model) {
            return found("surface", "rubs parts, which is not stepped", "use `method event`");
        }
        None
    }

    /// One step of q, v and the work integrals w over h from time t.
    pub fn step_together(&mut self, time: f64, y: &mut [f64], h: f64) -> Result<(), Failure> {
        let mut scratch = std::mem::take(&mut self.stepping);
        if scratch.held.len() != self.bodies.spans.len() {
            self.prepare_stepping(&mut scratch);
        }
        scratch.lost = 0.0;
        scratch.found = None;
        let touching = std::mem::take(&mut self.laws.touch.state.touching);
        let before = y.to_vec();
        let friction = self.laws.friction.state.clone();
        let mut result = Ok(());
        let mut parts = self.parts_of_step(&scratch, y, h);
        for _ in 0..HALVINGS {
            y.copy_from_slice(&before);
            self.laws.friction.state.clone_from(&friction);
            self.laws.friction.state.returns.fill(None);
            (scratch.lost, scratch.exchanged) = (0.0, 0.0);
            let mut known = touching.clone();
            known.sort_by_key(|t| t.site);
            result = (0..parts).try_for_each(|part| {
                if part > 0 && give_up() {
                    return Err(Failure::Field(String::new()));
                }
                let h = h / f64::from(parts);
                known = self.one_step(&mut scratch, time + f64::from(part) * h, y, h, &known)?;
                Ok(())
            });
            if result.is_ok() {
                let touches = !known.is_empty();
                scratch.found = Some(known);
                // contacts that give energy back are taken in shorter steps, as long as that may help
                let gains = -scratch.lost > STEPPED_GAIN_SHARE * scratch.exchanged && touches;
                if !gains || parts > MOST_PARTS_FOR_GAIN || give_up() {
                    break;
                }
            }
            if give_up() {
                break;
            }
            parts = match result {
                Err(Failure::TooLong { parts: more }) => (parts * more).min(MOST_PARTS),
                _ => parts * 2,
            };
            scratch.again += 1;
        }
        self.laws.touch.state.touching = touching;
        if result.is_err() {
            self.laws.friction.state = friction;
            self.remask();
        }
        scratch.failure = result.clone().err();
        self.stepping = scratch;
        result
    }

    /// How many parts a step is taken in, so that nothing moves by more than a share of the smallest part.
    fn parts_of_step(&self, scratch: &SteppingScratch, y: &[f64], h: f64) -> u32 {
        let (_, v, _) = self.bodies.split(y);
        let parts = (h * self.fastest(scratch, v) / (STEP_MOVES * scratch.smallest)).ceil();
        if parts.is_finite() { parts.clamp(1.0, 1024.0) as u32 } else { 1 }
    }

    /// Of each velocity and each rate of turning the larger of two.
    fn faster(&self, one: &[f64], other: &[f64]) -> Vec<f64> {
        let square = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>();
        let mut out = one.to_vec();
        for span in &self.bodies.spans {
            let whole = span.v..span.v + span.v_len;
            for first in whole.clone().step_by(self.bodies.model.space.components()) {
                let part = first..(first + self.bodies.model.space.components()).min(whole.end);
                if square(&other[part.clone()]) >= square(&one[part.clone()]) {
                    out[part.clone()].copy_from_slice(&other[part]);
                }
            }
        }
        out
    }

    /// Largest speed of any point that may touch something.
    fn fastest(&self, scratch: &SteppingScratch, v: &[f64]) -> f64 {
        let surfaces = self.laws.touch.surfaces.iter().zip(&scratch.surface_body);
        let speed = |(surface, body): (&Surface, &Option<usize>)| Some(self.speed_of((*body)?, v, surface.radius()));
        surfaces.filter_map(speed).fold(0.0, f64::max)
    }

    /// One step; contacts with force at its end.
    fn one_step(
        &mut self,
        scratch: &mut SteppingScratch,
        time: f64,
        y: &mut [f64],
        h: f64,
        known: &[Touching],
    ) -> Result<Vec<Touching>, Failure> {
        let (nq, nv) = (self.bodies.nq, self.bodies.nv);
        let (q, behind) = y.split_at_mut(nq);
        let (v, w) = behind.split_at_mut(nv);
        let (start_q, start_v, start_w) = (q.to_vec(), v.to_vec(), w.to_vec());
        let efforts = self.take_efforts();
        self.smooth_step(scratch, time, q, v, w, h)?;
        scratch.smooth_work.clear();
        scratch.smooth_work.extend(w.iter().zip(&start_w).map(|(w, start)| w - start));
        self.close_joints(scratch, time + h, q, v)?;
        let (smooth_q, smooth_v) = (q.to_vec(), v.to_vec());
        // what may touch
        self.bodies.kinematics(&start_q, &start_v);
        self.invert_masses(scratch);
        let fastest = self.faster(&start_v, &smooth_v);
        self.find_near(scratch, &fastest, h, Recall::Keep);
        if scratch.near.is_empty() && efforts.is_empty() {
            self.push_apart(scratch, time + h, q, v, [PUSHED_APART, self.stepped_overlap()], Seen::Nothing)?;
            let heat = self.settle_rates(scratch, time + h, [q, v, w], &mut [], &mut Vec::new(), h);
            if q != smooth_q.as_slice() || v != smooth_v.as_slice() {
                self.bodies.kinematics(&smooth_q, &smooth_v);
                let smooth_energy = self.energies().total();
                self.bodies.kinematics(q, v);
                scratch.lost += smooth_energy - self.energies().total() - heat;
            }
            return Ok(Vec::new());
        }
        self.bodies.kinematics(&smooth_q, &smooth_v);
        let smooth_energy = self.energies().total();
        let rows = self.laws.touch.rows();
        let moves = self.fastest(scratch, &start_v) > self.laws.touch.rest_speed;
        // at rest all digits: places that are each off by little let the top of a tall stack move by some hundred times more
        let fine = if moves { 1.0 } else { STEPPED_SLIP };
        let (mut dropped, mut added): (Vec<Site>, Vec<Site>) = (Vec::new(), Vec::new());
        let mut repeats = 0;
        let at_end = loop {
            scratch.near.retain(|n| !dropped.contains(&n.site));
            self.bodies.kinematics(&start_q, &start_v);
            for &site in &added {
                if let Some(contact) = self.laws.touch.contact_at(&self.bodies, site) {
                    scratch.near.push(Near { site, contact });
                }
            }
            added.clear();
            let warm = |n: &Near| match in_order(known, n.site) {
                Some(t) if rows < 3 || t.axis == n.contact.axis => t.force.map(|f| f * h),
                // along other tangents
                Some(t) => [t.force[0] * h, 0.0, 0.0],
                None => [0.0; 3],
            };
            let law = |n: &Near| {
                let slips =
                    norm([n.contact.rate[1], n.contact.rate[2], 0.0]) > STEPPED_SLIP * self.laws.touch.rest_speed;
                let friction = n.contact.friction[usize::from(!slips)];
                // a gap that does not count is closed, so that what rests does not move to and fro within it
                let open = n.contact.gap > PUSHED_APART * n.contact.scale;
                let target = if open { -n.contact.gap / h } else { 0.0 };
                (CrowdLaw::Contact { friction, target }, warm(n))
            };
            let laws: Vec<(CrowdLaw, [f64; 3])> = scratch.near.iter().map(law).collect();
            self.gather_rows(scratch, &laws, rows);
            let immovable = self.take_out_immovable(scratch, &smooth_v, h)?;
            if !immovable.is_empty() {
                dropped.extend(immovable);
                continue;
            }
            self.gather_efforts(scratch, known, &efforts, h);
            v.copy_from_slice(&smooth_v);
            scratch.crowd.apply(v);
            let speed = (norm(self.bodies.model.gravity) * h).max(self.laws.touch.rest_speed);
            let exact = IMPULSES_EXACT * fine * speed;
            self.solve_impulses(scratch, v, h, exact, if moves { speed } else { REACH_LEAST * speed });
            if self.gains(scratch, &smooth_v, v) {
                scratch.crowd.impulse.fill(0.0);
                v.copy_from_slice(&smooth_v);
                scratch.crowd.relax(v, SAFE_SWEEPS, exact);
                if !scratch.efforts.is_empty() && self.gains(scratch, &smooth_v, v) {
                    return Err(Failure::TooLong { parts: 2 });
                }
            }
            if let Some(jam) = self.pinched(scratch, &smooth_v, v, h) {
                return Err(jam);
            }
            // move: what got an impulse goes with the velocity it got, or with the mean one where its contacts last
            let moved = self.moved(scratch);
            self.find_lasting(scratch, &moved, v, h);
            q.copy_from_slice(&smooth_q);
            let mean: Vec<f64> = v.iter().zip(&start_v).map(|(v, start)| 0.5 * (v + start)).collect();
            if !scratch.efforts.is_empty() {
                // efforts act all the time, so that half of what they change counts for the way
                let by_efforts = self.moved_by_efforts(scratch);
                let half: Vec<f64> = v.iter().zip(&smooth_v).map(|(v, smooth)| 0.5 * (v - smooth)).collect();
                self.move_by(q, &half, h, |b| by_efforts[b] && !moved[b]);
            }
            for (span, _) in self.bodies.spans.iter().zip(&moved).filter(|(_, moved)| **moved) {
                q[span.q..span.q + span.q_len].copy_from_slice(&start_q[span.q..span.q + span.q_len]);
            }
            let velocity = v.to_vec();
            self.move_by(q, &velocity, h, |b| moved[b] && !scratch.lasting[b]);
            self.move_by(q, &mean, h, |b| scratch.lasting[b]);
            self.close_joints(scratch, time + h, q, v)?;
            // rows that pushed where there was nothing to push against
            self.bodies.kinematics(q, v);
            let ghosts: Vec<Site> = (0..scratch.near.len())
                .filter(|&i| {
                    scratch.crowd.impulse[scratch.crowd.rows_of(i).start] > 0.0 && self.missed(scratch.near[i].site)
                })
                .map(|i| scratch.near[i].site)
                .collect();
            if repeats >= REPEATS {
                break Seen::Nothing;
            }
            // what came together unseen
            std::mem::swap(&mut scratch.near, &mut scratch.seen);
            self.find_near(scratch, &smooth_v, 0.0, Recall::Use);
            std::mem::swap(&mut scratch.near, &mut scratch.seen);
            let deep = |n: &&Near| n.contact.gap < -self.stepped_overlap() * n.contact.scale;
            let new = |n: &&Near| !dropped.contains(&n.site) && scratch.near.iter().all(|k| k.site != n.site);
            added.extend(scratch.seen.iter().filter(deep).filter(new).map(|n| n.site));
            if ghosts.is_empty() && added.is_empty() {
                break Seen::Near;
            }
            dropped.extend(ghosts);
            repeats += 1;
            scratch.again += 1;
        };
        let impulses = self.impulses_of(scratch);
        let mut touching = self.with_force(scratch, &impulses, h);
        self.rebound(scratch, &smooth_v, v);
        let impulses = self.impulses_of(scratch);
        let heat =
            self.book_heat(scratch, &impulses, v, w) - self.book_drives(scratch, w) + self.book_efforts(scratch, v, w);
        let (by_loads, apart) = self.book_loads(scratch, time, [&start_q, &start_v, v], w, h);
        let mut heat = heat - by_loads;
        let mut exerted = self.exerted(scratch);
        self.push_apart(scratch, time + h, q, v, [PUSHED_APART, self.stepped_overlap()], at_end)?;
        // rows were those of the start of the step
        self.close_joints(scratch, time + h, q, v)?;
        heat += self.settle_rates(scratch, time + h, [q, v, w], &mut exerted, &mut touching, h);
        // a motion that contacts did not let happen makes no errors
        let smooth_energy = if apart { self.energy_by_loads(scratch, &start_q, &start_v) } else { smooth_energy };
        self.bodies.kinematics(q, v);
        self.put_efforts(&exerted, h);
        let lost = smooth_energy - self.energies().total() - heat;
        scratch.lost += lost;
        // what moves past each other rounds to more than what rests exchanges
        scratch.exchanged += heat.abs() + (lost + heat).abs() + STEPPED_GAIN_SHARE * self.kinetic(scratch, &smooth_v);
        Ok(touching)
    }

    /// Where the step would end if nothing touched: Runge and Kutta's method of order four.
    ///
    /// With a₁, a₂, a₃ the accelerations of its first stages, 4 |a₃ − a₂| / |a₁| is (hω)² of a motion that swings at ω, and (hλ)²
    /// of one that fades at λ: a step in which that is too large is taken in parts.
    fn smooth_step(
        &mut self,
        scratch: &mut SteppingScratch,
        time: f64,
        q: &mut [f64],
        v: &mut [f64],
        w: &mut [f64],
        h: f64,
    ) -> Result<(), Failure> {
        let (start_q, start_v) = (q.to_vec(), v.to_vec());
        let n = v.len();
        let mut stage = start_v.clone();
        let (mut mean_v, mut mean_a) = (vec![0.0; n], vec![0.0; n]);
        let (mut first, mut second) = (0.0, Vec::new());
        scratch.reaction.clear();
        scratch.reaction.resize(self.bodies.pattern.unknowns, 0.0);
        for (at, weight) in [(0.0, 1.0 / 6.0), (0.5, 1.0 / 3.0), (0.5, 1.0 / 3.0), (1.0, 1.0 / 6.0)] {
            if at > 0.0 {
                q.copy_from_slice(&start_q);
                self.move_by(q, &stage, at * h, |_| true);
                for (stage, (v, a)) in stage.iter_mut().zip(start_v.iter().zip(&self.bodies.solution)) {
                    *stage = v + at * h * a;
                }
            }
            self.solve(time + at * h, q, &stage);
            self.powers(&stage, time + at * h);
            let a = &self.bodies.solution[..n];
            if at == 0.0 {
                self.bodies.frames.masses(&self.bodies.spans, &scratch.places, &mut scratch.masses);
                first = self.kinetic(scratch, a);
                // loads move nothing out of reach of what it rests on
                let away = 0.5 * h * h * self.fastest(scratch, a) / (REACH_LEAST * scratch.smallest);
                if away > 1.0 && away.is_finite() {
                    let parts = away.sqrt().ceil().clamp(2.0, f64::from(MOST_PARTS));
                    return Err(Failure::TooLong { parts: parts as u32 });
                }
            } else if second.is_empty() {
                second = a.to_vec();
            } else if at < 1.0 {
                let by: Vec<f64> = a.iter().zip(&second).map(|(a, b)| a - b).collect();
                let turned = 4.0 * (self.kinetic(scratch, &by) / first).sqrt();
                if turned > STEPPED_TURN * STEPPED_TURN {
                    let parts = (turned.sqrt() / STEPPED_TURN).ceil().clamp(2.0, f64::from(MOST_PARTS));
                    return Err(Failure::TooLong { parts: parts as u32 });
                }
                scratch.smooth_power.clone_from(&self.bodies.power);
            }
            for (w, p) in w.iter_mut().zip(&self.bodies.power) {
                *w += weight * h * p;
            }
            for i in 0..n {
                mean_v[i] += weight * stage[i];
                mean_a[i] += weight * self.bodies.solution[i];
            }
            for (mean, x) in scratch.reaction.iter_mut().zip(&self.bodies.solution) {
                *mean += weight * x;
            }
        }
        q.copy_from_slice(&start_q);
        self.move_by(q, &mean_v, h, |_| true);
        for (v, (start, a)) in v.iter_mut().zip(start_v.iter().zip(&mean_a)) {
            *v = start + h * a;
        }
        Ok(())
    }

    /// Moves bodies with velocities v for a time h.
    pub fn move_by(&self, q: &mut [f64], v: &[f64], h: f64, which: impl Fn(usize) -> bool) {
        for (b, span) in self.bodies.spans.iter().enumerate().filter(|(b, s)| s.v_len > 0 && which(*b)) {
            let mut by = [0.0; 6];
            for i in 0..span.v_len {
                by[i] = h * v[span.v + i];
            }
            let kind = self.bodies.model.bodies[b].kind;
            self.bodies.frames.displace(kind, &mut q[span.q..span.q + span.q_len], &by[..span.v_len]);
        }
    }

    /// Positions and velocities back onto the joints.
    pub fn close_joints(
        &mut self,
        scratch: &SteppingScratch,
        time: f64,
        q: &mut [f64],
        v: &mut [f64],
    ) -> Result<(), Failure> {
        if !scratch.closes { Ok(()) } else { self.project_state(time, q, v).map_err(Failure::Open) }
    }

    /// Whether a contact that pushed stands beside its features at the state of `kinematics`, and its parts are apart.
    fn missed(&self, site: Site) -> bool {
        let Some((k, features)) = Touch::features(site) else { return false };
        let touch = &self.laws.touch;
        let pair = &touch.pairs[k];
        let (ma, mb) = (touch.party_motion(&self.bodies, &pair.a), touch.party_motion(&self.bodies, &pair.b));
        let (a, b) = (&touch.surfaces[pair.a.surface], &touch.surfaces[pair.b.surface]);
        // in a notch a corner lies beside both edges, and needs both
        margin(a, &ma, b, &mb, features) < -self.stepped_overlap() * pair.size
            && distance(a, &ma, b, &mb) > self.stepped_overlap() * pair.size
    }

    /// The rest of their restitution for contacts that closed, less where energy would rise.
    fn rebound(&self, scratch: &mut SteppingScratch, smooth: &[f64], v: &mut [f64]) {
        let mut any = false;
        let mut wanted = vec![0.0; scratch.near.len()];
        for (i, near) in scratch.near.iter().enumerate() {
            let closing = near.contact.rate[0];
            let pushed = scratch.crowd.impulse[scratch.crowd.rows_of(i).start] > 0.0;
            if pushed && near.contact.restitution > 0.0 && closing < -self.laws.touch.rest_speed {
                wanted[i] = -near.contact.restitution * closing;
                any = true;
            }
        }
        if !any {
            return;
        }
        let plastic = (v.to_vec(), scratch.crowd.impulse.clone());
        let mut share = 1.0;
        for _ in 0..REBOUND_SHARES {
            v.copy_from_slice(&plastic.0);
            scratch.crowd.impulse.clone_from(&plastic.1);
            for (i, wanted) in wanted.iter().enumerate() {
                // what was reached is closed now
                if plastic.1[scratch.crowd.rows_of(i).start] > 0.0 {
                    scratch.crowd.set_target(i, share * wanted);
                }
            }
            scratch.crowd.solve(v, IMPULSES_EXACT * self.laws.touch.rest_speed, self.laws.touch.rest_speed);
            // two that keep all their energy have it but for rounding, and a motion that strikes a part gives it more
            if !self.gains(scratch, smooth, v) {
                return;
            }
            share *= 0.5;
        }
        v.copy_from_slice(&plastic.0);
        scratch.crowd.impulse = plastic.1;
    }

    /// Contacts with force, as they are remembered and read, in the order of their places.
    pub fn with_force(&self, scratch: &SteppingScratch, impulses: &[[f64; 3]], h: f64) -> Vec<Touching> {
        let touching = |(i, impulse): (usize, &[f64; 3])| {
            let Near { site, contact } = &scratch.near[i];
            let along = norm([impulse[1], impulse[2], 0.0]);
            let held = along < contact.friction[0] * impulse[0] * (1.0 - STEPPED_SLIP);
            let slip = add(scale(contact.tangents[0], contact.rate[1]), scale(contact.tangents[1], contact.rate[2]));
            let speed = norm(slip);
            Touching {
                site: *site,
                mode: if held || speed == 0.0 { TouchMode::Stick } else { TouchMode::Slip(scale(slip, 1.0 / speed)) },
                offset: 0.0,
                axis: contact.axis,
                force: impulse.map(|x| x / h),
                weights: [1.0; 3],
                turning: [TurnMode::Free; 2],
                torque: self.torque_of(scratch, i, h),
                torque_weights: [1.0; 3],
            }
        };
        let pushing = impulses.iter().enumerate().filter(|(_, impulse)| impulse[0] > 0.0);
        let mut all: Vec<Touching> = pushing.map(touching).collect();
        all.sort_by_key(|t| t.site);
        all
    }
}

/// The contact at a place, of contacts in the order of their places.
pub fn in_order(contacts: &[Touching], site: Site) -> Option<&Touching> {
    contacts.binary_search_by_key(&site, |t| t.site).ok().map(|at| &contacts[at])
}
