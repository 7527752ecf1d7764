//! The engine: a system, an integrator, and what is remembered between steps.

use crate::auditing::Auditing;
use crate::controller::Controller;
use crate::crowd_notes::Crowds;
use crate::fingerprint::{fingerprint, state_hash};
use crate::frames::Frames;
use crate::guard_table::GuardTable;
use crate::ledger::Ledger;
use crate::options::{Options, Progress, Stop};
use crate::outcome::{EndReason, Outcome, RunError, Sample, Work};
use crate::pieces::Pieces;
use crate::stepper::{
    Control, INTEGRATORS, MOST_VELOCITIES, Stepper, Tolerance, beside_steps, carried, stepper, together,
};
use crate::switching::Switching;
use mainspring_dynamics::{Assembled, Drift, Energy, System};
use mainspring_model::{ContactMethod, RunSettings};
use mainspring_numerics::interrupt::{asked, during};
use mainspring_record::{Ending, Event, Sink};

/// A run in progress.
///
/// One step, from the state x⁻ at t to x⁺ at t + h:
///
/// ```text
/// integrate   try steps from x⁻ until one meets the tolerance
/// guard       has a condition or limit changed sign on the way? (sampled on the dense output)
/// locate      if so, where first; the step is taken again to end there
/// project     x⁺ onto C(q, t) = 0 and Jv = −C_t
/// record      frames that lie in the step, read from dense output and projected
/// resolve     scheduled switches, conditions, then blows and changes of mode; the next step starts fresh after one
/// ```
///
/// A failure leaves the last good state and everything recorded before it.
pub struct Engine {
    pub(crate) system: Box<dyn System>,
    pub(crate) stepper: Box<dyn Stepper>,
    pub(crate) settings: RunSettings,
    pub(crate) options: Options,
    pub(crate) tolerance: Tolerance,
    pub(crate) controller: Controller,
    pub(crate) time: f64,
    pub(crate) y: Vec<f64>,
    /// dy/dt at (time, y)
    pub(crate) f: Vec<f64>,
    pub(crate) scratch: Vec<f64>,
    /// scratch: what was taken from each entry of y when places were counted from elsewhere
    pub(crate) shift: Vec<f64>,
    pub(crate) ledger: Ledger,
    /// scratch: energies of the state a step was projected to
    pub(crate) energy: Energy,
    pub(crate) work: Work,
    pub(crate) frames: Frames,
    /// per switch: has acted, and its condition has held ever since
    pub(crate) switch_fired: Vec<bool>,
    /// per limit: passed at present
    pub(crate) limit_passed: Vec<bool>,
    /// which guards there are; listed anew before each search
    pub(crate) guards: GuardTable,
    /// scratch: their values; [guards]
    pub(crate) guard_values: Vec<f64>,
    /// scratch: those of mode changes at the start of a step; [guards of mode changes]
    pub(crate) modes_at_start: Vec<f64>,
    /// scratch: values at the last three looks; [guards]
    pub(crate) guard_samples: [Vec<f64>; 3],
    /// scratch: which can still come true; [guards]
    pub(crate) guard_armed: Vec<bool>,
    /// scratch: conditions that hold and have to be false before their switches act again; [conditions]
    pub(crate) condition_holds: Vec<bool>,
    pub(crate) events: Vec<Event>,
    pub(crate) events_here: (f64, u32),
    /// jams ended at one moment: when, and how many
    pub(crate) jams_here: (f64, u32),
    pub(crate) drift_at_steps: Drift,
    /// changes of mode in a row without time moving on to speak of
    pub(crate) rapid_changes: u32,
    /// changes of mode, and since when they are counted, s
    pub(crate) stall_window: (u32, f64),
    /// switches, and since when they are counted
    pub(crate) switching: Switching,
    /// time, kind and text of the last event
    pub(crate) last_event: Option<(f64, String, String)>,
    /// a step was made shorter for its energy balance: where it starts, s, and how often
    pub(crate) shortened: (f64, u32),
    /// of fixed steps, where springs are too stiff for whole ones
    pub(crate) pieces: Pieces,
    /// state changed by an event: choose the first step anew
    pub(crate) restart: bool,
    /// changes with anything that decides how a run goes on; for checkpoints
    pub(crate) fingerprint: u64,
    /// dense output is ready for the last attempt
    pub(crate) dense_ready: bool,
    /// the sink knows the schema, and events at t = 0 are done
    pub(crate) begun: bool,
    /// some step so far would have been another had the run been longer
    pub(crate) cut_by_end: bool,
    /// what is stepped in a run by event
    pub(crate) crowds: Crowds,
    /// watches all this from outside
    pub(crate) auditing: Auditing,
}

impl Engine {
    /// At t = 0.
    ///
    /// # Errors
    /// When the integrator is unknown.
    pub fn new(assembled: Assembled, options: Options) -> Result<Self, RunError> {
        let Assembled { mut system, start, .. } = assembled;
        let settings = system.model().run.clone();
        let sizes = system.sizes();
        let n = start.len();
        let stepped = matches!(system.model().contacts.method, ContactMethod::Stepping(_));
        let stepper = if stepped { Some(together(sizes)) } else { stepper(&settings.integrator, sizes) }
            .ok_or_else(|| RunError::Integrator { name: settings.integrator.clone(), known: INTEGRATORS.join(", ") })?;
        if settings.integrator == "radau" && sizes[1] > MOST_VELOCITIES {
            return Err(RunError::TooLarge { velocities: sizes[1], most: MOST_VELOCITIES });
        }
        if stepped {
            if settings.integrator != INTEGRATORS[0] {
                let what = "names an integrator, and steps that take contacts together have their own";
                return Err(RunError::NotStepped { path: "run".to_owned(), what, fix: "leave `integrator` out" });
            }
            if let Some(unfit) = system.stepping_unsupported() {
                return Err(RunError::NotStepped { path: unfit.path, what: unfit.what, fix: unfit.fix });
            }
        } else if stepper.on_joints()
            && let Some(unfit) = system.rattle_unsupported()
        {
            return Err(RunError::Unfit {
                name: settings.integrator,
                path: unfit.path,
                what: unfit.what,
                fix: unfit.fix,
            });
        }
        let switches = system.model().switches.len();
        let guards = GuardTable::new(system.as_ref());
        let mut guard_values = vec![0.0; guards.len()];
        let modes = guards.sections(&mut guard_values).modes.len();
        let energy = system.energy(&start);
        let tolerance =
            Tolerance::new(settings.rtol, settings.atol.min(settings.rtol), system.as_ref(), settings.duration);
        let crowds = Crowds::new(system.as_ref());
        let coasts = system.component_scales().iter().any(|c| c.coasts);
        let stepper = if coasts { carried(stepper, sizes) } else { stepper };
        let stepper = if crowds.apart { beside_steps(stepper, system.as_ref(), settings.duration) } else { stepper };
        let auditing = Auditing::new(system.as_ref(), stepper.control());
        let frames = Frames::new(system.model(), &settings, &options);
        let fingerprint = fingerprint(system.model(), &settings, &options);
        let mut ledger = Ledger::new(system.as_ref(), energy);
        ledger.update(system.as_ref(), energy, &start[sizes[0] + sizes[1]..]);
        Ok(Self {
            f: vec![0.0; n],
            scratch: vec![0.0; n],
            shift: Vec::new(),
            y: start,
            time: 0.0,
            controller: Controller::new(0.0),
            tolerance,
            stepper,
            settings,
            ledger,
            energy,
            work: Work::default(),
            frames,
            switch_fired: vec![false; switches],
            limit_passed: vec![false; guards.limit_count()],
            modes_at_start: vec![0.0; modes],
            guard_armed: vec![false; guards.len()],
            condition_holds: vec![false; guards.switches().count()],
            guard_samples: std::array::from_fn(|_| vec![0.0; guards.len()]),
            guard_values,
            guards,
            events: Vec::new(),
            events_here: (f64::NEG_INFINITY, 0),
            jams_here: (f64::NEG_INFINITY, 0),
            drift_at_steps: Drift::default(),
            rapid_changes: 0,
            stall_window: (0, 0.0),
            switching: Switching::default(),
            last_event: None,
            pieces: Pieces::default(),
            shortened: (f64::NEG_INFINITY, 0),
            restart: true,
            fingerprint,
            dense_ready: false,
            begun: false,
            cut_by_end: false,
            auditing,
            crowds,
            options,
            system,
        })
    }

    /// Time reached, s.
    #[must_use]
    pub fn time(&self) -> f64 {
        self.time
    }

    /// q, v and the ledger's integrals at that time, in the coordinates the system is solved in.
    #[must_use]
    pub fn state(&self) -> &[f64] {
        &self.y
    }

    /// The mechanism's operators.
    pub fn system(&mut self) -> &mut dyn System {
        self.system.as_mut()
    }

    /// Runs to the end (or to the interrupt), frames and events going to `sink`.
    ///
    /// # Errors
    /// With what the run came to until then.
    pub fn run(
        mut self,
        sink: &mut dyn Sink,
        mut progress: impl FnMut(Progress),
    ) -> Result<Outcome, (RunError, Box<Outcome>)> {
        let interrupt = self.options.interrupt.clone();
        let ended = match during(interrupt.as_ref(), || self.run_loop(sink, &mut progress)) {
            // inside a step, of which nothing counts: the recording's last checkpoint stands before it
            Err(RunError::Interrupted) => Ok(EndReason::Interrupted),
            ended => ended,
        };
        let result = ended.and_then(|reason| self.conclude(sink).map(|()| reason));
        let reason = *result.as_ref().unwrap_or(&EndReason::Failed);
        let outcome = Box::new(self.outcome(reason));
        let ending = Ending {
            time: outcome.time,
            reason: reason.word().to_owned(),
            error: result.as_ref().err().map(ToString::to_string),
            hash: outcome.hash,
            work: outcome.work.counts(),
            doubts: outcome.doubts.clone(),
        };
        let finished = sink.finish(&ending);
        match (result, finished) {
            (Ok(_), Ok(())) => Ok(*outcome),
            (Err(error), _) => Err((error, outcome)),
            (Ok(_), Err(error)) => Err((error.into(), Box::new(Outcome { reason: EndReason::Failed, ..*outcome }))),
        }
    }

    fn run_loop(&mut self, sink: &mut dyn Sink, progress: &mut impl FnMut(Progress)) -> Result<EndReason, RunError> {
        self.begin(sink)?;
        loop {
            if asked() {
                // so that the run can be taken up where it stopped
                if self.work.steps > 0 {
                    sink.checkpoint(self.time, &self.checkpoint().to_bytes())?;
                }
                return Ok(EndReason::Interrupted);
            }
            if let Some(most) = self.options.max_steps
                && self.work.steps >= most
            {
                return Err(RunError::TooManySteps { time: self.time, steps: self.work.steps });
            }
            match self.advance(sink)? {
                Stop::End => {
                    self.audit_end(sink)?;
                    return Ok(EndReason::Finished);
                }
                Stop::Step | Stop::Scheduled | Stop::Condition(_) => {}
            }
            if sink.wants_checkpoint() {
                sink.checkpoint(self.time, &self.checkpoint().to_bytes())?;
            }
            progress(Progress { time: self.time, end: self.settings.duration, steps: self.work.steps });
        }
    }

    /// What the run has come to.
    #[must_use]
    pub fn outcome(mut self, reason: EndReason) -> Outcome {
        let [nq, nv, _] = self.system.sizes();
        if self.options.at.is_empty() || reason != EndReason::Finished {
            let known = self.ledger.values(self.frames.doubtful);
            let values = self.frames.read_all(self.system.as_mut(), self.time, &self.y, &known);
            self.frames.samples.push(Sample { time: self.time, values });
        }
        let counters = self.system.counters();
        let implicit = self.stepper.implicit_work();
        let loads =
            self.system.ledger().iter().zip(&self.y[nq + nv..]).map(|(e, w)| (e.path.clone(), e.kind, *w)).collect();
        let mut state = Vec::new();
        self.system.body_state(&self.y, &mut state);
        let doubts = self.conclusion();
        let own = self.own_stepper();
        let (integrator, fixed) = (own.name(), own.control() == Control::Fixed);
        let fixed_step = fixed.then(|| self.fixed_step());
        Outcome {
            time: self.time,
            reason,
            ledger: self.ledger,
            loads,
            drift_at_steps: self.drift_at_steps,
            drift_at_frames: self.frames.drift,
            events: self.events,
            doubts,
            coordinates: self.system.coordinates(),
            fixed_step,
            integrator,
            stepped: self.crowds.notes.stepped,
            work: Work {
                evaluations: counters.evaluations,
                factorisations: counters.factorisations,
                symbolic: counters.symbolic,
                pattern_changes: counters.pattern_changes,
                redone: counters.redone,
                projections: counters.projections,
                jacobians: counters.jacobians,
                implicit_factorisations: implicit.factorisations,
                newton_iterations: implicit.iterations,
                frames: self.frames.written,
                ..self.work
            },
            samples: self.frames.samples,
            hash: state_hash(self.time, &state),
            state,
        }
    }
}

/// Runs an assembled model to its end.
///
/// # Errors
/// With what the run came to until it failed.
pub fn run(
    assembled: Assembled,
    options: Options,
    sink: &mut dyn Sink,
    progress: impl FnMut(Progress),
) -> Result<Outcome, (RunError, Option<Box<Outcome>>)> {
    let engine = Engine::new(assembled, options).map_err(|e| (e, None))?;
    engine.run(sink, progress).map_err(|(e, o)| (e, Some(o)))
}
