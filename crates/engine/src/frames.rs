//! Frames: what is written at the recording step and at the times asked for, read from dense output and projected.

use crate::drawing::{contact_mark, drawing};
use crate::ledger::Ledger;
use crate::options::Options;
use crate::outcome::{RunError, Sample};
use crate::stepper::{Start, Stepper, StepsAhead};
use crate::tolerances::LAST_FRAME;
use mainspring_definition::SpaceKind;
use mainspring_dynamics::{ContactPoint, Drift, RunValues, System};
use mainspring_model::{Channel, Model, NodeId, Pose, RunSettings};
use mainspring_record::{Column, ContactMark, Frame, PlotSpec, Schema, Sink};

/// Frame times and what is read there.
pub(crate) struct Frames {
    every: f64,
    end: f64,
    /// a frame is asked for at this time, s; infinite: none
    look: f64,
    /// none at the recording step
    on_request: bool,
    /// number of the next frame, at `next * every`
    pub next: u64,
    last: u64,
    /// frames written
    pub written: u64,
    /// sample times not yet reached, the next one last
    at: Vec<f64>,
    pub samples: Vec<Sample>,
    /// nodes of channels, then of probes
    nodes: Vec<NodeId>,
    /// how many of them are recorded
    recorded: usize,
    values: Vec<f64>,
    state: Vec<f64>,
    /// scratch: poses, arrows and contacts of a frame
    pose_list: Vec<Pose>,
    poses: Vec<f64>,
    arrow_list: Vec<[f64; 3]>,
    arrows: Vec<f64>,
    contact_list: Vec<ContactPoint>,
    contacts: Vec<ContactMark>,
    stepped: Vec<u64>,
    /// bits of the bodies that move; none where nothing is ever stepped
    moving: Vec<u64>,
    /// largest drift at frames
    pub drift: Drift,
    /// something is in doubt by now
    pub doubtful: bool,
}

/// Column names of a channel: `v` for a scalar, `v.x`, `v.y`, `v.z` for a vector.
fn columns(channel: &Channel) -> impl Iterator<Item = Column> + '_ {
    let many = channel.nodes.len() > 1;
    (0..channel.nodes.len()).map(move |i| Column {
        name: if many { format!("{}.{}", channel.name, ["x", "y", "z"][i.min(2)]) } else { channel.name.clone() },
        dimension: channel.dimension,
        angle: channel.angle,
    })
}

/// The scene's `plot` lines over columns: a channel may have several.
fn plotted(model: &Model) -> Vec<PlotSpec> {
    let mut first = Vec::with_capacity(model.channels.len());
    let mut columns = 0;
    for channel in &model.channels {
        first.push(columns);
        columns += channel.nodes.len();
    }
    let of_channel = |&c: &usize| first[c]..first[c] + model.channels[c].nodes.len();
    let plot = |plot: &mainspring_model::Plot| PlotSpec {
        title: plot.title.clone(),
        curves: plot.curves.iter().flat_map(of_channel).collect(),
        against: plot.against.map(|c| first[c]),
    };
    model.plots.iter().map(plot).collect()
}

impl Frames {
    pub(crate) fn new(model: &Model, settings: &RunSettings, options: &Options) -> Self {
        let mut nodes: Vec<NodeId> = model.channels.iter().flat_map(|c| c.nodes.clone()).collect();
        let recorded = nodes.len();
        nodes.extend(model.probes.iter().flat_map(|c| c.nodes.clone()));
        let mut at: Vec<f64> = options.at.iter().copied().filter(|t| *t >= 0.0 && *t <= settings.duration).collect();
        at.sort_by(|a, b| b.total_cmp(a));
        // a frame within rounding of the end is the end
        let last = libm::floor(settings.duration / settings.every * LAST_FRAME) as u64;
        Self {
            every: settings.every,
            end: settings.duration,
            look: f64::INFINITY,
            // steps that end at frames need their times
            on_request: options.frames_on_request && !settings.frame_steps,
            next: 0,
            last,
            written: 0,
            at,
            samples: Vec::new(),
            values: vec![0.0; nodes.len()],
            nodes,
            recorded,
            state: Vec::new(),
            pose_list: Vec::new(),
            poses: Vec::new(),
            arrow_list: Vec::new(),
            arrows: Vec::new(),
            contact_list: Vec::new(),
            contacts: Vec::new(),
            stepped: Vec::new(),
            moving: Vec::new(),
            drift: Drift::default(),
            doubtful: false,
        }
    }

    fn time_of(&self, frame: u64) -> f64 {
        (frame as f64 * self.every).min(self.end)
    }

    /// When the next frame is due.
    pub(crate) fn next_time(&self) -> f64 {
        if self.on_request || self.next > self.last { f64::INFINITY } else { self.time_of(self.next) }
    }

    /// Asks for a frame at a time that is not past.
    pub(crate) fn look_at(&mut self, time: f64) {
        self.look = time;
    }

    /// Values of all channels, then of all probes, when something was read last.
    pub(crate) fn last_values(&self) -> &[f64] {
        &self.values
    }

    /// Goes on with frame number `next` of a run that lasts until `end`, of which `written` are written.
    pub(crate) fn go_to(&mut self, next: u64, written: u64, end: f64) {
        (self.next, self.written, self.end, self.look) = (next, written, end, f64::INFINITY);
    }

    /// The run ends here, with a frame.
    pub(crate) fn end_at(&mut self, time: f64) {
        self.end = self.end.min(time);
    }

    /// Next moment something is read.
    fn due(&self) -> f64 {
        self.next_time().min(self.look).min(self.at.last().copied().unwrap_or(f64::INFINITY))
    }

    /// Whether something is to be read strictly before `end`.
    pub(crate) fn due_before(&self, end: f64) -> bool {
        self.due() < end
    }

    pub(crate) fn skip_samples_before(&mut self, time: f64) {
        self.at.retain(|t| *t > time);
    }

    pub(crate) fn begin(
        &mut self,
        system: &dyn System,
        settings: &RunSettings,
        options: &Options,
        may_step: bool,
        sink: &mut dyn Sink,
    ) -> Result<(), RunError> {
        let model = system.model();
        let schema = Schema {
            scene: model.name.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            settings: vec![
                ("duration".to_owned(), format!("{} s", settings.duration)),
                ("every".to_owned(), format!("{} s", settings.every)),
                ("integrator".to_owned(), settings.integrator.clone()),
                ("rtol".to_owned(), format!("{:e}", settings.rtol)),
                ("atol".to_owned(), format!("{:e}", settings.atol)),
            ],
            columns: model.channels.iter().flat_map(columns).collect(),
            plots: plotted(model),
            drawing: drawing(model, system.length()),
            contact_pairs: (0..model.contacts.pairs.len())
                .map(|pair| model.contact_names(pair).map(str::to_owned))
                .collect(),
            stepped: may_step,
            origin: options.origin.clone(),
        };
        self.moving = vec![0; schema.stepped_len()];
        let moving = schema.drawing.bodies.iter().enumerate().filter(|(_, body)| !body.fixed && may_step);
        moving.for_each(|(b, _)| self.moving[b / 64] |= 1 << (b % 64));
        sink.begin(&schema)?;
        Ok(())
    }

    /// Everything due strictly inside the step that starts at `from` and ends at `end`.
    pub(crate) fn write_inside(
        &mut self,
        system: &mut dyn System,
        stepper: &dyn Stepper,
        from: Start<'_>,
        end: f64,
        ledger: &Ledger,
        sink: &mut dyn Sink,
    ) -> Result<(), RunError> {
        let mut state = std::mem::take(&mut self.state);
        state.resize(from.y.len(), 0.0);
        while self.due() < end {
            let time = self.due();
            stepper.dense(from, ((time - from.time) / from.h).clamp(0.0, 1.0), &mut state);
            if let Some(ahead) = stepper.ahead() {
                ahead.read_at(system, time);
            }
            system.show_everything();
            system.project(time, &mut state).map_err(|source| RunError::Open { time, source })?;
            self.write(system, time, &state, ledger, sink)?;
        }
        self.state = state;
        Ok(())
    }

    /// What is due at the present time.
    pub(crate) fn write_here(
        &mut self,
        system: &mut dyn System,
        stepper: &dyn Stepper,
        time: f64,
        y: &[f64],
        ledger: &Ledger,
        sink: &mut dyn Sink,
    ) -> Result<(), RunError> {
        if self.due() > time {
            return Ok(());
        }
        // what is stepped may be between the ends of a step
        let under_way = |ahead: &dyn StepsAhead| ahead.parts().iter().any(|p| ahead.under_way(p.component, time));
        if !stepper.ahead().is_some_and(under_way) {
            return self.write(system, time, y, ledger, sink);
        }
        let mut state = y.to_vec();
        system.show_everything();
        system.project(time, &mut state).map_err(|source| RunError::Open { time, source })?;
        self.write(system, time, &state, ledger, sink)
    }

    fn write(
        &mut self,
        system: &mut dyn System,
        time: f64,
        y: &[f64],
        ledger: &Ledger,
        sink: &mut dyn Sink,
    ) -> Result<(), RunError> {
        let mut here = *ledger;
        let energy = system.energy(y);
        let [nq, nv, _] = system.sizes();
        here.update(system, energy, &y[nq + nv..]);
        system.read(time, y, &here.values(self.doubtful), &self.nodes, &mut self.values);
        self.drift = self.drift.max(system.drift(time, y));
        let asked = self.look <= time;
        if asked || self.next_time() <= time {
            self.draw(system, y);
            sink.frame(&Frame {
                time,
                values: &self.values[..self.recorded],
                poses: &self.poses,
                arrows: &self.arrows,
                balance: here.balance(),
                contacts: &self.contacts,
                stepped: &self.stepped,
            })?;
            self.written += u64::from(self.next_time() <= time);
            while self.next_time() <= time {
                self.next += 1;
            }
            if asked {
                self.look = f64::INFINITY;
            }
        }
        while self.at.last().is_some_and(|t| *t <= time) {
            self.at.pop();
            self.samples.push(Sample { time, values: self.values.clone() });
        }
        Ok(())
    }

    /// Poses, arrows and contacts at the state just read, as frames hold them.
    fn draw(&mut self, system: &mut dyn System, y: &[f64]) {
        system.poses(y, &mut self.pose_list);
        system.window_poses(&mut self.pose_list);
        system.arrows(&mut self.arrow_list);
        let planar = system.model().space == SpaceKind::Planar;
        self.poses.clear();
        for pose in &self.pose_list {
            if planar {
                self.poses.extend([pose.position[0], pose.position[1], pose.angle]);
            } else {
                self.poses.extend(pose.position);
                self.poses.extend(pose.orientation);
            }
        }
        self.arrows.clear();
        for arrow in &self.arrow_list {
            self.arrows.extend(&arrow[..if planar { 2 } else { 3 }]);
        }
        self.contact_list.clear();
        system.contact_marks(&mut self.contact_list);
        self.contacts.clear();
        self.contacts.extend(self.contact_list.iter().map(contact_mark));
        self.stepped.clear();
        let all = system.stepped();
        self.stepped.extend(self.moving.iter().map(|word| if all { *word } else { 0 }));
        let some = (0..system.component_count()).any(|component| system.component_stepped(component));
        if some && !all {
            let stepped =
                |b: &usize| system.component_of_body(*b).is_some_and(|component| system.component_stepped(component));
            let moves = |b: &usize| self.moving.get(b / 64).is_some_and(|word| word >> (b % 64) & 1 == 1);
            let bodies = system.model().bodies.len();
            for b in (0..bodies).filter(moves).filter(stepped) {
                self.stepped[b / 64] |= 1 << (b % 64);
            }
        }
    }

    /// Values of all channels and probes at a state.
    pub(crate) fn read_all(&mut self, system: &mut dyn System, time: f64, y: &[f64], ledger: &RunValues) -> Vec<f64> {
        let mut values = vec![0.0; self.nodes.len()];
        system.read(time, y, ledger, &self.nodes, &mut values);
        values
    }
}
