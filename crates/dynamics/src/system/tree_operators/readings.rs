//! Of a tree in joint coordinates: what is read from a state.

use crate::multibody::results::{Energy, LedgerEntry};
use crate::system::run_values::RunValues;
use crate::system::traits::equations::Equations;
use crate::system::traits::readings::Readings;
use crate::system::tree_system::Reduced;
use crate::tree::plan::Motion;
use crate::tree::recursion::Recursion;
use mainspring_model::{NodeId, Pose};
use mainspring_numerics::vec3::{add, cross, dot, scale, sub};

impl<T: Recursion> Readings for Reduced<T> {
    fn ledger(&self) -> &[LedgerEntry] {
        &self.core.bodies.ledger
    }

    fn energy(&mut self, y: &[f64]) -> Energy {
        self.unfold(y);
        let (bodies_q, bodies_v, _) = self.core.bodies.split(&self.whole);
        let (kinetic, potential) = self.tree.energy(bodies_q, bodies_v);
        let potential = potential + self.core.bodies.potential_of_origins();
        let kinetic = kinetic + self.core.bodies.kinetic_of_speeds(bodies_v);
        let mut energy = Energy { kinetic, potential, spring: 0.0 };
        if self.springy {
            self.core.bodies.kinematics(bodies_q, bodies_v);
            energy.spring = self.core.spring_energy();
        }
        energy
    }

    fn load(&self) -> f64 {
        // without loads the bodies' forces are not kept up
        if self.loaded { self.core.load() } else { self.weight() }
    }

    fn read(&mut self, time: f64, y: &[f64], ledger: &RunValues, nodes: &[NodeId], out: &mut [f64]) {
        self.unfold(y);
        self.core.read(time, &self.whole, ledger, nodes, out);
    }

    fn hold_before(&mut self, time: f64, y: &[f64], ledger: &RunValues) {
        self.unfold(y);
        self.core.hold_before(time, &self.whole, ledger);
    }

    fn release_before(&mut self) {
        self.core.release_before();
    }

    fn poses(&mut self, y: &[f64], out: &mut Vec<Pose>) {
        self.unfold(y);
        self.core.poses(&self.whole, out);
    }

    fn body_state(&mut self, y: &[f64], out: &mut Vec<f64>) {
        self.unfold(y);
        out.clone_from(&self.whole);
        self.core.bodies.state_in_world(out);
    }

    fn joint_forces(&mut self, out: &mut Vec<[f64; 6]>) {
        out.clear();
        out.resize(self.core.bodies.model.joints.len(), [0.0; 6]);
        for (j, joint) in self.core.bodies.model.joints.iter().enumerate() {
            if joint.compliant.is_some() {
                let (force, torque) = self.core.bodies.joint_wrench(j);
                out[j] = [force[0], force[1], force[2], torque[0], torque[1], torque[2]];
            }
        }
        for (last, step) in self.steps.iter().enumerate() {
            let (Some(j), Some(_)) = (step.joint, step.body) else { continue };
            let through = self.tree.wrench(last);
            let (mut force, mut moment) = (through.force, through.moment);
            // back through the joint's motions to the parent's point, over what has slid between
            let mut slid = [0.0; 3];
            let mut link = last;
            loop {
                let (own, axis) = (&self.steps[link], self.tree.axis(link));
                match own.motion {
                    // what drives exert is not the joint's
                    Motion::Turn => moment = sub(moment, scale(axis, dot(axis, moment))),
                    Motion::Slide => {
                        let along = scale(axis, self.tree.travel(link));
                        force = sub(force, scale(axis, dot(axis, force)));
                        moment = add(moment, cross(along, force));
                        slid = add(slid, along);
                    }
                    _ => {}
                }
                if own.from.is_some() {
                    break;
                }
                link -= 1;
            }
            // the second side is the child's, or the parent's if the joint was named the other way round
            if step.reversed {
                (force, moment) = (scale(force, -1.0), scale(moment, -1.0));
            } else {
                moment = sub(moment, cross(slid, force));
            }
            out[j] = [force[0], force[1], force[2], moment[0], moment[1], moment[2]];
        }
    }

    fn arrows(&self, out: &mut Vec<[f64; 3]>) {
        self.core.arrows(out);
    }
}
