//! Which events are read as one line, and what the line says.

use mainspring_record::{Burst, Event, event_groups};
use proptest::prelude::*;

fn event(time: f64, kind: &str, who: &[&str]) -> Event {
    let who: Vec<String> = who.iter().map(|w| (*w).to_owned()).collect();
    Event { time, kind: kind.to_owned(), text: format!("{kind} of {}", who.join(", ")), who, ..Event::default() }
}

fn blow(time: f64) -> Event {
    event(time, "impact", &["ball", "floor"])
}

/// What a reader of the list sees, line by line.
fn lines(events: &[Event], end: f64) -> Vec<String> {
    let groups = event_groups(events, [0.0, end]);
    groups.iter().map(|g| Burst::of(g, events).map_or(events[g.events.start].text.clone(), |b| b.text)).collect()
}

/// Times of a ball that is dropped from h and keeps e of its speed: T₀ = √(2h/g), then flights of 2 eᵏ T₀.
fn bounces(first: f64, e: f64, shortest: f64) -> Vec<f64> {
    let (mut time, mut flight) = (first, 2.0 * e * first);
    let mut all = vec![time];
    while flight > shortest {
        time += flight;
        flight *= e;
        all.push(time);
    }
    all
}

/// 2 to a power, exactly.
fn two_to(power: i32) -> f64 {
    f64::from_bits(u64::from((1023 + power).unsigned_abs()) << 52)
}

#[test]
fn bounces_that_come_to_rest_are_a_burst() {
    for e in [0.5, 0.7, 0.9] {
        let times = bounces(0.45, e, 1e-6);
        let rest = times[times.len() - 1];
        let mut events: Vec<Event> = times.iter().copied().map(blow).collect();
        events.extend(["rest", "contact"].map(|kind| event(rest, kind, &["ball", "floor"])));
        let groups = event_groups(&events, [0.0, 9.0]);
        // a burst is a twentieth of the run at most: the flights that are left then are 2 eᵏ T₀ / (1 − e)
        let left = |t: &f64| rest - t <= 0.05 * 9.0;
        let first = times.iter().position(left).unwrap();
        assert_eq!(groups.len(), first + 1, "restitution {e}");
        let burst = Burst::of(&groups[first], &events).unwrap();
        assert_eq!((burst.blows, burst.contact_changes, burst.first), (times.len() - first, 2, first));
        assert!(
            burst.gathers && burst.text.ends_with(" between `ball` and `floor`, closer and closer"),
            "{}",
            burst.text
        );
        assert!(groups[..first].iter().all(|g| !g.is_burst()), "one by one before");
    }
}

#[test]
fn beats_of_an_escapement_are_none() {
    // as the gallery's: impulse, drop and recoil, first one pallet, then the other
    let beat = [("impact", 0.0), ("contact", 0.0), ("slip", 0.13), ("part", 0.45)];
    let mut events = Vec::new();
    for k in 0..400 {
        let start = 0.02 + 0.49 * f64::from(k) + 0.01 * f64::from(k % 2) + 1e-3 * f64::from(k * 7919 % 13);
        events.extend(beat.iter().map(|(kind, t)| event(start + t, kind, &["wheel", "anchor"])));
    }
    let end = events[events.len() - 1].time;
    // in a run that ends with them, in a much longer one, and in one of a few
    for (count, whole) in [(1600, end), (1600, 1.5 * end), (80, 12.0), (80, 10.0)] {
        let shown = event_groups(&events[..count], [0.0, whole]);
        assert!(shown.iter().all(|g| !g.is_burst()), "{count} in {whole} s: {} groups", shown.len());
    }
    // two beats of many events each, and then nothing
    let two: Vec<Event> = (0..24).map(|k| blow(1.0 + 0.5 * f64::from(k / 12) + 1e-3 * f64::from(k % 12))).collect();
    let shown = event_groups(&two, [0.0, 100.0]);
    assert_eq!(
        shown.iter().map(|g| (g.events.clone(), g.gathers)).collect::<Vec<_>>(),
        [(0..12, false), (12..24, false)]
    );
    // evenly spaced to the last bit
    let ticks: Vec<Event> = (1..1000).map(|k| blow(f64::from(k) * 0.5)).collect();
    assert_eq!(event_groups(&ticks, [0.0, 500.0]).len(), 999);
    assert_eq!(event_groups(&ticks, [0.0, 700.0]).len(), 999);
}

#[test]
fn each_click_of_dominoes_is_a_line() {
    let mut events = Vec::new();
    for click in 0..6_u32 {
        let start = 0.15 + 0.06 * f64::from(click);
        for k in 0..4 + click {
            let (a, b) = (format!("d[{k}]"), format!("d[{}]", k + 1));
            events.push(event(start, "impact", &[&a, &b]));
            events.push(event(start + 1e-4 * f64::from(k), "slip", &[&b, "table"]));
        }
    }
    events.sort_by(|a, b| a.time.total_cmp(&b.time));
    let shown = lines(&events, 0.8);
    assert_eq!(shown.len(), 6);
    assert_eq!(
        shown[0],
        "4 blows and 4 changes of contact in 300 µs between `d[0]` and `d[1]`, `d[1]` and `table`, `d[1]` and `d[2]`, and 5 \
         more pairs"
    );
}

#[test]
fn a_line_says_how_many_of_what_in_how_long_between_whom() {
    let at = |times: &[f64], kind: &str, who: &[&str]| times.iter().map(|t| event(*t, kind, who)).collect::<Vec<_>>();
    let one = |events: Vec<Event>| {
        let shown = lines(&events, 10.0);
        assert_eq!(shown.len(), 1, "{shown:?}");
        shown[0].clone()
    };
    let even: Vec<f64> = (0..23).map(|k| 2.0 + 2e-3 / 22.0 * f64::from(k)).collect();
    assert_eq!(one(at(&even, "impact", &["ball", "floor"])), "23 blows in 2 ms between `ball` and `floor`");
    assert_eq!(one(at(&[1.0; 5], "impact", &["ball", "floor"])), "5 blows at once between `ball` and `floor`");
    assert_eq!(one(at(&even, "impact", &["hinge"])), "23 blows in 2 ms at `hinge`");
    // a joint that meets its stops, once with a blow
    let mut stops = at(&even[..6], "contact", &["hinge"]);
    stops[1].numbers.push(("impulse".to_owned(), 0.5));
    assert_eq!(one(stops), "1 blow and 5 changes of contact in 455 µs at `hinge`");
    assert_eq!(one(at(&even, "slip", &["hinge"])), "23 changes of friction in 2 ms at `hinge`");
    // the same two either way round, most often first, joints beside parts
    let mut mixed = at(&even[..3], "slip", &["hinge"]);
    mixed.extend(at(&even[3..5], "contact", &["ball", "floor"]));
    mixed.extend(at(&even[5..7], "impact", &["floor", "ball"]));
    let said = "2 blows, 2 changes of contact and 3 changes of friction in 545 µs of `ball` and `floor`, `hinge`";
    assert_eq!(one(mixed), said);
    let mut four = at(&even[..8], "impact", &["a", "b"]);
    for (i, other) in ["c", "d", "e"].iter().enumerate() {
        four.extend(at(&even[8 + i..9 + i], "impact", &["a", other]));
    }
    assert!(one(four).ends_with("between `a` and `b`, `a` and `c`, `a` and `d`, and 1 more pair"));
}

#[test]
fn what_is_worth_a_line_stays_alone() {
    for kind in ["doubt", "stepping", "jam", "gain", "plastic", "open", "attach", "release", "jump", "limit", "frame"] {
        let mut events: Vec<Event> = (0..40).map(|k| blow(1.0 + 1e-4 * f64::from(k))).collect();
        events.insert(20, event(1.0 + 20e-4, kind, &["ball"]));
        let groups = event_groups(&events, [0.0, 10.0]);
        let ranges: Vec<_> = groups.iter().map(|g| g.events.clone()).collect();
        assert_eq!(ranges, [0..20, 20..21, 21..41], "{kind}");
        // however many there are
        let many: Vec<Event> = (0..40).map(|k| event(1.0 + 1e-4 * f64::from(k), kind, &["ball"])).collect();
        assert_eq!(event_groups(&many, [0.0, 10.0]).len(), 40, "{kind}");
    }
    // what is left of a burst beside it is too little for one
    let mut events: Vec<Event> = (0..8).map(|k| blow(1.0 + 1e-4 * f64::from(k))).collect();
    events.insert(4, event(1.0 + 3e-4, "doubt", &["ball"]));
    assert_eq!(event_groups(&events, [0.0, 10.0]).len(), 9);
}

#[test]
fn odd_times_do_no_harm() {
    let odd = [f64::NAN, 1.0, f64::INFINITY, -1.0, f64::NEG_INFINITY, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, f64::NAN];
    let events: Vec<Event> = odd.iter().copied().map(blow).collect();
    for span in [[0.0, 10.0], [0.0, f64::NAN], [0.0, 0.0], [0.0, f64::INFINITY]] {
        let covered: Vec<usize> = event_groups(&events, span).iter().flat_map(|g| g.events.clone()).collect();
        assert_eq!(covered, (0..events.len()).collect::<Vec<_>>());
    }
    assert_eq!(event_groups(&[], [0.0, 1.0]), []);
}

#[test]
fn a_million_events_take_no_longer_than_a_million_looks() {
    // the gaps of a row of bounces are a tree as deep as there are events
    let mut time = 0.0;
    let mut next = |gap: f64| {
        time += gap;
        blow(time)
    };
    let events: Vec<Event> = (0..1_000_000).map(|k| next(1.0 / f64::from(k + 1))).collect();
    let began = std::time::Instant::now();
    let groups = event_groups(&events, [0.0, 20.0]);
    assert!(began.elapsed().as_secs() < 20, "{:?}", began.elapsed());
    assert_eq!(groups.iter().map(|g| g.events.len()).sum::<usize>(), 1_000_000);
}

/// Events with gaps of very different lengths, some of them of kinds that stay alone.
fn any_events() -> impl Strategy<Value = Vec<Event>> {
    let gap = prop_oneof![Just(0.0), (-27_i32..2, 1.0..2.0_f64).prop_map(|(power, x)| x * two_to(power))];
    let kind = prop_oneof![8 => Just("impact"), 4 => Just("contact"), 2 => Just("slip"), 2 => Just("doubt")];
    proptest::collection::vec((gap, kind, 0_usize..4), 0..200).prop_map(|list| {
        let mut time = 0.0;
        let one = |(gap, kind, who): (f64, &str, usize)| {
            time += gap;
            event(time, kind, &["ball", ["floor", "wall", "other", "lid"][who]])
        };
        list.into_iter().map(one).collect()
    })
}

proptest! {
    #[test]
    fn every_event_is_in_one_group_and_counted_once(events in any_events(), end in 0.1..1e3_f64) {
        let groups = event_groups(&events, [0.0, end]);
        let covered: Vec<usize> = groups.iter().flat_map(|g| g.events.clone()).collect();
        prop_assert_eq!(covered, (0..events.len()).collect::<Vec<_>>());
        for group in &groups {
            let Some(burst) = Burst::of(group, &events) else { continue };
            let own = &events[group.events.clone()];
            prop_assert!(burst.count == own.len() && burst.count >= 5);
            prop_assert_eq!(burst.blows + burst.contact_changes + burst.friction_changes, burst.count);
            prop_assert_eq!(burst.blows, own.iter().filter(|e| e.kind == "impact").count());
            prop_assert_eq!(burst.who.iter().map(|(_, n)| n).sum::<usize>(), burst.count);
            prop_assert!(own.iter().all(|e| e.kind != "doubt"));
            prop_assert_eq!((burst.from, burst.to), (own[0].time, own[own.len() - 1].time));
            prop_assert!(burst.to - burst.from <= 0.05 * end);
        }
    }

    #[test]
    fn a_run_twice_as_slow_has_the_same_groups(events in any_events(), end in 0.1..1e3_f64, power in -40_i32..40) {
        let factor = two_to(power);
        let slower: Vec<Event> = events.iter().map(|e| Event { time: e.time * factor, ..e.clone() }).collect();
        prop_assert_eq!(event_groups(&events, [0.0, end]), event_groups(&slower, [0.0, end * factor]));
    }
}
