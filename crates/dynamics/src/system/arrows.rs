//! Forces worth drawing: of joints with a place, applied forces, springs between two points.

use mainspring_model::{Model, SpringKind};

/// One of them, by index into the model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Arrow {
    /// what a joint exerts on its second part
    Joint(usize),
    /// an applied force
    Force(usize),
    /// what a spring exerts on its second end
    Spring(usize),
    /// density (N/m²) or velocity (m/s) of a window or array whose arrows change, in its own axes
    Field {
        /// windows, then arrays counted on
        item: usize,
        /// which of its arrows
        arrow: usize,
        /// in its own axes, m
        place: [f64; 2],
    },
}

/// All forces of a model that have a place and a direction, in a fixed order.
#[must_use]
pub fn arrows(model: &Model) -> Vec<Arrow> {
    let joints = model.joints.iter().enumerate().filter(|(_, j)| j.kind.coupling().is_none());
    let forces = model.forces.iter().enumerate().filter(|(_, f)| !f.torque);
    let springs = model.springs.iter().enumerate().filter(|(_, s)| matches!(s.kind, SpringKind::Linear { .. }));
    let joints = joints.map(|(i, _)| Arrow::Joint(i));
    let mut out: Vec<Arrow> =
        joints.chain(forces.map(|(i, _)| Arrow::Force(i))).chain(springs.map(|(i, _)| Arrow::Spring(i))).collect();
    let fields = &model.fields;
    for item in fields.changing(&model.programs) {
        let places: Vec<[f64; 2]> = match item.checked_sub(fields.windows.len()) {
            None => fields.windows[item].arrow_places(),
            Some(a) => fields.arrays[a].arrow_blocks().into_iter().map(|b| b.0).collect(),
        };
        out.extend(places.into_iter().enumerate().map(|(arrow, place)| Arrow::Field { item, arrow, place }));
    }
    out
}
