//! Plots as SVG, and what programs find in one.
//!
//! A picture is one `<svg class="mainspring-plot">` of plain text, lines and paths. What it shows can be read back:
//!
//! * `<g class="panel" data-x0 data-x1 data-x-log data-left data-right data-top data-bottom>`: the x axis runs from `x0`
//!   to `x1` (SI) between the pixels `left` and `right` of the view box; the field reaches from `top` to `bottom`.
//! * In it `<g class="curve" data-name data-unit data-axis data-y0 data-y1 data-y-log>`: `y0` (SI) is at `bottom`, `y1`
//!   at `top`; `axis` is `left` or `right`, `unit` the SI unit. Its `<path class="line">` has absolute `M` and `L` only;
//!   every vertex is a recorded point; `<circle class="point">` is a point alone between gaps. `data-shown="deg"`: labels of
//!   the axis are degrees; on a panel `data-x-shown` says so of the x axis.
//! * A value is `x0 + f·(x1 − x0)`, where `f = (px − left)/(right − left)`; with `data-x-log="1"` it is
//!   `x0^(1 − f)·x1^f`. Likewise y, with `f = (bottom − py)/(bottom − top)`.
//! * `<g class="bars">` of a histogram: each `<rect class="bar" data-from data-to data-count>`.
//! * `<line class="marker" data-time>`: an event, its sentence in `<title>`.
//!
//! Pixels have three decimals, so that a value read back is within 0.0005 px of its axis: `0.0005·(y1 − y0)/(bottom −
//! top)`, and over time no recorded extreme of any half pixel is left out.

use crate::axis::Angles;
use crate::canvas::{Anchor, Canvas, Label, SMALL, TITLE};
use crate::decimate::{columns, pieces, strokes};
use crate::field::{self, Axes, panel_group};
use crate::layout::{Layout, Panel, axis_label, lay_out};
use crate::markers;
use crate::plot::Plot;
use crate::style::{PlotStyle, Role};
use crate::text::{escape, fitted};

pub(crate) fn draw(plot: &Plot, look: &PlotStyle, angles: Angles) -> String {
    let look = look.sound();
    let layout = lay_out(plot, &look, angles);
    let shown = fitted(&plot.title, TITLE, true, look.width - 40.0);
    let mut canvas = Canvas::new(&look, [look.width, layout.height], &plot.title, &shown, &summary(plot));
    for i in 0..layout.panels.len() {
        draw_panel(&mut canvas, plot, &layout, i, look.width);
    }
    if let (Some(note), Some(last)) = (&layout.note, layout.panels.last()) {
        let shown = fitted(note, SMALL, false, look.width - 20.0);
        let at = [look.width / 2.0, last.field.bottom() + field::BELOW + 4.0];
        canvas.text(&Label { size: SMALL, role: Role::Faint, ..Label::new(at, Anchor::Middle, &shown) });
    }
    canvas.finish()
}

/// For those who cannot see the picture.
fn summary(plot: &Plot) -> String {
    let names: Vec<&str> = plot.curves.iter().take(12).map(|c| c.name.as_str()).collect();
    let more = plot.curves.len().saturating_sub(names.len());
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("Plot of {}{more} over {}.", names.join(", "), plot.x_name)
}

fn draw_panel(canvas: &mut Canvas, plot: &Plot, layout: &Layout<'_>, index: usize, picture_width: f64) {
    let panel = &layout.panels[index];
    let (first, last) = (index == 0, index + 1 == layout.panels.len());
    let field = &panel.field;
    panel.legend.draw(canvas, panel.legend_top);
    let degrees = if layout.x.shows_degrees(&plot.x_unit) { " data-x-shown=\"deg\"" } else { "" };
    canvas.push(&panel_group(&layout.x, field, degrees));
    let right_role = match panel.group.right.len() {
        1 => Role::Curve(panel.group.left.len()),
        _ => Role::Frame,
    };
    let axes = Axes {
        x: &layout.x,
        left: &panel.left,
        right: panel.right.as_ref(),
        left_label: axis_label(&panel.left, &panel.group.left),
        right_label: panel.right.as_ref().map_or_else(String::new, |a| axis_label(a, &panel.group.right)),
        x_label: last.then(|| layout.x.label(&plot.x_name)),
        right_role,
    };
    field::draw(canvas, field, &axes, picture_width);
    markers::draw(canvas, &layout.moments, field, first);
    draw_curves(canvas, plot, layout, panel);
    canvas.push("</g>\n");
}

fn draw_curves(canvas: &mut Canvas, plot: &Plot, layout: &Layout<'_>, panel: &Panel<'_>) {
    let field = &panel.field;
    let rightwards = plot.runs_rightwards();
    let mut empty = true;
    for (stroke, curve, right) in panel.curves() {
        let y = panel.right.as_ref().filter(|_| right).unwrap_or(&panel.left);
        let whole = pieces(plot.points(curve).map(|p| field.place(&layout.x, y, p)));
        empty &= whole.is_empty();
        canvas.push(&format!(
            "<g class=\"curve\" data-name=\"{}\" data-unit=\"{}\"{} data-axis=\"{}\" data-y0=\"{:?}\" data-y1=\"{:?}\" \
             data-y-log=\"{}\"><title>{}</title>\n",
            escape(&curve.name),
            escape(&curve.unit),
            if y.shows_degrees(&curve.unit) { " data-shown=\"deg\"" } else { "" },
            if right { "right" } else { "left" },
            y.low,
            y.high,
            u8::from(y.log),
            escape(&curve.name),
        ));
        stroke.curve(canvas, &if rightwards { columns(&whole) } else { strokes(&whole) }, rightwards);
        canvas.push("</g>\n");
    }
    if empty {
        let middle = [field.left + field.width / 2.0, field.top + field.height / 2.0];
        canvas.text(&Label { role: Role::Faint, ..Label::new(middle, Anchor::Middle, "no data") });
    }
}
