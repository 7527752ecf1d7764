//! The rows of an impact: contacts, their resistances to rolling, and friction in joints that goes with their reactions.
//!
//! A friction of constant size is a finite force and has no impulse, sticking or not: joints let go.

use crate::laws::joint_friction::mode::FrictionMode;
use crate::laws::touch::due::FiredGuards;
use crate::laws::touch::state::Site;
use crate::multibody::multibody::Use;
use crate::system::mechanism::Mechanism;
use crate::system::mode_problem::{Mobility, bound_of};
use crate::tolerances::COLLAPSE;
use mainspring_contact::{Bound, Bounded, ImpactProblem, Resistance, Slip};

/// Everything an impact needs of the mechanism.
pub struct ImpactRows {
    pub matrix: Vec<f64>,
    pub tangents: usize,
    pub before: Vec<f64>,
    pub friction: Vec<f64>,
    pub restitution: Vec<f64>,
    pub pair: Vec<usize>,
    pub resistances: Vec<Resistance>,
    pub bounded: Vec<Bounded>,
    /// joint with friction of each bounded impulse: place in `JointFriction::list`
    pub joints: Vec<usize>,
    /// K⁻¹Jᵀ, one column of unknowns a row
    pub units: Vec<f64>,
    unknowns: usize,
}

impl ImpactRows {
    /// As the solver takes it.
    pub fn question(&self) -> ImpactProblem<'_> {
        ImpactProblem {
            matrix: &self.matrix,
            tangents: self.tangents,
            before: &self.before,
            friction: &self.friction,
            restitution: &self.restitution,
            pair: &self.pair,
            resistances: &self.resistances,
            bounded: &self.bounded,
        }
    }

    /// Velocities after impulses, one a row.
    pub fn push(&self, impulse: &[f64], v: &mut [f64]) {
        for (row, p) in impulse.iter().enumerate().filter(|(_, p)| **p != 0.0) {
            for (i, v) in v.iter_mut().enumerate() {
                *v += p * self.units[row * self.unknowns + i];
            }
        }
    }
}

impl Mechanism {
    /// Rows of an impact at `sites`, at (t, q, v). No joint holds by friction from here on: modes are to be decided anew. Drives with
    /// a limit let go too, unless the blow is `gentle`: smaller and smaller ones would follow each other without end.
    pub fn impact_rows(&mut self, time: f64, q: &[f64], v: &[f64], sites: &[Site], gentle: bool) -> ImpactRows {
        for k in (0..self.laws.friction.list.len())
            .filter(|&k| !(gentle && self.laws.friction.holds_motion(k)))
            .collect::<Vec<_>>()
        {
            self.laws.friction.state.modes[k] = FrictionMode::NONE;
        }
        self.remask();
        self.bodies.kinematics(q, v);
        self.bodies.drive_motion(time);
        self.bodies.jacobians(time);
        self.bodies.factorise(Use::Velocity, COLLAPSE, |_| {});
        self.laws.touch.contacts = self.laws.touch.contacts_at(&self.bodies, sites);
        self.laws.touch.read_turns(&self.bodies, sites.iter().copied());
        // reactions to impulses alone
        self.bodies.solution.fill(0.0);
        let mut joints = self.friction_joints_attached();
        joints.retain(|&k| self.laws.friction.goes_with_reaction(k));
        let Mobility { matrix, units, .. } = self.mobility(&joints, &[]);
        self.laws.touch.contact_free(&self.bodies, false);
        let (bodies, touch, friction) = (&self.bodies, &self.laws.touch, &self.laws.friction);
        let mut before = touch.free.clone();
        let mut bounded = Vec::new();
        for &k in &joints {
            let mut bound = bound_of(bodies, friction, k, &units);
            if let Bound::Reaction { slipping, holding, .. } = &mut bound {
                *holding = *slipping;
            }
            bounded.push(Bounded { first: before.len(), rows: 1, bound, slip: Slip::Still });
            before.push(friction.joint_rate(bodies, k));
        }
        let still = |r: Resistance| Resistance { slip: Slip::Still, ..r };
        ImpactRows {
            matrix,
            tangents: touch.tangents,
            before,
            friction: touch.contacts.iter().map(|c| c.friction[0]).collect(),
            restitution: touch.contacts.iter().map(|c| c.restitution).collect(),
            pair: sites.iter().map(|s| touch.pair_number(*s)).collect(),
            resistances: touch.resistances(bodies, sites, &FiredGuards::default()).into_iter().map(still).collect(),
            bounded,
            joints,
            units,
            unknowns: bodies.pattern.unknowns,
        }
    }
}
