//! Crowds: where more touches and changes at once than events are for, a run by event is stepped until it is calm again.
//!
//! A run is crowded where many places touch at once, where modes change more often than parts need to fall or move by their own
//! size, and where no modes can be found or they change over and over. Then the integrator waits, and steps that take all contacts
//! together go on from the same state. It is calm once few places touch and the same pairs have touched for a while; what steps
//! left of overlap is moved apart then, and modes are decided as at the start. After each return more patience is asked for,
//! so that a run at the border does not go to and fro. Both changes are events.

use crate::engine::Engine;
use crate::guard_table::Guard;
use crate::options::Stop;
use crate::outcome::RunError;
use crate::stepper::Stepper;
use mainspring_dynamics::TransitionError;
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
const MOST_CHANGES: [usize; 2] = [1024, 128];
/// Events in that time: a blow that runs through many contacts and back again is many.
const MOST_EVENTS: [u64; 2] = [2048, 300];
/// Steps tried in that time: where contact changes as well, events take more work than steps of one length would; in the plane, in
/// space.
const MOST_TRIED: [u64; 2] = [20_000, 300];
/// Times of a fall for which the same pairs must have touched before it is calm.
const CALM_TIMES: f64 = 4.0;
/// Returns after which no more patience is asked for.
const MOST_RETURNS: u32 = 10;

impl Engine {
    /// Whether a run that is not stepped by its method is stepped at present.
    fn stepped_now(&self) -> bool {
        self.crowds.waiting.is_some() && self.system.stepped()
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
        (self.rapid_changes, self.stall_window) = (0, (0, self.time));
        self.crowds.notes.changes.clear();
        self.crowds.notes.calm_since = self.time;
        self.refit_guards();
    }

    /// Steps from the start what is crowded there.
    pub(crate) fn watch_start(&mut self, sink: &mut dyn Sink) -> Result<(), RunError> {
        if self.crowds.waiting.is_none() {
            return Ok(());
        }
        let places = self.system.count_places(&self.y, &mut self.crowds.pairs);
        if self.many(places) { self.hand_over(&many_places(places), sink) } else { Ok(()) }
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

    /// After a step: changes the way to go on where it is time. Its length was h.
    pub(crate) fn watch_crowd(&mut self, stop: &Stop, h: f64, sink: &mut dyn Sink) -> Result<(), RunError> {
        if self.crowds.waiting.is_none() {
            return Ok(());
        }
        let places = self.system.touching_now(&mut self.crowds.pairs);
        let now = self.time;
        if self.stepped_now() {
            let crowds = &mut self.crowds;
            crowds.notes.stepped += h;
            if crowds.notes.pairs != crowds.pairs {
                std::mem::swap(&mut crowds.notes.pairs, &mut crowds.pairs);
                crowds.notes.calm_since = now;
            }
            let patience = CALM_TIMES * f64::from(1_u32 << crowds.notes.returns.min(MOST_RETURNS));
            if places <= CALM_PLACES && now - crowds.notes.calm_since > patience * self.system.crowd_time(&self.y) {
                self.take_back(sink)?;
            }
            return Ok(());
        }
        let tried = self.work.steps + self.work.rejected;
        if let Some(&(since, _, before)) = self.crowds.notes.changes.front()
            && places > 0
            && tried - before > MOST_TRIED[self.in_space()]
            && now - since <= self.system.crowd_time(&self.y)
        {
            let (count, span) = (tried - before, now - since);
            return self.hand_over(&format!("{count} steps were tried within {span:.1e} s as contact changed"), sink);
        }
        let Stop::Condition(which) = stop else { return Ok(()) };
        if !which.iter().any(|guard| matches!(guard, Guard::Mode(_))) {
            return Ok(());
        }
        if self.many(places) {
            return self.hand_over(&many_places(places), sink);
        }
        let within = self.system.crowd_time(&self.y);
        let changes = &mut self.crowds.notes.changes;
        changes.push_back((now, self.work.events, tried));
        while changes.front().is_some_and(|(since, ..)| now - since > within) {
            changes.pop_front();
        }
        let events = changes.front().map_or(0, |(_, before, _)| self.work.events - before);
        let many = usize::from(places > FEW || self.crowds.parts > FEW);
        let (count, what) = if events > MOST_EVENTS[many] {
            (events as usize, "events")
        } else {
            (changes.len(), "changes of contact")
        };
        if count > MOST_CHANGES[many] {
            let span = now - changes.front().map_or(now, |(since, ..)| *since);
            return self.hand_over(&format!("{count} {what} within {span:.1e} s"), sink);
        }
        Ok(())
    }

    /// Steps on from where events found no way; the error where steps cannot either.
    pub(crate) fn step_instead(&mut self, error: RunError, sink: &mut dyn Sink) -> Result<(), RunError> {
        let known = self.system.touching_now(&mut self.crowds.pairs);
        if known == 0 && self.system.count_places(&self.y, &mut self.crowds.pairs) == 0 {
            // nothing touches: contact is not what stands in the way
            return Err(error);
        }
        let why = match &error {
            RunError::Friction { source: TransitionError::Driven { .. } | TransitionError::Wedged { .. }, .. } => {
                return Err(error);
            }
            RunError::Friction { .. } => "no consistent set of contacts was found",
            RunError::Pileup { .. } => "contact changed over and over",
            RunError::Stuck { .. } => "steps became too short",
            RunError::Open { source, .. } if source.contact => "what touches could not be held together",
            _ => return Err(error),
        };
        if self.crowds.waiting.is_none() || self.stepped_now() || gave_up() {
            return Err(error);
        }
        self.events_here = (f64::NEG_INFINITY, 0);
        self.hand_over(why, sink)
    }

    /// Whether parts are inside each other where the step that has just been taken would end, as the auditor measures it: what two
    /// solids touch with in space may change in ways that events do not see. Then steps go on from where that step began.
    pub(crate) fn would_overlap(&mut self, stop: &Stop, sink: &mut dyn Sink) -> Result<bool, RunError> {
        if self.crowds.waiting.is_none() || self.stepped_now() || self.in_space() == 0 {
            return Ok(false);
        }
        let touches = self.system.touching_now(&mut self.crowds.pairs) > 0;
        if !touches && !matches!(stop, Stop::Condition(_)) {
            return Ok(false);
        }
        match self.auditing.overlap_at(self.system.as_mut(), &self.scratch) {
            None => Ok(false),
            Some(text) => self.hand_over(&format!("by events {text}"), sink).map(|()| true),
        }
    }

    fn hand_over(&mut self, why: &str, sink: &mut dyn Sink) -> Result<(), RunError> {
        self.change_way();
        let text = format!("stepped from here on: {why}");
        self.emit("stepping", Vec::new(), vec![("step".to_owned(), self.fixed_step())], text, sink)
    }

    /// Events take over, if they find a way.
    fn take_back(&mut self, sink: &mut dyn Sink) -> Result<(), RunError> {
        self.crowds.notes.returns = self.crowds.notes.returns.saturating_add(1);
        let before = (self.y.clone(), self.system.mode(), self.ledger);
        let energy = self.system.energy(&self.y).total();
        let stays = |engine: &mut Self| {
            engine.y.clone_from(&before.0);
            engine.system.set_mode(before.1.clone());
            engine.system.remember_angles(&before.0);
            engine.ledger = before.2;
            engine.crowds.notes.calm_since = engine.time;
        };
        if self.system.separate(self.time, &mut self.y).is_err() {
            stays(self);
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
                stays(self);
                Ok(())
            }
        }
    }
}

fn many_places(places: usize) -> String {
    format!("{places} places touch at once")
}
