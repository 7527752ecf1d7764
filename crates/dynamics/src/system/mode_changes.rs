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

use crate::laws::backlash::play::Blow;
use crate::laws::joint_friction::mode::FrictionMode;
use crate::laws::touch::due::Due;
use crate::multibody::mode_change::{Transition, TransitionError};
use crate::system::friction_active_set::Fired;
use crate::system::mechanism::Mechanism;
use crate::tolerances::{AT_REST, MOVES};

impl Mechanism {
    /// See [`crate::Guards::transition_guards`].
    pub fn touch_guards(&mut self, time: f64, y: &[f64], out: &mut [f64]) {
        let (q, v, _) = self.bodies.split(y);
        self.see_table(time, q, v);
        let n = self.laws.friction.list.len();
        for k in 0..n {
            out[k] = if !self.laws.friction.rub_acts(&self.bodies, k) {
                f64::NEG_INFINITY
            } else {
                match self.laws.friction.modes[k] {
                    FrictionMode::Slip(s) => -f64::from(s) * self.laws.friction.rub_rate(&self.bodies, k),
                    FrictionMode::Stick => self.laws.friction.effort[k].abs() - self.laws.friction.limit[k],
                    FrictionMode::Held(_) => {
                        self.laws.friction.rub_rate(&self.bodies, k).abs()
                            - MOVES * self.laws.friction.rub_scale(&self.bodies, k)
                    }
                }
            };
        }
        for k in 0..self.laws.backlash.meshes.len() {
            let pair = &mut out[n + 2 * k..n + 2 * k + 2];
            pair.fill(f64::NEG_INFINITY);
            if !self.laws.backlash.mesh_acts(&self.bodies, k) {
                continue;
            }
            let half =
                0.5 * self.laws.backlash.meshes[k].backlash.width + self.laws.backlash.play_rounding(&self.bodies, k);
            match self.laws.backlash.sides[k] {
                0 => {
                    let e = self.laws.backlash.play(&self.bodies, k).0;
                    (pair[0], pair[1]) = (-half - e, e - half);
                }
                // −λ stands in the solution
                flank => {
                    let pull =
                        -f64::from(flank) * self.bodies.solution[self.bodies.nv + self.laws.backlash.meshes[k].row];
                    pair[usize::from(flank > 0)] = pull;
                }
            }
        }
        let touching = &mut out[n + 2 * self.laws.backlash.meshes.len()..];
        self.laws.touch.contact_guards(&self.bodies, touching);
        let closed = self.laws.touch.touch_count();
        let (soft, table) = touching[closed..].split_at_mut(self.laws.penalty.soft_transitions());
        self.laws.penalty.soft_guards(&self.bodies, soft);
        let (scripts, parts) = table.split_at_mut(self.table.script_transitions(&self.bodies));
        self.table.keep_guarded_steps();
        if !scripts.is_empty() {
            self.table.script_guards(&mut self.bodies, &self.laws, time, scripts);
        }
        self.table.rest_guards(&self.bodies, parts);
    }

    /// See [`crate::ModeChanges::resolve_modes`].
    pub fn change_modes(
        &mut self,
        time: f64,
        y: &mut [f64],
        fired: &[usize],
        out: &mut Vec<Transition>,
    ) -> Result<(), TransitionError> {
        let n = self.laws.friction.list.len();
        let joints = n + 2 * self.laws.backlash.meshes.len();
        let scripts = joints + self.laws.touch.touch_count() + self.laws.penalty.soft_transitions();
        let exits = self.table.guarded_exits(&self.bodies);
        let parts = scripts + exits.len();
        let all = parts + self.table.rest_transitions();
        let between = |from: usize, to: usize| -> Vec<usize> {
            fired.iter().filter(|g| (from..to).contains(g)).map(|g| g - from).collect()
        };
        let due_parts = between(parts, all);
        let met: Vec<_> = between(scripts, parts).into_iter().map(|k| exits[k]).collect();
        if !met.is_empty() {
            let (q, v, _) = self.bodies.split(y);
            self.bodies.kinematics(q, v);
            self.table.advance_scripts(&mut self.bodies, &self.laws, time, &self.table.still_on(&met), out);
        }
        if self.laws.touch.any() {
            let due = self.laws.touch.due(fired, joints);
            // an earlier guard ended the step before what was found to meet did
            if !fired.contains(&all) {
                self.laws.touch.paths.hits.clear();
            }
            let (q, rest) = y.split_at_mut(self.bodies.nq);
            let (v, w) = rest.split_at_mut(self.bodies.nv);
            self.touch_event(time, q, v, &due, out)?;
            for (at, work) in self.laws.touch.drive_work.drain(..) {
                w[at] += work;
            }
        }
        if self.laws.penalty.method.is_some() {
            let (q, v, _) = self.bodies.split(y);
            self.solve(time, q, v);
            self.laws.penalty.change_overlaps(&self.bodies, fired, out);
        }
        self.decide_rests(time, y, &due_parts, out)?;
        if joints == 0 {
            return Ok(());
        }
        let (rubs, flanks) = (self.laws.friction.modes.clone(), self.laws.backlash.sides.clone());
        let (q, rest) = y.split_at_mut(self.bodies.nq);
        let (v, _) = rest.split_at_mut(self.bodies.nv);
        self.laws.friction.jammed = None;
        self.solve(time, q, v);
        let moving: Vec<bool> = (0..n)
            .map(|k| {
                self.laws.friction.rub_rate(&self.bodies, k).abs()
                    > MOVES * self.laws.friction.rub_scale(&self.bodies, k)
            })
            .collect();
        let slowed = (0..n).filter(|k| fired.contains(k) && !rubs[*k].rests()).collect();
        let strained = (0..n).any(|k| fired.contains(&k) && rubs[k] == FrictionMode::Stick);
        let pulled: Vec<usize> = (0..self.laws.backlash.meshes.len())
            .filter(|&m| flanks[m] != 0 && (fired.contains(&(n + 2 * m)) || fired.contains(&(n + 2 * m + 1))))
            .collect();
        let mut blows = self.meet(time, q, v, fired)?;
        self.decide(time, q, v, Fired { slowed, strained, pulled })?;
        if self.laws.backlash.settle_rebounds(&self.bodies, &mut blows) {
            self.decide(time, q, v, Fired { slowed: Vec::new(), strained: false, pulled: Vec::new() })?;
        }
        for blow in &blows {
            out.push(self.laws.backlash.contact_event(&self.bodies, blow));
        }
        self.laws.backlash.report_flanks(&self.bodies, &flanks, &blows, out);
        self.laws.friction.report_rubs(&self.bodies, &rubs, &moving, out);
        if self.laws.touch.any() {
            // a blow or a change in a joint changes what contacts carry
            self.touch_event(time, q, v, &Due::default(), out)?;
        }
        Ok(())
    }

    /// Flanks that are met at this moment: positions onto them, then the blow.
    fn meet(&mut self, time: f64, q: &mut [f64], v: &mut [f64], fired: &[usize]) -> Result<Vec<Blow>, TransitionError> {
        let n = self.laws.friction.list.len();
        let (mut met, mut touched): (Vec<(usize, i8)>, Vec<(usize, i8)>) = (Vec::new(), Vec::new());
        for m in (0..self.laws.backlash.meshes.len())
            .filter(|&m| self.laws.backlash.sides[m] == 0 && self.laws.backlash.mesh_acts(&self.bodies, m))
        {
            let (e, rate) = self.laws.backlash.play(&self.bodies, m);
            let half = 0.5 * self.laws.backlash.meshes[m].backlash.width;
            for (guard, side) in [(n + 2 * m, -1_i8), (n + 2 * m + 1, 1)] {
                let beyond = f64::from(side) * e > half + self.laws.backlash.play_rounding(&self.bodies, m);
                let (speed, slow) =
                    (f64::from(side) * rate, AT_REST * self.bodies.rows[self.laws.backlash.meshes[m].row].scale);
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
            self.laws.backlash.sides[m] = side;
        }
        self.remask();
        self.bodies.project_position(&mut self.laws.touch, time, q, v)?;
        for &(m, _) in &met {
            self.laws.backlash.sides[m] = 0;
        }
        self.remask();
        if met.is_empty() {
            return Ok(Vec::new());
        }
        Ok(self.strike(time, q, v, &met))
    }
}
