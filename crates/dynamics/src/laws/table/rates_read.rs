//! Whether places of windows, or lines in fields, read velocities.

use mainspring_model::{Action, Model, NodeId, Probe};

/// Whether velocities move windows, or lines in their fields.
pub fn reads_rates(model: &Model) -> bool {
    let rate = |n: &NodeId| match model.programs.nodes[*n] {
        mainspring_model::Node::Probe(p) => matches!(
            model.programs.probes[p],
            Probe::Point { order: 1, .. }
                | Probe::Angle { order: 1, .. }
                | Probe::Coordinate { order: 1, .. }
                | Probe::SpringStretch { order: 1, .. }
                | Probe::Spin { order: 1, .. }
        ),
        _ => false,
    };
    model.fields.windows.iter().any(|w| {
        let field = match w.action {
            Action::Force { density, affine: false, .. } => density.to_vec(),
            _ => Vec::new(),
        };
        let field = model.programs.tape(&field).order;
        let has_kink = field.iter().any(|n| super::density_discontinuities::has_kink(&model.programs.nodes[*n]));
        model.programs.tape(&w.place).order.iter().any(rate) || (has_kink && field.iter().any(rate))
    })
}
