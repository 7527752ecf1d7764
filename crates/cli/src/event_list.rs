//! Events for people: one line each, a burst one line for all of it, which can be opened.

use crate::lines::Lines;
use crate::numbers::{counted, number, short};
use crate::terminal::{FAINT, styled};
use clap::ValueEnum;
use mainspring_workbench::record::{Burst, Event, event_groups};

/// Lines of a burst shown before the rest of it is only counted.
const OPENED: usize = 1000;

/// How events are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Listing {
    /// all of them, a burst (many blows or changes of contact in a moment) as one line
    Lines,
    /// bursts opened: every event below the line of its burst
    Each,
}

/// Adds lines of the events of a run that lasts from `span[0]` to `span[1]`, s: `most` lines where no listing was asked for.
/// The run had `all` events, of which the last may not be here.
pub fn add(lines: &mut Lines, events: &[Event], span: [f64; 2], all: usize, listing: Option<Listing>, most: usize) {
    let groups = event_groups(events, span);
    let shown = if listing.is_some() { groups.len() } else { most.min(groups.len()) };
    let mut told = 0;
    for (i, group) in groups[..shown].iter().enumerate() {
        let own = &events[group.events.clone()];
        told += own.len();
        let text = Burst::of(group, events).map_or_else(|| own[0].text.clone(), |burst| burst.text);
        lines.add(if i == 0 { "events" } else { "" }, &format!("{} s  {text}", number(own[0].time)));
        if group.is_burst() && listing == Some(Listing::Each) {
            open(lines, own);
        }
    }
    if all > told {
        let how = match listing {
            None if told < events.len() => "; `--events` lists them",
            None => "",
            Some(_) => " in the recording; `mainspring info --events` lists them",
        };
        lines.add("", &styled(FAINT, &format!("… and {} more{how}", all - told)));
    }
}

/// The events of a burst, each with the time since its beginning.
fn open(lines: &mut Lines, own: &[Event]) {
    for event in own.iter().take(OPENED) {
        lines.add("", &format!("   +{} s  {}", short(event.time - own[0].time), event.text));
    }
    if own.len() > OPENED {
        lines.add("", &styled(FAINT, &format!("   … and {} more", own.len() - OPENED)));
    }
}

/// "1272 events in 28 lines, `--events` lists them"; nothing where there is no burst.
pub fn hint(events: &[Event], span: [f64; 2]) -> Option<String> {
    let count = event_groups(events, span).len();
    let lines = counted(count, "line", "lines");
    (count < events.len()).then(|| format!("{} events, in {lines} with `--events`", events.len()))
}

/// Bursts among events, for programs.
pub fn bursts(events: &[Event], span: [f64; 2]) -> Vec<Burst> {
    event_groups(events, span).iter().filter_map(|group| Burst::of(group, events)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blows() -> Vec<Event> {
        let blow = |time: f64| Event {
            time,
            kind: "impact".to_owned(),
            who: vec!["ball".to_owned(), "floor".to_owned()],
            text: "`ball` and `floor` collide".to_owned(),
            ..Event::default()
        };
        let mut events: Vec<Event> = (0..23).map(|k| blow(2.431 + 2e-3 / 22.0 * f64::from(k))).collect();
        events.insert(0, blow(1.0));
        events.push(blow(4.0));
        events
    }

    fn text(all: usize, listing: Option<Listing>, most: usize) -> String {
        let mut lines = Lines::default();
        add(&mut lines, &blows(), [0.0, 10.0], all, listing, most);
        anstream::adapter::strip_str(&lines.text).to_string()
    }

    #[test]
    fn a_burst_is_one_line_that_opens() {
        let closed = "\
events    1 s  `ball` and `floor` collide
          2.431 s  23 blows in 2 ms between `ball` and `floor`
          4 s  `ball` and `floor` collide
";
        assert_eq!(text(25, None, 10), closed);
        assert_eq!(text(25, Some(Listing::Lines), 0), closed);
        let opened = text(25, Some(Listing::Each), 0);
        assert_eq!(opened.lines().count(), 3 + 23);
        assert!(opened.contains("floor`\n             +0 s  `ball` and `floor` collide\n"), "{opened}");
        assert!(opened.contains("\n             +0.002 s  `ball` and `floor` collide\n          4 s"), "{opened}");
    }

    #[test]
    fn what_is_left_out_is_counted_event_by_event() {
        assert!(text(25, None, 2).ends_with("… and 1 more; `--events` lists them\n"), "{}", text(25, None, 2));
        assert!(text(25, None, 1).ends_with("… and 24 more; `--events` lists them\n"));
        // what a summary did not keep
        assert!(text(30, None, 10).ends_with("… and 5 more\n"));
        let kept = "… and 5 more in the recording; `mainspring info --events` lists them\n";
        assert!(text(30, Some(Listing::Lines), 10).ends_with(kept));
        assert_eq!(hint(&blows(), [0.0, 10.0]).as_deref(), Some("25 events, in 3 lines with `--events`"));
        assert_eq!(hint(&blows()[..2], [0.0, 10.0]), None);
        assert_eq!(bursts(&blows(), [0.0, 10.0]).len(), 1);
    }
}
