//! What a model consists of, in one line.

use crate::actuators::Actuators;
use crate::numbers::counted;
use mainspring_workbench::definition::SpaceKind;
use mainspring_workbench::model::{Model, SweepModel};

/// "planar, 3 bodies, 4 joints, 1 degree of freedom".
pub fn model_text(model: &Model, freedom: usize) -> String {
    if let Some(sweep) = model.sweep() {
        return sweep_text(sweep);
    }
    let space = match model.space {
        SpaceKind::Planar => "planar",
        SpaceKind::Spatial => "spatial",
    };
    let mut parts = vec![
        space.to_owned(),
        counted(model.bodies.len(), "body", "bodies"),
        counted(model.joints.len(), "joint", "joints"),
    ];
    if !model.springs.is_empty() {
        parts.push(counted(model.springs.len(), "spring", "springs"));
    }
    if !model.drives.is_empty() {
        parts.push(counted(model.drives.len(), "drive", "drives"));
    }
    parts.extend(Actuators::of(model).words());
    parts.push(counted(freedom, "degree of freedom", "degrees of freedom"));
    parts.join(", ")
}

/// What an exact sweep consists of.
pub fn sweep_text(sweep: &SweepModel) -> String {
    let pawls = counted(sweep.pawls.len(), "pawl", "pawls");
    let obstacles = counted(sweep.obstacles.len(), "obstacle", "obstacles");
    let vertices = counted(sweep.vertices(), "vertex", "vertices");
    format!("exact sweep, {pawls} on `{}`, {obstacles}, {vertices}", sweep.root)
}
