//! Design for assembly: a sweep pushed in and pulled out, margins, sensitivities, samples and proofs.

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
