//! Design for assembly: what it takes to push a mechanism in and pull it out, and how sure that is.
//!
//! All of it asks the exact sweep. [`study`] runs a problem in and back out; [`margin()`] gives the largest friction that
//! still works; [`sensitivity()`] says what each dimension does to the peak force;
//! [`tolerance()`] draws samples of spread dimensions;
//! [`worst_case`] proves what holds for every value within ranges.
//! [`directions_proved`] does that for the direction of approach.
//!
//! # Where the theory stops
//!
//! A pawl hinged on a pawl is not answered. With two angles on one chain the free space has three dimensions, and a contact
//! of the outer pawl is a surface in it that leaves one motion free: where on the surface the chain rests is no longer a
//! matter of geometry but of the balance κ₁θ₁ ∂f/∂θ₂ = κ₂θ₂ ∂f/∂θ₁. So the path depends on the ratio of the springs, and
//! angles stand beside their own sines: events are no longer roots of polynomials, so that no exact arithmetic decides
//! which of two comes first, and the promise of a certain structure is gone. With friction the balance becomes an
//! inequality, the rest position a whole range that depends on what came before. And where a contact of two angles lets go the
//! chain falls along a path in two angles that dampers and masses choose, not statics. Chains belong to the event engine;
//! pawls side by side on one root, which only add their forces, are answered here.
//!
//! # How it is done
//!
//! Margins are closed forms; sensitivities are differences of exact motions; the random numbers of samples come from
//! a count, not from a generator with a state, so that threads change nothing. For worst cases, coordinates in a box
//! of dimensions are wide intervals (`boxed` of the tracer): every decision that intervals cannot make ends the
//! trace, and what is traced to its end is one structure for the whole box. What follows a point, jams included, is
//! told there by signs at the point alone; a crossing in doubt is asked again up to what surely comes first. A root
//! that comes to rest on something after a click is answered; the way out of where a pawl stopped it begins 1e-12 of
//! the way before, where rounding makes no difference.

mod affine;
mod bound;
mod cell;
mod design;
mod directions;
mod margin;
mod sensitivity;
mod sketch;
mod spread;
mod study;
mod tolerance;
mod worst;

pub use crate::energy::Work;
pub use affine::{Affine, Scalar};
pub use design::{Design, DesignFault, Dimension, Drawn};
pub use directions::{Directions, directions_proved};
pub use margin::{Margin, margin};
pub use sensitivity::{Sensitivity, Side, Way, sensitivity};
pub use sketch::{Bounded, Linear, Sketch, SketchPawl};
pub use spread::Spread;
pub use study::{Course, PawlCourse, Report, study, withdraw};
pub use tolerance::{Forces, Probability, Sampling, Tolerance, tolerance};
pub use worst::{Cell, Effort, Verdict, Worst, worst_case};
