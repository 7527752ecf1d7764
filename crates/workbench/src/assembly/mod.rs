//! Design for assembly: a sweep pushed in and pulled out, margins, sensitivities, samples and proofs.
//!
//! The mathematics is `mainspring_sweep::assembly`; here a scene becomes the design it is about. Dimensions are the
//! `let` lines that are made of no other. Beside every number the model keeps how it follows from those that have a
//! range (sums of multiples as such, products and quotients as they stand, everything else as lost, with its place),
//! so that `ranged_drawing` draws the scene with numbers that are ranges. Differences between drawings would prove
//! nothing of values in between.

mod course_report;
mod ranged_drawing;
mod report;
mod request;
mod scene_design;
mod study;
mod worst_case;
mod worst_sample;

pub use report::{
    ApproachReport, Assembly, CaseReport, CourseReport, LeftOut, PawlReport, PeakReport, RangeReport,
    SensitivityReport, ToleranceReport, UnsoundSample, WorkReport, WorstCaseReport, WorstWay,
};
pub use request::{AssemblyError, AssemblySettings};
pub use study::assemble;
