//! Which obstacle the root or a hinge runs into, how deep inside one a pawl starts, and which ways it could turn.
//!
//! The tracer says when the root or a hinge runs into something. Then whatever is touched there is in the way, but what only lies along the motion: of several
//! those count that would be entered by going on.

use crate::contact_names::{ContactNames, rounded};
use crate::placed_polygon::{PlacedPolygon, overlap};
use crate::tolerances::{LOOK_AHEAD, TOUCHING, TURN_AHEAD, TURN_DEPTH};
use mainspring_model::{Exact, Ring};
use mainspring_sweep::{Event, Kind};

/// How often the angle tried is doubled: near to a contact abreast of the hinge the angle needed is the root of the extra travel.
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

impl ContactNames<'_> {
    /// Names of the obstacles that an event of the root or of a pawl's hinge runs into; none for other events.
    #[must_use]
    pub fn obstructions(&self, pawl: usize, event: &Event) -> Vec<&str> {
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
        let body = PlacedPolygon::new(vec![moving.clone()]);
        let touched = |land: &PlacedPolygon| match moving.as_slice() {
            [point] => land.distance(*point) <= TOUCHING * size,
            _ => land.touches(&body, TOUCHING * size),
        };
        let on = velocity.map(|v| v / speed * LOOK_AHEAD * size);
        let ahead: Vec<[f64; 2]> = moving.iter().map(|p| [p[0] + on[0], p[1] + on[1]]).collect();
        let body_ahead = PlacedPolygon::new(vec![ahead.clone()]);
        let entered = |land: &PlacedPolygon| match ahead.as_slice() {
            [point] => land.contains(*point, TOUCHING * size),
            _ => overlap(land, &body_ahead, TOUCHING * size),
        };
        let all = sweep
            .obstacles
            .iter()
            .map(|o| (o, PlacedPolygon::new(o.rings.iter().map(|r| placed(r, [0.0; 2])).collect())));
        let met: Vec<_> = all.filter(|(_, land)| touched(land)).collect();
        let in_the_way: Vec<&str> = met.iter().filter(|(_, l)| entered(l)).map(|(o, _)| o.name.as_str()).collect();
        if in_the_way.is_empty() { met.iter().map(|(o, _)| o.name.as_str()).collect() } else { in_the_way }
    }

    /// Whether a pawl at rest that jams could turn out of the way to either side: then nothing says which, and there is room.
    #[must_use]
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
        let at = [0, 1].map(|k| start[k] + hinge[k] + velocity[k] * (event.time + TURN_AHEAD * reach / speed));
        // nothing farther away than the pawl reaches is in its way
        let near = |land: &PlacedPolygon| land.distance(at) <= 2.0 * reach || land.contains(at, 0.0);
        let lands =
            sweep.obstacles.iter().map(|o| PlacedPolygon::new(o.rings.iter().map(|r| placed(r, [0.0; 2])).collect()));
        let lands: Vec<PlacedPolygon> = lands.filter(near).collect();
        let free = |theta: f64| {
            let mut body = PlacedPolygon::default();
            body.place(&outline, at, of.rest.radians + theta);
            !lands.iter().any(|land| overlap(land, &body, TURN_DEPTH * reach))
        };
        let side = |sign: f64| (0..ANGLES).any(|k| free(sign * TURN_AHEAD * f64::from(1u32 << k)));
        !free(0.0) && side(1.0) && side(-1.0)
    }

    /// Which corner is deepest inside the other where a pawl, or the root, starts in an obstacle: "corner 3 of `hook` is 1.2 mm
    /// inside `plate`"; nothing where no corner is inside.
    #[must_use]
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
        let mut body = PlacedPolygon::default();
        body.place(&outline, to, angle);
        let land = PlacedPolygon::new(other.rings.iter().map(|r| placed(r, [0.0; 2])).collect());
        let mut deepest: Option<(f64, String)> = None;
        let mut look = |within: &PlacedPolygon, p: [f64; 2], number: u32, [whose, what]: [&str; 2]| {
            let depth = if within.contains(p, 0.0) { within.distance(p) } else { 0.0 };
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
    #[must_use]
    pub fn hinge_depth(&self, pawl: usize, obstacle: usize) -> String {
        let (start, hinge) = (float(&self.sweep.start), float(&self.sweep.pawls[pawl].hinge));
        let rings = self.sweep.obstacles[obstacle].rings.iter().map(|r| placed(r, [0.0; 2])).collect();
        format!("by {}", length(PlacedPolygon::new(rings).distance([start[0] + hinge[0], start[1] + hinge[1]])))
    }

    /// What is hit, in words: "`wall`", "`wall` and `floor`".
    #[must_use]
    pub fn obstruction_text(&self, pawl: usize, event: &Event) -> String {
        let names: Vec<String> = self.obstructions(pawl, event).iter().map(|name| format!("`{name}`")).collect();
        match names.split_last() {
            None => "an obstacle".to_owned(),
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
        }
    }
}
