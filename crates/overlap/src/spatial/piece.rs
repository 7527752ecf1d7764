//! A convex piece of a solid, made ready: its form, where it stands in the body, the directions of its faces and edges.

use super::form::Form;
use crate::place::Place;
use crate::planar::{Curve, Outline};
use crate::tolerances::{MOST_NORMALS, SAME_NORMAL};
use mainspring_numerics::vec3::{Vec3, add_scaled, cross, dot, norm, sub, unit};

/// A piece of a solid.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    /// in the body's frame
    pub place: Place,
    pub form: Form,
    /// no place of it is further from its origin
    pub radius: f64,
    /// largest extent of the solid it belongs to
    pub size: f64,
    /// of flat faces, out of the material; of one that looks the same from behind, one of each two
    pub normals: Vec<Vec3>,
    /// of straight edges, and of sides that are straight along a direction
    pub edges: Vec<Vec3>,
    /// looks the same from behind
    pub symmetric: bool,
    /// nothing but flat faces, all of which are in `normals` and `edges`
    pub flat: bool,
}

const AXES: [Vec3; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

impl Piece {
    /// A form at a place of the body, with the size of what it is a part of.
    pub fn new(form: Form, place: Place, size: f64) -> Self {
        let radius = form.radius();
        let mut piece =
            Self { place, form, radius, size, normals: Vec::new(), edges: Vec::new(), symmetric: false, flat: false };
        match &piece.form {
            Form::Block(_) => {
                (piece.normals, piece.edges) = (AXES.to_vec(), AXES.to_vec());
                (piece.symmetric, piece.flat) = (true, true);
            }
            Form::Ball(_) | Form::Ellipsoid(_) => piece.symmetric = true,
            Form::Capsule { .. } => {
                piece.edges = vec![AXES[2]];
                piece.symmetric = true;
            }
            Form::Cylinder { .. } => {
                (piece.normals, piece.edges) = (vec![AXES[2]], vec![AXES[2]]);
                piece.symmetric = true;
            }
            Form::Cone { .. } => piece.normals = vec![[0.0, 0.0, -1.0]],
            Form::Polyhedron { .. } => {}
            Form::Prism { outline, .. } => {
                (piece.normals, piece.edges) = of_prism(outline);
                let straight = outline.edges.iter().all(|e| matches!(e.curve, Curve::Line { .. }));
                piece.flat = straight && !piece.normals.is_empty();
            }
        }
        piece
    }

    /// A convex polyhedron of corners and triangles, counter-clockwise seen from outside.
    pub fn polyhedron(corners: &[Vec3], triangles: &[[usize; 3]], place: Place, size: f64) -> Self {
        let mut faces: Vec<(Vec3, f64)> = Vec::new();
        let mut edges = Vec::new();
        // larger ones are left to the growing hull; their faces are wanted all the same
        let few = triangles.len() <= 4 * MOST_NORMALS;
        for t in triangles {
            let [a, b, c] = t.map(|i| corners[i]);
            let Some(normal) = unit(cross(sub(b, a), sub(c, a))) else { continue };
            let level = [a, b, c].iter().map(|p| dot(*p, normal)).fold(f64::NEG_INFINITY, f64::max);
            if !(few && faces.iter().any(|(n, _)| norm(sub(*n, normal)) <= SAME_NORMAL)) {
                faces.push((normal, level));
            }
            for side in [sub(b, a), sub(c, b), sub(a, c)].into_iter().filter(|_| few) {
                add_edge(&mut edges, side);
            }
        }
        let normals: Vec<Vec3> = if few { faces.iter().map(|(n, _)| *n).collect() } else { Vec::new() };
        let piece = Self::new(Form::Polyhedron { corners: corners.to_vec(), faces }, place, size);
        Self { normals, edges, flat: few, ..piece }
    }
}

fn add_edge(edges: &mut Vec<Vec3>, side: Vec3) {
    let Some(along) = unit(side) else { return };
    let same = |e: &Vec3| norm(sub(*e, along)).min(norm(add_scaled(*e, 1.0, along))) <= SAME_NORMAL;
    if !edges.iter().any(same) {
        edges.push(along);
    }
}

fn of_prism(outline: &Outline) -> (Vec<Vec3>, Vec<Vec3>) {
    // larger ones are left to the growing hull
    if outline.edges.len() > 4 * MOST_NORMALS {
        return (Vec::new(), Vec::new());
    }
    let mut normals = vec![AXES[2], [0.0, 0.0, -1.0]];
    let mut edges = vec![AXES[2]];
    for edge in &outline.edges {
        if let Curve::Line { along, .. } = edge.curve {
            normals.push([along[1], -along[0], 0.0]);
            add_edge(&mut edges, [along[0], along[1], 0.0]);
        }
    }
    (normals, edges)
}
