//! Expressions that are evaluated during a run: scalars in one shared array, children before parents.
//!
//! Truth values are 1 and 0. Comparisons, tables and steps that depend on time alone read [`Node::SwitchTime`], the
//! middle of the current step, so that within one step they cannot change: their moments are scheduled as step ends.

use crate::functions::{BinaryFn, Jet, UnaryFn};
use crate::probe::{Level, Probe};
use crate::table::Table;

/// Index into [`Programs::nodes`].
pub type NodeId = usize;

/// One operation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Node {
    /// a number, SI
    Constant(f64),
    /// t, s
    Time,
    /// middle of the current step, s: the side of every time switch
    SwitchTime,
    /// index into [`Programs::probes`]
    Probe(usize),
    /// f(a)
    Unary(UnaryFn, NodeId),
    /// f(a, b)
    Binary(BinaryFn, NodeId, NodeId),
    /// condition ≠ 0 ? then : otherwise
    Select {
        /// truth value
        condition: NodeId,
        /// if so
        then: NodeId,
        /// if not
        otherwise: NodeId,
    },
    /// piecewise polynomial `table` at `x`, the piece chosen by `piece` (x itself, or x at the switch time)
    Table {
        /// index into [`Programs::tables`]
        table: usize,
        /// argument
        x: NodeId,
        /// argument that chooses the piece
        piece: NodeId,
    },
}

/// All expressions of a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Programs {
    /// children before parents
    pub nodes: Vec<Node>,
    /// what [`Node::Probe`] reads
    pub probes: Vec<Probe>,
    /// what [`Node::Table`] reads
    pub tables: Vec<Table>,
    /// what [`Probe::Before`] reads: nodes whose values just before an event are kept
    pub before: Vec<NodeId>,
}

impl Programs {
    /// Adds a node, whose children must be there already, and returns its id; equal nodes are shared.
    pub fn push(&mut self, node: Node) -> NodeId {
        // sharing keeps common subexpressions single; only the recent past is searched so that building stays linear
        let start = self.nodes.len().saturating_sub(64);
        if let Some(found) = self.nodes[start..].iter().position(|n| *n == node) {
            return start + found;
        }
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// A number.
    pub fn constant(&mut self, value: f64) -> NodeId {
        self.push(Node::Constant(value))
    }

    /// A measured quantity.
    pub fn probe(&mut self, probe: Probe) -> NodeId {
        let index = self.probes.iter().position(|p| *p == probe).unwrap_or_else(|| {
            self.probes.push(probe);
            self.probes.len() - 1
        });
        self.push(Node::Probe(index))
    }

    /// How many inputs from outside are read, those that are skipped counted.
    #[must_use]
    pub fn inputs(&self) -> usize {
        let slots =
            self.probes.iter().filter_map(|p| if let Probe::Input { slot } = p { Some(slot + 1) } else { None });
        slots.max().unwrap_or(0)
    }

    /// What a node depends on.
    #[must_use]
    pub fn level(&self, id: NodeId) -> Level {
        // over the tape, not by recursion: shared subexpressions would be visited again and again
        let of = |&n: &NodeId| match self.nodes[n] {
            Node::Time | Node::SwitchTime => Level::Time,
            Node::Probe(p) => self.probes[p].level(),
            _ => Level::Constant,
        };
        self.tape(&[id]).order.iter().map(of).max().unwrap_or(Level::Constant)
    }

    fn children(&self, id: NodeId) -> [Option<NodeId>; 3] {
        match self.nodes[id] {
            Node::Constant(_) | Node::Time | Node::SwitchTime | Node::Probe(_) => [None; 3],
            Node::Unary(_, a) => [Some(a), None, None],
            Node::Binary(_, a, b) => [Some(a), Some(b), None],
            Node::Select { condition, then, otherwise } => [Some(condition), Some(then), Some(otherwise)],
            Node::Table { x, piece, .. } => [Some(x), Some(piece), None],
        }
    }

    /// The order in which to evaluate what `roots` need.
    #[must_use]
    pub fn tape(&self, roots: &[NodeId]) -> Tape {
        let order = self.few_needed(roots).unwrap_or_else(|| self.needed(roots));
        let probes = order.iter().filter_map(|&i| if let Node::Probe(p) = self.nodes[i] { Some(p) } else { None });
        Tape { probes: probes.collect(), order }
    }

    /// What `roots` need, in order, by looking at all nodes.
    fn needed(&self, roots: &[NodeId]) -> Vec<NodeId> {
        let mut needed = vec![false; self.nodes.len()];
        for &r in roots {
            needed[r] = true;
        }
        for id in (0..self.nodes.len()).rev() {
            if needed[id] {
                for child in self.children(id).into_iter().flatten() {
                    needed[child] = true;
                }
            }
        }
        (0..self.nodes.len()).filter(|&i| needed[i]).collect()
    }

    /// The same by looking at no more than what is needed; None where that is no small part of all nodes. Scenes with many
    /// windows ask for a tape of each.
    fn few_needed(&self, roots: &[NodeId]) -> Option<Vec<NodeId>> {
        let most = self.nodes.len() / 64;
        let mut open = roots.to_vec();
        let mut seen = std::collections::BTreeSet::new();
        while let Some(id) = open.pop() {
            if seen.insert(id) {
                open.extend(self.children(id).into_iter().flatten());
                if seen.len() > most {
                    return None;
                }
            }
        }
        Some(seen.into_iter().collect())
    }

    /// Evaluates a tape into `values` (one slot a node); `probe(p)` gives the value of `probes[p]`.
    pub fn evaluate(
        &self,
        tape: &Tape,
        time: f64,
        switch_time: f64,
        mut probe: impl FnMut(usize) -> f64,
        values: &mut [f64],
    ) {
        for &id in &tape.order {
            values[id] = match self.nodes[id] {
                Node::Constant(c) => c,
                Node::Time => time,
                Node::SwitchTime => switch_time,
                Node::Probe(p) => probe(p),
                Node::Unary(f, a) => f.value(values[a]),
                Node::Binary(f, a, b) => f.value(values[a], values[b]),
                Node::Select { condition, then, otherwise } => {
                    if values[condition] == 0.0 {
                        values[otherwise]
                    } else {
                        values[then]
                    }
                }
                Node::Table { table, x, piece } => {
                    let (c, origin) = self.tables[table].piece(values[piece]);
                    let s = values[x] - origin;
                    c[0] + s * (c[1] + s * (c[2] + s * c[3]))
                }
            };
        }
    }

    /// Evaluates a tape along a curve: each probe and the time given with first and second derivative.
    pub fn evaluate_jets(
        &self,
        tape: &Tape,
        time: Jet,
        switch_time: f64,
        mut probe: impl FnMut(usize) -> Jet,
        values: &mut [Jet],
    ) {
        for &id in &tape.order {
            values[id] = match self.nodes[id] {
                Node::Constant(c) => Jet::constant(c),
                Node::Time => time,
                Node::SwitchTime => Jet::constant(switch_time),
                Node::Probe(p) => probe(p),
                Node::Unary(f, a) => f.jet(values[a]),
                Node::Binary(f, a, b) => f.jet(values[a], values[b]),
                Node::Select { condition, then, otherwise } => {
                    if values[condition].value == 0.0 {
                        values[otherwise]
                    } else {
                        values[then]
                    }
                }
                Node::Table { table, x, piece } => {
                    let (c, origin) = self.tables[table].piece(values[piece].value);
                    let s = values[x].value - origin;
                    values[x].chain(
                        c[0] + s * (c[1] + s * (c[2] + s * c[3])),
                        c[1] + s * (2.0 * c[2] + 3.0 * s * c[3]),
                        2.0 * c[2] + 6.0 * s * c[3],
                    )
                }
            };
        }
    }
}

/// An evaluation order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tape {
    /// nodes, children first
    pub order: Vec<NodeId>,
    /// probes it reads
    pub probes: Vec<usize>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Interpolation;

    #[test]
    fn tapes_of_few_nodes_are_what_all_nodes_give() {
        // sums of pairs, each of two numbers of its own, and one over all of them
        let mut p = Programs::default();
        let mut pairs = Vec::new();
        for i in 0..100_000 {
            let (a, b) = (p.push(Node::Constant(f64::from(i))), p.push(Node::Constant(f64::from(-i) - 0.5)));
            pairs.push(p.push(Node::Binary(BinaryFn::Add, a, b)));
        }
        let all = pairs.iter().skip(1).fold(pairs[0], |sum, &pair| p.push(Node::Binary(BinaryFn::Add, sum, pair)));
        // one by one: to look at all nodes for each would be 4·10¹⁰ looks
        assert!(pairs.iter().all(|&pair| p.tape(&[pair]).order.len() == 3));
        for roots in [&pairs[7..9], &[all], &[pairs[3], pairs[3], 0]] {
            assert_eq!(p.tape(roots).order, p.needed(roots));
        }
    }

    #[test]
    fn jets_match_finite_differences() {
        // f along x(s) = 0.7 + 0.3 s − 0.2 s², y(s) = 1.3 − 0.5 s + 0.1 s²
        let mut p = Programs::default();
        let x = p.push(Node::Time);
        let y = p.probe(Probe::Angle { body: 0, order: 0 });
        let mut roots = Vec::new();
        for f in [
            UnaryFn::Sqrt,
            UnaryFn::Exp,
            UnaryFn::Log,
            UnaryFn::Sin,
            UnaryFn::Cos,
            UnaryFn::Tan,
            UnaryFn::Asin,
            UnaryFn::Acos,
            UnaryFn::Atan,
            UnaryFn::Sinh,
            UnaryFn::Cosh,
            UnaryFn::Tanh,
            UnaryFn::Neg,
            UnaryFn::Abs,
        ] {
            roots.push(p.push(Node::Unary(f, x)));
        }
        for f in
            [BinaryFn::Add, BinaryFn::Sub, BinaryFn::Mul, BinaryFn::Div, BinaryFn::Pow, BinaryFn::Atan2, BinaryFn::Min]
        {
            roots.push(p.push(Node::Binary(f, x, y)));
        }
        let three = p.constant(3.0);
        roots.push(p.push(Node::Binary(BinaryFn::Pow, x, three)));
        p.tables
            .push(Table::through(&[[0.0, 1.0], [0.5, 2.0], [1.0, -1.0], [2.0, 0.5]], Interpolation::Cubic).unwrap());
        roots.push(p.push(Node::Table { table: 0, x, piece: x }));
        let tape = p.tape(&roots);
        let at = |s: f64| {
            let mut v = vec![0.0; p.nodes.len()];
            p.evaluate(&tape, 0.7 + 0.3 * s - 0.2 * s * s, 0.0, |_| 1.3 - 0.5 * s + 0.1 * s * s, &mut v);
            v
        };
        let mut jets = vec![Jet::default(); p.nodes.len()];
        let (tx, ty) = (Jet { value: 0.7, first: 0.3, second: -0.4 }, Jet { value: 1.3, first: -0.5, second: 0.2 });
        p.evaluate_jets(&tape, tx, 0.0, |_| ty, &mut jets);
        let h = 1e-4;
        let (m, o, q) = (at(-h), at(0.0), at(h));
        for &r in &roots {
            assert_eq!(jets[r].value, o[r]);
            assert!((jets[r].first - (q[r] - m[r]) / (2.0 * h)).abs() < 1e-6, "{:?}", p.nodes[r]);
            assert!((jets[r].second - (q[r] - 2.0 * o[r] + m[r]) / (h * h)).abs() < 1e-5, "{:?}", p.nodes[r]);
        }
    }

    #[test]
    fn tables_hit_their_points_and_hold_beyond_them() {
        let points = [[0.0, 1.0], [0.5, 2.0], [1.0, -1.0], [2.0, 0.5]];
        for kind in [Interpolation::Linear, Interpolation::Cubic] {
            let t = Table::through(&points, kind).unwrap();
            let at = |x: f64| {
                let (c, o) = t.piece(x);
                let s = x - o;
                c[0] + s * (c[1] + s * (c[2] + s * c[3]))
            };
            for [x, y] in points {
                assert!((at(x) - y).abs() < 1e-14);
            }
            assert_eq!((at(-5.0), at(9.0)), (1.0, 0.5));
        }
        assert!(Table::through(&[[0.0, 1.0], [0.0, 2.0]], Interpolation::Linear).is_none());
    }
}
