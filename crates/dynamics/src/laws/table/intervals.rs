//! How far a density may go over a box of places: every node's least and largest value there.
//!
//! Interval arithmetic: an enclosure of each function of enclosures of its arguments, so that what it excludes does not
//! happen. Wider than need be where a place is read twice; as a box shrinks so does that. Roundings are left out: they
//! move an edge by a rounding.

use mainspring_model::{BinaryFn, Node, NodeId, Probe, Programs, Tape, UnaryFn};
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// Least and largest value.
pub type Range = [f64; 2];

const ALL: Range = [f64::NEG_INFINITY, f64::INFINITY];

/// Ranges of a tape's nodes over the box from `low` to `high` (m, in the world); `values` are those of its nodes somewhere,
/// read where they do not depend on the place.
pub fn ranges(programs: &Programs, tape: &Tape, values: &[f64], [low, high]: [[f64; 2]; 2], out: &mut Vec<Range>) {
    out.resize(out.len().max(programs.nodes.len()), ALL);
    for &id in &tape.order {
        let found = match programs.nodes[id] {
            Node::Constant(_) | Node::Time | Node::SwitchTime => [values[id]; 2],
            Node::Probe(p) => match programs.probes[p] {
                Probe::FieldX => [low[0], high[0]],
                Probe::FieldY => [low[1], high[1]],
                _ => [values[id]; 2],
            },
            Node::Unary(f, a) => unary(f, out[a]),
            Node::Binary(BinaryFn::Mul, a, b) if a == b => even(out[a], |x| x * x),
            Node::Binary(f, a, b) => binary(f, out[a], out[b]),
            Node::Select { condition, then, otherwise } => match out[condition] {
                [0.0, 0.0] => out[otherwise],
                [l, h] if l > 0.0 || h < 0.0 => out[then],
                _ => hull(out[then], out[otherwise]),
            },
            Node::Table { table, x, .. } => {
                let table = &programs.tables[table];
                let [low, high] = out[x];
                // between knots a piece stays within its values at both ends and where its slope is nothing
                let mut found = hull([table.value(low); 2], [table.value(high); 2]);
                for (c, k) in
                    table.pieces.iter().zip(table.knots.windows(2)).filter(|(_, k)| low <= k[1] && k[0] <= high)
                {
                    let at = |s: f64| [c[0] + s * (c[1] + s * (c[2] + s * c[3])); 2];
                    let wide = k[1] - k[0];
                    found = hull(hull(found, at(0.0)), at(wide));
                    let root = (c[2] * c[2] - 3.0 * c[1] * c[3]).sqrt();
                    for s in [-c[2] + root, -c[2] - root].map(|top| top / (3.0 * c[3])) {
                        if s > 0.0 && s < wide {
                            found = hull(found, at(s));
                        }
                    }
                    if c[3] == 0.0 && c[2] != 0.0 {
                        let s = -c[1] / (2.0 * c[2]);
                        if s > 0.0 && s < wide {
                            found = hull(found, at(s));
                        }
                    }
                }
                found
            }
        };
        out[id] = if found.iter().any(|x| x.is_nan()) { ALL } else { found };
    }
}

/// Whether a node may jump or bend within the ranges of its arguments.
pub fn may_bend(programs: &Programs, id: NodeId, ranges: &[Range]) -> bool {
    let passes = |[low, high]: Range| low <= 0.0 && high >= 0.0;
    // written so that what is not a number may bend
    match programs.nodes[id] {
        Node::Unary(UnaryFn::Floor | UnaryFn::Ceil, a) => !(ranges[a][0].floor() == ranges[a][1].floor()),
        Node::Unary(_, a) => passes(ranges[a]),
        Node::Binary(BinaryFn::Mod, a, b) => {
            let [low, high] = binary(BinaryFn::Div, ranges[a], ranges[b]);
            !(low.floor() == high.floor())
        }
        Node::Binary(BinaryFn::Atan2, a, b) => passes(ranges[a]) && ranges[b][0] <= 0.0,
        Node::Binary(_, a, b) => passes(binary(BinaryFn::Sub, ranges[a], ranges[b])),
        Node::Table { table, x, .. } => {
            programs.tables[table].knots.iter().any(|k| ranges[x][0] <= *k && *k <= ranges[x][1])
        }
        _ => false,
    }
}

fn hull(a: Range, b: Range) -> Range {
    if [a[0], a[1], b[0], b[1]].iter().any(|x| x.is_nan()) {
        return ALL;
    }
    [a[0].min(b[0]), a[1].max(b[1])]
}

/// Of a function that falls to zero and then rises.
fn even([low, high]: Range, f: impl Fn(f64) -> f64) -> Range {
    let (p, q) = (f(low), f(high));
    if low <= 0.0 && high >= 0.0 { [f(0.0), p.max(q)] } else { [p.min(q), p.max(q)] }
}

/// Of a sine: it is largest at π/2 and least at −π/2, once a turn.
fn wave([low, high]: Range) -> Range {
    let meets = |at: f64| ((low - at) / TAU).ceil() <= ((high - at) / TAU).floor();
    let (p, q) = (libm::sin(low), libm::sin(high));
    // what is not a number is no shorter than a turn
    let short = high - low < TAU;
    if !short {
        return [-1.0, 1.0];
    }
    [if meets(-FRAC_PI_2) { -1.0 } else { p.min(q) }, if meets(FRAC_PI_2) { 1.0 } else { p.max(q) }]
}

fn unary(f: UnaryFn, a: Range) -> Range {
    let [low, high] = a;
    let rising = |f: UnaryFn| [f.value(low), f.value(high)];
    match f {
        UnaryFn::Neg => [-high, -low],
        UnaryFn::Abs => even(a, f64::abs),
        UnaryFn::Cosh => even(a, libm::cosh),
        UnaryFn::Not => match a {
            [0.0, 0.0] => [1.0; 2],
            _ if low > 0.0 || high < 0.0 => [0.0; 2],
            _ => [0.0, 1.0],
        },
        UnaryFn::Sqrt if high >= 0.0 => [low.max(0.0).sqrt(), high.sqrt()],
        UnaryFn::Log if high > 0.0 => [if low > 0.0 { libm::log(low) } else { f64::NEG_INFINITY }, libm::log(high)],
        UnaryFn::Sin => wave(a),
        UnaryFn::Cos => wave([low + FRAC_PI_2, high + FRAC_PI_2]),
        // between two poles it rises
        UnaryFn::Tan if ((low + FRAC_PI_2) / PI).floor() == ((high + FRAC_PI_2) / PI).floor() => rising(f),
        UnaryFn::Tan => ALL,
        UnaryFn::Asin => [low.max(-1.0), high.min(1.0)].map(libm::asin),
        UnaryFn::Acos => [high.min(1.0), low.max(-1.0)].map(libm::acos),
        _ => rising(f),
    }
}

fn corners(a: Range, b: Range, f: impl Fn(f64, f64) -> f64) -> Range {
    let all = [f(a[0], b[0]), f(a[0], b[1]), f(a[1], b[0]), f(a[1], b[1])];
    all.iter().fold([all[0]; 2], |range, x| hull(range, [*x; 2]))
}

fn binary(f: BinaryFn, a: Range, b: Range) -> Range {
    let truth = |always: bool, never: bool| match (always, never) {
        (true, _) => [1.0; 2],
        (_, true) => [0.0; 2],
        _ => [0.0, 1.0],
    };
    let (none, some) = (|r: Range| r == [0.0; 2], |r: Range| r[0] > 0.0 || r[1] < 0.0);
    match f {
        BinaryFn::Add => [a[0] + b[0], a[1] + b[1]],
        BinaryFn::Sub => [a[0] - b[1], a[1] - b[0]],
        BinaryFn::Mul => corners(a, b, |x, y| x * y),
        BinaryFn::Div if some(b) => corners(a, b, |x, y| x / y),
        BinaryFn::Min => [a[0].min(b[0]), a[1].min(b[1])],
        BinaryFn::Max => [a[0].max(b[0]), a[1].max(b[1])],
        BinaryFn::Less => truth(a[1] < b[0], a[0] >= b[1]),
        BinaryFn::LessEqual => truth(a[1] <= b[0], a[0] > b[1]),
        BinaryFn::Equal => truth(a[0] == b[1] && a[1] == b[0], a[1] < b[0] || a[0] > b[1]),
        BinaryFn::And => truth(some(a) && some(b), none(a) || none(b)),
        BinaryFn::Or => truth(some(a) || some(b), none(a) && none(b)),
        // even whole powers fall and rise; odd ones, and any of what is not negative, are largest and least at corners
        BinaryFn::Pow if b[0] == b[1] && b[0] == b[0].trunc() && b[0] >= 0.0 => {
            if b[0] % 2.0 == 0.0 {
                even(a, |x| f.value(x, b[0]))
            } else {
                [f.value(a[0], b[0]), f.value(a[1], b[0])]
            }
        }
        BinaryFn::Pow if a[0] > 0.0 || (a[0] >= 0.0 && b[0] >= 0.0) => corners(a, b, |x, y| f.value(x, y)),
        BinaryFn::Mod if some(b) => [b[0].min(0.0), b[1].max(0.0)],
        BinaryFn::Atan2 if a[0] > 0.0 || a[1] < 0.0 || b[0] > 0.0 => corners(a, b, libm::atan2),
        BinaryFn::Atan2 => [-PI, PI],
        BinaryFn::Div | BinaryFn::Pow | BinaryFn::Mod => ALL,
    }
}
