//! Measuring: from a thing and the name of a quantity to a value.

use crate::context::state::Context;
use crate::results::known::Known;

/// Measures what earlier phases have made.
pub struct Measuring<'m, 'a> {
    pub cx: &'m mut Context<'a>,
    pub known: Known<'m, 'a>,
}
