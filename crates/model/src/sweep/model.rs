//! What `method sweep` runs: a root that translates, pawls hinged on it by torsion springs, polygons in the way.
//!
//! Every number is the exact rational that the text says, in SI units: `12.3 mm` is 123/10000 m, not the float next to
//! it. An angle is not rational in radians; it enters through the tangent of its half, see [`Angle`].

use super::exact::Exact;
use super::follow::{Follows, Loss, Traced};
use mainspring_definition::{Dimension, Span};

/// A scene of `method sweep`.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepModel {
    /// name of the root
    pub root: String,
    /// where the root is declared
    pub root_span: Span,
    /// of the root, m/s; not zero
    pub velocity: [Exact; 2],
    /// where the root's frame is at t = 0, m
    pub start: [Exact; 2],
    /// when the run ends, s; positive
    pub until: Exact,
    /// of the root, in its frame, m: the run ends where it hits an obstacle
    pub root_outline: Option<Ring>,
    /// in the order they were declared; where they overlap, their union counts
    pub obstacles: Vec<SweepObstacle>,
    /// in the order they were declared; at least one
    pub pawls: Vec<SweepPawl>,
    /// what to tell, in the order asked for; everything if the scene says nothing
    pub report: Vec<SweepReport>,
    /// the scene's own `let` lines
    pub lets: Vec<SweepLet>,
    /// how the root's numbers follow from dimensions
    pub follows: RootFollows,
    /// what decides by a dimension what there is in the drawing, if something does
    pub lost: Option<Loss>,
}

/// A `let` line of the scene.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepLet {
    /// its name
    pub name: String,
    /// where that is written
    pub span: Span,
    /// its number, SI; none where it is no number, or no fraction
    pub value: Option<Exact>,
    /// of the number, if it is one
    pub dimension: Option<Dimension>,
    /// of the unit that the scene's own line is written in, to SI; none where that is no single literal, or an angle
    pub factor: Option<Exact>,
    /// other names of the scene in it, or in what is set in its place
    pub made_of: Vec<String>,
}

/// How the root's numbers follow from dimensions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RootFollows {
    /// of [`SweepModel::velocity`]
    pub velocity: [Follows; 2],
    /// of [`SweepModel::start`]
    pub start: [Follows; 2],
    /// of [`SweepModel::until`]
    pub until: Follows,
}

/// How a pawl's numbers follow from dimensions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PawlFollows {
    /// of [`SweepPawl::hinge`]
    pub hinge: [Follows; 2],
    /// of [`SweepPawl::stiffness`]
    pub stiffness: Follows,
    /// of [`SweepPawl::friction`]
    pub friction: Follows,
    /// what an angle of rest or start is made of, if that is a dimension
    pub angles: Option<Loss>,
}

impl SweepModel {
    /// Corners of all polygons together.
    #[must_use]
    pub fn vertices(&self) -> usize {
        let rings = self.obstacles.iter().flat_map(|o| &o.rings).chain(self.pawls.iter().map(|p| &p.outline));
        rings.chain(&self.root_outline).map(|ring| ring.points.len()).sum()
    }
}

/// A simple closed polygon.
#[derive(Clone, Debug, PartialEq)]
pub struct Ring {
    /// corners in order, m; consecutive ones differ; counter-clockwise, round a hole clockwise
    pub points: Vec<[Exact; 2]>,
    /// where each corner is written; the whole expression where it is made by an operation
    pub spans: Vec<Span>,
    /// how each corner follows from dimensions
    pub follows: Vec<[Follows; 2]>,
    /// the numbers of each corner in the text, from 1: the first and the last of those written at its place
    pub numbers: Vec<[u32; 2]>,
    /// corners in the text, those at one place too
    pub written: u32,
    /// whether the text lists them the other way round
    pub reversed: bool,
}

impl Ring {
    /// Runs the other way, from the same corner.
    pub fn turn_round(&mut self) {
        self.points[1..].reverse();
        self.spans[1..].reverse();
        self.follows[1..].reverse();
        self.numbers[1..].reverse();
        self.reversed = !self.reversed;
    }

    /// One more corner.
    pub fn push(&mut self, [x, y]: [Traced; 2], span: Span, numbers: [u32; 2]) {
        self.points.push([x.value, y.value]);
        self.spans.push(span);
        self.follows.push([x.follows, y.follows]);
        self.numbers.push(numbers);
    }

    /// A corner and how it follows from dimensions.
    #[must_use]
    pub fn corner(&self, at: usize) -> [Traced; 2] {
        let one = |k: usize| Traced { value: self.points[at][k].clone(), follows: self.follows[at][k].clone() };
        [one(0), one(1)]
    }

    /// Corners counted as they stand.
    #[must_use]
    pub fn in_order(points: Vec<[Exact; 2]>, span: Span) -> Self {
        let n = points.len();
        Self {
            points,
            spans: vec![span; n],
            follows: vec![[None, None]; n],
            numbers: (1..=n as u32).map(|k| [k; 2]).collect(),
            written: n as u32,
            reversed: false,
        }
    }

    /// The number of a corner in the text, by its index; of several written at one place the first.
    #[must_use]
    pub fn corner_number(&self, at: usize) -> u32 {
        self.numbers.get(at).map_or(0, |n| n[0])
    }

    /// The number in the text of the edge from a corner to the next, by that corner's index: that of the corner the text
    /// lets it begin at. What goes on straight past corners is one edge.
    #[must_use]
    pub fn edge_number(&self, at: usize) -> u32 {
        // of corners at one place the last has the edge
        self.numbers.get(self.edge_begin(at)).map_or(0, |n| n[1])
    }

    /// Index of the corner at which the text lets that edge begin.
    #[must_use]
    pub fn edge_begin(&self, at: usize) -> usize {
        let n = self.points.len();
        if !self.reversed || at >= n {
            return at;
        }
        let straight = |k: usize| {
            let [a, b, c] = [k + n - 1, k, k + 1].map(|k| &self.points[k % n]);
            (&b[0] - &a[0]) * (&c[1] - &b[1]) == (&b[1] - &a[1]) * (&c[0] - &b[0])
        };
        (1..n).map(|k| (at + k) % n).find(|&k| !straight(k)).unwrap_or(at)
    }

    /// Corners as the text lists them, those at one place too, m: number k is the k-th.
    #[must_use]
    pub fn as_written(&self) -> Vec<&[Exact; 2]> {
        // what closes the outline lies on its first corner
        let mut list: Vec<&[Exact; 2]> = self.points.first().into_iter().cycle().take(self.written as usize).collect();
        for (point, [first, last]) in self.points.iter().zip(&self.numbers) {
            (*first..=*last).for_each(|k| list[k as usize - 1] = point);
        }
        list
    }
}

/// Something in the way.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepObstacle {
    /// path, for people
    pub name: String,
    /// where it is declared
    pub span: Span,
    /// outer rings counter-clockwise, holes clockwise; none meets another; m, in the world
    pub rings: Vec<Ring>,
}

/// A rigid polygon that turns about a hinge on the root, held by a torsion spring.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepPawl {
    /// path, for people
    pub name: String,
    /// where it is declared
    pub span: Span,
    /// in the root's frame, m
    pub hinge: [Exact; 2],
    /// round the hinge at angle 0, m
    pub outline: Ring,
    /// of the spring, N·m/rad; positive
    pub stiffness: Exact,
    /// Coulomb's coefficient between pawl and obstacles; not negative
    pub friction: Exact,
    /// at which the spring is relaxed, from the drawn position
    pub rest: Angle,
    /// at t = 0, from the drawn position
    pub start: Angle,
    /// how its numbers follow from dimensions
    pub follows: PawlFollows,
}

/// θ = π·`sheet` + 2·atan(`half_tangent`), counter-clockwise; as many turns as were written.
#[derive(Clone, Debug, PartialEq)]
pub struct Angle {
    /// half turns
    pub sheet: i32,
    /// tan((θ − π·sheet)/2), from −1 to 1
    pub half_tangent: Exact,
    /// θ as a float, rad
    pub radians: f64,
}

/// What a sweep may be asked to tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SweepReport {
    /// every event with its time, angle and cause
    Events,
    /// which features touched from when to when
    Contacts,
    /// the force that moves the root
    InsertionForce,
}

/// What `report` may name, and what it means.
pub const REPORTS: &[(&str, SweepReport)] = &[
    ("events", SweepReport::Events),
    ("contacts", SweepReport::Contacts),
    ("insertion_force", SweepReport::InsertionForce),
];
