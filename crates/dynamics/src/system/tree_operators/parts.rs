//! Of a tree in joint coordinates: one component, never stepped.

use crate::multibody::mode_change::{Transition, TransitionError};
use crate::multibody::results::ProjectError;
use crate::system::failure::Failure;
use crate::system::mode_guard::ModeGuard;
use crate::system::step_state::StepMemory;
use crate::system::traits::parts::Parts;
use crate::system::tree_system::Reduced;
use crate::tree::recursion::Recursion;
use mainspring_model::SwitchTarget;

impl<T: Recursion> Parts for Reduced<T> {
    fn component_count(&self) -> usize {
        1
    }

    fn component_of_entries(&self) -> Vec<Option<usize>> {
        Vec::new()
    }

    fn component_of_pair(&self, _pair: usize) -> Option<usize> {
        Some(0)
    }

    fn component_of_body(&self, _body: usize) -> Option<usize> {
        Some(0)
    }

    fn component_of_joint(&self, _joint: usize) -> Option<usize> {
        Some(0)
    }

    fn component_of_drive(&self, _drive: usize) -> Option<usize> {
        Some(0)
    }

    fn component_of_target(&self, _target: SwitchTarget) -> Option<usize> {
        Some(0)
    }

    fn component_of_guard(&self, _guard: ModeGuard) -> Option<usize> {
        Some(0)
    }

    fn component_driven(&self, _component: usize) -> bool {
        true
    }

    fn component_parts(&self, _component: usize) -> Vec<String> {
        self.core.bodies.model.bodies.iter().map(|body| body.path.clone()).collect()
    }

    fn component_stepped(&self, _component: usize) -> bool {
        false
    }

    fn set_component_stepped(&mut self, _component: usize, _stepped: bool) {}

    fn step_component(
        &mut self,
        _component: usize,
        _time: f64,
        _y: &mut [f64],
        _h: f64,
        _memory: &mut StepMemory,
    ) -> Result<f64, Failure> {
        Err(Failure::Open(ProjectError { joint: String::new(), contact: false, residual: f64::INFINITY }))
    }

    fn step_memory(&self, _component: usize) -> StepMemory {
        StepMemory::default()
    }

    fn set_step_memory(&mut self, _component: usize, _memory: &StepMemory) {}

    fn fitting_step_of(&mut self, _component: usize) -> f64 {
        f64::INFINITY
    }

    fn crowd_time_of(&mut self, _component: usize, _y: &[f64]) -> f64 {
        f64::INFINITY
    }

    fn touching_in(&self, _component: usize, pairs: &mut Vec<u32>) -> usize {
        pairs.clear();
        0
    }

    fn separate_component(&mut self, _component: usize, _time: f64, _y: &mut [f64]) -> Result<(), Failure> {
        Ok(())
    }

    fn resolve_component(
        &mut self,
        _component: usize,
        _time: f64,
        _y: &mut [f64],
        _out: &mut Vec<Transition>,
    ) -> Result<(), TransitionError> {
        Ok(())
    }

    fn asleep(&self) -> usize {
        0
    }

    fn show_events(&mut self) {}

    fn show_everything(&mut self) {}
}
