//! What parts, obstacles and pairs state about friction and restitution.

use crate::context::value::{ContactCoefficients, Material};
use std::rc::Rc;

/// What a `contact` or `materials` line may say.
pub const PAIR_OPTIONS: [&str; 5] = ["friction", "static_friction", "restitution", "rolling", "spinning"];

/// What a part or obstacle says of touching.
#[derive(Clone, Debug, Default)]
pub struct PartCoefficients {
    /// said by itself
    pub own: ContactCoefficients,
    pub material: Option<Rc<Material>>,
    /// its shape is in error, which is reported already
    pub broken: bool,
}

impl PartCoefficients {
    pub fn friction(&self) -> Option<f64> {
        self.own.friction.or(self.of_material().friction)
    }

    /// At rest: where nothing is said, as in motion.
    pub fn static_friction(&self) -> Option<f64> {
        let material = self.of_material();
        self.own.static_friction.or(self.own.friction).or(material.static_friction).or(material.friction)
    }

    pub fn restitution(&self) -> Option<f64> {
        self.own.restitution.or(self.of_material().restitution)
    }

    pub fn of_material(&self) -> ContactCoefficients {
        self.material.as_ref().map(|m| m.coefficients).unwrap_or_default()
    }
}

/// What a `contact` or `materials` line says of a pair.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PairCoefficients {
    pub coefficients: ContactCoefficients,
    /// m
    pub rolling: Option<f64>,
    /// m
    pub spinning: Option<f64>,
}

impl PairCoefficients {
    pub fn static_friction(&self) -> Option<f64> {
        self.coefficients.static_friction.or(self.coefficients.friction)
    }
}
