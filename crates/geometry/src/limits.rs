//! Which numbers are sizes and coordinates at all.

use crate::tolerances::LARGEST;

/// Whether `x` can be a coordinate.
#[inline]
pub fn is_coordinate(x: f64) -> bool {
    x.abs() <= LARGEST
}

/// Whether `x` can be a length, width, radius …: positive, and its fifth power neither 0 nor infinite.
#[inline]
pub fn is_size(x: f64) -> bool {
    (1.0 / LARGEST..=LARGEST).contains(&x)
}
