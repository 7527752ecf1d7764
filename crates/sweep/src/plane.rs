//! The plane of time and angle, for pictures: curves of contact in a window, where they would stick, the free part.
//!
//! Only pictures use this, so it is plain f64; nothing is decided by it. A curve (a vertex of the pawl on an edge, or an
//! edge on a vertex) has two branches, by the sign σ of its lever ℓ, each a function of time by the closed forms of
//! [`crate::force`]. It applies between times at which it begins or ceases to: where ℓ = 0 (h = ±ρ, or |w − p| = |d|),
//! where a corner meets a corner (|w − p(t)| = |q|, quadratic in t), and where edges align (θ known, t from a linear
//! equation). These times cut the window into sliding_intervals on which one look in the middle tells whether the arc is there.
//! No applicable arc passes through the inside of the free part, so the free angles around the state reach to the
//! nearest arcs above and below it.

use std::f64::consts::TAU;
use std::sync::Arc;

use crate::contact::Contact;
use crate::force::{Law, Touch};
use crate::numbers::{Rational, to_f64};
use crate::outline::Outline;
use crate::problem::Problem;
use crate::solve::{land_of, world_of};
use crate::tolerances::{INSIDE_PIECE, ON_ARC, SHORT_PIECE};
use crate::trajectory::Trajectory;
use mainspring_numerics::vec2::{dot, sub};

/// Points on a stretch of an arc, besides those cut in where it begins to stick.
const POINTS: usize = 17;
/// Columns of the free part over the window, besides those at events.
const COLUMNS: usize = 400;
/// Halvings that find where sticking begins.
const HALVINGS: usize = 40;
/// Which part of the plane, and how much of it at most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// First and last time, s.
    pub time: [f64; 2],
    /// Lowest and highest deflection, rad.
    pub angle: [f64; 2],
    /// Arcs at most.
    pub most: usize,
}

/// What is to be seen in a window.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plane {
    /// Stretches of constraint curves where they apply.
    pub arcs: Vec<PlaneArc>,
    /// The free angles around the state, without jumps within each list.
    pub free: Vec<Vec<Slice>>,
    /// The path of the state as points (s, rad), broken where it falls.
    pub path: Vec<Vec<[f64; 2]>>,
}

/// A stretch of a constraint curve.
#[derive(Clone, Debug, PartialEq)]
pub struct PlaneArc {
    /// What would touch.
    pub contact: Contact,
    /// Free above it; below it otherwise.
    pub floor: bool,
    /// Points (s, rad) in the order of time.
    pub points: Vec<[f64; 2]>,
    /// Parts of it on which friction would hold a pawl that is deflected there.
    pub sticks: Vec<Vec<[f64; 2]>>,
}

/// Free angles around the state at one time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slice {
    /// s
    pub time: f64,
    /// Lowest and highest, cut at the window, rad.
    pub angle: [f64; 2],
}

/// More arcs than were asked for at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("more than {most} arcs in the window")]
pub struct TooManyArcs {
    /// How many were asked for at most.
    pub most: usize,
}

/// An arc with what is needed to know it at any time.
struct Drawn {
    law: Law,
    /// First and last time.
    span: [f64; 2],
    /// Angles at points, all on one branch.
    points: Vec<[f64; 2]>,
}

/// The plane of a pawl of a problem, with the path found for it.
///
/// # Errors
/// There are too many arcs in the window.
///
/// # Panics
/// If there is no such pawl.
pub fn plane(problem: &Problem, pawl: usize, trajectory: &Trajectory, window: &Window) -> Result<Plane, TooManyArcs> {
    let scale = Rational::ONE;
    let land = Arc::new(land_of(problem, &scale));
    let world = world_of(problem, pawl, &scale, &land);
    let float = |p: &[Rational; 2]| [to_f64(&p[0]), to_f64(&p[1])];
    let sight = Sight {
        pawl: &world.pawl,
        land: &land,
        hinge: float(&world.hinge),
        velocity: float(&world.velocity),
        stiffness: problem.pawls[pawl].stiffness,
        friction: to_f64(&world.friction),
        window,
    };
    let mut plane = Plane::default();
    let mut drawn = Vec::new();
    sight.arcs(&mut plane.arcs, &mut drawn)?;
    for piece in &trajectory.pieces {
        let (from, to) = (piece.start.max(window.time[0]), piece.end.min(window.time[1]));
        if from >= to {
            continue;
        }
        let part = (to - from) / (window.time[1] - window.time[0]);
        let count = (part * COLUMNS as f64) as usize + 3;
        let inside = |k: usize| from + (to - from) * eased(k as f64 / (count - 1) as f64);
        let path: Vec<[f64; 2]> = (0..count).map(|k| [inside(k), piece.at(inside(k)).theta]).collect();
        // at its ends as just inside: arcs that begin or end there belong to what comes next or was before
        let within = [from + INSIDE_PIECE * (to - from), to - INSIDE_PIECE * (to - from)];
        let slice = |&[time, theta]: &[f64; 2]| {
            let inside = free(&drawn, time.clamp(within[0], within[1]), theta, window);
            Slice { time, ..inside }
        };
        plane.free.push(path.iter().map(slice).collect());
        match plane.path.last_mut().filter(|before| before.last().is_some_and(|p| (p[1] - path[0][1]).abs() < ON_ARC)) {
            Some(before) => before.extend(path),
            None => plane.path.push(path),
        }
    }
    Ok(plane)
}

/// From 0 to 1 with points close together at both ends, where arcs may be steep.
fn eased(s: f64) -> f64 {
    s * s * (3.0 - 2.0 * s)
}

/// Angles around the state up to the nearest arcs.
fn free(drawn: &[Drawn], time: f64, theta: f64, window: &Window) -> Slice {
    let [mut low, mut high] = window.angle;
    for arc in drawn.iter().filter(|arc| arc.span[0] <= time && time <= arc.span[1]) {
        let at = arc.angle(time);
        // the first arc above is free below it, and the other way round
        if arc.law.sigma > 0.0 && at <= theta + ON_ARC {
            low = low.max(at);
        } else if arc.law.sigma < 0.0 && at >= theta - ON_ARC {
            high = high.min(at);
        }
    }
    // what holds the state up is the end of the free part
    if theta > ON_ARC {
        low = theta;
    } else if theta < -ON_ARC {
        high = theta;
    }
    Slice { time, angle: [low.min(theta), high.max(theta)] }
}

impl Drawn {
    /// The angle at a time within the arc.
    fn angle(&self, time: f64) -> f64 {
        let k = self.points.partition_point(|p| p[0] <= time).clamp(1, self.points.len() - 1);
        let ([t0, a0], [t1, a1]) = (self.points[k - 1], self.points[k]);
        let near = if t1 > t0 { a0 + (a1 - a0) * (time - t0) / (t1 - t0) } else { a0 };
        turned_to(angle(&self.law, time), near)
    }
}

/// The same angle on the turn nearest to another.
fn turned_to(angle: f64, near: f64) -> f64 {
    angle + TAU * libm::rint((near - angle) / TAU)
}

/// The angle of a contact at a time, on some turn.
fn angle(law: &Law, time: f64) -> f64 {
    let (r, n, _, _) = law.geometry(time);
    law.angle(r, n)
}

/// Everything of a pawl and its land in floats.
struct Sight<'a> {
    pawl: &'a Outline,
    land: &'a Outline,
    hinge: [f64; 2],
    velocity: [f64; 2],
    stiffness: f64,
    friction: f64,
    window: &'a Window,
}

impl Sight<'_> {
    /// All arcs of the window.
    fn arcs(&self, arcs: &mut Vec<PlaneArc>, drawn: &mut Vec<Drawn>) -> Result<(), TooManyArcs> {
        let reach = self.pawl.mid.iter().map(|q| dot(*q, *q).sqrt()).fold(0.0, f64::max);
        let ends =
            self.window.time.map(|t| [self.hinge[0] + self.velocity[0] * t, self.hinge[1] + self.velocity[1] * t]);
        let near = |a: [f64; 2], b: [f64; 2]| {
            (0..2).all(|k| {
                let (low, high) = (ends[0][k].min(ends[1][k]) - reach, ends[0][k].max(ends[1][k]) + reach);
                a[k].max(b[k]) >= low && a[k].min(b[k]) <= high
            })
        };
        for j in 0..self.land.len() {
            let (w, along) = (self.land.mid[j as usize], self.land.mid[self.land.next(j) as usize]);
            if near(w, along) {
                for i in (0..self.pawl.len()).filter(|&i| self.pawl.convex(i) && !self.pawl.at_hinge(i)) {
                    self.curve(self.vertex_on_edge(i, j), arcs, drawn)?;
                }
            }
            if self.land.convex(j) && near(w, w) {
                for i in 0..self.pawl.len() {
                    self.curve(self.edge_on_vertex(i, j), arcs, drawn)?;
                }
            }
        }
        Ok(())
    }

    fn vertex_on_edge(&self, i: u32, j: u32) -> Candidate {
        let (a, b) = (self.land.mid[j as usize], self.land.mid[self.land.next(j) as usize]);
        let (obstacle, ring, _) = self.land.from[j as usize];
        let q = self.pawl.mid[i as usize];
        let beside = [self.pawl.prev(i), self.pawl.next(i)].map(|k| sub(self.pawl.mid[k as usize], q));
        Candidate {
            contact: Contact::Vertex {
                vertex: self.pawl.from[i as usize].2,
                obstacle,
                ring,
                edge: self.land.from_edge[j as usize],
            },
            touch: Touch::Vertex { q, n: outward(a, b) },
            corners: [(a, dot(q, q)), (b, dot(q, q))],
            beside,
            length: [0.0, 1.0],
            ends: [a, b],
        }
    }

    fn edge_on_vertex(&self, i: u32, j: u32) -> Candidate {
        let (a, b) = (self.pawl.mid[i as usize], self.pawl.mid[self.pawl.next(i) as usize]);
        let (obstacle, ring, vertex) = self.land.from[j as usize];
        let w = self.land.mid[j as usize];
        let n = outward(a, b);
        let along = [-n[1], n[0]];
        let beside = [self.land.prev(j), self.land.next(j)].map(|k| sub(self.land.mid[k as usize], w));
        Candidate {
            contact: Contact::Edge { edge: self.pawl.from_edge[i as usize], obstacle, ring, vertex },
            touch: Touch::Edge { n, d: dot(n, a) },
            corners: [(w, dot(a, a)), (w, dot(b, b))],
            beside,
            length: [dot(a, along), dot(b, along)],
            ends: [a, b],
        }
    }

    /// Both branches of a curve.
    fn curve(&self, candidate: Candidate, arcs: &mut Vec<PlaneArc>, drawn: &mut Vec<Drawn>) -> Result<(), TooManyArcs> {
        for sigma in [1.0, -1.0] {
            let law = Law {
                touch: candidate.touch.clone(),
                from: sub(candidate.corners[0].0, self.hinge),
                way: self.velocity,
                scale: 1.0,
                rest: [[0.0; 2]; 2],
                hinge: self.hinge,
                velocity: self.velocity,
                stiffness: self.stiffness,
                friction: self.friction,
                sigma,
                flat: false,
            };
            let times = self.changes(&candidate);
            for pair in times.windows(2) {
                let [from, to] = [pair[0], pair[1]];
                if to - from <= SHORT_PIECE * (self.window.time[1] - self.window.time[0])
                    || !candidate.applies(&law, 0.5 * (from + to))
                {
                    continue;
                }
                self.stretch(&candidate, &law, [from, to], arcs, drawn)?;
            }
        }
        Ok(())
    }

    /// Times at which a curve may begin or cease to apply, with the ends of the window.
    fn changes(&self, candidate: &Candidate) -> Vec<f64> {
        let [first, last] = self.window.time;
        let mut times = vec![first, last];
        // |w − p(t)|² = square
        let mut distance = |w: [f64; 2], square: f64| {
            let from = sub(w, self.hinge);
            let (a, b, c) = (dot(self.velocity, self.velocity), dot(from, self.velocity), dot(from, from) - square);
            let root = b * b - a * c;
            if root >= 0.0 {
                times.extend([(b - root.sqrt()) / a, (b + root.sqrt()) / a]);
            }
        };
        candidate.corners.iter().for_each(|&(w, square)| distance(w, square));
        let w = candidate.corners[0].0;
        match candidate.touch {
            Touch::Edge { d, .. } => {
                distance(w, d * d);
                // aligned with an edge of the land: N is that edge's normal, and (p − w) · N = d
                for beside in candidate.beside {
                    for normal in [unit_across(beside), unit_across([-beside[0], -beside[1]])] {
                        let speed = dot(self.velocity, normal);
                        times.push((d - dot(sub(self.hinge, w), normal)) / speed);
                    }
                }
            }
            Touch::Vertex { q, n } => {
                let rho = dot(q, q).sqrt();
                let speed = dot(self.velocity, n);
                let height = dot(sub(self.hinge, w), n);
                times.extend([(rho - height) / speed, (-rho - height) / speed]);
                // aligned with an edge of the pawl: h is that edge's signed distance from the hinge
                for beside in candidate.beside {
                    let d = dot(unit_across(beside), q);
                    times.extend([(d - height) / speed, (-d - height) / speed]);
                }
            }
        }
        times.retain(|t| *t >= first && *t <= last);
        times.sort_by(f64::total_cmp);
        times
    }

    /// A stretch on which a curve applies, on every turn that is in the window.
    fn stretch(
        &self,
        candidate: &Candidate,
        law: &Law,
        [from, to]: [f64; 2],
        arcs: &mut Vec<PlaneArc>,
        drawn: &mut Vec<Drawn>,
    ) -> Result<(), TooManyArcs> {
        let mut points: Vec<[f64; 2]> = Vec::with_capacity(POINTS);
        for k in 0..POINTS {
            let time = from + (to - from) * eased(k as f64 / (POINTS - 1) as f64);
            let near = points.last().map_or(0.0, |p| p[1]);
            points.push([time, turned_to(angle(law, time), near)]);
        }
        let (low, high) = points.iter().fold((f64::MAX, f64::MIN), |(l, h), p| (l.min(p[1]), h.max(p[1])));
        let [least, most] = self.window.angle;
        let first = libm::ceil((least - high) / TAU);
        for turn in (0..).map(|k| first + f64::from(k)).take_while(|turn| low + turn * TAU <= most) {
            if arcs.len() >= self.window.most {
                return Err(TooManyArcs { most: self.window.most });
            }
            let points: Vec<[f64; 2]> = points.iter().map(|p| [p[0], p[1] + turn * TAU]).collect();
            let arc = Drawn { law: law.clone(), span: [from, to], points };
            arcs.push(PlaneArc {
                contact: candidate.contact,
                floor: law.sigma > 0.0,
                points: arc.points.clone(),
                sticks: self.sticks(&arc),
            });
            drawn.push(arc);
        }
        Ok(())
    }

    /// Parts of an arc on which friction holds: |ℓ| ≤ με h with the spring pressing the pawl on.
    fn sticks(&self, arc: &Drawn) -> Vec<Vec<[f64; 2]>> {
        if self.friction == 0.0 {
            return Vec::new();
        }
        let holds = |time: f64| {
            let (r, _, l, h) = arc.law.geometry(time);
            let leading = dot(self.velocity, r);
            let pressed = arc.angle(time) * arc.law.sigma >= 0.0;
            pressed && leading * h > 0.0 && l.abs() <= self.friction * h.abs()
        };
        let mut parts: Vec<Vec<[f64; 2]>> = Vec::new();
        let mut before: Option<(f64, bool)> = None;
        for &[time, theta] in &arc.points {
            let held = holds(time);
            if let Some((earlier, was)) = before
                && was != held
            {
                let (mut a, mut b) = (earlier, time);
                for _ in 0..HALVINGS {
                    let middle = 0.5 * (a + b);
                    if holds(middle) == was { a = middle } else { b = middle }
                }
                let edge = [b, arc.angle(b)];
                if held {
                    parts.push(vec![edge]);
                } else if let Some(part) = parts.last_mut() {
                    part.push(edge);
                }
            } else if held && before.is_none() {
                parts.push(Vec::new());
            }
            if held && let Some(part) = parts.last_mut() {
                part.push([time, theta]);
            }
            before = Some((time, held));
        }
        parts.retain(|part| part.len() > 1);
        parts
    }
}

/// A curve before it is known where it applies.
struct Candidate {
    contact: Contact,
    touch: Touch,
    /// Corners of the land, and the squared distances from the hinge at which a corner of the pawl meets them.
    corners: [([f64; 2], f64); 2],
    /// From the touching corner to its neighbours.
    beside: [[f64; 2]; 2],
    /// Range of the contact along the pawl's edge.
    length: [f64; 2],
    /// Ends of the edge.
    ends: [[f64; 2]; 2],
}

impl Candidate {
    /// Whether the contact is on the edge, and the corner's neighbours on its free side.
    fn applies(&self, law: &Law, time: f64) -> bool {
        let (r, n, l, h) = law.geometry(time);
        let p = [law.hinge[0] + law.velocity[0] * time, law.hinge[1] + law.velocity[1] * time];
        match self.touch {
            Touch::Vertex { q, .. } => {
                let x = [p[0] + r[0], p[1] + r[1]];
                let along = sub(self.ends[1], self.ends[0]);
                let part = dot(sub(x, self.ends[0]), along) / dot(along, along);
                if h.abs() > dot(q, q).sqrt() || !(self.length[0]..=self.length[1]).contains(&part) {
                    return false;
                }
                let theta = angle(law, time);
                let (c, s) = (libm::cos(theta), libm::sin(theta));
                self.beside.iter().all(|b| dot([c * b[0] - s * b[1], s * b[0] + c * b[1]], n) >= 0.0)
            }
            Touch::Edge { d, .. } => {
                let far = dot(r, r);
                // ℓ is where the contact is along the edge, from the foot of the perpendicular
                far >= d * d
                    && (self.length[0]..=self.length[1]).contains(&l)
                    && self.beside.iter().all(|b| dot(*b, n) <= 0.0)
            }
        }
    }
}

/// Outward unit normal of an edge with the inside on its left.
fn outward(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    unit_across(sub(b, a))
}

fn unit_across(e: [f64; 2]) -> [f64; 2] {
    let length = libm::hypot(e[0], e[1]);
    [e[1] / length, -e[0] / length]
}
