//! Whether rings meet themselves or one another, decided exactly.
//!
//! Edges are taken in the order of their lower ends along one axis; only those whose boxes overlap are compared, by the
//! signs of cross products: with floats and a bound on their error first, in rationals where that does not tell.

use super::number::to_float;
use mainspring_model::Exact;
use mainspring_model::Ring;

/// An edge: its ring, its first corner, and where its box is.
struct Edge<'r> {
    ring: usize,
    at: usize,
    ends: [&'r [Exact; 2]; 2],
    floats: [[f64; 2]; 2],
    low: [f64; 2],
    high: [f64; 2],
}

/// A corner of a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Corner {
    pub ring: usize,
    pub at: usize,
}

/// Two edges, by their first corners, that share more than the corner of neighbours.
pub(super) fn meeting(rings: &[Ring]) -> Option<(Corner, Corner)> {
    let mut edges: Vec<Edge<'_>> = Vec::new();
    for (ring, points) in rings.iter().map(|r| &r.points).enumerate() {
        let floats: Vec<[f64; 2]> = points.iter().map(|p| [to_float(&p[0]), to_float(&p[1])]).collect();
        for at in 0..points.len() {
            let next = (at + 1) % points.len();
            let (a, b) = (floats[at], floats[next]);
            // one step outwards: the floats are rounded
            let low = [a[0].min(b[0]).next_down(), a[1].min(b[1]).next_down()];
            let high = [a[0].max(b[0]).next_up(), a[1].max(b[1]).next_up()];
            edges.push(Edge { ring, at, ends: [&points[at], &points[next]], floats: [a, b], low, high });
        }
    }
    // along the axis on which the boxes are shorter together, so that few overlap
    let spread = |k: usize| {
        let whole = edges.iter().fold([f64::MAX, f64::MIN], |r, e| [r[0].min(e.low[k]), r[1].max(e.high[k])]);
        edges.iter().map(|e| e.high[k] - e.low[k]).sum::<f64>() / (whole[1] - whole[0])
    };
    let axis = usize::from(spread(1) < spread(0));
    let other = 1 - axis;
    edges.sort_by(|a, b| a.low[axis].total_cmp(&b.low[axis]).then(a.ring.cmp(&b.ring)).then(a.at.cmp(&b.at)));
    let mut active: Vec<usize> = Vec::new();
    for now in 0..edges.len() {
        let edge = &edges[now];
        active.retain(|&i| edges[i].high[axis] >= edge.low[axis]);
        for &i in &active {
            let before = &edges[i];
            if before.low[other] <= edge.high[other]
                && before.high[other] >= edge.low[other]
                && meet(before, edge, rings[edge.ring].points.len())
            {
                let [a, b] = [before, edge].map(|e| Corner { ring: e.ring, at: e.at });
                return Some(if (a.ring, a.at) < (b.ring, b.at) { (a, b) } else { (b, a) });
            }
        }
        active.push(now);
    }
    None
}

/// A place that two edges which meet have in common, by their first corners: an end of one on the other, or where they cross.
pub(super) fn common_place(rings: &[Ring], a: Corner, b: Corner) -> [Exact; 2] {
    let ends = |c: Corner| {
        let points = &rings[c.ring].points;
        [&points[c.at], &points[(c.at + 1) % points.len()]]
    };
    let (first, second) = (ends(a), ends(b));
    let cross = |[p, q]: [&[Exact; 2]; 2], r: &[Exact; 2]| {
        (&q[0] - &p[0]) * (&r[1] - &p[1]) - (&q[1] - &p[1]) * (&r[0] - &p[0])
    };
    for (edge, point) in [(first, second[0]), (first, second[1]), (second, first[0]), (second, first[1])] {
        let between = |k: usize| {
            let (x, y) = (&edge[0][k], &edge[1][k]);
            (x <= &point[k] && &point[k] <= y) || (y <= &point[k] && &point[k] <= x)
        };
        if cross(edge, point) == Exact::ZERO && between(0) && between(1) {
            return point.clone();
        }
    }
    let (begin, end) = (cross(first, second[0]), cross(first, second[1]));
    let part = &begin / (&begin - &end);
    [0, 1].map(|k| &second[0][k] + &part * (&second[1][k] - &second[0][k]))
}

/// Whether two edges share more than the corner of neighbours; `corners` of the second edge's ring.
fn meet(a: &Edge<'_>, b: &Edge<'_>, corners: usize) -> bool {
    let side = |e: &Edge<'_>, f: &Edge<'_>, end: usize| {
        turn([e.ends[0], e.ends[1], f.ends[end]], [e.floats[0], e.floats[1], f.floats[end]])
    };
    if a.ring == b.ring {
        for (first, second) in [(a, b), (b, a)] {
            if second.at == (first.at + 1) % corners {
                // neighbours meet again only by running back along each other
                return side(first, second, 1) == 0 && backwards(first.ends, second.ends[1]);
            }
        }
    }
    let (a0, a1) = (side(b, a, 0), side(b, a, 1));
    let (b0, b1) = (side(a, b, 0), side(a, b, 1));
    if a0 * a1 > 0 || b0 * b1 > 0 {
        return false;
    }
    // all on one line: they meet if their boxes do, exactly
    let overlap = |k: usize| {
        let sorted = |e: &Edge<'_>| {
            let (x, y) = (e.ends[0][k].clone(), e.ends[1][k].clone());
            if x <= y { (x, y) } else { (y, x) }
        };
        let ((al, ah), (bl, bh)) = (sorted(a), sorted(b));
        al <= bh && bl <= ah
    };
    [a0, a1, b0, b1] != [0; 4] || overlap(0) && overlap(1)
}

/// Whether `c` lies back along the edge that leads to its second end.
fn backwards(edge: [&[Exact; 2]; 2], c: &[Exact; 2]) -> bool {
    let [a, b] = edge;
    let dot = |k: usize| (&b[k] - &a[k]) * (&c[k] - &b[k]);
    dot(0) + dot(1) < Exact::ZERO
}

/// Sign of (b − a) × (c − a).
fn turn(points: [&[Exact; 2]; 3], floats: [[f64; 2]; 3]) -> i32 {
    let [a, b, c] = floats;
    let (u, v) = ([b[0] - a[0], b[1] - a[1]], [c[0] - a[0], c[1] - a[1]]);
    let cross = u[0] * v[1] - u[1] * v[0];
    // each coordinate is off by half a unit in the last place, and so is every operation
    let size = floats.iter().flatten().fold(0.0f64, |m, x| m.max(x.abs()));
    let length = u.iter().chain(&v).fold(0.0f64, |m, x| m.max(x.abs())) + 4.0 * f64::EPSILON * size;
    let error = 16.0 * f64::EPSILON * size * length + f64::MIN_POSITIVE;
    if cross.abs() > error {
        return if cross > 0.0 { 1 } else { -1 };
    }
    let [a, b, c] = points;
    let cross = (&b[0] - &a[0]) * (&c[1] - &a[1]) - (&b[1] - &a[1]) * (&c[0] - &a[0]);
    match cross.cmp(&Exact::ZERO) {
        std::cmp::Ordering::Less => -1,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => 1,
    }
}

/// Whether a point lies inside rings, holes counted; on an edge it may count as either.
pub(super) fn inside(point: &[Exact; 2], rings: &[Ring]) -> bool {
    let mut crossings = 0usize;
    for ring in rings {
        for (at, a) in ring.points.iter().enumerate() {
            let b = &ring.points[(at + 1) % ring.points.len()];
            if (a[1] <= point[1]) == (b[1] <= point[1]) {
                continue;
            }
            let cross = (&b[0] - &a[0]) * (&point[1] - &a[1]) - (&b[1] - &a[1]) * (&point[0] - &a[0]);
            crossings += usize::from((cross > Exact::ZERO) == (b[1] > a[1]));
        }
    }
    crossings % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use mainspring_definition::Span;

    fn ring(points: &[[i64; 2]]) -> Ring {
        Ring::in_order(points.iter().map(|p| p.map(Exact::from)).collect(), Span::NOWHERE)
    }

    /// Every pair, in whole numbers.
    fn brute(points: &[[i64; 2]]) -> bool {
        let n = points.len();
        let cross = |a: [i64; 2], b: [i64; 2], c: [i64; 2]| {
            ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).signum()
        };
        let on = |a: [i64; 2], b: [i64; 2], c: [i64; 2]| {
            cross(a, b, c) == 0 && (0..2).all(|k| a[k].min(b[k]) <= c[k] && c[k] <= a[k].max(b[k]))
        };
        (0..n).any(|i| {
            (0..n).filter(|j| *j != i).any(|j| {
                let (a, b, c, d) = (points[i], points[(i + 1) % n], points[j], points[(j + 1) % n]);
                if j == (i + 1) % n {
                    return on(a, b, d) || on(c, d, a);
                }
                if i == (j + 1) % n {
                    return on(c, d, b) || on(a, b, c);
                }
                let proper = cross(a, b, c) * cross(a, b, d) < 0 && cross(c, d, a) * cross(c, d, b) < 0;
                proper || on(a, b, c) || on(a, b, d) || on(c, d, a) || on(c, d, b)
            })
        })
    }

    #[test]
    fn all_pairs_agree_on_random_rings() {
        let mut seed = 7u64;
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            i64::try_from(seed >> 33).unwrap() % 7
        };
        let mut met = [0; 2];
        for _ in 0..3000 {
            let n = 3 + usize::try_from(next()).unwrap() % 5;
            let mut points: Vec<[i64; 2]> = Vec::new();
            while points.len() < n {
                let p = [next(), next()];
                if points.last() != Some(&p) && (points.len() + 1 < n || points.first() != Some(&p)) {
                    points.push(p);
                }
            }
            let found = meeting(&[ring(&points)]).is_some();
            assert_eq!(found, brute(&points), "{points:?}");
            met[usize::from(found)] += 1;
        }
        assert!(met.iter().all(|n| *n > 100), "{met:?}");
    }

    #[test]
    fn what_meets_has_a_place_in_common() {
        let square = ring(&[[0, 0], [4, 0], [4, 4], [0, 4]]);
        let place = |points: &[[i64; 2]]| {
            let rings = [square.clone(), ring(points)];
            let (a, b) = meeting(&rings).expect("they meet");
            common_place(&rings, a, b)
        };
        // corner on corner, corner on edge, edge on corner, across
        assert_eq!(place(&[[4, 4], [8, 4], [8, 8]]), [4, 4].map(Exact::from));
        assert_eq!(place(&[[4, 2], [8, 1], [8, 3]]), [4, 2].map(Exact::from));
        assert_eq!(place(&[[3, 5], [5, 3], [6, 6]]), [4, 4].map(Exact::from));
        let [x, y] = place(&[[1, 1], [9, 1], [9, 2]]);
        assert!(x == Exact::from(4) && y >= Exact::ONE && y <= Exact::from(2), "{x} {y}");
    }

    #[test]
    fn a_hair_apart_is_apart() {
        // the notch ends 1e-30 above the base, or on it
        let notch = |gap: Exact| {
            let mut r = ring(&[[0, 0], [4, 0], [4, 4], [2, 1], [0, 4]]);
            r.points[3][1] = gap;
            meeting(&[r]).is_some()
        };
        let tiny = Exact::from_parts(1.into(), dashu_int::UBig::from(10u8).pow(30));
        assert!(!notch(tiny.clone()) && notch(Exact::ZERO) && notch(-tiny));
    }
}
