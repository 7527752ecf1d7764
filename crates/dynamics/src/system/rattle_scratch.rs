//! Scratch of structure-preserving steps.

use crate::multibody::space::Principal;

/// Scratch of RATTLE steps; empty until the first.
#[derive(Clone, Debug, Default)]
pub struct RattleScratch {
    pub principal: Vec<Principal>,
    pub start: Vec<f64>,
    pub half: Vec<f64>,
    pub momentum: Vec<f64>,
    pub rest: Vec<f64>,
}
