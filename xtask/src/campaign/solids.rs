//! Solids of every kind, and how they are placed in space.

use super::dice::{Dice, rounded};
use super::outline::Outline;
use super::plane::ahead;

/// A solid about the origin of its part.
pub struct Solid {
    /// as scenes write it
    pub shape: String,
    /// no point of it is farther from the origin
    pub reach: f64,
    /// from the origin down to its foot, where it stands upright on a flat one
    pub foot: Option<f64>,
}

/// Of about a size; with a flat foot where it must stand.
pub fn solid(dice: &mut Dice, size: f64, stands: bool) -> Solid {
    let side = |dice: &mut Dice| rounded(size * dice.between(0.5, 1.5), 4);
    match dice.index(if stands { 3 } else { 6 }) {
        0 => {
            let [x, y, z] = [side(dice), side(dice), side(dice)];
            let reach = 0.5 * libm::hypot(libm::hypot(x, y), z);
            Solid { shape: format!("box({x} m, {y} m, {z} m)"), reach, foot: Some(0.5 * z) }
        }
        1 => {
            let (r, h) = (rounded(0.5 * side(dice), 4), side(dice));
            Solid { shape: format!("cylinder({r} m, {h} m)"), reach: libm::hypot(r, 0.5 * h), foot: Some(0.5 * h) }
        }
        2 => prism(dice, size),
        3 => {
            let (r, h) = (rounded(0.4 * side(dice), 4), side(dice));
            Solid { shape: format!("capsule({r} m, {h} m)"), reach: r + 0.5 * h, foot: None }
        }
        4 => {
            let r = rounded(0.5 * side(dice), 4);
            Solid { shape: format!("sphere({r} m)"), reach: r, foot: None }
        }
        _ => polyhedron(dice, size),
    }
}

/// A polygon drawn out upwards.
fn prism(dice: &mut Dice, size: f64) -> Solid {
    let (n, r) = (dice.count(3, 8), rounded(0.6 * size, 4));
    let corners: Vec<_> = (0..n).map(|i| ahead([0.0, 0.0], 360.0 / n as f64 * i as f64, r)).collect();
    let height = rounded(size * dice.between(0.4, 1.5), 4);
    let shape = format!("extrude({}, {height} m)", Outline::polygon(&corners).written());
    Solid { shape, reach: libm::hypot(r, 0.5 * height), foot: Some(0.5 * height) }
}

/// The hull of two rings of points and a tip: as many corners as come of it.
fn polyhedron(dice: &mut Dice, size: f64) -> Solid {
    let n = dice.count(3, 5);
    let mut points = Vec::new();
    for (z, turned) in [(-0.35, 0.0), (0.3, 180.0 / n as f64)] {
        for i in 0..n {
            let [x, y] = ahead([0.0, 0.0], turned + 360.0 / n as f64 * i as f64, size * dice.between(0.35, 0.6));
            points.push([x, y, size * z]);
        }
    }
    points.push([0.0, 0.0, size * dice.between(0.35, 0.8)]);
    let reach = points.iter().map(|p| libm::hypot(libm::hypot(p[0], p[1]), p[2])).fold(0.0, f64::max) + 1e-5;
    let written: Vec<String> =
        points.iter().map(|p| format!("({}, {}, {})", rounded(p[0], 6), rounded(p[1], 6), rounded(p[2], 6))).collect();
    Solid { shape: format!("polyhedron({}) m", written.join(", ")), reach, foot: None }
}

/// `turned … about …`, any way round.
pub fn tumbled(dice: &mut Dice) -> String {
    let axis = [dice.between(-1.0, 1.0), dice.between(-1.0, 1.0), dice.between(0.1, 1.0)];
    format!("turned {} deg about ({}, {}, {})", dice.degrees(-180.0, 180.0), axis[0], axis[1], axis[2])
}

/// A vector of some size in every component.
pub fn any(dice: &mut Dice, most: f64) -> String {
    let [x, y, z] = [(); 3].map(|()| dice.between(-most, most));
    format!("({x}, {y}, {z})")
}
