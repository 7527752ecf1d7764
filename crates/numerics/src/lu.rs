//! Dense LU with partial pivoting (rows are exchanged), for the small matrices of implicit methods.
//!
//! Assumes a square matrix; costs n³/3 multiplications and no allocation after `new`.

/// Factors of a real matrix.
#[derive(Clone, Debug)]
pub struct Lu {
    n: usize,
    /// row-major; the matrix before `factorise`, both triangles after it
    pub a: Vec<f64>,
    swaps: Vec<usize>,
}

impl Lu {
    /// Room for n × n entries, all zero.
    #[must_use]
    pub fn new(n: usize) -> Self {
        Self { n, a: vec![0.0; n * n], swaps: vec![0; n] }
    }

    /// Factorises `a` in place; false if a column has no pivot.
    #[must_use]
    pub fn factorise(&mut self) -> bool {
        let n = self.n;
        for k in 0..n {
            let mut p = k;
            for i in k + 1..n {
                if self.a[i * n + k].abs() > self.a[p * n + k].abs() {
                    p = i;
                }
            }
            self.swaps[k] = p;
            if p != k {
                for j in 0..n {
                    self.a.swap(k * n + j, p * n + j);
                }
            }
            let pivot = self.a[k * n + k];
            if pivot == 0.0 || !pivot.is_finite() {
                return false;
            }
            let (above, below) = self.a.split_at_mut((k + 1) * n);
            let top = &above[k * n + k + 1..];
            for row in below.chunks_exact_mut(n) {
                let factor = row[k] / pivot;
                row[k] = factor;
                if factor != 0.0 {
                    for (x, t) in row[k + 1..].iter_mut().zip(top) {
                        *x -= factor * t;
                    }
                }
            }
        }
        true
    }

    /// Solves in place.
    pub fn solve(&self, x: &mut [f64]) {
        let n = self.n;
        for k in 0..n {
            x.swap(k, self.swaps[k]);
        }
        for i in 0..n {
            let row = &self.a[i * n..i * n + i];
            let sum: f64 = row.iter().zip(&*x).map(|(a, x)| a * x).sum();
            x[i] -= sum;
        }
        for i in (0..n).rev() {
            let row = &self.a[i * n..(i + 1) * n];
            let sum: f64 = row[i + 1..].iter().zip(&x[i + 1..]).map(|(a, x)| a * x).sum();
            x[i] = (x[i] - sum) / row[i];
        }
    }
}
