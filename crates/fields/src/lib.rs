//! Actuator arrays in numbers: the wrench of windows and grids on a part, the friction of a part on a surface, and what a
//! squeeze field does to a part without sensors. Knows regions, no bodies; SI units.

mod adaptive;
mod fan;
mod footprint;
mod friction;
mod limit;
mod pivot;
mod rim;
mod rub;
mod sole;
pub mod strategy;

pub use footprint::{Bend, Bounds, Footprint, Laid, Piece, Wrench};
pub use friction::{Acts, Branch, Grain, Ground, GroundError, Law, Pair, Under, friction, friction_over, pair_over};
pub use limit::{leaves, load};
pub use rim::Rim;
pub use rub::Rub;
pub use sole::{Sole, dry, dry_over, dry_slopes};
