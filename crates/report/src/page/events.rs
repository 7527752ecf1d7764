//! Events as the page lists them, and which of them are read as one line.

use mainspring_record::{Burst, Event, EventGroup, Memory};
use serde_json::{Value, json};

/// Events listed; those that attach and release come first, since the picture needs them.
const EVENTS: usize = 2000;
/// Events of one burst listed below its line, so that the first crowd does not take the room of all others.
const OPENED: usize = 200;

/// What of a run's events is in the page.
pub struct Listed {
    pub events: Vec<Value>,
    /// where in the list each begins, how many of it are there, how many it has, when it ends, what it is
    pub bursts: Vec<Value>,
    /// in no line of the list
    pub left_out: usize,
}

/// The events of a run as far as there is room.
pub fn listed(run: &Memory) -> Listed {
    let switches = |e: &Event| e.kind == "attach" || e.kind == "release";
    let some = run.events.iter().filter(|e| switches(e)).take(EVENTS).count();
    let (mut switches_left, mut others_left) = (some, EVENTS - some);
    let mut listed = Listed { events: Vec::new(), bursts: Vec::new(), left_out: 0 };
    for group in run.event_groups() {
        let own = &run.events[group.events.clone()];
        let left = if switches(&own[0]) { &mut switches_left } else { &mut others_left };
        let room = own.len().min(OPENED).min(*left);
        *left -= room;
        if room == 0 {
            listed.left_out += own.len();
            continue;
        }
        listed.bursts.extend(burst(&group, run, listed.events.len(), room));
        let one =
            |e: &Event| json!({ "time": e.time, "kind": e.kind, "who": e.who, "numbers": e.numbers, "text": e.text });
        listed.events.extend(own[..room].iter().map(one));
    }
    listed
}

fn burst(group: &EventGroup, run: &Memory, first: usize, listed: usize) -> Option<Value> {
    let burst = Burst::of(group, &run.events)?;
    Some(json!({
        "first": first, "listed": listed, "count": burst.count, "to": burst.to, "label": burst.label(), "text": burst.text,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(time: f64, kind: &str) -> Event {
        Event { time, kind: kind.to_owned(), who: vec!["a".to_owned(), "b".to_owned()], ..Event::default() }
    }

    #[test]
    fn bursts_point_at_their_events_and_keep_their_counts() {
        let mut run = Memory { times: vec![0.0, 10.0], ..Memory::default() };
        run.events.push(event(0.5, "impact"));
        run.events.extend((0..700).map(|k| event(1.0 + 1e-6 * f64::from(k), "impact")));
        run.events.push(event(1.01, "release"));
        run.events.extend((0..7).map(|k| event(3.0 + 1e-6 * f64::from(k), "slip")));
        let shown = listed(&run);
        assert_eq!((shown.events.len(), shown.left_out), (1 + OPENED + 1 + 7, 0));
        let [first, second] = shown.bursts.as_slice() else { panic!("two bursts") };
        assert_eq!((&first["first"], &first["listed"], &first["count"]), (&1.into(), &OPENED.into(), &700.into()));
        assert_eq!((&second["first"], &second["listed"]), (&(OPENED + 2).into(), &7.into()));
        assert_eq!(shown.events[OPENED + 2]["kind"], "slip");
        // whatever the room, each event is listed, counted in a burst, or left out
        run.events = (0..30_000).map(|k| event(f64::from(k / 10) + 1e-5 * f64::from(k % 10), "impact")).collect();
        run.times = vec![0.0, 3000.0];
        let shown = listed(&run);
        let cut: u64 = shown.bursts.iter().map(|b| b["count"].as_u64().unwrap() - b["listed"].as_u64().unwrap()).sum();
        assert_eq!(shown.events.len(), EVENTS);
        assert_eq!(shown.events.len() + cut as usize + shown.left_out, 30_000);
    }
}
