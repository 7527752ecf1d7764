//! The command and the library, as users meet them.
//!
//! One program, because each one more has to be built and linked; what cannot share stands beside it.

mod all_errors;
mod array_sort;
mod builder;
mod checking_quantities;
mod closing_faults;
mod command;
mod divergence;
mod drive_limits;
mod drops;
mod every_code;
mod far_faults;
mod fault_scenes;
mod faults;
mod force_laws;
mod frame_steps;
mod frames;
mod friction_at_stops;
mod gallery_plots;
mod gear_faults;
mod language_reference;
mod messages;
mod mobility;
mod momentum_faults;
mod mutated_runs;
mod note_faults;
mod orienting;
mod outline_faults;
mod part_drag;
mod pictures;
mod point_masses;
mod pushed_rows;
mod random_starts;
#[path = "../../../report/tests/suite/support/read_back.rs"]
mod read_back;
mod same_motion;
mod same_motion_scenes;
mod scenes_are_canonical;
mod singular_faults;
mod smooth_solids;
mod soft_faults;
mod start_faults;
mod stepped_beside;
mod stepped_jams;
mod stopping;
mod storm_faults;
mod sweep_against_engine;
mod sweep_runs;
mod sweep_told;
mod switch_faults;
mod vector_components;
mod work_faults;
