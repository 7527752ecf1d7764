//! Single loops of hinges in space, by the four numbers of Denavit and Hartenberg a link, closed here by a method of its own.

use std::fmt::Write;

/// From one hinge to the next: distance along the common normal, angle between the axes (about that normal), and offset along the
/// first axis.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    pub a: f64,
    pub alpha: f64,
    pub d: f64,
}

pub const fn link(a: f64, alpha: f64, d: f64) -> Link {
    Link { a, alpha, d }
}

type Pose = [[f64; 4]; 3];

const HERE: Pose = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];

fn then(a: &Pose, b: &Pose) -> Pose {
    let mut out = HERE;
    for i in 0..3 {
        for j in 0..4 {
            let sum: f64 = (0..3).map(|k| a[i][k] * b[k][j]).sum();
            out[i][j] = sum + if j == 3 { a[i][3] } else { 0.0 };
        }
    }
    out
}

fn hinge(theta: f64) -> Pose {
    let (s, c) = libm::sincos(theta);
    [[c, -s, 0.0, 0.0], [s, c, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]
}

fn bar(link: Link) -> Pose {
    let (s, c) = libm::sincos(link.alpha);
    [[1.0, 0.0, 0.0, link.a], [0.0, c, -s, 0.0], [0.0, s, c, link.d]]
}

/// How far the loop is from closing: place and axes after going round.
fn open(links: &[Link], theta: &[f64]) -> [f64; 12] {
    let mut pose = HERE;
    for (link, theta) in links.iter().zip(theta) {
        pose = then(&then(&pose, &hinge(*theta)), &bar(*link));
    }
    let mut out = [0.0; 12];
    for i in 0..3 {
        for j in 0..4 {
            out[4 * i + j] = pose[i][j] - HERE[i][j];
        }
    }
    out
}

fn size(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// Angles of all hinges with the first as given, near a guess, by damped least squares with differences.
pub fn close(links: &[Link], theta: &[f64]) -> Option<Vec<f64>> {
    let (mut theta, free) = (theta.to_vec(), links.len() - 1);
    let mut damping = 1e-3;
    let mut off = open(links, &theta);
    for _ in 0..400 {
        if size(&off) < 1e-14 {
            break;
        }
        let columns: Vec<[f64; 12]> = (0..free)
            .map(|k| {
                let mut shifted = [theta.clone(), theta.clone()];
                (shifted[0][k + 1], shifted[1][k + 1]) = (theta[k + 1] + 1e-6, theta[k + 1] - 1e-6);
                let [plus, minus] = shifted.map(|t| open(links, &t));
                std::array::from_fn(|i| (plus[i] - minus[i]) / 2e-6)
            })
            .collect();
        let dot = |x: &[f64; 12], y: &[f64; 12]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f64>();
        let mut matrix: Vec<Vec<f64>> =
            columns.iter().map(|x| columns.iter().map(|y| dot(x, y)).chain([-dot(x, &off)]).collect()).collect();
        for (k, row) in matrix.iter_mut().enumerate() {
            row[k] += damping;
        }
        let step = eliminate(matrix);
        let trial: Vec<f64> =
            theta.iter().enumerate().map(|(k, t)| if k == 0 { *t } else { t + step[k - 1] }).collect();
        let found = open(links, &trial);
        if size(&found) < size(&off) {
            (theta, off, damping) = (trial, found, (damping * 0.1).max(1e-18));
        } else if damping > 1e6 {
            break;
        } else {
            damping *= 10.0;
        }
    }
    (size(&off) < 1e-9).then_some(theta)
}

fn eliminate(mut m: Vec<Vec<f64>>) -> Vec<f64> {
    let n = m.len();
    for p in 0..n {
        let best = (p..n).max_by(|&i, &j| m[i][p].abs().total_cmp(&m[j][p].abs())).unwrap_or(p);
        m.swap(p, best);
        for i in 0..n {
            if i != p {
                let factor = m[i][p] / m[p][p];
                for j in p..=n {
                    m[i][j] -= factor * m[p][j];
                }
            }
        }
    }
    (0..n).map(|i| m[i][n] / m[i][i]).collect()
}

/// A scene of the loop: the first hinge starts at `theta[0]`, the others are guessed.
pub fn scene(links: &[Link], theta: &[f64], rate: f64, duration: f64) -> String {
    let mut out = String::from("space spatial\ngravity (0, -3, -9) m/s^2\n");
    let n = links.len();
    for (i, Link { a, alpha, d }) in links[..n - 1].iter().enumerate() {
        let (s, c) = libm::sincos(*alpha);
        // masses askew, no two alike
        let mass = 1.0 + 0.3 * i as f64;
        let _ = writeln!(
            out,
            "primitive l{i} {{ mass = {mass} kg; center = ({}, 0.03, {}) m; inertia = [(0.012, 0.0003, 0.0), (0.0003, 0.03, 0.001), \
             (0.0, 0.001, 0.03)] kg*m^2\n  point s = (0, 0, 0) m axis (0, 0, 1) zero (1, 0, 0); \
             point e = ({a:?}, 0, {d:?}) m axis (0, {:?}, {c:?}) zero (1, 0, 0) }}\npart p{i} = l{i}()",
            0.5 * a + 0.02,
            0.5 * d - 0.01,
            -s
        );
    }
    let _ = writeln!(out, "joint h0 = revolute(ground((0, 0, 0) m, axis = (0, 0, 1), zero = (1, 0, 0)), p0.s)");
    for i in 1..n - 1 {
        let _ = writeln!(out, "joint h{i} = revolute(p{}.e, p{i}.s)", i - 1);
    }
    let Link { a, alpha, d } = links[n - 1];
    let (s, c) = libm::sincos(alpha);
    // where the last link begins: (a, 0, d) turned back
    let _ = writeln!(
        out,
        "joint h{} = revolute(p{}.e, ground(({:?}, {:?}, {:?}) m, axis = (0, {s:?}, {c:?}), zero = (1, 0, 0)))",
        n - 1,
        n - 2,
        -a,
        -s * d,
        -c * d
    );
    let _ = writeln!(out, "start h0 = {:?} rad rate {rate:?} rad/s", theta[0]);
    for (i, theta) in theta.iter().enumerate().skip(1) {
        let _ = writeln!(out, "guess h{i} = {theta:?} rad");
    }
    let _ = writeln!(out, "run {duration:?} s every 20 ms");
    out
}
