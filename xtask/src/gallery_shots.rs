//! How each scene of the gallery is shown best.

mod fields;
mod linkages;
mod shot;
mod sweeps;
mod touching;

pub use shot::Shot;

/// Every scene, in the order of `scenes/README.md`.
pub fn shots() -> impl Iterator<Item = &'static Shot> {
    [linkages::SHOTS, touching::SHOTS, fields::SHOTS, sweeps::SHOTS].into_iter().flatten()
}
