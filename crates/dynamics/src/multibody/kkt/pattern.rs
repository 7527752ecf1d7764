//! Elimination order and fill: the order once for a mechanism, the fill for what acts.
//!
//! The order is that of everything that can ever act, and so are the places of blocks. What acts at present has less fill:
//! [`Pattern::set_acting`] lets one element come or go and redoes only the pivots whose neighbours change by it. A pivot's
//! later neighbours are those its own elements couple it to, and those handed up by the pivots that have it as their first
//! later neighbour (its children in the elimination tree: J. W. H. Liu, "The role of elimination trees in sparse
//! factorization", 1990). So a change travels from what the element touches towards the root, and stops where a pivot's
//! neighbours come out as they were. Fill under one order grows with what acts: the places never run out.

use std::collections::BTreeSet;

/// A group of rows and the bodies (column blocks) it touches.
#[derive(Clone, Debug)]
pub struct Element {
    /// number of rows
    pub rows: usize,
    /// column blocks with columns, each once
    pub blocks: Vec<usize>,
    /// may hang one block on another (or on the ground): a joint between two bodies whose rows, seen from either
    /// side alone, are independent
    pub tree: bool,
    /// also tied to the ground, so that it is eliminated only after everything it touches
    pub grounded: bool,
}

/// One block off the diagonal, below it in elimination order.
#[derive(Clone, Copy, Debug)]
pub struct Off {
    /// node it belongs to (row side)
    pub node: usize,
    /// where its `size × size(pivot)` values start, row-major
    pub at: usize,
    /// rows of the block: size of `node`
    pub size: usize,
    /// first unknown of `node`
    pub unknown: usize,
    /// where its copy starts in the scratch of the pivot
    pub scratch: usize,
}

/// target −= left · rightᵀ after a pivot: indices into the pivot's off list, and where the target starts.
#[derive(Clone, Copy, Debug)]
pub struct Update {
    /// row side
    pub left: usize,
    /// column side
    pub right: usize,
    /// target block, `size(left) × size(right)`, row-major
    pub at: usize,
}

/// One pivot block.
#[derive(Clone, Debug)]
pub struct Pivot {
    /// its node: column blocks first, then elements
    pub node: usize,
    /// rows and columns
    pub size: usize,
    /// diagonal block, size², row-major, lower part used
    pub at: usize,
    /// first position in the vector of unknowns (columns, then rows)
    pub unknown: usize,
    /// rows that close a loop: only their pivot can vanish
    pub closes: bool,
    /// blocks below it
    pub offs: Vec<Off>,
    /// what its elimination changes
    pub updates: Vec<Update>,
}

/// Order and places of all blocks.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// in elimination order
    pub pivots: Vec<Pivot>,
    /// values needed
    pub len: usize,
    /// where each column block's diagonal starts
    pub block_at: Vec<usize>,
    /// where each element's diagonal starts
    pub element_at: Vec<usize>,
    /// per element, per touched block: start of the off-diagonal block, and whether the element is its row side
    /// (else it is stored transposed, block × element)
    pub coupling: Vec<Vec<(usize, bool)>>,
    /// stretches of the values that filling leaves alone (diagonals of elements, blocks made by elimination): first, end
    pub unfilled: Vec<(usize, usize)>,
    /// scratch values the widest pivot needs
    pub scratch: usize,
    /// unknowns: columns + rows
    pub unknowns: usize,
    /// columns
    pub columns: usize,
    /// per element
    acting: Vec<bool>,
    /// pivots redone since the start
    pub redone: u64,
    /// changes of what acts since the start
    pub changes: u64,
    /// as if all acted; in elimination order
    whole: Vec<Pivot>,
    /// per node: its place in the order
    rank: Vec<usize>,
    /// per element: the blocks it touches that have columns
    touched: Vec<Vec<usize>>,
    /// per pivot, per neighbour in `whole`: a neighbour at present
    present: Vec<Vec<bool>>,
    /// per pivot: the first later neighbour, if any
    parent: Vec<Option<usize>>,
    /// per pivot: those whose parent it is
    children: Vec<Vec<usize>>,
    /// scratch: pivots to look at; [pivots]
    dirty: BTreeSet<usize>,
    /// scratch: neighbours found; [pivots]
    found: Vec<bool>,
}

impl Pattern {
    /// Whether an element acts.
    #[must_use]
    pub fn acts(&self, element: usize) -> bool {
        self.acting[element]
    }

    /// Pivots that hang together with these column blocks through what acts, in elimination order.
    pub(crate) fn trees_of(&self, blocks: &[usize], trees: &mut Vec<usize>) {
        trees.clear();
        for &b in blocks {
            let mut root = self.rank[b];
            while let Some(above) = self.parent[root] {
                root = above;
            }
            if trees.contains(&root) {
                continue;
            }
            let mut next = trees.len();
            trees.push(root);
            while next < trees.len() {
                trees.extend(&self.children[trees[next]]);
                next += 1;
            }
        }
        trees.sort_unstable();
    }

    /// Lets an element come or go; redoes the pivots whose neighbours change. No allocation.
    pub fn set_acting(&mut self, element: usize, acts: bool) {
        if self.acting[element] == acts {
            return;
        }
        self.acting[element] = acts;
        self.changes += 1;
        let blocks = self.block_at.len();
        let own = self.rank[blocks + element];
        self.dirty.insert(own);
        for &b in &self.touched[element] {
            self.dirty.insert(self.rank[b]);
        }
        let size = if acts { self.whole[own].size } else { 0 };
        self.pivots[own].size = size;
        // from the first on: what a pivot changes comes after it
        while let Some(k) = self.dirty.pop_first() {
            self.redo(k, blocks);
        }
    }

    /// Neighbours of pivot k anew, from its elements and its children; if they changed, its blocks and its parents too.
    fn redo(&mut self, k: usize, blocks: usize) {
        let node = self.whole[k].node;
        let here = node < blocks || self.acting[node - blocks];
        if here {
            // own couplings
            for off in &self.whole[k].offs {
                let (low, high) = (node.min(off.node), node.max(off.node));
                let coupled = low < blocks && high >= blocks && self.touched[high - blocks].contains(&low);
                self.found[self.rank[off.node]] = coupled && self.acting[high - blocks];
            }
            // handed up
            for &c in &self.children[k] {
                for off in &self.pivots[c].offs {
                    let r = self.rank[off.node];
                    if r > k {
                        self.found[r] = true;
                    }
                }
            }
        }
        let mut changed = false;
        for (i, off) in self.whole[k].offs.iter().enumerate() {
            let found = here && std::mem::take(&mut self.found[self.rank[off.node]]);
            changed |= self.present[k][i] != found;
            self.present[k][i] = found;
        }
        if !changed {
            return;
        }
        self.redone += 1;
        let (whole, pivot, present) = (&self.whole[k], &mut self.pivots[k], &self.present[k]);
        pivot.offs.clear();
        pivot.updates.clear();
        let mut scratch = 0;
        for (off, _) in whole.offs.iter().zip(present).filter(|(_, p)| **p) {
            pivot.offs.push(Off { scratch, ..*off });
            scratch += off.size * whole.size;
        }
        let chosen = || present.iter().enumerate().filter(|(_, p)| **p).map(|(i, _)| i).enumerate();
        for (left, i) in chosen() {
            for (right, j) in chosen().take(left + 1) {
                pivot.updates.push(Update { left, right, at: whole.updates[i * (i + 1) / 2 + j].at });
            }
        }
        let parent = pivot.offs.first().map(|off| self.rank[off.node]);
        let before = std::mem::replace(&mut self.parent[k], parent);
        if before != parent {
            if let Some(p) = before {
                self.children[p].retain(|&c| c != k);
            }
            if let Some(p) = parent {
                self.children[p].push(k);
            }
        }
        for p in [before, parent].into_iter().flatten() {
            self.dirty.insert(p);
        }
    }

    /// Values in blocks that are used at present: the fill.
    #[must_use]
    pub fn fill(&self) -> usize {
        self.pivots.iter().map(|p| p.size * (p.size + p.offs.iter().map(|o| o.size).sum::<usize>())).sum()
    }

    /// `widths[b]` columns in block b (0 for what cannot move).
    #[must_use]
    pub fn new(widths: &[usize], elements: &[Element]) -> Self {
        let (order, in_tree) = order(widths, elements);
        let blocks = widths.len();
        let nodes = blocks + elements.len();
        let size = |n: usize| if n < blocks { widths[n] } else { elements[n - blocks].rows };
        let mut rank = vec![usize::MAX; nodes];
        for (k, &n) in order.iter().enumerate() {
            rank[n] = k;
        }

        // adjacency as later neighbours by rank, filled in as the elimination goes
        let mut later: Vec<std::collections::BTreeSet<usize>> = vec![std::collections::BTreeSet::new(); nodes];
        for (e, element) in elements.iter().enumerate() {
            for &b in element.blocks.iter().filter(|&&b| widths[b] > 0) {
                let (x, y) = (rank[blocks + e], rank[b]);
                later[order[x.min(y)]].insert(x.max(y));
            }
        }
        for k in 0..order.len() {
            let neighbours: Vec<usize> = later[order[k]].iter().copied().collect();
            for (i, &a) in neighbours.iter().enumerate() {
                later[order[a]].extend(&neighbours[i + 1..]);
            }
        }

        // places
        let mut len = 0;
        let mut diagonal = vec![0; nodes];
        let mut off_at = std::collections::BTreeMap::new();
        for &n in &order {
            diagonal[n] = len;
            len += size(n) * size(n);
            for &k in &later[n] {
                off_at.insert((order[k], n), len);
                len += size(order[k]) * size(n);
            }
        }
        let columns: usize = widths.iter().sum();
        let mut first = vec![0; nodes];
        let mut next = 0;
        for n in 0..nodes {
            first[n] = next;
            next += size(n);
        }
        let mut widest = 0;
        let pivots: Vec<Pivot> = order
            .iter()
            .map(|&n| {
                let mut scratch = 0;
                let offs: Vec<Off> = later[n]
                    .iter()
                    .map(|&k| {
                        let node = order[k];
                        let off = Off { node, at: off_at[&(node, n)], size: size(node), unknown: first[node], scratch };
                        scratch += size(node) * size(n);
                        off
                    })
                    .collect();
                widest = widest.max(scratch);
                let mut updates = Vec::new();
                for left in 0..offs.len() {
                    for right in 0..=left {
                        let (i, j) = (offs[left].node, offs[right].node);
                        let at = if i == j { diagonal[i] } else { off_at[&(i, j)] };
                        updates.push(Update { left, right, at });
                    }
                }
                let closes = n >= blocks && !in_tree[n - blocks];
                Pivot { node: n, size: size(n), at: diagonal[n], unknown: first[n], closes, offs, updates }
            })
            .collect();
        let coupling = elements
            .iter()
            .enumerate()
            .map(|(e, element)| {
                element
                    .blocks
                    .iter()
                    .map(|&b| match off_at.get(&(blocks + e, b)) {
                        Some(&at) => (at, true),
                        None => (off_at.get(&(b, blocks + e)).copied().unwrap_or(0), false),
                    })
                    .collect()
            })
            .collect();
        let given = |node: usize, of: usize| {
            let (low, high) = (node.min(of), node.max(of));
            low < blocks && high >= blocks && elements[high - blocks].blocks.contains(&low)
        };
        let mut unfilled: Vec<(usize, usize)> = Vec::new();
        let mut leave = |from: usize, len: usize| match unfilled.last_mut() {
            Some(last) if last.1 == from => last.1 += len,
            _ if len == 0 => {}
            _ => unfilled.push((from, from + len)),
        };
        for &n in &order {
            if n >= blocks {
                leave(diagonal[n], size(n) * size(n));
            }
            for &k in later[n].iter().filter(|&&k| !given(order[k], n)) {
                leave(off_at[&(order[k], n)], size(order[k]) * size(n));
            }
        }
        let parent: Vec<Option<usize>> = pivots.iter().map(|p| p.offs.first().map(|off| rank[off.node])).collect();
        let mut children = vec![Vec::new(); nodes];
        for (k, p) in parent.iter().enumerate() {
            if let Some(p) = p {
                children[*p].push(k);
            }
        }
        let touched = elements.iter().map(|e| e.blocks.iter().copied().filter(|&b| widths[b] > 0).collect()).collect();
        Self {
            acting: vec![true; elements.len()],
            redone: 0,
            changes: 0,
            whole: pivots.clone(),
            present: pivots.iter().map(|p| vec![true; p.offs.len()]).collect(),
            dirty: BTreeSet::new(),
            found: vec![false; nodes],
            touched,
            rank,
            parent,
            children,
            pivots,
            unfilled,
            len,
            block_at: diagonal[..blocks].to_vec(),
            element_at: diagonal[blocks..].to_vec(),
            coupling,
            scratch: widest,
            unknowns: next,
            columns,
        }
    }
}

/// Elimination order of nodes (blocks, then elements): leaves of a spanning tree first; and which elements are in the tree.
fn order(widths: &[usize], elements: &[Element]) -> (Vec<usize>, Vec<bool>) {
    let blocks = widths.len();
    let ground = blocks;
    let ends = |e: &Element| {
        let moving: Vec<usize> = e.blocks.iter().copied().filter(|&b| widths[b] > 0).collect();
        match moving.as_slice() {
            [a] => Some((*a, ground)),
            [a, b] if !e.grounded => Some((*a, *b)),
            _ => None,
        }
    };

    // a spanning tree that prefers joints with many rows; ties by index
    let mut candidates: Vec<usize> =
        (0..elements.len()).filter(|&e| elements[e].tree && ends(&elements[e]).is_some()).collect();
    candidates.sort_by_key(|&e| (std::cmp::Reverse(elements[e].rows), e));
    let mut root: Vec<usize> = (0..=blocks).collect();
    fn find(root: &mut [usize], mut x: usize) -> usize {
        while root[x] != x {
            root[x] = root[root[x]];
            x = root[x];
        }
        x
    }
    let mut edges: Vec<Vec<(usize, usize)>> = vec![Vec::new(); blocks + 1];
    let mut in_tree = vec![false; elements.len()];
    for e in candidates {
        if let Some((a, b)) = ends(&elements[e]) {
            let (ra, rb) = (find(&mut root, a), find(&mut root, b));
            if ra != rb {
                root[ra] = rb;
                in_tree[e] = true;
                edges[a].push((b, e));
                edges[b].push((a, e));
            }
        }
    }

    // parents by breadth-first search from the ground, then from the lowest body of each free component
    let mut parent: Vec<Option<(usize, Option<usize>)>> = vec![None; blocks + 1];
    let mut depth = vec![0usize; blocks + 1];
    let mut visited = Vec::with_capacity(blocks + 1);
    let mut seen = vec![false; blocks + 1];
    for start in std::iter::once(ground).chain((0..blocks).filter(|&b| widths[b] > 0)) {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        if start != ground {
            parent[start] = Some((ground, None));
            depth[start] = 1;
        }
        let mut queue = std::collections::VecDeque::from([start]);
        while let Some(a) = queue.pop_front() {
            visited.push(a);
            for &(b, e) in &edges[a] {
                if !seen[b] {
                    seen[b] = true;
                    parent[b] = Some((a, Some(e)));
                    depth[b] = depth[a] + 1;
                    queue.push_back(b);
                }
            }
        }
    }

    // loop elements wait at the lowest common ancestor of what they touch
    let mut waiting: Vec<Vec<usize>> = vec![Vec::new(); blocks + 1];
    for (e, element) in elements.iter().enumerate().filter(|(e, _)| !in_tree[*e]) {
        let mut meet = if element.grounded { Some(ground) } else { None };
        for &b in element.blocks.iter().filter(|&&b| widths[b] > 0) {
            meet = Some(match meet {
                None => b,
                Some(mut m) => {
                    let mut b = b;
                    while m != b {
                        if depth[m] < depth[b] {
                            std::mem::swap(&mut m, &mut b);
                        }
                        m = parent[m].map_or(ground, |p| p.0);
                    }
                    m
                }
            });
        }
        waiting[meet.unwrap_or(ground)].push(e);
    }

    // post-order: reverse of a pre-order that visits parents first
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); blocks + 1];
    for &b in &visited {
        if let Some((p, _)) = parent[b] {
            children[p].push(b);
        }
    }
    let mut order = Vec::with_capacity(blocks + elements.len());
    let mut stack = vec![(ground, false)];
    while let Some((b, done)) = stack.pop() {
        if !done {
            stack.push((b, true));
            for &c in children[b].iter().rev() {
                stack.push((c, false));
            }
            continue;
        }
        order.extend(waiting[b].iter().map(|&e| blocks + e));
        if b != ground {
            order.push(b);
            if let Some((_, Some(e))) = parent[b] {
                order.push(blocks + e);
            }
        }
    }
    order.extend((0..blocks).filter(|&b| widths[b] == 0));
    (order, in_tree)
}
