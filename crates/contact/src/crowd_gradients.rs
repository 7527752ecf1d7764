//! Conjugate gradients on the rows of a crowd that are at no bound.

use crate::crowd::{Crowd, CrowdLaw, Law};
use crate::tolerances::DEPENDENT;

/// Iterations at most.
const CONJUGATE: usize = 2000;

impl Crowd {
    /// Whether every contact that bears anything sticks.
    pub(crate) fn all_stick(&self) -> bool {
        (0..self.laws.len()).all(|at| {
            let (tangents, bound, _) = self.bound_of(at);
            let end = self.laws[at].end;
            let size = self.impulse[tangents..end].iter().map(|x| x * x).sum::<f64>().sqrt();
            tangents == end || size < bound || bound == 0.0
        })
    }

    /// Conjugate gradients on the rows that are at no bound, then back within the bounds. A tall stack takes as many iterations as
    /// it has rows, where sweeps would take the square of that.
    pub(crate) fn conjugate(&mut self, v: &mut [f64], exact: f64) {
        let free = self.free_rows();
        let mut r: Vec<f64> = free.iter().map(|&(row, target)| target - self.rate(row, v)).collect();
        let weigh =
            |r: &[f64]| -> Vec<f64> { r.iter().zip(&free).map(|(r, &(row, _))| r / self.rows[row].mobility).collect() };
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let mut z = weigh(&r);
        let mut p = z.clone();
        let mut rz = dot(&r, &z);
        let mut by = vec![0.0; v.len()];
        let mut total = vec![0.0; free.len()];
        for _ in 0..free.len().min(CONJUGATE) {
            if r.iter().all(|x| x.abs() <= 0.1 * exact) {
                break;
            }
            by.fill(0.0);
            for (&(row, _), &p) in free.iter().zip(&p) {
                self.add(row, p, &mut by);
            }
            let q: Vec<f64> = free.iter().map(|&(row, _)| self.rate(row, &by)).collect();
            let curvature = dot(&p, &q);
            let size: f64 = p.iter().zip(&free).map(|(p, &(row, _))| p * p * self.rows[row].mobility).sum();
            // rows that depend on each other may ask for what cannot be: no step along them is long enough
            if curvature.is_nan() || curvature <= DEPENDENT * size {
                break;
            }
            let step = rz / curvature;
            for i in 0..free.len() {
                total[i] += step * p[i];
                r[i] -= step * q[i];
            }
            z = weigh(&r);
            let next = dot(&r, &z);
            let keep = next / rz;
            rz = next;
            for (p, z) in p.iter_mut().zip(&z) {
                *p = z + keep * *p;
            }
        }
        let rows: Vec<usize> = free.iter().map(|&(row, _)| row).collect();
        for (row, by) in rows.into_iter().zip(total) {
            self.set(row, self.impulse[row] + by, v);
        }
        self.clamp(v);
    }

    /// Rows whose impulse is at no bound, with the rate they must have.
    pub(crate) fn free_rows(&self) -> Vec<(usize, f64)> {
        let mut out = Vec::new();
        for (at, &Law { law, first, end, .. }) in self.laws.iter().enumerate() {
            if let CrowdLaw::Contact { target, .. } = law {
                if self.impulse[first] <= 0.0 || self.rows[first].mobility <= 0.0 {
                    continue;
                }
                out.push((first, target));
            }
            let (tangents, bound, target) = self.bound_of(at);
            let size = self.impulse[tangents..end].iter().map(|x| x * x).sum::<f64>().sqrt();
            if size < bound {
                out.extend((tangents..end).filter(|&row| self.rows[row].mobility > 0.0).map(|row| (row, target)));
            }
        }
        out
    }

    /// Every impulse back within its bounds.
    pub(crate) fn clamp(&mut self, v: &mut [f64]) {
        for at in 0..self.laws.len() {
            let Law { law, first, end, .. } = self.laws[at];
            if let CrowdLaw::Contact { .. } = law {
                self.set(first, self.impulse[first].max(0.0), v);
            }
            let (tangents, bound, _) = self.bound_of(at);
            let size = self.impulse[tangents..end].iter().map(|x| x * x).sum::<f64>().sqrt();
            if size > bound {
                for row in tangents..end {
                    self.set(row, self.impulse[row] * bound / size, v);
                }
            }
        }
    }
}
