//! Bricard's loop: six hinges that by the count of freedoms cannot move, and do. The same motion comes from loops without
//! the redundant condition, and energy and closure are kept.

use crate::support;

use mainspring_definition::SpaceKind;
use mainspring_dynamics::assemble;
use mainspring_joints::{Cylindrical, Revolute};
use mainspring_model::*;
use std::sync::Arc;
use support::*;

/// The edges' ends, and the axis of the hinge at each: (x) is axis 0.
const CORNERS: [V3; 6] =
    [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, -1.0, 0.0], [1.0, -1.0, 1.0], [0.0, -1.0, 1.0], [0.0, 0.0, 1.0]];
const AXES: [usize; 6] = [1, 2, 0, 1, 2, 0];

fn unit(k: usize) -> V3 {
    std::array::from_fn(|i| if i == k { 1.0 } else { 0.0 })
}

/// Five rods of 1 m, 1 kg and square section, the ground as sixth; the last joint is a hinge or something with less rows.
fn bricard(last: JointKind) -> Model {
    let mut m = empty(SpaceKind::Spatial);
    m.gravity = [0.0, -9.81, 0.0];
    let thin = 1.0 / 6.0 * 0.01;
    let thick = (1.0 + 0.01) / 12.0;
    let middle = |i: usize| times(plus(CORNERS[i], CORNERS[i + 1]), 0.5);
    for i in 0..5 {
        let along = minus(CORNERS[i + 1], CORNERS[i]);
        let inertia: V3 = std::array::from_fn(|k| if along[k] == 0.0 { thick } else { thin });
        m.bodies.push(solid(&format!("rod[{i}]"), 1.0, inertia, middle(i), [1.0, 0.0, 0.0, 0.0]));
    }
    // z along the hinge, x and y the two others in cyclic order
    let marker = |body: Option<usize>, corner: usize| {
        let k = AXES[corner];
        let point = body.map_or(CORNERS[corner], |b| minus(CORNERS[corner], middle(b)));
        Marker { body, frame: Frame { point, angle: 0.0, axes: [unit((k + 1) % 3), unit((k + 2) % 3), unit(k)] } }
    };
    for corner in 0..6_usize {
        let before = corner.checked_sub(1);
        let after = (corner < 5).then_some(corner);
        let kind = if corner == 5 { last } else { JointKind::Revolute(Revolute) };
        m.joints.push(joint(&format!("hinge[{corner}]"), kind, marker(before, corner), marker(after, corner)));
    }
    m.run = RunSettings { duration: 10.0, every: 0.5, rtol: 1e-10, ..RunSettings::default() };
    m
}

#[test]
fn bricards_loop_keeps_its_energy_and_names_the_redundant_hinge() {
    let m = bricard(JointKind::Revolute(Revolute));
    let assembled = assemble(&Arc::new(m.clone())).expect("it closes");
    assert_eq!((assembled.freedom, assembled.redundant.len()), (1, 1));
    assert!(assembled.redundant[0].rows == 1 && assembled.redundant[0].path.starts_with("hinge"));
    assert!(assembled.notes.iter().any(|n| n.code == "N0710" && n.message.contains("hinge")));
    let (out, _) = finish(&m);
    assert!(out.ledger.relative < 1e-9, "energy {:e}", out.ledger.relative);
    let drift = out.drift_at_steps.max(out.drift_at_frames);
    assert!(drift.position < 1e-12 && drift.velocity < 1e-11, "{drift:?}");
    // it has moved, and far
    let lowest = out.ledger.scale;
    assert!(lowest > 1.0, "{lowest}");
}

#[test]
fn bricards_loop_moves_as_loops_without_the_redundant_condition() {
    let end = |last: JointKind| {
        let m = bricard(last);
        let assembled = assemble(&Arc::new(m.clone())).expect("it closes");
        let (out, _) = finish(&m);
        (assembled.redundant.len(), assembled.freedom, out.state)
    };
    let (_, _, hinged) = end(JointKind::Revolute(Revolute));
    // free to slide along the last hinge: the other five leave nothing that would slide it
    let (redundant, freedom, sliding) = end(JointKind::Cylindrical(Cylindrical));
    assert_eq!((redundant, freedom), (0, 1));
    for (a, b) in hinged.iter().zip(&sliding) {
        assert!((a - b).abs() < 1e-7, "{a} {b}");
    }
}
