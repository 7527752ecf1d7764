//! Drawing a plot.
//!
//! Title, then for each unit a panel with its own legend above it, one x axis below all. Colours are Okabe and Ito's,
//! told apart with any colour vision; dashes tell them apart in print. Each panel carries its ranges in `data-x` and
//! `data-y` (SI, with the pixels they span in `data-box`), so that programs can read the curves back.

use crate::axis::Axis;
use crate::plot::{Curve, Marker, Plot, equalise, range_of};
use crate::text::{escape, fitted, width};
use crate::thin::{Pieces, columns, pieces, strokes};

const WIDTH: f64 = 800.0;
const RIGHT: f64 = 24.0;
const FONT: f64 = 12.0;
const LEGEND_ROW: f64 = 20.0;
const PALETTE: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];
const DASHES: [&str; 5] = ["", "7 3", "2 3", "9 3 2 3", "4 2"];
const FAMILY: &str = "system-ui, 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif";

/// Where a panel's curves lie, in pixels.
struct Frame {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

struct Panel<'a> {
    curves: Vec<&'a Curve>,
    y: Axis,
    legend: Vec<Vec<Entry>>,
    frame: Frame,
}

struct Entry {
    curve: usize,
    name: String,
    full: String,
    x: f64,
}

pub fn draw(plot: &Plot) -> String {
    let (x, panels) = lay_out(plot);
    let bottom = panels.last().map_or(0.0, |p| p.frame.top + p.frame.height);
    let height = bottom + 52.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{h}\" viewBox=\"0 0 {WIDTH} {h}\" \
         role=\"img\" font-family=\"{FAMILY}\" font-size=\"{FONT}\" fill=\"#333\">\n<title>{}</title>\n\
         <rect width=\"{WIDTH}\" height=\"{h}\" fill=\"#fff\"/>\n",
        escape(&plot.title),
        h = pixel(height),
    );
    text(
        &mut svg,
        [WIDTH / 2.0, 26.0],
        "middle",
        "font-size=\"16\" font-weight=\"600\" fill=\"#111\"",
        &fitted(&plot.title, 17.0, WIDTH - 40.0),
    );
    for (i, panel) in panels.iter().enumerate() {
        draw_panel(&mut svg, plot, &x, panel, [i == 0, i + 1 == panels.len()]);
    }
    if let Some(last) = panels.last() {
        let middle = last.frame.left + last.frame.width / 2.0;
        text(&mut svg, [middle, height - 14.0], "middle", "", &fitted(&x.label(&plot.x_name), FONT, last.frame.width));
    }
    svg.push_str("</svg>\n");
    svg
}

/// Axes, legends and places: all that must be known before the first line is drawn.
fn lay_out(plot: &Plot) -> (Axis, Vec<Panel<'_>>) {
    let grouped = plot.panels();
    let groups: Vec<Vec<&Curve>> = if grouped.is_empty() { vec![Vec::new()] } else { grouped };
    let panel_height = if groups.len() == 1 { 340.0 } else { 220.0 };
    let over_time = plot.runs_rightwards();
    let (low, high) = plot.x_range().unwrap_or((0.0, 1.0));
    let mut x = Axis::new(low, high, &plot.x_unit, if over_time { 0.0 } else { 0.05 }, 8.0);
    let vertical = |curves: &[&Curve]| {
        let (low, high) = range_of(curves.iter().flat_map(|c| c.points()).map(|p| p[1])).unwrap_or((0.0, 1.0));
        Axis::new(low, high, curves.first().map_or("", |c| c.unit.as_str()), 0.06, panel_height / 42.0)
    };
    let mut axes: Vec<Axis> = groups.iter().map(|g| vertical(g)).collect();
    // a path in the plane looks as it is
    if !over_time && groups.len() == 1 && groups[0].iter().all(|c| c.unit == plot.x_unit) {
        let size = [WIDTH - RIGHT - 80.0, panel_height];
        if let Some(equal) = equalise(&x, &axes[0], &plot.x_unit, size, [8.0, panel_height / 42.0]) {
            (x, axes) = (equal.0, vec![equal.1]);
        }
    }
    let widest = axes.iter().flat_map(|a| &a.ticks).map(|(_, l)| width(l, FONT)).fold(0.0, f64::max);
    let left = 34.0 + widest + 8.0;
    let mut top = 44.0;
    let mut panels = Vec::new();
    for (curves, y) in groups.into_iter().zip(axes) {
        let legend = if curves.len() > 1 { legend(&curves, left) } else { Vec::new() };
        top += LEGEND_ROW * legend.len() as f64 + if panels.is_empty() { marker_row(plot) } else { 0.0 };
        let frame = Frame { left, top, width: WIDTH - RIGHT - left, height: panel_height };
        top += panel_height + 20.0;
        panels.push(Panel { curves, y, legend, frame });
    }
    (x, panels)
}

/// Entries from left to right, in as many rows as they need.
fn legend(curves: &[&Curve], left: f64) -> Vec<Vec<Entry>> {
    let room = WIDTH - RIGHT - left;
    let mut rows: Vec<Vec<Entry>> = vec![Vec::new()];
    let mut x = left;
    for (i, curve) in curves.iter().enumerate() {
        let name = fitted(&curve.name, FONT, room - 34.0);
        let wide = 34.0 + width(&name, FONT) + 14.0;
        if x + wide - 14.0 > left + room && rows.last().is_some_and(|r| !r.is_empty()) {
            rows.push(Vec::new());
            x = left;
        }
        if let Some(row) = rows.last_mut() {
            row.push(Entry { curve: i, name, full: curve.name.clone(), x });
        }
        x += wide;
    }
    rows
}

fn draw_panel(svg: &mut String, plot: &Plot, x: &Axis, panel: &Panel<'_>, [first, last]: [bool; 2]) {
    let Frame { left, top, width: wide, height } = panel.frame;
    let (right, bottom) = (left + wide, top + height);
    let marker_row = if first { marker_row(plot) } else { 0.0 };
    for (r, row) in panel.legend.iter().enumerate() {
        let rows_below = (panel.legend.len() - r) as f64;
        row.iter().for_each(|entry| draw_entry(svg, entry, top - marker_row - LEGEND_ROW * rows_below + 12.0));
    }
    svg.push_str(&format!(
        "<g class=\"panel\" data-x=\"{:?} {:?}\" data-y=\"{:?} {:?}\" data-box=\"{} {} {} {}\">\n",
        x.low,
        x.high,
        panel.y.low,
        panel.y.high,
        pixel(left),
        pixel(top),
        pixel(right),
        pixel(bottom),
    ));
    for (value, label) in &x.ticks {
        let at = left + wide * x.fraction(*value);
        line(svg, [at, top], [at, bottom], "stroke=\"#e4e4e4\"");
        if last {
            text(svg, [at, bottom + 18.0], "middle", "", label);
        }
    }
    for (value, label) in &panel.y.ticks {
        let at = bottom - height * panel.y.fraction(*value);
        line(svg, [left, at], [right, at], if *value == 0.0 { "stroke=\"#b0b0b0\"" } else { "stroke=\"#e4e4e4\"" });
        text(svg, [left - 8.0, at + 4.0], "end", "", label);
    }
    svg.push_str(&format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#999\"/>\n",
        pixel(left),
        pixel(top),
        pixel(wide),
        pixel(height),
    ));
    draw_markers(svg, &plot.markers, x, &panel.frame, first);
    let name = match panel.curves.as_slice() {
        [only] => only.name.as_str(),
        _ => "",
    };
    let label = fitted(&panel.y.label(name), FONT, height);
    let turn = format!("transform=\"rotate(-90 18 {})\"", pixel(top + height / 2.0));
    text(svg, [18.0, top + height / 2.0], "middle", &turn, &label);
    if panel.curves.iter().all(|c| c.points().all(|p| p[1].is_nan())) {
        text(svg, [left + wide / 2.0, top + height / 2.0], "middle", "fill=\"#777\"", "no data");
    }
    let rightwards = plot.runs_rightwards();
    for (i, curve) in panel.curves.iter().enumerate() {
        let to_pixels = |p: [f64; 2]| [left + wide * x.fraction(p[0]), bottom - height * panel.y.fraction(p[1])];
        let whole = pieces(curve.points().map(to_pixels));
        draw_curve(svg, i, &curve.name, &if rightwards { columns(&whole) } else { strokes(&whole) });
    }
    svg.push_str("</g>\n");
}

fn draw_entry(svg: &mut String, entry: &Entry, y: f64) {
    line(svg, [entry.x, y - 4.0], [entry.x + 26.0, y - 4.0], &stroke(entry.curve));
    svg.push_str(&format!(
        "<text x=\"{}\" y=\"{}\">{}<title>{}</title></text>\n",
        pixel(entry.x + 34.0),
        pixel(y),
        escape(&entry.name),
        escape(&entry.full),
    ));
}

fn draw_curve(svg: &mut String, index: usize, name: &str, pieces: &Pieces) {
    svg.push_str(&format!("<path class=\"curve\" {} stroke-linejoin=\"round\" fill=\"none\" d=\"", stroke(index)));
    for piece in pieces.iter().filter(|p| p.len() > 1) {
        for (i, point) in piece.iter().enumerate() {
            svg.push_str(&format!("{}{} {}", if i == 0 { 'M' } else { 'L' }, pixel(point[0]), pixel(point[1])));
        }
    }
    svg.push_str(&format!("\"><title>{}</title></path>\n", escape(name)));
    // a number alone between gaps has no line to show it
    for piece in pieces.iter().filter(|p| p.len() == 1) {
        let [x, y] = piece[0].map(pixel);
        svg.push_str(&format!(
            "<circle class=\"point\" cx=\"{x}\" cy=\"{y}\" r=\"2.5\" fill=\"{}\"/>\n",
            PALETTE[index % PALETTE.len()]
        ));
    }
}

/// Lines at moments, one a pixel at most; above the first panel words where there is room.
fn draw_markers(svg: &mut String, markers: &[Marker], x: &Axis, frame: &Frame, words: bool) {
    let mut within: Vec<(f64, &Marker)> = markers
        .iter()
        .map(|m| (frame.left + frame.width * x.fraction(m.x), m))
        .filter(|(at, _)| (frame.left..=frame.left + frame.width).contains(at))
        .collect();
    within.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut last_line, mut free_from) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
    for (at, marker) in within {
        if at - last_line < 1.0 {
            continue;
        }
        last_line = at;
        svg.push_str(&format!("<line class=\"marker\" x1=\"{a}\" y1=\"{}\" x2=\"{a}\" y2=\"{}\" stroke=\"#777\" stroke-dasharray=\"3 3\"><title>{}</title></line>\n",
            pixel(frame.top),
            pixel(frame.top + frame.height),
            escape(&marker.text),
            a = pixel(at),));
        let half = width(&marker.label, 10.0) / 2.0;
        let middle = at.clamp(frame.left + half, (WIDTH - half - 4.0).max(frame.left + half));
        if words && middle - half >= free_from {
            text(svg, [middle, frame.top - 4.0], "middle", "font-size=\"10\" fill=\"#555\"", &marker.label);
            free_from = middle + half + 6.0;
        }
    }
}

/// Room for the markers' words above the first panel.
fn marker_row(plot: &Plot) -> f64 {
    if plot.markers.is_empty() { 0.0 } else { 16.0 }
}

fn stroke(curve: usize) -> String {
    let dash = DASHES[curve % DASHES.len()];
    let dash = if dash.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{dash}\"") };
    format!("stroke=\"{}\" stroke-width=\"1.8\"{dash}", PALETTE[curve % PALETTE.len()])
}

fn text(svg: &mut String, at: [f64; 2], anchor: &str, more: &str, content: &str) {
    let space = if more.is_empty() { "" } else { " " };
    svg.push_str(&format!(
        "<text x=\"{}\" y=\"{}\" text-anchor=\"{anchor}\"{space}{more}>{}</text>\n",
        pixel(at[0]),
        pixel(at[1]),
        escape(content),
    ));
}

fn line(svg: &mut String, from: [f64; 2], to: [f64; 2], more: &str) {
    svg.push_str(&format!(
        "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" {more}/>\n",
        pixel(from[0]),
        pixel(from[1]),
        pixel(to[0]),
        pixel(to[1]),
    ));
}

/// Hundredths of a pixel, without needless zeros.
fn pixel(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
