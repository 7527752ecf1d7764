//! Of a tree in joint coordinates: changes of mode.

use crate::system::mode::Mode;
use crate::system::traits::mode_changes::ModeChanges;
use crate::system::tree_system::Reduced;
use crate::tree::recursion::Recursion;
use mainspring_model::SwitchTarget;

impl<T: Recursion> ModeChanges for Reduced<T> {
    fn mode(&self) -> Mode {
        self.core.mode()
    }

    fn set_mode(&mut self, mode: Mode) {
        self.core.set_mode(mode);
    }

    fn attached(&self, target: SwitchTarget) -> bool {
        self.core.attached(target)
    }

    fn switch(&mut self, target: SwitchTarget, attach: bool, time: f64, y: &mut [f64]) {
        self.unfold(y);
        // what comes and goes is never solved in joint coordinates: the state stays as it is
        self.core.switch(target, attach, time, &mut self.whole);
        self.unfolded.clear();
    }
}
