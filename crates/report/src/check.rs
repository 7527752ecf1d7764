//! An automatic look at pictures: what is wrong with the labels, colours and curves of an SVG made here.
//!
//! Boxes of text are measured with the embedded font, which is wider than the fonts browsers usually take.

use crate::font::width;
use crate::style::contrast;
use crate::tolerances::{CURVE_CONTRAST, TEXT_CONTRAST};
use roxmltree::{Document, Node};

/// A label and where it is, px.
struct LabelBox {
    text: String,
    low: [f64; 2],
    high: [f64; 2],
}

impl LabelBox {
    fn overlaps(&self, low: [f64; 2], high: [f64; 2]) -> bool {
        (0..2).all(|i| self.low[i] < high[i] - 0.01 && low[i] < self.high[i] - 0.01)
    }
}

/// Everything wrong with a picture, one sentence each: overlapping or clipped labels, labels on the data, contrast too
/// low, fields that show nothing and do not say so. Empty for a good picture.
#[must_use]
pub fn findings(svg: &str) -> Vec<String> {
    let document = match Document::parse(svg) {
        Ok(document) => document,
        Err(error) => return vec![format!("it is no XML: {error}")],
    };
    let root = document.root_element();
    let size: Vec<f64> =
        root.attribute("viewBox").unwrap_or("").split(' ').filter_map(|n| n.parse().ok()).skip(2).collect();
    let &[wide, high] = size.as_slice() else { return vec!["it has no size".to_owned()] };
    let class = |name: &'static str| root.descendants().filter(move |n| n.attribute("class") == Some(name));
    let Some(paper) = class("paper").next().and_then(|n| colour(n, "fill")) else {
        return vec!["it has no paper".to_owned()];
    };
    let mut findings = Vec::new();
    let texts: Vec<Node<'_, '_>> = root.descendants().filter(|n| n.has_tag_name("text")).collect();
    let boxes: Vec<LabelBox> = texts.iter().filter_map(|t| boxed(*t)).collect();
    for (i, a) in boxes.iter().enumerate() {
        if a.low.iter().any(|&v| v < 0.0) || a.high[0] > wide || a.high[1] > high {
            findings.push(format!("`{}` is clipped by the picture's edge", a.text));
        }
        for b in boxes[..i].iter().filter(|b| b.overlaps(a.low, a.high)) {
            findings.push(format!("`{}` and `{}` overlap", b.text, a.text));
        }
    }
    for text in &texts {
        require(&mut findings, colour(*text, "fill"), &paper, TEXT_CONTRAST, text.text().unwrap_or(""));
    }
    for line in class("line") {
        require(&mut findings, colour(line, "stroke"), &paper, CURVE_CONTRAST, "a curve");
    }
    for bars in class("bars") {
        require(&mut findings, colour(bars, "fill"), &paper, CURVE_CONTRAST, "a bar");
    }
    for panel in class("panel") {
        look_at_panel(&mut findings, panel, &boxes);
    }
    findings
}

fn look_at_panel(findings: &mut Vec<String>, panel: Node<'_, '_>, boxes: &[LabelBox]) {
    let edge = |name: &str| panel.attribute(name).and_then(|v| v.parse::<f64>().ok());
    let (Some(left), Some(right), Some(top), Some(bottom)) =
        (edge("data-left"), edge("data-right"), edge("data-top"), edge("data-bottom"))
    else {
        findings.push("a panel does not say where it is".to_owned());
        return;
    };
    let shows = panel.descendants().any(|n| match n.attribute("class") {
        Some("line") => n.attribute("d").is_some_and(|d| !d.is_empty()),
        Some("point" | "bar") => true,
        _ => false,
    });
    let within: Vec<&LabelBox> = boxes.iter().filter(|b| b.overlaps([left, top], [right, bottom])).collect();
    match (shows, within.as_slice()) {
        (true, labels) => findings.extend(labels.iter().map(|l| format!("`{}` covers data", l.text))),
        (false, [only]) if only.text == "no data" => {}
        (false, _) => findings.push("a panel shows nothing and does not say so".to_owned()),
    }
    if right - left < 20.0 || bottom - top < 20.0 {
        findings.push("a panel is too small to read".to_owned());
    }
}

fn require(findings: &mut Vec<String>, colour: Option<String>, paper: &str, least: f64, what: &str) {
    match colour.as_deref().and_then(|c| contrast(c, paper)) {
        Some(contrast) if contrast >= least => {}
        Some(contrast) => findings.push(format!("`{what}` stands out by {contrast:.2}:1 only, {least}:1 is needed")),
        None => findings.push(format!("`{what}` has a colour that cannot be judged")),
    }
}

/// The nearest value of an attribute, here or on what holds this.
fn inherited<'a>(node: Node<'a, 'a>, name: &str) -> Option<&'a str> {
    node.ancestors().find_map(|n| n.attribute(name))
}

/// `#rrggbb` of a property, from its attribute or from the value a style falls back to.
fn colour(node: Node<'_, '_>, property: &str) -> Option<String> {
    node.ancestors().find_map(|n| {
        let styled = n.attribute("style").and_then(|style| {
            let value = style.split(';').find_map(|d| d.trim().strip_prefix(property)?.trim().strip_prefix(':'))?;
            let fallback =
                value.trim().strip_prefix("var(").and_then(|v| v.strip_suffix(')')).and_then(|v| v.split_once(','));
            Some(fallback.map_or(value, |f| f.1).trim())
        });
        styled.or_else(|| n.attribute(property)).map(str::to_owned)
    })
}

fn boxed(text: Node<'_, '_>) -> Option<LabelBox> {
    let number = |name: &str| text.attribute(name).and_then(|v| v.parse::<f64>().ok());
    let (x, y) = (number("x")?, number("y")?);
    let size = inherited(text, "font-size").and_then(|s| s.parse::<f64>().ok())?;
    let bold = inherited(text, "font-weight").is_some_and(|w| w == "700" || w == "bold");
    let content = text.text().unwrap_or("").to_owned();
    let wide = width(&content, size, bold);
    let from = match inherited(text, "text-anchor") {
        Some("middle") => -wide / 2.0,
        Some("end") => -wide,
        _ => 0.0,
    };
    // capitals and digits reach 0.73 em up, brackets a little further; g and y 0.21 em down
    let (up, down) = (0.78 * size, 0.22 * size);
    let turned = text.attribute("transform").is_some_and(|t| t.starts_with("rotate(-90"));
    let (low, high) = if turned {
        ([x - up, y - from - wide], [x + down, y - from])
    } else {
        ([x + from, y - up], [x + from + wide, y + down])
    };
    Some(LabelBox { text: content, low, high })
}
