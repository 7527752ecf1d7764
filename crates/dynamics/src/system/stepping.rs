//! One step that takes all contacts within it together: Moreau's sweeping process.
//!
//! ```text
//! smooth      q′, v′: where the step would end if nothing touched, by Runge and Kutta's method of order four
//! near        pairs of features that may close within the step
//! impulses    λ ≥ 0, gap/h + u ≥ 0, friction in its cone, for all of them at once (`contact::Crowd`)
//! move        what got an impulse ends at q + h v, everything else at q′
//! push apart  what overlaps all the same, mass-weighted, and joints closed
//! rebound     contacts that closed get the rest of their restitution, less where energy would rise
//! ```
//!
//! (J. J. Moreau, "Unilateral contact and dry friction in finite freedom dynamics", CISM 302, 1988; rows for what may close
//! within the step: D. E. Stewart and J. C. Trinkle, Int. J. Numer. Methods Eng. 39, 1996.) A step that ends with more
//! overlap than is allowed is taken again as two halves.

use crate::laws::touch::contact::Contact;
use crate::laws::touch::resistance::TurnMode;
use crate::laws::touch::rows::axis_for;
use crate::laws::touch::state::{Site, TouchMode, Touching};
use crate::laws::touch::touch::Touch;
use crate::multibody::event_text::quoted;
use crate::multibody::support::lies;
use crate::system::failure::Failure;
use crate::system::mechanism::Mechanism;
use crate::system::stepping_rows::sides;
use crate::system::stepping_scratch::{Near, SteppingScratch};
use crate::system::system::Unfit;
use crate::tolerances::{
    IMPULSES_EXACT, PUSHED_APART, REACH_LEAST, START_OVERLAP, STEP_MOVES, STEPPED_GAIN, STEPPED_OVERLAP, STEPPED_SLIP,
    TOUCH_CLOSE,
};
use mainspring_contact::CrowdLaw;
use mainspring_geometry::touch::{Surface, distance, margin};
use mainspring_model::{DriveKind, Load};
use mainspring_numerics::interrupt::give_up;
use mainspring_numerics::vec3::{add, norm, scale};

/// Sweeps where gradients led astray.
const SAFE_SWEEPS: usize = 2000;
/// Rounds in which what overlaps is pushed apart.
const ROUNDS: usize = 12;
/// Times that a step is taken again because rows were missing or should not have been there.
const REPEATS: usize = 4;
/// Shares of restitution that are tried, each half the last.
const REBOUND_SHARES: usize = 8;
/// Halvings of a step.
const HALVINGS: u32 = 10;

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
        if let Some(joint) = model.joints.iter().find(|j| j.friction.is_some()) {
            return found(
                &joint.path,
                "has friction, which is not stepped",
                "leave `friction` out, or use `method event`",
            );
        }
        if let Some(drive) = model.drives.iter().find(|d| d.limit.is_some()) {
            return found(&drive.path, "has an effort limit, which is not stepped", "use `method event`");
        }
        if let Some(k) = model.contacts.pairs.iter().position(|p| p.rolling != 0.0 || p.spinning != 0.0) {
            let fix = "leave `rolling` and `spinning` out, or use `method event`";
            return found(model.contact_names(k)[0], "resists rolling, which is not stepped", fix);
        }
        if model.space.components() == 3 {
            return found(&model.name, "lies in space, where contacts are not stepped", "use `method event`");
        }
        if (0..model.bodies.len()).any(|b| lies(model, b)) {
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
        let mut result = Ok(());
        let mut parts = self.parts_of_step(&scratch, y, h);
        for _ in 0..HALVINGS {
            y.copy_from_slice(&before);
            scratch.lost = 0.0;
            let mut known = touching.clone();
            result = (0..parts).try_for_each(|part| {
                if part > 0 && give_up() {
                    return Err(Failure::Field(String::new()));
                }
                let h = h / f64::from(parts);
                known = self.one_step(&mut scratch, time + f64::from(part) * h, y, h, &known)?;
                Ok(())
            });
            if result.is_ok() {
                scratch.found = Some(known);
                break;
            }
            if give_up() {
                break;
            }
            parts *= 2;
            scratch.again += 1;
        }
        self.laws.touch.state.touching = touching;
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
        let (start_q, start_v) = (q.to_vec(), v.to_vec());
        self.smooth_step(time, q, v, w, h);
        self.close_joints(scratch, time + h, q, v)?;
        let (smooth_q, smooth_v) = (q.to_vec(), v.to_vec());
        // what may touch
        self.bodies.kinematics(&start_q, &start_v);
        self.invert_masses(scratch);
        let fastest: Vec<f64> =
            start_v.iter().zip(&smooth_v).map(|(a, b)| if a.abs() > b.abs() { *a } else { *b }).collect();
        self.find_near(scratch, &fastest, h);
        if scratch.near.is_empty() {
            self.push_apart(scratch, time + h, q, v, [PUSHED_APART, STEPPED_OVERLAP])?;
            self.stop_pushed(scratch, q, v);
            if q != smooth_q.as_slice() || v != smooth_v.as_slice() {
                self.bodies.kinematics(&smooth_q, &smooth_v);
                let smooth_energy = self.energies().total();
                self.bodies.kinematics(q, v);
                scratch.lost += smooth_energy - self.energies().total();
            }
            return Ok(Vec::new());
        }
        self.bodies.kinematics(&smooth_q, &smooth_v);
        let smooth_energy = self.energies().total();
        let rows = self.laws.touch.rows();
        let moves = self.fastest(scratch, &start_v) > self.laws.touch.rest_speed;
        let (mut dropped, mut added): (Vec<Site>, Vec<Site>) = (Vec::new(), Vec::new());
        let mut repeats = 0;
        loop {
            scratch.near.retain(|n| !dropped.contains(&n.site));
            self.bodies.kinematics(&start_q, &start_v);
            for &site in &added {
                if let Some(contact) = self.laws.touch.contact_at(&self.bodies, site) {
                    scratch.near.push(Near { site, contact });
                }
            }
            added.clear();
            let warm = |site: Site| known.iter().find(|t| t.site == site).map_or([0.0; 3], |t| t.force.map(|f| f * h));
            let law = |n: &Near| {
                let slips =
                    norm([n.contact.rate[1], n.contact.rate[2], 0.0]) > STEPPED_SLIP * self.laws.touch.rest_speed;
                let friction = n.contact.friction[usize::from(!slips)];
                (CrowdLaw::Contact { friction, target: -n.contact.gap.max(0.0) / h }, warm(n.site))
            };
            let laws: Vec<(CrowdLaw, [f64; 3])> = scratch.near.iter().map(law).collect();
            self.gather_rows(scratch, &laws, rows);
            v.copy_from_slice(&smooth_v);
            scratch.crowd.apply(v);
            let speed = (norm(self.bodies.model.gravity) * h).max(self.laws.touch.rest_speed);
            let exact = IMPULSES_EXACT * speed;
            scratch.crowd.solve(v, exact, if moves { speed } else { REACH_LEAST * speed });
            let allowed = self.kinetic(scratch, &smooth_v) * (1.0 + STEPPED_GAIN);
            if self.kinetic(scratch, v) > allowed {
                scratch.crowd.impulse.fill(0.0);
                v.copy_from_slice(&smooth_v);
                scratch.crowd.relax(v, SAFE_SWEEPS, exact);
            }
            // move: what got an impulse goes with the velocity it got
            let moved = self.moved(scratch);
            q.copy_from_slice(&smooth_q);
            for (span, _) in self.bodies.spans.iter().zip(&moved).filter(|(_, moved)| **moved) {
                q[span.q..span.q + span.q_len].copy_from_slice(&start_q[span.q..span.q + span.q_len]);
            }
            let velocity = v.to_vec();
            self.move_by(q, &velocity, h, |b| moved[b]);
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
                break;
            }
            // what came together unseen
            let here = std::mem::take(&mut scratch.near);
            self.find_near(scratch, &smooth_v, 0.0);
            let found = std::mem::replace(&mut scratch.near, here);
            let deep = |n: &&Near| n.contact.gap < -STEPPED_OVERLAP * n.contact.scale;
            let new = |n: &&Near| !dropped.contains(&n.site) && scratch.near.iter().all(|k| k.site != n.site);
            added.extend(found.iter().filter(deep).filter(new).map(|n| n.site));
            if ghosts.is_empty() && added.is_empty() {
                break;
            }
            dropped.extend(ghosts);
            repeats += 1;
            scratch.again += 1;
        }
        let impulses: Vec<(Site, Contact, [f64; 3])> = (0..scratch.near.len())
            .map(|i| {
                let mut own = [0.0; 3];
                for (x, row) in own.iter_mut().zip(scratch.crowd.rows_of(i)) {
                    *x = scratch.crowd.impulse[row];
                }
                (scratch.near[i].site, scratch.near[i].contact, own)
            })
            .collect();
        self.rebound(scratch, &smooth_v, v);
        let heat = self.book_heat(scratch, &impulses, v, w) - self.book_drives(scratch, w);
        self.push_apart(scratch, time + h, q, v, [PUSHED_APART, STEPPED_OVERLAP])?;
        self.stop_pushed(scratch, q, v);
        self.bodies.kinematics(q, v);
        scratch.lost += smooth_energy - self.energies().total() - heat;
        Ok(with_force(impulses, h))
    }

    /// Where the step would end if nothing touched: Runge and Kutta's method of order four.
    fn smooth_step(&mut self, time: f64, q: &mut [f64], v: &mut [f64], w: &mut [f64], h: f64) {
        let (start_q, start_v) = (q.to_vec(), v.to_vec());
        let mut stage = start_v.clone();
        let (mut mean_v, mut mean_a) = (vec![0.0; v.len()], vec![0.0; v.len()]);
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
            for (w, p) in w.iter_mut().zip(&self.bodies.power) {
                *w += weight * h * p;
            }
            for i in 0..v.len() {
                mean_v[i] += weight * stage[i];
                mean_a[i] += weight * self.bodies.solution[i];
            }
        }
        q.copy_from_slice(&start_q);
        self.move_by(q, &mean_v, h, |_| true);
        for (v, (start, a)) in v.iter_mut().zip(start_v.iter().zip(&mean_a)) {
            *v = start + h * a;
        }
    }

    /// Where a body of the plane is and how it is turned.
    fn place_of(&self, b: usize, q: &[f64]) -> [f64; 3] {
        let span = self.bodies.spans[b];
        [0, 1, 2].map(|i| if i < span.q_len { q[span.q + i] } else { 0.0 })
    }

    /// Moves bodies with velocities v for a time h.
    fn move_by(&self, q: &mut [f64], v: &[f64], h: f64, which: impl Fn(usize) -> bool) {
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
    fn close_joints(
        &mut self,
        scratch: &SteppingScratch,
        time: f64,
        q: &mut [f64],
        v: &mut [f64],
    ) -> Result<(), Failure> {
        if scratch.together.is_empty() { Ok(()) } else { self.project_state(time, q, v).map_err(Failure::Open) }
    }

    /// Bodies that impulses act on, through joints too.
    fn moved(&self, scratch: &SteppingScratch) -> Vec<bool> {
        let mut moved = vec![false; self.bodies.spans.len()];
        for (i, near) in scratch.near.iter().enumerate() {
            if scratch.crowd.rows_of(i).any(|row| scratch.crowd.impulse[row] != 0.0) {
                for (_, b) in sides(&near.contact) {
                    match scratch.held[b] {
                        None => moved[b] = true,
                        Some(number) => scratch.together[number].iter().for_each(|&b| moved[b] = true),
                    }
                }
            }
        }
        moved
    }

    /// Whether a contact that pushed stands beside its features at the state of `kinematics`, and its parts are apart.
    fn missed(&self, site: Site) -> bool {
        let Some((k, features)) = Touch::features(site) else { return false };
        let touch = &self.laws.touch;
        let pair = &touch.pairs[k];
        let (ma, mb) = (touch.party_motion(&self.bodies, &pair.a), touch.party_motion(&self.bodies, &pair.b));
        let (a, b) = (&touch.surfaces[pair.a.surface], &touch.surfaces[pair.b.surface]);
        // in a notch a corner lies beside both edges, and needs both
        margin(a, &ma, b, &mb, features) < -STEPPED_OVERLAP * pair.size
            && distance(a, &ma, b, &mb) > STEPPED_OVERLAP * pair.size
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
        let before = self.kinetic(scratch, smooth);
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
            if self.kinetic(scratch, v) <= before {
                return;
            }
            share *= 0.5;
        }
        v.copy_from_slice(&plastic.0);
        scratch.crowd.impulse = plastic.1;
    }

    fn kinetic(&self, scratch: &SteppingScratch, v: &[f64]) -> f64 {
        let mut sum = 0.0;
        for (b, span) in self.bodies.spans.iter().enumerate() {
            let (n, mass) = (span.v_len, &scratch.masses[scratch.places[b]..]);
            for i in 0..n {
                for j in 0..n {
                    sum += 0.5 * v[span.v + i] * mass[i * n + j] * v[span.v + j];
                }
            }
        }
        sum
    }

    /// Heat of friction of each pair, into the ledger; all of it, J.
    fn book_heat(
        &self,
        scratch: &SteppingScratch,
        impulses: &[(Site, Contact, [f64; 3])],
        v: &[f64],
        w: &mut [f64],
    ) -> f64 {
        let mut all = 0.0;
        for (i, (site, _, impulse)) in impulses.iter().enumerate() {
            let Some((pair, _)) = Touch::features(*site) else { continue };
            let rows = scratch.crowd.rows_of(i);
            let tangents = rows.skip(1).zip(&impulse[1..]);
            let heat: f64 = tangents.map(|(row, x)| (-x * scratch.crowd.rate(row, v)).max(0.0)).sum();
            if let Some(first) = scratch.first_heat.filter(|_| heat > 0.0) {
                w[first + pair] += heat;
                all += heat;
            }
        }
        all
    }

    /// Work that prescribed motions do against contacts, into the ledger: their impulse times the rate they hold; all of it, J.
    fn book_drives(&self, scratch: &mut SteppingScratch, w: &mut [f64]) -> f64 {
        let bodies = &self.bodies;
        let drives = (0..bodies.model.drives.len()).filter(|&d| bodies.model.drives[d].kind != DriveKind::Effort);
        let of_drives = drives.filter_map(|d| Some((bodies.drive_row(d)?, bodies.places.load(Load::Drive(d))?)));
        let constraints = 0..bodies.model.constraints.len();
        let of_constraints =
            constraints.filter_map(|c| Some((bodies.places.constraint[c], bodies.places.load(Load::Constraint(c))?)));
        let rows: Vec<(usize, usize)> = of_drives.chain(of_constraints).collect();
        if rows.is_empty() || scratch.together.is_empty() {
            return 0.0;
        }
        scratch.unit.clear();
        scratch.unit.resize(bodies.pattern.unknowns, 0.0);
        scratch.crowd.add_forces(&mut scratch.unit);
        bodies.factor.solve(&bodies.pattern, &mut scratch.unit);
        let mut all = 0.0;
        for (row, at) in rows.into_iter().filter(|(row, _)| bodies.masks.velocity[bodies.nv + row]) {
            let work = -scratch.unit[bodies.nv + row] * bodies.target[row];
            w[at] += work;
            all += work;
        }
        all
    }

    /// Moves apart what overlaps by more than a share `to` of the smaller, mass-weighted, and closes joints again; more than
    /// `allowed` must not be left.
    fn push_apart(
        &mut self,
        scratch: &mut SteppingScratch,
        time: f64,
        q: &mut [f64],
        v: &mut [f64],
        [to, allowed]: [f64; 2],
    ) -> Result<(), Failure> {
        let still = vec![0.0; v.len()];
        let mut worst = (0.0, String::new());
        for round in 0..=ROUNDS {
            self.bodies.kinematics(q, &still);
            self.find_near(scratch, &still, 0.0);
            worst = (0.0, String::new());
            for near in &scratch.near {
                let depth = -near.contact.gap / near.contact.scale;
                if depth > worst.0 {
                    worst = (depth, quoted(&self.laws.touch.site_names(&self.bodies, near.site)));
                }
            }
            if round == 0 {
                let deep = |n: &&Near| n.contact.gap < -STEPPED_OVERLAP * n.contact.scale;
                scratch.pushed = scratch.near.iter().any(|n| deep(&n));
            }
            if worst.0 <= to || round == ROUNDS {
                break;
            }
            self.invert_masses(scratch);
            let law = |n: &Near| (CrowdLaw::Contact { friction: 0.0, target: -n.contact.gap }, [0.0; 3]);
            let laws: Vec<_> = scratch.near.iter().map(law).collect();
            self.gather_rows(scratch, &laws, 1);
            let mut by = still.clone();
            scratch.crowd.solve(&mut by, 0.1 * to * scratch.smallest, 0.0);
            self.move_by(q, &by, 1.0, |_| true);
            self.close_joints(scratch, time, q, v)?;
        }
        // whatever rows say, nothing may be inside anything else; what has hardly moved since it was looked at is as it was
        self.bodies.kinematics(q, &still);
        let touch = &self.laws.touch;
        for &k in &scratch.overlapping {
            let pair = &touch.pairs[k];
            let (a, b) = (&touch.surfaces[pair.a.surface], &touch.surfaces[pair.b.surface]);
            let place = |body: Option<usize>| body.map_or([0.0; 3], |b| self.place_of(b, q));
            let places = [place(pair.a.body), place(pair.b.body)];
            if let Some((distance, before)) = scratch.looked_at[k] {
                let moved = |i: usize, radius: f64| {
                    let by = [0, 1, 2].map(|x| (places[i][x] - before[i][x]).abs());
                    by[0] + by[1] + radius.min(self.bodies.length) * by[2]
                };
                if distance - moved(0, a.radius()) - moved(1, b.radius()) > -allowed * pair.size {
                    continue;
                }
            }
            if touch.both_present(&self.bodies, pair) {
                let (ma, mb) = (touch.party_motion(&self.bodies, &pair.a), touch.party_motion(&self.bodies, &pair.b));
                let apart = distance(a, &ma, b, &mb);
                scratch.looked_at[k] = Some((apart, places));
                if -apart > worst.0 * pair.size {
                    worst = (-apart / pair.size, quoted(&self.bodies.model.contact_names(k).map(str::to_owned)));
                }
            }
        }
        if worst.0 > allowed {
            return Err(Failure::Overlap { names: worst.1, share: worst.0 });
        }
        Ok(())
    }

    /// Takes away the velocities with which what was pushed apart would go on into each other: no row had stopped it.
    fn stop_pushed(&mut self, scratch: &mut SteppingScratch, q: &[f64], v: &mut [f64]) {
        if !std::mem::take(&mut scratch.pushed) {
            return;
        }
        self.bodies.kinematics(q, v);
        self.find_near(scratch, v, 0.0);
        scratch.near.retain(|n| n.contact.gap <= STEPPED_OVERLAP * n.contact.scale);
        if scratch.near.iter().all(|n| n.contact.rate[0] >= -STEPPED_SLIP * self.laws.touch.rest_speed) {
            return;
        }
        self.invert_masses(scratch);
        let law = |n: &Near| (CrowdLaw::Contact { friction: n.contact.friction[0], target: 0.0 }, [0.0; 3]);
        let laws: Vec<_> = scratch.near.iter().map(law).collect();
        self.gather_rows(scratch, &laws, self.laws.touch.rows());
        let speed = self.laws.touch.rest_speed;
        let (before, kinetic) = (v.to_vec(), self.kinetic(scratch, v));
        scratch.crowd.solve(v, IMPULSES_EXACT * speed, speed);
        if self.kinetic(scratch, v) > kinetic {
            v.copy_from_slice(&before);
        }
    }
}

impl Mechanism {
    /// Moves what overlaps by what steps allow apart, as far as events ask for.
    pub fn push_apart_for_events(&mut self, time: f64, y: &mut [f64]) -> Result<(), Failure> {
        self.push_apart_alone(time, y, [TOUCH_CLOSE, START_OVERLAP])
    }

    /// Moves what overlaps at a state between steps apart, as far as that goes.
    pub fn push_apart_between_steps(&mut self, time: f64, y: &mut [f64]) {
        let _what_is_left_the_auditor_sees = self.push_apart_alone(time, y, [PUSHED_APART, STEPPED_OVERLAP]);
    }

    fn push_apart_alone(&mut self, time: f64, y: &mut [f64], shares: [f64; 2]) -> Result<(), Failure> {
        let mut scratch = std::mem::take(&mut self.stepping);
        if scratch.held.len() != self.bodies.spans.len() {
            self.prepare_stepping(&mut scratch);
        }
        let touching = std::mem::take(&mut self.laws.touch.state.touching);
        let known = scratch.looked_at.clone();
        scratch.looked_at.fill(None);
        let (q, behind) = y.split_at_mut(self.bodies.nq);
        let (v, _) = behind.split_at_mut(self.bodies.nv);
        let apart = self.push_apart(&mut scratch, time, q, v, shares);
        self.laws.touch.state.touching = touching;
        scratch.looked_at = known;
        self.stepping = scratch;
        apart
    }
}

/// Contacts with force, as they are remembered and read.
fn with_force(impulses: Vec<(Site, Contact, [f64; 3])>, h: f64) -> Vec<Touching> {
    let touching = |(site, contact, impulse): (Site, Contact, [f64; 3])| {
        let along = norm([impulse[1], impulse[2], 0.0]);
        let held = along < contact.friction[0] * impulse[0] * (1.0 - STEPPED_SLIP);
        let slip = add(scale(contact.tangents[0], contact.rate[1]), scale(contact.tangents[1], contact.rate[2]));
        let speed = norm(slip);
        Touching {
            site,
            mode: if held || speed == 0.0 { TouchMode::Stick } else { TouchMode::Slip(scale(slip, 1.0 / speed)) },
            offset: 0.0,
            axis: axis_for(contact.normal),
            force: impulse.map(|x| x / h),
            weights: [1.0; 3],
            turning: [TurnMode::Free; 2],
            torque: [0.0; 3],
            torque_weights: [1.0; 3],
        }
    };
    impulses.into_iter().filter(|(_, _, impulse)| impulse[0] > 0.0).map(touching).collect()
}
