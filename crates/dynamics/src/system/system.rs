//! The operators a method may use on a mechanism, and what they report.

use crate::laws::touch::point::ContactPoint;
use crate::multibody::mode_change::{Transition, TransitionError};
use crate::multibody::results::{Counters, Drift, Energy, LedgerEntry, ProjectError, Redundant};
use crate::system::ledger_values::LedgerValues;
use crate::system::mode::Mode;
use mainspring_definition::Diagnostic;
use mainspring_model::{Coordinates, Model, NodeId, SwitchTarget};

/// A mechanism as a set of operators on y = (q, v, w): positions, velocities, and the work ledger's integrals.
///
/// Every method that takes `y` leaves the system's scratch at that state. `derivative`, `project`, `settle`, `drift`, `energy`,
/// `guards` and `limit_gaps` do not allocate after their first call.
pub trait System: Send {
    /// What it was made from.
    fn model(&self) -> &Model;
    /// Entries of q, v and w.
    fn sizes(&self) -> [usize; 3];
    /// Which coordinates q and v are: joint or maximal.
    fn coordinates(&self) -> Coordinates;
    /// The ledger entries that w integrates, in order.
    fn ledger(&self) -> &[LedgerEntry];
    /// Which joints and springs act, which rows are left out, where angles were last.
    fn mode(&self) -> Mode;
    /// Whether a joint or spring is attached, or a part is there.
    fn attached(&self, target: SwitchTarget) -> bool;
    /// Rate that no adapting stiffness swings faster than, rad/s; infinite: all as given.
    fn rate_cap(&self) -> f64;
    /// Restores a mode (from a checkpoint).
    fn set_mode(&mut self, mode: Mode);
    /// Size of each entry of y for absolute tolerances: m, rad, m/s, rad/s; infinite for w, or J where
    /// motion is prescribed in joint coordinates.
    fn scales(&self) -> &[f64];
    /// Largest extent of the mechanism, m.
    fn length(&self) -> f64;
    /// Weight of all that moves, N.
    fn weight(&self) -> f64;

    /// Chooses the side of every time switch: the middle of the step about to be taken, s.
    fn set_switch_time(&mut self, time: f64);
    /// First moment in (from, to) at which an expression of time alone, or a scheduled switch, changes sides, s.
    fn next_switch(&mut self, from: f64, to: f64) -> Option<f64>;

    /// dy/dt.
    fn derivative(&mut self, time: f64, y: &[f64], dy: &mut [f64]);
    /// q̇ of the state y into the first entries of `dy`.
    fn position_rate(&self, y: &[f64], dy: &mut [f64]);
    /// ∂v̇ by displacement (in velocity coordinates) and by velocity at (t, y); nv×nv each, row-major. Meant for Newton
    /// iterations: terms that are never stiff may be missing.
    fn jacobian(&mut self, time: f64, y: &[f64], by_position: &mut [f64], by_velocity: &mut [f64]);
    /// The displacement in velocity coordinates (`out`, nv) that a small change `dq` of q's entries at y stands for.
    fn tangent(&self, y: &[f64], dq: &[f64], out: &mut [f64]);
    /// Longest step in which no joint whose angle wraps turns half a turn and no parts under the penalty method move further
    /// than is searched for overlaps, from the rates at y, s.
    fn turn_limit(&mut self, y: &[f64]) -> f64;
    /// Moves q onto C(q, t) = 0 and v onto Jv = −C_t, mass-weighted.
    ///
    /// # Errors
    /// When Newton does not get there.
    fn project(&mut self, time: f64, y: &mut [f64]) -> Result<(), ProjectError>;
    /// Remembers where angles are, so that the next evaluations unwrap them from here.
    fn settle(&mut self, y: &[f64]);
    /// What the joints are off by at y.
    fn drift(&mut self, time: f64, y: &[f64]) -> Drift;
    /// Energies at y.
    fn energy(&mut self, y: &[f64]) -> Energy;

    /// Solves at y and evaluates expressions; reactions are the minimum-norm ones where rows are redundant.
    fn read(&mut self, time: f64, y: &[f64], ledger: &LedgerValues, nodes: &[NodeId], out: &mut [f64]);
    /// Keeps the values that `before(…)` has at y until `release_before`, because an event is about to happen there.
    fn hold_before(&mut self, time: f64, y: &[f64], ledger: &LedgerValues);
    /// From here on `before(x)` is x again.
    fn release_before(&mut self);
    /// Evaluates guard expressions (`when` conditions) at y; solves only if one of them reads forces.
    fn guards(&mut self, time: f64, y: &[f64], out: &mut [f64]);
    /// Shortest period of an oscillation in time that guards contain, s; infinite if there is none.
    fn guard_period(&self) -> f64;
    /// Value of what each joint's limits bound minus the lower limit, and upper limit minus value, per limited joint.
    fn limit_gaps(&mut self, y: &[f64], out: &mut [f64]);
    /// Joints with limits, in the order of `limit_gaps` (two gaps each).
    fn limited(&self) -> &[usize];

    /// How many guards of mode changes (stick, slip, contact, part) there are.
    fn transitions(&self) -> usize {
        0
    }
    /// Guards of mode changes at y: positive once a change is due, −∞ where none can come.
    fn transition_guards(&mut self, _time: f64, _y: &[f64], _out: &mut [f64]) {}
    /// One of them; `all` is room for all.
    fn transition_guard(&mut self, time: f64, y: &[f64], guard: usize, all: &mut [f64]) -> f64 {
        self.transition_guards(time, y, all);
        all[guard]
    }
    /// Blows, then a consistent set of modes at y, whose velocities follow; `fired` are the guards that became positive.
    ///
    /// # Errors
    /// When friction leaves no consistent motion.
    fn transit(
        &mut self,
        _time: f64,
        _y: &mut [f64],
        _fired: &[usize],
        _out: &mut Vec<Transition>,
    ) -> Result<(), TransitionError> {
        Ok(())
    }
    /// What left no finite solution since the last `settle`: a joint by its friction, or two parts in contact.
    fn jammed(&self) -> Option<String> {
        None
    }
    /// What of a table of actuators had no answer since the last `settle`.
    fn trouble(&self) -> Option<String> {
        None
    }
    /// A script that has lost its way, if one has.
    fn stray(&self) -> Option<String> {
        None
    }
    /// Whether parts can touch or joints have rigid stops: then steps must be searched by `first_touch`.
    fn touches(&self) -> bool {
        false
    }
    /// Where in (0, 1] of a step parts that were apart first meet; `dense` reads the state at such a place into `state`.
    fn first_touch(&mut self, _dense: &mut dyn FnMut(f64, &mut [f64]), _state: &mut [f64]) -> Option<f64> {
        None
    }
    /// At y, of what the last `first_touch` found: gap, its rate, and the size it is measured by.
    fn hit_gap(&mut self, _y: &[f64]) -> Option<[f64; 3]> {
        None
    }
    /// Longest step in which nothing that slides comes to rest, from the rates `dy` at y, s.
    fn slip_limit(&mut self, _time: f64, _y: &[f64], _dy: &[f64]) -> f64 {
        f64::INFINITY
    }
    /// Steps of scripts that end at or before this time are left for the next ones; true if any was.
    fn schedule(&mut self, _time: f64, _y: &[f64], _out: &mut Vec<Transition>) -> bool {
        false
    }
    /// What a part that has just arrived is inside of at y, and how deep, m.
    fn arrives_inside(&mut self, _body: usize, _y: &[f64]) -> Option<(String, f64)> {
        None
    }
    /// Poses of windows that move, in the order of the model, at the state of the last `read`.
    fn window_poses(&self, _out: &mut Vec<mainspring_model::Pose>) {}

    /// Rate, rad/s, of the fastest spring that adapts and acts (in a compliant joint or a soft contact), as it acts now.
    fn fastest_adapting(&self) -> Option<f64> {
        None
    }
    /// Lets no adapting spring swing faster than this, rad/s; infinite: as stiff as given.
    fn cap_rate(&mut self, _cap: f64) {}

    /// Contacts under the penalty method at the state of the last `derivative` or `read`.
    fn soft_contacts(&self, _out: &mut Vec<crate::SoftMark>) {}

    /// Makes a joint or spring act or not, as it is found at y; a part that arrives or leaves gets the velocity it then has.
    fn switch(&mut self, target: SwitchTarget, attach: bool, time: f64, y: &mut [f64]);
    /// How far a joint's two sides are from fitting at y: (largest length, largest angle); half a turn if they face away.
    fn misfit(&mut self, joint: usize, time: f64, y: &[f64]) -> (f64, f64);
    /// Lets joints that stick by friction go, because an impulse is about to pass through them: a friction of finite size
    /// has no impulse. Whether they stick again is decided after it.
    fn loosen(&mut self) {}
    /// Finds redundant rows at y (which must be projected).
    fn analyse(&mut self, time: f64, y: &[f64]) -> Vec<Redundant>;
    /// Whether a pivot collapsed since the last `analyse`.
    fn collapsed(&self) -> bool;
    /// One leap over h (which may be negative) that keeps the structure of the equations; see `leap.rs`. The state ends
    /// on the joints, positions and velocities both.
    ///
    /// # Errors
    /// When the joints cannot be met.
    fn leap(&mut self, _time: f64, _y: &mut [f64], _h: f64) -> Result<(), ProjectError> {
        Err(ProjectError { joint: String::new(), residual: f64::INFINITY })
    }
    /// What in the mechanism such leaps have no place for.
    fn unfit_to_leap(&self) -> Option<Unfit> {
        Some(Unfit {
            path: self.model().name.clone(),
            what: "is solved in joint coordinates",
            fix: "ask for maximal ones",
        })
    }
    /// The singular position (rows of a loop that depend on each other for a moment) that the motion at y approaches or
    /// has just left, if one can be told.
    fn nearing(&mut self, _time: f64, _y: &[f64]) -> Option<Nearing> {
        None
    }
    /// Whether anything evaluated since this was last asked looked like a singular position.
    fn suspects(&mut self) -> bool {
        false
    }
    /// Whether, since this was last asked, evaluations changed over to those near a singular position: a step that began
    /// with the others must be taken again. They last until `settle`.
    fn retake(&mut self) -> bool {
        false
    }
    /// Joints and constraints whose rows depend on each other in the position last found by `nearing`.
    fn stressed(&self) -> Vec<String> {
        Vec::new()
    }
    /// Path of the body that entry `index` of y belongs to, or of the ledger entry.
    fn owner(&self, index: usize) -> String;
    /// First body with a non-finite entry in y.
    fn non_finite(&self, y: &[f64]) -> Option<String>;
    /// Work done so far.
    fn counters(&self) -> Counters;
    /// Restores counters (from a checkpoint).
    fn set_counters(&mut self, counters: Counters);
    /// Poses for reports: per body (x, y, z, angle, quaternion).
    fn poses(&mut self, y: &[f64], out: &mut Vec<mainspring_model::Pose>);
    /// The state y as positions and velocities of all bodies, then w: what y itself is in maximal coordinates.
    fn body_state(&mut self, y: &[f64], out: &mut Vec<f64>);
    /// Force, N, and torque at its point, N·m, world axes, that each joint exerts on its second part (drives apart), at the
    /// state of the last `derivative`.
    fn joint_forces(&mut self, out: &mut Vec<[f64; 6]>);
    /// The forces of [`arrows`](crate::arrows) at the state of the last `read`, N, world axes.
    fn arrows(&self, out: &mut Vec<[f64; 3]>);
    /// Every point where parts touch, in the order of the model's pairs, at the state of the last `read`; `out` comes
    /// empty.
    fn contact_marks(&mut self, _out: &mut Vec<ContactPoint>) {}
}

/// Something that a structure-preserving method cannot treat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfit {
    /// of the load, drive or joint
    pub path: String,
    /// what it does
    pub what: &'static str,
    /// what to do about it
    pub fix: &'static str,
}

/// Where a singular position lies along the motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearing {
    /// time until it, from the present rates, s; negative if it has been passed
    pub ahead: f64,
    /// fastest rate in the loop: rad/s, or lengths of the mechanism per second
    pub rate: f64,
    /// a drive pushes the loop into it, where it cannot go
    pub forced: bool,
}

impl Nearing {
    /// How far it is: rad, or lengths of the mechanism.
    #[must_use]
    pub fn distance(&self) -> f64 {
        self.ahead.abs() * self.rate
    }
}

/// A system at its start, with what was found on the way.
pub struct Assembled {
    /// the operators
    pub system: Box<dyn System>,
    /// y at t = 0
    pub start: Vec<f64>,
    /// redundant rows, named
    pub redundant: Vec<Redundant>,
    /// degrees of freedom left, drives counted as taken
    pub freedom: usize,
    /// notes for people
    pub notes: Vec<Diagnostic>,
}
