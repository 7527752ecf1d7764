//! What a scene of `method sweep` says: a root that translates among polygons and pawls hinged on it, kept exactly as
//! written.

mod exact;
mod follow;
mod model;

pub use exact::Exact;
pub use follow::{Follows, Formula, Loss, Operation, Traced};
pub use model::*;
