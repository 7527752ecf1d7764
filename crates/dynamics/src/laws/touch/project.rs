//! Closed contacts when positions and velocities are projected: gaps stay what they were when closed, what sticks does not
//! slip. On top of the joints' own correction, mass-weighted like it.
//!
//! With x₀ the joints' correction and W the Delassus matrix of the rows that hold, W μ = −(c + G x₀) says how hard each row
//! must push; rows that follow from others (the fourth foot of a table) are left to them.

use crate::laws::touch::resistance::{Turn, TurnMode};
use crate::laws::touch::state::TouchMode;
use crate::laws::touch::touch::Touch;
use crate::multibody::multibody::Multibody;
use crate::multibody::projection::ClosedContacts;
use crate::tolerances::CONTACT_ROW_DEPENDENT;

impl ClosedContacts for Touch {
    fn worst_gap(&mut self, bodies: &Multibody) -> (f64, usize) {
        Self::worst_gap(self, bodies)
    }

    fn gap_names(&self, bodies: &Multibody, place: usize) -> String {
        self.site_names(bodies, self.state.touching[place].site).join(", ")
    }

    fn close_gaps(&mut self, bodies: &mut Multibody) {
        Self::close_gaps(self, bodies);
    }

    fn worst_rate(&mut self, bodies: &Multibody) -> f64 {
        Self::worst_rate(self, bodies)
    }

    fn stop_rates(&mut self, bodies: &mut Multibody) {
        Self::stop_rates(self, bodies);
    }
}

/// x of a symmetric positive semidefinite system whose rows may follow from each other: zero for those that do.
fn consistent(a: &mut [f64], b: &[f64]) -> Vec<f64> {
    let n = b.len();
    let own: Vec<f64> = (0..n).map(|i| a[i * n + i]).collect();
    let mut order: Vec<usize> = (0..n).collect();
    let mut used = 0;
    // Cholesky, largest pivot first; L below the diagonal of the permuted matrix
    for step in 0..n {
        let ratio = |i: usize| if own[i] > 0.0 { a[i * n + i] / own[i] } else { 0.0 };
        let Some(best) = (step..n).max_by(|&x, &y| ratio(order[x]).total_cmp(&ratio(order[y])).then(y.cmp(&x))) else {
            break;
        };
        if ratio(order[best]) <= CONTACT_ROW_DEPENDENT {
            break;
        }
        order.swap(step, best);
        let p = order[step];
        let pivot = a[p * n + p].sqrt();
        a[p * n + p] = pivot;
        for &i in &order[step + 1..] {
            a[i * n + p] /= pivot;
        }
        for at in step + 1..n {
            let i = order[at];
            for &j in &order[step + 1..=at] {
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

impl Touch {
    /// Largest scaled gap of a closed contact from what it shall be, at the state of `kinematics`, and its place.
    pub fn worst_gap(&mut self, bodies: &Multibody) -> (f64, usize) {
        if self.state.touching.is_empty() {
            return (0.0, 0);
        }
        self.read_contacts(bodies);
        let off = self.state.touching.iter().zip(&self.contacts).map(|(t, c)| ((c.gap - t.offset) / c.scale).abs());
        off.enumerate().fold((0.0, 0), |worst, (i, x)| if x > worst.0 || x.is_nan() { (x, i) } else { worst })
    }

    /// After `position_step`: the displacement in `solution` also closes the gaps of `touch.contacts`.
    pub fn close_gaps(&mut self, bodies: &mut Multibody) {
        let gap =
            |touch: &Self, i: usize, r: usize| (r == 0).then(|| touch.state.touching[i].offset - touch.contacts[i].gap);
        self.correct(bodies, gap, |_, _, _| None);
    }

    /// Largest scaled rate of a closed contact that should be none, at the state of `kinematics`.
    pub fn worst_rate(&mut self, bodies: &Multibody) -> f64 {
        if self.state.touching.is_empty() {
            return 0.0;
        }
        self.read_contacts(bodies);
        let mut worst: f64 = 0.0;
        for (t, c) in self.state.touching.iter().zip(&self.contacts) {
            let held = if t.mode == TouchMode::Stick { self.rows() } else { 1 };
            for r in 0..held {
                worst = worst.max((c.rate[r] / c.scale).abs());
            }
        }
        for t in self.turns.iter().filter(|t| self.turn_mode(t) == TurnMode::Hold) {
            worst = t.rate[..t.rows].iter().fold(worst, |w, rate| w.max(rate.abs()));
        }
        worst
    }

    /// After the joints' correction of velocities stands in `solution`: closed contacts neither open nor, if they stick, slip.
    pub fn stop_rates(&mut self, bodies: &mut Multibody) {
        let slip = |touch: &Self, i: usize, r: usize| {
            let holds = r == 0 || touch.state.touching[i].mode == TouchMode::Stick;
            holds.then(|| -touch.contacts[i].rate[r])
        };
        self.correct(bodies, slip, |touch, t, r| (touch.turn_mode(t) == TurnMode::Hold).then_some(-t.rate[r]));
    }

    /// Adds to `solution` what makes each row that holds come to `wanted` (contact, row), or `turning` (resistance, row).
    fn correct(
        &mut self,
        bodies: &mut Multibody,
        wanted: impl Fn(&Self, usize, usize) -> Option<f64>,
        turning: impl Fn(&Self, &Turn, usize) -> Option<f64>,
    ) {
        if self.state.touching.is_empty() {
            return;
        }
        self.delassus(bodies);
        let k = self.rows();
        let n = self.touch_rows();
        let mut rows = Vec::with_capacity(n);
        let mut rhs = Vec::with_capacity(n);
        for i in 0..self.contacts.len() {
            for r in 0..k {
                if let Some(target) = wanted(self, i, r) {
                    rows.push(i * k + r);
                    rhs.push(target - self.contact_times(bodies, &self.contacts[i], r, &bodies.solution[..bodies.nv]));
                }
            }
        }
        for t in &self.turns {
            for r in 0..t.rows {
                if let Some(target) = turning(self, t, r) {
                    rows.push(t.first + r);
                    rhs.push(target - self.turn_times(bodies, t, r, &bodies.solution[..bodies.nv]));
                }
            }
        }
        let m = rows.len();
        let mut small = vec![0.0; m * m];
        for (i, &a) in rows.iter().enumerate() {
            for (j, &b) in rows.iter().enumerate() {
                small[i * m + j] = self.matrix[a * n + b];
            }
        }
        let push = consistent(&mut small, &rhs);
        let mut force = vec![0.0; n];
        for (&row, p) in rows.iter().zip(push) {
            force[row] = p;
        }
        self.add_contact_forces(bodies, &force);
    }
}
#[cfg(test)]
mod tests {
    use super::consistent;

    #[test]
    fn dependent_rows_are_left_to_the_others() {
        // four feet of a table: the fourth row follows from the first three
        let feet = [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]];
        let mut a = vec![0.0; 16];
        for (i, p) in feet.iter().enumerate() {
            for (j, q) in feet.iter().enumerate() {
                a[i * 4 + j] = 2.0 + 3.0 * p[0] * q[0] + 5.0 * p[1] * q[1];
            }
        }
        let whole = a.clone();
        let truth = [0.3, -0.2, 0.7, 0.1];
        let b: Vec<f64> = (0..4).map(|i| (0..4).map(|j| whole[i * 4 + j] * truth[j]).sum()).collect();
        let x = consistent(&mut a, &b);
        for i in 0..4 {
            let got: f64 = (0..4).map(|j| whole[i * 4 + j] * x[j]).sum();
            assert!((got - b[i]).abs() < 1e-12, "{got} {}", b[i]);
        }
        assert!(x.contains(&0.0));
    }
}
