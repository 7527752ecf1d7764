//! What soft contacts are measured by, at the state last solved for.

use crate::laws::penalty::penalty::Penalty;
use crate::multibody::multibody::Multibody;
use mainspring_geometry::touch::midway;
use mainspring_model::{BodyId, ContactQuantity};
use mainspring_numerics::vec3::{Vec3, add, cross, norm, scale, sub};

/// A soft contact, for drawings and tables.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PenaltyMark {
    /// index into the pairs that may touch
    pub pair: usize,
    /// features of the first and the second
    pub features: [u32; 2],
    /// where, m
    pub point: Vec3,
    /// unit, from the first part to the second
    pub normal: Vec3,
    /// on the second part, N
    pub force: Vec3,
    /// m, negative
    pub gap: f64,
    /// m/s
    pub slip: f64,
    /// slips faster than friction needs to develop
    pub slides: bool,
}

impl Penalty {
    /// A quantity of a pair under the penalty method. There are no impacts, so no impulses of impacts.
    pub fn penalty_quantity(&self, bodies: &Multibody, pair: usize, quantity: ContactQuantity) -> f64 {
        let points = || self.points.iter().filter(|p| p.spot.pair == pair);
        let touches = points().next().is_some();
        let total = || points().fold([0.0; 3], |sum, p| add(sum, p.force()));
        let slip = || points().map(|p| norm(p.slip)).fold(0.0, f64::max);
        match quantity {
            ContactQuantity::Touches => {
                if touches {
                    1.0
                } else {
                    -1.0
                }
            }
            ContactQuantity::Gap if touches => points().map(|p| p.spot.gap).fold(f64::INFINITY, f64::min),
            ContactQuantity::Gap => self.pair_distance(bodies, pair),
            ContactQuantity::NormalForce | ContactQuantity::LeastForce | ContactQuantity::LargestForce => {
                points().map(|p| p.normal).sum()
            }
            ContactQuantity::FrictionForce => norm(points().fold([0.0; 3], |sum, p| add(sum, p.friction))),
            ContactQuantity::Force(i) => total()[usize::from(i)],
            // a spring's force is what its law says
            ContactQuantity::Impulse | ContactQuantity::Residual => 0.0,
            ContactQuantity::Slip => slip(),
            ContactQuantity::Mode if !touches => 0.0,
            ContactQuantity::Mode => {
                if slip() > self.developed() {
                    2.0
                } else {
                    1.0
                }
            }
            ContactQuantity::Point(i) => self.penalty_center(bodies, pair)[usize::from(i)],
            ContactQuantity::Points => points().filter(|p| p.spot.weight > 0.0).count() as f64,
        }
    }

    /// Centre of pressure; the middle of the contacts where nothing presses, half way between the nearest points where nothing
    /// touches.
    fn penalty_center(&self, bodies: &Multibody, pair: usize) -> Vec3 {
        let points = || self.points.iter().filter(|p| p.spot.pair == pair);
        let (weight, count): (f64, usize) = (points().map(|p| p.normal).sum(), points().count());
        if count == 0 {
            let ([sa, sb], of) = (self.surfaces_of(pair), self.pair_motion(bodies, pair));
            let found = midway(sa, &of[0], sb, &of[1]);
            let place = found.unwrap_or_else(|| scale(add(of[0].position, of[1].position), 0.5));
            return bodies.in_world(self.bodies[pair][0], place);
        }
        let share = |n: f64| if weight > 0.0 { n / weight } else { 1.0 / count as f64 };
        let place = points().fold([0.0; 3], |sum, p| add(sum, scale(p.spot.point, share(p.normal))));
        bodies.in_world(self.bodies[pair][0], place)
    }

    /// Force, or torque about the centre of mass, of all soft contacts on a body.
    pub fn penalty_load(&self, bodies: &Multibody, body: BodyId, torque: bool) -> Vec3 {
        let mut sum = [0.0; 3];
        for p in &self.points {
            let force = p.force();
            for (side, sign) in [(0, -1.0), (1, 1.0)] {
                if self.bodies[p.spot.pair][side] == Some(body) {
                    let arm = sub(p.spot.point, bodies.frames.center(body));
                    let load = if torque { add(cross(arm, force), p.torque) } else { force };
                    sum = add(sum, scale(load, sign));
                }
            }
        }
        sum
    }

    /// See [`crate::AdaptiveStiffness::penalty_contacts`].
    pub fn penalty_marks(&self, bodies: &Multibody, out: &mut Vec<PenaltyMark>) {
        out.clear();
        let pushing = self.points.iter().filter(|p| p.spot.weight > 0.0);
        out.extend(pushing.map(|p| PenaltyMark {
            pair: p.spot.pair,
            features: p.spot.features,
            point: bodies.in_world(self.bodies[p.spot.pair][0], p.spot.point),
            normal: p.spot.normal,
            force: p.force(),
            gap: p.spot.gap,
            slip: norm(p.slip),
            slides: norm(p.slip) > self.developed(),
        }));
    }
}
