//! Where a density given by a function jumps or has a kink: lines along which parts are cut, and what has a kink along curves.
//!
//! Every node of a density is, over the box of a part, one of a few affine functions of the place, by pieces between lines:
//! |a| is a or −a beyond and before the line a = 0, `floor(a)` a whole number between lines a = k, a comparison 0 or 1. So
//! lists of such functions are carried through the expression, and every comparison of two adds the lines where they
//! are equal. A superset of lines does no harm. Functions carry their derivatives by time at a fixed place, twice, so that lines
//! say how they move. What is not affine anywhere has an empty list; if it has a kink there it is curved
//! and is watched by `intervals.rs` instead.

use mainspring_fields::{Bounds, Line};
use mainspring_model::{BinaryFn, Jet, Node, NodeId, Programs, Tape, UnaryFn};

/// c + x·ξ + y·η, with ξ and η relative to the part's origin; then its first and second derivative by time.
pub type Form = [[f64; 3]; 3];

/// Nothing, and one.
const NONE: Form = [[0.0; 3]; 3];
const ONE: Form = [[1.0, 0.0, 0.0], [0.0; 3], [0.0; 3]];

/// Most functions a node may be made of, and most lines; beyond that it counts as curved.
const MOST: usize = 256;

/// Whether a node jumps or has a kink somewhere, whatever it is applied to.
pub fn has_kink(node: &Node) -> bool {
    match node {
        Node::Unary(f, _) => matches!(f, UnaryFn::Abs | UnaryFn::Sign | UnaryFn::Floor | UnaryFn::Ceil),
        Node::Binary(f, ..) => {
            use BinaryFn::{Atan2, Less, LessEqual, Max, Min, Mod};
            matches!(f, Atan2 | Less | LessEqual | Max | Min | Mod)
        }
        Node::Table { .. } => true,
        _ => false,
    }
}

/// What was found of a density; buffers are kept.
#[derive(Default)]
pub struct Creases {
    /// along which it jumps or has a kink, relative to the part's origin
    pub lines: Vec<Line>,
    /// what is nothing along each
    pub zeros: Vec<Form>,
    /// there were too many to follow
    pub crowded: bool,
    /// nodes that may jump or bend elsewhere
    pub curved: Vec<NodeId>,
    /// per node
    forms: Vec<Vec<Form>>,
    /// the node looked at is smooth between lines, though not affine
    smooth: bool,
}

/// What has a kink: equal to nothing at `zero`, or at all multiples.
enum Bend {
    Zero(Form),
    Steps(Form, [f64; 3]),
}

impl Creases {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.lines.clear();
        self.zeros.clear();
        self.curved.clear();
        self.crowded = false;
    }

    /// Adds those of a tape, over a box about the part's origin, from the times and probes there: `leaf` gives their values
    /// and derivatives by time.
    pub fn add(&mut self, programs: &Programs, tape: &Tape, leaf: impl Fn(NodeId) -> Jet, bounds: &Bounds) {
        self.forms.resize_with(self.forms.len().max(programs.nodes.len()), Vec::new);
        for &id in &tape.order {
            let mut out = std::mem::take(&mut self.forms[id]);
            out.clear();
            self.smooth = false;
            if !self.node(programs, id, &leaf, bounds, &mut out) {
                self.crowded |= out.len() > MOST;
                out.clear();
                if has_kink(&programs.nodes[id]) && !self.smooth {
                    self.curved.push(id);
                }
            }
            self.forms[id] = out;
        }
    }

    /// Whether a node is affine by pieces, and of which functions.
    fn node(
        &mut self,
        programs: &Programs,
        id: NodeId,
        leaf: &impl Fn(NodeId) -> Jet,
        bounds: &Bounds,
        out: &mut Vec<Form>,
    ) -> bool {
        use mainspring_model::Probe::{FieldX, FieldY};
        match programs.nodes[id] {
            Node::Constant(_) | Node::Time | Node::SwitchTime => put(out, same(leaf(id))),
            Node::Probe(p) => {
                let mut form = same(leaf(id));
                match programs.probes[p] {
                    FieldX => form[0][1] = 1.0,
                    FieldY => form[0][2] = 1.0,
                    _ => {}
                }
                put(out, form)
            }
            Node::Unary(f, a) => {
                let from = std::mem::take(&mut self.forms[a]);
                let fits = !from.is_empty() && from.iter().all(|form| self.unary(f, *form, bounds, out));
                self.forms[a] = from;
                fits
            }
            Node::Binary(BinaryFn::Atan2, a, _) if !self.forms[a].is_empty() => {
                // its branch cut
                let from = std::mem::take(&mut self.forms[a]);
                self.smooth = from.iter().all(|form| self.line(Bend::Zero(*form), bounds));
                self.forms[a] = from;
                false
            }
            Node::Binary(f, a, b) => {
                // both may be one node
                let right = std::mem::take(&mut self.forms[b]);
                let left = if a == b { Vec::new() } else { std::mem::take(&mut self.forms[a]) };
                let first = if a == b { &right } else { &left };
                let few = !first.is_empty() && !right.is_empty() && first.len() * right.len() <= MOST * MOST;
                self.crowded |= first.len() * right.len() > MOST * MOST;
                let fits = few && first.iter().all(|x| right.iter().all(|y| self.binary(f, *x, *y, bounds, out)));
                if a != b {
                    self.forms[a] = left;
                }
                self.forms[b] = right;
                fits
            }
            Node::Select { condition, then, otherwise } => {
                let holds = |form: &Form| !level(form) || form[0][0] != 0.0;
                let fails = |form: &Form| !level(form) || form[0][0] == 0.0;
                let chosen = &self.forms[condition];
                let (yes, no) = (chosen.iter().any(holds), chosen.iter().any(fails));
                let side = |on: bool, list: &[Form], out: &mut Vec<Form>| {
                    !on || (!list.is_empty() && list.iter().all(|form| put(out, *form)))
                };
                !chosen.is_empty() && side(yes, &self.forms[then], out) && side(no, &self.forms[otherwise], out)
            }
            Node::Table { table, x, .. } => {
                let (table, from) = (&programs.tables[table], std::mem::take(&mut self.forms[x]));
                let has_kink = |creases: &mut Self, form: &Form| {
                    let at = |knot: &f64| Bend::Zero(less(form, &same(Jet::constant(*knot))));
                    table.knots.iter().all(|knot| creases.line(at(knot), bounds))
                };
                self.smooth = !from.is_empty() && from.iter().all(|form| has_kink(self, form));
                let fits = self.smooth && from.iter().all(|form| pieces_of(table, *form, bounds, out));
                self.forms[x] = from;
                fits
            }
        }
    }

    fn unary(&mut self, f: UnaryFn, a: Form, bounds: &Bounds, out: &mut Vec<Form>) -> bool {
        if level(&a) {
            // what stands still stays so where slopes have no end
            let along = if still(&a) { Jet::default() } else { f.jet(jet(&a)) };
            return put(out, same(Jet { value: f.value(a[0][0]), ..along }));
        }
        let [low, high] = range(&a, bounds);
        match f {
            UnaryFn::Neg => put(out, signed(&a, -1.0)),
            UnaryFn::Not => put(out, NONE) && put(out, ONE),
            UnaryFn::Abs | UnaryFn::Sign => {
                let side = |sign: f64| signed(if f == UnaryFn::Abs { &a } else { &ONE }, sign);
                (high <= 0.0 || put(out, side(1.0)))
                    && (low >= 0.0 || put(out, side(-1.0)))
                    && self.line(Bend::Zero(a), bounds)
            }
            UnaryFn::Floor | UnaryFn::Ceil => {
                let mut k = f.value(low);
                let end = f.value(high);
                if !self.few(k, end) {
                    return false;
                }
                while k <= end {
                    if !put(out, same(Jet::constant(k))) {
                        return false;
                    }
                    k += 1.0;
                }
                self.line(Bend::Steps(a, [1.0, 0.0, 0.0]), bounds)
            }
            _ => false,
        }
    }

    fn binary(&mut self, f: BinaryFn, a: Form, b: Form, bounds: &Bounds, out: &mut Vec<Form>) -> bool {
        if level(&a) && level(&b) {
            let along = if still(&a) && still(&b) { Jet::default() } else { f.jet(jet(&a), jet(&b)) };
            return put(out, same(Jet { value: f.value(a[0][0], b[0][0]), ..along }));
        }
        let less = less(&a, &b);
        let [low, high] = range(&less, bounds);
        match f {
            BinaryFn::Add => put(out, [0, 1, 2].map(|d| [0, 1, 2].map(|i| a[d][i] + b[d][i]))),
            BinaryFn::Sub => put(out, less),
            BinaryFn::Mul if level(&a) => put(out, times(&b, jet(&a))),
            BinaryFn::Mul if level(&b) => put(out, times(&a, jet(&b))),
            BinaryFn::Div if level(&b) => put(out, over(&a, jet(&b))),
            BinaryFn::Min | BinaryFn::Max => {
                let (lower, upper) = if f == BinaryFn::Min { (a, b) } else { (b, a) };
                (low >= 0.0 || put(out, lower))
                    && (high <= 0.0 || put(out, upper))
                    && self.line(Bend::Zero(less), bounds)
            }
            BinaryFn::Less | BinaryFn::LessEqual => {
                (low >= 0.0 || put(out, ONE)) && (high <= 0.0 || put(out, NONE)) && self.line(Bend::Zero(less), bounds)
            }
            // along a line at most
            BinaryFn::Equal => put(out, NONE),
            BinaryFn::And | BinaryFn::Or => put(out, NONE) && put(out, ONE),
            BinaryFn::Mod if level(&b) => {
                let step = [b[0][0], b[1][0], b[2][0]];
                let [low, high] = range(&[a[0].map(|c| c / step[0]), a[1], a[2]], bounds);
                let (mut k, end) = (low.floor(), high.floor());
                if !self.few(k, end) {
                    return false;
                }
                while k <= end {
                    if !put(out, beyond(&a, k, &step)) {
                        return false;
                    }
                    k += 1.0;
                }
                self.line(Bend::Steps(a, step), bounds)
            }
            _ => false,
        }
    }

    /// Notes where something is nothing, or a multiple of a step, within the box; false if there are too many.
    fn line(&mut self, bend: Bend, bounds: &Bounds) -> bool {
        let (form, step) = match bend {
            Bend::Zero(form) => (form, None),
            Bend::Steps(form, step) => (form, Some(signed_step(step))),
        };
        if level(&form) {
            return true;
        }
        let [low, high] = range(&form, bounds);
        let mut add = |k: f64, step: &[f64; 3]| {
            let line = Line { normal: [form[0][1], form[0][2]], offset: k * step[0] - form[0][0] };
            let zero = beyond(&form, k, step);
            let known =
                |(l, z): (&Line, &Form)| *l == line && alike(&[NONE[0], z[1], z[2]], &[NONE[0], zero[1], zero[2]]);
            if !self.lines.iter().zip(&self.zeros).any(known) {
                self.lines.push(line);
                self.zeros.push(zero);
            }
            self.crowded |= self.lines.len() > MOST;
            self.lines.len() <= MOST
        };
        match step {
            None => !(low < 0.0 && high > 0.0) || add(0.0, &[0.0; 3]),
            Some(step) => {
                let (mut k, end) = ((low / step[0]).ceil(), (high / step[0]).floor());
                if !few(k, end) {
                    self.crowded = true;
                    return false;
                }
                while k <= end {
                    if !add(k, &step) {
                        return false;
                    }
                    k += 1.0;
                }
                true
            }
        }
    }

    /// Whether whole numbers from one to the other are few.
    fn few(&mut self, from: f64, to: f64) -> bool {
        self.crowded |= !few(from, to);
        few(from, to)
    }
}

/// The pieces of a table that a function meets; false if one is not straight.
fn pieces_of(table: &mainspring_model::Table, x: Form, bounds: &Bounds, out: &mut Vec<Form>) -> bool {
    if level(&x) {
        return put(out, same(Jet::constant(table.value(x[0][0]))));
    }
    let [low, high] = range(&x, bounds);
    let met = |from: f64, to: f64| low <= to && from <= high;
    let (first, last) = (table.knots[0], table.knots[table.knots.len() - 1]);
    (!met(f64::NEG_INFINITY, first) || put(out, same(Jet::constant(table.value(first)))))
        && (!met(last, f64::INFINITY) || put(out, same(Jet::constant(table.end))))
        && table.pieces.iter().zip(table.knots.windows(2)).filter(|(_, k)| met(k[0], k[1])).all(|(c, k)| {
            let straight = c[2] == 0.0 && c[3] == 0.0;
            let mut piece = x.map(|d| d.map(|e| c[1] * e));
            piece[0][0] = c[0] + c[1] * (x[0][0] - k[0]);
            straight && put(out, piece)
        })
}

/// Whether whole numbers from one to the other are few, and small enough to be counted; not if either is no number.
fn few(from: f64, to: f64) -> bool {
    to - from <= MOST as f64 && from.abs() < 1e15 && to.abs() < 1e15
}

/// The same everywhere.
fn level(form: &Form) -> bool {
    form[0][1] == 0.0 && form[0][2] == 0.0
}

/// Does not change with time.
fn still(form: &Form) -> bool {
    form[1..] == NONE[1..]
}

/// A number that changes with time, as a function of the place.
fn same(x: Jet) -> Form {
    [[x.value, 0.0, 0.0], [x.first, 0.0, 0.0], [x.second, 0.0, 0.0]]
}

/// The other way round, of what is level.
fn jet(form: &Form) -> Jet {
    Jet { value: form[0][0], first: form[1][0], second: form[2][0] }
}

fn signed(form: &Form, sign: f64) -> Form {
    form.map(|d| d.map(|c| sign * c))
}

fn less(a: &Form, b: &Form) -> Form {
    [0, 1, 2].map(|d| [0, 1, 2].map(|i| a[d][i] - b[d][i]))
}

/// (s a)′ = s a′ + s′ a, and so on.
fn times(a: &Form, s: Jet) -> Form {
    [
        a[0].map(|c| s.value * c),
        [0, 1, 2].map(|i| s.value * a[1][i] + s.first * a[0][i]),
        [0, 1, 2].map(|i| s.value * a[2][i] + 2.0 * s.first * a[1][i] + s.second * a[0][i]),
    ]
}

/// q = a/s: q′ = (a′ − s′ q)/s, and so on.
fn over(a: &Form, s: Jet) -> Form {
    let q = a[0].map(|c| c / s.value);
    let first = [0, 1, 2].map(|i| (a[1][i] - s.first * q[i]) / s.value);
    [q, first, [0, 1, 2].map(|i| (a[2][i] - 2.0 * s.first * first[i] - s.second * q[i]) / s.value)]
}

/// What is left after k steps.
fn beyond(a: &Form, k: f64, step: &[f64; 3]) -> Form {
    [0, 1, 2].map(|d| [a[d][0] - k * step[d], a[d][1], a[d][2]])
}

/// A step, positive.
fn signed_step(step: [f64; 3]) -> [f64; 3] {
    if step[0] < 0.0 { step.map(|s| -s) } else { step }
}

/// Least and largest value over a box.
fn range(form: &Form, bounds: &Bounds) -> [f64; 2] {
    let mut out = [form[0][0]; 2];
    for i in 0..2 {
        let (p, q) = (form[0][i + 1] * bounds.low[i], form[0][i + 1] * bounds.high[i]);
        out = [out[0] + p.min(q), out[1] + p.max(q)];
    }
    out
}

/// Adds a function to a list, once; false if that is too long.
fn put(out: &mut Vec<Form>, form: Form) -> bool {
    if !out.iter().any(|other| alike(other, &form)) {
        out.push(form);
    }
    out.len() <= MOST
}

/// The same to the bit: what is not a number equals nothing else, itself included.
fn alike(a: &Form, b: &Form) -> bool {
    a.as_flattened().iter().zip(b.as_flattened()).all(|(a, b)| a.to_bits() == b.to_bits())
}
