//! Whether a problem makes sense, and the times at which hinge and root run into something.

use std::cell::{Cell, RefCell};
use std::cmp::Ordering;

use crate::curve::Curve;
use crate::fault::Fault;
use crate::finder::Finder;
use crate::lin::{V2, cross, dot, minus, outward};
use crate::numbers::{Interval, Rational, Sign, sign_of, to_f64, to_interval};
use crate::outline::{World, sense};
use crate::point::{ExactPredicates, Point};
use crate::problem::{Place, Problem};
use crate::tolerances::{BOX_MARGIN, WAY_MARGIN};
use crate::tree::Tree;

/// Everything but the start in contact, which tracing finds.
pub(crate) fn check(problem: &Problem, hinges: bool) -> Result<(), Fault> {
    if problem.pawls.is_empty() {
        return Err(Fault::NoPawl);
    }
    if problem.velocity.iter().all(|x| *x == Rational::ZERO) {
        return Err(Fault::NoVelocity);
    }
    if problem.end <= Rational::ZERO {
        return Err(Fault::NoTime);
    }
    for pawl in &problem.pawls {
        if pawl.friction < Rational::ZERO {
            return Err(Fault::Friction { pawl: pawl.name.clone() });
        }
        if pawl.stiffness <= 0.0 || !pawl.stiffness.is_finite() {
            return Err(Fault::Stiffness { pawl: pawl.name.clone() });
        }
        polygon(&pawl.name, &[Ring::new(&pawl.outline)])?;
    }
    let land: Vec<(&str, Vec<Ring<'_>>)> =
        problem.obstacles.iter().map(|o| (o.name.as_str(), o.rings.iter().map(|r| Ring::new(r)).collect())).collect();
    for (name, rings) in &land {
        polygon(name, rings)?;
    }
    if let Some(root) = &problem.root {
        let root = Ring::new(root);
        polygon("root", std::slice::from_ref(&root))?;
        for (name, rings) in &land {
            if swallows(rings, &root) {
                return Err(Fault::Root { obstacle: (*name).to_owned() });
            }
        }
    }
    for pawl in &problem.pawls {
        let turned: Vec<Place> = {
            let [c, s] = pawl.start.cos_sin();
            let place =
                |q: &Place| [&pawl.hinge[0] + &c * &q[0] - &s * &q[1], &pawl.hinge[1] + &s * &q[0] + &c * &q[1]];
            pawl.outline.iter().map(place).collect()
        };
        let turned = Ring::new(&turned);
        let hinge = [pawl.hinge.clone()];
        let hinge = Ring::new(&hinge);
        for (name, rings) in &land {
            if hinges && within_rings(rings, hinge.corner(0)) == Sign::Plus {
                return Err(Fault::Hinge { pawl: pawl.name.clone(), obstacle: (*name).to_owned() });
            }
            if swallows(rings, &turned) {
                return Err(Fault::Inside { pawl: pawl.name.clone(), obstacle: (*name).to_owned() });
            }
        }
    }
    Ok(())
}

/// A ring as given, with enclosures of its corners.
struct Ring<'a> {
    exact: &'a [Place],
    near: Vec<V2<Interval>>,
}

/// A corner of a ring.
#[derive(Clone, Copy)]
struct Corner<'a>(&'a Place, &'a V2<Interval>);

impl<'a> Ring<'a> {
    fn new(exact: &'a [Place]) -> Self {
        Self { exact, near: exact.iter().map(|p| [to_interval(&p[0]), to_interval(&p[1])]).collect() }
    }

    fn len(&self) -> usize {
        self.exact.len()
    }

    /// A corner, counted round.
    fn corner(&self, k: usize) -> Corner<'_> {
        let k = if k < self.exact.len() { k } else { k - self.exact.len() };
        Corner(&self.exact[k], &self.near[k])
    }
}

/// The side of the line from a to b on which c lies: Plus on the left.
fn side(a: Corner<'_>, b: Corner<'_>, c: Corner<'_>) -> Sign {
    let near = cross(&minus(b.1, a.1), &minus(c.1, a.1)).sign();
    near.unwrap_or_else(|| sign_of(&cross(&minus(b.0, a.0), &minus(c.0, a.0))))
}

/// The sign of (c − a) · (c − b): not Plus where c, on the line of a and b, lies between them.
fn between(a: Corner<'_>, b: Corner<'_>, c: Corner<'_>) -> Sign {
    let near = dot(&minus(c.1, a.1), &minus(c.1, b.1)).sign();
    near.unwrap_or_else(|| sign_of(&dot(&minus(c.0, a.0), &minus(c.0, b.0))))
}

/// How y of one corner stands to that of another.
fn height(a: Corner<'_>, b: Corner<'_>) -> Ordering {
    a.1[1].order(b.1[1]).unwrap_or_else(|| a.0[1].cmp(&b.0[1]))
}

/// Whether a ring and an obstacle lie one inside the other, edges apart.
fn swallows(rings: &[Ring<'_>], ring: &Ring<'_>) -> bool {
    let Some(outline) = rings.first() else { return false };
    (0..ring.len()).all(|k| within_rings(rings, ring.corner(k)) == Sign::Plus)
        || (0..outline.len()).all(|k| within(ring, outline.corner(k)) == Sign::Plus)
}

/// Rings with corners, no two vertices alike, no edges that cross, holes inside.
fn polygon(name: &str, rings: &[Ring<'_>]) -> Result<(), Fault> {
    for (n, ring) in rings.iter().enumerate() {
        let n = n as u32;
        if ring.len() < 3 {
            return Err(Fault::FewCorners { polygon: name.to_owned(), ring: n });
        }
        for k in 0..ring.len() {
            if ring.corner(k).0 == ring.corner(k + 1).0 {
                let (vertex, other) = (k as u32, ((k + 1) % ring.len()) as u32);
                return Err(Fault::Repeated { polygon: name.to_owned(), ring: n, vertex, other });
            }
        }
    }
    // every ring as it is, straight vertices too
    let mut edges: Vec<(u32, u32)> = Vec::new();
    for (n, ring) in rings.iter().enumerate() {
        edges.extend((0..ring.len() as u32).map(|k| (n as u32, k)));
    }
    let ends = |(n, k): (u32, u32)| {
        let ring = &rings[n as usize];
        (ring.corner(k as usize), ring.corner(k as usize + 1))
    };
    for (a, b) in crate::tree::near_pairs(edges.iter().map(|&edge| {
        let (from, to) = ends(edge);
        [from.1[0].hull(to.1[0]), from.1[1].hull(to.1[1])]
    })) {
        let (first, second) = (edges[a], edges[b]);
        let count = rings[first.0 as usize].len() as u32;
        let next = |x: u32, y: u32| (x + 1) % count == y;
        let adjacent = first.0 == second.0 && (next(first.1, second.1) || next(second.1, first.1));
        let bad = if adjacent {
            // neighbours share a vertex; they may not turn back on each other
            let (p, q) = if next(first.1, second.1) { (first, second) } else { (second, first) };
            let ((from, at), (_, to)) = (ends(p), ends(q));
            side(from, at, to) == Sign::Zero && between(from, to, at) == Sign::Plus
        } else {
            touching(ends(first), ends(second))
        };
        if bad {
            return Err(Fault::SelfCrossing {
                polygon: name.to_owned(),
                ring: first.0,
                edge: first.1,
                other_ring: second.0,
                other: second.1,
            });
        }
    }
    for (n, ring) in rings.iter().enumerate() {
        if sense(ring.exact, &ring.near) == Sign::Zero {
            return Err(Fault::FewCorners { polygon: name.to_owned(), ring: n as u32 });
        }
        if n > 0
            && let Some(vertex) = (0..ring.len()).position(|k| within(&rings[0], ring.corner(k)) != Sign::Plus)
        {
            return Err(Fault::HoleOutside { polygon: name.to_owned(), ring: n as u32, vertex: vertex as u32 });
        }
    }
    Ok(())
}

/// Whether two closed segments have a point in common.
fn touching((a, b): (Corner<'_>, Corner<'_>), (c, d): (Corner<'_>, Corner<'_>)) -> bool {
    let (abc, abd) = (side(a, b, c), side(a, b, d));
    if abc.times(abd) == Sign::Plus {
        return false;
    }
    let (cda, cdb) = (side(c, d, a), side(c, d, b));
    let on = |from: Corner<'_>, to: Corner<'_>, p: Corner<'_>| between(from, to, p) != Sign::Plus;
    (abc.times(abd) == Sign::Minus && cda.times(cdb) == Sign::Minus)
        || (abc == Sign::Zero && on(a, b, c))
        || (abd == Sign::Zero && on(a, b, d))
        || (cda == Sign::Zero && on(c, d, a))
        || (cdb == Sign::Zero && on(c, d, b))
}

/// Plus inside a ring, Zero on it, Minus outside.
fn within(ring: &Ring<'_>, p: Corner<'_>) -> Sign {
    let mut odd = false;
    for k in 0..ring.len() {
        let (a, b) = (ring.corner(k), ring.corner(k + 1));
        let (from, to) = (height(a, p), height(b, p));
        if from == to && from != Ordering::Equal {
            continue;
        }
        let side = side(a, b, p);
        if side == Sign::Zero && between(a, b, p) != Sign::Plus {
            return Sign::Zero;
        }
        let up = from != Ordering::Greater && to == Ordering::Greater;
        let down = to != Ordering::Greater && from == Ordering::Greater;
        if (up && side == Sign::Plus) || (down && side == Sign::Minus) {
            odd = !odd;
        }
    }
    if odd { Sign::Plus } else { Sign::Minus }
}

/// Plus inside a polygon with holes, Zero on its outline or on that of a hole.
fn within_rings(rings: &[Ring<'_>], p: Corner<'_>) -> Sign {
    let Some((outline, holes)) = rings.split_first() else { return Sign::Minus };
    let mut place = within(outline, p);
    for hole in holes {
        match within(hole, p) {
            Sign::Plus => return Sign::Minus,
            Sign::Zero if place == Sign::Plus => place = Sign::Zero,
            _ => {}
        }
    }
    place
}

/// When a hinge on the pawl's outline comes to touch an obstacle, even in passing, if before the end.
pub(crate) fn hinge_hit(
    world: &World,
    land_tree: &Tree,
    end: &Point,
    predicates: &ExactPredicates<'_>,
) -> Option<Point> {
    let ring: Vec<Place> = (0..world.pawl.len()).map(|v| world.pawl.exact(v).clone()).collect();
    let origin = [[Rational::ZERO, Rational::ZERO]];
    if within(&Ring::new(&ring), Ring::new(&origin).corner(0)) != Sign::Zero {
        return None; // inside, something else is met first; outside, the hinge is no part of the pawl
    }
    let (a, v) = (&world.hinge, &world.velocity);
    let (x, y) = (to_f64(&a[0]), to_f64(&a[1]));
    let (dx, dy) = (to_f64(&v[0]) * end.t.hi, to_f64(&v[1]) * end.t.hi);
    let margin = WAY_MARGIN * (x.abs() + y.abs() + dx.abs() + dy.abs());
    let mut edges = Vec::new();
    let bounds = [x.min(x + dx) - margin, y.min(y + dy) - margin, x.max(x + dx) + margin, y.max(y + dy) + margin];
    land_tree.within(bounds, &mut edges);
    let mut first: Option<Rational> = None;
    for j in edges {
        let (w, on) = (world.land.exact(j), world.land.exact(world.land.next(j)));
        let g = minus(on, w);
        let n = outward(&g);
        let rate = dot(v, &n);
        let gap = dot(&minus(w, a), &n);
        let t = match sign_of(&rate) {
            Sign::Minus => gap / &rate,
            // along the edge from the start
            Sign::Zero if gap == Rational::ZERO => Rational::ZERO,
            _ => continue,
        };
        let at = [&a[0] + &v[0] * &t, &a[1] + &v[1] * &t];
        let along = dot(&minus(&at, w), &g);
        // from the start what is only left, or passed by, is no hit
        if t == Rational::ZERO && rate != Rational::ZERO && !enters(world, j, &along, &dot(&g, &g)) {
            continue;
        }
        // a corner touched in passing counts: there every angle of an edge through the hinge touches at once
        if t >= Rational::ZERO
            && along >= Rational::ZERO
            && along <= dot(&g, &g)
            && first.as_ref().is_none_or(|f| t < *f)
        {
            first = Some(t);
        }
    }
    let point = predicates.fixed(first?, Rational::ZERO, 0);
    predicates.exact(&point);
    (predicates.order(&point, end) != Ordering::Greater).then_some(point)
}

/// Whether the motion leads from a place on an edge of the obstacles to their inside: at a corner both of its edges tell.
fn enters(world: &World, j: u32, along: &Rational, whole: &Rational) -> bool {
    let corner = match (*along == Rational::ZERO, along == whole) {
        (true, _) => j,
        (_, true) => world.land.next(j),
        _ => return true,
    };
    let edge = |k: u32| minus(world.land.exact(world.land.next(k)), world.land.exact(k));
    // the inside is on the left
    let left = |k: u32| sign_of(&cross(&edge(k), &world.velocity)) == Sign::Plus;
    let (before, after) = (left(world.land.prev(corner)), left(corner));
    if world.land.convex(corner) { before && after } else { before || after }
}

/// When an outline that only translates is first met by something coming, if before the end; or the edge of the obstacles it
/// overlaps at the start.
pub(crate) fn translating_hit(world: &World, land_tree: &Tree, end: &Point) -> Result<Option<Rational>, u32> {
    let predicates = ExactPredicates::new(world);
    let tree = Tree::new(&world.pawl);
    let reach = world.pawl.mid.iter().map(|q| (q[0] * q[0] + q[1] * q[1]).sqrt()).fold(0.0, f64::max);
    let far = world.land.mid.iter().flatten().fold(reach, |most, x| most.max(x.abs()));
    let finder = Finder {
        predicates: &predicates,
        pawl_tree: &tree,
        land_tree,
        reach,
        margin: BOX_MARGIN * far,
        lazy: true,
        scratch: RefCell::default(),
        steps_taken: Cell::new([f64::MAX; 3]),
        seen: RefCell::default(),
    };
    if let Some((_, edge)) = finder.overlap(&Rational::ZERO, &Rational::ZERO, 0) {
        return Err(edge);
    }
    let mut now = predicates.fixed(Rational::ZERO, Rational::ZERO, 0);
    let mut at_once = true;
    loop {
        let mut ahead = if at_once { finder.flight(&now, &now, true) } else { finder.flight(&now, end, false) };
        if ahead.is_empty() && at_once {
            ahead = finder.flight(&now, end, false);
        }
        at_once = false;
        let Some(first) = ahead.first() else { return Ok(None) };
        let known: Vec<Curve> =
            ahead.iter().filter_map(|a| if let crate::arc::What::Cross(b) = a.what { Some(b) } else { None }).collect();
        let met = finder.through(&first.point, &known);
        match finder.resolve(&first.point, 0.0, &met, 0) {
            crate::degenerate_transitions::Next::Free => now = first.point.clone(),
            _ => {
                let exact = predicates.exact(&first.point);
                let x = Rational::ZERO;
                return Ok(Some(exact.by.tn.eval(&x) / exact.by.td.eval(&x)));
            }
        }
    }
}
