//! Which obstacle the root or a hinge runs into.
//!
//! The tracer says when. Then whatever is touched there is in the way, but what only lies along the motion: of several
//! those count that would be entered by going on.

use super::laid::{Laid, overlap};
use super::words::Words;
use mainspring_model::{Exact, Ring};
use mainspring_sweep::{Event, Kind};

/// How near counts as touched, in parts of the scene's size.
const TOUCHED: f64 = 1e-9;
/// How far to go on to see what is entered, in the same.
const ON: f64 = 1e-5;

fn float(p: &[Exact; 2]) -> [f64; 2] {
    [p[0].to_f64().value(), p[1].to_f64().value()]
}

fn placed(ring: &Ring, by: [f64; 2]) -> Vec<[f64; 2]> {
    ring.points.iter().map(float).map(|p| [p[0] + by[0], p[1] + by[1]]).collect()
}

impl Words<'_> {
    /// Names of the obstacles that an event of the root or of a pawl's hinge runs into; none for other events.
    pub fn hit(&self, pawl: usize, event: &Event) -> Vec<&str> {
        let sweep = self.sweep;
        let (velocity, start) = (float(&sweep.velocity), float(&sweep.start));
        let speed = libm::hypot(velocity[0], velocity[1]);
        let at = [start[0] + velocity[0] * event.time, start[1] + velocity[1] * event.time];
        let hinge = float(&sweep.pawls[pawl].hinge);
        let moving = match (event.kind, &sweep.root_outline) {
            (Kind::RootHit, Some(ring)) => placed(ring, at),
            (Kind::JamHinge, _) => vec![[at[0] + hinge[0], at[1] + hinge[1]]],
            _ => return Vec::new(),
        };
        let size = moving.iter().flatten().fold(speed * event.time, |most, x| most.max(x.abs()));
        let body = Laid::new(vec![moving.clone()]);
        let touched = |land: &Laid| match moving.as_slice() {
            [point] => land.distance(*point) <= TOUCHED * size,
            _ => land.touches(&body, TOUCHED * size),
        };
        let on = velocity.map(|v| v / speed * ON * size);
        let ahead: Vec<[f64; 2]> = moving.iter().map(|p| [p[0] + on[0], p[1] + on[1]]).collect();
        let body_ahead = Laid::new(vec![ahead.clone()]);
        let entered = |land: &Laid| match ahead.as_slice() {
            [point] => land.holds(*point, TOUCHED * size),
            _ => overlap(land, &body_ahead, TOUCHED * size),
        };
        let all = sweep.obstacles.iter().map(|o| (o, Laid::new(o.rings.iter().map(|r| placed(r, [0.0; 2])).collect())));
        let met: Vec<_> = all.filter(|(_, land)| touched(land)).collect();
        let in_the_way: Vec<&str> = met.iter().filter(|(_, l)| entered(l)).map(|(o, _)| o.name.as_str()).collect();
        if in_the_way.is_empty() { met.iter().map(|(o, _)| o.name.as_str()).collect() } else { in_the_way }
    }

    /// What is hit, in words: "`wall`", "`wall` and `floor`".
    pub fn hit_words(&self, pawl: usize, event: &Event) -> String {
        let names: Vec<String> = self.hit(pawl, event).iter().map(|name| format!("`{name}`")).collect();
        match names.split_last() {
            None => "an obstacle".to_owned(),
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
        }
    }
}
