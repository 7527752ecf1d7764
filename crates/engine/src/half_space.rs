//! Half-spaces as they are drawn: a long bar or plate along the face, under the mechanism.

use mainspring_definition::SpaceKind;
use mainspring_geometry::Solid;
use mainspring_model::{BodyKind, Model, Pose};
use mainspring_record::DrawnShape;

/// The face is drawn this many mechanism lengths to either side.
const REACH: f64 = 2.0;
/// Depth of what is drawn, in mechanism lengths.
const DEPTH: f64 = 0.1;

/// A finite piece of all that lies behind the face, in world coordinates; `length` is the mechanism's extent (m).
pub(crate) fn drawn(model: &Model, pose: &Pose, point: [f64; 3], normal: [f64; 3], length: f64) -> DrawnShape {
    let n = turned(pose, normal);
    let on_face = add(pose.position, turned(pose, point));
    let middle = middle(model).unwrap_or(on_face);
    // the foot of the mechanism's middle on the face
    let height = (0..3).map(|i| (middle[i] - on_face[i]) * n[i]).sum::<f64>();
    let foot = [0, 1, 2].map(|i| middle[i] - height * n[i]);
    let length = if length > 0.0 && length.is_finite() { length } else { 1.0 };
    let (reach, depth) = (REACH * length, DEPTH * length);
    if model.space == SpaceKind::Planar {
        let along = [n[1], -n[0]];
        let corner = |s: f64, d: f64| [0, 1].map(|i| foot[i] + s * reach * along[i] - d * depth * n[i]);
        let outline = vec![corner(-1.0, 1.0), corner(1.0, 1.0), corner(1.0, 0.0), corner(-1.0, 0.0)];
        return DrawnShape::Outline { loops: vec![outline] };
    }
    let Ok(plate) = Solid::block(2.0 * reach, 2.0 * reach, depth) else { return DrawnShape::Dot };
    let mesh = plate.mesh(depth);
    let (u, v) = across(n);
    let stand = |p: [f64; 3]| [0, 1, 2].map(|i| foot[i] + p[0] * u[i] + p[1] * v[i] + (p[2] - 0.5 * depth) * n[i]);
    DrawnShape::Mesh {
        vertices: mesh.vertices.into_iter().map(stand).collect(),
        triangles: mesh.triangles,
        edges: mesh.edges,
    }
}

/// Where the bodies that move are, on average.
fn middle(model: &Model) -> Option<[f64; 3]> {
    let moving: Vec<[f64; 3]> =
        model.bodies.iter().filter(|b| b.kind != BodyKind::Fixed).map(|b| b.pose.position).collect();
    let count = moving.len();
    (count > 0).then(|| [0, 1, 2].map(|i| moving.iter().map(|p| p[i]).sum::<f64>() / count as f64))
}

/// Two directions across a unit vector, right-handed with it.
fn across(n: [f64; 3]) -> ([f64; 3], [f64; 3]) {
    let away = if n[0].abs() < 0.6 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
    let u = cross(away, n);
    let size = u.iter().map(|c| c * c).sum::<f64>().sqrt();
    let u = u.map(|c| c / size);
    (u, cross(n, u))
}

fn turned(pose: &Pose, p: [f64; 3]) -> [f64; 3] {
    let [w, x, y, z] = pose.orientation;
    let (sin, cos) = (libm::sin(pose.angle), libm::cos(pose.angle));
    // in the plane the quaternion is the identity, in space the angle is zero
    let p = [cos * p[0] - sin * p[1], sin * p[0] + cos * p[1], p[2]];
    let t = cross([x, y, z], p).map(|c| 2.0 * c);
    let u = cross([x, y, z], t);
    [0, 1, 2].map(|i| p[i] + w * t[i] + u[i])
}

fn add(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|i| a[i] + b[i])
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
