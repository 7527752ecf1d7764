//! Open trees in joint coordinates: y = (coordinates of the joints, their rates, w), solved by an O(n) recursion.
//!
//! Where the maximal form keeps every body's columns and every joint's rows, here only the joints' own motions are left:
//! fewer numbers to integrate, no constraint to drift from, and an evaluation several times cheaper. Whatever is read only
//! now and then (expressions, guards, reactions, pictures) is read from the maximal [`Core`] inside, at the bodies' state that
//! `expand` makes of y; so both forms mean the same by every quantity.
//!
//! Entries, link after link, parents first: an angle or a travel as the joint itself measures it, turns counted; a ball joint
//! the body's quaternion and its angular velocity in world axes; a free body the same as in maximal coordinates.

pub mod operators;
pub mod plan;
pub mod planar;
pub mod slopes;
pub mod spatial;
pub mod symmetric;

use crate::multibody::assemble_error::AssembleError;
use crate::multibody::math::Vec3;
use crate::multibody::multibody::Multibody;
use crate::system::mechanism::Mechanism;
use crate::system::system::System;
use crate::tree::plan::{Motion, Obstacle, Step, plan};
use mainspring_definition::SpaceKind;
use mainspring_model::{Coordinates, DriveKind};

/// Force and moment that go through a joint onto the link it carries, at that link's origin, world axes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wrench {
    pub force: Vec3,
    pub moment: Vec3,
}

/// What a space knows of its trees. Links are numbered as the plan's steps.
pub trait Recursion: Send + Sized + 'static {
    /// From a plan and the bodies' state at the start; with the start's coordinates and rates.
    fn new(core: &Multibody, steps: &[Step], start: &[f64]) -> (Self, Vec<f64>, Vec<f64>);
    /// Accelerations of all coordinates. `force`: generalised forces on bodies as `Core::loads` makes them, gravity included;
    /// none: gravity alone. `given`: accelerations of prescribed coordinates.
    fn accelerate(&mut self, q: &[f64], v: &[f64], force: Option<&[f64]>, given: &[f64], out: &mut [f64]);
    /// Positions and velocities of the bodies in maximal coordinates.
    fn expand(&mut self, q: &[f64], v: &[f64], bodies_q: &mut [f64], bodies_v: &mut [f64]);
    /// Kinetic energy and that in gravity, of bodies in that state, J.
    fn energy(&self, bodies_q: &[f64], bodies_v: &[f64]) -> (f64, f64);
    /// q̇
    fn rates(&self, q: &[f64], v: &[f64], out: &mut [f64]);
    /// The displacement in velocity coordinates that a small change `dq` of q stands for.
    fn tangent(&self, q: &[f64], dq: &[f64], out: &mut [f64]);
    /// Moves q by `by` along velocity coordinate `k`.
    fn displace(&self, q: &mut [f64], k: usize, by: f64);
    /// Removes what integration left in q beside the pose (quaternion length).
    fn normalise(&self, q: &mut [f64]);
    /// Link `i`'s motion is given from here on, or free.
    fn prescribe(&mut self, i: usize, given: bool);
    /// What goes through link `i`'s motion after `accelerate`.
    fn wrench(&self, i: usize) -> Wrench;
    /// How far link `i` has slid along its axis, m.
    fn travel(&self, i: usize) -> f64;
    /// Axis of link `i`'s motion in the world.
    fn axis(&self, i: usize) -> Vec3;
}

/// A prescribed coordinate.
#[derive(Clone, Copy, Debug)]
struct Driven {
    drive: usize,
    link: usize,
    q: usize,
    v: usize,
    sign: f64,
    kind: DriveKind,
    /// divides its residual: the mechanism's length, or 1 for angles
    scale: f64,
}

/// A tree in joint coordinates.
pub struct Reduced<T: Recursion> {
    core: Mechanism,
    tree: T,
    steps: Vec<Step>,
    /// per link: first entries in q and v, and how many
    places: Vec<[usize; 4]>,
    nq: usize,
    nv: usize,
    scales: Vec<f64>,
    driven: Vec<Driven>,
    /// accelerations of driven coordinates; [nv]
    given: Vec<f64>,
    /// nothing moves and nothing pushes: zeros, [nv] and [maximal nv]
    still: (Vec<f64>, Vec<f64>),
    /// scratch: jumps of rates; [nv]
    change: Vec<f64>,
    /// (entry of q, slot in `Mode::angles`) of coordinates that joints measure
    angles: Vec<(usize, usize)>,
    /// there are loads beside gravity
    loaded: bool,
    /// there are springs or compliant joints, so energy is read from the core
    springy: bool,
    /// compliant joints' angles wrap: they need the core to be followed
    compliant: bool,
    /// the bodies' state, maximal, at the y last expanded
    whole: Vec<f64>,
    /// states and rates to either side, for slopes
    aside: [Vec<f64>; 3],
}

/// Entries of q and v that a motion has.
fn entries(motion: Motion, space: SpaceKind) -> (usize, usize) {
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

/// The system the run settings ask for: joint coordinates where they fit, unless told otherwise.
pub fn choose(core: Mechanism, start: Vec<f64>) -> Result<(Box<dyn System>, Vec<f64>), Vec<AssembleError>> {
    let wish = core.bodies.model.run.coordinates;
    if wish == Coordinates::Maximal || core.table.any {
        return Ok((Box::new(core), start));
    }
    match plan(&core.bodies) {
        // where no joint holds anything both are the same equations, and the maximal ones have exact derivatives
        Ok(steps) if wish == Coordinates::Auto && steps.iter().all(|s| s.joint.is_none()) => {
            Ok((Box::new(core), start))
        }
        Ok(steps) => match core.bodies.model.space {
            SpaceKind::Planar => {
                let (reduced, start) = Reduced::<planar::Tree>::new(core, steps, &start);
                Ok((Box::new(reduced), start))
            }
            SpaceKind::Spatial => {
                let (reduced, start) = Reduced::<spatial::Tree>::new(core, steps, &start);
                Ok((Box::new(reduced), start))
            }
        },
        Err(Obstacle { .. }) if wish == Coordinates::Auto => Ok((Box::new(core), start)),
        Err(Obstacle { reason, span }) => Err(vec![AssembleError::Coordinates { reason, span }]),
    }
}

impl<T: Recursion> Reduced<T> {
    /// From the maximal system at its start.
    fn new(mut core: Mechanism, steps: Vec<Step>, start: &[f64]) -> (Self, Vec<f64>) {
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
            aside: [const { Vec::new() }; 3],
            core,
        };
        reduced.settle(&y);
        (reduced, y)
    }

    /// Path of the body that link `i` carries, or belongs to.
    fn body_of(&self, i: usize) -> &str {
        let body = self.steps[i..].iter().find_map(|s| s.body);
        body.map_or("", |b| &self.core.bodies.model.bodies[b].path)
    }

    /// The bodies' state at y, and the angles that the core unwraps from.
    fn unfold(&mut self, y: &[f64]) {
        let (q, rest) = y.split_at(self.nq);
        let (v, w) = rest.split_at(self.nv);
        let (bodies_q, rest) = self.whole.split_at_mut(self.core.bodies.nq);
        let (bodies_v, integrals) = rest.split_at_mut(self.core.bodies.nv);
        self.tree.expand(q, v, bodies_q, bodies_v);
        integrals.copy_from_slice(w);
        self.keep_angles(y);
    }

    fn keep_angles(&mut self, y: &[f64]) {
        for &(at, slot) in &self.angles {
            if y[at].is_finite() {
                self.core.bodies.state.angles[slot] = y[at];
            }
        }
    }

    /// Accelerations of driven coordinates at time t.
    fn prescribe(&mut self, time: f64) {
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
    fn jerk(&mut self, q: &[f64], v: &mut [f64]) {
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
        d.sign * crate::multibody::math::dot(of, axis)
    }

    /// Power of every entry of the ledger after `accelerate`, in the core's order.
    fn powers(&mut self, v: &[f64]) {
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
