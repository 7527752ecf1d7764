//! Why a part is not oriented, as findings with codes.

use crate::exit::Exit;
use crate::numbers::number;
use mainspring_workbench::definition::{Diagnostic, Span, did_you_mean};
use mainspring_workbench::fields::strategy::StrategyError;
use mainspring_workbench::model::Body;
use mainspring_workbench::orient::RehearsalError;

/// A finding and the exit code it leads to.
pub struct Refusal {
    pub finding: Diagnostic,
    pub exit: Exit,
}

impl Refusal {
    fn usage(finding: Diagnostic) -> Self {
        Self { finding, exit: Exit::Usage }
    }

    fn scene(finding: Diagnostic) -> Self {
        Self { finding, exit: Exit::Scene }
    }

    pub fn unknown<'a>(name: &str, parts: impl Iterator<Item = &'a Body>) -> Self {
        let paths: Vec<&str> = parts.map(|b| b.path.as_str()).collect();
        let help = match did_you_mean(name, paths.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if paths.is_empty() => "the scene has no part with an outline".to_owned(),
            None => format!("there is {}", some(&paths)),
        };
        Self::usage(Diagnostic::error("E0907", Span::NOWHERE, format!("no part `{name}`")).help(help))
    }

    pub fn several(first: &Body, count: usize) -> Self {
        let message = format!("the scene has {count} parts");
        let help = format!("name one, such as `--part '{}'`", first.path);
        Self::usage(Diagnostic::error("E0907", Span::NOWHERE, message).help(help))
    }

    pub fn swept(root: Span) -> Self {
        let message = "an exact sweep has no masses and joints to put together in time steps";
        let help = "`mainspring run`, `check` and `info` take such scenes; `method event` runs parts with mass";
        Self::scene(Diagnostic::error("E0920", root, message).help(help))
    }

    pub fn nothing() -> Self {
        let finding = Diagnostic::error("E0907", Span::NOWHERE, "the scene has no part with an outline");
        Self::scene(finding.help("give a part a `shape`, such as `polygon((0, 0), (4, 0), (0, 3)) cm`"))
    }

    pub fn without_outline(body: &Body) -> Self {
        let finding = Diagnostic::error("E0907", body.span, format!("`{}` has no outline to be squeezed", body.path));
        Self::scene(finding.help("give it a `shape`"))
    }

    pub fn spatial() -> Self {
        let finding = Diagnostic::error("E0908", Span::NOWHERE, "parts are oriented on a surface, in a planar scene");
        Self::scene(finding.help("describe the part as seen from above, with `space planar`"))
    }

    /// What the part itself, or the margin, stands in the way of.
    pub fn strategy(body: &Body, error: StrategyError) -> Self {
        let about = |code: &str, help: &str| {
            let message = format!("`{}` is not oriented: {error}", body.path);
            Diagnostic::error(code, body.span, message).help(help)
        };
        match &error {
            StrategyError::Margin { wanted, best } => {
                let degrees = |angle: f64| number(angle.to_degrees());
                let message = format!(
                    "no script of squeezes orients `{}` with {} deg to both sides of every one",
                    body.path,
                    degrees(*wanted)
                );
                let finding = Diagnostic::error("E0912", body.span, message);
                // downwards, so that what is said can be asked for
                let most = libm::floor(best.to_degrees() * 1000.0) / 1000.0;
                Self::usage(finding.help(format!("the most there is: `--margin {}deg`", number(most))))
            }
            StrategyError::Argument { .. } => Self::usage(about("E0909", "give it another value")),
            StrategyError::Neutral { .. } => {
                Self::scene(about("E0909", "a disc looks the same however it is turned; a notch would tell"))
            }
            StrategyError::NoLever => Self::scene(about("E0909", "leave out `--radial`: squeezes may do")),
            _ => Self::scene(about("E0909", "`mainspring explain E0909` says what can be oriented")),
        }
    }

    pub fn rehearsal(body: &Body, error: RehearsalError) -> Self {
        match error {
            RehearsalError::Strategy(error) => Self::strategy(body, error),
            outline @ RehearsalError::Outline { .. } => {
                let message = format!("no scene can be written for `{}`: {outline}", body.path);
                Self::scene(Diagnostic::error("E0913", body.span, message).help("leave out `--write`; the plan holds"))
            }
        }
    }
}

/// The first few names.
fn some(paths: &[&str]) -> String {
    let mut shown: Vec<String> = paths.iter().take(6).map(|p| format!("`{p}`")).collect();
    if paths.len() > shown.len() {
        shown.push(format!("{} more", paths.len() - shown.len()));
    }
    shown.join(", ")
}
