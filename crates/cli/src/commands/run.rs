//! `mainspring run`.

use crate::event_list::Listing;
use crate::exit::Exit;
use crate::files::{self, Writing};
use crate::findings::tell;
use crate::interrupt;
use crate::json;
use crate::numbers::number;
use crate::progress::Progress;
use crate::resume::{Resumption, resume};
use crate::run_report::{RunReport, missed};
use crate::source;
use crate::summary;
use crate::terminal::{remark, say};
use clap::Args;
use clap::builder::PossibleValuesParser;
use mainspring_workbench::definition::{Diagnostic, Span};
use mainspring_workbench::engine::{Checkpoint, EndReason, Interrupt, RunError, stepper::INTEGRATORS};
use mainspring_workbench::prelude::Domain;
use mainspring_workbench::record::SinkError;
use mainspring_workbench::record::shown;
use mainspring_workbench::recording::{Recorder, ResumePoint, previous_recording};
use mainspring_workbench::{Hooks, PlotSink, Prepared, Run, RunFailure, SceneErrors, Settings, prepare, seconds};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  mainspring run pendulum.mech
  mainspring run pendulum.mech --until '2 min' --every '0.1 s' --rtol 1e-12
  mainspring run four_bar.mech --set crank.l='12 cm' --set run.max_step='1 ms'
  mainspring run four_bar.mech --probe 'norm(o.force)' --probe rocker.angle --at 0.5,1,1.5 --json
  mainspring run arm.mech --without gravity --out results/arm.mcap
  mainspring run arm.mech --resume                   go on with a run that was stopped or killed

Times are seconds unless they have a unit: 5, '500 ms', '2 min'. Values and probes are
expressions of the scene language; `mainspring explain` lists what can go wrong.

A recording holds a checkpoint about every second. With --resume the run goes on from the last
one and ends as if it had never stopped, to the bit; scene and settings must be the same, but
--until may be longer. An exact sweep is traced as a whole before its first frame: it is written
again from t = 0. A recording that is replaced is kept as `recording.previous.mcap` until a new run
has finished. `mainspring info`, `export`, `diff` and `recover` look into recordings.

With --json, `values` holds every recorded, plotted and probed quantity by name, in the SI units
of `units`: a number or a list of components; with --at a list of these, one for each of `times`.
`energy.residual` is the largest imbalance of the run, relative to the largest kinetic energy
(or swing of potential energy); `drift` is the largest gap of any joint at steps and frames,
relative to the mechanism's size. `energy.loads` has the work and the heat of each load, and
the energy `drawn` by actuators, which is beside the balance; `actuators` counts windows, arrays,
scripts, bins and arrivals, `traffic` the parts that arrived and left. `hash` is of the final
state, the same on every machine. `verdict` is finished, doubtful, interrupted or failed;
`doubts` lists what is in doubt: overlaps, open joints, drives that are not where they should be,
energy that does not balance. `events` has every event kept, `bursts` says which of them crowd
together: the index of the `first`, their `count`, what and who they were. A scene that is wrong gives `errors` and `notes` instead.

Exit codes: 0 fine, 1 the scene is wrong, 2 the command line is wrong,
            3 the run failed or a limit stopped it (what was recorded is kept), 4 the run is doubtful: `doubts`
            in the summary say since when and of what, 130 stopped by Ctrl-C, SIGTERM or SIGHUP";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct RunArguments {
    /// The scene, a `.mech` file
    pub scene: PathBuf,
    /// Length of the run [default: as the scene's `run` line says, else 10 s; of a sweep as `until` of its root says]
    #[arg(long, value_name = "T", value_parser = positive_time, allow_negative_numbers = true)]
    pub until: Option<f64>,
    /// Recording step [default: as the scene says, else 10 ms; of a sweep 1/500 of its length]
    #[arg(long, value_name = "T", value_parser = positive_time, allow_negative_numbers = true)]
    pub every: Option<f64>,
    /// Relative tolerance, 1e-14 to 0.1 [default: as the scene says, else 1e-9]
    #[arg(long, value_name = "X", value_parser = tolerance, allow_negative_numbers = true)]
    pub rtol: Option<f64>,
    /// Integrator [default: as the scene says, else auto]
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(INTEGRATORS))]
    pub integrator: Option<String>,
    /// Another value for a `let`, a parameter, an option, `gravity`, `run.duration` … (repeatable)
    #[arg(long, value_name = "PATH=VALUE", allow_hyphen_values = true)]
    pub set: Vec<String>,
    /// Measure an expression too (repeatable)
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    pub probe: Vec<String>,
    /// Read values at this time; repeatable, or several with commas [default: at the end]
    #[arg(long, value_name = "T", value_parser = any_time, value_delimiter = ',', allow_negative_numbers = true)]
    pub at: Vec<f64>,
    /// Leave a domain out of this run (repeatable)
    #[arg(long, value_name = "DOMAIN", value_parser = PossibleValuesParser::new(DOMAINS.map(|d| d.0)))]
    pub without: Vec<String>,
    /// Stop after so many steps, or so many attempts at one [default: no limit]
    #[arg(long, value_name = "N")]
    pub max_steps: Option<u64>,
    /// Stop after so much time on the clock; the run can be taken up with --resume [default: no limit]
    #[arg(long, value_name = "T", value_parser = positive_time, allow_negative_numbers = true)]
    pub time_limit: Option<f64>,
    /// The recording, an MCAP file, with plots beside it [default: out/<scene>/recording.mcap]
    #[arg(short, long, alias = "output", value_name = "FILE", conflicts_with = "no_record")]
    pub out: Option<PathBuf>,
    /// Go on with the recording of a run that was stopped or killed, or make a finished one longer
    #[arg(long, conflicts_with = "no_record")]
    pub resume: bool,
    /// Write no recording and no plots
    #[arg(long)]
    pub no_record: bool,
    /// List all events in the summary, a burst of them as one line; `--events=each` opens bursts
    #[arg(long, value_enum, value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "lines")]
    pub events: Option<Listing>,
    /// Print one JSON object instead of the summary
    #[arg(long)]
    pub json: bool,
}

const DOMAINS: [(&str, Domain); 4] = [
    ("contacts", Domain::Contacts),
    ("friction", Domain::Friction),
    ("gravity", Domain::Gravity),
    ("control", Domain::Control),
];

fn any_time(text: &str) -> Result<f64, String> {
    let time = seconds(text).map_err(|e| e.to_string())?;
    if time >= 0.0 && time.is_finite() { Ok(time) } else { Err("a time is not negative".to_owned()) }
}

fn positive_time(text: &str) -> Result<f64, String> {
    let time = seconds(text).map_err(|e| e.to_string())?;
    if time > 0.0 && time <= 1e12 { Ok(time) } else { Err("more than 0 and at most 1e12 s is expected".to_owned()) }
}

fn tolerance(text: &str) -> Result<f64, String> {
    let value: Option<f64> = text.trim().parse().ok().filter(|x| (1e-14..=0.1).contains(x));
    value.ok_or_else(|| "a number between 1e-14 and 0.1 is expected".to_owned())
}

impl RunArguments {
    fn settings(&self) -> Settings {
        let chosen = |(name, domain): &(&str, Domain)| self.without.iter().any(|w| w == name).then_some(*domain);
        Settings {
            until: self.until,
            every: self.every,
            rtol: self.rtol,
            integrator: self.integrator.clone(),
            set: self.set.clone(),
            probes: self.probe.clone(),
            at: self.at.clone(),
            max_steps: self.max_steps,
            without: DOMAINS.iter().filter_map(chosen).collect(),
            dimensions: Vec::new(),
        }
    }

    /// The words that make this run again.
    fn command(&self) -> Vec<String> {
        let mut words = vec!["mainspring".to_owned(), "run".to_owned(), self.scene.display().to_string()];
        let mut option = |name: &str, value: String| words.extend([format!("--{name}"), value]);
        let numbers = [("until", self.until), ("every", self.every), ("rtol", self.rtol)];
        numbers.iter().for_each(|(name, x)| x.iter().for_each(|x| option(name, x.to_string())));
        self.integrator.iter().for_each(|x| option("integrator", x.clone()));
        self.set.iter().for_each(|x| option("set", x.clone()));
        self.probe.iter().for_each(|x| option("probe", x.clone()));
        self.at.iter().for_each(|x| option("at", x.to_string()));
        self.without.iter().for_each(|x| option("without", x.clone()));
        self.max_steps.iter().for_each(|x| option("max-steps", x.to_string()));
        words
    }
}

pub fn run(arguments: &RunArguments) -> io::Result<Exit> {
    let scene = source::scene(&arguments.scene);
    match prepare(&scene, &arguments.settings()) {
        Ok(prepared) => carry_out(arguments, prepared, &scene.name),
        Err(wrong) => refuse(arguments, &wrong),
    }
}

fn refuse(arguments: &RunArguments, wrong: &SceneErrors) -> io::Result<Exit> {
    if arguments.json {
        say(&json::wrong(wrong))?;
    } else {
        tell(&wrong.findings, &wrong.sources);
    }
    Ok(if wrong.only_settings() { Exit::Usage } else { Exit::Scene })
}

fn carry_out(arguments: &RunArguments, prepared: Prepared, scene: &str) -> io::Result<Exit> {
    let pictures = PlotSink::default();
    let recording = (!arguments.no_record).then(|| files::recording_path(arguments.out.as_deref(), scene));
    let own = prepared.sources.iter().map(|s| Path::new(&s.name));
    if let Some(file) = recording.as_deref().and_then(|path| files::overwritten(path, own)) {
        return refuse(arguments, &overwriting(file, scene));
    }
    if let Some(wrong) = arguments.out.as_deref().and_then(|path| other_format(path, scene)) {
        return refuse(arguments, &wrong);
    }
    let (kept, resume) = match start_of(arguments, recording.as_deref(), scene)? {
        Start::Zero => (None, None),
        Start::Checkpoint(kept, checkpoint) => (Some(*kept), Some(*checkpoint)),
        Start::Nothing(exit) => return Ok(exit),
    };
    let recorder = match (&kept, recording.as_deref()) {
        (Some(kept), _) => Recorder::resume(kept.clone()).map(Some),
        (None, path) => path.map(files::create).transpose(),
    };
    let mut writing = match recorder {
        Ok(recorder) => Writing { recorder, pictures, kept },
        Err(error) => return fail(arguments, &RunFailure { error: error.into(), reached: None }),
    };
    let mut progress = Progress::new();
    let mut step = |p| progress.step(p);
    let began = Instant::now();
    let (stopped, limit) = (interrupt::watch(), arguments.time_limit);
    let over = move || limit.is_some_and(|most| began.elapsed().as_secs_f64() >= most);
    let interrupt = Interrupt::new(move || stopped.load(Ordering::Relaxed) || over());
    let hooks = Hooks { interrupt: Some(interrupt), progress: Some(&mut step), resume, command: arguments.command() };
    let result = prepared.run(&mut writing, hooks);
    let wall = began.elapsed().as_secs_f64();
    progress.close();
    let (run, mut error) = match result {
        Ok(run) => (run, None),
        Err(RunFailure { error, reached: Some(run) }) => (*run, Some(error)),
        Err(broken) => return fail(arguments, &broken),
    };
    let plots = match drawn(&writing.pictures, recording.as_deref(), arguments.out.is_some()) {
        Ok(plots) => plots,
        Err(wrong) => {
            error = error.or(Some(wrong));
            Vec::new()
        }
    };
    let report = RunReport {
        run: &run,
        wall,
        error: error.as_ref(),
        recording: recording.as_deref(),
        previous: recording.as_deref().map(previous_recording).filter(|p| p.exists()),
        plots: &plots,
        at_times: !arguments.at.is_empty(),
        events: arguments.events,
    };
    if arguments.json {
        say(&json::report(&report))?;
    } else {
        // nothing is recorded of what is not kept
        let told: Vec<_> = run.notes.iter().filter(|n| n.code != "N0910" || !arguments.no_record).cloned().collect();
        tell(&told, &run.sources);
        say(&summary::text(&report))?;
        if let Some(error) = &error {
            remark(&summary::failure(error));
        }
    }
    if let Some(most) = limit.filter(|_| error.is_none() && run.outcome.reason == EndReason::Interrupted && over()) {
        let how = if recording.is_some() { "; go on with `--resume`" } else { "" };
        remark(&format!("stopped by --time-limit after {} s{how}\n", number(most)));
        if let Some((step, load)) = &run.outcome.stalled {
            remark(&format!(
                "steps had shrunk to {} s: `{load}` jumps or grows without bound there (`mainspring explain E0802`)\n",
                number(*step)
            ));
        }
        return Ok(Exit::Failed);
    }
    Ok(exit(&run, error.as_ref()))
}

/// Where the run begins.
enum Start {
    Zero,
    Checkpoint(Box<ResumePoint>, Box<Checkpoint>),
    /// nothing is to be run
    Nothing(Exit),
}

/// What `--resume` comes to, and a line that says so.
fn start_of(arguments: &RunArguments, recording: Option<&Path>, scene: &str) -> io::Result<Start> {
    let Some(path) = recording.filter(|_| arguments.resume) else { return Ok(Start::Zero) };
    // the run itself needs what was prepared
    let again = match prepare(&source::scene(&arguments.scene), &arguments.settings()) {
        Ok(prepared) => prepared,
        Err(wrong) => return refuse(arguments, &wrong).map(Start::Nothing),
    };
    let shown = shown(path);
    let (duration, swept) = (again.model.run.duration, again.model.sweep().is_some());
    match resume(path, again, &arguments.command()) {
        Ok(Resumption::FromStart(why)) => {
            remark(&format!("{why}: the run begins at t = 0\n"));
            Ok(Start::Zero)
        }
        Ok(Resumption::FromCheckpoint(kept, checkpoint)) => {
            let time = number(checkpoint.time());
            remark(&format!("resumed at t = {time} s after {} frames\n", kept.frames()));
            Ok(Start::Checkpoint(kept, checkpoint))
        }
        Ok(Resumption::Finished(ending)) => {
            if arguments.json {
                say(&json::finished(scene, path, &ending))?;
            } else {
                let time = number(ending.time);
                let reached = if swept && ending.time < duration {
                    format!("the motion ends at t = {time} s, however long --until is")
                } else {
                    format!("it reaches t = {time} s; a longer --until would go on")
                };
                say(&format!("{shown} is {}: {reached}\n", ending.verdict()))?;
            }
            Ok(Start::Nothing(if ending.doubts.is_empty() { Exit::Fine } else { Exit::Doubtful }))
        }
        Err(why) => {
            let message = format!("`{shown}` cannot be resumed: {why}");
            let mut finding = Diagnostic::error("E0905", Span::NOWHERE, message);
            // a damaged file's message says how to save it
            if !finding.message.contains("mainspring recover") {
                finding =
                    finding.help("use the scene and settings that made it, or leave out `--resume` to replace it");
            }
            let wrong =
                SceneErrors { scene: scene.to_owned(), findings: vec![finding], sources: Vec::new(), own_sources: 0 };
            refuse(arguments, &wrong).map(Start::Nothing)
        }
    }
}

/// A recording under a name that other programs would take for something else.
fn other_format(path: &Path, scene: &str) -> Option<SceneErrors> {
    let ending = files::other_kind(path, &["mcap"])?;
    let message = format!("`--out {}`: a recording is an MCAP file, not `.{ending}`", shown(path));
    let name = path.with_extension("mcap");
    let help = format!("name it `{}`; `mainspring export` makes tables of it", shown(&name));
    let finding = Diagnostic::error("E0906", Span::NOWHERE, message).help(help);
    Some(SceneErrors { scene: scene.to_owned(), findings: vec![finding], sources: Vec::new(), own_sources: 0 })
}

fn overwriting(file: &Path, scene: &str) -> SceneErrors {
    let message = format!("the recording would overwrite `{}`, which is part of the scene", shown(file));
    let finding = Diagnostic::error("E0904", Span::NOWHERE, message).help("give `--out` another name");
    SceneErrors { scene: scene.to_owned(), findings: vec![finding], sources: Vec::new(), own_sources: 0 }
}

fn drawn(pictures: &PlotSink, recording: Option<&Path>, prefixed: bool) -> Result<Vec<PathBuf>, RunError> {
    let Some(recording) = recording else { return Ok(Vec::new()) };
    let said = |(file, e): (PathBuf, io::Error)| SinkError::new(format!("{}: {e}", shown(&file)));
    Ok(files::draw(pictures, recording, prefixed).map_err(said)?)
}

/// For runs that never began.
fn fail(arguments: &RunArguments, broken: &RunFailure) -> io::Result<Exit> {
    if arguments.json {
        say(&json::broken(&broken.error))?;
    } else {
        remark(&summary::failure(&broken.error));
    }
    Ok(Exit::Failed)
}

fn exit(run: &Run, error: Option<&RunError>) -> Exit {
    match (error, run.outcome.reason) {
        (Some(_), _) | (None, EndReason::Failed) => Exit::Failed,
        (None, EndReason::Interrupted) => Exit::Interrupted,
        // as for a time after the end of any run, which is known before it begins
        (None, EndReason::Finished) if run.times.iter().any(|t| missed(run, *t)) => Exit::Usage,
        (None, EndReason::Finished) if !run.outcome.doubts.is_empty() => Exit::Doubtful,
        (None, EndReason::Finished) => Exit::Fine,
    }
}
