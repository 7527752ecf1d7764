//! The plane of angle over travel of a pawl as a picture: its path between the curves that bound it.
//!
//! The free part is tinted, curves that are free above are thin lines, those free below dashed ones; where friction
//! would hold, a curve is hatched across; the path is the one thick line. Nothing depends on colour alone. The SVG is
//! built like a plot's (see [`crate::svg`]), so that a page's marker follows the path.

use crate::axis::Axis;
use crate::canvas::{Anchor, Canvas, FONT, Label, TITLE, pixel};
use crate::field::{self, Axes, BELOW, Field, left_margin, right_margin, roomy, ticks_in};
use crate::font::width;
use crate::look::{Look, Role};
use crate::png::PngError;
use crate::text::{escape, fitted};
use mainspring_record::{DrawnPlane, Event, Memory};

/// From the upper edge to the legend, px.
const HEAD: f64 = 44.0;
/// Height of a row of the legend, px.
const ROW: f64 = 20.0;
/// Events marked on the path at most.
const EVENTS: usize = 400;

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
        Some(Self {
            title: format!("{} over {x_name}", plane.path),
            x: [path.first()?[0], path.last()?[0]],
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
        self.svg_with(&Look { height_per_panel: 420.0, ..Look::default() })
    }

    /// The picture as a PNG file of `scale` dots for each px.
    ///
    /// # Errors
    /// When it would have no dots, or too many.
    pub fn png(&self, look: &Look, scale: f64) -> Result<Vec<u8>, PngError> {
        crate::png::draw(&self.svg_with(look), scale)
    }

    /// The picture as one SVG element.
    #[must_use]
    pub fn svg_with(&self, look: &Look) -> String {
        let look = look.sound();
        let height = look.height_per_panel;
        let [low, high] = self.plane.range.map(f64::from);
        let y = in_degrees(low, high, ticks_in(height));
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
        let clip = format!("{}clip", escape(&look.id_prefix));
        canvas.push(&format!(
            "<clipPath id=\"{clip}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>\n",
            pixel(field.left),
            pixel(field.top),
            pixel(field.width),
            pixel(field.height)
        ));
        canvas.push(&format!(
            "<g class=\"panel\" data-x0=\"{:?}\" data-x1=\"{:?}\" data-x-log=\"0\" data-left=\"{}\" data-right=\"{}\" \
             data-top=\"{}\" data-bottom=\"{}\">\n",
            x.low,
            x.high,
            pixel(field.left),
            pixel(field.right()),
            pixel(field.top),
            pixel(field.bottom()),
        ));
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
        self.lines(&mut canvas, &y, |p| field.place(&x, &y, p));
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

    fn lines(&self, canvas: &mut Canvas, y: &Axis, place: impl Fn([f64; 2]) -> [f64; 2]) {
        let placed = |points: &[[f32; 2]]| points.iter().map(|p| place(p.map(f64::from))).collect::<Vec<_>>();
        for (what, lines) in [
            (What::Floor, &self.plane.floors),
            (What::Ceiling, &self.plane.ceilings),
            (What::Stick, &self.plane.sticks),
        ] {
            let d: String = lines.iter().map(|points| path(&placed(points))).collect();
            stroke(canvas, what, &d);
        }
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
        for (at, text) in self.events.iter().take(EVENTS) {
            let [x, y] = place(*at).map(pixel);
            let (fill, line) = (canvas.theme.paint("fill", Role::Paper), canvas.theme.colour(Role::Ink));
            canvas.push(&format!(
                "<circle class=\"event\" cx=\"{x}\" cy=\"{y}\" r=\"3\" {fill} stroke=\"{line}\" stroke-width=\"1.2\">\
                 <title>{}</title></circle>\n",
                escape(text)
            ));
        }
    }

    /// Entries side by side as far as they fit.
    fn legend(&self, left: f64, right: f64) -> Vec<Entry> {
        let there = [
            (What::Path, true),
            (What::Free, !self.plane.free.is_empty()),
            (What::Floor, !self.plane.floors.is_empty()),
            (What::Ceiling, !self.plane.ceilings.is_empty()),
            (What::Stick, !self.plane.sticks.is_empty()),
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

/// An axis of angles in rad with ticks at round numbers of degrees.
fn in_degrees(low: f64, high: f64, most: f64) -> Axis {
    let mut axis = Axis::over(low.to_degrees(), high.to_degrees(), "deg", most);
    (axis.low, axis.high) = (low, high);
    axis.ticks.iter_mut().for_each(|(value, _)| *value = value.to_radians());
    axis
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
}

impl What {
    fn words(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Free => "free",
            Self::Floor => "free above",
            Self::Ceiling => "free below",
            Self::Stick => "would stick",
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
        let [x, y] = [x, y].map(|v| pixel(libm::round(v.clamp(-1e5, 1e5) * 10.0) / 10.0));
        let place = format!("{x} {y}");
        if k == 0 || place != before {
            d.push(if k == 0 { 'M' } else { 'L' });
            d.push_str(&place);
        }
        before = place;
    }
    d
}
