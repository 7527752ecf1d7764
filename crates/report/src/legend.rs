//! The legend of a panel: in rows above it, never on the data; the curves of the right axis stand at the right.

use crate::canvas::{Anchor, Canvas, FONT, Label};
use crate::font::width;
use crate::stroke::Stroke;
use crate::text::fitted;

/// Height of a row, px.
pub const ROW: f64 = 20.0;
const SAMPLE: f64 = 26.0;
const GAP: f64 = 8.0;
const BETWEEN: f64 = 14.0;
/// More rows than this would push the curves out of sight.
const ROWS: usize = 12;

/// What a legend says of one curve.
pub struct Entry<'a> {
    pub stroke: Stroke,
    pub name: &'a str,
    /// of the right axis
    pub right: bool,
}

struct Placed {
    stroke: Stroke,
    shown: String,
    full: String,
    x: f64,
    row: usize,
}

/// Entries with their places.
pub struct Legend {
    placed: Vec<Placed>,
    rows: usize,
    /// what did not fit, and where to say so
    rest: Option<(String, f64)>,
}

/// Lays out a legend between `left` and `right` (px); one curve alone needs none.
pub fn lay_out(entries: &[Entry<'_>], left: f64, right: f64) -> Legend {
    if entries.len() < 2 {
        return Legend { placed: Vec::new(), rows: 0, rest: None };
    }
    let room = right - left;
    let two_axes = entries.iter().any(|e| e.right);
    // many names share rows
    let widest = if entries.len() > 8 {
        room / 3.0
    } else if entries.len() > 3 {
        room / 2.0
    } else {
        room
    };
    let measured: Vec<(&Entry<'_>, String, f64)> = entries
        .iter()
        .map(|e| {
            let full = match (two_axes, e.right) {
                (false, _) => e.name.to_owned(),
                (true, false) => format!("← {}", e.name),
                (true, true) => format!("{} →", e.name),
            };
            let shown = fitted(&full, FONT, false, widest - SAMPLE - GAP - BETWEEN);
            let wide = SAMPLE + GAP + width(&shown, FONT, false);
            (e, shown, wide)
        })
        .collect();
    let mut rows: Vec<Vec<usize>> = Vec::new();
    let mut used = 0.0;
    for (i, (_, _, wide)) in measured.iter().enumerate() {
        let fits = used + BETWEEN + wide <= room;
        match rows.last_mut() {
            Some(row) if fits => row.push(i),
            _ => {
                rows.push(vec![i]);
                used = -BETWEEN;
            }
        }
        used += BETWEEN + wide;
    }
    let shown_rows = rows.len().min(ROWS);
    let mut placed = Vec::new();
    for (r, row) in rows.iter().enumerate().take(shown_rows) {
        let mut x = left;
        // those of the right axis end at the right
        let mut from_right = right;
        for &i in row.iter().rev().filter(|&&i| measured[i].0.right) {
            from_right -= measured[i].2;
            placed.push(entry(&measured[i], from_right, r));
            from_right -= BETWEEN;
        }
        for &i in row.iter().filter(|&&i| !measured[i].0.right) {
            placed.push(entry(&measured[i], x, r));
            x += measured[i].2 + BETWEEN;
        }
    }
    placed.sort_by_key(|p| p.stroke.index);
    let left_out: usize = rows.iter().skip(shown_rows).map(Vec::len).sum();
    let rest = (left_out > 0).then(|| (format!("and {left_out} more curves"), left));
    Legend { placed, rows: shown_rows + usize::from(left_out > 0), rest }
}

fn entry((entry, shown, _): &(&Entry<'_>, String, f64), x: f64, row: usize) -> Placed {
    Placed { stroke: entry.stroke, shown: shown.clone(), full: entry.name.to_owned(), x, row }
}

impl Legend {
    /// px
    pub fn height(&self) -> f64 {
        ROW * self.rows as f64
    }

    /// Draws it with its upper edge at `top`, px.
    pub fn draw(&self, canvas: &mut Canvas, top: f64) {
        let baseline = |row: usize| top + ROW * row as f64 + 13.0;
        for placed in &self.placed {
            let y = baseline(placed.row);
            placed.stroke.sample(canvas, [placed.x, y - 4.0], SAMPLE);
            let cut = placed.shown.contains('…').then_some(placed.full.as_str());
            let at = [placed.x + SAMPLE + GAP, y];
            canvas.text(&Label { full: cut, ..Label::new(at, Anchor::Start, &placed.shown) });
        }
        if let Some((rest, left)) = &self.rest {
            canvas.text(&Label::new([*left, baseline(self.rows - 1)], Anchor::Start, rest));
        }
    }
}
