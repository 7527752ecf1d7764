//! What contacts are measured by.

use crate::core::Core;
use crate::math::Vec3;
use crate::space::Space;
use mainspring_model::{BodyId, ContactQuantity};

impl<S: Space> Core<S> {
    /// A quantity of a pair that may touch, at the state last solved for.
    pub(crate) fn contact_quantity(&self, pair: usize, quantity: ContactQuantity) -> f64 {
        if self.soft.method.is_some() { self.soft_quantity(pair, quantity) } else { 0.0 }
    }

    /// Force, or torque about the centre of mass, of all contacts on a body.
    pub(crate) fn contact_load(&self, body: BodyId, torque: bool) -> Vec3 {
        self.soft_load(body, torque)
    }
}
