//! Trait: changes of mode.

use crate::multibody::mode_change::{Transition, TransitionError};
use crate::system::mode::Mode;
use crate::system::mode_guard::ModeGuard;
use mainspring_model::SwitchTarget;

/// Modes, and what changes them at an event.
pub trait ModeChanges: Send {
    /// Which joints and springs act, which rows are left out, where angles were last.
    fn mode(&self) -> Mode;
    /// Restores a mode (from a checkpoint).
    fn set_mode(&mut self, mode: Mode);
    /// Whether a joint or spring is attached, or a part is there.
    fn attached(&self, target: SwitchTarget) -> bool;
    /// Whether a drive moves its coordinate as it prescribes: one with an effort limit may be held back.
    fn drive_follows(&self, _drive: usize) -> bool {
        true
    }
    /// Makes a joint or spring act or not, as it is found at y; a part that arrives or leaves gets the velocity it then has.
    fn switch(&mut self, target: SwitchTarget, attach: bool, time: f64, y: &mut [f64]);
    /// Lets joints that stick by friction go, because an impulse is about to pass through them: a friction of finite size
    /// has no impulse. Whether they stick again is decided after it.
    fn loosen(&mut self) {}
    /// Lets drives with an effort limit go, because what they prescribe may have jumped: they follow as fast as they can.
    fn loosen_drives(&mut self) {}
    /// Blows, then a consistent set of modes at y, whose velocities follow; `fired` are the guards that became positive.
    ///
    /// # Errors
    /// When friction leaves no consistent motion, or a script goes round without showing a frame.
    fn resolve_modes(
        &mut self,
        _time: f64,
        _y: &mut [f64],
        _fired: &[ModeGuard],
        _out: &mut Vec<Transition>,
    ) -> Result<(), TransitionError> {
        Ok(())
    }
    /// No finite force goes with the slips at y (Painlevé): an impulse without collision ends them, and modes are decided anew. False where
    /// nothing slides that friction could jam.
    ///
    /// # Errors
    /// When friction leaves no consistent motion after it.
    fn end_jam(&mut self, _time: f64, _y: &mut [f64], _out: &mut Vec<Transition>) -> Result<bool, TransitionError> {
        Ok(false)
    }
    /// Steps of scripts that end at or before this time are left for the next ones; true if any was.
    ///
    /// # Errors
    /// When a script goes round without showing a frame.
    fn schedule(&mut self, _time: f64, _y: &[f64], _out: &mut Vec<Transition>) -> Result<bool, TransitionError> {
        Ok(false)
    }
    /// What a part that has just arrived is inside of at y, and how deep, m.
    fn arrives_inside(&mut self, _body: usize, _y: &[f64]) -> Option<(String, f64)> {
        None
    }
}
