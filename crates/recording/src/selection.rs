//! A part of a run: some of its time, some of its frames, some of its columns.

use crate::damage::ReadError;
use crate::recording::Recording;
use crate::stream::{Item, Stream};
use crate::tolerances::{FRAME_SPACING, TIME_ROUNDING};
use mainspring_record::{Frame, Memory, Schema, SteppedStretch, SteppedStretches};
use std::io::{Read, Seek};

/// Numbers that are read into memory at once: half a gigabyte.
pub const MOST_VALUES: u64 = 1 << 26;

/// Which part.
#[derive(Clone, Debug, PartialEq)]
pub struct Selection {
    /// earliest time, s
    pub from: f64,
    /// latest time, s
    pub to: f64,
    /// at least this long between frames, s; 0: every frame
    pub every: f64,
    /// indices of columns, in this order; none: all
    pub columns: Option<Vec<usize>>,
    /// every second, fourth, … frame is left out so that no more than this many are kept
    pub most_frames: usize,
}

impl Default for Selection {
    fn default() -> Self {
        Self { from: f64::NEG_INFINITY, to: f64::INFINITY, every: 0.0, columns: None, most_frames: usize::MAX }
    }
}

impl Selection {
    /// A schema with only the columns requested; plots that need others go.
    #[must_use]
    pub fn schema(&self, whole: &Schema) -> Schema {
        let Some(columns) = &self.columns else { return whole.clone() };
        let mut part = whole.clone();
        part.columns = columns.iter().filter_map(|c| whole.columns.get(*c).cloned()).collect();
        let place = |c: &usize| columns.iter().position(|k| k == c);
        part.plots.retain_mut(|plot| {
            let curves: Option<Vec<usize>> = plot.curves.iter().map(place).collect();
            let against = plot.against.as_ref().map(place);
            match (curves, against) {
                (Some(curves), None) => plot.curves = curves,
                (Some(curves), Some(Some(x))) => (plot.curves, plot.against) = (curves, Some(x)),
                _ => return false,
            }
            true
        });
        part
    }

    /// Picks the frames that are far enough apart.
    #[must_use]
    pub fn spacing(&self) -> Spacing {
        Spacing { every: self.every, next: f64::NEG_INFINITY, count: 0, start: 0.0 }
    }
}

/// Remembers which frame is due next.
#[derive(Clone, Copy, Debug)]
pub struct Spacing {
    every: f64,
    next: f64,
    count: u64,
    start: f64,
}

impl Spacing {
    /// Whether the frame at `time` is taken: the first, then each first one of a further stretch of `every`.
    pub fn takes(&mut self, time: f64) -> bool {
        if self.every <= 0.0 || time.is_nan() {
            return true;
        }
        if self.next == f64::NEG_INFINITY {
            self.start = time;
        }
        // a frame within rounding of its time is on time
        if time < self.next - FRAME_SPACING * self.every {
            return false;
        }
        // multiples of `every`, so that rounding does not add up
        let passed = libm::floor((time - self.start) / self.every * (1.0 + TIME_ROUNDING) + FRAME_SPACING);
        self.count = passed as u64 + 1;
        self.next = self.start + self.count as f64 * self.every;
        true
    }
}

/// Gathers a part of a run.
///
/// # Errors
/// The operating system reports an error, or the part is larger than fits.
pub fn gather(stream: &mut dyn Stream, selection: &Selection) -> Result<Memory, ReadError> {
    let mut run = Memory { schema: selection.schema(stream.schema()), ..Memory::default() };
    let mut spacing = selection.spacing();
    let mut values = Vec::new();
    // of the frames that come, every so many-th is kept
    let (mut stride, mut seen) = (1_u64, 0_u64);
    let most = selection.most_frames.max(2);
    while let Some(item) = stream.next()? {
        match item {
            Item::Frame(frame) if spacing.takes(frame.time) => {
                if seen.is_multiple_of(stride) {
                    keep(&mut run, &frame, selection, &mut values);
                    if run.times.len() > most {
                        halve(&mut run);
                        stride *= 2;
                    }
                    let held = run.values.len()
                        + run.poses.len()
                        + run.arrows.len()
                        + 10 * run.times.len()
                        + crate::contacts::ROW * run.contacts.len()
                        + run.stepped.len();
                    if held as u64 > MOST_VALUES {
                        return Err(ReadError::TooLarge { values: held as u64, most: MOST_VALUES });
                    }
                }
                seen += 1;
            }
            Item::Frame(_) | Item::Checkpoint(_) | Item::Gap { .. } => {}
            Item::Event(event) => run.events.push(event),
            Item::End(ending) => run.ending = Some(ending),
        }
    }
    Ok(run)
}

fn keep(run: &mut Memory, frame: &Frame<'_>, selection: &Selection, values: &mut Vec<f64>) {
    run.times.push(frame.time);
    values.clear();
    match &selection.columns {
        None => values.extend_from_slice(frame.values),
        Some(columns) => values.extend(columns.iter().filter_map(|c| frame.values.get(*c))),
    }
    run.values.extend_from_slice(values);
    run.poses.extend_from_slice(frame.poses);
    run.arrows.extend_from_slice(frame.arrows);
    run.balance.push(frame.balance);
    run.contacts.extend_from_slice(frame.contacts);
    run.contact_ends.push(run.contacts.len());
    run.stepped.extend_from_slice(frame.stepped);
}

/// Leaves out every second frame.
fn halve(run: &mut Memory) {
    let frames = run.times.len();
    halve_contacts(run);
    let thin = |list: &mut Vec<f64>| thin(list, frames);
    [&mut run.values, &mut run.poses, &mut run.arrows].into_iter().filter(|l| !l.is_empty()).for_each(thin);
    if !run.stepped.is_empty() {
        self::thin(&mut run.stepped, frames);
    }
    thin(&mut run.times);
    let mut at = 0;
    run.balance.retain(|_| {
        at += 1;
        (at - 1) % 2 == 0
    });
}

/// Leaves out the numbers of every second frame.
fn thin<T>(list: &mut Vec<T>, frames: usize) {
    let width = list.len() / frames;
    let mut at = 0;
    list.retain(|_| {
        at += 1;
        ((at - 1) / width).is_multiple_of(2)
    });
}

/// Leaves out the contacts of every second frame.
fn halve_contacts(run: &mut Memory) {
    let (mut contacts, mut ends) = (Vec::new(), Vec::new());
    for frame in (0..run.times.len()).step_by(2) {
        contacts.extend_from_slice(run.contacts_at(frame));
        ends.push(contacts.len());
    }
    (run.contacts, run.contact_ends) = (contacts, ends);
}

/// What the frames of a recording say of contact, all of them together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ContactSummary {
    /// points of contact in all frames
    pub points: u64,
    /// pairs that ever touch
    pub pairs: usize,
    /// when bodies were stepped
    pub stepped: Vec<SteppedStretch>,
}

impl<R: Read + Seek> Recording<R> {
    /// Frames and events from `from` to `to`, s, both included; reads only the chunks that hold them.
    ///
    /// # Errors
    /// The operating system reports an error, or the part is larger than fits.
    pub fn frames_between(&mut self, from: f64, to: f64) -> Result<Memory, ReadError> {
        self.sample(&Selection { from, to, ..Selection::default() })
    }

    /// A part of the run, in memory.
    ///
    /// # Errors
    /// As [`Recording::frames_between`].
    pub fn sample(&mut self, selection: &Selection) -> Result<Memory, ReadError> {
        // what cannot fit is refused before it is read
        if selection.every <= 0.0 && selection.most_frames == usize::MAX {
            let inside = |e: &&crate::block::Entry| e.first >= selection.from && e.last <= selection.to;
            let frames: u64 = self.entries.iter().filter(inside).map(crate::block::Entry::frames).sum();
            let columns = selection.columns.as_ref().map_or(self.widths.columns, Vec::len);
            let numbers = (columns + self.widths.numbers() - self.widths.columns) as u64;
            let values = frames.saturating_mul(numbers);
            if values > MOST_VALUES {
                return Err(ReadError::TooLarge { values, most: MOST_VALUES });
            }
        }
        let ending = self.ending().cloned();
        let mut run = gather(&mut self.stream(selection.from, selection.to), selection)?;
        run.ending = ending;
        Ok(run)
    }

    /// What the frames say of contact. Reads the whole file if parts may touch.
    ///
    /// # Errors
    /// The operating system reports an error.
    pub fn contact_summary(&mut self) -> Result<ContactSummary, ReadError> {
        let (mut points, mut touched) = (0, std::collections::BTreeSet::new());
        let mut stretches = SteppedStretches::default();
        if self.widths.touching() || self.widths.stepped > 0 {
            let mut stream = self.stream(f64::NEG_INFINITY, f64::INFINITY);
            while let Some(item) = stream.next()? {
                match item {
                    Item::Frame(frame) => {
                        points += frame.contacts.len() as u64;
                        touched.extend(frame.contacts.iter().map(|c| c.pair));
                        stretches.frame(frame.time, frame.stepped);
                    }
                    Item::Event(event) => stretches.event(&event),
                    Item::Checkpoint(_) | Item::Gap { .. } | Item::End(_) => {}
                }
            }
        }
        Ok(ContactSummary { points, pairs: touched.len(), stepped: stretches.finish() })
    }

    /// Everything that happened.
    ///
    /// # Errors
    /// The operating system reports an error, or there is more than fits.
    pub fn events(&mut self) -> Result<Vec<mainspring_record::Event>, ReadError> {
        let mut events = Vec::new();
        let mut messages = crate::messages::Messages::default();
        for i in 0..self.entries.len() {
            if self.entries[i].counts[1] == 0 || !self.load(i, &mut messages)? {
                continue;
            }
            for data in messages.of(crate::layout::EVENTS) {
                match crate::json_float::event_from(data) {
                    Ok(event) => events.push(event),
                    Err(e) => self.mark_damaged(i, format!("an event does not read: {e}")),
                }
            }
            if events.len() as u64 > MOST_VALUES / 16 {
                return Err(ReadError::TooLarge { values: self.event_count(), most: MOST_VALUES / 16 });
            }
        }
        Ok(events)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_taken_on_time() {
        let mut spacing = Selection { every: 0.1, ..Selection::default() }.spacing();
        let taken: Vec<u32> = (0..=100).filter(|i| spacing.takes(f64::from(*i) * 0.01)).collect();
        assert_eq!(taken, (0..=10).map(|i| i * 10).collect::<Vec<_>>());
        let mut spacing = Selection { every: 0.25, ..Selection::default() }.spacing();
        let taken: Vec<u32> = (3..=100).filter(|i| spacing.takes(f64::from(*i) * 0.1)).take(5).collect();
        assert_eq!(taken, [3, 6, 8, 11, 13]);
    }
}
