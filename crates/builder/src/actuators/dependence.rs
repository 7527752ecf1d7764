//! What an expression of a window depends on: the place it is asked for, by which degree, and the time or the motion.
//!
//! The degree is structural: sums keep the larger one, products add them, quotients by what does not read the place
//! keep it, a choice whose condition does not read the place keeps the larger one of both sides; everything else that
//! reads the place counts as of higher degree. So degree 1 proves that the expression is a polynomial of degree one.

use mainspring_model::Probe;
use mainspring_model::{BinaryFn, UnaryFn};
use mainspring_model::{Node, NodeId, Programs};

/// What a node depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dependence {
    /// in x and y: 0 or 1, or 2 for anything that is not affine
    pub degree: u8,
    /// reads the time or the motion
    pub varies: bool,
}

/// What each node depends on, as far as it has been asked for.
#[derive(Default)]
pub struct Dependences(Vec<Dependence>);

impl Dependences {
    /// What a node depends on; each node is looked at once.
    pub fn of(&mut self, programs: &Programs, id: NodeId) -> Dependence {
        while self.0.len() <= id {
            let found = self.dependence_of(programs, programs.nodes[self.0.len()]);
            self.0.push(found);
        }
        self.0[id]
    }

    fn dependence_of(&self, programs: &Programs, node: Node) -> Dependence {
        let of = |n: NodeId| self.0[n];
        let constant = Dependence { degree: 0, varies: false };
        match node {
            Node::Constant(_) => constant,
            Node::Time | Node::SwitchTime => Dependence { varies: true, ..constant },
            Node::Probe(p) => match programs.probes[p] {
                Probe::FieldX | Probe::FieldY => Dependence { degree: 1, varies: false },
                _ => Dependence { varies: true, ..constant },
            },
            Node::Unary(UnaryFn::Neg, a) => of(a),
            Node::Unary(_, a) => Dependence { degree: bent(of(a).degree), ..of(a) },
            Node::Binary(f, a, b) => {
                let (x, y) = (of(a), of(b));
                let degree = match f {
                    BinaryFn::Add | BinaryFn::Sub => x.degree.max(y.degree),
                    BinaryFn::Mul => (x.degree + y.degree).min(2),
                    BinaryFn::Div if y.degree == 0 => x.degree,
                    _ => bent(x.degree.max(y.degree)),
                };
                Dependence { degree, varies: x.varies || y.varies }
            }
            Node::Select { condition, then, otherwise } => {
                let (c, x, y) = (of(condition), of(then), of(otherwise));
                let degree = if c.degree == 0 { x.degree.max(y.degree) } else { 2 };
                Dependence { degree, varies: c.varies || x.varies || y.varies }
            }
            Node::Table { x, piece, .. } => {
                let (x, piece) = (of(x), of(piece));
                Dependence { degree: bent(x.degree.max(piece.degree)), varies: x.varies || piece.varies }
            }
        }
    }
}

/// Degree after a function that is not linear.
fn bent(degree: u8) -> u8 {
    if degree == 0 { 0 } else { 2 }
}
