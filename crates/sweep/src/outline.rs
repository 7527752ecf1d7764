//! Polygons made ready: corners only, inside on the left, every coordinate as an interval and as a rational.
//!
//! Lengths are multiplied by the common denominator of all coordinates where that is small enough, so that most
//! numbers of a drawing are whole and their intervals are points. Times and angles do not change by that.

use std::sync::Arc;

use crate::curve::Number;
use crate::lin::{V2, cross, minus};
use crate::numbers::{Interval, Rational, Sign, sign_of, to_interval};

/// Rings of corners.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outline {
    exact: Vec<V2<Rational>>,
    near: Vec<V2<Interval>>,
    /// Middle of each interval.
    pub mid: Vec<[f64; 2]>,
    next: Vec<u32>,
    prev: Vec<u32>,
    convex: Vec<bool>,
    at_hinge: Vec<bool>,
    /// Directions of edges, where corners are not points but ranges that belong together; else none.
    edges: Vec<V2<Interval>>,
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

    /// Adds a ring, its inside on the left if it is an outline, on the right if it is a hole. Vertices on a straight
    /// line are left out: nothing happens at them.
    pub fn add_ring(&mut self, polygon: u32, ring: u32, points: &[V2<Rational>], hole: bool) {
        let mut order: Vec<u32> = (0..points.len() as u32).collect();
        if (doubled_area(points) < Rational::ZERO) != hole {
            order.reverse();
        }
        let reversed = order.first().is_some_and(|&v| v != 0);
        let n = order.len();
        let kept: Vec<usize> = (0..n)
            .filter(|&k| {
                let at = |k: usize| &points[order[k % n] as usize];
                let (a, b) = (minus(at(k), at(k + n - 1)), minus(at(k + 1), at(k)));
                sign_of(&cross(&a, &b)) != Sign::Zero
            })
            .collect();
        let first = self.len();
        let count = kept.len() as u32;
        for (m, &k) in kept.iter().enumerate() {
            let at = |k: usize| &points[order[k % n] as usize];
            let here = at(k);
            let (a, b) = (minus(here, at(k + n - 1)), minus(at(k + 1), here));
            let near = [to_interval(&here[0]), to_interval(&here[1])];
            self.mid.push([near[0].mid(), near[1].mid()]);
            self.near.push(near);
            self.at_hinge.push(here.iter().all(|x| *x == Rational::ZERO));
            self.exact.push(here.clone());
            self.convex.push(sign_of(&cross(&a, &b)) == Sign::Plus);
            let m = m as u32;
            self.next.push(first + (m + 1) % count);
            self.prev.push(first + (m + count - 1) % count);
            self.from.push((polygon, ring, order[k]));
            // an edge is named by the vertex it starts at in the ring as given
            self.from_edge.push(if reversed { order[(k + 1) % n] } else { order[k] });
        }
    }
}

/// Twice the signed area of a ring.
pub(crate) fn doubled_area(points: &[V2<Rational>]) -> Rational {
    let n = points.len();
    (0..n).fold(Rational::ZERO, |sum, k| sum + cross(&points[k], &points[(k + 1) % n]))
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
    pub scale: Rational,
    /// Whether the intervals are ranges of many worlds at once: what they do not decide is then in doubt.
    pub boxed: bool,
}

impl Number for Interval {
    fn pawl(world: &World, vertex: u32) -> &V2<Self> {
        &world.pawl.near[vertex as usize]
    }
    fn land(world: &World, vertex: u32) -> &V2<Self> {
        &world.land.near[vertex as usize]
    }
    fn hinge(world: &World) -> &V2<Self> {
        &world.hinge_near
    }
    fn pawl_edge(world: &World, i: u32) -> V2<Self> {
        let known = world.pawl.edges.get(i as usize).copied();
        known.unwrap_or_else(|| minus(Self::pawl(world, world.pawl.next(i)), Self::pawl(world, i)))
    }
    fn land_edge(world: &World, j: u32) -> V2<Self> {
        let known = world.land.edges.get(j as usize).copied();
        known.unwrap_or_else(|| minus(Self::land(world, world.land.next(j)), Self::land(world, j)))
    }
    fn velocity(world: &World) -> &V2<Self> {
        &world.velocity_near
    }
    fn friction(world: &World) -> &Self {
        &world.friction_near
    }
    fn exactly(value: &Rational) -> Self {
        to_interval(value)
    }
}

impl Number for Rational {
    fn pawl(world: &World, vertex: u32) -> &V2<Self> {
        &world.pawl.exact[vertex as usize]
    }
    fn land(world: &World, vertex: u32) -> &V2<Self> {
        &world.land.exact[vertex as usize]
    }
    fn hinge(world: &World) -> &V2<Self> {
        &world.hinge
    }
    fn pawl_edge(world: &World, i: u32) -> V2<Self> {
        minus(Self::pawl(world, world.pawl.next(i)), Self::pawl(world, i))
    }
    fn land_edge(world: &World, j: u32) -> V2<Self> {
        minus(Self::land(world, world.land.next(j)), Self::land(world, j))
    }
    fn velocity(world: &World) -> &V2<Self> {
        &world.velocity
    }
    fn friction(world: &World) -> &Self {
        &world.friction
    }
    fn exactly(value: &Rational) -> Self {
        value.clone()
    }
}
