//! Events on a plot: a line for each moment, a word above where there is room for it.

use crate::axis::Axis;
use crate::canvas::{Anchor, Canvas, Label, SMALL, pixel};
use crate::field::Field;
use crate::font::width;
use crate::plot::Marker;
use crate::style::Role;
use crate::text::{escape, fitted};

/// Height of a row of words, px.
pub const ROW: f64 = 14.0;
/// Rows of words at most.
const ROWS: usize = 2;
/// Lines closer than this are one, px.
const TOGETHER: f64 = 1.0;
/// With more moments than this their lines would hide the curves: short strokes stand at the edge instead.
const LINES: usize = 36;
/// A word is cut at this width, px.
const WIDEST: f64 = 160.0;
/// Sentences shown when one moment is pointed at.
const SENTENCES: usize = 12;

/// Events at one place.
pub struct Moment {
    at: f64,
    time: f64,
    sentences: String,
    /// middle, row from below, word
    word: Option<(f64, usize, String)>,
}

/// Places the events that lie on the axis; `edges` is how far words may reach.
pub fn place(markers: &[Marker], x: &Axis, field: &Field, edges: [f64; 2]) -> Vec<Moment> {
    let mut within: Vec<(f64, &Marker)> = markers
        .iter()
        .filter(|m| Axis::takes(x.log, m.x))
        .map(|m| (field.left + field.width * x.fraction(m.x), m))
        .filter(|(at, _)| (field.left..=field.right()).contains(at))
        .collect();
    within.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut moments = Vec::new();
    let mut free_from = [f64::NEG_INFINITY; ROWS];
    let mut rest = within.as_slice();
    while let Some((at, first)) = rest.first() {
        let together = rest.iter().take_while(|(a, _)| a - at < TOGETHER).count();
        let (these, others) = rest.split_at(together);
        rest = others;
        let these: Vec<&Marker> = these.iter().map(|(_, m)| *m).collect();
        let word = fitted(&word_of(&these), SMALL, false, WIDEST);
        let half = width(&word, SMALL, false) / 2.0;
        let middle = at.min(edges[1] - half).max(edges[0] + half);
        let row = (0..ROWS).find(|r| !word.is_empty() && middle - half >= free_from[*r]);
        if let Some(row) = row {
            free_from[row] = middle + half + 6.0;
        }
        moments.push(Moment {
            at: *at,
            time: first.x,
            sentences: sentences_of(&these),
            word: row.map(|row| (middle, row, word)),
        });
    }
    moments
}

/// Rows of words needed.
pub fn rows(moments: &[Moment]) -> usize {
    moments.iter().filter_map(|m| m.word.as_ref()).map(|w| w.1 + 1).max().unwrap_or(0)
}

/// `limit`, `limit ×3`, `limit, release`, `limit +4`.
fn word_of(markers: &[&Marker]) -> String {
    let mut kinds: Vec<(&str, usize)> = Vec::new();
    for marker in markers {
        match kinds.iter_mut().find(|k| k.0 == marker.label) {
            Some(kind) => kind.1 += 1,
            None => kinds.push((&marker.label, 1)),
        }
    }
    match kinds.as_slice() {
        [] => String::new(),
        [(kind, 1)] => (*kind).to_owned(),
        [(kind, count)] => format!("{kind} ×{count}"),
        [(first, 1), (second, 1)] => format!("{first}, {second}"),
        [(first, count), ..] => format!("{first} +{}", markers.len() - count),
    }
}

fn sentences_of(markers: &[&Marker]) -> String {
    let mut lines: Vec<&str> = markers.iter().take(SENTENCES).map(|m| m.text.as_str()).collect();
    let more = format!("and {} more", markers.len().saturating_sub(SENTENCES));
    if markers.len() > SENTENCES {
        lines.push(&more);
    }
    lines.join("\n")
}

/// Lines in the field and, above the first field, words.
pub fn draw(canvas: &mut Canvas, moments: &[Moment], field: &Field, words: bool) {
    let bottom = if moments.len() > LINES { field.top + 7.0 } else { field.bottom() };
    let paint = canvas.theme.paint("stroke", Role::Event);
    for moment in moments {
        canvas.push(&format!(
            "<line class=\"marker\" data-time=\"{:?}\" x1=\"{a}\" y1=\"{}\" x2=\"{a}\" y2=\"{}\" {paint} \
             stroke-dasharray=\"3 3\"><title>{}</title></line>\n",
            moment.time,
            pixel(field.top),
            pixel(bottom),
            escape(&moment.sentences),
            a = pixel(moment.at),
        ));
        if let Some((middle, row, word)) = moment.word.as_ref().filter(|_| words) {
            let at = [*middle, field.top - 4.0 - ROW * *row as f64];
            canvas.text(&Label { size: SMALL, role: Role::Faint, ..Label::new(at, Anchor::Middle, word) });
        }
    }
}
