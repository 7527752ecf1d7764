//! What can go wrong in a session.

use mainspring_dynamics::AssembleError;
use mainspring_engine::RunError;
use mainspring_workbench::SceneErrors;

/// What can go wrong in a session. Whatever it is, the session stays where it was.
#[derive(Debug, thiserror::Error)]
pub enum LiveError {
    /// the scene, or a value that was to be set, is wrong
    #[error(transparent)]
    Scene(#[from] SceneErrors),
    /// the mechanism cannot be put together
    #[error("{}", list(.0))]
    Assembly(Vec<AssembleError>),
    /// a step, or what follows from it, failed
    #[error(transparent)]
    Run(#[from] RunError),
    /// no part of this name moves
    #[error("no part `{name}` can be taken hold of{}", did_you_mean(.near))]
    NoPart {
        /// as asked for
        name: String,
        /// a name like it
        near: Option<String>,
    },
    /// a hand that has let go, or never took hold
    #[error("hand {0} holds nothing: it has let go, or never took hold")]
    NoHand(u32),
    /// a number that is not finite, or below zero where that makes no sense
    #[error("{what} is {value}: a finite number{} is needed", if *.positive { ", not below 0," } else { "" })]
    Number {
        /// what it is for
        what: &'static str,
        /// as given
        value: f64,
        /// it must not be below zero
        positive: bool,
    },
    /// an exact sweep has no time to steer
    #[error("`method sweep` finds its whole motion at once: run it, and look at its recording")]
    Sweep,
    /// a time before the start, or past the end
    #[error("{time} s is outside the run, which goes from 0 s to {end} s")]
    Outside {
        /// as asked for, s
        time: f64,
        /// s
        end: f64,
    },
}

fn list(errors: &[AssembleError]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

fn did_you_mean(near: &Option<String>) -> String {
    near.as_ref().map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}
