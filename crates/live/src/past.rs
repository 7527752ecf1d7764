//! Back to what has been, and to what was kept.

use crate::changes::Swap;
use crate::history::{History, Moment};
use crate::input_log::{Input, InputLog};
use crate::live_error::LiveError;
use crate::session::Live;
use crate::watch::Watch;
use mainspring_engine::{Checkpoint, Stop};
use std::sync::Arc;

/// A session as it was at a moment.
#[derive(Clone, Debug)]
pub struct Snapshot {
    moment: Moment,
    log: InputLog,
    history: History,
}

impl Snapshot {
    /// When it was taken, s.
    #[must_use]
    pub fn time(&self) -> f64 {
        self.moment.time
    }
}

impl Live {
    /// Goes to a moment that has been: the log is done again from the last checkpoint before it. Whatever is done then begins another
    /// story from there.
    ///
    /// # Errors
    /// When the time is before the start, or after everything that was.
    pub fn seek(&mut self, time: f64) -> Result<(), LiveError> {
        let end = if self.looking_back { self.log.reach() } else { self.now };
        if !(0.0..=end).contains(&time) {
            return Err(LiveError::Outside { time, end });
        }
        if !self.looking_back {
            self.come_to_now()?;
        }
        let moment = self.history.before(time).expect("the start is kept").clone();
        self.return_to(&moment)?;
        self.repeat(moment.done, time)?;
        (self.now, self.looking_back, self.drawn) = (time, true, false);
        Ok(())
    }

    fn return_to(&mut self, moment: &Moment) -> Result<(), LiveError> {
        let state = Checkpoint::from_bytes(&moment.state)?;
        if moment.version.mechanism != self.version.mechanism {
            let mut version = (*moment.version).clone();
            version.settings.probes.clone_from(&self.version.settings.probes);
            let built = version.engine().or_else(|_| moment.version.engine());
            let (mut engine, model) = built?;
            engine.begin(&mut Watch::default())?;
            (self.engine, self.model) = (engine, model);
        }
        self.engine.restore(&state)?;
        self.version = Arc::clone(&moment.version);
        self.next_hand = self.version.hands.last().map_or(1, |hand| hand.id + 1);
        (self.before, self.ended, self.drawn) = (None, None, false);
        self.watch.events.clear();
        Ok(())
    }

    /// Does again what the log says, from where `done` of it is done, up to `time` or the step in which that lies.
    pub(crate) fn repeat(&mut self, (entries, ends): (usize, u64), time: f64) -> Result<(), LiveError> {
        self.watch.quiet = true;
        let done = self.repeat_quietly((entries, ends), time);
        self.watch.quiet = false;
        done
    }

    fn repeat_quietly(&mut self, (entries, ends): (usize, u64), time: f64) -> Result<(), LiveError> {
        let log = std::mem::take(&mut self.log);
        let mut result = Ok(());
        // the last entry may have grown since
        let first = if ends > 0 { entries.saturating_sub(1) } else { entries };
        for (k, (at, input)) in log.entries().enumerate().skip(first) {
            if at > time {
                break;
            }
            let skip = if k + 1 == entries { ends } else { 0 };
            match self.repeat_one(input, usize::try_from(skip).unwrap_or(usize::MAX), time) {
                // what begins again has no past
                Ok(true) => {
                    self.history.cut_after(-1.0);
                    self.history.keep(&self.engine.checkpoint(), &self.version, (k + 1, 0));
                }
                Ok(false) => {}
                Err(error) => result = Err(error),
            }
            if result.is_err() || self.engine.time() > time {
                break;
            }
        }
        self.log = log;
        result
    }

    /// Does one thing again; whether the run began again at t = 0 with it.
    fn repeat_one(&mut self, input: &Input, skip: usize, time: f64) -> Result<bool, LiveError> {
        let to = |until: f64| if until > time { time } else { until };
        match input {
            Input::Ran { hold, until } => {
                // the step in which `time` lies is taken whole
                while self.ended.is_none() && self.engine.time() < to(*until) {
                    self.repeat_step(*hold)?;
                }
            }
            Input::Ends(ends) => {
                for end in ends.times().skip(skip) {
                    while self.ended.is_none() && self.engine.time() < to(end) {
                        self.repeat_step(end)?;
                    }
                    if end > time {
                        break;
                    }
                }
            }
            Input::Grab(grab) => {
                self.do_grab(grab)?;
            }
            Input::Drag { hand, target, velocity } => self.do_drag(*hand, *target, *velocity)?,
            Input::Release(hand) => self.do_release(*hand)?,
            Input::Set { path, value } => return Ok(matches!(self.do_set(path, value)?, Swap::Restarted { .. })),
            Input::Replace(scene) => return Ok(matches!(self.do_replace(scene)?, Swap::Restarted { .. })),
        }
        Ok(false)
    }

    fn repeat_step(&mut self, hold: f64) -> Result<(), LiveError> {
        self.before = Some((self.engine.checkpoint(), hold));
        self.engine.hold_at(hold);
        if self.engine.advance(&mut self.watch)? == Stop::End {
            self.ended = Some(self.engine.time());
        }
        self.engine.forget_events();
        Ok(())
    }

    /// All of the session as it is, to come back to with [`Self::restore`].
    ///
    /// # Errors
    /// When the step that the present lies in cannot be ended there.
    pub fn snapshot(&mut self) -> Result<Snapshot, LiveError> {
        self.come_to_now()?;
        let state = self.engine.checkpoint().to_bytes();
        let version = Arc::clone(&self.version);
        let moment = Moment { time: self.now, state, version, done: self.log.done() };
        Ok(Snapshot { moment, log: self.log.clone(), history: self.history.clone() })
    }

    /// Back, or on, to a snapshot of this session.
    ///
    /// # Errors
    /// When it is of another session.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), LiveError> {
        self.return_to(&snapshot.moment)?;
        self.log.clone_from(&snapshot.log);
        self.history.clone_from(&snapshot.history);
        (self.now, self.looking_back) = (snapshot.moment.time, false);
        Ok(())
    }
}
