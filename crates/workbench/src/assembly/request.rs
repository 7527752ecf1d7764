//! What a study of assembly is asked for, and why there is none.

use crate::scene_errors::SceneErrors;
use crate::settings::Settings;
use mainspring_sweep::assembly::DesignFault;

/// What is asked besides the two ways.
#[derive(Clone, Debug, Default)]
pub struct AssemblySettings {
    /// as for a run
    pub settings: Settings,
    /// `name=9.9..10.1`, `name=10+-0.05` or `name=9.9..10..10.1`, in the unit of the scene's own number
    pub spreads: Vec<String>,
    /// how many samples of spread dimensions
    pub samples: u64,
    /// another seed, other samples
    pub seed: u64,
    /// threads to use for samples
    pub threads: usize,
    /// whether to prove what holds for every value of the spread dimensions
    pub worst: bool,
    /// half the range of directions of approach to prove, `2 deg` or `0.03 rad`
    pub approach: Option<String>,
    /// boxes to ask at most, of each proof
    pub boxes: usize,
}

/// Why there is no study.
#[derive(Debug, thiserror::Error)]
pub enum AssemblyError {
    /// the scene is wrong
    #[error(transparent)]
    Scene(#[from] SceneErrors),
    /// another method
    #[error("only scenes of `method sweep` are pushed in and pulled out")]
    NoSweep,
    /// what was asked does not fit the scene
    #[error("{0}")]
    Asked(String),
}

impl From<DesignFault> for AssemblyError {
    fn from(fault: DesignFault) -> Self {
        Self::Asked(fault.to_string())
    }
}
