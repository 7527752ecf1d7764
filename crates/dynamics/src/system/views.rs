//! Which components take part in what is computed: all of them, those that go on by event, or one that is stepped.
//!
//! Bodies that stand aside keep their place: their pairs, stops, joints with friction and rows are left out, and what is computed for
//! them means nothing. What touches in components that are stepped stands beside the contacts of events, so that no guard and no
//! mode ever hears of it; only where quantities are read do both come together.

use crate::laws::joint_friction::mode::FrictionMode;
use crate::laws::touch::state::{Site, Touching};
use crate::multibody::drive_return::DriveReturn;
use crate::system::mechanism::Mechanism;
use crate::system::step_state::StepMemory;

impl Mechanism {
    /// Lets exactly these components take part.
    pub fn show(&mut self, takes_part: impl Fn(usize) -> bool) {
        let components = &self.components;
        let aside = |c: &Option<usize>| c.is_some_and(|c| !takes_part(c));
        let groups: Vec<bool> = components.of_group.iter().map(aside).collect();
        let out = &mut self.bodies.aside;
        out.bodies.clear();
        out.bodies.extend(components.of_body.iter().map(aside));
        out.joints.clear();
        out.joints.extend(components.of_joint.iter().map(aside));
        out.loads.clear();
        out.loads.extend(components.of_load.iter().map(aside));
        if out.groups != groups {
            out.groups = groups;
            self.remask();
        }
    }

    /// Lets everything take part.
    pub fn show_all(&mut self) {
        if self.bodies.aside.bodies.contains(&true) {
            self.show(|_| true);
        }
    }

    /// Lets what goes on by event take part, and nothing else.
    pub fn show_events(&mut self) {
        if !self.steps.any() {
            return;
        }
        let shown = |(aside, c): (&bool, &Option<usize>)| c.is_none_or(|c| *aside == self.steps.stepped[c]);
        if !self.bodies.aside.bodies.iter().zip(&self.components.of_body).all(shown) {
            let stepped = self.steps.stepped.clone();
            self.show(|c| !stepped[c]);
        }
    }

    /// What joints with friction do that stand aside: decisions about the others forget it.
    pub fn friction_aside(&self) -> Vec<(usize, FrictionMode, Option<DriveReturn>)> {
        let (list, state) = (&self.laws.friction.list, &self.laws.friction.state);
        let aside = (0..list.len()).filter(|&k| self.bodies.aside.joints[list[k].joint]);
        aside.map(|k| (k, state.modes[k], state.returns[k])).collect()
    }

    /// Puts that back.
    pub fn put_friction_aside(&mut self, friction: Vec<(usize, FrictionMode, Option<DriveReturn>)>) {
        for (k, mode, returns) in friction {
            (self.laws.friction.state.modes[k], self.laws.friction.state.returns[k]) = (mode, returns);
        }
    }

    /// The component that a place of contact is in.
    pub fn component_of_site(&self, site: Site) -> Option<usize> {
        match site {
            Site::Pair { pair, .. } => self.components.of_pair[pair as usize],
            Site::Stop { joint, .. } => self.components.of_joint[joint as usize],
            Site::Tooth { mesh, .. } => self.components.of_joint[self.laws.touch.meshes[mesh as usize].joint],
        }
    }

    /// Those of some contacts that are of a component, and the others.
    pub fn split_touching(&self, all: Vec<Touching>, of: impl Fn(usize) -> bool) -> [Vec<Touching>; 2] {
        let (of, others) = all.into_iter().partition(|t| self.component_of_site(t.site).is_some_and(&of));
        [of, others]
    }

    /// Which joints with friction are of a component.
    pub fn friction_of(&self, component: usize) -> impl Iterator<Item = usize> + '_ {
        let list = self.laws.friction.list.iter().enumerate();
        list.filter(move |(_, entry)| self.components.of_joint[entry.joint] == Some(component)).map(|(k, _)| k)
    }

    /// Slots of the joint coordinates of a component.
    fn angles_of(&self, component: usize) -> impl Iterator<Item = usize> + '_ {
        let joints =
            (0..self.components.of_joint.len()).filter(move |&j| self.components.of_joint[j] == Some(component));
        joints.flat_map(|j| {
            let first = self.bodies.slot[j];
            first..self.bodies.slot.get(j + 1).copied().unwrap_or(self.bodies.state.angles.len())
        })
    }

    /// What a component that is stepped remembers at present.
    pub fn step_memory(&self, component: usize) -> StepMemory {
        let of = |t: &&Touching| self.component_of_site(t.site) == Some(component);
        let friction = &self.laws.friction.state;
        StepMemory {
            touching: self.steps.touching.iter().filter(of).copied().collect(),
            friction: self.friction_of(component).map(|k| (friction.modes[k], friction.returns[k])).collect(),
            angles: self.angles_of(component).map(|slot| self.bodies.state.angles[slot]).collect(),
            rest: (self.steps.asleep[component], self.steps.still[component]),
        }
    }

    /// Makes that what it remembers.
    pub fn set_step_memory(&mut self, component: usize, memory: &StepMemory) {
        let touching = std::mem::take(&mut self.steps.touching);
        let [_, mut others] = self.split_touching(touching, |c| c == component);
        others.extend_from_slice(&memory.touching);
        self.steps.touching = others;
        let joints: Vec<usize> = self.friction_of(component).collect();
        for (k, (mode, returns)) in joints.into_iter().zip(&memory.friction) {
            (self.laws.friction.state.modes[k], self.laws.friction.state.returns[k]) = (*mode, *returns);
        }
        let slots: Vec<usize> = self.angles_of(component).collect();
        for (slot, angle) in slots.into_iter().zip(&memory.angles) {
            self.bodies.state.angles[slot] = *angle;
        }
        (self.steps.asleep[component], self.steps.still[component]) = memory.rest;
    }
}
