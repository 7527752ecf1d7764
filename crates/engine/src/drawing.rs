//! A model as a viewer needs it: outlines, meshes, joints, springs and the forces that come with every frame.

use crate::drawn_shape::shape;
use mainspring_definition::SpaceKind;
use mainspring_dynamics::{Arrow, ContactPoint, ContactState, arrows};
use mainspring_joints::MarkerAxis;
use mainspring_model::{Body, Joint, Marker, Model, Pose, Shape, SpringKind};
use mainspring_record::{
    ArrowKind, ContactMark, ContactMode, Drawing, DrawnArrow, DrawnBody, DrawnJoint, DrawnShape, DrawnSpring, Obstacle,
    Place,
};

/// Everything drawable, for a mechanism of this extent (m).
pub(crate) fn drawing(model: &Model, length: f64) -> Drawing {
    Drawing {
        spatial: model.space == SpaceKind::Spatial,
        gravity: model.gravity,
        length,
        bodies: model.bodies.iter().map(body).collect(),
        joints: model.joints.iter().filter_map(|j| joint(model, j)).collect(),
        springs: model.springs.iter().filter_map(spring).collect(),
        arrows: arrows(model).into_iter().map(|a| arrow(model, a)).collect(),
        obstacles: model
            .obstacles
            .iter()
            .map(|o| Obstacle { path: o.path.clone(), shape: standing(&o.shape, &o.pose) })
            .collect(),
        windows: crate::windows::windows(model),
        scripts: crate::windows::scripts(model),
        bins: crate::windows::bins(model),
        planes: Vec::new(),
    }
}

fn body(body: &Body) -> DrawnBody {
    let back = body.center.map(|c| -c);
    DrawnBody {
        path: body.path.clone(),
        shape: body.shape.as_ref().map_or(DrawnShape::Dot, |s| shape(s, |p| [0, 1, 2].map(|i| p[i] + back[i]))),
        points: body.points.iter().map(|(name, frame)| (name.clone(), frame.point)).collect(),
        mass: body.mass,
        fixed: body.kind == mainspring_model::BodyKind::Fixed,
        arrives: !body.present,
    }
}

/// A shape where an obstacle stands.
fn standing(it: &Shape, pose: &Pose) -> DrawnShape {
    let [w, x, y, z] = pose.orientation;
    let (sin, cos) = (libm::sin(pose.angle), libm::cos(pose.angle));
    shape(it, |p| {
        // in the plane the quaternion is the identity, in space the angle is zero
        let p = [cos * p[0] - sin * p[1], sin * p[0] + cos * p[1], p[2]];
        let cross = |a: [f64; 3], b: [f64; 3]| {
            [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
        };
        let t = cross([x, y, z], p).map(|c| 2.0 * c);
        let u = cross([x, y, z], t);
        [0, 1, 2].map(|i| pose.position[i] + p[i] + w * t[i] + u[i])
    })
}

/// None for a gear, which has no place.
fn joint(model: &Model, joint: &Joint) -> Option<DrawnJoint> {
    let frame = &joint.a.frame;
    let axis = match (joint.kind.drawn_axis(model.space)?, model.space) {
        (MarkerAxis::X, SpaceKind::Planar) => [libm::cos(frame.angle), libm::sin(frame.angle), 0.0],
        (MarkerAxis::Z, SpaceKind::Planar) => [0.0, 0.0, 1.0],
        (MarkerAxis::X, SpaceKind::Spatial) => frame.axes[0],
        (MarkerAxis::Z, SpaceKind::Spatial) => frame.axes[2],
    };
    Some(DrawnJoint {
        path: joint.path.clone(),
        kind: joint.kind.word().to_owned(),
        a: place(&joint.a),
        b: place(&joint.b),
        axis,
        size: joint.kind.drawn_size(),
        attached: joint.attached,
    })
}

fn spring(spring: &mainspring_model::Spring) -> Option<DrawnSpring> {
    let SpringKind::Linear { a, b } = &spring.kind else { return None };
    Some(DrawnSpring {
        path: spring.path.clone(),
        a: place(a),
        b: place(b),
        rest: spring.rest,
        attached: spring.attached,
    })
}

fn arrow(model: &Model, arrow: Arrow) -> DrawnArrow {
    match arrow {
        Arrow::Joint(i) => {
            let joint = &model.joints[i];
            DrawnArrow { path: joint.path.clone(), kind: ArrowKind::Reaction, place: place(&joint.b) }
        }
        Arrow::Force(i) => {
            let force = &model.forces[i];
            let place = Place { body: Some(force.body), point: force.point };
            DrawnArrow { path: force.path.clone(), kind: ArrowKind::Applied, place }
        }
        Arrow::Field { item, place, .. } => {
            let fields = &model.fields;
            let path = match item.checked_sub(fields.windows.len()) {
                None => &fields.windows[item].path,
                Some(a) => &fields.arrays[a].path,
            };
            let place = Place { body: None, point: [place[0], place[1], 0.0] };
            DrawnArrow { path: path.clone(), kind: ArrowKind::Field, place }
        }
        Arrow::Spring(i) => {
            let spring = &model.springs[i];
            let place = match &spring.kind {
                SpringKind::Linear { b, .. } => place(b),
                _ => Place { body: None, point: [0.0; 3] },
            };
            DrawnArrow { path: spring.path.clone(), kind: ArrowKind::Spring, place }
        }
    }
}

fn place(marker: &Marker) -> Place {
    Place { body: marker.body, point: marker.frame.point }
}

/// A point of contact as frames hold it.
pub(crate) fn contact_mark(it: &ContactPoint) -> ContactMark {
    let mode = match it.state {
        ContactState::Stick => ContactMode::Stick,
        ContactState::Slip => ContactMode::Slip,
        ContactState::Roll => ContactMode::Roll,
    };
    ContactMark {
        // pairs are listed in memory: there are never more
        pair: it.pair as u32,
        point: it.point,
        normal: it.normal,
        force: it.force,
        gap: it.gap,
        slip: it.slip,
        mode,
        features: it.features,
    }
}
