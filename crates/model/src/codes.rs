//! What the builder's codes mean.

use mainspring_definition::Code;

/// Every code the builder uses.
pub const CODES: &[Code] = &[];
