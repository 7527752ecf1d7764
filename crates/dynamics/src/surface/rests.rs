//! When parts on the table come to rest, stay there, and set off.
//!
//! Three guards a part, positive once a change is due:
//!
//! ```text
//! slides       ε − |ξ − u|         as slow as nothing against the ground, or against a moving surface under it
//! sets off     −ξ·way              turns round before it had a direction of its own
//! rests        gauge(w) − 1        what drives it leaves the static limit surface
//! hybrid law   the other friction becomes the larger one, of force and of torque
//! ```
//!
//! |ξ| is a speed: √(v² + (ω·gyration)²). A part that slides slows down towards a twist of fixed direction and ends there; steps
//! stop short of that moment ([`Core::rest_limit`]) and come near it geometrically. At an event everything slow is held first,
//! and what its limit surface does not hold is let go, along the acceleration that the driving wrench gives it against sliding
//! friction.

use super::departs::Still;
use super::{Lying, Sheet};
use crate::core::Core;
use crate::system::{Transition, TransitionError, TransitionKind};
use mainspring_fields::Law;
use mainspring_model::Action;

/// Guards of a part.
pub(crate) const PER_PART: usize = 3;
/// Share of its limit by which a part at rest may be beyond it by rounding.
pub(super) const ROUNDING: f64 = 1e-12;
/// How often contacts and what rests are asked in turn at a moment.
const PASSES: usize = 4;
/// How often at one moment parts may be found to stay where they are; after that they go the way they would.
const STAYS: usize = 20;
/// Rounds of holding and letting go before giving up.
const ROUNDS: usize = 20;
/// Share of a speed that is none which rounding may give a part that has set off and is held by others.
const TREMBLES: f64 = 1e-3;
/// Strain that is as good as without end: what is located must have a finite size.
const MOST_STRAINED: f64 = 1e6;
/// Share of the time to rest that a step may take.
const SHORT: f64 = 0.95;

impl Core {
    /// How many guards parts on the table have.
    pub(crate) fn rest_transitions(&self) -> usize {
        PER_PART * self.rubbing_parts().count()
    }

    pub(crate) fn hybrid(&self) -> bool {
        use mainspring_model::SurfaceLaw::Hybrid;
        self.model.fields.surface.as_ref().is_some_and(|s| s.law == Hybrid && s.viscous > 0.0)
            && self.mode.lying.iter().any(|l| matches!(l, Lying::Slide { .. }))
    }

    /// Bodies that rub on the table, in the order of their guards.
    pub(crate) fn rubbing_parts(&self) -> impl Iterator<Item = usize> + '_ {
        let sheets = self.table.sheets.iter().enumerate();
        sheets.filter(|(_, s)| s.as_ref().is_some_and(|s| s.ground.is_some())).map(|(b, _)| b)
    }

    /// See above; at the state last evaluated.
    pub(crate) fn rest_guards(&mut self, out: &mut [f64]) {
        out.fill(f64::NEG_INFINITY);
        let mut places = out.chunks_exact_mut(PER_PART);
        for b in 0..self.table.sheets.len() {
            if self.table.sheets[b].as_ref().is_some_and(|s| s.ground.is_some()) {
                let place = places.next().expect("three places a part that rubs");
                place.copy_from_slice(&self.guards_of(b));
            }
        }
    }

    /// The guards of one part, at the state it was last evaluated for.
    pub(crate) fn guards_of(&mut self, b: usize) -> [f64; PER_PART] {
        let mut out = [f64::NEG_INFINITY; PER_PART];
        let Some(mut sheet) = self.table.sheets[b].take() else { return out };
        match self.mode.lying[b] {
            Lying::Free | Lying::Absent => {}
            Lying::Rest { .. } => out[0] = self.strain(b, &mut sheet).min(MOST_STRAINED) - 1.0,
            Lying::Slide { way, from, viscous } => {
                out[0] = self.slide_guard(b, &sheet, way, from);
                if sheet.ground.as_ref().is_some_and(|g| g.law == Law::Hybrid) {
                    for i in 0..2 {
                        out[1 + i] = if viscous[i] { -sheet.margins[i] } else { sheet.margins[i] } - sheet.equal[i];
                    }
                }
            }
        }
        self.table.sheets[b] = Some(sheet);
        out
    }

    fn slide_guard(&self, b: usize, sheet: &Sheet, way: [f64; 3], from: Option<u32>) -> f64 {
        if sheet.ground.as_ref().is_none_or(|g| g.law == Law::Viscous) {
            return f64::NEG_INFINITY;
        }
        let twist = self.speeds_of(b);
        if way != [0.0; 3] && self.surfaces_under(sheet).any(|on| on == from) {
            let (size, twist) = (Self::pace(sheet, way), self.against(twist, from));
            let turn = twist[2] * way[2] * sheet.gyration * sheet.gyration;
            // what others hold in place trembles by rounding alone
            return -(twist[0] * way[0] + twist[1] * way[1] + turn) / size - TREMBLES * sheet.slow;
        }
        let slowest = self.surfaces_under(sheet).map(|on| Self::pace(sheet, self.against(twist, on)));
        sheet.slow - slowest.fold(f64::INFINITY, f64::min)
    }

    /// The ground, then windows with moving surfaces that a part may lie over, less those it is known to lie too little on.
    pub(crate) fn surfaces_under<'a>(&'a self, sheet: &'a Sheet) -> impl Iterator<Item = Option<u32>> + 'a {
        let windows = self.model.fields.windows.iter().enumerate();
        let belts = windows.filter(|(w, window)| {
            matches!(window.action, Action::Velocity(_))
                && self.window_acts(*w)
                && sheet.laid.bounds().meets(self.table.panes[*w].patch.bounds(), sheet.laid.position())
        });
        let all = std::iter::once(None).chain(belts.filter_map(|(w, _)| self.same_surface(w)).map(Some));
        all.filter(|on| !sheet.hardly_on(*on))
    }

    /// A twist relative to a surface.
    pub(crate) fn against(&self, twist: [f64; 3], on: Option<u32>) -> [f64; 3] {
        let u = on.map_or([0.0; 2], |w| self.table.belts[w as usize].map(|j| j.value));
        [twist[0] - u[0], twist[1] - u[1], twist[2]]
    }

    /// Gauge of what a resting part's friction carries: up to 1 it holds.
    fn strain(&self, b: usize, sheet: &mut Sheet) -> f64 {
        let Lying::Rest { on } = self.mode.lying[b] else { return 0.0 };
        let drive = self.holding(b).map(|x| -x);
        if !sheet.pieces.is_empty() {
            return self.gauge(sheet, on, drive).0;
        }
        // what rests in a field that stays is asked the same at every look
        match sheet.gauged {
            Some((heading, before, gauge)) if heading == sheet.heading && before == drive => gauge,
            _ => {
                let gauge = self.gauge(sheet, on, drive).0;
                sheet.gauged = Some((sheet.heading, drive, gauge));
                gauge
            }
        }
    }

    /// Longest step in which no part that slides comes to rest, from the rates at y, s.
    pub(crate) fn rest_limit(&mut self, time: f64, y: &[f64], dy: &[f64]) -> f64 {
        if !self.table.any {
            return f64::INFINITY;
        }
        self.look_ahead(time, y, dy);
        let (q, v, _) = self.split(y);
        self.kinematics(q, v);
        let mut limit = self.window_limit(time, dy);
        for b in self.rubbing_parts() {
            let (Lying::Slide { way, .. }, Some(sheet)) = (self.mode.lying[b], &self.table.sheets[b]) else { continue };
            if way != [0.0; 3] {
                continue;
            }
            let at = self.nq + self.spans[b].v;
            let change = [dy[at], dy[at + 1], dy[at + 2]];
            for on in self.surfaces_under(sheet) {
                let twist = self.against(self.speeds_of(b), on);
                let size = Self::pace(sheet, twist);
                let turn = twist[2] * change[2] * sheet.gyration * sheet.gyration;
                let slowing = -(twist[0] * change[0] + twist[1] * change[1] + turn) / size;
                if slowing > 0.0 && size > sheet.slow {
                    limit = limit.min(SHORT * size / slowing);
                }
            }
        }
        limit
    }

    /// Parts that have set off and become fast enough, or have left what they set off from, go their own way from here.
    pub(crate) fn settle_ways(&mut self, y: &[f64]) {
        if !self.mode.lying.iter().any(|l| matches!(l, Lying::Slide { way, .. } if *way != [0.0; 3])) {
            return;
        }
        let (q, v, _) = self.split(y);
        self.kinematics(q, v);
        for b in 0..self.mode.lying.len() {
            let (Lying::Slide { from, viscous, .. }, Some(sheet)) = (self.mode.lying[b], &self.table.sheets[b]) else {
                continue;
            };
            let gone = !self.surfaces_under(sheet).any(|on| on == from);
            if gone || Self::pace(sheet, self.against(self.speeds_of(b), from)) > sheet.slow {
                self.mode.lying[b] = Lying::Slide { way: [0.0; 3], from: None, viscous };
            }
        }
    }

    /// Before a blow: friction of finite size has no impulse, so what rests lets go. Returns what it did.
    pub(crate) fn loosen_parts(&mut self) -> Vec<Lying> {
        let before = self.mode.lying.clone();
        for lying in self.mode.lying.iter_mut().filter(|l| matches!(l, Lying::Rest { .. })) {
            *lying = Lying::SLIDES;
        }
        before
    }

    /// After a blow, at the state of `kinematics`: what was not moved by it rests as before.
    pub(crate) fn rest_again(&mut self, before: &[Lying]) {
        for b in 0..before.len() {
            let (Lying::Rest { on }, Some(sheet)) = (before[b], &self.table.sheets[b]) else { continue };
            if Self::pace(sheet, self.against(self.speeds_of(b), on)) <= sheet.slow {
                self.mode.lying[b] = before[b];
            }
        }
    }

    /// Which parts rest and which slide at y, and which friction acts on those that do; `fired` are their guards.
    pub(crate) fn decide_rests(
        &mut self,
        time: f64,
        y: &mut [f64],
        fired: &[usize],
        out: &mut Vec<Transition>,
    ) -> Result<(), TransitionError> {
        let bodies: Vec<usize> = self.rubbing_parts().collect();
        if bodies.is_empty() {
            return Ok(());
        }
        let before = self.mode.lying.clone();
        let (q, rest) = y.split_at_mut(self.nq);
        let (v, _) = rest.split_at_mut(self.nv);
        self.kinematics(q, v);
        self.move_windows(time);
        let strained: Vec<usize> = bodies
            .iter()
            .enumerate()
            .filter(|(k, b)| fired.contains(&(PER_PART * k)) && matches!(before[**b], Lying::Rest { .. }))
            .map(|(_, b)| *b)
            .collect();
        let slowed = self.hold_the_slow(&bodies, v);
        if slowed {
            self.rows_changed();
            if !self.mode.touching.is_empty() {
                // what touches them stops with them: what is none for a part is more than none for a contact, which would open
                self.project_velocity(time, q, v);
            }
        }
        let (mut told, at_limit, mut strained) = (before.clone(), strained.clone(), strained);
        self.table.asked = (time, if self.table.asked.0 == time { self.table.asked.1 + 1 } else { 0 });
        let mut may_stay = self.table.asked.1 < STAYS;
        for pass in 0..PASSES {
            let last = if pass == 0 { before.clone() } else { self.mode.lying.clone() };
            self.let_slide(time, q, v, &bodies, &strained)?;
            let still = self.set_off_together(time, q, v, &bodies, &strained, &at_limit, may_stay);
            self.choose_branches(time, q, v, &bodies);
            let mut after = self.mode.lying.clone();
            for (b, rests) in still.iter().map(Still::as_resting) {
                after[b] = rests;
            }
            self.report_rests(&bodies, &told, &after, out);
            told = after;
            if !self.touch.any() || (still.is_empty() && self.mode.lying == last) {
                break;
            }
            // what rests and what slides changes what contacts carry
            self.touch_event(time, q, v, &crate::touch::Due::default(), out)?;
            may_stay &= self.stay(time, q, v, &still);
            strained.clear();
        }
        self.solve(time, q, v);
        Ok(())
    }

    /// At the state of `kinematics`: what rests on a surface that has jumped to another velocity, or is gone, slides on with its own.
    pub(crate) fn let_jumped_slide(&mut self, time: f64) {
        if !self.mode.lying.iter().any(|l| matches!(l, Lying::Rest { .. })) {
            return;
        }
        self.move_windows(time);
        let mut any = false;
        for b in 0..self.mode.lying.len() {
            let (Lying::Rest { on }, Some(sheet)) = (self.mode.lying[b], &self.table.sheets[b]) else { continue };
            if Self::pace(sheet, self.against(self.speeds_of(b), on)) > sheet.slow {
                self.mode.lying[b] = Lying::SLIDES;
                any = true;
            }
        }
        if any {
            self.rows_changed();
        }
    }

    /// After rows that hold parts came or went: what contacts do is to be solved anew.
    pub(super) fn rows_changed(&mut self) {
        self.remask();
        self.touch.fixed = None;
        self.touch.jammed = None;
    }

    /// Everything as slow as nothing rests, exactly.
    fn hold_the_slow(&mut self, bodies: &[usize], v: &mut [f64]) -> bool {
        let mut any = false;
        for &b in bodies {
            let (Lying::Slide { .. }, Some(sheet)) = (self.mode.lying[b], &self.table.sheets[b]) else { continue };
            if sheet.ground.as_ref().is_none_or(|g| g.law == Law::Viscous) {
                continue;
            }
            let (twist, none) = (self.speeds_of(b), sheet.slow * (1.0 + 1e-6));
            let slow = |on: &Option<u32>| Self::pace(sheet, self.against(twist, *on)) <= none;
            let Some(on) = self.surfaces_under(sheet).find(slow) else { continue };
            let at = self.spans[b].v;
            let u = on.map_or([0.0; 2], |w| self.table.belts[w as usize].map(|j| j.value));
            v[at..at + 3].copy_from_slice(&[u[0], u[1], 0.0]);
            self.mode.lying[b] = Lying::Rest { on };
            any = true;
        }
        any
    }

    /// What rests on a surface that is not under it any more rests on, without a word, where another one moves as it does: a belt
    /// that has stopped is the ground, a frame may show another belt in its place. At the state of `see_table`; true if any did.
    fn follow_surfaces(&mut self, bodies: &[usize]) -> bool {
        let mut any = false;
        for &b in bodies {
            let (Lying::Rest { on }, Some(sheet)) = (self.mode.lying[b], &self.table.sheets[b]) else { continue };
            if sheet.lies_on(on) {
                continue;
            }
            let twist = self.speeds_of(b);
            let alike = |other: &Option<u32>| {
                sheet.lies_on(*other) && Self::pace(sheet, self.against(twist, *other)) <= sheet.slow
            };
            if let Some(on) = sheet.surfaces.iter().copied().chain([None]).find(alike) {
                self.mode.lying[b] = Lying::Rest { on };
                any = true;
            }
        }
        any
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
            if !bodies.iter().any(|&b| matches!(self.mode.lying[b], Lying::Rest { .. })) {
                return Ok(());
            }
            self.see_table(time, q, v);
            if self.follow_surfaces(bodies) {
                self.rows_changed();
                continue;
            }
            let mut loose = Vec::new();
            for &b in bodies {
                let (Lying::Rest { on }, Some(sheet)) = (self.mode.lying[b], &self.table.sheets[b]) else { continue };
                let drive = self.holding(b).map(|x| -x);
                let (gauge, tightest) = self.gauge(sheet, on, drive);
                if gauge == f64::INFINITY {
                    // nothing holds it: the surface is gone from under it, or does not rub
                    loose.push((b, None, [0.0; 3]));
                    continue;
                }
                let beyond = gauge > 1.0 + ROUNDING || (round == 0 && strained.contains(&b) && gauge > 1.0 - 1e-9);
                if beyond {
                    let mass = [self.model.bodies[b].mass, self.model.bodies[b].inertia[2][2]];
                    let starts = self.sets_off(sheet, on, drive, [mass[0], mass[0], mass[1]]);
                    let way = if Self::pace(sheet, starts) > 0.0 { starts } else { tightest };
                    let size = Self::pace(sheet, way);
                    loose.push((b, on, way.map(|w| w / size)));
                }
            }
            if loose.is_empty() {
                return Ok(());
            }
            for (b, from, way) in loose {
                self.mode.lying[b] = Lying::Slide { way, from, viscous: [false; 2] };
            }
            self.rows_changed();
        }
        let joint = bodies.first().map_or_else(String::new, |&b| self.model.bodies[b].path.clone());
        Err(TransitionError::Undecided { joint })
    }

    /// Under the hybrid law, which of both frictions is the larger one now.
    fn choose_branches(&mut self, time: f64, q: &[f64], v: &[f64], bodies: &[usize]) {
        if !self.hybrid() {
            return;
        }
        self.see_table(time, q, v);
        for &b in bodies {
            let Some(sheet) = &self.table.sheets[b] else { continue };
            let (margins, equal) = (sheet.margins, sheet.equal);
            if let Lying::Slide { viscous, .. } = &mut self.mode.lying[b] {
                for i in (0..2).filter(|&i| margins[i].abs() > equal[i]) {
                    viscous[i] = margins[i] > 0.0;
                }
            }
        }
    }

    fn report_rests(&self, bodies: &[usize], before: &[Lying], after: &[Lying], out: &mut Vec<Transition>) {
        for &b in bodies {
            let path = self.model.bodies[b].path.clone();
            let on = |on: Option<u32>| match on {
                Some(w) => format!("`{}`", self.model.fields.windows[w as usize].path),
                None => "the surface".to_owned(),
            };
            let told = match (before[b], after[b]) {
                (Lying::Slide { .. }, Lying::Rest { on: where_ }) => {
                    Some((TransitionKind::Stick, format!("`{path}` comes to rest on {}", on(where_))))
                }
                (Lying::Rest { on: where_ }, Lying::Slide { .. }) => {
                    Some((TransitionKind::Slip, format!("`{path}` slips on {}", on(where_))))
                }
                (Lying::Slide { viscous: was, .. }, Lying::Slide { viscous: is, .. }) if was != is => {
                    let word = |v: bool| if v { "viscous" } else { "dry" };
                    let of = match (was[0] != is[0], was[1] != is[1]) {
                        (true, true) => format!("force by {} and torque by {} friction", word(is[0]), word(is[1])),
                        (true, false) => format!("force by {} friction", word(is[0])),
                        _ => format!("torque by {} friction", word(is[1])),
                    };
                    Some((TransitionKind::Friction, format!("`{path}` is now braked in {of}")))
                }
                _ => None,
            };
            if let Some((kind, text)) = told {
                out.push(Transition { kind, who: vec![path], numbers: Vec::new(), text });
            }
        }
    }
}
