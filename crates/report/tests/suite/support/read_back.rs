//! Reads the data of a plot back from its SVG, knowing only what `svg.rs` promises.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use roxmltree::{Document, Node};

/// One curve as drawn.
#[derive(Debug, Default)]
pub struct Read {
    pub name: String,
    pub unit: String,
    pub axis: String,
    /// pieces between gaps, SI; points alone are pieces of one
    pub pieces: Vec<Vec<[f64; 2]>>,
    /// SI values of one pixel on each axis; on log axes the natural logarithm of the factor
    pub pixel: [f64; 2],
    pub log: [bool; 2],
    /// least and greatest value of both axes, SI
    pub range: [[f64; 2]; 2],
}

impl Read {
    pub fn points(&self) -> impl Iterator<Item = [f64; 2]> + '_ {
        self.pieces.iter().flatten().copied()
    }

    /// Distance of two values on an axis, px.
    pub fn apart(&self, axis: usize, a: f64, b: f64) -> f64 {
        let between = if self.log[axis] { libm::log(a) - libm::log(b) } else { a - b };
        (between / self.pixel[axis]).abs()
    }
}

pub fn panels<'a>(document: &'a Document<'a>) -> Vec<Node<'a, 'a>> {
    document.descendants().filter(|n| n.attribute("class") == Some("panel")).collect()
}

pub fn number(node: Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).unwrap_or_else(|| panic!("{name} is missing")).parse().unwrap()
}

pub fn numbers(text: &str) -> Vec<f64> {
    text.split([' ', 'M', 'L']).filter(|w| !w.is_empty()).map(|w| w.parse().unwrap()).collect()
}

/// Every curve of a picture.
pub fn read_back(svg: &str) -> Vec<Read> {
    let document = Document::parse(svg).unwrap();
    let of_panel = |panel: Node<'_, '_>| -> Vec<Read> {
        panel.children().filter(|n| n.attribute("class") == Some("curve")).map(|curve| read(panel, curve)).collect()
    };
    panels(&document).into_iter().flat_map(of_panel).collect()
}

fn read(panel: Node<'_, '_>, curve: Node<'_, '_>) -> Read {
    let x = ["data-x0", "data-x1", "data-left", "data-right"].map(|n| number(panel, n));
    let y = ["data-y0", "data-y1"].map(|n| number(curve, n));
    let [top, bottom] = ["data-top", "data-bottom"].map(|n| number(panel, n));
    let log = [panel.attribute("data-x-log") == Some("1"), curve.attribute("data-y-log") == Some("1")];
    let value = |log: bool, [v0, v1]: [f64; 2], f: f64| {
        if log { libm::exp((1.0 - f) * libm::log(v0) + f * libm::log(v1)) } else { v0 + f * (v1 - v0) }
    };
    let si = |p: &[f64]| {
        let f = [(p[0] - x[2]) / (x[3] - x[2]), (bottom - p[1]) / (bottom - top)];
        [value(log[0], [x[0], x[1]], f[0]), value(log[1], y, f[1])]
    };
    let mut pieces = Vec::new();
    for node in curve.children() {
        match node.attribute("class") {
            Some("line") => {
                let d = node.attribute("d").unwrap();
                pieces.extend(d.split('M').filter(|d| !d.is_empty()).map(|d| numbers(d).chunks(2).map(si).collect()));
            }
            Some("point") => pieces.push(vec![si(&[number(node, "cx"), number(node, "cy")])]),
            _ => {}
        }
    }
    let size = |log: bool, [v0, v1]: [f64; 2], px: f64| {
        if log { (libm::log(v1) - libm::log(v0)) / px } else { (v1 - v0) / px }
    };
    let text = |name: &str| curve.attribute(name).unwrap().to_owned();
    Read {
        name: text("data-name"),
        unit: text("data-unit"),
        axis: text("data-axis"),
        pieces,
        pixel: [size(log[0], [x[0], x[1]], x[3] - x[2]), size(log[1], y, bottom - top)],
        log,
        range: [[x[0], x[1]], y],
    }
}
