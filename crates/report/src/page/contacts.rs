//! Contacts as the viewer takes them: where parts touch in each frame kept, and for each pair when it touched and had impacts.

use super::pack;
use mainspring_record::{ContactMark, ContactMode, Event, FeatureWord, Memory};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Pairs with a lane of their own.
const LANES: usize = 200;
/// Stretches of a lane; finer ones are joined.
const STRETCHES: usize = 400;
/// Impacts listed for a pair; of more the strongest.
const BLOWS: usize = 400;
/// Numbers of a point of contact in the page.
const NUMBERS: usize = 16;

/// A pair's time, what it did, and its impacts.
#[derive(Debug, Default)]
struct Lane {
    pair: u32,
    /// from, to, mode
    stretches: Vec<(f64, f64, ContactMode)>,
    blows: Vec<usize>,
}

/// Bytes that contacts take in a page for each frame, on average.
pub fn bytes_per_frame(run: &Memory) -> usize {
    let points = run.contacts.len().div_ceil(run.times.len().max(1));
    if run.schema.contact_pairs.is_empty() { 0 } else { (4 + 4 * NUMBERS * points) * 4 / 3 }
}

/// Everything about contacts; none where no parts may touch.
pub fn contacts(run: &Memory, kept: &[usize]) -> Option<Value> {
    if run.schema.contact_pairs.is_empty() {
        return None;
    }
    let lanes = lanes(run);
    let told = |l: &Lane| {
        json!({
            "pair": l.pair,
            "stretches": l.stretches.iter().map(|(from, to, mode)| json!([from, to, *mode as u8])).collect::<Vec<_>>(),
            "blows": l.blows.iter().map(|i| blow(&run.events[*i])).collect::<Vec<_>>(),
        })
    };
    let marks: Vec<&ContactMark> = kept.iter().flat_map(|i| run.contacts_at(*i)).collect();
    let mut end = 0;
    let ends = kept.iter().map(|i| {
        end += run.contacts_at(*i).len() as u32;
        end
    });
    let track = |of: &dyn Fn(&ContactMark) -> f64| pack::single(&marks.iter().map(|m| of(m)).collect::<Vec<_>>());
    let whole = |of: &dyn Fn(&ContactMark) -> u32| pack::indices(marks.iter().map(|m| of(m)));
    let axes = |of: fn(&ContactMark) -> [f64; 3]| (0..3).map(|k| track(&|m| of(m)[k])).collect::<Vec<_>>();
    let feature = |k: usize| [whole(&|m| m.features[k].word as u32), whole(&|m| m.features[k].number)];
    Some(json!({
        "pairs": run.schema.contact_pairs,
        "modes": ContactMode::ALL.map(ContactMode::word),
        "words": FeatureWord::ALL.map(FeatureWord::word),
        "lanes": lanes.iter().take(LANES).map(told).collect::<Vec<_>>(),
        "lanes_left_out": lanes.len().saturating_sub(LANES),
        "count": marks.len(),
        "ends": pack::indices(ends),
        "pair": whole(&|m| m.pair),
        "point": axes(|m| m.point),
        "normal": axes(|m| m.normal),
        "force": axes(|m| m.force),
        "slip": track(&|m| m.slip),
        "mode": whole(&|m| m.mode as u32),
        "features": [feature(0), feature(1)],
    }))
}

/// Time, impulse, speed, loss and place of an impact; what it does not say is null.
fn blow(event: &Event) -> Value {
    let number = |name: &str| event.numbers.iter().find(|(n, _)| n == name).map(|(_, x)| *x).filter(|x| x.is_finite());
    json!({
        "time": event.time,
        "impulse": number("impulse"),
        "speed": number("speed"),
        "lost": number("lost"),
        "at": [number("x"), number("y"), number("z")],
    })
}

/// Lanes of the pairs that ever touch or strike, in the order of when they first do.
fn lanes(run: &Memory) -> Vec<Lane> {
    let mut lanes: Vec<Lane> = Vec::new();
    // frames and events are gone through once for all pairs: a rack has as many pairs as frames
    let (touched, changes) = (touched(run), changes(run));
    for (pair, (touched, own)) in touched.iter().zip(&changes).enumerate() {
        let mut lane = Lane { pair: pair as u32, ..Lane::default() };
        lane.blows = own.iter().filter(|(_, e)| e.kind == "impact").map(|(i, _)| *i).collect();
        strongest(run, &mut lane.blows);
        lane.stretches = stretches(&run.times, touched, own);
        if !lane.stretches.is_empty() || !lane.blows.is_empty() {
            lanes.push(lane);
        }
    }
    let first = |l: &Lane| {
        let blow = l.blows.first().map_or(f64::INFINITY, |i| run.events[*i].time);
        l.stretches.first().map_or(f64::INFINITY, |s| s.0).min(blow)
    };
    lanes.sort_by(|a, b| first(a).total_cmp(&first(b)).then(a.pair.cmp(&b.pair)));
    lanes
}

/// The frames in which each pair touches, and what it does in them.
fn touched(run: &Memory) -> Vec<Vec<(usize, ContactMode)>> {
    let rank = |mode: ContactMode| match mode {
        ContactMode::Stick => 0,
        ContactMode::Roll => 1,
        ContactMode::Slip => 2,
    };
    let mut all: Vec<Vec<(usize, ContactMode)>> = vec![Vec::new(); run.schema.contact_pairs.len()];
    for frame in 0..run.times.len() {
        for mark in run.contacts_at(frame) {
            let Some(own) = all.get_mut(mark.pair as usize) else { continue };
            match own.last_mut() {
                // a pair that slips in one of its points slips
                Some((known, mode)) if *known == frame => {
                    if rank(mark.mode) >= rank(*mode) {
                        *mode = mark.mode;
                    }
                }
                _ => own.push((frame, mark.mode)),
            }
        }
    }
    all
}

/// The events of contact of each pair.
fn changes(run: &Memory) -> Vec<Vec<(usize, &Event)>> {
    let key = |a: &'_ str, b: &'_ str| if a <= b { [a.to_owned(), b.to_owned()] } else { [b.to_owned(), a.to_owned()] };
    let mut of: BTreeMap<[String; 2], Vec<usize>> = BTreeMap::new();
    for (pair, [a, b]) in run.schema.contact_pairs.iter().enumerate() {
        of.entry(key(a, b)).or_default().push(pair);
    }
    let mut all = vec![Vec::new(); run.schema.contact_pairs.len()];
    for (i, event) in run.events.iter().enumerate().filter(|(_, e)| is_of_contact(e)) {
        let [a, b] = event.who.as_slice() else { continue };
        for pair in of.get(&key(a, b)).into_iter().flatten() {
            all[*pair].push((i, event));
        }
    }
    all
}

fn is_of_contact(event: &Event) -> bool {
    ["impact", "contact", "part", "stick", "slip", "rest"].contains(&event.kind.as_str())
}

/// When a pair touches and what it does. Frames say what, events the exact moment.
fn stretches(
    times: &[f64],
    touched: &[(usize, ContactMode)],
    events: &[(usize, &Event)],
) -> Vec<(f64, f64, ContactMode)> {
    let mut found: Vec<(f64, f64, ContactMode)> = Vec::new();
    // the moment of a change that a frame is the first to show
    let moment = |frame: usize| {
        let (since, time) = (times[frame.saturating_sub(1)], times[frame]);
        events.iter().map(|(_, e)| e.time).rfind(|t| *t > since && *t <= time).unwrap_or(time)
    };
    for (k, &(frame, mode)) in touched.iter().enumerate() {
        let before = k.checked_sub(1).map(|k| touched[k]).filter(|(last, _)| last + 1 == frame);
        if before.is_none_or(|(_, known)| known != mode) {
            let at = moment(frame);
            if let (Some(_), Some(last)) = (before, found.last_mut()) {
                last.1 = at;
            }
            found.push((at, times[frame], mode));
        }
        let goes_on = touched.get(k + 1).is_some_and(|(next, _)| *next == frame + 1);
        if let (false, Some(last)) = (goes_on, found.last_mut()) {
            last.1 = if frame + 1 < times.len() { moment(frame + 1) } else { times[frame] };
        }
    }
    let span = times.last().zip(times.first()).map_or(0.0, |(a, b)| a - b);
    let mut fine = span / 1e4;
    while found.len() > STRETCHES {
        found = joined(&found, fine);
        fine *= 2.0;
    }
    found
}

/// Stretches nearer to each other than `fine` seconds as one, with what lasted longest.
fn joined(list: &[(f64, f64, ContactMode)], fine: f64) -> Vec<(f64, f64, ContactMode)> {
    let mut out: Vec<(f64, f64, ContactMode, f64)> = Vec::new();
    for (from, to, mode) in list {
        match out.last_mut() {
            Some((first, last, known, longest)) if from - *last <= fine && to - *first <= 20.0 * fine => {
                *last = *to;
                if to - from > *longest {
                    (*known, *longest) = (*mode, to - from);
                }
            }
            _ => out.push((*from, *to, *mode, to - from)),
        }
    }
    out.into_iter().map(|(from, to, mode, _)| (from, to, mode)).collect()
}

/// Keeps the strongest impacts, in the order of time.
fn strongest(run: &Memory, blows: &mut Vec<usize>) {
    if blows.len() > BLOWS {
        let impulse =
            |i: &usize| run.events[*i].numbers.iter().find(|(n, _)| n == "impulse").map_or(0.0, |(_, x)| x.abs());
        blows.sort_by(|a, b| impulse(b).total_cmp(&impulse(a)));
        blows.truncate(BLOWS);
        blows.sort_unstable();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mainspring_record::{FeatureName, Frame, Schema, Sink};

    fn event(time: f64, kind: &str, who: [&str; 2], impulse: f64) -> Event {
        let (kind, who) = (kind.to_owned(), who.map(str::to_owned).to_vec());
        Event { time, order: 0, kind, who, numbers: vec![("impulse".to_owned(), impulse)], text: String::new() }
    }

    fn run() -> Memory {
        let pairs = [["a", "floor"], ["b", "floor"], ["a", "b"]].map(|p| p.map(str::to_owned)).to_vec();
        let mut run = Memory::default();
        run.begin(&Schema { contact_pairs: pairs, ..Schema::default() }).unwrap();
        for i in 0..=100 {
            let mark = |pair, mode| ContactMark {
                pair,
                point: [0.0; 3],
                normal: [0.0, -1.0, 0.0],
                force: [0.0, -1.0, 0.0],
                gap: 0.0,
                slip: 0.0,
                mode,
                features: [FeatureName::default(); 2],
            };
            let mut marks = Vec::new();
            if (30..80).contains(&i) {
                // one of two points rests: the pair slips all the same
                marks.extend([mark(1, ContactMode::Stick), mark(1, ContactMode::Slip)]);
            } else if i >= 80 {
                marks.push(mark(1, ContactMode::Stick));
            }
            run.frame(&Frame { contacts: &marks, ..Frame::bare(f64::from(i) * 0.01, &[]) }).unwrap();
        }
        run.events = vec![
            event(0.1, "impact", ["floor", "a"], 2.0),
            event(0.295, "impact", ["b", "floor"], 1.0),
            event(0.7931, "stick", ["b", "floor"], 0.0),
            event(0.5, "release", ["b", "floor"], 0.0),
        ];
        run
    }

    #[test]
    fn lanes_tell_when_and_how_pairs_touch() {
        let lanes = lanes(&run());
        assert_eq!(lanes.iter().map(|l| l.pair).collect::<Vec<_>>(), [0, 1]);
        assert!(lanes[0].stretches.is_empty() && lanes[0].blows == [0]);
        // the events say when exactly
        assert_eq!(lanes[1].stretches, [(0.295, 0.7931, ContactMode::Slip), (0.7931, 1.0, ContactMode::Stick)]);
        assert_eq!(lanes[1].blows, [1]);
        let mut none = run();
        none.schema.contact_pairs.clear();
        assert!(contacts(&none, &[0, 50]).is_none());
        let value = contacts(&run(), &[0, 50, 100]).unwrap();
        assert_eq!((&value["count"], &value["lanes"][1]["stretches"][0][2]), (&3.into(), &1.into()));
    }

    #[test]
    fn a_pair_that_chatters_has_not_too_many_stretches() {
        let mut run = run();
        let mark = run.contacts[0];
        (run.times, run.contacts, run.contact_ends) = (Vec::new(), Vec::new(), Vec::new());
        for i in 0..5000 {
            run.times.push(f64::from(i) * 1e-3);
            run.contacts.extend((i % 2 == 0).then_some(mark));
            run.contact_ends.push(run.contacts.len());
        }
        let found = stretches(&run.times, &touched(&run)[1], &[]);
        assert!((10..=STRETCHES).contains(&found.len()), "{}", found.len());
        assert!(found.windows(2).all(|w| w[0].1 <= w[1].0) && found[0].0 == 0.0);
    }

    #[test]
    fn pairs_and_frames_together_are_no_product() {
        // as many pairs as frames: a look at every frame for every pair would take a quarter of an hour
        let mut run = run();
        let mark = run.contacts[0];
        let many = 100_000;
        (run.times, run.contacts, run.contact_ends, run.events) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        run.schema.contact_pairs = (0..many).map(|i| [format!("tooth[{i}]"), "hook".to_owned()]).collect();
        for i in 0..many {
            run.times.extend([0.0, 0.5].map(|part| f64::from(i) + part));
            run.contacts.push(ContactMark { pair: i as u32, ..mark });
            run.contact_ends.extend([run.contacts.len(); 2]);
            run.events.push(event(f64::from(i) + 0.4, "part", ["hook", &format!("tooth[{i}]")], 0.0));
        }
        let began = std::time::Instant::now();
        let lanes = lanes(&run);
        assert!(began.elapsed().as_secs() < 60, "{:?}", began.elapsed());
        assert_eq!(lanes.len(), many as usize);
        assert_eq!(lanes[7].stretches, [(7.0, 7.4, mark.mode)]);
    }
}
