//! Bodies, joints and smooth loads: columns, rows, one sparse symmetric solve. No modes are decided here.
//!
//! * `Space` is what a space must know: kinematics of a body, what a marker does, mass blocks, displacement. `Planar`
//!   and `Spatial` implement it and are the only places with a dimension; planar is real planar (3 columns a body),
//!   never spatial with rows locked.
//! * Each joint file opens with its mathematics and implements the same five functions of `JointMath`: residual,
//!   jacobian, bias, limits, probe (its coordinates).
//! * Rows come in groups: a joint's own rows together with those of its drives; gears; the user's constraints. A row
//!   acts on positions, velocities, accelerations, or some of them (rolling and speed drives have no position; an
//!   acceleration drive only the last); `Masks` keeps the three sets.
//! * Redundant rows are found at closed positions by the rank of all rows together (`rank`), left out, named, and kept out
//!   during steps, where constraint violation would make them look independent. Which of them are left out changes where
//!   others serve better (`exchange`). Reactions are then moved along the self-stresses to minimum norm (`reactions`).
//! * After each accepted step positions go back onto C = 0 by mass-weighted Newton and velocities onto J v = −C_t by
//!   one solve (`projection`). Frames are read from dense output and projected too.
//! * Angles of spatial joints are known mod 2π; `MultibodyState` remembers them at accepted steps, and steps are kept
//!   short enough that none turns half a turn.
//! * Second derivatives of rows come from their biases, which are quadratic forms of v, by polarisation
//!   (`row_hessians`); in space turns do not commute, which adds ½ J (ω_a × ω_δ).
//! * `time_switches` finds the moments at which expressions over time alone switch: exactly where what is compared is
//!   piecewise linear in time, by a search that resolves the fastest oscillation elsewhere. Those moments are ends of
//!   steps, which is why a force that jumps at 2 s costs no accuracy.

pub mod assemble_error;
pub mod compliance;
pub mod compliant_joints;
pub mod drive_return;
pub mod energy;
pub mod event_text;
pub mod exchange;
pub mod flat_discs;
pub mod gear_sums;
pub mod holding;
pub mod kinematics;
pub mod kkt;
pub mod ledger;
pub mod limited_drives;
pub mod loads;
pub mod measure;
pub mod mode_change;
pub mod multibody;
pub mod origins;
pub mod places;
pub mod planar;
pub mod probe_bodies;
pub mod projection;
pub mod quantities;
pub mod rank;
pub mod reactions;
pub mod redundancy;
pub mod results;
pub mod row_groups;
pub mod row_hessians;
pub mod rows;
pub mod side;
pub mod slopes;
pub mod space;
pub mod spatial;
pub mod support;
pub mod surfaces;
pub mod time_switches;
