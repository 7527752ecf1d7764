//! Why a model cannot be assembled: one error type, since joints, laws and starts all refuse.

use mainspring_definition::{Diagnostic, Span};

/// Why a model cannot be assembled.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum AssembleError {
    /// a loop does not close
    #[error("the mechanism cannot be assembled: {}", describe(.joints))]
    Open { joints: Vec<(String, f64, bool)>, span: Span },
    /// a drive follows from joints and other drives
    #[error("drive of `{path}` depends on {}: the mechanism has no freedom left for it", list_others(.others))]
    DependentDrive { path: String, others: Vec<String>, span: Span },
    /// a drive that cannot move anything from where the mechanism starts
    #[error("drive of `{path}` starts at a dead point: from there `{path}` cannot move, although the mechanism can")]
    DeadPoint { path: String, span: Span },
    /// where motions cross, and nothing says which of them
    #[error("{} start in a singular position, where their conditions depend on each other, {how}: how it moves on cannot be told", list_others(.joints))]
    Singular { joints: Vec<String>, how: &'static str, span: Span },
    /// a disc without a lowest point
    #[error("the disc of `{path}` starts flat on its plane: it touches all round, and has no lowest point to roll on")]
    LiesFlat { path: String, span: Span },
    /// a start value cannot hold together with the others
    #[error("{}", .0.text())]
    Start(UnmetStart),
    /// joint coordinates were asked for and do not fit
    #[error("joint coordinates do not fit: {reason}")]
    Coordinates { reason: String, span: Span },
    /// friction on a reaction that is not unique
    #[error("`{path}` has a friction coefficient, but its reaction is not unique: it shares the load with {}", list_others(.others))]
    FrictionOnRedundant { path: String, others: Vec<String>, span: Span },
    /// parts that start inside each other
    #[error("`{first}` and `{second}` overlap by {depth:.3e} m at the start")]
    Overlap { first: String, second: String, depth: f64, span: Span },
    /// a disc in a hole of its own size
    #[error(
        "`{first}` and `{second}` fit without play, round in round: they touch all round, and nowhere in particular"
    )]
    NoPlay { first: String, second: String, span: Span },
    /// a joint that starts beyond its stop
    #[error("`{path}` starts {by:.3e} {} beyond its limit", if *.angle { "rad" } else { "m" })]
    BeyondStop { path: String, by: f64, angle: bool, span: Span },
    /// a part that cannot take part in contact
    #[error("`{path}` cannot touch anything: {why}")]
    NoSurface { path: String, why: String, span: Span },
    /// an array that pushes nothing because its cells have no place
    #[error("the cells of `{path}` cannot be laid out: {why}")]
    NoCells { path: String, why: String, span: Span },
    /// farther from the origin than floats tell its parts apart
    #[error("`{path}` is {distance:.3e} m away from the origin: places there are whole multiples of {:.1e} m, too coarse for a mechanism of {length:.1e} m", f64::EPSILON * distance)]
    TooFar { path: String, distance: f64, length: f64, span: Span },
    /// an expression is not finite at the start
    #[error("`{path}` is not a finite number at the start ({value})")]
    NonFinite { path: String, value: f64, span: Span },
}

/// A line that says how something begins, and cannot hold.
#[derive(Clone, Debug, PartialEq)]
pub struct UnmetStart {
    /// of its joint
    pub path: String,
    /// it is a `drive`, not a `start`
    pub drive: bool,
    /// it asks for a rate, not for a position
    pub rate: bool,
    /// of an angle, not of a length
    pub angle: bool,
    /// rad or m, or that a second
    pub off: f64,
    /// lines that say otherwise together with the joints: what they are called, and where
    pub others: Vec<(String, Span)>,
    /// the line
    pub span: Span,
}

impl UnmetStart {
    fn text(&self) -> String {
        let line = if self.drive { "the drive of `" } else { "`start " };
        let what = if self.rate { "a rate" } else { "a position" };
        let unit = match (self.angle, self.rate) {
            (true, false) => "rad",
            (true, true) => "rad/s",
            (false, false) => "m",
            (false, true) => "m/s",
        };
        let from = match self.others.as_slice() {
            [] => "the joints".to_owned(),
            [(one, _)] => one.clone(),
            [first @ .., (last, _)] => {
                let first: Vec<&str> = first.iter().map(|(name, _)| name.as_str()).collect();
                format!("{} and {last}", first.join(", "))
            }
        };
        format!(
            "{line}{}` asks for {what} that joints, drives and other starts do not allow: it is {:.3e} {unit} off what \
             follows from {from}",
            self.path, self.off
        )
    }
}

fn describe(joints: &[(String, f64, bool)]) -> String {
    let list: Vec<String> = joints
        .iter()
        .map(|(path, off, angle)| format!("`{path}` stays open by {off:.3e} {}", if *angle { "rad" } else { "m" }))
        .collect();
    list.join(", ")
}

fn list_others(list: &[String]) -> String {
    if list.is_empty() {
        "the joints".to_owned()
    } else {
        list.iter().map(|p| format!("`{p}`")).collect::<Vec<_>>().join(", ")
    }
}

impl AssembleError {
    /// As a diagnostic with its code.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let text = self.to_string();
        match self {
            Self::Open { span, .. } => Diagnostic::error("E0701", *span, text)
                .help("check lengths and `at`; if the loop can close, a `guess` nearer to the closed position helps"),
            Self::DependentDrive { span, .. } => Diagnostic::error("E0702", *span, text)
                .help("remove this drive, or make it an effort (`drive … torque = …`) instead of a motion"),
            Self::DeadPoint { span, .. } => Diagnostic::error("E0705", *span, text)
                .help("start a little away from the dead point, or drive another joint"),
            Self::Singular { span, .. } => Diagnostic::error("E0708", *span, text)
                .help(
                    "start a little away from that position, with some speed towards it if it is to be passed, or give every joint \
of the loop the rate (`start … rate`) that says which way it goes",
                ),
            Self::Start(unmet) => {
                let finding = Diagnostic::error("E0703", unmet.span, text)
                    .help("leave one of these lines out, or make a `guess` of a position that need not hold");
                unmet.others.iter().fold(finding, |finding, (name, span)| finding.also(*span, format!("{name} is said here")))
            }
            Self::LiesFlat { span, .. } => Diagnostic::error("E0722", *span, text).help(
                "start it upright or leaning; for a disc that lies, falls or tips take contact instead of `rolling`: give the part a \
`shape = cylinder(…)`, make the plane an `obstacle`, and name the two in `contact`",
            ),
            Self::Coordinates { span, .. } => Diagnostic::error("E0707", *span, text)
                .help("leave `coordinates` out of `run`: then each mechanism gets those that fit"),
            Self::FrictionOnRedundant { span, .. } => Diagnostic::error("E0706", *span, text).help(
                "give the friction as a force or torque, or free what is held twice (a spherical or cylindrical joint in place of a hinge)",
            ),
            Self::Overlap { span, .. } => Diagnostic::error("E0709", *span, text)
                .help("move one of them apart (`at`), or leave the pair out of `contacts`"),
            Self::NoPlay { span, .. } => Diagnostic::error("E0709", *span, text)
                .help("make the hole a little larger than what is in it, or hold the two by a revolute joint"),
            Self::BeyondStop { span, .. } => Diagnostic::error("E0714", *span, text)
                .help("start inside the limits (`start`, `at`), or widen `limits`"),
            Self::NoSurface { span, .. } => Diagnostic::error("E0715", *span, text)
                .help("give it another shape, or leave it out of `contacts`"),
            Self::NoCells { span, .. } => Diagnostic::error("E0716", *span, text)
                .help("bring its corner nearer to the origin, or make the pitch larger"),
            Self::TooFar { span, .. } => Diagnostic::error("E0724", *span, text)
                .help("place the mechanism nearer to the origin: `at`, and the points of joints on the ground"),
            Self::NonFinite { span, .. } => Diagnostic::error("E0704", *span, text)
                .help("look for a division by zero, a root or logarithm of a negative number"),
        }
    }
}
