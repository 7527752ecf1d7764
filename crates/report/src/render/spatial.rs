//! A spatial mechanism at a moment: shaded solids over a ground with a grid and a shadow.

use super::colour::Colour;
use super::figure::{Figure, symbol, wheel};
use super::film::Film;
use super::ground;
use super::list::{Item, Layer, Picture};
use super::scale;
use super::snapshot::{Pose, Snapshot};
use super::solid::{Face, Line, Solids, normals};
use super::solid_primitives::{self, Brick, across};
use super::view::{Space, cross, dot, unit};
use crate::tolerances::{LEVEL, NEAREST, NO_LENGTH, OFF_PICTURE, SAME_HEIGHT};
use mainspring_joints::Symbol;
use mainspring_record::{ArrowKind, DrawnBody, DrawnShape};

pub(crate) fn draw(film: &Film<'_>, view: &Space, moment: &Snapshot, picture: &mut Picture) {
    let mut stage = Stage { film, view, moment, u: film.unit, solids: Solids::default(), haze: 0.0 };
    // from below one sees no ground
    let above = dot(view.toward, view.sky) > 0.02;
    if film.look.grid && above {
        stage.ground(picture);
    }
    let drawing = &film.memory.schema.drawing;
    for obstacle in &drawing.obstacles {
        if let DrawnShape::Mesh { vertices, triangles, edges } = &obstacle.shape {
            let found = normals(vertices, triangles);
            stage.mesh((vertices, triangles, edges), &found, &Pose::WORLD, [film.theme.fixed(); 2]);
        }
        if let DrawnShape::HalfSpace { point, normal } = &obstacle.shape {
            stage.plate(*point, *normal);
        }
    }
    for (i, body) in drawing.bodies.iter().enumerate() {
        if let Some(pose) = moment.poses[i] {
            stage.body(body, &film.figures[i], &pose);
        }
    }
    stage.joints();
    stage.springs();
    stage.traces();
    if film.strongest > 0.0 {
        stage.forces();
    }
    stage.solids.shade =
        above.then(|| if film.theme.dark { Colour::hex(0).faded(0.55) } else { Colour::hex(0x20_2830).faded(0.16) });
    stage.solids.softness = 3.0 * film.unit;
    picture.items.push(Item::Solids(stage.solids));
}

/// Distance of the ground's lines, m.
pub(crate) fn grid_step(view: &Space) -> f64 {
    scale::round_below(view.extent / 4.0)
}

struct Stage<'a> {
    film: &'a Film<'a>,
    view: &'a Space,
    moment: &'a Snapshot,
    u: f64,
    solids: Solids,
    /// how far what is being drawn fades into the distance, 0 to 1; the same for all of a body, so that flat is flat
    haze: f64,
}

impl Stage<'_> {
    /// Lines of the ground that fade with distance from what stands on it.
    fn ground(&self, picture: &mut Picture) {
        let view = self.view;
        let step = grid_step(view);
        let middle = view.grounded(view.footprint);
        let u = unit(cross(view.up, view.sky)).or(unit(cross(view.toward, view.sky)));
        let level = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        // along the world's axes where two of them are level
        let found: Vec<[f64; 3]> =
            level.into_iter().filter(|a| dot(*a, view.sky).abs() < SAME_HEIGHT).take(2).collect();
        let axes = match (found.as_slice(), u) {
            ([a, b], _) => [*a, *b],
            (_, Some(u)) => [u, cross(view.sky, u)],
            _ => return,
        };
        let count = 7;
        let reach = f64::from(count) * step;
        let base = [0, 1].map(|i| libm::round(dot(middle, axes[i]) / step) * step);
        let lift = view.ground;
        let point = |a: f64, b: f64| {
            [0, 1, 2].map(|k| (base[0] + a) * axes[0][k] + (base[1] + b) * axes[1][k] + lift * view.sky[k])
        };
        let strength = |a: f64, b: f64| (1.0 - libm::hypot(a, b) / reach).clamp(0.0, 1.0);
        // strokes of like strength go into one path
        let mut ranks: Vec<Vec<Vec<[f64; 2]>>> = vec![Vec::new(); 8];
        let pieces = 28;
        for i in -count..=count {
            let at = f64::from(i) * step;
            for k in 0..pieces {
                let ends = [k, k + 1].map(|k| reach * (2.0 * f64::from(k) / f64::from(pieces) - 1.0));
                for turned in [false, true] {
                    let place = |s: f64| if turned { point(s, at) } else { point(at, s) };
                    let bright = strength(at, 0.5 * (ends[0] + ends[1]));
                    let rank = (bright * 7.99) as usize;
                    // labels stand on plain paper
                    let free = |p: &[f64; 3]| (picture.room[1]..picture.room[3]).contains(&p[1]);
                    let seen = |s: f64| view.at(place(s)).filter(free);
                    if let (true, Some(a), Some(b)) = (rank > 0, seen(ends[0]), seen(ends[1])) {
                        ranks[rank].push(vec![flat(a), flat(b)]);
                    }
                }
            }
        }
        let theme = &self.film.theme;
        let strong = theme.grid.towards(theme.ground, 0.4);
        for (rank, lines) in ranks.into_iter().enumerate().filter(|(_, l)| !l.is_empty()) {
            let colour = theme.paper.towards(strong, rank as f64 / 7.0);
            picture.lines(Layer::Grid, lines, (colour, 0.9 * self.u));
        }
    }

    fn body(&mut self, body: &DrawnBody, figure: &Figure, pose: &Pose) {
        match &body.shape {
            DrawnShape::Mesh { vertices, triangles, edges } => {
                // free it turns any way: opposite sides differ, so that the turning is seen
                let tones = [figure.colour, if figure.free { lighter(figure.colour) } else { figure.colour }];
                self.mesh((vertices, triangles, edges), &figure.normals, pose, tones);
            }
            DrawnShape::HalfSpace { point, normal } => self.plate(pose.placed(*point), pose.turned(*normal)),
            DrawnShape::Dot | DrawnShape::Outline { .. } => self.shapeless(figure, pose),
        }
    }

    /// Ground without end, as far as the mechanism goes; level ground is where the grid lies already.
    fn plate(&mut self, point: [f64; 3], normal: [f64; 3]) {
        let view = self.view;
        let grid = self.film.look.grid && dot(normal, view.sky) > 1.0 - LEVEL;
        if grid && (dot(point, view.sky) - view.ground).abs() <= SAME_HEIGHT * view.extent {
            return;
        }
        if let Some((vertices, triangles, edges)) = ground::plate(view, point, normal) {
            let found = normals(&vertices, &triangles);
            self.mesh((&vertices, &triangles, &edges), &found, &Pose::WORLD, [self.film.theme.fixed(); 2]);
        }
    }

    fn mesh(
        &mut self,
        (vertices, triangles, edges): (&[[f64; 3]], &[[u32; 3]], &[[u32; 2]]),
        normals: &[[[f64; 3]; 3]],
        pose: &Pose,
        tones: [Colour; 2],
    ) {
        self.haze = self.hazy(pose.at);
        let placed: Vec<[f64; 3]> = vertices.iter().map(|v| pose.placed(*v)).collect();
        let get = |i: u32| placed.get(i as usize).copied().filter(|p| p.iter().all(|c| c.is_finite()));
        for (t, n) in triangles.iter().zip(normals) {
            if let [Some(a), Some(b), Some(c)] = t.map(get) {
                self.face([a, b, c], n.map(|n| pose.turned(n)), tones[usize::from(ahead(n))], true);
            }
        }
        let line = self.film.theme.outline(tones[0]);
        for [a, b] in edges {
            if let (Some(a), Some(b)) = (get(*a), get(*b)) {
                self.line(a, b, 1.15 * self.u, line, 0.004);
            }
        }
    }

    fn brick(&mut self, brick: Option<Brick>, tones: [Colour; 2]) {
        let Some(brick) = brick else { return };
        let found = normals(&brick.vertices, &brick.triangles);
        self.haze = brick.vertices.first().map_or(0.0, |v| self.hazy(*v));
        for ((t, n), tone) in brick.triangles.iter().zip(found).zip(&brick.tones) {
            self.face(t.map(|i| brick.vertices[i as usize]), n, tones[usize::from(*tone)], true);
        }
    }

    /// A body without a shape shows how it turns: a wheel on an axle if it is held in one point, else a ball with arms.
    fn shapeless(&mut self, figure: &Figure, pose: &Pose) {
        let tones = [figure.colour, lighter(figure.colour)];
        let metal = [self.film.theme.metal; 2];
        let place = |p: [f64; 3]| pose.placed(p);
        if let Some(wheel) = wheel(figure) {
            let along = |s: f64| place(wheel.axis.map(|c| s * c));
            let (r, thick) = (wheel.radius, 0.11 * wheel.radius);
            let disc = solid_primitives::rod([0.0; 3], wheel.axis, [1.0, 1.0], 6).map(|mut brick| {
                // turned with the body: from the unit rod along the axis to its place
                for v in &mut brick.vertices {
                    let s = dot(*v, wheel.axis);
                    let level = [0, 1, 2].map(|i| v[i] - s * wheel.axis[i]);
                    *v = place([0, 1, 2].map(|i| r * level[i] + thick * (2.0 * s - 1.0) * wheel.axis[i]));
                }
                brick
            });
            self.brick(disc, tones);
            let slim = 0.075 * wheel.radius;
            self.brick(solid_primitives::rod(along(-0.82 * wheel.arm), along(0.75 * wheel.arm), [slim; 2], 0), metal);
            self.brick(solid_primitives::rod(along(-0.82 * wheel.arm), along(-wheel.arm), [slim, 0.0], 0), metal);
            return;
        }
        let size = 0.03 * self.view.extent;
        for held in &figure.held {
            self.brick(solid_primitives::rod(pose.at, place(*held), [0.35 * size; 2], 0), metal);
        }
        let mut ball = solid_primitives::ball([0.0; 3], size);
        ball.vertices.iter_mut().for_each(|v| *v = place(*v));
        self.brick(Some(ball), tones);
    }

    fn joints(&mut self) {
        let drawing = &self.film.memory.schema.drawing;
        let theme = self.film.theme;
        let metal = [theme.metal; 2];
        for (i, joint) in drawing.joints.iter().enumerate() {
            let (Some(a), Some(b)) = (self.moment.place(&joint.a), self.moment.place(&joint.b)) else { continue };
            if !self.moment.joints[i] {
                continue;
            }
            let size = self.joint_size([joint.a.body, joint.b.body]);
            let axis = self.moment.pose(joint.a.body).and_then(|p| unit(p.turned(joint.axis)));
            let axis = axis.unwrap_or(self.view.sky);
            let off = |p: [f64; 3], d: [f64; 3], s: f64| [0, 1, 2].map(|k| p[k] + s * d[k]);
            let symbol = symbol(drawing, joint);
            match symbol {
                Symbol::Hinge => {
                    let (from, to) = (off(b, axis, -0.62 * size), off(b, axis, 0.62 * size));
                    self.brick(solid_primitives::rod(from, to, [0.3 * size; 2], 0), metal);
                }
                Symbol::Ball => self.brick(Some(solid_primitives::ball(b, 0.42 * size)), metal),
                Symbol::Cross => {
                    let [u, _] = across(axis);
                    for d in [axis, u] {
                        let (from, to) = (off(b, d, -0.62 * size), off(b, d, 0.62 * size));
                        self.brick(solid_primitives::rod(from, to, [0.2 * size; 2], 0), metal);
                    }
                }
                Symbol::Rod => {
                    self.brick(solid_primitives::rod(a, b, [0.011 * self.view.extent; 2], 0), metal);
                    for end in [a, b] {
                        self.brick(Some(solid_primitives::ball(end, 0.018 * self.view.extent)), metal);
                    }
                }
                Symbol::Slider | Symbol::Cylinder => {
                    if let Some([from, to]) = self.film.tracks[i].ends(joint, self.moment) {
                        let more = 0.5 * size;
                        let rail =
                            solid_primitives::rod(off(from, axis, -more), off(to, axis, more), [0.16 * size; 2], 0);
                        self.brick(rail, [theme.ground; 2]);
                    }
                }
                Symbol::Weld | Symbol::PinInSlot | Symbol::Roller | Symbol::Plane | Symbol::Nothing => {}
            }
            // what is held by the ground stands on a plate
            let held = matches!(symbol, Symbol::Hinge | Symbol::Ball | Symbol::Cross | Symbol::Weld);
            if joint.a.body.is_none() && held {
                let top = off(a, self.view.sky, -0.02 * size);
                let plate =
                    solid_primitives::rod(off(top, self.view.sky, -0.4 * size), top, [1.15 * size, 0.9 * size], 0);
                self.brick(plate, [theme.fixed(); 2]);
            }
        }
    }

    /// How thick what meets in a joint is, m.
    fn joint_size(&self, bodies: [Option<usize>; 2]) -> f64 {
        let thickness = |b: Option<usize>| b.and_then(|i| self.film.figures.get(i)).map_or(0.0, |f| f.thickness);
        let known = bodies.map(thickness).into_iter().filter(|t| *t > 0.0).fold(f64::INFINITY, f64::min);
        known.clamp(0.012 * self.view.extent, if known.is_finite() { 0.15 } else { 0.04 } * self.view.extent)
    }

    fn springs(&mut self) {
        let springs = self.film.memory.schema.drawing.springs.iter().enumerate();
        for (_, spring) in springs.filter(|(i, _)| self.moment.springs[*i]) {
            let (Some(a), Some(b)) = (self.moment.place(&spring.a), self.moment.place(&spring.b)) else { continue };
            let points = solid_primitives::coil(a, b, 0.018 * self.view.extent, 9);
            for pair in points.windows(2) {
                self.haze = self.hazy(a);
                self.line(pair[0], pair[1], 2.2 * self.u, self.film.theme.spring, 0.0);
            }
        }
    }

    fn traces(&mut self) {
        let film = self.film;
        let span = film.span[1] - film.span[0];
        for trace in &film.traces {
            for (strength, points) in trace.strokes(self.moment.time, span) {
                let colour = trace.colour.towards(film.theme.paper, 1.0 - strength);
                self.haze = 0.0;
                for pair in points.windows(2) {
                    self.line(pair[0], pair[1], 1.8 * self.u, colour, 0.002);
                }
            }
        }
    }

    fn forces(&mut self) {
        let film = self.film;
        let scale = film.force_length() / film.strongest;
        let arrows = film.memory.schema.drawing.arrows.iter().zip(&self.moment.arrows);
        for (arrow, force) in arrows.filter(|(a, _)| a.kind != ArrowKind::Field) {
            let (Some(at), Some(along)) = (self.moment.place(&arrow.place), unit(*force)) else { continue };
            let size = dot(*force, *force).sqrt();
            let pixel = self.view.metres(self.view.target);
            let long = scale * size * pixel;
            let head = (10.0 * self.u * pixel).min(long);
            if !(0.5 * pixel..OFF_PICTURE * pixel).contains(&long) {
                continue;
            }
            let off = |s: f64| [0, 1, 2].map(|k| at[k] + s * along[k]);
            let colour = [film.force_colour(arrow.kind); 2];
            let thin = 1.3 * self.u * pixel;
            self.brick(solid_primitives::rod(at, off(long - head), [thin; 2], 0), colour);
            self.brick(solid_primitives::rod(off(long - head), off(long), [0.42 * head, 0.0], 0), colour);
        }
    }

    /// A triangle with its shadow; only what faces the viewer is kept.
    fn face(&mut self, points: [[f64; 3]; 3], normals: [[f64; 3]; 3], colour: Colour, shadow: bool) {
        let [Some(a), Some(b), Some(c)] = points.map(|p| self.view.at(p)) else { return };
        if shadow {
            self.shadow(points);
        }
        let turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        // counter-clockwise with y down
        if turn >= 0.0 || normals.iter().flatten().all(|c| *c == 0.0) {
            return;
        }
        let shaded = [0, 1, 2].map(|i| self.shaded(colour, normals[i]));
        self.solids.faces.push(Face { corners: [a, b, c].map(clamped), colours: shaded });
    }

    fn shadow(&mut self, points: [[f64; 3]; 3]) {
        let [Some(a), Some(b), Some(c)] = points.map(|p| self.view.at(self.view.grounded(p)).map(flat)) else { return };
        let turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        if turn.abs() > NO_LENGTH {
            // all the same way round, so that what overlaps adds up to one shadow
            self.solids.shadow.push(if turn > 0.0 { [a, b, c] } else { [a, c, b] });
        }
    }

    /// `lift` brings the line nearer by this part of the extent, so that an edge is before its own faces.
    fn line(&mut self, a: [f64; 3], b: [f64; 3], width: f64, colour: Colour, lift: f64) {
        let (Some(mut p), Some(mut q)) = (self.view.at(a), self.view.at(b)) else { return };
        for end in [&mut p, &mut q] {
            end[2] = 1.0 / (1.0 / end[2] - lift * self.view.extent).max(NEAREST * self.view.distance);
        }
        let colour = colour.towards(self.film.theme.paper, self.haze);
        self.solids.lines.push(Line { ends: [p, q].map(clamped), width, colour });
    }

    /// Light from the upper left, some from everywhere.
    fn shaded(&self, colour: Colour, normal: [f64; 3]) -> Colour {
        let view = self.view;
        let light = [0, 1, 2].map(|i| -0.46 * view.right[i] + 0.66 * view.up[i] + 0.594 * view.toward[i]);
        let lit = 0.58 + 0.46 * dot(normal, light).max(0.0) + 0.08 * dot(normal, view.sky);
        let shaded = if lit < 1.0 {
            colour.towards(Colour::hex(0x0a_1018), 0.92 * (1.0 - lit))
        } else {
            colour.towards(Colour::hex(0xff_ffff), (lit - 1.0) * 1.6)
        };
        shaded.towards(self.film.theme.paper, self.haze)
    }

    /// What is far off fades a little.
    fn hazy(&self, at: [f64; 3]) -> f64 {
        let behind = -dot([0, 1, 2].map(|i| at[i] - self.view.target[i]), self.view.toward) / self.view.extent;
        (0.06 + 0.22 * behind).clamp(0.0, 0.22)
    }
}

fn lighter(colour: Colour) -> Colour {
    colour.towards(Colour::hex(0xff_ffff), 0.62)
}

/// Whether a face looks along the positive one of the body's axes that it looks along most.
fn ahead(normals: &[[f64; 3]; 3]) -> bool {
    let sum = [0, 1, 2].map(|k| normals[0][k] + normals[1][k] + normals[2][k]);
    sum.into_iter().fold(0.0, |most: f64, c| if c.abs() > most.abs() { c } else { most }) > 0.0
}

fn flat(p: [f64; 3]) -> [f64; 2] {
    [p[0].clamp(-OFF_PICTURE, OFF_PICTURE), p[1].clamp(-OFF_PICTURE, OFF_PICTURE)]
}

fn clamped(p: [f64; 3]) -> [f64; 3] {
    [p[0].clamp(-OFF_PICTURE, OFF_PICTURE), p[1].clamp(-OFF_PICTURE, OFF_PICTURE), p[2]]
}
