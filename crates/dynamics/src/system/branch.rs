//! The branch that a motion follows through a singular position, by its geometry alone.
//!
//! Leave out the rows D that depend on the others there: what is left allows the motions of all branches that cross. What each of D
//! says beside the others, J̃ = nᵀJ with its self-stress n, goes to zero at the crossing; its direction along the branch does not. So
//! let G be the projection of fixed covectors onto the span of J̃ (of D all together, as several loops may be singular at once). G, the
//! rates G v and the accelerations G v̇ = −nᵀJ̇v that belong to it are smooth along the branch, and at twelve places on either side of
//! the crossing they are well determined; between these they are interpolated. With the rows G in place of D the equations are as well
//! posed in the singular position as elsewhere.
//!
//! Nothing of this knows a mass or a load: places are closed by geometry, and interpolated is what bends no more sharply than
//! the mechanism. What is computed of masses (a heavy deck on light arms, at rest for a moment while these are fast) or of loads (a spring
//! that turns round just there) may change within a small part of the distance between places.

use crate::multibody::multibody::Use;
use crate::system::branch_rows::{Branch, BranchPlace, dot};
use crate::system::mechanism::Mechanism;
use crate::system::system::SingularityApproach;
use crate::tolerances::COLLAPSE;

impl Mechanism {
    /// Whether passages can be followed by geometry: contacts and friction that goes with reactions take part in what is projected to
    /// and solved for.
    pub fn follows_geometry(&self) -> bool {
        self.laws.touch.state.touching.is_empty() && !self.laws.friction.any_on_reaction(&self.bodies)
    }

    /// Closes a place by geometry.
    pub fn project_by_geometry(&mut self, time: f64, q: &mut [f64], v: &mut [f64]) -> bool {
        self.bodies.geometric = true;
        let sound = self.project_here(time, q, v).is_ok();
        self.bodies.geometric = false;
        sound
    }

    /// Rows of loops that depend, or nearly so, on others at (t, q, v), by geometry.
    pub fn weak_rows(&mut self, time: f64, q: &[f64], v: &[f64]) -> Vec<usize> {
        self.place_at(time, q, v);
        self.bodies.factorise_sound_rows(Use::Acceleration)
    }

    /// The branch at (t, q, v) with rows in place of those that depend on others there (at the places they may not), from twelve places
    /// `apart` (s), with what six pairs make of it that five do not; None where one of
    /// them cannot be closed, or where nothing is singular.
    pub fn branch_at(
        &mut self,
        near: SingularityApproach,
        apart: f64,
        (time, q, v): (f64, &[f64], &[f64]),
        instead_of: &[usize],
        [weights, fewer]: [[f64; 6]; 2],
    ) -> Option<(Branch, f64)> {
        let bend = self.bend(apart, time, q, v);
        let mut found: Option<(Branch, Branch)> = None;
        let mut onto = Vec::new();
        for (k, (weight, less)) in weights.into_iter().zip(fewer).enumerate() {
            for side in [-1.0, 1.0] {
                let tau = side * (k + 1) as f64 * apart;
                let moment = if self.moves_in_time() { time + tau } else { time };
                let mut place = (q.to_vec(), v.iter().zip(&bend).map(|(v, a)| v + tau * a).collect::<Vec<f64>>());
                let step: Vec<f64> = v.iter().zip(&bend).map(|(v, a)| tau * (v + 0.5 * tau * a)).collect();
                self.displace_by(&mut place.0, &step);
                if !self.project_by_geometry(moment, &mut place.0, &mut place.1) {
                    return None;
                }
                self.place_at(moment, &place.0, &place.1);
                let said = self.said_beside(instead_of, moment, &place.1)?;
                if found.is_none() {
                    onto.clone_from(&said.covectors);
                }
                let none = || Branch::none(onto.len(), q.len(), v.len());
                let (all, five) = found.get_or_insert_with(|| (none(), none()));
                for (sum, weight) in [(all, weight), (five, less)] {
                    if !sum.add(&said, &onto, weight) {
                        return None;
                    }
                    for (sum, x) in sum.q.iter_mut().zip(&place.0) {
                        *sum += weight * x;
                    }
                    for (sum, x) in sum.v.iter_mut().zip(&place.1) {
                        *sum += weight * x;
                    }
                }
            }
        }
        let (mut branch, five) = found?;
        let mut off = self.off_by_fewer(&branch.v, &five.v);
        for m in 0..onto.len() {
            off = off.max((branch.rates[m] - five.rates[m]).abs() / near.rate);
            off = off.max((branch.accelerations[m] - five.accelerations[m]).abs() / (near.rate * near.rate));
            let apart = branch.rows[m].iter().zip(&five.rows[m]).map(|(a, b)| (a - b).abs());
            off = off.max(apart.fold(0.0, f64::max));
        }
        // covectors of metres again
        for row in &mut branch.rows {
            self.scale_covector(row, false);
        }
        for (b, span) in self.bodies.spans.iter().enumerate() {
            let kind = self.bodies.model.bodies[b].kind;
            self.bodies.frames.normalise(kind, &mut branch.q[span.q..span.q + span.q_len]);
        }
        branch.instead_of = instead_of.to_vec();
        self.close_on_branch(&mut branch, time).then_some((branch, off))
    }

    /// One step of Newton's method across the branch: what is interpolated leaves off the joints goes.
    fn close_on_branch(&mut self, branch: &mut Branch, time: f64) -> bool {
        self.place_at(time, &branch.q, &branch.v);
        self.bodies.residuals(time);
        self.mask_instead(&branch.instead_of, true);
        self.bodies.geometric = true;
        self.bodies.factorise(Use::Position, COLLAPSE, |_| {});
        self.bodies.geometric = false;
        let sound = self.bodies.factor.add_border(&self.bodies.pattern, branch.rows.clone());
        self.bodies.position_step();
        self.mask_instead(&branch.instead_of, false);
        self.bodies.displace(&mut branch.q, 1.0);
        sound
    }

    /// What these rows say beside all others at the state of `jacobians`; None where one says nothing.
    fn said_beside(&mut self, rows: &[usize], time: f64, v: &[f64]) -> Option<BranchPlace> {
        self.bodies.biases(time);
        self.bodies.targets(v, time);
        self.mask_instead(rows, true);
        self.bodies.geometric = true;
        self.bodies.factorise(Use::Acceleration, COLLAPSE, |_| {});
        self.bodies.geometric = false;
        self.mask_instead(rows, false);
        let mut out = BranchPlace { covectors: Vec::new(), rates: Vec::new(), accelerations: Vec::new() };
        let mut stress = Vec::new();
        for &row in rows {
            self.bodies.self_stress(row, &mut stress);
            let mut covector = vec![0.0; self.bodies.nv];
            for group in &self.bodies.groups {
                for r in (0..group.rows).filter(|r| stress[group.first + r] != 0.0) {
                    self.bodies.add_row(group, r, stress[group.first + r], &mut covector);
                }
            }
            self.scale_covector(&mut covector, true);
            let size = dot(&covector, &covector).sqrt();
            if size.is_nan() || size <= 0.0 {
                return None;
            }
            out.covectors.push(covector.iter().map(|x| x / size).collect());
            out.rates.push(dot(&stress, &self.bodies.target) / size);
            out.accelerations.push(-dot(&stress, &self.bodies.bias) / size);
        }
        Some(out)
    }

    /// Lengths in lengths of the mechanism, or back in metres.
    fn scale_covector(&self, covector: &mut [f64], to_own: bool) {
        let plain = self.bodies.model.space.components();
        let factor = if to_own { self.bodies.length } else { 1.0 / self.bodies.length };
        for span in &self.bodies.spans {
            for x in &mut covector[span.v..span.v + span.v_len.min(plain)] {
                *x *= factor;
            }
        }
    }

    /// Leaves these rows out of what is factorised, or lets them act again.
    pub fn mask_instead(&mut self, rows: &[usize], out: bool) {
        if !out {
            self.remask();
            return;
        }
        let masks = &mut self.bodies.masks;
        for &row in rows {
            for mask in [&mut masks.position, &mut masks.velocity, &mut masks.acceleration] {
                mask[self.bodies.nv + row] = false;
            }
        }
        masks.partial = [true; 3];
    }

    /// v onto the rates of its branch at the branch's place, by masses; false if that cannot be solved.
    pub fn velocity_on_branch(&mut self, branch: &Branch, time: f64, v: &mut [f64]) -> bool {
        self.place_at(time, &branch.q, v);
        self.bodies.targets(v, time);
        self.mask_instead(&branch.instead_of, true);
        self.bodies.factorise(Use::Velocity, COLLAPSE, |_| {});
        self.bodies.solution.fill(0.0);
        for group in &self.bodies.groups {
            for r in 0..group.rows {
                let row = group.first + r;
                if self.bodies.masks.velocity[self.bodies.nv + row] {
                    self.bodies.solution[self.bodies.nv + row] =
                        self.bodies.target[row] - self.bodies.row_times(group, r, v);
                }
            }
        }
        self.mask_instead(&branch.instead_of, false);
        let sound = self.bodies.factor.add_border(&self.bodies.pattern, branch.rows.clone());
        self.bodies.factor.solve(&self.bodies.pattern, &mut self.bodies.solution);
        let wanted: Vec<f64> = branch.rates.iter().zip(&branch.rows).map(|(rate, row)| rate - dot(row, v)).collect();
        self.bodies.factor.add_wanted(&wanted, &mut self.bodies.solution);
        for (v, change) in v.iter_mut().zip(&self.bodies.solution) {
            *v += change;
        }
        sound
    }
}
