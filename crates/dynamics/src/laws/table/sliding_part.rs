//! A part that lies on the table, and room to cut it in.

use crate::laws::table::density_discontinuities::Creases;
use crate::laws::table::intervals::Range;
use crate::tolerances::{BRAKING_TIME, SURROUNDINGS, TABLE_SLOW};
use mainspring_fields::{
    BoundaryCurve, Footprint, FrictionFootprint, Ground, Law, PlacedFootprint, Quadrature, Trapezoid, Wrench,
};
use mainspring_geometry::Segment;
use mainspring_model::{Model, Shape, SurfaceLaw};

/// A part that lies on the table.
pub struct SlidingPart {
    pub footprint: Footprint,
    pub placed: PlacedFootprint,
    /// cosine and sine of its angle, at the state last evaluated
    pub heading: [f64; 2],
    /// the same, prepared for friction
    pub friction_footprint: FrictionFootprint,
    /// its friction; None: it has none
    pub ground: Option<Ground>,
    /// of windows and arrays, at the state last evaluated
    pub field: Wrench,
    /// over surfaces of windows that move: pieces with the velocity of each; empty if the ground alone is under it
    pub pieces: Vec<(BoundaryCurve, [f64; 2])>,
    /// pieces that are not in use
    pub spare: Vec<BoundaryCurve>,
    /// whose surface each piece lies on
    pub surfaces: Vec<Option<u32>>,
    /// which pieces are too little to rest on: a part that a stop ends at the edge of a belt is beyond it by rounding
    pub slight: Vec<bool>,
    /// of what slides under it, at the state last evaluated
    pub friction: Wrench,
    /// under the hybrid law: viscous less dry, of force (N) and torque (N·m), at the state last evaluated
    pub margins: [f64; 2],
    /// differences that are none: of force (N) and torque (N·m)
    pub equal: [f64; 2],
    /// speed that counts as zero, m/s
    pub slow: f64,
    /// radius of gyration, m: makes a speed of a rate of turning
    pub gyration: f64,
    /// of the ground, at rest: heading and drive last asked for, and the gauge there
    pub gauged: Option<([f64; 2], [f64; 3], f64)>,
}

/// CuttingScratch for parts cut by what is under them, and for integrals over fields given by functions.
#[derive(Default)]
pub struct CuttingScratch {
    pub creases: Creases,
    pub ranges: Vec<Range>,
    pub quadrature: Quadrature,
    /// what is on and may lie over a part, windows then arrays
    pub on: Vec<usize>,
    /// trapezoids of it, with what acts on each
    pub found: Vec<(usize, Trapezoid)>,
    /// edges of what each array, or each surface, acts on
    pub edges: Vec<Vec<Segment>>,
    /// whose surface each of these is
    pub owners: Vec<Option<u32>>,
    /// how much of the part lies on it, m²
    pub areas: Vec<f64>,
    pub placed: PlacedFootprint,
}

/// Body b on the table; `like` is another of the same shape, whose preparation for friction it takes.
pub fn sliding_part(model: &Model, b: usize, length: f64, like: Option<&SlidingPart>) -> Option<SlidingPart> {
    let body = &model.bodies[b];
    let Some(Shape::Region(region)) = &body.shape else { return None };
    let footprint = Footprint::new(region, [body.center[0], body.center[1]]);
    let ground = model.fields.surface.as_ref().map(|s| Ground {
        // weight spread evenly over the outline
        pressure: body.mass * s.gravity / footprint.area(),
        at_rest: s.static_friction,
        sliding: s.dynamic_friction,
        // a constant of its own is spread over the outline
        viscous: body.drag.map_or(s.viscous, |drag| drag / footprint.area()),
        law: match s.law {
            SurfaceLaw::Hybrid => Law::Hybrid,
            SurfaceLaw::Pointwise => Law::Pointwise,
            SurfaceLaw::Coulomb => Law::Coulomb,
            SurfaceLaw::Viscous => Law::Viscous,
        },
        grain: s.grain.map(|g| mainspring_fields::Grain { angle: g.angle, across: g.across }),
    });
    let footprint_radius = footprint.radius();
    let braking = model.fields.surface.as_ref().map_or(0.0, |s| s.dynamic_friction * s.gravity);
    Some(SlidingPart {
        placed: PlacedFootprint::new(&footprint),
        friction_footprint: like
            .map_or_else(|| FrictionFootprint::new(&footprint), |part| part.friction_footprint.clone()),
        pieces: Vec::new(),
        spare: Vec::new(),
        surfaces: Vec::new(),
        slight: Vec::new(),
        footprint,
        ground,
        field: Wrench::default(),
        friction: Wrench::default(),
        margins: [0.0; 2],
        equal: [0.0; 2],
        slow: slow(footprint_radius, braking, length),
        gyration: (body.inertia[2][2] / body.mass).sqrt(),
        heading: [1.0, 0.0],
        gauged: None,
    })
}

/// Speed that counts as zero for a part of this radius (m) that friction brakes by `braking` (m/s²), in a mechanism of `length` (m); m/s.
pub fn slow(radius: f64, braking: f64, length: f64) -> f64 {
    (TABLE_SLOW * length.min(SURROUNDINGS * radius)).max(BRAKING_TIME * braking)
}
