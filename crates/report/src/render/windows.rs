//! Windows and arrays of actuators below the parts: what is on is tinted and shows its field, what is off is a faint
//! outline. Fields that push have arrows, surfaces that move have chevrons, all of a kind to one scale.

use super::colour::Colour;
use super::field_scale::Fields;
use super::film::Film;
use super::list::{Item, Layer, Picture, Text};
use super::marks;
use super::planar::Page;
use super::scale;
use super::snapshot::{Pose, Snapshot};
use super::subsample::{spacing, subsample};
use crate::font;
use crate::text::{fitted, short};
use mainspring_record::{DrawnShape, DrawnWindow, WindowKind};

/// Arrows of a window at most.
const MOST: usize = 600;
/// Arrows are at least so far apart, and at most and at least so long, px in a picture 480 px high.
const APART: f64 = 18.0;
const LONGEST: f64 = 30.0;
const SHORTEST: f64 = 8.0;
/// Cells narrower than this have no lines between them.
const CELL: f64 = 5.0;
/// Corners of all pads of a window together, at most: else only lines are drawn.
const PAD_POINTS: usize = 100_000;

/// 0 for what pushes, 1 for what moves.
fn sort(kind: WindowKind) -> usize {
    usize::from(kind == WindowKind::Velocity)
}

impl Fields {
    pub(crate) fn of(film: &Film<'_>, sampled: &[Snapshot], pixels: f64) -> Self {
        let windows = &film.memory.schema.drawing.windows;
        let mut fields = Self { strongest: [0.0; 2], length: LONGEST * film.unit, kept: Vec::new() };
        for window in windows {
            let places: Vec<[f64; 2]> = window.arrows.iter().map(|(place, _)| *place).collect();
            let kept = subsample(&places, APART * film.unit / pixels, MOST);
            let strongest = &mut fields.strongest[sort(window.kind)];
            let mut look = |moment: Option<&Snapshot>| {
                for i in &kept {
                    let [x, y] = vector(window, *i, moment);
                    *strongest = strongest.max(libm::hypot(x, y)).min(f64::MAX);
                }
            };
            match window.changing {
                Some(_) => sampled.iter().for_each(|m| look(Some(m))),
                None => look(None),
            }
            let few: Vec<[f64; 2]> = kept.iter().map(|i| places[*i]).collect();
            fields.length = fields.length.min(0.85 * spacing(&few, area(&window.shape)) * pixels);
            fields.kept.push(kept);
        }
        fields.length = fields.length.max(SHORTEST * film.unit);
        fields
    }
}

/// Arrow `i` of a window in its own axes; zero where there is no number.
fn vector(window: &DrawnWindow, i: usize, moment: Option<&Snapshot>) -> [f64; 2] {
    let changed =
        window.changing.zip(moment).map(|(first, m)| m.arrows.get(first.saturating_add(i)).map(|a| [a[0], a[1]]));
    let v = changed.unwrap_or_else(|| window.arrows.get(i).map(|(_, v)| *v)).unwrap_or_default();
    if v.iter().all(|c| c.is_finite()) { v } else { [0.0; 2] }
}

/// m²
fn area(shape: &DrawnShape) -> f64 {
    let DrawnShape::Outline { loops } = shape else { return 0.0 };
    let twice = |l: &Vec<[f64; 2]>| -> f64 {
        (0..l.len()).map(|i| (l[i], l[(i + 1) % l.len()])).map(|(p, q)| p[0] * q[1] - q[0] * p[1]).sum()
    };
    // the largest loop less the others
    let mut all: Vec<f64> = loops.iter().map(|l| 0.5 * twice(l).abs()).collect();
    all.sort_by(f64::total_cmp);
    let whole = all.pop().unwrap_or(0.0);
    whole - all.iter().sum::<f64>().min(0.5 * whole)
}

impl Page<'_> {
    pub(super) fn windows(&self, picture: &mut Picture) {
        let drawing = &self.film.memory.schema.drawing;
        let theme = &self.film.theme;
        for bin in &drawing.bins {
            let DrawnShape::Outline { loops } = &bin.shape else { continue };
            let loops = self.loops(loops, &Pose::WORLD);
            let faint = theme.ground.towards(theme.paper, 0.45);
            picture.lines(Layer::Windows, marks::hatching(&loops, 10.0 * self.u), (faint, 0.8 * self.u));
            picture.lines(Layer::Windows, super::planar::closed(loops), (theme.ground, 1.4 * self.u));
        }
        for (i, window) in drawing.windows.iter().enumerate() {
            let (Some(pose), DrawnShape::Outline { loops }) = (self.moment.windows[i], &window.shape) else { continue };
            let loops = self.loops(loops, &pose);
            let colour = if window.kind == WindowKind::Velocity { theme.belt } else { theme.field };
            let shown = self.arrows(i, window, &pose);
            let acts = self.moment.on[i] && (window.arrows.is_empty() || shown.iter().any(|[a, b]| a != b));
            if !acts {
                let dashes = marks::dashed(&loops, 3.5 * self.u);
                picture.lines(Layer::Windows, dashes, (colour.towards(theme.paper, 0.5), 0.8 * self.u));
                continue;
            }
            let deep = if window.kind == WindowKind::Array { 0.08 } else { 0.13 };
            picture.shape(Layer::Windows, loops, colour.faded(deep), (colour.faded(0.85), 1.1 * self.u));
            self.cells(picture, window, &pose, colour);
            if window.kind == WindowKind::Velocity {
                let chevrons = shown.iter().flat_map(marks::chevrons).collect();
                picture.lines(Layer::Windows, chevrons, (colour, 1.2 * self.u));
            } else {
                let (shafts, heads) = shown.iter().filter_map(marks::slender).unzip();
                picture.lines(Layer::Windows, shafts, (colour, 1.1 * self.u));
                picture.fill(Layer::Windows, heads, colour);
            }
        }
    }

    /// Pads of an array, or lines between its cells, where there is room for them.
    fn cells(&self, picture: &mut Picture, window: &DrawnWindow, pose: &Pose, colour: Colour) {
        let DrawnShape::Outline { loops } = &window.shape else { return };
        let range = |k: usize| {
            let all = || loops.iter().flatten().map(move |p| p[k]).filter(|c| c.is_finite());
            [all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max)]
        };
        let ends = [range(0), range(1)];
        let middles = [0, 1].map(|k| {
            let all: Vec<f64> = [ends[k][0]].iter().chain(&window.lines[k]).chain([&ends[k][1]]).copied().collect();
            all.windows(2).map(|w| 0.5 * (w[0] + w[1])).filter(|c| c.is_finite()).collect::<Vec<_>>()
        });
        let points = middles[0].len().saturating_mul(middles[1].len()).saturating_mul(window.pad.len());
        let pads = (1..=PAD_POINTS).contains(&points) && window.pad.iter().flatten().all(|c| c.is_finite());
        let mut lines = Vec::new();
        for k in 0..2 {
            let width = (ends[k][1] - ends[k][0]) / (window.lines[k].len() + 1) as f64;
            if width.is_nan() || width * self.view.scale < CELL * self.u {
                return;
            }
            if pads {
                continue;
            }
            for at in window.lines[k].iter().filter(|c| c.is_finite()) {
                let end = |other: f64| self.at(pose.placed(if k == 0 { [*at, other, 0.0] } else { [other, *at, 0.0] }));
                lines.push(ends[1 - k].map(end).to_vec());
            }
        }
        if !pads {
            picture.lines(Layer::Windows, lines, (colour.faded(0.3), 0.6 * self.u));
            return;
        }
        let pad = |x: f64, y: f64| {
            window.pad.iter().map(|[px, py]| self.at(pose.placed([x + px, y + py, 0.0]))).collect::<Vec<_>>()
        };
        let all = middles[1].iter().flat_map(|y| middles[0].iter().map(move |x| (*x, *y))).map(|(x, y)| pad(x, y));
        picture.shape(Layer::Windows, all.collect(), colour.faded(0.1), (colour.faded(0.35), 0.6 * self.u));
    }

    /// Arrows of a window as it is now, from and to, px, each about its place.
    fn arrows(&self, i: usize, window: &DrawnWindow, pose: &Pose) -> Vec<[[f64; 2]; 2]> {
        let fields = &self.film.fields;
        let strongest = fields.strongest[sort(window.kind)];
        let Some(kept) = fields.kept.get(i).filter(|_| strongest > 0.0) else { return Vec::new() };
        let arrow = |k: &usize| {
            let (place, [x, y]) = (window.arrows[*k].0, vector(window, *k, Some(self.moment)));
            let at = self.at(pose.placed([place[0], place[1], 0.0]));
            let [dx, dy, _] =
                pose.turned([x, y, 0.0]).map(|c| 0.5 * fields.length * (c / strongest).clamp(-1.25, 1.25));
            [[at[0] - dx, at[1] + dy], [at[0] + dx, at[1] - dy]]
        };
        kept.iter().map(arrow).collect()
    }

    /// Names of bins: inside where there is room, else beside, never over each other.
    pub(super) fn bin_names(&self, picture: &mut Picture) {
        let (theme, size) = (&self.film.theme, 12.0 * self.u);
        let mut taken: Vec<[f64; 4]> = Vec::new();
        let [left, top, right, bottom] = self.film.room();
        for bin in &self.film.memory.schema.drawing.bins {
            let DrawnShape::Outline { loops } = &bin.shape else { continue };
            let points: Vec<[f64; 2]> = self.loops(loops, &Pose::WORLD).concat();
            let range = |k: usize| {
                let all = || points.iter().map(move |p| p[k]);
                [all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max)]
            };
            let ([x0, x1], [y0, y1]) = (range(0), range(1));
            let text = fitted(&bin.path, size, false, (0.3 * (right - left)).max(40.0 * self.u));
            let (wide, high, gap) = (font::width(&text, size, false), 1.3 * size, 3.0 * self.u);
            if text.is_empty() || points.is_empty() {
                continue;
            }
            let (x, y) = (0.5 * (x0 + x1 - wide), 0.5 * (y0 + y1 - high));
            let inside = (x1 - x0 > wide + 3.0 * gap && y1 - y0 > high + gap).then_some([x, y]);
            let beside = [[x, y1 + gap], [x, y0 - gap - high], [x1 + 2.0 * gap, y], [x0 - 2.0 * gap - wide, y]];
            let free = |[x, y]: &[f64; 2]| {
                let within = *x >= left + gap && x + wide <= right - gap && *y >= top && y + high <= bottom;
                let clash = |b: &[f64; 4]| *x < b[2] + gap && b[0] < x + wide + gap && *y < b[3] && b[1] < y + high;
                within && !taken.iter().any(clash)
            };
            let Some([x, y]) = inside.into_iter().chain(beside).find(free) else { continue };
            taken.push([x, y, x + wide, y + high]);
            let plate = [[x - gap, y], [x + wide + gap, y], [x + wide + gap, y + high], [x - gap, y + high]].to_vec();
            picture.fill(Layer::Labels, vec![plate], theme.paper);
            let at = [x, y + 0.97 * size];
            picture.items.push(Item::Text(Text { text, at, size, bold: false, colour: theme.faint }));
        }
    }
}

/// What each arrow of a field means, below the picture; returns where the next may stand, px.
pub(crate) fn key(film: &Film<'_>, picture: &mut Picture, mut free: f64, below: f64) -> f64 {
    let (u, size) = (film.unit, 13.0 * film.unit);
    let width = f64::from(picture.size[0]) - 16.0 * u;
    for (sort, strongest) in film.fields.strongest.into_iter().enumerate().filter(|(_, s)| *s > 0.0) {
        let round = scale::digit_below(strongest);
        let long = film.fields.length * round / strongest;
        let text = if sort == 0 { scale::density(round) } else { scale::speed(round) };
        let wide = font::width(&text, size, false);
        if free + long + 8.0 * u + wide > width {
            return free;
        }
        let ends = [[free, below - 4.5 * u], [free + long, below - 4.5 * u]];
        if sort == 1 {
            picture.lines(Layer::Labels, marks::chevrons(&ends), (film.theme.belt, 1.2 * u));
        } else if let Some((shaft, head)) = marks::slender(&ends) {
            picture.lines(Layer::Labels, vec![shaft], (film.theme.field, 1.1 * u));
            picture.fill(Layer::Labels, vec![head], film.theme.field);
        }
        let at = [free + long + 8.0 * u, below];
        picture.items.push(Item::Text(Text { text, at, size, bold: false, colour: film.theme.faint }));
        free += long + 8.0 * u + wide + 18.0 * u;
    }
    free
}

/// What each script shows now: `sort: gather · feed: off`.
pub(crate) fn active(film: &Film<'_>, moment: &Snapshot) -> String {
    let said = film.memory.schema.drawing.scripts.iter().zip(&moment.frames).map(|(script, frame)| {
        let shown = frame.and_then(|i| script.frames.get(i)).map_or("off", |(path, _)| short(path, &script.path));
        format!("{}: {shown}", script.path)
    });
    said.collect::<Vec<_>>().join("  ·  ")
}
