//! Where two outlines that overlap press on each other, from where they are alone.
//!
//! What reaches out presses: corners and ends of straight sides that go on as arcs (*nodes*, `under_side`), and bulging arcs.
//! Each such place has its depth in the other, a function of the relative place that vanishes where the overlap does.
//!
//! **An arc** (c, r) has as depth r less the distance of c from the other's outline, at every place where that distance is least
//! along the outline, and an opposite spring at every notch where it is largest: places of both kinds come and go in pairs of
//! equal depth (together half the total variation of ½kh² along the outline), so that their sum is continuous. Corners of the
//! other are nodes; of the ends of a side, or of the arc itself, that has a place of the arc between them the deeper one is that
//! place already and does not count again.
//!
//! Where c stands before the piece that is pressed (`before`, above it), nothing may stand between them; where it has sunk in
//! behind it, c is in the material, and has come in by what is nearest (`behind`).

use super::behind::{Behind, behind, is_hidden};
use super::outline::{Bend, Curve, Joint, Notch, Outline};
use super::surface::Pose;
use super::under_side::Corner;
use crate::tolerances::{AT_NOTCH, FLUSH, LEANING, OUTSIDE_DEPTH};
use crate::touch::place::Place;
use mainspring_numerics::vec2::{add_scaled, dot, hypot, perp, scale, sub};

/// A shape in its place.
#[derive(Clone, Copy)]
pub(crate) struct Shaped<'a> {
    pub outline: &'a Outline,
    pub pose: Pose,
    /// whether a place of its own frame is in the material
    pub inside: &'a dyn Fn([f64; 2]) -> bool,
}

/// A place where two planar shapes press on each other, or soon would.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pressed {
    pub place: Place,
    /// what presses is part of the first
    pub of_first: bool,
    /// of the first and the second among their surfaces' features
    pub features: [u32; 2],
    /// piece that is pressed
    pub piece: u32,
    /// m; negative: still open by this much
    pub depth: f64,
    /// the outermost point of what presses
    pub point: [f64; 2],
    /// unit, out of what is pressed
    pub normal: [f64; 2],
    /// 0 to 1; −1 at a notch
    pub weight: f64,
    /// how the weight changes as the point moves, 1/m
    pub slope: [f64; 2],
    /// and as what it belongs to turns, 1/rad
    pub turning: f64,
}

/// Everything that presses between two outlines, and what is open by less than `reach`; axes of the world, appended to `out`.
pub(crate) fn pressed(a: Shaped<'_>, b: Shaped<'_>, size: f64, reach: f64, out: &mut Vec<Pressed>) {
    let start = out.len();
    for (x, y, of_first) in [(a, b, true), (b, a, false)] {
        let own = out.len();
        let pose = y.pose.seeing(&x.pose);
        let seen = Seen { outline: x.outline, inside: x.inside, pose, of_first, size, reach };
        seen.nodes(y, out);
        seen.arcs(y, out);
        for p in &mut out[own..] {
            p.point = y.pose.point(p.point);
            p.normal = y.pose.direction(p.normal);
            p.slope = y.pose.direction(p.slope);
        }
    }
    count_once(a.outline, b.outline, FLUSH * size, start, out);
    name_ends(a.outline, b.outline, start, out);
}

/// Names the end of a side that goes on as an arc after the arc, where no other place has that name: what rocks about the position
/// in which it lies flat presses with the same place on both sides of it.
fn name_ends(a: &Outline, b: &Outline, start: usize, out: &mut [Pressed]) {
    let arc_at = |outline: &Outline, node: u32| {
        let ends_there = |&i: &usize| outline.pieces[i].ends.iter().any(|e| e.node == Some(node));
        let is_arc = |&i: &usize| matches!(outline.pieces[i].curve, Curve::Arc { .. });
        (0..outline.pieces.len()).filter(ends_there).find(is_arc).map(|i| i as u32)
    };
    for i in start..out.len() {
        let name = match out[i].place {
            Place::FirstNode(n) if !a.nodes[n as usize].sharp => arc_at(a, n).map(|arc| Place::Arc(arc, out[i].piece)),
            Place::SecondNode(n) if !b.nodes[n as usize].sharp => arc_at(b, n).map(|arc| Place::Arc(out[i].piece, arc)),
            _ => None,
        };
        if let Some(name) = name.filter(|name| out[start..].iter().all(|p| p.place != *name)) {
            out[i].place = name;
        }
    }
}

/// An outline seen from the frame of the other.
struct Seen<'a> {
    outline: &'a Outline,
    inside: &'a dyn Fn([f64; 2]) -> bool,
    pose: Pose,
    of_first: bool,
    size: f64,
    reach: f64,
}

impl Seen<'_> {
    fn pair(&self, own: usize, other: usize) -> [u32; 2] {
        let pair = if self.of_first { [own, other] } else { [other, own] };
        pair.map(|x| x as u32)
    }

    fn features(&self, own: u32, other: u32) -> [u32; 2] {
        if self.of_first { [own, other] } else { [other, own] }
    }

    fn nodes(&self, y: Shaped<'_>, out: &mut Vec<Pressed>) {
        let [low, high] = y.outline.bounds;
        // what takes over at a corner may be outside of it by a few depths
        let wide = self.reach.max(LEANING * OUTSIDE_DEPTH * self.size);
        for (i, node) in self.outline.nodes.iter().enumerate() {
            let at = self.pose.point(node.at);
            if (0..2).any(|k| at[k] < low[k] - wide || at[k] > high[k] + wide) {
                continue;
            }
            let corner = Corner {
                at,
                leaving: node.leaving.map(|d| self.pose.direction(d)),
                normals: node.normals.map(|d| self.pose.direction(d)),
                lengths: node.lengths,
                sharp: node.sharp,
            };
            let Some(found) = corner.press(y.outline, y.inside, self.size, self.reach) else { continue };
            let piece = &y.outline.pieces[found.piece];
            out.push(Pressed {
                place: if self.of_first { Place::FirstNode(i as u32) } else { Place::SecondNode(i as u32) },
                of_first: self.of_first,
                features: self.features(node.feature, piece.feature),
                piece: found.piece as u32,
                depth: found.depth,
                point: at,
                normal: found.normal,
                weight: found.weight,
                slope: found.slope,
                turning: found.turning,
            });
        }
    }

    fn arcs(&self, y: Shaped<'_>, out: &mut Vec<Pressed>) {
        let [low, high] = y.outline.bounds;
        for (i, piece) in self.outline.pieces.iter().enumerate() {
            let Curve::Arc { center, radius, bulge, .. } = piece.curve else { continue };
            let center = self.pose.point(center);
            let wide = radius + self.reach;
            if bulge < 0.0 || (0..2).any(|k| center[k] < low[k] - wide || center[k] > high[k] + wide) {
                continue;
            }
            let arc = Round {
                own: Own { outline: self.outline, piece: i, inside: self.inside },
                center,
                radius,
                pose: self.pose,
            };
            let found = |place: Place, features: [u32; 2], pressed: usize, under: Under| Pressed {
                place,
                of_first: self.of_first,
                features,
                piece: pressed as u32,
                depth: under.depth,
                point: add_scaled(center, -radius, under.normal),
                normal: under.normal,
                weight: under.weight,
                slope: under.slope,
                turning: under.turning,
            };
            for (k, other) in y.outline.pieces.iter().enumerate() {
                // two bulging arcs are found once
                let bulges = matches!(other.curve, Curve::Arc { bulge, .. } if bulge > 0.0);
                if bulges && !self.of_first {
                    continue;
                }
                if let Some(under) = arc.under(y, k, self.reach) {
                    let [a, b] = self.pair(i, k);
                    out.push(found(Place::Arc(a, b), self.features(piece.feature, other.feature), k, under));
                }
            }
            for (k, notch) in y.outline.notches.iter().enumerate() {
                if let Some(under) = arc.at_notch(notch, self.size, y) {
                    let [a, b] = self.pair(i, k);
                    let place = if self.of_first { Place::FirstArc(a, b) } else { Place::SecondArc(a, b) };
                    out.push(found(place, self.features(piece.feature, notch.feature), usize::MAX, under));
                }
            }
        }
    }
}

/// How a place of an arc lies under what it presses.
struct Under {
    depth: f64,
    normal: [f64; 2],
    weight: f64,
    /// of the weight as the arc moves, 1/m
    slope: [f64; 2],
    /// and as it turns about the place, 1/rad
    turning: f64,
}

impl Under {
    const fn whole(depth: f64, normal: [f64; 2], weight: f64) -> Self {
        Self { depth, normal, weight, slope: [0.0; 2], turning: 0.0 }
    }

    /// Weighed by how far what it depends on has sunk in; `arm` is where that is from the place, and moves with the arc.
    fn faded(self, by: Behind, arm: [f64; 2]) -> Option<Self> {
        let slope = [0, 1].map(|i| by.weight * self.slope[i] + self.weight * by.slope[i]);
        let turning = by.weight * self.turning + self.weight * dot(by.slope, perp(arm));
        let weight = self.weight * by.weight;
        (weight > 0.0).then_some(Self { weight, slope, turning, ..self })
    }
}

/// What an arc is part of, in its own frame.
struct Own<'a> {
    outline: &'a Outline,
    piece: usize,
    inside: &'a dyn Fn([f64; 2]) -> bool,
}

/// A bulging arc in the frame of the other.
struct Round<'a> {
    own: Own<'a>,
    center: [f64; 2],
    radius: f64,
    pose: Pose,
}

impl Round<'_> {
    fn spans(&self, direction: [f64; 2]) -> bool {
        self.own.outline.pieces[self.own.piece].spans(self.pose.back(direction))
    }

    /// The place of the arc that lies deepest under a piece, where that is between the ends of both.
    fn under(&self, y: Shaped<'_>, k: usize, reach: f64) -> Option<Under> {
        match y.outline.pieces[k].curve {
            Curve::Line { from, along, normal, long } => {
                let off = sub(self.center, from);
                let (t, height) = (dot(off, along), dot(off, normal));
                let on = long.is_infinite() || (t >= 0.0 && t <= long);
                if self.radius - height <= -reach || !on || !self.spans(scale(normal, -1.0)) {
                    return None;
                }
                self.reached(y, k, height, normal)
            }
            Curve::Arc { center, radius, bulge, .. } => {
                let off = sub(self.center, center);
                let far = hypot(off);
                let height = bulge * (far - radius);
                if self.radius - height <= -reach || far == 0.0 || (bulge < 0.0 && self.radius >= radius) {
                    return None;
                }
                let out = [off[0] / far, off[1] / far];
                let normal = scale(out, bulge);
                if !y.outline.pieces[k].spans(out) || !self.spans(scale(normal, -1.0)) {
                    return None;
                }
                let under = self.reached(y, k, height, normal)?;
                if bulge < 0.0 || far >= self.radius {
                    return Some(under);
                }
                // the centre of the other has sunk in behind this one
                let other = self.pose.back(sub(center, self.pose.at));
                let by = behind(self.own.outline, self.own.inside, other, Some(self.own.piece), self.radius - far, {
                    self.pose.back(scale(normal, -1.0))
                })?;
                let by = Behind { slope: scale(self.pose.direction(by.slope), -1.0), ..by };
                // the other's centre from the place of the arc
                under.faded(by, add_scaled(scale(off, -1.0), self.radius, normal))
            }
        }
    }

    /// A place under a piece that the centre is above by `height`, if nothing else is between.
    fn reached(&self, y: Shaped<'_>, k: usize, height: f64, normal: [f64; 2]) -> Option<Under> {
        let under = Under::whole(self.radius - height, normal, 1.0);
        if height >= 0.0 {
            let hidden = y.outline.thin < self.radius && is_hidden(y.outline, self.center, k, height, normal);
            return (!hidden).then_some(under);
        }
        let by = behind(y.outline, y.inside, self.center, Some(k), -height, normal)?;
        under.faded(by, scale(normal, self.radius))
    }

    /// The notch as the place farthest from the centre, of opposite sign; or nearest, where the centre has sunk in behind it.
    fn at_notch(&self, notch: &Notch, size: f64, y: Shaped<'_>) -> Option<Under> {
        let off = sub(self.center, notch.at);
        let far = hypot(off);
        if far <= AT_NOTCH * size || far >= self.radius + size {
            return None;
        }
        let out = [off[0] / far, off[1] / far];
        let along = notch.leaving.map(|d| dot(out, d));
        if along.iter().all(|x| *x > 0.0) {
            let depth = self.radius - far;
            return (depth > 0.0 && self.spans(scale(out, -1.0))).then_some(Under::whole(depth, out, -1.0));
        }
        if !along.iter().all(|x| *x <= 0.0) || !self.spans(out) {
            return None;
        }
        let normal = scale(out, -1.0);
        let by = behind(y.outline, y.inside, self.center, None, far, normal)?;
        Under::whole(self.radius + far, normal, 1.0).faded(by, scale(normal, self.radius))
    }
}

/// Takes out what is another place already: the deeper end beside a place of an arc, and arcs that meet a piece where both
/// end.
fn count_once(a: &Outline, b: &Outline, slack: f64, start: usize, out: &mut Vec<Pressed>) {
    let mut taken = vec![false; out.len() - start];
    for i in start..out.len() {
        let Place::Arc(pa, pb) = out[i].place else { continue };
        if out[i].depth <= 0.0 {
            continue;
        }
        let again = (start..i).any(|k| {
            let same = matches!(out[k].place, Place::Arc(qa, qb) if qa == pa || qb == pb);
            !taken[k - start] && same && hypot(sub(out[k].point, out[i].point)) <= slack
        });
        if again {
            taken[i - start] = true;
            continue;
        }
        let ends = |outline: &Outline, piece: u32| outline.pieces[piece as usize].ends.map(|e| e.node);
        let (of_a, of_b) = (ends(a, pa), ends(b, pb));
        // an end that has just passed on to the next piece counts too
        let is = |outline: &Outline, piece: u32, pressed: u32| {
            let next = |e: &Joint| e.bend == Bend::Smooth && e.neighbour == pressed;
            piece == pressed || outline.pieces[piece as usize].ends.iter().any(next)
        };
        let beside = |p: &Pressed| match p.place {
            Place::FirstNode(n) => of_a.contains(&Some(n)) && is(b, pb, p.piece),
            Place::SecondNode(n) => of_b.contains(&Some(n)) && is(a, pa, p.piece),
            _ => false,
        };
        let stored = |k: usize| out[k].weight * out[k].depth * out[k].depth;
        let deepest = (start..out.len())
            .filter(|k| !taken[k - start] && out[*k].depth > 0.0 && beside(&out[*k]))
            .max_by(|x, y| stored(*x).total_cmp(&stored(*y)));
        if let Some(k) = deepest {
            taken[k - start] = true;
        }
    }
    let mut index = 0;
    out.retain(|_| {
        index += 1;
        index <= start || !taken[index - 1 - start]
    });
}
