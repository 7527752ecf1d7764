//! What is said of a burst: how many of what, in how long, between whom.

use crate::bursts::EventGroup;
use crate::event::Event;
use serde::Serialize;
use std::collections::BTreeMap;

/// Pairs that are named; of more only how many.
const NAMED: usize = 3;

/// A burst, counted.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Burst {
    /// index of its first event
    pub first: usize,
    /// how many events it is
    pub count: usize,
    /// first moment, s
    pub from: f64,
    /// last moment, s
    pub to: f64,
    /// parts that collided, joints that met their stops
    pub blows: usize,
    /// parts that met, parted, or changed between sticking and sliding
    pub contact_changes: usize,
    /// joints, and parts on a table, that changed between sticking and sliding
    pub friction_changes: usize,
    /// who took part and how often, most often first
    pub who: Vec<(Vec<String>, usize)>,
    /// its events come closer and closer, as bounces before rest
    pub gathers: bool,
    /// one sentence for people
    pub text: String,
}

impl Burst {
    /// Of a group of these events; none of one event alone.
    #[must_use]
    pub fn of(group: &EventGroup, events: &[Event]) -> Option<Self> {
        let own = events.get(group.events.clone()).filter(|_| group.is_burst())?;
        let (first, last) = (own.first()?, own.last()?);
        let blows = own.iter().filter(|e| is_blow(e)).count();
        let friction_changes = own.iter().filter(|e| changes_friction(e)).count();
        let mut burst = Self {
            first: group.events.start,
            count: own.len(),
            from: first.time,
            to: last.time,
            blows,
            contact_changes: own.len() - blows - friction_changes,
            friction_changes,
            who: who(own),
            gathers: group.gathers,
            text: String::new(),
        };
        burst.text = burst.sentence();
        Some(burst)
    }

    /// "14 blows and 9 changes of contact".
    #[must_use]
    pub fn counts(&self) -> String {
        let counted = |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
        let all = [
            (self.blows, "blow", "blows"),
            (self.contact_changes, "change of contact", "changes of contact"),
            (self.friction_changes, "change of friction", "changes of friction"),
        ];
        listed(all.iter().filter(|(n, ..)| *n > 0).map(|(n, one, many)| counted(*n, one, many)).collect())
    }

    /// In a few words: "23 blows", "9 changes", or "23 events" where there are both.
    #[must_use]
    pub fn label(&self) -> String {
        let what = match self.blows {
            0 => "changes",
            blows if blows == self.count => "blows",
            _ => "events",
        };
        format!("{} {what}", self.count)
    }

    /// "23 blows in 2 ms between `ball` and `floor`".
    fn sentence(&self) -> String {
        let length = self.to - self.from;
        let long = if length > 0.0 { format!("in {}", duration(length)) } else { "at once".to_owned() };
        // of many pairs it would say little
        let gathers = if self.gathers && self.who.len() == 1 { ", closer and closer" } else { "" };
        format!("{} {long}{}{gathers}", self.counts(), self.between())
    }

    fn between(&self) -> String {
        let pairs = self.who.iter().filter(|(who, _)| who.len() == 2).count();
        let word = if pairs == self.who.len() {
            "between"
        } else if pairs == 0 {
            "at"
        } else {
            "of"
        };
        let quoted = |who: &[String]| who.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" and ");
        let left = self.who.len().saturating_sub(NAMED);
        let mut named: Vec<String> = self.who.iter().take(NAMED).map(|(who, _)| quoted(who)).collect();
        named.retain(|name| !name.is_empty());
        if named.is_empty() {
            return String::new();
        }
        let other = match (pairs == self.who.len(), left) {
            (_, 0) => return format!(" {word} {}", named.join(", ")),
            (true, 1) => "pair",
            (true, _) => "pairs",
            (false, 1) => "other",
            (false, _) => "others",
        };
        let more = if other.starts_with("pair") { "more " } else { "" };
        format!(" {word} {}, and {left} {more}{other}", named.join(", "))
    }
}

/// Parts that collide, and joints and flanks that meet their stops with an impulse.
fn is_blow(event: &Event) -> bool {
    event.kind == "impact" || event.numbers.iter().any(|(name, _)| name == "impulse")
}

/// A joint, or a part on a table, that sticks, slips or comes under another friction.
fn changes_friction(event: &Event) -> bool {
    event.who.len() < 2 && ["stick", "slip", "friction"].contains(&event.kind.as_str())
}

/// Who took part, most often first, those as often in the order they came; two are the same two either way round.
fn who(events: &[Event]) -> Vec<(Vec<String>, usize)> {
    let mut known: BTreeMap<Vec<&str>, usize> = BTreeMap::new();
    let mut all: Vec<(Vec<String>, usize)> = Vec::new();
    for event in events {
        let mut key: Vec<&str> = event.who.iter().map(String::as_str).collect();
        key.sort_unstable();
        let place = *known.entry(key).or_insert(all.len());
        match all.get_mut(place) {
            Some((_, count)) => *count += 1,
            None => all.push((event.who.clone(), 1)),
        }
    }
    all.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    all
}

/// "a", "a and b", "a, b and c".
fn listed(mut words: Vec<String>) -> String {
    let last = words.pop().unwrap_or_default();
    if words.is_empty() { last } else { format!("{} and {last}", words.join(", ")) }
}

/// A time in the unit fit for it, with three digits: "2 ms", "0.45 s" as "450 ms", "12.5 s".
fn duration(seconds: f64) -> String {
    let units = [(1.0, "s"), (1e3, "ms"), (1e6, "µs"), (1e9, "ns")];
    // what would be rounded up to a thousand belongs to the larger unit
    let fits = |(factor, _): &&(f64, &str)| seconds * factor >= 0.9995;
    let (factor, unit) = units.iter().find(fits).copied().unwrap_or((1e9, "ns"));
    let value = seconds * factor;
    let decimals = if value < 9.995 {
        2
    } else if value < 99.95 {
        1
    } else {
        0
    };
    let text = format!("{value:.decimals$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    // a moment too short for its unit is not none
    if text == "0" { format!("less than 0.01 {unit}") } else { format!("{text} {unit}") }
}
