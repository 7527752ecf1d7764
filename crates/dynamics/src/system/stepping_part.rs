//! Steps of some components while others stand aside: of one in a run by event, or of all that are awake.

use crate::laws::joint_friction::mode::FrictionMode;
use crate::laws::touch::state::Touching;
use crate::system::failure::Failure;
use crate::system::mechanism::Mechanism;
use crate::system::step_state::StepMemory;

impl Mechanism {
    /// What steps must know of what takes part: which surfaces move, how small the smallest part is, whether joints are to close.
    pub fn fit_stepping(&mut self) {
        let mut scratch = std::mem::take(&mut self.stepping);
        if scratch.held.len() != self.bodies.spans.len() {
            self.prepare_stepping(&mut scratch);
        }
        let (touch, aside) = (&self.laws.touch, &self.bodies.aside.bodies);
        scratch.smallest = f64::INFINITY;
        for pair in &touch.pairs {
            for party in [&pair.a, &pair.b] {
                scratch.surface_body[party.surface] = party.body.filter(|b| !aside[*b]);
            }
            if [&pair.a, &pair.b].iter().all(|p| p.body.is_none_or(|b| !aside[b])) {
                scratch.smallest = scratch.smallest.min(pair.size);
            }
        }
        scratch.smallest = scratch.smallest.min(self.bodies.length);
        scratch.closes = scratch.together.iter().any(|bodies| bodies.iter().any(|&b| !aside[b]));
        self.stepping = scratch;
    }

    /// One step of what takes part; everything else stays as it was.
    fn step_shown(&mut self, time: f64, y: &mut [f64], h: f64) -> Result<(), Failure> {
        let (start, friction, angles) =
            (y.to_vec(), self.laws.friction.state.clone(), self.bodies.state.angles.clone());
        self.fit_stepping();
        self.step_together(time, y, h)?;
        let aside = &self.bodies.aside;
        let of_others = |entry: &Option<usize>| entry.is_some_and(|b| aside.bodies[b]);
        for ((now, before), owner) in y.iter_mut().zip(&start).zip(&self.components.entry_body) {
            if of_others(owner) {
                *now = *before;
            }
        }
        let first = self.bodies.nq + self.bodies.nv;
        for ((now, before), _) in y[first..].iter_mut().zip(&start[first..]).zip(&aside.loads).filter(|(_, l)| **l) {
            *now = *before;
        }
        for (k, _) in self.laws.friction.list.iter().enumerate().filter(|(_, e)| aside.joints[e.joint]) {
            self.laws.friction.state.modes[k] = friction.modes[k];
            self.laws.friction.state.returns[k] = friction.returns[k];
        }
        self.bodies.state.angles = angles;
        Ok(())
    }

    /// One step of all that is awake.
    pub fn step_awake(&mut self, time: f64, y: &mut [f64], h: f64) -> Result<(), Failure> {
        let asleep = self.steps.asleep.clone();
        if !asleep.contains(&true) {
            return self.step_together(time, y, h);
        }
        let all = self.laws.touch.state.touching.clone();
        if !asleep.contains(&false) {
            (self.stepping.lost, self.stepping.found) = (0.0, Some(all));
            return Ok(());
        }
        let [rest, awake] = self.split_touching(all.clone(), |c| asleep[c]);
        self.laws.touch.state.touching = awake;
        self.show(|c| !asleep[c]);
        let stepped = self.step_shown(time, y, h);
        self.laws.touch.state.touching = all;
        self.show_all();
        self.fit_stepping();
        if let Some(found) = &mut self.stepping.found {
            found.extend(rest);
            found.sort_by_key(|t| t.site);
        }
        stepped
    }

    /// One step of a component that remembers `memory`, ahead of what goes on by event; what its contacts took, friction apart, J.
    pub fn step_component(
        &mut self,
        component: usize,
        time: f64,
        y: &mut [f64],
        h: f64,
        memory: &mut StepMemory,
    ) -> Result<f64, Failure> {
        if memory.rest.0 {
            return Ok(0.0);
        }
        let events = self.step_memory(component);
        let passage = (self.passage.careful, self.passage.retry_step);
        let (fixed, switch_time) = (self.laws.touch.fixed.take(), self.bodies.state.switch_time);
        self.set_step_memory(component, memory);
        self.bodies.state.switch_time = time + 0.5 * h;
        let known = std::mem::replace(&mut self.laws.touch.state.touching, memory.touching.clone());
        self.show(|c| c == component);
        let stepped = self.step_shown(time, y, h);
        let found = self.stepping.found.take();
        let lost = std::mem::take(&mut self.stepping.lost);
        self.laws.touch.state.touching = known;
        if stepped.is_ok() {
            let (q, v, _) = self.bodies.split(y);
            self.bodies.kinematics(q, v);
            let angles = self.bodies.state.angles.clone();
            self.bodies.remember_angles();
            let mut after = self.step_memory(component);
            self.bodies.state.angles = angles;
            after.touching = found.unwrap_or_default();
            after.rest = self.rest_after(component, v, memory, &after);
            *memory = after;
        }
        self.set_step_memory(component, &events);
        self.bodies.state.switch_time = switch_time;
        (self.passage.careful, self.passage.retry_step) = passage;
        self.laws.touch.fixed = fixed;
        self.show_events();
        stepped.map(|()| lost)
    }

    /// From here on a component is stepped while others go on by event, or goes on by event as they do.
    pub fn set_component_stepped(&mut self, component: usize, stepped: bool) {
        self.show_all();
        let of_it = |c: usize| c == component;
        if stepped {
            let all = std::mem::take(&mut self.laws.touch.state.touching);
            let [own, others] = self.split_touching(all, of_it);
            self.laws.touch.state.touching = others;
            self.steps.touching.extend(own);
        } else {
            let all = std::mem::take(&mut self.steps.touching);
            let [own, others] = self.split_touching(all, of_it);
            self.steps.touching = others;
            self.laws.touch.state.touching.extend(own);
        }
        self.steps.stepped[component] = stepped;
        self.steps.wake(component);
        self.laws.touch.struck.clear();
        let joints: Vec<usize> = self.friction_of(component).collect();
        let friction = &mut self.laws.friction;
        for k in joints {
            // as for all of them: efforts of steps are no modes
            if !stepped || friction.list[k].drive.is_none() || friction.state.modes[k].rests() {
                friction.state.modes[k] = FrictionMode::NONE;
            }
        }
        self.remask();
        self.laws.touch.fixed = None;
        self.stepping.looked_at.clear();
        self.show_events();
    }

    /// Moves apart what overlaps in components that are stepped, at a state between steps.
    pub fn push_stepped_apart(&mut self, time: f64, y: &mut [f64]) {
        let stepped = self.steps.stepped.clone();
        let known = std::mem::take(&mut self.laws.touch.state.touching);
        self.show(|c| stepped[c]);
        self.fit_stepping();
        self.push_apart_between_steps(time, y);
        self.laws.touch.state.touching = known;
        self.show_all();
    }

    /// Contacts of one component alone take part in `act`; those of others are as they were after it.
    pub fn with_component<T>(&mut self, component: usize, act: impl FnOnce(&mut Self) -> T) -> T {
        let all = std::mem::take(&mut self.laws.touch.state.touching);
        let [own, others]: [Vec<Touching>; 2] = self.split_touching(all, |c| c == component);
        self.laws.touch.state.touching = own;
        let friction = self.laws.friction.state.clone();
        self.show(|c| c == component);
        self.laws.touch.fixed = None;
        let result = act(self);
        let own = std::mem::replace(&mut self.laws.touch.state.touching, others);
        self.laws.touch.state.touching.extend(own);
        for (k, entry) in self.laws.friction.list.iter().enumerate() {
            if self.components.of_joint[entry.joint] != Some(component) {
                self.laws.friction.state.modes[k] = friction.modes[k];
                self.laws.friction.state.returns[k] = friction.returns[k];
            }
        }
        self.laws.touch.fixed = None;
        self.show_all();
        self.remask();
        self.show_events();
        result
    }
}
