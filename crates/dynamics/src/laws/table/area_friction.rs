//! Friction of parts that slide on the table.
//!
//! A part that has only set off has no direction of motion yet: while it is slower than [`slow`] it rubs against the way it
//! set off. Where surfaces of windows move, every piece of the part rubs against its own surface, by the law there; a part that rests on one of
//! them still slides on the others.

use crate::laws::table::sliding_part::SlidingPart;
use crate::laws::table::table::Table;
use crate::multibody::multibody::Multibody;
use crate::multibody::support::Support;
use crate::tolerances::{FRICTION_KINDS_EQUAL, TABLE_REVERSAL};
use mainspring_fields::{
    Acts, BoundaryCurve, Branch, Ground, Law, Pair, Under, Wrench, breakaway_acceleration, friction, friction_over,
    limit_surface_load, pair_over,
};

pub fn branch(viscous: [bool; 2]) -> Branch {
    let [force, torque] = viscous.map(|v| if v { Acts::Viscous } else { Acts::Dry });
    Branch { force, torque }
}

impl SlidingPart {
    /// Whether enough of it to rest on lies on a surface, at the state last evaluated.
    pub fn lies_on(&self, on: Option<u32>) -> bool {
        if self.pieces.is_empty() { on.is_none() } else { self.piece_on(on).is_some() }
    }

    /// Whether so little of it lies on a surface that it cannot rest there, at the state last evaluated.
    pub fn hardly_on(&self, on: Option<u32>) -> bool {
        self.surfaces.iter().zip(&self.slight).any(|(s, slight)| *s == on && *slight)
    }

    /// The piece of it that lies on a surface, unless it is too little to rest on.
    fn piece_on(&self, on: Option<u32>) -> Option<usize> {
        self.surfaces.iter().zip(&self.slight).position(|(s, slight)| *s == on && !slight)
    }

    /// Speed along a way it set off, m/s.
    pub fn speed_along(&self, twist: [f64; 3], way: [f64; 3]) -> f64 {
        let turn = twist[2] * way[2] * self.gyration * self.gyration;
        (twist[0] * way[0] + twist[1] * way[1] + turn) / Table::pace(self, way)
    }

    /// Whether it is too slow to have a direction of its own. What others carry a little further, against the way it goes, is
    /// about to turn round with them.
    pub fn has_only_set_off(&self, twist: [f64; 3], way: [f64; 3]) -> bool {
        let pace = Table::pace(self, twist);
        pace <= self.slow || (pace <= TABLE_REVERSAL * self.slow && self.speed_along(twist, way) < 0.0)
    }

    /// The whole part, as friction sees it.
    pub fn whole(&self) -> Under<'_> {
        Under::Whole { footprint: &self.friction_footprint, heading: self.heading }
    }
}

/// Friction of pieces, each on its own surface and by the law there: under the hybrid one the larger friction of each piece.
fn friction_of_pieces(ground: &Ground, pieces: &[(BoundaryCurve, [f64; 2])], twist: [f64; 3]) -> Wrench {
    pieces.chunks(1).fold(Wrench::default(), |sum, piece| {
        sum.plus(&friction_over(ground, piece, twist, pair_over(ground, piece, twist).branch()))
    })
}

/// With dry friction alone: viscous friction of what hardly moves counts as zero.
pub fn dry_alone(ground: &Ground) -> Ground {
    Ground { viscous: 0.0, law: Law::Coulomb, ..*ground }
}

fn wrench(w: [f64; 3]) -> Wrench {
    Wrench { force: [w[0], w[1]], torque: w[2] }
}

impl Table {
    /// Speed of a twist of a part: that of its centre, and of turning at its radius of gyration.
    pub fn pace(part: &SlidingPart, twist: [f64; 3]) -> f64 {
        let turn = twist[2] * part.gyration;
        (twist[0] * twist[0] + twist[1] * twist[1] + turn * turn).sqrt()
    }

    /// Friction of the surface on body b at the state of `kinematics`, into its record.
    pub fn area_friction(&mut self, bodies: &Multibody, b: usize, part: &mut SlidingPart) {
        part.friction = Wrench::default();
        part.margins = [-1.0; 2];
        let Some(ground) = part.ground else { return };
        if let Some(tie) = self.cut_by_belts(bodies, part) {
            let [one, two] = tie.map(|w| &bodies.model.fields.windows[w].path);
            self.undefined = Some(format!("`{one}` and `{two}` of equal priority both move the surface under a part"));
            part.friction = Wrench { force: [f64::NAN; 2], torque: f64::NAN };
            return;
        }
        let twist = bodies.speeds_of(b);
        match bodies.state.support[b] {
            Support::Free | Support::Absent => {}
            Support::Rest { on } | Support::Undecided { on } => {
                for k in (0..part.pieces.len()).filter(|&k| part.surfaces[k] != on) {
                    let rubs = friction_of_pieces(&ground, &part.pieces[k..=k], twist);
                    part.friction = part.friction.plus(&rubs);
                }
            }
            Support::Slide { way, from, viscous } => {
                if way != [0.0; 3] && part.has_only_set_off(self.against(bodies, twist, from), way) {
                    part.friction = Self::friction_setting_off(part, &ground, twist, way, from);
                } else if !part.pieces.is_empty() {
                    part.friction = friction_of_pieces(&ground, &part.pieces, twist);
                } else if ground.law == Law::Hybrid {
                    let pair = Pair::of(&ground, part.whole(), twist);
                    part.margins = pair.margins();
                    let size = libm::hypot(pair.viscous.force[0], pair.viscous.force[1]);
                    let force = FRICTION_KINDS_EQUAL
                        * (ground.sliding * ground.pressure * part.friction_footprint.area() + size);
                    part.equal = [force, force * part.footprint.radius()];
                    part.friction = pair.on(branch(viscous));
                } else {
                    part.friction = friction(&ground, part.whole(), twist, Branch::default());
                }
            }
        }
    }

    /// Friction of a part that has only set off from a surface: there along the way it goes, elsewhere as it moves.
    fn friction_setting_off(
        part: &SlidingPart,
        ground: &Ground,
        twist: [f64; 3],
        way: [f64; 3],
        from: Option<u32>,
    ) -> Wrench {
        let dry = dry_alone(ground);
        if part.pieces.is_empty() {
            return friction(&dry, part.whole(), way, Branch::default());
        }
        let mut sum = Wrench::default();
        for (k, (rim, _)) in part.pieces.iter().enumerate() {
            sum = sum.plus(&if part.surfaces[k] == from {
                friction(&dry, Under::Piece(rim), way, Branch::default())
            } else {
                friction_of_pieces(ground, &part.pieces[k..=k], twist)
            });
        }
        sum
    }

    /// What rests on one surface: the whole part, or its piece there.
    pub fn resting<'a>(part: &'a SlidingPart, on: Option<u32>) -> Option<Under<'a>> {
        if part.pieces.is_empty() {
            return on.is_none().then(|| part.whole());
        }
        Some(Under::Piece(&part.pieces[part.piece_on(on)?].0))
    }

    /// Gauge of the static limit surface for a wrench that drives a part at rest, and the twist it is tightest for.
    pub fn gauge(&self, part: &SlidingPart, on: Option<u32>, drive: [f64; 3]) -> (f64, [f64; 3]) {
        let (Some(ground), Some(under)) = (&part.ground, Self::resting(part, on)) else {
            return (f64::INFINITY, drive);
        };
        if drive.iter().any(|x| !x.is_finite()) {
            return (f64::INFINITY, drive);
        }
        limit_surface_load(ground, under, wrench(drive))
    }

    /// Acceleration with which a part at rest sets off under a driving wrench that friction at rest does not hold.
    pub fn sets_off(&self, part: &SlidingPart, on: Option<u32>, drive: [f64; 3], mass: [f64; 3]) -> [f64; 3] {
        match (&part.ground, Self::resting(part, on)) {
            (Some(ground), Some(under)) => breakaway_acceleration(ground, under, wrench(drive), mass),
            _ => [0, 1, 2].map(|i| drive[i] / mass[i]),
        }
    }
}
