//! The curves f(t, θ) = 0 on which a pawl touches: vertex on edge (B) and edge on vertex (A).
//!
//! Donald and Pai's constraints with normals that are not made unit length: N_j as long as its edge, n_i too, so
//! that everything stays rational. f > 0 is free. ℓ = ∂f/∂θ is the lever arm of the normal, h the distance of the
//! hinge from the line of contact, both times the length of the edge.

use crate::lin::{Lin, V2, cross, dot, minus, outward};
use crate::outline::World;
use crate::world_number::Number;

/// Which feature of the pawl touches which of the obstacles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub(crate) enum Kind {
    /// Edge of the pawl on a vertex of an obstacle.
    A,
    /// Vertex of the pawl on an edge of an obstacle.
    B,
}

/// One curve: pawl feature `i` (edge for A, vertex for B) and obstacle feature `j` (vertex for A, edge for B).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub(crate) struct Curve {
    pub kind: Kind,
    pub i: u32,
    pub j: u32,
}

/// The edge of the pawl that starts at a vertex.
pub(crate) fn pawl_edge<T: Number>(world: &World, i: u32) -> V2<T> {
    T::pawl_edge(world, i)
}

/// The edge of the obstacles that starts at a vertex.
pub(crate) fn land_edge<T: Number>(world: &World, j: u32) -> V2<T> {
    T::land_edge(world, j)
}

impl Curve {
    pub fn a(i: u32, j: u32) -> Self {
        Self { kind: Kind::A, i, j }
    }

    pub fn b(i: u32, j: u32) -> Self {
        Self { kind: Kind::B, i, j }
    }

    /// Whether the vertex of this pair is convex: only then does the curve exist.
    pub fn exists(self, world: &World) -> bool {
        match self.kind {
            Kind::A => world.land.convex(self.j),
            Kind::B => world.pawl.convex(self.i) && !world.pawl.at_hinge(self.i),
        }
    }

    /// f: the gap times the length of the edge.
    pub fn gap<T: Number>(self, world: &World) -> Lin<T> {
        match self.kind {
            Kind::B => {
                let n = outward(&land_edge::<T>(world, self.j));
                let q = T::pawl(world, self.i);
                let mut f = Lin::turned(q, &n);
                f.k = [dot(&minus(T::hinge(world), T::land(world, self.j)), &n), dot(T::velocity(world), &n)];
                f
            }
            Kind::A => {
                let e = pawl_edge::<T>(world, self.i);
                let n = outward(&e);
                let r = minus(T::land(world, self.j), T::hinge(world));
                let v = T::velocity(world);
                Lin {
                    c: [dot(&r, &n), dot(v, &n).neg()],
                    s: [dot(&r, &e), dot(v, &e).neg()],
                    k: [dot(&n, T::pawl(world, self.i)).neg(), T::zero()],
                }
            }
        }
    }

    /// ℓ = ∂f/∂θ = r × N.
    pub fn lever<T: Number>(self, world: &World) -> Lin<T> {
        let f = self.gap::<T>(world);
        Lin { c: f.s.clone(), s: [f.c[0].neg(), f.c[1].neg()], k: [T::zero(), T::zero()] }
    }

    /// h = −r · N on the curve.
    pub fn height<T: Number>(self, world: &World) -> Lin<T> {
        let f = self.gap::<T>(world);
        match self.kind {
            Kind::B => Lin::plain(f.k[0].clone(), f.k[1].clone()),
            Kind::A => Lin::plain(f.k[0].neg(), T::zero()),
        }
    }

    /// v · r, positive where the contact leads the hinge.
    pub fn leading<T: Number>(self, world: &World) -> Lin<T> {
        let v = T::velocity(world);
        match self.kind {
            Kind::B => Lin::turned(T::pawl(world, self.i), v),
            Kind::A => Lin::plain(dot(v, &minus(T::land(world, self.j), T::hinge(world))), dot(v, v).neg()),
        }
    }

    /// The two conditions of orientation, both not negative where the pair can touch; beside each the edges that lie
    /// on each other where it is zero, as (edge of the pawl, edge of the obstacles).
    pub fn orientation<T: Number>(self, world: &World) -> [(Lin<T>, (u32, u32)); 2] {
        match self.kind {
            Kind::B => {
                let n = outward(&land_edge::<T>(world, self.j));
                let back = world.pawl.prev(self.i);
                let behind = pawl_edge::<T>(world, back);
                [
                    (Lin::turned(&[behind[0].neg(), behind[1].neg()], &n), (back, self.j)),
                    (Lin::turned(&pawl_edge::<T>(world, self.i), &n), (self.i, self.j)),
                ]
            }
            Kind::A => {
                let n = outward(&pawl_edge::<T>(world, self.i));
                let back = world.land.prev(self.j);
                let behind = land_edge::<T>(world, back);
                // x · R n = cos (x · n) − sin (x × n)
                let form = |x: V2<T>| Lin {
                    c: [dot(&x, &n), T::zero()],
                    s: [cross(&x, &n).neg(), T::zero()],
                    k: [T::zero(), T::zero()],
                };
                [
                    (form([behind[0].neg(), behind[1].neg()]), (self.i, back)),
                    (form(land_edge::<T>(world, self.j)), (self.i, self.j)),
                ]
            }
        }
    }

    /// The two conditions of place on the edge, both not negative where the pair can touch; beside each the vertices that
    /// meet where it is zero, as (vertex of the pawl, vertex of the obstacles).
    pub fn place<T: Number>(self, world: &World) -> [(Lin<T>, (u32, u32)); 2] {
        match self.kind {
            Kind::B => {
                let g = land_edge::<T>(world, self.j);
                let on = world.land.next(self.j);
                let mut from = Lin::turned(T::pawl(world, self.i), &g);
                let mut to = from.scaled(&T::int(-1));
                let along = dot(T::velocity(world), &g);
                from.k = [dot(&minus(T::hinge(world), T::land(world, self.j)), &g), along.clone()];
                to.k = [dot(&minus(T::land(world, on), T::hinge(world)), &g), along.neg()];
                [(from, (self.i, self.j)), (to, (self.i, on))]
            }
            Kind::A => {
                let e = pawl_edge::<T>(world, self.i);
                let on = world.pawl.next(self.i);
                let lever = self.lever::<T>(world);
                let mut from = lever.clone();
                let mut to = lever.scaled(&T::int(-1));
                from.k = [dot(T::pawl(world, self.i), &e).neg(), T::zero()];
                to.k = [dot(T::pawl(world, on), &e), T::zero()];
                [(from, (self.i, self.j)), (to, (on, self.j))]
            }
        }
    }

    /// Whether two curves share their features so that they meet only where vertices meet or edges lie on each other,
    /// which are ends of both.
    pub fn neighbours(self, other: Self, world: &World) -> bool {
        let near = |a: u32, b: u32, next: &dyn Fn(u32) -> u32| next(a) == b || next(b) == a;
        let on_pawl = |a: u32, b: u32| near(a, b, &|v| world.pawl.next(v));
        let on_land = |a: u32, b: u32| near(a, b, &|v| world.land.next(v));
        match (self.kind, other.kind) {
            (Kind::B, Kind::B) => {
                (self.i == other.i && on_land(self.j, other.j)) || (self.j == other.j && on_pawl(self.i, other.i))
            }
            (Kind::A, Kind::A) => {
                (self.j == other.j && on_pawl(self.i, other.i)) || (self.i == other.i && on_land(self.j, other.j))
            }
            (Kind::A, Kind::B) => {
                (other.i == self.i || other.i == world.pawl.next(self.i))
                    && (self.j == other.j || self.j == world.land.next(other.j))
            }
            (Kind::B, Kind::A) => other.neighbours(self, world),
        }
    }
}

/// The curves that end where a vertex of the pawl meets a vertex of the obstacles.
pub(crate) fn around_vertices(world: &World, i: u32, j: u32) -> [Curve; 4] {
    let (pi, pj) = (world.pawl.prev(i), world.land.prev(j));
    [Curve::a(pi, j), Curve::a(i, j), Curve::b(i, pj), Curve::b(i, j)]
}

/// The curves that meet where an edge of the pawl lies on an edge of the obstacles.
pub(crate) fn around_edges(world: &World, i: u32, j: u32) -> [Curve; 4] {
    let (ni, nj) = (world.pawl.next(i), world.land.next(j));
    [Curve::a(i, j), Curve::a(i, nj), Curve::b(i, j), Curve::b(ni, j)]
}
