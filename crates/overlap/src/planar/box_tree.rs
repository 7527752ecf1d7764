//! Boxes around the edges of an outline, in a tree by their order.

use mainspring_numerics::vec2::Vec2;

/// Edges in a leaf, at most.
const LEAF: usize = 4;

/// Nodes on the way down, at most: an outline of 2³⁰ edges has no more.
const DEEPEST: usize = 32;

#[derive(Clone, Debug, Default)]
pub(crate) struct BoxTree {
    /// a node's first child stands right behind it
    nodes: Vec<Node>,
    /// of the edges
    boxes: Vec<[Vec2; 2]>,
}

#[derive(Clone, Debug)]
struct Node {
    bounds: [Vec2; 2],
    first: usize,
    /// edges of a leaf; 0 in an inner node
    count: usize,
    second_child: usize,
}

fn joined(a: [Vec2; 2], b: [Vec2; 2]) -> [Vec2; 2] {
    [[a[0][0].min(b[0][0]), a[0][1].min(b[0][1])], [a[1][0].max(b[1][0]), a[1][1].max(b[1][1])]]
}

/// Square of the distance of a point from a box.
#[inline]
fn apart(p: Vec2, [low, high]: &[Vec2; 2]) -> f64 {
    let x = (low[0] - p[0]).max(p[0] - high[0]).max(0.0);
    let y = (low[1] - p[1]).max(p[1] - high[1]).max(0.0);
    x * x + y * y
}

#[inline]
fn meet(a: &[Vec2; 2], b: &[Vec2; 2]) -> bool {
    a[0][0] <= b[1][0] && b[0][0] <= a[1][0] && a[0][1] <= b[1][1] && b[0][1] <= a[1][1]
}

impl BoxTree {
    pub fn of(boxes: &[[Vec2; 2]]) -> Self {
        let mut tree = Self { nodes: Vec::new(), boxes: boxes.to_vec() };
        if !boxes.is_empty() {
            tree.add(boxes, 0, boxes.len());
        }
        tree
    }

    fn add(&mut self, boxes: &[[Vec2; 2]], first: usize, count: usize) -> usize {
        let place = self.nodes.len();
        let bounds = boxes[first + 1..first + count].iter().fold(boxes[first], |sum, b| joined(sum, *b));
        self.nodes.push(Node { bounds, first, count, second_child: 0 });
        if count > LEAF {
            let half = count / 2;
            self.add(boxes, first, half);
            let second = self.add(boxes, first + half, count - half);
            self.nodes[place].count = 0;
            self.nodes[place].second_child = second;
        }
        place
    }

    /// Lowest and highest corner of the box around all; nothing is empty.
    pub fn bounds(&self) -> [Vec2; 2] {
        self.nodes.first().map_or([[0.0; 2]; 2], |node| node.bounds)
    }

    /// Visits the edges whose boxes meet a box, in order.
    #[inline]
    pub fn within(&self, bounds: &[Vec2; 2], mut visit: impl FnMut(usize)) {
        let mut waiting = [0_usize; DEEPEST];
        let mut left = usize::from(!self.nodes.is_empty());
        while left > 0 {
            left -= 1;
            let place = waiting[left];
            let node = &self.nodes[place];
            if !meet(&node.bounds, bounds) {
                continue;
            }
            if node.count > 0 {
                (node.first..node.first + node.count).filter(|&e| meet(&self.boxes[e], bounds)).for_each(&mut visit);
            } else {
                waiting[left] = node.second_child;
                waiting[left + 1] = place + 1;
                left += 2;
            }
        }
    }

    /// Visits edges, near ones first, that can be nearer to `p` than what the visits say so far; they answer with the
    /// distance of the nearest place known. Stops at one of at most `enough`.
    #[inline]
    pub fn nearest(&self, p: Vec2, enough: f64, mut visit: impl FnMut(usize) -> f64) {
        let mut waiting = [(0_usize, 0.0); DEEPEST];
        let mut left = usize::from(!self.nodes.is_empty());
        let mut best = f64::INFINITY;
        while left > 0 {
            left -= 1;
            let (place, distance) = waiting[left];
            if distance > best * best {
                continue;
            }
            let node = &self.nodes[place];
            if node.count > 0 {
                for edge in node.first..node.first + node.count {
                    best = visit(edge);
                    if best <= enough {
                        return;
                    }
                }
            } else {
                let children = [place + 1, node.second_child].map(|c| (c, apart(p, &self.nodes[c].bounds)));
                let swap = usize::from(children[0].1 <= children[1].1);
                waiting[left] = children[swap];
                waiting[left + 1] = children[1 - swap];
                left += 2;
            }
        }
    }
}
