//! Parts for the tests, and moments of halves by a method of their own: a polygon as signed triangles, each clipped.

use mainspring_geometry::Region;
use std::f64::consts::{PI, TAU};

/// A small generator, the same on every machine.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// 0 ≤ x < 1.
    pub fn roll(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// A random convex polygon: random edge vectors that sum to zero, in order of their direction.
pub fn convex(dice: &mut Dice, corners: usize) -> Vec<[f64; 2]> {
    loop {
        let mut edges: Vec<[f64; 2]> = (0..corners)
            .map(|_| {
                let (s, c) = libm::sincos(TAU * dice.roll());
                let long = 0.2 + dice.roll();
                [long * c, long * s]
            })
            .collect();
        let sum = edges.iter().fold([0.0; 2], |t, e| [t[0] + e[0], t[1] + e[1]]);
        edges.iter_mut().for_each(|e| (0..2).for_each(|i| e[i] -= sum[i] / corners as f64));
        edges.sort_by(|a, b| libm::atan2(a[1], a[0]).total_cmp(&libm::atan2(b[1], b[0])));
        let mut at = [dice.roll(), dice.roll()];
        let mut points = Vec::new();
        for edge in edges {
            points.push(at);
            at = [at[0] + edge[0], at[1] + edge[1]];
        }
        if let Ok((region, _)) = Region::polygon(&points) {
            let (_, m) = region.central_moments();
            // no needles: their halves are compared elsewhere
            if m.area > 0.05 * m.polar().sqrt() {
                return points;
            }
        }
    }
}

pub fn region(points: &[[f64; 2]]) -> Region {
    Region::polygon(points).expect("a simple polygon").0
}

pub fn regular(corners: usize, radius: f64, start: f64) -> Region {
    let at = |i: usize| {
        let (s, c) = libm::sincos(start + TAU * i as f64 / corners as f64);
        [radius * c, radius * s]
    };
    region(&(0..corners).map(at).collect::<Vec<_>>())
}

/// Parts with notches and holes.
pub fn awkward() -> Vec<(&'static str, Region)> {
    let ell = region(&[[0.0, 0.0], [3.0, 0.0], [3.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]]);
    let comb = region(&[
        [0.0, 0.0],
        [5.0, 0.0],
        [5.0, 3.0],
        [4.0, 3.0],
        [4.0, 1.0],
        [3.0, 1.0],
        [2.7, 2.5],
        [2.0, 2.5],
        [2.0, 1.0],
        [1.0, 1.2],
        [1.0, 2.0],
        [0.0, 2.0],
    ]);
    let plate = region(&[[0.0, 0.0], [4.0, 0.5], [3.5, 3.0], [0.5, 2.5]]);
    let hole = region(&[[1.0, 1.0], [2.5, 1.0], [2.0, 2.0]]);
    let drilled = plate.difference(&hole).expect("a hole inside");
    let star: Vec<[f64; 2]> = (0..10)
        .map(|i| {
            let (s, c) = libm::sincos(PI * f64::from(i) / 5.0 + 0.1);
            let r = if i % 2 == 0 { 1.0 + 0.1 * f64::from(i) } else { 0.4 };
            [r * c, r * s]
        })
        .collect();
    vec![("ell", ell), ("comb", comb), ("drilled plate", drilled), ("star", region(&star))]
}

/// Corner loops of a straight region.
pub fn loops(region: &Region) -> Vec<Vec<[f64; 2]>> {
    region.outline(1e-9)
}

/// Area and first moment of what lies left of the line through `p` with direction `t`.
pub fn left_of(loops: &[Vec<[f64; 2]>], p: [f64; 2], t: [f64; 2]) -> (f64, [f64; 2]) {
    let side = |r: [f64; 2]| t[0] * (r[1] - p[1]) - t[1] * (r[0] - p[0]);
    let (mut area, mut first) = (0.0, [0.0; 2]);
    let apex = loops[0][0];
    for points in loops {
        for i in 0..points.len() {
            // Sutherland and Hodgman's clipping of one triangle, at most four corners
            let triangle = [apex, points[i], points[(i + 1) % points.len()]];
            let mut kept: [[f64; 2]; 4] = [[0.0; 2]; 4];
            let mut count = 0;
            for j in 0..3 {
                let (a, b) = (triangle[j], triangle[(j + 1) % 3]);
                let (sa, sb) = (side(a), side(b));
                if sa >= 0.0 {
                    kept[count] = a;
                    count += 1;
                }
                if (sa >= 0.0) != (sb >= 0.0) {
                    let x = sa / (sa - sb);
                    kept[count] = [a[0] + x * (b[0] - a[0]), a[1] + x * (b[1] - a[1])];
                    count += 1;
                }
            }
            for j in 2..count {
                let (a, b, c) = (kept[0], kept[j - 1], kept[j]);
                let piece = 0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
                area += piece;
                for k in 0..2 {
                    first[k] += piece * (a[k] + b[k] + c[k]) / 3.0;
                }
            }
        }
    }
    (area, first)
}

/// Moment of the unit squeeze field at an orientation, line and halves found by bisection and clipping.
pub fn clipped_moment(region: &Region, angle: f64) -> f64 {
    let loops = loops(region);
    let (center, moments) = region.central_moments();
    let (s, c) = libm::sincos(-angle);
    let (t, n) = ([c, s], [-s, c]);
    let at = |d: f64| [center[0] + d * n[0], center[1] + d * n[1]];
    let reach = 10.0 * moments.area.sqrt() + 10.0;
    let (mut low, mut high) = (-reach, reach);
    for _ in 0..100 {
        let d = 0.5 * (low + high);
        if left_of(&loops, at(d), t).0 > 0.5 * moments.area {
            low = d;
        } else {
            high = d;
        }
    }
    let (area, first) = left_of(&loops, at(0.5 * (low + high)), t);
    -2.0 * ((first[0] - area * center[0]) * t[0] + (first[1] - area * center[1]) * t[1])
}
