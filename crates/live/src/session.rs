//! The session.

use crate::hand::{Grab, Hand, HandId, body_of, force_name, inputs};
use crate::history::{History, HistoryLimits, Moment};
use crate::input_log::{Input, InputLog};
use crate::live_error::LiveError;
use crate::version::Version;
use crate::watch::Watch;
use mainspring_definition::SpaceKind;
use mainspring_engine::{Checkpoint, Engine, Ledger, Stop};
use mainspring_model::{BodyId, Model, Pose};
use mainspring_numerics::quaternion::{conjugate, rotate};
use mainspring_numerics::vec2;
use mainspring_numerics::vec3::sub;
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

/// What became of the motion when the mechanism was changed.
#[derive(Clone, Debug, PartialEq)]
pub enum Swap {
    /// it goes on
    Kept {
        /// how far the part that moved most had to be moved so that everything fits, m
        moved: f64,
    },
    /// it begins again at t = 0
    Restarted {
        /// one sentence
        why: String,
    },
}

/// A quantity at the present moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// its name, dimension and whether it is an angle
    pub column: Column,
    /// its components, SI
    pub values: Vec<f64>,
}

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

/// A run that is held: see the [crate](crate).
pub struct Live {
    version: Arc<Version>,
    model: Arc<Model>,
    engine: Engine,
    watch: Watch,
    history: History,
    log: InputLog,
    /// the present, s; the engine may be at the end of the step it lies in
    now: f64,
    /// where the engine's last step began, if the present may lie in that step, and what it was not to go beyond, s
    before: Option<(Checkpoint, f64)>,
    /// the frame in `watch` is that of the present
    drawn: bool,
    /// the log goes on beyond the present: it does so no more once anything else is done
    looking_back: bool,
    /// the run has come to its end, s
    ended: Option<f64>,
    next_hand: HandId,
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
    fn advance(&mut self, to: f64, hold: f64, stop: &mut dyn FnMut() -> bool, keep: bool) -> Result<Pace, LiveError> {
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

    fn keep_moment(&mut self) {
        self.engine.forget_events();
        self.history.keep(&self.engine.checkpoint(), &self.version, self.log.done());
    }

    /// What was looked back at is where it goes on: what came after it is forgotten.
    fn go_on_from_here(&mut self) -> Result<(), LiveError> {
        if !self.looking_back {
            return Ok(());
        }
        self.looking_back = false;
        self.log.cut_after(self.now);
        self.history.cut_after(self.now);
        self.come_to_now()
    }

    /// Brings the engine back to the present, where it is at the end of the step that the present lies in: that step ends here instead.
    fn come_to_now(&mut self) -> Result<(), LiveError> {
        if self.looking_back {
            return self.go_on_from_here();
        }
        if self.engine.time() <= self.now {
            return Ok(());
        }
        let Some((before, _)) = self.before.take() else { return Ok(()) };
        let now = self.now;
        self.log.cut_after(before.time());
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
    fn take_version(&mut self, version: Version) -> Result<(), LiveError> {
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

    /// Takes hold of a part.
    ///
    /// # Errors
    /// When no such part moves, or numbers make no sense.
    pub fn grab(&mut self, grab: Grab) -> Result<HandId, LiveError> {
        self.come_to_now()?;
        let id = self.do_grab(&grab)?;
        self.log.push(self.now, Input::Grab(grab));
        Ok(id)
    }

    fn do_grab(&mut self, grab: &Grab) -> Result<HandId, LiveError> {
        finite("the point of a grab, m,", &grab.point)?;
        let body = body_of(&self.model, &grab.body)?;
        let hand = Hand::new(self.next_hand, grab, self.local(body, grab.point), self.model.bodies[body].mass)?;
        let mut version = (*self.version).clone();
        if version.hands.iter().all(|hand| hand.open) {
            version.hands.clear();
        }
        version.mechanism += 1;
        let index = version.hands.len();
        version.hands.push(hand.clone());
        self.take_version(version)?;
        let (id, time) = (hand.id, self.engine.time());
        self.next_hand += 1;
        self.engine.set_inputs(&inputs(index, &hand, time, grab.point, [0.0; 3]), &mut self.watch)?;
        self.drawn = false;
        Ok(id)
    }

    /// A place in the world as the body frame has it.
    fn local(&mut self, body: BodyId, point: [f64; 3]) -> [f64; 3] {
        let state = self.engine.state().to_vec();
        let mut poses: Vec<Pose> = Vec::new();
        self.engine.system().poses(&state, &mut poses);
        let pose = poses[body];
        let arm = sub(point, pose.position);
        if self.model.space == SpaceKind::Planar {
            let [x, y] = vec2::rotate_by([arm[0], arm[1]], -pose.angle);
            [x, y, 0.0]
        } else {
            rotate(conjugate(pose.orientation), arm)
        }
    }

    /// Moves a hand: it is at `target`, m, and moves on with `velocity`, m/s.
    ///
    /// # Errors
    /// When that hand holds nothing, or numbers are not finite.
    pub fn drag(&mut self, hand: HandId, target: [f64; 3], velocity: [f64; 3]) -> Result<(), LiveError> {
        self.holding(hand)?;
        self.come_to_now()?;
        self.do_drag(hand, target, velocity)?;
        self.log.push(self.now, Input::Drag { hand, target, velocity });
        Ok(())
    }

    fn do_drag(&mut self, hand: HandId, target: [f64; 3], velocity: [f64; 3]) -> Result<(), LiveError> {
        finite("the place of a hand, m,", &target)?;
        finite("the velocity of a hand, m/s,", &velocity)?;
        let index = self.holding(hand)?;
        let numbers = inputs(index, &self.version.hands[index], self.engine.time(), target, velocity);
        self.drawn = false;
        Ok(self.engine.set_inputs(&numbers, &mut self.watch)?)
    }

    /// Place of a hand that holds something.
    fn holding(&self, hand: HandId) -> Result<usize, LiveError> {
        let holds = |h: &Hand| h.id == hand && !h.open;
        self.version.hands.iter().position(holds).ok_or(LiveError::NoHand(hand))
    }

    /// What a hand exerts on its part at the present moment, N, world axes.
    ///
    /// # Errors
    /// When that hand holds nothing, or joints cannot be closed.
    pub fn grab_force(&mut self, hand: HandId) -> Result<[f64; 3], LiveError> {
        self.holding(hand)?;
        let read = self.read(&force_name(hand))?;
        let mut force = [0.0; 3];
        force.iter_mut().zip(read.values).for_each(|(to, x)| *to = x);
        Ok(force)
    }

    /// Lets go.
    ///
    /// # Errors
    /// When that hand holds nothing.
    pub fn release(&mut self, hand: HandId) -> Result<(), LiveError> {
        self.holding(hand)?;
        self.come_to_now()?;
        self.do_release(hand)?;
        self.log.push(self.now, Input::Release(hand));
        Ok(())
    }

    fn do_release(&mut self, hand: HandId) -> Result<(), LiveError> {
        let index = self.holding(hand)?;
        let mut version = (*self.version).clone();
        version.hands[index].open = true;
        let numbers = inputs(index, &version.hands[index], self.engine.time(), [0.0; 3], [0.0; 3]);
        self.version = Arc::new(version);
        self.drawn = false;
        Ok(self.engine.set_inputs(&numbers, &mut self.watch)?)
    }

    /// Another value for whatever `--set` reaches: `set("crank.l", "12 cm")`.
    ///
    /// # Errors
    /// When there is no such thing, or the value makes no sense; the session goes on as it was.
    pub fn set(&mut self, path: &str, value: &str) -> Result<Swap, LiveError> {
        self.come_to_now()?;
        let swap = self.do_set(path, value)?;
        self.log.push(self.now, Input::Set { path: path.to_owned(), value: value.to_owned() });
        self.after_swap(&swap);
        Ok(swap)
    }

    fn do_set(&mut self, path: &str, value: &str) -> Result<Swap, LiveError> {
        let mut version = (*self.version).clone();
        let same = |text: &String| text.split_once('=').is_some_and(|(known, _)| known.trim() == path.trim());
        version.settings.set.retain(|text| !same(text));
        version.settings.set.push(format!("{path}={value}"));
        self.swap(version)
    }

    /// Another text: parts keep the motion of those of their name.
    ///
    /// # Errors
    /// When the scene is wrong; the session goes on as it was.
    pub fn replace(&mut self, scene: &Scene) -> Result<Swap, LiveError> {
        self.come_to_now()?;
        let scene = Arc::new(scene.clone());
        let swap = self.do_replace(&scene)?;
        self.log.push(self.now, Input::Replace(scene));
        self.after_swap(&swap);
        Ok(swap)
    }

    fn do_replace(&mut self, scene: &Arc<Scene>) -> Result<Swap, LiveError> {
        let mut version = (*self.version).clone();
        version.scene = Arc::clone(scene);
        // what was read, and set, may be gone with the text
        version.settings.probes.clear();
        version.settings.set.clear();
        self.swap(version)
    }

    fn swap(&mut self, mut version: Version) -> Result<Swap, LiveError> {
        version.mechanism += 1;
        let (mut engine, mut model) = match version.engine() {
            // a hand whose part is gone has let go
            Err(LiveError::NoPart { .. }) if !version.hands.is_empty() => {
                version.hands.clear();
                version.engine()?
            }
            built => built?,
        };
        let swap = match engine.carry_over(&mut self.engine, &mut self.watch) {
            Ok(moved) => Swap::Kept { moved },
            Err(why) => {
                version.hands.clear();
                (engine, model) = version.engine()?;
                engine.begin(&mut self.watch)?;
                Swap::Restarted { why: why.to_string() }
            }
        };
        (self.engine, self.model, self.version) = (engine, model, Arc::new(version));
        (self.before, self.ended, self.drawn) = (None, None, false);
        self.now = self.engine.time();
        Ok(swap)
    }

    /// What begins again has no past.
    fn after_swap(&mut self, swap: &Swap) {
        if matches!(swap, Swap::Restarted { .. }) {
            self.history.cut_after(-1.0);
            self.log.restart();
            self.keep_moment();
        }
    }

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
    fn repeat(&mut self, (entries, ends): (usize, u64), time: f64) -> Result<(), LiveError> {
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
            result = self.repeat_one(input, usize::try_from(skip).unwrap_or(usize::MAX), time);
            if result.is_err() || self.engine.time() > time {
                break;
            }
        }
        self.log = log;
        result
    }

    fn repeat_one(&mut self, input: &Input, skip: usize, time: f64) -> Result<(), LiveError> {
        let to = |until: f64| if until > time { time } else { until };
        match input {
            Input::Ran { hold, until } => {
                // the step in which `time` lies is taken whole
                while self.engine.time() < to(*until) {
                    self.repeat_step(*hold)?;
                }
            }
            Input::Ends(ends) => {
                for end in ends.times().skip(skip) {
                    while self.engine.time() < to(end) {
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
            Input::Set { path, value } => {
                self.do_set(path, value)?;
            }
            Input::Replace(scene) => {
                self.do_replace(scene)?;
            }
        }
        Ok(())
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

fn finite(what: &'static str, numbers: &[f64]) -> Result<(), LiveError> {
    match numbers.iter().find(|x| !x.is_finite()) {
        Some(&value) => Err(LiveError::Number { what, value, positive: false }),
        None => Ok(()),
    }
}
