//! Which bodies a quantity depends on directly.

use mainspring_model::{BodyId, Coordinate, Model, Probe, SpringKind, Touched};

/// Bodies a quantity depends on directly.
pub fn probe_bodies(model: &Model, probe: &Probe) -> Vec<BodyId> {
    let joint = |j: usize| [model.joints[j].a.body, model.joints[j].b.body].into_iter().flatten().collect();
    match *probe {
        Probe::Point { body, .. } => body.into_iter().collect(),
        Probe::Angle { body, .. }
        | Probe::Spin { body, .. }
        | Probe::Direction { body, .. }
        | Probe::Momentum { body, .. }
        | Probe::AngularMomentum { body, .. }
        | Probe::ContactLoad { body, .. }
        | Probe::FieldLoad { body, .. }
        | Probe::Overlap { body, .. }
        | Probe::Inside { body, .. }
        | Probe::Present { body }
        | Probe::KineticEnergy { body } => vec![body],
        Probe::Contact { pair, .. } => {
            let pair = &model.contacts.pairs[pair];
            let other = if let Touched::Body(b) = pair.b { Some(b) } else { None };
            std::iter::once(pair.a).chain(other).collect()
        }
        Probe::Coordinate { coordinate, .. } | Probe::Effort { coordinate } => joint(coordinate.joint),
        Probe::JointForce { joint: j, .. }
        | Probe::JointTorque { joint: j, .. }
        | Probe::Friction { joint: j }
        | Probe::StopForce { joint: j } => joint(j),
        Probe::Play { joint: j } => gear_bodies(model, j),
        Probe::SpringStretch { spring, .. } | Probe::SpringEffort { spring } => match model.springs[spring].kind {
            SpringKind::Linear { a, b } | SpringKind::Angle { a, b } => {
                [a.body, b.body].into_iter().flatten().collect()
            }
            SpringKind::Coordinate(c) => joint(c.joint),
        },
        Probe::Energy(_)
        | Probe::Verdict
        | Probe::Work(_)
        | Probe::FieldX
        | Probe::FieldY
        | Probe::Power(_)
        | Probe::Drawn
        | Probe::Caught { .. }
        | Probe::ScriptStep { .. }
        | Probe::Swept { .. }
        | Probe::Input { .. }
        | Probe::Before { .. } => Vec::new(),
    }
}

/// Bodies that the play of a gear depends on.
fn gear_bodies(model: &Model, joint: usize) -> Vec<BodyId> {
    let Some(gear) = model.joints[joint].kind.coupling() else { return Vec::new() };
    let ends = |(c, _): (Coordinate, f64)| [model.joints[c.joint].a.body, model.joints[c.joint].b.body];
    gear.terms().flat_map(ends).flatten().collect()
}
