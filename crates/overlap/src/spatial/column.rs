//! Solids as outlines drawn out along an axis, and how deep two with parallel axes are inside each other.

use super::form::Form;
use crate::place::Place;
use crate::planar::{Curve, Edge, Motion, Outline, OutlineMemory, depth_of_outlines};
use crate::tolerances::SAME_AXIS;
use mainspring_geometry::{Region, Segment};
use mainspring_numerics::vec3::{Vec3, cross, dot, norm, sub};
use std::f64::consts::TAU;

/// An outline across an axis of a solid's own frame.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    /// 0, 1, 2: which axis; the next two are x and y of the outline
    axis: usize,
    outline: Outline,
    /// the outline seen from behind: y and the axis point the other way
    behind: Outline,
    half: f64,
    round: bool,
}

impl Column {
    fn new(axis: usize, loops: &[Vec<Segment>], center: [f64; 2], half: f64) -> Self {
        let mirror = |p: [f64; 2]| [p[0], -p[1]];
        let turned = |s: &Segment| match *s {
            Segment::Line { from, to } => Segment::Line { from: mirror(to), to: mirror(from) },
            Segment::Arc { from, to, center, sweep } => {
                Segment::Arc { from: mirror(to), to: mirror(from), center: mirror(center), sweep }
            }
        };
        let behind: Vec<Vec<Segment>> = loops.iter().map(|l| l.iter().rev().map(turned).collect()).collect();
        let outline = Outline::of_loops(loops, center);
        let round = outline.edges.iter().any(|e: &Edge| matches!(e.curve, Curve::Arc(_)));
        Self { axis, outline, behind: Outline::of_loops(&behind, mirror(center)), half, round }
    }

    /// All columns that a form is.
    pub fn all_of(form: &Form) -> Vec<Self> {
        match form {
            Form::Block(half) => (0..3)
                .map(|axis| {
                    let (x, y) = (half[(axis + 1) % 3], half[(axis + 2) % 3]);
                    let corners = [[-x, -y], [x, -y], [x, y], [-x, y]];
                    let side = |i: usize| Segment::Line { from: corners[i], to: corners[(i + 1) % 4] };
                    Self::new(axis, &[(0..4).map(side).collect()], [0.0; 2], half[axis])
                })
                .collect(),
            Form::Cylinder { radius, half } => {
                vec![Self::new(2, &[vec![Segment::arc([0.0; 2], *radius, 0.0, TAU)]], [0.0; 2], *half)]
            }
            _ => Vec::new(),
        }
    }

    /// Of a region drawn out along z, its point `center` the origin.
    pub fn of_region(region: &Region, center: [f64; 2], half: f64) -> Self {
        Self::new(2, region.loops(), center, half)
    }
}

fn axis(place: &Place, i: usize) -> Vec3 {
    [0, 1, 2].map(|k| place.rotation[k][i % 3])
}

/// Depth of two solids as columns with parallel axes, if they are and it is worth it: `always`, or both round.
pub(crate) fn depth_of_columns(
    a: &[Column],
    at_a: &Place,
    b: &[Column],
    at_b: &Place,
    always: bool,
    memory: &mut OutlineMemory,
) -> Option<f64> {
    for one in a {
        for two in b.iter().filter(|two| always || (one.round && two.round)) {
            let (z, w) = (axis(at_a, one.axis), axis(at_b, two.axis));
            if norm(cross(z, w)) > SAME_AXIS {
                continue;
            }
            let (x, y) = (axis(at_a, one.axis + 1), axis(at_a, one.axis + 2));
            let apart = sub(at_b.position, at_a.position);
            let along = one.half + two.half - dot(z, apart).abs();
            if along <= 0.0 {
                return Some(along);
            }
            let u = axis(at_b, two.axis + 1);
            let motion = Motion { turn: [dot(x, u), dot(y, u)], by: [dot(x, apart), dot(y, apart)] };
            let other = if dot(z, w) > 0.0 { &two.outline } else { &two.behind };
            memory.forget();
            return Some(along.min(depth_of_outlines(&one.outline, other, &motion, memory)));
        }
    }
    None
}
