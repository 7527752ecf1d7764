//! A mechanism as a whole: assembled, solved, and the one place where modes are settled.
//!
//! `Mechanism` is the bodies with all laws, in maximal coordinates; `Reduced` is an open tree in joint coordinates
//! with a `Mechanism` inside for reading. Both implement [`System`](crate::System), which is all that the engine
//! knows. `Mode` is what bodies and laws remember between steps; a checkpoint is this, serialised, beside y.
//!
//! * **One evaluation** is `Mechanism::solve_here`, whose calls are its stages in order: contact forces and efforts that
//!   depend on reactions are found together after the joints are solved for, and only then are efforts read.
//! * **Changes of mode**: laws give guards; when one has fired, impacts come first, then a consistent set of modes is
//!   found (`settle`): contacts, stops, tooth sides, resistances to rolling and friction in joints are one problem
//!   (`mode_problem`); parts on a table take turns with it.
//! * **Implicit methods** need ∂v̇ by position and velocity (`jacobian`): one KKT solve a column with the state's own
//!   factor. What is left out, ∂(J̇v)/∂q, slows Newton's method and never changes the answer.
//! * **Singular positions** (a parallelogram lying flat): near one nothing is computed there; states are projected
//!   and solved on either side along the branch and interpolated back, so the motion keeps to the branch it came on
//!   (`singular_passage`), and `singular_loops` says which loops they are. `momentary_redundancy` tells momentary from lasting redundancy.
//! * **Structure-preserving steps** (`rattle`): a step of RATTLE ends on the joints, so that the engine does not
//!   project after it.
//! * **Steps that take all contacts together** (`stepping`), for crowds: no guards, no modes; contacts have the forces of the
//!   last step.
//! * **Components** (`components`): of several, some may be stepped while the others go on by event. What does not take part stands
//!   aside (`views`, `stepping_part`); a component at rest under loads that cannot change sleeps (`sleep`).

pub mod arrivals;
pub mod arrow_forces;
pub mod arrows;
pub mod assemble;
pub mod close;
pub mod closing;
pub mod codes;
pub mod component_scales;
pub mod components;
pub mod conditions;
pub mod contact_event;
pub mod contact_forces;
pub mod contact_forces_mixed;
pub mod coordinates;
pub mod failure;
pub mod force_ranges;
pub mod guards_without_solve;
pub mod guesses;
pub mod impact;
pub mod impact_rows;
pub mod jacobian;
pub mod jam;
pub mod loop_solver;
pub mod mechanism;
pub mod mode;
pub mod mode_changes;
pub mod mode_guard;
pub mod mode_guards;
pub mod mode_problem;
pub mod momentary_redundancy;
pub mod nearer;
pub mod operators;
pub mod passage_scratch;
pub mod powers;
pub mod quantities;
pub mod rattle;
pub mod rattle_scratch;
pub mod recentre;
pub mod repeated_starts;
pub mod run_values;
pub mod said_lines;
pub mod settle;
pub mod singular_loops;
pub mod singular_passage;
pub mod sleep;
pub mod slip_step_limit;
pub mod solve;
pub mod start_rates;
pub mod step_state;
pub mod stepping;
pub mod stepping_apart;
pub mod stepping_efforts;
pub mod stepping_energy;
pub mod stepping_jam;
pub mod stepping_part;
pub mod stepping_rows;
pub mod stepping_scratch;
pub mod stepping_way;
pub mod stick_slip;
pub mod system;
pub mod traits;
pub mod tree_operators;
pub mod tree_slopes;
pub mod tree_system;
pub mod views;
pub mod whole_turns;
pub mod window_lookahead;
