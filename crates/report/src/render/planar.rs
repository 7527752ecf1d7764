//! A planar mechanism at a moment, drawn like a textbook figure.

use super::colour::Colour;
use super::figure::{Figure, Track, symbol};
use super::film::Film;
use super::ground;
use super::list::{Layer, Picture};
use super::marks;
use super::scale;
use super::snapshot::{Pose, Snapshot};
use super::view::Plane;
use crate::tolerances::{NO_LENGTH, OFF_PICTURE, SAME_HEIGHT};
use mainspring_joints::Symbol;
use mainspring_record::{ArrowKind, DrawnBody, DrawnJoint, DrawnShape, Place};

/// Bodies thinner than this are drawn as one line, px in a picture 480 px high.
const THIN: f64 = 4.0;

pub(crate) fn draw(film: &Film<'_>, view: &Plane, moment: &Snapshot, picture: &mut Picture) {
    let page = Page { film, view, moment, u: film.unit, pin: pin_radius(film, view), down: down(film) };
    if film.look.grid {
        page.grid(picture);
    }
    page.windows(picture);
    page.obstacles(picture);
    page.tracks(picture);
    page.supports(picture);
    page.trails(picture);
    page.traces(picture);
    let drawing = &film.memory.schema.drawing;
    for (i, body) in drawing.bodies.iter().enumerate() {
        if let Some(pose) = moment.poses[i] {
            page.body(picture, body, &film.figures[i], &pose);
        }
    }
    page.springs(picture);
    page.joints(picture);
    if film.strongest > 0.0 {
        page.forces(picture);
    }
    page.bin_names(picture);
}

/// Everything a mark needs to know.
pub(super) struct Page<'a> {
    pub(super) film: &'a Film<'a>,
    pub(super) view: &'a Plane,
    pub(super) moment: &'a Snapshot,
    pub(super) u: f64,
    pin: f64,
    /// where supports stand, of length one, px
    down: [f64; 2],
}

/// Small enough for small bodies, px.
fn pin_radius(film: &Film<'_>, view: &Plane) -> f64 {
    let size =
        |figure: &Figure| figure.reach.iter().map(|p| libm::hypot(p[0], p[1])).fold(0.0, f64::max) * 2.0 * view.scale;
    let mut sizes: Vec<f64> = film.figures.iter().map(size).filter(|s| *s > 0.0).collect();
    sizes.sort_by(f64::total_cmp);
    let middle = sizes.get(sizes.len() / 2).copied().unwrap_or(f64::INFINITY);
    (0.16 * middle).clamp(0.9 * film.unit, 4.0 * film.unit)
}

fn down(film: &Film<'_>) -> [f64; 2] {
    let [x, y, _] = film.memory.schema.drawing.gravity;
    let length = libm::hypot(x, y);
    if length > 0.0 && length.is_finite() { [x / length, -y / length] } else { [0.0, 1.0] }
}

impl Page<'_> {
    pub(super) fn at(&self, p: [f64; 3]) -> [f64; 2] {
        // beyond the picture it does not matter how far
        self.view.at(p).map(|c| c.clamp(-OFF_PICTURE, OFF_PICTURE))
    }

    fn place(&self, place: &Place) -> Option<[f64; 2]> {
        self.moment.place(place).map(|p| self.at(p))
    }

    fn stands(&self, body: Option<usize>) -> bool {
        body.is_none_or(|i| self.film.memory.schema.drawing.bodies.get(i).is_some_and(|b| b.fixed))
    }

    fn grid(&self, picture: &mut Picture) {
        let [width, height] = picture.size.map(f64::from);
        let step = self.view.scale * scale::round_below(70.0 * self.u / self.view.scale);
        let origin = self.view.at([0.0; 3]);
        let line = (self.film.theme.grid, (0.9 * self.u).max(0.5));
        let mut lines = Vec::new();
        let from = |start: f64| start - libm::floor(start / step) * step;
        let mut x = from(origin[0]);
        while x < width {
            lines.push(vec![[x, 0.0], [x, height]]);
            x += step;
        }
        let mut y = from(origin[1]);
        while y < height {
            lines.push(vec![[0.0, y], [width, y]]);
            y += step;
        }
        picture.lines(Layer::Grid, lines, line);
    }

    fn obstacles(&self, picture: &mut Picture) {
        let theme = &self.film.theme;
        for obstacle in &self.film.memory.schema.drawing.obstacles {
            if let DrawnShape::HalfSpace { point, normal } = &obstacle.shape {
                ground::half_plane(picture, theme, self.view, *point, *normal, self.u);
            }
            let DrawnShape::Outline { loops } = &obstacle.shape else { continue };
            let loops = self.loops(loops, &Pose::WORLD);
            let strokes = marks::hatching(&loops, 9.0 * self.u);
            picture.fill(Layer::Ground, loops.clone(), theme.ground.towards(theme.paper, 0.8));
            picture.lines(Layer::Ground, strokes, (theme.ground, 0.9 * self.u));
            picture.lines(Layer::Ground, closed(loops), (theme.ground, 1.6 * self.u));
        }
    }

    pub(super) fn loops(&self, loops: &[Vec<[f64; 2]>], pose: &Pose) -> Vec<Vec<[f64; 2]>> {
        let sound = |l: &&Vec<[f64; 2]>| l.len() > 1 && l.iter().flatten().all(|c| c.is_finite());
        let placed = |l: &Vec<[f64; 2]>| l.iter().map(|p| self.at(pose.placed([p[0], p[1], 0.0]))).collect();
        loops.iter().filter(sound).map(placed).collect()
    }

    fn body(&self, picture: &mut Picture, body: &DrawnBody, figure: &Figure, pose: &Pose) {
        let theme = &self.film.theme;
        let line = theme.outline(figure.colour);
        let angle = libm::atan2(pose.axes[0][1], pose.axes[0][0]);
        match &body.shape {
            DrawnShape::Outline { loops } => {
                let loops = self.loops(loops, pose);
                if figure.thickness * self.view.scale < THIN * self.u {
                    let colour = figure.colour.towards(line, 0.35);
                    picture.shape(Layer::Mechanism, loops, figure.colour, (colour, 2.2 * self.u));
                    return;
                }
                let strokes = marks::hatching(&loops, 7.0 * self.u);
                picture.shape(Layer::Mechanism, loops, figure.colour, (line, 1.5 * self.u));
                if body.fixed {
                    picture.lines(Layer::Mechanism, strokes, (line, 0.8 * self.u));
                }
                self.spokes(picture, figure, pose, line);
            }
            DrawnShape::HalfSpace { point, normal } => {
                ground::half_plane(picture, theme, self.view, pose.placed(*point), pose.turned(*normal), self.u);
            }
            // a solid has no place in the plane, but its centre does
            DrawnShape::Dot | DrawnShape::Mesh { .. } => {
                let middle = self.at(pose.at);
                self.frame(picture, figure, pose, line);
                let heavy = figure.held.len() < 2;
                if heavy {
                    picture.disc(Layer::Mechanism, middle, 8.5 * self.u, figure.colour, (line, 1.5 * self.u));
                } else {
                    marks::centre(picture, theme, middle, angle, 3.6 * self.u);
                }
            }
        }
    }

    /// Lines on a disc, whose turning would not be seen.
    fn spokes(&self, picture: &mut Picture, figure: &Figure, pose: &Pose, line: Colour) {
        let radius = figure.round;
        if radius * self.view.scale < 8.0 * self.u {
            return;
        }
        let spoke = |turn: f64, from: f64, to: f64| {
            let (sin, cos) = (libm::sin(turn), libm::cos(turn));
            [from, to].map(|r| self.at(pose.placed([r * cos, r * sin, 0.0]))).to_vec()
        };
        let three = (0..3).map(|i| spoke(core::f64::consts::TAU * f64::from(i) / 3.0, 0.0, 0.9 * radius)).collect();
        picture.lines(Layer::Mechanism, three, (line, 1.5 * self.u));
        let mark = self.at(pose.placed([0.72 * radius, 0.0, 0.0]));
        let size = (0.09 * radius * self.view.scale).clamp(2.0 * self.u, 9.0 * self.u);
        picture.disc(Layer::Mechanism, mark, size, self.film.theme.paper, (line, 1.5 * self.u));
    }

    /// A body without a shape: a bar between two points, a plate between more, a stalk to one.
    fn frame(&self, picture: &mut Picture, figure: &Figure, pose: &Pose, line: Colour) {
        let held: Vec<[f64; 2]> = figure.held.iter().map(|p| self.at(pose.placed(*p))).collect();
        let wide = 4.6 * self.u;
        match held.as_slice() {
            [] => {}
            [one] => picture.shape(
                Layer::Mechanism,
                vec![marks::capsule(*one, self.at(pose.at), 0.5 * wide)],
                figure.colour,
                (line, 1.2 * self.u),
            ),
            [a, b] => {
                let bar = vec![marks::capsule(*a, *b, wide)];
                picture.shape(Layer::Mechanism, bar, figure.colour, (line, 1.4 * self.u));
                let (middle, near) = (self.at(pose.at), nearest(*a, *b, self.at(pose.at)));
                if libm::hypot(middle[0] - near[0], middle[1] - near[1]) > wide {
                    picture.lines(Layer::Mechanism, vec![vec![near, middle]], (line, 1.2 * self.u));
                }
            }
            many => {
                let plate = marks::hull(many);
                let pale = figure.colour.towards(self.film.theme.paper, 0.35);
                picture.shape(Layer::Mechanism, vec![plate.clone()], line, (line, 2.0 * wide + 1.4 * self.u));
                picture.shape(Layer::Mechanism, vec![plate], pale, (pale, 2.0 * wide - 1.4 * self.u));
            }
        }
    }

    fn tracks(&self, picture: &mut Picture) {
        let drawing = &self.film.memory.schema.drawing;
        let theme = &self.film.theme;
        for (i, (joint, track)) in drawing.joints.iter().zip(&self.film.tracks).enumerate() {
            if !self.moment.joints[i] {
                continue;
            }
            let Some(a) = self.moment.place(&joint.a) else { continue };
            let fixed = self.stands(joint.a.body);
            let line = (theme.ground, 1.6 * self.u);
            match *track {
                Track::None => {}
                Track::Line { low, high } if symbol(drawing, joint) == Symbol::Slider && fixed => {
                    self.rail(picture, joint, low, high);
                }
                Track::Line { .. } => {
                    let Some([from, to]) = track.ends(joint, self.moment).map(|e| e.map(|p| self.at(p))) else {
                        continue;
                    };
                    let d = [to[0] - from[0], to[1] - from[1]];
                    let length = libm::hypot(d[0], d[1]).max(NO_LENGTH);
                    // what rolls is on the left of the line: on the right of it seen with y down
                    let free = [d[1] / length, -d[0] / length];
                    if fixed && symbol(drawing, joint) == Symbol::Roller {
                        marks::hatched_line(picture, theme, from, to, free, self.u);
                    } else {
                        let slot = marks::capsule(from, to, self.pin + 1.5 * self.u);
                        picture.shape(Layer::Ground, vec![slot], theme.paper, line);
                    }
                }
                Track::Arc { low, high } => {
                    let turned =
                        self.moment.pose(joint.a.body).map_or(0.0, |p| libm::atan2(p.axes[0][1], p.axes[0][0]));
                    let arc = (0..=64).map(|k| {
                        let angle = turned + low + (high - low).min(core::f64::consts::TAU) * f64::from(k) / 64.0;
                        self.at([a[0] + joint.size * libm::cos(angle), a[1] + joint.size * libm::sin(angle), 0.0])
                    });
                    picture.lines(Layer::Ground, vec![arc.collect()], (theme.ground, 2.2 * self.u));
                }
                Track::Circle { radius } if joint.a.body.is_none() => {
                    let middle = self.at(a);
                    let ring = super::list::circle(middle, (radius * self.view.scale).min(OFF_PICTURE));
                    picture.lines(Layer::Ground, closed(vec![ring]), line);
                }
                Track::Circle { .. } => {}
            }
        }
    }

    /// What a slider slides on: a hatched line along the side of it that weight presses on.
    fn rail(&self, picture: &mut Picture, joint: &DrawnJoint, low: f64, high: f64) {
        let (Some(a), Some(frame)) = (self.moment.place(&joint.a), self.moment.pose(joint.a.body)) else { return };
        let axis = frame.turned(joint.axis);
        let mut side = [-axis[1], axis[0]];
        let [gx, gy, _] = self.film.memory.schema.drawing.gravity;
        let pressed = gx * side[0] + gy * side[1];
        // below if nothing presses
        let wrong = if pressed.abs() > SAME_HEIGHT * libm::hypot(gx, gy) {
            pressed < 0.0
        } else {
            side[1] > NO_LENGTH || side[0] < 0.0 && side[1].abs() <= NO_LENGTH
        };
        if wrong {
            side = side.map(|c| -c);
        }
        let [mut before, mut after, mut deep] = [0.0_f64, 0.0, 0.0];
        let slider = joint.b.body.and_then(|i| Some((self.moment.pose(Some(i))?, self.film.figures.get(i)?)));
        if let (Some((pose, figure)), Some(at)) = (slider, self.moment.place(&joint.b)) {
            for p in figure.reach.iter().map(|p| pose.placed(*p)) {
                let d = [p[0] - at[0], p[1] - at[1]];
                let along = d[0] * axis[0] + d[1] * axis[1];
                (before, after) = (before.min(along), after.max(along));
                deep = deep.max(d[0] * side[0] + d[1] * side[1]);
            }
        }
        // a gap for the outline; a point slides on the line itself
        let gap = if deep > 0.0 { deep + 2.0 * self.u / self.view.scale } else { 9.0 * self.u / self.view.scale };
        let end = |s: f64| self.at([a[0] + s * axis[0] + gap * side[0], a[1] + s * axis[1] + gap * side[1], 0.0]);
        let margin = 10.0 * self.u / self.view.scale;
        let (from, to) = (end(low + before - margin), end(high + after + margin));
        marks::hatched_line(picture, &self.film.theme, from, to, [-side[0], side[1]], self.u);
    }

    fn supports(&self, picture: &mut Picture) {
        let drawing = &self.film.memory.schema.drawing;
        let joints = drawing.joints.iter().enumerate().filter(|(i, _)| self.moment.joints[*i]);
        let held = joints.flat_map(|(_, j)| match symbol(drawing, j) {
            Symbol::Hinge | Symbol::Rod | Symbol::Weld => vec![j.a, j.b],
            _ => Vec::new(),
        });
        let springs = drawing.springs.iter().enumerate().filter(|(i, _)| self.moment.springs[*i]);
        let mut drawn: Vec<[f64; 2]> = Vec::new();
        for place in held.chain(springs.flat_map(|(_, s)| [s.a, s.b])).filter(|p| p.body.is_none()) {
            let at = self.at(place.point);
            // one support is enough where several pins meet
            if at.iter().all(|c| c.is_finite())
                && !drawn.iter().any(|d| (d[0] - at[0]).abs() + (d[1] - at[1]).abs() < 1.0)
            {
                drawn.push(at);
                marks::support(picture, &self.film.theme, at, self.down, self.u);
            }
        }
    }

    fn traces(&self, picture: &mut Picture) {
        let span = self.film.span[1] - self.film.span[0];
        for trace in &self.film.traces {
            for (strength, points) in trace.strokes(self.moment.time, span) {
                let colour = trace.colour.towards(self.film.theme.paper, 1.0 - strength);
                let line = points.iter().map(|p| self.at(*p)).collect();
                picture.lines(Layer::Trace, vec![line], (colour, 1.6 * self.u));
            }
        }
    }

    fn springs(&self, picture: &mut Picture) {
        let theme = &self.film.theme;
        let springs = self.film.memory.schema.drawing.springs.iter().enumerate();
        for (_, spring) in springs.filter(|(i, _)| self.moment.springs[*i]) {
            let (Some(a), Some(b)) = (self.place(&spring.a), self.place(&spring.b)) else { continue };
            let rest = (spring.rest * self.view.scale).abs();
            let rest = if rest.is_finite() { rest } else { 0.0 };
            let zigzag = marks::zigzag(a, b, rest, self.u);
            picture.lines(Layer::Mechanism, vec![zigzag.clone()], (theme.paper, 4.4 * self.u));
            picture.lines(Layer::Mechanism, vec![zigzag], (theme.spring, 1.9 * self.u));
            for end in [a, b] {
                picture.disc(Layer::Mechanism, end, 2.4 * self.u, theme.spring, (theme.spring, 0.5));
            }
        }
    }

    fn joints(&self, picture: &mut Picture) {
        let theme = &self.film.theme;
        let drawing = &self.film.memory.schema.drawing;
        let joints = || drawing.joints.iter().enumerate().filter(|(i, _)| self.moment.joints[*i]);
        for (_, joint) in joints().filter(|(_, j)| symbol(drawing, j) == Symbol::Rod) {
            let (Some(a), Some(b)) = (self.place(&joint.a), self.place(&joint.b)) else { continue };
            picture.lines(Layer::Mechanism, vec![vec![a, b]], (theme.metal, 3.0 * self.u));
            // the rod ends at the bob's rim, not on its face
            let dot = |place: &Place| {
                place
                    .body
                    .filter(|i| self.film.figures[*i].held.len() < 2 && drawing.bodies[*i].shape == DrawnShape::Dot)
            };
            for (at, body) in [(a, dot(&joint.a)), (b, dot(&joint.b))] {
                match body {
                    Some(i) => {
                        let colour = self.film.figures[i].colour;
                        let line = (theme.outline(colour), 1.5 * self.u);
                        picture.disc(Layer::Mechanism, at, 8.5 * self.u, colour, line);
                    }
                    None => marks::pin(picture, theme, at, self.pin),
                }
            }
        }
        for (i, joint) in joints() {
            let Some(b) = self.place(&joint.b) else { continue };
            match symbol(drawing, joint) {
                Symbol::Hinge | Symbol::PinInSlot => marks::pin(picture, theme, b, self.pin),
                Symbol::Weld => {
                    let half = 0.8 * self.pin;
                    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
                    let square = corners.map(|c| [b[0] + half * c[0], b[1] + half * c[1]]).to_vec();
                    picture.fill(Layer::Mechanism, vec![square], theme.ink);
                }
                Symbol::Slider if !self.stands(joint.a.body) && self.film.tracks[i] != Track::None => {
                    picture.disc(Layer::Mechanism, b, 0.8 * self.pin, theme.ink, (theme.ink, 0.5));
                }
                Symbol::Slider
                | Symbol::Rod
                | Symbol::Roller
                | Symbol::Ball
                | Symbol::Cross
                | Symbol::Cylinder
                | Symbol::Plane
                | Symbol::Nothing => {}
            }
        }
    }

    fn forces(&self, picture: &mut Picture) {
        let arrows = &self.film.memory.schema.drawing.arrows;
        let scale = self.film.force_length() / self.film.strongest;
        for (arrow, force) in arrows.iter().zip(&self.moment.arrows).filter(|(a, _)| a.kind != ArrowKind::Field) {
            let Some(at) = self.place(&arrow.place) else { continue };
            // the rare impact that is stronger than the scale stays in the picture
            let size = libm::hypot(force[0], force[1]);
            let scale = scale.min(1.25 * self.film.force_length() / size.max(f64::MIN_POSITIVE));
            let tip = [at[0] + scale * force[0], at[1] - scale * force[1]];
            let colour = self.film.force_colour(arrow.kind);
            marks::arrow(picture, Layer::Forces, [at, tip], colour, Some(self.film.theme.paper), self.u);
        }
    }
}

fn nearest(a: [f64; 2], b: [f64; 2], p: [f64; 2]) -> [f64; 2] {
    let d = [b[0] - a[0], b[1] - a[1]];
    let length = d[0] * d[0] + d[1] * d[1];
    let part = if length > 0.0 { ((p[0] - a[0]) * d[0] + (p[1] - a[1]) * d[1]) / length } else { 0.0 };
    let part = part.clamp(0.0, 1.0);
    [a[0] + part * d[0], a[1] + part * d[1]]
}

/// Loops as lines that come back to where they began.
pub(super) fn closed(mut loops: Vec<Vec<[f64; 2]>>) -> Vec<Vec<[f64; 2]>> {
    for points in &mut loops {
        points.extend(points.first().copied());
    }
    loops
}
