//! Runs against closed forms, published values and other methods.
//!
//! One program, because each one more has to be built and linked; what cannot share stands beside it.

mod arch;
mod assembly;
mod auditor;
mod backlash;
mod bounces_on_bounces;
mod car_axis;
mod checkpoint;
mod closed_forms;
mod components;
mod contact;
mod convergence;
mod coordinates;
mod crowd;
mod degenerate;
mod equivalence;
mod exact;
mod failures;
mod friction;
mod friction_sets;
mod handed_over;
mod held_by_joints;
mod lasting;
mod let_go;
mod lifted;
mod moments;
mod open_loads;
mod painleve;
mod penalty;
mod penalty_adapt;
mod penalty_depths;
mod penalty_limit;
mod penalty_mechanisms;
mod penalty_space;
mod pendulum;
mod redundant_motion;
mod setting_off;
mod singular;
mod sleep;
mod slow_slips;
#[path = "support/soft.rs"]
mod soft;
mod statics;
mod stepping;
mod stepping_efforts;
mod stepping_orders;
mod stepping_rest;
mod stiff;
mod support;
mod switches;
mod symplectic;
mod table;
mod table_changes;
mod table_creases;
mod towers;
mod trays;
mod turning;
#[path = "../../../dynamics/tests/suite/twin/mod.rs"]
mod twin;
