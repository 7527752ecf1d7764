//! Exact moments of the common area of two polygons: a clipper on integer corners.
//!
//! Each polygon is a signed sum of triangles fanned from the origin; two triangles are clipped against each other with
//! corners as integer fractions (every one the meeting point of two integer lines, so they stay small). Each corner's
//! term of the moments is an exact fraction; the sum is kept in fixed point with 60 binary places.

pub type Corner = [i64; 2];
type Point = [i64; 3]; // x/w, y/w, w > 0

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

fn lowest([x, y, w]: Point) -> Point {
    let g = gcd(gcd(x, y), w) * w.signum();
    [x / g, y / g, w / g]
}

/// Positive left of the line from a to b, times the point's denominator.
fn side(a: Corner, b: Corner, p: Point) -> i64 {
    (b[0] - a[0]) * (p[1] - a[1] * p[2]) - (b[1] - a[1]) * (p[0] - a[0] * p[2])
}

fn keep_left(points: &[Point], a: Corner, b: Corner) -> Vec<Point> {
    let mut kept = Vec::new();
    for i in 0..points.len() {
        let (p, q) = (points[i], points[(i + 1) % points.len()]);
        let (s, t) = (side(a, b, p), side(a, b, q));
        if s >= 0 {
            kept.push(p);
        }
        if (s > 0 && t < 0) || (s < 0 && t > 0) {
            kept.push(lowest([0, 1, 2].map(|i| s * q[i] - t * p[i])));
        }
    }
    kept
}

/// Sums of fractions in fixed point.
const PLACES: u32 = 60;

fn fixed(numerator: i128, denominator: i128) -> i128 {
    let (whole, rest) = (numerator.div_euclid(denominator), numerator.rem_euclid(denominator));
    (whole << PLACES) + (rest << PLACES) / denominator
}

/// 2A, 6S, 12 S_xx, 24 S_xy, 12 S_yy of a convex polygon about `about`, by Green.
fn add_moments(points: &[Point], about: Corner, sign: i128, sum: &mut [i128; 6]) {
    for i in 0..points.len() {
        let from = |p: Point| [p[0] - about[0] * p[2], p[1] - about[1] * p[2], p[2]].map(i128::from);
        let (p, q) = (from(points[i]), from(points[(i + 1) % points.len()]));
        let k = p[0] * q[1] - p[1] * q[0];
        let w = p[2] * q[2];
        let line = |i: usize| k * (p[i] * q[2] + q[i] * p[2]);
        let square = |i: usize| k * (p[i] * p[i] * q[2] * q[2] + p[i] * q[i] * w + q[i] * q[i] * p[2] * p[2]);
        let mixed = 2 * p[0] * p[1] * q[2] * q[2] + (p[0] * q[1] + q[0] * p[1]) * w + 2 * q[0] * q[1] * p[2] * p[2];
        let terms = [
            fixed(k, w),
            fixed(line(0), w * w),
            fixed(line(1), w * w),
            fixed(square(0), w * w * w),
            fixed(k * mixed, w * w * w),
            fixed(square(1), w * w * w),
        ];
        (0..6).for_each(|i| sum[i] += sign * terms[i]);
    }
}

/// Area, ∫x, ∫y, ∫x², ∫xy, ∫y² about `about` of the common area of two polygons given by their directed edges.
pub fn common_moments(a: &[[Corner; 2]], b: &[[Corner; 2]], about: Corner) -> [f64; 6] {
    let cross = |[p, q]: [Corner; 2]| p[0] * q[1] - p[1] * q[0];
    // counter-clockwise triangles from the origin, and their signs
    let fan = |edges: &[[Corner; 2]]| -> Vec<([Corner; 3], i128)> {
        (edges.iter().filter(|e| cross(**e) != 0))
            .map(|&e| if cross(e) > 0 { ([[0, 0], e[0], e[1]], 1) } else { ([[0, 0], e[1], e[0]], -1) })
            .collect()
    };
    let mut sum = [0i128; 6];
    let others = fan(b);
    for (s, sign) in fan(a) {
        for (t, other) in &others {
            let mut points: Vec<Point> = s.iter().map(|c| [c[0], c[1], 1]).collect();
            for i in 0..3 {
                points = keep_left(&points, t[i], t[(i + 1) % 3]);
            }
            add_moments(&points, about, sign * other, &mut sum);
        }
    }
    let scale = (1i128 << PLACES) as f64;
    let parts = [2.0, 6.0, 6.0, 12.0, 24.0, 12.0];
    [0, 1, 2, 3, 4, 5].map(|i| sum[i] as f64 / scale / parts[i])
}
