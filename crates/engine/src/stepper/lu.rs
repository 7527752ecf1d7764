//! Dense LU with row pivoting, real and complex, for the small matrices of implicit methods. No allocation after `new`.

/// Factors of a real matrix.
pub(super) struct Lu {
    n: usize,
    /// row-major; the matrix before `factorise`, both triangles after it
    pub(super) a: Vec<f64>,
    swaps: Vec<usize>,
}

impl Lu {
    pub(super) fn new(n: usize) -> Self {
        Self { n, a: vec![0.0; n * n], swaps: vec![0; n] }
    }

    /// Factorises `a` in place; false if a column has no pivot.
    pub(super) fn factorise(&mut self) -> bool {
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
    pub(super) fn solve(&self, x: &mut [f64]) {
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

/// Factors of a complex matrix, real and imaginary parts apart.
pub(super) struct ComplexLu {
    n: usize,
    /// row-major real parts
    pub(super) re: Vec<f64>,
    /// row-major imaginary parts
    pub(super) im: Vec<f64>,
    swaps: Vec<usize>,
}

/// a / b
pub(super) fn divide(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    let size = b.0 * b.0 + b.1 * b.1;
    ((a.0 * b.0 + a.1 * b.1) / size, (a.1 * b.0 - a.0 * b.1) / size)
}

impl ComplexLu {
    pub(super) fn new(n: usize) -> Self {
        Self { n, re: vec![0.0; n * n], im: vec![0.0; n * n], swaps: vec![0; n] }
    }

    /// Factorises in place; false if a column has no pivot.
    pub(super) fn factorise(&mut self) -> bool {
        let n = self.n;
        for k in 0..n {
            let size = |i: usize| self.re[i * n + k].abs() + self.im[i * n + k].abs();
            let mut p = k;
            for i in k + 1..n {
                if size(i) > size(p) {
                    p = i;
                }
            }
            let largest = size(p);
            if largest == 0.0 || !largest.is_finite() {
                return false;
            }
            self.swaps[k] = p;
            if p != k {
                for j in 0..n {
                    self.re.swap(k * n + j, p * n + j);
                    self.im.swap(k * n + j, p * n + j);
                }
            }
            let pivot = (self.re[k * n + k], self.im[k * n + k]);
            let (above_re, below_re) = self.re.split_at_mut((k + 1) * n);
            let (above_im, below_im) = self.im.split_at_mut((k + 1) * n);
            let (top_re, top_im) = (&above_re[k * n + k + 1..], &above_im[k * n + k + 1..]);
            for (re, im) in below_re.chunks_exact_mut(n).zip(below_im.chunks_exact_mut(n)) {
                let factor = divide((re[k], im[k]), pivot);
                (re[k], im[k]) = factor;
                let tops = top_re.iter().zip(top_im);
                for ((x, y), (a, b)) in re[k + 1..].iter_mut().zip(&mut im[k + 1..]).zip(tops) {
                    *x -= factor.0 * a - factor.1 * b;
                    *y -= factor.0 * b + factor.1 * a;
                }
            }
        }
        true
    }

    /// Solves in place.
    pub(super) fn solve(&self, re: &mut [f64], im: &mut [f64]) {
        let n = self.n;
        for k in 0..n {
            re.swap(k, self.swaps[k]);
            im.swap(k, self.swaps[k]);
        }
        for i in 0..n {
            let (mut x, mut y) = (re[i], im[i]);
            for k in 0..i {
                let (a, b) = (self.re[i * n + k], self.im[i * n + k]);
                x -= a * re[k] - b * im[k];
                y -= a * im[k] + b * re[k];
            }
            (re[i], im[i]) = (x, y);
        }
        for i in (0..n).rev() {
            let (mut x, mut y) = (re[i], im[i]);
            for k in i + 1..n {
                let (a, b) = (self.re[i * n + k], self.im[i * n + k]);
                x -= a * re[k] - b * im[k];
                y -= a * im[k] + b * re[k];
            }
            (re[i], im[i]) = divide((x, y), (self.re[i * n + i], self.im[i * n + i]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A full matrix that needs pivoting, the same every time.
    fn number(i: usize, j: usize, seed: u64) -> f64 {
        let z = (seed + 31 * i as u64 + 977 * j as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((z ^ (z >> 31)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
    }

    #[test]
    fn solutions_satisfy_their_equations() {
        for n in [1, 2, 7, 20] {
            let (mut real, mut complex) = (Lu::new(n), ComplexLu::new(n));
            for i in 0..n {
                for j in 0..n {
                    // nothing on the diagonal: without row exchanges it would fail at once
                    let x = if i == j && n > 1 { 0.0 } else { number(i, j, 1) };
                    (real.a[i * n + j], complex.re[i * n + j], complex.im[i * n + j]) = (x, x, number(i, j, 5));
                }
            }
            let (a, re, im) = (real.a.clone(), complex.re.clone(), complex.im.clone());
            let b: Vec<f64> = (0..n).map(|i| number(i, 0, 9)).collect();
            let c: Vec<f64> = (0..n).map(|i| number(i, 0, 10)).collect();
            assert!(real.factorise() && complex.factorise());
            let (mut x, mut p, mut q) = (b.clone(), b.clone(), c.clone());
            real.solve(&mut x);
            complex.solve(&mut p, &mut q);
            for i in 0..n {
                let row = |m: &[f64], x: &[f64]| (0..n).map(|j| m[i * n + j] * x[j]).sum::<f64>();
                assert!((row(&a, &x) - b[i]).abs() < 1e-12);
                assert!((row(&re, &p) - row(&im, &q) - b[i]).abs() < 1e-12);
                assert!((row(&re, &q) + row(&im, &p) - c[i]).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn a_singular_matrix_is_refused() {
        let mut real = Lu::new(2);
        real.a.copy_from_slice(&[1.0, 2.0, 2.0, 4.0]);
        assert!(!real.factorise());
        let mut complex = ComplexLu::new(2);
        complex.im.copy_from_slice(&[1.0, 2.0, 2.0, 4.0]);
        assert!(!complex.factorise());
    }
}
