//! A mechanism with its laws: the bodies' equations, what sticks, slips and touches, and what the run reads.

use crate::laws::joint_friction::friction::JointFriction;
use crate::laws::penalty::penalty::Penalty;
use crate::laws::table::table::Table;
use crate::laws::touch::touch::Touch;
use crate::multibody::multibody::Multibody;
use crate::multibody::results::Energy;
use crate::multibody::slopes::Columns;
use crate::system::arrows::{Arrow, arrows};
use crate::system::component_scales::{ComponentScale, component_scales};
use crate::system::components::Components;
use crate::system::conditions::Conditions;
use crate::system::passage_scratch::Passage;
use crate::system::rattle_scratch::RattleScratch;
use crate::system::run_values::RunValues;
use crate::system::step_state::StepState;
use crate::system::stepping_scratch::SteppingScratch;
use mainspring_model::{JointId, Model, NodeId, Tape};
use std::sync::Arc;

/// The maximal-coordinate system.
pub struct Mechanism {
    /// bodies, joints, smooth loads
    pub bodies: Multibody,
    /// what changes modes between bodies, and what was last read
    pub laws: Laws,
    /// what parts lie on
    pub table: Table,
    /// joints with limits that only report
    pub limited: Vec<JointId>,
    /// `when` conditions
    pub conditions: Conditions,
    /// nodes last read and their tape
    pub read_tape: (Vec<NodeId>, Tape),
    /// forces to draw
    pub arrows: Vec<Arrow>,
    /// values of `before` are held
    pub held: bool,
    /// expressions of `before(…)`
    pub before_tape: Tape,
    /// scratch of `jacobian`
    pub columns: Columns,
    /// structure-preserving steps
    pub rattle_scratch: RattleScratch,
    /// steps that take all contacts together
    pub stepping: SteppingScratch,
    /// through singular positions
    pub passage: Passage,
    /// what hangs together
    pub components: Components,
    /// what each is measured by; [components]
    pub scales: Vec<ComponentScale>,
    /// the model as the scene placed it, where `bodies` have one nearer to zero
    pub placed: Option<Arc<Model>>,
    /// of components that are stepped; remembered between steps
    pub steps: StepState,
    /// contacts of steps are listed behind so many of events, for reading
    pub read_both: Option<usize>,
}

/// Laws between bodies; none of them knows another.
pub struct Laws {
    /// joints with friction
    pub friction: JointFriction,
    /// contact between parts, stops of joints, tooth sides of gears with play
    pub touch: Touch,
    /// contacts as springs
    pub penalty: Penalty,
    /// what expressions read of the run itself
    pub readings: Readings,
}

/// Energies and ledger terms at the state last read.
#[derive(Clone, Debug, Default)]
pub struct Readings {
    /// of the run
    pub run_values: RunValues,
    /// J
    pub energy_now: Energy,
    /// w at the state last read; [ledger]
    pub work_now: Vec<f64>,
    /// values of `before(…)`: of the state last read, or held since before an event; [before]
    pub before: Vec<f64>,
}

impl Mechanism {
    /// Everything as the model placed it; `starts` brings in rows for exact starts (while assembling).
    #[must_use]
    pub fn new(model: &Arc<Model>, starts: bool) -> Self {
        let bodies = Multibody::new(model, starts);
        let programs = &model.programs;
        let laws = Laws {
            friction: JointFriction::of(model, &bodies),
            touch: Touch::of(model, &bodies.groups, bodies.length),
            penalty: Penalty::of(model),
            readings: Readings {
                work_now: vec![0.0; bodies.ledger.len()],
                before: vec![0.0; programs.before.len()],
                ..Readings::default()
            },
        };
        let table = Table::of(model, bodies.length);
        let components = Components::of(model, &bodies);
        let scales = component_scales(model, &bodies, &components);
        Self {
            limited: (0..model.joints.len())
                .filter(|&j| {
                    model.joints[j].limits.is_some()
                        && model.joints[j].stop.is_none()
                        && bodies.frames.joint_limit(j).is_some()
                })
                .collect(),
            conditions: Conditions::of(model),
            read_tape: (Vec::new(), Tape::default()),
            arrows: arrows(model),
            held: false,
            before_tape: programs.tape(&programs.before),
            columns: Columns::default(),
            rattle_scratch: RattleScratch::default(),
            stepping: SteppingScratch::default(),
            passage: Passage::default(),
            steps: StepState::of(components.count),
            components,
            scales,
            placed: None,
            read_both: None,
            bodies,
            laws,
            table,
        }
    }

    /// Tells the bodies which rows of laws act.
    pub fn switch_rows(&mut self) {
        self.laws.friction.switch_rows(&mut self.bodies);
    }

    /// Masks from which joints act, which rows laws have switched on, and which are left out.
    pub fn remask(&mut self) {
        self.switch_rows();
        self.bodies.remask();
    }

    /// What expressions may read.
    #[must_use]
    pub fn quantities(&self) -> Quantities<'_> {
        Quantities { laws: &self.laws, table: &self.table }
    }
}

/// Laws and table together: every quantity there is.
#[derive(Clone, Copy)]
pub struct Quantities<'a> {
    /// laws between bodies
    pub laws: &'a Laws,
    /// what parts lie on
    pub table: &'a Table,
}
