//! The part that is to be oriented.

use super::refusal::Refusal;
use mainspring_workbench::definition::SpaceKind;
use mainspring_workbench::geometry::Region;
use mainspring_workbench::model::{Body, Model, Shape};

/// A part of a scene, with its outline.
pub struct Part<'a> {
    pub model: &'a Model,
    pub body: &'a Body,
    pub region: &'a Region,
}

/// The part of a name, or the only one.
pub fn choose<'a>(model: &'a Model, name: Option<&str>) -> Result<Part<'a>, Refusal> {
    if model.space == SpaceKind::Spatial {
        return Err(Refusal::spatial());
    }
    let outline = |body: &'a Body| match &body.shape {
        Some(Shape::Region(region)) => Some(Part { model, body, region }),
        _ => None,
    };
    let parts = || model.bodies.iter().filter(|b| outline(b).is_some());
    match name {
        Some(name) => {
            let body = model.bodies.iter().find(|b| b.path == name).ok_or_else(|| Refusal::unknown(name, parts()))?;
            outline(body).ok_or_else(|| Refusal::without_outline(body))
        }
        None => {
            let mut all = parts();
            match (all.next(), all.next()) {
                (Some(only), None) => outline(only).ok_or_else(Refusal::nothing),
                (Some(first), Some(_)) => Err(Refusal::several(first, parts().count())),
                _ => Err(Refusal::nothing()),
            }
        }
    }
}
