//! Changes of mode: when friction joints stick and slip and flanks meet and part, and what follows at that moment.
//!
//! One guard a friction joint, two a gear with play (lower, upper), positive once a change is due:
//!
//! ```text
//! slides up        −ṡ             comes to rest
//! slides down       ṡ
//! sticks           |f| − limit    comes loose
//! held by others   |ṡ| − a little moves after all
//! free              e − b/2, −b/2 − e    meets a flank
//! in touch          λ along the flank    is pulled off it
//! ```
//!
//! At the moment itself blows come first, then [`decide`](crate::decide) finds which of the joints at rest hold and
//! which of the flanks in touch push.

use crate::backlash::Blow;
use crate::core::Core;
use crate::decide::Fired;
use crate::system::{RubMode, Transition, TransitionError, TransitionKind};
use crate::touch::words::energy;
use crate::touch::{Due, PER_CONTACT};

/// Rate at which a joint with friction counts as at rest, rad/s, or the mechanism's length a second.
pub(crate) const AT_REST: f64 = 1e-10;
/// Rate at which one that others hold counts as moving after all.
pub(crate) const MOVES: f64 = 1e-8;

impl Core {
    /// Size of a rate of friction joint k that counts as one.
    pub(crate) fn rub_scale(&self, k: usize) -> f64 {
        self.rows[self.rubs.list[k].row].scale
    }

    /// See [`crate::System::transition_guards`].
    pub(crate) fn touch_guards(&mut self, time: f64, y: &[f64], out: &mut [f64]) {
        let (q, v, _) = self.split(y);
        self.see_table(time, q, v);
        let n = self.rubs.list.len();
        for k in 0..n {
            out[k] = if !self.rub_acts(k) {
                f64::NEG_INFINITY
            } else {
                match self.mode.rubs[k] {
                    RubMode::Slip(s) => -f64::from(s) * self.rub_rate(k),
                    RubMode::Stick => self.rubs.effort[k].abs() - self.rubs.limit[k],
                    RubMode::Held(_) => self.rub_rate(k).abs() - MOVES * self.rub_scale(k),
                }
            };
        }
        for k in 0..self.meshes.len() {
            let pair = &mut out[n + 2 * k..n + 2 * k + 2];
            pair.fill(f64::NEG_INFINITY);
            if !self.mesh_acts(k) {
                continue;
            }
            let half = 0.5 * self.meshes[k].backlash.width + self.play_rounding(k);
            match self.mode.flanks[k] {
                0 => {
                    let e = self.play(k).0;
                    (pair[0], pair[1]) = (-half - e, e - half);
                }
                // −λ stands in the solution
                flank => {
                    let pull = -f64::from(flank) * self.solution[self.nv + self.meshes[k].row];
                    pair[usize::from(flank > 0)] = pull;
                }
            }
        }
        let touching = &mut out[n + 2 * self.meshes.len()..];
        self.contact_guards(touching);
        let closed = self.touch_count();
        let (soft, table) = touching[closed..].split_at_mut(self.soft_transitions());
        self.soft_guards(soft);
        let (scripts, parts) = table.split_at_mut(self.script_transitions());
        self.keep_guarded_steps();
        if !scripts.is_empty() {
            self.script_guards(time, scripts);
        }
        self.rest_guards(parts);
    }

    /// See [`crate::System::transit`].
    pub(crate) fn change_modes(
        &mut self,
        time: f64,
        y: &mut [f64],
        fired: &[usize],
        out: &mut Vec<Transition>,
    ) -> Result<(), TransitionError> {
        let n = self.rubs.list.len();
        let joints = n + 2 * self.meshes.len();
        let scripts = joints + self.touch_count() + self.soft_transitions();
        let exits = self.guarded_exits();
        let parts = scripts + exits.len();
        let all = parts + self.rest_transitions();
        let between = |from: usize, to: usize| -> Vec<usize> {
            fired.iter().filter(|g| (from..to).contains(g)).map(|g| g - from).collect()
        };
        let due_parts = between(parts, all);
        let met: Vec<_> = between(scripts, parts).into_iter().map(|k| exits[k]).collect();
        if !met.is_empty() {
            let (q, v, _) = self.split(y);
            self.kinematics(q, v);
            self.advance_scripts(time, &self.still_on(&met), out);
        }
        if self.touch.any() {
            let due = self.due(fired, joints);
            // an earlier guard ended the step before what was found to meet did
            if !fired.contains(&all) {
                self.touch.paths.hits.clear();
            }
            let (q, rest) = y.split_at_mut(self.nq);
            let (v, w) = rest.split_at_mut(self.nv);
            self.touch_event(time, q, v, &due, out)?;
            for (at, work) in self.touch.drive_work.drain(..) {
                w[at] += work;
            }
        }
        if self.soft.method.is_some() {
            self.change_overlaps(time, y, fired, out);
        }
        self.decide_rests(time, y, &due_parts, out)?;
        if joints == 0 {
            return Ok(());
        }
        let (rubs, flanks) = (self.mode.rubs.clone(), self.mode.flanks.clone());
        let (q, rest) = y.split_at_mut(self.nq);
        let (v, _) = rest.split_at_mut(self.nv);
        self.rubs.jammed = None;
        self.solve(time, q, v);
        let moving: Vec<bool> = (0..n).map(|k| self.rub_rate(k).abs() > MOVES * self.rub_scale(k)).collect();
        let slowed = (0..n).filter(|k| fired.contains(k) && !rubs[*k].rests()).collect();
        let strained = (0..n).any(|k| fired.contains(&k) && rubs[k] == RubMode::Stick);
        let pulled: Vec<usize> = (0..self.meshes.len())
            .filter(|&m| flanks[m] != 0 && (fired.contains(&(n + 2 * m)) || fired.contains(&(n + 2 * m + 1))))
            .collect();
        let mut blows = self.meet(time, q, v, fired)?;
        self.decide(time, q, v, Fired { slowed, strained, pulled })?;
        if self.settle_rebounds(&mut blows) {
            self.decide(time, q, v, Fired { slowed: Vec::new(), strained: false, pulled: Vec::new() })?;
        }
        for blow in &blows {
            out.push(self.contact_event(blow));
        }
        self.report_flanks(&flanks, &blows, out);
        self.report_rubs(&rubs, &moving, out);
        if self.touch.any() {
            // a blow or a change in a joint changes what contacts carry
            self.touch_event(time, q, v, &Due::default(), out)?;
        }
        Ok(())
    }

    /// What guards of contacts, which come after `first`, say is due.
    fn due(&self, fired: &[usize], first: usize) -> Due {
        let mut due = Due::default();
        for at in fired.iter().filter_map(|g| g.checked_sub(first)) {
            let Some(t) = self.mode.touching.get(at / PER_CONTACT) else { continue };
            match at % PER_CONTACT {
                1 if self.slides(at / PER_CONTACT) => due.slowed.push(t.site),
                1 => due.strained.push(t.site),
                2 => due.left.push(t.site),
                way @ (3 | 4) if self.turns(at / PER_CONTACT, way - 3) => due.turned.push((t.site, way - 3)),
                way @ (3 | 4) => due.twisted.push((t.site, way - 3)),
                _ => {}
            }
        }
        due
    }

    /// Rate of the coordinate of friction joint k at the state of `kinematics`.
    pub(crate) fn rub_rate(&self, k: usize) -> f64 {
        self.measure(self.rub_coordinate(k)).rate
    }

    /// Flanks that are met at this moment: positions onto them, then the blow.
    fn meet(&mut self, time: f64, q: &mut [f64], v: &mut [f64], fired: &[usize]) -> Result<Vec<Blow>, TransitionError> {
        let n = self.rubs.list.len();
        let (mut met, mut touched): (Vec<(usize, i8)>, Vec<(usize, i8)>) = (Vec::new(), Vec::new());
        for m in (0..self.meshes.len()).filter(|&m| self.mode.flanks[m] == 0 && self.mesh_acts(m)) {
            let (e, rate) = self.play(m);
            let half = 0.5 * self.meshes[m].backlash.width;
            for (guard, side) in [(n + 2 * m, -1_i8), (n + 2 * m + 1, 1)] {
                let beyond = f64::from(side) * e > half + self.play_rounding(m);
                let (speed, slow) = (f64::from(side) * rate, AT_REST * self.rows[self.meshes[m].row].scale);
                if !(fired.contains(&guard) || beyond) || speed < -slow {
                    continue;
                }
                if speed > slow { met.push((m, side)) } else { touched.push((m, side)) }
            }
        }
        if met.is_empty() && touched.is_empty() {
            return Ok(Vec::new());
        }
        for &(m, side) in met.iter().chain(&touched) {
            self.mode.flanks[m] = side;
        }
        self.remask();
        self.project_position(time, q, v)?;
        for &(m, _) in &met {
            self.mode.flanks[m] = 0;
        }
        self.remask();
        if met.is_empty() {
            return Ok(Vec::new());
        }
        Ok(self.strike(time, q, v, &met))
    }

    fn contact_event(&self, blow: &Blow) -> Transition {
        let path = self.model.joints[self.meshes[blow.mesh].joint].path.clone();
        // the impulse acts while ė goes from the approach to the rebound
        let lost = 0.5 * blow.impulse.abs() * (blow.speed - blow.rebound);
        let flank = if blow.flank > 0 { "upper" } else { "lower" };
        let text = format!("`{path}` meets its {flank} flank, {}", energy(lost));
        let numbers = vec![("speed", blow.speed), ("rebound", blow.rebound), ("impulse", blow.impulse), ("lost", lost)];
        Transition { kind: TransitionKind::Contact, who: vec![path], numbers, text }
    }

    fn report_flanks(&self, before: &[i8], blows: &[Blow], out: &mut Vec<Transition>) {
        for (m, mesh) in self.meshes.iter().enumerate() {
            let (was, is) = (before[m], self.mode.flanks[m]);
            let path = self.model.joints[mesh.joint].path.clone();
            if was != 0 && is != was {
                let text = format!("`{path}` leaves its flank");
                out.push(Transition { kind: TransitionKind::Part, who: vec![path], numbers: Vec::new(), text });
            } else if is != 0 && was == 0 && !blows.iter().any(|b| b.mesh == m) {
                let text = format!("`{path}` comes to touch its flank");
                out.push(Transition {
                    kind: TransitionKind::Contact,
                    who: vec![path],
                    numbers: vec![("speed", 0.0)],
                    text,
                });
            }
        }
    }

    /// Friction joints that came to rest, came loose or turned round; those that moved before are only taken note of.
    fn report_rubs(&self, before: &[RubMode], moving: &[bool], out: &mut Vec<Transition>) {
        for (k, rub) in self.rubs.list.iter().enumerate().filter(|(k, _)| self.rub_acts(*k)) {
            let path = self.model.joints[rub.joint].path.clone();
            let (kind, text) = match (before[k], self.mode.rubs[k]) {
                (RubMode::Slip(_), now) if now.rests() => (TransitionKind::Stick, format!("`{path}` sticks")),
                (RubMode::Slip(was), RubMode::Slip(is)) if was != is => {
                    (TransitionKind::Slip, format!("`{path}` slides on the other way"))
                }
                (was, RubMode::Slip(_)) if was.rests() && !moving[k] => {
                    (TransitionKind::Slip, format!("`{path}` slips"))
                }
                _ => continue,
            };
            let numbers = vec![("effort", self.rubs.effort[k]), ("limit", self.rubs.limit[k])];
            out.push(Transition { kind, who: vec![path], numbers, text });
        }
    }
}
