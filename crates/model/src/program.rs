//! Expressions that are evaluated during a run: scalars in one shared array, children before parents.
//!
//! Truth values are 1 and 0. Comparisons, tables and steps that depend on time alone read [`Node::SwitchTime`], the
//! middle of the current step, so that within one step they cannot change: their moments are scheduled as step ends.

use crate::model::{Level, Probe};

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

/// Functions of one argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the functions of the same names")]
pub enum UnaryFn {
    Neg,
    Not,
    Abs,
    Sign,
    Sqrt,
    Exp,
    Log,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Floor,
    Ceil,
}

/// Functions of two arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the functions of the same names")]
pub enum BinaryFn {
    Add,
    Sub,
    Mul,
    Div,
    Pow,
    Min,
    Max,
    Atan2,
    Mod,
    Less,
    LessEqual,
    Equal,
    And,
    Or,
}

/// A function given by points: pieces between knots, constant beyond the ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// strictly rising
    pub knots: Vec<f64>,
    /// per piece, value = c0 + c1 s + c2 s² + c3 s³ with s = x − knot; one piece fewer than knots
    pub pieces: Vec<[f64; 4]>,
    /// value beyond the last knot
    pub end: f64,
}

/// How a table is drawn through its points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolation {
    /// straight lines (`table`)
    Linear,
    /// natural cubic spline, twice differentiable (`spline`)
    Cubic,
}

impl Table {
    /// Through the points; None unless there are at least two, finite, with strictly rising x.
    #[must_use]
    pub fn through(points: &[[f64; 2]], interpolation: Interpolation) -> Option<Self> {
        let n = points.len();
        if n < 2 || points.iter().flatten().any(|v| !v.is_finite()) || points.windows(2).any(|w| w[0][0] >= w[1][0]) {
            return None;
        }
        let second = match interpolation {
            Interpolation::Linear => vec![0.0; n],
            Interpolation::Cubic => natural_second_derivatives(points),
        };
        let pieces = (0..n - 1)
            .map(|i| {
                let h = points[i + 1][0] - points[i][0];
                let slope = (points[i + 1][1] - points[i][1]) / h;
                [
                    points[i][1],
                    slope - h * (2.0 * second[i] + second[i + 1]) / 6.0,
                    second[i] / 2.0,
                    (second[i + 1] - second[i]) / (6.0 * h),
                ]
            })
            .collect();
        Some(Self { knots: points.iter().map(|p| p[0]).collect(), pieces, end: points[n - 1][1] })
    }

    /// The value at `x`.
    #[must_use]
    pub fn value(&self, x: f64) -> f64 {
        let (c, origin) = self.piece(x);
        let s = x - origin;
        c[0] + s * (c[1] + s * (c[2] + s * c[3]))
    }

    /// Polynomial coefficients and origin of the piece that holds `x`; constants outside.
    fn piece(&self, x: f64) -> ([f64; 4], f64) {
        let last = self.knots.len() - 1;
        if x < self.knots[0] {
            return ([self.pieces[0][0], 0.0, 0.0, 0.0], self.knots[0]);
        }
        if x >= self.knots[last] {
            return ([self.end, 0.0, 0.0, 0.0], self.knots[last]);
        }
        let i = self.knots.partition_point(|k| *k <= x) - 1;
        (self.pieces[i], self.knots[i])
    }
}

/// Second derivatives at the points of the natural cubic spline (zero at both ends): a tridiagonal solve.
fn natural_second_derivatives(points: &[[f64; 2]]) -> Vec<f64> {
    let n = points.len();
    let mut second = vec![0.0; n];
    let mut above = vec![0.0; n];
    for i in 1..n - 1 {
        let (h0, h1) = (points[i][0] - points[i - 1][0], points[i + 1][0] - points[i][0]);
        let bend = (points[i + 1][1] - points[i][1]) / h1 - (points[i][1] - points[i - 1][1]) / h0;
        let pivot = 2.0 * (h0 + h1) - h0 * above[i - 1];
        above[i] = h1 / pivot;
        second[i] = (6.0 * bend - h0 * second[i - 1]) / pivot;
    }
    for i in (1..n - 1).rev() {
        second[i] -= above[i] * second[i + 1];
    }
    second
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
        let order: Vec<NodeId> = (0..self.nodes.len()).filter(|&i| needed[i]).collect();
        let probes = order.iter().filter_map(|&i| if let Node::Probe(p) = self.nodes[i] { Some(p) } else { None });
        Tape { probes: probes.collect(), order }
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

/// A value with its first and second derivative along a curve.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Jet {
    /// f
    pub value: f64,
    /// f′
    pub first: f64,
    /// f″
    pub second: f64,
}

impl Jet {
    /// Does not change.
    #[must_use]
    pub const fn constant(value: f64) -> Self {
        Self { value, first: 0.0, second: 0.0 }
    }

    /// f(self) given f, f′, f″ there.
    #[must_use]
    pub fn chain(self, f: f64, d1: f64, d2: f64) -> Self {
        Self { value: f, first: d1 * self.first, second: d1 * self.second + d2 * self.first * self.first }
    }

    fn times(self, o: Self) -> Self {
        Self {
            value: self.value * o.value,
            first: self.first * o.value + self.value * o.first,
            second: self.second * o.value + 2.0 * self.first * o.first + self.value * o.second,
        }
    }

    fn plus(self, o: Self) -> Self {
        Self { value: self.value + o.value, first: self.first + o.first, second: self.second + o.second }
    }

    fn scaled(self, k: f64) -> Self {
        Self { value: self.value * k, first: self.first * k, second: self.second * k }
    }
}

impl UnaryFn {
    /// f(a); outside its domain NaN.
    #[must_use]
    pub fn value(self, a: f64) -> f64 {
        match self {
            Self::Neg => -a,
            Self::Not => f64::from(u8::from(a == 0.0)),
            Self::Abs => a.abs(),
            Self::Sign => {
                if a > 0.0 {
                    1.0
                } else if a < 0.0 {
                    -1.0
                } else {
                    0.0
                }
            }
            Self::Sqrt => a.sqrt(),
            Self::Exp => libm::exp(a),
            Self::Log => libm::log(a),
            Self::Sin => libm::sin(a),
            Self::Cos => libm::cos(a),
            Self::Tan => libm::tan(a),
            Self::Asin => libm::asin(a),
            Self::Acos => libm::acos(a),
            Self::Atan => libm::atan(a),
            Self::Sinh => libm::sinh(a),
            Self::Cosh => libm::cosh(a),
            Self::Tanh => libm::tanh(a),
            Self::Floor => a.floor(),
            Self::Ceil => a.ceil(),
        }
    }

    fn jet(self, a: Jet) -> Jet {
        let x = a.value;
        let f = self.value(x);
        match self {
            Self::Neg => a.scaled(-1.0),
            Self::Not | Self::Sign | Self::Floor | Self::Ceil => Jet::constant(f),
            Self::Abs => a.scaled(if x < 0.0 { -1.0 } else { 1.0 }),
            Self::Sqrt => a.chain(f, 0.5 / f, -0.25 / (f * x)),
            Self::Exp => a.chain(f, f, f),
            Self::Log => a.chain(f, 1.0 / x, -1.0 / (x * x)),
            Self::Sin => a.chain(f, libm::cos(x), -f),
            Self::Cos => a.chain(f, -libm::sin(x), -f),
            Self::Tan => a.chain(f, 1.0 + f * f, 2.0 * f * (1.0 + f * f)),
            Self::Asin => {
                let u = 1.0 - x * x;
                a.chain(f, 1.0 / u.sqrt(), x / (u * u.sqrt()))
            }
            Self::Acos => {
                let u = 1.0 - x * x;
                a.chain(f, -1.0 / u.sqrt(), -x / (u * u.sqrt()))
            }
            Self::Atan => {
                let u = 1.0 + x * x;
                a.chain(f, 1.0 / u, -2.0 * x / (u * u))
            }
            Self::Sinh => a.chain(f, libm::cosh(x), f),
            Self::Cosh => a.chain(f, libm::sinh(x), f),
            Self::Tanh => a.chain(f, 1.0 - f * f, -2.0 * f * (1.0 - f * f)),
        }
    }
}

impl BinaryFn {
    /// f(a, b); outside its domain NaN or infinite.
    #[must_use]
    pub fn value(self, a: f64, b: f64) -> f64 {
        let truth = |x: bool| f64::from(u8::from(x));
        match self {
            Self::Add => a + b,
            Self::Sub => a - b,
            Self::Mul => a * b,
            Self::Div => a / b,
            Self::Pow => power(a, b),
            Self::Min => {
                if a <= b {
                    a
                } else {
                    b
                }
            }
            Self::Max => {
                if a >= b {
                    a
                } else {
                    b
                }
            }
            Self::Atan2 => libm::atan2(a, b),
            Self::Mod => a - b * (a / b).floor(),
            Self::Less => truth(a < b),
            Self::LessEqual => truth(a <= b),
            Self::Equal => truth(a == b),
            Self::And => truth(a != 0.0 && b != 0.0),
            Self::Or => truth(a != 0.0 || b != 0.0),
        }
    }

    fn jet(self, a: Jet, b: Jet) -> Jet {
        match self {
            Self::Add => a.plus(b),
            Self::Sub => a.plus(b.scaled(-1.0)),
            Self::Mul => a.times(b),
            Self::Div => {
                let i = 1.0 / b.value;
                // the value as the plain evaluation rounds it
                Jet { value: a.value / b.value, ..a.times(b.chain(i, -i * i, 2.0 * i * i * i)) }
            }
            Self::Pow if b.first == 0.0 && b.second == 0.0 => {
                let (x, n) = (a.value, b.value);
                let slope = if n == 0.0 { 0.0 } else { n * power(x, n - 1.0) };
                let bend = if n == 0.0 || n == 1.0 { 0.0 } else { n * (n - 1.0) * power(x, n - 2.0) };
                a.chain(power(x, n), slope, bend)
            }
            // a^b = exp(b log a)
            Self::Pow => UnaryFn::Exp.jet(b.times(UnaryFn::Log.jet(a))),
            Self::Min => {
                if a.value <= b.value {
                    a
                } else {
                    b
                }
            }
            Self::Max => {
                if a.value >= b.value {
                    a
                } else {
                    b
                }
            }
            Self::Atan2 => {
                // d atan2(y, x) = (x dy − y dx) / (x² + y²)
                let (y, x) = (a, b);
                let r = x.times(x).plus(y.times(y));
                let top = Jet {
                    value: x.value * y.first - y.value * x.first,
                    first: x.value * y.second - y.value * x.second,
                    second: 0.0,
                };
                let first = top.value / r.value;
                Jet { value: libm::atan2(y.value, x.value), first, second: (top.first - first * r.first) / r.value }
            }
            Self::Mod => a.plus(b.scaled(-(a.value / b.value).floor())),
            Self::Less | Self::LessEqual | Self::Equal | Self::And | Self::Or => {
                Jet::constant(self.value(a.value, b.value))
            }
        }
    }
}

/// Small whole powers by multiplication (exact sign, no log), the rest by libm.
fn power(a: f64, b: f64) -> f64 {
    if b == b.trunc() && b.abs() <= 16.0 {
        let mut result = 1.0;
        let mut n = b.abs();
        while n > 0.0 {
            result *= a;
            n -= 1.0;
        }
        return if b < 0.0 { 1.0 / result } else { result };
    }
    libm::pow(a, b)
}

#[cfg(test)]
mod tests {
    use super::*;

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
