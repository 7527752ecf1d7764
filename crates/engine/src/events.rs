//! What happens at a moment: switches that are due, conditions that became true, changes of mode, limits passed.

use crate::engine::Engine;
use crate::guard_table::Guard;
use crate::options::Stop;
use crate::outcome::RunError;
use crate::tolerances::{ATTACH_GAP, JUMP_SEEN, LIMIT_PASSED_BACK};
use mainspring_dynamics::Side;
use mainspring_model::{JointId, Leaving, SwitchTarget};
use mainspring_record::{Event, Sink};

/// Events at one time before the run is stopped.
pub(crate) const PILEUP: u32 = 10_000;

impl Engine {
    /// Handles everything due at the present time, in the order scheduled, conditions, changes of mode, reports.
    pub(crate) fn resolve(&mut self, stop: &Stop, sink: &mut dyn Sink) -> Result<(), RunError> {
        let mut acted = false;
        self.schedule(sink)?;
        let idle = self.see_idle_conditions(stop);
        for s in 0..self.switch_fired.len() {
            if self.due(s) {
                acted |= self.act(s, sink)?;
            }
        }
        if let Stop::Condition(which) = stop {
            for &guard in which {
                match guard {
                    Guard::When(switch) => acted |= self.act(switch, sink)?,
                    Guard::Limit(joint, side) => self.pass_limit(joint, side, sink)?,
                    Guard::Mode(_) => {}
                }
            }
        }
        acted |= self.conditions_already_true(sink)?;
        self.tell_idle(&idle, sink)?;
        self.limits_now(stop, sink)?;
        if acted {
            self.after_switch()?;
            self.restart = true;
        }
        if *stop == Stop::Scheduled && !acted {
            self.jump(sink)?;
        }
        if *stop != Stop::Step || acted {
            self.resolve_modes(stop, sink)?;
            // a touch can be what a condition waits for, or velocities after what was attached has jerked on
            for _ in 0..self.switch_fired.len() {
                if !(acted || self.system.touches()) || !self.conditions_already_true(sink)? {
                    break;
                }
                self.after_switch()?;
                self.restart = true;
                self.resolve_modes(&Stop::Scheduled, sink)?;
            }
            // and what a step of a script waits for: parts that came or went, velocities after a blow
            for _ in 0..PILEUP {
                if !self.schedule(sink)? {
                    break;
                }
                self.resolve_modes(&Stop::Scheduled, sink)?;
            }
        }
        Ok(())
    }

    /// Frames of scripts whose time has come or whose condition holds; true if any changed.
    fn schedule(&mut self, sink: &mut dyn Sink) -> Result<bool, RunError> {
        let mut changes = Vec::new();
        let scheduled = self.system.schedule(self.time, &self.y, &mut changes);
        let changed = scheduled.map_err(|source| self.no_modes(source))?;
        self.restart |= changed;
        self.report_changes(changes, sink)?;
        Ok(changed)
    }

    /// Says that another integrator has taken over, if one has, and why.
    pub(crate) fn report_change(&mut self, sink: &mut dyn Sink) -> Result<(), RunError> {
        let Some(change) = self.stepper.changed() else { return Ok(()) };
        let why = if change.to == "radau" {
            "the motion is stiff: steps were limited by stability"
        } else {
            "the motion is no longer stiff: longer explicit steps are stable"
        };
        let text = format!("`{}` takes over, {why} (|hλ| = {:.1})", change.to, change.stiffness);
        self.emit(
            "integrator",
            vec![change.to.to_owned()],
            vec![("stiffness".to_owned(), change.stiffness)],
            text,
            sink,
        )
    }

    /// An expression of time has changed sides. Where a drive's prescribed speed jumped with it, the velocities follow at
    /// once, by an impulse of the drive.
    fn jump(&mut self, sink: &mut dyn Sink) -> Result<(), RunError> {
        self.restart = true;
        // modes are decided after this
        self.system.loosen_drives();
        self.system.show_everything();
        let drift = self.system.drift(self.time, &self.y);
        if drift.position.max(drift.velocity) <= JUMP_SEEN {
            return Ok(());
        }
        let before = self.ledger.lost;
        self.after_switch()?;
        let taken = self.ledger.lost - before;
        let change = if taken >= 0.0 { format!("{taken:.3e} J lost") } else { format!("{:.3e} J gained", -taken) };
        let text = if drift.position > JUMP_SEEN {
            format!("a prescribed position jumps, which no force could do; the parts are put where it asks, {change}")
        } else {
            format!("a prescribed motion jumps and the velocities follow at once, {change}")
        };
        self.emit("jump", Vec::new(), vec![("lost".to_owned(), taken)], text, sink)
    }

    /// Attaches or releases what switch `s` names; true if anything changed.
    pub(crate) fn act(&mut self, s: usize, sink: &mut dyn Sink) -> Result<bool, RunError> {
        self.switch_fired[s] = true;
        self.gather()?;
        let switch = self.system.model().switches[s].clone();
        if switch.stops() {
            self.frames.end_at(self.time);
            let text = "the run ends: its `stop when` has come true".to_owned();
            self.emit("stop", Vec::new(), Vec::new(), text, sink)?;
            return Ok(false);
        }
        let mut changed = false;
        for target in switch.targets {
            let path = match target {
                SwitchTarget::Joint(j) => self.system.model().joints[j].path.clone(),
                SwitchTarget::Spring(k) => self.system.model().springs[k].path.clone(),
                SwitchTarget::Part { body, .. } => self.system.model().bodies[body].path.clone(),
            };
            if self.system.attached(target) == switch.attach {
                continue;
            }
            if let (SwitchTarget::Joint(j), true) = (target, switch.attach) {
                let (length, angle) = self.system.misfit(j, self.time, &self.y);
                let compliant = self.system.model().joints[j].compliant.is_some();
                if !compliant && (length > ATTACH_GAP * self.system.length() || angle > ATTACH_GAP) {
                    return Err(RunError::Misfit { time: self.time, joint: path, length, angle });
                }
            }
            let before = self.system.energy(&self.y).total();
            self.system.switch(target, switch.attach, self.time, &mut self.y);
            let after = self.system.energy(&self.y).total();
            // energy stored in a spring leaves with it
            self.ledger.switched += before - after;
            if let SwitchTarget::Part { body, into } = target {
                self.come_or_go(body, switch.attach, into, sink)?;
                changed = true;
                continue;
            }
            let kind = if switch.attach { "attach" } else { "release" };
            let text = format!("{} `{path}`", if switch.attach { "attached" } else { "released" });
            self.emit(kind, vec![path], Vec::new(), text, sink)?;
            changed = true;
        }
        Ok(changed)
    }

    /// Tells that a part has arrived or left.
    fn come_or_go(&mut self, body: usize, arrives: bool, into: Leaving, sink: &mut dyn Sink) -> Result<(), RunError> {
        let path = self.system.model().bodies[body].path.clone();
        if arrives {
            let time = self.time;
            if let Some((other, depth)) = self.system.arrives_inside(body, &self.y) {
                return Err(RunError::Arrival { time, part: path, other, depth });
            }
            let text = format!("`{path}` arrives");
            return self.emit("arrive", vec![path], Vec::new(), text, sink);
        }
        let (who, text) = match into {
            Leaving::Said => (vec![path.clone()], format!("`{path}` leaves")),
            Leaving::Edge => (vec![path.clone()], format!("`{path}` falls off the edge of the surface")),
            Leaving::Bin(bin) => {
                let bin = self.system.model().fields.bins[bin].path.clone();
                let text = format!("`{path}` falls into `{bin}`");
                (vec![path, bin], text)
            }
        };
        self.emit("leave", who, Vec::new(), text, sink)
    }

    /// After rows came or went: redundant rows anew, positions and velocities made consistent (a plastic impulse).
    fn after_switch(&mut self) -> Result<(), RunError> {
        self.system.loosen();
        self.system.analyse(self.time, &self.y);
        let before = self.system.energy(&self.y).total();
        let time = self.time;
        self.system.project(time, &mut self.y).map_err(|source| RunError::Open { time, source })?;
        self.system.remember_angles(&self.y);
        let energy = self.system.energy(&self.y);
        self.ledger.lost += before - energy.total();
        let [nq, nv, _] = self.system.sizes();
        self.ledger.update(self.system.as_ref(), energy, &self.y[nq + nv..]);
        Ok(())
    }

    /// Reports limits passed between looks and takes note of those come back.
    fn limits_now(&mut self, stop: &Stop, sink: &mut dyn Sink) -> Result<(), RunError> {
        if self.guards.limit_count() == 0 {
            return Ok(());
        }
        let gaps = self.guards.sections(&mut self.guard_values).limits;
        self.system.limit_gaps(&self.y, gaps);
        for k in 0..self.limit_passed.len() {
            let (joint, side) = self.guards.limit(k);
            let gap = self.guards.sections(&mut self.guard_values).limits[k];
            if gap < 0.0 && !self.limit_passed[k] {
                self.pass_limit(joint, side, sink)?;
            }
            // come back by more than round-off
            // the one just located may still be short of its limit by the dense output's error
            let located = matches!(stop, Stop::Condition(which) if which.contains(&Guard::Limit(joint, side)));
            if gap > LIMIT_PASSED_BACK && !located {
                self.limit_passed[k] = false;
            }
        }
        Ok(())
    }

    fn pass_limit(&mut self, joint: JointId, side: Side, sink: &mut dyn Sink) -> Result<(), RunError> {
        for (k, passed) in self.limit_passed.iter_mut().enumerate() {
            *passed |= self.guards.limit(k) == (joint, side);
        }
        let (path, limits) = {
            let j = &self.system.model().joints[joint];
            (j.path.clone(), j.limits.unwrap_or([0.0; 2]))
        };
        let (which, value) = match side {
            Side::Lower => ("lower", limits[0]),
            Side::Upper => ("upper", limits[1]),
        };
        let text = format!("`{path}` passed its {which} limit; stops are left out of this run, the motion goes on");
        self.emit("limit", vec![path], vec![("limit".to_owned(), value)], text, sink)
    }

    pub(crate) fn emit(
        &mut self,
        kind: &str,
        who: Vec<String>,
        numbers: Vec<(String, f64)>,
        text: String,
        sink: &mut dyn Sink,
    ) -> Result<(), RunError> {
        self.emit_at(self.time, kind, who, numbers, text, sink)
    }

    pub(crate) fn emit_at(
        &mut self,
        time: f64,
        kind: &str,
        who: Vec<String>,
        numbers: Vec<(String, f64)>,
        text: String,
        sink: &mut dyn Sink,
    ) -> Result<(), RunError> {
        if self.events_here.0 == time {
            self.events_here.1 += 1;
        } else {
            self.events_here = (time, 0);
        }
        if self.events_here.1 > PILEUP && kind == "frame" {
            // steps shorter than times can tell
            self.last_event = Some((time, kind.to_owned(), text));
            return Err(self.storm(0.0, f64::INFINITY));
        }
        if self.events_here.1 > PILEUP {
            return Err(RunError::Pileup { time, count: PILEUP, kind: kind.to_owned(), last: text });
        }
        let event = Event { time, order: self.events_here.1, kind: kind.to_owned(), who, numbers, text };
        self.work.events += 1;
        self.last_event = Some((time, event.kind.clone(), event.text.clone()));
        sink.event(&event)?;
        // a run that chatters must not fill the memory: the sink has them all
        if self.events.len() < 10_000 {
            self.events.push(event);
        }
        Ok(())
    }
}
