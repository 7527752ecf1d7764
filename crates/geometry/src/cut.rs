//! A region cut along a straight line.
//!
//! Straight outlines go through the overlay, as any intersection. With curves every edge is split where the line crosses
//! it and the pieces behind the line are kept: chains that leave the line at one point and come back at another. Along the
//! line the region is entered and left in turn, so the ends of chains and their starts, both in the order of the line,
//! belong together one by one.

use crate::limits::{is_coordinate, is_size};
use crate::region::Region;
use crate::region_error::RegionError;
use crate::segment::Segment;
use crate::tolerances::AT_END;
use mainspring_numerics::vec2::{cross, dot, hypot, sub};

impl Region {
    /// What lies behind the line through `point`: the side `normal` points away from. Arcs stay arcs.
    ///
    /// # Errors
    /// No direction in `normal`; nothing left.
    pub fn cut(&self, point: [f64; 2], normal: [f64; 2]) -> Result<Self, RegionError> {
        let long = hypot(normal);
        if !is_size(long) || !point.into_iter().all(is_coordinate) {
            return Err(RegionError::Size { what: "length of the normal", value: long });
        }
        let n = [normal[0] / long, normal[1] / long];
        if !self.is_straight() {
            return self.cut_curved(point, n);
        }
        // a rectangle on the line that reaches past the region on its other three sides
        let (low, high) = self.bounds();
        let reach = 2.0 * (hypot(sub(point, low)) + hypot(sub(point, high)) + hypot(sub(high, low)));
        let at = |along: f64, back: f64| [point[0] - along * n[1] - back * n[0], point[1] + along * n[0] - back * n[1]];
        let half_plane = [at(reach, 0.0), at(reach, reach), at(-reach, reach), at(-reach, 0.0)];
        self.intersection(&Self::polygon(&half_plane)?.0)
    }

    fn cut_curved(&self, point: [f64; 2], n: [f64; 2]) -> Result<Self, RegionError> {
        let height = |p: [f64; 2]| dot(n, sub(p, point));
        let along = |p: [f64; 2]| cross(n, sub(p, point));
        let (mut whole, mut chains): (Vec<Vec<Segment>>, Vec<Vec<Segment>>) = (Vec::new(), Vec::new());
        for outline in self.loops() {
            let pieces: Vec<Segment> = outline.iter().flat_map(|s| split(s, point, n)).collect();
            let kept: Vec<bool> = pieces.iter().map(|s| height(s.point_at(0.5)) < 0.0).collect();
            let count = pieces.len();
            // a chain starts after a piece that is gone
            let starts: Vec<usize> = (0..count).filter(|&i| kept[i] && !kept[(i + count - 1) % count]).collect();
            if starts.is_empty() && kept[0] {
                whole.push(outline.clone());
            }
            for start in starts {
                let chain = (0..count).map(|k| (start + k) % count).take_while(|&i| kept[i]).map(|i| pieces[i]);
                chains.push(chain.collect());
            }
        }
        let by = |key: &dyn Fn(&Vec<Segment>) -> f64| {
            let mut order: Vec<usize> = (0..chains.len()).collect();
            order.sort_by(|&a, &b| key(&chains[a]).total_cmp(&key(&chains[b])).then(a.cmp(&b)));
            order
        };
        let ends = by(&|chain| along(chain[chain.len() - 1].to()));
        let starts = by(&|chain| along(chain[0].from()));
        let mut next = vec![0; chains.len()];
        ends.iter().zip(&starts).for_each(|(&end, &start)| next[end] = start);
        let mut used = vec![false; chains.len()];
        for first in 0..chains.len() {
            let (mut outline, mut chain) = (Vec::new(), first);
            while !used[chain] {
                used[chain] = true;
                outline.extend_from_slice(&chains[chain]);
                let (from, to) = (chains[chain][chains[chain].len() - 1].to(), chains[next[chain]][0].from());
                if from != to {
                    outline.push(Segment::Line { from, to });
                }
                chain = next[chain];
            }
            if !outline.is_empty() {
                whole.push(outline);
            }
        }
        Self::from_loops(whole)
    }
}

/// An edge in pieces that do not cross the line.
fn split(s: &Segment, point: [f64; 2], n: [f64; 2]) -> Vec<Segment> {
    let height = |p: [f64; 2]| dot(n, sub(p, point));
    match *s {
        Segment::Line { from, to } => {
            let (a, b) = (height(from), height(to));
            if !(a < 0.0 && b > 0.0 || a > 0.0 && b < 0.0) {
                return vec![*s];
            }
            let t = a / (a - b);
            let at = [0, 1].map(|i| from[i] + t * (to[i] - from[i]));
            vec![Segment::Line { from, to: at }, Segment::Line { from: at, to }]
        }
        Segment::Arc { from, to, center, sweep } => {
            let (off, spoke) = (height(center), sub(from, center));
            let radius = hypot(spoke);
            let half = ((radius - off) * (radius + off)).max(0.0).sqrt();
            let mut cuts: Vec<(f64, [f64; 2])> = Vec::new();
            if half > 0.0 {
                for side in [-half, half] {
                    let v = [-off * n[0] - side * n[1], -off * n[1] + side * n[0]];
                    let angle = libm::atan2(cross(spoke, v), dot(spoke, v)) * sweep.signum();
                    let share = (if angle < 0.0 { angle + std::f64::consts::TAU } else { angle }) / sweep.abs();
                    if share > AT_END && share < 1.0 - AT_END {
                        cuts.push((share, [center[0] + v[0], center[1] + v[1]]));
                    }
                }
            }
            cuts.sort_by(|a, b| a.0.total_cmp(&b.0));
            let (mut pieces, mut here, mut done) = (Vec::new(), from, 0.0);
            for (share, at) in cuts {
                pieces.push(Segment::Arc { from: here, to: at, center, sweep: sweep * (share - done) });
                (here, done) = (at, share);
            }
            pieces.push(Segment::Arc { from: here, to, center, sweep: sweep * (1.0 - done) });
            pieces
        }
    }
}
