//! What a run comes to, and how it can fail.

use crate::ledger::Ledger;
use mainspring_definition::Code;
use mainspring_definition::amount::{angle as angle_text, instant, length as length_text};
use mainspring_dynamics::{Drift, LedgerKind, TransitionError};
use mainspring_model::Coordinates;
use mainspring_record::{Doubt, Event, SinkError};
use serde::{Deserialize, Serialize};

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// the time asked for was reached
    Finished,
    /// someone asked it to stop
    Interrupted,
    /// see the error that comes with it
    Failed,
}

impl EndReason {
    /// In one word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::Interrupted => "interrupted",
            Self::Failed => "failed",
        }
    }
}

/// Values of all probes at one time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// s
    pub time: f64,
    /// one per node read, channels first, then probes
    pub values: Vec<f64>,
}

/// What a run came to; also what is left of a failed one.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// s
    pub time: f64,
    /// why it ended
    pub reason: EndReason,
    /// energy balance
    pub ledger: Ledger,
    /// work in, heat out and energy drawn per load since the start, J
    pub loads: Vec<(String, LedgerKind, f64)>,
    /// largest drift at steps
    pub drift_at_steps: Drift,
    /// largest drift at frames
    pub drift_at_frames: Drift,
    /// what happened
    pub events: Vec<Event>,
    /// what of it is in doubt, in the order of its beginning
    pub doubts: Vec<Doubt>,
    /// which coordinates it was solved in: joint or maximal
    pub coordinates: Coordinates,
    /// the step of a method that takes always the same, s
    pub fixed_step: Option<f64>,
    /// how much of a run by event was stepped, s
    pub stepped: f64,
    /// of a run that was stopped while its steps were tiny: how long they were, s, and the load that jumps there
    pub stalled: Option<(f64, String)>,
    /// name of what took the steps
    pub integrator: &'static str,
    /// work done
    pub work: Work,
    /// values at the times asked for, or at the end
    pub samples: Vec<Sample>,
    /// final state: positions and velocities of all bodies, then the ledger's integrals
    pub state: Vec<f64>,
    /// FNV-1a over the bits of the final time and state
    pub hash: u64,
}

/// Work counted over a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Work {
    /// accepted steps
    pub steps: u64,
    /// rejected attempts
    pub rejected: u64,
    /// evaluations of the right-hand side
    pub evaluations: u64,
    /// numeric factorisations
    pub factorisations: u64,
    /// whole symbolic analyses
    pub symbolic: u64,
    /// changes of the pattern when a joint came or went
    pub pattern_changes: u64,
    /// pivots redone in these changes
    pub redone: u64,
    /// Newton iterations of projection
    pub projections: u64,
    /// events processed
    pub events: u64,
    /// evaluations of guards while locating events
    pub root_evaluations: u64,
    /// frames written
    pub frames: u64,
    /// Jacobians of the accelerations
    pub jacobians: u64,
    /// factorisations of an implicit method's matrices
    pub implicit_factorisations: u64,
    /// Newton iterations of an implicit method
    pub newton_iterations: u64,
}

impl Outcome {
    /// `finished`, `doubtful`, `interrupted` or `failed`.
    #[must_use]
    pub fn verdict(&self) -> &'static str {
        match self.reason {
            EndReason::Finished if !self.doubts.is_empty() => Doubt::VERDICT,
            reason => reason.word(),
        }
    }

    /// The coordinates as a scene would name them.
    #[must_use]
    pub fn coordinates_word(&self) -> &'static str {
        if self.coordinates == Coordinates::Joint { "joint" } else { "maximal" }
    }
}

impl Work {
    /// Every counter with its name.
    #[must_use]
    pub fn counts(&self) -> Vec<(String, u64)> {
        [
            ("steps", self.steps),
            ("rejected", self.rejected),
            ("evaluations", self.evaluations),
            ("factorisations", self.factorisations),
            ("symbolic", self.symbolic),
            ("pattern_changes", self.pattern_changes),
            ("redone", self.redone),
            ("projections", self.projections),
            ("events", self.events),
            ("root_evaluations", self.root_evaluations),
            ("frames", self.frames),
            ("jacobians", self.jacobians),
            ("implicit_factorisations", self.implicit_factorisations),
            ("newton_iterations", self.newton_iterations),
        ]
        .map(|(name, count)| (name.to_owned(), count))
        .to_vec()
    }
}

/// How a run can fail. Everything recorded before is kept.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum RunError {
    /// no finite step is left
    #[error(
        "at t = {t} s {}; last good state at t = {good} s",
        not_a_number(.load.as_deref(), .body),
        t = instant(*.time),
        good = instant(*.last)
    )]
    NonFinite { time: f64, last: f64, body: String, load: Option<String> },
    /// the step became too small to move on
    #[error(
        "at t = {t} s {}: the step shrank to {step:.1e} s without meeting the tolerance",
        what_changes(.load.as_deref(), .body),
        t = instant(*.time)
    )]
    Stuck { time: f64, step: f64, body: String, load: Option<String> },
    /// joints could not be kept together
    #[error("at t = {t} s {source}", t = instant(*.time))]
    Open { time: f64, source: mainspring_dynamics::ProjectError },
    /// a singular position that the motion cannot be followed through
    #[error("at t = {t} s {} come into a singular position, where their conditions depend on each other: {why}", list(.joints), t = instant(*.time))]
    Singular { time: f64, joints: Vec<String>, why: &'static str },
    /// a rolling disc without a lowest point
    #[error(
        "at t = {t} s the disc of `{joint}` comes to lie flat on its plane, where it has no lowest point to roll on", t = instant(*.time))]
    LiesFlat { time: f64, joint: String },
    /// attach where the parts do not meet
    #[error("at t = {t} s `{joint}` cannot be attached: {}", misfit(*.length, *.angle), t = instant(*.time))]
    Misfit { time: f64, joint: String, length: f64, angle: f64 },
    /// events pile up at one moment
    #[error("more than {count} events at t = {t} s, the last: {last}", t = instant(*.time))]
    Pileup { time: f64, count: u32, kind: String, last: String },
    /// switches without end
    #[error(
        "at t = {t} s {what}, one every {every:.1e} s: {left:.1e} more of them until the end, and 1e7 is the limit", t = instant(*.time))]
    Storm { time: f64, what: String, every: f64, left: f64 },
    /// more steps than allowed
    #[error("stopped at t = {t} s after {steps} steps, the limit", t = instant(*.time))]
    TooManySteps { time: f64, steps: u64 },
    /// asked to stop inside a step
    #[error("stopped when asked to")]
    Interrupted,
    /// no integrator of that name
    #[error("no integrator is called `{name}`; there are {known}")]
    Integrator { name: String, known: String },
    /// too many bodies for dense matrices
    #[error("`radau` solves for at most {most} velocities at once, the mechanism has {velocities}")]
    TooLarge { velocities: usize, most: usize },
    /// an integrator that cannot treat a load
    #[error(
        "`{name}` keeps the structure of conservative motion and cannot be used here: `{path}` {what}; {fix}, or choose another integrator"
    )]
    Unfit { name: String, path: String, what: &'static str, fix: &'static str },
    /// steps that take contacts together cannot treat a load
    #[error("`method stepping` cannot be used here: `{path}` {what}; {fix}")]
    NotStepped { path: String, what: &'static str, fix: &'static str },
    /// parts that overlap however short the steps
    #[error(
        "at t = {t} s {names} cannot be kept apart: they overlap by {share:.1e} of their size however short the step", t = instant(*.time))]
    Overlap { time: f64, names: String, share: f64, by_event: bool },
    /// a checkpoint of another scene
    #[error("the checkpoint does not belong to this scene: {what}")]
    Checkpoint { what: String },
    /// no consistent set of sticking, sliding and touching parts
    #[error("at t = {t} s {source}", t = instant(*.time))]
    Friction { time: f64, source: mainspring_dynamics::TransitionError },
    /// a field without an answer
    #[error("at t = {t} s {what}", t = instant(*.time))]
    Field { time: f64, what: String },
    /// a part that arrives where another is
    #[error("at t = {t} s `{part}` arrives inside `{other}`, {} deep", length_text(*.depth), t = instant(*.time))]
    Arrival { time: f64, part: String, other: String, depth: f64 },
    /// the recording could not be written
    #[error(transparent)]
    Sink(#[from] SinkError),
}

/// What to do about events that pile up, by the kind of the last one.
fn pileup_help(kind: &str) -> &'static str {
    match kind {
        "attach" | "release" => {
            "conditions switch each other on and off at one place: separate their thresholds (`attach s when x < -1 mm`, `release s \
when x > 1 mm`), so that something has to move between them"
        }
        "impact" | "contact" | "part" | "rest" | "plastic" | "gain" => {
            "parts, stops or flanks of gears bounce faster than time goes on: raise `impact { rest_speed = … }`, lower their restitution, \
widen `backlash`, or treat contact in steps (`method stepping`)"
        }
        "support" | "friction" => {
            "parts on the table set off and stop in turns: take `friction = 0` between those that touch, or give the surface some \
`viscous` friction"
        }
        "follow" | "limit" => {
            "a drive gives way and follows its motion again in turns: raise its `limit`, or smooth the motion"
        }
        _ => {
            "something sticks and slips in turns: take one coefficient (leave out `static_friction`), or treat contact in steps \
(`method stepping`)"
        }
    }
}

fn not_a_number(load: Option<&str>, body: &str) -> String {
    match load {
        Some(load) => format!("`{load}` is no finite number, and so the state of `{body}` is none"),
        None => format!("the state of `{body}` is no longer a finite number"),
    }
}

fn what_changes(load: Option<&str>, body: &str) -> String {
    match load {
        Some(load) => format!("`{load}` jumps or grows without bound"),
        None => format!("`{body}` changes faster than can be followed"),
    }
}

/// How far apart the sides of a joint are.
fn misfit(length: f64, angle: f64) -> String {
    match (length > 0.0, angle > 0.0) {
        (_, false) => format!("its points are {} apart", length_text(length)),
        (false, true) => format!("its sides are turned by {}", angle_text(angle)),
        (true, true) => {
            format!("its points are {} apart and its sides turned by {}", length_text(length), angle_text(angle))
        }
    }
}

fn list(paths: &[String]) -> String {
    if paths.is_empty() {
        "the joints".to_owned()
    } else {
        paths.iter().map(|p| format!("`{p}`")).collect::<Vec<_>>().join(", ")
    }
}

impl RunError {
    /// Its stable code.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::NonFinite { .. } => "E0801",
            Self::Stuck { .. } => "E0802",
            Self::Open { .. } => "E0803",
            Self::Misfit { .. } => "E0804",
            Self::Pileup { .. } => "E0805",
            Self::TooManySteps { .. } | Self::Interrupted => "E0806",
            Self::Integrator { .. } => "E0807",
            Self::Checkpoint { .. } => "E0808",
            Self::Sink(_) => "E0809",
            Self::Friction { source: TransitionError::Driven { .. } | TransitionError::Wedged { .. }, .. } => "E0816",
            Self::Friction { .. } => "E0810",
            Self::TooLarge { .. } => "E0812",
            Self::Singular { .. } => "E0813",
            Self::Unfit { .. } | Self::NotStepped { .. } => "E0811",
            Self::Overlap { .. } => "E0817",
            Self::Storm { .. } => "E0818",
            Self::LiesFlat { .. } => "E0820",
            Self::Arrival { .. } => "E0814",
            Self::Field { .. } => "E0815",
        }
    }

    /// What to do about it.
    #[must_use]
    pub fn help(&self) -> &'static str {
        match self {
            Self::NonFinite { load: Some(_), .. } => {
                "keep it a number for all of the run: `if r > 1 mm then 1/r else …`, `sqrt(max(x, 0))`"
            }
            Self::NonFinite { .. } => {
                "look for a division by zero, a load that grows without bound, or a constraint whose slope has no bound; for fixed \
steps use a smaller `step`"
            }
            Self::Stuck { load: Some(_), .. } => {
                "keep clear of where it divides by zero; write a jump as a steep change (`smoothstep`, a `table`, `tanh`), and dry friction \
not with `sign` but as `friction = …` of the joint or the parts"
            }
            Self::Stuck { .. } => {
                "the loads may jump or grow without bound there; smooth the jump, loosen rtol, or, if they are stiff and the \
integrator is an explicit one, use `auto` (the default) or `radau`"
            }
            Self::Open { .. } => {
                "the mechanism may have reached a position it cannot pass; look at the frames just before"
            }
            Self::Singular { .. } => {
                "keep clear of the position, let it be passed with some speed, or add what decides there (a spring, a gear)"
            }
            Self::LiesFlat { .. } => {
                "let it roll faster, or take contact instead of `rolling`: give the part a `shape = cylinder(…)`, make the plane an \
`obstacle`, and name the two in `contact`; then it falls and lies"
            }
            Self::Misfit { .. } => "attach when the points meet, for example `when slider.travel > 10 cm`",
            Self::Pileup { kind, .. } => pileup_help(kind),
            Self::Storm { .. } => {
                "give steps of scripts, and periods of `step`, `mod`, `floor` and comparisons of `t`, more time; what switches faster \
than anything moves acts by its mean: write that; separate the thresholds of conditions that switch each other; or shorten the run"
            }
            Self::Interrupted => "go on with `--resume`",
            Self::TooManySteps { .. } => "loosen rtol, shorten the run, or raise --max-steps",
            Self::Integrator { .. } => "choose one of those",
            Self::TooLarge { .. } => "use `integrator = dop853`, or split the mechanism",
            Self::Unfit { .. } => "use `integrator = dop853`, or take out what is named",
            Self::NotStepped { .. } => "leave out what is named, or the line `method stepping`",
            Self::Overlap { by_event: true, .. } => {
                "something drives them together, or they fit without play: clear the way, give the drive a `limit`, or start them further apart"
            }
            Self::Overlap { .. } => {
                "use `method event`, or a smaller `step`; start parts further apart where they are wedged"
            }
            Self::Checkpoint { .. } => "resume with the scene, version and settings that wrote it",
            Self::Friction { source: TransitionError::Driven { .. } | TransitionError::Wedged { .. }, .. } => {
                "clear the way, or let the motion give way: give its drive a `limit`, or drive it by a force or a torque"
            }
            Self::Friction { .. } => {
                "lower the coefficient, move the load nearer to the joint's line, or give friction as an effort"
            }
            Self::Field { .. } => {
                "write a jump as two windows, keep poles and roots of negative numbers out of windows, give one of two belts a higher `priority`"
            }
            Self::Arrival { .. } => {
                "let it arrive elsewhere or later, or have what is there moved on before; `contacts` may leave the pair out"
            }
            Self::Sink(_) => "check space and permissions of the output folder",
        }
    }
}

/// Codes of run errors, explained.
pub const CODES: &[Code] = &[
    Code {
        code: "E0801",
        title: "a state is no longer a finite number",
        explanation: "A position or velocity became infinite or undefined. The run stops at the last good state and \
keeps what was recorded. Where it is a load, a spring or a drive that has no value, the message names it: a force that \
divides by a distance that reaches zero, a root of a negative number. Otherwise: a constraint whose slope has no bound \
(`sqrt` at zero), numbers near 1e308, or a fixed step too long for a stiff spring (`integrator = rk4; step = …`).",
    },
    Code {
        code: "E0802",
        title: "the step became too small",
        explanation: "The integrator halved its step until time no longer moved and still could not meet the \
tolerance. The message names the load, spring or drive that changes there however short the step: it divides by what comes to zero, \
or jumps with position or speed. Write a jump as a steep change (`smoothstep` instead of `if`, a `table`), and dry friction as \
`friction = …` of a joint or of what touches, not as a force with `sign(speed)`. Where no load is named it may be a very stiff spring \
with an explicit method (`integrator = radau` does not mind stiffness), or a singular position.",
    },
    Code {
        code: "E0803",
        title: "joints could not be kept together",
        explanation: "After a step the joints are closed again by Newton's method; here it did not converge. A \
mechanism driven against a position it cannot reach (a crank longer than its loop allows) ends like this, and a constraint that jumps. \
Look at the last frames (`mainspring report`), and drive within what the lengths allow, or by a torque or force.",
    },
    Code {
        code: "E0804",
        title: "a joint cannot be attached",
        explanation: "`attach` makes two markers coincide from then on; they must already meet at that moment to a \
millionth of the mechanism's size. The message says how far apart they are. Make the condition true when they meet, for example \
`attach catch when slider.travel > 10 cm`, or change the points so that they do.",
    },
    Code {
        code: "E0805",
        title: "too many events at one moment",
        explanation: "Something happened over and over without time moving on; the message says what came last. \
Conditions (`when`) may switch each other on and off: separate their thresholds. Two flanks of gears may be driven against \
each other: widen the play, or let one of the gears go free. Parts that touch may strike each other in a row of blows that \
has no end, or stick and slip in turn: raise `impact { rest_speed = … }`, so that slow rebounds end sooner; give the pair \
less restitution (`contact a, b { restitution = 0 }`); make friction the same at rest and in motion (leave out \
`static_friction`); take all contacts of a blow as one with `impact { treatment = simultaneous }`; or run the scene with \
`method penalty`, which has forces instead of blows.",
    },
    Code {
        code: "E0806",
        title: "too many steps",
        explanation: "The run took more steps than --max-steps allows. What was recorded is kept. Raise the limit, shorten the run, \
or loosen `rtol`; where steps are very short, look for a load that jumps (E0802) or a very stiff spring.",
    },
    Code { code: "E0807", title: "unknown integrator", explanation: "See `mainspring run --help` for their names." },
    Code {
        code: "E0808",
        title: "a checkpoint of another scene",
        explanation: "A run can only be continued with the scene, the settings and the version that wrote the checkpoint. Resume \
with those, or start the run anew without `--resume`.",
    },
    Code {
        code: "E0809",
        title: "the recording could not be written",
        explanation: "The file system refused: the disk is full, the folder may not be written, or another run is writing the same \
file. The message says which. What was written before stays readable. Make room, or give `--out` another name.",
    },
    Code {
        code: "E0810",
        title: "friction leaves no motion",
        explanation: "Friction that depends on a reaction is solved for together with it. Where friction calls up more \
reaction than it takes away (a drawer pushed far off its middle, Painlevé's rod) there is no finite answer: the joint \
jams. A set of sticking and sliding joints that no choice makes consistent ends here too. The run stops at the last good \
state and keeps what was recorded. Lower the coefficient, let the load act nearer to the joint, or give the friction as a force or \
torque of its own (`friction = 2 N`).",
    },
    Code {
        code: "E0812",
        title: "too large for the implicit method",
        explanation: "`radau` factorises matrices as wide as the mechanism has velocities (three a body in the plane, six in \
space), whose cost grows with the cube. Beyond two thousand it is refused; `auto` then stays with `dop853`.",
    },
    Code {
        code: "E0811",
        title: "an integrator that cannot treat a load",
        explanation: "`integrator = symplectic` keeps what conservative motion keeps, over any number of steps, by solving \
for positions and momenta under forces of positions and time. Dampers, forces that depend on velocity, prescribed \
motions, friction, surfaces that parts lie on, parts that arrive or leave and rolling in space have no place in that; the other integrators treat them.",
    },
    Code {
        code: "E0813",
        title: "a singular position that cannot be passed",
        explanation: "In a singular position (a parallelogram that lies flat, a crank in line with its rod) the conditions \
of a loop depend on each other and it could go on in more than one way. A mechanism that comes through with some speed \
keeps to the motion it is on, and the passage is reported as an event `singular`. One that stops just there, or that is \
driven against a dead point, cannot be told how to go on.",
    },
    Code {
        code: "E0814",
        title: "a part arrives inside another",
        explanation: "A part with `arriving` is put at its place at that time. If something that it may touch is there then, the two would overlap and no motion could be told. Arrivals need a place that is free by then: a frame of the script that clears it, a later time, or a place of its own for each part.",
    },
    Code {
        code: "E0816",
        title: "a prescribed motion jams",
        explanation: "`drive … position`, `speed` and `acceleration` move a coordinate exactly, with whatever effort that takes. \
Where parts are driven into others that cannot give way no effort is enough, and the run stops at the last good state; the \
message names the drive and what it is jammed between. Clear the way, or let the motion give way: give its drive a largest effort, `{ limit = 5 N*m }`, or drive the joint by a force \
or a torque, or through a spring.",
    },
    Code {
        code: "E0817",
        title: "parts that cannot be kept apart",
        explanation: "`method stepping` takes all contacts within a step together and ends every step with nothing inside anything else, to a \
millionth of the smaller part's size. A step that does not is taken again in shorter ones; where a thousandth of it does not \
end without overlap either, the run stops at the last good state. Parts driven into each other end here, and shapes that fit \
each other without play. `method event` tells what is jammed.",
    },
    Code {
        code: "E0818",
        title: "switches without end",
        explanation: "Something switches so often that the run would stop and start again more than ten million times: steps of \
a script that last a billionth of a second, `step(mod(t, 1 ns), 0.5 ns)`, two conditions that attach and release in turn. Each \
is met exactly, by steps of its own. Give it more time; where it is faster than anything moves, its mean does the same: a force \
that is on half of the time is half the force.",
    },
    Code {
        code: "E0820",
        title: "a rolling disc that comes to lie flat",
        explanation: "`rolling` with `disc` is a thin disc that touches its plane at the lowest point of its rim. One that is too slow \
falls over, and where it lies flat it has no lowest point: the run stops just before. Contact goes on from there: give the part a shape with \
some thickness (`shape = cylinder(10 cm, 1 cm)`), make the plane an `obstacle`, and let the two touch (`contact coin, floor`).",
    },
    Code {
        code: "E0815",
        title: "a field without an answer",
        explanation: "A density given by an expression is summed over the part of each body that lies under its window, to a billionth of the largest density times the area. Where it is no number, or jumps (`if x > 0 m …`) or grows so steeply that this cannot be had, the run stops rather than go on with a wrong force: say a jump as two windows side by side, keep poles out of the window. Two windows of equal priority that would both move the surface under a part end here too; give one a higher `priority`.",
    },
];
