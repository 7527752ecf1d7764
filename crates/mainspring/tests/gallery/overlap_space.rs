//! How deep convex solids are inside one another in any frame of a spatial run, from their support functions alone.
//!
//! Two convex bodies overlap by at most −s, where s(n) = −h(A, n) − h(B, −n) is how far apart a plane with normal n holds
//! them and h is the support function: any n is a proof, the best n the distance. Tried are the normals of faces, the
//! products of edges (all that two polyhedra need), axes and what is at right angles to them. The best is refined by
//! moving the bodies apart along it: the shortest way between them then (`nearest`) is better than it, until it is the same;
//! and so are others, as there may be several ways out.
//! Nothing of the search for contacts is used.

use crate::nearest::shortest;
use crate::overlap::Deepest;
use mainspring::model::{ContactMethod, Model, Shape, Touched};
use mainspring::record::Memory;
use mainspring_geometry::{Region, Segment, Solid, SolidKind};

type Vec3 = [f64; 3];

/// How far bodies are moved apart to see how they would part, of the smaller one; a tenth of it where that leads nowhere.
const APART: f64 = 0.1;
/// How little at least.
const LEAST_APART: f64 = 1e-5;
/// Times that a way is looked for, and ways that it is looked for from, none of them nearly along another.
const REFINED: usize = 40;
const STARTS: usize = 12;
const ANOTHER_WAY: f64 = 0.98;
/// Depth, of the smaller one's reach, that is not looked at more closely.
const TOUCHES: f64 = 1e-9;

/// A convex piece in the world: the points of a core, thickened by a ball, and discs about an axis.
struct Piece {
    /// corners of the core
    corners: Vec<Vec3>,
    /// of the ball about every point
    round: f64,
    /// radius and axis of the disc about every corner
    disc: Option<(f64, Vec3)>,
    /// half axes of the ellipsoid about every corner
    half: Option<[Vec3; 3]>,
    /// a point that belongs to it beside all that: the apex of a cone
    tip: Option<Vec3>,
    normals: Vec<Vec3>,
    edges: Vec<Vec3>,
}

enum Body {
    Pieces(Vec<Piece>),
    HalfSpace { point: Vec3, normal: Vec3 },
}

/// The deepest overlap of any pair that may touch; none for planar and penalty runs, and without contacts.
///
/// # Errors
/// A shape that this measure does not know.
pub fn deepest(model: &Model, recording: &Memory) -> Result<Option<Deepest>, String> {
    let event = matches!(model.contacts.method, ContactMethod::Event);
    if !recording.schema.drawing.spatial || !event || model.contacts.pairs.is_empty() {
        return Ok(None);
    }
    let mut worst = Deepest { ratio: 0.0, time: 0.0, who: "nothing".to_owned() };
    let width = recording.schema.pose_len();
    for index in 0..recording.times.len() {
        let Some(frame) = recording.frame_at(index) else { continue };
        let body = |i: usize| {
            let body = &model.bodies[i];
            let pose = &frame.poses[i * width..(i + 1) * width];
            let shape = body.shape.as_ref().ok_or_else(|| format!("{} has no shape", body.path))?;
            Body::new(shape, body.center, [pose[0], pose[1], pose[2]], rotation([pose[3], pose[4], pose[5], pose[6]]))
        };
        for pair in &model.contacts.pairs {
            let a = body(pair.a)?;
            let (b, name) = match pair.b {
                Touched::Body(b) => (body(b)?, &model.bodies[b].path),
                Touched::Obstacle(i) => {
                    let it = &model.obstacles[i];
                    (Body::new(&it.shape, [0.0; 3], it.pose.position, rotation(it.pose.orientation))?, &it.path)
                }
            };
            let ratio = a.depth(&b) / a.size().min(b.size());
            if ratio > worst.ratio || ratio.is_nan() {
                worst = Deepest { ratio, time: frame.time, who: format!("{}, {name}", model.bodies[pair.a].path) };
            }
        }
    }
    Ok(Some(worst))
}

impl Body {
    fn new(shape: &Shape, center: Vec3, place: Vec3, turn: [Vec3; 3]) -> Result<Self, String> {
        match shape {
            Shape::HalfSpace { point, normal } => Ok(Self::HalfSpace {
                point: add(place, apply(&turn, sub(*point, center))),
                normal: apply(&turn, *normal),
            }),
            Shape::Solid(solid) => {
                let mut pieces = Vec::new();
                pieces_of(solid, [0.0; 3], &IDENTITY, &mut pieces)?;
                for piece in &mut pieces {
                    for c in piece.corners.iter_mut().chain(&mut piece.tip) {
                        *c = add(place, apply(&turn, sub(*c, center)));
                    }
                    let axis = piece.disc.iter_mut().map(|(_, axis)| axis);
                    for d in piece
                        .normals
                        .iter_mut()
                        .chain(&mut piece.edges)
                        .chain(axis)
                        .chain(piece.half.iter_mut().flatten())
                    {
                        *d = apply(&turn, *d);
                    }
                }
                Ok(Self::Pieces(pieces))
            }
            Shape::Region(_) => Err("an outline in space".to_owned()),
            Shape::Point { .. } => Err("points are not measured".to_owned()),
        }
    }

    fn size(&self) -> f64 {
        let Self::Pieces(pieces) = self else { return f64::INFINITY };
        let wide = |axis: Vec3| {
            let reach = |n: Vec3| pieces.iter().map(|p| p.support(n)).fold(f64::NEG_INFINITY, f64::max);
            reach(axis) + reach(scale(axis, -1.0))
        };
        IDENTITY.into_iter().map(wide).fold(0.0, f64::max)
    }

    fn depth(&self, other: &Self) -> f64 {
        let depth = match (self, other) {
            (Self::Pieces(a), Self::Pieces(b)) => {
                let each = a.iter().flat_map(|p| b.iter().map(move |q| -apart(p, q)));
                each.fold(0.0, f64::max)
            }
            (Self::Pieces(a), Self::HalfSpace { point, normal })
            | (Self::HalfSpace { point, normal }, Self::Pieces(a)) => {
                a.iter().map(|p| p.support(scale(*normal, -1.0)) + dot(*point, *normal)).fold(0.0, f64::max)
            }
            _ => 0.0,
        };
        depth.max(0.0)
    }
}

impl Piece {
    /// How far it reaches along a unit direction, m.
    fn support(&self, n: Vec3) -> f64 {
        let core = self.corners.iter().map(|c| dot(*c, n)).fold(f64::NEG_INFINITY, f64::max);
        let disc = self.disc.map_or(0.0, |(r, axis)| {
            let along = dot(axis, n);
            r * length(sub(n, scale(axis, along)))
        });
        let stretched = self.half.map_or(0.0, |half| length(half.map(|h| dot(h, n))));
        let tip = self.tip.map_or(f64::NEG_INFINITY, |tip| dot(tip, n));
        (core + disc + self.round + stretched).max(tip)
    }

    /// The point of it that lies farthest along a direction.
    fn farthest(&self, n: Vec3) -> Vec3 {
        let n = scale(n, 1.0 / length(n));
        let better = |a: Vec3, b: Vec3| if dot(b, n) > dot(a, n) { b } else { a };
        let mut point = self.corners.iter().copied().reduce(better).unwrap_or_default();
        if let Some((radius, axis)) = self.disc {
            let across = sub(n, scale(axis, dot(axis, n)));
            if length(across) > 0.0 {
                point = add(point, scale(across, radius / length(across)));
            }
        }
        if let Some(half) = self.half {
            let along = half.map(|h| dot(h, n));
            (0..3).for_each(|i| point = add(point, scale(half[i], along[i] / length(along))));
        }
        point = add(point, scale(n, self.round));
        self.tip.map_or(point, |tip| better(point, tip))
    }

    /// At most how far a point of it is from its middle.
    fn reach(&self) -> f64 {
        let middle = self.middle();
        let core = self.corners.iter().chain(&self.tip).map(|c| length(sub(*c, middle))).fold(0.0, f64::max);
        let half = self.half.map_or(0.0, |half| half.map(length).into_iter().fold(0.0, f64::max));
        core + self.disc.map_or(0.0, |(radius, _)| radius) + half + self.round
    }

    fn middle(&self) -> Vec3 {
        let all = self.corners.iter().chain(&self.tip);
        scale(all.clone().fold([0.0; 3], |s, c| add(s, *c)), 1.0 / all.count() as f64)
    }
}

/// Distance of two convex pieces, m; below 0 minus the depth.
fn apart(a: &Piece, b: &Piece) -> f64 {
    let between = sub(b.middle(), a.middle());
    if length(between) > a.reach() + b.reach() {
        return length(between) - a.reach() - b.reach();
    }
    let mut tried = vec![between];
    tried.extend(a.normals.iter().chain(&b.normals).copied());
    let mut lines: Vec<Vec3> = Vec::new();
    for e in &a.edges {
        lines.extend(b.edges.iter().map(|f| cross(*e, *f)));
    }
    for (round, other) in [(a, b), (b, a)] {
        for c in &other.corners {
            let from = sub(*c, round.middle());
            lines.push(from);
            if let Some((_, axis)) = round.disc {
                lines.push(sub(from, scale(axis, dot(axis, from))));
                lines.extend(other.edges.iter().map(|e| cross(axis, *e)));
                lines.push(axis);
            }
            if let (Some((radius, axis)), Some(tip)) = (round.disc, round.tip) {
                // the side of a cone that looks there
                let (height, across) = (length(sub(tip, round.corners[0])), sub(from, scale(axis, dot(axis, from))));
                let out = scale(across, height / length(across).max(1e-300));
                tried.push(if std::ptr::eq(round, a) {
                    add(out, scale(axis, radius))
                } else {
                    scale(add(out, scale(axis, radius)), -1.0)
                });
            }
        }
    }
    tried.extend(lines.iter().flat_map(|n| [*n, scale(*n, -1.0)]));
    // and what lies between all those
    tried.extend((0..27).map(|i| [i % 3, i / 3 % 3, i / 9].map(|k| f64::from(k) - 1.0)));
    let held = |n: Vec3| -a.support(n) - b.support(scale(n, -1.0));
    let unit = |n: Vec3| scale(n, 1.0 / length(n));
    let mut begun: Vec<(f64, Vec3)> =
        tried.into_iter().filter(|n| length(*n) > 1e-9).map(|n| (held(unit(n)), unit(n))).collect();
    begun.sort_by(|m, n| n.0.total_cmp(&m.0));
    // there is more than one way out that no small turn makes shorter
    let mut starts: Vec<(f64, Vec3)> = Vec::new();
    for (value, n) in begun {
        if starts.len() < STARTS && starts.iter().all(|(_, known)| dot(*known, n) < ANOTHER_WAY) {
            starts.push((value, n));
        }
    }
    let size = a.reach().min(b.reach());
    let mut best = f64::NEG_INFINITY;
    for (value, n) in starts {
        best = best.max(refined(a, b, value, n));
        if best > -TOUCHES * size {
            break;
        }
    }
    best
}

/// How far apart the best direction holds them that is found from one: moved apart along it, the shortest way is the next.
fn refined(a: &Piece, b: &Piece, mut value: f64, mut best: Vec3) -> f64 {
    let size = a.reach().min(b.reach());
    // bodies that are hardly inside each other are hardly moved; along a way that is far off they may have to go farther
    let mut gap = APART * size;
    for _ in 0..REFINED {
        if value >= 0.0 {
            break;
        }
        let shift = scale(best, gap - value);
        let farthest = |n: Vec3| sub(a.farthest(n), add(b.farthest(scale(n, -1.0)), shift));
        let Some(way) = shortest(farthest, scale(best, -gap)) else { break };
        let n = scale(way, -1.0 / length(way));
        let held = -a.support(n) - b.support(scale(n, -1.0));
        if held > value {
            (best, value) = (n, held);
            continue;
        }
        gap *= 0.1;
        if gap < LEAST_APART * size {
            break;
        }
    }
    value
}

fn pieces_of(solid: &Solid, at: Vec3, turn: &[Vec3; 3], out: &mut Vec<Piece>) -> Result<(), String> {
    let z = [0.0, 0.0, 1.0];
    let mut piece = Piece {
        corners: vec![[0.0; 3]],
        round: 0.0,
        disc: None,
        half: None,
        tip: None,
        normals: Vec::new(),
        edges: Vec::new(),
    };
    match solid.kind() {
        SolidKind::Block { size } => {
            let half = size.map(|s| 0.5 * s);
            let sign = |i: u8, bit: u8| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
            piece.corners = (0..8).map(|i| [0, 1, 2].map(|k| half[usize::from(k)] * sign(i, k))).collect();
            piece.edges = IDENTITY.to_vec();
            piece.normals = IDENTITY.into_iter().flat_map(|n| [n, scale(n, -1.0)]).collect();
        }
        SolidKind::Sphere { radius } => piece.round = *radius,
        SolidKind::Capsule { radius, height } => {
            (piece.round, piece.corners) = (*radius, vec![[0.0, 0.0, -0.5 * height], [0.0, 0.0, 0.5 * height]]);
            piece.edges = vec![z];
        }
        SolidKind::Cylinder { radius, height } => {
            piece.corners = vec![[0.0, 0.0, -0.5 * height], [0.0, 0.0, 0.5 * height]];
            piece.disc = Some((*radius, z));
            (piece.edges, piece.normals) = (vec![z], vec![z, scale(z, -1.0)]);
        }
        SolidKind::Polyhedron { vertices, triangles } => {
            piece.corners.clone_from(vertices);
            for t in triangles {
                let [p, q, r] = t.map(|i| vertices[i]);
                piece.edges.extend([sub(q, p), sub(r, q), sub(p, r)]);
                piece.normals.push(cross(sub(q, p), sub(r, p)));
            }
        }
        SolidKind::Extruded { region, height } => prism(region, *height, &mut piece)?,
        SolidKind::Compound(pieces) => {
            for p in pieces {
                let rotation =
                    [0, 1, 2].map(|i| [0, 1, 2].map(|j| (0..3).map(|k| turn[i][k] * p.rotation[k][j]).sum()));
                pieces_of(&p.solid, add(at, apply(turn, p.position)), &rotation, out)?;
            }
            return Ok(());
        }
        SolidKind::Cone { radius, height } => {
            (piece.corners, piece.tip) = (vec![[0.0, 0.0, -0.5 * height]], Some([0.0, 0.0, 0.5 * height]));
            piece.disc = Some((*radius, z));
            piece.normals = vec![scale(z, -1.0)];
        }
        SolidKind::Ellipsoid { half } => {
            piece.half = Some([0, 1, 2].map(|i| scale(IDENTITY[i], half[i])));
        }
    }
    for c in piece.corners.iter_mut().chain(&mut piece.tip) {
        *c = add(at, apply(turn, *c));
    }
    let axis = piece.disc.iter_mut().map(|(_, axis)| axis);
    for d in piece.normals.iter_mut().chain(&mut piece.edges).chain(axis).chain(piece.half.iter_mut().flatten()) {
        *d = apply(turn, *d);
    }
    out.push(piece);
    Ok(())
}

/// A convex outline of straight edges, drawn out along z.
fn prism(region: &Region, height: f64, piece: &mut Piece) -> Result<(), String> {
    let [outline] = region.loops() else { return Err("an extruded outline with holes is not convex".to_owned()) };
    (piece.corners, piece.edges) = (Vec::new(), vec![[0.0, 0.0, 1.0]]);
    piece.normals = vec![[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]];
    let side = |s: &Segment| [s.to()[0] - s.from()[0], s.to()[1] - s.from()[1], 0.0];
    for (i, segment) in outline.iter().enumerate() {
        let next = side(&outline[(i + 1) % outline.len()]);
        let edge = side(segment);
        if matches!(segment, Segment::Arc { .. }) || cross(edge, next)[2] < 0.0 {
            return Err("an extruded outline that is not a convex polygon".to_owned());
        }
        piece.edges.push(edge);
        piece.normals.push([edge[1], -edge[0], 0.0]);
        for z in [-0.5 * height, 0.5 * height] {
            piece.corners.push([segment.from()[0], segment.from()[1], z]);
        }
    }
    Ok(())
}

/// The measure itself, on overlaps known beforehand.
///
/// # Errors
/// A depth that comes out wrong.
pub fn knows_depths() -> Result<(), String> {
    let put = |solid: Result<Solid, mainspring_geometry::SolidError>, at: Vec3, turn: [f64; 4]| {
        Body::new(&Shape::Solid(solid.map_err(|e| e.to_string())?), [0.0; 3], at, rotation(turn))
    };
    let none = [1.0, 0.0, 0.0, 0.0];
    let eighth = std::f64::consts::FRAC_PI_8;
    // about z and about x by 45°
    let (about_z, about_x) =
        ([libm::cos(eighth), 0.0, 0.0, libm::sin(eighth)], [libm::cos(eighth), libm::sin(eighth), 0.0, 0.0]);
    // about y by 90°: the longest half axis upright
    let half = [0.5_f64.sqrt(), 0.0, 0.5_f64.sqrt(), 0.0];
    let cube = |at, turn| put(Solid::block(1.0, 1.0, 1.0), at, turn);
    let floor = Body::HalfSpace { point: [0.0; 3], normal: [0.0, 0.0, 1.0] };
    let root = 0.5_f64.sqrt();
    let cases = [
        ("cubes side by side", cube([0.0; 3], none)?.depth(&cube([1.0, 0.2, 0.3], none)?), 0.0),
        ("cubes pushed together", cube([0.0; 3], none)?.depth(&cube([1.0 - 1e-6, 0.2, 0.3], none)?), 1e-6),
        ("edge in a face", cube([0.0; 3], none)?.depth(&cube([0.5 + root - 1e-6, 0.1, 0.2], about_z)?), 1e-6),
        ("edges crossed", cube([0.0; 3], about_z)?.depth(&cube([0.0, 2.0 * root - 1e-6, 0.0], about_x)?), 1e-6),
        ("cube on its edge in the floor", cube([0.0, 0.0, root - 1e-6], about_x)?.depth(&floor), 1e-6),
        (
            "ball in a corner",
            put(Solid::sphere(1.0), [0.5 + 2.0 / 3.0, 0.5 + 2.0 / 3.0, 0.5 + 1.0 / 3.0 - 3e-6], none)?
                .depth(&cube([0.0; 3], none)?),
            1e-6,
        ),
        (
            "cylinder in a cube's side",
            put(Solid::cylinder(0.3, 2.0), [0.8 - 1e-6, 0.1, 0.0], none)?.depth(&cube([0.0; 3], none)?),
            1e-6,
        ),
        (
            "leaning cylinder in the floor",
            put(Solid::cylinder(0.3, 2.0), [0.0, 0.0, 1.3 * root - 1e-6], about_x)?.depth(&floor),
            1e-6,
        ),
        (
            "side of a cone in a ball",
            put(Solid::cone(0.6, 0.8), [0.0, 0.0, 0.2], none)?.depth(&put(
                Solid::sphere(0.5),
                [0.8 * 0.5 + 0.3 - 0.8e-6, 0.0, 0.2 + 0.6 * 0.5 - 0.6e-6],
                none,
            )?),
            1e-6,
        ),
        // an ellipsoid rolled to a slant: its half length across the floor is √(Σ (hᵢ nᵢ)²)
        (
            "leaning ellipsoid in the floor",
            put(Solid::ellipsoid(0.3, 0.2, 0.1), [0.0, 0.0, (0.5_f64 * (0.04 + 0.01)).sqrt() - 1e-6], about_x)?
                .depth(&floor),
            1e-6,
        ),
        (
            "apex of a cone in the floor",
            put(Solid::cone(0.6, 0.8), [0.0, 0.0, 0.4 - 1e-6], [0.0, 1.0, 0.0, 0.0])?.depth(&floor),
            1e-6,
        ),
        (
            "two ellipsoids, end on side",
            put(Solid::ellipsoid(0.3, 0.2, 0.1), [0.0; 3], none)?.depth(&put(
                Solid::ellipsoid(0.3, 0.2, 0.1),
                [0.0, 0.0, 0.4 - 1e-6],
                half,
            )?),
            1e-6,
        ),
        // two cones side by side, one upside down: along the common side's normal, (4, 0, 3)/5
        (
            "cones side on side",
            put(Solid::cone(0.6, 0.8), [0.0; 3], none)?.depth(&put(
                Solid::cone(0.6, 0.8),
                [0.6 - 0.8e-6, 0.0, -0.6e-6],
                [0.0, 1.0, 0.0, 0.0],
            )?),
            1e-6,
        ),
        (
            "ball in the flank of an ellipsoid",
            {
                let normal = scale([1.0, 2.0, 3.0], 1.0 / 14.0_f64.sqrt());
                let half = [0.3, 0.2, 0.1];
                let size = length([0, 1, 2].map(|i| half[i] * normal[i]));
                let place = [0, 1, 2].map(|i| half[i] * half[i] * normal[i] / size);
                put(Solid::ellipsoid(0.3, 0.2, 0.1), [0.0; 3], none)?.depth(&put(
                    Solid::sphere(0.25),
                    add(place, scale(normal, 0.25 - 1e-6)),
                    none,
                )?)
            },
            1e-6,
        ),
        (
            "corner of a cube in the side of a cone",
            {
                // half way up the side, towards the diagonal of x and y
                let normal = [0.8 * root, 0.8 * root, 0.6];
                let corner = sub([0.3 * root, 0.3 * root, 0.0], scale(normal, 1e-6));
                put(Solid::cone(0.6, 0.8), [0.0; 3], none)?.depth(&cube(add(corner, [0.5; 3]), none)?)
            },
            1e-6,
        ),
        ("apart", cube([0.0; 3], none)?.depth(&cube([1.0, 1.0, 1.0 + 1e-6], about_z)?), 0.0),
    ];
    for (what, found, is) in cases {
        if (found - is).abs() > 1e-11 {
            return Err(format!("{what}: {found:e}, not {is:e}"));
        }
    }
    Ok(())
}

const IDENTITY: [Vec3; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// Matrix of a unit quaternion (w, x, y, z), rows first.
fn rotation([w, x, y, z]: [f64; 4]) -> [Vec3; 3] {
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
        [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
        [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
    ]
}

fn apply(m: &[Vec3; 3], v: Vec3) -> Vec3 {
    [dot(m[0], v), dot(m[1], v), dot(m[2], v)]
}

fn add(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

fn sub(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn scale(a: Vec3, s: f64) -> Vec3 {
    [a[0] * s, a[1] * s, a[2] * s]
}

fn dot(a: Vec3, b: Vec3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: Vec3, b: Vec3) -> Vec3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn length(a: Vec3) -> f64 {
    dot(a, a).sqrt()
}
