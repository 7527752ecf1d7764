//! Trees of boxes over the edges of polygons, and the pairs of edges that may touch during a small motion.
//!
//! Obstacles stand still: their boxes are those of the drawing, over edges in Morton order. The pawl turns and moves: a box of its tree is
//! taken as a disc, carried to the middle of the motion and widened by how far the motion takes it. A long edge of the pawl is
//! halved on the way, so that its disc is never much larger than what it is compared with.

use std::cell::Cell;

use crate::outline::Outline;

/// [least x, least y, largest x, largest y].
type Bounds = [f64; 4];

fn join(a: Bounds, b: Bounds) -> Bounds {
    [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])]
}

/// A binary tree over edges: node n has children 2n + 1 and 2n + 2; leaves are single edges.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    /// Edges in the order of the leaves.
    edges: Vec<u32>,
    boxes: Vec<Bounds>,
    /// Number of leaves, a power of two; those beyond the last edge are empty.
    leaves: usize,
    /// Middle length of the edges.
    pub usual: f64,
}

const EMPTY: Bounds = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];

impl Tree {
    pub fn new(outline: &Outline) -> Self {
        let n = outline.len() as usize;
        if n == 0 {
            return Self::default();
        }
        let of_edge = |v: u32| {
            let (a, b) = (outline.mid[v as usize], outline.mid[outline.next(v) as usize]);
            [a[0].min(b[0]), a[1].min(b[1]), a[0].max(b[0]), a[1].max(b[1])]
        };
        let whole = (0..n as u32).map(of_edge).fold(EMPTY, join);
        let span = (whole[2] - whole[0]).max(whole[3] - whole[1]).max(f64::MIN_POSITIVE);
        let mut keyed: Vec<(u64, u32)> = (0..n as u32)
            .map(|v| {
                let b = of_edge(v);
                let cell = |lo: f64, hi: f64, from: f64| (((0.5 * (lo + hi) - from) / span) * 2_097_151.0) as u64;
                (spread(cell(b[0], b[2], whole[0])) | spread(cell(b[1], b[3], whole[1])) << 1, v)
            })
            .collect();
        keyed.sort_unstable();
        let edges: Vec<u32> = keyed.into_iter().map(|(_, v)| v).collect();
        let leaves = n.next_power_of_two();
        let mut boxes = vec![EMPTY; 2 * leaves - 1];
        for (k, &v) in edges.iter().enumerate() {
            boxes[leaves - 1 + k] = of_edge(v);
        }
        for k in (0..leaves - 1).rev() {
            boxes[k] = join(boxes[2 * k + 1], boxes[2 * k + 2]);
        }
        let mut lengths: Vec<f64> = edges.iter().map(|&v| of_edge(v)).map(|b| (b[2] - b[0]).max(b[3] - b[1])).collect();
        let mid = lengths.len() / 2;
        let (_, usual, _) = lengths.select_nth_unstable_by(mid, f64::total_cmp);
        let usual = *usual;
        Self { edges, boxes, leaves, usual }
    }

    fn leaf(&self, node: usize) -> Option<u32> {
        node.checked_sub(self.leaves - 1).map(|k| self.edges[k])
    }

    /// All edges whose boxes meet a box.
    pub fn within(&self, bounds: Bounds, out: &mut Vec<u32>) {
        if self.edges.is_empty() {
            return;
        }
        let mut stack = vec![0];
        while let Some(node) = stack.pop() {
            let b = self.boxes[node];
            if b[0] > bounds[2] || b[2] < bounds[0] || b[1] > bounds[3] || b[3] < bounds[1] {
                continue;
            }
            match self.leaf(node) {
                Some(edge) => out.push(edge),
                None => stack.extend([2 * node + 2, 2 * node + 1]),
            }
        }
    }
}

/// Every second bit.
fn spread(x: u64) -> u64 {
    let mut x = x & 0x1f_ffff;
    x = (x | x << 16) & 0x0000_ffff_0000_ffff;
    x = (x | x << 8) & 0x00ff_00ff_00ff_00ff;
    x = (x | x << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    x = (x | x << 2) & 0x3333_3333_3333_3333;
    (x | x << 1) & 0x5555_5555_5555_5555
}

/// A small motion of the pawl: the hinge within a box, the angle within a range.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Motion {
    pub hinge: [f64; 2],
    /// How far the hinge may be from there.
    pub hinge_by: [f64; 2],
    pub cos: f64,
    pub sin: f64,
    /// How far the angle may be from that of cos and sin, rad.
    pub turn_by: f64,
    /// Added all round, for rounding.
    pub margin: f64,
}

/// A part of the pawl: a node of its tree, or a piece of an edge from `from` to `to` of its length.
#[derive(Clone, Copy)]
enum Part {
    Node(usize),
    Piece { edge: u32, from: f64, to: f64 },
}

/// Two trees and their outlines.
pub(crate) struct Pair<'a> {
    pub pawl: &'a Outline,
    pub pawl_tree: &'a Tree,
    pub land_tree: &'a Tree,
}

impl Pair<'_> {
    /// Pairs (edge of the pawl, edge of the obstacles) that come near each other during the motion; sorted, once each.
    pub fn near(&self, motion: &Motion, boxes: &Cell<u64>, out: &mut Vec<(u32, u32)>) {
        out.clear();
        if self.pawl_tree.edges.is_empty() || self.land_tree.edges.is_empty() {
            return;
        }
        let mut seen = 0u64;
        self.descend(motion, Part::Node(0), self.disc(motion, Part::Node(0)), 0, &mut seen, out);
        boxes.set(boxes.get() + seen);
        out.sort_unstable();
        out.dedup();
    }

    /// Centre and half widths of what a part covers.
    fn disc(&self, motion: &Motion, part: Part) -> ([f64; 2], [f64; 2], f64) {
        let (q, radius) = match part {
            Part::Node(node) => {
                let b = self.pawl_tree.boxes[node];
                let half = [0.5 * (b[2] - b[0]), 0.5 * (b[3] - b[1])];
                ([0.5 * (b[0] + b[2]), 0.5 * (b[1] + b[3])], (half[0] * half[0] + half[1] * half[1]).sqrt())
            }
            Part::Piece { edge, from, to } => {
                let (a, b) = (self.pawl.mid[edge as usize], self.pawl.mid[self.pawl.next(edge) as usize]);
                let d = [b[0] - a[0], b[1] - a[1]];
                let mid = 0.5 * (from + to);
                let length = (d[0] * d[0] + d[1] * d[1]).sqrt();
                ([a[0] + mid * d[0], a[1] + mid * d[1]], 0.5 * (to - from) * length)
            }
        };
        let far = (q[0] * q[0] + q[1] * q[1]).sqrt();
        let centre = [
            motion.hinge[0] + motion.cos * q[0] - motion.sin * q[1],
            motion.hinge[1] + motion.sin * q[0] + motion.cos * q[1],
        ];
        let wide = radius + far * motion.turn_by + motion.margin;
        (centre, [wide + motion.hinge_by[0], wide + motion.hinge_by[1]], radius)
    }

    fn descend(
        &self,
        motion: &Motion,
        part: Part,
        disc: ([f64; 2], [f64; 2], f64),
        node: usize,
        seen: &mut u64,
        out: &mut Vec<(u32, u32)>,
    ) {
        *seen += 1;
        let b = self.land_tree.boxes[node];
        let (at, half, radius) = disc;
        if b[0] > at[0] + half[0] || b[2] < at[0] - half[0] || b[1] > at[1] + half[1] || b[3] < at[1] - half[1] {
            return;
        }
        let size = 0.5 * (b[2] - b[0]).max(b[3] - b[1]);
        let motion_size = half[0] - radius;
        let edge = self.land_tree.leaf(node);
        let split_pawl = match part {
            Part::Node(n) if self.pawl_tree.leaf(n).is_none() => radius > size || edge.is_some(),
            // pieces are halved only while they are larger than the motion and what they are compared with
            _ => radius > size && radius > motion_size,
        };
        if split_pawl {
            let parts = match part {
                Part::Node(n) => match self.pawl_tree.leaf(n) {
                    None => [Part::Node(2 * n + 1), Part::Node(2 * n + 2)],
                    Some(edge) => [Part::Piece { edge, from: 0.0, to: 0.5 }, Part::Piece { edge, from: 0.5, to: 1.0 }],
                },
                Part::Piece { edge, from, to } => {
                    let mid = 0.5 * (from + to);
                    [Part::Piece { edge, from, to: mid }, Part::Piece { edge, from: mid, to }]
                }
            };
            for part in parts {
                if let Part::Node(n) = part
                    && self.pawl_tree.boxes[n][0] > self.pawl_tree.boxes[n][2]
                {
                    continue;
                }
                self.descend(motion, part, self.disc(motion, part), node, seen, out);
            }
            return;
        }
        match edge {
            None => {
                self.descend(motion, part, disc, 2 * node + 1, seen, out);
                self.descend(motion, part, disc, 2 * node + 2, seen, out);
            }
            Some(j) => {
                let i = match part {
                    Part::Node(n) => self.pawl_tree.leaf(n).expect("only leaves are not split here"),
                    Part::Piece { edge, .. } => edge,
                };
                out.push((i, j));
            }
        }
    }
}

/// Pairs of segments whose boxes meet, by sweeping along x.
pub(crate) fn near_pairs(
    edges: &[(u32, u32, [crate::numbers::Rational; 2], [crate::numbers::Rational; 2])],
) -> Vec<(usize, usize)> {
    use crate::numbers::to_interval;
    let bounds: Vec<Bounds> = edges
        .iter()
        .map(|(_, _, a, b)| {
            let x = to_interval(&a[0]).hull(to_interval(&b[0]));
            let y = to_interval(&a[1]).hull(to_interval(&b[1]));
            [x.lo, y.lo, x.hi, y.hi]
        })
        .collect();
    let mut order: Vec<usize> = (0..edges.len()).collect();
    order.sort_by(|&a, &b| bounds[a][0].total_cmp(&bounds[b][0]).then(a.cmp(&b)));
    let mut open: Vec<usize> = Vec::new();
    let mut pairs = Vec::new();
    for &k in &order {
        open.retain(|&m| bounds[m][2] >= bounds[k][0]);
        for &m in &open {
            if bounds[m][1] <= bounds[k][3] && bounds[k][1] <= bounds[m][3] {
                pairs.push((m.min(k), m.max(k)));
            }
        }
        open.push(k);
    }
    pairs.sort_unstable();
    pairs
}
