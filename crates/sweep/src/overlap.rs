//! Whether pawl and obstacles overlap at a rational time and angle, decided exactly.
//!
//! Edges that cross inside both tell at once. Where edges only touch (a corner on an edge, edges flush), each is cut at the
//! touches; from the middle of every piece a step of no length is taken to the inner side, and the winding number of the other
//! polygons there tells whether both are there. Comparisons carry the step as a second, infinitely smaller part.

use std::cell::OnceCell;

use crate::curve::{Curve, Kind};
use crate::finder::Finder;
use crate::form::Form;
use crate::lin::{V2, cross, dot, minus};
use crate::numbers::{Interval, Rational, Sign, sign_of, to_f64, to_interval};
use crate::point::Point;
use crate::problem::Angle;
use crate::tolerances::SURELY_APART;
use crate::world_number::Number;

/// A segment.
type Edge = [V2<Rational>; 2];

impl Finder<'_> {
    /// Edges (of the pawl, of the obstacles) that cross or touch where the pawl overlaps an obstacle, at a rational time and
    /// angle; `None` where it does not.
    pub fn overlap(&self, t: &Rational, u: &Rational, chart: i32) -> Option<(u32, u32)> {
        let world = self.predicates.world;
        let [c, s] = Angle { sheet: chart, half: u.clone() }.cos_sin();
        let mut pairs = Vec::new();
        let (near_t, near_c, near_s) = (to_interval(t), to_interval(&c), to_interval(&s));
        self.touching(near_t, near_c.mid(), near_s.mid(), &mut pairs);
        if pairs.is_empty() {
            return None;
        }
        if world.boxed {
            return self.overlap_in_box(&pairs, to_interval(t), [to_interval(&c), to_interval(&s)]);
        }
        let near: Vec<V2<Interval>> = (0..world.pawl.len())
            .map(|v| {
                let (q, p, w) = (Interval::pawl(world, v), &world.hinge_near, &world.velocity_near);
                [
                    p[0] + w[0] * near_t + near_c * q[0] - near_s * q[1],
                    p[1] + w[1] * near_t + near_s * q[0] + near_c * q[1],
                ]
            })
            .collect();
        let near_of_pawl = |i: u32| [near[i as usize], near[world.pawl.next(i) as usize]];
        let near_of_land = |j: u32| [*Interval::land(world, j), *Interval::land(world, world.land.next(j))];
        let exact = OnceCell::new();
        let placed = || exact.get_or_init(|| self.placed(t, u, chart));
        let of_pawl = |i: u32| [placed()[i as usize].clone(), placed()[world.pawl.next(i) as usize].clone()];
        let of_land = |j: u32| [world.land.exact(j).clone(), world.land.exact(world.land.next(j)).clone()];
        let mut touches: Vec<(u32, u32)> = Vec::new();
        for &(i, j) in &pairs {
            let found = match surely_meet(&near_of_pawl(i), &near_of_land(j)) {
                Some(true) => Meet::Cross,
                Some(false) => Meet::Apart,
                None => {
                    self.predicates.count(|c| c.exact += 1);
                    meet(&of_pawl(i), &of_land(j))
                }
            };
            match found {
                Meet::Cross => return Some((i, j)),
                Meet::Touch => touches.push((i, j)),
                Meet::Apart => {}
            }
        }
        touches.iter().copied().find(|&(i, j)| {
            let along: Vec<Edge> = touches.iter().filter(|(k, _)| *k == i).map(|(_, j)| of_land(*j)).collect();
            let onto: Vec<Edge> = touches.iter().filter(|(_, k)| *k == j).map(|(i, _)| of_pawl(*i)).collect();
            let in_land = |p: &V2<Rational>, n: &V2<Rational>| {
                let mut near = Vec::new();
                let (x, y) = (to_f64(&p[0]), to_f64(&p[1]));
                let by = self.margin;
                self.land_tree.within([x - by, y - by, x + by, f64::INFINITY], &mut near);
                near.iter().map(|&k| turns(&of_land(k), p, n)).sum::<i32>() > 0
            };
            let in_pawl = |p: &V2<Rational>, n: &V2<Rational>| {
                (0..world.pawl.len()).map(|k| turns(&of_pawl(k), p, n)).sum::<i32>() > 0
            };
            enters(&of_pawl(i), &along, in_land) || enters(&of_land(j), &onto, in_pawl)
        })
    }

    /// Whether the pawl at a rational time and angle lies wholly inside an obstacle or around one, edges apart.
    pub fn swallowed(&self, t: &Rational, u: &Rational, chart: i32) -> bool {
        let world = self.predicates.world;
        let placed = self.placed(t, u, chart);
        let aside = [Rational::ONE, Rational::ZERO];
        let count = |edges: &mut dyn Iterator<Item = Edge>, p: &V2<Rational>| {
            edges.map(|edge| turns(&edge, p, &aside)).sum::<i32>() > 0
        };
        let of_land = |j: u32| [world.land.exact(j).clone(), world.land.exact(world.land.next(j)).clone()];
        let of_pawl = |i: u32| [placed[i as usize].clone(), placed[world.pawl.next(i) as usize].clone()];
        count(&mut (0..world.land.len()).map(of_land), &placed[0])
            || (0..world.land.len()).any(|j| count(&mut (0..world.pawl.len()).map(of_pawl), world.land.exact(j)))
    }

    /// The pawl's corners at a rational time and angle.
    fn placed(&self, t: &Rational, u: &Rational, chart: i32) -> Vec<V2<Rational>> {
        let world = self.predicates.world;
        let [c, s] = Angle { sheet: chart, half: u.clone() }.cos_sin();
        (0..world.pawl.len())
            .map(|v| {
                let q = world.pawl.exact(v);
                [
                    &world.hinge[0] + &world.velocity[0] * t + &c * &q[0] - &s * &q[1],
                    &world.hinge[1] + &world.velocity[1] * t + &s * &q[0] + &c * &q[1],
                ]
            })
            .collect()
    }

    /// Whether two edges are apart at a point where nothing overlaps: by their distance where rounding cannot hide it, else by
    /// whether an end of one lies on the other, exactly.
    pub fn apart(&self, point: &Point, i: u32, j: u32) -> bool {
        if self.distance(point, i, j) > SURELY_APART * self.margin {
            return true;
        }
        let predicates = self.predicates;
        if predicates.world.boxed {
            return false;
        }
        let (next, onto) = (predicates.world.pawl.next(i), predicates.world.land.next(j));
        let touches = |kind: Kind, i: u32, j: u32| {
            let curve = Curve { kind, i, j };
            predicates.sign(Form::Gap(curve), point) == Sign::Zero
                && (0..2).all(|end| predicates.sign(Form::Place(curve, end), point) != Sign::Minus)
        };
        !(touches(Kind::A, i, j) || touches(Kind::B, i, j) || touches(Kind::A, i, onto) || touches(Kind::B, next, j))
    }

    /// Distance of an edge of the pawl from one of the obstacles at a point.
    pub fn distance(&self, point: &Point, i: u32, j: u32) -> f64 {
        let world = self.predicates.world;
        let (t, c, s) = (point.t.mid(), point.c.mid(), point.s.mid());
        let place = |v: u32| {
            let q = world.pawl.mid[v as usize];
            let axis = |n: usize| world.hinge_near[n].mid() + world.velocity_near[n].mid() * t;
            [axis(0) + c * q[0] - s * q[1], axis(1) + s * q[0] + c * q[1]]
        };
        let (a, b) = (place(i), place(world.pawl.next(i)));
        let (p, q) = (world.land.mid[j as usize], world.land.mid[world.land.next(j) as usize]);
        if crosses(a, b, p, q) {
            return 0.0;
        }
        from_segment(a, p, q).min(from_segment(b, p, q)).min(from_segment(p, a, b)).min(from_segment(q, a, b))
    }
}

/// Distance of a point from a segment.
fn from_segment(x: [f64; 2], a: [f64; 2], b: [f64; 2]) -> f64 {
    let (d, e) = ([b[0] - a[0], b[1] - a[1]], [x[0] - a[0], x[1] - a[1]]);
    let s = ((d[0] * e[0] + d[1] * e[1]) / (d[0] * d[0] + d[1] * d[1])).clamp(0.0, 1.0);
    let off = [e[0] - s * d[0], e[1] - s * d[1]];
    (off[0] * off[0] + off[1] * off[1]).sqrt()
}

/// Whether two segments cross, but for rounding.
fn crosses(a: [f64; 2], b: [f64; 2], c: [f64; 2], d: [f64; 2]) -> bool {
    let side = |p: [f64; 2], q: [f64; 2], r: [f64; 2]| (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
    (side(a, b, c) > 0.0) != (side(a, b, d) > 0.0) && (side(c, d, a) > 0.0) != (side(c, d, b) > 0.0)
}

/// How two segments lie.
enum Meet {
    Cross,
    Touch,
    Apart,
}

fn side(of: &Edge, p: &V2<Rational>) -> Sign {
    sign_of(&cross(&minus(&of[1], &of[0]), &minus(p, &of[0])))
}

/// Whether a point on the line of a segment lies on the segment.
fn spans(of: &Edge, p: &V2<Rational>) -> bool {
    sign_of(&dot(&minus(p, &of[0]), &minus(p, &of[1]))) != Sign::Plus
}

/// Whether two segments cross, where intervals tell.
fn surely_meet(a: &[V2<Interval>; 2], b: &[V2<Interval>; 2]) -> Option<bool> {
    let side = |of: &[V2<Interval>; 2], p: &V2<Interval>| cross(&minus(&of[1], &of[0]), &minus(p, &of[0])).sign();
    let split = |x: Option<Sign>, y: Option<Sign>| Some(x?.times(y?));
    let of_a = split(side(a, &b[0]), side(a, &b[1]));
    if of_a == Some(Sign::Plus) {
        return Some(false);
    }
    let of_b = split(side(b, &a[0]), side(b, &a[1]));
    match (of_a, of_b) {
        (_, Some(Sign::Plus)) => Some(false),
        (Some(Sign::Minus), Some(Sign::Minus)) => Some(true),
        _ => None,
    }
}

fn meet(a: &Edge, b: &Edge) -> Meet {
    let of_a = [side(a, &b[0]), side(a, &b[1])];
    if of_a[0].times(of_a[1]) == Sign::Plus {
        return Meet::Apart;
    }
    let of_b = [side(b, &a[0]), side(b, &a[1])];
    if of_a[0].times(of_a[1]) == Sign::Minus && of_b[0].times(of_b[1]) == Sign::Minus {
        return Meet::Cross;
    }
    let touch = (0..2).any(|k| of_a[k] == Sign::Zero && spans(a, &b[k]) || of_b[k] == Sign::Zero && spans(b, &a[k]));
    if touch { Meet::Touch } else { Meet::Apart }
}

/// Whether some piece of an edge, cut where others touch it, has on its inner side the inside of the others.
fn enters(edge: &Edge, others: &[Edge], covered: impl Fn(&V2<Rational>, &V2<Rational>) -> bool) -> bool {
    let way = minus(&edge[1], &edge[0]);
    let length = dot(&way, &way);
    let mut cuts = vec![Rational::ZERO, Rational::ONE];
    for other in others {
        for p in other {
            if side(edge, p) == Sign::Zero && spans(edge, p) {
                cuts.push(dot(&minus(p, &edge[0]), &way) / &length);
            }
        }
    }
    // other touches are at the ends of the edge itself
    cuts.sort();
    cuts.dedup();
    let inward = [-way[1].clone(), way[0].clone()];
    cuts.windows(2).any(|pair| {
        let at = (&pair[0] + &pair[1]) / Rational::from(2);
        covered(&[&edge[0][0] + &way[0] * &at, &edge[0][1] + &way[1] * &at], &inward)
    })
}

/// The sign of a + ε b for ε just above zero.
fn with_step(a: &Rational, b: &Rational) -> Sign {
    match sign_of(a) {
        Sign::Zero => sign_of(b),
        sign => sign,
    }
}

/// What an edge adds to the winding number of its polygon about the point p + ε n, by a ray towards larger y.
fn turns(edge: &Edge, p: &V2<Rational>, n: &V2<Rational>) -> i32 {
    let right_of = |x: &V2<Rational>| with_step(&(&p[0] - &x[0]), &n[0]) != Sign::Minus;
    let (from, to) = (right_of(&edge[0]), right_of(&edge[1]));
    if from == to {
        return 0;
    }
    let way = minus(&edge[1], &edge[0]);
    let left = with_step(&cross(&way, &minus(p, &edge[0])), &cross(&way, n));
    // towards smaller x with the point on the left, or towards larger x with it on the right: the edge is above
    match (from, left) {
        (false, Sign::Plus) => 1,
        (true, Sign::Minus) => -1,
        _ => 0,
    }
}
