//! A tree in joint coordinates.

use crate::system::component_scales::{EntryGroup, EntryKind, works};
use crate::system::mechanism::Mechanism;
use crate::system::traits::constraints::Constraints;
use crate::tree::plan::{Motion, Step};
use crate::tree::recursion::Recursion;
use mainspring_definition::SpaceKind;
use mainspring_model::DriveKind;

/// A prescribed coordinate.
#[derive(Clone, Copy, Debug)]
pub struct Driven {
    pub drive: usize,
    pub link: usize,
    pub q: usize,
    pub v: usize,
    pub sign: f64,
    pub kind: DriveKind,
    /// divides its residual: the mechanism's length, or 1 for angles
    pub scale: f64,
}

/// A tree in joint coordinates.
pub struct Reduced<T: Recursion> {
    pub core: Mechanism,
    pub tree: T,
    pub steps: Vec<Step>,
    /// per link: first entries in q and v, and how many
    pub places: Vec<[usize; 4]>,
    pub nq: usize,
    pub nv: usize,
    pub scales: Vec<f64>,
    pub driven: Vec<Driven>,
    /// accelerations of driven coordinates; [nv]
    pub given: Vec<f64>,
    /// nothing moves and nothing pushes: zeros, [nv] and [maximal nv]
    pub still: (Vec<f64>, Vec<f64>),
    /// scratch: jumps of rates; [nv]
    pub change: Vec<f64>,
    /// (entry of q, slot in `MultibodyState::angles`) of coordinates that joints measure
    pub angles: Vec<(usize, usize)>,
    /// there are loads beside gravity
    pub loaded: bool,
    /// there are springs or compliant joints, so energy is read from the core
    pub springy: bool,
    /// compliant joints' angles wrap: they need the core to be followed
    pub compliant: bool,
    /// the bodies' state, maximal, at the y last expanded
    pub whole: Vec<f64>,
    /// coordinates and rates that `whole` is of; empty: none
    pub unfolded: Vec<f64>,
    /// states and rates to either side, for slopes
    pub aside: [Vec<f64>; 3],
}

fn same_bits(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(x, y)| x.to_bits() == y.to_bits())
}

/// Entries of q and v that a motion has.
pub fn entries(motion: Motion, space: SpaceKind) -> (usize, usize) {
    let planar = space == SpaceKind::Planar;
    match motion {
        Motion::Turn | Motion::Slide => (1, 1),
        Motion::Held => (0, 0),
        Motion::Ball => (4, 3),
        Motion::Free if planar => (3, 3),
        Motion::Free => (7, 6),
        Motion::FreePoint if planar => (2, 2),
        Motion::FreePoint => (3, 3),
    }
}

impl<T: Recursion> Reduced<T> {
    /// From the maximal system at its start.
    pub fn new(mut core: Mechanism, steps: Vec<Step>, start: &[f64]) -> (Self, Vec<f64>) {
        let (q, v, _) = core.bodies.split(start);
        core.bodies.kinematics(q, v);
        let (tree, q, v) = T::new(&core.bodies, &steps, start);
        let model = std::sync::Arc::clone(&core.bodies.model);
        let (length, nw) = (core.bodies.length, core.bodies.ledger.len());
        let (mut places, mut driven, mut angles) = (Vec::new(), Vec::new(), Vec::new());
        let (mut q_scales, mut v_scales) = (Vec::new(), Vec::new());
        for (link, step) in steps.iter().enumerate() {
            let (q_len, v_len) = entries(step.motion, model.space);
            let (q_at, v_at) = (q_scales.len(), v_scales.len());
            places.push([q_at, q_len, v_at, v_len]);
            let travels = match step.motion {
                Motion::Slide => 1,
                Motion::Free | Motion::FreePoint => model.space.components(),
                Motion::Turn | Motion::Held | Motion::Ball => 0,
            };
            q_scales.extend((0..q_len).map(|i| if i < travels { length } else { 1.0 }));
            v_scales.extend((0..v_len).map(|i| if i < travels { length } else { 1.0 }));
            if let (Some(joint), Some(index)) = (step.joint, step.index) {
                angles.push((q_at, core.bodies.slot[joint] + index));
            }
            if let Some(drive) = step.drive {
                let (kind, scale) = (model.drives[drive].kind, q_scales[q_at]);
                driven.push(Driven { drive, link, q: q_at, v: v_at, sign: step.sign, kind, scale });
            }
        }
        let mut y = q;
        y.extend_from_slice(&v);
        y.resize(y.len() + nw, 0.0);
        let (nq, nv) = (q_scales.len(), v_scales.len());
        let mut scales = q_scales;
        scales.extend(v_scales);
        // a prescribed coordinate is no unknown that would ask for small steps: then the work itself must
        let mass: f64 =
            core.bodies.spans.iter().zip(&model.bodies).filter(|(s, _)| s.v_len > 0).map(|(_, b)| b.mass).sum();
        let work = if driven.is_empty() { f64::INFINITY } else { mass * length * length };
        scales.resize(scales.len() + nw, work);
        let compliant = model.joints.iter().any(|j| j.compliant.is_some());
        let springy = compliant || !model.springs.is_empty();
        let efforts = model.drives.iter().any(|d| d.kind == DriveKind::Effort);
        let mut reduced = Self {
            tree,
            steps,
            places,
            nq,
            nv,
            scales,
            driven,
            given: vec![0.0; nv],
            still: (vec![0.0; nv], vec![0.0; core.bodies.nv]),
            change: vec![0.0; nv],
            angles,
            loaded: springy || efforts || !model.forces.is_empty(),
            springy,
            compliant,
            whole: start.to_vec(),
            unfolded: Vec::new(),
            aside: [const { Vec::new() }; 3],
            core,
        };
        reduced.remember_angles(&y);
        (reduced, y)
    }

    /// Path of the body that link `i` carries, or belongs to.
    pub fn body_of(&self, i: usize) -> &str {
        let body = self.steps[i..].iter().find_map(|s| s.body);
        body.map_or("", |b| &self.core.bodies.model.bodies[b].path)
    }

    /// What the entries of y are.
    pub fn groups(&self) -> Vec<EntryGroup> {
        let (axes, components) = (self.core.bodies.model.space.components(), &self.core.components);
        let mut out = Vec::new();
        for rates in [false, true] {
            for (link, (step, &[q, q_len, v, v_len])) in self.steps.iter().zip(&self.places).enumerate() {
                let body = self.steps[link..].iter().find_map(|s| s.body);
                let component = body.and_then(|b| components.of_body[b]);
                let (along, around) =
                    if rates { (EntryKind::Velocity, EntryKind::Spin) } else { (EntryKind::Place, EntryKind::Turn) };
                let (at, len) = if rates { (self.nq + v, v_len) } else { (q, q_len) };
                let (travels, along) = match step.motion {
                    Motion::Slide => (1, if rates { EntryKind::Slide } else { EntryKind::Travel }),
                    Motion::Free | Motion::FreePoint => (len.min(axes), along),
                    Motion::Turn | Motion::Held | Motion::Ball => (0, along),
                };
                let mass = step.body.map_or(0.0, |b| self.core.bodies.model.bodies[b].mass);
                out.push(EntryGroup { entries: at..at + travels, kind: along, component, mass });
                out.push(EntryGroup { entries: at + travels..at + len, kind: around, component, mass: 0.0 });
            }
        }
        out.retain(|group| !group.entries.is_empty());
        out.extend(works(self.nq + self.nv, &self.core.bodies, components));
        out
    }

    /// The bodies' state at y, and the angles that the core unwraps from.
    pub fn unfold(&mut self, y: &[f64]) {
        let (q, rest) = y.split_at(self.nq);
        let (v, w) = rest.split_at(self.nv);
        let (bodies_q, rest) = self.whole.split_at_mut(self.core.bodies.nq);
        let (bodies_v, integrals) = rest.split_at_mut(self.core.bodies.nv);
        // energy, bounds of a step and the auditor ask for one state in a row
        if !same_bits(&self.unfolded, &y[..self.nq + self.nv]) {
            self.tree.expand(q, v, bodies_q, bodies_v);
            self.unfolded.clear();
            self.unfolded.extend_from_slice(&y[..self.nq + self.nv]);
        }
        integrals.copy_from_slice(w);
        self.keep_angles(y);
    }

    pub fn keep_angles(&mut self, y: &[f64]) {
        for &(at, slot) in &self.angles {
            if y[at].is_finite() {
                self.core.bodies.state.angles[slot] = y[at];
            }
        }
    }

    /// Accelerations of driven coordinates at time t.
    pub fn prescribe(&mut self, time: f64) {
        self.core.bodies.drive_motion(time);
        for d in &self.driven {
            let motion = self.core.bodies.motion[d.drive];
            self.given[d.v] = match d.kind {
                DriveKind::Position => motion.second,
                DriveKind::Speed => motion.first,
                DriveKind::Acceleration | DriveKind::Effort => motion.value,
            };
        }
    }

    /// Rates after driven ones have jumped by `given`: an impulse at each drive, what is free answers with its mass.
    ///
    /// H Δv = (impulses at drives) is the recursion at rest without loads, jumps in the place of accelerations.
    pub fn jerk(&mut self, q: &[f64], v: &mut [f64]) {
        // a drive of acceleration does not hold a speed
        for d in self.driven.iter().filter(|d| d.kind == DriveKind::Acceleration) {
            self.tree.prescribe(d.link, false);
        }
        self.tree.accelerate(q, &self.still.0, Some(&self.still.1), &self.given, &mut self.change);
        for d in &self.driven {
            self.tree.prescribe(d.link, true);
        }
        for (v, by) in v.iter_mut().zip(&self.change) {
            *v += by;
        }
        for d in &self.driven {
            let motion = self.core.bodies.motion[d.drive];
            match d.kind {
                DriveKind::Position => v[d.v] = motion.first,
                DriveKind::Speed => v[d.v] = motion.value,
                DriveKind::Acceleration | DriveKind::Effort => {}
            }
        }
    }

    /// Effort of a prescribed drive on its coordinate, after `accelerate`.
    fn effort(&self, d: &Driven) -> f64 {
        let (wrench, axis) = (self.tree.wrench(d.link), self.tree.axis(d.link));
        let of = if self.steps[d.link].motion == Motion::Turn { wrench.moment } else { wrench.force };
        d.sign * mainspring_numerics::vec3::dot(of, axis)
    }

    /// Power of every entry of the ledger after `accelerate`, in the core's order.
    pub fn powers(&mut self, v: &[f64]) {
        if self.core.bodies.ledger.is_empty() {
            return;
        }
        let model = std::sync::Arc::clone(&self.core.bodies.model);
        let mut at = 0;
        for force in &model.forces {
            let row = self.core.bodies.force_row(force);
            let span = self.core.bodies.spans[force.body];
            let speeds = &self.whole[self.core.bodies.nq + span.v..];
            self.core.bodies.power[at] = (0..span.v_len).map(|i| row[i] * speeds[i]).sum();
            at += 1;
        }
        for (d, drive) in model.drives.iter().enumerate() {
            self.core.bodies.power[at] = match self.driven.iter().find(|x| x.drive == d) {
                Some(driven) => self.effort(driven) * v[driven.v],
                None => self.core.bodies.effort[d] * self.core.bodies.measure(drive.coordinate).rate,
            };
            at += 1;
        }
        for (s, _) in model.springs.iter().enumerate().filter(|(_, s)| s.effort.is_some()) {
            self.core.bodies.power[at] = -self.core.bodies.spring[s].actuator * self.core.bodies.spring[s].rate;
            at += 1;
        }
        for (s, spring) in model.springs.iter().enumerate().filter(|(_, s)| s.damping != 0.0) {
            self.core.bodies.power[at] =
                spring.damping * self.core.bodies.spring[s].rate * self.core.bodies.spring[s].rate;
            at += 1;
        }
        for (j, _) in model.joints.iter().enumerate().filter(|(_, j)| j.compliant.is_some()) {
            self.core.bodies.power[at] = self.core.bodies.compliant_power[j];
            at += 1;
        }
    }
}
