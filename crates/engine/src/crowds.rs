//! Crowds: where more touches and changes at once than events are for, a component is stepped until it is calm again.
//!
//! A component is what hangs together by joints, loads and possible contacts. What is crowded of several is stepped alone, and the
//! others go on by event (`crowd_parts`); where everything hangs together the whole run is stepped.
//!
//! A component is crowded where many places touch at once, where modes change more often than parts need to fall or move by their own
//! size, and where no modes can be found or they change over and over. Then the integrator waits, and steps that take all contacts
//! together go on from the same state. It is calm once few places touch and the same pairs have touched for a while; what steps
//! left of overlap is moved apart then, and modes are decided as at the start. After each return more patience is asked for,
//! so that what is at the border does not go to and fro. Both changes are events.

use crate::engine::Engine;
use crate::ledger::Ledger;
use crate::options::Stop;
use crate::outcome::RunError;
use crate::stepper::Stepper;
use mainspring_dynamics::{Mode, TransitionError};
use mainspring_model::{ContactPair, Touched};
use mainspring_numerics::interrupt::gave_up;
use mainspring_record::Sink;

/// Places that touch at once, more of which are a crowd where parts rest on several others, and however they rest: a tower
/// carries its load one way, a pyramid in many. In the plane, and in space.
const MOST_PLACES: [[usize; 2]; 2] = [[48, 128], [20, 128]];
/// Places that touch at once, up to which it may be calm.
const CALM_PLACES: usize = 12;
/// Places that touch at once, and moving parts that may touch, up to which it is a mechanism rather than a crowd.
const FEW: usize = 8;
/// Changes of mode within the time of a fall, more of which are a crowd: of a mechanism, and of more.
const MOST_CHANGES: [usize; 2] = [1024, 32];
/// Events in that time: a blow that runs through many contacts and back again is many. In the plane, and in space, where every
/// event takes more work.
const MOST_EVENTS: [[u64; 2]; 2] = [[2048, 300], [2048, 100]];
/// Steps tried in that time: where contact changes as well, events take more work than steps of one length would; in the plane, in
/// space.
const MOST_TRIED: [u64; 2] = [20_000, 300];
/// Times of a fall for which the same pairs must have touched before it is calm.
const CALM_TIMES: f64 = 4.0;
/// Returns after which no more patience is asked for.
const MOST_RETURNS: u32 = 10;

impl Engine {
    /// Whether a run that is not stepped by its method is stepped as a whole at present.
    fn all_stepped(&self) -> bool {
        self.crowds.waiting.is_some() && self.system.stepped()
    }

    /// Whether a component is stepped at present.
    pub(crate) fn part_stepped(&self, component: usize) -> bool {
        self.all_stepped() || self.system.component_stepped(component)
    }

    /// Whether everything that moves sleeps.
    pub(crate) fn all_asleep(&self) -> bool {
        let asleep = self.system.asleep();
        asleep > 0 && asleep == self.system.component_count()
    }

    /// The integrator of the scene, acting or not.
    pub(crate) fn own_stepper(&self) -> &dyn Stepper {
        match &self.crowds.waiting {
            Some(waiting) if self.system.stepped() => waiting.as_ref(),
            _ => self.stepper.as_ref(),
        }
    }

    /// Lets the other way act, without a word.
    pub(crate) fn change_way(&mut self) {
        let Some(waiting) = &mut self.crowds.waiting else { return };
        std::mem::swap(&mut self.stepper, waiting);
        let stepped = !self.system.stepped();
        self.system.set_stepped(stepped);
        self.restart = true;
        self.begin_way(0);
    }

    /// Counts of what is crowded and calm begin anew for a component.
    pub(crate) fn begin_way(&mut self, component: usize) {
        (self.rapid_changes, self.stall_window) = (0, (0, self.time));
        let notes = &mut self.crowds.notes.parts[component];
        notes.changes.clear();
        notes.calm_since = self.time;
        self.refit_guards();
    }

    /// Steps from the start what is crowded there.
    pub(crate) fn watch_start(&mut self, sink: &mut dyn Sink) -> Result<(), RunError> {
        if !self.crowds.can() {
            return Ok(());
        }
        if !self.crowds.apart {
            let places = self.system.count_places(&self.y, &mut self.crowds.pairs);
            return if self.many(places) { self.hand_over(0, &many_places(places), sink) } else { Ok(()) };
        }
        let mut pairs = Vec::new();
        let all = self.system.count_places_by_pair(&self.y, &mut pairs);
        for component in 0..self.crowds.parts.len() {
            let own = |pair: &u32| self.system.component_of_pair(*pair as usize) == Some(component);
            let places: usize = pairs.iter().zip(&all).filter(|(pair, _)| own(pair)).map(|(_, places)| places).sum();
            self.crowds.pairs = pairs.iter().copied().filter(own).collect();
            if self.many(places) {
                self.hand_over(component, &many_places(places), sink)?;
            }
        }
        Ok(())
    }

    /// Whether so many places of the pairs that touch are a crowd.
    fn many(&self, places: usize) -> bool {
        let most = MOST_PLACES[self.in_space()];
        if places <= most[0] {
            return false;
        }
        let all = &self.system.model().contacts.pairs;
        let pairs = self.crowds.pairs.iter().filter_map(|&k| all.get(k as usize));
        let second = |p: &ContactPair| if let Touched::Body(b) = p.b { Some(b) } else { None };
        let mut bodies: Vec<usize> = pairs.flat_map(|p| [Some(p.a), second(p)]).flatten().collect();
        bodies.sort_unstable();
        bodies.dedup();
        places > most[1] || 2 * self.crowds.pairs.len() > 3 * bodies.len()
    }

    /// 1 in space, 0 in the plane.
    fn in_space(&self) -> usize {
        usize::from(self.system.model().space.components() == 3)
    }

    /// After a step: changes the way to go on of what it is time for. Its length was h.
    pub(crate) fn watch_crowd(&mut self, stop: &Stop, h: f64, sink: &mut dyn Sink) -> Result<(), RunError> {
        if !self.crowds.can() {
            return Ok(());
        }
        let count = self.crowds.parts.len();
        if (0..count).any(|component| self.part_stepped(component)) {
            self.crowds.notes.stepped += h;
        }
        let changed = self.changed_parts(stop);
        for component in 0..count {
            if self.crowds.parts[component] == 0 {
                continue;
            }
            if self.part_stepped(component) {
                self.watch_calm(component, sink)?;
            } else {
                self.watch_part(component, changed[component], sink)?;
            }
        }
        self.crowds.changed = changed;
        Ok(())
    }

    /// Whether it is time for events to take over what is stepped.
    fn watch_calm(&mut self, component: usize, sink: &mut dyn Sink) -> Result<(), RunError> {
        let places = self.system.touching_in(component, &mut self.crowds.pairs);
        let (crowds, now) = (&mut self.crowds, self.time);
        let notes = &mut crowds.notes.parts[component];
        if notes.pairs != crowds.pairs {
            std::mem::swap(&mut notes.pairs, &mut crowds.pairs);
            notes.calm_since = now;
        }
        let patience = CALM_TIMES * f64::from(1_u32 << notes.returns.min(MOST_RETURNS));
        let since = notes.calm_since;
        if places <= CALM_PLACES && now - since > patience * self.system.crowd_time_of(component, &self.y) {
            self.take_back(component, sink)?;
        }
        Ok(())
    }

    /// Whether it is time to step what goes on by event; `changed`: its modes have.
    fn watch_part(&mut self, component: usize, changed: bool, sink: &mut dyn Sink) -> Result<(), RunError> {
        let places = self.system.touching_in(component, &mut self.crowds.pairs);
        let now = self.time;
        let tried = self.work.steps + self.work.rejected;
        if let Some(&(since, _, before)) = self.crowds.notes.parts[component].changes.front()
            && places > 0
            && tried - before > MOST_TRIED[self.in_space()]
            && now - since <= self.system.crowd_time_of(component, &self.y)
        {
            let (count, span) = (tried - before, now - since);
            let why = format!("{count} steps were tried within {span:.1e} s as contact changed");
            return self.hand_over(component, &why, sink);
        }
        if !changed {
            return Ok(());
        }
        if self.many(places) {
            return self.hand_over(component, &many_places(places), sink);
        }
        let (within, space) = (self.system.crowd_time_of(component, &self.y), self.in_space());
        let notes = &mut self.crowds.notes.parts[component];
        let told = notes.events;
        let changes = &mut notes.changes;
        changes.push_back((now, told, tried));
        while changes.front().is_some_and(|(since, ..)| now - since > within) {
            changes.pop_front();
        }
        let events = changes.front().map_or(0, |(_, before, _)| told - before);
        let many = usize::from(places > FEW || self.crowds.parts[component] > FEW);
        let (count, what) = if events > MOST_EVENTS[space][many] {
            (events as usize, "events")
        } else {
            (changes.len(), "changes of contact")
        };
        if count > MOST_CHANGES[many] {
            let span = now - changes.front().map_or(now, |(since, ..)| *since);
            return self.hand_over(component, &format!("{count} {what} within {span:.1e} s"), sink);
        }
        Ok(())
    }

    /// Steps on from where events found no way; the error where steps cannot either.
    pub(crate) fn step_instead(&mut self, error: RunError, sink: &mut dyn Sink) -> Result<(), RunError> {
        let touching = self.parts_that_touch();
        if touching.is_empty() {
            // nothing touches: contact is not what stands in the way
            return Err(error);
        }
        let why = match &error {
            RunError::Friction { source: TransitionError::Driven { .. } | TransitionError::Wedged { .. }, .. } => {
                return Err(error);
            }
            RunError::Friction { .. } => "no consistent set of contacts was found",
            // conditions that switch each other are no matter of contact
            RunError::Pileup { kind, .. } if kind == "attach" || kind == "release" => return Err(error),
            RunError::Pileup { .. } => "contact changed over and over",
            RunError::Stuck { .. } => "steps became too short",
            RunError::Open { source, .. } if source.contact => "what touches could not be held together",
            _ => return Err(error),
        };
        let by_event: Vec<usize> = touching.into_iter().filter(|&component| !self.part_stepped(component)).collect();
        if !self.crowds.can() || by_event.is_empty() || gave_up() {
            return Err(error);
        }
        self.events_here = (f64::NEG_INFINITY, 0);
        for component in by_event {
            self.hand_over(component, why, sink)?;
        }
        self.restart = true;
        Ok(())
    }

    /// Components in which something touches.
    fn parts_that_touch(&mut self) -> Vec<usize> {
        let all = 0..self.crowds.parts.len();
        let known: Vec<usize> = all.filter(|&c| self.system.touching_in(c, &mut self.crowds.pairs) > 0).collect();
        if !known.is_empty() && known.iter().any(|&component| !self.part_stepped(component)) {
            return known;
        }
        let mut pairs = Vec::new();
        self.system.count_places(&self.y, &mut pairs);
        let mut found: Vec<usize> = pairs.iter().filter_map(|&k| self.system.component_of_pair(k as usize)).collect();
        found.extend(known);
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Whether parts are inside each other where the step that has just been taken would end, as the auditor measures it: what two
    /// solids touch with in space may change in ways that events do not see. Then steps go on from where that step began.
    pub(crate) fn would_overlap(&mut self, stop: &Stop, sink: &mut dyn Sink) -> Result<bool, RunError> {
        if !self.crowds.can() || self.all_stepped() || self.in_space() == 0 {
            return Ok(false);
        }
        let touches = self.system.touching_now(&mut self.crowds.pairs) > 0;
        if !touches && !matches!(stop, Stop::Condition(_)) {
            return Ok(false);
        }
        let Some((text, component)) = self.auditing.overlap_at(self.system.as_mut(), &self.scratch) else {
            return Ok(false);
        };
        self.hand_over(component, &format!("by events {text}"), sink).map(|()| true)
    }

    fn hand_over(&mut self, component: usize, why: &str, sink: &mut dyn Sink) -> Result<(), RunError> {
        if self.crowds.apart {
            return self.hand_over_part(component, why, sink);
        }
        self.change_way();
        let text = format!("stepped from here on: {why}");
        self.emit("stepping", Vec::new(), vec![("step".to_owned(), self.fixed_step())], text, sink)
    }

    /// Events take over, if they find a way.
    fn take_back(&mut self, component: usize, sink: &mut dyn Sink) -> Result<(), RunError> {
        let returns = &mut self.crowds.notes.parts[component].returns;
        *returns = returns.saturating_add(1);
        if self.crowds.apart {
            return self.take_back_part(component, sink);
        }
        let before = (self.y.clone(), self.system.mode(), self.ledger);
        let energy = self.system.energy(&self.y).total();
        if self.system.separate(self.time, &mut self.y).is_err() {
            self.stay_stepped(component, before);
            return Ok(());
        }
        self.ledger.lost += energy - self.system.energy(&self.y).total();
        self.change_way();
        match self.decide_quietly() {
            Ok(changes) => {
                let text =
                    format!("event by event from here on: {} pairs touch, as for a while", self.crowds.pairs.len());
                self.emit("stepping", Vec::new(), vec![("step".to_owned(), 0.0)], text, sink)?;
                self.report_changes(changes, sink)
            }
            Err(_) => {
                self.change_way();
                self.stay_stepped(component, before);
                Ok(())
            }
        }
    }

    /// Events have found no way: everything is as it was, and calm is counted anew.
    pub(crate) fn stay_stepped(&mut self, component: usize, before: (Vec<f64>, Mode, Ledger)) {
        self.y.clone_from(&before.0);
        self.system.set_mode(before.1);
        self.system.remember_angles(&before.0);
        self.ledger = before.2;
        self.crowds.notes.parts[component].calm_since = self.time;
    }
}

fn many_places(places: usize) -> String {
    format!("{places} places touch at once")
}
