//! The words of the language besides those that begin statements, each in one place.
//!
//! The kinds of joints are handed to [`crate::word_lists`] by whoever holds their descriptors; here are only the words
//! themselves.

use crate::{DriveKind, SpaceKind};

/// Words that cannot be names.
pub const RESERVED: &[&str] = &["if", "then", "else", "and", "or", "not", "true", "false"];
/// Words that may follow a value without being its unit.
pub const FOLLOWERS: &[&str] = &[
    "at", "turned", "about", "moving", "spinning", "arriving", "leaving", "axis", "zero", "rate", "every", "against",
    "along", "on", "moves", "from", "when", "for", "until", "then", "else", "and", "or", "not", "in",
];
/// Names that always mean the same number or thing.
pub const CONSTANTS: &[&str] = &["t", "pi", "tau", "e", "last"];
/// The fixed frame of a scene.
pub const GROUND: &str = "ground";

/// The words after `space`.
pub const SPACES: &[(&str, SpaceKind)] = &[("planar", SpaceKind::Planar), ("spatial", SpaceKind::Spatial)];
/// The words after the joint of a `drive`.
pub const DRIVES: &[(&str, DriveKind)] = &[
    ("angle", DriveKind::Position),
    ("travel", DriveKind::Position),
    ("position", DriveKind::Position),
    ("speed", DriveKind::Speed),
    ("rate", DriveKind::Speed),
    ("acceleration", DriveKind::Acceleration),
    ("torque", DriveKind::Effort),
    ("force", DriveKind::Effort),
    ("effort", DriveKind::Effort),
];

/// Kinds of springs.
pub const SPRINGS: &[&str] = &["linear", "rotary"];

/// Kinds of parameters that are not dimensions.
pub const PARAMETER_KINDS: &[&str] =
    &["count", "region", "solid", "shape", "text", "flag", "material", "vector", "list"];
/// Methods of a scene.
pub const METHODS: &[&str] = &["event", "penalty", "stepping", "sweep"];
/// Integrators, the default first.
pub const INTEGRATORS: &[&str] = &["auto", "dop853", "dopri5", "merson", "radau", "rk4", "semi_implicit", "symplectic"];

/// Options of `method penalty`.
pub const PENALTY_OPTIONS: &[&str] = &["stiffness", "damping", "slip_speed", "adapt"];
/// Options of `method event`.
pub const EVENT_OPTIONS: &[&str] = &["crowds", "sleep"];
/// Options of `method stepping`.
pub const STEPPING_OPTIONS: &[&str] = &["step", "sleep"];
/// Options of `impact`.
pub const IMPACT_OPTIONS: &[&str] = &["law", "treatment", "rest_speed"];
/// Fields of a material.
pub const MATERIAL_FIELDS: &[&str] =
    &["density", "thickness", "area_density", "friction", "static_friction", "restitution"];
/// Fields of a primitive.
pub const PRIMITIVE_FIELDS: &[&str] = &[
    "shape",
    "density",
    "material",
    "thickness",
    "area_density",
    "mass",
    "inertia",
    "center",
    "friction",
    "static_friction",
    "restitution",
    "drag",
];
/// Options of `contact` and `materials`.
pub const PAIR_OPTIONS: &[&str] = &["friction", "static_friction", "restitution", "rolling", "spinning"];
/// Options of an obstacle.
pub const OBSTACLE_OPTIONS: &[&str] = &["material", "friction", "static_friction", "restitution"];
/// Options of a point mass.
pub const MASS_OPTIONS: &[&str] = &["radius", "material", "friction", "static_friction", "restitution"];
/// Options of a drive.
pub const DRIVE_OPTIONS: &[&str] = &["limit"];
/// Settings of a run.
pub const RUN_SETTINGS: &[&str] =
    &["duration", "every", "integrator", "rtol", "atol", "max_step", "step", "coordinates"];
/// Options of the surface.
pub const SURFACE_OPTIONS: &[&str] =
    &["gravity", "friction", "static_friction", "dynamic_friction", "viscous", "law", "grain", "across", "region"];
/// Options of a window.
pub const WINDOW_OPTIONS: &[&str] = &["force", "velocity", "priority", "on", "power"];
/// Options of an array.
pub const ARRAY_OPTIONS: &[&str] =
    &["force", "priority", "on", "power", "pad", "groups", "group", "level", "duty", "directions", "strength"];
/// Options of a pawl.
pub const PAWL_OPTIONS: &[&str] = &["stiffness", "friction", "rest", "start"];

/// A row of a table in the reference: functions or shapes that belong together.
#[derive(Clone, Copy, Debug)]
pub struct WordGroup {
    /// the words
    pub words: &'static [&'static str],
    /// how they are written, in Markdown
    pub usage: &'static str,
    /// what they give
    pub meaning: &'static str,
}

/// Functions that give a number or a vector.
pub const FUNCTIONS: &[WordGroup] = &[
    WordGroup {
        words: &["sin", "cos", "tan", "asin", "acos", "atan", "atan2"],
        usage: "`sin` `cos` `tan` `asin` `acos` `atan` `atan2(y, x)`",
        meaning: "angles in radians, or with a unit",
    },
    WordGroup {
        words: &["sinh", "cosh", "tanh", "exp", "log", "log10"],
        usage: "`sinh` `cosh` `tanh` `exp` `log` `log10`",
        meaning: "of plain numbers; `log` is natural",
    },
    WordGroup {
        words: &["sqrt", "abs", "sign", "floor", "ceil"],
        usage: "`sqrt` `abs` `sign` `floor` `ceil`",
        meaning: "`floor` and `ceil` of plain numbers",
    },
    WordGroup {
        words: &["min", "max", "clamp", "mod"],
        usage: "`min(a, b, …)` `max(a, b, …)` `clamp(x, lowest, highest)` `mod(x, period)`",
        meaning: "of one dimension",
    },
    WordGroup {
        words: &["step"],
        usage: "`step(x, at)`",
        meaning: "0 below, 1 from `at` on; the jump in time is an event, met exactly",
    },
    WordGroup {
        words: &["smoothstep", "smootherstep"],
        usage: "`smoothstep(x, from, to)` `smootherstep(x, from, to)`",
        meaning: "rises smoothly from 0 to 1; at both ends the slope of the first is continuous, its second derivative jumps; the \
                  second derivative of the second is continuous too",
    },
    WordGroup {
        words: &["table", "spline"],
        usage: "`table(x, (x0, y0), (x1, y1), …)` `spline(x, …)`",
        meaning: "through points with rising x, constant outside: straight lines; a cubic whose second derivative is \
                  continuous, zero at its ends, and whose slope jumps there; points may be one list",
    },
    WordGroup {
        words: &["norm", "dot", "cross"],
        usage: "`norm(v)` `dot(a, b)` `cross(a, b)`",
        meaning: "of vectors; in the plane `cross` is a number",
    },
    WordGroup {
        words: &["random"],
        usage: "`random(seed, from, to)`",
        meaning: "the same number for the same whole seed, on every machine",
    },
    WordGroup {
        words: &["before"],
        usage: "`before(x)`",
        meaning: "at an event the value just before it, where `x` is the value just after",
    },
    WordGroup {
        words: &["contact"],
        usage: "`contact(a, b)`",
        meaning: "the contact of two parts, for its quantities: `contact(a, b).gap`; see Contact",
    },
];

/// Laws of forces, after `force … on … =`.
pub const FORCE_LAWS: &[WordGroup] = &[WordGroup {
    words: &["drag"],
    usage: "`drag(coefficient, area, density)`",
    meaning: "resistance of a fluid at rest, −½ · density · coefficient · area · speed · velocity of the point; \
              `density` is that of air, 1.225 kg/m^3, unless said",
}];

/// Shapes of the plane, and what is done with them.
pub const PLANAR_SHAPES: &[WordGroup] = &[
    WordGroup {
        words: &["rect"],
        usage: "`rect(width, height)`, `rect((x, y), (x, y))`",
        meaning: "about the origin; by corners",
    },
    WordGroup { words: &["disc", "circle"], usage: "`disc(radius)`, `disc(center, radius)`, `circle`", meaning: "" },
    WordGroup { words: &["capsule"], usage: "`capsule(from, to, radius)`", meaning: "a bar with round ends" },
    WordGroup {
        words: &["ring", "sector"],
        usage: "`ring(outer, inner)`, `sector(radius, start, sweep)`",
        meaning: "",
    },
    WordGroup { words: &["polygon"], usage: "`polygon((x, y), (x, y), …)`", meaning: "counter-clockwise" },
    WordGroup {
        words: &[],
        usage: "`+ - & ^`",
        meaning: "union, difference, intersection, either but not both; outlines may cross, touch and share edges, and arcs stay arcs",
    },
    WordGroup {
        words: &["halfplane"],
        usage: "`halfplane(point, normal)`",
        meaning: "obstacles, and for `cut`: all behind the line through the point, the normal pointing out of it",
    },
    WordGroup {
        words: &["cut"],
        usage: "`cut(region, point, normal)`, `cut(region, halfplane(…))`",
        meaning: "what of a region lies behind the line",
    },
    WordGroup {
        words: &["group"], usage: "`group(a, b, …)`", meaning: "pieces as one region; also one list of them"
    },
    WordGroup {
        words: &["pierced"],
        usage: "`pierced(outline, hole, …)`",
        meaning: "an outline with holes, each inside it, none across or inside another (else an error; `a - b` takes away \
                  whatever it meets). A hole that shares part of an edge with the outline is a notch, holes that share one \
                  are one hole; in a sweep nothing may touch in a single point",
    },
    WordGroup {
        words: &["move", "turn", "scale", "mirror"],
        usage: "`move(shape, by)` `turn(shape, angle)` `scale(shape, factor)` `mirror(shape, angle)`",
        meaning: "`mirror` at a line through the origin, upright unless said",
    },
];

/// Shapes in space, and what is done with them.
pub const SPATIAL_SHAPES: &[WordGroup] = &[
    WordGroup {
        words: &["box", "sphere", "ellipsoid", "cylinder", "capsule", "cone"],
        usage: "`box(x, y, z)` `sphere(radius)` `ellipsoid(x, y, z)` `cylinder(radius, height)` `capsule(radius, height)` \
                `cone(radius, height)`",
        meaning: "about the origin, axis z; an ellipsoid by its semi-axes; the height of a capsule is that of its straight part",
    },
    WordGroup {
        words: &["polyhedron"], usage: "`polyhedron((x, y, z), …)`", meaning: "the convex hull of the points"
    },
    WordGroup { words: &["extrude"], usage: "`extrude(region, height)`", meaning: "along z, the origin halfway" },
    WordGroup { words: &[], usage: "`+`", meaning: "one body of several solids (they should not overlap)" },
    WordGroup {
        words: &["halfspace"],
        usage: "`halfspace(point, normal)`",
        meaning: "obstacles only: all behind the plane through the point",
    },
    WordGroup {
        words: &["move", "turn"],
        usage: "`move(shape, by)` `turn(shape, angle, axis)`",
        meaning: "axis z unless said",
    },
];

/// The words of all functions.
pub fn function_words() -> impl Iterator<Item = &'static str> {
    FUNCTIONS.iter().flat_map(|group| group.words.iter().copied())
}

/// Whether a word makes a shape, or another of shapes.
#[must_use]
pub fn is_shape(word: &str) -> bool {
    shape_words().any(|known| known == word)
}

/// The words of all shapes, each once.
pub fn shape_words() -> impl Iterator<Item = &'static str> {
    let planar = PLANAR_SHAPES.iter().flat_map(|group| group.words.iter().copied());
    let spatial = SPATIAL_SHAPES.iter().flat_map(|group| group.words.iter().copied());
    let known = |word: &&'static str| !PLANAR_SHAPES.iter().any(|group| group.words.contains(word));
    planar.chain(spatial.filter(known))
}
