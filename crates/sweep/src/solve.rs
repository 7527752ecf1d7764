//! The whole question answered: every pawl traced, all of them stopped by the first that cannot go on.

use std::cell::{Cell, RefCell};
use std::cmp::Ordering;
use std::sync::Arc;

use crate::fault::Fault;
use crate::finder::Finder;
use crate::numbers::{Rational, to_f64, to_interval};
use crate::outline::{Drawn, Outline, Scale, World};
use crate::point::{Counts, ExactPredicates, Point};
use crate::problem::{Place, Problem};
use crate::tolerances::{BOX_MARGIN, FAR};
use crate::trace_state::{BadStart, Limit, Trace};
use crate::trajectory::{Kind, Trajectory};
use crate::tree::Tree;
use crate::validate;

/// How candidates are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Method {
    /// Through trees of boxes, following what is met.
    #[default]
    Lazy,
    /// Every pair of features at every event, nothing sorted out beforehand, every corner of the free region looked at from a
    /// time beside it: the twin for tests and benchmarks.
    Naive,
}

/// The answer.
#[derive(Clone, Debug)]
pub struct Motion {
    /// One for each pawl, in their order.
    pub pawls: Vec<Trajectory>,
    /// The pawl that ended the motion, if one did.
    pub stopped_by: Option<usize>,
    /// When the motion ended, s.
    pub end: f64,
    /// Why.
    pub cause: Kind,
    /// Decisions over all pawls.
    pub counts: Counts,
}

impl Motion {
    /// Whether a way in has done its work: the root has gone all the way, or has come to rest on something after a pawl
    /// has clicked, as a cover does on its seat.
    #[must_use]
    pub fn assembles(&self) -> bool {
        let click = |kind: Kind| matches!(kind, Kind::SnapTangent | Kind::SnapVertex);
        let clicks = || self.pawls.iter().any(|p| p.events.iter().any(|e| click(e.kind)));
        self.cause == Kind::End || self.cause == Kind::RootHit && clicks()
    }
}

/// Traces all pawls of a problem.
///
/// # Errors
/// What is wrong with the problem, by polygon and vertex.
pub fn solve(problem: &Problem, method: Method) -> Result<Motion, Fault> {
    validate::check(problem, true)?;
    solve_checked(problem, method)
}

/// Goes on from where another motion ended: a hinge that lies outside of its pawl may be anywhere.
pub(crate) fn solve_on(problem: &Problem) -> Result<Motion, Fault> {
    validate::check(problem, false)?;
    solve_checked(problem, Method::Lazy)
}

fn solve_checked(problem: &Problem, method: Method) -> Result<Motion, Fault> {
    let Some(near) = brought_near(problem) else { return solve_here(problem, method) };
    let mut motion = solve_here(&near, method)?;
    for (found, pawl) in motion.pawls.iter_mut().zip(&problem.pawls) {
        let hinge = [to_f64(&pawl.hinge[0]), to_f64(&pawl.hinge[1])];
        found.pieces.iter_mut().filter_map(|piece| piece.law.as_mut()).for_each(|law| law.hinge = hinge);
    }
    Ok(motion)
}

/// A scene far from the origin with a hinge at the origin: floats next to which everything is small have few digits left for
/// it, and what they cannot tell is left to exact numbers.
fn brought_near(problem: &Problem) -> Option<Problem> {
    let centre = &problem.pawls.first()?.hinge;
    let float = |p: &Place| [to_f64(&p[0]), to_f64(&p[1])];
    let from = float(centre);
    let places = || {
        let obstacles = problem.obstacles.iter().flat_map(|o| o.rings.iter().flatten());
        obstacles.chain(problem.pawls.iter().map(|p| &p.hinge)).chain(problem.root.iter().flatten())
    };
    let away = from[0].abs().max(from[1].abs()) / FAR;
    let wide = |p: [f64; 2]| (p[0] - from[0]).abs().max((p[1] - from[1]).abs()) >= away;
    if places().map(float).any(wide) {
        return None;
    }
    let moved = |p: &mut Place| *p = [&p[0] - &centre[0], &p[1] - &centre[1]];
    let mut near = problem.clone();
    near.obstacles.iter_mut().flat_map(|o| o.rings.iter_mut().flatten()).for_each(moved);
    near.pawls.iter_mut().for_each(|pawl| moved(&mut pawl.hinge));
    near.root.iter_mut().flatten().for_each(moved);
    Some(near)
}

fn solve_here(problem: &Problem, method: Method) -> Result<Motion, Fault> {
    let scale = common_denominator(problem);
    let land = Arc::new(land_of(problem, &scale));
    let land_tree = Tree::new(&land);
    let end = end_of(problem, &scale, &land, &land_tree)?;
    let mut found: Vec<(Trajectory, Point)> = Vec::new();
    let mut counts = Counts::default();
    for n in 0..problem.pawls.len() {
        let (trajectory, ended) = trace(problem, n, &scale, &land, &land_tree, method, &end)?;
        add(&mut counts, &trajectory.counts);
        found.push((trajectory, ended));
    }
    // the earliest end stops all
    let world = world_of(problem, 0, &scale, &land);
    let predicates = ExactPredicates::new(&world);
    let mut first = 0;
    for n in 1..found.len() {
        if predicates.order(&found[n].1, &found[first].1) == Ordering::Less {
            first = n;
        }
    }
    let (cause, end) = (found[first].0.last().kind, found[first].0.last().time);
    let ended = found[first].1.clone();
    if matches!(cause, Kind::JamPair | Kind::JamSingle | Kind::JamHinge | Kind::Stick) {
        for n in 0..found.len() {
            if predicates.order(&found[n].1, &ended) == Ordering::Greater {
                let stop = (ended.clone(), Kind::Stopped, end);
                found[n] = trace(problem, n, &scale, &land, &land_tree, method, &stop)?;
                add(&mut counts, &found[n].0.counts);
            }
        }
    }
    Ok(Motion {
        pawls: found.into_iter().map(|(trajectory, _)| trajectory).collect(),
        stopped_by: matches!(cause, Kind::JamPair | Kind::JamSingle | Kind::JamHinge | Kind::Stick).then_some(first),
        end,
        cause,
        counts,
    })
}

fn add(sum: &mut Counts, more: &Counts) {
    sum.filtered += more.filtered;
    sum.exact += more.exact;
    sum.pairs += more.pairs;
    sum.boxes += more.boxes;
}

fn trace(
    problem: &Problem,
    pawl: usize,
    scale: &Rational,
    land: &Arc<Outline>,
    land_tree: &Tree,
    method: Method,
    end: &(Point, Kind, f64),
) -> Result<(Trajectory, Point), Fault> {
    let mut world = world_of(problem, pawl, scale, land);
    if method == Method::Naive {
        world.balls = None;
    }
    let predicates = ExactPredicates::new(&world);
    let pawl_tree = Tree::new(&world.pawl);
    let reach = world.pawl.mid.iter().map(|q| (q[0] * q[0] + q[1] * q[1]).sqrt()).fold(0.0, f64::max);
    let size = |outline: &Outline| outline.mid.iter().flatten().fold(0.0f64, |most, x| most.max(x.abs()));
    let hinge = to_f64(&world.hinge[0]).abs().max(to_f64(&world.hinge[1]).abs());
    let finder = Finder {
        predicates: &predicates,
        pawl_tree: &pawl_tree,
        land_tree,
        reach,
        margin: BOX_MARGIN * (size(land) + reach + hinge),
        lazy: method == Method::Lazy,
        scratch: RefCell::default(),
        steps_taken: Cell::new([f64::MAX; 3]),
        seen: RefCell::default(),
    };
    let hinge_hit = validate::hinge_hit(&world, land_tree, &end.0, &predicates);
    let limit = match &hinge_hit {
        // what would stop it just at the end of its way stops nothing
        Some(point) if end.1 != Kind::End || predicates.order(point, &end.0) == Ordering::Less => {
            Limit { point, kind: Kind::JamHinge, time: point.t.mid() }
        }
        _ => Limit { point: &end.0, kind: end.1, time: end.2 },
    };
    let given = &problem.pawls[pawl];
    let mut trace = Trace::run(&finder, given.stiffness, &given.start, &limit).map_err(|bad| {
        let BadStart::Overlap(i, j) = bad;
        let (obstacle, ring, _) = land.from[j as usize];
        Fault::Overlap {
            pawl: given.name.clone(),
            edge: world.pawl.from_edge[i as usize],
            obstacle: problem.obstacles[obstacle as usize].name.clone(),
            ring,
            obstacle_edge: land.from_edge[j as usize],
        }
    })?;
    let ended = trace.ended.take().expect("a trace runs until it has ended");
    Ok((trace.finish(), ended))
}

/// The least number that makes every coordinate and velocity whole, or 1 where that would be too large to help.
fn common_denominator(problem: &Problem) -> Rational {
    use dashu_int::{
        UBig,
        ops::{BitTest, Gcd},
    };
    let mut all = UBig::ONE;
    let mut places: Vec<&Place> = vec![&problem.velocity];
    places.extend(problem.root.iter().flatten());
    places.extend(problem.obstacles.iter().flat_map(|o| o.rings.iter().flatten()));
    for pawl in &problem.pawls {
        places.push(&pawl.hinge);
        places.extend(&pawl.outline);
    }
    let mut last = UBig::ONE;
    for x in places.into_iter().flatten() {
        let d = x.denominator();
        if *d == UBig::ONE || *d == last {
            continue;
        }
        last.clone_from(d);
        let shared = (&all).gcd(d);
        all = all / shared * d;
        if all.bit_len() > 96 {
            return Rational::ONE;
        }
    }
    Rational::from(all)
}

fn scaled(place: &Place, scale: &Rational) -> Place {
    // the scale is a multiple of every denominator, or 1
    let part = |x: &Rational| {
        if scale.is_one() { x.clone() } else { Rational::from(x.numerator() * (scale.numerator() / x.denominator())) }
    };
    [part(&place[0]), part(&place[1])]
}

pub(crate) fn land_of(problem: &Problem, scale: &Rational) -> Outline {
    let mut land = Outline::default();
    for (n, obstacle) in problem.obstacles.iter().enumerate() {
        for (m, ring) in obstacle.rings.iter().enumerate() {
            let points: Vec<Place> = ring.iter().map(|p| scaled(p, scale)).collect();
            land.add_ring(n as u32, m as u32, &points, m > 0);
        }
    }
    land
}

pub(crate) fn world_of(problem: &Problem, pawl: usize, scale: &Rational, land: &Arc<Outline>) -> World {
    let given = &problem.pawls[pawl];
    let mut outline = Outline::default();
    let points: Vec<Place> = given.outline.iter().map(|p| scaled(p, scale)).collect();
    outline.add_ring(0, 0, &points, false);
    world(outline, scaled(&given.hinge, scale), problem, given.friction.clone(), scale, land)
}

pub(crate) fn world(
    pawl: Outline,
    hinge: Place,
    problem: &Problem,
    friction: Rational,
    scale: &Rational,
    land: &Arc<Outline>,
) -> World {
    let velocity = scaled(&problem.velocity, scale);
    let place = |p: &Place| [to_f64(&(&p[0] / scale)), to_f64(&(&p[1] / scale))];
    let drawn = Drawn { hinge: place(&hinge), velocity: place(&velocity), friction: to_f64(&friction) };
    let near = |p: &Place| [to_interval(&p[0]), to_interval(&p[1])];
    World {
        pawl,
        land: Arc::clone(land),
        hinge_near: near(&hinge),
        hinge,
        velocity_near: near(&velocity),
        velocity,
        friction_near: to_interval(&friction),
        friction,
        scale: Scale::new(scale),
        drawn,
        boxed: false,
        balls: None,
    }
    .with_balls()
}

/// The end of the motion: the time asked for, or the root's own first hit.
fn end_of(
    problem: &Problem,
    scale: &Rational,
    land: &Arc<Outline>,
    land_tree: &Tree,
) -> Result<(Point, Kind, f64), Fault> {
    let world = world_of(problem, 0, scale, land);
    let predicates = ExactPredicates::new(&world);
    let end = predicates.fixed(problem.end.clone(), Rational::ZERO, 0);
    predicates.exact(&end);
    let asked = to_f64(&problem.end);
    let Some(root) = &problem.root else { return Ok((end, Kind::End, asked)) };
    let mut outline = Outline::default();
    let points: Vec<Place> = root.iter().map(|p| scaled(p, scale)).collect();
    outline.add_ring(0, 0, &points, false);
    let body = self::world(outline, [Rational::ZERO, Rational::ZERO], problem, Rational::ZERO, scale, land);
    let hit = validate::translating_hit(&body, land_tree, &end).map_err(|edge| {
        let (obstacle, _, _) = land.from[edge as usize];
        Fault::Root { obstacle: problem.obstacles[obstacle as usize].name.clone() }
    })?;
    Ok(match hit {
        Some(time) if time < problem.end => {
            let when = to_f64(&time);
            let hit = predicates.fixed(time, Rational::ZERO, 0);
            predicates.exact(&hit);
            (hit, Kind::RootHit, when)
        }
        _ => (end, Kind::End, asked),
    })
}
