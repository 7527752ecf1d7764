//! A pin of b in a round slot of a: the equations of a distance joint whose length is the slot's radius.

use crate::multibody::planar::marker::{Planar, Side};
use crate::multibody::space::JointMath;
use mainspring_joints::{Arc, Distance};

/// Equations of one such joint.
pub fn equations(kind: &Arc, _: &Side, _: &Side) -> Box<dyn JointMath<Planar>> {
    Box::new(Distance { length: kind.radius })
}
