//! Drag of a body in a fluid at rest: F = −½ ρ c A |v| v.

use super::law::{ForceLaw, MovingPoint, Parameter, product, scaled, squared};
use crate::context::state::Context;
use crate::context::value::Scalar;
use crate::tolerances::DRAG_SPEED;
use mainspring_definition::Dimension;
use mainspring_model::{BinaryFn, UnaryFn};

/// Density of air at sea level and 15 °C in the International Standard Atmosphere, kg/m³.
const AIR: f64 = 1.225;

pub const DRAG: ForceLaw = ForceLaw {
    word: "drag",
    parameters: &[
        Parameter { name: "coefficient", dimension: Dimension::NONE, default: None, may_be_negative: false },
        Parameter { name: "area", dimension: Dimension::AREA, default: None, may_be_negative: false },
        Parameter { name: "density", dimension: Dimension::DENSITY, default: Some(AIR), may_be_negative: false },
    ],
    example: "drag(0.47, 12 cm^2)",
    force,
};

fn force(cx: &mut Context<'_>, parameters: &[Scalar], on: &MovingPoint) -> [Scalar; 3] {
    let [coefficient, area, density] = *parameters else { return [Scalar::Known(0.0); 3] };
    // the root of v² has no derivative at rest, where the drag has one
    let velocity = on.motion(cx, 1);
    let square = squared(cx, velocity);
    let square = cx.binary(BinaryFn::Add, square, Scalar::Known(DRAG_SPEED * DRAG_SPEED));
    let speed = cx.unary(UnaryFn::Sqrt, square);
    let mut factor = Scalar::Known(-0.5);
    for by in [density, coefficient, area, speed] {
        factor = product(cx, factor, by);
    }
    scaled(cx, factor, velocity)
}
