//! Histograms: how often a quantity had which value.
//!
//! Bins are as wide as Freedman and Diaconis say, 2·IQR/∛n, but between 5 and 100 of them; where half of all values are
//! the same, Sturges' log₂n + 1 of them. Every finite value is counted once; the last bin holds its upper end too.

use crate::axis::Axis;
use crate::canvas::{Anchor, Canvas, Label, SMALL, TITLE, pixel};
use crate::field::{self, Axes, BELOW, Field, left_margin, panel_group, right_margin, roomy, ticks_in};
use crate::layout::HEAD;
use crate::png::PngError;
use crate::style::{LEAST_HEIGHT, PlotStyle, Role};
use crate::text::{escape, fitted};
use crate::tolerances::{LARGEST, WHOLE_NUMBER};
use mainspring_record::Memory;

/// Between panels, px.
const GAP: f64 = 24.0;

/// One panel for each quantity.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Histogram {
    /// stands above
    pub title: String,
    /// what is counted
    pub samples: Vec<Sample>,
}

/// Values of one quantity.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample {
    /// as in the scene
    pub name: String,
    /// SI unit as text
    pub unit: String,
    /// SI; NaN and infinite ones are left out, and the picture says how many
    pub values: Vec<f64>,
}

/// One bar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bin {
    /// SI
    pub from: f64,
    /// SI
    pub to: f64,
    /// values in it
    pub count: usize,
}

impl Sample {
    /// The bars, from the least value to the greatest; none without a finite value.
    #[must_use]
    pub fn bins(&self) -> Vec<Bin> {
        let mut sorted: Vec<f64> = self.values.iter().copied().filter(|v| v.abs() <= LARGEST).collect();
        sorted.sort_by(f64::total_cmp);
        let (Some(&low), Some(&high)) = (sorted.first(), sorted.last()) else { return Vec::new() };
        let count = bin_count(&sorted);
        let width = (high - low) / count as f64;
        // rounding of a range this narrow would leave bins without a width
        if count < 2 || low + width <= low || high - width >= high {
            return vec![Bin { from: low, to: high, count: sorted.len() }];
        }
        let edge = |i: usize| if i == count { high } else { low + width * i as f64 };
        let mut bins: Vec<Bin> = (0..count).map(|i| Bin { from: edge(i), to: edge(i + 1), count: 0 }).collect();
        let mut i = 0;
        for value in sorted {
            while i + 1 < count && value >= bins[i].to {
                i += 1;
            }
            bins[i].count += 1;
        }
        bins
    }

    fn left_out(&self) -> usize {
        self.values.len() - self.values.iter().filter(|v| v.abs() <= LARGEST).count()
    }
}

fn bin_count(sorted: &[f64]) -> usize {
    let n = sorted.len();
    let range = sorted[n - 1] - sorted[0];
    if range == 0.0 {
        return 1;
    }
    let middle_half = sorted[(3 * n / 4).min(n - 1)] - sorted[n / 4];
    let count =
        if middle_half > 0.0 { range / (2.0 * middle_half / libm::cbrt(n as f64)) } else { libm::log2(n as f64) + 1.0 };
    libm::ceil(count).clamp(5.0, 100.0) as usize
}

impl Histogram {
    /// Of columns of a run; indices past the last column are passed over.
    #[must_use]
    pub fn from_run(title: &str, run: &Memory, columns: &[usize]) -> Self {
        let sample = |&i: &usize| {
            let column = run.schema.columns.get(i)?;
            Some(Sample { name: column.name.clone(), unit: column.unit(), values: run.column(i).collect() })
        };
        Self { title: title.to_owned(), samples: columns.iter().filter_map(sample).collect() }
    }

    /// Light, 800 px wide, and as high as suits what is shown.
    #[must_use]
    pub fn default_style(&self) -> PlotStyle {
        PlotStyle { height_per_panel: if self.samples.len() < 2 { 340.0 } else { 180.0 }, ..PlotStyle::default() }
    }

    /// This look with panels of such a height that the whole picture has this size, px.
    ///
    /// # Errors
    /// The least height that holds title and panels, px.
    pub fn fitting(&self, look: &PlotStyle, width: f64, height: f64) -> Result<PlotStyle, f64> {
        let panels = self.samples.len().max(1) as f64;
        let height_per_panel = (height - HEAD + GAP) / panels - BELOW - GAP;
        if height_per_panel < LEAST_HEIGHT {
            return Err(HEAD + panels * (LEAST_HEIGHT + BELOW + GAP) - GAP);
        }
        Ok(PlotStyle { width, height_per_panel, ..look.clone() })
    }

    /// The picture as an SVG file: light, 800 px wide.
    #[must_use]
    pub fn svg(&self) -> String {
        self.svg_with(&self.default_style())
    }

    /// The picture as one SVG element; [`crate::svg`] says what is in it.
    #[must_use]
    pub fn svg_with(&self, look: &PlotStyle) -> String {
        let look = look.sound();
        let none = [Sample::default()];
        let samples = if self.samples.is_empty() { none.as_slice() } else { &self.samples };
        let height = HEAD + samples.len() as f64 * (look.height_per_panel + BELOW + GAP) - GAP;
        let shown = fitted(&self.title, TITLE, true, look.width - 40.0);
        let names: Vec<&str> = self.samples.iter().take(12).map(|s| s.name.as_str()).collect();
        let summary = format!("How often {} had which value.", names.join(", "));
        let mut canvas = Canvas::new(&look, [look.width, height], &self.title, &shown, &summary);
        for (i, sample) in samples.iter().enumerate() {
            let top = HEAD + i as f64 * (look.height_per_panel + BELOW + GAP);
            draw_sample(&mut canvas, sample, top, &look, i);
        }
        canvas.finish()
    }

    /// The picture as a PNG file of `scale` dots for each px, drawn with the embedded font only.
    ///
    /// # Errors
    /// When it would have no dots, or too many.
    pub fn png(&self, look: &PlotStyle, scale: f64) -> Result<Vec<u8>, PngError> {
        crate::png::draw(&self.svg_with(&look.outlined()), scale)
    }
}

fn draw_sample(canvas: &mut Canvas, sample: &Sample, top: f64, look: &PlotStyle, index: usize) {
    let bins = sample.bins();
    let highest = bins.iter().map(|b| b.count).max().unwrap_or(1).max(1) as f64;
    let counts = counts_axis(highest, ticks_in(look.height_per_panel));
    let margins = [left_margin(&[&counts], true), right_margin(&[], false)];
    let wide = (look.width - margins[0] - margins[1]).max(20.0);
    let (low, high) = bins.first().zip(bins.last()).map_or((0.0, 1.0), |(a, b)| (a.from, b.to));
    let x = roomy(wide, |most| Axis::new(low, high, &sample.unit, 0.02, most));
    let field = Field { left: margins[0], top, width: wide, height: look.height_per_panel };
    canvas.push(&panel_group(&x, &field, ""));
    let counted: usize = bins.iter().map(|b| b.count).sum();
    let unfit = sample.left_out();
    let left_out = if unfit > 0 { format!(", {unfit} not finite left out") } else { String::new() };
    let axes = Axes {
        x: &x,
        left: &counts,
        right: None,
        left_label: counts.label("frames"),
        right_label: String::new(),
        x_label: Some(x.label(&sample.name)),
        right_role: Role::Frame,
    };
    field::draw(canvas, &field, &axes, look.width);
    canvas.push(&format!(
        "<g class=\"bars\" data-name=\"{}\" data-unit=\"{}\" data-y0=\"0\" data-y1=\"{:?}\" {}>\n",
        escape(&sample.name),
        escape(&sample.unit),
        counts.high,
        canvas.theme.paint("fill", Role::Curve(index)),
    ));
    for bin in bins.iter().filter(|b| b.count > 0) {
        let from = field.place(&x, &counts, [bin.from, bin.count as f64]);
        let to = field.place(&x, &counts, [bin.to, 0.0]);
        // a thin gap between bars; a lone value is still seen
        let wide = (to[0] - from[0] - 0.6).max(1.5);
        canvas.push(&format!(
            "<rect class=\"bar\" data-from=\"{:?}\" data-to=\"{:?}\" data-count=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" \
             height=\"{}\"><title>{} frames</title></rect>\n",
            bin.from,
            bin.to,
            bin.count,
            pixel(from[0] + 0.3),
            pixel(from[1]),
            pixel(wide),
            pixel(to[1] - from[1]),
            bin.count,
        ));
    }
    canvas.push("</g>\n");
    if bins.is_empty() {
        let middle = [field.left + field.width / 2.0, field.top + field.height / 2.0];
        canvas.text(&Label { role: Role::Faint, ..Label::new(middle, Anchor::Middle, "no data") });
    }
    let note = fitted(&format!("{counted} frames in {} bins{left_out}", bins.len()), SMALL, false, wide);
    let at = [field.right(), field.top - 4.0];
    canvas.text(&Label { size: SMALL, role: Role::Faint, ..Label::new(at, Anchor::End, &note) });
    canvas.push("</g>\n");
}

/// From zero, with whole numbers only.
fn counts_axis(highest: f64, most: f64) -> Axis {
    let mut axis = Axis::over(0.0, 1.05 * highest, "", most);
    axis.ticks.retain(|(value, _)| (value - value.round()).abs() < WHOLE_NUMBER);
    axis
}
