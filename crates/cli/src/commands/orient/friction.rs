//! What the scene's surface makes of equilibria: ranges in which friction holds the part.

use super::part::Part;
use mainspring_workbench::fields::strategy::{Rest, Squeeze, StrategyError};
use mainspring_workbench::fields::{
    Footprint, FrictionFootprint, Grain, Ground, Law, Under, Wrench, limit_surface_load,
};
use mainspring_workbench::model::SurfaceLaw;
use std::f64::consts::PI;

/// Orientations that static friction holds.
pub struct Friction {
    /// coefficient at rest
    pub coefficient: f64,
    /// of the weight (N/m²)
    pub pressure: f64,
    /// in order of their angle
    pub rests: Vec<Rest>,
    /// the surface holds more in some directions; the line then lies along the x axis
    pub grain: bool,
    /// the largest moment it holds without a force (N·m), where it is the same at every orientation
    pub holds: Option<f64>,
    /// the largest moment of the field (N·m)
    pub largest: f64,
}

impl Friction {
    /// None if nothing of the scene holds the part.
    pub fn of(part: &Part<'_>, squeeze: &Squeeze, density: f64) -> Result<Option<Self>, StrategyError> {
        let Some(surface) = &part.model.fields.surface else { return Ok(None) };
        if surface.law == SurfaceLaw::Viscous || surface.static_friction * surface.gravity == 0.0 {
            return Ok(None);
        }
        let ground = Ground {
            pressure: part.body.mass * surface.gravity / squeeze.area(),
            at_rest: surface.static_friction,
            sliding: surface.dynamic_friction,
            viscous: surface.viscous,
            law: match surface.law {
                SurfaceLaw::Hybrid => Law::Hybrid,
                SurfaceLaw::Pointwise => Law::Pointwise,
                SurfaceLaw::Coulomb => Law::Coulomb,
                SurfaceLaw::Viscous => Law::Viscous,
            },
            grain: surface.grain.map(|g| Grain { angle: g.angle, across: g.across }),
        };
        let sole = FrictionFootprint::new(&Footprint::new(part.region, squeeze.center()));
        // how near a unit moment is to the limit surface
        let share = || {
            let under = Under::Whole { footprint: &sole, heading: [1.0, 0.0] };
            limit_surface_load(&ground, under, Wrench { force: [0.0; 2], torque: 1.0 }).0
        };
        let holds = ground.grain.is_none().then(|| 1.0 / share());
        let largest = (0..720).map(|i| squeeze.moment(PI * f64::from(i) / 720.0).abs()).fold(0.0, f64::max);
        Ok(Some(Self {
            coefficient: ground.at_rest,
            pressure: ground.pressure,
            rests: squeeze.rest_on(&ground, density, 0.0)?,
            grain: ground.grain.is_some(),
            holds,
            largest: density * largest,
        }))
    }
}
