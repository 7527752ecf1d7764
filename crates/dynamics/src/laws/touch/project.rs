//! Closed contacts when positions and velocities are projected: gaps stay what they were when closed, what sticks does not
//! slip. On top of the joints' own correction, mass-weighted like it.
//!
//! With x₀ the joints' correction and W the Delassus matrix of the rows that hold, W μ = −(c + G x₀) says how hard each row
//! must push; rows that follow from others (the fourth foot of a table) are left to them.

use crate::laws::touch::contact::Contact;
use crate::laws::touch::resistance::{RollingResistance, TurnMode};
use crate::laws::touch::state::TouchMode;
use crate::laws::touch::touch::Touch;
use crate::multibody::multibody::Multibody;
use crate::multibody::projection::ClosedContacts;
use crate::tolerances::{CONTACT_ROW_DEPENDENT, CONTACT_ROW_NEARLY_DEPENDENT, MOVES};
use mainspring_numerics::cholesky::solve_semidefinite;

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
        self.correct(bodies, gap, |_, _, _| None, |_| 0.0);
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
        for t in self.rolling_resistances.iter().filter(|t| self.turn_mode(t) == TurnMode::Hold) {
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
        let turn = |touch: &Self, t: &RollingResistance, r: usize| {
            (touch.turn_mode(t) == TurnMode::Hold).then_some(-t.rate[r])
        };
        let length = bodies.length;
        // in space slips drift along such rows, which is to be taken back while it is little
        let none = if self.tangents == 1 { MOVES * self.clock } else { 0.0 };
        self.correct(bodies, slip, turn, |c| none * c.scale.max(length));
    }

    /// Adds to `solution` what makes each row that holds come to `wanted` (contact, row), or `turning` (resistance, row). Where all of
    /// it is less than `none`, rows that nearly follow from others are left to them: feet below straight knees would move the
    /// whole by far more than they are off.
    fn correct(
        &mut self,
        bodies: &mut Multibody,
        wanted: impl Fn(&Self, usize, usize) -> Option<f64>,
        turning: impl Fn(&Self, &RollingResistance, usize) -> Option<f64>,
        none: impl Fn(&Contact) -> f64,
    ) {
        if self.state.touching.is_empty() {
            return;
        }
        self.delassus(bodies);
        let k = self.rows();
        let n = self.touch_rows();
        let mut rows = Vec::with_capacity(n);
        let mut rhs = Vec::with_capacity(n);
        let mut closed = true;
        for i in 0..self.contacts.len() {
            for r in 0..k {
                if let Some(target) = wanted(self, i, r) {
                    rows.push(i * k + r);
                    closed &= target.abs() < none(&self.contacts[i]);
                    rhs.push(target - self.contact_times(bodies, &self.contacts[i], r, &bodies.solution[..bodies.nv]));
                }
            }
        }
        for t in &self.rolling_resistances {
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
        let dependent = if closed { CONTACT_ROW_NEARLY_DEPENDENT } else { CONTACT_ROW_DEPENDENT };
        let push = solve_semidefinite(&mut small, &rhs, dependent);
        let mut force = vec![0.0; n];
        for (&row, p) in rows.iter().zip(push) {
            force[row] = p;
        }
        self.add_contact_forces(bodies, &force);
    }
}
