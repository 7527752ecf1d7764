//! The pieces an SVG is written with: text, lines, numbers, colours by role.

use crate::font;
use crate::render::glyphs;
use crate::style::{PlotStyle, Role, Theme};
use crate::text::escape;
use crate::unit;
use std::fmt::Write as _;
use tiny_skia::{Path, PathSegment};

/// Size of ordinary text, px.
pub const FONT: f64 = 12.0;
/// Size of what is less important, px.
pub const SMALL: f64 = 10.0;
/// Size of titles, px.
pub const TITLE: f64 = 16.0;
const FAMILY: &str = "system-ui, 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif";

/// An SVG being written.
pub struct Canvas {
    svg: String,
    pub theme: Theme,
    /// letters are drawn as areas
    outlines: bool,
}

/// Which point of a text stands at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// A line of text.
pub struct Label<'a> {
    pub at: [f64; 2],
    pub anchor: Anchor,
    pub size: f64,
    pub bold: bool,
    pub role: Role,
    /// reads upwards
    pub turned: bool,
    pub text: &'a str,
    /// what it says in full, where it was cut
    pub full: Option<&'a str>,
}

impl<'a> Label<'a> {
    pub fn new(at: [f64; 2], anchor: Anchor, text: &'a str) -> Self {
        Self { at, anchor, size: FONT, bold: false, role: Role::Ink, turned: false, text, full: None }
    }
}

impl Canvas {
    /// Begins a picture with its title, for people and for those who cannot see it.
    pub fn new(look: &PlotStyle, size: [f64; 2], title: &str, shown: &str, summary: &str) -> Self {
        let theme = look.theme;
        let id = escape(&look.id_prefix);
        let [w, h] = size.map(pixel);
        let mut canvas = Self { svg: String::new(), theme, outlines: look.outlines };
        canvas.push(&format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"mainspring-plot\" width=\"{w}\" height=\"{h}\" \
             viewBox=\"0 0 {w} {h}\" role=\"img\" aria-labelledby=\"{id}title {id}summary\" font-family=\"{FAMILY}\" \
             font-size=\"{FONT}\" {}>\n<title id=\"{id}title\">{}</title>\n<desc id=\"{id}summary\">{}</desc>\n\
             <rect class=\"paper\" width=\"{w}\" height=\"{h}\" {}/>\n",
            theme.paint("fill", Role::Ink),
            escape(title),
            escape(summary),
            theme.paint("fill", Role::Paper),
        ));
        canvas.text(&Label {
            size: TITLE,
            bold: true,
            role: Role::Title,
            full: (shown != title).then_some(title),
            ..Label::new([size[0] / 2.0, 26.0], Anchor::Middle, shown)
        });
        canvas
    }

    pub fn push(&mut self, text: &str) {
        self.svg.push_str(text);
    }

    pub fn finish(mut self) -> String {
        self.push("</svg>\n");
        self.svg
    }

    pub fn text(&mut self, label: &Label<'_>) {
        if label.text.is_empty() {
            return;
        }
        if self.outlines {
            return self.letters(label);
        }
        let [x, y] = label.at.map(pixel);
        let mut more = String::new();
        match label.anchor {
            Anchor::Start => {}
            Anchor::Middle => more.push_str(" text-anchor=\"middle\""),
            Anchor::End => more.push_str(" text-anchor=\"end\""),
        }
        if label.size != FONT {
            more.push_str(&format!(" font-size=\"{}\"", label.size));
        }
        if label.bold {
            more.push_str(" font-weight=\"700\"");
        }
        if label.role != Role::Ink {
            more.push_str(&format!(" {}", self.theme.paint("fill", label.role)));
        }
        if label.turned {
            more.push_str(&format!(" transform=\"rotate(-90 {x} {y})\""));
        }
        let full = label.full.map_or_else(String::new, |f| format!("<title>{}</title>", escape(f)));
        self.push(&format!("<text x=\"{x}\" y=\"{y}\"{more}>{}{full}</text>\n", escape(label.text)));
    }

    /// The same as areas that look alike with any fonts, or none.
    fn letters(&mut self, label: &Label<'_>) {
        let long = font::width(label.text, label.size, label.bold);
        let before = match label.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => long / 2.0,
            Anchor::End => long,
        };
        let [x, y] = label.at;
        let turn =
            if label.turned { format!(" transform=\"rotate(-90 {} {})\"", pixel(x), pixel(y)) } else { String::new() };
        let paint = self.theme.paint("fill", label.role);
        if let Some(path) = glyphs::outline(label.text, [x - before, y], label.size, label.bold) {
            self.push(&format!("<path d=\"{}\" {paint}{turn}/>\n", path_data(&path)));
        }
    }

    pub fn line(&mut self, from: [f64; 2], to: [f64; 2], role: Role, more: &str) {
        let ([x1, y1], [x2, y2]) = (from.map(pixel), to.map(pixel));
        let paint = self.theme.paint("stroke", role);
        self.push(&format!("<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" {paint}{more}/>\n"));
    }
}

/// A path as SVG writes it.
fn path_data(path: &Path) -> String {
    let mut data = String::new();
    for segment in path.segments() {
        let (letter, points) = match segment {
            PathSegment::MoveTo(to) => ('M', vec![to]),
            PathSegment::LineTo(to) => ('L', vec![to]),
            PathSegment::QuadTo(via, to) => ('Q', vec![via, to]),
            PathSegment::CubicTo(first, second, to) => ('C', vec![first, second, to]),
            PathSegment::Close => ('Z', Vec::new()),
        };
        data.push(letter);
        for point in points {
            let _ = write!(data, " {} {}", point.x, point.y);
        }
    }
    data
}

/// Thousandths of a pixel, without needless zeros.
pub fn pixel(value: f64) -> String {
    unit::decimal(value, 3)
}
