//! Trees of boxes over the edges of polygons, and the pairs of edges that may touch during a small motion.
//!
//! Obstacles stand still: their boxes are those of the drawing, over edges in Morton order. The pawl turns and moves: a box of its
//! tree, and an edge as a box without thickness, is carried to the middle of the motion and widened by how far the motion takes it.
//! Boxes are apart if they are seen apart along an axis of either. A long edge of the pawl that turning takes far is halved,
//! so that what is near the hinge is not widened by what is far from it. Obstacles whose edges cross in crowds have an order and
//! slabs of their own (`leaf_order`).

use crate::leaf_order::{Item, Slab, order};
use crate::numbers::Interval;
use crate::outline::Outline;
use crate::tolerances::CROWD;

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
    /// Of each node, in crowds; else none.
    slabs: Vec<Slab>,
    /// Number of leaves, a power of two; those without an edge have empty boxes.
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
        let leaves = n.next_power_of_two();
        let mut boxes = vec![EMPTY; 2 * leaves - 1];
        let mut slabs = Vec::new();
        let area = |b: Bounds| (b[2] - b[0]) * (b[3] - b[1]);
        let edges = if (0..n as u32).map(|v| area(of_edge(v))).sum::<f64>() > CROWD * area(whole) {
            let ends = |v: u32| [outline.mid[v as usize], outline.mid[outline.next(v) as usize]];
            let mut items: Vec<Item> = (0..n as u32).map(|edge| Item { edge, ends: ends(edge) }).collect();
            let mut edges = vec![0; leaves];
            slabs = vec![Slab::EMPTY; 2 * leaves - 1];
            let place = &mut |item: Item, leaf: usize| {
                edges[leaf] = item.edge;
                boxes[leaves - 1 + leaf] = of_edge(item.edge);
            };
            order(&mut items, leaves, place, &mut |node, slab| slabs[node] = slab);
            edges
        } else {
            let edges = in_morton_order(n, whole, of_edge);
            edges.iter().enumerate().for_each(|(k, &v)| boxes[leaves - 1 + k] = of_edge(v));
            edges
        };
        for k in (0..leaves - 1).rev() {
            boxes[k] = join(boxes[2 * k + 1], boxes[2 * k + 2]);
        }
        let mut lengths: Vec<f64> = (0..n as u32).map(of_edge).map(|b| (b[2] - b[0]).max(b[3] - b[1])).collect();
        let mid = lengths.len() / 2;
        let (_, usual, _) = lengths.select_nth_unstable_by(mid, f64::total_cmp);
        let usual = *usual;
        Self { edges, boxes, slabs, leaves, usual }
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
            // of the box as much as the node's own covers
            let common = [b[0].max(bounds[0]), b[1].max(bounds[1]), b[2].min(bounds[2]), b[3].min(bounds[3])];
            let middle = [0.5 * (common[0] + common[2]), 0.5 * (common[1] + common[3])];
            let half = [0.5 * (common[2] - common[0]), 0.5 * (common[3] - common[1])];
            if self.slabs.get(node).is_some_and(|slab| slab.clear_of_box(middle, half)) {
                continue;
            }
            match self.leaf(node) {
                Some(edge) => out.push(edge),
                None => stack.extend([2 * node + 2, 2 * node + 1]),
            }
        }
    }
}

/// Edges by the places of the middles of their boxes, neighbours close together.
fn in_morton_order(n: usize, whole: Bounds, of_edge: impl Fn(u32) -> Bounds) -> Vec<u32> {
    let span = (whole[2] - whole[0]).max(whole[3] - whole[1]).max(f64::MIN_POSITIVE);
    let mut keyed: Vec<(u64, u32)> = (0..n as u32)
        .map(|v| {
            let b = of_edge(v);
            let cell = |lo: f64, hi: f64, from: f64| (((0.5 * (lo + hi) - from) / span) * 2_097_151.0) as u64;
            (spread(cell(b[0], b[2], whole[0])) | spread(cell(b[1], b[3], whole[1])) << 1, v)
        })
        .collect();
    keyed.sort_unstable();
    keyed.into_iter().map(|(_, v)| v).collect()
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

/// A part of the pawl carried to the middle of a motion: what it may cover is a box along its own axes, widened all round by how
/// far the motion takes it.
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    /// Its middle.
    at: [f64; 2],
    /// Half of what it covers along x and y.
    half: [f64; 2],
    /// One of its own axes; the other is this one turned by 90°.
    axis: [f64; 2],
    /// Half of what it covers along its axes.
    own: [f64; 2],
    /// Half of its length.
    radius: f64,
    /// How far turning takes it.
    turned: f64,
    /// The piece of an edge it is, from and to in shares of its length; a node of the tree is whole.
    piece: (u32, f64, f64),
}

/// What looking for pairs needs beside trees; kept from one search to the next.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// Nodes of the pawl's tree, then pieces of its edges.
    parts: Vec<Part>,
    /// In which search each node was carried last.
    carried: Vec<u32>,
    search: u32,
    stack: Vec<(u32, u32)>,
    /// Where the pawl has been looked for lately, and the nodes of the obstacles' tree that reach into it.
    window: Option<Bounds>,
    cut: Vec<u32>,
}

/// Two trees and their outlines.
pub(crate) struct Pair<'a> {
    pub pawl: &'a Outline,
    pub pawl_tree: &'a Tree,
    pub land_tree: &'a Tree,
}

impl Pair<'_> {
    /// Pairs (edge of the pawl, edge of the obstacles) that come near each other during the motion, once each. Gives up
    /// where there are more than `most`. Returns how many boxes were compared, and whether these are all.
    pub fn near(&self, motion: &Motion, most: usize, scratch: &mut Scratch, out: &mut Vec<(u32, u32)>) -> (u64, bool) {
        out.clear();
        if self.pawl_tree.edges.is_empty() || self.land_tree.edges.is_empty() {
            return (0, true);
        }
        let nodes = self.pawl_tree.boxes.len();
        // pieces of the last search go
        scratch.parts.resize(nodes, Part::default());
        scratch.carried.resize(nodes, 0);
        scratch.search = scratch.search.wrapping_add(1);
        if scratch.search == 0 {
            scratch.carried.fill(0);
            scratch.search = 1;
        }
        let mut seen = 0;
        scratch.carried[0] = scratch.search;
        scratch.parts[0] = self.carried(motion, 0);
        self.open_window(scratch, &mut seen);
        scratch.stack.clear();
        scratch.stack.extend(scratch.cut.iter().rev().map(|&node| (0, node)));
        while let Some((index, node)) = scratch.stack.pop() {
            seen += 1;
            let index = index as usize;
            if index < nodes && scratch.carried[index] != scratch.search {
                scratch.carried[index] = scratch.search;
                scratch.parts[index] = self.carried(motion, index);
            }
            let part = scratch.parts[index];
            let b = &self.land_tree.boxes[node as usize];
            if part.clear_of(b) {
                continue;
            }
            if self.land_tree.slabs.get(node as usize).is_some_and(|slab| part.beside(slab)) {
                continue;
            }
            let size = 0.5 * (b[2] - b[0]).max(b[3] - b[1]);
            // a bundle is as wide as its slab, however long
            let width = self.land_tree.slabs.get(node as usize).map_or(size, |slab| 0.5 * (slab.high - slab.low));
            let land_edge = self.land_tree.leaf(node as usize);
            let pawl_edge = if index < nodes { self.pawl_tree.leaf(index) } else { Some(part.piece.0) };
            match (pawl_edge, land_edge) {
                (None, _) if part.radius > width || land_edge.is_some() => {
                    for child in [2 * index + 2, 2 * index + 1] {
                        let bounds = &self.pawl_tree.boxes[child];
                        if bounds[0] <= bounds[2] {
                            scratch.stack.push((child as u32, node));
                        }
                    }
                }
                // nearer to the hinge turning takes a piece less far
                (Some(edge), _) if part.radius > size && part.turned > size && part.turned > motion.hinge_by[0] => {
                    let (_, from, to) = part.piece;
                    let mid = 0.5 * (from + to);
                    for (from, to) in [(mid, to), (from, mid)] {
                        scratch.stack.push((scratch.parts.len() as u32, node));
                        scratch.parts.push(self.piece(motion, edge, from, to));
                    }
                }
                (Some(i), Some(j)) if out.last() != Some(&(i, j)) => {
                    if out.len() == most {
                        return (seen, false);
                    }
                    out.push((i, j));
                }
                (Some(_), Some(_)) => {}
                _ => scratch.stack.extend([(index as u32, 2 * node + 2), (index as u32, 2 * node + 1)]),
            }
        }
        if scratch.parts.len() > nodes {
            // pieces of one edge may have found the same
            out.sort_unstable();
            out.dedup();
        }
        (seen, true)
    }

    /// Sees to it that the window holds the whole pawl, and finds the nodes to begin with.
    fn open_window(&self, scratch: &mut Scratch, seen: &mut u64) {
        let Part { at, half, .. } = scratch.parts[0];
        let whole = [at[0] - half[0], at[1] - half[1], at[0] + half[0], at[1] + half[1]];
        let holds = |w: &Bounds| w[0] <= whole[0] && w[1] <= whole[1] && w[2] >= whole[2] && w[3] >= whole[3];
        if scratch.window.as_ref().is_some_and(holds) {
            return;
        }
        // as wide again on every side, so that it lasts
        let (x, y) = (2.0 * half[0], 2.0 * half[1]);
        let window = [whole[0] - x, whole[1] - y, whole[2] + x, whole[3] + y];
        scratch.window = Some(window);
        scratch.cut.clear();
        scratch.stack.clear();
        scratch.stack.push((0, 0));
        while let Some((_, node)) = scratch.stack.pop() {
            *seen += 1;
            let b = &self.land_tree.boxes[node as usize];
            if b[0] > window[2] || b[2] < window[0] || b[1] > window[3] || b[3] < window[1] {
                continue;
            }
            let within = b[0] >= window[0] && b[2] <= window[2] && b[1] >= window[1] && b[3] <= window[3];
            // in crowds boxes of a few edges are as wide as those of one
            let wide = 2.0 * self.land_tree.usual + (window[2] - window[0]).max(window[3] - window[1]);
            let small = !self.land_tree.slabs.is_empty() && (b[2] - b[0]).max(b[3] - b[1]) <= wide;
            if within || small || self.land_tree.leaf(node as usize).is_some() {
                scratch.cut.push(node);
            } else {
                scratch.stack.extend([(0, 2 * node + 2), (0, 2 * node + 1)]);
            }
        }
    }

    /// A node of the pawl's tree, carried to the middle of a motion.
    fn carried(&self, motion: &Motion, node: usize) -> Part {
        if let Some(edge) = self.pawl_tree.leaf(node) {
            return self.piece(motion, edge, 0.0, 1.0);
        }
        let b = self.pawl_tree.boxes[node];
        let q = [0.5 * (b[0] + b[2]), 0.5 * (b[1] + b[3])];
        let half = [0.5 * (b[2] - b[0]), 0.5 * (b[3] - b[1])];
        let far = [b[0].abs().max(b[2].abs()), b[1].abs().max(b[3].abs())];
        let axis = [motion.cos, motion.sin];
        motion.part(q, axis, half, (far[0] * far[0] + far[1] * far[1]).sqrt(), (0, 0.0, 1.0))
    }

    /// A piece of an edge of the pawl, carried to the middle of a motion.
    fn piece(&self, motion: &Motion, edge: u32, from: f64, to: f64) -> Part {
        let (a, b) = (self.pawl.mid[edge as usize], self.pawl.mid[self.pawl.next(edge) as usize]);
        let d = [b[0] - a[0], b[1] - a[1]];
        let at = |s: f64| [a[0] + s * d[0], a[1] + s * d[1]];
        let square = |p: [f64; 2]| p[0] * p[0] + p[1] * p[1];
        let length = square(d).sqrt();
        let e = [d[0] / length, d[1] / length];
        let axis = [motion.cos * e[0] - motion.sin * e[1], motion.sin * e[0] + motion.cos * e[1]];
        let far = square(at(from)).max(square(at(to))).sqrt();
        motion.part(at(0.5 * (from + to)), axis, [0.5 * (to - from) * length, 0.0], far, (edge, from, to))
    }
}

impl Motion {
    /// A part with its middle at q of the pawl, half as long as `half` along its axes, no farther than `far` from the hinge.
    fn part(&self, q: [f64; 2], axis: [f64; 2], half: [f64; 2], far: f64, piece: (u32, f64, f64)) -> Part {
        let turned = far * self.turn_by;
        let wide = turned + self.margin;
        let (c, s) = (axis[0].abs(), axis[1].abs());
        let moved = [c * self.hinge_by[0] + s * self.hinge_by[1], s * self.hinge_by[0] + c * self.hinge_by[1]];
        Part {
            at: [self.hinge[0] + self.cos * q[0] - self.sin * q[1], self.hinge[1] + self.sin * q[0] + self.cos * q[1]],
            half: [
                c * half[0] + s * half[1] + wide + self.hinge_by[0],
                s * half[0] + c * half[1] + wide + self.hinge_by[1],
            ],
            axis,
            own: [half[0] + wide + moved[0], half[1] + wide + moved[1]],
            radius: half[0].max(half[1]),
            turned,
            piece,
        }
    }
}

impl Part {
    /// Whether a box is apart from all the part covers, seen along x, y or one of the part's own axes.
    #[inline]
    fn clear_of(&self, b: &Bounds) -> bool {
        let (at, half) = (self.at, self.half);
        if b[0] > at[0] + half[0] || b[2] < at[0] - half[0] || b[1] > at[1] + half[1] || b[3] < at[1] - half[1] {
            return true;
        }
        let wide = [0.5 * (b[2] - b[0]), 0.5 * (b[3] - b[1])];
        let d = [0.5 * (b[0] + b[2]) - at[0], 0.5 * (b[1] + b[3]) - at[1]];
        let [x, y] = self.axis;
        let (c, s) = (x.abs(), y.abs());
        (d[0] * x + d[1] * y).abs() > self.own[0] + c * wide[0] + s * wide[1]
            || (d[1] * x - d[0] * y).abs() > self.own[1] + s * wide[0] + c * wide[1]
    }
}

impl Part {
    /// Whether all the part covers lies on one side of a slab.
    #[inline]
    fn beside(&self, slab: &Slab) -> bool {
        let [x, y] = slab.normal;
        let [a, b] = self.axis;
        let own = (a * x + b * y).abs() * self.own[0] + (a * y - b * x).abs() * self.own[1];
        slab.clear_of(self.at, own.min(x.abs() * self.half[0] + y.abs() * self.half[1]))
    }
}

/// Pairs of boxes, each a range of x and of y, that meet, by sweeping along x.
pub(crate) fn near_pairs(boxes: impl Iterator<Item = [Interval; 2]>) -> Vec<(usize, usize)> {
    let bounds: Vec<Bounds> = boxes.map(|[x, y]| [x.lo, y.lo, x.hi, y.hi]).collect();
    let mut order: Vec<usize> = (0..bounds.len()).collect();
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
