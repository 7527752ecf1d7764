//! Integrals over parts by brute force: signed fans of triangles, halved until they settle.

use mainspring_geometry::Segment;

/// Nodes and weights on 0..1 by Newton's method on the Legendre polynomial.
fn rule(n: usize) -> Vec<[f64; 2]> {
    (0..n)
        .map(|i| {
            let mut x = libm::cos(std::f64::consts::PI * (i as f64 + 0.75) / (n as f64 + 0.5));
            let mut slope = 1.0;
            for _ in 0..10 {
                let (mut before, mut p) = (1.0, x);
                for k in 2..=n {
                    let k = k as f64;
                    (before, p) = (p, ((2.0 * k - 1.0) * x * p - (k - 1.0) * before) / k);
                }
                slope = n as f64 * (x * p - before) / (x * x - 1.0);
                x -= p / slope;
            }
            [0.5 * (1.0 + x), 1.0 / ((1.0 - x * x) * slope * slope)]
        })
        .collect()
}

fn add(a: &mut [f64; 4], b: [f64; 4], factor: f64) {
    for i in 0..4 {
        a[i] += factor * b[i];
    }
}

fn settle(f: &impl Fn(f64) -> [f64; 4], rule: &[[f64; 2]], from: f64, to: f64, size: [f64; 4], left: u32) -> [f64; 4] {
    let panel = |from: f64, to: f64| {
        let mut sum = [0.0; 4];
        rule.iter().for_each(|[at, w]| add(&mut sum, f(from + (to - from) * at), w * (to - from)));
        sum
    };
    let (whole, middle) = (panel(from, to), 0.5 * (from + to));
    let mut halves = panel(from, middle);
    add(&mut halves, panel(middle, to), 1.0);
    if left == 0 || (0..4).all(|i| (halves[i] - whole[i]).abs() <= 1e-15 * size[i]) {
        return halves;
    }
    let mut sum = settle(f, rule, from, middle, size, left - 1);
    add(&mut sum, settle(f, rule, middle, to, size, left - 1), 1.0);
    sum
}

/// Point of an edge and its derivative, the parameter from 0 to 1.
fn point(edge: &Segment, at: f64) -> ([f64; 2], [f64; 2]) {
    match *edge {
        Segment::Line { from, to } => {
            let way = [to[0] - from[0], to[1] - from[1]];
            ([from[0] + at * way[0], from[1] + at * way[1]], way)
        }
        Segment::Arc { from, center, sweep, .. } => {
            let p = [from[0] - center[0], from[1] - center[1]];
            let (s, c) = libm::sincos(at * sweep);
            let q = [c * p[0] - s * p[1], s * p[0] + c * p[1]];
            ([center[0] + q[0], center[1] + q[1]], [-q[1] * sweep, q[0] * sweep])
        }
    }
}

/// Parameter of the point of an edge closest to `p`.
fn closest(edge: &Segment, p: [f64; 2]) -> f64 {
    let (from, way) = point(edge, 0.0);
    match *edge {
        Segment::Line { .. } => {
            let along = (p[0] - from[0]) * way[0] + (p[1] - from[1]) * way[1];
            (along / (way[0] * way[0] + way[1] * way[1])).clamp(0.0, 1.0)
        }
        Segment::Arc { center, sweep, .. } => {
            let (a, b) = ([from[0] - center[0], from[1] - center[1]], [p[0] - center[0], p[1] - center[1]]);
            let angle = libm::atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1]);
            let angles = [angle, angle + std::f64::consts::TAU, angle - std::f64::consts::TAU];
            angles.into_iter().map(|a| a / sweep).find(|s| (0.0..=1.0).contains(s)).unwrap_or(0.0)
        }
    }
}

/// ∫ f(r, v, |v|) dA over closed loops of edges, for f that may have a kink where |v| is `limit`: along each spoke the
/// places are found and kept to. Spokes start at the centre of rotation when that is near, else at the part's origin.
pub fn cut(
    edges: &[Segment],
    twist: [f64; 3],
    limit: f64,
    f: impl Fn([f64; 2], [f64; 2], f64) -> [f64; 4],
) -> [f64; 4] {
    let places = edges.iter().flat_map(|e| [0.0, 0.3, 0.8].map(|s| point(e, s).0));
    let size = places.clone().map(|p| libm::hypot(p[0], p[1])).fold(0.0, f64::max);
    let [vx, vy, spin] = twist;
    let near = spin != 0.0 && libm::hypot(vx, vy) <= 2.5 * size * spin.abs();
    let hub = if near { [-vy / spin, vx / spin] } else { [0.0; 2] };
    let velocity = |r: [f64; 2]| [vx - spin * r[1], vy + spin * r[0]];
    let speed = |r: [f64; 2]| libm::hypot(velocity(r)[0], velocity(r)[1]);
    let (along, spokes) = (rule(20), rule(16));
    let at = |edge: &Segment, s: f64| {
        let (p, dp) = point(edge, s);
        let x = [p[0] - hub[0], p[1] - hub[1]];
        let weight = x[0] * dp[1] - x[1] * dp[0];
        // |v|² along the spoke is a parabola a t² + 2 b t + c
        let (v, w) = (if near { [0.0; 2] } else { velocity(hub) }, [-spin * x[1], spin * x[0]]);
        let (a, b) = (w[0] * w[0] + w[1] * w[1], v[0] * w[0] + v[1] * w[1]);
        let c = (libm::hypot(v[0], v[1]) - limit) * (libm::hypot(v[0], v[1]) + limit);
        let mut stops = vec![0.0, 1.0];
        let root = b * b - a * c;
        if limit.is_finite() && root > 0.0 {
            let k = -(b + if b < 0.0 { -root.sqrt() } else { root.sqrt() });
            stops.extend([k / a, c / k].into_iter().filter(|t| *t > 0.0 && *t < 1.0));
        }
        stops.sort_by(f64::total_cmp);
        let mut sum = [0.0; 4];
        for pair in stops.windows(2) {
            for [u, w] in &spokes {
                let t = pair[0] + u * (pair[1] - pair[0]);
                let r = [hub[0] + t * x[0], hub[1] + t * x[1]];
                add(&mut sum, f(r, velocity(r), speed(r)), w * (pair[1] - pair[0]) * t * weight);
            }
        }
        sum
    };
    let most = places
        .map(|r| f(r, velocity(r), speed(r)))
        .fold([0.0_f64; 2], |m, v| [m[0].max(v[0].abs()).max(v[1].abs()), m[1].max(v[3].abs())]);
    let area = size * size;
    let scale = [most[0] * area, most[0] * area, most[0] * area * size, most[1] * area];
    let mut sum = [0.0; 4];
    for edge in edges {
        // thirds, so that no panel of a full circle is a symmetric accident, and where the edge reaches the limit
        let mut stops = vec![0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0];
        stops.push(closest(edge, hub));
        let beyond = |s: f64| speed(point(edge, s).0) > limit;
        for k in 0..1000 {
            let (mut low, mut high) = (f64::from(k) / 1000.0, f64::from(k + 1) / 1000.0);
            if limit.is_finite() && beyond(low) != beyond(high) {
                let start = beyond(low);
                for _ in 0..50 {
                    let middle = 0.5 * (low + high);
                    if beyond(middle) == start { low = middle } else { high = middle }
                }
                stops.push(low);
            }
        }
        stops.sort_by(f64::total_cmp);
        for pair in stops.windows(2).filter(|p| p[0] < p[1]) {
            add(&mut sum, settle(&|s| at(edge, s), &along, pair[0], pair[1], scale, 40), 1.0);
        }
    }
    sum
}
