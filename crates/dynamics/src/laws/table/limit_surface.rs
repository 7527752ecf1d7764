//! Friction of a part at rest on a table as the solver of modes sees it: a limit surface.

use crate::laws::table::area_friction::dry_alone;
use crate::laws::table::sliding_part::SlidingPart;
use crate::laws::table::table::Table;
use crate::multibody::multibody::Multibody;
use crate::multibody::support::Support;
use crate::tolerances::TABLE_AT_LIMIT;
use mainspring_contact::LimitSurface;
use mainspring_fields::{
    BoundaryCurve, Branch, FrictionFootprint, Ground, Law, Under, Wrench, friction, friction_slopes, limit_surface_load,
};
use mainspring_numerics::vec3::Vec3;
use std::sync::Arc;

/// What of a part lies on the surface it rests on.
#[derive(Clone, Debug)]
enum Resting {
    /// all of it, with the cosine and sine of its angle
    Whole(FrictionFootprint, [f64; 2]),
    Piece(BoundaryCurve),
}

impl Resting {
    fn under(&self) -> Under<'_> {
        match self {
            Self::Whole(footprint, heading) => Under::Whole { footprint, heading: *heading },
            Self::Piece(rim) => Under::Piece(rim),
        }
    }
}

/// The limit surface of a part, in the coordinates of its velocity.
#[derive(Clone, Debug)]
struct PartLimit {
    ground: Ground,
    /// the same, sliding with all that it holds
    fully_braked: Ground,
    resting: Resting,
}

impl LimitSurface for PartLimit {
    fn braking(&self, twist: Vec3) -> (Vec3, [Vec3; 3]) {
        let (ground, under) = (&self.fully_braked, self.resting.under());
        let Wrench { force: [x, y], torque } = friction(ground, under, twist, Branch::default());
        ([x, y, torque], friction_slopes(ground, under, twist, Branch::default()).unwrap_or_default())
    }

    fn gauge(&self, [x, y, torque]: Vec3) -> (f64, Vec3) {
        limit_surface_load(&self.ground, self.resting.under(), Wrench { force: [x, y], torque })
    }

    fn kinetic_share(&self) -> f64 {
        (self.ground.sliding / self.ground.at_rest).min(1.0)
    }
}

impl Table {
    /// The limit surface of a part on one of the surfaces under it, a little weaker for one that came to its limit at this
    /// moment with a gauge of `strain`, by the share `weaker`; none where nothing holds it there.
    pub fn limit_surface(
        part: &SlidingPart,
        on: Option<u32>,
        strain: Option<f64>,
        weaker: f64,
    ) -> Option<Arc<dyn LimitSurface>> {
        let mut ground = part.ground.filter(|g| g.law != Law::Viscous && g.at_rest > 0.0)?;
        let resting = match Self::resting(part, on)? {
            Under::Whole { footprint, heading } => Resting::Whole(footprint.clone(), heading),
            Under::Piece(rim) => Resting::Piece(rim.clone()),
        };
        if let Some(gauge) = strain {
            // where the moment was located it may lie a little below its limit
            ground.at_rest *= gauge.clamp(TABLE_AT_LIMIT, 1.0) * (1.0 - weaker);
        }
        let fully_braked = Ground { sliding: ground.at_rest, ..dry_alone(&ground) };
        Some(Arc::new(PartLimit { ground, fully_braked, resting }))
    }

    /// What holds a part on one of the surfaces under it, over what would if all of it lay there.
    pub fn grip(&self, b: usize, on: Option<u32>) -> f64 {
        let Some(part) = &self.sliding_parts[b] else { return 0.0 };
        let whole = part.ground.as_ref().map_or(0.0, |g| g.at_rest * g.pressure * part.friction_footprint.area());
        let gauge = Self::limit_surface(part, on, None, 0.0).map_or(f64::INFINITY, |s| s.gauge([whole, 0.0, 0.0]).0);
        1.0 / gauge
    }

    /// Whether a part is at rest or has only set off, and from which surface.
    pub fn slow_on(&self, bodies: &Multibody, b: usize) -> Option<Option<u32>> {
        match bodies.state.support[b] {
            Support::Rest { on } | Support::Undecided { on } => Some(on),
            Support::Slide { .. } => self.sets_off_now(bodies, b).map(|(_, from)| from),
            Support::Free | Support::Absent => None,
        }
    }

    /// The surface a part has only set off from, and its way.
    fn sets_off_now(&self, bodies: &Multibody, b: usize) -> Option<([f64; 3], Option<u32>)> {
        let (Support::Slide { way, from, .. }, Some(part)) = (bodies.state.support[b], &self.sliding_parts[b]) else {
            return None;
        };
        let slow = part.has_only_set_off(self.against(bodies, bodies.speeds_of(b), from), way);
        (way != [0.0; 3] && slow && Self::resting(part, from).is_some()).then_some((way, from))
    }

    /// Acceleration that sliding friction gives a part, m/s².
    pub fn friction_deceleration(&self, bodies: &Multibody, b: usize, part: &SlidingPart) -> f64 {
        let force = |g: &Ground| g.sliding * g.pressure * part.friction_footprint.area();
        part.ground.as_ref().map_or(0.0, force) / bodies.model.bodies[b].mass
    }

    /// Acceleration of a body against a surface, at the state last solved for.
    pub fn acceleration_against(&self, bodies: &Multibody, b: usize, on: Option<u32>) -> [f64; 3] {
        let at = bodies.spans[b].v;
        let u = on.map_or([0.0; 2], |w| bodies.belts[w as usize].map(|j| j.first));
        [bodies.solution[at] - u[0], bodies.solution[at + 1] - u[1], bodies.solution[at + 2]]
    }
}
