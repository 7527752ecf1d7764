//! Everything that sticks, slips and touches at one moment as one problem: contacts, stops, tooth sides, resistances to rolling,
//! friction in joints and of parts on a table, with what each can bear.
//!
//! W = J K⁻¹ Jᵀ over the rows of all of them, K the equations of the bodies without any of these rows, so that forces pass
//! through joints; and for a friction that goes with a reaction, how that reaction follows from the forces of all rows.

use crate::laws::joint_friction::friction::JointFriction;
use crate::laws::joint_friction::mode::FrictionMode;
use crate::laws::table::table::Table;
use crate::laws::touch::due::FiredGuards;
use crate::laws::touch::islands::{Links, rest_by_islands};
use crate::laws::touch::state::{Site, Touching};
use crate::multibody::multibody::Multibody;
use crate::multibody::support::Support;
use crate::system::mechanism::Mechanism;
use crate::tolerances::{AT_LIMIT_WEAKENED, AT_REST, NO_JOINT_ACCELERATION, REDUNDANT};
use mainspring_contact::{Bound, Bounded, Contact as Law, ContactProblem, Inconsistent, Mode, Resistance, Slip};
use mainspring_model::FrictionLaw;

/// The problem of a moment.
pub struct ModeProblem {
    pub matrix: Vec<f64>,
    pub free: Vec<f64>,
    pub tangents: usize,
    pub contacts: Vec<Law>,
    pub resistances: Vec<Resistance>,
    pub bounded: Vec<Bounded>,
    /// what each of them did before
    pub warm: Vec<Mode>,
    pub links: Links,
    /// joint with friction of each of the first bounded forces: place in `JointFriction::list`
    pub joints: Vec<usize>,
    /// acceleration of each of these joints that counts as none
    pub no_acceleration: Vec<f64>,
    /// part on a table of each of the other bounded forces, with the surface it is slow against
    pub parts: Vec<(usize, Option<u32>)>,
}

impl ModeProblem {
    /// As the solver takes it.
    pub fn question(&self) -> ContactProblem<'_> {
        ContactProblem {
            matrix: &self.matrix,
            tangents: self.tangents,
            free: &self.free,
            contacts: &self.contacts,
            resistances: &self.resistances,
            bounded: &self.bounded,
        }
    }

    /// What no force allows, with joints as places in `JointFriction::list`: joints where there would be an answer without
    /// their friction, else contacts.
    pub fn cause(&self, inconsistent: Inconsistent) -> Inconsistent {
        let mut bounded = self.bounded.clone();
        for &at in &inconsistent.bounded {
            if let Bound::Reaction { slipping, holding, .. } = &mut bounded[at].bound {
                (*slipping, *holding) = (0.0, 0.0);
            }
        }
        let question = ContactProblem { bounded: &bounded, ..self.question() };
        let jams = !inconsistent.bounded.is_empty() && rest_by_islands(&question, &self.links, &self.warm).is_ok();
        // only a bound that goes with a reaction jams, and an area's does not
        let joints = inconsistent.bounded.iter().filter(|_| jams).map(|&at| self.joints[at]).collect();
        Inconsistent { bounded: joints, ..inconsistent }
    }
}

/// W of the rows of contacts, of some joints with friction and of some parts on a table, with the present factor.
pub struct Mobility {
    /// rows × rows
    pub matrix: Vec<f64>,
    /// K⁻¹Jᵀ, one column of unknowns a row
    pub units: Vec<f64>,
    /// J M⁻¹ Jᵀ of each joint's two parts alone
    pub alone: Vec<f64>,
}

impl Mechanism {
    /// Joints with friction that are attached, by name.
    pub fn friction_joints_attached(&self) -> Vec<usize> {
        let (friction, order) = (&self.laws.friction, &self.laws.touch.order);
        let mut joints: Vec<usize> =
            (0..friction.list.len()).filter(|&k| friction.joint_attached(&self.bodies, k)).collect();
        joints.sort_by_key(|&k| order.joint(friction.list[k].joint));
        joints
    }

    /// Rows of `touch.contacts`, then one of each of `joints`, then three of each of `parts`.
    pub fn mobility(&mut self, joints: &[usize], parts: &[usize]) -> Mobility {
        self.laws.touch.delassus(&self.bodies);
        let (bodies, touch, friction) = (&self.bodies, &self.laws.touch, &self.laws.friction);
        let (contact_rows, unknowns) = (touch.touch_rows(), bodies.pattern.unknowns);
        let n = contact_rows + joints.len() + 3 * parts.len();
        let mut units = touch.unit[..contact_rows * unknowns].to_vec();
        units.resize(n * unknowns, 0.0);
        let mut matrix = vec![0.0; n * n];
        for i in 0..contact_rows {
            let row = &touch.matrix[i * contact_rows..(i + 1) * contact_rows];
            matrix[i * n..i * n + contact_rows].copy_from_slice(row);
        }
        for (at, &k) in joints.iter().enumerate() {
            let own = contact_rows + at;
            let unit = &mut units[own * unknowns..(own + 1) * unknowns];
            friction.unit_effort(bodies, k, unit);
            for (i, rate) in touch.row_rates(bodies, &unit[..bodies.nv]).into_iter().enumerate() {
                // what joints hold is struck from W
                let rate = if touch.matrix[i * contact_rows + i] == 0.0 { 0.0 } else { rate };
                (matrix[i * n + own], matrix[own * n + i]) = (rate, rate);
            }
            for (other, &j) in joints.iter().enumerate() {
                matrix[own * n + contact_rows + other] =
                    bodies.row_times(friction.stick_group(bodies, j), 0, &unit[..bodies.nv]);
            }
        }
        let velocities: Vec<usize> = parts.iter().flat_map(|&b| (0..3).map(move |r| bodies.spans[b].v + r)).collect();
        for (at, &place) in velocities.iter().enumerate() {
            let own = contact_rows + joints.len() + at;
            let unit = &mut units[own * unknowns..(own + 1) * unknowns];
            unit.fill(0.0);
            unit[place] = 1.0;
            bodies.factor.solve(&bodies.pattern, unit);
            for (i, rate) in touch.row_rates(bodies, &unit[..bodies.nv]).into_iter().enumerate() {
                let rate = if touch.matrix[i * contact_rows + i] == 0.0 { 0.0 } else { rate };
                (matrix[i * n + own], matrix[own * n + i]) = (rate, rate);
            }
            for (other, &j) in joints.iter().enumerate() {
                let rate = bodies.row_times(friction.stick_group(bodies, j), 0, &unit[..bodies.nv]);
                let row = contact_rows + other;
                (matrix[row * n + own], matrix[own * n + row]) = (rate, rate);
            }
            for (other, &v) in velocities.iter().enumerate() {
                matrix[(contact_rows + joints.len() + other) * n + own] = unit[v];
            }
        }
        // rounding must not make it look unsymmetric
        for i in contact_rows..n {
            for j in contact_rows..i {
                let mean = 0.5 * (matrix[i * n + j] + matrix[j * n + i]);
                (matrix[i * n + j], matrix[j * n + i]) = (mean, mean);
            }
        }
        let alone: Vec<f64> = joints.iter().map(|&k| friction.mobility_alone(bodies, k)).collect();
        for (at, alone) in alone.iter().enumerate() {
            let own = contact_rows + at;
            if matrix[own * n + own] <= REDUNDANT * alone {
                for i in 0..n {
                    (matrix[own * n + i], matrix[i * n + own]) = (0.0, 0.0);
                }
            }
        }
        Mobility { matrix, units, alone }
    }

    /// Parts on a table that are slow and touch something at `lasting`, with the surface they are slow against; at the state of
    /// `kinematics`.
    pub fn parts_in_touch(&self, lasting: &[Site]) -> Vec<(usize, Option<u32>)> {
        let mut bodies: Vec<usize> = lasting
            .iter()
            .filter_map(|s| self.laws.touch.contact_at(&self.bodies, *s))
            .flat_map(|c| c.bodies.into_iter().flatten())
            .collect();
        bodies.sort_by_key(|&b| self.laws.touch.order.body(b));
        bodies.dedup();
        bodies.into_iter().filter_map(|b| Some((b, self.table.slow_on(&self.bodies, b)?))).collect()
    }

    /// The problem at (t, q, v) of the contacts at `lasting`, of some parts on a table that they touch and of all joints with
    /// friction. Leaves the solution without any of them, and those parts undecided.
    pub fn mode_problem(
        &mut self,
        time: f64,
        q: &[f64],
        v: &[f64],
        lasting: &[Site],
        parts: Vec<(usize, Option<u32>)>,
        before: &[Touching],
        due: &FiredGuards,
    ) -> ModeProblem {
        let was = self.laws.friction.state.modes.clone();
        self.laws.touch.state.touching.clear();
        for &(b, on) in &parts {
            self.bodies.state.support[b] = Support::Undecided { on };
        }
        if !was.is_empty() {
            self.laws.friction.state.modes.fill(FrictionMode::NONE);
        }
        if !was.is_empty() || !parts.is_empty() {
            self.remask();
        }
        self.solve(time, q, v);
        self.laws.touch.contacts = self.laws.touch.contacts_at(&self.bodies, lasting);
        self.laws.touch.read_turns(&self.bodies, lasting.iter().copied());
        let joints = self.friction_joints_attached();
        let lying: Vec<usize> = parts.iter().map(|p| p.0).collect();
        let Mobility { matrix, units, alone } = self.mobility(&joints, &lying);
        self.laws.touch.contact_free(&self.bodies, true);
        self.laws.touch.clear_rounding(&self.bodies, lasting, due, !joints.is_empty() || !parts.is_empty());
        let (bodies, touch, friction) = (&self.bodies, &self.laws.touch, &self.laws.friction);
        let (contacts, mut warm) = touch.questions(bodies, lasting, before, due);
        let resistances = touch.resistances(bodies, lasting, due);
        let (mut free, n) = (touch.free.clone(), touch.free.len() + joints.len() + 3 * parts.len());
        let (mut bounded, mut no_acceleration) = (Vec::new(), Vec::new());
        for (at, &k) in joints.iter().enumerate() {
            let first = touch.free.len() + at;
            let (acceleration, size) = bodies.acceleration_of(friction.stick_group(bodies, k));
            // what would take a second to be seen as motion is rounding of no load at all, unless it was seen to grow
            let unseen = AT_REST * friction.joint_rate_scale(bodies, k) * bodies.clock;
            let strained = friction.state.fired.strained.iter().any(|(j, _)| *j == k);
            let unloaded = acceleration.abs() <= unseen && !strained;
            let mut acceleration = if unloaded { 0.0 } else { acceleration };
            // nor does it press the joint against its stop; one that would have to pull is left
            let at_stop = |s: &Site| match s {
                Site::Stop { joint, upper } if *joint as usize == friction.list[k].joint => Some(*upper),
                _ => None,
            };
            let stops = lasting.iter().enumerate().filter_map(|(i, s)| Some((i, s, at_stop(s)?)));
            for (i, site, upper) in stops.filter(|_| unloaded) {
                let leaves = if due.pulls.contains(site) { unseen } else { 0.0 };
                free[i * (1 + touch.tangents)] = leaves;
                acceleration = if upper { -leaves } else { leaves };
            }
            free.push(acceleration);
            let bound = bound_of(bodies, friction, k, &units);
            // rounding of nothing is nothing: measured by what friction could do to the parts alone
            let none = NO_JOINT_ACCELERATION * size.max(alone[at] * friction.limit[k]);
            let mut slip = slip_of(bodies, friction, k);
            // what nothing can move by itself, others take along
            if slip == Slip::Still && matrix[first * n + first] == 0.0 && acceleration.abs() > none {
                slip = Slip::Along([acceleration.signum(), 0.0]);
            }
            bounded.push(Bounded { first, rows: 1, bound, slip });
            no_acceleration.push(none);
            warm.push(match was[k] {
                FrictionMode::Slip(side) => Mode::Slip([f64::from(side), 0.0]),
                FrictionMode::Stick | FrictionMode::Held(_) | FrictionMode::Share(_) => Mode::Stick,
            });
        }
        for &(b, on) in &parts {
            let strain = self.table.state.strain(b);
            let surface = self.table.sliding_parts[b]
                .as_ref()
                .and_then(|p| Table::limit_surface(p, on, strain, self.table.weaker));
            let Some(surface) = surface else { continue };
            bounded.push(Bounded { first: free.len(), rows: 3, bound: Bound::Area(surface), slip: Slip::Still });
            free.extend(self.table.acceleration_against(bodies, b, on));
            warm.push(Mode::Stick);
        }
        let ends = joints.iter().map(|&k| friction.ends(bodies, k)).chain(parts.iter().map(|p| [Some(p.0), None]));
        let links = touch.links(bodies, ends);
        let tangents = touch.tangents;
        ModeProblem {
            matrix,
            free,
            tangents,
            contacts,
            resistances,
            bounded,
            warm,
            links,
            joints,
            no_acceleration,
            parts,
        }
    }
}

/// What friction in joint k can be, at the solution without it; `units` as in [`Mobility`].
pub fn bound_of(bodies: &Multibody, friction: &JointFriction, k: usize, units: &[f64]) -> Bound {
    let entry = &friction.list[k];
    let strained = friction.state.fired.strained.iter().any(|(j, _)| *j == k);
    // what is at its limit because that fired lets go
    let weaker = if strained { 1.0 - AT_LIMIT_WEAKENED[0] } else { 1.0 };
    let (slipping, holding) = (entry.friction.kinetic, entry.friction.resting * weaker);
    let slipping = slipping.min(holding);
    match entry.friction.law {
        FrictionLaw::Constant => Bound::Constant { slipping, holding },
        FrictionLaw::Coulomb { arm } if entry.bushing > 0 => {
            let size = arm * friction.reaction_size(bodies, k, &bodies.solution);
            Bound::Constant { slipping: slipping * size, holding: holding * size }
        }
        FrictionLaw::Coulomb { arm } => {
            let of = |x: &[f64]| {
                let mut force = [0.0; 3];
                for (f, r) in force.iter_mut().zip(entry.reaction.clone()) {
                    *f = x[bodies.nv + r];
                }
                force
            };
            let slope = units.chunks_exact(bodies.pattern.unknowns).map(of).collect();
            Bound::Reaction { slipping: slipping * arm, holding: holding * arm, start: of(&bodies.solution), slope }
        }
    }
}

/// Whether joint k slides at the state of `kinematics`.
fn slip_of(bodies: &Multibody, friction: &JointFriction, k: usize) -> Slip {
    let rate = friction.joint_rate(bodies, k);
    if rate.abs() <= friction.rest_slack(k) * friction.joint_rate_scale(bodies, k) {
        Slip::Still
    } else {
        Slip::Along([rate.signum(), 0.0])
    }
}
