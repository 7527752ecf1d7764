//! What was asked for.

use mainspring::{Scene, Settings};
use std::path::PathBuf;

/// Words of the command line, read.
#[derive(Debug)]
pub struct Arguments {
    pub scene: PathBuf,
    /// length of the run, s
    pub until: f64,
    /// between samples of a contact scene, s
    pub every: f64,
    /// when peers compare their models with ours, s
    pub check_at: f64,
    /// when the error is taken, s
    pub error_at: f64,
    /// what `describe` printed
    pub reference: Option<PathBuf>,
    pub integrator: String,
    /// relative tolerances, a rung each
    pub rtol: Vec<f64>,
    /// fixed steps, a rung each, s
    pub step: Vec<f64>,
    /// timings of which the best counts
    pub repeat: usize,
    /// `path=value`
    pub set: Vec<String>,
}

impl Arguments {
    pub fn read(words: &[String]) -> Result<Self, String> {
        let mut words = words.iter();
        let scene = words.next().ok_or("which scene?")?;
        let mut read = Self {
            scene: scene.into(),
            until: 10.0,
            every: 1e-3,
            check_at: 0.1,
            error_at: 1.0,
            reference: None,
            integrator: "dop853".to_owned(),
            rtol: Vec::new(),
            step: Vec::new(),
            repeat: 3,
            set: Vec::new(),
        };
        while let Some(option) = words.next() {
            let value = words.next().ok_or_else(|| format!("{option} wants a value"))?;
            match option.as_str() {
                "--until" => read.until = number(value)?,
                "--every" => read.every = number(value)?,
                "--check-at" => read.check_at = number(value)?,
                "--error-at" => read.error_at = number(value)?,
                "--reference" => read.reference = Some(value.into()),
                "--integrator" => read.integrator.clone_from(value),
                "--rtol" => read.rtol = value.split(',').map(number).collect::<Result<_, _>>()?,
                "--step" => read.step = value.split(',').map(number).collect::<Result<_, _>>()?,
                "--repeat" => read.repeat = value.parse().map_err(|e| format!("--repeat {value}: {e}"))?,
                "--set" => read.set.push(value.clone()),
                _ => return Err(format!("unknown option {option}")),
            }
        }
        Ok(read)
    }

    pub fn scene(&self) -> Scene {
        Scene::file(&self.scene)
    }

    /// Settings every run shares.
    pub fn settings(&self) -> Settings {
        Settings {
            until: Some(self.until),
            integrator: Some(self.integrator.clone()),
            set: self.set.clone(),
            ..Settings::default()
        }
    }
}

fn number(text: &str) -> Result<f64, String> {
    text.parse().map_err(|e| format!("{text}: {e}"))
}
