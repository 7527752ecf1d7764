//! Where everything of a plot goes: all that must be known before the first line is drawn.

use crate::axis::{Angles, Axis, RADIANS};
use crate::field::{BELOW, Field, left_margin, right_margin, roomy, ticks_in};
use crate::legend::{self, Entry, Legend};
use crate::markers::{self, Moment};
use crate::plot::{Curve, Group, Plot, equalise, range_of};
use crate::stroke::Stroke;
use crate::style::PlotStyle;

/// From the upper edge to the first legend, px.
pub const HEAD: f64 = 44.0;
/// Between panels, px.
const GAP: f64 = 20.0;
/// A line below the x axis' label, px.
const NOTE: f64 = 18.0;

/// A plot with places.
pub struct Layout<'a> {
    pub x: Axis,
    pub panels: Vec<Panel<'a>>,
    pub moments: Vec<Moment>,
    /// what the picture must add to be honest
    pub note: Option<String>,
    /// of the whole picture, px
    pub height: f64,
}

/// One field with its curves.
pub struct Panel<'a> {
    pub group: Group<'a>,
    pub left: Axis,
    pub right: Option<Axis>,
    pub legend: Legend,
    /// upper edge of the legend, px
    pub legend_top: f64,
    pub field: Field,
}

impl<'a> Panel<'a> {
    /// Curves with how they are drawn and whether they stand on the right axis.
    pub fn curves(&self) -> impl Iterator<Item = (Stroke, &'a Curve, bool)> + use<'_, 'a> {
        strokes(&self.group)
    }
}

fn strokes<'a, 'b>(group: &'b Group<'a>) -> impl Iterator<Item = (Stroke, &'a Curve, bool)> + use<'a, 'b> {
    let of = group.left.len() + group.right.len();
    let sides = group.left.iter().map(|c| (*c, false)).chain(group.right.iter().map(|c| (*c, true)));
    sides.enumerate().map(move |(index, (curve, right))| (Stroke { index, of }, curve, right))
}

/// The word beside an axis: the name of its only curve, and the unit.
pub fn axis_label(axis: &Axis, curves: &[&Curve]) -> String {
    match curves {
        [only] => axis.label(&only.name),
        _ => axis.label(""),
    }
}

pub fn lay_out<'a>(plot: &'a Plot, look: &PlotStyle, angles: Angles) -> Layout<'a> {
    let height = look.height_per_panel;
    let mut groups = plot.groups();
    if groups.is_empty() {
        groups.push(Group { left: Vec::new(), right: Vec::new() });
    }
    let most = ticks_in(height);
    let y_axis = |curves: &[&Curve]| {
        let range = range_of(curves.iter().flat_map(|c| plot.points(c)).map(|p| p[1]));
        axis(range, (curves.first().map_or("", |c| c.unit.as_str()), angles), plot.log[1], 0.06, most)
    };
    let mut left: Vec<Axis> = groups.iter().map(|g| y_axis(&g.left)).collect();
    let right: Vec<Option<Axis>> = groups.iter().map(|g| (!g.right.is_empty()).then(|| y_axis(&g.right))).collect();
    let over_time = plot.runs_rightwards();
    let x_margin = if over_time { 0.0 } else { 0.05 };
    let x_axis = |most: f64| axis(plot.x_range(), (&plot.x_unit, angles), plot.log[0], x_margin, most);

    let margins = |left: &[Axis]| {
        let labelled = groups.iter().zip(left).any(|(g, a)| !axis_label(a, &g.left).is_empty());
        let rights: Vec<&Axis> = right.iter().flatten().collect();
        let right_labelled =
            groups.iter().zip(&right).any(|(g, a)| a.as_ref().is_some_and(|a| !axis_label(a, &g.right).is_empty()));
        [left_margin(&left.iter().collect::<Vec<_>>(), labelled), right_margin(&rights, right_labelled)]
    };
    let wide = |margins: [f64; 2]| (look.width - margins[0] - margins[1]).max(20.0);
    let mut x = roomy(wide(margins(&left)), x_axis);
    // a path in the plane looks as it is
    if plot.in_the_plane() && groups.len() == 1 && right[0].is_none() {
        let size = [wide(margins(&left)), height];
        if let Some(y) = equalise(&x, &left[0], size, most) {
            let wider = |most| equal_x(&x, &y, size, most);
            (x, left) = (roomy(size[0], wider), vec![y]);
        }
    }
    let [left_edge, right_edge] = margins(&left);
    let wide = wide([left_edge, right_edge]);
    let field = |top: f64| Field { left: left_edge, top, width: wide, height };
    // words of events keep off the numbers of the axes
    let reach = if right[0].is_some() { left_edge + wide + 4.0 } else { look.width - 6.0 };
    let moments = markers::place(&plot.markers, &x, &field(0.0), [left_edge - 4.0, reach]);
    let mut top = HEAD;
    let mut panels: Vec<Panel<'a>> = Vec::new();
    for ((group, left), right) in groups.into_iter().zip(left).zip(right) {
        let entries: Vec<Entry<'_>> =
            strokes(&group).map(|(stroke, curve, right)| Entry { stroke, name: &curve.name, right }).collect();
        let legend = legend::lay_out(&entries, left_edge, left_edge + wide);
        let words = if panels.is_empty() { markers::ROW * markers::rows(&moments) as f64 } else { 0.0 };
        let legend_top = top;
        top += legend.height() + words;
        panels.push(Panel { group, left, right, legend, legend_top, field: field(top) });
        top += height + GAP;
    }
    let note = match plot.left_out() {
        0 => None,
        1 => Some("1 value that is not positive has no place on a log axis".to_owned()),
        n => Some(format!("{n} values that are not positive have no place on a log axis")),
    };
    let height = top - GAP + BELOW + if note.is_some() { NOTE } else { 0.0 };
    Layout { x, panels, moments, note, height }
}

fn axis(range: Option<(f64, f64)>, (unit, angles): (&str, Angles), log: bool, margin: f64, most: f64) -> Axis {
    if angles == Angles::Degrees && unit == RADIANS && !log {
        let (low, high) = range.unwrap_or((0.0, 1.0));
        return Axis::in_degrees(low, high, margin, most);
    }
    match (range, log) {
        (Some((low, high)), false) => Axis::new(low, high, unit, margin, most),
        (None, false) => Axis::new(0.0, 1.0, unit, margin, most),
        (Some((low, high)), true) => Axis::logarithmic(low, high, unit, margin, most),
        (None, true) => Axis::logarithmic(1.0, 10.0, unit, margin, most),
    }
}

/// The x axis as wide as makes one unit as long as on `y`.
fn equal_x(x: &Axis, y: &Axis, size: [f64; 2], most: f64) -> Axis {
    let more = 0.5 * ((y.high - y.low) / size[1] * size[0] - (x.high - x.low));
    Axis::over(x.low - more, x.high + more, "m", most)
}
