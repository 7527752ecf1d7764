//! Features of ellipsoids and cones.

use super::builder::Builder;
use super::containment::Containment;
use super::patch::Patch;
use crate::region::Region;
use crate::solid::Solid;
use mainspring_numerics::vec2::rotate_by;
use std::f64::consts::{FRAC_PI_3, PI};

/// An ellipsoid: one feature.
pub(crate) fn add_ellipsoid(builder: &mut Builder, half: [f64; 3], solid: &Solid) {
    builder.ellipsoid(half);
    let place = builder.place;
    builder.inside.extend(Containment::of(solid, place));
}

/// A cone: its base and the rim of that, its side, its apex.
pub(crate) fn add_cone(builder: &mut Builder, base: &Region, radius: f64, height: f64, solid: &Solid) {
    let half = height / 2.0;
    let (at, down) = ([0.0, 0.0, -half], [0.0, 0.0, -1.0]);
    let patch = Patch { origin: at, x: [1.0, 0.0, 0.0], y: [0.0, 1.0, 0.0], region: base.clone() };
    builder.face(patch, at, down);
    let length = libm::hypot(radius, height);
    let slope = [radius / length, height / length];
    builder.slant([0.0, 0.0, half], down, slope, length);
    // half way between the normals of base and side: k and cos α e − sin α k
    let lean = slope[1] / (1.0 - slope[0]);
    let toward = [1.0, 0.0, 0.0];
    let number = builder.rim_of((at, down, radius, toward), (PI, slope), lean, None);
    builder.rim_of((at, down, radius, toward), (PI, slope), lean, Some(number));
    for i in 0..6 {
        let [x, y] = rotate_by([1.0, 0.0], i as f64 * FRAC_PI_3);
        let place = [radius * x, radius * y, -half];
        let up = [-slope[0] * x, -slope[0] * y, slope[1]];
        builder.rim_spot(place, down, radius, &[[-x, -y, 0.0], up, [-y, x, 0.0], [y, -x, 0.0]]);
    }
    let place = builder.place;
    builder.inside.extend(Containment::of(solid, place));
}
