//! A field of curves: its place, its axes with their ticks and labels, and what they need beside it.

use crate::axis::Axis;
use crate::canvas::{Anchor, Canvas, FONT, Label, pixel};
use crate::font::width;
use crate::style::Role;
use crate::text::fitted;

/// Where curves lie, px.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Field {
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
}

impl Field {
    pub fn right(&self) -> f64 {
        self.left + self.width
    }

    pub fn bottom(&self) -> f64 {
        self.top + self.height
    }

    /// A point (SI) in px.
    pub fn place(&self, x: &Axis, y: &Axis, [px, py]: [f64; 2]) -> [f64; 2] {
        [self.left + self.width * x.fraction(px), self.bottom() - self.height * y.fraction(py)]
    }
}

/// Opens the group of a panel, which says where its field is and what its x axis shows; `more` are further attributes.
pub fn panel_group(x: &Axis, field: &Field, more: &str) -> String {
    format!(
        "<g class=\"panel\" data-x0=\"{:?}\" data-x1=\"{:?}\" data-x-log=\"{}\" data-left=\"{}\" data-right=\"{}\" \
         data-top=\"{}\" data-bottom=\"{}\"{more}>\n",
        x.low,
        x.high,
        u8::from(x.log),
        pixel(field.left),
        pixel(field.right()),
        pixel(field.top),
        pixel(field.bottom()),
    )
}

/// Lines between the powers of ten.
const FINE: &str = " stroke-width=\"0.5\"";

/// Below a field with its x axis labelled, px.
pub const BELOW: f64 = 52.0;

/// Ticks that suit a field so high, px.
pub fn ticks_in(height: f64) -> f64 {
    (height / 42.0).max(1.5)
}

/// The x axis with as many ticks as its labels have room for.
pub fn roomy(width_px: f64, make: impl Fn(f64) -> Axis) -> Axis {
    let mut most = (width_px / 85.0).clamp(1.0, 12.0);
    loop {
        let axis = make(most);
        let places: Vec<(f64, f64)> =
            axis.ticks.iter().map(|(v, l)| (width_px * axis.fraction(*v), width(l, FONT, false))).collect();
        let crowded = places.windows(2).any(|w| w[1].0 - w[0].0 < 0.5 * (w[0].1 + w[1].1) + 8.0);
        if !crowded || most <= 1.0 {
            return axis;
        }
        most = (most - 1.0).max(1.0);
    }
}

/// Room left of fields with these axes and whether one has a label, px.
pub fn left_margin(axes: &[&Axis], labelled: bool) -> f64 {
    widest(axes) + if labelled { 42.0 } else { 20.0 }
}

/// Room right of fields, px; without an axis there, for half of the last label below.
pub fn right_margin(axes: &[&Axis], labelled: bool) -> f64 {
    if axes.is_empty() { 24.0 } else { widest(axes) + if labelled { 42.0 } else { 20.0 } }
}

/// Whole px, so that fields lie exactly where the SVG says.
fn widest(axes: &[&Axis]) -> f64 {
    libm::ceil(axes.iter().flat_map(|a| &a.ticks).map(|(_, l)| width(l, FONT, false)).fold(0.0, f64::max))
}

/// The axes of one field and what stands beside them.
pub struct Axes<'a> {
    pub x: &'a Axis,
    pub left: &'a Axis,
    pub right: Option<&'a Axis>,
    /// beside the left axis
    pub left_label: String,
    /// beside the right axis
    pub right_label: String,
    /// below; none where another field below has the same axis
    pub x_label: Option<String>,
    /// the right axis in the colour of its only curve
    pub right_role: Role,
}

/// Grid, frame, ticks and labels.
pub fn draw(canvas: &mut Canvas, field: &Field, axes: &Axes<'_>, picture_width: f64) {
    let Field { left, top, width: wide, height } = *field;
    let (right, bottom) = (field.right(), field.bottom());
    for value in axes.x.between() {
        let at = left + wide * axes.x.fraction(value);
        canvas.line([at, top], [at, bottom], Role::Grid, FINE);
    }
    for value in axes.left.between() {
        let at = bottom - height * axes.left.fraction(value);
        canvas.line([left, at], [right, at], Role::Grid, FINE);
    }
    for (value, label) in &axes.x.ticks {
        let at = left + wide * axes.x.fraction(*value);
        canvas.line([at, top], [at, bottom], Role::Grid, "");
        if axes.x_label.is_some() {
            // near the picture's edge a label moves inwards a little
            let half = width(label, FONT, false) / 2.0;
            let at = at.min(picture_width - half - 3.0).max(half + 3.0);
            canvas.text(&Label::new([at, bottom + 18.0], Anchor::Middle, label));
        }
    }
    for (value, label) in &axes.left.ticks {
        let at = bottom - height * axes.left.fraction(*value);
        canvas.line([left, at], [right, at], if *value == 0.0 { Role::Zero } else { Role::Grid }, "");
        canvas.text(&Label::new([left - 8.0, at + 4.0], Anchor::End, label));
    }
    canvas.push(&format!(
        "<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" {}/>\n",
        pixel(left),
        pixel(top),
        pixel(wide),
        pixel(height),
        canvas.theme.paint("stroke", Role::Frame),
    ));
    if let Some(axis) = axes.right {
        canvas.line([right, top], [right, bottom], axes.right_role, " stroke-width=\"2\"");
        for (value, label) in &axis.ticks {
            let at = bottom - height * axis.fraction(*value);
            canvas.line([right, at], [right + 5.0, at], axes.right_role, " stroke-width=\"2\"");
            canvas.text(&Label::new([right + 9.0, at + 4.0], Anchor::Start, label));
        }
    }
    side_label(canvas, [18.0, top + height / 2.0], height, &axes.left_label);
    side_label(canvas, [picture_width - 9.0, top + height / 2.0], height, &axes.right_label);
    if let Some(label) = &axes.x_label {
        let shown = fitted(label, FONT, false, wide);
        let full = (shown != *label).then_some(label.as_str());
        canvas.text(&Label { full, ..Label::new([left + wide / 2.0, bottom + 38.0], Anchor::Middle, &shown) });
    }
}

fn side_label(canvas: &mut Canvas, at: [f64; 2], room: f64, label: &str) {
    let shown = fitted(label, FONT, false, room);
    let full = (shown != label).then_some(label);
    canvas.text(&Label { turned: true, full, ..Label::new(at, Anchor::Middle, &shown) });
}
