//! What follows when a guard has fired: blows first, then a consistent set of modes.
//!
//! Scripts go on, contacts and overlaps change, parts on the table rest or set off; then blows between the teeth of gears,
//! and `friction_active_set` finds which of the joints at rest hold and which tooth sides in contact push.

use crate::laws::backlash::guards::ToothSide;
use crate::laws::backlash::play::ToothImpact;
use crate::laws::joint_friction::guards::FrictionJointId;
use crate::laws::joint_friction::mode::FrictionMode;
use crate::laws::touch::due::FiredGuards;
use crate::multibody::mode_change::{Transition, TransitionError};
use crate::multibody::side::Side;
use crate::system::friction_active_set::Fired;
use crate::system::mechanism::Mechanism;
use crate::system::mode_guard::ModeGuard;
use crate::tolerances::{AT_REST, MOVES};

impl Mechanism {
    /// See [`crate::ModeChanges::resolve_modes`].
    pub fn change_modes(
        &mut self,
        time: f64,
        y: &mut [f64],
        fired: &[ModeGuard],
        out: &mut Vec<Transition>,
    ) -> Result<(), TransitionError> {
        let exits: Vec<_> =
            fired.iter().filter_map(|g| if let ModeGuard::Script(exit) = g { Some(*exit) } else { None }).collect();
        if !exits.is_empty() {
            let (q, v, _) = self.bodies.split(y);
            self.bodies.kinematics(q, v);
            self.table.advance_scripts(&mut self.bodies, &self.laws, time, &exits, out)?;
        }
        if self.laws.touch.any() {
            let contacts = fired.iter().filter_map(|g| if let ModeGuard::Contact(g) = g { Some(*g) } else { None });
            let due = self.laws.touch.due(contacts);
            // an earlier guard ended the step before what was found to meet did
            if !fired.contains(&ModeGuard::Meeting) {
                self.laws.touch.paths.hits.clear();
            }
            let (q, rest) = y.split_at_mut(self.bodies.nq);
            let (v, w) = rest.split_at_mut(self.bodies.nv);
            self.resolve_contacts(time, q, v, &due, out)?;
            for (at, work) in self.laws.touch.drive_work.drain(..) {
                w[at] += work;
            }
        }
        if self.laws.penalty.method.is_some() {
            let (q, v, _) = self.bodies.split(y);
            self.solve(time, q, v);
            self.laws.penalty.change_overlaps(&self.bodies, fired.is_empty(), out);
        }
        let parts: Vec<_> =
            fired.iter().filter_map(|g| if let ModeGuard::Part(part) = g { Some(*part) } else { None }).collect();
        self.decide_rests(time, y, &parts, out)?;
        let n = self.laws.friction.list.len();
        if n == 0 && self.laws.backlash.meshes.is_empty() {
            return Ok(());
        }
        let (modes_before, sides_before) = (self.laws.friction.modes.clone(), self.laws.backlash.sides.clone());
        let (q, rest) = y.split_at_mut(self.bodies.nq);
        let (v, _) = rest.split_at_mut(self.bodies.nv);
        self.laws.friction.jammed = None;
        self.solve(time, q, v);
        let moving: Vec<bool> = (0..n)
            .map(|k| {
                self.laws.friction.joint_rate(&self.bodies, k).abs()
                    > MOVES * self.laws.friction.joint_rate_scale(&self.bodies, k)
            })
            .collect();
        let joint_fired = |k: usize| fired.contains(&ModeGuard::JointFriction(FrictionJointId(k)));
        let side_fired = |mesh: usize, side: Side| fired.contains(&ModeGuard::Backlash(ToothSide { mesh, side }));
        let slowed = (0..n).filter(|&k| joint_fired(k) && !modes_before[k].rests()).collect();
        let strained = (0..n).any(|k| joint_fired(k) && modes_before[k] == FrictionMode::Stick);
        let pulled: Vec<usize> = (0..self.laws.backlash.meshes.len())
            .filter(|&m| sides_before[m] != 0 && Side::BOTH.iter().any(|&side| side_fired(m, side)))
            .collect();
        let mut blows = self.meet(time, q, v, fired)?;
        self.decide(time, q, v, Fired { slowed, strained, pulled })?;
        if self.laws.backlash.settle_rebounds(&self.bodies, &mut blows) {
            self.decide(time, q, v, Fired { slowed: Vec::new(), strained: false, pulled: Vec::new() })?;
        }
        for blow in &blows {
            out.push(self.laws.backlash.contact_event(&self.bodies, blow));
        }
        self.laws.backlash.report_flanks(&self.bodies, &sides_before, &blows, out);
        self.laws.friction.report_changes(&self.bodies, &modes_before, &moving, out);
        if self.laws.touch.any() {
            // a blow or a change in a joint changes what contacts carry
            self.resolve_contacts(time, q, v, &FiredGuards::default(), out)?;
        }
        Ok(())
    }

    /// Flanks that are met at this moment: positions onto them, then the blow.
    fn meet(
        &mut self,
        time: f64,
        q: &mut [f64],
        v: &mut [f64],
        fired: &[ModeGuard],
    ) -> Result<Vec<ToothImpact>, TransitionError> {
        let (mut met, mut touched): (Vec<(usize, i8)>, Vec<(usize, i8)>) = (Vec::new(), Vec::new());
        for m in (0..self.laws.backlash.meshes.len())
            .filter(|&m| self.laws.backlash.sides[m] == 0 && self.laws.backlash.mesh_acts(&self.bodies, m))
        {
            let (e, rate) = self.laws.backlash.play(&self.bodies, m);
            let half = 0.5 * self.laws.backlash.meshes[m].backlash.width;
            for tooth in Side::BOTH {
                let (guard, side) = (ModeGuard::Backlash(ToothSide { mesh: m, side: tooth }), tooth.sign());
                let beyond = f64::from(side) * e > half + self.laws.backlash.play_rounding(&self.bodies, m);
                let (speed, slow) =
                    (f64::from(side) * rate, AT_REST * self.bodies.rows[self.laws.backlash.meshes[m].row].scale);
                if !(fired.contains(&guard) || beyond) || speed < -slow {
                    continue;
                }
                if speed > slow { met.push((m, side)) } else { touched.push((m, side)) }
            }
        }
        if met.is_empty() && touched.is_empty() {
            return Ok(Vec::new());
        }
        for &(m, side) in met.iter().chain(&touched) {
            self.laws.backlash.sides[m] = side;
        }
        self.remask();
        self.bodies.project_position(&mut self.laws.touch, time, q, v)?;
        for &(m, _) in &met {
            self.laws.backlash.sides[m] = 0;
        }
        self.remask();
        if met.is_empty() {
            return Ok(Vec::new());
        }
        Ok(self.strike(time, q, v, &met))
    }
}
