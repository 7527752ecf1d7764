//! When expressions of time alone switch: exactly where they are piecewise linear, by a search that resolves their
//! fastest oscillation and looks into every turning point elsewhere.

use crate::tolerances::{JUST_AFTER, JUST_AFTER_FROM, TIME_SWITCH_MOST_SAMPLES, TIME_SWITCH_SAMPLES};
use mainspring_model::{BinaryFn, Level, Model, Node, NodeId, Tape, Trigger, UnaryFn};
use mainspring_numerics::golden_section::dip_to_zero;

/// Switches of a model's expressions over time.
#[derive(Clone, Debug, Default)]
pub struct TimeSwitches {
    /// scheduled switches, rising, s
    scheduled: Vec<f64>,
    /// comparisons, whole numbers and table arguments over time alone
    nodes: Vec<NodeId>,
    tape: Tape,
    /// shortest period of an oscillation they contain, s
    period: f64,
}

impl TimeSwitches {
    pub fn of(model: &Model) -> Self {
        let programs = &model.programs;
        let nodes: Vec<NodeId> = (0..programs.nodes.len())
            .filter(|&id| match programs.nodes[id] {
                Node::Binary(BinaryFn::Less | BinaryFn::LessEqual | BinaryFn::Equal, ..)
                | Node::Unary(UnaryFn::Floor | UnaryFn::Ceil | UnaryFn::Sign, _) => programs.level(id) == Level::Time,
                Node::Table { piece, .. } => programs.level(piece) == Level::Time,
                _ => false,
            })
            .collect();
        let mut scheduled: Vec<f64> = model
            .switches
            .iter()
            .filter_map(|s| if let Trigger::At(t) = s.trigger { Some(t) } else { None })
            .filter(|t| t.is_finite() && *t > 0.0)
            .collect();
        scheduled.sort_by(f64::total_cmp);
        let tape = programs.tape(&nodes);
        let period = shortest_period(model, &tape);
        Self { scheduled, nodes, tape, period }
    }

    /// First moment in (from, to) at which something switches; `values` is scratch, one slot a node.
    pub fn next(&self, model: &Model, from: f64, to: f64, values: &mut [f64]) -> Option<f64> {
        let due = self.scheduled.get(self.scheduled.partition_point(|t| *t <= from)).copied().filter(|t| *t < to);
        if self.nodes.is_empty() {
            return due;
        }
        let mut first = due.unwrap_or(to);
        // exact where what is compared follows straight lines from here on
        model.programs.evaluate(&self.tape, from, from, |_| 0.0, values);
        let mut curved: Vec<NodeId> = Vec::new();
        for &id in &self.nodes {
            match next_on_lines(model, id, from, values) {
                Some(t) => first = first.min(t),
                None => curved.push(id),
            }
        }
        let found = search(model, &self.tape, &curved, self.period, from, first, values).unwrap_or(first);
        (found < to).then_some(found)
    }
}

/// A moment after t by more than rounding: what holds there holds in the step that starts at t, and what is due until there is due.
#[must_use]
pub fn just_after(t: f64) -> f64 {
    t + JUST_AFTER * t.abs().max(JUST_AFTER_FROM)
}

/// Shortest period of sines and cosines of time on a tape, s; infinite if there are none.
pub fn shortest_period(model: &Model, tape: &Tape) -> f64 {
    let mut shortest = f64::INFINITY;
    for &id in &tape.order {
        if let Node::Unary(UnaryFn::Sin | UnaryFn::Cos | UnaryFn::Tan, a) = model.programs.nodes[id]
            && let Some([_, rate]) = line(model, a, &[])
            && rate != 0.0
        {
            shortest = shortest.min(2.0 * std::f64::consts::PI / rate.abs());
        }
    }
    shortest
}

/// c0 + c1·t if a node follows that line from the moment at which `values` were taken, until something switches.
/// With no values only what is a line for all times counts.
fn line(model: &Model, id: NodeId, values: &[f64]) -> Option<[f64; 2]> {
    let both = |a, b| Some((line(model, a, values)?, line(model, b, values)?));
    match model.programs.nodes[id] {
        Node::Constant(c) => Some([c, 0.0]),
        Node::SwitchTime | Node::Time => Some([0.0, 1.0]),
        Node::Unary(UnaryFn::Neg, a) => line(model, a, values).map(|x| [-x[0], -x[1]]),
        Node::Binary(BinaryFn::Add, a, b) => both(a, b).map(|(a, b)| [a[0] + b[0], a[1] + b[1]]),
        Node::Binary(BinaryFn::Sub, a, b) => both(a, b).map(|(a, b)| [a[0] - b[0], a[1] - b[1]]),
        Node::Binary(BinaryFn::Mul, a, b) => both(a, b).and_then(|(a, b)| {
            if a[1] == 0.0 {
                Some([a[0] * b[0], a[0] * b[1]])
            } else if b[1] == 0.0 {
                Some([a[0] * b[0], a[1] * b[0]])
            } else {
                None
            }
        }),
        Node::Binary(BinaryFn::Div, a, b) => {
            both(a, b).and_then(|(a, b)| (b[1] == 0.0 && b[0] != 0.0).then(|| [a[0] / b[0], a[1] / b[0]]))
        }
        // these keep their value until they switch, which ends the interval
        Node::Unary(UnaryFn::Floor | UnaryFn::Ceil | UnaryFn::Sign | UnaryFn::Not, _)
        | Node::Binary(BinaryFn::Less | BinaryFn::LessEqual | BinaryFn::Equal | BinaryFn::And | BinaryFn::Or, ..) => {
            values.get(id).map(|v| [*v, 0.0])
        }
        Node::Select { condition, then, otherwise } => {
            let side = *values.get(condition)?;
            line(model, if side == 0.0 { otherwise } else { then }, values)
        }
        _ => None,
    }
}

/// When a node whose argument is a line next switches: infinite if never; None if it is no line.
fn next_on_lines(model: &Model, id: NodeId, from: f64, values: &[f64]) -> Option<f64> {
    let later = |t: f64| if t > from { t } else { f64::INFINITY };
    match model.programs.nodes[id] {
        Node::Binary(_, a, b) => {
            let (a, b) = (line(model, a, values)?, line(model, b, values)?);
            Some(if a[1] == b[1] { f64::INFINITY } else { later((b[0] - a[0]) / (a[1] - b[1])) })
        }
        Node::Unary(UnaryFn::Sign, a) => {
            let [c0, c1] = line(model, a, values)?;
            Some(if c1 == 0.0 { f64::INFINITY } else { later(-c0 / c1) })
        }
        Node::Unary(_, a) => {
            // the next whole number on the way
            let [c0, c1] = line(model, a, values)?;
            if c1 == 0.0 {
                return Some(f64::INFINITY);
            }
            let here = libm::round(c0 + c1 * from);
            let up = if c1 > 0.0 { 1.0 } else { -1.0 };
            Some((-1..=2).map(|k| later((here + up * f64::from(k) - c0) / c1)).fold(f64::INFINITY, f64::min))
        }
        Node::Table { table, piece, .. } => {
            let [c0, c1] = line(model, piece, values)?;
            if c1 == 0.0 {
                return Some(f64::INFINITY);
            }
            // knots rise, so that the moments at which they are met rise or fall
            let knots = &model.programs.tables[table].knots;
            let at = |k: &f64| (k - c0) / c1;
            let next = if c1 > 0.0 {
                knots.get(knots.partition_point(|k| at(k) <= from))
            } else {
                knots[..knots.partition_point(|k| at(k) > from)].last()
            };
            Some(next.map_or(f64::INFINITY, |k| later(at(k))))
        }
        _ => None,
    }
}

/// First moment in (from, to) at which one of `nodes` changes sides, by sampling and by looking into turning points.
fn search(
    model: &Model,
    tape: &Tape,
    nodes: &[NodeId],
    period: f64,
    from: f64,
    to: f64,
    values: &mut [f64],
) -> Option<f64> {
    if nodes.is_empty() {
        return None;
    }
    let spacing = ((to - from) / TIME_SWITCH_SAMPLES).min(period / TIME_SWITCH_SAMPLES);
    let count = libm::ceil((to - from) / spacing).clamp(1.0, TIME_SWITCH_MOST_SAMPLES);
    // too many to look at: the interval ends early, which only ends a step early
    let end = (from + count * spacing).min(to);
    let mut first = (end < to).then_some(end);
    for &id in nodes {
        let mut at = |t: f64| {
            model.programs.evaluate(tape, t, t, |_| 0.0, values);
            side_and_margin(model, id, values)
        };
        let start = at(from);
        let mut past = [(from, start.1), (from, start.1)];
        for k in 1..=count as u32 {
            let t = (from + f64::from(k) * spacing).min(end);
            let (side, margin) = at(t);
            let mut changed = (side != start.0).then_some(t);
            // a turning point towards zero between three looks may hide a short visit to the other side
            if changed.is_none()
                && k >= 2
                && let ([Some(a), Some(b)], Some(c)) = ([past[0].1, past[1].1], margin)
                && b.abs() < a.abs()
                && b.abs() <= c.abs()
            {
                changed = dip_to_zero(past[0].0, t, |x| at(x).1.unwrap_or(f64::NAN) * b.signum())
                    .filter(|x| at(*x).0 != start.0);
            }
            if let Some(mut high) = changed {
                let mut low = from.max(past[0].0);
                while low < high {
                    let middle = 0.5 * (low + high);
                    if middle <= low || middle >= high {
                        break;
                    }
                    if at(middle).0 == start.0 { low = middle } else { high = middle }
                }
                if first.is_none_or(|f| high < f) {
                    first = Some(high);
                }
                break;
            }
            past = [past[1], (t, margin)];
        }
    }
    first.filter(|t| *t < to)
}

/// Which side a node is on, and by how much where that can be told.
fn side_and_margin(model: &Model, id: NodeId, values: &[f64]) -> (i64, Option<f64>) {
    match model.programs.nodes[id] {
        Node::Binary(_, a, b) => (i64::from(values[id] != 0.0), Some(values[a] - values[b])),
        Node::Table { table, piece, .. } => {
            (model.programs.tables[table].knots.partition_point(|k| *k <= values[piece]) as i64, None)
        }
        _ => (values[id] as i64, None),
    }
}
