//! A picture as SVG: the same list, solids sorted by depth.

use super::colour::Colour;
use super::list::{Item, Picture, Text};
use super::solid::Solids;
use crate::font;
use crate::text::escape;
use crate::unit;
use std::fmt::Write;

impl Picture {
    /// The picture as an SVG document.
    #[must_use]
    pub fn svg(&self) -> String {
        let [width, height] = self.size;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"{}, Verdana, sans-serif\">\n<title>{}</title>\n",
            font::FAMILY,
            escape(&self.title),
        );
        if let Some(paper) = self.paper {
            put(&mut svg, format_args!("<rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n", paper.css()));
        }
        for item in &self.items {
            match item {
                Item::Path { pieces, closed, fill, stroke, .. } => {
                    let d = path(pieces, *closed);
                    if d.is_empty() {
                        continue;
                    }
                    let fill = fill
                        .map_or("fill=\"none\"".to_owned(), |c| format!("fill-rule=\"evenodd\" {}", paint("fill", c)));
                    let stroke = stroke.map_or(String::new(), |(c, width)| {
                        let (join, width) = ("stroke-linecap=\"round\" stroke-linejoin=\"round\"", number(width));
                        format!(" {} stroke-width=\"{width}\" {join}", paint("stroke", c))
                    });
                    put(&mut svg, format_args!("<path d=\"{d}\" {fill}{stroke}/>\n"));
                }
                Item::Text(text) => put_text(&mut svg, text),
                Item::Solids(solids) => put_solids(&mut svg, solids),
            }
        }
        svg.push_str("</svg>\n");
        svg
    }
}

fn put(svg: &mut String, text: std::fmt::Arguments<'_>) {
    svg.write_fmt(text).expect("a string takes everything");
}

fn put_text(svg: &mut String, text: &Text) {
    let [x, y] = text.at.map(number);
    let weight = if text.bold { " font-weight=\"bold\"" } else { "" };
    // whatever font is there, the text is as wide as was planned
    put(
        svg,
        format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{}\"{weight} textLength=\"{}\" xml:space=\"preserve\" {}>{}</text>\n",
            number(text.size),
            number(text.width()),
            paint("fill", text.colour),
            escape(&text.text),
        ),
    );
}

fn put_solids(svg: &mut String, solids: &Solids) {
    if let Some(shade) = solids.shade.filter(|_| !solids.shadow.is_empty()) {
        let pieces: Vec<Vec<[f64; 2]>> = solids.shadow.iter().map(|t| t.to_vec()).collect();
        put(
            svg,
            format_args!("<path d=\"{}\" fill-rule=\"nonzero\" {}/>\n", path(&pieces, true), paint("fill", shade)),
        );
    }
    // from far to near by the mean of the corners
    let faces = solids.faces.iter().map(|f| (f.corners.iter().map(|c| c[2]).sum::<f64>() / 3.0, Some(f), None));
    let lines = solids.lines.iter().map(|l| (l.ends.iter().map(|c| c[2]).sum::<f64>() / 2.0, None, Some(l)));
    let mut all: Vec<_> = faces.chain(lines).collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (_, face, line) in all {
        if let Some(face) = face {
            let corners = face.corners.map(|c| [c[0], c[1]]).to_vec();
            let mean = |i: usize| face.colours.iter().map(|c| u32::from(c.0[i])).sum::<u32>() / 3;
            let colour = Colour(
                [0, 1, 2]
                    .map(|i| mean(i) as u8)
                    .into_iter()
                    .chain([255])
                    .collect::<Vec<_>>()
                    .try_into()
                    .unwrap_or([0, 0, 0, 255]),
            );
            // the stroke closes the seams between neighbours
            let css = colour.css();
            put(
                svg,
                format_args!(
                    "<path d=\"{}\" fill=\"{css}\" stroke=\"{css}\" stroke-width=\"0.6\" stroke-linejoin=\"round\"/>\n",
                    path(&[corners], true)
                ),
            );
        }
        if let Some(line) = line {
            let ends = line.ends.map(|c| [c[0], c[1]]).to_vec();
            put(
                svg,
                format_args!(
                    "<path d=\"{}\" fill=\"none\" {} stroke-width=\"{}\" stroke-linecap=\"round\"/>\n",
                    path(&[ends], false),
                    paint("stroke", line.colour),
                    number(line.width)
                ),
            );
        }
    }
}

fn path(pieces: &[Vec<[f64; 2]>], closed: bool) -> String {
    let mut d = String::new();
    for piece in pieces.iter().filter(|p| p.len() > 1 && p.iter().flatten().all(|c| c.is_finite())) {
        for (i, [x, y]) in piece.iter().enumerate() {
            put(&mut d, format_args!("{}{} {}", if i == 0 { 'M' } else { 'L' }, number(*x), number(*y)));
        }
        if closed {
            d.push('Z');
        }
    }
    d
}

fn paint(what: &str, colour: Colour) -> String {
    match colour.opacity() {
        1.0 => format!("{what}=\"{}\"", colour.css()),
        opacity => format!("{what}=\"{}\" {what}-opacity=\"{}\"", colour.css(), number(opacity)),
    }
}

/// Hundredths, without needless zeros.
fn number(value: f64) -> String {
    unit::decimal(value, 2)
}
