//! What the engine asks of an integrator beside which some components take steps of their own.

use mainspring_dynamics::{Failure, StepMemory, System};
use serde::{Deserialize, Serialize};

/// One step of a component, ahead of what goes on by event or under way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Segment {
    /// s
    pub(crate) start: f64,
    /// s
    pub(crate) end: f64,
    /// its entries of y where the step starts
    pub(crate) from: Vec<f64>,
    /// and where it ends
    pub(crate) to: Vec<f64>,
    /// what it adds to entries of several
    pub(crate) adds: Vec<f64>,
    /// what the component remembers before it
    pub(crate) before: StepMemory,
    /// and after it
    pub(crate) after: StepMemory,
    /// what its contacts took, friction apart, J
    pub(crate) lost: f64,
    /// change of energy, J
    pub(crate) gain: f64,
}

/// A component with steps of its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// which
    pub(crate) component: usize,
    /// length of its steps, s
    pub(crate) step: f64,
    /// motion is prescribed in it: what goes on by event stops where its steps end
    pub(crate) driven: bool,
    /// its steps, from the one under way
    pub(crate) segments: Vec<Segment>,
    /// loss booked of the step under way, J
    pub(crate) booked: f64,
}

/// Steps of components beside an integrator.
pub trait StepsAhead {
    /// The components.
    fn parts(&self) -> &[Part];
    /// Takes up what a checkpoint held; false where it does not fit.
    fn restore(&mut self, parts: &[Part]) -> bool;
    /// A component takes steps of its own from here on.
    fn add(&mut self, component: usize, step: f64, driven: bool);
    /// It no longer does.
    fn remove(&mut self, component: usize);
    /// A component could not take its step.
    fn broken(&self) -> bool;
    /// Longest step from `time` on, s.
    fn longest(&self, time: f64) -> f64;
    /// The state y at `time` has been accepted: what components remember is that of their last steps that ended by then. What their
    /// contacts have taken since the last time, J.
    fn accepted(&mut self, system: &mut dyn System, time: f64, y: &[f64]) -> f64;
    /// What components remember at a moment within the step, for reading.
    fn read_at(&self, system: &mut dyn System, time: f64);
    /// Puts components where their last steps ended by `time`.
    fn settle(&self, time: f64, y: &mut [f64]);
    /// Whether a component is on its way between the ends of a step at `time`.
    fn under_way(&self, component: usize, time: f64) -> bool;
    /// Ends the steps of all components at `time`, whose state is y; what their contacts took beside what is booked, J.
    ///
    /// # Errors
    /// When such a step cannot be taken.
    fn gather(&mut self, system: &mut dyn System, time: f64, y: &mut [f64]) -> Result<f64, Failure>;
}
