//! Outlines cut into pieces that share nothing but their ends; what several outlines run along is one piece.

use super::crossings::crossings;
use super::vertices::Vertices;
use crate::depth::distance;
use crate::region::Region;
use crate::segment::Segment;
use crate::tolerances::BESIDE_PIECE;
use mainspring_numerics::vec2::{cross, dot, hypot, sub};
use std::collections::BTreeMap;
use std::f64::consts::{PI, TAU};

/// A piece between two vertices.
pub struct Piece {
    pub from: usize,
    pub to: usize,
    /// its ends are the vertices' points
    pub curve: Segment,
    /// how often the outlines of each region run along it, and against it
    pub uses: [[usize; 2]; 2],
}

impl Piece {
    /// Points left and right of its middle, near to it.
    pub fn beside(&self) -> [[f64; 2]; 2] {
        let [near, middle] = [0.5 - BESIDE_PIECE, 0.5].map(|share| self.curve.point_at(share));
        let [x, y] = sub(middle, near);
        [[middle[0] - y, middle[1] + x], [middle[0] + y, middle[1] - x]]
    }
}

/// All pieces of two regions.
pub struct Arrangement {
    /// the vertices' places
    pub points: Vec<[f64; 2]>,
    pub pieces: Vec<Piece>,
    /// of each region and each of its outlines, its pieces in order
    pub walks: [Vec<Vec<usize>>; 2],
}

/// Cuts the outlines of both regions at all places they share.
pub fn arranged(regions: [&Region; 2], tolerance: f64) -> Arrangement {
    let mut vertices = Vertices::new(tolerance);
    // ends first: vertices keep their numbers
    for segment in regions.into_iter().flat_map(Region::segments) {
        vertices.at(segment.from());
        vertices.at(segment.to());
    }
    for at in crossings_of(regions, tolerance) {
        vertices.at(at);
    }
    let mut by_x: Vec<usize> = (0..vertices.points().len()).collect();
    by_x.sort_by(|&a, &b| vertices.points()[a][0].total_cmp(&vertices.points()[b][0]).then(a.cmp(&b)));
    let mut gathered = Gathered { pieces: Vec::new(), between: BTreeMap::new(), tolerance };
    let walks = [0, 1].map(|region| {
        let outlines = regions[region].loops().iter();
        let walk = |outline: &Vec<Segment>| -> Vec<usize> {
            outline
                .iter()
                .flat_map(|s| cut(s, &mut vertices, &by_x, tolerance))
                .map(|p| gathered.add(p, region))
                .collect()
        };
        outlines.map(walk).filter(|walk| !walk.is_empty()).collect()
    });
    Arrangement { points: vertices.points().to_vec(), pieces: gathered.pieces, walks }
}

struct Box2 {
    low: [f64; 2],
    high: [f64; 2],
}

fn box_of(s: &Segment, margin: f64) -> Box2 {
    let (low, high) = s.bounds();
    Box2 { low: low.map(|x| x - margin), high: high.map(|x| x + margin) }
}

/// Where pieces of one region cross or touch those of the other, found in a sweep along x.
fn crossings_of(regions: [&Region; 2], tolerance: f64) -> Vec<[f64; 2]> {
    let all: Vec<(usize, &Segment, Box2)> =
        (0..2).flat_map(|region| regions[region].segments().map(move |s| (region, s, box_of(s, tolerance)))).collect();
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by(|&a, &b| all[a].2.low[0].total_cmp(&all[b].2.low[0]).then(a.cmp(&b)));
    let mut active: [Vec<usize>; 2] = [Vec::new(), Vec::new()];
    let mut found = Vec::new();
    for i in order {
        let (region, segment, bounds) = &all[i];
        let others = &mut active[1 - region];
        others.retain(|&j| all[j].2.high[0] >= bounds.low[0]);
        for &j in others.iter() {
            let (_, other, theirs) = &all[j];
            if theirs.high[1] >= bounds.low[1] && theirs.low[1] <= bounds.high[1] {
                found.extend(crossings(segment, other, tolerance));
            }
        }
        active[*region].push(i);
    }
    found
}

/// A segment in pieces that end at the vertices on it.
fn cut(s: &Segment, vertices: &mut Vertices, by_x: &[usize], tolerance: f64) -> Vec<Piece> {
    let (start, end) = (vertices.at(s.from()), vertices.at(s.to()));
    let points = vertices.points();
    // places shared with other pieces have moved by up to the tolerance
    let near = 2.0 * tolerance;
    let bounds = box_of(s, near);
    let first = by_x.partition_point(|&v| points[v][0] < bounds.low[0]);
    let mut on: Vec<(f64, usize)> = (by_x[first..].iter())
        .take_while(|&&v| points[v][0] <= bounds.high[0])
        .filter(|&&v| v != start && v != end && (bounds.low[1]..=bounds.high[1]).contains(&points[v][1]))
        .filter(|&&v| distance(s, points[v]) <= near)
        .map(|&v| (share(s, points[v]), v))
        .filter(|(share, _)| *share > 0.0 && *share < 1.0)
        .collect();
    on.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let stops: Vec<(f64, usize)> = std::iter::once((0.0, start)).chain(on).chain(std::iter::once((1.0, end))).collect();
    let whole = stops.len() == 2;
    stops.windows(2).filter_map(|w| piece(s, points, w[0], w[1], whole, tolerance)).collect()
}

/// How far along a segment a point beside it is; beyond the ends of an arc more than 1.
fn share(s: &Segment, point: [f64; 2]) -> f64 {
    match *s {
        Segment::Line { from, to } => {
            let along = sub(to, from);
            dot(sub(point, from), along) / dot(along, along)
        }
        Segment::Arc { from, center, sweep, .. } => {
            let (spoke, v) = (sub(from, center), sub(point, center));
            let angle = libm::atan2(cross(spoke, v), dot(spoke, v)) * sweep.signum();
            (if angle < 0.0 { angle + TAU } else { angle }) / sweep.abs()
        }
    }
}

fn piece(
    s: &Segment,
    points: &[[f64; 2]],
    (start, a): (f64, usize),
    (end, b): (f64, usize),
    whole: bool,
    tolerance: f64,
) -> Option<Piece> {
    let (from, to) = (points[a], points[b]);
    let curve = match *s {
        Segment::Arc { center, sweep, .. } if a == b => {
            // once round, or nothing
            (sweep.abs() > PI && whole).then(|| Segment::Arc { from, to, center, sweep: TAU.copysign(sweep) })?
        }
        Segment::Line { .. } if a == b => return None,
        Segment::Arc { center, sweep, .. } => {
            let swept = (end - start) * sweep;
            match swept.abs() * hypot(sub(from, center)) > 4.0 * tolerance {
                true => Segment::Arc { from, to, center, sweep: swept },
                // ends beside the circle, at places that are all but one
                false => Segment::Line { from, to },
            }
        }
        Segment::Line { .. } => Segment::Line { from, to },
    };
    Some(Piece { from: a, to: b, curve, uses: [[0; 2]; 2] })
}

/// Pieces so far, each there once.
struct Gathered {
    pieces: Vec<Piece>,
    /// by their ends, the lower one first
    between: BTreeMap<[usize; 2], Vec<usize>>,
    tolerance: f64,
}

impl Gathered {
    /// The number of a piece that `region` runs along; of one that is there already, that one's.
    fn add(&mut self, piece: Piece, region: usize) -> usize {
        let ends = [piece.from.min(piece.to), piece.from.max(piece.to)];
        let same = self.between.entry(ends).or_default();
        let middle = piece.curve.point_at(0.5);
        let near = |i: &&usize| hypot(sub(self.pieces[**i].curve.point_at(0.5), middle)) <= 4.0 * self.tolerance;
        let Some(&index) = same.iter().find(near) else {
            let mut piece = piece;
            piece.uses[region][0] = 1;
            same.push(self.pieces.len());
            self.pieces.push(piece);
            return self.pieces.len() - 1;
        };
        let there = &mut self.pieces[index];
        let against = match (there.curve, piece.curve) {
            // both once round
            (Segment::Arc { sweep: a, .. }, Segment::Arc { sweep: b, .. }) if piece.from == piece.to => a * b < 0.0,
            _ => there.from != piece.from,
        };
        there.uses[region][usize::from(against)] += 1;
        index
    }
}
