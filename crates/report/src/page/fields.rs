//! Windows, scripts and bins as the viewer takes them, and which arrows of fields a page has room for.

use super::pack;
use super::shapes::shape;
use crate::render::subsample::subsample;
use crate::text::short;
use mainspring_record::{ArrowKind, Drawing, DrawnWindow, Memory, Visibility};
use serde_json::{Map, Value, json};

/// Arrows of a window that stay as they are, at most.
const STILL: usize = 500;
/// Arrows that change in every frame, in all windows together.
const CHANGING: usize = 150;
/// Stretches of a script; a page has no room for thousands more.
const SPANS: usize = 3000;
/// Lines between cells, a side; more are never seen apart.
const LINES: usize = 400;

/// Arrows a page shows.
#[derive(Debug)]
pub struct PageArrows {
    /// indices into the drawing's arrows: every force, then those of fields
    pub arrows: Vec<usize>,
    /// of each window: its arrows, and the place of the first among `arrows` if they change
    windows: Vec<(Vec<usize>, Option<usize>)>,
}

/// Chooses among the arrows of a run.
pub fn page_arrows(drawing: &Drawing) -> PageArrows {
    let mut arrows: Vec<usize> =
        (0..drawing.arrows.len()).filter(|i| drawing.arrows[*i].kind != ArrowKind::Field).collect();
    let changing = drawing.windows.iter().filter(|w| w.changing.is_some()).count().max(1);
    let choose = |window: &DrawnWindow| {
        let most = if window.changing.is_some() { (CHANGING / changing).max(4) } else { STILL };
        let places: Vec<[f64; 2]> = window.arrows.iter().map(|(place, _)| *place).collect();
        let kept = subsample(&places, 0.0, most);
        let there = |first: &usize| first.checked_add(places.len()).is_some_and(|end| end <= drawing.arrows.len());
        let first = window.changing.filter(there).map(|first| {
            arrows.extend(kept.iter().map(|i| first + i));
            arrows.len() - kept.len()
        });
        (kept, first)
    };
    let windows = drawing.windows.iter().map(choose).collect();
    PageArrows { arrows, windows }
}

/// What a drawing has beside bodies, joints and springs; nothing where there are no windows, scripts or bins.
pub fn parts(run: &Memory, shown: &Visibility, chosen: &PageArrows) -> Map<String, Value> {
    let drawing = &run.schema.drawing;
    let (from, to) = (run.times[0], run.times[run.times.len() - 1]);
    let mut parts = Map::new();
    let mut put = |name: &str, list: Vec<Value>| {
        if !list.is_empty() {
            parts.insert(name.to_owned(), Value::Array(list));
        }
    };
    put("windows", drawing.windows.iter().zip(&chosen.windows).map(window).collect());
    let script = |(i, script): (usize, &mainspring_record::DrawnScript)| {
        let frame = |(path, on): &(String, Vec<usize>)| json!({ "name": short(path, &script.path), "on": on });
        let spans = shown.frames(i, from, to);
        let left_out = spans.len().saturating_sub(SPANS);
        let spans = spans.into_iter().take(SPANS).map(|([a, b], frame)| json!([a, b, frame]));
        json!({
            "path": script.path,
            "frames": script.frames.iter().map(frame).collect::<Vec<_>>(),
            "spans": spans.collect::<Vec<_>>(),
            "spans_left_out": left_out,
        })
    };
    put("scripts", drawing.scripts.iter().enumerate().map(script).collect());
    put("bins", drawing.bins.iter().map(|o| json!({ "path": o.path, "shape": shape(&o.shape) })).collect());
    parts
}

fn window((window, (kept, changing)): (&DrawnWindow, &(Vec<usize>, Option<usize>))) -> Value {
    let flat = |all: &mut dyn Iterator<Item = [f64; 2]>| pack::single(&all.flatten().collect::<Vec<f64>>());
    let lines =
        window.lines.each_ref().map(|l| if l.len() > LINES { json!({ "value": 0.0 }) } else { pack::single(l) });
    let counts = window.lines.each_ref().map(|l| if l.len() > LINES { 0 } else { l.len() });
    json!({
        "path": window.path,
        "kind": window.kind,
        "shape": shape(&window.shape),
        "moves": window.moves,
        "always": window.always,
        "lines": lines,
        "line_counts": counts,
        "pad": flat(&mut window.pad.iter().copied().take(LINES)),
        "pad_count": window.pad.len().min(LINES),
        "count": kept.len(),
        "places": flat(&mut kept.iter().map(|i| window.arrows[*i].0)),
        "vectors": flat(&mut kept.iter().map(|i| window.arrows[*i].1)),
        "changing": changing,
    })
}
