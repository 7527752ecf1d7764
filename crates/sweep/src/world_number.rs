//! The numbers of a world in each of the forms they are asked for.

use crate::lin::{V2, minus};
use crate::numbers::{Ball, Interval, Rational, Ring, to_interval};
use crate::outline::{Balls, World};

/// Numbers a world holds in two forms: intervals for deciding fast, rationals for deciding surely.
pub(crate) trait Number: Ring {
    fn pawl(world: &World, vertex: u32) -> &V2<Self>;
    fn land(world: &World, vertex: u32) -> &V2<Self>;
    fn hinge(world: &World) -> &V2<Self>;
    fn velocity(world: &World) -> &V2<Self>;
    fn friction(world: &World) -> &Self;
    fn pawl_edge(world: &World, i: u32) -> V2<Self>;
    fn land_edge(world: &World, j: u32) -> V2<Self>;
    /// A rational as a number of this kind.
    fn exactly(value: &Rational) -> Self;
}

/// A world without balls has none to offer.
static NO_BALLS: Balls = Balls {
    hinge: [Ball { m: 0.0, r: f64::INFINITY }; 2],
    velocity: [Ball { m: 0.0, r: f64::INFINITY }; 2],
    friction: Ball { m: 0.0, r: f64::INFINITY },
};

fn balls(world: &World) -> &Balls {
    world.balls.as_ref().unwrap_or(&NO_BALLS)
}

impl Number for Ball {
    fn pawl(world: &World, vertex: u32) -> &V2<Self> {
        &world.pawl.ball[vertex as usize]
    }
    fn land(world: &World, vertex: u32) -> &V2<Self> {
        &world.land.ball[vertex as usize]
    }
    fn hinge(world: &World) -> &V2<Self> {
        &balls(world).hinge
    }
    fn pawl_edge(world: &World, i: u32) -> V2<Self> {
        world.pawl.ball_edges[i as usize]
    }
    fn land_edge(world: &World, j: u32) -> V2<Self> {
        world.land.ball_edges[j as usize]
    }
    fn velocity(world: &World) -> &V2<Self> {
        &balls(world).velocity
    }
    fn friction(world: &World) -> &Self {
        &balls(world).friction
    }
    fn exactly(value: &Rational) -> Self {
        Self::of(to_interval(value))
    }
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
