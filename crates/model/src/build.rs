//! The builder: what is gathered on the way from a definition to a model, and the order in which it is done.

use crate::actuators::Actuators;
use crate::channels::Channels;
use crate::contacts::Touching;
use crate::elaborate::instances::Draft;
use crate::elaborate::scope::{Lazy, Room, Scope};
use crate::elaborate::value::{LazyId, ScopeId, Value};
use crate::findings::Findings;
use crate::joints::PendingEffort;
use crate::model::{
    Body, Constraint, Drive, Force, Joint, JointId, Model, Obstacle, RunSettings, Spring, SpringId, Start,
};
use crate::overrides::Overrides;
use crate::place::{Place, PlaceId};
use crate::probe::Level;
use crate::program::{NodeId, Programs};
use crate::sweep::Sweep;
use crate::switch::Switch;
use crate::{BuildOptions, Domain};
use mainspring_definition::{Definition, Diagnostic, Expr, SpaceKind, Span, Statement, StatementKind};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// What the builder knows of a body beyond the model's part of it.
pub struct PartInfo {
    pub scope: ScopeId,
    pub place: PlaceId,
    pub point_mass: bool,
}

/// Everything gathered so far.
pub struct Builder<'a> {
    pub definition: &'a Definition,
    pub options: &'a BuildOptions,
    pub space: SpaceKind,
    pub findings: Findings,
    pub warned: BTreeSet<&'static str>,
    pub overrides: Overrides<'a>,
    pub stopped: bool,
    pub depth: usize,
    pub statements: usize,

    pub scopes: Vec<Scope<'a>>,
    pub families: Vec<BTreeMap<i64, Value>>,
    pub lazies: Vec<Lazy<'a>>,
    pub deferred: Vec<(ScopeId, &'a Statement)>,
    pub quantities: Vec<(String, LazyId)>,
    pub draft: Draft<'a>,
    pub nested: Vec<&'a str>,

    pub gravity: Option<([f64; 3], Span)>,
    pub run: Option<(RunSettings, Span)>,
    pub parts: Vec<PartInfo>,
    pub places: Vec<Place>,
    pub bodies: Vec<Body>,
    pub joints: Vec<Joint>,
    pub broken_joints: bool,
    /// frames of parts whose name was taken, so that no joint can name them
    pub clashed: BTreeSet<PlaceId>,
    /// the spring written inside a joint
    pub parts_of_joint: BTreeMap<JointId, SpringId>,
    pub efforts: Vec<PendingEffort<'a>>,
    pub springs: Vec<Spring>,
    pub forces: Vec<Force>,
    pub drives: Vec<Drive>,
    /// coordinates whose motion is prescribed, and where
    pub prescribed: BTreeMap<(JointId, usize), Span>,
    /// drives and actuators of each joint that has any, also where this run leaves them out
    pub driven: BTreeMap<JointId, Vec<usize>>,
    /// springs with an actuator, also where this run leaves it out
    pub actuated: BTreeSet<SpringId>,
    /// whether all loads are gathered, so that their work can be read
    pub loads_known: bool,
    pub starts: Vec<Start>,
    pub constraints: Vec<Constraint>,
    /// the rows of each constraint as written
    pub constraint_rows: Vec<Range<usize>>,
    pub switches: Vec<Switch>,
    pub obstacles: Vec<Obstacle>,
    /// what is said of contact
    pub touching: Touching,
    /// what is said of the surface and its actuators
    pub actuators: Actuators<'a>,
    /// what is said of an exact sweep
    pub(crate) sweep: Sweep<'a>,
    pub channels: Channels,

    pub programs: Programs,
    /// of each node
    pub levels: Vec<Level>,
    /// each node's copy at the switch time
    pub switched: BTreeMap<NodeId, NodeId>,
}

impl<'a> Builder<'a> {
    pub fn new(definition: &'a Definition, options: &'a BuildOptions) -> Self {
        Self {
            definition,
            options,
            space: SpaceKind::Planar,
            findings: Findings::default(),
            warned: BTreeSet::new(),
            overrides: Overrides::new(&options.overrides),
            stopped: false,
            depth: 0,
            statements: 0,
            scopes: Vec::new(),
            families: Vec::new(),
            lazies: Vec::new(),
            deferred: Vec::new(),
            quantities: Vec::new(),
            draft: Draft::default(),
            nested: Vec::new(),
            gravity: None,
            run: None,
            parts: Vec::new(),
            places: Vec::new(),
            bodies: Vec::new(),
            joints: Vec::new(),
            broken_joints: false,
            clashed: BTreeSet::new(),
            parts_of_joint: BTreeMap::new(),
            efforts: Vec::new(),
            springs: Vec::new(),
            forces: Vec::new(),
            drives: Vec::new(),
            prescribed: BTreeMap::new(),
            driven: BTreeMap::new(),
            actuated: BTreeSet::new(),
            loads_known: false,
            starts: Vec::new(),
            constraints: Vec::new(),
            constraint_rows: Vec::new(),
            switches: Vec::new(),
            obstacles: Vec::new(),
            touching: Touching::default(),
            actuators: Actuators::default(),
            sweep: Sweep::default(),
            channels: Channels::default(),
            programs: Programs::default(),
            levels: Vec::new(),
            switched: BTreeMap::new(),
        }
    }

    /// The whole way: parts, then joints, then places, then everything that is measured or acts.
    pub fn build(mut self) -> Result<Model, Vec<Diagnostic>> {
        self.find_space();
        self.find_sweep();
        let scene = self.open_scope(None, None, Room::Scene);
        self.block(&self.definition.statements, scene);
        let deferred = std::mem::take(&mut self.deferred);
        if self.sweep.on {
            self.collect_sweep(&deferred, scene);
            self.force_the_rest();
            self.check_overrides();
            return self.finish();
        }
        self.joints_between_parts(&deferred);
        self.joints_between_joints(&deferred);
        self.fix_and_base(&deferred);
        self.collect_contacts(&deferred);
        self.method_overrides(scene);
        self.collect_starts(&deferred);
        self.place_all();
        self.collect_springs(&deferred);
        self.collect_loads(&deferred);
        self.collect_efforts();
        self.check_friction();
        self.check_stops();
        self.loads_known = true;
        self.collect_switches(&deferred);
        // only now is it known which joints hold from the start
        self.check_coincident();
        self.move_by_joints();
        self.settle_places();
        self.collect_actuators();
        self.collect_channels(&deferred, scene);
        self.force_the_rest();
        self.gravity_override(scene);
        self.run_overrides(scene);
        self.check_overrides();
        self.check_whole();
        self.finish()
    }

    fn finish(mut self) -> Result<Model, Vec<Diagnostic>> {
        if self.findings.failed() {
            return Err(self.findings.into_list());
        }
        let sweep = self.swept();
        let gravity = if self.leaves_out(Domain::Gravity) { [0.0; 3] } else { self.gravity.map_or([0.0; 3], |g| g.0) };
        let (channels, plots, probes) = self.channels.into_parts();
        Ok(Model {
            name: self.options.name.clone(),
            space: self.space,
            gravity,
            bodies: self.bodies,
            joints: self.joints,
            springs: self.springs,
            forces: self.forces,
            drives: self.drives,
            starts: self.starts,
            constraints: self.constraints,
            switches: self.switches,
            obstacles: self.obstacles,
            contacts: self.touching.contacts,
            fields: self.actuators.fields,
            sweep,
            programs: self.programs,
            channels,
            plots,
            probes,
            run: self.run.map(|r| r.0).unwrap_or_default(),
            notes: self.findings.into_list(),
        })
    }

    /// Adds a finding.
    pub fn report(&mut self, finding: Diagnostic) {
        self.findings.add(finding);
    }

    /// Adds a warning of which one a scene is enough.
    pub fn warn_once(&mut self, code: &'static str, span: Span, message: &str, help: &str) {
        if self.warned.insert(code) {
            self.report(Diagnostic::warning(code, span, message).help(help));
        }
    }

    /// Reports that a bound is exceeded and stops.
    pub fn report_limit(&mut self, span: Span, what: &str) {
        if !self.stopped {
            self.stopped = true;
            self.report(
                Diagnostic::error("E0209", span, format!("this scene asks for {what}"))
                    .help("check the ranges of `for`, the counts of families and composites that contain composites"),
            );
        }
    }

    /// Whether the caller leaves a domain out of this run.
    pub fn leaves_out(&self, domain: Domain) -> bool {
        self.options.without.contains(&domain)
    }

    fn find_space(&mut self) {
        let mut first: Option<Span> = None;
        let mut found = Vec::new();
        let mut open: Vec<&Statement> = self.definition.statements.iter().collect();
        open.reverse();
        while let Some(statement) = open.pop() {
            if let StatementKind::Space(kind) = &statement.kind {
                found.push((*kind, statement.span));
            }
        }
        for (kind, span) in found {
            match first {
                None => {
                    self.space = kind;
                    first = Some(span);
                }
                Some(earlier) => self.report(
                    Diagnostic::error("E0216", span, "the space is said twice")
                        .also(earlier, "first said here")
                        .help("a scene is planar or spatial, not both; leave one line out"),
                ),
            }
        }
        if first.is_none() {
            let span = self.definition.statements.first().map_or(Span::NOWHERE, |s| s.span);
            self.report(
                Diagnostic::error("E0205", span, "the scene does not say which space it lives in")
                    .help("begin with `space planar` or `space spatial`"),
            );
            // without it every number of components would be in doubt
            self.stopped = true;
        }
    }

    /// `gravity (0, -9.81) m/s^2`.
    pub fn set_gravity(&mut self, value: &'a Expr, scope: ScopeId, span: Span) {
        if let Some((_, first)) = self.gravity {
            self.report(
                Diagnostic::error("E0216", span, "gravity is said twice")
                    .also(first, "first said here")
                    .help("leave one line out"),
            );
            return;
        }
        let expr = self.overriding("gravity", value);
        let worth = self.eval(expr, scope);
        let vector =
            self.known_vector(&worth, Some(mainspring_definition::Dimension::ACCELERATION), expr.span, "gravity");
        self.gravity = Some((vector.unwrap_or([0.0; 3]), span));
    }

    /// Gravity set from outside in a scene that says nothing of it.
    fn gravity_override(&mut self, scene: ScopeId) {
        if self.gravity.is_none()
            && let Some(expr) = self.override_of("gravity")
        {
            self.set_gravity(expr, scene, expr.span);
        }
    }

    /// Values nobody asked for are checked all the same.
    fn force_the_rest(&mut self) {
        for id in 0..self.lazies.len() {
            self.force(id);
        }
    }

    fn check_whole(&mut self) {
        if self.bodies.is_empty() && !self.findings.failed() {
            let span = self.definition.statements.last().map_or(Span::NOWHERE, |s| s.span);
            self.report(
                Diagnostic::error("E0215", span, "the scene has no part and no mass, so there is nothing to run")
                    .help("add a part: `part bar = …` or `mass bob = 50 g at …`"),
            );
        }
    }
}
