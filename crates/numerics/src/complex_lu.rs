//! Dense LU of complex matrices, as of the pairs of complex eigenvalues in implicit Runge–Kutta methods; otherwise as `lu`.

/// Factors of a complex matrix, real and imaginary parts apart.
#[derive(Clone, Debug)]
pub struct ComplexLu {
    n: usize,
    /// row-major real parts
    pub re: Vec<f64>,
    /// row-major imaginary parts
    pub im: Vec<f64>,
    swaps: Vec<usize>,
}

/// a / b, each (real, imaginary)
#[inline]
#[must_use]
pub fn divide(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    let size = b.0 * b.0 + b.1 * b.1;
    ((a.0 * b.0 + a.1 * b.1) / size, (a.1 * b.0 - a.0 * b.1) / size)
}

impl ComplexLu {
    /// Room for n × n entries, all zero.
    #[must_use]
    pub fn new(n: usize) -> Self {
        Self { n, re: vec![0.0; n * n], im: vec![0.0; n * n], swaps: vec![0; n] }
    }

    /// Factorises in place; false if a column has no pivot.
    #[must_use]
    pub fn factorise(&mut self) -> bool {
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
    pub fn solve(&self, re: &mut [f64], im: &mut [f64]) {
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
