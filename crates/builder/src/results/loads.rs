//! Result of the load phase: forces, drives and constraints.

use mainspring_definition::Span;
use mainspring_model::{Constraint, Drive, Force, JointId};
use std::collections::BTreeMap;
use std::ops::Range;

/// Where a motion is prescribed.
#[derive(Clone, Copy)]
pub struct Prescription {
    pub span: Span,
    /// has a largest effort, and so may give way
    pub limited: bool,
}

/// What acts on the mechanism.
#[derive(Default)]
pub struct Loads {
    pub forces: Vec<Force>,
    pub drives: Vec<Drive>,
    pub constraints: Vec<Constraint>,
    /// the rows of each constraint as written
    pub constraint_rows: Vec<Range<usize>>,
    /// coordinates whose motion is prescribed, and where
    pub prescribed: BTreeMap<(JointId, usize), Prescription>,
    /// drives and actuators of each joint that has any, also where this run leaves them out
    pub driven: BTreeMap<JointId, Vec<usize>>,
    /// whether all loads are gathered, so that their work can be read
    pub known: bool,
}
