//! Solids to pixels: a depth buffer with nine samples a pixel, band by band so that large pictures take little memory.

use super::colour::Colour;
use super::solid::Solids;
use crate::tolerances::PARALLEL;

/// Samples across a pixel.
const FINE: usize = 3;
/// Rows of pixels done at a time.
const BAND: usize = 48;

/// Coverage of the shadow, 0 to 255, row by row.
pub(crate) fn shadow(solids: &Solids, size: [usize; 2]) -> Vec<u8> {
    let [width, height] = size;
    let mut mask = vec![0; width * height];
    for top in (0..height).step_by(BAND) {
        let rows = BAND.min(height - top);
        let mut band = Band::new(width, top, rows);
        for triangle in &solids.shadow {
            let corners = triangle.map(|p| [p[0], p[1], 1.0]);
            band.triangle(corners, [[0.0; 3]; 3]);
        }
        band.resolve(|x, y, _, covered| mask[y * width + x] = covered);
    }
    blurred(&mask, size, (solids.softness / 2.0).clamp(0.0, 12.0) as usize)
}

/// Faces and lines, handed out pixel by pixel: x, y, colour, coverage 0 to 255; only where something is.
pub(crate) fn draw(solids: &Solids, size: [usize; 2], mut pixel: impl FnMut(usize, usize, [u8; 3], u8)) {
    let [width, height] = size;
    for top in (0..height).step_by(BAND) {
        let rows = BAND.min(height - top);
        let mut band = Band::new(width, top, rows);
        for face in &solids.faces {
            band.triangle(face.corners, face.colours.map(numbers));
        }
        for line in &solids.lines {
            for quad in line.quads() {
                band.triangle(quad, [numbers(line.colour); 3]);
            }
        }
        band.resolve(&mut pixel);
    }
}

fn numbers(colour: Colour) -> [f32; 3] {
    let [r, g, b, _] = colour.0;
    [r, g, b].map(f32::from)
}

/// Some rows of samples.
struct Band {
    width: usize,
    top: usize,
    rows: usize,
    /// one over the distance; 0 where nothing is
    near: Vec<f32>,
    colour: Vec<[u8; 3]>,
}

impl Band {
    fn new(width: usize, top: usize, rows: usize) -> Self {
        let samples = width * rows * FINE * FINE;
        Self { width, top, rows, near: vec![0.0; samples], colour: vec![[0; 3]; samples] }
    }

    /// Draws a triangle of either orientation where it is nearer than what is there.
    fn triangle(&mut self, corners: [[f64; 3]; 3], colours: [[f32; 3]; 3]) {
        // to samples, whose middles lie at whole numbers
        let fine = FINE as f64;
        let p = corners.map(|c| [c[0] * fine - 0.5, (c[1] - self.top as f64) * fine - 0.5, c[2]]);
        let area = (p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) - (p[1][1] - p[0][1]) * (p[2][0] - p[0][0]);
        if !area.is_finite() || area.abs() < PARALLEL || p.iter().any(|c| !c[2].is_finite()) {
            return;
        }
        let low = p.iter().map(|c| c[1]).fold(f64::INFINITY, f64::min);
        let high = p.iter().map(|c| c[1]).fold(f64::NEG_INFINITY, f64::max);
        let first = libm::ceil(low).max(0.0);
        let last = libm::floor(high).min((self.rows * FINE) as f64 - 1.0);
        if first > last {
            return;
        }
        // what changes linearly over the picture: value at a corner and slopes
        let slopes = |v: [f64; 3]| {
            let (b, c) = (v[1] - v[0], v[2] - v[0]);
            let x = (b * (p[2][1] - p[0][1]) - c * (p[1][1] - p[0][1])) / area;
            let y = (c * (p[1][0] - p[0][0]) - b * (p[2][0] - p[0][0])) / area;
            [x, y]
        };
        let near = slopes(p.map(|c| c[2]));
        let flat = colours[0] == colours[1] && colours[0] == colours[2];
        let tints = [0, 1, 2].map(|i| slopes(colours.map(|c| f64::from(c[i]))));
        let range = [0, 1, 2].map(|i| {
            let all = colours.map(|c| f64::from(c[i]));
            [all.into_iter().fold(255.0, f64::min), all.into_iter().fold(0.0, f64::max)]
        });
        let wide = (self.width * FINE) as f64 - 1.0;
        for row in first as usize..=last as usize {
            let y = row as f64;
            let (mut from, mut to) = (f64::INFINITY, f64::NEG_INFINITY);
            for (a, b) in [(p[0], p[1]), (p[1], p[2]), (p[2], p[0])] {
                if (a[1] <= y && b[1] >= y) || (b[1] <= y && a[1] >= y) {
                    let crossing = |y: f64| a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]);
                    let xs = if a[1] == b[1] { [a[0], b[0]] } else { [crossing(y); 2] };
                    from = from.min(xs[0]).min(xs[1]);
                    to = to.max(xs[0]).max(xs[1]);
                }
            }
            let (from, to) = (libm::ceil(from).max(0.0), libm::floor(to).min(wide));
            if from.is_nan() || to.is_nan() || from > to {
                continue;
            }
            let start = row * self.width * FINE;
            for column in from as usize..=to as usize {
                let d = [column as f64 - p[0][0], y - p[0][1]];
                let depth = (p[0][2] + near[0] * d[0] + near[1] * d[1]) as f32;
                let sample = start + column;
                if depth <= self.near[sample] {
                    continue;
                }
                self.near[sample] = depth;
                self.colour[sample] = if flat {
                    colours[0].map(|c| c as u8)
                } else {
                    [0, 1, 2].map(|i| {
                        let value = f64::from(colours[0][i]) + tints[i][0] * d[0] + tints[i][1] * d[1];
                        (value.clamp(range[i][0], range[i][1]) + 0.5) as u8
                    })
                };
            }
        }
    }

    /// The mean of the samples of each pixel that has some.
    fn resolve(&self, mut pixel: impl FnMut(usize, usize, [u8; 3], u8)) {
        for row in 0..self.rows {
            for x in 0..self.width {
                let (mut sum, mut count) = ([0_u32; 3], 0_u32);
                for sub in 0..FINE {
                    let start = (row * FINE + sub) * self.width * FINE + x * FINE;
                    for sample in start..start + FINE {
                        if self.near[sample] > 0.0 {
                            count += 1;
                            sum = [0, 1, 2].map(|i| sum[i] + u32::from(self.colour[sample][i]));
                        }
                    }
                }
                if count > 0 {
                    let all = (FINE * FINE) as u32;
                    let covered = ((255 * count + all / 2) / all) as u8;
                    pixel(x, self.top + row, sum.map(|s| ((s + count / 2) / count) as u8), covered);
                }
            }
        }
    }
}

/// Three passes of a running mean: near enough to a bell.
fn blurred(mask: &[u8], [width, height]: [usize; 2], radius: usize) -> Vec<u8> {
    let mut mask = mask.to_vec();
    if radius == 0 || width == 0 || height == 0 {
        return mask;
    }
    let mut line: Vec<u8> = Vec::new();
    for _ in 0..3 {
        for y in 0..height {
            line.clear();
            line.extend_from_slice(&mask[y * width..(y + 1) * width]);
            mean(&line, radius, |x, v| mask[y * width + x] = v);
        }
        for x in 0..width {
            line.clear();
            line.extend((0..height).map(|y| mask[y * width + x]));
            mean(&line, radius, |y, v| mask[y * width + x] = v);
        }
    }
    mask
}

fn mean(line: &[u8], radius: usize, mut put: impl FnMut(usize, u8)) {
    let window = (2 * radius + 1) as u32;
    let at = |i: isize| usize::try_from(i).ok().and_then(|i| line.get(i)).map_or(0, |v| u32::from(*v));
    let r = radius as isize;
    let mut sum: u32 = (-r..=r).map(at).sum();
    for i in 0..line.len() {
        put(i, ((sum + window / 2) / window) as u8);
        sum = sum + at(i as isize + r + 1) - at(i as isize - r);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::solid::{Face, Line};

    fn square(left: f64, right: f64, near: f64, colour: Colour) -> Vec<Face> {
        let [a, b, c, d] = [[left, 2.0, near], [right, 2.0, near], [right, 8.0, near], [left, 8.0, near]];
        [[a, b, c], [a, c, d]].map(|corners| Face { corners, colours: [colour; 3] }).to_vec()
    }

    #[test]
    fn what_is_nearer_hides_whatever_the_order() {
        let (red, blue) = (Colour::hex(0xff_0000), Colour::hex(0x00_00ff));
        let (far, close) = (square(1.0, 7.0, 0.5, red), square(4.0, 9.0, 1.0, blue));
        for faces in [[far.clone(), close.clone()].concat(), [close, far].concat()] {
            let mut seen = vec![None; 100];
            draw(&Solids { faces, ..Solids::default() }, [10, 10], |x, y, c, covered| {
                seen[10 * y + x] = Some((c, covered))
            });
            assert_eq!(seen[53], Some(([255, 0, 0], 255)));
            assert_eq!(seen[55], Some(([0, 0, 255], 255)));
            assert_eq!(seen[5], None);
        }
    }

    #[test]
    fn coverage_adds_up_to_the_area() {
        let faces = square(1.5, 6.25, 1.0, Colour::hex(0));
        let mut sum = 0.0;
        draw(&Solids { faces, ..Solids::default() }, [10, 120], |_, _, _, covered| sum += f64::from(covered) / 255.0);
        assert!((sum - 4.75 * 6.0).abs() < 1.5, "{sum}");
    }

    #[test]
    fn broken_numbers_draw_nothing() {
        let bad = f64::NAN;
        let face = Face { corners: [[bad, 0.0, 1.0], [5.0, 5.0, bad], [0.0, 9.0, 1.0]], colours: [Colour::hex(0); 3] };
        let line = Line { ends: [[bad; 3], [1.0, 1.0, 1.0]], width: 2.0, colour: Colour::hex(0) };
        let solids = Solids { faces: vec![face], lines: vec![line], ..Solids::default() };
        draw(&solids, [10, 10], |_, _, _, _| panic!("something was drawn"));
    }

    #[test]
    fn blurring_keeps_the_total() {
        let mut mask = vec![0_u8; 400];
        mask[210] = 255;
        mask[211] = 255;
        let soft = blurred(&mask, [20, 20], 1);
        let total = |m: &[u8]| m.iter().map(|v| i32::from(*v)).sum::<i32>();
        assert!((total(&soft) - total(&mask)).abs() < 60 && soft[210] < 255, "{}", total(&soft));
    }
}
