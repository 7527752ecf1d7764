//! Friction of parts that slide on the table.
//!
//! A part that has only set off has no direction of motion yet: while it is slower than [`slow`] it rubs against the way it
//! set off. Where surfaces of windows move, every piece of the part rubs against its own surface, by the law there; a part that rests on one of
//! them still slides on the others.

use crate::laws::table::sliding_part::SlidingPart;
use crate::laws::table::table::Table;
use crate::multibody::multibody::Multibody;
use crate::multibody::support::Support;
use crate::tolerances::FRICTION_KINDS_EQUAL;
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

    /// The whole part, as friction sees it.
    pub fn whole(&self) -> Under<'_> {
        Under::Whole { footprint: &self.sole, heading: self.heading }
    }
}

/// Friction of pieces, each on its own surface and by the law there: under the hybrid one the larger friction of each piece.
fn rub_pieces(ground: &Ground, pieces: &[(BoundaryCurve, [f64; 2])], twist: [f64; 3]) -> Wrench {
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
    pub fn pace(sheet: &SlidingPart, twist: [f64; 3]) -> f64 {
        let turn = twist[2] * sheet.gyration;
        (twist[0] * twist[0] + twist[1] * twist[1] + turn * turn).sqrt()
    }

    /// Friction of the surface on body b at the state of `kinematics`, into its record.
    pub fn rub(&mut self, bodies: &Multibody, b: usize, sheet: &mut SlidingPart) {
        sheet.friction = Wrench::default();
        sheet.margins = [-1.0; 2];
        let Some(ground) = sheet.ground else { return };
        if let Some(tie) = self.cut_by_belts(bodies, sheet) {
            let [one, two] = tie.map(|w| &bodies.model.fields.windows[w].path);
            self.undefined = Some(format!("`{one}` and `{two}` of equal priority both move the surface under a part"));
            sheet.friction = Wrench { force: [f64::NAN; 2], torque: f64::NAN };
            return;
        }
        let twist = bodies.speeds_of(b);
        match bodies.state.support[b] {
            Support::Free | Support::Absent => {}
            Support::Rest { on } => {
                for k in (0..sheet.pieces.len()).filter(|&k| sheet.surfaces[k] != on) {
                    let rubs = rub_pieces(&ground, &sheet.pieces[k..=k], twist);
                    sheet.friction = sheet.friction.plus(&rubs);
                }
            }
            Support::Slide { way, from, viscous } => {
                if way != [0.0; 3] && Self::pace(sheet, self.against(bodies, twist, from)) <= sheet.slow {
                    sheet.friction = Self::rub_setting_off(sheet, &ground, twist, way, from);
                } else if !sheet.pieces.is_empty() {
                    sheet.friction = rub_pieces(&ground, &sheet.pieces, twist);
                } else if ground.law == Law::Hybrid {
                    let pair = Pair::of(&ground, sheet.whole(), twist);
                    sheet.margins = pair.margins();
                    let size = libm::hypot(pair.viscous.force[0], pair.viscous.force[1]);
                    let force = FRICTION_KINDS_EQUAL * (ground.sliding * ground.pressure * sheet.sole.area() + size);
                    sheet.equal = [force, force * sheet.footprint.radius()];
                    sheet.friction = pair.on(branch(viscous));
                } else {
                    sheet.friction = friction(&ground, sheet.whole(), twist, Branch::default());
                }
            }
        }
    }

    /// Friction of a part that has only set off from a surface: there along the way it goes, elsewhere as it moves.
    fn rub_setting_off(
        sheet: &SlidingPart,
        ground: &Ground,
        twist: [f64; 3],
        way: [f64; 3],
        from: Option<u32>,
    ) -> Wrench {
        let dry = dry_alone(ground);
        if sheet.pieces.is_empty() {
            return friction(&dry, sheet.whole(), way, Branch::default());
        }
        let mut sum = Wrench::default();
        for (k, (rim, _)) in sheet.pieces.iter().enumerate() {
            sum = sum.plus(&if sheet.surfaces[k] == from {
                friction(&dry, Under::Piece(rim), way, Branch::default())
            } else {
                rub_pieces(ground, &sheet.pieces[k..=k], twist)
            });
        }
        sum
    }

    /// What rests on one surface: the whole part, or its piece there.
    pub fn resting<'a>(sheet: &'a SlidingPart, on: Option<u32>) -> Option<Under<'a>> {
        if sheet.pieces.is_empty() {
            return on.is_none().then(|| sheet.whole());
        }
        Some(Under::Piece(&sheet.pieces[sheet.piece_on(on)?].0))
    }

    /// Gauge of the static limit surface for a wrench that drives a part at rest, and the twist it is tightest for.
    pub fn gauge(&self, sheet: &SlidingPart, on: Option<u32>, drive: [f64; 3]) -> (f64, [f64; 3]) {
        let (Some(ground), Some(under)) = (&sheet.ground, Self::resting(sheet, on)) else {
            return (f64::INFINITY, drive);
        };
        if drive.iter().any(|x| !x.is_finite()) {
            return (f64::INFINITY, drive);
        }
        limit_surface_load(ground, under, wrench(drive))
    }

    /// Acceleration with which a part at rest sets off under a driving wrench that friction at rest does not hold.
    pub fn sets_off(&self, sheet: &SlidingPart, on: Option<u32>, drive: [f64; 3], mass: [f64; 3]) -> [f64; 3] {
        match (&sheet.ground, Self::resting(sheet, on)) {
            (Some(ground), Some(under)) => breakaway_acceleration(ground, under, wrench(drive), mass),
            _ => [0, 1, 2].map(|i| drive[i] / mass[i]),
        }
    }
}
