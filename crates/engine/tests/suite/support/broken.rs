//! A mechanism broken on purpose: everything is passed on to a sound one, but for what a [`Fault`] does.

use mainspring_dynamics::*;
use mainspring_model::*;

/// What is broken, where, by how much, since when.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    pub kind: FaultKind,
    /// s
    pub since: f64,
}

/// Indices are into positions, velocities or the ledger of the state.
#[derive(Clone, Copy, Debug)]
pub enum FaultKind {
    /// nothing
    None,
    /// a position is moved by so much after every projection
    Moved { position: usize, by: f64 },
    /// an acceleration gets so much more, as from a force that is scaled
    Pushed { velocity: usize, by: f64 },
    /// an acceleration gets so much more and nothing is projected, as without the row of a contact
    Dropped { velocity: usize, by: f64 },
    /// positions are closed to where drives were so much earlier, s
    Late(f64),
    /// a power of the ledger is multiplied
    Booked { entry: usize, times: f64 },
    /// an acceleration and the power of a force change their sign against what is given
    Turned { velocity: usize, by: f64, entry: usize },
    /// a power of the ledger lacks so much of a velocity
    Unread { entry: usize, velocity: usize, force: f64 },
}

pub struct Broken {
    pub inner: Box<dyn System>,
    pub fault: Fault,
}

impl Equations for Broken {
    fn model(&self) -> &Model {
        self.inner.model()
    }
    fn sizes(&self) -> [usize; 3] {
        self.inner.sizes()
    }
    fn coordinates(&self) -> Coordinates {
        self.inner.coordinates()
    }
    fn scales(&self) -> &[f64] {
        self.inner.scales()
    }
    fn entry_groups(&self) -> Vec<EntryGroup> {
        self.inner.entry_groups()
    }
    fn component_scales(&self) -> &[ComponentScale] {
        self.inner.component_scales()
    }
    fn recentre(&mut self, y: &mut [f64], by: &mut Vec<f64>) -> bool {
        self.inner.recentre(y, by)
    }
    fn speeds(&self, out: &mut Vec<f64>) {
        self.inner.speeds(out);
    }
    fn length(&self) -> f64 {
        self.inner.length()
    }
    fn weight(&self) -> f64 {
        self.inner.weight()
    }
    fn derivative(&mut self, time: f64, y: &[f64], dy: &mut [f64]) {
        self.inner.derivative(time, y, dy);
        if time < self.fault.since {
            return;
        }
        let [nq, nv, _] = self.sizes();
        match self.fault.kind {
            FaultKind::Pushed { velocity, by } | FaultKind::Dropped { velocity, by } => dy[nq + velocity] += by,
            FaultKind::Turned { velocity, by, entry } => {
                dy[nq + velocity] += by;
                dy[nq + nv + entry] *= -1.0;
            }
            FaultKind::Booked { entry, times } => dy[nq + nv + entry] *= times,
            FaultKind::Unread { entry, velocity, force } => dy[nq + nv + entry] -= force * y[nq + velocity],
            FaultKind::None | FaultKind::Moved { .. } | FaultKind::Late(_) => {}
        }
    }
    fn position_rate(&self, y: &[f64], dy: &mut [f64]) {
        self.inner.position_rate(y, dy);
    }
    fn jacobian(&mut self, time: f64, y: &[f64], by_position: &mut [f64], by_velocity: &mut [f64]) {
        self.inner.jacobian(time, y, by_position, by_velocity);
    }
    fn tangent(&self, y: &[f64], dq: &[f64], out: &mut [f64]) {
        self.inner.tangent(y, dq, out);
    }
    fn owner(&self, index: usize) -> String {
        self.inner.owner(index)
    }
    fn non_finite(&self, y: &[f64]) -> Option<String> {
        self.inner.non_finite(y)
    }
    fn take_failure(&mut self) -> Option<Failure> {
        self.inner.take_failure()
    }
    fn counters(&self) -> Counters {
        self.inner.counters()
    }
    fn set_counters(&mut self, counters: Counters) {
        self.inner.set_counters(counters);
    }
}

impl Constraints for Broken {
    fn project(&mut self, time: f64, y: &mut [f64]) -> Result<(), ProjectError> {
        let broken = time >= self.fault.since;
        match self.fault.kind {
            FaultKind::Dropped { .. } if broken => Ok(()),
            FaultKind::Late(by) if broken => self.inner.project(time - by, y),
            FaultKind::Moved { position, by } => {
                self.inner.project(time, y)?;
                y[position] += if broken { by } else { 0.0 };
                Ok(())
            }
            _ => self.inner.project(time, y),
        }
    }
    fn remember_angles(&mut self, y: &[f64]) {
        self.inner.remember_angles(y);
    }
    fn drift(&mut self, time: f64, y: &[f64]) -> Drift {
        self.inner.drift(time, y)
    }
    fn misfit(&mut self, joint: usize, time: f64, y: &[f64]) -> (f64, f64) {
        self.inner.misfit(joint, time, y)
    }
    fn analyse(&mut self, time: f64, y: &[f64]) -> Vec<Redundant> {
        self.inner.analyse(time, y)
    }
    fn collapsed(&self) -> bool {
        self.inner.collapsed()
    }
}

impl AdaptiveStiffness for Broken {
    fn fastest_adapting(&self) -> Option<f64> {
        self.inner.fastest_adapting()
    }
    fn fastest_fading(&self) -> f64 {
        self.inner.fastest_fading()
    }
    fn penalty_contacts(&self, out: &mut Vec<PenaltyMark>) {
        self.inner.penalty_contacts(out);
    }
}

impl Guards for Broken {
    fn conditions(&self) -> &[Condition] {
        self.inner.conditions()
    }
    fn read_conditions(&mut self, time: f64, y: &[f64], out: &mut [f64]) {
        self.inner.read_conditions(time, y, out);
    }
    fn condition_period(&self) -> f64 {
        self.inner.condition_period()
    }
    fn limit_gaps(&mut self, y: &[f64], out: &mut [f64]) {
        self.inner.limit_gaps(y, out);
    }
    fn limited(&self) -> &[JointId] {
        self.inner.limited()
    }
    fn list_mode_guards(&self, out: &mut Vec<ModeGuard>) {
        self.inner.list_mode_guards(out);
    }
    fn read_mode_guards(&mut self, time: f64, y: &[f64], out: &mut [f64]) {
        self.inner.read_mode_guards(time, y, out);
    }
    fn read_mode_guard_alone(&mut self, y: &[f64], guard: ModeGuard) -> Option<f64> {
        self.inner.read_mode_guard_alone(y, guard)
    }
    fn touches(&self) -> bool {
        self.inner.touches()
    }
    fn first_touch(&mut self, dense: &mut dyn FnMut(f64, &mut [f64]), state: &mut [f64]) -> Option<f64> {
        self.inner.first_touch(dense, state)
    }
    fn last_meeting_gap(&mut self, y: &[f64]) -> Option<[f64; 3]> {
        self.inner.last_meeting_gap(y)
    }
    fn reach_gap(&mut self, y: &[f64], guard: ModeGuard) -> Option<[f64; 3]> {
        self.inner.reach_gap(y, guard)
    }
}

impl ModeChanges for Broken {
    fn mode(&self) -> Mode {
        self.inner.mode()
    }
    fn set_mode(&mut self, mode: Mode) {
        self.inner.set_mode(mode);
    }
    fn attached(&self, target: SwitchTarget) -> bool {
        self.inner.attached(target)
    }
    fn switch(&mut self, target: SwitchTarget, attach: bool, time: f64, y: &mut [f64]) {
        self.inner.switch(target, attach, time, y);
    }
    fn loosen(&mut self) {
        self.inner.loosen();
    }
    fn resolve_modes(
        &mut self,
        time: f64,
        y: &mut [f64],
        fired: &[ModeGuard],
        out: &mut Vec<Transition>,
    ) -> Result<(), TransitionError> {
        self.inner.resolve_modes(time, y, fired, out)
    }
    fn end_jam(&mut self, time: f64, y: &mut [f64], out: &mut Vec<Transition>) -> Result<bool, TransitionError> {
        self.inner.end_jam(time, y, out)
    }
    fn schedule(&mut self, time: f64, y: &[f64], out: &mut Vec<Transition>) -> Result<bool, TransitionError> {
        self.inner.schedule(time, y, out)
    }
    fn arrives_inside(&mut self, body: usize, y: &[f64]) -> Option<(String, f64)> {
        self.inner.arrives_inside(body, y)
    }
}

impl Rattle for Broken {
    fn rattle_step(&mut self, time: f64, y: &mut [f64], h: f64) -> Result<(), ProjectError> {
        self.inner.rattle_step(time, y, h)
    }
    fn rattle_unsupported(&self) -> Option<Unfit> {
        self.inner.rattle_unsupported()
    }
}

impl Stepping for Broken {
    fn step_together(&mut self, time: f64, y: &mut [f64], h: f64) -> Result<(), Failure> {
        self.inner.step_together(time, y, h)
    }
    fn stepping_unsupported(&self) -> Option<Unfit> {
        self.inner.stepping_unsupported()
    }
    fn take_step_loss(&mut self) -> f64 {
        self.inner.take_step_loss()
    }
    fn stepped(&self) -> bool {
        self.inner.stepped()
    }
    fn set_stepped(&mut self, stepped: bool) {
        self.inner.set_stepped(stepped);
    }
    fn count_places(&mut self, y: &[f64], pairs: &mut Vec<u32>) -> usize {
        self.inner.count_places(y, pairs)
    }
    fn touching_now(&self, pairs: &mut Vec<u32>) -> usize {
        self.inner.touching_now(pairs)
    }
    fn count_places_by_pair(&mut self, y: &[f64], pairs: &mut Vec<u32>) -> Vec<usize> {
        self.inner.count_places_by_pair(y, pairs)
    }
    fn separate(&mut self, time: f64, y: &mut [f64]) -> Result<(), Failure> {
        self.inner.separate(time, y)
    }
    fn fitting_step(&self) -> f64 {
        self.inner.fitting_step()
    }
}

impl Parts for Broken {
    fn component_count(&self) -> usize {
        self.inner.component_count()
    }
    fn component_of_entries(&self) -> Vec<Option<usize>> {
        self.inner.component_of_entries()
    }
    fn component_of_pair(&self, pair: usize) -> Option<usize> {
        self.inner.component_of_pair(pair)
    }
    fn component_of_body(&self, body: usize) -> Option<usize> {
        self.inner.component_of_body(body)
    }
    fn component_of_joint(&self, joint: usize) -> Option<usize> {
        self.inner.component_of_joint(joint)
    }
    fn component_of_drive(&self, drive: usize) -> Option<usize> {
        self.inner.component_of_drive(drive)
    }
    fn component_of_target(&self, target: SwitchTarget) -> Option<usize> {
        self.inner.component_of_target(target)
    }
    fn component_of_guard(&self, guard: ModeGuard) -> Option<usize> {
        self.inner.component_of_guard(guard)
    }
    fn component_driven(&self, component: usize) -> bool {
        self.inner.component_driven(component)
    }
    fn component_parts(&self, component: usize) -> Vec<String> {
        self.inner.component_parts(component)
    }
    fn component_stepped(&self, component: usize) -> bool {
        self.inner.component_stepped(component)
    }
    fn set_component_stepped(&mut self, component: usize, stepped: bool) {
        self.inner.set_component_stepped(component, stepped);
    }
    fn step_component(
        &mut self,
        component: usize,
        time: f64,
        y: &mut [f64],
        h: f64,
        memory: &mut StepMemory,
    ) -> Result<f64, Failure> {
        self.inner.step_component(component, time, y, h, memory)
    }
    fn step_memory(&self, component: usize) -> StepMemory {
        self.inner.step_memory(component)
    }
    fn set_step_memory(&mut self, component: usize, memory: &StepMemory) {
        self.inner.set_step_memory(component, memory);
    }
    fn fitting_step_of(&mut self, component: usize) -> f64 {
        self.inner.fitting_step_of(component)
    }
    fn crowd_time_of(&mut self, component: usize, y: &[f64]) -> f64 {
        self.inner.crowd_time_of(component, y)
    }
    fn touching_in(&self, component: usize, pairs: &mut Vec<u32>) -> usize {
        self.inner.touching_in(component, pairs)
    }
    fn separate_component(&mut self, component: usize, time: f64, y: &mut [f64]) -> Result<(), Failure> {
        self.inner.separate_component(component, time, y)
    }
    fn resolve_component(
        &mut self,
        component: usize,
        time: f64,
        y: &mut [f64],
        out: &mut Vec<Transition>,
    ) -> Result<(), TransitionError> {
        self.inner.resolve_component(component, time, y, out)
    }
    fn asleep(&self) -> usize {
        self.inner.asleep()
    }
    fn show_events(&mut self) {
        self.inner.show_events();
    }
    fn show_everything(&mut self) {
        self.inner.show_everything();
    }
}

impl Readings for Broken {
    fn ledger(&self) -> &[LedgerEntry] {
        self.inner.ledger()
    }
    fn energy(&mut self, y: &[f64]) -> Energy {
        self.inner.energy(y)
    }
    fn load(&self) -> f64 {
        self.inner.load()
    }
    fn read(&mut self, time: f64, y: &[f64], ledger: &RunValues, nodes: &[NodeId], out: &mut [f64]) {
        self.inner.read(time, y, ledger, nodes, out);
    }
    fn hold_before(&mut self, time: f64, y: &[f64], ledger: &RunValues) {
        self.inner.hold_before(time, y, ledger);
    }
    fn release_before(&mut self) {
        self.inner.release_before();
    }
    fn poses(&mut self, y: &[f64], out: &mut Vec<Pose>) {
        self.inner.poses(y, out);
    }
    fn window_poses(&self, out: &mut Vec<Pose>) {
        self.inner.window_poses(out);
    }
    fn body_state(&mut self, y: &[f64], out: &mut Vec<f64>) {
        self.inner.body_state(y, out);
    }
    fn joint_forces(&mut self, out: &mut Vec<[f64; 6]>) {
        self.inner.joint_forces(out);
    }
    fn arrows(&self, out: &mut Vec<[f64; 3]>) {
        self.inner.arrows(out);
    }
    fn contact_marks(&mut self, out: &mut Vec<ContactPoint>) {
        self.inner.contact_marks(out);
    }
}

impl Singular for Broken {
    fn singular_ahead(&mut self, time: f64, y: &[f64]) -> Option<SingularityApproach> {
        self.inner.singular_ahead(time, y)
    }
    fn loops_ahead(&mut self, time: f64, y: &[f64]) -> Vec<usize> {
        self.inner.loops_ahead(time, y)
    }
    fn loop_ahead(&mut self, row: usize, time: f64, y: &[f64]) -> Option<SingularityApproach> {
        self.inner.loop_ahead(row, time, y)
    }
    fn singular_rows(&mut self, time: f64, y: &[f64], rate: f64) -> Vec<usize> {
        self.inner.singular_rows(time, y, rate)
    }
    fn let_rows_change(&mut self, may: bool) {
        self.inner.let_rows_change(may);
    }
    fn take_singular_suspicion(&mut self) -> bool {
        self.inner.take_singular_suspicion()
    }
    fn take_step_retry(&mut self) -> bool {
        self.inner.take_step_retry()
    }
    fn flat_disc(&mut self, y: &[f64]) -> Option<String> {
        self.inner.flat_disc(y)
    }
    fn stressed(&self) -> Vec<String> {
        self.inner.stressed()
    }
}

impl StepBounds for Broken {
    fn set_switch_time(&mut self, time: f64) {
        self.inner.set_switch_time(time);
    }
    fn next_switch(&mut self, from: f64, to: f64) -> Option<f64> {
        self.inner.next_switch(from, to)
    }
    fn jumps_ahead(&mut self, from: f64, to: f64) -> f64 {
        self.inner.jumps_ahead(from, to)
    }
    fn frames_ahead(&self, from: f64, to: f64) -> f64 {
        self.inner.frames_ahead(from, to)
    }
    fn turn_limit(&mut self, y: &[f64]) -> f64 {
        self.inner.turn_limit(y)
    }
    fn slip_limit(&mut self, time: f64, y: &[f64], dy: &[f64]) -> f64 {
        self.inner.slip_limit(time, y, dy)
    }
    fn slip_turn_rate(&self) -> f64 {
        self.inner.slip_turn_rate()
    }
}
