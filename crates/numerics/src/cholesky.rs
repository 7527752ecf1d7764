//! Cholesky factorisation of small dense matrices, row by row in a slice, plain and with the largest pivot first.

use crate::matrix3::Mat3;
use crate::tolerances::NOT_DEFINITE;
use crate::vec3::Vec3;

/// Solves a symmetric positive definite system from its lower triangle, in place; false where it is not definite.
#[must_use]
pub fn solve(matrix: &mut [f64], right: &mut [f64], n: usize) -> bool {
    for j in 0..n {
        let original = matrix[j * n + j];
        let mut d = original;
        for k in 0..j {
            d -= matrix[j * n + k] * matrix[j * n + k];
        }
        if d.is_nan() || d <= NOT_DEFINITE * original || original <= 0.0 {
            return false;
        }
        let root = d.sqrt();
        matrix[j * n + j] = root;
        for i in j + 1..n {
            let mut x = matrix[i * n + j];
            for k in 0..j {
                x -= matrix[i * n + k] * matrix[j * n + k];
            }
            matrix[i * n + j] = x / root;
        }
    }
    for i in 0..n {
        for k in 0..i {
            right[i] -= matrix[i * n + k] * right[k];
        }
        right[i] /= matrix[i * n + i];
    }
    for i in (0..n).rev() {
        for k in i + 1..n {
            right[i] -= matrix[k * n + i] * right[k];
        }
        right[i] /= matrix[i * n + i];
    }
    true
}

/// M⁻¹ v of a symmetric positive definite 3×3 matrix, without allocation; `None` if it is not definite.
///
/// Its sums are made first and subtracted then, those of [`solve`] are subtracted term by term: other bits.
#[must_use]
pub fn solve3(m: &Mat3, v: &Vec3) -> Option<Vec3> {
    let mut l = [[0.0; 3]; 3];
    for i in 0..3 {
        for j in 0..=i {
            let rest = m[i][j] - (0..j).map(|k| l[i][k] * l[j][k]).sum::<f64>();
            if i == j {
                if rest.is_nan() || rest <= 0.0 {
                    return None;
                }
                l[i][i] = rest.sqrt();
            } else {
                l[i][j] = rest / l[j][j];
            }
        }
    }
    let mut x = *v;
    for i in 0..3 {
        x[i] = (x[i] - (0..i).map(|k| l[i][k] * x[k]).sum::<f64>()) / l[i][i];
    }
    for i in (0..3).rev() {
        x[i] = (x[i] - (i + 1..3).map(|k| l[k][i] * x[k]).sum::<f64>()) / l[i][i];
    }
    Some(x)
}

/// Rows of a symmetric positive semidefinite matrix that are independent and span the others, in order: Cholesky with the
/// largest diagonal entry as pivot, ties by index.
#[must_use]
pub fn independent_rows(matrix: &[f64], n: usize, dependent: f64) -> Vec<usize> {
    let mut left: Vec<f64> = (0..n).map(|i| matrix[i * n + i]).collect();
    let mut chosen: Vec<usize> = Vec::new();
    let mut columns: Vec<Vec<f64>> = Vec::new();
    loop {
        let mut best: Option<usize> = None;
        for (i, d) in left.iter().enumerate() {
            if *d > best.map_or(dependent, |b| left[b]) {
                best = Some(i);
            }
        }
        let Some(p) = best else { break };
        let mut column = matrix[p * n..(p + 1) * n].to_vec();
        for earlier in columns.iter().filter(|c| c[p] != 0.0) {
            let factor = earlier[p];
            for (x, y) in column.iter_mut().zip(earlier) {
                *x -= factor * y;
            }
        }
        let root = left[p].sqrt();
        for (x, d) in column.iter_mut().zip(&mut left) {
            *x /= root;
            *d -= *x * *x;
        }
        left[p] = 0.0;
        chosen.push(p);
        columns.push(column);
    }
    chosen.sort_unstable();
    chosen
}

/// x of a symmetric positive semidefinite system whose rows may follow from each other: zero for those that do.
///
/// A row follows from others where its pivot is at most `dependent` of its diagonal entry. The matrix is used up.
#[must_use]
pub fn solve_semidefinite(a: &mut [f64], b: &[f64], dependent: f64) -> Vec<f64> {
    let n = b.len();
    let own: Vec<f64> = (0..n).map(|i| a[i * n + i]).collect();
    let mut order: Vec<usize> = (0..n).collect();
    let mut used = 0;
    let mut meets = Vec::with_capacity(n);
    // Cholesky, largest pivot first; L below the diagonal of the permuted matrix
    for step in 0..n {
        let ratio = |i: usize| if own[i] > 0.0 { a[i * n + i] / own[i] } else { 0.0 };
        let Some(best) = (step..n).max_by(|&x, &y| ratio(order[x]).total_cmp(&ratio(order[y])).then(y.cmp(&x))) else {
            break;
        };
        if ratio(order[best]) <= dependent {
            break;
        }
        order.swap(step, best);
        let p = order[step];
        let pivot = a[p * n + p].sqrt();
        a[p * n + p] = pivot;
        for &i in &order[step + 1..] {
            a[i * n + p] /= pivot;
        }
        // what does not meet the pivot stays as it is
        meets.clear();
        meets.extend(order[step + 1..].iter().copied().filter(|i| a[i * n + p] != 0.0));
        for (at, &i) in meets.iter().enumerate() {
            for &j in &meets[..=at] {
                let fill = a[i * n + p] * a[j * n + p];
                a[i * n + j] -= fill;
                if i != j {
                    a[j * n + i] = a[i * n + j];
                }
            }
        }
        used += 1;
    }
    let mut y = vec![0.0; used];
    for s in 0..used {
        let i = order[s];
        let known: f64 = (0..s).map(|t| a[i * n + order[t]] * y[t]).sum();
        y[s] = (b[i] - known) / a[i * n + i];
    }
    let mut x = vec![0.0; n];
    for s in (0..used).rev() {
        let p = order[s];
        let known: f64 = (s + 1..used).map(|t| a[order[t] * n + p] * x[order[t]]).sum();
        x[p] = (y[s] - known) / a[p * n + p];
    }
    x
}
