//! What scenes guess of joint coordinates, and where they begin.

use crate::system::mechanism::Mechanism;
use mainspring_definition::Span;

/// Where a coordinate that has a `guess` begins.
#[derive(Clone, Debug)]
pub struct Guessed {
    /// its joint
    pub path: String,
    /// the line that guesses
    pub span: Span,
    /// it is an angle, not a length
    pub angle: bool,
    /// what was guessed, rad or m
    pub guess: f64,
    /// where it begins, rad or m
    pub value: f64,
}

/// Coordinates with a guess, at the angles last remembered.
pub fn guessed(core: &Mechanism) -> Vec<Guessed> {
    let model = &core.bodies.model;
    let guesses = model.starts.iter().filter(|s| !s.exact);
    let lines = guesses.filter_map(|s| {
        let joint = &model.joints[s.coordinate.joint];
        Some(Guessed {
            path: joint.path.clone(),
            span: s.span,
            angle: joint.kind.coordinates()[s.coordinate.index],
            guess: s.value?,
            value: core.bodies.measure(s.coordinate).value,
        })
    });
    lines.collect()
}
