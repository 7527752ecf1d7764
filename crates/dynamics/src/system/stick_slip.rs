//! When parts on a table come to rest, and when those that touch nothing set off.

use crate::laws::table::stick_slip::{PartChange, PartGuard, ROUNDS};
use crate::laws::table::table::Table;
use crate::multibody::mode_change::TransitionError;
use crate::multibody::support::Support;
use crate::multibody::time_switches::just_after;
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

    /// Takes note of parts at rest that came to their limits at y.
    pub fn note_strained_parts(&mut self, time: f64, y: &[f64], fired: &[PartGuard]) {
        let strained = &mut self.table.state.strained;
        if strained.0.is_none_or(|last| time > just_after(last)) {
            strained.1.clear();
        }
        strained.0 = Some(time);
        if fired.iter().any(|g| g.change == PartChange::Support) {
            let (q, v, _) = self.bodies.split(y);
            self.evaluate_for_guards(time, q, v);
        }
        for guard in fired.iter().filter(|g| g.change == PartChange::Support) {
            let (Support::Rest { on }, Some(part)) =
                (self.bodies.state.support[guard.body], &self.table.sliding_parts[guard.body])
            else {
                continue;
            };
            let gauge = self.table.gauge(part, on, self.bodies.holding(guard.body).map(|x| -x)).0;
            if self.table.state.strain(guard.body).is_none() {
                self.table.state.strained.1.push((guard.body, gauge));
            }
        }
    }

    /// Parts that have become as slow as nothing are held, and those at rest follow the surfaces under them: before it is decided
    /// who stays.
    pub fn hold_slow_parts(&mut self, time: f64, q: &[f64], v: &mut [f64]) {
        let bodies: Vec<usize> = self.table.parts_with_friction().collect();
        if bodies.is_empty() {
            return;
        }
        self.bodies.kinematics(q, v);
        self.table.move_windows(&mut self.bodies, &self.laws, time);
        let pairs: Vec<[usize; 2]> = self
            .laws
            .touch
            .state
            .touching
            .iter()
            .filter_map(|t| match self.laws.touch.contact_at(&self.bodies, t.site)?.bodies {
                [Some(a), Some(b), ..] => Some([a, b]),
                _ => None,
            })
            .collect();
        let touches = |a: usize, b: usize| pairs.contains(&[a, b]) || pairs.contains(&[b, a]);
        if self.table.hold_the_slow(&mut self.bodies, &bodies, touches, v) {
            self.rows_changed();
            if !self.laws.touch.state.touching.is_empty() {
                // what touches them stops with them: what is none for a part is more than none for a contact, which would open
                self.bodies.project_velocity(&mut self.laws.touch, time, q, v);
            }
        }
        let rests = |b: &usize| matches!(self.bodies.state.support[*b], Support::Rest { .. });
        if bodies.iter().any(rests) {
            // a blow may have changed what touches
            self.laws.touch.fixed = None;
            self.evaluate_for_guards(time, q, v);
            if self.table.follow_surfaces(&mut self.bodies, &bodies) {
                self.rows_changed();
            }
        }
    }

    /// Which parts that touch nothing rest and which slide at y, and which friction acts on all that slide.
    pub fn decide_rests(&mut self, time: f64, y: &mut [f64]) -> Result<(), TransitionError> {
        let bodies: Vec<usize> = self.table.parts_with_friction().collect();
        if bodies.is_empty() {
            return Ok(());
        }
        let (q, rest) = y.split_at_mut(self.bodies.nq);
        let (v, _) = rest.split_at_mut(self.bodies.nv);
        let alone: Vec<usize> = bodies.iter().copied().filter(|b| !self.table.decided.contains(b)).collect();
        self.let_slide(time, q, v, &alone)?;
        self.choose_branches(time, q, v, &bodies);
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
    fn let_slide(&mut self, time: f64, q: &[f64], v: &[f64], bodies: &[usize]) -> Result<(), TransitionError> {
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
                let beyond = gauge > 1.0 + TABLE_ROUNDING
                    || (round == 0 && self.table.state.strain(b).is_some() && gauge > TABLE_AT_LIMIT);
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
