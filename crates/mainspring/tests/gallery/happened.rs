//! What must have happened in a run: events counted, in order, at times and with numbers known from outside.

use mainspring::Run;
use mainspring::record::Event;
use mainspring_trust::{Against, Case};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Events of one kind, of all or of those between two parts.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Happened {
    kind: String,
    /// paths, in either order
    #[serde(default)]
    who: Vec<String>,
    /// only those before this time, s
    until: Option<f64>,
    /// how many
    count: Option<usize>,
    /// how many or more, where the number itself is nobody's knowledge
    at_least: Option<usize>,
    /// which of them `time` and `numbers` are of, from 0; the last if negative
    #[serde(default)]
    nth: i64,
    time: Option<Is>,
    #[serde(default)]
    numbers: BTreeMap<String, Is>,
    source: Option<String>,
}

/// A number and how far from it is near enough.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Is {
    is: f64,
    within: f64,
}

impl Happened {
    fn is_of(&self, event: &Event) -> bool {
        let among = |who: &String| event.who.contains(who);
        event.kind == self.kind && self.who.iter().all(among) && self.until.is_none_or(|t| event.time < t)
    }

    /// Compares with a run; what is wrong goes to `wrong`.
    pub fn check(&self, scene: &str, run: &Run, source: Option<&String>, wrong: &mut Vec<String>) {
        let events: Vec<&Event> = run.outcome.events.iter().filter(|e| self.is_of(e)).collect();
        let name = format!("`{}` {}", self.kind, self.who.join(", ")).trim_end().to_owned();
        if let Some(count) = self.count
            && events.len() != count
        {
            wrong.push(format!("{name}: {} events, not {count}", events.len()));
        }
        if let Some(least) = self.at_least
            && events.len() < least
        {
            wrong.push(format!("{name}: {} events, not {least} or more", events.len()));
        }
        if self.time.is_none() && self.numbers.is_empty() {
            return;
        }
        let index = if self.nth < 0 { events.len() as i64 + self.nth } else { self.nth };
        let Some(event) = usize::try_from(index).ok().and_then(|i| events.get(i)) else {
            wrong.push(format!("{name}: there is no event number {}, only {}", self.nth, events.len()));
            return;
        };
        let Some((against, source)) = self.source.as_ref().or(source).and_then(|s| Against::read(s)) else {
            wrong.push(format!("{name}: say where the number comes from: \"source\": \"kind: …\""));
            return;
        };
        let compare = |what: &str, found: f64, is: &Is| {
            let case =
                Case::new(&format!("gallery: {scene}"), &format!("{what} of {name} {}", self.nth), against, &source)
                    .answer(is.is, if what == "time" { "s" } else { "" })
                    .work(run.outcome.work.steps, run.outcome.work.evaluations)
                    .rerun(&format!("cargo test -p mainspring --test gallery {scene}"));
            let off = case.check(found - is.is, is.within).err()?;
            Some(format!("{what} of {name} {}: {found} is {off}, of {}", self.nth, is.is))
        };
        if let Some(is) = &self.time {
            wrong.extend(compare("time", event.time, is));
        }
        for (number, is) in &self.numbers {
            match event.numbers.iter().find(|(n, _)| n == number) {
                Some((_, found)) => wrong.extend(compare(number, *found, is)),
                None => wrong.push(format!("{name}: the event has no number `{number}`")),
            }
        }
    }
}

/// Kinds of the first events must be these, in this order.
pub fn in_order(order: &[String], run: &Run, wrong: &mut Vec<String>) {
    let found: Vec<&str> = run.outcome.events.iter().map(|e| e.kind.as_str()).take(order.len()).collect();
    if found != *order {
        wrong.push(format!("events came in the order {found:?}, not {order:?}"));
    }
}
