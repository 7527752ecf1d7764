//! How long a step may be so that no line along which a density jumps or has a kink passes a part, nor a part such a line, unnoticed.
//!
//! Where F = c + x·ξ + y·η is nothing lies a line, at the distance d = c/g from the part's origin, g = |(x, y)|. At a fixed place
//!
//! ```text
//! d′ = (c′ − d g′)/g        d″ = (c″ − 2 d′ g′ − d g″)/g        g′ = n·(x, y)′        turning: n × (x, y)′/g
//! ```
//!
//! and a part that moves adds n·v. A step goes as far as the nearest line, and where one is under the part a share of the way to
//! the next line beside it, or of the part's width across it.

use crate::laws::table::density_discontinuities::{Creases, Form};
use crate::laws::table::sliding_part::SlidingPart;
use crate::laws::table::table::Table;
use crate::laws::table::window_step_limit::time_for;
use crate::multibody::multibody::Multibody;
use crate::multibody::quantities::Probes;
use crate::multibody::space::Row;
use crate::tolerances::{NARROW_STRIP, ONE_LINE, WINDOW_STEP_SHARE};
use mainspring_fields::Bounds;
use mainspring_model::{Action, Jet, NodeId, Probe};

/// Halvings of the box that is looked over, where it holds too many lines.
const HALVINGS: usize = 24;

/// A line as a part sees it: unit normal, how far it is along that from the part's origin, m, and how this changes.
struct Seen {
    normal: [f64; 2],
    away: f64,
    /// m/s and m/s²
    motion: [f64; 2],
    /// how fast it turns, rad/s
    turning: f64,
}

/// A line where a function is nothing; none if it has no direction.
fn seen(zero: &Form) -> Option<Seen> {
    let [[c, x, y], [c1, x1, y1], [c2, x2, y2]] = *zero;
    let g = libm::hypot(x, y);
    if !(g > 0.0 && g.is_finite()) {
        return None;
    }
    let n = [x / g, y / g];
    let (g1, across) = (n[0] * x1 + n[1] * y1, n[0] * y1 - n[1] * x1);
    let g2 = n[0] * x2 + n[1] * y2 + across * across / g;
    // at the place −d n
    let d = c / g;
    let d1 = (c1 - d * g1) / g;
    let d2 = (c2 - 2.0 * d1 * g1 - d * g2) / g;
    let all = [d, d1, d2, across];
    all.iter().all(|v| v.is_finite()).then_some(Seen { normal: n, away: -d, motion: [-d1, -d2], turning: across / g })
}

/// How far a part reaches along a direction, from its origin, m.
fn extent(part: &SlidingPart, normal: [f64; 2]) -> [f64; 2] {
    let mut out = [f64::INFINITY, f64::NEG_INFINITY];
    let mut reach = |p: [f64; 2]| {
        let along = normal[0] * p[0] + normal[1] * p[1];
        out = [out[0].min(along), out[1].max(along)];
    };
    if part.placed.is_straight() {
        part.placed.edges().iter().for_each(|e| {
            reach(e.from());
            reach(e.to());
        });
    } else {
        let Bounds { low, high } = *part.placed.bounds();
        [low, high, [low[0], high[1]], [high[0], low[1]]].into_iter().for_each(reach);
    }
    out
}

/// Halves a box towards the part in it; what is left beside the part, m.
fn halve(all: &mut Bounds, part: &Bounds) -> f64 {
    let mut margin = f64::INFINITY;
    for i in 0..2 {
        all.low[i] = 0.5 * (all.low[i] + part.low[i]);
        all.high[i] = 0.5 * (all.high[i] + part.high[i]);
        margin = margin.min(part.low[i] - all.low[i]).min(all.high[i] - part.high[i]);
    }
    margin
}

impl Table {
    /// Longest such step from the rates `dy` at the state of `kinematics`, s.
    pub fn crease_limit(&mut self, bodies: &mut Multibody, others: &dyn Probes, time: f64, dy: &[f64]) -> f64 {
        let mut limit = f64::INFINITY;
        for w in 0..self.active_windows.len() {
            if !self.active_windows[w].has_kink || !self.window_acts(w) {
                continue;
            }
            for b in 0..self.sliding_parts.len() {
                let Some(mut part) = self.sliding_parts[b].take() else { continue };
                if bodies.present(b) {
                    let (at, angle) = (bodies.frames.center(b), bodies.frames.angle(b));
                    part.placed.place(&part.footprint, [at[0], at[1]], angle);
                    limit = limit.min(self.limit_over(bodies, others, w, b, &part, time, dy));
                }
                self.sliding_parts[b] = Some(part);
            }
        }
        limit
    }

    /// The same of one window and one part.
    fn limit_over(
        &mut self,
        bodies: &mut Multibody,
        others: &dyn Probes,
        w: usize,
        b: usize,
        part: &SlidingPart,
        time: f64,
        dy: &[f64],
    ) -> f64 {
        let model = std::sync::Arc::clone(&bodies.model);
        let Action::Force { .. } = model.fields.windows[w].action else { return f64::INFINITY };
        let (position, bounds) = (part.placed.position(), part.placed.bounds());
        let along = Jet { value: time, first: 1.0, second: 0.0 };
        let mut jets = std::mem::take(&mut bodies.jets);
        let probe = |p: usize| match model.programs.probes[p] {
            Probe::FieldX => Jet::constant(position[0]),
            Probe::FieldY => Jet::constant(position[1]),
            ref other => self.probe_jet(bodies, others, other, dy),
        };
        let tape = &self.active_windows[w].tape;
        model.programs.evaluate_jets(tape, along, bodies.state.switch_time, probe, &mut jets);
        let mut room = std::mem::take(&mut self.room);
        // lines beyond the window are of no matter before its outline is near
        let window = self.active_windows[w].patch.bounds();
        let mut seen = *bounds;
        for corner in [window.low, window.high] {
            seen.include([corner[0] - position[0], corner[1] - position[1]]);
        }
        let mut margin = f64::INFINITY;
        for _ in 0..HALVINGS {
            room.creases.clear();
            room.creases.add(&model.programs, tape, |n: NodeId| jets[n], &seen);
            if !room.creases.crowded {
                break;
            }
            margin = halve(&mut seen, bounds);
        }
        bodies.jets = jets;
        let limit = self.limit_by_lines(bodies, b, part, &room.creases, margin, dy);
        self.room = room;
        limit
    }

    /// From lines found out to `margin` about a part.
    fn limit_by_lines(
        &self,
        bodies: &Multibody,
        b: usize,
        part: &SlidingPart,
        creases: &Creases,
        margin: f64,
        dy: &[f64],
    ) -> f64 {
        let radius = part.footprint.radius();
        let [vx, vy, spin] = bodies.speeds_of(b);
        let at = bodies.nq + bodies.spans[b].v;
        let change = if bodies.is_held(b) { [0.0; 3] } else { [dy[at], dy[at + 1], dy[at + 2]] };
        // looked at anew for each rather than kept: steps take no memory
        let lines = || creases.zeros.iter().filter_map(seen).enumerate();
        let mut limit = f64::INFINITY;
        let mut fastest = [libm::hypot(vx, vy), libm::hypot(change[0], change[1])];
        for (i, line) in lines() {
            let [nx, ny] = line.normal;
            let turns = line.turning.abs() + spin.abs();
            let speed = (line.motion[0] - nx * vx - ny * vy).abs() + turns * radius;
            let gain = (line.motion[1] - nx * change[0] - ny * change[1]).abs()
                + 2.0 * line.turning.abs() * libm::hypot(vx, vy)
                + change[2].abs() * radius;
            fastest = [fastest[0].max(speed), fastest[1].max(gain)];
            if speed + gain == 0.0 {
                continue;
            }
            let [low, high] = extent(part, line.normal);
            let (width, outside) = (high - low, (line.away - high).max(low - line.away));
            let mut way = outside;
            if outside < width {
                let beside = |other: &Seen| {
                    let along = nx * other.normal[0] + ny * other.normal[1];
                    let gap = (line.away - along.signum() * other.away).abs();
                    if along.abs() > 0.9 && gap > ONE_LINE * width { gap } else { width }
                };
                let others = lines().filter(|(j, _)| *j != i).map(|(_, other)| beside(&other));
                way = way.max(WINDOW_STEP_SHARE * others.fold(width, f64::min).max(NARROW_STRIP * width));
            }
            limit = limit.min(time_for(way, speed, gain));
        }
        if margin.is_finite() && fastest[0] + fastest[1] > 0.0 {
            limit = limit.min(time_for(margin.max(WINDOW_STEP_SHARE * NARROW_STRIP * radius), fastest[0], fastest[1]));
        }
        limit
    }

    /// A quantity with its first and second derivative by time, from the rates `dy` at the state of `kinematics`; those known
    /// to no more than that count as changing evenly.
    pub fn probe_jet(&self, bodies: &Multibody, others: &dyn Probes, probe: &Probe, dy: &[f64]) -> Jet {
        let order = match *probe {
            Probe::Point { order, .. }
            | Probe::Angle { order, .. }
            | Probe::Coordinate { order, .. }
            | Probe::SpringStretch { order, .. } => order,
            Probe::Direction { .. } | Probe::Play { .. } => 0,
            Probe::Spin { body, order: 1, axis: 2 } => {
                return self.probe_jet(bodies, others, &Probe::Angle { body, order: 1 }, dy);
            }
            _ => return Jet::constant(self.value_of(bodies, others, probe)),
        };
        let p = bodies.position_probe(probe);
        let mut second = p.bias;
        for (body, row) in p.rows.iter().flatten() {
            let span = bodies.spans[*body];
            second += (0..span.v_len).map(|i| row[i] * dy[bodies.nq + span.v + i]).sum::<f64>();
        }
        match order {
            0 => Jet { value: p.value, first: p.rate, second },
            1 => {
                let jerk = |(body, row): &(usize, Row)| {
                    let span = bodies.spans[*body];
                    let of = |i: usize| self.jerk.get(span.v + i).copied().unwrap_or(0.0);
                    (0..span.v_len).map(|i| row[i] * of(i)).sum::<f64>()
                };
                Jet { value: p.rate, first: second, second: p.rows.iter().flatten().map(jerk).sum() }
            }
            _ => Jet::constant(self.value_of(bodies, others, probe)),
        }
    }
}
