//! Polygons made ready: corners only, inside on the left, every coordinate as an interval and as a rational.
//!
//! Lengths are multiplied by the common denominator of all coordinates where that is small enough, so that most
//! numbers of a drawing are whole and their intervals are points. Times and angles do not change by that.

use std::sync::Arc;

use crate::lin::{V2, cross, minus};
use crate::numbers::{Ball, Interval, Rational, Sign, sign_of, to_f64, to_interval};

/// Rings of corners.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outline {
    pub exact: Vec<V2<Rational>>,
    pub near: Vec<V2<Interval>>,
    pub ball: Vec<V2<Ball>>,
    pub ball_edges: Vec<V2<Ball>>,
    /// Directions and lengths of edges, nearly.
    pub way: Vec<[f64; 3]>,
    /// Middle of each interval.
    pub mid: Vec<[f64; 2]>,
    next: Vec<u32>,
    prev: Vec<u32>,
    convex: Vec<bool>,
    at_hinge: Vec<bool>,
    /// Directions of edges, where corners are not points but ranges that belong together; else none.
    pub edges: Vec<V2<Interval>>,
    /// Where each corner was in the rings given: (polygon, ring, vertex), and the edge that starts at it.
    pub from: Vec<(u32, u32, u32)>,
    pub from_edge: Vec<u32>,
}

impl Outline {
    pub fn len(&self) -> u32 {
        self.mid.len() as u32
    }

    pub fn next(&self, v: u32) -> u32 {
        self.next[v as usize]
    }

    pub fn prev(&self, v: u32) -> u32 {
        self.prev[v as usize]
    }

    pub fn convex(&self, v: u32) -> bool {
        self.convex[v as usize]
    }

    pub fn at_hinge(&self, v: u32) -> bool {
        self.at_hinge[v as usize]
    }

    /// Makes every corner a range: its place, and the direction of the edge that starts at it.
    pub fn widen(&mut self, near: Vec<V2<Interval>>, edges: Vec<V2<Interval>>) {
        self.mid = near.iter().map(|p| [p[0].mid(), p[1].mid()]).collect();
        self.near = near;
        self.edges = edges;
    }

    pub fn exact(&self, v: u32) -> &V2<Rational> {
        &self.exact[v as usize]
    }

    /// A corner in numbers of the drawing, which was multiplied by the scale.
    pub fn drawn(&self, v: u32, scale: &Scale) -> [f64; 2] {
        let near = &self.near[v as usize];
        [0, 1].map(|k| match scale.float {
            // of exact floats the quotient is rounded once
            Some(by) if near[k].is_point() => near[k].lo / by,
            _ => to_f64(&(&self.exact[v as usize][k] / &scale.exact)),
        })
    }

    /// A corner as seen from a place, where floats hold both and their difference.
    pub fn near_from(&self, v: u32, place: &V2<Interval>) -> Option<[f64; 2]> {
        let here = &self.near[v as usize];
        let exact = |k: usize| {
            let (a, b) = (here[k].lo, place[k].lo);
            let d = a - b;
            // what rounding took away (Knuth): nothing
            let back = a - d;
            here[k].is_point() && place[k].is_point() && (a - (d + back)) + (back - b) == 0.0
        };
        (exact(0) && exact(1)).then(|| [here[0].lo - place[0].lo, here[1].lo - place[1].lo])
    }

    /// The outward normal of an edge, made as long as 1.
    pub fn unit_outward(&self, v: u32) -> [f64; 2] {
        let next = self.next(v) as usize;
        let (a, b) = (&self.near[v as usize], &self.near[next]);
        let [x, y] = [0, 1].map(|k| {
            if a[k].is_point() && b[k].is_point() {
                b[k].lo - a[k].lo
            } else {
                to_f64(&(&self.exact[next][k] - &self.exact[v as usize][k]))
            }
        });
        let length = libm::hypot(x, y);
        [y / length, -x / length]
    }

    /// Adds a ring, its inside on the left if it is an outline, on the right if it is a hole. Vertices on a straight
    /// line are left out: nothing happens at them.
    pub fn add_ring(&mut self, polygon: u32, ring: u32, points: &[V2<Rational>], hole: bool) {
        let near: Vec<V2<Interval>> = points.iter().map(|p| [to_interval(&p[0]), to_interval(&p[1])]).collect();
        let mut order: Vec<u32> = (0..points.len() as u32).collect();
        if (sense(points, &near) == Sign::Minus) != hole {
            order.reverse();
        }
        let reversed = order.first().is_some_and(|&v| v != 0);
        let n = order.len();
        let turn = |k: usize| {
            let [a, b, c] = [k + n - 1, k, k + 1].map(|k| order[k % n] as usize);
            let wide = cross(&minus(&near[b], &near[a]), &minus(&near[c], &near[b])).sign();
            wide.unwrap_or_else(|| sign_of(&cross(&minus(&points[b], &points[a]), &minus(&points[c], &points[b]))))
        };
        let kept: Vec<(usize, Sign)> = (0..n).map(|k| (k, turn(k))).filter(|(_, turn)| *turn != Sign::Zero).collect();
        let first = self.len();
        let count = kept.len() as u32;
        for (m, &(k, turn)) in kept.iter().enumerate() {
            let here = &points[order[k] as usize];
            let near = near[order[k] as usize];
            self.mid.push([near[0].mid(), near[1].mid()]);
            self.near.push(near);
            self.ball.push(near.map(Ball::of));
            self.at_hinge.push(here.iter().all(|x| *x == Rational::ZERO));
            self.exact.push(here.clone());
            self.convex.push(turn == Sign::Plus);
            let m = m as u32;
            self.next.push(first + (m + 1) % count);
            self.prev.push(first + (m + count - 1) % count);
            self.from.push((polygon, ring, order[k]));
            // an edge is named by the vertex it starts at in the ring as given
            self.from_edge.push(if reversed { order[(k + 1) % n] } else { order[k] });
        }
        for v in first..first + count {
            let edge = minus(&self.ball[self.next(v) as usize], &self.ball[v as usize]);
            self.ball_edges.push(edge);
            self.way.push([edge[0].m, edge[1].m, (edge[0].m * edge[0].m + edge[1].m * edge[1].m).sqrt()]);
        }
    }

    /// Whether all coordinates are of a size that balls are made for.
    pub fn tame(&self) -> bool {
        self.near.iter().flatten().all(|x| Ball::tame(*x))
    }
}

/// The sign of the area of a ring: Plus where its inside is on the left.
pub(crate) fn sense(points: &[V2<Rational>], near: &[V2<Interval>]) -> Sign {
    let n = points.len();
    // from the first corner, so that a ring far from the origin loses nothing
    let fan = (1..n.saturating_sub(1))
        .map(|k| cross(&minus(&near[k], &near[0]), &minus(&near[k + 1], &near[0])))
        .fold(Interval::ZERO, |sum, x| sum + x);
    fan.sign().unwrap_or_else(|| {
        sign_of(&(0..n).fold(Rational::ZERO, |sum, k| sum + cross(&points[k], &points[(k + 1) % n])))
    })
}

/// A pawl, what it can touch, and how its hinge moves.
#[derive(Clone, Debug)]
pub(crate) struct World {
    pub pawl: Outline,
    pub land: Arc<Outline>,
    pub hinge: V2<Rational>,
    pub hinge_near: V2<Interval>,
    pub velocity: V2<Rational>,
    pub velocity_near: V2<Interval>,
    pub friction: Rational,
    pub friction_near: Interval,
    /// What lengths of the problem were multiplied by.
    pub scale: Scale,
    /// Hinge, velocity and friction in numbers of the drawing.
    pub drawn: Drawn,
    /// Whether the intervals are ranges of many worlds at once: what they do not decide is then in doubt.
    pub boxed: bool,
    /// Hinge, velocity and friction as balls, where all numbers are of a size that balls are made for.
    pub balls: Option<Balls>,
}

/// A factor, and the float it is, if it is one.
#[derive(Clone, Debug)]
pub(crate) struct Scale {
    pub exact: Rational,
    pub float: Option<f64>,
}

impl Scale {
    /// A scaled length as it was drawn.
    pub fn drawn(&self, length: f64) -> f64 {
        length / self.float.unwrap_or_else(|| to_f64(&self.exact))
    }

    pub fn new(exact: &Rational) -> Self {
        let near = to_interval(exact);
        Self { exact: exact.clone(), float: near.is_point().then_some(near.lo) }
    }
}

/// Numbers of a world as they were drawn.
#[derive(Clone, Debug)]
pub(crate) struct Drawn {
    pub hinge: [f64; 2],
    pub velocity: [f64; 2],
    pub friction: f64,
}

/// What a world holds as balls beside its outlines.
#[derive(Clone, Debug)]
pub(crate) struct Balls {
    pub hinge: V2<Ball>,
    pub velocity: V2<Ball>,
    pub friction: Ball,
}

impl World {
    /// Makes the balls ready.
    pub fn with_balls(mut self) -> Self {
        let own = self.hinge_near.iter().chain(&self.velocity_near).chain([&self.friction_near]);
        self.balls = (own.into_iter().all(|x| Ball::tame(*x)) && self.pawl.tame() && self.land.tame()).then(|| Balls {
            hinge: self.hinge_near.map(Ball::of),
            velocity: self.velocity_near.map(Ball::of),
            friction: Ball::of(self.friction_near),
        });
        self
    }
}
