//! One step of an integrator, with dense output. What comes before and after a step is the engine's affair.
//!
//! * The default, `auto`, is DOP853 with dense output of order 7 until stability and not accuracy holds its steps,
//!   then Radau, and back. Each change is an event; while nothing is stiff the bits are those of DOP853.
//! * `radau` is Radau IIA of order 5; displacements are eliminated, so that a step size costs one real and one
//!   complex dense factorisation of the size of the velocities.
//! * `symplectic` is RATTLE composed to order four. It ends on the joints, so the engine does not project after it
//!   (`Stepper::on_joints`).

mod auto;
mod carried;
mod collocation;
mod dop853;
mod dop853_table;
mod dopri5;
mod hermite;
mod merson;
mod mixed;
mod radau;
mod radau_matrices;
mod radau_table;
mod rk4;
mod semi_implicit;
mod stages;
mod stepper;
mod steps_ahead;
mod symplectic;
mod together;
mod tolerance;

use auto::Auto;
use carried::Carried;
use dop853::Dop853;
use dopri5::Dopri5;
use mainspring_dynamics::System;
use merson::Merson;
use mixed::Mixed;
use radau::Radau;
use rk4::Rk4;
use semi_implicit::SemiImplicit;
use symplectic::Symplectic;
use together::Together;

pub use mainspring_definition::words::INTEGRATORS;
pub use stepper::{Change, Control, ImplicitWork, MOST_VELOCITIES, Start, Stepper};
pub use steps_ahead::{Part, Segment, StepsAhead};
pub use tolerance::Tolerance;

/// The integrator called `name`, for states of so many positions, velocities and integrals.
#[must_use]
pub fn stepper(name: &str, [q, v, w]: [usize; 3]) -> Option<Box<dyn Stepper>> {
    let n = q + v + w;
    Some(match name {
        "auto" => Box::new(Auto::new(n, [q, v])),
        "radau" => Box::new(Radau::new(n, [q, v])),
        "dop853" => Box::new(Dop853::new(n)),
        "dopri5" => Box::new(Dopri5::new(n)),
        "merson" => Box::new(Merson::new(n)),
        "rk4" => Box::new(Rk4::new(n)),
        "semi_implicit" => Box::new(SemiImplicit::new(n, q)),
        "symplectic" => Box::new(Symplectic::new(n)),
        _ => return None,
    })
}

/// The one for runs whose contacts are taken together.
#[must_use]
pub fn together([q, v, w]: [usize; 3]) -> Box<dyn Stepper> {
    Box::new(Together::new(q + v + w))
}

/// An integrator that moves along with what flies, where the system counts velocities from that of the whole.
#[must_use]
pub fn carried(inner: Box<dyn Stepper>, [q, v, w]: [usize; 3]) -> Box<dyn Stepper> {
    Box::new(Carried::new(inner, q + v + w))
}

/// An integrator beside which components may take steps of their own, in a run of so many seconds.
#[must_use]
pub fn beside_steps(inner: Box<dyn Stepper>, system: &dyn System, duration: f64) -> Box<dyn Stepper> {
    Box::new(Mixed::new(inner, system, duration))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_for_an_integrator_makes_the_one_of_this_name() {
        for name in INTEGRATORS {
            let made = stepper(name, [2, 2, 0]);
            assert_eq!(made.map(|stepper| stepper.name()), Some(*name));
        }
        assert!(stepper("leapfrog", [2, 2, 0]).is_none());
    }
}
