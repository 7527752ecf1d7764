//! The quantities that every moment of a sweep has, in the order of columns.

use mainspring_definition::Dimension;
use mainspring_model::{Channel, SweepModel};

/// Columns before those of pawls: travel and insertion force.
pub const SHARED: usize = 2;
/// Columns of each pawl.
pub const EACH: usize = 7;

/// A quantity: one column, or two if it is a vector.
pub struct Quantity {
    pub name: String,
    pub dimension: Dimension,
    pub angle: bool,
    pub width: usize,
}

impl Quantity {
    /// A recorded expression as one.
    pub fn of(channel: &Channel) -> Self {
        let Channel { name, dimension, angle, nodes } = channel;
        Self { name: name.clone(), dimension: *dimension, angle: *angle, width: nodes.len() }
    }
}

/// All quantities, in the order of columns.
pub fn quantities(sweep: &SweepModel) -> Vec<Quantity> {
    let one = |name: String, dimension, angle, width| Quantity { name, dimension, angle, width };
    let mut list = vec![
        one("travel".to_owned(), Dimension::LENGTH, false, 1),
        one("insertion_force".to_owned(), Dimension::FORCE, false, 1),
    ];
    for pawl in &sweep.pawls {
        let of = |word: &str| format!("{}.{word}", pawl.name);
        list.push(one(of("angle"), Dimension::NONE, true, 1));
        list.push(one(of("deflection"), Dimension::NONE, true, 1));
        list.push(one(of("rate"), Dimension::RATE, true, 1));
        list.push(one(of("force"), Dimension::FORCE, false, 1));
        list.push(one(of("friction_force"), Dimension::FORCE, false, 1));
        list.push(one(of("reaction"), Dimension::FORCE, false, 2));
    }
    list
}
