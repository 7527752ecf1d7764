//! Design for assembly: what it takes to push a mechanism in and pull it out, and how sure that is.
//!
//! All of it asks the exact sweep. [`study`] runs a problem in and back out; [`margin()`] gives the largest friction that
//! still works.

mod margin;
mod peak;
mod stretch;
mod study;
mod work;

pub use margin::{Margin, margin};
pub use peak::Peak;
pub use study::{Course, PawlCourse, Report, study, withdrawal};
pub use work::Work;
