//! `mainspring orient`: what a squeeze field does to a part, and the shortest script of squeezes that orients it.

mod arguments;
mod findings;
mod friction;
mod part;
mod picture;
mod radial;
mod refusal;
mod report;
mod run;

pub use arguments::OrientArguments;
pub use run::run;
