//! Design for assembly: what it takes to push a mechanism in and pull it out, and how sure that is.
//!
//! All of it asks the exact sweep. [`study`] runs a problem in and back out; [`margin()`] gives the largest friction that
//! still works; [`sensitivity()`] says what each dimension does to the peak force;
//! [`tolerance()`] draws samples of spread dimensions.

mod design;
mod margin;
mod peak;
mod sensitivity;
mod spread;
mod stretch;
mod study;
mod tolerance;
mod work;

pub use design::{Design, DesignFault, Dimension, Drawn};
pub use margin::{Margin, margin};
pub use peak::Peak;
pub use sensitivity::{Sensitivity, Side, Way, sensitivity};
pub use spread::Spread;
pub use study::{Course, PawlCourse, Report, study, withdrawal};
pub use tolerance::{Forces, Probability, Sampling, Tolerance, tolerance};
pub use work::Work;
