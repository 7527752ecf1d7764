//! Of a mechanism in maximal coordinates: components.

use crate::laws::touch::guards::ContactGuard;
use crate::multibody::mode_change::{Transition, TransitionError};
use crate::system::failure::Failure;
use crate::system::mechanism::Mechanism;
use crate::system::mode_guard::ModeGuard;
use crate::system::step_state::StepMemory;
use crate::system::traits::parts::Parts;
use crate::tolerances::STEP_OF_FALL;
use mainspring_model::SwitchTarget;

impl Parts for Mechanism {
    fn component_count(&self) -> usize {
        self.components.count
    }

    fn component_of_entries(&self) -> Vec<Option<usize>> {
        let of_body = |owner: &Option<usize>| owner.and_then(|b| self.components.of_body[b]);
        let mut out: Vec<Option<usize>> = self.components.entry_body.iter().map(of_body).collect();
        out.extend(&self.components.of_load);
        out
    }

    fn component_of_body(&self, body: usize) -> Option<usize> {
        self.components.of_body[body]
    }

    fn component_of_pair(&self, pair: usize) -> Option<usize> {
        self.components.of_pair[pair]
    }

    fn component_of_joint(&self, joint: usize) -> Option<usize> {
        self.components.of_joint[joint]
    }

    fn component_of_drive(&self, drive: usize) -> Option<usize> {
        self.components.of_joint[self.bodies.model.drives[drive].coordinate.joint]
    }

    fn component_of_target(&self, target: SwitchTarget) -> Option<usize> {
        self.components.of_target(target)
    }

    fn component_of_guard(&self, guard: ModeGuard) -> Option<usize> {
        match guard {
            ModeGuard::JointFriction(k) => self.components.of_joint[self.laws.friction.list[k.0].joint],
            ModeGuard::Contact(ContactGuard::Closed { site, .. }) => self.component_of_site(site),
            ModeGuard::Contact(ContactGuard::Stop { joint, .. }) => self.components.of_joint[joint],
            ModeGuard::Contact(ContactGuard::Tooth { mesh, .. }) => {
                self.components.of_joint[self.laws.touch.meshes[mesh].joint]
            }
            _ => None,
        }
    }

    fn component_driven(&self, component: usize) -> bool {
        self.components.driven[component]
    }

    fn component_parts(&self, component: usize) -> Vec<String> {
        let all = self.bodies.model.bodies.iter().zip(&self.components.of_body);
        all.filter(|(_, c)| **c == Some(component)).map(|(body, _)| body.path.clone()).collect()
    }

    fn component_stepped(&self, component: usize) -> bool {
        self.steps.stepped[component]
    }

    fn set_component_stepped(&mut self, component: usize, stepped: bool) {
        Self::set_component_stepped(self, component, stepped);
    }

    fn step_component(
        &mut self,
        component: usize,
        time: f64,
        y: &mut [f64],
        h: f64,
        memory: &mut StepMemory,
    ) -> Result<f64, Failure> {
        self.take_stepped_contacts();
        Self::step_component(self, component, time, y, h, memory)
    }

    fn step_memory(&self, component: usize) -> StepMemory {
        Self::step_memory(self, component)
    }

    fn set_step_memory(&mut self, component: usize, memory: &StepMemory) {
        self.take_stepped_contacts();
        Self::set_step_memory(self, component, memory);
    }

    fn fitting_step_of(&mut self, component: usize) -> f64 {
        STEP_OF_FALL * (self.smallest_of(component) / self.pull()).sqrt()
    }

    fn crowd_time_of(&mut self, component: usize, y: &[f64]) -> f64 {
        let (_, v, _) = self.bodies.split(y);
        let size = self.smallest_of(component);
        let touch = &self.laws.touch;
        let own = touch.moving.iter().filter(|(b, _)| self.components.of_body[*b] == Some(component));
        let speed = |&(b, surface): &(usize, usize)| self.speed_of(b, v, touch.surfaces[surface].radius());
        let fastest = own.map(speed).fold(0.0, f64::max);
        (size / self.pull()).sqrt().min(size / fastest)
    }

    fn touching_in(&self, component: usize, pairs: &mut Vec<u32>) -> usize {
        let events = self.read_both.unwrap_or(self.laws.touch.state.touching.len());
        let list = if self.steps.stepped[component] {
            &self.steps.touching
        } else {
            &self.laws.touch.state.touching[..events]
        };
        let own = || list.iter().map(|t| t.site).filter(|&site| self.component_of_site(site) == Some(component));
        super::stepping::list_pairs(own(), pairs);
        own().count()
    }

    fn separate_component(&mut self, component: usize, time: f64, y: &mut [f64]) -> Result<(), Failure> {
        self.take_stepped_contacts();
        self.with_component(component, |mechanism| {
            mechanism.fit_stepping();
            mechanism.push_apart_for_events(time, y)
        })
    }

    fn resolve_component(
        &mut self,
        component: usize,
        time: f64,
        y: &mut [f64],
        out: &mut Vec<Transition>,
    ) -> Result<(), TransitionError> {
        self.take_stepped_contacts();
        self.laws.touch.state.taken_back = true;
        let resolved = self.with_component(component, |mechanism| mechanism.change_modes(time, y, &[], out));
        self.laws.touch.state.taken_back = false;
        resolved
    }

    fn asleep(&self) -> usize {
        self.steps.asleep.iter().filter(|asleep| **asleep).count()
    }

    fn show_events(&mut self) {
        self.take_stepped_contacts();
        Self::show_events(self);
    }

    fn show_everything(&mut self) {
        self.take_stepped_contacts();
        self.show_all();
    }
}

impl Mechanism {
    /// Size of the smallest part of a component that may touch, m.
    fn smallest_of(&self, component: usize) -> f64 {
        let pairs = self.laws.touch.pairs.iter().zip(&self.components.of_pair);
        let own = pairs.filter(|(_, c)| **c == Some(component)).map(|(pair, _)| pair.size);
        own.fold(f64::INFINITY, f64::min).min(self.bodies.length)
    }
}
