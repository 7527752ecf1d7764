//! The wrench by clipping the part with every cell it may lie over, as one would with a general library.
//!
//! Each peer gets the part placed once a pose and only the cells under its box; buffers are kept where the library lets
//! them be. Area and first moments of what is left of each cell are found by the same sums for all.

use crate::part::{Outline, Pose};
use clipper2::{Clipper, FillRule as Clipper2Fill, Paths, Point, PointScaler};
use geo::{BooleanOps, Coord, LineString, Polygon};
use i_overlay::core::{fill_rule::FillRule, overlay::Overlay, overlay_rule::OverlayRule};
use i_overlay::i_float::int::point::IntPoint;
use i_overlay::i_shape::flat::buffer::FlatContoursBuffer;

/// Cells from the world's origin.
pub struct Cells {
    pub count: usize,
    pub pitch: f64,
    pub densities: Vec<[f64; 2]>,
}

/// Sums of a wrench about the part's origin, and of its size.
#[derive(Clone, Copy, Default)]
struct Sums {
    wrench: [f64; 3],
    rest: [f64; 3],
}

impl Sums {
    /// A cell of this density whose covered area and first moments about the origin are these; roundings are carried along.
    fn add(&mut self, [fx, fy]: [f64; 2], [area, x, y]: [f64; 3]) {
        for (i, v) in [fx * area, fy * area, fy * x - fx * y].into_iter().enumerate() {
            let sum = self.wrench[i] + v;
            self.rest[i] +=
                if self.wrench[i].abs() >= v.abs() { (self.wrench[i] - sum) + v } else { (v - sum) + self.wrench[i] };
            self.wrench[i] = sum;
        }
    }

    fn value(&self) -> [f64; 3] {
        [0, 1, 2].map(|i| self.wrench[i] + self.rest[i])
    }
}

/// Area and first moments about `from` of a closed ring, counter-clockwise positive.
fn moments(points: impl Iterator<Item = [f64; 2]> + Clone, from: [f64; 2]) -> [f64; 3] {
    let relative = |p: [f64; 2]| [p[0] - from[0], p[1] - from[1]];
    let Some(last) = points.clone().last().map(relative) else { return [0.0; 3] };
    let (mut a, mut sums) = (last, [0.0; 3]);
    for b in points.map(relative) {
        let cross = a[0] * b[1] - a[1] * b[0];
        sums = [sums[0] + 0.5 * cross, sums[1] + cross * (a[0] + b[0]) / 6.0, sums[2] + cross * (a[1] + b[1]) / 6.0];
        a = b;
    }
    sums
}

/// From about `from` to about the origin, itself at `at`.
fn shifted([area, x, y]: [f64; 3], from: [f64; 2], at: [f64; 2]) -> [f64; 3] {
    [area, x + area * (from[0] - at[0]), y + area * (from[1] - at[1])]
}

impl Cells {
    /// Calls `clip(low corner, high corner)` for every cell under the part's box; it gives area and first moments about the
    /// low corner. Answers the wrench about the part's origin.
    fn each(&self, placed: &Outline, at: [f64; 2], mut clip: impl FnMut([f64; 2], [f64; 2]) -> [f64; 3]) -> [f64; 3] {
        let range = |axis: usize| {
            let values = placed.0[0].iter().map(|p| p[axis] / self.pitch);
            let low = values.clone().fold(f64::INFINITY, f64::min).max(0.0) as usize;
            let high = values.fold(0.0, f64::max).ceil() as usize;
            low..high.min(self.count)
        };
        let mut sums = Sums::default();
        for row in range(1) {
            for column in range(0) {
                let low = [column as f64 * self.pitch, row as f64 * self.pitch];
                let high = [(column + 1) as f64 * self.pitch, (row + 1) as f64 * self.pitch];
                let covered = clip(low, high);
                sums.add(self.densities[row * self.count + column], shifted(covered, low, at));
            }
        }
        sums.value()
    }

    /// With no library: every ring against the four sides of a cell one after the other (Sutherland and Hodgman). Degenerate
    /// bridges it leaves have no area. Nothing is rounded but the cuts themselves: the truth the others are held against.
    pub fn by_hand(&self, outline: &Outline, pose: Pose) -> [f64; 3] {
        let placed = outline.placed(pose);
        let (mut ring, mut rest): (Vec<[f64; 2]>, Vec<[f64; 2]>) = (Vec::new(), Vec::new());
        self.each(&placed, pose.0, |low, high| {
            let mut sum = [0.0; 3];
            for loop_ in &placed.0 {
                ring.clear();
                ring.extend_from_slice(loop_);
                for (axis, limit, sign) in [(0, low[0], 1.0), (0, high[0], -1.0), (1, low[1], 1.0), (1, high[1], -1.0)]
                {
                    rest.clear();
                    let Some(mut a) = ring.last().copied() else { break };
                    for &b in &ring {
                        let (da, db) = (sign * (a[axis] - limit), sign * (b[axis] - limit));
                        if (da < 0.0) != (db < 0.0) {
                            let t = da / (da - db);
                            let mut cut = [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
                            cut[axis] = limit;
                            rest.push(cut);
                        }
                        if db >= 0.0 {
                            rest.push(b);
                        }
                        a = b;
                    }
                    std::mem::swap(&mut ring, &mut rest);
                }
                let m = moments(ring.iter().copied(), low);
                sum = [0, 1, 2].map(|i| sum[i] + m[i]);
            }
            sum
        })
    }

    /// `i_overlay` on 64-bit integers, as the crate of regions uses it, with its buffers kept.
    pub fn i_overlay(&self, outline: &Outline, pose: Pose) -> [f64; 3] {
        let placed = outline.placed(pose);
        // 60 bits for lengths up to 1 m
        let scale = libm::exp2(60.0);
        let grid = |p: [f64; 2]| IntPoint::new((p[0] * scale).round() as i64, (p[1] * scale).round() as i64);
        let subject: Vec<Vec<IntPoint<i64>>> = placed.0.iter().map(|r| r.iter().map(|p| grid(*p)).collect()).collect();
        let mut overlay = Overlay::<i64>::new(64);
        let mut out = FlatContoursBuffer::default();
        let mut cell = vec![vec![IntPoint::new(0, 0); 4]];
        self.each(&placed, pose.0, |low, high| {
            cell[0].copy_from_slice(&[low, [high[0], low[1]], high, [low[0], high[1]]].map(grid));
            overlay.reinit_with_subj_and_clip(&subject, &cell);
            overlay.overlay_into(OverlayRule::Intersect, FillRule::NonZero, &mut out);
            let rings = out.ranges.iter().map(|range| {
                moments(out.points[range.clone()].iter().map(|p| [p.x as f64 / scale, p.y as f64 / scale]), low)
            });
            rings.fold([0.0; 3], |sum, m| [0, 1, 2].map(|i| sum[i] + m[i]))
        })
    }

    /// `geo`'s boolean operations on polygons of doubles.
    pub fn geo(&self, outline: &Outline, pose: Pose) -> [f64; 3] {
        let placed = outline.placed(pose);
        let ring = |points: &[[f64; 2]]| LineString(points.iter().map(|p| Coord { x: p[0], y: p[1] }).collect());
        let part = Polygon::new(ring(&placed.0[0]), placed.0[1..].iter().map(|r| ring(r)).collect());
        let of = |line: &LineString, low: [f64; 2]| moments(line.0.iter().map(|c| [c.x, c.y]), low);
        self.each(&placed, pose.0, |low, high| {
            let cell = Polygon::new(ring(&[low, [high[0], low[1]], high, [low[0], high[1]]]), Vec::new());
            let mut sum = [0.0; 3];
            for piece in &part.intersection(&cell).0 {
                // outer rings counter-clockwise, holes clockwise, whichever way they come
                let outer = of(piece.exterior(), low);
                let sign = outer[0].signum();
                sum = [0, 1, 2].map(|i| sum[i] + sign * outer[i]);
                for hole in piece.interiors() {
                    let m = of(hole, low);
                    let sign = m[0].signum();
                    sum = [0, 1, 2].map(|i| sum[i] - sign * m[i]);
                }
            }
            sum
        })
    }

    /// Clipper2 on 64-bit integers.
    pub fn clipper2(&self, outline: &Outline, pose: Pose) -> [f64; 3] {
        let placed = outline.placed(pose);
        let path = |points: &[[f64; 2]]| points.iter().map(|p| Point::<Fine>::new(p[0], p[1])).collect::<Vec<_>>();
        let part = Paths::new(placed.0.iter().map(|r| path(r).into()).collect());
        self.each(&placed, pose.0, |low, high| {
            let cell: clipper2::Path<Fine> = path(&[low, [high[0], low[1]], high, [low[0], high[1]]]).into();
            let clip = Clipper::new().add_subject(part.clone()).add_clip(Paths::new(vec![cell]));
            let Ok(left) = clip.intersect(Clipper2Fill::NonZero) else { return [f64::NAN; 3] };
            let rings = left.iter().map(|r| moments(r.iter().map(|p| [p.x(), p.y()]), low));
            rings.fold([0.0; 3], |sum, m| [0, 1, 2].map(|i| sum[i] + m[i]))
        })
    }
}

/// Steps of Clipper2's integers in a metre: products of two lengths must fit its 128 bits of doubles' range.
#[derive(Clone, Copy, Debug, Default, Hash, PartialEq)]
struct Fine;

impl PointScaler for Fine {
    const MULTIPLIER: f64 = 1e15;
}
