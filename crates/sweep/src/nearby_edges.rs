//! What comes near: pairs of edges during a piece of a walk, and which of their curves may touch.

use crate::chart::angle;
use crate::curve::{Curve, Kind};
use crate::finder::Finder;
use crate::numbers::Interval;
use crate::tolerances::{RANGE_SLACK, SHORTEST_PIECE};
use crate::tree::{Motion, Pair};
use crate::world_number::Number;

/// Angles within a range, by the middle and half of it, as floats.
#[derive(Clone, Copy)]
pub(crate) struct Facing {
    pub cos: f64,
    pub sin: f64,
    pub by: f64,
}

impl Facing {
    /// Any angle.
    pub const ALL: Self = Self { cos: 1.0, sin: 0.0, by: f64::INFINITY };

    /// Places of a chart from one to another.
    pub fn within(chart: i32, from: f64, to: f64) -> Self {
        let (a, b) = (angle(from, chart), angle(to, chart));
        let mid = 0.5 * (a + b);
        Self { cos: libm::cos(mid), sin: libm::sin(mid), by: 0.5 * (b - a).abs() }
    }

    /// One angle by enclosures of cos and sin.
    pub fn at(c: Interval, s: Interval) -> Self {
        Self { cos: c.mid(), sin: s.mid(), by: 2.0 * (c.width() + s.width()) }
    }
}

/// Pairs of edges in the first piece of a walk, unless it is too short to be shortened.
pub(crate) const FEW: usize = 24;

/// The kinds of walks.
#[derive(Clone, Copy)]
pub(crate) enum Walk {
    Arc,
    Flight,
    Fall,
}

impl Finder<'_> {
    /// The curves that may be touched during a motion.
    pub fn near(&self, motion: &Motion, pairs: &mut Vec<(u32, u32)>) {
        let world = self.predicates.world;
        if self.lazy {
            self.look(motion, usize::MAX, pairs);
        } else {
            pairs.clear();
            for i in 0..world.pawl.len() {
                pairs.extend((0..world.land.len()).map(|j| (i, j)));
            }
        }
    }

    /// Whether to walk in pieces. Over a box what is found in a piece may reach into the next, so there is only one.
    pub fn steps(&self) -> bool {
        self.lazy && !self.predicates.world.boxed
    }

    /// Pairs of edges that come near for times and angles within ranges.
    pub fn near_sector(&self, t: Interval, from: f64, to: f64, pairs: &mut Vec<(u32, u32)>) {
        let mid = 0.5 * (from + to);
        self.look(&self.motion(t, from, to, libm::cos(mid), libm::sin(mid)), usize::MAX, pairs);
    }

    /// The curves that may be touched during a motion that moves the pawl by `length`; `false` where they are too many and the
    /// motion can be shortened. The next time more are allowed, so that a walk along something that stays near on all its length
    /// is not cut into ever more pieces.
    pub fn near_few(&self, motion: &Motion, length: f64, most: &mut usize, pairs: &mut Vec<(u32, u32)>) -> bool {
        if !self.steps() || length <= SHORTEST_PIECE * self.land_tree.usual {
            self.near(motion, pairs);
            return true;
        }
        let all = self.look(motion, *most, pairs);
        if !all {
            *most += *most / 2;
        }
        all
    }

    /// Pairs of edges that come near, by the trees.
    fn look(&self, motion: &Motion, most: usize, pairs: &mut Vec<(u32, u32)>) -> bool {
        let pawl = &self.predicates.world.pawl;
        let trees = Pair { pawl, pawl_tree: self.pawl_tree, land_tree: self.land_tree };
        let (boxes, all) = trees.near(motion, most, &mut self.scratch.borrow_mut(), pairs);
        self.predicates.count(|c| c.boxes += boxes);
        all
    }

    /// How far to look at first: about four usual edges at most.
    pub fn first_step(&self, of: Walk) -> f64 {
        // where nothing stands there is nothing to look at step by step
        let usual = if self.land_tree.usual > 0.0 { self.land_tree.usual } else { f64::INFINITY };
        self.steps_taken.get()[of as usize].min(4.0 * usual)
    }

    /// Remembers how far a walk could look at once, or farther where few pairs were near.
    pub fn looked(&self, of: Walk, length: f64, pairs: usize) {
        let mut taken = self.steps_taken.get();
        taken[of as usize] = if pairs < FEW / 3 { 2.0 * length } else { length };
        self.steps_taken.set(taken);
    }

    pub fn motion(&self, t: Interval, from: f64, to: f64, c: f64, s: f64) -> Motion {
        let world = self.predicates.world;
        let (p, v) = (Interval::hinge(world), Interval::velocity(world));
        let at = [p[0] + v[0] * t, p[1] + v[1] * t];
        Motion {
            hinge: [at[0].mid(), at[1].mid()],
            hinge_by: [0.5 * at[0].width(), 0.5 * at[1].width()],
            cos: c,
            sin: s,
            turn_by: 0.5 * (to - from).abs() * (1.0 + RANGE_SLACK),
            margin: self.margin,
        }
    }

    /// The motion between two angles of a chart, for times within a range.
    pub fn turning(&self, t: Interval, chart: i32, from: f64, to: f64) -> Motion {
        let (a, b) = (angle(from, chart), angle(to, chart));
        let mid = 0.5 * (a + b);
        self.motion(t, a, b, libm::cos(mid), libm::sin(mid))
    }

    /// The curves of pairs of edges that exist and may touch at angles within a range.
    pub fn curves(&self, pairs: &[(u32, u32)], facing: Facing, out: &mut Vec<Curve>) {
        let world = self.predicates.world;
        out.clear();
        out.extend(
            pairs
                .iter()
                .flat_map(|&(i, j)| [Curve::b(i, j), Curve::a(i, j)])
                .filter(|b| b.exists(world) && (world.boxed || !self.lazy || self.may_face(*b, facing))),
        );
    }

    /// Whether a curve is another than one and not a neighbour of it.
    pub fn apart_from(&self, a: Curve, b: Curve) -> bool {
        b != a && !a.neighbours(b, self.predicates.world)
    }

    /// Whether the orientation of a pair may allow it to touch at an angle of a range: no where a condition fails by more than
    /// turning through the range and rounding can make up for.
    fn may_face(&self, b: Curve, facing: Facing) -> bool {
        let world = self.predicates.world;
        let (pawl, land) = (&world.pawl.way, &world.land.way);
        // R e · N of an edge of the pawl and the outward normal of one of the obstacles
        let faces = |e: [f64; 3], g: [f64; 3], sign: f64| {
            let x = [facing.cos * e[0] - facing.sin * e[1], facing.sin * e[0] + facing.cos * e[1]];
            let spare = e[2] * g[2] * (facing.by + RANGE_SLACK) + self.margin * (e[2] + g[2] + self.margin);
            sign * (x[0] * g[1] - x[1] * g[0]) >= -spare
        };
        match b.kind {
            Kind::B => {
                let g = land[b.j as usize];
                faces(pawl[b.i as usize], g, 1.0) && faces(pawl[world.pawl.prev(b.i) as usize], g, -1.0)
            }
            // x · R n of an edge of the obstacles: the same with the roles exchanged, n = e turned by −90°
            Kind::A => {
                let e = pawl[b.i as usize];
                faces(e, land[b.j as usize], -1.0) && faces(e, land[world.land.prev(b.j) as usize], 1.0)
            }
        }
    }
}
