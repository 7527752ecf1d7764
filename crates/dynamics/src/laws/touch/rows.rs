//! Contacts as rows: gap and slip, how they depend on the bodies' velocities, and the Delassus matrix of all of them.
//!
//! ```text
//! ġ   = n·(v_b − v_a) at the place of contact p
//! s_k = t_k·(v_b − v_a) there;  ṡ_k at v̇ = 0:  t_k·(ω_b×(ṗ − c_b˙) − ω_a×(ṗ − c_a˙))
//! ```
//!
//! ṗ is how the place moves, which for a rolling disc is neither body's velocity.

use crate::laws::touch::contact::{Contact, Line};
use crate::laws::touch::islands::Links;
use crate::laws::touch::state::{Site, TouchMode, Touching};
use crate::laws::touch::touch::Touch;
use crate::multibody::multibody::Multibody;
use crate::multibody::space::Row;
use crate::tolerances::{CONTACT_HELD_BY_JOINTS, NORMAL_NEAR_AXIS, NORMALS_PARALLEL};
use mainspring_geometry::touch::{Motion, meet};
use mainspring_model::Coordinate;
use mainspring_numerics::matrix3::{rotate, rotate_back};
use mainspring_numerics::vec3::{Vec3, cross, dot, norm, scale, sub};

fn velocity_at(motion: &Motion, arm: Vec3) -> Vec3 {
    let turn = cross(motion.spin, arm);
    [0, 1, 2].map(|i| motion.velocity[i] + turn[i])
}

impl Touch {
    /// A contact at the state of `kinematics`; none where its features have no normal.
    pub fn contact_at(&self, bodies: &Multibody, site: Site) -> Option<Contact> {
        let mut contact = Contact::default();
        self.put_contact(bodies, site, None, &mut contact).then_some(contact)
    }

    /// The same into its place, with tangents made from a given axis: within a step they must not change places. False, and the
    /// place as it was, where its features have no normal.
    fn put_contact(&self, bodies: &Multibody, site: Site, axis: Option<u8>, place: &mut Contact) -> bool {
        match site {
            Site::Pair { pair, a, b } => {
                let (k, of) = (pair as usize, &self.pairs[pair as usize]);
                let (ma, mb) = (self.party_motion(bodies, &of.a), self.party_motion(bodies, &of.b));
                let fa = &self.surfaces[of.a.surface].features()[a as usize].primitive;
                let fb = &self.surfaces[of.b.surface].features()[b as usize].primitive;
                let Some(m) = meet(fa, &ma, fb, &mb) else { return false };
                let axis = axis.unwrap_or_else(|| self.axis_for(m.normal));
                let tangents = self.tangents_of(m.normal, axis);
                let directions = [m.normal, tangents[0], tangents[1]];
                let (arm_a, arm_b) = (sub(m.point, ma.position), sub(m.point, mb.position));
                let (bend_a, bend_b) =
                    (cross(ma.spin, sub(m.point_rate, ma.velocity)), cross(mb.spin, sub(m.point_rate, mb.velocity)));
                let slip = sub(velocity_at(&mb, arm_b), velocity_at(&ma, arm_a));
                let bend = sub(bend_b, bend_a);
                let law = &bodies.model.contacts.pairs[k];
                place.bodies = [of.a.body, of.b.body, None, None];
                place.rows[0] = bodies.frames.rows_at(arm_a, directions.map(|d| scale(d, -1.0)));
                place.rows[1] = bodies.frames.rows_at(arm_b, directions);
                place.bias = [m.bias, dot(tangents[0], bend), dot(tangents[1], bend)];
                place.gap = m.gap;
                place.rate = [m.rate, dot(tangents[0], slip), dot(tangents[1], slip)];
                (place.normal, place.axis, place.tangents) = (m.normal, axis, tangents);
                (place.point, place.point_rate) = (m.point, m.point_rate);
                place.friction = [law.friction, law.static_friction];
                place.restitution = law.restitution;
                place.scale = of.size;
            }
            Site::Stop { joint, upper } => {
                let j = joint as usize;
                let of = &bodies.model.joints[j];
                let m = bodies.measure(Coordinate { joint: j, index: 0 });
                let Some(limits) = of.limits else { return false };
                let side = if upper { -1.0 } else { 1.0 };
                let row = |r: &Row| [r.map(|x| side * x), [0.0; 6], [0.0; 6]];
                *place = Contact {
                    bodies: [of.a.body, of.b.body, None, None].map(|b| b.filter(|&b| bodies.spans[b].v_len > 0)),
                    rows: [row(&m.ja), row(&m.jb), [[0.0; 6]; 3], [[0.0; 6]; 3]],
                    bias: [side * m.bias, 0.0, 0.0],
                    gap: side * (m.value - limits[usize::from(upper)]),
                    rate: [side * m.rate, 0.0, 0.0],
                    restitution: of.stop.unwrap_or(0.0),
                    scale: if of.kind.coordinates().first() == Some(&true) { 1.0 } else { bodies.length },
                    point: bodies.frames.joint_points(j)[1].position,
                    ..Contact::default()
                };
            }
            Site::Tooth { mesh, upper } => *place = self.tooth_at(bodies, mesh as usize, upper),
        }
        true
    }

    /// A tooth side of a gear with play.
    fn tooth_at(&self, bodies: &Multibody, mesh: usize, upper: bool) -> Contact {
        let m = &self.meshes[mesh];
        let (one, two) = (bodies.measure(m.first), bodies.measure(m.second));
        let side = if upper { -1.0 } else { 1.0 };
        let row = |r: &Row, by: f64| [r.map(|x| by * x), [0.0; 6], [0.0; 6]];
        let [a, b] = [m.first, m.second].map(|c| &bodies.model.joints[c.joint]);
        let moving = |b: Option<usize>| b.filter(|&b| bodies.spans[b].v_len > 0);
        let turns = bodies.rows[m.row].angle;
        Contact {
            bodies: [a.a.body, a.b.body, b.a.body, b.b.body].map(moving),
            rows: [
                row(&one.ja, -side * m.ratio),
                row(&one.jb, -side * m.ratio),
                row(&two.ja, side),
                row(&two.jb, side),
            ],
            bias: [side * (two.bias - m.ratio * one.bias), 0.0, 0.0],
            gap: 0.5 * m.backlash.width + side * self.play(bodies, mesh).0,
            rate: [side * (two.rate - m.ratio * one.rate), 0.0, 0.0],
            restitution: m.backlash.restitution,
            scale: if turns { 1.0 } else { bodies.length },
            point: bodies.frames.joint_points(m.second.joint)[1].position,
            ..Contact::default()
        }
    }

    /// The axis farthest from a normal; the first of several that are as far.
    fn axis_for(&self, n: Vec3) -> u8 {
        let along = rotate_back(&self.axes, n).map(f64::abs);
        // rounding must not choose: as far is within the angle at which normals are parallel
        let alike = along[0].min(along[1]).min(along[2]) + (1.0 - NORMALS_PARALLEL).sqrt();
        (0..3_u8).find(|&i| along[usize::from(i)] <= alike).unwrap_or(0)
    }

    /// Two directions at right angles to a normal; in the plane the first is ⊥n and the second nothing.
    fn tangents_of(&self, n: Vec3, axis: u8) -> [Vec3; 2] {
        if self.tangents == 1 {
            return [[-n[1], n[0], 0.0], [0.0; 3]];
        }
        let mut along = [0.0; 3];
        along[usize::from(axis)] = 1.0;
        let t = cross(n, rotate(&self.axes, along));
        let t = scale(t, 1.0 / norm(t));
        [t, cross(n, t)]
    }

    /// All contacts of the mode at the state of `kinematics`, into `touch.contacts`.
    pub fn read_contacts(&mut self, bodies: &Multibody) {
        let mut list = std::mem::take(&mut self.contacts);
        list.resize(self.state.touching.len(), Contact::default());
        for (touching, place) in self.state.touching.iter().zip(&mut list) {
            // a rim that has just come flat has no lowest place: the last one serves until the event that ends it
            if !self.put_contact(bodies, touching.site, Some(touching.axis), place) {
                (place.gap, place.rate, place.bias) = (touching.offset, [0.0; 3], [0.0; 3]);
            }
        }
        self.contacts = list;
        let touching = std::mem::take(&mut self.state.touching);
        self.read_turns(bodies, touching.iter().map(|t| t.site));
        self.state.touching = touching;
    }

    /// Tangents keep clear of the normal: made anew from another axis once it comes near theirs. In the plane the side a
    /// contact slides to goes along with its tangent, which may turn right round while it slides.
    pub fn settle_tangents(&mut self, bodies: &Multibody) {
        for i in 0..self.state.touching.len() {
            let Touching { site, axis, mode, .. } = self.state.touching[i];
            let Some(c) = self.contact_at(bodies, site) else { continue };
            if self.tangents == 1 {
                if let TouchMode::Slip(d) = mode
                    && d != [0.0; 3]
                {
                    let side = dot(d, c.tangents[0]).signum();
                    self.state.touching[i].mode = TouchMode::Slip(scale(c.tangents[0], side));
                }
            } else if rotate_back(&self.axes, c.normal)[usize::from(axis)].abs() > NORMAL_NEAR_AXIS {
                self.state.touching[i].axis = c.axis;
            }
        }
    }

    /// Row `r` of contact `c` times velocities (or accelerations).
    pub fn contact_times(&self, bodies: &Multibody, c: &Contact, r: usize, v: &[f64]) -> f64 {
        let mut sum = 0.0;
        for (side, body) in c.bodies.iter().enumerate() {
            if let Some(b) = *body {
                let span = bodies.spans[b];
                for i in 0..span.v_len {
                    sum += c.rows[side][r][i] * v[span.v + i];
                }
            }
        }
        sum
    }

    /// K⁻¹Gᵀ and G K⁻¹ Gᵀ of all `touch.contacts` and `touch.turns` with the present factor.
    pub fn delassus(&mut self, bodies: &Multibody) {
        let (k, unknowns) = (self.rows(), bodies.pattern.unknowns);
        let n = self.touch_rows();
        let mut unit = std::mem::take(&mut self.unit);
        let mut matrix = std::mem::take(&mut self.matrix);
        unit.clear();
        unit.resize(n * unknowns, 0.0);
        matrix.clear();
        matrix.resize(n * n, 0.0);
        let mut lines = std::mem::take(&mut self.lines);
        lines.clear();
        lines.extend((0..self.contacts.len()).flat_map(|c| (0..k).map(move |r| Line::Contact(c, r))));
        for (t, resistance) in self.rolling_resistances.iter().enumerate() {
            lines.extend((0..resistance.rows).map(|r| Line::Turn(t, r)));
        }
        // lines that read each body
        let mut readers: Vec<Vec<usize>> = vec![Vec::new(); bodies.spans.len()];
        for (at, line) in lines.iter().enumerate() {
            for b in self.line_bodies(line).into_iter().flatten() {
                if readers[b].last() != Some(&at) {
                    readers[b].push(at);
                }
            }
        }
        let (mut read, mut coupled) = (vec![usize::MAX; n], Vec::new());
        let (mut own, mut trees) = (Vec::new(), Vec::new());
        for (at, line) in lines.iter().enumerate() {
            let column = &mut unit[at * unknowns..(at + 1) * unknowns];
            own.clear();
            for (side, body) in self.line_bodies(line).into_iter().enumerate() {
                if let Some(b) = body {
                    let (span, row) = (bodies.spans[b], self.line_row(bodies, line, side));
                    for i in 0..span.v_len {
                        column[span.v + i] += row[i];
                    }
                    own.push(b);
                }
            }
            bodies.factor.solve_for(&bodies.pattern, &own, &mut trees, column);
            let moved = |b: &usize| column[bodies.spans[*b].v..][..bodies.spans[*b].v_len].iter().any(|x| *x != 0.0);
            let near = trees.iter().map(|&k| bodies.pattern.pivots[k].node).filter(|b| *b < readers.len());
            for b in near.filter(|b| !readers[*b].is_empty()).filter(moved) {
                for &other in &readers[b] {
                    if std::mem::replace(&mut read[other], at) == at {
                        continue;
                    }
                    matrix[other * n + at] = match lines[other] {
                        Line::Contact(c, r) => self.contact_times(bodies, &self.contacts[c], r, &column[..bodies.nv]),
                        Line::Turn(t, r) => {
                            self.turn_times(bodies, &self.rolling_resistances[t], r, &column[..bodies.nv])
                        }
                    };
                    coupled.push((other, at));
                }
            }
        }
        // rounding must not make it look unsymmetric
        for &(i, j) in &coupled {
            let mean = 0.5 * (matrix[i * n + j] + matrix[j * n + i]);
            (matrix[i * n + j], matrix[j * n + i]) = (mean, mean);
        }
        let alone = |contact: &Contact| -> f64 {
            let mass = |b: usize| bodies.model.bodies[b].mass;
            contact.bodies.iter().flatten().map(|&b| 1.0 / mass(b)).filter(|m| m.is_finite()).sum()
        };
        // of stops and teeth, which move coordinates
        let row_alone = |line: &Line| -> f64 {
            let sides = self.line_bodies(line).into_iter().enumerate();
            sides.filter_map(|(side, b)| Some(bodies.mobility_alone(b?, &self.line_row(bodies, line, side)))).sum()
        };
        for (row, line) in lines.iter().enumerate() {
            let gives = match *line {
                Line::Contact(c, r) if self.contacts[c].normal == [0.0; 3] && r > 0 => continue,
                Line::Contact(c, _) if self.contacts[c].normal == [0.0; 3] => row_alone(line),
                Line::Contact(c, _) => alone(&self.contacts[c]),
                Line::Turn(t, _) => {
                    alone(&self.contacts[self.rolling_resistances[t].contact]) / (bodies.length * bodies.length)
                }
            };
            let held = matrix[row * n + row] <= CONTACT_HELD_BY_JOINTS * gives;
            if held {
                for i in 0..n {
                    (matrix[row * n + i], matrix[i * n + row]) = (0.0, 0.0);
                }
            }
        }
        (self.unit, self.matrix, self.lines) = (unit, matrix, lines);
    }

    /// Mechanisms that `touch.contacts` lie on, then those of `others`.
    pub fn links(&self, bodies: &Multibody, others: impl Iterator<Item = [Option<usize>; 2]>) -> Links {
        let home = Self::mechanisms(bodies);
        let side = |b: Option<usize>| b.map(|b| home[b]);
        let mut links: Vec<[Option<usize>; 4]> = self.contacts.iter().map(|c| c.bodies.map(side)).collect();
        links.extend(others.map(|[a, b]| [side(a), side(b), None, None]));
        Links(links)
    }

    /// Which mechanism each body belongs to: moving parts, one with those that joints and rules hold them to.
    fn mechanisms(bodies: &Multibody) -> Vec<usize> {
        let mut home: Vec<usize> = (0..bodies.spans.len()).collect();
        let find = |home: &[usize], mut b: usize| {
            while home[b] != b {
                b = home[b];
            }
            b
        };
        for group in &bodies.groups {
            for pair in group.blocks.windows(2) {
                let (a, b) = (find(&home, pair[0]), find(&home, pair[1]));
                home[a.max(b)] = a.min(b);
            }
        }
        (0..home.len()).map(|b| find(&home, b)).collect()
    }

    fn line_bodies(&self, line: &Line) -> [Option<usize>; 4] {
        match *line {
            Line::Contact(c, _) => self.contacts[c].bodies,
            Line::Turn(t, _) => self.turn_bodies(&self.rolling_resistances[t]),
        }
    }

    fn line_row(&self, bodies: &Multibody, line: &Line, side: usize) -> Row {
        match *line {
            Line::Contact(c, r) => self.contacts[c].rows[side][r],
            Line::Turn(t, r) => self.rolling_resistances[t].row(&*bodies.frames, r, side == 1),
        }
    }

    /// Adds what `force` (one entry a row) does to `solution`.
    pub fn add_contact_forces(&self, bodies: &mut Multibody, force: &[f64]) {
        let unknowns = bodies.pattern.unknowns;
        for (row, f) in force.iter().enumerate().filter(|(_, f)| **f != 0.0) {
            let column = &self.unit[row * unknowns..(row + 1) * unknowns];
            for (x, u) in bodies.solution.iter_mut().zip(column) {
                *x += f * u;
            }
        }
    }

    /// Forgets contacts that are no more, keeping the mode's order.
    pub fn keep_touching(&mut self, keep: impl Fn(&Touching) -> bool) {
        self.state.touching.retain(keep);
    }
}
