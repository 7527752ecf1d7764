//! Joints that hold the same two parts at the same place.

use crate::context::findings::Findings;
use crate::tolerances::{PARALLEL_AXES, PARALLEL_LINES, POINT_CELLS};
use mainspring_definition::{Diagnostic, SpaceKind};
use mainspring_joints::Sharing;
use mainspring_model::rigid::dot;
use mainspring_model::{Joint, JointId};
use std::collections::BTreeMap;

type Place = (Option<usize>, Option<usize>, [i64; 3], [i64; 3]);

/// Two joints of one kind with both points and axes in common hold the same thing twice; of two kinds, in part.
pub fn check_coincident(findings: &mut Findings, space: SpaceKind, joints: &[Joint]) {
    let coordinates = joints.iter().flat_map(|j| [j.a.frame.point, j.b.frame.point]).flatten();
    let size = coordinates.map(f64::abs).fold(0.0, f64::max);
    // points closer than this fraction of the scene are one
    let grid = if size > 0.0 { POINT_CELLS / size } else { 1.0 };
    let mut first: BTreeMap<Place, JointId> = BTreeMap::new();
    for j in 0..joints.len() {
        let joint = &joints[j];
        // what comes later, or gives way, is there for a reason
        if joint.kind.coupling().is_some() || !joint.attached || joint.compliant.is_some() {
            continue;
        }
        let (low, high) = if joint.a.body <= joint.b.body { (&joint.a, &joint.b) } else { (&joint.b, &joint.a) };
        let [p, q] = [low, high].map(|m| m.frame.point.map(|x| (x * grid).round() as i64));
        let Some(&earlier) = first.get(&(low.body, high.body, p, q)) else {
            first.insert((low.body, high.body, p, q), j);
            continue;
        };
        let other = &joints[earlier];
        let paths = format!("`{}` and `{}`", other.path, joint.path);
        let (span, there) = (joint.span, other.span);
        if std::mem::discriminant(&other.kind) != std::mem::discriminant(&joint.kind) {
            findings.report(
                Diagnostic::warning("W0605", span, format!("{paths} join the same two parts at the same point"))
                    .also(there, "the other one")
                    .help("what both of them hold is redundant; reactions are shared between them"),
            );
        } else if same(space, other, joint) {
            let word = joint.kind.word();
            let message = format!("{paths} are the same {word} joint twice: same parts, same points, same axes");
            let fix = format!("leave `{}` out: it holds nothing that `{}` does not", joint.path, other.path);
            findings.report(Diagnostic::error("E0516", span, message).also(there, "the same joint is here").help(fix));
        }
    }
}

/// Whether two joints of one kind between the same points hold the same.
fn same(space: SpaceKind, one: &Joint, two: &Joint) -> bool {
    let swapped = one.a.body != two.a.body;
    // a length not given is the one as placed
    let sizes = one.kind.is_open() || two.kind.is_open() || one.kind == two.kind;
    let parallel = |x: [f64; 3], y: [f64; 3]| dot(x, y).abs() > 1.0 - PARALLEL_AXES;
    let along = |column: usize| {
        let of = |j: &Joint| [j.a.frame.axes[column], j.b.frame.axes[column]];
        let ([p, q], [r, s]) = (of(one), of(two));
        if swapped { parallel(p, s) && parallel(q, r) } else { parallel(p, r) && parallel(q, s) }
    };
    let line = libm::sin(one.a.frame.angle - two.a.frame.angle).abs() < PARALLEL_LINES;
    sizes
        && one.kind.sharing(space).is_some_and(|sharing| match sharing {
            Sharing::Points => true,
            Sharing::Order => !swapped,
            Sharing::OrderAndLine => !swapped && line,
            Sharing::OrderAndAxes => !swapped && along(2) && along(0),
            Sharing::OrderAndAxis => !swapped && along(2),
            Sharing::Axis => along(2),
        })
}
