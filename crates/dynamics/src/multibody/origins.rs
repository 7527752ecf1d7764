//! Places near zero, wherever a mechanism is.
//!
//! A float at 10 km is exact to 2e-12 m, which closes no loop of centimetres to the last places and passes no singular position. So
//! places in q are counted from an origin of each body, near to it and the same for all bodies of a component. What the
//! equations are made of are differences of places, and these do not know where zero is. Whoever reads a place itself adds
//! the origin: expressions, energy in gravity, poses, points of contact.
//!
//! A mechanism that is far away as a whole is assembled near zero, with everything that is fixed moved along ([`moved`]). One that flies,
//! held by nothing, is followed by its origin (`system::recentre`); its velocities are counted from a speed that it has as a
//! whole, so that no digit of how it moves within goes to how fast it falls. Origins are multiples of a power of two near the
//! mechanism's size: no digit is lost when places are counted from another.

use crate::multibody::multibody::Multibody;
use mainspring_model::{BodyId, BodyKind, Marker, Model, SpringKind};
use mainspring_numerics::vec3::{Vec3, add, norm, scale, sub};

impl Multibody {
    /// A place in the world that is counted from a body's origin; of the ground it is in the world already.
    pub fn in_world(&self, body: Option<BodyId>, place: Vec3) -> Vec3 {
        match body.map(|b| self.state.origins[b]) {
            Some(origin) if origin != [0.0; 3] => add(place, origin),
            _ => place,
        }
    }

    /// A velocity in the world that is counted from a body's speed.
    pub fn as_it_flies(&self, body: Option<BodyId>, velocity: Vec3) -> Vec3 {
        match body.map(|b| self.state.speeds[b]) {
            Some(speed) if speed != [0.0; 3] => add(velocity, speed),
            _ => velocity,
        }
    }

    /// All bodies' coordinates and velocities as they are in the world.
    pub fn state_in_world(&self, y: &mut [f64]) {
        let axes = self.model.space.components();
        // adding nothing would still turn −0 into 0
        let shift = |entries: &mut [f64], from: &Vec3| {
            entries.iter_mut().zip(from).filter(|(_, by)| **by != 0.0).for_each(|(x, by)| *x += by);
        };
        for (b, span) in self.spans.iter().enumerate().filter(|(_, span)| span.v_len > 0) {
            shift(&mut y[span.q..span.q + axes], &self.state.origins[b]);
            shift(&mut y[self.nq + span.v..self.nq + span.v + axes], &self.state.speeds[b]);
        }
    }
}

/// The nearest place to `place` whose coordinates are multiples of a power of two of about `size`.
pub fn coarse(place: Vec3, size: f64) -> Vec3 {
    let step = libm::exp2(libm::floor(libm::log2(size)));
    place.map(|x| libm::round(x / step) * step)
}

/// The middle of everything that moves, as placed.
pub fn middle(model: &Model) -> Option<Vec3> {
    let places: Vec<Vec3> =
        model.bodies.iter().filter(|b| b.kind != BodyKind::Fixed).map(|b| b.pose.position).collect();
    let sum = places.iter().fold([0.0; 3], |sum, p| add(sum, *p));
    let middle = scale(sum, 1.0 / places.len() as f64);
    norm(middle).is_finite().then_some(middle)
}

/// The same mechanism with everything in another place, `by` nearer to zero; None where something has its place in an expression.
pub fn moved(model: &Model, by: Vec3) -> Option<Model> {
    let fields = &model.fields;
    if fields.surface.is_some() || !fields.windows.is_empty() || !fields.arrays.is_empty() || !fields.scripts.is_empty()
    {
        return None;
    }
    let mut model = model.clone();
    let place = |p: &mut Vec3| *p = sub(*p, by);
    let marker = |m: &mut Marker| {
        if m.body.is_none() {
            place(&mut m.frame.point);
        }
    };
    model.bodies.iter_mut().for_each(|b| place(&mut b.pose.position));
    model.obstacles.iter_mut().for_each(|o| place(&mut o.pose.position));
    for joint in &mut model.joints {
        marker(&mut joint.a);
        marker(&mut joint.b);
    }
    for spring in &mut model.springs {
        if let SpringKind::Linear { a, b } | SpringKind::Angle { a, b } = &mut spring.kind {
            marker(a);
            marker(b);
        }
    }
    Some(model)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_counted_from_a_coarse_one_loses_no_digit() {
        let place = [10_000.1, -3.3e6 - 0.7, 0.1];
        let origin = coarse(place, 0.3);
        for (x, o) in place.iter().zip(&origin) {
            let rest = x - o;
            assert!(rest.abs() <= 0.25 / 2.0 && rest + o == *x, "{x} {o}");
        }
    }
}
