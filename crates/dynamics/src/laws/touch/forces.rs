//! Forces of closed contacts during a step, where their modes do not change.
//!
//! With the joints' equations factorised, contacts come on top: a = a_free + Wλ for their rows, where rows that hold ask for
//! a = 0 and sliding ones take λₜ = −μ λₙ along the slip. In space the slip turns, and friction with it; a contact that has just
//! set off slides along the direction it was let go in until it is fast enough to tell.

use crate::laws::touch::contact::Contact;
use crate::laws::touch::islands::FixedIslands;
use crate::laws::touch::resistance::{RollingResistance, SPINNING};
use crate::laws::touch::state::{TouchMode, Touching};
use crate::laws::touch::touch::Touch;
use crate::multibody::multibody::Multibody;
use crate::multibody::space::Row;
use crate::tolerances::SLIP_WITHOUT_DIRECTION;
use mainspring_numerics::vec3::dot;

/// Unit direction of a motion in two coordinates that set off along `from`, and the pace at which it turns: how far the motion
/// must change across for each radian. Slower than `least` it is regularized by that, which fades so fast that a motion worth the
/// name has its own direction to the last digit.
pub fn regularized_direction(rate: [f64; 2], from: [f64; 2], least: f64) -> ([f64; 2], f64) {
    let fast = (rate[0] * rate[0] + rate[1] * rate[1]) / (least * least);
    let lead = least / ((1.0 + fast) * (1.0 + fast));
    let d = [rate[0] + lead * from[0], rate[1] + lead * from[1]];
    let size = (d[0] * d[0] + d[1] * d[1]).sqrt();
    if size > 0.0 { ([d[0] / size, d[1] / size], size) } else { (from, size) }
}

impl Touch {
    /// λ of all contacts for the free accelerations in `touch.free`.
    pub fn solve_contacts(&mut self, bodies: &Multibody) {
        let n = self.touch_rows();
        let mut modes = std::mem::take(&mut self.modes);
        modes.clear();
        for (t, c) in self.state.touching.iter().zip(&self.contacts) {
            modes.push(match t.mode {
                TouchMode::Stick => mainspring_contact::Mode::Stick,
                TouchMode::Slip(d) => mainspring_contact::Mode::Slip(self.slip_direction(bodies, c, d).0),
            });
        }
        modes.extend(self.rolling_resistances.iter().map(|t| self.turn_as_decided(t)));
        let mut force = std::mem::take(&mut self.force);
        force.clear();
        force.resize(n, 0.0);
        if self.fixed.is_none() {
            self.fixed = self.fix(bodies, &modes);
        }
        let solved = match &mut self.fixed {
            Some(fixed) => fixed.solve(&self.matrix, &self.free, &modes, &mut force).is_ok(),
            None => false,
        };
        if !solved {
            self.jammed = Some(0);
            force.fill(f64::NAN);
        }
        self.force = force;
        self.modes = modes;
    }

    /// All rows of `touch.contacts` and their resistances times velocities (or accelerations).
    pub fn row_rates(&self, bodies: &Multibody, v: &[f64]) -> Vec<f64> {
        let k = self.rows();
        let contacts = self.contacts.iter();
        let mut out: Vec<f64> =
            contacts.flat_map(|c| (0..k).map(|r| self.contact_times(bodies, c, r, v)).collect::<Vec<_>>()).collect();
        out.extend(self.rolling_resistances.iter().flat_map(|t| (0..t.rows).map(|r| self.turn_times(bodies, t, r, v))));
        out
    }

    /// A change of acceleration, as it is with the change of contact forces that goes with it; after a solve.
    pub fn held_by_contacts(&mut self, bodies: &Multibody, change: &mut [f64]) {
        let Some(mut fixed) = self.fixed.take() else { return };
        let free = self.row_rates(bodies, &change[..bodies.nv]);
        let (mut with, mut without) = (vec![0.0; free.len()], vec![0.0; free.len()]);
        let (matrix, modes) = (&self.matrix, &self.modes);
        // the answer is linear but for the share it starts from
        let solved = fixed.solve(matrix, &free, modes, &mut with).is_ok()
            && fixed.solve(matrix, &vec![0.0; free.len()], modes, &mut without).is_ok();
        self.fixed = Some(fixed);
        if !solved {
            return;
        }
        let unknowns = bodies.pattern.unknowns;
        for (row, force) in with.iter().zip(&without).map(|(a, b)| a - b).enumerate() {
            for (x, u) in change.iter_mut().zip(&self.unit[row * unknowns..(row + 1) * unknowns]) {
                *x += force * u;
            }
        }
    }

    /// Which equations to solve with these modes, chosen once a step at its first evaluation: a run taken up from a checkpoint
    /// chooses the same.
    fn fix(&self, bodies: &Multibody, modes: &[mainspring_contact::Mode]) -> Option<FixedIslands> {
        let k = self.rows();
        let law = |c: &Contact| mainspring_contact::Contact {
            friction: c.friction[0],
            holding: c.friction[1],
            slip: mainspring_contact::Slip::Still,
        };
        let contacts: Vec<_> = self.contacts.iter().map(law).collect();
        let problem = mainspring_contact::ContactProblem {
            matrix: &self.matrix,
            tangents: self.tangents,
            free: &self.free,
            contacts: &contacts,
            resistances: &self.resistances_held(),
            bounded: &[],
        };
        let held = mainspring_contact::ContactSolution {
            modes: modes.to_vec(),
            force: self.decided(k, |t| (t.force, t.torque)),
            rate: Vec::new(),
            weights: self.decided(k, |t| (t.weights, t.torque_weights)),
            residual: 0.0,
        };
        FixedIslands::new(&problem, &self.links(bodies, std::iter::empty()), &held).ok()
    }

    pub fn resistances_held(&self) -> Vec<mainspring_contact::Resistance> {
        let still = mainspring_contact::Slip::Still;
        let question = |t: &RollingResistance| mainspring_contact::Resistance {
            contact: t.contact,
            first: t.first,
            rows: t.rows,
            arm: t.arm,
            slip: still,
        };
        self.rolling_resistances.iter().map(question).collect()
    }

    /// What was decided, row by row.
    pub fn decided(&self, k: usize, of: impl Fn(&Touching) -> ([f64; 3], [f64; 3])) -> Vec<f64> {
        let mut out: Vec<f64> = self.state.touching.iter().flat_map(|t| of(t).0[..k].to_vec()).collect();
        for t in &self.rolling_resistances {
            let torque = of(&self.state.touching[t.contact]).1;
            out.extend_from_slice(if t.kind == SPINNING { &torque[2..] } else { &torque[..t.rows] });
        }
        out
    }

    /// Adds what the forces that are known do to `solution`: one solve for all of them.
    pub fn push_known_forces(&self, bodies: &mut Multibody) {
        let k = self.rows();
        let mut all = vec![0.0; bodies.pattern.unknowns];
        let mut push = |b: usize, row: &Row, force: f64| {
            let span = bodies.spans[b];
            (0..span.v_len).for_each(|i| all[span.v + i] += row[i] * force);
        };
        for (i, contact) in self.contacts.iter().enumerate() {
            for (side, b) in contact.bodies.iter().enumerate().filter_map(|(side, b)| Some((side, (*b)?))) {
                for r in 0..k {
                    push(b, &contact.rows[side][r], self.force[i * k + r]);
                }
            }
        }
        for t in &self.rolling_resistances {
            for (side, body) in self.contacts[t.contact].bodies.iter().enumerate() {
                for r in (0..t.rows).filter(|_| body.is_some()) {
                    push(body.unwrap_or(0), &t.row(&*bodies.frames, r, side == 1), self.force[t.first + r]);
                }
            }
        }
        bodies.factor.solve(&bodies.pattern, &mut all);
        for (x, by) in bodies.solution.iter_mut().zip(&all) {
            *x += by;
        }
    }

    /// Unit direction of slip in the tangents, nothing where nothing resists; and the pace at which it turns, m/s.
    pub fn slip_direction(&self, bodies: &Multibody, c: &Contact, start: [f64; 3]) -> ([f64; 2], f64) {
        if start == [0.0; 3] {
            return ([0.0; 2], 0.0);
        }
        let from = [dot(start, c.tangents[0]), dot(start, c.tangents[1])];
        if self.tangents == 1 {
            return ([from[0].signum(), 0.0], f64::INFINITY);
        }
        regularized_direction([c.rate[1], c.rate[2]], from, SLIP_WITHOUT_DIRECTION * bodies.length * self.clock)
    }
}
