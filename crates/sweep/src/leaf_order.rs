//! The order of the leaves of a tree over edges, and the slabs its nodes lie in, where edges cross one another in crowds.
//!
//! Long edges that cross have boxes that overlap almost everywhere, however they are ordered by place. What few of them have
//! in common is direction and distance from a line of it. So each node halves its edges by what they differ in most: by
//! direction (which makes them, as a bundle, as wide as their length times the angle between them), across the bundle, or along
//! it; and knows besides its box a slab, two parallel lines with all of its edges between them.

use crate::tolerances::SLAB_ROUNDING;

/// Edges between two lines: `low ≤ normal · p ≤ high`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slab {
    pub normal: [f64; 2],
    pub low: f64,
    pub high: f64,
}

impl Slab {
    /// Without edges: apart from everything.
    pub const EMPTY: Self = Self { normal: [1.0, 0.0], low: f64::INFINITY, high: f64::NEG_INFINITY };

    /// Whether all that lies no farther than `reach` along the normal from `at` is apart from it.
    pub fn clear_of(&self, at: [f64; 2], reach: f64) -> bool {
        let off = self.normal[0] * at[0] + self.normal[1] * at[1];
        off + reach < self.low || off - reach > self.high
    }

    /// Whether a box, by its middle and half its sides, is apart from it.
    pub fn clear_of_box(&self, middle: [f64; 2], half: [f64; 2]) -> bool {
        self.clear_of(middle, self.normal[0].abs() * half[0] + self.normal[1].abs() * half[1])
    }
}

/// An edge, by its ends.
#[derive(Clone, Copy)]
pub(crate) struct Item {
    pub edge: u32,
    pub ends: [[f64; 2]; 2],
}

impl Item {
    fn middle(&self) -> [f64; 2] {
        let [a, b] = self.ends;
        [0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])]
    }

    fn way(&self) -> [f64; 2] {
        let [a, b] = self.ends;
        [b[0] - a[0], b[1] - a[1]]
    }
}

/// Puts edges in the order of their leaves: half of any node's edges below each of its children. `place(item, leaf)` is told
/// each leaf, `slab(node, slab)` each node.
pub(crate) fn order(
    items: &mut [Item],
    leaves: usize,
    place: &mut impl FnMut(Item, usize),
    slab: &mut impl FnMut(usize, Slab),
) {
    let mut open: Vec<(usize, usize, usize, usize, usize)> = vec![(0, 0, leaves, 0, items.len())];
    while let Some((node, first, size, from, to)) = open.pop() {
        let here = &mut items[from..to];
        if here.is_empty() {
            continue;
        }
        let bundle = Bundle::of(here);
        slab(node, bundle.slab(here));
        if size == 1 {
            place(here[0], first);
            continue;
        }
        let half = here.len().div_ceil(2);
        if half < here.len() {
            let key = bundle.widest(here);
            let by = |item: &Item| bundle.key(key, item);
            here.select_nth_unstable_by(half, |a, b| by(a).total_cmp(&by(b)).then(a.edge.cmp(&b.edge)));
        }
        open.push((2 * node + 2, first + size / 2, size / 2, from + half, to));
        open.push((2 * node + 1, first, size / 2, from, from + half));
    }
}

/// The direction that edges have on the whole, as a unit vector.
struct Bundle {
    along: [f64; 2],
}

impl Bundle {
    fn of(items: &[Item]) -> Self {
        // twice the angle, so that both senses of an edge are one; longer edges count more
        let sum = items.iter().fold([0.0, 0.0], |sum, item| {
            let [x, y] = item.way();
            [sum[0] + x * x - y * y, sum[1] + 2.0 * x * y]
        });
        let angle = 0.5 * libm::atan2(sum[1], sum[0]);
        Self { along: [libm::cos(angle), libm::sin(angle)] }
    }

    fn normal(&self) -> [f64; 2] {
        [-self.along[1], self.along[0]]
    }

    fn slab(&self, items: &[Item]) -> Slab {
        let normal = self.normal();
        let mut slab = Slab { normal, ..Slab::EMPTY };
        for p in items.iter().flat_map(|item| item.ends) {
            let off = dot(normal, p);
            let rounding = SLAB_ROUNDING * (p[0].abs() + p[1].abs());
            (slab.low, slab.high) = (slab.low.min(off - rounding), slab.high.max(off + rounding));
        }
        slab
    }

    /// What the edges differ in most.
    fn widest(&self, items: &[Item]) -> Key {
        let range = |key: Key| {
            let keys = items.iter().map(|item| self.key(key, item));
            let (low, high) = keys.fold((f64::MAX, f64::MIN), |(l, h), k| (l.min(k), h.max(k)));
            high - low
        };
        let length = items.iter().map(|item| dot(item.way(), item.way()).sqrt()).sum::<f64>() / items.len() as f64;
        let on = range(Key::Along);
        // along the bundle halving helps only as far as edges are shorter than it
        let along = on * on / (on + length).max(f64::MIN_POSITIVE);
        let (turn, across) = (0.5 * length * range(Key::Turn), range(Key::Across));
        match (turn > across, turn.max(across) > along) {
            (_, false) => Key::Along,
            (true, true) => Key::Turn,
            (false, true) => Key::Across,
        }
    }

    fn key(&self, key: Key, item: &Item) -> f64 {
        match key {
            Key::Turn => {
                let way = item.way();
                let (x, y) = (dot(self.along, way), dot(self.normal(), way));
                if x < 0.0 { libm::atan2(-y, -x) } else { libm::atan2(y, x) }
            }
            Key::Across => dot(self.normal(), item.middle()),
            Key::Along => dot(self.along, item.middle()),
        }
    }
}

/// What edges are ordered by.
#[derive(Clone, Copy)]
enum Key {
    /// their angle to the bundle
    Turn,
    /// their place across it
    Across,
    /// their place along it
    Along,
}

fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}
