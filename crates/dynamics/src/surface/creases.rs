//! Where a density given by a function jumps or bends: lines along which parts are cut, and what bends along curves.
//!
//! Every node of a density is, over the box of a part, one of a few affine functions of the place, by pieces between lines:
//! |a| is a or −a beyond and before the line a = 0, `floor(a)` a whole number between lines a = k, a comparison 0 or 1. So
//! lists of such functions are carried through the expression, and every comparison of two adds the lines where they
//! are equal. A superset of lines does no harm. What is not affine anywhere has an empty list; if it bends there it is curved
//! and is watched by `intervals.rs` instead.

use mainspring_fields::{Bounds, Line};
use mainspring_model::{BinaryFn, Node, NodeId, Programs, Tape, UnaryFn};

/// c + x·ξ + y·η, with ξ and η relative to the part's origin.
type Form = [f64; 3];

/// Most functions a node may be made of, and most lines; beyond that it counts as curved.
const MOST: usize = 256;

/// Whether a node jumps or bends somewhere, whatever it is applied to.
pub(crate) fn bends(node: &Node) -> bool {
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
pub(crate) struct Creases {
    /// along which it jumps or bends, relative to the part's origin
    pub lines: Vec<Line>,
    /// nodes that may jump or bend elsewhere
    pub curved: Vec<NodeId>,
    /// per node
    forms: Vec<Vec<Form>>,
    /// the node looked at is smooth between lines, though not affine
    smooth: bool,
}

/// What bends: equal to nothing at `zero`, or at all multiples.
enum Bend {
    Zero(Form),
    Steps(Form, f64),
}

impl Creases {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.lines.clear();
        self.curved.clear();
    }

    /// Adds those of a tape whose nodes have the given values at the part's origin, over the part's box.
    pub fn add(&mut self, programs: &Programs, tape: &Tape, values: &[f64], bounds: &Bounds) {
        self.forms.resize_with(self.forms.len().max(programs.nodes.len()), Vec::new);
        for &id in &tape.order {
            let mut out = std::mem::take(&mut self.forms[id]);
            out.clear();
            self.smooth = false;
            if !self.node(programs, id, values[id], bounds, &mut out) {
                out.clear();
                if bends(&programs.nodes[id]) && !self.smooth {
                    self.curved.push(id);
                }
            }
            self.forms[id] = out;
        }
    }

    /// Whether a node is affine by pieces, and of which functions.
    fn node(&mut self, programs: &Programs, id: NodeId, value: f64, bounds: &Bounds, out: &mut Vec<Form>) -> bool {
        use mainspring_model::Probe::{FieldX, FieldY};
        match programs.nodes[id] {
            Node::Constant(_) | Node::Time | Node::SwitchTime => put(out, [value, 0.0, 0.0]),
            Node::Probe(p) => match programs.probes[p] {
                FieldX => put(out, [value, 1.0, 0.0]),
                FieldY => put(out, [value, 0.0, 1.0]),
                _ => put(out, [value, 0.0, 0.0]),
            },
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
                let fits = few && first.iter().all(|x| right.iter().all(|y| self.binary(f, *x, *y, bounds, out)));
                if a != b {
                    self.forms[a] = left;
                }
                self.forms[b] = right;
                fits
            }
            Node::Select { condition, then, otherwise } => {
                let holds = |form: &Form| !level(form) || form[0] != 0.0;
                let fails = |form: &Form| !level(form) || form[0] == 0.0;
                let chosen = &self.forms[condition];
                let (yes, no) = (chosen.iter().any(holds), chosen.iter().any(fails));
                let side = |on: bool, list: &[Form], out: &mut Vec<Form>| {
                    !on || (!list.is_empty() && list.iter().all(|form| put(out, *form)))
                };
                !chosen.is_empty() && side(yes, &self.forms[then], out) && side(no, &self.forms[otherwise], out)
            }
            Node::Table { table, x, .. } => {
                let (table, from) = (&programs.tables[table], std::mem::take(&mut self.forms[x]));
                let bends = |creases: &mut Self, form: &Form| {
                    let at = |knot: &f64| Bend::Zero([form[0] - knot, form[1], form[2]]);
                    table.knots.iter().all(|knot| creases.line(at(knot), bounds))
                };
                self.smooth = !from.is_empty() && from.iter().all(|form| bends(self, form));
                let fits = self.smooth && from.iter().all(|form| pieces_of(table, *form, bounds, out));
                self.forms[x] = from;
                fits
            }
        }
    }

    fn unary(&mut self, f: UnaryFn, a: Form, bounds: &Bounds, out: &mut Vec<Form>) -> bool {
        if level(&a) {
            return put(out, [f.value(a[0]), 0.0, 0.0]);
        }
        let [low, high] = range(&a, bounds);
        match f {
            UnaryFn::Neg => put(out, a.map(|c| -c)),
            UnaryFn::Not => put(out, [0.0; 3]) && put(out, [1.0, 0.0, 0.0]),
            UnaryFn::Abs | UnaryFn::Sign => {
                let side = |sign: f64| if f == UnaryFn::Abs { a.map(|c| sign * c) } else { [sign, 0.0, 0.0] };
                (high <= 0.0 || put(out, side(1.0)))
                    && (low >= 0.0 || put(out, side(-1.0)))
                    && self.line(Bend::Zero(a), bounds)
            }
            UnaryFn::Floor | UnaryFn::Ceil => {
                let mut k = f.value(low);
                let end = f.value(high);
                if !few(k, end) {
                    return false;
                }
                while k <= end {
                    if !put(out, [k, 0.0, 0.0]) {
                        return false;
                    }
                    k += 1.0;
                }
                self.line(Bend::Steps(a, 1.0), bounds)
            }
            _ => false,
        }
    }

    fn binary(&mut self, f: BinaryFn, a: Form, b: Form, bounds: &Bounds, out: &mut Vec<Form>) -> bool {
        if level(&a) && level(&b) {
            return put(out, [f.value(a[0], b[0]), 0.0, 0.0]);
        }
        let less = [0, 1, 2].map(|i| a[i] - b[i]);
        let [low, high] = range(&less, bounds);
        match f {
            BinaryFn::Add => put(out, [0, 1, 2].map(|i| a[i] + b[i])),
            BinaryFn::Sub => put(out, less),
            BinaryFn::Mul if level(&a) => put(out, b.map(|c| a[0] * c)),
            BinaryFn::Mul if level(&b) => put(out, a.map(|c| c * b[0])),
            BinaryFn::Div if level(&b) => put(out, a.map(|c| c / b[0])),
            BinaryFn::Min | BinaryFn::Max => {
                let (lower, upper) = if f == BinaryFn::Min { (a, b) } else { (b, a) };
                (low >= 0.0 || put(out, lower))
                    && (high <= 0.0 || put(out, upper))
                    && self.line(Bend::Zero(less), bounds)
            }
            BinaryFn::Less | BinaryFn::LessEqual => {
                (low >= 0.0 || put(out, [1.0, 0.0, 0.0]))
                    && (high <= 0.0 || put(out, [0.0; 3]))
                    && self.line(Bend::Zero(less), bounds)
            }
            // along a line at most
            BinaryFn::Equal => put(out, [0.0; 3]),
            BinaryFn::And | BinaryFn::Or => put(out, [0.0; 3]) && put(out, [1.0, 0.0, 0.0]),
            BinaryFn::Mod if level(&b) => {
                let step = b[0];
                let [low, high] = range(&a.map(|c| c / step), bounds);
                let (mut k, end) = (low.floor(), high.floor());
                if !few(k, end) {
                    return false;
                }
                while k <= end {
                    if !put(out, [a[0] - k * step, a[1], a[2]]) {
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
            Bend::Steps(form, step) => (form, Some(step.abs())),
        };
        if level(&form) {
            return true;
        }
        let [low, high] = range(&form, bounds);
        let mut add = |at: f64| {
            let line = Line { normal: [form[1], form[2]], offset: at - form[0] };
            if !self.lines.contains(&line) {
                self.lines.push(line);
            }
            self.lines.len() <= MOST
        };
        match step {
            None => !(low < 0.0 && high > 0.0) || add(0.0),
            Some(step) => {
                let (mut k, end) = ((low / step).ceil(), (high / step).floor());
                if !few(k, end) {
                    return false;
                }
                while k <= end {
                    if !add(k * step) {
                        return false;
                    }
                    k += 1.0;
                }
                true
            }
        }
    }
}

/// The pieces of a table that a function meets; false if one is not straight.
fn pieces_of(table: &mainspring_model::Table, x: Form, bounds: &Bounds, out: &mut Vec<Form>) -> bool {
    if level(&x) {
        return put(out, [table.value(x[0]), 0.0, 0.0]);
    }
    let [low, high] = range(&x, bounds);
    let met = |from: f64, to: f64| low <= to && from <= high;
    let (first, last) = (table.knots[0], table.knots[table.knots.len() - 1]);
    (!met(f64::NEG_INFINITY, first) || put(out, [table.value(first), 0.0, 0.0]))
        && (!met(last, f64::INFINITY) || put(out, [table.end, 0.0, 0.0]))
        && table.pieces.iter().zip(table.knots.windows(2)).filter(|(_, k)| met(k[0], k[1])).all(|(c, k)| {
            let straight = c[2] == 0.0 && c[3] == 0.0;
            straight && put(out, [c[0] + c[1] * (x[0] - k[0]), c[1] * x[1], c[1] * x[2]])
        })
}

/// Whether whole numbers from one to the other are few, and small enough to be counted; not if either is no number.
fn few(from: f64, to: f64) -> bool {
    to - from <= MOST as f64 && from.abs() < 1e15 && to.abs() < 1e15
}

/// The same everywhere.
fn level(form: &Form) -> bool {
    form[1] == 0.0 && form[2] == 0.0
}

/// Least and largest value over a box.
fn range(form: &Form, bounds: &Bounds) -> [f64; 2] {
    let mut out = [form[0]; 2];
    for i in 0..2 {
        let (p, q) = (form[i + 1] * bounds.low[i], form[i + 1] * bounds.high[i]);
        out = [out[0] + p.min(q), out[1] + p.max(q)];
    }
    out
}

/// Adds a function to a list, once; false if that is too long.
fn put(out: &mut Vec<Form>, form: Form) -> bool {
    // what is not a number equals nothing, itself included
    let same = |other: &Form| other.iter().zip(&form).all(|(a, b)| a.to_bits() == b.to_bits());
    if !out.iter().any(same) {
        out.push(form);
    }
    out.len() <= MOST
}
