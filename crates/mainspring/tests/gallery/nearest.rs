//! The shortest way between two convex bodies that are apart, from points that lie farthest in a direction alone.
//!
//! E. G. Gilbert, D. W. Johnson, S. S. Keerthi, "A fast procedure for computing the distance between complex objects in
//! three-dimensional space", IEEE J. Robotics Automation 4, 1988: the point nearest the origin of all differences of their
//! points, by simplices that come ever nearer.

type Vec3 = [f64; 3];

/// Rounds at most.
const ROUNDS: usize = 200;
/// Gain, of the distance, that is none.
const NO_GAIN: f64 = 1e-15;

/// From the second body to the first, as long as they are apart; nothing where they are not, by rounding. `farthest` is the
/// point of all differences, first less second, that lies farthest in a direction.
pub fn shortest(farthest: impl Fn(Vec3) -> Vec3, from: Vec3) -> Option<Vec3> {
    let mut corners = vec![farthest(from.map(|x| -x))];
    let mut near = corners[0];
    for _ in 0..ROUNDS {
        let next = farthest(near.map(|x| -x));
        let gain = dot(near, near) - dot(near, next);
        if gain <= NO_GAIN * dot(near, near) || corners.contains(&next) {
            break;
        }
        corners.push(next);
        let (place, kept) = nearest(&corners)?;
        // rounding of a flat simplex
        if dot(place, place) >= dot(near, near) {
            break;
        }
        (near, corners) = (place, kept);
        if corners.len() == 4 {
            return None;
        }
    }
    (dot(near, near) > 0.0).then_some(near)
}

/// The point of a simplex nearest the origin, and the fewest corners that span it.
fn nearest(corners: &[Vec3]) -> Option<(Vec3, Vec<Vec3>)> {
    let mut best: Option<(Vec3, Vec<Vec3>)> = None;
    for chosen in 1..1_u32 << corners.len() {
        let some: Vec<Vec3> =
            corners.iter().enumerate().filter(|(i, _)| chosen >> i & 1 == 1).map(|(_, c)| *c).collect();
        let Some(place) = foot(&some) else { continue };
        if best.as_ref().is_none_or(|(known, _)| dot(place, place) < dot(*known, *known)) {
            best = Some((place, some));
        }
    }
    best
}

/// The point of the plane, line or point through corners nearest the origin, where it lies between them.
fn foot(corners: &[Vec3]) -> Option<Vec3> {
    let [first, others @ ..] = corners else { return None };
    // shares s of the edges e from the first: Σ (eᵢ·eⱼ) sⱼ = −eᵢ·first
    let edges: Vec<Vec3> = others.iter().map(|c| sub(*c, *first)).collect();
    let n = edges.len();
    let mut rows: Vec<Vec<f64>> =
        edges.iter().map(|e| edges.iter().map(|f| dot(*e, *f)).chain([-dot(*e, *first)]).collect()).collect();
    for k in 0..n {
        let pivot = (k..n).max_by(|i, j| rows[*i][k].abs().total_cmp(&rows[*j][k].abs()))?;
        rows.swap(k, pivot);
        if rows[k][k] == 0.0 {
            return None;
        }
        for i in (0..n).filter(|i| *i != k) {
            let factor = rows[i][k] / rows[k][k];
            for j in k..=n {
                rows[i][j] -= factor * rows[k][j];
            }
        }
    }
    let shares: Vec<f64> = (0..n).map(|k| rows[k][n] / rows[k][k]).collect();
    if shares.iter().any(|s| !s.is_finite() || *s < 0.0) || shares.iter().sum::<f64>() > 1.0 {
        return None;
    }
    let along = |i: usize| edges.iter().zip(&shares).map(|(e, s)| e[i] * s).sum::<f64>();
    Some([0, 1, 2].map(|i| first[i] + along(i)))
}

fn sub(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot(a: Vec3, b: Vec3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
