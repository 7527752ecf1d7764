//! The outline of a region, made ready: its edges, what happens at their joints, which places are inside.

use super::box_tree::BoxTree;
use super::edge::Edge;
use crate::tolerances::{INWARDS, SMOOTH};
use mainspring_geometry::{Region, Segment};
use mainspring_numerics::vec2::{Vec2, add, add_scaled, cross, dot, norm, sub};

/// Which way an outline turns at a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Turn {
    /// the material stands out
    Left,
    /// the material is notched
    Right,
    /// the sides of the joint are told by this direction
    Smooth(Vec2),
}

/// All edges of a region, the material on their left.
#[derive(Clone, Debug)]
pub(crate) struct Outline {
    pub edges: Vec<Edge>,
    /// of each edge its middle, and how far from it the edge goes, m
    pub middles: Vec<(Vec2, f64)>,
    /// at the start of each edge
    turns: Vec<Turn>,
    pub tree: BoxTree,
    /// an innermost place of each outer loop
    pub hearts: Vec<Vec2>,
    /// no place is further from the origin
    pub radius: f64,
    /// largest edge of the box around it
    pub size: f64,
    pub convex: bool,
}

fn turn(before: &Edge, after: &Edge) -> Turn {
    let (one, two) = (before.tangent(true), after.tangent(false));
    let (sine, cosine) = (cross(one, two), dot(one, two));
    if sine.abs() <= SMOOTH {
        if cosine > 0.0 {
            return Turn::Smooth(add(one, two));
        }
        // a cusp: the edges run back along each other, and the one that bends less is the outer one
        let bend = before.curvature() + after.curvature();
        if bend != 0.0 {
            return if bend < 0.0 { Turn::Left } else { Turn::Right };
        }
    }
    if sine > 0.0 { Turn::Left } else { Turn::Right }
}

impl Outline {
    /// Of a region whose point `center` is the origin.
    pub fn of_region(region: &Region, center: Vec2) -> Self {
        Self::of_loops(region.loops(), center)
    }

    pub fn of_loops(loops: &[Vec<Segment>], center: Vec2) -> Self {
        let edges = |l: &Vec<Segment>| l.iter().filter_map(|s| Edge::of(s, center)).collect::<Vec<_>>();
        Self::of_edges(&loops.iter().map(edges).collect::<Vec<_>>())
    }

    pub fn of_edges(loops: &[Vec<Edge>]) -> Self {
        let mut edges = Vec::new();
        let mut turns = Vec::new();
        for outline in loops {
            let count = outline.len();
            turns.extend((0..count).map(|i| turn(&outline[(i + count - 1) % count], &outline[i])));
            edges.extend_from_slice(outline);
        }
        let tree = BoxTree::of(&edges.iter().map(Edge::bounds).collect::<Vec<_>>());
        let [low, high] = tree.bounds();
        let far = |e: &Edge| match &e.curve {
            super::edge::Curve::Line { .. } => norm(e.from).max(norm(e.to)),
            super::edge::Curve::Arc(arc) => {
                // the place straight away from the origin, where the arc has it
                let out = arc.toward(arc.center).map_or(0.0, norm);
                let all = if norm(arc.center) == 0.0 { arc.radius } else { 0.0 };
                norm(e.from).max(norm(e.to)).max(out).max(all)
            }
        };
        let radius = edges.iter().map(far).fold(0.0, f64::max);
        let bulges = |e: &Edge| e.curvature() >= 0.0;
        let convex = loops.len() == 1 && edges.iter().all(bulges) && turns.iter().all(|t| *t != Turn::Right);
        let size = (high[0] - low[0]).max(high[1] - low[1]);
        let middle = |e: &Edge| (e.at(0.5), norm(sub(e.from, e.at(0.5))).max(norm(sub(e.to, e.at(0.5)))));
        let middles = edges.iter().map(middle).collect();
        let mut outline = Self { edges, middles, turns, tree, hearts: Vec::new(), radius, size, convex };
        outline.hearts = loops.iter().filter_map(|l| outline.heart(l)).collect();
        outline
    }

    /// The innermost of some places inside an outer loop.
    fn heart(&self, edges: &[Edge]) -> Option<Vec2> {
        if edges.iter().map(Edge::double_area).sum::<f64>() <= 0.0 {
            return None;
        }
        let mut deepest = 0.0;
        let mut heart = None;
        for edge in edges {
            for share in INWARDS {
                let place = add_scaled(edge.at(0.5), share * self.size, edge.inward());
                let depth = self.depth_of(place, deepest);
                if depth > deepest {
                    (deepest, heart) = (depth, Some(place));
                }
            }
        }
        heart
    }

    /// How deep inside a place is; outside negative. Where the depth is at most `enough`, some number that is too.
    #[inline]
    pub fn depth_of(&self, place: Vec2, enough: f64) -> f64 {
        let mut depth = f64::NEG_INFINITY;
        self.tree.nearest(place, enough, |i| {
            let edge = &self.edges[i];
            // a foot beyond the end is nearer to the next edge
            let found = edge.height(place).unwrap_or_else(|| self.beside_joint(i, place));
            if found.abs() < depth.abs() {
                depth = found;
            }
            depth.abs()
        });
        depth
    }

    /// Distance of a place from the start of an edge, its sign as if the start were nearest.
    #[inline]
    fn beside_joint(&self, edge: usize, place: Vec2) -> f64 {
        let away = sub(place, self.edges[edge].from);
        let distance = norm(away);
        match self.turns[edge] {
            Turn::Left => -distance,
            Turn::Right => distance,
            Turn::Smooth(along) if cross(along, away) < 0.0 => -distance,
            Turn::Smooth(_) => distance,
        }
    }

    /// Largest `direction · p` over its places, the direction a unit vector.
    #[inline]
    pub fn extent(&self, direction: Vec2) -> f64 {
        self.edges.iter().map(|e| e.extent(direction)).fold(f64::NEG_INFINITY, f64::max)
    }

    pub fn bounds(&self) -> [Vec2; 2] {
        self.tree.bounds()
    }
}
