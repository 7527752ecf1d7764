//! Contacts at a moment: arrows where parts touch, rings where they have just collided.
//!
//! An arrow is the force on the first of the two parts, which is always one that moves; a thin line beside it goes along
//! the normal and then across, so that one sees how much of it is friction.

use super::film::Film;
use super::list::{Layer, Picture};
use super::marks;
use super::snapshot::Snapshot;
use crate::tolerances::FRICTION_SEEN;

/// Arrows and rings, over everything else: a contact lies between two parts, and would be hidden by either.
pub(crate) fn draw(
    film: &Film<'_>,
    moment: &Snapshot,
    picture: &mut Picture,
    at: impl Fn([f64; 3]) -> Option<[f64; 2]>,
    // metres a pixel is wide there
    pixel: f64,
) {
    let (u, colour) = (film.unit, film.theme.contact);
    if film.strongest > 0.0 {
        let longest = film.force_length();
        for mark in &moment.contacts {
            let force = mark.force.map(|f| -f);
            let size = force.iter().map(|f| f * f).sum::<f64>().sqrt();
            let metres = pixel * (longest / film.strongest).min(1.25 * longest / size.max(f64::MIN_POSITIVE));
            let off = |d: [f64; 3]| at([0, 1, 2].map(|i| mark.point[i] + metres * d[i]));
            let along = mark.normal_force();
            let (Some(from), Some(to), Some(square)) =
                (at(mark.point), off(force), off(mark.normal.map(|n| -along * n)))
            else {
                continue;
            };
            if mark.friction_force() > FRICTION_SEEN * size {
                picture.lines(Layer::Forces, vec![vec![from, square, to]], (colour, 1.0 * u));
            }
            marks::arrow(picture, Layer::Forces, [from, to], colour, Some(film.theme.paper), u);
            picture.disc(Layer::Forces, from, 2.4 * u, colour, (film.theme.paper, 0.8 * u));
        }
    }
    for flash in &moment.flashes {
        let Some(middle) = at(flash.at) else { continue };
        let radius = (5.0 + 17.0 * flash.size) * (0.55 + 0.45 * flash.age) * u;
        let ring: Vec<[f64; 2]> = (0..=40)
            .map(|i| core::f64::consts::TAU * f64::from(i) / 40.0)
            .map(|turn| [middle[0] + radius * libm::cos(turn), middle[1] + radius * libm::sin(turn)])
            .collect();
        let faded = colour.faded(1.0 - flash.age);
        picture.lines(Layer::Forces, vec![ring], (faded, (1.2 + 2.0 * (1.0 - flash.age)) * u));
    }
}
