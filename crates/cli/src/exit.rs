//! Exit codes.

use crate::interrupt::STOPPED;
use std::process::ExitCode;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// as asked
    Fine,
    /// the scene is wrong
    Scene,
    /// two runs are not the same
    Different,
    /// the command line is wrong
    Usage,
    /// the run failed, or something could not be written
    Failed,
    /// the run reached its end, and something in it is in doubt
    Doubtful,
    /// stopped by Ctrl-C, SIGTERM or SIGHUP
    Interrupted,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Fine => 0,
            Exit::Scene | Exit::Different => 1,
            Exit::Usage => 2,
            Exit::Failed => 3,
            Exit::Doubtful => 4,
            Exit::Interrupted => STOPPED,
        })
    }
}
