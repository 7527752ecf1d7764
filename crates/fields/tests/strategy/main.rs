//! Sensorless strategies: squeeze fields, turn functions, plans, friction, radial fields.

mod bisectors;
mod equilibria;
mod friction;
mod parts;
mod planning;
mod radial;
mod simulation;
