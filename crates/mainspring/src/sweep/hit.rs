//! Which obstacle the root or a hinge runs into, how deep inside one a pawl starts, and which ways it could turn.
//!
//! The tracer says when the root or a hinge runs into something. Then whatever is touched there is in the way, but what only lies along the motion: of several
//! those count that would be entered by going on.

use super::laid::{Laid, overlap};
use super::words::{Words, rounded};
use mainspring_model::{Exact, Ring};
use mainspring_sweep::{Event, Kind};

/// How near counts as touched, in parts of the scene's size.
const TOUCHED: f64 = 1e-9;
/// How far to go on to see what is entered, in the same.
const ON: f64 = 1e-5;

/// How far to go on, and the least angle tried then, to see whether a pawl at rest could turn either way; in parts of its
/// reach, and rad. Near to a contact abreast of the hinge the angle is the root of that: doubled so often it is reached.
const AHEAD: f64 = 1e-8;
const ANGLES: u32 = 20;

/// In mm, from a metre on in m.
fn length(metres: f64) -> String {
    if metres < 1.0 { format!("{} mm", rounded(1e3 * metres)) } else { format!("{} m", rounded(metres)) }
}

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

    /// Whether a pawl at rest that jams could turn out of the way to either side: then nothing says which, and there is room.
    pub fn either_way(&self, pawl: usize, event: &Event) -> bool {
        if event.kind != Kind::JamPair || event.theta != 0.0 {
            return false;
        }
        let sweep = self.sweep;
        let of = &sweep.pawls[pawl];
        let outline: Vec<[f64; 2]> = of.outline.points.iter().map(float).collect();
        let (velocity, start, hinge) = (float(&sweep.velocity), float(&sweep.start), float(&of.hinge));
        let speed = libm::hypot(velocity[0], velocity[1]);
        let reach = outline.iter().map(|p| libm::hypot(p[0], p[1])).fold(0.0, f64::max);
        let at = [0, 1].map(|k| start[k] + hinge[k] + velocity[k] * (event.time + AHEAD * reach / speed));
        // nothing farther away than the pawl reaches is in its way
        let near = |land: &Laid| land.distance(at) <= 2.0 * reach || land.holds(at, 0.0);
        let lands = sweep.obstacles.iter().map(|o| Laid::new(o.rings.iter().map(|r| placed(r, [0.0; 2])).collect()));
        let lands: Vec<Laid> = lands.filter(near).collect();
        let free = |theta: f64| {
            let mut body = Laid::default();
            body.lay(&outline, at, of.rest.radians + theta);
            !lands.iter().any(|land| overlap(land, &body, 1e-3 * AHEAD * reach))
        };
        let side = |sign: f64| (0..ANGLES).any(|k| free(sign * AHEAD * f64::from(1u32 << k)));
        !free(0.0) && side(1.0) && side(-1.0)
    }

    /// Which corner is deepest inside the other where a pawl, or the root, starts in an obstacle: "corner 3 of `hook` is 1.2 mm
    /// inside `plate`"; nothing where no corner is inside.
    pub fn depth(&self, pawl: Option<usize>, obstacle: usize) -> Option<String> {
        let (sweep, other) = (self.sweep, &self.sweep.obstacles[obstacle]);
        let start = float(&sweep.start);
        let (name, ring, to, angle) = match pawl.map(|n| &sweep.pawls[n]) {
            Some(of) => {
                let hinge = float(&of.hinge);
                (&of.name, &of.outline, [start[0] + hinge[0], start[1] + hinge[1]], of.start.radians)
            }
            None => (&sweep.root, sweep.root_outline.as_ref()?, start, 0.0),
        };
        let outline: Vec<[f64; 2]> = ring.points.iter().map(float).collect();
        let mut body = Laid::default();
        body.lay(&outline, to, angle);
        let land = Laid::new(other.rings.iter().map(|r| placed(r, [0.0; 2])).collect());
        let mut deepest: Option<(f64, String)> = None;
        let mut look = |within: &Laid, p: [f64; 2], number: u32, [whose, what]: [&str; 2]| {
            let depth = if within.holds(p, 0.0) { within.distance(p) } else { 0.0 };
            if depth > deepest.as_ref().map_or(0.0, |(most, _)| *most) {
                deepest = Some((depth, format!("corner {number} of `{whose}` is {} inside `{what}`", length(depth))));
            }
        };
        for (at, p) in body.corners().enumerate() {
            look(&land, p, ring.corner_number(at), [name, &other.name]);
        }
        let mut before = 0;
        for ring in &other.rings {
            for (at, p) in ring.points.iter().map(float).enumerate() {
                look(&body, p, before + ring.corner_number(at), [&other.name, name]);
            }
            before += ring.written;
        }
        deepest.map(|(_, words)| words)
    }

    /// How deep inside an obstacle the hinge of a pawl starts: "by 2 mm".
    pub fn hinge_depth(&self, pawl: usize, obstacle: usize) -> String {
        let (start, hinge) = (float(&self.sweep.start), float(&self.sweep.pawls[pawl].hinge));
        let rings = self.sweep.obstacles[obstacle].rings.iter().map(|r| placed(r, [0.0; 2])).collect();
        format!("by {}", length(Laid::new(rings).distance([start[0] + hinge[0], start[1] + hinge[1]])))
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
