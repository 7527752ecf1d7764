//! The run as the viewer takes it: a plain object, described in `viewer/src/document.js`.

use super::{moments, pack};
use crate::{Look, Plot, Theme};
use mainspring_record::{BALANCE, Drawing, DrawnShape, Event, Memory, Place};
use serde_json::{Value, json};

/// Events listed; those that attach and release come first, since the picture needs them.
const EVENTS: usize = 2000;
/// Length of a scene's texts together, bytes.
const TEXT: usize = 200_000;
/// Finest turn worth keeping, rad: half a pixel at the rim of a body 2,500 pixels wide.
const TURN: f64 = 2e-4;
/// Finest part of the mechanism's size worth keeping.
const PLACE: f64 = 2e-5;

/// Everything but the frames.
pub fn without_frames(run: &Memory, title: &str) -> Value {
    let schema = &run.schema;
    let (first, last) = (run.times[0], run.times[run.times.len() - 1]);
    let (events, left_out) = events(run);
    let plot = |(i, p): (usize, &mainspring_record::Plotted)| {
        let drawn = Plot::from_run(&p.title, run, &p.curves, p.against);
        let look = |width: f64, part: f64, id: &str| {
            let usual = drawn.usual_look();
            let height_per_panel = part * usual.height_per_panel;
            Look { theme: Theme::Page, width, height_per_panel, id_prefix: format!("{id}{i}-") }
        };
        let (wide, narrow) = (drawn.svg_with(&look(560.0, 0.7, "w")), drawn.svg_with(&look(340.0, 0.6, "n")));
        json!({ "title": p.title, "curves": p.curves, "against": p.against, "svg": wide, "narrow": narrow })
    };
    json!({
        "title": title,
        "scene": schema.scene,
        "version": schema.version,
        "settings": schema.settings,
        "sources": sources(run),
        "command": schema.origin.command,
        "ending": run.ending.as_ref().map(|e| json!({
            "time": e.time,
            "reason": e.reason,
            "error": e.error,
            "hash": format!("{:016x}", e.hash),
            "work": e.work,
        })),
        "columns": schema.columns.iter().map(|c| json!({ "name": c.name, "unit": c.unit() })).collect::<Vec<_>>(),
        "terms": BALANCE,
        "plots": schema.plots.iter().enumerate().map(plot).collect::<Vec<_>>(),
        "drawing": drawing(&schema.drawing),
        "events": events,
        "events_left_out": left_out,
        "recorded": run.times.len(),
        "from": first,
        "to": last,
        "speed": moments::speed(last - first),
    })
}

/// Bytes a frame takes in the page, about.
pub fn bytes_per_frame(run: &Memory) -> usize {
    let schema = &run.schema;
    let short = schema.drawing.bodies.len() * schema.pose_len() + schema.drawing.arrows.len() * schema.arrow_len();
    let long = schema.columns.len() + BALANCE.len();
    // base64 takes four bytes for three
    (8 + 2 * short + 4 * long) * 4 / 3
}

/// The frames of these indices, one track for each number.
pub fn frames(run: &Memory, kept: &[usize]) -> Value {
    let schema = &run.schema;
    let fine = PLACE * if schema.drawing.length > 0.0 { schema.drawing.length } else { 1.0 };
    let pose = schema.pose_len();
    let gather = |read: &dyn Fn(usize) -> f64| kept.iter().map(|&i| read(i)).collect::<Vec<f64>>();
    let pose_track = |body: usize, k: usize| {
        let read = |i: usize| run.frame_at(i).poses.get(body * pose + k).copied().unwrap_or(f64::NAN);
        let is_place = k < if pose == 3 { 2 } else { 3 };
        pack::coarse(&gather(&read), if is_place { fine } else { TURN })
    };
    let bodies = 0..schema.drawing.bodies.len();
    let poses: Vec<Value> = bodies.flat_map(|b| (0..pose).map(move |k| (b, k))).map(|(b, k)| pose_track(b, k)).collect();
    let arrows: Vec<Value> = (0..schema.drawing.arrows.len() * schema.arrow_len())
        .map(|k| pack::coarse(&gather(&|i| run.frame_at(i).arrows.get(k).copied().unwrap_or(f64::NAN)), f64::INFINITY))
        .collect();
    let column = |c: usize| pack::single(&gather(&|i| run.frame_at(i).values.get(c).copied().unwrap_or(f64::NAN)));
    json!({
        "count": kept.len(),
        "times": pack::exact(&gather(&|i| run.times[i])),
        "poses": poses,
        "arrows": arrows,
        "values": (0..schema.columns.len()).map(column).collect::<Vec<_>>(),
        "balance": (0..BALANCE.len()).map(|k| pack::single(&gather(&|i| run.balance[i][k]))).collect::<Vec<_>>(),
    })
}

/// Texts of the scene, cut where they are too long for a page.
fn sources(run: &Memory) -> Vec<Value> {
    let mut room = TEXT;
    let mut texts = Vec::new();
    for (name, text) in &run.schema.origin.sources {
        let end = (0..=text.len().min(room)).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0);
        room -= end;
        texts.push(json!({ "name": name, "text": text[..end], "cut": end < text.len() }));
    }
    texts
}

fn events(run: &Memory) -> (Vec<Value>, usize) {
    let switches = |e: &&Event| e.kind == "attach" || e.kind == "release";
    let some = run.events.iter().filter(switches).take(EVENTS).count();
    let (mut switches_left, mut others_left) = (some, EVENTS - some);
    let listed: Vec<Value> = (run.events.iter())
        .filter(|e| {
            let left = if switches(e) { &mut switches_left } else { &mut others_left };
            let fits = *left > 0;
            *left -= usize::from(fits);
            fits
        })
        .map(|e| json!({ "time": e.time, "kind": e.kind, "who": e.who, "numbers": e.numbers, "text": e.text }))
        .collect();
    let left_out = run.events.len() - listed.len();
    (listed, left_out)
}

fn drawing(drawing: &Drawing) -> Value {
    let point = |p: &[f64; 3]| json!(p.map(|x| x as f32));
    let place = |p: &Place| json!({ "body": p.body, "point": point(&p.point) });
    json!({
        "spatial": drawing.spatial,
        "gravity": drawing.gravity,
        "length": drawing.length,
        "bodies": drawing.bodies.iter().map(|b| json!({
            "path": b.path,
            "shape": shape(&b.shape),
            "points": b.points.iter().map(|(name, p)| json!({ "name": name, "point": point(p) })).collect::<Vec<_>>(),
            "mass": b.mass,
            "fixed": b.fixed,
        })).collect::<Vec<_>>(),
        "joints": drawing.joints.iter().map(|j| json!({
            "path": j.path, "kind": j.kind, "a": place(&j.a), "b": place(&j.b), "axis": point(&j.axis),
            "size": j.size, "attached": j.attached,
        })).collect::<Vec<_>>(),
        "springs": drawing.springs.iter().map(|s| json!({
            "path": s.path, "a": place(&s.a), "b": place(&s.b), "rest": s.rest, "attached": s.attached,
        })).collect::<Vec<_>>(),
        "arrows": drawing.arrows.iter().map(|a| json!({
            "path": a.path, "kind": a.kind, "place": place(&a.place),
        })).collect::<Vec<_>>(),
        "obstacles": drawing.obstacles.iter().map(|o| json!({ "path": o.path, "shape": shape(&o.shape) })).collect::<Vec<_>>(),
    })
}

fn shape(shape: &DrawnShape) -> Value {
    match shape {
        DrawnShape::Dot => json!({ "kind": "dot" }),
        DrawnShape::Outline { loops } => {
            let flat = |points: &Vec<[f64; 2]>| pack::single(&points.iter().flatten().copied().collect::<Vec<_>>());
            json!({ "kind": "outline", "loops": loops.iter().map(flat).collect::<Vec<_>>() })
        }
        DrawnShape::Mesh { vertices, triangles, edges } => json!({
            "kind": "mesh",
            "vertices": pack::single(&vertices.iter().flatten().copied().collect::<Vec<_>>()),
            "triangles": pack::indices(triangles.iter().flatten().copied()),
            "edges": pack::indices(edges.iter().flatten().copied()),
        }),
    }
}
