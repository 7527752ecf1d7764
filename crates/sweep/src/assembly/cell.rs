//! One box of dimensions: whether the same thing happens all over it.
//!
//! The drawing must stay sound all over the box (rings that do not touch themselves, corners that stay corners, a hinge outside of
//! obstacles); then each pawl is traced with ranges for coordinates. If nothing is in doubt to the end, every problem of the
//! box goes through the same contacts to the same end.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use super::affine::{Affine, Scalar};
use super::sketch::Sketch;
use crate::boxed::{Span, unit};
use crate::finder::Finder;
use crate::lin::{cross, dot, minus, outward};
use crate::numbers::{Interval, Rational, Sign};
use crate::outline::{Outline, World};
use crate::point::ExactPredicates;
use crate::problem::{Angle, Problem};
use crate::solve::{land_of, world, world_of};
use crate::tolerances::BOX_MARGIN;
use crate::trace_state::{Limit, Trace};
use crate::trajectory::Kind;
use crate::tree::Tree;
use crate::validate;
use crate::world_number::Number;

/// What every problem of a box does.
pub(crate) struct Proof {
    /// [`Kind::End`], or why it is blocked.
    pub cause: Kind,
    /// When the root arrives.
    pub end: Interval,
    pub pawls: Vec<PawlProof>,
}

impl Proof {
    /// Whether it ends with every pawl relaxed and free.
    pub fn ends_relaxed(&self) -> bool {
        self.cause == Kind::End && self.pawls.iter().all(|p| p.spans.last().is_some_and(|span| span.on.is_none()))
    }
}

/// What one pawl does in every problem of a box.
pub(crate) struct PawlProof {
    pub world: World,
    pub stiffness: Interval,
    pub spans: Vec<Span>,
}

type Corner = [Affine; 2];

fn apart(a: &Corner, b: &Corner) -> Corner {
    [b[0].minus(&a[0]), b[1].minus(&a[1])]
}

fn turn(a: &Corner, b: &Corner) -> Affine {
    a[0].times(&b[1]).minus(&a[1].times(&b[0]))
}

fn near(p: &Corner) -> [Interval; 2] {
    [p[0].interval(), p[1].interval()]
}

/// What happens all over the box a sketch is drawn for, if that can be told.
pub(crate) fn prove(sketch: &Sketch<Affine>) -> Option<Proof> {
    let middle = sketch.map(|x| x.centre().clone()).problem();
    let scale = Rational::ONE;
    let mut land = land_of(&middle, &scale);
    widen(&mut land, |polygon, ring| &sketch.obstacles[polygon].1[ring])?;
    let land_tree = Tree::new(&land);
    validate::check(&middle, true).ok()?;
    for (_, rings) in &sketch.obstacles {
        stays_simple(rings)?;
    }
    let land = Arc::new(land);
    let velocity = near(&sketch.velocity);
    if velocity.iter().all(|v| v.contains(0.0)) {
        return None;
    }
    let end = sketch.end.interval();
    if end.lo <= 0.0 {
        return None;
    }
    if let Some(root) = &sketch.root {
        root_stays_clear(sketch, &middle, root, &land, &land_tree, end)?;
    }
    let mut proof = Proof { cause: Kind::End, end, pawls: Vec::new() };
    for (n, pawl) in sketch.pawls.iter().enumerate() {
        stays_simple(std::slice::from_ref(&pawl.outline))?;
        let mut world = world_of(&middle, n, &scale, &land);
        widen(&mut world.pawl, |_, _| &pawl.outline)?;
        world.hinge_near = near(&pawl.hinge);
        world.velocity_near = velocity;
        world.friction_near = pawl.friction.interval();
        world.boxed = true;
        let stiffness = pawl.stiffness.interval();
        if world.friction_near.lo < 0.0 || stiffness.lo <= 0.0 {
            return None;
        }
        hinge_stays_clear(&world, end)?;
        let (cause, spans) = trace(&world, &land_tree, end)?;
        if proof.cause == Kind::End {
            proof.cause = cause;
        }
        proof.pawls.push(PawlProof { world, stiffness, spans });
    }
    Some(proof)
}

fn finder<'a>(predicates: &'a ExactPredicates<'a>, pawl_tree: &'a Tree, land_tree: &'a Tree) -> Finder<'a> {
    let world = predicates.world;
    let count = |outline: &Outline| 0..outline.len();
    let wide = |p: &[Interval; 2]| p[0].width().max(p[1].width());
    let size = |p: &[Interval; 2]| p[0].abs().hi.max(p[1].abs().hi);
    let pawl = || count(&world.pawl).map(|v| Interval::pawl(world, v));
    let land = || count(&world.land).map(|v| Interval::land(world, v));
    let reach = pawl().map(|q| libm::hypot(q[0].abs().hi, q[1].abs().hi)).fold(0.0, f64::max);
    let spread = pawl().map(wide).fold(0.0, f64::max) * 6.0 + land().map(wide).fold(0.0, f64::max) * 2.0;
    let far = land().map(size).fold(reach + size(Interval::hinge(world)), f64::max);
    Finder {
        predicates,
        pawl_tree,
        land_tree,
        reach,
        margin: BOX_MARGIN * far + spread,
        lazy: true,
        scratch: RefCell::default(),
        steps_taken: Cell::new([f64::MAX; 3]),
        seen: RefCell::default(),
    }
}

/// Cause and sliding_intervals of a boxed world.
fn trace(world: &World, land_tree: &Tree, end: Interval) -> Option<(Kind, Vec<Span>)> {
    let predicates = ExactPredicates::new(world);
    let pawl_tree = Tree::new(&world.pawl);
    let finder = finder(&predicates, &pawl_tree, land_tree);
    let mut last = predicates.fixed(crate::numbers::rational(end.mid()), Rational::ZERO, 0);
    last.t = end;
    let limit = Limit { point: &last, kind: Kind::End, time: last.t.mid() };
    let trace = Trace::run(&finder, 1.0, &Angle::zero(), &limit).ok()?;
    if predicates.doubt.get() || trace.ended.is_none() {
        return None;
    }
    let cause = trace.events.last()?.kind;
    Some((cause, trace.spans))
}

/// Gives an outline its ranges, if its corners stay corners, of the same kind, all over the box.
fn widen<'s>(outline: &mut Outline, ring_of: impl Fn(usize, usize) -> &'s Vec<Corner>) -> Option<()> {
    let corner = |v: u32| {
        let (polygon, ring, vertex) = outline.from[v as usize];
        &ring_of(polygon as usize, ring as usize)[vertex as usize]
    };
    let mut places = Vec::new();
    let mut edges = Vec::new();
    for v in 0..outline.len() {
        let (before, here, after) = (corner(outline.prev(v)), corner(v), corner(outline.next(v)));
        let along = apart(here, after);
        let convex = match turn(&apart(before, here), &along).sign()? {
            Sign::Plus => true,
            Sign::Minus => false,
            Sign::Zero => return None,
        };
        let place = near(here);
        let at_hinge = place.iter().all(|x| *x == Interval::ZERO);
        let may_be = place.iter().all(|x| x.contains(0.0));
        if convex != outline.convex(v) || at_hinge != outline.at_hinge(v) || at_hinge != may_be {
            return None;
        }
        // vertices left out between here and the next corner must lie on the edge all over the box
        let (polygon, ring, vertex) = outline.from[v as usize];
        let (_, _, last) = outline.from[outline.next(v) as usize];
        let whole = ring_of(polygon as usize, ring as usize);
        on_the_way(whole, vertex as usize, last as usize, &along)?;
        places.push(place);
        // lengths of edges play no part in signs, so directions do
        edges.push(unit(&near(&along)));
    }
    outline.widen(places, edges);
    Some(())
}

/// Whether the vertices between two corners, in whichever sense there are fewer corners between, lie straight between them.
fn on_the_way(ring: &[Corner], from: usize, to: usize, along: &Corner) -> Option<()> {
    let n = ring.len();
    let straight = |step: usize| {
        let mut k = (from + step) % n;
        while k != to {
            if turn(along, &apart(&ring[from], &ring[k])).sign() != Some(Sign::Zero) {
                return false;
            }
            k = (k + step) % n;
        }
        true
    };
    (straight(1) || straight(n - 1)).then_some(())
}

/// Whether no two edges of rings touch, but for neighbours at their corner, all over the box.
fn stays_simple(rings: &[Vec<Corner>]) -> Option<()> {
    let mut edges = Vec::new();
    for (n, ring) in rings.iter().enumerate() {
        for k in 0..ring.len() {
            let (a, b) = (&ring[k], &ring[(k + 1) % ring.len()]);
            let (p, q) = (near(a), near(b));
            edges.push((n, k, a, b, [p[0].hull(q[0]), p[1].hull(q[1])]));
        }
    }
    for (m, x) in edges.iter().enumerate() {
        for y in &edges[m + 1..] {
            let count = rings[x.0].len();
            let follows = x.0 == y.0 && ((x.1 + 1) % count == y.1 || (y.1 + 1) % count == x.1);
            if follows {
                let (p, q) = if (x.1 + 1) % count == y.1 { (x, y) } else { (y, x) };
                let (u, v) = (apart(p.2, p.3), apart(q.2, q.3));
                let onward = u[0].times(&v[0]).plus(&u[1].times(&v[1])).sign() == Some(Sign::Plus);
                if !matches!(turn(&u, &v).sign(), Some(Sign::Plus | Sign::Minus)) && !onward {
                    return None;
                }
                continue;
            }
            let clear = |k: usize| x.4[k].intersect(y.4[k]).is_none();
            if clear(0) || clear(1) {
                continue;
            }
            let beside = |a: &Corner, b: &Corner, c: &Corner, d: &Corner| {
                let along = apart(a, b);
                let (first, second) = (turn(&along, &apart(a, c)).sign(), turn(&along, &apart(a, d)).sign());
                first == second && matches!(first, Some(Sign::Plus | Sign::Minus))
            };
            if !beside(x.2, x.3, y.2, y.3) && !beside(y.2, y.3, x.2, x.3) {
                return None;
            }
        }
    }
    Some(())
}

/// Whether the hinge starts outside of obstacles and, if it may lie on the pawl's outline, is not driven into one.
fn hinge_stays_clear(world: &World, end: Interval) -> Option<()> {
    let origin = [Interval::ZERO, Interval::ZERO];
    let on_outline = (0..world.pawl.len()).any(|v| {
        let (q, e) = (Interval::pawl(world, v), Interval::pawl_edge(world, v));
        let to = Interval::pawl(world, world.pawl.next(v));
        let side = cross(&e, &minus(&origin, q));
        let before = dot(&e, q).lo > 0.0;
        let behind = dot(&e, to).hi < 0.0;
        side.contains(0.0) && !before && !behind
    });
    let (p, v) = (Interval::hinge(world), Interval::velocity(world));
    for j in 0..world.land.len() {
        let w = Interval::land(world, j);
        let g = minus(Interval::land(world, world.land.next(j)), w);
        let n = outward(&g);
        let length = dot(&g, &g);
        let beside = |along: Interval| along.hi < 0.0 || along.lo > length.hi;
        let (gap, ahead) = (dot(&minus(p, w), &n), dot(&minus(p, w), &g));
        if gap.contains(0.0) && !beside(ahead) {
            return None;
        }
        let rate = dot(v, &n);
        if !on_outline || rate.lo >= 0.0 {
            continue;
        }
        let over_time = Interval::new(0.0, end.hi);
        let swept = gap + rate * over_time;
        if swept.contains(0.0) && !beside(ahead + dot(v, &g) * over_time) {
            // the time of passing its line, and where it passes
            let when = gap.div(rate).scale(-1.0);
            let clear = when.hi < 0.0 || when.lo > end.hi || beside(ahead + dot(v, &g) * when);
            if !clear {
                return None;
            }
        }
    }
    Some(())
}

/// Whether the outline of the root meets nothing until the end.
fn root_stays_clear(
    sketch: &Sketch<Affine>,
    middle: &Problem,
    root: &Vec<Corner>,
    land: &Arc<Outline>,
    land_tree: &Tree,
    end: Interval,
) -> Option<()> {
    stays_simple(std::slice::from_ref(root))?;
    let mut outline = Outline::default();
    let points: Vec<_> = root.iter().map(|p| [p[0].centre().clone(), p[1].centre().clone()]).collect();
    outline.add_ring(0, 0, &points, false);
    widen(&mut outline, |_, _| root)?;
    let origin = [Rational::ZERO, Rational::ZERO];
    let mut body = world(outline, origin, middle, Rational::ZERO, &Rational::ONE, land);
    body.velocity_near = near(&sketch.velocity);
    body.boxed = true;
    let predicates = ExactPredicates::new(&body);
    let tree = Tree::new(&body.pawl);
    let finder = finder(&predicates, &tree, land_tree);
    let now = predicates.fixed(Rational::ZERO, Rational::ZERO, 0);
    let mut last = predicates.fixed(crate::numbers::rational(end.mid()), Rational::ZERO, 0);
    last.t = end;
    let overlaps = finder.overlap(&Rational::ZERO, &Rational::ZERO, 0).is_some();
    let touches = !finder.through(&now, &[]).is_empty();
    let meets = !finder.flight(&now, &last, false).is_empty();
    (!overlaps && !touches && !meets && !predicates.doubt.get()).then_some(())
}
