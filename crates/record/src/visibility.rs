//! Who is there and what is on at a moment, given by the events `arrive`, `leave` and `frame`.
//!
//! Looked up once for a run: pictures ask at thousands of moments.

use crate::{Drawing, Event};
use std::collections::BTreeMap;

/// Which parts are there and which frames scripts show, over a whole run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Visibility {
    /// of each body: there at first, then the moments (s) at which that changes
    bodies: Vec<(bool, Vec<f64>)>,
    /// of each script: from when (s) which frame, in order of time
    scripts: Vec<Vec<(f64, Option<usize>)>>,
    /// of each window: on whatever frames say
    always: Vec<bool>,
    /// of each script and frame: what is on
    on: Vec<Vec<Vec<usize>>>,
}

impl Visibility {
    /// Reads the events of a run, which are in order of time.
    #[must_use]
    pub fn of(drawing: &Drawing, events: &[Event]) -> Self {
        let mut shown = Self {
            bodies: drawing.bodies.iter().map(|b| (!b.arrives, Vec::new())).collect(),
            scripts: vec![Vec::new(); drawing.scripts.len()],
            always: drawing.windows.iter().map(|w| w.always).collect(),
            on: drawing.scripts.iter().map(|s| s.frames.iter().map(|(_, on)| on.clone()).collect()).collect(),
        };
        let bodies: BTreeMap<&str, usize> =
            drawing.bodies.iter().enumerate().map(|(i, b)| (b.path.as_str(), i)).collect();
        for event in events {
            let Some(first) = event.who.first() else { continue };
            match event.kind.as_str() {
                kind @ ("arrive" | "leave") => {
                    let Some(body) = bodies.get(first.as_str()) else { continue };
                    let (at_first, changes) = &mut shown.bodies[*body];
                    let there = *at_first != (changes.len() % 2 == 1);
                    if there != (kind == "arrive") {
                        changes.push(event.time);
                    }
                }
                "frame" => {
                    let Some(script) = drawing.scripts.iter().position(|s| s.path == *first) else { continue };
                    let frames = &drawing.scripts[script].frames;
                    let frame = event.who.get(1).and_then(|name| frames.iter().position(|(path, _)| path == name));
                    shown.scripts[script].push((event.time, frame));
                }
                _ => {}
            }
        }
        shown
    }

    /// Whether a body is there at a time, s.
    #[must_use]
    pub fn there(&self, body: usize, time: f64) -> bool {
        let Some((first, changes)) = self.bodies.get(body) else { return true };
        *first != (changes.partition_point(|t| *t <= time) % 2 == 1)
    }

    /// Stretches from `from` to `to` (s) in which a body is there; none if it always is.
    #[must_use]
    pub fn stretches(&self, body: usize, from: f64, to: f64) -> Option<Vec<[f64; 2]>> {
        let (first, changes) = self.bodies.get(body)?;
        if *first && changes.is_empty() {
            return None;
        }
        let begin = first.then_some(f64::NEG_INFINITY);
        let mut moments: Vec<f64> = begin.into_iter().chain(changes.iter().copied()).collect();
        if moments.len() % 2 == 1 {
            moments.push(f64::INFINITY);
        }
        let clipped = moments.chunks_exact(2).map(|m| [m[0].max(from), m[1].min(to)]);
        Some(clipped.filter(|[a, b]| a <= b).collect())
    }

    /// The frame a script shows at a time, s, as an index into its frames; none before it begins and when it is over.
    #[must_use]
    pub fn frame(&self, script: usize, time: f64) -> Option<usize> {
        let changes = self.scripts.get(script)?;
        changes.partition_point(|(t, _)| *t <= time).checked_sub(1).and_then(|i| changes[i].1)
    }

    /// What a script shows from `from` to `to`: stretches (s) and the frame shown in each.
    #[must_use]
    pub fn frames(&self, script: usize, from: f64, to: f64) -> Vec<([f64; 2], usize)> {
        let Some(changes) = self.scripts.get(script) else { return Vec::new() };
        let ends = changes.iter().skip(1).map(|(t, _)| *t).chain([f64::INFINITY]);
        let stretches = changes.iter().zip(ends).filter_map(|((begin, frame), end)| Some(([*begin, end], (*frame)?)));
        let clipped = stretches.map(|([begin, end], frame)| ([begin.max(from), end.min(to)], frame));
        clipped.filter(|([begin, end], _)| begin < end || (*begin == to && begin == end)).collect()
    }

    /// Whether a window is on at a time, s.
    #[must_use]
    pub fn is_on(&self, window: usize, time: f64) -> bool {
        let shown = |script: usize| {
            let frame = self.frame(script, time).and_then(|frame| self.on.get(script)?.get(frame));
            frame.is_some_and(|on| on.contains(&window))
        };
        self.always.get(window).copied().unwrap_or(true) || (0..self.scripts.len()).any(shown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DrawnBody, DrawnScript, DrawnShape, DrawnWindow, WindowKind};

    fn drawing() -> Drawing {
        let body = |path: &str, arrives| DrawnBody {
            path: path.to_owned(),
            shape: DrawnShape::Dot,
            points: Vec::new(),
            mass: 1.0,
            fixed: false,
            arrives,
        };
        let window = |path: &str, always| DrawnWindow {
            path: path.to_owned(),
            kind: WindowKind::Force,
            shape: DrawnShape::Dot,
            moves: false,
            lines: [Vec::new(), Vec::new()],
            pad: Vec::new(),
            arrows: Vec::new(),
            changing: None,
            always,
        };
        Drawing {
            bodies: vec![body("a", false), body("b", true)],
            windows: vec![window("w", false), window("x", true), window("y", false)],
            scripts: vec![DrawnScript {
                path: "sort".to_owned(),
                frames: vec![("in".to_owned(), vec![0]), ("out".to_owned(), vec![2])],
            }],
            ..Drawing::default()
        }
    }

    fn event(time: f64, kind: &str, who: &[&str]) -> Event {
        let who = who.iter().map(|w| (*w).to_owned()).collect();
        Event { time, order: 0, kind: kind.to_owned(), who, numbers: Vec::new(), text: String::new() }
    }

    #[test]
    fn parts_come_and_go_and_frames_follow() {
        let events = [
            event(0.0, "frame", &["sort", "in"]),
            event(1.0, "arrive", &["b"]),
            event(1.5, "frame", &["sort", "out"]),
            event(2.0, "leave", &["a", "bin"]),
            event(2.0, "leave", &["a"]),
            event(2.5, "frame", &["sort"]),
            event(3.0, "leave", &["b"]),
            event(3.5, "arrive", &["nobody"]),
        ];
        let shown = Visibility::of(&drawing(), &events);
        let there = |t: f64| [shown.there(0, t), shown.there(1, t)];
        assert_eq!(
            [0.0, 0.99, 1.0, 2.0, 3.0].map(there),
            [[true, false], [true, false], [true, true], [false, true], [false, false]]
        );
        assert_eq!([-1.0, 0.0, 1.49, 1.5, 2.5].map(|t| shown.frame(0, t)), [None, Some(0), Some(0), Some(1), None]);
        let on = |t: f64| [0, 1, 2].map(|w| shown.is_on(w, t));
        assert_eq!(
            [-1.0, 1.0, 2.0, 4.0].map(on),
            [[false, true, false], [true, true, false], [false, true, true], [false, true, false]]
        );
        assert_eq!(shown.stretches(0, 0.0, 4.0), Some(vec![[0.0, 2.0]]));
        assert_eq!(shown.stretches(1, 1.2, 4.0), Some(vec![[1.2, 3.0]]));
        assert_eq!(shown.stretches(1, 3.5, 4.0), Some(Vec::new()));
        assert_eq!(Visibility::of(&drawing(), &[]).stretches(0, 0.0, 1.0), None);
        assert_eq!(shown.frames(0, 0.5, 4.0), [([0.5, 1.5], 0), ([1.5, 2.5], 1)]);
    }
}
