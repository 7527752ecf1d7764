//! A solid without pieces of its own, made ready: as a whole, as convex pieces, as columns.

use super::column::Column;
use super::form::Form;
use super::piece::Piece;
use super::slabs::convex_slabs;
use crate::place::Place;
use crate::planar::{Curve, Outline};
use mainspring_geometry::{Region, Solid, SolidKind};
use mainspring_numerics::vec3::{Vec3, scale, sub};

/// One solid of a body.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// all of it; what it reaches is right though it may not be convex
    pub whole: Piece,
    /// what it is made of, where it is not convex
    slabs: Vec<Piece>,
    pub columns: Vec<Column>,
    /// not convex, and with hollow round sides
    pub hollow: bool,
    /// convex pieces of the parts before it
    pub first: usize,
}

impl Part {
    /// All parts of a solid whose point `center` is the body's origin.
    pub fn all_of(solid: &Solid, center: [f64; 3]) -> Vec<Self> {
        let mut parts = Vec::new();
        add(solid, &Place { position: scale(center, -1.0), ..Place::REST }, &mut parts);
        let mut first = 0;
        for part in &mut parts {
            part.first = first;
            first += part.pieces().len();
        }
        parts
    }

    /// Convex pieces that make it up.
    pub fn pieces(&self) -> &[Piece] {
        if self.slabs.is_empty() { std::slice::from_ref(&self.whole) } else { &self.slabs }
    }

    pub fn convex(&self) -> bool {
        self.slabs.is_empty()
    }

    /// How deep a place of the body's frame is in it; 0 or less outside.
    pub fn depth_of(&self, local: Vec3) -> f64 {
        let place = &self.whole.place;
        self.whole.form.depth_of(place.turned_back(sub(local, place.position)))
    }

    fn convex_one(whole: Piece) -> Self {
        let columns = Column::all_of(&whole.form);
        Self { whole, slabs: Vec::new(), columns, hollow: false, first: 0 }
    }
}

fn add(solid: &Solid, place: &Place, parts: &mut Vec<Part>) {
    let (low, high) = solid.bounds();
    let size = (0..3).map(|i| high[i] - low[i]).fold(0.0, f64::max);
    let form = match solid.kind() {
        SolidKind::Block { size } => Form::Block(scale(*size, 0.5)),
        SolidKind::Sphere { radius } => Form::Ball(*radius),
        SolidKind::Ellipsoid { half } => Form::Ellipsoid(*half),
        SolidKind::Capsule { radius, height } => Form::Capsule { radius: *radius, half: height / 2.0 },
        SolidKind::Cylinder { radius, height } => Form::Cylinder { radius: *radius, half: height / 2.0 },
        SolidKind::Cone { radius, height } => Form::Cone { radius: *radius, half: height / 2.0 },
        SolidKind::Polyhedron { vertices, triangles } => {
            // about the middle of its box, so that its radius is no larger than need be
            let middle = [0, 1, 2].map(|i| 0.5 * (low[i] + high[i]));
            let corners: Vec<[f64; 3]> = vertices.iter().map(|v| [0, 1, 2].map(|i| v[i] - middle[i])).collect();
            let home = place.then(&Place { position: middle, ..Place::REST });
            parts.push(Part::convex_one(Piece::polyhedron(&corners, triangles, home, size)));
            return;
        }
        SolidKind::Extruded { region, height } => {
            let middle = [0.5 * (low[0] + high[0]), 0.5 * (low[1] + high[1])];
            let home = place.then(&Place { position: [middle[0], middle[1], 0.0], ..Place::REST });
            parts.push(prism(region, middle, height / 2.0, home, size));
            return;
        }
        SolidKind::Compound(pieces) => {
            for piece in pieces {
                add(&piece.solid, &place.then(&Place { position: piece.position, rotation: piece.rotation }), parts);
            }
            return;
        }
    };
    parts.push(Part::convex_one(Piece::new(form, *place, size)));
}

fn prism(region: &Region, center: [f64; 2], half: f64, place: Place, size: f64) -> Part {
    let outline = Outline::of_region(region, center);
    let slab = |(middle, outline): (_, Outline)| {
        let [x, y]: [f64; 2] = middle;
        let home = place.then(&Place { position: [x, y, 0.0], ..Place::REST });
        Piece::new(Form::Prism { outline: Box::new(outline), half }, home, size)
    };
    let slabs = if outline.convex { Vec::new() } else { convex_slabs(&outline).into_iter().map(slab).collect() };
    let hollow = !outline.convex && outline.edges.iter().any(|e| matches!(&e.curve, Curve::Arc(arc) if arc.way < 0.0));
    Part {
        columns: vec![Column::of_region(region, center, half)],
        whole: Piece::new(Form::Prism { outline: Box::new(outline), half }, place, size),
        slabs,
        hollow,
        first: 0,
    }
}
