//! When parts on a table rest and when they set off, settled together with their contacts.

use crate::laws::table::simultaneous_breakaway::HeldPart;
use crate::laws::table::stick_slip::{PASSES, PartChange, PartGuard, ROUNDS, STAYS};
use crate::laws::table::table::Table;
use crate::laws::touch::due::FiredGuards;
use crate::multibody::mode_change::{Transition, TransitionError};
use crate::multibody::support::Support;
use crate::system::mechanism::Mechanism;
use crate::tolerances::{STEP_TOWARDS_REST, TABLE_AT_LIMIT, TABLE_ROUNDING};

impl Mechanism {
    /// Longest step in which no part that slides comes to rest, from the rates at y, s.
    pub fn rest_limit(&mut self, time: f64, y: &[f64], dy: &[f64]) -> f64 {
        if !self.table.any {
            return f64::INFINITY;
        }
        self.look_ahead(time, y, dy);
        let (q, v, _) = self.bodies.split(y);
        self.bodies.kinematics(q, v);
        let mut limit = self.table.window_limit(&mut self.bodies, &self.laws, time, dy);
        for b in self.table.parts_with_friction() {
            let (Support::Slide { way, .. }, Some(part)) = (self.bodies.state.support[b], &self.table.sliding_parts[b])
            else {
                continue;
            };
            if way != [0.0; 3] {
                continue;
            }
            let at = self.bodies.nq + self.bodies.spans[b].v;
            let change = [dy[at], dy[at + 1], dy[at + 2]];
            for on in self.table.surfaces_under(&self.bodies, part) {
                let twist = self.table.against(&self.bodies, self.bodies.speeds_of(b), on);
                let size = Table::pace(part, twist);
                let turn = twist[2] * change[2] * part.gyration * part.gyration;
                let slowing = -(twist[0] * change[0] + twist[1] * change[1] + turn) / size;
                if slowing > 0.0 && size > part.slow {
                    limit = limit.min(STEP_TOWARDS_REST * size / slowing);
                }
            }
        }
        limit
    }

    /// Which parts rest and which slide at y, and which friction acts on those that do; `fired` are their guards.
    pub fn decide_rests(
        &mut self,
        time: f64,
        y: &mut [f64],
        fired: &[PartGuard],
        out: &mut Vec<Transition>,
    ) -> Result<(), TransitionError> {
        let bodies: Vec<usize> = self.table.parts_with_friction().collect();
        if bodies.is_empty() {
            return Ok(());
        }
        let before = self.bodies.state.support.clone();
        let (q, rest) = y.split_at_mut(self.bodies.nq);
        let (v, _) = rest.split_at_mut(self.bodies.nv);
        self.bodies.kinematics(q, v);
        self.table.move_windows(&mut self.bodies, &self.laws, time);
        let strained: Vec<usize> = bodies
            .iter()
            .copied()
            .filter(|&body| fired.contains(&PartGuard { body, change: PartChange::Support }))
            .filter(|&body| matches!(before[body], Support::Rest { .. }))
            .collect();
        let slowed = self.table.hold_the_slow(&mut self.bodies, &bodies, v);
        if slowed {
            self.rows_changed();
            if !self.laws.touch.state.touching.is_empty() {
                // what touches them stops with them: what is none for a part is more than none for a contact, which would open
                self.bodies.project_velocity(&mut self.laws.touch, time, q, v);
            }
        }
        let (mut reported, at_limit, mut strained) = (before.clone(), strained.clone(), strained);
        self.table.asked = (time, if self.table.asked.0 == time { self.table.asked.1 + 1 } else { 0 });
        let mut may_stay = self.table.asked.1 < STAYS;
        for pass in 0..PASSES {
            let last = if pass == 0 { before.clone() } else { self.bodies.state.support.clone() };
            self.let_slide(time, q, v, &bodies, &strained)?;
            let still = self.set_off_together(time, q, v, &bodies, &strained, &at_limit, may_stay);
            self.choose_branches(time, q, v, &bodies);
            let mut after = self.bodies.state.support.clone();
            for (b, rests) in still.iter().map(HeldPart::as_resting) {
                after[b] = rests;
            }
            self.table.report_rests(&self.bodies, &bodies, &reported, &after, out);
            reported = after;
            if !self.laws.touch.any() || (still.is_empty() && self.bodies.state.support == last) {
                break;
            }
            // what rests and what slides changes what contacts carry
            self.resolve_contacts(time, q, v, &FiredGuards::default(), out)?;
            may_stay &= self.stay(time, q, v, &still);
            strained.clear();
        }
        self.solve(time, q, v);
        Ok(())
    }

    /// At the state of `kinematics`: what rests on a surface that has jumped to another velocity, or is gone, slides on with its own.
    pub fn let_jumped_slide(&mut self, time: f64) {
        if !self.bodies.state.support.iter().any(|l| matches!(l, Support::Rest { .. })) {
            return;
        }
        self.table.move_windows(&mut self.bodies, &self.laws, time);
        let mut any = false;
        for b in 0..self.bodies.state.support.len() {
            let (Support::Rest { on }, Some(part)) = (self.bodies.state.support[b], &self.table.sliding_parts[b])
            else {
                continue;
            };
            if Table::pace(part, self.table.against(&self.bodies, self.bodies.speeds_of(b), on)) > part.slow {
                self.bodies.state.support[b] = Support::SLIDES;
                any = true;
            }
        }
        if any {
            self.rows_changed();
        }
    }

    /// After rows that hold parts came or went: what contacts do is to be solved anew.
    pub fn rows_changed(&mut self) {
        self.remask();
        self.laws.touch.fixed = None;
        self.laws.touch.jammed = None;
    }

    /// Lets go of what its limit surface does not hold, the worst first, until all that rests can.
    fn let_slide(
        &mut self,
        time: f64,
        q: &mut [f64],
        v: &mut [f64],
        bodies: &[usize],
        strained: &[usize],
    ) -> Result<(), TransitionError> {
        for round in 0..ROUNDS * (1 + bodies.len()) {
            if !bodies.iter().any(|&b| matches!(self.bodies.state.support[b], Support::Rest { .. })) {
                return Ok(());
            }
            self.evaluate_for_guards(time, q, v);
            if self.table.follow_surfaces(&mut self.bodies, bodies) {
                self.rows_changed();
                continue;
            }
            let mut loose = Vec::new();
            for &b in bodies {
                let (Support::Rest { on }, Some(part)) = (self.bodies.state.support[b], &self.table.sliding_parts[b])
                else {
                    continue;
                };
                let drive = self.bodies.holding(b).map(|x| -x);
                let (gauge, tightest) = self.table.gauge(part, on, drive);
                if gauge == f64::INFINITY {
                    // nothing holds it: the surface is gone from under it, or has no friction
                    loose.push((b, None, [0.0; 3]));
                    continue;
                }
                let beyond =
                    gauge > 1.0 + TABLE_ROUNDING || (round == 0 && strained.contains(&b) && gauge > TABLE_AT_LIMIT);
                if beyond {
                    let mass = [self.bodies.model.bodies[b].mass, self.bodies.model.bodies[b].inertia[2][2]];
                    let starts = self.table.sets_off(part, on, drive, [mass[0], mass[0], mass[1]]);
                    let way = if Table::pace(part, starts) > 0.0 { starts } else { tightest };
                    let size = Table::pace(part, way);
                    loose.push((b, on, way.map(|w| w / size)));
                }
            }
            if loose.is_empty() {
                return Ok(());
            }
            for (b, from, way) in loose {
                self.bodies.state.support[b] = Support::Slide { way, from, viscous: [false; 2] };
            }
            self.rows_changed();
        }
        let joint = bodies.first().map_or_else(String::new, |&b| self.bodies.model.bodies[b].path.clone());
        Err(TransitionError::Undecided { joint })
    }

    /// Under the hybrid law, which of both frictions is the larger one now.
    fn choose_branches(&mut self, time: f64, q: &[f64], v: &[f64], bodies: &[usize]) {
        if !self.table.hybrid(&self.bodies) {
            return;
        }
        self.evaluate_for_guards(time, q, v);
        for &b in bodies {
            let Some(part) = &self.table.sliding_parts[b] else { continue };
            let (margins, equal) = (part.margins, part.equal);
            if let Support::Slide { viscous, .. } = &mut self.bodies.state.support[b] {
                for i in (0..2).filter(|&i| margins[i].abs() > equal[i]) {
                    viscous[i] = margins[i] > 0.0;
                }
            }
        }
    }
}
