//! What distinguishes curves besides colour: dashes, and marks where there are many.

use crate::canvas::{Canvas, pixel};
use crate::decimate::Pieces;
use crate::style::Role;

const DASHES: [&str; 5] = ["", "7 3", "2 3", "9 3 2 3", "4 2"];
/// Curves of one panel that dashes distinguish; with more, each has marks too.
const WITHOUT_MARKS: usize = 5;
/// Corners of the marks, in px from their centre: seven shapes, so that dash and shape repeat after 35 curves.
const MARKS: [&[[f64; 2]]; 7] = [
    &[[-3.6, -1.5], [-1.5, -3.6], [1.5, -3.6], [3.6, -1.5], [3.6, 1.5], [1.5, 3.6], [-1.5, 3.6], [-3.6, 1.5]],
    &[[0.0, -4.4], [4.2, 3.0], [-4.2, 3.0]],
    &[[-3.2, -3.2], [3.2, -3.2], [3.2, 3.2], [-3.2, 3.2]],
    &[[0.0, -4.8], [3.4, 0.0], [0.0, 4.8], [-3.4, 0.0]],
    &[[0.0, 4.4], [4.2, -3.0], [-4.2, -3.0]],
    &[
        [-1.2, -4.4],
        [1.2, -4.4],
        [1.2, -1.2],
        [4.4, -1.2],
        [4.4, 1.2],
        [1.2, 1.2],
        [1.2, 4.4],
        [-1.2, 4.4],
        [-1.2, 1.2],
        [-4.4, 1.2],
        [-4.4, -1.2],
        [-1.2, -1.2],
    ],
    &[[-3.8, -3.8], [3.8, -3.8], [-3.8, 3.8], [3.8, 3.8]],
];
/// Along a curve from mark to mark, px.
const APART: f64 = 96.0;
/// Marks on one curve.
const MOST_MARKS: usize = 60;

/// How one curve of several is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stroke {
    /// among the curves of its panel
    pub index: usize,
    /// curves of its panel
    pub of: usize,
}

impl Stroke {
    pub fn role(self) -> Role {
        Role::Curve(self.index)
    }

    fn marked(self) -> bool {
        self.of > WITHOUT_MARKS
    }

    /// Attributes of a line of this curve but its colour.
    pub fn attributes(self) -> String {
        let dash = DASHES[self.index % DASHES.len()];
        let dash = if dash.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{dash}\"") };
        format!(" stroke-width=\"1.8\"{dash}")
    }

    /// In a legend, from `at` to the right.
    pub fn sample(self, canvas: &mut Canvas, at: [f64; 2], length: f64) {
        canvas.line(at, [at[0] + length, at[1]], self.role(), &self.attributes());
        if self.marked() {
            self.marks(canvas, &[[at[0] + length / 2.0, at[1]]]);
        }
    }

    /// The curve itself, from pieces in px.
    pub fn curve(self, canvas: &mut Canvas, pieces: &Pieces, rightwards: bool) {
        let paint = canvas.theme.paint("stroke", self.role());
        let mut d = String::new();
        for piece in pieces.iter().filter(|p| p.len() > 1) {
            for (i, [x, y]) in piece.iter().enumerate() {
                d.push_str(&format!("{}{} {}", if i == 0 { 'M' } else { 'L' }, pixel(*x), pixel(*y)));
            }
        }
        let more = self.attributes();
        canvas
            .push(&format!("<path class=\"line\" {paint}{more} stroke-linejoin=\"round\" fill=\"none\" d=\"{d}\"/>\n"));
        // a number alone between gaps has no line to show it
        for piece in pieces.iter().filter(|p| p.len() == 1) {
            let [x, y] = piece[0].map(pixel);
            let paint = canvas.theme.paint("fill", self.role());
            canvas.push(&format!("<circle class=\"point\" cx=\"{x}\" cy=\"{y}\" r=\"2.5\" {paint}/>\n"));
        }
        if self.marked() {
            let marks = self.places(pieces, rightwards);
            self.marks(canvas, &marks);
        }
    }

    fn marks(self, canvas: &mut Canvas, places: &[[f64; 2]]) {
        let shape = MARKS[self.index % MARKS.len()];
        let mut d = String::new();
        for [x, y] in places {
            for (i, [dx, dy]) in shape.iter().enumerate() {
                d.push_str(&format!("{}{} {}", if i == 0 { 'M' } else { 'L' }, pixel(x + dx), pixel(y + dy)));
            }
            d.push('Z');
        }
        let paint = canvas.theme.paint("fill", self.role());
        canvas.push(&format!("<path class=\"mark\" {paint} d=\"{d}\"/>\n"));
    }

    /// Vertices at which to put marks, each curve beginning elsewhere so that marks do not lie on each other.
    fn places(self, pieces: &Pieces, rightwards: bool) -> Vec<[f64; 2]> {
        let mut next = APART * (self.index as f64 + 0.5) / self.of as f64;
        let mut gone = 0.0;
        let mut places = Vec::new();
        for piece in pieces {
            let mut last = piece[0];
            for &point in piece {
                let [dx, dy] = [point[0] - last[0], point[1] - last[1]];
                gone += if rightwards { dx.abs() } else { libm::hypot(dx, dy) };
                last = point;
                if gone >= next && places.len() < MOST_MARKS {
                    places.push(point);
                    next = gone + APART;
                }
            }
        }
        places
    }
}
