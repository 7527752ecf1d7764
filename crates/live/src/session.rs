//! The session: how it goes on, and what is seen and read of its present.

use crate::hand::HandId;
use crate::history::{History, HistoryLimits};
use crate::input_log::InputLog;
use crate::live_error::LiveError;
use crate::version::Version;
use crate::watch::Watch;
use mainspring_engine::{Checkpoint, Engine, Ledger, Stop};
use mainspring_model::Model;
use mainspring_record::{Column, Event, Frame, Schema};
use mainspring_workbench::{Scene, Settings};
use std::sync::Arc;

/// How a session is held.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LiveOptions {
    /// where it ends, s; None: never
    pub end: Option<f64>,
    /// how much of the past is kept at hand
    pub history: HistoryLimits,
}

/// How a stretch of a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// where it was asked to
    Reached,
    /// before that, because it was told to stop
    Stopped,
    /// at the end of the run
    End,
}

/// A quantity at the present moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// its name, dimension and whether it is an angle
    pub column: Column,
    /// its components, SI
    pub values: Vec<f64>,
}

/// A run that is held: see the [crate](crate).
pub struct Live {
    pub(crate) version: Arc<Version>,
    pub(crate) model: Arc<Model>,
    pub(crate) engine: Engine,
    pub(crate) watch: Watch,
    pub(crate) history: History,
    pub(crate) log: InputLog,
    /// the present, s; the engine may be at the end of the step it lies in
    pub(crate) now: f64,
    /// where the engine's last step began, if the present may lie in that step, and what it was not to go beyond, s
    pub(crate) before: Option<(Checkpoint, f64)>,
    /// the frame in `watch` is that of the present
    pub(crate) drawn: bool,
    /// the log goes on beyond the present: it does so no more once anything else is done
    pub(crate) looking_back: bool,
    /// the run has come to its end, s
    pub(crate) ended: Option<f64>,
    pub(crate) next_hand: HandId,
}

impl Live {
    /// Opens a scene at t = 0.
    ///
    /// # Errors
    /// Everything found wrong, in the scene or in the settings; sweeps have no time to steer.
    pub fn open(scene: &Scene, settings: &Settings, options: LiveOptions) -> Result<Self, LiveError> {
        let end = options.end.unwrap_or(f64::INFINITY);
        if end.is_nan() || end <= 0.0 {
            return Err(LiveError::Number { what: "the end of the run, s,", value: end, positive: true });
        }
        let version = Version {
            scene: Arc::new(scene.clone()),
            settings: settings.clone(),
            hands: Vec::new(),
            mechanism: 0,
            end,
        };
        let (mut engine, model) = version.engine()?;
        let mut watch = Watch::default();
        engine.begin(&mut watch)?;
        let mut live = Self {
            version: Arc::new(version),
            model,
            engine,
            watch,
            history: History::new(options.history),
            log: InputLog::default(),
            now: 0.0,
            before: None,
            drawn: false,
            looking_back: false,
            ended: None,
            next_hand: 1,
        };
        live.keep_moment();
        Ok(live)
    }

    /// Opens a scene and does again what a log says.
    ///
    /// # Errors
    /// As [`Self::open`], and where what was done then cannot be done now: the log is of another scene, or of another version.
    pub fn replay(scene: &Scene, settings: &Settings, options: LiveOptions, log: &InputLog) -> Result<Self, LiveError> {
        let mut live = Self::open(scene, settings, options)?;
        live.log = log.clone();
        live.repeat((0, 0), f64::INFINITY)?;
        live.now = live.engine.time();
        Ok(live)
    }

    /// What frames hold and how to draw them; another one after `set`, `replace`, a grab, or a new expression that is read.
    #[must_use]
    pub fn schema(&self) -> &Schema {
        &self.watch.schema
    }

    /// The present, s.
    #[must_use]
    pub fn time(&self) -> f64 {
        self.now
    }

    /// What the mechanism is at present.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Everything that was done.
    #[must_use]
    pub fn log(&self) -> &InputLog {
        &self.log
    }

    /// How many checkpoints are kept, and how large the largest is, bytes.
    #[must_use]
    pub fn history_size(&self) -> (usize, usize) {
        self.history.size()
    }

    /// Goes on to a time by the engine's own steps, which are to the bit those of a run that nobody holds; `stop` is asked between
    /// steps.
    ///
    /// # Errors
    /// When a step cannot be taken; the present is then where the last good one ended.
    pub fn play(&mut self, to: f64, stop: &mut dyn FnMut() -> bool) -> Result<Pace, LiveError> {
        self.go_on_from_here()?;
        self.run(to, f64::INFINITY, stop)
    }

    /// Goes on to a time at which a step ends; `stop` is asked between steps.
    ///
    /// # Errors
    /// As [`Self::play`].
    pub fn steer(&mut self, to: f64, stop: &mut dyn FnMut() -> bool) -> Result<Pace, LiveError> {
        self.come_to_now()?;
        self.run(to, to, stop)
    }

    fn run(&mut self, to: f64, hold: f64, stop: &mut dyn FnMut() -> bool) -> Result<Pace, LiveError> {
        if to.is_nan() {
            return Err(LiveError::Number { what: "the time to go to, s,", value: to, positive: false });
        }
        if to <= self.now {
            return Ok(Pace::Reached);
        }
        self.drawn = false;
        let from = self.engine.time();
        let pace = self.advance(to, hold, stop, true);
        let reached = self.engine.time();
        if reached > from {
            self.log.push_run(from, reached, hold);
        }
        let pace = pace.inspect_err(|_| self.now = reached)?;
        self.now = match pace {
            Pace::Reached => to.min(reached),
            Pace::Stopped | Pace::End => reached,
        };
        Ok(pace)
    }

    /// Steps until the engine is at `to` or beyond, none of them beyond `hold`.
    pub(crate) fn advance(
        &mut self,
        to: f64,
        hold: f64,
        stop: &mut dyn FnMut() -> bool,
        keep: bool,
    ) -> Result<Pace, LiveError> {
        self.engine.hold_at(hold);
        while self.engine.time() < to {
            if self.ended.is_some() {
                return Ok(Pace::End);
            }
            if stop() {
                return Ok(Pace::Stopped);
            }
            if keep && self.history.wants(self.engine.time()) {
                self.keep_moment();
            }
            if hold > to {
                self.before = Some((self.engine.checkpoint(), hold));
            }
            let ended = self.engine.advance(&mut self.watch)? == Stop::End;
            self.engine.forget_events();
            if ended {
                self.ended = Some(self.engine.time());
            }
        }
        Ok(Pace::Reached)
    }

    pub(crate) fn keep_moment(&mut self) {
        self.engine.forget_events();
        self.history.keep(&self.engine.checkpoint(), &self.version, self.log.done());
    }

    /// What was looked back at is where it goes on: what came after it is forgotten.
    pub(crate) fn go_on_from_here(&mut self) -> Result<(), LiveError> {
        if !self.looking_back {
            return Ok(());
        }
        self.looking_back = false;
        self.log.cut_after(self.now);
        self.history.cut_after(self.now);
        self.come_to_now()
    }

    /// Brings the engine back to the present, where it is at the end of the step that the present lies in: that step ends here instead.
    pub(crate) fn come_to_now(&mut self) -> Result<(), LiveError> {
        if self.looking_back {
            return self.go_on_from_here();
        }
        if self.engine.time() <= self.now {
            return Ok(());
        }
        let Some((before, hold)) = self.before.take() else { return Ok(()) };
        let now = self.now;
        self.log.cut_after(before.time());
        let logged = self.log.reach();
        if logged < before.time() {
            self.log.push_run(logged, before.time(), hold);
        }
        self.engine.restore(&before)?;
        self.ended = None;
        self.watch.events.retain(|event| event.time <= before.time());
        let from = self.engine.time();
        if from < now {
            self.advance(now, now, &mut || false, false)?;
            self.log.push_run(from, self.engine.time(), now);
        }
        self.now = self.engine.time();
        self.drawn = false;
        Ok(())
    }

    /// The present: poses, values, contacts, arrows, energies.
    ///
    /// # Errors
    /// When joints cannot be closed there.
    pub fn frame(&mut self) -> Result<Frame<'_>, LiveError> {
        self.draw()?;
        Ok(self.watch.frame())
    }

    fn draw(&mut self) -> Result<(), LiveError> {
        if self.drawn {
            return Ok(());
        }
        let ahead = self.engine.time() > self.now;
        match self.before.take().filter(|_| ahead) {
            // the step is taken once more, and read on its way
            Some((before, hold)) => {
                self.watch.quiet = true;
                let again = self.take_again(&before, hold);
                self.watch.quiet = false;
                self.before = Some((before, hold));
                again?;
            }
            None => {
                self.engine.look_at(self.now);
                self.engine.show_present(&mut self.watch)?;
            }
        }
        self.drawn = true;
        Ok(())
    }

    fn take_again(&mut self, before: &Checkpoint, hold: f64) -> Result<(), LiveError> {
        let end = self.engine.time();
        self.engine.restore(before)?;
        self.engine.hold_at(hold);
        self.engine.look_at(self.now);
        if before.time() >= self.now {
            self.engine.show_present(&mut self.watch)?;
        }
        while self.engine.time() < end {
            if self.engine.advance(&mut self.watch)? == Stop::End {
                break;
            }
        }
        Ok(())
    }

    /// Any quantity that `--probe` takes, at the present moment.
    ///
    /// # Errors
    /// When the expression is wrong, or joints cannot be closed.
    pub fn read(&mut self, expression: &str) -> Result<Reading, LiveError> {
        let name = expression.trim();
        if !self.model.channels.iter().chain(&self.model.probes).any(|c| c.name == name) {
            let mut version = (*self.version).clone();
            version.settings.probes.push(name.to_owned());
            self.take_version(version)?;
        }
        self.draw()?;
        let mut at = 0;
        for channel in self.model.channels.iter().chain(&self.model.probes) {
            let width = channel.nodes.len();
            if channel.name == name {
                let column = Column { name: name.to_owned(), dimension: channel.dimension, angle: channel.angle };
                return Ok(Reading { column, values: self.engine.last_values()[at..at + width].to_vec() });
            }
            at += width;
        }
        // an expression may be written in more than one way; the last one is what was asked for
        let channel = self.model.probes.last().expect("an expression that builds is a probe");
        let values = self.engine.last_values();
        let column = Column { name: name.to_owned(), dimension: channel.dimension, angle: channel.angle };
        Ok(Reading { column, values: values[values.len() - channel.nodes.len()..].to_vec() })
    }

    /// The same mechanism with other loads or other things that are read.
    pub(crate) fn take_version(&mut self, version: Version) -> Result<(), LiveError> {
        let (mut engine, model) = version.engine()?;
        engine.take_over(&self.engine, &mut self.watch)?;
        if version.mechanism != self.version.mechanism {
            self.before = None;
        }
        (self.engine, self.model, self.version) = (engine, model, Arc::new(version));
        self.drawn = false;
        Ok(())
    }

    /// Events up to the present that nobody has taken yet.
    pub fn take_events(&mut self) -> Vec<Event> {
        let now = self.now;
        let (told, ahead) = std::mem::take(&mut self.watch.events).into_iter().partition(|event| event.time <= now);
        self.watch.events = ahead;
        told
    }

    /// Events that were let go because nobody took them in time.
    #[must_use]
    pub fn missed_events(&self) -> u64 {
        self.watch.missed
    }

    /// Of the state that the engine has reached: equal for two sessions only if every bit is, and to that of a run that came there.
    #[must_use]
    pub fn hash(&mut self) -> u64 {
        self.engine.present_hash()
    }

    /// Energies so far, and what their balance is off by.
    #[must_use]
    pub fn ledger(&self) -> &Ledger {
        self.engine.ledger()
    }
}
