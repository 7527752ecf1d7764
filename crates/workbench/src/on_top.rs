//! Parts that begin on top of each other.

use crate::tolerances::SAME_PLACE;
use mainspring_definition::Diagnostic;
use mainspring_dynamics::System;
use mainspring_model::{BodyKind, Marker, Model, SpringKind};
use std::collections::{BTreeMap, BTreeSet};

/// A note where parts of one shape begin in one place, turned and moving alike, with nothing between them: two that were meant to
/// stand apart, or a loop that closed onto itself.
pub fn on_top(model: &Model, system: &mut dyn System, start: &[f64]) -> Option<Diagnostic> {
    let mut state = Vec::new();
    system.body_state(start, &mut state);
    let (places, length) = (Places::of(model, &state)?, system.length());
    let mut bound: BTreeSet<(usize, usize)> = BTreeSet::new();
    let mut bind = |a: Option<usize>, b: Option<usize>| {
        if let (Some(a), Some(b)) = (a, b) {
            bound.insert((a.min(b), a.max(b)));
        }
    };
    // on one pin through their middles they belong on top of each other; links of a chain that is folded up hardly do
    let middle = |m: &Marker| m.frame.point.iter().all(|x| x.abs() <= SAME_PLACE * length);
    model.joints.iter().filter(|j| middle(&j.a) && middle(&j.b)).for_each(|j| bind(j.a.body, j.b.body));
    for spring in &model.springs {
        if let SpringKind::Linear { a, b } | SpringKind::Angle { a, b } = &spring.kind {
            bind(a.body, b.body);
        }
    }
    let grid = SAME_PLACE * length;
    let mut there: BTreeMap<Vec<i64>, usize> = BTreeMap::new();
    let mut found: Vec<(usize, usize)> = Vec::new();
    for b in 0..model.bodies.len() {
        let body = &model.bodies[b];
        if body.kind != BodyKind::Rigid || !body.present || body.shape.is_none() {
            continue;
        }
        let cell = places.position(b).iter().map(|x| (x / grid).round() as i64).collect();
        let Some(&other) = there.get(&cell) else {
            there.insert(cell, b);
            continue;
        };
        let alike = same_shape(model, other, b) && places.alike(other, b);
        if alike && !bound.contains(&(other, b)) && !hang_alike(model, [other, b], grid) {
            found.push((other, b));
        }
    }
    let &(a, b) = found.first()?;
    let [a, b] = [a, b].map(|body| &model.bodies[body]);
    let more = if found.len() > 1 { format!(" (and {} more)", found.len() - 1) } else { String::new() };
    let message = format!("`{}` begins on top of `{}`: same shape, same place, turned alike{more}", b.path, a.path);
    Some(Diagnostic::note("N0720", b.span, message).help(
        "nothing holds them apart: place one elsewhere (`at`), or where joints place them, `guess` the angle that was meant",
    ))
}

/// Whether two parts hang on one place in the same way, as two pendulums on one pin do: joints of one kind between the same points of
/// both and one point of a third part, or of the ground. They begin together because they are said to.
fn hang_alike(model: &Model, bodies: [usize; 2], near: f64) -> bool {
    let of = |body: usize| {
        model.joints.iter().flat_map(move |j| {
            let ends = [(&j.a, &j.b), (&j.b, &j.a)].into_iter().filter(move |(own, _)| own.body == Some(body));
            ends.map(move |(own, other)| (j.kind.word(), own, other))
        })
    };
    let at =
        |one: &Marker, two: &Marker| one.frame.point.iter().zip(&two.frame.point).all(|(x, y)| (x - y).abs() <= near);
    of(bodies[0]).any(|(kind, own, other)| {
        of(bodies[1])
            .any(|(word, mine, there)| kind == word && other.body == there.body && at(own, mine) && at(other, there))
    })
}

/// Positions and velocities of bodies, one after another.
struct Places<'s> {
    state: &'s [f64],
    /// per body: where its positions begin, and its velocities
    first: Vec<[usize; 2]>,
    /// positions and velocities of a rigid body, and how many of the positions are a place
    size: [usize; 3],
}

impl<'s> Places<'s> {
    fn of(model: &Model, state: &'s [f64]) -> Option<Self> {
        let planar = model.space == mainspring_definition::SpaceKind::Planar;
        let size = if planar { [3, 3, 2] } else { [7, 6, 3] };
        let sizes = |kind: BodyKind| match kind {
            BodyKind::Rigid => [size[0], size[1]],
            BodyKind::Point => [size[2]; 2],
            BodyKind::Fixed => [0; 2],
        };
        let positions: usize = model.bodies.iter().map(|b| sizes(b.kind)[0]).sum();
        let mut at = [0, positions];
        let mut first = Vec::with_capacity(model.bodies.len());
        for body in &model.bodies {
            first.push(at);
            at = [0, 1].map(|i| at[i] + sizes(body.kind)[i]);
        }
        (at[1] <= state.len()).then_some(Self { state, first, size })
    }

    fn position(&self, body: usize) -> &[f64] {
        &self.state[self.first[body][0]..][..self.size[2]]
    }

    /// Whether two bodies are turned alike and move alike.
    fn alike(&self, a: usize, b: usize) -> bool {
        let turned = |body: usize| &self.state[self.first[body][0] + self.size[2]..self.first[body][0] + self.size[0]];
        let moving = |body: usize| &self.state[self.first[body][1]..][..self.size[1]];
        let near = |x: &f64, y: &f64| (x - y).abs() <= SAME_PLACE * (1.0 + x.abs());
        let same = |x: &[f64], y: &[f64]| x.iter().zip(y).all(|(x, y)| near(x, y));
        same(turned(a), turned(b)) && same(moving(a), moving(b))
    }
}

fn same_shape(model: &Model, a: usize, b: usize) -> bool {
    use mainspring_model::Shape::{Region, Solid};
    let [a, b] = [a, b].map(|body| &model.bodies[body]);
    match (&a.shape, &b.shape) {
        (Some(Region(x)), Some(Region(y))) => x == y && a.center == b.center,
        (Some(Solid(x)), Some(Solid(y))) => x == y && a.center == b.center,
        _ => false,
    }
}
