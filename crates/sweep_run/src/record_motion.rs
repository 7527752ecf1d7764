//! The run of a sweep: moments of the motion written as frames and events, with work, heat and peaks on the way.

use crate::contact_names::ContactNames;
use crate::moments::{Moment, at_time, moments, piece, state};
use crate::quantities::{EACH, SHARED};
use crate::readings::Readings;
use crate::report::{Insertion, MotionReport, Peak, report};
use crate::schema::{self, Pairs};
use crate::traced_motion::TracedMotion;
use crate::{crossing, ledger, planes};
use mainspring_dynamics::{Drift, LedgerKind};
use mainspring_engine::{EndReason, Interrupt, Ledger, Outcome, Progress, RunError, Sample, Work, state_hash};
use mainspring_model::{Coordinates, Model, SweepModel};
use mainspring_record::{ContactMark, ContactMode, Ending, Event, Frame, Origin, Schema, Sink};
use mainspring_sweep::{Kind, Motion, Spent, State};

/// Events kept in the outcome; the sink has them all.
const KEPT: usize = 10_000;

/// A motion on its way to a sink.
struct MotionRecorder<'a> {
    sweep: &'a SweepModel,
    motion: &'a Motion,
    names: ContactNames<'a>,
    pairs: Pairs,
    speed: f64,
    velocity: [f64; 2],
    start: [f64; 2],
    /// of each pawl: hinge at t = 0 in the world, and stiffness
    hinges: Vec<([f64; 2], f64)>,
    ledger: Ledger,
    heat: Vec<f64>,
    events: Vec<Event>,
    work: Work,
    samples: Vec<Sample>,
    values: Vec<f64>,
    readings: Readings<'a>,
    poses: Vec<f64>,
    arrows: Vec<f64>,
    contacts: Vec<ContactMark>,
    states: Vec<State>,
    /// time of the last moment looked at, s
    reached: f64,
}

/// What a run of a sweep is asked for.
pub struct RunRequest<'a> {
    /// times at which values are read, s, rising
    pub at: &'a [f64],
    /// the scene's texts and the command line, for the recording
    pub origin: Origin,
    /// asked before each moment whether to stop
    pub interrupt: Option<&'a Interrupt>,
    /// called after every moment
    pub progress: &'a mut dyn FnMut(Progress),
}

/// Writes a motion to a sink: what was reached, what there is to report of it, and the error if the sink refused.
#[must_use]
pub fn record_motion(
    model: &Model,
    sweep: &SweepModel,
    traced: &TracedMotion,
    sink: &mut dyn Sink,
    request: RunRequest<'_>,
) -> (Outcome, MotionReport, Option<RunError>) {
    let TracedMotion { posed, motion, crossings } = traced;
    let names = ContactNames { sweep, posed };
    let pairs = schema::pairs(motion, names);
    let mut whole = schema::schema(model, sweep, posed, &pairs, request.origin);
    whole.drawing.planes = planes::kept(sweep, traced);
    if whole.drawing.planes.is_empty() {
        let how = "not kept, it has too many curves; `mainspring plane SCENE --from T --to T` draws a part";
        whole.settings.push(("plane".to_owned(), how.to_owned()));
    }
    whole.settings.extend(crossing::setting(crossings));
    // the end of a run only knows that it finished: what ended the motion stands among the settings
    whole.settings.extend(cause(sweep, motion).map(|cause| (Schema::CAUSE.to_owned(), cause)));
    let float = |p: &[mainspring_model::Exact; 2]| [p[0].to_f64().value(), p[1].to_f64().value()];
    let velocity = float(&sweep.velocity);
    let speed = libm::hypot(velocity[0], velocity[1]);
    let hinges: Vec<([f64; 2], f64)> = posed.problem.pawls.iter().map(|p| (float(&p.hinge), p.stiffness)).collect();
    let stored = |thetas: &mut dyn Iterator<Item = f64>| {
        thetas.zip(&hinges).map(|(theta, (_, kappa))| 0.5 * kappa * theta * theta).sum::<f64>()
    };
    let begun = stored(&mut motion.pawls.iter().map(|p| p.events.first().map_or(0.0, |e| e.theta)));
    let readings = Readings::of(model, sweep);
    let mut recorder = MotionRecorder {
        sweep,
        motion,
        names,
        pairs,
        speed,
        velocity,
        start: float(&sweep.start),
        ledger: ledger::begin(begun),
        heat: vec![0.0; hinges.len()],
        hinges,
        events: Vec::new(),
        work: Work::default(),
        samples: Vec::new(),
        values: vec![0.0; readings.width(sweep)],
        readings,
        poses: Vec::new(),
        arrows: Vec::new(),
        contacts: Vec::new(),
        states: Vec::new(),
        reached: 0.0,
    };
    let list = moments(motion, model.run.every, request.at);
    let result = sink
        .begin(&whole)
        .map_err(RunError::from)
        .and_then(|()| recorder.record(&list, model.run.duration, sink, request.interrupt, request.progress));
    let (reason, time, mut error) = match result {
        Ok((reason, time)) => (reason, time, None),
        Err(error) => (EndReason::Failed, recorder.reached, Some(error)),
    };
    let thetas: Vec<f64> = recorder.states.iter().map(|s| s.theta).collect();
    let hash = state_hash(time, &thetas);
    let ending = Ending {
        time,
        reason: reason.word().to_owned(),
        error: error.as_ref().map(ToString::to_string),
        hash,
        work: recorder.work.counts(),
        doubts: Vec::new(),
    };
    if let Err(unfinished) = sink.finish(&ending) {
        error = error.or(Some(unfinished.into()));
    }
    let mut report = report(motion, names, speed);
    report.crossings.clone_from(crossings);
    let ledger = recorder.ledger;
    let peak = |p: mainspring_sweep::Peak| Peak { force: p.force, time: p.time, travel: p.time * speed };
    report.insertion = Insertion {
        peak: motion.largest_push(time).map(peak),
        pull: motion.largest_pull(time).map(peak),
        work: ledger.work,
        dissipated: ledger.dissipated,
        lost: ledger.lost,
        stored: ledger.spring - ledger.start,
        residual: ledger.relative,
    };
    let mut loads = vec![(sweep.root.clone(), LedgerKind::Work, ledger.work)];
    loads.extend(
        sweep.pawls.iter().zip(&recorder.heat).map(|(pawl, heat)| (pawl.name.clone(), LedgerKind::Dissipation, *heat)),
    );
    let outcome = Outcome {
        time,
        reason,
        ledger,
        loads,
        drift_at_steps: Drift::default(),
        drift_at_frames: Drift::default(),
        events: recorder.events,
        doubts: Vec::new(),
        coordinates: Coordinates::Joint,
        fixed_step: None,
        stepped: 0.0,
        stalled: None,
        integrator: "sweep",
        work: recorder.work,
        samples: recorder.samples,
        state: thetas,
        hash,
    };
    (outcome, report, error)
}

/// What ended a motion before its end: "stick of `hook`".
fn cause(sweep: &SweepModel, motion: &Motion) -> Option<String> {
    let by = motion.stopped_by.map_or(&sweep.root, |n| &sweep.pawls[n].name);
    (motion.cause != Kind::End).then(|| format!("{} of `{by}`", motion.cause.name()))
}

impl MotionRecorder<'_> {
    fn record(
        &mut self,
        list: &[Moment],
        duration: f64,
        sink: &mut dyn Sink,
        interrupt: Option<&Interrupt>,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<(EndReason, f64), RunError> {
        let end = self.motion.end;
        let mut shown = 0.0f64;
        for moment in list {
            if interrupt.is_some_and(Interrupt::asked) {
                self.sample(self.reached);
                return Ok((EndReason::Interrupted, self.reached));
            }
            let push = self.evaluate(moment);
            if moment.time > self.reached {
                self.add_work([self.reached, moment.time]);
            }
            self.balance();
            self.reached = moment.time;
            if moment.asked.is_some() {
                self.sample(moment.time);
            }
            if moment.frame {
                shown = shown.max(moment.shown(end));
                self.draw(moment);
                sink.frame(&Frame {
                    time: shown,
                    values: &self.values[..self.readings.recorded],
                    poses: &self.poses,
                    arrows: &self.arrows,
                    balance: self.ledger.balance(),
                    contacts: &self.contacts,
                    stepped: &[],
                })?;
                self.work.frames += 1;
            }
            if moment.event {
                self.write_events(moment.time, push, sink)?;
            }
            progress(Progress { time: moment.time, end: duration, steps: self.work.frames });
        }
        if self.samples.is_empty() {
            self.sample(end);
        }
        Ok((EndReason::Finished, end))
    }

    fn sample(&mut self, time: f64) {
        self.samples.push(Sample { time, values: self.values.clone() });
    }

    /// States and values at a moment; the insertion force, N.
    fn evaluate(&mut self, moment: &Moment) -> f64 {
        let Moment { time, side, .. } = *moment;
        let travel = self.speed * time;
        self.states.clear();
        let mut push = 0.0;
        for (n, trajectory) in self.motion.pawls.iter().enumerate() {
            let state = state(trajectory, time, side);
            push += state.insertion;
            let across = state.force[1] * state.direction[0] - state.force[0] * state.direction[1];
            let values = &mut self.values[SHARED + EACH * n..][..EACH];
            values.copy_from_slice(&[
                state.theta + self.sweep.pawls[n].rest.radians,
                state.theta,
                state.rate,
                state.normal,
                across,
                // no −0 in tables
                0.0 - state.force[0],
                0.0 - state.force[1],
            ]);
            self.states.push(state);
        }
        self.values[..SHARED].copy_from_slice(&[travel, push]);
        self.readings.read(&mut self.values, time);
        push
    }

    /// Work and heat between two moments; a contact may go on from piece to piece without an event.
    fn add_work(&mut self, [a, b]: [f64; 2]) {
        for (n, pawl) in self.motion.pawls.iter().enumerate() {
            let first = pawl.pieces.partition_point(|piece| piece.end <= a);
            for piece in pawl.pieces[first..].iter().take_while(|piece| piece.start < b) {
                let Spent { work, heat } = piece.spent(a.max(piece.start), b.min(piece.end));
                self.ledger.work += work;
                self.ledger.dissipated += heat;
                self.heat[n] += heat;
            }
        }
    }

    fn balance(&mut self) {
        let energy = |(state, (_, kappa)): (&State, &([f64; 2], f64))| 0.5 * kappa * state.theta * state.theta;
        ledger::balance(&mut self.ledger, self.states.iter().zip(&self.hinges).map(energy).sum());
    }

    /// Poses, arrows and contacts of the states just looked at.
    fn draw(&mut self, moment: &Moment) {
        let Moment { time, side, .. } = *moment;
        let way = [self.velocity[0] * time, self.velocity[1] * time];
        let finite = |x: f64| if x.is_finite() { x } else { 0.0 };
        self.poses.clear();
        self.poses.extend([self.start[0] + way[0], self.start[1] + way[1], 0.0]);
        self.arrows.clear();
        let push = self.values[1];
        self.arrows.extend(self.velocity.map(|v| finite(push * v / self.speed)));
        self.contacts.clear();
        for (n, state) in self.states.iter().enumerate() {
            let hinge = self.hinges[n].0;
            let angle = state.theta + self.sweep.pawls[n].rest.radians;
            self.poses.extend([hinge[0] + way[0], hinge[1] + way[1], angle]);
            self.arrows.extend(state.force.map(|f| finite(0.0 - f)));
            let trajectory = &self.motion.pawls[n];
            let contact = piece(trajectory, time, side).and_then(|piece| piece.contact);
            let (Some(contact), Some(point)) = (contact, state.point) else { continue };
            let features = self.names.features(n, contact);
            let stuck = time == self.motion.end && trajectory.last().kind.ends() && trajectory.last().kind != Kind::End;
            self.contacts.push(ContactMark {
                pair: self.pairs.get(&(features.obstacle, n)).copied().unwrap_or(0),
                point: [point[0], point[1], 0.0],
                normal: [state.direction[0], state.direction[1], 0.0],
                force: [finite(state.force[0]), finite(state.force[1]), 0.0],
                gap: 0.0,
                slip: if stuck { 0.0 } else { finite(state.slip) },
                mode: if stuck { ContactMode::Stick } else { ContactMode::Slip },
                features: [features.theirs, features.ours],
            });
        }
    }

    /// Events at a time, and what snaps lose in them.
    fn write_events(&mut self, time: f64, push: f64, sink: &mut dyn Sink) -> Result<(), RunError> {
        let mut order = 0;
        for n in 0..self.motion.pawls.len() {
            let kappa = self.hinges[n].1;
            for event in at_time(&self.motion.pawls[n], time) {
                if let Some(after) = event.theta_after {
                    self.ledger.lost += 0.5 * kappa * (event.theta * event.theta - after * after);
                }
                // the root begins and ends its way once, whatever hangs on it
                let once = matches!(event.kind, Kind::Start | Kind::End | Kind::RootHit);
                if once && n > 0 || event.kind == Kind::Stopped {
                    continue;
                }
                let event = self.event(n, event, push, order, once);
                order += 1;
                self.work.events += 1;
                sink.event(&event)?;
                if self.events.len() < KEPT {
                    self.events.push(event);
                }
            }
        }
        Ok(())
    }

    fn event(&self, n: usize, event: &mainspring_sweep::Event, push: f64, order: u32, once: bool) -> Event {
        let pawl = &self.sweep.pawls[n];
        let mut who = vec![if once { self.sweep.root.clone() } else { pawl.name.clone() }];
        let mut touched: Vec<String> =
            event.from.iter().chain(&event.to).map(|c| self.names.obstacle(*c).to_owned()).collect();
        touched.dedup();
        if !once {
            who.extend(touched);
        }
        for name in self.names.obstructions(n, event) {
            if !who.iter().any(|known| known == name) {
                who.push(name.to_owned());
            }
        }
        let rest = pawl.rest.radians;
        let mut numbers = vec![("travel".to_owned(), self.speed * event.time)];
        if !once {
            numbers.push(("angle".to_owned(), event.theta + rest));
            numbers.extend(event.theta_after.map(|after| ("angle_after".to_owned(), after + rest)));
        }
        if push.is_finite() {
            numbers.push(("insertion_force".to_owned(), push));
        }
        Event {
            time: event.time,
            order,
            kind: event.kind.name().to_owned(),
            who,
            numbers,
            text: self.names.sentence(n, event),
        }
    }
}
