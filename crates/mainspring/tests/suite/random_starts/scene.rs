//! The text of a mechanism, and what its lines say of how it begins.

use super::mechanism::{Joint, Kind, Mechanism};
use super::rigid::{Pose, V3};
use std::fmt::Write;

/// Says how a coordinate begins: joint, and 0 for its travel or 1 for its angle.
#[derive(Clone, Debug, Default)]
pub struct Said {
    /// what `start` says of each coordinate; [joints][travel, angle]
    pub value: Vec<[Option<f64>; 2]>,
    pub rate: Vec<[Option<f64>; 2]>,
    /// a drive in place of the `start`: of the position too, or of the speed
    pub drive: Vec<[Option<Drive>; 2]>,
    /// a hint where nothing is said
    pub guess: Vec<[f64; 2]>,
    /// `moving` and `spinning` of bodies
    pub moving: Vec<Option<(V3, V3)>>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Drive {
    Position,
    Speed,
}

impl Said {
    pub fn nothing(mechanism: &Mechanism) -> Self {
        let joints = mechanism.joints.len();
        Self {
            value: vec![[None; 2]; joints],
            rate: vec![[None; 2]; joints],
            drive: vec![[None; 2]; joints],
            guess: mechanism.joints.iter().map(|j| j.value).collect(),
            moving: vec![None; mechanism.poses.len()],
        }
    }
}

fn vector(v: V3, space: bool) -> String {
    if space { format!("({:?}, {:?}, {:?})", v[0], v[1], v[2]) } else { format!("({:?}, {:?})", v[0], v[1]) }
}

fn turned(pose: &Pose) -> f64 {
    libm::atan2(pose.axes[0][1], pose.axes[0][0])
}

fn marker(body: Option<usize>, name: &str, pose: &Pose, space: bool) -> String {
    let at = vector(pose.at, space);
    match body {
        Some(b) => format!("b{b}.{name}"),
        None if space => {
            format!("ground({at} m, axis = {}, zero = {})", vector(pose.axes[2], true), vector(pose.axes[0], true))
        }
        None => format!("ground({at} m, angle = {:?} rad)", turned(pose)),
    }
}

/// Words for what a coordinate is measured in, and how fast it changes.
pub const UNITS: [[&str; 2]; 2] = [["m", "m/s"], ["rad", "rad/s"]];
/// Units in which it is said by how much one is off.
pub const SAID_IN: [&[&str]; 2] = [&["mm", "cm", "m"], &["deg"]];
/// Names of a coordinate and its rate.
pub const NAMES: [[&str; 2]; 2] = [["travel", "speed"], ["angle", "rate"]];

fn block(joint: &Joint, space: bool) -> String {
    let mut block = String::new();
    if joint.kind == Kind::Distance {
        write!(block, "length = {:?} m; ", joint.value[0]).expect("text takes all");
    }
    if joint.compliant {
        let turning = match joint.kind {
            Kind::Prismatic => true,
            Kind::Revolute | Kind::Both => space,
            _ => false,
        };
        let turning = if turning { "; turning_stiffness = 200 N*m/rad; turning_damping = 0.1 N*m*s/rad" } else { "" };
        write!(block, "compliant {{ stiffness = 2e4 N/m; damping = 5 N*s/m{turning} }}").expect("text takes all");
    }
    if block.is_empty() { block } else { format!(" {{ {block} }}") }
}

pub fn text(mechanism: &Mechanism, said: &Said) -> String {
    let space = mechanism.space;
    let mut text = format!("space {}\n", if space { "spatial" } else { "planar" });
    let mut put = |line: String| writeln!(text, "{line}").expect("text takes all");
    for b in 0..mechanism.poses.len() {
        let inertia = if space { "(0.02, 0.03, 0.025)" } else { "0.02" };
        let mut points = String::new();
        for (j, joint) in mechanism.joints.iter().enumerate() {
            for (side, (body, pose)) in joint.ends.iter().enumerate() {
                if *body == Some(b) {
                    let at = vector(pose.at, space);
                    let axes = if space {
                        format!("axis {} zero {}", vector(pose.axes[2], true), vector(pose.axes[0], true))
                    } else {
                        format!("turned {:?} rad", turned(pose))
                    };
                    write!(points, "; point p{j}_{side} = {at} m {axes}").expect("text takes all");
                }
            }
        }
        put(format!("primitive k{b} {{ mass = {:?} kg; inertia = {inertia} kg*m^2{points} }}", 0.5 + 0.3 * b as f64));
        let motion = said.moving[b].map_or(String::new(), |(v, w)| {
            let spin = if space { vector(w, true) } else { format!("{:?}", w[2]) };
            format!(" moving {} m/s spinning {spin} rad/s", vector(v, space))
        });
        put(format!("part b{b} = k{b}(){motion}"));
    }
    for (j, joint) in mechanism.joints.iter().enumerate() {
        let [a, b] = [0, 1].map(|side| {
            let (body, pose) = &joint.ends[side];
            marker(*body, &format!("p{j}_{side}"), pose, space)
        });
        put(format!("joint j{j} = {}({a}, {b}){}", joint.kind.word(space), block(joint, space)));
    }
    for coupling in &mechanism.couplings {
        put(coupling.line.clone());
    }
    for (j, joint) in mechanism.joints.iter().enumerate() {
        for k in (0..2).filter(|&k| joint.kind.has()[k]) {
            let [unit, per_second] = UNITS[k];
            let (mut value, mut rate) = (said.value[j][k], said.rate[j][k]);
            match said.drive[j][k] {
                Some(Drive::Position) => {
                    let (x, v) = (value.take().expect("a value"), rate.take().expect("a rate"));
                    put(format!("drive j{j} {} = {x:?} {unit} + {v:?} {per_second} * t", NAMES[k][0]));
                }
                Some(Drive::Speed) => {
                    let v = rate.take().expect("a rate");
                    put(format!("drive j{j} {} = {v:?} {per_second}", NAMES[k][1]));
                }
                None => {}
            }
            if value.is_some() || rate.is_some() {
                let value = value.map_or(String::new(), |x| format!(" = {x:?} {unit}"));
                let rate = rate.map_or(String::new(), |x| format!(" rate {x:?} {per_second}"));
                put(format!("start j{j}{value}{rate}"));
            }
            if said.value[j][k].is_none() || said.drive[j][k].is_some() {
                put(format!("guess j{j} = {:?} {unit}", said.guess[j][k]));
            }
        }
    }
    text.push_str("run 1 us every 1 us\n");
    text
}
