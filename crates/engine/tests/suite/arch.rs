//! An arch of wedges stands on its springers with a thrust that statics allows.
//!
//! Three numbers of an arch are open: the force (H, V) of one springer and where it acts. With them the forces of every
//! joint follow stone by stone: the force on joint k is that on joint 0 less the weights between, its moment about the
//! joint's inner corner likewise. The joint is sound if its two corners press, 0 ≤ M ≤ N t with the moment M about the inner
//! corner and the thickness t, and if |T| ≤ μN. All of that is linear in the three numbers, so the least and the
//! largest thrust are at corners of a polyhedron, found here by trying all triples of conditions. What the run says must be
//! among them: forces that balance every stone, within the cones, and a thrust in that range.

use crate::support;

use mainspring_engine::Outcome;
use mainspring_record::Memory;
use mainspring_trust::{Against::Independent, case, largest};
use std::f64::consts::{FRAC_PI_2, PI};
use support::{last, lawless, moved, run_solids, threshold};

const G: f64 = 9.81;
const OUTER: f64 = 1.2;
const FRICTION: f64 = 0.7;
/// kg/m²
const DENSITY: f64 = 50.0;

/// An arch of equal stones over `opening` rad, standing on springers whose faces are square to it.
#[derive(Clone, Copy)]
struct Arch {
    stones: usize,
    opening: f64,
    /// m, of the inner corners
    inner: f64,
}

impl Arch {
    /// Angle of joint k, from the right springer to the left.
    fn joint(self, k: usize) -> f64 {
        FRAC_PI_2 + self.opening * (k as f64 / self.stones as f64 - 0.5)
    }

    fn at(self, k: usize, radius: f64) -> [f64; 2] {
        let (s, c) = libm::sincos(self.joint(k));
        [radius * c, radius * s]
    }

    /// Weight of a stone, N: a trapezium between two radii.
    fn weight(self) -> f64 {
        0.5 * (OUTER * OUTER - self.inner * self.inner) * libm::sin(self.opening / self.stones as f64) * DENSITY * G
    }

    /// Where the middle of stone k lies sideways, m.
    fn middle(self, k: usize) -> f64 {
        let half = 0.5 * self.opening / self.stones as f64;
        let radius = 2.0 / 3.0 * (OUTER * OUTER * OUTER - self.inner * self.inner * self.inner)
            / (OUTER * OUTER - self.inner * self.inner);
        radius * libm::cos(half) * libm::cos(self.joint(k) + half)
    }

    fn text(self, duration: f64) -> String {
        let point = |p: [f64; 2]| format!("({}, {}) m", p[0], p[1]);
        let mut text = "space planar\ngravity (0, -9.81) m/s^2\n".to_owned();
        for k in 0..self.stones {
            let corners =
                [self.at(k, self.inner), self.at(k, OUTER), self.at(k + 1, OUTER), self.at(k + 1, self.inner)];
            text += &format!(
                "primitive stone{k}_ {{ shape = polygon({}); area_density = {DENSITY} kg/m^2 }}\npart s{k} = stone{k}_() at (0, 0)\n",
                corners.map(point).join(", ")
            );
        }
        for (name, k) in [("right", 0), ("left", self.stones)] {
            let (s, c) = libm::sincos(self.joint(k));
            // out of the arch, along the circle
            let normal = if k == 0 { [-s, c] } else { [s, -c] };
            text +=
                &format!("obstacle {name} = halfplane({}, ({}, {}))\n", point(self.at(k, 1.0)), normal[0], normal[1]);
        }
        for k in 1..self.stones {
            text += &format!("contact s{}, s{k} {{ friction = {FRICTION} }}\n", k - 1);
        }
        text += &format!("contact s0, right {{ friction = {FRICTION} }}\n");
        text += &format!("contact s{}, left {{ friction = {FRICTION} }}\n", self.stones - 1);
        text + &format!("record energy.kinetic\nrun {duration} s every {} s\n", 0.25 * duration)
    }

    /// Conditions a·(H, V, M) + b ≥ 0 on force and moment (about the inner corner) of the right springer.
    fn conditions(self) -> Vec<[f64; 4]> {
        let weight = self.weight();
        let base = self.at(0, self.inner);
        let mut list = Vec::new();
        for k in 0..=self.stones {
            let (s, c) = libm::sincos(self.joint(k));
            let corner = self.at(k, self.inner);
            let (dx, dy) = (corner[0] - base[0], corner[1] - base[1]);
            // force on what comes after joint k: (H, V − k weight); its moment about the corner of joint k, left-handed so
            // that a force through the outer side is positive
            let burden: f64 = (0..k).map(|i| weight * (self.middle(i) - corner[0])).sum();
            let normal = [-s, c, 0.0, -c * k as f64 * weight];
            let along = [c, s, 0.0, -s * k as f64 * weight];
            // M_k = M_0 + (base − corner) × F − Σ (middle − corner) × (0, −w)… as row: x F_y − y F_x
            let moment = [dy, -dx, 1.0, -burden];
            let mix = |f: f64, a: [f64; 4], g: f64, b: [f64; 4]| [0, 1, 2, 3].map(|i| f * a[i] + g * b[i]);
            list.push(moment);
            list.push(mix(OUTER - self.inner, normal, -1.0, moment));
            list.push(mix(FRICTION, normal, 1.0, along));
            list.push(mix(FRICTION, normal, -1.0, along));
        }
        list
    }

    /// Least and largest horizontal thrust.
    fn thrusts(self) -> [f64; 2] {
        let rows = self.conditions();
        let mut range = [f64::INFINITY, f64::NEG_INFINITY];
        for i in 0..rows.len() {
            for j in 0..i {
                for k in 0..j {
                    let Some(x) = meet(&[rows[i], rows[j], rows[k]]) else { continue };
                    let value = |r: &[f64; 4]| r[0] * x[0] + r[1] * x[1] + r[2] * x[2] + r[3];
                    if rows.iter().all(|r| value(r) >= -1e-9) {
                        range = [range[0].min(-x[0]), range[1].max(-x[0])];
                    }
                }
            }
        }
        range
    }
}

/// Where three planes a·x + b = 0 meet, by Cramer's rule.
fn meet(rows: &[[f64; 4]; 3]) -> Option<[f64; 3]> {
    let det = |columns: [usize; 3]| {
        let e = |r: usize, c: usize| rows[r][columns[c]];
        e(0, 0) * (e(1, 1) * e(2, 2) - e(1, 2) * e(2, 1)) - e(0, 1) * (e(1, 0) * e(2, 2) - e(1, 2) * e(2, 0))
            + e(0, 2) * (e(1, 0) * e(2, 1) - e(1, 1) * e(2, 0))
    };
    let whole = det([0, 1, 2]);
    (whole.abs() > 1e-9).then(|| [[3, 1, 2], [0, 3, 2], [0, 1, 3]].map(|columns| -det(columns) / whole))
}

/// Force of joint k on the stone after it (on the left springer at the last), N, and its moment about the arch's middle, N·m.
fn load_of_joint(memory: &Memory, arch: Arch, frame: usize, k: usize) -> [f64; 3] {
    let mut sum = [0.0; 3];
    for mark in memory.contacts_at(frame) {
        let [a, b] = &memory.schema.contact_pairs[mark.pair as usize];
        let (before, after) = (format!("s{}", k.wrapping_sub(1)), format!("s{k}"));
        // a mark tells the force on its second part
        let sign = match (a.as_str(), b.as_str()) {
            (a, "right") if k == 0 && a == after => -1.0,
            (a, "left") if k == arch.stones && a == before => 1.0,
            (a, b) if a == before && b == after => 1.0,
            _ => continue,
        };
        let ([x, y, _], [fx, fy, _]) = (mark.point, mark.force.map(|f| sign * f));
        sum = [sum[0] + fx, sum[1] + fy, sum[2] + x * fy - y * fx];
    }
    sum
}

fn stands(arch: Arch) -> (Outcome, Memory) {
    let (out, memory) = run_solids(&arch.text(0.2));
    let name = format!("arch of {} stones over {:.0}°", arch.stones, arch.opening.to_degrees());
    let [least, most] = arch.thrusts();
    assert!(least > 0.0 && most > least + 1.0, "{name}: {least} … {most}");
    let total = arch.weight() * arch.stones as f64;
    for frame in 0..memory.times.len() {
        let joints: Vec<[f64; 3]> = (0..=arch.stones).map(|k| load_of_joint(&memory, arch, frame, k)).collect();
        let up = joints[0][1] - joints[arch.stones][1];
        case!(&name, "force of both springers upwards", Independent, "the weight of the stones")
            .answer(total, "N")
            .off(up - total, 1e-9);
        let balance = joints.windows(2).enumerate().flat_map(|(k, j)| {
            let turn = j[0][2] - j[1][2] - arch.weight() * arch.middle(k);
            [j[0][0] - j[1][0], j[0][1] - j[1][1] - arch.weight(), turn]
        });
        case!(&name, "balance of every stone", Independent, "weight and two joints")
            .unit("N, N*m")
            .off(largest(balance), 1e-9);
        let thrust = -joints[0][0];
        case!(&name, "thrust outside what statics allows", Independent, "corners of the polyhedron of conditions")
            .unit("N")
            .off((least - thrust).max(thrust - most).max(0.0), 1e-9);
        let law = lawless(memory.contacts_at(frame), |_| [FRICTION; 2]);
        case!(&name, "forces outside their cones, relative", Independent, "Coulomb's law").off(law, 1e-9);
    }
    assert!(moved(&memory) < 1e-12, "{name}: {}", moved(&memory));
    (out, memory)
}

#[test]
fn of_three_stones() {
    stands(Arch { stones: 3, opening: PI, inner: 0.8 });
    stands(Arch { stones: 3, opening: 2.0, inner: 0.8 });
}

#[test]
fn of_five_stones() {
    stands(Arch { stones: 5, opening: PI, inner: 0.8 });
    stands(Arch { stones: 5, opening: 2.4, inner: 0.8 });
}

#[test]
fn that_is_too_thin_falls() {
    let arch = |inner: f64| Arch { stones: 5, opening: PI, inner };
    let known = threshold(0.8, 1.15, |inner| arch(inner).thrusts()[0].is_finite());
    let falls = |inner: f64| last(&run_solids(&arch(inner).text(1e-3)).1, "energy.kinetic") > 1e-24;
    let found = threshold(0.8, 1.15, |inner| !falls(inner));
    case!("arch of 5 stones over 180°", "inner radius at which it falls", Independent, "no thrust is sound")
        .answer(known, "m")
        .off(found - known, 1e-9);
}
