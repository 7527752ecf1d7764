//! What stays the same about bodies and joints over a run: colours, what they are held by, how far they travel.

use super::colour::{Colour, Theme};
use super::snapshot::{Pose, Snapshot};
use super::solid;
use super::solid_primitives::across;
use super::view::{dot, unit};
use crate::tolerances::{SAME_HEIGHT, SAME_POINT};
use mainspring_definition::SpaceKind;
use mainspring_joints::Symbol;
use mainspring_record::{Drawing, DrawnJoint, DrawnShape};

/// A body as pictures need it.
#[derive(Clone, Debug)]
pub(crate) struct Figure {
    pub colour: Colour,
    /// where joints, springs and named points are, in the body frame, m; each once
    pub held: Vec<[f64; 3]>,
    /// no joint or spring holds it, ever
    pub free: bool,
    /// points beyond which the body does not reach, in the body frame, m
    pub reach: Vec<[f64; 3]>,
    /// smallest extent that is not zero, m
    pub thickness: f64,
    /// radius of a disc round the centre of mass, m; 0 for other shapes
    pub round: f64,
    /// at the corners of a mesh's triangles
    pub normals: Vec<[[f64; 3]; 3]>,
}

/// How far a joint's second part goes along its first, m or rad.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Track {
    /// nothing to draw
    None,
    /// along the axis, m
    Line { low: f64, high: f64 },
    /// round a's point, rad
    Arc { low: f64, high: f64 },
    /// round a's point with this radius, m
    Circle { radius: f64 },
}

/// A wheel about the line from where a body is held to its centre of mass, in the body frame.
pub(crate) struct Wheel {
    pub axis: [f64; 3],
    /// from the point held to the centre of mass, m
    pub arm: f64,
    /// m
    pub radius: f64,
}

/// The wheel that a body without a shape is drawn as; none unless it is held in one point away from its centre.
pub(crate) fn wheel(figure: &Figure) -> Option<Wheel> {
    let arms = || figure.held.iter().filter(|p| p.iter().any(|c| *c != 0.0));
    let tip = arms().next().filter(|_| arms().count() == 1)?;
    let arm = dot(*tip, *tip).sqrt();
    Some(Wheel { axis: unit(tip.map(|c| -c))?, arm, radius: 0.85 * arm })
}

pub(crate) fn figures(drawing: &Drawing, theme: &Theme, families: &[(usize, usize)]) -> Vec<Figure> {
    let mut held: Vec<Vec<[f64; 3]>> =
        drawing.bodies.iter().map(|b| b.points.iter().map(|(_, p)| *p).collect()).collect();
    let joints = drawing.joints.iter().flat_map(|j| [j.a, j.b]);
    let springs = drawing.springs.iter().flat_map(|s| [s.a, s.b]);
    let mut free: Vec<bool> = drawing.bodies.iter().map(|b| !b.fixed).collect();
    for place in joints.chain(springs) {
        if let Some((points, free)) = place.body.and_then(|b| Some((held.get_mut(b)?, free.get_mut(b)?))) {
            points.push(place.point);
            *free = false;
        }
    }
    let figure = |(i, mut held): (usize, Vec<[f64; 3]>)| {
        let body = &drawing.bodies[i];
        let (family, shade) = families[i];
        let colour = if body.fixed { theme.fixed() } else { theme.body(family, shade) };
        held.retain(|p| p.iter().all(|c| c.is_finite()));
        let size = held.iter().flatten().fold(0.0, |m: f64, c| m.max(c.abs()));
        let mut apart: Vec<[f64; 3]> = Vec::new();
        for p in held {
            let near = |q: &[f64; 3]| (0..3).all(|k| (p[k] - q[k]).abs() <= SAME_POINT * size);
            // a body with ten thousand points is not drawn better for all of them
            if apart.len() < 64 && !apart.iter().any(near) {
                apart.push(p);
            }
        }
        let mut reach = extremes(&body.shape);
        reach.extend(apart.iter().copied());
        reach.push([0.0; 3]);
        let normals = match &body.shape {
            DrawnShape::Mesh { vertices, triangles, .. } => solid::normals(vertices, triangles),
            _ => Vec::new(),
        };
        let (thickness, round) = (thickness(&body.shape), round(&body.shape));
        let mut figure = Figure { colour, held: apart, free: free[i], reach, thickness, round, normals };
        if let (true, DrawnShape::Dot, Some(wheel)) = (drawing.spatial, &body.shape, wheel(&figure)) {
            let [u, v] = across(wheel.axis);
            for k in 0..16 {
                let turn = core::f64::consts::TAU * f64::from(k) / 16.0;
                let (sin, cos) = (libm::sin(turn), libm::cos(turn));
                figure.reach.push([0, 1, 2].map(|i| 1.02 * wheel.radius * (cos * u[i] + sin * v[i])));
            }
            figure.reach.push(wheel.axis.map(|c| 0.75 * wheel.arm * c));
        }
        figure
    };
    held.into_iter().enumerate().map(figure).collect()
}

/// Points of a shape that lie farthest in many directions.
pub(crate) fn extremes(shape: &DrawnShape) -> Vec<[f64; 3]> {
    let (points, directions): (Vec<[f64; 3]>, Vec<[f64; 3]>) = match shape {
        DrawnShape::Dot => return vec![[0.0; 3]],
        // without end: it is drawn as far as the picture goes
        DrawnShape::HalfSpace { .. } => return Vec::new(),
        DrawnShape::Outline { loops } => {
            let turn = |i: i32| core::f64::consts::TAU * f64::from(i) / 32.0;
            let directions = (0..32).map(|i| [libm::cos(turn(i)), libm::sin(turn(i)), 0.0]).collect();
            (loops.iter().flatten().map(|p| [p[0], p[1], 0.0]).collect(), directions)
        }
        DrawnShape::Mesh { vertices, .. } => {
            let mut directions = Vec::new();
            for x in -2..=2 {
                for y in -2..=2 {
                    directions.extend((-2..=2).map(|z| [f64::from(x), f64::from(y), f64::from(z)]));
                }
            }
            (vertices.clone(), directions)
        }
    };
    let finite: Vec<[f64; 3]> = points.into_iter().filter(|p| p.iter().all(|c| c.is_finite())).collect();
    let mut found: Vec<[f64; 3]> = Vec::new();
    for d in directions {
        let along = |p: &[f64; 3]| p[0] * d[0] + p[1] * d[1] + p[2] * d[2];
        let farthest = finite.iter().max_by(|a, b| along(a).total_cmp(&along(b)));
        if let Some(p) = farthest.filter(|p| !found.contains(p)) {
            found.push(*p);
        }
    }
    found
}

fn thickness(shape: &DrawnShape) -> f64 {
    let points = extremes(shape);
    let extent = |i: usize| {
        let low = points.iter().map(|p| p[i]).fold(f64::INFINITY, f64::min);
        points.iter().map(|p| p[i]).fold(f64::NEG_INFINITY, f64::max) - low
    };
    let least = [0, 1, 2].map(extent).into_iter().filter(|e| *e > 0.0).fold(f64::INFINITY, f64::min);
    if least.is_finite() { least } else { 0.0 }
}

/// Radius if the shape is a disc round the centre of mass.
fn round(shape: &DrawnShape) -> f64 {
    let DrawnShape::Outline { loops } = shape else { return 0.0 };
    let radius = |p: &[f64; 2]| libm::hypot(p[0], p[1]);
    let Some(outer) = loops.iter().max_by(|a, b| {
        let size = |l: &[[f64; 2]]| l.iter().map(radius).fold(0.0, f64::max);
        size(a).total_cmp(&size(b))
    }) else {
        return 0.0;
    };
    let high = outer.iter().map(radius).fold(0.0, f64::max);
    let low = outer.iter().map(radius).fold(f64::INFINITY, f64::min);
    if outer.len() > 12 && low > 0.97 * high { high } else { 0.0 }
}

pub(crate) fn tracks(drawing: &Drawing, sampled: &[Snapshot]) -> Vec<Track> {
    drawing.joints.iter().map(|joint| track(drawing, joint, sampled)).collect()
}

fn track(drawing: &Drawing, joint: &DrawnJoint, sampled: &[Snapshot]) -> Track {
    let in_a: Vec<[f64; 3]> = sampled.iter().filter_map(|m| seen_from_a(joint, m)).collect();
    let range = |values: &mut dyn Iterator<Item = f64>| {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for v in values {
            (low, high) = (low.min(v), high.max(v));
        }
        (low <= high).then_some([low, high])
    };
    let along = |d: &[f64; 3]| d[0] * joint.axis[0] + d[1] * joint.axis[1] + d[2] * joint.axis[2];
    let line = || {
        let Some([low, high]) = range(&mut in_a.iter().map(along)) else { return Track::None };
        Track::Line { low, high }
    };
    match (symbol(drawing, joint), drawing.spatial) {
        (Symbol::Slider | Symbol::Cylinder, _) => line(),
        (Symbol::PinInSlot, _) if joint.size == 0.0 => line(),
        (Symbol::PinInSlot, _) => {
            // unwrapped, so that a pin that goes round twice has the whole circle
            let mut before = 0.0;
            let mut turned = in_a.iter().map(|d| {
                let angle = libm::atan2(d[1], d[0]);
                let turns = libm::round((before - angle) / core::f64::consts::TAU);
                before = angle + turns * core::f64::consts::TAU;
                before
            });
            let Some([low, high]) = range(&mut turned) else { return Track::None };
            Track::Arc { low, high }
        }
        (Symbol::Roller, false) => {
            let Some(d) = in_a.first() else { return Track::None };
            let height = joint.axis[0] * d[1] - joint.axis[1] * d[0];
            let apart = libm::hypot(d[0], d[1]);
            if (height - joint.size).abs() <= SAME_HEIGHT * (joint.size + apart) {
                let Some([low, high]) = range(&mut in_a.iter().map(along)) else { return Track::None };
                return Track::Line { low: low - joint.size, high: high + joint.size };
            }
            Track::Circle { radius: if apart > joint.size { apart - joint.size } else { apart + joint.size } }
        }
        (Symbol::Roller, true)
        | (
            Symbol::Hinge | Symbol::Weld | Symbol::Rod | Symbol::Ball | Symbol::Cross | Symbol::Plane | Symbol::Nothing,
            _,
        ) => Track::None,
    }
}

/// How a joint is drawn.
pub(crate) fn symbol(drawing: &Drawing, joint: &DrawnJoint) -> Symbol {
    let space = if drawing.spatial { SpaceKind::Spatial } else { SpaceKind::Planar };
    mainspring_joints::symbol(&joint.kind, space)
}

/// From a's point to b's point, in the axes of a's body.
fn seen_from_a(joint: &DrawnJoint, moment: &Snapshot) -> Option<[f64; 3]> {
    let (pose, a, b) = (moment.pose(joint.a.body)?, moment.place(&joint.a)?, moment.place(&joint.b)?);
    let d = [0, 1, 2].map(|i| b[i] - a[i]);
    Some(pose.axes.map(|axis| axis[0] * d[0] + axis[1] * d[1] + axis[2] * d[2]))
}

impl Track {
    /// Both ends of a straight track in world axes, m.
    pub(crate) fn ends(&self, joint: &DrawnJoint, moment: &Snapshot) -> Option<[[f64; 3]; 2]> {
        let Self::Line { low, high } = *self else { return None };
        let (pose, a): (Pose, _) = (moment.pose(joint.a.body)?, moment.place(&joint.a)?);
        let u = pose.turned(joint.axis);
        let at = |s: f64| [0, 1, 2].map(|i| a[i] + s * u[i]);
        Some([at(low), at(high)])
    }
}
