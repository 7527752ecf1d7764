//! Actuator arrays in numbers: the wrench of windows and grids on a part, the friction of a part on a surface, and what a
//! squeeze field does to a part without sensors. Knows regions, no bodies; SI units.

pub mod strategy;
