//! Run-time arithmetic: numbers known now are folded, the rest becomes nodes of the model's programs.

use crate::context::state::Context;
use crate::context::value::Scalar;
use crate::limits;
use mainspring_definition::{Diagnostic, Span};
use mainspring_model::{BinaryFn, UnaryFn};
use mainspring_model::{Level, Probe};
use mainspring_model::{Node, NodeId};

impl Context<'_> {
    /// Adds a node and notes what it depends on.
    pub fn push(&mut self, node: Node) -> NodeId {
        if self.code.programs.nodes.len() >= limits::NODES {
            self.findings
                .report_limit(Span::NOWHERE, &format!("more than {} operations in expressions", limits::NODES));
            return 0;
        }
        let id = self.code.programs.push(node);
        if id == self.code.levels.len() {
            let level = match node {
                Node::Constant(_) => Level::Constant,
                Node::Time | Node::SwitchTime => Level::Time,
                Node::Probe(p) => self.code.programs.probes[p].level(),
                _ => children(node).into_iter().flatten().map(|c| self.code.levels[c]).max().unwrap_or(Level::Constant),
            };
            self.code.levels.push(level);
        }
        id
    }

    /// A measured quantity.
    pub fn probe(&mut self, probe: Probe) -> NodeId {
        // the recent past is enough: measuring the same thing twice costs little, a search of all of them is quadratic
        let start = self.code.programs.probes.len().saturating_sub(256);
        let found = self.code.programs.probes[start..].iter().position(|p| *p == probe).map(|i| start + i);
        let index = found.unwrap_or_else(|| {
            self.code.programs.probes.push(probe);
            self.code.programs.probes.len() - 1
        });
        self.push(Node::Probe(index))
    }

    /// The node of a scalar.
    pub fn node(&mut self, scalar: Scalar) -> NodeId {
        match scalar {
            Scalar::Known(v) => self.push(Node::Constant(v)),
            Scalar::Node(n) => n,
        }
    }

    /// What a scalar depends on.
    pub fn level(&self, scalar: Scalar) -> Level {
        match scalar {
            Scalar::Known(_) => Level::Constant,
            Scalar::Node(n) => self.code.levels.get(n).copied().unwrap_or(Level::Constant),
        }
    }

    /// f(a).
    pub fn unary(&mut self, f: UnaryFn, a: Scalar) -> Scalar {
        match a {
            Scalar::Known(v) => Scalar::Known(f.value(v)),
            // |x| over time alone bends where x changes sign: a switch
            Scalar::Node(_) if f == UnaryFn::Abs && self.level(a) == Level::Time => {
                let condition = self.compare(BinaryFn::Less, a, Scalar::Known(0.0));
                let negative = self.unary(UnaryFn::Neg, a);
                self.select(condition, negative, a)
            }
            // steps of time alone stay put within a step of the integrator: they read the switch time
            Scalar::Node(_)
                if matches!(f, UnaryFn::Floor | UnaryFn::Ceil | UnaryFn::Sign) && self.level(a) == Level::Time =>
            {
                let still = self.at_switch_time(a);
                let node = self.node(still);
                Scalar::Node(self.push(Node::Unary(f, node)))
            }
            Scalar::Node(n) => Scalar::Node(self.push(Node::Unary(f, n))),
        }
    }

    /// f(a, b).
    pub fn binary(&mut self, f: BinaryFn, a: Scalar, b: Scalar) -> Scalar {
        if let (Scalar::Known(x), Scalar::Known(y)) = (a, b) {
            return Scalar::Known(f.value(x, y));
        }
        // the bend of a minimum over time alone is a switch like any other: on either side the step is smooth
        if matches!(f, BinaryFn::Min | BinaryFn::Max) && self.level(a).max(self.level(b)) == Level::Time {
            let first = if f == BinaryFn::Min { (a, b) } else { (b, a) };
            let condition = self.compare(BinaryFn::LessEqual, first.0, first.1);
            return self.select(condition, a, b);
        }
        // a saw-tooth over time alone: a − b ⌊a/b⌋, the whole number read at the switch time
        if f == BinaryFn::Mod && self.level(a).max(self.level(b)) == Level::Time {
            let ratio = self.binary(BinaryFn::Div, a, b);
            let whole = self.unary(UnaryFn::Floor, ratio);
            let taken = self.binary(BinaryFn::Mul, b, whole);
            return self.binary(BinaryFn::Sub, a, taken);
        }
        let (a, b) = (self.node(a), self.node(b));
        Scalar::Node(self.push(Node::Binary(f, a, b)))
    }

    /// condition ? then : otherwise.
    pub fn select(&mut self, condition: Scalar, then: Scalar, otherwise: Scalar) -> Scalar {
        if let Scalar::Known(c) = condition {
            return if c == 0.0 { otherwise } else { then };
        }
        if then == otherwise {
            return then;
        }
        let (condition, then, otherwise) = (self.node(condition), self.node(then), self.node(otherwise));
        Scalar::Node(self.push(Node::Select { condition, then, otherwise }))
    }

    /// A comparison; one that depends on time alone cannot change within a step, so it reads the switch time.
    pub fn compare(&mut self, f: BinaryFn, a: Scalar, b: Scalar) -> Scalar {
        if self.level(a).max(self.level(b)) == Level::Time {
            let (a, b) = (self.at_switch_time(a), self.at_switch_time(b));
            return self.binary(f, a, b);
        }
        self.binary(f, a, b)
    }

    /// x ≥ at as 1 or 0.
    pub fn step(&mut self, x: Scalar, at: Scalar) -> Scalar {
        self.compare(BinaryFn::LessEqual, at, x)
    }

    /// The same expression with the time replaced by the switch time; only for what depends on time alone.
    pub fn at_switch_time(&mut self, scalar: Scalar) -> Scalar {
        let Scalar::Node(root) = scalar else { return scalar };
        if self.level(scalar) != Level::Time {
            return scalar;
        }
        // an explicit stack: chains of `let` can be long
        let mut stack = vec![root];
        while let Some(&id) = stack.last() {
            if self.code.switched.contains_key(&id) {
                stack.pop();
                continue;
            }
            let node = self.code.programs.nodes[id];
            let missing: Vec<NodeId> =
                children(node).into_iter().flatten().filter(|c| !self.code.switched.contains_key(c)).collect();
            if !missing.is_empty() {
                stack.extend(missing);
                continue;
            }
            let of = |c: NodeId| self.code.switched[&c];
            let copy = match node {
                Node::Constant(_) | Node::SwitchTime | Node::Probe(_) => node,
                Node::Time => Node::SwitchTime,
                Node::Unary(f, a) => Node::Unary(f, of(a)),
                Node::Binary(f, a, b) => Node::Binary(f, of(a), of(b)),
                Node::Select { condition, then, otherwise } => {
                    Node::Select { condition: of(condition), then: of(then), otherwise: of(otherwise) }
                }
                Node::Table { table, x, piece } => Node::Table { table, x: of(x), piece: of(piece) },
            };
            let copied = self.push(copy);
            self.code.switched.insert(id, copied);
            stack.pop();
        }
        Scalar::Node(self.code.switched[&root])
    }

    /// Whether a scalar may be read where only `most` is known; reports if not.
    pub fn check_level(&mut self, scalar: Scalar, most: Level, span: Span, where_: &str) -> bool {
        let level = self.level(scalar);
        if level <= most {
            return true;
        }
        let reads = match level {
            Level::Force => {
                "what is known only after the forces: a force, an acceleration, an energy, the count of a bin, the step of a script or a value before an event"
            }
            Level::Rate => "velocities or rates",
            Level::Position => "positions",
            Level::Time | Level::Constant => "the time",
        };
        let (allowed, fix) = match most {
            Level::Rate => (
                "positions, rates and time",
                "forces are solved from the loads, so a load that reads them is an algebraic loop; measure a position or a rate instead",
            ),
            Level::Position => (
                "positions and time",
                "write the constraint on positions; a speed is prescribed by `drive … speed = …`",
            ),
            Level::Time => ("time alone", "to react to the motion, drive a torque or force instead"),
            _ => ("numbers known when the scene is built", "use numbers, `let` and parameters"),
        };
        self.findings.report(
            Diagnostic::error("E0309", span, format!("{where_} may read {allowed}; this reads {reads}")).help(fix),
        );
        false
    }
}

fn children(node: Node) -> [Option<NodeId>; 3] {
    match node {
        Node::Constant(_) | Node::Time | Node::SwitchTime | Node::Probe(_) => [None; 3],
        Node::Unary(_, a) => [Some(a), None, None],
        Node::Binary(_, a, b) => [Some(a), Some(b), None],
        Node::Select { condition, then, otherwise } => [Some(condition), Some(then), Some(otherwise)],
        Node::Table { x, piece, .. } => [Some(x), Some(piece), None],
    }
}
