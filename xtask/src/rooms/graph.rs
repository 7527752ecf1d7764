//! Circles in a directed graph: its strongly connected parts, a short way round, and few edges that open them.

use std::collections::{BTreeSet, VecDeque};

/// Nodes `0..n` and the nodes that each points to.
#[derive(Clone, Debug)]
pub struct Graph {
    pub next: Vec<BTreeSet<usize>>,
}

impl Graph {
    pub fn new(nodes: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut next = vec![BTreeSet::new(); nodes];
        edges.into_iter().for_each(|(from, to)| {
            next[from].insert(to);
        });
        Self { next }
    }

    /// Parts of two or more nodes, each of which can be reached from each other: by size, largest first.
    pub fn circles(&self) -> Vec<Vec<usize>> {
        let reach: Vec<BTreeSet<usize>> = (0..self.next.len()).map(|node| self.reached(node)).collect();
        let mut circles: Vec<Vec<usize>> = Vec::new();
        for node in 0..self.next.len() {
            let first = circles.iter().all(|c| !c.contains(&node));
            let part: Vec<usize> = reach[node].iter().copied().filter(|&other| reach[other].contains(&node)).collect();
            if first && part.len() > 1 {
                circles.push(part);
            }
        }
        circles.sort_by_key(|c| std::cmp::Reverse(c.len()));
        circles
    }

    /// What can be reached from a node in one edge or more.
    fn reached(&self, start: usize) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut open = vec![start];
        while let Some(node) = open.pop() {
            open.extend(self.next[node].iter().copied().filter(|&next| found.insert(next)));
        }
        found
    }

    /// The shortest way round inside of a circle: its nodes, the first not repeated.
    pub fn shortest_round(&self, circle: &[usize]) -> Vec<usize> {
        let rounds = circle.iter().filter_map(|&start| self.round(start, circle));
        rounds.min_by_key(Vec::len).unwrap_or_default()
    }

    fn round(&self, start: usize, circle: &[usize]) -> Option<Vec<usize>> {
        let mut from: Vec<Option<usize>> = vec![None; self.next.len()];
        let mut open = VecDeque::from([start]);
        while let Some(node) = open.pop_front() {
            for &next in self.next[node].iter().filter(|n| circle.contains(n)) {
                if next == start {
                    let mut way = vec![node];
                    while let Some(before) = from[*way.last()?].filter(|_| way.last() != Some(&start)) {
                        way.push(before);
                    }
                    way.reverse();
                    return Some(way);
                }
                if from[next].is_none() {
                    from[next] = Some(node);
                    open.push_back(next);
                }
            }
        }
        None
    }

    /// Edges of a circle without which it is none: few and light ones, by the greedy order of Eades, Lin and Smyth (1993).
    pub fn cut(&self, circle: &[usize], weight: impl Fn(usize, usize) -> usize) -> Vec<(usize, usize)> {
        let mut left: BTreeSet<usize> = circle.iter().copied().collect();
        let (mut front, mut back) = (Vec::new(), Vec::new());
        while !left.is_empty() {
            let out = |n: usize| self.next[n].iter().filter(|m| left.contains(m)).map(|&m| weight(n, m)).sum::<usize>();
            let into =
                |n: usize| left.iter().filter(|&&m| self.next[m].contains(&n)).map(|&m| weight(m, n)).sum::<usize>();
            let sink = left.iter().copied().find(|&n| out(n) == 0);
            let source = left.iter().copied().find(|&n| into(n) == 0);
            let node = match (sink, source) {
                (Some(sink), _) => {
                    back.push(sink);
                    sink
                }
                (None, source) => {
                    let heaviest = left.iter().copied().max_by_key(|&n| out(n) as i64 - into(n) as i64);
                    let Some(node) = source.or(heaviest) else { break };
                    front.push(node);
                    node
                }
            };
            left.remove(&node);
        }
        front.extend(back.into_iter().rev());
        let place = |n: usize| front.iter().position(|&m| m == n);
        let edges = circle.iter().flat_map(|&n| self.next[n].iter().map(move |&m| (n, m)));
        let inside: Vec<(usize, usize)> = edges.filter(|(_, m)| circle.contains(m)).collect();
        let mut cut: Vec<(usize, usize)> = inside.iter().copied().filter(|&(n, m)| place(m) < place(n)).collect();
        // what closes no circle may stay, heavy ones first
        let kept = inside.into_iter().filter(|edge| !cut.contains(edge));
        let mut rest = Self::new(self.next.len(), kept);
        let mut heavy = cut.clone();
        heavy.sort_by_key(|&(n, m)| std::cmp::Reverse(weight(n, m)));
        for (n, m) in heavy.into_iter().filter(|(n, m)| n != m) {
            if !rest.reached(m).contains(&n) {
                rest.next[n].insert(m);
                cut.retain(|&edge| edge != (n, m));
            }
        }
        cut
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circles_are_found_with_a_short_way_round_and_edges_to_cut() {
        let graph = Graph::new(6, [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 3), (4, 5), (1, 0)]);
        assert_eq!(graph.circles(), [vec![0, 1, 2], vec![3, 4]]);
        assert_eq!(graph.shortest_round(&[0, 1, 2]), [0, 1]);
        let cut = graph.cut(&[0, 1, 2], |_, _| 1);
        let left = Graph::new(6, [(0, 1), (1, 2), (2, 0), (1, 0)].into_iter().filter(|e| !cut.contains(e)));
        assert!(left.circles().is_empty() && cut.len() == 1, "{cut:?}");
    }

    #[test]
    fn a_graph_of_one_direction_has_none() {
        assert!(Graph::new(3, [(0, 1), (0, 2), (1, 2), (2, 2)]).circles().is_empty());
    }
}
