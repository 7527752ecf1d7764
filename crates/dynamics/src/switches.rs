//! When expressions of time alone switch: known in advance where they are piecewise linear, searched for elsewhere.

use mainspring_model::{BinaryFn, Level, Model, Node, NodeId, Tape, Trigger, UnaryFn};

/// Switches of a model's expressions over time.
#[derive(Clone, Debug, Default)]
pub(crate) struct TimeSwitches {
    /// known moments, rising, s
    pub known: Vec<f64>,
    /// comparisons and table arguments whose moments must be searched for
    searched: Vec<NodeId>,
    tape: Tape,
}

/// Places in an interval at which searched switches are looked at.
const LOOKS: usize = 32;

impl TimeSwitches {
    pub fn of(model: &Model) -> Self {
        let programs = &model.programs;
        let mut out = Self::default();
        for (id, node) in programs.nodes.iter().enumerate() {
            match *node {
                Node::Binary(BinaryFn::Less | BinaryFn::LessEqual | BinaryFn::Equal, a, b)
                    if programs.level(id) == Level::Time =>
                {
                    match (lines(model, a), lines(model, b)) {
                        (Some(a), Some(b)) => {
                            for x in &a {
                                out.known
                                    .extend(b.iter().filter(|y| x[1] != y[1]).map(|y| (y[0] - x[0]) / (x[1] - y[1])));
                            }
                        }
                        _ => out.searched.push(id),
                    }
                }
                Node::Table { table, piece, .. } if programs.level(piece) == Level::Time => match lines(model, piece) {
                    Some(x) => {
                        for [x0, x1] in x.into_iter().filter(|x| x[1] != 0.0) {
                            out.known.extend(programs.tables[table].knots.iter().map(|k| (k - x0) / x1));
                        }
                    }
                    None => out.searched.push(id),
                },
                _ => {}
            }
        }
        for switch in &model.switches {
            if let Trigger::At(t) = switch.trigger {
                out.known.push(t);
            }
        }
        out.known.retain(|t| t.is_finite() && *t > 0.0);
        out.known.sort_by(f64::total_cmp);
        out.known.dedup();
        out.tape = programs.tape(&out.searched);
        out
    }

    /// First moment in (from, to) at which a searched switch changes; `values` is scratch, one slot a node.
    pub fn next(&self, model: &Model, from: f64, to: f64, values: &mut [f64]) -> Option<f64> {
        if self.searched.is_empty() {
            return None;
        }
        let before = self.sides(model, from, values);
        let mut low = from;
        for look in 1..=LOOKS {
            let mut high = from + (to - from) * look as f64 / LOOKS as f64;
            if self.sides(model, high, values) != before {
                loop {
                    let middle = 0.5 * (low + high);
                    if middle <= low || middle >= high {
                        return (high < to).then_some(high);
                    }
                    if self.sides(model, middle, values) == before {
                        low = middle;
                    } else {
                        high = middle;
                    }
                }
            }
            low = high;
        }
        None
    }

    /// A number that changes when any searched switch does.
    fn sides(&self, model: &Model, time: f64, values: &mut [f64]) -> u64 {
        model.programs.evaluate(&self.tape, time, time, |_| 0.0, values);
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for &id in &self.searched {
            let side = match model.programs.nodes[id] {
                Node::Table { table, piece, .. } => {
                    model.programs.tables[table].knots.partition_point(|k| *k <= values[piece]) as u64
                }
                _ => u64::from(values[id] != 0.0),
            };
            hash = (hash ^ side).wrapping_mul(0x0100_0000_01b3);
        }
        hash
    }
}

/// Every line c0 + c1·t that a node of the switch time can follow, if it is piecewise linear with few pieces.
fn lines(model: &Model, id: NodeId) -> Option<Vec<[f64; 2]>> {
    let pairs = |a: NodeId, b: NodeId, f: &dyn Fn([f64; 2], [f64; 2]) -> Option<[f64; 2]>| {
        let (a, b) = (lines(model, a)?, lines(model, b)?);
        let all: Option<Vec<_>> =
            a.iter().flat_map(|x| b.iter().map(move |y| (*x, *y))).map(|(x, y)| f(x, y)).collect();
        all.filter(|l| l.len() <= 64)
    };
    match model.programs.nodes[id] {
        Node::Constant(c) => Some(vec![[c, 0.0]]),
        Node::SwitchTime => Some(vec![[0.0, 1.0]]),
        Node::Unary(UnaryFn::Neg, a) => lines(model, a).map(|l| l.into_iter().map(|x| [-x[0], -x[1]]).collect()),
        Node::Binary(BinaryFn::Add, a, b) => pairs(a, b, &|a, b| Some([a[0] + b[0], a[1] + b[1]])),
        Node::Binary(BinaryFn::Sub, a, b) => pairs(a, b, &|a, b| Some([a[0] - b[0], a[1] - b[1]])),
        Node::Binary(BinaryFn::Mul, a, b) => pairs(a, b, &|a, b| {
            if a[1] == 0.0 {
                Some([a[0] * b[0], a[0] * b[1]])
            } else if b[1] == 0.0 {
                Some([a[0] * b[0], a[1] * b[0]])
            } else {
                None
            }
        }),
        Node::Binary(BinaryFn::Div, a, b) => {
            pairs(a, b, &|a, b| (b[1] == 0.0 && b[0] != 0.0).then(|| [a[0] / b[0], a[1] / b[0]]))
        }
        Node::Select { then, otherwise, .. } => {
            let mut all = lines(model, then)?;
            all.extend(lines(model, otherwise)?);
            (all.len() <= 64).then_some(all)
        }
        _ => None,
    }
}
