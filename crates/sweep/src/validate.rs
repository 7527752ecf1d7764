//! Whether a problem makes sense, and the times at which hinge and root run into something.

use std::cmp::Ordering;

use crate::curve::Curve;
use crate::fault::Fault;
use crate::lin::{V2, cross, dot, minus, outward};
use crate::numbers::{Rational, Sign, sign_of, to_f64};
use crate::outline::{World, doubled_area};
use crate::point::{Judge, Point};
use crate::problem::{Obstacle, Place, Problem};
use crate::search::Finder;
use crate::tree::Tree;

/// Everything but the start in contact, which tracing finds.
pub(crate) fn check(problem: &Problem) -> Result<(), Fault> {
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
        if !(pawl.stiffness > 0.0) || !pawl.stiffness.is_finite() {
            return Err(Fault::Stiffness { pawl: pawl.name.clone() });
        }
        polygon(&pawl.name, std::slice::from_ref(&pawl.outline))?;
    }
    for obstacle in &problem.obstacles {
        polygon(&obstacle.name, &obstacle.rings)?;
    }
    if let Some(root) = &problem.root {
        polygon("root", std::slice::from_ref(root))?;
    }
    if let Some(root) = &problem.root {
        for obstacle in &problem.obstacles {
            if swallows(obstacle, root) {
                return Err(Fault::Root { obstacle: obstacle.name.clone() });
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
        for obstacle in &problem.obstacles {
            let inside = |p: &Place| within_rings(&obstacle.rings, p) == Sign::Plus;
            if inside(&pawl.hinge) {
                return Err(Fault::Hinge { pawl: pawl.name.clone(), obstacle: obstacle.name.clone() });
            }
            if swallows(obstacle, &turned) {
                return Err(Fault::Inside { pawl: pawl.name.clone(), obstacle: obstacle.name.clone() });
            }
        }
    }
    Ok(())
}

/// Whether a ring and an obstacle lie one inside the other, edges apart.
fn swallows(obstacle: &Obstacle, ring: &[Place]) -> bool {
    let Some(outline) = obstacle.rings.first() else { return false };
    ring.iter().all(|p| within_rings(&obstacle.rings, p) == Sign::Plus)
        || outline.iter().all(|w| within(ring, w) == Sign::Plus)
}

/// Rings with corners, no two vertices alike, no edges that cross, holes inside.
fn polygon(name: &str, rings: &[Vec<Place>]) -> Result<(), Fault> {
    for (n, ring) in rings.iter().enumerate() {
        let n = n as u32;
        if ring.len() < 3 {
            return Err(Fault::FewCorners { polygon: name.to_owned(), ring: n });
        }
        for k in 0..ring.len() {
            if ring[k] == ring[(k + 1) % ring.len()] {
                let (vertex, other) = (k as u32, ((k + 1) % ring.len()) as u32);
                return Err(Fault::Repeated { polygon: name.to_owned(), ring: n, vertex, other });
            }
        }
    }
    // every ring as it is, straight vertices too
    let mut edges: Vec<(u32, u32, V2<Rational>, V2<Rational>)> = Vec::new();
    for (n, ring) in rings.iter().enumerate() {
        for k in 0..ring.len() {
            edges.push((n as u32, k as u32, ring[k].clone(), ring[(k + 1) % ring.len()].clone()));
        }
    }
    for (a, b) in crate::tree::near_pairs(&edges) {
        let (first, second) = (&edges[a], &edges[b]);
        let count = rings[first.0 as usize].len() as u32;
        let next = |x: u32, y: u32| (x + 1) % count == y;
        let adjacent = first.0 == second.0 && (next(first.1, second.1) || next(second.1, first.1));
        let bad = if adjacent {
            // neighbours share a vertex; they may not turn back on each other
            let (p, q) = if next(first.1, second.1) { (first, second) } else { (second, first) };
            let (u, v) = (minus(&p.3, &p.2), minus(&q.3, &q.2));
            sign_of(&cross(&u, &v)) == Sign::Zero && sign_of(&dot(&u, &v)) == Sign::Minus
        } else {
            touching(&first.2, &first.3, &second.2, &second.3)
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
        if doubled_area(ring) == Rational::ZERO {
            return Err(Fault::FewCorners { polygon: name.to_owned(), ring: n as u32 });
        }
        if n > 0
            && let Some(vertex) = ring.iter().position(|p| within(&rings[0], p) != Sign::Plus)
        {
            return Err(Fault::HoleOutside { polygon: name.to_owned(), ring: n as u32, vertex: vertex as u32 });
        }
    }
    Ok(())
}

/// Whether two closed segments have a point in common.
fn touching(a: &V2<Rational>, b: &V2<Rational>, c: &V2<Rational>, d: &V2<Rational>) -> bool {
    let side = |p: &V2<Rational>, q: &V2<Rational>, r: &V2<Rational>| sign_of(&cross(&minus(q, p), &minus(r, p)));
    let on =
        |p: &V2<Rational>, q: &V2<Rational>, r: &V2<Rational>| sign_of(&dot(&minus(r, p), &minus(r, q))) != Sign::Plus;
    let (abc, abd, cda, cdb) = (side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b));
    (abc.times(abd) == Sign::Minus && cda.times(cdb) == Sign::Minus)
        || (abc == Sign::Zero && on(a, b, c))
        || (abd == Sign::Zero && on(a, b, d))
        || (cda == Sign::Zero && on(c, d, a))
        || (cdb == Sign::Zero && on(c, d, b))
}

/// Plus inside a ring, Zero on it, Minus outside.
pub(crate) fn within(ring: &[Place], p: &Place) -> Sign {
    let mut odd = false;
    for k in 0..ring.len() {
        let (a, b) = (&ring[k], &ring[(k + 1) % ring.len()]);
        let side = sign_of(&cross(&minus(b, a), &minus(p, a)));
        if side == Sign::Zero && sign_of(&dot(&minus(p, a), &minus(p, b))) != Sign::Plus {
            return Sign::Zero;
        }
        let up = a[1] <= p[1] && p[1] < b[1];
        let down = b[1] <= p[1] && p[1] < a[1];
        if (up && side == Sign::Plus) || (down && side == Sign::Minus) {
            odd = !odd;
        }
    }
    if odd { Sign::Plus } else { Sign::Minus }
}

/// Plus inside a polygon with holes, Zero on its outline or on that of a hole.
fn within_rings(rings: &[Vec<Place>], p: &Place) -> Sign {
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
pub(crate) fn hinge_hit(world: &World, land_tree: &Tree, end: &Point, judge: &Judge<'_>) -> Option<Point> {
    let ring: Vec<Place> = (0..world.pawl.len()).map(|v| world.pawl.exact(v).clone()).collect();
    if within(&ring, &[Rational::ZERO, Rational::ZERO]) != Sign::Zero {
        return None; // inside, something else is met first; outside, the hinge is no part of the pawl
    }
    let (a, v) = (&world.hinge, &world.velocity);
    let (x, y) = (to_f64(&a[0]), to_f64(&a[1]));
    let (dx, dy) = (to_f64(&v[0]) * end.t.hi, to_f64(&v[1]) * end.t.hi);
    let margin = 1e-9 * (x.abs() + y.abs() + dx.abs() + dy.abs());
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
            Sign::Minus => gap / rate,
            // along the edge from the start
            Sign::Zero if gap == Rational::ZERO => Rational::ZERO,
            _ => continue,
        };
        let at = [&a[0] + &v[0] * &t, &a[1] + &v[1] * &t];
        let along = dot(&minus(&at, w), &g);
        // a corner touched in passing counts: there every angle of an edge through the hinge touches at once
        if t >= Rational::ZERO
            && along >= Rational::ZERO
            && along <= dot(&g, &g)
            && first.as_ref().is_none_or(|f| t < *f)
        {
            first = Some(t);
        }
    }
    let point = judge.fixed(first?, Rational::ZERO, 0);
    judge.exact(&point);
    (judge.order(&point, end) != Ordering::Greater).then_some(point)
}

/// When an outline that only translates is first met by something coming, if before the end; or the edge of the obstacles it
/// overlaps at the start.
pub(crate) fn translating_hit(world: &World, land_tree: &Tree, end: &Point) -> Result<Option<Rational>, u32> {
    let judge = Judge::new(world);
    let tree = Tree::new(&world.pawl);
    let reach = world.pawl.mid.iter().map(|q| (q[0] * q[0] + q[1] * q[1]).sqrt()).fold(0.0, f64::max);
    let far = world.land.mid.iter().flatten().fold(reach, |most, x| most.max(x.abs()));
    let finder = Finder { judge: &judge, pawl_tree: &tree, land_tree, reach, margin: 1e-11 * far, lazy: true };
    if let Some((_, edge)) = finder.overlap(&Rational::ZERO, &Rational::ZERO, 0) {
        return Err(edge);
    }
    let mut now = judge.fixed(Rational::ZERO, Rational::ZERO, 0);
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
            crate::resolve::Next::Free => now = first.point.clone(),
            _ => {
                let exact = judge.exact(&first.point);
                let x = Rational::ZERO;
                return Ok(Some(exact.by.tn.eval(&x) / exact.by.td.eval(&x)));
            }
        }
    }
}
