//! Contacts between two frames, and impacts not long ago.

use mainspring_record::{ContactMark, Memory};

/// How long a ring stays, seconds of a film.
pub(crate) const FLASH: f64 = 0.15;

/// An impact not long ago.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flash {
    /// m
    pub at: [f64; 3],
    /// root of its impulse over the run's largest, 0 to 1
    pub size: f64,
    /// 0 at the impact, 1 when the ring is gone
    pub age: f64,
}

/// The contacts between two frames: those of both move steadily, the others are there up to halfway.
pub(crate) fn contacts(memory: &Memory, before: usize, after: usize, part: f64) -> Vec<ContactMark> {
    let (first, second) = (memory.contacts_at(before), memory.contacts_at(after));
    let same = |a: &ContactMark, b: &ContactMark| (a.pair, a.features) == (b.pair, b.features);
    let mut found: Vec<ContactMark> = Vec::new();
    for mark in first {
        match second.iter().find(|m| same(m, mark)) {
            Some(later) if part > 0.0 => found.push(between(mark, later, part)),
            Some(_) => found.push(*mark),
            None if part < 0.5 => found.push(*mark),
            None => {}
        }
    }
    if part >= 0.5 {
        found.extend(second.iter().filter(|m| !first.iter().any(|f| same(f, m))));
    }
    found.retain(|m| m.point.iter().chain(&m.force).all(|c| c.is_finite()));
    found
}

fn between(a: &ContactMark, b: &ContactMark, part: f64) -> ContactMark {
    let mixed = |x: f64, y: f64| if part < 1.0 { x + part * (y - x) } else { y };
    let each = |x: [f64; 3], y: [f64; 3]| [0, 1, 2].map(|i| mixed(x[i], y[i]));
    let late = if part < 0.5 { a } else { b };
    ContactMark { point: each(a.point, b.point), force: each(a.force, b.force), slip: mixed(a.slip, b.slip), ..*late }
}

/// Impacts at most `lasting` seconds ago.
pub(crate) fn flashes(memory: &Memory, time: f64, lasting: f64) -> Vec<Flash> {
    let number = |e: &mainspring_record::Event, name: &str| {
        e.numbers.iter().find(|(n, _)| n == name).map(|(_, x)| *x).filter(|x| x.is_finite())
    };
    let blows = || memory.events.iter().filter(|e| e.kind == "impact");
    let recent = |e: &&mainspring_record::Event| e.time <= time && time - e.time < lasting;
    if !blows().any(|e| recent(&e)) {
        return Vec::new();
    }
    let largest = blows().filter_map(|e| number(e, "impulse")).map(f64::abs).fold(0.0, f64::max);
    let flash = |e: &mainspring_record::Event| {
        let at = [number(e, "x")?, number(e, "y")?, number(e, "z").unwrap_or(0.0)];
        let part = if largest > 0.0 { number(e, "impulse").unwrap_or(0.0).abs() / largest } else { 1.0 };
        Some(Flash { at, size: part.sqrt(), age: (time - e.time) / lasting })
    };
    blows().filter(recent).filter_map(flash).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use mainspring_record::{ContactMode, Event, FeatureName, Frame, Schema, Sink};

    fn mark(pair: u32, x: f64) -> ContactMark {
        ContactMark {
            pair,
            point: [x, 0.0, 0.0],
            normal: [0.0, -1.0, 0.0],
            force: [0.0, -x, 0.0],
            gap: 0.0,
            slip: 0.0,
            mode: ContactMode::Stick,
            features: [FeatureName::default(); 2],
        }
    }

    #[test]
    fn contacts_of_both_frames_move_and_others_last_half_way() {
        let mut memory = Memory::default();
        memory.begin(&Schema { contact_pairs: vec![Default::default(); 3], ..Schema::default() }).unwrap();
        for (t, marks) in [(0.0, [mark(0, 0.0), mark(1, 5.0)]), (1.0, [mark(0, 2.0), mark(2, 7.0)])] {
            memory.frame(&Frame { contacts: &marks, ..Frame::bare(t, &[]) }).unwrap();
        }
        let pairs = |part| contacts(&memory, 0, 1, part).iter().map(|m| (m.pair, m.point[0])).collect::<Vec<_>>();
        assert_eq!(pairs(0.0), [(0, 0.0), (1, 5.0)]);
        assert_eq!(pairs(0.25), [(0, 0.5), (1, 5.0)]);
        assert_eq!(pairs(0.75), [(0, 1.5), (2, 7.0)]);
        assert_eq!(pairs(1.0), [(0, 2.0), (2, 7.0)]);
    }

    #[test]
    fn a_ring_shows_at_its_blow_and_is_gone_soon() {
        let blow = |time: f64, impulse: f64| Event {
            time,
            order: 0,
            kind: "impact".to_owned(),
            who: Vec::new(),
            numbers: [("impulse", impulse), ("x", time), ("y", 2.0)].map(|(n, x)| (n.to_owned(), x)).to_vec(),
            text: String::new(),
        };
        let memory = Memory { events: vec![blow(1.0, 4.0), blow(2.0, 1.0)], ..Memory::default() };
        assert!(flashes(&memory, 0.999, 0.1).is_empty() && flashes(&memory, 1.1, 0.1).is_empty());
        assert_eq!(flashes(&memory, 1.0, 0.1), [Flash { at: [1.0, 2.0, 0.0], size: 1.0, age: 0.0 }]);
        let half = flashes(&memory, 2.05, 0.1);
        assert!(half.len() == 1 && (half[0].size - 0.5).abs() < 1e-12 && (half[0].age - 0.5).abs() < 1e-9);
        assert!(flashes(&memory, 1.0, 0.0).is_empty());
    }
}
