//! Laws whose modes change: each knows the bodies, none knows another.
//!
//! A law keeps its own state (what of it lasts between steps is part of `Mode`), says at a given state what it
//! contributes to the equations (rows, loads, slopes for implicit methods, energies, quantities people may read) and
//! which guards end a step. Modes are fixed within a step, so that everything is smooth there. At an event the law
//! answers questions about itself; the loop that asks all laws until they agree is in `system`. What two laws share
//! stands in `multibody`.

pub mod joint_friction;
pub mod penalty;
pub mod table;
pub mod touch;
