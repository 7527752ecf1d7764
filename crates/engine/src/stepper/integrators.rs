//! The integrators by name: one line each.

use super::auto::Auto;
use super::dop853::Dop853;
use super::dopri5::Dopri5;
use super::merson::Merson;
use super::radau::Radau;
use super::rk4::Rk4;
use super::semi_implicit::SemiImplicit;
use super::stepper::Stepper;
use super::symplectic::Symplectic;

/// Names of all integrators, the default first.
pub const NAMES: &[&str] = &["auto", "dop853", "dopri5", "merson", "radau", "rk4", "semi_implicit", "symplectic"];

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
