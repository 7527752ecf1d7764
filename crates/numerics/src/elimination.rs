//! Gaussian elimination in place, on square systems given row by row.

/// Solves n equations in place without exchanging rows; the first row whose pivot is not positive, if there is one.
pub fn solve_without_pivoting(a: &mut [f64], b: &mut [f64]) -> Option<usize> {
    let n = b.len();
    let mut bad = None;
    for j in 0..n {
        let pivot = a[j * n + j];
        if (pivot.is_nan() || pivot <= 0.0) && bad.is_none() {
            bad = Some(j);
        }
        for i in j + 1..n {
            let l = a[i * n + j] / pivot;
            for c in j + 1..n {
                a[i * n + c] -= l * a[j * n + c];
            }
            b[i] -= l * b[j];
        }
    }
    for j in (0..n).rev() {
        for c in j + 1..n {
            b[j] -= a[j * n + c] * b[c];
        }
        b[j] /= a[j * n + j];
    }
    bad
}

/// Solves n equations in place, with the largest pivot of each column; false where they are singular.
///
/// The right side is reduced along with the matrix, and of equal pivots the last is taken; [`crate::lu::Lu`] sums first and
/// takes the first: other bits.
#[must_use]
pub fn solve_partial_pivoting(a: &mut [f64], b: &mut [f64]) -> bool {
    let n = b.len();
    for j in 0..n {
        let size = |i: &usize| a[i * n + j].abs();
        let Some(best) = (j..n).max_by(|x, y| size(x).total_cmp(&size(y))) else { return false };
        if a[best * n + j] == 0.0 || !a[best * n + j].is_finite() {
            return false;
        }
        if best != j {
            for c in 0..n {
                a.swap(best * n + c, j * n + c);
            }
            b.swap(best, j);
        }
        for i in j + 1..n {
            let l = a[i * n + j] / a[j * n + j];
            if l != 0.0 {
                for c in j + 1..n {
                    a[i * n + c] -= l * a[j * n + c];
                }
                b[i] -= l * b[j];
            }
        }
    }
    for j in (0..n).rev() {
        let known: f64 = (j + 1..n).map(|c| a[j * n + c] * b[c]).sum();
        b[j] = (b[j] - known) / a[j * n + j];
    }
    true
}

/// Makes the first `r` of m columns the identity by partial pivoting, in r rows and their right sides; false where a pivot is
/// below `singular`.
#[must_use]
pub fn gauss_jordan(work: &mut [f64], right: &mut [f64], r: usize, m: usize, singular: f64) -> bool {
    for k in 0..r {
        let mut best = k;
        for i in k + 1..r {
            if work[i * m + k].abs() > work[best * m + k].abs() {
                best = i;
            }
        }
        let pivot = work[best * m + k];
        if pivot.is_nan() || pivot.abs() < singular {
            return false;
        }
        if best != k {
            for j in 0..m {
                work.swap(k * m + j, best * m + j);
            }
            right.swap(k, best);
        }
        for j in k..m {
            work[k * m + j] /= pivot;
        }
        right[k] /= pivot;
        for i in (0..r).filter(|&i| i != k) {
            let factor = work[i * m + k];
            if factor != 0.0 {
                for j in k..m {
                    work[i * m + j] -= factor * work[k * m + j];
                }
                right[i] -= factor * right[k];
            }
        }
    }
    true
}
