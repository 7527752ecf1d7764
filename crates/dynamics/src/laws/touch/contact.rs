//! A pair that may touch, and a contact at the state last evaluated.

use crate::multibody::space::Row;
use mainspring_model::{BodyId, BodyKind, Model};
use mainspring_numerics::matrix3::{IDENTITY, Mat3};
use mainspring_numerics::quaternion;
use mainspring_numerics::vec3::Vec3;

/// One of the two of a pair: where it is comes from a body or is known once and for all.
#[derive(Clone, Debug)]
pub struct Party {
    pub body: Option<BodyId>,
    pub surface: usize,
}

/// A pair that may touch, ready for use.
#[derive(Clone, Debug)]
pub struct Pair {
    pub a: Party,
    pub b: Party,
    /// of the smaller of the two, m
    pub size: f64,
}

/// A contact at the state last evaluated.
#[derive(Clone, Copy, Debug, Default)]
pub struct Contact {
    /// bodies with columns: two, or four where two joints mesh
    pub bodies: [Option<BodyId>; 4],
    /// normal and tangents, of each body
    pub rows: [[Row; 3]; 4],
    /// second derivative of gap and slip at v̇ = 0
    pub bias: [f64; 3],
    pub gap: f64,
    /// ġ, then slip along the tangents
    pub rate: [f64; 3],
    pub normal: Vec3,
    /// which of `Touch::axes` its tangents are made from, in space
    pub axis: u8,
    pub tangents: [Vec3; 2],
    pub point: Vec3,
    /// how the place of contact moves
    pub point_rate: Vec3,
    /// while it slides, and while it rests
    pub friction: [f64; 2],
    pub restitution: f64,
    /// what scales its gap: m or rad
    pub scale: f64,
}

/// A row: of a contact, or of a resistance to turning.
#[derive(Clone, Copy, Debug)]
pub enum Line {
    Contact(usize, usize),
    Turn(usize, usize),
}

/// The axes from which tangents are made: those of the first body that turns, as it was placed, so that a scene turned as a whole
/// has its tangents turned with it, and all that depends on them.
pub fn tangent_axes(model: &Model) -> Mat3 {
    let turns = model.bodies.iter().find(|body| body.kind == BodyKind::Rigid);
    turns.map_or(IDENTITY, |body| quaternion::to_matrix(body.pose.orientation))
}
