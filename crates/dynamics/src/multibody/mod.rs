//! Bodies, joints and smooth loads: columns, rows, one sparse symmetric solve. No modes are decided here.

pub mod assemble_error;
pub mod compliance;
pub mod compliant_joints;
pub mod energy;
pub mod event_text;
pub mod holding;
pub mod kinematics;
pub mod kkt;
pub mod ledger;
pub mod loads;
pub mod math;
pub mod measure;
pub mod mode_change;
#[expect(clippy::module_inception, reason = "the type the room is named for")]
pub mod multibody;
pub mod places;
pub mod planar;
pub mod probe_bodies;
pub mod projection;
pub mod quantities;
pub mod reactions;
pub mod redundancy;
pub mod results;
pub mod row_groups;
pub mod row_hessians;
pub mod rows;
pub mod slopes;
pub mod space;
pub mod spatial;
pub mod support;
pub mod surfaces;
pub mod time_switches;
