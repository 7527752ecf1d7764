//! Which joints at rest hold and which flanks in touch push: a consistent set at one moment.
//!
//! Complementarity at acceleration level, by the rule "all hold, release the worst, look again":
//!
//! ```text
//! sticks      s̈ = 0,  |f| ≤ limit        else it slides against f
//! slides      f = −sgn(s̈) T              else (it would go the other way) it holds after all
//! in touch    ë = 0,  λ pushes           else it parts
//! parted      ë away from the flank      else it touches after all
//! ```
//!
//! Only as many joints at rest get a row as are independent of each other and of the rest of the mechanism: in a
//! four-bar with friction in every hinge one row holds all four. The others are *held*: at first without effort, and at
//! their limit once one of them had to let go, so that together they carry all they can before anything moves. How they
//! share the load is not determined by rigid bodies; that they hold is. Independence is judged on the mobilities
//! Wᵢⱼ = Jᵢ K⁻¹ Jⱼᵀ (K: the mechanism without rows of friction) by Cholesky's rule.

use crate::laws::joint_friction::mode::FrictionMode;
use crate::multibody::mode_change::TransitionError;
use crate::multibody::multibody::Use;
use crate::system::mechanism::Mechanism;
use crate::tolerances::{
    AT_REST, COLLAPSE, EFFORT_ABOVE_LIMIT, JOINT_IMMOBILE, MOVES, NO_JOINT_ACCELERATION, REDUNDANT,
};
use mainspring_model::BodyKind;

/// How often a joint or flank may go back to holding at one moment.
const RETURNS: u8 = 2;

/// What changed at this moment.
pub struct Fired {
    /// sliding joints whose rate came to zero
    pub slowed: Vec<usize>,
    /// a sticking joint has come to its limit
    pub strained: bool,
    /// flanks that were pulled off
    pub pulled: Vec<usize>,
}

/// What a friction joint is taken to do while the set is sought.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Guess {
    /// moves, with this sign
    Moves(i8),
    /// at rest, and holds
    Holds,
    /// at rest, and let go towards this side
    Separating(i8),
    /// at rest, but the mechanism's own motion takes it along
    Taken(i8),
}

/// Mobilities of friction joints, and which of them hold by themselves.
struct Mobility {
    /// [friction joints × friction joints]
    w: Vec<f64>,
    /// of each joint's two parts alone; [friction joints]
    alone: Vec<f64>,
}

pub fn sign(x: f64) -> i8 {
    if x < 0.0 { -1 } else { 1 }
}

impl Mechanism {
    /// Sets the modes at (t, q, v) and makes v agree with them; leaves the solution there.
    pub fn decide(&mut self, time: f64, q: &[f64], v: &mut [f64], fired: Fired) -> Result<(), TransitionError> {
        let n = self.laws.friction.list.len();
        for &m in &fired.pulled {
            self.laws.backlash.sides[m] = 0;
        }
        // (flank, side) let go at this moment, to be checked
        let mut parted: Vec<(usize, i8)> = Vec::new();
        self.bodies.kinematics(q, v);
        for &m in &fired.pulled {
            parted.push((m, if self.laws.backlash.play(&self.bodies, m).0 > 0.0 { 1 } else { -1 }));
        }
        let mut guess: Vec<Guess> = (0..n)
            .map(|k| {
                let rate = self.laws.friction.joint_rate(&self.bodies, k);
                // a rate is located as well as the step is accurate
                let slack = if fired.slowed.contains(&k) { MOVES } else { AT_REST };
                let still = rate.abs() <= slack * self.laws.friction.joint_rate_scale(&self.bodies, k);
                if still { Guess::Holds } else { Guess::Moves(sign(rate)) }
            })
            .collect();
        let mut mobility = self.mobility(time, q, v);
        self.choose(&guess, &mobility);
        self.bodies.project_velocity(&mut self.laws.touch, time, q, v);
        // what is coupled to a joint that came to rest rests with it
        self.bodies.kinematics(q, v);
        for k in 0..n {
            let rate = self.laws.friction.joint_rate(&self.bodies, k);
            if let Guess::Moves(_) = guess[k] {
                let still = rate.abs() <= AT_REST * self.laws.friction.joint_rate_scale(&self.bodies, k);
                guess[k] = if still { Guess::Holds } else { Guess::Moves(sign(rate)) };
            }
        }
        let mut returns = vec![0_u8; n + self.laws.backlash.meshes.len()];
        for _ in 0..20 * (n + self.laws.backlash.meshes.len()) + 20 {
            self.choose(&guess, &mobility);
            self.solve(time, q, v);
            if let Some(k) = self.laws.friction.jammed {
                return Err(TransitionError::Jam {
                    joint: self.bodies.model.joints[self.laws.friction.list[k].joint].path.clone(),
                });
            }
            if self.take_along(&mut guess, &mobility) {
                continue;
            }
            if let Some(m) = self.pulled_flank() {
                parted.push((m, self.laws.backlash.sides[m]));
                self.laws.backlash.sides[m] = 0;
                mobility = self.mobility(time, q, v);
                continue;
            }
            // what is at its limit because that fired lets go, and those with it that it leaves at theirs
            let allowed = if fired.strained { 1.0 - NO_JOINT_ACCELERATION } else { 1.0 + EFFORT_ABOVE_LIMIT };
            if let Some((k, side)) = self.overloaded(allowed) {
                guess[k] = Guess::Separating(side);
                continue;
            }
            if let Some(k) = self.wrong_way(&guess, &mobility)
                && returns[k] < RETURNS
            {
                returns[k] += 1;
                guess[k] = Guess::Holds;
                continue;
            }
            if let Some(at) = parted.iter().position(|&(m, side)| self.comes_back(m, side))
                && returns[n + parted[at].0] < RETURNS
            {
                let (m, side) = parted.remove(at);
                returns[n + m] += 1;
                self.laws.backlash.sides[m] = side;
                mobility = self.mobility(time, q, v);
                continue;
            }
            return Ok(());
        }
        let joint = (0..n)
            .find(|&k| returns[k] > 0)
            .map_or_else(String::new, |k| self.bodies.model.joints[self.laws.friction.list[k].joint].path.clone());
        Err(TransitionError::Undecided { joint })
    }

    /// Mobilities with the flanks as they are; rows that follow from others are looked for anew.
    fn mobility(&mut self, time: f64, q: &[f64], v: &[f64]) -> Mobility {
        let n = self.laws.friction.list.len();
        let modes = std::mem::replace(&mut self.laws.friction.modes, vec![FrictionMode::Held(0); n]);
        if !self.laws.backlash.meshes.is_empty() {
            self.switch_rows();
            self.bodies.find_redundant(time, q, REDUNDANT);
        }
        self.remask();
        self.bodies.kinematics(q, v);
        self.bodies.drive_motion(time);
        self.bodies.jacobians(time);
        self.bodies.factorise(Use::Acceleration, COLLAPSE, |_| {});
        let mut w = vec![0.0; n * n];
        let mut unit = vec![0.0; self.bodies.pattern.unknowns];
        for k in 0..n {
            self.laws.friction.unit_effort(&self.bodies, k, &mut unit);
            for j in 0..n {
                w[k * n + j] =
                    self.bodies.row_times(self.laws.friction.stick_group(&self.bodies, j), 0, &unit[..self.bodies.nv]);
            }
        }
        self.laws.friction.modes = modes;
        Mobility { w, alone: (0..n).map(|k| self.mobility_alone(k)).collect() }
    }

    /// J M⁻¹ Jᵀ of the two parts by themselves, inertia taken at its largest.
    fn mobility_alone(&self, k: usize) -> f64 {
        let group = self.laws.friction.stick_group(&self.bodies, k);
        let axes = self.bodies.model.space.components();
        let mut sum = 0.0;
        for (at, &b) in group.blocks.iter().enumerate() {
            let (body, span) = (&self.bodies.model.bodies[b], self.bodies.spans[b]);
            let row = &self.bodies.jacobian[group.jacobian + at];
            let turning = body.inertia[0][0].max(body.inertia[1][1]).max(body.inertia[2][2]);
            for i in 0..span.v_len {
                let inertia = if i < axes || body.kind != BodyKind::Rigid { body.mass } else { turning };
                sum += row[i] * row[i] / inertia;
            }
        }
        sum
    }

    /// Modes from guesses: rows for independent joints at rest, the others held.
    fn choose(&mut self, guess: &[Guess], mobility: &Mobility) {
        let n = guess.len();
        let mut rows: Vec<(usize, Vec<f64>)> = Vec::new();
        let independent = |k: usize, rows: &[(usize, Vec<f64>)]| {
            let mut l: Vec<f64> = Vec::with_capacity(rows.len() + 1);
            let mut pivot = mobility.w[k * n + k];
            for (j, other) in rows {
                let mut s = mobility.w[k * n + j];
                for (c, x) in l.iter().enumerate() {
                    s -= x * other[c];
                }
                let x = s / other[l.len()];
                pivot -= x * x;
                l.push(x);
            }
            (pivot > JOINT_IMMOBILE * mobility.alone[k]).then(|| {
                l.push(pivot.sqrt());
                l
            })
        };
        for k in 0..n {
            if guess[k] != Guess::Holds || !self.laws.friction.joint_attached(&self.bodies, k) {
                continue;
            }
            self.laws.friction.modes[k] = FrictionMode::Held(0);
            if let Some(l) = independent(k, &rows) {
                self.laws.friction.modes[k] = FrictionMode::Stick;
                rows.push((k, l));
            }
        }
        for k in 0..n {
            match guess[k] {
                Guess::Holds => {}
                Guess::Moves(side) | Guess::Taken(side) => self.laws.friction.modes[k] = FrictionMode::Slip(side),
                Guess::Separating(side) => {
                    let free = independent(k, &rows).is_some();
                    self.laws.friction.modes[k] =
                        if free { FrictionMode::Slip(side) } else { FrictionMode::Held(side) };
                }
            }
        }
        self.remask();
    }

    /// Joints at rest without a row that the mechanism moves all the same; true if there were any.
    fn take_along(&self, guess: &mut [Guess], mobility: &Mobility) -> bool {
        let mut any = false;
        for k in 0..guess.len() {
            if matches!(self.laws.friction.modes[k], FrictionMode::Held(_))
                && self.laws.friction.joint_attached(&self.bodies, k)
            {
                let (a, size) = self.bodies.acceleration_of(self.laws.friction.stick_group(&self.bodies, k));
                // rounding of nothing is nothing: measured by what friction could do to the parts alone
                let own = mobility.alone[k] * self.laws.friction.limit[k];
                if a.abs() > NO_JOINT_ACCELERATION * size.max(own) {
                    guess[k] = Guess::Taken(sign(a));
                    any = true;
                }
            }
        }
        any
    }

    /// The flank that is pulled most.
    fn pulled_flank(&self) -> Option<usize> {
        let pull = |m: usize| {
            -f64::from(self.laws.backlash.sides[m])
                * self.bodies.solution[self.bodies.nv + self.laws.backlash.meshes[m].row]
        };
        (0..self.laws.backlash.meshes.len())
            .filter(|&m| self.laws.backlash.sides[m] != 0 && pull(m) > 0.0)
            .max_by(|&a, &b| pull(a).total_cmp(&pull(b)).then(b.cmp(&a)))
    }

    /// The sticking joint furthest above `allowed` times its limit, and which way it goes.
    fn overloaded(&self, allowed: f64) -> Option<(usize, i8)> {
        let over = |k: usize| self.laws.friction.effort[k].abs() / self.laws.friction.limit[k];
        (0..self.laws.friction.list.len())
            .filter(|&k| {
                self.laws.friction.modes[k] == FrictionMode::Stick && self.laws.friction.joint_attached(&self.bodies, k)
            })
            .filter(|&k| self.laws.friction.effort[k].abs() > self.laws.friction.limit[k] * allowed)
            .max_by(|&a, &b| over(a).total_cmp(&over(b)).then(b.cmp(&a)))
            .map(|k| (k, -sign(self.laws.friction.effort[k])))
    }

    /// A joint let go that accelerates against the way it was let go.
    fn wrong_way(&self, guess: &[Guess], mobility: &Mobility) -> Option<usize> {
        let n = guess.len();
        (0..n).find(|&k| {
            let (Guess::Separating(side), FrictionMode::Slip(_), true) =
                (guess[k], self.laws.friction.modes[k], self.laws.friction.joint_attached(&self.bodies, k))
            else {
                return false;
            };
            let (a, size) = self.bodies.acceleration_of(self.laws.friction.stick_group(&self.bodies, k));
            let own = mobility.w[k * n + k] * self.laws.friction.limit[k];
            f64::from(side) * a < -NO_JOINT_ACCELERATION * size.max(own)
        })
    }

    /// Whether a flank let go would be passed.
    fn comes_back(&self, m: usize, side: i8) -> bool {
        let (a, size) = self.bodies.acceleration_of(&self.bodies.groups[self.laws.backlash.meshes[m].group]);
        f64::from(side) * a > NO_JOINT_ACCELERATION * size
    }
}
