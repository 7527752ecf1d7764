//! Bursts: events that crowd together are read as one line.
//!
//! A ball that rattles to rest strikes a hundred times in a moment; nobody reads a hundred lines of it. Runs of blows and
//! changes of contact or friction become one group where they are close beside the pauses around them, and short beside
//! the run. Nothing is measured in seconds, so a run twice as slow has the same groups.
//!
//! Let the gap between neighbours grow from nothing: events that a gap joins form a tree, whose nodes are runs of events
//! less far apart than what lies before and after them. From the top the first node that is a burst is taken, one of
//!
//! * its longest gap is at most half the shorter of the pauses around it, its mean gap an eighth, and it is not two bursts
//!   with a gap between them that is most of its time, or
//! * its events, ten or more, gather at its end, where a pause follows, no gap being most of it: bounces that come to rest (Zeno).
//!
//! Beats of an escapement are as far apart as the pauses between them, so no node of several beats is one. At the ends of
//! the run there is no pause to compare with. What is worth a line of its own (an error, a doubt, a switch, a jam, a change
//! to steps) stays alone and parts the burst it lies in. Takes time and memory as there are events.

use crate::event::Event;
use crate::tolerances::{GATHERED, LONGEST_GAP, MEAN_GAP, MOST_OF_IT, SHORT};
use std::ops::Range;

/// Kinds of events that may be part of a burst; all others stay alone.
const CROWDING: [&str; 8] = ["impact", "contact", "part", "stick", "slip", "rest", "support", "friction"];
/// Fewer events are as easily read one by one.
const FEWEST: usize = 5;
/// Fewer events that gather may do so by chance, as those of two beats do.
const FEWEST_GATHERED: usize = 10;

/// Whether an event may be part of a burst.
pub(crate) fn crowds(event: &Event) -> bool {
    CROWDING.contains(&event.kind.as_str())
}

/// Consecutive events that are read as one line: a burst of several, or one alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventGroup {
    /// which events
    pub events: Range<usize>,
    /// they come closer and closer, until a pause
    pub gathers: bool,
}

impl EventGroup {
    /// Whether there are several.
    #[must_use]
    pub fn is_burst(&self) -> bool {
        self.events.len() > 1
    }
}

/// Groups the events of a run that lasts from `span[0]` to `span[1]`, s: each event is in one group, in its order.
#[must_use]
pub fn event_groups(events: &[Event], span: [f64; 2]) -> Vec<EventGroup> {
    let crowding: Vec<usize> = (0..events.len()).filter(|&i| crowds(&events[i])).collect();
    let times: Vec<f64> = crowding.iter().map(|&i| events[i].time).collect();
    let mut groups = Vec::new();
    let mut next = 0;
    let alone = |range: Range<usize>, groups: &mut Vec<EventGroup>| {
        groups.extend(range.map(|i| EventGroup { events: i..i + 1, gathers: false }));
    };
    for (burst, gathers) in bursts(&times, span) {
        // others that lie between them part it
        let mut first = burst.start;
        for last in burst.clone() {
            let ends = last + 1 == burst.end || crowding[last + 1] != crowding[last] + 1;
            if ends && last + 1 - first >= FEWEST {
                alone(next..crowding[first], &mut groups);
                next = crowding[last] + 1;
                let gathers = gathers && last + 1 == burst.end;
                groups.push(EventGroup { events: crowding[first]..next, gathers });
            }
            if ends {
                first = last + 1;
            }
        }
    }
    alone(next..events.len(), &mut groups);
    groups
}

/// Bursts among moments of a run, in order, with whether they gather.
fn bursts(times: &[f64], span: [f64; 2]) -> Vec<(Range<usize>, bool)> {
    // a time that is no number, or before its neighbour's, is far from it
    let gap = |pair: &[f64]| if pair[1] >= pair[0] { pair[1] - pair[0] } else { f64::INFINITY };
    let gaps: Vec<f64> = times.windows(2).map(gap).collect();
    let tree = GapTree::of(&gaps);
    let pause = |i: Option<usize>| i.and_then(|i| gaps.get(i)).copied().unwrap_or(f64::INFINITY);
    let mut found = Vec::new();
    let mut todo = Vec::from_iter(tree.root.map(|root| (root, 0..gaps.len())));
    while let Some((node, within)) = todo.pop() {
        let (first, last) = (within.start, within.end);
        let count = last - first + 1;
        if count < FEWEST {
            continue;
        }
        let (before, after) = (pause(first.checked_sub(1)), pause(Some(last)));
        let (longest, length) = (gaps[node], times[last] - times[first]);
        let pauses = before.min(after);
        let close =
            longest.is_finite() && longest <= LONGEST_GAP * pauses && length <= MEAN_GAP * pauses * (count - 1) as f64;
        // what comes to rest stays so: the end of the run has to be as far away
        let rest = after.min(span[1] - times[last]);
        let gathers = count >= FEWEST_GATHERED
            && times[first + count / 2] >= times[last] - GATHERED * length
            && longest <= (LONGEST_GAP * rest).min(MOST_OF_IT * length);
        // two beats, not one
        let two = longest > MOST_OF_IT * length && (node + 1 - first).min(last - node) >= FEWEST;
        if length <= SHORT * (span[1] - span[0]) && ((close && !two) || gathers) {
            found.push((first..last + 1, gathers));
            continue;
        }
        // the later half waits
        todo.extend(tree.after[node].map(|child| (child, node + 1..within.end)));
        todo.extend(tree.before[node].map(|child| (child, within.start..node)));
    }
    found
}

/// Gaps as a tree: each is the longest of those below it, the earlier ones before it and the later ones after it.
struct GapTree {
    root: Option<usize>,
    before: Vec<Option<usize>>,
    after: Vec<Option<usize>>,
}

impl GapTree {
    fn of(gaps: &[f64]) -> Self {
        let (mut before, mut after) = (vec![None; gaps.len()], vec![None; gaps.len()]);
        // the branch of the latest gaps, longest first
        let mut branch: Vec<usize> = Vec::new();
        for (i, gap) in gaps.iter().enumerate() {
            while let Some(shorter) = branch.pop_if(|last| gaps[*last] < *gap) {
                before[i] = Some(shorter);
            }
            if let Some(&longer) = branch.last() {
                after[longer] = Some(i);
            }
            branch.push(i);
        }
        Self { root: branch.first().copied(), before, after }
    }
}
