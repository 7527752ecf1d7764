//! Elimination order and fill, computed once for a mechanism.

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
}

impl Pattern {
    /// `widths[b]` columns in block b (0 for what cannot move).
    #[must_use]
    pub fn new(widths: &[usize], elements: &[Element]) -> Self {
        let order = order(widths, elements);
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
        let pivots = order
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
                Pivot { node: n, size: size(n), at: diagonal[n], unknown: first[n], offs, updates }
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
        Self {
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

/// Elimination order of nodes (blocks, then elements): leaves of a spanning tree first.
fn order(widths: &[usize], elements: &[Element]) -> Vec<usize> {
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
    order
}
