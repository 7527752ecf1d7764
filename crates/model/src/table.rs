//! Functions given by points.

/// A function given by points: pieces between knots, constant beyond the ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// strictly rising
    pub knots: Vec<f64>,
    /// per piece, value = c0 + c1 s + c2 s² + c3 s³ with s = x − knot; one piece fewer than knots
    pub pieces: Vec<[f64; 4]>,
    /// value beyond the last knot
    pub end: f64,
}

/// How a table is drawn through its points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolation {
    /// straight lines (`table`)
    Linear,
    /// natural cubic spline, twice differentiable (`spline`)
    Cubic,
}

impl Table {
    /// Through the points; None unless there are at least two, finite, with strictly rising x.
    #[must_use]
    pub fn through(points: &[[f64; 2]], interpolation: Interpolation) -> Option<Self> {
        let n = points.len();
        if n < 2 || points.iter().flatten().any(|v| !v.is_finite()) || points.windows(2).any(|w| w[0][0] >= w[1][0]) {
            return None;
        }
        let second = match interpolation {
            Interpolation::Linear => vec![0.0; n],
            Interpolation::Cubic => natural_second_derivatives(points),
        };
        let pieces = (0..n - 1)
            .map(|i| {
                let h = points[i + 1][0] - points[i][0];
                let slope = (points[i + 1][1] - points[i][1]) / h;
                [
                    points[i][1],
                    slope - h * (2.0 * second[i] + second[i + 1]) / 6.0,
                    second[i] / 2.0,
                    (second[i + 1] - second[i]) / (6.0 * h),
                ]
            })
            .collect();
        Some(Self { knots: points.iter().map(|p| p[0]).collect(), pieces, end: points[n - 1][1] })
    }

    /// The value at `x`.
    #[must_use]
    pub fn value(&self, x: f64) -> f64 {
        let (c, origin) = self.piece(x);
        let s = x - origin;
        c[0] + s * (c[1] + s * (c[2] + s * c[3]))
    }

    /// Polynomial coefficients and origin of the piece that holds `x`; constants outside.
    pub(crate) fn piece(&self, x: f64) -> ([f64; 4], f64) {
        let last = self.knots.len() - 1;
        if x < self.knots[0] {
            return ([self.pieces[0][0], 0.0, 0.0, 0.0], self.knots[0]);
        }
        if x >= self.knots[last] {
            return ([self.end, 0.0, 0.0, 0.0], self.knots[last]);
        }
        let i = self.knots.partition_point(|k| *k <= x) - 1;
        (self.pieces[i], self.knots[i])
    }
}

/// Second derivatives at the points of the natural cubic spline (zero at both ends): a tridiagonal solve.
fn natural_second_derivatives(points: &[[f64; 2]]) -> Vec<f64> {
    let n = points.len();
    let mut second = vec![0.0; n];
    let mut above = vec![0.0; n];
    for i in 1..n - 1 {
        let (h0, h1) = (points[i][0] - points[i - 1][0], points[i + 1][0] - points[i][0]);
        let bend = (points[i + 1][1] - points[i][1]) / h1 - (points[i][1] - points[i - 1][1]) / h0;
        let pivot = 2.0 * (h0 + h1) - h0 * above[i - 1];
        above[i] = h1 / pivot;
        second[i] = (6.0 * bend - h0 * second[i - 1]) / pivot;
    }
    for i in (1..n - 1).rev() {
        second[i] -= above[i] * second[i + 1];
    }
    second
}
