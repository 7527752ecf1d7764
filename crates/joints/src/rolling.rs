//! What the rolling joints share: the radius of what rolls.

use crate::options::{OptionReader, Refused};

/// The radius of what rolls, m, which every rolling joint needs.
pub fn radius(options: &mut dyn OptionReader) -> Result<f64, Refused> {
    match options.positive_length("radius")? {
        Some(radius) => Ok(radius),
        None => Err(options.refuse(None, "a rolling joint needs the radius of what rolls", "add `{ radius = 10 cm }`")),
    }
}
