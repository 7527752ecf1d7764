//! What a force law consists of.

use crate::context::state::Context;
use crate::context::value::{Scalar, Value};
use mainspring_definition::Dimension;
use mainspring_model::{BinaryFn, BodyId};

/// A force law.
pub struct ForceLaw {
    /// what calls it
    pub word: &'static str,
    /// what it is called with, in this order or by name
    pub parameters: &'static [Parameter],
    /// how it is written
    pub example: &'static str,
    /// the force in world axes, from the parameters and the point it acts on
    pub force: fn(&mut Context<'_>, &[Scalar], &MovingPoint) -> [Scalar; 3],
}

/// A parameter of a law.
pub struct Parameter {
    pub name: &'static str,
    pub dimension: Dimension,
    /// where it may be left out
    pub default: Option<f64>,
    /// whether a number below zero makes sense
    pub may_be_negative: bool,
}

/// The point of a body on which a force acts.
pub struct MovingPoint {
    pub body: BodyId,
    /// in the body's frame, m
    pub point: [f64; 3],
}

impl MovingPoint {
    /// Its position (order 0) or velocity (order 1) in world axes; in the plane the third component is zero.
    pub fn motion(&self, cx: &mut Context<'_>, order: u8) -> [Scalar; 3] {
        let mut vector = [Scalar::Known(0.0); 3];
        if let Value::Tuple(items) = cx.point_vector(Some(self.body), self.point, order) {
            for (component, item) in vector.iter_mut().zip(items) {
                if let Value::Number(n) = item {
                    *component = n.scalar;
                }
            }
        }
        vector
    }
}

/// The product of two expressions.
pub fn product(cx: &mut Context<'_>, a: Scalar, b: Scalar) -> Scalar {
    cx.binary(BinaryFn::Mul, a, b)
}

/// A vector times an expression.
pub fn scaled(cx: &mut Context<'_>, factor: Scalar, v: [Scalar; 3]) -> [Scalar; 3] {
    v.map(|x| product(cx, factor, x))
}

/// v · v.
pub fn squared(cx: &mut Context<'_>, v: [Scalar; 3]) -> Scalar {
    let mut sum = Scalar::Known(0.0);
    for x in v {
        let square = product(cx, x, x);
        sum = cx.binary(BinaryFn::Add, sum, square);
    }
    sum
}
