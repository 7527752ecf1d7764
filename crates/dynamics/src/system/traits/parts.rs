//! Trait: components, of which some may be stepped while others go on by event.

use crate::system::failure::Failure;
use crate::system::mode_guard::ModeGuard;
use crate::system::step_state::StepMemory;
use mainspring_model::SwitchTarget;

/// Components: what hangs together by joints, loads and possible contacts. Some may be stepped while others go on by event.
pub trait Parts: Send {
    /// How many components there are.
    fn component_count(&self) -> usize;
    /// Whose each entry of y is; none: shared by several.
    fn component_of_entries(&self) -> Vec<Option<usize>>;
    /// That of a body; none: it stands.
    fn component_of_body(&self, body: usize) -> Option<usize>;
    /// That of a pair that may touch.
    fn component_of_pair(&self, pair: usize) -> Option<usize>;
    /// That of a joint.
    fn component_of_joint(&self, joint: usize) -> Option<usize>;
    /// That of a drive.
    fn component_of_drive(&self, drive: usize) -> Option<usize>;
    /// That which a switch acts on.
    fn component_of_target(&self, target: SwitchTarget) -> Option<usize>;
    /// That in which a guard has fired, where one can be told.
    fn component_of_guard(&self, guard: ModeGuard) -> Option<usize>;
    /// Whether motion is prescribed in one.
    fn component_driven(&self, component: usize) -> bool;
    /// Moving parts of one, by name.
    fn component_parts(&self, component: usize) -> Vec<String>;
    /// Whether a component is stepped while others go on by event.
    fn component_stepped(&self, component: usize) -> bool;
    /// Steps a component from here on, or lets it go on by event again.
    fn set_component_stepped(&mut self, component: usize, stepped: bool);
    /// A step of one component over h; what its contacts took, friction apart, J. Everything else in y stays as it is.
    ///
    /// # Errors
    /// When joints cannot be closed, or parts overlap whatever is done.
    fn step_component(
        &mut self,
        component: usize,
        time: f64,
        y: &mut [f64],
        h: f64,
        memory: &mut StepMemory,
    ) -> Result<f64, Failure>;
    /// What a stepped component remembers at present.
    fn step_memory(&self, component: usize) -> StepMemory;
    /// Makes that what it remembers.
    fn set_step_memory(&mut self, component: usize, memory: &StepMemory);
    /// A step that suits one component, s.
    fn fitting_step_of(&mut self, component: usize) -> f64;
    /// How long the smallest part of one component takes to fall, or its fastest to move, by its size, s.
    fn crowd_time_of(&mut self, component: usize, y: &[f64]) -> f64;
    /// Places that touch at present in one component, and which pairs they are of, in order.
    fn touching_in(&self, component: usize, pairs: &mut Vec<u32>) -> usize;
    /// Moves what overlaps in one component by what steps allow apart, as far as events ask for.
    ///
    /// # Errors
    /// When joints cannot be closed then, or parts overlap all the same.
    fn separate_component(&mut self, component: usize, time: f64, y: &mut [f64]) -> Result<(), Failure>;
    /// Decides blows and modes of one component alone, everything looked at anew.
    ///
    /// # Errors
    /// When no modes are consistent.
    fn resolve_component(
        &mut self,
        component: usize,
        time: f64,
        y: &mut [f64],
        out: &mut Vec<crate::multibody::mode_change::Transition>,
    ) -> Result<(), crate::multibody::mode_change::TransitionError>;
    /// How many components are asleep.
    fn asleep(&self) -> usize;
    /// From here on only what goes on by event takes part in what is computed.
    fn show_events(&mut self);
    /// Everything takes part from here on.
    fn show_everything(&mut self);
}
