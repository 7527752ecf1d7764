//! At which moments a sweep is shown: at the scene's frame times and on both sides of every event.
//!
//! The motion is known at every time, so a frame is only a place to look at it. At an event forces jump and angles may:
//! one frame shows the limit from before at the event's own time, the next the limit from after, later by 10⁻¹⁵ of the
//! run, so that times rise and curves are steep there instead of slanted.

use crate::tolerances::{AFTER_EVENT, FRAME_AT_EVENT};
use mainspring_sweep::{Kind, Motion, Piece, State, Trajectory};

/// From which side of a moment the motion is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    Before,
    After,
}

/// A moment of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// of the motion, s
    pub time: f64,
    pub side: Side,
    /// written as a frame
    pub frame: bool,
    /// events happen between this moment and the next
    pub event: bool,
    /// index into the times asked for
    pub asked: Option<usize>,
}

impl Moment {
    /// The time of its frame, s.
    pub fn shown(&self, end: f64) -> f64 {
        match self.side {
            Side::Before => self.time,
            Side::After => self.time + AFTER_EVENT * end,
        }
    }
}

/// All moments, in order: frames every `every` s, both sides of events, times asked for that are reached.
pub fn moments(motion: &Motion, every: f64, asked: &[f64]) -> Vec<Moment> {
    let end = motion.end;
    let plain = |time: f64, frame: bool, asked| Moment { time, side: Side::Before, frame, event: false, asked };
    let mut list = Vec::new();
    let mut events: Vec<f64> = motion.pawls.iter().flat_map(|p| p.events.iter().map(|e| e.time)).collect();
    events.push(end);
    events.sort_by(f64::total_cmp);
    events.dedup();
    // a frame within rounding of an event is the event's
    let near = |t: f64| {
        let k = events.partition_point(|e| *e < t);
        let close = |e: Option<&f64>| e.is_some_and(|e| (e - t).abs() <= FRAME_AT_EVENT * end.max(t));
        close(events.get(k)) || close(k.checked_sub(1).and_then(|k| events.get(k)))
    };
    let last = libm::floor(end / every * (1.0 + FRAME_AT_EVENT)) as u64;
    list.extend((0..=last).map(|k| k as f64 * every).filter(|t| *t <= end && !near(*t)).map(|t| plain(t, true, None)));
    for &time in &events {
        list.push(Moment { event: true, ..plain(time, true, None) });
        if time < end && changes(motion, time) {
            list.push(Moment { side: Side::After, ..plain(time, true, None) });
        }
    }
    if falls_at(motion, end) {
        list.push(Moment { side: Side::After, ..plain(end, true, None) });
    }
    // at the start nothing has been before
    let side = |t: f64| if t == 0.0 { Side::After } else { Side::Before };
    let reached = asked.iter().enumerate().filter(|(_, t)| **t <= end);
    list.extend(reached.map(|(n, t)| Moment { side: side(*t), ..plain(*t, false, Some(n)) }));
    list.sort_by(|a, b| {
        a.time.total_cmp(&b.time).then(a.side.cmp(&b.side)).then(b.asked.is_some().cmp(&a.asked.is_some()))
    });
    list
}

/// Whether more happens at a time than that the motion begins.
fn changes(motion: &Motion, time: f64) -> bool {
    let mut here = motion.pawls.iter().flat_map(|p| at_time(p, time));
    here.any(|event| event.kind != Kind::Start)
}

fn falls_at(motion: &Motion, time: f64) -> bool {
    motion.pawls.iter().flat_map(|p| at_time(p, time)).any(|event| event.theta_after.is_some())
}

/// Events of a pawl at exactly this time.
pub fn at_time(trajectory: &Trajectory, time: f64) -> &[mainspring_sweep::Event] {
    let events = &trajectory.events;
    let from = events.partition_point(|e| e.time < time);
    let to = events.partition_point(|e| e.time <= time);
    &events[from..to]
}

/// The piece a pawl is on at a moment; none where the motion ends as it begins.
pub fn piece(trajectory: &Trajectory, time: f64, side: Side) -> Option<&Piece> {
    let pieces = &trajectory.pieces;
    let after = match side {
        Side::Before => pieces.partition_point(|p| p.start < time),
        Side::After => pieces.partition_point(|p| p.start <= time),
    };
    let found = pieces.get(after.checked_sub(1)?)?;
    // after its last event a pawl is on no piece
    (side == Side::Before || found.end > time).then_some(found)
}

/// What a pawl does and feels at a moment. Forces and rates that grow without bound there are NaN.
pub fn state(trajectory: &Trajectory, time: f64, side: Side) -> State {
    let Some(piece) = piece(trajectory, time, side) else {
        let here = at_time(trajectory, time);
        let theta = match side {
            Side::Before => here.first().or(trajectory.events.first()).map(|e| e.theta),
            Side::After => here.last().or(trajectory.events.last()).map(|e| e.theta_after.unwrap_or(e.theta)),
        };
        return State { theta: theta.unwrap_or(0.0), ..State::default() };
    };
    let mut state = piece.at(time);
    if !state.normal.is_finite() {
        (state.normal, state.force) = (f64::NAN, [f64::NAN; 2]);
    }
    if !state.insertion.is_finite() {
        state.insertion = f64::NAN;
    }
    if !state.rate.is_finite() {
        (state.rate, state.slip) = (f64::NAN, f64::NAN);
    }
    state
}
