//! What most programs need.

pub use crate::run::{Failure, Run, simulate};
pub use crate::scene::Scene;
pub use crate::settings::Settings;
pub use mainspring_builder::Domain;
pub use mainspring_definition::builder;
pub use mainspring_record::{Memory, Sink};
