//! A mechanism as a whole: assembled, solved, and the one place where modes are settled.

pub mod arrow_forces;
pub mod arrows;
pub mod assemble;
pub mod codes;
pub mod contact_again;
pub mod contact_blow;
pub mod contact_event;
pub mod contact_forces;
pub mod contact_path;
pub mod coordinates;
pub mod friction_active_set;
pub mod jacobian;
pub mod ledger_values;
pub mod mechanism;
pub mod mode;
pub mod mode_changes;
pub mod momentary_redundancy;
pub mod operators;
pub mod passage_scratch;
pub mod powers;
pub mod quantities;
pub mod rattle;
pub mod rattle_scratch;
pub mod singular_passage;
pub mod solve;
pub mod starts;
pub mod system;
pub mod table_departs;
pub mod table_glance;
pub mod table_passing;
pub mod table_presence;
pub mod table_rests;
pub mod tooth_impact;
pub mod tree_operators;
pub mod tree_slopes;
pub mod tree_system;


