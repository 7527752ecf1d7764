//! Random trees, and their independent twin in joint coordinates.
//!
//! The twin computes poses as functions of time with jets (value, first and second derivative) along q̇ = u, u̇ = 0,
//! so that velocities and velocity-dependent accelerations come out of the positions alone:
//!
//! ```text
//! v = B(q) u,   v̇ = B u̇ + bias,   Bᵀ M B u̇ = Bᵀ (f − M bias) + Q
//! ```

#![allow(dead_code, reason = "each test binary uses its own part of this")]

use crate::support::*;
use mainspring_definition::SpaceKind;
use mainspring_joints::{Cylindrical, Prismatic, Revolute, Slot, Spherical, Universal, Weld};
use mainspring_model::{BodyKind, Coordinate, DriveKind, Frame, JointKind, Marker, Model, Pose, SpringKind};

/// A number with two derivatives in time.
#[derive(Clone, Copy, Debug, Default)]
pub struct J(f64, f64, f64);

impl std::ops::Add for J {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Self(self.0 + o.0, self.1 + o.1, self.2 + o.2)
    }
}

impl std::ops::Mul for J {
    type Output = Self;
    fn mul(self, o: Self) -> Self {
        Self(self.0 * o.0, self.1 * o.0 + self.0 * o.1, self.2 * o.0 + 2.0 * self.1 * o.1 + self.0 * o.2)
    }
}

impl std::ops::Neg for J {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0, -self.1, -self.2)
    }
}

fn constant(x: f64) -> J {
    J(x, 0.0, 0.0)
}

/// sin and cos of q + u t
fn sincos(q: f64, u: f64) -> (J, J) {
    let (s, c) = libm::sincos(q);
    (J(s, c * u, -s * u * u), J(c, -s * u, -c * u * u))
}

/// A moving frame: x = R l + p.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    r: [[J; 3]; 3],
    p: [J; 3],
}

impl Place {
    fn still(r: &M3, p: V3) -> Self {
        Self { r: r.map(|row| row.map(constant)), p: p.map(constant) }
    }

    fn then(&self, inner: &Self) -> Self {
        let sum = |f: &dyn Fn(usize) -> J| f(0) + f(1) + f(2);
        let r = std::array::from_fn(|i| std::array::from_fn(|j| sum(&|k| self.r[i][k] * inner.r[k][j])));
        let p = std::array::from_fn(|i| sum(&|k| self.r[i][k] * inner.p[k]) + self.p[i]);
        Self { r, p }
    }

    fn back(&self) -> Self {
        let r: [[J; 3]; 3] = std::array::from_fn(|i| std::array::from_fn(|j| self.r[j][i]));
        let p = std::array::from_fn(|i| -(r[i][0] * self.p[0] + r[i][1] * self.p[1] + r[i][2] * self.p[2]));
        Self { r, p }
    }

    fn part(&self, d: usize) -> (M3, V3) {
        let pick = |j: J| [j.0, j.1, j.2][d];
        (self.r.map(|row| row.map(pick)), self.p.map(pick))
    }

    /// (ω, ω̇): the skew parts of Ṙ Rᵀ and of R̈ Rᵀ + Ṙ Ṙᵀ.
    fn spin(&self) -> (V3, V3) {
        let (r, r1, r2) = (self.part(0).0, self.part(1).0, self.part(2).0);
        let axial = |m: M3| [m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]].map(|x| 0.5 * x);
        let rate = product(&r1, &transpose(&r));
        let (a, b) = (product(&r2, &transpose(&r)), product(&r1, &transpose(&r1)));
        (axial(rate), axial(std::array::from_fn(|i| std::array::from_fn(|j| a[i][j] + b[i][j]))))
    }
}

fn turned_about_z(q: f64, u: f64) -> Place {
    let (s, c) = sincos(q, u);
    let (o, l) = (J::default(), constant(1.0));
    Place { r: [[c, -s, o], [s, c, o], [o, o, l]], p: [o; 3] }
}

fn turned_about_x(q: f64, u: f64) -> Place {
    let (s, c) = sincos(q, u);
    let (o, l) = (J::default(), constant(1.0));
    Place { r: [[l, o, o], [o, c, -s], [o, s, c]], p: [o; 3] }
}

fn slid(axis: usize, q: f64, u: f64) -> Place {
    let mut out = Place::still(&about([0.0; 3], 0.0), [0.0; 3]);
    out.p[axis] = J(q, u, 0.0);
    out
}

/// R(t) = exp([w] t) R₀
fn turning(r0: &M3, w: V3) -> Place {
    let skew = [[0.0, -w[2], w[1]], [w[2], 0.0, -w[0]], [-w[1], w[0], 0.0]];
    let r1 = product(&skew, r0);
    let r2 = product(&skew, &r1);
    let r = std::array::from_fn(|i| std::array::from_fn(|j| J(r0[i][j], r1[i][j], r2[i][j])));
    Place { r, p: [J::default(); 3] }
}

/// How a body hangs on its parent.
pub struct Link {
    parent: Option<usize>,
    /// None: free
    kind: Option<JointKind>,
    /// marker on the parent, marker on the body
    markers: [Frame; 2],
    /// the body is the second-named side
    second: bool,
    /// index of the joint in the model
    joint: Option<usize>,
    q: Vec<f64>,
    r0: M3,
    first: usize,
    freedoms: usize,
}

pub struct Tree {
    flat: bool,
    links: Vec<Link>,
    pub u: Vec<f64>,
}

fn freedoms(kind: Option<JointKind>, flat: bool, point: bool) -> usize {
    match kind {
        None if point => {
            if flat {
                2
            } else {
                3
            }
        }
        None => {
            if flat {
                3
            } else {
                6
            }
        }
        Some(_) if point => 0,
        Some(JointKind::Revolute(Revolute) | JointKind::Prismatic(Prismatic)) => 1,
        Some(JointKind::Slot(Slot) | JointKind::Cylindrical(Cylindrical) | JointKind::Universal(Universal)) => 2,
        Some(JointKind::Spherical(Spherical) | JointKind::Planar(mainspring_joints::Planar)) => 3,
        Some(_) => 0,
    }
}

impl Tree {
    /// Marker b in marker a (or body in world if free) at coordinates q moving with u.
    fn motion(&self, link: &Link, u: &[f64]) -> Place {
        let at = |k: usize| (link.q[k], u[link.first + k]);
        let none = Place::still(&about([0.0; 3], 0.0), [0.0; 3]);
        if link.freedoms == 0 {
            return Place::still(&link.r0, [0.0; 3]);
        }
        let (q0, u0) = at(0);
        match link.kind {
            None => {
                let w = match (self.flat, link.freedoms) {
                    (true, 3) => [0.0, 0.0, u[link.first + 2]],
                    (false, 6) => [3, 4, 5].map(|k| u[link.first + k]),
                    _ => [0.0; 3],
                };
                let mut place = turning(&link.r0, w);
                for k in 0..if self.flat { 2 } else { 3 } {
                    let (q, u) = at(k);
                    place.p[k] = J(q, u, 0.0);
                }
                place
            }
            Some(JointKind::Revolute(Revolute)) => turned_about_z(q0, u0),
            Some(JointKind::Prismatic(Prismatic)) => slid(if self.flat { 0 } else { 2 }, q0, u0),
            Some(JointKind::Slot(Slot)) => slid(0, q0, u0).then(&turned_about_z(at(1).0, at(1).1)),
            Some(JointKind::Cylindrical(Cylindrical)) => slid(2, q0, u0).then(&turned_about_z(at(1).0, at(1).1)),
            Some(JointKind::Universal(Universal)) => turned_about_z(q0, u0).then(&turned_about_x(at(1).0, at(1).1)),
            Some(JointKind::Spherical(Spherical)) => turning(&link.r0, [0, 1, 2].map(|k| u[link.first + k])),
            Some(JointKind::Planar(mainspring_joints::Planar)) => {
                slid(0, q0, u0).then(&slid(1, at(1).0, at(1).1)).then(&turned_about_z(at(2).0, at(2).1))
            }
            Some(_) => none,
        }
    }

    fn marker(&self, f: &Frame) -> Place {
        let r = if self.flat { about([0.0, 0.0, 1.0], f.angle) } else { transpose(&f.axes) };
        Place::still(&r, f.point)
    }

    fn places(&self, u: &[f64]) -> Vec<Place> {
        let mut out: Vec<Place> = Vec::new();
        for link in &self.links {
            let parent = link.parent.map_or(Place::still(&about([0.0; 3], 0.0), [0.0; 3]), |p| out[p]);
            let motion = self.motion(link, u);
            if link.kind.is_none() {
                out.push(motion);
                continue;
            }
            let step = if link.second { motion } else { motion.back() };
            out.push(
                parent.then(&self.marker(&link.markers[0])).then(&step).then(&self.marker(&link.markers[1]).back()),
            );
        }
        out
    }
}

/// World pose and velocity of everything, for loads.
pub struct World {
    r: Vec<M3>,
    p: Vec<V3>,
    v: Vec<V3>,
    w: Vec<V3>,
}

impl World {
    fn point(&self, m: &Marker) -> (V3, V3) {
        match m.body {
            None => (m.frame.point, [0.0; 3]),
            Some(b) => {
                let arm = apply(&self.r[b], m.frame.point);
                (plus(self.p[b], arm), plus(self.v[b], outer(self.w[b], arm)))
            }
        }
    }
}

fn wrench(forces: &mut [(V3, V3)], world: &World, m: &Marker, f: V3) {
    if let Some(b) = m.body {
        forces[b].0 = plus(forces[b].0, f);
        forces[b].1 = plus(forces[b].1, outer(minus(world.point(m).0, world.p[b]), f));
    }
}

/// Accelerations (v̇, ω̇) of all bodies.
pub fn twin(tree: &Tree, model: &Model) -> Vec<(V3, V3)> {
    let bodies = model.bodies.len();
    let places = tree.places(&tree.u);
    let world = World {
        r: places.iter().map(|p| p.part(0).0).collect(),
        p: places.iter().map(|p| p.part(0).1).collect(),
        v: places.iter().map(|p| p.part(1).1).collect(),
        w: places.iter().map(|p| p.spin().0).collect(),
    };
    let bias: Vec<(V3, V3)> = places.iter().map(|p| (p.part(2).1, p.spin().1)).collect();
    let n = tree.u.len();
    let columns: Vec<Vec<(V3, V3)>> = (0..n)
        .map(|k| {
            let mut e = vec![0.0; n];
            e[k] = 1.0;
            tree.places(&e).iter().map(|p| (p.part(1).1, p.spin().0)).collect()
        })
        .collect();

    // loads, from the model's plain data
    let value = |node: usize| match model.programs.nodes[node] {
        mainspring_model::Node::Constant(c) => c,
        _ => unreachable!("this test writes constants only"),
    };
    let mut forces: Vec<(V3, V3)> = model.bodies.iter().map(|b| (times(model.gravity, b.mass), [0.0; 3])).collect();
    for f in &model.forces {
        let raw = f.value.map(value);
        let v = f.along.map_or(raw, |b| apply(&world.r[b], raw));
        if f.torque {
            forces[f.body].1 = plus(forces[f.body].1, v);
        } else {
            wrench(&mut forces, &world, &on(f.body, f.point), v);
        }
    }
    let mut generalised = vec![0.0; n];
    let slot = |c: Coordinate| {
        let link = tree.links.iter().find(|l| l.joint == Some(c.joint)).expect("every joint hangs a body");
        (link.first + c.index, link.q[c.index])
    };
    for s in &model.springs {
        let extra = s.effort.map_or(0.0, value);
        match s.kind {
            SpringKind::Linear { a, b } => {
                let ((pa, va), (pb, vb)) = (world.point(&a), world.point(&b));
                let (d, dv) = (minus(pb, pa), minus(vb, va));
                let length = size(d);
                let u = times(d, 1.0 / length);
                let f = s.stiffness * (length - s.rest) + s.damping * inner(u, dv) + extra;
                wrench(&mut forces, &world, &a, times(u, f));
                wrench(&mut forces, &world, &b, times(u, -f));
            }
            SpringKind::Coordinate(c) => {
                let (k, q) = slot(c);
                generalised[k] -= s.stiffness * (q - s.rest) + s.damping * tree.u[k] + extra;
            }
            SpringKind::Angle { a, b } => {
                let angle = |m: &Marker| m.body.map_or(0.0, |k| model.bodies[k].pose.angle) + m.frame.angle;
                let rate = |m: &Marker| m.body.map_or(0.0, |k| world.w[k][2]);
                let t = s.stiffness * (angle(&b) - angle(&a) - s.rest) + s.damping * (rate(&b) - rate(&a)) + extra;
                for (m, sign) in [(a, 1.0), (b, -1.0)] {
                    if let Some(k) = m.body {
                        forces[k].1[2] += sign * t;
                    }
                }
            }
        }
    }
    for d in &model.drives {
        generalised[slot(d.coordinate).0] += value(d.value);
    }

    // Bᵀ M B u̇ = Bᵀ (f − M bias − ω×Iω) + Q
    let tensor: Vec<M3> = (0..bodies)
        .map(|b| product(&product(&world.r[b], &model.bodies[b].inertia), &transpose(&world.r[b])))
        .collect();
    let (mut m, mut rhs) = (vec![vec![0.0; n]; n], generalised);
    for b in 0..bodies {
        let mass = model.bodies[b].mass;
        let gyro = outer(world.w[b], apply(&tensor[b], world.w[b]));
        let f = minus(forces[b].0, times(bias[b].0, mass));
        let t = minus(minus(forces[b].1, gyro), apply(&tensor[b], bias[b].1));
        for i in 0..n {
            let (vi, wi) = columns[i][b];
            rhs[i] += inner(vi, f) + inner(wi, t);
            let (mv, iw) = (times(vi, mass), apply(&tensor[b], wi));
            for j in 0..=i {
                let (vj, wj) = columns[j][b];
                m[i][j] += inner(mv, vj) + inner(iw, wj);
            }
        }
    }
    for i in 0..n {
        for j in i + 1..n {
            m[i][j] = m[j][i];
        }
    }
    let u_rate = if n == 0 { vec![] } else { dense_solve(&m, &rhs).expect("masses are positive") };
    (0..bodies)
        .map(|b| {
            let mut out = bias[b];
            for k in 0..n {
                out = (plus(out.0, times(columns[k][b].0, u_rate[k])), plus(out.1, times(columns[k][b].1, u_rate[k])));
            }
            out
        })
        .collect()
}

/// A random tree of n bodies with loads, as the twin sees it and as a model.
pub fn random(rng: &mut Dice, flat: bool, n: usize) -> (Tree, Model) {
    let mut model = empty(if flat { SpaceKind::Planar } else { SpaceKind::Spatial });
    model.gravity = if flat { rng.flat(10.0) } else { rng.vector(10.0) };
    let mut tree = Tree { flat, links: vec![], u: vec![] };
    let planar =
        [JointKind::Revolute(Revolute), JointKind::Prismatic(Prismatic), JointKind::Weld(Weld), JointKind::Slot(Slot)];
    let spatial = [
        JointKind::Revolute(Revolute),
        JointKind::Prismatic(Prismatic),
        JointKind::Weld(Weld),
        JointKind::Spherical(Spherical),
        JointKind::Cylindrical(Cylindrical),
        JointKind::Universal(Universal),
        JointKind::Planar(mainspring_joints::Planar),
    ];
    for i in 0..n {
        let point = rng.chance(0.1);
        let mut kind = if rng.chance(0.15) {
            None
        } else if flat {
            Some(planar[rng.below(planar.len())])
        } else {
            Some(spatial[rng.below(spatial.len())])
        };
        // a point has no axes: it can only be pinned
        if point && kind.is_some() {
            kind = Some(if flat { JointKind::Revolute(Revolute) } else { JointKind::Spherical(Spherical) });
        }
        let rigid: Vec<usize> = (0..i).filter(|&k| model.bodies[k].kind == BodyKind::Rigid).collect();
        let parent = (kind.is_some() && !rigid.is_empty() && rng.chance(0.85)).then(|| rigid[rng.below(rigid.len())]);
        let mut markers = [frame(rng, flat, 0.7), frame(rng, flat, 0.7)];
        if point {
            markers[1] = Frame::at([0.0; 3]);
        }
        let first = tree.u.len();
        let freedoms = freedoms(kind, flat, point);
        let r0 = match kind {
            Some(JointKind::Spherical(Spherical)) if !point => rotation(rng.quaternion()),
            None if !point => {
                if flat {
                    about([0.0, 0.0, 1.0], rng.between(-3.0, 3.0))
                } else {
                    rotation(rng.quaternion())
                }
            }
            _ => about([0.0; 3], 0.0),
        };
        let q = (0..freedoms).map(|_| rng.between(-1.2, 1.2)).collect();
        tree.u.extend((0..freedoms).map(|_| rng.between(-1.0, 1.0)));
        let second = rng.chance(0.6);
        let joint_index = kind.map(|k| {
            let on_parent = Marker { body: parent, frame: markers[0] };
            let on_body = Marker { body: Some(i), frame: markers[1] };
            let (a, b) = if second { (on_parent, on_body) } else { (on_body, on_parent) };
            model.joints.push(joint(&format!("j{i}"), k, a, b));
            model.joints.len() - 1
        });
        tree.links.push(Link { parent, kind, markers, second, joint: joint_index, q, r0, first, freedoms });

        let mass = rng.between(0.3, 3.0);
        let inertia = match (point, flat) {
            (true, _) => [[0.0; 3]; 3],
            (false, true) => [[0.0; 3], [0.0; 3], [0.0, 0.0, rng.between(0.1, 1.0)]],
            (false, false) => rng.inertia(),
        };
        let kind = if point { BodyKind::Point } else { BodyKind::Rigid };
        model.bodies.push(body(&format!("b{i}"), kind, mass, inertia, Pose::IDENTITY));
    }
    for (b, place) in tree.places(&tree.u).iter().enumerate() {
        let ((r, p), body) = (place.part(0), &mut model.bodies[b]);
        body.pose.position = p;
        body.velocity = place.part(1).1;
        if body.kind == BodyKind::Rigid {
            body.spin = place.spin().0;
            if flat {
                body.pose.angle = planar_angle(&tree, b);
            } else {
                body.pose.orientation = quaternion_of(&r);
            }
        }
    }
    loads(rng, &mut model, flat);
    (tree, model)
}

/// Planar angles with all turns: what the coordinates add up to.
fn planar_angle(tree: &Tree, b: usize) -> f64 {
    let link = &tree.links[b];
    let turn = match link.kind {
        None => return libm::atan2(link.r0[1][0], link.r0[0][0]),
        Some(JointKind::Revolute(Revolute)) => link.q[0],
        Some(JointKind::Slot(Slot)) => link.q[1],
        _ => 0.0,
    };
    let parent = link.parent.map_or(0.0, |p| planar_angle(tree, p));
    parent + link.markers[0].angle + if link.second { turn } else { -turn } - link.markers[1].angle
}

fn loads(rng: &mut Dice, model: &mut Model, flat: bool) {
    let n = model.bodies.len();
    let vector = |rng: &mut Dice, s: f64| if flat { rng.flat(s) } else { rng.vector(s) };
    for i in 0..rng.below(4) {
        let b = rng.below(n);
        let rigid = model.bodies[b].kind == BodyKind::Rigid;
        let torque = rigid && rng.chance(0.4);
        let v = match (torque, flat) {
            (true, true) => [0.0, 0.0, rng.between(-5.0, 5.0)],
            _ => vector(rng, 5.0),
        };
        let value = v.map(|x| model.programs.constant(x));
        let at = if rigid { vector(rng, 0.5) } else { [0.0; 3] };
        let along = (rigid && rng.chance(0.5)).then_some(b);
        let mut f = force(&format!("f{i}"), b, at, value);
        (f.torque, f.along) = (torque, along);
        model.forces.push(f);
    }
    let marker = |rng: &mut Dice, model: &Model| {
        let b = rng.below(n + 1);
        if b == n {
            return ground(vector(rng, 2.0));
        }
        let rigid = model.bodies[b].kind == BodyKind::Rigid;
        on(b, if rigid { vector(rng, 0.5) } else { [0.0; 3] })
    };
    for i in 0..rng.below(4) {
        let (a, b) = (marker(rng, model), marker(rng, model));
        if a.body == b.body {
            continue;
        }
        let rigid = |m: &Marker| m.body.is_none_or(|k| model.bodies[k].kind == BodyKind::Rigid);
        let kind = if flat && rigid(&a) && rigid(&b) && rng.chance(0.4) {
            SpringKind::Angle { a, b }
        } else {
            SpringKind::Linear { a, b }
        };
        let mut s = spring(&format!("s{i}"), kind, rng.between(0.0, 9.0), rng.between(0.0, 2.0), rng.between(0.0, 1.0));
        s.effort = rng.chance(0.5).then(|| model.programs.constant(rng.between(-2.0, 2.0)));
        model.springs.push(s);
    }
    for j in 0..model.joints.len() {
        let pinned = |m: &Marker| m.body.is_some_and(|b| model.bodies[b].kind == BodyKind::Point);
        if pinned(&model.joints[j].a) || pinned(&model.joints[j].b) {
            continue;
        }
        for index in 0..model.joints[j].kind.coordinates().len() {
            if rng.chance(0.3) {
                let kind = SpringKind::Coordinate(Coordinate { joint: j, index });
                let (k, b, rest) = (rng.between(0.0, 9.0), rng.between(0.0, 2.0), rng.between(-1.0, 1.0));
                model.springs.push(spring(&format!("c{j}"), kind, k, b, rest));
            }
            if rng.chance(0.2) {
                let effort = model.programs.constant(rng.between(-3.0, 3.0));
                model.drives.push(drive(&format!("d{j}"), j, index, DriveKind::Effort, effort));
            }
        }
    }
}
