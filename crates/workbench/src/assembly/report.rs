//! What a study of assembly reports.

use mainspring_sweep_run::Crossing;
use serde::Serialize;
use std::collections::BTreeMap;

/// What came of a study. SI units; angles as drawn.
#[derive(Clone, Debug, Serialize)]
pub struct Assembly {
    /// name of the scene
    pub scene: String,
    /// name of its root
    pub root: String,
    /// whether the root gets all the way in, or comes to rest on something after a pawl has clicked
    pub assembles: bool,
    /// whether the pawls hold it from being pulled out
    pub locks: bool,
    /// the way in
    pub insertion: CourseReport,
    /// the way out; none where it cannot be asked
    pub withdrawal: Option<CourseReport>,
    /// why not, then
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withdrawal_fault: Option<String>,
    /// what dimensions do to the peak force, by way; those that do nothing are left out
    pub sensitivity: Vec<SensitivityReport>,
    /// `let` lines that are not among them, and why
    pub left_out: Vec<LeftOut>,
    /// what samples of spread dimensions say
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<ToleranceReport>,
    /// what is proved for every value of the spread dimensions
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worst: Option<WorstCaseReport>,
    /// pawls that pass through each other on the way in, which a sweep does not keep apart
    pub crossings: Vec<Crossing>,
    /// what is proved for directions of approach
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approach: Option<ApproachReport>,
}

/// A `let` line that is no dimension of the study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// its name
    pub name: String,
    /// why
    pub why: String,
}

/// One way.
#[derive(Clone, Debug, Serialize)]
pub struct CourseReport {
    /// why it ended
    pub cause: &'static str,
    /// whether the root got all the way
    pub completes: bool,
    /// obstacles that the root runs into on the way in, if that ends it
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hits: Vec<String>,
    /// way of the root, m
    pub travel: f64,
    /// largest push
    pub peak: Option<PeakReport>,
    /// largest pull
    pub pull: Option<PeakReport>,
    /// of the root, and where it goes
    pub work: WorkReport,
    /// the most that the springs hold on the way, J
    #[serde(skip)]
    pub held: f64,
    /// how often pawls let go
    pub clicks: usize,
    /// friction below which it works; none if any does or none
    pub friction_limit: Option<f64>,
    /// that in words
    pub margin: String,
    /// in words without the place, and the way there, m, and what touches
    #[serde(skip)]
    pub margin_words: (String, Option<(f64, String)>),
    /// pawl by pawl
    pub pawls: Vec<PawlReport>,
}

/// Work of the root, J.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct WorkReport {
    /// all of it
    pub total: f64,
    /// in the springs at the end, less that at the start
    pub stored: f64,
    /// lost in snaps
    pub lost: f64,
    /// turned to heat by friction; infinite, and null in files, towards a stick
    pub rubbed: f64,
}

/// What one pawl does on one way.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PawlReport {
    /// its name
    pub name: String,
    /// how often it lets go
    pub clicks: usize,
    /// its largest deflection, with its sign, rad
    pub deflection: f64,
}

/// A largest force.
#[derive(Clone, Debug, Serialize)]
pub struct PeakReport {
    /// N; infinite, and null in files, where it grows without bound
    pub force: f64,
    /// s
    pub time: f64,
    /// m
    pub travel: f64,
    /// pawl and contact
    pub contact: String,
}

/// What a dimension does to a peak force.
#[derive(Clone, Debug, Serialize)]
pub struct SensitivityReport {
    /// `insertion` or `withdrawal`
    pub way: &'static str,
    /// name in the scene
    pub dimension: String,
    /// its unit, as written
    pub unit: String,
    /// as drawn, in that unit
    pub value: f64,
    /// N over the unit; none where other contacts lead to the peak on both sides
    pub slope: Option<f64>,
    /// how far off the slope may be
    pub error: f64,
    /// per cent of force for each per cent of it
    pub relative: Option<f64>,
    /// `both`, `above`, `below` or `neither`: from where it was taken
    pub side: String,
    /// why there is no slope, then
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// What samples say.
#[derive(Clone, Debug, Serialize)]
pub struct ToleranceReport {
    /// how many
    pub samples: u64,
    /// of the sound drawings among them the share that assembles, and where its probability lies with 95 % confidence; the
    /// share is NaN, and null in files, where none is sound
    pub assembles: [f64; 3],
    /// share of those that assembles and is held
    pub retained: [f64; 3],
    /// samples that make no sound drawing, which are left out of all shares and forces
    pub unsound: u64,
    /// the first of them
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsound_case: Option<UnsoundSample>,
    /// how often each cause ended the way in
    pub causes: BTreeMap<&'static str, u64>,
    /// of the way in, N: mean, standard deviation, least, largest
    pub peak: [f64; 4],
    /// 5 %, 50 % and 95 % of samples are not above these, N
    pub quantiles: [f64; 3],
}

/// A sample that makes no sound drawing.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UnsoundSample {
    /// the spread dimensions and their values, each in its unit
    pub values: BTreeMap<String, f64>,
    /// what is wrong then
    pub why: String,
}

/// What holds for all values of spread dimensions together.
#[derive(Clone, Debug, Serialize)]
pub struct WorstCaseReport {
    /// the box: each dimension and its ends
    pub ranges: Vec<RangeReport>,
    /// the way in, and the way out where it can be asked
    pub ways: Vec<WorstWay>,
    /// why the way out is not among them
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withdrawal_fault: Option<String>,
}

/// A dimension and its ends.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RangeReport {
    /// its name
    pub dimension: String,
    /// its unit, as written
    pub unit: String,
    /// in that unit
    pub least: f64,
    /// in that unit
    pub largest: f64,
}

/// What is proved of one way.
#[derive(Clone, Debug, Serialize)]
pub struct WorstWay {
    /// `insertion` or `withdrawal`
    pub way: &'static str,
    /// share of the box proved to go all the way
    pub passes: f64,
    /// share of the box proved not to
    pub fails: f64,
    /// share of the box left
    pub undecided: f64,
    /// the largest peak force of a case that was traced, and where; N
    pub found: Option<CaseReport>,
    /// a force that no case of the part proved to go all the way exceeds, N; null where there is none
    pub bound: Option<f64>,
    /// a case that was traced and does not go all the way
    pub failing: Option<CaseReport>,
    /// boxes asked
    pub asked: usize,
    /// boxes the whole is cut into
    pub boxes: usize,
    /// those undecided: the ends of each dimension
    pub open: Vec<Vec<[f64; 2]>>,
}

/// One case that was traced.
#[derive(Clone, Debug, Serialize)]
pub struct CaseReport {
    /// of each dimension, in the order of the ranges
    pub values: Vec<f64>,
    /// why it ended
    pub cause: &'static str,
    /// its largest push where it goes all the way, N
    pub force: Option<f64>,
    /// where that is
    #[serde(skip_serializing_if = "Option::is_none")]
    pub peak: Option<PeakReport>,
}

/// What holds for directions of approach.
#[derive(Clone, Debug, Serialize)]
pub struct ApproachReport {
    /// directions up to this far from the drawn one, rad
    pub within: f64,
    /// ranges proved to go all the way, against the drawn direction, rad
    pub proved: Vec<[f64; 2]>,
    /// the proof; its dimension is the angle from the drawn direction, rad
    pub way: WorstWay,
}
