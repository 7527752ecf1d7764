//! An outline as what presses takes it: pieces with what their ends are joined to, the places that reach out of it, and the
//! notches that reach in.

use super::corner::corner_between;
use crate::region::Region;
use crate::segment::Segment;
use crate::tolerances::{OPPOSITE_SIDES, SMOOTH_ARC, STRAIGHT, TINY_PIECE};
use mainspring_numerics::vec2::{add_scaled, cross, dot, hypot, sub};

/// The outlines of a region, in the body's frame; or the one line of a half-plane.
#[derive(Clone, Debug)]
pub(crate) struct Outline {
    pub(super) pieces: Vec<Piece>,
    pub(super) nodes: Vec<Node>,
    pub(super) notches: Vec<Notch>,
    /// lowest and highest corner of the box around it
    pub(crate) bounds: [[f64; 2]; 2],
    /// least distance of two pieces that face away from each other, m: how thin it is
    pub(crate) thin: f64,
}

/// A piece of the outline.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub curve: Curve,
    /// what its start and its end are joined to
    pub ends: [Joint; 2],
    /// its place among the surface's features
    pub feature: u32,
    /// lowest and highest corner of a box around it
    pub bounds: [[f64; 2]; 2],
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Curve {
    /// `long` may be infinite, and then there is no start either
    Line { from: [f64; 2], along: [f64; 2], normal: [f64; 2], long: f64 },
    /// `bulge`: 1 where the material is inside the circle, −1 where it is outside
    Arc { center: [f64; 2], radius: f64, bulge: f64, middle: [f64; 2], half: f64 },
}

/// Where two pieces are joined.
#[derive(Clone, Copy, Debug)]
pub(super) struct Joint {
    pub at: [f64; 2],
    pub bend: Bend,
    pub neighbour: u32,
    /// the node there, if there is one
    pub node: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bend {
    /// a corner that reaches out
    Convex,
    /// one that reaches in
    Notch,
    Smooth,
}

/// A place that reaches out: a convex corner, or the end of a straight side that goes on as a bulging arc.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub at: [f64; 2],
    /// unit vectors along both pieces, away from it
    pub leaving: [[f64; 2]; 2],
    /// outward normals of both pieces there
    pub normals: [[f64; 2]; 2],
    /// lengths of both pieces
    pub lengths: [f64; 2],
    /// a corner
    pub sharp: bool,
    /// the corner, or the side that ends there, among the surface's features
    pub feature: u32,
}

/// A corner that reaches in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Notch {
    pub at: [f64; 2],
    pub leaving: [[f64; 2]; 2],
    pub feature: u32,
}

/// A place as seen from a piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    /// how deep below the piece's line or circle
    pub depth: f64,
    /// out of the material, where the foot is
    pub normal: [f64; 2],
    /// end beyond which the foot is, and how far; none where it is on the piece
    pub beyond: Option<(usize, f64)>,
}

impl Piece {
    fn new(curve: Curve, ends: [Joint; 2], feature: u32) -> Self {
        let bounds = match curve {
            Curve::Line { long, .. } if long.is_infinite() => [[f64::NEG_INFINITY; 2], [f64::INFINITY; 2]],
            Curve::Line { from, along, long, .. } => {
                let to = add_scaled(from, long, along);
                [[0, 1].map(|k| from[k].min(to[k])), [0, 1].map(|k| from[k].max(to[k]))]
            }
            Curve::Arc { center, radius, .. } => [center.map(|x| x - radius), center.map(|x| x + radius)],
        };
        Self { curve, ends, feature, bounds }
    }

    /// Whether a place is not further from it than this, by the box around it.
    #[inline]
    pub fn is_near(&self, p: [f64; 2], within: f64) -> bool {
        let [low, high] = self.bounds;
        (0..2).all(|k| p[k] >= low[k] - within && p[k] <= high[k] + within)
    }

    /// How a place lies to the piece.
    pub fn view(&self, p: [f64; 2]) -> View {
        match self.curve {
            Curve::Line { from, along, normal, long } => {
                let off = sub(p, from);
                let t = dot(off, along);
                let beyond = if long.is_infinite() || (t >= 0.0 && t <= long) {
                    None
                } else if t < 0.0 {
                    Some((0, -t))
                } else {
                    Some((1, t - long))
                };
                View { depth: -dot(off, normal), normal, beyond }
            }
            Curve::Arc { center, radius, bulge, middle, half } => {
                let off = sub(p, center);
                let far = hypot(off);
                let out = if far > 0.0 { [off[0] / far, off[1] / far] } else { middle };
                let turn = libm::atan2(cross(middle, out), dot(middle, out));
                let beyond = (turn.abs() > half).then(|| {
                    // an arc that bulges runs counter-clockwise
                    let end = usize::from((turn > 0.0) == (bulge > 0.0));
                    (end, radius * (turn.abs() - half))
                });
                View { depth: bulge * (radius - far), normal: out.map(|x| bulge * x), beyond }
            }
        }
    }

    /// Whether an arc reaches in a direction from its centre.
    pub fn spans(&self, direction: [f64; 2]) -> bool {
        match self.curve {
            Curve::Line { .. } => false,
            Curve::Arc { middle, half, .. } => {
                half >= std::f64::consts::PI
                    || libm::atan2(cross(middle, direction), dot(middle, direction)).abs() <= half
            }
        }
    }
}

impl Outline {
    /// `region` is in the body's frame.
    pub fn new(region: &Region) -> Self {
        let (low, high) = region.bounds();
        let mut out = Self {
            pieces: Vec::new(),
            nodes: Vec::new(),
            notches: Vec::new(),
            bounds: [low, high],
            thin: f64::INFINITY,
        };
        let mut feature = 0;
        for outline in region.loops() {
            out.add_loop(outline, &mut feature);
        }
        out.thin = thinnest(region);
        out
    }

    /// A point at the body's origin: any side stops it.
    pub fn point() -> Self {
        let node = Node {
            at: [0.0; 2],
            leaving: [[0.0; 2]; 2],
            normals: [[0.0; 2]; 2],
            lengths: [f64::INFINITY; 2],
            sharp: false,
            feature: 0,
        };
        Self { pieces: Vec::new(), nodes: vec![node], notches: Vec::new(), bounds: [[0.0; 2]; 2], thin: f64::INFINITY }
    }

    fn add_loop(&mut self, outline: &[Segment], feature: &mut u32) {
        let first = self.pieces.len() as u32;
        let n = outline.len() as u32;
        for (i, piece) in outline.iter().enumerate() {
            let i = i as u32;
            let before = &outline[((i + n - 1) % n) as usize];
            let corner = corner_between(before, piece, |p| p).is_some();
            let corner_feature = *feature;
            *feature += u32::from(corner);
            let joint = Joint { at: piece.from(), bend: Bend::Smooth, neighbour: first + (i + n - 1) % n, node: None };
            let end = Joint { at: piece.to(), bend: Bend::Smooth, neighbour: first + (i + 1) % n, node: None };
            self.pieces.push(Piece::new(curve_of(piece), [joint, end], *feature));
            *feature += 1;
            if n > 1 {
                self.add_joint(before, piece, [first + (i + n - 1) % n, first + i], corner.then_some(corner_feature));
            }
        }
        // joints were found at starts; ends are the same
        for i in 0..n {
            let start = self.pieces[(first + i) as usize].ends[0];
            let before = &mut self.pieces[start.neighbour as usize];
            before.ends[1] = Joint { neighbour: first + i, ..start };
        }
    }

    fn add_joint(&mut self, before: &Segment, after: &Segment, [from, to]: [u32; 2], corner: Option<u32>) {
        let (into, out) = (before.tangent(true), after.tangent(false));
        let smooth = if before.is_straight() && after.is_straight() { STRAIGHT } else { SMOOTH_ARC };
        let (at, leaving) = (after.from(), [[-into[0], -into[1]], out]);
        let feature = self.pieces[to as usize].feature;
        let bulges = |s: &Segment| s.cap().is_some_and(|cap| cap.sign > 0.0);
        let mut node = |feature: u32, sharp: bool| {
            self.nodes.push(Node {
                at,
                leaving,
                normals: [[into[1], -into[0]], [out[1], -out[0]]],
                lengths: [long(before), long(after)],
                sharp,
                feature,
            });
            Some(self.nodes.len() as u32 - 1)
        };
        let (bend, node) = if let Some(corner) = corner {
            (Bend::Convex, node(corner, true))
        } else if cross(into, out) < -smooth || dot(into, out) < 0.0 {
            self.notches.push(Notch { at, leaving, feature });
            (Bend::Notch, None)
        } else if before.is_straight() && bulges(after) || after.is_straight() && bulges(before) {
            (Bend::Smooth, node(feature, false))
        } else {
            (Bend::Smooth, None)
        };
        self.pieces[to as usize].ends[0] = Joint { at, bend, neighbour: from, node };
    }

    /// Everything below a line through `at`.
    pub fn below(at: [f64; 2], normal: [f64; 2]) -> Self {
        let along = [-normal[1], normal[0]];
        let end = Joint { at, bend: Bend::Smooth, neighbour: 0, node: None };
        let curve = Curve::Line { from: at, along, normal, long: f64::INFINITY };
        Self {
            pieces: vec![Piece::new(curve, [end; 2], 0)],
            nodes: Vec::new(),
            notches: Vec::new(),
            bounds: [[f64::NEG_INFINITY; 2], [f64::INFINITY; 2]],
            thin: f64::INFINITY,
        }
    }
}

fn curve_of(piece: &Segment) -> Curve {
    match piece.cap() {
        None => {
            let way = sub(piece.to(), piece.from());
            let long = hypot(way);
            let along = [way[0] / long, way[1] / long];
            Curve::Line { from: piece.from(), along, normal: [along[1], -along[0]], long }
        }
        Some(cap) => {
            Curve::Arc { center: cap.center, radius: cap.radius, bulge: cap.sign, middle: cap.middle, half: cap.half }
        }
    }
}

fn long(piece: &Segment) -> f64 {
    match piece.cap() {
        Some(cap) => 2.0 * cap.half * cap.radius,
        None => hypot(sub(piece.to(), piece.from())),
    }
}

/// Least distance of the middle of a piece from the line of another that faces the other way, where it meets that piece, through
/// material: what leaps over a narrow slot is in the material beyond it. Both are at least as long as that: short pieces in a
/// sharp tip are near to each other, but nothing passes there.
fn thinnest(region: &Region) -> f64 {
    let middle = |s: &Segment| match s.cap() {
        None => ([0, 1].map(|i| 0.5 * (s.from()[i] + s.to()[i])), {
            let t = s.tangent(false);
            [t[1], -t[0]]
        }),
        Some(cap) => (add_scaled(cap.center, cap.radius, cap.middle), cap.middle.map(|x| cap.sign * x)),
    };
    let pieces: Vec<_> = region.segments().map(|s| (curve_piece(s), middle(s), long(s))).collect();
    // a piece this short is no wall
    let tiny = TINY_PIECE * pieces.iter().map(|(_, _, long)| long).sum::<f64>();
    let mut least = f64::INFINITY;
    for (i, (_, (p, n), own)) in pieces.iter().enumerate() {
        for (_, (piece, _, other)) in pieces.iter().enumerate().filter(|(k, _)| *k != i) {
            let seen = piece.view(*p);
            let far = seen.depth;
            let (faces_away, short) = (dot(seen.normal, *n) < OPPOSITE_SIDES, own.min(*other));
            if far > 0.0 && seen.beyond.is_none() && faces_away && far <= short && short > tiny {
                least = least.min(far);
            }
        }
    }
    // whole circles are as thin as they are wide
    region
        .segments()
        .filter_map(Segment::cap)
        .fold(least, |least, cap| if cap.half >= std::f64::consts::PI { least.min(2.0 * cap.radius) } else { least })
}

fn curve_piece(s: &Segment) -> Piece {
    let end = Joint { at: s.from(), bend: Bend::Smooth, neighbour: 0, node: None };
    Piece::new(curve_of(s), [end; 2], 0)
}
