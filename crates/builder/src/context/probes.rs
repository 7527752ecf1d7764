//! Measured quantities as values: numbers and vectors of probes.

use crate::context::state::Context;
use crate::context::value::{Number, Value};
use mainspring_definition::{Dimension, SpaceKind};
use mainspring_model::BodyId;
use mainspring_model::Probe;

impl Context<'_> {
    pub fn probe_number(&mut self, probe: Probe, dimension: Dimension, angle: bool) -> Value {
        Value::Number(Number::node(self.probe(probe), dimension, angle))
    }

    pub fn probe_vector(&mut self, dimension: Dimension, angle: bool, probe: impl Fn(u8) -> Probe) -> Value {
        let components = if self.input.space == SpaceKind::Planar { 2 } else { 3 };
        Value::Tuple((0..components).map(|axis| self.probe_number(probe(axis), dimension, angle)).collect())
    }

    /// Position (order 0), velocity or acceleration of a point of a body, or of the ground.
    pub fn point_vector(&mut self, body: Option<BodyId>, point: [f64; 3], order: u8) -> Value {
        let dimension = [Dimension::LENGTH, Dimension::SPEED, Dimension::ACCELERATION][usize::from(order.min(2))];
        if body.is_none() {
            let components = self.input.space.components();
            let fixed = |i: usize| if order == 0 { point[i] } else { 0.0 };
            return Value::Tuple((0..components).map(|i| Value::known(fixed(i), dimension)).collect());
        }
        self.probe_vector(dimension, false, |axis| Probe::Point { body, point, order, axis })
    }
}
