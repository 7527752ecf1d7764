//! Trails as lines that fade with age.

use super::colour::Colour;
use super::film::Film;
use super::list::{Layer, Picture};
use super::planar::Page;
use std::collections::BTreeMap;

/// More parts than this keep only the last third of the span.
const FEW: usize = 60;
/// Steps from strong to faint, and what is left of the oldest.
const STEPS: usize = 6;
const FAINTEST: f64 = 0.25;

impl Page<'_> {
    pub(super) fn trails(&self, picture: &mut Picture) {
        let film: &Film<'_> = self.film;
        let now = self.moment.time;
        let step = ((film.span[1] - film.span[0]) / 3.0 / STEPS as f64).max(f64::MIN_POSITIVE);
        let many = film.trails.len() > FEW;
        // all of one colour and age are one item, the oldest first
        let mut lines: BTreeMap<(usize, [u8; 4]), Vec<Vec<[f64; 2]>>> = BTreeMap::new();
        for trail in &film.trails {
            let Colour(colour) = film.theme.outline(film.figures[trail.body].colour);
            let here = self.moment.poses[trail.body].map(|p| (now, Some([p.at[0], p.at[1]])));
            let mut last: Option<(usize, [f64; 2])> = None;
            for (time, place) in trail.path.iter().take_while(|(t, _)| *t <= now).copied().chain(here) {
                let (Some([x, y]), age) = (place, ((now - time) / step) as usize) else {
                    last = None;
                    continue;
                };
                let (point, age) = (self.at([x, y, 0.0]), age.min(STEPS));
                if many && age == STEPS {
                    continue;
                }
                let Some((before, from)) = last else {
                    last = Some((age, point));
                    lines.entry((STEPS - age, colour)).or_default().push(vec![point]);
                    continue;
                };
                // what moves by less than a pixel is not seen to
                if libm::hypot(point[0] - from[0], point[1] - from[1]) < if time < now { 0.75 } else { 0.05 } {
                    continue;
                }
                let pieces = lines.entry((STEPS - age, colour)).or_default();
                match pieces.last_mut().filter(|_| before == age) {
                    Some(piece) => piece.push(point),
                    None => pieces.push(vec![from, point]),
                }
                last = Some((age, point));
            }
        }
        for ((young, colour), mut pieces) in lines {
            pieces.retain(|p| p.len() > 1);
            let (strongest, width) = if many { (0.6, 0.7) } else { (0.9, 1.2) };
            let strength = FAINTEST + (strongest - FAINTEST) * young as f64 / STEPS as f64;
            if !pieces.is_empty() {
                picture.lines(Layer::Trace, pieces, (Colour(colour).faded(strength), width * self.u));
            }
        }
    }
}
