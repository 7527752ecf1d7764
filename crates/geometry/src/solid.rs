//! Solids in space, with the axis of the round ones along z and the origin in the middle of their height.

use crate::hull::{Hull, convex_hull};
use crate::limits::{is_coordinate, is_size};
use crate::region::Region;
use crate::region_error::readable;
use crate::space_moments::SpaceMoments;
use crate::tolerances::{NO_VOLUME, ROTATION};
use mainspring_numerics::vec3::{dot, triple};
use std::f64::consts::PI;

/// What can be wrong with a solid.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SolidError {
    /// a size, radius, height … is not a positive number of sensible size
    #[error("the {what} must be a positive number, found {}", readable(*.value))]
    Size {
        /// which
        what: &'static str,
        /// as given
        value: f64,
    },
    /// NaN, infinite or absurdly large; counted from 0 here and from 1 in the message
    #[error("point {} is not a finite number of sensible size", .point + 1)]
    Coordinate {
        /// which corner or which piece's position
        point: usize,
    },
    /// fewer than four corners, or all in one plane
    #[error("a polyhedron needs at least 4 corners that are not in one plane, found {corners} in one plane")]
    Flat {
        /// how many were given
        corners: usize,
    },
    /// the hull takes time in the square of the corners
    #[error("a polyhedron may have at most {limit} corners, found {corners}", limit = Solid::MOST_CORNERS)]
    TooManyCorners {
        /// how many were given
        corners: usize,
    },
    /// rows not of unit length, not at right angles, or left-handed
    #[error("the orientation of piece {} is not a rotation", .piece + 1)]
    Rotation {
        /// which
        piece: usize,
    },
    /// a compound of nothing
    #[error("a compound needs at least one piece")]
    Empty,
}

/// A solid whose sizes have been checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid(SolidKind);

/// What a solid is; lengths in one unit.
#[derive(Clone, Debug, PartialEq)]
pub enum SolidKind {
    /// a box about the origin
    Block {
        /// full width along x, y, z
        size: [f64; 3],
    },
    /// a ball about the origin
    Sphere {
        /// its radius
        radius: f64,
    },
    /// an ellipsoid about the origin
    Ellipsoid {
        /// semi-axes along x, y, z
        half: [f64; 3],
    },
    /// axis z, from −height/2 to height/2
    Cylinder {
        /// its radius
        radius: f64,
        /// its full height
        height: f64,
    },
    /// axis z: a cylinder with a half ball at each end
    Capsule {
        /// its radius
        radius: f64,
        /// height of the straight part
        height: f64,
    },
    /// axis z: base at −height/2, apex at +height/2
    Cone {
        /// radius of the base
        radius: f64,
        /// its full height
        height: f64,
    },
    /// convex
    Polyhedron {
        /// corners
        vertices: Vec<[f64; 3]>,
        /// faces as triangles of corner indices, counter-clockwise seen from outside
        triangles: Vec<[usize; 3]>,
    },
    /// a region in the x–y plane drawn out along z, from −height/2 to height/2
    Extruded {
        /// the cross-section
        region: Region,
        /// its full height
        height: f64,
    },
    /// several in one; where they overlap the material counts twice
    Compound(Vec<PlacedSolid>),
}

/// A piece of a compound.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedSolid {
    /// where the piece's origin stands
    pub position: [f64; 3],
    /// rotation matrix, rows first: a piece's point p stands at `position + rotation p`
    pub rotation: [[f64; 3]; 3],
    /// the piece
    pub solid: Solid,
}

impl Solid {
    /// Most corners a polyhedron may be given.
    pub const MOST_CORNERS: usize = 10_000;

    /// A box about the origin.
    ///
    /// # Errors
    /// Sizes that are not positive, as for all solids.
    pub fn block(x: f64, y: f64, z: f64) -> Result<Self, SolidError> {
        for (what, value) in [("size along x", x), ("size along y", y), ("size along z", z)] {
            size(what, value)?;
        }
        Ok(Self(SolidKind::Block { size: [x, y, z] }))
    }

    /// A ball about the origin.
    ///
    /// # Errors
    /// A radius that is not positive.
    pub fn sphere(radius: f64) -> Result<Self, SolidError> {
        size("radius", radius)?;
        Ok(Self(SolidKind::Sphere { radius }))
    }

    /// An ellipsoid about the origin: its semi-axes along x, y, z.
    ///
    /// # Errors
    /// Semi-axes that are not positive.
    pub fn ellipsoid(x: f64, y: f64, z: f64) -> Result<Self, SolidError> {
        for (what, value) in [("semi-axis along x", x), ("semi-axis along y", y), ("semi-axis along z", z)] {
            size(what, value)?;
        }
        Ok(Self(SolidKind::Ellipsoid { half: [x, y, z] }))
    }

    /// A cylinder about the z axis, the origin in its middle.
    ///
    /// # Errors
    /// Sizes that are not positive.
    pub fn cylinder(radius: f64, height: f64) -> Result<Self, SolidError> {
        size("radius", radius)?;
        size("height", height)?;
        Ok(Self(SolidKind::Cylinder { radius, height }))
    }

    /// A cylinder about the z axis with half balls added at both ends; `height` is the straight part's.
    ///
    /// # Errors
    /// Sizes that are not positive.
    pub fn capsule(radius: f64, height: f64) -> Result<Self, SolidError> {
        size("radius", radius)?;
        size("height", height)?;
        Ok(Self(SolidKind::Capsule { radius, height }))
    }

    /// A cone about the z axis: base at −height/2, apex at +height/2, centre of mass at −height/4.
    ///
    /// # Errors
    /// Sizes that are not positive.
    pub fn cone(radius: f64, height: f64) -> Result<Self, SolidError> {
        size("radius", radius)?;
        size("height", height)?;
        Ok(Self(SolidKind::Cone { radius, height }))
    }

    /// The convex hull of `points`; points inside it are dropped.
    ///
    /// # Errors
    /// Numbers that are none, points all in (or within rounding of) one plane, too many of them.
    pub fn polyhedron(points: &[[f64; 3]]) -> Result<Self, SolidError> {
        let corners = points.len();
        if let Some(point) = points.iter().position(|p| !p.iter().all(|x| is_coordinate(*x))) {
            return Err(SolidError::Coordinate { point });
        }
        if corners > Self::MOST_CORNERS {
            return Err(SolidError::TooManyCorners { corners });
        }
        let hull = convex_hull(points).ok_or(SolidError::Flat { corners })?;
        let extent = hull.size();
        size("extent of the polyhedron", extent)?;
        if hull.moments().volume > NO_VOLUME * extent * extent * extent {
            Ok(Self(SolidKind::Polyhedron { vertices: hull.vertices, triangles: hull.triangles }))
        } else {
            Err(SolidError::Flat { corners })
        }
    }

    /// A region in the x–y plane drawn out along z, the origin in the middle of its height.
    ///
    /// # Errors
    /// A height that is not positive.
    pub fn extruded(region: Region, height: f64) -> Result<Self, SolidError> {
        size("height", height)?;
        Ok(Self(SolidKind::Extruded { region, height }))
    }

    /// Several solids in one. Overlaps are not looked for: there the material counts twice.
    ///
    /// # Errors
    /// No pieces, positions that are no numbers, orientations that are no rotations.
    pub fn compound(pieces: Vec<PlacedSolid>) -> Result<Self, SolidError> {
        if pieces.is_empty() {
            return Err(SolidError::Empty);
        }
        for (piece, placed) in pieces.iter().enumerate() {
            if !placed.position.iter().all(|x| is_coordinate(*x)) {
                return Err(SolidError::Coordinate { point: piece });
            }
            if !is_rotation(&placed.rotation) {
                return Err(SolidError::Rotation { piece });
            }
        }
        Ok(Self(SolidKind::Compound(pieces)))
    }

    /// What it is.
    #[inline]
    #[must_use]
    pub fn kind(&self) -> &SolidKind {
        &self.0
    }

    /// Volume, first and second moments about the origin.
    #[must_use]
    pub fn moments(&self) -> SpaceMoments {
        let (center, moments) = self.central_moments();
        moments.moved(center)
    }

    /// The centre of volume, and the moments about it (its `first` is a rounding error from zero).
    #[must_use]
    pub fn central_moments(&self) -> ([f64; 3], SpaceMoments) {
        let origin = [0.0; 3];
        match &self.0 {
            SolidKind::Block { size } => {
                let volume = size[0] * size[1] * size[2];
                (origin, SpaceMoments::centered(volume, size.map(|s| volume * s * s / 12.0)))
            }
            SolidKind::Sphere { radius: r } => {
                let volume = 4.0 / 3.0 * PI * r * r * r;
                (origin, SpaceMoments::centered(volume, [volume * r * r / 5.0; 3]))
            }
            SolidKind::Ellipsoid { half } => {
                let volume = 4.0 / 3.0 * PI * half[0] * half[1] * half[2];
                (origin, SpaceMoments::centered(volume, half.map(|a| volume * a * a / 5.0)))
            }
            SolidKind::Cylinder { radius: r, height: h } => {
                let volume = PI * r * r * h;
                let across = volume * r * r / 4.0;
                (origin, SpaceMoments::centered(volume, [across, across, volume * h * h / 12.0]))
            }
            SolidKind::Capsule { radius: r, height: h } => {
                let (middle, ends) = (PI * r * r * h, 4.0 / 3.0 * PI * r * r * r);
                let across = middle * r * r / 4.0 + ends * r * r / 5.0;
                // half ball: centre 3r/8 beyond its flat, hence 2 · h/2 · 3r/8 between
                let along = middle * h * h / 12.0 + ends * (r * r / 5.0 + h * h / 4.0 + 3.0 * h * r / 8.0);
                (origin, SpaceMoments::centered(middle + ends, [across, across, along]))
            }
            SolidKind::Cone { radius: r, height: h } => {
                let volume = PI * r * r * h / 3.0;
                let across = 3.0 / 20.0 * volume * r * r;
                let center = [0.0, 0.0, -h / 4.0];
                (center, SpaceMoments::centered(volume, [across, across, 3.0 / 80.0 * volume * h * h]))
            }
            SolidKind::Polyhedron { vertices, triangles } => {
                Hull { vertices: vertices.clone(), triangles: triangles.clone() }.central_moments()
            }
            SolidKind::Extruded { region, height } => {
                let (center, plane) = region.central_moments();
                let [xx, xy, yy] = plane.second.map(|s| s * height);
                let volume = plane.area * height;
                let second = [[xx, xy, 0.0], [xy, yy, 0.0], [0.0, 0.0, volume * height * height / 12.0]];
                let first = [plane.first[0] * height, plane.first[1] * height, 0.0];
                ([center[0], center[1], 0.0], SpaceMoments { volume, first, second })
            }
            SolidKind::Compound(pieces) => compound_moments(pieces),
        }
    }

    /// Lowest and highest corner of the box around it.
    #[must_use]
    pub fn bounds(&self) -> ([f64; 3], [f64; 3]) {
        let unit = |i: usize, sign: f64| [0, 1, 2].map(|j| if i == j { sign } else { 0.0 });
        ([0, 1, 2].map(|i| -self.extent(unit(i, -1.0))), [0, 1, 2].map(|i| self.extent(unit(i, 1.0))))
    }

    /// The largest `direction · p` over its points.
    #[must_use]
    pub fn extent(&self, direction: [f64; 3]) -> f64 {
        let [x, y, z] = direction;
        let across = libm::hypot(x, y);
        let long = libm::hypot(across, z);
        match &self.0 {
            SolidKind::Block { size } => (0..3).map(|i| direction[i].abs() * size[i] / 2.0).sum(),
            SolidKind::Sphere { radius } => radius * long,
            SolidKind::Ellipsoid { half } => libm::hypot(libm::hypot(half[0] * x, half[1] * y), half[2] * z),
            SolidKind::Cylinder { radius, height } => radius * across + z.abs() * height / 2.0,
            SolidKind::Capsule { radius, height } => radius * long + z.abs() * height / 2.0,
            SolidKind::Cone { radius, height } => (z * height / 2.0).max(radius * across - z * height / 2.0),
            SolidKind::Polyhedron { vertices, .. } => {
                vertices.iter().map(|v| dot(*v, direction)).fold(f64::NEG_INFINITY, f64::max)
            }
            SolidKind::Extruded { region, height } => region.extent([x, y]) + z.abs() * height / 2.0,
            SolidKind::Compound(pieces) => {
                let of = |p: &PlacedSolid| {
                    let back = [0, 1, 2].map(|j| (0..3).map(|i| p.rotation[i][j] * direction[i]).sum());
                    dot(p.position, direction) + p.solid.extent(back)
                };
                pieces.iter().map(of).fold(f64::NEG_INFINITY, f64::max)
            }
        }
    }
}

fn compound_moments(pieces: &[PlacedSolid]) -> ([f64; 3], SpaceMoments) {
    // each piece about its own centre, in the compound's axes
    let turned: Vec<([f64; 3], SpaceMoments)> = pieces
        .iter()
        .map(|p| {
            let (center, moments) = p.solid.central_moments();
            (
                [0, 1, 2].map(|i| p.position[i] + dot(p.rotation[i], center)),
                SpaceMoments { first: [0.0; 3], ..moments }.turned(&p.rotation),
            )
        })
        .collect();
    let volume: f64 = turned.iter().map(|(_, m)| m.volume).sum();
    let center = [0, 1, 2].map(|i| turned.iter().map(|(c, m)| c[i] * (m.volume / volume)).sum::<f64>());
    let about = |(c, m): &([f64; 3], SpaceMoments)| m.moved([0, 1, 2].map(|i| c[i] - center[i]));
    (center, turned.iter().fold(SpaceMoments::default(), |sum, piece| sum.plus(&about(piece))))
}

fn is_rotation(r: &[[f64; 3]; 3]) -> bool {
    let unit = (0..3).all(|i| (0..3).all(|j| (dot(r[i], r[j]) - f64::from(u8::from(i == j))).abs() <= ROTATION));
    unit && triple(r[0], r[1], r[2]) > 0.0
}

fn size(what: &'static str, value: f64) -> Result<(), SolidError> {
    if is_size(value) { Ok(()) } else { Err(SolidError::Size { what, value }) }
}
