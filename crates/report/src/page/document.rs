//! The run as the viewer takes it: a plain object, described in `viewer/src/document.js`.

use super::fields::PageArrows;
use super::shapes::shape;
use super::{contacts, events, fields, frame_selection, pack};
use crate::render::figure::symbol;
use crate::tolerances::{PAGE_PLACE, PAGE_TURN};
use crate::{PlanePicture, Plot, PlotStyle, Theme};
use mainspring_record::{BALANCE, DrawnPlane, DrawnShape, Memory, Place, SteppedStretch, Visibility};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Length of a scene's texts together, bytes.
const TEXT: usize = 200_000;
/// More poses than this are packed together.
const MANY: usize = 100;

/// Everything but the frames.
pub fn without_frames(run: &Memory, title: &str, shown: &Visibility, chosen: &PageArrows) -> Value {
    let schema = &run.schema;
    let (first, last) = (run.times[0], run.times[run.times.len() - 1]);
    let listed = events::listed(run);
    let swept = schema.settings.iter().any(|(name, value)| name == "method" && value == "sweep");
    let plot = |(i, p): (usize, &mainspring_record::PlotSpec)| {
        let drawn = Plot::from_run(&p.title, run, &p.curves, p.against);
        let look = |width: f64, part: f64, id: &str| {
            let usual = drawn.default_style();
            let height_per_panel = part * usual.height_per_panel;
            PlotStyle { theme: Theme::Page, width, height_per_panel, id_prefix: format!("{id}{i}-"), outlines: false }
        };
        let svg = |look: PlotStyle| if swept { drawn.svg_in_degrees(&look) } else { drawn.svg_with(&look) };
        let (wide, narrow) = (svg(look(560.0, 0.7, "w")), svg(look(340.0, 0.6, "n")));
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
            "reason": e.verdict(),
            "doubts": e.doubts.iter().map(|d| json!({ "since": d.since, "text": d.text })).collect::<Vec<_>>(),
            "cause": schema.cause().filter(|_| e.reason == "finished"),
            "error": e.error,
            "hash": format!("{:016x}", e.hash),
            "work": e.work,
        })),
        "columns": schema.columns.iter().map(|c| json!({ "name": c.name, "unit": c.unit() })).collect::<Vec<_>>(),
        "terms": BALANCE,
        "plots": schema.plots.iter().enumerate().map(plot).chain(planes(run)).collect::<Vec<_>>(),
        "drawing": drawing(run, shown, chosen),
        "events": listed.events,
        "bursts": listed.bursts,
        "events_left_out": listed.left_out,
        "stepped": stepped(run),
        "recorded": run.times.len(),
        "gaps": run.gaps,
        "from": first,
        "to": last,
        "speed": frame_selection::speed(last - first),
    })
}

/// Planes of angle over travel, as plots whose curve is the path.
fn planes(run: &Memory) -> Vec<Value> {
    let drawn = |(i, plane): (usize, &DrawnPlane)| {
        let picture = PlanePicture::from_run(plane, run)?;
        let look = |width: f64, height: f64, id: &str| {
            let look = PlotStyle {
                theme: Theme::Page,
                width,
                height_per_panel: height,
                id_prefix: format!("{id}plane{i}-"),
                outlines: false,
            };
            picture.svg_with(&look)
        };
        let (wide, narrow) = (look(560.0, 300.0, "w"), look(340.0, 240.0, "n"));
        let (curves, against) = (vec![plane.angle], Some(plane.travel));
        Some(json!({ "title": picture.title, "curves": curves, "against": against, "svg": wide, "narrow": narrow }))
    };
    run.schema.drawing.planes.iter().enumerate().filter_map(drawn).collect()
}

/// Bytes a frame takes in the page, about.
pub fn bytes_per_frame(run: &Memory, chosen: &PageArrows) -> usize {
    let schema = &run.schema;
    let short = schema.drawing.poses() * schema.pose_len() + chosen.arrows.len() * schema.arrow_len();
    let long = schema.columns.len() + BALANCE.len();
    // base64 takes four bytes for three
    (8 + 2 * short + 4 * long) * 4 / 3 + contacts::bytes_per_frame(run)
}

/// The frames of these indices, one track for each number.
pub fn frames(run: &Memory, kept: &[usize], chosen: &PageArrows) -> Value {
    let schema = &run.schema;
    let fine = PAGE_PLACE * if schema.drawing.length > 0.0 { schema.drawing.length } else { 1.0 };
    // a recording broken off may be short of its last numbers
    let track = |all: &[f64], width: usize, k: usize| -> Vec<f64> {
        kept.iter().map(|&i| all.get(i * width + k).copied().unwrap_or(f64::NAN)).collect()
    };
    let (pose, places) = if schema.drawing.spatial { (7, 3) } else { (3, 2) };
    let width = schema.drawing.poses() * pose;
    let pose_track = |k: usize| {
        let is_place = k % pose < places;
        pack::coarse(&track(&run.poses, width, k), if is_place { fine } else { PAGE_TURN })
    };
    // of many parts all x are one block, all y, all angles: what is said beside a track's numbers would be most of it
    let block = |k: usize| {
        let all: Vec<f64> = (k..width).step_by(pose).flat_map(|k| track(&run.poses, width, k)).collect();
        pack::coarse(&all, if k < places { fine } else { PAGE_TURN })
    };
    let poses = if schema.drawing.poses() > MANY {
        json!({ "count": schema.drawing.poses(), "blocks": (0..pose).map(block).collect::<Vec<_>>() })
    } else {
        json!((0..width).map(pose_track).collect::<Vec<_>>())
    };
    let arrow = schema.arrow_len();
    let arrows = schema.drawing.arrows.len() * arrow;
    let components = chosen.arrows.iter().flat_map(|a| a * arrow..(a + 1) * arrow);
    let columns = schema.columns.len();
    let term = |k: usize| kept.iter().map(|&i| run.balance.get(i).map_or(f64::NAN, |b| b[k])).collect::<Vec<f64>>();
    json!({
        "count": kept.len(),
        "times": pack::exact(&track(&run.times, 1, 0)),
        "poses": poses,
        "arrows": components.map(|k| pack::coarse(&track(&run.arrows, arrows, k), f64::INFINITY)).collect::<Vec<_>>(),
        "values": (0..columns).map(|k| pack::single(&track(&run.values, columns, k))).collect::<Vec<_>>(),
        "balance": (0..BALANCE.len()).map(|k| pack::single(&term(k))).collect::<Vec<_>>(),
    })
}

/// Stretches of stepped time: from, to, and how many bodies, none where all that moves is stepped.
fn stepped(run: &Memory) -> Vec<Value> {
    let bodies = &run.schema.drawing.bodies;
    let moving = bodies.iter().filter(|b| !b.fixed).count();
    let one = |s: SteppedStretch| {
        let count = (0..bodies.len()).filter(|b| s.has(*b)).count();
        json!([s.from, s.to, (count < moving).then_some(count)])
    };
    run.stepped_stretches().into_iter().map(one).collect()
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

fn drawing(run: &Memory, shown: &Visibility, chosen: &PageArrows) -> Value {
    let drawing = &run.schema.drawing;
    let point = |p: &[f64; 3]| json!(p.map(|x| x as f32));
    let place = |p: &Place| json!({ "body": p.body, "point": point(&p.point) });
    let (from, to) = (run.times[0], run.times[run.times.len() - 1]);
    // a thousand parts of one shape have it once
    let mut shapes: BTreeMap<String, usize> = BTreeMap::new();
    let mut shape_of = |i: usize, of: &DrawnShape| {
        let whole = shape(of);
        match shapes.entry(whole.to_string()) {
            Entry::Occupied(first) if matches!(of, DrawnShape::Outline { .. }) => {
                json!({ "kind": "same", "body": first.get() })
            }
            entry => {
                entry.or_insert(i);
                whole
            }
        }
    };
    let mut body = |i: usize| {
        let b = &drawing.bodies[i];
        let mut body = json!({
            "path": b.path,
            "shape": shape_of(i, &b.shape),
            "points": b.points.iter().map(|(name, p)| json!({ "name": name, "point": point(p) })).collect::<Vec<_>>(),
            "mass": b.mass,
            "fixed": b.fixed,
        });
        if let Some(there) = shown.stretches(i, from, to) {
            body["there"] = json!(there);
        }
        body
    };
    let bodies: Vec<Value> = (0..drawing.bodies.len()).map(&mut body).collect();
    let mut whole = json!({
        "spatial": drawing.spatial,
        "gravity": drawing.gravity,
        "length": drawing.length,
        "bodies": bodies,
        "joints": drawing.joints.iter().map(|j| json!({
            "path": j.path, "kind": j.kind, "symbol": symbol(drawing, j).word(), "a": place(&j.a), "b": place(&j.b), "axis": point(&j.axis),
            "size": j.size, "attached": j.attached,
        })).collect::<Vec<_>>(),
        "springs": drawing.springs.iter().map(|s| json!({
            "path": s.path, "a": place(&s.a), "b": place(&s.b), "rest": s.rest, "attached": s.attached,
        })).collect::<Vec<_>>(),
        "arrows": chosen.arrows.iter().filter_map(|i| drawing.arrows.get(*i)).map(|a| json!({
            "path": a.path, "kind": a.kind, "place": place(&a.place),
        })).collect::<Vec<_>>(),
        "obstacles": drawing.obstacles.iter().map(|o| json!({ "path": o.path, "shape": shape(&o.shape) })).collect::<Vec<_>>(),
    });
    if let Some(whole) = whole.as_object_mut() {
        whole.extend(fields::parts(run, shown, chosen));
    }
    whole
}
