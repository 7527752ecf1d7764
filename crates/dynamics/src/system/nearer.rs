//! What a scene puts far from zero is assembled and run near to it (see `multibody::origins`).

use crate::multibody::assemble_error::AssembleError;
use crate::multibody::origins::{coarse, middle, moved};
use crate::system::mechanism::Mechanism;
use crate::tolerances::FAR;
use mainspring_definition::{Diagnostic, Span};
use mainspring_model::{BodyKind, Model};
use mainspring_numerics::vec3::{Vec3, norm};
use std::sync::Arc;

/// A mechanism that was far away.
pub struct Nearer {
    /// everything moved near to zero
    pub model: Arc<Model>,
    /// where that zero is
    origin: Vec3,
    /// how far it was, m
    distance: f64,
    /// spacing of floats there, over the mechanism's size, where parts are tied to each other or the ground
    spacing: Option<f64>,
}

/// The mechanism near zero, if it is far away as a whole.
///
/// # Errors
/// Where floats are too far apart to say how the parts stand to each other.
pub fn nearer(placed: &Mechanism) -> Result<Option<Nearer>, Vec<AssembleError>> {
    let (model, length) = (&placed.bodies.model, placed.bodies.length);
    let Some(middle) = middle(model) else { return Ok(None) };
    let distance = norm(middle);
    if distance <= FAR[0] * length {
        return Ok(None);
    }
    let spacing = f64::EPSILON * distance / length;
    // of what stands alone only the motion counts, and that is a float's as anywhere
    let tied = !(model.joints.is_empty() && model.springs.is_empty() && model.contacts.pairs.is_empty());
    if tied && spacing > FAR[2] {
        let body = model.bodies.iter().find(|b| b.kind != BodyKind::Fixed);
        let (path, span) = body.map_or((String::new(), Span::NOWHERE), |b| (b.path.clone(), b.span));
        return Err(vec![AssembleError::TooFar { path, distance, length, span }]);
    }
    let origin = coarse(middle, length);
    Ok(moved(model, origin).map(|model| Nearer {
        model: Arc::new(model),
        origin,
        distance,
        spacing: tied.then_some(spacing),
    }))
}

impl Nearer {
    /// The mechanism as it runs, which knows where the scene placed it.
    pub fn mechanism(&self, placed: &Arc<Model>, starts: bool) -> Mechanism {
        let mut out = Mechanism::new(&self.model, starts);
        out.bodies.state.origins.fill(self.origin);
        out.placed = Some(Arc::clone(placed));
        out
    }

    /// What the scene's own places are off by, where that is more than usual.
    pub fn note(&self) -> Option<Diagnostic> {
        let body = self.model.bodies.iter().find(|b| b.kind != BodyKind::Fixed)?;
        let off = self.spacing.filter(|off| *off > FAR[1])?;
        let distance = self.distance;
        let message = format!(
            "`{}` is {distance:.3e} m away from the origin: places there are exact to {off:.1e} of the mechanism's size",
            body.path
        );
        let note = Diagnostic::note("N0725", body.span, message);
        Some(note.help("nothing is wrong with that; nearer to the origin more digits of the scene's places count"))
    }
}
