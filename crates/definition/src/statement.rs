//! Statements: what each one says, and the one table of how they are written.
//!
//! A new statement is a variant of [`StatementKind`], its line in [`StatementKind::form`] and its row in the table at the
//! end; the compiler then asks for its reading and its printing in the language and for its meaning in the model.

use crate::grammar::{Address, Beginning, MASS_PLACEMENT, PLACEMENT, Piece, Place};
use crate::script::ScriptStep;
use crate::words;
use crate::{Contacts, Declarator, DriveKind, Expr, Field, Name, Parameter, Path, Placement, SpaceKind, Span, Trigger};
use serde::{Deserialize, Serialize};

/// A statement with its place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Statement {
    /// what it says
    pub kind: StatementKind,
    /// where
    pub span: Span,
}

/// What a statement can say. Scene, composite, primitive and option blocks share one list; which statements may
/// stand where is checked when the model is built (parse errors are for text that has no reading at all).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each variant shows its spelling, which names its fields")]
pub enum StatementKind {
    /// `space planar`
    Space(SpaceKind),
    /// `gravity (0, -9.81) m/s^2`
    Gravity(Expr),
    /// `method event`, `method penalty { stiffness = 1e6 N/m }`, `method stepping { step = 1 ms }`
    Method { name: Name, options: Vec<Field> },
    /// `impact { law = coulomb; treatment = sequential }`
    Impact(Vec<Field>),
    /// `material steel { density = … }`
    Material { name: Name, fields: Vec<Field> },
    /// `materials steel, rubber { friction = 0.8 }`: how the two behave together
    Materials { names: Vec<Path>, fields: Vec<Field> },
    /// `primitive bar(l: length = 10 cm) { shape = …; point a = … }`: fields, points, lets, for, if
    Primitive { name: Name, parameters: Vec<Parameter>, body: Vec<Statement> },
    /// `composite hand(fingers: count) { … }`: any statements but space, gravity, method, run, plot, record
    Composite { name: Name, parameters: Vec<Parameter>, body: Vec<Statement> },
    /// `part l1, l2 = link(…) at (0, 1) m turned 30 deg`; the value is a call of a primitive or composite
    Part { names: Vec<Declarator>, value: Expr, placement: Placement },
    /// `mass bob = 50 g at (0, 1) m { radius = 1 cm }`: a point mass
    Mass { names: Vec<Declarator>, value: Expr, placement: Placement, options: Vec<Field> },
    /// `fix p.l0`: welds a part to the ground where it is placed
    Fix(Vec<Path>),
    /// `base l1` in a composite: whose frame `at` places
    Base(Path),
    /// `obstacle stop = polygon(…) cm at … { friction = 0.3 }`
    Obstacle { name: Declarator, value: Expr, placement: Placement, options: Vec<Field> },
    /// `joint o = revolute(ground (0, 0), crank.a) { stiffness = …; compliant { … } }`; options may nest one block deep,
    /// a nested block's fields being named `compliant.stiffness` …, a bare word `adapt` a field with value `true`
    Joint { name: Declarator, value: Expr, options: Vec<Field> },
    /// `guess o = 60 deg` (a hint for closing loops) or `start o = 60 deg rate 2 rad/s` (holds exactly at t = 0)
    Start { joint: Path, value: Option<Expr>, rate: Option<Expr>, exact: bool },
    /// `drive o speed = 2*pi rad/s { limit = 5 N*m }`
    Drive { joint: Path, kind: DriveKind, value: Expr, options: Vec<Field> },
    /// `spring s = linear(a.p, b.q) { stiffness = …; damping = …; rest = …; force = … }`, `rotary(joint) { … }`
    Spring { name: Declarator, value: Expr, options: Vec<Field> },
    /// `force push on crank.b = (10, 0) N` in world axes, or `… along crank` in that part's axes
    Force { name: Declarator, on: Path, value: Expr, along: Option<Path> },
    /// `torque twist on crank = 2 N*m`, `… along crank`
    Torque { name: Declarator, on: Path, value: Expr, along: Option<Path> },
    /// `let h = 2 cm`
    Let { name: Name, value: Expr },
    /// `quantity reach = norm(tip.position)`: measured during the run
    Quantity { name: Declarator, value: Expr },
    /// `constraint level: a.position.y = b.position.y`
    Constraint { name: Declarator, left: Expr, right: Expr },
    /// `release j when …`, `attach j at 2 s`
    Switch { attach: bool, targets: Vec<Path>, trigger: Trigger },
    /// `stop when ball.position.y < 0`: the run ends
    Stop(Expr),
    /// `for i in 0..4 { … }`
    For { variable: Name, values: Expr, body: Vec<Statement> },
    /// `if n > 3 { … } else { … }`
    If { condition: Expr, then: Vec<Statement>, otherwise: Vec<Statement> },
    /// `shape = rect(l, 1 cm)` in a primitive
    Field(Field),
    /// `point a = (0, 1) cm axis (0, 0, 1) zero (1, 0, 0)`, planar `… turned 30 deg`; in a composite the value may be
    /// a path to a part's point, which it then names
    Point { name: Declarator, value: Expr, axis: Option<Expr>, zero: Option<Expr>, turned: Option<Expr> },
    /// `contact rocker, stop { friction = 0.3 }`
    Contact { parts: Vec<Path>, options: Vec<Field> },
    /// `contacts all`
    Contacts(Contacts),
    /// `run 10 s every 10 ms { rtol = 1e-9; integrator = dop853 }`
    Run { duration: Expr, every: Option<Expr>, options: Vec<Field> },
    /// `record crank.angle, norm(o.force)`
    Record(Vec<Expr>),
    /// `plot "title" a, b against c`
    Plot { title: String, curves: Vec<Expr>, against: Option<Expr> },
    /// `surface { gravity = 9.81 m/s^2; static_friction = 0.4; law = hybrid }`: what parts lie on
    Surface(Vec<Field>),
    /// `window left = rect(…) at … turned … { force = (40, 0) N/m^2; priority = 1 }`; place and options may read `t`,
    /// densities also `x` and `y`
    Window { name: Declarator, value: Expr, placement: Placement, options: Vec<Field> },
    /// `array pads = grid(40, 30, pitch = 1 cm) at … { force = … }`
    Array { name: Declarator, value: Expr, placement: Placement, options: Vec<Field> },
    /// `group gates { priority = 3; window a = … }`: windows and arrays under one name that share options
    Group { name: Name, body: Vec<Statement> },
    /// `frame gather { left, right }`: windows, arrays and groups that are on together
    Frame { name: Declarator, members: Vec<Path> },
    /// `script sort { gather for 3 s; reject for 2 s; repeat 4 }`
    Script { name: Name, steps: Vec<ScriptStep> },
    /// `bin scrap = rect(…) at …`: a part whose centre comes in here leaves the array
    Bin { name: Declarator, value: Expr, placement: Placement },
    /// `root body = polygon(…) mm moves (1, 0) mm/s from (0, 0) mm until 40 mm`: what pawls are hinged on; an outline
    /// ends the run where it hits; `until` is a distance or a time; `spinning` has a reading only to be refused by name
    Root {
        name: Declarator,
        outline: Option<Expr>,
        moves: Expr,
        from: Option<Expr>,
        until: Option<Expr>,
        spinning: Option<Expr>,
    },
    /// `pawl hook on body at (0, 3) mm = polygon(…) mm { stiffness = 12 N*mm/rad; friction = 0.2 }`, its outline drawn
    /// round the hinge
    Pawl { name: Declarator, on: Path, at: Option<Expr>, value: Expr, options: Vec<Field> },
    /// `report events, contacts, insertion_force`: what a sweep reports
    Report(Vec<Path>),
    /// a statement that a later version carries out: `controller`, `study` …
    Later { keyword: Name },
}

impl StatementKind {
    /// How the statement is written; `name = value` has no word of its own.
    #[must_use]
    pub const fn form(&self) -> Option<StatementForm> {
        use StatementForm as F;
        Some(match self {
            Self::Space(_) => F::Space,
            Self::Gravity(_) => F::Gravity,
            Self::Method { .. } => F::Method,
            Self::Impact(_) => F::Impact,
            Self::Material { .. } => F::Material,
            Self::Materials { .. } => F::Materials,
            Self::Primitive { .. } => F::Primitive,
            Self::Composite { .. } => F::Composite,
            Self::Part { .. } => F::Part,
            Self::Mass { .. } => F::Mass,
            Self::Fix(_) => F::Fix,
            Self::Base(_) => F::Base,
            Self::Obstacle { .. } => F::Obstacle,
            Self::Joint { .. } => F::Joint,
            Self::Start { .. } => F::Start,
            Self::Drive { .. } => F::Drive,
            Self::Spring { .. } => F::Spring,
            Self::Force { .. } => F::Force,
            Self::Torque { .. } => F::Torque,
            Self::Let { .. } => F::Let,
            Self::Quantity { .. } => F::Quantity,
            Self::Constraint { .. } => F::Constraint,
            Self::Switch { .. } => F::Switch,
            Self::Stop(_) => F::Stop,
            Self::For { .. } => F::For,
            Self::If { .. } => F::If,
            Self::Field(_) => return None,
            Self::Point { .. } => F::Point,
            Self::Contact { .. } => F::Contact,
            Self::Contacts(_) => F::Contacts,
            Self::Run { .. } => F::Run,
            Self::Record(_) => F::Record,
            Self::Plot { .. } => F::Plot,
            Self::Surface(_) => F::Surface,
            Self::Window { .. } => F::Window,
            Self::Array { .. } => F::Array,
            Self::Group { .. } => F::Group,
            Self::Frame { .. } => F::Frame,
            Self::Script { .. } => F::Script,
            Self::Bin { .. } => F::Bin,
            Self::Root { .. } => F::Root,
            Self::Pawl { .. } => F::Pawl,
            Self::Report(_) => F::Report,
            Self::Later { .. } => F::Later,
        })
    }
}

/// What a statement is in an exact sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sweep {
    /// it stands there as anywhere
    Meant,
    /// it stands nowhere else
    Only,
    /// it has no place there; what to do instead
    Refused(&'static str),
}

/// A row of the table of statements.
#[derive(Clone, Copy, Debug)]
pub struct StatementEntry {
    /// which statement
    pub form: StatementForm,
    /// the words that begin it
    pub words: &'static [&'static str],
    /// where it may stand
    pub places: &'static [Place],
    /// how the path of an edit names it
    pub address: Address,
    /// what follows the word
    pub syntax: &'static [Piece],
    /// the options or fields of its block
    pub options: &'static [&'static str],
    /// what it is in an exact sweep
    pub sweep: Sweep,
    /// its lines in the reference: how it is written, and what it says
    pub reference: &'static [(&'static str, &'static str)],
}

impl StatementEntry {
    /// Whether it may stand there.
    #[must_use]
    pub fn stands_in(&self, place: Place) -> bool {
        self.places.contains(&place)
    }

    /// Whether a piece is part of how it is written.
    #[must_use]
    pub fn has(&self, piece: Piece) -> bool {
        self.syntax.contains(&piece)
    }

    /// What may follow the word that begins it.
    #[must_use]
    pub fn beginning(&self) -> Beginning {
        self.syntax.first().map_or(Beginning::Name, |piece| piece.beginning())
    }
}

/// Writes the enum and the table of its rows from the same lines, so that neither can miss one.
macro_rules! statements {
    ($($form:ident {
        $words:expr, $places:expr, $address:ident, $syntax:expr, options $options:expr, sweep $sweep:expr,
        $($usage:literal => $meaning:literal,)*
    })*) => {
        /// The statements of the language, by how they are written.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[expect(missing_docs, reason = "each is named after the word that begins it")]
        #[repr(u16)]
        pub enum StatementForm { $($form,)* }

        /// Every statement, in the order of [`StatementForm`].
        pub const STATEMENTS: &[StatementEntry] = &[$(StatementEntry {
            form: StatementForm::$form,
            words: &$words,
            places: $places,
            address: Address::$address,
            syntax: { use Piece::*; &$syntax },
            options: $options,
            sweep: $sweep,
            reference: &[$(($usage, $meaning)),*],
        },)*];
    };
}

impl StatementForm {
    /// Its row of the table.
    #[must_use]
    pub const fn entry(self) -> &'static StatementEntry {
        &STATEMENTS[self as usize]
    }

    /// The statement that the word begins, if it begins one.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        STATEMENTS.iter().find(|entry| entry.words.contains(&word)).map(|entry| entry.form)
    }

    /// Every word that begins a statement.
    pub fn words() -> impl Iterator<Item = &'static str> {
        STATEMENTS.iter().flat_map(|entry| entry.words.iter().copied())
    }
}

const FILE: &[Place] = &[Place::Scene, Place::Import];
const SCENE: &[Place] = &[Place::Scene];
const ASSEMBLY: &[Place] = &[Place::Scene, Place::Composite];
const COMPOSITE: &[Place] = &[Place::Composite];
const RECIPE: &[Place] = &[Place::Scene, Place::Import, Place::Composite];
const BODY: &[Place] = &[Place::Scene, Place::Composite, Place::Primitive];
const BLOCK: &[Place] = &[Place::Scene, Place::Composite, Place::Primitive, Place::Group];
const ANYWHERE: &[Place] = &[Place::Scene, Place::Import, Place::Composite, Place::Primitive, Place::Group];
const ACTUATOR: &[Place] = &[Place::Scene, Place::Composite, Place::Group];

/// Why a sweep has no bodies, nor fields of them.
pub const NO_PARTS: Sweep =
    Sweep::Refused("a sweep has obstacles, one root and pawls; `method event` moves parts with mass");
const NO_CONTACTS: Sweep = Sweep::Refused(
    "a sweep follows every contact of a pawl with an obstacle by itself; pawls that touch one another need `method event`",
);
const NO_LOADS: Sweep = Sweep::Refused("only springs and contacts act in a sweep; `method event` has loads");
const NO_MATERIALS: Sweep = Sweep::Refused(
    "nothing here has a material: friction is said of the pawl, `pawl … { friction = 0.2 }`; `method event` has materials",
);
const NO_SURFACE: Sweep = Sweep::Refused("parts lie on surfaces under `method event`");

// form { words, where it may stand, how an edit's path names it, what follows the word, options, in a sweep, lines of the
// reference }
statements! {
    Use {
        ["use"], FILE, None, [Text("the file to import, in quotes")], options &[],
        sweep Sweep::Meant,
        r#"`use "file.mech"`"# =>
            "imports primitives, composites, materials and `let` from below the scene's folder",
    }
    Space {
        ["space"], SCENE, Keyword, [Word("`planar` or `spatial`")], options &[],
        sweep Sweep::Meant,
        "`space planar` or `space spatial`" => "once, first; x right, y up, z towards the viewer",
    }
    Gravity {
        ["gravity"], SCENE, Keyword, [Operand], options &[],
        sweep Sweep::Refused("a pawl has no mass; `method event` has gravity"),
        "`gravity (0, -9.81) m/s^2`" => "a vector; none without this line",
    }
    Method {
        ["method"], SCENE, Keyword, [Word("a method's name"), Options], options words::PENALTY_OPTIONS,
        sweep Sweep::Meant,
        "`method event`, `method penalty { … }`, `method stepping { … }`" => "how contact is treated; `event` unless said, see Contact",
        "`method sweep`" => "an exact quasi-static motion, with statements of its own, see Exact sweep",
    }
    Impact {
        ["impact"], SCENE, Keyword, [RequiredOptions("what a blow does")], options words::IMPACT_OPTIONS,
        sweep Sweep::Refused("nothing strikes in a quasi-static motion; `method event` has impacts"),
        "`impact { … }`" => "what a blow does, see Contact",
    }
    Material {
        ["material"], RECIPE, Name, [Name, RequiredOptions("the material's fields")], options words::MATERIAL_FIELDS,
        sweep NO_MATERIALS,
        "`material name { … }`" =>
            "fields `density`, `thickness`, `area_density`, `friction`, `static_friction`, `restitution`",
    }
    Materials {
        ["materials"], ASSEMBLY, None, [Paths, RequiredOptions("how the two behave together")], options words::PAIR_OPTIONS,
        sweep NO_MATERIALS,
        "`materials steel, rubber { … }`" => "how two materials behave together, see Contact",
    }
    Primitive {
        ["primitive"], RECIPE, Name, [Name, Parameters, Block], options words::PRIMITIVE_FIELDS,
        sweep NO_PARTS,
        "`primitive name(parameters) { … }`" => "one rigid body: fields and points",
    }
    Composite {
        ["composite"], RECIPE, Name, [Name, Parameters, Block], options &[],
        sweep NO_PARTS,
        "`composite name(parameters) { … }`" => "parts, joints and more under one name, nested at will",
    }
    Part {
        ["part"], ASSEMBLY, Declared, [Declarators, Value, Clauses(PLACEMENT), Options], options &[],
        sweep NO_PARTS,
        "`part a, b = recipe(arguments) placement`" => "makes parts; arguments by order or name",
    }
    Mass {
        ["mass"], ASSEMBLY, Declared, [Declarators, Value, Clauses(MASS_PLACEMENT), Options], options words::MASS_OPTIONS,
        sweep NO_PARTS,
        "`mass bob = 50 g placement { … }`" =>
            "a point mass; options `radius`, `material`, `friction`, `static_friction`, `restitution`",
    }
    Fix {
        ["fix"], ASSEMBLY, None, [Paths], options &[],
        sweep NO_PARTS,
        "`fix part, …`" => "holds parts, or all parts of a composite, where they stand",
    }
    Base {
        ["base"], COMPOSITE, None, [Target], options &[],
        sweep NO_PARTS,
        "`base part`" => "in a composite: the part whose frame is the composite's own, else its first",
    }
    Obstacle {
        ["obstacle"], ASSEMBLY, Declared, [Declarator, Value, Clauses(PLACEMENT), Options], options words::OBSTACLE_OPTIONS,
        sweep Sweep::Meant,
        "`obstacle stop = shape placement { … }`" =>
            "a fixed shape; options `material`, `friction`, `static_friction`, `restitution`",
    }
    Joint {
        ["joint"], ASSEMBLY, Declared, [Declarator, Value, Options], options &[],
        sweep Sweep::Refused("a pawl has its hinge `at` a place on the root; `method event` has joints"),
        "`joint name = kind(a.p, b.q) { options }`" => "see Joints",
    }
    Start {
        ["start", "guess"], ASSEMBLY, Joint, [Target, OptionalValue, Clauses(&["rate"])], options &[],
        sweep Sweep::Refused("a pawl begins at its own `{ start = … }`; `method event` has joints to start"),
        "`start joint = value rate value`" => "value and rate at the beginning, exact; either may be left out",
        "`guess joint = value`" => "where loops begin to be closed: which of two ways a loop is assembled",
    }
    Drive {
        ["drive"], ASSEMBLY, Joint, [Target, Word("what is driven: `angle`, `travel`, `position`, `speed`, `rate`, `acceleration`, `torque`, `force` or `effort`"), Value, Options], options words::DRIVE_OPTIONS,
        sweep Sweep::Refused("the root `moves`; `method event` has drives"),
        "`drive joint angle = value { limit = … }`" => "see Drives",
    }
    Spring {
        ["spring"], ASSEMBLY, Declared, [Declarator, Value, Options], options &[],
        sweep Sweep::Refused("a pawl has its own: `{ stiffness = … }`; `method event` has springs"),
        "`spring name = linear(a.p, b.q) { options }`" => "see Springs",
    }
    Force {
        ["force"], ASSEMBLY, Declared, [Declarator, PathClause("on"), Value, OptionalPathClause(&["along"])], options &[],
        sweep NO_LOADS,
        "`force name on part.point = (x, y) N along part`" =>
            "a force at a point, or at the centre of a part; see Loads",
    }
    Torque {
        ["torque"], ASSEMBLY, Declared, [Declarator, PathClause("on"), Value, OptionalPathClause(&["along"])], options &[],
        sweep NO_LOADS,
        "`torque name on part = value along part`" => "a number in the plane, a vector in space",
    }
    Let {
        ["let"], ANYWHERE, Declared, [Declarator, Value], options &[],
        sweep Sweep::Meant,
        "`let name = value`" => "names a value; order does not matter",
    }
    Quantity {
        ["quantity"], ASSEMBLY, Declared, [Declarator, Value], options &[],
        sweep Sweep::Meant,
        "`quantity name = expression`" => "a measured value of your own, recorded too",
    }
    Constraint {
        ["constraint"], ASSEMBLY, Declared, [Declarator, Equation], options &[],
        sweep NO_PARTS,
        "`constraint name: left = right`" =>
            "holds an equation between positions, angles and time; a vector gives a row a component",
    }
    Switch {
        ["release", "attach"], ASSEMBLY, None, [Paths, Clauses(&["when", "at"])], options &[],
        sweep NO_PARTS,
        "`attach j, s when condition`, `release j at 2 s`" =>
            "switches joints and springs; what is first attached is not there before. A condition acts at t = 0 if it is \
             true then, and whenever it comes true; of several that come true at one moment each acts if it has something to \
             do just before",
    }
    Stop {
        ["stop"], ASSEMBLY, None, [Clauses(&["when"])], options &[],
        sweep Sweep::Refused("the root's `until` says how far a sweep goes"),
        "`stop when condition`" => "ends the run at the moment the condition comes true, or at t = 0 if it is",
    }
    For {
        ["for"], BLOCK, None, [Word("the name that runs through the values"), In, Operand, Block], options &[],
        sweep Sweep::Meant,
        "`for i in 0..4 { … }`" => "repeats statements; also over a list",
    }
    If {
        ["if"], BLOCK, None, [Branches], options &[],
        sweep Sweep::Meant,
        "`if condition { … } else { … }`" => "chooses statements; the condition is known beforehand",
    }
    Point {
        ["point"], BODY, Declared, [Declarator, Value, Clauses(&["axis", "zero", "turned"])], options &[],
        sweep NO_PARTS,
        "`point tip = l3.end`" =>
            "another name for a point; in a scene also a place on the ground: `point p = (1, 2) cm`",
    }
    Contact {
        ["contact"], ASSEMBLY, None, [Paths, Options], options words::PAIR_OPTIONS,
        sweep NO_CONTACTS,
        "`contact a, b { … }`" => "two parts that may touch, and how, see Contact",
    }
    Contacts {
        ["contacts"], ASSEMBLY, None, [Paths], options &[],
        sweep NO_CONTACTS,
        "`contacts all`, `contacts none`, `contacts a, b, c`" => "what may touch what, see Contact",
    }
    Run {
        ["run"], SCENE, Keyword, [Operand, Clauses(&["every"]), Options], options words::RUN_SETTINGS,
        sweep Sweep::Refused("the root's `until` says how far a sweep goes; leave this line out"),
        "`run 10 s every 10 ms { settings }`" => "see Running",
    }
    Record {
        ["record"], SCENE, None, [Operands], options &[],
        sweep Sweep::Meant,
        "`record expression, …`" => "columns of the recording",
    }
    Plot {
        ["plot"], SCENE, None, [Text("the plot's title, in quotes"), Operands, Clauses(&["against"])], options &[],
        sweep Sweep::Meant,
        r#"`plot "title" expression, … against expression`"# =>
            "an SVG picture, over time unless `against` says otherwise",
    }
    Surface {
        ["surface"], SCENE, Keyword, [RequiredOptions("what parts lie on")], options words::SURFACE_OPTIONS,
        sweep NO_SURFACE,
        "`surface { … }`" => "what parts of a planar scene lie on, see Surfaces, windows and scripts",
    }
    Window {
        ["window"], ACTUATOR, Declared, [Declarator, Value, Clauses(PLACEMENT), Options], options words::WINDOW_OPTIONS,
        sweep NO_SURFACE,
        "`window name = region placement { … }`" => "pushes, or carries, what lies over it",
    }
    Array {
        ["array"], ACTUATOR, Declared, [Declarator, Value, Clauses(PLACEMENT), Options], options words::ARRAY_OPTIONS,
        sweep NO_SURFACE,
        "`array name = grid(40, 30, pitch = 1 cm) placement { … }`" => "a grid of cells, each with its own push",
    }
    Group {
        ["group"], ACTUATOR, Name, [Name, Block], options &[],
        sweep NO_SURFACE,
        "`group name { options; windows and arrays }`" =>
            "windows and arrays under one name, with options they share",
    }
    Frame {
        ["frame"], ASSEMBLY, Declared, [Declarator, Members], options &[],
        sweep NO_SURFACE,
        "`frame name { left, right }`" => "windows, arrays and groups that are on together",
    }
    Script {
        ["script"], ASSEMBLY, Name, [Name, Steps], options &[],
        sweep NO_SURFACE,
        "`script name { gather for 3 s; repeat 4 }`" => "which frames follow each other",
    }
    Bin {
        ["bin"], ASSEMBLY, Declared, [Declarator, Value, Clauses(PLACEMENT)], options &[],
        sweep NO_SURFACE,
        "`bin name = region placement`" => "where parts leave",
    }
    Root {
        ["root"], SCENE, Declared, [Declarator, RootMotion], options &[],
        sweep Sweep::Only,
        "`root name = region moves v from p until d`" => "what carries the pawls of a sweep, see Exact sweep",
    }
    Pawl {
        ["pawl"], SCENE, Declared, [Declarator, PathClause("on"), ClausesBeforeValue(&["at"]), Value, Options], options words::PAWL_OPTIONS,
        sweep Sweep::Only,
        "`pawl name on root at p = region { … }`" => "turns about its hinge on the root, see Exact sweep",
    }
    Report {
        ["report"], SCENE, None, [Paths], options &[],
        sweep Sweep::Only,
        "`report events, contacts, insertion_force`" => "what a sweep reports, see Exact sweep",
    }
    Later {
        ["controller", "hand", "knob", "realtime", "room", "solve", "string", "study"], BLOCK, None, [Loose], options &[],
        sweep Sweep::Meant,
    }
}
