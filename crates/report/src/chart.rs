//! Plots in a terminal: braille dots or plain ASCII, axes with units, marks that distinguish curves without colour.

use crate::axis::Axis;
use crate::decimate::{columns, pieces, strokes};
use crate::histogram::Histogram;
use crate::plot::{Curve, Plot, range_of};
use crate::raster::{Raster, mark};
use crate::tolerances::STEP_ROUNDING;

/// Size and character set of a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChartStyle {
    /// columns of the whole chart; at least 30 are used
    pub width: usize,
    /// rows of each panel's field; at least 4 are used
    pub rows: usize,
    /// nothing but ASCII
    pub ascii: bool,
}

/// Some text of a line and how it is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// without line breaks
    pub text: String,
    /// for the colour
    pub tone: Tone,
}

/// How a piece of text is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// ordinary
    Plain,
    /// a title
    Strong,
    /// less important
    Faint,
    /// of this curve of a panel
    Curve(usize),
}

/// A line of a chart.
pub type Line = Vec<Piece>;

/// Events named below a chart.
const EVENTS: usize = 6;

impl Plot {
    /// The plot as lines of text: one panel for each unit and side.
    #[must_use]
    pub fn chart(&self, look: &ChartStyle) -> Vec<Line> {
        let look = sound(look);
        let mut panels: Vec<Vec<&Curve>> = Vec::new();
        for group in self.groups() {
            panels.extend([group.left, group.right].into_iter().filter(|g| !g.is_empty()));
        }
        if panels.is_empty() {
            return vec![vec![plain("nothing to plot")]];
        }
        let spelled = |axis: Axis| if look.ascii { plainly(axis) } else { axis };
        let axes: Vec<Axis> = panels.iter().map(|curves| spelled(y_axis(self, curves, &look))).collect();
        let gutter = gutter(&axes, look.width);
        let field = look.width - gutter - 1;
        let x = x_axis(field, |most| {
            let (low, high) = self.x_range().unwrap_or(if self.log[0] { (1.0, 10.0) } else { (0.0, 1.0) });
            let make = if self.log[0] { Axis::logarithmic } else { Axis::new };
            spelled(make(low, high, &self.x_unit, 0.0, most))
        });
        let mut lines = title(&self.title, &look);
        for (i, (curves, y)) in panels.iter().zip(&axes).enumerate() {
            lines.extend(legend(y, curves, &look));
            if i == 0 {
                lines.extend(self.event_row(&x, gutter, field, &look));
            }
            lines.extend(frame_rows(&self.raster(curves, &x, y, field, &look), y, gutter));
            lines.push(base(&x, gutter, field));
        }
        lines.push(x_labels(&x, gutter, field, &look));
        lines.push(vec![plain(&centred(&x.label(&self.x_name), gutter, look.width, &look))]);
        lines.extend(self.notes(&x, &look));
        finished(lines, &look)
    }

    fn raster(&self, curves: &[&Curve], x: &Axis, y: &Axis, field: usize, look: &ChartStyle) -> Raster {
        let mut raster = Raster::new(field, look.rows, look.ascii);
        let [across, down] = raster.dots().map(|d| d as f64 - 1.0);
        let rightwards = self.runs_rightwards();
        // the first curve is drawn last and so never hidden
        for (index, curve) in curves.iter().enumerate().rev() {
            let place = |p: [f64; 2]| [0.5 + across * x.fraction(p[0]), 0.5 + down * (1.0 - y.fraction(p[1]))];
            let whole = pieces(self.points(curve).map(place));
            for piece in if rightwards { columns(&whole) } else { strokes(&whole) } {
                raster.dot(index, piece[0]);
                piece.windows(2).for_each(|w| raster.line(index, w[0], w[1]));
            }
        }
        raster.mark_all(curves.len());
        raster
    }

    fn event_row(&self, x: &Axis, gutter: usize, field: usize, look: &ChartStyle) -> Option<Line> {
        let mut row = vec![' '; field];
        for marker in self.markers.iter().filter(|m| Axis::takes(x.log, m.x)) {
            if let Some(column) = column_of(x, marker.x, field) {
                row[column] = if look.ascii { 'v' } else { '▾' };
            }
        }
        let row: String = row.into_iter().collect();
        let row = row.trim_end();
        (!row.is_empty())
            .then(|| vec![plain(&" ".repeat(gutter + 1)), Piece { text: row.to_owned(), tone: Tone::Faint }])
    }

    fn notes(&self, x: &Axis, look: &ChartStyle) -> Vec<Line> {
        let mut notes = Vec::new();
        let shown: Vec<&crate::plot::Marker> = self.markers.iter().filter(|m| column_of(x, m.x, 2).is_some()).collect();
        let mut words: Vec<String> =
            shown.iter().take(EVENTS).map(|m| format!("{} at {} {}", m.label, short(m.x), self.x_unit)).collect();
        if shown.len() > EVENTS {
            words.push(format!("and {} more", shown.len() - EVENTS));
        }
        if !words.is_empty() {
            let sign = if look.ascii { "v" } else { "▾" };
            notes.extend(wrapped(&format!("{sign} {}", words.join(", ")), look.width));
        }
        match self.left_out() {
            0 => {}
            n => notes.extend(wrapped(&format!("{n} values not positive: no place on a log axis"), look.width)),
        }
        notes.into_iter().map(|text| vec![Piece { text, tone: Tone::Faint }]).collect()
    }
}

impl Histogram {
    /// The histogram as lines of text: one panel for each quantity.
    #[must_use]
    pub fn chart(&self, look: &ChartStyle) -> Vec<Line> {
        let look = sound(look);
        let mut lines = title(&self.title, &look);
        for sample in &self.samples {
            let bins = sample.bins();
            let highest = bins.iter().map(|b| b.count).max().unwrap_or(1) as f64;
            let spelled = |axis: Axis| if look.ascii { plainly(axis) } else { axis };
            let y = spelled(Axis::over(0.0, highest, "", look.rows as f64 / 3.0));
            let gutter = gutter(std::slice::from_ref(&y), look.width);
            let field = look.width - gutter - 1;
            let (low, high) = bins.first().zip(bins.last()).map_or((0.0, 1.0), |(a, b)| (a.from, b.to));
            let x = x_axis(field, |most| spelled(Axis::new(low, high, &sample.unit, 0.0, most)));
            let count = |column: usize| {
                let at = x.low + (column as f64 + 0.5) / field as f64 * (x.high - x.low);
                bins.iter().find(|b| (b.from == b.to) || (b.from..=b.to).contains(&at)).map_or(0, |b| b.count) as f64
            };
            let name = fitted(&sample.name, look.width.saturating_sub(24), &look);
            let counted: usize = bins.iter().map(|b| b.count).sum();
            lines.push(vec![
                plain(&y.label(&format!("frames of {name}"))),
                faint(&format!("  ({counted} in {} bins)", bins.len())),
            ]);
            for row in 0..look.rows {
                let mut line = gutter_of(&y, row, look.rows, gutter);
                let bar =
                    |c: usize| block(count(c) / highest * look.rows as f64 - (look.rows - 1 - row) as f64, look.ascii);
                line.push(Piece { text: (0..field).map(bar).collect(), tone: Tone::Curve(0) });
                lines.push(line);
            }
            lines.push(base(&x, gutter, field));
            lines.push(x_labels(&x, gutter, field, &look));
            lines.push(vec![plain(&centred(&x.label(&sample.name), gutter, look.width, &look))]);
        }
        finished(lines, &look)
    }
}

/// An axis whose numbers and unit need nothing but ASCII.
fn plainly(axis: Axis) -> Axis {
    let ticks = axis.ticks.into_iter().map(|(v, l)| (v, ascii(&l))).collect();
    Axis { ticks, unit: ascii(&axis.unit), offset: axis.offset.map(|o| ascii(&o)), ..axis }
}

/// Frames and signs as ASCII has them; what it has not becomes a question mark.
fn ascii(text: &str) -> String {
    let mut plain = String::new();
    let mut raised = false;
    for c in text.chars() {
        let digit = "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|s| s == c);
        if (digit.is_some() || c == '⁻') && !raised {
            plain.push('^');
        }
        raised = digit.is_some() || c == '⁻';
        match (c, digit) {
            (_, Some(d)) => plain.push_str(&d.to_string()),
            ('−' | '⁻' | '─' | '–', _) => plain.push('-'),
            ('┤' | '┬' | '└', _) => plain.push('+'),
            ('│', _) => plain.push('|'),
            ('·', _) => plain.push('*'),
            ('µ', _) => plain.push('u'),
            (c, _) => plain.push(if c.is_ascii() { c } else { '?' }),
        }
    }
    plain
}

fn finished(mut lines: Vec<Line>, look: &ChartStyle) -> Vec<Line> {
    for piece in lines.iter_mut().flatten().filter(|_| look.ascii) {
        piece.text = ascii(&piece.text);
    }
    lines
}

/// The part of a cell that is full, in eighths.
fn block(part: f64, ascii: bool) -> char {
    const EIGHTHS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    match ascii {
        true if part >= 0.5 => '#',
        true => ' ',
        false => EIGHTHS[(8.0 * part).round().clamp(0.0, 8.0) as usize],
    }
}

fn sound(look: &ChartStyle) -> ChartStyle {
    ChartStyle { width: look.width.clamp(30, 1000), rows: look.rows.clamp(4, 500), ..*look }
}

fn plain(text: &str) -> Piece {
    Piece { text: text.to_owned(), tone: Tone::Plain }
}

fn faint(text: &str) -> Piece {
    Piece { text: text.to_owned(), tone: Tone::Faint }
}

fn title(title: &str, look: &ChartStyle) -> Vec<Line> {
    match fitted(title, look.width, look) {
        none if none.is_empty() => Vec::new(),
        text => vec![vec![Piece { text, tone: Tone::Strong }]],
    }
}

fn y_axis(plot: &Plot, curves: &[&Curve], look: &ChartStyle) -> Axis {
    let range = range_of(curves.iter().flat_map(|c| plot.points(c)).map(|p| p[1]));
    let unit = curves.first().map_or("", |c| c.unit.as_str());
    let most = (look.rows as f64 / 3.0).max(2.0);
    match (range, plot.log[1]) {
        (Some((low, high)), false) => Axis::new(low, high, unit, 0.02, most),
        (Some((low, high)), true) => Axis::logarithmic(low, high, unit, 0.02, most),
        (None, log) => Axis { log, ..Axis::new(0.1, 1.0, unit, 0.0, most) },
    }
}

/// Columns for the numbers of the y axes.
fn gutter(axes: &[Axis], width: usize) -> usize {
    let widest = axes.iter().flat_map(|a| &a.ticks).map(|(_, l)| l.chars().count()).max().unwrap_or(1);
    widest.clamp(3, width / 3) + 1
}

/// The x axis with ticks as far apart as their labels need.
fn x_axis(field: usize, make: impl Fn(f64) -> Axis) -> Axis {
    let mut most = (field as f64 / 9.0).clamp(1.0, 12.0);
    loop {
        let axis = make(most);
        let wide = |label: &str| label.chars().count() as f64;
        let crowded = axis.ticks.windows(2).any(|w| {
            let apart = (axis.fraction(w[1].0) - axis.fraction(w[0].0)) * field as f64;
            apart < 0.5 * (wide(&w[0].1) + wide(&w[1].1)) + 2.0
        });
        if !crowded || most <= 1.0 {
            return axis;
        }
        most = (most - 1.0).max(1.0);
    }
}

fn column_of(x: &Axis, value: f64, field: usize) -> Option<usize> {
    let at = x.fraction(value);
    (-STEP_ROUNDING..=1.0 + STEP_ROUNDING)
        .contains(&at)
        .then(|| ((at.clamp(0.0, 1.0) * (field - 1) as f64).round() as usize).min(field - 1))
}

/// The name of the only curve, or every name with its mark; the unit.
fn legend(y: &Axis, curves: &[&Curve], look: &ChartStyle) -> Vec<Line> {
    if let [only] = curves {
        return vec![vec![plain(&fitted(&y.label(&only.name), look.width, look))]];
    }
    let unit = y.label("");
    let mut lines: Vec<Line> = Vec::new();
    let mut used = usize::MAX / 2;
    for (i, curve) in curves.iter().enumerate() {
        let name = fitted(&curve.name, look.width - 4, look);
        let wide = name.chars().count() + 2;
        if used + wide + 2 > look.width {
            lines.push(Vec::new());
            used = 0;
        }
        let gap = if used == 0 { "" } else { "  " };
        used += wide + gap.len();
        if let Some(line) = lines.last_mut() {
            line.push(plain(gap));
            line.push(Piece { text: format!("{} {name}", mark(i, look.ascii)), tone: Tone::Curve(i) });
        }
    }
    let said = if unit.is_empty() { String::new() } else { format!("  ({unit})") };
    match lines.last_mut() {
        Some(last) if used + said.chars().count() <= look.width => last.push(faint(&said)),
        _ => lines.push(vec![faint(said.trim_start())]),
    }
    lines.iter_mut().for_each(|l| l.retain(|p| !p.text.is_empty()));
    lines
}

/// The number and the stroke left of a row.
fn gutter_of(y: &Axis, row: usize, rows: usize, gutter: usize) -> Line {
    let row_of = |v: f64| ((1.0 - y.fraction(v)) * (rows - 1) as f64).round();
    let label = y.ticks.iter().find(|(v, _)| row_of(*v) == row as f64).map(|(_, l)| l.as_str());
    let cut: String = label.unwrap_or("").chars().take(gutter - 1).collect();
    vec![plain(&format!("{cut:>wide$} ", wide = gutter - 1)), faint(if label.is_some() { "┤" } else { "│" })]
}

fn frame_rows(raster: &Raster, y: &Axis, gutter: usize) -> Vec<Line> {
    let row_line = |row: usize| {
        let mut line = gutter_of(y, row, raster.rows, gutter);
        for column in 0..raster.columns {
            let (shown, curve) = raster.cell(row, column);
            let tone = curve.map_or(Tone::Plain, Tone::Curve);
            match line.last_mut() {
                Some(piece) if piece.tone == tone => piece.text.push(shown),
                _ => line.push(Piece { text: shown.to_string(), tone }),
            }
        }
        if let Some(last) = line.last_mut() {
            last.text.truncate(last.text.trim_end().len());
        }
        line
    };
    (0..raster.rows).map(row_line).collect()
}

fn base(x: &Axis, gutter: usize, field: usize) -> Line {
    let mut line = vec!['─'; field];
    for (value, _) in &x.ticks {
        if let Some(column) = column_of(x, *value, field) {
            line[column] = '┬';
        }
    }
    let text: String = std::iter::once('└').chain(line).collect();
    vec![faint(&format!("{}{text}", " ".repeat(gutter)))]
}

fn x_labels(x: &Axis, gutter: usize, field: usize, look: &ChartStyle) -> Line {
    let mut row = vec![' '; look.width];
    let mut free = 0;
    for (value, label) in &x.ticks {
        let Some(column) = column_of(x, *value, field) else { continue };
        let long = label.chars().count();
        let start = (gutter + 1 + column).saturating_sub(long / 2).min(look.width.saturating_sub(long));
        if start >= free && long <= look.width {
            row.splice(start..start + long, label.chars());
            free = start + long + 1;
        }
    }
    vec![plain(row.into_iter().collect::<String>().trim_end())]
}

fn centred(text: &str, gutter: usize, width: usize, look: &ChartStyle) -> String {
    let text = fitted(text, width - gutter, look);
    let before = gutter + (width - gutter - text.chars().count()) / 2;
    format!("{}{text}", " ".repeat(before))
}

/// Cut in the middle to so many characters.
fn fitted(text: &str, most: usize, look: &ChartStyle) -> String {
    let clean: Vec<char> = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if clean.len() <= most {
        return clean.into_iter().collect();
    }
    let dots = if look.ascii { "..." } else { "…" };
    let kept = most.saturating_sub(dots.chars().count());
    let (head, tail) = (kept.div_ceil(2), kept / 2);
    let ends = [&clean[..head], &clean[clean.len() - tail..]].map(|part| part.iter().collect::<String>());
    format!("{}{dots}{}", ends[0], ends[1])
}

fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Four digits at most.
fn short(value: f64) -> String {
    let text = format!("{value:.3e}");
    let rounded: f64 = text.parse().unwrap_or(value);
    if rounded == 0.0 || (1e-3..1e6).contains(&rounded.abs()) { format!("{rounded}") } else { format!("{rounded:e}") }
}
