//! The plane of angle over travel of a pawl as a picture: its path between the curves that bound it.
//!
//! The free part is tinted, curves that are free above are thin lines, those free below dashed ones; where friction
//! would hold, a curve is hatched across; the path is the one thick line. Where a motion ends before its way does, an
//! upright line says so and curves go on a little, so that what stopped it is seen. Nothing depends on colour alone. The
//! SVG is built like a plot's (see [`crate::svg`]), so that a page's marker follows the path.

use crate::axis::Axis;
use crate::canvas::{Anchor, Canvas, FONT, Label, TITLE, pixel};
use crate::field::{self, Axes, BELOW, Field, left_margin, panel_group, right_margin, roomy, ticks_in};
use crate::font::width;
use crate::png::PngError;
use crate::style::{PlotStyle, Role};
use crate::text::{escape, fitted};
use crate::tolerances::{OFF_PICTURE, PATH_ROUNDING, STEP_ROUNDING};
use mainspring_record::{DrawnPlane, Event, Memory};

/// From the upper edge to the legend, px.
const HEAD: f64 = 44.0;
/// Height of a row of the legend, px.
const ROW: f64 = 20.0;
/// Events marked on the path at most.
const EVENTS: usize = 400;
/// Radius of their dots, px.
const DOT: f64 = 3.0;
/// What lies on the edge of the field is drawn whole: this much beyond it, px.
const RIM: f64 = DOT + 2.0;

/// A plane with the path through it.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanePicture {
    /// stands above
    pub title: String,
    /// name of the column of travel
    pub x_name: String,
    /// name of the column of the angle
    pub y_name: String,
    /// first and last travel, m
    pub x: [f64; 2],
    /// where the motion ends, if curves are shown beyond that, m
    pub end: Option<f64>,
    /// everything but the path
    pub plane: DrawnPlane,
    /// (m, rad), NaN between pieces
    pub path: Vec<[f64; 2]>,
    /// marks on the path: (m, rad) and a sentence
    pub events: Vec<([f64; 2], String)>,
}

impl PlanePicture {
    /// A plane that a run holds, with the run's own path.
    #[must_use]
    pub fn from_run(plane: &DrawnPlane, run: &Memory) -> Option<Self> {
        let columns = &run.schema.columns;
        let (x_name, y_name) = (&columns.get(plane.travel)?.name, &columns.get(plane.angle)?.name);
        let path: Vec<[f64; 2]> = run.column(plane.travel).zip(run.column(plane.angle)).map(|(x, y)| [x, y]).collect();
        let number = |e: &Event, name: &str| e.numbers.iter().find(|(n, _)| n == name).map(|(_, v)| *v);
        let own = run.events.iter().filter(|e| e.who.first() == Some(&plane.path)).take(EVENTS);
        let events = own.filter_map(|e| Some(([number(e, "travel")?, number(e, "angle")?], e.text.clone()))).collect();
        let (first, last) = (path.first()?[0], path.last()?[0]);
        // of a part of a run only that part is shown
        let whole = (run.ending.as_ref().zip(run.times.last()))
            .is_some_and(|(e, last)| e.reason == "finished" && *last >= e.time * (1.0 - STEP_ROUNDING));
        let beyond = farthest(plane).filter(|x| whole && *x > last + PATH_ROUNDING * (last - first));
        if beyond.is_none() && last <= first {
            return None;
        }
        Some(Self {
            title: format!("{} over {x_name}", plane.path),
            x: [first, beyond.unwrap_or(last)],
            end: beyond.map(|_| last),
            x_name: x_name.clone(),
            y_name: y_name.clone(),
            plane: plane.clone(),
            path,
            events,
        })
    }

    /// The picture as an SVG file: light, 800 px wide.
    #[must_use]
    pub fn svg(&self) -> String {
        self.svg_with(&PlotStyle { height_per_panel: 420.0, ..PlotStyle::default() })
    }

    /// The picture as a PNG file of `scale` dots for each px.
    ///
    /// # Errors
    /// When it would have no dots, or too many.
    pub fn png(&self, look: &PlotStyle, scale: f64) -> Result<Vec<u8>, PngError> {
        crate::png::draw(&self.svg_with(&look.outlined()), scale)
    }

    /// The picture as one SVG element.
    #[must_use]
    pub fn svg_with(&self, look: &PlotStyle) -> String {
        let look = look.sound();
        let height = look.height_per_panel;
        let [low, high] = self.plane.range.map(f64::from);
        let y = Axis { low, high, ..Axis::in_degrees(low, high, 0.0, ticks_in(height)) };
        let left = left_margin(&[&y], true);
        let wide = (look.width - left - right_margin(&[], false)).max(20.0);
        let x = roomy(wide, |most| Axis::over(self.x[0], self.x[1], "m", most));
        let entries = self.legend(left, left + wide);
        let rows = entries.last().map_or(0, |e| e.row + 1);
        let field = Field { left, top: HEAD + ROW * rows as f64, width: wide, height };
        let shown = fitted(&self.title, TITLE, true, look.width - 40.0);
        let summary = format!(
            "Angle of `{}` over travel: its path, {} curves that bound the free angles, {} parts where friction would hold.",
            self.plane.path,
            self.plane.floors.len() + self.plane.ceilings.len(),
            self.plane.sticks.len()
        );
        let mut canvas = Canvas::new(&look, [look.width, field.bottom() + BELOW], &self.title, &shown, &summary);
        for entry in &entries {
            let at = [entry.x, HEAD + ROW * entry.row as f64 + 9.0];
            sample(&mut canvas, entry.what, at);
            canvas.text(&Label::new([at[0] + SAMPLE + 8.0, at[1] + 4.0], Anchor::Start, entry.what.words()));
        }
        let [clip, rim] = ["clip", "rim"].map(|name| format!("{}{name}", escape(&look.id_prefix)));
        for (id, more) in [(&clip, 0.0), (&rim, RIM)] {
            canvas.push(&format!(
                "<clipPath id=\"{id}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>\n",
                pixel(field.left - more),
                pixel(field.top - more),
                pixel(field.width + 2.0 * more),
                pixel(field.height + 2.0 * more)
            ));
        }
        canvas.push(&panel_group(&x, &field, ""));
        canvas.push(&format!("<g class=\"free\" clip-path=\"url(#{clip})\">\n"));
        self.free(&mut canvas, |p| field.place(&x, &y, p));
        canvas.push("</g>\n");
        let axes = Axes {
            x: &x,
            left: &y,
            right: None,
            left_label: y.label(&self.y_name),
            right_label: String::new(),
            x_label: Some(x.label(&self.x_name)),
            right_role: Role::Frame,
        };
        field::draw(&mut canvas, &field, &axes, look.width);
        canvas.push(&format!("<g clip-path=\"url(#{clip})\">\n"));
        self.bounds(&mut canvas, |p| field.place(&x, &y, p));
        self.ending(&mut canvas, &field, &x);
        canvas.push(&format!("</g>\n<g clip-path=\"url(#{rim})\">\n"));
        self.way(&mut canvas, &y, |p| field.place(&x, &y, p));
        canvas.push("</g>\n</g>\n");
        canvas.finish()
    }

    fn free(&self, canvas: &mut Canvas, place: impl Fn([f64; 2]) -> [f64; 2]) {
        for stretch in self.plane.free.iter().filter(|s| s.len() > 1) {
            let side = |k: usize| stretch.iter().map(move |s| [s[0], s[k]].map(f64::from));
            let outline: Vec<[f64; 2]> = side(1).chain(side(2).rev()).map(&place).collect();
            let paint = canvas.theme.paint("fill", Role::Curve(5));
            canvas.push(&format!("<path {paint} fill-opacity=\"0.22\" d=\"{}Z\"/>\n", path(&outline)));
        }
    }

    /// The curves around the path.
    fn bounds(&self, canvas: &mut Canvas, place: impl Fn([f64; 2]) -> [f64; 2]) {
        let placed = |points: &[[f32; 2]]| points.iter().map(|p| place(p.map(f64::from))).collect::<Vec<_>>();
        for (what, lines) in [
            (What::Floor, &self.plane.floors),
            (What::Ceiling, &self.plane.ceilings),
            (What::Stick, &self.plane.sticks),
        ] {
            let d: String = lines.iter().map(|points| path(&placed(points))).collect();
            stroke(canvas, what, &d);
        }
    }

    /// Where the motion ends before its way does.
    fn ending(&self, canvas: &mut Canvas, field: &Field, x: &Axis) {
        let Some(end) = self.end else { return };
        let at = field.left + field.width * x.fraction(end);
        canvas.push("<g><title>the motion ends here</title>\n");
        stroke(canvas, What::End, &path(&[[at, field.top], [at, field.bottom()]]));
        canvas.push("</g>\n");
    }

    /// The path and the events on it.
    fn way(&self, canvas: &mut Canvas, y: &Axis, place: impl Fn([f64; 2]) -> [f64; 2]) {
        canvas.push(&format!(
            "<g class=\"curve\" data-name=\"{}\" data-unit=\"rad\" data-shown=\"deg\" data-axis=\"left\" data-y0=\"{:?}\" data-y1=\"{:?}\" \
             data-y-log=\"0\"><title>{}</title>\n",
            escape(&self.y_name),
            y.low,
            y.high,
            escape(&self.y_name),
        ));
        let pieces = self.path.split(|p| p.iter().any(|x| x.is_nan()));
        let d: String = pieces.map(|piece| path(&piece.iter().map(|p| place(*p)).collect::<Vec<_>>())).collect();
        stroke(canvas, What::Path, &d);
        canvas.push("</g>\n");
        // a page's colours are one style to an element: the outline is the group's
        let (fill, line) = (canvas.theme.paint("fill", Role::Paper), canvas.theme.paint("stroke", Role::Ink));
        canvas.push(&format!("<g {line} stroke-width=\"1.2\">\n"));
        for (at, text) in self.events.iter().take(EVENTS) {
            let [x, y] = place(*at).map(pixel);
            canvas.push(&format!(
                "<circle class=\"event\" cx=\"{x}\" cy=\"{y}\" r=\"{DOT}\" {fill}><title>{}</title></circle>\n",
                escape(text)
            ));
        }
        canvas.push("</g>\n");
    }

    /// Entries side by side as far as they fit.
    fn legend(&self, left: f64, right: f64) -> Vec<Entry> {
        let there = [
            (What::Path, true),
            (What::Free, !self.plane.free.is_empty()),
            (What::Floor, !self.plane.floors.is_empty()),
            (What::Ceiling, !self.plane.ceilings.is_empty()),
            (What::Stick, !self.plane.sticks.is_empty()),
            (What::End, self.end.is_some()),
        ];
        let mut entries: Vec<Entry> = Vec::new();
        let (mut at, mut row) = (left, 0);
        for (what, _) in there.into_iter().filter(|(_, there)| *there) {
            let wide = SAMPLE + 8.0 + width(what.words(), FONT, false);
            if at > left && at + wide > right {
                (at, row) = (left, row + 1);
            }
            entries.push(Entry { what, x: at, row });
            at += wide + 14.0;
        }
        entries
    }
}

/// The greatest travel in a plane, m.
fn farthest(plane: &DrawnPlane) -> Option<f64> {
    let lines = [&plane.floors, &plane.ceilings].into_iter().flatten().flatten().map(|p| p[0]);
    lines.chain(plane.free.iter().flatten().map(|s| s[0])).max_by(f32::total_cmp).map(f64::from)
}

/// Length of a sample in the legend, px.
const SAMPLE: f64 = 26.0;

struct Entry {
    what: What,
    x: f64,
    row: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Path,
    Free,
    Floor,
    Ceiling,
    Stick,
    End,
}

impl What {
    fn words(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Free => "free",
            Self::Floor => "free above",
            Self::Ceiling => "free below",
            Self::Stick => "would stick",
            Self::End => "end",
        }
    }
}

fn sample(canvas: &mut Canvas, what: What, [x, y]: [f64; 2]) {
    if what == What::Free {
        let paint = canvas.theme.paint("fill", Role::Curve(5));
        let [left, top] = [x, y - 6.0].map(pixel);
        canvas.push(&format!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{SAMPLE}\" height=\"12\" {paint} fill-opacity=\"0.22\"/>\n"
        ));
        return;
    }
    if what == What::Stick {
        stroke(canvas, What::Floor, &path(&[[x, y], [x + SAMPLE, y]]));
    }
    stroke(canvas, what, &path(&[[x, y], [x + SAMPLE, y]]));
}

fn stroke(canvas: &mut Canvas, what: What, d: &str) {
    if d.is_empty() {
        return;
    }
    let (class, role, more) = match what {
        What::Path => ("line", Role::Curve(0), "stroke-width=\"2.6\" stroke-linejoin=\"round\""),
        What::Floor | What::Free => ("floor", Role::Ink, "stroke-width=\"0.9\""),
        What::Ceiling => ("ceiling", Role::Ink, "stroke-width=\"0.9\" stroke-dasharray=\"5 3\""),
        What::End => ("end", Role::Event, "stroke-width=\"1.6\" stroke-dasharray=\"9 3 2 3\""),
        // short strokes across the line
        What::Stick => ("stick", Role::Curve(1), "stroke-width=\"8\" stroke-dasharray=\"1.6 2.6\""),
    };
    let paint = canvas.theme.paint("stroke", role);
    canvas.push(&format!("<path class=\"{class}\" {paint} {more} fill=\"none\" d=\"{d}\"/>\n"));
}

/// Tenths of a pixel are enough here.
fn path(points: &[[f64; 2]]) -> String {
    let mut d = String::new();
    let mut before = String::new();
    for (k, [x, y]) in points.iter().enumerate() {
        // far outside of the field nothing is seen
        let [x, y] = [x, y].map(|v| pixel(libm::round(v.clamp(-OFF_PICTURE, OFF_PICTURE) * 10.0) / 10.0));
        let place = format!("{x} {y}");
        if k == 0 || place != before {
            d.push(if k == 0 { 'M' } else { 'L' });
            d.push_str(&place);
        }
        before = place;
    }
    d
}
