//! The mechanism is changed while it runs.

use crate::input_log::Input;
use crate::live_error::LiveError;
use crate::session::Live;
use crate::version::Version;
use mainspring_workbench::Scene;
use std::sync::Arc;

/// What became of the motion when the mechanism was changed.
#[derive(Clone, Debug, PartialEq)]
pub enum Swap {
    /// it goes on
    Kept {
        /// how far the part that moved most had to be moved so that everything fits, m
        moved: f64,
    },
    /// it begins again at t = 0
    Restarted {
        /// one sentence
        why: String,
    },
}

impl Live {
    /// Another value for whatever `--set` reaches: `set("crank.l", "12 cm")`.
    ///
    /// # Errors
    /// When there is no such thing, or the value makes no sense; the session goes on as it was.
    pub fn set(&mut self, path: &str, value: &str) -> Result<Swap, LiveError> {
        self.come_to_now()?;
        let swap = self.do_set(path, value)?;
        self.log.push(self.now, Input::Set { path: path.to_owned(), value: value.to_owned() });
        self.after_swap(&swap);
        Ok(swap)
    }

    pub(crate) fn do_set(&mut self, path: &str, value: &str) -> Result<Swap, LiveError> {
        let mut version = (*self.version).clone();
        let same = |text: &String| text.split_once('=').is_some_and(|(known, _)| known.trim() == path.trim());
        version.settings.set.retain(|text| !same(text));
        version.settings.set.push(format!("{path}={value}"));
        self.swap(version)
    }

    /// Another text: parts keep the motion of those of their name.
    ///
    /// # Errors
    /// When the scene is wrong; the session goes on as it was.
    pub fn replace(&mut self, scene: &Scene) -> Result<Swap, LiveError> {
        self.come_to_now()?;
        let scene = Arc::new(scene.clone());
        let swap = self.do_replace(&scene)?;
        self.log.push(self.now, Input::Replace(scene));
        self.after_swap(&swap);
        Ok(swap)
    }

    pub(crate) fn do_replace(&mut self, scene: &Arc<Scene>) -> Result<Swap, LiveError> {
        let mut version = (*self.version).clone();
        version.scene = Arc::clone(scene);
        // what was read, and set, may be gone with the text
        version.settings.probes.clear();
        version.settings.set.clear();
        self.swap(version)
    }

    fn swap(&mut self, mut version: Version) -> Result<Swap, LiveError> {
        version.mechanism += 1;
        let (mut engine, mut model) = match version.engine() {
            // a hand whose part is gone has let go
            Err(LiveError::NoPart { .. }) if !version.hands.is_empty() => {
                version.hands.clear();
                version.engine()?
            }
            built => built?,
        };
        let swap = match engine.carry_over(&mut self.engine, &mut self.watch) {
            Ok(moved) => Swap::Kept { moved },
            Err(why) => {
                version.hands.clear();
                (engine, model) = version.engine()?;
                engine.begin(&mut self.watch)?;
                Swap::Restarted { why: why.to_string() }
            }
        };
        (self.engine, self.model, self.version) = (engine, model, Arc::new(version));
        (self.before, self.ended, self.drawn) = (None, None, false);
        self.now = self.engine.time();
        Ok(swap)
    }

    /// What begins again has no past.
    fn after_swap(&mut self, swap: &Swap) {
        if matches!(swap, Swap::Restarted { .. }) {
            self.history.cut_after(-1.0);
            self.log.restart();
            self.keep_moment();
        }
    }
}
